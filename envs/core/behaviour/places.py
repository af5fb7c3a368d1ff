"""What a behaviour sees of the board: enemies and friends it knows of, distances, and features of places.

Like ``core/loops/advance.py`` this file is executed once for every ruleset, with that ruleset's functions put in as globals; see
``core/behaviour/policy.py``, which stands on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.behaviour.features import (
    COMPANY_CELLS,
    FAR_MOVES,
    FIRST_PLACE,
    GAP_NOW,
    KEEP,
    NEEDED,
    NO_POST,
    NOWHERE,
    OWN_MOVE,
    POST,
    POST_MOVES,
    SOUGHT,
    WAY_NOW,
    Feature,
)
from tactica.envs.core.state import are_friends

if TYPE_CHECKING:
    from tactica.envs.core.board.geometry import STEP, bearing, distance, gap_between, may_see
    from tactica.envs.core.loops.given import (
        STRIDE,
        cover_at,
        is_seen,
        is_standing,
        kernel,
        own_move,
        place_of,
        staying,
    )


ROUNDS_SOUGHT = 3  # rounds in which unseen enemies are looked for in one place
NO_GAP = 10_000  # cells, more than any board has


# --- what there is to see ---------------------------------------------------------------------------------------------


@kernel
def gap_from(s, w, who, cell, other):
    """Cells from a unit, if it stood at a cell, to another where that stands: 1 next to it."""
    return gap_between(s, w, who, cell, other, int(s.units[other].cell))


@kernel
def is_known_enemy(s, w, who, other):
    """Whether a unit is an enemy that stands on the board and is known of."""
    if s.units[other].present == 0 or s.units[other].cell < 0 or are_friends(s, who, other):
        return False
    return is_standing(s, other) and is_seen(s, w, int(s.units[who].side), other)


@kernel
def is_standing_friend(s, who, other):
    """Whether a unit is another of the same or an allied side that stands on the board."""
    if other == who or s.units[other].present == 0 or s.units[other].cell < 0 or not are_friends(s, who, other):
        return False
    return is_standing(s, other)


@kernel
def weakest_friend(s):
    """The standing friend who can take least; -1 alone."""
    ward = -1
    for k in range(s.friend_count):
        friend = int(s.friends[k])
        if ward < 0 or staying(s, friend) < staying(s, ward):
            ward = friend
    return ward


@kernel
def post_before(s, w):
    """The cell next to the weakest friend on the side of the enemy nearest to it; -1 when there is nobody to guard, or
    nobody to guard against.
    """
    ward = weakest_friend(s)
    if ward < 0:
        return NO_POST
    here = int(s.units[ward].cell)
    nearest = NO_POST
    gap = NO_GAP
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        away = gap_from(s, w, ward, here, enemy)
        if away < gap:
            gap = away
            nearest = int(s.units[enemy].cell)
    if nearest == NO_POST:
        return NO_POST
    return int(here + STEP[bearing(here, nearest)]) if gap > 1 else here


@kernel
def place_to_look(s, who):
    """Where to look for enemies of whom none is known: in the middle of the board, then in its quarters in turn; sides
    beyond the first have the board turned round.
    """
    turn = max(int(s.round_no) - 1, 0) // ROUNDS_SOUGHT % 5
    x, y = s.board_width // 2, s.board_height // 2
    if turn > 0:
        x = (s.board_width - 1) * (3 if turn % 2 == 1 else 1) // 4
        y = (s.board_height - 1) * (3 if turn >= 3 else 1) // 4
    if s.units[who].side != 0:
        x, y = s.board_width - 1 - x, s.board_height - 1 - y
    return int(y * STRIDE + x)


@kernel
def gap_at(s, w, who, cell):
    """Cells from a place to the nearest enemy that is known, or to where enemies are looked for."""
    if s.enemy_count == 0:
        return int(distance(cell, int(s.place[SOUGHT])))
    gap = NO_GAP
    for k in range(s.enemy_count):
        gap = min(gap, gap_from(s, w, who, cell, int(s.enemies[k])))
    return int(gap)


@kernel
def zones_in_need(s, w, who):
    """Bits of the zones to hold that need a unit: those where no other friend or a known enemy stands."""
    friends = 0
    enemies = 0
    for k in range(s.friend_count):
        friends |= zone_bit(w, place_of(s, int(s.friends[k])))
    for k in range(s.enemy_count):
        enemies |= zone_bit(w, place_of(s, int(s.enemies[k])))
    return ((1 << int(s.zone_count)) - 1) & (~friends | enemies)


@kernel
def zone_bit(w, cell):
    """The bit of the zone that a cell lies in, 0 outside of zones."""
    zone = int(w.field.objective_zone[cell]) if cell >= 0 else 0
    return 1 << (zone - 1) if zone > 0 else 0


@kernel
def way_to_need(s, w, cell):
    """Cells from a place to the nearest zone that needs the unit; NO_GAP where none does."""
    way = NO_GAP
    needed = int(s.place[NEEDED])
    if needed != 0 and cell >= 0:
        for y in range(s.board_height):
            for x in range(s.board_width):
                if zone_bit(w, y * STRIDE + x) & needed != 0:
                    way = min(way, int(distance(cell, y * STRIDE + x)))
    return way


@kernel
def look_round(s, w, b, who):
    """Note what all places of this decision are measured by."""
    s.place[OWN_MOVE] = own_move(s, w, who)
    s.enemy_count = 0
    s.friend_count = 0
    for other in range(s.unit_count):
        if is_known_enemy(s, w, who, other):
            s.enemies[s.enemy_count] = other
            s.enemy_count += 1
        elif is_standing_friend(s, who, other):
            s.friends[s.friend_count] = other
            s.friend_count += 1
    s.place[SOUGHT] = place_to_look(s, who)
    s.place[POST] = post_before(s, w)
    s.place[GAP_NOW] = gap_at(s, w, who, place_of(s, who))
    s.place[NEEDED] = zones_in_need(s, w, who) if s.zone_count > 0 else 0
    s.place[WAY_NOW] = way_to_need(s, w, place_of(s, who))
    s.looked_at = NOWHERE


# --- features of places: each of all places in ``s.spots``, in loops over nothing but them -----------------------------


@kernel
def in_own_moves(cells, cells_a_move):
    """A distance in own moves, at most FAR_MOVES."""
    return min(cells / cells_a_move, FAR_MOVES)


@kernel
def fill_gaps(s, w, who):
    """Cells from each place to the nearest enemy that is known, or to where enemies are looked for."""
    spots, gaps, count = s.spots, s.spot_gaps, int(s.spot_count)
    sought = int(s.place[SOUGHT])
    for i in range(count):
        gaps[i] = NO_GAP if s.enemy_count > 0 else distance(int(spots[i]), sought)
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        there = int(s.units[enemy].cell)
        for i in range(count):
            gaps[i] = min(int(gaps[i]), gap_between(s, w, who, int(spots[i]), enemy, there))


@kernel
def fill_exposure(s, w):
    """Share of the enemies with a clear line to each place."""
    spots, values, count = s.spots, s.spot_values, int(s.spot_count)
    for i in range(count):
        values[i] = 0.0
    for k in range(s.enemy_count):
        there = int(s.units[s.enemies[k]].cell)
        for i in range(count):
            values[i] += 1.0 if may_see(s, w, there, int(spots[i])) else 0.0
    enemies = max(float(s.enemy_count), 1.0)
    for i in range(count):
        values[i] /= enemies


@kernel
def fill_crowd(s, w, who):
    """Enemies next to each place: a third for each, at most 1."""
    spots, gaps, values, count = s.spots, s.spot_gaps, s.spot_values, int(s.spot_count)
    for i in range(count):
        values[i] = 0.0
        if gaps[i] <= 1:
            near = 0
            for k in range(s.enemy_count):
                if gap_from(s, w, who, int(spots[i]), int(s.enemies[k])) <= 1:
                    near += 1
            values[i] = min(near / 3.0, 1.0)


@kernel
def fill_company(s, w, who):
    """Share of the friends within two cells of each place."""
    spots, values, count = s.spots, s.spot_values, int(s.spot_count)
    for i in range(count):
        values[i] = 0.0
    for k in range(s.friend_count):
        friend = int(s.friends[k])
        there = int(s.units[friend].cell)
        for i in range(count):
            values[i] += 1.0 if gap_between(s, w, who, int(spots[i]), friend, there) <= COMPANY_CELLS else 0.0
    friends = max(float(s.friend_count), 1.0)
    for i in range(count):
        values[i] /= friends


@kernel
def fill_guard(s):
    """How near each place is to the post before the weakest friend, in [0, 1]."""
    spots, values, count = s.spots, s.spot_values, int(s.spot_count)
    post, cells_a_move = int(s.place[POST]), float(s.place[OWN_MOVE])
    for i in range(count):
        values[i] = 0.0
    if post != NO_POST:
        for i in range(count):
            away = in_own_moves(distance(int(spots[i]), post), cells_a_move)
            values[i] = max(1.0 - away / POST_MOVES, 0.0)


@kernel
def fill_zone(s, w):
    """Whether each place lies in a zone that needs the unit."""
    spots, values, count = s.spots, s.spot_values, int(s.spot_count)
    needed = int(s.place[NEEDED])
    for i in range(count):
        values[i] = 1.0 if needed != 0 and zone_bit(w, int(spots[i])) & needed != 0 else 0.0


@kernel
def fill_to_zone(s, w):
    """Own moves by which the nearest zone that needs the unit is nearer from each place."""
    spots, values, count = s.spots, s.spot_values, int(s.spot_count)
    needed, now, cells_a_move = int(s.place[NEEDED]), float(s.place[WAY_NOW]), float(s.place[OWN_MOVE])
    for i in range(count):
        values[i] = float(NO_GAP) if needed != 0 and now < NO_GAP else now
    if needed != 0:
        for y in range(s.board_height):
            for x in range(s.board_width):
                cell = int(y * STRIDE + x)
                if zone_bit(w, cell) & needed != 0:
                    for i in range(count):
                        values[i] = min(values[i], float(distance(int(spots[i]), cell)))
    for i in range(count):
        values[i] = min(max((now - values[i]) / cells_a_move, -2.0), 2.0)


@kernel
def fill_values(s, w, who, feature):
    """Measure one feature of all places in ``s.spots``, whose gaps are known, into ``s.spot_values``."""
    spots, gaps, values, count = s.spots, s.spot_gaps, s.spot_values, int(s.spot_count)
    cells_a_move, keep, now = float(s.place[OWN_MOVE]), float(s.place[KEEP]), float(s.place[GAP_NOW])
    if feature == Feature.GAP:
        for i in range(count):
            values[i] = in_own_moves(int(gaps[i]), cells_a_move)
    elif feature == Feature.OFF_DISTANCE:
        for i in range(count):
            values[i] = abs(in_own_moves(int(gaps[i]), cells_a_move) - keep)
    elif feature == Feature.CLOSING:
        for i in range(count):
            values[i] = min(max((now - int(gaps[i])) / cells_a_move, -2.0), 2.0)
    elif feature == Feature.EXPOSURE:
        fill_exposure(s, w)
    elif feature == Feature.CROWD:
        fill_crowd(s, w, who)
    elif feature == Feature.COMPANY:
        fill_company(s, w, who)
    elif feature == Feature.GUARD:
        fill_guard(s)
    elif feature == Feature.ZONE:
        fill_zone(s, w)
    elif feature == Feature.TO_ZONE:
        fill_to_zone(s, w)
    else:
        for i in range(count):
            values[i] = cover_at(s, w, who, int(spots[i]))


@kernel
def weigh_spots(s, w, b, who):
    """What each place in ``s.spots`` is worth to a behaviour, into ``s.spot_worths``."""
    values, worths, count = s.spot_values, s.spot_worths, int(s.spot_count)
    fill_gaps(s, w, who)
    for i in range(count):
        worths[i] = 0.0
    for k in range(b.first_place, b.past_places):
        feature = int(b.weighed[k])
        weight = b.weights[feature]
        fill_values(s, w, who, feature)
        for i in range(count):
            worths[i] += weight * values[i]


@kernel
def look_at(s, w, b, who, cell):
    """Note in ``s.seen_there`` what a behaviour weighs of one place, unless it has just looked at it."""
    if s.looked_at == cell:
        return
    s.looked_at = cell
    s.spots[0] = cell
    s.spot_count = 1
    fill_gaps(s, w, who)
    for k in range(b.first_place, b.past_places):
        feature = int(b.weighed[k])
        fill_values(s, w, who, feature)
        s.seen_there[feature - FIRST_PLACE] = s.spot_values[0]
