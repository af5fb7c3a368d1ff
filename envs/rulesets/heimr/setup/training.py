"""What a unit is trained in, ability by ability; what is not said is untrained."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ..vocab import Ability

ABILITIES = tuple(ability.name.lower() for ability in Ability)


def _trained() -> Any:
    """A field for levels of training."""
    return Field(0, ge=0, le=7, description="levels trained")


def _penalty() -> Any:
    """A field for consistency that circumstances take off."""
    return Field(
        None, ge=0, le=9, description="consistency off its rolls, all battle long; default: the rulebook's knob"
    )


class Training(BaseModel):
    """Trained consistency and potential of every ability, and what circumstances take off each."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    brawl_consistency: int = _trained()
    brawl_potential: int = _trained()
    agility_consistency: int = _trained()
    agility_potential: int = _trained()
    survival_consistency: int = _trained()
    survival_potential: int = _trained()
    perception_consistency: int = _trained()
    perception_potential: int = _trained()
    persuasion_consistency: int = _trained()
    persuasion_potential: int = _trained()
    insight_consistency: int = _trained()
    insight_potential: int = _trained()
    knife_fighting_consistency: int = _trained()
    knife_fighting_potential: int = _trained()
    dueling_consistency: int = _trained()
    dueling_potential: int = _trained()
    swordsmanship_consistency: int = _trained()
    swordsmanship_potential: int = _trained()
    sword_and_shield_consistency: int = _trained()
    sword_and_shield_potential: int = _trained()
    pole_arms_consistency: int = _trained()
    pole_arms_potential: int = _trained()
    archery_consistency: int = _trained()
    archery_potential: int = _trained()
    throwing_consistency: int = _trained()
    throwing_potential: int = _trained()
    blowguns_consistency: int = _trained()
    blowguns_potential: int = _trained()
    medicine_consistency: int = _trained()
    medicine_potential: int = _trained()
    brawl_penalty: int | None = _penalty()
    agility_penalty: int | None = _penalty()
    survival_penalty: int | None = _penalty()
    perception_penalty: int | None = _penalty()
    persuasion_penalty: int | None = _penalty()
    insight_penalty: int | None = _penalty()
    knife_fighting_penalty: int | None = _penalty()
    dueling_penalty: int | None = _penalty()
    swordsmanship_penalty: int | None = _penalty()
    sword_and_shield_penalty: int | None = _penalty()
    pole_arms_penalty: int | None = _penalty()
    archery_penalty: int | None = _penalty()
    throwing_penalty: int | None = _penalty()
    blowguns_penalty: int | None = _penalty()
    medicine_penalty: int | None = _penalty()
