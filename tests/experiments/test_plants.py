"""``tactica lab``: files of plants, what is told of an audit, and that a blatant fault is found and nothing else."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from tactica.experiments.cli import app
from tactica.experiments.laboratory.auditing import Budget, Finding, Judgement, Trial, ranked, shift_of
from tactica.experiments.laboratory.checked import Checked, place_of, summary
from tactica.experiments.laboratory.plants import PlantsError, load
from tactica.experiments.laboratory.shards import Games, Player

PLANTS = """
ruleset: wfrp1
scenario: small
players: [guardian]
plants:
  free aim:
    rules: {attack.targeted_blow.aim_head: 60}
    names: [strike.aim_head, aims]
    exploit: Aim at the head.
controls:
  lance: {rules: {weapon.lance.lance_damage: 9}}
"""
TRIAL = Trial("strike.aim_head", "someone aims", Player("one"), Player("other"))


def written(tmp_path, text):
    file = tmp_path / "plants.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def problems(tmp_path, old, new):
    assert old in PLANTS
    with pytest.raises(PlantsError) as caught:
        load(written(tmp_path, PLANTS.replace(old, new)))
    return str(caught.value)


def judgement(option, z, p, how="someone"):
    return Judgement(option, how, 0.0, z, 1.0, p, z, 100)


def games(points, dice=0):
    """Pairs in which the first player takes these points; each went its own way."""
    points = np.repeat(np.asarray(points, np.float64)[:, None], 2, 1)
    own = np.arange(len(points))[:, None] + np.array([[0, dice]])
    return Games(points, own, own, own, np.zeros(len(points), np.int64), np.zeros(len(points), np.int64))


# --- files


def test_a_file_is_read(tmp_path):
    found = load(written(tmp_path, PLANTS))
    assert found.plants["free aim"].names == ["strike.aim_head", "aims"]
    assert found.where(found.plants["free aim"]) == "wfrp1/small"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("aim_head: 60", "aim_haed: 60", 7, "aim_haed"),
        ("aim_head: 60", "aim_head: 6000000", 7, "out of range"),
        ("[strike.aim_head, aims]", "[strike.aim_heart]", 8, "aim_heart"),
        ("exploit: Aim at the head.", "explodes: yes", 9, "explodes"),
        ("ruleset: wfrp1", "ruleset: wfrp9", 2, "wfrp9"),
        ("scenario: small", "scenario: nowhere", 0, "nowhere"),
        ("scenario: small", "scenario: owh/small", 0, "owh"),
        ("players: [guardian]", "players: [nobody]", 4, "nobody"),
        ("  lance: {", "  free aim: {", 11, "same name"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, old, new, line, words):
    told = problems(tmp_path, old, new)
    assert words in told
    assert "plants.yaml" in told
    if line:
        assert f"plants.yaml:{line}" in told


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "plants: [", "ruleset: wfrp1\n", "ruleset: &a [*a]\n", "\0"])
def test_what_is_no_file_of_plants_is_refused(tmp_path, text):
    with pytest.raises(PlantsError):
        load(written(tmp_path, text))


def test_a_file_that_is_not_there_lists_those_that_ship():
    with pytest.raises(PlantsError, match="wfrp1"):
        load("nowhere.yaml")


@pytest.mark.parametrize("slug", ["wfrp1", "owh", "tow"])
def test_shipped_files_have_enough_plants_and_controls(slug):
    found = load(slug)
    assert len(found.plants) >= 6
    assert len(found.controls) >= 3
    assert all(one.exploit for one in found.plants.values())


# --- what is told


def test_only_what_is_sure_is_told_the_surest_first_and_once_for_each_option():
    found = ranked(
        [
            judgement("parry", -4.0, 0.001), judgement("charge", 9.0, 1e-6), judgement("parry", 6.0, 1e-5),
            judgement("aim", 2.0, 0.4),
        ],
        5,
    )  # fmt: skip
    assert [(one.option, one.z, len(one.seen)) for one in found] == [("charge", 9.0, 1), ("parry", 6.0, 2)]
    assert [one.option for one in ranked([judgement(str(k), 5 + k, 1e-4) for k in range(9)], 2)] == ["8", "7"]


def test_a_plant_is_found_among_the_first_three_only():
    findings = [Finding(name, (judgement(name, 5.0, 1e-4),)) for name in "abcd"]
    for names, place, is_right in ((["c"], 3, True), (["d"], 4, False), (["e"], 0, False), (["d", "b"], 2, True)):
        assert place_of(findings, names) == place
        assert Checked("x", True, place, tuple(findings), 9, 9, 1.0).is_right == is_right
    assert not Checked("x", False, 0, tuple(findings), 9, 9, 1.0).is_right
    assert Checked("x", False, 0, (), 9, 9, 1.0).is_right


def test_rates_count_plants_and_controls_apart():
    one = Finding("a", (judgement("a", 5.0, 1e-4),))
    said = [Checked("p", True, 1, (one,), 9, 10, 1.0), Checked("q", True, 0, (), 9, 10, 1.0)]
    said += [Checked("c", False, 0, (one,), 9, 10, 1.0), Checked("d", False, 0, (), 9, 10, 1.0)]
    found = summary(said, Budget())
    assert (found["plants"], found["found"], found["controls"], found["false_alarms"]) == (2, 1, 2, 1)
    assert not found["right"]


def test_games_that_are_the_same_are_no_shift():
    same = games([0, 1, 1, 0, 1, 0.5])
    assert shift_of(TRIAL, [same], [same])[2:] == (0.0, 1.0, 0.0)


def test_a_shift_is_seen_with_its_sign():
    book, changed = games([0, 1] * 50), games([1, 1, 1, 0.5] * 25, 7)
    here, there, _, p, z = shift_of(TRIAL, [book], [changed])
    assert (here, there) == (0.0, 0.375)
    assert z > 5
    assert p < 1e-4


def test_chance_alone_gives_a_shift_of_that_chance():
    rng, hits, tries = np.random.default_rng(5), 0, 600
    for _ in range(tries):
        book, changed = games(rng.integers(0, 2, 60)), games(rng.integers(0, 2, 60), 7)
        hits += shift_of(TRIAL, [book], [changed])[3] < 0.05
    assert abs(hits / tries - 0.05) < 4 * (0.05 * 0.95 / tries) ** 0.5


# --- from command to page


@pytest.mark.compiled_only
def test_a_blatant_plant_is_found_an_idle_one_missed_and_a_control_silent(tmp_path):
    where, json_file = tmp_path / "out", tmp_path / "check.json"
    idle = (
        "plants:\n  idle:\n    rules: {weapon.lance.lance_to_hit: 20}\n    names: [charge]\n    exploit: Nobody can.\n"
    )
    text = PLANTS.replace("scenario: small", "scenario: tiny").replace("plants:\n", idle)
    arguments = ["--glance", 20, "--pairs", 100, "--keep", 6, "--out", where, "--json", json_file]
    result = CliRunner().invoke(app, [str(a) for a in ("lab", "check", written(tmp_path, text), *arguments)])
    assert result.exit_code == 1, result.output
    found = json.loads(json_file.read_text())
    assert (found["plants"], found["found"], found["controls"], found["false_alarms"]) == (2, 1, 1, 0)
    assert {one["name"]: one["verdict"] for one in found["cases"]} == {
        "idle": "missed", "free aim": "found", "lance": "silent",
    }  # fmt: skip
    assert {file.name for file in where.iterdir()} >= {"manifest.json", "finding.json", "table.parquet", "report.html"}
    assert "strike.aim_head" in (where / "report.html").read_text(encoding="utf-8")


def test_what_is_asked_wrongly_is_told(tmp_path):
    for arguments, words in (
        (["check"], "name a file"),
        (["audit", "wfrp1/small"], "--rule"),
        (["check", str(written(tmp_path, PLANTS)), "--only", "unheard of"], "unheard of"),
        (["check", "--resume", str(tmp_path)], "no question"),
    ):
        result = CliRunner().invoke(app, ["lab", *arguments])
        assert result.exit_code == 2
        assert words in " ".join(result.output.split())
