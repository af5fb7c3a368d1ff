"""Critical hits: Wounds are a buffer, and what goes beyond them hurts. Also being put out of action."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import band
from ....core.state import NO_UNIT, emit, emit_roll, pop, push
from ..vocab import LOCATIONS, OUT_FOR_GOOD, Event, Flag, Frame, Location
from .bodies import has_head_to_lose, resolve_head_lost
from .carrying import drop_item
from .conditions import HOLDING, end_hold, fighter_of, is_deferred, is_mount, resolve_fall_off, start_slain_mount
from .parrying import lose_blow
from .weapons import BOTH_HANDS, arm_of, hands_needed

FORCED, DECLARED = 2, 1  # how a unit flees: because it has to, or of its own will
HEAD, ARM, BODY, LEG = 0, 1, 2, 3  # columns of the critical table
COLUMNS = 4


class Wound(IntEnum):
    """Steps of a wound."""

    SUBTRACT = 0
    CRITICAL = 1


# --- wounds ----------------------------------------------------------------------------------------------------------


@rule("attack.sequence", "damage.basic")
def start_wound(s, w, who, target, location, amount, flags):
    """Combat procedure 5: the damage is subtracted from the victim's Wounds; without damage nothing happens."""
    if amount <= 0:
        emit(s, Event.NO_DAMAGE, who, target, 0, 0)
        return
    frame = push(s, Frame.WOUND)
    frame.who = who
    frame.target = target
    frame.location = location
    frame.amount = amount
    frame.flag_bits = flags


@rule("attack.sequence", "injury.critical_hit")
def wound_step(s, w, frame):
    """Combat procedure 5 and 6: subtract the damage, then one D100 for a critical hit. Asks nothing."""
    if frame.step == Wound.SUBTRACT:
        excess = resolve_wounds(s, frame)
        if excess >= w.book.critical_min_excess and s.units[frame.target].dead == 0:
            frame.amount = excess
            frame.step = Wound.CRITICAL
            if w.book.opt_criticals == 1:
                return
            target, location = int(frame.target), int(frame.location)
            pop(s)
            resolve_killed(s, target, location)
            return
        pop(s)
        return
    who, target, location, excess = int(frame.who), int(frame.target), int(frame.location), int(frame.amount)
    pop(s)
    resolve_critical(s, w, who, target, location, excess)


@rule("winning.determination")
def resolve_tally(s, frame):
    """Winning and losing: hand-to-hand damage is counted in full; what one does to oneself is only taken."""
    if frame.flag_bits & Flag.HAND_TO_HAND:
        s.units[fighter_of(s, int(frame.who))].dealt += int(frame.amount)
    if frame.flag_bits & (Flag.HAND_TO_HAND | Flag.OWN_FAULT):
        s.units[fighter_of(s, int(frame.target))].taken += int(frame.amount)


@rule("injury.critical_hit")
def resolve_wounds(s, frame):
    """Critical hits: damage beyond the Wounds left is the excess, and none are left."""
    victim = s.units[frame.target]
    damage = int(frame.amount)
    lost = min(damage, int(victim.wounds))
    victim.wounds -= lost
    emit(s, Event.WOUNDED, int(frame.who), int(frame.target), lost, int(victim.wounds))
    resolve_tally(s, frame)
    return damage - lost


# --- criticals -------------------------------------------------------------------------------------------------------


@rule("c.critical_table")
def critical_column(s, target, location):
    """Critical table: head, arm, body or leg. Wings and tentacles are arms; without hands arms are legs."""
    if location == Location.HEAD:
        return HEAD
    if location == Location.BODY or location == Location.HORSE_BODY:
        return BODY
    if location == Location.WING or location == Location.TENTACLE:
        return ARM
    if location == Location.RIGHT_ARM or location == Location.LEFT_ARM:
        return ARM if s.units[target].natural_weapons == 0 else LEG
    return LEG


@rule("c.critical_table", "injury.critical_hit")
def resolve_critical(s, w, who, target, location, excess):
    """Critical table: D100 gives a band, band and excess the severity, severity and location the effect."""
    severity = band(s, 100, w.book.critical_bands) + min(excess, int(w.book.critical_max_excess))
    severity = max(1, min(severity, int(w.book.dead_severity)))
    emit_roll(s, Event.CRITICAL, who, target, severity, location)
    resolve_effects(s, w, target, location, severity)


@rule("c.critical_table")
def row_of_effects(s, w, target, location, severity):
    """Critical table: the row for a severity and a group of locations."""
    row = (severity - 1) * COLUMNS + critical_column(s, target, location)
    return min(row, len(w.book.critical_effects) - 1)


@rule("c.critical_table", "turn.simultaneous")
def resolve_effects(s, w, target, location, severity):
    """Critical table: everything the row says. Timers take the longer time, bleeding adds up, death wins. A unit hit by an
    equal is hindered only after its own event; of two hits on one location the worse then counts.
    """
    unit = s.units[target]
    effect = w.book.critical_effects[row_of_effects(s, w, target, location, severity)]
    if is_deferred(s, target):
        unit.doomed_severity[location] = max(int(unit.doomed_severity[location]), severity)
    else:
        resolve_hindrance(s, w, target, location, severity)
    if effect.bleed > 0:
        s.units[target].bleeding += effect.bleed
        emit(s, Event.BLEEDS, target, NO_UNIT, int(effect.bleed), int(s.units[target].bleeding))
    if effect.prone == 1:
        resolve_prone(s, target)
    resolve_daze(s, target, min(int(effect.dazed), int(w.book.critical_stun_max)))
    resolve_knock_out(s, target, int(effect.ko))
    if effect.dead == 1:
        resolve_killed(s, target, location)


@rule("c.critical_table")
def resolve_hindrance(s, w, target, location, severity):
    """Critical table: what the row says of those who go on: blows lost, things dropped, limbs disabled, and flight."""
    effect = w.book.critical_effects[row_of_effects(s, w, target, location, severity)]
    lose_blow(s, target, int(effect.debt))
    if effect.drop == 1:
        resolve_dropped(s, w, target, location)
    resolve_arm_off(s, target, location, int(effect.arm))
    resolve_leg_off(s, target, location, int(effect.leg))
    resolve_forced_flight(s, w, target, int(effect.flee))


@rule("c.critical_table", "body.non_humanoid")
def resolve_killed(s, target, location):
    """Critical table: death; a creature of several heads that is struck on one dies when it was the last."""
    if has_head_to_lose(s, target, location):
        resolve_head_lost(s, target)
        if s.units[target].heads_left > 0:
            return
    resolve_death(s, target)


@rule("c.critical_table", "c.disabled_limbs")
def resolve_dropped(s, w, target, location):
    """Critical table: an arm that is hit drops what its hand holds; a two-handed weapon goes with either arm."""
    if location == Location.RIGHT_ARM or location == Location.LEFT_ARM:
        needs_both = hands_needed(w, s.units[target].main_hand) == BOTH_HANDS
        drop_item(s, w, target, location != arm_of(s, target, False) and not needs_both)


@rule("c.critical_table", "c.disabled_limbs", "body.non_humanoid")
def resolve_arm_off(s, target, location, rounds):
    """Disabled limbs: the arm cannot be used for so many rounds; a wing that is hit so no longer carries."""
    unit = s.units[target]
    if rounds <= 0:
        return
    if location == Location.WING:
        unit.wing_off = 1
        s.dropping = 1
    elif location == Location.RIGHT_ARM:
        unit.right_arm_off = max(int(unit.right_arm_off), rounds)
        emit(s, Event.ARM_DISABLED, target, NO_UNIT, rounds, 1)
    elif location == Location.LEFT_ARM:
        unit.left_arm_off = max(int(unit.left_arm_off), rounds)
        emit(s, Event.ARM_DISABLED, target, NO_UNIT, rounds, 2)


@rule("c.critical_table", "c.disabled_limbs", "body.non_humanoid")
def resolve_leg_off(s, target, location, rounds):
    """Disabled limbs: the leg cannot be used for so many rounds. A tail is no leg."""
    if rounds > 0 and location != Location.TAIL:
        s.units[target].leg_off = max(int(s.units[target].leg_off), rounds)
        emit(s, Event.LEG_DISABLED, target, NO_UNIT, rounds, 0)


@rule("c.critical_table", "flee.declare", "grapple.hold")
def resolve_forced_flight(s, w, target, rounds):
    """Fleeing: a forced flight counts at once, and is carried out in the victim's turn of the following round. A holder
    releases its hold. A mount carries its rider along. A unit with a declared flight this round makes that one first. A
    mount without a rider runs away at the end of the round.

    With no delay it is carried out in this round's turn, if that is still to come.
    """
    if rounds <= 0:
        return
    target = fighter_of(s, target)
    unit = s.units[target]
    if is_mount(s, target):
        unit.bolts = 1
        return
    if unit.fleeing != DECLARED:
        unit.fleeing = FORCED
    if unit.hold_role == HOLDING:
        end_hold(s, target)
    unit.forced_flee_rounds = max(int(unit.forced_flee_rounds), rounds)
    waits = w.book.forced_flee_delay_rounds > 0 or unit.turn_taken == 1
    unit.flee_wait = 1 if waits and unit.fleeing == FORCED else 0
    emit(s, Event.MUST_FLEE, target, NO_UNIT, int(unit.forced_flee_rounds), 0)


# --- being put out, at once or after one's own event ------------------------------------------------------------------


@rule("turn.simultaneous")
def resolve_deferral(s, target):
    """Equal Initiative: a unit put out by an equal before its own event is only marked, and has that event first."""
    if not is_deferred(s, target):
        return False
    s.units[target].doomed = 1
    return True


@rule("c.prone", "c.flight")
def resolve_prone(s, target):
    """Prone: it falls and lies until it stands up. In the air there is nothing to lie on."""
    unit = s.units[target]
    if unit.altitude_yd > 0:
        return
    if resolve_deferral(s, target):
        unit.doomed_prone = 1
    elif unit.prone == 0:
        unit.prone = 1
        emit(s, Event.KNOCKED_PRONE, target, NO_UNIT, 0, 0)
        resolve_fall_off(s, target)


@rule("c.stunned", "grapple.hold")
def resolve_daze(s, target, rounds):
    """Dazed: no turn, no blows and no parry for so many rounds; of two results the longer counts. A hold ends."""
    unit = s.units[target]
    if rounds <= 0:
        return
    if resolve_deferral(s, target):
        unit.doomed_dazed = max(int(unit.doomed_dazed), rounds)
    else:
        unit.dazed = max(int(unit.dazed), rounds)
        end_hold(s, target)
        emit(s, Event.DAZED, target, NO_UNIT, int(unit.dazed), 0)


@rule("stun.duration", "grapple.hold", "missile.phases")
def resolve_knock_out(s, target, rounds):
    """Duration of a stun: out for a number of rounds; the longer of two results counts. Holds end, loading starts again."""
    unit = s.units[target]
    if rounds <= 0:
        return
    if resolve_deferral(s, target):
        unit.doomed_out = max(int(unit.doomed_out), rounds)
    else:
        unit.unconscious_rounds = max(int(unit.unconscious_rounds), min(rounds, OUT_FOR_GOOD))
        unit.load_progress = 0
        s.dropping = 1
        end_hold(s, target)
        emit(s, Event.KNOCKED_OUT, target, NO_UNIT, int(unit.unconscious_rounds), 0)
        resolve_fall_off(s, target)
        start_slain_mount(s, target)


@rule("c.critical_table", "grapple.hold")
def resolve_death(s, target):
    """Death: the unit is out of the battle for good. A hold ends."""
    unit = s.units[target]
    if resolve_deferral(s, target):
        unit.doomed_dead = 1
    elif unit.dead == 0:
        unit.dead = 1
        s.dropping = 1
        end_hold(s, target)
        emit(s, Event.DIED, target, NO_UNIT, 0, 0)
        resolve_fall_off(s, target)
        start_slain_mount(s, target)


@rule("turn.simultaneous")
def apply_doom(s, w, who):
    """Equal Initiative: after its event, what an equal has done to a unit takes effect."""
    unit = s.units[who]
    for location in range(LOCATIONS):
        severity = int(unit.doomed_severity[location])
        unit.doomed_severity[location] = 0
        if severity > 0:
            resolve_hindrance(s, w, who, location, severity)
    if unit.doomed == 0:
        return
    prone, dazed = int(unit.doomed_prone), int(unit.doomed_dazed)
    out, dead = int(unit.doomed_out), int(unit.doomed_dead)
    unit.doomed = 0
    unit.doomed_prone = 0
    unit.doomed_dazed = 0
    unit.doomed_out = 0
    unit.doomed_dead = 0
    unit.in_batch = 0
    if prone == 1:
        resolve_prone(s, who)
    resolve_daze(s, who, dazed)
    resolve_knock_out(s, who, out)
    if dead == 1:
        resolve_death(s, who)
