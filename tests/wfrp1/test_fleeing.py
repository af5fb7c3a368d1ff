"""Fleeing: declaring it, and the run."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.melee import CORRIDOR, ada_flees, fight, verbs


def cells(scene):
    """Where the flight may lead; when flight is all that is left, the cell alone is asked."""
    found = [choice.split()[-1] for choice in scene.choices("" if scene.prompt == "cell" else "flee ")]
    return {tuple(int(part) for part in cell.split(",")) for cell in found}


# --- declaring


@clause("wfrp1.flee.declare")
def test_only_the_engaged_declare_flight():
    scene = fight(("ada", "men", (5, 5), {}), ("orc", "orcs", (7, 5), {}))
    assert scene.prompt == "turn", "nobody has anything to declare"
    scene = fight(("ada", "men", (5, 5), {}), ("orc", "orcs", (6, 5), {}))
    assert (scene.prompt, scene.choices()) == ("declare", ["act", "declare_flee"])


@clause("wfrp1.flee.declare", "wfrp1.flee.free_blows")
def test_a_fleer_is_struck_one_free_blow_and_no_other():
    scene = ada_flees(dice=[98])
    assert scene.unit("ada").fleeing == 1
    assert "strike" not in verbs(scene), "the orc's slot at 50 cannot be used against her"
    assert scene.decider == "orc"
    scene.play("orc: pass")
    assert scene.decider == "ada", "nor does the slot at 25 come first"
    scene.play("ada: flee 0,5")
    assert [event.who for event in scene.events if event.kind == "free_blow"] == ["orc"]
    assert scene.round == 2, "nothing is left for the orc to do at 25"


@clause("wfrp1.flee.declare")
def test_a_fleer_does_nothing_but_flee():
    scene = ada_flees()
    scene.play("orc: pass")
    assert verbs(scene) == {"flee", "flee_exit"}


@clause("wfrp1.flee.declare", "wfrp1.flee.movement")
def test_the_flight_ends_with_the_round():
    scene = ada_flees(dice=[98])
    scene.play("orc: pass", "ada: flee 0,5")
    assert scene.unit("ada").fleeing == 0


@clause("wfrp1.flee.declare")
def test_a_fleer_who_is_no_longer_engaged_moves_without_free_blows():
    bert = ("bert", "men", (7, 5), {"facing": "west", "i": 60})
    goblin = ("goblin", "orcs", (11, 11), {"i": 10})
    scene = ada_flees(bert, goblin, dice=[12, 5, 90], orc={"w": 1})  # bert kills the orc: excess 4, severity 8
    scene.play("bert: strike orc normal")
    assert scene.unit("orc").dead == 1
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert "pass" in verbs(scene), "she need not run"
    scene.play("ada: flee 0,5")
    assert scene.unit("ada").at == (0, 5)
    assert "free_blow" not in [event.kind for event in scene.events]


def orc_forced_to_flee(dice=(), rules=None, board=CORRIDOR):
    """Ada (EI 50) hits the orc (W 1, EI 30) on the body for 2: excess 1, severity 1 + 2 = 3, flight for a round."""
    scene = fight(
        ("ada", "men", (5, 5), {"facing": "east", "i": 50}),
        ("orc", "orcs", (6, 5), {"facing": "west", "i": 30, "w": 1, "npc": False}),
        dice=[7, 2, 60, *dice], upto="turn", rules=rules, board=board,
    )  # fmt: skip
    scene.play("ada: strike orc normal", "no_parry")
    return scene


@clause("wfrp1.flee.declare", "wfrp1.flee.movement")
def test_a_forced_flight_counts_at_once_and_runs_in_the_next_round():
    scene = orc_forced_to_flee([98])
    assert scene.last("must_flee").who == "orc"
    assert scene.round == 2, "the orc has lost its turn"
    assert (scene.unit("orc").fleeing, scene.unit("orc").at) == (2, (6, 5))
    assert "wins_over" not in [event.kind for event in scene.events], "who flees is not beaten back"
    assert scene.decider == "ada"
    assert "strike" not in verbs(scene), "a fleeing unit may not be struck"
    scene.play("ada: pass")
    assert scene.unit("orc").at == (10, 5), "M 4 at cautious rate: 4 cells straight away"
    assert scene.unit("orc").facing == 2
    assert scene.last("flees").extra == 1
    assert scene.round == 3
    assert scene.unit("orc").fleeing == 0


@clause("wfrp1.flee.declare")
def test_a_forced_flight_may_be_carried_out_at_once():
    scene = orc_forced_to_flee([98], {"flee.declare.forced_flee_delay_rounds": 0})
    assert scene.round == 2
    assert scene.unit("orc").at == (10, 5)
    assert scene.unit("orc").fleeing == 0


@pytest.mark.parametrize(("rate", "x"), [("cautious", 10), ("standard", 11)])
@clause("wfrp1.flee.movement")
def test_the_rate_of_a_forced_flight_can_be_set(rate, x):
    scene = orc_forced_to_flee([98], {"flee.movement.forced_flee_rate": rate})
    scene.play("ada: pass")
    assert scene.unit("orc").at == (x, 5), "4 cells, or 5 to the edge of the board, which it does not leave"


@clause("wfrp1.flee.movement")
def test_of_equal_places_a_forced_flight_takes_the_first():
    scene = orc_forced_to_flee([98], board={"size": [12, 12]})
    scene.play("ada: pass")
    assert scene.unit("orc").at == (10, 1), "4 steps lead to (10, 1) ... (10, 9), all 5 cells from ada"
    assert scene.unit("orc").facing == 1


# --- the run


@clause("wfrp1.flee.movement")
def test_no_step_of_a_flight_leads_nearer_to_the_enemy():
    scene = ada_flees()
    scene.play("orc: pass")
    assert "flee_exit" in verbs(scene)
    reached = cells(scene)
    assert {(4, 5), (0, 5), (0, 0), (0, 11), (4, 0)} <= reached
    assert not {(5, 4), (6, 4), (6, 6), (5, 6)} & reached, "they touch the orc"
    assert all(max(abs(x - 6), abs(y - 5)) >= 2 for x, y in reached)


@clause("wfrp1.flee.movement")
def test_a_flight_cannot_pass_round_the_enemy():
    scene = ada_flees(board=CORRIDOR)
    scene.play("orc: pass")
    assert cells(scene) == {(x, 5) for x in range(5)}


@pytest.mark.parametrize(("rate", "farthest"), [("run", 0), ("standard", 7), ("cautious", 11)])
@clause("wfrp1.flee.movement")
def test_a_voluntary_flight_is_a_run(rate, farthest):
    walls = [[x, y] for x in range(17) for y in (0, 2)]
    scene = ada_flees(
        at=((15, 1), (16, 1)), board={"size": [17, 4], "cells": [{"flag": "blocked", "at": walls}]}, size=(17, 4),
        rules={} if rate == "run" else {"flee.movement.voluntary_flee_rate": rate},
    )  # fmt: skip
    scene.play("orc: pass")
    assert min(x for x, _ in cells(scene)) == farthest, "32, 8 or 4 cells"


@clause("wfrp1.flee.movement")
def test_the_fleer_turns_its_back():
    scene = ada_flees(dice=[98])
    scene.play("orc: pass", "ada: flee 4,5")
    assert (scene.unit("ada").at, scene.unit("ada").facing) == ((4, 5), 6)


@clause("wfrp1.flee.movement", "wfrp1.c.victory")
def test_a_fleer_in_a_corner_leaves_the_board():
    scene = ada_flees(("bert", "men", (11, 11), {"i": 10}), at=((0, 0), (1, 1)), dice=[98])
    scene.play("orc: pass")
    assert "flee_exit" in verbs(scene)
    scene.play("ada: flee_exit")
    ada = scene.unit("ada")
    assert (ada.at, ada.escaped, ada.dead) == (None, 1, 0)
    assert scene.ending is None


@clause("wfrp1.flee.movement")
def test_one_who_is_surrounded_stays_and_is_struck():
    ring = [(4, 4), (5, 4), (6, 4), (4, 5), (4, 6), (5, 6), (6, 6)]
    others = [(f"orc_{n + 2}", "orcs", cell, {"i": 40}) for n, cell in enumerate(ring)]
    scene = ada_flees(*others, dice=[98] * 8)
    while scene.decider != "ada":
        scene.play("pass")
    # nothing is left but to stay: the only answer is given unasked
    assert scene.unit("ada").at == (5, 5)


@clause("wfrp1.flee.movement")
def test_one_stopped_by_a_free_blow_does_not_move():
    # the body: excess 1, severity 2, prone
    scene = ada_flees(dice=[7, 2, 30], ada={"w": 1})
    scene.play("orc: pass", "ada: flee 0,5")
    assert (scene.unit("ada").at, scene.unit("ada").prone) == ((5, 5), 1)


#: The right leg, excess 1, severity 1 + 2 = 3: the leg is no use for 5 rounds.
LAMED = [28, 2, 60]


@clause("wfrp1.flee.movement", "wfrp1.flee.free_blows", "wfrp1.c.disabled_limbs")
@pytest.mark.parametrize(("goal", "end"), [("0,1", (11, 1)), ("12,1", (12, 1))])
def test_one_lamed_by_a_free_blow_runs_as_far_as_it_still_can(goal, end):
    """M 4 halved is 2, and no running: 8 yards, 4 cells."""
    walls = [[x, y] for x in range(17) for y in (0, 2)]
    scene = ada_flees(
        at=((15, 1), (16, 1)), board={"size": [17, 4], "cells": [{"flag": "blocked", "at": walls}]}, size=(17, 4),
        dice=LAMED, ada={"w": 1}, orc={"ws": 80},
    )  # fmt: skip
    scene.play("orc: pass", f"ada: flee {goal}")
    assert scene.unit("ada").leg_off > 0
    assert scene.unit("ada").at == end
    assert scene.last("flees").extra == 2, "at standard rate"


@clause("wfrp1.flee.movement", "wfrp1.flee.free_blows", "wfrp1.c.disabled_limbs")
@pytest.mark.parametrize(("x", "end"), [(15, (11, 1)), (4, (0, 1)), (3, None)])
def test_one_lamed_by_a_free_blow_leaves_the_board_only_if_it_still_reaches_the_edge(x, end):
    """4 cells: from the fourth column it takes 3 to the edge, and one more to leave."""
    walls = [[x, y] for x in range(17) for y in (0, 2)]
    board = {"size": [19, 4], "cells": [{"flag": "blocked", "at": [*walls, *([x, 3] for x in range(19))]}]}
    scene = ada_flees(
        ("bert", "men", (18, 0), {"i": 10}), at=((x, 1), (x + 1, 1)), board=board, size=(19, 4), dice=LAMED,
        ada={"w": 1}, orc={"ws": 80},
    )  # fmt: skip
    scene.play("orc: pass", "ada: flee_exit")
    assert scene.unit("ada").leg_off > 0
    assert scene.unit("ada").at == end
    assert int(scene.unit("ada").escaped) == (1 if end is None else 0)


@clause("wfrp1.flee.declare", "wfrp1.flee.free_blows", "wfrp1.flee.movement")
def test_a_fright_on_the_way_does_not_stop_one_who_runs_already():
    """The free blow hurts the body, excess 1, severity 1 + 2 = 3: flight for a round, which comes after her own."""
    scene = ada_flees(dice=[7, 2, 60], ada={"w": 1})
    scene.play("orc: pass", "ada: flee 1,5")
    assert (scene.last("must_flee").who, scene.unit("ada").at) == ("ada", (1, 5))
    assert scene.last("flees").extra == 3, "at a run, as she meant to"
    assert (scene.round, scene.unit("ada").fleeing) == (2, 2)
    while scene.round == 2:
        scene.play("pass")
    assert scene.last("flees").extra == 1, "at cautious rate, as she has to"
    assert scene.unit("ada").fleeing == 0


@clause("wfrp1.flee.declare", "wfrp1.c.prone", "wfrp1.c.stunned", "wfrp1.attack.prone_static")
@pytest.mark.parametrize(
    ("what", "value", "dice", "lost"),
    [("prone", 1, [60, 2], 4), ("unconscious_rounds", 6, [60, 2], 4), ("dazed", 1, [7, 2], 2)],
)
def test_who_has_to_flee_but_cannot_run_is_struck_like_anybody(what, value, dice, lost):
    """Two Wounds, doubled for who does not move. Nobody waits for a back that is not turned."""
    scene = fight(
        ("ada", "men", (5, 5), {"facing": "east", "i": 50}),
        ("orc", "orcs", (6, 5), {"facing": "west", "i": 30, "w": 12, "npc": False}),
        dice=dice, upto="turn",
    )  # fmt: skip
    orc = scene.unit("orc")
    orc.fleeing, orc.flee_wait, orc.forced_flee_rounds = 2, 1, 1
    scene.refresh()
    assert "strike" not in verbs(scene), "while it can run"
    setattr(orc, what, value)
    scene.refresh()
    scene.play("ada: strike orc normal")
    assert orc.wounds == 12 - lost


@clause("wfrp1.flee.victor_stays", "wfrp1.flee.declare")
def test_who_holds_its_ground_does_not_flee_itself():
    """A goblin runs from Ada, who has an orc on her as well: she fights on."""
    scene = fight(
        ("ada", "men", (5, 5), {"facing": "east", "i": 50}),
        ("orc", "orcs", (4, 5), {"facing": "east", "i": 20}),
        ("goblin", "orcs", (6, 5), {"facing": "west", "i": 10}),
    )
    scene.play("goblin: declare_flee", "orc: act")
    assert scene.decider == "ada" and "declare_flee" not in verbs(scene)
