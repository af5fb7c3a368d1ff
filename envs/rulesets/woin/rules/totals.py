"""The pool of an attack: attribute, skill and equipment up to the maximum, then positional dice. Every part is labelled for the log."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, term
from ..board import column, distance, row
from ..vocab import (
    FIRST_PSIONIC,
    SLOTS,
    Mark,
    Mode,
    Strike,
    Term,
    WeaponKind,
)
from .conditions import floor_of, is_active, is_bound, is_foe
from .pools import attribute_dice, max_pool
from .sight import has_sight, has_terrain_cover, is_obscured
from .weapons import (
    counts_as_unarmed,
    increments,
    is_in_melee_reach,
    is_loaded,
    is_ranged_attack,
    is_ranged_use,
    is_within_range,
    item_of,
    kind_of,
    may_use,
    reach_of,
)

BLIND_SIDE = 0  # dot product of two directions at an angle of 90 degrees

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


# --- who could attack whom -------------------------------------------------------------------------------------------


@kernel
def has_in_reach(s, w, who, target):
    """Whether a unit has another within its melee reach."""
    for strike in range(SLOTS + 1):
        if may_use(s, w, who, strike) and is_in_melee_reach(s, w, who, target, strike):
            return True
    return False


@kernel
def could_shoot_with(s, w, who, target, strike):
    """Whether a loaded ranged or thrown weapon in hand reaches a target; sight is not looked at."""
    if s.units[who].held != strike or not is_loaded(s, w, who, strike):
        return False
    item = item_of(s, who, strike)
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    if kind_of(w, item) == WeaponKind.MELEE or not is_ranged_use(w, item, reach_of(s, w, who, strike), gap):
        return False
    return is_within_range(w, int(w.book.weapons[item].increment), gap)


@rule("completion.spell_rules")
def has_points_for(s, w, who, spell):
    """Casting: the unit knows the spell or power and has the points for it."""
    unit = s.units[who]
    if (int(unit.spells) >> (spell - Mode.FIREBOLT)) & 1 == 0:
        return False
    left = unit.psi if spell >= FIRST_PSIONIC else unit.magic
    return left >= w.book.spells[spell - Mode.FIREBOLT].cost


@kernel
def could_cast_at(s, w, who, target):
    """Whether an attack spell or a power that a unit can pay reaches a target."""
    if s.units[who].spells == 0:
        return False
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    for spell in range(Mode.FIREBOLT, Mode.TELEKINETIC_SHOVE + 1):
        if spell != Mode.MEND and spell != Mode.FOG and has_points_for(s, w, who, spell):
            if is_within_range(w, int(w.book.spells[spell - Mode.FIREBOLT].increment), gap):
                return True
    return False


@rule("crossfire.condition")
def could_shoot(s, w, who, target):
    """Crossfire: an attacker is an active enemy who could make a ranged attack now; it need not have fired."""
    if not is_active(s, who) or s.units[who].blinded > 0 or is_bound(s, who):
        return False
    held = int(s.units[who].held)
    has_means = (held >= 0 and could_shoot_with(s, w, who, target, held)) or could_cast_at(s, w, who, target)
    return has_means and has_sight(s, w, who, target)


# --- crossfire and flank ---------------------------------------------------------------------------------------------


@kernel
def dot_from(s, target, one, other):
    """The dot product of the directions from a target to two units."""
    here, a, b = int(s.units[target].cell), int(s.units[one].cell), int(s.units[other].cell)
    across = (column(a) - column(here)) * (column(b) - column(here))
    return across + (row(a) - row(here)) * (row(b) - row(here))


@kernel
def cross_from(s, target, one, other):
    """The cross product of these directions."""
    here, a, b = int(s.units[target].cell), int(s.units[one].cell), int(s.units[other].cell)
    return (column(a) - column(here)) * (row(b) - row(here)) - (row(a) - row(here)) * (column(b) - column(here))


@rule("crossfire.condition")
def makes_crossfire(s, target, one, other):
    """Crossfire: two attackers at an angle of 90 degrees or more as the target sees them."""
    return dot_from(s, target, one, other) <= BLIND_SIDE


@rule("crossfire.bonus")
def crossfire(s, w, who, target):
    """Crossfire: attackers beyond the first in the largest set around the target that the shooter belongs to, in which all stand
    at 90 degrees or more from each other. There is no room for more than four.
    """
    most = 0
    for one in range(s.unit_count):
        if not joins(s, w, who, target, one):
            continue
        most = max(most, 1)
        for two in range(one + 1, s.unit_count):
            if not (joins(s, w, who, target, two) and makes_crossfire(s, target, one, two)):
                continue
            most = max(most, 2)
            for three in range(two + 1, s.unit_count):
                if joins(s, w, who, target, three) and makes_crossfire(s, target, one, three):
                    if makes_crossfire(s, target, two, three):
                        most = 3
    return min(most * int(w.book.crossfire_dice), int(w.book.crossfire_most))


@kernel
def joins(s, w, who, target, other):
    """Whether somebody makes a crossfire with a shooter."""
    if other == who or other == target or s.units[other].cell < 0 or not is_foe(s, other, target):
        return False
    return makes_crossfire(s, target, who, other) and could_shoot(s, w, other, target)


@rule("flank")
def flank(s, w, who, target):
    """Flanking: an active ally who has the target in reach stands exactly opposite."""
    for other in range(s.unit_count):
        if other == who or not is_active(s, other) or not are_friends(s, who, other) or is_bound(s, other):
            continue
        if cross_from(s, target, who, other) == 0 and dot_from(s, target, who, other) < 0:
            if has_in_reach(s, w, other, target):
                return min(int(w.book.flank_dice), int(w.book.flank_most))
    return 0


# --- cover-type penalties --------------------------------------------------------------------------------------------


@rule("modifier.into_melee")
def is_engaged(s, w, who, target):
    """Shooting into melee: an active ally of the shooter is within reach of the target, or the target within its reach."""
    for other in range(s.unit_count):
        if other != who and other != target and is_active(s, other) and are_friends(s, who, other):
            if has_in_reach(s, w, other, target) or has_in_reach(s, w, target, other):
                return True
    return False


@rule("cover.penalty")
def terrain_dice(s, w, who, target, mode, is_ranged):
    """Cover: dice that terrain takes; melee attackers reach round it. A BLOCKED target that a blind shot finds has it, too."""
    if not is_ranged and w.book.cover_in_melee == 0:
        return 0
    is_found = mode == Mode.BLIND_SHOT and s.units[target].hunkered == 1
    return int(w.book.cover_dice) if is_found or has_terrain_cover(s, w, who, target) else 0


@rule("modifier.darkness")
def darkness_dice(s, w, who, target, is_ranged):
    """Darkness and smoke: dice they take, from melee attacks as well."""
    if not is_ranged and w.book.dark_in_melee == 0:
        return 0
    return int(w.book.dark_dice) if is_obscured(s, w, who, target) else 0


@rule("completion.status.blinded")
def blinded_dice(s, w, who):
    """Blinded: dice the blinded lose against every target."""
    return int(w.book.blinded_dice) if s.units[who].blinded > 0 else 0


@rule("suppress.cover")
def suppressed_dice(s, target):
    """Suppressive fire: dice of cover it gives."""
    return int(s.units[target].suppressed)


@kernel
def joined(w, so_far, dice):
    """Cover-type penalties: the largest counts, or all where a battle says so."""
    return so_far + dice if w.book.cover_stacks == 1 else max(so_far, dice)


@rule("completion.cover_type")
def cover_dice(s, w, who, target, mode, is_ranged):
    """Cover-type penalties: terrain, melee, darkness, blindness and suppressive fire; only the largest counts."""
    if mode == Mode.RICOCHET:
        return 0
    is_blind_shot = mode == Mode.BLIND_SHOT
    dice = terrain_dice(s, w, who, target, mode, is_ranged)
    if not is_blind_shot:
        dice = joined(w, dice, darkness_dice(s, w, who, target, is_ranged))
        dice = joined(w, dice, blinded_dice(s, w, who))
    if is_ranged:
        if is_engaged(s, w, who, target):
            dice = joined(w, dice, int(w.book.into_melee_dice))
        dice = joined(w, dice, suppressed_dice(s, target))
    return dice


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


@rule("overwatch.penalty")
def later_target_dice(s, w, who):
    """Overwatch: every target after the first is harder."""
    shot_at = 0
    for other in range(s.unit_count):
        shot_at += (int(s.units[who].watched) >> other) & 1
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


@rule("attack.step2_positional", "position.five_effects")
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


@rule("attack.step2_positional", "attack.step3_spend")
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
