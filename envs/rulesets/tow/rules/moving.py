"""Other moves: who may move, marching, and manoeuvres one after the other until the allowance is spent."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, note_pace
from ....core.state.choosing import offer_unless
from ..vocab import FORWARDS, REDRESSES, REFORMS, TURNS, Event, Mode, Refusal, Verb
from .bodies import is_engaged, is_foe, is_there, unit_gap
from .courage import leadership_test
from .danger import enters_danger, resolve_danger, step_into_danger
from .formation import is_column
from .poses import QUARTERS, pose_after, refusal_of_reform
from .shapes import is_war_machine, movement_of, square

FIRST_PLAIN, LAST_PLAIN = Verb.BACK, Verb.ABOUT_FACE  # the manoeuvres that need no more than their name


# --- who may move ------------------------------------------------------------------------------------------------------


@rule("x.move.normal")
def is_free_to_move(s, who):
    """Other moves: a unit that is not engaged or fleeing, has not charged, rallied or reformed this turn, and can move at
    all.
    """
    unit = s.units[who]
    if not is_there(s, who) or unit.fleeing == 1 or unit.rallied == 1 or unit.reformed == 1:
        return False
    if unit.charge_target != NO_UNIT or unit.charge_failed == 1 or movement_of(s, who) == 0:
        return False
    return not is_engaged(s, who)


@rule("x.move.normal")
def begin_movement(s, w, who):
    """Other moves: the allowance is the Movement, counted in quarters of an inch."""
    unit = s.units[who]
    unit.manoeuvred = 0
    unit.tripled = 0
    unit.free_turns = 0
    unit.allowance = QUARTERS * movement_of(s, who) if is_free_to_move(s, who) else 0


@rule("x.move.normal", "x.turn.activation")
def may_move(s, w, who):
    """Other moves: whether there is anything left to do."""
    return is_free_to_move(s, who) and (refusal_of_march(s, who) == Refusal.NONE or has_manoeuvre(s, w, who))


@kernel
def has_manoeuvre(s, w, who):
    """Whether any manoeuvre may be made."""
    for verb in range(FIRST_PLAIN, LAST_PLAIN + 1):
        if pose_after(s, w, who, verb, 0, 0)[0] == Refusal.NONE:
            return True
    if refusal_of_forward(s, w, who) == Refusal.NONE or refusal_of_redress(s, w, who) == Refusal.NONE:
        return True
    return refusal_of_reforming(s, w, who) == Refusal.NONE


# --- what stands in the way --------------------------------------------------------------------------------------------


@rule("x.move.march", "x.move.war_machine")
def refusal_of_march(s, who):
    """Marching: before anything else, once a turn; never war machines."""
    unit = s.units[who]
    if is_war_machine(s, who):
        return Refusal.WAR_MACHINE
    if unit.marched == 1 or unit.march_tested == 1:
        return Refusal.MARCHES if unit.marched == 1 else Refusal.MARCH_FAILED
    if unit.manoeuvred == 1:
        return Refusal.MARCH_FIRST
    return Refusal.NONE if unit.allowance > 0 else Refusal.NO_MOVE_LEFT


@rule("x.move.normal")
def refusal_of_forward(s, w, who):
    """Forward: by any of the numbers of cells; if by none, what keeps it from the least."""
    refusal, least = Refusal.NONE, 0
    for mode in range(FORWARDS):
        cells = int(w.book.forward_steps[mode].cells)
        found = pose_after(s, w, who, int(Verb.FORWARD), mode, 0)[0]
        if found == Refusal.NONE:
            return Refusal.NONE
        if mode == 0 or cells < least:
            refusal, least = found, cells
    return refusal


@rule("x.move.redress")
def refusal_of_redress(s, w, who):
    """Redressing: to any number of files that its models make."""
    refusal = Refusal.NO_OTHER_FILES
    for row in range(REDRESSES):
        found = pose_after(s, w, who, int(Verb.REDRESS), int(Mode.NARROWER_BY_2) + row, 0)[0]
        if found == Refusal.NONE:
            return Refusal.NONE
        if found != Refusal.NO_SUCH_FILES and found != Refusal.TOO_WIDE:
            refusal = found
    return refusal


@rule("x.move.reform")
def refusal_of_reforming(s, w, who):
    """Reform: into any files, with any facing."""
    refusal = refusal_of_reform(s, who)
    if refusal != Refusal.NONE:
        return refusal
    refusal = Refusal.NO_OTHER_FILES
    for row in range(REFORMS):
        found = refusal_of_reform_into(s, w, who, int(Mode.FILES_1) + row)
        if found == Refusal.NONE:
            return Refusal.NONE
        if found != Refusal.SAME_FILES and found != Refusal.TOO_WIDE:
            refusal = found
    return refusal


@rule("x.move.reform")
def refusal_of_reform_into(s, w, who, mode):
    """Reform: into a number of files, with any facing."""
    refusal = Refusal.NONE
    for turn in range(TURNS):
        refusal = pose_after(s, w, who, int(Verb.REFORM), mode, turn)[0]
        if refusal == Refusal.NONE:
            return refusal
    return refusal


@kernel
def refusal_of_move(s, w, who, verb):
    """What prevents a unit from marching, or from making a manoeuvre in any way."""
    if verb == Verb.MARCH:
        return refusal_of_march(s, who)
    if verb == Verb.FORWARD:
        return refusal_of_forward(s, w, who)
    if verb == Verb.REDRESS:
        return refusal_of_redress(s, w, who)
    return refusal_of_reforming(s, w, who) if verb == Verb.REFORM else pose_after(s, w, who, verb, 0, 0)[0]


@kernel
def offer_moves(s, w, who):
    """Offer marching and the manoeuvres that may be made."""
    offer_unless(s, Verb.MARCH, refusal_of_march(s, who))
    offer_unless(s, Verb.FORWARD, refusal_of_forward(s, w, who))
    for verb in range(FIRST_PLAIN, LAST_PLAIN + 1):
        offer_unless(s, verb, pose_after(s, w, who, verb, 0, 0)[0])
    offer_unless(s, Verb.REDRESS, refusal_of_redress(s, w, who))
    offer_unless(s, Verb.REFORM, refusal_of_reforming(s, w, who))


# --- marching ----------------------------------------------------------------------------------------------------------


@rule("x.move.march")
def is_watched(s, w, who):
    """Marching: whether an enemy that is not fleeing is near enough to require a test."""
    for enemy in range(s.unit_count):
        if is_foe(s, who, enemy) and s.units[enemy].fleeing == 0:
            if unit_gap(s, who, enemy) <= square(int(w.book.march_block_range)):
                return True
    return False


@rule("x.move.march")
def resolve_march(s, w, who):
    """Marching: near the enemy a Leadership test, which uses the order up; then the move is doubled, in column tripled."""
    unit = s.units[who]
    unit.march_tested = 1
    if is_watched(s, w, who) and leadership_test(s, w, who, 0, False) == 0:
        return
    inches = march_multiplier(s, w, who) * movement_of(s, who)
    unit.marched = 1
    unit.tripled = 1 if is_column(s, who) else 0
    unit.allowance = QUARTERS * inches
    emit(s, Event.MARCHES, who, NO_UNIT, inches, 0)


@rule("x.move.march")
def march_multiplier(s, w, who):
    """Marching: by how much the Movement is multiplied, in marching column and otherwise."""
    return column_multiplier(w) if is_column(s, who) else int(w.book.march_multiplier)


@rule("formation.column_move")
def column_multiplier(w):
    """Triple move: by how much a marching column multiplies its Movement."""
    return int(w.book.column_march_multiplier)


# --- manoeuvres --------------------------------------------------------------------------------------------------------


@rule("x.move.war_machine")
def is_pushed(s, who, verb):
    """War machines: turning on the spot does not count as moving; any move forward, back or sideways does."""
    return is_war_machine(s, who) and Verb.FORWARD <= verb <= Verb.SIDE_RIGHT


@rule("x.move.normal", "x.move.reform")
def resolve_manoeuvre(s, w, who, verb, mode, turn):
    """Other moves: one manoeuvre. A unit that spends any allowance counts as having moved, and so does any war machine that
    is pushed.
    """
    refusal, cell, facing, files, cost = pose_after(s, w, who, verb, mode, turn)
    unit = s.units[who]
    if refusal != Refusal.NONE:
        return
    models = (
        step_into_danger(s, w, who, cell) if verb == Verb.FORWARD else enters_danger(s, w, who, cell, facing, files)
    )
    unit.manoeuvred = 1
    if cost == 0:
        unit.free_turns += 1
    unit.allowance -= cost
    if cost > 0 or is_pushed(s, who, verb):
        unit.moved = 1
    if verb == Verb.REFORM:
        unit.reformed = 1
    unit.cell = cell
    unit.facing = facing
    unit.files = files
    note_pace(s, who, cell)
    emit(s, Event.MOVED, who, NO_UNIT, cell, verb)
    resolve_danger(s, w, who, models)
