"""Who is judged once more at the end of a run: the generations that did best, the last one, and the average of the last ones.

They play the anchors and one another: the anchors alone do not show which of several strong networks is best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...envs.engine.networks import Network
from .judging import FINAL, Judgement, Stillness, figures, judge, stillness
from .recipe import EvaluationPart, Recipe

__all__ = ["Finalist", "average", "choose", "play_final"]


class Finalist(NamedTuple):
    """A network that may be the best of its run.

    Attributes:
        network: the network.
        judged: its games against the anchors.
        met: its games against the other finalists.
        still: how much it waits; None if nobody asked.
    """

    network: Network
    judged: list[Judgement]
    met: list[Judgement]
    still: Stillness | None

    def points(self, how: EvaluationPart) -> float:
        """Points a game, from 0 to 1: of the anchors' and the other finalists' mean, as the recipe weighs them."""
        against = float(np.mean([one.share for one in self.judged]))
        if not self.met:
            return against
        among = float(np.mean([one.share for one in self.met]))
        return (1 - how.meeting_share) * against + how.meeting_share * among

    def about(self) -> dict[str, Any]:
        """What the network's file says of its final."""
        return {
            "generation": self.network.name,
            "final": figures(self.judged),
            **({"met": figures(self.met)} if self.met else {}),
            **({"still": self.still.figures()} if self.still else {}),
        }


def play_final(recipe: Recipe, networks: Sequence[Network], progress: Callable[..., None]) -> list[Finalist]:
    """Let the finalists play the anchors and one another, in games that have judged nobody yet; the best one first.

    A network that waits more than the recipe allows comes after all that do not.
    """
    how = recipe.evaluation
    met: list[list[Judgement]] = [[] for _ in networks]
    found = []
    for place, network in enumerate(networks):
        progress(stage="final", done=place, of=len(networks))
        judged = judge(recipe, network, recipe.league.anchors, how.final_pairs, FINAL)
        if how.meeting_share:
            later = judge(recipe, network, networks[place + 1 :], how.final_pairs, FINAL)
            met[place] += later
            for other, told in enumerate(later, place + 1):
                met[other].append(told.reversed(network.name))
        found.append(Finalist(network, judged, met[place], stillness(recipe, network, FINAL)))
    return sorted(found, key=lambda one: (one.still is None or one.still.is_within(how), one.points(how)), reverse=True)


def choose(lines: Sequence[Mapping[str, Any]], how: EvaluationPart, load: Callable[[str], Network]) -> list[Network]:
    """The finalists of a run.

    Args:
        lines: of its log: the beginning, then the generations in order.
        how: what they are judged by.
        load: gives the network of a line, by name.
    """
    best = sorted(lines, key=lambda line: (waits(line, how), -float(line["mean"])))[: how.finalists]
    if (
        lines[-1] not in best
    ):  # strong generations may beat the anchors equally often; the last has learnt most from the league
        best.append(lines[-1])
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
