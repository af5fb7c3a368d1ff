"""What a side makes of what it cannot know, for searches: hidden enemies that the scenario makes possible, fresh, where they were
seen last or somewhere that conceals them; and of all enemies what they keep to themselves.
"""

from __future__ import annotations

from ...core.compiler import copy_span, kernel, spans_of
from ...core.dice import random_below
from ...core.looking.knowledge import draw_roster, likeness_of
from ...core.state import NO_UNIT, record
from .board import OFF_BOARD, STRIDE
from .imagine_known import imagine_carried, imagine_strength
from .observe import is_known_to_hide
from .rules.abilities import base_fatigue_of
from .rules.concealment import is_concealed_enough
from .rules.conditions import is_in_fight, is_present
from .rules.defences import forget_defence, forget_kept
from .rules.harm import lose_ready
from .state import UNIT
from .vocab import (
    SLOTS,
    Body,
    Climbing,
    Frame,
    GuardKind,
    Item,
    Pairing,
    Place,
    Upcoming,
)

HIDE_VALUE = 6  # what perception is thought to have to reach
#: What a model does not lend: whose a unit is, that it hides and where, its place in the order, and what others can see of it.
OWN = (
    "side", "present", "cell", "dead", "escaped", "surrendered", "unconscious", "hidden_from", "known_hiding", "last_seen",
    "initiative", "key", "order", "acted", "delays", "cluster", "elevation", "heard",
)  # fmt: skip
LENT = spans_of(record(UNIT), [str(row[0]) for row in UNIT if row[0] not in OWN])


@kernel
def imagine(s, w, side, rng):
    """Replace units hidden from a side by units that the scenario makes possible, and reset what known enemies conceal:
    willpower, fatigue, skills, readied actions, missiles and what they carry out of sight. Returns whether
    anything may have changed. Reads ``s.known``.
    """
    is_other = False
    roster = draw_roster(w, rng)
    models = models_known(s)
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1 or not is_present(s, who):
            continue
        is_other = True
        if s.known[who] == 1:
            imagine_private(s, w, who)
            imagine_carried(s, w, side, who, roster)
            imagine_strength(s, w, side, who)
        elif is_free_to_imagine(s, who):
            imagine_unit(s, w, who, likeness_of(s, w, who, roster, models, side, rng))
            imagine_place(s, w, side, who, rng)
    return is_other


@kernel
def is_under_way(s, who):
    """Whether a unit takes part in what goes on."""
    for k in range(1, s.depth):
        frame = s.stack[k]
        if frame.kind != Frame.AFTERMATH and frame.who == who:
            return True
        is_attack = frame.kind == Frame.ATTACK or frame.kind == Frame.STRIKE
        if is_attack and (frame.target == who or frame.goal == who):
            return True
    return s.units[who].due_target != NO_UNIT


@kernel
def gives_light(s, who):
    """Whether a unit holds or has dropped a light that others see by: then they know where it burns."""
    unit = s.units[who]
    for slot in range(SLOTS):
        if unit.items[slot] == Item.TORCH and unit.places[slot] != Place.STOWED and unit.places[slot] != Place.PACKED:
            return True
    return False


@kernel
def is_free_to_imagine(s, who):
    """Whether a side can only guess what a hidden unit is like: neither what it does now shows it, nor its light."""
    return not is_under_way(s, who) and not gives_light(s, who)


@kernel
def models_known(s):
    """The units known and in the fight, as bits: others may be thought to be like them."""
    models = 0
    for who in range(s.unit_count):
        if s.known[who] == 1 and is_in_fight(s, who):
            models |= 1 << who
    return models


# --- who is known ---------------------------------------------------------------------------------------------------------


@kernel
def imagine_private(s, w, who):
    """Reset the skills, the readied action and the hiding of a known enemy."""
    unit = s.units[who]
    unit.free_uses = 0
    if unit.hidden_from != 0:
        unit.hide_value = max(int(w.book.min_hide_value), HIDE_VALUE)
    if not is_under_way(s, who):
        unit.primed = 0
        lose_ready(s, who)


# --- who hides ------------------------------------------------------------------------------------------------------------


@kernel
def imagine_unit(s, w, who, model):
    """The model, a unit's record, fresh, hidden, with nothing begun."""
    unit = s.units[who]
    for k in range(len(LENT)):
        copy_span(unit, model, LENT[k, 0], LENT[k, 1])
    unit.hp = unit.hp_max
    unit.wp = unit.wp_max
    unit.hide_value = max(int(w.book.min_hide_value), HIDE_VALUE)
    tidy_items(unit)
    be_fresh(unit)
    be_free(unit)
    be_done(unit)
    forget_defence(s, who)
    forget_kept(s, who)
    lose_ready(s, who)
    unit.fatigue = base_fatigue_of(s, w, who)


@kernel
def tidy_items(unit):
    """Nothing lies about, nothing burns, nothing is concealed."""
    for slot in range(SLOTS):
        place = unit.places[slot]
        if unit.items[slot] == Item.TORCH:
            unit.items[slot] = Item.BARE_HANDS
            unit.places[slot] = Place.NOWHERE
        elif place == Place.ON_GROUND or place == Place.CONCEALED or place == Place.BROKEN:
            unit.places[slot] = Place.STOWED
        unit.lies[slot] = OFF_BOARD
        unit.drop_timers[slot] = 0
        unit.conceal_value[slot] = 0
        unit.shown_to[slot] = 0


@kernel
def be_fresh(unit):
    """Nothing has happened to it."""
    unit.tired = 0
    unit.sleeping = 0
    unit.stabilised = 0
    unit.injuries = 0
    unit.death_timer = 0
    unit.faint_timer = 0
    unit.prone = 0
    unit.fall_timer = 0
    unit.stumble_timer = 0
    unit.stumble_direction = 0
    unit.daze_timer = 0
    unit.daze_odd = 0
    unit.locked = 0
    unit.weaken_timer = 0
    unit.bound_hands = 0
    unit.bound_feet = 0
    unit.bound_body = 0
    for k in range(2):
        unit.bound_arms[k] = 0
        unit.bound_legs[k] = 0
    unit.blind = 0
    unit.read_by = 0
    unit.reads = 0
    unit.shot_by = 0
    unit.dodged_from = 0
    unit.undodged_from = 0


@kernel
def be_free(unit):
    """Free a unit: it holds, guards and helps no other, does not climb, and has no upcoming action."""
    unit.grab_target = NO_UNIT
    unit.grab_part = Body.ANYWHERE
    unit.stop_total = 0
    unit.climbing = Climbing.NOT
    unit.climb_direction = 0
    unit.guard = GuardKind.NOTHING
    unit.guard_unit = NO_UNIT
    unit.guard_direction = 0
    unit.guard_left = 0
    unit.upcoming = Upcoming.NOTHING
    unit.upcoming_direction = 0
    unit.assists = NO_UNIT


@kernel
def be_done(unit):
    """Reset what a unit has used since its last turn, and what it did in it."""
    unit.dodges = 0
    unit.blocks = 0
    unit.parries[0] = 0
    unit.parries[1] = 0
    unit.dodge_ready = 0
    unit.ongoing = 0
    unit.strikes_back = 0
    unit.standard_left = 0
    unit.pairing = Pairing.NOTHING
    unit.free_used = 0
    unit.turn_mates = 0
    unit.ran_from = OFF_BOARD
    unit.entered_from = OFF_BOARD
    unit.primed = 0
    unit.free_uses = 0


# --- where it hides --------------------------------------------------------------------------------------------------------


@kernel
def put(s, w, who, cell):
    """Put a unit into a cell, behind what gives cover there."""
    unit = s.units[who]
    unit.cell = cell
    unit.turn_cell = cell
    unit.elevation = w.field.ground[cell]
    unit.in_cover = 1 if w.field.cover[cell] > 0 else 0


@kernel
def is_hiding_place(s, w, who):
    """Whether a unit is concealed, where it is, from every unit it hides from."""
    for observer in range(s.unit_count):
        if (int(s.units[who].hidden_from) >> observer) & 1 == 1 and is_in_fight(s, observer):
            if not is_concealed_enough(s, w, observer, who):
                return False
    return True


@kernel
def imagine_place(s, w, side, who, rng):
    """Where the side last saw a unit it knows to be hiding: it would have seen the unit leave. Else any place that conceals."""
    last = int(s.units[who].last_seen[side])
    if last >= 0 and is_known_to_hide(s, side, who):
        put(s, w, who, last)
        return
    cells = int(s.board_width) * int(s.board_height)
    start = random_below(rng, cells)
    for k in range(cells):
        place = (start + k) % cells
        cell = int(place % s.board_width + place // s.board_width * STRIDE)
        if w.field.closed[cell] != SHUT:
            put(s, w, who, cell)
            if is_hiding_place(s, w, who):
                return


SHUT = 255  # a cell that is closed in all directions
