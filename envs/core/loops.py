"""The loops every ruleset shares: until the next decision, whole games, many games at once, one layer of exact odds.

This file is never imported as it stands. ``core.ruleset`` executes it once for every ruleset, with that ruleset's
``step``, ``legal``, ``observe`` and ``decide`` put in as globals, so that each ruleset gets its own compiled copy,
cached beside its rules. (Kernels that take functions as arguments cannot be cached.)

    step(s, w)                       run one step of the top procedure
    legal(s, w)                      offer() every legal answer to the current prompt
    observe_map(s, w, layout, viewer, grid)   write the channels that stay as they are for a whole battle
    observe(s, w, layout, viewer, grid, units, context)   write everything else a side may see
    decide(s, w, policy, words)      answer of in-kernel policy 1, 2, ... ; -1 leaves it to chance
    behave(s, w, behaviour, words)   answer of a behaviour (core/behaving.py); explain(...) what it weighed
    is_standing(s, who)              whether a unit still takes part (tactics.py)
    potential(s, w, side)            optional (observe.py): share of staying power, for potential-based shaping
    contribution(s, w, who)          optional (observe.py): weight of a unit in its side's result, 0 or more
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from tactica.envs.core.dice import COUNT, PLAY, random_below, seed_words
from tactica.envs.core.events import clear_counts, clear_log
from tactica.envs.core.features import BEHAVIOUR
from tactica.envs.core.geometry import STRIDE, distance
from tactica.envs.core.jit import kernel as _kernel
from tactica.envs.core.layout import LAYOUT, is_turned, to_answer, to_index, write_mask
from tactica.envs.core.record import record_at
from tactica.envs.core.state import FORFEIT, SIDES, STALLED, are_friends, copy_words, record

#: Made where it is needed: no kernel can return a tuple of two kinds of records.
World = namedtuple("World", ["book", "field"])

STEP_CAP = 20_000  # steps without a decision after which a battle is given up as STALLED
RANDOM = 0  # in-kernel policy 0: uniform over the legal answers
FIRST_BEHAVIOUR = 1000  # seat codes from here on: row of ``behaviours``
LEARNER = -1  # seat code: the caller answers; -2 - k: Python policy k answers
CALLER_STREAM, POLICY_STREAM, SETUP_STREAM, DICE_STREAM = 3, 2, 1, 0
ALTERNATE, EVERY_SEAT, FIXED_SEATS = -1, -2, -3  # seat modes besides 0..: turn and turn about, the caller's, as listed
REFUSE, FORFEIT_GAME, LET_CHANCE_ANSWER = 0, 1, 2  # what becomes of an illegal index
ILLEGAL, RAISED, STALLED_TOO_LONG, NONSENSE = 1, 2, 3, 4  # why a game was forfeited
PASS_CAP = 10_000  # games in a row that may end before the caller has anything to decide
SETTLE, ANSWER, INDEX, TURN = 0, 1, 2, 3  # what run_game does
RESET, STEP, FOR_ROWS = 0, 1, 2  # what run_games does
OPPONENTS = 64  # opponents that may be drawn from

#: One slot of many games at once: who plays, what the caller is told, and how its last game ended.
GAME = record(
    [
        ("slot", "i8"),  # games are seeded from (base, slot, game)
        ("episode", "i8"),  # game to be started next
        ("next_row", "i8"),  # row of the pool the next game starts from, -1 drawn
        ("next_seats", "i8", (SIDES,)),  # who will play, for FIXED_SEATS
        ("policy_words", "i8", (4,)),  # generator of the in-kernel policies
        ("caller_words", "i8", (4,)),  # generator of a caller that leaves its choice to chance
        ("passed_over", "i8"),  # games that ended before the caller had anything to decide
        ("reward", "f8"),
        ("potential", "f8"),  # of the position last shown, for shaping
        ("seats", "i2", (SIDES,)),  # who plays each side: LEARNER, in-kernel policy 0.., Python policy -2 - k
        ("learner", "i2"),  # side whose reward the caller gets
        ("viewer", "i2"),  # side that is shown
        ("starting", "i2"),  # 1 the caller has not decided anything yet
        ("waits", "i2"),  # 1 a Python policy must answer
        ("ended", "i2"),  # this call: 0 goes on, 1 ended, 2 stalled
        ("illegal", "i2"),  # this call: 1 the index was not legal
        ("stuck", "i2"),  # 1 no game leaves the caller anything to decide
        ("reason", "i2"),  # why the game was forfeited, 0 it was not
        ("last_ending", "i2"),  # the game that ended last
        ("last_round", "i2"),
        ("last_decisions", "i4"),
        ("last_row", "i4"),
        ("last_game", "i8"),
        ("last_learner", "i2"),
        ("last_reason", "i2"),
        ("last_rank", "i2", (SIDES,)),
        ("last_seats", "i2", (SIDES,)),
    ]
)

#: What holds for all slots.
CONTROL = record(
    [
        ("seed_base", "i8"),
        ("snapshot_words", "i8"),
        ("seat_mode", "i8"),
        ("illegal", "i8"),
        ("autoreset", "i8"),  # 1 the next game follows at once
        ("observed", "i8"),  # 0 nobody looks: observations are left out
        ("shaping", "f8"),  # weight of the change in potential
        ("discount", "f8"),
        ("opponent_count", "i8"),
        ("opponents", "i8", (OPPONENTS,)),  # seat codes
        ("weights", "f8", (OPPONENTS,)),  # upper ends of their shares, ascending to 1
    ]
)

#: Stand-ins for arrays a call does not need, of the kinds its one signature asks for.
NO_LAYOUT = np.zeros(1, LAYOUT)
NOT_SEEN = (np.zeros((1, 1, 1), np.int8), np.zeros((1, 1), np.int16), np.zeros(1, np.int16), np.zeros(1, np.int8))
#: The behaviours that may play, a row each; ``agents.behaviours`` fills it, and replaces it when it has to grow.
behaviours = np.zeros(64, BEHAVIOUR)
NO_SLOTS, NO_ROWS, NO_MASK = np.zeros(0, np.bool_), np.zeros(0, np.int64), np.zeros((0, 0), np.int8)


def kernel(function):
    """Compile into the cache folder of the ruleset this copy belongs to."""
    return _kernel(function, folder=home)  # noqa: F821  (put in by core.ruleset)


if potential is None:  # type: ignore[used-before-def]  # noqa: F821

    @kernel
    def potential(s, w, side):
        """A ruleset without a measure of staying power: nothing is shaped."""
        return 0.0


if contribution is None:  # type: ignore[used-before-def]  # noqa: F821

    @kernel
    def contribution(s, w, who):
        """A ruleset that does not weigh its units: all share alike."""
        return 1.0


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
def refresh(s, w):
    """List the legal answers to the current prompt in ``s.choices``."""
    s.choice_count = 0
    if s.prompt != 0 and s.ending == 0:
        legal(s, w)  # noqa: F821


@kernel
def settle(s, w, skip):
    """Run until somebody must choose or the battle is over; with ``skip``, single legal answers are given unasked."""
    steps = 0
    while s.ending == 0:
        while s.prompt == 0 and s.ending == 0:
            step(s, w)  # noqa: F821
            s.answer = 0
            steps += 1
            if steps > STEP_CAP:
                give_up(s)
        if s.ending != 0:
            break
        refresh(s, w)
        if s.choice_count == 0:
            give_up(s)
        elif s.choice_count > 1 or not skip:
            return
        else:
            s.answer = s.choices[0]
            s.prompt = 0
            s.forced += 1
    s.choice_count = 0


@kernel
def give_answer(s, answer):
    """Put in the answer to the current prompt. Nothing is run yet."""
    s.answer = answer
    s.prompt = 0
    s.decisions += 1
    if s.decisions > s.decision_cap:
        give_up(s)


@kernel
def advance(s, w, answer, skip):
    """Apply a legal answer and run on to the next decision. This alone changes a state."""
    give_answer(s, answer)
    settle(s, w, skip)


@kernel
def is_offered(s, answer):
    """Whether an answer is among the legal ones."""
    for i in range(s.choice_count):
        if s.choices[i] == answer:
            return True
    return False


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


# --- what a side sees -------------------------------------------------------------------------------------------------


@kernel
def observe_all(s, w, shape, viewer, grid, units, context):
    """Write everything a side may see into arrays that may hold anything."""
    observe_map(s, w, shape, viewer, grid)  # noqa: F821
    observe(s, w, shape, viewer, grid, units, context)  # noqa: F821


@kernel
def observe_again(s, w, shape, viewer, shown, i, grid, units, context):
    """Write what a side may see into row i of a buffer; the map only where the row does not show it already.

    ``shown``: which map each row of the buffer shows, int64 (n,), 0 none yet.
    """
    here = 2 * int(s.field_row) + (2 if is_turned(shape, viewer) else 1)
    if shown[i] != here:
        shown[i] = here
        observe_map(s, w, shape, viewer, grid[i])  # noqa: F821
    observe(s, w, shape, viewer, grid[i], units[i], context[i])  # noqa: F821


# --- one game, called from Python with arrays and a row ---------------------------------------------------------------


@kernel
def start_game(states, words, i, pool, pool_words, row, base, slot, game, snapshot_words):
    """Copy a start of the pool into row i and seed its dice. Nothing is run yet."""
    copy_words(words, i, pool_words, row, snapshot_words)
    s = record_at(states, i)
    s.pool_row = row
    s.seed_base = base
    s.seed_slot = slot
    s.seed_game = game
    seed_words(s.rng_words, base, slot, game, DICE_STREAM)
    clear_log(s)
    clear_counts(s)
    s.choice_count = 0


@kernel
def run_game(states, i, books, fields, layout, what, value, skip, grid, units, context, mask):
    """Row i, the one place where a single game runs on, so that the rules are compiled into one entry point only.

    ``what``: SETTLE runs to the first decision or lists the choices of a game just restored; ANSWER and INDEX apply an
    answer or the decider's index if it is legal; TURN is INDEX, and writes what the side that decides next sees (side 0
    when the battle is over). Returns whether it was legal; an illegal choice changes nothing.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    shape = record_at(layout, 0)
    if what == SETTLE:
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
        observe_all(s, w, shape, viewer, grid, units, context)
        write_mask(s, shape, viewer, mask)
    return True


def settle_game(states, i, books, fields, skip):
    """Run row i to its first decision, or list the choices of one just restored."""
    run_game(states, i, books, fields, NO_LAYOUT, SETTLE, 0, skip, *NOT_SEEN)


def step_game(states, i, books, fields, answer, skip):
    """Row i: check an answer, apply it, run on. Returns whether it was legal; an illegal one changes nothing."""
    return run_game(states, i, books, fields, NO_LAYOUT, ANSWER, answer, skip, *NOT_SEEN)


def step_index(states, i, books, fields, layout, index, skip):
    """As :func:`step_game`, with the decider's index of a layout (array of one) in place of an answer."""
    return run_game(states, i, books, fields, layout, INDEX, index, skip, *NOT_SEEN)


def turn_game(states, i, books, fields, layout, index, skip, grid, units, context, mask):
    """As :func:`step_index`, then write what the side that decides next sees (side 0 when the battle is over)."""
    return run_game(states, i, books, fields, layout, TURN, index, skip, grid, units, context, mask)


@kernel
def give_game_answer(states, i, answer):
    """Row i: put in a legal answer without running on. Returns whether it was legal."""
    s = record_at(states, i)
    if not is_offered(s, answer):
        return False
    clear_log(s)
    give_answer(s, answer)
    return True


@kernel
def step_alone(states, i, books, fields):
    """Row i: one step of the top procedure, unless somebody is asked or the battle is over."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    if s.ending == 0 and s.prompt == 0:
        step(s, w)  # noqa: F821
        s.answer = 0


@kernel
def list_choices(states, i, books, fields):
    """Row i: list the legal answers to the current prompt."""
    s = record_at(states, i)
    refresh(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)))


def micro_step(states, i, books, fields):
    """Row i: one step of the top procedure; lists the choices when it ends in a question."""
    step_alone(states, i, books, fields)
    list_choices(states, i, books, fields)


@kernel
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


@kernel
def choose_answer(states, i, books, fields, behaviours, policy, policy_words):
    """Row i: the answer of an in-kernel policy to the current prompt."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    return pick(s, w, behaviours, policy, policy_words[i])


def choose_game(states, i, books, fields, policy, policy_words):
    """Row i: the answer of an in-kernel policy or a behaviour, by its seat code, to the current prompt."""
    return choose_answer(states, i, books, fields, behaviours, policy, policy_words)


@kernel
def explain_game(states, i, books, fields, behaviours, row, words, values):
    """Row i: weigh the choices at the current prompt as a behaviour does, into ``plans`` of the state and values, float64
    (PLANS, WEIGHTS). Returns the plan it takes and the doctrine it follows, each -1 for none.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    return explain(s, w, record_at(behaviours, row), words, values)  # noqa: F821


@kernel
def list_indices(states, i, layout, indices):
    """Row i: write the decider's index of every legal answer, in the order of ``choices``. Returns how many."""
    s = record_at(states, i)
    for k in range(s.choice_count):
        indices[k] = to_index(s, record_at(layout, 0), s.decider_side, s.choices[k])
    return int(s.choice_count)


@kernel
def index_of(states, i, layout, answer):
    """Row i: the decider's index for an answer, -1 when the layout cannot show it."""
    s = record_at(states, i)
    return to_index(s, record_at(layout, 0), s.decider_side, answer)


@kernel
def answer_of(states, i, layout, index):
    """Row i: the answer behind a decider's index, -1 when it stands for nothing."""
    s = record_at(states, i)
    return to_answer(s, record_at(layout, 0), s.decider_side, index)


@kernel
def contributions(states, i, books, fields, out):
    """Row i: what each roster row contributed, into float64 (units,)."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    for who in range(s.unit_count):
        out[who] = contribution(s, w, who)


@kernel
def forfeit_game(states, i):
    """Row i: the side to decide loses."""
    forfeit(record_at(states, i))


# --- policies inside the kernel ---------------------------------------------------------------------------------------


@kernel
def pick(s, w, behaviours, policy, words):
    """The answer of in-kernel policy 0 (random), 1, 2, ..., or of a behaviour; what it does not decide is left to
    chance.
    """
    if policy >= FIRST_BEHAVIOUR:
        answer = behave(s, w, record_at(behaviours, policy - FIRST_BEHAVIOUR), words)  # noqa: F821
        if answer > 0:
            return int(answer)
    elif policy != RANDOM:
        answer = decide(s, w, policy, words)  # noqa: F821
        if answer > 0:
            return int(answer)
    return int(s.choices[random_below(words, int(s.choice_count))])


@kernel
def note_gap(s):
    """Note how far the unit that decides is from its nearest standing enemy, in cells."""
    if s.decider < 0 or s.units[s.decider].cell < 0:
        return
    here = int(s.units[s.decider].cell)
    gap = STRIDE
    for enemy in range(s.unit_count):
        if is_standing(s, enemy) and s.units[enemy].cell >= 0 and not are_friends(s, s.decider, enemy):  # noqa: F821
            gap = min(gap, distance(here, int(s.units[enemy].cell)))
    if gap < STRIDE:
        s.gap_sum[s.decider_side] += gap
        s.gap_count[s.decider_side] += 1


# --- whole games ------------------------------------------------------------------------------------------------------


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
def play_to_the_end(
    states, words, books, fields, behaviours, pool, pool_words, snapshot_words, rows, base, first_game, seats, policy_words,
    ranks, endings, rounds, decisions, legal_sum, fired, tallies, gaps,
):  # fmt: skip
    """Play one whole game for every entry of ``rows``, all in row 0 of ``states``, and write the results.

    Game k is seeded from (base, 0, first_game + k); ``seats`` (games, SIDES) names the in-kernel policies. Results:
    ranks (games, SIDES), endings, rounds, decisions, legal_sum (sum of legal answers met); added up over the games: fired
    (EVENT_KINDS,), tallies (3, SIDES, EVENT_KINDS) as :func:`add_tallies` says, and gaps (2, SIDES), sum and count.
    """
    s = record_at(states, 0)
    for k in range(len(rows)):
        start_game(states, words, 0, pool, pool_words, rows[k], base, 0, first_game + k, snapshot_words)
        seed_words(policy_words, base, 0, first_game + k, POLICY_STREAM)
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        settle(s, w, True)
        choices = 0
        while s.ending == 0:
            choices += s.choice_count
            note_gap(s)
            give_answer(s, pick(s, w, behaviours, seats[k, s.decider_side], policy_words))
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


def play_games(states, words, books, fields, *rest):
    """Play one whole game for every entry of ``rows``; see :func:`play_to_the_end`."""
    play_to_the_end(states, words, books, fields, behaviours, *rest)


# --- many games at once -----------------------------------------------------------------------------------------------


@kernel
def begin_episode(states, words, pool, pool_words, g, c, i):
    """Set up the next game of slot i: start, seat and opponents from its set-up stream. Nothing is run yet."""
    game = g.episode
    g.episode = game + 1
    g.reason = 0
    seed_words(g.policy_words, c.seed_base, g.slot, game, SETUP_STREAM)
    row = random_below(g.policy_words, len(pool))
    if g.next_row >= 0:
        row = int(g.next_row)
        g.next_row = -1
    start_game(states, words, i, pool, pool_words, row, c.seed_base, g.slot, game, c.snapshot_words)
    s = record_at(states, i)
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
            at = random_below(g.policy_words, 1_000_000) / 1_000_000.0
            chosen = 0
            while chosen < c.opponent_count - 1 and at >= c.weights[chosen]:
                chosen += 1
            g.seats[side] = c.opponents[chosen]
    seed_words(g.policy_words, c.seed_base, g.slot, game, POLICY_STREAM)
    seed_words(g.caller_words, c.seed_base, g.slot, game, CALLER_STREAM)


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
def show(s, w, shape, g, c, viewer, shown, i, grid, units, context, mask):
    """Write what the caller sees in slot i."""
    g.viewer = viewer
    if c.observed == 1:
        observe_again(s, w, shape, viewer, shown, i, grid, units, context)
        write_mask(s, shape, viewer, mask[i])


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
        give_answer(s, int(s.choices[random_below(g.caller_words, int(s.choice_count))]))
    else:
        if g.reason == 0:
            g.reason = ILLEGAL
        forfeit(s)
    return 1


@kernel
def run_games(
    states, words, books, fields, layout, pool, pool_words, games, control, behaviours, what, chosen, rows, indices, seen_mask,
    shown, grid, units, context, mask, final_shown, final_grid, final_units, final_context,
):  # fmt: skip
    """Bring games to the caller's next decision: the one entry point of the vectorised faces.

    ``what``: RESET starts a new game in every slot whose entry of ``chosen`` is set. STEP applies one index in every
    slot; ``seen_mask`` is the mask they were chosen by. FOR_ROWS applies the indices of a Python policy in the slots of
    ``rows``; an illegal one (or -1) loses the game.

    Returns how many of the slots it went through wait for a Python policy, or -1 when a STEP holds an index that is not
    legal and the mode is to refuse: then nothing has been changed, and ``illegal`` is set where it is not.
    """
    c = record_at(control, 0)
    shape = record_at(layout, 0)
    count = len(rows) if what == FOR_ROWS else len(states)
    if what == STEP and c.illegal == REFUSE:
        wrong = 0
        for i in range(count):
            index = indices[i]
            record_at(games, i).illegal = 0
            if index < 0 or index >= seen_mask.shape[1] or seen_mask[i, index] == 0:
                record_at(games, i).illegal = 1
                wrong += 1
        if wrong > 0:
            return -1
    waiting = 0
    for k in range(count):
        i = int(rows[k]) if what == FOR_ROWS else k
        g = record_at(games, i)
        s = record_at(states, i)
        if what == RESET:
            if not chosen[k]:
                continue
            g.starting = 0 if c.seat_mode == FIXED_SEATS else 1
            g.ended = 0
            g.illegal = 0
            g.stuck = 0
            g.reward = 0.0
            g.potential = 0.0
            begin_episode(states, words, pool, pool_words, g, c, i)
        elif what == STEP:
            g.reward = 0.0
            g.ended = 0
            g.illegal = take_answer(s, shape, g, indices[k], c.illegal)
        else:
            note_gap(s)
            take_answer(s, shape, g, indices[k], REFUSE)
        g.waits = 0
        passed = 0
        while True:
            w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
            settle(s, w, True)
            if s.ending == 0:
                seat = g.seats[s.decider_side]
                if seat >= 0:
                    note_gap(s)
                    give_answer(s, pick(s, w, behaviours, seat, g.policy_words))
                    continue
                if seat < LEARNER:
                    g.waits = 1
                    waiting += 1
                    break
                viewer = int(s.decider_side) if c.seat_mode == EVERY_SEAT else int(g.learner)
                shape_reward(s, w, g, c)
                g.starting = 0
                show(s, w, shape, g, c, viewer, shown, i, grid, units, context, mask)
                break
            close_game(s, g, c)
            if c.autoreset == 0 and g.starting == 0:
                show(s, w, shape, g, c, int(g.learner), shown, i, grid, units, context, mask)
                break
            if g.starting == 0 and c.observed == 1:
                observe_again(s, w, shape, int(g.learner), final_shown, i, final_grid, final_units, final_context)
            g.starting = 1
            passed += 1
            if passed > PASS_CAP:
                g.stuck = 1
                break
            begin_episode(states, words, pool, pool_words, g, c, i)
    return waiting


def reset_games(fixed, chosen, seen, final):
    """Start a new game in every slot whose entry of ``chosen`` is set; see :func:`run_games`."""
    return run_games(*fixed, behaviours, RESET, chosen, NO_ROWS, NO_ROWS, NO_MASK, *seen, *final)


def step_games(fixed, indices, seen_mask, seen, final):
    """Apply one index in every slot; see :func:`run_games`."""
    return run_games(*fixed, behaviours, STEP, NO_SLOTS, NO_ROWS, indices, seen_mask, *seen, *final)


def answer_rows(fixed, rows, indices, seen, final):
    """Apply a Python policy's indices in the slots of ``rows``; see :func:`run_games`."""
    return run_games(*fixed, behaviours, FOR_ROWS, NO_SLOTS, rows, indices, NO_MASK, *seen, *final)


@kernel
def observe_rows(states, books, fields, layout, rows, grid, units, context, mask):
    """Write the observation and mask of the slots in ``rows``, one after the other, each for the side that decides."""
    for k in range(len(rows)):
        s = record_at(states, rows[k])
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        observe_all(s, w, record_at(layout, 0), s.decider_side, grid[k], units[k], context[k])
        write_mask(s, record_at(layout, 0), s.decider_side, mask[k])


@kernel
def observe_slots(states, books, fields, layout, games, grid, units, context, mask):
    """Write what the caller sees in every slot again (after a restore)."""
    for i in range(len(states)):
        s = record_at(states, i)
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        refresh(s, w)
        observe_all(s, w, record_at(layout, 0), record_at(games, i).viewer, grid[i], units[i], context[i])
        write_mask(s, record_at(layout, 0), record_at(games, i).viewer, mask[i])


@kernel
def random_indices(states, layout, games, indices):
    """A random legal index for every slot, from streams of their own (for measuring and warming up)."""
    for i in range(len(states)):
        s = record_at(states, i)
        answer = s.choices[random_below(record_at(games, i).caller_words, max(int(s.choice_count), 1))]
        indices[i] = to_index(s, record_at(layout, 0), s.decider_side, answer)


@kernel
def draw_rows(pool, base, slot, first_game, words, rows):
    """The row of the pool each of the games first_game, first_game + 1, ... starts from."""
    for k in range(len(rows)):
        seed_words(words, base, slot, first_game + k, SETUP_STREAM)
        rows[k] = random_below(words, len(pool))


# --- exact odds -------------------------------------------------------------------------------------------------------


@kernel
def expand_layer(source, source_weight, work, work_words, books, fields, out, out_weight, snapshot_words, first):
    """Run one step from every source snapshot, once for every class of faces its rolls could show.

    Args:
        source: uint64 (n, snapshot_words); source_weight: float64 (n,).
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
        copy_words(work_words, 0, source, j, snapshot_words)
        given = 0
        fits = True
        while True:
            s.dice_mode = COUNT
            s.trace_given = given
            s.trace_length = 0
            s.trace_overflow = 0
            s.trace_weight = 1.0
            clear_log(s)
            step(s, World(record_at(books, s.book_row), record_at(fields, s.field_row)))  # noqa: F821
            s.answer = 0
            s.dice_mode = PLAY
            if written >= len(out):
                fits = False
                break
            if s.trace_overflow == 1:
                lost += source_weight[j] * s.trace_weight
            else:
                out_weight[written] = source_weight[j] * s.trace_weight
                copy_words(out, written, work_words, 0, snapshot_words)
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
            copy_words(work_words, 0, source, j, snapshot_words)
            for k in range(given):
                s.trace_pick[k] = s.kept_pick[k]
        if not fits:
            return before, j, lost_before
    return written, len(source), lost
