"""The state of one game: one packed record in four regions, the stack of procedures, and how a rule asks a question.

Regions, in this order (each begins at a multiple of eight bytes):

* **position**: all that matters to the rules. Only this is hashed, compared and merged.
* **dice**: generator, tape, trace, and the counts of what has been played. A snapshot copies position and dice.
* **log**: what happened since the last decision, as rows of numbers, and how often each event fired.
* **scratch**: working space of a single call. Never copied, never read before it is written.

A ruleset adds its own fields to position and scratch, and declares its ``FRAME``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..compiler import COMPILED, kernel
from .capacities import WATCHED, Capacities, Overrun, note_overrun, note_use
from .fields import (
    CELL_OR_NONE,
    FLAG,
    FOLLOWS,
    NEVER_READ,
    ROW_OR_NONE,
    SIDE,
    Field,
    Rows,
    Unseen,
    count,
    fields_of,
    one_of,
)
from .record import plain_row, record, without_gaps

PLACE = 10  # what a behaviour works out once for all places, and features of one
SPOTS = 256  # places weighed at once
INTENT_ROOM = 16  # intents of choices, at most
NOBODY = 0  # the prompt when nobody is asked
NO_UNIT = -1
VERDICT = 125  # the ending of a battle that its objectives decided (see core/loops/objectives.py)
FORFEIT = 126  # the ending of a battle that a side lost by not playing on (see the faces' ``illegal``)
STALLED = 127  # the ending of a battle that ran into the safety cap on decisions, or out of room (see capacities.py)

ZONES = 8  # zones of a battle, at most


class Verdict(IntEnum):
    """What decides a battle with objectives where the rules leave its winner open."""

    NOTHING = 0
    SCORE = 1  # points for zones held
    STAYING = 2  # share of the staying power that is left, friends included


EVENT = np.dtype(
    (
        np.record,
        [
            ("kind", "i2"),  # an Event of the ruleset's vocabulary
            ("who", "i2"),  # unit that acts, -1 none
            ("target", "i2"),  # unit it happens to, -1 none
            ("face", "i2"),  # the die behind it, 0 none
            ("dropped", "i2"),  # the die rolled beside that one, of which the other counts, 0 none
            ("amount", "i2"),  # what the event's sentence says
            ("extra", "i2"),  # what the event's sentence says
            ("first_term", "i2"),  # its labelled total: rows first_term .. first_term + terms of the term log
            ("terms", "i2"),
        ],
    )
)
TERM = np.dtype((np.record, [("label", "i2"), ("value", "i2")]))
PACE = np.dtype((np.record, [("who", "i2"), ("cell", "i2")]))  # a unit comes to a cell
PLAN_ROWS: Rows = [
    ("score", "f8"),
    ("answer", count(2**15 - 1, low=-1), "the answer to the present prompt that leads to this choice"),
    ("intent", one_of("Intent"), "Intent of core.behaviour.features"),
    ("verb", one_of("Verb"), "what is chosen"),
    ("mode", one_of("Mode"), "how"),
    ("target", ROW_OR_NONE, "whom, -1 nobody"),
    ("cell", CELL_OR_NONE._replace(low=-2), "where the unit will stand; -1 where it is, -2 still to be chosen"),
    ("lot", count(2**15 - 1), "of places that are as good the one with the highest lot is taken"),
    ("aim", CELL_OR_NONE, "cell the choice is aimed at, -1 none"),
]
PLAN = record(PLAN_ROWS)

DEFAULT_ROOM = Capacities()
#: The slot of games in which a die depends on its round, unit and purpose, not on how many were thrown before.
KEYED_SLOT = -1
KEYED_PLACES = 64  # in which the dice of such a game are counted; some units and purposes share one
TALLY = count(2**31 - 2).of("i4")  # one more can always be counted
FACE = count(2**15 - 1)


def header(room: Capacities, frame: Any, units: int) -> Rows:
    """The fields with which every position begins. ``units``: rows of the roster."""
    sides = (room.sides,)
    return [
        ("prompt", one_of("Prompt"), "the question, 0 for no decision"),
        ("decider", ROW_OR_NONE, "unit that is asked, -1 when its side is asked as a whole"),
        ("decider_side", SIDE, "side that answers"),
        ("pending_verb", one_of("Verb"), "verb of a choice whose parts are still being asked, 0 none"),
        ("answer", count(0), "the answer being applied, 0 otherwise"),
        ("ending", one_of("Ending"), "why it ended, 0 while the battle goes on"),
        ("round_no", count(low=-1), "current round, from 1 (0 before the first)"),
        ("side_count", count(room.sides, low=2), "sides taking part"),
        ("unit_count", count(units, low=2), "roster rows in use; units of a side are contiguous, side 0 first"),
        ("board_width", count(low=1), "cells"),
        ("board_height", count(low=1), "cells"),
        ("depth", count(room.frames, low=1), "procedures on the stack"),
        (
            "rank",
            count(room.sides),
            "place of each side at the end, 1 best, equal when drawn; 0 while it goes on",
            sides,
        ),
        ("side_start", count(units), "first roster row of each side", sides),
        ("side_size", count(units), "roster rows of each side", sides),
        ("allied", FLAG, "1 where two sides are friends (a side is its own friend)", (room.sides, room.sides)),
        ("verdict", one_of(Verdict), "what decides when the rules do not, in this order; 0 nothing (more)", (2,)),
        ("zone_count", count(ZONES), "zones to hold"),
        ("score_to_win", count(), "points that win at once, 0 none do"),
        ("last_round", count(), "round after which the battle ends, 0 none"),
        ("attacker", count(room.sides), "side that loses a tie, counted from 1; 0 none"),
        ("score", count(), "points of each side for zones that it or its friends held", sides),
        ("zone_holder", count(room.sides), "side that held each zone when last counted, from 1; 0 nobody", (ZONES,)),
        ("stack", frame, "the procedures that run, the battle first", (room.frames,)),
    ]


#: What of these fields no observation shows.
HEADER_UNSEEN = {
    "answer": Unseen(NEVER_READ, "0 at every decision"),
    "ending": Unseen(FOLLOWS, "0 at every decision; `terminated` says that it is the end"),
    "rank": Unseen(FOLLOWS, "0 until the end; the rewards say it"),
    "side_count": Unseen(FOLLOWS, "from the sides of the units"),
    "unit_count": Unseen(FOLLOWS, "from the rows of the units, as far as the viewer knows of them"),
    "side_start": Unseen(FOLLOWS, "from the sides of the units"),
    "side_size": Unseen(FOLLOWS, "from the sides of the units"),
    "zone_count": Unseen(FOLLOWS, "from the zones on the map"),
    "zone_holder": Unseen(FOLLOWS, "from the channel of zones, by friend and enemy"),
    "depth": Unseen(FOLLOWS, "from the prompt"),
    "stack.kind": Unseen(FOLLOWS, "from the prompt"),
    "stack.step": Unseen(FOLLOWS, "from the prompt"),
}


def dice_region(room: Capacities) -> Rows:
    """Generator, tape, trace, and what has been played."""
    return [
        ("rng", count(2**32 - 1).of("i8"), "the game's generator, 32 bits a word", (4,)),
        ("seed_base", "i8"),  # where the generator was started: base, slot, game
        ("seed_slot", "i8"),
        ("seed_game", "i8"),
        ("keyed_counts", "i2", (KEYED_PLACES,)),  # slot KEYED_SLOT: dice rolled in a round, by unit and purpose
        ("keyed_round", "i8"),  # that round
        ("trace_weight", "f8"),  # counting: product of the class weights of this run
        ("chosen_for", "i8"),  # key of the behaviour that continues ``chosen``; 0 none
        ("chosen", PLAN_ROWS, "the choice a behaviour has begun to answer part by part, and its last answer", (1,)),
        ("decisions", TALLY, "answers given by a decider with two or more legal ones"),
        ("forced", TALLY, "answers that were the only legal one"),
        ("decision_cap", TALLY, "more decisions than this end the battle as STALLED"),
        ("book_row", TALLY, "which rulebook numbers"),
        ("field_row", TALLY, "which map"),
        ("pool_row", TALLY, "which start"),
        ("dice_mode", count(1), "dice.PLAY, dice.TAPE; dice.COUNT only while odds are counted"),
        ("tape_length", count(room.tape), "dice laid out"),
        ("tape_next", count(room.tape), "dice used"),
        ("tape_short", FACE, "dice asked for past the end of the tape"),
        ("tape_wrong", FACE, "faces on the tape that the die asked for does not have"),
        ("tape", FACE, "the dice laid out", (room.tape,)),
        ("trace_given", count(room.trace), "counting: leading entries of trace_pick that are prescribed"),
        ("trace_length", count(room.trace), "counting: rolls made in this run"),
        ("overrun", count(max(Overrun)), "the first capacity that did not suffice, an Overrun; 0 none"),
        ("trace_pick", FACE, "counting: the class each roll takes", (room.trace,)),
        ("trace_classes", FACE, "counting: the classes each roll has", (room.trace,)),
    ]


def log_region(room: Capacities) -> Rows:
    """What happened since the last decision, and what is counted in a game."""
    return [
        ("events", EVENT, (room.events,)),
        ("term_rows", TERM, (room.terms,)),
        ("paces", PACE, (room.paces,)),
        ("pace_count", "i4"),
        ("event_count", "i4"),
        ("events_lost", "i4"),
        ("term_count", "i4"),
        ("term_open", "i4"),  # first row of the total being added up
        ("fired", "i4", (room.kinds,)),  # how often each event kind fired in this game
        ("by_who", "i4", (room.sides, room.kinds)),  # the same for the side of the unit that acted
        (
            "amount_by_who",
            "i4",
            (room.sides, room.kinds),
        ),  # their amounts added up, for the side of the unit that acted
        ("amount_to_target", "i4", (room.sides, room.kinds)),  # the same for the side of the unit it happened to
        ("gap_sum", "i4", (room.sides,)),  # cells to the nearest enemy, added up over the decisions of policies
        ("gap_count", "i4", (room.sides,)),  # decisions counted in gap_sum
        ("most_used", "i4", (max(WATCHED) + 1,)),  # highest use of each capacity in this game, by Overrun
        ("last_face", "i2"),  # face of the last single die
        ("last_dropped", "i2"),  # the die rolled beside it that does not count, until an event has it; 0 none
    ]


def scratch_region(room: Capacities, frame: Any, units: int, cells: int) -> Rows:
    """Working space of a single call."""
    return [
        ("spare", frame, (1,)),  # what a full stack gives for a frame
        ("placed", "i2", (room.sides,)),  # a number of each side while points or places are worked out
        ("known", "i2", (units,)),  # 1 units that the side which decides or looks knows of
        ("enemy_count", "i4"),  # enemies the unit that decides knows of, for behaviours
        ("enemies", "i2", (units,)),  # their roster rows
        ("friend_count", "i4"),  # friends of it that stand
        ("friends", "i2", (units,)),  # their roster rows
        ("spot_count", "i4"),  # places a behaviour weighs at once, see core.behaviour.places
        ("spots", "i2", (min(SPOTS, cells),)),  # their cells
        ("spot_gaps", "i2", (min(SPOTS, cells),)),  # cells from them to the nearest enemy
        ("spot_values", "f8", (min(SPOTS, cells),)),  # one of their features
        ("spot_worths", "f8", (min(SPOTS, cells),)),  # what they are worth to the behaviour
        ("best_worths", "f8", (INTENT_ROOM,)),  # the most a place listed so far is worth, by Intent
        ("looked_at", "i4"),  # the place whose features stand in ``seen_there``, -1 none
        ("seen_there", "f8", (PLACE,)),  # those the behaviour weighs, from the first feature of places on
        ("choice_count", "i4"),
        ("known_to", "i2"),  # side, counted from 1, whose knowledge ``known`` still holds; 0 none
        ("kept", "i2"),  # what else a ruleset has worked out and still holds, by a number of its own; 0 nothing
        ("has_changed", "i2"),  # 0 the step has done no more than read a part of a choice
        ("choices", "i2", (room.choices,)),  # the legal answers, ascending within what each prompt lists
        ("class_label", "i2", (room.labels,)),
        ("class_size", "i2", (room.labels,)),
        ("class_face", "i2", (room.labels,)),
        ("kept_pick", "i2", (room.trace,)),  # counting: the picks that outlive going back to the start of a step
        ("pool_ways", "f8", (room.pool,)),
        ("plans", PLAN, (room.plans,)),  # complete choices, see core.features
        ("plan_count", "i4"),
        ("place", "f8", (PLACE,)),  # what all places of a decision are measured by, see core.behaviour.places
    ]


class StateType(NamedTuple):
    """The dtype of a ruleset's state record, where its regions end, in bytes and in 64-bit lanes, and the declarations of its
    position and its dice.
    """

    dtype: np.dtype[Any]
    position_bytes: int
    snapshot_bytes: int
    position_fields: tuple[str, ...]
    capacities: Capacities
    declared: tuple[Field, ...]
    dice: tuple[Field, ...]

    @property
    def snapshot_lanes(self) -> int:
        """Lanes a snapshot copies: position and dice."""
        return self.snapshot_bytes // 8

    @property
    def busy_bytes(self) -> np.ndarray[Any, Any]:
        """Where the bytes lie that nearly every decision uses: int64 (spans, 2), first and end."""
        fields: Any = self.dtype.fields
        spans = [(0, min(3072, self.position_bytes)), (self.position_bytes - 192, self.position_bytes + 128)]
        for name, size in (("events", 80), ("event_count", 16), ("known", 64), ("choice_count", 128)):
            spans.append((fields[name][1], fields[name][1] + size))
        return np.array(spans, np.int64)


def state_type(
    position: Rows, frame: Any, scratch: Rows, capacities: Capacities = DEFAULT_ROOM, *, cells: int
) -> StateType:
    """Lay out a ruleset's state from its declarations (see ``fields.py``). ``frame`` needs the fields ``kind``, ``step`` and
    ``who``, the unit that acts; position needs ``units``.

    Every unit record needs ``side`` (from 0), ``present`` (1 while the roster row is in use) and ``cell`` (-1 none).
    ``cells`` is how many cell numbers the ruleset's board has.
    """
    if missing := {"kind", "step", "who"} - set((record(frame) if isinstance(frame, list) else frame).names or ()):
        raise TypeError(f"FRAME lacks {sorted(missing)}")
    units = next(row[-1][0] for row in position if row[0] == "units")
    declared = [*header(capacities, frame, units), *position]
    regions = [
        declared,
        dice_region(capacities),
        log_region(capacities),
        [*scratch_region(capacities, frame, units, cells), *scratch],
    ]
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    ends: list[int] = []
    offset = 0
    for region in regions:
        for name, *rest in map(plain_row, region):
            part = np.dtype((rest[0], rest[1])) if len(rest) == 2 else np.dtype(rest[0])
            if hasattr(np.ndarray, name) or hasattr(np.record, name) or name in names:
                raise TypeError(f"state field {name!r} is taken")
            align = max(part.base.alignment, 1)
            offset = -(-offset // align) * align
            names.append(name)
            formats.append(part)
            offsets.append(offset)
            offset += part.itemsize
        offset = -(-offset // 8) * 8
        ends.append(offset)
    dtype = without_gaps(np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": offset}))
    names_of_position = tuple(name for name, *_ in declared)
    return StateType(
        dtype, ends[0], ends[1], names_of_position, capacities, fields_of(declared), fields_of(dice_region(capacities))
    )


# --- copying ---------------------------------------------------------------------------------------------------------


if COMPILED:

    @kernel
    def copy_lanes(target, i, source, j, lanes):
        """Copy the first ``lanes`` 64-bit lanes of row j to row i (uint64 views, shape (n, lanes of a record))."""
        for k in range(lanes):
            target[i, k] = source[j, k]

else:

    def copy_lanes(target, i, source, j, lanes):
        """The same, as one slice: lane by lane plain Python takes two hundred times as long."""
        target[i, :lanes] = source[j, :lanes]


def as_lanes(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The uint64 view (n, lanes) of an array of state records."""
    plain = states.view(np.ndarray).view(np.uint8)
    return plain.view(np.uint64).reshape(len(states), -1)


# --- procedures ------------------------------------------------------------------------------------------------------


@kernel
def push(s, kind):
    """Put a new procedure on top and return its zeroed frame; its first step is 0.

    A full stack gives a frame that nothing will run: the battle is given up after this step.
    """
    if s.depth >= len(s.stack):
        note_overrun(s, Overrun.FRAMES)
        return s.spare[0]
    frame = s.stack[s.depth]
    s.depth += 1
    note_use(s, Overrun.FRAMES, s.depth)
    frame.kind = kind
    return frame


@kernel
def top(s):
    """The procedure that is running."""
    return s.stack[s.depth - 1]


@kernel
def ask(s, prompt, who):
    """Ask a unit. The step returns at once; the next step of the same frame reads ``s.answer``."""
    s.prompt = prompt
    s.decider = who
    s.decider_side = s.units[who].side


@kernel
def ask_side(s, prompt, side):
    """Ask a side as a whole."""
    s.prompt = prompt
    s.decider = NO_UNIT
    s.decider_side = side


@kernel
def offer(s, answer):
    """Add an answer to the legal ones."""
    if s.choice_count < len(s.choices):
        s.choices[s.choice_count] = answer
        s.choice_count += 1
    else:
        note_overrun(s, Overrun.CHOICES)


@kernel
def are_friends(s, one, other):
    """Whether two units fight on the same or on allied sides."""
    return s.allied[s.units[one].side, s.units[other].side] == 1
