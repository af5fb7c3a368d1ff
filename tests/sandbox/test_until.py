"""``until``: a turn, the next in the order of initiative and a round mean the same in every ruleset."""

from __future__ import annotations

import pytest

from tactica.envs.odds import odds
from tactica.envs.sandbox import ParseError, sandbox

QUIET = (
    "act", "pass", "end_turn", "decline_press", "no_parry", "hold", "let_pass", "keep_silent", "refuse", "restrain", "hold_fire",
    "accept",
)  # fmt: skip
BATTLES = ("wfrp1/duel", "heimr/duel", "woin/duel", "owh/duel", "tow/duel")


def at_turn(name):
    """A duel at the first decision in somebody's turn, and who decides what there."""
    table = sandbox(name, seed=2)
    while not any(
        int(frame["kind"]) == turn_kind(table) for frame in table.state["stack"][: int(table.state["depth"])]
    ):
        table.play(quiet(table))
    return table


def turn_kind(table):
    return int(table.ruleset.module("vocab").Frame.TURN)


def quiet(table):
    """Something that leads nowhere."""
    words = table.choices()
    return next((word for word in QUIET if word in words), words[0])


def looked_at(table, until):
    """Where branches end: round, whether a turn is running, who is asked; and who is asked at first."""

    def look(after):
        depth = int(after.state["depth"])
        running = any(int(frame["kind"]) == turn_kind(after) for frame in after.state["stack"][:depth])
        return after.round, running, after.decider

    return odds(table, quiet(table), answers=lambda after: quiet(after), want=look, until=until)


@pytest.mark.parametrize("name", BATTLES)
def test_a_turn_ends_before_anybody_else_has_his(name):
    table = at_turn(name)
    found = looked_at(table, "turn")
    assert found.complete
    assert all(not running for _, running, _ in found)
    assert {round_ for round_, _, _ in found} <= {table.round, table.round + 1}


@pytest.mark.parametrize("name", BATTLES)
def test_initiative_ends_at_the_first_decision_of_the_next_turn(name):
    table = at_turn(name)
    found = looked_at(table, "initiative")
    assert found.complete
    assert all(running for _, running, _ in found)
    assert all((round_, decider) != (table.round, table.decider) for round_, _, decider in found)


@pytest.mark.parametrize("name", BATTLES)
def test_a_round_ends_when_the_next_one_begins(name):
    table = at_turn(name)
    found = looked_at(table, "round")
    assert found.complete
    assert {round_ for round_, _, _ in found} == {table.round + 1}


def test_other_words_are_refused_with_what_there_is():
    with pytest.raises(ParseError, match="choose from: procedure, turn, initiative, round, "):
        at_turn("wfrp1/duel").odds("pass", until="turns")
