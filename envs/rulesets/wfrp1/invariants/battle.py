"""The battle as a whole: counts, sides, ranks, and the lists of doors, fires, lights and bombs."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..board import STRIDE
from ..vocab import UNITS, Border, Ending, Item, Prompt, Surprise, Verb

VERBS = len(Verb)
MOST = 9_000  # no count, sum or timer of a battle comes near it


@kernel
def is_flag(value):
    """0 or 1."""
    return value == 0 or value == 1


@kernel
def is_unit_or_none(s, who):
    """A roster row in use, or -1."""
    return NO_UNIT <= who < s.unit_count


@kernel
def is_cell(s, cell):
    """A cell of this board."""
    return cell >= 0 and cell % STRIDE < s.board_width and cell // STRIDE < s.board_height


@kernel
def is_cell_or_none(s, cell):
    """A cell of this board, or -1."""
    return cell == -1 or is_cell(s, cell)


@kernel
def are_counts_fine(s, w):
    """What other numbers are used with: how many there are of everything, and who decides."""
    return (
        2 <= s.side_count <= len(s.rank)
        and s.side_count <= s.unit_count <= UNITS
        and 1 <= s.depth <= len(s.stack)
        and s.board_width == w.field.width
        and s.board_height == w.field.height
        and Prompt.NOBODY <= s.prompt <= Prompt.ITEM
        and 0 <= s.decider < s.unit_count
        and 0 <= s.decider_side < s.side_count
        and 0 <= s.pending_verb < VERBS
        and s.answer == 0
        and 0 <= s.door_count <= len(s.door_cell)
    )


@kernel
def are_numbers_of_battle_fine(s, w):
    """Round, edge, weather and the like."""
    return (
        -1 <= s.round_no <= max(int(w.book.max_rounds), 1)
        and -1 <= s.edge_side < s.side_count
        and 0 <= s.edge_bonus <= w.book.edge_bonus_die
        and (s.edge_side >= 0 or s.edge_bonus == 0)
        and -1 <= s.first_side < s.side_count
        and Surprise.NOBODY <= s.surprise_mode <= Surprise.BY_UNIT
        and is_flag(s.light)
        and is_flag(s.rain)
        and 0 <= s.waits <= w.book.max_waits_per_round
        and is_flag(s.forewarned)
        and 0 <= s.door_attempts <= MOST
        and ((s.in_the_fire == 0 and s.dropping == 0) or s.ending != Ending.GOING_ON)
    )


@kernel
def is_roster_fine(s):
    """Sides are contiguous blocks of the roster."""
    total = 0
    for side in range(len(s.rank)):
        if side >= s.side_count:
            if s.side_start[side] != 0 or s.side_size[side] != 0:
                return False
            continue
        if s.side_start[side] != total or s.side_size[side] < 1 or s.side_size[side] > s.unit_count - total:
            return False
        total += int(s.side_size[side])
        for who in range(s.side_start[side], total):
            if s.units[who].side != side or s.units[who].present != 1:
                return False
    return total == s.unit_count


@kernel
def are_sides_fine(s):
    """Alliances are mutual, a side is its own friend, and who takes no part has none."""
    for side in range(len(s.rank)):
        for other in range(len(s.rank)):
            takes_part = side < s.side_count and other < s.side_count
            friends = s.allied[side, other]
            if friends != s.allied[other, side] or not is_flag(friends) or (friends == 1 and not takes_part):
                return False
        if side < s.side_count and s.allied[side, side] != 1:
            return False
    return True


@kernel
def is_ending_fine(s):
    """An ending there is, and nobody is asked after it."""
    if s.ending == Ending.GOING_ON:
        return True
    is_ending = Ending.GOING_ON < s.ending <= Ending.ROUND_LIMIT_WOUNDS or Ending.FORFEIT <= s.ending <= Ending.STALLED
    return is_ending and s.prompt == Prompt.NOBODY and s.pending_verb == Verb.NONE


@kernel
def are_ranks_fine(s):
    """Every side has a place when it is over, and none before."""
    for side in range(len(s.rank)):
        is_ranked = s.ending != Ending.GOING_ON and side < s.side_count
        if s.rank[side] < 0 or s.rank[side] > s.side_count or (s.rank[side] > 0) != is_ranked:
            return False
    return True


# --- what lies about -------------------------------------------------------------------------------------------------


@kernel
def is_door_fine(s, k):
    """A door on an orthogonal border of the board; nothing in rows that are not in use."""
    if k >= s.door_count:
        return s.door_cell[k] == -1 and s.door_direction[k] == 0 and s.door_state[k] == 0 and s.door_wounds[k] == 0
    if not is_cell(s, s.door_cell[k]) or not 0 <= s.door_wounds[k] <= MOST:
        return False
    direction = s.door_direction[k]
    state = s.door_state[k]
    is_door = state == Border.OPEN or state == Border.DOOR or state == Border.LOCKED_DOOR
    return is_door and 0 <= direction < 8 and direction % 2 == 0


@kernel
def is_fire_fine(s, k):
    """A cell that burns for a while, or neither."""
    burns = s.fire_rounds[k] > 0
    return 0 <= s.fire_rounds[k] <= MOST and is_cell_or_none(s, s.fire_cell[k]) and burns == (s.fire_cell[k] >= 0)


@kernel
def is_light_fine(s, k):
    """A cell where a light lies, or neither."""
    item = s.light_item[k]
    if item == Item.NOTHING:
        return s.light_cell[k] == -1
    return Item.CANDLE <= item <= Item.LANTERN and is_cell(s, s.light_cell[k])


@kernel
def is_bomb_fine(s, k):
    """A cell where a bomb sputters and who threw it, or neither."""
    owner, item = s.bomb_owner[k], s.bomb_item[k]
    if item == Item.NOTHING:
        return owner == NO_UNIT and s.bomb_cell[k] == -1
    return (item == Item.BOMB or item == Item.INCENDIARY) and is_cell(s, s.bomb_cell[k]) and 0 <= owner < s.unit_count


@kernel
def are_places_fine(s):
    """Doors, fires, lights and bombs."""
    for k in range(len(s.door_cell)):
        if not is_door_fine(s, k):
            return False
    for k in range(len(s.fire_cell)):
        if not is_fire_fine(s, k):
            return False
    for k in range(len(s.light_cell)):
        if not is_light_fine(s, k):
            return False
    for k in range(len(s.bomb_cell)):
        if not is_bomb_fine(s, k):
            return False
    return True
