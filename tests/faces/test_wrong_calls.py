"""Wrong agents, actions, options and types: every public method says what was wrong and what is allowed."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs import aec, make, make_vec, parallel, scenario
from tactica.envs.engine.batch import NotReset
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.rollouts import play_games

RULESET, SCENARIO = "toybook", scenario.shipped("toybook")[0]
STRANGERS = (99, "nobody", None, ["side0"])
NO_NUMBERS = (None, "pass", 1.5, [1], {}, np.array([1, 2]))


def opened(kind, **options):
    return kind(RULESET, scenario=SCENARIO, control="side", **options)


@pytest.fixture(params=["wrapped", "raw"])
def env(request):
    return opened(aec, raw=request.param == "raw")


@pytest.mark.parametrize("agent", STRANGERS)
def test_an_unknown_agent_is_answered_with_those_there_are(env, agent):
    other = opened(parallel)
    env.reset(seed=1)
    for ask in (env.observe, env.observation_space, env.action_space, other.observation_space, other.action_space):
        with pytest.raises(KeyError) as told:
            ask(agent)
        assert str(told.value) == f"no agent {agent!r}; agents: {', '.join(env.possible_agents)}"


@pytest.mark.parametrize("action", [*NO_NUMBERS, -1, 99_999])
def test_a_wrong_action_is_answered_with_the_legal_ones(env, action):
    env.reset(seed=1)
    single, other = make(RULESET, scenario=SCENARIO, opponent="fierce"), opened(parallel)
    single.reset(seed=1)
    other.reset(seed=1)
    what = "is not an integer" if any(action is one for one in NO_NUMBERS) else r"outside 0\.\.\d+, is not legal"
    for step in (env.step, single.step, lambda given: other.step({other.decider: given})):
        with pytest.raises(IllegalChoice, match=rf"^choice .* {what}; legal for .*: \d+ "):
            step(action)


def test_an_illegal_choice_is_a_number_and_its_words(env):
    env.reset(seed=1)
    index = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[-1])
    for given in (index, np.int64(index), np.array(index)):
        with pytest.raises(
            IllegalChoice, match=rf"^choice {index}, '.+', is not legal \(action_mask is 0 there\); legal for "
        ):
            env.step(given)


def test_before_the_first_reset_and_after_the_end(env):
    for ask in (env.last, lambda: env.observe(env.possible_agents[0])):
        with pytest.raises((NotReset, AssertionError), match=r"reset\(\)"):
            ask()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
    assert not env.agents
    with pytest.raises(NotReset, match=r"no agent is left: call reset\(\)"):
        env.last()


def test_a_parallel_step_needs_a_choice_of_who_decides():
    env = opened(parallel)
    env.reset(seed=1)
    waits = next(agent for agent in env.agents if agent != env.decider)
    for actions in ({}, {waits: 0}):
        with pytest.raises(IllegalChoice, match=f"^no action for {env.decider}, which decides; legal for "):
            env.step(actions)
    for actions in (None, 3, [1, 2]):
        with pytest.raises(TypeError, match=r"actions are a dict of agent: choice, not "):
            env.step(actions)
    with pytest.raises(KeyError, match="no agent 'nobody'; agents: side0, side1"):
        env.step({env.decider: 1, "nobody": 1})


@pytest.mark.parametrize("kind", [make, make_vec, aec, parallel])
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (5, r"^options=5: allowed: a mapping of options by name; choose from: .*row"),
        ({"rows": 1}, "^reset has no option 'rows'; choose from: .*row"),
        ({"row": "first"}, r"^row 'first' is not a whole number; rows: 0\.\."),
        ({"row": 1.0}, r"^row 1\.0 is not a whole number; rows: 0\.\."),
        ({"row": True}, r"^row True is not a whole number; rows: 0\.\."),
        ({"row": 99}, r"^no row 99 in the pool; rows: 0\.\."),
        ({"row": -1}, r"^no row -1 in the pool; rows: 0\.\."),
        ({"row": 10**30}, r"^no row 10{30} in the pool; rows: 0\.\."),
    ],
)
def test_options_of_a_reset(kind, options, words):
    env = kind(RULESET, scenario=SCENARIO)
    with pytest.raises((TypeError, ValueError, IndexError), match=words):
        env.reset(seed=1, options=options)


@pytest.mark.parametrize("kind", [make, make_vec, aec, parallel])
@pytest.mark.parametrize("seed", ["x", 1.5, -1, 2**70, True])
def test_seeds_of_a_reset(kind, seed):
    env = kind(RULESET, scenario=SCENARIO)
    with pytest.raises(ValueError, match=rf"^seed {seed!r}; allowed: whole numbers of at most 64 bits, 0\.\."):
        env.reset(seed=seed)


@pytest.mark.parametrize(
    ("made", "error", "words"),
    [
        ({"num_envs": "a"}, ValueError, r"a whole number of games from 1, not 'a'"),
        ({"num_envs": 0}, ValueError, r"a whole number of games from 1, not 0"),
        ({"num_envs": True}, ValueError, r"a whole number of games from 1, not True"),
        ({"opponent": []}, ValueError, r"^0 opponents; allowed: 1\.\."),
        ({"flat": []}, ValueError, r"^flat=\[\] shows nothing; give at least one of layout\.flat_columns"),
        ({"shaping": 1e300}, ValueError, r"shaping=1e\+300: allowed: numbers from -1,000,000 to 1,000,000"),
        ({"render_mode": "film"}, ValueError, "render_mode 'film' is not one of 'ansi', 'rgb_array'"),
        ({"time_limit": "x"}, ValueError, "time_limit 'x' is not a number of seconds above 0 and at most .*, or None"),
        ({"time_limit": -1}, ValueError, "time_limit -1 is not a number of seconds above 0 and at most .*, or None"),
        ({"on_error": "x"}, ValueError, "on_error 'x' is not 'forfeit' or 'raise'"),
        ({"shaping": "x"}, TypeError, "shaping='x': allowed: a number"),
        ({"discount": None}, TypeError, "discount=None: allowed: a number"),
        ({"discount": 2}, ValueError, "discount=2: allowed: numbers from 0 to 1"),
        ({"mirror": 3}, TypeError, "mirror=3: allowed: True or False"),
        ({"mirror": "yes", "layout": "small"}, TypeError, "mirror='yes': allowed: True or False"),
        ({"copy": "no"}, TypeError, "copy='no': allowed: True or False"),
        ({"seat": True}, ValueError, r"seat True is not 0\.\.\d or 'alternate'"),
        ({"seat": 1.0}, ValueError, r"seat 1\.0 is not 0\.\.\d or 'alternate'"),
        ({"seat": None}, ValueError, "seat None: .*; opponent=None decides for every side"),
        ({"seed": -1}, ValueError, "^seed -1; allowed: "),
        ({"weights": ["a"]}, ValueError, r"weights \['a'\] must be 1 numbers of at least 0"),
        ({"rules": 5}, TypeError, "rules=5: allowed: knobs by address"),
        ({"pool_size": "a"}, ValueError, "^pool_size 'a' is not a whole number from 1, or None"),
        ({"pool_size": 0}, ValueError, "^pool_size 0 is not a whole number from 1, or None"),
        ({"pool_seed": "a"}, ValueError, "^pool_seed 'a' is not a whole number from 0"),
        (
            {"opponents": "fierce"},
            TypeError,
            "got an unexpected keyword argument 'opponents'; choose from: num_envs, scenario, opponent, ",
        ),
        ({"ruleset": 5}, ValueError, "^5 is not a ruleset; there are: "),
    ],
)
def test_arguments_of_a_vector_environment(made, error, words):
    with pytest.raises(error, match=words):
        make_vec(**{"ruleset": RULESET, "num_envs": 2, "scenario": SCENARIO, **made})


def test_other_arguments():
    with pytest.raises(
        TypeError, match="got an unexpected keyword argument 'opponent'; choose from: scenario, control, layout, "
    ):
        aec(RULESET, scenario=SCENARIO, opponent="fierce")
    for slot in ("x", 2**70, -1, True):
        with pytest.raises(ValueError, match=rf"^slot {slot!r}: allowed: whole numbers in 0\.\."):
            make(RULESET, scenario=SCENARIO, slot=slot)
    with pytest.raises(ValueError, match=r"^0 opponents; allowed: 1\.\."):
        make(RULESET, scenario=SCENARIO, opponent=[])
    with pytest.raises(TypeError, match=r"^raw='yes': allowed: True or False"):
        aec(RULESET, scenario=SCENARIO, raw="yes")
    with pytest.raises(ValueError, match=r"^reward='unit' needs agents that are units"):
        opened(aec, reward="unit")
    envs = make_vec(RULESET, 2, scenario=SCENARIO)
    with pytest.raises(ValueError, match="None is no opponent"):
        envs.set_opponents(None)
    with pytest.raises(IndexError, match=r"no game 'a'; choose from: 0\.\.1"):
        envs.game("a")
    envs.reset(seed=1)
    for given, got in (
        (None, "NoneType"),
        ("x", "str"),
        (np.zeros(2), r"float64 of shape \(2,\)"),
        ([1], r"int64 of shape \(1,\)"),
    ):
        with pytest.raises(IllegalChoice, match=f"^need 2 integers, one for each game; got {got}"):
            envs.step(given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 1.5}, r"^games=1\.5: allowed: whole numbers in 0\.\."),
        ({"games": -1}, r"^games=-1: allowed: whole numbers in 0\.\."),
        ({"games": 10**12}, r"^games=10{12}: allowed: whole numbers in 0\.\.100,000,000"),
        ({"first_game": -1}, r"^first_game=-1: allowed: whole numbers in 0\.\."),
        ({"first_game": 1.5}, r"^first_game=1\.5: allowed: whole numbers in 0\.\."),
        ({"time_limit": float("nan")}, "^time_limit nan is not a number of seconds above 0"),
        ({"time_limit": True}, "^time_limit True is not a number of seconds above 0"),
        (
            {"time_limit": float("inf")},
            "^time_limit inf is not a number of seconds above 0 and at most [0-9,]+, or None",
        ),
        ({"time_limit": 1e12}, "^time_limit 1000000000000.0 is not a number of seconds above 0 and at most"),
        ({"on_error": "stop"}, "^on_error 'stop' is not 'forfeit' or 'raise'"),
        ({"jobs": 0}, r"^jobs=0: allowed: whole numbers in 1\.\."),
        ({"policies": None}, r"^policies=None: allowed: a list with one for each side"),
        ({"policies": "random"}, r"^policies='random': allowed: a list with one for each side"),
        ({"policies": []}, r"^policies=\[\]: allowed: a list with one for each side"),
    ],
)
def test_arguments_of_games(given, words):
    with pytest.raises(ValueError, match=words):
        play_games(RULESET, SCENARIO, **{"policies": ("fierce", "random"), "games": 2, **given})


@pytest.mark.parametrize("rules", [{5: 5}, {None: 1}, [("a", 1)], "a"])
def test_rules_are_knobs_by_address(rules):
    with pytest.raises(TypeError, match=r"^rules=.*: allowed: knobs by address, a mapping such as "):
        make(RULESET, scenario=SCENARIO, rules=rules)
