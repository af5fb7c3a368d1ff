"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words. What
only a unit's own side knows (willpower left, fatigue, the value it hides with, the skill it has ready) stands in none of them.
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

NO_NUMBER = -99  # a number that no roll comes to: there is none


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def item(number: int) -> str:
    """An item."""
    return ITEM_WORDS[Item(number)]


def weapon(number: int) -> str:
    """What is struck with."""
    return f" with {item(number)}"


def part(number: int) -> str:
    """A part of the body."""
    return plain(Body(number))


def aim(number: int) -> str:
    """The part of the body that is aimed at; nothing where none is."""
    return "" if number == Body.ANYWHERE else f" at the {part(number)}"


def defence(number: int) -> str:
    """A kind of defence."""
    return DEFENCE_WORDS[Defence(number)]


def against(number: int) -> str:
    """What an attack had to be higher than."""
    return str(number) if number else "nothing"


def effect(number: int) -> str:
    """An effect, as it is called."""
    return EFFECT_WORDS[EffectKind(number)]


def task(number: int) -> str:
    """What a roll is made for."""
    return TASK_WORDS[Task(number)]


def requirement(number: int) -> str:
    """A requirement; nothing where there is none."""
    return f" against {number}" if number > NO_NUMBER else ""


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "",
    Ending.LAST_STANDING: "only one side is still in the fight",
    Ending.NOBODY_STANDING: "nobody is left in the fight",
    Ending.OBJECTIVE: "the last round is over, and a side holds what was to be held",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.TURN: "next action",
    Prompt.DEFENCE: "kind of defence",
    Prompt.ATTACKED: "use the defence",
    Prompt.REROLL: "roll again",
    Prompt.PROVOKED: "strike",
    Prompt.HOLD: "let go of who is held",
    Prompt.STOP: "stop who is held",
    Prompt.RESIST: "resist the effect",
    Prompt.EVADE: "evade the hit",
    Prompt.INTERCEPTED: "get past the guard",
    Prompt.STUMBLE: "direction barred to who stumbles",
    Prompt.BLIND_AXIS: "line of the shot",
    Prompt.PURSUE: "go after who flees",
    Prompt.CHASE: "ground of the chase",
    Prompt.SURPASS: "what to do to who is overtaken",
    Prompt.TARGET: "target",
    Prompt.MODE: "how",
    Prompt.ITEM: "item",
    Prompt.DIRECTION: "direction",
    Prompt.CELL: "square",
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
    Verb.CONTINUE: "go on with it",
    Verb.CANCEL: "give it up",
    Verb.DELAY_BEFORE: "wait until before",
    Verb.DELAY_AFTER: "wait until after",
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
    Verb.GO_ON: "go on with the chase",
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
#: What keeps an attack off.
KEPT_OFF_BY: dict[Defence, str] = {
    Defence.NONE: "misses",
    Defence.DODGE: "is dodged",
    Defence.BLOCK: "is blocked",
    Defence.PARRY_SWORD_HAND: "is parried",
    Defence.PARRY_OFF_HAND: "is parried",
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
    Verb.POINT_OUT: "points somebody out",
    Verb.THREATEN: "threatens somebody",
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
TASK_WORDS: dict[Task, str] = {
    Task.NONE: "nothing",
    Task.CROSSING: "crossing the border",
    Task.CLIMBING: "climbing",
    Task.HOLDING_ON: "holding on",
    Task.FALLING: "landing after a fall",
    Task.JUMPING: "landing after a jump",
    Task.HAZARD: "avoiding a danger",
    Task.HIDING: "hiding",
    Task.OBSERVING: "spotting somebody",
    Task.OBSERVING_ITEM: "finding a hidden item",
    Task.OBSERVING_INSIGHT: "reading an opponent",
    Task.THREATENING: "a threat",
    Task.FIRST_AID: "first aid",
    Task.STRUGGLING: "getting free",
    Task.CONCEALING: "concealing an item",
    Task.BASHING: "breaking the barrier",
    Task.WAKING: "waking up",
    Task.STOPPING: "stopping who is held",
    Task.CHASING: "the chase",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.TURN_ONLY: "only in its own turn, once what is asked now is answered",
    Refusal.WHEN_ASKED: "only when the rules ask for it",
    Refusal.UPCOMING: "it must first go on with what is upcoming, or give it up",
    Refusal.NOTHING_UPCOMING: "nothing is upcoming",
    Refusal.NO_STANDARD: "it has no standard action left",
    Refusal.FREE_USED: "it has used this kind of free action this turn",
    Refusal.TURN_BEGUN: "only with the first choice of its turn",
    Refusal.DELAYED: "it has waited as often as it may in a round",
    Refusal.NOBODY_TO_COME: "nobody that it could wait for is still to come",
    Refusal.HAS_ACTED: "it has no turn to come in this round",
    Refusal.STUMBLES: "it stumbles",
    Refusal.CLIMBS: "it is climbing",
    Refusal.PRONE: "it is prone",
    Refusal.NOT_PRONE: "it is not prone",
    Refusal.FALLEN: "it has fallen and may not stand up yet",
    Refusal.FELLED: "it lies on the ground and cannot stand up",
    Refusal.DAZED: "it is dazed",
    Refusal.LEG_INJURED: "its leg is injured",
    Refusal.FEET_BOUND: "its feet are bound",
    Refusal.BOUND: "its leg or body is bound or held",
    Refusal.BODY_BOUND: "its body is bound or held",
    Refusal.STAYS_BOUND: "it stays bound beyond this turn",
    Refusal.HELD: "somebody holds it",
    Refusal.HOLDS: "it holds somebody",
    Refusal.RESTRAINED: "enough opponents hold it back",
    Refusal.IN_CLUSTER: "it is in a cluster",
    Refusal.NOT_IN_CLUSTER: "it is in no cluster",
    Refusal.RESTED: "a breather would not lower its fatigue",
    Refusal.HANDS_BOUND: "its hands are bound",
    Refusal.HANDS_CLIMB: "climbing takes both its hands",
    Refusal.NO_FREE_HAND: "it has no free hand",
    Refusal.NO_HAND_TO_CLIMB: "too few of its hands are free to climb",
    Refusal.HANDS_EMPTY: "its hands are empty",
    Refusal.HAND_EMPTY: "a hand that is meant holds nothing",
    Refusal.HAND_USELESS: "a hand that it takes cannot be used",
    Refusal.NO_HAND_FOR_IT: "no hand is free that could hold it",
    Refusal.NOTHING_THERE: "nothing is there",
    Refusal.NOTHING_TO_DRAW: "nothing is stowed that a free hand could draw, and no weapon in hand takes another missile",
    Refusal.NOT_STOWED: "it is not stowed, nor a ranged weapon in hand",
    Refusal.NO_MISSILES: "it has no missiles left",
    Refusal.LOADED: "its missile is ready",
    Refusal.NOTHING_TO_PUT_AWAY: "it holds nothing in a hand that can be used",
    Refusal.NOT_IN_HAND: "it is not in hand",
    Refusal.NOTHING_TO_GET: "nothing packed, concealed or within reach finds a free hand",
    Refusal.LIES_ELSEWHERE: "it lies elsewhere",
    Refusal.OUT_OF_HAND: "it was just dropped and cannot be picked up yet",
    Refusal.NOT_PACKED: "it is not packed, concealed or on the ground",
    Refusal.NOTHING_TO_SWAP: "neither hand holds anything by itself",
    Refusal.NO_MELEE_WEAPON: "it wields no melee weapon",
    Refusal.NO_RANGED_WEAPON: "it wields no ranged weapon",
    Refusal.NOT_READY: "no missile is ready",
    Refusal.NOBODY_IN_REACH: "no enemy that it sees is within reach",
    Refusal.NOBODY_OF_CLUSTER: "it stumbles, and no enemy of its cluster is within reach",
    Refusal.NOBODY_IN_RANGE: "no enemy that it sees is in range and in line",
    Refusal.NOBODY_TO_CHARGE: "no enemy that it sees can be charged from here",
    Refusal.NO_HIDDEN_ENEMY: "it knows of no hidden enemy",
    Refusal.NO_LUCK_CELL: "no square is in range and in line",
    Refusal.DEFENCELESS: "it cannot defend itself",
    Refusal.NO_SHIELD: "it has no shield that it can use",
    Refusal.NOTHING_TO_PARRY_WITH: "it wields no weapon in that hand to parry with",
    Refusal.HAS_PARRIED: "that weapon has parried as often as it may",
    Refusal.NO_PARRY_OF_SHOTS: "shots cannot be parried",
    Refusal.GONE: "no such unit is on the map",
    Refusal.SELF: "it cannot do this to itself",
    Refusal.FRIEND: "it is no enemy",
    Refusal.ENEMY: "it is an enemy",
    Refusal.NOT_SEEN: "it is not seen",
    Refusal.SURRENDERED: "it has surrendered",
    Refusal.NOT_HERE: "it is in another square",
    Refusal.TOO_HIGH: "the difference in height is too large",
    Refusal.STUMBLES_APART: "who stumbles can only strike at its own cluster",
    Refusal.OUT_OF_RANGE: "it is out of range",
    Refusal.NO_LINE: "something bars the line of sight",
    Refusal.HAS_RUN: "it ran from here",
    Refusal.NOT_NEXT: "it is not in a neighbouring square",
    Refusal.OFF_THE_GROUND: "it stands too high above its square",
    Refusal.FAR: "it is too far away",
    Refusal.NO_WAY: "no border can be crossed so",
    Refusal.NO_BORDER: "borders lie north, east, south and west only",
    Refusal.MAP_ENDS: "the map ends there",
    Refusal.OFF_MAP: "it is not on the map",
    Refusal.WALLED: "a wall is in the way",
    Refusal.LIMIT: "not enough units may still pass there",
    Refusal.STRUCTURE: "a structure is in the way",
    Refusal.STEEP: "it is too high to walk up",
    Refusal.FULL: "not enough room is left there",
    Refusal.CHALLENGE: "the border is hard to cross",
    Refusal.BARRED: "it stumbles, and cannot go that way",
    Refusal.NOT_LEVEL: "the ground there is too high or too low",
    Refusal.HANGS_ELSEWHERE: "it hangs on something else",
    Refusal.NOT_AT_TOP: "it has not climbed to the top",
    Refusal.MOVED_THIS_TURN: "it is not where its turn began",
    Refusal.NO_EXIT: "there is no way off the map here",
    Refusal.OFF_GROUND: "it stands too high above the ground",
    Refusal.NOT_CLIMBABLE: "nothing there can be climbed",
    Refusal.NOTHING_TO_CLIMB: "no border here can be climbed so",
    Refusal.AT_TOP: "it is as high already",
    Refusal.NOT_ON_TOP: "it does not stand on top of anything here",
    Refusal.AT_BOTTOM: "it is at the bottom",
    Refusal.SMALL_DIFFERENCE: "the difference in height is too small for a climb",
    Refusal.NO_STEP: "nothing one level high is here",
    Refusal.NO_HEIGHT: "it stands on the ground",
    Refusal.NOT_FROM_THERE: "the effect did not come from there",
    Refusal.ON_GUARD: "it is on that guard already",
    Refusal.NO_ALLY_TO_GUARD: "no ally is here whom it does not guard already",
    Refusal.NO_BORDER_TO_GUARD: "no border here is left for it to guard",
    Refusal.NO_CONCEALMENT: "it could hide from none of the enemies that it sees",
    Refusal.NO_HIDING_PLACE: "nothing here conceals it enough",
    Refusal.NO_COVER: "nothing here gives cover",
    Refusal.IN_COVER: "it is in cover",
    Refusal.DODGE_READY: "it is ready to dodge",
    Refusal.NO_SHOOTER: "no enemy that it sees could shoot at it",
    Refusal.NOT_SO: "this cannot be done so",
    Refusal.OUT_OF_BLOWS: "blows do not reach who has left",
    Refusal.NO_ALLY: "it has no ally who could be attacked",
    Refusal.NO_ENEMY_NEAR: "no enemy that it sees, and who still resists, is near",
    Refusal.NO_ENEMY_SEEN: "it sees no enemy who still resists",
    Refusal.NO_THREATS: "threats are not in play",
    Refusal.NOBODY_TO_THREATEN: "no enemy near is both able to act, and badly hurt or out of willpower",
    Refusal.OUT_OF_ACTION: "it cannot act",
    Refusal.UNSHAKEN: "it has both hit points and willpower left",
    Refusal.NO_SKILL: "it does not have the skill",
    Refusal.NO_SKILL_TO_PREPARE: "it has no skill that is prepared",
    Refusal.NO_OTHER_SKILL: "it has prepared its skill, or has too little willpower for another",
    Refusal.NO_WILLPOWER: "it has too little willpower left for the skill",
    Refusal.PREPARED: "it has prepared this skill",
    Refusal.NOBODY_TO_TREAT: "nobody is here whom it could treat",
    Refusal.NOT_DYING: "it is not dying",
    Refusal.ENEMY_IN_CLUSTER: "an enemy that can act is in its cluster",
    Refusal.ENEMY_IN_ITS_CLUSTER: "an enemy that can act is in the patient's cluster",
    Refusal.NOBODY_TO_RALLY: "no friend near is awake and in the fight",
    Refusal.OUT_OF_FIGHT: "it is out of the fight",
    Refusal.ASLEEP: "it is asleep",
    Refusal.HOLDS_NOBODY: "it holds nobody",
    Refusal.HELD_BY_NOBODY: "nobody holds it",
    Refusal.NOBODY_TO_MOVE: "nobody is here whom it could help to move or hold",
    Refusal.WALKS: "it is willing and able to walk",
    Refusal.ASSISTS: "that is being done already",
    Refusal.NOBODY_TO_DRAG: "nobody here can be dragged anywhere",
    Refusal.TOO_FEW: "too few are here to drag it",
    Refusal.NO_WAY_FOR_IT: "it cannot be dragged over any border",
    Refusal.NO_STRUCTURE: "no structure stands there",
    Refusal.NO_OBJECTIVE: "there is nothing to be seized here",
    Refusal.OWN_OBJECTIVE: "its side holds what is here",
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
    Event.DEFENCE_ROLLED: ("defence.preroll", "{who} is ready to {extra}: {amount}"),
    Event.NO_DEFENCE: ("defence.preroll", "{who} has no defence"),
    Event.DECLINED: ("defence.decline", "{who} does not defend itself"),
    Event.ATTACKS: ("attack.weapon", "{who} attacks {target}{amount}{extra}"),
    Event.ATTACK_HIT: ("attack.roll", "{who} hits {target}{extra} against {amount}"),
    Event.ATTACK_MISSED: ("defence.tie", "the attack of {who} at {target} {extra} by {amount}"),
    Event.GRAZED: ("brawl.graze", "{who} only touches {target} against {amount}"),
    Event.ATTACK_TIRED: ("fatigue.requirement", "{who} is too tired for its attack at {target}"),
    Event.DAMAGED: ("effect.hit", "{target} loses {amount:hit point}: {extra} left"),
    Event.INJURED: ("injury.effects", "{who} is injured: {amount}"),
    Event.UNCONSCIOUS: ("position.unconscious", "{who} loses consciousness"),
    Event.DIED: ("c.dead_below", "{who} dies"),
    Event.WOKE: ("position.sleeping", "{who} wakes up"),
    Event.STABILISED: ("injury.stabilise", "{who} is stabilised"),
    Event.REOPENED: ("injury.reopen", "an injury of {who} opens again"),
    Event.TIRED: ("fatigue.gain", "{who} tires"),
    Event.RESTED: ("action.breather", "{who} gets its breath back"),
    Event.EFFECT: ("effect.numbers", "{target} suffers {amount} {extra}"),
    Event.RESISTED: ("effect.resist", "{who} resists {amount}"),
    Event.EVADED: ("effect.miss", "{who} evades the hit"),
    Event.EFFECT_ENDS: ("effect.duration_turns", "{who} is over {amount}"),
    Event.GRABBED: ("brawl.attack", "{who} holds {target}: {amount}"),
    Event.GRAB_ENDS: ("brawl.grab_end", "{who} no longer holds {target}"),
    Event.CLUSTERED: ("cluster.form", "{who} and {target} are in a cluster"),
    Event.LEFT_CLUSTER: ("cluster.leave", "{who} leaves its cluster"),
    Event.MOVED: ("action.move", "{who} moves to {amount}"),
    Event.INTERCEPTED: ("guard.basics", "{who} intercepts {target}"),
    Event.GOT_PAST: ("guard.outmanoeuvre", "{who} gets past {target}"),
    Event.GUARDS: ("action.guard", "{who} guards {amount}"),
    Event.GUARD_ENDS: ("guard.one_opponent", "{who} is no longer on guard"),
    Event.READIED: ("ready.declare", "{who} readies an action"),
    Event.READY_FIRES: ("ready.after_trigger", "{who} does what it has readied"),
    Event.READY_LOST: ("ready.expiry", "{who} has readied its action in vain"),
    Event.INTENT_HIDDEN: ("ready.intent", "{who} does not see that {target} means to attack"),
    Event.INTENT_SEEN: ("ready.intent", "{who} sees that {target} means to attack"),
    Event.PASSED: ("check.requirement", "{who} tries {extra}{amount}: succeeds"),
    Event.FAILED: ("check.requirement", "{who} tries {extra}{amount}: fails"),
    Event.PRONE: ("position.prone", "{who} is prone"),
    Event.STOOD_UP: ("c.stand_up", "{who} stands up"),
    Event.CLIMBED: ("action.climb", "{who} climbs to level {amount}"),
    Event.FELL: ("fall.check", "{who} falls {amount:level}"),
    Event.JUMPED: ("action.jump_down", "{who} jumps down {amount:level}"),
    Event.HID: ("action.hide", "{who} hides"),
    Event.REVEALED: ("position.hidden", "{who} is hidden no longer"),
    Event.TOOK_COVER: ("c.take_cover", "{who} takes cover"),
    Event.DREW: ("action.draw", "{who} draws {amount}"),
    Event.PUT_AWAY: ("action.put_away", "{who} puts {amount} away"),
    Event.DROPPED: ("action.drop_items", "{who} drops {amount}"),
    Event.GOT_ITEM: ("action.get_item", "{who} gets {amount}"),
    Event.CONCEALED: ("action.conceal_item", "{who} conceals something"),
    Event.SWAPPED: ("action.swap_items", "{who} swaps what it holds"),
    Event.BROKE: ("effect.break", "{amount} of {who} breaks"),
    Event.READ: ("action.observe_insight", "{who} sees through {target}"),
    Event.SPOKE: ("action.speak", "{who} {amount}"),
    Event.SURRENDERED: ("c.speech", "{who} surrenders"),
    Event.PRIMED: ("action.use_skill", "{who} prepares a skill"),
    Event.RALLIED: ("c.skills", "{who} rallies {target}"),
    Event.ASSISTS: ("c.drag", "{who} takes hold of {target}, to move it or keep it there"),
    Event.DRAGGED: ("c.drag", "{who} drags {target} to {amount}"),
    Event.BASHED: ("c.bash", "{who} strikes at the barrier: toughness {amount} left"),
    Event.SEIZED: ("c.objective", "{who} seizes what is to be held here"),
    Event.WILLPOWER_SPENT: ("check.willpower_reroll", "{who} spends {amount:point} of willpower"),
    Event.BLIND_SPOT: ("blind.create", "defending leaves {who} a blind spot"),
    Event.LUCK_FAILED: ("position.hidden_luck", "{who} has no luck: nobody is there to be attacked"),
    Event.STARTED_UPCOMING: ("action.upcoming", "{who} begins {amount}"),
    Event.INTERRUPTED: ("action.upcoming_interrupt", "{who} is interrupted"),
    Event.FLED: ("c.escape", "{who} flees from the map"),
    Event.PURSUES: ("c.escape", "{who} goes after {target}"),
    Event.CHASE_ROLLED: ("chase.start", "{who} comes to {amount} in the chase"),
    Event.CHASE_DISTANCE: ("chase.step", "{who} is {amount:square} behind {target}"),
    Event.CAUGHT: ("chase.fatigue_end", "{who} catches {target}"),
    Event.ESCAPED: ("c.chase_mode", "{who} has escaped"),
    Event.STOPPED: ("brawl.grab_stop", "{who} is stopped by who holds it"),
    Event.PREPARED_DODGE: ("action.dodge", "{who} is ready for shots"),
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
_AGAINST = (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.GRAZED)
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): part for event in _PARTS},
    **{(event, "amount"): effect for event in _EFFECTS},
    **{(event, "amount"): against for event in _AGAINST},
    **{(event, "amount"): requirement for event in (Event.PASSED, Event.FAILED)},
    **{(event, "extra"): task for event in (Event.PASSED, Event.FAILED)},
    (Event.DEFENCE_ROLLED, "extra"): defence,
    (Event.ATTACKS, "amount"): weapon,
    (Event.ATTACKS, "extra"): aim,
    (Event.ATTACK_HIT, "extra"): weapon,
    (Event.ATTACK_MISSED, "extra"): lambda n: KEPT_OFF_BY[Defence(n)],
    (Event.EFFECT, "extra"): lambda n: str(n) if n else "",
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
