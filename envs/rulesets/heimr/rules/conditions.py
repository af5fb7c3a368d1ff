"""Where units are, which can act, which know of which, and what holds a unit back."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import Frame, Injury

FIRST_CHOICE = 2  # step of a turn in which nothing has been reset yet; see ``turns.Turn``

# --- in the fight ----------------------------------------------------------------------------------------------------


@kernel
def is_present(s, who):
    """Whether a unit is on the map and alive."""
    unit = s.units[who]
    return unit.present == 1 and unit.dead == 0 and unit.escaped == 0


@rule("c.end")
def is_in_fight(s, who):
    """End: a unit that is dead, unconscious, injured in the torso, has surrendered or left the map is out."""
    unit = s.units[who]
    if not is_present(s, who) or unit.unconscious == 1 or unit.surrendered == 1:
        return False
    return not is_torso_injured(s, who)


@rule("position.helpless")
def is_helpless(s, who):
    """Helpless: asleep or unconscious; no action and no defence of any kind."""
    unit = s.units[who]
    return unit.sleeping == 1 or unit.unconscious == 1


@rule("effect.daze")
def is_dazed(s, who):
    """Daze: for a time, or for good by an injury of the torso."""
    return s.units[who].daze_timer > 0 or is_torso_injured(s, who)


@rule("injury.effects")
def is_torso_injured(s, who):
    """Injuries: a unit hurt in the torso is dazed for good."""
    return s.units[who].injuries & Injury.TORSO != 0


@kernel
def is_able(s, who):
    """Whether a unit is in the fight, awake, and not dazed."""
    return is_in_fight(s, who) and s.units[who].sleeping == 0 and s.units[who].daze_timer == 0


@kernel
def is_foe(s, one, other):
    """Whether two units are enemies."""
    return not are_friends(s, one, other)


@kernel
def note_out(s, who):
    """Note that a unit may be out of the fight, so that the battle may be over."""
    s.is_decided = 1


# --- knowing of each other -------------------------------------------------------------------------------------------


@rule("position.hidden")
def sees(s, observer, who):
    """Hidden: each observer for itself knows where a unit is, or not."""
    return (int(s.units[who].hidden_from) >> observer) & 1 == 0


@rule("position.hidden_luck")
def knows_hidden(s, observer):
    """Luck shots: whether an observer knows of any enemy that it is hidden somewhere."""
    for who in range(s.unit_count):
        if is_present(s, who) and is_foe(s, observer, who) and not sees(s, observer, who):
            if (int(s.units[who].known_hiding) >> observer) & 1 == 1:
                return True
    return False


@rule("position.hidden", "c.information")
def perceives(s, w, who, other):
    """Information: a unit in the fight perceives everyone who is not hidden from it, walls or not; one that is out of it whom it
    shares a cluster with.
    """
    if not is_present(s, who) or not is_present(s, other):
        return False
    return in_cluster_together(s, who, other) or (is_in_fight(s, who) and sees(s, who, other))


# --- clusters and holds ----------------------------------------------------------------------------------------------


@kernel
def in_cluster_together(s, one, other):
    """Whether two units are in the same cluster."""
    return s.units[one].cluster != NO_UNIT and s.units[one].cluster == s.units[other].cluster


@rule("effect.stumble_combat")
def stumbles_apart(s, who, target):
    """Stumble: a stumbling unit strikes only at its own cluster; whether that keeps it from a target."""
    return s.units[who].stumble_timer > 0 and not in_cluster_together(s, who, target)


@rule("c.first_aid", "c.objective")
def is_with_enemy(s, who):
    """Clusters: whether an enemy that can act shares a unit's cluster."""
    for other in range(s.unit_count):
        if in_cluster_together(s, who, other) and is_foe(s, who, other) and is_able(s, other):
            return True
    return False


@kernel
def cluster_size(s, who):
    """Members of a unit's cluster; 0 it is in none."""
    members = 0
    if s.units[who].cluster != NO_UNIT:
        for other in range(s.unit_count):
            members += 1 if s.units[other].cluster == s.units[who].cluster else 0
    return members


@kernel
def mates_of(s, who):
    """The other members of a unit's cluster, as bits."""
    mates = 0
    for other in range(s.unit_count):
        if other != who and in_cluster_together(s, who, other):
            mates |= 1 << other
    return mates


@kernel
def is_holding(s, who):
    """Whether a unit holds another."""
    return s.units[who].grab_target != NO_UNIT


@kernel
def is_held(s, who):
    """Whether any unit holds this one."""
    for other in range(s.unit_count):
        if s.units[other].grab_target == who:
            return True
    return False


@rule("brawl.grab_part")
def is_held_by_part(s, who, part):
    """Held part: whether any unit holds this one by this part of the body."""
    for other in range(s.unit_count):
        if s.units[other].grab_target == who and s.units[other].grab_part == part:
            return True
    return False


@kernel
def frame_of(s, kind):
    """Where in the stack the uppermost procedure of a kind stands; -1 none."""
    for k in range(s.depth - 1, -1, -1):
        if s.stack[k].kind == kind:
            return k
    return -1


@rule("initiative.delay", "env.limit_reset", "action.dodge")
def is_first_choice(s, who):
    """Delay: whether a unit is at the first choice of its turn, which looks ahead: the turn has not really begun."""
    k = frame_of(s, Frame.TURN)
    return k >= 0 and s.stack[k].step <= FIRST_CHOICE and s.stack[k].who == who


# --- what binds ------------------------------------------------------------------------------------------------------


@rule("effect.bind_hands")
def are_hands_bound(s, who):
    """Bound hands: held together."""
    return s.units[who].bound_hands > 0


@rule("effect.bind_arm", "injury.effects", "effect.bind_hands")
def is_hand_usable(s, who, hand):
    """Bound arm, injured arm: such a hand does nothing; bound hands neither.

    Args:
        hand: 0 the sword hand, 1 the off-hand.
    """
    if are_hands_bound(s, who) or is_arm_bound(s, who, hand):
        return False
    return s.units[who].injuries & (Injury.SWORD_ARM if hand == 0 else Injury.OTHER_ARM) == 0


@rule("effect.bind_arm")
def is_arm_bound(s, who, hand):
    """Bound arm: it stays where it is, also held by an opponent."""
    return s.units[who].bound_arms[hand] > 0 or is_held_by_part(s, who, SWORD_ARM + hand)


@rule("effect.bind_leg")
def is_leg_bound(s, who):
    """Bound leg: it stays where it is, also held by an opponent."""
    unit = s.units[who]
    if unit.bound_legs[0] > 0 or unit.bound_legs[1] > 0:
        return True
    return is_held_by_part(s, who, RIGHT_LEG) or is_held_by_part(s, who, LEFT_LEG)


@rule("effect.bind_body")
def is_body_bound(s, who):
    """Bound body: it cannot move from its position, also held by an opponent."""
    return s.units[who].bound_body > 0 or is_held_by_part(s, who, TORSO)


@rule("effect.bind_feet")
def are_feet_bound(s, who):
    """Bound feet: no walking or running."""
    return s.units[who].bound_feet > 0


@rule("injury.effects")
def is_leg_injured(s, who):
    """Injuries: a unit hurt in a leg is prone and cannot stand."""
    return s.units[who].injuries & (Injury.RIGHT_LEG | Injury.LEFT_LEG) != 0


@rule("guard.basics", "effect.fall", "injury.effects")
def is_felled(s, who):
    """Fall: on the ground by an effect that lasts, a fall or a hurt leg, and not of its own will."""
    return s.units[who].prone == 1 and (s.units[who].fall_timer > 0 or is_leg_injured(s, who))


TORSO, SWORD_ARM, RIGHT_LEG, LEFT_LEG = 1, 2, 4, 5  # parts of the body, as Body has them
