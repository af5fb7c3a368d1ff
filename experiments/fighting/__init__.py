"""Many battles of one scenario: how often each side wins, how battles end, how many units are left; for ``tactica fight`` and
the page.

``usual.py`` has the default players, ``playing.py`` plays battles in any number of processes, ``result.py`` turns them into
shares with intervals and sentences, ``page.py`` into an HTML page.
"""

from .playing import Battles, FightSetup, battles_of
from .result import Fought, MeasureLine
from .usual import best_opponent, networks_of, usual_opponent

__all__ = [
    "Battles",
    "FightSetup",
    "Fought",
    "MeasureLine",
    "battles_of",
    "best_opponent",
    "networks_of",
    "usual_opponent",
]
