"""After a combat: giving ground and following up, falling back in good order, and closing up after losses."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, RESULT, SCOUTS, beaten, blows, fought, melee
from tow.measures import mean
from tow.scenes import Ground, battle, block, exactly, land, regiment

from tactica.envs.rulesets.tow.rules.bodies import bounds, is_engaged_with
from tactica.envs.rulesets.tow.vocab import Gone

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

GROUND, FALL = "x.combat.give_ground", "x.combat.fall_back"
HOLDING = {f"{RESULT}.standard": 3, f"{RESULT}.outnumber": 0, f"{RESULT}.rear": 0, f"{RESULT}.flank": 0}
FIRM = {"attacks": 0, "traits": ["unbreakable"]}


def box(scene, name):
    """x, y, width and height of a unit."""
    return tuple(int(number) for number in Ground.of(scene).ask(bounds, name))


def pushed(*units, rules=None, after="restrain", **more):
    """Units of which those with a standard beat the others by three; the beaten are unbreakable and give ground."""
    scene = melee(*[{**FIRM, **unit} for unit in units], rules={**HOLDING, **(rules or {})}, dice=None, **more)
    return fought(scene, after=after)


def men_of(**more):
    """Twenty men at (10, 10) who are beaten."""
    return regiment("men", at=(10, 10), **more)


def orcs_of(**more):
    """Eighteen orcs in front of them, with a standard."""
    return regiment("orcs", at=(15, 9), facing="south", models=18, files=6, standard=True, **more)


# --- giving ground


@clause("tow.x.combat.give_ground")
@pytest.mark.parametrize(("after", "rows"), [("follow_up", 9), ("restrain", 7)])
def test_the_beaten_are_pushed_and_may_be_followed(after, rows):
    """Two cells: from y 10 to 12; the orcs from y 7 to 9, if they follow."""
    scene = pushed(men_of(), orcs_of(), after=after)
    assert box(scene, "men") == (10, 12, 5, 4)
    assert box(scene, "orcs") == (10, rows, 6, 3)
    assert scene.unit("men").facing == 0
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "orcs")) is (after == "follow_up")


@clause("tow.x.combat.give_ground")
@pytest.mark.parametrize("cells", [1, 3, 0])
def test_how_far_they_are_pushed_can_be_set(cells):
    scene = pushed(men_of(), orcs_of(), rules={f"{GROUND}.give_ground_distance": cells}, after="follow_up")
    assert (box(scene, "men")[1], box(scene, "orcs")[1]) == (10 + cells, 7 + cells)


@clause("tow.x.combat.give_ground")
def test_the_winner_is_asked_to_follow_or_to_stay():
    scene = melee({**men_of(), **FIRM}, {**orcs_of(), **FIRM}, rules=HOLDING, dice=[])
    scene.play("pass")
    assert (scene.decider, scene.prompt, scene.choices()) == ("orcs", "after", ["follow_up", "restrain"])
    assert box(scene, "men") == (10, 12, 5, 4)
    scene.play("restrain")
    assert scene.last("restrains").who == "orcs"


@clause("tow.x.combat.give_ground")
def test_they_go_the_way_the_enemy_faces():
    """Orcs in the right flank look to the west."""
    scene = pushed(men_of(), regiment("orcs", at=(15, 14), facing="west", models=5, standard=True), after="follow_up")
    assert box(scene, "men") == (8, 10, 5, 4)
    assert box(scene, "orcs") == (13, 10, 1, 5)
    assert scene.unit("men").facing == 0


@clause("tow.x.combat.give_ground", "tow.x.move.flee")
def test_from_an_enemy_who_does_not_touch_with_its_front_they_go_by_the_centres():
    """Orcs in one file, whose right flank the men touch, three columns wide and far to the south: the men go north."""
    orcs = regiment("orcs", at=(15, 13), facing="west", models=8, files=1, standard=True)
    scene = pushed(men_of(models=5), orcs | {"at": [10, 9], "facing": "west", "models": 5})
    assert box(scene, "men") == (10, 12, 5, 1)


@clause("tow.x.combat.give_ground")
def test_the_strongest_winner_in_touch_shows_the_way():
    """Ten orcs in the flank push harder than nine in front, and the other way round."""
    flank = {"at": (15, 19), "facing": "west", "standard": True}
    front = {"at": (14, 9), "facing": "south"}
    for strong, weak, expected in ((10, 9, (8, 10)), (9, 10, (10, 12))):
        scene = pushed(
            men_of(), regiment("orcs", **front, models=weak, files=5),
            regiment("goblins", "orcs", **flank, models=strong, files=10),
        )  # fmt: skip
        assert box(scene, "men")[:2] == expected


@clause("tow.x.combat.give_ground")
@pytest.mark.parametrize(("rock", "made"), [(15, 1), (14, 0), (16, 2)])
def test_they_stop_before_what_they_may_not_enter(rock, made):
    """Who cannot move at all stays in contact."""
    scene = pushed(men_of(), orcs_of(), map=land(rock=[(12, rock)]))
    assert box(scene, "men")[1] == 10 + made
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "orcs")) is (made == 0)


@clause("tow.x.combat.give_ground")
def test_they_stop_before_friends_and_the_edge_of_the_table():
    friend = regiment("others", "men", (10, 15), models=5)
    assert box(pushed(men_of(), orcs_of(), friend), "men")[1] == 11
    low = pushed(men_of() | {"at": [10, 20]}, orcs_of() | {"at": [15, 19]})
    assert (box(low, "men")[1], low.unit("men").models) == (20, 20)


@clause("tow.x.combat.give_ground")
def test_a_follower_stops_where_it_is_blocked():
    """Rock before the sixth file of the orcs, which the men do not have."""
    scene = pushed(men_of(), orcs_of(), after="follow_up", map=land(rock=[(15, 11)]))
    assert (box(scene, "men")[1], box(scene, "orcs")[1]) == (12, 8)


@clause("tow.x.combat.give_ground")
def test_who_has_an_enemy_behind_stays():
    scene = pushed(men_of(), orcs_of(), regiment("goblins", "orcs", (10, 14), models=5))
    assert box(scene, "men") == (10, 10, 5, 4)


@clause("tow.x.combat.give_ground")
def test_who_has_an_enemy_beside_gives_ground_all_the_same():
    scene = pushed(men_of(), orcs_of(), regiment("goblins", "orcs", (15, 13), "west", models=3, files=3))
    assert box(scene, "men") == (10, 12, 5, 4)


@clause("tow.x.combat.give_ground")
def test_every_winner_that_touched_may_follow():
    """Orcs and goblins in front of the men, each asked for itself."""
    units = [
        men_of(),
        orcs_of() | {"at": [12, 9], "files": 3, "models": 9},
        regiment("goblins", "orcs", (14, 9), "south", models=4, files=2),
    ]
    scene = melee(*[{**FIRM, **unit} for unit in units], rules=HOLDING, dice=None)
    scene.play("pass")
    assert scene.decider == "orcs"
    scene.play("follow_up")
    assert (scene.decider, scene.prompt) == ("goblins", "after")
    scene.play("restrain")
    assert (box(scene, "orcs")[:2], box(scene, "goblins")[:2]) == ((10, 9), (13, 8))


@clause("tow.x.combat.give_ground", "tow.x.terrain.dangerous")
@pytest.mark.parametrize(("row", "who", "models"), [(14, "men", 10), (10, "orcs", 12), (16, None, 0)])
def test_who_gives_ground_or_follows_onto_dangerous_ground_comes_to_harm(row, who, models):
    """The men go from row 10 to row 12 and fill four rows, five wide; the orcs end in rows 9 to 11, six wide."""
    ground = land(dangerous=block(8, row, 10, 2))
    scene = pushed(men_of(), orcs_of(), after="follow_up", map=ground)
    assert [(e.who, e.extra) for e in scene.events if e.kind == "danger"] == ([(who, models)] if who else [])


@clause("tow.x.combat.give_ground", "tow.x.terrain.dangerous")
def test_nobody_follows_those_who_come_to_their_end_on_dangerous_ground():
    men = regiment("men", at=(10, 10), models=5)
    ground, rules = land(dangerous=block(8, 12, 10, 1)), {"x.terrain.dangerous.fail_on": 6}
    scene = pushed(men, orcs_of(), after="follow_up", map=ground, rules=rules)
    assert scene.unit("men").gone == Gone.SLAIN
    assert not [e for e in scene.events if e.kind in ("gives_ground", "follows")]


# --- falling back in good order


def falling(leadership=10, difference=9, dice=(), **more):
    """Orcs who fall back with nearly every roll: only 2 gives ground, and 11 and 12 break at most."""
    return beaten(leadership, difference, dice=dice, **more)


def distances(rules=None, **orcs):
    """How far the orcs fall back, when they do: inches -> chance."""
    scene = falling(rules={**{f"{FALL}.{knob}": value for knob, value in (rules or {}).items()}}, orcs=orcs)
    found = scene.odds("pass", want="falls_back.extra by orcs", open="stop", answers={"after": "restrain"})
    fell = {int(told.split()[0]): chance for told, chance in found.items() if told}
    return {cells: chance / sum(fell.values()) for cells, chance in fell.items()}


@clause("tow.x.combat.fall_back")
def test_the_higher_of_two_dice():
    found = distances()
    assert (found[6], mean(found)) == (exactly(0.305556), exactly(4.472222))
    assert found == {n: exactly((2 * n - 1) / 36) for n in range(1, 7)}


@clause("tow.x.combat.fall_back")
@pytest.mark.parametrize(("rules", "expected"), [
    ({"dice": 1}, dict.fromkeys(range(1, 7), 1 / 6)),
    ({"dice": 3}, {n: (n**3 - (n - 1) ** 3) / 216 for n in range(1, 7)}),
    ({"keep": 2}, {n: (6 - abs(7 - n)) / 36 for n in range(2, 13)}),
])  # fmt: skip
def test_the_dice_of_falling_back_can_be_others(rules, expected):
    assert distances(rules) == {n: exactly(chance) for n, chance in expected.items()}


@clause("tow.x.combat.fall_back")
def test_they_go_straight_away_and_count_as_rallied():
    """Four cells to the north, still facing south."""
    scene = falling(dice=[4, 5, 4, 2])
    scene.play("pass")
    orcs = scene.unit("orcs")
    assert (orcs.at, orcs.facing, orcs.rallied, orcs.fleeing) == ((19, 13 - 4), 4, 1, 0)
    assert scene.last("falls_back").extra == 4


@clause("tow.x.combat.fall_back")
def test_the_winner_is_asked_to_pursue_or_to_stay():
    scene = falling(dice=[4, 5, 4, 2])
    scene.play("pass")
    assert (scene.decider, scene.prompt, scene.choices()) == ("men", "after", ["pursue", "restrain"])


@clause("tow.x.combat.fall_back", "tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("leadership", "chance"), [(8, 0.277778), (7, 1 - 0.583333), (10, 1 / 12)])
def test_to_restrain_takes_a_leadership_test(leadership, chance):
    """Who fails it must pursue."""
    scene = falling(men={"leadership": leadership}, dice=[4, 5, 6, 6])
    scene.play("pass")
    assert scene.odds("restrain", want="pursues by men", open="stop")[1] == exactly(chance)


@clause("tow.x.combat.fall_back")
@pytest.mark.parametrize(("roll", "cells", "contact"), [((1, 2), 3, False), ((2, 2), 4, True), ((6, 6), 4, True)])
def test_a_pursuer_that_comes_as_far_makes_contact(roll, cells, contact):
    """Orcs four cells away: it stops there, and counts as having charged; else it goes as far as it has rolled."""
    scene = falling(dice=[4, 5, 4, 2, *roll])
    scene.play("pass", "pursue")
    assert scene.unit("men").at == (10, 14 - cells)
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "orcs")) is contact
    assert scene.unit("men").charged == contact


@clause("tow.x.combat.fall_back")
@pytest.mark.parametrize(("dice", "chance"), [(2, 33 / 36), (1, 3 / 6), (3, 215 / 216)])
def test_the_dice_of_who_follows_can_be_others(dice, chance):
    """At least four, for the orcs have gone back four."""
    scene = falling(dice=[4, 5, 4, 2], rules={f"{FALL}.pursue_dice": dice})
    scene.play("pass")
    before = scene.unit("men").at[1]
    found = scene.odds("pursue", want=lambda table: before - table.unit("men").at[1], open="stop")
    assert found.at_least(4) == exactly(chance)


@clause("tow.x.combat.fall_back")
def test_who_falls_back_off_the_table_is_destroyed():
    """Three rows are behind them."""
    scene = battle(
        regiment("men", at=(10, 4), models=10, files=10, attacks=0, standard=True),
        regiment("orcs", at=(19, 3), facing="south", models=10, files=10, attacks=0, leadership=10), *SCOUTS[:1],
        regiment("spy", "orcs", (0, 23), models=1),
        rules={f"{RESULT}.standard": 9, f"{RESULT}.outnumber": 0}, upto="move", who="scout", dice=[4, 5, 4, 2],
    )  # fmt: skip
    scene.play("pass")
    assert (scene.unit("orcs").models, scene.unit("orcs").gone) == (0, Gone.FLED)


@clause("tow.x.combat.fall_back", "tow.x.move.flee")
def test_friends_are_passed_through():
    """Two cells would end among the goblins; the orcs go on until they are free."""
    goblins = regiment("goblins", "orcs", (12, 11), "south", models=3, files=3)
    scene = falling(dice=[4, 5, 2, 1, 1, 1], friends=[goblins])
    scene.play("pass", "restrain")
    assert scene.unit("orcs").at == (19, 13 - 3)
    assert scene.unit("goblins").at == (12, 11)


# --- closing up


def gap(lost, close=None, map="", attacks=15, orcs=None):
    """Ten men in two ranks, orcs in their rear; so many men fall, and their standard makes up for it."""
    rules = {f"{RESULT}.standard": lost, f"{RESULT}.rear": 0, f"{RESULT}.outnumber": 0, f"{RESULT}.flank": 0}
    rules |= {"troop.table.regular_infantry_max_rank_bonus": 0}
    rules |= {} if close is None else {"x.combat.close_up.close_up_max": close}
    men = regiment("men", at=(10, 10), models=20, standard=True, **CALM)
    foes = regiment(
        "orcs",
        at=(10, 14),
        **{"models": 5, "attacks": 3, "weapon_skill": 10, "traits": ["unbreakable"], **(orcs or {})},
    )
    scene = melee(men, foes, rules=rules, dice=blows(attacks, lost), map=map)
    scene.play("pass")
    return scene


@clause("tow.x.combat.close_up")
def test_the_enemy_comes_after_a_unit_that_lost_its_rear_rank():
    men = regiment("men", at=(10, 10), models=10, standard=True, **CALM)
    orcs = regiment("orcs", at=(10, 12), models=5, traits=["unbreakable"])
    rules = {f"{RESULT}.standard": 5, f"{RESULT}.rear": 0}
    scene = melee(men, orcs, rules=rules, dice=blows(5, 5))
    scene.play("pass")
    assert box(scene, "men") == (10, 10, 5, 1)
    assert box(scene, "orcs") == (10, 11, 5, 1)
    assert Ground.of(scene).ask(is_engaged_with, "men", "orcs")
    assert scene.last("combat_drawn")


@clause("tow.x.combat.close_up")
@pytest.mark.parametrize(("lost", "close", "row"), [
    (15, None, 11), (10, None, 12), (15, 3, 11), (15, 2, 14), (5, 0, 14), (4, 0, 14),
])  # fmt: skip
def test_by_some_cells_at_most(lost, close, row):
    """Each five men lost are a rank; what cannot be closed ends the engagement."""
    scene = gap(lost, close)
    assert scene.unit("orcs").at[1] == row
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "orcs")) is (row == 10 + (20 - lost + 4) // 5)


@clause("tow.x.combat.close_up")
@pytest.mark.parametrize(("lost", "row"), [(30, 12), (35, None)])
def test_by_six_cells_and_no_more(lost, row):
    """Eight ranks of men, of whom two or one are left, before orcs at y 18."""
    men = regiment("men", at=(10, 10), models=40, **CALM)
    orcs = regiment("orcs", at=(10, 18), models=5, attacks=10, traits=["unbreakable"])
    scene = melee(men, orcs, dice=blows(50, lost))
    scene.play("pass")
    closed = [e.amount for e in scene.events if e.kind == "closed_up"]
    assert closed == ([(10, row)] if row else [])


@clause("tow.x.combat.close_up")
def test_who_is_still_in_contact_does_not_move():
    assert gap(4).unit("orcs").at == (10, 14)


@clause("tow.x.combat.close_up", "tow.formation.footprint")
@pytest.mark.parametrize(("x", "engaged"), [(13, True), (14, False)])
def test_nobody_closes_up_into_the_empty_places_of_a_short_rank(x, engaged):
    """One of ten men falls: the place at (14, 11) is empty, and the orc behind it has lost contact."""
    men = regiment("men", at=(10, 10), models=10, **CALM)
    orc = regiment("orcs", at=(x, 12), models=1, traits=["unbreakable"])
    scene = melee(men, orc, dice=blows(1, 1))
    scene.play("pass")
    assert scene.unit("orcs").at == (x, 12)
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "orcs")) is engaged


@clause("tow.x.combat.close_up")
def test_it_ends_where_the_way_is_blocked():
    """Rock beside the men, in the way of a broader enemy."""
    scene = gap(5, attacks=12, orcs={"models": 6, "files": 6, "attacks": 2}, map=land(rock=block(15, 10, 1, 4)))
    assert scene.unit("orcs").at == (10, 14)
    assert not Ground.of(scene).ask(is_engaged_with, "men", "orcs")
