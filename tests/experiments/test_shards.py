"""Shards: the same games wherever and in whatever order they are played, and nothing lost."""

from __future__ import annotations

import os
import subprocess
import threading

import msgspec
import numpy as np
import pytest

import toybook
from tactica.envs import play_games
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.pools import EVALUATION_SEEDS, open_pool
from tactica.experiments.common import UserError
from tactica.experiments.laboratory.running import QuestionFolder, QuestionStopped, run
from tactica.experiments.laboratory.shards import MOST_PAIRS, Games, Player, Shard, Stream, play, pool_of, shards_of
from tactica.experiments.laboratory.variants import UNIT, Lack

TOY = toybook.RULESET.slug
HERE = Stream(TOY, "alliance", seed=3)
VARIED = """\
ruleset: toybook
name: varied
board: {size: [7, 5]}
sides: [red, blue]
battle: {rounds: 8}
units:
- {template: soldier, side: red, at: [0, 1], health: {from: 1, to: 9}}
- {template: brute, side: blue, at: [5, 3], health: {from: 1, to: 9}}
"""
CHARGER, RANDOM = Player.of("charger"), Player.of("random")


def small(pairs=10, **changes):
    """Pairs of a charger against chance, in shards of four."""
    return [Shard(HERE, CHARGER, RANDOM, first, 4, **changes) for first in range(0, pairs, 4)]


def same(one, other):
    """Whether two lots of games went the same way."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("points", "rounds", "decisions", "endings", "rows")
    )


def test_a_shard_is_both_seatings_of_each_pair(tmp_path):
    """Games of equal and of varying starts are those that the engine plays from these rows."""
    varied = tmp_path / "varied.yaml"
    varied.write_text(VARIED)
    for where in ("alliance", str(varied)):
        shard = Shard(Stream(TOY, where, seed=3, starts=4), CHARGER, RANDOM, 6, 5)
        games = play(shard)
        pool = open_pool(TOY, where, n=4, split="eval")
        rows = (6 + np.arange(5)) % len(pool)
        for column, policies in enumerate((("charger", "random"), ("random", "charger"))):
            found = play_games(
                TOY, pool, policies=policies, games=5, first_game=6, rows=rows, seed=EVALUATION_SEEDS | 3, keyed=True
            )
            lead = found.scores(column) - found.scores(1 - column)
            assert np.array_equal(games.points[:, column], (np.sign(lead) + 1) / 2)
            assert np.array_equal(games.rounds[:, column], found.rounds)
            assert np.array_equal(games.decisions[:, column], found.decisions)
        assert games.rows.tolist() == ([0] * 5 if where == "alliance" else rows.tolist())


def test_a_scenario_that_leaves_nothing_to_chance_has_one_start(tmp_path):
    """With many equal ones, games that repeat each other would all count."""
    varied = tmp_path / "varied.yaml"
    varied.write_text(VARIED)
    assert len(pool_of(HERE)) == len(pool_of(Stream(TOY, "alliance", lacks=(Lack(0, UNIT, "soldier"),)))) == 1
    assert len(pool_of(Stream(TOY, str(varied), starts=5))) == 5 and HERE.starts > 1


def test_dice_repeat_beyond_the_pairs_of_a_seed_so_these_are_refused():
    pool = pool_of(HERE)

    def lengths(first):
        return play_games(
            TOY, pool, policies=("charger", "random"), games=8, first_game=first, rows=[0] * 8, seed=1
        ).decisions

    assert np.array_equal(lengths(7), lengths(MOST_PAIRS + 7)) and not np.array_equal(
        lengths(7), lengths(MOST_PAIRS - 8)
    )
    assert len(play(Shard(HERE, CHARGER, RANDOM, MOST_PAIRS - 4, 4))) == 4
    for first in (MOST_PAIRS - 3, MOST_PAIRS + 7, -1):
        with pytest.raises(ValueError, match="a seed has dice for 4,294,967,296 pairs"):
            play(Shard(HERE, CHARGER, RANDOM, first, 4))


def test_pairs_do_not_depend_on_how_they_are_cut():
    whole = play(Shard(HERE, CHARGER, RANDOM, 0, 12))
    assert same(Games.joined([play(shard) for shard in small(12)]), whole)
    assert [shard.pairs for shard in shards_of(HERE, CHARGER, RANDOM, 120)] == [50, 50, 20]


def uses(policies, **more):
    """How often options were offered to each side and chosen by it, in six games; int64 (2, sides, situations) by option."""
    return play_games(
        TOY, pool_of(HERE), policies=policies, games=6, seed=EVALUATION_SEEDS | 3, situations=True, **more
    ).options()


@pytest.mark.parametrize("keyed", [False, True])
def test_a_shard_counts_how_its_first_player_uses_options(tmp_path, keyed):
    """Its uses are those of its sides in both seatings; a player that meets itself has every side of one."""
    stream = msgspec.structs.replace(HERE, keyed=keyed)
    meeting, alone = (Shard(stream, CHARGER, other, 0, 6, options=True) for other in (RANDOM, CHARGER))
    first, second = uses(("charger", "random"), keyed=keyed), uses(("random", "charger"), keyed=keyed)
    (found,) = play(meeting).uses
    assert set(found) == set(first) | set(second)
    for name, counts in found.items():
        seats = [first[name][:, :1].sum(1)] if name in first else []
        seats += [second[name][:, 1:].sum(1)] if name in second else []
        assert np.array_equal(counts, sum(seats))
    (own,) = play(alone).uses
    both = uses(("charger", "charger"), keyed=keyed)
    assert list(own) == list(both) and all(np.array_equal(own[name], both[name].sum(1)) for name in own)
    folder = QuestionFolder.create(tmp_path / "asked", {"what": "who uses what"}, TOY)
    games = run([meeting, alone], folder=folder)
    again = [folder.read(meeting), folder.read(alone)]
    for one, other in zip(games, again, strict=True):
        assert same(one, other) and list(one.uses[0]) == list(other.uses[0])
        assert all(np.array_equal(one.uses[0][name], other.uses[0][name]) for name in one.uses[0])
    assert Games.joined(again).uses == [*again[0].uses, *again[1].uses]


def test_what_is_kept_is_not_played_again(tmp_path, monkeypatch):
    folder = QuestionFolder.create(tmp_path / "asked", {"what": "who wins"}, TOY)
    first = run(small(), folder=folder)
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: pytest.fail("played again"))
    again = run(small(), folder=QuestionFolder.open(tmp_path / "asked"))
    assert all(same(one, other) for one, other in zip(first, again, strict=True))
    assert [one.measures for one in first] == [one.measures for one in again]


def test_a_damaged_file_is_played_again(tmp_path):
    folder = QuestionFolder.create(tmp_path / "asked", {"what": "who wins"}, TOY)
    first = run(small(), folder=folder)
    file = folder.file(small()[1])
    file.write_bytes(file.read_bytes()[:-40])
    told = []
    again = run(small(), folder=folder, tell=told.append)
    assert all(same(one, other) for one, other in zip(first, again, strict=True)) and sum(told) == 12
    assert folder.read(small()[1]) is not None


def test_what_was_stopped_goes_on(tmp_path):
    folder, stop, told = QuestionFolder.create(tmp_path / "asked", {"what": "who wins"}, TOY), threading.Event(), []

    def tell(pairs):
        told.append(pairs)
        stop.set()

    with pytest.raises(QuestionStopped):
        run(small(), folder=folder, stop=stop, tell=tell)
    assert told == [4]
    assert same(Games.joined(run(small(), folder=folder)), play(Shard(HERE, CHARGER, RANDOM, 0, 12)))


def test_a_folder_holds_one_question(tmp_path):
    QuestionFolder.create(tmp_path / "asked", {"what": "who wins"}, TOY)
    QuestionFolder.create(tmp_path / "asked", {"what": "who wins"}, TOY)
    with pytest.raises(UserError, match="another question"):
        QuestionFolder.create(tmp_path / "asked", {"what": "who loses"}, TOY)
    with pytest.raises(UserError, match="is not the folder of a question"):
        QuestionFolder.open(tmp_path)
    (tmp_path / "asked" / "manifest.json").write_text("{")
    with pytest.raises(UserError, match="is damaged"):
        QuestionFolder.open(tmp_path / "asked")


def test_behaviours_travel_whole(tmp_path):
    (tmp_path / "brute.yaml").write_text("intents: {strike: 2}\n")
    player = Player.of(str(tmp_path / "brute.yaml"))
    (tmp_path / "brute.yaml").unlink()
    assert player.name == "brute" and player.load(TOY).model.intents == {"strike": 2}
    assert player == Player.of(load({"name": "brute", "intents": {"strike": 2}}))
    assert player.digest(TOY) != Player.of(load({"name": "brute", "intents": {"strike": 3}})).digest(TOY)


# --- on a cluster


@pytest.mark.compiled_only
@pytest.mark.filterwarnings("default")
def test_a_cluster_plays_the_same_games_though_a_worker_dies(monkeypatch):
    ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
    shards = shards_of(Stream("wfrp1", "small_random"), CHARGER, RANDOM, 1000)
    killed = []

    def kill_one(pairs):
        busy = subprocess.run(["pgrep", "-f", "ray::played_there"], capture_output=True, text=True).stdout.split()
        if not killed and busy:
            os.kill(int(busy[0]), 9)
            killed.append(busy[0])

    try:
        found = run(shards, on="ray", jobs=2, tell=kill_one)
    finally:
        ray.shutdown()
    assert killed, "nobody was there to be killed"
    assert same(Games.joined(found), Games.joined(run(shards)))


def test_no_cluster_anywhere():
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.raises(UserError, match="allowed: ray, or ray://HOST:PORT"):
        run(small(), on="elsewhere")
