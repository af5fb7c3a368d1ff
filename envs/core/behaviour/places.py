"""What a behaviour sees of the board: enemies and friends it knows of, distances, and features of places.

Like ``core/loops/advance.py`` this file is executed once for every ruleset, with that ruleset's functions put in as globals; see
``core/behaviour/policy.py``, which stands on it.
"""

from __future__ import annotations

from tactica.envs.core.behaviour.features import (
    COMPANY_CELLS,
    FAR_MOVES,
    GAP_NOW,
    KEEP,
    NO_POST,
    OWN_MOVE,
    POST,
    POST_MOVES,
    SOUGHT,
    Feature,
)
from tactica.envs.core.state import are_friends

ROUNDS_SOUGHT = 3  # rounds in which unseen enemies are looked for in one place
NO_GAP = 10_000  # cells, more than any board has
NOT_LOOKED_AT = -1  # gap of a place nobody has asked about at this decision


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
def look_at(s, w, b, who, cell):
    """Note once a decision what a behaviour may ask about a place: the distance to the nearest enemy that is known, or to
    where enemies are looked for, and how many enemies and friends are near it or see it.
    """
    if s.gaps[cell] != NOT_LOOKED_AT:
        return
    gap = NO_GAP
    near = 0
    for k in range(s.enemy_count):
        away = gap_from(s, w, who, cell, int(s.enemies[k]))
        gap = min(gap, away)
        if away <= 1:
            near += 1
    s.gaps[cell] = gap if s.enemy_count > 0 else distance(cell, int(s.place[SOUGHT]))
    s.near_enemies[cell] = near
    if b.weights[Feature.EXPOSURE] != 0.0:
        lines = 0
        for k in range(s.enemy_count):
            if may_see(s, w, int(s.units[s.enemies[k]].cell), cell):
                lines += 1
        s.clear_lines[cell] = lines
    if b.weights[Feature.COMPANY] != 0.0:
        near = 0
        for k in range(s.friend_count):
            if gap_from(s, w, who, cell, int(s.friends[k])) <= COMPANY_CELLS:
                near += 1
        s.near_friends[cell] = near


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
    for y in range(s.board_height):
        for x in range(s.board_width):
            s.gaps[y * STRIDE + x] = NOT_LOOKED_AT
    look_at(s, w, b, who, place_of(s, who))
    s.place[GAP_NOW] = int(s.gaps[place_of(s, who)])


# --- features of places -----------------------------------------------------------------------------------------------


@kernel
def in_own_moves(s, cells):
    """A distance in own moves, at most FAR_MOVES."""
    return min(cells / s.place[OWN_MOVE], FAR_MOVES)


@kernel
def guard(s, cell):
    """How near a place is to the post before the weakest friend, in [0, 1]."""
    if s.place[POST] == NO_POST:
        return 0.0
    away = in_own_moves(s, distance(cell, int(s.place[POST])))
    return max(1.0 - away / POST_MOVES, 0.0)


@kernel
def place_feature(s, w, who, cell, feature):
    """A feature of the cell where the unit will stand, which it has looked at."""
    if feature == Feature.GAP:
        return in_own_moves(s, int(s.gaps[cell]))
    if feature == Feature.OFF_DISTANCE:
        return abs(in_own_moves(s, int(s.gaps[cell])) - s.place[KEEP])
    if feature == Feature.CLOSING:
        moves = (s.place[GAP_NOW] - int(s.gaps[cell])) / s.place[OWN_MOVE]
        return min(max(moves, -2.0), 2.0)
    if feature == Feature.EXPOSURE:
        return int(s.clear_lines[cell]) / max(float(s.enemy_count), 1.0)
    if feature == Feature.CROWD:
        return min(int(s.near_enemies[cell]) / 3.0, 1.0)
    if feature == Feature.COMPANY:
        return int(s.near_friends[cell]) / max(float(s.friend_count), 1.0)
    if feature == Feature.GUARD:
        return guard(s, cell)
    return cover_at(s, w, who, cell)


@kernel
def place_score(s, w, b, who, cell):
    """What a place is worth to a behaviour."""
    look_at(s, w, b, who, cell)
    score = 0.0
    for k in range(b.first_place, b.past_places):
        feature = int(b.weighed[k])
        score += b.weights[feature] * place_feature(s, w, who, cell, feature)
    return score
