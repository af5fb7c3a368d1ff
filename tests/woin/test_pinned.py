"""Getting pinned down: the counter, what it adds, how it is lost."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import left, parts, rolled, verbs
from woin.scenes import duel, exactly

ARCHER = {"weapons": ["longbow"]}
FAST = {"SPEED": 8}


def turns(table, *plays):
    """Play a turn of the man with these moves, and let the orc pass."""
    for play in plays:
        table.play(play)
    while table.decider != "orc":
        table.play("end_turn")
    table.play("end_turn")
    return table.unit("man")


# --- the counter


@clause("woin.pinned.bonus", "woin.completion.pinned_counter")
def test_every_turn_in_the_same_place_counts():
    table = duel(distance=7)
    for turn in (1, 2, 3):
        assert turns(table).pinned == turn


@clause("woin.completion.pinned_counter", "woin.pinned.traditions")
@pytest.mark.parametrize(("interval", "before", "text"), [
    ("usual", 0, "1 turn: ranged attacks on it get 1 extra die"), ("usual", 2, "3 turns: ranged attacks on it get 3 extra dice"),
    ("sniper", 0, "1 turn: ranged attacks on it get no extra dice"),
    ("sniper", 1, "2 turns: ranged attacks on it get 1 extra die"),
])  # fmt: skip
def test_the_log_of_the_counter_says_what_it_adds(interval, before, text):
    table = duel(man={} if interval == "usual" else {"pin_interval": interval}, distance=7)
    table.unit("man").pinned = before
    turns(table)
    assert [event.text for event in table.events if event.kind == "pinned" and event.who == "man"] == [
        f"man has been pinned for {text}"
    ]


@clause("woin.completion.pinned_counter", "woin.pinned.bonus")
@pytest.mark.parametrize("most", [10, 3])
def test_it_stops_somewhere(most):
    table = duel(distance=7, rules={"pinned.bonus.max_pinned_dice": most})
    table.unit("man").pinned = most
    assert turns(table).pinned == most


@clause("woin.pinned.distance", "woin.pinned.reset")
@pytest.mark.parametrize(("goal", "pinned", "anchor"), [("5,6", 2, (4, 5)), ("6,5", 0, (6, 5)), ("6,7", 0, (6, 7))])
def test_two_squares_are_far_enough(goal, pinned, anchor):
    table = duel(man=FAST, orc={"at": [11, 11]})
    table.unit("man").pinned = 1
    man = turns(table, f"move {goal}")
    assert man.pinned == pinned and table.ruleset.board.place(int(table.state["units"][0]["anchor"])) == anchor


@clause("woin.pinned.distance", "woin.completion.pinned_counter")
@pytest.mark.parametrize(("squares", "pinned"), [(1, 0), (2, 1)])
def test_how_far_can_be_set(squares, pinned):
    table = duel(man=FAST, orc={"at": [11, 11]}, rules={"pinned.distance.min_squares": squares})
    assert turns(table, "move 5,6").pinned == pinned


@clause("woin.pinned.return")
def test_only_the_end_of_the_turn_counts():
    table = duel(man=FAST, orc={"at": [11, 11]})
    table.unit("man").pinned = 1
    assert turns(table, "move 7,5", "move 4,5").pinned == 2


@clause("woin.pinned.return")
@pytest.mark.parametrize(
    ("goal", "pinned", "anchors"),
    [("4,5", 1, [(7, 5), (4, 5)]), ("5,5", 1, [(7, 5), (4, 5)]), ("10,5", 0, [(10, 5), (7, 5)])],
)
def test_going_back_does_not_help(goal, pinned, anchors):
    table = duel(man=FAST, orc={"at": [11, 11]})
    man = turns(table, "move 7,5")
    assert man.pinned == 0
    turns(table, f"move {goal}")
    unit = table.state["units"][0]
    assert man.pinned == pinned
    assert [table.ruleset.board.place(int(unit[name])) for name in ("anchor", "previous_anchor")] == anchors


@clause("woin.completion.pinned_counter")
def test_extra_activations_and_the_fallen_do_not_count():
    friend = {"name": "friend", "side": "men", "at": [0, 0], "health_left": -1, "INT": 1, "END": 66}
    table = duel(man={"actions": 4}, orc={"at": [11, 11], "INT": 3}, friends=[friend], dice=[1] * 10)
    table.play("end_turn", "end_turn", "end_turn")
    assert table.unit("man").pinned == 1
    while table.round == 1:
        table.play("end_turn")
    assert table.unit("friend").pinned == 0


# --- what it adds


@clause("woin.pinned.bonus")
def test_chance_against_who_has_stayed():
    table = duel(man={**ARCHER, "ranged_skill": 1}, orc={"ranged_defence": 16}, distance=5)
    table.unit("orc").pinned = 2
    assert table.odds("attack orc longbow normal", want="hit").at_least(1) == exactly(0.903528)


@clause("woin.pinned.bonus", "woin.cover.penalty")
def test_it_offsets_cover():
    wall = "\n".join(["............"] * 5 + ["........=..."] + ["............"] * 6)
    table = duel(man={**ARCHER, "ranged_skill": 1}, distance=5, map=wall, dice=[1] * 5)
    table.unit("orc").pinned = 3
    table.play("attack orc longbow normal")
    assert rolled(table) == [5]


@clause("woin.pinned.bonus")
def test_it_does_nothing_in_melee():
    table = duel(dice=[1] * 3)
    table.unit("orc").pinned = 3
    table.play("attack orc longsword normal")
    assert parts(table, "pinned") == []


@clause("woin.pinned.traditions")
@pytest.mark.parametrize(("pinned", "dice"), [(1, 0), (2, 1), (5, 2)])
def test_snipers_are_harder_to_pin(pinned, dice):
    table = duel(man=ARCHER, orc={"pin_interval": "sniper"}, distance=5, dice=[1] * (3 + dice))
    table.unit("orc").pinned = pinned
    table.play("attack orc longbow normal")
    assert rolled(table) == [3 + dice]


# --- hiding


@clause("woin.pinned.hide")
@pytest.mark.parametrize(
    ("man", "pinned", "cells", "is_open"),
    [
        ({}, 2, [], False),
        ({"prone": True}, 2, [], True),
        ({"prone": True}, 0, [], False),
        ({}, 2, [{"flag": "dark", "at": [[4, 5]]}], True),
        ({}, 2, [{"flag": "smoke", "at": [[4, 5]]}], True),
        ({}, 2, [{"flag": "rubble", "at": [[4, 5]]}], True),
        ({}, 2, [{"flag": "low_wall", "at": [[3, 4]]}], True),
        ({}, 2, [{"flag": "low_wall", "at": [[2, 4]]}], False),
    ],
)
def test_who_may_hide(man, pinned, cells, is_open):
    table = duel(man=man, distance=5, cells=cells)
    table.unit("man").pinned = pinned
    assert ("hide" in verbs(table)) is is_open


@clause("woin.pinned.hide")
def test_chance_of_hiding():
    table = duel(man={"stealth_skill": 2, "prone": True}, distance=5)
    table.unit("man").pinned = 4
    found = table.odds("hide", want="man.pinned")
    assert found.p(lambda pinned: pinned == 0) == exactly(0.909347)


@clause("woin.pinned.hide", "woin.completion.opposed_check")
@pytest.mark.parametrize(
    ("faces", "text"),
    [
        ([3, 3, 3, 4, 4, 4], "man fails at hiding: rolls 9 against 12 (attribute dice 3)"),
        ([5, 5, 5, 3, 3, 3], "man succeeds at hiding: rolls 15 against 9 (attribute dice 3)"),
    ],
)
def test_the_log_of_hiding_gives_both_totals(faces, text):
    table = duel(man={"prone": True}, distance=5, dice=faces)
    table.unit("man").pinned = 4
    table.play("hide")
    assert table.last("passed" if "succeeds" in text else "failed").text == text


@clause("woin.pinned.hide")
def test_hiding_from_nobody_succeeds():
    wall = "\n".join(["......#....."] * 12)
    table = duel(man={"prone": True}, distance=5, map=wall)
    table.unit("man").pinned = 4
    table.play("hide")
    assert table.unit("man").pinned == 0 and left(table) == (1, 1)


@clause("woin.pinned.hide")
@pytest.mark.parametrize("price", [0, 2])
def test_what_hiding_costs_can_be_set(price):
    wall = "\n".join(["......#....."] * 12)
    table = duel(man={"prone": True}, distance=5, map=wall, rules={"pinned.hide.action_cost": price})
    table.unit("man").pinned = 4
    table.play("hide")
    assert left(table) == ((2, 0) if price == 0 else (0, 1))


@clause("woin.pinned.hide")
def test_the_keenest_observer_counts():
    scout = {"name": "scout", "side": "orcs", "at": [9, 9], "perception_skill": 2, "INT": 1}
    table = duel(man={"stealth_skill": 2, "prone": True}, distance=5, friends=[scout], dice=[4] * 5 + [6, 6, 6])
    table.unit("man").pinned = 4
    table.play("hide")
    assert table.unit("man").pinned == 0
