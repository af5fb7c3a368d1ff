"""Moving over a border: guards, challenges, limits, heights, hazards, and who sees it."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, note_pace, pop, push
from ..vocab import Ability, Climbing, EffectKind, Event, Frame, Injury, Mark, Prompt, Task, Upcoming, Verb
from .checks import start_check
from .clusters import join_cluster
from .conditions import is_able, is_present, note_out, stumbles_apart
from .defences import note_change
from .edges import count_passage, crossing_at, ground_at, neighbour_of
from .effects import default_number, resolve_letting_go, start_effect, start_fall
from .guarding import check_guards, end_border_guards, guard_of_border, guard_of_cell, note_interception
from .harm import end_guard, leave_cluster, reopen, resolve_interruption, show_to_all
from .heights import holds_on, must_hold_on, start_descent, start_holding_on
from .readying import has_in_range, note_entering, note_leaving, note_range, push_aftermath
from .sounds import LOUD, make_sound
from .victory import resolve_seizing


class Step(IntEnum):
    """Steps of a movement over a border."""

    GUARDED = 0
    ANSWERED = 1
    STRUCK_AT = 2
    STRUCK = 3
    CROSS = 4
    CROSSED = 5
    ENTER = 6
    JUMP = 7
    HAZARD = 8
    HARMED = 9
    SHAKEN = 10
    HELD_ON = 11
    SEEN = 12
    END = 13


# --- the procedure ---------------------------------------------------------------------------------------------------


@rule("action.move", "action.run", "action.charge", "action.crawl", "c.objective")
def start_move(s, who, direction, verb):
    """Move: one border; or to the objective here, which may be guarded as well."""
    frame = push(s, Frame.MOVE)
    frame.who = who
    frame.target = NO_UNIT
    frame.goal = NO_UNIT
    frame.cell = direction
    frame.verb = verb


@kernel
def move_step(s, w, frame):
    """A movement: guards of the border, the challenge, the crossing, and its consequences. The result is 1 if it was made."""
    who = int(frame.who)
    if frame.step <= Step.STRUCK:
        guard_step(s, w, frame, who)
    elif frame.step == Step.CROSS and is_no_crossing(int(frame.verb)):
        go_on_past_guards(s, w, who, int(frame.verb), int(frame.cell))
    elif frame.step == Step.CROSS:
        frame.step = Step.CROSSED
        number = crossing_at(w, int(s.units[who].cell), int(frame.cell))
        if is_without_roll(number, int(frame.verb)):
            s.result = 1
        else:
            start_check(s, who, int(Task.CROSSING), int(Ability.AGILITY), number)
    elif frame.step == Step.CROSSED:
        crossed_step(s, w, frame, who)
    elif frame.step == Step.ENTER:
        frame.step = Step.JUMP
        frame.number = s.units[who].elevation
        frame.asked = has_in_range(s, w, who)
        enter(s, w, who, int(frame.cell), int(frame.verb))
    elif frame.step == Step.JUMP:
        frame.step = Step.HAZARD
        jump_after(s, w, frame, who)
    elif frame.step <= Step.HELD_ON:
        hazard_step(s, w, frame, who)
    elif frame.step == Step.SEEN:
        frame.step = Step.END
        frame.outcome = 1
        note_entering(s, who)
        note_range(s, w, who, int(frame.asked))
        push_aftermath(s)
    else:
        outcome = int(frame.outcome)
        pop(s)
        s.result = outcome


@rule("fatigue.move_exempt")
def is_without_roll(number, verb):
    """Moving: where nothing is required it takes no roll, and so does not tire."""
    return number <= 0 or verb != Verb.MOVE


@kernel
def is_no_crossing(verb):
    """Whether a unit only has to get past guards here, and crosses no border into another location yet."""
    return verb == Verb.FLEE or verb == Verb.SEIZE or verb == Verb.SCALE_DOWN


@rule("c.escape", "c.objective", "guard.border_near")
def go_on_past_guards(s, w, who, verb, direction):
    """Past the guards: the unit leaves the map, has the objective, or climbs down over the border."""
    pop(s)
    if verb == Verb.FLEE:
        start_getaway(s, w, who, direction)
    elif verb == Verb.SEIZE:
        resolve_seizing(s, who)
    else:
        s.result = 1


@rule("c.escape", "action.run", "cluster.leave", "guard.border_end")
def start_getaway(s, w, who, direction):
    """Escape: out of the cluster and over the edge of the map; enemies near by may go after it."""
    s.units[who].ran_from = s.units[who].cell
    leave_cluster(s, who)
    end_guard(s, who)
    note_leaving(s, who)
    end_border_guards(s, w, who, int(s.units[who].cell), direction)
    emit(s, Event.FLED, who, NO_UNIT, 0, 0)
    frame = push(s, Frame.GETAWAY)
    frame.who = who
    frame.cell = direction
    frame.target = NO_UNIT
    frame.goal = NO_UNIT


@rule("guard.border_near", "guard.outmanoeuvre", "effect.stumble_combat", "position.hidden")
def guard_step(s, w, frame, who):
    """Guarded borders: a guard in the same square stops the mover, unless it gets past; a guard that stumbles cannot strike. A
    guard that steps in is hidden no longer.
    """
    if frame.step == Step.GUARDED:
        guard = guard_in_way(s, w, frame, who)
        frame.step = Step.CROSS
        if guard != NO_UNIT:
            show_to_all(s, guard)
            frame.target = guard
            frame.step = Step.ANSWERED
            ask(s, Prompt.INTERCEPTED, who)
    elif frame.step == Step.ANSWERED:
        if s.answer == Verb.STAY:
            resolve_interception(s, w, int(frame.target), who)
            frame.step = Step.END
        elif stumbles_apart(s, int(frame.target), who):
            frame.step = Step.CROSS
        else:
            frame.step = Step.STRUCK_AT
            ask(s, Prompt.PROVOKED, int(frame.target))
    elif frame.step == Step.STRUCK_AT:
        frame.step = Step.CROSS
        if s.answer == Verb.ATTACK_IT:
            frame.step = Step.STRUCK
            start_guard_attack(s, int(frame.target), who)
    else:
        struck = int(s.result)
        s.result = 0
        frame.step = Step.CROSS
        if struck > 0 or not is_able(s, who):
            end_guard(s, int(frame.target))
            frame.step = Step.END
        else:
            emit(s, Event.GOT_PAST, who, int(frame.target), 0, 0)


@rule("guard.border_near", "c.objective")
def guard_in_way(s, w, frame, who):
    """Guards: of the border that the unit is about to cross, or of the location whose objective it reaches for."""
    if frame.verb == Verb.SEIZE:
        return guard_of_cell(s, w, who)
    return guard_of_border(s, w, who, int(s.units[who].cell), int(frame.cell), 0)


@rule("guard.border_near")
def resolve_interception(s, w, guard, who):
    """Guarded borders: the mover stays where it is, in a cluster with the guard."""
    note_interception(s, guard, who)
    join_cluster(s, w, who, guard)


@rule("guard.outmanoeuvre")
def start_guard_attack(s, guard, who):
    """Getting past: the guard strikes as a free action; the order stays."""
    frame = push(s, Frame.ATTACK)
    frame.who = guard
    frame.target = who
    frame.goal = NO_UNIT
    frame.marks = Mark.PAST_GUARD


@rule("env.crossing")
def crossed_step(s, w, frame, who):
    """Crossing challenges: a unit that fails stays, and falls prone; a climber falls down."""
    passed = int(s.result)
    s.result = 0
    frame.step = Step.ENTER if passed == 1 else Step.END
    if passed == 0 and is_present(s, who):
        s.units[who].prone = 1
        end_guard(s, who)
        note_change(s)
        emit(s, Event.PRONE, who, NO_UNIT, 0, 0)
        resolve_letting_go(s, w, who)


@rule("env.limit", "cluster.leave", "action.run", "guard.border_far", "guard.basics", "blind.create", "position.hidden")
def enter(s, w, who, direction, verb):
    """Crossing: it counts towards the limit; out of cluster, cover and hiding; the blind spot is over."""
    unit = s.units[who]
    here = int(unit.cell)
    there = neighbour_of(w, here, direction)
    count_passage(s, w, here, direction, who)
    note_leaving(s, who)
    leave_cluster(s, who)
    if verb == Verb.RUN or verb == Verb.FLEE:
        unit.ran_from = here
    put_in(s, w, who, there)
    unit.entered_from = here
    if verb == Verb.CRAWL:
        reopen(s, w, who, int(Injury.RIGHT_LEG | Injury.LEFT_LEG))
    if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
        make_sound(s, w, who, LOUD)
        check_guards(s)
    else:
        end_border_guards(s, w, who, here, direction)


@rule("cluster.leave", "position.hidden", "c.take_cover", "guard.basics")
def put_in(s, w, who, cell):
    """Crossing: what ends when a unit comes into another location, of its own will or not."""
    unit = s.units[who]
    leave_cluster(s, who)
    if unit.upcoming == Upcoming.CRAWL:
        resolve_interruption(s, who)
    unit.cell = cell
    unit.elevation = ground_at(w, cell)
    unit.climbing = Climbing.NOT
    unit.climb_direction = 0
    unit.in_cover = 0
    unit.blind = 0
    end_guard(s, who)
    show_to_all(s, who)
    note_pace(s, who, cell)
    note_change(s)
    note_out(s, who)
    note_last_seen(s, who)
    emit(s, Event.MOVED, who, NO_UNIT, cell, 0)


@rule("c.information")
def note_last_seen(s, who):
    """Information: each side remembers where it last saw a unit that goes into hiding."""
    unit = s.units[who]
    for side in range(s.side_count):
        unit.last_seen[side] = unit.cell


@kernel
def jump_after(s, w, frame, who):
    """The jump at the end of a move into a location far below, or down from the top of a structure."""
    if is_present(s, who) and is_jump(w, int(frame.number), ground_at(w, int(s.units[who].cell))):
        start_descent(s, w, who, int(frame.number), int(Task.JUMPING))


@rule("c.climb_down_jump")
def is_jump(w, high, low):
    """Stepping off an edge: whether the ground is so far below that one jumps down there."""
    return high - low >= w.book.fall_least_height


@rule("c.hazard", "height.hold_on", "position.climbing")
def hazard_step(s, w, frame, who):
    """Hazards: agility on entering, else the effect; a climber that suffers it must hold on."""
    cell = int(s.units[who].cell)
    if frame.step == Step.HAZARD:
        s.result = 0
    if not is_present(s, who) or w.field.hazard[cell] == EffectKind.NONE:
        s.result = 0
        frame.step = Step.SEEN
    elif frame.step == Step.HAZARD:
        frame.step = Step.HARMED
        if w.field.hazard_cr[cell] > 0:
            start_check(s, who, int(Task.HAZARD), int(Ability.AGILITY), int(w.field.hazard_cr[cell]))
    elif frame.step == Step.HARMED:
        passed = int(s.result)
        s.result = 0
        frame.step = Step.SEEN
        if passed == 0:
            frame.step = Step.SHAKEN
            resolve_interruption(s, who)
            start_effect(s, who, NO_UNIT, int(w.field.hazard[cell]), hazard_number(w, cell), 0)
    elif frame.step == Step.SHAKEN:
        resisted = int(s.result)
        s.result = 0
        frame.step = Step.SEEN
        if resisted == 0 and must_hold_on(s, who):
            frame.step = Step.HELD_ON
            start_holding_on(s, w, who)
    else:
        frame.step = Step.SEEN
        if not holds_on(s):
            start_fall(s, w, who, int(s.units[who].elevation))


@rule("c.hazard", "effect.numbers")
def hazard_number(w, cell):
    """Hazards: seconds or points of the effect; the usual ones where nothing is said."""
    number = int(w.field.hazard_number[cell])
    return number if number > 0 else default_number(w, int(w.field.hazard[cell]))


@rule("c.hazard", "c.drag", "ready.declare")
def arrive(s, who, in_range):
    """Hazards: a unit brought into a location has entered it, too. ``in_range``: units that had it in range before."""
    frame = push(s, Frame.MOVE)
    frame.who = who
    frame.target = NO_UNIT
    frame.goal = NO_UNIT
    frame.verb = Verb.DRAG
    frame.asked = in_range
    frame.step = Step.HAZARD
