"""Combats: which engaged units fight one another, and what a round begins and ends with."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import UNITS, Fate
from .bodies import engaged_with, is_engaged, is_engaged_with, is_there


@kernel
def has_bit(rows, who):
    """Whether a unit is among some units."""
    return (int(rows) >> who) & 1 == 1


@kernel
def is_fighting_round(s, who):
    """Whether a unit belongs to the combat that is being fought, and stands."""
    return has_bit(s.in_combat, who) and is_there(s, who)


@rule("x.combat.engaged")
def fights_with(s, one, other):
    """Engaged: two enemies in the combat that is being fought that share an edge."""
    return has_bit(s.in_combat, one) and has_bit(s.in_combat, other) and is_engaged_with(s, one, other)


@rule("x.combat.engaged")
def may_meet(s, one, other):
    """Engaged: two units in contact, neither of which has fought in this phase. A unit that has pursued into a new enemy
    waits for the next phase.
    """
    return not has_bit(s.fought, one) and not has_bit(s.fought, other) and is_engaged_with(s, one, other)


@rule("x.combat.engaged", "x.turn.sequence")
def next_combat(s):
    """Combats: the lowest unit in a combat not yet fought in this phase."""
    for who in range(s.unit_count):
        if not has_bit(s.fought, who) and engaged_with(s, who) & ~int(s.fought) != 0:
            return who
    return NO_UNIT


@rule("x.combat.engaged")
def units_linked_to(s, who):
    """Combats: a unit and all units linked to it by engagement."""
    linked = 1 << who
    has_grown = True
    while has_grown:
        has_grown = False
        for one in range(s.unit_count):
            if not has_bit(linked, one):
                continue
            for other in range(s.unit_count):
                if not has_bit(linked, other) and may_meet(s, one, other):
                    linked |= 1 << other
                    has_grown = True
    return linked


@kernel
def only_one(rows):
    """The one unit among some; none where there are several."""
    only = NO_UNIT
    for who in range(UNITS):
        if has_bit(rows, who):
            if only != NO_UNIT:
                return NO_UNIT
            only = who
    return only


@kernel
def has_side(s, side):
    """Whether a side has a unit left in the combat."""
    for who in range(s.unit_count):
        if s.units[who].side == side and is_fighting_round(s, who):
            return True
    return False


# --- the round -----------------------------------------------------------------------------------------------------------


@kernel
def forget_round(s, who):
    """Nothing has happened to a unit in this round of combat."""
    unit = s.units[who]
    unit.fallen = 0
    unit.struck = 0
    unit.char_struck = 0
    unit.char_fell = 0
    unit.duel = NO_UNIT
    unit.refused = 0
    unit.chosen = NO_UNIT
    unit.at_character = 0
    unit.fate = Fate.NONE
    unit.steps_struck = 0
    unit.afraid = 0
    unit.fear_tested = 0
    unit.pursuit = 0
    unit.pursuit_way = 0
    unit.goes_after = 0


@rule("x.combat.engaged", "x.turn.sequence")
def begin_round(s, who):
    """Combats: all units linked to a unit fight one round."""
    s.in_combat = units_linked_to(s, who)
    for side in range(s.side_count):
        s.inflicted[side] = 0
    for one in range(s.unit_count):
        if has_bit(s.in_combat, one):
            forget_round(s, one)
            if s.units[one].charged == 1:
                s.units[one].has_fought = 0
    for one in range(s.unit_count):
        if has_bit(s.in_combat, one) and not meets_again(s, one):
            s.units[one].has_fought = 0


@rule("x.morale.traits")
def meets_again(s, who):
    """First round of a combat: not for a unit one of whose enemies has fought before, too."""
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy) and s.units[enemy].has_fought == 1:
            return True
    return False


@rule("x.morale.traits")
def goes_on(s, who):
    """First round of a combat: whether a unit is still in contact with an enemy, neither having just run into the other."""
    if not is_there(s, who) or s.units[who].charged == 1:
        return False
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy) and s.units[enemy].charged == 0:
            return True
    return False


@rule("x.combat.engaged")
def end_round(s):
    """Combats: the round is over; its units do not fight again in this phase."""
    for who in range(s.unit_count):
        if has_bit(s.in_combat, who):
            forget_round(s, who)
            s.units[who].has_fought = 1 if goes_on(s, who) else 0
    for side in range(s.side_count):
        s.inflicted[side] = 0
    s.fought |= s.in_combat
    s.in_combat = 0


@rule("x.combat.initiative_order", "x.morale.traits")
def end_combats(s):
    """Charging: ends with the combat phase for units in contact with no enemy."""
    for who in range(s.unit_count):
        if not is_engaged(s, who):
            s.units[who].charged = 0
            s.units[who].charge_distance = 0
            s.units[who].has_fought = 0


@kernel
def is_enemy_in_round(s, who, enemy):
    """Whether a unit is an enemy in the same combat, in contact or not."""
    return is_fighting_round(s, enemy) and not are_friends(s, who, enemy)
