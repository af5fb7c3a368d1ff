"""Shots: how far, at what cost, and into clusters."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import (
    act,
    archer,
    blocking,
    chance,
    dodging,
    exactly,
    faces,
    foe,
    hits,
    kinds,
    man,
    parrying,
    scene,
    targets,
    verbs,
)

RANGE = "tables.items.bow.range"
WALL = [("B3", {"ground": 4})]
TREE = [("B2", {"feature": 4, "feature_climb": 5})]


def reaches(reach, at, target="orc", rules=None, **more):
    """Whether somebody at a place may shoot an orc with a bow of some range."""
    table = scene(archer(at=at), foe(**more.pop("orc", {})), rules={RANGE: reach, **(rules or {})}, **more)
    return table.offers(f"shoot {target}")


# --- how far


@clause("heimr.ranged.range")
@pytest.mark.parametrize(("weapon", "most"), [("bow", 6), ("crossbow", 4), ("throwing_weapon", 1), ("blowgun", 2)])
def test_up_to_the_range_of_the_weapon(weapon, most):
    for distance, is_open in ((most, True), (most + 1, False)):
        table = scene(man(weapons=[weapon], at="A1"), foe(at=f"{'ABCDEFGH'[distance]}1"), size=(8, 3))
        assert table.offers("shoot orc") is is_open


@clause("heimr.ranged.range")
def test_also_in_the_same_square():
    assert scene(archer(), foe()).offers("shoot orc")


@clause("heimr.ranged.distance")
@pytest.mark.parametrize(
    ("at", "orc", "cells", "distance"),
    [
        ("B2", {"at": "C3"}, [], 2),
        ("A1", {"at": "C3"}, [], 4),
        ("B2", {"at": "B3", "set": {"elevation": 4}}, WALL, 1 + 4),
        ("C3", {"at": "B3", "set": {"elevation": 4}}, WALL, 1 + 4),
        ("B2", {"at": "B3", "set": {"elevation": 1}}, [("B3", {"ground": 1})], 1),
        ("B2", {"at": "B3", "set": {"elevation": 2}}, [("B3", {"ground": 2})], 1 + 2),
        ("B2", {"at": "B2", "set": {"elevation": 4}}, TREE, 4),
        ("B1", {"at": "B2", "set": {"elevation": 4}}, TREE, 1 + 4),
        ("B2", {"at": "B2"}, TREE, 0),
    ],
)
def test_steps_and_climbs(at, orc, cells, distance):
    assert reaches(distance, at, orc=orc, cells=cells)
    assert distance == 0 or not reaches(distance - 1, at, orc=orc, cells=cells)


@clause("heimr.ranged.distance")
def test_the_shortest_way_avoids_climbs():
    """From B1 past the wall in B2 to B3: four steps around it, or one up, four levels, and one down."""
    cells = [("B2", {"ground": 4})]
    orc = {"at": "B3"}
    assert reaches(4, "B1", orc=orc, cells=cells) and not reaches(3, "B1", orc=orc, cells=cells)


@clause("heimr.ranged.distance")
@pytest.mark.parametrize(
    ("knob", "value", "at", "distance"),
    [
        ("border_cost", 2, "C1", 2 * 3 + 4),
        ("border_cost", 0, "C1", 4),
        ("climb_cost_per_level", 2, "B2", 1 + 2 * 4),
        ("climb_cost_per_level", 0, "B2", 1),
    ],
)
def test_what_steps_and_levels_count(knob, value, at, distance):
    rules = {f"ranged.distance.{knob}": value}
    orc = {"at": "B3", "set": {"elevation": 4}}
    assert reaches(distance, at, orc=orc, cells=WALL, rules=rules)
    assert distance == 0 or not reaches(distance - 1, at, orc=orc, cells=WALL, rules=rules)


@clause("heimr.ranged.distance")
@pytest.mark.parametrize("down", [1, 2, 4])
def test_from_a_wall_to_its_foot_it_is_one_square(down):
    cells = [("B3", {"ground": down})]
    table = scene(archer(at="B3", set={"elevation": down}), foe(at="B2"), cells=cells, rules={RANGE: 1})
    assert table.offers("shoot orc")


@clause("heimr.ranged.distance")
@pytest.mark.parametrize(("cost", "is_open"), [(0, True), (1, False)])
def test_the_way_down_costs_nothing(cost, is_open):
    rules = {"ranged.distance.descent_cost": cost, RANGE: 1}
    table = scene(archer(at="B3", set={"elevation": 4}), foe(at="B2"), cells=WALL, rules=rules)
    assert table.offers("shoot orc") is is_open


@clause("heimr.ranged.distance")
@pytest.mark.parametrize("border", [{"limit": 1}, {"crossing": 9}])
def test_other_barriers_than_walls_do_not_count(border):
    assert reaches(1, "B2", orc={"at": "B3"}, borders=[("B2", "B3", border)])


# --- at what cost


@clause("heimr.ranged.distance_penalty")
@pytest.mark.parametrize(("distance", "penalty"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_the_distance(distance, penalty):
    orc = foe(at=f"{'ABCDEFG'[distance]}1", stand=dodging(7))
    table = scene(archer(at="A1"), orc, size=(7, 3))
    assert chance(table, "shoot orc") == exactly(hits(2 - penalty, 3, 7))


@clause("heimr.ranged.distance_penalty")
@pytest.mark.parametrize(("divisor", "penalty"), [(1, 5), (2, 2), (3, 1), (5, 1), (6, 0)])
def test_another_divisor(divisor, penalty):
    rules = {"ranged.distance_penalty.divisor": divisor}
    table = scene(archer(at="A1"), foe(at="F1", stand=dodging(7)), size=(7, 3), rules=rules)
    assert chance(table, "shoot orc") == exactly(hits(2 - penalty, 3, 7))


@clause("heimr.ranged.distance_penalty", "heimr.ranged.distance")
def test_none_in_the_same_square_though_it_is_far_up():
    orc = foe(stand=dodging(7), set={"elevation": 4})
    assert chance(scene(archer(), orc, cells=TREE), "shoot orc") == exactly(hits(2, 3, 7))
    assert not scene(archer(), orc, cells=TREE, rules={RANGE: 3}).offers("shoot orc")


# --- into clusters


def crowd(count, at="B3", stand=(), **more):
    """An orc and so many others in one cluster: men and orcs in turn."""
    found = [foe(at=at, set={"cluster": "orc"}, **({"stand": stand} if stand else {}), **more)]
    for i in range(1, count):
        found.append((man if i == 2 else foe)(name=f"other_{i}", at=at, wp=0, set={"cluster": "orc"}))
    return found


@clause("heimr.ranged.cluster_penalty")
@pytest.mark.parametrize(
    ("trained", "at", "count", "consistency"),
    [(2, "B2", 2, 0), (1, "B1", 4, 1 - 4 - 1), (3, "B2", 3, 0), (2, "B2", 1, 2)],
)
def test_one_for_everybody_in_it(trained, at, count, consistency):
    orcs = crowd(count, stand=dodging(4))
    if count == 1:
        orcs[0]["set"] = {}
    table = scene(archer(at=at, archery=(trained, 2)), *orcs)
    assert chance(table, "shoot orc", "hit on orc") == exactly(hits(consistency, 3, 4))


@clause("heimr.ranged.cluster_penalty")
@pytest.mark.parametrize(("cost", "consistency"), [(0, 4), (1, 2), (2, 0), (3, -2)])
def test_what_each_costs(cost, consistency):
    rules = {"ranged.cluster_penalty.per_character": cost}
    table = scene(archer(archery=(4, 2)), *crowd(2, stand=dodging(7)), rules=rules)
    assert chance(table, "shoot orc", "hit on orc") == exactly(hits(consistency, 3, 7))


@clause("heimr.ranged.cluster_penalty")
@pytest.mark.parametrize(("counts", "penalty"), [(0, 1), (1, 2)])
def test_the_shooter_does_not_count_itself(counts, penalty):
    rules = {"ranged.cluster_penalty.count_shooter": counts}
    table = scene(archer(set={"cluster": "man"}), foe(stand=dodging(7), set={"cluster": "man"}), rules=rules)
    assert chance(table, "shoot orc", "hit on orc") == exactly(hits(2 - penalty, 3, 7))


def three(stand=None, **more):
    """The example of the book: nobody has any chance but by its dodge of 7."""
    stand = stand or dodging(7)
    orcs = [
        foe(name=name, at="B3", wp=wp, stand=stand, set={"cluster": "one"})
        for name, wp in (("one", 3), ("two", 2), ("three", 1))
    ]
    return scene(archer(sta=3), *orcs, **more)


@clause("heimr.ranged.cluster_spill")
def test_a_dodged_shot_is_rolled_again_against_the_next():
    """The book's 0.266667 and 0.391111 forget that two ones at a consistency of -1 are a natural 0, below fatigue 1."""
    table = three()
    assert [hits(c, 3, 7, fatigue=1) for c in (-1, 0, 1)] == [exactly(0.2), exactly(1 / 3), exactly(11 / 15)]
    dodged = 1 - 0.2 - 1 / 60
    assert chance(table, "shoot one", "hit on one") == exactly(0.2)
    assert chance(table, "shoot one", "hit on two") == exactly(dodged / 3) == exactly(0.261111)
    assert chance(table, "shoot one", "hit on three") == exactly(dodged * 2 / 3 * 11 / 15) == exactly(0.382963)
    assert chance(table, "shoot one") == exactly(0.2 + 0.261111 + 0.382963)


@clause("heimr.ranged.cluster_spill")
@pytest.mark.parametrize(("reduction", "consistencies"), [(0, (-1, -1, -1)), (1, (-1, 0, 1)), (2, (-1, 1, 2))])
def test_how_much_easier_it_becomes(reduction, consistencies):
    table = three(rules={"ranged.cluster_spill.penalty_reduction_per_reroll": reduction})
    going_on = 1.0
    for name, c in zip(("one", "two", "three"), consistencies, strict=True):
        assert chance(table, "shoot one", f"hit on {name}") == exactly(going_on * hits(c, 3, 7, fatigue=1))
        tired = 1 - hits(c, 3, None, fatigue=1)
        going_on *= 1 - tired - hits(c, 3, 7, fatigue=1)


@clause("heimr.ranged.cluster_spill")
def test_a_block_stops_it():
    shield = {"shield": "small_shield", "at": "B3"}
    one = foe(name="one", stand=blocking(9), set={"cluster": "one"}, **shield)
    two = foe(name="two", at="B3", set={"cluster": "one"})
    table = scene(archer(), one, two, dice=[6])
    act(table, "shoot one")
    assert targets(table, "attack_missed", "attack_hit") == ["one"]


@clause("heimr.ranged.cluster_spill")
def test_a_roll_that_tires_stops_it():
    table = three(dice=[1, 1])
    table.unit("man").fatigue = 4
    act(table, "shoot one")
    assert targets(table, "attack_missed", "attack_hit", "attack_tired") == ["one"]


@clause("heimr.ranged.cluster_spill", "heimr.defence.preroll")
def test_who_has_no_defence_is_hit():
    one = foe(name="one", at="B3", stand=dodging(9), set={"cluster": "one"})
    two = foe(name="two", at="B3", hp=5, set={"cluster": "one"})
    table = scene(archer(), one, two, dice=[4, *faces(4, 1)])
    act(table, "shoot one")
    assert targets(table, "attack_missed", "attack_hit") == ["one", "two"]
    assert table.unit("one").hp == 3 and table.unit("two").hp == 5 - 3


@clause("heimr.ranged.cluster_spill", "heimr.defence.decline")
def test_who_declines_is_hit():
    table = three(dice=[*faces(4, -1), 4])
    act(table, "shoot one", "two: decline")
    assert targets(table, "attack_missed", "attack_hit") == ["one", "two"]


@clause("heimr.ranged.cluster_spill", "heimr.blind.penalty")
def test_a_blind_spot_of_the_next_counts_for_it():
    """The second has its back to the shooter: its dodge of 7 is rolled again, with a consistency of -4."""
    orcs = [
        foe(name=name, at="B3", wp=wp, stand=dodging(7), set={"cluster": "one"})
        for name, wp in (("one", 3), ("two", 2))
    ]
    orcs[1]["set"]["blind"] = ["north"]
    table = scene(archer(sta=3), *orcs, dice=[*faces(4, 0), *faces(6, -4), *faces(4, 1)])
    act(table, "shoot one")
    assert targets(table, "attack_missed", "attack_hit") == ["one", "two"]


@clause("heimr.ranged.cluster_spill")
def test_friends_may_be_hit_but_the_shooter_is_passed_over():
    one = foe(name="one", stand=dodging(9), set={"cluster": "man"})
    friend = man(name="friend", hp=5, set={"cluster": "man"})
    table = scene(archer(set={"cluster": "man"}), one, friend, dice=[4, *faces(4, 1)])
    act(table, "shoot one")
    assert targets(table, "attack_missed", "attack_hit") == ["one", "friend"]


@clause("heimr.ranged.cluster_spill", "heimr.position.prone")
def test_each_victim_counts_as_it_is():
    """The second lies on the ground: two harder to hit, and one easier for the smaller cluster."""
    one = foe(name="one", at="B3", stand=dodging(7), set={"cluster": "one"})
    two = foe(name="two", at="B3", set={"cluster": "one", "prone": 1})
    table = scene(archer(sta=3, archery=(3, 2)), one, two)
    first, second = hits(1, 3, 7, fatigue=1), hits(0, 3, None, fatigue=1)
    assert chance(table, "shoot one", "hit on two") == exactly((1 - first) * second)


@clause("heimr.ranged.cluster_order")
def test_in_the_order_of_initiative_after_the_first_target():
    """Order a, man, c, d; all but the shooter in a cluster; the shot is at c."""
    in_it = {"at": "B3", "set": {"cluster": "a"}}
    a, c, d = (foe(name=name, wp=wp, stand=dodging(9), **in_it) for name, wp in (("a", 5), ("c", 2), ("d", 1)))
    table = scene(a, archer(wp=4, archery=(3, 2)), c, d)
    act(table, "end_turn", "use_dodge", dice=faces(9))
    assert table.decider == "man"
    act(table, "shoot c", dice=[*faces(4, 0), *faces(4, 1), *faces(4, 2)])
    assert targets(table, "attack_missed") == ["c", "d", "a"]


@clause("heimr.ranged.cluster_spill", "heimr.fatigue.multi_shot")
def test_only_the_first_roll_tires():
    table = three(dice=[*faces(2, -1), 1, 1, 9])
    act(table, "shoot one", dice=None)
    assert "tired" not in kinds(table)


@clause("heimr.ranged.cluster_spill", "heimr.action.hide")
def test_who_a_shot_went_on_to_has_been_shot_at():
    """It is dodged once and stopped by fatigue then: the third has seen no arrow, and could still hide from the archer."""
    table = three(dice=[*faces(4, -1), 1])
    table.unit("man").fatigue = 2
    act(table, "shoot one")
    assert [table.unit(name).shot_by for name in ("one", "two", "three")] == [("man",), ("man",), ()]


@clause("heimr.ranged.cluster_spill", "heimr.ready.after_trigger")
def test_who_a_shot_went_on_to_has_been_attacked():
    """What it has readied comes; what the third has readied waits."""
    orcs = [
        foe(name=name, at="B3", hp=9, wp=wp, set={"cluster": "one"})
        for name, wp in (("one", 5), ("two", 4), ("three", 3))
    ]
    table = scene(*orcs, archer(wp=2, sta=3))
    for text in ("end_turn", "ready_prone enemy_attacks_me", "ready_prone enemy_attacks_me"):
        act(table, text, "use_dodge", dice=faces(7))
    act(table, "shoot one", dice=[*faces(4, -1), 6])
    assert targets(table, "attack_missed", "attack_hit") == ["one", "two"]
    assert [table.unit(name).prone for name in ("one", "two", "three")] == [0, 1, 0]


@clause("heimr.ranged.range", "heimr.defence.parry_vs_ranged")
def test_a_parry_keeps_no_shot_off():
    orc = foe(at="B3", weapons=["medium_weapon"], stand=parrying(9))
    table = scene(archer(), orc, dice=[*faces(9, 1), *faces(4, 2)])
    act(table, "shoot orc", "orc: use_dodge")
    assert targets(table, "attack_missed") == ["orc"] and "shoot" not in verbs(table)
