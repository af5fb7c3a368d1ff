"""War machines: stones, bolts and balls, and what happens when one misfires."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import at_least, mean
from tow.scenes import battle, block, exactly, land, regiment
from tow.shots import aims, target

STONE, BOLT, BALL, MISFIRE = (f"x.shoot.{name}." for name in ("stone_thrower", "bolt_thrower", "cannon", "misfire"))
STAYS = {
    "x.dice.scatter_die.hit_faces": 6,
    "x.dice.artillery_die.misfire_faces": 0,
}  # a stone that falls where it is aimed
HIT, NO_SHOT = 1, 6  # faces of the scatter die and of the artillery die
LAND = (36, 72)


def machine(kind, *orcs, at=(10, 50), size=LAND, facing="north", **more):
    """A war machine of two cells by two about to shoot, or at the first decision; every hit of a bolt needs a 2."""
    fields = {"ballistic_skill": 10} if kind == "bolt_thrower" else {}
    men = regiment("men", at=at, facing=facing, template=kind, **{**fields, **more.pop("men", {})})
    board = {} if "map" in more else {"size": size}
    return battle(men, *orcs, **{"dice": None, "upto": "shoot", "who": "men", **board, **more})


def soft(at, name="orcs", facing="south", **fields):
    """An orc of T 3 without armour who does not panic, or more of them."""
    return target(at, facing, name, **{"toughness": 3, **fields})


def shot_at(scene, x, y, *want):
    """What a shot at a cell comes to."""
    return scene.odds(f"shoot_cell {x},{y}", want=list(want) if len(want) > 1 else want[0])


def cells(scene):
    """The cells a machine may aim at."""
    return {tuple(map(int, choice.split()[1].split(","))) for choice in aims(scene)}


# --- the stone thrower


@clause("tow.x.shoot.stone_thrower")
@pytest.mark.parametrize(("gap", "may"), [(12, True), (11, False), (30, True), (60, True), (61, False)])
def test_how_far_stones_fly(gap, may):
    scene = machine("stone_thrower", target((10, 69 - gap)), at=(10, 70), upto=None)
    assert bool(cells(scene)) is may


@clause("tow.x.shoot.stone_thrower", "tow.x.weapons.table")
@pytest.mark.parametrize(("knob", "value", "gap", "may"), [
    ("min_range", 11, 11, True), ("min_range", 13, 12, False), ("max_range", 61, 61, True), ("max_range", 59, 60, False),
])  # fmt: skip
def test_how_far_stones_fly_can_be_set(knob, value, gap, may):
    scene = machine("stone_thrower", target((10, 69 - gap)), at=(10, 70), upto=None, rules={STONE + knob: value})
    assert bool(cells(scene)) is may


@clause("tow.x.shoot.stone_thrower")
def test_stones_are_aimed_at_cells_of_enemy_models_that_are_far_enough():
    """Ten orcs at (10..14, 36..37): from (10..11, 50..51) row 36 has a gap of 13, row 37 of 12; friends are not aimed at. A
    row further down those of the front, row 38, are too near, the last by the root of 11 * 11 + 2 * 2.
    """
    friends = regiment("friends", "men", (24, 30), "south", models=4)
    scene = machine("stone_thrower", target((14, 37), models=10, files=5), friends, upto=None)
    assert cells(scene) == set(block(10, 36, 5, 2))
    scene = machine("stone_thrower", target((14, 38), models=10, files=5), friends, upto=None)
    assert cells(scene) == set(block(10, 37, 5))


@clause("tow.x.shoot.stone_thrower", "tow.los.unit")
def test_sight_of_one_cell_of_the_unit_is_enough():
    """A wall with a gap before (10, 30): the others are aimed at all the same; without the gap nobody is."""
    orcs = target((14, 30), models=10, files=5)
    wall = set(block(0, 40, 36))
    assert cells(machine("stone_thrower", orcs, map=land(LAND, rock=wall - {(10, 40)}), upto=None)) == set(
        block(10, 29, 5, 2)
    )
    assert cells(machine("stone_thrower", orcs, map=land(LAND, rock=wall), upto=None)) == set()


@clause("tow.x.shoot.eligibility", "tow.x.shoot.stone_thrower", "tow.x.shoot.cannon", "tow.x.shoot.bolt_thrower")
@pytest.mark.parametrize("kind", ["stone_thrower", "cannon", "bolt_thrower"])
@pytest.mark.parametrize("into", [0, 1])
def test_machines_do_not_shoot_at_who_is_engaged(kind, into):
    """Orcs who fight, and goblins who do not."""
    others = [regiment("friend", "men", (14, 29), "south", models=1), target((14, 30)), target((6, 30), name="goblins")]
    rules = {"x.shoot.eligibility.shoot_into_combat": 1} if into else {}
    found = aims(machine(kind, *others, rules=rules, upto=None))
    orcs, goblins = (
        ("shoot orcs", "shoot goblins") if kind == "bolt_thrower" else ("shoot_cell 14,30", "shoot_cell 6,30")
    )
    assert {choice.removesuffix(" single") for choice in found} == ({orcs, goblins} if into else {goblins})


@clause("tow.x.shoot.stone_thrower", "tow.facing.vision_arc")
def test_stones_are_thrown_forward():
    assert cells(machine("stone_thrower", target((10, 30)), facing="east", at=(11, 50), upto=None)) == set()


@clause("tow.x.shoot.stone_thrower", "tow.scatter.hit_result")
def test_what_a_stone_does_to_the_model_under_its_middle():
    """S 8 against T 8: half the hits wound; AP -3 leaves AV 4 no save; a third each takes one, two or three wounds."""
    scene = machine("stone_thrower", target((10, 30), toughness=8, wounds=3, armour_value=4), rules=STAYS)
    found = shot_at(scene, 10, 30, "result wounds")
    assert found == {0: exactly(1 / 2), **{wounds: exactly(1 / 6) for wounds in (1, 2, 3)}}


@clause("tow.x.shoot.stone_thrower", "tow.templates.hits")
def test_what_a_stone_does_to_models_beside():
    """Aimed at a goblin, with an orc beside him: half the stones hit, S 4 wounds T 3 on 3 and more, AP -1 leaves AV 5 a 6; one
    wound of his three.
    """
    orc = soft((11, 30), armour_value=5, wounds=3)
    scene = machine("stone_thrower", orc, target((10, 30), name="goblin"), rules=STAYS)
    found = shot_at(scene, 10, 30, "result wounds on orcs")
    assert found == {0: exactly(1 - 5 / 18), 1: exactly(1 / 2 * 4 / 6 * 5 / 6)}


@clause("tow.x.shoot.stone_thrower", "tow.templates.hits")
def test_a_stone_on_a_part_of_a_large_base():
    """Partly covered it is hit on 4 and more; the cell under the middle is its own: S 8 against T 8."""
    scene = machine("stone_thrower", target((10, 30), toughness=8, base_mm=[50, 50], wounds=5), rules=STAYS)
    found = shot_at(scene, 10, 30, "result wounds")
    assert found == {0: exactly(3 / 4), **{wounds: exactly(1 / 12) for wounds in (1, 2, 3)}}


@clause("tow.x.shoot.stone_thrower")
@pytest.mark.parametrize(("knob", "value", "orc", "expected"), [
    ("centre_strength", 8, {"toughness": 7}, 4 / 6),
    ("centre_strength", 9, {"toughness": 7}, 5 / 6),
    ("centre_strength", 7, {"toughness": 7}, 3 / 6),
    ("centre_ap", -3, {"toughness": 8, "armour_value": 3}, 3 / 6 * 5 / 6),
    ("centre_ap", -2, {"toughness": 8, "armour_value": 3}, 3 / 6 * 4 / 6),
    ("centre_ap", -4, {"toughness": 8, "armour_value": 3}, 3 / 6),
    ("centre_wounds_die_sides", 3, {"toughness": 8, "wounds": 9}, 3 / 6 * 2),
    ("centre_wounds_die_sides", 4, {"toughness": 8, "wounds": 9}, 3 / 6 * 2.5),
    ("centre_wounds_die_sides", 2, {"toughness": 8, "wounds": 9}, 3 / 6 * 1.5),
])  # fmt: skip
def test_the_hit_of_the_middle_can_be_set(knob, value, orc, expected):
    """Wounds expected."""
    scene = machine("stone_thrower", target((10, 30), **orc), rules={**STAYS, STONE + knob: value})
    assert mean(shot_at(scene, 10, 30, "result wounds")) == exactly(expected)


@clause("tow.x.shoot.stone_thrower")
@pytest.mark.parametrize(("knob", "value", "expected"), [
    ("strength", 5, 5 / 6 * 5 / 6), ("strength", 3, 3 / 6 * 5 / 6), ("ap", -2, 4 / 6), ("ap", 0, 4 / 6 * 4 / 6),
])  # fmt: skip
def test_the_other_hits_can_be_set(knob, value, expected):
    """Wounds for each hit of an orc beside the goblin that is aimed at: T 3, AV 5."""
    rules = {**STAYS, STONE + knob: value}
    scene = machine("stone_thrower", soft((11, 30), armour_value=5), target((10, 30), name="goblin"), rules=rules)
    assert mean(shot_at(scene, 10, 30, "result wounds on orcs")) == exactly(expected / 2)


@clause("tow.x.shoot.stone_thrower", "tow.templates.shapes")
@pytest.mark.parametrize(("diameter", "expected"), [(3, 1 + 8 / 2), (4, 5 + 16 / 2), (2, 1 + 8 / 2), (1, 1 / 2)])
def test_how_large_a_stone_is_can_be_set(diameter, expected):
    """Radius 2: corners (1.5, 0.5) away lie within it, (1.5, 1.5) beyond; edges (1.5, 0.5) away within, (1.5, 1.5) beyond. Radius
    1: the corner (0.5, 0.5) lies within, as those of all eight around. Radius 0.5: a part of one cell.
    """
    scene = machine(
        "stone_thrower", target((12, 32), models=25, files=5), rules={**STAYS, STONE + "template_diameter": diameter}
    )
    assert mean(shot_at(scene, 10, 30, "hits")) == exactly(expected)


@clause("tow.x.shoot.stone_thrower", "tow.x.character.embedded")
def test_a_stone_on_the_character():
    """He stands in the middle of the front rank, (10, 30): S 8 wounds T 4 on 2 and more, AP -3 leaves his AV 4 no save."""
    scene = machine("stone_thrower", soft((12, 30), models=5, files=5, character="lord"), rules=STAYS)
    found = shot_at(scene, 10, 30, "character_lost")
    assert found == {0: exactly(1 / 6), 1: exactly(5 / 6)}


@clause("tow.x.shoot.stone_thrower", "tow.x.move.war_machine", "tow.x.shoot.eligibility")
@pytest.mark.parametrize("kind", ["stone_thrower", "cannon", "bolt_thrower"])
@pytest.mark.parametrize(
    ("words", "may"), [(["forward one", "pass"], False), (["turn_left", "turn_right", "pass"], True), (["pass"], True)]
)
def test_machines_that_moved_do_not_shoot(kind, words, may):
    scene = machine(kind, target((10, 30), movement=0), men={"movement": 4}, upto="move")
    scene.play(*words)
    assert bool(aims(scene)) is may


# --- the bolt thrower


def pierced(*orcs, rules=None):
    """How many orcs a bolt that hits slays: number -> chance. It hits on 2 and more."""
    found = machine("bolt_thrower", *orcs, rules=rules).odds("shoot orcs", want=["hits", "models"])
    hit = {value: chance for value, chance in found.items() if value[0]}
    assert sum(hit.values()) == exactly(5 / 6)
    return {
        models: sum(p for (_, slain), p in hit.items() if slain == models) * 6 / 5
        for models in {slain for _, slain in hit}
    }


@clause("tow.x.shoot.bolt_thrower")
def test_a_bolt_goes_through_three_ranks():
    """S 6 AP -3 against T 3 and AV 5: 5 + 3 saves never; strengths of 6, 5 and 4 need 2, 2 and 3."""
    found = pierced(soft((12, 30), models=15, files=5, armour_value=5))
    assert at_least(found, 1) == exactly(0.833333)
    assert at_least(found, 2) == exactly(0.694444)
    assert found[3] == exactly(0.462963)
    assert max(found) == 3


@clause("tow.x.shoot.bolt_thrower")
@pytest.mark.parametrize(("facing", "at", "expected"), [
    ("south", (12, 30), 2), ("north", (8, 30), 2), ("east", (11, 28), 5), ("west", (9, 32), 5),
])  # fmt: skip
def test_a_bolt_goes_through_ranks_or_from_a_flank_through_files(facing, at, expected):
    """Ten orcs in two ranks of five."""
    found = pierced(soft(at, facing=facing, models=10, files=5))
    assert max(found) == expected
    needs = [2, 2, 3, 4, 5][:expected]
    chance = 1.0
    for need in needs:
        chance *= (7 - need) / 6
    assert found[expected] == exactly(chance)


@clause("tow.x.shoot.bolt_thrower")
def test_a_short_rank_counts():
    assert max(pierced(soft((12, 30), models=11, files=5))) == 3


@clause("tow.x.shoot.bolt_thrower")
def test_a_bolt_stops_in_whoever_survives_it():
    """Three wounds each: a d3 slays one in three, and two ranks stand behind each other."""
    found = pierced(soft((12, 30), models=10, files=5, wounds=3))
    assert at_least(found, 1) == exactly(5 / 6 / 3)
    assert found[2] == exactly((5 / 6 / 3) ** 2)


@clause("tow.x.shoot.bolt_thrower", "tow.x.damage.armour_save")
def test_a_save_stops_a_bolt():
    """AV 2, AP -3: a 5 saves."""
    found = pierced(soft((12, 30), models=10, files=5, armour_value=2))
    assert at_least(found, 1) == exactly(5 / 6 * 4 / 6)
    assert found[2] == exactly((5 / 6 * 4 / 6) ** 2)


@clause("tow.x.shoot.bolt_thrower", "tow.casualties.back_rank")
def test_whom_a_bolt_takes_is_removed_from_the_back():
    """Fifteen in fives: as many as are left, the front stays as wide and where it is."""
    scene = machine("bolt_thrower", soft((12, 30), models=15, files=5))
    before = scene.unit("orcs").cell
    found = scene.odds("shoot orcs", want=["orcs.models", "orcs.files", "orcs.cell"])
    assert set(found) == {(left, 5, before) for left in (15, 14, 13, 12)}


@clause("tow.x.shoot.bolt_thrower", "tow.x.shoot.to_hit", "tow.x.shoot.modifiers")
@pytest.mark.parametrize(("gap", "chance"), [(24, 4 / 6), (25, 3 / 6)])
def test_a_bolt_is_one_shot_to_hit_as_usual(gap, chance):
    """BS 4; beyond 24 of 48 inches it is long range."""
    scene = machine("bolt_thrower", soft((10, 49 - gap), models=10, files=1), men={"ballistic_skill": 4})
    found = scene.odds("shoot orcs", want="hits")
    assert 1 - found[0] == exactly(chance)


@clause("tow.x.shoot.bolt_thrower", "tow.x.weapons.table")
@pytest.mark.parametrize(
    ("rules", "gap", "may"), [({}, 48, True), ({}, 49, False), ({"range": 49}, 49, True), ({"range": 47}, 48, False)]
)
def test_how_far_bolts_fly(rules, gap, may):
    rules = {BOLT + name: value for name, value in rules.items()}
    assert bool(aims(machine("bolt_thrower", soft((10, 69 - gap)), at=(10, 70), rules=rules, upto=None))) is may


@clause("tow.x.shoot.bolt_thrower")
@pytest.mark.parametrize(("knob", "value", "orcs", "expected"), [
    ("strength", 7, {"toughness": 6}, [4 / 6, 3 / 6]),
    ("strength", 5, {"toughness": 6}, [2 / 6, 1 / 6]),
    ("ap", -2, {"armour_value": 3}, [5 / 6 * 4 / 6, 5 / 6 * 4 / 6]),
    ("ap", -4, {"armour_value": 3}, [5 / 6, 5 / 6]),
    ("strength_loss_per_model", 2, {"toughness": 5}, [4 / 6, 2 / 6]),
    ("strength_loss_per_model", 0, {"toughness": 5}, [4 / 6, 4 / 6]),
    ("wounds_die_sides", 4, {"wounds": 3}, [5 / 6 / 2, 5 / 6 / 2]),
    ("wounds_die_sides", 2, {"wounds": 2}, [5 / 6 / 2, 5 / 6 / 2]),
])  # fmt: skip
def test_what_a_bolt_does_can_be_set(knob, value, orcs, expected):
    """The chances to slay the first, and then the second of two ranks."""
    found = pierced(soft((12, 30), models=10, files=5, **orcs), rules={BOLT + knob: value})
    assert at_least(found, 1) == exactly(expected[0])
    assert found[2] == exactly(expected[0] * expected[1])
