"""``tactica skill``: kinds of players, their leads, and what is no budget."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from tactica.experiments.cli import app
from tactica.experiments.commands.skill import CHANCE, SCRIPTS, SEARCHES, TRAINED, budgets_of, kind_of
from tactica.experiments.common import UserError


def test_players_are_told_apart():
    wanted = {
        "random": CHANCE, "guardian": SCRIPTS, "mine.yaml": SCRIPTS, "search:50": SEARCHES, "oneply:3:charger": SEARCHES,
        "trained:wfrp1": TRAINED, "runs/mine/best.safetensors": TRAINED,
    }  # fmt: skip
    assert {spec: kind_of(spec) for spec in wanted} == wanted


def test_budgets_are_numbers_above_nothing():
    assert budgets_of("50, 200,800") == [50, 200, 800] and budgets_of("") == []
    for wrong in ("0", "many", "50,-1"):
        with pytest.raises(UserError, match="whole numbers from 1 to"):
            budgets_of(wrong)


TOY = ["skill", "toybook/banners", "--pairs", "4", "--search", "4", "--script", "charger", "--out"]


def test_the_answer_comes_first_and_the_same_command_continues(tmp_path):
    command = [*TOY, str(tmp_path / "run")]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 0, first.output
    answer = first.output.index("the best player, leads random play by ")
    assert answer < first.output.index("the best script, charger, leads random play by")
    assert "the best search, search:4, leads the best script by" in first.output
    again = CliRunner().invoke(app, [*command, "--quiet", "--json", "-"])
    found = json.loads(again.stdout)
    assert again.exit_code == 0 and again.stderr == f"{found['answer']}\n" and found["answer"] in first.output
    assert re.search(r"leads random play by [+-]\d+ rating points \(95 % CI [+-]\d+ to [+-]\d+\)", found["answer"])
    assert [(one["kind"], one["below"]) for one in found["leads"]] == [(SCRIPTS, CHANCE), (SEARCHES, SCRIPTS)]
    assert all(one["low"] < one["points"] < one["high"] for one in found["leads"])
    assert {one["player"] for one in found["ranking"]} == {"random", "charger", "search:4"}
    assert "were already played" in CliRunner().invoke(app, command).output
