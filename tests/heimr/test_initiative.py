"""Initiative: the roll, ties, the order of turns, and delaying."""

from __future__ import annotations

from collections import Counter

import pytest
from fixtures import clause
from fixtures import table as lay
from heimr.blows import PLENTY, happened, striker, use
from heimr.ground import act, dodging, foe, man, order, rest, scene, verbs


def rolled(*units, dice, rules=None, **more):
    """Units of which only what matters for initiative is said, the first on one side, the others on the other."""
    people = [
        {"name": f"unit_{i}", "side": "men" if i == 0 else "orcs", "at": [i, 0], **unit} for i, unit in enumerate(units)
    ]
    laid = lay(*people, ruleset="heimr", dice=list(dice), rules=rules, size=(5, 5), **more)
    while laid.prompt == "defence":
        laid.play("no_defence")
    return laid


def three(dice=(), rules=None, **more):
    """Three men and an orc, who act in this order: a, b, c, orc."""
    return scene(*(man(name=name, **more.get(name, {})) for name in "abc"), foe(at="A1"), rules=rules, dice=dice)


def turns(table, count):
    """Whose turns come, one after the other."""
    found = []
    for _ in range(count):
        found.append(table.decider)
        act(table, "end_turn")
    return found


def test_the_order_follows_who_waits():
    table = three()
    assert table.order == ["a", "b", "c", "orc"]
    act(table, "delay_after b")
    assert table.order == ["b", "a", "c", "orc"]


# --- the roll


@clause("heimr.initiative.roll", "heimr.dice.pool")
@pytest.mark.parametrize(
    ("unit", "dice", "initiative"),
    [
        ({"dex": 0, "wp_max": 3}, [5], 8), ({"dex": 2, "wp_max": 1}, [2, 10, 10], 12),
        ({"dex": -1, "wp_max": 2}, [1, 1], 2), ({"dex": 3, "wp_max": 5}, [1, 4, 7, 2], 12),
        ({"dex": -2, "wp_max": 4}, [6, 8, 3], 7),
        ({"dex": 0, "wp_max": 4, "wp": 1}, [5], 6),
    ],
)  # fmt: skip
def test_consistency_by_dexterity_and_potential_by_willpower(unit, dice, initiative):
    table = rolled(unit, {"wp_max": 1}, dice=[*dice, 6])
    assert table.unit("unit_0").initiative == initiative and table.unit("unit_1").initiative == 7
    assert [event.amount for event in happened(table, "initiative") if event.who == "unit_0"] == [initiative]
    shown = [event for event in happened(table, "initiative_rolled") if event.who == "unit_0"]
    willpower = unit.get("wp", unit["wp_max"])
    assert [event.terms for event in shown] == [[("natural result", initiative - willpower), ("willpower", willpower)]]


@clause("heimr.initiative.roll", "heimr.initiative.ties")
def test_a_scenario_may_give_it():
    """Given initiative is not rolled; of the two with 9 the one with more willpower is ahead. The log tells all of them."""
    units = {"initiative": 9, "wp_max": 2}, {"initiative": 9, "wp_max": 4}, {"wp_max": 6}, {"initiative": 60}
    table = rolled(*units, dice=[6])
    assert [table.unit(f"unit_{i}").initiative for i in range(4)] == [9, 9, 12, 60]
    assert table.order == ["unit_3", "unit_2", "unit_1", "unit_0"] and table.decider == "unit_3"
    assert [event.amount for event in happened(table, "initiative")] == [9, 9, 12, 60]
    assert [event.who for event in happened(table, "initiative_rolled")] == ["unit_2"], "the others were given"


@clause("heimr.initiative.roll")
@pytest.mark.parametrize(("first", "second"), [([6, 1, 1], [1]), ([1, 9, 2], [5]), ([1, 4, 2], [6])])
def test_highest_first(first, second):
    table = rolled({"dex": 2}, {}, dice=[*first, *second])
    assert table.decider == ("unit_0" if max(first) > second[0] else "unit_1")


@clause("heimr.initiative.roll")
def test_chances_of_who_acts_first():
    """Dexterity 2 against 0, both with willpower 3: every way the dice fall, the D10 by their greater."""
    first: Counter[str] = Counter()
    for six in range(1, 7):
        for best in range(1, 12):  # 11: two tens
            ways = 1 if best == 11 else 18 if best == 10 else 2 * best - 1
            for other in range(1, 7):
                natural = max(six, best)
                first["more" if natural > other else "tie" if natural == other else "less"] += ways
    assert first["more"] / 3600 == pytest.approx(0.8775) and first["tie"] / 3600 == pytest.approx(0.06)
    for six, tens, other, who in ((1, (1, 1), 2, 1), (1, (3, 1), 2, 0), (2, (10, 10), 6, 0), (5, (2, 5), 6, 1)):
        table = rolled({"dex": 2}, {}, dice=[six, *tens, other])
        assert table.decider == f"unit_{who}"


@clause("heimr.initiative.roll", "heimr.turn.sequence")
def test_it_is_rolled_once_and_tires_nobody():
    table = three()
    before = [unit.initiative for unit in table.units]
    assert turns(table, 12) == ["a", "b", "c", "orc"] * 3 and table.round == 4
    assert [unit.initiative for unit in table.units] == before
    assert len(happened(table, "initiative")) == 4 and {unit.fatigue for unit in table.units} == {4}


@clause("heimr.initiative.roll", "heimr.fatigue.requirement")
def test_it_is_no_physical_roll():
    """Stamina -3: fatigue 7, and yet a 1 counts."""
    table = rolled({"sta": -3}, {"wp_max": 0}, dice=[1, 1])
    assert table.unit("unit_0").initiative == 4 and table.unit("unit_0").fatigue == 7


@clause("heimr.initiative.roll", "heimr.check.penalty_scope")
def test_penalties_on_dexterity_count():
    table = rolled({"dex": 2, "dexterity_penalty": 1}, {"wp_max": 1}, dice=[2, 9, 6])
    assert table.unit("unit_0").initiative == 12


# --- ties


@clause("heimr.initiative.ties")
@pytest.mark.parametrize(
    ("one", "other", "dice", "who"),
    [
        ({"wp_max": 2}, {"wp_max": 4}, [5, 3], 1), ({"wp_max": 4}, {"wp_max": 2}, [3, 5], 0),
        ({"dex": 1}, {"dex": 2}, [5, 1, 5, 1, 1], 1), ({"dex": 2}, {"dex": 1}, [5, 1, 1, 5, 1], 0),
        ({"dex": -1}, {"dex": 0}, [3, 8, 3], 1),
    ],
)  # fmt: skip
def test_more_willpower_then_more_dexterity(one, other, dice, who):
    table = rolled(one, other, dice=dice)
    assert table.unit("unit_0").initiative == table.unit("unit_1").initiative
    assert table.decider == f"unit_{who}"


@clause("heimr.c.initiative_key", "heimr.initiative.ties")
@pytest.mark.parametrize(("keys", "first"), [((90, 10), 0), ((10, 90), 1), ((1, 100), 1), ((7, 7, 9, 8), 0)])
def test_twins_go_by_a_key_drawn_once(keys, first):
    """Twice the same is drawn again."""
    table = rolled({}, {}, dice=[4, 4, *keys])
    assert [table.unit(f"unit_{i}").key for i in range(2)] == list(keys[-2:])
    assert turns(table, 6) == [f"unit_{first}", f"unit_{1 - first}"] * 3


@clause("heimr.c.initiative_key")
def test_who_is_not_tied_draws_none():
    rolled({"wp_max": 4}, {}, {"wp_max": 1}, dice=[4, 4, 4])


@clause("heimr.c.initiative_key")
def test_two_of_three_are_tied():
    table = rolled({}, {}, {"wp_max": 1}, dice=[4, 4, 4, 17, 18])
    assert table.unit("unit_2").key == 0 and table.unit("unit_2").order == 2


# --- turns


@clause("heimr.turn.sequence")
def test_one_after_another():
    table = three()
    assert turns(table, 5) == ["a", "b", "c", "orc", "a"]
    assert [unit.acted for unit in table.units] == [1, 0, 0, 0] and table.round == 2


@clause("heimr.turn.length", "heimr.effect.duration_turns")
@pytest.mark.parametrize(("length", "turns_left"), [(2, 2), (1, 4), (4, 1)])
def test_a_turn_is_two_seconds(length, turns_left):
    """A trap that binds the feet for 4 seconds."""
    table = scene(
        man(), foe(at="A1"), cells=[("B3", {"hazard": "bind_feet", "hazard_number": 4, "hazard_cr": 0})],
        rules={"turn.length.seconds_per_turn": length}
    )  # fmt: skip
    act(table, "move north")
    assert table.unit("man").bound_feet == turns_left


# --- delaying


@clause("heimr.initiative.delay", "heimr.turn.sequence")
@pytest.mark.parametrize(
    ("text", "after"), [("delay_after b", ["b", "a", "c", "orc"]), ("delay_before c", ["b", "a", "c", "orc"]),
    ("delay_after c", ["b", "c", "a", "orc"]), ("delay_before orc", ["b", "c", "a", "orc"]),
    ("delay_after orc", ["b", "c", "orc", "a"])]
)  # fmt: skip
def test_a_turn_postponed(text, after):
    """Now and in later rounds."""
    table = three()
    act(table, text)
    assert turns(table, 8) == after * 2
    assert order(table) == after


@clause("heimr.initiative.delay")
def test_only_behind_who_has_not_acted_yet():
    table = three()
    rest(table, "c")
    assert table.choices("delay_after") == ["delay_after orc"] and table.choices("delay_before") == ["delay_before orc"]
    rest(table, "orc")
    assert not {"delay_after", "delay_before"} & verbs(table)


@clause("heimr.initiative.delay")
@pytest.mark.parametrize(("allowed", "found"), [(0, [False, False]), (1, [True, False]), (2, [True, True])])
def test_how_often_in_a_round(allowed, found):
    table = three(rules={"initiative.delay.max_delays_per_round": allowed})
    seen = ["delay_after" in verbs(table)]
    if allowed:
        act(table, "delay_after b")
        rest(table, "a")
    seen.append("delay_after" in verbs(table) and allowed > 0)
    assert seen == found


@clause("heimr.initiative.delay")
def test_in_the_next_round_again():
    table = three()
    act(table, "delay_after b")
    rest(table, "a")
    assert "delay_after" not in verbs(table)
    rest(table, "a")
    assert "delay_after" in verbs(table)


@clause("heimr.initiative.delay")
@pytest.mark.parametrize("text", ["drop_prone", "move north", "whisper"])
def test_only_at_the_start_of_a_turn(text):
    table = three()
    act(table, text)
    assert not {"delay_after", "delay_before"} & verbs(table)


@clause("heimr.initiative.delay", "heimr.action.upcoming")
def test_not_with_an_action_to_continue():
    table = three()
    use(table, "a", fatigue=6)
    act(table, "long_breather")
    rest(table, "a")
    assert set(verbs(table)) == {"continue", "cancel"}
    act(table, "cancel")
    assert "delay_after" not in verbs(table)


@clause("heimr.initiative.delay", "heimr.defence.restore", "heimr.defence.multiple")
def test_nothing_is_restored_before_the_turn_really_starts():
    """Who has dodged twice since its last turn and delays: a third dodge still suffers 4."""
    men = striker(), striker(name="ally"), striker(name="third")
    table = scene(*men, foe(hp_max=PLENTY, stand=dodging(9)), order=[6, 5, 1, 4])
    assert order(table) == ["man", "ally", "orc", "third"]
    act(table, "weapon_attack orc", "defend", "orc: use_dodge", dice=[6, 1, 6, 10])
    act(table, "end_turn")
    act(table, "weapon_attack orc", "defend", "orc: use_dodge", dice=[6, 1, 6, 10, 10, 10])
    act(table, "end_turn")
    act(table, "delay_after third")
    assert table.decider == "third" and table.unit("orc").dodges == 2 and table.unit("orc").defence_consistency == -3
    act(table, "weapon_attack orc", "defend", dice=[6, 3])
    assert table.unit("orc").dodges == 3 and table.unit("orc").hp == PLENTY - 2
    act(table, "end_turn")
    act(table, "whisper")
    assert table.decider == "orc" and table.unit("orc").dodges == 0


@clause("heimr.initiative.delay", "heimr.action.ongoing")
def test_an_ongoing_action_hampers_until_the_delayed_turn():
    table = scene(man(set={"fatigue": 5}), foe(at="A1"), foe(name="goblin", at="A1"))
    act(table, "breather")
    rest(table, "man")
    act(table, "delay_after orc")
    assert table.decider == "orc" and table.unit("man").ongoing == 1
    act(table, "end_turn")
    act(table, "whisper")
    assert table.decider == "man" and table.unit("man").ongoing == 0
