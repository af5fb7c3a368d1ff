"""What behaviours expect of the damage of a blow."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.flights import aerial
from wfrp1.riders import mounted
from wfrp1.shooting import ONE_DIE, shooting, turn

import tactica
from tactica.agents.why import why

MAN = {"M": 4, "WS": 40, "BS": 50, "S": 3, "T": 3, "W": 30, "I": 30, "A": 1, "Dex": 30, "Ld": 30, "Int": 30, "Cl": 30,
       "WP": 30, "Fel": 30, "height_ft": 6, "main_hand": "hand weapon"}  # fmt: skip
QUIET = ("pass", "decline_press", "act", "no_parry")


def harm(rules=None, **target):
    """Harm expected of a plain blow with a chance of 0.4, S 3 against T 3."""
    units = [{**MAN, "name": "a", "side": "red", "at": [2, 2], "facing": "east", "I": 60},
             {**MAN, "name": "b", "side": "blue", "at": [3, 2], "facing": "west", **target}]  # fmt: skip
    fight = {"ruleset": "wfrp1", "sides": ["red", "blue"], "board": {"size": [14, 8]}, "units": units}
    table = tactica.sandbox("wfrp1", fight, rules={"turn.simultaneous.order_on_tie": 0, **(rules or {})})
    while (table.decider, table.prompt) != ("a", "turn"):
        offered = table.choices()
        table.play(next(text for text in QUIET if text in offered))
    npc = {"intents": {"strike": 1}, "weights": {"hit": 1, "harm": 1}}
    plan = next(c for c in why(table.game, npc).choices if c.text == "strike b")
    assert plan.features["hit"] == pytest.approx(0.4)
    return plan.features["harm"]


@clause("wfrp1.damage.additional")
def test_harm_counts_the_dice_that_a_six_adds():
    """D6 is 3.5 in the mean. After a 6, with a chance of 0.4, comes another die, and more after every further 6: 4.2."""
    assert harm() == pytest.approx(0.4 * (3.5 + 0.4 / 6 * 4.2) / 31, abs=1e-5)


@clause("wfrp1.damage.additional")
def test_harm_is_at_most_all_that_the_target_can_take():
    """With 1 Wound left and one for the last hit, a 1 takes one and all other faces two, whatever a 6 adds."""
    assert harm(W=1) == pytest.approx(0.4 * (1 + 5 * 2) / 6 / 2)


# --- shots

#: No further die after a 6: a hit takes D6 + Effective Strength - 3.
PLAIN_DICE = {**ONE_DIE, "turn.simultaneous.order_on_tie": 0}
WEIGHED = {"intents": {"strike": 1, "shoot": 1}, "weights": {"hit": 1, "harm": 1}}
EVERY_GROUP = ["firearms", "repeating_crossbow", "lasso", "bomb", "throwing"]


def plan_of(scene, text):
    """HIT and HARM of a choice, and at whom it is aimed."""
    plan = next(c for c in why(scene.game, WEIGHED).choices if c.text == text)
    return plan.features["hit"], plan.features["harm"], plan.target


def expected_of(weapon, cells=2, rules=None, others=(), orc=None, **archer):
    """What is expected of a plain shot with BS 50 at an orc (T 3, W 30)."""
    archer = {"bs": 50, "specialist": EVERY_GROUP, **archer}
    scene = shooting(
        weapon, cells, archer=archer, orc={"w": 30, "i": 10, **(orc or {})}, others=others,
        rules={**PLAIN_DICE, **(rules or {})},
    )  # fmt: skip
    return plan_of(scene, "fire orc")[:2]


@clause("wfrp1.firearm.misfire")
def test_a_gun_does_not_hit_with_a_double_except_by_a_partial_burn():
    """Of 1 to 50 four are doubles. One misfire in five is a partial burn: at half the range it is short still, with ES 2
    instead of 3. Hits take D6, or D6 - 1, which are 3.5 and 2.5 in the mean.
    """
    full, partial = 0.46, 0.2 * 0.04
    assert expected_of("pistol", loaded=1) == pytest.approx((full + partial, (full * 3.5 + partial * 2.5) / 31))


@clause("wfrp1.firearm.misfire")
def test_a_partial_burn_may_not_carry_to_the_target():
    """26 to 50 yards are extreme for a pistol, out of reach when that is halved: 50 - 20, two doubles; ES 2, two less."""
    scene = shooting(
        "pistol",
        13,
        archer={"bs": 50, "specialist": EVERY_GROUP, "loaded": 1},
        orc={"w": 30, "i": 10},
        rules=PLAIN_DICE,
    )
    turn(scene, "aim orc")
    assert plan_of(scene, "fire orc")[:2] == pytest.approx((0.28, 0.28 * (0 + 1 + 2 + 3 + 4 + 5) / 6 / 31))


@clause("wfrp1.missile.repeating_crossbow")
@pytest.mark.parametrize(("loaded", "hit", "shots"), [(10, 0.75, 2), (1, 0.5, 1)])
def test_a_repeating_crossbow_has_two_bolts(loaded, hit, shots):
    """ES 1 against T 3: 0, 0, 1, 2, 3, 4."""
    assert expected_of("repeating crossbow", loaded=loaded) == pytest.approx((hit, shots * 0.5 * 10 / 6 / 31))


@clause("wfrp1.missile.repeating_crossbow")
def test_the_first_bolt_leaves_the_second_less_to_take():
    """One Wound and one for the last hit. A bolt takes 0 with 2/3, 1 with 1/12, 2 with 1/4; both together none with 4/9, one
    with 2 x 2/3 x 1/12, two else: one in the mean, of two.
    """
    assert expected_of("repeating crossbow", orc={"w": 1}) == pytest.approx((0.75, (1 / 9 + 2 * 4 / 9) / 2))


@clause("wfrp1.c.multi_barrel", "wfrp1.firearm.misfire")
def test_two_barrels_of_a_volley_gun():
    """A barrel hits with 0.468. Ten doubles of a hundred, of which one in ten ruins the gun, so that the second stays unfired."""
    one, ruin = 0.468, 0.1 * 0.1
    second = 1 - ruin
    missed = ruin + (1 - one - ruin) * (1 - one)
    mean = (0.46 * 3.5 + 0.008 * 2.5) * (1 + second)
    assert expected_of("volley gun", loaded=2) == pytest.approx((1 - missed, mean / 31))


@clause("wfrp1.c.entangle")
def test_a_lasso_hits_and_does_no_harm():
    assert expected_of("lasso") == (0.5, 0)


@clause("wfrp1.missile.into_melee")
def test_a_sure_hand_may_strike_a_friend_in_the_fight():
    """98 and 5 for the friend are more than 100: of 98 hits one in twenty goes to the friend."""
    friend = {"name": "friend", "side": "men", "at": [4, 1], "i": 5}
    hit, _ = expected_of("short bow", 3, others=(friend,), bs=98)
    assert hit == pytest.approx(0.98 * 0.95)


@clause("wfrp1.flying.shooting_down")
@pytest.mark.parametrize(("altitude", "hit"), [(18, 0.5), (24, 0)])
def test_from_above_extreme_range_nothing_is_hit(altitude, hit):
    """20 yards is as far as a knife is thrown; on the level of its target it would be at short range."""
    thrower = {
        "natural_weapons": False,
        "main_hand": "throwing knife",
        "bs": 50,
        "specialist": ["throwing"],
        "npc": True,
    }
    scene = aerial(cells=2, altitude=altitude, eagle=thrower, man={"w": 30}, rules=PLAIN_DICE)
    found = plan_of(scene, "fire man")
    assert found[:2] == pytest.approx((hit, hit * 3.5 / 31))


# --- bombs and mounts


@clause("wfrp1.c.bomb_blast", "wfrp1.bomb.misfire")
def test_harm_of_a_bomb_wherever_it_comes_down():
    """BS 50, short range, two cells off; each in a blast loses D6 + 6 - 3, with the last die 6.5 of 21 in the mean.

    46: it lands at the orc. 44: it goes wide, to one of eight cells that are all beside the orc, three beside the man. 10 are
    doubles: of them half fail, 30 in a hundred sputter, 15 burst between the two, beside both, and 5 in the hand.
    """
    scene = duel(distance=2, man={"bs": 50, "main_hand": "bomb", "specialist": ["bomb"], "w": 20},
                 orc={"w": 20, "npc": True, "int": 10}, rules=PLAIN_DICE)  # fmt: skip
    hit, harm, _ = plan_of(scene, "throw_bomb bomb 6,5")
    assert hit == pytest.approx(0.46)
    assert harm == pytest.approx(6.5 / 21 * (0.46 + 0.44 * (1 - 3 / 8) + 0.1 * (0.15 * (1 - 1) - 0.05)))


@clause("wfrp1.c.bomb_blast", "wfrp1.damage.additional")
def test_a_bomb_may_bring_a_further_die():
    """After a 6 with BS 50 another die, 4.2 in the mean: far from the man, who is in no blast but that in the hand."""
    scene = duel(distance=4, man={"bs": 50, "main_hand": "bomb", "specialist": ["bomb"], "w": 60},
                 orc={"w": 60, "npc": True, "int": 10}, rules={"turn.simultaneous.order_on_tie": 0})  # fmt: skip
    _, harm, _ = plan_of(scene, "throw_bomb bomb 8,5")
    number = 40  # eight yards are long range for a bomb
    lands, wide = (number - 3) / 100, (100 - number - 7) / 100
    assert harm == pytest.approx((6.5 + 0.5 / 6 * 4.2) / 61 * (lands + wide - 0.1 * 0.05), abs=1e-5)


@clause("wfrp1.mounted.mount_attacks")
def test_a_mount_weighs_its_blow():
    """WS 25 of a warhorse that strikes an orc on foot, S 4 and no weapon, T 3."""
    scene = mounted(
        orc={"w": 30, "npc": True, "int": 10, "i": 10}, rider={"i": 20, "ws": 40}, upto=None, rules=PLAIN_DICE
    )
    while scene.prompt != "mount_blow":
        scene.play("act" if "act" in scene.first_words() else "pass")
    horse = scene.unit(scene.decider)
    hit, harm, target = plan_of(scene, "strike orc")
    assert (hit, scene.names[target]) == (horse.weapon_skill / 100, "orc")
    assert harm == pytest.approx(hit * (3.5 + int(horse.strength) - 3 + int(horse.natural_damage)) / 31)
