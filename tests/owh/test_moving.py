"""Moving: how often, how far, through whom, which way, off the board."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, reached, verbs, way
from owh.scenes import cards, duel, scene

from tactica.envs.sandbox import sandbox
from tactica.envs.scenario import ScenarioError

THREE = {"turn.action_economy.standard_actions": 3}
NO_OPPORTUNITY = {"engage.attack_of_opportunity.enabled": 0}


def alone(*rows, at=(0, 0), rules=None, friends=(), levels=(), **man):
    """A man on a map, and an orc behind walls in its last row but one, who can do nothing."""
    width = max(map(len, rows))
    walls = ["#" * width, "." * width]
    board = {"map": "\n".join([*rows, *walls])}
    if levels:
        board["cells"] = [{"flag": {"level": high}, "at": [list(cell)]} for cell, high in levels]
    return scene(
        {"name": "man", "side": "men", "at": list(at), "weapons": ["sword"], **man},
        {"name": "orc", "side": "orcs", "at": [width - 1, len(rows) + 1], "weapons": ["sword"]},
        *friends,
        board=board,
        rules=rules,
    )


def row_of(cells, y=0):
    """Cells of a row."""
    return {(x, y) for x in cells}


# --- how often


@clause("owh.move.action")
def test_two_moves_and_a_free_attack():
    table = duel(man={"abilities": ["frenzy"], "potion": 1, "hp_left": 20}, distance=7)
    table.play("move 6,5")
    assert {"move", "defend", "use_potion"} <= verbs(table)
    table.play("move 10,5")
    assert verbs(table) == {"free_attack", "drop_weapon"}


@clause("owh.move.action")
def test_two_moves_leave_room_for_nothing_else_however_many_actions_there_are():
    table = duel(distance=7, rules=THREE)
    table.play("move 5,5", "move 6,5")
    assert verbs(table) == {"drop_weapon"}
    table = duel(distance=7, rules={**THREE, "move.action.double_move_excludes_standard": 0})
    table.play("move 5,5", "move 6,5")
    assert "defend" in verbs(table)


@clause("owh.move.action")
def test_whoever_has_done_something_else_moves_once():
    table = duel(distance=7, rules=THREE, man={"potion": 1, "hp_left": 20}, dice=[1, 1])
    table.play("move 5,5", "use_potion man")
    assert "move" not in verbs(table) and "defend" in verbs(table)


@clause("owh.move.action")
def test_how_many_moves_can_be_set():
    table = duel(distance=7, rules={"move.action.max_moves_per_turn": 1})
    table.play("move 5,5")
    assert "move" not in verbs(table) and "defend" in verbs(table)
    table = duel(distance=7, rules={**THREE, "move.action.max_moves_per_turn": 3})
    table.play("move 5,5", "move 6,5")
    assert "move" in verbs(table)


@clause("owh.move.action")
def test_a_free_action_may_come_between_two_moves():
    table = duel(man={"weapons": ["sword", "dagger"]}, distance=7)
    table.play("move 5,5", "switch_weapon dagger", "move 6,5")
    assert table.decider == "orc"


# --- what cells cost


@clause("owh.completion.movement_cost")
@pytest.mark.parametrize(
    ("line", "last"),
    [
        ("..........", 5),
        ("....~~....", 4),  # three open ones, then a difficult one: 5 points
        ("....ww....", 4),
        ("....cc....", 4),
        ("....OO....", 5),
        ("..~..~....", 4),  # 1 2 1 1, and no 2 left
    ],
)
def test_what_ground_costs(line, last):
    assert reached(alone(line)) == row_of(range(1, last + 1))


@clause("owh.completion.movement_cost")
@pytest.mark.parametrize(
    ("rules", "last"), [({}, 3), ({"completion.movement_cost.difficult_cost": 3}, 2)]
)  # fmt: skip
def test_what_difficult_ground_costs_can_be_set(rules, last):
    assert reached(alone(".~.~......", rules=rules)) == row_of(range(1, last + 1))


@clause("owh.completion.movement_cost", "owh.completion.grid")
def test_a_diagonal_step_costs_one():
    table = alone(".....", ".....", ".....", move=2)
    assert reached(table) == {(x, y) for x in range(3) for y in range(3)} - {(0, 0)}


@clause("owh.completion.movement_cost")
def test_how_far_a_human_moves_can_be_set():
    assert reached(alone(".........")) == row_of(range(1, 6))
    assert reached(alone(".........", rules={"completion.movement_cost.human_move": 4})) == row_of(range(1, 5))
    assert reached(alone(".........", rules={"completion.movement_cost.human_move": 4}, move=3)) == row_of(range(1, 4))


@clause("owh.completion.movement_cost", "owh.status.flying")
def test_fliers_pay_one_for_every_cell():
    assert reached(alone(".~~ww~~~~~", move=6, traits=["flying"])) == row_of(range(1, 7))


@clause("owh.completion.movement_cost")
@pytest.mark.parametrize("knob", [None, 1])
def test_a_broken_leg(knob):
    table = alone("..........", rules={} if knob is None else {"completion.movement_cost.leg_broken_divisor": knob})
    table.unit("man").leg_broken = 1
    assert reached(table) == row_of(range(1, 3 if knob is None else 6))
    table.play("move 2,0")
    assert "move" not in verbs(table) and "defend" in verbs(table)


@clause("owh.completion.movement_cost")
@pytest.mark.parametrize(
    ("heights", "last"),
    [
        ([0, 1, 2, 3, 3, 3, 3], 2),  # two points each
        ([0, 2, 2, 2, 2, 2, 2], 3),  # three points, then one each
        ([0, 3, 3, 3, 3, 3, 3], 0),
        ([2, 0, 0, 0, 0, 0, 0], 5),  # down costs nothing more
        ([3, 0, 0, 0, 0, 0, 0], 0),
    ],
)
def test_going_up_and_down(heights, last):
    levels = [((x, 0), high) for x, high in enumerate(heights) if high]
    table = alone("." * len(heights), levels=levels)
    assert ("move" in verbs(table)) == (last > 0)
    if last:
        assert reached(table) == row_of(range(1, last + 1))


@clause("owh.completion.movement_cost")
@pytest.mark.parametrize(
    ("rules", "first", "last"),
    [
        ({}, 1, 4),
        ({"climb_cost_per_m": 2}, 1, 3),
        ({"climb_cost_per_m": 0}, 1, 5),
        ({}, 2, 3),
        ({"climb_cost_per_m": 2}, 2, 1),
        ({"max_step_m": 1}, 1, 4),
        ({"max_step_m": 1}, 2, 0),
        ({"max_step_m": 0}, 1, 0),
    ],
)
def test_what_climbing_costs_can_be_set(rules, first, last):
    rules = {f"completion.movement_cost.{knob}": value for knob, value in rules.items()}
    table = alone(".......", levels=[((x, 0), first) for x in range(1, 7)], rules=rules)
    assert ("move" in verbs(table)) == (last > 0)
    if last:
        assert reached(table) == row_of(range(1, last + 1))


@clause("owh.completion.movement_cost")
def test_climbing_on_difficult_ground_costs_both():
    table = alone(".~.....", levels=[((x, 0), 1) for x in range(1, 7)])  # 2 + 1, then 1 each
    assert reached(table) == row_of(range(1, 4))


@clause("owh.completion.movement_cost", "owh.status.flying")
def test_fliers_go_over_heights():
    table = alone("......", levels=[((1, 0), 9)], traits=["flying"])
    assert reached(table) == row_of(range(1, 6))


@clause("owh.completion.movement_cost", "owh.status.ethereal")
def test_ghosts_go_through_walls_and_stop_in_none():
    table = alone("..##....", traits=["ethereal"])
    assert reached(table) & row_of(range(8)) == row_of([1, 4, 5])


# --- the grid


@clause("owh.completion.grid")
@pytest.mark.parametrize(
    ("rows", "goes"), [(["..", ".."], True), (["#.", ".."], True), (["..", ".#"], True), (["#.", ".#"], False)]
)
def test_a_diagonal_step_between_two_walls(rows, goes):
    # from (0, 1) to (1, 0)
    table = alone(*rows, at=(0, 1), move=1)
    assert ("move" in verbs(table) and (1, 0) in reached(table)) == goes


@clause("owh.completion.grid")
def test_ghosts_go_round_corners_between_walls():
    assert (1, 0) in reached(alone("#.", ".#", at=(0, 1), move=1, traits=["ethereal"]))


@clause("owh.completion.grid")
def test_diagonals_can_be_forbidden():
    table = alone("...", "...", "...", at=(1, 1), move=1, rules={"completion.grid.diagonals": 0})
    assert reached(table) == {(1, 0), (0, 1), (2, 1), (1, 2)}
    goblin = {"name": "goblin", "side": "orcs", "at": [5, 6]}
    assert "attack" in verbs(duel(distance=6, friends=[goblin]))
    assert "attack" not in verbs(duel(distance=6, friends=[goblin], rules={"completion.grid.diagonals": 0}))


@clause("owh.completion.grid")
@pytest.mark.parametrize(("place", "away"), [((3, 5), 5), ((5, 5), 5), ((0, 5), 5), ((6, 1), 6)])
def test_distance_is_the_longer_side(place, away):
    # a longbow reaches 5 cells with advantage
    table = scene(
        {"name": "man", "side": "men", "at": [0, 0], "weapons": ["longbow"]},
        {"name": "orc", "side": "orcs", "at": list(place), "parry": 10},
    )
    assert table.odds("attack orc", want="hit")[1] == pytest.approx(3 / 4 if away <= 5 else 1 / 2)


def apart(how, rules=None):
    """Cells between a man and an orc who comes from the east; the numbers are those of the scenario."""
    units = [{"name": "man", "side": "men"}, {"name": "orc", "side": "orcs"}]
    sides = {"sides": ["men", "orcs"], "board": {"size": [24, 6]}, "place": {"distance": how}}
    drawn = sandbox("owh", {"ruleset": "owh", "units": units, "rules": rules or {}, **sides})
    man, orc = drawn.unit("man"), drawn.unit("orc")
    return max(abs(man.x - orc.x), abs(man.y - orc.y))


@clause("owh.completion.grid")
def test_a_cell_is_two_metres():
    assert apart(7) == apart("14_m") == apart("7_cells") == 7
    assert apart("12_m", {"completion.grid.cell_m": 3}) == 4
    assert apart("3d1_m") == 2, "a metre and a half is two"


@clause("owh.completion.grid")
@pytest.mark.parametrize("how", ["far", "10_yards", 0, True])
def test_what_is_no_distance_is_refused(how):
    with pytest.raises(ScenarioError, match="distance"):
        apart(how)


# --- occupied cells


@clause("owh.completion.occupancy")
@pytest.mark.parametrize(
    ("side", "state", "passes"),
    [
        ("orcs", "", False),
        ("men", "", True),
        ("orcs", "down", True),
        ("orcs", "unconscious", True),
        ("men", "down", True),
    ],
)
def test_who_is_in_the_way(side, state, passes):
    other = {"name": "other", "side": side, "at": [2, 0]}
    table = alone("......", friends=[other])
    if state:
        setattr(table.unit("other"), state, 1)
        if state == "down":
            table.unit("other").hp = 0
    assert reached(table) == (row_of([1, 3, 4, 5]) if passes else row_of([1]))


@clause("owh.completion.occupancy")
def test_the_dead_take_no_room():
    other = {"name": "other", "side": "orcs", "at": [2, 0], "dead": True}
    assert reached(alone("......", friends=[other])) == row_of(range(1, 6))


@clause("owh.completion.occupancy")
def test_nothing_shows_of_a_hidden_enemy_until_one_walks_into_it():
    other = {"name": "other", "side": "orcs", "at": [2, 0], "hidden": True}
    table = alone("......", friends=[other])
    assert reached(table) == row_of(range(1, 6))
    table.play("move 4,0")
    assert table.unit("man").at == (1, 0) and table.unit("other").hidden == 0


# --- which way


@clause("owh.completion.path_choice")
def test_the_cheapest_way():
    table = alone("...", ".~.", "...", at=(0, 1))
    table.play("move 2,1")
    assert way(table) == [(1, 0), (2, 1)]


@clause("owh.completion.path_choice")
def test_of_equal_ways_the_one_that_leaves_nobody():
    # from (4, 5) to (6, 5) over (5, 4), which is in contact with the goblin, over (5, 5) or over (5, 6)
    goblin = {"name": "goblin", "side": "orcs", "at": [5, 3]}
    table = duel(orc={"at": [0, 0]}, friends=[goblin])
    table.play("move 6,5")
    assert way(table) == [(5, 5), (6, 5)]


@clause("owh.completion.path_choice")
@pytest.mark.parametrize(
    ("goal", "cells"),
    [
        ("6,4", [(5, 4), (6, 4)]),  # north-east, east before east, north-east
        ("6,5", [(5, 4), (6, 5)]),  # north-east, south-east before east, east
        ("3,3", [(4, 4), (3, 3)]),  # north, north-west before north-west, north
        ("2,5", [(3, 6), (2, 5)]),  # south-west, north-west before west, west
        ("4,7", [(5, 6), (4, 7)]),  # south-east, south-west before south, south
    ],
)
def test_of_equal_ways_the_first_in_the_order_of_directions(goal, cells):
    table = duel(distance=1, orc={"at": [11, 11]})
    table.play(f"move {goal}")
    assert way(table) == cells


@clause("owh.completion.path_choice")
def test_a_move_goes_somewhere_else():
    assert (4, 5) not in reached(duel(distance=5))


# --- water


@clause("owh.completion.terrain", "owh.status.ignited")
def test_water_puts_out_fire():
    table = alone(".w....")
    table.unit("man").ignited = 2
    table.play("move 1,0")
    assert table.unit("man").ignited == 0


@clause("owh.completion.terrain", "owh.status.blind_move")
@pytest.mark.parametrize(("ground", "most"), [(".", 8), ("~", 12), ("c", 12), ("w", 12), ("O", 8)])
def test_which_ground_is_difficult_for_the_blind(ground, most):
    table = alone(f".{ground}....", parry=1, hp=PLENTY)
    table.unit("man").blind = 2
    found = table.odds("move 1,0", want="man.hp")
    assert PLENTY - min(found) == most


# --- leaving the board


def on_the_edge(dice=(), friends=()):
    """A man on the edge, engaged with an orc; a friend elsewhere."""
    friend = {"name": "friend", "side": "men", "at": [8, 8]}
    return scene(
        {"name": "man", "side": "men", "at": [0, 5], "parry": 10},
        {"name": "orc", "side": "orcs", "at": [1, 5], "weapons": ["sword"]},
        friend,
        *friends,
        dice=dice,
    )


@clause("owh.completion.withdraw")
def test_withdrawing_from_an_edge_cell():
    assert "withdraw" not in verbs(duel(distance=4))
    table = on_the_edge(dice=[2])
    table.play("withdraw")
    assert (table.decider, table.prompt) == ("orc", "opportunity")
    table.play("opportunity")
    man = table.unit("man")
    assert man.withdrawn == 1 and man.at is None


@clause("owh.completion.withdraw")
def test_whoever_is_struck_down_does_not_get_away():
    table = on_the_edge(dice=[20, 8, 8])
    table.unit("man").hp = 5
    table.play("withdraw", "opportunity")
    assert table.unit("man").dead == 1 and table.unit("man").withdrawn == 0


@clause("owh.completion.withdraw", "owh.move.action")
def test_withdrawing_counts_as_a_move():
    table = duel(man={"at": [0, 5]}, distance=7, rules={"move.action.max_moves_per_turn": 1})
    table.play("move 0,6")
    assert "withdraw" not in verbs(table)
    table = duel(man={"at": [0, 5]}, distance=7)
    table.play("move 0,6")
    assert "withdraw" in verbs(table)


@clause("owh.completion.withdraw")
def test_whoever_withdrew_is_not_able():
    table = duel(man={"at": [0, 5]}, distance=7)
    table.play("withdraw")
    assert table.ending == "last_able" and table.winner == "orcs"


@clause("owh.completion.withdraw", "owh.initiative.cards")
def test_whoever_withdrew_gets_no_card():
    table = on_the_edge(dice=cards(2))
    table.play("withdraw", "let_go")
    table.play("end_turn", "end_turn")
    assert table.unit("man").card == -1
    assert sorted(table.unit(name).card for name in ("orc", "friend")) == [50, 51]
