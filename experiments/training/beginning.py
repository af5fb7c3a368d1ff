"""What a run begins with: the layout its network learns in, and the weights of the network its recipe names."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping

import numpy as np

from ...envs.engine.networks import load_network
from ...envs.engine.pools import open_pool
from ...envs.engine.spaces import Layout
from .datasets import DatasetError, GameDataset
from .recipe import Recipe, RunError

__all__ = ["check_memory", "layout_for", "memory_here", "recording_for", "weights_to_begin_with"]

GIB = 1 << 30


def layout_for(recipe: Recipe) -> Layout:
    """The layout a recipe's network learns in: the smallest that fits, mirrored as that of the network it begins with."""
    pools = [
        open_pool(recipe.ruleset, list(recipe.scenarios), split=split, rules=recipe.rules)
        for split in ("train", "eval")
    ]
    states = np.concatenate([pool.states for pool in pools])
    mirror = not recipe.begin or load_network(recipe.begin).layout.mirror
    return Layout.covering(recipe.ruleset, states, mirror=mirror)


def memory_here() -> float:
    """Bytes of memory of this machine; without bound where the system does not say."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return math.inf


def check_memory(recipe: Recipe, layout: Layout) -> None:
    """Refuse more decisions between two updates than this machine has memory for.

    Raises:
        RunError: ``ppo.envs`` times ``ppo.steps`` are too many.
    """
    spaces = layout.observation_space.spaces.values()
    each = layout.n + sum(int(np.prod(space.shape or ())) * np.dtype(space.dtype).itemsize for space in spaces)
    ppo, room = recipe.ppo, memory_here()
    if each * ppo.envs * ppo.steps > room:
        raise RunError(
            f"ppo.envs {ppo.envs:,} times ppo.steps {ppo.steps:,} decisions take {each * ppo.envs * ppo.steps / GIB:,.0f} GiB, "
            f"and this machine has {room / GIB:,.1f} GiB of memory; allowed: at most {int(room // each):,} decisions"
        )


def weights_to_begin_with(recipe: Recipe) -> Mapping[str, np.ndarray]:
    """The weights of the network a recipe names.

    Raises:
        RunError: it has other sizes.
    """
    found, part = load_network(recipe.begin), recipe.network
    if found.sizes != (part.width, part.trunk, part.cell_width):
        raise RunError(
            f"{recipe.begin} does not fit: it has sizes {found.sizes}, "
            f"the recipe sizes {(part.width, part.trunk, part.cell_width)}"
        )
    return found.weights


def recording_for(recipe: Recipe, layout: Layout) -> GameDataset | None:
    """The dataset a recipe's clone imitates; None if it names none.

    Args:
        recipe: which.
        layout: that its network learns in.

    Raises:
        RunError: the dataset cannot be used, or was recorded in another layout.
    """
    if recipe.begin or recipe.clone is None or not recipe.clone.dataset:
        return None
    try:
        found = GameDataset.open(recipe.clone.dataset)
        found.check_ruleset(recipe.ruleset, recipe.clone.players)
        found.check_layout(layout)
    except DatasetError as error:
        raise RunError(f"clone.dataset: {error}") from None
    return found
