"""Challenges: characters of engaged units may fight one another, and nobody else, for a round."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..vocab import Event
from .engagement import fights_with, has_bit, is_fighting_round


@rule("x.combat.challenge", "x.character.embedded")
def may_fight_duel(s, who):
    """Challenges: a living character that is in none yet and has refused none in this round."""
    unit = s.units[who]
    return unit.char_alive == 1 and unit.duel == NO_UNIT and unit.refused == 0


@rule("x.combat.challenge")
def opponent_of(s, who):
    """Challenges: the lowest engaged enemy with a character that can be challenged; -1 none."""
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy) and may_fight_duel(s, enemy):
            return enemy
    return NO_UNIT


@rule("x.combat.challenge")
def next_challenger(s, asked):
    """Challenges: the next unit of the active side whose character may challenge and has not been asked; -1 none."""
    for who in range(s.unit_count):
        if has_bit(asked, who) or s.units[who].side != s.turn_side or not is_fighting_round(s, who):
            continue
        if may_fight_duel(s, who) and opponent_of(s, who) != NO_UNIT:
            return who
    return NO_UNIT


@rule("x.combat.challenge")
def resolve_acceptance(s, who, challenger):
    """Challenges: accepted; the two only attack each other in this round."""
    s.units[who].duel = challenger
    s.units[challenger].duel = who
    emit(s, Event.ACCEPTS, who, challenger, 0, 0)


@rule("x.combat.challenge")
def resolve_refusal(s, who, challenger):
    """Challenges: refused; the character makes no attacks in this round, and its Ld is not used for the break test."""
    s.units[who].refused = 1
    emit(s, Event.REFUSES, who, challenger, 0, 0)
