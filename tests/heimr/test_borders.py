"""Ground and borders: mud, narrow ways, jumps, doors and walls, and what may be seen past them."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import (
    act,
    archer,
    chance,
    dodging,
    exactly,
    faces,
    foe,
    hits,
    man,
    meets,
    rest,
    scene,
    swordsman,
    verbs,
)

FAR = foe(name="far", at="A1", wp=0)
NORTH = ("B2", "B3")


def between(marks):
    """Something between B2 and B3."""
    return [(*NORTH, marks)]


# --- mud


@clause("heimr.env.difficult")
@pytest.mark.parametrize(("penalty", "c"), [(1, 1), (0, 2), (3, -1)])
def test_melee_in_mud(penalty, c):
    rules = {"env.difficult.penalty": penalty}
    table = scene(swordsman(), foe(), cells=[("B2", "mud")], rules=rules)
    assert chance(table, "weapon_attack orc") == exactly(hits(c, 4))


@clause("heimr.env.difficult")
def test_brawls_in_mud():
    table = scene(man(brawl=(1, 0)), foe(), cells=[("B2", "mud")])
    assert chance(table, "brawl orc") == exactly(hits(2 - 1, 0))


@clause("heimr.env.difficult")
def test_shots_out_of_mud_and_into_it():
    """The dodge of who stands in it suffers, the shot does not."""
    for at, natural, c in (("B2", 7, 1), ("B3", 6, 0)):
        table = scene(archer(), foe(at="B3", stand=dodging(natural, c)), cells=[(at, "mud")])
        assert chance(table, "shoot orc") == exactly(hits(2, 3, natural))


@clause("heimr.env.difficult")
@pytest.mark.parametrize(
    ("word", "items", "c"),
    [
        ("use_dodge", {}, 0),
        ("parry_sword_hand", {"weapons": ["medium_weapon"]}, 0),
        ("use_block", {"shield": "small_shield"}, 1),
    ],
)
def test_defences_in_mud(word, items, c):
    table = scene(man(**items), foe(at="B3"), cells=[("B2", "mud")])
    act(table, "end_turn", f"man: {word}", dice=faces(5, c))
    assert table.unit("man").defence_consistency == c


@clause("heimr.env.difficult")
def test_moving_through_it_is_as_fast():
    table = scene(man(), FAR, cells=[("B2", "mud"), ("B3", "mud")])
    act(table, "move north")
    assert table.unit("man").at == (1, 0)


# --- limits


def crowd(marks, count, **more):
    """So many men in B2 who want to go north."""
    men = [man(name=f"man_{i}", wp=9 - i) for i in range(count)]
    return scene(*men, FAR, borders=between(marks), **more)


def passing(table, count, way="north"):
    """How many of so many may go, one after the other."""
    gone = 0
    for _ in range(count):
        if table.offers(f"move {way}"):
            act(table, f"move {way}")
            gone += 1
        act(table, "end_turn")
    return gone


@clause("heimr.env.limit", "heimr.env.limit_table")
@pytest.mark.parametrize(
    ("name", "limit"), [("single_door", 2), ("thick_vegetation", 2), ("double_door", 4), ("window", 1), ("ladder", 1)]
)
def test_how_many_may_pass(name, limit):
    assert passing(crowd({"limit": name}, 6), 6) == limit
    assert passing(crowd({"limit": name}, 4, rules={f"env.limit_table.{name}": 3}), 4) == 3


@clause("heimr.env.limit")
def test_in_both_directions_and_of_all_sides():
    orc = foe(at="B3", wp=2)
    table = scene(man(name="one", wp=5), orc, man(name="two", wp=1), borders=between({"limit": 2}))
    act(table, "move north")
    act(table, "end_turn")
    act(table, "move south")
    act(table, "end_turn")
    assert not table.offers("move north") and not table.offers("run north")


@clause("heimr.env.limit")
@pytest.mark.parametrize("choice", ["run north", "charge_weapon orc"])
def test_every_way_of_crossing_counts(choice):
    two = swordsman(name="two", wp=1)
    table = scene(swordsman(name="one", wp=5), foe(at="B3", wp=2, hp=9), two, borders=between({"limit": 1}), dice=None)
    act(table, choice)
    act(table, "end_turn")
    assert not table.offers("move north") and not table.offers("charge_weapon orc")


@clause("heimr.env.limit", "heimr.action.crawl", "heimr.action.upcoming_cancel")
def test_a_crawl_that_comes_too_late_is_given_up():
    """Somebody else has passed meanwhile: the standard action is still there."""
    prone = man(name="one", wp=5, set={"prone": 1})
    table = scene(prone, man(name="two", wp=3), foe(at="A1", wp=1), borders=between({"limit": 1}))
    act(table, "crawl north")
    act(table, "move north")
    rest(table, "one")
    one = table.unit("one")
    assert (one.at, one.upcoming, one.standard_left) == ((1, 1), 0, 1) and table.offers("stand_up")


@clause("heimr.env.limit", "heimr.action.crawl")
def test_crawling_counts_as_well():
    prone = man(name="one", wp=5, set={"prone": 1})
    table = scene(prone, foe(at="A1", wp=2), man(name="two", wp=1), borders=between({"limit": 1}))
    act(table, "crawl north")
    rest(table, "one")
    act(table, "continue")
    assert table.unit("one").at == (1, 0)
    rest(table, "two")
    assert not table.offers("move north")


@clause("heimr.env.limit_reset")
def test_the_first_who_passed_resets_it():
    """A passes, B passes, C waits; A's turn begins: now C may pass."""
    table = crowd({"limit": 2}, 3)
    assert passing(table, 3) == 2
    act(table, "end_turn")
    assert (table.round, table.decider) == (2, "man_0")
    assert table.offers("move south"), "back again"
    act(table, "end_turn")
    act(table, "end_turn")
    assert table.decider == "man_2" and table.offers("move north")


@clause("heimr.env.limit_reset", "heimr.initiative.delay")
def test_not_before_a_turn_that_is_put_off_begins():
    table = crowd({"limit": 1}, 3)
    assert passing(table, 3) == 1
    act(table, "end_turn")
    act(table, "delay_after man_2")
    assert table.decider == "man_1" and not table.offers("move north")


@clause("heimr.env.limit_reset")
def test_the_turn_of_who_is_gone_resets_it_all_the_same():
    table = crowd({"limit": 1}, 3)
    assert passing(table, 3) == 1
    table.strict = False
    one = table.unit("man_0")
    one.dead, one.hp, one.cell = 1, -6, -1
    act(table, "end_turn")
    assert (table.round, table.decider) == (2, "man_1") and table.offers("move north")


# --- jumps


@clause("heimr.env.crossing")
@pytest.mark.parametrize(("number", "agile", "fatigue", "book"), [(6, (1, 2), 4, 0.85), (9, (1, 2), 2, 0.4)])
def test_the_chances_of_the_book(number, agile, fatigue, book):
    assert meets(*agile, number, fatigue) == exactly(book)
    table = scene(man(dex=2, sta=4 - fatigue), FAR, borders=between({"crossing": number}))
    assert chance(table, "move north", "success") == exactly(book)
    assert chance(table, "move north", "moved") == exactly(book)


@clause("heimr.env.crossing_table")
@pytest.mark.parametrize(
    ("name", "number", "book"),
    [
        ("window", 5, 0.85),
        ("jump_1_5m", 1, 0.933333),
        ("jump_2m", 3, 0.933333),
        ("jump_2_5m", 6, 0.733333),
        ("jump_3m", 9, 0.3),
        ("rope_swing", 4, 0.933333),
    ],
)
def test_what_is_to_be_met(name, number, book):
    """Agility of consistency 1, potential 1, fatigue 3."""
    assert meets(1, 1, number, 3) == exactly(book)
    jumper = {"dex": 1, "sta": 1}
    table = scene(man(**jumper), FAR, borders=between({"crossing": name}))
    assert chance(table, "move north", "success") == exactly(book)
    table = scene(man(**jumper), FAR, borders=between({"crossing": name}), rules={f"env.crossing_table.{name}": 8})
    assert chance(table, "move north", "success") == exactly(meets(1, 1, 8, 3))


@clause("heimr.env.crossing", "heimr.position.prone")
def test_who_fails_lies_where_it_was():
    table = scene(man(), FAR, borders=between({"crossing": 9}), dice=faces(4))
    act(table, "move north")
    unit = table.unit("man")
    assert (unit.at, unit.prone, unit.fall_timer, unit.standard_left, unit.hp) == ((1, 1), 1, 0, 0, 3)


@clause("heimr.env.crossing", "heimr.check.willpower_reroll")
def test_or_tries_again():
    table = scene(man(), FAR, borders=between({"crossing": 9}), dice=[*faces(4), *faces(9)])
    act(table, "move north", "reroll")
    assert table.unit("man").at == (1, 0) and table.unit("man").wp == 2


@clause("heimr.env.crossing", "heimr.action.run", "heimr.action.charge", "heimr.action.crawl")
def test_only_by_a_move():
    table = scene(swordsman(), foe(at="B3"), borders=between({"crossing": 1}))
    assert table.offers("move north") and not table.offers("run north") and not table.offers("charge_weapon orc")
    table = scene(man(set={"prone": 1}), FAR, borders=between({"crossing": 1}))
    assert not table.offers("crawl north")


@clause("heimr.env.crossing", "heimr.env.limit")
@pytest.mark.parametrize(("natural", "is_open"), [(4, True), (9, False)])
def test_only_who_gets_across_counts(natural, is_open):
    """A window: the first falls, or is through."""
    table = crowd("window", 2, dice=faces(natural))
    act(table, "move north") if natural == 9 else act(table, "move north", "accept")
    act(table, "end_turn")
    assert table.offers("move north") is (is_open or natural == 4)


# --- doors and walls


@clause("heimr.env.structure", "heimr.env.structure_table")
@pytest.mark.parametrize(
    ("name", "toughness"),
    [("regular_door", 2), ("strong_door", 4), ("regular_gate", 6), ("wooden_wall", 4), ("stone_wall", 6)],
)
def test_how_tough_they_are(name, toughness):
    assert toughness_of(scene(man(), FAR, borders=between(name))) == toughness
    rules = {f"env.structure_table.{name}": 5}
    assert toughness_of(scene(man(), FAR, borders=between(name), rules=rules)) == 5


def bashing(weapon, marks, sunder=False, **more):
    """A man with a weapon of consistency 2, fatigue 4, before a barrier."""
    skills = dict.fromkeys(("swordsmanship", "pole_arms", "knife_fighting", "brawl"), (1, 0))
    found = man(weapons=[weapon] if weapon else [], **skills, skills=["sunder"] if sunder else [])
    return scene(found, FAR, borders=between(marks), **more)


def toughness_of(table):
    """What is left of the barrier."""
    return int(table.state["edge_toughness"][0])


@clause("heimr.c.bash")
def test_a_great_weapon_opens_a_door():
    """Only fatigue is to be met."""
    assert meets(2, 0, -99) == exactly(0.955)
    table = bashing("great_weapon", "regular_door")
    assert chance(table, "bash north", "bashed") == exactly(0.955)
    act(table, "bash north", dice=[4, 1, 1])
    assert table.last("bashed").terms[0] == ("natural result", 4)
    assert toughness_of(table) == 0 and table.unit("man").standard_left == 0
    act(table, "end_turn")
    rest(table, "man")
    assert table.offers("move north")


@clause("heimr.c.bash")
@pytest.mark.parametrize(
    ("weapon", "offset", "left"),
    [
        ("medium_weapon", 1, 3),
        ("great_weapon", 1, 2),
        ("light_weapon", 1, 4),
        ("pole_arm", 1, 3),
        ("light_weapon", 0, 3),
        ("great_weapon", 0, 1),
        ("great_weapon", 3, 4),
        ("claws", 1, 3),
    ],
)
def test_what_one_blow_does(weapon, offset, left):
    """Its damage less one, to a strong door."""
    table = bashing(weapon, "strong_door", rules={"c.bash.damage_offset": offset})
    act(table, "bash north", dice=[4, 1, 1])
    assert toughness_of(table) == left


@clause("heimr.c.bash")
def test_four_blows_of_a_sword_open_a_strong_door():
    table = bashing("medium_weapon", "strong_door")
    for left in (3, 2, 1, 0):
        assert not table.offers("move north")
        act(table, "bash north", dice=[4, 1, 1])
        assert toughness_of(table) == left
        act(table, "end_turn")
        act(table, "end_turn")
    assert table.offers("move north") and not table.choices("bash ")


@clause("heimr.c.bash", "heimr.fatigue.requirement")
def test_a_tired_blow_does_nothing():
    table = bashing("great_weapon", "regular_door", dice=[1, 1, 1])
    act(table, "bash north")
    assert toughness_of(table) == 2 and table.unit("man").standard_left == 0


@clause("heimr.c.bash")
@pytest.mark.parametrize(("immune", "left"), [(1, 6), (0, 4)])
def test_stone_is_not_for_weapons(immune, left):
    table = bashing("great_weapon", "stone_wall", rules={"c.bash.stone_immune": immune})
    if table.offers("bash north"):
        act(table, "bash north", dice=[4, 1, 1])
    assert toughness_of(table) == left


@clause("heimr.c.bash", "heimr.env.structure", "heimr.effect.break")
@pytest.mark.parametrize(("strength", "left"), [(5, 6), (6, 0)])
def test_stone_breaks_by_a_skill(strength, left):
    table = bashing("medium_weapon", "stone_wall", sunder=True, rules={"tables.skills.sunder.number": strength})
    act(table, "prime_skill sunder")
    act(table, "bash north", dice=[4, 1, 1])
    assert toughness_of(table) == left


@clause("heimr.env.structure", "heimr.effect.break", "heimr.c.bash")
@pytest.mark.parametrize(("strength", "left"), [(4, 0), (3, 3)])
def test_what_is_broken_at_once(strength, left):
    """A strong door of 4; a break of 3 does nothing beside the blow itself."""
    table = bashing("medium_weapon", "strong_door", sunder=True, rules={"tables.skills.sunder.number": strength})
    act(table, "prime_skill sunder")
    act(table, "bash north", dice=[4, 1, 1])
    assert toughness_of(table) == left


@clause("heimr.c.bash")
def test_where_it_is_possible():
    assert "bash" not in verbs(bashing("", "regular_door"))
    assert "bash" not in verbs(bashing("bow", "regular_door"))
    assert bashing("medium_weapon", "regular_door").choices("bash ") == ["bash north"]


@clause("heimr.c.bash", "heimr.c.sounds", "heimr.position.sleeping")
def test_it_is_loud():
    sleeper = foe(name="sleeper", at="B3", sleeping=True, wp=1)
    table = scene(swordsman(), sleeper, FAR, borders=between("regular_door"), dice=[1, 1, 1, 6, 9])
    act(table, "bash north")
    assert table.unit("sleeper").sleeping == 0


@clause("heimr.env.structure", "heimr.env.limit")
def test_a_broken_door_may_leave_a_narrow_way():
    men = [swordsman(name=f"man_{i}", wp=9 - i) for i in range(3)]
    table = scene(*men, FAR, borders=between({"toughness": 1, "structure": 2, "limit": 1}))
    act(table, "bash north", dice=[4, 1, 1])
    act(table, "end_turn")
    assert passing(table, 2) == 1


# --- lines of sight


@clause("heimr.c.los")
def test_one_way_around_a_corner_is_enough():
    """A1 to B2: a wall north of A1, nothing else."""
    table = scene(archer(at="A1"), foe(at="B2"), borders=[("A1", "A2", "stone_wall")])
    assert table.offers("shoot orc")
    walls = [("A1", "A2", "stone_wall"), ("A1", "B1", "stone_wall")]
    assert not scene(archer(at="A1"), foe(at="B2"), borders=walls).offers("shoot orc")
    walls = [("A1", "A2", "stone_wall"), ("B1", "B2", "stone_wall")]
    assert not scene(archer(at="A1"), foe(at="B2"), borders=walls).offers("shoot orc")


@clause("heimr.c.los", "heimr.ranged.distance")
def test_no_shot_through_a_wall():
    """Though there is a way of three squares around it."""
    assert not scene(archer(at="A1"), foe(at="A2"), borders=[("A1", "A2", "stone_wall")]).offers("shoot orc")
    assert scene(archer(at="A1"), foe(at="A2"), borders=[("A1", "A2", "window")]).offers("shoot orc")


@clause("heimr.c.los")
@pytest.mark.parametrize(
    "walls",
    [
        [],
        [("A1", "A2")],
        [("A1", "A2"), ("A1", "B1")],
        [("A1", "A2"), ("C1", "C2")],
        [("A1", "B1"), ("A2", "B2"), ("A3", "B3")],
    ],
)
def test_both_see_as_much(walls):
    """A1 and C2: three ways lead from one to the other."""
    borders = [(*wall, "stone_wall") for wall in walls]
    reach = {"tables.items.bow.range": 12}
    one = scene(archer(at="A1"), foe(at="C2"), borders=borders, rules=reach).offers("shoot orc")
    other = scene(archer(at="C2"), foe(at="A1"), borders=borders, rules=reach).offers("shoot orc")
    ways = [
        [("A1", "A2"), ("A2", "B2"), ("B2", "C2")],
        [("A1", "B1"), ("B1", "B2"), ("B2", "C2")],
        [("A1", "B1"), ("B1", "C1"), ("C1", "C2")],
    ]
    assert one is other is any(not set(way) & set(walls) for way in ways)


@clause("heimr.c.los")
def test_nobody_stands_in_the_way():
    table = scene(archer(at="B1"), foe(name="far", at="B2", wp=2), foe(at="B3", wp=1))
    assert table.offers("shoot orc")


@clause("heimr.c.los")
@pytest.mark.parametrize(
    ("name", "knob", "height"),
    [
        ("regular_door", "door_height", 2),
        ("strong_door", "door_height", 2),
        ("regular_gate", "gate_height", 4),
        ("stone_wall", "wall_height", 4),
        ("wooden_wall", "wall_height", 4),
    ],
)
def test_from_above_one_sees_over_it(name, knob, height):
    def sees(up, rules=None, who="man"):
        rise = [("B2" if who == "man" else "B3", {"feature": max(up, 1), "feature_climb": 0})]
        mine, its = ({"elevation": up}, {}) if who == "man" else ({}, {"elevation": up})
        far = {"tables.items.bow.range": 12, **(rules or {})}
        table = scene(archer(set=mine), foe(at="B3", set=its), borders=between(name), cells=rise, rules=far)
        return table.offers("shoot orc")

    assert sees(height) and not sees(height - 1)
    assert sees(height, who="orc") and not sees(height - 1, who="orc"), "the same both ways"
    assert sees(1, {f"c.los.{knob}": 1})


@clause("heimr.c.los")
def test_broken_barriers_hide_nothing():
    table = scene(archer(), foe(at="B3"), borders=between("regular_door"))
    assert not table.offers("shoot orc")
    table.state["edge_toughness"][0] = 0
    table.refresh()
    assert table.offers("shoot orc")
