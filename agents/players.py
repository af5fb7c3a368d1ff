"""Players as written on a command line or in a suite: from a spec to a policy.

A **spec** is one of

- a name the ruleset has, such as ``random`` or ``charge``, or a behaviour that comes with the project, such as
  ``archer``: it plays inside the kernel;
- ``search:200``, ``oneply:30:charger``: one that searches, see :mod:`tactica.agents.search`; it plays there too;
- ``FILE.yaml``: a behaviour of your own, which plays there too;
- ``FILE.safetensors``: a trained network, and ``trained:NAME``, one that comes with the project: they play there as well; behind
  either, ``:sampled`` draws the answers, ``:sampled=2`` more freely (at that temperature), and ``:greedy`` takes the best;
- ``FILE.zip``: a model saved by Stable-Baselines3, see :class:`ModelPolicy`;
- ``FILE.py:Name``: a class (a fresh one is made), an object with ``act``, or a function of the same arguments;
- ``guardian--parry``, ``search:200--strike.stun``: a player of the kernel that does not choose some options, see
  :mod:`tactica.envs.engine.players.barred`.

>>> load_player("charge", rulesets.get("wfrp1"))
>>> load_player("brute.py:Brute", rulesets.get("wfrp1"))

Each form is a row of the table of kinds in :mod:`tactica.envs.engine.players`; models, which need torch, are added to it here.
"""

from __future__ import annotations

from ..envs.engine.players import (
    KINDS,
    PYTHON,
    PlayerError,
    absolute,
    forms,
    load_network,
    load_player,
    player_file,
    player_hash,
    player_name,
)
from .models import MODEL

__all__ = [
    "PlayerError",
    "absolute",
    "forms",
    "load_network",
    "load_player",
    "player_file",
    "player_hash",
    "player_name",
]

KINDS.insert(KINDS.index(PYTHON), MODEL)
