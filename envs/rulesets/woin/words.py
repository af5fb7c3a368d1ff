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


def thing(number: int) -> str:
    """A thing on the map, as it is now."""
    return THING_WORDS[Thing(number)]


def rolled(number: int) -> str:
    """What a pool came to; nothing where none was rolled."""
    return f", rolled {number}" if number > 0 else ""


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "",
    Ending.LAST_ACTIVE: "only one side is still in the fight",
    Ending.NOBODY_ACTIVE: "nobody is left in the fight",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.TURN: "next action",
    Prompt.AMBUSH: "whom to ambush, and how",
    Prompt.WATCH: "fire from overwatch",
    Prompt.TRADE: "dice of damage to buy",
    Prompt.LUCK: "LUCK dice to add",
    Prompt.GUARD: "guard against the attack",
    Prompt.TARGET: "target",
    Prompt.ITEM: "weapon",
    Prompt.MODE: "how",
    Prompt.CELL: "where",
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
    Task.DRAUGHT: "a healing draught",
    Task.MEND: "mend",
    Task.SCAN: "a scan",
    Task.SHAKE_OFF: "shaking it off",
    Task.UNLOCK: "a lock or trap",
    Task.HIDE: "hiding",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.TURN_ONLY: "only in its own turn, once what is asked now is answered",
    Refusal.WHEN_ASKED: "only when the rules ask for it",
    Refusal.FIGHT_HAS_BEGUN: "the fight has begun: it is too late for an ambush",
    Refusal.NO_ACTIONS: "no action is left",
    Refusal.TOO_FEW_ACTIONS: "it takes more actions than are left",
    Refusal.NO_FREE_ACTION: "no free action is left, and no ordinary one can take its place",
    Refusal.BOUND: "it is restrained so that it can only struggle",
    Refusal.RESTRAINED: "it is restrained",
    Refusal.NO_SPEED: "it has no SPEED",
    Refusal.NO_MOVES: "no movement is left, and no action to pay for more",
    Refusal.NO_WAY: "there is no free cell it can get to",
    Refusal.OFF_THE_BOARD: "that is off the board",
    Refusal.THERE_ALREADY: "it is there already",
    Refusal.OCCUPIED: "somebody is in that cell",
    Refusal.NO_WAY_THERE: "it cannot get there with the movement that is left",
    Refusal.ABSENT: "there is no such unit",
    Refusal.NO_ENEMY: "that is no enemy",
    Refusal.ENEMY: "that is an enemy",
    Refusal.ITSELF: "that is the unit itself",
    Refusal.DEAD: "it is dead or has left the map",
    Refusal.DOWN: "it is down",
    Refusal.OUT_OF_REACH: "it is out of reach",
    Refusal.OUT_OF_RANGE: "it is out of range",
    Refusal.OUT_OF_SIGHT: "it is out of sight",
    Refusal.NOT_NEXT: "it is not in a neighbouring cell",
    Refusal.TOO_FAR: "it is too far away",
    Refusal.NOBODY_TO_ATTACK: "there is no enemy that it could attack from here",
    Refusal.NOBODY_IN_REACH: "no enemy who still fights is within reach",
    Refusal.NO_ATTACK: "that is no way to attack",
    Refusal.NOT_IN_AMBUSH: "an ambush leaves no room for it",
    Refusal.NO_WEAPON: "it carries no such weapon",
    Refusal.NOT_IN_HAND: "that weapon is not in hand",
    Refusal.NOT_LOADED: "the weapon in hand is not loaded",
    Refusal.TOO_FEW_SHOTS: "the weapon in hand has too few shots loaded",
    Refusal.SINGLE: "the weapon in hand fires single shots only",
    Refusal.MELEE_WEAPON: "that weapon is for melee alone",
    Refusal.RANGED_WEAPON: "that weapon is for shooting alone",
    Refusal.WITHIN_REACH: "the target is so near that the weapon would not be thrown",
    Refusal.BARE_HANDS: "that takes bare hands or trained fists",
    Refusal.WEAPON_TOO_LARGE: "that weapon is too large for an escape",
    Refusal.NOT_ITS_HOLDER: "the target does not hold it",
    Refusal.NO_CHARGE: "no straight run leads to where it could strike the target",
    Refusal.NO_LEAP: "there is nowhere to leap down to and strike the target",
    Refusal.NO_DICE: "its dice are too few: after the price one must be left to roll",
    Refusal.NO_EXPLOITS: "this battle goes without exploits and Called Shots",
    Refusal.NO_EXPLOIT: "it does not own this exploit",
    Refusal.EXPLOIT_USED: "it has used this exploit this turn",
    Refusal.CALLED_BEFORE: "it has no Called Shot left this turn",
    Refusal.NO_LOCATION: "the target has no special location",
    Refusal.IMMUNE: "the target is immune to it",
    Refusal.ALREADY_SO: "it would change nothing: the target is so already",
    Refusal.UNARMED: "the target has no weapon in hand",
    Refusal.ONLY_HURT: "the target is down: all that can be done to it is damage",
    Refusal.HOLDS_ANOTHER: "it holds somebody else",
    Refusal.TOO_LARGE: "the target is too large",
    Refusal.DONE_BEFORE: "it has just done so",
    Refusal.NO_MISSILES: "it has no ranged weapon in hand",
    Refusal.WATCHES_ALREADY: "it is in overwatch",
    Refusal.HUNKERED: "it is in its cover, out of sight",
    Refusal.BLINDED: "it is blinded",
    Refusal.NO_ENEMY_IN_SIGHT: "no enemy is in sight",
    Refusal.NO_ALLY: "there is no friend to cover",
    Refusal.NO_COVER: "nothing here gives cover",
    Refusal.NOT_HUNKERED: "it is not out of sight in cover",
    Refusal.NOT_PINNED: "it is not pinned",
    Refusal.IN_THE_OPEN: "it stands in the open: neither prone nor in the dark, in smoke or at cover",
    Refusal.PRONE: "it is prone",
    Refusal.NOT_PRONE: "it is not prone",
    Refusal.NEVER_PRONE: "it never falls prone",
    Refusal.HANDS_FULL: "it has a weapon in hand",
    Refusal.PART_OF_BODY: "that is a part of its body",
    Refusal.NO_WEAPON_TO_DRAW: "it carries no weapon to draw",
    Refusal.NO_WEAPON_HELD: "it has no weapon in hand",
    Refusal.NOTHING_LOST: "it has lost no weapon",
    Refusal.LOST_TOO_FAR: "the lost weapon is too far away",
    Refusal.NO_CAPACITY: "the weapon in hand needs no loading",
    Refusal.LOADED: "the weapon in hand is fully loaded",
    Refusal.UNHURT: "it is not hurt",
    Refusal.HEALED_BEFORE: "it has had emergency healing in this battle",
    Refusal.NOBODY_TO_HEAL: "nobody at hand can be helped so",
    Refusal.NO_DRAUGHT: "it has no draught left",
    Refusal.NO_SPELL: "it knows no such spell",
    Refusal.OTHER_KIND: "that spell is not cast so: some are cast at a unit, some at a cell",
    Refusal.NO_POINTS: "it has too few points left",
    Refusal.NOBODY_TO_CAST_AT: "there is nobody to cast it at from here",
    Refusal.SOLID: "a wall, a pillar or a chest fills that cell",
    Refusal.NOBODY_TO_SCAN: "no enemy is near enough",
    Refusal.NO_CONDITION: "it has nothing of the kind to shake off",
    Refusal.HELD: "somebody holds it: it must escape by an attack",
    Refusal.NOTHING_TO_OPEN: "no closed door and no full chest is next to it",
    Refusal.NOTHING_TO_UNLOCK: "no lock and no trap is next to it",
    Refusal.NOTHING_THERE: "there is nothing of the kind in that cell",
    Refusal.HOLDS_NOBODY: "it holds nobody",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("sequence.round_loop", ""),
    Event.ROUND_BEGINS: ("sequence.round_loop", "round {amount} begins"),
    Event.INITIATIVE: ("sequence.initiative", "{who} rolls {amount} for initiative"),
    Event.TIE_DIE: ("sequence.initiative_ties", "{who} rolls {amount} to break a tie"),
    Event.TURN_BEGINS: ("sequence.turn_order", "{who} acts on {amount}"),
    Event.EXTRA_TURN_BEGINS: ("turn.four_plus_action_creatures", "{who} acts again on {amount}"),
    Event.MOVED: ("action.move", "{who} moves to {amount}"),
    Event.ATTACK_HIT: ("core.dice_pool", "{who} attacks {target}{extra}: needs {amount}{face}: hits"),
    Event.ATTACK_MISSED: ("core.dice_pool", "{who} attacks {target}{extra}: needs {amount}{face}: misses"),
    Event.CRITICAL_HIT: ("damage.critical", "{who} attacks {target}{extra}: needs {amount}{face}: critical hit"),
    Event.DAMAGE_ROLLED: ("attack.damage_roll", "{who} rolls {amount} on the damage dice, {extra} among them"),
    Event.DAMAGED: ("damage.dice_and_soak", "{target} loses {amount} HEALTH: {extra} left"),
    Event.NO_DAMAGE: ("damage.dice_and_soak", "{target} is not hurt"),
    Event.FELL_DOWN: ("completion.down_and_dying", "{who} goes down and is dying: {amount} left"),
    Event.DYING_DICE_LOST: ("completion.down_and_dying", "{who} is dying: {amount} left"),
    Event.DIED: ("completion.down_and_dying", "{who} dies"),
    Event.WOKE: ("completion.down_and_dying", "{who} wakes with {amount} HEALTH"),
    Event.LUCK_SPENT: ("attack.step4_luck", "{who} adds {amount} of LUCK: {extra} left"),
    Event.DICE_TRADED: ("attack.damage_dice", "{who} buys {amount} of damage"),
    Event.GUARDED: ("completion.reaction_defend", "{who} guards against {target}"),
    Event.PRONE: ("completion.status.prone", "{who} is prone"),
    Event.STOOD_UP: ("action.stand", "{who} stands up"),
    Event.RESTRAINED: ("completion.status.restrained", "{who} is restrained: level {amount}"),
    Event.FREED: ("completion.status.restrained", "{who} is free"),
    Event.LET_GO: ("completion.release", "{who} lets {target} go"),
    Event.SLOWED: ("completion.status.slowed", "{who} is slowed"),
    Event.BLINDED: ("completion.status.blinded", "{who} is blinded"),
    Event.AFRAID: ("completion.status.afraid", "{who} is afraid"),
    Event.RECOVERED: ("completion.shake_off", "{who} shakes it off: {amount}"),
    Event.DISARMED: ("completion.status.disarmed", "{who} is disarmed: {amount} falls"),
    Event.DREW: ("action.draw_sheathe", "{who} draws {amount}"),
    Event.SHEATHED: ("action.draw_sheathe", "{who} puts {amount} away"),
    Event.DROPPED: ("action.drop_item", "{who} drops {amount}"),
    Event.PICKED_UP: ("action.pick_up", "{who} picks {amount} up"),
    Event.RELOADED: ("action.reload", "{who} reloads {amount}"),
    Event.AIMED: ("aim.bonus", "{who} aims"),
    Event.FEINTED: ("aim.bonus", "{who} feints"),
    Event.WATCHES: ("overwatch.stance", "{who} goes into overwatch"),
    Event.HELD_FIRE: ("overwatch.interrupt", "{who} holds its fire at {target}"),
    Event.WATCH_ENDS: ("overwatch.stance", "{who} is no longer in overwatch"),
    Event.SUPPRESSES: ("suppress.cover", "{who} gives suppressive fire for {target}: {amount} of cover"),
    Event.HUNKERED: ("cover.positions", "{who} takes cover out of sight"),
    Event.UNHUNKERED: ("cover.positions", "{who} comes out of its cover"),
    Event.HID: ("pinned.hide", "{who} hides and is pinned no longer"),
    Event.NOT_HIDDEN: ("pinned.hide", "{who} cannot hide from {target}"),
    Event.PINNED: ("completion.pinned_counter", "{who} is pinned: {amount}"),
    Event.PASSED: ("core.dice_pool", "{who} tries {extra}{amount}{face}: succeeds"),
    Event.FAILED: ("core.dice_pool", "{who} tries {extra}{amount}{face}: fails"),
    Event.HEALED: ("completion.emergency_healing", "{who} regains {amount} HEALTH: {extra} now"),
    Event.CAST: ("completion.spell_rules", "{who} casts {amount}: {extra:point} left"),
    Event.SMOKE_RISES: ("completion.spell.fog", "fog rises around {amount} for {extra:round}"),
    Event.SMOKE_CLEARS: ("completion.spell.fog", "the fog around {amount} clears"),
    Event.SCANNED: ("completion.scan", "{who} scans {target}"),
    Event.OPENED: ("action.open", "{who} opens what is at {amount}: {extra}"),
    Event.UNLOCKED: ("completion.doors_traps", "{who} deals with what is at {amount}: {extra}"),
    Event.TRAP_SPRUNG: ("completion.doors_traps", "{who} springs the trap at {amount}"),
    Event.PUSHED: ("called.push", "{who} is pushed to {amount}"),
    Event.FALLS: ("move.fall_damage", "{who} falls {extra}: {amount} damage"),
    Event.LANDED_WELL: ("move.fall_prone", "{who} lands on its feet after {amount}{face}"),
    Event.CLIMBS: ("move.climb", "{who} climbs: needs {amount}{face}: succeeds"),
    Event.SLIPS: ("move.climb", "{who} climbs: needs {amount}{face}: fails"),
    Event.SWIMS: ("move.non_primary", "{who} swims: needs {amount}{face}: succeeds"),
    Event.SINKS_BACK: ("move.non_primary", "{who} swims: needs {amount}{face}: fails"),
    Event.LEAPT: ("move.jump", "{who} leaps to {amount}"),
    Event.CHARGED: ("completion.exploit.charge", "{who} charges to {amount}"),
    Event.PLUNGED: ("completion.exploit.death_from_on_high", "{who} leaps down to {amount}"),
    Event.VENOM: ("completion.poison", "venom against {target}: needs {amount}{face}: takes hold"),
    Event.VENOM_RESISTED: ("completion.poison", "venom against {target}: needs {amount}{face}: does nothing"),
    Event.NECK_HIT: ("called.threshold", "a neck of {who} is hit: {amount:action} a round from now on"),
    Event.AMBUSH_WON: ("ambush.opposed_check", "{who} tries to surprise {target}, {amount} against {extra}: succeeds"),
    Event.AMBUSH_LOST: ("ambush.opposed_check", "{who} tries to surprise {target}, {amount} against {extra}: fails"),
    Event.AMBUSH_MUTUAL: ("ambush.mutual", "{who} and {target} surprise each other: nobody gains by it"),
    Event.ENDED_TURN: ("turn.two_actions", "{who} ends its turn"),
    Event.BATTLE_ENDS: ("completion.battle_end", "the battle ends: {amount}"),
    Event.AREA_ROLLED: ("attack.vital", "{who} attacks an area{extra}: rolled {amount}"),
    Event.LANDED_BADLY: ("move.fall_prone", "{who} fails to land on its feet after {amount}{face}"),
    Event.COUNTED_DOWN: ("completion.down_and_dying", "{who} rolls {amount} of its countdown{face}: {extra}"),
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
    Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.PASSED, Event.FAILED, Event.VENOM, Event.VENOM_RESISTED,
    Event.CLIMBS, Event.SLIPS, Event.SWIMS, Event.SINKS_BACK, Event.LANDED_WELL, Event.LANDED_BADLY,
    Event.COUNTED_DOWN,
)  # fmt: skip
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): dice for event in _DICE},
    **{(event, "face"): rolled for event in _POOLS},
    **{(event, "extra"): way for event in _ATTACKS},
    **{(event, "amount"): lambda n: f" against {n}" if n > 0 else "" for event in (Event.PASSED, Event.FAILED)},
    **{(event, "extra"): lambda n: TASK_WORDS[Task(n)] for event in (Event.PASSED, Event.FAILED)},
    (Event.DAMAGE_ROLLED, "extra"): lambda n: "1 six" if n == 1 else f"{n or 'no'} sixes",
    (Event.COUNTED_DOWN, "extra"): lambda n: f"loses {n or 'none'}",
    (Event.RECOVERED, "amount"): mode,
    (Event.CAST, "amount"): mode,
    (Event.OPENED, "extra"): thing,
    (Event.UNLOCKED, "extra"): thing,
    (Event.FALLS, "extra"): feet,
    (Event.LANDED_WELL, "amount"): feet,
    (Event.LANDED_BADLY, "amount"): feet,
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
}
TERM_WORDS: dict[Term, str] = {term: plain(term) for term in Term} | {
    Term.NONE: "",
    Term.MAXIMUM: "beyond the maximum",
    Term.NOT_BELOW_NONE: "never below none",
    Term.TRADED: "traded for damage",
    Term.PRICE: "price of the option",
    Term.LUCK: "LUCK",
    Term.SOAK: "SOAK",
    Term.SIXES: "sixes in any case",
    Term.PRONE: "target prone",
}
