"""Executions."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import are_friends, emit, open_total, term
from ..vocab import Event, Refusal, Roll, Term
from .conditions import agility_modifier, are_foes, blindness, edge_of_check, is_down, less, may_help
from .ground import is_touching
from .harm import resolve_death
from .rolls import start_check
from .sneaking import D20


@rule("execute.action")
def refusal_of_executing(s, w, who, target):
    """Execution: an enemy that is down, in base contact."""
    if are_friends(s, who, target):
        return Refusal.NO_ENEMY
    if not is_down(s, target):
        return Refusal.NOT_DOWN
    return Refusal.NONE if is_touching(s, w, who, target) else Refusal.NOT_TOUCHING


@rule("execute.protection")
def protection(s, w, who, victim, knows_all):
    """Ally protection: the best Agility modifier of the victim's friends that touch it or the executioner."""
    best = 0
    for ally in range(s.unit_count):
        if not knows_all and s.known[ally] == 0:
            continue
        if ally != victim and not are_foes(s, victim, ally) and may_help(s, ally):
            if is_touching(s, w, ally, who) or is_touching(s, w, ally, victim):
                best = max(best, agility_modifier(s, w, ally))
    return best


@rule("execute.action", "execute.protection", "status.blind")
def execution_number(s, w, who, target, knows_all):
    """Execution: what the bare die must show; friends of the victim raise it, and so does blindness."""
    number = term(s, Term.TARGET_NUMBER, int(w.book.execute_tn))
    number += term(s, Term.PROTECTION, protection(s, w, who, target, knows_all))
    return number - less(s, Term.BLIND, blindness(s, w, who))


@rule("execute.action", "fear.frightened")
def start_execution(s, w, who, target):
    """Execution: a bare d20; fear hampers it."""
    open_total(s)
    number = execution_number(s, w, who, target, True)
    start_check(s, who, Roll.EXECUTION, number, edge_of_check(s, w, who), D20)


@rule("execute.action")
def resolve_execution(s, who, target):
    """Execution: it is dead."""
    emit(s, Event.EXECUTED, who, target, 0, 0)
    resolve_death(s, target)
