"""Makes the image of one ruleset, in a process of its own: ``python -m tactica.envs.rulesets.compiling wfrp1``.

How far it is stands in a file beside the image, so that every process that waits for it can show a bar.

With ``--unless-busy`` nothing is done while another process makes it, and other processes go first. ``--force`` compiles what is
compiled.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from ..core.adopting import MAKER, settings
from ..core.compiler import jit
from ..core.ruleset import Ruleset
from . import get, names

#: What compiling consists of, and its shares of the time. CPU time of owh, measured on 2026-11-27: 52, 3, 14 and 8 of 77 seconds.
PHASES = {"types and code": 0.68, "linking": 0.04, "optimising": 0.18, "machine code": 0.10}
NOTES_EVERY = 0.5  # seconds between two notes of the same phase
LOAD = Path("/proc/loadavg")
LITTLE = 0.02  # share of the time before which the size of the sources says more than what has been done


class Note(NamedTuple):
    """How far the compiling of a ruleset is.

    Attributes:
        phase: one of :data:`PHASES`.
        began, phase_began: when compiling and this phase of it began, as ``time.time()``.
        functions: how many have their types and code, of about how many (``expected``).
    """

    phase: str
    began: float
    phase_began: float
    functions: int
    expected: int

    def share_done(self, now: float) -> float:
        """Which share of the time has passed at a time, 0 to 0.99."""
        share = 0.0
        for phase, width in PHASES.items():
            if phase != self.phase:
                share += width
                continue
            if share:  # a phase that says nothing until it is over: it takes its share of the time
                expected = (self.phase_began - self.began) * width / share
                return min(share + width * min(1.0, (now - self.phase_began) / max(expected, 0.01)), 0.99)
            return width * min(1.0, self.functions / max(self.expected, 1))
        return 0.0

    def seconds_left(self, now: float) -> float | None:
        """About how many seconds are left at a time; None where too little has been done to say."""
        share = self.share_done(now)
        return None if share < LITTLE else max(now - self.began, 0.0) * (1 - share) / share


#: Progress of what this process is compiling, for when no note file can be written.
_own: dict[Path, Note] = {}


def note_of(folder: Path) -> Note | None:
    """How far the ruleset in a folder is, while a process is compiling it; None when that is not known."""
    if folder in _own:
        return _own[folder]
    with contextlib.suppress(OSError, ValueError, TypeError):
        return Note(**json.loads(note_file(folder).read_text()))
    return None


def note_file(folder: Path) -> Path:
    """Where a process that compiles the ruleset in a folder notes how far it is."""
    return jit.cache_folder(folder) / "progress"


class Forecast:
    """How long compiling rulesets goes on, by the notes of those that are compiled now.

    Args:
        usual: seconds that each usually takes, by its slug.
        jobs: how many are compiled at a time.
        pace: how many times as long it takes here, as long as nothing else is known; see :func:`busy`.
    """

    def __init__(self, usual: Mapping[str, float], jobs: int, pace: float = 1.0) -> None:
        self.usual, self.jobs, self.pace = dict(usual), jobs, pace
        self._left, self._whole = dict(usual), dict[str, float]()
        self._over: set[str] = set()

    def look(self, slug: str, note: Note | None, now: float) -> None:
        """Take in how far a ruleset is at a time; without a note nothing is known of it."""
        left = None if note is None or slug in self._over else note.seconds_left(now)
        if note is not None and left is not None:
            self._left[slug], self._whole[slug] = left, max(now - note.began, 0.0) + left

    def finish(self, slug: str) -> None:
        """A ruleset is compiled."""
        self._left[slug] = 0.0
        self._over.add(slug)

    @property
    def share_done(self) -> float:
        """Which share of all the work is done, 0 to 1."""
        left = sum(self._left[slug] * self.usual[slug] / self._whole.get(slug, self.usual[slug]) for slug in self.usual)
        return max(0.0, 1 - left / sum(self.usual.values()))

    @property
    def seconds_left(self) -> float:
        """About how many seconds until all are compiled: those that wait take as much longer than usual as those that do not."""
        known = sum(self.usual[slug] for slug in self._whole)
        pace = sum(self._whole.values()) / known if known else self.pace
        left = [
            self._left[slug] * (1.0 if slug in self._whole else pace) for slug in self.usual if slug not in self._over
        ]
        return max(max(left, default=0.0), sum(left) / self.jobs)


def busy(jobs: int) -> float:
    """How many programs want each core once so many more begin, at least 1; 1 where the system does not say.

    Linux says how many want one now; the mean load of the last minute would count an installation that has just ended.
    """
    try:
        running = float(LOAD.read_text().split()[3].partition("/")[0]) - 1  # this process is one of them
    except (OSError, ValueError, IndexError):
        running = os.getloadavg()[0] if hasattr(os, "getloadavg") else -jobs
    return max(1.0, (running + jobs) / (os.cpu_count() or 1))


@contextlib.contextmanager
def noting(ruleset: Ruleset) -> Iterator[Callable[[str], None]]:
    """A callback that records the progress of ``jit.compile_ruleset`` for :func:`note_of`. Hold the lock."""
    file, began = note_file(ruleset.folder), time.time()
    note = Note(next(iter(PHASES)), began, began, 0, len(kernels_of(ruleset)))
    next_note = 0.0

    def keep(told: str) -> None:
        nonlocal note, next_note
        phase = next((phase for phase in PHASES if told.startswith(phase)), note.phase)
        if phase != note.phase:
            note, next_note = note._replace(phase=phase, phase_began=time.time()), 0.0
        elif told:
            note = note._replace(functions=note.functions + 1)
        _own[ruleset.folder] = note
        if time.monotonic() >= next_note:
            next_note = time.monotonic() + NOTES_EVERY
            with contextlib.suppress(OSError):  # no note file: other processes see no progress
                file.write_text(json.dumps(note._asdict()))

    keep("")
    try:
        yield keep
    finally:
        del _own[ruleset.folder]
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def kernels_of(ruleset: Ruleset) -> set[int]:
    """The kernels a ruleset has loaded, by identity: about the number it compiles."""
    modules = [module for name, module in list(sys.modules.items()) if f"{name}.".startswith(f"{ruleset.package}.")]
    return {id(value) for module in modules for value in vars(module).values() if hasattr(value, "py_func")}


def compile_noting(ruleset: Ruleset, force: bool = False) -> None:
    """Compile a ruleset that is not compiled, or with ``force`` in any case. Hold the lock.

    Raises:
        RuntimeError: see :func:`jit.compile_ruleset`.
    """
    ruleset.loops  # noqa: B018 (declares the entries)
    if force or not jit.is_compiled(ruleset.folder, lambda told: None):
        with noting(ruleset) as keep:
            jit.compile_ruleset(ruleset.folder, keep)


class CompilingFailed(RuntimeError):
    """A ruleset could not be compiled."""


def compile_beside(slugs: Sequence[str], jobs: int, force: bool = False) -> Generator[str, None, None]:
    """Compile rulesets in processes of their own, ``jobs`` at a time, in this order. Gives each slug when its process is done;
    when the caller ends, those that are not done are ended too.

    Raises:
        CompilingFailed: one could not be compiled; it says why.
    """
    waiting = list(slugs)
    running: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}
    flags = ["--force"] * force
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                slug = waiting.pop(0)
                said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed below)
                command = [sys.executable, "-P", "-m", MAKER, get(slug).package, *flags]
                maker = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=settings())
                running[slug] = maker, said
            time.sleep(0.1)
            for slug, (maker, said) in list(running.items()):
                if maker.poll() is None:
                    continue
                del running[slug]
                with said:
                    said.seek(0)
                    lines = said.read().decode(errors="replace").splitlines()
                if maker.returncode:
                    why = next((line for line in reversed(lines) if line), f"its process ended with {maker.returncode}")
                    raise CompilingFailed(f"{slug} cannot be compiled: {why}")
                yield slug
    finally:
        for maker, said in running.values():
            maker.kill()
            maker.wait()
            said.close()


def main(name: str, unless_busy: bool = False, force: bool = False) -> None:
    """Compile a ruleset: a slug, or the import name of the package of one that is known to other processes only."""
    ruleset = get(name) if name in names() else importlib.import_module(name).RULESET
    if unless_busy and hasattr(os, "nice"):
        os.nice(5)
    with contextlib.suppress(BlockingIOError), jit.compile_lock(ruleset.folder, waits=not unless_busy):
        compile_noting(ruleset, force)


if __name__ == "__main__":
    given = sys.argv[2:]
    main(sys.argv[1], "--unless-busy" in given, "--force" in given)
