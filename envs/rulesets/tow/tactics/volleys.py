"""Wounds to be expected of what a unit shoots: of a volley, and of a bolt that goes through the ranks."""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.bodies import character_model
from ..rules.casualties import is_character_alone
from ..rules.machines import most_pierced
from ..rules.profile import own_wounds
from ..rules.shooters import (
    group_of,
    is_long,
    missile_strength,
    need_of,
    range_gap,
    shooters_behind,
    shots_of,
    skill_of,
)
from ..rules.sight import model_cover, seeing_models
from ..vocab import Cover, Mark, Missile, MissileKind
from .wounds import D6, SIX, chance_of_face, chance_of_poison, mean_up_to, wounds_of_hits


@kernel
def missile_row(s, w, who):
    """The missile weapon of a unit in the table."""
    return w.book.missiles[int(s.units[who].missile) - 1]


@kernel
def chance_in_group(s, w, who, target, group, mode, is_reaction):
    """Chance that a shot hits, of those who shoot from the same range and see the target in the same cover; and that it wounds by
    poison.
    """
    need = int(need_of(s, w, who, target, group, mode, is_reaction))
    if need <= SIX:
        return chance_of_face(need), chance_of_poison(w, need) if missile_row(s, w, who).poison == 1 else 0.0
    if need > int(w.book.shooting_extended_max):
        return 0.0, 0.0
    return chance_of_face(need - int(w.book.shooting_extended_offset)) / D6, 0.0


@kernel
def volley_at(s, w, who, target, mode, is_reaction):
    """What a unit shoots at another, model by model, by range and cover: (shots; hits of the regiment, and those of them that
    wound by poison; the same of its character).
    """
    unit = s.units[who]
    shots, hits, sure, own_hits, own_sure = 0, 0.0, 0.0, 0.0, 0.0
    if unit.missile == Missile.NOTHING:
        return shots, hits, sure, own_hits, own_sure
    for model in range(seeing_models(s, w, who)):
        is_character = unit.char_alive == 1 and model == character_model(s, who)
        gap = int(range_gap(s, w, who, model, target)) if skill_of(s, who, model) > 0 else -1
        cover = int(model_cover(s, w, who, model, target)) if gap >= 0 else int(Cover.UNSEEN)
        if cover == Cover.UNSEEN:
            continue
        far = 1 if is_long(w, int(unit.missile), gap) else 0
        if is_character:
            hit, six = chance_in_group(s, w, who, target, group_of(1, far, cover), mode, is_reaction)
            shots += 1
            own_hits += hit
            own_sure += six
        regulars = int(shooters_behind(s, w, who, model, is_reaction)) + (0 if is_character else 1)
        if regulars > 0:
            hit, six = chance_in_group(s, w, who, target, group_of(0, far, cover), mode, is_reaction)
            shots += regulars
            hits += regulars * hit
            sure += regulars * six
    each = int(shots_of(w, int(unit.missile), mode))
    return shots * each, hits * each, sure * each, own_hits * each, own_sure * each


@kernel
def chance_of_shot(s, w, who, target, mode, is_reaction):
    """Chance that a shot of a unit hits a target, one with another."""
    shots, hits, _, own_hits, _ = volley_at(s, w, who, target, mode, is_reaction)
    return (hits + own_hits) / shots if shots > 0 else 0.0


@kernel
def wounds_of_missiles(s, w, who, target, hits, sure, by_character):
    """Wounds of some hits of the missile weapon of a unit, thrown by its regiment or by its character."""
    row = missile_row(s, w, who)
    marks = int(Mark.FLAMING) if row.flaming == 1 else 0
    strength = missile_strength(s, w, who, by_character)
    return wounds_of_hits(s, w, target, False, hits, sure, strength, int(row.ap), int(row.bane), marks)


@kernel
def wounds_of_bolt(s, w, who, target):
    """Wounds of a bolt that hits: it goes on, weaker, through each model it slays."""
    row = missile_row(s, w, who)
    sides = int(w.book.bolt_thrower_wounds_die_sides)
    has = int(own_wounds(s, target, is_character_alone(s, target)))
    each, slays = mean_up_to(sides, has), 1.0
    if has > 1:
        slays = max(sides - has + 1, 0) / float(max(sides, 1))
    wounds, comes = 0.0, 1.0
    for behind in range(min(int(most_pierced(s, who, target)), int(s.units[target].models))):
        strength = int(row.strength) - int(w.book.strength_loss_per_model) * behind
        if strength <= 0 or comes == 0.0:
            break
        comes *= wounds_of_hits(s, w, target, False, 1.0, 0.0, strength, int(row.ap), 0, 0)
        wounds += comes * each
        comes *= slays
    return wounds


@kernel
def wounds_of_shots(s, w, who, target, mode, is_reaction):
    """Wounds of what a unit shoots at another."""
    _, hits, sure, own_hits, own_sure = volley_at(s, w, who, target, mode, is_reaction)
    if missile_row(s, w, who).kind == MissileKind.BOLT_THROWER:
        return hits * wounds_of_bolt(s, w, who, target) if hits > 0.0 else 0.0
    wounds = wounds_of_missiles(s, w, who, target, hits, sure, False)
    if own_hits > 0.0:
        wounds += wounds_of_missiles(s, w, who, target, own_hits, own_sure, True)
    return wounds
