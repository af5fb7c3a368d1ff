"""The combat result: what each side adds up, who wins, and by how much."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, RESULT, blows, fought, melee, scores
from tow.scenes import block, fray, land, regiment

FLAT = {f"{RESULT}.outnumber": 0}
SINGLE = {"models": 5, "files": 5}  # no rank bonus


def score(men=None, orcs=None, rules=None, **more):
    """The scores of two regiments front against front who do not strike."""
    return scores(
        fought(fray(men={**CALM, **(men or {})}, orcs={**CALM, **(orcs or {})}, rules=rules, dice=None, **more))
    )


def of(*units, rules=None, **more):
    """The scores of units that do not strike."""
    return scores(fought(melee(*[{**unit, **CALM} for unit in units], rules=rules, dice=None, **more)))


def flank(name="orcs", side="orcs", models=5, **more):
    """A unit against the right flank of the men at (10, 10) with four ranks of five."""
    return regiment(name, side, (15, 14 - (5 - min(models, 5))), "west", models=models, files=models, **more)


def behind(name="orcs", side="orcs", models=5, **more):
    """A unit in their rear."""
    return regiment(name, side, (10, 14), "north", models=models, files=models, **more)


# --- wounds and ranks


@clause("tow.x.combat.result", "tow.formation.rank_bonus", "tow.x.setup.command_group")
def test_wounds_ranks_and_a_standard():
    """Three wounds, two ranks and a standard, 17 men left after two fell; two wounds, no ranks and a standard, 10 orcs left:
    seven against three. Ten attacks of the men, six of the orcs, at the same step.
    """
    men = {"models": 19, "standard": True, "traits": ["unbreakable"]}
    orcs = {"models": 13, "files": 10, "standard": True, "traits": ["unbreakable"]}
    scene = fray(men=men, orcs=orcs, dice=[*blows(10, 3), *blows(6, 2)])
    scene.play("pass")
    assert (scene.unit("men").models, scene.unit("orcs").models) == (17, 10)
    assert scores(scene) == (7, 3)
    terms = [("wounds", 3), ("ranks", 2), ("standard", 1), ("outnumber", 1), ("wounds", -2), ("standard", -1)]
    assert scene.last("combat_result").terms == terms
    shares = "men: wounds 3 + ranks 2 + standard 1 + outnumber 1; orcs: wounds 2 + standard 1"
    assert scene.last("combat_result").text == f"combat result: men 7, orcs 3 ({shares})"
    assert scene.last("gives_ground").who == "orcs"


@clause("tow.x.combat.result", "tow.x.combat.resolve")
def test_wounds_inflicted_are_those_really_taken():
    """Five wounds at two models."""
    scene = fray(
        men={"traits": ["unbreakable"], "initiative": 4}, orcs={**CALM, "models": 2, "files": 2}, dice=blows(3 + 3, 5)
    )
    scene.play("pass")
    assert scores(scene)[0] == 2 + 2 + 1


@clause("tow.x.combat.result")
def test_everything_but_wounds_is_measured_after_the_losses():
    """Fifteen men in three ranks lose one: one rank left to count, and they are fewer."""
    men = {"models": 15, "attacks": 0, "traits": ["unbreakable"]}
    scene = fray(men=men, orcs={**HARDY, "models": 15}, dice=blows(10, 1))
    scene.play("pass")
    assert scores(scene) == (1, 1 + 2 + 1)


@clause("tow.x.combat.result")
@pytest.mark.parametrize(("models", "expected"), [(20, (2, 2)), (10, (1, 3)), (5, (0, 3))])
def test_extra_ranks_count(models, expected):
    """Against twenty orcs, who are more than five or ten."""
    assert score({"models": models}) == expected


@clause("tow.x.combat.result")
def test_the_highest_rank_bonus_of_a_side_counts_once():
    """Two regiments of two extra ranks each, against one."""
    units = [
        regiment("men", at=(10, 14)), regiment("others", "men", at=(15, 14), models=15),
        regiment("orcs", at=(19, 13), facing="south", models=30, files=10),
    ]  # fmt: skip
    assert of(*units, rules=FLAT) == (2, 2)


# --- standards


@clause("tow.x.combat.result", "tow.x.setup.command_group")
@pytest.mark.parametrize(("value", "expected"), [(1, (1, 0)), (3, (3, 0)), (0, (0, 0))])
def test_a_standard_counts(value, expected):
    assert score({**SINGLE, "standard": True}, SINGLE, {f"{RESULT}.standard": value}) == expected


@clause("tow.x.combat.result")
def test_several_standards_count_as_one():
    units = [
        regiment("men", at=(10, 14), standard=True, **SINGLE), regiment("others", "men", at=(15, 14), standard=True, **SINGLE),
        regiment("orcs", at=(19, 13), facing="south", models=10, files=10),
    ]  # fmt: skip
    assert of(*units) == (1, 0)


@clause("tow.x.combat.result", "tow.x.character.battle_standard")
@pytest.mark.parametrize(("value", "expected"), [(1, (2, 0)), (2, (3, 0)), (0, (1, 0))])
def test_the_battle_standard_counts_on_top(value, expected):
    men = {**SINGLE, "standard": True, "character": "standard_bearer", "char_attacks": 0}
    rules = {} if value == 1 else {f"{RESULT}.battle_standard": value}
    assert score(men, SINGLE, rules) == expected


@clause("tow.x.combat.result", "tow.x.character.battle_standard")
def test_the_battle_standard_falls_with_its_bearer():
    men = {**CALM, **SINGLE, "character": "standard_bearer", "char_attacks": 0}
    scene = fray(men=men, orcs={**CALM, **SINGLE}, dice=None)
    scene.unit("men").char_alive = 0
    scene.unit("men").models = 5
    assert scores(fought(scene)) == (0, 0)


# --- flank and rear


@clause("tow.x.combat.result", "tow.formation.disrupted")
def test_a_flank_attack_against_a_standard():
    """Ten orcs in the flank inflict a wound: one and one; the twenty men have a standard and are more, without ranks."""
    men = regiment("men", at=(10, 10), models=21, standard=True, attacks=0, traits=["unbreakable"])
    orcs = regiment("orcs", at=(15, 15), facing="west", models=10, files=10, traits=["unbreakable"])
    scene = melee(men, orcs, dice=blows(6, 1))
    scene.play("pass")
    assert scene.unit("men").models == 20
    assert scores(scene) == (2, 2)
    assert scene.last("combat_drawn")


@clause("tow.x.combat.result")
def test_flank_and_rear_are_both_possible():
    """Twelve in two units against twelve: two for the rear and one for the flank."""
    units = [
        regiment("men", at=(10, 10), models=12, files=4), regiment("orcs", at=(14, 12), facing="west", **SINGLE),
        regiment("goblins", "orcs", at=(7, 13), models=7, files=7),
    ]  # fmt: skip
    assert of(*units) == (0, 3)


@clause("tow.x.combat.result")
@pytest.mark.parametrize(("knob", "value", "place", "expected"), [
    ("flank", 1, flank, 1), ("flank", 3, flank, 3), ("flank", 0, flank, 0), ("rear", 2, behind, 2),
    ("rear", 1, behind, 1), ("rear", 4, behind, 4),
])  # fmt: skip
def test_attacks_in_flank_and_rear(knob, value, place, expected):
    rules = {**FLAT, f"{RESULT}.{knob}": value}
    assert of(regiment("men", at=(10, 10)), place(), rules=rules) == (0, expected)


@clause("tow.x.combat.result")
def test_the_left_flank_is_a_flank():
    units = [regiment("men", at=(10, 10)), regiment("orcs", at=(9, 10), facing="east", **SINGLE)]
    assert of(*units, rules=FLAT) == (0, 1)


@clause("tow.x.combat.result")
def test_both_flanks_count_once():
    units = [regiment("men", at=(10, 10)), flank(), regiment("goblins", "orcs", at=(9, 10), facing="east", **SINGLE)]
    assert of(*units, rules=FLAT) == (0, 1)


@clause("tow.x.combat.result")
@pytest.mark.parametrize(("models", "least", "expected"), [(5, 5, 1), (4, 5, 0), (4, 4, 1), (5, 6, 0)])
def test_weak_units_gain_nothing_in_the_flank(models, least, expected):
    rules = {**FLAT, f"{RESULT}.flank_min_us": least}
    scene = of(regiment("men", at=(10, 10), models=20, files=5), flank(models=models), rules=rules)
    assert scene[1] == expected


@clause("tow.x.combat.result", "tow.x.combat.contact_side")
def test_who_is_attacked_in_the_flank_gains_nothing_by_its_own_blows_there():
    """The men touch the orcs' front."""
    assert of(regiment("men", at=(10, 10)), flank(), rules=FLAT)[0] == 0


# --- high ground


def hilly(*cells, men=None, orcs=None, value=None):
    """Scores with some cells on a hill; the fronts of five lie along y 14 and y 13."""
    rules = {} if value is None else {f"{RESULT}.high_ground": value}
    ground = land(hill=[cell for part in cells for cell in part])
    return score({**SINGLE, **(men or {})}, {**SINGLE, **(orcs or {})}, rules, map=ground)


@clause("tow.x.combat.result", "tow.x.terrain.table")
@pytest.mark.parametrize(("value", "expected"), [(None, (1, 0)), (2, (2, 0)), (0, (0, 0))])
def test_the_higher_ground_counts(value, expected):
    assert hilly(block(10, 14, 5, 1), value=value) == expected


@clause("tow.x.combat.result")
@pytest.mark.parametrize(("cells", "expected"), [(3, (1, 0)), (2, (0, 0))])
def test_more_than_half_of_the_front_rank_must_stand_on_the_hill(cells, expected):
    assert hilly(block(10, 14, cells, 1)) == expected


@clause("tow.x.combat.result")
def test_half_of_the_front_rank_is_not_enough():
    four = {"models": 4, "files": 4}
    assert hilly(block(10, 14, 2, 1), men=four, orcs=four) == (0, 0)
    assert hilly(block(10, 14, 3, 1), men=four, orcs=four) == (1, 0)


@clause("tow.x.combat.result")
def test_the_ranks_behind_do_not_matter():
    assert hilly(block(10, 15, 5, 3), men={"models": 20, "files": 5}) == (2 + 1, 0)
    assert hilly(block(10, 14, 5, 1), men={"models": 20, "files": 5}) == (2 + 1 + 1, 0)


@clause("tow.x.combat.result")
def test_an_enemy_on_the_hill_takes_the_higher_ground_away():
    """One cell of its front rank in contact is enough; one that is not in contact does not matter."""
    up = block(10, 14, 5, 1)
    assert hilly(up, [(12, 13)]) == (0, 0)
    assert hilly(up, [(16, 13)], orcs={"models": 7, "files": 7}) == (1, 1)


# --- numbers and musicians


@clause("tow.x.combat.result", "tow.troop.unit_strength")
@pytest.mark.parametrize(("men", "orcs", "value", "expected"), [
    (6, 5, 1, (1, 0)), (5, 5, 1, (0, 0)), (5, 6, 1, (0, 1)), (6, 5, 3, (3, 0)), (6, 5, 0, (0, 0)),
])  # fmt: skip
def test_the_higher_unit_strength_counts(men, orcs, value, expected):
    sizes = {"models": men, "files": men}, {"models": orcs, "files": orcs}
    assert score(*sizes, {f"{RESULT}.outnumber": value}) == expected


@clause("tow.x.combat.result", "tow.troop.unit_strength")
def test_unit_strengths_of_a_side_are_added():
    """Three riders count as six; five and one more on foot are as many."""
    riders = {"troop_type": "heavy_cavalry", "models": 3, "files": 3}
    units = [regiment("men", at=(10, 14), **SINGLE), regiment("others", "men", at=(15, 14), models=1)]
    assert of(*units, regiment("orcs", at=(15, 13), facing="south", **riders)) == (0, 0)
    assert of(units[0], regiment("orcs", at=(14, 13), facing="south", **riders)) == (0, 1)


@clause("tow.x.combat.result", "tow.x.setup.command_group")
@pytest.mark.parametrize(("value", "expected"), [(1, (3, 2)), (2, (4, 2)), (0, (2, 2))])
def test_a_musician_wins_a_drawn_combat(value, expected):
    """Two wounds each, and the orcs' musician is missing."""
    men = {"models": 12, "files": 12, "musician": True, "traits": ["unbreakable"]}
    orcs = {"models": 12, "files": 12, "traits": ["unbreakable"]}
    rules = {} if value == 1 else {f"{RESULT}.musician": value}
    scene = fray(men=men, orcs=orcs, dice=[*blows(12, 2), *blows(12, 2)], rules=rules)
    scene.play("pass")
    assert scores(scene) == expected


@clause("tow.x.combat.result")
def test_two_musicians_and_those_of_a_side_that_is_behind_do_nothing():
    music = {"musician": True}
    assert score({**SINGLE, **music}, {**SINGLE, **music}) == (0, 0)
    assert score({**SINGLE, **music}, {"models": 6, "files": 6}) == (0, 1)
    assert score({"models": 6, "files": 6, **music}, SINGLE) == (1, 0)


@clause("tow.x.combat.result")
def test_nobody_tests_after_a_draw():
    scene = fray(men={**SINGLE, "attacks": 0}, orcs={**SINGLE, "attacks": 0})
    scene.play("pass")
    assert scene.last("combat_drawn")
    assert scene.decider == "spy"


@clause("tow.x.combat.result", "tow.x.combat.break_test")
@pytest.mark.parametrize(("men", "orcs", "loser"), [(6, 5, "orcs"), (5, 6, "men")])
def test_the_lower_score_has_lost_by_the_difference(men, orcs, loser):
    scene = fray(
        men={"models": men, "files": men, "attacks": 0}, orcs={"models": orcs, "files": orcs, "attacks": 0}, dice=[1, 2],
        rules={f"{RESULT}.outnumber": 3},
    )  # fmt: skip
    scene.play("pass")
    assert scene.last("break_test").who == loser
    assert ("difference", -3) in scene.last("break_test").terms
