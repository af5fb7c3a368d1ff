"""Tournaments: the plan, the pairs, files that are there whole or not at all, and runs that are killed and gone on with."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pyarrow.parquet as parquet
import pytest

from tactica.agents.players import PlayerError
from tactica.envs import play_games, rulesets, scenario
from tactica.envs.engine.policies import UnknownPolicy
from tactica.experiments.common import UserError
from tactica.experiments.tournament import manifest as manifests
from tactica.experiments.tournament.arena import Arena
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.plan import chunks, pairings, round_sizes, seed_of
from tactica.experiments.tournament.results import write_summary
from tactica.experiments.tournament.run import all_chunks, play_all
from tactica.experiments.tournament.standing import standing_of
from tactica.experiments.tournament.store import Torn, TournamentFolder

LAZY = """
class Last:
    name = "last"
    def act(self, observation, mask, rng):
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(1)

class Fails:
    name = "fails"
    def act(self, observation, mask, rng):
        raise RuntimeError("out of ideas")

class Chance:
    name = "chance"
    def act(self, observation, mask, rng):
        return (rng.random(mask.shape) * mask).argmax(1)
"""


def manifest_of(players=("random", "fierce"), names=("toybook/alliance",), **options):
    options = {"pairs": 5, "seed": 3, "starts": 3, **options}
    return manifests.draw_up(players, [(name, scenario.load(name)) for name in names], **options)


@pytest.fixture
def lazy(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    return file


def same(one: Pairs, other: Pairs) -> None:
    for name in ("one", "other", "scenario", "number", "row", "chunk", "results", "endings", "rounds", "decisions",
                 "legal", "ranks"):  # fmt: skip
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    assert one.reasons == other.reasons and one.measures == other.measures and one.fired == other.fired


# --- the plan


def test_rounds_grow_and_end_where_they_should():
    assert round_sizes(1) == [1] and round_sizes(5) == [2, 2, 1]
    assert round_sizes(300) == [2, 2, 4, 8, 16, 32, 64, 128, 44]
    for pairs in (1, 2, 3, 17, 128, 1000):
        assert sum(round_sizes(pairs)) == pairs


def test_every_pair_is_planned_once_and_every_round_is_a_round_robin():
    plan = list(chunks(4, 2, 21))
    assert [chunk.number for chunk in plan] == list(range(len(plan)))
    played = [(c.one, c.other, c.scenario, c.first + k) for c in plan for k in range(c.size)]
    assert len(played) == len(set(played)) == 6 * 2 * 21
    for round_no in {chunk.round_no for chunk in plan}:
        met = [(c.one, c.other, c.scenario) for c in plan if c.round_no == round_no]
        assert len(met) == len(set(met)) == len(pairings(4)) * 2
    assert [chunk.round_no for chunk in plan] == sorted(chunk.round_no for chunk in plan)


def test_seeds_differ_by_pairing_and_not_by_who_else_plays():
    seeds = {seed_of(1, place, one, other) for place in "ab" for one in "xyz" for other in "xyz"}
    assert len(seeds) == 18 and all(0 <= seed < 1 << 62 for seed in seeds)
    assert seed_of(1, "a", "x", "y") != seed_of(2, "a", "x", "y")


# --- the games


def test_a_pair_is_one_start_and_one_seed_with_seats_swapped():
    manifest = manifest_of(("charge", "shoot"), ("wfrp1/tiny_random",))
    arena, chunk = Arena(manifest), all_chunks(manifest)[1]
    played = arena.play(chunk)
    assert (chunk.first, chunk.size) == (2, 2) and played.rows.tolist() == [2, 0]
    pool = manifests.open_pool_of("wfrp1/tiny_random", "wfrp1", 3, 3)
    options = {"games": chunk.size, "seed": arena.seed(chunk), "first_game": chunk.first, "rows": played.rows}
    straight = play_games("wfrp1", pool, policies=("charge", "shoot"), **options)
    swapped = play_games("wfrp1", pool, policies=("shoot", "charge"), **options)
    points = np.stack([straight.scores(0) - straight.scores(1), swapped.scores(1) - swapped.scores(0)], 1)
    np.testing.assert_array_equal(played.results, 1 - np.sign(points))
    np.testing.assert_array_equal(played.decisions, np.stack([straight.decisions, swapped.decisions], 1))
    assert played.fired == {
        name: straight.fired_by_name().get(name, 0) + swapped.fired_by_name().get(name, 0) for name in played.fired
    }


def test_a_chunk_is_the_same_whatever_was_played_before(lazy):
    manifest = manifest_of((f"{lazy}:Chance", "fierce"))
    plan = all_chunks(manifest)
    early, late = Arena(manifest), Arena(manifest)
    late.play(plan[0])
    np.testing.assert_array_equal(early.play(plan[1]).decisions, late.play(plan[1]).decisions)


def test_players_who_fail_lose_and_it_is_told(lazy):
    manifest = manifest_of((f"{lazy}:Fails", "fierce"), pairs=2)
    pairs = Pairs.of([Arena(manifest).play(chunk) for chunk in all_chunks(manifest)])
    assert pairs.forfeits == 4 and (pairs.results == 2).all()
    assert set(pairs.reasons) == {(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)}
    assert all("out of ideas" in text for text in pairs.reasons.values())
    standing = standing_of(manifest, pairs)
    assert standing.ranking[1].forfeits == 4 and standing.ranking[0].forfeits == 0


def test_more_sides_and_several_scenarios():
    manifest = manifest_of(names=("toybook/alliance", "toybook/banners"), pairs=3)
    assert [entry.sides for entry in manifest.scenarios] == [2, 3] or max(e.sides for e in manifest.scenarios) == 3
    pairs = Pairs.of([Arena(manifest).play(chunk) for chunk in all_chunks(manifest)])
    standing = standing_of(manifest, pairs)
    assert pairs.games == manifest.games == standing.games == 12
    assert sum(row.wins for row in standing.ranking) == sum(row.losses for row in standing.ranking)
    assert standing.ranking[0].player == 1  # the fierce one


def test_without_chance_every_start_counts_once():
    manifest = manifest_of(pairs=6)
    pairs = Pairs.of([Arena(manifest).play(chunk) for chunk in all_chunks(manifest)])
    assert standing_of(manifest, pairs).unique == 12
    for name in ("results", "endings", "rounds", "decisions", "legal", "ranks"):
        array = getattr(pairs, name)
        array[:] = array[pairs.number % 3]  # three starts, and the game of a start is always the same
    pairs.row[:] = pairs.number % 3
    assert pairs.repeats().all()
    standing = standing_of(manifest, pairs)
    assert standing.games == 12 and standing.unique == 2 * 3
    assert standing.pairing(0, 1).share.unique == 6 and standing.pairing(0, 1).share.clusters == 3


# --- the manifest


def test_a_manifest_says_what_decides_the_games(lazy):
    manifest = manifest_of(("fierce", f"{lazy}:Last"))
    assert manifest.player_names == ["fierce", "last"] and manifest.games == 10
    assert [player.is_python for player in manifest.players] == [False, True]
    entry = manifest.scenarios[0]
    assert entry.rules == rulesets.get("toybook").rules_hash and len(entry.layout) == len(entry.content) == 16
    assert manifest.id == manifest.digest() == manifest_of(("fierce", f"{lazy}:Last")).id
    assert manifest.id != manifest_of(("fierce", f"{lazy}:Last"), seed=4).id
    assert manifest_of((f"{lazy}:Last", f"{lazy}:Chance", "fierce")).player_names == ["last", "chance", "fierce"]


def test_players_of_the_same_name_are_told_apart(lazy):
    other = lazy.with_name("other.py")
    other.write_text(LAZY)
    names = manifest_of((f"{lazy}:Last", f"{other}:Last", "fierce")).player_names
    assert names == [f"{lazy}:Last", f"{other}:Last", "fierce"]


@pytest.mark.parametrize(
    ("players", "names", "error", "words"),
    [
        (["fierce"], ["toybook/alliance"], UserError, "at least two players"),
        (["fierce", "fierce"], ["toybook/alliance"], UserError, "listed twice"),
        (["fierce", "random"], ["toybook/alliance"] * 2, UserError, "listed twice"),
        (["fierce", "firce"], ["toybook/alliance"], UnknownPolicy, "did you mean 'fierce'"),
        (["fierce", "none.py:X"], ["toybook/alliance"], PlayerError, "no such file"),
    ],
)
def test_who_and_what_cannot_take_part(players, names, error, words):
    with pytest.raises(error, match=words):
        manifest_of(players, names)


# --- the folder


@pytest.fixture
def folder(tmp_path):
    return TournamentFolder.create(tmp_path / "out", manifest_of(pairs=5))


def test_what_is_kept_is_what_was_played(folder, lazy):
    played = list(play_all(folder, all_chunks(folder.manifest)))
    found, damaged = TournamentFolder.open(folder.path).finished(all_chunks(folder.manifest))
    assert not damaged and list(found) == [0, 1, 2]
    same(Pairs.of(played), Pairs.of(found.values()))
    table = parquet.read_table(folder.games)
    assert table.num_rows == 10 and set(table.column("result").to_pylist()) <= {"won", "drawn", "lost"}
    first, second = table.column("first").to_pylist(), table.column("second").to_pylist()
    assert sorted(first) == sorted(second) and all(a != b for a, b in zip(first, second, strict=True))


def test_results_in_the_table_are_those_of_the_first_seat(tmp_path, lazy):
    folder = TournamentFolder.create(tmp_path / "out", manifest_of((f"{lazy}:Fails", "fierce"), pairs=1))
    list(play_all(folder, all_chunks(folder.manifest)))
    rows = parquet.read_table(folder.games).to_pylist()
    assert [(row["first"], row["result"]) for row in rows] == [("fails", "lost"), ("fierce", "won")]
    assert all("out of ideas" in row["reason"] for row in rows)


def cut(file):
    file.write_bytes(file.read_bytes()[:-40])


def flip(file):
    data = bytearray(file.read_bytes())
    data[20] ^= 0x55
    file.write_bytes(bytes(data))


def swap(file):
    file.write_bytes(file.with_name("0000000.parquet").read_bytes())


@pytest.mark.parametrize("damage", [cut, flip, swap, lambda file: file.write_bytes(b"")])
def test_torn_files_are_noticed_put_aside_and_played_again(folder, damage):
    plan = all_chunks(folder.manifest)
    whole = Pairs.of(play_all(folder, plan))
    damage(folder.file(1))
    (folder.games / "0000002.parquet.part").write_bytes(b"half")
    with pytest.raises(Torn):
        folder.read(plan[1])
    found, damaged = folder.finished(plan)
    assert list(found) == [0, 2] and damaged == [folder.games / "0000001.damaged"]
    assert not list(folder.games.glob("*.part"))
    found |= {played.chunk.number: played for played in play_all(folder, [plan[1]])}
    same(whole, Pairs.of(found[number] for number in (0, 1, 2)))


def test_files_of_another_tournament_are_not_taken(folder, tmp_path):
    other = TournamentFolder.create(tmp_path / "other", manifest_of(pairs=5, seed=9))
    plan = all_chunks(folder.manifest)
    list(play_all(other, plan[:1]))
    folder.file(0).write_bytes(other.file(0).read_bytes())
    with pytest.raises(Torn, match="another tournament"):
        folder.read(plan[0])


def test_a_folder_is_not_begun_twice_and_not_played_in_by_two(folder):
    with pytest.raises(UserError, match="already holds a tournament: continue it with --resume"):
        TournamentFolder.create(folder.path, folder.manifest)
    with folder.locked(), pytest.raises(UserError, match="another process is playing"), folder.locked():
        pass
    with folder.locked():
        pass


def test_a_folder_that_holds_no_tournament(tmp_path, folder):
    with pytest.raises(UserError, match="is not the folder of a tournament"):
        TournamentFolder.open(tmp_path)
    file = folder.path / "manifest.json"
    text = json.loads(file.read_text())
    for change, words in (
        ({"seed": 4}, "edited by hand"),
        ({"format": 99}, "format 99; this version reads format 1"),
        ({"pairs": "many"}, "is damaged"),
    ):
        file.write_text(json.dumps({**text, **change}))
        with pytest.raises(UserError, match=words):
            TournamentFolder.open(folder.path)
    file.write_text("{")
    with pytest.raises(UserError, match="is damaged"):
        TournamentFolder.open(folder.path)


def test_going_on_under_other_rules_players_or_starts_is_refused(tmp_path, lazy, monkeypatch):
    source = tmp_path / "field.yaml"
    source.write_text(scenario.find("toybook", "alliance").read_text())
    manifest = manifests.draw_up(
        ["fierce", f"{lazy}:Last"], [(str(source), scenario.load(source))], pairs=1, seed=1, starts=2
    )
    manifests.check(manifest, tmp_path)
    lazy.write_text(LAZY + "\n")
    with pytest.raises(UserError, match=r"last has changed since it was begun .*lazy\.py"):
        manifests.check(manifest, tmp_path)
    lazy.write_text(LAZY)
    source.write_text(re.sub(r"rounds: \d+", "rounds: 3", source.read_text()))
    with pytest.raises(UserError, match=r"scenario .* has changed"):
        manifests.check(manifest, tmp_path)
    old = msgspec.structs.replace(manifest.scenarios[0], rules="0123456789abcdef")
    with pytest.raises(UserError, match=r"other rules of toybook: 0123456789abcdef .*never mixed"):
        manifests.check(msgspec.structs.replace(manifest, scenarios=[old]), tmp_path)


def test_starts_are_drawn_once(tmp_path, monkeypatch):
    """A tournament asks for them again and again; changed text, another seed, count or rule are other starts."""
    source = tmp_path / "field.yaml"
    source.write_text(scenario.find("wfrp1", "tiny_random").read_text())
    drawn = []
    real = manifests.scenarios.pool
    monkeypatch.setattr(manifests.scenarios, "pool", lambda *given, **how: drawn.append(how) or real(*given, **how))
    manifest = manifests.draw_up(
        ["charge", "trained:wfrp1"], [(str(source), scenario.load(source))], pairs=2, seed=1, starts=3
    )
    assert len(manifest.open_pool(manifest.scenarios[0])) == 3 and len(drawn) == 1
    others = [(4, 1, None), (3, 2, None), (3, 1, {"parry.shield.shield_parry_bonus": 10})]
    for starts, seed, rules in others:
        manifests.open_pool_of(str(source), "wfrp1", starts, seed, rules)
    assert len(drawn) == 4
    source.write_text(source.read_text().replace("description: ", "description: Changed. "))
    manifests.open_pool_of(str(source), "wfrp1", 3, 1)
    assert len(drawn) == 5


# --- standings


def test_a_summary_is_json_without_names_left_out(folder):
    pairs = Pairs.of(play_all(folder, all_chunks(folder.manifest)))
    summary, ranking = write_summary(folder, pairs)
    found = json.loads(summary.read_text())
    assert [row["player"] for row in found["ranking"]] == ["fierce", "random"]
    assert found["games"] == 10 and found["scenarios"][0]["scenario"] == "toybook/alliance"
    rows = parquet.read_table(ranking).to_pylist()
    assert rows[0]["player"] == "fierce" and rows[0]["low"] <= rows[0]["rating"] <= rows[0]["high"]


def test_there_is_a_ranking_at_every_moment():
    manifest = manifest_of(("random", "fierce"), pairs=5)
    for count in range(4):
        pairs = Pairs.of([Arena(manifest).play(chunk) for chunk in all_chunks(manifest)[:count]])
        standing = standing_of(manifest, pairs)
        assert len(standing.ranking) == 2
        json.dumps(standing.as_dict(manifest), allow_nan=False)
    assert standing.ratings.high[0] - standing.ratings.low[0] < 2000


# --- processes


def command(*arguments, folder):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"}
    return subprocess.Popen(
        [sys.executable, "-m", "tactica.experiments.cli", *map(str, arguments)],
        env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def wait_for_files(games: Path, count: int, process) -> None:
    until = time.monotonic() + 600
    while len(list(games.glob("*.parquet"))) < count:
        assert process.poll() is None, process.stdout.read()
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture(scope="module")
def undisturbed():
    """A tournament of real rules, played at one go in this process."""
    manifest = manifests.draw_up(
        ["random", "charge", "shoot"], [("wfrp1/tiny", scenario.load("wfrp1/tiny"))], pairs=7, seed=5
    )
    arena = Arena(manifest)
    return Pairs.of(arena.play(chunk) for chunk in all_chunks(manifest))


@pytest.mark.slow
@pytest.mark.interpreted_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_and_gone_on_with_nothing_is_lost_or_played_twice(tmp_path, jobs, undisturbed):
    out = tmp_path / "out"
    begun = command("tournament", "random", "charge", "shoot", "-s", "tiny", "--ruleset", "wfrp1", "--pairs", 7, "--seed",
                    5, "--jobs", jobs, "--out", out, "--no-page", folder=tmp_path)  # fmt: skip
    wait_for_files(out / "games", 3, begun)
    begun.send_signal(signal.SIGKILL)
    begun.communicate(timeout=60)
    kept = {file: (file.stat().st_ino, file.read_bytes()) for file in (out / "games").glob("*.parquet")}
    assert 3 <= len(kept) < 12
    torn = min(kept)
    torn.write_bytes(kept.pop(torn)[1][:-9])  # what a crash of the machine might leave
    done = command("tournament", "--resume", out, "--jobs", jobs, "--no-page", folder=tmp_path)
    said = done.communicate(timeout=300)[0]
    assert done.returncode == 0, said
    assert f"of {undisturbed.games} games were already played" in said and "is damaged" in said
    for file, (number, data) in kept.items():
        assert file.stat().st_ino == number and file.read_bytes() == data
    folder = TournamentFolder.open(out)
    found, damaged = folder.finished(all_chunks(folder.manifest))
    assert not damaged
    same(undisturbed, Pairs.of(found[number] for number in sorted(found)))


@pytest.mark.slow
@pytest.mark.interpreted_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_says_how_to_go_on(tmp_path, jobs):
    out = tmp_path / "out"
    begun = command("tournament", "charge", "shoot", "-s", "tiny", "--ruleset", "wfrp1", "--pairs", 600, "--jobs", jobs,
                    "--out", out, "--no-page", folder=tmp_path)  # fmt: skip
    wait_for_files(out / "games", 2, begun)
    begun.send_signal(signal.SIGINT)
    said = begun.communicate(timeout=120)[0]
    assert begun.returncode == 130, said
    assert f"to continue: tactica tournament --resume {out}" in said and "Traceback" not in said
    folder = TournamentFolder.open(out)
    found, damaged = folder.finished(all_chunks(folder.manifest))
    assert len(found) >= 2 and not damaged and f"stopped after {Pairs.of(found.values()).games} of 1,200 games" in said
