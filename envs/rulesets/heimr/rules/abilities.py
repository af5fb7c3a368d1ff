"""Abilities: consistency and potential of a roll before circumstances, and fatigue."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, term
from ..vocab import Ability, Attribute, Event, Term
from .hands import stamina_of_gear

LAST_PHYSICAL = Attribute.STA
NO_SECOND = -1

# --- attributes ------------------------------------------------------------------------------------------------------


@rule("attribute.set", "shield.tower_stamina")
def attribute_of(s, w, who, attribute):
    """Attributes: the value now; a tower shield takes off stamina."""
    value = int(s.units[who].attributes[attribute])
    return value + stamina_of_gear(s, w, who) if attribute == Attribute.STA else value


@rule("attribute.group")
def is_physical(w, ability):
    """Attribute groups: an ability is physical if it rests on any physical attribute."""
    row = w.book.abilities[ability]
    return row.attribute <= LAST_PHYSICAL or (row.second != NO_SECOND and row.second <= LAST_PHYSICAL)


# --- consistency -----------------------------------------------------------------------------------------------------


@rule("check.penalty_scope", "c.gm_penalties")
def circumstances(s, w, who, ability):
    """Scope of penalties: the ability's own, the largest of its attributes', and the largest of its groups', once each."""
    unit = s.units[who]
    row = w.book.abilities[ability]
    of_attribute = int(unit.attribute_penalty[row.attribute])
    of_group = penalty_of_group(s, who, int(row.attribute))
    if row.second != NO_SECOND:
        of_attribute = max(of_attribute, int(unit.attribute_penalty[row.second]))
        of_group = max(of_group, penalty_of_group(s, who, int(row.second)))
    return int(unit.ability_penalty[ability]) + of_attribute + of_group


@rule("check.penalty_scope", "attribute.group")
def penalty_of_group(s, who, attribute):
    """Scope of penalties: of the group that an attribute is in."""
    return int(s.units[who].physical_penalty if attribute <= LAST_PHYSICAL else s.units[who].mental_penalty)


@rule(
    "ability.base_consistency", "ability.consistency_potential", "ability.modifiers", "ability.concept", "c.armour",
    "check.situational_penalty",
)  # fmt: skip
def ability_consistency(s, w, who, ability):
    """Consistency: base and training, less armour on agility and what circumstances take."""
    unit = s.units[who]
    total = term(s, Term.CONSISTENCY, int(w.book.abilities[ability].consistency))
    total += term(s, Term.TRAINING, int(unit.trained[ability]))
    if ability == Ability.AGILITY:
        total += term(s, Term.ARMOUR, -int(unit.armour_penalty))
    return total + term(s, Term.CIRCUMSTANCES, -circumstances(s, w, who, ability))


# --- potential -------------------------------------------------------------------------------------------------------


@rule("ability.base_potential", "ability.multi_attribute")
def base_potential(s, w, who, ability):
    """Base potential: the attribute, or the average of two rounded down."""
    row = w.book.abilities[ability]
    first = attribute_of(s, w, who, int(row.attribute))
    if row.second == NO_SECOND:
        return first
    return (first + attribute_of(s, w, who, int(row.second))) // 2


@rule("ability.consistency_potential")
def ability_potential(s, w, who, ability):
    """Potential: base and training."""
    total = term(s, Term.ATTRIBUTES, base_potential(s, w, who, ability))
    return total + term(s, Term.TRAINED_POTENTIAL, int(s.units[who].trained_potential[ability]))


@rule("ability.specific_first")
def best_ability(s, w, who, item):
    """Specific abilities: of those that a weapon or shield lists, the one with the highest mean; the first among equals."""
    row = w.book.items[item]
    best = int(row.first)
    for other in (int(row.second), int(row.third)):
        if other >= 0 and mean_of(s, w, who, other) > mean_of(s, w, who, best) + CLOSE:
            best = other
    return best


@kernel
def mean_of(s, w, who, ability):
    """Mean result of a roll of an ability as it is trained, whatever the circumstances."""
    unit = s.units[who]
    consistency = int(w.book.abilities[ability].consistency) + int(unit.trained[ability])
    consistency -= circumstances(s, w, who, ability)
    return mean_natural(consistency) + base_potential(s, w, who, ability) + int(unit.trained_potential[ability])


@rule("dice.distribution", "dice.reading")
def mean_natural(consistency):
    """Distribution: the mean of the natural result."""
    if consistency == 0:
        return MEAN_OF_SIX
    total = 0.0
    dice = abs(consistency)
    if consistency > 0:
        for face in range(10):
            total += 1.0 - min(face, 6) / 6.0 * (face / 10.0) ** dice
        return total + dice / 10.0 - (1.0 - (1.0 - 1 / 10.0) ** dice)
    for face in range(1, 6 + 1):
        total += (6 + 1 - face) / 6.0 * ((10 + 1 - face) / 10.0) ** dice
    ones = dice / 10.0 + 1 / 6.0
    none = (1.0 - 1 / 10.0) ** dice * (1.0 - 1 / 6.0)
    return total - (ones - (1.0 - none))


MEAN_OF_SIX = 3.5
CLOSE = 1e-9

# --- fatigue ---------------------------------------------------------------------------------------------------------


@rule("fatigue.base")
def base_fatigue_of(s, w, who):
    """Base fatigue: a constant less stamina, with a lower limit."""
    base = max(int(w.book.base_fatigue) - attribute_of(s, w, who, Attribute.STA), int(w.book.base_fatigue_least))
    return min(max(base, int(w.book.fatigue_least)), int(w.book.fatigue_most))


@rule("fatigue.requirement")
def is_fresh_enough(s, who, natural, physical):
    """Fatigue requirement: the natural result of a physical roll must reach fatigue."""
    return not physical or natural >= s.units[who].fatigue


@rule("fatigue.gain", "fatigue.above_six", "fatigue.combat_cap", "fatigue.attrition")
def resolve_fatigue(s, w, who, six):
    """Gain: a d6 below fatigue raises it, so often a turn as the cap allows."""
    unit = s.units[who]
    if six < unit.fatigue and unit.tired < w.book.max_gain_per_turn:
        unit.tired += 1
        set_fatigue(s, w, who, int(unit.fatigue) + int(w.book.fatigue_gain))
        emit(s, Event.TIRED, who, NO_UNIT, int(unit.fatigue), 0)


@rule("fatigue.bounds")
def set_fatigue(s, w, who, fatigue):
    """Bounds: never below 1, never above what a twenty-sided die can show."""
    s.units[who].fatigue = min(max(fatigue, int(w.book.fatigue_least)), int(w.book.fatigue_most))


@rule("shield.tower_stamina", "fatigue.base")
def raise_to_base(s, w, who):
    """Tower shield: fatigue is raised to the base that holds now."""
    if s.units[who].fatigue < base_fatigue_of(s, w, who):
        set_fatigue(s, w, who, base_fatigue_of(s, w, who))
