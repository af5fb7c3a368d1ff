"""Numbers of the rules at an end of their range: no battle comes to a position that the ruleset itself calls broken.

Such a position could be neither kept nor taken up again. ``TACTICA_LONG=1`` tries every number, alone and among others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs import scenario as scenarios
from tactica.envs.core.loops.arguments import Fuzzed, Stage
from tactica.envs.core.state import WATCHED, as_lanes
from tactica.envs.scenario.pool import pack, under

EVERY = 20  # of so many numbers, one is in the sample
SETS, TOGETHER = 10, 8  # sets of numbers that are at an end together, and how many numbers are in one
DECISIONS, LONGEST = (20_000, 2_000) if play.LONG else (1_000, 400)  # in all, and of one game
STARTS = 2  # of a scenario that leaves something to chance

pytestmark = pytest.mark.compiled_only

Rules = Mapping[str, int]


@pytest.fixture(scope="module")
def battles_of():
    """The battles of a ruleset's scenarios, read once."""
    known: dict[str, list[Any]] = {}

    def battles(slug: str) -> list[Any]:
        if slug not in known:
            loaded = [scenarios.load(name, slug) for name in scenarios.shipped(slug)]
            known[slug] = [
                battle for one in loaded for battle in scenarios.expand(one, 1, STARTS if one.is_random else 1)
            ]
        return known[slug]

    return battles


def sample(slug: str, salt: int) -> list[str]:
    """Every twentieth number of a rulebook, the same ones each time; in a long run all of them."""
    addresses = list(rulesets.get(slug).rulebook.addresses())
    return addresses if play.LONG else random.Random(salt).sample(addresses, -(-len(addresses) // EVERY))


def alone(slug: str) -> Iterator[Rules]:
    """Each number of the sample at each end of its range, all others as the book has them."""
    for address in sample(slug, 2):
        knob = rulesets.get(slug).rulebook.knob(address)
        yield from ({address: end} for end in sorted({knob.min, knob.max} - {knob.default}))


def together(slug: str) -> Iterator[Rules]:
    """Sets of numbers drawn at random, each at an end of its range."""
    rng, book = random.Random(3), rulesets.get(slug).rulebook
    addresses = list(book.addresses())
    for _ in range(SETS * EVERY if play.LONG else SETS):
        drawn = rng.sample(addresses, min(TOGETHER, len(addresses)))
        yield {address: rng.choice([book.knob(address).min, book.knob(address).max]) for address in drawn}


def broken_by(slug: str, battles: list[Any], rules: Rules) -> str:
    """What is broken in random battles under some rules; empty where nothing is. Battles the ruleset refuses are left out."""
    ruleset, possible = rulesets.get(slug), []
    for battle in battles:
        try:
            possible.append(under(rules, battle))
        except ValueError:
            continue
    if not possible:
        return ""
    pool, states = pack(possible), play.plain(ruleset.new_states(1))
    starts = play.plain(pool.states)
    found, answers, used = np.zeros(8, np.int64), np.zeros(LONGEST, np.int64), np.zeros(max(WATCHED) + 1, np.int64)
    stage = Stage(
        states, as_lanes(states), play.plain(pool.books), play.plain(pool.fields), starts, as_lanes(starts),
        ruleset.state.snapshot_lanes,
    )  # fmt: skip
    fuzzed = Fuzzed(answers, found, used, np.zeros(4, np.int64))
    ruleset.loops.fuzz_games(stage, 1, 0, -1, DECISIONS, LONGEST, -1, fuzzed)
    broken, game, row, decisions = (int(found[k]) for k in (3, 4, 5, 6))
    if broken == 0:
        return ""
    what = ruleset.broken.get(broken, f"number {broken} of fuzz_games")
    return f"{dict(rules)}: {what} in {possible[row].name}, game {game}, after {decisions} decisions"


@pytest.mark.timeout(7200 if play.LONG else 900)
@pytest.mark.parametrize("drawn", [alone, together])
def test_no_end_of_a_range_breaks_a_battle(slug, battles_of, drawn):
    complaints = [told for rules in drawn(slug) if (told := broken_by(slug, battles_of(slug), rules))]
    assert not complaints, "\n".join(complaints)
