"""Questions about rules: what one number of a rulebook does, and which of them matter.

settings.py    knobs and the values to try; streams of games
outcomes.py    what is looked at in games, pair by pair, with intervals
adapting.py    the best answer to an opponent under given rules, among candidates
searching.py   better ones, by racing; answers.py shows and keeps them
sweeping.py    :func:`sweep`: outcomes over the values of one or two knobs
found.py       what a sweep found, as arrays and tables
variations.py  how far each knob of a rulebook is varied
mattering.py   :func:`matter`, which of all knobs do: screening.py, effects.py (Morris) and indices.py (Sobol)
page.py        the page of a sweep, matters.py that of what matters; words.py says it in sentences
report.py      what matters as a part of a tactics report
"""

from .found import Adapted, Curve, Sweep
from .mattering import Mattering, matter
from .sweeping import sweep

__all__ = ["Adapted", "Curve", "Mattering", "Sweep", "matter", "sweep"]
