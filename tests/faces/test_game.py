"""A single game: choices in words, refusals, snapshots."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from starts import EVERY, starts

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.engine.pools import BattleNames, agent_names, battle_of, unit_names
from tactica.envs.engine.ranks import rewards_by_rank


def played(name, decisions=25, seed=3, row=0):
    """A game some random decisions in, and its generator."""
    ruleset, pool = starts(name)
    rng = np.random.default_rng(seed)
    game = Game(ruleset, pool).start(row, seed=seed)
    for _ in range(decisions):
        before = game.snapshot()
        game.step(int(rng.choice(game.legal())))
        if game.over:  # the last decision before the end
            return game.restore(before)
    return game


@pytest.mark.parametrize("name", EVERY)
def test_every_legal_choice_can_be_said_and_understood(name):
    game = played(name, 0)
    rng = np.random.default_rng(0)
    for _ in range(60):
        if game.over:
            break
        texts = game.legal_texts()
        assert len(set(texts.values())) == len(texts), texts
        for index, words in texts.items():
            assert game.parse(words) == index == game.index_of(game.answer_of(index))
            assert game.describe(index) == words
        assert sorted(texts) == np.flatnonzero(game.mask()).tolist()
        game.step(int(rng.choice(game.legal())))


@pytest.mark.parametrize("name", EVERY)
def test_an_illegal_choice_changes_nothing_and_is_named_with_what_is_legal(name):
    game = played(name)
    before = game.lanes.copy()
    bad = int(np.flatnonzero(game.mask() == 0)[0])
    for wrong in (bad, -1, game.layout.n, 10**9):
        with pytest.raises(IllegalChoice, match="is not legal") as told:
            game.step(wrong)
        assert any(words in str(told.value) for words in game.legal_texts().values())
        assert told.value.legal == game.legal().tolist()
    with pytest.raises(IllegalChoice, match="not a legal choice"):
        game.parse("sing a song")
    size = game.ruleset.state.snapshot_lanes
    np.testing.assert_array_equal(game.lanes[:, :size], before[:, :size])


@pytest.mark.parametrize("name", EVERY)
def test_observations_keep_to_their_spaces(name):
    game = played(name, 0)
    rng = np.random.default_rng(5)
    space = game.layout.observation_space
    for _ in range(40):
        if game.over:
            break
        for side in range(game.side_count):
            seen = game.observe(side)
            for part, box in space.spaces.items():
                assert box.contains(seen[part]), (part, np.argwhere((seen[part] < box.low) | (seen[part] > box.high)))
            assert seen["action_mask"].any() == (side == game.side)
        game.step(int(rng.choice(game.legal())))


@pytest.mark.parametrize("name", EVERY)
def test_snapshot_restore_and_clone_go_on_alike(name):
    game = played(name)
    data = game.snapshot()
    twin = game.clone()
    other = Game(game.ruleset, game.pool).start(0, seed=99).restore(data)
    rng = np.random.default_rng(1)
    for _ in range(50):
        if game.over:
            break
        index = int(rng.choice(game.legal()))
        for one in (game, twin, other):
            one.step(index)
        assert game.position() == twin.position() == other.position()
    assert game.snapshot() == other.snapshot()


def test_a_forfeit_puts_the_side_last():
    game = played("toybook", row=0)
    loser = game.side
    game.forfeit()
    assert game.over and game.rewards[loser] == -1.0 and game.rewards.sum() == 0.0
    assert game.ending_text and not game.truncated
    for refused in (lambda: game.step(0), lambda: game.answer(5), lambda: game.parse("pass")):
        with pytest.raises(IllegalChoice, match=r"the battle is over$"):
            refused()


def test_units_without_names_are_called_by_side_and_row():
    pool, names = starts("toybook")[1], agent_names(starts("toybook")[1].states[0])

    def named(given):
        return unit_names(dataclasses.replace(pool, battles=[BattleNames(names=given)]), 0)

    assert named(["orc", *names[2:]]) == names
    assert named(["black\norc", *names[1:]]) == ["black orc", *names[1:]]
    fight = dataclasses.replace(pool, battles=[BattleNames("fight")])
    assert [battle_of(fight, row).name for row in (-1, 0, 1)] == ["", "fight", ""]
    assert battle_of(pool, 0) == BattleNames()


def test_rewards_by_rank_are_zero_sum():
    ranks = np.array([[1, 2, 0, 0], [1, 1, 0, 0], [1, 2, 3, 0], [1, 2, 2, 0], [2, 1, 1, 4]])
    rewards = rewards_by_rank(ranks, (ranks > 0).sum(1))
    np.testing.assert_allclose(rewards.sum(1), 0)
    np.testing.assert_allclose(rewards[0], [1, -1, 0, 0])
    np.testing.assert_allclose(rewards[2], [1, 0, -1, 0])
    np.testing.assert_allclose(rewards[3], [1, -0.5, -0.5, 0])


def test_the_kernel_pays_the_same_rewards():
    game = played("toybook")
    rng = np.random.default_rng(3)
    while not game.over:
        game.step(int(rng.choice(game.legal())))
    paid = [game.loops.reward_of(game.states[0], side) for side in range(game.side_count)]
    np.testing.assert_allclose(game.rewards, paid)


def test_a_players_answer_is_asked_without_playing_it():
    game = played(EVERY[0])
    before, rng = game.snapshot(), np.array([1, 2, 3, 4], np.int64)
    words = rng.copy()
    answers = {game.choose(0, words, keyed=False) for _ in range(20)}
    assert answers <= set(game.answers().tolist()) and game.snapshot() == before
    assert not np.array_equal(words, rng), "a random player draws from the generator it is given"


def test_a_player_in_python_is_asked_elsewhere():
    with pytest.raises(TypeError, match=r"Host\.act"):
        played(EVERY[0]).choose(None, np.zeros(4, np.int64))
