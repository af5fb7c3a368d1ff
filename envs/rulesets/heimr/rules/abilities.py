"""Abilities: consistency and potential of a roll before circumstances, and fatigue."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, base_term, emit_aside, term
from ..vocab import Ability, Attribute, Event, Refusal, Term
from .hands import stamina_of_gear

LAST_PHYSICAL = Attribute.STA
NO_SECOND = -1

# --- attributes ------------------------------------------------------------------------------------------------------


@rule("attribute.set")
def attribute_of(s, w, who, attribute):
    """Attributes: the value now, less what is held takes off stamina."""
    value = int(s.units[who].attributes[attribute])
    return value + stamina_of_gear(s, w, who) if attribute == Attribute.STA else value


@rule("attribute.group")
def is_physical(w, ability):
    """Attribute groups: an ability is physical if it rests on any physical attribute."""
    row = w.book.abilities[ability]
    return row.attribute <= LAST_PHYSICAL or (row.second != NO_SECOND and row.second <= LAST_PHYSICAL)


# --- consistency -----------------------------------------------------------------------------------------------------


@rule("c.gm_penalties")
def circumstances(s, w, who, ability):
    """Scenario penalties: the ability's own, the largest of its attributes', and the largest of its groups', once each."""
    row = w.book.abilities[ability]
    of_attribute = penalty_of_attribute(s, who, int(row.attribute))
    of_group = penalty_of_group(s, who, int(row.attribute))
    if row.second != NO_SECOND:
        of_attribute = max(of_attribute, penalty_of_attribute(s, who, int(row.second)))
        of_group = max(of_group, penalty_of_group(s, who, int(row.second)))
    return int(s.units[who].ability_penalty[ability]) + of_attribute + of_group


@rule("check.penalty_scope")
def penalty_of_attribute(s, who, attribute):
    """Scope of penalties: one laid on an attribute hits every ability that rests on it."""
    return int(s.units[who].attribute_penalty[attribute])


@rule("check.penalty_scope", "attribute.group")
def penalty_of_group(s, who, attribute):
    """Scope of penalties: of the group that an attribute is in."""
    return int(s.units[who].physical_penalty if attribute <= LAST_PHYSICAL else s.units[who].mental_penalty)


@rule("ability.base_consistency")
def base_consistency(w, ability):
    """Base consistency: fixed for each ability, and the same for every unit."""
    return int(w.book.abilities[ability].consistency)


@rule("ability.concept")
def training_of(s, who, ability):
    """Abilities: skill differs by training; an untrained unit has none."""
    return int(s.units[who].trained[ability])


@rule("c.armour")
def armour_penalty(s, who, ability):
    """Armour: heavy armour lowers the consistency of agility."""
    return int(s.units[who].armour_penalty) if ability == Ability.AGILITY else 0


@rule("ability.consistency_potential", "check.situational_penalty")
def ability_consistency(s, w, who, ability):
    """Consistency: base and training, less armour on agility and what circumstances take."""
    total = base_term(s, Term.CONSISTENCY, base_consistency(w, ability))
    total += term(s, Term.TRAINING, training_of(s, who, ability))
    total += term(s, Term.ARMOUR, -armour_penalty(s, who, ability))
    return total + term(s, Term.CIRCUMSTANCES, -circumstances(s, w, who, ability))


# --- potential -------------------------------------------------------------------------------------------------------


@rule("ability.base_potential")
def base_potential(s, w, who, ability):
    """Base potential: the attribute as it is now, or the average of two."""
    row = w.book.abilities[ability]
    first = attribute_of(s, w, who, int(row.attribute))
    return first if row.second == NO_SECOND else average(first, attribute_of(s, w, who, int(row.second)))


@rule("ability.multi_attribute")
def average(one, other):
    """Base potential from several attributes: their average, rounded down."""
    return (one + other) // 2


@rule("ability.consistency_potential")
def ability_potential(s, w, who, ability):
    """Potential: base and training."""
    total = term(s, Term.ATTRIBUTES, base_potential(s, w, who, ability))
    return total + term(s, Term.TRAINED_POTENTIAL, int(s.units[who].trained_potential[ability]))


@rule("ability.specific_first")
def best_ability(s, w, who, item):
    """Specific abilities: the ability listed by a weapon or shield with the highest mean; ties go to the first."""
    row = w.book.items[item]
    best = int(row.first)
    for other in (int(row.second), int(row.third)):
        if other >= 0 and mean_of(s, w, who, other) > mean_of(s, w, who, best) + CLOSE:
            best = other
    return best


@rule("dice.reading")
def mean_of(s, w, who, ability):
    """Consistency and potential: what both are worth together is the mean of the roll, armour left out."""
    consistency = base_consistency(w, ability) + training_of(s, who, ability) - circumstances(s, w, who, ability)
    trained = int(s.units[who].trained_potential[ability])
    return mean_natural(consistency) + base_potential(s, w, who, ability) + trained


@rule("dice.distribution")
def mean_natural(consistency):
    """Distribution: the mean of the natural result."""
    if consistency == 0:
        return MEAN_OF_SIX
    total = 0.0
    dice = abs(consistency)
    if consistency > 0:
        for face in range(10):
            total += 1.0 - min(face, 6) / 6.0 * (face / 10.0) ** dice
        return total + mean_bonus(dice)
    for face in range(1, 6 + 1):
        total += (6 + 1 - face) / 6.0 * ((10 + 1 - face) / 10.0) ** dice
    return total - mean_penalty(dice)


@rule("dice.extra_ten")
def mean_bonus(dice):
    """Additional tens: how many there are beyond the first, in the mean; the d6 never shows one."""
    return dice / 10.0 - (1.0 - (1.0 - 1 / 10.0) ** dice)


@rule("dice.extra_one")
def mean_penalty(dice):
    """Additional ones: how many there are beyond the first, in the mean, that of the d6 among them."""
    ones = dice / 10.0 + 1 / 6.0
    none = (1.0 - 1 / 10.0) ** dice * (1.0 - 1 / 6.0)
    return ones - (1.0 - none)


MEAN_OF_SIX = 3.5
CLOSE = 1e-9

# --- fatigue ---------------------------------------------------------------------------------------------------------


@rule("fatigue.base")
def base_fatigue_of(s, w, who):
    """Base fatigue: a constant less stamina, with a lower limit."""
    base = max(int(w.book.base_fatigue) - attribute_of(s, w, who, Attribute.STA), int(w.book.base_fatigue_least))
    return min(max(base, int(w.book.fatigue_least)), int(w.book.fatigue_most))


@rule("fatigue.requirement")
def is_fresh_enough(s, who, natural):
    """Fatigue requirement: the natural result of a physical roll must reach fatigue."""
    return natural >= s.units[who].fatigue


@rule("fatigue.attrition")
def resolve_fatigue(s, w, who, six):
    """Attrition: every roll a unit has to make may tire it, up to the cap per turn."""
    if (is_beyond_any_six(s, w, who) or six < s.units[who].fatigue) and may_tire(s, w, who):
        s.units[who].tired += 1
        resolve_gain(s, w, who)


@rule("fatigue.above_six")
def is_beyond_any_six(s, w, who):
    """Fatigue above six: no d6 shows as much, so that every physical roll tires."""
    return s.units[who].fatigue >= w.book.above_six_threshold


@rule("fatigue.combat_cap")
def may_tire(s, w, who):
    """Combat cap: from own turn to own turn fatigue rises only so often."""
    return s.units[who].tired < w.book.max_gain_per_turn


@rule("fatigue.gain")
def resolve_gain(s, w, who):
    """Gain: a d6 below fatigue raises it."""
    unit = s.units[who]
    set_fatigue(s, w, who, int(unit.fatigue) + int(w.book.fatigue_gain))
    emit_aside(s, Event.TIRED, who, NO_UNIT, int(unit.fatigue), 0)


@rule("fatigue.bounds")
def set_fatigue(s, w, who, fatigue):
    """Bounds: never below 1, never above what a twenty-sided die can show."""
    s.units[who].fatigue = min(max(fatigue, int(w.book.fatigue_least)), int(w.book.fatigue_most))


@rule("action.breather")
def fatigue_after_breather(s, w, who):
    """Breather: fatigue goes down, not below base."""
    fatigue = int(s.units[who].fatigue)
    return max(fatigue - int(w.book.breather_reduction), min(base_fatigue_of(s, w, who), fatigue))


@rule("action.breather")
def refusal_of_breather(s, w, who):
    """Breather: only where it lowers fatigue."""
    return Refusal.NONE if fatigue_after_breather(s, w, who) < s.units[who].fatigue else Refusal.RESTED


@rule("shield.tower_stamina", "fatigue.base")
def raise_to_base(s, w, who):
    """Tower shield: fatigue is raised to the base that holds now."""
    if s.units[who].fatigue < base_fatigue_of(s, w, who):
        set_fatigue(s, w, who, base_fatigue_of(s, w, who))
