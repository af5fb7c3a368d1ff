"""Parts of a tactics report that several commands write, each between two marks of its own, with what they share in wording."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from ...envs import rulesets
from ...envs.replay.files import read_file, write_whole
from ..common import UserError, check_writable
from .shards import Player

__all__ = [
    "NOT_YET",
    "PLACES",
    "check_report",
    "command_line",
    "kept_parts",
    "markdown_table",
    "place_of",
    "put_entry",
    "put_part",
    "spec_of",
    "today",
    "under",
    "with_entry",
    "written",
]

#: Parts that other commands than ``discover`` find, and their titles; rewriting the report preserves their text.
PLACES = {
    "worth": "What options are worth",
    "matter": "What matters in the rules",
    "broken": "What looks broken in the book as written",
}
NOT_YET = "Not measured yet."
PLAYER = re.compile(r"--player[ =](\S+)")


def marks(name: str) -> tuple[str, str]:
    """The marks before and behind a part."""
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->"


def kept_parts(path: Path) -> dict[str, str]:
    """Text between the marks of a report; nothing if the report does not exist.

    Raises:
        UserError: it cannot be read.
    """
    text, found = text_of(path) if path.is_file() else "", {}
    for name in PLACES:
        begin, end = marks(name)
        _, begun, rest = text.partition(begin)
        inner, ended, _ = rest.partition(end)
        if begun and ended:
            found[name] = inner
    return found


def text_of(path: Path) -> str:
    """A report as it stands on disk.

    Raises:
        UserError: it cannot be read.
    """
    try:
        return read_file(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UserError(f"{path}: cannot be read: {reason}") from None


def check_report(path: Path, name: str) -> None:
    """Refuse a report that a part cannot be written into, before anything is played.

    Raises:
        UserError: it is not there, lacks the marks of the part, or cannot be written; the message says what to do.
    """
    check_writable(path)
    make = f"make it first: tactica discover ... --report {shlex.quote(str(path))}"
    if not path.is_file():
        raise UserError(f"{path}: there is no such report; {make}")
    if name not in kept_parts(path):
        begin, end = marks(name)
        raise UserError(f"{path}: no {begin.strip()} ... {end} in it, so it is not a tactics report; {make}")


def put_part(path: Path, name: str, text: str) -> Path:
    """Write a part into a report; the rest of it stays unchanged.

    Raises:
        UserError: see :func:`check_report`.
    """
    check_report(path, name)
    begin, end = marks(name)
    before, _, rest = text_of(path).partition(begin)
    _, _, behind = rest.partition(end)
    try:
        return write_whole(path, f"{before}{begin}{text.strip()}\n{end}{behind}".encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None


def put_entry(path: Path, name: str, player: str, text: str) -> Path:
    """Write what is about one player into a part that has an entry for each; those of others stay.

    Raises:
        UserError: see :func:`check_report`.
    """
    return put_part(path, name, with_entry(kept_parts(path).get(name, ""), player, text))


def with_entry(inner: str, name: str, text: str) -> str:
    """A part that has an entry for each player under a heading, with that of one player put in or replaced.

    What stands before the first heading is the entry of the player that its command line names.
    """
    found: dict[str, str] = {}
    first, *rest = re.split(r"^### ", inner, flags=re.MULTILINE)
    if first.strip() not in ("", NOT_YET):
        who = PLAYER.search(first)
        found[who[1] if who else ""] = first.strip()
    for one in rest:
        title, _, body = one.partition("\n")
        found[title.strip()] = body.strip()
    found[written(name)] = text.strip()
    return "\n\n".join(f"### {title}\n\n{body}" if title else body for title, body in found.items())


def written(text: str) -> str:
    """Text that neither ends a cell of a table nor a part."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table as lines of Markdown; cells as they are."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def command_line(command: str, *arguments: object) -> str:
    """A command as it is typed, for Markdown."""
    return f"`tactica {command} {shlex.join(str(one) for one in arguments)}`"


def spec_of(player: Player) -> str:
    """A player as it is named on a command line; of a file its name alone, as other machines have it elsewhere."""
    if player.behaviour is not None:
        return f"{player.name}.yaml"
    return re.sub(r"(^|:)/.*/", r"\1", player.spec)


def place_of(slug: str, scenario: str) -> str:
    """A scenario with its ruleset; of a file its name alone."""
    is_file = scenario.endswith((".yaml", ".yml"))
    return scenario.rsplit("/", 1)[-1] if is_file else f"{slug}/{scenario}"


def today() -> str:
    """The date, in words."""
    return f"{date.today():%-d %B %Y}"


def under(slug: str) -> str:
    """When something was measured and under which rules, as these change between the parts of a report."""
    return f"{today()}, rules {rulesets.get(slug).rules_hash}"
