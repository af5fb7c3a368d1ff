"""Exact odds: one step of many positions, once for every class of faces its rolls could show.

Executed once for every ruleset like ``core/loops/advance.py``, with the functions of its copy of that, and the ruleset's,
put in as globals.
"""

from __future__ import annotations

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import COUNT, PLAY
from tactica.envs.core.state import clear_log, copy_lanes


@entry("uint64[:,:], float64[:], states, uint64[:,:], books, fields, uint64[:,:], float64[:], int, int")
def expand_layer(source, source_weight, work, work_lanes, books, fields, out, out_weight, snapshot_lanes, first):
    """Run one step from every source snapshot, once for every class of faces its rolls could show.

    Args:
        source: uint64 (n, snapshot_lanes); source_weight: float64 (n,).
        work: one state record to run in, and its uint64 view.
        out, out_weight: filled with the snapshots that result and their probabilities.
        first: the source to begin with.

    Returns:
        (results written, sources finished, weight of runs that rolled more often than the trace can hold).
    """
    s = record_at(work, 0)
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
            s.dice_mode = PLAY
            if written >= len(out):
                fits = False
                break
            if s.overrun != 0:
                lost += source_weight[j] * s.trace_weight
            else:
                out_weight[written] = source_weight[j] * s.trace_weight
                copy_lanes(out, written, work_lanes, 0, snapshot_lanes)
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
