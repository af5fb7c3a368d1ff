"""What a run begins with: the layout its network learns in, and the weights of the network its recipe names."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...envs.engine.networks import load_network
from ...envs.engine.pools import open_pool
from ...envs.engine.spaces import Layout
from .datasets import DatasetError, GameDataset
from .recipe import Recipe, RunError

__all__ = ["layout_for", "recording_for", "weights_to_begin_with"]


def layout_for(recipe: Recipe) -> Layout:
    """The layout a recipe's network learns in: the smallest that fits, mirrored as that of the network it begins with."""
    pools = [
        open_pool(recipe.ruleset, list(recipe.scenarios), split=split, rules=recipe.rules)
        for split in ("train", "eval")
    ]
    states = np.concatenate([pool.states for pool in pools])
    mirror = not recipe.begin or load_network(recipe.begin).layout.mirror
    return Layout.covering(recipe.ruleset, states, mirror=mirror)


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
