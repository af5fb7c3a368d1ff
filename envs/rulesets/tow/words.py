"""Words for the numbers of events; those of the members of the vocabulary stand in ``vocab.py``."""

from __future__ import annotations

from collections.abc import Callable

from ...core.board import DIRECTION_NAMES
from .board import STRIDE
from .rules.breaking import OUTNUMBERED, TAKEN_AGAIN
from .rules.charge_moves import TARGET_GONE
from .vocab import FILES_TOLD, STEPS_TOLD, Ending, Event, Fate, Gone, Mode, Phase, Side, Verb

SINKHOLE = "sinkhole"
LEAST_NEED, SIX, MOST_NEED, SECOND_DIE = 2, 6, 9, 3
QUARTERS = DIRECTION_NAMES[::2]


def cell(number: int) -> str:
    """A cell as column and row."""
    return "off the table" if number < 0 else f"{number % STRIDE},{number // STRIDE}"


def inches(number: int) -> str:
    """A distance."""
    return f"{number} inch" + ("" if number == 1 else "es")


def needed(number: int) -> str:
    """What each shot needs to hit: 7 to 9 take a six and then a second die; 0: not known."""
    if number < LEAST_NEED:
        return ""
    if number <= SIX:
        return f", each needs {number}+ to hit"
    if number <= MOST_NEED:
        return f", each needs {number}+ to hit: a 6, then {number - SECOND_DIE}+"
    return ", none of which can hit"


def blow(number: int) -> str:
    """When a unit strikes, and what each blow needs to hit."""
    step, need = number % STEPS_TOLD, number // STEPS_TOLD
    return f"Initiative {step}, each {f'needs {need}+ to hit' if need else 'hits without a roll'}"


def first(number: int) -> str:
    """The dice for the first turn, that of the side that takes it first; 0: none were rolled."""
    return f", rolling {number // 10} against {number % 10}" if number else ""


def each_needs(number: int) -> str:
    """What each hit needs to wound; 0: not known."""
    if number == 0:
        return ""
    return f", each needs {number}+" if number <= SIX else ", which it cannot"


def wounding(number: int) -> str:
    """What comes of the rolls to wound."""
    return f"{number} wound{'' if number == 1 else 's'} to save" if number else "no wounds"


#: What the chance of a choice is, where it is neither 0 nor 1.
CHANCES = {
    Verb.CHARGE: "reaches it: ",
    Verb.PURSUE: "catches it: ",
    Verb.CAST_UNIT: "is cast: ",
    Verb.CAST_CELL: "is cast: ",
    Verb.DISPEL: "succeeds: ",
    Verb.SHOOT: "each shot hits ",
    Verb.STAND_AND_SHOOT: "each shot hits ",
    Verb.SHOOT_CELL: "hits ",
    Verb.FLAME: "hits ",
}


def chance(verb: int) -> str:
    """What the chance of a choice is; empty where it is 0 or 1."""
    return CHANCES.get(Verb(verb), "")


def outcome(told: int) -> str:
    """Where a manoeuvre ends, by ``choices.leads_to``: "then facing east, 3 files wide, 3 inches of movement to spare"."""
    quarter, files, left = (told - 1) % 4, (told - 1) // 4 % FILES_TOLD, (told - 1) // 4 // FILES_TOLD
    spare = inches(left // 4) if left % 4 == 0 else f"{left / 4:g} inches"
    wide = f"{files} file{'' if files == 1 else 's'} wide"
    return f"then facing {QUARTERS[quarter]}, {wide}, {spare} of movement to spare"


def spell(number: int) -> str:
    """A spell by its Mode; the one that is cast on a cell has none."""
    return Mode(number).words if number in list(Mode) else SINKHOLE


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
    (Event.SHOOTS, "extra"): needed,
    (Event.STRIKES, "extra"): blow,
    (Event.FIRST_SIDE, "extra"): first,
    (Event.SCATTER_ARROW, "amount"): lambda n: DIRECTION_NAMES[n],
    (Event.WOUNDED, "amount"): wounding,
    (Event.WOUNDED, "extra"): each_needs,
    **{(event, "amount"): lambda n: str(n or "none") for event in (Event.SAVED, Event.WARDED_OFF)},
    (Event.CHARGE_FAILED, "amount"): missed,
    (Event.BREAK_TEST, "amount"): lambda n: Fate(n).words,
    (Event.BREAK_TEST, "extra"): how_tested,
    (Event.PHASE_BEGINS, "amount"): lambda n: Phase(n).words,
    (Event.CHARGES, "amount"): lambda n: Side(n).words,
    (Event.DESTROYED, "amount"): lambda n: Gone(n).words,
    (Event.MOVED, "extra"): lambda n: Verb(n).words,
    (Event.SCATTERED, "amount"): ground,
    (Event.BALL_LANDS, "amount"): ground,
    **{(event, "extra"): again for event in (Event.PASSED, Event.FAILED)},
    (Event.BATTLE_ENDS, "amount"): lambda n: Ending(n).words,
}  # fmt: skip
