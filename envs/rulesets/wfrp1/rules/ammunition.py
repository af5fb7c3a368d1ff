"""Missile weapons: those in hand, their charts and ranges, ammunition, loading, and carrying them loaded."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..vocab import Band, Event, Flaw, Item, Refusal
from .carrying import empty_hand, flaw_of, hand_of, is_bomb, resolve_shots, resolve_shots_ready
from .conditions import refusal_of_fighting
from .engagement import is_engaged
from .heights import has_shifted_range, yards_between
from .visibility import refusal_of_sight
from .weapons import (
    firearm_row,
    held_item,
    is_firearm,
    is_missile_weapon,
    is_thrown,
    may_use_hand,
    missile_row,
    needs_powder,
    shots_in_hand,
    shots_ready,
)


@rule("missile.definition")
def is_missile_at_hand(s, w, who, off):
    """Missile weapons: the main or the off hand holds a thrown or projectile weapon and can use it."""
    return is_missile_weapon(held_item(s, who, off)) and may_use_hand(s, w, who, off)


@rule("missile.definition")
def missile_item(s, w, who):
    """Missile weapons: the one at hand, that of the main hand before that of the other; NOTHING without one."""
    if is_missile_at_hand(s, w, who, False):
        return held_item(s, who, False)
    if is_missile_at_hand(s, w, who, True):
        return held_item(s, who, True)
    return int(Item.NOTHING)


@rule("firearm.misfire")
def is_welded(s, who, item):
    """Misfires: whether a weapon in hand is a gun whose barrel is welded."""
    return is_firearm(item) and flaw_of(s, who, item) == Flaw.WELDED


@rule("surprise.general", "c.prone", "flee.victor_stays")
def refusal_of_missiles(s, w, who, item):
    """Missile: shooting needs a missile weapon in hand, and a unit that can fight and need not hold its ground."""
    unit = s.units[who]
    if item == Item.NOTHING:
        is_held = is_missile_weapon(int(unit.main_hand)) or is_missile_weapon(int(unit.off_hand))
        return Refusal.HANDS_UNFIT if is_held else Refusal.NO_MISSILE
    if is_bomb(item):
        return Refusal.BOMB_IN_HAND
    if unit.hold_ground == 1:
        return Refusal.HOLDS_GROUND
    if is_welded(s, who, item):
        return Refusal.BROKEN
    return refusal_of_fighting(s, w, who)


# --- line and range --------------------------------------------------------------------------------------------------


@rule("firearm.misfire")
def half_rounded_up(number, halved):
    """Misfires: a partial burn halves a range or an Effective Strength, fractions up."""
    return (int(number) + 1) // 2 if halved else int(number)


@rule("missile.line_of_fire", "missile.chart", "missile.firearms_chart", "firearm.misfire")
def range_band(s, w, item, yards, halved):
    """Aim: each range is an upper limit; beyond extreme range a target is out of reach."""
    if is_firearm(item):
        gun = w.book.firearms[firearm_row(item)]
        if yards <= half_rounded_up(gun.point_blank_range, halved):
            return int(Band.POINT_BLANK)
        short_yd, long_yd, extreme_yd = gun.short_range, gun.long_range, gun.extreme_range
    else:
        weapon = w.book.missile_weapons[missile_row(item)]
        short_yd, long_yd, extreme_yd = weapon.short, weapon.long, weapon.extreme
    if yards <= half_rounded_up(short_yd, halved):
        return int(Band.SHORT)
    if yards <= half_rounded_up(long_yd, halved):
        return int(Band.LONG)
    return int(Band.EXTREME) if yards <= half_rounded_up(extreme_yd, halved) else int(Band.OUT)


@rule("missile.line_of_fire", "flying.target_range")
def band_at(s, w, who, target, item, halved):
    """Aim: the range is measured between the centres of the two cells. Against fliers it counts as the next range; there is no
    range beyond extreme.
    """
    band = range_band(s, w, item, yards_between(s, w, who, target), halved)
    if has_shifted_range(s, who, target):
        band = min(band + int(w.book.range_shift), int(Band.OUT))
    return band


@rule("flying.shooting_down")
def is_too_high(s, w, item, height_yd):
    """Fliers shooting: from above the weapon's extreme range nothing is hit."""
    if is_firearm(item):
        return height_yd > w.book.firearms[firearm_row(item)].extreme_range
    return height_yd > w.book.missile_weapons[missile_row(item)].extreme


@rule("missile.line_of_fire")
def target_band(s, w, who, target, item):
    """Aim: the range of a shot that is no partial burn."""
    return band_at(s, w, who, target, item, False)


@rule("action.missile", "missile.line_of_fire")
def refusal_of_aim(s, w, who, target, item):
    """Fire/throw: at an enemy in sight and range."""
    if item == Item.NOTHING:
        return Refusal.NO_MISSILE
    refusal = refusal_of_sight(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.OUT_OF_RANGE if target_band(s, w, who, target, item) == Band.OUT else Refusal.NONE


# --- ammunition ------------------------------------------------------------------------------------------------------


@rule("c.entangle")
def is_drawn_in(item):
    """Entangling weapons: a lasso is drawn in again and never used up."""
    return item == Item.LASSO


@rule("c.ammunition")
def has_ammunition(s, who, item, beyond):
    """Ammunition: the weapon is still in hand, and more shots are left for it than a number of them."""
    off = hand_of(s, who, item)
    if held_item(s, who, off) != item:
        return False
    return is_drawn_in(item) or shots_in_hand(s, who, off) > beyond


@rule("c.ammunition")
def resolve_shot_spent(s, w, who, item):
    """Ammunition: a shot uses one up and leaves the weapon unloaded; the last thrown weapon leaves the hand empty."""
    off = hand_of(s, who, item)
    left = shots_in_hand(s, who, off) - (0 if is_drawn_in(item) else 1)
    resolve_shots(s, who, off, left, max(shots_ready(s, who, off) - 1, 0))
    if left == 0 and is_thrown(w, item):
        empty_hand(s, who, off)


@rule("firearm.damp")
def is_powder_damp(s, w, who, item):
    """Damp: powder in the weapon, or of a bomb, does not burn in the rain, nor ever again after a bath."""
    unit = s.units[who]
    if w.book.opt_damp == 0 or w.book.damp_blocks_fire == 0 or not needs_powder(item):
        return False
    in_the_rain = s.rain == 1 and w.book.damp_rain == 1 and unit.cell >= 0 and w.field.indoor[unit.cell] == 0
    return unit.powder_wet == 1 or in_the_rain


# --- draw or load ----------------------------------------------------------------------------------------------------


@rule("missile.phases", "missile.chart", "missile.firearms_chart", "missile.repeating_crossbow", "c.entangle")
def load_rounds(w, item):
    """Draw/load: rounds of loading before the weapon is ready; 0 when that is part of the firing round."""
    if is_firearm(item):
        return int(w.book.firearms[firearm_row(item)].load_rounds)
    if item == Item.REPEATING_CROSSBOW:
        return int(w.book.refill_rounds)
    if item == Item.LASSO:
        return int(w.book.lasso_recoil_rounds)
    return int(w.book.missile_weapons[missile_row(item)].load_rounds)


@rule("missile.phases", "firearm.reload_stress")
def rounds_to_load(s, w, who, item):
    """Firearm reload times: a gun whose ramrod was fired off takes longer, for it has to be found."""
    rounds = max(load_rounds(w, item), 1)
    if is_firearm(item) and flaw_of(s, who, item) == Flaw.RAMROD_GONE:
        return rounds + int(w.book.ramrod_recover_rounds)
    return rounds


@rule("missile.repeating_crossbow")
def magazine_of(w, item):
    """Repeating crossbow: the bolts of its magazine; other weapons have none."""
    return int(w.book.magazine) if item == Item.REPEATING_CROSSBOW else 0


@rule("c.multi_barrel")
def shots_held(w, item):
    """Multi-barrel guns: a charge for each barrel, where others hold one missile or a magazine."""
    if magazine_of(w, item) > 0:
        return magazine_of(w, item)
    if is_firearm(item):
        return int(w.book.firearms[firearm_row(item)].shots)
    return 1


@rule("missile.in_melee")
def is_kept_from_loading(s, w, who):
    """Missiles while engaged: nothing is loaded, and no new missile is drawn."""
    return is_engaged(s, w, who)


@rule("missile.phases")
def has_shot_ready(s, w, who, item):
    """Draw/load: the weapon is loaded or nocked, or there is leisure to draw and load it in the round it is fired."""
    if shots_ready(s, who, hand_of(s, who, item)) > 0:
        return True
    return load_rounds(w, item) == 0 and not is_kept_from_loading(s, w, who)


@rule("missile.phases")
def refusal_of_loading(s, w, who):
    """Draw/load: not in hand-to-hand combat, and while the weapon takes another shot. A bow may be nocked ahead."""
    item = missile_item(s, w, who)
    refusal = refusal_of_missiles(s, w, who, item)
    if refusal != Refusal.NONE:
        return refusal
    loaded = shots_ready(s, who, hand_of(s, who, item))
    if loaded >= shots_held(w, item):
        return Refusal.LOADED
    if not has_ammunition(s, who, item, loaded):
        return Refusal.ALL_LOADED if loaded > 0 else Refusal.NO_AMMUNITION
    return Refusal.ENGAGED if is_kept_from_loading(s, w, who) else Refusal.NONE


@rule("missile.phases", "missile.repeating_crossbow", "c.multi_barrel")
def resolve_load(s, w, who):
    """Draw/load: one more round of loading; when it is the last, a barrel or the whole magazine is ready.

    Rounds of loading need not follow one another. Returns whether it is ready.
    """
    unit = s.units[who]
    item = missile_item(s, w, who)
    needed = rounds_to_load(s, w, who, item)
    unit.load_progress += 1
    emit(s, Event.LOADED, who, NO_UNIT, int(unit.load_progress), needed)
    if unit.load_progress < needed:
        return False
    unit.load_progress = 0
    off = hand_of(s, who, item)
    loaded = shots_ready(s, who, off) + 1
    if magazine_of(w, item) > 0:
        loaded = min(magazine_of(w, item), shots_in_hand(s, who, off))
    resolve_shots_ready(s, who, item, loaded)
    return True


# --- fire or throw ---------------------------------------------------------------------------------------------------


@rule("action.missile", "missile.in_melee", "missile.thrown_in_melee")
def refusal_of_shooting(s, w, who, item):
    """Missile: a shot needs a missile in the weapon or, for a unit not in hand-to-hand combat, one at hand."""
    refusal = refusal_of_missiles(s, w, who, item)
    if refusal != Refusal.NONE:
        return refusal
    if not has_ammunition(s, who, item, 0):
        return Refusal.NO_AMMUNITION
    if is_powder_damp(s, w, who, item):
        return Refusal.DAMP
    if w.book.fire_while_engaged == 0 and is_engaged(s, w, who):
        return Refusal.ENGAGED
    return Refusal.NONE if has_shot_ready(s, w, who, item) else Refusal.NOT_LOADED


@rule("missile.chart", "missile.firearms_chart")
def shots_by_chart(w, item):
    """Missile weapon chart: how often a weapon shoots in one attack."""
    if is_firearm(item):
        return int(w.book.firearms[firearm_row(item)].shots)
    return int(w.book.missile_weapons[missile_row(item)].shots)


@rule("action.missile")
def shots_of_attack(w, item):
    """Missile: one attack a round, however many Attacks one has; the charts name the weapons that shoot more often."""
    shots = shots_by_chart(w, item)
    return shots if shots > 1 else int(w.book.missile_attacks_per_round)


# --- carrying loaded weapons -----------------------------------------------------------------------------------------


@rule("missile.carry_loaded")
def refusal_of_ready_shot(s, w, who):
    """Carrying loaded weapons: a loaded or nocked weapon, or a throwing weapon in hand, may be held ready."""
    item = missile_item(s, w, who)
    if shots_ready(s, who, hand_of(s, who, item)) == 0:
        return Refusal.NOTHING_LOADED
    return refusal_of_missiles(s, w, who, item)
