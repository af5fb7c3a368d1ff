"""Effects: which units resist, how long effects last, and what each does."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, pop, push
from ..board import column, row
from ..vocab import A_DIRECTION, Body, Climbing, EffectKind, Event, Frame, Place, Prompt, Refusal, Skill, Task, Verb
from .conditions import is_able, is_helpless, is_present
from .defences import forget_defence, forget_kept, note_change
from .edges import ground_at
from .hands import OFF, SWORD, shield_slot, slot_in_off_hand, slot_in_sword_hand
from .harm import end_grab, end_guard, leave_cluster, resolve_hit, resolve_interruption
from .skills import has_skill_ready, resolve_resisting
from .things import drop_from_hand, is_broken_by

NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6


class Step(IntEnum):
    """Steps of an effect."""

    BEGIN = 0
    RESISTS = 1
    DIRECTION = 2
    DIRECTED = 3
    APPLY = 4


# --- how long --------------------------------------------------------------------------------------------------------


@rule("turn.length")
def turns_of(w, seconds):
    """Length of a turn: seconds in whole turns; a part of a turn does not count."""
    return seconds // int(w.book.seconds_per_turn)


@rule("effect.numbers")
def default_number(w, effect):
    """Numbers: what an effect lasts or does where nothing is said."""
    return int(w.book.default_points if effect >= EffectKind.HIT else w.book.default_seconds)


@rule("effect.callers")
def start_effect(s, victim, causer, effect, number, part):
    """Callers: skills, brawls, injuries, falls, darts and hazards cause effects; the victim may have something to say."""
    frame = push(s, Frame.EFFECT)
    frame.who = victim
    frame.target = causer
    frame.goal = NO_UNIT
    frame.effect = effect
    frame.number = number
    frame.part = part


# --- the procedure ---------------------------------------------------------------------------------------------------


@kernel
def effect_step(s, w, frame):
    """An effect: resisted or not; the direction of a stumble; then what it does. The result is 1 if a hazard was resisted; of
    what a unit causes nobody asks that.
    """
    who = int(frame.who)
    if not is_present(s, who):
        pop(s)
    elif frame.step == Step.BEGIN:
        frame.step = Step.DIRECTION
        if may_resist(s, w, who, int(frame.effect)):
            frame.step = Step.RESISTS
            ask(s, Prompt.RESIST, who)
    elif frame.step == Step.RESISTS:
        frame.step = Step.DIRECTION
        if s.answer == Verb.RESIST:
            s.result = 1 if frame.target == NO_UNIT else 0
            resolve_resisting(s, w, who, int(frame.effect))
            pop(s)
    elif frame.step == Step.DIRECTION:
        direction_step(s, frame, who)
    elif frame.step == Step.DIRECTED:
        frame.cell = s.answer - A_DIRECTION
        frame.step = Step.APPLY
    else:
        effect, number, part, way = int(frame.effect), int(frame.number), int(frame.part), int(frame.cell)
        pop(s)
        apply_effect(s, w, who, effect, number, part, way)


@rule("effect.resist", "c.skills")
def may_resist(s, w, who, effect):
    """Resist: any effect but the loss of hit points, for a unit that has the skill and can pay for it."""
    return effect != EffectKind.HIT and is_able(s, who) and has_skill_ready(s, w, who, int(Skill.RESIST))


@rule("effect.stumble_combat")
def refusal_of_barring(s, causer, who, direction):
    """Stumble: the barred direction is the one the effect came from; in the same square any, on a diagonal either."""
    dx = column(int(s.units[causer].cell)) - column(int(s.units[who].cell))
    dy = row(int(s.units[causer].cell)) - row(int(s.units[who].cell))
    if dx == 0 and dy == 0:
        return Refusal.NONE
    if direction == NORTH or direction == SOUTH:
        comes_from_there = dy < 0 if direction == NORTH else dy > 0
    else:
        comes_from_there = dx > 0 if direction == EAST else dx < 0
    return Refusal.NONE if comes_from_there else Refusal.NOT_FROM_THERE


@rule("effect.stumble_combat")
def direction_step(s, frame, who):
    """Stumble: the causer chooses where several directions qualify."""
    frame.step = Step.APPLY
    frame.cell = NORTH
    causer = int(frame.target)
    if frame.effect != EffectKind.STUMBLE or causer == NO_UNIT or not is_present(s, causer):
        return
    frame.step = Step.DIRECTED
    ask(s, Prompt.STUMBLE, causer)


# --- what they do ----------------------------------------------------------------------------------------------------


@kernel
def apply_effect(s, w, who, effect, number, part, way):
    """Carry an effect out. It interrupts what is upcoming and ends the grab of the unit it affects."""
    emit(s, Event.EFFECT, NO_UNIT, who, effect, number)
    receive_effect(s, w, who)
    turns = turns_of(w, number)
    if effect == EffectKind.FALL:
        resolve_fall(s, who, turns)
    elif effect == EffectKind.DROP:
        resolve_drop_effect(s, w, who, part, turns)
    elif effect == EffectKind.STUMBLE:
        resolve_stumble(s, who, turns, way)
    elif effect == EffectKind.DAZE:
        resolve_daze(s, w, who, number)
    elif effect == EffectKind.HIT:
        resolve_hit(s, w, who, number)
    elif effect == EffectKind.DRAIN:
        resolve_drain(s, who, number)
    elif effect == EffectKind.BREAK:
        resolve_break(s, w, who, number)
    elif effect == EffectKind.WEAKEN:
        s.units[who].weaken_timer = max(int(s.units[who].weaken_timer), turns)
    else:
        resolve_bind(s, who, effect, part, turns)
    resolve_letting_go(s, w, who)


@rule("brawl.grab_end", "action.upcoming_interrupt")
def receive_effect(s, w, who):
    """Grabs, upcoming actions: they end when their owner receives an effect."""
    resolve_interruption(s, who)
    if w.book.ends_on_effect == 1:
        end_grab(s, who)


@rule("effect.fall")
def resolve_fall(s, who, turns):
    """Fall: prone at once, and for a while there is no getting up."""
    unit = s.units[who]
    if unit.prone == 0:
        emit(s, Event.PRONE, who, NO_UNIT, 0, 0)
    unit.prone = 1
    unit.fall_timer = max(int(unit.fall_timer), turns)
    end_guard(s, who)
    note_change(s)


@rule("effect.drop")
def resolve_drop_effect(s, w, who, part, turns):
    """Drop: the hand of the arm that was hit, else the sword hand, drops its item."""
    drop_from_hand(s, w, who, OFF if part == Body.OTHER_ARM else SWORD, turns)


@rule("effect.stumble")
def resolve_stumble(s, who, turns, way):
    """Stumble: out of the cluster, and one direction is barred; of two stumbles the one that lasts longer counts."""
    unit = s.units[who]
    leave_cluster(s, who)
    if turns > 0 and turns >= unit.stumble_timer:
        unit.stumble_timer = turns
        unit.stumble_direction = way


@rule("effect.daze_combat")
def resolve_daze(s, w, who, seconds):
    """Daze: turns are lost, and the defence; with an odd number the defence comes back one turn start later."""
    unit = s.units[who]
    turns = turns_of(w, seconds)
    odd = 1 if seconds % int(w.book.seconds_per_turn) != 0 else 0
    forget_defence(s, who)
    forget_kept(s, who)
    if turns == 0:
        unit.locked = 1
    elif turns > unit.daze_timer:
        unit.daze_timer = turns
        unit.daze_odd = odd
    elif turns == unit.daze_timer:
        unit.daze_odd = max(int(unit.daze_odd), odd)
    end_guard(s, who)
    note_change(s)


@rule("effect.drain")
def resolve_drain(s, who, points):
    """Drain: willpower, never below none."""
    s.units[who].wp = max(int(s.units[who].wp) - points, 0)


@rule("effect.break")
def resolve_break(s, w, who, strength):
    """Break: the item it is called on is destroyed, if the break is strong enough."""
    slot = slot_to_break(s, who)
    if slot >= 0 and is_broken_by(s, w, who, slot, strength):
        s.units[who].places[slot] = Place.BROKEN
        note_change(s)
        emit(s, Event.BROKE, who, NO_UNIT, int(s.units[who].items[slot]), 0)


@rule("c.skills")
def slot_to_break(s, who):
    """Sunder: the shield if there is one, else the weapon in hand; -1 nothing."""
    slot = shield_slot(s, who)
    if slot < 0:
        slot = slot_in_sword_hand(s, who)
    return slot if slot >= 0 else slot_in_off_hand(s, who)


@rule("effect.bind")
def resolve_bind(s, who, effect, part, turns):
    """Bind: hands, an arm, feet, a leg, or the whole body."""
    unit = s.units[who]
    if effect == EffectKind.BIND_HANDS:
        unit.bound_hands = max(int(unit.bound_hands), turns)
    elif effect == EffectKind.BIND_ARM:
        hand = OFF if part == Body.OTHER_ARM else SWORD
        unit.bound_arms[hand] = max(int(unit.bound_arms[hand]), turns)
    elif effect == EffectKind.BIND_FEET:
        unit.bound_feet = max(int(unit.bound_feet), turns)
    elif effect == EffectKind.BIND_LEG:
        leg = 1 if part == Body.LEFT_LEG else 0
        unit.bound_legs[leg] = max(int(unit.bound_legs[leg]), turns)
    else:
        unit.bound_body = max(int(unit.bound_body), turns)
    note_change(s)


# --- falling ---------------------------------------------------------------------------------------------------------


@rule("fall.check")
def start_fall(s, w, who, height):
    """Falling: from a height level down to the ground of the cell."""
    start_descent(s, w, who, height, int(Task.FALLING))


@kernel
def start_descent(s, w, who, height, task):
    """Begin a fall or a jump from a height level."""
    frame = push(s, Frame.HEIGHT)
    frame.who = who
    frame.task = task
    frame.number = max(height - ground_at(w, int(s.units[who].cell)), 0)


@rule("height.hold_on", "position.climbing", "position.prone", "position.unconscious")
def resolve_letting_go(s, w, who):
    """Climbing: a prone or helpless climber loses its grip and falls from its height."""
    unit = s.units[who]
    if is_present(s, who) and unit.climbing != Climbing.NOT and (unit.prone == 1 or is_helpless(s, who)):
        start_fall(s, w, who, int(unit.elevation))


# --- injuries --------------------------------------------------------------------------------------------------------


@rule("injury.effects")
def apply_injury(s, w, who, part):
    """Injuries: an arm drops what it holds, a leg gives way, the torso dazes for good."""
    if not is_present(s, who):
        return
    receive_effect(s, w, who)
    if part == Body.SWORD_ARM or part == Body.OTHER_ARM:
        resolve_drop_effect(s, w, who, part, turns_of(w, default_number(w, int(EffectKind.DROP))))
    elif part != Body.TORSO:
        resolve_fall(s, who, turns_of(w, default_number(w, int(EffectKind.FALL))))


# --- the end of a turn -----------------------------------------------------------------------------------------------


@rule("effect.daze_combat")
def resolve_odd_daze(s, who):
    """Daze: one of odd length keeps the defence away until the next turn begins."""
    unit = s.units[who]
    if unit.daze_timer == 1 and unit.daze_odd == 1:
        unit.locked = 1
    if unit.daze_timer <= 1:
        unit.daze_odd = 0


@rule("effect.duration_turns")
def resolve_ageing(s, who):
    """Duration: every own turn takes one off."""
    unit = s.units[who]
    resolve_odd_daze(s, who)
    unit.fall_timer = max(int(unit.fall_timer) - 1, 0)
    unit.stumble_timer = max(int(unit.stumble_timer) - 1, 0)
    if unit.stumble_timer == 0:
        unit.stumble_direction = 0
    unit.daze_timer = max(int(unit.daze_timer) - 1, 0)
    unit.weaken_timer = max(int(unit.weaken_timer) - 1, 0)
    unit.bound_hands = max(int(unit.bound_hands) - 1, 0)
    unit.bound_feet = max(int(unit.bound_feet) - 1, 0)
    unit.bound_body = max(int(unit.bound_body) - 1, 0)
    for k in range(2):
        unit.bound_arms[k] = max(int(unit.bound_arms[k]) - 1, 0)
        unit.bound_legs[k] = max(int(unit.bound_legs[k]) - 1, 0)
    for slot in range(len(unit.drop_timers)):
        unit.drop_timers[slot] = max(int(unit.drop_timers[slot]) - 1, 0)
