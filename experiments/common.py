"""What the commands share: the terminal, a user's mistakes, scenarios by name, compiling."""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from ..envs.core.printable import printable

if TYPE_CHECKING:
    from rich.table import Table

    from ..envs.scenario import Scenario

__all__ = [
    "EXIT_FAILED",
    "EXIT_STOPPED",
    "EXIT_WRONG",
    "UserError",
    "a_seed",
    "alone_in",
    "check_picture",
    "check_writable",
    "columns",
    "console",
    "ensure_compiled",
    "find_scenario",
    "hint",
    "named_scenarios",
    "say",
    "say_coloured",
    "say_saved",
    "show_answer",
    "show_table",
    "user_errors",
    "wait_until_compiled",
    "warn",
    "write_json",
]

EXIT_FAILED, EXIT_WRONG, EXIT_STOPPED = 1, 2, 130

#: Terminals say how wide they are; files and pipes are given room for the widest table.
WIDTH = None if (sys.stdout is not None and sys.stdout.isatty()) or "COLUMNS" in os.environ else 150


class PlainConsole(Console):
    """A terminal whose only control codes are rich's colours: text gets no control characters and no markup of its own."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False, width=WIDTH)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of text that are written."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


console, errors = PlainConsole(), PlainConsole(stderr=True)


def columns() -> int | None:
    """Width of the output in columns: that of the terminal; None for a file or a pipe."""
    return None if WIDTH is not None else console.width


class UserError(Exception):
    """Something the user can put right; shown as one message without a traceback."""


def refuse_repeated(option: str, names: Sequence[str]) -> None:
    """Raise UserError if something is named twice, where once is enough."""
    if twice := next((name for i, name in enumerate(names) if name in names[:i]), None):
        raise UserError(f"{option} {twice} is listed twice; list each once")


def filled(text: str) -> str:
    """A text with each paragraph on one line, for the terminal to wrap."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def say(what: str = "", style: str = "") -> None:
    """Print text as it is: brackets are no markup, and control characters are left out."""
    console.print(Text(printable(what), style=style), soft_wrap=True)


def say_coloured(what: str) -> None:
    """Print what the renderer has coloured: a position, or what happened. Foreign text in it is clean already."""
    console.print(Text.from_ansi(printable(what, colours=True)), soft_wrap=True)


def say_saved(*files: object) -> None:
    """Print where a result was saved."""
    say(f"Saved to {', '.join(map(str, files))}.")


def show_answer(what: str, style: str = "bold") -> None:
    """Print the answer to a question, also with --quiet."""
    was, console.quiet = console.quiet, False
    try:
        say(what, style)
    finally:
        console.quiet = was


def warn(what: str) -> None:
    """Print to the error stream."""
    errors.print(Text(printable(what), style="bold red"), soft_wrap=True)


def hint(what: str) -> None:
    """Print to the error stream what could be done, with no alarm."""
    errors.print(Text(printable(what), style="dim"), soft_wrap=True)


def user_errors() -> tuple[type[BaseException], ...]:
    """The errors that come from what the user asked for."""
    from ..agents.players import PlayerError
    from ..envs.core.rulebook import KnobError, RulebookError
    from ..envs.engine.behaviours import UnknownBehaviour
    from ..envs.engine.describing import IllegalChoice
    from ..envs.engine.networks import CheckpointError
    from ..envs.engine.options import UnknownOption
    from ..envs.engine.policies import PolicyError, UnknownPolicy
    from ..envs.engine.snapshots import SnapshotError
    from ..envs.engine.spaces import LayoutMismatch
    from ..envs.replay import ReplayError
    from ..envs.rulesets import UnknownRuleset
    from ..envs.sandbox import TapeError
    from ..envs.scenario import ScenarioError

    return (
        UserError, ScenarioError, KnobError, UnknownRuleset, IllegalChoice, SnapshotError, LayoutMismatch, ReplayError,
        UnknownOption, UnknownPolicy, UnknownBehaviour, PolicyError, PlayerError, TapeError, CheckpointError, RulebookError,
    )  # fmt: skip


# --- what is given on the command line ----------------------------------------------------------------------------------

MAX_SEED = 2**63 - 1


def a_seed(value: int | None) -> int | None:
    """The seed that was given, as the callback of an option.

    Raises:
        typer.BadParameter: it is no seed.
    """
    if value is not None and not 0 <= value <= MAX_SEED:
        raise typer.BadParameter(f"{value} is not between 0 and {MAX_SEED}")
    return value


#: In place of the name of a file: standard output.
STDOUT = Path("-")


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins.

    Raises:
        UserError: it is a folder, a socket or a disk, or the folder it is to lie in cannot be written.
    """
    from ..envs.replay.files import is_stream, target_of

    if path == STDOUT:
        return
    try:
        target = target_of(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    if is_stream(target):
        return
    folder = next(folder for folder in target.absolute().parents if folder.exists())
    if not folder.is_dir():
        raise UserError(f"{path}: cannot be written: {folder} is not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"{path}: cannot be written: no permission in {folder}")


def json_target(ctx: typer.Context, path: Path | None) -> Path | None:
    """Where a result is written as JSON, as the callback of ``--json``: with ``-`` all else goes to the error stream.

    Raises:
        UserError: see :func:`check_writable`.
    """
    if path is not None:
        from ..envs.replay.files import is_stdout

        path = STDOUT if is_stdout(path) else path
        check_writable(path)
        if path == STDOUT:
            console.stderr = True
            ctx.find_root().call_on_close(lambda: setattr(console, "stderr", False))  # also if another option is wrong
    return path


def write_json(found: Any, path: Path | None) -> None:
    """Write a result as JSON: to a file, to standard output for ``-``, nowhere for None. What is not known is null.

    Args:
        found: numbers, texts, lists, dicts, dataclasses; anything else as its text.
        path: as ``json_target`` has checked it.

    Raises:
        UserError: it cannot be written.
    """
    import msgspec

    from ..envs.replay.files import write_whole

    if path is None:
        return
    text = msgspec.json.format(msgspec.json.encode(found, enc_hook=_plain), indent=1)
    if path == STDOUT:
        typer.echo(text)
        return
    try:
        write_whole(path, text + b"\n")
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    say_saved(path)


def _plain(value: Any) -> Any:
    """What JSON has no kind for, as a dict, a number, a list or a text."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return value.tolist() if hasattr(value, "tolist") else str(value)


def check_picture(path: Path | None) -> None:
    """Refuse a picture that cannot be drawn, before the work for it begins.

    Raises:
        UserError: see ``check_writable``; or no kind of picture is called that.
    """
    if path is None:
        return
    from PIL import Image

    Image.init()
    kind = Image.registered_extensions().get(path.suffix.lower())
    if kind not in Image.SAVE:
        raise UserError(f"{path}: unknown picture format; use a name that ends in .png")
    check_writable(path)


@contextlib.contextmanager
def alone_in(folder: Path, doing: str) -> Iterator[None]:
    """No other process works in a folder meanwhile; the lock ends with the process, however it ends.

    Args:
        folder: is there.
        doing: what another process would be doing there.

    Raises:
        UserError: another one does, or no lock can be made there.
    """
    import fcntl

    file = folder / ".lock"
    try:
        lock = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise UserError(f"{file}: cannot be written: {error.strerror}") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{folder}: another process is {doing}; wait until it has ended, or end it") from None
        except OSError as error:
            raise UserError(f"{file}: cannot be locked: {error.strerror}; use a folder on another disk") from None
        yield
    finally:
        os.close(lock)


# --- scenarios ---------------------------------------------------------------------------------------------------------


def find_scenario(scenario: str, ruleset: str | None = None) -> tuple[str, Any]:
    """Ruleset and checked scenario of ``duel``, ``wfrp1/duel`` or a path.

    Raises:
        UserError: nothing is called that; ScenarioError: it is wrong; UnknownRuleset: no such ruleset.
    """
    from ..envs import rulesets
    from ..envs import scenario as scenarios

    if ruleset is not None:
        rulesets.get(ruleset)
    try:
        loaded = scenarios.load(scenario, ruleset)
    except LookupError as e:
        raise UserError(str(e.args[0] if e.args else e)) from None
    except OSError as e:
        raise UserError(f"{scenario}: cannot be read: {e.strerror}") from None
    return loaded.ruleset.slug, loaded


def named_scenarios(names: Sequence[str], ruleset: str | None = None) -> list[tuple[str, Scenario]]:
    """Scenarios as they are named for a tournament, files by their whole path, and as loaded.

    Raises:
        UserError, ScenarioError, UnknownRuleset: see :func:`find_scenario`.
    """
    found = []
    for name in names:
        slug, loaded = find_scenario(name, ruleset if "/" not in name else None)
        is_file = name.endswith((".yaml", ".yml"))
        found.append((str(Path(name).resolve()) if is_file else f"{slug}/{loaded.key}", loaded))
    return found


# --- compiling -------------------------------------------------------------------------------------------------------


def own_python(*arguments: str) -> list[str]:
    """The command that runs this very package in a process of its own: a folder of the same name where the user stands (a
    clone beside the installed package) must not be taken for it.
    """
    return [sys.executable, "-P", *arguments]


def ensure_compiled(
    wanted: str | Iterable[str], force: bool = False, must_keep: bool = False, jobs: int | None = None
) -> list[str]:
    """Compile the kernels of rulesets that are not compiled yet, and say so. Returns the slugs of those that were compiled.

    Each is compiled in a process of its own, which ends with this one. If another process is compiling a ruleset, this one
    waits for it. Where the cache cannot be written, the ruleset is compiled in this process, and one line says where the
    result is stored, and for how long.

    Args:
        wanted: slug or slugs.
        force: compile in any case.
        must_keep: refuse to compile a ruleset whose cache cannot be written.
        jobs: how many are compiled at a time; by default one for each core, up to four.

    Raises:
        UserError: the cache cannot be written, with ``must_keep``; compiling has failed.
    """
    from ..envs import rulesets
    from ..envs.core.compiler import jit
    from ..envs.rulesets.compiling import CompilingFailed, compile_beside, compile_noting
    from .compile_bar import compile_bar
    from .naming import names_of

    if not jit.COMPILED:
        return []
    todo, here = list[str](), list[str]()
    for slug in [wanted] if isinstance(wanted, str) else dict.fromkeys(wanted):
        ruleset = rulesets.get(slug)
        ruleset.loops  # noqa: B018 (declares the entries)
        if not force and jit.is_compiled(ruleset.folder, warn):
            continue
        where = jit.where_kept_instead(ruleset.folder)
        if must_keep and not jit.is_writable(jit.cache_folder(ruleset.folder)):
            raise UserError(where)
        if where:
            say(f"compiling {names_of([slug])}, about {jit.seconds_to_compile(ruleset.folder)} s: {where}")
        (here if where or not jit.HAS_IMAGES else todo).append(slug)
    todo.sort(key=lambda slug: jit.seconds_to_compile(rulesets.get(slug).folder), reverse=True)
    if todo:
        jobs = min(jobs or min(os.cpu_count() or 1, 4), len(todo))
        compiled = compile_beside(todo, jobs, force)
        try:
            with compile_bar(console, say, todo, jobs) as finish, contextlib.closing(compiled):
                for slug in compiled:
                    folder = rulesets.get(slug).folder
                    if not jit.is_compiled(folder, warn):
                        raise CompilingFailed(f"{slug} cannot be compiled: no image was made")
                    finish(slug, str(jit.cache_folder(folder)))
        except CompilingFailed as error:
            raise UserError(str(error)) from None
    for slug in here:
        folder = rulesets.get(slug).folder
        where = jit.where_kept_instead(folder)
        with compile_bar(console, say, [slug], 1, announces=not where) as finish, contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # if nothing can be stored, no other process waits for this one
                stack.enter_context(jit.compile_lock(folder))
            compile_noting(rulesets.get(slug), force)
            finish(slug, "" if where else str(jit.cache_folder(folder)))
    return todo + here


def wait_until_compiled(slug: str) -> None:
    """Wait for a ruleset that is being compiled beside a command which could begin in Python, but would be too slow there."""
    from ..envs import rulesets
    from ..envs.core.compiler import jit

    ruleset = rulesets.get(slug)
    if jit.AT_ONCE and not ruleset.is_compiled:
        from .compile_bar import compile_bar

        with compile_bar(console, say, [slug], 1), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would say the same
            ruleset.wait_until_compiled()


# --- tables ----------------------------------------------------------------------------------------------------------


def show_table(table: Table, spare: Sequence[str] = (), page: bool = False) -> None:
    """Print a table. Where the terminal is too narrow it goes without lines, then without columns, and says which.

    Args:
        table: is changed.
        spare: headers of columns that may be left out, the first first.
        page: whether a page that is written has these columns.
    """

    def fits() -> bool:
        wide = console.measure(table, options=console.options.update(max_width=1000)).maximum
        return wide <= console.width

    left_out = []
    if not fits():
        table.box, table.pad_edge = None, False
    for header in spare:
        if fits():
            break
        found = next((i for i, column in enumerate(table.columns) if column.header == header), None)
        if found is not None:
            del table.columns[found]
            left_out.append(header)
    console.print(table)
    if left_out:
        see = "; see the page" if page else ""
        say(f"Hidden because the terminal is too narrow: {', '.join(reversed(left_out))}{see}.")
