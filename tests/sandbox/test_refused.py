"""What is not possible says which of the rules stands in the way: of a verb, and of each part of a choice."""

from __future__ import annotations

import pytest

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.sandbox.table import Table
from tactica.experiments.watch.hints import why_not


@pytest.fixture
def blue():
    """The toybook's banners at the moment when blue may give its draught to a fallen soldier."""
    game = Game.of("toybook", "banners", seed=1)
    game.states["hand"][0] = 3
    game.states["units"]["health"][0, game.names.index("soldier_3")] = 0
    game.loops.list_choices(game.states, 0, game.books, game.fields)
    return Table.of(game)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("play", "'play' is not possible here (its hand has no card to play)"),
        ("drink soldier_4", "'soldier_4' is not possible here (a draught is for the fallen)"),
        ("drink soldier_1", "'soldier_1' is not possible here (a draught is for units of its own side)"),
        ("keep soldier_1", "'soldier_1' is not possible here"),
        ("strike", "'strike' is not possible here (something else is asked)"),
    ],
)
def test_the_rule_that_stands_in_the_way_is_told(blue, said, reason):
    with pytest.raises(IllegalChoice) as refused:
        blue.play(said)
    prefix = "" if reason.startswith(repr(said)) else f"{said!r}: "
    assert str(refused.value).startswith(f"{prefix}{reason}; choices of blue: ")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("play", "play: its hand has no card to play"),
        ("drink soldier_4", "'soldier_4' is not possible here (a draught is for the fallen)"),
        ("drink soldier_3", "you can choose this now"),
        ("play soldier_4", "'play soldier_4' is not possible here (its hand has no card to play)"),
        (
            "sing soldier_4",
            "no action is called 'sing soldier_4'; actions: keep, play, strike, guard, march, hold, drink",
        ),
    ],
)
def test_the_terminal_tells_the_same_and_the_game_stays_as_it_is(blue, said, reason):
    before = blue.game.lanes.copy()
    assert why_not(blue.game, said) == reason
    assert (blue.game.lanes == before).all()


def test_cells_that_are_not_possible_say_why():
    game = Game.of("owh", "duel", seed=1)
    table = Table.of(game)
    assert "move" in table.first_words()
    x, y = int(game.s["board_width"]) - 1, int(game.s["board_height"]) - 1
    far = next(corner for corner in ("0,0", f"{x},0", f"0,{y}") if f"move {corner}" not in table.choices())
    for cell, reason in (
        (f"{x + 1},0", f"the board has cells 0,0 to {x},{y}"),
        (far, "that cell is too far away for one Move"),
    ):
        assert reason in why_not(game, f"move {cell}")
        with pytest.raises(IllegalChoice, match=reason):
            table.play(f"move {cell}")
