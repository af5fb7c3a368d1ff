"""Heights: fighting, climbing, jumping and falling."""

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
    kinds,
    man,
    meets,
    scene,
    swordsman,
    verbs,
)

from tactica.envs.rulesets.heimr.vocab import Climbing, Injury

LEGS = Injury.RIGHT_LEG | Injury.LEFT_LEG
UP = {"elevation": 4}
FAR = foe(name="far", at="A1", wp=0)
AGILE = {"dex": 2, "wp": 3}  # agility of consistency 1, potential 2, fatigue 4


def rock(height=4, climb=5, at="B2"):
    """Something to climb in a square."""
    return [(at, {"feature": height, "feature_climb": climb})]


def cliff(height=4):
    """B3 lies so much higher."""
    return [("B3", {"ground": height})]


def last(table, kind):
    """The last event of a kind."""
    return table.last(kind)


# --- walking


@clause("heimr.height.free")
@pytest.mark.parametrize(
    ("height", "free", "is_open"), [(0, 1, True), (1, 1, True), (2, 1, False), (2, 2, True), (1, 0, False)]
)
def test_one_level_is_walked(height, free, is_open):
    rules = {"height.free.free_difference": free, "height.climb.climb_needed_from_difference": free + 1}
    table = scene(man(), FAR, cells=cliff(height), rules=rules)
    assert table.offers("move north") is is_open
    if is_open:
        act(table, "move north")
        assert table.unit("man").at == (1, 0) and table.unit("man").elevation == height


@clause("heimr.height.free", "heimr.height.climb")
def test_two_levels_must_be_climbed():
    table = scene(man(), FAR, cells=cliff(2), borders=[("B2", "B3", {"climb": 0})])
    assert not table.offers("move north") and not table.offers("run north") and table.offers("scale_up north")


# --- melee


@clause("heimr.height.melee")
@pytest.mark.parametrize(
    ("mine", "its", "c", "book"), [(0, 1, 0, 0.166667), (1, 0, 2, 0.791667), (0, 0, 1, 0.583333), (1, 1, 1, 0.583333)]
)
def test_up_is_harder_and_down_is_easier(mine, its, c, book):
    man_ = swordsman(dueling=(0, 1), set={"elevation": mine})
    table = scene(man_, foe(stand=dodging(9), set={"elevation": its}), cells=rock(1))
    assert hits(c, 4, 9) == exactly(book)
    assert chance(table, "weapon_attack orc") == exactly(book)


@clause("heimr.height.melee")
@pytest.mark.parametrize(
    ("knob", "mine", "its", "c"), [("higher_target_penalty", 0, 1, 2 - 3), ("lower_target_bonus", 1, 0, 2 + 3)]
)
def test_by_how_much(knob, mine, its, c):
    table = scene(
        swordsman(set={"elevation": mine}),
        foe(stand=dodging(9), set={"elevation": its}),
        cells=rock(1),
        rules={f"height.melee.{knob}": 3},
    )
    assert chance(table, "weapon_attack orc") == exactly(hits(c, 4, 9))


@clause("heimr.height.melee")
@pytest.mark.parametrize(("most", "height", "is_open"), [(1, 1, True), (1, 2, False), (2, 2, True), (0, 1, False)])
def test_how_far_up_one_reaches(most, height, is_open):
    rules = {"height.melee.max_difference": most}
    table = scene(swordsman(), foe(set={"elevation": height}), FAR, cells=rock(height), rules=rules)
    assert table.offers("weapon_attack orc") is is_open and table.offers("brawl orc") is is_open


@clause("heimr.height.melee", "heimr.action.charge")
@pytest.mark.parametrize(("its", "c"), [(1, 2), (2, 1), (0, 2)])
def test_who_charges_up_a_step_strikes_from_there(its, c):
    """B3 lies one level higher, with something of one level more in it."""
    cells = [("B3", {"ground": 1, "feature": 2})] if its else [("B2", {"ground": 1})]
    mine = {} if its else {"elevation": 1}
    table = scene(swordsman(set=mine), foe(at="B3", stand=dodging(9), set={"elevation": its}), cells=cells)
    assert chance(table, "charge_weapon orc") == exactly(hits(c, 4, 9))


@clause("heimr.height.melee")
def test_brawls_likewise_and_shots_not():
    its = {"stand": dodging(5), "set": {"elevation": 1}}
    assert chance(scene(man(brawl=(1, 0)), foe(**its), cells=rock(1)), "brawl orc") == exactly(hits(2 - 1, 0, 5))
    assert chance(scene(archer(), foe(**its), cells=rock(1)), "shoot orc") == exactly(hits(2, 3, 5))


# --- steps of one level in a square


@clause("heimr.c.change_level")
@pytest.mark.parametrize(("height", "is_open"), [(1, True), (2, False)])
def test_a_rise_of_one_is_stepped_up(height, is_open):
    table = scene(man(), FAR, cells=rock(height))
    assert ("change_level" in verbs(table)) is is_open
    if is_open:
        act(table, "change_level")
        unit = table.unit("man")
        assert (unit.elevation, unit.standard_left, unit.climbing) == (1, 1, 0)
        assert "change_level" not in verbs(table), "once a turn"


@clause("heimr.c.change_level")
def test_and_down_again():
    table = scene(man(set={"elevation": 1}), FAR, cells=rock(1))
    act(table, "change_level")
    assert table.unit("man").elevation == 0


@clause("heimr.c.change_level")
def test_not_in_a_cluster():
    both = {"cluster": "man"}
    assert "change_level" not in verbs(scene(man(set=both), foe(set=both), cells=rock(1)))


@clause("heimr.c.change_level")
@pytest.mark.parametrize(("cost", "left", "goes_on"), [("free", 1, True), ("standard", 0, True), ("ongoing", 0, False)])
def test_what_that_costs(cost, left, goes_on):
    table = scene(man(), FAR, cells=rock(1), rules={"c.change_level.cost": cost})
    act(table, "change_level")
    assert table.unit("man").elevation == 1 and table.unit("man").standard_left == left
    assert (table.decider == "man") is goes_on


# --- climbing


@clause("heimr.climb.table", "heimr.height.climb")
@pytest.mark.parametrize(
    ("name", "number", "book"),
    [
        ("ladder_or_stairs", 0, 1.0),
        ("rope_ladder", 2, 0.85),
        ("rope", 4, 0.85),
        ("tree", 5, 0.85),
        ("rock_face", 6, 0.85),
        ("steep_rock_face", 9, 0.4),
        ("stone_wall", 11, 0.2),
    ],
)
def test_how_hard_it_is_to_climb(name, number, book):
    table = scene(man(**AGILE), FAR, cells=rock(4, name))
    if number == 0:
        act(table, "climb_up")
        assert table.unit("man").elevation == 1
        return
    assert meets(1, 2, number) == exactly(book)
    assert chance(table, "climb_up", "success") == exactly(book)
    table = scene(man(**AGILE), FAR, cells=cliff(), borders=[("B2", "B3", {"climb": name})])
    assert chance(table, "scale_up north", "success") == exactly(book)


@clause("heimr.climb.table")
@pytest.mark.parametrize(
    "name", ["ladder_or_stairs", "rope_ladder", "rope", "tree", "rock_face", "steep_rock_face", "stone_wall"]
)
def test_each_of_these_is_a_knob(name):
    table = scene(man(**AGILE), FAR, cells=rock(4, name), rules={f"climb.table.{name}": 10})
    assert chance(table, "climb_up", "success") == exactly(meets(1, 2, 10)) == exactly(0.3)


@clause("heimr.height.climb", "heimr.ranged.distance")
def test_up_a_wall_takes_four_climbs_and_a_move():
    table = scene(man(), FAR, cells=cliff(4), borders=[("B2", "B3", {"climb": 0})])
    for height in range(1, 5):
        assert not table.offers("move north")
        act(table, "scale_up north")
        unit = table.unit("man")
        assert unit.elevation == height and unit.at == (1, 1)
        act(table, "end_turn")
        assert table.decider == "man"
    act(table, "move north")
    unit = table.unit("man")
    assert unit.at == (1, 0) and unit.elevation == 4 and unit.climbing == Climbing.NOT


@clause("heimr.height.climb", "heimr.action.climb")
def test_one_level_with_each_action():
    table = scene(man(**AGILE), FAR, cells=rock(4, 5), dice=faces(9))
    act(table, "climb_up")
    assert table.unit("man").elevation == 1


@clause("heimr.height.climb")
@pytest.mark.parametrize(("least", "is_open"), [(2, True), (3, False)])
def test_from_which_height_on_it_is_climbed(least, is_open):
    rules = {"height.climb.climb_needed_from_difference": least, "height.free.free_difference": least - 1}
    table = scene(man(), FAR, cells=cliff(2), borders=[("B2", "B3", {"climb": 0})], rules=rules)
    assert (not table.offers("move north")) is is_open
    assert table.offers("scale_up north") is is_open


@clause("heimr.height.climb")
def test_down_into_the_lower_square():
    """From a level of 4 to one of 3, on the border."""
    table = scene(man(at="B3", set=UP), FAR, cells=cliff(4), borders=[("B2", "B3", {"climb": 0})])
    act(table, "scale_down south")
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.elevation == 3 and unit.climbing == Climbing.BORDER


@clause("heimr.height.climb", "heimr.action.climb")
@pytest.mark.parametrize(
    ("verb", "start", "end", "hangs"),
    [("climb_up", 3, 4, 0), ("climb_up", 2, 3, 1), ("climb_down", 1, 0, 0), ("climb_down", 4, 3, 1)],
)
def test_until_the_top_or_the_bottom_it_hangs_there(verb, start, end, hangs):
    fields = {"elevation": start, "climbing": 1 if start < 4 else 0}
    table = scene(man(set=fields, **AGILE), FAR, cells=rock(4, 5), dice=faces(9))
    act(table, verb)
    assert (table.unit("man").elevation, table.unit("man").climbing) == (end, hangs)


# --- falling off


@clause("heimr.height.climb_fail", "heimr.fall.check")
@pytest.mark.parametrize(("extra", "number"), [(1, 8), (0, 6), (2, 10)])
def test_from_the_height_one_tried_to_reach(extra, number):
    """On a level of 2 it tries to reach 3: 2 + 2 * 3."""
    fields = {"elevation": 2, "climbing": 1}
    table = scene(man(set=fields, **AGILE), FAR, cells=rock(4, 11), rules={"height.climb_fail.extra_levels": extra})
    act(table, "climb_up", dice=[*faces(4), *faces(10)])
    assert last(table, "passed").amount == number and table.unit("man").elevation == 0
    assert table.unit("man").prone == 1 and table.unit("man").hp == 3


@clause("heimr.height.climb_fail", "heimr.fall.check")
def test_from_the_first_step_one_lands_without_a_roll():
    table = scene(man(**AGILE), FAR, cells=rock(4, 11))
    act(table, "climb_up", dice=faces(4))
    unit = table.unit("man")
    assert (unit.elevation, unit.prone, unit.hp, unit.climbing) == (0, 1, 3, 0)


# --- holding on


def climber(number=5, cells=None, **more):
    """A man strikes an orc that hangs on the tree, one level up: agility 2 trained 1, potential 1, fatigue 3."""
    orc = foe(hp=9, dex=1, sta=1, agility=(1, 0), wp=3, set={"elevation": 1, "climbing": 1})
    return scene(swordsman(wp=9), orc, foe(name="far", at="A1", wp=0), cells=cells or rock(4, number), **more)


@clause("heimr.height.hold_on")
@pytest.mark.parametrize(("c", "book"), [(1, 0.85), (0, None), (2, None), (5, None)])
def test_whoever_is_hit_must_hold_on(c, book):
    """A tree of 5; its own consistency of 2 counts for nothing."""
    table = climber(rules={"height.hold_on.consistency": c})
    holds = meets(c, 1, 5, 3)
    assert book is None or holds == exactly(book)
    hit = hits(2 - 1, 4)
    assert chance(table, "weapon_attack orc", "passed") == exactly(hit * holds)
    assert chance(table, "weapon_attack orc", "fell") == exactly(hit * (1 - holds))


@clause("heimr.height.hold_on")
@pytest.mark.parametrize(("number", "dice"), [(0, [6, 9]), (5, [1, 1])])
def test_not_on_a_ladder_and_not_when_missed(number, dice):
    table = climber(number)
    act(table, "weapon_attack orc", dice=dice)
    assert table.unit("orc").elevation == 1


@clause("heimr.height.hold_on", "heimr.fall.check")
def test_it_falls_from_where_it_is():
    table = scene(
        swordsman(wp=9, set={"elevation": 2}),
        foe(hp=9, set={"elevation": 3, "climbing": 1}),
        foe(name="far", at="A1", wp=0),
        cells=rock(4, 5),
        rules={"height.melee.max_difference": 9},
    )
    act(table, "weapon_attack orc", dice=[6, 9, *faces(4), *faces(10)])
    assert last(table, "fell").amount == 3 and last(table, "passed").amount == 2 + 2 * 3


@clause("heimr.height.hold_on", "heimr.position.climbing")
def test_effects_shake_as_well():
    """Shot with a poisoned dart: no damage, but it hits, and dazes."""
    orc = foe(hp=9, set={"elevation": 1, "climbing": 1})
    table = scene(man(weapons=["blowgun"], wp=9), orc, FAR, cells=rock(4, 5), dice=[6, *faces(4)])
    act(table, "shoot orc", dice=None)
    assert table.unit("orc").hp == 9 and "fell" in kinds(table)


# --- the position


@clause("heimr.position.climbing")
@pytest.mark.parametrize(("penalty", "c"), [(2, 0), (0, 2), (1, 1), (3, -1)])
def test_climbers_fight_badly(penalty, c):
    """A sword of consistency 2."""
    up = {"elevation": 1, "climbing": 1}
    rules = {"position.climbing.penalty": penalty}
    table = scene(swordsman(set=up), foe(stand=dodging(7), set={"elevation": 1}), cells=rock(4, 5), rules=rules)
    assert chance(table, "weapon_attack orc") == exactly(hits(c, 4, 7))


@clause("heimr.position.climbing")
def test_and_defend_themselves_badly():
    table = scene(man(**AGILE), FAR, cells=rock(4, 5))
    act(table, "climb_up", "man: use_dodge", dice=[*faces(9), *faces(6, 1 - 2 - 2)])
    assert table.unit("man").defence_consistency == 1 - 2 - 2, "climbing, and the ongoing action"


@clause("heimr.position.climbing")
@pytest.mark.parametrize(
    ("weapons", "verb", "is_open"),
    [
        (["bow"], "shoot", False),
        (["throwing_weapon"], "shoot", True),
        (["great_weapon"], "weapon_attack", False),
        (["medium_weapon"], "weapon_attack", True),
        (["claws"], "weapon_attack", True),
    ],
)
def test_one_hand_holds_on(weapons, verb, is_open):
    up = {"elevation": 1, "climbing": 1}
    table = scene(man(weapons=weapons, set=up), foe(set={"elevation": 1}), cells=rock(4, 5))
    assert table.offers(f"{verb} orc") is is_open


@clause("heimr.position.climbing", "heimr.injury.effects", "heimr.effect.bind_arm")
@pytest.mark.parametrize("fields", [{"hp": 0, "injuries": ["other_arm"]}, {"bound_arms": [0, 2]}])
@pytest.mark.parametrize("hangs", [0, 1])
def test_the_only_sound_hand_holds_on(fields, hangs):
    """So that it neither strikes, shoots nor punches; claws need no hand."""
    high, up = foe(set={"elevation": 1}), {"elevation": 1, "climbing": hangs, **fields}
    for weapon, verb in (("medium_weapon", "weapon_attack"), ("throwing_weapon", "shoot"), ("light_weapon", "brawl")):
        table = scene(man(weapons=[weapon], set=up), high, FAR, cells=rock(4, 5))
        assert table.offers(f"{verb} orc") is (hangs == 0)
    assert scene(man(weapons=["claws"], set=up), high, FAR, cells=rock(4, 5)).offers("weapon_attack orc")


@clause("heimr.position.climbing", "heimr.defence.block")
@pytest.mark.parametrize("hangs", [0, 1])
def test_nor_does_it_block(hangs):
    """The shield is in the only hand that can be used."""
    hurt = {"elevation": 1, "climbing": hangs, "hp": 0, "injuries": ["sword_arm"]}
    table = scene(man(shield="small_shield", set=hurt), FAR, cells=rock(4, 5))
    table.play("end_turn")
    assert ("use_block" in verbs(table)) is (hangs == 0)


@clause("heimr.position.climbing")
@pytest.mark.parametrize(("hands", "is_open"), [(1, True), (2, False), (0, True)])
def test_how_many_hands_it_takes(hands, is_open):
    up = {"elevation": 1, "climbing": 1}
    table = scene(
        swordsman(set=up), foe(set={"elevation": 1}), cells=rock(4, 5), rules={"position.climbing.hands_used": hands}
    )
    assert table.offers("weapon_attack orc") is is_open


@clause("heimr.position.climbing", "heimr.action.climb")
@pytest.mark.parametrize(
    ("items", "is_open"),
    [
        ({"weapons": ["medium_weapon"]}, True),
        ({"weapons": ["medium_weapon"], "shield": "small_shield"}, False),
        ({"weapons": ["bow"]}, False),
        ({}, True),
    ],
)
def test_nobody_starts_with_both_hands_full(items, is_open):
    assert ("climb_up" in verbs(scene(man(**items), FAR, cells=rock(4, 5)))) is is_open


@clause("heimr.position.climbing")
def test_nobody_has_to_climb_on():
    table = scene(man(set={"elevation": 2, "climbing": 1}), FAR, cells=rock(4, 5))
    act(table, "end_turn")
    assert table.unit("man").elevation == 2


# --- jumping and falling


@clause("heimr.fall.check")
@pytest.mark.parametrize(("height", "number", "book"), [(2, 4, 0.85), (3, 6, 0.85), (4, 8, 0.583333)])
def test_jumps(height, number, book):
    table = scene(man(set={"elevation": height}, **AGILE), FAR, cells=rock(height))
    assert meets(1, 2, number) == exactly(book)
    assert chance(table, "jump_down", "success") == exactly(book)


@clause("heimr.fall.check")
@pytest.mark.parametrize(("height", "number", "book"), [(2, 6, 0.85), (3, 8, 0.583333), (4, 10, 0.3)])
def test_falls(height, number, book):
    """The climb onto this level fails: a natural of 4 or more falls short of 30."""
    assert meets(1, 2, number) == exactly(book)
    fields = {"elevation": height - 1, "climbing": 1}
    table = scene(man(set=fields, **AGILE), FAR, cells=rock(5, 30), rules={"fatigue.gain.gain": 0})
    assert chance(table, "climb_up", "success") == exactly(book)
    act(table, "climb_up", dice=[*faces(4), *faces(10)])
    assert last(table, "passed").amount == number


@clause("heimr.fall.check", "heimr.effect.fall")
def test_who_falls_lies_and_who_jumps_stands():
    table = scene(man(set={"elevation": 2}, **AGILE), FAR, cells=rock(2), dice=faces(9))
    act(table, "jump_down")
    assert (table.unit("man").prone, table.unit("man").elevation) == (0, 0)
    table = scene(man(set={"elevation": 1, "climbing": 1}, **AGILE), FAR, cells=rock(5, 30))
    act(table, "climb_up", dice=[*faces(4), *faces(9)])
    assert table.unit("man").prone == 1


@clause("heimr.action.jump_down", "heimr.brawl.grab_end", "heimr.effect.bind_body")
@pytest.mark.parametrize(("mine", "its"), [({}, {}), ({"grab_target": "orc", "grab_part": "torso"}, {}), ({}, {"grab_target":
    "man", "grab_part": "sword_arm"})])  # fmt: skip
def test_nobody_jumps_out_of_a_grab(mine, its):
    """Neither who holds somebody nor who is held: both would leave the cluster."""
    up = {"elevation": 4, "cluster": "man"}
    table = scene(man(set={**up, **mine}), foe(set={**up, **its}), FAR, cells=rock(4))
    assert ("jump_down" in verbs(table)) is (not mine and not its)


@clause("heimr.fall.check", "heimr.action.jump_down")
def test_one_level_needs_no_roll():
    table = scene(man(set={"elevation": 1}), FAR, cells=rock(1))
    act(table, "jump_down")
    assert table.unit("man").elevation == 0 and "passed" not in kinds(table)


@clause("heimr.fall.check")
@pytest.mark.parametrize(
    ("knob", "value", "jumps", "number"),
    [
        ("jump_per_level", 3, True, 9),
        ("fall_base", 4, False, 10),
        ("fall_per_level", 3, False, 11),
        ("fall_base", 0, False, 6),
    ],
)
def test_what_is_to_be_met(knob, value, jumps, number):
    """From a level of 3."""
    rules = {f"fall.check.{knob}": value}
    fields = {"elevation": 3} if jumps else {"elevation": 2, "climbing": 1}
    table = scene(man(set=fields, **AGILE), FAR, cells=rock(3 if jumps else 5, 30), rules=rules)
    act(table, "jump_down" if jumps else "climb_up", dice=[*([] if jumps else faces(4)), *faces(10)])
    assert last(table, "passed").amount == number


@clause("heimr.fall.check", "heimr.c.climb_down_jump")
@pytest.mark.parametrize(("least", "rolls"), [(2, True), (3, False), (1, True)])
def test_from_which_height_on(least, rolls):
    table = scene(man(set={"elevation": 2}, **AGILE), FAR, cells=rock(2), rules={"fall.check.min_height": least})
    act(table, "jump_down", dice=faces(9) if rolls else [])
    assert ("passed" in kinds(table)) is rolls


LEGS_ALONE = ["right leg", "left leg"]


def falls(height, hp, **more):
    """A man who jumps from a height and fails: what is left of him."""
    rules = {"tables.armours.plate.agility": 0, **more.pop("rules", {})}
    table = scene(
        man(hp=hp, set={"elevation": height, **more.pop("set", {})}, **more), FAR, cells=rock(height), rules=rules
    )
    act(table, "jump_down", dice=[1, 1])
    return table.unit("man")


@clause("heimr.fall.damage")
@pytest.mark.parametrize(
    ("height", "hp", "left"), [(6, 3, -3), (2, 5, 1), (3, 5, 0), (8, 3, -5), (9, 3, -6), (2, 1, 1)]
)
def test_hit_points_are_set(height, hp, left):
    unit = falls(height, hp)
    assert unit.hp == left and unit.dead == (left <= -6)


@clause("heimr.fall.damage")
def test_a_fall_heals_nobody():
    assert falls(2, 3, set={"hp": 0}).hp == 0


@clause("heimr.fall.damage")
@pytest.mark.parametrize(("base", "left"), [(3, -1), (5, 1), (0, -4)])
def test_to_what(base, left):
    assert falls(4, 6, rules={"fall.damage.base": base}).hp == left


@clause("heimr.fall.armour")
def test_armour_is_no_help():
    assert falls(4, 7, armour="plate").hp == -1


@clause("heimr.fall.injury")
@pytest.mark.parametrize(
    ("height", "left", "injuries"),
    [(5, -2, LEGS), (7, -4, LEGS | Injury.TORSO), (8, -5, LEGS | Injury.TORSO), (2, 1, 0), (3, 0, LEGS)],
)
def test_what_is_injured(height, left, injuries):
    unit = falls(height, 3)
    assert (unit.hp, unit.injuries) == (left, injuries)


@clause("heimr.fall.injury", "heimr.injury.effects")
@pytest.mark.parametrize(("height", "parts"), [(3, LEGS_ALONE), (7, [*LEGS_ALONE, "torso"]), (2, [])])
def test_each_injured_part_is_told(height, parts):
    """3 less the height leaves 0, -4, or 1."""
    table = scene(man(hp=3, set={"elevation": height}), man(name="pal", at="A1", wp=1), FAR, cells=rock(height))
    act(table, "jump_down", dice=[1, 1])
    said = [event.text for event in table.events if event.kind == "injured"]
    assert said == [f"man is injured in the {part}" for part in parts]


@clause("heimr.fall.injury", "heimr.injury.mangled", "heimr.injury.mutilated", "heimr.injury.levels")
@pytest.mark.parametrize(
    ("height", "dies", "faints", "is_out"), [(3, 0, 0, 0), (4, 0, 0, 0), (5, 300, 150, 0), (7, 60, 0, 1)]
)
def test_how_bad_that_is(height, dies, faints, is_out):
    """0 and -1: bloodied; -2: mangled; -4: mutilated."""
    unit = falls(height, 3)
    assert (unit.death_timer, unit.faint_timer, unit.unconscious) == (dies, faints, is_out)


@clause("heimr.fall.check", "heimr.effect.fall", "heimr.effect.duration_turns")
def test_who_falls_cannot_stand_up_at_once():
    """A fall effect of two seconds: the next turn is spent on the ground."""
    table = climber(dice=[6, 9, *faces(3)])
    act(table, "weapon_attack orc", dice=None)
    orc = table.unit("orc")
    assert (orc.elevation, orc.prone, orc.fall_timer) == (0, 1, 1)
    act(table, "end_turn")
    assert table.decider == "orc" and "stand_up" not in verbs(table)
    act(table, "end_turn")
    act(table, "end_turn")
    act(table, "end_turn")
    assert table.decider == "orc" and "stand_up" in verbs(table)


@clause("heimr.fall.injury")
@pytest.mark.parametrize(("limit", "torso"), [(-4, False), (-2, True), (0, True)])
def test_from_where_on_the_torso_is(limit, torso):
    unit = falls(5, 3, rules={"fall.injury.torso_at_or_below": limit})
    assert unit.hp == -2 and bool(unit.injuries & Injury.TORSO) is torso


# --- down from a height, over walls


@clause("heimr.c.climb_down_jump")
@pytest.mark.parametrize(("dice", "hp"), [(faces(10), 5), ([1, 1], -1)])
def test_a_move_down_is_a_jump(dice, hp):
    """From a level of 4 to one of 0: a requirement of 8."""
    table = scene(man(at="B3", hp=5, set=UP), FAR, cells=cliff(4), dice=dice)
    act(table, "move south")
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.elevation == 0 and unit.hp == hp
    assert last(table, "passed" if hp == 5 else "failed").amount == 8


@clause("heimr.c.climb_down_jump", "heimr.height.free")
def test_one_level_down_is_just_a_step():
    table = scene(man(at="B3", set={"elevation": 1}), FAR, cells=cliff(1))
    act(table, "move south")
    assert table.unit("man").elevation == 0 and "passed" not in kinds(table)


@clause("heimr.c.climb_over", "heimr.env.structure")
def test_over_a_stone_wall():
    """Four climbs against 11, and a jump of 8 on the other side."""
    table = scene(man(dex=2), FAR, borders=[("B2", "B3", "stone_wall")])
    assert not table.offers("move north")
    for height in range(1, 5):
        act(table, "scale_up north", dice=faces(9))
        assert table.unit("man").elevation == height and last(table, "passed").amount == 11
        act(table, "end_turn")
    act(table, "move north", dice=faces(9))
    unit = table.unit("man")
    assert unit.at == (1, 0) and unit.elevation == 0 and last(table, "passed").amount == 8


@clause("heimr.c.climb_over")
@pytest.mark.parametrize(("height", "number"), [(4, 8), (2, 4), (3, 6)])
def test_how_high_a_structure_is_where_nothing_is_said(height, number):
    rules = {"c.climb_over.structure_height_default": height}
    table = scene(man(dex=2), FAR, borders=[("B2", "B3", {"toughness": 6, "climb": 0})], rules=rules)
    for _ in range(height):
        act(table, "scale_up north")
        act(table, "end_turn")
    act(table, "move north", dice=faces(9))
    assert table.unit("man").at == (1, 0) and last(table, "passed").amount == number


@clause("heimr.c.climb_over", "heimr.fall.check")
def test_a_low_one_is_jumped_from_without_a_roll():
    table = scene(man(), FAR, borders=[("B2", "B3", {"toughness": 6, "climb": 0, "structure": 1})])
    act(table, "scale_up north")
    act(table, "end_turn")
    act(table, "move north")
    assert table.unit("man").at == (1, 0) and table.unit("man").elevation == 0


@clause("heimr.c.climb_over", "heimr.ranged.distance", "heimr.c.los")
@pytest.mark.parametrize(("climb", "reach", "is_open"), [(11, 12, True), (11, 4, False), (-1, 12, False)])
def test_the_climb_counts_for_the_distance(climb, reach, is_open):
    """A wall from rim to rim, and somebody up a tree behind it: he can be seen, but it is a long way."""
    wall = {"toughness": 6, "climb": climb, "structure": 4}
    borders = [(f"{column}2", f"{column}3", wall) for column in "ABC"]
    rules = {"tables.items.bow.range": reach}
    table = scene(archer(), foe(at="B3", set=UP), borders=borders, cells=rock(4, 5, "B3"), rules=rules)
    assert table.offers("shoot orc") is is_open


@clause("heimr.c.climb_over", "heimr.ranged.distance", "heimr.c.los")
def test_from_the_top_of_a_wall_it_is_one_square():
    wall = {"toughness": 6, "climb": 11, "structure": 4}
    borders = [(f"{column}2", f"{column}3", wall) for column in "ABC"]
    table = scene(archer(set=UP), foe(at="B3"), borders=borders, cells=rock(4), rules={"tables.items.bow.range": 1})
    assert table.offers("shoot orc")
