"""What a unit can still do after an effect that it is thought to suffer: a charger in a hazard, or the target of a primed skill.

A drop empties the sword hand, unless the other arm was struck.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..rules.effects import slot_to_break, turns_of
from ..rules.hands import OFF, SWORD, slot_in_off_hand, slot_in_sword_hand
from ..rules.harm import is_bloodied, is_down_to_injury, is_mangled, is_mutilated
from ..rules.things import is_broken_by
from ..vocab import Body, EffectKind, Place


@kernel
def body_of(s, who):
    """What an effect changes of a unit that affects its attacks and defences; ``heal`` takes it."""
    unit = s.units[who]
    places = unit.places
    ends = (int(unit.hp), int(unit.unconscious), int(unit.sleeping), int(unit.prone), int(unit.grab_target))
    timers = (int(unit.stumble_timer), int(unit.daze_timer), int(unit.locked))
    binds = (int(unit.bound_hands), int(unit.bound_arms[SWORD]), int(unit.bound_arms[OFF]))
    held = (int(places[0]), int(places[1]), int(places[2]), int(places[3]), int(places[4]), int(places[5]))
    return ends, timers, binds, held


@kernel
def heal(s, who, before):
    """Restore what ``body_of`` returned."""
    unit = s.units[who]
    ends, timers, binds, held = before
    unit.hp, unit.unconscious, unit.sleeping, unit.prone, unit.grab_target = ends
    unit.stumble_timer, unit.daze_timer, unit.locked = timers
    unit.bound_hands, unit.bound_arms[SWORD], unit.bound_arms[OFF] = binds
    for slot in range(len(held)):
        unit.places[slot] = held[slot]


@kernel
def be_hit(s, w, who, by):
    """Let a unit be hit: it wakes up, and does not hold the one that has hit it any longer."""
    unit = s.units[who]
    unit.sleeping = 0
    if w.book.ends_on_plain_damage == 1 or (w.book.ends_on_hit_by_held == 1 and unit.grab_target == by):
        unit.grab_target = NO_UNIT


@kernel
def suffer(s, w, who, effect, number, part):
    """Let a unit suffer an effect, as far as it affects the attacks and defences that come next."""
    unit = s.units[who]
    turns = int(turns_of(w, number))
    hand = OFF if part == Body.OTHER_ARM else SWORD
    if w.book.ends_on_effect == 1:
        unit.grab_target = NO_UNIT
    if effect == EffectKind.FALL:
        unit.prone = 1
    elif effect == EffectKind.STUMBLE:
        unit.stumble_timer = max(int(unit.stumble_timer), turns)
    elif effect == EffectKind.DAZE:
        unit.daze_timer = max(int(unit.daze_timer), turns)
        unit.locked = 1
    elif effect == EffectKind.BIND_HANDS:
        unit.bound_hands = max(int(unit.bound_hands), turns)
    elif effect == EffectKind.BIND_ARM:
        unit.bound_arms[hand] = max(int(unit.bound_arms[hand]), turns)
    elif effect == EffectKind.HIT:
        unit.hp -= number
        unit.unconscious = 1 if is_struck_down(s, w, who) else int(unit.unconscious)
    elif effect == EffectKind.DROP or effect == EffectKind.BREAK:
        lose_item(s, w, who, effect, number, hand)


@kernel
def is_struck_down(s, w, who):
    """Whether a unit dies or faints at once with the hit points it has left."""
    if not is_down_to_injury(s, w, who):
        return False
    if s.units[who].hp <= w.book.dead_at_or_below:
        return True
    if is_mutilated(s, w, who):
        return w.book.mutilated_unconscious_turns == 0
    return is_mangled(s, w, who) and not is_bloodied(s, w, who) and w.book.mangled_unconscious_turns == 0


@kernel
def lose_item(s, w, who, effect, strength, hand):
    """Take away the item that a hand drops, or that a break destroys."""
    if effect == EffectKind.DROP:
        slot = slot_in_off_hand(s, who) if hand == OFF else slot_in_sword_hand(s, who)
        if slot >= 0:
            s.units[who].places[slot] = Place.ON_GROUND
        return
    slot = slot_to_break(s, who)
    if slot >= 0 and is_broken_by(s, w, who, slot, strength):
        s.units[who].places[slot] = Place.BROKEN
