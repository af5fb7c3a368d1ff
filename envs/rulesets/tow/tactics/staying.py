"""What a unit can still take: its rank and file and its character, whose wounds are never pooled."""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.bodies import is_there
from ..rules.casualties import is_character_alone, wounds_left
from ..rules.profile import own_wounds


@kernel
def is_standing(s, who):
    """Whether a unit is on the table and not fleeing."""
    return is_there(s, who) and s.units[who].fleeing == 0


@kernel
def character_staying(s, who):
    """Wounds the character of a unit can still take."""
    unit = s.units[who]
    return int(unit.char_wounds) - int(unit.char_lost_wounds) if unit.char_alive == 1 else 0


@kernel
def staying(s, who):
    """Wounds a unit can still take, its character's included; 0 if it is fleeing."""
    return wounds_left(s, who) + character_staying(s, who) if is_standing(s, who) else 0


@kernel
def full_staying(s, who):
    """Wounds a unit could take when it was whole."""
    unit = s.units[who]
    character = int(unit.char_wounds) if unit.has_character == 1 else 0
    return (int(unit.models_start) - int(unit.has_character)) * int(unit.wounds) + character


@kernel
def exposed(s, who):
    """Wounds that what is aimed at a regiment can take: those of the rank and file, or of a character that is left alone."""
    return character_staying(s, who) if is_character_alone(s, who) else wounds_left(s, who)


@kernel
def most_of_hit(s, who, is_character):
    """Wounds that one hit can take: those of a model, of the last one what is left of it."""
    return character_staying(s, who) if is_character else min(int(own_wounds(s, who, False)), int(wounds_left(s, who)))


@kernel
def share(wounds, left):
    """Wounds as a share of those a unit can take."""
    return min(wounds / max(float(left), 1.0), 1.0)


@kernel
def share_of(s, target, wounds):
    """Wounds of what is aimed at a regiment, which takes no more than there are, as a share of those the unit can take."""
    return share(min(wounds, float(exposed(s, target))), staying(s, target))
