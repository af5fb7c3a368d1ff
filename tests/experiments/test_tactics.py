"""Search for tactics: races at their level, what does not matter left out, cycles and mixtures known beforehand."""

from __future__ import annotations

import json
import re
import threading
from statistics import NormalDist
from types import SimpleNamespace

import jsonschema
import numpy as np
import pytest
import yaml
from scipy.stats import poisson
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)

import toybook
from tactica.envs import rulesets
from tactica.envs.core.behaviour.features import FEATURES
from tactica.envs.engine.behaviours import features_of, load, shipped
from tactica.envs.replay import verify
from tactica.envs.scenario.files import schema_of
from tactica.experiments.common import UserError
from tactica.experiments.laboratory.running import QuestionFolder, QuestionStopped
from tactica.experiments.laboratory.shards import MOST_PAIRS, Games, Player, Shard, Stream, play
from tactica.experiments.laboratory.tactics import atlas, exploiting, population, racing, telling, wording
from tactica.experiments.laboratory.tactics.discovery import discover, expected_pairs
from tactica.experiments.laboratory.tactics.found import Discovery, JudgedMember
from tactica.experiments.laboratory.tactics.genome import Doctrine, Genome, GenomeChange, borrowing, changed
from tactica.experiments.laboratory.tactics.ground import (
    EXPLOITED,
    FIRST_LOOK,
    JUDGED,
    PRUNED,
    RACED_AGAIN,
    TESTED,
    Asked,
    Ground,
    Met,
    difference,
    even,
)
from tactica.experiments.laboratory.tactics.judging import enter, judge, twins_of
from tactica.experiments.laboratory.tactics.plan import Plan, PlanError, find, read
from tactica.experiments.laboratory.tactics.plan import shipped as recipes
from tactica.experiments.laboratory.tactics.population import MatrixGame, Member, Response, payoffs, sure_cycle
from tactica.experiments.laboratory.tactics.pruning import Pruning, prune
from tactica.experiments.laboratory.tactics.racing import Pace, Race, chance_of_nothing, race_all
from tactica.experiments.laboratory.tactics.replaying import play_again
from tactica.experiments.laboratory.tactics.telling import beater_text
from tactica.experiments.sealing import is_sealed

TOY = toybook.RULESET.slug


class Simulated(Ground):
    """A ground on which players win with a chance that is known: pairs of two games, luck shared by all who play a pair."""

    def __init__(self, chance, shared=0.3, slug="wfrp1"):
        super().__init__((Stream(slug, "small"),))
        self.chance, self.shared, self.styles = chance, shared, lambda keys: {}

    def meet(self, asked):
        self.pairs += sum(one.pairs for one in asked)
        return [self.simulated(one) for one in asked]

    def simulated(self, asked):
        n = asked.pairs
        common = np.random.default_rng([asked.first, int(asked.fresh), 5]).random((n, 2))
        seed = int(Shard(self.streams[0], asked.player, asked.mixture[0][0]).key, 16)
        own = np.random.default_rng([asked.first, int(asked.fresh), seed]).random((n, 2))
        luck = np.where(np.random.default_rng([asked.first, 6]).random((n, 1)) < self.shared, common, own)
        points = (luck < self.chance(asked.player, asked.mixture)).astype(float)
        rows, zero = asked.first + np.arange(n), np.zeros((n, 2), np.int64)
        style = self.styles(asked.player.behaviour or {})
        games = Games(points, zero + 1, zero, zero, rows, np.zeros(n, np.int64), [(style, style)])
        return Met(points.mean(1), np.zeros(n, np.int64), (2 * points).astype(np.int64), rows, games)


def holds(player, name):
    """A number of the weights of a behaviour."""
    return (player.behaviour or {}).get("weights", {}).get(name, 0.0)


FIELD = even([Player("nobody", "random")])
NAMES = ("hit", "harm", "fell", "weakness", "threat", "nearness", "rescue", "charge", "saved", "price", "gap", "cover")


def one_more(genome, rng):
    """A change that cannot lead far: one of twelve weights, on or off."""
    name = f"weights.{NAMES[int(rng.integers(len(NAMES)))]}"
    return Genome(genome.slug, {**genome.numbers, name: float(rng.integers(1, 9))}, genome.doctrines)


def raced(chance, seed, pairs=6000):
    start = Genome("wfrp1", {"intents.strike": 1.0})
    return race_all(
        Simulated(chance), [(Race(start, start), FIELD, 1 + seed)], Pace(pairs=pairs), seed=seed, propose=one_more
    )[0]


def test_a_race_finds_a_planted_advantage():
    """One weight of twelve is worth twelve points: at least nine of ten races end with it."""
    found = [raced(lambda player, _: 0.5 + 0.12 * (holds(player, "charge") > 0), seed) for seed in range(10)]
    assert sum("weights.charge" in one.genome.numbers for one in found) >= 9
    for one in found:
        assert all(step.errors >= 3.5 and step.lead > 0 for step in one.steps)
        assert one.spent >= 6000


def test_a_race_on_flat_ground_accepts_no_more_than_its_level_says():
    """Nothing is worth anything: of more than a thousand candidates hardly any may be accepted."""
    found = [raced(lambda player, _: 0.5, seed, pairs=3000) for seed in range(40)]
    tried, wrong = sum(one.tried for one in found), sum(len(one.steps) for one in found)
    expected = tried * chance_of_nothing(Pace())
    assert sum(one.false_expected for one in found) == pytest.approx(expected) and tried > 1500
    assert wrong <= poisson.ppf(0.99, expected)


@pytest.mark.parametrize("pace", [Pace(), Pace(bound=1.5, most=140), Pace(bound=2.0, hope=0.0, most=350)])
def test_the_level_of_a_race_is_that_of_random_walks(pace):
    """By the definition: sums of normal deviates, dropped and accepted as candidates are."""
    rng, looks, runs = np.random.default_rng(1), pace.most // pace.block, 400_000
    sums, alive, accepted = np.zeros(runs), np.ones(runs, bool), 0
    for look in range(1, looks + 1):
        sums += rng.standard_normal(runs)
        errors = sums / look**0.5
        accepted += int((alive & (errors >= pace.bound)).sum())
        alive &= (errors < pace.bound) & (errors > 0) & (errors >= pace.hope * pace.bound * (look / looks) ** 0.5)
    level = chance_of_nothing(pace)
    assert abs(accepted / runs - level) < 4 * (level / runs) ** 0.5


def test_a_race_depends_on_its_arguments_alone_and_whoever_runs_beside_it():
    chance = lambda player, _: 0.5 + 0.1 * (holds(player, "harm") > 0)  # noqa: E731
    start = Genome("wfrp1", {"intents.strike": 1.0})
    alone = raced(chance, 3)
    both = [(Race(start, start), FIELD, 9), (Race(start, start), FIELD, 4)]
    beside = race_all(Simulated(chance), both, Pace(pairs=6000), seed=3, propose=one_more)[1]
    assert alone == beside


def test_repetitions_count_once():
    one = np.array([1.0, 1.0, 1.0, 0.5])
    trace, rows = np.array([[2, 2], [2, 2], [2, 2], [2, 0]]), np.array([0, 0, 0, 1])
    games = Games(*[np.zeros((4, 2))] * 4, rows, np.zeros(4, np.int64), [({}, {})])
    cell = np.zeros(4, np.int64)
    first, other = Met(one, cell, trace, rows, games), Met(one - 0.5, cell, trace - 1, rows, games)
    assert difference(first, other) == (0.5, 0.0, 2)
    assert first.counted().tolist() == [True, False, False, True]
    assert first.share().games == 4
    with pytest.raises(ValueError, match="not the same pairs"):
        difference(first, Met(one, cell + 1, trace, rows, games))


# --- genomes


@pytest.mark.parametrize("slug", ["wfrp1", "owh", "tow", TOY])
def test_a_genome_plays_as_the_behaviour_it_was_made_of(slug):
    for name in shipped():
        behaviour = load(name)
        again = Genome.of(behaviour, slug).behaviour()
        assert again.digest(rulesets.get(slug)) == behaviour.digest(rulesets.get(slug))


def test_changes_are_small_legal_and_can_be_done_again():
    rng = np.random.default_rng(1)
    for propose in (changed, borrowing):
        genome = Genome.of(load("guardian"), "wfrp1")
        touched = []
        for _ in range(300):
            new = propose(genome, rng)
            change = GenomeChange.between(genome, new)
            again = change.done_to(genome)
            assert again.digest == new.digest or {*again.doctrines} == {*new.doctrines}  # their order may differ
            assert again.numbers == new.numbers
            new.behaviour()  # is checked as any file is
            touched.append(len(change.numbers) + len(change.added) + len(change.removed))
            genome = new if rng.random() < 0.3 else genome
        assert np.median(touched) <= 2 and max(touched) <= 12


def test_what_does_not_matter_is_left_out():
    """Of seven parts two are worth ten points each; they stay, and hardly any other."""
    matter = ("harm", "saved")

    def chance(player, _):
        return 0.4 + 0.1 * sum(holds(player, name) > 0 for name in matter)

    start = Genome(
        "wfrp1",
        {f"weights.{name}": 1.0 for name in ("hit", "harm", "saved", "gap", "cover", "crowd")},
        (Doctrine((("shots", 0),), "flee"),),
    )
    left = prune(Simulated(chance, shared=0.9), start, FIELD, Pruning(pairs=300), 5)
    assert {f"weights.{name}" for name in matter} <= set(left.numbers)
    assert len(left.numbers) + len(left.doctrines) <= 4  # each idle part stays with a chance of one in six


def test_a_sentence_says_what_a_tactic_does():
    genome = Genome(
        "wfrp1",
        {"intents.strike": 3.0, "intents.react": 1.0, "intents.flee": -1.0, "weights.harm": 2.0, "weights.crowd": -0.5,
         "weights.off_distance": -1.0, "keep_distance": 1.2},
        (Doctrine((("staying_power", "< 0.4"), ("engaged", True)), "flee"), Doctrine((("shots", 0),), "", 0.0)),
    )  # fmt: skip
    assert wording.sentence(genome) == (
        "Prefers, in this order: strike, parry. Seldom chooses to flee. Likes blows that hurt most. Avoids leaving the distance "
        "it keeps and cells next to enemies. Keeps a distance of 1.2 of its moves from enemies. When its staying power is below "
        "0.4 and "
        "it is in contact, it will flee if it can. When it has no shots left, it no longer keeps its distance."
    )


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != TOY])
def test_every_behaviour_that_ships_has_its_sentence(slug):
    for name in shipped():
        assert wording.sentence(Genome.of(load(name), slug)).endswith(".")
    own = [piece.name for piece in features_of(rulesets.get(slug))[len(FEATURES) :]]
    assert list(wording.OWN[slug]) == own


# --- the population

RPS = {("rock", "scissors"): 0.7, ("scissors", "paper"): 0.7, ("paper", "rock"): 0.7}


def duel_chance(player, mixture):
    total = 0.0
    for other, weight in mixture:
        total += weight * RPS.get((player.name, other.name), 1 - RPS.get((other.name, player.name), 0.5))
    return total


def test_rock_paper_scissors_is_a_cycle_and_its_mixture_a_third_each():
    game = MatrixGame([Member(Player(name, "random"), "shipped") for name in ("rock", "paper", "scissors", "stone")])
    payoffs(Simulated(duel_chance), game, 400)
    names = [game.members[k].name for k in sure_cycle(game)]
    assert sorted(names) == ["paper", "rock", "scissors"]
    assert names[(names.index("rock") + 1) % 3] == "scissors"
    game.members.pop()
    game.shares = [row[:3] for row in game.shares[:3]]
    np.testing.assert_allclose(game.mixture, 1 / 3, atol=0.12)
    np.testing.assert_allclose(game.payoff, -game.payoff.T)
    assert game.best_against(0)[0] == 1


def test_no_cycle_where_all_are_alike():
    """Of forty fields of six equals hardly one may look cyclic."""
    found = 0
    for field in range(40):
        game = MatrixGame([Member(Player(f"p{field}_{k}", "random"), "shipped") for k in range(6)])
        payoffs(Simulated(lambda player, _: 0.5, shared=0.0), game, 60)
        found += bool(sure_cycle(game))
    assert found <= 2


def test_cycles_of_equals_are_as_rare_as_the_level_says():
    """Three equals: the bound of each of the six comparisons is that of a sixth of the level, one-sided."""
    members = [Member(Player(name, "random"), "shipped") for name in "abc"]
    z = NormalDist().inv_cdf(1 - 0.05 / 6)
    for lead, is_sure in ((1.01 * z, True), (0.99 * z, False)):
        error = 0.02
        share = telling.Share(
            0.5 + lead * error, 0.5 + (lead - 1.96) * error, 0.5 + (lead + 1.96) * error, 9, 9, 9, 9.0
        )
        none = [[None, share, None], [None, None, share], [share, None, None]]
        assert bool(sure_cycle(MatrixGame(members, shares=none))) is is_sure


def test_the_response_that_is_named_is_one_that_shows_the_verdict():
    """A search in few games leads by more points, but only the other one's interval lies above one half."""
    found = Discovery(Plan(ruleset="wfrp1", scenarios=["small"]), leader="king", verdict="beaten")
    for name, value, reach in (("search:20", 0.6, 0.12), ("found_b", 0.55, 0.02)):
        share = telling.Share(value, value - reach, value + reach, 4000, 4000, 2000, 2000.0)
        found.tests.append(Response(Member(Player(name, "random"), "found"), 0.6, share, 100))
    assert found.toughest.member.name == "found_b"
    found.judged = [JudgedMember(found.tests[0].member, found.tests[0].share, {}, 1.0)]
    assert "is not dominant: the best response found, found_b, wins 55.0 %" in telling.answer_of(found)


def verdict_of(shares, margin=0.03):
    plan = Plan(ruleset="wfrp1", scenarios=["small"], margin=margin)
    found = Discovery(plan, leader="king")
    for k, (value, low, high) in enumerate(shares):
        share = telling.Share(value, low, high, 4000, 4000, 2000, 2000.0)
        found.tests.append(Response(Member(Player(f"answer{k}", "random"), "found"), 0.6, share, 100))
    bound = 0.5 + margin
    if all(high < bound for _, _, high in shares):
        found.verdict = "dominant"
    else:
        found.verdict = "beaten" if any(low > 0.5 for _, low, _ in shares) else "open"
    return telling.verdict(found)


def test_dominance_is_said_in_the_words_of_its_definition():
    said = verdict_of([(0.49, 0.47, 0.51), (0.50, 0.48, 0.52)])
    assert "king is dominant as defined here: no best response within the budget wins more than 53.0 %" in said
    assert (
        "Played in small (Warhammer Fantasy Roleplay, 1st edition)." in said
        and "Error level: 5.0 %" in said
        and "12,000 pairs" in said
    )
    assert verdict_of([(0.49, 0.47, 0.54)]).startswith(
        "Whether king, the strongest, is dominant is not known: no response found beats it significantly"
    )
    assert (
        "The candidate was king, the strongest, and a tactic found to counter it (`answer0`) takes 56.0 % of the points from it "
        "(95 % CI 53.0 % to 59.0 %)." in verdict_of([(0.56, 0.53, 0.59)])
    )


def test_a_tactic_that_counters_the_leader_is_described_once():
    share = telling.Share(0.56, 0.53, 0.59, 4000, 4000, 2000, 2000.0)
    genome = Genome("wfrp1", {"intents.strike": 3.0})
    new, shipped_one = (
        Member(Player("found_i", ""), "found", genome),
        Member(Player("charge", "charge"), "shipped", genome),
    )
    king = JudgedMember(Member(Player("king", "random"), "shipped"), share, {}, 1.0, Response(new, 0.6, share))
    found = Discovery(Plan(ruleset="wfrp1", scenarios=["small"]), judged=[king], leader="king", verdict="beaten")
    found.tests = [Response(shipped_one, 0.5, share), Response(new, 0.6, telling.Share(0.6, 0.57, 0.63, 9, 9, 9, 9.0))]
    assert [(target, one.member.name) for target, one in telling.counters_of(found)] == [("king", "found_i")]


def test_of_tactics_that_are_the_same_once_minimal_only_the_first_is_reported():
    share = telling.Share(0.6, 0.5, 0.7, 9, 9, 9, 9.0)
    brute, archer = (Genome("wfrp1", {f"intents.{name}": 1.0}) for name in ("strike", "shoot"))
    judged = [
        JudgedMember(Member(Player(name, "" if genome else name), kind, genome), share, {}, 0.0)
        for name, kind, genome in (
            ("search:20", "search", None), ("a", "found", brute), ("search:50", "search", None),
            ("b", "found", archer), ("c", "found", Genome("wfrp1", dict(brute.numbers))), ("d", "found", archer),
            ("mine", "shipped", archer),
        )
    ]  # fmt: skip
    assert twins_of(judged) == {"c": "a", "d": "b"}
    told = Discovery(Plan(ruleset="wfrp1", scenarios=["small"]), judged=judged[:4], twins=twins_of(judged) | {"e": "a"})
    assert telling.twin_words(told) == (
        "Without parts that do not matter, c and e are the same as a. Without parts that do not matter, d is the same as b."
    )


# --- exploiters that join

ARMS = {("blades", "farmers"): 0.7, ("farmers", "walls"): 0.7, ("walls", "blades"): 0.7}


def arm(player):
    """Three ways to fight, each of which beats another one."""
    return "walls" if holds(player, "cover") > 0 else "blades" if holds(player, "harm") > 0 else "farmers"


def arms_chance(player, mixture):
    mine, total = arm(player), 0.0
    for other, weight in mixture:
        theirs = arm(other)
        total += weight * ARMS.get((mine, theirs), 1 - ARMS.get((theirs, mine), 0.5))
    return total


def hunted(chance, turns, seed=0, adapting=lambda leader: []):
    """A king with a blade among three farmers; nobody has a wall. What exploiters make of it, and what was asked."""
    numbers = {"king": {"weights.harm": 1.0, "intents.strike": 1.0}} | {
        f"farmer{k}": {f"intents.{name}": 1.0} for k, name in enumerate(("strike", "approach", "wait"))
    }
    members = [
        Member(genome.player(name), "shipped", genome)
        for name, genome in ((name, Genome("wfrp1", one)) for name, one in numbers.items())
    ]
    plan = Plan.model_validate(
        {"ruleset": "wfrp1", "scenarios": ["small"], "respond": ["guardian"], "race_pairs": 8000, "seed": seed,
         "exploiter_turns": turns, "matrix_pairs": 300}
    )  # fmt: skip
    ground, asked = Simulated(chance), []
    meet = ground.meet
    ground.meet = lambda several: asked.append(several) or meet(several)
    against, found, letters = even([one.player for one in members]), Discovery(plan), iter("abcdefghijklmnop")
    enter(found, ground, judge(ground, plan, members, against, {}, {}))
    exploiting.exploit(found, ground, against, lambda: f"found_{next(letters)}", lambda text: None, adapting)
    return found, [one for several in asked for one in several]


@pytest.mark.parametrize("seed", range(3))
def test_exploiters_that_beat_whom_they_were_raced_against_join_the_population(seed):
    alone, _ = hunted(arms_chance, 0, seed)
    assert alone.judged[0].member.name == "king" == alone.leader and alone.judged[0].nash == 1.0
    assert alone.verdict == "beaten" and not alone.joined and not sure_cycle(alone.game)
    assert arm(alone.judged[0].exploiter.member.player) == "walls"

    found, _ = hunted(arms_chance, 1, seed)
    who = {one.member.name: one for one in found.judged}
    walls = [one for one in found.judged if arm(one.member.player) == "walls"]
    assert walls and all((one.member.name, "king") in found.joined for one in walls)
    assert [one.member.name for one in found.judged] == [member.name for member in found.game.members]
    for one in walls:  # judged as all others are: against the field of the beginning, and against everybody
        assert one.share.value == pytest.approx(0.25 * 0.7 + 0.75 * 0.3, abs=0.04) and one.share.clusters > 1500
        assert one.exploiter is not None and one.exploiter.share is not None
        row = found.game.shares[found.judged.index(one)]
        for other, share in zip(found.judged, row, strict=True):
            if other is not one:
                truth = arms_chance(one.member.player, ((other.member.player, 1.0),))
                assert share.value == pytest.approx(truth, abs=0.12)
    ring = {arm(found.game.members[k].player) for k in sure_cycle(found.game)}
    assert ring == {"blades", "farmers", "walls"}
    mixture = dict.fromkeys(ring, 0.0)
    for one in found.judged:
        mixture[arm(one.member.player)] += one.nash
    assert all(0.15 < share < 0.55 for share in mixture.values())  # a third each
    assert found.verdict == "beaten" and who["king"].nash < 0.5
    for name, _ in found.joined:
        assert f"{name} (against" in telling.joined_words(found)
    ranks = {row["name"]: row["origin"] for row in telling.finding_of(found)["ranking"]}
    assert all(ranks[name] == f"best response to {target} alone" for name, target in found.joined)


def test_what_lets_an_exploiter_join_is_not_what_it_is_reported_by(monkeypatch):
    turns, rejoin = [], exploiting._rejoin

    def noted(found, ground, *rest):
        turns.append(ground.pairs)
        return rejoin(found, ground, *rest)

    monkeypatch.setattr(exploiting, "_rejoin", noted)
    found, asked = hunted(arms_chance, 2)
    spent, before, after = 0, set(), set()
    for one in asked:
        spent += one.pairs
        if one.fresh and len(one.mixture) == 1:
            (before if spent <= turns[0] else after).add(one.first)
    assert found.joined and before and after and not before & after
    digests = [one.member.genome.digest for one in found.judged]
    assert len(set(digests)) == len(digests)  # nobody joins twice
    names = [one.member.name for one in found.judged]
    assert len(set(names)) == len(names) and {name for name, _ in found.joined} <= set(names)


def test_nobody_joins_where_nobody_beats_anybody():
    found, asked = hunted(lambda player, mixture: 0.5, 3)
    assert not found.joined and len(found.judged) == 4 and telling.joined_words(found) == ""
    assert max(one.first for one in asked) < exploiting.RACED_AGAIN  # and there was no second turn


def test_what_an_exploiter_lost_against_its_target_alone_is_put_back():
    """Its one weight is worth nothing against the field, and all against whom it was raced against."""
    target = Player("king", "random")

    def chance(player, mixture):
        return 0.5 + 0.2 * (len(mixture) == 1 and holds(player, "cover") > 0)

    whole, pruned = Genome("wfrp1", {"weights.cover": 1.0}), Genome("wfrp1", {"intents.strike": 1.0})
    plan, member = Plan(ruleset="wfrp1", scenarios=["small"]), Member(pruned.player("found_a"), "found", pruned)
    field = even([Player("nobody", "random"), Player("somebody", "random")])
    for targets, kept in (({}, pruned), ({"found_a": ((target, 1.0),)}, whole)):
        (one,) = judge(Simulated(chance, shared=1.0), plan, [member], field, {"found_a": (whole, 0.7)}, {}, targets)
        assert one.member.genome == kept and one.member.player.behaviour == kept.keys() and one.selected == 0.7
        assert (one.beside is None) == (kept == whole)


def test_turns_of_exploiters_are_expected_to_take_their_time():
    plans = [Plan(ruleset="wfrp1", scenarios=["small"], exploiter_turns=turns) for turns in (0, 1, 2)]
    expected = [expected_pairs(plan) for plan in plans]
    assert expected[0]["exploiters"] < expected[1]["exploiters"] < expected[2]["exploiters"]
    assert len({json.dumps({**one, "exploiters": 0}) for one in expected}) == 1


# --- the map


def test_a_map_keeps_the_best_of_each_style():
    pytest.importorskip("ribs", reason="maps need pyribs: pip install 'tactica[lab]'")
    ground = Simulated(lambda player, _: 0.4 + 0.2 * (holds(player, "harm") > 1))
    ground.styles = lambda keys: {
        "blows": min(max(keys.get("weights", {}).get("harm", 0.0), 0.0), 4.0),
        "shots": min(max(keys.get("intents", {}).get("shoot", 0.0), 0.0), 4.0),
    }
    known = [Genome("wfrp1", {"weights.harm": 0.5}), Genome("wfrp1", {"weights.harm": 3.0, "intents.shoot": 3.0})]
    survey = atlas.Survey(tactics=120, pairs=40, again=60, cells=4, batch=12, axes=("blows", "shots"))
    found = atlas.draw_map(ground, known, FIELD, survey, seed=1)
    assert found.axes == ("blows", "shots") and found.tried >= 120
    assert len({cell.at for cell in found.cells}) == len(found.cells) > 2
    for cell in found.cells:
        assert cell.share.clusters == 60  # judged again
        low, high = found.ranges[0]
        assert cell.at[0] == min(int((cell.style["blows"] - low) / (high - low) * 4), 3)
    again = atlas.draw_map(ground, known, FIELD, survey, seed=1)
    assert [cell.genome for cell in again.cells] == [cell.genome for cell in found.cells]
    with pytest.raises(UserError, match="style 'zeal' is not measured here; choose from: blows, shots"):
        atlas.draw_map(ground, known, FIELD, atlas.Survey(axes=("zeal",), batch=4), seed=1)


# --- all of it


SMALL = {
    "ruleset": TOY, "scenarios": ["banners"], "field": ["charger", "random", "fierce"], "begin": ["charger"],
    "respond": ["guardian"], "race_pairs": 300, "exploit_pairs": 80, "rounds": 1, "map": False, "judge_pairs": 50,
    "matrix_pairs": 20, "slow_pairs": 10, "starts": 16,
}  # fmt: skip


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path):
    plan = Plan.model_validate(SMALL)
    whole = discover(plan, Ground(plan.streams))
    folder, stop, played = QuestionFolder.create(tmp_path / "half", plan.model_dump(), TOY), threading.Event(), []

    def tell(pairs):
        played.append(pairs)
        if sum(played) > 500:
            stop.set()

    with pytest.raises(QuestionStopped):
        discover(plan, Ground(plan.streams, {}, folder, 1, "", stop, tell))
    kept = set((tmp_path / "half" / "shards").iterdir())
    assert kept
    found = discover(plan, Ground(plan.streams, {}, folder))
    assert telling.finding_of(found) == telling.finding_of(whole)
    assert kept < set((tmp_path / "half" / "shards").iterdir())


def test_what_is_reported_was_judged_on_pairs_nobody_was_chosen_by():
    plan = Plan.model_validate({**SMALL, "rounds": 0})
    ground = Ground(plan.streams)
    chosen, judged = set(), set()
    plain = ground.plan

    def noted(asked):
        shards = plain(asked)
        for shard, _ in shards:
            games = {(shard.stream.seed, shard.stream.start_seed, shard.first + k) for k in range(shard.pairs)}
            (judged if asked.fresh else chosen).update(games)
        return shards

    ground.plan = noted
    discover(plan, ground)
    assert chosen and judged and not chosen & judged
    assert not {start for _, start, _ in chosen} & {start for _, start, _ in judged}


def test_the_same_pairs_whoever_plays_them():
    ground = Ground(Plan.model_validate({**SMALL, "scenarios": ["banners", "alliance"]}).streams)
    mixture = even([Player.of("charger"), Player.of("random"), Player.of("fierce")])
    one, other = (ground.plan(Asked(Player.of(name), mixture, 77, 50)) for name in ("fierce", "random"))
    assert [(shard.first, shard.pairs, shard.other, cell) for shard, cell in one] == [
        (shard.first, shard.pairs, shard.other, cell) for shard, cell in other
    ]
    assert sum(shard.pairs for shard, _ in one) == 50
    numbers = [shard.first + k for shard, _ in one for k in range(shard.pairs)]
    assert len(set(numbers)) == 50  # no dice are thrown twice
    counts = np.zeros(6)
    for block in range(60):
        for shard, cell in ground.plan(Asked(Player.of("fierce"), mixture, 35 * block, 35)):
            counts[cell] += shard.pairs
    assert counts.sum() == 60 * 35 and counts.min() > 0.8 * counts.mean()


def test_every_stage_has_dice_of_its_own_and_no_seed_runs_out_of_them():
    """Far apart numbers of pairs are other seeds, all of them within those of the plan."""
    plans = [Plan.model_validate({**SMALL, "seed": seed}) for seed in (0, 1)]
    stages = [
        FIRST_LOOK, PRUNED, PRUNED + (20 << 30), JUDGED, EXPLOITED, TESTED, RACED_AGAIN,
        population.MATRIX, population.RESPONSE, population.RESPONSE + (9 << 30), population.FIRST,
        population.FIRST + (9 << 30), atlas.REGION, atlas.JUDGED, exploiting.FIRST_EXPLOIT * racing.REGION,
        (exploiting.FIRST_EXPLOIT + exploiting.TURN) * racing.REGION,
        (population.TRIED * 12) * racing.REGION, 0,
    ]  # fmt: skip
    seeds = []
    for plan in plans:
        ground, player = Ground(plan.streams), Player.of("charger")
        for first in stages:
            for fresh in (False, True):
                shards = [shard for shard, _ in ground.plan(Asked(player, even([player]), first, 4000, fresh))]
                assert max(shard.first + shard.pairs for shard in shards) < MOST_PAIRS
                seeds.append({shard.stream.seed for shard in shards})
    assert all(len(one) == 1 for one in seeds) and len(set().union(*seeds)) == len(seeds)


def test_a_game_of_a_shard_is_played_again():
    shard = Shard(Stream(TOY, "banners", 5), Player.of("charger"), Player.of("fierce"), 3, 4)
    games = play(shard)
    for pair in range(4):
        for column in (0, 1):
            recording = play_again(shard, games, pair, column)
            assert verify(recording.replay()).ok
    games.decisions[0, 0] += 1
    with pytest.raises(RuntimeError, match="ended differently"):
        play_again(shard, games, 0, 0)


ARGUMENTS = (
    "discover", f"{TOY}/banners", "--begin", "charger", "-f", "charger", "-f", "fierce", "--respond", "random", "--pairs", "200",
    "--judge", "50", "--responses", "0", "--no-map", "--starts", "8", "-j", "1",
)  # fmt: skip


def test_the_command_from_question_to_page(tmp_path):
    done = run(*ARGUMENTS, "--report", "reports/toy.md", "--json", "finding.json")
    assert "points against the field on fresh starts and dice" in done
    folder = next((tmp_path / "runs" / "discover").iterdir())
    finding = json.loads((folder / "finding.json").read_text())
    assert is_sealed(finding)
    assert finding == json.loads((tmp_path / "finding.json").read_text())
    assert {row["name"] for row in finding["ranking"]} >= {"charger", "fierce"}
    for file in (folder / "tactics").glob("*.yaml"):
        assert load(file).about
    page = (folder / "report.html").read_text()
    assert "Is a tactic dominant?" in page and "http://www.w3.org" in page and "src=" not in page
    report = tmp_path / "reports" / "toy.md"
    text = report.read_text()
    title, _, answer = text.splitlines()[:3]
    assert title.startswith("# Tactics for") and answer.startswith(
        f"{finding['ranking'][0]['name']} is the strongest of "
    )
    assert "<!-- worth -->\nNot measured yet.\n<!-- end of worth -->" in text
    report.write_text(text.replace("<!-- worth -->\nNot measured yet.", "<!-- worth -->\nParries are worth much."))
    before = {file: file.stat().st_mtime_ns for file in (folder / "shards").iterdir()}
    run("discover", "--resume", str(folder), "--report", "reports/toy.md", "-j", "1")
    assert {file: file.stat().st_mtime_ns for file in (folder / "shards").iterdir()} == before
    assert "Parries are worth much." in report.read_text()
    assert json.loads((folder / "finding.json").read_text()) == finding
    answer = run("discover", "--resume", str(folder), "-j", "1", "--quiet")
    share, spread = r"wins [\d.]+ % of the points", r"\(95 % CI [\d.]+ % to [\d.]+ %\)\."
    first = rf"\S+ is the strongest of {len(finding['ranking'])} players: it {share} against the field {spread}"
    assert re.fullmatch(rf"{first} [^:]+: the best response found, \S+, {share} from it {spread}", answer)
    assert done.index(answer) < done.index("points against the field on fresh starts and dice")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["discover"], "name a scenario"),
        (["discover", "wfrp1/nowhere"], "nowhere"),
        (["discover", f"{TOY}/banners", "-f", "nobody"], "nobody"),
        (["discover", f"{TOY}/banners", "--begin", "random"], "--begin random: not a behaviour"),
        (["discover", "--recipe", "nothing"], "no such recipe"),
        (["discover", "--resume", "here", "--pairs", "3"], "leave out --pairs"),
        (["discover", "--resume", "here"], "is not the folder of a question"),
        (["discover", f"{TOY}/banners", "--axis", "zeal"], "--axis 'zeal': no such measure of style"),
        (["discover", f"{TOY}/banners", "--begin", "none.yaml"], "none.yaml: cannot be read"),
        (["discover", f"{TOY}/banners", "--rule", "zeal=1"], "unknown knob 'zeal'"),
        (["discover", f"{TOY}/banners", "--on", "here"], "allowed: ray, or ray://HOST:PORT"),
        (["discover", f"{TOY}/banners", "-f", "charger", "-f", "charger"], "--field charger is listed twice"),
    ],
)
def test_mistakes_are_told(arguments, words):
    assert words in run(*arguments, expect=2)


@pytest.mark.parametrize("name", recipes())
def test_recipes_that_ship_can_be_read(name):
    assert read(name).ruleset in rulesets.names()


def test_recipes_are_read_strictly(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("ruleset: wfrp1\nscenarios: [small]\nrace_pair: 3\nmargin: 2\n")
    with pytest.raises(PlanError) as error:
        read(file)
    assert "wrong.yaml:3: race_pair" in str(error.value) and "wrong.yaml:4: margin" in str(error.value)


def test_the_schema_takes_what_ships():
    found = schema_of(Plan)
    for name in recipes():
        text = find(name).read_text()
        assert text.startswith("# yaml-language-server: $schema=../schemas/tactics.json\n"), name
        jsonschema.validate(yaml.safe_load(text), found)
    for wrong in ({"ruleset": "wfrp1"}, {"ruleset": "wfrp1", "scenarios": ["small"], "margin": 0.5}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, found)


@pytest.mark.parametrize(
    ("value", "text"), [(0.61, "found_a"), (0.415, "none found (found_a tried)"), (None, "found_a")]
)
def test_an_opponent_that_wins_less_than_half_beats_nobody(value, text):
    share = None if value is None else SimpleNamespace(value=value)
    assert beater_text(SimpleNamespace(member=SimpleNamespace(name="found_a"), share=share)) == text
