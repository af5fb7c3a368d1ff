"""Bombs and incendiaries: throwing, misfires, scatter, blast, and fire."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.shooting import ONE_DIE, labels, shooting, turn, until, verbs

from tactica.envs.rulesets.wfrp1.vocab import Item

SURE = {"modifier.referee.team0_to_hit": 100}
TRAINED = {"specialist": ["bomb"]}
MAN = {"name": "man", "side": "men"}


def bomber(cells=4, dice=None, *, item="bomb", archer=None, **more):
    """A trained hand with two bombs, and an orc some cells away."""
    return shooting(item, cells, dice, archer={**TRAINED, **(archer or {})}, **more)


def places(scene, text="throw_bomb bomb"):
    """Cells that can be thrown at."""
    return {choice.split()[-1] for choice in scene.choices(text)}


# --- the throw


@clause("wfrp1.c.bomb_blast", "wfrp1.missile.chart")
def test_a_bomb_bursts_where_it_was_thrown_and_hits_whoever_is_there():
    """15 is the head: 4 + 6 - T 3."""
    scene = bomber(dice=[20, 15, 4], orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert labels(scene.last("wounded")) == {"dice": 4, "ES": 6, "T": -3}
    assert (scene.unit("orc").wounds, scene.last("blast_hit").amount) == (13, 0)
    assert scene.unit("archer").ammunition == 1


@clause("wfrp1.c.bomb_blast", "wfrp1.damage.additional")
def test_damage_of_7_or_more_in_half_of_the_bursts():
    """A goblin with T 3, thrower with BS 33: wherever the bomb bursts on it, it does 4 at least."""
    scene = bomber(orc={"w": 40}, rules=SURE)
    odds = scene.odds("throw_bomb bomb 4,1", want="orc.wounds", until="procedure")
    hurt = odds.p(lambda wounds: wounds < 40)
    assert round(hurt, 6) == 0.9
    assert round(odds.p(lambda wounds: wounds <= 40 - 7) / hurt, 6) == 0.5


@clause("wfrp1.c.bomb_blast", "wfrp1.damage.additional")
def test_more_dice_go_by_the_throwers_bs():
    dice = [20, 60, 6, 33, 2]
    scene = bomber(dice=dice, orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert labels(scene.last("wounded"))["dice"] == 8
    scene = bomber(dice=[20, 60, 6, 34], orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert labels(scene.last("wounded"))["dice"] == 6


@pytest.mark.parametrize(("cell", "penalty"), [("2,1", 0), ("3,1", -10), ("6,1", -10), ("7,1", -20), ("10,1", -20)])
@clause("wfrp1.c.bomb_blast", "wfrp1.missile.modifiers")
@pytest.mark.parametrize(("item", "dice"), [("bomb", [98, 5]), ("incendiary", [98, 5, 1])])
def test_bs_and_range_5_12_and_20_yards(cell, penalty, item, dice):
    scene = bomber(12, dice, archer={"bs": 50}, item=item)
    scene.play(f"throw_bomb {item} {cell}")
    assert scene.last("bomb_on_its_way").total == 50 + penalty


@clause("wfrp1.c.bomb_blast", "wfrp1.weapon.specialist")
def test_untrained_hands_throw_with_bs_10():
    scene = bomber(dice=[10, 1, 60, 1], archer={"specialist": []}, orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert scene.last("bomb_on_its_way").total == 10 - 10
    assert scene.last("bomb_on_its_way").extra == 0


@clause("wfrp1.c.bomb_blast")
def test_cells_a_bomb_can_be_thrown_at():
    """Ten cells and no more, none that is filled, none behind a wall, not at one's own feet."""
    for item in ("bomb", "incendiary"):
        cells = places(bomber(11, item=item), f"throw_bomb {item}")
        assert {"10,0", "10,1"} <= cells
        assert "11,1" not in cells
    board = {
        "map": "............\n............\n..#.........",
        "borders": [{"type": "wall", "cell": [3, 1], "direction": "east"}],
    }
    cells = places(bomber(11, board=board))
    assert {"3,1", "1,2"} <= cells
    assert not {"0,1", "2,2", "4,1"} & cells


@clause("wfrp1.c.bomb_blast")
def test_who_is_walled_in_does_not_throw():
    walls = [{"type": "wall", "cell": [0, 1], "direction": d} for d in ("north", "east", "south")]
    assert "throw_bomb" not in verbs(bomber(board={"size": [5, 3], "borders": walls}))


@pytest.mark.parametrize(("hands", "throws"), [
    ({"main_hand": "none"}, True), ({"main_hand": "hand weapon"}, True), ({"main_hand": "arquebus"}, False),
    ({"main_hand": "hand weapon", "off_hand": "shield"}, False),
])  # fmt: skip
@clause("wfrp1.c.bomb_blast")
def test_a_bomb_from_the_pack_needs_a_free_hand(hands, throws):
    scene = bomber(archer={**hands, "bombs": 2})
    assert ("throw_bomb" in verbs(scene)) == throws


@clause("wfrp1.c.bomb_blast", "wfrp1.c.ammunition")
def test_a_bomb_from_the_pack_is_gone():
    scene = bomber(dice=[20, 60, 1], archer={"main_hand": "hand weapon", "bombs": 1}, orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert Item.BOMB not in list(scene.unit("archer").pack)
    until(scene)
    assert "throw_bomb" not in verbs(scene)


@pytest.mark.parametrize("item", ["bomb", "incendiary"])
@clause("wfrp1.c.bomb_blast", "wfrp1.c.ammunition")
def test_the_last_one_leaves_the_hand_empty(item):
    scene = bomber(9, [98, 5, *([1] if item == "incendiary" else [])], item=item, archer={"ammo": 1})
    scene.play(f"throw_bomb {item} 4,1")
    assert (scene.unit("archer").main_hand, scene.unit("archer").ammunition) == (0, 0)


@clause("wfrp1.c.bomb_blast")
def test_a_disabled_arm_is_no_free_hand():
    scene = bomber(archer={"main_hand": "hand weapon", "bombs": 1})
    scene.unit("archer").left_arm_off = 2
    scene.refresh()
    assert "throw_bomb" not in verbs(scene)


@pytest.mark.parametrize(("archer", "rules", "throws"), [
    ({}, {}, True), ({"main_hand": "hand weapon", "bombs": 1}, {}, False),
    ({}, {"missile.in_melee.fire_while_engaged": 0}, False),
])  # fmt: skip
@clause("wfrp1.c.bomb_blast", "wfrp1.missile.in_melee")
def test_the_engaged_throw_only_what_is_in_the_hand(archer, rules, throws):
    assert ("throw_bomb" in verbs(bomber(1, archer=archer, rules=rules))) == throws


@clause("wfrp1.firearm.damp", "wfrp1.c.bomb_blast")
def test_no_bombs_and_incendiaries_in_the_rain():
    for item in ("bomb", "incendiary"):
        assert "throw_bomb" not in verbs(bomber(item=item, battle={"rain": True}))


@clause("wfrp1.c.bomb_blast")
def test_who_carries_both_chooses():
    scene = bomber(archer={"main_hand": "hand weapon", "backup": ["bomb", "incendiary"]})
    assert places(scene) == places(scene, "throw_bomb incendiary") != set()


@clause("wfrp1.c.bomb_blast", "wfrp1.action.menu")
def test_a_throw_takes_the_turn_and_the_later_blows():
    scene = bomber(dice=[20, 60, 1], archer={"a": 3}, orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert scene.unit("archer").slots_forfeited == 1


# --- scatter and blast


@pytest.mark.parametrize(("face", "cell"), [(1, "4,0"), (2, "5,0"), (3, "5,1"), (5, "4,2"), (8, "3,0")])
@clause("wfrp1.c.bomb_blast")
def test_a_miss_scatters_clockwise_from_north(face, cell):
    scene = bomber(9, [98, face])
    scene.play("throw_bomb bomb 4,1")
    x, y = map(int, cell.split(","))
    assert scene.last("bomb_burst").amount == (x, y)


@clause("wfrp1.c.bomb_blast")
def test_a_miss_that_is_barred_comes_down_where_it_was_thrown():
    scene = bomber(9, [98, 1])
    scene.play("throw_bomb bomb 4,0")
    assert scene.last("bomb_burst").amount == (4, 0)


@clause("wfrp1.c.bomb_blast")
def test_fewer_directions_as_a_house_rule():
    scene = bomber(9, [98, 2], rules={"c.bomb_blast.scatter_directions": 4})
    scene.play("throw_bomb bomb 4,1")
    assert scene.last("bomb_burst").amount == (5, 1), "the second of four is east"


@clause("wfrp1.c.bomb_blast")
def test_everybody_within_a_cell_is_hit_friends_and_the_thrower_too():
    friend = {**MAN, "at": [2, 2], "w": 20, "i": 20, "main_hand": "hand weapon"}
    others = ({"name": "second", "side": "orcs", "at": [3, 1], "w": 20}, friend)
    scene = bomber(5, [20, 60, 1, 60, 2, 60, 3], archer={"w": 20, "at": [1, 1]}, others=others)
    scene.play("throw_bomb bomb 2,1")
    lost = {name: 20 - scene.unit(name).wounds for name in ("archer", "second", "man")}
    assert lost == {"archer": 4, "second": 6, "man": 5}  # in the order of the roster
    assert scene.unit("orc").wounds == 7


@clause("wfrp1.c.bomb_blast")
def test_a_wall_keeps_the_blast_off():
    board = {"size": [6, 3], "borders": [{"type": "wall", "cell": [4, 1], "direction": "west"}]}
    scene = bomber(4, [20], board=board)
    scene.play("throw_bomb bomb 3,1")
    assert scene.unit("orc").wounds == 7


@pytest.mark.parametrize(("radius", "hit"), [(0, 0), (1, 0), (2, 1)])
@clause("wfrp1.c.bomb_blast")
def test_radius_of_the_blast_as_a_house_rule(radius, hit):
    scene = bomber(6, [20, *([60, 1] if hit else [])], orc={"w": 20}, rules={"c.bomb_blast.blast_radius_cells": radius})
    scene.play("throw_bomb bomb 4,1")
    assert (scene.unit("orc").wounds < 20) == bool(hit)


@clause("wfrp1.c.bomb_blast", "wfrp1.armour.absorb")
def test_armour_helps_against_a_blast_and_a_shield_does_not():
    scene = bomber(dice=[20, 60, 1], orc={"w": 20, "armour": ["mail shirt"], "off_hand": "shield"})
    scene.play("throw_bomb bomb 4,1")
    assert labels(scene.last("wounded")) == {"dice": 1, "ES": 6, "T": -3, "armour": -1}
    assert not any(event.kind.startswith("parr") for event in scene.events)


@clause("wfrp1.c.bomb_blast")
def test_the_dead_are_not_hit_again():
    scene = bomber(4, [20], others=({"name": "far", "side": "orcs", "at": [9, 1]},))
    scene.unit("orc").dead = 1
    scene.unit("orc").wounds = 0
    scene.play("throw_bomb bomb 4,1")


# --- misfires


@clause("wfrp1.bomb.misfire")
def test_what_becomes_of_a_throw():
    """Number 100: without a double it bursts on the orc; a man stands half the way."""

    def outcome(t):
        if t.state.bomb_item[0]:
            return "sputters"
        for name, what in (("orc", "target"), ("man", "halfway"), ("archer", "hand")):
            if t.unit(name).wounds < 40:
                return what
        return "dud"

    others = ({**MAN, "at": [2, 1], "w": 40},)
    scene = bomber(4, orc={"w": 40}, archer={"w": 40}, others=others, rules={**SURE, **ONE_DIE})
    odds = scene.odds("throw_bomb bomb 4,1", want=outcome, until="procedure")
    expected = {"target": 0.9, "sputters": 0.03, "halfway": 0.015, "hand": 0.005, "dud": 0.05}
    assert {what: round(p, 6) for what, p in odds.items()} == expected


@pytest.mark.parametrize(("face", "kind"), [(50, 0), (51, 1), (80, 1), (81, 2), (95, 2), (96, 3), (100, 3)])
@clause("wfrp1.bomb.misfire")
def test_the_chart_of_the_bombs(face, kind):
    scene = bomber(10, [22, face, *([60, 1] if kind == 3 else [])], archer={"w": 20}, rules=SURE)
    scene.play("throw_bomb bomb 6,1")
    assert (scene.last("bomb_misfired").amount, scene.last("bomb_misfired").face) == (kind, face)


@pytest.mark.parametrize(("dice", "lost"), [([22, 50, 50], 0), ([22, 50, 51, 2], 2)])
@clause("wfrp1.weapon.specialist", "wfrp1.c.risk_test")
def test_an_untrained_thrower_may_be_hurt_by_a_misfire(dice, lost):
    rules = {**SURE, "weapon.specialist.opt_untrained_risk": 1}
    scene = bomber(10, dice, archer={"specialist": [], "w": 20}, rules=rules)
    scene.play("throw_bomb bomb 6,1")
    assert scene.unit("archer").wounds == 20 - lost
    assert not scene.dice_left


@pytest.mark.parametrize(("target", "cell"), [("6,1", 3), ("7,1", 4), ("5,1", 3)])
@clause("wfrp1.bomb.misfire")
def test_halfway_is_the_middle_of_the_line_halves_up(target, cell):
    scene = bomber(10, [22, 90], rules=SURE)
    scene.play(f"throw_bomb bomb {target}")
    assert scene.last("bomb_burst").amount == (cell, 1)


@clause("wfrp1.bomb.misfire", "wfrp1.c.line", "wfrp1.missile.line_of_fire")
def test_halfway_lies_on_the_line_that_is_free():
    """From (0, 1) to (2, 2) the line goes through (1, 2), which is filled; drawn from the other end through (1, 1)."""
    board = {"size": [11, 3], "cells": [{"flag": "blocked", "at": [[1, 2]]}]}
    scene = bomber(10, [22, 90, 60, 1], archer={"w": 20}, rules=SURE, board=board)
    scene.play("throw_bomb bomb 2,2")
    assert scene.last("bomb_burst").amount == (1, 1)


@clause("wfrp1.bomb.misfire")
def test_a_bomb_that_sputters_lies_where_it_landed():
    """It was thrown wide, to the east; at the end of the round the fuse shows 5, then 6, and bursts near the orc."""
    scene = bomber(6, [99, 60, 3, 5, 6, 60, 1], archer={"bs": 40}, orc={"w": 20})
    scene.play("throw_bomb bomb 4,1")
    assert scene.last("bomb_sputters").amount == (5, 1)
    until(scene)
    assert scene.unit("orc").wounds == 20
    assert (scene.last("fuse_burns").face, scene.last("fuse_burns").amount) == (5, (5, 1))
    turn(scene, "pass")
    assert scene.unit("orc").wounds == 20 - 4
    assert (scene.last("fuse_burnt_down").face, scene.last("fuse_burnt_down").amount) == (6, (5, 1))
    assert list(scene.state.bomb_cell) == [-1] * 4


@clause("wfrp1.bomb.misfire")
def test_a_sputtering_bomb_explodes_within_three_rounds_with_42_in_100():
    scene = bomber(12)
    scene.state.bomb_cell[0], scene.state.bomb_owner[0], scene.state.bomb_item[0] = 32 + 6, 0, Item.BOMB
    quiet = {"turn": "pass", "declare": "act"}
    odds = scene.odds("pass", then=quiet, want=lambda t: int(t.state.bomb_item[0]), until=lambda t: t.round == 4)
    assert round(odds[0], 6) == 0.421296


@clause("wfrp1.bomb.misfire")
def test_face_of_the_fuse_as_a_house_rule():
    scene = bomber(6, [22, 60, 3], rules={**SURE, "bomb.misfire.sputter_face": 3})
    turn(scene, "throw_bomb bomb 3,1")
    assert scene.last("bomb_burst").amount == (3, 1)


@clause("wfrp1.bomb.misfire", "wfrp1.c.fire_damage")
def test_an_incendiary_that_sputters_burns_in_the_end():
    scene = bomber(6, [22, 60, 6, 4], item="incendiary", rules=SURE)
    turn(scene, "throw_bomb incendiary 3,1")
    assert scene.last("fire_lit").amount == (3, 1)


@clause("wfrp1.bomb.misfire")
def test_a_fifth_bomb_finds_no_place_to_sputter():
    scene = bomber(6, [22, 60, 1, 1, 1, 1], rules=SURE)
    for k in range(4):
        scene.state.bomb_cell[k], scene.state.bomb_owner[k], scene.state.bomb_item[k] = k, 0, Item.BOMB
    turn(scene, "throw_bomb bomb 3,1")
    assert list(scene.state.bomb_cell) == [0, 1, 2, 3]


# --- fire


def burning(scene, cell, rounds=3):
    """A cell that burns."""
    x, y = cell
    scene.state.fire_cell[0], scene.state.fire_rounds[0] = y * 32 + x, rounds
    scene.refresh()
    return scene


@clause("wfrp1.c.fire_damage")
def test_an_incendiary_lights_the_cell_of_the_target_and_no_other():
    """D4 rounds, then 2D4 Wounds on a leg, 4 being the left one; mail does not help."""
    others = ({"name": "second", "side": "orcs", "at": [4, 0]},)
    scene = bomber(
        4, [20, 3, 2, 4, 4], item="incendiary", orc={"t": 5, "w": 20, "armour": ["mail coat"]}, others=others
    )
    scene.play("throw_bomb incendiary 4,1")
    assert (scene.last("fire_lit").amount, scene.last("fire_lit").extra) == ((4, 1), 3)
    assert (scene.unit("orc").wounds, scene.last("burnt").amount, scene.unit("second").wounds) == (14, 5, 7)


@clause("wfrp1.c.fire_damage")
def test_7_wounds_are_exceeded_once_in_16():
    rules = {**SURE, "injury.critical_hit.opt_criticals": 0}
    scene = bomber(4, item="incendiary", others=({"name": "far", "side": "orcs", "at": [11, 1]},), rules=rules)
    odds = scene.odds("throw_bomb incendiary 4,1", want=lambda t: (t.unit("orc").wounds, t.unit("orc").dead),
                      until="procedure")  # fmt: skip
    burnt = odds.p(lambda value: value[0] < 7)
    assert round(odds.p(lambda value: value[1] == 1) / burnt, 6) == 0.0625


@pytest.mark.parametrize(("face", "leg"), [(3, 4), (4, 5)])
@clause("wfrp1.c.fire_damage")
def test_at_the_end_of_each_round_it_burns_whoever_is_there(face, leg):
    scene = burning(bomber(4, [1, 2, face], orc={"t": 5, "w": 20}), (4, 1), 2)
    turn(scene, "pass")
    assert (scene.unit("orc").wounds, scene.last("burnt").amount) == (17, leg)
    assert scene.state.fire_rounds[0] == 1


@clause("wfrp1.c.fire_damage")
def test_a_fire_goes_out_when_its_rounds_are_over():
    scene = burning(bomber(6), (3, 1), 2)
    turn(scene, "pass")
    assert scene.state.fire_rounds[0] == 1
    turn(scene, "pass")
    assert (scene.state.fire_rounds[0], scene.state.fire_cell[0]) == (0, -1)
    assert scene.last("fire_out").amount == (3, 1)


@pytest.mark.parametrize(("rule", "value", "dice", "lost"), [
    ("fire_dice", 1, [1, 4, 1], 4), ("fire_dice", 3, [1, 4, 1, 2, 1], 7), ("fire_sides", 8, [1, 8, 8, 1], 16),
    ("fire_dice", 0, [1], 0), ("burn_rounds_sides", 6, [6, 1, 1, 1], 2),
])  # fmt: skip
@clause("wfrp1.c.fire_damage")
def test_dice_of_fire_as_a_house_rule(rule, value, dice, lost):
    scene = bomber(4, [20, *dice], item="incendiary", orc={"w": 20}, rules={f"c.fire_damage.{rule}": value})
    scene.play("throw_bomb incendiary 4,1")
    assert scene.unit("orc").wounds == 20 - lost


@clause("wfrp1.c.fire_damage")
def test_of_two_fires_in_a_cell_the_longer_one_counts():
    scene = burning(bomber(6, [20, 2], item="incendiary"), (3, 1), 4)
    scene.play("throw_bomb incendiary 3,1")
    assert list(scene.state.fire_rounds) == [4, 0, 0, 0, 0, 0, 0, 0]


@clause("wfrp1.c.fire_damage")
def test_a_ninth_fire_takes_the_place_of_the_one_that_is_out_first():
    scene = bomber(6, [20, 4], item="incendiary")
    for k in range(8):
        scene.state.fire_cell[k], scene.state.fire_rounds[k] = k % 6 + 64 * (k // 6), 3 - (k == 5)
    scene.play("throw_bomb incendiary 3,1")
    assert (scene.state.fire_cell[5], scene.state.fire_rounds[5]) == (32 + 3, 4)


@clause("wfrp1.c.fire_damage", "wfrp1.action.move")
def test_nobody_ends_a_move_in_a_fire_but_one_may_run_through_it():
    """In a corridor the fire lies between; M 4 standard is 8 cells."""
    scene = burning(bomber(11, [3, 4, 1], archer={"w": 20}, board={"size": [12, 2], "map": "############\n............"}),
                    (2, 1))  # fmt: skip
    cells = places(scene, "move_standard")
    assert cells == {"1,1", *(f"{x},1" for x in range(3, 9))}
    scene.play("move_standard 5,1")
    assert (scene.unit("archer").at, scene.unit("archer").wounds) == ((5, 1), 13)


@clause("wfrp1.c.fire_damage", "wfrp1.action.move")
def test_ways_go_round_a_fire_where_they_can():
    scene = burning(bomber(11, archer={"w": 20}), (2, 1))
    scene.play("move_standard 4,1")
    assert (scene.unit("archer").at, scene.unit("archer").wounds) == ((4, 1), 20)


@clause("wfrp1.c.fire_damage")
def test_with_nothing_but_fire_in_reach_one_does_not_move():
    board = {"size": [12, 2], "map": "############\n............"}
    scene = burning(bomber(11, archer={"m": 1}, board=board), (1, 1))
    assert not {"move_cautious"} & verbs(scene)
    assert "move_standard" in verbs(scene), "two cells, and the second does not burn"


@clause("wfrp1.c.fire_damage", "wfrp1.action.charge")
def test_nobody_charges_through_a_fire():
    assert "charge" in verbs(bomber(3, archer={"main_hand": "hand weapon"}))
    assert "charge" not in verbs(burning(bomber(3, archer={"main_hand": "hand weapon"}), (1, 1)))


@clause("wfrp1.c.fire_damage", "wfrp1.winning.push_back")
def test_who_is_beaten_back_into_a_fire_is_burnt_once():
    """5 + S 3 - T 1 for the blow; the fire has burnt this round already when it is pushed from (5,5) to (6,5)."""
    scene = burning(duel([20, 5, 2, 3, 1], orc={"w": 20, "t": 1}), (6, 5))
    scene.play("strike orc normal")
    while scene.round == 1:
        scene.play(next(a for a in ("act", "pass", "no_parry") if scene.offers(a)))
    assert scene.unit("orc").at == (6, 5)
    assert scene.unit("orc").wounds == 20 - (5 + 3 - 1) - 5


@clause("wfrp1.c.fire_damage", "wfrp1.winning.press")
def test_nobody_presses_into_a_fire():
    scene = duel([20, 5], orc={"w": 20, "t": 1})
    scene.play("strike orc normal")
    while scene.prompt != "press":
        scene.play(next(a for a in ("no_parry", "act", "pass") if scene.offers(a)))
    assert scene.offers("press orc")
    for k, x, y in ((0, 5, 5), (1, 5, 4), (2, 5, 6)):
        scene.state.fire_cell[k], scene.state.fire_rounds[k] = y * 32 + x, 3
    scene.refresh()
    assert not scene.offers("press orc")


@clause("wfrp1.c.fire_damage", "wfrp1.c.prone")
def test_nobody_crawls_into_a_fire():
    scene = burning(bomber(8), (1, 1))
    scene.unit("archer").prone = 1
    scene.refresh()
    assert scene.offers("crawl south-east")
    assert not scene.offers("crawl east")


@clause("wfrp1.c.fire_damage", "wfrp1.flee.movement")
def test_nobody_flees_through_a_fire():
    corridor = {"size": [12, 3], "map": "############\n............\n############"}
    scene = shooting("short bow", 1, [98], board=corridor, archer={"at": [3, 1]}, orc={"at": [4, 1]}, upto="declare")
    burning(scene, (2, 1))
    while scene.decider != "archer":
        scene.play("act")
    scene.play("declare_flee")
    until(scene, "orc")
    assert scene.last("nowhere_to_flee").who == "archer"
    assert scene.unit("archer").at == (3, 1)


@clause("wfrp1.bomb.misfire", "wfrp1.c.bomb_blast")
@pytest.mark.parametrize(("altitude", "hit"), [(18, {"harpy"}), (0, {"harpy", "friend"})])
def test_what_bursts_in_the_hand_of_a_flier_bursts_up_there(altitude, hit):
    """A double, and 96: in the hand. In the air nobody below it is in the blast, on the ground everybody is."""
    scene = table(
        {"name": "harpy", "side": "men", "at": [5, 5], "facing": "west", "i": 60, "bs": 40, "main_hand": "bomb", "ammunition": 2,
         "specialist": ["bomb"], "fly_movement": 12, "altitude": altitude, "w": 20, "t": 3},
        {"name": "friend", "side": "men", "at": [6, 5], "facing": "east", "i": 10, "w": 20},
        {"name": "orc", "side": "orcs", "at": [9, 5], "facing": "east", "i": 20, "w": 20},
        size=(12, 12), dice=[44, 96, *[50, 4] * len(hit)],
    )  # fmt: skip
    scene.play("throw_bomb bomb (9,5)")
    assert {event.target for event in scene.events if event.kind == "blast_hit"} == hit
