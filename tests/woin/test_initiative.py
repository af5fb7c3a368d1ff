"""Initiative: the roll, ties, the order of main turns and extra activations."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.scenes import duel, exactly, faces, scene


def units(*fields):
    """So many units, the first on one side, all others on the other."""
    sides = ["men"] + ["orcs"] * (len(fields) - 1)
    places = [[0, 0], [11, 11], [11, 9], [11, 7]]
    return [
        {"name": f"unit_{i}", "side": sides[i], "at": places[i], "weapons": ["longsword"], **field}
        for i, field in enumerate(fields)
    ]


def battle(*fields, totals=None, ties=(), dice=(), **more):
    """Units of three dice of initiative with these totals."""
    rolled = [face for total in totals or () for face in faces(total, 3)]
    return scene(*units(*fields), order=[*rolled, *ties] if totals else None, dice=dice, **more)


def slots(table, rounds=1):
    """The activations of a round: who, on which count, with how many actions."""
    found = []
    while table.round <= rounds:
        begun = [event for event in table.events if event.kind in ("turn_begins", "extra_turn_begins")][-1]
        assert begun.who == table.decider
        found.append((begun.who, begun.amount, int(table.unit(begun.who).actions_left)))
        table.play("end_turn")
    return found


# --- the roll


@clause("woin.sequence.initiative")
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        ({"INT": 6, "tactics_skill": 1}, 4),
        ({"INT": 10, "tactics_skill": 3}, 5),
        ({"INT": 10, "tactics_skill": 3, "initiative_bonus": 2}, 7),
        ({"INT": 10, "tactics_skill": 3, "rank": 6}, 6),
        ({"INT": 2}, 1),
    ],
)
def test_the_pool(unit, dice):
    for face in (1, 6):
        table = duel(man=unit, orc={"INT": 1}, order=[face] * dice + [3], distance=5)
        assert table.unit("man").initiative == face * dice


@clause("woin.sequence.initiative")
def test_one_total_is_higher_than_another():
    table = duel(man={"tactics_skill": 1}, distance=5, ambush=[False, True], order=[])
    assert table.prompt == "ambush"
    found = table.odds("no_ambush", want=["man.initiative", "orc.initiative"])
    assert found.p(lambda total: total[0] > total[1]) == exactly(0.742831)
    assert found.p(lambda total: total[0] == total[1]) == exactly(0.065469)
    assert sum(total[0] * found[total] for total in found) == exactly(14.0)
    assert {total[0] for total in found} == set(range(4, 25))


@clause("woin.sequence.initiative", "woin.sequence.round_loop")
def test_it_is_rolled_once():
    table = duel(distance=5)
    before = [unit.initiative for unit in table.units]
    for round_no in (1, 2, 3):
        assert table.round == round_no and table.decider == "man"
        table.play("end_turn", "end_turn")
    assert [unit.initiative for unit in table.units] == before
    assert [event.kind for event in table.events].count("initiative") == 2


# --- order


@clause("woin.sequence.turn_order")
def test_from_the_highest_to_the_lowest():
    table = battle({}, {}, {}, totals=[9, 17, 12])
    assert [who for who, _, _ in slots(table)] == ["unit_1", "unit_2", "unit_0"]


@clause("woin.sequence.turn_order")
def test_from_the_lowest_to_the_highest():
    table = battle({}, {"actions": 4}, {}, totals=[9, 17, 12], rules={"sequence.turn_order.descending": 0})
    assert [who for who, _, _ in slots(table)] == ["unit_0", "unit_2", "unit_1", "unit_1", "unit_1"]


@clause("woin.sequence.turn_order", "woin.completion.down_and_dying")
def test_who_is_down_has_only_its_countdown_and_the_dead_nothing():
    down = {"health_left": -1, "END": 1}
    table = battle({}, down, {}, {}, totals=[9, 17, 12, 10], dice=[3, 6])
    assert [who for who, _, _ in slots(table)] == ["unit_2", "unit_3", "unit_0"]
    assert table.unit("unit_1").dead == 1
    assert [who for who, _, _ in slots(table, rounds=2)] == ["unit_2", "unit_3", "unit_0"]


@clause("woin.sequence.initiative_ties")
def test_equal_totals_go_by_the_score_of_agility():
    assert [who for who, _, _ in slots(battle({"AGI": 6}, {"AGI": 8}, totals=[13, 13]))] == ["unit_1", "unit_0"]
    assert [who for who, _, _ in slots(battle({"AGI": 8}, {"AGI": 6}, totals=[13, 13]))] == ["unit_0", "unit_1"]


@clause("woin.sequence.initiative_ties")
def test_equal_agility_goes_by_a_die():
    table = battle({}, {}, totals=[13, 13], ties=[2, 5])
    assert [event.amount for event in table.events if event.kind == "tie_die"] == [2, 5]
    assert [who for who, _, _ in slots(table, rounds=2)] == ["unit_1", "unit_0"] * 2


@clause("woin.sequence.initiative_ties")
def test_equal_dice_are_rolled_again():
    table = battle({}, {}, {}, totals=[13, 13, 13], ties=[4, 6, 4, 1, 3])
    assert [who for who, _, _ in slots(table)] == ["unit_1", "unit_2", "unit_0"]
    assert [unit.tie_die for unit in table.units] == [0, 0, 0]


@clause("woin.sequence.initiative_ties")
def test_nobody_rolls_without_a_tie():
    battle({"AGI": 8}, {}, {}, totals=[13, 13, 12])


@clause("woin.sequence.initiative_ties")
@pytest.mark.parametrize(("agility", "chance"), [(6, 0.5), (8, 0.546425)])
def test_who_acts_first(agility, chance):
    """All ties go to who has more AGILITY."""
    table = duel(man={"AGI": agility, "SPEED": 6}, distance=5, ambush=[True, False], order=[])
    found = table.odds("no_ambush", want=["man.slots_taken"])
    assert found.p(lambda taken: taken[0] == 1) == exactly(chance)


@clause("woin.sequence.initiative_ties")
def test_faces_of_the_tie_die():
    battle({}, {}, totals=[13, 13], ties=[20, 12], rules={"sequence.initiative_ties.tie_die_faces": 20})


# --- larger creatures


@clause("woin.turn.three_action_creatures")
@pytest.mark.parametrize("total", [18, 7])
def test_the_third_action_comes_ten_counts_later(total):
    table = battle({"actions": 3}, {"AGI": 5}, totals=[total, 3])
    found = [(count, actions) for who, count, actions in slots(table) if who == "unit_0"]
    assert found == [(total, 2), (total - 10, 1)]


@clause("woin.turn.three_action_creatures")
@pytest.mark.parametrize(
    ("knob", "value", "found"),
    [
        ("third_action_delay", 4, [(12, 2), (8, 1)]),
        ("main_turn_actions", 1, [(12, 1), (2, 1), (-8, 1)]),
        ("main_turn_actions", 3, [(12, 3)]),
    ],
)
def test_three_actions_as_a_battle_says(knob, value, found):
    rules = {f"turn.three_action_creatures.{knob}": value}
    table = battle({"actions": 3}, {}, totals=[12, 3], rules=rules)
    assert [(count, actions) for who, count, actions in slots(table) if who == "unit_0"] == found


@clause("woin.turn.four_plus_action_creatures")
@pytest.mark.parametrize(("actions", "total", "counts"), [(4, 18, [18, 13, 8]), (6, 12, [12, 7, 2, -3, -8])])
def test_one_action_every_five_counts(actions, total, counts):
    table = battle({"actions": actions}, {}, totals=[total, 3])
    found = [(count, left) for who, count, left in slots(table) if who == "unit_0"]
    assert found == [(count, 2 if i == 0 else 1) for i, count in enumerate(counts)]


@clause("woin.turn.four_plus_action_creatures")
@pytest.mark.parametrize(
    ("knob", "value", "counts"), [("extra_action_step", 2, [12, 10, 8]), ("min_actions", 5, [12, 2, -8])]
)
def test_many_actions_as_a_battle_says(knob, value, counts):
    rules = {f"turn.four_plus_action_creatures.{knob}": value}
    table = battle({"actions": 4}, {}, totals=[12, 3], rules=rules)
    assert [count for who, count, _ in slots(table) if who == "unit_0"] == counts


@clause("woin.turn.four_plus_action_creatures", "woin.sequence.turn_order")
def test_a_hydra_among_others():
    hydra = {"actions": 4, "AGI": 6, "tactics_skill": 1}
    table = scene(*units(hydra, {}, {"AGI": 9}), order=[*faces(20, 4), *faces(16, 3), *faces(10, 3)])
    assert slots(table) == [
        ("unit_0", 20, 2), ("unit_1", 16, 2), ("unit_0", 15, 1), ("unit_2", 10, 2), ("unit_0", 10, 1),
    ]  # fmt: skip


@clause("woin.turn.four_plus_action_creatures", "woin.turn.three_action_creatures")
def test_a_main_turn_comes_before_an_extra_activation():
    rules = {"turn.four_plus_action_creatures.extra_action_step": 0}
    table = battle({"actions": 4}, {"AGI": 9}, totals=[12, 12], rules=rules)
    assert slots(table) == [("unit_1", 12, 2), ("unit_0", 12, 2), ("unit_0", 12, 1), ("unit_0", 12, 1)]


@clause("woin.sequence.initiative_ties", "woin.turn.three_action_creatures", "woin.turn.four_plus_action_creatures")
@pytest.mark.parametrize(("actions", "totals"), [(4, [16, 11]), (5, [18, 8]), (3, [18, 8])])
@pytest.mark.parametrize(("ties", "second"), [([5, 2], "unit_0"), ([2, 5], "unit_1")])
def test_an_extra_activation_on_the_count_of_another_unit_goes_by_a_die(actions, totals, ties, second):
    table = battle({"actions": actions}, {}, totals=totals, ties=ties)
    assert [event.amount for event in table.events if event.kind == "tie_die"] == ties
    on_the_count = [who for who, count, _ in slots(table) if count == totals[1]]
    assert on_the_count[0] == second and len(on_the_count) == 2


@clause("woin.sequence.initiative_ties", "woin.turn.four_plus_action_creatures")
@pytest.mark.parametrize("more", [{"AGI": 5}, {"actions": 3}])
def test_counts_that_do_not_meet_or_agilities_that_differ_need_no_die(more):
    """The tape has no die for a tie: AGILITY settles one, and three actions come on 16 and 6 only."""
    battle({"actions": 4, **more}, {}, totals=[16, 11])


@clause("woin.sequence.initiative_ties", "woin.turn.four_plus_action_creatures")
def test_a_die_thrown_again_leaves_alone_what_is_settled():
    """The giant has slots on 16, 11 and 6. Its die equals that of who has 11; who has 6 was lower, and stays so."""
    table = battle({"actions": 4}, {}, {}, totals=[16, 11, 6], ties=[4, 4, 3, 1, 2])
    assert [(who, count) for who, count, _ in slots(table)] == [
        ("unit_0", 16), ("unit_1", 11), ("unit_0", 11), ("unit_0", 6), ("unit_2", 6),
    ]  # fmt: skip


@clause("woin.sequence.initiative_ties", "woin.turn.four_plus_action_creatures")
def test_a_die_on_a_later_count_favours_nobody():
    """Of 46656 throws of the two, 4332 are equal, 2247 are 5 higher for the man, with four actions, and 252 are 10 higher."""
    table = duel(man={"actions": 4}, ambush=[True, False], order=[])
    found = table.odds("no_ambush", want=["man.tie", "orc.tie"])
    higher = [found.p(lambda ties, i=i: ties[i] > ties[1 - i]) for i in (0, 1)]
    assert higher == [exactly((4332 + 2247 + 252) / 46656 / 2)] * 2


@clause("woin.turn.four_plus_action_creatures", "woin.turn.budget")
def test_an_extra_activation_brings_one_action_and_nothing_else():
    unit = {"actions": 4, "weapons": ["longsword", "light_crossbow"]}
    table = battle(unit, {}, totals=[18, 3])
    table.play("drop_prone")
    table.unit("unit_0").reactions_left = 0
    table.unit("unit_0").called_shots = 1
    table.play("end_turn")
    found = table.unit("unit_0")
    assert table.decider == "unit_0" and found.actions_left == 1
    assert (found.free_left, found.reactions_left, found.called_shots) == (0, 0, 1)
    table.play("sheathe")
    assert [event.amount for event in table.events if event.kind == "extra_turn_begins"] == [13, 8]


@clause("woin.turn.three_action_creatures")
def test_who_is_down_has_no_extra_activation():
    table = battle({}, {"actions": 3, "health_left": 0}, {}, totals=[12, 18, 3], dice=[3] * 9)
    slots(table, rounds=2)
    assert [event.kind for event in table.events].count("extra_turn_begins") == 0


@clause("woin.sequence.turn_order", "woin.turn.four_plus_action_creatures", "woin.completion.down_and_dying")
def test_who_wakes_does_not_make_up_for_the_activations_it_has_missed():
    """Down on its counts 13 and 8, the hydra wakes on 6: it has only the activation on 3 left."""
    hydra = {"actions": 5, "health_left": 0, "END": 6}
    medic = {"side": "men", "at": [1, 0], "draughts": 1}
    table = battle(hydra, medic, {}, totals=[18, 6, 4], dice=[1] * 3)
    table.dice = [5, 5]
    table.play("drink unit_0")
    table.play("end_turn", "end_turn")
    assert [event.amount for event in table.events if event.kind == "extra_turn_begins"] == [3]
    assert table.decider == "unit_0" and table.round == 1


@clause("woin.called.threshold", "woin.turn.four_plus_action_creatures")
def test_an_action_less_in_the_round():
    table = battle({"actions": 4}, {}, totals=[18, 3])
    table.unit("unit_0").actions = 3
    assert [count for who, count, _ in slots(table) if who == "unit_0"] == [18, 8]


# --- the order, read and set


@clause("woin.sequence.turn_order", "woin.sequence.initiative_ties")
def test_the_order_is_told():
    """The highest total first; of equal ones the higher AGILITY."""
    table = battle({}, {"AGI": 3}, {"AGI": 8}, totals=(9, 12, 12))
    assert table.order == ["unit_2", "unit_1", "unit_0"]
    table.unit("unit_0").initiative = 14
    assert table.order == ["unit_0", "unit_2", "unit_1"]


@clause("woin.sequence.turn_order")
def test_the_order_is_set():
    """The totals there are, 15, 12 and 12, go to the units as they are named; the better of the equal ones becomes 13."""
    table = battle({}, {}, {}, totals=(15, 12, 12), ties=(2, 1))
    table.order = ["unit_2", "unit_0", "unit_1"]
    assert table.order == ["unit_2", "unit_0", "unit_1"]
    assert [unit.initiative for unit in table.units] == [13, 12, 15]
    with pytest.raises(ValueError, match=r"name each of these once: unit_2, unit_0, unit_1"):
        table.order = ["unit_0", "unit_1"]
    assert table.order == ["unit_2", "unit_0", "unit_1"]


@clause("woin.sequence.initiative")
def test_what_a_scenario_gives_is_not_rolled():
    """The orc rolls its three dice; the man has none on the tape."""
    table = duel(man={"initiative": 11}, order=[4, 4, 4], distance=5)
    assert (table.unit("man").initiative, table.unit("orc").initiative) == (11, 12)
    assert table.order == ["orc", "man"]
    assert [event.text for event in table.events[:2]] == [
        "man has an initiative of 11",
        "orc rolls 12 for initiative (attribute dice 3)",
    ]


@clause("woin.sequence.initiative")
def test_more_dice_than_a_record_holds_in_one_go():
    """Sixteen units roll nine dice each before anybody is asked: 144, and a record has room for 128."""
    strong = {"INT": 10, "tactics_skill": 3, "initiative_bonus": 4, "weapons": ["longsword"]}
    crowd = [
        {"name": f"u{i}", "side": "men" if i < 8 else "orcs", "at": [i % 8, 11 * (i // 8)], **strong} for i in range(16)
    ]
    table = scene(*crowd)
    assert len(table.dice) == 144
    assert [unit.initiative for unit in table.units] == list(range(54, 38, -1))
