"""What disrupts a regiment, and takes its rank bonus away: enemies in the flank or rear, and rough ground."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, block, land, regiment

from tactica.envs.rulesets.tow.rules.formation import is_disrupted, rank_bonus

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

FLANK_US = "formation.disrupted.flank_unit_strength"
SHARE = "formation.disrupted.terrain_fraction_pct"
RIGHT = {"at": (15, 14), "facing": "west"}  # in contact with the right flank of men at (10, 10)
LEFT = {"at": (9, 10), "facing": "east"}
REAR = {"at": (10, 14), "facing": "north"}


def against(*orcs, rules=None, **men):
    """Twenty men at (10, 10) and orcs in contact with them. Returns whether they are disrupted, and their rank bonus."""
    others = [regiment(f"orcs{i}", "orcs", **place, models=n, files=min(n, 12)) for i, (place, n) in enumerate(orcs)]
    ground = Ground(regiment(at=(10, 10), **men), *others, rules=rules)
    return bool(ground.ask(is_disrupted, "men")), ground.ask(rank_bonus, "men")


@clause("tow.formation.disrupted")
@pytest.mark.parametrize(("orcs", "expected"), [
    ([(RIGHT, 5)], (True, 0)), ([(LEFT, 5)], (True, 0)), ([(RIGHT, 4)], (False, 2)), ([(LEFT, 4)], (False, 2)),
    ([(REAR, 9)], (True, 0)), ([(REAR, 4)], (False, 2)), ([(RIGHT, 3), (LEFT, 4)], (False, 2)),
])  # fmt: skip
def test_five_enemies_in_the_flank_or_rear_disrupt(orcs, expected):
    assert against(*orcs) == expected


@clause("tow.formation.disrupted")
def test_forty_enemies_in_front_do_not_disrupt():
    ground = Ground(
        regiment(at=(10, 10)), regiment("orcs", at=(18, 9), facing="south", models=40, files=10)
    )  # x 9 to 18, y 6 to 9
    assert not ground.ask(is_disrupted, "men")
    assert ground.ask(rank_bonus, "men") == 2


@clause("tow.formation.disrupted")
def test_enemies_who_flee_or_only_touch_a_corner_do_not_disrupt():
    fleeing = Ground(regiment(at=(10, 10)), regiment("orcs", models=5, fleeing=True, **RIGHT))
    corner = Ground(regiment(at=(10, 10)), regiment("orcs", models=5, at=(15, 18), facing="west"))  # y 14 to 18
    assert not fleeing.ask(is_disrupted, "men")
    assert not corner.ask(is_disrupted, "men")


@clause("tow.formation.disrupted")
def test_friends_in_the_flank_do_not_disrupt():
    ground = Ground(regiment(at=(10, 10)), regiment("friends", "men", models=5, **RIGHT))
    assert not ground.ask(is_disrupted, "men")


@clause("tow.formation.disrupted", "tow.troop.unit_strength")
def test_it_is_unit_strength_that_counts_not_strength():
    """Two ogres have unit strength 6; four strong men have 4."""
    ogres = Ground(
        regiment(at=(10, 10)),
        regiment("orcs", models=2, files=2, troop_type="monstrous_infantry", base_mm=[40, 40], **RIGHT),
    )
    strong = Ground(regiment(at=(10, 10)), regiment("orcs", models=4, strength=9, **RIGHT))
    assert ogres.ask(is_disrupted, "men")
    assert not strong.ask(is_disrupted, "men")


@clause("tow.formation.disrupted")
@pytest.mark.parametrize(("least", "models", "expected"), [(4, 4, True), (6, 5, False), (6, 6, True)])
def test_how_strong_an_enemy_in_the_flank_must_be_can_be_set(least, models, expected):
    assert against((RIGHT, models), rules={FLANK_US: least})[0] is expected


# --- rough ground


def on_ground(rules=None, models=20, files=5, base_mm=(25, 25), **cells):
    """Men at (10, 10), some of them on rough ground: (whether they are disrupted, rank bonus)."""
    men = regiment(at=(10, 10), models=models, files=files, base_mm=list(base_mm))
    ground = Ground(men, map=land(**cells), rules=rules)
    return bool(ground.ask(is_disrupted, "men")), ground.ask(rank_bonus, "men")


@clause("tow.formation.disrupted")
@pytest.mark.parametrize(("cells", "expected"), [
    ({"difficult": block(10, 10, 5, 1)}, (True, 0)), ({"difficult": block(10, 10, 4, 1)}, (False, 2)),
    ({"difficult": block(10, 10, 3, 1), "low_obstacle": block(13, 11, 2, 1)}, (True, 0)),
    ({"woods": block(10, 13, 5, 1)}, (True, 0)), ({"dangerous": block(14, 9, 1, 9)}, (False, 2)),
    ({"dangerous": block(13, 10, 2, 3)}, (True, 0)), ({"hill": block(0, 0, 30, 20)}, (False, 2)),
    ({"low_obstacle": block(0, 12, 30, 1)}, (True, 0)), ({"difficult": block(0, 9, 30, 1)}, (False, 2)),
])  # fmt: skip
def test_a_quarter_of_the_models_on_rough_ground_disrupts(cells, expected):
    assert on_ground(**cells) == expected


@clause("tow.formation.disrupted")
def test_one_rough_cell_under_a_base_is_enough():
    """Eight models on four cells each: two of them are a quarter."""
    big = {"models": 8, "files": 4, "base_mm": (40, 40)}
    assert on_ground(difficult=[(10, 10), (12, 11)], **big)[0]
    assert not on_ground(difficult=[(10, 10), (11, 11)], **big)[0], "both under the same model"


@clause("tow.formation.disrupted")
def test_empty_places_of_the_last_rank_do_not_count():
    """Of 16 men four are a quarter; the places behind the last man are empty."""
    assert not on_ground(models=16, difficult=[(10, 13), (11, 13), (12, 13), (13, 13), (14, 13)])[0]
    assert on_ground(models=16, difficult=[(10, 13), (10, 12), (11, 12), (12, 12)])[0]


@clause("tow.formation.disrupted")
@pytest.mark.parametrize(
    ("percent", "models", "expected"), [(20, 4, True), (20, 3, False), (30, 5, False), (30, 6, True)]
)
def test_the_share_on_rough_ground_can_be_set(percent, models, expected):
    cells = block(10, 10, 5, 2)[:models]
    assert on_ground({SHARE: percent}, difficult=cells)[0] is expected
