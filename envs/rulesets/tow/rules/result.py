"""Combat result: what each side adds up, and who has won by how much."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, open_total, term
from ..board import block, count_in
from ..vocab import Event, Role, Side, Term
from .bodies import contact_side, is_engaged_with, is_in_unit
from .engagement import fights_with, has_side, is_fighting_round
from .formation import rank_bonus, unit_strength

NOBODY_WON = -1


@kernel
def is_of(s, who, side):
    """Whether a unit of a side stands in the combat."""
    return s.units[who].side == side and is_fighting_round(s, who)


@rule("x.combat.result")
def strength_of_side(s, w, side):
    """Combat result: unit strength of a side in the combat, after the losses."""
    number = 0
    for who in range(s.unit_count):
        if is_of(s, who, side):
            number += unit_strength(s, w, who)
    return number


@rule("x.combat.result")
def ranks_of_side(s, w, side):
    """Combat result: the highest rank bonus among the units of a side."""
    best = 0
    for who in range(s.unit_count):
        if is_of(s, who, side):
            best = max(best, rank_bonus(s, w, who))
    return best


@rule("x.setup.command_group")
def has_standard(s, side):
    """Command group: whether a unit of a side has a standard, which counts for the combat result."""
    for who in range(s.unit_count):
        if is_of(s, who, side) and s.units[who].standard == 1:
            return True
    return False


@rule("x.combat.result", "x.character.battle_standard")
def has_battle_standard(s, side):
    """Combat result: whether a unit of a side holds the battle standard, its bearer alive."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if is_of(s, who, side) and unit.char_alive == 1 and unit.roles & Role.BATTLE_STANDARD != 0:
            return True
    return False


@rule("x.setup.command_group")
def has_musician(s, side):
    """Command group: whether a unit of a side has a musician, who may win a drawn combat."""
    for who in range(s.unit_count):
        if is_of(s, who, side) and s.units[who].musician == 1:
            return True
    return False


@kernel
def is_on_flank(where):
    """Whether a side of a unit is a flank."""
    return where == Side.LEFT or where == Side.RIGHT


@rule("x.combat.result", "x.combat.contact_side")
def attacks_from(s, w, side, is_rear):
    """Combat result: whether a unit of a side that is strong enough attacks an enemy in the flank, or in the rear."""
    for who in range(s.unit_count):
        if not is_of(s, who, side) or unit_strength(s, w, who) < w.book.flank_min_us:
            continue
        for enemy in range(s.unit_count):
            if not is_of(s, enemy, 1 - side) or not is_engaged_with(s, who, enemy):
                continue
            where = contact_side(s, enemy, who)
            if where == Side.REAR if is_rear else is_on_flank(where):
                return True
    return False


# --- high ground -----------------------------------------------------------------------------------------------------------


@kernel
def front_rank(s, who):
    """The rectangle of the front rank of a unit."""
    unit = s.units[who]
    return block(int(unit.cell), int(unit.facing), 0, int(unit.files) * int(unit.base_width), 0, int(unit.base_depth))


@rule("x.combat.result", "x.terrain.table")
def is_on_high_ground(s, w, who):
    """High ground: more than half of the cells of the front rank on a hill."""
    x, y, width, height = front_rank(s, who)
    return 2 * count_in(w.field.high, x, y, width, height) > width * height


@kernel
def is_beside(s, who, x, y):
    """Whether a cell shares an edge with a cell of a unit."""
    return (
        is_in_unit(s, who, x - 1, y)
        or is_in_unit(s, who, x + 1, y)
        or is_in_unit(s, who, x, y - 1)
        or is_in_unit(s, who, x, y + 1)
    )


@rule("x.combat.result", "x.terrain.table")
def meets_on_high_ground(s, w, who, enemy):
    """High ground: whether a cell of an enemy's front rank that is in contact with a unit is on a hill."""
    left, upper, width, height = front_rank(s, enemy)
    if count_in(w.field.high, left, upper, width, height) == 0:
        return False
    for y in range(upper, upper + height):
        for x in range(left, left + width):
            if count_in(w.field.high, x, y, 1, 1) == 1 and is_beside(s, who, x, y):
                return True
    return False


@rule("x.combat.result", "x.terrain.table")
def has_high_ground(s, w, side):
    """High ground: a unit of a side stands on a hill, and no front rank that it fights does."""
    for who in range(s.unit_count):
        if not is_of(s, who, side) or not is_on_high_ground(s, w, who):
            continue
        is_met = False
        for enemy in range(s.unit_count):
            if fights_with(s, who, enemy) and meets_on_high_ground(s, w, who, enemy):
                is_met = True
        if not is_met:
            return True
    return False


# --- the sum ---------------------------------------------------------------------------------------------------------------


@kernel
def note(s, label, value, sign):
    """Note a part of a score: of the first side added, of the second taken off. Returns it as it is."""
    term(s, label, sign * value)
    return value


@rule("x.combat.result")
def score_of(s, w, side):
    """Combat result: wounds inflicted, ranks, standards, attacks in flank and rear, high ground, numbers."""
    sign = 1 if side == 0 else -1
    score = note(s, Term.WOUNDS, int(s.inflicted[side]), sign)
    score += note(s, Term.RANKS, ranks_of_side(s, w, side), sign)
    if has_standard(s, side):
        score += note(s, Term.STANDARD, int(w.book.result_standard), sign)
    if has_battle_standard(s, side):
        score += note(s, Term.BATTLE_STANDARD, int(w.book.result_battle_standard), sign)
    if attacks_from(s, w, side, False):
        score += note(s, Term.FLANK, int(w.book.result_flank), sign)
    if attacks_from(s, w, side, True):
        score += note(s, Term.REAR, int(w.book.result_rear), sign)
    if has_high_ground(s, w, side):
        score += note(s, Term.HIGH_GROUND, int(w.book.high_ground), sign)
    if strength_of_side(s, w, side) > strength_of_side(s, w, 1 - side):
        score += note(s, Term.OUTNUMBER, int(w.book.result_outnumber), sign)
    return score


@rule("x.combat.result", "x.setup.command_group")
def score_of_musician(s, w, side):
    """Combat result: on a tie a side with a musician beats a side without."""
    if not has_musician(s, side) or has_musician(s, 1 - side):
        return 0
    return note(s, Term.MUSICIAN, int(w.book.result_musician), 1 if side == 0 else -1)


@rule("x.combat.result")
def resolve_result(s, w):
    """Combat result: the higher score wins by the difference; a side without any unit left has lost. Returns (side that lost,
    difference); -1 for no loser.
    """
    open_total(s)
    first, second = score_of(s, w, 0), score_of(s, w, 1)
    if first == second:
        first += score_of_musician(s, w, 0)
        second += score_of_musician(s, w, 1)
    emit(s, Event.COMBAT_RESULT, NO_UNIT, NO_UNIT, first, second)
    if not has_side(s, 0) or not has_side(s, 1):
        return (NOBODY_WON, 0) if not has_side(s, 0) and not has_side(s, 1) else (0 if has_side(s, 1) else 1, 0)
    if first == second:
        emit(s, Event.COMBAT_DRAWN, NO_UNIT, NO_UNIT, 0, 0)
        return NOBODY_WON, 0
    return (1, first - second) if first > second else (0, second - first)


@rule("x.combat.initiative_order", "x.morale.traits")
def settle_result(s, loser):
    """Combat result: the round of the charge is over; the beaten are no longer frenzied."""
    for who in range(s.unit_count):
        if not is_fighting_round(s, who):
            continue
        unit = s.units[who]
        unit.charged = 0
        unit.charge_distance = 0
        unit.charge_side = 0
        unit.charge_target = NO_UNIT
        if unit.side == loser:
            unit.frenzied = 0
