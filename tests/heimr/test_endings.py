"""How battles begin and end, and what is to be held."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, foe, kinds, man, rest, scene, swordsman, targets, verbs

from tactica.envs.rulesets.heimr.vocab import GuardKind
from tactica.envs.scenario import ScenarioError, expand, load

TORSO, ARM = [6, 9, 9], [4, 9, 9]  # hits of a consistency of 2
HOLD = [("B2", "objective")]
DYING = {"hp": -4, "injuries": ["torso"], "unconscious": 1, "prone": 1}


# --- setting up


@clause("heimr.c.setup")
def test_ambushers_are_hidden_and_nobody_knows_of_them():
    table = scene(
        man(hidden=True, hide_value=9), foe(at="B3", wp=2), foe(name="far", at="A1", wp=1), cells=[("B2", "night")]
    )
    unit = table.unit("man")
    assert unit.hide_value == 9 and set(unit.hidden_from) == {"orc", "far"} and list(unit.known_hiding) == []


@clause("heimr.c.setup")
def test_or_roll_for_it():
    """Survival, before initiative."""
    units = [man(hidden=True, survival=(0, 2)), foe(at="B3")]
    table = scene(*units, cells=[("B2", "night")], order=[5, 7, 6, 3])
    assert table.unit("man").hide_value == 7 + 2


@clause("heimr.c.setup")
@pytest.mark.parametrize(("rolls", "given", "is_open"), [(1, {}, True), (0, {"hide_value": 9}, True), (0, {}, False)])
def test_where_nothing_is_rolled_the_value_is_given(rolls, given, is_open):
    units = [{"name": name, "side": name, "at": [0, y]} for y, name in enumerate(("man", "orc"))]
    units[0] |= {"hidden": True, **given}
    described = {"ruleset": "heimr", "board": {"size": [3, 3]}, "sides": ["man", "orc"], "units": units}
    described["rules"] = {"c.setup.ambush_hide_roll": rolls}
    if is_open:
        expand(load(described))
    else:
        with pytest.raises(ScenarioError):
            expand(load(described))


@clause("heimr.c.setup", "heimr.position.sleeping")
def test_sleepers_lie_and_are_not_asked():
    table = scene(man(wp=6), foe(sleeping=True, wp=2), foe(name="far", at="A1", wp=1))
    orc = table.unit("orc")
    assert (orc.sleeping, orc.prone, orc.defence) == (1, 1, 0)
    act(table, "end_turn")
    assert table.decider == "far"


@clause("heimr.c.setup", "heimr.c.take_cover")
def test_behind_something():
    assert scene(man(in_cover=True), foe(at="B3"), cells=[("B2", "cart")]).unit("man").in_cover == 1


@clause("heimr.c.setup", "heimr.guard.basics")
@pytest.mark.parametrize(
    ("guards", "kind"),
    [("north", GuardKind.BORDER), ("west", GuardKind.BORDER), ("cell", GuardKind.CELL), ("friend", GuardKind.ALLY)],
)
def test_on_guard(guards, kind):
    unit = scene(man(guard=guards), man(name="friend", wp=1), foe(at="B3", wp=0)).unit("man")
    assert unit.guard == kind and unit.guard_left == 1
    if kind == GuardKind.BORDER:
        assert unit.guard_direction == {"north": 0, "west": 6}[guards]


@clause("heimr.c.setup", "heimr.height.free")
@pytest.mark.parametrize(("elevation", "level"), [(None, 2), (5, 5)])
def test_up_a_tree(elevation, level):
    up = {} if elevation is None else {"elevation": elevation}
    table = scene(man(**up), foe(at="B3"), cells=[("B2", {"ground": 2, "feature": 5, "feature_climb": 5})])
    assert table.unit("man").elevation == level


@clause("heimr.c.setup", "heimr.defence.preroll", "heimr.initiative.roll")
def test_first_initiative_then_defences_in_its_order():
    table = scene(man(stand=("dodge", 6, 7), wp=2), foe(at="B3", stand=("dodge", 6, 8), wp=3), order=[6, 4])
    found = [(event.kind, event.who) for event in table.events if event.kind in ("initiative", "defence_rolled")]
    assert found == [("initiative", "man"), ("initiative", "orc"), ("defence_rolled", "man"), ("defence_rolled", "orc")]
    assert (table.round, table.decider) == (1, "man")


# --- who is out


def struck(damage, dice, **orc):
    """A swordsman strikes the last orc."""
    table = scene(swordsman(), foe(**orc), rules={"tables.items.medium_weapon.damage": damage})
    act(table, "weapon_attack orc", dice=dice)
    return table


@clause("heimr.c.end", "heimr.injury.effects")
@pytest.mark.parametrize(
    ("damage", "dice", "ends"),
    [(3, TORSO, True), (3, ARM, False), (2, TORSO, False), (7, ARM, True), (9, ARM, True), (5, ARM, False)],
)
def test_a_torso_consciousness_or_life(damage, dice, ends):
    """Three hit points: 0 and the torso, -4, -6; but neither an arm nor -2."""
    table = struck(damage, dice)
    assert (table.ending == "last_standing") is ends
    assert table.winner == ("men" if ends else None)


@clause("heimr.c.end", "heimr.c.speech")
def test_who_surrenders_is_out():
    table = scene(man(soc=3), foe(set={"wp": 0}), dice=[6, 9, 1])
    act(table, "threaten orc")
    assert table.ending == "last_standing" and table.winner == "men"


@clause("heimr.c.end", "heimr.c.escape")
def test_who_escapes_is_out():
    table = scene(man(at="B1"), foe(at="B3"), battle={"exits": ["south"]})
    act(table, "flee")
    assert table.ending == "last_standing" and table.winner == "orcs"


@clause("heimr.c.end", "heimr.position.sleeping")
def test_sleepers_are_not():
    """They still count."""
    table = scene(
        swordsman(),
        foe(sleeping=True, wp=2),
        foe(name="other", wp=1, hp=3),
        rules={"tables.items.medium_weapon.damage": 9},
    )
    act(table, "weapon_attack other", dice=[*TORSO, 1, 1])
    assert table.unit("other").dead == 1 and table.ending is None


@clause("heimr.c.end")
def test_both_at_once_is_a_draw():
    """The last orc has gone in the same breath in which the last man faints."""
    table = scene(
        man(set={"hp": -2, "injuries": ["left_leg"], "prone": 1, "death_timer": 9, "faint_timer": 1}), foe(at="B3")
    )
    table.strict = False
    orc = table.unit("orc")
    orc.escaped, orc.cell = 1, -1
    act(table, "end_turn")
    assert table.ending == "nobody_standing" and table.winner is None


@clause("heimr.c.end")
@pytest.mark.parametrize("most", [1, 3])
def test_after_the_last_round_it_is_a_draw(most):
    table = scene(man(), foe(at="B3"), rules={"c.end.max_rounds": most})
    for _ in range(2 * most):
        assert table.ending is None
        act(table, "end_turn")
    assert table.ending == "round_limit" and table.winner is None and table.round == most


@clause("heimr.c.end")
def test_sixty_rounds():
    table = scene(man(), foe(at="B3"))
    while table.ending is None:
        act(table, "end_turn")
    assert table.round == 60 and table.ending == "round_limit"


@clause("heimr.c.end", "heimr.injury.mutilated")
def test_the_dying_die_only_while_it_lasts():
    rules = {"c.end.max_rounds": 2}
    table = scene(man(), foe(wp=1, set={**DYING, "death_timer": 9}), foe(name="far", at="A1", wp=0), rules=rules)
    while table.ending is None:
        act(table, "end_turn")
    assert table.unit("orc").dead == 0 and table.unit("orc").death_timer == 9 - 2


# --- what is to be held


@clause("heimr.c.objective")
def test_seizing_it():
    table = scene(man(), foe(at="B3"), cells=HOLD)
    assert int(table.state["objective_owner"][0]) == -1
    act(table, "seize")
    assert (
        int(table.state["objective_owner"][0]) == 0
        and table.unit("man").standard_left == 0
        and "seized" in kinds(table)
    )
    rest(table, "orc")
    act(table, "move south")
    rest(table, "man")
    assert table.decider == "man"


@clause("heimr.c.objective")
@pytest.mark.parametrize(("at", "cells", "is_open"), [("B2", HOLD, True), ("B1", HOLD, False), ("B2", [], False)])
def test_only_where_it_is(at, cells, is_open):
    assert ("seize" in verbs(scene(man(at=at), foe(at="B3"), cells=cells))) is is_open


@clause("heimr.c.objective")
@pytest.mark.parametrize(("fields", "is_open"), [({}, False), ({"sleeping": 1, "prone": 1}, True)])
def test_not_in_a_cluster_with_somebody_who_stands(fields, is_open):
    both = {"cluster": "man"}
    table = scene(man(set=both), foe(set={**both, **fields}), foe(name="far", at="A1", wp=0), cells=HOLD)
    assert ("seize" in verbs(table)) is is_open


@clause("heimr.c.objective", "heimr.guard.basics")
def test_a_guard_stops_the_first_who_tries():
    table = scene(man(), foe(guard="cell", wp=2), foe(name="far", at="A1", wp=0), cells=HOLD)
    assert table.unit("orc").guard == GuardKind.CELL
    act(table, "seize")
    unit, orc = table.unit("man"), table.unit("orc")
    assert int(table.state["objective_owner"][0]) == -1 and unit.standard_left == 0 and orc.guard == 0
    assert unit.cluster == orc.cluster >= 0 and targets(table, "intercepted") == ["man"]


@clause("heimr.c.objective", "heimr.guard.hidden")
def test_but_not_whom_it_does_not_see():
    hiding = man(set={"hide_value": 20, "hidden_from": ["orc"]})
    table = scene(
        hiding, foe(guard="cell", wp=2), foe(name="far", at="A1", wp=0), cells=[("B2", ["objective", "night"])]
    )
    act(table, "seize")
    assert int(table.state["objective_owner"][0]) == 0


@clause("heimr.c.objective", "heimr.c.end")
@pytest.mark.parametrize(
    ("side", "seizes", "ending", "winner"),
    [
        ("men", True, "objective", "men"),
        ("men", False, "round_limit", None),
        ("orcs", True, "round_limit", None),
        (None, True, "round_limit", None),
    ],
)
def test_who_holds_it_in_the_end(side, seizes, ending, winner):
    """Only that side can win by it; else it is a draw."""
    battle = {} if side is None else {"objective": side}
    table = scene(man(), foe(at="B3"), cells=HOLD, battle=battle, rules={"c.end.max_rounds": 1})
    if seizes:
        act(table, "seize")
    act(table, "end_turn")
    act(table, "end_turn")
    assert (table.ending, table.winner) == (ending, winner)


@clause("heimr.c.objective", "heimr.c.end")
@pytest.mark.parametrize(("both", "ending"), [(True, "objective"), (False, "round_limit")])
def test_all_of_them(both, ending):
    men = [man(wp=6), man(name="other", at="B1", wp=4)]
    cells = [("B2", "objective"), ("B1", "objective")]
    table = scene(*men, foe(at="B3"), cells=cells, battle={"objective": "men"}, rules={"c.end.max_rounds": 1})
    act(table, "seize")
    act(table, "end_turn")
    if both:
        act(table, "seize")
    act(table, "end_turn")
    act(table, "end_turn")
    assert table.ending == ending
