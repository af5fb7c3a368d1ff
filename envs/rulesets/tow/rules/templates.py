"""Templates: a blast, a flame or the path of a cannon ball, and the models under it that are hit, one unit after the other."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import hits
from ....core.state import NO_UNIT, base_term, emit, open_total, pop, push
from ..board import OFF_BOARD, column, row
from ..vocab import Event, Frame, Mark, Mode, Refusal, Term
from .alarm import note_losses
from .balls import landing_cell
from .bodies import character_model, is_engaged, is_foe, is_there, middle_model, model_rect
from .casualties import is_character_alone
from .harm import start_harm, take_harmed
from .patterns import (
    D6,
    FULL,
    PART,
    count_covered,
    count_crossed,
    flame_files,
    has_covered,
    lay_blast,
    lay_flame,
    model_at,
    model_covered,
)
from .shooters import Step as Shot
from .sight import eye_of


class Shape(IntEnum):
    """What comes down."""

    BLAST = 0
    FLAME = 1
    BALL = 2


class Step(IntEnum):
    """Steps of what comes down."""

    NEXT = 0
    PARTLY = 1
    CENTRE = 2
    CHARACTER = 3
    HARM = 4
    HARM_CENTRE = 5
    HARM_CHARACTER = 6
    LOSSES = 7


# --- what comes down ---------------------------------------------------------------------------------------------------


@rule("templates.hits")
def start_template(s, w, who, marks, strength, ap, multiple, cell, diameter):
    """Templates: a blast on a cell, with what its hits do; ``Mark.CENTRE`` if the model under the middle is hit harder."""
    s.template_cell = cell
    s.template_size = diameter
    frame = push(s, Frame.TEMPLATE)
    frame.item_used = Shape.BLAST
    frame.who = who
    frame.marks = marks
    frame.strength = max(strength, 0)
    frame.ap = min(ap, 0)
    frame.multiple = multiple
    frame.cell = cell
    frame.number = diameter
    return frame


@rule("x.shoot.cannon")
def start_ball(s, w, who, cell, overshoot, bounce):
    """Cannon: a ball aimed at a cell lands beyond it and bounces on."""
    weapon = w.book.missiles[s.units[who].missile - 1]
    frame = push(s, Frame.TEMPLATE)
    frame.item_used = Shape.BALL
    frame.who = who
    frame.strength = weapon.strength
    frame.ap = min(int(weapon.ap), 0)
    frame.multiple = w.book.cannon_wounds_die_sides
    frame.cell = cell
    frame.number = overshoot
    frame.amount = bounce
    ax, ay, bx, by = aim_of(s, who, cell)
    landing = landing_cell(s, ax, ay, bx, by, overshoot)
    open_total(s)
    base_term(s, Term.OVERSHOOT, overshoot)
    emit(s, Event.BALL_LANDS, who, NO_UNIT, landing, bounce)
    if landing != OFF_BOARD and bounce > 0:
        emit(s, Event.BALL_BOUNCES, who, NO_UNIT, bounce, 0)


@kernel
def aim_of(s, who, cell):
    """The eye of the machine in the middle of the front rank, and the middle of a cell, in doubled coordinates."""
    x, y, width, height = model_rect(s, who, middle_model(s, who))
    ex, ey = eye_of(x, y, width, height, int(s.units[who].facing))
    return ex, ey, 2 * column(cell) + 1, 2 * row(cell) + 1


@kernel
def lay(s, w, frame):
    """Count the models under what comes down."""
    if frame.item_used == Shape.BALL:
        ax, ay, bx, by = aim_of(s, int(frame.who), int(frame.cell))
        count_crossed(s, ax, ay, bx, by, int(frame.number), int(frame.amount))
        return
    if frame.item_used == Shape.FLAME:
        lay_flame(s, w, int(frame.who), int(frame.mode), int(frame.number))
    else:
        lay_blast(s, w, int(frame.cell), int(frame.number))
    count_covered(s, w)


# --- one unit after the other ------------------------------------------------------------------------------------------


@rule("templates.hits")
def template_step(s, w, frame):
    """Models under a template: unit by unit, which models are hit, and the harm done. No unit has to decide anything."""
    if frame.step == Step.NEXT:
        next_unit_under(s, w, frame)
    elif frame.step == Step.PARTLY:
        frame.step = Step.CENTRE
        frame.hits += hits(s, int(frame.partly), D6, int(w.book.partial_hit_on))
    elif frame.step == Step.CENTRE:
        frame.step = Step.CHARACTER
        frame.partly += 1 if frame.dealt == PART else 0
        frame.dealt = roll_if_partly(s, w, int(frame.dealt))
    elif frame.step == Step.CHARACTER:
        frame.step = Step.HARM
        frame.partly += 1 if frame.banes == PART else 0
        frame.banes = roll_if_partly(s, w, int(frame.banes))
        number = int(frame.hits) + int(frame.dealt) + int(frame.banes)
        emit(s, Event.TEMPLATE_HITS, int(frame.who), int(frame.foe), number, int(frame.partly))
    elif frame.step == Step.HARM:
        frame.step = Step.HARM_CENTRE
        start_hits(s, frame, 0, int(frame.hits), int(frame.strength), int(frame.ap), int(frame.multiple))
    elif frame.step == Step.HARM_CENTRE:
        frame.step = Step.HARM_CHARACTER
        take_harmed(s)
        if frame.dealt > 0 and not is_character_alone(s, int(frame.foe)):
            start_centre(s, w, frame, 0)
    elif frame.step == Step.HARM_CHARACTER:
        frame.step = Step.LOSSES
        take_harmed(s)
        harm_character(s, w, frame)
    else:
        frame.step = Step.NEXT
        frame.index = int(frame.foe) + 1
        take_harmed(s)
        note_losses(s, w, int(frame.foe))


@rule("templates.hits", "x.character.embedded")
def next_unit_under(s, w, frame):
    """Models under a template: the next unit by slot that has any. The character, and the model under the middle of a stone, are
    counted apart from the others.
    """
    lay(s, w, frame)
    foe = int(frame.index)
    while foe < s.unit_count and not has_covered(s, foe):
        foe += 1
    if foe >= s.unit_count:
        pop(s)
        return
    frame.foe = foe
    frame.hits = s.covered_full[foe]
    frame.partly = s.covered_part[foe]
    frame.dealt = 0
    frame.banes = s.char_cover[foe]
    frame.sixes = 0
    if frame.marks & Mark.CENTRE != 0:
        take_centre_out(s, frame, foe)
    frame.step = Step.PARTLY


@rule("x.shoot.stone_thrower")
def take_centre_out(s, frame, foe):
    """Stone thrower: the model under the middle of the stone, which is hit harder, is not among the others."""
    model = model_at(s, foe, column(int(frame.cell)), row(int(frame.cell)))
    if model < 0:
        return
    if s.units[foe].char_alive == 1 and model == character_model(s, foe):
        frame.sixes = 1  # the character stands there
        return
    frame.dealt = model_covered(s, foe, model)
    if frame.dealt == FULL:
        frame.hits -= 1
    elif frame.dealt == PART:
        frame.partly -= 1


@rule("templates.hits")
def roll_if_partly(s, w, covered):
    """Models under a template: one is hit for certain if wholly covered, on a roll if partly. Returns 1 hit, 0 not."""
    if covered == PART:
        return hits(s, 1, D6, int(w.book.partial_hit_on))
    return 1 if covered == FULL else 0


@rule("templates.hits")
def start_hits(s, frame, marks, number, strength, ap, multiple):
    """Models under a template: hits on one unit are resolved together. They have been reported already."""
    foe = int(frame.foe)
    if number == 0 or not is_there(s, foe):
        return
    marks |= (int(frame.marks) & ~int(Mark.CENTRE)) | int(Mark.AUTO_HIT)
    harm = start_harm(s, int(frame.who), foe, marks, 0, 0, strength, ap, 0, multiple)
    harm.hits = number


@rule("x.shoot.stone_thrower")
def start_centre(s, w, frame, marks):
    """Stone thrower: the model under the middle of the stone takes a stronger hit, with multiple wounds."""
    sides = int(w.book.centre_wounds_die_sides)
    start_hits(s, frame, marks, 1, int(w.book.centre_strength), int(w.book.centre_ap), sides)


@rule("templates.hits", "x.character.embedded")
def harm_character(s, w, frame):
    """Characters: hit by a template that lies on them, apart from their regiment."""
    if frame.banes == 0 or s.units[frame.foe].char_alive == 0:
        return
    if frame.sixes == 1:
        start_centre(s, w, frame, int(Mark.CHARACTER))
    else:
        start_hits(s, frame, int(Mark.CHARACTER), 1, int(frame.strength), int(frame.ap), int(frame.multiple))


# --- flames ------------------------------------------------------------------------------------------------------------


@rule("x.shoot.flame")
def refusal_of_flame(s, w, who, mode):
    """Flame weapons: at least one enemy model is covered, and no enemy that is covered is engaged."""
    if not Mode.STRAIGHT <= mode <= Mode.RIGHT:
        return Refusal.OTHER_ORDER
    first, number = flame_files(s, w, who)
    refusal = Refusal.COVERS_NOBODY
    for file in range(first, first + number):
        lay_flame(s, w, who, mode, file)
        count_covered(s, w)
        for enemy in range(s.unit_count):
            if is_foe(s, who, enemy) and has_covered(s, enemy):
                refusal = Refusal.NONE
                if w.book.shoot_into_combat == 0 and is_engaged(s, enemy):
                    return Refusal.COVERS_COMBAT
    return refusal


@rule("x.shoot.flame")
def refusal_of_flames(s, w, who):
    """Flame weapons: any way."""
    for mode in range(Mode.STRAIGHT, Mode.RIGHT + 1):
        if refusal_of_flame(s, w, who, mode) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NO_FLAME


@rule("x.shoot.flame")
def start_flame(s, w, who, mode):
    """Flame weapons: a unit burns whatever lies one way before its front."""
    unit = s.units[who]
    unit.shot = 1
    unit.flame_used = w.book.missiles[unit.missile - 1].once
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.foe = NO_UNIT
    frame.mode = mode
    frame.step = Shot.FLAME
    emit(s, Event.FLAMES, who, NO_UNIT, 0, 0)


@rule("x.shoot.flame")
def flame_step(s, w, frame):
    """Flame weapons: one template after the other, at the weapon's Strength, without a roll to hit."""
    who = int(frame.who)
    first, number = flame_files(s, w, who)
    if not is_there(s, who) or frame.index >= number:
        frame.step = Shot.END
        return
    weapon = w.book.missiles[s.units[who].missile - 1]
    template = push(s, Frame.TEMPLATE)
    template.item_used = Shape.FLAME
    template.who = who
    template.mode = frame.mode
    template.marks = Mark.FLAMING if weapon.flaming == 1 else 0
    template.strength = weapon.strength
    template.ap = min(int(weapon.ap), 0)
    template.number = first + int(frame.index)
    frame.index += 1
