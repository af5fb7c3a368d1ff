"""Missile fire: which units may aim and fire at which targets, and a shot from the roll to hit to the wound."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import STRAY, zone_class, zone_label
from ....core.looking.knowledge import know_everything
from ....core.state import emit, emit_dice, emit_roll, open_total, pop, push
from ..tables import DOUBLE, MISSED
from ..vocab import Band, Event, Flaw, Frame, Mode, Printed, Refusal, Verb
from .ammunition import (
    is_too_high,
    missile_item,
    refusal_of_shooting,
    resolve_shot_spent,
    shots_of_attack,
)
from .bodies import has_body_roll, intelligence_of, resolve_body_location, settled_location
from .carrying import flaw_of, hand_of, resolve_flaw
from .conditions import is_out, passes_test
from .entangling import entangles_from_afar, resolve_entangled
from .firearms import (
    broken_step,
    burst_step,
    may_misfire,
    members_to_spread_over,
    misfire_step,
    resolve_flaw_shown,
    resolve_gun_fired,
    spread_step,
)
from .heights import height_above
from .missile_damage import another_die_step, confirm_step, damage_step, result_step
from .missile_groups import (
    chance_of_mistake,
    resolve_aim_lost,
    resolve_member_hit,
    resolve_mistaken_hit,
)
from .missile_modifiers import chance_to_hit_with_missile, out_of_range
from .mounted import is_split, one_named, resolve_rider_or_mount
from .shots import Shot, band_of_shot
from .targeting import aimed_location, is_aimed, leg_found
from .weapons import is_firearm, missile_row, shots_ready

# --- aim and fire ----------------------------------------------------------------------------------------------------


@rule("missile.extreme_range", "missile.sharpshooting")
def resolve_aim(s, w, who, target):
    """Firing at extreme range: one more round of aiming at the same target, the first at a new one."""
    unit = s.units[who]
    unit.aim_rounds = int(unit.aim_rounds) + 1 if unit.aim_target == target else 1
    unit.aim_target = target
    emit(s, Event.AIMED, who, target, int(unit.aim_rounds), missile_item(s, w, who))


@rule("missile.evading")
def may_evade(s, w, who):
    """To hit modifiers: only creatures clever enough can evade."""
    return intelligence_of(s, w, who) >= w.book.evade_min_int


# --- a shot ----------------------------------------------------------------------------------------------------------


@rule("missile.phases", "firearm.reload_stress")
def start_shot(s, w, who, target, mode, as_group):
    """Fire/throw: at one creature, or into the group it stands in. Aim taken before is used up, and the target is under
    fire.
    """
    know_everything(s)
    item = missile_item(s, w, who)
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.target = target
    frame.first_target = target
    frame.victim = target
    frame.verb = Verb.FIRE_GROUP if as_group else Verb.FIRE
    frame.mode = mode
    frame.item_used = item
    frame.amount = shots_of_attack(w, item)
    if is_firearm(item):
        frame.amount = min(int(frame.amount), shots_ready(s, who, hand_of(s, who, item)))
        if not as_group:
            frame.key = members_to_spread_over(s, w, who, target, item)
    s.units[target].under_fire = 1
    resolve_aim_lost(s, who)


@rule("missile.to_hit")
def shot_step(s, w, frame):
    """Fire/throw: roll to hit, find whom it strikes and where, roll damage, subtract; then any further shot of the same
    attack. Asks nothing: missiles cannot be parried.
    """
    know_everything(s)
    if frame.step == Shot.TO_HIT:
        to_hit_step(s, w, frame)
    elif frame.step == Shot.MISTAKE:
        mistake_step(s, w, frame)
    elif frame.step == Shot.OTHER or frame.step == Shot.MEMBER:
        victim_step(s, w, frame)
    elif frame.step == Shot.LEG:
        leg_step(s, w, frame)
    elif frame.step == Shot.DAMAGE:
        damage_step(s, w, frame)
    elif frame.step == Shot.CONFIRM:
        confirm_step(s, w, frame)
    elif frame.step == Shot.ANOTHER_DIE:
        another_die_step(s, w, frame)
    elif frame.step == Shot.RESULT:
        result_step(s, w, frame)
    elif frame.step == Shot.MISFIRE:
        if misfire_step(s, w, frame):
            resolve_partial_burn(s, w, frame)
    elif frame.step == Shot.SPREAD:
        spread_step(s, w, frame)
    elif frame.step == Shot.BURST:
        burst_step(s, w, frame)
    elif frame.step == Shot.BROKEN:
        broken_step(s, w, frame)
    elif frame.step == Shot.ENTANGLE:
        entangle_step(s, w, frame)
    elif frame.step == Shot.MOUNTED or frame.step == Shot.BODY:
        place_step(s, w, frame)
    else:
        next_shot_step(s, w, frame)


@rule("missile.line_of_fire", "firearm.misfire", "flying.shooting_down")
def is_hopeless(s, w, frame):
    """Aim: nothing is hit that is out of reach, as after a partial burn, or too far below."""
    height_yd = height_above(s, int(frame.who), int(frame.target))
    return band_of_shot(s, w, frame) == Band.OUT or is_too_high(s, w, int(frame.item_used), height_yd)


@rule("missile.to_hit", "missile.modifiers")
def number_of_shot(s, w, frame):
    """Fire/throw: the number to hit; 0 for a target that cannot be hit."""
    band = band_of_shot(s, w, frame)
    if is_hopeless(s, w, frame):
        open_total(s)
        return out_of_range(s, w, int(frame.who), int(frame.item_used))
    into_group = frame.verb == Verb.FIRE_GROUP
    return chance_to_hit_with_missile(s, w, int(frame.who), int(frame.target), int(frame.mode), into_group, band)


@rule("missile.into_melee")
def mistake_of_shot(s, w, frame):
    """Missiles in melee combat: the chance of striking another by mistake, which a group fired at has not."""
    if frame.verb == Verb.FIRE_GROUP or is_hopeless(s, w, frame):
        return 0
    return chance_of_mistake(s, w, int(frame.who), int(frame.target), int(frame.mode))


@kernel
def last_stray(needed, mistake):
    """The highest roll that strikes another, where there is room for it above the number."""
    return needed + mistake if needed + mistake <= 100 else needed


@rule("missile.to_hit", "missile.into_melee", "missile.sharpshooting", "firearm.misfire")
def to_hit_step(s, w, frame):
    """Fire/throw: D100 at or below the number hits, and its digits reversed are the location. Above the number by no
    more than the chance of a mistake it strikes another of those who fight there. Doubles of guns misfire first.
    """
    misfires = may_misfire(frame)
    if misfires and resolve_flaw_shown(s, w, frame):
        return
    needed = number_of_shot(s, w, frame)
    frame.number = needed
    stray_to = last_stray(needed, mistake_of_shot(s, w, frame))
    if misfires:
        label = zone_class(s, 100, needed, stray_to, w.book.gun_hit_label, w.book.gun_miss_label)
        if label % STRAY >= DOUBLE:
            frame.dice = label % STRAY - DOUBLE
            frame.step = Shot.MISFIRE
            emit_roll(s, Event.DOUBLE_ROLLED, int(frame.who), int(frame.target), needed, 0)
            return
    elif is_aimed(int(frame.mode)):
        label = zone_class(s, 100, needed, needed, w.book.any_location, w.book.plain_miss_label)
    else:
        label = zone_class(s, 100, needed, stray_to, w.book.hit_label, w.book.plain_miss_label)
    resolve_to_hit(s, w, frame, label)


@rule("firearm.misfire")
def resolve_partial_burn(s, w, frame):
    """Misfires: the same roll is held against the number at half the range; after a mishap in loading it is rolled now."""
    face = int(frame.dice)
    frame.dice = 0
    if face == 0:
        frame.step = Shot.TO_HIT
        return
    needed = number_of_shot(s, w, frame)
    frame.number = needed
    s.last_face = face
    stray_to = last_stray(needed, mistake_of_shot(s, w, frame))
    resolve_to_hit(s, w, frame, zone_label(face, needed, stray_to, w.book.hit_label, w.book.plain_miss_label))


@rule("missile.hit_location")
def location_of_shot(mode, rolled):
    """Hit location: the one rolled, as hand-to-hand, unless a part was named."""
    return aimed_location(mode) if is_aimed(mode) else rolled


@rule("missile.to_hit", "missile.into_melee", "c.ammunition")
def resolve_to_hit(s, w, frame, label):
    """Fire/throw: the shot is spent, and the roll says whether and where it hits."""
    who, target, mode, item = int(frame.who), int(frame.target), int(frame.mode), int(frame.item_used)
    needed = int(frame.number)
    if is_firearm(item):
        resolve_gun_fired(s, w, who, item)
    else:
        resolve_shot_spent(s, w, who, item)
    if label == MISSED:
        emit_roll(s, Event.SHOT_MISSED, who, target, needed, 0)
        frame.step = Shot.NEXT_SHOT
    elif label >= STRAY:
        emit_roll(s, Event.SHOT_MISSED, who, target, needed, 0)
        frame.location = label - STRAY
        frame.step = Shot.OTHER
    else:
        frame.location = location_of_shot(mode, label)
        frame.victim = one_named(s, target, mode)
        frame.step = step_after_hit(s, w, frame, needed + mistake_of_shot(s, w, frame) > 100)
        if frame.step == Shot.MEMBER or frame.step == Shot.MISTAKE or frame.step == Shot.LEG:
            emit_roll(s, Event.SHOT_LANDED, who, target, needed, band_of_shot(s, w, frame))
        else:
            emit_roll(s, Event.SHOT_HIT, who, target, int(frame.location), band_of_shot(s, w, frame))


@rule("missile.fire_into_group", "missile.into_melee", "missile.sharpshooting")
def step_after_hit(s, w, frame, may_be_mistaken):
    """Hit location: after a hit it remains to be seen whom of a group, whether another, or which leg."""
    if frame.verb == Verb.FIRE_GROUP:
        return int(Shot.MEMBER)
    if may_be_mistaken:
        return int(Shot.MISTAKE)
    return int(Shot.LEG) if frame.mode == Mode.AIM_LEGS else step_after_victim(s, w, frame)


@rule("mounted.rider_or_mount", "body.non_humanoid")
def step_after_victim(s, w, frame):
    """Striking mounted targets: a victim that rides may be struck itself, or its mount."""
    if is_split(s, int(frame.victim), int(frame.mode)):
        return int(Shot.MOUNTED)
    return step_after_split(s, w, frame)


@rule("body.non_humanoid")
def step_after_split(s, w, frame):
    """Non-humanoid opponents: where a hit lands on the victim's shape, unless a part was named."""
    who, victim = int(frame.who), int(frame.victim)
    if not is_aimed(int(frame.mode)):
        if has_body_roll(s, w, who, victim, int(frame.location)):
            return int(Shot.BODY)
        frame.location = settled_location(s, w, who, victim, int(frame.location))
    return step_after_place(frame)


@rule("mounted.rider_or_mount", "body.non_humanoid")
def place_step(s, w, frame):
    """Striking mounted targets: D100 for rider or mount, even chances; then the die of a shape."""
    who, victim = int(frame.who), int(frame.victim)
    if frame.step == Shot.MOUNTED:
        frame.victim = resolve_rider_or_mount(s, w, who, victim, int(frame.location), True)
        frame.step = step_after_split(s, w, frame)
        return
    frame.location = resolve_body_location(s, w, who, victim, int(frame.location))
    emit_roll(s, Event.LOCATED, who, victim, int(frame.location), 0)
    frame.step = step_after_place(frame)


@rule("missile.chart", "c.entangle")
def step_after_place(frame):
    """Missile weapon chart: then the damage is rolled; lasso and bolas entangle first."""
    return int(Shot.ENTANGLE) if entangles_from_afar(int(frame.item_used)) else int(Shot.DAMAGE)


@rule("missile.chart", "c.entangle")
def entangle_step(s, w, frame):
    """Missile weapon chart: lasso and bolas entangle; a lasso does no damage."""
    item = int(frame.item_used)
    resolve_entangled(s, int(frame.who), int(frame.victim), int(frame.location), item)
    is_harmless = w.book.missile_weapons[missile_row(item)].es == Printed.NO_DAMAGE
    frame.step = Shot.NEXT_SHOT if is_harmless else Shot.DAMAGE


@rule("missile.into_melee")
def mistake_step(s, w, frame):
    """Missiles in melee combat: when the chance of a mistake does not fit above the number, a hit takes a D100."""
    who, target = int(frame.who), int(frame.target)
    chance = chance_of_mistake(s, w, who, target, int(frame.mode))
    if passes_test(s, chance):
        emit_roll(s, Event.SHOT_MISTAKEN, who, target, chance, 0)
        frame.step = int(Shot.OTHER)
        return
    emit_roll(s, Event.SHOT_STRUCK, who, target, int(frame.location), 0)
    frame.step = step_after_victim(s, w, frame)


@rule("missile.fire_into_group", "missile.into_melee")
def victim_step(s, w, frame):
    """Firing into a group: chance decides who of the group, or who of the others, is struck."""
    who, target = int(frame.who), int(frame.target)
    is_group = frame.step == Shot.MEMBER
    victim, dice = resolve_member_hit(s, w, who, target) if is_group else resolve_mistaken_hit(s, w, who, target)
    frame.victim = victim
    kind = Event.SHOT_STRUCK if is_group else Event.SHOT_STRAYED
    emit_dice(s, kind, who, victim, int(frame.location), 0, dice)
    frame.step = step_after_victim(s, w, frame)


@rule("missile.sharpshooting")
def leg_step(s, w, frame):
    """Sharpshooting: a D6 for which leg."""
    frame.location = leg_found(s, w)
    emit_roll(s, Event.SHOT_STRUCK, int(frame.who), int(frame.target), int(frame.location), 0)
    frame.step = step_after_victim(s, w, frame)


# --- further shots ---------------------------------------------------------------------------------------------------


@rule("missile.repeating_crossbow")
def is_down(s, target):
    """Repeating crossbow: a target that has fallen, or will when its own event is over, is not worth a second bolt."""
    foe = s.units[target]
    return is_out(s, target) or foe.doomed_dead == 1 or foe.doomed_out > 0


@rule("firearm.misfire")
def resolve_end_of_volley(s, who, item):
    """Misfires: once all barrels have been fired, the next shot is the nervous one after a flash in the pan."""
    if flaw_of(s, who, item) == Flaw.FLASHED_NOW:
        resolve_flaw(s, who, hand_of(s, who, item), Flaw.FLASHED)


@rule("missile.repeating_crossbow", "action.missile", "c.multi_barrel")
def next_shot_step(s, w, frame):
    """Repeating crossbow: the second shot is at the same target, after the first has taken full effect; it is wasted on
    one that is down. The barrels of a gun are fired together, so none is held back.
    """
    who, target, item = int(frame.who), int(frame.first_target), int(frame.item_used)
    frame.index += 1
    if frame.index >= frame.amount or refusal_of_shooting(s, w, who, item) != Refusal.NONE:
        pop(s)
        resolve_end_of_volley(s, who, item)
    elif not is_firearm(item) and is_down(s, target):
        resolve_shot_spent(s, w, who, item)
        emit(s, Event.SHOT_WASTED, who, target, 0, 0)
    else:
        frame.target = target
        frame.victim = target
        frame.location = 0
        frame.dice = 0
        frame.flag_bits = 0
        frame.step = Shot.SPREAD if frame.key != 0 else Shot.TO_HIT
