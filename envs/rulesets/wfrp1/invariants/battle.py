"""The battle as a whole: what the book bounds, and the lists of doors, fires, lights and bombs."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..vocab import Border, Ending, Item


@kernel
def are_waits_fine(s, w):
    """No side has waited more often than the book allows."""
    for side in range(s.side_count):
        if s.waits[side] > w.book.max_waits_per_round:
            return False
    return True


@kernel
def are_numbers_of_battle_fine(s, w):
    """Round, edge and waits as the book's numbers allow, and nothing that is still to burn or drop."""
    return (
        s.round_no <= max(int(w.book.max_rounds), 1)
        and s.edge_bonus <= w.book.edge_bonus_die
        and (s.edge_side >= 0 or s.edge_bonus == 0)
        and are_waits_fine(s, w)
        and ((s.in_the_fire == 0 and s.dropping == 0) or s.ending != Ending.GOING_ON)
    )


@kernel
def is_door_fine(s, k):
    """A door on an orthogonal border; nothing in rows that are not in use."""
    if k >= s.door_count:
        return s.door_cell[k] == -1 and s.door_direction[k] == 0 and s.door_state[k] == 0 and s.door_wounds[k] == 0
    state = s.door_state[k]
    is_door = state == Border.OPEN or state == Border.DOOR or state == Border.LOCKED_DOOR
    return is_door and s.door_cell[k] >= 0 and s.door_direction[k] % 2 == 0


@kernel
def is_bomb_fine(s, k):
    """A cell where a bomb sputters and who threw it, or neither."""
    if s.bomb_item[k] == Item.NOTHING:
        return s.bomb_owner[k] == NO_UNIT and s.bomb_cell[k] == -1
    return s.bomb_cell[k] >= 0 and s.bomb_owner[k] >= 0


@kernel
def are_places_fine(s):
    """Doors, bombs, and a cell for every fire and light and for nothing else."""
    for k in range(len(s.door_cell)):
        if not is_door_fine(s, k):
            return False
    for k in range(len(s.fire_cell)):
        if (s.fire_rounds[k] > 0) != (s.fire_cell[k] >= 0):
            return False
    for k in range(len(s.light_cell)):
        if (s.light_item[k] != Item.NOTHING) != (s.light_cell[k] >= 0):
            return False
    for k in range(len(s.bomb_cell)):
        if not is_bomb_fine(s, k):
            return False
    return True
