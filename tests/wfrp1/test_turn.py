"""Rounds, declarations, the order within a round, and waiting."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import verbs


def turns(scene):
    """Who has begun a turn, and at which count."""
    return [(event.who, event.amount) for event in scene.events if event.kind == "turn_begins"]


# --- rounds


@clause("wfrp1.turn.round")
def test_everybody_has_one_turn_a_round():
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50},
        {"name": "bert", "side": "men", "at": [0, 3], "i": 20},
        {"name": "orc", "side": "orcs", "at": [7, 0], "i": 40},
        size=(8, 4),
    )
    assert scene.round == 1
    scene.play("pass", "pass", "pass")
    assert scene.round == 2
    scene.play("pass", "pass", "pass")
    assert scene.round == 3
    assert turns(scene)[:6] == [("ada", 50), ("orc", 40), ("bert", 20)] * 2
    assert [event.amount for event in scene.events if event.kind == "round_begins"] == [1, 2, 3]


@pytest.mark.parametrize(("rules", "rounds"), [({}, 18), ({"turn.round.rounds_per_minute": 10}, 30)])
@clause("wfrp1.turn.round")
def test_three_minutes_are_eighteen_rounds(rules, rounds):
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 1], "facing": "east", "i": 50, "ws": 60, "s": 9},
        {"name": "orc", "side": "orcs", "at": [3, 1], "t": 9, "main_hand": "none", "i": 20},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "i": 10},
        size=(8, 4),
        dice=[40, 5, 25, 3],  # hits on 60 - 20; a stun at 5 * (5 + 9 - 9) = 25 %; 10 - 9 = 1 die: three minutes
        rules=rules,
    )
    scene.play("strike orc stun")
    assert scene.last("knocked_out").amount == rounds
    assert scene.unit("orc").unconscious_rounds == rounds


# --- declarations


def three_in_a_row(**more):
    """Ada and Bert with an orc between them; a goblin who is engaged with nobody."""
    return table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 25},
        {"name": "orc", "side": "orcs", "at": [2, 1], "facing": "west", "i": 33},
        {"name": "bert", "side": "men", "at": [3, 1], "facing": "west", "i": 40},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "facing": "west", "i": 30},
        size=(8, 4),
        upto=None,
        **more,
    )


@clause("wfrp1.c.declaration_order")
def test_the_slower_declares_first_and_acts_last():
    scene = three_in_a_row()
    asked = []
    while scene.prompt == "declare":
        asked.append(scene.decider)
        assert scene.choices() == ["act", "declare_flee"]
        scene.play("act")
    assert asked == ["ada", "orc", "bert"], "the goblin can do nothing but act, so it is not asked"
    scene.play("bert: pass", "orc: pass", "goblin: pass", "ada: pass")
    assert turns(scene)[:4] == [("bert", 40), ("orc", 33), ("goblin", 30), ("ada", 25)]


@clause("wfrp1.c.declaration_order")
def test_the_quicker_may_declare_first_instead():
    scene = three_in_a_row(rules={"c.declaration_order.declaration_ascending": 0})
    asked = []
    while scene.prompt == "declare":
        asked.append(scene.decider)
        scene.play("act")
    assert asked == ["bert", "orc", "ada"]


@pytest.mark.parametrize(
    ("dice", "rules", "order"),
    [
        ([1], {}, ["ada", "bert", "orc"]),
        ([2], {}, ["orc", "ada", "bert"]),
        ([], {"turn.simultaneous.order_on_tie": 0}, ["ada", "bert", "orc"]),
    ],
)
@clause("wfrp1.c.declaration_order", "wfrp1.turn.simultaneous")
def test_a_die_says_which_of_equals_declare_first(dice, rules, order):
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 30},
        {"name": "bert", "side": "men", "at": [3, 1], "i": 30},
        {"name": "orc", "side": "orcs", "at": [2, 1], "i": 30},
        size=(8, 4),
        dice=dice,
        rules=rules,
        upto=None,
    )
    asked = []
    while scene.prompt == "declare":
        asked.append(scene.decider)
        scene.play("act")
    assert asked == order


@clause("wfrp1.c.declaration_order")
def test_declarations_are_public():
    scene = three_in_a_row()
    scene.play("ada: declare_flee")
    declared = scene.last("declared")
    assert declared.who == "ada"
    assert "declares that it will flee" in declared.text
    assert scene.decider == "bert", "who decides knowing that; the orc has to hold its ground and nothing to declare"
    assert scene.unit("ada").fleeing == 1


# --- order


@clause("wfrp1.turn.order")
def test_turns_are_taken_in_descending_initiative():
    scene = table(
        {"name": "helmut", "side": "men", "at": [0, 0], "i": 52},
        {"name": "serafin", "side": "men", "at": [0, 3], "i": 70},
        {"name": "ragnerek", "side": "men", "at": [0, 6], "i": 46},
        {"name": "skaven_1", "side": "ratmen", "at": [7, 0], "i": 40},
        {"name": "skaven_2", "side": "ratmen", "at": [7, 3], "i": 40},
        {"name": "skaven_3", "side": "ratmen", "at": [7, 6], "i": 40},
        size=(8, 7),
    )
    scene.play(*["pass"] * 6)
    order = [("serafin", 70), ("helmut", 52), ("ragnerek", 46), ("skaven_1", 40), ("skaven_2", 40), ("skaven_3", 40)]
    assert turns(scene)[:6] == order


@pytest.mark.parametrize(("effective", "first", "count"), [(1, "ada", 50), (0, "orc", 40)])
@clause("wfrp1.turn.order", "wfrp1.initiative.effective")
def test_the_order_uses_effective_or_plain_initiative(effective, first, count):
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 30, "main_hand": "rapier", "specialist": ["fencing"]},
        {"name": "orc", "side": "orcs", "at": [7, 3], "i": 40},
        size=(8, 4),
        rules={"initiative.effective.opt_effective_initiative": effective},
    )
    assert (scene.decider, turns(scene)) == (first, [(first, count)])


# --- waiting


@clause("wfrp1.turn.delay")
def test_waiting_puts_the_turn_after_the_next_event():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 4},
        {"name": "orc", "side": "orcs", "at": [4, 1], "i": 40},
        size=(8, 4),
    )
    assert scene.decider == "ada"
    scene.play("wait")
    assert (scene.decider, scene.prompt) == ("orc", "turn")
    scene.play("pass")
    assert (scene.decider, scene.prompt, scene.round) == ("ada", "turn", 1)
    assert {"charge", "move_standard", "pass"} <= verbs(scene)
    assert "wait" not in verbs(scene)
    scene.play("pass")
    assert scene.round == 2


@clause("wfrp1.turn.delay")
def test_waiting_can_be_repeated_until_no_event_is_left():
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50},
        {"name": "orc", "side": "orcs", "at": [7, 0], "i": 40},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "i": 30},
        size=(8, 4),
    )
    scene.play("ada: wait", "orc: pass")
    assert scene.decider == "ada"
    scene.play("ada: wait", "goblin: pass")
    assert scene.decider == "ada"
    assert "wait" not in verbs(scene)


@clause("wfrp1.turn.delay")
def test_one_who_waited_strikes_with_its_only_attack():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "ws": 33, "a": 1},
        {"name": "orc", "side": "orcs", "at": [2, 1], "i": 40, "w": 7, "t": 3, "main_hand": "none"},
        size=(8, 4),
        dice=[12, 4],
    )
    scene.play("ada: wait", "orc: pass", "ada: strike orc")
    assert scene.unit("orc").wounds == 7 - (4 + 3 - 3)


@clause("wfrp1.turn.delay", "wfrp1.initiative.multiple_attacks")
def test_a_blow_of_a_sequence_cannot_be_delayed():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 60, "ws": 33, "a": 2},
        {"name": "orc", "side": "orcs", "at": [2, 1], "i": 40, "main_hand": "none", "w": 7, "t": 3},
        size=(8, 4),
        dice=[12, 4],
        skip_forced=False,
        upto=None,
    )
    while scene.prompt == "declare":
        scene.play("act")
    scene.play("ada: wait")
    assert scene.decider == "orc"
    scene.play("orc: pass")
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert not {"strike", "charge", "grapple"} & verbs(scene), "the blow of 60 is lost"
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    scene.play("strike orc")
    assert scene.unit("orc").wounds == 7 - 4


@clause("wfrp1.turn.delay")
def test_one_with_several_attacks_may_still_move_after_waiting():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "i": 60, "a": 2, "m": 4},
        {"name": "orc", "side": "orcs", "at": [4, 1], "i": 40},
        size=(8, 4),
    )
    assert "charge" in verbs(scene)
    scene.play("wait", "orc: pass")
    assert scene.decider == "ada"
    assert "move_standard" in verbs(scene)
    assert "charge" not in verbs(scene), "a charge ends in the blow that is lost"


@pytest.mark.parametrize("limit", [0, 3, None])
@clause("wfrp1.turn.delay")
def test_two_who_wait_for_each_other_must_act_in_the_end(limit):
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50},
        {"name": "orc", "side": "orcs", "at": [1, 0], "i": 40},
        size=(4, 4),
        rules={} if limit is None else {"turn.delay.max_waits_per_round": limit},
    )
    waits = 0
    while "wait" in verbs(scene):
        scene.play("wait")
        waits += 1
    assert scene.round == 1
    assert waits == 2 * (32 if limit is None else limit), "each side as often"


@clause("wfrp1.turn.delay", "wfrp1.initiative.multiple_attacks")
@pytest.mark.parametrize(("blow", "dice"), [("pass", []), ("strike orc normal", [98])])
def test_a_later_blow_does_not_end_the_waiting(blow, dice):
    """Ada, I 40 and A 2, waits until after the orc at 10: her second blow falls at 20, her turn still after his."""
    scene = table(
        {"name": "ada", "side": "men", "at": [4, 5], "facing": "east", "i": 40, "a": 2, "ws": 60, "w": 20},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "i": 10, "w": 20, "npc": True, "int": 10},
        size=(12, 12),
        dice=dice,
    )
    scene.play("ada: wait", f"ada: {blow}")
    assert (scene.decider, scene.prompt) == ("orc", "turn")
    scene.play("orc: pass")
    assert (scene.round, scene.decider, scene.prompt) == (1, "ada", "turn")
