"""Damage: the die, Strength against Toughness, and additional damage after a natural six."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.blows import exactly


def struck(face=27, man=None, rules=None, **orc):
    """An orc with wounds to spare, just hit (27: in the body; 10: on the head) and asked about a parry."""
    scene = duel(man={"ws": 33, "s": 3, **(man or {})}, orc={"t": 3, "w": 60, **orc}, dice=[face], rules=rules)
    scene.play("strike orc")
    assert scene.prompt == "parry"
    return scene


def wounds_lost(scene, *dice):
    """What the dice of the damage come to without a parry."""
    scene.dice = list(dice)
    scene.play("no_parry")
    return 60 - scene.unit("orc").wounds


def damage(scene):
    """The odds of the wounds that are left when the blow is not parried."""
    return scene.odds("no_parry", want="orc.wounds", until="procedure")


# --- the sum


@clause("wfrp1.damage.basic")
def test_strength_adds_toughness_and_a_helmet_take_away():
    scene = struck(10, armour=["helmet"])
    assert wounds_lost(scene, 4) == 4 + 3 - 3 - 1
    assert scene.last("wounded").terms == [("dice", 4), ("S", 3), ("T", -3), ("armour", -1)]


@clause("wfrp1.damage.basic", "wfrp1.armour.absorb")
def test_of_three_points_to_a_helmet_two_get_through():
    assert wounds_lost(struck(10, armour=["helmet"]), 3) == 2


@clause("wfrp1.damage.basic")
def test_damage_is_never_less_than_nothing():
    scene = struck(t=4, armour=["mail shirt"])
    assert wounds_lost(scene, 1) == 0
    assert scene.last("no_damage").target == "orc"


@clause("wfrp1.damage.basic")
def test_odds_of_damage_against_a_tough_one_in_mail():
    left = damage(struck(t=4, armour=["mail shirt"]))
    assert left[60] == exactly(0.333333)
    assert left.at_most(59) == exactly(0.666667)
    assert 60 - left.mean() == exactly(1.897667)


# --- additional damage


@clause("wfrp1.damage.additional")
@pytest.mark.parametrize(
    ("ws", "chances", "mean"),
    [
        (33, {7: 0.055000, 10: 0.027500, 13: 0.009167}, 3.731000),
        (100, {7: 0.166667}, 4.200000),
    ],
)
def test_odds_of_the_dice(ws, chances, mean):
    """With S 3 against T 3 the wounds lost are the total of the dice."""
    left = damage(struck(man={"ws": ws}))
    for total, chance in chances.items():
        assert left.at_most(60 - total) == exactly(chance)
    assert left[60 - 6] == exactly({33: 0.111667, 100: 0.0}[ws])
    assert 60 - left.mean() == exactly(mean)


@clause("wfrp1.damage.additional")
def test_one_test_lets_the_dice_go_on_while_they_show_six():
    scene = struck(man={"ws": 45})
    assert wounds_lost(scene, 6, 45, 6, 2) == 14
    assert [event.amount for event in scene.events if event.kind == "additional_damage"] == [1]


@clause("wfrp1.damage.additional")
def test_a_failed_test_leaves_the_six():
    assert wounds_lost(struck(man={"ws": 45}), 6, 46) == 6


@clause("wfrp1.damage.additional")
def test_only_a_natural_six_counts():
    """A bastard sword does a point more; a five is no six for that, and nothing is tested."""
    scene = struck(man={"main_hand": "bastard sword", "specialist": ["two_handed"]})
    assert wounds_lost(scene, 5) == 6


@clause("wfrp1.damage.additional")
def test_the_test_is_against_the_plain_characteristic():
    """Winning makes it 55 to hit, a flail 45 again; the test for additional damage stays at 45."""
    scene = duel(man={"ws": 45, "main_hand": "flail", "specialist": ["flail"]}, orc={"w": 60}, dice=[27, 6, 45, 1])
    scene.play("strike orc", "no_parry")
    assert scene.unit("orc").wounds == 60 - (6 + 1 + 1)
    scene = duel(man={"ws": 45}, orc={"w": 60}, dice=[55, 6, 46])
    scene.unit("man").won_over, scene.unit("orc").beaten_by = ["orc"], ["man"]
    scene.play("strike orc", "no_parry")
    assert scene.unit("orc").wounds == 60 - 6


@clause("wfrp1.damage.additional", "wfrp1.weapon.specialist")
@pytest.mark.parametrize(("dice", "lost"), [([6, 10, 1], 8), ([6, 11], 7)])
def test_the_untrained_test_against_ten(dice, lost):
    assert wounds_lost(struck(10, man={"ws": 45, "main_hand": "bastard sword"}), *dice) == lost


@clause("wfrp1.damage.additional")
def test_additional_damage_is_an_option():
    scene = struck(man={"ws": 100}, rules={"damage.additional.opt_additional_damage": 0})
    assert wounds_lost(scene, 6) == 6


@clause("wfrp1.damage.additional", "wfrp1.parry.attempt")
def test_the_dice_of_a_parry_end_at_six():
    scene = struck(ws=33)
    scene.dice = [32, 6, 5]
    scene.play("parry")
    assert (scene.last("parried").amount, scene.unit("orc").wounds) == (6, 60)
