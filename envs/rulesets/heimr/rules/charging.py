"""Charging: into a neighbouring location and at an enemy there, in one action."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import OFF_BOARD
from ..vocab import Mark, Mode, Refusal, Verb
from .aiming import part_of_mode, refusal_of_body, refusal_of_target
from .attacking import start_attack
from .conditions import is_held
from .edges import neighbour_of
from .hands import wields_melee
from .moving import start_move
from .passing import is_level, refusal_of_run, refusal_of_running

NO_DIRECTION = -1


@kernel
def direction_to(s, w, who, target):
    """The border beyond which a unit is; -1 it is in no neighbouring location."""
    for direction in range(0, 8, 2):
        there = neighbour_of(w, int(s.units[who].cell), direction)
        if there != OFF_BOARD and there == s.units[target].cell:
            return direction
    return NO_DIRECTION


@rule("action.run")
def has_run_from(s, who, target):
    """Run: units in the location a runner left cannot charge it."""
    return s.units[target].ran_from == s.units[who].cell


@rule("action.charge", "height.free")
def refusal_of_charge_at(s, w, who, target):
    """Charge: at an enemy in view, over an open border on the level."""
    refusal = refusal_of_target(s, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if has_run_from(s, who, target):
        return Refusal.HAS_RUN
    direction = direction_to(s, w, who, target)
    if direction == NO_DIRECTION:
        return Refusal.NOT_NEXT
    refusal = refusal_of_run(s, w, who, direction)
    if refusal != Refusal.NONE:
        return refusal
    if not is_level(s, w, who, direction):
        return Refusal.NOT_LEVEL
    return Refusal.NONE if is_low_enough(s, w, target) else Refusal.OFF_THE_GROUND


@rule("action.charge", "effect.stumble_combat", "brawl.grab_part")
def refusal_of_charging(s, w, who, verb):
    """Charge: a unit that could run, is not held and does not stumble, with a melee weapon or a brawl."""
    if s.units[who].stumble_timer > 0:
        return Refusal.STUMBLES
    refusal = refusal_of_running(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if is_held(s, who):
        return Refusal.HELD
    if verb == Verb.CHARGE_BRAWL:
        return refusal_of_body(s, w, who, False)
    return Refusal.NONE if wields_melee(s, w, who) else Refusal.NO_MELEE_WEAPON


@rule("action.charge")
def may_charge(s, w, who, target, verb):
    """Charge: whether a unit can charge a target."""
    if refusal_of_charge_at(s, w, who, target) != Refusal.NONE:
        return False
    return refusal_of_charging(s, w, who, verb) == Refusal.NONE


@rule("height.melee", "action.charge")
def is_low_enough(s, w, target):
    """Charge: the enemy stands no more than a level higher or lower than the ground the charger comes to."""
    ground = int(w.field.ground[s.units[target].cell])
    return abs(int(s.units[target].elevation) - ground) <= w.book.melee_difference


# --- the charge ------------------------------------------------------------------------------------------------------


@rule("action.charge")
def start_charge(s, w, frame, who, verb, target, mode):
    """Charge: into the next location first; the frame of the turn keeps the way, what is struck there, and how."""
    frame.target = target
    frame.mode = mode
    frame.verb = verb
    frame.outcome = 1 if is_unseen(s, who, target) else 0
    frame.asked = s.units[who].hidden_from
    frame.cell = direction_to(s, w, who, target)
    start_move(s, who, int(frame.cell), verb)


@rule("position.hidden_bonus")
def is_unseen(s, who, target):
    """Unseen attackers: judged when the charge is declared."""
    return (int(s.units[who].hidden_from) >> target) & 1 == 1


@rule("action.charge")
def strike_after_charge(s, who, verb, target, mode, unseen):
    """Charge: the attack at the end of it."""
    marks = int(Mark.CHARGE)
    if verb == Verb.CHARGE_BRAWL:
        marks |= brawl_marks(mode)
    start_attack(s, who, target, part_of_mode(mode), marks)
    if unseen == 1:
        s.stack[s.depth - 1].marks |= Mark.UNSEEN


@kernel
def brawl_marks(mode):
    """The marks of a brawl: for a hit or for a bind."""
    return int(Mark.BRAWL | Mark.BIND) if mode >= Mode.BIND_ANYWHERE else int(Mark.BRAWL)
