"""Whom a regiment perceives itself, as ``sight="unit"`` shows it: rock, the vision arc, and contact."""

from __future__ import annotations

from fixtures import clause, perceived_by
from tow.scenes import battle, block, land, regiment

SMALL = {"models": 4, "files": 2}


@clause("tow.los.unit", "tow.los.blocking")
def test_rock_hides_two_enemies_from_each_other_but_not_from_a_friend_beside_it():
    """Men look north and orcs south with rock between them; boys stand to the west and look east, along the rock's north."""
    laid = battle(
        regiment("men", at=(16, 20), **SMALL),
        regiment("boys", "men", at=(4, 5), facing="east", **SMALL),
        regiment("orcs", at=(17, 5), facing="south", **SMALL),
        map=land(rock=block(10, 12, 16, 2)), dice=None,
    )  # fmt: skip
    assert perceived_by(laid, "men") == {"men"}
    assert perceived_by(laid, "boys") == {"boys", "orcs"}
    assert perceived_by(laid, "orcs") == {"orcs"}


@clause("tow.facing.vision_arc", "tow.x.combat.engaged")
def test_behind_its_back_a_regiment_perceives_whom_it_touches():
    """Orcs in front, boys far behind the men; other boys stand at the men's rear."""
    laid = battle(
        regiment("men", at=(10, 10), **SMALL),
        regiment("boys", "men", at=(10, 20), **SMALL),
        regiment("lads", "men", at=(10, 12), **SMALL),
        regiment("orcs", at=(11, 3), facing="south", **SMALL), dice=None,
    )  # fmt: skip
    assert perceived_by(laid, "men") == {"men", "lads", "orcs"}
    assert perceived_by(laid, "boys") == {"boys", "lads"}
