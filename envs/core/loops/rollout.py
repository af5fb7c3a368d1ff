"""Whole games in the kernel, from start to end, with policies and behaviours in all seats.

Executed once for every ruleset like ``core/loops/advance.py``, with the functions of its copy of that, and the ruleset's,
put in as globals.
"""

from __future__ import annotations

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below, seed_rng
from tactica.envs.core.loops.searchers import STOP
from tactica.envs.core.loops.seats import FIRST_SEARCHER, POLICY_STREAM, SETUP_STREAM
from tactica.envs.core.state import clear_log


@kernel
def add_tallies(s, tallies, gaps):
    """Add up what was counted in a game for each side: events it acted in, their amounts, the amounts that befell it."""
    for side in range(s.side_count):
        for kind in range(len(s.fired)):
            tallies[0, side, kind] += s.by_who[side, kind]
            tallies[1, side, kind] += s.amount_by_who[side, kind]
            tallies[2, side, kind] += s.amount_to_target[side, kind]
    for side in range(s.side_count):
        gaps[0, side] += s.gap_sum[side]
        gaps[1, side] += s.gap_count[side]


@entry(
    "states, uint64[:,:], books, fields, players, states, uint64[:,:], int, int64[:], int, int, int64[:,:], int64[:], "
    "int16[:,:], int16[:], int32[:], int32[:], int64[:], int64[:], int64[:,:,:], int64[:,:]"
)
def play_to_the_end(
    states, lanes, books, fields, players, pool, pool_lanes, snapshot_lanes, rows, base, first_game, seats, policy_rng,
    ranks, endings, rounds, decisions, legal_sum, fired, tallies, gaps,
):  # fmt: skip
    """Play one whole game for every entry of ``rows``, all in row 0 of ``states``, and write the results.

    Game k is seeded from (base, 0, first_game + k); ``seats`` (games, sides) names the in-kernel policies. Results:
    ranks (games, sides), endings, rounds, decisions, legal_sum (sum of legal answers met); added up over the games: fired
    (kinds,), tallies (3, sides, kinds) as :func:`add_tallies` says, and gaps (2, sides), sum and count.
    """
    s = record_at(states, 0)
    for k in range(len(rows)):
        if players.counts[STOP] != 0:
            return
        start_game(states, lanes, 0, pool, pool_lanes, rows[k], base, 0, first_game + k, snapshot_lanes)
        seed_rng(policy_rng, base, 0, first_game + k, POLICY_STREAM)
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        settle(s, w, True)
        choices = 0
        while s.ending == 0:
            choices += s.choice_count
            note_gap(s, w)
            give_answer(s, pick(s, w, players, seats[k, s.decider_side], policy_rng))
            settle(s, w, True)
            clear_log(s)
        for side in range(s.side_count):
            ranks[k, side] = s.rank[side]
        endings[k] = s.ending
        rounds[k] = s.round_no
        decisions[k] = s.decisions
        legal_sum[k] = choices
        for kind in range(len(fired)):
            fired[kind] += s.fired[kind]
        add_tallies(s, tallies, gaps)


def play_games(states, lanes, books, fields, *rest):
    """Play one whole game for every entry of ``rows``; see :func:`play_to_the_end`."""
    slow = (rest[6] >= FIRST_SEARCHER).any()
    heard(play_to_the_end, slow, states, lanes, books, fields, everybody(), *rest)


@entry("states, int, int, int, int64[:], int64[:]")
def draw_rows(pool, base, slot, first_game, rng, rows):
    """The row of the pool each of the games first_game, first_game + 1, ... starts from."""
    for k in range(len(rows)):
        seed_rng(rng, base, slot, first_game + k, SETUP_STREAM)
        rows[k] = random_below(rng, len(pool))
