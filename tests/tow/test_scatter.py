"""Scatter, and the dice of machines: a HIT stays, an arrow carries the template away."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import chances, mean
from tow.scenes import Ground, battle, cell, exactly, regiment

from tactica.envs.rulesets.tow.rules.patterns import (
    count_covered,
    lay_blast,
    roll_artillery,
    roll_scatter,
    scatter_from,
)

DIRECTIONS = {"N": 0, "NE": 1, "E": 2, "SE": 3, "S": 4, "SW": 5, "W": 6, "NW": 7}
HIT, ARROW, MISFIRE = 1, 3, 6  # faces of the scatter die, and of the artillery die
AIM = (18, 4)
HIT_FACES, FACES = "x.dice.scatter_die.hit_faces", "x.dice.scatter_die.faces"
STEP, MISFIRES = "x.dice.artillery_die.step", "x.dice.artillery_die.misfire_faces"


def stone(dice=(), models=1, at=AIM, **more):
    """A stone thrower in the south about to shoot at orcs that a stone of Strength 4 does not harm."""
    orcs = regiment("orcs", at=at, facing="south", models=models, toughness=10, traits=["unbreakable"])
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    return battle(machine, orcs, dice=dice, upto="shoot", who="men", **more)


def shoot(scene, at=AIM):
    """What follows a shot at a cell."""
    return scene.play(f"shoot_cell {at[0]},{at[1]}")


def where(scene):
    """Where the stone fell: (x, y), None where it did not scatter, -1 off the table."""
    landed = [event.amount for event in scene.events if event.kind == "scattered"]
    if not landed:
        return None
    return -1 if landed[0] is None else landed[0]


def arrow(at, direction, inches, size=(36, 24)):
    """Where an arrow takes what lies in a cell."""
    ground = Ground(regiment(at=(20, 12), models=1), size=size)
    found = int(ground.ask(scatter_from, cell(*at), DIRECTIONS[direction], inches))
    return found if found < 0 else next((x, y) for x in range(72) for y in range(72) if cell(x, y) == found)


# --- placing and rolling


@clause("tow.scatter.place_and_roll")
def test_scatter_die_arrow_and_distance_are_rolled_together():
    """An arrow to the east and a distance of 4; all three faces are used."""
    scene = stone(dice=[ARROW, DIRECTIONS["E"] + 1, 2])
    shoot(scene)
    assert where(scene) == (22, 4)
    assert scene.dice_left == []


@clause("tow.scatter.place_and_roll", "tow.scatter.hit_result")
def test_the_distance_is_rolled_with_a_hit_as_well():
    """The template stays; the distance is rolled, and could have been a MISFIRE."""
    scene = stone(dice=[HIT, 4, 1])  # centre: S 8 against T 10 needs a six
    shoot(scene)
    assert where(scene) is None
    assert scene.last("template_hits").target == "orcs"


@clause("tow.scatter.hit_result")
def test_a_misfire_comes_before_a_hit():
    scene = stone(dice=[HIT, MISFIRE, 4])
    shoot(scene)
    assert scene.last("misfired").amount == 4
    assert "template_hits" not in {event.kind for event in scene.events}


@clause("tow.scatter.place_and_roll")
def test_nobody_is_asked_after_the_roll():
    """The aim is chosen before; what follows is the enemy's turn."""
    scene = stone(dice=[ARROW, DIRECTIONS["W"] + 1, 5])
    shoot(scene)
    assert scene.prompt != "cell"
    assert scene.decider != "men"


# --- arrows


@pytest.mark.interpreted_only
@clause("tow.scatter.arrow_result")
@pytest.mark.parametrize(("aim", "direction", "inches", "final"), [
    ((12, 8), "E", 6, (18, 8)), ((12, 8), "SE", 6, (16, 12)), ((12, 8), "NW", 10, (5, 1)), ((12, 8), "N", 10, -1),
    ((1, 1), "NW", 1, (0, 0)), ((12, 8), "S", 4, (12, 12)), ((12, 8), "W", 3, (9, 8)), ((12, 8), "NE", 2, (13, 7)),
    ((12, 8), "SW", 4, (9, 11)),
])  # fmt: skip
def test_an_arrow_moves_the_template(aim, direction, inches, final):
    assert arrow(aim, direction, inches) == final


@pytest.mark.interpreted_only
@clause("tow.scatter.arrow_result")
def test_slantwise_the_distance_counts_along_the_diagonal():
    found = [arrow((20, 12), "SE", inches, (36, 36))[0] - 20 for inches in range(1, 13)]
    assert found == [1, 1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8]


@clause("tow.scatter.arrow_result")
def test_a_template_off_the_table_hits_nothing():
    scene = stone(dice=[ARROW, DIRECTIONS["N"] + 1, 5])
    shoot(scene)
    assert where(scene) == -1
    assert "template_hits" not in {event.kind for event in scene.events}


@pytest.mark.interpreted_only
@clause("tow.scatter.arrow_result", "tow.templates.hits")
def test_the_rest_of_a_template_over_the_edge_is_resolved():
    """It falls into the corner: one model wholly under it, three partly."""
    ground = Ground(regiment(at=(0, 0), models=25), regiment("orcs", at=(30, 10), models=1))
    ground.ask(lay_blast, cell(*arrow((1, 1), "NW", 1)), 3)
    ground.ask(count_covered)
    assert (int(ground.s.covered_full[0]), int(ground.s.covered_part[0])) == (1, 3)


@clause("tow.scatter.arrow_result")
def test_the_template_flies_over_whatever_is_between():
    """A stone that scatters east over its own aim falls on goblins: one under the middle, two partly hit by sixes, and a one
    to wound the first; Strength 4 does nothing to the others.
    """
    goblins = regiment("goblins", "orcs", at=(24, 4), facing="south", models=5, toughness=10, traits=["unbreakable"])
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    orcs = regiment("orcs", at=(18, 4), facing="south", models=1, toughness=10, traits=["unbreakable"])
    scene = battle(machine, orcs, goblins, dice=[ARROW, DIRECTIONS["E"] + 1, 2, 6, 6, 1], upto="shoot", who="men")
    shoot(scene)
    assert scene.last("template_hits").target == "goblins"


@clause("tow.scatter.arrow_result", "tow.x.dice.scatter_die")
def test_eight_directions_are_equally_likely():
    """Two inches in every direction: one cell slantwise."""
    found = stone().odds(f"shoot_cell {AIM[0]},{AIM[1]}", want=["scattered.amount", "scattered.extra"])
    two = {value[0]: found[value] for value in found if value[1] == "2 inches"}
    around = {(18, 2), (19, 3), (20, 4), (19, 5), (18, 6), (17, 5), (16, 4), (17, 3)}
    assert set(two) == {f"falls on {x},{y}" for x, y in around}
    assert all(chance == exactly(0.083333 / 6) for chance in two.values())


# --- the scatter die


@pytest.mark.interpreted_only
@clause("tow.x.dice.scatter_die")
def test_faces_of_the_scatter_die():
    ground = Ground(regiment())
    found = chances(ground, lambda: int(ground.ask(roll_scatter)))
    assert found[0] == exactly(0.333333)
    assert 1 - found[0] == exactly(0.666667)
    assert {way: found[way] for way in found if way} == {way: exactly(0.083333) for way in range(1, 9)}


@pytest.mark.interpreted_only
@clause("tow.x.dice.scatter_die")
@pytest.mark.parametrize(
    ("rules", "p_hit"), [({HIT_FACES: 3}, 3 / 6), ({HIT_FACES: 1}, 1 / 6), ({FACES: 8}, 2 / 8), ({FACES: 4}, 2 / 4)]
)
def test_the_scatter_die_can_be_another(rules, p_hit):
    ground = Ground(regiment(), rules=rules)
    found = chances(ground, lambda: int(ground.ask(roll_scatter)))
    assert found[0] == exactly(p_hit)
    assert found[3] == exactly((1 - p_hit) / 8)


# --- the artillery die


@pytest.mark.interpreted_only
@clause("tow.x.dice.artillery_die")
def test_faces_of_the_artillery_die():
    ground = Ground(regiment())
    found = chances(ground, lambda: int(ground.ask(roll_artillery)))
    inches = {number: chance for number, chance in found.items() if number > 0}
    assert set(inches) == {2, 4, 6, 8, 10}
    assert 1 - sum(inches.values()) == exactly(0.166667)
    assert mean(inches) / sum(inches.values()) == exactly(6.0)


@clause("tow.x.dice.artillery_die", "tow.x.dice.scatter_die", "tow.x.shoot.stone_thrower")
def test_chances_of_a_stone():
    """Five in six do not misfire; a third of these stays, and one in twelve times six falls four inches to the east."""
    found = stone().odds(f"shoot_cell {AIM[0]},{AIM[1]}", want=["event misfired", "scattered.amount"])
    misfires = sum(found[value] for value in found if value[0])
    assert misfires == exactly(0.166667)
    assert found[0, None] == exactly(0.277778)
    assert found[0, "falls on 22,4"] == exactly(0.013889)


@pytest.mark.interpreted_only
@clause("tow.x.dice.artillery_die")
@pytest.mark.parametrize(
    ("rules", "p_misfire", "longest"), [({STEP: 3}, 1 / 6, 15), ({MISFIRES: 2}, 2 / 6, 8), ({MISFIRES: 0}, 0.0, 12)]
)
def test_the_artillery_die_can_be_another(rules, p_misfire, longest):
    ground = Ground(regiment(), rules=rules)
    found = chances(ground, lambda: int(ground.ask(roll_artillery)))
    assert sum(chance for number, chance in found.items() if number < 0) == exactly(p_misfire)
    assert max(found) == longest
