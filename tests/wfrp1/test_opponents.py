"""More than one opponent: dividing one's blows."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import verbs


def among(attacks, dice=(), orcs=2, w=12):
    """Ada (EI 60) with up to three opponents in contact, all slower than her last blow."""
    both = {"ws": 33, "s": 3, "t": 3, "npc": True, "int": 30, "main_hand": "hand weapon"}
    places = [[3, 2], [3, 1], [3, 3]]
    return table(
        {"name": "ada", "side": "men", "at": [2, 2], "facing": "west", "i": 60, "a": attacks, "w": 12, **both},
        *[
            {"name": f"orc_{n + 1}", "side": "orcs", "at": places[n], "facing": "west", "i": 5, "w": w, **both}
            for n in range(orcs)
        ],
        size=(6, 5),
        dice=dice,
    )


@clause("wfrp1.attack.multiple_opponents")
def test_changing_the_opponent_costs_a_blow():
    scene = among(3, [98, 98])
    scene.play("strike orc_1 normal")
    assert verbs(scene) == {"strike", "switch", "drop", "pass"}
    assert {choice.split()[1] for choice in scene.choices("strike")} == {"orc_1"}
    assert scene.choices("switch") == ["switch orc_2"]
    scene.play("switch orc_2")
    assert scene.unit("ada").facing == 1, "towards (3, 1)"
    assert {choice.split()[1] for choice in scene.choices("strike")} == {"orc_2"}
    scene.play("strike orc_2 normal")
    assert [event.target for event in scene.events if event.kind == "blow_missed"] == ["orc_1", "orc_2"]
    assert scene.decider == "orc_1", "three blows: one was the switch"


@clause("wfrp1.attack.multiple_opponents", "wfrp1.engage.front_arc")
def test_the_first_blow_turns_the_striker_for_free():
    scene = among(2, [98])
    assert scene.unit("ada").facing == 6
    scene.play("strike orc_2 normal")
    assert scene.unit("ada").facing == 1


@clause("wfrp1.attack.multiple_opponents")
def test_the_change_costs_a_blow_also_when_the_first_is_dead():
    scene = among(2, [12, 5, 90], w=1)  # 12 hits the right arm; excess 4, severity 4 + 4: dead
    scene.play("strike orc_1 normal")
    assert scene.unit("orc_1").dead == 1
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    assert verbs(scene) == {"switch", "drop", "pass"}
    scene.play("switch orc_2")
    assert scene.decider == "orc_2", "no further blow this round"


@clause("wfrp1.attack.multiple_opponents")
def test_four_attacks_reach_two_of_three_enemies():
    scene = among(4, [98, 98, 98], orcs=3)
    scene.play("strike orc_1 normal", "switch orc_2", "strike orc_2 normal", "strike orc_2 normal")
    assert [event.target for event in scene.events if event.kind == "blow_missed"] == ["orc_1", "orc_2", "orc_2"]
    scene = among(4, [98, 98], orcs=3)
    scene.play("strike orc_1 normal", "switch orc_2", "strike orc_2 normal", "switch orc_3")
    assert scene.decider == "orc_1", "the third enemy is not struck this round"


@pytest.mark.parametrize(("cost", "blows"), [(1, 2), (2, 1), (3, 0)])
@clause("wfrp1.attack.multiple_opponents")
def test_the_price_of_a_change_can_be_set(cost, blows):
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 2], "facing": "east", "i": 60, "a": 4, "ws": 33},
        {"name": "orc_1", "side": "orcs", "at": [3, 2], "i": 5, "npc": True, "int": 30},
        {"name": "orc_2", "side": "orcs", "at": [3, 1], "i": 5, "npc": True, "int": 30},
        size=(6, 5),
        dice=[98] * (1 + blows),
        rules={"attack.multiple_opponents.switch_cost_attacks": cost},
    )
    scene.play("strike orc_1 normal", "switch orc_2", *["strike orc_2 normal"] * blows)
    assert scene.decider == "orc_1"


@clause("wfrp1.attack.multiple_opponents")
def test_a_change_may_cost_nothing():
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 2], "facing": "east", "i": 60, "a": 2, "ws": 33},
        {"name": "orc_1", "side": "orcs", "at": [3, 2], "i": 5, "npc": True, "int": 30},
        {"name": "orc_2", "side": "orcs", "at": [3, 1], "i": 5, "npc": True, "int": 30},
        size=(6, 5),
        dice=[98, 98],
        rules={"attack.multiple_opponents.switch_cost_attacks": 0},
    )
    scene.play("strike orc_1 normal", "switch orc_2", "strike orc_2 normal")
    assert scene.decider == "orc_1"


#: Switches over some yards are allowed.
ALLOWED = {"attack.multiple_opponents.switch_travel_allowed": 1}


def apart(attacks, dice, cells=3, rules=ALLOWED):
    """Ada kills the orc beside her; another stands some cells behind it, with two yards to a cell and M 4."""
    foe = {"side": "orcs", "i": 5, "npc": True, "int": 30, "facing": "west"}
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 60, "a": attacks, "ws": 33, "s": 3, "m": 4},
        {"name": "orc_1", "at": [1, 2], "w": 1, "t": 3, **foe},
        {"name": "orc_2", "at": [1 + cells, 1], **foe},
        size=(8, 4),
        dice=dice,
        rules=rules,
    )


KILLS = [12, 5, 90]  # hits the right arm; excess 4, severity 4 + 4: dead


@clause("wfrp1.attack.multiple_opponents")
def test_where_it_is_allowed_one_may_run_to_another_for_one_blow_more():
    scene = apart(4, [*KILLS, 98])
    scene.play("strike orc_1 normal", "switch orc_2")
    ada = scene.unit("ada")
    assert (ada.at, ada.facing, ada.charging) == ((3, 1), 2, 0)
    assert scene.unit("orc_2").facing == 6
    scene.play("strike orc_2 normal")
    assert scene.decider == "orc_2", "four blows: one killed, two were the way, one missed"
    assert scene.last("blow_missed").total == 33, "no bonus for charging"


@pytest.mark.parametrize(("cells", "may"), [(3, True), (4, False)])
@clause("wfrp1.attack.multiple_opponents")
def test_nobody_runs_farther_than_a_charge(cells, may):
    scene = apart(4, KILLS, cells)
    scene.play("strike orc_1 normal")
    assert (scene.decider == "ada" and "switch" in verbs(scene)) == may


@clause("wfrp1.attack.multiple_opponents")
def test_nobody_runs_between_blows_by_default_or_while_engaged():
    scene = apart(4, KILLS, rules=None)
    scene.play("strike orc_1 normal")
    assert scene.decider != "ada"
    scene = apart(4, [98])
    scene.play("strike orc_1 normal")
    assert "switch" not in verbs(scene)


@clause("wfrp1.attack.multiple_opponents")
def test_the_way_costs_its_blow_also_where_a_change_costs_none():
    scene = apart(3, [*KILLS, 98], rules={**ALLOWED, "attack.multiple_opponents.switch_cost_attacks": 0})
    scene.play("strike orc_1 normal", "switch orc_2", "strike orc_2 normal")
    assert scene.decider == "orc_2"
