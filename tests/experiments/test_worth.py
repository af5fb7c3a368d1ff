"""What options, items and units are worth: numbers against known truth, verdicts, battles in which something is missing."""

from __future__ import annotations

import json
import math

import msgspec
import numpy as np
import pyarrow.parquet as parquet
import pytest
from test_suite import _elsewhere, answer_on, run  # noqa: F401  (a fixture that is always used)

import tactica
from tactica.envs import rulesets
from tactica.envs.core.behaviour.features import DOCTRINES, FEATURES, INTENTS
from tactica.envs.engine.behaviours import features_of, load
from tactica.envs.engine.options import SITUATIONS, UnknownOption
from tactica.envs.scenario import load as load_scenario
from tactica.envs.scenario.expand import expand
from tactica.experiments.common import UserError
from tactica.experiments.laboratory.running import QuestionFolder
from tactica.experiments.laboratory.shards import Games, Player, Shard, Stream, play, pool_of
from tactica.experiments.laboratory.variants import DrawnRosters, Lack, apart, possessions, without
from tactica.experiments.laboratory.worth import composing, playing
from tactica.experiments.laboratory.worth.encouraging import LIBRARY, nudges, under_doctrines, without_intents
from tactica.experiments.laboratory.worth.found import Answer, correct, settle
from tactica.experiments.laboratory.worth.judging import Judged, judge_duel, judge_paired
from tactica.experiments.laboratory.worth.regression import Fit, fit, line_through
from tactica.experiments.laboratory.worth.usage import Use, groups_of, uses_of
from tactica.experiments.statistics import elo_of, expected_share

TOY = "toybook/alliance"
ROSTERS = """\
ruleset: toybook
name: drawn
board: {size: [7, 5]}
sides: [red, blue]
battle: {rounds: 8}
deploy: {red: [0, 0, 1, 4], blue: [5, 0, 6, 4]}
choose:
- side: [red, blue]
  count: 2
  from: [soldier, brute, {template: scout, health: 1}, {template: scout, health: 9}]
  points: {soldier: 10, brute: 30, scout: 5}
"""


@pytest.fixture
def drawn(tmp_path):
    file = tmp_path / "drawn.yaml"
    file.write_text(ROSTERS)
    return file


def games_of(points, seed=0):
    """Games with these points of ``one``, (pairs, 2), all from starts and of lengths of their own."""
    points = np.asarray(points, np.float64)
    rng = np.random.default_rng(seed)
    some = rng.integers(1, 1000, points.shape)
    return Games(
        points,
        some,
        some + 1,
        np.zeros(points.shape, np.int64),
        np.arange(len(points)),
        np.zeros(len(points), np.int64),
    )


def judged(worth, p=1e-9, otherwise=1.0):
    return Judged(worth, worth - 5, worth + 5, p, 2.5, 100, 100, otherwise)


# --- rating points


def test_intervals_hold_the_true_lead():
    rng, held = np.random.default_rng(1), 0
    for k in range(300):
        share = expected_share(60)
        luck = rng.normal(size=(400, 1))  # what the two games of a pair have in common
        points = (rng.normal(size=(400, 2)) * 0.8 + 0.6 * luck < normal_point(share)).astype(float)
        found = judge_duel(games_of(points, k))
        held += found.low <= 60 <= found.high
        assert found.pairs == found.clusters == 400 and found.otherwise > 0.98
    assert 275 <= held <= 296  # 95 percent, within three standard errors


def normal_point(share):
    from scipy.stats import norm

    return float(norm.ppf(share))


def test_paired_differences_are_in_rating_points_and_their_intervals_hold():
    rng, held, narrow = np.random.default_rng(2), 0, 0
    for k in range(300):
        base, more = expected_share(100), expected_share(140)
        chance = rng.random((500, 2))  # the same luck with and without
        here, there = (chance < more).astype(float), (chance < base).astype(float)
        one, other = games_of(here, k), games_of(there, k)
        found = judge_paired([here.mean(1)], [there.mean(1)], [other, one], other)
        held += found.low <= 40 <= found.high
        narrow += found.high - found.low < 0.75 * (judge_duel(one).high - judge_duel(one).low)
    assert 275 <= held <= 296 and narrow > 290


def test_what_changes_nothing_is_worth_exactly_nothing():
    points = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    games = games_of(points)
    games.rounds[:] = games.decisions[:] = 7
    found = judge_duel(games)
    assert (found.worth, found.low, found.high, found.p, found.otherwise) == (0, 0, 0, 1, 0)
    found = judge_paired([points.mean(1)], [points.mean(1)], [games, games], games)
    assert (found.worth, found.p, found.otherwise) == (0, 1, 0)


def test_winning_everything_is_not_infinite():
    found = judge_duel(games_of(np.ones((50, 2))))
    assert 600 < found.worth < 1000 and found.low > 200 and found.p < 1e-6
    assert found.turned().worth == -found.worth and found.turned().low == -found.high


def test_the_smallest_effect_is_found_four_times_in_five():
    rng = np.random.default_rng(3)
    blank = judge_duel(games_of((rng.random((400, 2)) < 0.5).astype(float)))
    smallest = blank.smallest()
    share = expected_share(smallest)
    found = sum(judge_duel(games_of((rng.random((400, 2)) < share).astype(float), k)).p < 0.05 for k in range(300))
    assert 0.72 < found / 300 < 0.88 and blank.smallest(50) > 1.3 * smallest


# --- verdicts


def answer(kind="option", first=None, again=None, others=()):
    found = Answer("it", kind, first=first, corrected=first.p if first else math.nan, again=again)
    found.again_corrected = again.p if again else math.nan
    found.others = dict(enumerate(others))
    settle(found)
    return found.verdict


def test_verdicts_tell_the_options_apart():
    good, bad, unsure = judged(50), judged(-50), judged(3, p=0.4)
    assert answer() == "never chosen"
    assert answer(first=judged(0, 1.0, 0.0)) == "changes nothing"
    assert answer(first=unsure) == "not significant"
    assert answer(first=good, again=unsure) == answer(first=good, again=bad) == "not confirmed"
    assert answer(first=good, again=good, others=(good, good)) == "needed"
    assert answer(first=good, again=good, others=(good, unsure)) == answer(first=good, again=good) == "worth having"
    assert answer(first=bad, again=bad, others=(bad, unsure)) == "harmful"
    assert (
        answer(first=bad, again=bad, others=(bad, good)) == answer(first=bad, again=bad, others=(unsure,)) == "misused"
    )
    assert answer("nudge", good, good) == answer("doctrine", good, good) == "gain"
    assert answer("nudge", bad, bad) == "loss" and answer("item", good, good) == "worth having"
    assert answer("unit", bad, bad) == "harmful"


def test_many_questions_are_corrected_together():
    """Of 100 questions about nothing the smallest chance of some is below 5 percent; corrected, hardly ever."""
    rng, alarms, corrected = np.random.default_rng(4), 0, 0
    for _ in range(200):
        answers = [Answer(str(k), "option", first=judged(1, float(p))) for k, p in enumerate(rng.random(100))]
        correct(answers)
        alarms += any(one.first.p < 0.05 for one in answers)
        corrected += any(one.is_flagged for one in answers)
    assert alarms > 190 and corrected < 25
    assert all(one.questions == 100 for one in answers)


# --- uses


def test_the_situation_in_which_an_option_is_chosen_is_told():
    offered = [100, 50, 50, *[0] * 9]
    use = Use("flee", 10, tuple(offered), (40, 38, 2, *[0] * 9))
    assert use.share == 0.4 and use.telling == "engaged (95% of its uses, 50% of its chances)"
    assert Use("act", 10, tuple(offered), (40, 21, 19, *[0] * 9)).telling == ""
    assert Use("rare", 10, tuple(offered), (10, 10, 0, *[0] * 9)).telling == ""


@pytest.mark.compiled_only
def test_uses_are_those_of_the_player_in_either_seat():
    stream, one, other = Stream("toybook", "alliance"), Player.of("guardian"), Player.of("random")
    alone = uses_of(stream, one, one, 20)
    assert alone["hold"].games == 40 and len(alone["hold"].offered) == len(SITUATIONS)
    against = uses_of(stream, one, other, 20)
    mirrored = uses_of(stream, other, one, 20)
    orders = ("strike", "guard", "march", "hold")
    assert sum(against[name].chosen[0] for name in orders if name in against) == against["hold"].offered[0]
    assert against["hold"].offered != mirrored["hold"].offered


def test_verbs_that_begin_alike_are_asked_together():
    def used(*names):
        return {name: Use(name, 1, (9,), (0 if name.startswith("no") else 1,)) for name in names}

    found = groups_of("wfrp1", used("parry_main", "parry_off", "no_parry", "move_run", "fire", "fire_group"))
    assert found == {"parry": ("parry_main", "parry_off")}  # one move alone; and fire is a verb itself


# --- encouraging


def test_every_weight_and_intent_is_nudged_both_ways_and_nothing_else_changes():
    guardian = load("guardian")
    ruleset = rulesets.get("wfrp1")
    found = list(nudges(guardian, "wfrp1", 0.5))
    assert len(found) == 2 * (len(features_of(ruleset)) + len(INTENTS)) == len({one.name for one in found})
    before = guardian.packed(ruleset)[0]
    for one in found:
        after = one.player.load("wfrp1").packed(ruleset)[0]
        changed = (
            np.abs(after["weights"] - before["weights"]).sum() + np.abs(after["intents"] - before["intents"]).sum()
        )
        assert changed == pytest.approx(0.5) and after["keep"] == before["keep"], one.name
        assert after["doctrine_count"] == before["doctrine_count"]
    assert FEATURES[0].name == found[0].of == "hit"


def test_doctrines_come_first_and_all_of_the_library_are_right():
    captain = load("captain")
    found = list(under_doctrines(captain))
    assert [one.of for one in found] == list(LIBRARY)
    for one in found:
        doctrines = one.player.load("wfrp1").model.doctrines
        assert len(doctrines) == min(len(captain.model.doctrines) + 1, DOCTRINES)
        assert doctrines[0].model_dump(exclude_defaults=True) == LIBRARY[one.of]
        assert doctrines[1:] == captain.model.doctrines[: DOCTRINES - 1]


@pytest.mark.compiled_only
def test_an_intent_that_is_forbidden_is_not_chosen():
    variant = next(one for one in without_intents(load("guardian")) if one.of == "prepare")
    stream = Stream("wfrp1", "small")
    free = uses_of(stream, Player.of("guardian"), Player.of("guardian"), 30)
    barred = uses_of(stream, variant.player, variant.player, 30)
    assert free["take_up"].chosen[0] > 10 and free["stand_up"].chosen[0] > 5
    assert barred["take_up"].chosen[0] == barred["stand_up"].chosen[0] == 0 and barred["strike"].chosen[0] > 100


# --- what is missing


def first_battle(slug, name):
    return expand(load_scenario(name, rulesets.get(slug)), 0, 1, "eval")[0]


def test_one_side_goes_without_and_nothing_else_changes():
    battle = first_battle("wfrp1", "small")
    changed = without(battle, [Lack(1, "off_hand", "shield")])
    for before, after in zip(battle.units, changed.units, strict=True):
        is_meant = before.side == 1 and before.unit.off_hand.name == "SHIELD"
        assert (after.unit == before.unit) != is_meant and after.cell == before.cell
        if is_meant:
            assert after.unit == before.unit.model_copy(update={"off_hand": type(before.unit.off_hand)(0)})
    assert without(battle, [Lack(1, "off_hand", "rapier")]) is battle
    both = without(battle, [Lack(-1, "armour", "helmet")])
    assert not any("helmet" in map(str, unit.unit.armour) for unit in both.units)
    assert any("sleeved mail shirt" in map(str, unit.unit.armour) for unit in both.units)


def test_what_is_no_use_alone_goes_as_well():
    battle = first_battle("wfrp1", "small")
    archer = next(
        unit.unit
        for unit in without(battle, [Lack(0, "main_hand", "short_bow")]).units
        if unit.template == "goblin_archer"
    )
    assert archer.main_hand == 0 and archer.ammunition is None


def test_a_unit_that_stays_away_takes_its_mount_along():
    battle = first_battle("wfrp1", "cavalry")
    rider = next(unit for unit in battle.units if unit.companion >= 0)
    changed = without(battle, [Lack(rider.side, "unit", rider.template or rider.name)])
    assert len(changed.units) == len(battle.units) - 2
    for row, unit in enumerate(changed.units):
        assert unit.bearer < 0 or changed.units[unit.bearer].companion == row


def test_nobody_is_left_without_anybody():
    battle = first_battle("wfrp1", "duel")
    alone = battle.units[0]
    with pytest.raises(ValueError, match="no unit left"):
        without(battle, [Lack(0, "unit", alone.template or alone.name)])
    with pytest.raises(ValueError, match="nobody has off_hand: rapier"):
        pool_of(Stream("wfrp1", "small", lacks=(Lack(0, "off_hand", "rapier"),)))


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("wfrp1/small", {"off_hand: shield", "main_hand: short_bow", "armour: helmet", "unit: skaven"}),
        (
            "owh/standard",
            {"spells: firebolt", "potion: 2", "weapons: longbow", "abilities: shield_bash", "unit: champion"},
        ),
        ("tow/small", {"shield", "character: lord", "missile: longbow", "unit: fast_riders"}),
    ],
)
def test_what_units_have_is_found_in_every_rulebook(scenario, expected):
    slug, name = scenario.split("/")
    found = possessions(rulesets.get(slug), name)
    assert expected <= {one.name for one in found} and len({(one.field, one.value) for one in found}) == len(found)
    battle = first_battle(slug, name)
    for one in found:
        assert without(battle, [Lack(0, one.field, one.value)]) is not battle


def test_sides_draw_rosters_of_their_own(drawn):
    scenario = load_scenario(drawn, rulesets.get("toybook"))
    together = [names_by_side(battle) for battle in expand(scenario, 0, 40)]
    assert all(sorted(one) == sorted(other) for one, other in together)
    own = [names_by_side(battle) for battle in expand(apart(scenario, DrawnRosters()), 0, 40)]
    assert sum(one != other for one, other in own) > 20 and all(len(one) == len(other) == 2 for one, other in own)
    prices = {"soldier": 10, "brute": 30, "scout": 5}
    for battle in expand(apart(scenario, DrawnRosters(40)), 0, 40):
        for side in (0, 1):
            spent = sum(prices[unit.template] for unit in battle.units if unit.side == side)
            assert 35 < spent <= 40 or len([unit for unit in battle.units if unit.side == side]) == 6
    with pytest.raises(ValueError, match="4 points buy no unit; at least 5"):
        apart(scenario, DrawnRosters(4))
    with pytest.raises(ValueError, match="draws no units"):
        apart(load_scenario("small", rulesets.get("wfrp1")), DrawnRosters())


def names_by_side(battle):
    return [[(unit.template, unit.unit.health) for unit in battle.units if unit.side == side] for side in (0, 1)]


# --- rosters


def test_the_regression_finds_what_units_are_worth():
    """Three kinds, drawn freely: intervals hold the truth in 95 percent of the tries, also where the model is not quite true."""
    rng, truth, held = np.random.default_rng(5), np.array([80.0, 0.0, -40.0]), np.zeros(3)
    for _ in range(200):
        more = rng.integers(-2, 3, (800, 3)).astype(float)
        share = 1 / (1 + 10 ** (-(more @ truth + 30) / 400))
        points = (rng.random(800) < share).astype(float)
        points[rng.random(800) < 0.1] = 0.5
        found = fit(more, points)
        damped = truth * 0.9  # about what draws leave of it
        held += np.abs(found.values - damped) <= 1.96 * found.errors + 4
    assert (held > 180).all() and found.battles == 800 and abs(found.seat - 27) < 4 * found.seat_error


def test_units_of_a_list_of_which_all_draw_equally_many_are_measured_from_their_mean():
    rng = np.random.default_rng(6)
    kinds = np.eye(4)
    more = kinds[rng.integers(0, 4, 4000)] - kinds[rng.integers(0, 4, 4000)]
    truth = np.array([90.0, 30.0, -30.0, -90.0])
    points = (rng.random(4000) < 1 / (1 + 10 ** (-(more @ truth) / 400))).astype(float)
    found = fit(more, points)
    assert found.values.sum() == pytest.approx(0, abs=1e-6)
    assert (np.abs(found.values - truth) < 4 * found.errors).all() and found.errors.max() < 12
    with pytest.raises(ValueError, match="too few"):
        fit(more[:4], points[:4])


def test_a_wrong_price_is_found_and_right_ones_are_not():
    rng, prices = np.random.default_rng(7), np.array([10.0, 20.0, 30.0, 40.0])
    truth = 4.0 * prices + np.array([0.0, 0.0, 60.0, 0.0])
    covariance = np.eye(4) * 5.0**2
    beyond = []
    for _ in range(300):
        values = rng.multivariate_normal(truth, covariance)
        line = line_through(values, covariance, prices)
        beyond.append(line.beyond / line.beyond_errors)
    exact = line_through(truth, covariance, prices)
    assert exact.beyond[2] > 30 and exact.beyond[2] == np.abs(exact.beyond).max()
    spread = np.std(beyond, axis=0)
    assert np.allclose(spread, 1.0, atol=0.15)
    fair = line_through(4.0 * prices + 7, covariance, prices, np.zeros(4, np.int64))
    assert np.abs(fair.beyond).max() < 1e-6 and fair.slope == pytest.approx(4.0)


def test_the_intervals_of_rosters_are_95_percent(drawn):
    fits = [Fit(np.array([80.0, -80.0]), np.eye(2) * 10.0**2, 0.0, 1.0, 400)] * 2
    asked, lists = composing.ask(str(drawn), "guardian"), {"a": (0,), "b": (0,)}
    found = composing.found_of(asked, ["a", "b"], lists, np.array([5, 5]), np.array([9, 9]), fits, None)
    assert [(one.low, one.high) for one in found.units] == [pytest.approx((80 - 19.6, 80 + 19.6), abs=0.01),
                                                           pytest.approx((-80 - 19.6, -80 + 19.6), abs=0.01)]  # fmt: skip


@pytest.mark.compiled_only
def test_rosters_tell_a_strong_unit_from_a_weak_one(drawn, tmp_path):
    found = composing.rosters(str(drawn), "guardian", battles=400, folder=tmp_path / "kept")
    names = [unit.name for unit in found.units]
    assert names[0] in ("brute", "scout (health 9)") and "scout (health 1)" in names[2:]
    weak, strong = found["scout (health 1)"], found["scout (health 9)"]
    assert weak.high < strong.low and weak.price == strong.price == 5 and strong.beyond > weak.beyond
    assert sum(unit.taken for unit in found.units) == 400 * 4
    again = composing.rosters(str(drawn), "guardian", battles=400, folder=tmp_path / "kept")
    assert again.plain() == found.plain()
    bought = composing.rosters(str(drawn), "guardian", "charger", battles=200, budget=40)
    assert bought.budget == 40 and bought.players == ("guardian", "charger")
    with pytest.raises(UserError, match="draws no units"):
        composing.ask("wfrp1/small", "guardian")
    with pytest.raises(UserError, match="3 sides"):
        composing.ask(str(three_sides(tmp_path)), "guardian")


def three_sides(folder):
    file = folder / "three.yaml"
    file.write_text(
        ROSTERS.replace("[red, blue]", "[red, blue, green]").replace("deploy: {", "deploy: {green: [3, 0, 3, 4], ")
    )
    return file


# --- whole questions


@pytest.mark.compiled_only
def test_who_meets_itself_plays_each_start_once():
    stream, player = Stream("wfrp1", "small"), Player.of("guardian")
    games = play(Shard(stream, player, player, 0, 10))
    assert (games.points.sum(1) == 1).all() and (games.rounds[:, 0] == games.rounds[:, 1]).all()
    twin = play(Shard(stream, player, msgspec.structs.replace(player, name="twin"), 0, 10))
    assert (twin.points == games.points).all() and (twin.decisions == games.decisions).all()


@pytest.mark.compiled_only
def test_options_of_the_toy_rulebook(tmp_path):
    found = tactica.worth(TOY, "berserker", pairs=60, folder=tmp_path / "one")
    strike = found["strike"]
    assert strike.verdict in ("needed", "worth having") and strike.told.worth > 100 and strike.is_confirmed
    assert strike.use.chosen[0] > 100 and strike.told is strike.again
    assert found.plain()["answers"] and {row["name"] for row in found.rows()} >= {"strike", "march"}
    again = tactica.worth(TOY, "berserker", pairs=60, folder=tmp_path / "one")
    assert again.plain() == found.plain()
    fewer = tactica.worth(TOY, "berserker", options=["strike", "march+hold"], pairs=60)
    assert fewer["strike"].first == strike.first and fewer["march+hold"].kind == "group"
    assert [one.name for one in fewer.answers] == ["strike", "march+hold"]


@pytest.mark.compiled_only
def test_against_somebody_else_pairs_are_compared_with_themselves():
    found = tactica.worth(TOY, "berserker", options=["strike", "march"], against="random", pairs=60)
    assert found.against == "random" and found["strike"].first.worth > 100
    assert found["strike"].first.p < 1e-6


@pytest.mark.compiled_only
def test_encouraging_and_items_of_the_toy_rulebook():
    found = tactica.worth(TOY, "berserker", kinds=["encourage", "items"], pairs=60)
    kinds = {answer.kind for answer in found.answers}
    assert kinds == {"nudge", "doctrine", "taken", "item", "unit"}
    assert found["doctrine support the weakest"].verdict == "changes nothing"  # nobody can be supported there
    unit = found["unit: soldier"]
    assert unit.first.worth > 0 or unit.verdict != "worth having"
    with pytest.raises(UserError, match="not a behaviour"):
        tactica.worth(TOY, "fierce", kinds=["encourage"], pairs=20)


@pytest.mark.compiled_only
def test_the_command_writes_answer_and_page_and_goes_on(tmp_path):
    said = run(
        "worth",
        TOY,
        "--player",
        "berserker",
        "--option",
        "strike",
        "--option",
        "guard",
        "-n",
        "40",
        "--out",
        "here",
        "--json",
        "a.json",
    )
    finding = json.loads((tmp_path / "a.json").read_text())
    assert finding == json.loads((tmp_path / "here/finding.json").read_text())
    assert [one["name"] for one in finding["answers"]] == ["strike", "guard"]
    assert parquet.read_table(tmp_path / "here/table.parquet").column("name").to_pylist() == ["strike", "guard"]
    page = (tmp_path / "here/report.html").read_text()
    assert answer_on(page) in said
    assert "berserker" in page and "strike" in page and "http" not in page.replace("http://www.w3.org", "")
    shards = sorted((tmp_path / "here/shards").iterdir())
    shards[0].unlink()
    output = run("worth", "--resume", "here")
    assert sorted((tmp_path / "here/shards").iterdir()) == shards
    assert json.loads((tmp_path / "here/finding.json").read_text()) == finding
    assert "strike" in output and "worth" in output


@pytest.mark.compiled_only
def test_the_command_lists_options_and_asks_about_rosters(tmp_path, drawn):
    listed = run("worth", TOY, "--list", "--player", "berserker")
    assert "strike" in listed and "hold" in listed
    by_rule = run("worth", TOY, "--list", "--player", "berserker", "--rule", "clash.target.reach_cells=3")
    assert "strike" in by_rule and by_rule != listed
    output = run("worth", drawn, "--rosters", "--player", "guardian", "-n", "60", "--out", "units")
    assert "brute" in output and "first seat" in output
    assert json.loads((tmp_path / "units/finding.json").read_text())["battles"] == 60
    page = (tmp_path / "units/report.html").read_text()
    assert "scout (health 9)" in page and answer_on(page) in output and "is worth most: " in answer_on(page)
    assert "brute" in run("worth", "--resume", "units")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "needs a scenario"),
        ((TOY, "--option", "strik"), "did you mean 'strike'"),
        ((TOY, "--no-options"), "--no-options needs"),
        ((TOY, "--rosters", "--items"), "leave out --items"),
        ((TOY, "--points", "10"), "--points needs --rosters"),
        ((TOY, "--player", "guardian--strik"), "no verb 'strik'"),
        (("toybook/alli",), "alliance"),
        (("--resume", "nowhere"), "is not the folder of a question"),
        (("--resume", "nowhere", "-n", "5"), "leave out --pairs"),
    ],
)
@pytest.mark.compiled_only
def test_mistakes_say_what_is_allowed(arguments, words):
    assert words in run("worth", *arguments, expect=2)


def test_questions_refuse_what_cannot_be_asked(tmp_path):
    with pytest.raises(UserError, match="unknown kind 'spells'"):
        playing.ask(TOY, "berserker", kinds=["spells"])
    with pytest.raises(UnknownOption):
        playing.ask(TOY, "berserker", options=["strike+nothing"])
    with pytest.raises(ValueError, match="at least"):
        tactica.worth(TOY, "berserker", pairs=1)
    file = tmp_path / "bot.py"
    file.write_text("def bot(observation, mask, rng):\n    return mask.argmax(1)\n")
    with pytest.raises(UserError, match="plays in Python"):
        playing.ask(TOY, f"{file}:bot")
    folder = QuestionFolder.create(tmp_path / "other", {"command": "sweep"}, "toybook")
    with pytest.raises(UserError, match="has the results of sweep, not of worth"):
        playing.go_on(folder.path)


def test_rating_points_are_those_of_comparisons():
    assert elo_of(0.64) == pytest.approx(100, abs=1)
    found = judge_duel(games_of(np.repeat([[1.0, 1.0], [0.0, 0.0]], [64, 36], axis=0)))
    assert found.worth == pytest.approx(100, abs=2)
