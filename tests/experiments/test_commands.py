"""The commands ``tournament`` and ``report``: what they say, what they leave behind, and a user's mistakes."""

from __future__ import annotations

import json
import re

import pytest
from test_suite import _elsewhere, answer_on, run  # noqa: F401  (a fixture that is always used)
from test_tournament import LAZY
from typer.testing import CliRunner

from tactica.envs.scenario import shipped
from tactica.experiments import common
from tactica.experiments.cli import app
from tactica.experiments.tournament.store import TournamentFolder


@pytest.fixture
def lazy(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    return file


TOY = ("random", "fierce", "--ruleset", "toybook", "--pairs", 3)


def test_a_tournament_of_everybody_everywhere(tmp_path):
    said = run("tournament", "random", "fierce", "--ruleset", "toybook", "--pairs", 3)
    games = 6 * len(shipped("toybook"))
    assert f"2 players, {len(shipped('toybook'))} scenarios, 3 pairs per pairing: {games} games" in said
    assert "fierce" in said and "toybook/banners" in said and "games/s with 1 process" in said
    out = tmp_path / "runs" / "tournament"
    assert {file.name for file in out.iterdir() if file.name[0] != "."} == {
        "games", "manifest.json", "ranking.parquet", "replays", "report.html", "summary.json",
    }  # fmt: skip
    assert answer_on((out / "report.html").read_text()) in said
    said = run("tournament", "--resume", out)
    assert f"{games} of {games} games were already played" in said and "with 1 process" not in said


@pytest.mark.both_engines
def test_players_in_python_and_a_report_on_request(tmp_path, lazy):
    said = run("tournament", "fierce", f"{lazy}:Fails", "-s", "toybook/alliance", "--pairs", 2, "--no-page", "-o", "x",
               expect=1)  # fmt: skip
    assert "4 games were forfeited; first reason: fails: RuntimeError: out of ideas" in said
    assert not (tmp_path / "x" / "report.html").exists()
    run("report", "x")
    assert "fails" in (tmp_path / "x" / "report.html").read_text()


def test_the_same_seed_gives_the_same_games(tmp_path):
    for out, seed in (("a", 1), ("b", 1), ("c", 2)):
        run("tournament", *TOY, "--seed", seed, "-o", out, "--no-page")
    one, two, three = (json.loads((tmp_path / out / "summary.json").read_text()) for out in "abc")
    assert one == two and one["ranking"] != three["ranking"]


def test_a_resumed_tournament_is_the_same(tmp_path):
    run("tournament", *TOY, "-o", "whole", "--no-page")
    run("tournament", *TOY, "-o", "part", "--no-page")
    for file in sorted((tmp_path / "part" / "games").iterdir())[1:3]:
        file.unlink()
    said = run("tournament", "--resume", "part", "--no-page")
    assert f"of {6 * len(shipped('toybook'))} games were already played" in said
    assert (tmp_path / "part" / "summary.json").read_bytes() == (tmp_path / "whole" / "summary.json").read_bytes()


def test_other_rules_are_refused(tmp_path, monkeypatch):
    run("tournament", *TOY, "-o", "x", "--no-page")
    monkeypatch.setattr("tactica.envs.core.ruleset.Ruleset.rules_hash", "0000000000000000")
    for arguments in (("tournament", "--resume", "x"), ("report", "x")):
        said = run(*arguments, expect=2)
        assert "played under other rules of toybook" in said and "never mixed" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fierce", "-s", "toybook/alliance"], "at least two players"),
        (["fierce", "fierce", "-s", "toybook/alliance"], "listed twice"),
        (["fierce", "firce", "-s", "toybook/alliance"], "did you mean 'fierce'"),
        (["fierce", "none.py:X", "-s", "toybook/alliance"], "none.py:X: no such file"),
        (["fierce", "random", "-s", "toybook/aliance"], "no scenario 'aliance'"),
        (["fierce", "random", "-s", "none.yaml"], "none.yaml"),
        (["--ruleset", "nobody"], "unknown ruleset"),
        (["fierce", "random", "-s", "toybook/alliance", "--pairs", "0"], "--pairs"),
        (["fierce", "random", "-s", "toybook/alliance", "--layout", "huge"], "auto, small, standard, full"),
        (["--resume", "nowhere"], "is not the folder of a tournament"),
        (["--resume", "nowhere", "--pairs", "5", "--seed", "1"], "leave out --pairs, --seed"),
    ],
)
def test_mistakes_of_the_user(arguments, words):
    assert words in run("tournament", *arguments, expect=2)


def test_a_folder_is_not_overwritten(tmp_path):
    run("tournament", *TOY, "-o", "x", "--no-page")
    assert "already holds a tournament: continue it with --resume" in run("tournament", *TOY, "-o", "x", expect=2)
    (tmp_path / "file").write_text("")
    assert "cannot be written" in run("tournament", *TOY, "-o", "file", expect=2)


def test_nothing_to_report(tmp_path):
    assert "is not the folder of a tournament" in run("report", tmp_path, expect=2)
    run("tournament", *TOY, "-o", "x", "--no-page")
    for file in (tmp_path / "x" / "games").iterdir():
        file.unlink()
    assert "no games yet" in run("report", "x", expect=2)
    assert len(list(TournamentFolder.open(tmp_path / "x").games.iterdir())) == 0


def test_tables_fit_80_columns(tmp_path, monkeypatch):
    monkeypatch.setattr(common.console, "_width", 80)
    result = CliRunner().invoke(app, ["tournament", *map(str, TOY), "--no-page"])
    assert result.exit_code == 0
    tables = [line for line in result.output.split("\n") if "runs/" not in line and not line.startswith("fierce comes")]
    assert max(map(len, tables)) <= 80 and "…" not in result.output
    rows = [line for line in tables if re.match(r"[\s│]*\d( \(\d-\d\))?[\s│]+(random|fierce)", line)]
    assert len(rows) == 2 and all(" to " in row for row in rows), "a player a line, with its interval"


def test_a_table_that_is_too_wide_leaves_columns_out_and_says_so(monkeypatch, capsys):
    from rich.table import Table

    monkeypatch.setattr(common.console, "_width", 30)
    table = Table("one", "two", "three")
    table.add_row("a" * 12, "b" * 10, "c" * 10)
    common.show_table(table, ["three", "two"])
    said = capsys.readouterr().out
    assert (
        "a" * 12 in said
        and "b" * 10 in said
        and "cc" not in said
        and "Hidden because the terminal is too narrow: three." in said
    )
