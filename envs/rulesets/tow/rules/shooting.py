"""Shooting: at whom, the roll to hit, and the hits. Machines and flames have chapters of their own."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import emit, pop, push
from ....core.state.choosing import offer_unless
from ..vocab import Event, Frame, Mark, MissileKind, Mode, Refusal, Verb
from .alarm import note_losses
from .bodies import is_there, unit_gap
from .harm import hit_with, start_harm, take_harmed
from .machines import bolt_goes_on, bolt_step, cannon_step, has_aim, is_cell_shooter, misfire_step, stone_step
from .shapes import movement_of, square
from .shooters import (
    NO_GROUP,
    Step,
    has_misfired,
    has_missile,
    has_skill,
    is_by_character,
    kind_of,
    missile_strength,
    need_of,
    next_group,
    refusal_of_firing,
    refusal_of_shooters,
    refusal_of_target,
    shots_of,
)
from .sight import sees
from .templates import flame_step, refusal_of_flames

# --- what may be done --------------------------------------------------------------------------------------------------


@kernel
def is_aimed_at_units(w, missile):
    """Whether a weapon is shot at a unit, with a roll to hit."""
    kind = kind_of(w, missile)
    return kind == MissileKind.SHOT or kind == MissileKind.BOLT_THROWER


@rule("x.shoot.eligibility")
def refusal_of_shot_at(s, w, who, target):
    """What may be shot at: an enemy that is not engaged, in sight and range of at least one model that may shoot."""
    refusal = refusal_of_target(s, w, who, target)
    return refusal_of_shooters(s, w, who, target) if refusal == Refusal.NONE else refusal


@rule("x.shoot.multiple_shots")
def refusal_of_shots(s, w, who, mode):
    """Multiple shots: a weapon that has more than one may fire one or all of them."""
    if mode != Mode.SINGLE and mode != Mode.MULTIPLE:
        return Refusal.OTHER_ORDER
    is_whole = mode == Mode.SINGLE or shots_of(w, int(s.units[who].missile), mode) > 1
    return Refusal.NONE if is_whole else Refusal.ONE_SHOT


@rule("x.shoot.eligibility", "x.shoot.flame")
def refusal_of_shot(s, w, who):
    """Who may shoot: a unit with a target, a cell to aim at, or a direction for its flame."""
    refusal = refusal_of_firing(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    missile = int(s.units[who].missile)
    if kind_of(w, missile) == MissileKind.FLAME:
        return refusal_of_flames(s, w, who)
    if is_cell_shooter(w, missile):
        return Refusal.NONE if has_aim(s, w, who) else Refusal.NOBODY_TO_SHOOT
    for target in range(s.unit_count):
        if refusal_of_shot_at(s, w, who, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_SHOOT


@rule("x.shoot.eligibility")
def refusal_of_shooting(s, w, who, verb):
    """Who may shoot: by the verb of its weapon."""
    if has_missile(s, who) and verb != verb_of_weapon(w, int(s.units[who].missile)):
        return Refusal.OTHER_WEAPON
    return refusal_of_shot(s, w, who)


@kernel
def offer_shots(s, w, who):
    """Offer what the weapon of a unit is shot with, if it leads anywhere."""
    offer_unless(s, Verb.SHOOT, refusal_of_shooting(s, w, who, Verb.SHOOT))
    offer_unless(s, Verb.SHOOT_CELL, refusal_of_shooting(s, w, who, Verb.SHOOT_CELL))
    offer_unless(s, Verb.FLAME, refusal_of_shooting(s, w, who, Verb.FLAME))


@kernel
def verb_of_weapon(w, missile):
    """The verb a missile weapon is shot with."""
    if is_cell_shooter(w, missile):
        return int(Verb.SHOOT_CELL)
    return int(Verb.FLAME) if kind_of(w, missile) == MissileKind.FLAME else int(Verb.SHOOT)


@rule("x.move.charge_reaction", "profile.zero_bs", "x.shoot.misfire")
def refusal_of_stand_and_shoot(s, w, who, charger):
    """Stand and shoot: with skill and a weapon that rolls to hit, once a turn, at a charger that is seen and further away than it
    moves.
    """
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if not is_aimed_at_units(w, int(s.units[who].missile)):
        return Refusal.OTHER_WEAPON
    if not has_skill(s, w, who):
        return Refusal.NO_SKILL
    if has_misfired(s, who):
        return Refusal.MISFIRED
    if s.units[who].stood_and_shot == 1:
        return Refusal.STOOD_BEFORE
    if w.book.min_gap_is_charger_move == 1 and unit_gap(s, who, charger) <= square(movement_of(s, charger)):
        return Refusal.TOO_NEAR
    return Refusal.NONE if sees(s, w, who, charger) else Refusal.CHARGER_UNSEEN


# --- the shot ----------------------------------------------------------------------------------------------------------


@rule("x.shoot.eligibility")
def start_shot(s, w, who, target, mode, is_reaction):
    """Shooting: all models of a unit that may shoot do, at the same target."""
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.foe = target
    frame.mode = mode
    frame.index = NO_GROUP
    if is_reaction:
        frame.marks = Mark.REACTING
        s.units[who].stood_and_shot = 1
    else:
        s.units[who].shot = 1


@rule("x.shoot.to_hit")
def shot_step(s, w, frame):
    """Shooting: to hit, group by group; then all hits together. No unit has to decide anything."""
    if frame.step == Step.TO_HIT:
        to_hit_step(s, w, frame)
    elif frame.step == Step.HARM:
        harm_by_regiment(s, w, frame)
    elif frame.step == Step.HARM_BY_CHARACTER:
        harm_by_character(s, w, frame)
    elif frame.step == Step.BOLT:
        bolt_step(s, w, frame)
    elif frame.step == Step.BOLT_GOES_ON:
        bolt_goes_on(s, frame)
    elif frame.step == Step.STONE:
        stone_step(s, w, frame)
    elif frame.step == Step.CANNON:
        cannon_step(s, w, frame)
    elif frame.step == Step.MISFIRE:
        misfire_step(s, w, frame)
    elif frame.step == Step.FLAME:
        flame_step(s, w, frame)
    else:
        end_shot(s, w, frame)


@kernel
def end_shot(s, w, frame):
    """The losses are counted when the action is over; those of templates have been."""
    take_harmed(s)
    foe = int(frame.foe)
    if foe >= 0 and frame.attacks > 0:
        note_losses(s, w, foe)
    pop(s)


@rule("x.shoot.to_hit", "x.shoot.modifiers", "x.damage.poison")
def to_hit_step(s, w, frame):
    """To hit: the shots of the next group, which all need the same. Nothing is taken off before all have been rolled for."""
    who, foe, mode = int(frame.who), int(frame.foe), int(frame.mode)
    is_reacting = frame.marks & Mark.REACTING != 0
    group, models = next_group(s, w, who, foe, is_reacting, int(frame.index))
    if group == NO_GROUP:
        begin_harm(s, w, frame)
        return
    weapon = w.book.missiles[s.units[who].missile - 1]
    shots = models * shots_of(w, int(s.units[who].missile), mode)
    frame.index = group
    frame.need = need_of(s, w, who, foe, group, mode, is_reacting)
    emit(s, Event.SHOOTS, who, foe, shots, int(frame.need))
    if weapon.poison == 1:
        frame.marks |= Mark.POISON
    number, sixes = hit_with(s, w, frame, shots)
    frame.attacks += shots
    if is_by_character(group) and missile_strength(s, w, who, True) != missile_strength(s, w, who, False):
        frame.number += number
        frame.banes += sixes
    else:
        frame.hits += number
        frame.sixes += sixes


@kernel
def begin_harm(s, w, frame):
    """All shots have been rolled for: what the hits do comes next."""
    who, foe = int(frame.who), int(frame.foe)
    frame.index = 0
    if frame.attacks > 0:
        emit(s, Event.HIT, who, foe, int(frame.hits) + int(frame.number), int(frame.attacks))
    if kind_of(w, int(s.units[who].missile)) == MissileKind.BOLT_THROWER:
        frame.step = Step.BOLT
    else:
        frame.step = Step.HARM


@rule("x.weapons.table", "x.damage.poison", "x.damage.armour_bane")
def start_missile_harm(s, w, frame, number, sixes, by_character):
    """Weapons: start resolving the hits of a missile weapon. The hits have been reported already."""
    who, foe = int(frame.who), int(frame.foe)
    if number == 0 or not is_there(s, foe):
        return
    weapon = w.book.missiles[s.units[who].missile - 1]
    marks = int(Mark.AUTO_HIT) | (int(Mark.FLAMING) if weapon.flaming == 1 else 0)
    strength = missile_strength(s, w, who, by_character)
    harm = start_harm(s, who, foe, marks, 0, 0, strength, int(weapon.ap), int(weapon.bane), 0)
    harm.hits = number
    harm.sixes = sixes


@rule("x.damage.to_wound")
def harm_by_regiment(s, w, frame):
    """To wound: all hits of the regiment together."""
    frame.step = Step.HARM_BY_CHARACTER
    start_missile_harm(s, w, frame, int(frame.hits), int(frame.sixes), False)


@rule("x.damage.to_wound", "x.character.embedded")
def harm_by_character(s, w, frame):
    """To wound: those of a character that throws harder or softer than its regiment."""
    frame.step = Step.END
    take_harmed(s)
    start_missile_harm(s, w, frame, int(frame.number), int(frame.banes), True)
