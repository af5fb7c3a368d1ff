"""``tactica matter``: numbers that matter, told apart from numbers that only seem to."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from types import SimpleNamespace

import numpy as np
import pyarrow.parquet as parquet
import pytest
from games_by_rule import SCALE, dice_of, games_of
from test_suite import answer_on
from typer.testing import CliRunner

import tactica
import toybook
from tactica.envs.core.rulebook import Knob
from tactica.experiments.cli import app
from tactica.experiments.common import UserError
from tactica.experiments.laboratory.knobs.screening import screen
from tactica.experiments.laboratory.knobs.settings import fresh, who_plays
from tactica.experiments.laboratory.knobs.variations import Opener, Variation, accepted, chosen, variation_of
from tactica.experiments.laboratory.shards import Stream

pytest.importorskip("SALib", reason="the extra `lab` is not installed")

from tactica.experiments.laboratory.knobs import mattering
from tactica.experiments.laboratory.knobs.effects import (
    elementary,
    judge,
    outcomes_that_matter,
    salib,
)
from tactica.experiments.laboratory.knobs.indices import sobol, without_noise
from tactica.experiments.laboratory.knobs.matter_finding import finding_of
from tactica.experiments.laboratory.knobs.matters import gist, rest_of
from tactica.experiments.laboratory.showing import markdown_part
from tactica.experiments.laboratory.showing import page as page_of
from tactica.experiments.sealing import is_sealed
from tactica.experiments.statistics import Mean

BOOK = toybook.RULESET.rulebook
WHERE = "toybook/alliance"
HERE = Stream("toybook", "alliance")
PLAYERS = who_plays(["charger", "guardian"], "toybook")
OUTCOMES = outcomes_that_matter("charger")
ROUNDS = next(k for k, outcome in enumerate(OUTCOMES) if outcome.key == "rounds")


class Anything(Opener):
    """Lets every set of rules pass, or all but some."""

    def __init__(self, refused=lambda rules: False):
        super().__init__([])
        self.refused = refused

    @property
    def in_force(self):
        return {}

    def refusal(self, rules):
        return "refused" if self.refused(rules) else ""


def run(*arguments, expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return " ".join(result.output.split())


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# --- how far knobs are varied


def knob(default, low, high, **more):
    return Knob("a.b", "a", "b", "b", default, low, high, **more)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        (knob(0, 0, 1), (0, 1)),
        (knob(2, 0, 3), (0, 1, 2, 3)),
        (knob(1, 0, 2, names={"draw": 0, "share": 1, "both": 2}), (0, 1, 2)),
        (knob(20, 1, 100), (15, 20, 25)),
        (knob(1, 0, 100), (0, 1, 2)),
        (knob(0, 0, 9999), (0, 1)),
        (knob(10, -100, 100), (5, 10, 15)),
        (knob(60, 0, 100), (45, 60, 75)),
        (knob(100, 0, 100), (75, 100)),
        (knob(-40, -(2**31), 2**31 - 1), (-50, -40, -30)),
    ],
)
def test_knobs_are_varied_about_the_book(given, numbers):
    assert variation_of(given).numbers == numbers


@pytest.mark.parametrize(
    ("given", "in_force", "numbers"),
    [
        (knob(20, 1, 100), 40, (30, 40, 50)),
        (knob(20, 0, 100), 42, (32, 42, 52)),
        (knob(20, 0, 100), 40, (30, 40, 50)),
        (knob(20, 1, 100), 100, (75, 100)),
        (knob(0, 0, 1), 1, (0, 1)),
    ],
)
def test_house_rules_are_varied_about_their_own_number(given, in_force, numbers):
    varied = variation_of(given, in_force=in_force)
    assert varied.numbers == numbers and varied.default == in_force
    assert in_force not in varied.others


def test_a_wider_spread_varies_more():
    assert variation_of(knob(20, 1, 100), 50).numbers == (10, 20, 30)


def test_every_value_has_its_part_of_the_way():
    three = Variation("a.b", 20, (15, 20, 25), True)
    assert {three.at(part) for part in np.linspace(0, 1, 200)} == set(range(15, 26))
    assert (three.at(0.0), three.at(1.0)) == (15, 25)
    named = Variation("a.b", 1, (0, 1, 7), False)
    assert [named.at(part) for part in (0, 1 / 3, 2 / 3, 1)] == [0, 1, 7, 7]


def test_knobs_are_chosen_by_pattern():
    assert [one.address for one in chosen(BOOK, ["toybook.orders.*"])] == ["orders.speed.speed_dice"]
    assert len(chosen(BOOK)) == len(BOOK.addresses())
    with pytest.raises(UserError, match="no knob of toybook fits"):
        chosen(BOOK, ["nothing.*"])
    with pytest.raises(UserError, match=r"did you mean orders\.\*\?$"):
        chosen(BOOK, ["ordres.*"])


def test_refused_values_are_left_out_and_told():
    knobs = [knob(20, 1, 100)]
    found, refused = accepted(knobs, Anything(lambda rules: rules["a.b"] > 20), 25)
    assert found[0].numbers == (15, 20) and refused == {"a.b=25": "refused"}
    assert accepted(knobs, Anything(lambda rules: True), 25)[0] == []
    opener = Opener.of(HERE, {})
    assert opener.refusal({"orders.speed.speed_dice": 2}) == ""
    assert "out of range" in opener.refusal({"orders.speed.speed_dice": 99})


def test_numbers_in_force_are_those_of_the_scenario_and_of_house_rules():
    """The scenario has five points for a hit where the book has six."""
    hit, speed = "clash.pool.points_for_hit", "orders.speed.speed_dice"
    assert (BOOK.knob(hit).default, Opener.of(HERE, {}).in_force) == (6, {hit: 5})
    assert Opener.of(HERE, {speed: 2}).in_force == {hit: 5, speed: 2}
    assert Opener.of(HERE, {hit: 8}).in_force == {hit: 8}
    varied, _ = accepted(chosen(BOOK, [hit]), Opener.of(HERE, {hit: 8}), 25)
    assert varied[0].numbers == (6, 8, 10) and varied[0].default == 8


# --- which do anything


def world(effects, noise=1.0):
    """Plays shards: rounds are a sum of effects of the knobs, and luck that is the same for the same dice.

    Dice are shifted by every knob that has an effect, even one of zero: what went otherwise is as good as new luck.
    """

    def play(shards):
        found = []
        for shard in shards:
            moved = {address: value for address, value in shard.rules.items() if address in effects}
            luck = dice_of(shard, repr(sorted(moved.items()))).normal(0, noise, shard.pairs)
            total = sum(effects[address] * value for address, value in moved.items())
            score = dice_of(shard, repr(sorted(moved.items())) + "s").random(shard.pairs) < 0.5
            found.append(games_of(score, 10 + total + luck))
        return found

    return play


def numbered(count):
    return [Variation(f"k.n{i:02}", 0, (-1, 0, 1), True) for i in range(count)]


def test_screening_finds_all_that_do_anything_and_nothing_else():
    effects = {"k.n03": 0.0, "k.n17": 1.0, "k.n18": 1.0, "k.n40": 0.5}
    tried = []
    play = world(effects)
    found = screen(numbered(80), HERE, PLAYERS, 6, lambda shards: tried.extend(shards) or play(shards), Anything())
    assert {address for address, share in found.moved.items() if share} == set(effects)
    assert found.tried + 1 == len(tried) < 80


def test_a_knob_may_do_something_one_way_only():
    def play(shards):
        return [games_of(np.zeros(4), np.full(4, 9.0 if s.rules.get("k.n02") == -1 else 8.0)) for s in shards]

    found = screen(numbered(8), HERE, PLAYERS, 4, play, Anything())
    assert [address for address, share in found.moved.items() if share] == ["k.n02"] and found.moved["k.n02"] == 1


def test_what_is_refused_together_is_tried_apart():
    found = screen(
        numbered(8),
        HERE,
        PLAYERS,
        4,
        world({"k.n01": 1.0}),
        Anything(lambda rules: len(rules) > 1 and "k.n05" in rules),
    )
    assert [address for address, share in found.moved.items() if share] == ["k.n01"]


# --- elementary effects


def test_effects_are_what_they_are_and_noise_is_told():
    """Of ten switches three have effects."""
    switches = [Variation(f"k.n{i:02}", 0, (0, 1), False) for i in range(10)]
    names = [one.address for one in switches]
    effects = dict.fromkeys(names, 0.0) | {"k.n01": 2.0, "k.n04": -1.0, "k.n07": 0.6}
    inside, alarms, floors = [], [], []
    for seed in range(12):
        stream = Stream("toybook", "alliance", seed=seed)
        found = elementary(switches, stream, PLAYERS, OUTCOMES, 8, 40, world(effects), Anything())
        assert found.addresses == names and found.trajectories == 8
        low, high = found.low[:, ROUNDS] / SCALE, found.high[:, ROUNDS] / SCALE
        inside += [low[i] <= effects[name] <= high[i] for i, name in enumerate(names)]
        sure = found.p < 0.05
        assert sure[1, ROUNDS] and sure[4, ROUNDS] and found.mean[1, ROUNDS] > 0 > found.mean[4, ROUNDS]
        dead = [i for i, name in enumerate(names) if not effects[name]]
        alarms.append(bool(sure[dead].any()))
        floors.append(found.size[dead, ROUNDS].mean() / found.noise[dead, ROUNDS].mean())
        assert found.size[1, ROUNDS] > 3 * found.noise[1, ROUNDS]
    assert np.mean(inside) > 0.85  # 95 of 100 on average; 120 intervals
    assert np.mean(alarms) < 0.3, "of twelve, at one in twenty"
    assert np.mean(floors) == pytest.approx(1, abs=0.1), "a knob without effect has the size that chance gives it"


def test_what_has_an_effect_without_scatter_is_among_the_strongest():
    """Surer than any with scatter; where nothing is known, last."""
    switches = [Variation(f"k.n{i:02}", 0, (0, 1), False) for i in range(4)]
    mean = np.array([[0.0], [1.0], [0.5], [np.nan]])
    half = np.array([[0.0], [0.1], [0.0], [np.nan]])
    known = SimpleNamespace(mean=mean, low=mean - half, high=mean + half)
    assert [one.address for one in mattering._strongest(switches, known, 2)] == ["k.n02", "k.n01"]


def test_a_design_that_is_refused_throughout_is_told():
    with pytest.raises(UserError, match="refused"):
        elementary(numbered(4), HERE, PLAYERS, OUTCOMES, 3, 4, world({}), Anything(lambda rules: True))


def test_the_judgement_plays_other_dice_and_contains_the_truth():
    effects, inside = {"k.n00": 0.5, "k.n01": 0.0}, []
    for seed in range(40):
        stream = Stream("toybook", "alliance", seed=seed)
        seen = set()

        def play(shards, seen=seen):
            seen.update(shard.stream.seed for shard in shards)
            return world(effects)(shards)

        judged, book = judge(numbered(2), stream, PLAYERS, OUTCOMES, 60, play)
        assert seen == {fresh(stream, "judge").seed} and stream.seed not in seen and len(book) == 60
        assert [(one.address, one.number) for one in judged] == [
            ("k.n00", 1),
            ("k.n00", -1),
            ("k.n01", 1),
            ("k.n01", -1),
        ]
        inside += [
            one.differences[ROUNDS].low / SCALE
            <= effects[one.address] * one.number
            <= one.differences[ROUNDS].high / SCALE
            for one in judged
        ]
    assert np.mean(inside) == pytest.approx(0.95, abs=0.05)


# --- Sobol indices


@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_indices_of_a_sum_are_its_parts_whatever_the_noise(noise):
    """Effects 2, 1 and 0 of equally spread knobs: four fifths, one fifth and nothing, with no part together."""
    knobs = [Variation(f"k.n{i}", 0, tuple(range(-50, 51)), True) for i in range(3)]
    effects = {"k.n0": 0.04, "k.n1": 0.02, "k.n2": 0.0}
    pairs = 10
    found = sobol(knobs, HERE, PLAYERS, OUTCOMES, 256, pairs, world(effects, noise * np.sqrt(pairs)), Anything())
    # the variance of the sum is (0.04^2 + 0.02^2) * 850; that of the noise of two plays is noise^2 / 2
    signal = (0.04**2 + 0.02**2) * 850
    assert found.noise[ROUNDS] == pytest.approx(noise**2 / 2 / (signal + noise**2 / 2), abs=0.05)
    for index, half in (
        (found.first, found.first_half),
        (found.total, found.total_half),
    ):  # half is two standard errors
        assert np.all(np.abs(index[:, ROUNDS] - [0.8, 0.2, 0.0]) <= 2 * half[:, ROUNDS]) and half[:, ROUNDS].max() < 0.3
    score = [outcome.key for outcome in OUTCOMES].index("score")
    assert np.isnan(found.first[:, score]).all() or found.noise[score] > 0.7, "the score is nothing but chance"


def test_indices_of_ishigami():
    """The function that everybody tests with: first 0.314, 0.442, 0; total 0.558, 0.442, 0.244."""
    from SALib.sample import sobol as sampling

    from tactica.experiments.laboratory.knobs.effects import problem_of

    knobs = [Variation(f"k.n{i}", 0, (0, 1), True) for i in range(3)]
    x = (2 * sampling.sample(problem_of(knobs), 1024, calc_second_order=False, seed=1) - 1) * np.pi
    y = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    rng = np.random.default_rng(0)
    for noise in (0.0, 2.0):
        (first, _, total, _), part = without_noise(knobs, *(y + rng.normal(0, noise, len(y)) for _ in range(2)))
        assert first == pytest.approx([0.314, 0.442, 0.0], abs=0.09)
        assert total == pytest.approx([0.558, 0.442, 0.244], abs=0.09)
        assert part == pytest.approx(noise**2 / 2 / (13.84 + noise**2 / 2), abs=0.03)


def test_where_all_is_chance_no_index_is_given():
    knobs = [Variation(f"k.n{i}", 0, (0, 1), True) for i in range(2)]
    rng = np.random.default_rng(0)
    parts, noise = without_noise(knobs, rng.normal(size=64), rng.normal(size=64))
    assert noise > 0.6
    same, all_noise = without_noise(knobs, np.ones(64), np.ones(64))
    assert all_noise == 1 and all(np.isnan(part).all() for part in same) and len(parts) == 4


# --- the whole question


ASKED = (
    "matter", WHERE, "--only", "clash.*", "--only", "orders.*", "--only", "rising.*", "--screen", 10, "--trajectories", 3,
    "-n", 6, "--judge", 20, "--strongest", 3, "--samples", 4,
)  # fmt: skip


def test_a_command_says_what_matters_and_goes_on(tmp_path):
    said = run(*ASKED, "-o", "run", "--json", "found.json")
    assert "charger" in said and "clash.target.reach_cells" in said and "changed nothing in 10 pairs (too few" in said
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    assert is_sealed(finding) and not is_sealed({**finding, "answer": "another"})
    assert finding == json.loads((tmp_path / "found.json").read_text())
    assert "clash.pool.points_for_hit" in finding["idle"] and "clash.target.reach_cells" not in finding["idle"]
    assert finding["confirmed"] == ["clash.target.reach_cells"]
    table = parquet.read_table(tmp_path / "run" / "table.parquet")
    assert table.num_rows == len(OUTCOMES) * finding["knobs"]
    page = (tmp_path / "run" / "report.html").read_text()
    assert answer_on(page) in said
    assert "clash.target.reach_cells" in page and "src=" not in page and "<!--" not in page.replace("<!DOCTYPE", "")
    for file in list((tmp_path / "run" / "shards").iterdir())[::2]:
        file.unlink()
    run("matter", "--resume", "run")
    assert json.loads((tmp_path / "run" / "finding.json").read_text()) == finding
    assert "has the results of matter" in run("sweep", "--resume", "run", expect=2)


def test_the_function_finds_what_matters_and_how_much(tmp_path, monkeypatch):
    """Of all knobs three shift the dice: two of these lengthen games by so much a unit, one by nothing."""
    reach, hit, idle = "clash.target.reach_cells", "clash.pool.points_for_hit", "orders.speed.speed_dice"
    effects = {reach: 4.0, hit: -2.0, idle: 0.0}
    play = world(effects)
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: play([shard])[0])
    asked = {"screen": 10, "trajectories": 4, "pairs": 10, "strongest": 4, "judge": 100, "samples": 16}
    found = tactica.matter(WHERE, **asked, folder=tmp_path / "kept")
    assert set(found.confirmed) == {reach, hit} and set(found.read) == set(effects)
    assert set(found.idle) == set(BOOK.addresses()) - set(effects)
    for address in (reach, hit):
        for one in found[address]:
            mean = one.differences[ROUNDS]
            assert mean.low / SCALE <= effects[address] * one.number <= mean.high / SCALE and mean.p < 0.05
    with pytest.raises(KeyError):
        found["cards.play.haste_cells"]
    assert found.indices is not None and set(found.indices.addresses) == {reach, hit}
    said = markdown_part(finding_of(found, {}))
    assert (
        f"`{hit}`" in said
        and f"`{reach}`" in said
        and f"| `{idle}` |" not in said
        and "vary together, without chance" in said
    )
    assert "14 of 17 knobs changed none of" in said and "of the variance was chance" in said
    assert "No knob has a significant effect on score" in said and "significant effect on rounds" not in said
    assert (found.ruleset, found.scenario, found.players) == ("toybook", "alliance", ["guardian", "charger"])
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: pytest.fail("played"))
    assert tactica.matter(WHERE, **asked, folder=tmp_path / "kept").plain() == found.plain()
    check_that_sure_effects_are_confirmed(found, idle)
    check_that_no_row_is_empty(found, reach, json.loads((tmp_path / "kept" / "manifest.json").read_text()))


def check_that_sure_effects_are_confirmed(found, address):
    """One without scatter comes first; where no interval is known, the sentence has no number to name."""
    one = found.judged[0]
    sure = [Mean(1.0, 1.0, 1.0, 0.0, 100, 1e-9) for _ in one.differences]
    dull = [Mean(0.0, -1.0, 1.0, 0.5, 100, 1.0) for _ in one.differences]
    first = dataclasses.replace(
        found, judged=[*found.judged, dataclasses.replace(one, address=address, differences=sure)]
    )
    assert first.confirmed[0] == address
    blank = dataclasses.replace(one, differences=dull, visible=[math.nan for _ in one.visible])
    said = " ".join(gist(dataclasses.replace(found, judged=[blank])))
    assert "no significant effect of the strongest knob." in said


def check_that_no_row_is_empty(found, address, manifest):
    """A value that changed no game has no row in a table, and is named in a sentence on page, terminal and report."""
    one = next(one for one in found.judged if one.address == address)
    same = [Mean(0.0, 0.0, 0.0, 0.0, 100, 1.0) for _ in one.differences]
    found.judged[found.judged.index(one)] = dataclasses.replace(one, differences=same, changed=0.0)
    named = f"No game changed with {address}={one.number}."
    assert named in markdown_part(finding_of(found, manifest)) and named in gist(found)
    assert one.number not in [row.number for row in rest_of(found) if row.address == address]
    assert named in page_of(finding_of(found, manifest))


def test_the_function_answers_as_the_command_does(tmp_path):
    asked = {"screen": 10, "trajectories": 3, "pairs": 6, "strongest": 3, "judge": 20, "samples": 4}
    found = tactica.matter(WHERE, only=["clash.*", "orders.*", "rising.*"], **asked)
    run(*ASKED, "-o", "run")
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    answer, _ = finding.pop("answer"), finding.pop("checksum")
    assert finding == json.loads(json.dumps(found.plain())) and "significant" in answer


def test_house_rules_hold_in_every_game_and_are_what_values_are_compared_with(tmp_path, monkeypatch):
    """Every shard has the house rule, unless it is about that knob; no value is compared with the book's."""
    reach, speed = "clash.target.reach_cells", "orders.speed.speed_dice"
    held = BOOK.knob(reach).default + 1
    play, seen = world({reach: 4.0, speed: -2.0}), []

    def noted(shard):
        seen.append(dict(shard.rules))
        return play([shard])[0]

    monkeypatch.setattr("tactica.experiments.laboratory.running.play", noted)
    asked = ("matter", WHERE, "--rule", f"{reach}={held}", "--screen", 10, "--trajectories", 4, "-n", 10, "--judge", 100,
             "--strongest", 4, "--samples", 16, "-o", "run")  # fmt: skip
    said = run(*asked)
    assert all(reach in rules for rules in seen) and {reach: held} in seen
    assert {rules[reach] for rules in seen} > {held}
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    assert finding["rules"] == {reach: held}
    assert {row["book"] for row in finding["effects"] if row["knob"] == reach} == {held}
    page = (tmp_path / "run" / "report.html").read_text()
    assert "under your rules" in said and "by the book" not in said + page and f"{reach} = {held}" in page


@pytest.mark.parametrize("wrong", [{"judge": 9}, {"screen": 1}, {"jobs": 0}, {"strongest": 0}, {"pairs": 1}])
def test_the_function_refuses_numbers_that_are_too_small(wrong):
    with pytest.raises(ValueError, match="must be at least"):
        tactica.matter(WHERE, **wrong)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("matter",), "name a scenario"),
        (("matter", WHERE, "--only", "nothing.*"), "no knob of toybook fits"),
        (("matter", WHERE, "--samples", 100), "powers of two"),
        (("matter", WHERE, "--rule", "orders.speed.speed_dice=99"), "out of range"),
        (("matter", WHERE, "--rule", "orders.sped=1"), "orders.sped"),
        (("matter", "--resume", "nowhere", "--rule", "orders.speed.speed_dice=2"), "leave out --rule"),
        (("matter", WHERE, "--between", "charger", "nobody"), "nobody"),
        (("matter", "--resume", "nowhere"), "is not the folder of a question"),
        (("matter", "--resume", "nowhere", "--judge", 50), "leave out --judge"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments, wrong, monkeypatch):
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: pytest.fail("played"))
    assert wrong in run(*arguments, expect=2)


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "SALib", None)
    with pytest.raises(UserError, match=r"tactica\[lab\]"):
        salib()
    assert "pip install" in run("matter", WHERE, expect=2)


def test_the_budget_is_known_beforehand():
    budget = mattering.MatterBudget()
    assert budget.estimate(1200) > budget.estimate(600) > budget.estimate(600, 10) > 0
    assert mattering.ask(WHERE).knob_count == len(BOOK.addresses())
