"""Monte Carlo tree search with OpenSpiel against random play, in a game whose rolls are chance nodes.

Needs OpenSpiel (``open_spiel``). Prints after each battle who won, and at the end how many battles the search won.
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import tactica.openspiel  # noqa: F401  (registers the game)


def main(battles: int = 10, simulations: int = 50, seed: int = 1) -> list[float]:
    """Play, with the search in turn on either side; returns its results: 1 won, 0 drawn, -1 lost."""
    game = pyspiel.load_game("tactica", {"ruleset": "tow", "scenario": "tiny"})
    rng = np.random.RandomState(seed)
    playouts = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    results = []
    for battle in range(battles):
        seat = battle % 2
        # solve=False: with chance nodes it saves nothing.
        search = MCTSBot(game, 1.4, simulations, playouts, solve=False, random_state=rng)
        chance = UniformRandomBot(1 - seat, rng)
        bots = [search, chance] if seat == 0 else [chance, search]
        results.append(evaluate_bots(game.new_initial_state(), bots, rng)[seat])
        print(
            f"battle {battle + 1}: the search {'draws' if results[-1] == 0 else 'wins' if results[-1] > 0 else 'loses'}"
        )
    print(f"the search won {results.count(1.0)} of {battles}, and drew {results.count(0.0)}")
    return results


if __name__ == "__main__":
    main()
