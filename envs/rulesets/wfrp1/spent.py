"""What of a position no longer matters to the Wounds of two fighters before the round is over; for exact odds.

Positions that differ in nothing else are counted as one (``odds/count.py``). Every claim here is about the rest of one round in
which nobody does anything but strike, parry and pass; ``tests/wfrp1/test_spent.py`` counts with and without them.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import NO_UNIT
from .rules.carrying import forget_ground_item
from .rules.combat import Blow
from .rules.conditions import is_able
from .rules.fleeing import FORCED
from .rules.injuries import Wound
from .rules.order import slots_of
from .rules.parrying import is_blow_left
from .rules.weapons import BOTH_HANDS, hands_needed, is_light, is_melee_weapon
from .turn import Turn
from .vocab import BodyPlan, Frame, Item, Slot

FIELDS = frozenset({"wounds"})  # what may be wanted
VERBS = frozenset({"strike", "parry", "parry_main", "parry_off", "no_parry", "pass"})  # what may be answered
NEEDED = ("turn", "pass")  # what must be: those who can do nothing are asked too

IN_BATTLE, IN_TURN, IN_BLOW = 1, 2, 3  # depths of the stack


# --- where the claims hold -------------------------------------------------------------------------------------------


@kernel
def is_on_foot(s, who):
    """Whether a unit stands on its own feet, in the open, free, with no light, and does not run before the round is over."""
    unit = s.units[who]
    if unit.mount != NO_UNIT or unit.rider != NO_UNIT or unit.owner != NO_UNIT or unit.altitude_yd != 0:
        return False
    if unit.hold_role != 0 or unit.entangled != 0 or unit.trapped == 1 or unit.swoop_partner != NO_UNIT:
        return False
    if is_light(unit.main_hand) or is_light(unit.off_hand):
        return False
    if unit.hidden == 1 or unit.surprised == 1 or unit.casting != 0 or unit.hang_target != NO_UNIT:
        return False
    return unit.fleeing == 0 or (unit.fleeing == FORCED and unit.flee_wait == 1)


@kernel
def is_plain_fight(s, w):
    """Whether two units fight on foot, neither fire nor fuse burns, and no unit can start to run, and be struck, this round."""
    if s.unit_count != 2 or s.round_no < 1 or s.in_the_fire != 0:
        return False
    if w.book.parry_after_damage_roll == 1 or w.book.forced_flee_delay_rounds == 0:
        return False
    for side in range(s.side_count):
        if s.waits[side] > 0:
            return False
    for k in range(len(s.fire_rounds)):
        if s.fire_rounds[k] > 0:
            return False
    for k in range(len(s.bomb_item)):
        if s.bomb_item[k] != Item.NOTHING:
            return False
    return is_on_foot(s, 0) and is_on_foot(s, 1)


# --- what a fighter can still do in this round -----------------------------------------------------------------------


@kernel
def is_turn_done(s):
    """Whether a turn is under way that does nothing more than end when what is nested in it is over."""
    return s.depth >= IN_TURN and s.stack[1].kind == Frame.TURN and s.stack[1].step == Turn.DONE


@kernel
def has_event_left(s, who):
    """Whether an event of a unit is still to come in this round."""
    is_over = s.units[who].turn_taken == 1 or (is_turn_done(s) and s.stack[1].who == who and s.stack[1].slot == 0)
    if not is_over:
        return True
    for slot in range(1, slots_of(s, who)):
        if is_blow_left(s, who, slot):
            return True
    return False


@kernel
def is_helpless(s, who):
    """Whether a unit cannot strike or parry again this round: no unit gets up, and nothing wears off earlier."""
    unit = s.units[who]
    return not is_able(s, who) or unit.dazed > 0 or unit.off_guard != 0 or unit.prone == 1 or unit.fleeing != 0


@kernel
def strikes_again(s, who):
    """Whether a unit may still strike in this round; one put out at this very moment has its event."""
    return has_event_left(s, who) and (s.units[who].doomed == 1 or not is_helpless(s, who))


@kernel
def parries_again(s, w, who):
    """Whether a unit may still parry in this round."""
    unit = s.units[who]
    if is_helpless(s, who) or unit.parries >= unit.attacks:
        return False
    return has_event_left(s, who) or w.book.parry_cost_attacks == 0 or unit.attack_debt < unit.attacks


# --- what is spent ---------------------------------------------------------------------------------------------------


@kernel
def clear_end_of_round(s, who):
    """What is looked at when the round is over, or in the next. Timers: within the round only whether they run."""
    unit = s.units[who]
    unit.dealt = 0
    unit.taken = 0
    unit.bleeding = 0
    forget_ground_item(s, who)
    unit.unconscious_rounds = min(unit.unconscious_rounds, 1)
    unit.dazed = min(unit.dazed, 1)
    unit.right_arm_off = min(unit.right_arm_off, 1)
    unit.left_arm_off = min(unit.left_arm_off, 1)
    unit.leg_off = min(unit.leg_off, 1)
    unit.forced_flee_rounds = min(unit.forced_flee_rounds, 1)
    unit.doomed_out = min(unit.doomed_out, 1)
    unit.doomed_dazed = min(unit.doomed_dazed, 1)


@kernel
def clear_slots(s, who):
    """Blows struck and lost are alike; and all are spent when no event is left, as for those that are out."""
    unit = s.units[who]
    if not is_able(s, who):
        unit.turn_taken = 1
    has_event = is_able(s, who) and has_event_left(s, who)
    for slot in range(slots_of(s, who)):
        if unit.slot_state[slot] == Slot.LOST or (not has_event and unit.slot_state[slot] == Slot.OPEN):
            unit.slot_state[slot] = Slot.SPENT
    if unit.turn_taken == 1:
        unit.blow_lost = 0


@kernel
def clear_condition(s, who):
    """How else the dead and the unconscious are."""
    unit = s.units[who]
    if is_able(s, who):
        return
    if unit.dead == 1:
        unit.unconscious_rounds = 0
    unit.prone = 0
    unit.dazed = 0
    unit.off_guard = 0
    unit.fleeing = 0
    unit.flee_wait = 0
    unit.forced_flee_rounds = 0


@kernel
def clear_fighting(s, w, who):
    """What a unit strikes and parries with, and how it stands, when it does so no more."""
    unit = s.units[who]
    strikes, parries = strikes_again(s, who), parries_again(s, w, who)
    if not strikes or (unit.main_hand != unit.damaged_item and unit.off_hand != unit.damaged_item):
        unit.weapon_damage = 0
        unit.damaged_item = Item.NOTHING
    if not strikes:
        unit.leg_off = 0
    if not parries:
        unit.parries = unit.attacks
        unit.attack_debt = 0
    else:
        unit.attack_debt = min(unit.attack_debt, unit.attacks)
    if not strikes and not parries:
        unit.right_arm_off = 0
        unit.left_arm_off = 0
        if unit.body_plan == BodyPlan.HUMANOID:
            unit.facing = 0
        if is_melee_weapon(unit.main_hand) and hands_needed(w, unit.main_hand) != BOTH_HANDS:
            unit.main_hand = Item.NOTHING


@kernel
def shorten_stun(s, w):
    """A stun lasts minutes, and each of them longer than the round: one die is enough."""
    frame = s.stack[s.depth - 1]
    if frame.kind == Frame.BLOW and frame.step == Blow.STUN_TIME:
        frame.number = min(frame.number, 1)
        frame.index = 0


@kernel
def is_blow_settled(s):
    """Whether the blow or wound under way takes no more Wounds."""
    frame = s.stack[s.depth - 1]
    if s.depth != IN_BLOW or not is_turn_done(s) or s.prompt != 0:
        return False
    if frame.kind == Frame.WOUND:
        return frame.step == Wound.CRITICAL
    is_past_parry = Blow.PARRY_DIE <= frame.step <= Blow.STUN_TIME or frame.step == Blow.STUN_WOUND
    return frame.kind == Frame.BLOW and is_past_parry and s.units[frame.target].wounds == 0


@kernel
def spent(s, w):
    """Zero what matters no longer. Returns whether nothing does: nobody can lose another Wound in this round."""
    if not is_plain_fight(s, w):
        return False
    clear_end_of_round(s, 0)
    clear_end_of_round(s, 1)
    shorten_stun(s, w)
    s.dropping = 0  # nobody is in the air
    if s.depth == IN_BATTLE or (s.depth == IN_TURN and is_turn_done(s)):
        if s.depth == IN_TURN:
            s.stack[1].mode = 0
        for who in range(2):
            if s.units[who].doomed == 0:
                clear_slots(s, who)
                clear_condition(s, who)
                clear_fighting(s, w, who)
    elif not is_blow_settled(s):
        return False
    return not strikes_again(s, 0) and not strikes_again(s, 1)
