"""The pool of an attack: attribute, skill and equipment up to the maximum, then positional dice. Every part has a label."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, term
from ..board import distance
from ..vocab import (
    FIRST_PSIONIC,
    SLOTS,
    Mark,
    Mode,
    Strike,
    Term,
)
from .conditions import floor_of
from .cover import blinded_dice, cover_dice
from .crossfire import crossfire, flank
from .pools import attribute_dice, max_pool
from .weapons import (
    counts_as_unarmed,
    increments,
    is_ranged_attack,
    item_of,
)

# --- forming the pool ------------------------------------------------------------------------------------------------


@kernel
def formed(s, w, who, attribute, skill, equipment):
    """Attribute, skill and equipment dice, up to the maximum."""
    pool = term(s, Term.ATTRIBUTE, attribute) + term(s, Term.SKILL, skill) + term(s, Term.EQUIPMENT, equipment)
    return pool + term(s, Term.MAXIMUM, min(max_pool(s, w, who) - pool, 0))


@kernel
def quality_of(s, who, strike):
    """Equipment dice of the weapon."""
    return int(s.units[who].quality[strike]) if strike < SLOTS else 0


@rule("attack.melee_roll")
def melee_pool(s, w, who, strike):
    """Melee attack roll: the better of STR and AGI, with the skill for the weapon or for bare hands."""
    unit = s.units[who]
    attribute = max(attribute_dice(w, unit.strength), attribute_dice(w, unit.agility))
    skill = unit.unarmed_skill if counts_as_unarmed(w, item_of(s, who, strike)) else unit.melee_skill
    return formed(s, w, who, attribute, int(skill), quality_of(s, who, strike))


@rule("attack.ranged_roll")
def ranged_pool(s, w, who, strike):
    """Ranged attack roll: the better of AGI and INT."""
    unit = s.units[who]
    attribute = max(attribute_dice(w, unit.agility), attribute_dice(w, unit.intuition))
    return formed(s, w, who, attribute, int(unit.ranged_skill), quality_of(s, who, strike))


@rule("attack.magic")
def magic_pool(s, w, who):
    """Magical attacks: MAG and the magic skill."""
    return formed(s, w, who, attribute_dice(w, s.units[who].magic_score), int(s.units[who].magic_skill), 0)


@rule("attack.psionic")
def psionic_pool(s, w, who):
    """Psionic attacks: PSI and the psionic skill."""
    return formed(s, w, who, attribute_dice(w, s.units[who].psionics), int(s.units[who].psionic_skill), 0)


@rule("attack.step1_form_pool")
def base_pool(s, w, who, strike, mode, is_ranged):
    """Forming a pool: for the kind of attack."""
    if strike == Strike.SPELL:
        return psionic_pool(s, w, who) if mode >= FIRST_PSIONIC else magic_pool(s, w, who)
    return ranged_pool(s, w, who, strike) if is_ranged else melee_pool(s, w, who, strike)


# --- positional dice -------------------------------------------------------------------------------------------------


@rule("range.increment")
def range_dice(w, increment, gap):
    """Range increments: dice lost beyond the first."""
    return -(increments(w, increment, gap) - 1) * int(w.book.range_dice) if increment > 0 and gap > 0 else 0


@rule("height.bonus")
def height_dice(s, w, here, target, is_ranged):
    """Higher ground: a die for who attacks from high enough above."""
    feet = (floor_of(w, here) - floor_of(w, int(s.units[target].cell))) * int(w.book.feet_per_level)
    least = w.book.height_ranged_feet if is_ranged else w.book.height_melee_feet
    return int(w.book.height_dice) if feet >= least else 0


@rule("completion.pinned_counter")
def is_near_anchor(s, w, who):
    """Pinned counter: it counts only while the unit is still where it stayed."""
    unit = s.units[who]
    if unit.anchor >= 0 and distance(int(unit.cell), int(unit.anchor)) < w.book.pinned_squares:
        return True
    return unit.previous_anchor >= 0 and distance(int(unit.cell), int(unit.previous_anchor)) < w.book.pinned_squares


@rule("pinned.traditions")
def turns_pinned(s, target):
    """Harder to pin: turns that count, one in each interval."""
    return int(s.units[target].pinned) // max(int(s.units[target].pin_interval), 1)


@rule("pinned.bonus")
def pinned_dice(s, w, target):
    """Pinned: a die for every turn the target has stayed."""
    if s.units[target].pinned == 0 or not is_near_anchor(s, w, target):
        return 0
    return min(turns_pinned(s, target) * int(w.book.pinned_dice), int(w.book.pinned_most))


@rule("modifier.prone")
def prone_dice(s, w, target, is_ranged):
    """Prone targets: harder to shoot, easier to strike."""
    if s.units[target].prone == 0:
        return 0
    return int(w.book.prone_ranged_dice) if is_ranged else int(w.book.prone_melee_dice)


@kernel
def targets_shot_at(s, who):
    """Enemies shot at from overwatch since the unit's main turn began."""
    shot_at = 0
    for other in range(s.unit_count):
        shot_at += (int(s.units[who].watched) >> other) & 1
    return shot_at


@rule("overwatch.penalty")
def later_target_dice(s, w, who):
    """Overwatch: every target after the first is harder."""
    shot_at = targets_shot_at(s, who)
    if shot_at == 0:
        return 0
    return -int(w.book.watch_penalty) * (shot_at if w.book.watch_cumulative == 1 else 1)


@kernel
def condition_dice(s, w, who, mode):
    """What the attacker's own conditions take: restraint, but not from an escape, and fear."""
    dice = 0
    if s.units[who].restrained > 0 and mode != Mode.ESCAPE:
        dice += term(s, Term.RESTRAINED, -restrained_dice(w))
    if s.units[who].afraid == 1:
        dice += term(s, Term.AFRAID, -afraid_dice(w))
    return dice


@rule("completion.status.restrained")
def restrained_dice(w):
    """Restrained: dice the restrained lose."""
    return int(w.book.restrained_dice)


@rule("completion.status.afraid")
def afraid_dice(w):
    """Afraid: dice the frightened lose."""
    return int(w.book.afraid_dice)


@kernel
def increment_of(s, w, who, strike, mode):
    """The range increment of what an attack is made with."""
    if strike == Strike.SPELL:
        return int(w.book.spells[mode - Mode.FIREBOLT].increment)
    return int(w.book.weapons[item_of(s, who, strike)].increment)


@rule("completion.spell_rules")
def counts_position(strike, mode):
    """Casting: bolts and powers take all positional dice; spells at mind or body only range and blindness."""
    return strike != Strike.SPELL or mode == Mode.FIREBOLT or mode >= FIRST_PSIONIC


@rule("position.five_effects")
def positional_dice(s, w, who, target, strike, mode, here, marks, is_ranged):
    """Positional dice: range, cover, height, being pinned, crossfire or flank, prone, and conditions."""
    dice = condition_dice(s, w, who, mode)
    if is_ranged:
        gap = distance(here, int(s.units[target].cell))
        dice += term(s, Term.RANGE, range_dice(w, increment_of(s, w, who, strike, mode), gap))
    if not counts_position(strike, mode):
        return dice + term(s, Term.COVER, -blinded_dice(s, w, who))
    dice += term(s, Term.COVER, -cover_dice(s, w, who, target, mode, is_ranged))
    dice += term(s, Term.HIGHER_GROUND, height_dice(s, w, here, target, is_ranged))
    if is_ranged:
        dice += term(s, Term.PINNED, pinned_dice(s, w, target))
        dice += term(s, Term.CROSSFIRE, crossfire(s, w, who, target))
    else:
        dice += term(s, Term.FLANK, flank(s, w, who, target))
    dice += term(s, Term.PRONE, prone_dice(s, w, target, is_ranged))
    if marks & Mark.OVERWATCH != 0:
        dice += term(s, Term.LATER_TARGET, later_target_dice(s, w, who))
    return dice


@rule("aim.bonus")
def aim_dice(s, w, who, is_ranged):
    """Aim and feint: a die for the attack that follows at once, aim for ranged ones, feint for melee."""
    if s.units[who].aimed == (1 if is_ranged else 2):
        return term(s, Term.AIM if is_ranged else Term.FEINT, int(w.book.aim_dice))
    return 0


@rule("attack.step2_positional")
def pool_of_attack(s, w, who, target, strike, mode, here, marks):
    """The pool of an attack before anything is spent: never below none after positional dice; aim comes on top.

    Args:
        here: cell from which height and range count.
        target: NO_UNIT for an area, which only blindness makes harder.
    """
    is_ranged = strike == Strike.SPELL or (target != NO_UNIT and is_ranged_attack(s, w, who, target, strike))
    pool = base_pool(s, w, who, strike, mode, is_ranged)
    if target == NO_UNIT:
        pool += condition_dice(s, w, who, mode) + term(s, Term.COVER, -blinded_dice(s, w, who))
    else:
        pool += positional_dice(s, w, who, target, strike, mode, here, marks, is_ranged)
    pool += term(s, Term.NOT_BELOW_NONE, max(-pool, 0))
    return pool + aim_dice(s, w, who, is_ranged)


@kernel
def pool_in_mind(s, w, who, target, strike, mode, here, marks):
    """The same pool for who only weighs an attack: no part of it is left for the log."""
    parts = s.term_count
    pool = pool_of_attack(s, w, who, target, strike, mode, here, marks)
    s.term_count = parts
    return pool
