"""Exact odds: one step of many positions, once for every class of faces its rolls could show.

Executed once for every ruleset like ``core/loops/advance.py``, with the functions of its copy of that, and the ruleset's,
put in as globals.
"""

from __future__ import annotations

from tactica.envs.core.compiler import COMPILED, kernel, record_at
from tactica.envs.core.dice import COUNT, PLAY
from tactica.envs.core.state import NO_UNIT, clear_log, copy_lanes
from tactica.envs.core.state.results import ANY_UNIT, LAST, LAST_EXTRA, LAST_TERM, SUM, TIMES

MIX = -7046029254386353131  # an odd number with its bits well spread

if COMPILED:

    @kernel
    def note_differences(differs, out, j, root, lanes):
        """Note in which bits row j of ``out`` is not as ``root``."""
        for k in range(lanes):
            differs[k] |= out[j, k] ^ root[k]

else:

    def note_differences(differs, out, j, root, lanes):
        """The same, as one slice."""
        differs[:lanes] |= out[j, :lanes] ^ root[:lanes]


@entry("int64[:,:], float64[:], int64[:]")
def merge_rows(values, weights, slots):
    """Move the distinct rows to the front, each with the sum of its weights. Returns how many there are.

    Args:
        values: int64 (n, columns); weights: float64 (n,).
        slots: a hash table full of -1; its length is a power of two above n.
    """
    found = 0
    last = len(slots) - 1
    columns = values.shape[1]
    for i in range(len(values)):
        mixed = 0
        for k in range(columns):
            mixed = (mixed ^ values[i, k]) * MIX
            mixed ^= mixed >> 32
        at = mixed & last
        is_new = True
        while slots[at] >= 0:
            j = slots[at]
            k = 0
            while k < columns and values[i, k] == values[j, k]:
                k += 1
            if k == columns:
                weights[j] += weights[i]
                is_new = False
                break
            at = (at + 1) & last
        if is_new:
            slots[at] = found
            weights[found] = weights[i]
            for k in range(columns):
                values[found, k] = values[i, k]
            found += 1
    return found


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


@entry(
    "uint64[:,:], float64[:], states, uint64[:,:], books, fields, int64[:,:], uint64[:,:], float64[:], uint64[:], "
    "uint64[:], int"
)
def expand_layer(source, source_weight, work, work_lanes, books, fields, watch, out, out_weight, root, differs, first):
    """Run one step from every source snapshot, once for every class of faces its rolls could show.

    Args:
        source: uint64 (n, snapshot_lanes); source_weight: float64 (n,).
        work: one state record to run in, and its uint64 view.
        watch: int64 (n, 5), what is noted of the events: kind (or label of a term), who, target (ANY_UNIT: whoever it is),
            what is taken (``core/state/results.py``), and the place of the tape where it is noted.
        out, out_weight: filled with the snapshots that result and their probabilities.
        root, differs: uint64 (snapshot_lanes,); ``differs`` is given the bits in which any result is not as ``root``.
        first: the source to begin with.

    Returns:
        (results written, sources finished, weight of runs that rolled more often than the trace can hold).
    """
    s = record_at(work, 0)
    snapshot_lanes = len(root)
    written = 0
    lost = 0.0
    for j in range(first, len(source)):
        before = written
        lost_before = lost
        copy_lanes(work_lanes, 0, source, j, snapshot_lanes)
        given = 0
        fits = True
        while True:
            s.dice_mode = COUNT
            s.trace_given = given
            s.trace_length = 0
            s.overrun = 0
            s.trace_weight = 1.0
            clear_log(s)
            forget(s)
            step(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)))
            s.answer = 0
            note_events(s, watch)
            s.dice_mode = PLAY
            if written >= len(out):
                fits = False
                break
            if s.overrun != 0:
                lost += source_weight[j] * s.trace_weight
            else:
                out_weight[written] = source_weight[j] * s.trace_weight
                copy_lanes(out, written, work_lanes, 0, snapshot_lanes)
                note_differences(differs, out, written, root, snapshot_lanes)
                written += 1
            # the next combination of classes: raise the last roll that has classes left
            at = s.trace_length - 1
            while at >= 0 and s.trace_pick[at] + 1 >= s.trace_classes[at]:
                at -= 1
            if at < 0:
                break
            given = at + 1
            s.trace_pick[at] += 1
            for k in range(given):
                s.kept_pick[k] = s.trace_pick[k]
            copy_lanes(work_lanes, 0, source, j, snapshot_lanes)
            for k in range(given):
                s.trace_pick[k] = s.kept_pick[k]
        if not fits:
            return before, j, lost_before
    return written, len(source), lost
