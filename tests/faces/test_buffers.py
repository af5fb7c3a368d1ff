"""Buffers that are written again and again: each observation is what a buffer of its own would have been given."""

from __future__ import annotations

import numpy as np
import pytest
from starts import toy_starts

import toybook
from tactica.envs import make_vec
from tactica.envs.core.compiler import COMPILED

NAMES = ("toybook", "small", "cavalry", "harpies", "cellar", "powder", "night_guns", "small_random")
GAMES, STEPS = (16, 400) if COMPILED else (2, 40)


def envs_on(name, games, **options):
    if name == "toybook":
        return make_vec(toybook.RULESET, games, scenario=toy_starts(), **options)
    return make_vec("wfrp1", games, scenario=name, **options)


def check(batch):
    """Compare what a batch shows with what buffers are given that nothing was written to before."""
    fresh = batch.layout.buffers(batch.num)
    batch.loops.observe_slots(
        batch.states.copy(), batch.shelf.books, batch.shelf.fields, batch.layout.record, batch.games.copy(),
        fresh["grid"], fresh["units"], fresh["context"], fresh["action_mask"],
    )  # fmt: skip
    for part, array in fresh.items():
        np.testing.assert_array_equal(batch.observation[part], array, err_msg=part)


@pytest.mark.parametrize(("opponent", "mirror"), [(None, False), ("random", True)], ids=["all seats", "one seat"])
@pytest.mark.parametrize("name", NAMES)
def test_what_was_shown_before_leaves_nothing_behind(name, opponent, mirror):
    """At every decision of random games, one after the other in each slot."""
    envs = envs_on(name, GAMES, opponent=opponent, mirror=mirror, seed=5)
    envs.reset(seed=5)
    for _ in range(STEPS):
        check(envs.batch)
        envs.step(envs.random_actions())


def test_slots_that_are_reset_alone_leave_nothing_behind():
    """They write into the buffer that the others have just written."""
    envs = envs_on("small_random", 3, opponent=None, seed=6)
    envs.reset(seed=6)
    for turn in range(STEPS):
        envs.step(envs.random_actions())
        if turn % 4 == 0:
            envs.reset(options={"reset_mask": np.arange(3) == turn % 3})
        check(envs.batch)
