"""The end of a round, and of the battle."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..vocab import Ending, Event, Trait
from .conditions import has_trait, is_able, is_down, is_standing
from .harm import resolve_death, tire


@rule("fatigue.accrual")
def is_tiring(s, w):
    """Fatigue: whether units tire at the end of this round."""
    interval = int(w.book.fatigue_interval)
    return interval > 0 and s.round_no % interval == 0


@rule("completion.round_limit")
def is_last_round(s, w):
    """Round limit: whether no round follows."""
    return s.round_no >= w.book.round_limit


@rule("death.bleeding_out", "fatigue.accrual")
def resolve_round_end(s, w):
    """End of a round: units that have bled out die, and standing units that are not tireless may tire."""
    for who in range(s.unit_count):
        resolve_bleeding_out(s, w, who)
    if is_tiring(s, w):
        for who in range(s.unit_count):
            if is_standing(s, who) and not has_trait(s, who, Trait.TIRELESS):
                tire(s, w, who)


@rule("death.bleeding_out")
def begin_full_round(s):
    """Bleeding out: the round that begins is a full one for every unit that is down."""
    for who in range(s.unit_count):
        s.units[who].fell_this_round = 0


@rule("death.bleeding_out")
def resolve_bleeding_out(s, w, who):
    """Bleeding out: the clock counts full rounds down; none runs by default."""
    unit = s.units[who]
    if unit.down == 0 or unit.dead == 1:
        return
    if unit.fell_this_round == 1:
        return
    unit.rounds_down += 1
    if w.book.bleed_out_rounds > 0 and unit.rounds_down >= w.book.bleed_out_rounds:
        resolve_death(s, who)


@kernel
def is_side_able(s, side):
    """Whether a side, or a friend of it, has an able unit."""
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1 and is_able(s, who):
            return True
    return False


@rule("death.battle_end")
def is_over(s):
    """Battle end: no two sides that are enemies both have able units."""
    for one in range(s.side_count):
        for other in range(one):
            if s.allied[one, other] == 0 and is_side_able(s, one) and is_side_able(s, other):
                return False
    return True


@rule("death.battle_end", "completion.round_limit")
def resolve_end(s, is_limit):
    """Battle end: the sides with able units win; both without is a draw, and so is the last round."""
    able = 0
    for side in range(s.side_count):
        able += 1 if is_side_able(s, side) else 0
    if is_limit:
        s.ending = Ending.ROUND_LIMIT
    else:
        s.ending = Ending.LAST_ABLE if able > 0 else Ending.NOBODY_ABLE
    for side in range(s.side_count):
        s.rank[side] = 1 if is_limit or able == 0 or is_side_able(s, side) else 2
    resolve_aftermath(s, is_limit or able == 0)
    emit(s, Event.BATTLE_ENDS, NO_UNIT, NO_UNIT, s.ending, 0)


@rule("death.battle_end", "loot.action")
def resolve_aftermath(s, is_draw):
    """After the battle: the winners rescue their own, take the others prisoner, and loot what is left."""
    if is_draw:
        return
    winner = NO_UNIT
    for who in range(s.unit_count):
        if winner == NO_UNIT and is_able(s, who):
            winner = who
    for who in range(s.unit_count):
        if is_down(s, who) or (is_standing(s, who) and s.units[who].paralyzed == 1):
            emit(s, Event.RESCUED if are_friends(s, who, winner) else Event.CAPTURED, who, NO_UNIT, 0, 0)
    spoils = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.dead == 1 and unit.looted == 0 and unit.cell >= 0 and not are_friends(s, who, winner):
            unit.looted = 1
            spoils += 1
    if spoils > 0:
        s.loot[s.units[winner].side] += spoils
        emit(s, Event.SPOILS, winner, NO_UNIT, spoils, 0)
