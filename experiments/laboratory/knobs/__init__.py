"""Questions about rules: what one number of a rulebook does, and which of them matter.

settings.py    knobs and the values to try; streams of games
outcomes.py    what is looked at in games, pair by pair, with intervals
adapting.py    the best answer to an opponent under given rules, among candidates
searching.py   better ones, by racing; answers.py shows and keeps them
sweeping.py    :func:`sweep`: outcomes over the values of one or two knobs
found.py       what a sweep found, as arrays and tables
variations.py  how far each knob of a rulebook is varied
mattering.py   :func:`matter`, which of all knobs do: screening.py, effects.py (Morris) and indices.py (Sobol)
words.py       a sweep in sentences, matters.py what matters
sweep_finding.py, matter_finding.py   both as findings, for pages, terminals and reports
"""

from .found import Adapted, Curve, Sweep
from .mattering import Mattering, matter
from .sweeping import sweep

__all__ = ["Adapted", "Curve", "Mattering", "Sweep", "matter", "sweep"]
