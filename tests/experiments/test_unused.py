"""Options that no player uses by the book: they are tried by players that do, found where a rule makes them strong, and named."""

from __future__ import annotations

import json
import threading

import pytest
from typer.testing import CliRunner

from tactica.envs.core.behaviour.bans import MOST_BANS
from tactica.experiments.cli import app
from tactica.experiments.commands import lab
from tactica.experiments.laboratory import auditing, unused
from tactica.experiments.laboratory.audit_finding import audit_finding
from tactica.experiments.laboratory.audit_words import grouped, signed, told
from tactica.experiments.laboratory.auditing import (
    Audit,
    AuditBudget,
    Audited,
    audit,
    findings_of,
    gaining_ways,
    merged,
)
from tactica.experiments.laboratory.running import GameWorkers, QuestionFolder, QuestionStopped, run
from tactica.experiments.laboratory.shards import Player, Stream, play
from tactica.experiments.laboratory.showing import page
from tactica.experiments.laboratory.through import RANDOM, OptionUse, Way, seen_of
from tactica.experiments.laboratory.together import halves_of
from tactica.experiments.laboratory.trials import TrialJudgement
from tactica.experiments.laboratory.unused import Picked, Unused, pick, takers_by_estimates, takers_of, unused_of
from tactica.experiments.laboratory.worth.usage import SITUATIONS, Use, uses_of

CHARGER = Player.of("charger")
DISARM = "called.special.disarm_parry_bonus"
DISARMING = f"""
ruleset: owh
scenario: tiny
players: [charger]
plants:
  disarming without a price:
    rules: {{{DISARM}: 0}}
    names: [attack.disarm]
    exploit: Disarm every enemy; a called shot at the weapon is parried like any other blow, and few carry a second one.
controls:
  disarming that is a little cheaper and still a waste: {{rules: {{{DISARM}: 7}}}}
"""


def use(option, offered, chosen):
    pad = (0,) * (len(SITUATIONS) - 1)
    return Use(option, 10, (offered, *pad), (chosen, *pad))


def seen(one, other, is_changed, **uses):
    return OptionUse(one, other, is_changed, {name.replace("__", "."): use(name, *both) for name, both in uses.items()})


def judgement(changed, book=-20.0, p=1e-6, is_unused=True, option="attack.disarm"):
    return TrialJudgement(
        option, f"charger takes {option}", book, changed, 2.0, p, 9.0, 100, changed - 4, changed + 4, is_unused
    )


# --- what nobody uses


def test_unused_is_what_was_legal_and_no_player_takes_by_the_book():
    guardian = Player.of("guardian")
    watched = [
        seen(CHARGER, CHARGER, False, end_turn=(50, 30), attack=(60, 50), hide=(40, 0), heal=(50, 1), move=(30, 0)),
        seen(CHARGER, CHARGER, True, attack=(60, 20), hide=(40, 30), defend=(9, 0)),
        seen(RANDOM, CHARGER, False, attack__grab=(5, 2), move=(90, 20)),
        seen(guardian, guardian, False, move=(20, 9), attack=(20, 0)),
    ]
    found = {one.option: one.chosen for one in unused_of("woin", watched)}
    assert found == {"hide": 0, "heal": 1, "defend": 0, "attack.grab": 0}


def test_players_that_take_an_option_may_choose_nothing_else_or_no_other_mode():
    watched = [
        seen(CHARGER, CHARGER, False, attack=(60, 50), attack__normal=(60, 50), attack__disarm=(60, 0), hide=(40, 0)),
        seen(RANDOM, RANDOM, False, attack__called=(5, 2), move=(90, 20)),
    ]
    found = takers_of("owh", [CHARGER], [Unused("attack.disarm", 0, 5.0), Unused("hide", 0, 4.0)], watched)
    assert {one.how: set(one.player.forbid) for one in found} == {
        "charger takes attack.disarm whenever it is legal": {"attack.normal", "attack.called", "hide", "move"},
        "charger takes attack.disarm in place of others": {"attack.normal", "attack.called"},
        "charger takes hide whenever it is legal": {"attack", "move"},
    }
    assert all(one.is_unused and one.other == CHARGER and len(one.player.forbid) <= MOST_BANS for one in found)


@pytest.mark.parametrize(("scenario", "option"), [("toybook/alliance", "guard"), ("toybook/alliance", "march")])
def test_a_player_that_takes_an_option_takes_every_chance(scenario, option):
    slug, name = scenario.split("/")
    stream = Stream(slug, name, 1)
    berserker = Player.of("berserker")
    watched = seen_of(stream, [berserker], {}, run)
    taker = takers_of(slug, [berserker], [Unused(option, 0, 3.0)], watched)[0].player
    used = uses_of(stream, taker, taker, 6)[option]
    assert used.offered[0] == used.chosen[0] > 0


def test_by_its_estimates_a_player_is_varied_until_it_chooses_the_option():
    stream = Stream("toybook", "alliance", 1)
    berserker = Player.of("berserker")
    before = uses_of(stream, berserker, berserker, unused.WATCHED)
    found = takers_by_estimates(stream, [berserker], {}, [Unused("guard", 0, 3.0)], run)
    assert [one.option for one in found] == ["guard"]
    after = uses_of(stream, found[0].player, found[0].player, unused.WATCHED)
    chosen = before["guard"].chosen[0] if "guard" in before else 0
    assert after["guard"].chosen[0] > max(chosen, unused.OFTEN * unused.WATCHED)
    assert found[0].player.forbid == () and found[0].player.behaviour is not None


# --- what is told


def test_an_unused_option_counts_only_where_it_makes_its_player_stronger():
    ways = [Way("attack.disarm", 1.0, 0.9, 6.0)]
    for weak in (judgement(-2.0), judgement(12.0, book=14.0), judgement(12.0, p=0.2)):
        assert findings_of(ways, [weak]) == ()
    strong = judgement(12.0)
    assert [one.option for one in findings_of(ways, [strong])] == ["attack.disarm"]
    assert findings_of(ways, [judgement(-2.0, is_unused=False)])  # an option that is used may well become worse


def test_what_hardly_anybody_uses_takes_its_place_among_what_the_rule_acts_through():
    ways = [Way("move", 1.0, 0.9, 2.0), Way("hide", 0.5, 0.4, 4.0)]
    picked = [Picked(None, Way("attack.disarm", 1.0, 0.9, 6.0)), Picked(None, Way("heal", 1.0, 0.9, 6.0))]
    final = [judgement(12.0), judgement(-9.0, option="heal")]
    assert [one.option for one in merged(ways, gaining_ways(picked, final))] == ["attack.disarm", "move", "hide"]
    better = [Picked(None, Way("hide", 1.0, 0.9, 4.0))]
    assert merged(ways, gaining_ways(better, [judgement(12.0, option="hide")]))[0] == better[0].way


def test_what_gains_is_not_named_among_what_does_not():
    """A search found that it pays, though no battle of the others changed by it."""
    tried = (Unused("attack.disarm", 0, 6.0, False), Unused("hide", 0, 4.0, False), Unused("heal", 0, 4.0, True))
    said = told(Audited((), (), (judgement(26.8),), 0, 150, 2, tried))
    assert said[0].startswith("No player uses attack.disarm by the book; a player that does gains 26.8 points")
    assert "It changes no battle of players that choose these rarely used options: hide." in said
    assert "No significant gain under your rule for players that choose these options: heal." in said


def test_the_answer_begins_with_what_nobody_uses():
    ways = (Way("attack.disarm", 1.0, 0.9, 6.0),)
    tried = (Unused("attack.disarm", 0, 6.0, True), Unused("hide", 0, 4.0))
    final = (judgement(31.4), judgement(-9.0, option="hide"))
    found = Audited(findings_of(ways, final), ways, final, 0, 150, 2, tried)
    first = told(found)[0]
    assert first.startswith(
        "No player uses attack.disarm by the book; a player that does gains 31.4 points under your rule (95 % CI 27.4 to "
    )
    assert "\N{MINUS SIGN}20.0 by the book" in first
    often = Audited(found.findings, ways, final, 0, 150, 2, (Unused("attack.disarm", 3, 6.0, True),))
    assert told(often)[0].startswith("Hardly any player uses attack.disarm")
    question = Audit(Stream("owh", "tiny"), (CHARGER,), {DISARM: 0})
    text = page(audit_finding(question, found, {}))
    assert first in text and "What players hardly use" in text and "27.4 to +35.4" in text


def test_an_audit_that_changes_no_battle_says_which_options_it_tried():
    tried = (
        Unused("attack.disarm", 0, 6.0),
        Unused("attack.called", 0, 6.0),
        Unused("hide", 1, 4.0),
        Unused("heal", 0, 4.0, True),
    )
    lines = told(Audited(scouted=150, tried=tried, players=("brawler", "charger")))
    assert lines[0] == (
        "None of the 150 pairs played changed (of brawler, charger and random play), so the rule changes fewer than 2 % of such "
        "battles (95 %)."
    )
    assert any("attack (disarm, called), hide." in line for line in lines)
    assert any("No significant gain" in line and "heal" in line and "hide" not in line for line in lines)
    assert grouped(["a.b", "c", "a.d", "a"]) == "a (b, d), c"


# --- from rule to answer


def checked(tmp_path, text, *more):
    file, out = tmp_path / "plants.yaml", tmp_path / "check.json"
    file.write_text(text, encoding="utf-8")
    arguments = ["--scout", 5, "--glance", 40, "--pairs", 200, "--keep", 4, "--out", tmp_path / "out", "--json", out]
    result = CliRunner().invoke(app, [str(part) for part in ("lab", "check", file, *arguments, *more)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return json.loads(out.read_text()), result


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("where", "player", "rules", "option", "named"),
    [
        ("owh/tiny", "charger", {DISARM: 0}, "attack.disarm", ["attack.disarm"]),
        (
            "woin/tiny",
            "archer",
            {"aim.bonus.bonus_dice": 8},
            "aim",
            ["aim", "feint"],
        ),  # one number of the book for both
        ("owh/tiny", "charger", {DISARM: 7}, "attack.disarm", []),  # a little cheaper, and still a waste
        ("woin/tiny", "archer", {"pinned.hide.action_cost": 0}, "hide", []),  # the hidden do not shoot
    ],
)
def test_an_unused_option_is_named_where_a_rule_makes_it_dominant(monkeypatch, where, player, rules, option, named):
    for name in ("suspects_of", "trials_of"):  # so that what is found is found by players that take it
        monkeypatch.setattr(auditing, name, lambda *given: [])
    slug, scenario = where.split("/")
    budget = AuditBudget(scout=5, glance=40, pairs=200, again=1)
    found = audit(Audit(Stream(slug, scenario), (Player.of(player),), rules, budget=budget), run)
    options = {one.option for one in found.findings}
    assert options == {one.option for one in found.gains}
    assert {half for option in options for half in halves_of(option)} >= set(named)  # alone, or in a pair
    assert all(set(halves_of(option)) & set(named) for option in options)
    assert {one.option: one.chosen for one in found.tried}[option] == 0
    assert next(one for one in found.tried if one.option == option).is_changed


@pytest.mark.compiled_only
def test_a_plant_that_nobody_uses_is_found_and_a_control_that_stays_worthless_is_silent(tmp_path):
    found, result = checked(tmp_path, DISARMING)
    assert result.exit_code == 0, result.output
    assert (found["plants"], found["found"], found["controls"], found["false_alarms"]) == (1, 1, 1, 0)
    plant = next(one for one in found["cases"] if one["kind"] == "plant")
    assert plant["findings"][0]["way"]["option"] == "attack.disarm" and plant["place"] == 1
    assert {one["option"]: one["chosen"] for one in plant["tried"]}["attack.disarm"] == 0


@pytest.mark.compiled_only
def test_the_command_says_so_in_answer_json_and_page_and_goes_on_where_it_was_stopped(tmp_path):
    where, out = tmp_path / "audit", tmp_path / "audit.json"
    arguments = ["--scout", 5, "--glance", 40, "--pairs", 200, "--keep", 2, "--out", where, "-b", "charger"]
    asked = [str(part) for part in ("lab", "audit", "owh/tiny", "--rule", f"{DISARM}=0", *arguments, "--json", out)]
    first = CliRunner().invoke(app, asked)
    sentence = "No player uses attack.disarm by the book; a player that does gains"
    assert first.exit_code == 0 and sentence in " ".join(first.output.split()), first.output
    assert sentence in (where / "report.html").read_text(encoding="utf-8")
    found = out.read_text()
    gained = [one for one in json.loads(found)["judged"] if one["option"] == "attack.disarm" and one["is_unused"]]
    assert gained and gained[0]["low"] > 0 > gained[0]["book"]
    shards = sorted((where / "shards").iterdir())
    for file in shards[::2]:
        file.unlink()
    again = CliRunner().invoke(app, ["lab", "audit", "--resume", str(where), "--json", str(out)])
    assert again.exit_code == 0 and out.read_text() == found
    assert sorted((where / "shards").iterdir()) == shards


@pytest.mark.compiled_only
def test_the_rule_that_concerns_nobody_lists_what_was_tried(tmp_path):
    asked = ["lab", "audit", "owh/tiny", "--rule", "tables.spells.firebolt.cost=0", "-b", "charger", "--scout", "5"]
    result = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "out")])
    said = " ".join(result.output.split())
    assert (
        result.exit_code == 0
        and "None of the 25 pairs played changed (of charger and random play). That is too few" in said
    )
    assert "attack (" in said and "disarm" in said and "heal" in said


@pytest.mark.compiled_only
def test_what_chance_takes_in_place_of_a_barred_option_is_not_named_for_it():
    """Archers that may aim their blows at the body alone sometimes grapple for want of anything better."""
    stream, archer, rules = Stream("wfrp1", "small"), Player.of("archer"), {"grapple.attempt.grapple_to_hit": 100}
    watched = seen_of(stream, [archer], rules, run)
    tried = [one for one in unused_of("wfrp1", watched) if one.option in ("grapple", "strike.aim_body")]
    assert len(tried) == 2
    takers = takers_of("wfrp1", [archer], tried, watched)
    picked, options = pick(takers, tried, (stream, stream), rules, 40, 4, run)
    assert [one.trial.option for one in picked] == ["grapple"]
    assert all(one.is_changed for one in options)


@pytest.mark.compiled_only
def test_a_stopped_audit_plays_nothing_again_and_two_processes_find_the_same(tmp_path, monkeypatch):
    """It is stopped where it counts who uses which options."""
    question = Audit(
        Stream("owh", "tiny"), (CHARGER,), {DISARM: 0}, budget=AuditBudget(scout=5, glance=20, pairs=60, keep=1)
    )
    alone, divided = (QuestionFolder.create(tmp_path / name, {"what": "gains"}, "owh") for name in ("alone", "divided"))
    stop, shards = threading.Event(), []

    def counted(shard):
        shards.append(shard)
        if sum(one.options for one in shards) == 30:
            stop.set()
        return play(shard)

    monkeypatch.setattr("tactica.experiments.laboratory.running.play", counted)
    with pytest.raises(QuestionStopped):
        audit(question, lambda wanted: run(wanted, folder=alone, stop=stop))
    assert sum(one.options for one in shards) == 30
    here = audit(question, lambda wanted: run(wanted, folder=alone))
    keys = {one.key for one in shards}
    assert here.gains and len(keys) == len(shards)
    assert 0.5 < sum(one.pairs for one in shards if one.options) / lab.WATCHED < 2
    monkeypatch.undo()
    with GameWorkers(2) as workers:
        assert audit(question, lambda wanted: run(wanted, folder=divided, jobs=2, workers=workers)) == here
    assert {file.stem for file in divided.path.glob("shards/*")} == keys


@pytest.mark.compiled_only
def test_a_search_is_tried_where_it_is_asked_for(monkeypatch):
    rules = {DISARM: 0}
    for name in ("suspects_of", "trials_of"):
        monkeypatch.setattr(auditing, name, lambda *given: [])
    budget = AuditBudget(scout=5, glance=20, pairs=40, search=30)
    found = audit(Audit(Stream("owh", "tiny"), (CHARGER,), rules, budget=budget), run)
    searched = [one for one in found.judged if one.how.startswith("search:30:charger")]
    assert [one.option for one in searched] == ["attack.disarm"]
    assert searched[0].pairs == unused.SEARCH_PAIRS and searched[0].is_unused


def test_battles_that_are_the_same_by_either_rules_end_an_audit_early():
    question = Audit(Stream("toybook", "alliance", 1), (Player.of("berserker"),), {}, budget=AuditBudget(scout=5))
    phases = []
    found = audit(question, run, phases.append)
    assert found.differing == 0 and found.judged == found.findings == ()
    assert found.tried and not any(one.is_changed for one in found.tried)
    assert not any("fresh dice" in phase or "longer look" in phase for phase in phases)


def test_where_a_rule_changes_nearly_all_battles_of_the_field_nothing_is_said_of_unused_options():
    stream, berserker = Stream("toybook", "alliance", 1), Player.of("berserker")
    watched, tried = seen_of(stream, [berserker], {}, run), [Unused("guard", 0, 3.0)]
    takers = takers_of("toybook", [berserker], tried, watched)
    other_dice = Stream("toybook", "alliance", 2)
    assert pick(takers, tried, (stream, other_dice), {}, 20, 4, run) == ([], [])
    picked, options = pick(takers, tried, (stream, stream), {}, 20, 4, run)
    assert picked == [] and [one.option for one in options] == ["guard"]


@pytest.mark.parametrize(
    ("value", "text"), [(0.04, "0.0"), (-0.04, "0.0"), (1.26, "+1.3"), (-2.0, "\N{MINUS SIGN}2.0")]
)
def test_nothing_has_no_sign(value, text):
    assert signed(value) == text
