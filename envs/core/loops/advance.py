"""The loops every ruleset shares: on to the next decision, and one game as it is called from Python.

This file is never imported as it stands. ``core.ruleset`` executes it once for every ruleset, with that ruleset's own
functions put in as globals, so that each ruleset gets its own compiled copy. ``search.py``, ``answering.py``,
``rollout.py``, ``batch.py`` (many games at once) and ``odds_layer.py`` stand on it and are executed in the same way. Put in are:

    kernel(function)                 compile with the ruleset

    step(s, w)                       run one step of the top procedure
    legal(s, w)                      offer() every legal answer to the current prompt
    know_units, observe_all, observe_again   what a side knows and sees (``observation.py``)
    decide(s, w, policy, rng)      optional: answer of in-kernel policy 1, 2, ... ; -1 leaves it to chance; without it the
                                     yardsticks of ``core/behaviour/yardsticks.py`` play
    consult(s, w, players, row, rng)   answer of a network (core/loops/network.py)
    behave(s, w, behaviour, rng)   answer of a behaviour (core/behaviour/policy.py); explain(...) what it weighed
    gap_between, may_see, is_turned, to_answer, to_index, write_mask   of the ruleset's board
    is_standing(s, who)              whether a unit still takes part (tactics.py)
    potential(s, w, side)            optional (observe.py): share of staying power, for potential-based shaping
    contribution(s, w, who)          optional (observe.py): weight of a unit in its side's result, 0 or more
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below, seed_rng
from tactica.envs.core.looking.layout import LAYOUT
from tactica.envs.core.loops.arguments import SingleView
from tactica.envs.core.loops.players import Players
from tactica.envs.core.loops.seats import DICE_STREAM, FIRST_BEHAVIOUR, FIRST_NETWORK, POLICY_STREAM, RANDOM
from tactica.envs.core.state import (
    FORFEIT,
    STALLED,
    Overrun,
    are_friends,
    clear_counts,
    clear_log,
    copy_lanes,
    note_use,
)
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.behaviour.policy import behave, explain
    from tactica.envs.core.board.geometry import gap_between
    from tactica.envs.core.looking.index_translation import to_answer, to_index, write_mask
    from tactica.envs.core.loops.given import (
        CHOICES,
        SIDES,
        STATES,
        contribution,
        decide,
        entry,
        is_standing,
        kernel,
        know_units,
        legal,
        potential,
        step,
    )
    from tactica.envs.core.loops.network import consult
    from tactica.envs.core.loops.objectives import pursue_objectives
    from tactica.envs.core.loops.observation import observe_all


#: Made where it is needed: no kernel can return a tuple of two kinds of records.
World = namedtuple("World", ["book", "field"])

NO_GAP = 10_000  # cells, more than any board has
STEP_CAP = 20_000  # steps without a decision after which a battle is given up as STALLED
SETTLE, ANSWER, INDEX, TURN = 0, 1, 2, 3  # what run_game does

#: Stand-ins for arrays a call does not need, of the kinds its one signature asks for.
NO_LAYOUT = np.zeros(1, LAYOUT)
NOT_SEEN = SingleView(
    np.zeros((1, 1, 1), np.int8), np.zeros((1, 1), np.int16), np.zeros(1, np.int16), np.zeros(1, np.int8)
)
#: Who may play besides the policies by number. ``engine.rows``, ``engine.networks`` and ``engine.players`` fill it, and replace
#: what has to grow.
players = Players.none(SIDES, STATES, CHOICES)


# --- until the next decision -----------------------------------------------------------------------------------------


@kernel
def give_up(s):
    """End a battle that does not end by its rules: nobody has won."""
    s.ending = STALLED
    s.prompt = 0
    s.pending_verb = 0
    s.answer = 0
    for side in range(s.side_count):
        s.rank[side] = 1


@kernel
def forget(s):
    """Nothing worked out so far holds any more: the position has changed, or may have been changed from outside."""
    s.known_to = 0
    s.kept = 0


@kernel
def refresh(s, w):
    """List the legal answers to the current prompt in ``s.choices``, and in ``s.known`` whom the side to decide knows of."""
    s.choice_count = 0
    if s.prompt != 0 and s.ending == 0:
        if s.known_to != s.decider_side + 1:
            know_units(s, w, int(s.decider_side))
            s.known_to = s.decider_side + 1
        legal(s, w)
        if s.overrun != 0:
            give_up(s)
            s.choice_count = 0


@kernel
def run_step(s, w):
    """Run one step of the top procedure; a battle that has run out of room is given up. What has been worked out holds on
    if the step has done no more than read a part of a choice (``s.has_changed``).
    """
    s.has_changed = 1
    before = int(s.round_no)
    step(s, w)
    s.answer = 0
    if s.verdict[0] != 0:
        pursue_objectives(s, w, before)
    if s.has_changed == 1:
        forget(s)
        s.chosen_for = 0
    if s.overrun != 0:
        give_up(s)


@kernel
def note_uses(s):
    """Keep the highest use of what a decision fills."""
    note_use(s, Overrun.CHOICES, s.choice_count)
    note_use(s, Overrun.EVENTS, s.event_count + s.events_lost)
    note_use(s, Overrun.TERMS, s.term_count)


@kernel
def settle(s, w, skip):
    """Run until a unit or side must choose or the battle is over; with ``skip``, give single legal answers without asking."""
    steps = 0
    while s.ending == 0:
        while s.prompt == 0 and s.ending == 0:
            run_step(s, w)
            steps += 1
            if steps > STEP_CAP:
                give_up(s)
        if s.ending != 0:
            break
        refresh(s, w)
        note_uses(s)
        if s.choice_count == 0:
            give_up(s)
        elif s.choice_count > 1 or not skip:
            return
        else:
            s.answer = s.choices[0]
            s.prompt = 0
            s.forced += 1
    note_uses(s)
    s.choice_count = 0


@kernel
def give_answer(s, answer):
    """Put in the answer to the current prompt. Nothing is run yet. Another answer than a behaviour's ends what it had begun."""
    if answer != s.chosen[0].answer:
        s.chosen_for = 0
    s.answer = answer
    s.prompt = 0
    s.decisions += 1
    if s.decisions > s.decision_cap:
        give_up(s)


@kernel
def reward_of(s, side):
    """Result of a side by rank, in [-1, 1]: the share of opponents it beat less the share that beat it."""
    if s.ending == 0 or s.side_count < 2:
        return 0.0
    worse = 0
    better = 0
    for other in range(s.side_count):
        if s.rank[other] > s.rank[side]:
            worse += 1
        elif s.rank[other] < s.rank[side]:
            better += 1
    return (worse - better) / (s.side_count - 1)


@kernel
def forfeit(s):
    """The side to decide loses: last place, all others share the first."""
    for side in range(s.side_count):
        s.rank[side] = 1
    s.rank[s.decider_side] = 2
    s.ending = FORFEIT
    s.prompt = 0
    s.pending_verb = 0
    s.choice_count = 0


# --- one game, called from Python with arrays and a row ---------------------------------------------------------------


@entry("states, uint64[:,:], int, states, uint64[:,:], int, int, int, int, int")
def start_game(states, lanes, i, pool, pool_lanes, row, base, slot, game, snapshot_lanes):
    """Copy a start of the pool into row i and seed its dice. Nothing is run yet."""
    copy_lanes(lanes, i, pool_lanes, row, snapshot_lanes)
    s = record_at(states, i)
    s.pool_row = row
    s.seed_base = base
    s.seed_slot = slot
    s.seed_game = game
    seed_rng(s.rng, base, slot, game, DICE_STREAM)
    clear_log(s)
    clear_counts(s)
    s.keyed_round = -1
    s.choice_count = 0
    forget(s)


@entry("states, int, books, fields, layouts, int, int, bool, single_view")
def run_game(states, i, books, fields, layout, what, value, skip, view):
    """Row i, the one place where a single game runs on, so that the rules are compiled into one entry point only.

    ``what``: SETTLE runs to the first decision or lists the choices of a game just restored; ANSWER and INDEX apply an
    answer or the decider's index if it is legal; TURN is INDEX, and writes what the side that decides next sees (side 0
    when the battle is over). Returns whether it was legal; an illegal choice changes nothing.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    shape = record_at(layout, 0)
    if what == SETTLE:
        forget(s)
        if s.prompt != 0:
            refresh(s, w)
        else:
            settle(s, w, skip)
        return True
    answer = int(value)
    if what != ANSWER:
        answer = to_answer(s, shape, s.decider_side, value)
    if answer < 0 or not is_offered(s, answer):
        return False
    clear_log(s)
    give_answer(s, answer)
    settle(s, w, skip)
    if what == TURN:
        viewer = int(s.decider_side) if s.ending == 0 else 0
        observe_all(s, w, shape, viewer, view.grid, view.units, view.context)
        write_mask(s, shape, viewer, view.mask)
    return True


def settle_game(states, i, books, fields, skip):
    """Run row i to its first decision, or list the choices of one just restored."""
    run_game(states, i, books, fields, NO_LAYOUT, SETTLE, 0, skip, NOT_SEEN)


def step_game(states, i, books, fields, answer, skip):
    """Row i: check an answer, apply it, run on. Returns whether it was legal; an illegal one changes nothing."""
    return run_game(states, i, books, fields, NO_LAYOUT, ANSWER, answer, skip, NOT_SEEN)


def step_index(states, i, books, fields, layout, index, skip):
    """As :func:`step_game`, with the decider's index of a layout (array of one) in place of an answer."""
    return run_game(states, i, books, fields, layout, INDEX, index, skip, NOT_SEEN)


def turn_game(states, i, books, fields, layout, index, skip, view):
    """As :func:`step_index`, then write what the side that decides next sees (side 0 when the battle is over)."""
    return run_game(states, i, books, fields, layout, TURN, index, skip, view)


@entry("states, int, int")
def give_game_answer(states, i, answer):
    """Row i: put in a legal answer without running on. Returns whether it was legal."""
    s = record_at(states, i)
    if not is_offered(s, answer):
        return False
    clear_log(s)
    give_answer(s, answer)
    return True


@entry("states, int, books, fields")
def step_alone(states, i, books, fields):
    """Row i: run one step of the top procedure, unless a decision is pending or the battle is over."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    forget(s)
    if s.ending == 0 and s.prompt == 0:
        run_step(s, w)


@entry("states, int, books, fields")
def list_choices(states, i, books, fields):
    """Row i: list the legal answers to the current prompt."""
    s = record_at(states, i)
    forget(s)
    refresh(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)))


def micro_step(states, i, books, fields):
    """Row i: one step of the top procedure; lists the choices when it ends in a question."""
    step_alone(states, i, books, fields)
    list_choices(states, i, books, fields)


@entry("states, int, books, fields, layouts, int, int8[:,:,:], int16[:,:], int16[:], int8[:]")
def observe_game(states, i, books, fields, layout, viewer, grid, units, context, mask):
    """Row i as ``viewer`` sees it; the mask is all zero unless its side decides."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    observe_all(s, w, record_at(layout, 0), viewer, grid, units, context)
    if s.prompt != 0 and s.decider_side == viewer:
        write_mask(s, record_at(layout, 0), viewer, mask)
    else:
        for k in range(len(mask)):
            mask[k] = 0


@entry("states, int, books, fields, behaviours, int, int64[:], float64[:,:]")
def explain_game(states, i, books, fields, behaviours, row, rng, values):
    """Row i: weigh the choices at the current prompt as a behaviour does, into ``plans`` of the state and values, float64
    (plans, WEIGHTS). Returns the plan it takes and the doctrine it follows, each -1 for none. The battle does not change.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    before = s.overrun
    taken = explain(s, w, record_at(behaviours, row), rng, values)
    s.overrun = before
    return taken


@entry("states, int, layouts, int64[:]")
def list_indices(states, i, layout, indices):
    """Row i: write the decider's index of every legal answer, in the order of ``choices``. Returns how many."""
    s = record_at(states, i)
    for k in range(s.choice_count):
        indices[k] = to_index(s, record_at(layout, 0), s.decider_side, s.choices[k])
    return int(s.choice_count)


@entry("states, int, layouts, int")
def index_of(states, i, layout, answer):
    """Row i: the decider's index for an answer, -1 when the layout cannot show it."""
    s = record_at(states, i)
    return to_index(s, record_at(layout, 0), s.decider_side, answer)


@entry("states, int, layouts, int")
def answer_of(states, i, layout, index):
    """Row i: the answer behind a decider's index, -1 when it stands for nothing."""
    s = record_at(states, i)
    return to_answer(s, record_at(layout, 0), s.decider_side, index)


@entry("states, int, books, fields, float64[:]")
def contributions(states, i, books, fields, out):
    """Row i: what each roster row contributed, into float64 (units,)."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    for who in range(s.unit_count):
        out[who] = contribution(s, w, who)


@entry("states, int, books, fields, int")
def standing_of(states, i, books, fields, side):
    """Row i: a side's share of the staying power, by the ruleset's measure; 0 where it has none."""
    s = record_at(states, i)
    return potential(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)), side)


@entry("states, int")
def forfeit_game(states, i):
    """Row i: the side to decide loses."""
    forfeit(record_at(states, i))


# --- policies inside the kernel ---------------------------------------------------------------------------------------


@kernel
def decided(s, w, players, policy, rng):
    """The answer of a player that does not search: in-kernel policy 0 (random), 1, 2, ..., a behaviour, or a network; 0 or
    less leaves it to chance.
    """
    if policy >= FIRST_NETWORK:
        return int(consult(s, w, players, policy - FIRST_NETWORK, rng))
    if policy >= FIRST_BEHAVIOUR:
        answer = behave(s, w, record_at(players.behaviours, policy - FIRST_BEHAVIOUR), rng)
        note_use(s, Overrun.PLANS, s.plan_count)
        return int(answer)
    return int(decide(s, w, policy, rng)) if policy != RANDOM else -1


@kernel
def pick_simply(s, w, players, policy, rng):
    """The answer of a player that does not search; if it leaves the decision to chance, any legal answer."""
    answer = decided(s, w, players, policy, rng)
    return answer if answer > 0 else int(s.choices[random_below(rng, int(s.choice_count))])


@kernel
def key_chance(s, rng):
    """Start the generator of the policies for the present decision: what chance decides there does not depend on how much was
    left to it before, so that an option that is never taken changes nothing.
    """
    seed_rng(rng, s.seed_base, s.seed_slot, s.seed_game, POLICY_STREAM | (int(s.decisions) + 1) << 3)


@kernel
def note_gap(s, w):
    """Note how far the unit that decides is from its nearest standing enemy, in cells."""
    if s.decider < 0 or s.units[s.decider].cell < 0:
        return
    here = int(s.units[s.decider].cell)
    gap = NO_GAP
    for enemy in range(s.unit_count):
        if is_standing(s, enemy) and s.units[enemy].cell >= 0 and not are_friends(s, s.decider, enemy):
            gap = min(gap, gap_between(s, w, int(s.decider), here, enemy, int(s.units[enemy].cell)))
    if gap < NO_GAP:
        s.gap_sum[s.decider_side] += gap
        s.gap_count[s.decider_side] += 1
