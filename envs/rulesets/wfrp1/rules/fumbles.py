"""Critical fumbles: the effects of a double on a miss for the attacker."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit, emit_dice, emit_roll, open_total, pop, push, term
from ..board import OFF_BOARD, is_way_open, neighbour
from ..vocab import Event, Flag, Frame, Item, Location, Mode, Term
from .armour import less_armour
from .bleeding import fails_risk_test, risk_damage
from .bodies import fresh_location
from .carrying import drop_item, empty_hand, resolve_on_ground
from .conditions import OFF_BALANCE, is_able, is_friend
from .damage import is_blow_of_lance, lance_damage
from .engagement import ground_unit_at, is_in_contact
from .injuries import resolve_prone, start_wound
from .parrying import lose_blow, resolve_all_blows_lost
from .weapons import fighting_form, held_item, is_made, is_trained, weapon_damage

FIRST_DOUBLE = 11  # doubles are its multiples; 00 comes after 99


class Fumble(IntEnum):
    """Steps of a fumble, one roll each; steps that the row does not ask for are skipped."""

    EFFECT = 0
    FACING = 1
    FLING = 2
    VICTIM = 3
    LOCATION = 4
    DAMAGE = 5
    UNTRAINED = 6
    RISK = 7
    RISK_DAMAGE = 8
    END = 9


@rule("c.fumble_table")
def row_of_double(w, double, item):
    """Fumble table: the row of a double, the first one for what cannot happen to fists, teeth and claws."""
    row = (double + FIRST_DOUBLE - 1) // FIRST_DOUBLE - 1
    effect = w.book.fumble_effects[row]
    needs_weapon = effect.drop == 1 or effect.fling == 1 or effect.damage_weapon != 0 or effect.break_weapon == 1
    return 0 if needs_weapon and not is_made(item) else row


@rule("attack.fumble")
def start_fumble(s, w, who, double, item, mode, flags):
    """Critical fumbles: note the double and what kind of blow it was, and consult the table."""
    row = row_of_double(w, double, item)
    frame = push(s, Frame.FUMBLE)
    frame.who = who
    frame.target = who
    frame.item_used = item
    frame.mode = mode
    frame.number = row
    frame.flag_bits = flags & Flag.CHARGE
    form = int(Item.LANCE) if is_blow_of_lance(s, frame) else fighting_form(s, who, item)
    frame.amount = 1 if takes_risk(s, w, who, form) else 0
    emit(s, Event.FUMBLED, who, NO_UNIT, double, row)


@rule("attack.fumble", "c.fumble_table", "weapon.specialist")
def fumble_step(s, w, frame):
    """Critical fumbles: the row's effects, one roll a step. Asks nothing. ``frame.amount`` is 1 where a Risk test follows."""
    effect = w.book.fumble_effects[frame.number]
    step = frame.step
    frame.step = step + 1
    if step == Fumble.EFFECT:
        resolve_fumble_effects(s, w, frame, effect)
    elif step == Fumble.FACING:
        if effect.random_facing == 1:
            resolve_stumble(s, int(frame.who))
    elif step == Fumble.FLING:
        if effect.fling == 1 and is_still_held(s, frame):
            resolve_flung_weapon(s, w, int(frame.who), int(frame.item_used), is_in_off_hand(frame))
    elif step == Fumble.VICTIM:
        if effect.hit_friend == 1:
            frame.target = friend_struck(s, w, int(frame.who))
        elif effect.hit_self == 0:
            frame.step = Fumble.UNTRAINED
    elif step == Fumble.LOCATION:
        resolve_stray_hit(s, w, frame)
    elif step == Fumble.DAMAGE:
        resolve_stray_blow(s, w, frame)
    elif step == Fumble.UNTRAINED:
        if frame.amount == 0:
            frame.step = Fumble.END
    elif step == Fumble.RISK:
        if not fails_risk_test(s, w, int(frame.who)):
            frame.step = Fumble.END
    elif step == Fumble.RISK_DAMAGE:
        resolve_risk(s, w, int(frame.who))
    else:
        pop(s)


@rule("c.fumble_table")
def resolve_fumble_effects(s, w, frame, effect):
    """Fumble table: effects without a further die. Blows lost, off balance, prone, weapon dropped, damaged, broken."""
    who, item = int(frame.who), int(frame.item_used)
    lose_blow(s, who, int(effect.debt))
    if effect.off_guard == 1:
        s.units[who].off_guard = OFF_BALANCE
        resolve_all_blows_lost(s, who)
        emit(s, Event.OFF_GUARD, who, NO_UNIT, 0, 0)
    if effect.drop == 1 and is_made(item):
        drop_item(s, w, who, is_in_off_hand(frame))
    if effect.damage_weapon != 0 and is_made(item):
        resolve_damaged_weapon(s, who, item, int(effect.damage_weapon))
    if effect.break_weapon == 1 and is_still_held(s, frame):
        empty_hand(s, who, is_in_off_hand(frame))
        emit(s, Event.WEAPON_BROKEN, who, NO_UNIT, item, 0)
    if effect.prone == 1:
        resolve_prone(s, who)


@kernel
def is_still_held(s, frame):
    """Whether the hand still holds the weapon of the fumbled blow, which it may have dropped or broken."""
    item = int(frame.item_used)
    return is_made(item) and held_item(s, int(frame.who), is_in_off_hand(frame)) == item


@kernel
def is_in_off_hand(frame):
    """Whether the other hand held the weapon of the fumbled blow."""
    return frame.mode == Mode.OFF_HAND


@rule("c.fumble_table")
def resolve_damaged_weapon(s, who, item, penalty):
    """Fumble table: the weapon is worse to hit with from now on; several times add up."""
    unit = s.units[who]
    if unit.damaged_item != item:
        unit.damaged_item = item
        unit.weapon_damage = 0
    unit.weapon_damage += penalty
    emit(s, Event.WEAPON_DAMAGED, who, NO_UNIT, item, int(unit.weapon_damage))


@rule("c.fumble_table")
def resolve_stumble(s, who):
    """Fumble table: it stumbles round to a random facing, D8 clockwise from north."""
    facing = die(s, 8) - 1
    s.units[who].facing = facing
    emit_roll(s, Event.TURNED_TO_FACE, who, NO_UNIT, facing, 0)


@kernel
def free_neighbour(s, w, who, wanted):
    """The wanted-th (from 1) free cell next to a unit, from north clockwise; for 0 how many there are."""
    cell = int(s.units[who].cell)
    count = 0
    for direction in range(8):
        there = neighbour(w.field, cell, direction) if cell >= 0 else OFF_BOARD
        if there == OFF_BOARD or not is_way_open(s, w, cell, direction) or ground_unit_at(s, there) != NO_UNIT:
            continue
        count += 1
        if count == wanted:
            return there
    return count


@rule("c.fumble_table")
def resolve_flung_weapon(s, w, who, item, off):
    """Fumble table: the weapon flies into a random free neighbouring cell; its own cell when none is free."""
    count = free_neighbour(s, w, who, 0)
    cell = int(s.units[who].cell)
    if count > 0:
        cell = free_neighbour(s, w, who, die(s, count))
    resolve_on_ground(s, who, off, cell)
    emit_dice(s, Event.WEAPON_FLUNG, who, NO_UNIT, item, cell, min(count, 1))


# --- striking the wrong one ------------------------------------------------------------------------------------------


@kernel
def friend_in_contact(s, w, who, wanted):
    """The wanted-th (from 1) friend in contact, in the order of the roster; for 0 how many there are. Rider and mount do
    not strike each other.
    """
    count = 0
    for other in range(s.unit_count):
        if s.units[other].rider != NO_UNIT or other == s.units[who].rider:
            continue
        if is_friend(s, who, other) and is_able(s, other) and is_in_contact(s, w, who, other):
            count += 1
            if count == wanted:
                return other
    return count


@rule("c.fumble_table")
def friend_struck(s, w, who):
    """Fumble table: a random friend in contact is hit, or the unit itself if no friend is in contact."""
    count = friend_in_contact(s, w, who, 0)
    if count == 0:
        return who
    if count == 1:
        return friend_in_contact(s, w, who, 1)
    friend = friend_in_contact(s, w, who, die(s, count))
    emit_roll(s, Event.FRIEND_PICKED, who, friend, 0, 0)
    return friend


@rule("c.fumble_table", "attack.hit_location")
def resolve_stray_hit(s, w, frame):
    """Fumble table: the stray blow hits without a roll; a fresh D100 says where."""
    who, target = int(frame.who), int(frame.target)
    frame.location = fresh_location(s, w)
    emit_roll(s, Event.STRUCK_ITSELF if who == target else Event.STRUCK_FRIEND, who, target, int(frame.location), 0)


@rule("c.fumble_table")
def resolve_stray_blow(s, w, frame):
    """Fumble table: D6 + Strength + weapon - Toughness - armour, without additional damage; it counts for no unit."""
    who, target, location = int(frame.who), int(frame.target), int(frame.location)
    rolled = die(s, w.book.damage_die)
    open_total(s)
    total = term(s, Term.DICE, rolled)
    total += term(s, Term.STRENGTH, int(s.units[who].strength))
    total += term(s, Term.WEAPON, weapon_damage(s, w, who, int(frame.item_used)) + lance_damage(s, w, frame))
    total += term(s, Term.TOUGHNESS, -int(s.units[target].toughness))
    total = less_armour(s, w, target, location, total, False, 0)
    start_wound(s, w, who, target, location, total, Flag.OWN_FAULT)


# --- the untrained ---------------------------------------------------------------------------------------------------


@rule("weapon.specialist")
def takes_risk(s, w, who, item):
    """Specialist weapons: an untrained user takes a Risk test when things go wrong, where that option is in use."""
    return w.book.opt_untrained_risk == 1 and not is_trained(s, w, who, item)


@rule("weapon.specialist")
def start_risk_of_misfire(s, w, who, item):
    """Specialist weapons: for the untrained a misfire is as risky as a fumble. The test comes before its effects."""
    if takes_risk(s, w, who, item):
        frame = push(s, Frame.FUMBLE)
        frame.who = who
        frame.target = who
        frame.item_used = item
        frame.step = Fumble.RISK


@rule("c.risk_test")
def resolve_risk(s, w, who):
    """Risk test: the Wounds of a failed test are lost from the body, whatever the armour."""
    lost = risk_damage(s, w)
    open_total(s)
    emit_roll(s, Event.RISK_COST, who, NO_UNIT, lost, 0)
    start_wound(s, w, who, who, Location.BODY, lost, Flag.OWN_FAULT)
