"""Units that are hidden as the battle begins."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit_roll, open_total
from ..vocab import FROM_NOBODY, NO_NUMBER, Ability, Event, Task
from .abilities import is_fresh_enough
from .concealment import is_concealed_enough
from .conditions import is_foe
from .harm import show_to_all
from .rolling import roll_ability

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
            roll_first_hiding(s, w, who)
        else:
            settle_hiding(s, w, who)
        if rolls:
            return False
    frame.index = 0
    return True


@rule("action.hide", "fatigue.requirement")
def roll_first_hiding(s, w, who):
    """Hide: a survival roll, which does not tire before the battle; what comes of it is logged with the roll."""
    unit = s.units[who]
    open_total(s)
    total, natural, _ = roll_ability(s, w, who, int(Ability.SURVIVAL))
    fresh = is_fresh_enough(s, who, natural)
    unit.hide_value = total if fresh else 0
    settle_hiding(s, w, who)
    if unit.hidden_from != 0:
        emit_roll(s, Event.HID, who, NO_UNIT, total, 0)
    elif fresh:
        number = int(FROM_NOBODY) if total >= w.book.min_hide_value else int(NO_NUMBER)
        emit_roll(s, Event.FAILED, who, NO_UNIT, number, Task.HIDING)
    else:
        emit_roll(s, Event.TOO_TIRED, who, NO_UNIT, NO_NUMBER, Task.HIDING)


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
