"""What the commands share: the terminal, a user's mistakes, scenarios by name, compiling."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

__all__ = [
    "EXIT_FAILED",
    "EXIT_FINE",
    "EXIT_STOPPED",
    "EXIT_WRONG",
    "UserError",
    "a_seed",
    "check_picture",
    "check_writable",
    "console",
    "ensure_compiled",
    "find_scenario",
    "say",
    "user_errors",
    "warn",
    "wilson",
]

EXIT_FINE, EXIT_FAILED, EXIT_WRONG, EXIT_STOPPED = 0, 1, 2, 130

#: Terminals say how wide they are; files and pipes are given room for the widest table.
WIDTH = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 150
console = Console(highlight=False, width=WIDTH)
errors = Console(stderr=True, highlight=False, width=WIDTH)


class UserError(Exception):
    """Something the user can put right; shown as one message without a traceback."""


def say(what: str = "", style: str = "") -> None:
    """Print text as it is: brackets are no markup, and terminal colours in it are kept."""
    console.print(Text.from_ansi(what) if "\x1b" in what else Text(what, style=style), soft_wrap=True)


def warn(what: str) -> None:
    """Print to the error stream."""
    errors.print(Text(what, style="bold red"), soft_wrap=True)


def user_errors() -> tuple[type[BaseException], ...]:
    """The errors that come from what the user asked for, not from a fault of the program."""
    from ..agents.players import PlayerError
    from ..envs.core.rulebook import KnobError
    from ..envs.engine.behaviours import UnknownBehaviour
    from ..envs.engine.game import IllegalChoice, SnapshotError
    from ..envs.engine.policies import PolicyError, UnknownPolicy
    from ..envs.engine.spaces import LayoutMismatch
    from ..envs.replay import ReplayError
    from ..envs.rulesets import UnknownRuleset
    from ..envs.sandbox import TapeError
    from ..envs.scenario import ScenarioError

    return (
        UserError, ScenarioError, KnobError, UnknownRuleset, IllegalChoice, SnapshotError, LayoutMismatch, ReplayError,
        UnknownPolicy, UnknownBehaviour, PolicyError, PlayerError, TapeError,
    )  # fmt: skip


# --- what is given on the command line ----------------------------------------------------------------------------------

MAX_SEED = 2**63 - 1


def a_seed(value: int | None) -> int | None:
    """The seed that was given, as the callback of an option.

    Raises:
        typer.BadParameter: it is no seed.
    """
    if value is not None and not 0 <= value <= MAX_SEED:
        raise typer.BadParameter(f"{value} is not from 0 to {MAX_SEED}")
    return value


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins.

    Raises:
        UserError: it is a folder, or the folder it is to lie in cannot be written.
    """
    if path.is_dir():
        raise UserError(f"{path}: cannot be written: it is a folder; name a file in it")
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    if not folder.is_dir():
        raise UserError(f"{path}: cannot be written: {folder} is no folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"{path}: cannot be written: no permission in {folder}")


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
        raise UserError(f"{path}: no picture is called that; allowed: a name that ends in .png")
    check_writable(path)


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


# --- compiling -------------------------------------------------------------------------------------------------------

RULES, DECIDING, SEEING, MANY, GAMES, ODDS, FUZZING = (
    "rules", "policies", "observations", "many games at once", "whole games", "exact odds", "invariants",
)  # fmt: skip
STEPPING, LISTING = "carrying out", "choices"  # the two large pieces of the rules
#: What is compiled for every face; invariants only for ``fuzz``.
PARTS = (RULES, DECIDING, SEEING, MANY, GAMES, ODDS)
#: Seconds that the parts of a first compile have taken where it was measured (2 cores); only for the message.
USUAL_SECONDS = {"wfrp1": {RULES: 70, DECIDING: 15, SEEING: 1, MANY: 10, GAMES: 5, ODDS: 5, FUZZING: 15}}


def compile_steps(ruleset: Any) -> dict[str, Callable[[], object]]:
    """What to call once, in order, so that every kernel of a ruleset lies in the cache; empty without scenarios."""
    import numpy as np

    from ..envs import scenario as scenarios
    from ..envs.engine.batch import Batch
    from ..envs.engine.game import Game, open_pool, plain
    from ..envs.engine.rollouts import play_games

    names = scenarios.shipped(ruleset.slug)
    if not names:
        return {}
    preferred = [name for name in ("duel", "tiny", "small") if name in names]
    pool = open_pool(ruleset, (preferred or names)[0])

    def rules() -> None:
        game = Game(ruleset, pool).start(seed=1)
        for _ in range(3):
            if not game.over:
                game.answer(int(game.answers()[0]))
        game.forfeit()

    def idle() -> tuple[Any, ...]:
        """A battle that is over: kernels are compiled for it, and do nothing."""
        states = ruleset.new_states(1)
        states[0]["ending"] = states[0]["choice_count"] = 1
        return plain(states), 0, plain(pool.books), plain(pool.fields)

    def stepping() -> None:
        ruleset.loops.step_alone(*idle())

    def listing() -> None:
        ruleset.loops.list_choices(*idle())

    def deciding() -> None:
        ruleset.loops.choose_game(*idle(), 0, np.ones((1, 4), np.int64))

    def seeing() -> None:
        game = Game(ruleset, pool).start(seed=1)
        game.observe()
        game.legal_texts()
        game.step(int(game.legal()[0]))
        game.restore(game.clone().snapshot())

    def many() -> None:
        batch = Batch(ruleset, pool, 2, seat=None)
        batch.seed(1)
        batch.reset()
        batch.step(batch.random_indices())
        batch.restore(batch.snapshot())

    def whole_games() -> None:
        play_games(ruleset, pool, policies=("random", "random"), games=2, seed=1)

    def counting() -> None:
        from ..envs.sandbox import Table

        table = Table(Game(ruleset, pool, skip_forced=False), seed=1)
        table.odds(table.choices()[0], budget=200)

    def invariants() -> None:
        from .fuzz.fuzz import Field, shrink

        place = Field(ruleset, "compiling", pool)
        found = place.run(1, 10)
        shrink(place, 1, int(found[4]), int(found[5]), place.answers[:2].copy(), 1, seconds=0.01)
        place.try_answers(1, 0, 0, place.answers[:1])

    return {
        STEPPING: stepping,
        LISTING: listing,
        RULES: rules,
        DECIDING: deciding,
        SEEING: seeing,
        MANY: many,
        GAMES: whole_games,
        ODDS: counting,
        FUZZING: invariants,
    }


def own_python(*arguments: str) -> list[str]:
    """The command that runs this very package in a process of its own: a folder of the same name where the user stands (a
    clone beside the installed package) must not be taken for it.
    """
    return [sys.executable, "-P", *arguments]


def compile_half(slug: str, half: int, home: Path, wanted: Sequence[str]) -> None:
    """Compile half of a ruleset's kernels, in step with another process that compiles the other half.

    One compiles what carries the rules out, the other what lists and weighs choices. When both are in the cache each goes
    on with half of what stands on them.
    """
    from ..envs import rulesets

    steps = compile_steps(rulesets.get(slug))
    for part in (STEPPING,) if half == 0 else (LISTING, DECIDING):
        steps[part]()
    (home / f"half-{half}").touch()
    while not (home / f"half-{1 - half}").exists():
        time.sleep(0.1)
    for part in (RULES, SEEING, MANY) if half == 0 else (GAMES, ODDS):
        if part in wanted:
            steps[part]()


def release(beside: subprocess.Popen[bytes], marker: Path) -> None:
    """Let this half go on when the other process has ended, whether or not it got through."""
    beside.wait()
    marker.touch()


def compile_in_halves(slug: str, home: Path, wanted: Sequence[str]) -> None:
    """Compile a ruleset with two processes; whatever becomes of the other one, nothing is missing afterwards."""
    for half in (0, 1):
        (home / f"half-{half}").unlink(missing_ok=True)
    command = own_python("-m", "tactica.experiments.compiling_beside", slug, str(home), *wanted)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as beside:
        try:
            threading.Thread(target=release, args=(beside, home / "half-1"), daemon=True).start()
            compile_half(slug, 0, home, wanted)
        except BaseException:
            beside.kill()
            raise


def ensure_compiled(slug: str, parts: Sequence[str] = PARTS) -> float:
    """Compile a ruleset's kernels when they do not lie in the cache yet, and say so. Returns the seconds it took.

    Only one of several processes compiles; the others wait for it.

    Args:
        slug: of the ruleset.
        parts: what is needed; with all of PARTS nothing is left to compile for any face.

    Raises:
        UserError: the cache cannot be written.
    """
    from ..envs import rulesets
    from ..envs.core.compiler import jit

    ruleset = rulesets.get(slug)
    if not jit.COMPILED:
        return 0.0
    if DECIDING not in parts and {GAMES, MANY} & set(parts):
        parts = [*parts[:1], DECIDING, *parts[1:]]  # they hold the policies, which may be compiled beside the rules
    home = jit.cache_folder(ruleset.folder)

    def marker(part: str) -> Path:
        return home / f"complete-{part.replace(' ', '-')}"

    def missing() -> list[str]:
        whole = jit.is_warm(ruleset.folder)
        return [part for part in parts if not (whole and part in PARTS) and not marker(part).exists()]

    if not missing():
        return 0.0
    try:
        home.mkdir(parents=True, exist_ok=True)
        writable = os.access(home, os.W_OK | os.X_OK)
    except OSError:
        writable = False
    if not writable:
        raise UserError(f"{home}: what is compiled cannot be kept there; TACTICA_CACHE=FOLDER names another folder")
    began = time.perf_counter()
    usual = sum(USUAL_SECONDS.get(slug, {}).get(part, 0) for part in missing())
    what = f"compiling {slug} once{f', about {usual} s' if usual else ''} ..."
    if not console.is_terminal:
        say(what)
    with console.status(what) as status, jit.compile_lock(ruleset.folder):
        todo = missing()
        steps = compile_steps(ruleset) if todo else {}
        if steps and {RULES, DECIDING} <= set(todo) and (os.cpu_count() or 1) > 1:
            compile_in_halves(slug, home, todo)
        for i, part in enumerate(todo if steps else [], 1):
            status.update(f"{what} {part} ({i} of {len(todo)}, {time.perf_counter() - began:.0f} s so far)")
            steps[part]()
            marker(part).touch()
        if steps and all(marker(part).exists() for part in PARTS):
            jit.mark_warm(ruleset.folder)
    seconds = time.perf_counter() - began
    say(f"compiled {slug} in {seconds:.0f} s; kept in {home}", "dim")
    return seconds


# --- statistics ------------------------------------------------------------------------------------------------------


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson, 1927): (low, high); z = 1.96 for 95 percent. No trials: (0, 1)."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
