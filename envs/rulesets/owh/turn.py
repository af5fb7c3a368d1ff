"""Sequence of play. Chapters say what a thing does; this module says when, and who is asked.

Battle: begin -> round: cards -> turns by descending card -> end of round -> the next round.
Turn: own Defend ends -> sources of fear -> fate tokens -> Spirit check -> bleeding, poison, fire -> actions -> counters.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.state import NO_UNIT, ask, emit, pop, push, top
from ...core.state.choosing import Part, ask_next_part, forget_choice, take_part
from .board import OFF_BOARD
from .rules.attacking import attack_step, start_attack
from .rules.casting import cast_step, start_casting
from .rules.conditions import hp_limit, is_able, is_horrified, is_standing
from .rules.coordination import coordinate_step, start_coordinating
from .rules.executing import resolve_execution, start_execution
from .rules.fate import may_shake_off_any, resolve_shaking_off, supply
from .rules.fear import (
    may_resist_fear,
    resolve_spirit_check,
    source_to_face,
    start_facing,
    start_spirit_check,
)
from .rules.ground import resolve_lever
from .rules.harm import cure, frighten, knock_out, lose_hp, resolve_death, resolve_defeat, resolve_next_fall
from .rules.initiative import deal_step, next_in_order, shuffle
from .rules.knowledge import know_units
from .rules.menu import cost_of, has_attack_left, is_free_verb, may_pay
from .rules.moving import move_step, start_move
from .rules.pushing import push_step
from .rules.rolls import roll_step, take_roll
from .rules.routines import best_approach, best_flight, draw_target
from .rules.sneaking import search_step, sneak_step, start_hiding
from .rules.tending import resolve_loot, resolve_rouse, start_tending, tend_step
from .rules.victory import is_over, resolve_end, resolve_round_end
from .rules.ways import is_on_edge, may_set_out
from .rules.weapons import free_attack_of, lose_weapon, resolve_coating, resolve_recover, resolve_switch
from .vocab import ANSWERS, PARTS_OF, Ability, Event, Frame, Mode, Prompt, Strike, Verb


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    BEGIN = 0
    ROUND = 1
    DEAL = 2
    TURNS = 3
    ROUND_END = 4


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


@kernel
def step(s, w):
    """Run one step of the procedure on top; but first fliers fall that cannot fly, and the battle may be over."""
    if s.falling != 0:
        resolve_next_fall(s, w)
        return
    if s.is_decided == 1:
        s.is_decided = 0
        if is_over(s):
            resolve_end(s, False)
            return
    frame = top(s)
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.TURN:
        turn_step(s, w, frame)
    elif frame.kind == Frame.ATTACK:
        attack_step(s, w, frame)
    elif frame.kind == Frame.ROLL:
        roll_step(s, w, frame)
    elif frame.kind == Frame.MOVE:
        move_step(s, w, frame)
    elif frame.kind == Frame.SNEAK:
        sneak_step(s, w, frame)
    elif frame.kind == Frame.SEARCH:
        search_step(s, w, frame)
    elif frame.kind == Frame.TEND:
        tend_step(s, w, frame)
    elif frame.kind == Frame.CAST:
        cast_step(s, w, frame)
    elif frame.kind == Frame.PUSH:
        push_step(s, w, frame)
    elif frame.kind == Frame.COORDINATE:
        coordinate_step(s, w, frame)


# --- the battle ------------------------------------------------------------------------------------------------------


@kernel
def battle_step(s, w, frame):
    """One step of the round."""
    if frame.step == Battle.BEGIN:
        begin_battle(s, w)
        frame.step = Battle.ROUND
    elif frame.step == Battle.ROUND:
        s.round_no += 1
        emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, s.round_no, 0)
        shuffle(s, w)
        frame.index = 0
        frame.step = Battle.DEAL
    elif frame.step == Battle.DEAL:
        if deal_step(s, w, frame):
            frame.index = 0
            frame.step = Battle.TURNS
    elif frame.step == Battle.TURNS:
        who = next_in_order(s)
        if who == NO_UNIT:
            frame.step = Battle.ROUND_END
        else:
            push(s, Frame.TURN).who = who
    else:
        resolve_round_end(s, w)
        frame.step = Battle.ROUND
        if s.round_no >= w.book.round_limit and not (s.is_decided == 1 and is_over(s)):
            s.is_decided = 0
            resolve_end(s, True)


@rule("fate.supply", "status.diseased", "completion.deployment", "hide.being_seen")
def begin_battle(s, w):
    """Set-up: tokens are handed out; disease and exhaustion tell from the start."""
    supply(s, w)
    s.is_decided = 1
    for who in range(s.unit_count):
        unit = s.units[who]
        limit = hp_limit(s, w, who)
        unit.hp = min(int(unit.hp), limit)
        if -int(unit.disease) * int(w.book.disease_hp) > unit.hp_max:
            resolve_death(s, who)
        elif limit == 0:
            resolve_defeat(s, w, who, False)
        elif unit.fatigue >= w.book.fatigue_out_level:
            knock_out(s, who)


# --- the turn --------------------------------------------------------------------------------------------------------


@rule("turn.status_phase", "turn.action_economy", "defend.action", "status.flying")
def begin_turn(s, w, who):
    """Turn: own Defend ends, fliers take to the air again, and actions are counted anew."""
    unit = s.units[who]
    emit(s, Event.TURN_BEGINS, who, NO_UNIT, int(unit.card), 0)
    unit.defending = 0
    unit.actions_left = w.book.standard_actions
    unit.free_left = w.book.free_actions
    unit.free_used = 0
    unit.moves = 0
    unit.attacks = 0
    unit.others = 0
    unit.items_used = 0
    unit.spells_cast = 0
    unit.hides = 0
    unit.declined = 0
    if unit.grounded == 1 and is_able(s, who) and unit.stunned == 0 and unit.rooted == 0:
        unit.grounded = 0
        emit(s, Event.RISES_AGAIN, who, NO_UNIT, 0, 0)


@rule("turn.status_phase", "fate.status_removal", "fear.spirit_check")
def turn_step(s, w, frame):
    """Turn: statuses first, then actions. Waits for tokens, the Spirit check, and each part of each choice."""
    who = int(frame.who)
    if frame.step == Turn.BEGIN:
        begin_turn(s, w, who)
        level = source_to_face(s, w, who)
        frame.step = Turn.FATE
        if level > 0:
            frame.amount = level
            frame.step = Turn.FACED
            start_facing(s, w, who, level)
    elif frame.step == Turn.FACED:
        if take_roll(s) == 0:
            frighten(s, w, who, int(frame.amount))
        frame.amount = 0
        frame.step = Turn.FATE
    elif frame.step == Turn.FATE:
        frame.step = Turn.SPIRIT
        if may_shake_off_any(s, w, who):
            frame.step = Turn.FATE_ANSWER
            ask(s, Prompt.FATE, who)
    elif frame.step == Turn.FATE_ANSWER:
        fate_step(s, w, frame, who)
    elif frame.step == Turn.SPIRIT:
        frame.step = Turn.BLEEDING
        if may_resist_fear(s, w, who):
            frame.step = Turn.SPIRIT_ANSWER
            ask(s, Prompt.SPIRIT, who)
    elif frame.step == Turn.SPIRIT_ANSWER:
        frame.step = Turn.BLEEDING
        if s.answer == Verb.RESIST_FEAR:
            frame.step = Turn.SPIRIT_ROLLED
            start_spirit_check(s, w, who)
    elif frame.step == Turn.SPIRIT_ROLLED:
        resolve_spirit_check(s, w, who, take_roll(s) == 1)
        frame.step = Turn.BLEEDING
    elif Turn.BLEEDING <= frame.step <= Turn.FIRE:
        suffer_step(s, w, frame, who)
    elif frame.step == Turn.CHOOSE:
        choose_step(s, w, frame, who)
    elif frame.step == Turn.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Turn.EXECUTED:
        if take_roll(s) == 1:
            resolve_execution(s, who, int(frame.target))
        forget_choice(frame)
        frame.step = Turn.CHOOSE
    elif frame.step == Turn.FLEE:
        flee_step(s, w, frame, who)
    elif frame.step == Turn.RAGE:
        rage_step(s, w, frame, who)
    else:
        end_turn(s, who)
        pop(s)


@rule("fate.status_removal")
def fate_step(s, w, frame, who):
    """Shaking off: one status after the other, as long as tokens last and are spent."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, ailment = int(frame.verb), int(frame.mode)
    forget_choice(frame)
    frame.step = Turn.SPIRIT
    if verb == Verb.SHAKE_OFF:
        resolve_shaking_off(s, w, who, ailment)
        frame.step = Turn.FATE


@rule("turn.status_phase", "status.bleeding", "status.poisoned", "status.ignited")
def suffer_step(s, w, frame, who):
    """Statuses: bleeding, then poison, then fire, each ignoring armour."""
    unit = s.units[who]
    points = 0
    if frame.step == Turn.BLEEDING and unit.bleeding > 0:
        points = int(unit.bleeding) * int(w.book.bleeding_damage)
        emit(s, Event.BLEEDING_HURTS, who, NO_UNIT, points, 0)
    elif frame.step == Turn.POISON and unit.poisoned > 0:
        points = int(unit.poisoned) * int(w.book.poisoned_damage)
        emit(s, Event.POISON_HURTS, who, NO_UNIT, points, 0)
    elif frame.step == Turn.FIRE and unit.ignited > 0:
        points = int(unit.ignited) * int(w.book.ignited_damage)
        emit(s, Event.FIRE_HURTS, who, NO_UNIT, points, 0)
    frame.step += 1
    if points > 0:
        lose_hp(s, w, who, NO_UNIT, points)
    if not is_standing(s, who):
        frame.step = Turn.END
    elif frame.step == Turn.CHOOSE:
        frame.step = kind_of_turn(s, w, who)


@rule("turn.status_phase", "fear.horrified", "status.insane", "status.paralyzed")
def kind_of_turn(s, w, who):
    """Turn: the paralyzed do nothing, the horrified flee, the insane rage, all others choose."""
    if s.units[who].paralyzed == 1:
        emit(s, Event.HELPLESS, who, NO_UNIT, 0, 0)
        return int(Turn.END)
    if is_horrified(s, w, who):
        emit(s, Event.HORRIFIED, who, NO_UNIT, 0, 0)
        return int(Turn.FLEE)
    if s.units[who].insane == 1:
        emit(s, Event.RAGES, who, NO_UNIT, 0, 0)
        return int(Turn.RAGE)
    return int(Turn.CHOOSE)


@rule("turn.action_economy", "fear.horrified")
def choose_step(s, w, frame, who):
    """Actions: one after the other, as long as the unit can."""
    if not is_able(s, who):
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


@rule("turn.action_economy", "turn.standard_actions", "free.single_event", "item.use", "spell.cast", "hide.action")
def pay(s, w, who, verb):
    """Actions: what a verb costs, and what of it is counted for the turn."""
    unit = s.units[who]
    if is_free_verb(verb):
        unit.free_left -= 1
        unit.free_used += 1
    elif verb == Verb.EXTINGUISH:
        unit.actions_left = 0
        unit.free_left = 0
    elif verb != Verb.END_TURN and verb != Verb.COORDINATE:
        unit.actions_left = max(int(unit.actions_left) - cost_of(w, verb), 0)
        if verb == Verb.MOVE or verb == Verb.WITHDRAW:
            unit.moves += 1
        elif verb == Verb.ATTACK:
            unit.attacks += 1
        else:
            unit.others = min(int(unit.others) + 1, 20)
    if Verb.HEAL <= verb <= Verb.COAT_SLEEP:
        unit.items_used += 1
    elif verb == Verb.CAST:
        unit.spells_cast += 1
    elif verb == Verb.HIDE:
        unit.hides += 1


@rule("free.single_event", "completion.abilities")
def start_attack_of(s, w, who, verb, target, mode):
    """Attacks: standard ones in the mode chosen; free ones in mode normal, with weapon or shield."""
    if verb == Verb.ATTACK:
        start_attack(s, w, who, target, mode, Strike.WEAPON)
    elif free_attack_of(s, w, who) == Ability.SHIELD_BASH:
        start_attack(s, w, who, target, Mode.NORMAL, Strike.BASH)
    else:
        start_attack(s, w, who, target, Mode.NORMAL, Strike.WEAPON)


@rule("defend.action", "status.ignited", "turn.interact", "turn.free_action_examples", "completion.reload")
def resolve_simple(s, w, who, verb, target, slot):
    """Actions: those that are done at once."""
    unit = s.units[who]
    if verb == Verb.DEFEND:
        unit.defending = 1
        emit(s, Event.DEFENDS, who, NO_UNIT, 0, 0)
    elif verb == Verb.EXTINGUISH:
        cure(s, who, int(Mode.IGNITED))
        emit(s, Event.DOUSED, who, NO_UNIT, 0, 0)
    elif verb == Verb.ROUSE:
        resolve_rouse(s, w, who, target)
    elif verb == Verb.LOOT:
        resolve_loot(s, who, target)
    elif verb == Verb.RELOAD:
        unit.loaded[unit.wielded] = 1
        emit(s, Event.RELOADED, who, NO_UNIT, 0, 0)
    elif verb == Verb.RECOVER_WEAPON:
        resolve_recover(s, who)
    elif verb == Verb.INTERACT:
        resolve_lever(s, who)
    elif verb == Verb.SWITCH_WEAPON:
        resolve_switch(s, who, slot)
    elif verb == Verb.DROP_WEAPON:
        item = int(unit.weapons[unit.wielded])
        lose_weapon(s, who)
        emit(s, Event.DROPPED, who, NO_UNIT, item, 0)
    elif verb == Verb.BERSERK:
        unit.berserk = w.book.berserk_turns
        unit.berserk_used = 1
        emit(s, Event.BERSERK, who, NO_UNIT, unit.berserk, 0)
    elif verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP:
        resolve_coating(s, w, who, verb == Verb.COAT_VENOM)


# --- turns the rules play ----------------------------------------------------------------------------------------------


@rule("fear.horrified", "completion.withdraw")
def flee_step(s, w, frame, who):
    """Horrified: Move after Move away from all enemies; off the board from its edge."""
    unit = s.units[who]
    if not is_able(s, who) or not may_pay(s, w, who, Verb.MOVE) or not may_set_out(s, w, who):
        frame.step = Turn.END
        return
    know_units(s, w, int(unit.side))
    if is_on_edge(s, who):
        pay(s, w, who, Verb.WITHDRAW)
        start_move(s, w, who, OFF_BOARD, True)
        return
    goal = best_flight(s, w, who)
    if goal == OFF_BOARD:
        frame.step = Turn.END
        return
    pay(s, w, who, Verb.MOVE)
    start_move(s, w, who, goal, False)


@rule("status.insane")
def rage_step(s, w, frame, who):
    """Insane: each standard action an attack at anybody it can reach, else a Move towards the nearest."""
    unit = s.units[who]
    if not is_able(s, who) or unit.actions_left < cost_of(w, Verb.ATTACK) or unit.stunned > 0 or unit.actions_left == 0:
        frame.step = Turn.END
        return
    know_units(s, w, int(unit.side))
    target = draw_target(s, w, who) if has_attack_left(s, w, who) else NO_UNIT
    if target != NO_UNIT:
        pay(s, w, who, Verb.ATTACK)
        start_attack(s, w, who, target, Mode.NORMAL, Strike.WEAPON)
        return
    goal = best_approach(s, w, who) if may_set_out(s, w, who) else OFF_BOARD
    if goal == OFF_BOARD:
        frame.step = Turn.END
        return
    pay(s, w, who, Verb.MOVE)
    start_move(s, w, who, goal, False)


@rule("completion.status_durations", "synergy.coordinated_roll", "completion.abilities")
def end_turn(s, who):
    """End of the turn: counters go down, what held for this turn is over."""
    unit = s.units[who]
    unit.turn_taken = 1
    unit.stunned = max(int(unit.stunned) - 1, 0)
    unit.rooted = max(int(unit.rooted) - 1, 0)
    unit.blind = max(int(unit.blind) - 1, 0)
    unit.deafened = max(int(unit.deafened) - 1, 0)
    if unit.berserk > 0:
        unit.berserk -= 1
    unit.coordinated_on = NO_UNIT
    unit.actions_left = 0
    unit.free_left = 0
