"""The grid: squares, what lies between them, and the modules of the book."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause
from heimr.ground import act, archer, dodging, faces, foe, man, scene, square, swordsman, targets, verbs

from tactica.envs import rulesets
from tactica.envs.core.state.capacities import Overrun
from tactica.envs.engine.game import Game
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.pools import open_pool
from tactica.envs.scenario import ScenarioError, expand, load

CLAUSES = rulesets.get("heimr").rulebook.clauses


def places(table, verb="move"):
    """Where a verb leads, by directions."""
    return {text.split()[1] for text in table.choices(f"{verb} ")}


# --- size and names


@clause("heimr.grid.size")
@pytest.mark.parametrize(
    ("size", "is_open"),
    [((3, 3), True), ((8, 8), True), ((12, 12), True), ((2, 3), False), ((3, 2), False), ((13, 3), False)],
)
def test_three_to_twelve_squares_each_way(size, is_open):
    def lay():
        return scene(man(at="A1"), foe(at="A2"), size=size)

    if is_open:
        table = lay()
        assert (table.state["board_width"], table.state["board_height"]) == size
    else:
        with pytest.raises(ScenarioError):
            lay()


@clause("heimr.grid.size")
def test_three_by_three_where_nothing_is_said():
    table = scene(man(at="B2"), foe(at="B3"), board={})
    assert (table.state["board_width"], table.state["board_height"]) == (3, 3)


@clause("heimr.grid.coordinates")
@pytest.mark.parametrize(("name", "cell"), [("C2", (2, 1)), ("A1", (0, 2)), ("B3", (1, 0))])
def test_letters_count_columns_and_numbers_count_from_the_south(name, cell):
    """The book's rank 1 is the southernmost row, here the last one."""
    table = scene(man(at=name), foe(at="B2"))
    assert table.unit("man").at == cell == tuple(square(name, 3))


@clause("heimr.grid.coordinates")
def test_one_step_north_of_b2_is_b3():
    table = scene(man(at="B2"), foe(at="A1"))
    act(table, "move north")
    assert table.unit("man").at == tuple(square("B3", 3)) == (1, 0)
    assert table.last("moved").text == "man moves to 1,0", "as choices and scenarios write it"


@clause("heimr.grid.coordinates", "heimr.grid.borders")
@pytest.mark.parametrize(
    ("at", "ways"),
    [
        ("B2", {"north", "east", "south", "west"}),
        ("A1", {"north", "east"}),
        ("C1", {"north", "west"}),
        ("C2", {"north", "south", "west"}),
    ],
)
def test_up_to_four_borders_and_nothing_beyond_the_map(at, ways):
    assert places(scene(man(at=at), foe(at="B3"))) == ways
    assert places(scene(man(at=at), foe(at="B3")), "run") == ways


@clause("heimr.grid.borders", "heimr.ranged.distance")
def test_diagonal_neighbours_are_two_crossings_away():
    table = scene(man(at="B2"), foe(at="A1", weapons=["medium_weapon"]))
    act(table, "move west")
    assert table.unit("man").at == (0, 1)
    table = scene(swordsman(at="B2"), foe(at="A1"))
    assert "charge_weapon" not in verbs(table)


@clause("heimr.grid.combat_orientation")
@pytest.mark.parametrize(("way", "step"), [("north", (0, -1)), ("east", (1, 0)), ("south", (0, 1)), ("west", (-1, 0))])
def test_the_same_direction_for_everyone(way, step):
    table = scene(man(at="B2"), foe(at="C3"), foe(name="goblin", at="C3"), size=(5, 5))
    before = {unit.name: unit.at for unit in table.units}
    for name in ("man", "orc", "goblin"):
        assert table.decider == name
        act(table, f"move {way}")
        act(table, "end_turn")
        x, y = before[name]
        assert table.unit(name).at == (x + step[0], y + step[1])


# --- in a square


@clause("heimr.grid.location")
def test_sixteen_in_one_square():
    men = [man(name=f"man_{i}", wp=12) for i in range(6)]
    orcs = [foe(name=f"orc_{i}", wp=6 if i < 6 else 0) for i in range(10)]
    table = scene(*men, *orcs, dice=None)
    assert len({unit.at for unit in table.units}) == 1 and len(table.units) == 16


@clause("heimr.grid.location")
@pytest.mark.parametrize(("limit", "is_open"), [(0, True), (3, True), (2, False)])
def test_a_battle_may_limit_how_many_find_room(limit, is_open):
    rules = {"grid.location.units_per_cell_limit": limit}
    table = scene(man(at="B2"), foe(at="B3"), foe(name="goblin", at="B3"), rules=rules)
    assert ("north" in places(table)) is is_open


@clause("heimr.grid.free_inside", "heimr.c.take_cover")
def test_nobody_needs_an_action_to_walk_about_in_a_square():
    table = scene(man(at="B2"), foe(at="B3"), cells=[("B2", "cart")])
    act(table, "take_cover")
    unit = table.unit("man")
    assert unit.at == (1, 1) and unit.standard_left == 1 and unit.in_cover == 1


# --- borders


@clause("heimr.grid.barriers", "heimr.env.limit")
def test_a_border_may_be_several_things_at_once():
    """A window: one at a time, and each has to climb through."""
    table = scene(
        man(at="B2"),
        man(name="friend", at="B2"),
        foe(at="A1"),
        borders=[("B2", "B3", {"limit": 1, "crossing": 5})],
        dice=[6, 9],
    )
    act(table, "move north")
    act(table, "end_turn")
    assert table.unit("man").at == (1, 0) and table.decider == "friend"
    assert "north" not in places(table) and "east" in places(table)


@clause("heimr.grid.barriers", "heimr.env.structure", "heimr.action.charge")
def test_nobody_crosses_what_is_shut():
    table = scene(swordsman(at="B2"), foe(at="B3"), borders=[("B2", "B3", {"toughness": 4, "structure": 2})])
    assert "north" not in places(table) and "north" not in places(table, "run") and "charge_weapon" not in verbs(table)
    table = scene(
        man(at="B2", set={"prone": 1}), foe(at="B3"), borders=[("B2", "B3", {"toughness": 4, "structure": 2})]
    )
    assert places(table, "crawl") == {"east", "south", "west"}


# --- modules and what is outside of battles


@clause("heimr.intro.modular_core", "heimr.blind.penalty")
@pytest.mark.parametrize(("module", "consistency"), [(1, 1 - 2 - 5), (0, 1 - 2)])
def test_blind_spots_are_a_module(module, consistency):
    """It dodges a shot from the north, and is then shot at from the south."""
    rules = {"intro.modular_core.module_blind_spots": module}
    one = archer(name="north", at="B3")
    two = archer(name="south", at="B1")
    table = scene(one, two, foe(stand=dodging(9)), rules=rules)
    act(table, "shoot orc", "use_dodge", dice=[4, 1, 1, *faces(6, -1)])
    act(table, "end_turn")
    again = faces(6, consistency) if module else []
    act(table, "shoot orc", dice=[*again, 4, 1, 1])
    assert targets(table, "attack_missed") == ["orc"] == targets(table, "attack_hit")


@clause("heimr.intro.modular_core")
@pytest.mark.parametrize(
    ("weapon", "rules", "is_open"),
    [("bow", {}, False), ("claws", {}, True), ("bow", {"tables.items.bow.damage": 2}, True)],
)
def test_the_armoury_is_a_module(weapon, rules, is_open):
    """Without it a scenario says itself what its weapons do."""
    units = [{"name": name, "side": name, "at": [0, y]} for y, name in enumerate(("man", "orc"))]
    units[0]["weapons"] = [weapon]
    described = {"ruleset": "heimr", "board": {"size": [3, 3]}, "sides": ["man", "orc"], "units": units}
    described["rules"] = {"intro.modular_core.module_medieval_armoury": 0, **rules}
    if is_open:
        expand(load(described))
    else:
        with pytest.raises(ScenarioError, match="armoury"):
            expand(load(described))


@clause("heimr.intro.larp_compatibility", "heimr.intro.draft_status", "heimr.grid.out_of_combat", "heimr.env.draft")
def test_what_no_battle_needs_has_no_numbers():
    for name in ("intro.larp_compatibility", "intro.draft_status", "grid.out_of_combat", "env.draft"):
        assert not CLAUSES[name].knobs
    assert [
        CLAUSES[name].scope for name in ("intro.larp_compatibility", "intro.draft_status", "grid.out_of_combat")
    ] == ["campaign"] * 3


@clause("heimr.grid.location")
@pytest.mark.parametrize("thinker", ["shield_wall", "ambusher", "charger"])
def test_ten_enemies_in_one_square_leave_room(thinker):
    """Whoever decides among ten goblins, by weighing or by chance, lists fewer choices and plans than there is room for."""
    men = [{"template": one, "side": "side0", "at": [1, 1]} for one in ("greatsword_brute", "archer", "wrestler")]
    goblins = [{"template": "goblin", "side": "side1", "at": [1, 1]} for _ in range(10)]
    battle = {"ruleset": "heimr", "board": {"size": [3, 3]}, "units": men + goblins}
    game = Game("heimr", open_pool(rulesets.get("heimr"), battle)).start(seed=5)
    rng, chance = np.random.default_rng(5), np.arange(4, dtype=np.int64)[None]
    code, most = seat_code(game.ruleset, thinker), np.zeros(0)
    for decision in range(120):
        if game.over:
            break
        answer = game.loops.choose_game(game.states, game.row, game.books, game.fields, code, chance)
        chosen = game.loops.index_of(game.states, game.row, game.layout.record, answer)
        most = game.states["most_used"][game.row].copy()
        legal = game.legal()
        assert chosen in legal
        game.step(chosen if decision % 2 else int(rng.choice(legal)))
    room = game.ruleset.module("state").CAPACITIES
    assert 0 < most[Overrun.CHOICES] < room.choices and 0 < most[Overrun.PLANS] < room.plans
    assert most[Overrun.FRAMES] < room.frames and most[Overrun.EVENTS] < room.events
