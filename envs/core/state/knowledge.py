"""What really is, for carrying things out.

Choices are offered, and behaviours decide, by ``s.known``: what the side that is asked knows of (``know_units`` of a ruleset's
``observe.py``). What is carried out meets everybody: a rule calls :func:`know_everything` first, and a way that meets somebody
who was not known ends there.
"""

from __future__ import annotations

from ..compiler import kernel


@kernel
def know_everything(s):
    """Fill ``s.known`` with ones."""
    for who in range(len(s.known)):
        s.known[who] = 1
