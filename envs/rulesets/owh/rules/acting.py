"""Actions: one after the other in a turn, what each costs, and how it is carried out."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit
from ....core.state.choosing import Part, ask_next_part, forget_choice, take_part
from ..vocab import ANSWERS, PARTS_OF, Ability, Event, Mode, Prompt, Strike, Verb
from .attacking import start_attack
from .casting import start_casting
from .conditions import is_able, spend_free_action
from .coordination import start_coordinating
from .executing import start_execution
from .ground import resolve_lever
from .menu import cost_of, is_free_verb, may_act_freely
from .moving import start_move
from .recovering import cure
from .sneaking import start_hiding
from .tending import resolve_loot, resolve_rouse, start_tending
from .weapons import free_attack_of, resolve_coating, resolve_drop, resolve_recover, resolve_reload, resolve_switch

MOST_OTHERS = 20  # further actions are not counted


class Turn(IntEnum):
    """Steps of a turn."""

    BEGIN = 0
    FACED = 1
    FATE = 2
    FATE_ANSWER = 3
    SPIRIT = 4
    SPIRIT_ANSWER = 5
    SPIRIT_ROLLED = 6
    BLEEDING = 7
    POISON = 8
    FIRE = 9
    CHOOSE = 10
    ANSWER = 11
    EXECUTED = 12
    FLEE = 13
    RAGE = 14
    END = 15


@rule("turn.action_economy")
def choose_step(s, w, frame, who):
    """Actions: one after the other, as long as the unit can, and any is left."""
    if not is_able(s, who) or (s.units[who].actions_left == 0 and not may_act_freely(s, w, who)):
        frame.step = Turn.END
    else:
        frame.step = Turn.ANSWER
        ask(s, Prompt.TURN, who)


@kernel
def answer_step(s, w, frame, who):
    """One part of a choice; then it is carried out."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, target, mode, cell, slot = (
        int(frame.verb), int(frame.target), int(frame.mode), int(frame.cell), int(frame.item_used),
    )  # fmt: skip
    frame.step = Turn.CHOOSE
    pay(s, w, who, verb)
    if verb == Verb.EXECUTE or verb == Verb.FREE_EXECUTE:
        frame.step = Turn.EXECUTED
        start_execution(s, w, who, target)
        return
    forget_choice(frame)
    if verb == Verb.END_TURN or verb == Verb.DEFEND or verb == Verb.EXTINGUISH:
        frame.step = Turn.END
    if verb == Verb.ATTACK or verb == Verb.FREE_ATTACK:
        start_attack_of(s, w, who, verb, target, mode)
    elif verb == Verb.MOVE or verb == Verb.WITHDRAW:
        start_move(s, w, who, cell, verb == Verb.WITHDRAW)
    elif verb == Verb.CAST:
        start_casting(s, w, who, mode, target)
    elif Verb.HEAL <= verb <= Verb.USE_COURAGE:
        start_tending(s, w, who, verb, target)
    elif verb == Verb.COORDINATE:
        start_coordinating(s, w, who, target)
    elif verb == Verb.HIDE:
        start_hiding(s, w, who)
    else:
        resolve_simple(s, w, who, verb, target, slot)


@rule("turn.action_economy", "item.use", "spell.cast", "hide.action")
def pay(s, w, who, verb):
    """Actions: what a verb costs, and what is counted because a turn allows only so many of them."""
    unit = s.units[who]
    if is_free_verb(verb):
        spend_free_action(s, who)
    elif verb == Verb.EXTINGUISH:
        unit.actions_left = 0
        unit.free_left = 0
    elif verb != Verb.END_TURN and verb != Verb.COORDINATE:
        spend_actions(s, w, who, verb)
    if Verb.HEAL <= verb <= Verb.COAT_SLEEP:
        unit.items_used += 1
    elif verb == Verb.CAST:
        unit.spells_cast += 1
    elif verb == Verb.HIDE:
        unit.hides += 1


@rule("turn.standard_actions")
def spend_actions(s, w, who, verb):
    """Standard actions: what a verb costs is gone; Moves, attacks and all others are counted apart."""
    unit = s.units[who]
    unit.actions_left = max(int(unit.actions_left) - cost_of(w, verb), 0)
    if verb == Verb.MOVE or verb == Verb.WITHDRAW:
        unit.moves += 1
    elif verb == Verb.ATTACK:
        unit.attacks += 1
    else:
        unit.others = min(int(unit.others) + 1, MOST_OTHERS)


@rule("free.single_event", "completion.abilities")
def start_attack_of(s, w, who, verb, target, mode):
    """Attacks: standard ones in the mode chosen; free ones in mode normal, with weapon or shield."""
    if verb == Verb.ATTACK:
        start_attack(s, w, who, target, mode, Strike.WEAPON)
    elif free_attack_of(s, w, who) == Ability.SHIELD_BASH:
        start_attack(s, w, who, target, Mode.NORMAL, Strike.BASH)
    else:
        start_attack(s, w, who, target, Mode.NORMAL, Strike.WEAPON)


@rule("completion.abilities")
def resolve_berserk(s, w, who):
    """Abilities: it runs berserk, once a battle."""
    unit = s.units[who]
    unit.berserk = w.book.berserk_turns
    unit.berserk_used = 1
    emit(s, Event.BERSERK, who, NO_UNIT, unit.berserk, 0)


@rule("defend.action")
def resolve_defend(s, who):
    """Defend: until its next turn it is harder to hit."""
    s.units[who].defending = 1
    emit(s, Event.DEFENDS, who, NO_UNIT, 0, 0)


@rule("status.ignited")
def resolve_dousing(s, who):
    """Ignited: a whole turn puts the fire out."""
    cure(s, who, int(Mode.IGNITED))
    emit(s, Event.DOUSED, who, NO_UNIT, 0, 0)


@kernel
def resolve_simple(s, w, who, verb, target, slot):
    """Actions that are done at once."""
    if verb == Verb.DEFEND:
        resolve_defend(s, who)
    elif verb == Verb.EXTINGUISH:
        resolve_dousing(s, who)
    elif verb == Verb.ROUSE:
        resolve_rouse(s, w, who, target)
    elif verb == Verb.LOOT:
        resolve_loot(s, who, target)
    elif verb == Verb.RELOAD:
        resolve_reload(s, who)
    elif verb == Verb.RECOVER_WEAPON:
        resolve_recover(s, who)
    elif verb == Verb.INTERACT:
        resolve_lever(s, who)
    elif verb == Verb.SWITCH_WEAPON:
        resolve_switch(s, who, slot)
    elif verb == Verb.DROP_WEAPON:
        resolve_drop(s, w, who)
    elif verb == Verb.BERSERK:
        resolve_berserk(s, w, who)
    elif verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP:
        resolve_coating(s, w, who, verb == Verb.COAT_VENOM)
