"""The sequence of play: rounds, turns and phases, and one unit at a time."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import FIRST, battle, duel, fray, go_on, regiment

from tactica.envs.rulesets.tow.vocab import Phase

ROUNDS, ORDER = "x.turn.sequence.rounds", "x.turn.activation.order"
PHASES = [
    Phase.START, Phase.STRATEGY, Phase.CHARGE, Phase.CHARGE_MOVES, Phase.COMPULSORY, Phase.MOVEMENT, Phase.SHOOTING, Phase.COMBAT,
    Phase.END,
]  # fmt: skip


def far_apart(rules=None, **men):
    """Men and orcs who look away from each other."""
    orcs = regiment("orcs", at=(30, 3), facing="north", models=5)
    return battle(regiment(at=(5, 20), facing="south", models=5, **men), orcs, rules=rules)


def amounts(scene, kind):
    """What the events of a kind say, in order."""
    return [event.amount for event in scene.events if event.kind == kind]


def kinds(scene):
    """The kinds of everything that has happened."""
    return [event.kind for event in scene.events]


# --- rounds and turns


@clause("tow.x.turn.sequence")
def test_six_rounds_of_two_turns():
    scene = go_on(far_apart(), None)
    assert amounts(scene, "round_begins") == [1, 2, 3, 4, 5, 6]
    assert amounts(scene, "turn_begins") == [0, 1] * 6
    assert amounts(scene, "phase_begins").count(Phase.COMBAT) == 12
    assert scene.ending == "rounds_played"


@clause("tow.x.turn.sequence")
@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_the_number_of_rounds_can_be_set(rounds):
    scene = go_on(far_apart({ROUNDS: rounds}), None)
    assert amounts(scene, "round_begins") == list(range(1, rounds + 1))


@clause("tow.x.turn.sequence")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_side_begins_every_round(first):
    scene = go_on(far_apart({FIRST: first, ROUNDS: 2}), None)
    assert amounts(scene, "turn_begins") == [first, 1 - first] * 2


@clause("tow.x.turn.sequence")
def test_the_phases_of_a_turn():
    scene = go_on(far_apart({ROUNDS: 1}), None)
    assert amounts(scene, "phase_begins") == PHASES * 2


# --- what belongs to which phase


@clause("tow.x.turn.sequence")
def test_a_unit_is_asked_to_cast_charge_move_and_shoot_in_this_order():
    men = {"character": "war_priest", "missile": "longbow"}
    scene = duel(men, gap=9, dice=None)
    asked = []
    while scene.decider == "men":
        asked.append(scene.prompt)
        scene.play("pass")
    assert asked == ["strategy", "charge", "move", "shoot"]


@clause("tow.x.turn.sequence", "tow.x.strategy.rally")
def test_rally_tests_come_before_spells():
    """The riders flee; they rally on 3 and 4 before the wizard is asked."""
    riders = regiment("riders", "men", at=(25, 12), models=5, fleeing=True)
    wizard = regiment("wizard", "men", at=(30, 20), template="hex_coven")
    scene = battle(riders, wizard, regiment("orcs", at=(20, 3), facing="south"), dice=[3, 4])
    assert (scene.decider, scene.prompt) == ("wizard", "strategy")
    assert "rallied" in kinds(scene)


@clause("tow.x.turn.sequence", "tow.x.move.charge_reaction")
def test_each_declaration_is_answered_at_once_and_moved_later():
    """Two charge: the answer to the first is asked before the second declares, and nobody has moved by then."""
    men = [regiment(name, "men", at=(x, 14), models=5) for name, x in (("left", 8), ("right", 16))]
    orcs = [regiment(name, "orcs", at=(x, 7), facing="south", models=5) for name, x in (("these", 12), ("those", 20))]
    scene = battle(*men, *orcs, dice=None)
    scene.play("charge these")
    assert (scene.decider, scene.prompt) == ("these", "reaction")
    scene.play("hold")
    assert (scene.decider, scene.prompt) == ("right", "charge")
    assert scene.unit("left").at == (8, 14)
    scene.play("charge those", "hold")
    order = [kind for kind in kinds(scene) if kind in ("charges", "charge_reached", "charge_failed")]
    assert order[:2] == ["charges", "charges"]
    assert len(order) == 4


@clause("tow.x.turn.sequence", "tow.x.move.compulsory")
def test_flight_goes_on_between_charges_and_moves():
    """The riders do not rally on a twelve; before the scout moves they flee six inches."""
    riders = regiment("riders", "men", at=(25, 10), models=5, fleeing=True)
    scout = regiment("scout", "men", (2, 20), "south", models=1)
    orcs = regiment("orcs", at=(28, 4), facing="south", models=5)
    scene = battle(riders, scout, orcs, dice=[6, 6, 2, 4])
    found = [event.amount if event.kind == "phase_begins" else event.kind for event in scene.events]
    assert found.index(Phase.COMPULSORY) < found.index("flees") < found.index(Phase.MOVEMENT)
    assert found.index("failed") < found.index(Phase.CHARGE)


@clause("tow.x.turn.sequence")
def test_both_sides_fight_in_every_combat_phase():
    """Whosever turn it is: men and orcs strike in the men's turn and in the orcs'."""
    hardy = {"models": 1, "wounds": 9, "traits": ["unbreakable"]}
    scene = fray(hardy, hardy, rules={ROUNDS: 1, "x.combat.give_ground.give_ground_distance": 0}, dice=None)
    go_on(scene, None, quiet=("pass", "hold", "restrain"))
    turns, found = 0, []
    for event in scene.events:
        turns += event.kind == "turn_begins"
        if event.kind == "strikes":
            found.append((turns, event.who))
    assert set(found) == {(1, "men"), (1, "orcs"), (2, "men"), (2, "orcs")}


@clause("tow.x.turn.sequence", "tow.x.magic.spells")
def test_effects_run_out_at_the_start_of_a_turn():
    """A warding light holds until the next turn of the side."""
    coven = regiment("men", template="hex_coven", at=(10, 20), facing="south")
    scene = battle(coven, regiment("orcs", at=(30, 3), facing="north", models=5), dice=None)
    scene.unit("men").warded = 1
    while scene.round == 1:
        assert scene.unit("men").warded == 1
        scene.play("pass")
    assert scene.unit("men").warded == 0


# --- one unit at a time


THREE = [("slow", 2, (4, 20)), ("quick", 5, (14, 20)), ("middling", 3, (24, 20))]


def three(order=None):
    """Three regiments of different Initiative about to move."""
    men = [regiment(name, "men", at, "north", models=5, initiative=i) for name, i, at in THREE]
    rules = {} if order is None else {ORDER: order}
    return battle(*men, regiment("orcs", at=(30, 3), facing="north", models=5), rules=rules)


def asked_to_move(scene):
    """Who is asked, in order, everybody moving once and then passing."""
    found = []
    while scene.side == 0 and scene.prompt == "move":
        found.append(scene.decider)
        scene.play("pass")
    return found


@clause("tow.x.turn.activation")
@pytest.mark.parametrize(("order", "names"), [
    (None, ["slow", "quick", "middling"]), (0, ["slow", "quick", "middling"]), (1, ["quick", "middling", "slow"]),
])  # fmt: skip
def test_units_are_asked_in_order_of_slots_or_of_initiative(order, names):
    assert asked_to_move(three(order)) == names


@clause("tow.x.turn.activation")
def test_of_equal_initiative_the_lower_slot_is_asked_first():
    men = [regiment(name, "men", (x, 20), models=5) for name, x in (("one", 4), ("two", 14))]
    scene = battle(*men, regiment("orcs", at=(30, 3), facing="north", models=5), rules={ORDER: 1})
    assert asked_to_move(scene) == ["one", "two"]


@clause("tow.x.turn.activation")
def test_a_unit_finishes_before_the_next_one_starts():
    """It is asked again after each manoeuvre, until it passes or has nothing left."""
    scene = three()
    scene.play("forward one")
    assert scene.decider == "slow"
    scene.play("forward one", "pass")
    assert scene.decider == "quick"
    scene.play("forward four")
    assert scene.decider == "middling"


@clause("tow.x.turn.activation")
def test_who_can_only_pass_is_not_asked():
    """No spells, no charges, nothing to shoot with: the first question is how to move, and those in combat are not asked."""
    scene = three()
    assert (scene.decider, scene.prompt) == ("slow", "move")
    scene = fray({"models": 5}, {"models": 5}, upto="move", who="scout")
    assert [event.kind for event in scene.events if event.kind == "strikes"] == []
    assert (scene.decider, scene.prompt) == ("scout", "move")


@clause("tow.x.turn.activation")
def test_a_reaction_belongs_to_the_unit_that_reacts():
    scene = duel(orcs={"missile": "shortbow"}, gap=8)
    scene.play("charge orcs")
    assert (scene.decider, scene.side, scene.prompt) == ("orcs", 1, "reaction")
    scene.dice = None
    scene.play("hold")
    assert scene.last("holds").who == "orcs"
