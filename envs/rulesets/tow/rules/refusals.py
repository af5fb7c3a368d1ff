"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ..vocab import (
    FIRST_MANOEUVRE,
    FORWARDS,
    LAST_MANOEUVRE,
    REDRESSES,
    REFORMS,
    Prompt,
    Spell,
    Trait,
    Verb,
)
from .bodies import has_trait, is_engaged, is_enterable, unit_gap
from .formation import ranks_of
from .magic import FIRST_MODE, LAST_MODE, is_missile, is_wizard, may_cast_spell, phase_of, spell_of, spells_tried
from .poses import (
    QUARTERS,
    forward_cost,
    has_free_turn,
    reform_files,
    share_of_move,
    shifted_cell,
    side_of,
    turn_cost,
    wheel_cost,
)
from .shapes import front_cells, is_war_machine, movement_of, square, strip_ahead
from .shooters import has_burnt_out, has_charged, has_misfired, has_missile, has_skill, has_stayed
from .shooting import is_aimed_at_units, verb_of_weapon
from .standing import may_stand


class Refusal(IntEnum):
    """What stands in the way."""

    UNKNOWN = 0
    ASKED_FIRST = 1
    MUST_CHARGE = 2
    CHARGE_PHASE = 3
    MOVE_PHASE = 4
    SHOOTING_PHASE = 5
    WHEN_CHARGED = 6
    WHEN_CAST = 7
    BEFORE_BLOWS = 8
    WHEN_CHALLENGED = 9
    IN_COMBAT = 10
    AFTER_COMBAT = 11
    MARCHES = 12
    MARCH_FAILED = 13
    MARCH_FIRST = 14
    WAR_MACHINE = 15
    REFORM_FIRST = 16
    NO_MOVE_LEFT = 17
    TOO_DEAR = 18
    TRIPLE_MOVE = 19
    TOO_WIDE = 20
    TURNED_ROUND = 21
    NO_OTHER_FILES = 22
    NO_ROOM = 23
    NO_MISSILES = 24
    OTHER_WEAPON = 25
    NO_SKILL = 26
    SHOT_BEFORE = 27
    MARCHED = 28
    REFORMED = 29
    CHARGED = 30
    MOVED = 31
    MISFIRED = 32
    BURNT_OUT = 33
    ENGAGED = 34
    NOBODY_TO_SHOOT = 35
    NO_WIZARD = 36
    CAST_ENOUGH = 37
    CAST_BEFORE = 38
    OTHER_SPELLS = 39
    NOBODY_TO_CAST_AT = 40
    STOOD_BEFORE = 41
    TOO_NEAR = 42
    UNSEEN = 43
    UNBREAKABLE = 44
    NEVER_MOVES = 45
    NO_CHARACTER = 46
    NO_REGIMENT = 47
    GIVES_GROUND = 48
    GIVES_WAY = 49
    OVERRUN = 50


@kernel
def refusal_of(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.UNKNOWN
    moment = moment_of(verb)
    if s.prompt == Prompt.REACTION and moment == Refusal.WHEN_CHARGED:
        return why_not_react(s, w, who, verb)
    if s.prompt == Prompt.ATTACK and moment == Refusal.IN_COMBAT:
        return Refusal.NO_CHARACTER if verb == Verb.ATTACK_CHARACTER else Refusal.NO_REGIMENT
    if s.prompt == Prompt.AFTER and moment == Refusal.AFTER_COMBAT:
        return Refusal.GIVES_WAY if verb == Verb.FOLLOW_UP else Refusal.GIVES_GROUND
    if s.prompt == Prompt.OVERRUN and moment == Refusal.AFTER_COMBAT:
        return Refusal.OVERRUN
    if Refusal.WHEN_CHARGED <= moment <= Refusal.AFTER_COMBAT:  # answers, not orders
        return moment
    if s.prompt == Prompt.CHARGE and verb == Verb.PASS:
        return Refusal.MUST_CHARGE
    if s.prompt == Prompt.REACTION or not Prompt.STRATEGY <= s.prompt <= Prompt.SHOOT:
        return Refusal.ASKED_FIRST
    if s.prompt == Prompt.MOVE and moment == Refusal.MOVE_PHASE:
        return why_not_move(s, w, who, verb)
    if verb == Verb.CAST_UNIT or verb == Verb.CAST_CELL:
        return why_not_cast(s, w, who, verb)
    if s.prompt == Prompt.SHOOT and moment == Refusal.SHOOTING_PHASE:
        return why_not_shoot(s, w, who, verb)
    return moment


@kernel
def moment_of(verb):
    """When a verb is chosen, as the reason that it is not chosen now."""
    if verb == Verb.CHARGE:
        return int(Refusal.CHARGE_PHASE)
    if Verb.HOLD <= verb <= Verb.FLEE:
        return int(Refusal.WHEN_CHARGED)
    if verb == Verb.MARCH or FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        return int(Refusal.MOVE_PHASE)
    if Verb.SHOOT <= verb <= Verb.CAST_CELL:
        return int(Refusal.SHOOTING_PHASE)
    if verb == Verb.DISPEL or verb == Verb.LET_PASS:
        return int(Refusal.WHEN_CAST)
    if verb == Verb.CHALLENGE or verb == Verb.KEEP_SILENT:
        return int(Refusal.BEFORE_BLOWS)
    if verb == Verb.ACCEPT or verb == Verb.REFUSE:
        return int(Refusal.WHEN_CHALLENGED)
    if verb == Verb.ATTACK_UNIT or verb == Verb.ATTACK_CHARACTER:
        return int(Refusal.IN_COMBAT)
    return int(Refusal.AFTER_COMBAT) if verb >= Verb.FOLLOW_UP else int(Refusal.ASKED_FIRST)


@kernel
def why_not_react(s, w, who, verb):
    """What keeps the target of a charge from shooting at it, or from fleeing."""
    charger, unit = int(top(s).who), s.units[who]
    if is_engaged(s, who):
        return Refusal.ENGAGED
    if verb == Verb.FLEE:
        return Refusal.UNBREAKABLE if has_trait(s, who, int(Trait.UNBREAKABLE)) else Refusal.NEVER_MOVES
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if not is_aimed_at_units(w, int(unit.missile)):
        return Refusal.OTHER_WEAPON
    if not has_skill(s, who):
        return Refusal.NO_SKILL
    if has_misfired(s, who):
        return Refusal.MISFIRED
    if unit.stood_and_shot == 1:
        return Refusal.STOOD_BEFORE
    is_near = unit_gap(s, who, charger) <= square(movement_of(s, charger))
    return Refusal.TOO_NEAR if w.book.min_gap_is_charger_move == 1 and is_near else Refusal.UNSEEN


# --- moves -------------------------------------------------------------------------------------------------------------


@kernel
def why_not_move(s, w, who, verb):
    """What keeps a unit from marching, or from a manoeuvre."""
    unit = s.units[who]
    if verb == Verb.MARCH and unit.march_tested == 1 and unit.marched == 0:
        return Refusal.MARCH_FAILED
    if verb == Verb.MARCH or verb == Verb.REFORM:
        if is_war_machine(s, who):
            return Refusal.WAR_MACHINE
        if unit.marched == 1:
            return Refusal.MARCHES
        if unit.manoeuvred == 1:
            return Refusal.MARCH_FIRST if verb == Verb.MARCH else Refusal.REFORM_FIRST
    if verb == Verb.MARCH:
        return Refusal.NO_MOVE_LEFT
    if verb == Verb.REFORM:
        return why_not_reform(s, w, who)
    if verb == Verb.REDRESS:
        return why_not_redress(s, w, who)
    if Verb.TURN_LEFT <= verb <= Verb.ABOUT_FACE:
        return why_not_turn(s, w, who, verb)
    if unit.allowance <= 0:
        return Refusal.NO_MOVE_LEFT
    return Refusal.TOO_DEAR if is_too_dear(s, w, who, verb) else Refusal.NO_ROOM


@kernel
def is_too_dear(s, w, who, verb):
    """Whether the least that a straight move or a wheel costs is more than is left."""
    unit = s.units[who]
    allowance = int(unit.allowance)
    if verb == Verb.WHEEL_LEFT or verb == Verb.WHEEL_RIGHT:
        return wheel_cost(w, front_cells(s, who)) > allowance
    if verb != Verb.FORWARD:
        there = shifted_cell(s, who, side_of(verb))
        can_stand = may_stand(s, w, who, there, int(unit.facing), int(unit.files))
        return can_stand or QUARTERS * int(w.book.back_and_side_cost) > allowance
    cells = least_forward(w)
    if unit.fly > 0:
        return QUARTERS * cells > allowance
    x, y, width, height = strip_ahead(s, who, 0, cells)
    return is_enterable(s, w, who, x, y, width, height) and forward_cost(s, w, who, cells) > allowance


@kernel
def least_forward(w):
    """The fewest cells that a move forward may be ordered for."""
    least = int(w.book.forward_steps[0].cells)
    for row in range(1, FORWARDS):
        least = min(least, int(w.book.forward_steps[row].cells))
    return least


@kernel
def why_not_turn(s, w, who, verb):
    """What keeps a unit from turning on the spot."""
    unit = s.units[who]
    cost = turn_cost(s, w, who)
    if verb != Verb.ABOUT_FACE and unit.tripled == 1:
        return Refusal.TRIPLE_MOVE
    if verb != Verb.ABOUT_FACE and ranks_of(int(unit.models), int(unit.files)) > w.book.max_files:
        return Refusal.TOO_WIDE
    if cost > unit.allowance:
        return Refusal.TOO_DEAR if unit.allowance > 0 else Refusal.NO_MOVE_LEFT
    return Refusal.TURNED_ROUND if cost == 0 and not has_free_turn(s, who) else Refusal.NO_ROOM


@kernel
def why_not_redress(s, w, who):
    """What keeps a unit from redressing its ranks."""
    unit = s.units[who]
    if unit.tripled == 1:
        return Refusal.TRIPLE_MOVE
    if share_of_move(s, who, int(w.book.redress_cost_pct)) > unit.allowance:
        return Refusal.TOO_DEAR if unit.allowance > 0 else Refusal.NO_MOVE_LEFT
    for row in range(REDRESSES):
        files = int(unit.files) + int(w.book.redress_steps[row].files)
        if 1 <= files <= min(int(w.book.max_files), int(unit.models)) and files != unit.files:
            return Refusal.NO_ROOM
    return Refusal.NO_OTHER_FILES


@kernel
def why_not_reform(s, w, who):
    """What keeps a unit that has done nothing yet from reforming."""
    if s.units[who].allowance <= 0:
        return Refusal.NO_MOVE_LEFT
    for row in range(REFORMS):
        if reform_files(s, w, who, row) > 0:
            return Refusal.NO_ROOM
    return Refusal.NO_OTHER_FILES


# --- shots and spells --------------------------------------------------------------------------------------------------


@kernel
def why_not_shoot(s, w, who, verb):
    """What keeps a unit from shooting."""
    unit = s.units[who]
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if verb != verb_of_weapon(w, int(unit.missile)):
        return Refusal.OTHER_WEAPON
    if not has_skill(s, who):
        return Refusal.NO_SKILL
    if unit.shot == 1:
        return Refusal.SHOT_BEFORE
    if unit.marched == 1:
        return Refusal.MARCHED
    if unit.reformed == 1 and w.book.blocks_shooting == 1:
        return Refusal.REFORMED
    if has_charged(s, who):
        return Refusal.CHARGED
    if not has_stayed(s, w, who):
        return Refusal.MOVED
    if has_misfired(s, who):
        return Refusal.MISFIRED
    if has_burnt_out(s, w, who):
        return Refusal.BURNT_OUT
    return Refusal.ENGAGED if is_engaged(s, who) else Refusal.NOBODY_TO_SHOOT


@kernel
def why_not_cast(s, w, who, verb):
    """What keeps a unit from casting a spell at a unit, or the sinkhole."""
    if not is_wizard(s, who):
        return Refusal.NO_WIZARD
    if s.prompt != Prompt.STRATEGY and s.prompt != Prompt.SHOOT:
        return Refusal.OTHER_SPELLS
    if verb == Verb.CAST_CELL and s.phase != phase_of(int(Spell.SINKHOLE)):
        return Refusal.OTHER_SPELLS
    if spells_tried(s, who) >= w.book.max_casts_per_turn:
        return Refusal.CAST_ENOUGH
    if verb == Verb.CAST_CELL:
        return Refusal.CAST_BEFORE
    is_kept_from_missiles = False
    for mode in range(FIRST_MODE, LAST_MODE + 1):
        spell = spell_of(mode)
        if may_cast_spell(s, w, who, spell):
            return Refusal.NOBODY_TO_CAST_AT
        if phase_of(spell) == s.phase and is_missile(spell) and int(s.units[who].spells_cast) & spell == 0:
            is_kept_from_missiles = True
    return Refusal.ENGAGED if is_kept_from_missiles else Refusal.CAST_BEFORE
