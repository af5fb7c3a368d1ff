"""What the log says of rolls: what each die decided, and what it was held against."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from tow.coven import mages, others
from tow.frays import HARDY, beaten
from tow.scenes import battle, block, drill, fray, land, regiment
from tow.shots import target

HIT, ARROW, EAST = 1, 3, 3  # faces of the scatter die, and of the die for the direction of an arrow
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
LORD = {"character": "lord", "char_initiative": 5}


def said(scene, choice, *kinds):
    """What the log says of a choice, in events of some kinds."""
    return [event.text for event in scene.play(choice) if event.kind in kinds]


# --- scatter


def stone(*dice):
    """A stone thrower about to shoot at an orc at (18, 4) whom a stone of Strength 4 does not harm."""
    machine = regiment("men", template="stone_thrower", at=(17, 21))
    return battle(machine, target((18, 4)), dice=list(dice), upto="shoot", who="men")


@clause("tow.scatter.hit_result", "tow.scatter.arrow_result", "tow.scatter.place_and_roll")
@pytest.mark.parametrize(("dice", "expected"), [
    ((HIT, 2, 1), ["the scatter die shows a HIT: the template stays on 18,4"]),
    ((ARROW, EAST, 2),
     ["the scatter die shows an arrow to the east", "the template scatters 4 inches and falls on 22,4"]),
    ((HIT, 6, 5), []),
])  # fmt: skip
def test_the_scatter_die_of_a_stone(dice, expected):
    """With an artillery die of 4 inches, or a MISFIRE, which comes first. A one does not wound the orc."""
    assert said(stone(*dice), "shoot_cell 18,4", "scatter_hit", "scatter_arrow", "scattered") == expected


@clause("tow.scatter.hit_result", "tow.scatter.arrow_result", "tow.x.magic.spells")
@pytest.mark.parametrize(("scatter", "expected"), [
    ([HIT], ["the scatter die shows a HIT: the template stays on 20,14"]),
    *[([ARROW, face], [f"the scatter die shows an arrow to the {wind}"]) for face, wind in enumerate(WINDS, 1)],
])  # fmt: skip
def test_the_scatter_die_of_a_sinkhole(scatter, expected):
    """Two inches over open ground, with nobody under it."""
    scene = mages(dice=[4, 4, *scatter, 2])
    assert said(scene, "cast_cell 20,14", "scatter_hit", "scatter_arrow") == expected


@clause("tow.x.shoot.cannon", "tow.x.dice.artillery_die")
def test_how_far_a_ball_flies_beyond_its_aim():
    men = regiment("men", at=(10, 20), template="cannon", base_mm=[25, 25])
    scene = battle(men, target((10, 12)), dice=[1, 2], upto="shoot", who="men")
    expected = ["men's ball falls on 10,10 (overshoot 2)", "men's ball bounces on for 4 inches"]
    assert said(scene, "shoot_cell 10,12", "ball_lands", "ball_bounces") == expected


# --- characteristics and Leadership


def sunk(*dice, models=1, **orcs):
    """A sinkhole that is cast with a ten and stays where it is laid, on the first orcs of a rank; two inches are rolled."""
    foes = {"models": models, "files": models, **orcs}
    return said(mages(dice=[5, 5, HIT, 2, *dice], orcs=foes), "cast_cell 14,8", "sinks")


@clause("tow.test.characteristic", "tow.test.characteristic_highest", "tow.x.magic.spells")
@pytest.mark.parametrize(("face", "orcs", "number", "behind"), [
    (4, {}, 1, "I 3; rolled 4"), (3, {}, 0, "I 3; rolled 3"), (6, {"initiative": 7}, 1, "I 7, maximum 5; rolled 6"),
    (5, {"mount_initiative": 4, "mount_attacks": 1}, 1, "mount 4; rolled 5"), (6, LORD, 1, "character 5; rolled 6"),
    (None, {"initiative": 0}, 1, "I 0"),
])  # fmt: skip
def test_a_characteristic_test_says_what_is_tested_whose_it_is_and_the_roll(face, orcs, number, behind):
    """One orc, or a lord, wholly under it. A zero fails without a roll."""
    dice = [] if face is None else [face]
    assert sunk(*dice, **orcs) == [f"orcs tests Initiative for 1 model: {number} cannot leap aside ({behind})"]


@clause("tow.test.characteristic", "tow.templates.hits")
def test_of_several_tests_the_failures_are_counted():
    """One orc wholly under it and one partly, hit by a four; the lord's Initiative counts for both."""
    expected = ["orcs tests Initiative for 2 models: 1 cannot leap aside (character 5)"]
    assert sunk(4, 5, 6, models=5, **LORD) == expected


@clause("tow.templates.hits", "tow.x.magic.spells")
def test_nobody_tests_who_is_not_hit():
    """The middle lies a cell before the only orc, who is partly under it and missed by a three."""
    scene = mages(dice=[5, 5, HIT, 2, 3], orcs={"models": 1, "files": 1})
    assert said(scene, "cast_cell 14,9", "template_hits", "sinks") == [
        "the template hits orcs no times (1 model partly under it)"
    ]


@clause("tow.test.leadership_highest", "tow.x.combat.break_test")
@pytest.mark.parametrize(("orcs", "friends", "behind"), [
    ({}, [], "Ld 5 - difference 2 = 3; rolled 7"),
    ({"character": "lord", "char_attacks": 0, "roles": []}, [], "character 9 - difference 2 = 7; rolled 7"),
    ({}, [regiment("guard", "orcs", (14, 8), "south", models=5, character="lord")], "general 9 - difference 2 = 7; rolled 7"),
])  # fmt: skip
def test_a_break_test_says_whose_leadership_is_tested(orcs, friends, behind):
    scene = beaten(5, 2, orcs=orcs, friends=friends, dice=[3, 4], upto="move", who="scout")
    (text,) = said(scene, "pass", "break_test")
    assert text.endswith(f"({behind})")


# --- blows


@clause("tow.x.combat.to_hit", "tow.x.morale.fear")
@pytest.mark.parametrize(("men", "orcs", "expected"), [
    ({}, {}, "Initiative 3, each needs 4+ to hit (base 4)"),
    ({"weapon_skill": 1}, {"traits": ["fear", "unbreakable"]}, "Initiative 3, each needs 6+ to hit (base 5 + fear 1 = 6)"),
    ({}, {"weapon_skill": 0}, "Initiative 3, each hits without a roll"),
    ({"weapon": "great_weapon", "weapon_skill": 7}, {}, "Initiative 1, each needs 2+ to hit (base 2)"),
])  # fmt: skip
def test_blows_say_when_they_are_struck_and_what_they_need(men, orcs, expected):
    """A man against twenty orcs of WS 3 whom nothing harms, afraid after a twelve; he misses. A great weapon strikes last."""
    men = {"models": 1, "files": 1, "traits": ["unbreakable"], **men}
    orcs = {**HARDY, "attacks": 0, **orcs}
    dice = [6, 6] if "fear" in orcs["traits"] else []
    dice += [1] if orcs.get("weapon_skill", 3) else []
    scene = fray(men, orcs, dice=dice)
    assert said(scene, "pass", "strikes") == [f"men strikes at orcs with 1 attack at {expected}"]


# --- other rolls


@clause("tow.x.terrain.dangerous")
@pytest.mark.parametrize(("width", "dice", "expected"), [
    (3, [1, 4, 5], "men tests 3 models on dangerous ground: 1 wound"),
    (1, [2], "men tests 1 model on dangerous ground: no wounds (rolled 2)"),
])  # fmt: skip
def test_dangerous_ground(width, dice, expected):
    scene = drill(more={"map": land(dangerous=block(10, 9, width)), "dice": dice})
    assert said(scene, "forward one", "danger") == [expected]


@clause("tow.x.magic.spells")
def test_mending():
    """Three on the die, of which the wounded model needs one; the others were never hurt."""
    friend = others(models=6, lost_wounds=1)
    scene = mages("strategy", friends=[friend], dice=[3, 4, 3])
    assert said(scene, "cast_unit mend others", "mended") == ["others regains 1 wound (rolled 3)"]


@clause("tow.x.setup.first_turn")
@pytest.mark.parametrize(("dice", "rules", "expected"), [
    ([2, 5], {}, "orcs takes the first turn, rolling 5 against 2"),
    ([4, 4, 6, 1], {}, "men takes the first turn, rolling 6 against 1"),
    ([], {"x.setup.first_turn.fixed_first_side": 1}, "orcs takes the first turn"),
])  # fmt: skip
def test_who_goes_first(dice, rules, expected):
    men, orcs = regiment("men"), regiment("orcs", at=(14, 4), facing="south")
    scene = table(men, orcs, ruleset="tow", rules=rules, dice=dice, board={"size": [36, 24]})
    assert scene.last("first_side").text == expected
