"""``flat="varying"``: flat observations without what a scenario holds constant, and nothing else is left out."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from starts import EVERY, starts

from tactica.envs.apis.gymnasium_env import make
from tactica.envs.apis.pettingzoo_aec import aec
from tactica.envs.apis.pettingzoo_parallel import parallel
from tactica.envs.apis.sb3 import make_sb3_vec
from tactica.envs.apis.vector import make_vec
from tactica.envs.engine.flattening import FlatColumn
from tactica.envs.engine.pools import Starts
from tactica.envs.engine.spaces import Layout
from tactica.envs.engine.varying import seats_for, varying_numbers

DECISIONS = 150


def names(columns):
    return {(column.part, column.name) for column in columns}


def left_out(layout, pool):
    """The numbers that are left out, by their places."""
    return np.setdiff1d(np.arange(layout.flat_size), varying_numbers(layout, pool))


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("name", EVERY)
def test_what_is_left_out_never_changes_whoever_looks_from_whatever_start(name, mirror):
    ruleset, pool = starts(name)
    env = aec(ruleset, scenario=pool, raw=True, control="side", mirror=mirror)
    numbers = left_out(env.layout, pool)
    assert numbers.size
    rng, first = np.random.default_rng(5), None
    for row in range(min(len(pool.states), 4)):
        env.reset(seed=row, options={"row": row})
        for _ in range(DECISIONS):
            for side in range(env.game.side_count):
                seen = env.layout.flatten(env.game.observe(side))[numbers]
                first = seen if first is None else first
                np.testing.assert_array_equal(seen, first)
            if not env.agents or env.terminations[env.agent_selection]:
                break
            mask = env.infos[env.agent_selection]["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("name", EVERY)
def test_every_interface_shows_the_same_numbers_under_their_names(name):
    ruleset, pool = starts(name)
    options = {"scenario": pool, "flat": "varying"}
    env, whole = make(ruleset, **options), make(ruleset, scenario=pool, flat=True)
    chosen = varying_numbers(env.layout, pool)
    assert env.flat_columns == [whole.flat_columns[i] for i in chosen]
    assert len(whole.flat_columns) == whole.layout.flat_size and make(ruleset, scenario=pool).flat_columns == []
    for one, other in zip(env.reset(seed=3), whole.reset(seed=3), strict=True):
        if isinstance(one, np.ndarray):
            assert one.shape == env.observation_space.shape == (len(chosen),) and one.dtype == np.float32
            assert env.observation_space.contains(one)
            np.testing.assert_array_equal(one, other[chosen])
    choice = int(env.action_masks().argmax())
    np.testing.assert_array_equal(env.step(choice)[0], whole.step(choice)[0][chosen])
    vector, whole_vector = make_vec(ruleset, 3, **options), make_vec(ruleset, 3, scenario=pool, flat=True)
    assert vector.flat_columns == env.flat_columns
    for _ in range(2):
        seen, other = vector.reset(seed=3)[0], whole_vector.reset(seed=3)[0]
        assert vector.observation_space.contains(seen)
        np.testing.assert_array_equal(seen, other[:, chosen])
    choices = vector.action_masks().argmax(1)
    np.testing.assert_array_equal(vector.step(choices)[0], whole_vector.step(choices)[0][:, chosen])
    for table, other in ((f(ruleset, **options), f(ruleset, scenario=pool, flat=True)) for f in (aec, parallel)):
        assert table.unwrapped.flat_columns == env.flat_columns
        table.reset(seed=3), other.reset(seed=3)
        for agent in table.agents:
            seen, wanted = (
                (one.unwrapped.table.observe(*one.unwrapped.table.lookers[agent])) for one in (table, other)
            )
            assert table.observation_space(agent)["observation"].contains(seen)
            np.testing.assert_array_equal(seen, wanted[chosen])
        np.testing.assert_array_equal(table.state(), other.state())  # what critics see stays whole


def test_the_end_of_a_game_is_shown_in_the_same_numbers():
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, 2, scenario=pool, flat="varying", seed=1)
    envs.reset()
    for _ in range(2000):
        info = envs.step(envs.random_actions())[4]
        if "final_obs" in info:
            break
    (slot, *_) = np.flatnonzero(info["_final_obs"])
    assert envs.single_observation_space.contains(info["final_obs"][slot])


def toy_battle(count=1):
    """One toy battle, so many times, in which all units are equally strong, armoured and fast."""
    ruleset, pool = starts("toybook")
    states = pool.states[[0] * count].copy()
    for name, number in (("strength", 3), ("armour", 2), ("movement", 4)):
        states["units"][name] = np.where(states["units"]["present"], number, 0)
    return type(pool)(ruleset, states, pool.books, pool.fields)


def test_what_a_battle_holds_is_left_out_and_what_moves_stays():
    """Own units are strong, armoured and fast as they are (LASTING); the map is as it is; places and health change."""
    pool = toy_battle()
    layout = Layout.covering(pool.ruleset, pool.states)
    kept = [layout.flat_columns[i] for i in varying_numbers(layout, pool)]
    own = {column.name for column in kept if column.part == "units" and column.place == 0}
    assert {"x", "y", "health", "known"} <= own and not {"strength", "armour", "movement"} & own
    others = {column.name for column in kept if column.part == "units" and column.place == layout.own_rows}
    assert {"strength", "armour", "movement"} <= others  # zeros while nobody is known
    assert not {"blocked", "rough"} & {column.name for column in kept} and "own" in {column.name for column in kept}


def test_the_size_of_the_board_is_left_out_where_all_starts_share_it():
    ruleset, pool = starts("owh/tiny")
    layout = Layout.covering(ruleset, pool.states)
    kept = [layout.flat_columns[i] for i in varying_numbers(layout, pool)]
    assert not {("context", "board_width"), ("context", "board_height")} & names(kept)
    states = pool.states[[0, 0]].copy()
    states["board_width"][1] -= 1
    both = Starts(ruleset, states, pool.books, pool.fields)
    kept = [layout.flat_columns[i] for i in varying_numbers(layout, both)]
    assert ("context", "board_width") in names(kept) and ("context", "board_height") not in names(kept)


def test_starts_that_differ_keep_what_they_differ_in():
    alike, unlike = toy_battle(2), toy_battle(2)
    unlike.states["units"]["strength"][1, int(unlike.states["side_start"][1, 0])] += 1
    layout = Layout.covering(alike.ruleset, alike.states)
    more = np.setdiff1d(varying_numbers(layout, unlike), varying_numbers(layout, alike))
    assert [layout.flat_columns[i] for i in more] == [FlatColumn("units", 0, "strength", None)]


def test_rows_and_cells_that_no_start_needs_are_left_out():
    """With a layout for larger battles nothing is left of the rows nobody is in, nor of what would name them."""
    ruleset, pool = starts("owh/tiny")
    exact, full = Layout.covering(ruleset, pool.states), Layout.named(ruleset, "full")
    assert full.own_rows > exact.own_rows and full.width > exact.width
    kept = [full.flat_columns[i] for i in varying_numbers(full, pool)]
    assert len(kept) == len(varying_numbers(exact, pool))
    rows = {*range(exact.own_rows), *range(full.own_rows, full.own_rows + exact.other_rows)}
    assert {column.place for column in kept if column.part == "units"} == rows
    cells = {divmod(column.place, full.width) for column in kept if column.part == "grid"}
    assert max(y for y, _ in cells) < exact.height and max(x for _, x in cells) < exact.width
    assert {column.value for column in kept if column.name == "decider_row"} == rows


def test_the_numbers_of_one_environment_can_be_asked_of_another():
    """Other starts hold other numbers constant: an evaluation observes what training did."""
    alike, unlike = toy_battle(2), toy_battle(2)
    unlike.states["units"]["strength"][1] += unlike.states["units"]["present"][1]
    train = make(alike.ruleset, scenario=alike, flat="varying")
    other = make(alike.ruleset, scenario=unlike, flat="varying")
    test = make(alike.ruleset, scenario=unlike, flat=train.flat_columns)
    assert test.flat_columns == train.flat_columns != other.flat_columns
    assert test.reset(seed=1)[0].shape == train.observation_space.shape == test.observation_space.shape
    assert test.clone().flat_columns == train.flat_columns
    with pytest.raises(ValueError, match="this layout shows no number like FlatColumn"):
        make(alike.ruleset, scenario=unlike, flat=[FlatColumn("units", 99, "strength", None)])


def test_seats_are_counted_from_the_viewers():
    s = {"side_count": 3, "allied": np.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]])}
    assert seats_for(s, 0, 2, 3) == [2, 0, 1]  # of the sides behind the viewer's, 1 and 2, it is a friend of itself
    assert seats_for(s, 2, 0, 3) == [1, 1, 0]
    assert seats_for(s, 1, 2, 4) == [1, 1, 1, 0]


def test_gymnasium_makes_and_checks_it():
    ruleset, pool = starts("toybook")
    check_env(make(ruleset, scenario=pool, flat="varying", illegal="random_legal"), skip_render_check=True)
    made = gymnasium.make("tactica/wfrp1-v0", scenario="tiny", flat="varying")
    assert made.get_wrapper_attr("flat_columns") and made.observation_space.shape == made.reset(seed=1)[0].shape


def test_stable_baselines_sees_the_same():
    pytest.importorskip("stable_baselines3")
    ruleset, pool = starts("toybook")
    envs = make_sb3_vec(ruleset, 2, scenario=pool, flat="varying", seed=1)
    seen = envs.reset()
    assert seen.shape[1:] == envs.observation_space.shape == (len(envs.flat_columns),)


@pytest.mark.parametrize("kind", [make, aec, parallel])
def test_another_word_is_refused(kind):
    ruleset, pool = starts("toybook")
    with pytest.raises(ValueError, match=r"flat 'all' is not one of False, True, 'varying', or a list"):
        kind(ruleset, scenario=pool, flat="all")


def test_copies_go_on_with_the_same_numbers():
    ruleset, pool = starts("toybook")
    env = make_vec(ruleset, 2, scenario=pool, flat="varying", seed=1)
    env.reset()
    twin = env.clone()
    assert twin.flat_columns == env.flat_columns
    choices = env.random_actions()
    np.testing.assert_array_equal(env.step(choices)[0], twin.step(choices)[0])
