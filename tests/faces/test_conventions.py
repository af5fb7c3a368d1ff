"""What the libraries' users expect of any environment, and get from all of ours alike."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from starts import EVERY, starts

from tactica.envs import aec, make, make_vec, parallel, rulesets
from tactica.envs.apis.registration import register
from tactica.envs.apis.vector import TacticaVectorEnv
from tactica.envs.core.ruleset import Ruleset
from tactica.envs.engine.describing import result_text
from tactica.envs.engine.pools import split_name

TOLD = {"ending", "result", "rank", "ranks", "rounds", "decisions"}


def told_by_gymnasium(ruleset, pool, seed):
    env = make(ruleset, scenario=pool, opponent="fierce")
    env.reset(seed=seed)
    ended = False
    while not ended:
        *_, ended, cut, info = env.step(int(np.argmax(env.action_masks())))
        ended = ended or cut
    return info


def told_by_vector(ruleset, pool, seed):
    envs = make_vec(ruleset, 1, scenario=pool, opponent="fierce", seed=seed)
    envs.reset()
    info = {}
    while "final_info" not in info:
        *_, info = envs.step(np.argmax(envs.action_masks(), 1))
    told = info["final_info"]
    assert all(told[f"_{name}"][0] for name in told if not name.startswith("_"))
    told = {name: value[0] for name, value in told.items() if not name.startswith("_")}
    return {**told, "ranks": told["ranks"][told["ranks"] > 0]}


def told_by_sb3(ruleset, pool, seed):
    pytest.importorskip("stable_baselines3")
    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec(ruleset, 1, scenario=pool, opponent="fierce", seed=seed)
    envs.reset()
    done = [False]
    while not done[0]:
        _, _, done, infos = envs.step(np.argmax(envs.action_masks(), 1))
    return infos[0]


def test_all_interfaces_tell_an_ending_in_the_same_words():
    """One game, the learner's first legal choices against the same opponent and seed, told by three interfaces."""
    ruleset, pool = starts("toybook")
    one = told_by_gymnasium(ruleset, pool, 11)
    words = set(ruleset.book.vocab.words("ending").values())
    assert one["ending"] in words and one["result"] in ("win", "draw", "loss")
    for other in (told_by_vector(ruleset, pool, 11), told_by_sb3(ruleset, pool, 11)):
        assert set(one) <= set(other)
        for name, value in one.items():
            assert np.array_equal(other[name], value), name


@pytest.mark.parametrize("control", ["unit", "side"])
def test_agents_are_told_the_ending_in_the_same_words(control):
    ruleset, pool = starts("toybook")
    one = aec(ruleset, scenario=pool, control=control, raw=True)
    other = parallel(ruleset, scenario=pool, control=control)
    one.reset(seed=5)
    seen, _ = other.reset(seed=5)
    while other.agents:
        choice = int(np.argmax(seen[other.decider]["action_mask"]))
        one.step(choice)
        seen, _, _, _, infos = other.step({other.decider: choice})
    assert infos.keys() == one.infos.keys()
    for agent, info in one.infos.items():
        side = int(agent[4])
        assert set(info) >= TOLD and info["rank"] == one.game.ranks[side] == info["ranks"][side]
        assert info["ending"] == one.game.ending_text and info["rounds"] == one.game.s["round_no"]
        words, others = ({name: str(value) for name, value in told.items()} for told in (info, infos[agent]))
        assert (words.pop("action_mask").count("1"), others.pop("action_mask").count("1")) == (0, 1)  # the no-op
        assert words == others


@pytest.mark.parametrize(
    ("ranks", "friends", "results"),
    [
        ([1, 2], [], ["win", "loss"]),
        ([1, 1], [], ["draw", "draw"]),
        ([1, 1, 3], [], ["draw", "draw", "loss"]),
        ([2, 1, 1], [(1, 2)], ["loss", "win", "win"]),
        ([1, 1, 1], [(1, 2)], ["draw", "draw", "draw"]),
    ],
)
def test_results(ranks, friends, results):
    """First alone, or only with friends, is a win; first together with a rival is a draw."""
    allied = np.eye(4, dtype=np.int16)
    for one, other in friends:
        allied[one, other] = allied[other, one] = 1
    assert [result_text(np.array(ranks), allied, side) for side in range(len(ranks))] == results


def makers():
    ruleset, pool = starts("toybook")
    return {
        "gymnasium": make(ruleset, scenario=pool),
        "vector": make_vec(ruleset, 2, scenario=pool),
        "aec": aec(ruleset, scenario=pool),
        "raw aec": aec(ruleset, scenario=pool, raw=True),
        "parallel": parallel(ruleset, scenario=pool),
    }


@pytest.mark.parametrize("kind", ["gymnasium", "vector", "aec", "raw aec", "parallel"])
def test_unknown_options_of_a_reset_are_refused_with_those_there_are(kind):
    env = makers()[kind]
    with pytest.raises(ValueError, match=r"reset has no option 'rows'; choose from: .*row"):
        env.reset(seed=1, options={"rows": 1})
    env.reset(seed=1, options={"row": 2})
    game = env.batch.game(0) if hasattr(env, "batch") else env.unwrapped.game
    assert int(game.s["pool_row"]) == 2
    with pytest.raises(IndexError, match=r"no row 9 in the pool; rows: 0\.\.3"):
        env.reset(options={"row": 9})


@pytest.mark.parametrize("kind", ["gymnasium", "vector", "aec", "raw aec", "parallel"])
@pytest.mark.parametrize("options", [5, "row", [3]])
def test_options_of_a_reset_are_a_mapping(kind, options):
    with pytest.raises(TypeError, match=r"options=.*: allowed: a mapping of options by name; choose from: .*row"):
        makers()[kind].reset(seed=1, options=options)


def test_unknown_options_are_refused_by_sb3_too():
    pytest.importorskip("stable_baselines3")
    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec(starts("toybook")[0], 3, scenario=starts("toybook")[1])
    envs.set_options({"rows": 1})
    with pytest.raises(ValueError, match="reset has no option 'rows'; choose from: row"):
        envs.reset()
    envs.set_options([{"row": 3}, {"row": 1}, {"row": 2}])
    envs.reset()
    assert envs.batch.states["pool_row"].tolist() == [3, 1, 2]


def test_rows_and_masks_of_a_vector_reset():
    envs = makers()["vector"]
    envs.reset(seed=1, options={"row": [3, 1]})
    assert envs.batch.states["pool_row"].tolist() == [3, 1]
    envs.reset(options={"row": 0, "reset_mask": [False, True]})
    assert envs.batch.states["pool_row"].tolist() == [3, 0]
    for rows, words in (
        ([1], "^row: 1 for 2 games; give one for each game, or one number for all"),
        (1.5, r"^row 1\.5 is not a whole number; rows: 0\.\.3"),
        ("1", r"^row '1' is not a whole number; rows: 0\.\.3"),
        ([1, None], r"^row None is not a whole number; rows: 0\.\.3"),
    ):
        with pytest.raises(ValueError, match=words):
            envs.reset(options={"row": rows})
    with pytest.raises(ValueError, match=r"reset_mask has shape \(3,\), needed \(2,\)"):
        envs.reset(options={"reset_mask": [True, False, True]})


def test_make_vec_of_gymnasium_makes_our_vector_environment():
    register()
    envs = gymnasium.make_vec("tactica/toybook-v0", num_envs=5, scenario="alliance", opponent="fierce")
    assert isinstance(envs.unwrapped, TacticaVectorEnv) and envs.num_envs == 5
    envs.reset(seed=1)
    one_by_one = gymnasium.make_vec(
        "tactica/toybook-v0", num_envs=2, vectorization_mode="sync", scenario="alliance", opponent="fierce"
    )
    seen, _ = one_by_one.reset(seed=1)
    assert seen["grid"].shape[0] == 2 and not isinstance(one_by_one, TacticaVectorEnv)


def test_a_ruleset_declares_what_is_played_when_nothing_is_said():
    """wfrp1 does; the toy ruleset does not, and says what there is."""
    wfrp1 = rulesets.get("wfrp1")
    assert (wfrp1.scenario, wfrp1.opponent) == ("small", "charge")
    assert split_name("wfrp1", None) == (wfrp1, "small")
    assert gymnasium.spec("tactica/wfrp1-v0").kwargs == {"ruleset": "wfrp1"}
    env = gymnasium.make("tactica/wfrp1-v0")
    assert env.unwrapped.batch.opponents == ["charge"]
    env.reset(seed=1)
    toy = starts("toybook")[0]
    usual = Ruleset(toy.slug, toy.title, toy.package, "alliance", "fierce")
    env = make(usual)
    _, info = env.reset(seed=1)
    assert info["opponents"] == ["learner", "fierce", "fierce"]
    assert make_vec(usual, 2, opponent=["auto", "random"]).batch.opponents == ["fierce", "random"]
    with pytest.raises(ValueError, match="no scenario given"):
        make(toy)


@pytest.mark.parametrize("name", EVERY)
def test_flat_is_the_same_vector_everywhere(name):
    """What is flattened is what the layout flattens, in each interface."""
    ruleset, pool = starts(name)
    options = {"scenario": pool, "flat": True}
    env = make(ruleset, **options)
    seen, info = env.reset(seed=3)
    whole = env.batch.observation
    np.testing.assert_array_equal(seen, env.layout.flatten(whole)[0])
    np.testing.assert_array_equal(info["action_mask"], whole["action_mask"][0])
    envs = make_vec(ruleset, 2, **options)
    seen, info = envs.reset(seed=3)
    np.testing.assert_array_equal(seen, envs.layout.flatten(envs.batch.observation))
    one, plain = aec(ruleset, raw=True, **options), aec(ruleset, raw=True, scenario=pool)
    other = parallel(ruleset, **options)
    one.reset(seed=3), plain.reset(seed=3)
    seen, _ = other.reset(seed=3)
    for agent in one.agents:
        parts = plain.observe(agent)["observation"]
        wanted = one.layout.flatten({part: array[None] for part, array in parts.items()})[0]
        for env, flat in ((one, one.observe(agent)), (other, seen[agent])):
            space = env.observation_space(agent)
            assert set(space.spaces) == {"observation", "action_mask"} and space.contains(flat)
            np.testing.assert_array_equal(flat["observation"], wanted)


@pytest.mark.parametrize("name", EVERY)
def test_every_mask_of_the_parallel_environment_can_be_sampled(name):
    """Agents that wait have the no-op and nothing else; nobody who decides is ever offered it."""
    ruleset, pool = starts(name)
    env = parallel(ruleset, scenario=pool)
    seen, _ = env.reset(seed=2)
    for _ in range(80):
        for agent in env.agents:
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert 0 not in legal and legal if agent == env.decider else legal == [0]
        chosen = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, _, _, _, _ = env.step(chosen)
        if not env.agents:
            assert all(one["action_mask"].sum() == 1 for one in seen.values())
            seen, _ = env.reset()
