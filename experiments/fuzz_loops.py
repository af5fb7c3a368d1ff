"""Random legal games with a ruleset's invariants looked at after every decision, in one compiled loop.

Executed once for every ruleset by ``loops_of.fuzz_loops``, with its loops and ``invariants`` put in as globals.
"""

# ruff: noqa: F821
# mypy: disable-error-code="name-defined,no-untyped-def"
from __future__ import annotations

from tactica.envs.core.dice import random_below, seed_words
from tactica.envs.core.events import clear_log
from tactica.envs.core.jit import kernel as _kernel
from tactica.envs.core.state import STALLED

POLICY_STREAM, SETUP_STREAM = 2, 1
ENDLESS = -1  # what is broken when a battle runs into the safety cap
UNRANKED = -2  # ended without a first place


def kernel(function):
    """Compile into the cache folder of the ruleset this copy belongs to."""
    return _kernel(function, folder=home)


@kernel
def what_is_broken(s, w):
    """0 when all is well; the ruleset's own number, or one of those above."""
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


@kernel
def fuzz_games(
    states, words, books, fields, pool, pool_words, snapshot_words, base, first_game, budget, longest, fixed_row,
    policy_words, answers, found,
):  # fmt: skip
    """Play random games until ``budget`` decisions are made or something breaks; a game is left after ``longest``.

    ``answers`` is filled with those of the game that broke. ``found``: games, decisions, legal answers met, what is
    broken (0 nothing), game number, row of the pool, decisions of the broken game.
    """
    s = states[0]
    for i in range(len(found)):
        found[i] = 0
    game = first_game
    while found[1] < budget:
        seed_words(policy_words, base, 0, game, SETUP_STREAM)
        row = random_below(policy_words, len(pool)) if fixed_row < 0 else fixed_row
        start_game(states, words, 0, pool, pool_words, row, base, 0, game, snapshot_words)
        seed_words(policy_words, base, 0, game, POLICY_STREAM)
        w = World(books[s.book_row], fields[s.field_row])
        settle(s, w, True)
        n = 0
        broken = what_is_broken(s, w)
        found[4], found[5], found[6] = game, row, 0
        while broken == 0 and s.ending == 0 and n < longest:
            found[2] += s.choice_count
            answer = int(s.choices[random_below(policy_words, s.choice_count)])
            if n < len(answers):
                answers[n] = answer
            n += 1
            found[6] = n
            found[1] += 1
            advance(s, w, answer, True)
            clear_log(s)
            broken = what_is_broken(s, w)
        found[0] += 1
        game += 1
        if broken != 0:
            found[3] = broken
            return


@kernel
def try_answers(
    states, words, books, fields, pool, pool_words, snapshot_words, base, game, row, answers, count, kept
):  # fmt: skip
    """Play given answers, leaving out those that are not legal; ``kept`` gets those that were.

    Returns (what is broken, 0 nothing; how many answers were kept).
    """
    s = states[0]
    start_game(states, words, 0, pool, pool_words, row, base, 0, game, snapshot_words)
    w = World(books[s.book_row], fields[s.field_row])
    settle(s, w, True)
    n = 0
    broken = what_is_broken(s, w)
    for i in range(count):
        if broken != 0 or s.ending != 0:
            break
        if is_offered(s, answers[i]):
            kept[n] = answers[i]
            n += 1
            advance(s, w, answers[i], True)
            clear_log(s)
            broken = what_is_broken(s, w)
    return broken, n
