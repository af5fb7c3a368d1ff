"""Sight: arcs, the vision arc, who sees whom, and how much of a target is hidden."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import count_in
from ..vocab import Cover, Side, Trait
from .bodies import full_rect, has_trait, is_there, look_round, model_rect, short_rect, touches
from .lines import Hidden, ground_hides, is_behind_unit, units_between

QUARTERS = 4
SIGHT_KEPT = 1  # of ``s.kept``: ``s.seen`` holds for the units in ``s.seen_asked``
HALF_CIRCLE, THREE_QUARTERS, CIRCLE = 180, 270, 360  # degrees


# --- arcs --------------------------------------------------------------------------------------------------------------


@kernel
def beyond(px, py, x, y, width, height, quarter):
    """How far a point, in doubled coordinates, lies beyond the northern, eastern, southern or western side (0 to 3) of a
    rectangle of cells: negative inside.
    """
    if quarter == 0:
        return 2 * y - py
    if quarter == 1:
        return px - 2 * (x + width)
    return py - 2 * (y + height) if quarter == 2 else 2 * x - px


@rule("facing.arcs")
def arc_of(px, py, x, y, width, height, facing):
    """Arcs: in which quadrant of a rectangle of cells with this facing a point lies: a Side. The point is in doubled
    coordinates, the middle of a cell at (2 x + 1, 2 y + 1). On a line it belongs to the front, or else to the flank.
    """
    ahead = facing // 2
    front = beyond(px, py, x, y, width, height, ahead)
    right = beyond(px, py, x, y, width, height, (ahead + Side.RIGHT) % QUARTERS)
    rear = beyond(px, py, x, y, width, height, (ahead + Side.REAR) % QUARTERS)
    left = beyond(px, py, x, y, width, height, (ahead + Side.LEFT) % QUARTERS)
    if front > 0 and front >= max(left, right):
        return int(Side.FRONT)
    if rear > 0 and rear > max(left, right):
        return int(Side.REAR)
    return int(Side.LEFT) if left >= right else int(Side.RIGHT)


@rule("facing.vision_arc", "x.morale.traits")
def vision_of(s, w, who):
    """Vision arc: its degrees; all round for those who see so."""
    if has_trait(s, who, int(Trait.ALL_ROUND)):
        return CIRCLE
    return int(w.book.vision_arc_degrees)


@rule("facing.vision_arc", "facing.arcs")
def is_in_vision(vision, px, py, x, y, width, height, facing):
    """Vision arc: whether a base with this facing may look at a point: into its front quadrant; from 180 degrees on to all that
    lies ahead of its front, from 270 on to all but its rear, with 360 all round.
    """
    if vision >= CIRCLE:
        return True
    if vision >= HALF_CIRCLE and vision < THREE_QUARTERS:
        return beyond(px, py, x, y, width, height, facing // 2) > 0
    arc = arc_of(px, py, x, y, width, height, facing)
    return arc != Side.REAR if vision >= THREE_QUARTERS else arc == Side.FRONT


@rule("facing.vision_arc")
def is_out_of_vision(vision, x, y, width, height, facing, tx, ty, tw, th):
    """Vision arc: whether no cell of a rectangle (tx, ty, tw, th) can lie in it; a quick look at its corners."""
    if vision >= THREE_QUARTERS:
        return False
    px, py, qx, qy = 2 * tx + 1, 2 * ty + 1, 2 * (tx + tw) - 1, 2 * (ty + th) - 1
    ahead = facing // 2
    left, right = (ahead + Side.LEFT) % QUARTERS, (ahead + Side.RIGHT) % QUARTERS
    front = max(beyond(px, py, x, y, width, height, ahead), beyond(qx, qy, x, y, width, height, ahead))
    if front <= 0 or vision >= HALF_CIRCLE:
        return front <= 0
    least_left = min(beyond(px, py, x, y, width, height, left), beyond(qx, qy, x, y, width, height, left))
    least_right = min(beyond(px, py, x, y, width, height, right), beyond(qx, qy, x, y, width, height, right))
    return front < max(least_left, least_right)


@rule("facing.vision_arc")
def is_all_in_vision(vision, x, y, width, height, facing, tx, ty, tw, th):
    """Vision arc: whether all cells of a rectangle (tx, ty, tw, th) lie in it. Its corners decide: an arc of up to half a
    circle is convex.
    """
    if vision >= THREE_QUARTERS:
        return vision >= CIRCLE
    left, top, right, bottom = 2 * tx + 1, 2 * ty + 1, 2 * (tx + tw) - 1, 2 * (ty + th) - 1
    if not is_in_vision(vision, left, top, x, y, width, height, facing):
        return False
    if not is_in_vision(vision, right, top, x, y, width, height, facing):
        return False
    if not is_in_vision(vision, left, bottom, x, y, width, height, facing):
        return False
    return is_in_vision(vision, right, bottom, x, y, width, height, facing)


@rule("los.line")
def eye_of(x, y, width, height, facing):
    """Line of sight: the middle of the front edge of a base, in doubled coordinates."""
    if facing == 0:
        return 2 * x + width, 2 * y
    if facing == 2:
        return 2 * (x + width), 2 * y + height
    if facing == 4:
        return 2 * x + width, 2 * (y + height)
    return 2 * x, 2 * y + height


# --- what a model sees -------------------------------------------------------------------------------------------------


@rule("cover.full")
def is_cover_full(w, weight, cells):
    """Full cover: more than half of the target is hidden; each of its cells weighs up to two."""
    return weight > 0 and weight * 100 > w.book.full_cover_above_pct * 2 * cells


@rule("cover.partial")
def is_cover_partial(w, weight, cells):
    """Partial cover: some of the target is hidden, but not more than half."""
    return weight > 0 and not is_cover_full(w, weight, cells)


@rule("cover.obscured")
def cover_by(w, weight, cells):
    """Obscured: the cover of a target of which so much is hidden."""
    if is_cover_partial(w, weight, cells):
        return int(Cover.PARTIAL)
    return int(Cover.FULL) if is_cover_full(w, weight, cells) else int(Cover.OPEN)


@rule("cover.obscured")
def weight_of(w, hidden):
    """Obscured: what a cell weighs by what the line to it meets."""
    if hidden == Hidden.BLOCKED:
        return int(w.book.blocked_weight)
    if hidden == Hidden.WOODS:
        return int(w.book.woods_weight)
    return int(w.book.low_obstacle_weight) if hidden == Hidden.LOW else 0


@rule("los.line", "cover.obscured", "facing.vision_arc")
def view_of(s, w, who, model, target, tx, ty, tw, th, is_sight_enough):
    """Line of sight: how a model sees the part of a target that lies in a rectangle of cells, all of which it covers. Returns
    (cells in the vision arc, cells that are blocked, weight of what hides them). The target's own models do not hide it. Where
    sight is enough, the first open line ends it.
    """
    x, y, width, height = model_rect(s, who, model)
    facing, vision = int(s.units[who].facing), vision_of(s, w, who)
    if tw == 0 or is_out_of_vision(vision, x, y, width, height, facing, tx, ty, tw, th):
        return 0, 0, 0
    left, top = min(x, tx), min(y, ty)
    across, down = max(x + width, tx + tw) - left, max(y + height, ty + th) - top
    between = units_between(s, who, target, left, top, across, down)
    has_ground = count_in(w.field.seen_through, left, top, across, down) > 0
    sees_all = is_all_in_vision(vision, x, y, width, height, facing, tx, ty, tw, th)
    if sees_all and not has_ground and between == 0:
        return tw * th, 0, 0
    is_high = (has_ground or between != 0) and count_in(w.field.high, x, y, width, height) > 0
    ex, ey = eye_of(x, y, width, height, facing)
    cells, blocked, weight = 0, 0, 0
    for cy in range(ty, ty + th):
        for cx in range(tx, tx + tw):
            px, py = 2 * cx + 1, 2 * cy + 1
            if not sees_all and not is_in_vision(vision, px, py, x, y, width, height, facing):
                continue
            cells += 1
            hidden = int(Hidden.NOTHING)
            if between != 0 and is_behind_unit(s, w, between, is_high, ex, ey, px, py):
                hidden = int(Hidden.BLOCKED)
            elif has_ground:
                hidden = ground_hides(w, is_high, ex, ey, px, py, x, y, width, height)
            if hidden == Hidden.BLOCKED:
                blocked += 1
            elif is_sight_enough:
                return cells, blocked, weight
            weight += weight_of(w, hidden)
    return cells, blocked, weight


@rule("cover.obscured", "los.line")
def model_cover(s, w, who, model, target):
    """Obscured: the cover of a target from one model, or that the model does not see it (a Cover)."""
    x, y, width, height = full_rect(s, target)
    cells, blocked, weight = view_of(s, w, who, model, target, x, y, width, height, False)
    x, y, width, height = short_rect(s, target)
    more, more_blocked, more_weight = view_of(s, w, who, model, target, x, y, width, height, False)
    if blocked + more_blocked == cells + more:
        return int(Cover.UNSEEN)
    return cover_by(w, weight + more_weight, cells + more)


@rule("los.line")
def model_sees(s, w, who, model, target):
    """Line of sight: whether one model sees any cell of a unit."""
    x, y, width, height = full_rect(s, target)
    cells, blocked, _ = view_of(s, w, who, model, target, x, y, width, height, True)
    if blocked < cells:
        return True
    x, y, width, height = short_rect(s, target)
    cells, blocked, _ = view_of(s, w, who, model, target, x, y, width, height, True)
    return blocked < cells


@rule("los.line")
def model_sees_model(s, w, who, model, target, other):
    """Line of sight: whether one model sees one model of a unit."""
    x, y, width, height = model_rect(s, target, other)
    cells, blocked, _ = view_of(s, w, who, model, target, x, y, width, height, True)
    return blocked < cells


@rule("los.front_rank")
def seeing_models(s, w, who):
    """Only the front rank sees: how many models of a unit do, counted from the front left."""
    unit = s.units[who]
    return min(int(unit.models), int(unit.files) * int(w.book.seeing_ranks))


@rule("los.unit")
def looks_at(s, w, who, target):
    """Line of sight between units: one model with sight of any part of another unit is enough."""
    if not is_there(s, who) or not is_there(s, target):
        return False
    for model in range(seeing_models(s, w, who)):
        if model_sees(s, w, who, model, target):
            return True
    return False


@kernel
def sees(s, w, who, target):
    """Line of sight between units, looked at once as long as nothing changes."""
    look_round(s)
    if s.kept != SIGHT_KEPT:
        s.kept = SIGHT_KEPT
        for k in range(s.unit_count):
            s.seen_asked[k] = 0
            s.seen[k] = 0
    if (int(s.seen_asked[who]) >> target) & 1 == 0:
        s.seen_asked[who] |= 1 << target
        if looks_at(s, w, who, target):
            s.seen[who] |= 1 << target
    return (int(s.seen[who]) >> target) & 1 == 1


@rule("los.unit", "facing.vision_arc", "x.combat.engaged")
def perceives(s, w, who, target):
    """Line of sight between units: a unit perceives whom it sees in its vision arc, and whom it touches."""
    return sees(s, w, who, target) or touches(s, who, target)
