"""Contact, charges in a straight line, being charged, and the front of a fighter."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import kinds, verbs


def pair(ada, orc, *others, ada_is=None, orc_is=None, **more):
    """Ada (EI 50) and an orc (EI 20) on their cells; the orc faces west."""
    both = {"m": 4, "ws": 40, "s": 3, "t": 3, "w": 9, "a": 1, "main_hand": "hand weapon"}
    return table(
        {"name": "ada", "side": "men", "at": list(ada), "facing": "east", "i": 50, **both, **(ada_is or {})},
        {"name": "orc", "side": "orcs", "at": list(orc), "facing": "west", "i": 20, **both, **(orc_is or {})},
        *others,
        **{"size": (10, 5), **more},
    )


def board(*cells, flag="blocked", borders=(), size=(10, 5)):
    """A board with a flag on some cells, and borders."""
    return {
        "size": list(size),
        "cells": [{"flag": flag, "at": [list(cell) for cell in cells]}] if cells else [],
        "borders": list(borders),
    }


# --- contact


@clause("wfrp1.engage.contact")
def test_a_standard_move_reaches_an_enemy_nine_cells_away():
    assert pair((0, 0), (9, 0), size=(12, 4)).offers("move_standard 8,0")
    assert pair((0, 0), (10, 0), size=(12, 4)).offers("move_standard 8,0")
    assert not pair((0, 0), (10, 0), size=(12, 4)).offers("move_standard 9,0")


@pytest.mark.parametrize("orc", [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)])
@clause("wfrp1.engage.contact")
def test_neighbours_on_all_eight_sides_are_in_contact(orc):
    scene = pair((2, 2), orc)
    assert "strike" in verbs(scene)
    assert "move_cautious" not in verbs(scene)


@pytest.mark.parametrize("kind", ["wall", "door", "locked_door"])
@clause("wfrp1.engage.contact")
def test_a_wall_or_a_closed_door_keeps_them_apart(kind):
    scene = pair((2, 2), (3, 2), board=board(borders=[{"type": kind, "cell": [2, 2], "direction": "east"}]))
    assert "strike" not in verbs(scene)
    assert "move_cautious" in verbs(scene)


@clause("wfrp1.engage.contact")
def test_contact_round_a_corner_needs_one_open_way():
    east = {"type": "wall", "cell": [2, 2], "direction": "east"}
    south = {"type": "wall", "cell": [2, 2], "direction": "south"}
    assert "strike" in verbs(pair((2, 2), (3, 3), board=board(borders=[east])))
    assert "strike" not in verbs(pair((2, 2), (3, 3), board=board(borders=[east, south])))


@clause("wfrp1.engage.contact")
def test_an_unconscious_enemy_engages_nobody():
    goblin = {"name": "goblin", "side": "orcs", "at": [9, 4], "i": 5}
    scene = pair((2, 2), (3, 2), goblin, ada_is={"main_hand": "crossbow", "loaded": 0, "ammunition": 5})
    assert not {"move_standard", "load"} & verbs(scene)
    scene.unit("orc").unconscious_rounds = 999
    assert {"move_standard", "load"} <= verbs(scene)


# --- being charged


def equals(movement=4, orc_is=None, rules=None, dice=(1, 98, 98, 1)):
    """Ada and an orc with WS 40, four yards from each other."""
    return pair(
        (2, 2), (5, 2), ada_is={"i": 40, "npc": True, "int": 30},
        orc_is={"i": 40, "m": movement, "npc": True, "int": 30, **(orc_is or {})}, dice=list(dice), rules=rules,
    )  # fmt: skip


@clause("wfrp1.engage.being_charged")
def test_equals_charge_each_other():
    scene = equals()
    scene.play("ada: charge orc")
    assert scene.last("blow_missed").terms == [("WS", 40), ("charging", 10)]
    assert scene.decider == "orc"
    assert "move_standard" not in verbs(scene)
    scene.play("orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 40), ("charging", 10)]
    assert scene.last("blow_missed").who == "orc"


@clause("wfrp1.engage.being_charged")
def test_the_odds_when_equals_charge_each_other():
    rules = {"attack.fumble.opt_fumbles": 0, "damage.additional.opt_additional_damage": 0}
    scene = equals(rules=rules, dice=[1])
    assert scene.odds("ada: charge orc", want="orc.wounds")[9] == pytest.approx(0.5, abs=1e-6)
    scene.dice = [98]
    scene.play("ada: charge orc")
    assert scene.odds("orc: strike ada normal", want="ada.wounds")[9] == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("bob_at", [[8, 2], [2, 4]], ids=["from the other side", "past the first"])
@clause("wfrp1.engage.being_charged")
def test_of_equals_two_charge_a_third_that_could_have_charged_either(bob_at):
    """Before the moment the orc was not engaged, and the line to either of the two was free."""
    both = {"i": 40, "ws": 40, "m": 4, "npc": True, "int": 30}
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 2], "facing": "east", **both},
        {"name": "bob", "side": "men", "at": bob_at, "facing": "west", **both},
        {"name": "orc", "side": "orcs", "at": [5, 2], "facing": "west", **both},
        size=(12, 6),
        dice=[1, 98, 98, 98, 1],
    )
    scene.play("ada: charge orc", "bob: charge orc")
    scene.play("orc: strike bob normal")
    assert scene.last("blow_missed").terms == [("WS", 40), ("charging", 10)]


@clause("wfrp1.engage.being_charged")
def test_one_engaged_before_could_not_have_charged():
    both = {"ws": 40, "m": 4, "npc": True, "int": 30}
    scene = table(
        {"name": "ada", "side": "men", "at": [4, 2], "facing": "east", "i": 50, **both},
        {"name": "bob", "side": "men", "at": [8, 2], "facing": "west", "i": 40, **both},
        {"name": "orc", "side": "orcs", "at": [5, 2], "facing": "west", "i": 40, **both},
        size=(12, 6),
        dice=[1, 98, 98, 1],
    )
    scene.play("ada: pass", "bob: charge orc", "orc: strike bob normal")
    assert scene.last("blow_missed").terms == [("WS", 40)]


@clause("wfrp1.engage.being_charged")
def test_the_slower_is_charged_and_has_to_stay():
    scene = equals(orc_is={"i": 39}, dice=[98, 98])
    scene.play("ada: charge orc")
    assert scene.decider == "orc"
    assert "strike" in verbs(scene)
    assert not {"move_cautious", "move_standard", "move_run", "flee", "flee_exit"} & verbs(scene)
    scene.play("orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 40)]


@pytest.mark.parametrize(("movement", "rules"), [(3, None), (4, {"engage.being_charged.mutual_charge_on_tie": 0})])
@clause("wfrp1.engage.being_charged")
def test_no_bonus_for_one_who_could_not_have_charged(movement, rules):
    scene = equals(movement, rules=rules)
    scene.play("ada: charge orc", "orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 40)]


@clause("wfrp1.engage.being_charged")
def test_no_bonus_for_one_who_was_engaged():
    bert = {"name": "bert", "side": "men", "at": [6, 2], "facing": "west", "i": 10}
    scene = pair((2, 2), (5, 2), bert, ada_is={"i": 40}, orc_is={"i": 40}, dice=[1, 98, 98])
    scene.play("ada: charge orc", "orc: strike ada normal")
    assert scene.last("blow_missed").terms == [("WS", 40)]


# --- the line of a charge


@clause("wfrp1.engage.charge_geometry")
def test_a_charge_goes_straight_and_meets_the_front():
    scene = pair((2, 2), (5, 2), dice=[12])
    scene.play("ada: charge orc")
    assert (scene.unit("ada").at, scene.unit("ada").facing) == ((4, 2), 2)
    assert (scene.decider, scene.prompt) == ("orc", "parry")


@clause("wfrp1.engage.charge_geometry")
def test_the_charged_turns_to_face():
    scene = pair((2, 2), (5, 2), orc_is={"facing": "east"}, dice=[12])
    scene.play("ada: charge orc")
    assert scene.unit("orc").facing == 6
    assert (scene.decider, scene.prompt) == ("orc", "parry")


@clause("wfrp1.engage.charge_geometry", "wfrp1.engage.front_arc")
def test_who_is_in_combat_already_does_not_turn():
    bert = {"name": "bert", "side": "men", "at": [6, 2], "facing": "west", "i": 10}
    scene = pair((2, 2), (5, 2), bert, orc_is={"facing": "east"}, dice=[12, 4])
    scene.play("ada: charge orc")
    assert scene.unit("orc").facing == 2
    assert scene.unit("orc").wounds == 9 - 4, "nobody was asked about a parry"


@clause("wfrp1.engage.charge_geometry", "wfrp1.winning.no_press")
def test_one_who_was_let_go_turns():
    scene = pair((2, 2), (5, 2), orc_is={"facing": "east"}, dice=[98])
    scene.unit("orc").off_guard = 1
    scene.play("ada: charge orc")
    assert scene.unit("orc").facing == 6


@pytest.mark.parametrize("state", [{"surprised": 1}, {"dazed": 2}, {"off_guard": 2}])
@clause("wfrp1.engage.charge_geometry")
def test_the_surprised_the_stunned_and_those_off_balance_do_not_turn(state):
    scene = pair((2, 2), (5, 2), orc_is={"facing": "east"}, dice=[98])
    for field, value in state.items():
        setattr(scene.unit("orc"), field, value)
    scene.play("ada: charge orc")
    assert scene.unit("orc").facing == 2


@clause("wfrp1.engage.charge_geometry", "wfrp1.attack.prone_static")
def test_one_who_lies_does_not_turn():
    scene = pair((2, 2), (5, 2), orc_is={"facing": "east"}, dice=[70, 1])  # a body hit of 1 + 3 - 3, doubled
    scene.unit("orc").prone = 1
    scene.play("ada: charge orc")
    assert scene.unit("orc").facing == 2
    assert scene.unit("orc").wounds == 9 - 2


@pytest.mark.parametrize(("goblin", "legal"), [((4, 1), False), ((4, 3), False), ((6, 3), True)])
@clause("wfrp1.engage.charge_geometry")
def test_a_charge_does_not_pass_by_another_enemy(goblin, legal):
    scene = pair((2, 2), (5, 2), {"name": "goblin", "side": "orcs", "at": list(goblin), "i": 5})
    assert scene.offers("charge orc") == legal


@clause("wfrp1.engage.charge_geometry")
def test_a_friend_in_the_way_stops_a_charge():
    bert = {"name": "bert", "side": "men", "at": [3, 2], "i": 10}
    assert not pair((2, 2), (5, 2), bert).offers("charge orc")


@pytest.mark.parametrize("flag", ["blocked", "difficult", "water"])
@clause("wfrp1.engage.charge_geometry", "wfrp1.c.difficult_ground")
def test_a_charge_needs_good_ground(flag):
    assert not pair((2, 2), (5, 2), board=board((3, 2), flag=flag)).offers("charge orc")
    assert not pair((2, 2), (5, 2), board=board((4, 2), flag=flag)).offers("charge orc")
    assert pair((2, 2), (5, 2), board=board((3, 1), (4, 3), flag=flag)).offers("charge orc")


@pytest.mark.parametrize("kind", ["obstacle", "wall", "door", "locked_door"])
@clause("wfrp1.engage.charge_geometry", "wfrp1.c.line")
def test_a_charge_crosses_no_border(kind):
    across = [{"type": kind, "cell": [3, 2], "direction": "east"}]
    beside = [{"type": kind, "cell": [3, 2], "direction": "north"}]
    assert not pair((2, 2), (5, 2), board=board(borders=across)).offers("charge orc")
    assert pair((2, 2), (5, 2), board=board(borders=beside)).offers("charge orc")


@pytest.mark.parametrize(
    ("start", "goal", "cells", "movement"),
    [
        ((0, 0), (4, 2), [(1, 1), (2, 1), (3, 2)], 6),
        ((0, 0), (3, 1), [(1, 0), (2, 1)], 4),
        ((0, 1), (3, 0), [(1, 1), (2, 0)], 4),
        ((2, 2), (5, 2), [(3, 2), (4, 2)], 4),
        ((1, 1), (4, 4), [(2, 2), (3, 3)], 4),
    ],
)
@clause("wfrp1.c.line", "wfrp1.engage.charge_geometry")
def test_the_cells_of_a_line(start, goal, cells, movement):
    scene = pair(start, goal, ada_is={"m": movement}, dice=[98])
    scene.play("ada: charge orc")
    assert scene.unit("ada").at == cells[-1]
    others = [(x, y) for x in range(5) for y in range(5) if (x, y) not in [start, goal, *cells]]
    for cell in others:
        blocked = pair(start, goal, ada_is={"m": movement}, board=board(cell))
        assert blocked.offers("charge orc"), f"{cell} is not on the line"
    for cell in cells:
        blocked = pair(start, goal, ada_is={"m": movement}, board=board(cell))
        assert not blocked.offers("charge orc"), f"{cell} is on the line"


@clause("wfrp1.c.line")
def test_a_line_does_not_squeeze_through_a_closed_corner():
    corner = board((2, 1), (1, 2))
    assert not pair((1, 1), (4, 4), board=corner).offers("charge orc")
    scene = pair((1, 1), (4, 4), ada_is={"main_hand": "short bow", "ammunition": 5}, board=corner)
    assert "fire" not in verbs(scene)
    scene = pair((1, 1), (4, 4), ada_is={"main_hand": "short bow", "ammunition": 5}, board=board((2, 1)))
    assert "fire" in verbs(scene)


@pytest.mark.parametrize(("kind", "seen"), [("obstacle", True), ("wall", False), ("door", False)])
@clause("wfrp1.c.line", "wfrp1.visibility.awareness")
def test_walls_and_closed_doors_end_a_line_of_sight(kind, seen):
    borders = [{"type": kind, "cell": [3, 2], "direction": "east"}]
    scene = pair((2, 2), (6, 2), ada_is={"main_hand": "short bow", "ammunition": 5}, board=board(borders=borders))
    assert ("fire" in verbs(scene)) == seen


# --- the front


@pytest.mark.parametrize(
    ("cells", "front"), [(None, {5, 6, 7}), (1, {6}), (5, {4, 5, 6, 7, 0}), (7, {0, 1, 3, 4, 5, 6, 7})]
)
@clause("wfrp1.engage.front_arc")
def test_parrying_needs_the_attacker_in_front(cells, front):
    rules = {} if cells is None else {"engage.front_arc.front_arc_cells": cells}
    asked = set()
    for facing in range(8):
        scene = pair((2, 2), (3, 2), rules=rules)
        scene.unit("orc").facing = facing
        scene.dice = [12, 4]
        scene.play("ada: strike orc normal")
        if scene.prompt == "parry":
            asked.add(facing)
            scene.play("no_parry")
        assert scene.unit("orc").wounds == 9 - 4, "from behind is no better"
    assert asked == front


@pytest.mark.parametrize(("rules", "rear"), [({}, {1, 2, 3}), ({"engage.front_arc.rear_arc_cells": 1}, {2})])
@clause("wfrp1.engage.front_arc", "wfrp1.stun.from_behind")
def test_who_sneaks_up_comes_from_the_rear(rules, rear):
    behind = set()
    for facing in range(8):
        scene = pair((2, 2), (3, 2), rules=rules)
        scene.unit("orc").facing, scene.unit("orc").surprised = facing, 1
        if facing in rear:
            scene.dice = [1, 100]  # no roll to hit; 1 + 3 - 3 and no stun
        else:
            scene.dice = [98]
        scene.play("ada: strike orc stun")
        if "blow_missed" not in kinds(scene):
            behind.add(facing)
    assert behind == rear
