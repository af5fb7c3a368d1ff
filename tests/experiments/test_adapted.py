"""Opponents that adapt: what a changed rule gives to the best response, the same search under both rules, and how it is told."""

from __future__ import annotations

import json
import threading
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)
from test_tactics import ARGUMENTS, hunted
from typer.testing import CliRunner

from tactica.experiments.cli import app
from tactica.experiments.exploit import finding
from tactica.experiments.exploit.answer import TriedCandidate
from tactica.experiments.laboratory import best_response
from tactica.experiments.laboratory.audit_finding import audit_finding
from tactica.experiments.laboratory.audit_words import answer_of, told
from tactica.experiments.laboratory.auditing import Audit, Audited
from tactica.experiments.laboratory.best_response import (
    AdaptedGain,
    BestResponse,
    ResponseWatch,
    adapt,
    adapted_text,
    spec_for,
)
from tactica.experiments.laboratory.running import QuestionStopped
from tactica.experiments.laboratory.shards import Player, Stream, play
from tactica.experiments.laboratory.showing import markdown, page
from tactica.experiments.laboratory.tactics import adapting, telling
from tactica.experiments.laboratory.tactics.plan import Plan
from tactica.experiments.laboratory.tactics.population import Member, Response
from tactica.experiments.tournament import watching

REACH = "clash.target.reach_cells"
TINY = {
    "minutes": 60.0, "pairs": 6, "fresh_pairs": 20, "searches": [], "train": False, "layout": "auto", "time_limit": None,
}  # fmt: skip


@pytest.fixture
def few(monkeypatch):
    """Three that ship; how much is played is fixed, so speed plays no part."""
    monkeypatch.setattr(finding, "_shipped", lambda question: ["random", "charger", "guardian"])
    monkeypatch.setattr(finding, "seconds_of_a_pair", lambda question, spec: 0.001)


def question(**rules):
    return Audit(
        Stream("toybook", "ranks", 4, 8), (Player.of("coward"),), {f"clash.target.{key}": v for key, v in rules.items()}
    )


def played(shards):
    return [play(shard) for shard in shards]


def response(name="archer", kind="player", points=60.0):
    return BestResponse(name, kind, points, points + 1, points - 4, points + 6, 0, False)


GAIN = AdaptedGain("guardian", 2.0, response(points=52.0), response("network", "network", 61.5), 9.5, 5.25, 13.75, 400)


# --- measuring


def test_a_rule_that_changes_nothing_gives_exactly_nothing(few, tmp_path):
    found = adapt(question(reach_cells=1), tmp_path, played, TINY)
    assert (found.gain, found.low, found.high) == (0, 0, 0) and not found.is_sure
    assert found.book.name == found.changed.name and found.book.points == found.changed.points
    assert "gain nothing significant" in adapted_text(found)


def test_the_gain_is_the_difference_of_what_both_best_responses_take(few, tmp_path):
    found = adapt(question(reach_cells=3), tmp_path, played, TINY)
    assert found.gain == pytest.approx(found.changed.points - found.book.points)
    assert found.low <= found.gain <= found.high and found.pairs == 20
    both = [json.loads((tmp_path / name / "exploit.json").read_text()) for name in ("book", "rule")]
    assert both[0]["decided"] == both[1]["decided"], "as many games under the rule as by the book"
    asked = [one["question"] for one in both]
    assert asked[0]["seed"] == asked[1]["seed"] == 4 and asked[0]["minutes"] == asked[1]["minutes"]
    assert (asked[0]["overrides"], asked[1]["overrides"]) == ({}, {REACH: 3})


def test_under_each_rule_the_better_of_both_answers_counts(monkeypatch, few, tmp_path):
    """The search by the book finds who loses, that under the rule finds who wins: no luck of a search passes for the rule's."""
    real = best_response.look_for

    def unlucky(work, watch, jobs):
        answer = real(work, watch, jobs)
        name = "random" if work.path.name == "book" else "charger"
        best = next(one for one in answer.tried if one.spec == name)
        return msgspec.structs.replace(answer, best=msgspec.structs.replace(best, pairs=20))

    monkeypatch.setattr(best_response, "look_for", unlucky)
    found = adapt(question(reach_cells=1), tmp_path, played, TINY)
    assert found.book.name == found.changed.name and found.gain == 0


def test_a_search_that_is_stopped_goes_on_where_it_was(few, tmp_path):
    stop = threading.Event()

    def phase(what):
        if what.startswith("best response under the rule"):
            stop.set()

    with pytest.raises(QuestionStopped):
        adapt(question(reach_cells=3), tmp_path, played, TINY, stop=stop, phase=phase)
    assert (tmp_path / "book" / "answer.json").exists() and not (tmp_path / "rule" / "answer.json").exists()
    again = adapt(question(reach_cells=3), tmp_path, played, TINY)
    assert again == adapt(question(reach_cells=3), tmp_path / "other", played, TINY)


def test_training_stops_too():
    stop = threading.Event()
    watch = ResponseWatch(stop, lambda what: None, "by the book")
    watch.begin("decisions", 10, 0, False)
    watch.show(1)
    stop.set()
    with pytest.raises(watching.Stopped):
        watch.show(2)
    watch.begin("games", 10)
    watch.show(3)  # games under way come to their end


def test_a_player_in_no_file_is_written_into_one(tmp_path):
    inner = Player("mine", behaviour={"name": "mine", "intents": {"strike": 2.0}}, forbid=("hold",))
    file, forbidden = spec_for(inner, tmp_path / "mine.yaml").split("--")
    assert Player.of(file).behaviour == inner.behaviour and forbidden == "hold"
    assert spec_for(Player.of("charger"), tmp_path / "none.yaml") == "charger"
    assert not (tmp_path / "none.yaml").exists()


# --- telling


def test_the_sentence_names_both_answers_and_the_interval():
    text = adapted_text(GAIN)
    assert text.startswith("Opponents that adapt to guardian gain 9.5 points under your rule (95 % CI 5.2 to 13.8)")
    assert "a network trained against it takes 61.5 %" in text and "archer 52.0 % by the book" in text
    lost = msgspec.structs.replace(GAIN, gain=-9.5, low=-13.75, high=-5.25)
    assert "lose 9.5 points under your rule" in adapted_text(lost)
    dull = msgspec.structs.replace(GAIN, low=-1.0)
    assert "gain nothing significant" in adapted_text(dull) and "+9.5 points" in adapted_text(dull)


def test_what_opponents_gain_is_the_answer_where_nothing_else_is_found():
    found = Audited(adapted=GAIN)
    assert answer_of(found) == adapted_text(GAIN) and told(found).count(adapted_text(GAIN)) == 1
    dull = Audited(adapted=msgspec.structs.replace(GAIN, low=-1.0))
    assert answer_of(dull) == "No battle was played."
    assert told(dull)[1] == adapted_text(dull.adapted)


def test_page_markdown_and_json_say_it():
    asked, found = Audit(Stream("toybook", "ranks"), (), {REACH: 3}), Audited(adapted=GAIN)
    shown = audit_finding(asked, found, {})
    for text in (page(shown), markdown(shown)):
        assert "gain 9.5 points" in text and "archer" in text and "61.5 %" in text
    assert msgspec.convert(msgspec.to_builtins(found), Audited) == found


@pytest.mark.compiled_only
def test_an_audit_that_adapts_from_command_to_files(tmp_path):
    arguments = ["--rule", f"{REACH}=3", "-b", "charger", "--scout", 5, "--glance", 10, "--pairs", 20, "--keep", 1]
    asked = ["lab", "audit", "toybook/alliance", *arguments, "--adapt", 0.05, "-o", tmp_path / "run"]
    result = CliRunner().invoke(app, [str(one) for one in (*asked, "--report", tmp_path / "audit.md")])
    assert result.exit_code == 0, result.output
    found = msgspec.convert(json.loads((tmp_path / "run" / "finding.json").read_text()), Audited)
    assert found.adapted is not None and np.isfinite([found.adapted.low, found.adapted.high]).all()
    assert adapted_text(found.adapted) in " ".join(result.output.split())
    assert "Opponents that adapt" in (tmp_path / "audit.md").read_text()
    again = CliRunner().invoke(app, ["lab", "audit", "--resume", str(tmp_path / "run")])
    assert again.exit_code == 0, again.output
    assert msgspec.convert(json.loads((tmp_path / "run" / "finding.json").read_text()), Audited) == found


# --- tactics


def test_a_tactic_is_dominant_only_if_the_adapted_answer_does_not_beat_it_either():
    """Nobody takes half the points from anybody, but for a network that was trained against the leader."""
    sage, asked = Player("sage", "random"), []

    def chance(player, mixture):
        return 0.7 if player == sage else 0.45

    def adapting(leader):
        asked.append(leader.name)
        return [Response(Member(sage, "adapted"), 0.6)]

    alone, _ = hunted(chance, 0)
    assert alone.verdict == "dominant" and "sage" not in telling.verdict(alone)
    found, _ = hunted(chance, 0, adapting=adapting)
    assert asked == [found.leader] and found.verdict == "beaten"
    assert "sage takes " in telling.verdict(found) and sum(one.member.name == "sage" for one in found.tests) == 1
    equal, _ = hunted(lambda player, mixture: 0.45, 0, adapting=adapting)
    assert equal.verdict == "dominant" and "sage" in telling.verdict(equal)


@pytest.mark.compiled_only
def test_a_discovery_that_adapts_tests_its_leader_with_the_answer(few, tmp_path):
    said = " ".join(run(*ARGUMENTS, "--adapt", "0.05", "--exploiter-turns", "0", "--json", "finding.json").split())
    finding = json.loads((tmp_path / "finding.json").read_text())
    (answer,) = (tmp_path / "runs" / "discover").glob("*/adapted/*/answer.json")
    best = json.loads(answer.read_text())["best"]["name"]
    assert best in [one["name"] for one in finding["verdict"]["responses"]]
    assert "and 0.05 CPU minutes of tactica exploit" in said


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("network.safetensors:sampled", "network", "network_against_charger"),
        ("search:20", "search", "search:20"),
        ("guardian", "player", "guardian"),
    ],
)
def test_a_network_that_a_search_has_trained_is_named_after_whom_it_answers(tmp_path, monkeypatch, spec, kind, name):
    """Its file is no name: it lies in the folder of whoever makes the report."""
    tried = TriedCandidate(spec, spec, kind, 0.6, 0.5, 0.7, 0.0, 10, 10)
    monkeypatch.setattr(adapting, "look_for", lambda *given: SimpleNamespace(best=tried))
    plan, leader = Plan(ruleset="toybook", scenarios=["alliance"]), Member(Player.of("charger"), "shipped")
    (found,) = adapting.adapted_to(leader, plan, tmp_path / "charger", TINY, threading.Event())
    assert found.member.name == name and found.member.player.spec.endswith(spec)
    assert found.member.player.spec == spec or found.member.player.spec.startswith(str(tmp_path.resolve()))
