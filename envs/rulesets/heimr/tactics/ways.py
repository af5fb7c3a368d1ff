"""Ways to the enemy on foot: what each location is away from the nearest one, round walls, over structures, or through them."""

from __future__ import annotations

from ....core.behaviour.features import GAP_NOW, SOUGHT
from ....core.compiler import kernel
from ..board import OFF_BOARD, STRIDE, distance
from ..rules.distances import is_even
from ..rules.edges import crossing_at, ground_at, is_climb, is_walled, neighbour_of, toughness_at

NO_WAY = -1
BLOWS = 2  # moves that a point of toughness is worth
DIRECTIONS = (0, 2, 4, 6)


@kernel
def moves_across(s, w, cell, direction, high):
    """Moves it takes to cross a border from a height, more for a challenge, a climb, or breaking something; NO_WAY nobody can."""
    there = neighbour_of(w, cell, direction)
    if there == OFF_BOARD or is_walled(w, cell, direction):
        return NO_WAY
    ground = ground_at(w, there)
    climb = int(w.field.climb[cell, direction // 2])
    toughness = toughness_at(s, w, cell, direction)
    if toughness > 0:
        through = 1 + toughness * BLOWS
        over = 1 + max(int(w.field.structure[cell, direction // 2]) - high, 0)
        return min(through, over) if climb >= 0 else through
    if is_climb(w, high, ground):
        return 1 + ground - high if climb >= 0 else NO_WAY
    return 1 + max(high - ground - int(w.book.free_difference), 0) + (1 if crossing_at(w, cell, direction) > 0 else 0)


@kernel
def find_ways(s, w, who):
    """Fill ``s.reach`` with the moves from each location to the nearest enemy, or to the place where enemies are sought."""
    for cell in range(s.board_height * STRIDE):
        s.reach[cell] = NO_WAY
    tail, room = 0, len(s.queue)
    for k in range(s.enemy_count):
        cell = int(s.units[s.enemies[k]].cell)
        if s.reach[cell] != 0:
            s.reach[cell] = 0
            s.queue[tail] = cell
            tail += 1
    if tail == 0:
        s.reach[int(s.place[SOUGHT])] = 0
        s.queue[0] = int(s.place[SOUGHT])
        tail = 1
    head = 0
    here, high = int(s.units[who].cell), int(s.units[who].elevation)
    while head != tail:
        cell = int(s.queue[head])
        head = (head + 1) % room
        for direction in DIRECTIONS:
            before = neighbour_of(w, cell, direction)
            if before == OFF_BOARD:
                continue
            moves = moves_across(s, w, before, (direction + 4) % 8, high if before == here else ground_at(w, before))
            total = int(s.reach[cell]) + moves
            if moves != NO_WAY and (s.reach[before] == NO_WAY or total < s.reach[before]):
                s.reach[before] = total
                s.queue[tail] = before
                tail = (tail + 1) % room


@kernel
def air_from(s, cell):
    """Squares from a location to the nearest enemy, or to where enemies are looked for, whatever lies between."""
    if s.enemy_count == 0:
        return int(distance(cell, int(s.place[SOUGHT])))
    gap = int(distance(cell, int(s.units[s.enemies[0]].cell)))
    for k in range(1, s.enemy_count):
        gap = min(gap, int(distance(cell, int(s.units[s.enemies[k]].cell))))
    return gap


@kernel
def is_on_way(s, w, who, direction):
    """Whether the shortest way to the enemy leads over a border. Reads ``s.reach``, unless all is even."""
    here = int(s.units[who].cell)
    there = neighbour_of(w, here, direction)
    if is_even(w) and there != OFF_BOARD:
        return air_from(s, there) < s.place[GAP_NOW]
    if there == OFF_BOARD or s.reach[here] == NO_WAY or s.reach[there] == NO_WAY:
        return False
    return s.reach[here] - s.reach[there] == moves_across(s, w, here, direction, int(s.units[who].elevation))


@kernel
def goal_beyond(s, w, cell):
    """Where a way leads that makes a detour: the first location on it that is nearer to the enemy as the crow flies than now."""
    there = int(cell)
    for _ in range(s.board_height * STRIDE):
        if air_from(s, there) < s.place[GAP_NOW] or s.reach[there] <= 0:
            break
        best = OFF_BOARD
        for direction in DIRECTIONS:
            beyond = neighbour_of(w, there, direction)
            if beyond != OFF_BOARD and s.reach[beyond] != NO_WAY:
                moves = moves_across(s, w, there, direction, ground_at(w, there))
                if moves != NO_WAY and s.reach[there] == s.reach[beyond] + moves:
                    best = beyond
        if best == OFF_BOARD:
            break
        there = best
    return there


@kernel
def has_no_way(s, w, who):
    """Whether no way at all leads to the enemy. Reads ``s.reach``, unless all is even."""
    return not is_even(w) and s.reach[s.units[who].cell] == NO_WAY
