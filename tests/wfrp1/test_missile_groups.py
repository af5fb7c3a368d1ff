"""Groups: firing into one, and firing at one creature in a fight."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.shooting import ONE_DIE, labels, shooting, shot, turn, until, verbs

#: Every hit does three points: the die is 1 and the bow has ES 3, against T 1.
THREE_POINTS = {**ONE_DIE, "damage.basic.damage_die": 1}


def goblin(name, x, y, **more):
    """One more of the orcs' side."""
    return {"name": name, "side": "orcs", "at": [x, y], "t": 1, "w": 40, **more}


def band(*cells, **more):
    """Goblins in these cells."""
    return tuple(goblin(f"goblin_{i}", x, y, **more) for i, (x, y) in enumerate(cells, 1))


def mob(cells, *others, dice=None, archer=None, weapon="short bow", rules=None, orc=None, **more):
    """The archer, the orc at some distance, and others."""
    target = {"t": 1, "w": 40, **(orc or {})}
    return shooting(weapon, cells, dice, archer=archer, orc=target, others=others, rules=rules, **more)


# --- firing into a group


@clause("wfrp1.missile.fire_into_group")
def test_three_in_a_group_and_each_may_be_hit():
    """BS 33 + 10: 0.43, a third of it for each."""
    scene = mob(4, *band((4, 0), (5, 1)), rules=THREE_POINTS, size=(8, 3))
    names = ("orc", "goblin_1", "goblin_2")
    odds = scene.odds("fire_group orc", want=lambda t: tuple(t.unit(n).wounds for n in names), until="procedure")
    assert {tuple(40 - w for w in left): round(p, 6) for left, p in odds.items()} == {
        (0, 0, 0): 0.57,
        (3, 0, 0): 0.143333,
        (0, 3, 0): 0.143333,
        (0, 0, 3): 0.143333,
    }


@clause("wfrp1.missile.fire_into_group")
def test_four_in_a_group_add_15():
    scene = mob(4, *band((4, 0), (5, 1), (5, 2)), dice=[98], size=(8, 3))
    event = shot(scene.play("fire_group orc"))
    assert labels(event) == {"BS": 33, "group": 15}
    assert event.total == 48


@pytest.mark.parametrize(("apart", "size"), [(1, 2), (2, 2), (3, 1)])
@clause("wfrp1.missile.fire_into_group", "wfrp1.missile.into_melee")
def test_a_gap_of_4_yards_separates(apart, size):
    """At 2 cells the gap is 2 yards, at 3 cells it is 4."""
    scene = mob(4, *band((4 + apart, 1)), dice=[98] if size > 1 else [], size=(10, 3))
    assert ("fire_group" in verbs(scene)) == (size > 1)
    if size > 1:
        assert shot(scene.play("fire_group orc")).total == 33 + 5 * (size - 1)


@clause("wfrp1.missile.fire_into_group")
def test_a_chain_of_creatures_is_one_group():
    """Each stands two cells from the next: five in all."""
    scene = mob(4, *band((6, 1), (8, 1), (10, 1), (12, 1)), dice=[98], size=(14, 3))
    assert shot(scene.play("fire_group orc")).total == 33 + 20


@clause("wfrp1.missile.fire_into_group")
def test_width_of_the_gap_as_a_house_rule():
    """With 6 yards, 3 cells apart is together still, and 4 cells is not."""
    rules = {"missile.fire_into_group.group_gap_yards": 6}
    scene = mob(4, *band((7, 1)), dice=[98], rules=rules, size=(10, 3))
    assert shot(scene.play("fire_group orc")).total == 38
    assert "fire_group" not in verbs(mob(4, *band((8, 1)), rules=rules, size=(10, 3)))


@clause("wfrp1.missile.fire_into_group")
def test_friends_near_the_target_count_too_but_not_the_firer():
    """The archer stands two cells from the orc; a friend of his two cells further."""
    friend = {"name": "friend", "side": "men", "at": [4, 1], "t": 1, "w": 40, "i": 20}
    scene = mob(2, friend, dice=[40], size=(6, 3))
    assert shot(scene.play("fire_group orc")).total == 33 + 5
    assert "fire_group" not in verbs(mob(2))


@clause("wfrp1.missile.fire_into_group")
def test_range_cover_and_size_are_those_of_whom_one_aims_at():
    """The giant near the archer and the goblin in the hedge: the same group, other numbers."""
    board = {"size": [12, 3], "cells": [{"flag": "soft_cover", "at": [[10, 1]]}]}
    for text, total in (("fire_group orc", 33 + 5 + 10), ("fire_group goblin_1", 33 + 5 - 10 - 10)):
        scene = mob(8, *band((10, 1)), dice=[98], orc={"height_ft": 18}, board=board)
        assert shot(scene.play(text)).total == total


@clause("wfrp1.missile.fire_into_group")
def test_the_dead_are_no_part_of_a_group():
    scene = mob(4, *band((4, 0), (5, 1)), dice=[98], size=(8, 3))
    scene.unit("goblin_1").dead = 1
    scene.unit("goblin_1").wounds = 0
    assert shot(scene.play("fire_group orc")).total == 38


@clause("wfrp1.missile.fire_into_group")
def test_firing_into_groups_can_be_left_out_of_the_game():
    off = {"missile.fire_into_group.opt_target_choice_in_group": 0}
    assert "fire_group" not in verbs(mob(4, *band((4, 0)), rules=off))
    assert "fire_group" in verbs(mob(4, *band((4, 0))))


@clause("wfrp1.missile.fire_into_group", "wfrp1.missile.in_melee")
def test_a_group_in_a_fight_is_fired_into_like_any_other():
    """Three creatures: the friend of the archer who fights there may be the victim."""
    friend = {"name": "friend", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    scene = mob(4, friend, *band((4, 0)), rules=THREE_POINTS, size=(8, 3))
    odds = scene.odds("fire_group orc", want="friend.wounds", until="procedure")
    assert round(odds[37], 6) == 0.143333


# --- large groups at extreme range


@clause("wfrp1.missile.extreme_range", "wfrp1.missile.fire_into_group")
def test_long_bow_against_five_goblins_at_70_yards():
    """At 10 yards a cell those next to each other have no gap, whatever the scale."""
    five = band((7, 0), (7, 2), (8, 0), (8, 1))
    archer = {"bs": 45, "specialist": ["long_bow"]}
    far = {"setup.scene.yards_per_cell": 10}
    scene = mob(7, *five, weapon="long bow", dice=[98], archer=archer, rules=far, size=(9, 3))
    assert shot(scene.play("fire_group orc")).total == 45
    for others, option in ((five[:3], 1), (five, 0)):
        rules = {**far, "missile.extreme_range.opt_extreme_group_discount": option}
        scene = mob(7, *others, weapon="long bow", dice=[98], archer=archer, rules=rules, size=(9, 3))
        assert "fire_group" not in verbs(scene)
        turn(scene, "aim orc")
        assert shot(scene.play("fire_group orc")).total == 45 - 20 + 5 * len(others)


# --- firing into melee


@clause("wfrp1.missile.into_melee")
def test_a_man_among_four_goblins_at_extreme_range():
    """BS 55 - 20: 01-35 the target, 36-55 one of the other four, 56 and above nothing."""
    man = {"name": "man", "side": "men", "at": [4, 1], "t": 1, "w": 40, "i": 20}
    ring = band((4, 0), (4, 2), (5, 1))
    names = ["orc", "man", "goblin_1", "goblin_2", "goblin_3"]
    far = {**THREE_POINTS, "setup.scene.yards_per_cell": 22, "winning.push_back.push_yards": 0}
    scene = mob(3, man, *ring, archer={"bs": 55, "specialist": ["long_bow"]}, weapon="long bow", rules=far, size=(7, 3))
    turn(scene, "aim orc")
    odds = scene.odds("fire orc", want=lambda t: tuple(t.unit(n).wounds for n in names), until="procedure")
    lost = {tuple(40 - w for w in left): round(p, 6) for left, p in odds.items()}
    # 66 yards: extreme for a long bow, so each hit does two points less, one in all
    assert lost.pop((0, 0, 0, 0, 0)) == 0.45
    assert lost.pop((1, 0, 0, 0, 0)) == 0.35
    assert set(lost.values()) == {0.05}
    assert len(lost) == 4


@clause("wfrp1.missile.into_melee")
def test_a_steady_hand_at_short_range():
    """BS 90 and four others: 90 + 20 is over 100, so a hit is tested with 20: 0.72, 0.18 and 0.10."""
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    ring = band((5, 0), (5, 2), (6, 1))
    names = ["orc", "man", "goblin_1", "goblin_2", "goblin_3"]
    scene = mob(4, man, *ring, archer={"bs": 90}, rules=THREE_POINTS, size=(8, 3))
    odds = scene.odds("fire orc", want=lambda t: tuple(t.unit(n).wounds for n in names), until="procedure")
    lost = {tuple(40 - w for w in left): round(p, 6) for left, p in odds.items()}
    assert lost.pop((0, 0, 0, 0, 0)) == 0.1
    assert lost.pop((3, 0, 0, 0, 0)) == 0.72
    assert set(lost.values()) == {0.045}
    assert len(lost) == 4


@pytest.mark.parametrize(
    ("roll", "victim"), [(1, "orc"), (33, "orc"), (34, "man"), (38, "man"), (39, None), (100, None)]
)
@clause("wfrp1.missile.into_melee")
def test_a_duel_seen_from_afar(roll, victim):
    """01-33 the orc, 34-38 the man, otherwise nothing. There is one other, and no die is needed to find him."""
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    dice = [roll] if victim is None else [roll, 1]
    scene = mob(4, man, dice=dice, size=(8, 3))
    scene.play("fire orc")
    hurt = [name for name in ("orc", "man") if scene.unit(name).wounds < 40]
    assert hurt == ([victim] if victim else [])


@clause("wfrp1.missile.into_melee", "wfrp1.missile.hit_location")
def test_a_stray_arrow_lands_where_the_same_roll_says():
    """34 reads 43, the left arm; the helmet of the man does not help him, his bracers do."""
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 0, "w": 40, "armour": ["arm bracers"]}
    scene = mob(4, man, goblin("goblin", 4, 0), rules={"missile.into_melee.mistake_per_creature": 1}, size=(8, 3))
    scene.dice = [34, 1, 5]
    scene.play("fire orc")
    stray = scene.last("shot_strayed")
    assert stray.target == "man"
    assert "left arm" in stray.text and stray.face == 1
    assert scene.unit("man").wounds == 40 - (5 + 3 - 1)


@clause("wfrp1.missile.into_melee")
def test_a_mistake_that_does_not_fit_above_the_number_shows_its_own_roll():
    """BS 95 hits with 50; of two others, ten percent together, a 7 strikes one, and the second of them."""
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    scene = mob(4, man, goblin("goblin", 4, 0), archer={"bs": 95}, dice=[50, 7, 2, 1], size=(8, 3))
    scene.play("fire orc")
    mistaken, strayed = scene.last("shot_mistaken"), scene.last("shot_strayed")
    assert mistaken.text == "archer's shot at orc hits another by mistake: rolled 7 against 10"
    assert (strayed.face, strayed.target) == (2, "goblin")


@clause("wfrp1.missile.into_melee")
def test_the_chance_of_a_mistake_as_a_house_rule():
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    for chance, p in ((5, 0.05), (12, 0.12)):
        rules = {**THREE_POINTS, "missile.into_melee.mistake_per_creature": chance}
        scene = mob(4, man, rules=rules, size=(8, 3))
        assert round(scene.odds("fire orc", want="man.wounds", until="procedure")[37], 6) == p


@clause("wfrp1.missile.into_melee")
def test_without_a_fight_nobody_else_is_struck():
    """The others of the orc's group stand beside it, and there is no enemy near."""
    scene = mob(4, *band((4, 0), (5, 1)), dice=[34], size=(8, 3))
    assert shot(scene.play("fire orc")).kind == "shot_missed"
    assert not any(event.kind == "shot_strayed" for event in scene.events)


@clause("wfrp1.missile.into_melee")
def test_the_target_may_be_near_the_fight_and_not_in_it():
    """Orc and goblin are a group; the goblin fights, the orc is two cells away: three creatures, 34 to 43 go astray."""
    man = {"name": "man", "side": "men", "at": [7, 1], "t": 1, "w": 40, "i": 20}
    for roll, strays in ((43, True), (44, False)):
        scene = mob(4, *band((6, 1)), man, dice=[roll, 1, 1] if strays else [roll], size=(9, 3))
        scene.play("fire orc")
        assert any(event.kind == "shot_strayed" for event in scene.events) == strays


@clause("wfrp1.missile.into_melee", "wfrp1.missile.thrown_in_melee", "wfrp1.missile.in_melee")
def test_an_axe_thrown_at_the_next_enemy():
    """BS 33, short range, nobody else is near: the roll of 34 hits nothing."""
    axe = {"specialist": ["throwing"]}
    scene = shooting("throwing axe", 1, dice=[34], archer=axe)
    assert shot(scene.play("fire orc")).total == 33
    assert not any(event.kind == "shot_strayed" for event in scene.events)
    scene = shooting("throwing axe", 1, dice=[33, 4], archer=axe)
    scene.play("fire orc")
    assert scene.unit("orc").wounds == 7 - 4, "thrown with S 3 against T 3"


@clause("wfrp1.missile.thrown_in_melee", "wfrp1.missile.into_melee")
def test_a_knife_thrown_past_a_friend():
    friend = {"name": "friend", "side": "men", "at": [2, 1], "t": 1, "w": 40, "i": 20}
    scene = shooting("throwing knife", 1, dice=[38, 2], archer={"specialist": ["throwing"]}, others=(friend,))
    scene.play("fire orc")
    assert scene.unit("friend").wounds == 40 - (2 + 3 - 1)


@clause("wfrp1.missile.thrown_in_melee", "wfrp1.missile.in_melee")
def test_the_next_axe_cannot_be_drawn_in_a_fight():
    scene = shooting("throwing axe", 1, dice=[98], archer={"specialist": ["throwing"], "ammo": 3})
    scene.play("fire orc")
    until(scene)
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.into_melee", "wfrp1.missile.sharpshooting")
def test_a_shot_at_the_head_hits_the_head_or_nothing():
    """BS 55 - 20 = 35; a roll of 36 would be astray otherwise."""
    man = {"name": "man", "side": "men", "at": [5, 1], "t": 1, "w": 40, "i": 20}
    for dice, lost in (([36], 0), ([35, 2], 2 + 3 - 1)):
        scene = mob(4, man, archer={"bs": 55}, dice=dice, size=(8, 3))
        turn(scene, "aim orc")
        scene.play("fire orc aim_head")
        assert scene.unit("orc").wounds == 40 - lost
        assert scene.unit("man").wounds == 40


@clause("wfrp1.missile.extreme_range", "wfrp1.take_up.quick_draw")
def test_aim_is_lost_with_the_weapon_it_was_taken_with():
    """A bow is aimed with and dropped; the knife drawn for the next round has not been."""
    scene = shooting("short bow", 3, archer={"backup": ["throwing knife"], "ammunition": 3, "specialist": ["throwing"]})
    scene.play("aim orc")
    while scene.decider != "archer":
        scene.play("act" if scene.prompt == "declare" else "pass")
    assert (scene.prompt, scene.unit("archer").aim_rounds) == ("declare", 1)
    scene.play("drop")
    assert scene.unit("archer").aim_rounds == 0
    scene.play("quick_draw throwing_knife")
    until(scene)
    assert scene.offers("fire orc normal")
    assert not scene.offers("fire orc aim_head")
