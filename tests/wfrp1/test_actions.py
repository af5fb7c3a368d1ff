"""The options of a round: what is open, moving, fighting."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import kinds, verbs


def against(distance, ada=None, orc=None, **more):
    """Ada (EI 50) and an orc (EI 20) in one row, so many cells from each other; nobody parries."""
    both = {"m": 4, "ws": 45, "s": 3, "t": 3, "w": 12, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, **both, **(ada or {})},
        {"name": "orc", "side": "orcs", "at": [1 + distance, 1], "facing": "west", "i": 20, **both, **(orc or {})},
        **{"size": (12, 3), **more},
    )


# --- one action a round


@clause("wfrp1.action.menu")
def test_the_menu_of_one_who_is_free():
    scene = against(3)
    assert {"move_cautious", "move_standard", "move_run", "charge", "face", "wait", "pass"} <= verbs(scene)
    assert not {"strike", "switch", "fire", "load", "stand_up", "flee"} & verbs(scene)


@clause("wfrp1.action.menu", "wfrp1.engage.contact")
def test_the_menu_of_one_who_is_engaged():
    scene = against(1)
    assert {"strike", "wait", "pass"} <= verbs(scene)
    moves = {"move_cautious", "move_standard", "move_run", "move_evade"}
    assert not (moves | {"charge", "face", "flee"}) & verbs(scene)


@clause("wfrp1.action.menu")
def test_who_moves_gives_up_its_later_blows():
    scene = against(3, {"i": 60, "a": 3}, {"a": 1})
    scene.play("ada: move_standard 3,1")
    assert scene.unit("ada").at == (3, 1)
    scene.play("orc: pass")
    assert scene.round == 2, "the slots at 40 and 20 did not come up although it stands in contact"
    assert "blow_hit" not in kinds(scene)


@clause("wfrp1.action.menu")
def test_who_shoots_gives_up_its_later_blows():
    scene = against(
        3, {"i": 60, "a": 2, "main_hand": "short bow", "ammunition": 5}, {"m": 4, "i": 50}, dice=[98, 98], size=(12, 3)
    )
    scene.play("ada: fire orc normal", "orc: charge ada")
    assert scene.round == 2
    assert kinds(scene).count("blow_missed") == 1


@clause("wfrp1.action.menu")
def test_who_passes_may_strike_later_when_it_is_charged():
    scene = against(3, {"i": 60, "a": 2}, {"i": 40, "m": 4}, dice=[98, 98])
    scene.play("ada: pass", "orc: charge ada")
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    assert verbs(scene) == {"strike", "drop", "pass"}
    scene.play("strike orc normal")
    assert kinds(scene).count("blow_missed") == 2


@clause("wfrp1.action.menu", "wfrp1.engage.front_arc")
def test_turning_on_the_spot_does_not_end_the_decision():
    scene = against(3)
    scene.play("face south")
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert scene.unit("ada").facing == 4
    assert "face" not in verbs(scene), "once a turn"
    assert "charge" in verbs(scene)


# --- moving


@clause("wfrp1.action.move", "wfrp1.engage.contact")
def test_moving_into_contact_engages_and_strikes_no_blow():
    scene = against(6, board={"size": [12, 3], "cells": [{"flag": "blocked", "at": [[5, 0], [5, 2]]}]})
    scene.play("ada: move_standard 6,1")
    ada = scene.unit("ada")
    assert (ada.at, ada.facing) == ((6, 1), 2)
    assert scene.decider == "orc", "its turn is over"
    assert "move_standard" not in verbs(scene)
    assert "strike" in verbs(scene)
    scene.play("orc: pass")
    assert "blow_hit" not in kinds(scene)
    assert "blow_missed" not in kinds(scene)


@clause("wfrp1.action.move")
def test_blows_after_a_move_into_contact_by_the_other_reading():
    scene = against(6, {"a": 2}, dice=[55, 98], rules={"action.move.engage_move_allows_blows": 1,
                                                       "attack.fumble.opt_fumbles": 0})  # fmt: skip
    scene.play("ada: move_standard 6,1")
    assert (scene.decider, scene.unit("ada").at) == ("ada", (6, 1))
    assert "move_standard" not in verbs(scene)
    scene.play("ada: strike orc normal")
    assert scene.last("blow_missed").terms == [("WS", 45)], "without the bonus for charging"
    scene.play("ada: strike orc normal")
    assert kinds(scene).count("blow_missed") == 2


@clause("wfrp1.action.move", "wfrp1.engage.contact")
def test_nobody_runs_into_contact():
    scene = against(6)
    choices = scene.choices()
    assert "move_standard 6,1" in choices
    assert "move_run 5,1" in choices
    assert "move_run 6,1" not in choices
    assert "move_evade 6,1" not in choices


@clause("wfrp1.action.move", "wfrp1.engage.contact")
def test_running_into_contact_may_be_allowed():
    choices = against(6, rules={"engage.contact.engage_max_rate": "run"}).choices()
    assert "move_run 6,1" in choices
    choices = against(6, rules={"engage.contact.engage_max_rate": "cautious"}).choices()
    assert "move_standard 6,1" not in choices


@clause("wfrp1.action.move")
def test_a_path_enters_contact_only_with_its_last_step():
    choices = against(5).choices()  # the orc stands in a row of three cells at (6, 1)
    for cell in ("5,0", "5,1", "5,2"):
        assert f"move_standard {cell}" in choices
    for cell in ("6,0", "6,2", "7,1", "8,1"):
        assert f"move_standard {cell}" not in choices, "only past the orc"
        assert f"move_run {cell}" not in choices


@clause("wfrp1.action.move")
def test_facing_is_the_direction_of_the_last_step():
    scene = against(8)
    scene.play("ada: move_cautious 2,2")
    assert scene.unit("ada").facing == 3


@clause("wfrp1.action.move", "wfrp1.engage.front_arc")
@pytest.mark.parametrize(("cell", "facing"), [("2,2", 0), ("4,1", 0), ("6,1", 2)])
def test_who_turned_before_it_moved_faces_that_way_afterwards(cell, facing):
    """North; but east, the way of its last step, where it has come into contact with the orc: the way leads through (5, 1)."""
    scene = against(6, board={"size": [12, 3], "cells": [{"flag": "blocked", "at": [[5, 0], [5, 2]]}]})
    scene.play("ada: face north", f"ada: move_standard {cell}")
    assert scene.unit("ada").facing == facing
    assert scene.decider == "orc"


@clause("wfrp1.action.move")
def test_friends_and_the_fallen_block_the_way_the_dead_do_not():
    def way(**lying):
        scene = table(
            {"name": "ada", "side": "men", "at": [0, 0], "i": 50, "m": 4},
            {"name": "bert", "side": "men", "at": [1, 0], "i": 10},
            {"name": "orc", "side": "orcs", "at": [6, 0], "i": 5},
            {"name": "goblin", "side": "orcs", "at": [11, 0], "i": 5},
            board={"size": [12, 4], "cells": [{"flag": "blocked", "at": [[0, 1], [1, 1], [2, 1]]}]},
        )
        for field, value in lying.items():
            setattr(scene.unit("bert"), field, value)
        return bool(scene.choices("move_"))

    assert not way()
    assert not way(prone=1)
    assert not way(unconscious_rounds=999)
    assert way(dead=1)


@clause("wfrp1.action.move")
def test_a_diagonal_step_needs_an_open_corner():
    def choices(*blocked):
        scene = table(
            {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 1},
            {"name": "orc", "side": "orcs", "at": [7, 3], "i": 5},
            board={"size": [8, 4], "cells": [{"flag": "blocked", "at": [list(cell) for cell in blocked]}]},
        )
        return scene.choices()

    assert "move_cautious 2,2" in choices((2, 1))
    assert "move_cautious 2,2" in choices((1, 2))
    assert "move_cautious 2,2" not in choices((2, 1), (1, 2))


@clause("wfrp1.action.move")
def test_a_diagonal_step_does_not_cut_through_a_wall():
    def choices(*walls):
        borders = [{"type": "wall", "cell": list(cell), "direction": side} for cell, side in walls]
        scene = table(
            {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 1},
            {"name": "orc", "side": "orcs", "at": [7, 3], "i": 5},
            board={"size": [8, 4], "borders": borders},
        )
        return scene.choices()

    assert "move_cautious 2,1" not in choices(((1, 1), "east"))
    assert "move_cautious 2,2" in choices(((1, 1), "east")), "round by (1, 2)"
    assert "move_cautious 2,2" not in choices(((1, 1), "east"), ((1, 1), "south"))
    assert "move_cautious 2,2" not in choices(((1, 1), "east"), ((1, 2), "east"))


# --- fighting


@clause("wfrp1.action.combat")
def test_a_second_weapon_gives_no_second_blow():
    scene = against(1, {"off_hand": "left-hand dagger", "specialist": ["parrying"], "a": 1}, dice=[98])
    scene.play("ada: strike orc normal")
    assert scene.decider == "orc"
    scene.play("orc: pass")
    assert scene.round == 2


@clause("wfrp1.action.combat")
def test_a_second_weapon_may_give_more_blows():
    rules = {"action.combat.extra_blows_for_second_weapon": 1}
    armed = {"off_hand": "left-hand dagger", "specialist": ["parrying"], "a": 1, "i": 50}
    scene = against(1, armed, rules=rules, dice=[98, 98])
    assert scene.unit("ada").slot_at[:2] == (50, 25)
    scene.play("ada: strike orc normal", "ada: strike orc normal")
    assert scene.decider == "orc"
    assert against(1, {**armed, "off_hand": "shield"}, rules=rules).last("initiative_set").extra == 1
    single = against(1, {**armed, "off_hand": "none"}, rules=rules)
    assert next(e for e in single.events if e.kind == "initiative_set" and e.who == "ada").extra == 1


@clause("wfrp1.action.combat")
def test_three_attacks_are_three_blows():
    scene = against(1, {"a": 3}, dice=[98, 98, 98])
    scene.play(*["ada: strike orc normal"] * 2, "orc: pass", "ada: strike orc normal")
    assert scene.round == 2
    assert kinds(scene).count("blow_missed") == 3


@clause("wfrp1.action.combat")
def test_a_blow_with_the_other_hand():
    scene = against(1, {"off_hand": "left-hand dagger", "specialist": ["parrying"]}, dice=[35, 4])
    scene.play("ada: strike orc off_hand")
    assert scene.last("blow_hit").terms == [("WS", 45), ("wrong hand", -10)]
    assert scene.last("wounded").amount == 4 + 3 - 2 - 3
    assert scene.unit("orc").wounds == 12 - 2


@clause("wfrp1.action.combat")
def test_effective_initiative_is_that_of_the_main_hand():
    scene = against(1, {"off_hand": "knife", "i": 50})
    assert scene.unit("ada").effective_initiative == 50, "without the 10 of a knife"
