"""The mat: base contact, lines of sight, light, cover, water, gates and levers."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import STRIDE, column, distance, is_gate_shut, is_solid, line_cell, may_see, neighbour, row
from ..vocab import Event, Ground, Pull, Refusal, Trait
from .conditions import are_foes, has_trait, is_aloft, is_standing

# --- contact ---------------------------------------------------------------------------------------------------------


@rule("completion.grid")
def is_corner_open(s, w, one, other):
    """Grid: a diagonal neighbour does not count if both cells orthogonally between are walls."""
    if column(one) == column(other) or row(one) == row(other):
        return True
    if w.book.diagonals == 0:
        return False
    first = row(one) * STRIDE + column(other)
    second = row(other) * STRIDE + column(one)
    return not (is_solid(s, w, first) and is_solid(s, w, second))


@rule("engage.base_contact", "completion.grid")
def are_touching(s, w, one, other):
    """Base contact: two cells are neighbours."""
    gap = distance(one, other)
    if gap == 0 or gap > w.book.contact_distance:
        return False
    return gap > 1 or is_corner_open(s, w, one, other)


@rule("engage.base_contact")
def is_touching(s, w, who, other):
    """Base contact: two units stand or lie in neighbouring cells."""
    here, there = int(s.units[who].cell), int(s.units[other].cell)
    return here >= 0 and there >= 0 and are_touching(s, w, here, there)


@rule("engage.base_contact")
def is_engaged_with(s, w, who, other):
    """Base contact: two hostile units that both stand are engaged when they touch."""
    return are_foes(s, who, other) and is_standing(s, who) and is_standing(s, other) and is_touching(s, w, who, other)


@rule("engage.base_contact")
def is_engaged(s, w, who, knows_all):
    """Base contact: whether a unit is engaged with any enemy; without ``knows_all`` only known units count."""
    for other in range(s.unit_count):
        if (knows_all or s.known[other] == 1) and is_engaged_with(s, w, who, other):
            return True
    return False


@rule("completion.occupancy")
def unit_in(s, cell):
    """Occupied cells: the unit, standing or down, that is in a cell; the dead take no room."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.cell == cell and unit.dead == 0 and unit.present == 1:
            return who
    return NO_UNIT


@rule("completion.occupancy")
def is_shared(s, who):
    """Occupied cells: another unit, standing or down, is in the same cell."""
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and unit.cell == s.units[who].cell and unit.dead == 0 and unit.present == 1:
            return True
    return False


# --- sight -----------------------------------------------------------------------------------------------------------


@rule("light.dark")
def is_dark(w, cell):
    """Total darkness: whether it is dark in a cell."""
    return w.field.light[cell] == w.book.dark_code


@rule("light.low")
def is_dim(w, cell):
    """Low light: whether a cell lies in it."""
    return w.field.light[cell] == w.book.low_light_code


@rule("light.low_light_vision")
def has_low_light_vision(s, who):
    """Low-light vision: whether a creature sees well in low light, and a little in total darkness."""
    return has_trait(s, who, Trait.LOW_LIGHT_VISION)


@rule("light.night_vision")
def has_night_vision(s, who):
    """Night vision: whether no light or darkness matters to a creature; nor does it to those that need no eyes."""
    return has_trait(s, who, Trait.NIGHT_VISION | Trait.NATURALLY_BLIND)


@rule("completion.line_of_sight")
def has_sight(s, w, viewer, target):
    """Line of sight: no wall between; total darkness hides what is not in base contact, but for those who see in the dark."""
    here, there = int(s.units[viewer].cell), int(s.units[target].cell)
    if here < 0 or there < 0:
        return False
    if is_dark(w, there) and not has_low_light_vision(s, viewer) and not has_night_vision(s, viewer):
        return are_touching(s, w, here, there) and may_see(s, w, here, there)
    return may_see(s, w, here, there)


@rule("completion.line_of_sight", "status.blind")
def is_seeing(s, w, viewer, target):
    """Line of sight: a standing unit that is not blind, with sight of another. The paralyzed see."""
    return is_standing(s, viewer) and s.units[viewer].blind == 0 and has_sight(s, w, viewer, target)


@rule("status.blind", "status.deafened")
def is_cut_off(s, who):
    """Blind: whether a blind unit is deafened as well, so that it neither sees nor hears."""
    return s.units[who].blind > 0 and s.units[who].deafened > 0


@rule("status.blind")
def may_aim_at(s, w, who, target):
    """Blind: a blind unit aims by sound and needs only a clear line; one that hears nothing either aims at whom it touches."""
    if is_cut_off(s, who):
        return is_touching(s, w, who, target)
    if s.units[who].blind > 0:
        return may_see(s, w, int(s.units[who].cell), int(s.units[target].cell))
    return has_sight(s, w, who, target)


@rule("cover")
def is_covered(s, w, who, target):
    """Cover: the target's own cell, or the last one before it on the line, has cover; not in base contact, nor for fliers."""
    if is_aloft(s, target) or is_touching(s, w, who, target):
        return False
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    return is_cell_covered(w, here, there)


@kernel
def is_cell_covered(w, here, there):
    """Whether a cell has cover from another, on flat terms."""
    if w.field.ground[there] == Ground.COVER:
        return True
    steps = distance(here, there)
    if steps < 2:
        return False
    one, other = min(here, there), max(here, there)
    last = line_cell(one, other, steps - 1, steps) if there == other else line_cell(one, other, 1, steps)
    return w.field.ground[last] == Ground.COVER


# --- what lies about -------------------------------------------------------------------------------------------------


@rule("completion.terrain")
def is_rough(w, cell):
    """Terrain: rubble, hedges and water are difficult to cross."""
    ground = w.field.ground[cell]
    return ground == Ground.DIFFICULT or ground == Ground.COVER or ground == Ground.WATER


@rule("completion.terrain", "status.ignited")
def is_in_water(s, w, who):
    """Terrain: in a water cell, and not in the air above it."""
    return w.field.ground[s.units[who].cell] == Ground.WATER and not is_aloft(s, who)


@rule("completion.terrain")
def resolve_water(s, w, who):
    """Terrain: water puts out a burning unit that enters it."""
    unit = s.units[who]
    if unit.ignited > 0 and is_in_water(s, w, who):
        unit.ignited = 0
        emit(s, Event.DOUSED, who, NO_UNIT, 0, 0)


@rule("turn.interact", "completion.lever_gate")
def refusal_of_interacting(s, w, who):
    """Levers: one is in base contact."""
    if w.field.has_lever == 0:
        return Refusal.NO_LEVER
    here = int(s.units[who].cell)
    for d in range(8):
        there = neighbour(w.field, here, d)
        if there >= 0 and w.field.ground[there] == Ground.LEVER and is_corner_open(s, w, here, there):
            return Refusal.NONE
    return Refusal.NO_LEVER


@rule("completion.lever_gate")
def resolve_lever(s, who):
    """Levers: if any gate is closed, all open; otherwise each gate with no unit on it closes."""
    shuts = True
    for k in range(s.gate_count):
        if is_gate_shut(s, s.gate_cell[k]):
            shuts = False
    outcome = Pull.STAYED if shuts else Pull.OPENED
    for k in range(s.gate_count):
        if not shuts:
            s.gate_shut[k] = 0
        elif unit_in(s, int(s.gate_cell[k])) == NO_UNIT:
            s.gate_shut[k] = 1
            outcome = Pull.CLOSED
    emit(s, Event.LEVER_PULLED, who, NO_UNIT, int(outcome), 0)
