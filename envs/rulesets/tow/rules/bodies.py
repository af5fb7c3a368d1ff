"""Bodies: the cells a regiment covers, gaps and contacts between regiments, and where one may stand.

A formation is a rectangle of full ranks and, behind it, the rectangle of a short last rank; whatever is asked of footprints is
worked out from these two.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..board import (
    base_of,
    bases_key,
    body_of,
    bounds_of,
    box_of,
    contacts_between,
    count_in,
    full_of,
    full_ranks_of,
    gap_squared,
    gap_to_body,
    is_inside,
    overlap,
    pose_key,
    short_of,
    short_rank_of,
)
from ..vocab import Refusal

ALL_SIDES = 4
SIDE_BIT, FLIGHT_BIT = 33, 40  # of a kind, above what ``bases_key`` fills


@kernel
def is_there(s, who):
    """Whether a unit stands on the table."""
    return s.units[who].models > 0 and s.units[who].cell >= 0


@kernel
def has_trait(s, who, trait):
    """Whether a regiment has a special rule."""
    return int(s.units[who].traits) & trait != 0


@kernel
def is_foe(s, one, other):
    """Whether another unit is an enemy that stands on the table."""
    return is_there(s, other) and not are_friends(s, one, other)


@rule("formation.footprint")
def full_rect(s, who):
    """Footprint: the rectangle of the full ranks."""
    return full_of(body_of(s, who))


@rule("formation.footprint")
def short_rect(s, who):
    """Footprint: the rectangle of the short last rank; its width is 0 if the unit has no short rank."""
    return short_of(body_of(s, who))


@rule("x.setup.pose")
def bounds(s, who):
    """Footprint: the bounding rectangle."""
    return box_of(body_of(s, who))


@rule("x.setup.pose")
def model_rect(s, who, model):
    """Footprint: the base of one model, numbered file by file and rank by rank from the front left."""
    unit = s.units[who]
    return base_of(
        int(unit.cell), int(unit.facing), int(unit.files), int(unit.models), int(unit.base_width), int(unit.base_depth),
        int(s.from_right), model,
    )  # fmt: skip


# --- gaps --------------------------------------------------------------------------------------------------------------


@rule("x.setup.distance")
def rect_gap(s, x, y, width, height, who):
    """Distance: the square of the gap between a rectangle and a unit."""
    return gap_to_body(s, x, y, width, height, who)


@kernel
def box_gap(s, x, y, width, height, who):
    """The square of the gap between a rectangle and the rectangle around a unit: the unit is no nearer."""
    ax, ay, aw, ah = box_of(body_of(s, who))
    return gap_squared(x, y, width, height, ax, ay, aw, ah)


@rule("x.setup.distance")
def unit_gap(s, one, other):
    """Distance: the square of the gap between two units."""
    body = body_of(s, one)
    ax, ay, aw, ah = full_of(body)
    best = rect_gap(s, ax, ay, aw, ah, other)
    if body.short_width > 0:
        bx, by, bw, bh = short_of(body)
        best = min(best, rect_gap(s, bx, by, bw, bh, other))
    return best


@kernel
def is_in_unit(s, who, x, y):
    """Whether a unit covers a cell."""
    return overlaps_unit(s, x, y, 1, 1, who)


# --- contacts ----------------------------------------------------------------------------------------------------------


@kernel
def contacts(s, who, enemy, side):
    """Edges of cells of a unit on one of its sides (a Side) that are edges of cells of another."""
    quarter = (int(s.units[who].facing) // 2 + side) % ALL_SIDES
    ax, ay, aw, ah = full_rect(s, who)
    bx, by, bw, bh = short_rect(s, who)
    cx, cy, cw, ch = full_rect(s, enemy)
    dx, dy, dw, dh = short_rect(s, enemy)
    number = contacts_between(ax, ay, aw, ah, cx, cy, cw, ch, quarter)
    number += contacts_between(bx, by, bw, bh, cx, cy, cw, ch, quarter)
    number += contacts_between(ax, ay, aw, ah, dx, dy, dw, dh, quarter)
    return number + contacts_between(bx, by, bw, bh, dx, dy, dw, dh, quarter)


@rule("x.combat.engaged")
def touches(s, one, other):
    """Engaged: whether two units share an edge."""
    if not is_there(s, one) or not is_there(s, other):
        return False
    ax, ay, aw, ah = bounds(s, one)
    bx, by, bw, bh = bounds(s, other)
    if gap_squared(ax, ay, aw, ah, bx, by, bw, bh) != 0:
        return False
    for side in range(ALL_SIDES):
        if contacts(s, one, other, side) > 0:
            return True
    return False


@rule("x.combat.engaged")
def meets(s, one, other):
    """Engaged: two enemies that share an edge, neither of them fleeing."""
    if are_friends(s, one, other) or s.units[one].fleeing == 1 or s.units[other].fleeing == 1:
        return False
    return touches(s, one, other)


@kernel
def kind_key(s, who):
    """What, apart from its pose, decides which units it fights: its bases, its side, and whether it is fleeing."""
    return bases_key(s, who) | int(s.units[who].side) << SIDE_BIT | int(s.units[who].fleeing) << FLIGHT_BIT


@kernel
def has_moved(s, who):
    """Whether a unit stands otherwise than when it was last looked at who touches whom."""
    return s.met_pose[who] != pose_key(s, who) or s.met_bases[who] != kind_key(s, who)


@kernel
def look_round(s):
    """Update ``s.engaged_with`` to where the units stand now. If any unit has changed since the last call, all cached results
    (``s.kept``) become invalid.
    """
    has_changed = s.known_count != s.unit_count
    s.known_count = s.unit_count
    for who in range(s.unit_count):
        if has_moved(s, who):
            s.met_pose[who] = pose_key(s, who)
            s.met_bases[who] = kind_key(s, who)
            has_changed = True
    if has_changed:
        s.kept = 0
        for one in range(s.unit_count):
            s.engaged_with[one] = 0
            for other in range(one):
                if meets(s, one, other):
                    s.engaged_with[one] |= 1 << other
                    s.engaged_with[other] |= 1 << one


@kernel
def engaged_with(s, who):
    """Engaged: whom a unit fights, as bits."""
    look_round(s)
    return int(s.engaged_with[who])


@kernel
def is_engaged_with(s, one, other):
    """Engaged: whether two units fight each other. What was seen of them holds as long as these two stand as they did."""
    if s.known_count != s.unit_count or has_moved(s, one) or has_moved(s, other):
        look_round(s)
    return (int(s.engaged_with[one]) >> other) & 1 == 1


@kernel
def is_engaged(s, who):
    """Engaged: with any enemy."""
    return engaged_with(s, who) != 0


@rule("x.combat.contact_side")
def contact_side(s, who, enemy):
    """Side of contact: the side of a unit on which most edges touch an enemy; ties go to front, left, right, rear in this
    order.
    """
    front, right = contacts(s, who, enemy, 0), contacts(s, who, enemy, 1)
    rear, left = contacts(s, who, enemy, 2), contacts(s, who, enemy, 3)
    most = max(max(front, right), max(rear, left))
    if front == most:
        return 0
    if left == most:
        return 3
    return 1 if right == most else 2


# --- where one may stand -----------------------------------------------------------------------------------------------


@kernel
def overlaps_unit(s, x, y, width, height, who):
    """Whether a rectangle covers a cell of a unit."""
    body = body_of(s, who)
    ax, ay, aw, ah = box_of(body)
    if overlap(x, y, width, height, ax, ay, aw, ah) == 0:
        return False
    ax, ay, aw, ah = full_of(body)
    if overlap(x, y, width, height, ax, ay, aw, ah) > 0:
        return True
    bx, by, bw, bh = short_of(body)
    return overlap(x, y, width, height, bx, by, bw, bh) > 0


@rule("formation.footprint")
def is_in_ranks(s, x, y, width, height, who):
    """Footprint: whether a rectangle holds a place of a unit, the empty places of a short last rank included."""
    ax, ay, aw, ah = box_of(body_of(s, who))
    return overlap(x, y, width, height, ax, ay, aw, ah) > 0


@kernel
def is_free(s, who, x, y, width, height):
    """Whether no unit but ``who`` has a place in a rectangle."""
    for other in range(s.unit_count):
        if other != who and is_there(s, other) and is_in_ranks(s, x, y, width, height, other):
            return False
    return True


@rule("x.terrain.table", "x.move.fly")
def is_enterable(s, w, who, x, y, width, height):
    """Terrain: whether a rectangle is on the table and holds no cell that a unit may not enter; fliers pass over more."""
    if width == 0:
        return True
    if not is_inside(w.field, x, y, width, height):
        return False
    if s.units[who].fly > 0:
        return count_in(w.field.closed_to_all, x, y, width, height) == 0
    return count_in(w.field.closed_to_foot, x, y, width, height) == 0


@rule("formation.footprint", "x.setup.table", "x.setup.pose")
def refusal_of_place(s, w, who, cell, facing, files):
    """Footprint: its models on the table and on ground that may be entered, and no place of its ranks that of another unit."""
    unit = s.units[who]
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    x, y, width, height = bounds_of(cell, facing, files, models, base_width, base_depth)
    if not is_enterable(s, w, who, x, y, width, height):  # perhaps only where places are empty
        ax, ay, aw, ah = full_ranks_of(cell, facing, files, models, base_width, base_depth)
        bx, by, bw, bh = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
        if not is_enterable(s, w, who, ax, ay, aw, ah) or not is_enterable(s, w, who, bx, by, bw, bh):
            return Refusal.GROUND
    return Refusal.NONE if is_free(s, who, x, y, width, height) else Refusal.OCCUPIED


@kernel
def fits(s, w, who, cell, facing, files):
    """Whether nothing keeps a unit from standing in a pose but perhaps an enemy too near."""
    return refusal_of_place(s, w, who, cell, facing, files) == Refusal.NONE


@kernel
def middle_model(s, who):
    """The model in the middle of the front rank of a unit, of two the left one."""
    return (int(s.units[who].files) - 1) // 2


@rule("x.character.embedded")
def character_model(s, who):
    """Characters: which model of the unit it is, in the middle of the front rank."""
    return middle_model(s, who)


@kernel
def character_rect(s, who):
    """The base of the character of a unit."""
    return model_rect(s, who, character_model(s, who))
