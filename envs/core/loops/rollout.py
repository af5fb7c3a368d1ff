"""Whole games in the kernel, from start to end, with policies and behaviours in all seats.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of its copy of that file, and of
the ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below, seed_rng
from tactica.envs.core.loops.searchers import STOP
from tactica.envs.core.loops.seats import FIRST_SEARCHER, SETUP_STREAM
from tactica.envs.core.state import are_friends, clear_log
from tactica.envs.core.state.choosing import FIRST_ANSWER, Part, part_asked, part_of_answer

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, give_answer, key_chance, note_gap, settle, start_game
    from tactica.envs.core.loops.answering import everybody, heard, pick
    from tactica.envs.core.loops.given import (
        ANSWERS,
        MODE_COUNT,
        VERBS,
        entry,
        full_staying,
        is_in_contact,
        is_standing,
        item_at,
        kernel,
        staying,
    )


OFFERED, CHOSEN = 0, 1  # of ``used``


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


@kernel
def third_of(share):
    """0 for less than a third, 1 for less than two, 2 for more."""
    return 0 if 3.0 * share < 1.0 else 1 if 3.0 * share < 2.0 else 2


@kernel
def note_situation(s, w, where):
    """Write 1 for each bucket of ``engine.options.SITUATIONS`` the unit to decide is in; it is always in the first."""
    for k in range(len(where)):
        where[k] = 0
    where[0] = 1
    where[3 + (0 if s.round_no <= 2 else 1 if s.round_no <= 5 else 2)] = 1
    who = int(s.decider)
    if who < 0:
        return
    is_engaged = False
    own = 0.0
    theirs = 0.0
    for other in range(s.unit_count):
        if s.units[other].present == 0 or not is_standing(s, other):
            continue
        if other == who or are_friends(s, who, other):
            own += staying(s, other)
        else:
            theirs += staying(s, other)
            if not is_engaged and s.units[who].cell >= 0 and s.units[other].cell >= 0:
                is_engaged = is_in_contact(s, w, who, other)
    where[1 if is_engaged else 2] = 1
    where[6 + third_of(staying(s, who) / max(full_staying(s, who), 1))] = 1
    ahead = own / max(own + theirs, 1.0)
    where[9 + (0 if ahead < 0.45 else 1 if ahead <= 0.55 else 2)] = 1


@kernel
def add_use(used, what, side, verb, column, where):
    """Count an option once, in each bucket of the situation."""
    for k in range(used.shape[4]):
        used[what, side, verb, column, k] += where[k]


@kernel
def note_options(s, w, answer, used, where):
    """Count what was offered to the side that decides, and what it chose. Verbs stand in column 0, their modes and items, where
    one is asked for, in those behind it.
    """
    side = int(s.decider_side)
    part = int(part_asked(ANSWERS, s.prompt))
    if part != Part.VERB and part != Part.MODE and part != Part.ITEM:
        return
    if used.shape[4] > 1:
        note_situation(s, w, where)
    if part == Part.VERB:
        for i in range(s.choice_count):
            if s.choices[i] < VERBS:
                add_use(used, OFFERED, side, int(s.choices[i]), 0, where)
        if answer < VERBS:
            add_use(used, CHOSEN, side, answer, 0, where)
        return
    verb = int(s.pending_verb)
    first = int(ANSWERS[part, FIRST_ANSWER])
    for i in range(s.choice_count):
        one = int(s.choices[i])
        if part_of_answer(ANSWERS, one) != part:
            continue
        column = 1 + one - first
        if part == Part.ITEM:
            column = 1 + MODE_COUNT + int(item_at(s, int(s.decider), one - first))
        add_use(used, OFFERED, side, verb, column, where)
        if one == answer:
            add_use(used, CHOSEN, side, verb, column, where)


@entry("stage, players, int64[:], int, int, int, int64[:,:], int64[:], game_results")
def play_to_the_end(stage, players, rows, base, slot, first_game, seats, policy_rng, results):
    """Play one whole game for every entry of ``rows``, all in row 0 of the stage's states, and write the results.

    Game k is seeded from (base, slot, first_game + k); ``seats`` (games, sides) names the in-kernel policies.
    """
    s = record_at(stage.states, 0)
    for k in range(len(rows)):
        if players.counts[STOP] != 0:
            return
        start_game(
            stage.states, stage.lanes, 0, stage.pool, stage.pool_lanes, rows[k], base, slot, first_game + k,
            stage.snapshot_lanes,
        )  # fmt: skip
        w = World(record_at(stage.books, s.book_row), record_at(stage.fields, s.field_row))
        settle(s, w, True)
        choices = 0
        while s.ending == 0:
            choices += s.choice_count
            note_gap(s, w)
            key_chance(s, policy_rng)
            answer = pick(s, w, players, seats[k, s.decider_side], policy_rng)
            note_options(s, w, answer, results.used, results.where)
            give_answer(s, answer)
            settle(s, w, True)
            clear_log(s)
        for side in range(s.side_count):
            results.ranks[k, side] = s.rank[side]
        results.endings[k] = s.ending
        results.rounds[k] = s.round_no
        results.decisions[k] = s.decisions
        results.legal[k] = choices
        for kind in range(len(results.fired)):
            results.fired[kind] += s.fired[kind]
        add_tallies(s, results.tallies, results.gaps)


def play_games(stage, rows, base, slot, first_game, seats, policy_rng, results):
    """Play one whole game for every entry of ``rows``; see :func:`play_to_the_end`."""
    slow = (seats >= FIRST_SEARCHER).any()
    heard(play_to_the_end, slow, stage, everybody(), rows, base, slot, first_game, seats, policy_rng, results)


@entry("states, int, int, int, int64[:], int64[:]")
def draw_rows(pool, base, slot, first_game, rng, rows):
    """The row of the pool each of the games first_game, first_game + 1, ... starts from."""
    for k in range(len(rows)):
        seed_rng(rng, base, slot, first_game + k, SETUP_STREAM)
        rows[k] = random_below(rng, len(pool))
