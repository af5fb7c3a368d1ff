"""Weapons: what is in hand, what it reaches, loading, drawing, dropping and picking up."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD, distance
from ..vocab import NO_SLOT, SLOTS, Event, Item, Refusal, Strike, WeaponKind
from .conditions import end_watch, floor_of
from .sight import has_sight


@kernel
def has_weapon(s, w, who, slot):
    """Whether a slot holds a weapon that has not been dropped, nor thrown to the last."""
    unit = s.units[who]
    return unit.weapons[slot] != Item.UNARMED and unit.lies[slot] < 0 and not is_thrown_away(s, w, who, slot)


@rule("completion.weapon_table")
def is_natural(w, item):
    """Weapons: claws, teeth and trained fists are part of the body."""
    return w.book.weapons[item].natural == 1


@rule("attack.types")
def item_of(s, who, strike):
    """Types of attack: the weapon of a slot, or bare hands."""
    unit = s.units[who]
    if strike < SLOTS:
        return int(unit.weapons[strike])
    return int(Item.UNARMED)


@rule("attack.types", "completion.weapon_table")
def counts_as_unarmed(w, item):
    """Types of attack: bare hands, trained fists and bites, for grabs, escapes and unarmed exploits."""
    return w.book.weapons[item].unarmed == 1


@kernel
def kind_of(w, item):
    """What a weapon is: melee, ranged or thrown."""
    return int(w.book.weapons[item].kind)


@rule("attack.types")
def refusal_of_use(s, w, who, strike):
    """Types of attack: the weapon in hand, natural weapons, and bare hands always."""
    if strike == Strike.UNARMED:
        return Refusal.NONE
    if strike >= SLOTS or not has_weapon(s, w, who, strike):
        return Refusal.NO_WEAPON
    if s.units[who].held == strike or is_natural(w, int(s.units[who].weapons[strike])):
        return Refusal.NONE
    return Refusal.NOT_IN_HAND


@kernel
def may_use(s, w, who, strike):
    """Whether a weapon can be used."""
    return refusal_of_use(s, w, who, strike) == Refusal.NONE


@rule("completion.ammunition")
def uses_shots(w, item):
    """Ammunition: weapons with a capacity, and thrown ones, run out; bows and slings do not."""
    return w.book.weapons[item].capacity > 0 or w.book.weapons[item].count > 0


@rule("completion.ammunition")
def is_thrown_away(s, w, who, slot):
    """Ammunition: all there were have been thrown, and nothing comes back."""
    weapon = w.book.weapons[s.units[who].weapons[slot]]
    return (
        weapon.kind == WeaponKind.THROWN
        and weapon.count > 0
        and weapon.capacity == 0
        and s.units[who].loaded[slot] == 0
    )


@rule("completion.ammunition")
def is_loaded(s, w, who, strike):
    """Ammunition: whether a weapon can shoot, or there is one left to throw."""
    if strike >= SLOTS:
        return False
    return not uses_shots(w, item_of(s, who, strike)) or s.units[who].loaded[strike] > 0


@rule("completion.melee_reach")
def reach_of(s, w, who, strike):
    """Reach: that of the weapon, or the unit's own if it is longer."""
    return max(int(w.book.weapons[item_of(s, who, strike)].reach), int(s.units[who].reach))


@rule("completion.melee_reach")
def has_reach(s, w, who, strike, here, there):
    """Reach: with a melee weapon, from one cell to another, near enough and on a level near enough. Sight is not looked at."""
    reach = reach_of(s, w, who, strike)
    if kind_of(w, item_of(s, who, strike)) == WeaponKind.RANGED or distance(here, there) > reach:
        return False
    return abs(floor_of(w, here) - floor_of(w, there)) <= reach * w.book.levels_per_reach


@rule("completion.melee_reach")
def refusal_of_melee_reach(s, w, who, target, strike):
    """Reach: the target is within it, and in sight."""
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    if here < 0 or there < 0 or not has_reach(s, w, who, strike, here, there):
        return Refusal.OUT_OF_REACH
    return Refusal.NONE if has_sight(s, w, who, target) else Refusal.OUT_OF_SIGHT


@kernel
def is_in_melee_reach(s, w, who, target, strike):
    """Whether a target is in melee reach."""
    return refusal_of_melee_reach(s, w, who, target, strike) == Refusal.NONE


@rule("attack.types", "completion.melee_reach")
def is_ranged_attack(s, w, who, target, strike):
    """Types of attack: a thrown weapon is used hand to hand within reach, and thrown beyond, also at who is too high or low."""
    kind = kind_of(w, item_of(s, who, strike))
    if kind != WeaponKind.THROWN:
        return kind == WeaponKind.RANGED
    return not has_reach(s, w, who, strike, int(s.units[who].cell), int(s.units[target].cell))


@rule("range.increment")
def increments(w, increment, gap):
    """Range increments: how many a distance takes; exactly on the limit is still the lower one."""
    return (gap + increment - 1) // increment


@rule("range.max")
def is_within_range(w, increment, gap):
    """Maximum range: five increments."""
    return increment > 0 and increments(w, increment, gap) <= w.book.max_increments


@rule("completion.ammunition")
def spend_shots(s, w, who, strike, shots):
    """Ammunition: shots are used up; an empty weapon ends overwatch, and a missile thrown last leaves the hand empty."""
    unit = s.units[who]
    if strike >= SLOTS or not uses_shots(w, item_of(s, who, strike)):
        return
    unit.loaded[strike] = max(int(unit.loaded[strike]) - shots, 0)
    if unit.loaded[strike] == 0:
        end_watch(s, who)
        if is_thrown_away(s, w, who, strike):
            unit.held = NO_SLOT


# --- handling --------------------------------------------------------------------------------------------------------


@rule("action.reload")
def refusal_of_reloading(s, w, who):
    """Reloading: a weapon in hand with a capacity that is not full."""
    unit = s.units[who]
    if unit.held < 0:
        return Refusal.NO_WEAPON_HELD
    capacity = int(w.book.weapons[unit.weapons[unit.held]].capacity)
    if capacity == 0:
        return Refusal.NO_CAPACITY
    return Refusal.NONE if unit.loaded[unit.held] < capacity else Refusal.LOADED


@rule("action.reload", "completion.ammunition")
def resolve_reload(s, w, who):
    """Reloading: the weapon in hand is full again."""
    unit = s.units[who]
    unit.loaded[unit.held] = w.book.weapons[unit.weapons[unit.held]].capacity
    emit(s, Event.RELOADED, who, NO_UNIT, int(unit.weapons[unit.held]), 0)


@rule("action.draw_sheathe")
def refusal_of_drawing(s, w, who):
    """Drawing: with empty hands, if there is a weapon to draw."""
    if s.units[who].held >= 0:
        return Refusal.HANDS_FULL
    for slot in range(SLOTS):
        if refusal_of_drawing_from(s, w, who, slot) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NO_WEAPON_TO_DRAW


@rule("action.draw_sheathe")
def refusal_of_drawing_from(s, w, who, slot):
    """Drawing: a weapon that is carried, not one that is part of the body."""
    if slot >= SLOTS or not has_weapon(s, w, who, slot):
        return Refusal.NO_WEAPON
    return Refusal.PART_OF_BODY if is_natural(w, int(s.units[who].weapons[slot])) else Refusal.NONE


@rule("action.draw_sheathe")
def resolve_draw(s, who, slot):
    """Drawing: the weapon is in hand."""
    s.units[who].held = slot
    emit(s, Event.DREW, who, NO_UNIT, int(s.units[who].weapons[slot]), 0)


@rule("action.draw_sheathe", "action.drop_item")
def refusal_of_laying_down(s, who):
    """Sheathing, dropping: a weapon is in hand."""
    return Refusal.NONE if s.units[who].held >= 0 else Refusal.NO_WEAPON_HELD


@rule("action.draw_sheathe")
def resolve_sheathe(s, who):
    """Sheathing: the hands are empty; overwatch ends."""
    unit = s.units[who]
    emit(s, Event.SHEATHED, who, NO_UNIT, int(unit.weapons[unit.held]), 0)
    unit.held = NO_SLOT
    end_watch(s, who)


@rule("action.drop_item")
def resolve_drop(s, who):
    """Dropping: the weapon lies in the unit's own cell; overwatch ends."""
    unit = s.units[who]
    slot = int(unit.held)
    emit(s, Event.DROPPED, who, NO_UNIT, int(unit.weapons[slot]), 0)
    unit.lies[slot] = unit.cell
    unit.held = NO_SLOT
    end_watch(s, who)


@rule("action.pick_up")
def slot_to_pick_up(s, w, who):
    """Picking up: the first of its own weapons that lies in its own or a neighbouring cell. NO_SLOT none."""
    unit = s.units[who]
    for slot in range(SLOTS):
        if unit.lies[slot] >= 0 and distance(int(unit.cell), int(unit.lies[slot])) <= w.book.pick_up_reach:
            return slot
    return NO_SLOT


@rule("action.pick_up")
def refusal_of_picking_up(s, w, who):
    """Picking up: a weapon that it has lost and that lies near enough."""
    if slot_to_pick_up(s, w, who) != NO_SLOT:
        return Refusal.NONE
    for slot in range(SLOTS):
        if s.units[who].lies[slot] >= 0:
            return Refusal.LOST_TOO_FAR
    return Refusal.NOTHING_LOST


@rule("action.pick_up")
def resolve_pick_up(s, w, who):
    """Picking up: into the hand if it is empty, else it is sheathed."""
    unit = s.units[who]
    slot = slot_to_pick_up(s, w, who)
    unit.lies[slot] = OFF_BOARD
    if unit.held < 0:
        unit.held = slot
    emit(s, Event.PICKED_UP, who, NO_UNIT, int(unit.weapons[slot]), 0)


@rule("attack.types", "range.max", "completion.ammunition")
def refusal_of_shot(s, w, who, target, strike):
    """Types of attack: a loaded ranged or thrown weapon in hand, within five increments. Sight is not looked at."""
    item = item_of(s, who, strike)
    if kind_of(w, item) == WeaponKind.MELEE:
        return Refusal.MELEE_WEAPON
    if s.units[who].held != strike:
        return Refusal.NOT_IN_HAND
    if not is_loaded(s, w, who, strike):
        return Refusal.NOT_LOADED
    if not is_ranged_attack(s, w, who, target, strike):
        return Refusal.WITHIN_REACH
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    return Refusal.NONE if is_within_range(w, int(w.book.weapons[item].increment), gap) else Refusal.OUT_OF_RANGE


@kernel
def may_shoot_with(s, w, who, target, strike):
    """Whether a target can be shot at with a weapon, as far as the eye may not matter."""
    return refusal_of_shot(s, w, who, target, strike) == Refusal.NONE
