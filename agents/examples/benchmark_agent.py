"""An agent of the benchmark in one file: it looks at the mask alone, so it plays every rulebook.

tactica benchmark run books --agent agents/examples/benchmark_agent.py:Eager --json eager.json
tactica benchmark report eager.json

Needs NumPy alone. Prints nothing by itself: the first command prints its share of the points, the second the tables.
"""

from typing import Any

import numpy as np


class Eager:
    """Prefers the first eight entries of the mask, the earlier the more; all other choices are equally likely."""

    name = "eager"

    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal choice for each position.

        Args:
            observation: of the batch; this agent does not look at it.
            mask: int8 (batch, n), 1 for legal choices.
            rng: generator of the game, so that games can be played again.
        """
        liking = rng.random(mask.shape)
        liking[:, :8] += np.linspace(0.4, 0, 8)
        best: np.ndarray = np.where(mask == 1, liking, -np.inf).argmax(1)
        return best
