"""A trained network's view of a position: the probability of each answer, and the expected value of the battle.

>>> seen = outlook(Game.of("wfrp1", "small"), "trained:wfrp1")
>>> print(seen.value, seen.choices[0].text, seen.choices[0].probability)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..envs.engine.game import Game
from ..envs.engine.networks import Network, load_network
from ..envs.engine.players import NETWORK
from ..envs.engine.seating import check_layout

__all__ = ["Likely", "Outlook", "outlook"]


@dataclass(frozen=True)
class Likely:
    """An answer as a network sees it.

    Attributes:
        text: in words.
        answer: as the rules number it.
        logit: the number the network gives it; nan for an answer its layout cannot show, which it never gives.
        probability: with which it is given when the network draws.
        is_best: True for the answer it gives when it does not draw.
    """

    text: str
    answer: int
    logit: float
    probability: float
    is_best: bool


@dataclass(frozen=True)
class Outlook:
    """What a network makes of a decision.

    Attributes:
        network: the network.
        decider, prompt: the deciding unit or side, and the prompt, in words.
        value: the reward it expects for the side that decides, in [-1, 1]: 1 a certain victory, -1 a certain defeat.
        choices: the most probable first.
    """

    network: Network
    decider: str
    prompt: str
    value: float
    choices: list[Likely]

    @property
    def best(self) -> int:
        """The answer it gives when it does not draw, 0 when its layout can show none."""
        return next((one.answer for one in self.choices if one.is_best), 0)


def outlook(game: Game, network: str | Network) -> Outlook:
    """A network's view of the current decision of a game, which stays unchanged.

    Args:
        game: a game at a decision.
        network: a network of the game's ruleset, or its spec (``trained:wfrp1``, a file).

    Raises:
        CheckpointError: there is no such network, or it is another ruleset's; LayoutMismatch: it was trained for smaller
            battles; ValueError: the battle is over.
    """
    net = load_network(network) if isinstance(network, str) else network
    if game.over:
        raise ValueError("the battle is over: nobody decides")
    code = net.greedy().seat_in(game.ruleset)  # which leaves its numbers as they are
    check_layout(net, game.ruleset, game.states[game.row : game.row + 1])
    best = game.choose(code, np.zeros(4, np.int64), keyed=False)
    players = game.loops.everybody()  # in whose working space the network has left what it thought
    answers = game.answers()
    logits = np.where(players.shown[: len(answers)] == 1, players.logits[: len(answers)], np.nan)
    shares = np.exp(logits - np.nanmax(logits)) if best > 0 else np.zeros(len(answers))
    shares = np.nan_to_num(shares / max(np.nansum(shares), 1e-300))
    choices = [
        Likely(game.describe_answer(answer), answer, float(logit), float(share), answer == best)
        for answer, logit, share in zip(answers.tolist(), logits, shares, strict=True)
    ]
    choices.sort(key=lambda one: (-one.probability, not one.is_best))
    return Outlook(net, game.decider_text, game.prompt_text, _value(game, net, code), choices)


def _value(game: Game, net: Network, code: int) -> float:
    """The reward a network expects for the side that decides, when it has just thought of the position."""
    loops, players = game.loops, game.loops.everybody()
    row = players.networks[NETWORK.row(code)]
    size, at = int(row["trunk_width"]), int(row["value_start"])
    trunk = players.vectors[row["trunk"] : row["trunk"] + size]
    learnt = float(trunk @ players.weights[at : at + size] + players.weights[at + size])
    staying = np.zeros(game.side_count)
    loops.value_game(game.states, game.row, game.books, game.fields, 0.0, staying)
    return min(max(learnt + net.shaping * float(staying[game.side]), -1.0), 1.0)
