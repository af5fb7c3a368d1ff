"""One or two letters for every unit of a picture."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.game import Game

# Second letters for names that look too much alike.
MARKS = string.digits[1:] + string.ascii_lowercase


def codes_of(game: Game, known: Collection[int], viewer: int | None) -> dict[int, str]:
    """The letters of the units that the viewer knows of, by row.

    The viewer's own come first, so that no letter says anything of a unit that has not been seen.
    """
    rows = sorted(known)
    own = [row for row in rows if viewer is None or int(game.s["units"][row]["side"]) == viewer]
    short = dict(zip(own, codes([game.names[row] for row in own]), strict=True))
    rest = [row for row in rows if row not in short]
    return short | dict(zip(rest, codes([game.names[row] for row in rest], short.values()), strict=True))


def codes(names: Sequence[str], others: Collection[str] = ()) -> list[str]:
    """One or two letters for every unit, all different: ``helmut`` H, ``goblin_archer_2`` G2.

    Args:
        names: the units' names.
        others: letters that other units have already.
    """
    taken = set(others)
    initials = [name[:1].upper() or "?" for name in names]
    found = []
    for name, initial in zip(names, initials, strict=True):
        words = re.findall(r"[a-z]+|\d+", name.lower())
        tries = [initial] if initials.count(initial) == 1 else []
        tries += [initial + word[0] for word in words[1:] if word.isalpha() and not words[-1].isdigit()]
        tries += [initial + words[-1][-1]] if words and words[-1].isdigit() else []
        tries += [initial + letter for letter in name.lower()[1:] if letter.isalnum()]
        tries += [initial + mark for mark in MARKS]
        chosen = next((code for code in tries if code not in taken), initial)
        taken.add(chosen)
        found.append(chosen)
    return found
