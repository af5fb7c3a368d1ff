"""Trained models as players: fakes everywhere, real ones where Stable-Baselines3 is installed."""

from __future__ import annotations

import gc
import pickle
import time
import weakref

import gymnasium
import numpy as np
import pytest
from pupils import Forgetful, Pupil, Rememberer

import toybook
from tactica.agents.models import ModelPolicy
from tactica.agents.pairing import MOST_SEED, paired_points
from tactica.agents.players import PlayerError, absolute, load_player, player_file, player_hash, player_name
from tactica.envs import make, make_vec, play_games, scenario
from tactica.envs.engine import rollouts
from tactica.envs.engine.policies import RandomLegal
from tactica.envs.engine.spaces import Layout, LayoutMismatch

TOY = toybook.RULESET
quiet = pytest.mark.filterwarnings("ignore")  # what the libraries say of themselves


def layout_of(name="alliance", **options):
    return Layout.covering(TOY, scenario.pool("toybook", name).states, **options)


def policy_of(kind, layout=None, **options):
    layout = layout or layout_of()
    return ModelPolicy(kind(layout.observation_space, layout.action_space), **options)


def games_of(policy, games=6, **options):
    found = play_games(
        "toybook", "alliance", policies=(policy, "fierce"), games=games, seed=3, on_error="raise", **options
    )
    return found.ranks.tolist(), found.decisions.tolist()


def test_the_seeds_of_the_callback_are_those_that_can_be_played():
    learned = pytest.importorskip("tactica.agents.learned", reason="needs Stable-Baselines3")
    callback = learned.PairedEvaluation("toybook", "alliance", ["random"], seed=MOST_SEED)
    assert len(paired_points(TOY, callback.pool, "random", "random", 2, callback.seed)) == 2
    with pytest.raises(ValueError, match=r"^seed=\d+: allowed: whole numbers in 0\.\.18,446,742,974,197,923,839$"):
        learned.PairedEvaluation("toybook", "alliance", ["random"], seed=MOST_SEED + 1)


# --- what it is made of


def test_a_model_says_the_layout_it_was_trained_with():
    layout = layout_of(mirror=True)
    policy = policy_of(Pupil, layout)
    assert policy.layout == layout and policy.layout.mirror
    assert ModelPolicy(policy.model, layout).layout == layout


def test_the_layout_of_a_checkpoint_survives_saving_and_the_libraries_wrappers():
    env = gymnasium.wrappers.TimeLimit(make("toybook/alliance", mirror=True), 100)
    envs = make_vec("toybook/alliance", 2, mirror=True)
    for space in (env.action_space, pickle.loads(pickle.dumps(env.action_space)), envs.single_action_space):
        assert Layout.of_space(space) == envs.layout
    assert Layout.of_space(gymnasium.spaces.Discrete(5)) is None


def test_a_model_of_another_layout_is_refused():
    layout = layout_of(mirror=True)
    pupil = Pupil(layout.observation_space, layout.action_space)
    with pytest.raises(LayoutMismatch, match=r"model was trained with another layout: .*mirror was True, is False"):
        ModelPolicy(pupil, layout_of())
    stale = pickle.loads(pickle.dumps(layout.action_space))
    stale.layout["features"] = stale.layout["features"][:-1]
    with pytest.raises(LayoutMismatch, match=r"old was trained with another layout: .*features now has"):
        ModelPolicy(Pupil(layout.observation_space, stale), name="old")
    stale = pickle.loads(pickle.dumps(layout.action_space))
    stale.layout["hash"] = "0" * 16
    with pytest.raises(LayoutMismatch, match=rf"hash was 0000000000000000, is {layout.hash}"):
        ModelPolicy(Pupil(layout.observation_space, stale))
    silent = gymnasium.spaces.Discrete(layout.n)
    with pytest.raises(ValueError, match="does not say what layout it was trained with; give layout="):
        ModelPolicy(Pupil(layout.observation_space, silent))
    assert ModelPolicy(Pupil(layout.observation_space, silent), layout).layout == layout
    with pytest.raises(LayoutMismatch, match=r"other observations: flat \(7,\), here"):
        ModelPolicy(Pupil(gymnasium.spaces.Box(-1, 1, (7,)), layout.action_space))


def test_a_model_of_flat_observations_of_another_scale_is_refused():
    """Numbers far beyond their typical size were once shown in proportion; what learnt from these would see others now."""
    layout = Layout.named("toybook", "full")
    low, high = layout.flat_space.low, layout.flat_space.high
    ModelPolicy(Pupil(layout.flat_space, layout.action_space))
    with pytest.raises(LayoutMismatch, match="flat observations of another scale; train it again"):
        ModelPolicy(Pupil(gymnasium.spaces.Box(low, high * 2, dtype=np.float32), layout.action_space))


def test_it_is_shown_what_it_was_trained_with():
    """The dict of one interface or of another, or one flat vector."""
    layout = layout_of()
    whole = layout.observation_space
    fewer = gymnasium.spaces.Dict({name: whole[name] for name in ("grid", "units", "context")})
    for space, names in ((whole, {"grid", "units", "context", "action_mask"}), (fewer, {"grid", "units", "context"})):
        policy = ModelPolicy(Pupil(space, layout.action_space))
        games_of(policy, 1)
        assert all(set(seen) == names for seen in policy.model.seen)
    policy = ModelPolicy(Pupil(layout.flat_space, layout.action_space))
    games_of(policy, 1)
    assert all(seen.shape[1:] == (layout.flat_size,) and seen.dtype == np.float32 for seen in policy.model.seen)


# --- how it plays


def test_a_frozen_copy_stays_as_it_is():
    policy = policy_of(Pupil, name="learner")
    frozen = policy.frozen("generation 1")
    before = games_of(frozen)
    assert games_of(policy) == before and (policy.name, frozen.name) == ("learner", "generation 1")
    policy.model.weight[0] = 1
    assert games_of(frozen) == before != games_of(policy)


def test_a_model_without_masks_never_forfeits_and_its_games_repeat():
    results = games_of(policy_of(Forgetful))
    assert results == games_of(policy_of(Forgetful))
    assert play_games("toybook", "alliance", policies=(policy_of(Forgetful), "fierce"), games=4, seed=1).forfeits == 0


def test_it_plays_mirrored_as_it_was_trained_whatever_the_game_shows():
    """From the far side a mirrored policy sees the board turned, and its answer means what it saw."""
    mirrored, plain = layout_of(mirror=True), layout_of()
    one, other = policy_of(Pupil, mirrored), policy_of(Pupil, mirrored)
    natural = play_games("toybook", "alliance", policies=("fierce", one), games=4, seed=2, mirror=True)
    shown = play_games("toybook", "alliance", policies=("fierce", other), games=4, seed=2, layout=plain)
    np.testing.assert_array_equal(natural.decisions, shown.decisions)
    np.testing.assert_array_equal(natural.ranks, shown.ranks)
    for seen, same in zip(one.model.seen, other.model.seen, strict=True):
        for name in seen:
            np.testing.assert_array_equal(seen[name], same[name])
    unturned = policy_of(Pupil, plain)
    play_games("toybook", "alliance", policies=("fierce", unturned), games=4, seed=2)
    assert any(
        (seen["grid"] != same["grid"]).any() for seen, same in zip(one.model.seen, unturned.model.seen, strict=False)
    )


def test_models_of_two_layouts_meet():
    larger = Layout(TOY, 5, 7, 3, 4)
    assert larger != layout_of()
    results = play_games(
        "toybook", "alliance", policies=(policy_of(Pupil, larger), policy_of(Pupil)), games=4, seed=1, on_error="raise"
    )
    assert len(results) == 4


def test_a_model_whose_layout_is_too_small_is_refused_before_the_game():
    small = Layout(TOY, 2, 2, 1, 1)
    with pytest.raises(LayoutMismatch, match="tiny cannot play here: the layout is too small for the scenario"):
        make_vec("toybook/alliance", 2, opponent=policy_of(Pupil, small, name="tiny"))
    with pytest.raises(LayoutMismatch, match="tiny cannot play here"):
        play_games("toybook", "alliance", policies=(policy_of(Pupil, small, name="tiny"), "random"), games=1)


def test_a_recurrent_model_remembers_each_side_of_each_game():
    """In every game and for every side it counts its own questions from 0, however they are mixed in a call."""
    envs = make_vec("toybook/banners", 3, opponent="random", seed=4)
    policy = policy_of(Rememberer, envs.layout)
    envs.set_opponents(policy)
    envs.reset()
    for _ in range(80):
        envs.step(np.argmax(envs.action_masks(), 1))
    counts, started = np.concatenate(policy.model.counts), np.concatenate(policy.model.started)
    assert counts.max() > 3 and (counts[started] == 0).all() and (counts[~started] > 0).all()
    assert started.sum() >= 2 * 3  # two sides in each of three games, and more as games end
    games = {key[:2]: 0 for key in policy._memory}
    assert all(len(key) == 4 for key in policy._memory) and len(games) == 3
    fresh = policy.anew()
    assert not fresh._memory and fresh.model is policy.model


def test_a_recurrent_model_forgets_old_games():
    policy = policy_of(Rememberer)
    mask = np.ones((400, policy.layout.n), np.int8)
    seen = policy.layout.buffers(400)
    for k in range(5):
        policy.act(seen, mask, np.random.default_rng(0), [(k, i) for i in range(400)])
    assert len(policy._memory) == 1600 and (0, 0) not in policy._memory and (4, 0) in policy._memory


def test_it_plays_in_two_processes(monkeypatch):
    monkeypatch.setattr(rollouts, "BATCH", 4)
    policy = policy_of(Pupil, name="pupil")
    one = play_games("toybook", "alliance", policies=(policy, "fierce"), games=8, seed=3)
    two = play_games("toybook", "alliance", policies=(policy, "fierce"), games=8, seed=3, jobs=2)
    np.testing.assert_array_equal(one.decisions, two.decisions)
    assert two.policies == ("pupil", "fierce") and two.forfeits == 0


# --- leagues


@pytest.mark.parametrize("kind", ["model", "plain", "with a time limit"])
def test_opponents_that_were_replaced_are_let_go_when_their_games_are_over(kind):
    def opponent():
        return policy_of(Pupil, name="pupil") if kind == "model" else RandomLegal()

    limit = 60.0 if kind == "with a time limit" else None
    envs = make_vec("toybook/alliance", 3, opponent=opponent(), seed=1, time_limit=limit)
    envs.reset()
    generations = [weakref.ref(host.policy) for host in envs.batch.seating.hosts.values()]
    for _ in range(2):
        new = opponent()
        generations.append(weakref.ref(new))
        envs.set_opponents([new, "fierce"])
        del new
        ended = np.zeros(3, np.bool_)
        while not ended.all():
            _, _, terminated, truncated, _ = envs.step(np.argmax(envs.action_masks(), 1))
            ended |= terminated | truncated
        envs.step(np.argmax(envs.action_masks(), 1))
        for _ in range(100):  # a thread ends when it gets to it
            gc.collect()
            if limit is None or sum(ref() is not None for ref in generations) == 1:
                break
            time.sleep(0.05)
        assert [ref() is not None for ref in generations] == [False] * (len(generations) - 1) + [True]
    assert len(envs.batch.seating.hosts) == 1


def test_a_replaced_opponent_finishes_its_games_and_keeps_its_name():
    envs = make_vec("toybook/alliance", 3, opponent=policy_of(Pupil, name="old"), seed=1)
    envs.reset()
    envs.set_opponents(policy_of(Pupil, name="new"))
    names = []
    while len(names) < 12:
        *_, info = envs.step(np.argmax(envs.action_masks(), 1))
        if "final_info" in info:
            names += [info["final_info"]["opponents"][slot][1] for slot in np.flatnonzero(info["_final_info"])]
    assert names[:3] == ["old"] * 3 and set(names[6:]) == {"new"}


# --- real ones


def trained(kind, envs, policy, **options):
    model = kind(policy, envs, n_steps=8, batch_size=8, n_epochs=1, seed=0, device="cpu",
                 policy_kwargs={"net_arch": [8]}, **options)  # fmt: skip
    return model.learn(16)


@quiet
@pytest.mark.parametrize("way", ["sb3", "sb3 flat", "gymnasium", "gymnasium flat"])
def test_a_saved_model_plays_as_the_one_in_memory(way, tmp_path):
    contrib = pytest.importorskip("sb3_contrib")
    from tactica.envs.apis.registration import register
    from tactica.sb3 import make_sb3_vec

    flat = way.endswith("flat")
    if way.startswith("sb3"):
        envs = make_sb3_vec("toybook/alliance", 2, seed=1, flat=flat, mirror=True)
    else:
        register()
        envs = gymnasium.make("tactica/toybook-v0", scenario="alliance", flat=flat, mirror=True)
    model = trained(contrib.MaskablePPO, envs, "MlpPolicy" if flat else "MultiInputPolicy")
    model.save(tmp_path / "pupil.zip")
    loaded = load_player(str(tmp_path / "pupil.zip"), TOY)
    assert loaded.name == player_name(str(tmp_path / "pupil.zip"), TOY) == "pupil" and loaded.layout.mirror
    import torch

    before = torch.random.get_rng_state()
    assert games_of(loaded) == games_of(ModelPolicy(model)) == games_of(load_player(str(tmp_path / "pupil.zip"), TOY))
    assert torch.equal(before, torch.random.get_rng_state())  # the learner's own chance is left alone


@quiet
def test_generation_one_stays_while_the_model_learns():
    contrib = pytest.importorskip("sb3_contrib")
    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec("toybook/alliance", 2, seed=1)
    model = trained(contrib.MaskablePPO, envs, "MultiInputPolicy", learning_rate=0.3)
    policy = ModelPolicy(model, envs.layout, name="generation 1")
    frozen = policy.frozen()
    weights = [one.detach().clone() for one in frozen.model.parameters()]
    envs.set_opponents(["fierce", frozen], weights=[0.3, 0.7])
    model.learn(32)
    assert all((one == other).all() for one, other in zip(weights, frozen.model.parameters(), strict=True))
    assert any((one != other).any() for one, other in zip(weights, policy.model.parameters(), strict=True))
    assert frozen.model.optimizer is None and policy.model.optimizer is not None
    copy = pickle.loads(pickle.dumps(frozen))
    assert games_of(copy) == games_of(frozen)


@quiet
def test_a_real_recurrent_model(tmp_path):
    contrib = pytest.importorskip("sb3_contrib")
    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec("toybook/alliance", 2, seed=1, illegal="random_legal")
    model = contrib.RecurrentPPO("MultiInputLstmPolicy", envs, n_steps=8, batch_size=8, n_epochs=1, seed=0,
                                 device="cpu", policy_kwargs={"lstm_hidden_size": 8, "net_arch": [8]}).learn(16)  # fmt: skip
    model.save(tmp_path / "lstm.zip")
    policy = load_player(str(tmp_path / "lstm.zip"), TOY)
    assert games_of(policy) == games_of(ModelPolicy(model)) and policy._memory
    assert all(state[0].shape == (1, 8) for state in policy._memory.values())


# --- on the command line


def test_a_file_that_holds_no_model(tmp_path):
    pytest.importorskip("stable_baselines3")
    (tmp_path / "broken.zip").write_bytes(b"nothing")
    with pytest.raises(PlayerError, match=r"broken\.zip: cannot be loaded"):
        load_player(str(tmp_path / "broken.zip"), TOY)
    with pytest.raises(ValueError, match=r"broken\.zip holds no model saved by Stable-Baselines3"):
        ModelPolicy.load(tmp_path / "broken.zip")
    with pytest.raises(TypeError, match=r"wraps a model with observation_space, action_space, predict, not NoneType"):
        ModelPolicy(None)
    with pytest.raises(ValueError, match=r"no player 'x\.zip'; .*ModelPolicy\.load\(FILE\)"):
        make(TOY, scenario="alliance", opponent="x.zip")
    with pytest.raises(FileNotFoundError, match=r"none\.zip: no such file; allowed: FILE\.zip"):
        ModelPolicy.load("none.zip")
    with pytest.raises(PlayerError, match=r"none\.zip: no such file; allowed: .*FILE\.zip for a model"):
        load_player(str(tmp_path / "none.zip"), TOY)


def test_words_for_a_model_file(tmp_path, monkeypatch):
    (tmp_path / "m.zip").write_bytes(b"one")
    monkeypatch.chdir(tmp_path)
    assert absolute("m.zip") == str(tmp_path / "m.zip") and player_file("m.zip").name == "m.zip"
    first = player_hash("m.zip", TOY)
    (tmp_path / "m.zip").write_bytes(b"two")
    assert player_hash("m.zip", TOY) != first
