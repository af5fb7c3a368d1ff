"""The tutorials of the site can be followed literally: every command is given, every file written, and what is shown comes out.

A block with ``title="NAME"`` is written to a file, a console block is run line by line, and a text block below it shows some
lines of what that prints, in their order. Below ``<!-- by hand -->`` stand commands that a person must end; they are only parsed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from test_readme import check_command

PAGES = Path(__file__).resolve().parent.parent / "docs" / "pages"
TUTORIALS = sorted(path.stem for path in (PAGES / "tutorials").glob("*.md"))
FENCE = re.compile(
    r'(?P<hand><!-- by hand -->\n)?^```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<code>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)

pytestmark = pytest.mark.compiled_only


class Piece(NamedTuple):
    """A block of a tutorial: its kind, its text, the file it is written to, whether only a person can run it."""

    kind: str
    code: str
    title: str
    by_hand: bool


def pieces(page: Path) -> list[Piece]:
    """The blocks of a page, in order."""
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [Piece(one["kind"], one["code"], one["title"] or "", bool(one["hand"])) for one in found]


def commands_in(piece: Piece) -> list[list[str]]:
    """The commands of a console block, in words."""
    return [shlex.split(line.removeprefix("$ ")) for line in piece.code.splitlines()]


def run(words: list[str], folder: Path) -> str:
    """What a command prints. It must end well; ``compare`` may also find that the first player is not stronger."""
    program = {"tactica": [sys.executable, "-m", "tactica"], "python": [sys.executable]}[words[0]]
    env = {**os.environ, "TACTICA_ENGINE": "compiled", "COLUMNS": "100"}
    done = subprocess.run(
        [*program, *words[1:]], cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode in ((0, 1) if words[1] == "compare" else (0,)), (
        f"{shlex.join(words)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    )
    return done.stdout


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_can_be_followed(name, tmp_path):
    if name == "train":
        pytest.importorskip("sb3_contrib")
    said = ""
    for piece in pieces(PAGES / "tutorials" / f"{name}.md"):
        if piece.title:
            (tmp_path / piece.title).write_text(piece.code, encoding="utf-8")
        elif piece.kind == "console":
            own = [words for words in commands_in(piece) if words[0] != "pip"]
            for words in own:
                if words[0] == "tactica":
                    check_command(words)
            said = "" if piece.by_hand else "\n".join(run(words, tmp_path) for words in own)
        else:
            assert piece.kind == "text", piece
            printed, at = " ".join(said.split()), 0
            for line in piece.code.splitlines():
                at = printed.find(" ".join(line.split()), at)
                assert at >= 0, f"{line!r} is not printed there\n{said}"


def test_the_first_page_shows_what_comes_out(tmp_path):
    console, text, install = pieces(PAGES / "index.md")
    pip, demo = commands_in(install)
    assert pip == ["pip", "install", "."]
    check_command(demo)
    assert " ".join(text.code.split()) in " ".join(run(*commands_in(console), tmp_path).split())
