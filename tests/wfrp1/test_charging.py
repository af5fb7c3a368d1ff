"""Charging: how far, and what it is good for."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import ONE_ROLL, verbs
from wfrp1.test_actions import against


@pytest.mark.parametrize(("movement", "reach"), [(1, None), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5)])
@clause("wfrp1.action.charge")
def test_the_reach_of_a_charge_is_the_gap_in_yards(movement, reach):
    for distance in range(1, 7):
        scene = against(distance, {"m": movement})
        assert ("charge" in verbs(scene)) == (reach is not None and 2 <= distance <= reach), distance


@clause("wfrp1.action.charge")
def test_the_reach_of_a_charge_can_be_set():
    rules = {"action.charge.charge_reach_yards_per_m": 2}
    assert "charge" in verbs(against(5, {"m": 4}, rules=rules)), "8 yards"
    assert "charge" not in verbs(against(6, {"m": 4}, rules=rules))


@clause("wfrp1.action.charge")
def test_a_rider_charges_as_far_as_the_mount_reaches():
    scene = against(5, {"m": 4, "mount": "warhorse"})
    assert "charge" in verbs(scene), "M 8, gap 8 yards"


@clause("wfrp1.action.charge", "wfrp1.modifier.charging")
def test_a_charge_ends_in_contact_with_a_blow_at_plus_ten():
    scene = against(3, {"a": 2}, dice=[55, 4, 46])
    scene.play("ada: charge orc")
    assert scene.unit("ada").at == (3, 1)
    assert scene.last("blow_hit").terms == [("WS", 45), ("charging", 10)]
    scene.play("ada: strike orc normal")
    assert scene.last("blow_missed").terms == [("WS", 45)], "the second blow is an ordinary one: 46 misses"


@clause("wfrp1.action.charge")
def test_the_odds_of_a_charge():
    scene = against(3, {"a": 2}, rules=ONE_ROLL)
    hurt = scene.odds("ada: charge orc", want="orc.wounds")
    assert hurt[12] == pytest.approx(1 - 0.55, abs=1e-6), "with S 3 against T 3 every hit hurts"
    later = scene.clone()
    later.dice = [98]
    later.play("ada: charge orc")
    later.dice = None
    assert later.odds("ada: strike orc normal", want="orc.wounds")[12] == pytest.approx(1 - 0.45, abs=1e-6)


@pytest.mark.parametrize(("blows", "second"), [(1, [("WS", 45)]), (0, [("WS", 45), ("charging", 10)])])
@clause("wfrp1.action.charge")
def test_how_many_blows_have_the_bonus(blows, second):
    scene = against(3, {"a": 2}, dice=[98, 98], rules={"action.charge.charge_bonus_blows": blows})
    scene.play("ada: charge orc", "ada: strike orc normal")
    assert scene.last("blow_missed").terms == second


@clause("wfrp1.action.charge")
def test_the_bonus_of_a_charge_can_be_set():
    scene = against(3, dice=[98], rules={"action.charge.charge_ws_bonus": 25})
    scene.play("ada: charge orc")
    assert scene.last("blow_missed").terms == [("WS", 45), ("charging", 25)]


@pytest.mark.parametrize(("bonus", "later"), [(None, 25), (10, 35), (40, 50)])
@clause("wfrp1.action.charge")
def test_a_charge_may_bring_the_later_blows_forward(bonus, later):
    scene = against(
        3, {"i": 50, "a": 2}, dice=[98], rules={} if bonus is None else {"action.charge.charge_ei_bonus": bonus}
    )
    scene.play("ada: charge orc")
    assert scene.unit("ada").slot_at[1] == later, "never before the charge itself"


@clause("wfrp1.action.charge")
def test_a_charge_puts_no_blow_off_beyond_the_round():
    scene = against(3, {"i": 50, "a": 2}, dice=[98], rules={"action.charge.charge_ei_bonus": -100})
    scene.play("ada: charge orc")
    assert scene.unit("ada").slot_at[1] == 1, "a moment of the round"


@clause("wfrp1.action.charge")
def test_nobody_charges_out_of_a_fight():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "west", "i": 50, "m": 4},
        {"name": "orc", "side": "orcs", "at": [0, 1], "i": 20},
        {"name": "goblin", "side": "orcs", "at": [4, 1], "i": 10},
        size=(12, 3),
    )
    assert "charge" not in verbs(scene)


@clause("wfrp1.action.charge", "wfrp1.action.combat")
def test_a_charge_is_struck_with_the_weapon_of_the_other_hand():
    scene = against(3, {"main_hand": "none", "off_hand": "hand weapon"}, dice=[98])
    scene.play("ada: charge orc")
    assert scene.last("blow_missed").terms == [("WS", 45), ("charging", 10), ("wrong hand", -10)]
