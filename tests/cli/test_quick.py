"""``--quick``: every question has it, a given number wins over it, and the result says how wide its intervals are."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from tactica.experiments import cli
from tactica.experiments.commands import lab
from tactica.experiments.commands.quick import LOOKS, USUAL, first_look
from tactica.experiments.laboratory.auditing import AuditBudget

QUESTIONS = (*LOOKS, "bench-npc", "fight", "odds")
SWEEP = ("sweep", "toybook/banners", "--rule", "clash.pool.points_for_hit=5,6", "--between", "random", "charger")


def options_of(command):
    at = typer.main.get_command(cli.app)
    for word in command.split():
        at = at.commands[word]
    return {name: one for one in at.params for name in (*one.opts, *one.secondary_opts)}


@pytest.mark.parametrize("command", QUESTIONS)
def test_every_question_has_it_and_says_what_it_trades(command):
    options = options_of(command)
    assert options["--quick"].help.startswith("A first look")
    assert set(LOOKS.get(command, ())) <= set(options)


def test_it_is_a_fraction_of_the_games():
    assert LOOKS.keys() == USUAL.keys()
    for command, looks in LOOKS.items():
        assert USUAL[command] == 10 * next(iter(looks.values())), command


def test_without_it_nothing_changes_and_a_given_number_wins():
    assert first_look("sweep", False, {"--pairs": None}) == {"--pairs": None}
    assert first_look("exploit", True, {"--pairs": None, "--train": False, "--seed": 3})["--seed"] == 3
    assert first_look("sweep", True, {"--pairs": 30}) == {"--pairs": 30}
    looked = first_look("matter", True, {"--judge": None, "--samples": 8})
    assert looked["--samples"] == 8 and looked["--judge"] == LOOKS["matter"]["--judge"]


def test_a_quick_audit_plays_less_of_everything_and_a_given_number_wins():
    given = first_look("lab audit", True, {"--pairs": 40})
    quick, usual = lab.budget_of(given, True), AuditBudget()
    assert quick.pairs == 40 and lab.budget_of({}, False) == usual
    for name in ("scout", "plenty", "glance", "keep", "again", "unused", "sift", "longer"):
        assert getattr(quick, name) < getattr(usual, name), name


def test_a_quick_sweep_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli.app, [*SWEEP, "--quick"])
    assert done.exit_code == 0, done.output
    assert "200 pairs in all" in done.output and "--pairs 100 instead of 1,000" in done.output
    assert "up to 3.2 times as wide" in " ".join(done.output.split())
    done = CliRunner().invoke(cli.app, [*SWEEP, "--quick", "-n", "30"])
    assert done.exit_code == 0 and "--pairs 30, as given" in done.output, done.output
    assert "times as wide" not in done.output
