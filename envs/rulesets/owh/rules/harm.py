"""Damage, defeat, death, and what a unit suffers: how hit points go down, and what ends when they are gone."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import sum_of
from ....core.state import NO_UNIT, emit, open_total, term
from ..vocab import NO_CARD, Event, Term, Trait
from .conditions import (
    has_trait,
    hp_limit,
    is_aloft,
    is_exhausted,
    is_fearless,
    is_party,
    is_standing,
    is_terrified,
)
from .ground import is_in_water, resolve_water

# --- damage ----------------------------------------------------------------------------------------------------------


@rule("damage.formula", "death.defeat")
def lose_hp(s, w, who, source, points):
    """Defeat: hit points go down, and at none the unit is out of play."""
    unit = s.units[who]
    if unit.dead == 1 or unit.cell < 0:
        return
    if points <= 0:
        emit(s, Event.NO_DAMAGE, source, who, 0, 0)
        return
    before = int(unit.hp)
    left = before - points
    unit.hp = max(left, 0)
    emit(s, Event.DAMAGED, source, who, before - int(unit.hp), unit.hp)
    if unit.down == 1:
        if is_massive(s, w, who, points):
            resolve_death(s, who)
    elif left <= w.book.defeat_threshold:
        resolve_defeat(s, w, who, is_massive(s, w, who, -left))


@kernel
def lose_rolled_hp(s, w, who, points, stopped):
    """Damage of a mishap: dice, less what armour stops."""
    open_total(s)
    lose_hp(s, w, who, NO_UNIT, term(s, Term.DICE, points) + term(s, Term.ARMOUR, -stopped))


@rule("death.instant")
def is_massive(s, w, who, excess):
    """Instant death: damage that exceeds what was left by at least the maximum hit points."""
    return 100 * excess >= int(w.book.massive_damage_pct) * hp_limit(s, w, who)


@rule("incapacitate.open", "stealth.incapacitate")
def lose_hp_but_one(s, w, who, source, points):
    """Incapacitating: damage that cannot bring a unit below 1 hit point."""
    unit = s.units[who]
    if points <= 0:
        emit(s, Event.NO_DAMAGE, source, who, 0, 0)
        return
    before = int(unit.hp)
    unit.hp = max(before - points, min(int(w.book.subdue_hp_floor), before))
    emit(s, Event.DAMAGED, source, who, before - int(unit.hp), unit.hp)


@rule("death.defeat", "death.bleeding_out")
def resolve_defeat(s, w, who, is_instant):
    """Defeat: units of a party lie bleeding out, others die at once."""
    bleeds = w.book.party_bleeds_out == 1 if is_party(s, who) else w.book.npc_bleeds_out == 1
    if is_instant or not bleeds:
        resolve_death(s, who)
        return
    unit = s.units[who]
    was_aloft = is_aloft(s, who)
    unit.down = 1
    unit.unconscious = 0
    unit.rounds_down = 0
    unit.fell_this_round = 1
    emit(s, Event.BLED_OUT, who, NO_UNIT, 0, 0)
    leave_play(s, who, was_aloft)


@rule("death.defeat")
def resolve_death(s, who):
    """Death: the corpse stays where it is."""
    unit = s.units[who]
    unit.dead = 1
    unit.down = 0
    unit.unconscious = 0
    unit.hp = 0
    emit(s, Event.DIED, who, NO_UNIT, 0, 0)
    leave_play(s, who, False)


@rule("incapacitate.methods")
def knock_out(s, who):
    """Incapacitation: unconscious until another unit helps."""
    if not is_standing(s, who):
        return
    was_aloft = is_aloft(s, who)
    s.units[who].unconscious = 1
    emit(s, Event.KNOCKED_OUT, who, NO_UNIT, 0, 0)
    leave_play(s, who, was_aloft)


@rule("death.status_on_downed", "completion.hidden", "synergy.coordinated_roll")
def leave_play(s, who, was_aloft):
    """Statuses of downed units: timers and bonuses end; what needs an item to be cured stays. The card is lost."""
    unit = s.units[who]
    unit.stunned = 0
    unit.rooted = 0
    unit.blind = 0
    unit.deafened = 0
    unit.hidden = 0
    unit.defending = 0
    unit.berserk = 0
    unit.coordinated_on = NO_UNIT
    unit.card = NO_CARD
    for other in range(s.unit_count):
        if s.units[other].coordinated_on == who:
            s.units[other].coordinated_on = NO_UNIT
    s.is_decided = 1
    if was_aloft:
        begin_fall(s, who)


# --- falling ---------------------------------------------------------------------------------------------------------


@rule("status.flying", "status.falling", "status.ethereal")
def begin_fall(s, who):
    """Flying: a flier that can no longer stay in the air is grounded and falls; ethereal units never fall."""
    if not has_trait(s, who, Trait.ETHEREAL):
        s.units[who].grounded = 1
        s.falling |= 1 << who


@rule("status.falling")
def resolve_next_fall(s, w):
    """Falling: the first of those that fall comes down from the height at which it flew, perhaps into water."""
    for who in range(s.unit_count):
        if (s.falling >> who) & 1 == 1:
            s.falling &= ~(1 << who)
            resolve_water(s, w, who)
            resolve_fall(s, w, who, int(w.book.flying_altitude))
            return


@rule("status.falling")
def resolve_fall(s, w, who, metres):
    """Falling: a d6 a metre; armour does not help."""
    points = sum_of(s, metres * int(w.book.fall_dice_per_m), int(w.book.fall_sides))
    stopped = min(int(s.units[who].armour), points) if w.book.fall_armour == 1 else 0
    emit(s, Event.FELL, who, NO_UNIT, points - stopped, metres)
    lose_rolled_hp(s, w, who, points, stopped)


# --- statuses --------------------------------------------------------------------------------------------------------


@rule("completion.status_durations")
def longer(counter, turns):
    """Durations: of two counters the longer holds."""
    return max(int(counter), turns)


@rule("status.stunned")
def stun(s, who, turns):
    """Stunned: for so many turns; a flier falls."""
    if turns > 0 and is_standing(s, who):
        was_aloft = is_aloft(s, who)
        s.units[who].stunned = longer(s.units[who].stunned, turns)
        emit(s, Event.STUNNED, who, NO_UNIT, s.units[who].stunned, 0)
        if was_aloft:
            begin_fall(s, who)


@rule("status.rooted")
def root(s, who, turns):
    """Rooted: for so many turns; a flier falls."""
    if turns > 0 and is_standing(s, who):
        was_aloft = is_aloft(s, who)
        s.units[who].rooted = longer(s.units[who].rooted, turns)
        emit(s, Event.ROOTED, who, NO_UNIT, s.units[who].rooted, 0)
        if was_aloft:
            begin_fall(s, who)


@rule("status.blind")
def make_blind(s, who, turns):
    """Blind: for so many turns; creatures that are blind by nature are immune."""
    if turns > 0 and is_standing(s, who) and not has_trait(s, who, Trait.NATURALLY_BLIND):
        s.units[who].blind = longer(s.units[who].blind, turns)
        emit(s, Event.BLINDED, who, NO_UNIT, s.units[who].blind, 0)


@rule("status.deafened")
def deafen(s, who, turns):
    """Deafened: for so many turns."""
    if turns > 0 and is_standing(s, who):
        s.units[who].deafened = longer(s.units[who].deafened, turns)
        emit(s, Event.DEAFENED, who, NO_UNIT, s.units[who].deafened, 0)


@rule("status.bleeding")
def add_bleeding(s, w, who, stacks):
    """Bleeding: stacks add up."""
    if stacks > 0 and is_standing(s, who):
        before = int(s.units[who].bleeding)
        s.units[who].bleeding = before + stacks if w.book.bleeding_stackable == 1 else max(before, 1)
        emit(s, Event.BLEEDS, who, NO_UNIT, s.units[who].bleeding, 0)


@rule("status.ignited")
def ignite(s, w, who, stacks):
    """Ignited: stacks may add up; who stands in water does not burn."""
    if stacks > 0 and is_standing(s, who) and not is_in_water(s, w, who):
        before = int(s.units[who].ignited)
        s.units[who].ignited = before + stacks if w.book.ignited_stackable == 1 else max(before, 1)
        emit(s, Event.BURNS, who, NO_UNIT, s.units[who].ignited, 0)


@rule("status.poisoned")
def poison(s, w, who):
    """Poisoned: does not stack."""
    unit = s.units[who]
    unit.poisoned = int(unit.poisoned) + 1 if w.book.poisoned_stackable == 1 else 1
    emit(s, Event.POISONED, who, NO_UNIT, 0, 0)


@rule("status.paralyzed")
def paralyze(s, who):
    """Paralyzed: incapable of anything until cured, and not able; a flier falls."""
    was_aloft = is_aloft(s, who)
    s.units[who].paralyzed = 1
    s.units[who].defending = 0
    s.is_decided = 1
    emit(s, Event.PARALYZED, who, NO_UNIT, 0, 0)
    if was_aloft:
        begin_fall(s, who)


@rule("fear.frightened")
def frighten(s, w, who, level):
    """Fear: the stronger level holds; the fearless gain none, and terror ends running berserk."""
    unit = s.units[who]
    if level <= unit.fear or is_fearless(s, who):
        return
    unit.fear = level
    emit(s, Event.FEARS, who, NO_UNIT, level, 0)
    if unit.berserk > 0 and is_terrified(s, w, who):
        unit.berserk = 0
        emit(s, Event.CALMED, who, NO_UNIT, 0, 0)


@rule("fatigue.accrual")
def tire(s, w, who):
    """Fatigue: one level more; the last is unconsciousness."""
    unit = s.units[who]
    if is_exhausted(s, w, who):
        return
    unit.fatigue += 1
    emit(s, Event.TIRED, who, NO_UNIT, unit.fatigue, 0)
    if is_exhausted(s, w, who):
        knock_out(s, who)


@rule("completion.hidden")
def reveal(s, who):
    """Hidden: all sides now know where the unit is."""
    if s.units[who].hidden == 1:
        s.units[who].hidden = 0
        emit(s, Event.SPOTTED, who, NO_UNIT, 0, 0)
