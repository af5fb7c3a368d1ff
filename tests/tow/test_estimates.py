"""What behaviours expect of charges and shots is what the rules give: rough ground on the way, and cover."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import battle, exactly, land, regiment

from tactica.agents.why import why

WEIGH = {
    "about": "Weighs the estimates that are read here.",
    "intents": {"strike": 1, "shoot": 1},
    "weights": {"hit": 1, "harm": 1},
}


def estimate(scene, text, feature):
    """What is expected of the first choice that begins so."""
    return next(c for c in why(scene.game, WEIGH).choices if c.text.startswith(text)).features[feature]


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("gap", "ground", "chance"), [
    (8, "", 1 - (3 / 6) ** 2), (8, "woods", 1 - (4 / 6) ** 2), (9, "low_obstacle", 1 - (5 / 6) ** 2), (10, "woods", 0.0),
])  # fmt: skip
def test_a_charge_is_expected_to_need_an_inch_more_across_rough_ground(gap, ground, chance):
    """M 4 and the higher of two dice."""
    cells = {ground: [(x, 12) for x in range(5, 25)]} if ground else {}
    men, orcs = regiment("men", at=(10, 14)), regiment("orcs", at=(14, 13 - gap), facing="south")
    scene = battle(men, orcs, map=land(**cells), upto="charge", who="men", dice=None)
    assert estimate(scene, "charge", "hit") == pytest.approx(chance, abs=1e-6)
    odds = scene.odds("charge orcs", want="event charge_reached", answers={"reaction": "hold"}, open="stop")
    assert odds[1] == exactly(chance)


@clause("tow.x.shoot.modifiers", "tow.cover.obscured")
@pytest.mark.parametrize(("ground", "need"), [("", 4), ("low_obstacle", 5), ("woods", 6)])
def test_a_shot_is_expected_to_hit_by_the_cover_of_its_target(ground, need):
    """Ballistic Skill 3 at short range: 4, and one or two more by a wall or woods before the target."""
    cells = {ground: [(x, 9) for x in range(5, 25)]} if ground else {}
    men = regiment("men", at=(10, 18), models=5, missile="longbow", movement=0)
    orcs = regiment("orcs", at=(14, 8), facing="south", models=10)
    scene = battle(men, orcs, map=land(**cells), upto="shoot", who="men", dice=None)
    assert estimate(scene, "shoot", "hit") == pytest.approx((7 - need) / 6, abs=1e-6)
    lost = scene.odds("shoot orcs single", want="orcs.models", open="stop")
    assert estimate(scene, "shoot", "harm") == pytest.approx((10 - lost.mean()) / 10, abs=1e-3)
