"""A side's guess at what is hidden, for searches: enemies as the scenario allows them, out of sight or where they began; and
where an enemy's Move ends.
"""

from __future__ import annotations

from ...core.compiler import copy_span, kernel, spans_of
from ...core.dice import random_below
from ...core.looking.knowledge import draw_roster, likeness_of, roster_row
from ...core.state import NO_UNIT, record
from .board import OFF_BOARD, STRIDE, is_closed, is_solid, neighbour
from .rules.conditions import are_foes, has_trait, is_standing
from .rules.ground import is_seeing, unit_in
from .rules.moving import Step
from .rules.ways import is_left_by
from .state import UNIT
from .vocab import Frame, Mark, Trait

TRIES = 40  # cells, or directions, tried for a place
#: What a model does not lend: whose a unit is, that it hides and where, and what names a cell, a card or another unit.
OWN = ("side", "present", "hidden", "cell", "dead", "lost_cell", "card", "coordinated_on")
LENT = spans_of(record(UNIT), [str(row[0]) for row in UNIT if row[0] not in OWN])


@kernel
def imagine(s, w, side, rng):
    """Replace each unit hidden from a side by one that the scenario allows and that has acted this round. As likely as not all of
    them lie in wait where they began. An enemy that moves ends its Move soon. Returns whether there is either. Reads
    ``s.known``.
    """
    is_other = False
    roster = draw_roster(w, rng)
    are_waiting = random_below(rng, 2) == 1
    for who in range(s.unit_count):
        if s.known[who] == 0:
            is_other = True
            imagine_unit(s, who, likeness_of(s, w, who, roster, models_known(s), side, rng))
            if roster_row(s, w, who, roster) >= 0:
                tire_by_now(s, w, who)
    if is_other:
        for who in range(s.unit_count):
            if s.known[who] == 0:
                s.units[who].cell = OFF_BOARD
        for who in range(s.unit_count):
            if s.known[who] == 0:
                row = roster_row(s, w, who, roster) if are_waiting else -1
                if row < 0 or not put_unseen(s, w, side, who, int(w.field.rosters[row].cell)):
                    imagine_place(s, w, side, who, rng)
    return imagine_way(s, w, side, rng) or is_other


@kernel
def models_known(s):
    """The units known and in the fight, as bits: others may be thought to be like them."""
    models = 0
    for who in range(s.unit_count):
        if s.known[who] == 1 and is_standing(s, who):
            models |= 1 << who
    return models


@kernel
def imagine_unit(s, who, model):
    """Copy the model, a unit's record, to a unit that is fresh but has had its turn this round."""
    unit = s.units[who]
    for k in range(len(LENT)):
        copy_span(unit, model, LENT[k, 0], LENT[k, 1])
    unit.hp = unit.hp_max
    unit.coordinated_on = NO_UNIT
    unit.lost_slot = -1
    unit.lost_cell = -1
    be_fresh(unit)
    be_done(unit)


@kernel
def tire_by_now(s, w, who):
    """The fatigue that the rounds so far have brought to a unit which stands as it began."""
    unit = s.units[who]
    interval = int(w.book.fatigue_interval)
    if interval > 0 and not has_trait(s, who, Trait.TIRELESS):
        unit.fatigue = min(int(unit.fatigue) + (int(s.round_no) - 1) // interval, int(w.book.fatigue_out_level) - 1)


@kernel
def be_fresh(unit):
    """Clear all that has happened to a unit, but for its fatigue."""
    unit.down = 0
    unit.unconscious = 0
    unit.withdrawn = 0
    unit.paralyzed = 0
    unit.stunned = 0
    unit.rooted = 0
    unit.blind = 0
    unit.deafened = 0
    unit.bleeding = 0
    unit.ignited = 0
    unit.poisoned = 0
    unit.disease = 0
    unit.insane = 0
    unit.fear = 0
    unit.fear_tested = 0
    unit.grounded = 0
    unit.arm_broken = 0
    unit.leg_broken = 0
    unit.berserk = 0
    unit.berserk_used = 0
    unit.rounds_down = 0
    unit.fell_this_round = 0
    unit.looted = 0


@kernel
def be_done(unit):
    """End the unit's part in this round."""
    unit.turn_taken = 1
    unit.defending = 0
    unit.actions_left = 0
    unit.free_left = 0
    unit.free_used = 0
    unit.moves = 0
    unit.attacks = 0
    unit.others = 0
    unit.items_used = 0
    unit.spells_cast = 0
    unit.hides = 0
    unit.declined = 0


@kernel
def is_in_sight(s, w, side, who):
    """Whether any unit of a side or its friends sees a unit's cell."""
    for other in range(s.unit_count):
        if s.allied[side, s.units[other].side] == 1 and is_seeing(s, w, other, who):
            return True
    return False


@kernel
def put_unseen(s, w, side, who, cell):
    """Put a hidden unit in a cell if it is free and out of a side's sight, else nowhere. Returns whether it did."""
    if is_solid(s, w, cell) or unit_in(s, cell) != NO_UNIT:
        return False
    s.units[who].cell = cell
    if is_in_sight(s, w, side, who):
        s.units[who].cell = OFF_BOARD
        return False
    return True


@kernel
def imagine_place(s, w, side, who, rng):
    """Put a hidden unit in a free cell out of sight; if few are, in any free cell: one drawn, or else the first there is."""
    for _ in range(TRIES):
        if put_unseen(s, w, side, who, any_cell(s, rng)):
            return
    for _ in range(TRIES):
        cell = any_cell(s, rng)
        if not is_solid(s, w, cell) and unit_in(s, cell) == NO_UNIT:
            s.units[who].cell = cell
            return
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if not is_solid(s, w, cell) and unit_in(s, cell) == NO_UNIT:
                s.units[who].cell = cell
                return


@kernel
def any_cell(s, rng):
    """A random cell of the board."""
    return random_below(rng, int(s.board_width)) + STRIDE * random_below(rng, int(s.board_height))


# --- where a Move ends -----------------------------------------------------------------------------------------------


@kernel
def imagine_way(s, w, side, rng):
    """Let an enemy's Move end soon. Returns whether an enemy moves, though its Move may well end there."""
    for k in range(s.depth):
        if is_way_secret(s, s.stack[k], side):
            cut_way(s, w, s.stack[k], rng)
            return True
    return False


@kernel
def is_way_secret(s, frame, side):
    """Whether a procedure is an enemy's Move that has not ended yet; where one that leaves the battlefield goes is known."""
    if frame.kind != Frame.MOVE or frame.step == Step.WATCHED or frame.marks & Mark.LEAVING != 0:
        return False
    return s.allied[side, s.units[frame.who].side] == 0


@kernel
def cut_way(s, w, frame, rng):
    """End a Move where the unit is; if others are asked because it leaves them, with any step that does; and with one more if
    a unit is in that cell.
    """
    for i in range(frame.index, len(s.way_steps)):
        s.way_steps[i] = 0
    s.way_length = frame.index
    if frame.asked != 0:
        there = imagine_step(s, w, frame, int(frame.cell), rng)
        if there != frame.cell and unit_in(s, there) != NO_UNIT:
            imagine_step(s, w, frame, there, rng)


@kernel
def imagine_step(s, w, frame, here, rng):
    """Lengthen the way by a step from a cell, if there is one. Returns where it leads, else the cell."""
    if s.way_length == len(s.way_steps):
        return here
    for _ in range(TRIES):
        direction = random_below(rng, 8)
        there = neighbour(w.field, here, direction)
        if there != OFF_BOARD and not is_closed(w.field, here, direction) and may_be_next(s, w, frame, here, there):
            s.way_steps[s.way_length] = direction
            s.way_length += 1
            return there
    return here


@kernel
def may_be_next(s, w, frame, here, there):
    """Whether a step may be what others are asked about: to a cell that no enemy is in, or nobody if it is one more step, and
    that none of them touches.
    """
    other = unit_in(s, there)
    if is_solid(s, w, there) or (other != NO_UNIT and (here != frame.cell or are_foes(s, int(frame.who), other))):
        return False
    for enemy in range(s.unit_count):
        if (int(frame.asked) >> enemy) & 1 == 1 and s.known[enemy] == 1:
            if not is_left_by(s, w, enemy, int(frame.cell), there):
                return False
    return True
