"""What a behaviour sees of the board: enemies and friends it knows of, distances, and features of places.

Like ``core/loops/advance.py`` this file is executed once for every ruleset, with that ruleset's functions put in as globals; see
``core/behaviour/policy.py``, which stands on it.
"""

from __future__ import annotations

from tactica.envs.core.behaviour.features import (
    COMPANY_CELLS,
    FAR_MOVES,
    FEATURES,
    FIRST_PLACE,
    FRIENDS,
    GAP_NOW,
    KEEP,
    MAPPED,
    NO_POST,
    OWN_MOVE,
    POST,
    POST_MOVES,
    SOUGHT,
    Feature,
)
from tactica.envs.core.state import are_friends

SHARED = len(FEATURES)
ROUNDS_SOUGHT = 3  # rounds in which unseen enemies are looked for in one place
NO_GAP = 10_000  # cells, more than any board has


# --- what there is to see ---------------------------------------------------------------------------------------------


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
def gap_to_enemies(s, w, who, cell):
    """Cells from a place to the nearest enemy that is known, or to where enemies are looked for."""
    if s.enemy_count == 0:
        return distance(cell, int(s.place[SOUGHT]))
    gap = NO_GAP
    for k in range(s.enemy_count):
        gap = min(gap, gap_from(s, w, who, cell, int(s.enemies[k])))
    return gap


@kernel
def gap_at(s, w, who, cell):
    """:func:`gap_to_enemies`, looked up where it has been worked out for all cells."""
    if s.place[MAPPED] == 1.0:
        return int(s.gaps[cell])
    return gap_to_enemies(s, w, who, cell)


@kernel
def map_gaps(s, w, who):
    """Work out for every cell how far the nearest known enemy is."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            s.gaps[y * STRIDE + x] = gap_to_enemies(s, w, who, y * STRIDE + x)
    s.place[MAPPED] = 1.0


@kernel
def weakest_friend(s, who):
    """The standing friend who can take least; -1 alone."""
    ward = -1
    for other in range(s.unit_count):
        if is_standing_friend(s, who, other) and (ward < 0 or staying(s, other) < staying(s, ward)):
            ward = other
    return ward


@kernel
def post_before(s, w, who):
    """The cell next to the weakest friend on the side of the enemy nearest to it; -1 when there is nobody to guard, or
    nobody to guard against.
    """
    ward = weakest_friend(s, who)
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
def look_round(s, w, who):
    """Note what all places of this decision are measured by."""
    s.place[MAPPED] = 0.0
    s.place[OWN_MOVE] = own_move(s, w, who)
    s.enemy_count = 0
    friends = 0
    for other in range(s.unit_count):
        if is_known_enemy(s, w, who, other):
            s.enemies[s.enemy_count] = other
            s.enemy_count += 1
        elif is_standing_friend(s, who, other):
            friends += 1
    s.place[FRIENDS] = friends
    s.place[SOUGHT] = place_to_look(s, who)
    s.place[POST] = post_before(s, w, who)
    s.place[GAP_NOW] = gap_at(s, w, who, place_of(s, who))


# --- features of places -----------------------------------------------------------------------------------------------


@kernel
def in_own_moves(s, cells):
    """A distance in own moves, at most FAR_MOVES."""
    return min(cells / s.place[OWN_MOVE], FAR_MOVES)


@kernel
def exposure(s, w, who, cell):
    """Share of the known enemies with a clear line to a place."""
    lines = 0
    for k in range(s.enemy_count):
        if may_see(s, w, int(s.units[s.enemies[k]].cell), cell):
            lines += 1
    return lines / max(float(s.enemy_count), 1.0)


@kernel
def crowd(s, w, who, cell):
    """Known enemies next to a place, a third for each, at most 1."""
    near = 0
    for k in range(s.enemy_count):
        if gap_from(s, w, who, cell, int(s.enemies[k])) <= 1:
            near += 1
    return min(near / 3.0, 1.0)


@kernel
def company(s, w, who, cell):
    """Share of the standing friends within two cells of a place."""
    near = 0
    for friend in range(s.unit_count):
        if is_standing_friend(s, who, friend) and gap_from(s, w, who, cell, friend) <= COMPANY_CELLS:
            near += 1
    return near / max(s.place[FRIENDS], 1.0)


@kernel
def guard(s, cell):
    """How near a place is to the post before the weakest friend, in [0, 1]."""
    if s.place[POST] == NO_POST:
        return 0.0
    away = in_own_moves(s, distance(cell, int(s.place[POST])))
    return max(1.0 - away / POST_MOVES, 0.0)


@kernel
def place_feature(s, w, who, cell, feature):
    """A feature of the cell where the unit will stand."""
    if feature == Feature.GAP:
        return in_own_moves(s, gap_at(s, w, who, cell))
    if feature == Feature.OFF_DISTANCE:
        return abs(in_own_moves(s, gap_at(s, w, who, cell)) - s.place[KEEP])
    if feature == Feature.CLOSING:
        moves = (s.place[GAP_NOW] - gap_at(s, w, who, cell)) / s.place[OWN_MOVE]
        return min(max(moves, -2.0), 2.0)
    if feature == Feature.EXPOSURE:
        return exposure(s, w, who, cell)
    if feature == Feature.CROWD:
        return crowd(s, w, who, cell)
    if feature == Feature.COMPANY:
        return company(s, w, who, cell)
    if feature == Feature.GUARD:
        return guard(s, cell)
    return cover_at(s, w, who, cell)


@kernel
def place_score(s, w, b, who, cell):
    """What a place is worth to a behaviour."""
    score = 0.0
    for feature in range(FIRST_PLACE, SHARED):
        if b.weights[feature] != 0.0:
            score += b.weights[feature] * place_feature(s, w, who, cell, feature)
    return score
