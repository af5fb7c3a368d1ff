"""``tactica why`` at a step of a replay, and tables of a book in a terminal."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from tactica.envs import replay as replays
from tactica.envs import rulesets
from tactica.experiments import common
from tactica.experiments.cli import app


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setattr(common.console, "_width", 80)


def run(*arguments, expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return result.output


@pytest.fixture
def fight(tmp_path):
    run(
        "battle",
        "wfrp1/tiny",
        "--red",
        "charger",
        "--blue",
        "random",
        "--seed",
        2,
        "--board",
        "never",
        "--save",
        "fight",
    )
    return tmp_path / "fight.tactica-replay"


def test_why_shows_the_board_and_the_step_of_a_replay(fight):
    loaded = replays.load(fight)
    number, decision = next(
        (i, d)
        for i, d in enumerate(loaded.decisions, 1)
        if d.what.startswith(("move", "charge", "strike")) and d.side == 0
    )
    said = run("why", fight, "--at", number)
    assert "Two sellswords, round" in said and "S1" in said, "the board"
    assert f"in the replay: decision {number}, {decision.who} (charger): {decision.what}" in said
    taken = next(line for line in said.split("\n") if line.startswith(">"))
    assert taken.split()[1].startswith(decision.what.split()[0]), "the charger takes again what it took"
    assert "S1" not in run("why", fight, "--at", number, "--no-board").split("How charger")[0].replace("sellsword", "")
    assert "How archer scores each choice" in run("why", fight, "--at", number, "-b", "archer")


def test_why_tells_what_a_network_expects(tmp_path):
    run(
        "battle",
        "wfrp1/small",
        "--red",
        "trained:wfrp1",
        "--blue",
        "random",
        "--seed",
        2,
        "--board",
        "never",
        "--save",
        "fight",
    )
    file = tmp_path / "fight.tactica-replay"
    number, decision = next((i, d) for i, d in enumerate(replays.load(file).decisions, 1) if d.side == 0)
    said = run("why", file, "--at", number)
    assert re.search(r"trained:wfrp1 expects a result of [+-]\d\.\d\d", said)
    assert f"in the replay: decision {number}, {decision.who} (trained:wfrp1): {decision.what}" in said
    taken = next(line for line in said.split("\n") if line.startswith(">"))
    assert decision.what in taken, "it takes again what it took"
    shares = [float(share) for share in re.findall(r"(\d+\.\d)%", said)]
    assert sum(shares) == pytest.approx(100.0, abs=0.1 * len(shares))
    again = run("why", "wfrp1/small", "-b", "trained:wfrp1", "--after", 2, "--no-board")
    assert "trained:wfrp1 expects" in again
    assert "no such network" in run("why", "wfrp1/small", "-b", "trained:nobody", expect=2)


def test_mistakes_about_steps(fight):
    last = len(replays.load(fight).decisions)
    assert f"has {last} decisions" in run("why", fight, "--at", last + 1, expect=2)
    assert "leave out --rule" in run("why", fight, "--rule", "a.b=1", expect=2)
    assert "--at needs a replay" in run("why", "wfrp1/tiny", "--at", 3, "-b", "archer", expect=2)
    assert "which player should explain" in run("why", "wfrp1/tiny", expect=2)
    assert "cannot be read" in run("why", "none.tactica-replay", expect=2)


def test_reasons_fit_80_columns(narrow):
    said = run("why", "wfrp1/small", "-b", "opportunist", "--until", "turn")
    assert max(map(len, said.split("\n"))) <= 80
    common.console._width = 50  # put back by the fixture
    said = run("why", "wfrp1/small", "-b", "opportunist", "--until", "turn", "--no-board")
    assert max(map(len, said.split("\n"))) <= 50
    assert re.search(r"> \S+.*  -?\d+\.\d\d = \w+ [+-]", said), "line by line, with what adds up to the score"


def test_a_table_of_the_book_is_shown_as_one(narrow):
    said = run("rules", "wfrp1", "tables.melee_weapons")
    lines = said.split("\n")
    assert max(map(len, lines)) <= 80
    knobs = {
        a: k for a, k in rulesets.get("wfrp1").rulebook.addresses().items() if a.startswith("tables.melee_weapons.")
    }
    for row in {address.split(".")[2] for address in knobs}:
        assert any(line.startswith(f"{row} ") for line in lines), row
    columns = list(dict.fromkeys(address.split(".")[3] for address in knobs))
    heads = " ".join(line for line in lines if not re.search(r"\d", line))
    assert all(word in heads for column in columns for word in column.split("_"))
    flail = " ".join(line for line in lines if line.startswith("flail "))
    values = [str(knob.default) for address, knob in knobs.items() if address.split(".")[2] == "flail"]
    assert all(value in flail.split() for value in values if value.lstrip("-").isdigit())
    assert "tables.melee_weapons.ROW.COLUMN" in " ".join(said.split())


@pytest.mark.parametrize("table", ["missile_weapons", "firearms", "armour_pieces", "critical_effects", "night_vision"])
def test_every_table_fits_80_columns(table, narrow):
    said = run("rules", "wfrp1", f"tables.{table}")
    body = said[: said.index("Each cell is a knob")]
    assert max(map(len, body.split("\n"))) <= 80 and "…" not in body


def test_why_shows_what_a_search_finds():
    said = run("why", "wfrp1/tiny", "--search", 40, "--until", "turn", "--no-board")
    assert "What search:40 finds" in said and "gain over guardian" in said and "guardian's choice" in said
    assert re.search(r"expected line:\n 1\. \w+.*: ", said)
    assert sum(int(visits) for visits in re.findall(r" (\d+) +[+-]\d\.\d{3} ", said)) == 40
    said = run("why", "wfrp1/tiny", "--search", "oneply:2:charger", "--until", "turn", "--no-board")
    assert "oneply:2:charger finds" in said and "charger's choice" in said
    assert "search:40:archer finds" in run("why", "wfrp1/tiny", "--search", 40, "-b", "archer", "--no-board")


def test_mistakes_about_searches():
    assert "simulations 0 is not a whole number" in run("why", "wfrp1/tiny", "--search", 0, expect=2)
    assert "options: rounds" in run("why", "wfrp1/tiny", "--search", "search:40:guardian:deep=1", expect=2)
