"""Hit points, injuries and their levels, death, and going out of the fight."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, emit_aside
from ..vocab import Body, Climbing, Event, GuardKind, Injury, Response, Trigger, Upcoming
from .conditions import is_present, note_out
from .defences import forget_defence, forget_kept, note_change

NO_TURNS = 0

# --- what ends when --------------------------------------------------------------------------------------------------


@rule("cluster.form")
def leave_cluster(s, who):
    """Clusters: a member leaves; one unit alone is not a cluster. The first remaining member's number names the cluster."""
    old = int(s.units[who].cluster)
    if old == NO_UNIT:
        return
    s.units[who].cluster = NO_UNIT
    first, left = NO_UNIT, 0
    for other in range(s.unit_count):
        if s.units[other].cluster == old:
            first = other if first == NO_UNIT else first
            left += 1
    for other in range(s.unit_count):
        if s.units[other].cluster == old:
            s.units[other].cluster = first if left > 1 else NO_UNIT
    emit_aside(s, Event.LEFT_CLUSTER, who, NO_UNIT, 0, 0)
    end_grabs_on(s, who)
    end_grab(s, who)


@rule("brawl.grab_end")
def end_grab(s, who):
    """Grabs: a unit holds its opponent no longer."""
    held = int(s.units[who].grab_target)
    if held != NO_UNIT:
        s.units[who].grab_target = NO_UNIT
        s.units[who].grab_part = Body.ANYWHERE
        s.units[who].stop_total = 0
        emit_aside(s, Event.GRAB_ENDS, who, held, 0, 0)
        note_change(s)


@rule("brawl.grab_end")
def end_grabs_on(s, who):
    """Grabs: no unit holds this one any longer."""
    for other in range(s.unit_count):
        if s.units[other].grab_target == who:
            end_grab(s, other)


@rule("guard.basics")
def end_guard(s, who):
    """Guarding: a unit guards nothing any longer."""
    unit = s.units[who]
    if unit.guard != GuardKind.NOTHING:
        unit.guard = GuardKind.NOTHING
        unit.guard_unit = NO_UNIT
        unit.guard_direction = 0
        unit.guard_left = 0
        emit_aside(s, Event.GUARD_ENDS, who, NO_UNIT, 0, 0)


@rule("ready.expiry")
def lose_ready(s, who):
    """Readied actions: over."""
    unit = s.units[who]
    unit.ready_trigger = Trigger.NOTHING
    unit.ready_response = Response.NOTHING
    unit.ready_direction = 0
    unit.due_target = NO_UNIT


@rule("action.upcoming_interrupt")
def resolve_interruption(s, who):
    """Upcoming actions: an attack on the unit, an effect, or a skill of its own cancels its upcoming action."""
    unit = s.units[who]
    if unit.upcoming != Upcoming.NOTHING:
        unit.upcoming = Upcoming.NOTHING
        unit.upcoming_direction = 0
        emit_aside(s, Event.INTERRUPTED, who, NO_UNIT, 0, 0)


@rule("position.hidden")
def show_to_all(s, who):
    """Hidden: every unit sees this one."""
    unit = s.units[who]
    if unit.hidden_from != 0:
        for observer in range(s.unit_count):
            if (int(unit.hidden_from) >> observer) & 1 == 1:
                note_found(s, observer, who)
        unit.hidden_from = 0
        emit_aside(s, Event.REVEALED, who, NO_UNIT, 0, 0)
    unit.hide_value = 0
    unit.known_hiding = 0


@rule("ready.declare")
def note_found(s, observer, who):
    """Triggers: a hidden enemy becomes visible to a unit that readied an action for that."""
    unit = s.units[observer]
    if unit.ready_trigger == Trigger.ENEMY_SEEN and unit.due_target == NO_UNIT and is_present(s, observer):
        unit.due_target = who
        s.is_due = 1


@kernel
def end_everything(s, who):
    """What a unit does and holds ends as it goes out of action or off the map. Guards watch over who has fainted."""
    unit = s.units[who]
    leave_cluster(s, who)
    end_grab(s, who)
    end_grabs_on(s, who)
    end_guard(s, who)
    lose_ready(s, who)
    unit.upcoming = Upcoming.NOTHING
    unit.upcoming_direction = 0
    unit.assists = NO_UNIT
    unit.primed = 0
    unit.in_cover = 0
    unit.heard = 0
    forget_defence(s, who)
    forget_kept(s, who)
    unit.hidden_from = 0
    unit.hide_value = 0
    unit.known_hiding = 0
    note_out(s, who)
    note_change(s)
    for other in range(s.unit_count):
        if s.units[other].guard_unit == who and unit.unconscious == 0:
            end_guard(s, other)
        if s.units[other].assists == who:
            s.units[other].assists = NO_UNIT
        if s.units[other].due_target == who:
            s.units[other].due_target = NO_UNIT


@rule("c.dead_below")
def resolve_death(s, who):
    """Death: the unit leaves the grid."""
    unit = s.units[who]
    unit.dead = 1
    unit.unconscious = 0
    unit.sleeping = 0
    unit.death_timer = NO_TURNS
    unit.faint_timer = NO_TURNS
    end_everything(s, who)
    unit.climbing = Climbing.NOT
    unit.climb_direction = 0
    unit.elevation = 0
    unit.cell = -1
    emit(s, Event.DIED, who, NO_UNIT, 0, 0)


@rule("position.unconscious")
def resolve_fainting(s, who):
    """Unconscious: prone, helpless, and out of its cluster."""
    unit = s.units[who]
    if unit.unconscious == 0 and unit.dead == 0:
        unit.unconscious = 1
        unit.sleeping = 0
        unit.faint_timer = NO_TURNS
        end_everything(s, who)
        unit.prone = 1
        emit(s, Event.UNCONSCIOUS, who, NO_UNIT, 0, 0)


# --- hit points ------------------------------------------------------------------------------------------------------


@rule("effect.hit", "attack.roll")
def lose_hit_points(s, w, who, points, causer):
    """Hit points: lost; whether the unit is injured now by what it lost."""
    unit = s.units[who]
    if points <= 0:
        return False
    unit.hp -= points
    emit(s, Event.DAMAGED, causer, who, points, int(unit.hp))
    return is_down_to_injury(s, w, who)


@rule("effect.hit")
def resolve_hit(s, w, who, points):
    """Hit: so many hit points are lost, and what the unit has suffered before may get worse."""
    if lose_hit_points(s, w, who, points, NO_UNIT):
        resolve_level(s, w, who)


@rule("health.injured")
def is_down_to_injury(s, w, who):
    """Injured: with 0 or fewer hit points."""
    return s.units[who].hp <= w.book.injury_threshold


@rule("injury.effects")
def injury_of(part):
    """Injuries: the one of a part of the body."""
    return 1 << (part - Body.TORSO)


@rule("injury.effects", "injury.levels")
def note_injury(s, w, who, part):
    """Injuries: the part is hurt; hit points decide how badly."""
    injure(s, who, part)
    resolve_level(s, w, who)


@rule("injury.effects")
def injure(s, who, part):
    """Injuries: a part of the body is hurt; a hurt torso ends defence and guard."""
    s.units[who].injuries |= injury_of(part)
    emit(s, Event.INJURED, who, NO_UNIT, part, 0)
    if part == Body.TORSO:
        forget_defence(s, who)
        end_guard(s, who)
        note_out(s, who)
    note_change(s)


@rule("injury.levels", "c.dead_below")
def resolve_level(s, w, who):
    """Levels: bloodied, mangled, mutilated; beyond that dead."""
    if s.units[who].hp <= w.book.dead_at_or_below:
        resolve_death(s, who)
    elif is_mutilated(s, w, who):
        resolve_mutilated(s, w, who)
    elif not is_bloodied(s, w, who) and is_mangled(s, w, who):
        resolve_mangled(s, w, who)


@rule("injury.mutilated")
def resolve_mutilated(s, w, who):
    """Mutilated: unconscious at once, and dying soon."""
    count_down_from(s, who, int(w.book.mutilated_death_turns), int(w.book.mutilated_unconscious_turns))


@rule("injury.mangled")
def resolve_mangled(s, w, who):
    """Mangled: dying, and unconscious half-way."""
    count_down_from(s, who, int(w.book.mangled_death_turns), int(w.book.mangled_unconscious_turns))


@rule("injury.bloodied")
def is_bloodied(s, w, who):
    """Bloodied: hurt, but not dying."""
    return w.book.bloodied_min <= s.units[who].hp <= w.book.bloodied_max


@rule("injury.levels")
def is_mutilated(s, w, who):
    """Levels: the worst but death."""
    return w.book.mutilated_min <= s.units[who].hp <= w.book.mutilated_max


@rule("injury.levels")
def is_mangled(s, w, who):
    """Levels: between bloodied and mutilated."""
    return w.book.mangled_min <= s.units[who].hp <= w.book.mangled_max


@rule("injury.mangled", "injury.mutilated")
def count_down_from(s, who, death, faint):
    """Countdown: of turns to death and to unconsciousness; the smaller one where one runs already."""
    unit = s.units[who]
    runs = unit.stabilised == 0 and unit.death_timer > 0
    unit.stabilised = 0
    unit.death_timer = min(int(unit.death_timer), death) if runs else death
    if unit.unconscious == 0:
        unit.faint_timer = min(int(unit.faint_timer), faint) if runs and unit.faint_timer > 0 else faint
        if faint == 0:
            resolve_fainting(s, who)


@rule("injury.mangled", "injury.mutilated", "c.skip_out")
def resolve_countdown(s, who):
    """Countdown: a turn nearer to unconsciousness and death."""
    unit = s.units[who]
    if unit.dead == 1 or unit.stabilised == 1:
        return
    if unit.faint_timer > 0:
        unit.faint_timer -= 1
        if unit.faint_timer == 0:
            resolve_fainting(s, who)
    if unit.death_timer > 0:
        unit.death_timer -= 1
        if unit.death_timer == 0:
            resolve_death(s, who)


@rule("injury.stabilise")
def resolve_stabilising(s, w, who):
    """Stabilised: dying no longer, and conscious again; injuries stay."""
    unit = s.units[who]
    unit.stabilised = 1
    unit.death_timer = NO_TURNS
    unit.faint_timer = NO_TURNS
    if w.book.restores_consciousness == 1 and unit.unconscious == 1:
        unit.unconscious = 0
        note_out(s, who)
    emit(s, Event.STABILISED, who, NO_UNIT, 0, 0)


@rule("injury.reopen")
def reopen(s, w, who, injuries):
    """Reopening: a unit that moves an injured part is no longer stabilised, and its countdown starts again.

    Args:
        injuries: bits of the parts that are moved.
    """
    unit = s.units[who]
    if unit.stabilised == 1 and unit.injuries & injuries != 0:
        unit.stabilised = 0
        emit(s, Event.REOPENED, who, NO_UNIT, 0, 0)
        resolve_level(s, w, who)


LEGS = Injury.RIGHT_LEG | Injury.LEFT_LEG
