"""The vector environment: the same games as single environments play, restarted in the same step."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from conformance.play import INTERPRETED
from gymnasium.vector import AutoresetMode
from starts import EVERY, SMALL, starts

from tactica.envs import make, make_vec
from tactica.envs.apis.registration import register
from tactica.envs.engine.batch import NotReset
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.engine.policies import FirstLegal, RandomLegal
from tactica.envs.engine.snapshots import SnapshotError

STEPS = 80 if INTERPRETED else 260  # at the least


def env_of(name, count, **options):
    ruleset, pool = starts(name)
    return make_vec(ruleset, count, scenario=pool, **options)


def same(one, other):
    assert one.keys() == other.keys()
    for part in one:
        np.testing.assert_array_equal(one[part], other[part], err_msg=part)


def choose(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize(
    "opponent", ["random", FirstLegal(), ["random", FirstLegal()]], ids=["kernel", "python", "mixed"]
)
@pytest.mark.parametrize("name", EVERY)
def test_every_slot_plays_what_a_single_environment_plays(name, opponent):
    """Observation, reward, end, final observation and the start of the next game, over several games a slot."""
    count = 3
    options = {"opponent": opponent, "seat": "alternate"}
    envs = env_of(name, count, seed=11, **options)
    ruleset, pool = starts(name)
    singles = [make(ruleset, scenario=pool, slot=i, **options) for i in range(count)]
    seen, info = envs.reset()
    firsts = [single.reset(seed=11)[0] for single in singles]
    rng = np.random.default_rng(1)
    games = 0
    for step in range(1000):
        if step >= STEPS and (games > 0 or name.endswith(("small", "standard"))):
            break
        for i in range(count):
            same({part: seen[part][i] for part in seen}, firsts[i])
            assert info["side"][i] == singles[i].batch.games["viewer"][0]
        actions = choose(seen["action_mask"], rng)
        seen, rewards, ended, cut, info = envs.step(actions)
        for i, single in enumerate(singles):
            after, reward, is_over, is_cut, told = single.step(int(actions[i]))
            assert (rewards[i], ended[i], cut[i]) == (reward, is_over, is_cut)
            if is_over or is_cut:
                games += 1
                same(info["final_obs"][i], after)
                assert info["_final_obs"][i] and info["_final_info"][i]
                seat = info["final_info"]["seat"][i]
                assert info["final_info"]["ranks"][i, seat] == told["rank"]
                assert info["final_info"]["decisions"][i] == told["decisions"]
                after, _ = single.reset()
            elif "final_obs" in info:
                assert info["final_obs"][i] is None and not info["_final_obs"][i]
            firsts[i] = after
    assert games > 0 or name.endswith(("small", "standard"))  # whose games are longer


@pytest.mark.parametrize("name", EVERY)
def test_without_opponent_every_decision_is_the_callers(name):
    """Each slot goes through exactly the game a bare Game plays; rewards are the first side's."""
    count = 2
    envs = env_of(name, count, opponent=None, seed=2)
    ruleset, pool = starts(name)
    games = [Game(ruleset, pool).start(seed=2, slot=i, game=0) for i in range(count)]
    numbers = [0] * count
    seen, info = envs.reset()
    rng = np.random.default_rng(2)
    for _ in range(150):
        for i, game in enumerate(games):
            assert info["side"][i] == game.side
            same({part: seen[part][i] for part in seen}, game.observe())
        actions = choose(seen["action_mask"], rng)
        seen, rewards, ended, cut, info = envs.step(actions)
        for i, game in enumerate(games):
            game.step(int(actions[i]))
            assert game.over == (ended[i] or cut[i])
            if game.over:
                assert rewards[i] == game.rewards[0]
                numbers[i] += 1
                game.start(seed=2, slot=i, game=numbers[i])
            else:
                assert rewards[i] == 0


def test_two_buffers_alternate_and_copies_are_copies():
    envs, copies = (env_of("toybook", 4, seed=1, copy=copy) for copy in (False, True))
    seen, _ = envs.reset()
    kept, _ = copies.reset()
    for _ in range(6):
        actions = choose(seen["action_mask"], np.random.default_rng(0))
        after, *_ = envs.step(actions)
        kept_after, *_ = copies.step(actions)
        same(seen, kept)  # what the last call returned is still there
        same(after, kept_after)
        assert not np.shares_memory(after["grid"], seen["grid"])
        seen, kept = after, kept_after


def test_slots_do_not_depend_on_each_other():
    """The first slots of a bigger environment play the same games."""
    small, big = env_of("toybook", 2, seed=9), env_of("toybook", 5, seed=9)
    few, _ = small.reset()
    many, _ = big.reset()
    rng = np.random.default_rng(0)
    for _ in range(80):
        same(few, {part: many[part][:2] for part in many})
        actions = choose(many["action_mask"], rng)
        few, *_ = small.step(actions[:2])
        many, *_ = big.step(actions)


def test_seeds_repeat():
    def trace(env, **options):
        env.reset(**options)
        rewards = []
        for _ in range(60):
            _, reward, *_ = env.step(env.random_actions())
            rewards.append(reward)
        return np.array(rewards), env.batch.states.tobytes()

    env = env_of("toybook", 4, opponent=["fierce", RandomLegal()], seat="alternate")
    first, again, other = trace(env, seed=4), trace(env, seed=4), trace(env, seed=5)
    np.testing.assert_array_equal(first[0], again[0])
    assert first[1] == again[1] != other[1]


def test_the_learner_is_paid_for_its_seat_and_seats_alternate():
    envs = env_of("toybook", 6, opponent="fierce", seat="alternate", seed=3)
    envs.reset()
    seats = []
    for _ in range(200):
        _, rewards, ended, cut, info = envs.step(envs.random_actions())
        if "final_info" in info:
            for i in np.flatnonzero(ended | cut):
                ranks = info["final_info"]["ranks"][i]
                seat = info["final_info"]["seat"][i]
                ranks = ranks[ranks > 0]
                worse, better = (ranks > ranks[seat]).sum(), (ranks < ranks[seat]).sum()
                assert rewards[i] == pytest.approx((worse - better) / (len(ranks) - 1))
                seats.append(int(seat))
                opponents = info["final_info"]["opponents"][i]
                assert len(opponents) == len(ranks) and opponents.count("learner") == 1
    assert set(seats) == {0, 1, 2}


def test_opponents_are_drawn_by_weight_from_the_next_game_on():
    envs = env_of("toybook", 40, opponent="random", seed=3)
    envs.set_opponents(["fierce", "random"], [3, 1])
    envs.reset()
    names = [envs.batch.seating.name(code) for code in envs.batch.games["seats"][:, 1:3].ravel()]
    assert 0.55 < names.count("fierce") / len(names) < 0.95
    envs.set_opponents("random")
    before = envs.batch.games["seats"].copy()
    envs.step(envs.random_actions())
    np.testing.assert_array_equal(before, envs.batch.games["seats"])
    envs.reset()
    assert {envs.batch.seating.name(code) for code in envs.batch.games["seats"][:, 1]} == {"random"}
    with pytest.raises(ValueError, match="opponents cannot be set when opponent=None"):
        env_of("toybook", 2, opponent=None).set_opponents("random")


def test_partial_reset_leaves_the_others_alone():
    envs = env_of("toybook", 4, seed=1)
    envs.reset()
    seen, *_ = envs.step(envs.random_actions())
    kept = {part: array.copy() for part, array in seen.items()}
    chosen = np.array([False, True, False, True])
    after, _ = envs.reset(options={"reset_mask": chosen})
    same({part: after[part][~chosen] for part in after}, {part: kept[part][~chosen] for part in kept})
    assert envs.batch.states["decisions"][1] <= 4
    np.testing.assert_array_equal(envs.batch.games["episode"], [1, 2, 1, 2])


def test_an_illegal_choice_changes_no_game():
    envs = env_of("toybook", 4, seed=1)
    seen, _ = envs.reset()
    before, kept = envs.batch.states.tobytes(), seen["grid"].copy()
    actions = envs.random_actions()
    before_rng = envs.batch.games["policy_rng"].copy()
    actions[2] = np.flatnonzero(seen["action_mask"][2] == 0)[0]
    with pytest.raises(IllegalChoice, match=r"game 2: .* is not legal .*; legal for"):
        envs.step(actions)
    assert envs.batch.states.tobytes() == before
    np.testing.assert_array_equal(before_rng, envs.batch.games["policy_rng"])
    np.testing.assert_array_equal(seen["grid"], kept)
    for wrong in (actions[:3], actions.astype(float), None):
        with pytest.raises(IllegalChoice, match="need 4 integers"):
            envs.step(wrong)


def test_illegal_choices_may_forfeit_or_be_left_to_chance():
    for mode in ("forfeit", "random_legal"):
        envs = env_of("toybook", 4, seed=1, illegal=mode)
        seen, _ = envs.reset()
        actions = envs.random_actions()
        actions[2] = np.flatnonzero(seen["action_mask"][2] == 0)[0]
        _, rewards, ended, _, info = envs.step(actions)
        assert info["illegal"].tolist() == [False, False, True, False]
        assert ended.tolist() == [False, False, mode == "forfeit", False]
        if mode == "forfeit":
            assert rewards[2] == -1 and info["final_info"]["reason"][2] == "illegal choice"


def test_a_step_says_when_no_start_leaves_the_seat_anything_to_decide():
    envs = env_of("toybook", 2, seed=1)
    envs.reset()
    envs.batch.games["stuck"][1] = 1  # as after thousands of games without a decision
    with pytest.raises(RuntimeError, match="no start of this scenario lets this seat decide"):
        envs.step(envs.random_actions())


def test_flat_observations_are_flattened_by_the_layout():
    flat, plain = env_of("toybook", 3, seed=1, flat=True), env_of("toybook", 3, seed=1)
    one, info = flat.reset()
    other, _ = plain.reset()
    assert flat.observation_space.contains(one) and one.dtype == np.float32
    np.testing.assert_array_equal(one, plain.layout.flatten(other))
    np.testing.assert_array_equal(info["action_mask"], other["action_mask"])
    columns = [(column.part, column.place, column.name) for column in plain.layout.flat_columns]
    health = next(i for i, feature in enumerate(plain.layout.features) if feature.name == "health")
    shown = one[:, columns.index(("units", 1, "health"))] * plain.layout.features[health].divisor
    np.testing.assert_allclose(shown, other["units"][:, 1, health])


def test_metadata_and_spaces():
    envs = env_of("toybook", 3, seed=1)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = envs.reset()
    assert envs.observation_space.contains(seen)
    assert envs.single_action_space.n == envs.layout.n == envs.action_masks().shape[1]
    assert envs.action_space.contains(envs.random_actions())


@pytest.mark.parametrize("opponent", ["fierce", RandomLegal()], ids=["kernel", "python"])
def test_snapshot_restore_clone(opponent):
    options = {"opponent": opponent, "seat": "alternate"}
    envs = env_of("toybook", 3, seed=6, **options)
    envs.reset()
    rng = np.random.default_rng(0)
    for _ in range(30):
        envs.step(envs.random_actions())
    other = env_of("toybook", 3, seed=77, **options)
    other.restore(envs.snapshot())
    twin = envs.clone()
    for _ in range(60):
        actions = choose(envs.action_masks(), rng)
        results = [one.step(actions) for one in (envs, other, twin)]
        for result in results[1:]:
            same(result[0], results[0][0])
            np.testing.assert_array_equal(result[1], results[0][1])
    assert envs.snapshot() == other.snapshot() == twin.snapshot()
    with pytest.raises(SnapshotError, match="number of games"):
        env_of("toybook", 4, **options).restore(envs.snapshot())


def test_shaping_needs_a_measure():
    with pytest.raises(ValueError, match="potential"):
        env_of("toybook", 2, shaping=0.5)


@pytest.mark.parametrize("name", [name for name in SMALL if starts(name)[0].book.looking.has_potential])
def test_shaping_adds_nothing_over_a_whole_game_but_the_first_potential(name):
    """Potential-based shaping telescopes: a game's shaped rewards are its result less what the first position is worth."""
    weight, count = 0.25, 3
    bare, shaped = (env_of(name, count, seed=5, seat="alternate", shaping=w) for w in (0.0, weight))
    bare.reset()
    shaped.reset()
    first = shaped.batch.games["potential"].copy()
    assert (np.abs(first) <= 1).all()
    total, between, games = np.zeros(count), 0, 0
    for _ in range(300):
        if INTERPRETED and between and games > 2 * count:
            break
        actions = bare.random_actions()  # draws nothing that the games are played by
        _, plain, ended, cut, _ = bare.step(actions)
        _, rewards, *_ = shaped.step(actions)
        total += rewards
        between += int((rewards[~(ended | cut)] != 0).sum())
        for i in np.flatnonzero(ended | cut):
            assert total[i] == pytest.approx(plain[i] - weight * first[i])
            first[i], total[i] = shaped.batch.games["potential"][i], 0.0
            games += 1
    assert games and between


def test_seeds_in_a_list_are_one_for_each_game():
    envs = env_of("toybook", 3)
    envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        envs.reset(seed=[1, 2])


def traces_of(envs, steps):
    """What each slot is shown and paid, call by call: (observation, reward, ended); calls that begin a game are left out."""
    traces = [[] for _ in range(envs.num_envs)]
    rngs = [np.random.default_rng(slot) for slot in range(envs.num_envs)]
    is_same_step = envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    begins = np.zeros(envs.num_envs, bool)
    envs.reset()
    for _ in range(steps):
        masks = envs.action_masks()
        actions = np.full(envs.num_envs, -7)  # where a game begins the choice is ignored, whatever it is
        for slot in np.flatnonzero(~begins):
            actions[slot] = rngs[slot].choice(np.flatnonzero(masks[slot]))
        seen, rewards, ended, cut, info = envs.step(actions)
        over = ended | cut
        for slot in range(envs.num_envs):
            shown = {"flat": seen[slot]} if envs.flat else {part: seen[part][slot] for part in seen}
            if begins[slot]:
                assert rewards[slot] == 0 and not over[slot]
                continue
            if over[slot] and is_same_step:
                shown = {"flat": info["final_obs"][slot]} if envs.flat else info["final_obs"][slot]
            elif over[slot]:
                assert info["_result"][slot] and info["result"][slot] in ("win", "draw", "loss")
                assert not envs.action_masks()[slot].any() and envs.random_actions()[slot] == 0
            traces[slot].append((shown, rewards[slot], ended[slot]))
        begins = over & (not is_same_step)
    return traces


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize(
    "opponent", ["random", FirstLegal(), ["random", FirstLegal()]], ids=["kernel", "python", "mixed"]
)
def test_next_step_plays_the_games_of_same_step(opponent, flat):
    """Only the call that begins a game is new: it shows the start, pays nothing and ignores the choice."""
    options = {"opponent": opponent, "seat": "alternate", "seed": 4, "flat": flat, "copy": True}
    both = [traces_of(env_of("toybook", 3, autoreset_mode=mode, **options), 150) for mode in ("SAME_STEP", "NextStep")]
    games = 0
    for one, other in zip(*both, strict=True):
        assert 100 < len(other) < len(one)
        for (seen, *paid), (seen_too, *paid_too) in zip(one, other, strict=False):
            same(seen, seen_too)
            assert paid == paid_too
            games += int(paid[1])
    assert games > 3


def ended_env(mode, **options):
    """An environment in which a game has just ended."""
    envs = env_of("toybook", 4, seed=1, autoreset_mode=mode, **options)
    envs.reset()
    for _ in range(500):
        seen, _, ended, cut, _ = envs.step(envs.random_actions())
        if (ended | cut).any():
            return envs, seen, ended | cut
    raise AssertionError("no game has ended")


def test_a_call_that_begins_games_leaves_what_came_before_alone():
    envs, seen, _ = ended_env(AutoresetMode.NEXT_STEP)
    kept = {part: array.copy() for part, array in seen.items()}
    envs.step(envs.random_actions())
    same(seen, kept)


@pytest.mark.parametrize("mode", ["NEXT_STEP", "DISABLED"])
def test_ended_games_may_be_reset_by_a_mask(mode):
    """As TorchRL does: a game begun by reset is not begun again by the next step."""
    envs, _, over = ended_env(mode, copy=True)
    before = envs.batch.games["episode"].copy()
    assert envs.autoreset_mode == AutoresetMode.DISABLED
    envs.reset(options={"reset_mask": over})
    envs.step(envs.random_actions())
    np.testing.assert_array_equal(envs.batch.games["episode"] - before, over)


def test_disabled_refuses_to_step_a_game_that_is_over():
    envs, _, over = ended_env("DISABLED")
    with pytest.raises(NotReset, match=f"game {np.flatnonzero(over)[0]} is over: reset it with options="):
        envs.step(envs.random_actions())


def test_an_illegal_choice_changes_no_game_when_others_begin():
    envs, seen, over = ended_env("NEXT_STEP")
    actions = envs.random_actions()  # draws from the caller's generators
    told = [name for name in envs.batch.games.dtype.names if name != "illegal"]  # that one says where it was
    before, rewards = envs.batch.states.tobytes(), envs.batch.games[told].copy()
    slot = int(np.flatnonzero(~over)[0])
    for wrong in (int(np.flatnonzero(seen["action_mask"][slot] == 0)[0]), -1, 10**9):
        actions[slot] = wrong
        with pytest.raises(IllegalChoice, match=rf"game {slot}: .* is not legal"):
            envs.step(actions)
        assert envs.batch.states.tobytes() == before and (envs.batch.games[told] == rewards).all()


def test_a_snapshot_keeps_its_autoreset_mode():
    envs, _, _ = ended_env("NEXT_STEP")
    twin, other = envs.clone(), env_of("toybook", 4, seed=9, autoreset_mode="NEXT_STEP")
    other.restore(envs.snapshot())
    actions = envs.random_actions()
    results = [one.step(actions) for one in (envs, twin, other)]
    for result in results[1:]:
        same(result[0], results[0][0])
    with pytest.raises(SnapshotError, match="another autoreset_mode"):
        env_of("toybook", 4).restore(envs.snapshot())


def test_an_unknown_autoreset_mode_is_answered_with_those_there_are():
    with pytest.raises(ValueError, match="'later' is not one of 'NEXT_STEP', 'SAME_STEP', 'DISABLED'"):
        env_of("toybook", 2, autoreset_mode="later")


def gymnasium_vec(count, **options):
    register()
    return gymnasium.make_vec("tactica/toybook-v0", count, scenario=starts("toybook")[1], opponent="fierce", **options)


def test_gymnasiums_own_call_has_gymnasiums_own_defaults():
    envs = gymnasium_vec(3)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP and envs.unwrapped.copy
    envs = gymnasium_vec(3, autoreset_mode="SAME_STEP", copy=False)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and not envs.unwrapped.copy


WRAPPERS = gymnasium.wrappers.vector


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")  # in DtypeObservation, of the bounds of float32
@pytest.mark.parametrize(
    "wrapped",
    [
        WRAPPERS.NormalizeObservation,
        WRAPPERS.FlattenObservation,
        WRAPPERS.NormalizeReward,
        WRAPPERS.RecordEpisodeStatistics,
        WRAPPERS.DictInfoToList,
        lambda envs: WRAPPERS.DtypeObservation(envs, np.float64),
        lambda envs: WRAPPERS.TransformReward(envs, lambda reward: 2 * reward),
        lambda envs: WRAPPERS.ClipReward(envs, -0.5, 0.5),
    ],
    ids=lambda wrapper: getattr(wrapper, "__name__", ""),
)
def test_gymnasiums_vector_wrappers(wrapped):
    """NumpyToTorch is not among them: it cannot convert words, and the infos of an end hold some."""
    bare = gymnasium_vec(4, flat=True)
    envs = wrapped(bare)
    envs.reset(seed=1)
    ends = 0
    for _ in range(200):
        _, _, ended, cut, info = envs.step(bare.unwrapped.random_actions())
        ends += int((ended | cut).sum())
        if wrapped is WRAPPERS.RecordEpisodeStatistics and (ended | cut).any():
            assert (info["episode"]["l"][ended | cut] > 0).all()
    assert ends


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_gymnasiums_vectors_of_single_flat_environments_have_a_mask_at_every_step(kind):
    options = {"context": "fork"} if kind == "async" else {}
    envs = gymnasium_vec(2, flat=True, vectorization_mode=kind, vector_kwargs=options)
    try:
        _, info = envs.reset(seed=1)
        rng, ends = np.random.default_rng(0), 0
        for _ in range(150):
            assert info["_action_mask"].all() and info["action_mask"].dtype == np.int8
            masks = info["action_mask"]
            actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
            *_, ended, cut, info = envs.step(np.array(actions))
            assert not info["action_mask"][ended | cut].any()
            ends += int((ended | cut).sum())
        assert ends
    finally:
        envs.close()
