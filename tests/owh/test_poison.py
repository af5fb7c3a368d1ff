"""Poison resistance: the number, and the roll."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly

HIT = 19 / 20  # a Fighting of 40 against Parry 1 misses on a natural 1 alone


def hit_by_poison(orc, weapon="sword+poison", **more):
    """A man whose blows hit and poison, and an orc with many hit points."""
    return duel({"fighting": 40, "weapons": [weapon]}, {"parry": 1, "hp": 400, **orc}, **more)


def failing(orc, **more):
    """How likely an orc that is hit fails its roll."""
    return hit_by_poison(orc, **more).odds("attack orc normal", want="orc.poisoned")[1] / HIT


@clause("owh.pr.value")
@pytest.mark.parametrize(
    ("orc", "number"),
    [
        ({"size": 2, "stamina": 12}, 14),
        ({"size": 4, "stamina": 20}, 8),
        ({"size": 0, "stamina": 8}, 18),
        ({"size": 2, "stamina": 10}, 15),
        ({"size": 1, "stamina": 10}, 16),
        ({"size": 3, "stamina": 10}, 14),
        ({"size": 2, "stamina": 12, "poison_ability": 4}, 10),
        ({"size": 2, "stamina": 10, "poison_ability": -2}, 17),
        ({"size": 2, "stamina": 12, "disease": 3}, 17),
        ({"size": 2, "stamina": 12, "fatigue": 1}, 14),
    ],
)
def test_the_number(orc, number):
    assert failing(orc) == exactly((number - 1) / 20)


@clause("owh.pr.value", "owh.pr.roll")
@pytest.mark.parametrize(
    "orc",
    [
        {"size": 6, "stamina": 26, "poison_ability": 4},
        {"stamina": 34, "poison_ability": 2},
        {"traits": ["poison_immune"]},
    ],
)
def test_the_immune(orc):
    assert failing(orc) == exactly(0.0)


@clause("owh.pr.value")
@pytest.mark.parametrize("rider", ["poison", "paralyse", "sleep"])
def test_immune_to_all_that_is_resisted_so(rider):
    odds = hit_by_poison({"traits": ["poison_immune"], "stamina": 1}, f"sword+{rider}").odds(
        "attack orc normal", want=["orc.poisoned", "orc.paralyzed", "orc.unconscious"]
    )
    assert odds[0, 0, 0] == exactly(1.0)


@clause("owh.pr.roll")
@pytest.mark.parametrize(
    ("orc", "chance"),
    [
        ({}, 7 / 10),
        ({"stamina": 24}, 7 / 20),
        ({"stamina": 34, "poison_ability": 2}, 0.0),
        ({"stamina": 34, "poison_ability": 1}, 1 / 20),
        ({"stamina": 1, "poison_ability": -1}, 1.0),
        ({"stamina": 1}, 19 / 20),
    ],
)
def test_the_number_must_be_reached(orc, chance):
    assert failing(orc) == exactly(chance)


@clause("owh.pr.roll")
@pytest.mark.parametrize(("roll", "poisoned"), [(14, 1), (15, 0)])
def test_a_d20(roll, poisoned):
    scene = hit_by_poison({}, dice=[10, 1, roll])
    scene.play("attack orc normal")
    assert scene.unit("orc").poisoned == poisoned


@clause("owh.pr.roll")
@pytest.mark.parametrize(("field", "value"), [("fear", 1), ("blind", 2), ("stunned", 1), ("arm_broken", 1)])
def test_nothing_changes_the_roll(field, value):
    scene = hit_by_poison({"stamina": 12})
    setattr(scene.unit("orc"), field, value)
    odds = scene.odds("attack orc normal", want=["hit", "orc.poisoned"])
    assert odds[1, 1] / (odds[1, 0] + odds[1, 1]) == exactly(13 / 20)


@clause("owh.pr.roll", "owh.fate.reroll")
def test_a_token_repeats_it():
    scene = hit_by_poison({}, party=[False, True], rules={"fate.reroll.kinds_mask": 4})
    assert scene.state["tokens"][1] == 1
    odds = scene.odds("attack orc normal", answers={"reroll": "reroll"}, want="orc.poisoned")
    assert odds[1] / HIT == exactly(49 / 100)


@clause("owh.pr.roll", "owh.status.poisoned")
def test_who_is_poisoned_already_does_not_roll():
    scene = hit_by_poison({}, dice=[10, 1])
    scene.unit("orc").poisoned = 1
    scene.play("attack orc normal")


@clause("owh.pr.roll")
@pytest.mark.parametrize(("rider", "field"), [("paralyse", "paralyzed"), ("sleep", "unconscious")])
def test_paralysis_and_sleep_are_resisted_the_same_way(rider, field):
    friend = {"name": "other", "side": "orcs", "at": [11, 11]}
    odds = hit_by_poison({"stamina": 12}, f"sword+{rider}", friends=[friend]).odds(
        "attack orc normal", want=f"orc.{field}"
    )
    assert odds[1] / HIT == exactly(13 / 20)
