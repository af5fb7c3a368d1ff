"""``tactica lab``: files of plants, what is told of an audit, and that a blatant fault is found and nothing else."""

from __future__ import annotations

import json

import jsonschema
import msgspec
import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import tactica
from tactica import configs
from tactica.envs import rulesets
from tactica.envs.scenario.files import schema_of
from tactica.experiments.cli import app
from tactica.experiments.common import console
from tactica.experiments.laboratory import auditing
from tactica.experiments.laboratory.audit_finding import audit_finding
from tactica.experiments.laboratory.audit_words import answer_of, named_text, told, worth_text
from tactica.experiments.laboratory.auditing import Audit, AuditBudget, Audited, NamedWay, audit, findings_of
from tactica.experiments.laboratory.checked import Checked, rank_of, summary
from tactica.experiments.laboratory.plants import Plants, PlantsError, load
from tactica.experiments.laboratory.reach import FirstChange
from tactica.experiments.laboratory.running import run
from tactica.experiments.laboratory.shards import Games, Player, Shard, Stream
from tactica.experiments.laboratory.showing import page as page_of
from tactica.experiments.laboratory.through import (
    Difference,
    Shift,
    Suspect,
    Way,
    difference_of,
    seen_of,
    shift_between,
    suspects_of,
    way_of,
    ways_of,
)
from tactica.experiments.laboratory.trials import AuditTrial, TrialJudgement, shift_of
from tactica.experiments.laboratory.variants import UNIT, possessions

REACH, REACHES = "clash.target.reach_cells", 1  # a knob of toybook and its value
PLANTS = """
ruleset: wfrp1
scenario: small
players: [guardian]
plants:
  free aim:
    rules: {attack.targeted_blow.aim_head: 60}
    names: [strike.aim_head]
    exploit: Aim at the head.
controls:
  lance: {rules: {weapon.lance.lance_damage: 9}}
"""
TRIAL = AuditTrial("strike.aim_head", "someone aims", Player("one"), Player("other"))


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
    return TrialJudgement(option, how, 0.0, z, 1.0, p, z, 100)


def games(points, dice=0):
    """Pairs in which the first player takes these points; each went its own way."""
    points = np.repeat(np.asarray(points, np.float64)[:, None], 2, 1)
    own = np.arange(len(points))[:, None] + np.array([[0, dice]])
    return Games(points, own, own, own, np.zeros(len(points), np.int64), np.zeros(len(points), np.int64))


# --- files


def test_a_file_is_read(tmp_path):
    found = load(written(tmp_path, PLANTS))
    assert found.plants["free aim"].names == ["strike.aim_head"]
    assert found.where(found.plants["free aim"]) == "wfrp1/small"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("aim_head: 60", "aim_haed: 60", 7, "aim_haed"),
        ("aim_head: 60", "aim_head: 6000000", 7, "out of range"),
        ("[strike.aim_head]", "[strike.aim_heart]", 8, "aim_heart"),
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


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != "toybook"])
def test_shipped_files_have_enough_plants_and_controls(slug):
    found = load(slug)
    assert len(found.plants) >= 6
    assert len(found.controls) >= 3
    assert all(one.exploit for one in found.plants.values())


# --- what is told


def way(option, explained=1.0, bits=4.0):
    return Way(option, explained, explained - 0.05, bits)


def finding(option):
    return NamedWay(way(option))


def checked(is_plant, place, findings, pairs=9):
    return Checked("x", is_plant, place, Audited(tuple(findings)), pairs, 1.0)


def test_nothing_is_told_unless_somebody_gains_for_sure():
    ways = [way("parry"), way("charge")]
    doubtful = [judgement("parry", 2.9, 0.006), judgement("aims", 1.0, 1.0)]
    assert findings_of(ways, []) == findings_of(ways, doubtful) == ()
    sure = [*doubtful, judgement("parry", 4.0, 0.001), judgement("hit", 6.0, 1e-6)]
    found = findings_of(ways, sure)
    assert [(one.option, [judged.z for judged in one.worth]) for one in found] == [
        ("parry", [4.0, 2.9]),
        ("charge", []),
    ]


def test_a_plant_is_found_among_the_first_three_only():
    findings = [finding(name) for name in "abcd"]
    for names, place, is_right in ((["c"], 3, True), (["d"], 4, False), (["e"], 0, False), (["d", "b"], 2, True)):
        assert rank_of(findings, names) == place
        assert checked(True, place, findings).is_right == is_right
    assert not checked(False, 0, findings).is_right
    assert checked(False, 0, ()).is_right


def test_rates_count_plants_and_controls_apart():
    said = [
        checked(True, 1, [finding("a")]),
        checked(True, 0, ()),
        checked(False, 0, [finding("a")]),
        checked(False, 0, ()),
    ]
    found = summary(said, AuditBudget())
    assert (found["plants"], found["found"], found["controls"], found["false_alarms"]) == (2, 1, 2, 1)
    assert not found["right"]


SHIFT = Shift(4.08, 1.9, 6.26, 120, ("red", "blue"))
JUDGED = (judgement("parry", 2.0, 0.5, "someone without parry"), judgement("flee", 0.04, 1.0, "someone without flee"))


def test_a_rule_that_no_option_accounts_for_says_by_how_much_it_shifts_the_score():
    found = Audited((), (), JUDGED, 40, 350, 9, (), SHIFT)
    answer = (
        "The rule shifts 4.1 points towards red (95 % CI 1.9 to 6.3), but no single option or item accounts for it."
    )
    assert told(found)[0] == answer_of(found) == answer
    lost = msgspec.structs.replace(SHIFT, value=-4.08, low=-6.26, high=-1.9)
    assert "4.1 points towards blue (95 % CI 1.9 to 6.3)" in answer_of(msgspec.structs.replace(found, shift=lost))
    dull = msgspec.structs.replace(found, shift=msgspec.structs.replace(SHIFT, low=-0.4))
    assert answer_of(dull).startswith(
        "The rule changes battles, but no single option or item accounts for it, and no side"
    )
    assert "no option or item gains or loses significantly" in answer_of(
        msgspec.structs.replace(found, ways=(way("a"),))
    )
    assert named_text(found) == "nothing; shifts 4.1 points towards red (95 % CI 1.9 to 6.3)"
    assert named_text(dull) == "nothing"


def test_what_a_rule_works_through_comes_first_and_rows_of_nothing_are_left_out():
    found = Audited((finding("parry"),), (way("parry"),), JUDGED, 40, 350, 9, (), SHIFT)
    assert told(found)[0] == (
        "The rule works mainly through parry: without it, all of the changes disappear (at least 95 % with 97.5 % confidence)."
    )
    two = msgspec.structs.replace(found, findings=(finding("parry"), finding("shield")))
    assert told(two)[0].endswith("confidence). Also needed, but less specific: shield (100 %).")
    nearer = NamedWay(Way("charge", 0.75, 0.6, 3.0, is_first=True))
    legal = "that it becomes legal or illegal is the first difference in 75 % of the battles that change"
    reached = msgspec.structs.replace(found, findings=(nearer, finding("shield")))
    assert told(reached)[0].startswith(f"The rule works mainly through charge: {legal} (at least 60 % with")
    assert "The rule changed 40 of 350 pairs." in told(found)
    assert any(line.startswith("The rule shifts 4.1 points towards red") for line in told(found))
    page = page_of(audit_finding(Audit(Stream("wfrp1", "tiny"), (), {"a.b": 1}), found, {}))
    assert "someone without parry" in page and "someone without flee" not in page


@pytest.mark.parametrize(
    ("how", "begins"),
    [
        (
            "brawler without parry",
            "Parry is worth 0.0 points of score to brawler by the book and +3.4 under your rule (z +3.4).",
        ),
        ("ann, bo without net", "Net is worth 0.0 points of score to ann, bo by the book and +3.4 under your rule"),
        (
            "charger takes trip first",
            "Charger, taking trip first, scores half of the points by the book and 3.4 points",
        ),
        ("charger always trip", "Charger, always choosing trip, scores half of the points"),
        (
            "charger aim+2",
            "Charger aim+2 scores half of the points by the book and 3.4 points above half under your rule",
        ),
    ],
)
def test_a_worth_names_who_has_it_by_which_rules(how, begins):
    assert worth_text(judgement("parry", 3.4, 0.001, how)).startswith(begins)


def test_few_pairs_without_a_change_say_little_and_battles_side_by_side_count():
    few = Audited(scouted=35, players=("brawler", "charger"))
    assert answer_of(few) == (
        "None of the 35 pairs played changed (of brawler, charger and random play). That is too few to say that the rule does "
        "nothing; play more with --scout 30."
    )
    some = msgspec.structs.replace(few, reach=FirstChange(24, 3, 0, 0))
    assert "0 of 35 pairs" in answer_of(some) and "3 of 24 played side by side" in answer_of(some)
    through = msgspec.structs.replace(some, findings=(finding("parry"),))
    assert told(through)[0].startswith("The rule works mainly through parry") and answer_of(some) in told(through)


def test_a_rule_that_holds_anyway_is_named_and_nothing_is_played():
    question = Audit(Stream("toybook", "ranks"), (Player("charger", "charger"),), {REACH: REACHES})
    found = audit(question, lambda shards: pytest.fail("battles were played"))
    assert found.in_force and told(found) == [answer_of(found)] and "holds here without --rule" in answer_of(found)


def test_battles_that_differ_side_by_side_are_looked_into(monkeypatch):
    """No scouted pair changes, and three of 24 battles side by side do: more pairs are scouted, and the audit goes on."""
    monkeypatch.setattr(auditing, "reach_of", lambda *given: FirstChange(24, 3, 0, 0))
    for name in ("takers_of", "takers_by_estimates", "takers_of_pairs", "unused_pairs", "unused_of", "trials_of"):
        monkeypatch.setattr(auditing, name, lambda *given: [])
    monkeypatch.setattr(auditing, "seen_of", lambda *given: [])
    asked = []

    def played(shards):
        asked.append(sum(shard.pairs for shard in shards))
        return [games([0.5] * shard.pairs) for shard in shards]

    budget = AuditBudget(scout=5, again=4)
    question = Audit(Stream("toybook", "ranks"), (Player("charger", "charger"),), {REACH: REACHES + 1}, budget=budget)
    found = audit(question, played)
    assert asked[:2] == [50, 200] and not any(asked[2:]) and found.differing == 0 and found.beside == 3
    assert "3 of 24 played side by side" in answer_of(found)


def test_a_shift_is_the_mean_gain_of_the_first_side():
    """Of 40 pairs the first player gains both games in 4; nobody's side gains, as it has both. Then only its first game in 4."""
    book, both, first = games([0] * 40), games([1] * 4 + [0] * 36, 7), games([0] * 40, 7)
    first.points[:4, 0] = 1
    one = Shard(Stream("wfrp1", "tiny"), Player("charger", "charger"), Player("guardian", "guardian"), 0, 40)
    chance = msgspec.structs.replace(one, one=Player("random", "random"), other=Player("random", "random"))
    assert shift_between([one] * 2, [book, both]).value == 0
    found = shift_between([one] * 2, [book, first])
    assert found.value == pytest.approx(5) and found.low < 5 < found.high and found.pairs == 40
    twice = shift_between([one, one] * 2, [book, book, first, first])
    assert twice.value == pytest.approx(5) and twice.pairs == 80 and twice.high < found.high
    assert shift_between([one, chance] * 2, [book, book, first, both]) == found, "players at random are left out"
    assert shift_between([chance] * 2, [book, first]) is None and shift_between([], []) is None


# --- what a rule acts through


def test_pairs_that_go_another_way_are_counted():
    book, same, other = games([0, 1, 0.5, 1]), games([0, 1, 0.5, 1]), games([0, 1, 1, 1])
    random, player = Player("random", "random"), Player("charger", "charger")
    shards = [Shard(Stream("wfrp1", "tiny"), one, random, 0, 4) for one in (random, player)]
    assert difference_of(shards[:1] * 2, [book, same]) == Difference(0, 4, 0, 4)
    assert difference_of(shards * 2, [book, book, same, other]) == Difference(1, 8, 0, 4)
    assert difference_of(shards * 2, [book, book, other, other]) == Difference(2, 8, 1, 4)


def test_what_is_explained_is_the_share_of_the_difference_that_is_gone():
    one = Suspect("parry", (), 3.0, frozenset({"parry"}))
    assert way_of(one, Difference(0, 200), Difference(100, 200)).explained == 1
    assert way_of(one, Difference(25, 200), Difference(100, 200)).explained == 0.75
    assert way_of(one, Difference(100, 200), Difference(100, 200)).explained == 0
    whole, parts = (
        way_of(one, Difference(0, 200), Difference(100, 200)),
        way_of(one, Difference(25, 200), Difference(100, 200)),
    )
    assert 0.9 < whole.low < 1 and 0.6 < parts.low < 0.75
    assert 2.7 < whole.score < 3 and 1.8 < parts.score < 2.25


def test_what_players_weigh_that_nobody_may_choose_does_not_hide_what_a_rule_acts_through():
    one = Suspect("aim", (), 5.0, frozenset({"aim"}))
    assert way_of(one, Difference(30, 300, 0, 100), Difference(60, 300, 30, 100)).explained == 1
    assert way_of(one, Difference(30, 300, 0, 100), Difference(60, 300, 3, 100)).explained == 0.5  # too few of them


def test_the_rarest_that_explains_all_comes_first_and_what_holds_it_is_left_out():
    def suspect(name, bits, *parts):
        return Suspect(name, (), bits, frozenset({name, *parts}))

    suspects = [
        suspect("move", 2.0), suspect("strike", 3.0, "strike.aim"), suspect("strike.aim", 6.0), suspect("flee", 7.0),
        suspect("parry", 5.0, "parry_off", "parry_main"), suspect("parry_off", 6.0), suspect("parry_main", 7.0),
    ]  # fmt: skip
    through_aim = [Difference(k, 200) for k in (0, 0, 0, 98, 99, 100, 97)]
    assert [one.option for one in ways_of(suspects, through_aim, Difference(100, 200))] == ["strike.aim", "move"]
    through_both_parries = [Difference(k, 200) for k in (0, 90, 99, 99, 0, 60, 40)]
    told = [one.option for one in ways_of(suspects, through_both_parries, Difference(100, 200))]
    assert told == ["parry", "parry_main", "move", "parry_off"]


def test_what_few_battles_seem_to_show_comes_behind_what_many_do():
    """Of 20 battles at random four go another way without `dodge`, twelve with it; of 200 none does without `dagger`."""
    suspects = [Suspect("dodge", (), 9.0, frozenset({"dodge"})), Suspect("dagger", (), 5.0, frozenset({"dagger"}))]
    found = ways_of(suspects, [Difference(60, 200, 4, 20), Difference(0, 200, 0, 20)], Difference(60, 200, 12, 20))
    rare, plain = (next(way for way in found if way.option == name) for name in ("dodge", "dagger"))
    assert found == [plain, rare] and rare.explained * rare.bits > plain.explained * plain.bits


def test_where_few_battles_go_another_way_more_are_scouted(monkeypatch):
    seen, asked, told = iter([Difference(5, 70), Difference(19, 280)]), [], []
    monkeypatch.setattr(auditing, "difference_of", lambda shards, games: next(seen))
    for name in ("seen_of", "suspects_of", "takers_of", "takers_by_estimates", "trials_of"):
        monkeypatch.setattr(auditing, name, lambda *given: [])

    def played(shards):
        asked.append(sum(shard.pairs for shard in shards))
        return []

    question = Audit(Stream("wfrp1", "tiny", 1), (Player.of("guardian"),), {}, budget=AuditBudget(scout=10))
    found = audit(question, played, told.append)
    assert (found.differing, found.scouted) == (19, 280)
    assert asked[1] == 4 * asked[0] > 0
    assert "only 5 of 70 pairs changed: playing 4 times as many" in told


def test_every_option_that_is_chosen_and_every_item_is_a_suspect():
    stream = Stream("toybook", "alliance", 1)
    found = {one.option: one for one in suspects_of(stream, seen_of(stream, [Player.of("guardian")], {}, run), {})}
    results = tactica.play_games("toybook", "alliance", policies=("random", "random"), games=20, seed=3)
    chosen = {name for name, used in results.options().items() if used[1].sum()}
    assert chosen <= set(found)
    assert all(one.bits >= 0 and (one.lacks or one.option in one.parts) for one in found.values())
    items = {one.thing for one in possessions(rulesets.get("toybook"), "alliance") if one.field != UNIT}
    assert {name for name, one in found.items() if one.lacks} <= items


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
    arguments = ["--scout", 10, "--glance", 20, "--pairs", 100, "--keep", 6, "--out", where, "--json", json_file]
    result = CliRunner().invoke(app, [str(a) for a in ("lab", "check", written(tmp_path, text), *arguments)])
    assert result.exit_code == 1, result.output
    found = json.loads(json_file.read_text())
    assert (found["plants"], found["found"], found["controls"], found["false_alarms"]) == (2, 1, 1, 0)
    assert {one["name"]: one["verdict"] for one in found["cases"]} == {
        "idle": "missed", "free aim": "found", "lance": "silent",
    }  # fmt: skip
    assert {file.name for file in where.iterdir()} >= {"manifest.json", "finding.json", "table.parquet", "report.html"}
    assert "strike.aim_head" in (where / "report.html").read_text(encoding="utf-8")


@pytest.mark.compiled_only
def test_a_longer_reach_is_audited_and_quiet_leaves_the_answer_alone(tmp_path, monkeypatch):
    """With a reach of three cells both come to blows, and most battles change."""
    monkeypatch.setattr(console, "quiet", False)  # and as it was, afterwards
    arguments = ["--rule", "clash.target.reach_cells=3", "-b", "charger", "--scout", 10, "--glance", 10, "--pairs", 20]
    asked = ["lab", "audit", "toybook/alliance", *arguments, "--keep", 1, "-o", tmp_path / "run", "--quiet"]
    result = CliRunner().invoke(app, [str(one) for one in asked])
    assert result.exit_code == 0, result.output
    found = msgspec.convert(json.loads((tmp_path / "run" / "finding.json").read_text()), Audited)
    assert result.stdout == answer_of(found) + "\n"
    assert found.differing > 0 and found.shift.pairs == 2 * 10 and found.shift.sides == ("red", "green and blue")
    assert found.shift.low <= found.shift.value <= found.shift.high


def test_what_is_asked_wrongly_is_told(tmp_path):
    for arguments, words in (
        (["check"], "name a file"),
        (["audit", "wfrp1/small"], "--rule"),
        (["check", str(written(tmp_path, PLANTS)), "--only", "unheard of"], "unheard of"),
        (["check", "--resume", str(tmp_path)], "is not the folder of a question"),
    ):
        result = CliRunner().invoke(app, ["lab", *arguments])
        assert result.exit_code == 2
        assert words in " ".join(result.output.split())


def test_the_schema_takes_what_ships():
    found = schema_of(Plants)
    files = sorted((configs.FOLDER / "plants").glob("*.yaml"))
    assert files
    for file in files:
        assert file.read_text().startswith("# yaml-language-server: $schema=../schemas/plants.json\n"), file
        jsonschema.validate(yaml.safe_load(file.read_text()), found)
    for wrong in (
        {"ruleset": "wfrp1", "plant": {}},
        {"ruleset": "wfrp1", "plants": {"a": {"rules": {}, "names": ["x"]}}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, found)
