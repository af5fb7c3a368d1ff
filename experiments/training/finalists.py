"""Who is judged once more at the end of a run: the generations that did best, and the average of the last ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...envs.engine.networks import Network
from .judging import Stillness
from .recipe import EvaluationPart

__all__ = ["average", "choose"]


def choose(lines: Sequence[Mapping[str, Any]], how: EvaluationPart, load: Callable[[str], Network]) -> list[Network]:
    """The finalists of a run.

    Args:
        lines: of its log: the beginning, then the generations in order.
        how: what they are judged by.
        load: gives the network of a line, by name.
    """
    best = sorted(lines, key=lambda line: (waits(line, how), -float(line["mean"])))[: how.finalists]
    found = [load(line["name"]) for line in best]
    if last := lines[max(1, len(lines) - how.averaged) :]:
        found.append(average([load(line["name"]) for line in last], f"average of the last {len(last)}"))
    return found


def waits(line: Mapping[str, Any], limits: EvaluationPart) -> bool:
    """Whether the network of a line of the log waits more than a recipe allows."""
    return "still" in line and not Stillness(*line["still"]).is_within(limits)


def average(networks: Sequence[Network], name: str) -> Network:
    """The mean network of generations of one run, weight by weight (stochastic weight averaging, Izmailov et al. 2018): each
    generation is off in another direction.
    """
    first = networks[0]
    means = {
        part: np.stack([one.weights[part] for one in networks]).mean(0, dtype=np.float64).astype(np.float32)
        for part in first.weights
    }
    return replace(first, name=name, weights=means, file=None)
