"""The dice of a challenge."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import challenge
from ....core.state import NO_UNIT, base_term, emit_roll, open_total
from ..vocab import Event, Term
from .abilities import ability_consistency, ability_potential


@rule("dice.pool")
def clamped(w, consistency):
    """Pool: beyond the clamp, more dice make no difference."""
    return max(min(consistency, int(w.book.consistency_clamp)), -int(w.book.consistency_clamp))


@rule("dice.pool", "dice.extra_ten", "dice.extra_one", "dice.result")
def roll_dice(s, w, who, consistency):
    """Pool: the natural result, with what further tens add and further ones take, and the face of the d6.

    The log's total so far explains the consistency; the next one begins with the natural result.
    """
    dice = clamped(w, consistency)
    natural, six = challenge(s, dice)
    emit_roll(s, Event.CONSISTENCY, who, NO_UNIT, dice, 0)
    open_total(s)
    return base_term(s, Term.NATURAL, natural), six


@rule("dice.result")
def roll_ability(s, w, who, ability):
    """Result: the natural result and the potential of an ability together; also the natural result, and the face of the d6."""
    natural, six = roll_dice(s, w, who, ability_consistency(s, w, who, ability))
    return natural + ability_potential(s, w, who, ability), natural, six
