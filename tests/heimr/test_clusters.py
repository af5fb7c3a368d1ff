"""Melee and combat clusters."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, foe, kinds, man, scene, settle, swordsman, verbs

FAR = foe(name="far", at="A1", wp=0)  # keeps the battle going


def cluster_of(table, name):
    """Who shares a unit's cluster, it among them; empty without one."""
    number = table.unit(name).cluster
    return {unit.name for unit in table.units if unit.cluster == number} if number >= 0 else set()


def attack(*units, dice, **more):
    """Somebody attacks the orc, which has no defence."""
    table = scene(*units, FAR, **more)
    act(table, "weapon_attack orc", dice=dice)
    return table


MISS = [1, 1, 1]  # too tired


# --- where one may fight


@clause("heimr.melee.same_cell")
@pytest.mark.parametrize(("at", "is_open"), [("B2", True), ("B3", False), ("C3", False)])
def test_only_in_the_same_square(at, is_open):
    table = scene(swordsman(at="B2"), foe(at=at))
    assert table.offers("weapon_attack orc") is is_open
    assert table.offers("brawl orc") is is_open
    assert table.offers("charge_weapon orc") is (at == "B3")


@clause("heimr.melee.same_cell", "heimr.height.melee")
@pytest.mark.parametrize(("height", "is_open"), [(0, True), (1, True), (2, False)])
def test_not_two_levels_up(height, is_open):
    cells = [("B2", {"feature": 2, "feature_climb": 5})]
    table = scene(swordsman(), foe(set={"elevation": height}), cells=cells)
    assert table.offers("weapon_attack orc") is is_open and table.offers("brawl orc") is is_open


# --- clusters form


@clause("heimr.cluster.form")
@pytest.mark.parametrize("dice", [MISS, [6, 9, 9]])
@pytest.mark.parametrize("verb", ["weapon_attack", "brawl"])
def test_an_attack_makes_a_cluster_whatever_comes_of_it(dice, verb):
    table = scene(swordsman(), foe(), FAR, dice=dice if verb == "weapon_attack" else dice[:2])
    act(table, f"{verb} orc")
    assert cluster_of(table, "man") == {"man", "orc"} and "clustered" in kinds(table)


@clause("heimr.cluster.form")
def test_who_attacks_joins_the_cluster_of_its_target():
    goblin = foe(name="goblin", set={"cluster": "orc"})
    table = attack(swordsman(), foe(set={"cluster": "orc"}), goblin, dice=MISS)
    assert cluster_of(table, "man") == {"man", "orc", "goblin"}


@clause("heimr.cluster.form")
def test_a_target_joins_the_cluster_of_who_attacks_it():
    friend = man(name="friend", set={"cluster": "man"})
    table = attack(swordsman(set={"cluster": "man"}), friend, foe(), dice=MISS)
    assert cluster_of(table, "man") == {"man", "friend", "orc"}


@clause("heimr.cluster.form")
@pytest.mark.parametrize(
    ("merge", "with_man", "with_friend"),
    [(1, {"man", "friend", "orc", "goblin"}, {"man", "friend", "orc", "goblin"}), (0, {"man", "orc", "goblin"}, set())],
)
def test_two_clusters_become_one(merge, with_man, with_friend):
    """Where a battle says so, whoever attacks changes its cluster instead."""
    friend = man(name="friend", set={"cluster": "man"})
    goblin = foe(name="goblin", set={"cluster": "orc"})
    rules = {"cluster.form.merge_on_cross_attack": merge}
    table = attack(
        swordsman(set={"cluster": "man"}), friend, foe(set={"cluster": "orc"}), goblin, dice=MISS, rules=rules
    )
    assert cluster_of(table, "man") == with_man and cluster_of(table, "friend") == with_friend


@clause("heimr.cluster.form")
def test_everybody_of_both():
    """A with D attacks B, who is with C."""
    friend = man(name="friend", set={"cluster": "man"})
    goblin = foe(name="goblin", set={"cluster": "orc"})
    table = attack(swordsman(set={"cluster": "man"}), friend, foe(set={"cluster": "orc"}), goblin, dice=MISS)
    assert cluster_of(table, "friend") == {"man", "friend", "orc", "goblin"}


@clause("heimr.cluster.form")
def test_there_may_be_several_in_a_square():
    two = [man(name="friend"), foe(name="goblin")]
    table = scene(swordsman(), *two, foe(), FAR, dice=[1, 1, 1, 1, 1])
    act(table, "weapon_attack orc")
    act(table, "end_turn")
    act(table, "brawl goblin")
    assert cluster_of(table, "man") == {"man", "orc"} and cluster_of(table, "friend") == {"friend", "goblin"}


@clause("heimr.cluster.form", "heimr.c.dead_below")
def test_the_dead_leave_and_nobody_is_a_cluster_alone():
    rules = {"tables.items.medium_weapon.damage": 9}
    table = attack(swordsman(), foe(), dice=[6, 9, 9], rules=rules)
    assert table.unit("orc").dead == 1 and cluster_of(table, "man") == set()


@clause("heimr.cluster.form", "heimr.position.unconscious")
def test_so_do_the_unconscious():
    rules = {"tables.items.medium_weapon.damage": 7}
    table = attack(swordsman(), foe(), dice=[6, 9, 9], rules=rules)
    assert table.unit("orc").unconscious == 1 and cluster_of(table, "man") == set() == cluster_of(table, "orc")


@clause("heimr.cluster.form")
def test_two_who_are_left_stay_together():
    rules = {"tables.items.medium_weapon.damage": 9}
    goblin = foe(name="goblin", set={"cluster": "orc"})
    table = attack(swordsman(), foe(set={"cluster": "orc"}), goblin, dice=[6, 9, 9], rules=rules)
    assert cluster_of(table, "man") == {"man", "goblin"}


# --- and are left


@clause("heimr.cluster.leave")
def test_leaving_it_takes_the_standard_action():
    table = scene(swordsman(set={"cluster": "man"}), foe(set={"cluster": "man"}), FAR)
    act(table, "leave_cluster")
    assert cluster_of(table, "man") == set() == cluster_of(table, "orc")
    assert table.unit("man").standard_left == 0 and table.unit("man").at == table.unit("orc").at


@clause("heimr.cluster.leave")
def test_nobody_strikes_at_who_leaves():
    table = scene(man(set={"cluster": "man"}), foe(weapons=["medium_weapon"], set={"cluster": "man"}), FAR)
    events = act(table, "leave_cluster")
    assert not [event for event in events if event.kind == "attacks"]


@clause("heimr.cluster.leave")
@pytest.mark.parametrize("verb", ["move", "run"])
def test_crossing_a_border_leaves_it(verb):
    table = scene(man(set={"cluster": "man"}), foe(set={"cluster": "man"}), FAR)
    act(table, f"{verb} north")
    assert cluster_of(table, "man") == set() == cluster_of(table, "orc")


@clause("heimr.cluster.leave", "heimr.height.melee", "heimr.action.jump_down")
@pytest.mark.parametrize(("height", "stays"), [(1, True), (2, False), (4, False)])
def test_who_jumps_down_out_of_reach_leaves_it(height, stays):
    """From what both stand on: a level below they could still strike at one another."""
    up = {"elevation": height, "cluster": "man"}
    tower = [("B2", {"feature": height, "feature_climb": 0})]
    table = scene(man(dex=3, set=up), foe(set=up), FAR, cells=tower)
    act(table, "jump_down", dice=[] if height == 1 else [6, 9])
    assert (cluster_of(table, "man") == {"man", "orc"}) is stays
    assert (cluster_of(table, "orc") == {"man", "orc"}) is stays


@clause("heimr.cluster.leave", "heimr.brawl.grab_end", "heimr.height.hold_on", "heimr.fall.check")
@pytest.mark.parametrize("height", [1, 2])
def test_who_falls_leaves_it(height):
    """The orc hangs on a rock and is struck: with one D10 against 30 it does not hold on, and who holds it has lost it."""
    rock = [("B2", {"feature": 5, "feature_climb": 30})]
    hangs = {"elevation": height, "climbing": 1, "cluster": "man"}
    held = {"elevation": height, "cluster": "man", "grab_target": "orc", "grab_part": "sword_arm"}
    fall = [] if height == 1 else [6, 9]
    hero = swordsman(set={"elevation": height, "cluster": "man"})
    table = scene(hero, foe(hp_max=9, set=hangs), man(name="b", set=held), cells=rock)
    act(table, "weapon_attack orc", dice=[6, 9, 9, 4, 4, *fall])
    orc = table.unit("orc")
    assert (orc.elevation, orc.prone) == (0, 1)
    assert cluster_of(table, "orc") == set() and cluster_of(table, "man") == {"man", "b"}
    assert table.unit("b").grab_target == -1


@clause("heimr.melee.same_cell", "heimr.height.melee", "heimr.attack.per_weapon")
def test_a_second_weapon_does_not_reach_who_has_fallen():
    """Both are two levels up; the first blow makes the orc fall, and the second has nobody within reach."""
    rock = [("B2", {"feature": 2, "feature_climb": 30})]
    both = man(weapons=["light_weapon", "light_weapon"], set={"elevation": 2})
    table = scene(both, foe(hp_max=9, set={"elevation": 2, "climbing": 1}), FAR, cells=rock)
    act(table, "weapon_attack orc", dice=[6, 9, 4, 4, 6, 9])
    assert table.unit("orc").elevation == 0
    assert [event.kind for event in table.events if event.kind == "attacks"] == ["attacks"]


@clause("heimr.cluster.leave")
def test_who_is_in_none_cannot_leave_it():
    assert "leave_cluster" not in verbs(scene(man(), foe()))


@clause("heimr.cluster.leave", "heimr.effect.stumble_combat")
def test_who_stumbles_is_pushed_out():
    table = scene(swordsman(skills=["shove"]), foe(), FAR)
    act(table, "prime_skill shove")
    act(table, "weapon_attack orc", dice=[6, 9, 9])
    settle(table)
    assert cluster_of(table, "orc") == set() and table.unit("orc").stumble_timer > 0
