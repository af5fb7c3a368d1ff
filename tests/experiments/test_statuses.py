"""What statuses are worth: moments at which units come by one, copies in which they are spared it, and what that comes to."""

from __future__ import annotations

import hashlib
import json
import threading

import msgspec
import numpy as np
import pytest
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)

import tactica
from tactica.envs import rulesets
from tactica.envs.core.state import as_lanes
from tactica.envs.engine.game import Game
from tactica.envs.engine.pools import EVALUATION_SEEDS, plain
from tactica.envs.engine.rollouts import play_games
from tactica.experiments.common import UserError
from tactica.experiments.laboratory import moments, running, shards
from tactica.experiments.laboratory.moments import OVER, play, status_fields, watch
from tactica.experiments.laboratory.running import QuestionFolder, QuestionStopped
from tactica.experiments.laboratory.shards import Games, Player, Shard, Stream, pool_of
from tactica.experiments.laboratory.worth import asking, playing, statuses
from tactica.experiments.laboratory.worth.found import Answer, correct, correct_again, settle
from tactica.experiments.laboratory.worth.judging import Judged
from tactica.experiments.laboratory.worth.statuses import Occurrence, judge_moments, judge_statuses
from tactica.experiments.statistics import elo_of

TOY = "toybook/alliance"
STREAM, FIERCE = Stream("toybook", "alliance"), Player.of("fierce")

#: Fields of the toy rulebook's units that some battles change, called as if they were statuses. Who is ``spent`` does not act
#: again in its round; ``sound`` is who has health again after a fall; who is ``raised`` does not rise once more; nobody comes by
#: ``hidden``; ``fallen`` stands in no field.
PLANTED = {"spent": "acted", "sound": "health", "raised": "risen", "hidden": "hidden", "fallen": ""}
WATCHED = ("acted", "health", "risen", "order")


@pytest.fixture
def planted(monkeypatch):
    monkeypatch.setattr(asking, "status_fields", lambda ruleset: PLANTED)


@pytest.fixture
def taken(monkeypatch):
    """What battles are played on from: name, seat, and moments with their copies, call by call."""
    found, onward = [], moments._onward

    def kept(shard, pool, players, name, seat, chosen):
        found.append((name, seat, chosen))
        return onward(shard, pool, players, name, seat, chosen)

    monkeypatch.setattr(moments, "_onward", kept)
    return found


def column(games, shard, name):
    """The points from the moments of one status, (n, 2), with it and without it."""
    points = games.points[shard.statuses.index(name) :: len(shard.statuses)]
    return points[~np.isnan(points[:, 0])]


def arrays_of(games):
    return [games.points, games.rounds, games.decisions, games.endings, games.rows]


# --- fields


def test_a_status_stands_in_the_field_of_its_name():
    assert status_fields(rulesets.get("toybook")) == {"hidden": "hidden", "fallen": ""}
    found = status_fields(rulesets.get("wfrp1"))
    assert found["prone"] == "prone" and found["unconscious"] == "unconscious_rounds"


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != "toybook"])
def test_every_status_of_a_rulebook_stands_in_a_field(slug):
    ruleset = rulesets.get(slug)
    statuses = ruleset.book.vocab.statuses
    fields = ruleset.state.dtype["units"].base.names
    assert len(status_fields(ruleset)) == len(statuses) and set(status_fields(ruleset).values()) <= {*fields, ""}


def test_a_shard_of_plain_games_keeps_its_key():
    """What was played before there were statuses, and counted options, is still found."""
    shard = Shard(STREAM, FIERCE, FIERCE, 3, 7, {"a.b": 1})
    said = {
        "stream": msgspec.to_builtins(STREAM), "one": msgspec.to_builtins(FIERCE), "other": msgspec.to_builtins(FIERCE),
        "first": 3, "pairs": 7, "rules": {"a.b": 1},
    }  # fmt: skip
    assert shard.key == hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
    keys = {msgspec.structs.replace(shard, statuses=names).key for names in ((), ("acted",), ("risen",))}
    assert len(keys | {msgspec.structs.replace(shard, options=True).key}) == 4


def test_statuses_are_not_played_as_pairs():
    shard = Shard(STREAM, FIERCE, FIERCE, 0, 2, {}, ("acted",))
    with pytest.raises(ValueError, match="played from moments on"):
        shards.play(shard)
    with pytest.raises(ValueError, match="another seed"):
        play(msgspec.structs.replace(shard, first=shards.MOST_PAIRS - 1))


# --- moments


@pytest.mark.compiled_only
@pytest.mark.parametrize("keyed", [True, False])
def test_battles_that_are_watched_are_those_that_would_be_played(keyed):
    stream = Stream("toybook", "alliance", seed=5, keyed=keyed)
    ruleset, pool = rulesets.get("toybook"), pool_of(stream)
    shard = Shard(stream, FIERCE, FIERCE, 2, 6, {}, ("acted",))
    results = play_games(
        "toybook", pool, policies=("fierce", "fierce"), games=6, rows=(2 + np.arange(6)) % len(pool), first_game=2,
        seed=EVALUATION_SEEDS | 5, keyed=keyed,
    )  # fmt: skip
    game = Game(ruleset, pool)
    code = tactica.envs.engine.players.seat_code(ruleset, "fierce")
    for k in range(6):
        found = watch(game, int(results.rows[k]), [code, code], shard, k, [0, 1, 2])
        assert game.s["rank"].tolist() == results.ranks[k].tolist() and game.ending == results.endings[k]
        assert (int(game.s["decisions"]), int(game.s["round_no"])) == (results.decisions[k], results.rounds[k])
        assert found


@pytest.mark.compiled_only
def test_a_copy_differs_in_one_field_and_obeys_the_rules(taken):
    play(Shard(STREAM, FIERCE, FIERCE, 0, 40, {}, WATCHED))
    ruleset, pool = rulesets.get("toybook"), pool_of(STREAM)
    size, seen = ruleset.state.snapshot_lanes, dict.fromkeys(WATCHED, 0)
    for name, _, chosen in taken:
        assert len({id(moment) for moment, _ in chosen}) == len(chosen)
        for moment, copy in chosen:
            states = plain(ruleset.new_states(2))
            as_lanes(states)[0, :size], as_lanes(states)[1, :size] = moment.lanes, copy
            assert states["units"][name][0, moment.unit] > 0 == states["units"][name][1, moment.unit]
            states["units"][name][1, moment.unit] = states["units"][name][0, moment.unit]
            assert (as_lanes(states)[0, :size] == as_lanes(states)[1, :size]).all()
            broken = np.ones(1, np.int64)
            states["units"][name][1, moment.unit] = 0
            ruleset.loops.look_over(states[1:], plain(pool.books), plain(pool.fields), broken)
            assert broken[0] == 0 and states["ending"][1] == 0
            seen[name] += 1
    assert min(seen.values()) >= 20


@pytest.mark.compiled_only
def test_positions_that_the_rules_cannot_have_are_left_out(taken):
    """Who has not been told what to do when all orders are turned up, and has not risen, breaks line 10 of the toy rulebook."""
    games = play(Shard(STREAM, FIERCE, FIERCE, 0, 40, {}, ("order",)))
    counted, useless = games.measures[0]
    assert counted["order.battles"] == 40 and useless["order.10"] > 0 and useless[f"order.{OVER}"] > 0
    assert counted["order.usable"] + sum(useless.values()) == counted["order.times"]
    phases = set()
    for _, _, chosen in taken:
        for moment, copy in chosen:
            states = plain(rulesets.get("toybook").new_states(1))
            as_lanes(states)[0, : len(copy)] = copy
            assert states["orders_open"][0] == 0 or states["units"]["risen"][0, moment.unit] > 0
            phases.add(int(states["orders_open"][0]))
    assert 0 in phases


@pytest.mark.compiled_only
def test_battles_that_go_on_from_equal_positions_end_alike(monkeypatch):
    shard = Shard(STREAM, FIERCE, FIERCE, 0, 40, {}, WATCHED)
    there = play(shard)
    monkeypatch.setattr(moments, "spared", lambda states, units, names: states)
    here = play(shard)
    has = ~np.isnan(here.points[:, 0])
    assert has.sum() > 100
    for array in (here.points, here.rounds, here.decisions, here.endings):
        assert (array[has, 0] == array[has, 1]).all()
    for name in ("acted", "health", "risen"):
        points = column(there, shard, name)
        assert (points[:, 0] != points[:, 1]).any(), name
        assert (column(here, shard, name)[:, 0] == points[:, 0]).all(), "with the status it is the same battle"


@pytest.mark.compiled_only
def test_one_moment_of_each_battle_whatever_else_is_watched():
    several, alone = (Shard(STREAM, FIERCE, FIERCE, 4, 20, {}, names) for names in (WATCHED, ("risen",)))
    games = play(several)
    assert len(games) == 20 * len(WATCHED) and (games.rows.reshape(20, -1) == games.rows[:: len(WATCHED), None]).all()
    assert np.array_equal(play(alone).points, games.points[WATCHED.index("risen") :: len(WATCHED)], equal_nan=True)


@pytest.mark.compiled_only
def test_against_somebody_else_the_players_own_units_are_watched(taken):
    other, ruleset = Player.of("random"), rulesets.get("toybook")
    shard = Shard(STREAM, FIERCE, other, 0, 40, {}, ("acted",))
    points = column(play(shard), shard, "acted")
    sizes = {}
    for _, seat, chosen in taken:
        sizes[seat] = len(chosen)
        for moment, copy in chosen:
            states = plain(ruleset.new_states(1))
            as_lanes(states)[0, : len(copy)] = copy
            assert (states["units"]["side"][0, moment.unit] > 0) == bool(seat)
    assert min(sizes.values()) >= 8 and len(sizes) == 2
    assert points[:, 0].mean() > 0.7, "who charges beats who does anything, from either seat"


# --- what they come to


def made(name, points, *, statuses, rows=None, times=None):
    """A shard and its games, with these points from the moments of one status; nan where there was none."""
    points = np.asarray(points, np.float64)
    count = len(points)
    shard = Shard(STREAM, FIERCE, FIERCE, 0, count, {}, statuses)
    full = np.full((count * len(statuses), 2), np.nan)
    full[statuses.index(name) :: len(statuses)] = points
    numbers = np.random.default_rng(count).integers(1, 1 << 30, (3, *full.shape))
    of = dict.fromkeys((f"{one}.{what}" for one in statuses for what in ("battles", "times", "usable")), 0.0)
    battles = float((~np.isnan(points[:, 0])).sum())
    of |= {f"{name}.battles": battles, f"{name}.times": times or battles, f"{name}.usable": battles}
    useless = {f"{name}.{OVER}": times - battles} if times else {}
    arrays = dict(zip(("rounds", "decisions", "endings"), numbers, strict=True))
    at = np.repeat(np.arange(count) if rows is None else rows, len(statuses))
    return shard, Games(full, **arrays, rows=at, shard=np.zeros(len(full), np.int64), measures=[(of, useless)])


def test_the_worth_of_a_status_is_the_difference_in_points():
    """Half the points without it, a quarter with it: minus 191 rating points, whatever stands beside it in the shards."""
    one = made("b", [[0, 1]] * 100 + [[0, 0]] * 50 + [[1, 1]] * 50 + [[np.nan, np.nan]] * 20, statuses=("a", "b"))
    other = made("b", [[0, 0]] * 100 + [[1, 1]] * 100, statuses=("b", "c", "d"), times=300)
    absent = made("c", [[1, 0]] * 50, statuses=("c",))
    seen, judged = judge_moments("toybook", "b", [one, other, absent])
    assert seen == Occurrence(420, 400, 500, 400, "the battle was over")
    assert seen.share == pytest.approx(400 / 420) and seen.each == pytest.approx(500 / 420)
    assert judged.pairs == 400 and judged.worth == pytest.approx(elo_of(0.375) - elo_of(0.625), abs=0.1)
    assert judged.low < judged.worth < judged.high < 0 and judged.p < 1e-6 and judged.otherwise == 1
    seen, judged = judge_moments("toybook", "a", [one, other, absent])
    assert seen == Occurrence(220, 0, 0, 0) and judged is None


def test_intervals_hold_the_truth_nineteen_times_in_twenty():
    truth, held = elo_of(0.5) - elo_of(0.6), 0
    for seed in range(300):
        luck = np.random.default_rng(seed).random(400)
        points = np.stack([luck < 0.5, luck < 0.6], 1).astype(np.float64)
        _, judged = judge_moments("toybook", "b", [made("b", points, statuses=("b",))])
        held += judged.low <= truth <= judged.high
    assert 275 <= held <= 296


def test_what_is_rare_is_watched_for_longer_by_how_often_it_occurs():
    asked = []

    def played(wanted):
        asked.extend(wanted)
        found = []
        for shard in wanted:
            points = np.full((shard.pairs, len(shard.statuses), 2), np.nan)
            for k, name in enumerate(shard.statuses):
                points[:: {"often": 1, "seldom": 5, "hardly": 50}.get(name, shard.pairs + 1), k] = 0.5
                if name == "never":
                    points[:, k] = np.nan
            flat = points.reshape(-1, 2)
            zeros = np.zeros(flat.shape, np.int64)
            of = {f"{n}.{what}": 0.0 for n in shard.statuses for what in ("battles", "times", "usable")}
            found.append(Games(flat, zeros, zeros, zeros, zeros[:, 0], zeros[:, 0], [(of, {})]))
        return found

    found = judge_statuses(["often", "seldom", "hardly", "never"], STREAM, FIERCE, FIERCE, 500, {}, played)
    watched = [seen.watched for seen, _ in found]
    assert watched[0] == watched[3] == 500 and watched[2] == 2000 and watched[1] == 2000
    assert found[1][1].pairs == 400 and found[3][1] is None
    at = [(shard.first, shard.pairs) for shard in asked]
    assert at == [(first, 250) for first in range(0, 2000, 250)]


@pytest.mark.parametrize(("first", "again", "occurrence", "why", "verdict"), [
    (None, None, Occurrence(50, 0, 0, 0), "", "never occurs"),
    (None, None, Occurrence(50, 9, 9, 0, "the battle was over"), "", "not possible"),
    (None, None, None, "units have no field of this name", "not possible"),
    ((0, 1.0, 0.0), None, Occurrence(50, 9, 9, 9), "", "changes nothing"),
    ((-9, 0.5, 1.0), None, Occurrence(50, 9, 9, 9), "", "not significant"),
    ((-90, 1e-9, 1.0), (-5, 0.5, 1.0), Occurrence(50, 9, 9, 9), "", "not confirmed"),
    ((-90, 1e-9, 1.0), (-80, 1e-9, 1.0), Occurrence(50, 9, 9, 9), "", "harms the unit"),
    ((90, 1e-9, 1.0), (80, 1e-9, 1.0), Occurrence(50, 9, 9, 9), "", "helps the unit"),
])  # fmt: skip
def test_what_an_answer_comes_to(first, again, occurrence, why, verdict):
    def judged(given):
        return Judged(given[0], given[0] - 5, given[0] + 5, given[1], 2.5, 100, 100, given[2]) if given else None

    answer = Answer("prone", "status", judged(first), again=judged(again), occurrence=occurrence, why=why)
    correct([answer])
    correct_again([answer])
    settle(answer)
    assert answer.verdict == verdict
    assert verdict != "not possible" or answer.why


# --- asked of a player


@pytest.mark.compiled_only
def test_what_keeps_a_unit_from_acting_costs_its_side(planted):
    found = tactica.worth(TOY, "fierce", kinds=["statuses"], pairs=1200)
    assert [answer.name for answer in found.answers] == list(PLANTED)
    spent, sound = found["spent"], found["sound"]
    assert spent.verdict == "harms the unit" and spent.told.high < 0 and spent.told is spent.again
    assert sound.verdict == "helps the unit" and sound.told.low > 0
    assert 0.9 < spent.occurrence.share <= 1 and spent.occurrence.usable < spent.occurrence.times
    assert found["hidden"].verdict == "never occurs" and found["fallen"].verdict == "not possible"
    assert {one.questions for one in found.answers if one.first} == {3}


@pytest.mark.compiled_only
def test_what_no_rule_asks_for_changes_nothing(planted):
    """How often a unit has risen counts for the limit alone, which no battle of ten rounds comes to."""
    asked = {"kinds": ["statuses"], "pairs": 100, "rules": {"rising.rise.rise_limit": 9}}
    raised = tactica.worth(TOY, "fierce", **asked)["raised"]
    assert raised.first.pairs > 80 and raised.first.otherwise == 0 and raised.first.worth == 0
    assert raised.verdict == "changes nothing"
    limited = tactica.worth(TOY, "fierce", **{**asked, "rules": {"rising.rise.rise_limit": 1}})["raised"]
    assert limited.first.otherwise > 0.1 and limited.first.worth < 0


@pytest.mark.compiled_only
def test_the_answer_does_not_depend_on_processes_or_interruptions(tmp_path, monkeypatch):
    monkeypatch.setattr(statuses, "SHARD", 20)
    asked = {"kinds": ["statuses"], "pairs": 60, "seed": 3}
    whole = tactica.worth("wfrp1/tiny", "guardian", **asked, jobs=2)
    kept = tactica.worth("wfrp1/tiny", "guardian", **asked, folder=tmp_path / "kept")
    files = sorted((tmp_path / "kept" / "shards").iterdir())
    assert len(files) >= 3
    for file in files[::2]:
        file.unlink()
    again = tactica.worth("wfrp1/tiny", "guardian", **asked, folder=tmp_path / "kept")
    assert whole.plain() == kept.plain() == again.plain()
    assert sorted((tmp_path / "kept" / "shards").iterdir()) == files
    assert kept["prone"].occurrence.battles > 20


@pytest.mark.compiled_only
def test_shards_can_be_played_in_any_order_and_are_kept(tmp_path, monkeypatch):
    wanted = [Shard(STREAM, FIERCE, FIERCE, first, 10, {}, WATCHED) for first in (0, 10, 20)]
    backwards = [play(shard) for shard in wanted[::-1]][::-1]
    folder = QuestionFolder.create(tmp_path / "here", {"command": "worth"}, "toybook")
    stop, calls = threading.Event(), []

    def counted(shard):
        calls.append(shard.first)
        return play(shard)

    monkeypatch.setattr(running, "play", counted)
    with pytest.raises(QuestionStopped):
        running.run(wanted, folder=folder, stop=stop, tell=lambda pairs: stop.set())
    found = running.run(wanted, folder=folder)
    assert calls == [0, 10, 20]
    for one, other in zip(backwards, running.run(wanted, folder=folder), strict=True):
        assert all(np.array_equal(*both, equal_nan=True) for both in zip(arrays_of(one), arrays_of(other), strict=True))
        assert one.measures == other.measures
    assert len(found) == 3 and calls == [0, 10, 20]


@pytest.mark.compiled_only
def test_the_command_from_question_to_page(planted, tmp_path):
    words = ("worth", TOY, "--player", "fierce", "--statuses", "--no-options", "-n", "120")
    output = run(*words, "--out", "here", "--json", "a.json")
    assert "in battles" in output and "No unit got: hidden." in output
    finding = json.loads((tmp_path / "a.json").read_text())
    assert finding == json.loads((tmp_path / "here/finding.json").read_text())
    told = {one["name"]: one for one in finding["answers"]}
    assert list(told) == list(PLANTED) and {one["kind"] for one in told.values()} == {"status"}
    assert (
        told["spent"]["battles"] <= told["spent"]["watched"] == 120 and told["spent"]["usable"] < told["spent"]["times"]
    )
    page = (tmp_path / "here/report.html").read_text()
    assert "spent" in page and "in battles" in page and "no unit got it" in page and "no field of this name" in page
    files = sorted((tmp_path / "here/shards").iterdir())
    files[0].unlink()
    run("worth", "--resume", "here")
    assert sorted((tmp_path / "here/shards").iterdir()) == files
    assert json.loads((tmp_path / "here/finding.json").read_text()) == finding


@pytest.mark.compiled_only
def test_the_report_has_the_statuses_and_how_to_ask_again(planted, tmp_path):
    report = tmp_path / "tactics.md"
    report.write_text("# Tactics\n\n<!-- worth -->\nNot measured yet.\n<!-- end of worth -->\n")
    run(
        "worth",
        TOY,
        "--player",
        "fierce",
        "--statuses",
        "--no-options",
        "-n",
        "120",
        "--out",
        "here",
        "--report",
        report,
    )
    text = report.read_text()
    assert f"`tactica worth {TOY} --player fierce --statuses --no-options --pairs 120`" in text
    assert "No unit got: `hidden`." in text and "Statuses without which no battle continues: `fallen`." in text
    assert "spent" in text and "### fierce" in text


@pytest.mark.compiled_only
def test_statuses_beside_options_do_not_take_their_names(monkeypatch):
    monkeypatch.setattr(asking, "status_fields", lambda ruleset: {"strike": "acted"})
    question = playing.ask(TOY, "fierce", options=["strike"], kinds=["forbid", "statuses"], pairs=20)
    trials = asking.trials_of(question)
    assert [(trial.name, trial.kind) for trial in trials] == [("strike", "option"), ("strike (status)", "status")]
    assert playing.expected(trials) == 40


def test_who_plays_in_python_cannot_be_watched(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def bot(observation, mask, rng):\n    return mask.argmax(1)\n")
    with pytest.raises(UserError, match="plays in Python; to measure statuses"):
        playing.ask(TOY, "fierce", kinds=["statuses"], against=f"{file}:bot")
    assert playing.ask(TOY, "fierce", kinds=["forbid"], against=f"{file}:bot").kinds == ("forbid",)


@pytest.mark.compiled_only
def test_mistakes_say_what_is_allowed():
    assert "leave out --statuses" in run("worth", TOY, "--rosters", "--statuses", expect=2)
    assert "--statuses" in run("worth", TOY, "--no-options", expect=2)
