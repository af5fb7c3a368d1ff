"""Is one player stronger than another? Pairs of games, looked at again and again, until it is known.

trial.py    what the pairs say so far, look by look, and whether the test is over
result.py   a comparison as numbers and words, and as a record from which it can be played again
running.py  :func:`compare`: draws it up, plays it in any number of processes, stopped and gone on with at any time
"""

from .result import Comparison
from .running import compare

__all__ = ["Comparison", "compare"]
