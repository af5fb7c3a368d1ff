"""``--quick`` plans no more games than about a minute has time for, whatever the command: plans are counted, nothing is timed."""

from __future__ import annotations

import pytest
import typer

from tactica.envs import rulesets
from tactica.experiments import cli
from tactica.experiments.commands import discover, lab, skill, tournament
from tactica.experiments.commands.quick import LOOKS, first_look
from tactica.experiments.comparison.running import SCENARIO
from tactica.experiments.laboratory import plants as planted
from tactica.experiments.laboratory.knobs import mattering, sweeping
from tactica.experiments.laboratory.planting import generated
from tactica.experiments.laboratory.tactics.discovery import expected_pairs
from tactica.experiments.laboratory.tactics.plan import plan_of
from tactica.experiments.npcs import suite as suites
from tactica.experiments.tournament import manifest as manifests

GAMES_A_SECOND = 1000  # of behaviours in a small scenario, on one core
A_MINUTE = 60 * GAMES_A_SECOND // 2  # pairs, on one core

SLUGS = [slug for slug in ("wfrp1", "heimr", "woin", "owh", "tow") if slug in rulesets.names()]


def looks(command, **given):
    """The options of a command with --quick, those given among them."""
    options = dict.fromkeys(LOOKS[command]) | {f"--{name}": value for name, value in given.items()}
    return first_look(command, True, options)


def cores(command):
    """Processes that a command begins unless it is told otherwise."""
    at = typer.main.get_command(cli.app)
    for word in command.split():
        at = at.commands[word]
    return next(one.default for one in at.params if one.name == "jobs")


def audits(cases, budget):
    """Pairs of audits, as their bar counts them."""
    judged = lab.SUSPECTS * lab.SCOUTS * budget.scout + lab.QUESTIONS * budget.glance + lab.JUDGED * budget.pairs
    return cases * (lab.WATCHED + 2 * judged)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_quick_tournament_of_all_players(slug):
    players = tournament.everybody(slug)
    _, usual = tournament.find_scenarios(None, slug)
    _, sources = tournament.find_scenarios(None, slug, tournament.QUICK_SCENARIOS)
    assert 0 < len(sources) < len(usual)
    pairs = len(players) * (len(players) - 1) // 2 * len(sources) * looks("tournament")["--pairs"]
    assert pairs <= A_MINUTE * cores("tournament")


def test_a_quick_tournament_plays_named_scenarios():
    _, sources = tournament.find_scenarios(["wfrp1/standard"], None, tournament.QUICK_SCENARIOS)
    assert [name for name, _ in sources] == ["wfrp1/standard"]
    _, sources = tournament.find_scenarios(None, "toybook", tournament.QUICK_SCENARIOS)
    assert len(sources) == len(tournament.QUICK_SCENARIOS), "it has none of the usual ones"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_quick_check_of_the_laboratory(slug, capsys):
    whole = planted.load(slug)
    quick = lab.picked(whole, None, True)
    assert (len(quick.plants), len(quick.controls)) == (1, 1)
    assert f"of {len(whole.plants)} plants and of {len(whole.controls)} controls" in capsys.readouterr().out
    budget = lab.budget_of(looks("lab check"), True)
    assert audits(len(quick.plants) + len(quick.controls), budget) <= A_MINUTE * cores("lab check")
    last = list(whole.plants)[-1]
    assert list(lab.picked(whole, [last], True).plants) == [last], "what is named is checked"


def test_quick_rates():
    looked = looks("lab rates")
    cases = 0
    for slug in looked["--ruleset"]:
        found = generated(slug, 0, 1)
        cases += min(looked["--cases"], len(found.plants)) + min(looked["--cases"], len(found.controls))
    assert 0 < audits(cases, lab.budget_of(looked, True)) <= A_MINUTE * cores("lab rates")


def test_a_quick_audit():
    assert audits(1, lab.budget_of(looks("lab audit"), True)) <= A_MINUTE * cores("lab audit")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_quick_search_for_tactics(slug):
    looked = looks("discover")
    plan = plan_of(
        {
            "ruleset": slug, "scenarios": ["small"], "race_pairs": looked["--pairs"], "judge_pairs": looked["--judge"],
            "rounds": looked["--responses"], "exploiter_turns": looked["--exploiter-turns"], "map": looked["--map"],
            **discover.QUICK_PLAN,
        },
        "a test",
    )  # fmt: skip
    assert 0 < sum(expected_pairs(plan).values()) <= A_MINUTE * cores("discover")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_knobs_that_matter(slug):
    budget = mattering.MatterBudget(**{name.lstrip("-"): value for name, value in looks("matter").items()})
    question = mattering.ask(f"{slug}/small", mattering.BETWEEN, budget=budget)
    assert 0 < budget.estimate(question.knob_count) <= A_MINUTE * cores("matter")


def test_a_quick_sweep_and_a_quick_comparison():
    values = {"action.charge.charge_ws_bonus": [0, 10, 20, 30, 40]}
    question = sweeping.ask("wfrp1/small", values, ("guardian", "charger"), pairs=looks("sweep")["--pairs"])
    assert 0 < question.total <= A_MINUTE * cores("sweep")
    assert SCENARIO == "small" and looks("compare")["--max-pairs"] <= A_MINUTE * cores("compare")


@pytest.mark.parametrize("slug", SLUGS)
def test_how_much_skill_matters(slug):
    """Of players that are not searches; these play in a tenth of the pairs or fewer."""
    players = ["random", *tournament.everybody(slug)]
    searches = skill.budgets_of(looks("skill")["--search"])
    pairs = looks("skill")["--pairs"]
    assert len(players) * (len(players) - 1) // 2 * pairs <= A_MINUTE * cores("skill")
    assert len(searches) == 1 and len(searches) * len(players) * pairs <= 200


@pytest.mark.parametrize("slug", SLUGS)
def test_a_quick_measurement_of_an_npc(slug):
    found = suites.load(slug)
    pairs = max(found.model.pairs // 10, 1)
    field = manifests.draw_up(found.model.field, found.sources, pairs=pairs, starts=2, layout=found.model.layout)
    own = len(found.model.field) * len(found.sources) * pairs
    assert field.games // 2 + own <= A_MINUTE * cores("bench-npc")
