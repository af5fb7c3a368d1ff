"""Moving others, and keeping them where they are."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, foe, man, rest, scene, swordsman, verbs

FAR = foe(name="far", at="A1", wp=0)
WOUNDED = {"prone": 1, "injuries": ["right_leg"], "hp": 0}
OUT = {"prone": 1, "unconscious": 1, "hp": -4, "injuries": ["torso"], "death_timer": 50}


def gang(count, target, *more, rules=None, holding=None, **scenario):
    """The man and further men in the square, of whom all but he (or so many) have taken hold of somebody already."""
    name = target["name"]
    held = count - 1 if holding is None else holding
    men = [man(wp=9)] + [
        man(name=f"man_{i}", wp=9 - i, set={"assists": name} if i <= held else {}) for i in range(1, count)
    ]
    return scene(*men, target, *more, FAR, rules=rules, **scenario)


def may_drag(count, target, **more):
    """Whether so many may drag somebody north."""
    return gang(count, target, **more).offers(f"drag {target['name']} north")


# --- how many it takes


@clause("heimr.forced.move_willing_leg", "heimr.c.drag")
@pytest.mark.parametrize(("carriers", "needed"), [(1, 1), (2, 2)])
def test_a_friend_with_a_wounded_leg(carriers, needed):
    rules = {"forced.move_willing_leg.carriers": carriers}
    friend = man(name="friend", wp=2, set=WOUNDED)
    for count in (1, 2):
        assert may_drag(count, friend, rules=rules) is (count >= needed)


@clause("heimr.forced.move_willing_leg", "heimr.c.drag")
@pytest.mark.parametrize("fields", [{}, {"prone": 1}, {"hp": 0, "injuries": ["sword_arm"]}])
def test_a_friend_who_can_walk_is_not_carried(fields):
    friend = man(name="friend", wp=2, set=fields)
    assert not may_drag(4, friend)
    assert not gang(1, friend).offers("assist friend")


@clause("heimr.forced.move_bound", "heimr.forced.move_willing_leg", "heimr.c.drag")
def test_a_friend_who_is_bound():
    """Willing, but not to be lifted by one."""
    friend = man(name="friend", wp=2, set={"bound_feet": 2})
    assert [may_drag(count, friend) for count in (2, 3)] == [False, True]


@clause("heimr.forced.move_unable", "heimr.c.drag")
@pytest.mark.parametrize(
    "target",
    [
        man(name="friend", wp=2, set=OUT),
        foe(wp=2, set=OUT),
        foe(wp=2, sleeping=True),
        man(name="friend", wp=2, set={"injuries": ["torso"], "hp": 0}),
    ],
    ids=["friend", "foe", "sleeper", "dazed"],
)
def test_who_cannot_stand(target):
    assert [may_drag(count, target) for count in (1, 2)] == [False, True]
    rules = {"forced.move_unable.carriers": 3}
    assert [may_drag(count, target, rules=rules) for count in (2, 3)] == [False, True]


@clause("heimr.forced.move_bound", "heimr.c.drag")
@pytest.mark.parametrize("fields", [{"bound_feet": 2}, {"bound_legs": [2, 0]}, {"bound_body": 2}])
def test_who_is_bound(fields):
    orc = foe(wp=2, set=fields)
    assert [may_drag(count, orc) for count in (2, 3)] == [False, True]
    rules = {"forced.move_bound.carriers": 2}
    assert [may_drag(count, orc, rules=rules) for count in (1, 2)] == [False, True]


@clause("heimr.forced.move_bound", "heimr.c.drag")
@pytest.mark.parametrize(("count", "is_open"), [(3, True), (2, False)])
def test_who_is_held(count, is_open):
    """Held by a friend of theirs, who does not carry."""
    holder = man(name="holder", wp=3, set={"cluster": "holder", "grab_target": "orc", "grab_part": 1})
    men = [man(wp=9)] + [man(name=f"man_{i}", wp=9 - i, set={"assists": "orc"}) for i in range(1, count)]
    table = scene(*men, holder, foe(wp=2, set={"cluster": "holder"}), FAR)
    assert table.offers("drag orc north") is is_open


@clause("heimr.forced.move_unwilling", "heimr.c.drag")
@pytest.mark.parametrize(("carriers", "needed"), [(4, 4), (2, 2), (5, 5)])
def test_who_does_not_want_to(carriers, needed):
    rules = {"forced.move_unwilling.carriers": carriers}
    assert may_drag(needed, foe(wp=2), rules=rules) and not may_drag(needed - 1, foe(wp=2), rules=rules)


@clause("heimr.c.drag")
def test_only_who_has_taken_hold_of_it_counts():
    assert not may_drag(4, foe(wp=2), holding=2)
    assert may_drag(4, foe(wp=2), holding=3)


# --- taking hold


@clause("heimr.c.drag", "heimr.forced.move_unable")
def test_one_takes_hold_and_the_other_drags():
    table = scene(man(wp=9), man(name="other", wp=8), man(name="friend", wp=2, set=OUT), FAR)
    act(table, "assist friend")
    assert table.unit("man").standard_left == 0
    act(table, "end_turn")
    act(table, "drag friend north")
    assert {table.unit(name).at for name in ("man", "other", "friend")} == {(1, 0)}
    assert table.unit("other").standard_left == 0


@clause("heimr.c.drag")
def test_no_more_come_along_than_are_needed():
    table = gang(3, man(name="friend", wp=2, set=OUT))
    act(table, "drag friend north")
    places = [table.unit(name).at for name in ("man", "man_1", "man_2", "friend")]
    assert sorted(map(str, places)) == ["(1, 0)"] * 3 + ["(1, 1)"]


@clause("heimr.c.drag", "heimr.cluster.leave")
def test_who_is_dragged_leaves_its_cluster():
    table = gang(4, foe(wp=2, set={"cluster": "orc"}), foe(name="goblin", wp=1, set={"cluster": "orc"}))
    act(table, "drag orc north")
    assert table.unit("orc").cluster == -1 == table.unit("goblin").cluster


@clause("heimr.c.drag")
def test_hold_is_let_go_of_with_the_next_turn():
    table = scene(man(), foe())
    act(table, "assist orc")
    assert table.unit("man").assists == 1
    rest(table, "man")
    act(table, "whisper")
    assert table.unit("man").assists == -1


@clause("heimr.c.drag")
@pytest.mark.parametrize(("cost", "left", "goes_on"), [("standard", 0, True), ("free", 1, True), ("ongoing", 0, False)])
def test_what_it_costs(cost, left, goes_on):
    table = gang(1, man(name="friend", wp=2, set=WOUNDED), rules={"c.drag.cost": cost})
    act(table, "drag friend north")
    assert table.unit("friend").at == (1, 0) and table.unit("man").standard_left == left
    assert (table.decider == "man") is goes_on


@clause("heimr.c.drag", "heimr.env.structure", "heimr.env.crossing", "heimr.env.limit")
@pytest.mark.parametrize(
    ("marks", "is_open"),
    [({"crossing": 3}, False), ("regular_door", False), ({"limit": 2}, True), ({"limit": 1}, False)],
)
def test_only_over_open_borders_with_room_for_all(marks, is_open):
    friend = man(name="friend", wp=2, set=WOUNDED)
    assert may_drag(1, friend, borders=[("B2", "B3", marks)]) is is_open


@clause("heimr.c.drag", "heimr.env.limit")
def test_every_body_counts_toward_a_limit():
    men = [man(wp=9), man(name="last", wp=8), man(name="other", wp=5, set={"assists": "friend"})]
    table = scene(*men, man(name="friend", wp=2, set=OUT), FAR, borders=[("B2", "B3", {"limit": 3})])
    act(table, "drag friend north")
    rest(table, "last")
    assert not table.offers("move north")


@clause("heimr.c.drag", "heimr.brawl.grab_part", "heimr.effect.bind_feet")
@pytest.mark.parametrize("fields", [{"prone": 1}, {"bound_feet": 1}, {"injuries": ["left_leg"], "hp": 0, "prone": 1}])
def test_only_who_can_walk_carries(fields):
    """Two are needed, and the second has been brought down since."""
    table = scene(man(wp=9), man(name="other", wp=8, set={"assists": "friend"}), man(name="friend", wp=2, set=OUT), FAR)
    assert table.offers("drag friend north")
    for field, value in fields.items():
        setattr(table.unit("other"), field, value)
    assert not table.offers("drag friend north")


def guarded(at, way):
    """A man may drag a wounded friend north; an orc guards the border between B2 and B3 from one side."""
    guard = foe(wp=2, at=at, set={"guard": "border", "guard_direction": way, "guard_left": 1})
    return scene(man(wp=9), man(name="friend", wp=5, set=WOUNDED), guard, FAR)


@clause("heimr.c.drag", "heimr.guard.border_near")
def test_a_guard_of_the_border_stops_them():
    table = guarded("B2", "north")
    act(table, "drag friend north")
    assert table.unit("man").at == table.unit("friend").at == (1, 1) and table.unit("man").standard_left == 0
    assert table.unit("orc").guard == 0 and table.unit("man").cluster == table.unit("orc").cluster >= 0


@clause("heimr.c.drag", "heimr.guard.border_far", "heimr.guard.border_end")
def test_a_guard_beyond_does_not_and_ends():
    table = guarded("B3", "south")
    act(table, "drag friend north")
    assert table.unit("man").at == table.unit("friend").at == (1, 0) and table.unit("orc").guard == 0


@clause("heimr.c.drag", "heimr.ready.declare")
def test_who_is_dragged_away_has_left():
    """An orc waits for somebody to leave its square."""
    table = scene(foe(wp=9), man(wp=6), man(name="friend", wp=5, set=WOUNDED), FAR)
    act(table, "ready_prone enemy_leaves")
    act(table, "drag friend north")
    assert table.unit("orc").prone == 1


@clause("heimr.c.drag", "heimr.ready.declare", "heimr.ranged.range")
@pytest.mark.parametrize(("start", "fires"), [("H1", True), ("F1", False)])
def test_who_is_dragged_into_range(start, fires):
    """The bow reaches six squares; who has been in range already does not come into it by being carried."""
    orc, friend = foe(weapons=["bow"], wp=9, at="A1"), man(name="friend", wp=5, at=start, set=WOUNDED)
    table = scene(orc, man(wp=6, at=start), friend, foe(name="far", at="H3", wp=0), size=(8, 3))
    act(table, "ready_prone enemy_in_range")
    act(table, "drag friend west")
    assert table.unit("orc").prone == int(fires)


@clause("heimr.c.drag")
@pytest.mark.parametrize(("at", "is_open"), [("B2", True), ("B3", False)])
def test_only_in_the_same_square(at, is_open):
    assert scene(man(), foe(at=at)).offers("assist orc") is is_open


# --- over which borders


@clause("heimr.effect.stumble_combat", "heimr.c.drag")
@pytest.mark.parametrize(("who", "is_open"), [("man", False), ("man_1", False), ("friend", True)])
def test_nobody_carries_where_a_stumble_bars_the_way(who, is_open):
    """A stumbling man is carried there all the same."""
    table = gang(2, man(name="friend", wp=2, set=OUT))
    table.unit(who).stumble_timer, table.unit(who).stumble_direction = 2, "north"
    assert table.offers("drag friend north") is is_open
    assert table.offers("drag friend south")


@clause("heimr.effect.stumble_combat", "heimr.c.drag")
def test_another_helper_goes_in_place_of_who_stumbles():
    table = gang(3, man(name="friend", wp=2, set=OUT))
    table.unit("man_1").stumble_timer, table.unit("man_1").stumble_direction = 2, "north"
    act(table, "drag friend north")
    assert [table.unit(name).at for name in ("man", "man_1", "man_2")] == [(1, 0), (1, 1), (1, 0)]


@clause("heimr.c.drag", "heimr.position.climbing")
@pytest.mark.parametrize(("hangs", "is_open"), [(1, False), (0, True)])
def test_nobody_who_climbs_helps_to_carry(hangs, is_open):
    helper = man(name="pal", wp=3, set={"assists": "friend", "elevation": 1, "climbing": hangs})
    cells = [("B2", {"feature": 1, "feature_climb": 0})]
    table = scene(man(wp=9), helper, man(name="friend", wp=2, set=OUT), FAR, cells=cells)
    assert table.offers("drag friend north") is is_open


@clause("heimr.c.drag", "heimr.height.climb", "heimr.height.free", "heimr.fall.check")
@pytest.mark.parametrize(
    ("here", "there", "dragger", "lying", "is_open"),
    [(0, 2, 1, 0, False), (0, 1, 1, 0, True), (1, 0, 1, 2, False), (1, 1, 1, 2, True), (0, 2, 0, 1, False)],
)
def test_nobody_is_lifted_or_dropped_by_two_levels(here, there, dragger, lying, is_open):
    """The ground here has a step on it; neither the dragger nor who lies there goes over a rise that is climbed."""
    cells = [("B2", {"ground": here, "feature": here + 1}), ("B3", {"ground": there})]
    friend = man(name="friend", wp=5, set={**WOUNDED, "elevation": lying})
    table = scene(man(wp=9, set={"elevation": dragger}), friend, FAR, cells=cells)
    assert table.offers("drag friend north") is is_open


def carried_from(levels, there, target):
    """Whether a man and his helpers may drag somebody: the levels of all of them, on ground of 1 with steps on it."""
    first, *others, last = levels
    helpers = [
        man(name=f"man_{i}", wp=8 - i, set={"assists": "victim", "elevation": level}) for i, level in enumerate(others)
    ]
    target = {**target, "name": "victim", "set": {**target["set"], "elevation": last}}
    cells = [("B2", {"ground": 1, "feature": 2}), ("B3", {"ground": there})]
    return scene(man(wp=9, set={"elevation": first}), *helpers, target, FAR, cells=cells).offers("drag victim north")


@clause("heimr.c.drag", "heimr.height.free")
@pytest.mark.parametrize(("helper", "there", "is_open"), [(1, 2, True), (1, 3, False), (2, 3, True), (3, 2, True)])
def test_nor_does_a_helper_climb(helper, there, is_open):
    assert carried_from([2, helper, 2], there, man(wp=1, set=OUT)) is is_open


@clause("heimr.c.drag", "heimr.height.melee")
@pytest.mark.parametrize(
    ("levels", "is_open"),
    [
        ((2, 1, 1, 2), True), ((2, 3, 3, 2), True), ((2, 1, 3, 2), False), ((2, 1, 3, 1, 2), True),
        ((2, 3, 3, 1), False), ((2, 2, 1, 1), True),
    ],
)  # fmt: skip
def test_all_who_carry_are_within_a_level_of_each_other(levels, is_open):
    """Three are needed for a bound orc, which is the last."""
    assert carried_from(levels, 2, foe(wp=1, set={"bound_feet": 2})) is is_open


# --- holding back


def restrained(count, rules=None):
    """So many goblins have taken hold of a knight, whose turn it is; all in one cluster."""
    goblins = [foe(name=f"goblin_{i}", dex=1, wp=9 - i, set={"cluster": "goblin_0"}) for i in range(count)]
    table = scene(
        *goblins, swordsman(wp=2, set={"cluster": "goblin_0"}), man(name="squire", at="A1", wp=1), rules=rules
    )
    for _ in goblins:
        act(table, "assist man")
        act(table, "end_turn")
    assert table.decider == "man"
    return table


MOVES = {"move", "run", "leave_cluster"}


@clause("heimr.forced.restrain", "heimr.forced.move_unwilling")
@pytest.mark.parametrize(("count", "carriers", "is_held"), [(4, 4, True), (3, 4, False), (3, 3, True)])
def test_enough_of_them_hold_anybody_back(count, carriers, is_held):
    table = restrained(count, {"forced.move_unwilling.carriers": carriers})
    assert (not MOVES & verbs(table)) is is_held
    assert table.choices("weapon_attack "), "but it may fight"


@clause("heimr.forced.restrain")
def test_until_the_first_of_them_has_its_next_turn():
    table = restrained(4)
    act(table, "end_turn")
    act(table, "end_turn")
    assert table.decider == "goblin_0"
    act(table, "whisper")
    assert table.unit("goblin_0").assists == -1
    for _ in range(4):
        act(table, "end_turn")
    assert table.decider == "man" and MOVES & verbs(table)


@clause("heimr.forced.restrain", "heimr.forced.move_willing_leg")
def test_friends_hold_nobody_back():
    men = [man(name=f"man_{i}", dex=1, wp=9 - i, set={"assists": "man"}) for i in range(4)]
    table = scene(swordsman(dex=1, wp=12), *men, FAR)
    assert "move" in verbs(table)


@clause("heimr.forced.restrain", "heimr.c.drag")
def test_taking_hold_of_an_enemy_is_a_fight():
    """Who holds an enemy back stands in a cluster with it; who does not stand there, or cannot act, does not hold it."""
    goblins = [foe(name=f"goblin_{i}", wp=9 - i) for i in range(4)]
    table = scene(*goblins, man(wp=2))
    for _ in goblins:
        act(table, "assist man")
        act(table, "end_turn")
    assert {table.unit(name).cluster for name in ("man", "goblin_3")} == {table.unit("goblin_0").cluster} != {-1}
    assert not MOVES & verbs(table)
    table.unit("goblin_0").daze_timer = 2
    assert MOVES & verbs(table)


@clause("heimr.c.drag", "heimr.cluster.form")
def test_who_is_out_of_the_fight_is_only_held():
    table = scene(man(), foe(wp=2, set=OUT), FAR)
    act(table, "assist orc")
    assert table.unit("man").assists == 1 and table.unit("man").cluster == -1 == table.unit("orc").cluster


@clause("heimr.c.drag", "heimr.height.free", "heimr.c.climb_down_jump")
@pytest.mark.parametrize(("ground", "is_open"), [(0, True), (1, True), (2, False), (5, False)])
def test_nobody_is_dragged_over_a_cliff(ground, is_open):
    men = (
        man(at="B3", set={"elevation": ground}),
        man(name="friend", at="B3", wp=2, set={**WOUNDED, "elevation": ground}),
    )
    table = scene(*men, FAR, cells=[("B3", {"ground": ground})])
    assert table.offers("drag friend south") is is_open


@clause("heimr.c.drag", "heimr.grid.location")
@pytest.mark.parametrize(("limit", "is_open"), [(1, False), (2, True), (0, True)])
def test_there_must_be_room_for_both(limit, is_open):
    friend = man(name="friend", wp=2, at="C3", set=WOUNDED)
    table = scene(man(), friend, FAR, rules={"grid.location.units_per_cell_limit": limit})
    table.unit("friend").at = table.unit("man").at  # no scenario puts two into a location for one
    assert table.offers("drag friend north") is is_open


# --- again, and from far below


@clause("heimr.c.drag", "heimr.forced.restrain")
def test_who_has_helped_may_help_on():
    """Its help lasts until its next turn, which begins with this choice."""
    table = scene(man(), man(name="pal", wp=2), foe(hp=12, wp=1))
    act(table, "assist orc")
    assert not table.offers("assist orc")
    rest(table, "man")
    assert table.offers("assist orc")
    act(table, "whisper")
    assert table.offers("assist orc")


@clause("heimr.c.drag", "heimr.height.melee")
@pytest.mark.parametrize(("high", "is_open"), [(1, True), (2, False), (4, False)])
def test_nobody_is_held_from_far_below(high, is_open):
    table = scene(man(), foe(wp=2, set={"elevation": high}), cells=[("B2", {"feature": 4, "feature_climb": 0})])
    assert table.offers("assist orc") is is_open


@clause("heimr.c.drag", "heimr.height.melee")
@pytest.mark.parametrize(("high", "pal", "is_open"), [(1, 1, True), (4, 4, False), (0, 4, False)])
def test_nobody_is_dragged_off_a_tower_from_its_foot(high, pal, is_open):
    """Nor with the help of somebody up there."""
    helper = man(name="pal", wp=2, set={"assists": "orc", "elevation": pal})
    lying = foe(wp=1, set={**OUT, "elevation": high})
    table = scene(man(), helper, lying, FAR, cells=[("B2", {"feature": 4, "feature_climb": 0})])
    assert table.offers("drag orc north") is is_open
