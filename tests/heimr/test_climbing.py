"""Climbers: what binds them, how they come over an edge, what they hold, and when they fall."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, faces, foe, kinds, man, scene, swordsman, verbs

from tactica.envs.rulesets.heimr.vocab import Climbing, Injury

LEGS = Injury.RIGHT_LEG | Injury.LEFT_LEG
FAR = foe(name="far", at="A1", wp=0)
AGILE = {"dex": 2, "wp": 3}  # agility of consistency 1, potential 2, fatigue 4
UP = {"elevation": 4}
BOUND = [{"bound_feet": 2}, {"bound_legs": [1, 0]}, {"bound_legs": [0, 1]}, {"bound_body": 2}]


def tree(height=4, climb=5, **more):
    """Something to climb in B2."""
    return [("B2", {"feature": height, "feature_climb": climb, **more})]


def ledge(*units, climb=0, below=(), **more):
    """B3 lies four levels higher than B2."""
    border = {"climb": climb, **more.pop("border", {})}
    return scene(*units, cells=[("B3", {"ground": 4}), *below], borders=[("B3", "B2", border)], **more)


def on_top(**fields):
    """A man on the ledge."""
    return man(at="B3", set={**UP, **fields}, **AGILE)


# --- what binds


@clause("heimr.effect.bind_feet", "heimr.effect.bind_leg", "heimr.effect.bind_body", "heimr.action.climb")
@pytest.mark.parametrize("bound", BOUND)
def test_the_bound_do_not_climb(bound):
    cells = [*tree(), ("B3", {"ground": 4})]
    open_now = [
        verbs(scene(man(set=fields), FAR, cells=cells, borders=[("B2", "B3", {"climb": 6})])) for fields in ({}, bound)
    ]
    assert {"climb_up", "scale_up"} <= open_now[0] and not {"climb_up", "scale_up"} & open_now[1]
    assert "climb_down" in verbs(scene(man(set=UP), FAR, cells=tree()))
    assert "climb_down" not in verbs(scene(man(set={**UP, **bound}), FAR, cells=tree()))


@clause("heimr.effect.bind_feet", "heimr.effect.bind_leg", "heimr.effect.bind_body", "heimr.action.jump_down")
@pytest.mark.parametrize(
    ("bound", "is_open"),
    [
        ({}, True),
        ({"bound_feet": 2}, True),
        ({"bound_legs": [1, 0]}, False),
        ({"bound_legs": [0, 1]}, False),
        ({"bound_body": 2}, False),
    ],
)
def test_bound_feet_can_jump_down(bound, is_open):
    assert ("jump_down" in verbs(scene(man(set={**UP, **bound}), FAR, cells=tree()))) is is_open


@clause("heimr.effect.bind_feet", "heimr.effect.bind_leg", "heimr.effect.bind_body", "heimr.c.change_level")
@pytest.mark.parametrize("bound", BOUND)
def test_nor_do_they_step_up(bound):
    assert "change_level" in verbs(scene(man(), FAR, cells=tree(1)))
    assert "change_level" not in verbs(scene(man(set=bound), FAR, cells=tree(1)))


@clause("heimr.effect.bind_body", "heimr.action.hide")
@pytest.mark.parametrize(("bound", "is_open"), [({}, True), ({"bound_feet": 2}, True), ({"bound_body": 2}, False)])
def test_who_cannot_move_from_its_position_does_not_hide(bound, is_open):
    assert ("hide" in verbs(scene(man(set=bound), FAR, cells=[("B2", {"dark": 2})]))) is is_open


# --- over an edge


@clause("heimr.c.climb_down_jump", "heimr.height.climb_fail", "heimr.fall.check")
def test_who_fails_to_climb_over_an_edge_falls_below():
    """From a level of 4 it tries to reach 3: 2 + 2 * 3."""
    table = ledge(on_top(), FAR, climb=11)
    act(table, "scale_down south", dice=[*faces(4), *faces(10)])
    unit = table.unit("man")
    assert unit.at == (1, 1) and (unit.elevation, unit.prone, unit.climbing, unit.hp) == (0, 1, 0, 3)
    assert table.last("passed").amount == 2 + 2 * 3 and table.last("fell").amount == 3


@clause("heimr.c.climb_down_jump", "heimr.fall.damage", "heimr.fall.injury")
def test_and_is_hurt_as_after_any_fall():
    table = ledge(on_top(), FAR, climb=11)
    act(table, "scale_down south", dice=[*faces(4), *faces(1)])
    assert table.unit("man").hp == 3 - 3 and table.unit("man").injuries == LEGS


@clause("heimr.env.limit", "heimr.height.climb")
def test_climbing_over_an_edge_counts_for_its_limit():
    table = ledge(on_top(), man(name="pal", at="B3", wp=2, set=UP), FAR, border={"limit": 1})
    act(table, "scale_down south")
    assert table.decider == "pal" and not table.offers("scale_down south") and not table.offers("move south")


@clause("heimr.c.climb_down_jump", "heimr.c.take_cover", "heimr.position.hidden", "heimr.guard.basics")
def test_what_is_left_behind():
    table = ledge(on_top(in_cover=1, hide_value=9, hidden_from=["far"]), FAR, below=[("B2", {"cover": 5})])
    act(table, "guard_cell")
    act(table, "scale_down south")
    unit = table.unit("man")
    assert (unit.elevation, unit.climbing, unit.climb_direction) == (3, Climbing.BORDER, 0)
    assert unit.in_cover == 0 and unit.hide_value == 0 and unit.guard == 0 and "moved" in kinds(table)


@clause("heimr.c.hazard", "heimr.height.climb")
def test_what_waits_below():
    below = [("B2", {"hazard": "hit", "hazard_number": 1, "hazard_cr": 0})]
    table = ledge(on_top(), FAR, below=below)
    act(table, "scale_down south")
    assert table.unit("man").hp == 3 - 1 and table.unit("man").elevation == 3


@clause("heimr.grid.location", "heimr.c.climb_down_jump")
@pytest.mark.parametrize(("limit", "is_open"), [(0, True), (1, False), (2, True)])
def test_there_must_be_room_below(limit, is_open):
    rules = {"grid.location.units_per_cell_limit": limit}
    assert ledge(on_top(), foe(wp=0), rules=rules).offers("scale_down south") is is_open


# --- hands


@clause("heimr.position.climbing", "heimr.action.draw")
@pytest.mark.parametrize(("hangs", "hands", "is_open"), [(0, 1, True), (1, 1, False), (1, 0, True)])
def test_climbers_keep_a_hand_free(hangs, hands, is_open):
    """One light weapon in hand, another at the belt."""
    armed = man(
        weapons=["light_weapon", "light_weapon"],
        wielded=["light_weapon"],
        set={"elevation": hangs, "climbing": hangs},
    )
    table = scene(armed, FAR, cells=tree(), rules={"position.climbing.hands_used": hands})
    assert ("draw" in verbs(table)) is is_open


# --- falling off


def climber(climb=0, **fields):
    """A man strikes an orc one level up."""
    orc = foe(hp=9, set={"elevation": 1, "climbing": 1, **fields})
    return scene(swordsman(wp=9), orc, FAR, cells=tree(4, climb))


@clause("heimr.position.climbing", "heimr.position.unconscious", "heimr.height.hold_on")
@pytest.mark.parametrize("climb", [0, 5])
def test_who_faints_falls(climb):
    """A sword does 2, and -4 is mutilated: unconscious at once."""
    table = climber(climb, hp=-2)
    act(table, "weapon_attack orc", dice=[6, 9])
    orc = table.unit("orc")
    assert (orc.hp, orc.unconscious, orc.elevation, orc.climbing) == (-4, 1, 0, 0)


@clause("heimr.position.climbing", "heimr.injury.effects", "heimr.effect.fall")
@pytest.mark.parametrize("climb", [0, 5])
def test_who_is_hurt_in_a_leg_falls(climb):
    table = climber(climb, hp=1)
    act(table, "weapon_attack orc", dice=[2, 9])
    orc = table.unit("orc")
    assert (orc.hp, orc.prone, orc.elevation, orc.climbing) == (-1, 1, 0, 0)
    assert orc.injuries == Injury.RIGHT_LEG and "fell" in kinds(table)


@clause("heimr.env.crossing", "heimr.position.climbing", "heimr.fall.check")
def test_who_fails_a_challenge_on_top_of_a_ladder_falls():
    """From a level of 4: 2 + 2 * 4."""
    hanging = man(set={**UP, "climbing": Climbing.BORDER, "climb_direction": 0}, **AGILE)
    table = ledge(hanging, FAR, border={"crossing": 9})
    act(table, "move north", dice=[*faces(4), *faces(10)])
    unit = table.unit("man")
    assert unit.at == (1, 1) and (unit.elevation, unit.prone, unit.climbing, unit.hp) == (0, 1, 0, 3)
    assert table.last("passed").amount == 2 + 2 * 4


@clause("heimr.action.jump_down", "heimr.injury.reopen", "heimr.injury.effects")
@pytest.mark.parametrize(("injuries", "is_open"), [(0, False), (Injury.LEFT_LEG, True), (Injury.RIGHT_LEG, True)])
def test_nobody_is_left_on_a_tree_for_a_hurt_leg(injuries, is_open):
    """Whoever lies there for another reason gets up first."""
    lying = man(set={**UP, "prone": 1, "injuries": injuries, "hp": 0}, **AGILE)
    table = scene(lying, FAR, cells=tree())
    assert ("jump_down" in verbs(table)) is is_open
    if is_open:
        act(table, "jump_down", dice=faces(10))
        assert (table.unit("man").elevation, table.unit("man").prone) == (0, 1)


@clause("heimr.fall.injury")
@pytest.mark.parametrize(("hp", "height", "injuries"), [(-1, 4, LEGS), (0, 2, LEGS), (1, 2, 0)])
def test_the_legs_are_hurt_though_no_hit_points_are_lost(hp, height, injuries):
    table = scene(man(set={"elevation": height, "hp": hp}), FAR, cells=tree(height))
    act(table, "jump_down", dice=[1, 1])
    assert (table.unit("man").hp, table.unit("man").injuries) == (hp, injuries)
    assert "damaged" not in kinds(table)


# --- cover


@clause("heimr.c.take_cover", "heimr.action.climb")
def test_cover_is_left_for_a_climb():
    table = scene(man(set={"in_cover": 1}), FAR, cells=tree(4, 0, cover=3))
    act(table, "climb_up")
    assert table.unit("man").elevation == 1 and table.unit("man").in_cover == 0


@clause("heimr.c.take_cover", "heimr.action.hide", "heimr.position.climbing")
@pytest.mark.parametrize(("hangs", "covered"), [(0, 1), (1, 0)])
def test_climbers_hide_without_it(hangs, covered):
    hiding = man(sta=1, set={"elevation": hangs, "climbing": hangs})
    table = scene(hiding, FAR, cells=tree(4, 0, cover=3, dark=1))
    act(table, "hide", dice=faces(6))
    assert table.unit("man").in_cover == covered and table.unit("man").hide_value > 0


@clause("heimr.c.take_cover", "heimr.action.hide", "heimr.position.climbing")
@pytest.mark.parametrize(("hangs", "is_open"), [(0, True), (1, False)])
def test_and_not_where_there_is_nothing_else(hangs, is_open):
    table = scene(man(set={"elevation": hangs, "climbing": hangs}), FAR, cells=tree(4, 0, cover=3))
    assert ("hide" in verbs(table)) is is_open


# --- who is in the way, and what waits below


def beside_a_guard(climb=0):
    """A man on the ledge, and an orc beside him that guards the way down."""
    keeper = foe(wp=2, at="B3", set={**UP, "guard": "border", "guard_direction": "south", "guard_left": 1})
    return ledge(on_top(), keeper, FAR, climb=climb)


@clause("heimr.guard.border_near", "heimr.action.climb")
@pytest.mark.parametrize("climb", [0, 11])
def test_a_guard_stops_who_climbs_down_over_its_border(climb):
    """Before any roll."""
    table = beside_a_guard(climb)
    act(table, "scale_down south")
    unit = table.unit("man")
    assert unit.at == (1, 0) and (unit.elevation, unit.climbing) == (4, 0) and table.unit("orc").guard == 0
    assert unit.cluster == table.unit("orc").cluster >= 0


@clause("heimr.guard.outmanoeuvre", "heimr.action.climb", "heimr.guard.border_end")
def test_who_gets_past_it_climbs_on():
    table = beside_a_guard()
    act(table, "scale_down south", "outmanoeuvre")
    unit = table.unit("man")
    assert unit.at == (1, 1) and (unit.elevation, unit.climbing) == (3, Climbing.BORDER)
    assert table.unit("orc").guard == 0


DRAINING = [("B2", {"hazard": "drain", "hazard_cr": 0})]


@clause("heimr.position.climbing", "heimr.height.hold_on", "heimr.c.hazard")
@pytest.mark.parametrize(("natural", "falls"), [(7, False), (6, True)])
def test_an_effect_met_on_the_way_down_shakes_the_climber(natural, falls):
    """A climb of 9 with a potential of 2, then the grip, with a consistency of 1; then perhaps a fall from 3."""
    table = ledge(on_top(), FAR, climb=9, below=DRAINING)
    act(table, "scale_down south", dice=[*faces(10), *faces(natural), *(faces(10) if falls else [])])
    unit = table.unit("man")
    assert unit.wp == 3 - 1 and (unit.climbing == Climbing.NOT) is falls and unit.elevation == (0 if falls else 3)


@clause("heimr.effect.resist", "heimr.height.hold_on")
def test_an_effect_that_is_resisted_does_not():
    table = ledge(man(at="B3", skills=["resist"], set=UP, **AGILE), FAR, climb=9, below=DRAINING)
    act(table, "scale_down south", "resist", dice=faces(10))
    assert table.unit("man").climbing == Climbing.BORDER and table.unit("man").elevation == 3


@clause("heimr.action.climb", "heimr.check.willpower_reroll")
def test_who_may_roll_again_has_not_climbed_yet():
    table = scene(man(wp=1), FAR, cells=tree(climb=8))
    table.dice = [2, 2]
    table.play("climb_up")
    assert (table.prompt, table.unit("man").elevation, int(table.state["result"])) == ("reroll", 0, 0)
