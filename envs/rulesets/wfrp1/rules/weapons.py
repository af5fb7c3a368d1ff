"""Weapons: what is in which hand, who knows how to use it, and the weapon modifier table."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import (
    FIRST_FIREARM,
    FIRST_MELEE,
    FIRST_MISSILE,
    LAST_FIREARM,
    LAST_MELEE,
    LAST_MISSILE,
    STRIKES_AS,
    Flaw,
    Item,
    Location,
    Mode,
)
from .conditions import is_arm_off

NO_ROW = -1  # an item that is in no weapon table
BOTH_HANDS = 2  # ``hands`` of a two-handed weapon

# --- items -----------------------------------------------------------------------------------------------------------


@rule("weapon.classes")
def is_melee_weapon(item):
    """Ordinary and specialist weapons: made for striking, as listed in the weapon modifier table."""
    return FIRST_MELEE <= item <= LAST_MELEE


@rule("weapon.classes")
def is_missile_weapon(item):
    """Ordinary and specialist weapons: bows, slings, thrown weapons and firearms."""
    return FIRST_MISSILE <= item <= LAST_FIREARM


@rule("weapon.classes")
def is_firearm(item):
    """Ordinary and specialist weapons: firearms have a chart of their own."""
    return FIRST_FIREARM <= item <= LAST_FIREARM


@rule("firearm.damp")
def needs_powder(item):
    """Damp: firearms, bombs and incendiaries burn powder."""
    return is_firearm(item) or item == Item.BOMB or item == Item.INCENDIARY


@rule("firearm.damp")
def carries_powder(s, who):
    """Damp: whether something in the hands or the pack burns powder."""
    unit = s.units[who]
    if needs_powder(int(unit.main_hand)) or needs_powder(int(unit.off_hand)):
        return True
    for k in range(len(unit.pack)):
        if needs_powder(int(unit.pack[k])):
            return True
    return False


@rule("c.missile_weapon_as_club")
def melee_row(item):
    """Striking with a bow or gun in the hand: the row of ``melee_weapons`` an item strikes with; -1 cannot strike."""
    return int(STRIKES_AS[item])


@kernel
def missile_row(item):
    """The row of an item in ``missile_weapons``, -1 for any other item."""
    return int(item) - FIRST_MISSILE if FIRST_MISSILE <= item <= LAST_MISSILE else NO_ROW


@kernel
def firearm_row(item):
    """The row of an item in ``firearms``, -1 for any other item."""
    return int(item) - FIRST_FIREARM if FIRST_FIREARM <= item <= LAST_FIREARM else NO_ROW


@rule("missile.definition")
def is_thrown(w, item):
    """Missile weapons: axes, darts and spears leave the hand themselves; bows and guns send something."""
    return FIRST_MISSILE <= item <= LAST_MISSILE and w.book.missile_weapons[missile_row(item)].thrown == 1


@kernel
def hands_needed(w, item):
    """Hands an item needs: 1 or 2."""
    if is_melee_weapon(item):
        hands = w.book.melee_weapons[melee_row(item)].hands
    elif is_firearm(item):
        hands = w.book.firearms[firearm_row(item)].hands
    elif is_missile_weapon(item):
        hands = w.book.missile_weapons[missile_row(item)].hands
    else:
        hands = 1
    return BOTH_HANDS if hands == BOTH_HANDS else 1


# --- hands -----------------------------------------------------------------------------------------------------------


@kernel
def held_item(s, who, off):
    """The item in the main or in the off hand."""
    return int(s.units[who].off_hand if off else s.units[who].main_hand)


@rule("c.ammunition")
def is_second_missile(s, who, off):
    """Ammunition: each hand may hold a missile weapon; the shots of the other hand's are then counted apart."""
    return off and is_missile_weapon(int(s.units[who].main_hand))


@rule("c.ammunition")
def shots_in_hand(s, who, off):
    """Ammunition: shots left for the missile weapon of a hand."""
    if not is_missile_weapon(held_item(s, who, off)):
        return 0
    return int(s.units[who].second_ammunition if is_second_missile(s, who, off) else s.units[who].ammunition)


@rule("c.ammunition", "missile.carry_loaded")
def shots_ready(s, who, off):
    """Carrying loaded weapons: shots ready in the missile weapon of a hand."""
    if not is_missile_weapon(held_item(s, who, off)):
        return 0
    return int(s.units[who].second_loaded if is_second_missile(s, who, off) else s.units[who].loaded)


@rule("firearm.misfire", "firearm.reload_stress")
def flaw_in_hand(s, who, off):
    """Misfires: what is wrong with the missile weapon of a hand."""
    if not is_missile_weapon(held_item(s, who, off)):
        return int(Flaw.NONE)
    return int(s.units[who].second_flaw if is_second_missile(s, who, off) else s.units[who].gun_flaw)


@rule("c.missile_weapon_as_club", "missile.in_melee")
def weapon_held(s, w, who, off):
    """Striking with a bow or gun in the hand: what a hand has to fight with; of thrown weapons one that is still there."""
    item = held_item(s, who, off)
    return int(Item.NOTHING) if is_thrown(w, item) and shots_ready(s, who, off) == 0 else item


@rule("modifier.wrong_hand")
def arm_of(s, who, off):
    """Wrong hand: the good hand is the right one, unless the character is left-handed; given as an arm's location."""
    is_left = (s.units[who].left_handed == 1) != bool(off)
    return int(Location.LEFT_ARM) if is_left else int(Location.RIGHT_ARM)


@rule("c.disabled_limbs")
def may_use_hand(s, w, who, off):
    """Disabled limbs: what a disabled arm holds cannot be used; a two-handed weapon needs both arms and both hands."""
    unit = s.units[who]
    if is_arm_off(s, who, arm_of(s, who, off)):
        return False
    if hands_needed(w, held_item(s, who, off)) == BOTH_HANDS:
        return not off and unit.off_hand == Item.NOTHING and not is_arm_off(s, who, arm_of(s, who, True))
    return True


@rule("c.natural_weapons")
def natural_weapon(s, who):
    """Natural weapons: teeth, claws and hooves, of creatures that fight with them."""
    return int(Item.NATURAL_WEAPON if s.units[who].natural_weapons == 1 else Item.NOTHING)


@rule("action.combat")
def striking_item(s, w, who, mode):
    """Combat: a blow is struck with the main hand's weapon, or the other hand's when so chosen, or teeth and claws."""
    if mode == Mode.UNARMED:
        return int(Item.NOTHING)
    off = mode == Mode.OFF_HAND
    item = weapon_held(s, w, who, off)
    if melee_row(item) != NO_ROW and may_use_hand(s, w, who, off):
        return item
    return int(Item.NOTHING) if off else natural_weapon(s, who)


@kernel
def is_made(item):
    """Whether an item can be dropped, flung, damaged or broken: all but fists, teeth and claws."""
    return item != Item.NOTHING and item != Item.NATURAL_WEAPON


@kernel
def is_light(item):
    """Candles, torches, lamps and lanterns."""
    return Item.CANDLE <= item <= Item.LANTERN


# --- training --------------------------------------------------------------------------------------------------------


@rule("c.specialist_groups")
def knows_groups(s, who, group, group_all):
    """Specialist groups: one of the weapon's groups is enough, but some need several; 0 is an ordinary weapon."""
    known = int(s.units[who].specialist)
    if group_all != 0 and known & group_all != group_all:
        return False
    return group == 0 or known & group != 0


@rule("weapon.specialist", "c.specialist_groups")
def is_trained(s, w, who, item):
    """Ordinary and specialist weapons: whether a unit knows how to use an item as what it was made for."""
    if is_melee_weapon(item):
        weapon = w.book.melee_weapons[melee_row(item)]
        return knows_groups(s, who, int(weapon.group), int(weapon.group_all))
    if is_firearm(item):
        return knows_groups(s, who, int(w.book.firearms[firearm_row(item)].group), 0)
    if is_missile_weapon(item):
        return knows_groups(s, who, int(w.book.missile_weapons[missile_row(item)].group), 0)
    return True


@rule("weapon.specialist")
def weapon_skill_as(s, w, who, form):
    """Ordinary and specialist weapons: an untrained user counts as having WS 10, or its own when that is less."""
    skill = int(s.units[who].weapon_skill)
    if is_trained(s, w, who, form):
        return skill
    return min(skill, int(w.book.untrained_ws))


@rule("weapon.specialist")
def weapon_skill_with(s, w, who, item):
    """Ordinary and specialist weapons: Weapon Skill with an item, as what it is used as."""
    return weapon_skill_as(s, w, who, fighting_form(s, who, item))


@rule("missile.specialist")
def ballistic_skill_with(s, w, who, item):
    """Ordinary and specialist missile weapons: an untrained user counts as having BS 10, or its own when that is less."""
    skill = int(s.units[who].ballistic_skill)
    if is_trained(s, w, who, item):
        return skill
    return min(skill, int(w.book.untrained_bs))


# --- the weapon modifier table ---------------------------------------------------------------------------------------


@rule("weapon.lance")
def is_lance_couched(s, who):
    """Lance: its values hold only when mounted and charging; otherwise its butt is used like a hand weapon."""
    return s.units[who].mount != NO_UNIT and s.units[who].charging > 0


@rule("c.missile_weapon_as_club", "weapon.lance")
def fighting_form(s, who, item):
    """Striking with a bow or gun in the hand: the weapon of the table that an item is used as."""
    if item == Item.LANCE and not is_lance_couched(s, who):
        return int(Item.HAND_WEAPON)
    row = melee_row(item)
    return row + FIRST_MELEE if row != NO_ROW else int(item)


@rule("weapon.lance", "parry.attempt")
def parrying_form(s, who, item):
    """Lance: it parries as one for the whole round of a mounted charge; everything else as what it strikes as."""
    if item == Item.LANCE and s.units[who].mount != NO_UNIT and s.units[who].charged == 1:
        return int(Item.LANCE)
    return fighting_form(s, who, item)


@rule("weapon.modifiers")
def modifier_row(s, w, who, item):
    """Weapon modifiers: the row whose numbers count for an item; -1 when the table is not in use or has none for it."""
    if w.book.opt_weapon_modifiers == 0:
        return NO_ROW
    return melee_row(fighting_form(s, who, item))


@rule("weapon.modifiers")
def weapon_initiative(s, w, who, engaged):
    """Weapon modifiers: Initiative for the main hand's weapon. A missile weapon counts as a club only for an engaged unit."""
    item = int(s.units[who].main_hand)
    row = modifier_row(s, w, who, item)
    if row == NO_ROW or (is_missile_weapon(item) and not engaged):
        return 0
    return int(w.book.melee_weapons[row].initiative)


@rule("weapon.spear_halberd")
def is_aerial(s, target):
    """Weapon modifiers, notes * and **: aerial is a combatant that flies or swoops, in which it keeps its altitude."""
    return s.units[target].altitude_yd > 0


@rule("weapon.modifiers", "weapon.spear_halberd")
def weapon_to_hit(s, w, who, target, item):
    """Weapon modifiers: to hit for the weapon that strikes; spear and halberd are better against those in the air."""
    row = modifier_row(s, w, who, item)
    if row == NO_ROW:
        return 0
    weapon = fighting_form(s, who, item)
    if weapon == Item.SPEAR and is_aerial(s, target):
        return int(w.book.spear_aerial_to_hit)
    if weapon == Item.HALBERD and is_aerial(s, target):
        return int(w.book.halberd_aerial_to_hit)
    return int(w.book.melee_weapons[row].to_hit)


@rule("body.large_creature_attacks")
def special_damage(s, who):
    """Special attacks of large creatures: what their profile adds to the damage of bites, blows with the tail and so on."""
    return int(s.units[who].natural_damage)


@rule("weapon.modifiers")
def weapon_damage(s, w, who, item):
    """Weapon modifiers: damage for the weapon that strikes; natural weapons have none but what the creature is known for."""
    if item == Item.NATURAL_WEAPON:
        return int(w.book.natural_damage) + special_damage(s, who)
    row = modifier_row(s, w, who, item)
    return 0 if row == NO_ROW else int(w.book.melee_weapons[row].damage)


@rule("weapon.modifiers")
def weapon_parry(s, w, who, item):
    """Weapon modifiers: parrying for the item that parries."""
    row = NO_ROW if w.book.opt_weapon_modifiers == 0 else melee_row(parrying_form(s, who, item))
    return 0 if row == NO_ROW else int(w.book.melee_weapons[row].parry)
