"""Fear and terror: which units have to test for them."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT
from ..vocab import Trait
from .bodies import has_trait, is_engaged
from .engagement import fights_with
from .formation import unit_strength


@rule("x.morale.fear", "x.morale.terror")
def causes_fear(s, who):
    """Fear: by its own rule, or because it causes terror."""
    return has_trait(s, who, int(Trait.FEAR)) or has_trait(s, who, int(Trait.TERROR))


@rule("x.morale.fear", "x.morale.traits")
def fears(s, w, who, enemy):
    """Fear: of an enemy that causes it and is of higher unit strength; frenzied units fear no enemy."""
    if not causes_fear(s, enemy) or causes_fear(s, who) or s.units[who].frenzied == 1:
        return False
    return unit_strength(s, w, who) < unit_strength(s, w, enemy)


@rule("x.morale.fear")
def feared_enemy(s, w, who):
    """Fear: each round of combat, of each enemy it fights in this combat alone. The first that the unit fears; -1 none."""
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy) and fears(s, w, who, enemy):
            return enemy
    return NO_UNIT


@rule("x.morale.terror", "x.morale.traits")
def must_test_terror(s, w, who, charger):
    """Terror: the target of a charge by an enemy of higher unit strength; not if it has no choice how to answer, or is immune."""
    unit = s.units[who]
    if not has_trait(s, charger, int(Trait.TERROR)) or has_trait(s, who, int(Trait.TERROR)):
        return False
    if has_trait(s, who, int(Trait.UNBREAKABLE)) or unit.frenzied == 1 or unit.fleeing == 1 or is_engaged(s, who):
        return False
    return unit_strength(s, w, charger) > unit_strength(s, w, who)
