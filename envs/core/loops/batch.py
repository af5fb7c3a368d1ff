"""Many games at once: the loop behind the vectorised faces.

A slot holds one game after the other. Some seats are the caller's; the others are played here, by policies and behaviours, or
by Python policies outside the kernels. Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the
functions of its copy of that file, and of the ruleset; ``SIDES``, the number of sides it has room for; ``BUSY_BYTES`` of its
states; and ``FIRST_MOVING``, the first channel that does not show the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tactica.envs.core.compiler import fetch_row, record_at
from tactica.envs.core.dice import random_below, seed_rng
from tactica.envs.core.loops.seats import (
    ALTERNATE,
    CALLER_STREAM,
    EVERY_SEAT,
    FIRST_SEARCHER,
    FIXED_SEATS,
    ILLEGAL,
    LEARNER,
    LET_CHANCE_ANSWER,
    NONSENSE,
    POLICY_STREAM,
    REFUSE,
    SETUP_STREAM,
)
from tactica.envs.core.state import FLAG, STALLED, clear_log, count, record
from tactica.envs.core.state.choosing import is_offered
from tactica.envs.core.state.fields import fields_of

if TYPE_CHECKING:
    from tactica.envs.core.looking.index_translation import to_answer, to_index, write_mask
    from tactica.envs.core.loops.advance import (
        World,
        forfeit,
        forget,
        give_answer,
        key_chance,
        note_gap,
        refresh,
        reward_of,
        settle,
        start_game,
    )
    from tactica.envs.core.loops.answering import everybody, heard, pick
    from tactica.envs.core.loops.given import BUSY_BYTES, FIRST_MOVING, SIDES, entry, kernel, loops, potential
    from tactica.envs.core.loops.observation import observe_again, observe_all


PASS_CAP = 10_000  # games in a row that may end before the caller has anything to decide
RESET, STEP, FOR_ROWS = 0, 1, 2  # what run_games does
OPPONENTS = 64  # opponents that may be drawn from
WORD = count(2**32 - 1).of("i8")  # of a generator
TALLY = count(2**31 - 2)

#: One slot of many games at once: who plays, what the caller receives, and how its last game ended.
GAME_ROWS = [
    ("slot", "i8", "games are seeded from (base, slot, game)"),
    ("episode", TALLY.of("i8"), "game to be started next"),
    ("next_row", count(low=-1, high=2**31).of("i8"), "row of the pool the next game starts from, -1 drawn"),
    ("next_seats", "i8", "who will play, for FIXED_SEATS", (SIDES,)),
    ("policy_rng", WORD, "generator of the in-kernel policies", (4,)),
    ("caller_rng", WORD, "generator of a caller that leaves its choice to chance", (4,)),
    ("passed_over", TALLY.of("i8"), "games that ended before the caller had anything to decide"),
    ("reward", "f8"),
    ("potential", "f8", "of the position last shown, for shaping"),
    ("seats", "i2", "who plays each side: LEARNER, in-kernel policy 0.., Python policy -2 - k", (SIDES,)),
    ("learner", count(SIDES - 1), "side whose reward the caller gets"),
    ("viewer", count(SIDES - 1), "side that is shown"),
    ("starting", FLAG, "1 the caller has not decided anything yet"),
    ("waits", count(0), "1 a Python policy must answer"),
    ("ended", count(2), "this call: 0 goes on, 1 ended, 2 stalled"),
    ("illegal", FLAG, "this call: 1 the index was not legal"),
    ("stuck", count(0), "1 no game leaves the caller anything to decide"),
    ("reason", count(NONSENSE), "why the game was forfeited, 0 it was not"),
    ("last_ending", count(STALLED), "the game that ended last"),
    ("last_round", count(low=-1)),
    ("last_decisions", TALLY.of("i4")),
    ("last_row", TALLY.of("i4")),
    ("last_game", "i8"),
    ("last_learner", count(SIDES - 1)),
    ("last_reason", count(NONSENSE)),
    ("last_rank", count(SIDES), "place of each side", (SIDES,)),
    ("last_seats", "i2", (SIDES,)),
]
GAME, GAME_FIELDS = record(GAME_ROWS), fields_of(GAME_ROWS)

#: What holds for all slots.
CONTROL_ROWS = [
    ("seed_base", "i8"),
    ("seat_mode", count(SIDES - 1, low=FIXED_SEATS).of("i8")),
    ("illegal", count(LET_CHANCE_ANSWER).of("i8")),
    ("autoreset", FLAG.of("i8"), "1 the next game follows at once"),
    ("observed", FLAG.of("i8"), "0 nobody looks: observations are left out"),
    ("shaping", "f8", "weight of the change in potential"),
    ("discount", "f8"),
    ("opponent_count", count(OPPONENTS, low=1).of("i8")),
    ("opponents", "i8", "seat codes", (OPPONENTS,)),
    ("weights", "f8", "upper ends of their shares, ascending to 1", (OPPONENTS,)),
]
CONTROL, CONTROL_FIELDS = record(CONTROL_ROWS), fields_of(CONTROL_ROWS)

#: Stand-ins for arrays a call does not need, of the kinds its one signature asks for.
NO_SLOTS, NO_ROWS, NO_MASK = np.zeros(0, np.bool_), np.zeros(0, np.int64), np.zeros((0, 0), np.int8)


# --- one slot ---------------------------------------------------------------------------------------------------------


@kernel
def begin_episode(stage, g, c, i):
    """Set up the next game of slot i: start, seat and opponents from its set-up stream. Nothing is run yet."""
    game = g.episode
    g.episode = game + 1
    g.reason = 0
    seed_rng(g.policy_rng, c.seed_base, g.slot, game, SETUP_STREAM)
    row = random_below(g.policy_rng, len(stage.pool))
    if g.next_row >= 0:
        row = int(g.next_row)
        g.next_row = -1
    start_game(
        stage.states, stage.lanes, i, stage.pool, stage.pool_lanes, row, c.seed_base, g.slot, game, stage.snapshot_lanes
    )
    s = record_at(stage.states, i)
    seat = 0
    if c.seat_mode >= 0:
        seat = int(c.seat_mode)
    elif c.seat_mode == ALTERNATE:
        seat = int((g.slot + game) % s.side_count)
    g.learner = seat
    for side in range(SIDES):
        if c.seat_mode == FIXED_SEATS:
            g.seats[side] = g.next_seats[side]
        elif side == seat or c.seat_mode == EVERY_SEAT:
            g.seats[side] = LEARNER
        else:
            at = random_below(g.policy_rng, 1_000_000) / 1_000_000.0
            chosen = 0
            while chosen < c.opponent_count - 1 and at >= c.weights[chosen]:
                chosen += 1
            g.seats[side] = c.opponents[chosen]
    seed_rng(g.policy_rng, c.seed_base, g.slot, game, POLICY_STREAM)
    seed_rng(g.caller_rng, c.seed_base, g.slot, game, CALLER_STREAM)


@kernel
def close_game(s, g, c):
    """Note how a game ended, and the caller's reward. A game in which it decided nothing is passed over."""
    if g.starting == 1:
        g.passed_over += 1
        return
    g.ended = 2 if s.ending == STALLED else 1
    g.reward += reward_of(s, g.learner) - c.shaping * g.potential
    g.potential = 0.0
    g.last_ending = s.ending
    g.last_round = s.round_no
    g.last_decisions = s.decisions
    g.last_row = s.pool_row
    g.last_game = s.seed_game
    g.last_learner = g.learner
    g.last_reason = g.reason
    for side in range(SIDES):
        g.last_rank[side] = s.rank[side]
        g.last_seats[side] = g.seats[side]


@kernel
def show(s, w, shape, g, c, viewer, view, i):
    """Write what the caller sees in slot i."""
    g.viewer = viewer
    if c.observed == 1:
        observe_again(s, w, shape, viewer, view, i)
        write_mask(s, shape, viewer, view.mask[i])


@kernel
def shape_reward(s, w, g, c):
    """Pay for the change in potential since the position shown last."""
    if c.shaping != 0.0:
        now = potential(s, w, g.learner)
        if g.starting == 0:
            g.reward += c.shaping * (c.discount * now - g.potential)
        g.potential = now


@kernel
def take_answer(s, shape, g, index, illegal):
    """Put in a decider's index; what is not legal goes by the ``illegal`` mode. Returns 0 if it was legal, else 1."""
    clear_log(s)
    answer = to_answer(s, shape, s.decider_side, index)
    if answer >= 0 and is_offered(s, answer):
        give_answer(s, answer)
        return 0
    if illegal == LET_CHANCE_ANSWER:
        give_answer(s, int(s.choices[random_below(g.caller_rng, int(s.choice_count))]))
    else:
        if g.reason == 0:
            g.reason = ILLEGAL
        forfeit(s)
    return 1


@kernel
def fetch_slot(states, c, i, view):
    """Have the memory fetched that slot i will use."""
    for k in range(len(BUSY_BYTES)):
        fetch_row(states, i, BUSY_BYTES[k, 0], BUSY_BYTES[k, 1])
    if c.observed == 1:
        fetch_row(view.grid, i, FIRST_MOVING * view.grid.strides[1], view.grid.strides[0])
        fetch_row(view.units, i, 0, view.units.strides[0])
        fetch_row(view.mask, i, 0, view.mask.strides[0])


# --- all slots --------------------------------------------------------------------------------------------------------


@entry("games, bool[:], int64[:], int8[:,:]", games=GAME)
def count_illegal(games, chosen, indices, seen_mask):
    """How many slots have an index that is not legal, those of ``chosen`` left out; and set ``illegal`` of each slot."""
    wrong = 0
    for i in range(len(games)):
        index = indices[i]
        is_wrong = index < 0 or index >= seen_mask.shape[1] or seen_mask[i, index] == 0
        if len(chosen) > 0 and chosen[i]:
            is_wrong = False
        record_at(games, i).illegal = 1 if is_wrong else 0
        wrong += 1 if is_wrong else 0
    return wrong


@entry(
    "slots, players, int, bool[:], int64[:], int64[:], int8[:,:], view, view",
    games=GAME,
    control=CONTROL,
)
def run_games(slots, players, what, chosen, rows, indices, seen_mask, view, final):
    """Bring games to the caller's next decision: the one entry point of the vectorised faces.

    ``what``: RESET starts a new game in every slot whose entry of ``chosen`` is set. STEP applies one index in every
    slot, but starts a new game in those of ``chosen``, if there are any; ``seen_mask`` is the mask they were chosen by.
    FOR_ROWS applies the indices of a Python policy in the slots of ``rows``; an illegal one (or -1) loses the game.
    ``view`` shows every slot's position, ``final`` how games ended, without a mask.

    Returns how many of the slots it went through wait for a Python policy, or -1 when a STEP holds an index that is not
    legal and the mode is to refuse: then nothing has been changed, and ``illegal`` is set where it is not.
    """
    stage, games = slots.stage, slots.games
    states, books, fields = stage.states, stage.books, stage.fields
    c = record_at(slots.control, 0)
    shape = record_at(slots.layout, 0)
    count = len(rows) if what == FOR_ROWS else len(states)
    if what == STEP and c.illegal == REFUSE and count_illegal(games, chosen, indices, seen_mask) > 0:
        return -1
    waiting = 0
    for k in range(count):
        i = int(rows[k]) if what == FOR_ROWS else k
        if what == STEP and k + 1 < count:  # its memory is on the way while this slot plays
            fetch_slot(states, c, k + 1, view)
        g = record_at(games, i)
        s = record_at(states, i)
        if what != FOR_ROWS and len(chosen) > 0 and chosen[k]:
            g.starting = 0 if c.seat_mode == FIXED_SEATS else 1
            g.ended = 0
            g.illegal = 0
            g.stuck = 0
            g.reward = 0.0
            g.potential = 0.0
            begin_episode(stage, g, c, i)
        elif what == RESET:
            continue
        elif what == STEP:
            g.reward = 0.0
            g.ended = 0
            g.illegal = take_answer(s, shape, g, indices[k], c.illegal)
        else:
            note_gap(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)))
            take_answer(s, shape, g, indices[k], REFUSE)
        g.waits = 0
        passed = 0
        while True:
            w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
            settle(s, w, True)
            if s.ending == 0:
                seat = g.seats[s.decider_side]
                if seat >= 0:
                    note_gap(s, w)
                    key_chance(s, g.policy_rng)
                    give_answer(s, pick(s, w, players, seat, g.policy_rng))
                    continue
                if seat < LEARNER:
                    g.waits = 1
                    waiting += 1
                    break
                viewer = int(s.decider_side) if c.seat_mode == EVERY_SEAT else int(g.learner)
                shape_reward(s, w, g, c)
                g.starting = 0
                show(s, w, shape, g, c, viewer, view, i)
                break
            close_game(s, g, c)
            if c.autoreset == 0 and g.starting == 0:
                show(s, w, shape, g, c, int(g.learner), view, i)
                break
            if g.starting == 0 and c.observed == 1:
                observe_again(s, w, shape, int(g.learner), final, i)
            g.starting = 1
            passed += 1
            if passed > PASS_CAP:
                g.stuck = 1
                break
            begin_episode(stage, g, c, i)
    return waiting


def has_searchers(slots):
    """Whether any player that may take part searches."""
    if loops.most_nodes == 0:
        return False
    return slots.control["opponents"].max() >= FIRST_SEARCHER or slots.games["next_seats"].max() >= FIRST_SEARCHER


def reset_games(slots, chosen, view, final):
    """Start a new game in every slot whose entry of ``chosen`` is set; see :func:`run_games`."""
    given = (RESET, chosen, NO_ROWS, NO_ROWS, NO_MASK)
    return heard(run_games, has_searchers(slots), slots, everybody(), *given, view, final)


def step_games(slots, indices, seen_mask, view, final, chosen=NO_SLOTS):
    """Apply one index in every slot, but start a new game where ``chosen`` is set; see :func:`run_games`."""
    given = (STEP, chosen, NO_ROWS, indices, seen_mask)
    return heard(run_games, has_searchers(slots), slots, everybody(), *given, view, final)


def answer_rows(slots, rows, indices, view, final):
    """Apply a Python policy's indices in the slots of ``rows``; see :func:`run_games`."""
    given = (FOR_ROWS, NO_SLOTS, rows, indices, NO_MASK)
    return heard(run_games, has_searchers(slots), slots, everybody(), *given, view, final)


@entry("states, books, fields, layouts, int64[:], int8[:,:,:,:], int16[:,:,:], int16[:,:], int8[:,:]")
def observe_rows(states, books, fields, layout, rows, grid, units, context, mask):
    """Write the observation and mask of the slots in ``rows``, one after the other, each for the side that decides."""
    for k in range(len(rows)):
        s = record_at(states, rows[k])
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        observe_all(s, w, record_at(layout, 0), s.decider_side, grid[k], units[k], context[k])
        write_mask(s, record_at(layout, 0), s.decider_side, mask[k])


@entry("states, books, fields, layouts, games, int8[:,:,:,:], int16[:,:,:], int16[:,:], int8[:,:]", games=GAME)
def observe_slots(states, books, fields, layout, games, grid, units, context, mask):
    """Write what the caller sees in every slot again (after a restore)."""
    for i in range(len(states)):
        s = record_at(states, i)
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        forget(s)
        refresh(s, w)
        observe_all(s, w, record_at(layout, 0), record_at(games, i).viewer, grid[i], units[i], context[i])
        write_mask(s, record_at(layout, 0), record_at(games, i).viewer, mask[i])


@entry("states, layouts, games, int64[:]", games=GAME)
def random_indices(states, layout, games, indices):
    """A random legal index for every slot, from streams of their own (for measuring and warming up)."""
    for i in range(len(states)):
        s = record_at(states, i)
        answer = s.choices[random_below(record_at(games, i).caller_rng, max(int(s.choice_count), 1))]
        indices[i] = to_index(s, record_at(layout, 0), s.decider_side, answer)
