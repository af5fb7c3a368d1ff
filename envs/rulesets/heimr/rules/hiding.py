"""Units that are hidden as the battle begins."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Ability
from .abilities import ability_consistency, ability_potential
from .concealment import is_concealed_enough
from .conditions import is_foe
from .harm import show_to_all
from .rolling import roll_dice

TO_BE_ROLLED = -40  # hide value of who is to roll it as the battle begins


@rule("c.setup", "action.hide")
def first_hiding(s, w, frame):
    """Set-up: ambushers without a hide value roll survival for it, and are hidden where they are concealed. Whether all are."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        unit = s.units[who]
        if unit.hidden_from == 0:
            continue
        rolls = unit.hide_value == TO_BE_ROLLED
        if rolls and w.book.ambush_hide_roll == 1:
            natural, _ = roll_dice(s, w, who, ability_consistency(s, w, who, int(Ability.SURVIVAL)))
            tired = natural < unit.fatigue
            unit.hide_value = 0 if tired else natural + ability_potential(s, w, who, int(Ability.SURVIVAL))
        settle_hiding(s, w, who)
        if rolls:
            return False
    frame.index = 0
    return True


@kernel
def settle_hiding(s, w, who):
    """Hidden from every enemy it is concealed from, if the value is high enough."""
    unit = s.units[who]
    hidden = 0
    if unit.hide_value >= w.book.min_hide_value:
        for enemy in range(s.unit_count):
            if is_foe(s, who, enemy) and is_concealed_enough(s, w, enemy, who):
                hidden |= 1 << enemy
    unit.hidden_from = hidden
    if hidden == 0:
        show_to_all(s, who)
