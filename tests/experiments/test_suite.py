"""Suites: strict files, errors with file and line, and NPCs measured by them with a gate for CI."""

from __future__ import annotations

import dataclasses
import html
import json
import re

import jsonschema
import pytest
import yaml
from test_tournament import LAZY
from typer.testing import CliRunner

from tactica.envs import replay as replays
from tactica.envs.scenario import ScenarioError
from tactica.experiments.cli import app
from tactica.experiments.commands.playing import expected_seconds, lasting
from tactica.experiments.npcs import suite as suites
from tactica.experiments.tournament import manifest as manifests
from tactica.experiments.tournament.arena import Arena
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.run import all_chunks
from tactica.experiments.tournament.standing import standing_of
from tactica.experiments.tournament.store import TournamentFolder

TOY = """\
ruleset: toybook
name: toy fights
version: 2
scenarios: [alliance, banners]
field: [random, fierce]
pairs: 4
seed: 7
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Nothing is left behind in the folder the tests are run from."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def toy(tmp_path):
    file = tmp_path / "toy.yaml"
    file.write_text(TOY)
    return file


@pytest.fixture
def lazy(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    return file


def run(*arguments, expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def answer_on(page):
    """The answer that a page begins with."""
    first = re.search(r"<section.*?</section>", page, re.DOTALL)[0]
    return html.unescape(
        re.fullmatch(r'<section id="answer"><h2>The answer</h2><p><b>(.*)</b></p></section>', first)[1]
    )


# --- files


@pytest.mark.parametrize("name", suites.shipped())
def test_suites_that_ship_are_fine_and_fit_their_schema(name):
    found = suites.load(name)
    assert found.model.version >= 1 and len(found.sources) == len(found.model.scenarios)
    schema = json.loads(suites.schema_text())
    jsonschema.validate(yaml.safe_load(suites.file_of(name).read_text(encoding="utf-8")), schema)


def test_a_suite_is_what_its_file_says(toy):
    found = suites.load(str(toy))
    assert found.key == "toy" and found.model.pairs == 4 and found.model.starts == 64
    assert [name for name, _ in found.sources] == ["toybook/alliance", "toybook/banners"]
    toy.write_text(TOY + "# a remark\n")
    assert suites.load(str(toy)).content != found.content
    assert found.about() == {"name": "toy fights", "version": "2", "content": found.content}


def test_scenarios_beside_a_suite(toy, tmp_path):
    from tactica.envs import scenario

    (tmp_path / "mine.yaml").write_text(scenario.find("toybook", "alliance").read_text())
    toy.write_text(TOY.replace("banners", "mine.yaml"))
    assert suites.load(str(toy)).sources[1][0] == str(tmp_path / "mine.yaml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("pairs: 4", "pares: 4", r"toy\.yaml:6: pares: unknown key 'pares' \(did you mean 'pairs'\?\)"),
        ("pairs: 4\n", "", r"'pairs' is missing"),
        ("pairs: 4", "pairs: 0", r"toy\.yaml:6: pairs: .*1"),
        ("pairs: 4", "pairs: many", r"toy\.yaml:6: pairs: .many. is not possible; allowed: 1 to 100000"),
        ("version: 2", "version: 2\nversion: 3", r"toy\.yaml:4:1: version: duplicate key"),
        ("toybook\n", "toybok\n", r"toy\.yaml:1: ruleset: unknown ruleset 'toybok' \(did you mean 'toybook'\?\)"),
        ("banners]", "baners]", r"toy\.yaml:4: scenarios\[1\]: unknown scenario 'baners' \(did you mean 'banners'"),
        ("banners]", "alliance]", r"toy\.yaml:4: scenarios\[1\]: alliance is listed twice"),
        ("banners]", "none.yaml]", r"toy\.yaml:4: scenarios\[1\]: none\.yaml: cannot be read"),
        ("fierce]", "firce]", r"toy\.yaml:5: field\[1\]: .*did you mean 'fierce'"),
        ("fierce]", "none.py:X]", r"toy\.yaml:5: field\[1\]: none\.py:X: no such file"),
        ("fierce]", "random]", r"toy\.yaml:5: field\[1\]: random is listed twice"),
        ("seed: 7", "layout: huge", r"toy\.yaml:7: layout: .*allowed: auto, small, standard, full"),
        (TOY, "- 3\n", r"a suite is a mapping"),
        ("seed: 7", "seed: [", r"not valid YAML"),
    ],
)
def test_mistakes_are_told_with_file_and_line(toy, old, new, words):
    toy.write_text(TOY.replace(old, new))
    with pytest.raises(ScenarioError) as caught:
        suites.load(str(toy))
    assert re.search(words, str(caught.value)), caught.value
    assert re.search(words.partition("toy")[0] or ".", run("bench-npc", "fierce", "--suite", toy, expect=2))


def test_several_mistakes_are_told_at_once(toy):
    toy.write_text(TOY.replace("banners]", "baners]").replace("fierce]", "firce]"))
    with pytest.raises(ScenarioError) as caught:
        suites.load(str(toy))
    assert len(caught.value.problems) == 2


# --- bench-npc


def test_a_name_that_nobody_has_leaves_no_folder(toy, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert "fierse" in run("bench-npc", "fierse", "--suite", toy, "--no-page", expect=2)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_npc_is_measured(toy, lazy, tmp_path):
    said = run("bench-npc", f"{lazy}:Last", "--suite", toy, "--out", tmp_path / "out")
    assert (
        "toy fights (Three Banners, a toy ruleset): first the opponents play each other, once for all NPCs: 16 games"
        in said
    )
    assert "toy fights (Three Banners, a toy ruleset), version 2: 32 games" in said
    assert re.search(r"last has a rating of [\d,]+ \(95 % CI -?[\d,]+ to [\d,]+;", said)
    assert "illegal choices: 0; games forfeited: 0 of 32" in said and "us per decision" in said
    assert "toybook/alliance" in said and "toybook/banners" in said and "health lost" in said
    (folder,) = (tmp_path / "out").glob("last-*")
    losses = sorted((folder / "replays").iterdir())
    assert losses and "worst loss: toybook/" in said
    for file in losses:
        replay = replays.load(file)
        assert replays.verify(replay).ok and "last" in replay.players
        ranks = [rank for rank, player in zip(replay.ranks, replay.players, strict=True) if player == "last"]
        assert max(ranks) > 1
    assert (folder / "report.html").exists() and json.loads((folder / "summary.json").read_text())["reference"] == [
        "random", "fierce",
    ]  # fmt: skip
    manifest = TournamentFolder.open(folder).manifest
    assert manifest.suite["version"] == "2" and manifest.seed == 7
    summary = json.loads((folder / "summary.json").read_text())
    field = [row["rating"] for row in summary["ranking"] if row["player"] != "last"]
    assert sum(field) / len(field) == pytest.approx(1000, abs=1e-3)


def test_measured_again_nothing_is_played_twice(toy, tmp_path):
    first = run("bench-npc", "fierce", "--suite", toy, "--no-page")
    assert "games/s with 1 process" in first and "fierce (your player) has a rating" in first
    again = run("bench-npc", "fierce", "--suite", toy, "--no-page")
    assert "with 1 process" not in again and "fierce (your player) has a rating" in again
    assert not list((tmp_path / "runs").rglob("report.html"))


def test_the_field_meets_once_for_all_npcs(toy, lazy, tmp_path):
    """And its games count for everybody: what comes out is what one whole round robin would give."""
    run("bench-npc", f"{lazy}:Last", "--suite", toy, "--out", "out", "--no-page")
    (field,) = (tmp_path / "out").glob("field-toy-*")
    before = {file: file.stat().st_ino for file in (field / "games").iterdir()}
    said = run("bench-npc", f"{lazy}:Chance", "--suite", toy, "--out", "out", "--no-page")
    assert "playing the field" not in said
    assert {file: file.stat().st_ino for file in (field / "games").iterdir()} == before
    (folder,) = (tmp_path / "out").glob("last-*")
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["games"] == 48
    found = suites.load(str(toy))
    whole = manifests.draw_up(
        [f"{lazy}:Last", "random", "fierce"], found.sources, pairs=4, seed=7, starts=64, reference=[1, 2]
    )
    arena = Arena(whole)
    standing = standing_of(whole, Pairs.of(arena.play(chunk) for chunk in all_chunks(whole))).as_dict(whole)
    for part in ("ranking", "pairings", "scenarios", "profiles"):
        assert summary[part] == standing[part]
    run("report", folder)
    assert json.loads((folder / "summary.json").read_text()) == summary
    for file in before:
        file.unlink()
    assert "some games of the field are missing" in run("report", folder, expect=2)


def test_an_npc_may_be_measured_against_itself(toy, lazy, tmp_path):
    said = run("bench-npc", "lazy.py:Chance", "--suite", toy, "--against", lazy.parent / "lazy.py:Chance", "--no-page",
               "--non-inferior", 2000)  # fmt: skip
    assert "lazy.py:Chance (your player) has a rating" in said and "points against chance" in said


def test_failures_are_counted_by_reason(toy, lazy, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import numpy as np\n"
        "class Illegal:\n"
        "    name = 'illegal'\n"
        "    def act(self, observation, mask, rng):\n"
        "        return np.argmin(mask, axis=1)\n"
    )
    said = run("bench-npc", f"{wrong}:Illegal", "--suite", toy, "--no-page", expect=1)
    assert "illegal choices: 32; games forfeited: 32 of 32" in said
    assert "games forfeited: illegal: chose something, which is not legal" in said
    said = run("bench-npc", f"{lazy}:Fails", "--suite", toy, "--no-page", expect=1)
    assert "32 games forfeited: fails: RuntimeError: out of ideas" in said and "illegal choices: 0" in said


def test_a_quick_look_plays_a_tenth_and_says_how_long_it_takes(tmp_path):
    file = tmp_path / "toy.yaml"
    file.write_text(TOY.replace("pairs: 4", "pairs: 20"))
    said = run("bench-npc", "fierce", "--suite", file, "--quick", "--no-page")
    assert "toy fights (Three Banners, a toy ruleset), version 2, 2 pairs instead of 20: 16 games" in said
    assert said.count("this will take a few seconds with 1 process") == 2, "the field, and the NPC"
    assert said.index("this will take") < said.index("games/s")
    again = run("bench-npc", "fierce", "--suite", file, "--quick", "--no-page")
    assert "this will take" not in again, "nothing is left to play"
    assert "3 pairs instead of 20" in run("bench-npc", "fierce", "--suite", file, "--quick", "--pairs", 3, "--no-page")


def test_rules_changed_for_a_measurement_get_folders_of_their_own(toy, tmp_path):
    run("bench-npc", "fierce", "--suite", toy, "--no-page")
    said = run("bench-npc", "fierce", "--suite", toy, "--no-page", "--rule", "orders.speed.speed_dice=1")
    assert "the opponents play each other" in said
    assert len(list((tmp_path / "runs" / "bench-npc").glob("field-toy-*"))) == 2


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "a few seconds"), (7, "about 5 seconds"), (42, "about 40 seconds"), (100, "about 2 minutes"),
     (2000, "about 33 minutes"), (9000, "about 2 hours")],
)  # fmt: skip
def test_spans_of_time_in_round_words(seconds, words):
    assert lasting(seconds) == words


def test_the_time_expected_grows_with_what_is_left(toy, monkeypatch):
    """By a clock that gives every pair one second, whatever else the machine does."""
    play = Arena.play
    monkeypatch.setattr(Arena, "play", lambda arena, chunk: dataclasses.replace(play(arena, chunk), seconds=1.0))
    found = suites.load(str(toy))
    whole = manifests.draw_up(["random", "fierce"], found.sources, pairs=8, seed=7, starts=8)
    plan = all_chunks(whole)
    pairs = sum(chunk.size for chunk in plan)
    assert expected_seconds(whole, [], 1) == 0
    assert expected_seconds(whole, plan, 1) == pairs
    assert expected_seconds(whole, plan * 20, 1) == 20 * pairs


def test_those_who_take_their_time_are_timed_apart(toy, monkeypatch):
    """A pair with a search takes ten seconds by that clock, and every other pair one."""
    whole = manifests.draw_up(
        ["random", "fierce", "oneply:1"], suites.load(str(toy)).sources, pairs=8, seed=7, starts=8
    )
    play = Arena.play

    def clocked(arena, chunk):
        return dataclasses.replace(play(arena, chunk), seconds=10.0 if 2 in (chunk.one, chunk.other) else 1.0)

    monkeypatch.setattr(Arena, "play", clocked)
    plan = all_chunks(whole)
    with_search = sum(chunk.size for chunk in plan if 2 in (chunk.one, chunk.other))
    assert 0 < with_search < sum(chunk.size for chunk in plan)
    assert expected_seconds(whole, plan, 1) == sum(chunk.size for chunk in plan) + 9 * with_search


def test_the_gate(toy, lazy):
    """Exit code 0 when surely not much worse, 1 when it is or may be, 2 for a mistake."""
    said = run("bench-npc", "fierce", "--suite", toy, "--against", "random", "--non-inferior", 10, "--no-page")
    assert re.search(r"passed: \+[\d.]+ points against random", said) and "required: above -10" in said
    said = run("bench-npc", "random", "--suite", toy, "--against", "fierce", "--no-page", expect=1)
    assert re.search(r"FAILED: -[\d.]+ points against fierce \(95 % CI -[\d.]+ to -", said)
    said = run("bench-npc", "fierce", "--suite", toy, "--against", "fierce", "--non-inferior", 1, "--no-page", expect=1)
    assert "inconclusive: " in said and "FAILED" not in said and "The interval is too wide to decide" in said
    run("bench-npc", "fierce", "--suite", toy, "--against", "fierce", "--non-inferior", 5000, "--no-page")
    said = run(
        "bench-npc", f"{lazy}:Last", "--suite", toy, "--against", f"{lazy}:Fails", "--non-inferior", 100, "--no-page",
        expect=1,
    )  # fmt: skip
    assert re.search(r"not passed: \d+ games were forfeited; first reason: .*\S", said)
    assert "void: +" in said and "points against fails" in said
    assert "games forfeited: 0 of 48" in said and "playing the field" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fierce", "--non-inferior", "10"], "--non-inferior needs --against"),
        (["fierce", "--against", "random", "--non-inferior", "-1"], "Invalid value for"),
        (["fierce", "--against", "firce"], "did you mean 'fierce'"),
        (["firce"], "did you mean 'fierce'"),
        (["none.py:X"], "none.py:X: no such file"),
        (["fierce", "--suite", "toi"], "no suite 'toi'"),
        (["fierce", "--suite", "none.yaml"], "none.yaml: cannot be read"),
        (["fierce", "--pairs", "0"], "--pairs"),
        ([], "Missing argument"),
    ],
)
def test_mistakes_of_the_user(toy, arguments, words, tmp_path):
    suite = [] if "--suite" in arguments else ["--suite", str(toy)]
    said = run("bench-npc", *arguments, *suite, expect=2)
    assert words in said
    assert "playing the field" not in said  # it is said at once, not after the field has met
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff")
    assert "binary.yaml:1:1: not UTF-8" in run("bench-npc", "fierce", "--suite", binary, expect=2)
