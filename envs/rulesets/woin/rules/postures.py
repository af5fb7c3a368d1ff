"""Postures: BLOCKED behind cover, prone, standing; aim and feint."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import LAST_SPELL, Event, Immunity, Mode, Refusal, Trait
from .conditions import end_watch, fall_prone, has_trait, is_immune, leave_cover
from .crossfire import has_points_for
from .sight import is_cell_covering
from .watching import refusal_of_missiles

AIMED, FEINTED = 1, 2

# --- cover -----------------------------------------------------------------------------------------------------------


@rule("cover.positions", "completion.status.restrained")
def refusal_of_hunkering(s, w, who):
    """Positions: BLOCKED in a cell that gives cover; it takes a move, which the Restrained have not."""
    if s.units[who].hunkered == 1:
        return Refusal.HUNKERED
    if s.units[who].restrained > 0:
        return Refusal.RESTRAINED
    return Refusal.NONE if is_cell_covering(s, w, int(s.units[who].cell)) else Refusal.NO_COVER


@rule("cover.positions", "completion.status.restrained")
def refusal_of_unhunkering(s, who):
    """Positions: only a BLOCKED unit can leave its cover; it takes a move, too."""
    if s.units[who].hunkered == 0:
        return Refusal.NOT_HUNKERED
    return Refusal.RESTRAINED if s.units[who].restrained > 0 else Refusal.NONE


@rule("cover.positions", "move.split", "overwatch.stance")
def resolve_hunkering(s, who):
    """Positions: BLOCKED; what movement was left is lost, and overwatch ends."""
    unit = s.units[who]
    unit.hunkered = 1
    unit.moves_left = 0
    emit(s, Event.HUNKERED, who, NO_UNIT, 0, 0)
    end_watch(s, who)


@rule("cover.positions")
def resolve_unhunkering(s, who):
    """Positions: from BLOCKED back to cover."""
    leave_cover(s, who)


# --- on the ground ---------------------------------------------------------------------------------------------------


@rule("action.drop_prone")
def refusal_of_dropping_prone(s, who):
    """Dropping prone: a unit that is not prone yet."""
    if s.units[who].prone == 1:
        return Refusal.PRONE
    return Refusal.NEVER_PRONE if is_immune(s, who, Immunity.PRONE) else Refusal.NONE


@rule("action.drop_prone")
def resolve_dropping_prone(s, who):
    """Dropping prone: on the ground at once."""
    fall_prone(s, who)


@rule("action.stand", "completion.status.restrained")
def refusal_of_standing(s, who):
    """Standing up: a prone unit that is not Restrained."""
    if s.units[who].prone == 0:
        return Refusal.NOT_PRONE
    return Refusal.RESTRAINED if s.units[who].restrained > 0 else Refusal.NONE


@rule("action.stand")
def resolve_standing(s, who):
    """Standing up: no longer prone."""
    s.units[who].prone = 0
    emit(s, Event.STOOD_UP, who, NO_UNIT, 0, 0)


# --- aim and feint ---------------------------------------------------------------------------------------------------


@kernel
def has_attack_spell(s, w, who):
    """Whether a unit can pay an attack spell or a power."""
    if s.units[who].spells != 0:
        for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
            if spell != Mode.MEND and spell != Mode.FOG and has_points_for(s, w, who, spell):
                return True
    return False


@rule("action.universal")
def refusal_of_aim(s, w, who):
    """Aim: who owns it, with a ranged weapon or an attack spell ready; not twice."""
    if not has_trait(s, who, Trait.AIM):
        return Refusal.NO_EXPLOIT
    if s.units[who].aimed == AIMED:
        return Refusal.DONE_BEFORE
    return Refusal.NONE if has_attack_spell(s, w, who) else refusal_of_missiles(s, w, who)


@rule("action.universal")
def refusal_of_feint(s, who):
    """Feint: who owns it; not twice."""
    if not has_trait(s, who, Trait.FEINT):
        return Refusal.NO_EXPLOIT
    return Refusal.DONE_BEFORE if s.units[who].aimed == FEINTED else Refusal.NONE


@rule("aim.bonus")
def resolve_aiming(s, who):
    """Aim: for the ranged attack that follows at once."""
    s.units[who].aimed = AIMED
    emit(s, Event.AIMED, who, NO_UNIT, 0, 0)


@rule("aim.bonus")
def resolve_feinting(s, who):
    """Feint: for the melee attack that follows at once."""
    s.units[who].aimed = FEINTED
    emit(s, Event.FEINTED, who, NO_UNIT, 0, 0)


@rule("aim.immediate")
def lose_aim(s, who):
    """At once: anything else in between, and aim and feint are gone."""
    s.units[who].aimed = 0
