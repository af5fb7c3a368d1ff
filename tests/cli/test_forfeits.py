"""A player that fails to answer: every command says why in its last line, and a measurement ends with exit code 1."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from tactica.experiments import cli

FAILS = """\
import time

class Fails:
    name = "fails"
    def act(self, observation, mask, rng):
        raise RuntimeError("no idea")

class Slow:
    name = "slow"
    def act(self, observation, mask, rng):
        time.sleep(0.05)
        return mask.argmax(1)
"""
SUITE = """\
name: toy fights
version: 1
ruleset: toybook
pairs: 1
seed: 7
starts: 2
field: [random]
scenarios: [toybook/banners]
"""
TASKS = """\
version: toy
seed: 3
frames: [1000]
kinds:
  banners: {asks: Win., scenarios: [banners], pairs: 1, search_pairs: 1}
rulesets:
  toybook:
    field: [random]
    training: [guardian]
    house_rules: [{cards.play.might_dice: 2}]
books: {asks: All books., of: banners}
"""
BANNERS = "toybook/banners"
MEASURES = (
    ("fight", BANNERS, "--red", "p.py:Fails", "--games", "2"),
    ("tournament", "random", "p.py:Fails", "-s", BANNERS, "--pairs", "1"),
    ("compare", "fierce", "p.py:Fails", "-s", BANNERS, "--max-pairs", "4"),
    ("bench-npc", "p.py:Fails", "--suite", "suite.yaml"),
    ("bench-npc", "fierce", "--suite", "suite.yaml", "--against", "p.py:Fails"),
    ("skill", BANNERS, "--search", "", "--script", "p.py:Fails", "--pairs", "2"),
    ("sweep", BANNERS, "--rule", "cards.play.might_dice=1,2", "--between", "random", "p.py:Fails", "--pairs", "2"),
    ("benchmark", "run", "toybook/banners", "--suite", "tasks.yaml", "--agent", "p.py:Fails"),
    ("exploit", "p.py:Fails", "-s", BANNERS, "--search", "", "--no-train", "--pairs", "2", "--fresh-pairs", "2",
     "--minutes", "0.05"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("p.py", FAILS), ("suite.yaml", SUITE), ("tasks.yaml", TASKS)):
        (tmp_path / name).write_text(text)


def last_line(*words, expect):
    """The last line that a command prints, wherever it prints it."""
    result = CliRunner().invoke(cli.app, list(words))
    assert result.exit_code == expect, result.output
    return result.output.strip().splitlines()[-1]


@pytest.mark.parametrize("words", MEASURES, ids=" ".join)
def test_a_measurement_ends_with_the_reason_and_exit_code_1(words):
    last = last_line(*words, expect=1)
    assert "forfeited; first reason: fails: RuntimeError: no idea (p.py, line 6)" in last


def test_a_battle_ends_with_the_reason():
    last = last_line("battle", BANNERS, "--red", "p.py:Fails", "--save", "lost", "--json", "lost.json", expect=0)
    assert last == "red forfeits; its player failed: fails: RuntimeError: no idea (p.py, line 6)"


def test_a_player_that_exceeds_its_time_forfeits_likewise():
    words = "fight", BANNERS, "--red", "p.py:Slow", "--games", "2", "--time-limit", "0.001"
    last = last_line(*words, expect=1)
    assert last.startswith("2 battles were forfeited; first reason: slow:") and "longer than 0.001 s" in last


def test_games_that_were_stored_keep_their_reason(tmp_path):
    """A sweep that is continued plays nothing again."""
    words = MEASURES[6]
    first = last_line(*words, "-o", "out", expect=1)
    assert last_line("sweep", "--resume", "out", expect=1) == first


def test_without_forfeits_nothing_is_said():
    assert "forfeit" not in last_line("tournament", "random", "fierce", "-s", BANNERS, "--pairs", "1", expect=0)
