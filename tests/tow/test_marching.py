"""Marching: the double move, the triple move of a marching column, and who may not."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, charging, drill, duel, exactly, inches_left, is_asked, pose, regiment, verbs

from tactica.envs.rulesets.tow.rules.formation import is_column

MARCH, COLUMN = "x.move.march", "formation.column_move.column_march_multiplier"
FAILS, PASSES = [6, 6], [1, 1]


def watched(dx=0, gap=8, orc=None, dice=None, rules=None, **men):
    """One man at (10, 20), and an orc so many inches in front of him and so many to the right, who looks away."""
    return battle(
        regiment("men", at=(10, 20), models=1, **men),
        regiment("orcs", at=(10 + dx, 19 - gap), models=1, **(orc or {})),
        regiment("others", "orcs", at=(30, 0)), dice=dice, rules=rules, upto="move", who="men",
    )  # fmt: skip


def chance_to_march(laid):
    """How likely it is that an order to march succeeds."""
    return laid.odds("march", want="event marches", until=lambda after: True)[1]


@clause("tow.x.move.march", "tow.formation.column_move")
@pytest.mark.parametrize(
    ("models", "files", "inches"), [(20, 4, 12), (20, 5, 8), (16, 4, 8), (20, 10, 8), (2, 1, 12), (1, 1, 8)]
)
def test_a_march_doubles_the_move_and_triples_it_in_column(models, files, inches):
    scene = drill(models=models, files=files)
    assert inches_left(scene) == 4, "an ordinary move"
    assert scene.play("march")[-1].amount == inches
    assert inches_left(scene) == inches


@clause("tow.x.move.march")
@pytest.mark.parametrize(("multiplier", "files", "inches"), [(3, 5, 12), (1, 5, 4), (3, 4, 12), (5, 4, 12)])
def test_by_how_much_a_march_multiplies_can_be_set(multiplier, files, inches):
    scene = drill(files=files, rules={f"{MARCH}.march_multiplier": multiplier})
    scene.play("march")
    assert inches_left(scene) == inches


@clause("tow.formation.column_move")
@pytest.mark.parametrize(("multiplier", "files", "inches"), [(4, 4, 16), (2, 4, 8), (4, 5, 8)])
def test_by_how_much_a_column_multiplies_can_be_set(multiplier, files, inches):
    scene = drill(files=files, rules={COLUMN: multiplier})
    scene.play("march")
    assert inches_left(scene) == inches


@clause("tow.x.move.march")
def test_who_marches_goes_twice_as_far():
    scene = drill()
    scene.play("march", "forward eight")
    assert pose(scene)[0] == (10, 2)
    scene = drill(files=4, at=(10, 18))
    scene.play("march", "forward eight", "forward four")
    assert pose(scene)[0] == (10, 6)
    assert not is_asked(scene, "move")


@clause("tow.x.move.march")
@pytest.mark.parametrize("first", ["forward", "back", "side_right", "turn_left", "about_face", "redress wider_by_1"])
def test_a_march_comes_before_the_first_step(first):
    scene = drill()
    assert "march" in verbs(scene)
    scene.play(first)
    assert "march" not in verbs(scene)


@clause("tow.x.move.march")
def test_a_unit_marches_once():
    scene = drill()
    scene.play("march")
    assert "march" not in verbs(scene)


# --- near the enemy


@clause("tow.x.move.march", "tow.test.leadership")
@pytest.mark.parametrize(("leadership", "chance"), [(7, 0.583333), (8, 26 / 36), (5, 10 / 36), (10, 33 / 36)])
def test_near_the_enemy_it_takes_a_leadership_test(leadership, chance):
    """Eight inches straight ahead."""
    assert chance_to_march(watched(leadership=leadership)) == exactly(chance)


@clause("tow.x.move.march")
@pytest.mark.parametrize(
    ("dx", "gap", "tested"), [(0, 8, True), (2, 8, False), (1, 8, True), (0, 9, False), (5, 7, False)]
)
def test_near_is_eight_inches(dx, gap, tested):
    """Squares of the gap: 64; 64 and 1 (8.06 inches); 64 and 0; 81; 49 and 16."""
    scene = watched(dx, gap)
    assert chance_to_march(scene) == exactly(0.583333 if tested else 1.0)
    if not tested:
        scene.play("march")
        assert inches_left(scene) == 8


@clause("tow.x.move.march")
@pytest.mark.parametrize(("reach", "gap", "tested"), [(7, 8, False), (9, 9, True), (9, 8, True), (7, 7, True)])
def test_how_near_can_be_set(reach, gap, tested):
    scene = watched(0, gap, rules={f"{MARCH}.march_block_range": reach})
    assert chance_to_march(scene) == exactly(0.583333 if tested else 1.0)


@clause("tow.x.move.march")
def test_an_enemy_in_flight_does_not_count():
    assert chance_to_march(watched(orc={"fleeing": True})) == 1.0


@clause("tow.x.move.march")
def test_friends_do_not_count():
    assert chance_to_march(drill(regiment("friends", "men", at=(10, 4), models=1))) == 1.0


@clause("tow.x.move.march")
def test_a_failed_test_leaves_an_ordinary_move_and_uses_the_order_up():
    scene = duel(gap=8, dice=FAILS, upto="move", who="men")
    scene.play("march")
    assert inches_left(scene) == 4
    assert "march" not in verbs(scene)
    scene.play("forward four")
    assert pose(scene)[0] == (10, 10)


@clause("tow.x.move.march", "tow.formation.column_move")
@pytest.mark.parametrize(("dice", "inches"), [(PASSES, 12), (FAILS, 4)])
def test_a_column_near_the_enemy_tests_as_well(dice, inches):
    scene = duel({"files": 4}, gap=8, dice=dice, upto="move", who="men")
    scene.play("march")
    assert inches_left(scene) == inches


@clause("tow.x.move.march")
def test_the_order_may_be_given_again_next_turn():
    scene = duel(gap=8, dice=[*FAILS, *PASSES], upto="move", who="men")
    scene.play("march", "pass")
    while scene.round == 1 or scene.prompt != "move" or scene.decider != "men":
        scene.play("pass")
    assert "march" in verbs(scene)
    scene.play("march")
    assert inches_left(scene) == 8


# --- what it forbids


def archers(dice=(), **men):
    """Archers about to move, and orcs in front of them, further away than eight inches."""
    units = [
        regiment("men", at=(10, 18), models=10, missile="longbow", **men),
        regiment("orcs", at=(14, 3), facing="south"),
    ]
    return battle(*units, dice=dice, upto="move", who="men")


@clause("tow.x.move.march", "tow.formation.column_move")
@pytest.mark.parametrize("files", [5, 2])
def test_who_has_marched_does_not_shoot(files):
    scene = archers(files=files)
    scene.play("march", "forward", "pass")
    assert scene.unit("men").marched == 1
    assert not is_asked(scene, "shoot")
    scene = archers(files=files)
    scene.play("forward", "pass")
    assert is_asked(scene, "shoot")


@clause("tow.x.move.march")
def test_who_failed_to_march_may_shoot():
    men = regiment("men", at=(10, 20), models=10, missile="longbow")
    scene = battle(men, regiment("orcs", at=(14, 11), facing="south"), dice=FAILS, upto="move", who="men")
    scene.play("march", "pass")
    assert is_asked(scene, "shoot")


@clause("tow.x.move.march", "tow.x.move.war_machine")
def test_war_machines_do_not_march():
    machine = drill(models=1, movement=3, troop_type="war_machines", wounds=3)
    assert "march" not in verbs(machine)
    assert "march" in verbs(drill(models=1, movement=3))


@clause("tow.formation.column_move")
def test_a_marching_column_keeps_its_shape():
    """It may wheel, and turn about; turns and redressing would change its files."""
    scene = drill(files=4, at=(16, 12), models=20)
    assert {"turn_left", "turn_right", "redress"} <= verbs(scene)
    scene.play("march")
    assert verbs(scene) >= {"forward", "wheel_left", "wheel_right", "back", "side_left", "side_right"}
    assert not verbs(scene) & {"turn_left", "turn_right", "redress", "reform"}


@clause("tow.x.move.march", "tow.x.move.redress", "tow.x.move.turn")
def test_others_may_change_their_shape_on_the_march():
    scene = drill()
    scene.play("march")
    assert verbs(scene) >= {"turn_left", "turn_right", "about_face", "redress"}


@clause("tow.formation.column_move", "tow.x.move.wheel")
def test_manoeuvres_cost_a_column_no_more():
    """A wheel of four files costs seven of twelve inches, a step aside two."""
    scene = drill(files=4, at=(16, 12))
    scene.play("march", "wheel_left", "side_right")
    assert inches_left(scene) == 12 - 7 - 2


@pytest.mark.interpreted_only
@clause("tow.formation.column_move", "tow.x.move.turn")
def test_a_unit_that_turns_into_a_column_has_its_double_move():
    """What it may move is settled when it marches: five files of twenty, which then turn into a column of four."""
    scene = drill()
    scene.play("march", "turn_right")
    assert Ground.of(scene).ask(is_column, "men")
    assert inches_left(scene) == 8 - 1


@clause("tow.x.move.march", "tow.x.move.charge_failed")
def test_who_has_charged_does_not_march():
    scene = charging(gap=10, dice=[1, 1])
    scene.play("charge orcs", "hold")
    assert not is_asked(scene, "move")


@clause("tow.x.move.march", "tow.x.strategy.rally")
def test_who_has_rallied_does_not_march():
    """The men rally on a double one, and are not asked to move."""
    units = [regiment("scout", "men", at=(30, 20), models=1), regiment("men", at=(10, 14), fleeing=True)]
    scene = battle(*units, regiment("orcs", at=(4, 0), models=1), dice=PASSES)
    assert scene.unit("men").fleeing == 0
    assert not is_asked(scene, "move")
