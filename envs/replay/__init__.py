"""Replays: a battle in one file, played again byte for byte.

A ``.tactica-replay`` holds the start as records, the decisions as verbs and targets, and a hash of the position after
each of them. It is tied to the rules it was played under: their hash stands in the file, and under other rules it is
refused.

>>> recording = record(Game.of("wfrp1", "duel", seed=1))
>>> while not recording.game.over:
...     recording.step(int(rng.choice(recording.game.legal())))
>>> path = save(recording.replay(), "duel")
>>> verify(load(path)).ok
"""

from .again import ReplayVerdict, narrate, open_game, play, resume, retrace, take, verify
from .config import config_of, written_out
from .files import EXTENSION, load, save
from .recording import Recording, record
from .replay import FORMAT, HASH_BYTES, Decision, Replay, ReplayError, RulesMismatch, describe, position_hash, versions

__all__ = [
    "EXTENSION",
    "FORMAT",
    "HASH_BYTES",
    "Decision",
    "Recording",
    "Replay",
    "ReplayError",
    "ReplayVerdict",
    "RulesMismatch",
    "config_of",
    "describe",
    "load",
    "narrate",
    "open_game",
    "play",
    "position_hash",
    "record",
    "resume",
    "retrace",
    "save",
    "take",
    "verify",
    "versions",
    "written_out",
]
