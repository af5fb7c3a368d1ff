"""What an observation shows of the procedures that are running: which of them, which of their fields, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.looking.catalogue import COORDINATE, ObservationField
from ...core.state import FLAG, ROW_OR_NONE, count, one_of, record
from ...core.state.fields import Kind, fields_of
from .state import FRAME
from .vocab import SLOTS, Ability, Defence, Frame, Mark, Mode

MOST = 127
NUMBER = count(MOST, low=-MOST, scale=6)
WIDE = 4  # bytes
UPPERMOST, LOWEST = 0, 1
A_NUMBER, A_ROW, A_WAY, A_BIT, A_PLACE = 0, 1, 2, 3, 4  # how a field is shown


class Part(NamedTuple):
    """A field of a procedure that is shown.

    Attributes:
        name: of the field.
        kind: what it is here; None as it is declared.
        meaning: what it says here; empty as it is declared.
        how: how it is shown; of bits each as a flag.
        word: what its column is called; empty as the field.
        bits: of a number of bits, those that are shown.
    """

    name: str
    kind: Kind | None = None
    meaning: str = ""
    how: int = A_NUMBER
    word: str = ""
    bits: tuple[Mark, ...] = ()


WHO = Part("who", ROW_OR_NONE, "unit row that acts, -1 nobody, or unknown", A_ROW, "row")
TARGET = Part("target", ROW_OR_NONE, "unit row it is aimed at, -1 nobody, or unknown", A_ROW)
GOAL = Part("goal", ROW_OR_NONE, "unit row it was meant for, -1 nobody else", A_ROW)
CAUSER = Part("target", ROW_OR_NONE, "unit row it comes from, -1 nobody, or unknown", A_ROW, "causer")
GUARD = Part("target", ROW_OR_NONE, "unit row that guards the way, -1 nobody, or unknown", A_ROW, "guard")
WAY = Part("cell", count(8), "direction; 8 what stands in the cell", A_WAY, "way")
SEARCHED = Part("cell", COORDINATE, "cell that is searched, -1 none", A_PLACE)
MARKS = Part("marks", how=A_BIT, bits=tuple(Mark))
READIED = Part("marks", how=A_BIT, bits=(Mark.READIED,))
STEP_OF_IT = Part("step")
HOLD = Part("hold", count(1200, scale=1000), "what the roll must reach because of a grab, and 1000; 0 anything")
ATTACK = (
    WHO, STEP_OF_IT, TARGET, GOAL, MARKS, Part("part"), HOLD, Part("outcome", NUMBER, "rolls that were not dodged"),
    Part("amount", NUMBER, "1 what the target has readied comes after it"), Part("index", NUMBER, "rolls made"),
)  # fmt: skip
STRIKE = (
    WHO, STEP_OF_IT, TARGET, GOAL, MARKS, Part("item_used", count(SLOTS), "slot of the weapon, after the last none"),
    Part("part"), Part("number", NUMBER, "members of the cluster that have dodged it"), Part("outcome"), HOLD,
    Part("cell", count(3), "where the defence comes from: 1 it stood, 2 it was kept, 3 rolled on the spot; 0 there is none",
         word="source"),
    Part("mode", one_of(Defence), "defence it goes against", word="defence"),
    Part("amount", NUMBER, "natural result of the defence", word="natural"), Part("index", count(6), "its d6", word="six"),
    Part("potential", NUMBER, "total of the defence", word="against"),
)  # fmt: skip
#: Of each procedure: what its numbers begin with, which it is, whether the uppermost of several or the lowest (if that is
#: another one), and what of it is shown.
PROCEDURES: tuple[tuple[str, Frame, int, tuple[Part, ...]], ...] = (
    ("battle", Frame.BATTLE, UPPERMOST, (STEP_OF_IT, Part("index", NUMBER, "units that have been asked for a first defence"))),
    (
        "turn", Frame.TURN, UPPERMOST,
        (
            WHO, STEP_OF_IT, Part("verb"), TARGET, Part("mode", one_of(Mode), "how"), Part("amount", count(1), "1 it is over"),
            Part("index", NUMBER, "1 it has really begun"),
            Part("outcome", count(1), "1 the target of the charge did not see it coming"),
        ),
    ),
    ("defend", Frame.DEFEND, UPPERMOST, (WHO, STEP_OF_IT)),
    ("attack", Frame.ATTACK, UPPERMOST, ATTACK),
    ("first_attack", Frame.ATTACK, LOWEST, ATTACK),
    ("strike", Frame.STRIKE, UPPERMOST, STRIKE),
    ("effect", Frame.EFFECT, UPPERMOST, (WHO, STEP_OF_IT, CAUSER, Part("effect", word="kind"), Part("part"), Part("number"))),
    (
        "check", Frame.CHECK, UPPERMOST,
        (
            WHO, STEP_OF_IT, Part("task"), Part("mode", one_of(Ability), "ability", word="ability"), Part("number"), HOLD,
            Part("outcome"), Part("amount", NUMBER, "1 it failed by fatigue", word="tired"),
            Part("index", NUMBER, "rolls for willpower"), Part("potential", NUMBER, "added to the roll"),
            Part("consistency", NUMBER, "consistency of the roll where that is fixed, 99 where it is the ability's"),
        ),
    ),
    (
        "move", Frame.MOVE, UPPERMOST,
        (WHO, STEP_OF_IT, GUARD, Part("verb"), WAY, READIED, Part("number", NUMBER, "height it left"), Part("outcome")),
    ),
    ("height", Frame.HEIGHT, UPPERMOST, (WHO, STEP_OF_IT, Part("task"), Part("number", NUMBER, "levels"))),
    ("climb", Frame.CLIMB, UPPERMOST, (WHO, STEP_OF_IT, WAY, Part("number"), Part("amount", NUMBER, "1 up, -1 down"))),
    (
        "task", Frame.TASK, UPPERMOST,
        (
            WHO, STEP_OF_IT, TARGET, Part("task"), SEARCHED, Part("item_used", count(SLOTS), "slot of the item"), HOLD,
            Part("amount"), Part("index", NUMBER, "rolls for willpower"),
        ),
    ),
    ("stop", Frame.STOP, UPPERMOST, (WHO, STEP_OF_IT, Part("index", ROW_OR_NONE, "unit row that holds it", A_ROW, "holder"))),
    (
        "chase", Frame.CHASE, UPPERMOST,
        (
            WHO, STEP_OF_IT, Part("target", ROW_OR_NONE, "unit row that is chased, -1 nobody, or unknown", A_ROW),
            Part("number", NUMBER, "squares between them", word="distance"), Part("index", NUMBER, "exchanges"),
            Part("outcome", count(1), "1 caught"),
        ),
    ),
    ("getaway", Frame.GETAWAY, UPPERMOST, (WHO, STEP_OF_IT)),
    ("aftermath", Frame.AFTERMATH, UPPERMOST, (STEP_OF_IT,)),
)  # fmt: skip
#: Procedures of which it is shown of each unit whether it has been asked, or dealt with.
ASKING = ("attack", "first_attack", "strike", "check", "task", "getaway")
FRAME_FIELDS = {field.name: field for field in fields_of(FRAME)}


def columns_of_part(prefix: str, part: Part) -> list[tuple[Any, ...]]:
    """The columns of one field of a procedure: name, kind, meaning."""
    field = FRAME_FIELDS[part.name]
    of_what = prefix.replace("_", " ")
    if part.how == A_BIT:
        words = {one: one.name.lower() for one in part.bits}
        return [(f"{prefix}_{word}", FLAG, f"{of_what}: {word.replace('_', ' ')}") for word in words.values()]
    if part.how == A_PLACE:
        return [(f"{prefix}_{axis}", COORDINATE, f"{of_what}: {part.meaning} ({axis})") for axis in "xy"]
    kind = part.kind or field.kind
    assert kind is not None
    if part.kind is None and kind.name == "count" and part.name != "step":
        kind = NUMBER
    return [(f"{prefix}_{part.word or part.name}", kind, f"{of_what}: {part.meaning or field.meaning}")]


def lines_of_procedures(context: Sequence[ObservationField]) -> np.ndarray[Any, Any]:
    """What is copied of procedures: int64, a line each: place in PROCEDURES, byte in the frame, whether it has four bytes there,
    how it is shown, the column, the lowest and the highest number shown; of a flag its bit, twice.
    """
    offsets: Any = record(FRAME).fields
    places = {field.name: place for place, field in enumerate(context)}
    found = []
    for number, (prefix, _, _, parts) in enumerate(PROCEDURES):
        for part in parts:
            kind, at = offsets[part.name][:2]
            where = (number, at, int(kind.itemsize == WIDE))
            if part.how == A_BIT:
                found += [
                    (*where, A_BIT, places[f"{prefix}_{one.name.lower()}"], int(one), int(one)) for one in part.bits
                ]
            elif part.how == A_PLACE:
                found.append((*where, A_PLACE, places[f"{prefix}_x"], 0, 0))
            else:
                column = places[f"{prefix}_{part.word or part.name}"]
                found.append((*where, part.how, column, context[column].low, context[column].high))
    return np.array(found, np.int64)
