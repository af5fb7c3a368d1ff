"""Rallying: the test, what is left of a unit, and how it stands when it has come to its senses."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, exactly, is_asked, kinds, land, pose, regiment

from tactica.envs.rulesets.tow.rules.bodies import bounds

SHARE = "x.strategy.rally.min_fraction_pct"
SCOUT = regiment("scout", "men", at=(35, 23), facing="south", models=1)


def runaways(*others, rules=None, dice=None, map="", orc=None, **men):
    """Men in flight at (10, 12) whose side comes next: a spy of the orcs, who go first, may still move."""
    units = [
        regiment("spy", "orcs", **{"at": (0, 0), "models": 1, **(orc or {})}),
        regiment("men", **{"at": (10, 12), "fleeing": True, "leadership": 7, **men}), SCOUT, *others,
    ]  # fmt: skip
    more = {"map": map} if map else {}
    return battle(*units, rules=rules, dice=dice, upto="move", who="spy", **more)


def rally(laid):
    """How likely it is that the men rally."""
    return laid.odds("pass", want="event rallied by men", open="stop")[1]


@clause("tow.x.strategy.rally")
@pytest.mark.parametrize(("men", "chance"), [
    ({"models": 10, "models_start": 20}, 0.583333), ({"models": 10, "models_start": 20, "musician": True}, 0.722222),
    ({"leadership": 9, "models": 4, "models_start": 20}, 0.027778),
    ({"leadership": 9, "models": 5, "models_start": 20}, 0.833333),
    ({"leadership": 10, "musician": True, "models": 20}, 0.972222),
    ({"leadership": 9, "models": 4, "models_start": 20, "musician": True}, 0.027778),
    ({"leadership": 2}, 1 / 36), ({"leadership": 10}, 33 / 36),
])  # fmt: skip
def test_a_leadership_test_which_a_musician_makes_easier(men, chance):
    assert rally(runaways(**men)) == exactly(chance)


@clause("tow.x.strategy.rally")
@pytest.mark.parametrize(("lost", "chance"), [(6, 0.583333), (7, 1 / 36), (0, 0.583333)])
def test_one_model_counts_its_wounds(lost, chance):
    """Two Wounds of eight are a quarter, one is less."""
    monster = {"models": 1, "wounds": 8, "troop_type": "monstrous_creatures"}
    assert rally(runaways(**monster, lost_wounds=lost)) == exactly(chance)


@clause("tow.x.strategy.rally")
def test_what_is_left_of_many_counts_as_models():
    """The last of four with one of eight Wounds is a quarter; the last of five is not."""
    left = {"models": 1, "wounds": 8, "lost_wounds": 7}
    assert rally(runaways(**left, models_start=4)) == exactly(0.583333)
    assert rally(runaways(**left, models_start=5)) == exactly(1 / 36)


@clause("tow.x.strategy.rally")
@pytest.mark.parametrize(
    ("percent", "models", "chance"), [(20, 4, 21 / 36), (20, 3, 1 / 36), (30, 5, 1 / 36), (30, 6, 21 / 36)]
)
def test_how_much_must_be_left_can_be_set(percent, models, chance):
    assert rally(runaways(models=models, models_start=20, rules={SHARE: percent})) == exactly(chance)


@clause("tow.x.strategy.rally", "tow.x.setup.command_group")
@pytest.mark.parametrize(("bonus", "chance"), [(0, 21 / 36), (2, 30 / 36), (3, 33 / 36)])
def test_how_much_a_musician_helps_can_be_set(bonus, chance):
    rules = {"x.setup.command_group.musician_rally_bonus": bonus}
    assert rally(runaways(musician=True, rules=rules)) == exactly(chance)


@clause("tow.x.strategy.rally", "tow.x.character.general")
@pytest.mark.parametrize(("x", "fleeing", "chance"), [(20, False, 30 / 36), (28, False, 21 / 36), (20, True, 21 / 36)])
def test_the_general_helps_unless_far_or_in_flight_himself(x, fleeing, chance):
    """Ld 9; five inches away, and 13."""
    general = regiment("guard", "men", at=(x, 12), models=5, character="lord", fleeing=fleeing, leadership=2)
    assert rally(runaways(general)) == exactly(chance)


@clause("tow.x.strategy.rally", "tow.x.character.battle_standard")
def test_a_battle_standard_nearby_allows_a_second_test():
    """15 of 36 fail; 1 - 15/36 * 15/36."""
    bearer = regiment("guard", "men", at=(20, 12), models=5, character="standard_bearer")
    assert rally(runaways(bearer)) == exactly(1 - (15 / 36) ** 2)


@clause("tow.x.strategy.rally")
def test_only_the_active_side_rallies():
    scene = runaways(dice=[1, 1])
    assert scene.unit("men").fleeing == 1
    scene.play("pass")
    assert scene.unit("men").fleeing == 0
    assert kinds(scene.events, "rallied") == [("rallied", "men")]


@clause("tow.x.strategy.rally", "tow.x.move.compulsory")
def test_whoever_fails_flees_again():
    scene = runaways(dice=[6, 6, 1, 1])
    events = scene.play("pass")
    assert kinds(events, "rallied", "failed", "flees") == [("failed", "men"), ("flees", "men")]
    assert scene.unit("men").fleeing == 1


# --- how it stands


@pytest.mark.interpreted_only
@clause("tow.x.strategy.rally")
@pytest.mark.parametrize(("at", "facing", "ends", "box"), [
    ((12, 2), "south", ((10, 12), "north"), (10, 12, 5, 4)), ((25, 14), "north", ((13, 11), "east"), (10, 11, 4, 5)),
    ((0, 14), "north", ((10, 15), "west"), (10, 11, 4, 5)), ((12, 22), "east", ((14, 15), "south"), (10, 12, 5, 4)),
])  # fmt: skip
def test_it_turns_to_the_nearest_enemy_about_its_middle(at, facing, ends, box):
    """Of 5 by 4 about (12.5, 14); of 4 by 5 the corner is (floor(21 / 2), floor(23 / 2)) = (10, 11)."""
    scene = runaways(dice=[1, 1], orc={"at": at, "facing": facing})
    scene.play("pass")
    assert pose(scene)[:2] == ends
    assert Ground.of(scene).ask(bounds, "men") == box


@clause("tow.x.strategy.rally")
def test_an_enemy_it_sees_goes_before_a_nearer_one():
    """The men look north, where one stands ten rows away; another is five cells behind them."""
    behind = regiment("orcs", "orcs", at=(12, 20), facing="east", models=1)
    for orc, facing in (({"at": (12, 1)}, "north"), ({"at": (35, 0)}, "south")):
        scene = runaways(behind, dice=[1, 1], orc=orc)
        scene.play("pass", "pass")
        assert pose(scene)[1] == facing


@clause("tow.x.strategy.rally", "tow.x.move.reform")
def test_it_keeps_its_facing_where_it_does_not_fit():
    """Turned to the east it would cover rows 11 to 15; a rock lies in row 11."""
    far = {"at": (25, 14)}
    for rock, facing in (((10, 11), "north"), ((15, 14), "east"), ((10, 17), "east")):
        scene = runaways(dice=[1, 1], orc=far, map=land(rock=[rock]))
        scene.play("pass")
        assert pose(scene)[1] == facing


@clause("tow.x.strategy.rally")
def test_it_counts_as_having_moved_and_neither_charges_nor_moves():
    foe = {"at": (12, 8), "facing": "south"}
    for prompt in ("charge", "move"):
        scene = runaways(dice=[1, 1], orc=foe)
        scene.play("pass")
        assert (scene.unit("men").moved, scene.unit("men").fleeing) == (1, 0)
        assert not is_asked(scene, prompt)


@clause("tow.x.strategy.rally")
def test_it_may_do_everything_again_in_its_next_turn():
    scene = runaways(dice=[1, 1], orc={"at": (12, 6), "facing": "north"})
    scene.play("pass")
    while scene.round < 2 or scene.decider != "men":
        scene.play("pass")
    assert scene.prompt == "charge"


@clause("tow.x.strategy.rally", "tow.x.turn.sequence")
def test_each_unit_in_flight_tests_in_slot_order_before_anything_else():
    second = regiment("others", "men", at=(20, 12), fleeing=True)
    scene = runaways(second, dice=[6, 6, 1, 1, 1, 2])
    events = scene.play("pass")
    found = kinds(events, "failed", "rallied", "flees")
    assert found == [("failed", "men"), ("rallied", "others"), ("flees", "men")]
