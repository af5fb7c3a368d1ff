"""Conditions: units that can act or cannot move, effects that end with the round, and tests of a characteristic."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check
from ....core.state import NO_UNIT, are_friends, emit, push
from ..vocab import LIMB_FOR_GOOD, OUT_FOR_GOOD, Event, Frame, Location, Refusal, Status

HOLDING, HELD = 1, 2  # roles in a hold
CAUGHT, IN_A_NET = 1, 2  # how a unit is entangled
DEFERS = 1  # ``in_batch`` of a unit that is put out, hindered or caught only after its own event
OFF_BALANCE = 2  # how a unit is off guard that was not just not pressed


# --- who can do what -------------------------------------------------------------------------------------------------


@rule("c.victory")
def is_able(s, who):
    """End of battle: able is who is on the board or carried by it, alive and conscious."""
    unit = s.units[who]
    if unit.present == 0 or unit.dead == 1 or unit.escaped == 1 or unit.unconscious_rounds > 0:
        return False
    return unit.cell >= 0 or unit.rider != NO_UNIT


@rule("c.victory")
def is_out(s, who):
    """End of battle: units that are dead, unconscious or off the board are out."""
    return not is_able(s, who)


@rule("c.mounts")
def place_of(s, who):
    """Mounts: rider and mount share a cell; -1 off the board."""
    unit = s.units[who]
    return int(unit.cell) if unit.rider == NO_UNIT else int(s.units[unit.rider].cell)


@rule("c.mounts")
def is_mount(s, who):
    """Mounts: a unit that was brought to be ridden, with or without a rider."""
    return s.units[who].owner != NO_UNIT


@rule("mounted.slain_mount")
def is_fallen_mount(s, who):
    """Slain mounts: the body of a mount lies in its cell and does not bar it."""
    unit = s.units[who]
    return is_mount(s, who) and unit.rider == NO_UNIT and (unit.dead == 1 or unit.unconscious_rounds > 0)


@rule("c.mounts", "winning.determination")
def fighter_of(s, who):
    """Mounts: rider and mount fight as one; the damage either deals and takes counts for the rider."""
    return who if s.units[who].rider == NO_UNIT else int(s.units[who].rider)


@rule("turn.simultaneous", "c.mounts")
def is_deferred(s, who):
    """Equal Initiative: whether what befalls a unit takes effect only after its own event; a mount's also after its rider's."""
    return s.units[who].in_batch == DEFERS or s.units[fighter_of(s, who)].in_batch == DEFERS


@rule("c.mounts")
def may_ride(s, who):
    """Mounts: a rider goes nowhere while its mount is prone, dazed or caught; a unit on foot needs no mount."""
    if s.units[who].mount == NO_UNIT:
        return True
    steed = s.units[s.units[who].mount]
    return steed.prone == 0 and steed.dazed == 0 and steed.entangled == 0


@rule("c.mounts", "c.disabled_limbs")
def has_bad_leg(s, who):
    """Mounts: whether the one that does the walking has a disabled leg."""
    mount = s.units[who].mount
    return s.units[who].leg_off > 0 if mount == NO_UNIT else s.units[mount].leg_off > 0


@kernel
def note_rate(s, who, rate):
    """Note how fast a unit has moved last, and its mount with it."""
    s.units[who].last_rate = rate
    if s.units[who].mount != NO_UNIT:
        s.units[s.units[who].mount].last_rate = rate


@rule("missile.modifiers")
def note_new_turn(s, who):
    """To hit modifiers: with its turn a runner is one no longer; a mount that moved in the turn before still moves in this."""
    unit = s.units[who]
    if unit.waited > 0:
        return
    if unit.mount != NO_UNIT and unit.last_rate == 0:
        s.units[unit.mount].last_rate = 0
    unit.last_rate = 0


@rule("c.mounts")
def resolve_fall_off(s, who):
    """Mounts: a rider that goes down or is put out falls off; its mount will run away at the end of the round."""
    unit = s.units[who]
    if unit.mount == NO_UNIT:
        return
    steed = s.units[unit.mount]
    steed.rider = NO_UNIT
    steed.cell = unit.cell
    steed.facing = unit.facing
    steed.bolts = 1
    emit(s, Event.FELL_OFF, who, int(unit.mount), 0, 0)
    unit.mount = NO_UNIT


@rule("mounted.slain_mount")
def start_slain_mount(s, mount):
    """Slain mounts: a mount that is put out under its rider; a table says what becomes of him."""
    rider = int(s.units[mount].rider)
    if rider != NO_UNIT:
        frame = push(s, Frame.SLAIN_MOUNT)
        frame.who = rider
        frame.target = mount


@kernel
def is_friend(s, who, other):
    """Whether another unit fights on the same or an allied side."""
    return who != other and are_friends(s, who, other)


@rule("attack.prone_static", "c.prone", "c.stunned")
def refusal_of_stirring(s, w, who):
    """Prone and static targets: a unit that is prone, unconscious, in a hold, or trapped under a mount does not move."""
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.unconscious_rounds > 0:
        return Refusal.OUT
    if unit.trapped == 1:
        return Refusal.TRAPPED
    if unit.hold_role == HELD or (unit.hold_role == HOLDING and w.book.hold_both_static == 1):
        return Refusal.HELD
    return Refusal.DAZED if unit.dazed > 0 and w.book.dazed_is_static == 1 else Refusal.NONE


@rule("attack.prone_static")
def is_static(s, w, who):
    """Prone and static targets: whether a unit does not move."""
    return refusal_of_stirring(s, w, who) != Refusal.NONE


@rule("c.prone", "c.entangle", "grapple.hold", "mounted.slain_mount")
def refusal_of_bonds(s, who):
    """Prone: a unit that is prone, entangled, in a hold or caught under its mount goes nowhere."""
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.entangled != 0:
        return Refusal.ENTANGLED
    if unit.hold_role != 0:
        return Refusal.HELD
    return Refusal.TRAPPED if unit.trapped == 1 else Refusal.NONE


@rule("c.prone", "c.mounts")
def refusal_of_going(s, who):
    """Mounts: a free unit goes where it likes, but a rider nowhere while its mount is prone, dazed or caught."""
    refusal = refusal_of_bonds(s, who)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if may_ride(s, who) else Refusal.STEED_DOWN


@kernel
def farther(one, other):
    """The refusal to report of two: if one target is a friend and the other is out of range, the range."""
    return one if int(one) > int(other) else other


@rule("flee.declare", "c.prone", "c.stunned")
def is_running_away(s, w, who):
    """Fleeing: ordinary blows cannot strike a running unit; a fleeing unit that is prone, out or dazed does not run."""
    unit = s.units[who]
    return unit.fleeing != 0 and unit.dazed == 0 and not is_static(s, w, who)


@rule("surprise.general", "winning.no_press", "c.stunned", "c.prone", "flee.declare", "grapple.hold")
def refusal_of_fighting(s, w, who):
    """Combat: blows are for the able that are neither surprised, dazed, fleeing, off guard, in a hold nor static."""
    unit = s.units[who]
    if unit.surprised == 1:
        return Refusal.SURPRISED
    if unit.dazed > 0:
        return Refusal.DAZED
    if unit.fleeing != 0:
        return Refusal.FLEES
    if unit.off_guard != 0:
        return Refusal.OFF_GUARD
    if unit.hold_role != 0:
        return Refusal.HELD
    return refusal_of_stirring(s, w, who) if is_able(s, who) else Refusal.OUT


@rule("action.combat")
def may_fight(s, w, who):
    """Combat: whether a unit can strike blows at all."""
    return refusal_of_fighting(s, w, who) == Refusal.NONE


@rule("surprise.general", "winning.no_press", "c.stunned", "grapple.hold")
def may_take_turn(s, who):
    """Sequence of play: a surprised, dazed, held or off-guard unit has no turn; a prone or fleeing one has."""
    unit = s.units[who]
    if unit.surprised == 1 or unit.dazed > 0 or unit.off_guard != 0 or unit.hold_role == HELD:
        return False
    return is_able(s, who)


@rule("grapple.hold")
def end_hold(s, who):
    """The hold: it ends for both units when one is put out, dazed or pushed, releases the other or breaks free."""
    unit = s.units[who]
    if unit.hold_role != 0:
        partner = s.units[unit.hold_partner]
        partner.hold_role = 0
        partner.hold_partner = NO_UNIT
        unit.hold_role = 0
        unit.hold_partner = NO_UNIT


# --- tests -----------------------------------------------------------------------------------------------------------


@rule("c.characteristic_test")
def passes_test(s, percentage):
    """Characteristic tests: D100 at or below the number, which is limited to between 0 and 100."""
    return check(s, 100, min(max(int(percentage), 0), 100))


@rule("c.characteristic_test")
def passes_strength_test(s, w, who):
    """Characteristic tests: Strength is tested at ten times its value."""
    return passes_test(s, s.units[who].strength * w.book.strength_multiplier)


# --- limbs and timers ------------------------------------------------------------------------------------------------


@rule("c.flight", "c.mounts")
def wings_of(s, who):
    """Flying on the grid: a rider flies with the wings of its mount."""
    return who if s.units[who].mount == NO_UNIT else int(s.units[who].mount)


@rule("c.disabled_limbs", "c.mounts", "c.flight")
def movement_of(s, w, who):
    """Disabled limbs: a bad leg halves M, rounded down, at least 1. A rider moves with the M of its mount, and in the air
    one needs no legs.
    """
    unit = s.units[wings_of(s, who)]
    if s.units[who].altitude_yd > 0:
        return int(unit.fly_movement)
    if unit.leg_off > 0:
        return max(1, int(unit.movement) // int(w.book.leg_m_divisor))
    return int(unit.movement)


@rule("c.disabled_limbs")
def is_arm_off(s, who, arm):
    """Disabled limbs: whether the right or left arm, given as a location, is out of use."""
    unit = s.units[who]
    return unit.right_arm_off > 0 if arm == Location.RIGHT_ARM else unit.left_arm_off > 0


@rule("c.disabled_limbs", "c.stunned")
def one_round_less(rounds, for_good):
    """Disabled limbs: timers run down at the end of the round, but one for the rest of the battle never does."""
    if rounds <= 0 or rounds == for_good:
        return int(rounds)
    return int(rounds) - 1


@rule("c.stunned")
def resolve_dazed_timer(s, who):
    """Dazed: one round less, and at none the unit acts again."""
    unit = s.units[who]
    before = unit.dazed
    unit.dazed = one_round_less(before, OUT_FOR_GOOD)
    if before > 0 and unit.dazed == 0:
        emit(s, Event.RECOVERED, who, NO_UNIT, Status.DAZED, 0)


@rule("c.disabled_limbs")
def resolve_limb_timers(s, who):
    """Disabled limbs: one round less for each arm and the leg."""
    unit = s.units[who]
    before = unit.right_arm_off
    unit.right_arm_off = one_round_less(before, LIMB_FOR_GOOD)
    if before > 0 and unit.right_arm_off == 0:
        emit(s, Event.RECOVERED, who, NO_UNIT, Status.RIGHT_ARM_OFF, 0)
    before = unit.left_arm_off
    unit.left_arm_off = one_round_less(before, LIMB_FOR_GOOD)
    if before > 0 and unit.left_arm_off == 0:
        emit(s, Event.RECOVERED, who, NO_UNIT, Status.LEFT_ARM_OFF, 0)
    before = unit.leg_off
    unit.leg_off = one_round_less(before, LIMB_FOR_GOOD)
    if before > 0 and unit.leg_off == 0:
        emit(s, Event.RECOVERED, who, NO_UNIT, Status.LEG_OFF, 0)


@rule("stun.duration")
def resolve_unconscious_timer(s, who):
    """Duration of a stun: one round less, and at none the unit wakes up, prone."""
    unit = s.units[who]
    before = unit.unconscious_rounds
    unit.unconscious_rounds = one_round_less(before, OUT_FOR_GOOD)
    if before > 0 and unit.unconscious_rounds == 0:
        unit.prone = 1
        emit(s, Event.WOKE_UP, who, NO_UNIT, 0, 0)


@kernel
def end_of_round_timers(s, w, who):
    """The timers of one unit at the end of a round; those of the dead stand still."""
    if s.units[who].dead == 0:
        resolve_dazed_timer(s, who)
        resolve_limb_timers(s, who)
        resolve_unconscious_timer(s, who)
