"""The single Gymnasium environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from starts import EVERY, starts

from tactica.envs import make
from tactica.envs.apis.registration import register
from tactica.envs.engine.batch import NotReset
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game

quiet = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def env_of(name, **options):
    ruleset, pool = starts(name)
    return make(ruleset, scenario=pool, **options)


def play(env, rng, **options):
    """One random game: return, last info, steps."""
    env.reset(**options)
    total, steps = 0.0, 0
    while True:
        _, reward, ended, cut, info = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        total += reward
        steps += 1
        if ended or cut:
            return total, info, steps


@quiet
@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", EVERY)
def test_check_env(name, flat):
    check_env(env_of(name, illegal="random_legal", flat=flat), skip_render_check=True)


def test_registered_for_every_ruleset():
    register()  # toybook has joined since the import; what is known already stays as it is
    env = gymnasium.make("tactica/toybook-v0", scenario=starts("toybook")[1], opponent="fierce", seat="alternate")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and info["opponents"].count("learner") == 1
    assert env.unwrapped.action_masks().dtype == np.bool_


@pytest.mark.parametrize("name", EVERY)
def test_games_to_the_end(name):
    env = env_of(name, seat="alternate")
    rng = np.random.default_rng(0)
    seats = []
    for game in range(3):
        total, info, _ = play(env, rng, **({"seed": 1} if game == 0 else {}))
        assert -1 <= total <= 1 and info["ending"] and info["rank"] >= 1
        seats.append(int(env.batch.games["last_learner"][0]))
    assert seats[0] != seats[1]
    with pytest.raises(NotReset, match="reset"):
        env.step(0)


def test_steps_before_reset_are_refused():
    with pytest.raises(NotReset):
        env_of("toybook").step(0)


def test_a_seed_repeats_and_the_next_game_differs():
    env = env_of("toybook", opponent="fierce")

    def trace(**options):
        rng = np.random.default_rng(0)
        play(env, rng, **options)
        return env.batch.lanes[0, : env.batch.ruleset.state.snapshot_lanes].tobytes()

    first, second, again = trace(seed=5), trace(), trace(seed=5)
    assert first == again != second


def test_an_observation_is_the_callers_to_keep():
    env = env_of("toybook")
    seen, _ = env.reset(seed=1)
    kept = {part: array.copy() for part, array in seen.items()}
    for _ in range(5):
        env.step(int(np.argmax(env.action_masks())))
    for part, array in seen.items():
        np.testing.assert_array_equal(array, kept[part])


@pytest.mark.parametrize("mode", ["raise", "forfeit"])
def test_illegal_choices(mode):
    env = env_of("toybook", illegal=mode)
    env.reset(seed=1)
    bad = int(np.flatnonzero(~env.action_masks())[0])
    if mode == "raise":
        before = env.batch.states.tobytes()
        for wrong, says in (
            (bad, "legal"),
            (-3, "legal"),
            (10**6, "legal"),
            ("strike", "an integer"),
            (None, "an integer"),
        ):
            with pytest.raises(IllegalChoice, match=f"is not {says}"):
                env.step(wrong)
        assert env.batch.states.tobytes() == before
    else:
        _, reward, ended, cut, info = env.step(bad)
        assert (reward, ended, cut) == (-1.0, True, False)
        assert info["reason"] == "illegal choice" and info["ending"]


def test_snapshot_restore_clone():
    env = env_of("toybook", opponent="fierce", seat="alternate")
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(10):
        env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
    other = env_of("toybook", opponent="fierce", seat="alternate")
    other.restore(env.snapshot())
    twin = env.clone()
    for game in range(2):
        ended = False
        while not ended:
            index = int(rng.choice(np.flatnonzero(env.action_masks())))
            results = [one.step(index) for one in (env, other, twin)]
            ended = results[0][2]
            for result in results[1:]:
                assert result[1:4] == results[0][1:4]
                for part, array in results[0][0].items():
                    np.testing.assert_array_equal(result[0][part], array)
        if game == 0:
            for one in (env, other, twin):
                one.reset()


def test_without_opponent_every_decision_is_the_callers():
    """The environment goes through exactly the game a bare Game plays; rewards are the first side's."""
    env = env_of("toybook", opponent=None)
    game = Game(env.batch.ruleset, env.batch.pool).start(seed=2, game=0)
    _, info = env.reset(seed=2)
    rng, sides = np.random.default_rng(2), set()
    while not game.over:
        assert info["side"] == game.side
        sides.add(game.side)
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        _, reward, terminated, truncated, info = env.step(action)
        game.step(action)
    assert len(sides) > 1 and (terminated or truncated)
    assert reward == game.rewards[0] and set(info["opponents"]) == {"learner"}


@pytest.mark.parametrize("options", [{"seat": 3}, {"seat": "left"}, {"illegal": "ignore"}, {"seat": None},
                                     {"seat": "fixed"}, {"seat": True}, {"seat": 1.0}, {"opponent": "nobody"},
                                     {"layout": "huge"}, {"shaping": 1.0}, {"weights": [1, 2]}, {"weights": [-1]},
                                     {"render_mode": "smell"}, {"discount": 2}, {"flat": 3}])  # fmt: skip
def test_impossible_arguments_are_refused(options):
    with pytest.raises(ValueError):
        env_of("toybook", **options)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("nobody", {}, "unknown ruleset 'nobody'; there are: "),
        ("toybook", {}, "no scenario given.*scenarios: alliance, banners"),
        ("toybook", {"scenario": 3}, "a scenario is a name, a path, a dict, or a list of these, not 3"),
        ("toybook/alliance", {"opponent": "mine.yaml"}, "from a file: tactica.agents.players.load_player"),
        ("toybook/alliance", {"opponent": "mine.py:Mine"}, "from a file: tactica.agents.players.load_player"),
    ],
)
def test_names_that_are_none_are_refused_with_those_there_are(name, options, says):
    with pytest.raises((ValueError, TypeError), match=says):
        make(name, **options)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"shaping": "wounds"}, "shaping='wounds': allowed: a number"),
        ({"shaping": True}, "shaping=True: allowed: a number"),
        ({"discount": [1]}, r"discount=\[1\]: allowed: a number"),
        ({"rules": ["turn.order_on_tie"]}, r"rules=\['turn.order_on_tie'\]: allowed: knobs by address, a mapping"),
    ],
)
def test_arguments_of_another_kind_are_named(options, says):
    with pytest.raises(TypeError, match=says):
        make("toybook/alliance", **options)


@pytest.mark.parametrize(
    ("choice", "says"), [*((one, "an integer") for one in (1.0, 1.5, "1", None, [1])), (10**30, "legal")]
)
def test_a_choice_is_a_whole_number(choice, says):
    env = env_of("toybook")
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match=f"is not {says}"):
        env.step(choice)


def test_seats_alternate_where_every_game_has_a_seed_of_its_own():
    ruleset, pool = starts("toybook")
    env = make(ruleset, scenario=pool, seat="alternate")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert seats == [0, 1, 2] * 4
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(12)] == seats
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(0, 3000, 300)} == {0, 1, 2}
    env.reset(seed=4)
    following = [env.reset()[1]["seat"] for _ in range(3)]
    assert following == [2, 0, 1]
    assert all(make(ruleset, scenario=pool, seat=2).reset(seed=seed)[1]["seat"] == 2 for seed in range(3))
