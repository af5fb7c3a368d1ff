"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .board import STRIDE
from .rules.breaking import OUTNUMBERED, TAKEN_AGAIN
from .rules.charging import TARGET_GONE
from .vocab import FILES_TOLD, Ending, Event, Fate, Gone, Mode, Phase, Prompt, Refusal, Side, Term, Turn, Verb

SINKHOLE = "sinkhole"
QUARTERS = ("north", "east", "south", "west")


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def cell(number: int) -> str:
    """A cell as column and row."""
    return "off the table" if number < 0 else f"{number % STRIDE},{number // STRIDE}"


def inches(number: int) -> str:
    """A distance."""
    return f"{number} inch" + ("" if number == 1 else "es")


def outcome(told: int) -> str:
    """Where a manoeuvre ends, by ``choices.leads_to``: "then facing east, 3 files wide, 3 inches of movement to spare"."""
    quarter, files, left = (told - 1) % 4, (told - 1) // 4 % FILES_TOLD, (told - 1) // 4 // FILES_TOLD
    spare = inches(left // 4) if left % 4 == 0 else f"{left / 4:g} inches"
    wide = f"{files} file{'' if files == 1 else 's'} wide"
    return f"then facing {QUARTERS[quarter]}, {wide}, {spare} of movement to spare"


def spell(number: int) -> str:
    """A spell by its Mode; the one that is cast on a cell has none."""
    return plain(Mode(number)) if number in list(Mode) else SINKHOLE


def ground(number: int) -> str:
    """Where a template or a ball came down."""
    return "is lost off the table" if number < 0 else f"falls on {cell(number)}"


def missed(number: int) -> str:
    """Why a charge fails."""
    if number < 0:
        return "its target is gone" if number == TARGET_GONE else "no place is left from which to reach its target"
    return f"needed {inches(number)}"


def again(number: int) -> str:
    """The first roll of a test that was rolled again, where it is known."""
    if number == 0:
        return ""
    return f", rolled again after {number}" if number > 1 else ", rolled again"


def how_tested(number: int) -> str:
    """What was special about a break test."""
    return (" again" if number & TAKEN_AGAIN else "") + (", outnumbered" if number & OUTNUMBERED else "")


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "not over yet",
    Ending.ROUNDS_PLAYED: "the last round is over",
    Ending.NOBODY_LEFT: "one side has only fleeing units left",
    Ending.WIPED_OUT: "one side has no unit left",
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
GONE_WORDS: dict[Gone, str] = {
    Gone.NOT: "is still there",
    Gone.SLAIN: "is destroyed to the last model",
    Gone.FLED: "has fled from the table",
    Gone.RUN_DOWN: "is destroyed as it flees",
    Gone.LEFT_OUT: "finds no room and is left out",
}
FATE_WORDS: dict[Fate, str] = {
    Fate.NONE: "nothing happens",
    Fate.GIVE_GROUND: "gives ground",
    Fate.FALL_BACK: "falls back in good order",
    Fate.BREAK: "breaks",
}
PHASE_WORDS: dict[Phase, str] = {phase: plain(phase) for phase in Phase} | {
    Phase.START: "the turn starts",
    Phase.STRATEGY: "the strategy phase begins",
    Phase.CHARGE: "charges are declared",
    Phase.CHARGE_MOVES: "chargers move",
    Phase.COMPULSORY: "fleeing units move",
    Phase.MOVEMENT: "the other units move",
    Phase.SHOOTING: "units shoot",
    Phase.COMBAT: "combats are fought",
    Phase.END: "the turn ends",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.STRATEGY: "cast a spell, or pass",
    Prompt.CHARGE: "declare a charge, or pass",
    Prompt.REACTION: "choose a charge reaction",
    Prompt.MOVE: "choose a manoeuvre, or pass",
    Prompt.SHOOT: "shoot, cast a spell, or pass",
    Prompt.DISPEL: "dispel the spell, or let it pass",
    Prompt.CHALLENGE: "challenge the enemy character, or keep silent",
    Prompt.CHALLENGED: "accept the challenge, or refuse it",
    Prompt.ATTACK: "choose whom to attack",
    Prompt.AFTER: "follow up, pursue or restrain",
    Prompt.OVERRUN: "overrun, or restrain",
    Prompt.TARGET: "choose a target",
    Prompt.MODE: "choose how",
    Prompt.ITEM: "choose a facing",
    Prompt.CELL: "choose a cell",
}
VERB_WORDS: dict[Verb, str] = {verb: plain(verb) for verb in Verb} | {
    Verb.SHOOT_CELL: "shoot at",
    Verb.CAST_UNIT: "cast",
    Verb.CAST_CELL: "cast sinkhole",
    Verb.ATTACK_UNIT: "attack regiment",
    Verb.ATTACK_CHARACTER: "attack character",
}
MODE_WORDS: dict[Mode, str] = {mode: plain(mode) for mode in Mode} | {
    Mode.ONE: "1 inch",
    Mode.TWO: "2 inches",
    Mode.FOUR: "4 inches",
    Mode.EIGHT: "8 inches",
    Mode.NARROWER_BY_2: "2 files fewer",
    Mode.NARROWER_BY_1: "1 file fewer",
    Mode.WIDER_BY_1: "1 file more",
    Mode.WIDER_BY_2: "2 files more",
    Mode.SINGLE: "one shot each",
    Mode.MULTIPLE: "all shots each",
    Mode.STRAIGHT: "straight ahead",
    Mode.LEFT: "to the front left",
    Mode.RIGHT: "to the front right",
    **{mode: mode.name.removeprefix("FILES_") + " files" for mode in Mode if mode.name.startswith("FILES_")},
    Mode.FILES_1: "1 file",
}
SIDE_WORDS: dict[Side, str] = {
    Side.FRONT: "front",
    Side.LEFT: "left flank",
    Side.RIGHT: "right flank",
    Side.REAR: "rear",
}
TURN_WORDS: dict[Turn, str] = {
    Turn.AHEAD: "facing as before",
    Turn.RIGHTWARD: "facing to the right",
    Turn.ABOUT: "facing about",
    Turn.LEFTWARD: "facing to the left",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.ASKED_FIRST: "first answer the question that is open now",
    Refusal.CHARGE_PHASE: "charges are declared in the charge phase, before any unit moves or shoots",
    Refusal.MOVE_PHASE: "units move in the movement phase, after all charges and before any shooting",
    Refusal.SHOOTING_PHASE: "units shoot in the shooting phase, after all moves",
    Refusal.OTHER_SPELLS: "wards, curses and healing are cast in the strategy phase, missiles and the sinkhole when units shoot",
    Refusal.WHEN_CHARGED: "only in reaction to a charge",
    Refusal.WHEN_CAST: "only when an enemy has cast a spell",
    Refusal.BEFORE_BLOWS: "only before a combat in which both sides have characters",
    Refusal.WHEN_CHALLENGED: "only in answer to a challenge",
    Refusal.IN_COMBAT: "units strike in the combat phase, at enemies in contact",
    Refusal.AFTER_COMBAT: "only when the enemy in contact has lost the combat or is wiped out",
    Refusal.OTHER_ORDER: "that does not fit this order",
    Refusal.MUST_CHARGE: "frenzy: it must charge the nearest enemy it can",
    Refusal.TOO_FAR: "that enemy is farther away than the best charge roll reaches",
    Refusal.NO_CONTACT: "there is no free place beside that enemy, or no open way to it",
    Refusal.STOOD_BEFORE: "it has already shot at a charger this turn",
    Refusal.TOO_NEAR: "the charger is too close: it must be farther away than its own Movement",
    Refusal.CHARGER_UNSEEN: "it does not see the charger",
    Refusal.UNBREAKABLE: "unbreakable units never flee",
    Refusal.NEVER_MOVES: "it has no Movement to flee with",
    Refusal.WAR_MACHINE: "war machines neither march nor reform",
    Refusal.MARCHES: "it is already marching",
    Refusal.MARCH_FAILED: "it failed the test to march so close to the enemy",
    Refusal.MARCH_FIRST: "a march must be ordered before any manoeuvre",
    Refusal.REFORM_FIRST: "a reform takes the whole move, so it must come before any other manoeuvre",
    Refusal.NO_MOVE_LEFT: "it has no movement left",
    Refusal.TOO_DEAR: "it has too little movement left for it",
    Refusal.FREE_ENOUGH: "it has made as many free manoeuvres as it may",
    Refusal.TRIPLE_MOVE: "a marching column on its triple move must keep its front and its files",
    Refusal.TOO_WIDE: "it would have more files than a unit may have",
    Refusal.NO_SUCH_FILES: "its models cannot form that number of files",
    Refusal.NO_OTHER_FILES: "there is no other number of files it could form",
    Refusal.SAME_FILES: "another order leads to the same number of files",
    Refusal.GROUND: "the ground or the table edge leaves no room for it",
    Refusal.OCCUPIED: "another unit is in the way",
    Refusal.NEAR_ENEMY: "it would come too close to an enemy",
    Refusal.NO_WHEEL: "it has no room to wheel: ground, the table edge or another unit is in the way",
    Refusal.OFF_TABLE: "that is off the table",
    Refusal.OUT_OF_ZONE: "it would not stand wholly inside its deployment zone",
    Refusal.NO_MISSILES: "it has no missile weapon",
    Refusal.OTHER_WEAPON: "its weapon cannot be used this way",
    Refusal.NO_SKILL: "it has no Ballistic Skill to shoot with",
    Refusal.ENGAGED: "it is in combat",
    Refusal.SHOT_BEFORE: "it has already shot this turn",
    Refusal.MARCHED: "it has marched this turn",
    Refusal.REFORMED: "it has reformed this turn",
    Refusal.CHARGED: "it has charged or tried to charge this turn",
    Refusal.MOVED: "its weapon cannot be shot in a turn in which it has moved or rallied",
    Refusal.MISFIRED: "a misfire has damaged its weapon: it cannot shoot this turn",
    Refusal.BURNT_OUT: "its flame works once a battle and has been used",
    Refusal.NOBODY_TO_SHOOT: "no enemy it may shoot at is in sight and range",
    Refusal.NO_FLAME: "in every direction it would burn no enemy, or one in combat",
    Refusal.COVERS_NOBODY: "it would burn no enemy there",
    Refusal.COVERS_COMBAT: "it would burn an enemy in combat there",
    Refusal.ONE_SHOT: "its weapon has only one shot",
    Refusal.NO_SHOOTER: "no model in its front rank can shoot",
    Refusal.NO_WIZARD: "it has no wizard",
    Refusal.CAST_ENOUGH: "its wizard can cast no more spells this turn",
    Refusal.CAST_BEFORE: "each spell can be cast only once a turn",
    Refusal.NOBODY_TO_CAST_AT: "no unit it could be cast at is in sight and range",
    Refusal.GONE: "that unit is not on the table",
    Refusal.FRIEND: "that unit is on its own side",
    Refusal.ENEMY: "that unit is an enemy",
    Refusal.TARGET_ENGAGED: "that unit is in combat: units do not shoot into combat",
    Refusal.OUT_OF_RANGE: "the target is out of range",
    Refusal.UNDER_RANGE: "the target is too close for a stone thrower",
    Refusal.OUT_OF_ARC: "a cannon can be aimed only to its front",
    Refusal.NOBODY_THERE: "no unit stands there",
    Refusal.UNSEEN: "the target is not in sight",
    Refusal.NO_CHARACTER: "it touches no enemy character it could attack",
    Refusal.NOT_FOUGHT: "the two are not in contact in this combat",
    Refusal.NOBODY_TO_HIT: "that unit has no model that may be struck",
    Refusal.UNTOUCHED: "no model that may strike touches that unit",
    Refusal.NO_CHARACTER_THERE: "that unit has no character that may be attacked",
    Refusal.CHARACTER_ALONE: "only the character is left of that unit: attack the regiment",
    Refusal.CHARACTER_UNTOUCHED: "no model that may strike touches that character",
    Refusal.GIVES_GROUND: "the beaten unit gives ground: follow up instead",
    Refusal.GIVES_WAY: "the beaten unit does not give ground: pursue instead",
    Refusal.OVERRUN: "no enemy is left to follow: pursue to run on straight ahead",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("x.turn.sequence", ""),
    Event.ROUND_BEGINS: ("x.turn.sequence", "round {amount} begins"),
    Event.TURN_BEGINS: ("x.turn.sequence", "the turn of {amount} begins"),
    Event.PHASE_BEGINS: ("x.turn.sequence", "{amount}"),
    Event.FIRST_SIDE: ("x.setup.first_turn", "{amount} takes the first turn"),
    Event.DEPLOYED: ("x.setup.deployment", "{who} is deployed at {amount}"),
    Event.LEFT_OUT: ("x.setup.deployment", "{who} finds no room and is left out"),
    Event.PASSED: ("test.leadership", "{who} passes a Leadership test against {amount}{extra}"),
    Event.FAILED: ("test.leadership", "{who} fails a Leadership test against {amount}{extra}"),
    Event.RALLIED: ("x.strategy.rally", "{who} rallies"),
    Event.CHARGES: ("x.move.charge_declare", "{who} declares a charge on the {amount} of {target}"),
    Event.HOLDS: ("x.move.charge_reaction", "{who} holds"),
    Event.STANDS: ("x.move.charge_reaction", "{who} stands and shoots at {target}"),
    Event.FLEES: ("x.move.flee", "{who} flees {extra} to {amount}"),
    Event.CHARGE_REACHED: ("x.move.charge_roll", "{who} reaches {target}: needed {amount}, charge die {extra}"),
    Event.CHARGE_FAILED: ("x.move.charge_failed", "{who} fails its charge: {amount}, charge die {extra}"),
    Event.RAN_DOWN: ("x.move.run_down", "{who} runs down {target}"),
    Event.LEFT_TABLE: ("x.move.flee", "{who} leaves the table"),
    Event.DESTROYED: ("casualties.removal", "{who} {amount}"),
    Event.MOVED: ("x.move.normal", "{who} moves to {amount} ({extra})"),
    Event.MARCHES: ("x.move.march", "{who} marches: it may move {amount} in all"),
    Event.SHOOTS: ("x.shoot.to_hit", "{who} shoots at {target}: {amount:shot}"),
    Event.HIT: ("x.combat.resolve", "{who} hits {target}: {amount:hit} out of {extra}"),
    Event.WOUNDED: ("x.damage.to_wound", "{who} wounds {target}: {amount:wound} to save"),
    Event.SAVED: ("x.damage.armour_save", "{who} saves {amount:wound}"),
    Event.LOST: ("casualties.wound_pool", "{target} suffers {amount:wound}"),
    Event.CHARACTER_LOST: ("x.character.embedded", "{target}'s character suffers {amount:wound}"),
    Event.CHARACTER_SLAIN: ("x.character.embedded", "{target}'s character is slain"),
    Event.SCATTERED: ("scatter.arrow_result", "the template scatters {extra} and {amount}"),
    Event.MISFIRED: ("x.shoot.misfire", "{who} misfires: {amount} on the table"),
    Event.TEMPLATE_HITS: ("templates.hits", "the template hits {target} {amount:time} ({extra:model} partly under it)"),
    Event.CAST: ("x.magic.cast", "{who} casts {extra} with a total of {amount}"),
    Event.NOT_CAST: ("x.magic.cast", "{who} fails to cast {extra} with a total of {amount}"),
    Event.MISCAST: ("x.magic.cast", "the magic turns on {who}'s wizard"),
    Event.DISPELLED: ("x.magic.dispel", "{who} dispels {target}'s spell with a total of {amount}"),
    Event.NOT_DISPELLED: ("x.magic.dispel", "{who} fails to dispel {target}'s spell with a total of {amount}"),
    Event.WARDED: ("x.magic.spells", "{target} stands in a warding light"),
    Event.WITHERED: ("x.magic.spells", "{target} withers"),
    Event.MENDED: ("x.magic.spells", "{target} regains {amount:wound}"),
    Event.SINKS: ("x.magic.spells", "{amount:model} of {target} cannot leap aside"),
    Event.DANGER: ("x.terrain.dangerous", "{who} loses {amount:wound} to dangerous ground"),
    Event.COMBAT_BEGINS: ("x.combat.engaged", "{who} fights a round of combat"),
    Event.FEARS: ("x.morale.fear", "{who} is afraid of {target}"),
    Event.CHALLENGES: ("x.combat.challenge", "{who}'s character challenges {target}'s"),
    Event.ACCEPTS: ("x.combat.challenge", "{who}'s character accepts the challenge"),
    Event.REFUSES: ("x.combat.challenge", "{who}'s character refuses the challenge"),
    Event.STRIKES: (
        "x.combat.initiative_order",
        "{who} strikes at {target} at Initiative {extra} with {amount:attack}",
    ),
    Event.IMPACT: ("x.combat.impact_hits", "{who} crashes into {target}: {amount:hit}"),
    Event.STOMPS: ("x.combat.stomp", "{who} stomps on {target}: {amount:hit}"),
    Event.CLOSED_UP: ("x.combat.close_up", "{who} closes up to {amount}"),
    Event.COMBAT_RESULT: ("x.combat.result", "the combat result is {amount} to {extra}"),
    Event.COMBAT_DRAWN: ("x.combat.result", "the combat is drawn"),
    Event.GIVES_GROUND: ("x.combat.give_ground", "{who} gives ground {extra} to {amount}"),
    Event.FALLS_BACK: ("x.combat.fall_back", "{who} falls back {extra} in good order to {amount}"),
    Event.BREAKS: ("x.combat.break_test", "{who} breaks"),
    Event.FOLLOWS: ("x.combat.give_ground", "{who} follows up {extra} to {amount}"),
    Event.RESTRAINS: ("x.combat.break_and_pursue", "{who} stays where it is"),
    Event.PURSUES: ("x.combat.break_and_pursue", "{who} pursues {extra} to {amount}"),
    Event.CAUGHT: ("x.combat.break_and_pursue", "{who} catches {target}"),
    Event.OVERRUNS: ("x.combat.overrun", "{who} overruns {extra} to {amount}"),
    Event.PANICS: ("x.morale.panic", "{who} panics"),
    Event.CALM: ("x.morale.panic", "{who} stays calm"),
    Event.TERRIFIED: ("x.morale.terror", "{who} is terrified by {target}"),
    Event.POINTS: ("x.turn.end_and_victory", "{amount:victory point} for {extra}"),
    Event.BATTLE_ENDS: ("x.turn.end_and_victory", "the battle ends: {amount}"),
    Event.STANDS_FAST: ("x.morale.fear", "{who} does not fear {target}"),
    Event.BLOCKED: ("x.move.charge_contact", "{who} finds no place to reach {target}"),
    Event.BALL_LANDS: ("x.shoot.cannon", "{who}'s ball {amount}"),
    Event.FALL: ("casualties.removal", "{target} loses {amount:model}"),
    Event.FLAMES: ("x.shoot.flame", "{who} spouts flames"),
    Event.BREAK_TEST: ("x.combat.break_test", "{who} takes a break test{extra}: {amount}"),
    Event.RAN_INTO: ("x.move.flee", "{target} runs into {who}"),
    Event.STOPPED_BY: (
        "x.combat.break_and_pursue",
        "{who} could go {amount} but stops after {extra}: {target} is in the way",
    ),
    Event.STOPPED: (
        "x.combat.break_and_pursue",
        "{who} could go {amount} but stops after {extra}: the ground or the table edge is in the way",
    ),
    Event.BALL_BOUNCES: ("x.shoot.cannon", "{who}'s ball bounces on for {amount}"),
    Event.COMES_SHORT: ("x.move.charge_failed", "{who} moves {extra} straight ahead to {amount}"),
}

#: Numbers that stand for sides.
SIDE_FIELDS: set[tuple[Event, str]] = {
    (Event.TURN_BEGINS, "amount"),
    (Event.FIRST_SIDE, "amount"),
    (Event.POINTS, "extra"),
}

#: Numbers that stand for cells; the events of a table have them as (x, y).
CELL_FIELDS: set[tuple[Event, str]] = {
    (event, "amount")
    for event in (
        Event.DEPLOYED, Event.FLEES, Event.MOVED, Event.CLOSED_UP, Event.GIVES_GROUND, Event.FALLS_BACK, Event.FOLLOWS,
        Event.PURSUES, Event.OVERRUNS, Event.COMES_SHORT, Event.SCATTERED, Event.BALL_LANDS,
    )
}  # fmt: skip

#: How events sound, for colours.
TONES: dict[Event, str] = {
    **dict.fromkeys((Event.HIT, Event.TEMPLATE_HITS, Event.IMPACT, Event.STOMPS), "hit"),
    **dict.fromkeys((Event.FAILED, Event.CHARGE_FAILED, Event.NOT_CAST, Event.NOT_DISPELLED, Event.BLOCKED), "miss"),
    **dict.fromkeys(
        (Event.LOST, Event.CHARACTER_LOST, Event.FALL, Event.MISFIRED, Event.MISCAST, Event.DANGER, Event.SINKS, Event.WITHERED),
        "wound",
    ),
    **dict.fromkeys(
        (Event.DESTROYED, Event.CHARACTER_SLAIN, Event.BREAKS, Event.PANICS, Event.RAN_DOWN, Event.RAN_INTO, Event.CAUGHT,
         Event.LEFT_TABLE),
        "down",
    ),
    **dict.fromkeys((Event.SAVED, Event.RALLIED, Event.CALM, Event.MENDED, Event.WARDED, Event.STANDS_FAST), "saved"),
    Event.ROUND_BEGINS: "round",
}  # fmt: skip

#: Attacks of one unit at another, for lines on the board.
STROKES: dict[Event, str] = {
    Event.HIT: "hit", Event.IMPACT: "hit", Event.STOMPS: "hit", Event.RAN_DOWN: "hit", Event.CAUGHT: "hit",
}  # fmt: skip

#: Events of the sequence of play, which pictures and pages leave out.
ROUTINE: set[Event] = {Event.PHASE_BEGINS, Event.HOLDS, Event.CLOSED_UP, Event.RESTRAINS, Event.WOUNDED}

#: Events a unit notices although it does not see who acts.
FELT: set[Event] = set()

#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "extra"): spell for event in (Event.CAST, Event.NOT_CAST)},
    **{
        (event, "extra"): inches
        for event in (
            Event.FLEES, Event.SCATTERED, Event.FALLS_BACK, Event.PURSUES, Event.GIVES_GROUND, Event.FOLLOWS, Event.OVERRUNS,
            Event.STOPPED_BY, Event.STOPPED, Event.COMES_SHORT, Event.BALL_LANDS,
        )
    },
    **{(event, "amount"): inches for event in (Event.CHARGE_REACHED, Event.MARCHES, Event.STOPPED_BY, Event.STOPPED,
                                                        Event.BALL_BOUNCES)},
    (Event.CHARGE_FAILED, "amount"): missed,
    (Event.BREAK_TEST, "amount"): lambda n: FATE_WORDS[Fate(n)],
    (Event.BREAK_TEST, "extra"): how_tested,
    (Event.PHASE_BEGINS, "amount"): lambda n: PHASE_WORDS[Phase(n)],
    (Event.CHARGES, "amount"): lambda n: SIDE_WORDS[Side(n)],
    (Event.DESTROYED, "amount"): lambda n: GONE_WORDS[Gone(n)],
    (Event.MOVED, "extra"): lambda n: VERB_WORDS[Verb(n)],
    (Event.SCATTERED, "amount"): ground,
    (Event.BALL_LANDS, "amount"): ground,
    **{(event, "extra"): again for event in (Event.PASSED, Event.FAILED)},
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
}  # fmt: skip
TERM_WORDS: dict[Term, str] = {term: plain(term) for term in Term} | {
    Term.NONE: "",
    Term.STAND_AND_SHOOT: "stand and shoot",
    Term.FLANK: "in the flank",
    Term.REAR: "in the rear",
    Term.MOVED: "has moved",
    Term.LEADERSHIP: "Ld",
    Term.WEAPON_SKILL: "WS",
    Term.STRENGTH: "S",
    Term.PIERCING: "armour piercing",
    Term.BEST: "best possible",
}
