"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .vocab import Ending, Event, Item, Mode, Prompt, Refusal, Task, Term, Thing, Verb


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def item(number: int) -> str:
    """A weapon."""
    return "bare hands" if number == Item.UNARMED else plain(Item(number))


def dice(number: int) -> str:
    """A number of dice."""
    return "1 die" if number == 1 else f"{number or 'no'} dice"


def feet(number: int) -> str:
    """A height or distance."""
    return "1 foot" if number == 1 else f"{number} feet"


def mode(number: int) -> str:
    """A way to attack, a spell, or a condition."""
    return MODE_WORDS[Mode(number)]


def way(number: int) -> str:
    """A way to attack, in brackets; nothing for the plain one."""
    return "" if number == Mode.NORMAL else f" ({mode(number)})"


def rolls(number: int) -> str:
    """What a pool comes to."""
    return f"rolls {number}" if number > 0 else "no dice to roll"


def opened(number: int) -> str:
    """What was opened, by what it is now."""
    return "a chest" if number == Thing.CHEST_EMPTY else "a door"


def unlocked(number: int) -> str:
    """What was done to a lock or a trap, by what it is now."""
    return "disarms a trap" if number == Thing.TRAP_SPENT else "unlocks and opens a door"


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "",
    Ending.LAST_ACTIVE: "only one side is still in the fight",
    Ending.NOBODY_ACTIVE: "nobody is left in the fight",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "no choice to make",
    Prompt.TURN: "choose an action",
    Prompt.AMBUSH: "choose an ambush",
    Prompt.WATCH: "choose whether to fire from overwatch",
    Prompt.TRADE: "choose how many dice of damage to buy",
    Prompt.LUCK: "choose how many LUCK dice to add",
    Prompt.GUARD: "choose whether to guard against the attack",
    Prompt.TARGET: "choose a target",
    Prompt.ITEM: "choose a weapon",
    Prompt.MODE: "choose how to do it",
    Prompt.CELL: "choose a cell",
}
VERB_WORDS: dict[Verb, str] = {verb: plain(verb) for verb in Verb} | {
    Verb.WHIRLWIND: "whirlwind frenzy",
    Verb.SUPPRESS: "suppressive fire for",
    Verb.CAST_AREA: "cast at cell",
    Verb.AMBUSH_ATTACK: "ambush by attack",
    Verb.AMBUSH_MOVE: "ambush by move",
    Verb.AMBUSH_WATCH: "ambush by overwatch",
}
MODE_WORDS: dict[Mode, str] = {mode: plain(mode) for mode in Mode}
ITEM_WORDS: dict[Item, str] = {member: item(member) for member in Item}
THING_WORDS: dict[Thing, str] = {
    Thing.NOTHING: "nothing",
    Thing.DOOR_OPEN: "open door",
    Thing.DOOR_CLOSED: "closed door",
    Thing.DOOR_LOCKED: "locked door",
    Thing.CHEST_FULL: "full chest",
    Thing.CHEST_EMPTY: "empty chest",
    Thing.TRAP_ARMED: "trap",
    Thing.TRAP_SPENT: "spent trap",
}
TASK_WORDS: dict[Task, str] = {
    Task.NONE: "nothing",
    Task.EMERGENCY_HEALING: "emergency healing",
    Task.DRAUGHT: "drinking a healing draught",
    Task.MEND: "casting mend",
    Task.SCAN: "scanning",
    Task.SHAKE_OFF: "shaking off a condition",
    Task.UNLOCK: "dealing with a lock or trap",
    Task.HIDE: "hiding",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.TURN_ONLY: "only in its own turn, once the current prompt is answered",
    Refusal.WHEN_ASKED: "only as a reply, when the rules ask for it",
    Refusal.FIGHT_HAS_BEGUN: "ambushes are only possible before the first round",
    Refusal.NO_ACTIONS: "it has no actions left",
    Refusal.TOO_FEW_ACTIONS: "it needs more actions than it has left",
    Refusal.NO_FREE_ACTION: "it has no free action left and cannot use an ordinary one instead",
    Refusal.BOUND: "it is restrained at level 2: it can only try to get free",
    Refusal.RESTRAINED: "it is restrained",
    Refusal.NO_SPEED: "it has no SPEED",
    Refusal.NO_MOVES: "it has no movement left and no action to pay for more",
    Refusal.NO_WAY: "it cannot reach any free cell from here",
    Refusal.OFF_THE_BOARD: "that cell is off the board",
    Refusal.THERE_ALREADY: "it is already there",
    Refusal.OCCUPIED: "another unit is in that cell",
    Refusal.NO_WAY_THERE: "it cannot get there with the movement it has left",
    Refusal.ABSENT: "there is no such unit",
    Refusal.NO_ENEMY: "that unit is not an enemy",
    Refusal.ENEMY: "that unit is an enemy",
    Refusal.ITSELF: "it cannot do this to itself",
    Refusal.DEAD: "that unit is dead or has left the map",
    Refusal.DOWN: "that unit is down",
    Refusal.OUT_OF_REACH: "the target is out of reach",
    Refusal.OUT_OF_RANGE: "the target is out of range",
    Refusal.OUT_OF_SIGHT: "the target is out of sight",
    Refusal.NOT_NEXT: "the target is not in a neighbouring cell",
    Refusal.TOO_FAR: "that unit is too far away",
    Refusal.NOBODY_TO_ATTACK: "there is no enemy it could attack from here",
    Refusal.NOBODY_IN_REACH: "no enemy within reach is still fighting",
    Refusal.NO_ATTACK: "that is not a way to attack",
    Refusal.NOT_IN_AMBUSH: "that is not possible in an ambush",
    Refusal.NO_WEAPON: "it does not carry that weapon",
    Refusal.NOT_IN_HAND: "that weapon is not in hand: draw it first",
    Refusal.NOT_LOADED: "the weapon in hand is not loaded: reload it first",
    Refusal.TOO_FEW_SHOTS: "too few shots are loaded in the weapon in hand",
    Refusal.SINGLE: "the weapon in hand only fires single shots",
    Refusal.MELEE_WEAPON: "that weapon is for melee only",
    Refusal.RANGED_WEAPON: "that weapon is for shooting only",
    Refusal.WITHIN_REACH: "the target is too close to throw the weapon",
    Refusal.BARE_HANDS: "only bare hands or martial fists can do that",
    Refusal.WEAPON_TOO_LARGE: "that weapon is too large to escape with",
    Refusal.NOT_ITS_HOLDER: "the target is not holding it",
    Refusal.NO_CHARGE: "no straight run leads to a cell from which it could strike the target",
    Refusal.NO_LEAP: "it cannot leap down to a cell from which it could strike the target",
    Refusal.NO_DICE: "it has too few dice: at least one must be left to roll after the price",
    Refusal.NO_EXPLOITS: "this battle is played without exploits and Called Shots",
    Refusal.NO_EXPLOIT: "it does not have this exploit",
    Refusal.EXPLOIT_USED: "it has already used this exploit this turn",
    Refusal.CALLED_BEFORE: "it has no Called Shot left this turn",
    Refusal.NO_LOCATION: "the target has no special location",
    Refusal.IMMUNE: "the target is immune to that",
    Refusal.ALREADY_SO: "that would change nothing for the target",
    Refusal.UNARMED: "the target has no weapon in hand",
    Refusal.ONLY_HURT: "the target is down and can only be damaged",
    Refusal.HOLDS_ANOTHER: "it is already holding another unit",
    Refusal.TOO_LARGE: "the target is too large",
    Refusal.DONE_BEFORE: "it has already done that: attack now to use it",
    Refusal.NO_MISSILES: "it has no ranged weapon in hand",
    Refusal.WATCHES_ALREADY: "it is already in overwatch",
    Refusal.HUNKERED: "it is out of sight in its cover",
    Refusal.BLINDED: "it is blinded",
    Refusal.NO_ENEMY_IN_SIGHT: "it sees no enemy",
    Refusal.NO_ALLY: "it has no ally to cover",
    Refusal.NO_COVER: "there is no cover here",
    Refusal.NOT_HUNKERED: "it is not out of sight in cover",
    Refusal.NOT_PINNED: "only a pinned unit can hide",
    Refusal.IN_THE_OPEN: "it is in the open: to hide, it must be prone, in the dark, in smoke or at cover",
    Refusal.PRONE: "it is already prone",
    Refusal.NOT_PRONE: "it is not prone",
    Refusal.NEVER_PRONE: "it cannot fall prone",
    Refusal.HANDS_FULL: "it already has a weapon in hand: sheathe or drop that first",
    Refusal.PART_OF_BODY: "that weapon is part of its body",
    Refusal.NO_WEAPON_TO_DRAW: "it carries no weapon that it could draw",
    Refusal.NO_WEAPON_HELD: "it has no weapon in hand",
    Refusal.NOTHING_LOST: "none of its weapons lies on the ground",
    Refusal.LOST_TOO_FAR: "its weapon on the ground is too far away",
    Refusal.NO_CAPACITY: "the weapon in hand does not need loading",
    Refusal.LOADED: "the weapon in hand is already fully loaded",
    Refusal.UNHURT: "that unit is not hurt",
    Refusal.HEALED_BEFORE: "that unit has already had emergency healing in this battle",
    Refusal.NOBODY_TO_HEAL: "there is no unit nearby that it could help",
    Refusal.NO_DRAUGHT: "it has no healing draught left",
    Refusal.NO_SPELL: "it knows no such spell",
    Refusal.OTHER_KIND: "that spell needs the other kind of target (a unit for cast, a cell for cast at cell)",
    Refusal.NO_POINTS: "it has too few points left to cast that",
    Refusal.NOBODY_TO_CAST_AT: "there is no target for it from here",
    Refusal.SOLID: "a wall, pillar or chest fills that cell",
    Refusal.NOBODY_TO_SCAN: "no enemy is close enough to scan",
    Refusal.NO_CONDITION: "it has no such condition to shake off",
    Refusal.HELD: "another unit is holding it: it must attack to escape",
    Refusal.NOTHING_TO_OPEN: "there is no closed door or full chest next to it",
    Refusal.NOTHING_TO_UNLOCK: "there is no lock or trap next to it",
    Refusal.NOTHING_THERE: "there is nothing of that kind in that cell",
    Refusal.HOLDS_NOBODY: "it is not holding any unit",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("sequence.round_loop", ""),
    Event.ROUND_BEGINS: ("sequence.round_loop", "round {amount} begins"),
    Event.INITIATIVE: ("sequence.initiative", "{who} rolls {amount} for initiative"),
    Event.TIE_DIE: ("sequence.initiative_ties", "{who} rolls {amount} to break a tie"),
    Event.TURN_BEGINS: ("sequence.turn_order", "{who} begins its turn on count {amount}"),
    Event.EXTRA_TURN_BEGINS: ("turn.four_plus_action_creatures", "{who} acts again on count {amount}"),
    Event.MOVED: ("action.move", "{who} moves to {amount}"),
    Event.ATTACK_HIT: ("core.dice_pool", "{who} attacks {target}{extra}: {face} against DEFENSE {amount}, hits"),
    Event.ATTACK_MISSED: ("core.dice_pool", "{who} attacks {target}{extra}: {face} against DEFENSE {amount}, misses"),
    Event.CRITICAL_HIT: (
        "damage.critical",
        "{who} attacks {target}{extra}: {face} against DEFENSE {amount}, critical hit",
    ),
    Event.DAMAGE_ROLLED: ("attack.damage_roll", "{who} rolls {amount} for damage, with {extra}"),
    Event.DAMAGED: ("damage.dice_and_soak", "{target} loses {amount} HEALTH and has {extra} left"),
    Event.NO_DAMAGE: ("damage.dice_and_soak", "{target} takes no damage"),
    Event.FELL_DOWN: ("completion.down_and_dying", "{who} goes down, dying with {amount} left"),
    Event.DYING_DICE_LOST: ("completion.down_and_dying", "{who} is dying with {amount} left"),
    Event.DIED: ("completion.down_and_dying", "{who} dies"),
    Event.WOKE: ("completion.down_and_dying", "{who} wakes up with {amount} HEALTH"),
    Event.LUCK_SPENT: ("attack.step4_luck", "{who} adds {amount} of LUCK and has {extra} left"),
    Event.DICE_TRADED: ("attack.damage_dice", "{who} buys {amount} of damage"),
    Event.GUARDED: ("completion.reaction_defend", "{who} guards against {target}"),
    Event.PRONE: ("completion.status.prone", "{who} is prone"),
    Event.STOOD_UP: ("action.stand", "{who} stands up"),
    Event.RESTRAINED: ("completion.status.restrained", "{who} is restrained at level {amount}"),
    Event.FREED: ("completion.status.restrained", "{who} is no longer restrained"),
    Event.LET_GO: ("completion.release", "{who} no longer holds {target}"),
    Event.SLOWED: ("completion.status.slowed", "{who} is slowed"),
    Event.BLINDED: ("completion.status.blinded", "{who} is blinded"),
    Event.AFRAID: ("completion.status.afraid", "{who} is afraid"),
    Event.RECOVERED: ("completion.shake_off", "{who} is no longer {amount}"),
    Event.DISARMED: ("completion.status.disarmed", "{who} is disarmed and drops its {amount}"),
    Event.DREW: ("action.draw_sheathe", "{who} draws its {amount}"),
    Event.SHEATHED: ("action.draw_sheathe", "{who} puts away its {amount}"),
    Event.DROPPED: ("action.drop_item", "{who} drops its {amount}"),
    Event.PICKED_UP: ("action.pick_up", "{who} picks up its {amount}"),
    Event.RELOADED: ("action.reload", "{who} reloads its {amount}"),
    Event.AIMED: ("aim.bonus", "{who} aims"),
    Event.FEINTED: ("aim.bonus", "{who} feints"),
    Event.WATCHES: ("overwatch.stance", "{who} goes into overwatch"),
    Event.HELD_FIRE: ("overwatch.interrupt", "{who} does not fire at {target}"),
    Event.WATCH_ENDS: ("overwatch.stance", "{who} is no longer in overwatch"),
    Event.SUPPRESSES: ("suppress.cover", "{who} covers {target} with suppressive fire: {amount} of cover"),
    Event.HUNKERED: ("cover.positions", "{who} takes cover out of sight"),
    Event.UNHUNKERED: ("cover.positions", "{who} comes back into sight from its cover"),
    Event.HID: ("pinned.hide", "{who} hides and is no longer pinned"),
    Event.NOT_HIDDEN: ("pinned.hide", "{who} cannot hide from {target}"),
    Event.PINNED: ("completion.pinned_counter", "{who} stays in place: pinned counter {amount}"),
    Event.PASSED: ("core.dice_pool", "{who} succeeds at {extra}{face}{amount}"),
    Event.FAILED: ("core.dice_pool", "{who} fails at {extra}{face}{amount}"),
    Event.HEALED: ("completion.emergency_healing", "{who} regains {amount} HEALTH and now has {extra}"),
    Event.CAST: ("completion.spell_rules", "{who} casts {amount} and has {extra:point} left"),
    Event.SMOKE_RISES: ("completion.spell.fog", "fog rises around {amount} for {extra:round}"),
    Event.SMOKE_CLEARS: ("completion.spell.fog", "the fog around {amount} clears"),
    Event.SCANNED: ("completion.scan", "{who} scans {target}"),
    Event.OPENED: ("action.open", "{who} opens {extra} at {amount}"),
    Event.UNLOCKED: ("completion.doors_traps", "{who} {extra} at {amount}"),
    Event.TRAP_SPRUNG: ("completion.doors_traps", "{who} springs the trap at {amount}"),
    Event.PUSHED: ("called.push", "{who} is pushed to {amount}"),
    Event.FALLS: ("move.fall_damage", "{who} falls {extra} and takes {amount} damage"),
    Event.LANDED_WELL: ("move.fall_prone", "{who} lands on its feet after falling {amount}: {face}"),
    Event.CLIMBS: ("move.climb", "{who} climbs: {face} against {amount}, succeeds"),
    Event.SLIPS: ("move.climb", "{who} climbs: {face} against {amount}, fails"),
    Event.SWIMS: ("move.non_primary", "{who} swims: {face} against {amount}, succeeds"),
    Event.SINKS_BACK: ("move.non_primary", "{who} swims: {face} against {amount}, fails"),
    Event.LEAPT: ("move.jump", "{who} leaps to {amount}"),
    Event.CHARGED: ("completion.exploit.charge", "{who} charges to {amount}"),
    Event.PLUNGED: ("completion.exploit.death_from_on_high", "{who} leaps down to {amount}"),
    Event.VENOM: ("completion.poison", "{who}'s venom takes hold of {target}: {face} against DEFENSE {amount}"),
    Event.VENOM_RESISTED: (
        "completion.poison",
        "{who}'s venom does nothing to {target}: {face} against DEFENSE {amount}",
    ),
    Event.NECK_HIT: ("called.threshold", "{who} loses the use of a neck and has {amount:action} a round from now on"),
    Event.AMBUSH_WON: ("ambush.opposed_check", "{who} surprises {target}: rolls {amount} against {extra}"),
    Event.AMBUSH_LOST: ("ambush.opposed_check", "{who} fails to surprise {target}: rolls {amount} against {extra}"),
    Event.AMBUSH_MUTUAL: ("ambush.mutual", "{who} and {target} surprise each other, so neither gains anything"),
    Event.ENDED_TURN: ("turn.two_actions", "{who} ends its turn"),
    Event.BATTLE_ENDS: ("completion.battle_end", "the battle ends: {amount}"),
    Event.AREA_ROLLED: ("attack.vital", "{who} attacks an area{extra}: rolls {amount}"),
    Event.LANDED_BADLY: ("move.fall_prone", "{who} does not land on its feet after falling {amount}: {face}"),
    Event.COUNTED_DOWN: ("completion.down_and_dying", "{who} is dying and rolls {amount}{face}, {extra}"),
}

#: Numbers that stand for sides.
SIDE_FIELDS: set[tuple[Event, str]] = set()

#: Numbers that stand for cells; the events of a table have them as (x, y).
_CELLS = (
    Event.MOVED, Event.PUSHED, Event.LEAPT, Event.CHARGED, Event.PLUNGED, Event.SMOKE_RISES, Event.SMOKE_CLEARS, Event.OPENED,
    Event.UNLOCKED, Event.TRAP_SPRUNG,
)  # fmt: skip
CELL_FIELDS: set[tuple[Event, str]] = {(event, "amount") for event in _CELLS}

#: How events sound, for colours.
TONES: dict[Event, str] = {
    **dict.fromkeys((Event.ATTACK_HIT, Event.CRITICAL_HIT, Event.VENOM), "hit"),
    **dict.fromkeys(
        (
            Event.ATTACK_MISSED, Event.FAILED, Event.VENOM_RESISTED, Event.SLIPS, Event.SINKS_BACK, Event.LANDED_BADLY,
        ),
        "miss",
    ),
    **dict.fromkeys(
        (
            Event.DAMAGED, Event.RESTRAINED, Event.SLOWED, Event.BLINDED, Event.AFRAID, Event.DISARMED, Event.FALLS,
            Event.NECK_HIT,
        ),
        "wound",
    ),
    **dict.fromkeys((Event.FELL_DOWN, Event.DYING_DICE_LOST, Event.DIED), "down"),
    **dict.fromkeys((Event.NO_DAMAGE, Event.HEALED, Event.WOKE, Event.FREED, Event.RECOVERED, Event.LANDED_WELL), "saved"),
    Event.ROUND_BEGINS: "round",
}  # fmt: skip

#: Attacks of one unit at another, for lines on the board.
STROKES: dict[Event, str] = {Event.ATTACK_HIT: "hit", Event.CRITICAL_HIT: "hit", Event.ATTACK_MISSED: "miss"}

#: Events of the sequence of play, which pictures and pages leave out.
ROUTINE: set[Event] = {
    Event.INITIATIVE, Event.TIE_DIE, Event.TURN_BEGINS, Event.EXTRA_TURN_BEGINS, Event.DAMAGE_ROLLED, Event.HELD_FIRE,
    Event.WATCH_ENDS, Event.PINNED, Event.ENDED_TURN, Event.AREA_ROLLED, Event.COUNTED_DOWN,
}  # fmt: skip

_ITEMS = (Event.DISARMED, Event.DREW, Event.SHEATHED, Event.DROPPED, Event.PICKED_UP, Event.RELOADED)
_DICE = (
    Event.FELL_DOWN, Event.DYING_DICE_LOST, Event.LUCK_SPENT, Event.DICE_TRADED, Event.SUPPRESSES, Event.COUNTED_DOWN,
)  # fmt: skip
_ATTACKS = (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.AREA_ROLLED)
_POOLS = (
    Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.VENOM, Event.VENOM_RESISTED, Event.CLIMBS, Event.SLIPS,
    Event.SWIMS, Event.SINKS_BACK, Event.LANDED_WELL, Event.LANDED_BADLY,
)  # fmt: skip
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): dice for event in _DICE},
    **{(event, "face"): rolls for event in _POOLS},
    **{(event, "face"): lambda n: f": rolls {n}" if n > 0 else "" for event in (Event.PASSED, Event.FAILED)},
    (Event.COUNTED_DOWN, "face"): lambda n: f" for {n}",
    **{(event, "extra"): way for event in _ATTACKS},
    **{(event, "amount"): lambda n: f" against {n}" if n > 0 else "" for event in (Event.PASSED, Event.FAILED)},
    **{(event, "extra"): lambda n: TASK_WORDS[Task(n)] for event in (Event.PASSED, Event.FAILED)},
    (Event.DAMAGE_ROLLED, "extra"): lambda n: "1 six" if n == 1 else f"{n or 'no'} sixes",
    (Event.COUNTED_DOWN, "extra"): lambda n: f"loses {dice(n)}",
    (Event.RECOVERED, "amount"): mode,
    (Event.CAST, "amount"): mode,
    (Event.OPENED, "extra"): opened,
    (Event.UNLOCKED, "extra"): unlocked,
    (Event.FALLS, "extra"): feet,
    (Event.LANDED_WELL, "amount"): feet,
    (Event.LANDED_BADLY, "amount"): feet,
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
}
TERM_WORDS: dict[Term, str] = {term: plain(term) for term in Term} | {
    Term.NONE: "",
    Term.ATTRIBUTE: "attribute dice",
    Term.SKILL: "skill dice",
    Term.EQUIPMENT: "equipment dice",
    Term.MAXIMUM: "above the maximum",
    Term.NOT_BELOW_NONE: "not below zero",
    Term.TRADED: "traded for damage",
    Term.PRICE: "price of the option",
    Term.LUCK: "LUCK",
    Term.SOAK: "SOAK",
    Term.SIXES: "sixes always count",
    Term.PRONE: "target prone",
    Term.BONUS: "bonus dice",
}
