"""Pools of D6: how many dice a unit has for something, and what a check comes to."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import HIT, pool_check, sum_of
from ....core.state import base_term, open_total, term
from ..vocab import Term


@rule("completion.attribute_ladder")
def attribute_dice(w, score):
    """Attributes: dice of a score."""
    return int(w.book.dice_of_score[score])


@rule("attack.max_pool_scope")
def max_pool(s, w, who):
    """Maximum pool: by rank; it limits attribute, skill and equipment, and nothing else."""
    return int(w.book.pool_of_rank[s.units[who].rank])


@rule("attack.step1_form_pool")
def capped(s, w, who, dice):
    """Forming a pool: dice beyond the maximum are lost."""
    return dice + term(s, Term.MAXIMUM, min(max_pool(s, w, who) - dice, 0))


@kernel
def better_dice(w, score, other_score):
    """Dice of the better of two attributes."""
    return max(attribute_dice(w, score), attribute_dice(w, other_score))


@kernel
def check_pool(s, w, who, score, skill):
    """Dice of a check: attribute and skill, up to the maximum."""
    return pool_of(s, w, who, attribute_dice(w, score), skill)


@kernel
def pool_of(s, w, who, attribute, skill):
    """Dice of a check, noted as a new total: dice of an attribute and of a skill, up to the maximum."""
    open_total(s)
    return capped(s, w, who, base_term(s, Term.ATTRIBUTE, attribute) + term(s, Term.SKILL, skill))


@rule("core.dice_pool")
def needed_for(w, difficulty):
    """Checks: the least total that succeeds."""
    return difficulty if w.book.success_when_equal == 1 else difficulty + 1


@rule("completion.difficulty_ladder")
def passes(s, w, dice, difficulty):
    """Checks: the sum of a pool against a difficulty; no dice fail."""
    return pool_check(s, dice, needed_for(w, difficulty), 0, 0) == HIT


@kernel
def pool_total(s, dice):
    """The sum of a pool; 0 of no dice."""
    return sum_of(s, dice, 6) if dice > 0 else 0


@rule("completion.opposed_check")
def exceeds(s, w, total, dice):
    """Opposed checks: the other side rolls; the initiator's total must be higher, or equal where ties go to the initiator.
    Returns whether it is; the other side's total is left in ``last_face``, for the log.
    """
    least = total + 1 if w.book.tie_goes_to_initiator == 1 else total
    s.last_face = 0
    if dice <= 0:
        return least > 0
    return pool_check(s, dice, least, 0, 0) != HIT
