"""What the tables say about the things a combatant carries, in one battle with its own numbers."""

from __future__ import annotations

from ....scenario.battle import Battle
from ..rules.drawing import UNSEARCHED
from ..rules.hands import BY_INITIATIVE, BY_ROUNDS
from ..vocab import (
    FIRST_FIREARM,
    FIRST_MELEE,
    FIRST_MISSILE,
    LAST_FIREARM,
    LAST_MELEE,
    LAST_MISSILE,
    LIGHTS,
    Group,
    Item,
)
from .profile import Unit

BOMBS = (Item.BOMB, Item.INCENDIARY)


def row_of(battle: Battle, item: Item) -> tuple[str, str] | None:
    """Table and row key of a weapon; None for everything else."""
    for table, first, last in (
        ("melee_weapons", FIRST_MELEE, LAST_MELEE),
        ("missile_weapons", FIRST_MISSILE, LAST_MISSILE),
        ("firearms", FIRST_FIREARM, LAST_FIREARM),
    ):
        if first <= item <= last:
            return table, battle.ruleset.rulebook.row_names(table)[item - first]
    return None


def hands(battle: Battle, item: Item) -> int:
    """Hands an item needs: 1 or 2."""
    row = row_of(battle, item)
    return 2 if row and battle.number(f"tables.{row[0]}.{row[1]}.hands") == 2 else 1


def groups_to_learn(battle: Battle, unit: Unit, item: Item) -> str:
    """weapon.specialist: the weapon groups a unit would have to learn for an item; empty when it is trained."""
    row = row_of(battle, item)
    if row is None:
        return ""
    table = f"tables.{row[0]}.{row[1]}"
    one_of = battle.number(f"{table}.group")
    all_of = battle.number(f"{table}.group_all") if row[0] == "melee_weapons" else 0
    known = sum(set(unit.specialist))
    if known & all_of == all_of and (one_of == 0 or known & one_of):
        return ""
    lacking = [group.name.lower() for group in Group if group & (all_of or one_of) & ~known]
    return (" and " if all_of else " or ").join(lacking)


def missile_weapon(unit: Unit) -> Item:
    """The weapon that a number of shots is given for: the one at hand, else the first stowed. A bomb in the pack is one bomb."""
    for item in (unit.main_hand, unit.off_hand, *unit.backup, *unit.in_pack):
        if FIRST_MISSILE <= item <= LAST_FIREARM and (item not in BOMBS or item in (unit.main_hand, unit.off_hand)):
            return item
    return Item.NOTHING


def most_loaded(battle: Battle, item: Item) -> int:
    """c.multi_barrel: shots that can be ready in a missile weapon: one for each barrel, or those of a magazine."""
    row = row_of(battle, item)
    if item == Item.REPEATING_CROSSBOW:
        return battle.number("missile.repeating_crossbow.magazine")
    return battle.number(f"tables.firearms.{row[1]}.shots") if row is not None and row[0] == "firearms" else 1


def ammunition(battle: Battle, item: Item, in_hand: bool) -> int:
    """c.ammunition: shots that a missile weapon has where the scenario gives no number, those in the weapon included."""
    row = row_of(battle, item)
    if row is None or row[0] == "melee_weapons":
        return 0
    if item in BOMBS:
        return battle.number("c.ammunition.default_bombs") if in_hand else 1
    if row[0] == "firearms":
        return battle.number("c.ammunition.default_powder")
    if battle.number(f"tables.missile_weapons.{row[1]}.thrown"):
        return battle.number("c.ammunition.default_thrown")
    return battle.number("c.ammunition.default_arrows")


def loaded(battle: Battle, item: Item, shots: int, in_hand: bool) -> int:
    """missile.carry_loaded: bows in the hand are nocked, what is thrown is ready; a repeater has a full magazine."""
    if item == Item.LASSO:
        return 1
    row = row_of(battle, item)
    thrown = row is not None and row[0] == "missile_weapons" and battle.number(f"tables.{row[0]}.{row[1]}.thrown")
    if thrown or item in (Item.SHORT_BOW, Item.NORMAL_BOW, Item.LONG_BOW, Item.ELF_BOW):
        return min(1, shots) if in_hand else 0
    if item == Item.REPEATING_CROSSBOW:
        return min(battle.number("missile.repeating_crossbow.magazine"), shots)
    return 0


def night_vision_yd(battle: Battle, unit: Unit) -> int:
    """visibility.night_vision: yards a unit sees in the dark."""
    if isinstance(unit.night_vision, str):
        return battle.number(f"tables.night_vision.{unit.night_vision}.yards")
    return unit.night_vision or battle.number("visibility.night_vision.human")


def lights_held(unit: Unit) -> list[Item]:
    """c.light_sources: the lights that a unit has in its hands."""
    main_hand = Item.NOTHING if unit.main_stowed else unit.main_hand
    return [item for item in (main_hand, unit.off_hand, unit.light) if item in LIGHTS]


def is_dark(battle: Battle) -> bool:
    """visibility.awareness: whether it is night, by the scenario or, where that is silent, by the book."""
    light = battle.options.light
    return light == "dark" if light else battle.number("visibility.awareness.ambient_light_default") == 0


def stowed(unit: Unit) -> list[Item]:
    """What is in the pack at the start."""
    first = [unit.main_hand] if unit.main_stowed and unit.main_hand else []
    return [*first, *unit.backup, *[Item.BOMB] * unit.bombs]


def search_rounds(battle: Battle, unit: Unit) -> int:
    """take_up.pack_items: turns it takes to find something in the pack, as the referee has it, opening the pack included."""
    search = battle.number("action.take_up.opt_item_search")
    if search == BY_ROUNDS:
        return UNSEARCHED
    if search == BY_INITIATIVE:
        return 1
    if battle.number("take_up.quick_draw.opt_take_up_detail") == 0:
        return 0
    per_round = battle.number("take_up.pack_items.pack_enc_per_round")
    return opening_rounds(battle) + max(1, -(-unit.pack_encumbrance // per_round))


def opening_rounds(battle: Battle) -> int:
    """take_up.pack_items: turns it takes to open the pack, where a search takes turns by its weight."""
    if battle.number("action.take_up.opt_item_search") or not battle.number("take_up.quick_draw.opt_take_up_detail"):
        return 0
    return battle.number("take_up.pack_items.pack_open_rounds")
