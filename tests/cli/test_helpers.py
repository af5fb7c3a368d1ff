"""What the commands stand on: statistics, fuzzing that finds and shrinks, measurements, Ctrl-C."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from fixtures import change_book
from typer.testing import CliRunner

import tactica
from tactica.envs import replay as replays
from tactica.envs import rulesets
from tactica.envs.core.compiler import folders, jit
from tactica.envs.scenario import shipped
from tactica.experiments.bench import bench
from tactica.experiments.cli import app
from tactica.experiments.common import own_python, say
from tactica.experiments.fuzz import fuzz
from tactica.experiments.naming import book_name, names_of, place_name, suite_name
from tactica.experiments.watch.asking import in_columns


@pytest.mark.parametrize("slug", ["wfrp1", "owh", "tow", "woin", "heimr"])
def test_a_rulebook_has_one_name(slug):
    """By its title, without what this says of the part that is played; the site and the README use the same name."""
    name = book_name(slug)
    assert (
        rulesets.get(slug).title.startswith(name)
        and rulesets.get(slug).rulebook.title.startswith(name)
        and "(" not in name
        and not name.endswith(("combat", "-"))
    )
    root = Path(__file__).resolve().parents[2]
    assert f"      - {name}: rulebooks/{slug}.md\n" in (root / "docs" / "mkdocs.yml").read_text(encoding="utf-8")
    assert f"| [{slug}](envs/rulesets/{slug}/README.md) | {name}" in (root / "README.md").read_text(encoding="utf-8")


def test_places_have_names():
    assert place_name("heimr", "small", "duel") == "small, duel (Heimr)"
    assert place_name("heimr", "/my/fight.yaml") == "fight.yaml (Heimr)"
    assert names_of(["heimr"]) == "the rules of Heimr" and names_of(["heimr", "tow"]) == "2 rulebooks"
    assert (suite_name("heimr", "heimr core"), suite_name("heimr", "mine")) == ("core (Heimr)", "mine (Heimr)")


def test_columns_are_read_downwards():
    assert in_columns(["a", "b", "c"], 8) == "a   c\nb"
    assert in_columns([], 80) == ""


@pytest.mark.parametrize("given", [("version", "--json", "-"), ("version", "--quiet"), ("--quiet", "version")])
def test_a_command_leaves_nothing_behind_in_its_process(given, capsys):
    """What is said after it stands on standard output again, and is said."""
    assert CliRunner().invoke(app, given).exit_code == 0
    capsys.readouterr()
    say("afterwards")
    assert capsys.readouterr().out == "afterwards\n"


def test_fuzz_counts_and_repeats():
    one = fuzz.fuzz("toybook", decisions=200, seed=3)
    two = fuzz.fuzz("toybook", decisions=200, seed=3)
    assert one.ok and one.decisions >= 200
    assert one.games == two.games and one.decisions == two.decisions and one.legal == two.legal
    assert set(one.by_scenario) == set(shipped("toybook"))
    assert "no invariant broken" in str(one)


@pytest.fixture
def broken_rules(monkeypatch):
    """Toy rules in which a fifth wound is against the invariants."""
    ruleset = rulesets.get("toybook")

    def invariants(s, w):
        """At most four points may be lost in all."""
        lost = 0
        for who in range(s.unit_count):
            lost += s.units[who].health_max - s.units[who].health
        return 77 if lost > 4 else 0

    monkeypatch.setitem(ruleset.loops.fuzz_games.__globals__, "invariants", invariants)
    change_book(monkeypatch, ruleset, "checks", broken={77: "more than four points lost"})


@pytest.mark.interpreted_only
def test_a_failure_is_shrunk_and_saved(broken_rules, tmp_path):
    report = fuzz.fuzz("toybook", ["alliance"], decisions=20_000, seed=1, out=tmp_path, shrink_seconds=6.0)
    assert not report.ok and len(report.failures) == 1
    failure = report.failures[0]
    assert failure.what == "more than four points lost"
    assert 0 < failure.shrunk_to <= failure.found_at
    assert failure.replay is not None
    replay = replays.load(failure.replay)
    assert len(replay.decisions) == failure.shrunk_to
    assert replays.verify(replay).ok
    *_, (_, _, game) = replays.play(replay)
    units = game.s["units"][: int(game.s["unit_count"])]
    assert int((units["health_max"] - units["health"]).sum()) > 4
    result = CliRunner().invoke(
        app, ["fuzz", "toybook", "-s", "alliance", "--decisions", "20000", "--out", str(tmp_path)]
    )
    assert result.exit_code == 1
    assert "more than four points lost" in result.output


@pytest.mark.interpreted_only
def test_ctrl_c_while_a_failure_is_shrunk_keeps_it(broken_rules, tmp_path, monkeypatch):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "shrink", stopped)
    result = CliRunner().invoke(app, ["fuzz", "toybook", "-s", "alliance", "--seed", "1", "--out", str(tmp_path)])
    assert result.exit_code == 130 and "more than four points lost" in result.output
    (kept,) = (tmp_path / "replay").parent.glob("**/*.tactica-replay")
    assert replays.verify(replays.load(kept)).ok


@pytest.mark.interpreted_only
def test_a_rule_that_raises_is_a_failure(monkeypatch, tmp_path):
    def invariants(s, w):
        if s.round_no >= 2:
            raise ZeroDivisionError("a rule went wrong")
        return 0

    monkeypatch.setitem(rulesets.get("toybook").loops.fuzz_games.__globals__, "invariants", invariants)
    report = fuzz.fuzz("toybook", ["banners"], decisions=5000, out=tmp_path, shrink_seconds=0.5)
    assert [failure.what for failure in report.failures] == ["ZeroDivisionError: a rule went wrong"]
    assert report.failures[0].replay is not None


def test_measurements_have_values_and_units():
    rows = bench.measure("toybook", ["banners"], seconds=0.01, cold=False, others=False, processes=False)
    assert {row.unit for row in rows} == {"decisions/s", "steps/s", "us"}
    assert all(row.value and row.value > 0 for row in rows)
    games = [row for row in rows if row.what.startswith("kernel, ")]
    assert games and all(row.legal >= 2 and row.length >= 1 for row in games)
    assert all(isinstance(row.to_dict()["met"], bool | None) for row in rows)


def test_targets_are_read_the_right_way_round():
    assert bench.Measurement("x", "", 5.0, "decisions/s", 4.0).met is True
    assert bench.Measurement("x", "", 5.0, "s", 4.0).met is False
    assert bench.Measurement("x", "", None, "s", 4.0).met is None
    assert bench.Measurement("x", "", 5.0, "us").met is None


def test_ctrl_c_says_what_was_done(monkeypatch):
    run = fuzz.FuzzStarts.run
    calls = []

    def interrupted(self, *arguments, **options):
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return run(self, *arguments, **options)

    monkeypatch.setattr(fuzz.FuzzStarts, "run", interrupted)
    result = CliRunner().invoke(app, ["fuzz", "toybook", "--decisions", "1000000"])
    assert result.exit_code == 130
    assert "stopped" in result.output and "decisions" in result.output


def test_ctrl_c_in_a_battle_saves(monkeypatch, tmp_path):
    from tactica.experiments.watch import watch

    play = watch.WatchedBattle._ask_policy
    calls = []

    def interrupted(self, side):
        calls.append(1)
        if len(calls) > 6:
            raise KeyboardInterrupt
        return play(self, side)

    monkeypatch.setattr(watch.WatchedBattle, "_ask_policy", interrupted)
    result = CliRunner().invoke(app, ["battle", "toybook/alliance", "--save", str(tmp_path / "cut")])
    assert result.exit_code == 130
    loaded = replays.load(tmp_path / "cut.tactica-replay")
    assert len(loaded.decisions) == 6 and replays.verify(loaded).ok


def test_a_fault_of_the_program_is_not_hidden(monkeypatch):
    from tactica.experiments.fuzz import fuzz as module

    def fail(*arguments, **options):
        raise ZeroDivisionError("our own fault")

    monkeypatch.setattr(module, "fuzz", fail)
    result = CliRunner().invoke(app, ["fuzz", "toybook", "--decisions", "10"])
    assert isinstance(result.exception, ZeroDivisionError)


def test_another_process_runs_this_package_whatever_folder_it_starts_in(tmp_path):
    (tmp_path / "tactica").mkdir()
    (tmp_path / "tactica" / "__init__.py").write_text("raise SystemExit('the wrong package')")
    command = own_python("-c", "import tactica; print(tactica.__file__)")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert Path(done.stdout.strip()) == Path(tactica.__file__), done.stderr


@pytest.fixture
def no_cache(monkeypatch, tmp_path):
    """A cache that cannot be made, and nothing compiled: what is compiled is written down. The folder for temporary files."""
    (tmp_path / "note").write_text("no folder")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "note" / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(jit, "is_compiled", lambda *_: False)  # other tests have it loaded already
    monkeypatch.setattr(jit, "compile_ruleset", lambda *_: None)
    folders.private_folder.cache_clear()
    yield tmp_path / "tmp"
    folders.private_folder.cache_clear()


@pytest.mark.compiled_only
def test_a_cache_that_cannot_be_written_is_one_line(no_cache, tmp_path):
    result = CliRunner().invoke(app, ["compile", "toybook"])
    assert result.exit_code == 0
    line, *progress = result.output.splitlines()
    assert all(
        one.startswith(f"compiling {names_of(['toybook'])}: ") for one in progress
    )  # on a busy machine it takes long enough for some
    private = no_cache / f"tactica-{os.getuid()}"
    assert line.startswith(f"compiling {names_of(['toybook'])}, about ")
    assert f"note/cache cannot be written, so the code stays in {private} until the machine restarts" in line
    assert line.endswith("; to keep it, set TACTICA_CACHE=FOLDER")


@pytest.mark.compiled_only
def test_compiling_ahead_is_refused_where_nothing_can_be_kept(no_cache, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "note" / "tmp"))
    result = CliRunner().invoke(app, ["compile", "toybook"])
    assert result.exit_code == 2
    assert (
        "note/cache cannot be written, so it is compiled again each time; to keep it, set TACTICA_CACHE=FOLDER"
        in " ".join(result.output.split())
    )


def test_the_command_line_is_a_module_too():
    done = subprocess.run(own_python("-m", "tactica", "--help"), capture_output=True, text=True)
    assert done.returncode == 0 and "battle" in done.stdout
