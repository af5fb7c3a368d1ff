"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words. None of
them contains what only the unit's own side knows: willpower left, fatigue, the value it hides with, its prepared skill.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .vocab import (
    Body,
    Defence,
    EffectKind,
    Ending,
    Event,
    GuardKind,
    Item,
    Mode,
    Prompt,
    Refusal,
    Task,
    Term,
    Upcoming,
    Verb,
)


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def item(number: int) -> str:
    """An item."""
    return ITEM_WORDS[Item(number)]


def weapon(number: int) -> str:
    """The weapon of an attack."""
    return f" with its {item(number)}"


def part(number: int) -> str:
    """A part of the body."""
    return plain(Body(number))


def aim(number: int) -> str:
    """The part of the body that is aimed at; empty for none."""
    return "" if number == Body.ANYWHERE else f", aiming at the {part(number)}"


def defence(number: int) -> str:
    """A kind of defence."""
    return DEFENCE_WORDS[Defence(number)]


def effect(number: int) -> str:
    """An effect, as it is called."""
    return EFFECT_WORDS[EffectKind(number)]


def task(number: int) -> str:
    """The purpose of a roll, and what its number is."""
    return TASK_WORDS[Task(number)]


def number_of_task(number: int) -> str:
    """The number that completes the words of a task; empty where the log has none."""
    return f" {number}" if number else ""


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "",
    Ending.LAST_STANDING: "only one side is still in the fight",
    Ending.NOBODY_STANDING: "nobody is left in the fight",
    Ending.OBJECTIVE: "the last round is over and a side holds all objectives",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "no choice to make",
    Prompt.TURN: "choose an action",
    Prompt.DEFENCE: "choose a defence",
    Prompt.ATTACKED: "choose whether to use the defence",
    Prompt.REROLL: "choose whether to roll again",
    Prompt.PROVOKED: "choose whether to strike",
    Prompt.HOLD: "choose whether to keep hold of the unit",
    Prompt.STOP: "choose whether to stop the unit you hold",
    Prompt.RESIST: "choose whether to resist the effect",
    Prompt.EVADE: "choose whether to evade the hit",
    Prompt.INTERCEPTED: "choose whether to get past the guard",
    Prompt.STUMBLE: "choose the direction barred to the stumbling unit",
    Prompt.BLIND_AXIS: "choose the line of the shot",
    Prompt.PURSUE: "choose whether to pursue the fleeing unit",
    Prompt.CHASE: "choose the ground of the chase",
    Prompt.SURPASS: "choose what to do to the overtaken unit",
    Prompt.TARGET: "choose a target",
    Prompt.MODE: "choose how to do it",
    Prompt.ITEM: "choose an item",
    Prompt.DIRECTION: "choose a direction",
    Prompt.CELL: "choose a square",
}
VERB_WORDS: dict[Verb, str] = {verb: plain(verb) for verb in Verb} | {
    Verb.CHARGE_WEAPON: "charge",
    Verb.CHARGE_BRAWL: "charge to brawl",
    Verb.LUCK_SHOT: "luck shot at",
    Verb.GUARD: "guard ally",
    Verb.GUARD_CELL: "guard square",
    Verb.DODGE: "prepare to dodge",
    Verb.BREATHER: "take a breather",
    Verb.LONG_BREATHER: "take a breather next turn",
    Verb.CONTINUE: "continue the upcoming action",
    Verb.CANCEL: "cancel the upcoming action",
    Verb.DELAY_BEFORE: "wait until just before",
    Verb.DELAY_AFTER: "wait until just after",
    Verb.READY_ATTACK: "ready an attack",
    Verb.READY_SHOT: "ready a shot",
    Verb.READY_HIT: "ready a brawl",
    Verb.READY_BIND: "ready a grab",
    Verb.READY_MOVE: "ready a move",
    Verb.READY_PRONE: "ready to drop prone",
    Verb.OBSERVE_CELL: "search square",
    Verb.OBSERVE_ITEM: "search for hidden items",
    Verb.OBSERVE_INSIGHT: "judge the will of",
    Verb.PRIME_SKILL: "prepare skill",
    Verb.RELEASE_GRAB: "release grab",
    Verb.PARRY_SWORD_HAND: "parry with the sword hand",
    Verb.PARRY_OFF_HAND: "parry with the off-hand",
    Verb.CHASE_RUN: "run on",
    Verb.CHASE_CLIMB: "climb away",
    Verb.CHASE_SWIM: "swim away",
    Verb.SURPASS_ATTACK: "overtake and attack",
    Verb.SURPASS_HIT: "overtake and brawl",
    Verb.SURPASS_BIND: "overtake and grab",
    Verb.GO_ON: "continue the chase",
}
MODE_WORDS: dict[Mode, str] = {mode: plain(mode) for mode in Mode} | {
    Mode.BIND_ANYWHERE: "bind",
    Mode.OFF_HAND: "off-hand",
    Mode.ENEMY_ENTERS: "enemy enters",
    Mode.ENEMY_ATTACKS_ME: "enemy attacks me",
    Mode.ENEMY_MEANS_TO_ATTACK_ME: "enemy means to attack me",
}
ITEM_WORDS: dict[Item, str] = {member: plain(member) for member in Item}
DEFENCE_WORDS: dict[Defence, str] = {
    Defence.NONE: "have no defence",
    Defence.DODGE: "dodge",
    Defence.BLOCK: "block",
    Defence.PARRY_SWORD_HAND: "parry",
    Defence.PARRY_OFF_HAND: "parry with the off-hand",
}
#: The defence that an attack misses against.
FAILED_AGAINST: dict[Defence, str] = {
    Defence.NONE: "defence",
    Defence.DODGE: "dodge",
    Defence.BLOCK: "block",
    Defence.PARRY_SWORD_HAND: "parry",
    Defence.PARRY_OFF_HAND: "parry",
}
EFFECT_WORDS: dict[EffectKind, str] = {kind: plain(kind) for kind in EffectKind} | {
    EffectKind.NONE: "nothing",
    EffectKind.BIND_HANDS: "bind hands",
    EffectKind.BIND_ARM: "bind arm",
    EffectKind.BIND_FEET: "bind feet",
    EffectKind.BIND_LEG: "bind leg",
    EffectKind.BIND_BODY: "bind body",
}
SPEECH_WORDS: dict[Verb, str] = {
    Verb.WHISPER: "whispers",
    Verb.SHOUT: "shouts",
    Verb.POINT_OUT: "points out an enemy",
    Verb.THREATEN: "threatens an enemy",
}
GUARD_WORDS: dict[GuardKind, str] = {
    GuardKind.NOTHING: "nothing",
    GuardKind.ALLY: "an ally",
    GuardKind.BORDER: "a border",
    GuardKind.CELL: "its square",
}
UPCOMING_WORDS: dict[Upcoming, str] = {
    Upcoming.NOTHING: "nothing",
    Upcoming.CRAWL: "to crawl",
    Upcoming.BREATHER: "to take a breather",
}
#: Purposes of rolls; a purpose whose event has a number ends with what the number is.
TASK_WORDS: dict[Task, str] = {
    Task.NONE: "nothing",
    Task.CROSSING: "crossing the border, requirement",
    Task.CLIMBING: "climbing, requirement",
    Task.HOLDING_ON: "holding on, requirement",
    Task.FALLING: "landing safely after a fall, requirement",
    Task.JUMPING: "landing safely after a jump, requirement",
    Task.HAZARD: "avoiding the danger, requirement",
    Task.HIDING: "hiding",
    Task.OBSERVING: "spotting a hidden unit, total",
    Task.OBSERVING_ITEM: "finding a hidden item",
    Task.OBSERVING_INSIGHT: "reading an opponent, requirement",
    Task.THREATENING: "threatening an enemy, whose insight reaches",
    Task.FIRST_AID: "first aid, requirement",
    Task.STRUGGLING: "getting free",
    Task.CONCEALING: "concealing an item",
    Task.BASHING: "breaking the barrier",
    Task.WAKING: "waking up, requirement",
    Task.STOPPING: "stopping the unit it holds, total",
    Task.CHASING: "the chase",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.TURN_ONLY: "only in its own turn, once the current prompt is answered",
    Refusal.WHEN_ASKED: "only as a reply, when the rules ask for it",
    Refusal.UPCOMING: "it has an upcoming action: continue or cancel that first",
    Refusal.NOTHING_UPCOMING: "it has no upcoming action",
    Refusal.NO_STANDARD: "it has no standard action left this turn",
    Refusal.FREE_USED: "it has already used this kind of free action this turn",
    Refusal.TURN_BEGUN: "only as the first choice of its turn",
    Refusal.DELAYED: "it has no delays left this round",
    Refusal.NOBODY_TO_COME: "no unit that it could wait for has yet to act this round",
    Refusal.HAS_ACTED: "that unit has no turn left this round",
    Refusal.STUMBLES: "it is stumbling",
    Refusal.CLIMBS: "it is climbing",
    Refusal.PRONE: "it is prone",
    Refusal.NOT_PRONE: "it is not prone",
    Refusal.FALLEN: "it has fallen and cannot stand up yet",
    Refusal.FELLED: "it is prone and cannot stand up",
    Refusal.DAZED: "it is dazed",
    Refusal.LEG_INJURED: "one of its legs is injured",
    Refusal.FEET_BOUND: "its feet are bound",
    Refusal.BOUND: "one of its legs or its body is bound or held",
    Refusal.BODY_BOUND: "its body is bound or held",
    Refusal.STAYS_BOUND: "it will still be bound after this turn",
    Refusal.HELD: "another unit is holding it",
    Refusal.HOLDS: "it is holding another unit: release the grab first",
    Refusal.RESTRAINED: "enough opponents hold it in place",
    Refusal.IN_CLUSTER: "it is in a cluster",
    Refusal.NOT_IN_CLUSTER: "it is not in a cluster",
    Refusal.RESTED: "a breather would not reduce its fatigue",
    Refusal.HANDS_BOUND: "its hands are bound",
    Refusal.HANDS_CLIMB: "it needs both hands for climbing",
    Refusal.NO_FREE_HAND: "it has no free hand",
    Refusal.NO_HAND_TO_CLIMB: "it needs more free hands to climb",
    Refusal.HANDS_EMPTY: "both its hands are empty",
    Refusal.HAND_EMPTY: "a chosen hand is empty",
    Refusal.HAND_USELESS: "a hand it needs is injured, bound or held",
    Refusal.NO_HAND_FOR_IT: "no suitable hand is free to hold that item",
    Refusal.NOTHING_THERE: "that slot is empty",
    Refusal.NOTHING_TO_DRAW: "it has no stowed item that a free hand could draw, and no weapon in hand that needs a missile",
    Refusal.NOT_STOWED: "only a stowed item, or a missile for a ranged weapon in hand, can be drawn",
    Refusal.NO_MISSILES: "it has no missiles left",
    Refusal.LOADED: "its missile is already in place",
    Refusal.NOTHING_TO_PUT_AWAY: "it holds nothing in a usable hand",
    Refusal.NOT_IN_HAND: "that item is not in hand",
    Refusal.NOTHING_TO_GET: "it has no free hand for anything packed, concealed or within reach",
    Refusal.LIES_ELSEWHERE: "that item lies in another square",
    Refusal.OUT_OF_HAND: "that item was just dropped and cannot be picked up yet",
    Refusal.NOT_PACKED: "that item is not packed, concealed or on the ground",
    Refusal.NOTHING_TO_SWAP: "it holds no item in a single hand",
    Refusal.NO_MELEE_WEAPON: "it wields no melee weapon",
    Refusal.NO_RANGED_WEAPON: "it wields no ranged weapon",
    Refusal.NOT_READY: "no missile is ready to shoot",
    Refusal.NOBODY_IN_REACH: "it sees no enemy within reach",
    Refusal.NOBODY_OF_CLUSTER: "it is stumbling and can only strike at its own cluster, where no enemy is within reach",
    Refusal.NOBODY_IN_RANGE: "it sees no enemy in range and in line",
    Refusal.NOBODY_TO_CHARGE: "it sees no enemy that it could charge from here",
    Refusal.NO_HIDDEN_ENEMY: "it knows of no hidden enemy",
    Refusal.NO_LUCK_CELL: "no square is in range and in line",
    Refusal.DEFENCELESS: "it cannot defend itself",
    Refusal.NO_SHIELD: "it has no usable shield",
    Refusal.NOTHING_TO_PARRY_WITH: "it has no weapon in that hand to parry with",
    Refusal.HAS_PARRIED: "that weapon has no parry left",
    Refusal.NO_PARRY_OF_SHOTS: "shots cannot be parried",
    Refusal.GONE: "that unit is not on the map",
    Refusal.SELF: "it cannot do this to itself",
    Refusal.FRIEND: "that unit is not an enemy",
    Refusal.ENEMY: "that unit is an enemy",
    Refusal.NOT_SEEN: "it does not see that unit",
    Refusal.SURRENDERED: "that unit has surrendered",
    Refusal.NOT_HERE: "that unit is in another square",
    Refusal.TOO_HIGH: "that unit is too high up or too far below",
    Refusal.STUMBLES_APART: "it is stumbling and can only strike at its own cluster",
    Refusal.OUT_OF_RANGE: "the target is out of range",
    Refusal.NO_LINE: "something blocks the line of sight",
    Refusal.HAS_RUN: "that unit ran from this square",
    Refusal.NOT_NEXT: "that unit is not in a neighbouring square",
    Refusal.OFF_THE_GROUND: "that unit is too high above or below the ground of its square",
    Refusal.FAR: "that unit is more than one square away",
    Refusal.NO_WAY: "it cannot cross any border here that way",
    Refusal.NO_BORDER: "only north, east, south and west are allowed",
    Refusal.MAP_ENDS: "the map ends there",
    Refusal.OFF_MAP: "that square is not on the map",
    Refusal.WALLED: "a wall is in the way",
    Refusal.LIMIT: "more units would pass there than the limit allows",
    Refusal.STRUCTURE: "a structure is in the way",
    Refusal.STEEP: "the ground there is too high to walk up",
    Refusal.FULL: "there is not enough room there",
    Refusal.CHALLENGE: "the border there is a challenge: it cannot be crossed running or dragging",
    Refusal.BARRED: "it is stumbling and cannot go that way",
    Refusal.NOT_LEVEL: "the ground there is too high or too low",
    Refusal.HANGS_ELSEWHERE: "it is climbing something else",
    Refusal.NOT_AT_TOP: "it has not reached the top yet",
    Refusal.MOVED_THIS_TURN: "it has already moved this turn",
    Refusal.NO_EXIT: "there is no exit from the map here",
    Refusal.OFF_GROUND: "it is too high above or below the ground",
    Refusal.NOT_CLIMBABLE: "there is nothing to climb there",
    Refusal.NOTHING_TO_CLIMB: "no border here can be climbed that way",
    Refusal.AT_TOP: "it is already that high",
    Refusal.NOT_ON_TOP: "it is not standing on top of anything here",
    Refusal.AT_BOTTOM: "it is already at the bottom",
    Refusal.SMALL_DIFFERENCE: "the difference in height is too small for a climb",
    Refusal.NO_STEP: "there is nothing one level high here",
    Refusal.NO_HEIGHT: "it is already on the ground",
    Refusal.NOT_FROM_THERE: "the effect did not come from that direction",
    Refusal.ON_GUARD: "it is already guarding that",
    Refusal.NO_ALLY_TO_GUARD: "no ally here is left for it to guard",
    Refusal.NO_BORDER_TO_GUARD: "no border here is left for it to guard",
    Refusal.NO_CONCEALMENT: "it cannot hide from any enemy that it sees",
    Refusal.NO_HIDING_PLACE: "it is not concealed well enough here",
    Refusal.NO_COVER: "there is no cover here",
    Refusal.IN_COVER: "it is already in cover",
    Refusal.DODGE_READY: "it is already prepared to dodge",
    Refusal.NO_SHOOTER: "it sees no enemy that could shoot at it",
    Refusal.NOT_SO: "this action cannot be done that way",
    Refusal.OUT_OF_BLOWS: "a unit that has left is out of reach of blows",
    Refusal.NO_ALLY: "it has no ally that could be attacked",
    Refusal.NO_ENEMY_NEAR: "it sees no enemy nearby that is still resisting",
    Refusal.NO_ENEMY_SEEN: "it sees no enemy that is still resisting",
    Refusal.NO_THREATS: "this battle is played without threats",
    Refusal.NOBODY_TO_THREATEN: "no enemy nearby is able to act and badly hurt or out of willpower",
    Refusal.OUT_OF_ACTION: "that unit cannot act",
    Refusal.UNSHAKEN: "that unit still has both hit points and willpower",
    Refusal.NO_SKILL: "it does not have that skill",
    Refusal.NO_SKILL_TO_PREPARE: "it has no skill that can be prepared",
    Refusal.NO_OTHER_SKILL: "each of its skills is already prepared or costs more willpower than it has",
    Refusal.NO_WILLPOWER: "it has too little willpower left for that skill",
    Refusal.PREPARED: "it has already prepared that skill",
    Refusal.NOBODY_TO_TREAT: "there is no unit here that it could treat",
    Refusal.NOT_DYING: "that unit is not dying",
    Refusal.ENEMY_IN_CLUSTER: "an enemy that can act is in its cluster",
    Refusal.ENEMY_IN_ITS_CLUSTER: "an enemy that can act is in the patient's cluster",
    Refusal.NOBODY_TO_RALLY: "no ally nearby is awake and in the fight",
    Refusal.OUT_OF_FIGHT: "that unit is out of the fight",
    Refusal.ASLEEP: "that unit is asleep",
    Refusal.HOLDS_NOBODY: "it is not holding any unit",
    Refusal.HELD_BY_NOBODY: "no unit is holding it",
    Refusal.NOBODY_TO_MOVE: "there is no unit here that it could help to move or hold",
    Refusal.WALKS: "that unit is willing and able to walk",
    Refusal.ASSISTS: "it is already doing that",
    Refusal.NOBODY_TO_DRAG: "no unit here can be dragged anywhere",
    Refusal.TOO_FEW: "more units are needed here to drag it",
    Refusal.NO_WAY_FOR_IT: "that unit cannot be dragged across any border here",
    Refusal.NO_STRUCTURE: "there is no structure there",
    Refusal.NO_OBJECTIVE: "there is no objective to seize here",
    Refusal.OWN_OBJECTIVE: "its side already holds the objective here",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("turn.sequence", ""),
    Event.ROUND_BEGINS: ("turn.sequence", "round {amount} begins"),
    Event.INITIATIVE: ("initiative.roll", "{who} has initiative {amount}"),
    Event.TURN_BEGINS: ("turn.sequence", "{who} begins its turn"),
    Event.TURN_ENDED: ("turn.sequence", "{who} ends its turn"),
    Event.DELAYED_BEFORE: ("initiative.delay", "{who} waits until just before {target}"),
    Event.DELAYED_AFTER: ("initiative.delay", "{who} waits until just after {target}"),
    Event.DEFENCE_ROLLED: ("defence.preroll", "{who} chooses to {extra}: defence {amount}"),
    Event.NO_DEFENCE: ("defence.preroll", "{who} has no defence"),
    Event.DECLINED: ("defence.decline", "{who} chooses not to defend itself"),
    Event.ATTACKS: ("attack.weapon", "{who} attacks {target}{amount}{extra}"),
    Event.ATTACK_HIT: ("attack.roll", "{who} hits {target}{extra} against a defence of {amount}"),
    Event.ATTACK_MISSED: ("defence.tie", "{who} misses {target} against a {extra} of {amount}"),
    Event.GRAZED: ("brawl.graze", "{who} only grazes {target} against a defence of {amount}"),
    Event.ATTACK_TIRED: ("fatigue.requirement", "{who} is too tired to hit {target}"),
    Event.DAMAGED: ("effect.hit", "{target} loses {amount:hit point} and has {extra} left"),
    Event.INJURED: ("injury.effects", "{who} is injured in the {amount}"),
    Event.UNCONSCIOUS: ("position.unconscious", "{who} loses consciousness"),
    Event.DIED: ("c.dead_below", "{who} dies"),
    Event.WOKE: ("position.sleeping", "{who} wakes up"),
    Event.STABILISED: ("injury.stabilise", "{who} is stabilised"),
    Event.REOPENED: ("injury.reopen", "one of {who}'s injuries opens again"),
    Event.TIRED: ("fatigue.gain", "{who} tires"),
    Event.RESTED: ("action.breather", "{who} catches its breath"),
    Event.EFFECT: ("effect.numbers", "{target} suffers {amount}{extra}"),
    Event.RESISTED: ("effect.resist", "{who} resists {amount}"),
    Event.EVADED: ("effect.miss", "{who} evades the hit"),
    Event.EFFECT_ENDS: ("effect.duration_turns", "{who} no longer suffers {amount}"),
    Event.GRABBED: ("brawl.attack", "{who} holds {target} by the {amount}"),
    Event.GRAB_ENDS: ("brawl.grab_end", "{who} no longer holds {target}"),
    Event.CLUSTERED: ("cluster.form", "{who} and {target} are now in the same cluster"),
    Event.LEFT_CLUSTER: ("cluster.leave", "{who} leaves its cluster"),
    Event.MOVED: ("action.move", "{who} moves to {amount}"),
    Event.INTERCEPTED: ("guard.basics", "{who} intercepts {target}"),
    Event.GOT_PAST: ("guard.outmanoeuvre", "{who} gets past {target}"),
    Event.GUARDS: ("action.guard", "{who} guards {amount}"),
    Event.GUARD_ENDS: ("guard.one_opponent", "{who} is no longer on guard"),
    Event.READIED: ("ready.declare", "{who} readies an action"),
    Event.READY_FIRES: ("ready.after_trigger", "{who} carries out its readied action"),
    Event.READY_LOST: ("ready.expiry", "{who} loses its readied action"),
    Event.INTENT_HIDDEN: ("ready.intent", "{who} does not notice that {target} means to attack"),
    Event.INTENT_SEEN: ("ready.intent", "{who} notices that {target} means to attack"),
    Event.PASSED: ("check.requirement", "{who} succeeds at {extra}{amount}"),
    Event.FAILED: ("check.requirement", "{who} fails at {extra}{amount}"),
    Event.PRONE: ("position.prone", "{who} is prone"),
    Event.STOOD_UP: ("c.stand_up", "{who} stands up"),
    Event.CLIMBED: ("action.climb", "{who} climbs to level {amount}"),
    Event.FELL: ("fall.check", "{who} falls {amount:level}"),
    Event.JUMPED: ("action.jump_down", "{who} jumps down {amount:level}"),
    Event.HID: ("action.hide", "{who} hides"),
    Event.REVEALED: ("position.hidden", "{who} is no longer hidden"),
    Event.TOOK_COVER: ("c.take_cover", "{who} takes cover"),
    Event.DREW: ("action.draw", "{who} draws its {amount}"),
    Event.PUT_AWAY: ("action.put_away", "{who} puts away its {amount}"),
    Event.DROPPED: ("action.drop_items", "{who} drops its {amount}"),
    Event.GOT_ITEM: ("action.get_item", "{who} gets its {amount}"),
    Event.CONCEALED: ("action.conceal_item", "{who} conceals an item"),
    Event.SWAPPED: ("action.swap_items", "{who} swaps the items in its hands"),
    Event.BROKE: ("effect.break", "{who}'s {amount} breaks"),
    Event.READ: ("action.observe_insight", "{who} sees through {target}"),
    Event.SPOKE: ("action.speak", "{who} {amount}"),
    Event.SURRENDERED: ("c.speech", "{who} surrenders"),
    Event.PRIMED: ("action.use_skill", "{who} prepares a skill"),
    Event.RALLIED: ("c.skills", "{who} rallies {target}"),
    Event.ASSISTS: ("c.drag", "{who} takes hold of {target} to move it or keep it in place"),
    Event.DRAGGED: ("c.drag", "{who} drags {target} to {amount}"),
    Event.BASHED: ("c.bash", "{who} hits the barrier, which has toughness {amount} left"),
    Event.SEIZED: ("c.objective", "{who} seizes the objective here"),
    Event.WILLPOWER_SPENT: ("check.willpower_reroll", "{who} spends {amount:point} of willpower"),
    Event.BLIND_SPOT: ("blind.create", "{who} gets a blind spot by defending itself"),
    Event.LUCK_FAILED: ("position.hidden_luck", "{who} has no luck: there is nobody to attack"),
    Event.STARTED_UPCOMING: ("action.upcoming", "{who} begins {amount}"),
    Event.INTERRUPTED: ("action.upcoming_interrupt", "{who} is interrupted"),
    Event.FLED: ("c.escape", "{who} flees off the map"),
    Event.PURSUES: ("c.escape", "{who} pursues {target}"),
    Event.CHASE_ROLLED: ("chase.start", "{who} scores {amount} in the chase"),
    Event.CHASE_DISTANCE: ("chase.step", "{who} is {amount:square} behind {target}"),
    Event.CAUGHT: ("chase.fatigue_end", "{who} catches {target}"),
    Event.ESCAPED: ("c.chase_mode", "{who} escapes"),
    Event.STOPPED: ("brawl.grab_stop", "{who} is stopped by the unit that holds it"),
    Event.PREPARED_DODGE: ("action.dodge", "{who} prepares to dodge shots"),
    Event.CONSISTENCY: ("check.situational_penalty", "{who} rolls with a consistency of {amount}"),
    Event.BATTLE_ENDS: ("c.end", "the battle ends: {amount}"),
}

#: Numbers that stand for sides.
SIDE_FIELDS: set[tuple[Event, str]] = set()

#: Numbers that stand for cells; the events of a table have them as (x, y).
CELL_FIELDS: set[tuple[Event, str]] = {(Event.MOVED, "amount"), (Event.DRAGGED, "amount")}

#: Events that their target notices though it does not see who acts.
FELT: set[Event] = {
    Event.ATTACKS, Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.GRAZED, Event.ATTACK_TIRED, Event.DAMAGED, Event.EFFECT,
}  # fmt: skip

#: How events sound, for colours.
TONES: dict[Event, str] = {
    **dict.fromkeys((Event.ATTACK_HIT, Event.GRABBED, Event.BASHED), "hit"),
    **dict.fromkeys(
        (Event.ATTACK_MISSED, Event.GRAZED, Event.ATTACK_TIRED, Event.FAILED, Event.LUCK_FAILED, Event.STOPPED), "miss"
    ),
    **dict.fromkeys((Event.DAMAGED, Event.INJURED, Event.EFFECT, Event.FELL, Event.BROKE, Event.REOPENED), "wound"),
    **dict.fromkeys((Event.UNCONSCIOUS, Event.DIED, Event.SURRENDERED), "down"),
    **dict.fromkeys(
        (Event.RESISTED, Event.EVADED, Event.EFFECT_ENDS, Event.GRAB_ENDS, Event.STABILISED, Event.WOKE, Event.RALLIED), "saved"
    ),
    Event.ROUND_BEGINS: "round",
}  # fmt: skip

#: Attacks of one unit at another, for lines on the board.
STROKES: dict[Event, str] = {
    Event.ATTACK_HIT: "hit",
    **dict.fromkeys((Event.ATTACK_MISSED, Event.GRAZED, Event.ATTACK_TIRED), "miss"),
}

#: Events of the sequence of play, which pictures and pages leave out.
ROUTINE: set[Event] = {
    Event.INITIATIVE, Event.TURN_BEGINS, Event.TURN_ENDED, Event.TIRED, Event.EFFECT_ENDS, Event.GUARD_ENDS, Event.READY_LOST,
    Event.WILLPOWER_SPENT, Event.CONSISTENCY,
}  # fmt: skip

_ITEMS = (Event.DREW, Event.PUT_AWAY, Event.DROPPED, Event.GOT_ITEM, Event.BROKE)
_PARTS = (Event.INJURED, Event.GRABBED)
_EFFECTS = (Event.EFFECT, Event.RESISTED, Event.EFFECT_ENDS)
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): part for event in _PARTS},
    **{(event, "amount"): effect for event in _EFFECTS},
    **{(event, "amount"): number_of_task for event in (Event.PASSED, Event.FAILED)},
    **{(event, "extra"): task for event in (Event.PASSED, Event.FAILED)},
    (Event.DEFENCE_ROLLED, "extra"): defence,
    (Event.ATTACKS, "amount"): weapon,
    (Event.ATTACKS, "extra"): aim,
    (Event.ATTACK_HIT, "extra"): weapon,
    (Event.ATTACK_MISSED, "extra"): lambda n: FAILED_AGAINST[Defence(n)],
    (Event.EFFECT, "extra"): lambda n: f" {n}" if n else "",
    (Event.SPOKE, "amount"): lambda n: SPEECH_WORDS.get(Verb(n), "speaks"),
    (Event.GUARDS, "amount"): lambda n: GUARD_WORDS[GuardKind(n)],
    (Event.STARTED_UPCOMING, "amount"): lambda n: UPCOMING_WORDS[Upcoming(n)],
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
}
TERM_WORDS: dict[Term, str] = {term: plain(term) for term in Term} | {
    Term.NONE: "",
    Term.CLIMBING: "while climbing",
    Term.DIFFICULT: "difficult ground",
    Term.TARGETED: "aimed",
    Term.TARGET_PRONE: "target prone",
    Term.ONGOING: "after a long action",
    Term.OFF_HAND: "off-hand",
    Term.FIXED: "fixed consistency",
    Term.ATTRIBUTES: "attributes",
    Term.PREPARED: "dodge prepared",
    Term.UNSEEN: "from hiding",
    Term.NATURAL: "dice",
}
