"""For OpenSpiel: importing this registers the game ``tactica``.

>>> import pyspiel, tactica.openspiel
>>> game = pyspiel.load_game("tactica", {"ruleset": "wfrp1", "scenario": "tiny"})
"""

from .envs.apis.openspiel_game import TacticaGame, TacticaState

__all__ = ["TacticaGame", "TacticaState"]
