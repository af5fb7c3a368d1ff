"""``tactica compare``: verdicts, the same record whatever was interrupted, and starts and dice that training never sees."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)
from test_tournament import LAZY

import tactica
from tactica.agents.players import PlayerError
from tactica.envs import scenario
from tactica.envs.engine.networks import Network, shapes_of
from tactica.envs.engine.policies import UnknownPolicy
from tactica.envs.engine.pools import EVALUATION_SEEDS, open_pool
from tactica.envs.engine.spaces import Layout
from tactica.experiments.common import UserError
from tactica.experiments.comparison import Comparison, compare, records, running
from tactica.experiments.comparison.trial import Trial, outcomes_of
from tactica.experiments.statistics import Sprt
from tactica.experiments.tournament.arena import Arena
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.plan import comparison_chunks
from tactica.experiments.tournament.store import TournamentFolder

ALLIANCE, BANNERS = "toybook/alliance", "toybook/banners"
TOY = ("fierce", "random", "-s", ALLIANCE)


@pytest.fixture
def lazy(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    return file


def record(path="."):
    return json.loads((Path(path) / "record.json").read_text())


# --- the plan


def test_every_pair_is_planned_once_and_evenly():
    for scenarios, pairs in ((1, 1), (1, 1000), (3, 7), (3, 500), (16, 40)):
        plan = list(comparison_chunks(scenarios, pairs))
        assert [chunk.number for chunk in plan] == list(range(len(plan)))
        played = [(chunk.scenario, chunk.first + k) for chunk in plan for k in range(chunk.size)]
        assert len(played) == len(set(played)) == scenarios * pairs
        done = np.zeros(scenarios, int)
        for round_no in range(plan[-1].round_no + 1):
            for chunk in plan:
                if chunk.round_no == round_no:
                    done[chunk.scenario] += chunk.size
            assert len(set(done.tolist())) == 1


def test_the_plan_does_not_depend_on_where_it_would_end():
    short, long = list(comparison_chunks(2, 100)), list(comparison_chunks(2, 1000))
    whole = [chunk for chunk in short if chunk.round_no < short[-1].round_no]
    assert whole == long[: len(whole)] != []


# --- verdicts


def test_a_stronger_player_is_accepted_at_once_and_the_weaker_one_rejected():
    found = compare("guardian", "random", "wfrp1/small")
    assert found.accepted and found.verdict == "accepted" and found.is_over and found.pairs < 100
    assert found.llr >= found.test.upper and found.low > 300 and found.share.value > 0.9
    assert found.sentence == "accepted: guardian is stronger than random"
    assert "guardian v random: accepted" in repr(found) and f"{found.pairs:,} pairs" in repr(found)
    found = compare("random", "guardian", "wfrp1/small")
    assert not found.accepted and found.verdict == "rejected" and found.high < -300


def test_a_player_is_not_accepted_as_stronger_than_itself():
    """Both games of each pair are the same game: nothing but ties."""
    found = compare("archer", "archer", "wfrp1/small")
    assert found.verdict == "rejected" and found.counts == (0, 0, found.pairs, 0, 0)
    assert found.players == ("archer (first)", "archer (second)") and found.low < 0 < found.high
    assert found.elo == pytest.approx(0, abs=1e-6)


def test_what_cannot_be_told_is_undecided():
    found = compare("shoot", "charge", "wfrp1/small", elo1=2, max_pairs=24)
    assert (found.verdict, found.is_over, found.pairs) == ("undecided", True, 24)
    assert found.sentence == "undecided: 24 pairs do not decide between a lead of 0 and of 2 Elo"


@pytest.mark.parametrize(("elo0", "elo1", "accepted", "rejected"), [
    (0, 20, "a is stronger than b", "a is not stronger than b by 20 Elo"),
    (10, 20, "a is stronger than b by more than 10 Elo", "a is not stronger than b by 20 Elo"),
    (-20, 0, "if a is weaker than b, then by less than 20 Elo", "a is weaker than b"),
    (-10, 10, "if a is weaker than b, then by less than 10 Elo", "a is not stronger than b by 10 Elo"),
    (-30, -10, "if a is weaker than b, then by less than 30 Elo", "a is weaker than b by more than 10 Elo"),
])  # fmt: skip
def test_the_sentence_claims_no_more_than_the_test(elo0, elo1, accepted, rejected):
    found = compare("guardian", "random", "wfrp1/small", max_pairs=24)
    asked = dataclasses.replace(found, players=("a", "b"), test=Sprt(elo0, elo1))
    for verdict, said in (("accepted", accepted), ("rejected", rejected)):
        assert dataclasses.replace(asked, verdict=verdict).sentence == f"{verdict}: {said}"


def test_several_scenarios_get_as_many_pairs_each():
    found = compare("fierce", "random", [ALLIANCE, BANNERS], max_pairs=41)
    assert found.places.keys() == {ALLIANCE, BANNERS}
    assert len({share.games for share in found.places.values()}) == 1 and found.pairs <= 40


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (("fierce", "firce"), {}, UnknownPolicy, "did you mean 'fierce'"),
        (("fierce", "none.py:X"), {}, PlayerError, "no such file"),
        (("fierce", object()), {}, TypeError, r"FILE.zip for a model, or FILE.py:Name"),
        (("fierce", "random"), {"elo1": -5}, ValueError, "elo0 < elo1"),
        (("fierce", "random"), {"alpha": 0.7}, ValueError, "between 0 and 0.5"),
        (("fierce", "random"), {"jobs": 0}, ValueError, "at least 1"),
        (("fierce", "random"), {"scenario": [ALLIANCE, BANNERS], "max_pairs": 1}, UserError, "at least one in each of the 2"),
        (("fierce", "random"), {"scenario": "toybook/alli"}, UserError, "alliance"),
    ],
)  # fmt: skip
def test_mistakes_say_what_is_allowed(arguments, options, error, words):
    with pytest.raises(error, match=words):
        compare(*arguments, **{"scenario": ALLIANCE, **options})


def test_it_is_public():
    assert tactica.compare is compare
    assert isinstance(tactica.compare("fierce", "random", ALLIANCE, max_pairs=4), Comparison)


# --- repetitions


def test_repetitions_count_once():
    manifest = running.draw_up("fierce", "random", [ALLIANCE], max_pairs=24)
    arena, trial = Arena(manifest), Trial(manifest)
    pairs = Pairs.of([arena.play(chunk) for chunk in trial.plan])
    assert outcomes_of(pairs).sum() == 24
    pairs.row[:] = np.arange(24) % 3  # three starts, and the pair of a start is always the same
    for name in ("results", "endings", "rounds", "decisions", "legal", "ranks"):
        array = getattr(pairs, name)
        array[:] = array[pairs.row]
    assert outcomes_of(pairs).sum() == 3
    np.testing.assert_array_equal(outcomes_of(pairs), np.bincount(4 - pairs.results[:3].sum(1), minlength=5))
    pairs.decisions[5, 0] += 1  # in one start chance took a part: all its pairs count
    assert outcomes_of(pairs).sum() == 2 + 8


class Frozen(Arena):
    """An arena without chance: the game of a start is always the same."""

    def play(self, chunk):
        played = super().play(chunk)
        for name in ("results", "endings", "rounds", "decisions", "legal", "ranks"):
            getattr(played, name)[:] = {"results": [0, 1]}.get(name, 1) if name != "ranks" else 1
        played.rows[:] = 0
        return played


def test_players_without_chance_prove_nothing_however_often_they_play(monkeypatch):
    monkeypatch.setattr("tactica.experiments.tournament.run.Arena", Frozen)
    found = compare("fierce", "random", ALLIANCE, starts=4)
    assert found.verdict == "undecided" and found.is_over and found.in_vain
    assert found.counts == (0, 0, 0, 1, 0) and found.distinct == 2 and 64 <= found.pairs < 100
    assert "same way each time" in found.sentence


# --- starts and dice that training never uses


def test_starts_are_those_of_evaluation():
    manifest = running.draw_up("charge", "random", ["wfrp1/small_random", "wfrp1/small"], starts=40, seed=3)
    arena = Arena(manifest)
    ours = {bytes(state) for state in without_numbers(arena.pool(0).states)}
    for seed in (0, 3):
        training = open_pool("wfrp1", "small_random", n=200, seed=seed)
        assert len(ours) == 40 and not ours & {bytes(state) for state in without_numbers(training.states)}
    same = open_pool("wfrp1", "small_random", n=40, seed=3, split="eval")
    assert {bytes(state) for state in without_numbers(same.states)} == ours
    assert all(battle.split == "eval" for battle in arena.pool(0).battles)


def without_numbers(states):
    """Starts without the rows of the pool they stand in."""
    found = states.copy()
    for name in ("pool_row", "field_row", "book_row"):
        found[name] = 0
    return np.asarray(found)


def test_seeds_of_games_are_none_that_environments_draw():
    manifest = running.draw_up("fierce", "random", [ALLIANCE, BANNERS], seed=7)
    seeds = {Arena(manifest).seed(chunk) for chunk in Trial(manifest).plan}
    assert len(seeds) == 2 and all(EVALUATION_SEEDS <= seed < 2 * EVALUATION_SEEDS for seed in seeds)
    envs = tactica.make_vec(ALLIANCE, 2)
    for given in (None, [1, 2], [3, 4], [5, 6], [2**63 - 1, 2**62]):
        for _ in range(8):
            envs._seeded = False
            envs.reset(seed=given)
            assert int(envs.batch.control["seed_base"][0]) < EVALUATION_SEEDS


# --- the record


def test_the_record_holds_what_the_games_depend_on(tmp_path, lazy):
    said = run(
        "compare", f"{lazy}:Chance", "random", "-s", ALLIANCE, "--max-pairs", 10, "--elo1", 30, "-o", "x", expect=1
    )
    assert "split eval" in said and "10 pairs" in said and "distinct" in said and "LLR" in said
    found = record("x")
    assert found["split"] == "eval" and found["seed"] == 0
    assert found["test"] == {"elo0": 0.0, "elo1": 30.0, "alpha": 0.05, "beta": 0.05, "max_pairs": 10}
    assert found["players"][0]["spec"] == "../lazy.py:Chance" and len(found["players"][0]["hashes"]["toybook"]) == 16
    assert {"rules", "layout", "content", "starts"} <= found["scenarios"][0].keys()
    assert found["versions"].keys() >= {"tactica", "numpy", "numba"}
    assert sum(found["result"]["pairs_by_points"]) <= found["result"]["pairs"] == 10
    assert str(tmp_path) not in (tmp_path / "x" / "record.json").read_text()


def test_one_command_plays_a_record_again(tmp_path, lazy):
    run("compare", f"{lazy}:Chance", "random", "-s", ALLIANCE, "-s", BANNERS, "--max-pairs", 12, "--seed", 5,
        "--json", "shipped/found.json", expect=1)  # fmt: skip
    moved = tmp_path / "elsewhere" / "shipped"
    moved.mkdir(parents=True)
    text = (tmp_path / "shipped" / "found.json").read_text()
    (moved / "found.json").write_text(text)
    (moved.parent / "lazy.py").write_text(LAZY)
    assert "the same 24 games as recorded" in run("compare", "--repeat", moved / "found.json")
    (finished,) = (tmp_path / "runs").rglob("*-again")
    assert "the same 24 games as recorded" in run("compare", "--repeat", moved / "found.json")
    assert Path(f"{finished}-2", "record.json").exists(), "played once more, not looked up"
    (moved / "found.json").write_text(re.sub('"games_digest": "....', '"games_digest": "0000', text))
    assert "checksum does not match" in run("compare", "--repeat", moved / "found.json", expect=2)
    text = re.sub(r',\s*"checksum": "\w+"', "", text)  # what says nothing of being whole is taken as it is
    (moved / "found.json").write_text(re.sub('"games_digest": "....', '"games_digest": "0000', text))
    assert "not as recorded" in run("compare", "--repeat", moved / "found.json", expect=1)
    (moved.parent / "lazy.py").write_text(LAZY + "\n")
    assert "has changed since" in run("compare", "--repeat", moved / "found.json", expect=2)
    (moved.parent / "lazy.py").write_text(LAZY)
    (moved / "found.json").write_text(re.sub('"rules": "....', '"rules": "0000', text))
    said = run("compare", "--repeat", moved / "found.json", "-o", "rules")
    assert "toybook: rules or players have changed since" in said and "the same 24 games as recorded" in said
    (moved / "found.json").write_text(re.sub('"content": "....', '"content": "0000', text))
    assert "changed since" in run("compare", "--repeat", moved / "found.json", expect=2)


def test_records_are_brought_over_where_the_games_are_the_same(tmp_path, capsys):
    run("compare", *TOY, "--max-pairs", 12, "--json", "found.json", expect=1)
    file = tmp_path / "found.json"
    text = file.read_text()
    assert records.main([str(file)]) == 0 and records.CURRENT in capsys.readouterr().out
    whole, text = text, re.sub(r',\s*"checksum": "\w+"', "", text)  # what was recorded before there were checksums
    for key in ("rules", "content", "layout"):
        file.write_text(re.sub(f'"{key}": "[0-9a-f]{{4}}', f'"{key}": "0000', text))
        assert records.main([str(file)]) == 0 and records.SAME in capsys.readouterr().out
    assert json.loads(file.read_text()) == json.loads(whole)
    other = re.sub('"games_digest": "....', '"games_digest": "0000', re.sub('"rules": "....', '"rules": "0000', text))
    file.write_text(other)
    assert records.main([str(file)]) == 1 and records.OTHER in capsys.readouterr().out
    assert file.read_text() == other
    assert records.main([str(file), "--anew"]) == 0 and records.OTHER in capsys.readouterr().out
    assert json.loads(file.read_text()) == json.loads(whole)
    assert records.main([str(tmp_path / "none.json")]) == 1 and "none.json" in capsys.readouterr().out

    changed = json.loads(text)
    changed["players"][0]["hashes"]["toybook"] = "another player"
    file.write_text(json.dumps(changed))
    assert records.main([str(file)]) == 1 and "has changed since" in capsys.readouterr().out
    assert records.main([str(file), "--anew"]) == 0 and records.SAME in capsys.readouterr().out
    assert json.loads(file.read_text()) == json.loads(whole), "a player of another hash is played again, too"


@pytest.mark.parametrize("how", ["", ":sampled"])
def test_a_record_of_a_network_is_played_from_its_own_folder(tmp_path, monkeypatch, how):
    layout = Layout.covering("toybook", open_pool("toybook", "alliance").states, mirror=True)
    weights = {name: np.zeros(shape, np.float32) for name, shape in shapes_of(layout, 4, 4, 4).items()}
    Network("blank", layout, weights, (4, 4, 4)).save(tmp_path / "nets" / "blank.safetensors")
    run(
        "compare",
        f"nets/blank.safetensors{how}",
        "random",
        "-s",
        ALLIANCE,
        "--max-pairs",
        4,
        "--json",
        "nets/found.json",
        expect=1,
    )
    (tmp_path / "away").mkdir()
    monkeypatch.chdir(tmp_path / "away")
    assert "the same 8 games as recorded" in run("compare", "--repeat", "../nets/found.json")


def test_jobs_and_interruptions_change_nothing(tmp_path):
    wanted = ("charge", "shoot", "-s", "wfrp1/tiny", "-s", "wfrp1/small", "--elo1", 60, "--seed", 2)
    run("compare", *wanted, "-o", "one", expect=1)
    run("compare", *wanted, "-o", "two", "--jobs", 2, expect=1)
    whole = (tmp_path / "one" / "record.json").read_bytes()
    assert (tmp_path / "two" / "record.json").read_bytes() == whole
    assert names_in(tmp_path / "one") == names_in(tmp_path / "two")  # nothing beyond the end is kept
    assert json.loads(whole)["result"]["verdict"] == "rejected"
    for kept in (0, 3, 7):
        for number, file in enumerate(sorted((tmp_path / "one" / "games").iterdir())):
            if number >= kept or number == 1:
                file.unlink()
        (tmp_path / "one" / "record.json").unlink()
        run("compare", "--resume", "one", expect=1)
        assert (tmp_path / "one" / "record.json").read_bytes() == whole
    assert "pairs were already played" in run(
        "compare", *wanted, "-o", "one", expect=1
    )  # the same command goes on, too
    assert (tmp_path / "one" / "record.json").read_bytes() == whole


def names_in(folder):
    return sorted(file.name for file in (folder / "games").iterdir())


def test_ctrl_c_keeps_what_is_known_and_resume_goes_on(tmp_path):
    wanted = ["charge", "shoot", "-s", "wfrp1/small", "--elo1", "3", "--max-pairs", "6000"]
    begun = subprocess.Popen(
        [sys.executable, "-m", "tactica.experiments.cli", "compare", *wanted, "-o", "x"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    until = time.monotonic() + 600
    while len(list((tmp_path / "x" / "games").glob("*.parquet"))) < 12:
        assert begun.poll() is None, begun.stdout.read()
        assert time.monotonic() < until
        time.sleep(0.01)
    begun.send_signal(signal.SIGINT)
    said = begun.communicate(timeout=120)[0]
    assert begun.returncode == 130, said
    assert "to continue: tactica compare --resume x" in said and "LLR" in said and "Traceback" not in said
    early = record(tmp_path / "x")["result"]
    assert early["verdict"] == "undecided" and not early["is_over"] and 0 < early["pairs"] < 6000
    run("compare", "--resume", "x", expect=1)
    run("compare", *wanted, "-o", "y", expect=1)
    assert (tmp_path / "x" / "record.json").read_bytes() == (tmp_path / "y" / "record.json").read_bytes()
    assert record(tmp_path / "x")["result"]["pairs"] > early["pairs"]


# --- the command


def test_exit_codes_and_words(tmp_path):
    said = run("compare", *TOY, "--json", "found.json", expect=0)
    assert "accepted: fierce is stronger than random" in said and "expect about 800 to 1,300 pairs" in said
    assert json.loads((tmp_path / "found.json").read_text())["result"]["verdict"] == "accepted"
    folder = next((tmp_path / "runs" / "compare").iterdir())
    assert folder.name.startswith("fierce-v-random-") and TournamentFolder.open(folder).manifest.test.split == "eval"
    said = run("compare", "random", "fierce", "-s", ALLIANCE, expect=1)
    assert "rejected: random is not stronger than fierce by 20 Elo" in said


def test_players_who_fail_are_told(lazy):
    said = run("compare", f"{lazy}:Fails", "random", "-s", ALLIANCE, "--elo1", 200, "--max-pairs", 60, expect=1)
    assert re.search(r"fails forfeited \d+ games", said) and "rejected" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fierce"], "two players, A and B"),
        (["fierce", "firce", "-s", ALLIANCE], "did you mean 'fierce'"),
        ([*TOY, "--elo0", "5", "--elo1", "5"], "elo0 < elo1"),
        ([*TOY, "--beta", "0.6"], "Invalid value for '--beta'"),
        ([*TOY, "-s", ALLIANCE], "listed twice"),
        ([*TOY, "--layout", "huge"], "auto, small, standard, full"),
        (["fierce", "random", "-s", ALLIANCE, "-s", BANNERS, "--max-pairs", "1"], "at least one in each of the 2"),
        (["--resume", "nowhere"], "is not the folder of a tournament"),
        (["--resume", "nowhere", "--elo1", "5"], "leave out --elo1"),
        (["--repeat", "nowhere.json", "--seed", "5"], "leave out --seed"),
        (["--repeat", "nowhere.json"], "cannot be read"),
    ],
)
def test_mistakes_of_the_user(arguments, words):
    assert words in run("compare", *arguments, expect=2)


def test_folders_are_not_mixed_up(tmp_path):
    run("compare", *TOY, "-o", "x")
    assert "has games with a different player" in run("compare", *TOY, "--seed", 1, "-o", "x", expect=2)
    for command in (("tournament", "--resume", "x"), ("report", "x")):
        assert "holds a comparison: continue it with tactica compare --resume x" in run(*command, expect=2)
    run("tournament", "fierce", "random", "-s", ALLIANCE, "--pairs", 1, "--no-page", "-o", "t")
    assert "holds a tournament" in run("compare", "--resume", "t", expect=2)
    (tmp_path / "bad.json").write_text("{}")
    assert "no record of a comparison" in run("compare", "--repeat", "bad.json", expect=2)


def test_rules_changed_are_kept_and_told():
    said = run("compare", *TOY, "--rule", "orders.speed.speed_dice=1", "-o", "x")
    assert "orders.speed.speed_dice = 1" in said and record("x")["rules"] == {"orders.speed.speed_dice": 1}
    assert "the same" in run("compare", "--repeat", "x/record.json")


def test_a_sequence_of_scenarios_of_files(tmp_path):
    (tmp_path / "mine.yaml").write_text(scenario.find("toybook", "alliance").read_text())
    found = compare("fierce", "random", str(tmp_path / "mine.yaml"), folder=tmp_path / "x", max_pairs=8)
    assert record("x")["scenarios"][0]["source"] == "../mine.yaml" and found.test == Sprt()
