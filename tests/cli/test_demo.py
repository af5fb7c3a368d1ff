"""The demonstration: the battles it shows are worth telling, and each part is one screen."""

from __future__ import annotations

import os
import re
import shlex
import subprocess

import pytest

from tactica.envs.render.text import folded
from tactica.experiments.commands.demo import NEXT
from tactica.experiments.common import own_python
from tactica.experiments.watch import demo

#: What must happen in the battle of the first part, and how many different things at least.
MUST_HAPPEN = {
    "BLOW_HIT",
    "BLOW_MISSED",
    "PARRY_SUCCEEDED",
    "PARRIED",
    "PARRY_FAILED",
    "WOUNDED",
    "CRITICAL",
    "DIED",
    "BATTLE_ENDS",
}
KINDS, ROUNDS = 10, 6
SCREEN = 40  # lines


def rows(lines):
    """How many lines of a screen what is told of a battle takes."""
    return sum(-(-len(f"    {line.sentence} [{line.clause}]") // demo.WIDTH) for line in lines)


def test_the_battle_is_worth_telling():
    """The shield stops one blow and fails against another, somebody falls, and it does not take long."""
    recording = demo.battle_of("wfrp1", demo.FIGHT, demo.FIGHTERS, demo.SEED)
    lines = list(demo.play(recording))
    kinds = {line.event for line in lines}
    assert kinds >= MUST_HAPPEN and len(kinds) >= KINDS
    assert any("shield" in line.sentence for line in lines if line.event == "PARRY_SUCCEEDED")
    assert 3 <= lines[-1].round_no <= ROUNDS and rows(lines) <= 22
    assert all(line.clause.startswith("wfrp1.") for line in lines)


@pytest.mark.parametrize("slug", demo.OTHERS)
def test_a_battle_of_another_rulebook_is_short_and_has_a_winner(slug):
    recording = demo.battle_of(slug, "duel", demo.ANYWHERE, demo.OTHERS[slug][1])
    lines = list(demo.play(recording))
    shown = [line for line in lines if line.tone][-demo.LINES :]
    assert len(shown) == demo.LINES and len({line.tone for line in shown}) >= 2
    assert len(lines) <= 30 and sum(len(folded(line.sentence, demo.WIDTH - 4)) for line in shown) <= demo.LINES + 2
    assert len(set(recording.game.s["rank"][:2].tolist())) == 2


@pytest.mark.compiled_only
def test_each_part_is_one_screen(tmp_path):
    done = subprocess.run(
        own_python("-m", "tactica", "demo"), cwd=tmp_path, env={**os.environ, "COLUMNS": "100"},
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=1500,
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr, done.stderr
    parts = re.split(r"^(?=[1-6]\. )", done.stdout, flags=re.MULTILINE)
    assert [part[:2] for part in parts[1:]] == ["1.", "2.", "3.", "4.", "5.", "6."]
    for part in parts:
        lines = part.splitlines()
        assert len(lines) <= SCREEN and all(len(line) <= demo.WIDTH for line in lines), part
    assert all(f" ({slug})\n" in parts[3] for slug in demo.OTHERS)
    for name in ("battle.html", "battle.tactica-replay"):
        assert f"runs/demo/{name}\n" in parts[6] and (tmp_path / "runs" / "demo" / name).is_file()


#: These go on until somebody plays, or ends them.
BY_HAND = ("tactica play", "tactica battle small --human --blue archer")


@pytest.mark.compiled_only
@pytest.mark.parametrize("command", [command for command, _ in NEXT if command not in BY_HAND])
def test_what_is_proposed_next_works(command, tmp_path):
    program, *words = shlex.split(command)
    assert program == "tactica"
    done = subprocess.run(
        own_python("-m", "tactica", *words),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
