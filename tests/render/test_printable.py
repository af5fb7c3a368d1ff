"""What strangers have named is shown without anything that moves, colours or turns around the text on a terminal."""

from __future__ import annotations

import dataclasses
import io
import re

import numpy as np
import pytest
from rich.color import ColorSystem
from rich.table import Table

from tactica.envs import scenario
from tactica.envs.core.printable import error_text, one_line, printable
from tactica.envs.engine.game import Game
from tactica.envs.render import narrate, text
from tactica.experiments import common

HOSTILE = "a\x1b[2J\x1b]0;title\x07b\x9b31mc\x7f\x08\r\u202e\u2066\u200f\u2028d\0\x85\ud800\U000e0041e"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def test_control_characters_and_marks_of_direction_are_left_out():
    every = "".join(map(chr, range(0x20))) + "".join(map(chr, range(0x7F, 0xA0))) + "\u202a\u202b\u202c\u202d\u202e"
    assert printable(every) == "    \n"
    assert printable(HOSTILE) == "a[2J]0;titleb31mcde"
    assert printable("Zoë\t鬼 💀\n\"<b>'") == "Zoë    鬼 💀\n\"<b>'"
    assert one_line("two\nlines\tand more") == "two lines    and more"
    assert one_line("x" * 100, 10) == "xxxxxxx..."


def test_only_sequences_of_colour_are_kept_and_only_where_they_are_asked_for():
    assert printable("\x1b[1;91mred\x1b[0m\x1b[2J\x9b0m", colours=True) == "\x1b[1;91mred\x1b[0m[2J0m"
    assert printable("\x1b[1;91mred\x1b[0m") == "[1;91mred[0m"


def test_the_text_of_an_error_is_one_line():
    assert error_text(ValueError(HOSTILE + "\n\n")) == "ValueError: a[2J]0;titleb31mcde  "
    assert error_text(KeyError()) == "KeyError"
    assert error_text(type("E\x1b[2J", (Exception,), {})("x")) == "E[2J: x"


@pytest.fixture
def shown(monkeypatch):
    """What the command line writes to a terminal, without the colours rich sets itself."""
    file = io.StringIO()
    for name in ("console", "errors"):
        console = common.PlainConsole()
        console.file, console._force_terminal, console._color_system = file, True, None
        monkeypatch.setattr(common, name, console)
    return file


def test_whatever_the_command_line_prints_passes_the_same_gate(shown):
    common.say(HOSTILE)
    common.say(HOSTILE, "bold")
    common.warn(f"error: {HOSTILE}")
    common.console.print(HOSTILE)
    table = Table(HOSTILE, title=HOSTILE, caption=HOSTILE)
    table.add_row(HOSTILE)
    table.add_row("[red]no markup[/] :skull:")
    common.console.print(table)
    said = re.sub(r"\x1b\[\d*(;\d+)*m", "", shown.getvalue())
    assert said.count("titleb31mcde") == 8
    assert "[red]no markup[/] :skull:" in said
    assert not CONTROLS.search(said)


def named_game(name: str) -> Game:
    """A duel in which everybody and everything is called by one name."""
    (battle,) = scenario.pool("wfrp1", "duel").battles
    units = tuple(dataclasses.replace(unit, name=name) for unit in battle.units)
    sides = tuple(f"{name}{i}" for i in range(len(battle.sides)))
    pool = scenario.pack([dataclasses.replace(battle, name=name, units=units, sides=sides)])
    return Game("wfrp1", pool).start(0, seed=1)


def test_positions_and_events_are_told_without_control_characters():
    game = named_game(HOSTILE)
    told = []
    for _ in range(30):
        if game.over:
            break
        told += [text(game, colour=False), *narrate(game)]
        game.step(int(game.legal()[0]))
    assert "titleb31mcde" in "".join(told)
    assert not CONTROLS.search("\n".join(told))
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", text(game, colour=True))
    assert not CONTROLS.search(coloured)


def test_a_problem_is_one_line_without_control_characters():
    problem = scenario.Problem(HOSTILE, 3, f"units.{HOSTILE}\nother.yaml:1", HOSTILE, HOSTILE)
    assert str(problem).count("\n") == 0 and not CONTROLS.search(str(problem))


def test_errors_of_a_file_with_control_characters_in_its_keys_are_plain(tmp_path):
    file = tmp_path / "theirs\x1b[2J.yaml"
    file.write_text('ruleset: wfrp1\n"na\\x1b[2Jme\\nfake.yaml:1: fine\\u202e": 3\n')
    (problem,) = scenario.check(file)
    assert problem.line == 2
    assert str(problem).count("\n") == 0 and not CONTROLS.search(str(problem))


def test_arrays_are_untouched():
    assert np.array_equal(named_game(HOSTILE).s["units"]["cell"], named_game("duellist").s["units"]["cell"])


def test_what_the_renderer_has_coloured_keeps_its_colours(shown):
    common.console._color_system = ColorSystem.STANDARD
    common.say_coloured("\x1b[1;91mred\x1b[0m \x9b2J\x07")
    assert shown.getvalue() == "\x1b[1;91mred\x1b[0m 2J\n"
