import numpy as np

from tactica.envs import rulesets

Verb = rulesets.get("wfrp1").module("vocab").Verb


class Brute:
    """Strikes if it can, else charges, else chooses at random."""

    name = "brute"

    def act(self, observation, mask, rng):
        liking = rng.random(mask.shape)
        liking[:, [Verb.STRIKE, Verb.CHARGE]] += [3, 2]
        return np.where(mask == 1, liking, -np.inf).argmax(1)
