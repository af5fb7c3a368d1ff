"""``tactica sweep``: what a number of the rules does, on the same starts and dice."""

from __future__ import annotations

import html
import json
import threading

import msgspec
import numpy as np
import pyarrow.parquet as parquet
import pytest
import yaml
from games_by_rule import SCALE, dice_of, games_of
from test_suite import answer_on
from typer.testing import CliRunner

import tactica
import toybook
from tactica.envs import rulesets
from tactica.envs.core.rulebook import KnobError
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.pools import EVALUATION_SEEDS, open_pool
from tactica.envs.engine.rollouts import play_games
from tactica.experiments.cli import app
from tactica.experiments.common import UserError
from tactica.experiments.laboratory.knobs import sweeping
from tactica.experiments.laboratory.knobs.adapting import BestAnswer, Halving, best_answers, candidates_of
from tactica.experiments.laboratory.knobs.found import found_of
from tactica.experiments.laboratory.knobs.searching import search_on
from tactica.experiments.laboratory.knobs.settings import Axis, axes_of, fresh, reference_of, split_values
from tactica.experiments.laboratory.knobs.words import answer_of, together_text
from tactica.experiments.laboratory.running import QuestionFolder, QuestionStopped
from tactica.experiments.laboratory.shards import Player, Stream
from tactica.experiments.laboratory.tactics.genome import Genome

BOOK = toybook.RULESET.rulebook
DICE, ROUGH = "orders.speed.speed_dice", "march.reach.rough_cost"
HIT, REACH = "clash.pool.points_for_hit", "clash.target.reach_cells"
WHERE = "toybook/alliance"


def run(*arguments, expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return " ".join(result.output.split())


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# --- what is asked


def test_values_are_read_as_they_are_typed():
    assert split_values("0, 10,-5,draw") == [0, 10, -5, "draw"]
    with pytest.raises(UserError, match="single commas"):
        split_values("1,,2")


def test_one_value_alone_is_compared_with_the_book_s():
    assert axes_of(BOOK, {DICE: 1}) == ([Axis(DICE, (1, 3), ("1", "3"), 3)], {})
    assert axes_of(BOOK, {DICE: [5]}) == ([Axis(DICE, (3, 5), ("3", "5"), 3)], {})


def test_knobs_are_varied_or_held():
    axes, held = axes_of(BOOK, {f"toybook.{DICE}": [3, 1], ROUGH: 4})
    assert axes == [Axis(DICE, (1, 3), ("1", "3"), 3)] and held == {ROUGH: 4}
    assert reference_of(axes) == 1, "the book's value"
    assert reference_of([Axis(DICE, (1, 2), ("1", "2"), 3)]) == 0, "the first, where the book's is not tried"
    for rules, wrong in (
        ({DICE: 2, ROUGH: 4}, "nothing to sweep"),
        ({DICE: 3}, "is what the book says"),
        ({DICE: [1, 1]}, "is given twice"),
        ({DICE: [1, 2], ROUGH: [1, 2], HIT: [1, 2]}, "at most two"),
    ):
        with pytest.raises(UserError, match=wrong):
            axes_of(BOOK, rules)
    with pytest.raises(KnobError, match="out of range"):
        axes_of(BOOK, {DICE: [1, 99]})


def test_another_purpose_has_other_starts_and_dice():
    stream = Stream("toybook", "alliance", seed=5)
    found = {
        (one.seed, one.start_seed) for one in (stream, fresh(stream, "a"), fresh(stream, "b"), fresh(stream, "a", 1))
    }
    assert len(found) == 4 and fresh(stream, "a") == fresh(stream, "a")
    assert all(EVALUATION_SEEDS | seed != seed and seed < EVALUATION_SEEDS for seed, _ in found), "training meets none"


# --- what comes out


def test_values_are_those_of_the_games_themselves():
    """Counted once more from whole games, by another way in."""
    found = tactica.sweep(WHERE, {DICE: [1, 3, 6]}, ("charger", "random"), pairs=24, seed=4)
    for k, number in enumerate((1, 3, 6)):
        pool = open_pool("toybook", "alliance", n=256, seed=4, split="eval", rules={DICE: number})
        points, rounds = [], []
        for seat, policies in enumerate((("charger", "random"), ("random", "charger"))):
            games = play_games(
                "toybook",
                pool,
                policies=policies,
                games=24,
                rows=np.arange(24) % len(pool),
                keyed=True,
                seed=EVALUATION_SEEDS | 4,
            )
            points.append((np.sign(games.scores(seat) - games.scores(1 - seat)) + 1) / 2)
            rounds.append(games.rounds)
        assert found["score"].value[k] == pytest.approx(np.mean(points))
        assert found["rounds"].value[k] == pytest.approx(np.mean(rounds))
    assert found.shape == (3,) and found.values[0].tolist() == [1, 3, 6] and found.reference == 1
    assert found["score"].difference[1] == 0 and np.isnan(found["score"].p[1])
    assert found["rounds"].difference == pytest.approx(found["rounds"].value - found["rounds"].value[1])


def test_casualties_stand_among_the_first():
    found = tactica.sweep(WHERE, {DICE: [1, 3]}, ("charger", "random"), pairs=20)
    main = [key for key, curve in found.curves.items() if curve.outcome.is_main]
    assert main == ["score", "rounds", "draws", "first seat", "fallen: charger", "fallen: random"]
    assert {"health lost: charger", "decisions"} <= set(found) - set(main)
    assert found["fallen: random"].value[0] > 0


def test_what_is_never_read_changes_nothing_at_all():
    """These two never come to blows there, so that it does not matter what a hit needs."""
    found = tactica.sweep(WHERE, {HIT: [1, 6, 13]}, ("charger", "guardian"), pairs=20)
    assert found.changed.tolist() == [0, 0, 0]
    for key in found:
        assert np.nan_to_num(found[key].difference).tolist() == [0, 0, 0]
        assert not found[key].sure.any() and not any(trend.is_sure for trend in found[key].trends)


def test_a_battle_is_shorter_where_arms_are_longer():
    """With a longer reach they do come to blows, and some battles end before their last round."""
    found = tactica.sweep(WHERE, {REACH: [1, 2, 3]}, ("charger", "guardian"), pairs=60)
    rounds = found["rounds"]
    assert found.reference == 0 and rounds.value[0] == 10 > rounds.value[2]
    assert rounds.sure[2] and rounds.difference_high[2] < 0 and found.changed[2] > 0.9
    assert rounds.trends[0].is_sure and rounds.trends[0].high < 0


@pytest.mark.compiled_only
@pytest.mark.slow
def test_wfrp1_a_bonus_to_hit_shortens_fights_and_an_unused_gun_changes_nothing():
    team = ("modifier.referee.team0_to_hit", "modifier.referee.team1_to_hit")
    found = tactica.sweep("wfrp1/duel", {team[0]: [20, 40], team[1]: 20}, ("charger", "guardian"), pairs=120)
    assert found["rounds"].sure[1] and found["rounds"].difference_high[1] < 0
    assert found["first seat"].sure[1] and found["first seat"].difference_low[1] > 0, "it is the first side's bonus"
    gun = next(
        address for address in rulesets.get("wfrp1").rulebook.addresses() if address.startswith("tables.firearms.")
    )
    knob = rulesets.get("wfrp1").rulebook.knob(gun)
    other = knob.default + 1 if knob.default < knob.max else knob.default - 1
    found = tactica.sweep("wfrp1/duel", {gun: [knob.default, other]}, ("charger", "guardian"), pairs=50)
    assert not found.changed.any()


def test_two_knobs_make_a_grid():
    found = tactica.sweep(WHERE, {DICE: [1, 3], HIT: [2, 6, 10]}, ("charger", "guardian"), pairs=12)
    assert found.shape == (2, 3) == found["score"].value.shape == found.changed.shape
    assert found.reference == 4, "the book's values of both"
    alone = tactica.sweep(WHERE, {HIT: [2, 6, 10], DICE: 1}, ("charger", "guardian"), pairs=12)
    assert found["rounds"].value[0] == pytest.approx(alone["rounds"].value)
    assert [trend.axis for trend in found["rounds"].trends] == [0, 1]
    score = found["score"].value
    for one, j in zip(found.interactions, (0, 2), strict=True):
        assert one.point == j and one.value == pytest.approx(score[0, j] - score[1, j] - score[0, 1] + score[1, 1])


def grid_of(scores, one=(0, 1), other=(2, 9), book=(0, 2)):
    """A sweep of two knobs with these scores of the pairs, point by point."""
    axes = [
        Axis(name, numbers, tuple(map(str, numbers)), default)
        for name, numbers, default in zip(("a.b", "c.d"), (one, other), book, strict=True)
    ]
    games = [games_of(score, np.arange(len(score))) for score in scores]
    return found_of(slug="toybook", scenario="alliance", names=["red", "blue"], axes=axes, held={}, games=games)


def wins(count, pairs=400):
    """So many of the pairs won, the first ones."""
    return np.arange(pairs) < count


def test_what_two_knobs_do_together_is_the_difference_of_differences():
    """Alone they win 20 and 40 pairs of 400 more, together 120: 60 more than the sum, 15 points."""
    found = grid_of([wins(200), wins(240), wins(220), wins(320)])
    (one,) = found.interactions
    assert one.point == 3 and one.value == pytest.approx(0.15) and one.low > 0.1 and one.high < 0.2 and one.is_sure
    assert "Together, at 1, 9, they are worth 15.0 points more to red than the sum of each alone" in together_text(
        found
    )
    assert found.plain()["interactions"][0]["value"] == pytest.approx(0.15)
    less = grid_of([wins(200), wins(240), wins(220), wins(200)])
    assert "worth 15.0 points less to red" in together_text(less)
    assert together_text(less) in answer_of(less) and " matter: " in answer_of(less)


def line_of(scores, numbers=(0, 20, 40)):
    """A sweep of one knob, 20 in the book, with these scores of the pairs at each value."""
    axes = [Axis("a.b", numbers, tuple(map(str, numbers)), 20)]
    games = [games_of(score, np.arange(len(score))) for score in scores]
    return found_of(slug="toybook", scenario="alliance", names=["red", "blue"], axes=axes, held={}, games=games)


def test_the_answer_says_from_what_the_difference_is_taken():
    """200 of 400 pairs by the book; 202 and 199 are too few to tell, 320 are not."""
    few = answer_of(line_of([wins(202), wins(200), wins(199)]))
    assert (
        "The largest difference from the book (20) is at 0: red takes 50.5% of the points instead of 50.0%, 0.5 points more"
        in few
    )
    assert answer_of(line_of([wins(200), wins(200), wins(120)])).startswith(
        "a.b matters: at 40 red takes 30.0% of the points instead of 50.0%, 20.0 points less (95 % CI "
    )


def test_effects_that_add_up_are_no_interaction():
    assert "not worth significantly more or less to red than the sum of each alone: 0.0 points" in together_text(
        grid_of([wins(200), wins(240), wins(220), wins(260)])
    )
    rng, right = np.random.default_rng(3), []
    for _ in range(120):
        luck = rng.random(150)  # shared by all points, with some of its own in each
        scores = [luck + rng.normal(0, 0.1, 150) < share for share in (0.4, 0.5, 0.45, 0.65)]  # 0.1 more than the sum
        (one,) = grid_of(scores).interactions
        right.append(one.low <= 0.1 <= one.high)
    assert np.mean(right) == pytest.approx(0.95, abs=0.05)


def test_the_corners_of_a_grid_are_compared_with_the_book():
    """Three values each, the book's in the middle: of the four corners only the last adds something."""
    scores = [wins(200)] * 8 + [wins(260)]
    found = grid_of(scores, (0, 1, 2), (2, 5, 9), (1, 5))
    assert [one.point for one in found.interactions] == [0, 2, 6, 8]
    assert [round(one.value, 6) for one in found.interactions] == [0, 0, 0, 0.15]
    said = together_text(found)
    assert "at 2, 9, they are worth 15.0 points more" in said and "significant at 1 of 4 corners" in said


def test_one_knob_or_one_repeated_game_says_nothing_of_interactions():
    assert linear(np.random.default_rng(0), 0.1).interactions == ()
    assert together_text(linear(np.random.default_rng(0), 0.1)) == ""
    assert together_text(grid_of([wins(200)] * 4)) == "", "nothing changes"


def linear(rng, slope, pairs=60):
    """A knob whose every step adds a known number of rounds, and games that share their luck."""
    axis = Axis("a.b", (0, 1, 2, 5), ("0", "1", "2", "5"), 1)
    luck = rng.normal(10, 2, pairs)
    games = [
        games_of(rng.random(pairs) < 0.5, luck + slope * value + rng.normal(0, 1, pairs)) for value in axis.numbers
    ]
    return found_of(slug="toybook", scenario="alliance", names=["a", "b"], axes=[axis], held={}, games=games)


def test_trends_and_differences_contain_the_truth():
    rng = np.random.default_rng(0)
    trends, gaps = [], []
    for _ in range(400):
        rounds = linear(rng, 0.1)["rounds"]
        trend = rounds.trends[0]
        trends.append(trend.low / SCALE <= 0.5 <= trend.high / SCALE)
        gaps.append(rounds.difference_low[3] / SCALE <= 0.4 <= rounds.difference_high[3] / SCALE)
    assert np.mean(trends) == pytest.approx(0.95, abs=0.035)
    assert np.mean(gaps) == pytest.approx(0.95, abs=0.035)


def test_where_nothing_matters_little_is_called_sure():
    rng = np.random.default_rng(1)
    wrong = [any(curve.sure.any() for curve in linear(rng, 0.0).curves.values()) for _ in range(300)]
    assert np.mean(wrong) < 0.09


# --- players that adapt


def strengths(shard, best):
    """Games of a candidate whose strength depends on the rules: the one named is better by a tenth."""
    share = 0.6 if shard.one.name == best[shard.rules.get("x", 0)] else 0.5
    rng = dice_of(shard, shard.one.name)
    return games_of(rng.random(shard.pairs) < share, np.ones(shard.pairs))


def test_the_best_answer_is_found_for_every_setting():
    candidates = [Player(name, name) for name in "abcdefgh"]
    best, right = {0: "c", 1: "f"}, []
    for seed in range(60):
        stream = Stream("toybook", "alliance", seed=seed)
        found = best_answers(
            stream, [{"x": 0}, {"x": 1}], Player("z", "z"), candidates, lambda shards: [strengths(s, best) for s in shards],
            Halving(pairs=100),
        )  # fmt: skip
        right += [one.player.name == best[k] for k, one in enumerate(found)]
        assert [one.pairs for one in found] == [Halving(pairs=100).total(8)] * 2 == [2400] * 2
    assert np.mean(right) > 0.8


def test_the_best_of_many_equals_is_praised_too_much():
    """That is why it is judged again on starts and dice that the search did not see."""
    candidates, praise = [Player(name, name) for name in "abcdefgh"], []
    for seed in range(80):
        found = best_answers(
            Stream("toybook", "alliance", seed=seed), [{}], Player("z", "z"), candidates,
            lambda shards: [strengths(s, {0: ""}) for s in shards], Halving(pairs=25),
        )  # fmt: skip
        praise.append(found[0].selection)
    assert 0.51 < np.mean(praise) < 0.6


def test_the_search_and_the_judgement_play_other_dice():
    question = sweeping.ask(WHERE, {DICE: [1, 3]}, ("charger", "random"), pairs=4, policy_adapts=True)
    streams = set()

    def noted(shards):
        streams.update((shard.stream.seed, shard.stream.start_seed) for shard in shards)
        return [strengths(shard, {0: "charger"}) for shard in shards]

    best_answers(question.stream, question.settings, question.players[1], question.candidates, noted)
    assert len(streams) == 1 and (question.stream.seed, question.stream.start_seed) not in streams
    names = [player.name for player in candidates_of("toybook", question.players)]
    assert len(names) == len(set(names)) and "random" in names[:2] and {"fierce", "guardian"} <= set(names)


def test_a_sweep_with_players_that_adapt(monkeypatch):
    monkeypatch.setattr(sweeping, "Halving", lambda: Halving(pairs=2))
    found = tactica.sweep(WHERE, {HIT: [2, 14]}, ("charger", "guardian"), pairs=12, policy_adapts=True, adapt_pairs=0)
    adapted = found.adapted
    assert adapted is not None and len(adapted.names) == 2 and adapted.score.shape == (2,)
    assert adapted.gain == pytest.approx(adapted.score - found["score"].value)


# --- players that adapt, and are searched for

AGAINST = Player("z", "random")
CANDIDATES = [Player(name, name) for name in ("guardian", "charger", "sneak")]
NEW = ("intents.wait", "weights.price")  # numbers that none of these has


def simulated(worth, seen=None):
    """Plays shards: sneak wins 55 percent; a behaviour that was found, in addition what its numbers are worth under the rules."""

    def one(shard):
        share = {"sneak": 0.55}.get(shard.one.spec, 0.5)
        if shard.one.behaviour is not None:
            share = worth(Genome.of(load(shard.one.behaviour), "wfrp1").numbers, shard.rules.get("x", 0))
        luck, rows = dice_of(shard), shard.first + np.arange(shard.pairs)
        games = games_of(luck.random(shard.pairs) < share, luck.random(shard.pairs))
        games.rows[:] = rows
        return games

    def play(shards):
        if seen is not None:
            seen.extend(shards)
        return [one(shard) for shard in shards]

    return play


def searched(worth, *, values=2, pairs=6000, seed=0, seen=None, candidates=CANDIDATES):
    """The answers that the search finds at so many values of a rule."""
    stream, play = Stream("wfrp1", "small", seed=seed), simulated(worth, seen)
    settings = [{"x": k} for k in range(values)]
    known = best_answers(stream, settings, AGAINST, candidates, play, Halving(pairs=200))
    return known, search_on(stream, settings, [(k,) for k in range(values)], AGAINST, known, play, pairs)


def numbers_of(answer):
    """The numbers of a behaviour that was found."""
    return Genome.of(load(answer.tactic.behaviour), "wfrp1").numbers


def planted(numbers, x):
    """Under each value another number is worth a fifth of the points, and costs as much under the other."""
    return 0.55 + 0.2 * (numbers.get(NEW[x], 0) > 0) - 0.2 * (numbers.get(NEW[1 - x], 0) > 0)


def test_nobody_has_the_numbers_that_are_planted():
    for player in CANDIDATES:
        assert not set(NEW) & set(Genome.of(load(player.spec), "wfrp1").numbers), player.spec


def test_the_search_finds_what_no_candidate_has():
    right, praise = [], []
    for seed in range(6):
        seen = []
        known, found = searched(planted, seed=seed, seen=seen)
        for k, (before, answer) in enumerate(zip(known, found, strict=True)):
            assert before.player.name == "sneak" == answer.attempt.start and answer.attempt.tried > 20
            assert 0 < answer.pairs - before.pairs <= 6000, "the budget is kept"
            right.append(bool(answer.tactic) and numbers_of(answer).get(NEW[k], 0) > 0)
            praise.append(answer.selection)
            if answer.tactic:
                assert answer.tactic.point == k and answer.tactic.start == "sneak" and answer.tactic.changes
                assert answer.player.behaviour == answer.tactic.behaviour and answer.player.name == answer.tactic.name
                assert answer.tactic.says.endswith(".")
        spent = sum(shard.pairs for shard in seen)
        assert spent == sum(answer.pairs for answer in found)
        streams = {(shard.stream.seed, shard.stream.start_seed) for shard in seen}
        assert (seed, 0) not in streams and len({start for _, start in streams}) == 3, "choice, race, final"
    assert np.mean(right) > 0.8


def test_what_is_good_near_by_is_an_answer_here_too():
    """Two numbers are worth much at both values; one of them alone leads there at the first value only."""

    def worth(numbers, x):
        there = [numbers.get(name, 0) > 0 for name in NEW]
        return 0.55 + (0.12 * sum(there) if x == 0 else 0.24 * all(there))

    _, found = searched(worth, pairs=16000)
    assert all(numbers_of(answer).get(name, 0) > 0 for answer in found for name in NEW)
    assert found[1].tactic.point == 0 and found[0].player == found[1].player
    (alone,) = searched(worth, values=1, pairs=16000)[1]
    assert alone.attempt == found[0].attempt, "a race does not depend on other values"


def test_what_only_wins_elsewhere_is_no_answer():
    def worth(numbers, x):
        return 0.55 + (0.2 if x == 0 else -0.2) * (numbers.get(NEW[0], 0) > 0)

    for seed in range(3):
        _, found = searched(worth, seed=seed)
        assert found[0].tactic is not None
        assert found[1].tactic is None or numbers_of(found[1]).get(NEW[0], 0) <= 0


@pytest.mark.parametrize("share", [0.55, 0.3])
def test_where_nothing_is_better_the_best_that_ships_remains(share):
    _, found = searched(lambda numbers, x: share, values=3)
    assert all(answer.player.name == "sneak" and answer.tactic is None for answer in found)
    assert all(answer.attempt.tried > 50 and not answer.attempt.changes for answer in found)


def test_who_is_no_behaviour_is_not_raced_but_may_remain_the_answer():
    def play_with(share):
        inner = simulated(planted)

        def play(shards):
            games = inner(shards)
            for shard, some in zip(shards, games, strict=True):
                if shard.one.spec.startswith("search"):
                    some.points[:] = (dice_of(shard, "search").random(shard.pairs) < share).astype(float)[:, None]
            return games

        return play

    candidates, stream = [*CANDIDATES, Player("search:5", "search:5")], Stream("wfrp1", "small")
    for share, expected in ((0.95, "search:5"), (0.6, "found_a")):
        known = best_answers(stream, [{"x": 0}], AGAINST, candidates, play_with(share), Halving(pairs=300))
        assert known[0].player.name == "search:5"
        (answer,) = search_on(stream, [{"x": 0}], [(0,)], AGAINST, known, play_with(share), 6000)
        assert answer.attempt.start in ("guardian", "charger", "sneak") and answer.player.name == expected


def test_the_player_who_is_replaced_takes_part_in_the_final():
    """Halving chose somebody else, by chance; what its race finds is better than that, but not than the player given."""
    given = Player("king", "charger")

    def play(shards):
        games = simulated(planted)(shards)
        for shard, some in zip(shards, games, strict=True):
            if shard.one == given:
                some.points[:] = (dice_of(shard).random(shard.pairs) < 0.95).astype(float)[:, None]
        return games

    known = [BestAnswer(CANDIDATES[2], 0, 0.5, tuple(CANDIDATES))]
    stream = Stream("wfrp1", "small")
    (answer,) = search_on(stream, [{"x": 0}], [(0,)], AGAINST, known, play, 6000, [given])
    assert answer.attempt.changes and answer.player == given and answer.tactic is None
    (answer,) = search_on(stream, [{"x": 0}], [(0,)], AGAINST, known, play, 6000)
    assert answer.tactic is not None


def test_names_of_what_is_found_are_new():
    named = [
        msgspec.structs.replace(one, name=f"found_{letter}") for one, letter in zip(CANDIDATES, "abc", strict=True)
    ]
    _, found = searched(planted, candidates=named)
    assert {answer.player.name for answer in found if answer.tactic} <= {"found_d", "found_e"}
    assert any(answer.tactic for answer in found)


def test_a_budget_is_enough_or_none():
    for pairs in (-1, 5, 599):
        with pytest.raises(UserError, match="at least 600"):
            sweeping.ask(WHERE, {DICE: [1, 3]}, ("charger", "random"), policy_adapts=True, adapt_pairs=pairs)
    asked = sweeping.ask(WHERE, {DICE: [1, 3]}, ("charger", "random"), policy_adapts=True, adapt_pairs=600)
    plain = sweeping.ask(WHERE, {DICE: [1, 3]}, ("charger", "random"), policy_adapts=True, adapt_pairs=0)
    assert asked.total - plain.total == 2 * 600
    none = sweeping.ask(WHERE, {DICE: [1, 3]}, ("charger", "random"))
    assert none.adapt_pairs == 0, "nobody adapts"


# --- folders and commands

ASKED = ("sweep", WHERE, "--rule", f"{DICE}=1,3,6", "--between", "charger", "guardian", "-n", 30)


def test_a_command_leaves_answer_table_and_page(tmp_path):
    said = run(*ASKED, "-o", "run", "--json", "found.json", "--measure", "health lost")
    assert "charger v guardian" in said and "health lost: guardian" in said and "differently" in said
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    assert finding == json.loads((tmp_path / "found.json").read_text())
    direct = tactica.sweep(WHERE, {DICE: [1, 3, 6]}, ("charger", "guardian"), pairs=30)
    assert finding["outcomes"]["score"]["value"] == pytest.approx(direct["score"].value.tolist())
    table = parquet.read_table(tmp_path / "run" / "table.parquet")
    assert table.num_rows == 3 * len(direct.curves) and {DICE, "outcome", "player", "value", "p"} <= set(
        table.column_names
    )
    page = (tmp_path / "run" / "report.html").read_text()
    assert answer_on(page) in said
    assert "<svg" in page and DICE in page and "<!--" not in page.replace("<!DOCTYPE", "")
    assert "http://" not in page and "https://" not in page and "src=" not in page, "it needs no network"


def test_what_was_stopped_goes_on(tmp_path):
    question = sweeping.ask(WHERE, {DICE: [1, 3, 6]}, ("charger", "guardian"), pairs=30)
    folder = QuestionFolder.create(tmp_path / "run", msgspec.to_builtins(question), "toybook")
    stop, told = threading.Event(), []

    def tell(pairs):
        told.append(pairs)
        if sum(told) > 40:
            stop.set()

    with pytest.raises(QuestionStopped):
        sweeping.play(question, folder=folder, stop=stop, tell=tell)
    played = {file.name for file in (tmp_path / "run" / "shards").iterdir()}
    said = run("sweep", "--resume", "run")
    assert played and played < {file.name for file in (tmp_path / "run" / "shards").iterdir()}
    whole = sweeping.play(question)
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    assert finding.pop("answer") in " ".join(said.split()) and finding.pop("checksum")
    assert finding == json.loads(json.dumps(whole.plain()))
    assert f"{180 - 2 * sum(told)} games in" in said  # those that were left


def test_a_search_for_answers_that_was_stopped_goes_on(tmp_path, monkeypatch):
    """What is found is kept as files that play; on the page and the terminal it is said what it does."""
    monkeypatch.setattr(
        sweeping, "candidates_of", lambda slug, given: [Player("coward", "coward")]
    )  # not hard to better
    asked = {
        "rules": {HIT: [2, 14]},
        "between": ("coward", "fierce"),
        "pairs": 20,
        "policy_adapts": True,
        "adapt_pairs": 4000,
    }
    question = sweeping.ask("toybook/banners", **asked)
    folder = QuestionFolder.create(tmp_path / "run", msgspec.to_builtins(question), "toybook")
    stop, told = threading.Event(), []
    before = question.total - 2 * question.adapt_pairs  # the two judgements

    def tell(pairs):
        told.append(pairs)
        if sum(told) > before + 800:
            stop.set()

    with pytest.raises(QuestionStopped):
        sweeping.play(question, folder=folder, stop=stop, tell=tell)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "run" / "shards").iterdir()}
    said = run("sweep", "--resume", "run")
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    whole = tactica.sweep("toybook/banners", folder=tmp_path / "other", **asked)
    finding = json.loads((tmp_path / "run" / "finding.json").read_text())
    assert finding.pop("answer") in " ".join(said.split()) and finding.pop("checksum")
    assert finding == json.loads(json.dumps(whole.plain()))
    page = (tmp_path / "run" / "report.html").read_text()
    assert "raced from" in page and "in a final" in page
    assert whole.adapted.tactics and whole.adapted.gain_low.max() > 0, "against a coward something is found"
    files = sorted((tmp_path / "run" / "tactics").iterdir())
    assert [file.stem for file in files] == sorted(tactic.name for tactic in whole.adapted.tactics)
    for tactic in whole.adapted.tactics:
        assert tactic.says in said and tactic.says in html.unescape(page) and tactic.name in whole.adapted.names
        behaviour = load(tmp_path / "run" / "tactics" / f"{tactic.name}.yaml")
        assert behaviour.about == tactic.says and Genome.of(behaviour, "toybook").keys() == tactic.behaviour
    assert {file.name for file in (tmp_path / "other" / "tactics").iterdir()} == {file.name for file in files}


def test_what_has_changed_is_not_gone_on_with(tmp_path):
    (tmp_path / "mine.yaml").write_text("about: mine\nintents: {strike: 3}\nweights: {harm: 2}\n")
    scenario = toybook_scenario(tmp_path)
    run("sweep", scenario, "--rule", f"{DICE}=1,3", "--between", "mine.yaml", "guardian", "-n", 4, "-o", "run")
    run("sweep", "--resume", "run")
    text = yaml.safe_load(scenario.read_text())
    scenario.write_text(yaml.safe_dump(text | {"rules": {ROUGH: 9}}))
    assert "has changed since" in run("sweep", "--resume", "run", expect=2)


def toybook_scenario(tmp_path):
    """A copy of a shipped scenario."""
    from tactica.envs import scenario as scenarios

    file = tmp_path / "battle.yaml"
    file.write_text(scenarios.find("toybook", "alliance").read_text())
    return file


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("sweep",), "needs a scenario"),
        (("sweep", WHERE, "--rule", f"{DICE}=1,2"), "needs a scenario"),
        (("sweep", WHERE, "--rule", DICE, "--between", "charger", "guardian"), "clause.param=value,value"),
        (("sweep", WHERE, "--rule", f"{DICE}=3", "--between", "charger", "guardian"), "is what the book says"),
        (("sweep", WHERE, "--rule", f"{DICE}=1,99", "--between", "charger", "guardian"), "allowed: 1 to 6"),
        (("sweep", WHERE, "--rule", f"{DICE}=1,2", "--between", "charger", "nobody"), "nobody"),
        (("sweep", WHERE, "--rule", f"{DICE}=1,2", "--between", "charger", "none.yaml"), "none.yaml"),
        ((*ASKED, "--measure", "luck"), "health lost"),
        (("sweep", "--resume", "nowhere"), "is not the folder of a question"),
        (("sweep", "--resume", "nowhere", "--pairs", 5), "leave out --pairs"),
        (("sweep", "--resume", "nowhere", "--adapt-pairs", 700), "leave out --adapt-pairs"),
        ((*ASKED, "--adapt-pairs", 700), "needs --policy-adapts"),
        ((*ASKED, "--policy-adapts", "--adapt-pairs", 70), "at least 600"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments, wrong, monkeypatch):
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: pytest.fail("played"))
    assert wrong in run(*arguments, expect=2)


def test_games_at_the_limit_are_told():
    from tactica.envs.core.state import STALLED

    axis = Axis("a.b", (0, 1), ("0", "1"), 0)
    games = [games_of(np.full(10, 0.5), np.ones(10)) for _ in range(2)]
    games[1].endings[:3, 0] = STALLED
    found = found_of(slug="toybook", scenario="alliance", names=["a", "b"], axes=[axis], held={}, games=games)
    assert found.cut_off == 3 and found.forfeited == 0


@pytest.mark.compiled_only
@pytest.mark.slow
def test_processes_change_nothing():
    asked = sweeping.ask("wfrp1/tiny", {"action.charge.charge_ws_bonus": [0, 10]}, ("charger", "guardian"), pairs=20)
    assert json.dumps(sweeping.play(asked).plain()) == json.dumps(sweeping.play(asked, jobs=2).plain())
