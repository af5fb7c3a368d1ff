"""``tactica benchmark dataset``: games recorded for offline learning, and the cloning that learns from them."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)

from tactica.envs.engine.spaces import Layout
from tactica.experiments.benchmark import recording, tasks
from tactica.experiments.commands import dataset as command
from tactica.experiments.tournament.watching import Stopped, Watch
from tactica.experiments.training import datasets

minari = pytest.importorskip("minari", reason="the extra data is not installed")
pytest.importorskip("h5py", reason="the extra data is not installed")

pytestmark = [pytest.mark.compiled_only]

FIELD = ["random", "knight"]
TINY = f"""\
version: v7
seed: 3
kinds:
  tiny: {{asks: Win., train_on: [tiny, tiny_random], scenarios: [duel], pairs: 1, search_pairs: 1}}
  alone: {{asks: Win., scenarios: [tiny], pairs: 1, search_pairs: 1}}
  house-rules: {{asks: Win., scenarios: [tiny], pairs: 1, search_pairs: 1, changes_rules: true}}
rulesets:
  wfrp1:
    field: [{", ".join(FIELD)}]
    training: [charger, guardian]
    house_rules: [{{parry.shield.shield_parry_bonus: 0}}]
"""
BOTH = """\
version: two
seed: 3
kinds:
  small: {asks: Win., scenarios: [small], pairs: 1, search_pairs: 1}
rulesets:
  wfrp1: {field: [knight], training: [charger]}
  tow: {field: [line], training: [charger]}
books: {asks: All., of: small}
"""
NAME = "tactica/wfrp1-tiny/mixed-v7"
PLAYERS = ("charge", "search:2", "trained:wfrp1")


@pytest.fixture
def tiny(tmp_path):
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    return file


def recorded(tiny, *words, task="wfrp1/tiny", games=4, expect=0):
    return run("benchmark", "dataset", task, "--suite", tiny, "--games", games, "--out", "data", *words, expect=expect)


def planned(tiny, folder, **changes):
    """A plan of a small dataset."""
    given = {"games": 3, "seed": 1, "dither": 0.0, "name": None, "players": PLAYERS, **changes}
    (plan,) = command.plans_for(
        tasks.load(str(tiny)), "wfrp1/tiny", given["players"], given["games"], given["seed"], given["dither"], given["name"],
        folder, "tactica",
    )  # fmt: skip
    return plan


def opened(name=NAME, folder="data"):
    return minari.MinariDataset(Path(folder) / name / "data")


def notes_of(data):
    return list(data.storage.get_episode_metadata(range(data.total_episodes)))


def arrays_of(data):
    """Everything that is recorded, as bytes."""
    found = [
        [*(one.observations[part].tobytes() for part in sorted(one.observations)), one.actions.tobytes(), one.rewards.tobytes()]
        for one in data
    ]  # fmt: skip
    return found, [{key: str(value) for key, value in note.items()} for note in notes_of(data)]


# --- what is recorded


def test_games_are_whole_legal_and_play_again(tiny):
    said = recorded(tiny, *(word for one in PLAYERS for word in ("-b", one)), "--dither", 0.2, games=6)
    assert "Recorded 18 games" in said and "tactica train RECIPE --set clone.dataset=data/tactica" in said
    data, notes = opened(), notes_of(opened())
    assert data.total_episodes == 18 and data.total_steps == sum(len(one) for one in data)
    assert data.observation_space == data.recover_environment().observation_space
    for game, note in zip(data, notes, strict=True):
        n = len(game)
        mask = game.observations["action_mask"]
        assert all(len(array) == n + 1 for array in game.observations.values())
        assert mask[np.arange(n), game.actions].all() and not mask[n].any()
        assert (game.terminations | game.truncations).tolist() == [False] * (n - 1) + [True]
        assert not game.rewards[:-1].any() and note["points"] == (game.rewards[-1] + 1) / 2
        assert note["opponent"] in ("charger", "guardian")
        env = data.recover_environment(slot=int(note["slot"]))
        seen, info = env.reset(seed=note["seed"])
        assert (info["seat"], info["row"]) == (note["seat"], note["row"])
        for k, action in enumerate(game.actions):
            assert all((seen[part] == game.observations[part][k]).all() for part in seen)
            seen, reward, ended, cut, info = env.step(action)
            assert (reward, ended, cut) == (game.rewards[k], game.terminations[k], game.truncations[k])
        assert (info["rounds"], info["result"]) == (note["rounds"], note["result"])
    for player in PLAYERS:
        seats = [note["seat"] for note in notes if note["player"] == player]
        assert seats in ([0, 1] * 3, [1, 0] * 3)
    assert {note["scenario"] for note in notes} == {"tiny", "tiny_random"}
    assert len({note["slot"] for note in notes}) == 18


def test_the_layout_covers_all_starts_of_both_splits_and_the_evaluation_environment_has_it(tiny):
    recorded(tiny, "-b", "charge", games=1, task="wfrp1/tiny")
    data = opened("tactica/wfrp1-tiny/charge-v7")
    env, judge = data.recover_environment(), data.recover_environment(eval_env=True)
    assert env.unwrapped.layout == judge.unwrapped.layout and env.unwrapped.layout.mirror
    assert judge.spec.kwargs["split"] == "eval" and env.spec.kwargs["split"] == "train"
    changed = {**env.spec.kwargs["layout"], "mirror": False}
    with pytest.raises(ValueError, match="hash"):
        Layout.from_dict(changed)


def test_opponents_and_usual_players_are_not_of_the_field(tiny):
    recorded(tiny, games=1)
    notes = notes_of(opened())
    assert [note["player"] for note in notes] == ["charger", "guardian", "trained:wfrp1", "search:20"]
    assert not {note["opponent"] for note in notes} & set(FIELD)


def test_house_rules_are_recorded_under_the_rules_of_the_book(tiny):
    recorded(tiny, "-b", "charge", games=2, task="wfrp1/house-rules")
    recorded(tiny, "-b", "charge", games=2, task="wfrp1/alone")
    with_rules, without = (arrays_of(opened(f"tactica/wfrp1-{kind}/charge-v7")) for kind in ("house-rules", "alone"))
    assert with_rules == without


def test_the_same_seed_records_the_same_whatever_runs_side_by_side(tiny, tmp_path):
    found = []
    for abreast in (1, 4, 64):
        plan = planned(tiny, tmp_path / str(abreast), dither=0.3)
        recording.record(plan, Watch(), abreast)
        found.append(arrays_of(opened(folder=tmp_path / str(abreast))))
    assert found[0] == found[1] == found[2]
    recording.record(planned(tiny, tmp_path / "other", seed=2), Watch())
    assert arrays_of(opened(folder=tmp_path / "other"))[0] != found[0][0]


def test_random_decisions_are_as_many_as_asked_for(tiny, tmp_path):
    for dither in (0.0, 1.0):
        recording.record(
            planned(tiny, tmp_path / str(dither), players=("charge",), dither=dither, name="a-v0"), Watch()
        )
    calm, wild = (opened("a-v0", tmp_path / str(dither)) for dither in (0.0, 1.0))
    assert [game.actions.tolist() for game in calm] != [game.actions.tolist() for game in wild]


def test_the_datasheet_and_the_metadata_say_how_to_repeat_it(tiny):
    words = ["-b", "charge", "-b", "knight", "--dither", 0.25, "--name", "mine/first-v3", "--json", "made.json"]
    recorded(tiny, *words, games=2)
    data = opened("mine/first-v3")
    about = data.storage.metadata["tactica"]
    players, how = "--player charge --player knight", "--games 2 --seed 1 --dither 0.25 --name mine/first-v3"
    wanted = f"tactica benchmark dataset wfrp1/tiny {players} {how} --suite {tiny}"
    assert about["command"] == wanted and about["benchmark"] == "v7" and len(about["rules"]) == 16
    text = (Path("data") / "mine" / "first-v3" / "datasheet.md").read_text()
    assert (
        f"$ {wanted}\n" in text
        and about["rules"] in text
        and about["checksum"] in text
        and "25% of the decisions" in text
    )
    assert "these players are: knight" in text
    for note in ("Scenarios: ", "Opponents: ", "Seats: ", "Results: "):
        assert note in text
    (made,) = json.loads(Path("made.json").read_text())
    rows = {one["player"]: one for one in made["players"]}
    own = [len(one) for one, note in zip(data, notes_of(data), strict=True) if note["player"] == "knight"]
    assert rows["knight"]["decisions"] == sum(own) and f"| `knight` | 2 | {sum(own):,} |" in text
    assert data.storage.metadata["description"] in text


def test_a_task_of_several_rulesets_makes_a_dataset_of_each(tmp_path):
    suite = tmp_path / "both.yaml"
    suite.write_text(BOTH)
    assert "write RULESET in --name" in recorded(suite, "--name", "mine-v0", task="books", expect=2)
    recorded(suite, "-b", "guardian", games=1, task="books")
    for slug in ("wfrp1", "tow"):
        data = opened(f"tactica/{slug}-books/guardian-v0")
        assert data.storage.metadata["tactica"]["ruleset"] == slug and data.total_episodes == 1


# --- what is refused


def test_what_cannot_be_recorded_is_refused_before_anything_is_played(tiny, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text("def mine(observation, mask, rng):\n    return mask.argmax(1)\n")
    assert "mine.py:mine plays in Python" in recorded(tiny, "-b", "mine.py:mine", expect=2)
    assert "two players are called charge" in recorded(tiny, "-b", "charge", "-b", "charge", expect=2)
    assert "did you mean 'charge'" in recorded(tiny, "-b", "chargee", expect=2)
    assert "is not a valid name for a dataset" in recorded(tiny, "--name", "../mine", expect=2)
    assert not Path("data").exists()
    recorded(tiny, "-b", "charge", games=1)
    before = arrays_of(opened("tactica/wfrp1-tiny/charge-v7"))
    assert "exists; name another dataset with --name" in recorded(tiny, "-b", "charge", games=1, expect=2)
    assert arrays_of(opened("tactica/wfrp1-tiny/charge-v7")) == before
    monkeypatch.setitem(sys.modules, "minari", None)
    assert 'datasets need Minari: pip install "tactica[data]"' in recorded(tiny, "--name", "b-v0", expect=2)


@pytest.mark.parametrize("left", [0, 1 << 17])
def test_a_full_disk_is_refused_before_it_is_written_to(tiny, monkeypatch, left):
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: real(path)._replace(free=left))
    said = recorded(tiny, "-b", "charge", expect=2)
    assert "wfrp1-tiny/charge-v7: cannot be written: No space left on device" in said
    assert not list(Path("data").iterdir())


@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_a_stopped_recording_leaves_nothing(tiny, monkeypatch, error):
    def show(self, done):
        raise error

    monkeypatch.setattr(Watch, "show", show)
    monkeypatch.setattr("tactica.experiments.commands.exploit.bars", lambda: _Still())
    said = recorded(tiny, "-b", "charge", expect=130)
    assert "stopped; nothing of tactica/wfrp1-tiny/charge-v7 is saved" in said
    assert not list(Path("data").iterdir())


class _Still(Watch):
    def __enter__(self):
        return self

    def __exit__(self, *what):
        pass


def test_minari_finds_it_where_it_looks(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    run("benchmark", "dataset", "wfrp1/tiny", "--suite", tiny, "--games", 1, "-b", "charge")
    assert list(minari.list_local_datasets()) == ["tactica/wfrp1-tiny/charge-v7"]
    assert minari.load_dataset("tactica/wfrp1-tiny/charge-v7").total_episodes == 1
    assert datasets.GameDataset.open("tactica/wfrp1-tiny/charge-v7").players == ("charge",)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["minari", "tiny.yaml"]


# --- learning from it

RECIPE = """\
ruleset: wfrp1
scenarios: {tiny: 1, tiny_random: 1}
network: {width: 8, trunk: 12, cell_width: 6}
clone: {teacher: charger, epochs: 4, learning_rate: 0.01}
ppo: {generations: 2, frames: 64, envs: 8, steps: 8, batch: 32}
league: {anchors: [random]}
evaluation: {pairs: 2, finalists: 1, final_pairs: 2, still_pairs: 0}
"""


@pytest.fixture
def recipe(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib", reason="the extra train is not installed")
    from tactica.experiments.training import cloning

    monkeypatch.setattr(cloning, "BLOCK", 256)
    monkeypatch.setattr(cloning, "BATCH", 64)
    file = tmp_path / "learn.yaml"
    file.write_text(RECIPE)
    return file


def learnt(recipe, out, *settings, expect=0):
    words = [word for one in ("ppo.generations=0", *settings) for word in ("--set", one)]
    return run("train", recipe, "--out", out, *words, expect=expect)


def test_a_clone_learns_from_a_dataset_and_is_the_same_each_time(tiny, recipe):
    recorded(tiny, "-b", "charger", "-b", "guardian", "--name", "both-v0", games=20)
    setting = "clone.dataset=data/both-v0"
    said = learnt(recipe, "one", setting)
    assert "The best network is clone." in said
    learnt(recipe, "two", setting)
    first, second = (Path(run) / "generations" / "clone.safetensors" for run in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    (line,) = [json.loads(text) for text in Path("one/log.jsonl").read_text().splitlines()]
    learnt(recipe, "few", setting, "clone.decisions=1", "clone.epochs=1", "clone.learning_rate=0.000001")
    (early,) = [json.loads(text) for text in Path("few/log.jsonl").read_text().splitlines()]
    assert line["loss"] < early["loss"] and line["agreement"] > early["agreement"] + 0.2
    found = datasets.GameDataset.open("data/both-v0")
    learning, apart = found.divided([], 5)
    assert sorted(learning + apart) == list(range(40)) and len(apart) == 4
    assert line["decisions"] <= found.data.total_steps and early["decisions"] == 1
    learnt(recipe, "some", setting, "clone.players=[guardian]")
    assert (Path("some") / "generations" / "clone.safetensors").read_bytes() != first.read_bytes()


def test_lessons_are_the_decisions_of_the_games_with_their_results(tiny, recipe):
    from tactica.experiments.training.cloning import recorded_lessons

    recorded(tiny, "-b", "charger", "--name", "one-v0", games=12)
    found = datasets.GameDataset.open("data/one-v0")
    games = list(found.data)
    wanted = np.concatenate([one.actions for one in games])
    for most, count in ((10**6, len(wanted)), (300, min(300, len(wanted))), (1, 1)):
        blocks = list(recorded_lessons(found, range(12), most))
        assert [len(one.answers) for one in blocks[:-1]] == [256] * (len(blocks) - 1)
        assert (np.concatenate([one.answers for one in blocks]) == wanted[:count]).all()
        rewards = np.concatenate([np.full(len(one), one.rewards[-1], np.float32) for one in games])
        assert (np.concatenate([one.results for one in blocks]) == rewards[:count]).all()
        masks = np.concatenate([one.mask for one in blocks])
        assert masks[np.arange(count), wanted[:count]].all() and masks.dtype == np.int8


def test_datasets_that_do_not_fit_are_refused_in_one_sentence(tiny, recipe):
    recorded(tiny, "-b", "charger", "--name", "one-v0", games=3)
    recorded(tiny, "-b", "charger", "--name", "single-v0", games=1)
    setting = "clone.dataset=data/one-v0"
    assert "no dataset 'none-v0'" in learnt(recipe, "run", "clone.dataset=none-v0", expect=2)
    assert "has no games of 'raptor'; it has: charger" in learnt(
        recipe, "run", setting, "clone.players=[raptor]", expect=2
    )
    assert "has one game; two are needed" in learnt(recipe, "run", "clone.dataset=data/single-v0", expect=2)
    assert "has games of wfrp1, not of tow" in learnt(
        recipe, "run", setting, "ruleset=tow", "scenarios={small: 1}", expect=2
    )
    said = learnt(recipe, "run", setting, "scenarios={small: 1}", expect=2)
    assert "does not fit, with scenarios tiny, tiny_random: layouts differ: " in said
    file = Path("data/one-v0/data/main_data.hdf5")
    data = file.read_bytes()
    file.write_bytes(data[:-1])
    assert "is damaged or was changed: its checksum does not match" in learnt(recipe, "run", setting, expect=2)
    file.write_bytes(data)
    about = file.with_name("metadata.json")
    text = about.read_text()
    about.write_text(text[:100])
    assert "the dataset data/one-v0 is damaged" in learnt(recipe, "run", setting, expect=2)
    found = json.loads(text)
    del found["tactica"]
    about.write_text(json.dumps(found))
    assert "was not recorded by tactica benchmark dataset" in learnt(recipe, "run", setting, expect=2)
    shutil.rmtree("data/single-v0/data")
    assert "no dataset 'data/single-v0'" in learnt(recipe, "run", "clone.dataset=data/single-v0", expect=2)
    assert not Path("run").exists()
