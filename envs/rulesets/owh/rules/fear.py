"""Fear: where it comes from, and how it is overcome."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit, open_total, term
from ..board import distance
from ..vocab import Event, Roll, Term
from .conditions import (
    are_foes,
    blindness,
    current_modifier,
    edge_of_check,
    is_fearless,
    is_party,
    is_standing,
    less,
    spend_free_action,
)
from .ground import has_sight
from .knowledge import is_known_to
from .rolls import start_check
from .sneaking import D20


@rule("completion.fear_sources")
def strongest_source(s, w, who):
    """Fear sources: the strongest aura of a standing enemy within six cells that the unit sees and knows of."""
    strongest = 0
    if s.units[who].blind > 0:
        return strongest
    for enemy in range(s.unit_count):
        aura = int(s.units[enemy].fear_aura)
        is_feared = are_foes(s, who, enemy) and is_standing(s, enemy) and is_known_to(s, int(s.units[who].side), enemy)
        if aura <= strongest or not is_feared:
            continue
        gap = distance(int(s.units[who].cell), int(s.units[enemy].cell))
        if gap <= w.book.fear_radius and has_sight(s, w, who, enemy):
            strongest = aura
    return strongest


@rule("completion.fear_sources", "fear.counters")
def source_to_face(s, w, who):
    """Fear sources: the level to be tested, once in a battle; 0 none. The fearless are never tested."""
    level = strongest_source(s, w, who)
    if level <= s.units[who].fear_tested or is_fearless(s, who):
        return 0
    return level


@rule("completion.fear_sources", "fear.frightened")
def start_facing(s, w, who, level):
    """Fear sources: a Spirit check against the number of the level."""
    unit = s.units[who]
    unit.fear_tested = level
    open_total(s)
    number = term(s, Term.TARGET_NUMBER, int(w.book.fear_tn[level]))
    number -= less(s, Term.SPIRIT, current_modifier(s, w, who, unit.spirit))
    start_check(s, who, Roll.COURAGE, number, edge_of_check(s, w, who), D20)


@rule("fear.spirit_check")
def may_resist_fear(s, w, who):
    """Spirit check: units of a party that fear something, once a turn, with the free action."""
    unit = s.units[who]
    if not is_party(s, who) or unit.fear == 0 or unit.paralyzed == 1:
        return False
    return w.book.spirit_uses_free == 0 or unit.free_left > 0


@rule("fear.spirit_check", "fear.frightened", "status.blind")
def start_spirit_check(s, w, who):
    """Spirit check: at the disadvantage that fear brings."""
    unit = s.units[who]
    if w.book.spirit_uses_free == 1:
        spend_free_action(s, who)
    open_total(s)
    number = term(s, Term.TARGET_NUMBER, int(w.book.spirit_tn))
    number -= less(s, Term.SPIRIT, current_modifier(s, w, who, unit.spirit))
    number -= less(s, Term.BLIND, blindness(s, w, who))
    start_check(s, who, Roll.SPIRIT, number, edge_of_check(s, w, who), D20)


@rule("fear.spirit_check")
def resolve_spirit_check(s, w, who, is_passed):
    """Spirit check: success lowers fear by one level."""
    if is_passed:
        s.units[who].fear = max(int(s.units[who].fear) - int(w.book.spirit_reduces), 0)
        emit(s, Event.FEAR_LESS, who, NO_UNIT, s.units[who].fear, 0)
