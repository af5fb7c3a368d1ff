"""What must hold of one row of the roster."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..board import column, row
from ..rules.conditions import is_foe, is_present
from ..rules.defences import is_possible
from ..rules.hands import slot_in_off_hand, slot_in_sword_hand
from ..vocab import SLOTS, Body, Climbing, Defence, GuardKind, Item, ItemKind, Place, Response, Trigger, Upcoming

QUARTER = 2  # borders lie in every second direction


@kernel
def is_health_fine(s, w, who):
    """Injured who has lost all hit points; countdowns only of the dying; nothing of the dead."""
    unit = s.units[who]
    if unit.hp > unit.hp_max or unit.wp > unit.wp_max:
        return False
    if unit.dead == 1:
        return unit.death_timer == 0 and unit.faint_timer == 0 and unit.unconscious == 0 and unit.sleeping == 0
    if unit.hp <= w.book.dead_at_or_below or (unit.injuries != 0 and unit.hp > w.book.injury_threshold):
        return False
    if unit.stabilised == 1 and (unit.death_timer > 0 or unit.faint_timer > 0):
        return False
    is_dying = unit.death_timer > 0 or unit.faint_timer > 0
    return not is_dying or unit.hp <= max(w.book.mangled_max, w.book.mutilated_max)


@kernel
def is_out_fine(s, who):
    """A unit that is dead, gone, unconscious or has surrendered neither acts nor holds anything."""
    unit = s.units[who]
    if unit.unconscious == 1 and unit.sleeping == 1:
        return False
    if (unit.unconscious == 1 or unit.sleeping == 1) and unit.prone == 0:
        return False
    if unit.dead == 0 and unit.escaped == 0 and unit.unconscious == 0 and unit.surrendered == 0:
        return True
    if (
        unit.cluster != NO_UNIT
        or unit.grab_target != NO_UNIT
        or unit.guard != GuardKind.NOTHING
        or unit.hidden_from != 0
    ):
        return False
    return unit.defence == Defence.NONE and unit.kept == Defence.NONE and unit.ready_trigger == Trigger.NOTHING


@kernel
def is_on_map(s, cell):
    """A cell of this map."""
    return cell >= 0 and column(cell) < s.board_width and row(cell) < s.board_height


@kernel
def is_place_fine(s, who):
    """On the map, unless it is dead or gone."""
    unit = s.units[who]
    if unit.dead == 1 or unit.escaped == 1:
        return unit.cell < 0
    return is_on_map(s, int(unit.cell))


@kernel
def is_cluster_fine(s, who):
    """The first member names a cluster, and is in it with all the others, in one place, at least one of them."""
    first = int(s.units[who].cluster)
    if first == NO_UNIT:
        return True
    if first > who or s.units[first].cluster != first or s.units[first].cell != s.units[who].cell:
        return False
    for other in range(s.unit_count):
        if other != who and s.units[other].cluster == first:
            return True
    return False


@kernel
def is_hold_fine(s, who):
    """A grabber holds a part of the body of a unit in its own cluster, awake and with an empty hand; others stop none."""
    unit = s.units[who]
    held = int(unit.grab_target)
    if held == NO_UNIT:
        return unit.grab_part == Body.ANYWHERE and unit.stop_total == 0
    if held == who or not is_present(s, held) or unit.grab_part == Body.ANYWHERE or unit.sleeping == 1:
        return False
    if unit.cluster == NO_UNIT or s.units[held].cluster != unit.cluster or s.units[held].cell != unit.cell:
        return False
    return slot_in_sword_hand(s, who) < 0 or slot_in_off_hand(s, who) < 0


@kernel
def are_items_fine(s, w, who):
    """One thing in a hand; what lies somewhere is on the ground; missiles, value and timers only where they belong."""
    unit = s.units[who]
    sword, off = 0, 0
    for slot in range(SLOTS):
        place = unit.places[slot]
        sword += 1 if place == Place.SWORD_HAND or place == Place.BOTH_HANDS else 0
        off += 1 if place == Place.OFF_HAND or place == Place.BOTH_HANDS else 0
        if not is_item_fine(s, w, who, slot):
            return False
    return sword <= 1 and off <= 1


@kernel
def is_item_fine(s, w, who, slot):
    """One thing by itself."""
    unit = s.units[who]
    item, place = unit.items[slot], unit.places[slot]
    row_of_item = w.book.items[item]
    if (item == Item.BARE_HANDS) != (place == Place.NOWHERE):
        return False
    if (place == Place.NATURAL) != (row_of_item.kind == ItemKind.NATURAL and item != Item.BARE_HANDS):
        return False
    if (place == Place.ON_GROUND) != (unit.lies[slot] >= 0) or (
        place != Place.ON_GROUND and unit.drop_timers[slot] > 0
    ):
        return False
    if place != Place.CONCEALED and (unit.conceal_value[slot] != 0 or unit.shown_to[slot] != 0):
        return False
    if row_of_item.kind != ItemKind.RANGED and (unit.ammo[slot] > 0 or unit.to_draw[slot] > 0):
        return False
    return unit.to_draw[slot] <= row_of_item.draws and unit.poison[slot] <= unit.ammo[slot]


@kernel
def are_dice_fine(s, who):
    """Only a unit with a defence has dice for it; a kept defence is a parry."""
    unit = s.units[who]
    if unit.defence == Defence.NONE:
        if unit.defence_natural != 0 or unit.defence_six != 0 or unit.defence_consistency != 0 or unit.defence_own != 0:
            return False
    elif unit.defence_six == 0 or unit.refuses == 1:
        return False
    if unit.kept == Defence.NONE:
        return unit.kept_natural == 0 and unit.kept_six == 0 and unit.kept_own == 0
    return unit.kept >= Defence.PARRY_SWORD_HAND and unit.kept_six > 0


@kernel
def is_defence_possible(s, w, who):
    """The standing defence and the kept parry are both still possible."""
    unit = s.units[who]
    if unit.defence != Defence.NONE and not is_possible(s, w, who, int(unit.defence)):
        return False
    return unit.kept == Defence.NONE or is_possible(s, w, who, int(unit.kept))


@kernel
def are_effects_fine(s, who):
    """An effect that is over leaves nothing behind; a unit that has fallen or is hurt in a leg is prone."""
    unit = s.units[who]
    if unit.stumble_timer == 0 and unit.stumble_direction != 0:
        return False
    if unit.daze_timer == 0 and unit.daze_odd != 0:
        return False
    if unit.climbing != Climbing.BORDER and unit.climb_direction != 0:
        return False
    return unit.fall_timer == 0 or unit.prone == 1 or unit.dead == 1


@kernel
def is_guard_fine(s, who):
    """A guard has something to guard: a friend in its place, a border, or the place itself."""
    unit = s.units[who]
    if (unit.guard == GuardKind.NOTHING) != (unit.guard_left == 0):
        return False
    if (unit.guard == GuardKind.ALLY) != (unit.guard_unit != NO_UNIT):
        return False
    if unit.guard != GuardKind.BORDER and unit.guard_direction != 0:
        return False
    if unit.guard_unit != NO_UNIT:
        return unit.guard_unit != who and not is_foe(s, who, int(unit.guard_unit))
    return unit.guard_direction % QUARTER == 0


@kernel
def is_waiting_fine(s, who):
    """A trigger and a response, or neither; what has been triggered was ready; directions only where they are needed."""
    unit = s.units[who]
    if (unit.ready_trigger == Trigger.NOTHING) != (unit.ready_response == Response.NOTHING):
        return False
    if unit.ready_response != Response.MOVE and unit.ready_direction != 0:
        return False
    if unit.ready_trigger == Trigger.NOTHING and unit.due_target != NO_UNIT:
        return False
    if unit.upcoming != Upcoming.CRAWL and unit.upcoming_direction != 0:
        return False
    return unit.assists == NO_UNIT or (unit.assists != who and is_present(s, int(unit.assists)))


@kernel
def is_hiding_fine(s, who):
    """A unit hides only from enemies, and not in a cluster."""
    unit = s.units[who]
    if unit.hidden_from != 0 and unit.cluster != NO_UNIT:
        return False
    hiding = int(unit.hidden_from) | int(unit.known_hiding)
    for other in range(s.unit_count):
        if (hiding >> other) & 1 == 1 and not is_foe(s, who, other):
            return False
    return True


@kernel
def are_counters_fine(s, w, who):
    """Nothing beyond what the book gives."""
    unit = s.units[who]
    if (
        unit.fatigue < w.book.fatigue_least
        or unit.fatigue > w.book.fatigue_most
        or unit.tired > w.book.max_gain_per_turn
    ):
        return False
    if unit.standard_left > w.book.standard_per_turn or unit.delays > w.book.max_delays_per_round:
        return False
    if unit.strikes_back > w.book.provoked_per_round:
        return False
    return unit.parries[0] <= w.book.parries_per_weapon and unit.parries[1] <= w.book.parries_per_weapon
