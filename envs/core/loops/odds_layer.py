"""Exact odds: one step of many positions, once for every class of faces its rolls could show.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of its copy of that file, and of
the ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import COMPILED, kernel, record_at
from tactica.envs.core.dice import COUNT, PLAY
from tactica.envs.core.state import NO_UNIT, clear_log, copy_lanes
from tactica.envs.core.state.results import ANY_UNIT, LAST, LAST_EXTRA, LAST_TERM, SUM, TIMES

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, forget, give_answer
    from tactica.envs.core.loops.given import entry, spent, step
    from tactica.envs.core.loops.objectives import pursue_objectives


MIX = -7046029254386353131  # an odd number with its bits well spread

FAR = 1_000  # steps that are run one after the other without a roll, at most
ENDED = -1  # the place of a branch that has ended
DEPTHS = 64  # more than any stack is deep

if COMPILED:

    @kernel
    def put_position(lanes, stored, sources, j):
        """Set the working record to source j: the first position with the stored lanes filled in."""
        for k in range(len(stored.root)):
            lanes[0, k] = stored.root[k]
        for c in range(len(stored.columns)):
            lanes[0, stored.columns[c]] = sources.lanes[j, c]

    @kernel
    def is_astray(lanes, stored):
        """Whether any lane that is not stored differs from the first position."""
        others = stored.others
        found = others[0] ^ others[0]
        for k in range(len(others)):
            found |= (lanes[0, k] ^ stored.root[k]) & others[k]
        return found != 0

    @kernel
    def note_strays(stored, lanes):
        """Note the bits in which lanes that are not stored differ from the first position."""
        for k in range(len(stored.others)):
            stored.differs[k] |= (lanes[0, k] ^ stored.root[k]) & stored.others[k]

    @kernel
    def take_columns(out, j, lanes, stored):
        """Write the stored lanes of the working record to row j of ``out``."""
        for c in range(len(stored.columns)):
            out[j, c] = lanes[0, stored.columns[c]] & stored.mask[stored.columns[c]]

else:

    def put_position(lanes, stored, sources, j):
        """The same, as slices."""
        lanes[0, : len(stored.root)] = stored.root
        lanes[0, stored.columns] = sources.lanes[j, : len(stored.columns)]

    def is_astray(lanes, stored):
        """The same, as slices."""
        size = len(stored.others)
        return bool(((lanes[0, :size] ^ stored.root[:size]) & stored.others).any())

    def note_strays(stored, lanes):
        """The same, as slices."""
        size = len(stored.others)
        stored.differs[:] |= (lanes[0, :size] ^ stored.root[:size]) & stored.others

    def take_columns(out, j, lanes, stored):
        """The same, as slices."""
        out[j, : len(stored.columns)] = lanes[0, stored.columns] & stored.mask[stored.columns]


@entry("int64[:,:], float64[:], int64[:], int, int64[:,:], float64[:], int64[:], int, int")
def pile_up(values, weights, places, place, kept, kept_weights, slots, found, first):
    """Add the rows that belong to a place to its pile: new rows go to the end, the weights of known rows are added up.

    Args:
        values: int64 (n, columns); weights: float64 (n,); places: int64 (n,), the place of each row; other rows are skipped.
        kept, kept_weights: the pile: int64 (room, columns), float64 (room,); its first ``found`` rows are in use.
        slots: int64, a hash table of the pile, -1 for an empty slot; its length is a power of two above twice the room.
        first: the row to begin with.

    Returns:
        (rows in use, the row for which there was no room, or n).
    """
    last = len(slots) - 1
    columns = values.shape[1]
    for i in range(first, len(values)):
        if places[i] != place:
            continue
        mixed = 0
        for k in range(columns):
            mixed = (mixed ^ values[i, k]) * MIX
            mixed ^= mixed >> 32
        at = mixed & last
        is_new = True
        while slots[at] >= 0:
            j = slots[at]
            k = 0
            while k < columns and values[i, k] == kept[j, k]:
                k += 1
            if k == columns:
                kept_weights[j] += weights[i]
                is_new = False
                break
            at = (at + 1) & last
        if is_new:
            if found == len(kept):
                return found, i
            slots[at] = found
            kept_weights[found] = weights[i]
            for k in range(columns):
                kept[found, k] = values[i, k]
            found += 1
    return found, len(values)


@kernel
def is_watched(row, watch, k):
    """Whether a row of the log is one that is looked for."""
    if row.kind != watch[k, 0] or (watch[k, 1] != ANY_UNIT and row.who != watch[k, 1]):
        return False
    befallen = row.who if row.target == NO_UNIT else row.target
    return watch[k, 2] == ANY_UNIT or befallen == watch[k, 2]


@kernel
def note_events(s, watch):
    """Note what the log holds of that which is looked for in the places of the tape, from which no die is taken now.

    The event that takes a total may come with a later step, so parts of totals are noted when they are added up.
    """
    for k in range(len(watch)):
        take, place = watch[k, 3], watch[k, 4]
        if take == LAST_TERM:
            for j in range(s.term_count):
                if s.term_rows[j].label == watch[k, 0]:
                    s.tape[place] = s.term_rows[j].value
            continue
        for i in range(s.event_count):
            row = s.events[i]
            if is_watched(row, watch, k):
                if take == TIMES:
                    s.tape[place] += 1
                elif take == SUM:
                    s.tape[place] += row.amount
                elif take == LAST:
                    s.tape[place] = row.amount
                elif take == LAST_EXTRA:
                    s.tape[place] = row.extra


@kernel
def place_of_branch(s, until_round, until_depth):
    """Where a position waits: the earliest round first, the deepest nested first; ENDED for a branch that has ended."""
    if s.ending != 0 or s.round_no != until_round or s.depth < until_depth:
        return ENDED
    return int(s.round_no) * DEPTHS + DEPTHS - 1 - int(s.depth)


@kernel
def count_step(s, w, watch, given):
    """Run one step, with the first ``given`` rolls as they stand in ``trace_pick``; note what is looked for."""
    s.dice_mode = COUNT
    s.trace_given = given
    s.trace_length = 0
    s.overrun = 0
    s.trace_weight = 1.0
    clear_log(s)
    forget(s)
    before = int(s.round_no)
    step(s, w)
    s.answer = 0
    if s.verdict[0] != 0:
        pursue_objectives(s, w, before)
    note_events(s, watch)
    s.dice_mode = PLAY


@entry("branches, stored_lanes, workbench, int64[:,:], int64[:], reached, int")
def expand_layer(sources, stored, bench, watch, until, out, first):
    """Run every source position up to and including its next roll, once for every class of faces that could show.

    A step that changes a lane outside the stored ones ends the call: the bits are noted in ``stored.differs``, and the position
    must be run again once these lanes are stored too.

    Args:
        sources, stored, bench: :class:`Branches`, :class:`StoredLanes` and :class:`Workbench` of ``core/loops/arguments.py``.
        watch: int64 (n, 5), what is noted of the events: kind (or label of a term), who, target (ANY_UNIT for any unit),
            the kind of note (``core/state/results.py``), and the place of the tape where it is noted.
        until: int64 (3,): the round at whose end branches end (-1: the current one), the depth of the stack below which
            they end, and 1 where what is spent by ``spent`` of the ruleset may be left out.
        out: :class:`Reached`, filled with the resulting positions.
        first: the source to begin with.

    Returns:
        (results written, sources finished, steps run, weight of runs that rolled more often than the trace can hold,
        whether a position left the stored lanes).
    """
    s = record_at(bench.states, 0)
    lanes, before_lanes = bench.lanes, bench.before
    size = len(stored.root)
    written = 0
    steps = 0
    lost = 0.0
    for j in range(first, len(sources.lanes)):
        before = written
        lost_before = lost
        put_position(lanes, stored, sources, j)
        w = World(record_at(bench.books, s.book_row), record_at(bench.fields, s.field_row))
        if sources.answers[j] >= 0:
            clear_log(s)
            give_answer(s, sources.answers[j])
        depth = max(int(s.depth), until[1])
        until_round = int(s.round_no) if until[0] < 0 else until[0]
        copy_lanes(before_lanes, 0, lanes, 0, size)
        count_step(s, w, watch, 0)
        steps += 1
        place = place_of_branch(s, until_round, depth)
        for _ in range(FAR):
            if s.trace_length != 0 or s.overrun != 0 or s.prompt != 0 or place == ENDED:
                break
            copy_lanes(before_lanes, 0, lanes, 0, size)
            count_step(s, w, watch, 0)
            steps += 1
            place = place_of_branch(s, until_round, depth)
        fits = True
        while True:
            if written >= len(out.lanes):
                fits = False
                break
            at = s.trace_length - 1
            while at >= 0 and s.trace_pick[at] + 1 >= s.trace_classes[at]:
                at -= 1
            given = at + 1
            if given > 0:  # of the next combination of classes: the last roll that has classes left is raised
                s.trace_pick[at] += 1
                for k in range(given):
                    s.kept_pick[k] = s.trace_pick[k]
            if s.overrun != 0:
                lost += sources.weights[j] * s.trace_weight
            else:
                out.weights[written] = sources.weights[j] * s.trace_weight
                is_spent = until[2] == 1 and spent(s, w)
                if is_astray(lanes, stored):
                    note_strays(stored, lanes)
                    return before, j, steps, lost_before, True
                place = place_of_branch(s, until[0] if until[0] >= 0 else int(s.round_no), until[1])
                out.places[written] = ENDED if is_spent else place
                take_columns(out.lanes, written, lanes, stored)
                written += 1
            if given == 0:
                break
            copy_lanes(lanes, 0, before_lanes, 0, size)
            for k in range(given):
                s.trace_pick[k] = s.kept_pick[k]
            count_step(s, w, watch, given)
            steps += 1
        if not fits:
            return before, j, steps, lost_before, False
    return written, len(sources.lanes), steps, lost, False
