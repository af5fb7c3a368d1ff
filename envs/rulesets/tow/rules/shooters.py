"""Shooters: which units may shoot, which of their models do, and what these need to hit."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, open_total, term
from ..vocab import Cover, Missile, MissileKind, Mode, Refusal, Term, Trait
from .bodies import character_model, has_trait, is_engaged, is_there, middle_model, model_rect, rect_gap, unit_gap
from .casualties import rank_and_file
from .formation import ranks_of
from .profile import own_ballistic_skill, own_strength
from .shapes import is_war_machine
from .sight import model_cover, model_sees, seeing_models, sees

COVERS = int(Cover.FULL) + 1  # degrees of cover in which a target is seen
NO_GROUP = -1


class Step(IntEnum):
    """Steps of shooting."""

    TO_HIT = 0
    HARM = 1
    HARM_BY_CHARACTER = 2
    BOLT = 3
    BOLT_GOES_ON = 4
    STONE = 5
    CANNON = 6
    MISFIRE = 7
    FLAME = 8
    END = 9


# --- who may shoot -----------------------------------------------------------------------------------------------------


@kernel
def kind_of(w, missile):
    """How a missile weapon is resolved (a MissileKind)."""
    return int(w.book.missiles[missile - 1].kind) if missile != Missile.NOTHING else int(MissileKind.SHOT)


@kernel
def has_missile(s, who):
    """Whether a unit has a missile weapon."""
    return s.units[who].missile != Missile.NOTHING


@rule("x.character.embedded")
def skill_of(s, who, model):
    """Characters: one shoots with its own Ballistic Skill, the other models with that of the regiment."""
    is_character = s.units[who].char_alive == 1 and model == character_model(s, who)
    return own_ballistic_skill(s, who, is_character)


@rule("profile.zero_bs")
def has_skill(s, w, who):
    """Ballistic Skill of zero: a unit shoots only with a model that has skill; where one shoots for all, that one needs it."""
    if is_of_one_model(w, int(s.units[who].missile)):
        return skill_of(s, who, middle_model(s, who)) > 0
    if s.units[who].char_alive == 1 and own_ballistic_skill(s, who, True) > 0:
        return True
    return rank_and_file(s, who) > 0 and own_ballistic_skill(s, who, False) > 0


@rule("x.shoot.flame", "x.shoot.stone_thrower", "x.shoot.cannon")
def is_of_one_model(w, missile):
    """Flames and machines that are aimed at cells: the model in the middle of the front rank shoots, and no other."""
    kind = kind_of(w, missile)
    return kind != MissileKind.SHOT and kind != MissileKind.BOLT_THROWER


@rule("x.shoot.eligibility", "x.move.war_machine", "x.weapons.table")
def has_stayed(s, w, who):
    """Move or shoot: some weapons, and all war machines, cannot be shot in a turn in which their unit has moved."""
    unit = s.units[who]
    if unit.moved == 0:
        return True
    return w.book.missiles[unit.missile - 1].stands == 0 and not is_war_machine(s, who)


@rule("x.shoot.eligibility")
def has_charged(s, who):
    """Who may shoot: no unit that has charged this turn, even in vain."""
    unit = s.units[who]
    return unit.charged == 1 or unit.charge_failed == 1 or unit.charge_target != NO_UNIT


@rule("x.shoot.misfire")
def has_misfired(s, who):
    """Misfire: a damaged machine cannot shoot in this and its next turn."""
    return s.units[who].misfire > 0


@rule("x.shoot.flame", "x.weapons.table")
def has_burnt_out(s, w, who):
    """Flame weapons: some are used once in a battle."""
    unit = s.units[who]
    return unit.flame_used == 1 and w.book.missiles[unit.missile - 1].once == 1


@rule("x.shoot.eligibility", "x.move.reform", "x.move.march")
def refusal_of_firing(s, w, who):
    """Who may shoot: a unit with a missile weapon and skill that is not engaged, and has not charged, marched, reformed or shot
    this turn.
    """
    unit = s.units[who]
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if not has_skill(s, w, who):
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
    return Refusal.ENGAGED if is_engaged(s, who) else Refusal.NONE


@rule("x.shoot.eligibility")
def refusal_of_target(s, w, who, target):
    """What may be shot at: an enemy that is not engaged, unless the book lets one shoot into combats."""
    if not is_there(s, target):
        return Refusal.GONE
    if are_friends(s, who, target):
        return Refusal.FRIEND
    is_safe = w.book.shoot_into_combat == 0 and is_engaged(s, target)
    return Refusal.TARGET_ENGAGED if is_safe else Refusal.NONE


# --- which models shoot ------------------------------------------------------------------------------------------------


@rule("x.shoot.eligibility")
def range_gap(s, w, who, model, target):
    """Range: the square of the gap from one model to the target; -1 where that is beyond the range of its weapon."""
    x, y, width, height = model_rect(s, who, model)
    gap = rect_gap(s, x, y, width, height, target)
    reach = int(w.book.missiles[s.units[who].missile - 1].range)
    return gap if gap <= reach * reach else -1


@rule("x.shoot.volley_fire")
def may_volley(s, w, who, is_reacting):
    """Volley fire: with such a weapon, by a unit that has not moved, and not at a charger."""
    unit = s.units[who]
    return w.book.missiles[unit.missile - 1].volley == 1 and unit.moved == 0 and not is_reacting


@rule("x.shoot.volley_fire")
def rear_shooters(s, w, who, file):
    """Volley fire: how many models behind the front of a file shoot with it. Of each rear rank half do, rounded up, from the
    left.
    """
    unit = s.units[who]
    files, models = int(unit.files), int(unit.models)
    number = 0
    for rank in range(int(w.book.seeing_ranks), ranks_of(models, files)):
        in_rank = min(files, models - rank * files)
        shooting = (in_rank * int(w.book.volley_rear_pct) + 100 - 1) // 100
        first = files - in_rank if s.from_right == 1 else 0
        if first <= file < first + shooting:
            number += 1
    return number


@rule("x.shoot.volley_fire", "profile.zero_bs")
def shooters_behind(s, w, who, model, is_reacting):
    """Volley fire: how many models shoot with one of the front rank, which needs skill to shoot itself; they use their own."""
    unit = s.units[who]
    if skill_of(s, who, model) == 0 or own_ballistic_skill(s, who, False) == 0:
        return 0
    if model >= unit.files or not may_volley(s, w, who, is_reacting):
        return 0
    return rear_shooters(s, w, who, model)


@rule("x.shoot.multiple_shots")
def shots_of(w, missile, mode):
    """Multiple shots: the weapon's number of shots, or one."""
    return int(w.book.missiles[missile - 1].shots) if mode == Mode.MULTIPLE else 1


@rule("x.shoot.modifiers")
def is_long(w, missile, gap):
    """Long range: more than half the range; exactly half is short."""
    reach = int(w.book.missiles[missile - 1].range)
    return 4 * gap > reach * reach


@rule("x.shoot.eligibility", "los.front_rank", "x.shoot.volley_fire")
def next_group(s, w, who, target, is_reacting, after):
    """Who shoots: models of the front rank that see the target and have it in range, and those behind that shoot with them,
    in groups that need the same roll to hit. Returns (the first group after a group, models in it); group -1 if no group is
    left.
    """
    missile = int(s.units[who].missile)
    best, number = NO_GROUP, 0
    for model in range(seeing_models(s, w, who)):
        if skill_of(s, who, model) == 0:
            continue
        behind = shooters_behind(s, w, who, model, is_reacting)
        gap = range_gap(s, w, who, model, target)
        cover = model_cover(s, w, who, model, target) if gap >= 0 else int(Cover.UNSEEN)
        if cover == Cover.UNSEEN:
            continue
        far = 1 if is_long(w, missile, gap) else 0
        is_character = s.units[who].char_alive == 1 and model == character_model(s, who)
        own = group_of(1 if is_character else 0, far, cover)
        rear = group_of(0, far, cover)
        if own > after and (best == NO_GROUP or own <= best):
            number = number + 1 if own == best else 1
            best = own
        if behind > 0 and rear > after and (best == NO_GROUP or rear <= best):
            number = number + behind if rear == best else behind
            best = rear
    return best, number


@rule("x.shoot.eligibility")
def refusal_of_shooters(s, w, who, target):
    """Who shoots: a model of the front with skill, and the target in its range and sight."""
    reach = int(w.book.missiles[s.units[who].missile - 1].range)
    if unit_gap(s, who, target) > reach * reach:
        return Refusal.OUT_OF_RANGE
    refusal = Refusal.NO_SHOOTER
    for model in range(seeing_models(s, w, who)):
        if skill_of(s, who, model) == 0:
            continue
        if range_gap(s, w, who, model, target) >= 0:
            if model_sees(s, w, who, model, target):
                return Refusal.NONE
            refusal = Refusal.NO_SIGHT_IN_RANGE
        elif refusal == Refusal.NO_SHOOTER:
            refusal = Refusal.OUT_OF_RANGE
    return Refusal.UNSEEN if refusal == Refusal.NO_SIGHT_IN_RANGE and not sees(s, w, who, target) else refusal


# --- what they need ----------------------------------------------------------------------------------------------------


@kernel
def group_of(by_character, far, cover):
    """The number of a group of shooters: regiment or character, short or long range, and the cover of the target."""
    return (by_character * 2 + far) * COVERS + cover


@kernel
def is_by_character(group):
    """Whether a group of shooters is the character of the unit."""
    return group >= 2 * COVERS


@kernel
def is_far(group):
    """Whether a group of shooters is at long range."""
    return group // COVERS % 2 == 1


@kernel
def harder(s, label, modifier):
    """Note a modifier by what it adds to the number needed."""
    term(s, label, -modifier)
    return -modifier


@rule("x.shoot.to_hit")
def base_need(w, skill):
    """To hit: the better the skill the less is needed."""
    return max(int(w.book.shooting_min_need), int(w.book.shooting_base) - skill)


@rule("x.shoot.modifiers")
def moved_modifier(s, w, who):
    """Moving: harder to hit, less so with a quick weapon, more with a ponderous one."""
    row = w.book.missiles[s.units[who].missile - 1]
    if s.units[who].moved == 0 or row.quick == 1:
        return 0
    return int(w.book.shooting_ponderous_moved) if row.ponderous == 1 else int(w.book.shooting_moved)


@rule("x.shoot.modifiers")
def cover_modifier(w, cover):
    """Cover: partial or full."""
    if cover == Cover.FULL:
        return int(w.book.shooting_full_cover)
    return int(w.book.shooting_partial_cover) if cover == Cover.PARTIAL else 0


@rule("x.shoot.to_hit", "x.shoot.modifiers", "x.shoot.multiple_shots")
def need_of(s, w, who, target, group, mode, is_reacting):
    """To hit: the base by Ballistic Skill, then every modifier, but never less than the least."""
    open_total(s)
    need = base_need(w, own_ballistic_skill(s, who, is_by_character(group)))
    term(s, Term.BASE, need)
    if is_far(group):
        need += harder(s, Term.LONG_RANGE, int(w.book.shooting_long_range))
    if is_reacting:
        need += harder(s, Term.STAND_AND_SHOOT, int(w.book.shooting_stand_and_shoot))
    else:
        need += harder(s, Term.MOVED, moved_modifier(s, w, who))
    need += harder(s, Term.COVER, cover_modifier(w, group % COVERS))
    if mode == Mode.MULTIPLE:
        need += harder(s, Term.MULTIPLE_SHOTS, int(w.book.shooting_multiple_shots))
    if has_trait(s, target, int(Trait.LARGE_TARGET)):
        need += harder(s, Term.LARGE_TARGET, int(w.book.shooting_large_target))
    return need + term(s, Term.LIMIT, max(int(w.book.shooting_min_need) - need, 0))


@rule("x.weapons.table")
def missile_strength(s, w, who, of_character):
    """Weapons: a missile's own Strength, or its bonus added to the thrower's Strength."""
    row = w.book.missiles[s.units[who].missile - 1]
    if row.users == 0:
        return int(row.strength)
    return max(int(row.strength) + own_strength(s, who, of_character), 0)
