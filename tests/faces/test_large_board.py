"""A board of 60 x 40 cells, large and oblong bodies, a metric and a sight rule of the ruleset's own: through every interface."""

from __future__ import annotations

import numpy as np
import pytest

import tactica
import toybook
from tactica.envs import replay, scenario
from tactica.envs.engine.game import Game
from tactica.envs.engine.rollouts import play_games
from tactica.envs.render import image, text

WIDTH, HEIGHT = 60, 40
MAP = ["".join("#" if (x * 7 + y * 3) % 61 == 0 else "." for x in range(WIDTH)) for y in range(HEIGHT)]
FIELD = {
    "ruleset": "toybook",
    "board": {"map": "\n".join(MAP) + "\n"},
    "sides": ["red", "green"],
    "battle": {"rounds": 3},
    "units": [
        {"template": "brute", "side": "red", "at": [29, 20]},
        {"template": "rank", "side": "red", "at": [56, 39]},
        {"template": "rank", "side": "green", "at": [0, 37], "width": 1, "height": 3},
        {"template": "scout", "side": "red", "at": [1, 38]},
        {"template": "brute", "side": "green", "at": [31, 22]},
        {"template": "soldier", "side": "green", "at": [58, 1]},
    ],
}


@pytest.fixture(scope="module")
def pool():
    return scenario.pool("toybook", FIELD)


def test_the_far_corner_is_a_cell_like_any_other(pool):
    game = Game(toybook.RULESET, pool).start(seed=1)
    assert (game.layout.width, game.layout.height) == (WIDTH, HEIGHT)
    assert game.observe(0)["grid"].shape[1:] == (HEIGHT, WIDTH)
    board = toybook.RULESET.board
    assert board.place(board.cell(59, 39)) == (59, 39)
    assert {board.place(cell) for cell in game.s["units"]["cell"][:6].tolist()} >= {(58, 1), (1, 38)}


def test_bodies_of_two_by_two_that_touch_at_a_corner_may_strike():
    """From 29..30 to 31..32 and from 20..21 to 22..23: next to each other by the corner."""
    table = tactica.sandbox("toybook", FIELD, skip_forced=False)
    asked = set()
    while not table.game.over and table.round <= 1:
        asked |= {(table.decider, choice) for choice in table.choices()}
        table.play(table.choices()[0])
    assert any("brute" in decider and "brute" in choice for decider, choice in asked)


def test_games_in_the_kernel(pool):
    results = play_games("toybook", pool, policies=("random", "random"), games=4, seed=1)
    assert len(results.rounds) == 4
    assert (np.asarray(results.rounds) >= 1).all()


def test_gymnasium(pool):
    env = tactica.make("toybook", scenario=pool, opponent="random")
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(12):
        observation, _, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        if terminated or truncated:
            break
    assert env.observation_space.contains(observation)
    assert env.action_space.n > WIDTH * HEIGHT


def test_vector(pool):
    envs = tactica.make_vec("toybook", 4, scenario=pool, opponent=None, seed=1)
    envs.reset()
    for _ in range(6):
        observation = envs.step(envs.random_actions())[0]
    assert observation["grid"].shape[2:] == (HEIGHT, WIDTH)
    kept = envs.snapshot()
    first = envs.step(envs.random_actions())[0]["grid"].copy()
    envs.restore(kept)
    assert np.array_equal(envs.step(envs.random_actions())[0]["grid"], first)


@pytest.mark.parametrize("make", [tactica.aec, tactica.parallel], ids=["aec", "parallel"])
def test_pettingzoo(pool, make):
    env = make("toybook", scenario=pool, control="side")
    env.reset(seed=1)
    assert len(env.agents) == 2
    for agent in env.agents:
        assert env.observation_space(agent)["observation"]["grid"].shape[1:] == (HEIGHT, WIDTH)


def test_replay_text_and_picture(pool, tmp_path):
    game = Game(toybook.RULESET, pool).start(seed=2)
    recording = replay.record(game, ["random", "random"])
    rng = np.random.default_rng(2)
    while not game.over and len(recording) < 25:
        recording.step(int(rng.choice(game.legal())))
    saved = replay.load(replay.save(recording, tmp_path / "field"))
    assert replay.verify(saved).ok
    assert max(len(line) for line in text(game).splitlines()) >= WIDTH
    picture = image(game)
    assert picture.shape[2] == 3
    assert picture.shape[1] > picture.shape[0] > HEIGHT
