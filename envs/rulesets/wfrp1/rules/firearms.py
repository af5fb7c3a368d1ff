"""Gunpowder: loading under stress, damp, misfires, and guns with several barrels."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel, rule
from ....core.dice import band, check, die
from ....core.state import NO_UNIT, are_friends, emit, emit_roll, push
from ..vocab import Event, Flag, Flaw, Frame, Item, Misfire, Mode, Refusal, Verb
from .ammunition import (
    is_welded,
    load_rounds,
    missile_item,
    refusal_of_aim,
    resolve_shot_spent,
)
from .bodies import fresh_location
from .carrying import empty_hand, flaw_of, hand_of, resolve_flaw, resolve_shots_ready
from .conditions import is_able, refusal_of_fighting
from .fumbles import start_risk_of_misfire
from .missile_groups import mark_group, marked_member, resolve_aim_lost
from .shots import Shot
from .visibility import range_yd
from .weapons import is_firearm, shots_ready

#: What went wrong in loading, by the row of the test; the first is that all is well.
MISHAP_OF_ROW = np.array(
    [Flaw.NONE, Flaw.SLOW, Flaw.ONE_MORE_ROUND, Flaw.MISFIRE, Flaw.NO_POWDER, Flaw.NO_BALL, Flaw.RAMROD], np.int64
)

# --- reloading under stress ------------------------------------------------------------------------------------------


@rule("firearm.reload_stress")
def is_under_stress(s, w, who):
    """Firearm reload times: stress is an able enemy close by, or having been shot at since the last turn."""
    unit = s.units[who]
    if unit.under_fire == 1:
        return True
    for enemy in range(s.unit_count):
        foe = s.units[enemy]
        if are_friends(s, who, enemy) or not is_able(s, enemy) or foe.cell < 0:
            continue
        if range_yd(w, int(unit.cell), int(foe.cell)) <= w.book.stress_distance_yards:
            return True
    return False


@rule("firearm.reload_stress")
def takes_loading_test(s, w, who, item):
    """Firearm reload times: a gun whose loading is complete is tested once, where that harsh rule is in use."""
    if w.book.opt_reload_stress == 0 or not is_firearm(item):
        return False
    return flaw_of(s, who, item) == Flaw.NONE and is_under_stress(s, w, who)


@rule("firearm.reload_stress", "c.characteristic_test")
def loading_mishap(s, w, who):
    """Firearm reload times: D100 at or below Dexterity is well; every ten points beyond it are a worse mishap."""
    dexterity = min(max(int(s.units[who].dexterity), 0), 100)
    for k in range(len(s.limits)):
        s.limits[k] = dexterity + k * w.book.band
    return int(MISHAP_OF_ROW[band(s, 100, s.limits)])


@rule("firearm.reload_stress")
def resolve_loading_test(s, w, who, item):
    """Firearm reload times: a slow gun, or one that takes another round, is noticed; the rest shows when it is fired."""
    unit = s.units[who]
    mishap = loading_mishap(s, w, who)
    resolve_flaw(s, who, hand_of(s, who, item), mishap)
    if mishap == Flaw.ONE_MORE_ROUND:
        resolve_shots_ready(s, who, item, shots_ready(s, who, hand_of(s, who, item)) - 1)
        unit.load_progress = max(load_rounds(w, item) - 1, 0)
    if mishap == Flaw.ONE_MORE_ROUND or mishap == Flaw.SLOW:
        emit_roll(s, Event.LOADED_BADLY, who, NO_UNIT, mishap, 0)


@rule("firearm.reload_stress", "firearm.misfire")
def resolve_flaw_mended(s, who, item):
    """Firearm reload times: when the gun is loaded again the ramrod has been found, or the extra round spent, after which
    there is no other test. Whether the gun is settled by that.
    """
    flaw = flaw_of(s, who, item)
    if flaw == Flaw.ONE_MORE_ROUND or flaw == Flaw.RAMROD_GONE:
        resolve_flaw(s, who, hand_of(s, who, item), Flaw.NONE)
    return flaw != Flaw.NONE and flaw != Flaw.RAMROD_GONE


@rule("firearm.reload_stress")
def slow_gun_initiative(s, w, who):
    """Firearm reload times: -10 Initiative in a round that begins with such a gun ready to be fired."""
    item = missile_item(s, w, who)
    if is_firearm(item) and flaw_of(s, who, item) == Flaw.SLOW and shots_ready(s, who, hand_of(s, who, item)) > 0:
        return int(w.book.stress_i_penalty)
    return 0


# --- firing ----------------------------------------------------------------------------------------------------------


@rule("firearm.misfire", "firearm.reload_stress", "c.ammunition")
def resolve_gun_fired(s, w, who, item):
    """Misfires: the shot is gone, and with it what was wrong with it; a ramrod that flew off has to be found. A barrel that
    has flashed is not the one that is gone.
    """
    resolve_shot_spent(s, w, who, item)
    flaw = flaw_of(s, who, item)
    if flaw != Flaw.FLASHED_NOW:
        left = Flaw.RAMROD_GONE if flaw == Flaw.RAMROD else Flaw.NONE
        resolve_flaw(s, who, hand_of(s, who, item), left)


@rule("firearm.reload_stress")
def resolve_flaw_shown(s, w, frame):
    """Firearm reload times: firing shows what went wrong in loading. Whether that settles the shot."""
    who, item = int(frame.who), int(frame.item_used)
    flaw = flaw_of(s, who, item)
    if flaw == Flaw.RAMROD:
        frame.flag_bits |= Flag.RAMROD
    if flaw == Flaw.MISFIRE:
        frame.step = Shot.MISFIRE
        return True
    if flaw != Flaw.NO_POWDER and flaw != Flaw.NO_BALL:
        return False
    emit(s, Event.SHOT_CAME_TO_NOTHING, who, int(frame.target), flaw, 0)
    resolve_gun_fired(s, w, who, item)
    frame.step = Shot.NEXT_SHOT
    return True


@rule("firearm.reload_stress")
def ramrod_damage(w, damage, flags):
    """Firearm reload times: a ramrod does three times the damage that is left after Toughness and armour."""
    return damage * int(w.book.ramrod_damage_factor) if flags & Flag.RAMROD else damage


# --- misfires --------------------------------------------------------------------------------------------------------


@rule("firearm.misfire")
def may_misfire(frame):
    """Misfires: one to a shot; a gun that hung fire goes off without another."""
    return is_firearm(int(frame.item_used)) and frame.flag_bits & (Flag.PARTIAL_BURN | Flag.HANG_FIRE) == 0


@rule("firearm.misfire", "weapon.specialist")
def misfire_step(s, w, frame):
    """Misfires: D100 on the chart of gunpowder weapons. ``frame.dice`` keeps the double for a partial burn. An untrained
    shooter may have to take a Risk test as well.

    Returns whether the shot continues at half range and strength.
    """
    who, target, item = int(frame.who), int(frame.target), int(frame.item_used)
    unit, off = s.units[who], hand_of(s, who, item)
    result = band(s, 100, w.book.misfire_limits)
    emit_roll(s, Event.MISFIRED, who, target, result, 0)
    start_risk_of_misfire(s, w, who, item)
    frame.step = Shot.NEXT_SHOT
    if result == Misfire.PARTIAL_BURN:
        frame.flag_bits |= Flag.PARTIAL_BURN
        return True
    frame.dice = 0
    if result == Misfire.NO_IGNITION:
        if flaw_of(s, who, item) == Flaw.MISFIRE:
            resolve_flaw(s, who, off, Flaw.NONE)
    elif result == Misfire.MUST_RELOAD:
        resolve_gun_fired(s, w, who, item)
        unit.load_progress = 0
    elif result == Misfire.HANG_FIRE:
        unit.hang_target = target
    elif result == Misfire.FLASH:
        resolve_flash(s, w, who, item)
    elif result == Misfire.BURN_ROUND:
        resolve_gun_fired(s, w, who, item)
        resolve_flaw(s, who, off, Flaw.WELDED)
    else:
        resolve_burst(s, w, frame)
    return False


@rule("firearm.misfire")
def resolve_flash(s, w, who, item):
    """Misfires: after a flash in the pan the gun is primed again in one round of loading; its ball is not lost."""
    unit = s.units[who]
    resolve_flaw(s, who, hand_of(s, who, item), Flaw.FLASHED_NOW)
    if w.book.flash_reprime_rounds == 0:
        unit.load_progress = 0
        return
    unit.load_progress = max(load_rounds(w, item) - int(w.book.flash_reprime_rounds), 0)
    resolve_shots_ready(s, who, item, shots_ready(s, who, hand_of(s, who, item)) - 1)


@rule("firearm.misfire")
def flash_modifier(s, w, who, item):
    """Misfires: -10 to the shot after a flash in the pan."""
    return int(w.book.flash_bs_penalty) if is_firearm(item) and flaw_of(s, who, item) == Flaw.FLASHED else 0


# --- bursting --------------------------------------------------------------------------------------------------------


@rule("firearm.misfire")
def resolve_burst(s, w, frame):
    """Misfires: the charge explodes and hits the one who holds the gun, which is destroyed, with whatever was in it."""
    who, item = int(frame.who), int(frame.item_used)
    empty_hand(s, who, hand_of(s, who, item))
    frame.flag_bits |= Flag.BURST
    frame.victim = who
    frame.dice = 0
    frame.index = frame.amount
    frame.step = Shot.BURST


@rule("firearm.misfire", "attack.hit_location")
def burst_step(s, w, frame):
    """Misfires: it hits automatically; a fresh D100 read directly says where."""
    frame.location = fresh_location(s, w)
    emit_roll(s, Event.GUN_BURST, int(frame.who), NO_UNIT, int(frame.location), 0)
    frame.step = Shot.DAMAGE


@rule("firearm.misfire")
def refusal_of_broken_shot(s, w, who):
    """Misfires: a gun whose barrel is welded may be fired again, though nothing good can come of it."""
    if not is_welded(s, who, missile_item(s, w, who)):
        return Refusal.NOT_BROKEN
    return refusal_of_fighting(s, w, who)


@rule("firearm.misfire")
def start_broken_shot(s, w, who):
    """Misfires: using a gun whose barrel is welded."""
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.target = who
    frame.victim = who
    frame.verb = Verb.FIRE_BROKEN
    frame.item_used = missile_item(s, w, who)
    frame.step = Shot.BROKEN


@rule("firearm.misfire")
def broken_step(s, w, frame):
    """Misfires: a welded barrel bursts half the time; otherwise nothing happens."""
    if check(s, 100, w.book.burst_chance):
        emit_roll(s, Event.BROKEN_GUN_FIRED, int(frame.who), NO_UNIT, 0, 0)
        resolve_burst(s, w, frame)
        return
    emit_roll(s, Event.BROKEN_GUN_SILENT, int(frame.who), NO_UNIT, 0, 0)
    frame.step = Shot.NEXT_SHOT


# --- hanging fire ----------------------------------------------------------------------------------------------------


@rule("firearm.misfire")
def start_hanging_shot(s, w, who):
    """Misfires: a gun that hung fire goes off at the start of the next turn, at its target or, out of sight and reach, at
    nothing. Without the gun in hand nothing happens.
    """
    unit = s.units[who]
    target = int(unit.hang_target)
    unit.hang_target = NO_UNIT
    item = missile_item(s, w, who)
    if not is_firearm(item) or shots_ready(s, who, hand_of(s, who, item)) == 0:
        return
    resolve_aim_lost(s, who)
    if refusal_of_aim(s, w, who, target, item) != Refusal.NONE:
        resolve_gun_fired(s, w, who, item)
        emit(s, Event.WENT_OFF_AT_NOTHING, who, NO_UNIT, 0, 0)
        return
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.target = target
    frame.victim = target
    frame.first_target = target
    frame.verb = Verb.FIRE
    frame.mode = Mode.NORMAL
    frame.amount = 1
    frame.flag_bits = Flag.HANG_FIRE
    frame.item_used = item


# --- several barrels -------------------------------------------------------------------------------------------------


@kernel
def bits_marked(s):
    """Those marked in ``s.group_mark``, as bits."""
    bits = 0
    for who in range(s.unit_count):
        if s.group_mark[who] == 1:
            bits |= 1 << who
    return bits


@rule("c.multi_barrel")
def members_to_spread_over(s, w, firer, target, item):
    """Multi-barrel guns: the barrels of a duck-foot pistol point at different members of the target's group."""
    if item != Item.DUCK_FOOT or mark_group(s, w, firer, target) == 1:
        return 0
    return bits_marked(s) & ~(1 << target)


@rule("c.multi_barrel")
def spread_step(s, w, frame):
    """Multi-barrel guns: a die finds a member that no barrel has been fired at yet; ``frame.key`` holds their bits."""
    bits = int(frame.key)
    members = 0
    for who in range(s.unit_count):
        s.group_mark[who] = (bits >> who) & 1
        members += s.group_mark[who]
    chosen = marked_member(s, die(s, members) if members > 1 else 1)
    if members > 1:
        emit_roll(s, Event.BARREL_POINTS, int(frame.who), chosen, 0, 0)
    frame.key = bits & ~(1 << chosen)
    frame.target = chosen
    frame.victim = chosen
    frame.mode = Mode.NORMAL
    frame.step = Shot.TO_HIT
