"""What options are worth: judged by games whose truth is known, then asked of a real player from command to page."""

from __future__ import annotations

import json
import math
import os

import numpy as np
import pytest
from typer.testing import CliRunner

import tactica
from tactica.envs.engine.behaviours import load
from tactica.experiments.cli import app
from tactica.experiments.laboratory.shards import Games
from tactica.experiments.laboratory.worth.encouraging import LIBRARY, nudges, under_doctrines, without_intents
from tactica.experiments.laboratory.worth.found import Answer, correct, correct_again, settle
from tactica.experiments.laboratory.worth.judging import Judged, judge_duel, judge_paired


def games_of(points, seed=1):
    """Games with these points for the first player, each pair from a start of its own, no two alike."""
    points = np.asarray(points, np.float64)
    rng, shape = np.random.default_rng(seed), points.shape
    numbers = rng.integers(1, 1 << 30, (3, *shape))
    return Games(points, *numbers, np.arange(len(points)), np.zeros(len(points), np.int64))


def drawn(share, pairs, seed):
    """Games won with this chance, each for itself."""
    return (np.random.default_rng(seed).random((pairs, 2)) < share).astype(np.float64)


# --- judging


def test_a_duel_is_worth_what_its_share_says():
    judged = judge_duel(games_of([[1, 1]] * 300 + [[0, 0]] * 100))
    assert judged.worth == pytest.approx(400 * math.log10(3)) and judged.low < judged.worth < judged.high
    assert judged.p < 1e-6 and judged.otherwise == 1
    assert judged.turned().worth == -judged.worth and judged.turned().low == -judged.high


def test_a_change_that_changes_nothing_is_worth_exactly_nothing():
    points = np.array([[1.0, 0.0], [0.0, 1.0]] * 40)
    games = games_of(points)
    for name in ("rounds", "decisions", "endings"):
        getattr(games, name)[:, 1] = getattr(games, name)[:, 0]
    judged = judge_duel(games)
    assert (judged.worth, judged.low, judged.high, judged.p, judged.otherwise) == (0, 0, 0, 1, 0)
    again = judge_paired([points[:, 0]], [points[:, 0]], [games, games], games)
    assert (again.worth, again.p, again.otherwise) == (0, 1, 0)


def test_intervals_hold_the_truth_nineteen_times_in_twenty():
    truth, held, sure = 400 * math.log10(0.55 / 0.45), 0, 0
    for seed in range(400):
        judged = judge_duel(games_of(drawn(0.55, 300, seed), seed))
        held += judged.low <= truth <= judged.high
        sure += judge_duel(games_of(drawn(0.5, 300, 10_000 + seed), seed)).p < 0.05
    assert 0.92 <= held / 400 <= 0.98
    assert 0.02 <= sure / 400 <= 0.08


def test_the_smallest_effect_is_found_four_times_in_five():
    judged = judge_duel(games_of(drawn(0.5, 300, 5)))
    smallest = judged.smallest()
    share = 1 / (1 + 10 ** (-smallest / 400))
    found = sum(judge_duel(games_of(drawn(share, 300, 500 + seed), seed)).p < 0.05 for seed in range(300))
    assert 0.72 <= found / 300 <= 0.88


def test_pairs_on_equal_dice_are_compared_pair_by_pair():
    rng = np.random.default_rng(4)
    there = rng.random(400) < 0.5
    here = there.copy()
    here[:40] = True  # wins some of these besides
    games = [games_of(np.stack([part, part], 1), seed) for seed, part in enumerate((here, there))]
    judged = judge_paired([here.astype(float)], [there.astype(float)], games, games[0])
    base, gained = there.mean(), (here.mean() - there.mean())
    assert judged.worth == pytest.approx(
        400 * (math.log10((base + gained) / (1 - base - gained)) - math.log10(base / (1 - base)))
    )
    alone = judge_duel(games[0])
    assert judged.error < alone.error / 2, "what both have in common is not left out"


# --- verdicts


def judged(worth, p, otherwise=1.0):
    return Judged(worth, worth - 10, worth + 10, p, 5.0, 2000, 2000, otherwise)


@pytest.mark.parametrize(("kind", "first", "again", "others", "verdict"), [
    ("option", None, None, {}, "never chosen"),
    ("option", judged(0, 1.0, 0.0), None, {}, "changes nothing"),
    ("option", judged(9, 0.3), None, {}, "not significant"),
    ("option", judged(40, 1e-9), judged(3, 0.6), {}, "not confirmed"),
    ("option", judged(40, 1e-9), judged(-40, 1e-9), {}, "not confirmed"),
    ("option", judged(40, 1e-9), judged(38, 1e-9), {}, "worth having"),
    ("option", judged(40, 1e-9), judged(38, 1e-9), {"x": judged(30, 1e-9)}, "needed"),
    ("option", judged(40, 1e-9), judged(38, 1e-9), {"x": judged(30, 1e-9), "y": judged(-2, 0.7)}, "worth having"),
    ("option", judged(-40, 1e-9), judged(-38, 1e-9), {"x": judged(-20, 1e-9)}, "harmful"),
    ("option", judged(-40, 1e-9), judged(-38, 1e-9), {"x": judged(20, 1e-9)}, "misused"),
    ("nudge", judged(40, 1e-9), judged(38, 1e-9), {}, "gain"),
    ("nudge", judged(-40, 1e-9), judged(-38, 1e-9), {}, "loss"),
    ("item", judged(40, 1e-9), judged(38, 1e-9), {}, "worth having"),
])  # fmt: skip
def test_what_an_answer_comes_to(kind, first, again, others, verdict):
    answer = Answer("parry", kind, first, again=again, others=others)
    correct([answer])
    correct_again([answer])
    settle(answer)
    assert answer.verdict == verdict


def test_many_questions_make_each_less_sure():
    """0.004 is sure alone, and not beside nineteen others (Holm)."""
    answers = [Answer(str(k), "option", judged(20, 0.004 if k == 0 else 0.5)) for k in range(20)]
    correct(answers[:1])
    assert answers[0].corrected == pytest.approx(0.004)
    correct(answers)
    assert answers[0].corrected == pytest.approx(0.08) and not answers[0].is_flagged


# --- encouraging


def test_a_nudge_changes_one_weight():
    guardian = load("guardian")
    plain = guardian.model.model_dump(exclude={"name", "about"})
    found = list(nudges(guardian, "wfrp1"))
    assert len({variant.name for variant in found}) == len(found) > 20
    for variant in found:
        changed = variant.player.load("wfrp1").model.model_dump(exclude={"name", "about"})
        parts = [key for key in plain if plain[key] != changed[key]]
        assert len(parts) == 1 and parts[0] in ("weights", "intents", "own", "keep_distance"), variant.name


def test_every_doctrine_of_the_library_can_be_followed():
    guardian = load("guardian")
    found = {variant.of: variant.player.load("wfrp1") for variant in under_doctrines(guardian)}
    assert set(found) == set(LIBRARY)
    assert all(len(one.model.doctrines) == len(guardian.model.doctrines) + 1 for one in found.values())
    assert len(list(without_intents(guardian))) > 5


# --- asked of a player


@pytest.mark.compiled_only
def test_the_games_do_not_depend_on_processes_or_interruptions(tmp_path):
    asked = {"options": ["strike", "charge", "parry"], "pairs": 60}
    whole = tactica.worth("wfrp1/tiny", "charger", **asked)
    assert whole["strike"].told.worth > 200 and whole["strike"].told.low > 0 and whole["strike"].use.chosen[0] > 0
    kept = tactica.worth("wfrp1/tiny", "charger", **asked, folder=tmp_path / "kept")
    files = sorted((tmp_path / "kept" / "shards").iterdir())
    for file in files[::2]:
        os.unlink(file)
    again = tactica.worth("wfrp1/tiny", "charger", **asked, folder=tmp_path / "kept")
    assert whole.plain() == kept.plain() == again.plain()


@pytest.mark.compiled_only
def test_the_command_from_question_to_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = ["worth", "wfrp1/tiny", "--player", "charger", "--pairs", "60", "--option", "strike", "--jobs", "1"]
    said = CliRunner().invoke(app, command)
    assert said.exit_code == 0, said.output
    folder = next((tmp_path / "runs" / "worth").iterdir())
    found = json.loads((folder / "finding.json").read_text())
    assert [answer["name"] for answer in found["answers"]] == ["strike"] and found["answers"][0]["worth"] > 200
    page = (folder / "report.html").read_text()
    assert "strike" in page and "http://" not in page.replace("http://www.w3.org", "")
    wrong = CliRunner().invoke(app, [*command[:2], "--player", "charger", "--option", "stirke"])
    assert wrong.exit_code == 2, "a slip is told, with no traceback"
