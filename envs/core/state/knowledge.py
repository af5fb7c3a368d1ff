"""What a side knows of the others: ``s.known``, 1 for every unit it knows the place of.

Before ``legal`` is called the loops fill it for the side that is asked, by the ruleset's ``is_known_to(s, w, side, who)`` in
``choices.py``; without one nothing is hidden. Choices are offered by it, and behaviours see no more. What is carried out, is
carried out upon what really is: a rule calls :func:`know_everything` first, and a way that meets somebody unknown ends there.
"""

from __future__ import annotations

from ..compiler import kernel


@kernel
def know_everything(s):
    """Fill ``s.known`` with ones: what really is, for carrying things out."""
    for who in range(len(s.known)):
        s.known[who] = 1
