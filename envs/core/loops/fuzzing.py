"""Random legal games that check a ruleset's invariants after every decision, in one compiled loop.

Executed once for every ruleset that has invariants, like ``advance.py``. Its globals are the functions of its copy of that
file, and ``invariants``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below, seed_rng
from tactica.envs.core.loops.seats import POLICY_STREAM, SETUP_STREAM
from tactica.envs.core.state import STALLED, Overrun, clear_log
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, give_answer, settle, start_game
    from tactica.envs.core.loops.checks import invariants
    from tactica.envs.core.loops.given import entry, kernel


ENDLESS = -1  # what is broken when a battle runs into the safety cap
UNRANKED = -2  # ended without a first place
OUT_OF_ROOM = -10  # less the capacity that did not suffice


@kernel
def what_is_broken(s, w):
    """0 when all is well; the ruleset's own number, or one of those above."""
    if s.overrun != 0:
        return OUT_OF_ROOM - int(s.overrun)
    if s.events_lost > 0:
        return OUT_OF_ROOM - Overrun.EVENTS
    broken = int(invariants(s, w))
    if broken != 0:
        return broken
    if s.ending == STALLED:
        return ENDLESS
    if s.ending != 0:
        for side in range(s.side_count):
            if s.rank[side] == 1:
                return 0
        return UNRANKED
    return 0


@entry("stage, int, int, int, int, int, int, fuzzed")
def fuzz_games(stage, base, first_game, fixed_row, budget, longest, given, fuzzed):
    """Play games until ``budget`` decisions are made or something breaks; a game is left after ``longest``.

    Random games from ``first_game`` on, each from a drawn start or from ``fixed_row`` (-1 drawn). With ``given`` of 0 or
    more only one game: the first so many of ``fuzzed.answers`` are played, those that are not legal left out.
    """
    answers, found, most_used, rng = fuzzed.answers, fuzzed.found, fuzzed.most_used, fuzzed.rng
    s = record_at(stage.states, 0)
    for i in range(len(found)):
        found[i] = 0
    game = first_game
    while True:
        row = fixed_row
        if row < 0:
            seed_rng(rng, base, 0, game, SETUP_STREAM)
            row = random_below(rng, len(stage.pool))
        start_game(stage.states, stage.lanes, 0, stage.pool, stage.pool_lanes, row, base, 0, game, stage.snapshot_lanes)
        seed_rng(rng, base, 0, game, POLICY_STREAM)
        w = World(record_at(stage.books, s.book_row), record_at(stage.fields, s.field_row))
        found[4], found[5], found[6] = game, row, 0
        broken = 0
        n = 0
        tried = 0
        while True:
            settle(s, w, True)
            broken = what_is_broken(s, w)
            clear_log(s)
            if broken != 0 or s.ending != 0 or n >= longest:
                break
            if given < 0:
                answer = int(s.choices[random_below(rng, s.choice_count)])
            else:
                while tried < given and not is_offered(s, answers[tried]):
                    tried += 1
                if tried >= given:
                    break
                answer = int(answers[tried])
                tried += 1
            if n < len(answers):
                answers[n] = answer
            n += 1
            found[1] += 1
            found[2] += s.choice_count
            found[6] = n
            give_answer(s, answer)
        for k in range(len(most_used)):
            most_used[k] = max(most_used[k], int(s.most_used[k]))
        found[0] += 1
        found[3] = broken
        game += 1
        if broken != 0 or given >= 0 or found[1] >= budget:
            return
