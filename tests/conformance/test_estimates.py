"""The estimates that behaviours weigh, ``hit`` and ``harm``, are those of the exact odds, or say what they leave out.

``hit`` is the chance that the blow or shot hits its target. ``harm`` is the mean of what the target loses by it, at most all
it can still take, as a share of that. Both are sums over the same faces of the same dice as the odds, in floating point: what
is left between them is rounding, and what counting leaves off. The tolerance is a tenth of the least step of a percentile die.
"""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from typing import Any, NamedTuple

import pytest
from conformance import play
from conformance.omissions import HIT_AND_HARM, left_out_of

from tactica.agents.why import why
from tactica.envs import rulesets
from tactica.envs.engine.game import Game
from tactica.envs.odds import odds
from tactica.envs.sandbox import Table

TOLERANCE = 1e-3
WEIGHED = {"about": "weighs both estimates", "intents": {"strike": 1, "shoot": 1}, "weights": {"hit": 1, "harm": 1}}
PLAYERS = (WEIGHED, "charger", "archer")  # who plays every other answer, game by game; the rest falls at random
ATTACKS = ("strike", "shoot")
SCENARIOS = ("duel", "tiny", "small")  # and those that a ruleset adds, or in which it leaves something out
DECISIONS = 4_000 if play.LONG else 800  # that are looked at in each scenario
PLANS = 500 if play.LONG else 100  # of them that are counted in each scenario
LEAST = 60  # plans of each ruleset whose hit is compared, and whose harm
BUDGET = 6_000  # steps of a count of odds; what takes more is passed over
CUT = 1e-7  # what is less likely is not followed
SEARCHED = 1_000  # decisions to meet what is left out
LIKELY = 2e-4  # what may be lost to the cut, or stand open, and does not matter


class Compared(NamedTuple):
    """A plan with its estimates beside the exact odds."""

    table: Table
    plan: Any
    exact: dict[str, float]

    def differs(self, feature: str) -> bool:
        return abs(self.plan.features[feature] - self.exact[feature]) > TOLERANCE

    def __str__(self) -> str:
        told = ", ".join(f"{f} {self.plan.features[f]:.4f} (exact {self.exact[f]:.4f})" for f in HIT_AND_HARM)
        return f"{self.table.decider}, {self.table.prompt}: {self.plan.text} (mode {self.plan.mode}): {told}"


def said_by(slug: str) -> Any:
    """What a ruleset says of its estimates."""
    return importlib.import_module(f"{slug}.left_out")


def omissions(slug: str, table: Table, plan: Any, feature: str) -> list[Any]:
    """What is left out of an estimate of a plan."""
    game = table.game
    world = game.loops.World(game.book, game.field)
    return left_out_of(said_by(slug).LEFT_OUT, game.s, world, int(game.s["decider"]), plan, feature)


def exact(slug: str, table: Table, plan: Any) -> dict[str, float] | None:
    """The exact chance to hit and the exact harm of a plan; None where counting takes too long, or to a decision for which
    the ruleset does not say what the estimates suppose.
    """
    said, vocab = said_by(slug), rulesets.get(slug).book.vocab
    left = float(rulesets.get(slug).book.tactics.staying(table.game.s, plan.target))
    if left == 0.0:  # it is out of action: there is nothing to take a share of
        return None
    target, verb = table.names[plan.target], vocab.verbs(plan.verb)
    wants = [said.HIT.get(verb, "hit on {target}"), *said.TAKEN]
    wants = [want.format(target=target, who=table.decider) for want in wants]
    until = said.UNTIL.get(verb, "procedure")
    found = odds(table, plan.text, answers=said.ANSWERS, want=wants, until=until, open="stop", budget=BUDGET, cut=CUT)
    rests = {prompt.name.lower() for prompt in vocab.rests}
    if found.lost > LIKELY or any(one.mass > LIKELY and one.prompt not in rests for one in found.open):
        return None
    before = [getattr(table.unit(target), want.split(".")[1]) if "." in want else 0 for want in wants]
    hit = harm = 0.0
    for values, weight in found.items():
        hit += weight * (values[0] > 0)
        taken = sum(abs(value - was) for value, was in zip(values[1:], before[1:], strict=True))
        harm += weight * min(max(taken, 0), left)
    return {"hit": hit, "harm": harm / left}


def attacks(table: Table) -> tuple[list[Any], int]:
    """The blows and shots at an enemy that are weighed at a decision, and the answer of who weighs nothing else."""
    reasons = why(table.game, WEIGHED)
    side = {unit.row: int(table.game.s["units"][unit.row]["side"]) for unit in table.units}
    found = [
        choice
        for choice in reasons.choices
        if choice.intent in ATTACKS and choice.target >= 0 and side[choice.target] != table.side
    ]
    return found, reasons.answer


def met(slug: str, scenario: str, seed: int, decisions: int):
    """Decisions with an attack to weigh, in play that attacks as often as not: (table, its plans)."""
    rng = play.steady_rng(seed)
    game = Game.of(slug, scenario, seed=seed)
    number = 0
    for _ in range(decisions):
        if game.over or rng.random() < 0.005:
            number += 1
            game.start(seed=seed, game=number)
        table = Table.of(game)
        found, answer = attacks(table)
        if found:
            yield table, found
        answers = [int(one) for one in game.answers()]
        if (player := PLAYERS[number % len(PLAYERS)]) is not WEIGHED:
            answer = why(game, player).answer
        plays_on = answer in answers and rng.random() < 0.5
        game.answer(answer if plays_on else answers[rng.integers(len(answers))])


@functools.cache
def sample(slug: str) -> tuple[list[Compared], Counter[str]]:
    """Plans of positions reached in play that can be counted, of all kinds about as many; and how many were passed over.

    The decisions and the steps of a count are so many, not what there is time for: the sample is always the same.
    """
    found: list[Compared] = []
    passed: Counter[str] = Counter()
    kinds: Counter[tuple[int, int]] = Counter()
    shipped = play.scenario_module().shipped(slug)
    said = said_by(slug)
    for scenario in dict.fromkeys([*SCENARIOS, *getattr(said, "ALSO", ()), *(one.scenario for one in said.LEFT_OUT)]):
        if scenario not in shipped:
            continue
        left = PLANS
        for table, plans in met(slug, scenario, 1, DECISIONS):
            plans = [one for one in plans if not all(omissions(slug, table, one, feature) for feature in HIT_AND_HARM)]
            if not plans:
                passed["left out"] += 1
                continue
            plan = min(plans, key=lambda one: kinds[one.verb, one.mode])
            kinds[plan.verb, plan.mode] += 1
            left -= 1
            counted = exact(slug, table, plan)
            if counted is None:
                passed["not counted"] += 1
            else:
                found.append(Compared(Table.of(table.game.clone()), plan, counted))
            if left == 0:
                break
    return found, passed


BOOKS = [slug for slug in play.tested_rulesets() if rulesets.get(slug).package.startswith("tactica.")]


@pytest.fixture(params=BOOKS)
def book(request):
    """Every ruleset of tactica; that of the tests alone only has rough estimates."""
    return request.param


@pytest.mark.compiled_only  # the whole sample takes minutes interpreted
def test_estimates_are_exact_but_for_what_they_leave_out(book):
    found, passed = sample(book)
    wrong, compared = [], dict.fromkeys(HIT_AND_HARM, 0)
    for one in found:
        for feature in HIT_AND_HARM:
            if not omissions(book, one.table, one.plan, feature):
                compared[feature] += 1
                if one.differs(feature):
                    wrong.append(f"{feature}: {one}")
    print(f"{book}: compared {compared}, passed over {dict(passed)}")
    assert not wrong, f"{len(wrong)} wrong:\n" + "\n".join(wrong)
    assert min(compared.values()) >= LEAST, f"compared {compared}, passed over {passed}"


@pytest.mark.compiled_only
def test_what_is_left_out_makes_a_difference(book):
    """Of every omission a plan is met to which it alone applies, and whose estimate is wrong."""
    idle = [one.name for one in said_by(book).LEFT_OUT if not makes_a_difference(book, one)]
    assert not idle, f"met nowhere, or without a difference: {idle}"


def makes_a_difference(slug: str, omission: Any) -> bool:
    for table, plans in met(slug, omission.scenario, 2, SEARCHED):
        for plan in plans:
            for feature in omission.features:
                if omissions(slug, table, plan, feature) != [omission]:
                    continue
                counted = exact(slug, table, plan)
                if counted is not None and Compared(table, plan, counted).differs(feature):
                    return True
    return False


def test_the_readme_says_what_is_left_out(book):
    readme = (rulesets.get(book).folder / "README.md").read_text(encoding="utf-8")
    missing = [line for one in said_by(book).LEFT_OUT if (line := f"- {one.name}: {one.says}") not in readme]
    assert not missing, "lines to add to README.md:\n" + "\n".join(missing)
