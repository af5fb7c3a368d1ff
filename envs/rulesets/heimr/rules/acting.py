"""Carrying out what was chosen in a turn."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import (
    Body,
    Event,
    GuardKind,
    Mark,
    Skill,
    Task,
    Upcoming,
    Verb,
)
from .abilities import fatigue_after_breather, set_fatigue
from .aiming import part_of_mode
from .attacking import start_attack
from .charging import brawl_marks, start_charge
from .climbing import DOWN, UP, start_climb
from .dragging import resolve_assist, resolve_drag, start_bashing
from .grabs import resolve_release
from .guarding import resolve_guard
from .harm import leave_cluster
from .heights import HERE, resolve_change_level, start_descent
from .leaving import exit_for
from .moving import start_move
from .posture import resolve_cover, resolve_lying, resolve_standing, use_legs
from .readying import resolve_ready
from .searching import point_out
from .skills import pay_for_skill, resolve_priming
from .sounds import LOUD, SOFT, make_sound
from .tasks import start_task
from .things import resolve_draw, resolve_drop, resolve_get, resolve_put_away, resolve_swap


@kernel
def carry_out(s, w, frame, who, verb, target, mode, cell, item):
    """Begin or do what a verb stands for. What takes longer pushes a procedure."""
    if verb <= Verb.LUCK_STRIKE:
        begin_attack(s, w, frame, who, verb, target, mode, cell)
    elif verb <= Verb.JUMP_DOWN:
        begin_movement(s, w, who, verb, cell)
    elif verb <= Verb.READY_PRONE:
        prepare(s, w, who, verb, target, mode, cell)
    elif verb <= Verb.SWAP_ITEMS:
        handle(s, w, who, verb, mode, item)
    elif verb <= Verb.RALLY:
        sense_or_speak(s, w, who, verb, target, mode, cell)
    else:
        hold_or_break(s, w, who, verb, target, cell)


# --- attacks ---------------------------------------------------------------------------------------------------------


@kernel
def begin_attack(s, w, frame, who, verb, target, mode, cell):
    """Attacks: at once, after a run into the next location, or at luck into a cell."""
    part = part_of_mode(mode)
    if verb == Verb.WEAPON_ATTACK:
        start_attack(s, who, target, part, 0)
    elif verb == Verb.SHOOT:
        start_attack(s, who, target, part, Mark.SHOT)
    elif verb == Verb.BRAWL:
        start_attack(s, who, target, part, brawl_marks(mode))
    elif verb == Verb.LUCK_SHOT or verb == Verb.LUCK_STRIKE:
        start_luck(s, who, verb == Verb.LUCK_SHOT, cell)
    else:
        start_charge(s, w, frame, who, verb, target, mode)


@rule("position.hidden_luck")
def start_luck(s, who, is_shot, cell):
    """Luck shots: at a cell, or at the own location, without a visible target."""
    start_attack(s, who, NO_UNIT, int(Body.ANYWHERE), Mark.LUCK | Mark.SHOT if is_shot else Mark.LUCK)
    s.stack[s.depth - 1].cell = cell if is_shot else s.units[who].cell


# --- movement --------------------------------------------------------------------------------------------------------


@kernel
def begin_movement(s, w, who, verb, cell):
    """Begin a movement: over a border, up or down, out of the cluster; crawling waits for the next turn."""
    if verb == Verb.MOVE or verb == Verb.RUN:
        start_move(s, who, cell, verb)
    elif verb == Verb.FLEE:
        start_move(s, who, exit_for(s, w, who), verb)
    elif verb == Verb.CRAWL:
        start_upcoming(s, who, int(Upcoming.CRAWL), cell)
    elif verb == Verb.LEAVE_CLUSTER:
        leave_cluster(s, who)
    elif verb == Verb.STAND_UP:
        resolve_standing(s, who)
    elif verb == Verb.DROP_PRONE:
        resolve_lying(s, who)
    elif verb == Verb.CLIMB_UP or verb == Verb.CLIMB_DOWN:
        start_climb(s, who, HERE, UP if verb == Verb.CLIMB_UP else DOWN)
    elif verb == Verb.SCALE_UP or verb == Verb.SCALE_DOWN:
        start_climb(s, who, cell, UP if verb == Verb.SCALE_UP else DOWN)
    elif verb == Verb.CHANGE_LEVEL:
        resolve_change_level(s, w, who)
    else:
        use_legs(s, w, who)
        start_descent(s, w, who, int(s.units[who].elevation), int(Task.JUMPING))


@rule("action.upcoming")
def start_upcoming(s, who, kind, direction):
    """Upcoming actions: begun now, completed with the standard action of the next turn."""
    s.units[who].upcoming = kind
    s.units[who].upcoming_direction = direction
    emit(s, Event.STARTED_UPCOMING, who, NO_UNIT, kind, 0)


@rule("action.upcoming")
def complete_upcoming(s, w, who):
    """Upcoming actions: completed."""
    unit = s.units[who]
    kind, direction = int(unit.upcoming), int(unit.upcoming_direction)
    unit.upcoming = Upcoming.NOTHING
    unit.upcoming_direction = 0
    if kind == Upcoming.BREATHER:
        resolve_breather(s, w, who)
    else:
        start_move(s, who, direction, int(Verb.CRAWL))


@rule("action.upcoming_cancel")
def resolve_cancelling(s, who):
    """Upcoming actions: given up; the standard action is still there."""
    s.units[who].upcoming = Upcoming.NOTHING
    s.units[who].upcoming_direction = 0


@rule("action.breather")
def resolve_breather(s, w, who):
    """Breather: done at once, or at the end of an upcoming action."""
    set_fatigue(s, w, who, fatigue_after_breather(s, w, who))
    emit(s, Event.RESTED, who, NO_UNIT, int(s.units[who].fatigue), 0)


# --- preparations ----------------------------------------------------------------------------------------------------


@rule("action.guard", "action.hide", "action.dodge", "action.breather", "ready.declare", "c.take_cover")
def prepare(s, w, who, verb, target, mode, direction):
    """Preparations: posts taken, hiding, cover, a dodge made ready, breath taken, something readied."""
    if verb == Verb.GUARD:
        resolve_guard(s, w, who, int(GuardKind.ALLY), target, 0)
    elif verb == Verb.GUARD_BORDER:
        resolve_guard(s, w, who, int(GuardKind.BORDER), NO_UNIT, direction)
    elif verb == Verb.GUARD_CELL:
        resolve_guard(s, w, who, int(GuardKind.CELL), NO_UNIT, 0)
    elif verb == Verb.HIDE:
        start_task(s, who, int(Task.HIDING), NO_UNIT, 0, 0)
    elif verb == Verb.TAKE_COVER:
        resolve_cover(s, who)
    elif verb == Verb.DODGE:
        s.units[who].dodge_ready = 1
        emit(s, Event.PREPARED_DODGE, who, NO_UNIT, 0, 0)
    elif verb == Verb.BREATHER:
        resolve_breather(s, w, who)
    elif verb == Verb.LONG_BREATHER:
        start_upcoming(s, who, int(Upcoming.BREATHER), 0)
    else:
        resolve_ready(s, who, verb, mode, direction)


# --- things, senses, speech ------------------------------------------------------------------------------------------


@kernel
def handle(s, w, who, verb, mode, item):
    """Things: drawn, put away, dropped, picked up, concealed, swapped."""
    if verb == Verb.DRAW:
        resolve_draw(s, w, who, item)
    elif verb == Verb.PUT_AWAY:
        resolve_put_away(s, w, who, item)
    elif verb == Verb.DROP_ITEMS:
        resolve_drop(s, w, who, mode)
    elif verb == Verb.GET_ITEM:
        resolve_get(s, w, who, item)
    elif verb == Verb.CONCEAL_ITEM:
        start_task(s, who, int(Task.CONCEALING), NO_UNIT, 0, item)
    else:
        resolve_swap(s, w, who)


@kernel
def sense_or_speak(s, w, who, verb, target, mode, cell):
    """Senses, speech, skills: searching for hidden units, judging, talking, priming, helping."""
    if verb == Verb.OBSERVE_CELL:
        start_task(s, who, int(Task.OBSERVING), NO_UNIT, cell, 0)
    elif verb == Verb.OBSERVE_ITEM:
        start_task(s, who, int(Task.OBSERVING_ITEM), target, 0, 0)
    elif verb == Verb.OBSERVE_INSIGHT:
        start_task(s, who, int(Task.OBSERVING_INSIGHT), target, 0, 0)
    elif verb == Verb.PRIME_SKILL:
        resolve_priming(s, w, who, mode)
    elif verb == Verb.FIRST_AID:
        start_task(s, who, int(Task.FIRST_AID), target, 0, 0)
    elif verb == Verb.RALLY:
        resolve_rally(s, w, who, target)
    else:
        speak(s, w, who, verb, target)


@rule("c.skills", "action.use_skill")
def resolve_rally(s, w, who, target):
    """Rally: daze, weakness and stumbling are over; an injury of the torso is not."""
    unit = s.units[target]
    pay_for_skill(s, w, who, int(Skill.RALLY))
    unit.daze_timer = 0
    unit.daze_odd = 0
    unit.locked = 0
    unit.weaken_timer = 0
    unit.stumble_timer = 0
    unit.stumble_direction = 0
    emit(s, Event.RALLIED, who, target, 0, 0)


@rule("action.speak")
def speak(s, w, who, verb, target):
    """Speak: makes a sound in any case; points out a unit or starts a threat."""
    emit(s, Event.SPOKE, who, target if verb == Verb.THREATEN else NO_UNIT, verb, 0)
    make_sound(s, w, who, loudness_of(verb))
    if verb == Verb.POINT_OUT:
        point_out(s, who, target)
    elif verb == Verb.THREATEN:
        start_task(s, who, int(Task.THREATENING), target, 0, 0)


@rule("c.speech", "c.sounds")
def loudness_of(verb):
    """Speech: all but a whisper is loud."""
    return SOFT if verb == Verb.WHISPER else LOUD


# --- holds and structures --------------------------------------------------------------------------------------------


@kernel
def hold_or_break(s, w, who, verb, target, direction):
    """Holds: letting go, struggling, helping, dragging; structures struck at, objectives seized."""
    if verb == Verb.RELEASE_GRAB:
        resolve_release(s, who)
    elif verb == Verb.STRUGGLE:
        start_task(s, who, int(Task.STRUGGLING), NO_UNIT, 0, 0)
    elif verb == Verb.ASSIST:
        resolve_assist(s, w, who, target)
    elif verb == Verb.DRAG:
        resolve_drag(s, w, who, target, direction)
    elif verb == Verb.SEIZE:
        start_move(s, who, 0, verb)
    else:
        start_bashing(s, w, who, direction)
