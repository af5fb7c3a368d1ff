"""The policies every ruleset has from its plans and estimates alone: ``random``, ``charge``, ``shoot``.

A ruleset without ``decide`` takes them over: ``POLICIES`` of its ``tactics.py`` is the one that stands here. Charge and shoot
are behaviours of fixed weights over the shared features, so that they mean the same in every ruleset: charge goes up to the
nearest enemy and strikes what it hurts most; shoot shoots, and meanwhile keeps its distance.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .features import BEHAVIOUR, EQUAL, NO_INTENT, Feature, Intent, Situation, seal

__all__ = ["POLICIES", "YARDSTICKS"]

#: Names of the policies, by number. 0 is chance; policy k is row k - 1 of YARDSTICKS.
POLICIES = ("random", "charge", "shoot")
DISTANCE_SHOT_FROM = 2.0  # own moves a shooter likes to have between itself and the nearest enemy


def fixed(intents: Mapping[Intent, float], weights: Mapping[Feature, float], keep: float) -> np.ndarray:
    """A behaviour as the kernel reads it: an array of one BEHAVIOUR record."""
    array = np.zeros(1, BEHAVIOUR)
    array["keep"] = keep
    for intent, worth in intents.items():
        array["intents"][0, intent] = worth
    for feature, weight in weights.items():
        array["weights"][0, feature] = weight
    return array


CHARGE = fixed(
    {
        Intent.STRIKE: 4.0, Intent.HOLD: 3.0, Intent.APPROACH: 2.0, Intent.SHOOT: 1.0, Intent.PREPARE: 0.5, Intent.REACT: 0.5,
        Intent.WITHDRAW: -2.0, Intent.FLEE: -4.0,
    },
    {Feature.HARM: 2.0, Feature.CHARGE: 0.5, Feature.CLOSING: 1.0, Feature.SAVED: 1.0, Feature.PRICE: -1.0},
    0.0,
)  # fmt: skip
SHOOT = fixed(
    {
        Intent.SHOOT: 4.0, Intent.PREPARE: 2.0, Intent.STRIKE: 1.0, Intent.REACT: 0.5, Intent.FLEE: -4.0,
    },
    {Feature.HARM: 2.0, Feature.OFF_DISTANCE: -1.0, Feature.CROWD: -1.0, Feature.COVER: 0.3, Feature.SAVED: 1.0},
    DISTANCE_SHOT_FROM,
)  # fmt: skip
WITHOUT_SHOTS = SHOOT["doctrines"][0, 0]  # who has none left keeps no distance
WITHOUT_SHOTS["intent"], WITHOUT_SHOTS["keep"], WITHOUT_SHOTS["conditions"] = NO_INTENT, 0.0, 1
WITHOUT_SHOTS["what"][0], WITHOUT_SHOTS["test"][0], WITHOUT_SHOTS["bound"][0] = Situation.SHOTS, EQUAL, 0.0
SHOOT["doctrine_count"] = 1
YARDSTICKS = np.concatenate([CHARGE, SHOOT])
seal(YARDSTICKS)
