"""Concealment: objects, darkness and weather, light and roofs, and what they take off attacks."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, archer, chance, dodging, exactly, foe, hits, kinds, man, scene, swordsman, verbs

#: What the book's table says: effectiveness and height, -1 for any.
OBJECTS = {
    "thick_tree": (2, 4),
    "cart": (2, 1),
    "shrubbery": (1, 1),
    "merlon": (5, 2),
    "table": (3, 1),
    "tall_grass": (1, 1),
}
BEHIND = {"in_cover": 1}


def expect_concealment(c, marks=None, *, orc=None, at="B2", cells=(), **more):
    """Assert how hard an orc in B3, which shows a dodge of 7, is to shoot for what is in its square."""
    there = [] if marks is None else [("B3", marks)]
    target = foe(at="B3", **{"stand": dodging(7), **(orc or {})})
    table = scene(archer(at=at, archery=(7, 2), **more.pop("shooter", {})), target, cells=[*there, *cells], **more)
    assert chance(table, "shoot orc") == exactly(hits(7 - c, 3, 7))


# --- objects


@clause("heimr.concealment.total", "heimr.position.concealed")
@pytest.mark.parametrize(("c", "book"), [(0, 0.893333), (1, 0.733333), (2, 0.333333), (3, 0.2), (5, 0.072)])
def test_the_chances_of_the_book(c, book):
    orc = foe(at="B3", stand=dodging(7), set=BEHIND if c else {})
    cells = [("B3", {"cover": c})] if c else []
    assert chance(scene(archer(), orc, cells=cells), "shoot orc") == exactly(book) == exactly(hits(2 - c, 3, 7))


@clause("heimr.concealment.table", "heimr.concealment.density", "heimr.concealment.total")
@pytest.mark.parametrize("name", list(OBJECTS))
def test_what_each_object_is_worth(name):
    c, height = OBJECTS[name]
    expect_concealment(c, name, orc={"set": BEHIND})
    shooter = {"set": {"elevation": height}}
    expect_concealment(c, name, orc={"set": BEHIND}, cells=[("B2", {"ground": height})], shooter=shooter)
    if height < 4:
        shooter = {"set": {"elevation": height + 1}}
        expect_concealment(0, name, orc={"set": BEHIND}, cells=[("B2", {"ground": height + 1})], shooter=shooter)


@clause("heimr.concealment.density", "heimr.c.take_cover")
def test_only_for_who_is_behind_it():
    expect_concealment(0, "shrubbery")
    expect_concealment(1, "shrubbery", orc={"set": BEHIND})


@clause("heimr.concealment.scope", "heimr.concealment.total")
def test_from_the_same_square_as_well():
    """Unless they fight hand to hand."""
    table = scene(archer(), foe(stand=dodging(7), set=BEHIND), cells=[("B2", "cart")])
    assert chance(table, "shoot orc") == exactly(hits(2 - 2, 3, 7))


@clause("heimr.concealment.total")
def test_a_merlon_in_the_dark():
    expect_concealment(6, {"cover": 5, "cover_height": 2, "dark": 1}, orc={"set": BEHIND})


@clause("heimr.concealment.total", "heimr.concealment.ambient")
def test_darkness_helps_against_those_above():
    """A crate does not."""
    cells = [("B2", {"ground": 2})]
    expect_concealment(
        1,
        {"cover": 2, "cover_height": 1, "dark": 1},
        orc={"set": BEHIND},
        cells=cells,
        shooter={"set": {"elevation": 2}},
    )


@clause("heimr.concealment.scope")
@pytest.mark.parametrize(
    ("mask", "c"), [(["north"], 0), (["south"], 2), (["south", "north"], 2), (["east", "west"], 0)]
)
def test_from_some_sides_only(mask, c):
    """The shooter stands to the south."""
    expect_concealment(c, {"cover": 2, "cover_mask": mask}, orc={"set": BEHIND})


@clause("heimr.concealment.scope")
@pytest.mark.parametrize(("mask", "c"), [(15, 2), (1, 0), (4, 2), (0, 0)])
def test_from_which_sides_where_nothing_is_said(mask, c):
    expect_concealment(c, {"cover": 2}, orc={"set": BEHIND}, rules={"concealment.scope.direction_mask": mask})


# --- clusters


@clause("heimr.position.concealed", "heimr.concealment.scope")
def test_nobody_is_concealed_from_its_own_cluster():
    table = scene(swordsman(), foe(stand=dodging(7)), cells=[("B2", "pitch_dark")])
    assert chance(table, "weapon_attack orc") == exactly(hits(2, 4, 7))
    both = {"set": {"cluster": "man"}}
    table = scene(archer(**both), foe(stand=dodging(7), **both), cells=[("B2", "pitch_dark")])
    assert chance(table, "shoot orc") == exactly(hits(2 - 1, 3, 7)), "one for the cluster, none for the dark"


# --- darkness and weather


@clause("heimr.concealment.ambient")
@pytest.mark.parametrize(
    ("dark", "weather", "c"), [(0, 0, 0), (1, 0, 1), (3, 0, 3), (0, 2, 2), (0, 3, 3), (1, 1, 2), (2, 2, 3), (3, 3, 3)]
)
def test_together_no_more_than_three(dark, weather, c):
    expect_concealment(c, {"dark": dark}, battle={"weather": weather})


@clause("heimr.concealment.ambient")
@pytest.mark.parametrize(("most", "c"), [(3, 3), (2, 2), (4, 4), (0, 0)])
def test_or_than_a_battle_says(most, c):
    rules = {"concealment.ambient.cap_of_darkness_plus_weather": most}
    expect_concealment(c, {"dark": 2}, battle={"weather": 2}, rules=rules)


@clause("heimr.concealment.ambient", "heimr.concealment.total")
def test_they_add_to_objects():
    expect_concealment(3, {"cover": 1, "cover_height": 1, "dark": 2}, orc={"set": BEHIND})


@clause("heimr.concealment.ambient")
def test_the_darkness_of_the_target_counts():
    expect_concealment(0, cells=[("B2", "night")])


@clause("heimr.concealment.roof")
@pytest.mark.parametrize(("under_roof", "c"), [(0, 0), (1, 1), (2, 2)])
def test_roofs_keep_the_weather_off(under_roof, c):
    rules = {"concealment.roof.weather_under_roof": under_roof}
    expect_concealment(c, {"roof": True}, battle={"weather": 2}, rules=rules)


@clause("heimr.concealment.roof")
def test_but_not_the_dark():
    expect_concealment(1, {"roof": True, "dark": 1}, battle={"weather": 2})


# --- light

FIELD = [(f"{column}{rank}", "pitch_dark") for column in "ABCDEFG" for rank in range(1, 8)]


def darkness_at(where, campfire=False, knob=None):
    """How dark it is for an orc in a square of a dark field of 7 x 7, with a light in D4."""
    rules = {} if knob is None else {f"concealment.light.{'campfire' if campfire else 'torch'}_distance": knob}
    cells = [*FIELD, ("D4", {"campfire": True})] if campfire else FIELD
    bearer = man(name="bearer", at="D4", torch=not campfire, wp=2)
    orc = foe(at=where, stand=dodging(7), wp=1)
    table = scene(
        archer(at="A1" if where != "A1" else "A2", archery=(7, 2)),
        bearer,
        orc,
        cells=cells,
        size=(7, 7),
        rules={"tables.items.bow.range": 12, "ranged.distance_penalty.divisor": 12, **rules},
    )
    found = chance(table, "shoot orc")
    return next(dark for dark in range(4) if found == exactly(hits(7 - dark, 3, 7)))


@clause("heimr.concealment.light", "heimr.c.torch")
@pytest.mark.parametrize(
    ("at", "dark"), [("D4", 0), ("D5", 0), ("C4", 0), ("E4", 0), ("D3", 0), ("C3", 3), ("D6", 3), ("E5", 3)]
)
def test_a_torch_lights_its_square_and_the_next(at, dark):
    assert darkness_at(at) == dark


@clause("heimr.concealment.light", "heimr.c.torch")
@pytest.mark.parametrize(("knob", "at", "dark"), [(0, "D4", 0), (0, "D5", 3), (2, "C3", 0), (2, "D6", 0), (2, "D7", 3)])
def test_how_far_a_torch_shines(knob, at, dark):
    assert darkness_at(at, knob=knob) == dark


@clause("heimr.concealment.light")
@pytest.mark.parametrize(
    ("knob", "at", "dark"),
    [(None, "C3", 0), (None, "D6", 0), (None, "D7", 3), (None, "C6", 3), (1, "C3", 3), (3, "C6", 0)],
)
def test_a_camp_fire_shines_farther(knob, at, dark):
    assert darkness_at(at, campfire=True, knob=knob) == dark


@clause("heimr.concealment.light")
def test_walls_do_not_keep_light_out():
    walls = [("B2", "B3", {"toughness": 6, "structure": 4})]
    orc = foe(at="B3", stand=dodging(7))
    table = scene(
        archer(at="A3", archery=(7, 2)),
        man(name="bearer", torch=True, wp=2),
        orc,
        cells=[("B3", "night")],
        borders=walls,
    )
    assert chance(table, "shoot orc") == exactly(hits(7, 3, 7))


@clause("heimr.c.torch")
def test_light_moves_with_who_carries_it():
    """The torch moves from B2 to B3: the orc in C3 is lit, and the one in B1 no longer is."""
    cells = [("C3", "night"), ("B1", "night")]
    shooter = archer(at="A2", wp=2, archery=(7, 2))
    orcs = [foe(name="one", at="C3", wp=1, stand=dodging(7)), foe(name="two", at="B1", wp=0, stand=dodging(7))]
    rules = {"ranged.distance_penalty.divisor": 12}
    for moves, one, two in ((False, 2, 0), (True, 0, 2)):
        table = scene(man(name="bearer", torch=True), shooter, *orcs, cells=cells, rules=rules)
        if moves:
            act(table, "move north")
        act(table, "end_turn")
        assert table.decider == "man"
        assert chance(table, "shoot one") == exactly(hits(7 - one, 3, 7))
        assert chance(table, "shoot two") == exactly(hits(7 - two, 3, 7))


@clause("heimr.c.torch")
@pytest.mark.parametrize(("choice", "dark"), [("drop_items sword_hand", 0), ("put_away torch", 2)])
def test_a_torch_on_the_ground_burns_on(choice, dark):
    shooter = archer(at="B1", wp=2, archery=(7, 2))
    rules = {"ranged.distance_penalty.divisor": 12}
    table = scene(
        man(name="bearer", torch=True),
        shooter,
        foe(at="B3", wp=1, stand=dodging(7)),
        cells=[("B3", "night")],
        rules=rules,
    )
    act(table, choice)
    act(table, "end_turn")
    assert chance(table, "shoot orc") == exactly(hits(7 - dark, 3, 7))


@clause("heimr.c.torch")
def test_a_torch_dropped_and_left_behind():
    shooter = archer(at="B1", wp=2, archery=(7, 2))
    rules = {"ranged.distance_penalty.divisor": 12}
    table = scene(
        man(name="bearer", torch=True),
        shooter,
        foe(at="B3", wp=1, stand=dodging(7)),
        cells=[("B3", "night")],
        rules=rules,
    )
    act(table, "drop_items sword_hand")
    act(table, "move west")
    act(table, "end_turn")
    assert chance(table, "shoot orc") == exactly(hits(7, 3, 7))


# --- taking cover


@clause("heimr.c.take_cover")
def test_behind_a_merlon():
    """An archer of consistency 2 in the next square is left with -3."""
    table = scene(foe(at="B3", wp=5), archer(wp=2), cells=[("B3", "merlon")])
    act(table, "take_cover")
    orc = table.unit("orc")
    assert orc.in_cover == 1 and orc.standard_left == 1 and "took_cover" in kinds(table)
    act(table, "end_turn", "orc: use_dodge", dice=[6, 7])
    assert chance(table, "shoot orc") == exactly(hits(2 - 5, 3, 7))


@clause("heimr.c.take_cover")
@pytest.mark.parametrize(
    ("cells", "fields", "is_open"),
    [
        ([("B2", "cart")], {}, True),
        ([], {}, False),
        ([("B2", "night")], {}, False),
        ([("B2", "cart")], {"in_cover": 1}, False),
        ([("B2", "thick_tree")], {"elevation": 1, "climbing": 1}, False),
    ],
)
def test_where_it_is_possible(cells, fields, is_open):
    assert ("take_cover" in verbs(scene(man(set=fields), foe(at="B3"), cells=cells))) is is_open


@clause("heimr.c.take_cover")
def test_not_in_a_cluster():
    both = {"set": {"cluster": "man"}}
    assert "take_cover" not in verbs(scene(man(**both), foe(**both), cells=[("B2", "cart")]))


@clause("heimr.c.take_cover")
@pytest.mark.parametrize(("choice", "dice"), [("move north", []), ("run north", []), ("brawl orc", [4, 1])])
def test_what_ends_it(choice, dice):
    table = scene(man(set=BEHIND), foe(), cells=[("B2", "cart"), ("B3", "cart")])
    act(table, choice, dice=dice)
    assert table.unit("man").in_cover == 0


@clause("heimr.c.take_cover")
def test_shooting_out_of_it_costs_nothing():
    table = scene(archer(set=BEHIND), foe(at="B3", stand=dodging(7)), cells=[("B2", "merlon")])
    assert chance(table, "shoot orc") == exactly(hits(2, 3, 7))
    act(table, "shoot orc", dice=[1, 1, 1])
    assert table.unit("man").in_cover == 1


@clause("heimr.c.take_cover")
@pytest.mark.parametrize(("cost", "left", "goes_on"), [("free", 1, True), ("standard", 0, True), ("ongoing", 0, False)])
def test_what_it_costs(cost, left, goes_on):
    rules = {"c.take_cover.cost": cost}
    table = scene(man(), foe(at="B3"), cells=[("B2", "cart")], rules=rules)
    act(table, "take_cover")
    assert table.unit("man").in_cover == 1 and table.unit("man").standard_left == left
    assert (table.decider == "man") is goes_on


@clause("heimr.c.take_cover", "heimr.action.free")
def test_once_a_turn():
    table = scene(man(), foe(at="B3"), cells=[("B2", "cart")])
    act(table, "take_cover")
    assert "take_cover" not in verbs(table)
