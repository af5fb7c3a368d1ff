"""The end of a battle."""

from __future__ import annotations

import pytest
from fixtures import clause, table

PLAIN = {"ws": 33, "s": 3, "t": 3, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}


def duellists(dice=(), ada=None, orc=None, **more):
    """Ada (EI 50) and an orc (EI 20) in contact."""
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, "w": 10, **PLAIN, **(ada or {})},
        {"name": "orc", "side": "orcs", "at": [2, 1], "facing": "west", "i": 20, "w": 4, **PLAIN, **(orc or {})},
        **{"size": (8, 4), "dice": dice, **more},
    )


@clause("wfrp1.c.victory")
def test_the_last_one_to_flee_off_the_board_has_lost():
    scene = duellists([98], upto=None)
    scene.play("orc: declare_flee", "ada: pass", "orc: flee_exit")
    assert (scene.ending, scene.winner) == ("last_side_standing", "men")
    assert (scene.unit("orc").escaped, scene.unit("orc").at) == (1, None)


@clause("wfrp1.c.victory")
def test_the_side_whose_last_one_dies_has_lost():
    scene = duellists([12, 5, 81], orc={"w": 1})  # excess 4 on the right arm, severity 4 + 4: dead
    scene.play("ada: strike orc normal")
    assert (scene.ending, scene.winner) == ("last_side_standing", "men")


@clause("wfrp1.c.victory")
def test_the_unconscious_are_out_of_the_fight():
    scene = duellists([1, 5, 41], orc={"w": 1})  # 10 is the head: excess 4, severity 4 + 2: out for good, and bleeding
    scene.dice = [1, 5, 41, 100]
    scene.play("ada: strike orc normal")
    assert scene.unit("orc").dead == 0
    assert scene.unit("orc").unconscious_rounds == 999
    assert (scene.ending, scene.winner) == ("last_side_standing", "men")


@clause("wfrp1.c.victory", "wfrp1.turn.simultaneous")
def test_two_who_kill_each_other_draw():
    scene = duellists([1, 12, 5, 81, 12, 5, 81], ada={"w": 1, "i": 20}, orc={"w": 1})
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert (scene.ending, scene.winner) == ("nobody_standing", None)


@clause("wfrp1.c.victory")
def test_a_battle_goes_on_while_two_sides_stand():
    third = {"name": "elf", "side": "elves", "at": [7, 3], "i": 10}
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, "w": 10, **PLAIN},
        {"name": "orc", "side": "orcs", "at": [2, 1], "facing": "west", "i": 20, "w": 1, **PLAIN},
        third,
        size=(8, 4),
        dice=[12, 5, 81],
    )
    scene.play("ada: strike orc normal")
    assert scene.unit("orc").dead == 1
    assert scene.ending is None
    assert scene.decider == "elf"


@clause("wfrp1.c.victory")
def test_the_battle_is_a_draw_at_the_limit_of_rounds():
    scene = duellists(rules={"c.victory.max_rounds": 2}, orc={"w": 3})
    scene.play("ada: pass", "orc: pass", "act", "act")
    assert scene.ending is None
    scene.play("ada: pass", "orc: pass")
    assert (scene.ending, scene.winner) == ("round_limit_draw", None)


@clause("wfrp1.c.victory")
def test_sixty_rounds_are_the_limit():
    scene = duellists()
    scene.state["round_no"] = 59
    scene.play("ada: pass", "orc: pass", "act", "act")
    assert (scene.round, scene.ending) == (60, None)
    scene.play("ada: pass", "orc: pass")
    assert scene.ending == "round_limit_draw"


@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        ([12, 3, 12, 1], "men"),  # the orc has 1 of 4 left, ada 9 of 10
        ([12, 1, 12, 5], "orcs"),  # 3 of 4 against 5 of 10, although ada has more wounds
        ([98, 98], None),
    ],
)
@clause("wfrp1.c.victory")
def test_the_limit_may_be_decided_by_the_wounds_left(dice, winner):
    scene = duellists(dice, rules={"c.victory.max_rounds": 1, "c.victory.round_limit_mode": "share"})
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert scene.ending in ("round_limit_wounds", "round_limit_draw")
    assert scene.winner == winner
    if winner is not None:
        assert scene.ending == "round_limit_wounds"
