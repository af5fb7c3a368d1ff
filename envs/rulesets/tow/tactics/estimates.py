"""What behaviours may expect of a choice, by the rules but without dice; and what a unit can still do."""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..board import OFF_BOARD, STRIDE
from ..rules.bodies import is_engaged_with, is_there
from ..rules.contact import charge_side
from ..rules.formation import ranks_of
from ..rules.shooters import has_skill
from ..vocab import Missile, Prompt, Side, Verb
from .falling import what_falls
from .poses import bears, exposed_flank, in_line, outflanking, pace_of, place_now, pose_of
from .pursuits import chance_to_catch
from .staying import character_staying, is_standing, share, share_of, staying
from .volleys import chance_of_shot, wounds_of_shots
from .wounds import (
    chance_to_cast,
    chance_to_dispel,
    chance_to_reach,
    fighters_against,
    wounds_of_character,
    wounds_of_round,
    wounds_of_spell,
)

FIRST_OWN = len(Feature)  # features of this ruleset, in the order of tactics.FEATURES
(
    BEARS, LINE, AHEAD, WING, OUTFLANK, EXPOSED_FLANK, FLANK, JOINT, RANK, MARCH, FOLLOW, SPELL,
) = range(FIRST_OWN, FIRST_OWN + 12)  # fmt: skip
ENDLESS = 20  # shots of a weapon whose ammunition is not counted
SINKHOLE = -1


# --- what a unit can do ------------------------------------------------------------------------------------------------


@kernel
def own_move(s, w, who):
    """Cells of an ordinary move."""
    return pace_of(s, who)


@kernel
def is_in_contact(s, w, one, other):
    """Whether two units are engaged with each other."""
    return is_there(s, one) and is_there(s, other) and is_engaged_with(s, one, other)


@kernel
def shots_left(s, w, who):
    """Shots: as many as it likes with a missile weapon and the skill to use it; one of a flame."""
    unit = s.units[who]
    if unit.missile == Missile.NOTHING or unit.flame_used == 1:
        return 0
    return ENDLESS if has_skill(s, w, who) else 0


@kernel
def is_ready_to_shoot(s, w, who):
    """Whether a unit has shots left and nothing prevents it from shooting this turn."""
    unit = s.units[who]
    return shots_left(s, w, who) > 0 and unit.misfire == 0 and unit.marched == 0 and unit.reformed == 0


@kernel
def cover_at(s, w, who, cell):
    """Cover depends on who shoots from where: places have none of their own."""
    return 0.0


@kernel
def place_of(s, who):
    """The cell in the middle of the front of a unit; of one that is being deployed the middle of its edge; -1 off the table."""
    if s.prompt == Prompt.CELL and s.pending_verb == Verb.NONE and s.decider == who:
        y = int(s.board_height) - 1 if s.units[who].side == 0 else 0
        return int(y * STRIDE + s.board_width // 2)
    return place_now(s, who)


# --- shared features ---------------------------------------------------------------------------------------------------


@kernel
def is_charge(verb):
    """Whether a choice is a charge, or the answer to one."""
    return verb == Verb.CHARGE


@kernel
def fighters_of(s, who, target, verb):
    """How many models of a unit would fight another: those who meet its charged side, or its front."""
    side = charge_side(s, who, target) if is_charge(verb) else int(Side.FRONT)
    return fighters_against(s, who, target, side)


@kernel
def chance_of(s, w, who, row):
    """Chance that a choice comes off: a charge reaches, a shot hits, a spell is cast or dispelled, the beaten are caught."""
    verb, mode, target = int(row.verb), int(row.mode), int(row.target)
    if verb == Verb.CAST_UNIT:
        return chance_to_cast(s, w, who, mode)
    if verb == Verb.CAST_CELL:
        return chance_to_cast(s, w, who, SINKHOLE)
    if verb == Verb.DISPEL:
        return chance_to_dispel(s, w, who, int(top(s).amount))
    if verb == Verb.PURSUE:
        return chance_to_catch(s, w, who)
    if target == NO_UNIT or are_friends(s, who, target):
        return 0.0
    if verb == Verb.CHARGE:
        return chance_to_reach(s, w, who, target)
    if verb == Verb.SHOOT or verb == Verb.STAND_AND_SHOOT:
        return chance_of_shot(s, w, who, target, mode, verb == Verb.STAND_AND_SHOOT)
    if verb == Verb.SHOOT_CELL or verb == Verb.FLAME:
        chance, _ = what_falls(s, w, who, row)
        return chance
    return 1.0


@kernel
def harm_of(s, w, who, row):
    """Wounds to be expected of a choice, as a share of what its target can still take."""
    verb, mode, target = int(row.verb), int(row.mode), int(row.target)
    if verb == Verb.PURSUE:
        return chance_to_catch(s, w, who)
    if target == NO_UNIT or are_friends(s, who, target):
        return 0.0
    if verb == Verb.CHARGE:
        reach = chance_to_reach(s, w, who, target)
        if s.units[target].fleeing == 1:
            return reach
        return reach * share_of(s, target, wounds_of_round(s, w, who, target, fighters_of(s, who, target, verb), True))
    if verb == Verb.SHOOT or verb == Verb.STAND_AND_SHOOT:
        return share_of(s, target, wounds_of_shots(s, w, who, target, mode, verb == Verb.STAND_AND_SHOOT))
    if verb == Verb.SHOOT_CELL or verb == Verb.FLAME:
        _, wounds = what_falls(s, w, who, row)
        return share(wounds, staying(s, target))
    if verb == Verb.CAST_UNIT:
        return chance_to_cast(s, w, who, mode) * share_of(s, target, wounds_of_spell(s, w, target, mode))
    if verb == Verb.CAST_CELL:
        _, wounds = what_falls(s, w, who, row)
        return chance_to_cast(s, w, who, SINKHOLE) * share(wounds, staying(s, target))
    if verb == Verb.ATTACK_UNIT:
        return share_of(s, target, wounds_of_round(s, w, who, target, fighters_of(s, who, target, verb), False))
    if verb == Verb.ATTACK_CHARACTER or verb == Verb.CHALLENGE or verb == Verb.ACCEPT:
        wounds = wounds_of_character(s, w, who, target, True, s.units[who].charged == 1)
        return share(wounds, character_staying(s, target))
    return 0.0


@kernel
def fell_of(s, w, who, row):
    """Chance that a choice takes all its target has left: a charge on a fleeing unit, a pursuit, blows that are more than it
    can take.
    """
    target = int(row.target)
    if row.verb == Verb.PURSUE:
        return chance_to_catch(s, w, who)
    if target == NO_UNIT or are_friends(s, who, target):
        return 0.0
    if row.verb == Verb.CHARGE and s.units[target].fleeing == 1:
        return chance_to_reach(s, w, who, target)
    if row.verb == Verb.SHOOT_CELL or row.verb == Verb.FLAME:
        chance, wounds = what_falls(s, w, who, row)
        return chance if share(wounds, staying(s, target)) >= 1.0 else 0.0
    return chance_of(s, w, who, row) if harm_of(s, w, who, row) >= 1.0 else 0.0


@kernel
def threat_of(s, w, who, target, charges):
    """Harm to be expected from one round of combat against an enemy, as a share of what the unit has left."""
    if target == NO_UNIT or are_friends(s, who, target) or not is_standing(s, target):
        return 0.0
    fighters = fighters_against(s, target, who, int(Side.FRONT))
    return share_of(s, who, wounds_of_round(s, w, target, who, fighters, charges))


@kernel
def saved_of(s, w, who, row):
    """Harm that an answer may be expected to save: flight that of the charge, dispelling that of the spell."""
    if row.verb == Verb.FLEE:
        charger = int(row.target)
        return threat_of(s, w, who, charger, True) * chance_to_reach(s, w, charger, who) if charger >= 0 else 0.0
    return chance_of(s, w, who, row) if row.verb == Verb.DISPEL else 0.0


# --- own features ------------------------------------------------------------------------------------------------------


@kernel
def flank_of(s, who, row):
    """Which side a charge hits: 0 the front, a half a flank, 1 the rear."""
    if row.verb != Verb.CHARGE:
        return 0.0
    side = charge_side(s, who, int(row.target))
    return 0.0 if side == Side.FRONT else 1.0 if side == Side.REAR else 0.5


@kernel
def is_joint(s, who, row):
    """Whether a friend fights the target or has declared a charge on it."""
    target = int(row.target)
    if target == NO_UNIT or are_friends(s, who, target):
        return False
    for other in range(s.unit_count):
        if other == who or not is_there(s, other) or not are_friends(s, who, other):
            continue
        if s.units[other].charge_target == target or is_engaged_with(s, other, target):
            return True
    return False


@kernel
def rank_share(s, w, who, files):
    """Rank bonus of a unit with so many files, as a share of the most its troop type may have."""
    unit = s.units[who]
    row = w.book.troop_types[unit.troop_type]
    models = int(unit.models)
    if row.max_rank_bonus == 0 or row.models_per_rank == 0 or files < row.models_per_rank or models == 0:
        return 0.0
    if files - ranks_of(models, files) < int(w.book.min_files_minus_ranks):
        return 0.0
    bonus = min(int(w.book.bonus_per_rank) * (models // files - 1), int(row.max_rank_bonus))
    return max(bonus, 0) / float(row.max_rank_bonus)


@kernel
def estimate_place(s, w, who, row, feature):
    """Own features of where a unit stands afterwards."""
    if place_now(s, who) == OFF_BOARD:
        return 0.0
    cell, facing, files = pose_of(s, w, who, row)
    if feature == RANK:
        return rank_share(s, w, who, files)
    if feature == EXPOSED_FLANK:
        return exposed_flank(s, w, who, cell, facing, files)
    if feature == BEARS or feature == OUTFLANK:
        enemy = int(s.nearest)
        if feature == BEARS:
            return bears(s, w, who, enemy, cell, facing, files)
        return outflanking(s, w, who, enemy, cell, facing, files)
    ahead, wing = in_line(s, w, who, cell, facing, files)
    if feature == LINE:
        return 1.0 - abs(ahead)
    return ahead if feature == AHEAD else ahead * wing


@kernel
def estimate_own(s, w, who, row, feature):
    """Features that only this book makes sense of."""
    verb = int(row.verb)
    if feature <= EXPOSED_FLANK or feature == RANK:
        return estimate_place(s, w, who, row, feature)
    if feature == FLANK:
        return flank_of(s, who, row)
    if feature == JOINT:
        return 1.0 if is_joint(s, who, row) else 0.0
    if feature == MARCH:
        return 1.0 if verb == Verb.MARCH else 0.0
    if feature == FOLLOW:
        return 1.0 if verb == Verb.FOLLOW_UP or verb == Verb.PURSUE else 0.0
    return 1.0 if verb == Verb.CAST_UNIT or verb == Verb.CAST_CELL else 0.0


@kernel
def estimate(s, w, who, row, feature):
    """A feature of a complete choice that the ruleset knows: hit, harm, fell, threat, saved, price, and its own."""
    if feature >= FIRST_OWN:
        return estimate_own(s, w, who, row, feature)
    if feature == Feature.HIT:
        return chance_of(s, w, who, row)
    if feature == Feature.HARM:
        return harm_of(s, w, who, row)
    if feature == Feature.FELL:
        return fell_of(s, w, who, row)
    if feature == Feature.THREAT:
        return threat_of(s, w, who, int(row.target), row.verb == Verb.HOLD)
    if feature == Feature.CHARGE:
        return 1.0 if row.verb == Verb.CHARGE else 0.0
    return saved_of(s, w, who, row) if feature == Feature.SAVED else 0.0
