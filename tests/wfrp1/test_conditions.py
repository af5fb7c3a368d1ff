"""What becomes of the wounded: bleeding, dazed, lying on the ground, with a limb that is of no use."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import BODY, exactly


def far_apart(dice=None, **orc):
    """Two enemies and a bystander far from each other; something has already befallen the orc."""
    scene = table(
        {"name": "man", "side": "men", "at": [1, 1], "i": 50},
        {"name": "orc", "side": "orcs", "at": [10, 10], "i": 30},
        {"name": "friend", "side": "orcs", "at": [10, 1], "i": 20},
        dice=dice,
    )
    for field, value in orc.items():
        setattr(scene.unit("orc"), field, value)
    return scene


def rest(scene, rounds):
    """Everybody does nothing for some rounds. Returns the rounds in which the orc was asked."""
    asked = []
    until = scene.round + rounds
    while scene.round < until:
        if scene.decider == "orc":
            asked.append(scene.round)
        scene.play("pass")
    return asked


@clause("wfrp1.c.bleeding")
@pytest.mark.parametrize(("bleeding", "rounds", "alive"), [(1, 5, 0.590490), (3, 3, 0.343000)])
def test_odds_of_bleeding_to_death(bleeding, rounds, alive):
    scene = far_apart(bleeding=bleeding)
    odds = scene.odds("pass", then={"turn": "pass"}, want="orc.dead", until=lambda after: after.round > rounds)
    assert odds[0] == exactly(alive)


@clause("wfrp1.c.bleeding")
@pytest.mark.parametrize(("bleeding", "roll", "dead"), [(2, 20, 1), (2, 21, 0), (12, 100, 1)])
def test_ten_percent_of_death_for_every_point(bleeding, roll, dead):
    scene = far_apart([roll], bleeding=bleeding)
    rest(scene, 1)
    assert scene.unit("orc").dead == dead


@clause("wfrp1.c.stunned")
def test_the_dazed_stand_there_for_as_many_rounds():
    """Dazed 2 when the first round has just begun: no turn in rounds 1 and 2, back in the third."""
    scene = far_apart(dazed=2)
    assert rest(scene, 3) == [3]


@clause("wfrp1.c.stunned")
def test_the_dazed_are_hit_by_a_roll_and_do_not_parry():
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 20}, dice=[27, 4])
    scene.unit("orc").dazed = 1
    scene.play("strike orc")
    assert scene.last("blow_hit").face == 27
    assert scene.unit("orc").wounds == 20 - 4
    assert scene.round == 2, "nor does it strike back"


@clause("wfrp1.c.stunned")
def test_the_dazed_may_count_as_static():
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 20}, dice=[60, 4], rules={"c.stunned.dazed_is_static": 1})
    scene.unit("orc").dazed = 1
    scene.play("strike orc")
    assert scene.last("static_hit").amount == BODY
    assert scene.unit("orc").wounds == 20 - 8


@clause("wfrp1.c.prone")
def test_the_prone_stand_up_and_strike_with_the_second_blow():
    scene = duel(man={"a": 2, "i": 60}, orc={"i": 40})
    scene.unit("man").prone = 1
    assert not [
        choice for choice in scene.choices() if choice.split()[0] not in ("stand_up", "crawl", "wait", "pass", "drop")
    ]
    scene.play("stand_up")
    assert scene.unit("man").prone == 0
    assert (scene.decider, scene.prompt) == ("orc", "turn"), "standing up was the turn"
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("man", "extra_blow")
    assert scene.offers("strike orc")


@clause("wfrp1.c.prone")
def test_the_prone_crawl_one_cell():
    scene = duel(distance=6)
    scene.unit("man").prone = 1
    scene.play("crawl north")
    assert (scene.unit("man").at, scene.unit("man").prone) == ((4, 4), 1)
    assert scene.decider == "orc"


@clause("wfrp1.c.disabled_limbs")
def test_nothing_in_a_disabled_arm_can_be_used():
    scene = duel(man={"main_hand": "hand weapon", "off_hand": "none"})
    scene.unit("man").right_arm_off = 3
    assert set(scene.choices("strike")) == {"strike orc unarmed"}


@clause("wfrp1.c.disabled_limbs")
@pytest.mark.parametrize("arm", ["right_arm_off", "left_arm_off"])
def test_two_handed_weapons_need_both_arms(arm):
    scene = duel(man={"main_hand": "2-handed weapon", "specialist": ["two_handed"]})
    assert scene.offers("strike orc")
    setattr(scene.unit("man"), arm, 3)
    assert set(scene.choices("strike")) == {"strike orc unarmed"}


@clause("wfrp1.c.disabled_limbs")
def test_bows_need_both_arms():
    scene = duel(man={"main_hand": "normal bow"}, distance=6)
    assert scene.offers("fire orc")
    scene.unit("man").left_arm_off = 3
    assert not scene.choices("fire")


@clause("wfrp1.c.disabled_limbs")
def test_limbs_recover_unless_they_are_lost_for_good():
    scene = far_apart(right_arm_off=2, left_arm_off=99, leg_off=1)
    rest(scene, 1)
    orc = scene.unit("orc")
    assert (orc.right_arm_off, orc.left_arm_off, orc.leg_off) == (1, 99, 0)
    rest(scene, 1)
    assert (orc.right_arm_off, orc.left_arm_off, orc.leg_off) == (0, 99, 0)


@clause("wfrp1.c.disabled_limbs")
def test_a_bad_leg_halves_movement():
    """M 5 counts as 2: four cells at the standard rate, and no running."""
    scene = duel(man={"m": 5, "at": [0, 0]}, orc={"at": [0, 11]})
    scene.unit("man").leg_off = 99
    assert scene.offers("move_standard 4,0")
    assert not scene.offers("move_standard 5,0")
    assert not [choice for choice in scene.choices() if choice.split()[0] in ("move_run", "move_evade", "charge")]
