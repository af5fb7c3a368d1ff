"""What is in which hand at first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.compiler import outside
from ..vocab import Item, ItemKind, Place, Wielding
from .profile import Unit, carried


@outside.rule("weapon.table", "shield.table")
def hands_for(book: Any, items: Sequence[Item]) -> list[Place] | None:
    """Wielding: a hand for each item, or both; None where they do not all find one."""
    found: dict[int, Place] = {}
    both = [i for i, item in enumerate(items) if _hands(book, item) == Wielding.BOTH_HANDS]
    if both:
        return [Place.BOTH_HANDS] if len(items) == 1 else None
    choosy = (Wielding.OFF_HAND, Wielding.SWORD_HAND, Wielding.SWORD_HAND_OR_BOTH, Wielding.EITHER_HAND)
    for hands in choosy:
        for i in sorted(range(len(items)), key=lambda i: items[i] == Item.TORCH):
            if _hands(book, items[i]) == hands:
                taken = found.values()
                wanted = [Place.OFF_HAND] if hands == Wielding.OFF_HAND else [Place.SWORD_HAND]
                if hands == Wielding.EITHER_HAND:
                    wanted.append(Place.OFF_HAND)
                free = [place for place in wanted if place not in taken]
                if not free:
                    return None
                found[i] = free[0]
    return [found[i] for i in range(len(items))] if len(found) == len(items) else None


def _hands(book: Any, item: Item) -> int:
    return int(book.items[item].hands)


def is_natural(book: Any, item: Item) -> bool:
    """Whether an item is part of the body."""
    return int(book.items[item].kind) == ItemKind.NATURAL


@outside.rule("weapon.table", "shield.table", "c.setup", "c.torch")
def wielded_at_first(book: Any, unit: Unit) -> tuple[Item, ...]:
    """Set-up: what the scenario says; else a torch, the first weapon, and what else finds a hand beside them."""
    if unit.wielded is not None:
        return tuple(item for item in unit.wielded if not is_natural(book, item))
    held = [item for item in unit.weapons if not is_natural(book, item)]
    shield = [] if unit.shield is None else [unit.shield]
    wishes = [*([Item.TORCH] if unit.torch else []), *held[:1], *shield, *held[1:]]
    left = list(unit.packed)
    found: list[Item] = []
    for item in wishes:
        if item in left:
            left.remove(item)
        elif hands_for(book, [*found, item]) is not None:
            found.append(item)
    return tuple(found)


@outside.rule("c.setup", "weapon.table")
def places_at_first(book: Any, unit: Unit) -> list[Place]:
    """Set-up: where each item is, slot by slot: in hand, part of the body, packed, or within easy reach."""
    items = carried(unit)
    wielded = wielded_at_first(book, unit)
    places = [Place.NATURAL if is_natural(book, item) else Place.STOWED for item in items]
    for item, place in zip(wielded, hands_for(book, wielded) or [], strict=True):
        places[_slot(items, places, item)] = place
    for item in unit.packed:
        if not is_natural(book, item):
            places[_slot(items, places, item)] = Place.PACKED
    return places


def _slot(items: Sequence[Item], places: Sequence[Place], item: Item) -> int:
    """The first slot with such an item that has been given no place yet."""
    return next(i for i, one in enumerate(items) if one == item and places[i] == Place.STOWED)


def lacks(book: Any, unit: Unit, named: Sequence[Item], before: Sequence[Item] = ()) -> list[Item]:
    """Items named that a unit does not carry, or not so often. ``before``: those of its items that are named elsewhere."""
    left = [item for item in carried(unit)]
    missing = []
    for item in (*before, *named):
        if item in left:
            left.remove(item)
        else:
            missing.append(item)
    return missing
