"""Seeds: whole numbers from 0 of at most 64 bits, whatever takes them; all others are refused in the same words."""

from __future__ import annotations

import numpy as np
import pytest

import tactica
from tactica.envs import aec, make, make_vec, parallel
from tactica.envs.apis.sb3 import make_sb3_vec
from tactica.envs.engine.game import Game

OUTSIDE = [2**64, 2**70, -1, np.int64(-7)]
REFUSED = r"allowed: whole numbers of at most 64 bits, 0\.\."


def of_game(seed):
    """The seed a single game keeps."""
    return int(Game.of("toybook", "alliance", seed=seed).s["seed_base"])


def of_make(seed):
    """The seed a Gymnasium environment keeps."""
    env = make("toybook", scenario="alliance")
    env.reset(seed=seed)
    return int(env.batch.control["seed_base"][0])


def of_vector(seed):
    """The seed a vector environment keeps."""
    envs = make_vec("toybook", 2, scenario="alliance")
    envs.reset(seed=seed)
    return int(envs.batch.control["seed_base"][0])


def of_vector_made_with_it(seed):
    """The seed a vector environment keeps that was made with it."""
    envs = make_vec("toybook", 2, scenario="alliance", seed=seed)
    envs.reset()
    return int(envs.batch.control["seed_base"][0])


def of_sb3(seed):
    """The seed a vector environment for Stable-Baselines3 keeps."""
    envs = make_sb3_vec("toybook", 2, scenario="alliance", seed=seed)
    envs.reset()
    return int(envs.batch.control["seed_base"][0])


def of_aec(seed):
    """The seed an AEC environment keeps."""
    env = aec("toybook", scenario="alliance")
    env.reset(seed=seed)
    return env.unwrapped.table.base


def of_parallel(seed):
    """The seed a ParallelEnv keeps."""
    env = parallel("toybook", scenario="alliance")
    env.reset(seed=seed)
    return env.unwrapped.table.base


def of_play_games(seed):
    """The seed finished games were played with."""
    return tactica.play_games("toybook", "alliance", policies=("random", "random"), games=1, seed=seed).seed


def of_sandbox(seed):
    """The seed a battle in words keeps."""
    return int(tactica.sandbox("toybook", "alliance", seed=seed).game.s["seed_base"])


FACES = [of_game, of_make, of_vector, of_vector_made_with_it, of_sb3, of_aec, of_parallel, of_play_games, of_sandbox]


@pytest.mark.parametrize("seed", OUTSIDE)
@pytest.mark.parametrize("face", FACES)
def test_a_negative_seed_or_one_of_more_than_64_bits_is_refused(face, seed):
    with pytest.raises(ValueError, match=REFUSED):
        face(seed)


@pytest.mark.parametrize("face", FACES)
def test_the_longest_seed_is_taken_and_63_bits_of_it_are_kept(face):
    assert face(2**64 - 1) == 2**63 - 1
    assert face(2**63 + 5) == 5


@pytest.mark.parametrize("seed", [2**64, -2, 1.5])
def test_one_wrong_seed_in_a_list_is_refused(seed):
    with pytest.raises(ValueError, match=rf"^seed {seed}; {REFUSED}"):
        make_vec("toybook", 2, scenario="alliance").reset(seed=[1, seed])


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
@pytest.mark.parametrize("face", FACES)
def test_integers_of_every_kind_are_seeds(face, kind):
    assert face(kind(1)) == face(1) == 1


@pytest.mark.parametrize("face", FACES)
def test_a_number_with_a_fraction_is_no_seed(face):
    with pytest.raises((ValueError, TypeError), match=r"1\.5"):
        face(1.5)


@pytest.mark.parametrize("num", [2**20 + 1, 2**40])
def test_more_games_than_any_machine_holds_are_refused(num):
    with pytest.raises(ValueError, match="at most 1,048,576 games"):
        make_vec("toybook", num, scenario="alliance")


@pytest.mark.parametrize("seed", [1.5, "7", None])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(ValueError, match=REFUSED):
        of_game(seed)
