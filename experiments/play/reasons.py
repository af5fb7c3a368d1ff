"""Why a computer player has decided as it did."""

from __future__ import annotations

from typing import Any

from ...agents.outlook import outlook
from ...agents.search import look_ahead
from ...agents.why import why
from ...envs.engine.behaviours import load
from ...envs.engine.game import Game
from ...envs.engine.players import BEHAVIOUR, NETWORK, SEARCHER, kind_of
from ...envs.replay import Decision


def reasons_of(game: Game, decision: Decision, player: str) -> dict[str, Any]:
    """What a player weighed at a decision.

    Args:
        game: in front of the decision; stays unchanged.
        decision: that it took.
        player: its spec.

    Returns:
        ``decider``, ``prompt``, ``doctrine`` and ``choices``, the best first, each with ``text``, ``score``, ``taken`` and
        ``parts``: [feature, value, contribution] of a behaviour, [what, number, nothing] of a search, none of a network.

    Raises:
        LookupError: nobody can say.
    """
    kind = kind_of(player)
    if kind is BEHAVIOUR and kind.goes_by_name(player):
        return _weighed(game, decision, player)
    if kind is SEARCHER:
        return _searched(game, decision, player)
    if kind is NETWORK:
        return _expected(game, decision, player)
    if player == "random":
        raise LookupError("random chooses at random")
    raise LookupError(f"{player} does not explain its choices; behaviours, searches and networks do")


def _weighed(game: Game, decision: Decision, player: str) -> dict[str, Any]:
    found = why(game, load(player))
    choices = [
        {"text": one.text.replace("_", " "), "score": round(one.score, 3), "taken": one.is_taken,
         "parts": [[one.intent, one.worth, one.worth],
                   *([name, value, one.contributions[name]] for name, value in one.features.items() if one.contributions[name])]}
        for one in found.choices
    ]  # fmt: skip
    return {**_asked(game, decision), "doctrine": found.doctrine, "choices": choices}


def _searched(game: Game, decision: Decision, player: str) -> dict[str, Any]:
    """What the search finds now: its simulations are others than those of the battle, so that its choice may be another."""
    found = look_ahead(game, player)
    choices = [
        {"text": one.text.replace("_", " "), "score": round(one.value, 3), "taken": one.answer == decision.answer,
         "parts": [["simulations", one.visits, 0], [f"gain over the choice of {found.search.player}", one.gain, 0]]}
        for one in found.choices
    ]  # fmt: skip
    return {**_asked(game, decision), "doctrine": "; ".join(found.line[:3]).replace("_", " "), "choices": choices}


def _expected(game: Game, decision: Decision, player: str) -> dict[str, Any]:
    found = outlook(game, player)
    choices = [
        {"text": one.text.replace("_", " "), "score": round(one.probability, 3), "taken": one.answer == decision.answer,
         "parts": []}
        for one in found.choices
        if one.logit == one.logit  # else nothing that it can answer
    ]  # fmt: skip
    says = (
        f"it expects a result of {found.value:+.2f} (+1 is a victory, -1 a defeat); scores are probabilities of choices"
    )
    return {**_asked(game, decision), "doctrine": says, "choices": choices}


def _asked(game: Game, decision: Decision) -> dict[str, Any]:
    return {
        "decider": decision.who.replace("_", " "),
        "prompt": decision.prompt,
        "what": decision.what.replace("_", " "),
    }
