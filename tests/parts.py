"""The parts of the tests: what each depends on, which have passed already, and how the others are run.

    python -m parts                      # every part, and whether it has passed with the files as they are
    python -m parts run                  # run what has not
    python -m parts run --all            # run everything
    python -m parts run --only rules/heimr --engine interpreted
    python -m parts shake                # run everything in another order, with other seeds, on a busy machine
    python -m parts reads                # run each part alone, and compare the files it reads with those it depends on

An area is a folder or a few files of tests, with what of the repository they depend on. A test that takes a ruleset as its
parameter is a part of its own, ``faces/heimr``: a changed rule of one book runs the tests of that book. What a part depends on is
hashed, Python without comments and layout; where all its tests pass, a stamp under that hash is kept beside the compiled code,
and the next run skips the part and says so. Stamps are written for whole runs of committed files only. ``make test-reads``
checks that no part depends on more than is declared here.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
COMPILED, INTERPRETED = "compiled", "interpreted"
ENGINES = (COMPILED, INTERPRETED)
MARKS = {COMPILED: "not interpreted_only", INTERPRETED: "not compiled_only and not once"}
TOY = "toybook"
NO_TESTS = 5  # pytest's exit status where nothing is left to run
#: Variables that decide where something is kept, or which tests run, and not how they end.
NOT_SETTINGS = (
    "NUMBA_DISABLE_JIT", "TACTICA_CACHE", "TACTICA_CALLS", "TACTICA_PARTS", "TACTICA_READS", "TACTICA_RESULTS", "TACTICA_RULESET",
)  # fmt: skip


# --- what there is --------------------------------------------------------------------------------------------------------

#: What every part depends on.
ALWAYS = (
    "pyproject.toml", "setup.py", "constraints.txt", "tests/conftest.py", "tests/checked_indices.py", "tests/fixtures.py",
    "tests/parts.py", "tests/sitecustomize.py", "tests/toybook/", "tests/conformance/play.py",
)  # fmt: skip
#: Rooms of the package, by name.
ROOMS = {
    "core": (
        "tactica/", "envs/__init__.py", "envs/core/", "envs/scenario/", "envs/engine/", "envs/rulesets/*.py",
        "envs/rulesets/*/__init__.py",
    ),
    "table": ("envs/sandbox/", "envs/odds/", "envs/render/", "envs/replay/", "experiments/report/board.js"),
    "apis": ("envs/apis/",),
    "agents": ("agents/",),
    "configs": ("configs/*.py", "configs/levels.yaml", "configs/pairs.yaml", "configs/behaviours/", "configs/schemas/"),
    "experiments": ("experiments/*.py", "experiments/skeleton/", *(f"experiments/{room}/" for room in (
        "bench", "benchmark", "commands", "comparison", "coverage", "exploit", "fighting", "fuzz", "laboratory", "npcs", "pages",
        "report", "reports", "statistics", "tournament", "training", "watch",
    ))),
    "play": ("experiments/play/",),
    "records": ("configs/benchmark/", "configs/checkpoints/records/"),
}  # fmt: skip
#: What belongs to one rulebook.
BOOK = (
    "envs/rulesets/{slug}/", "configs/scenarios/{slug}/", "configs/suites/{slug}.yaml", "configs/plants/{slug}.yaml",
    "configs/plants/families/{slug}.yaml", "configs/tactics/{slug}.yaml", "configs/training/{slug}*",
    "configs/checkpoints/{slug}*",
)  # fmt: skip
#: Python files that tests read as they are written: every letter of them counts.
READ_AS_TEXT = ("agents/examples/", "tests/npcs/")
#: Those whose docstrings are shown or read as they run: help of commands; the words of a test, by which mutation.py chooses.
SHOWING_DOCSTRINGS = ("experiments/commands/", "experiments/cli.py", "tests/")
DOCUMENTS = (".md",)  # are no part of a room or a book; an area that reads some names them


@dataclass(frozen=True)
class Area:
    """Tests that depend on the same things.

    Attributes:
        name: as in ``faces/heimr``.
        tests: folders and files below ``tests/``; ``{slug}`` stands for the tests of a rulebook.
        rooms: names of :data:`ROOMS` whose sources they run.
        books: rulebooks that those of its tests depend on that are about no single one.
        own: what it tests: where that changes, it runs before the others.
        more: further files of the repository, documents too; ``{slug}`` stands for its rulebooks.
        always: whether it runs whatever has passed.
    """

    name: str
    tests: tuple[str, ...]
    rooms: tuple[str, ...]
    books: tuple[str, ...] = (TOY, "wfrp1")
    own: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    always: bool = False


BELOW = ("core", "table", "configs")
ALL_BUT_PLAY = ("core", "table", "apis", "agents", "configs", "experiments")
ALL_BOOKS = ("*",)
PAGES = ("*.md", "*/*.md", "*/*/*.md", "envs/rulesets/*/*.md")

ALL_ROOMS = (*ALL_BUT_PLAY, "play")
NOTES = ("tests/calls.py", "tests/mutation.py", "tests/sandbox/toy.py")
INDICES = ("tests/bounds.py", "tests/faces/mutants.py")

AREAS = (
    Area("lint", ("lint",), ALL_ROOMS, ALL_BOOKS, more=("tests/", *PAGES, "docs/pages/"), always=True),
    Area("install", ("test_packaging.py", "test_parts.py"), ALL_ROOMS, ALL_BOOKS, more=("*",), always=True),
    Area(
        "rules", ("{slug}", "conformance"), (*BELOW, "agents"), (TOY,), own=BOOK,
        more=(*NOTES, "envs/rulesets/{slug}/README.md"),
    ),
    Area("core", ("core", "test_calls.py"), (*BELOW, "agents"), own=ROOMS["core"], more=(*NOTES, *INDICES)),
    Area(
        "scenario", ("scenario",), (*BELOW, "apis", "agents", "experiments"), ALL_BOOKS, own=("envs/scenario/",),
        more=("tests/fieldbook.py",),
    ),
    Area(
        "table", ("sandbox", "render", "replay", "transcripts"), (*BELOW, "apis", "experiments"), (TOY, "wfrp1", "tow"),
        own=ROOMS["table"], more=("tests/tow/scenes.py",),
    ),
    Area(
        "faces", ("faces",), (*BELOW, "apis", "agents"), own=ROOMS["apis"], more=("envs/rulesets/{slug}/OBSERVATION.md",),
    ),
    Area(
        "agents", ("agents",), (*BELOW, "apis", "agents", "experiments", "records"), ALL_BOOKS, own=ROOMS["agents"],
        more=("tests/npcs/",),
    ),
    Area(
        "experiments", ("experiments",), (*ALL_BUT_PLAY, "records"), (TOY, "wfrp1", "tow"), own=ROOMS["experiments"],
        more=(
            "experiments/reports/", "configs/training/", "configs/tactics/", "configs/plants/", "configs/suites/",
            "agents/examples/",
        ),
    ),
    Area(
        "commands", ("cli", "npcs"), ALL_BUT_PLAY, ALL_BOOKS, own=("experiments/commands/", "experiments/*.py"),
        more=("experiments/skeleton/", "experiments/docs/commands.md", "tests/conformance/", "tests/lint/"),
    ),
    Area("play", ("play",), ALL_ROOMS, ALL_BOOKS, own=ROOMS["play"], more=("tests/cli/played.py",)),
    Area(
        "tutorials", ("test_tutorials.py",), ALL_BUT_PLAY, own=("docs/pages/",),
        more=("docs/pages/", "tests/test_readme.py", "tests/decisions.py"),
    ),
    Area(
        "documents", ("test_readme.py", "test_generated.py", "test_site.py"), (*ALL_BUT_PLAY, "records"), ALL_BOOKS,
        own=(*PAGES, "docs/"), more=("docs/", *PAGES, "tests/npcs/", "tests/decisions.py"),
    ),
)  # fmt: skip
BY_NAME = {area.name: area for area in AREAS}
#: Parts that run whatever has passed, beside the areas that say so.
ALWAYS_RUN = (f"rules/{TOY}",)


@functools.cache
def books() -> tuple[str, ...]:
    """The rulebooks in the package."""
    return tuple(sorted(path.parent.name for path in (ROOT / "envs" / "rulesets").glob("*/rulebook.yaml")))


def all_parts() -> list[str]:
    """Every part there can be; some hold no test."""
    return [name for area in AREAS for name in (area.name, *(f"{area.name}/{slug}" for slug in (TOY, *books())))]


def is_always(part: str) -> bool:
    """Whether a part runs whatever has passed."""
    return part in ALWAYS_RUN or BY_NAME[part.partition("/")[0]].always


@functools.cache
def area_of(path: Path) -> Area:
    """The area a file of tests belongs to.

    Raises:
        KeyError: none.
    """
    inner = path.relative_to(TESTS)
    for area in AREAS:
        for place in area.tests:
            if inner.parts[0] in books() if place == "{slug}" else inner.is_relative_to(place):
                return area
    raise KeyError(f"{path}: no area of tests/parts.py holds it")


def books_in(value: Any, known: Sequence[str], deep: int = 3) -> set[str]:
    """The rulebooks a parameter names: ``heimr``, ``heimr/small``, ``heimr_small``, ``heimr.md``, or a list with one."""
    if isinstance(value, str):
        return {slug for slug in known if value == slug or value.startswith((f"{slug}/", f"{slug}.", f"{slug}_"))}
    if isinstance(value, Path):
        return books_in(value.name, known)
    if isinstance(value, tuple | list) and deep > 0:
        return {slug for one in value for slug in books_in(one, known, deep - 1)}
    return set()


def part_of(item: Any) -> str:
    """The part a collected test belongs to: ``faces``, or ``faces/heimr`` where it is about one rulebook."""
    area, first = area_of(item.path), item.path.relative_to(TESTS).parts[0]
    if first in books():
        return f"{area.name}/{first}"
    callspec = getattr(item, "callspec", None)
    found = books_in(list(callspec.params.values()), (*books(), TOY)) if callspec else set()
    return f"{area.name}/{found.pop()}" if len(found) == 1 else area.name


# --- what a part depends on -----------------------------------------------------------------------------------------------


@functools.cache
def files() -> tuple[str, ...]:
    """All files of the repository, committed or not, but for those git ignores; none where there is no git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    except OSError:
        return ()
    names = {name for name in done.stdout.decode().split("\0") if name} if done.returncode == 0 else set()
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


@functools.cache
def files_of(pattern: str) -> frozenset[str]:
    """The files that a pattern names: ``a/b/`` is all in a folder, ``a/*.md`` the documents directly in one."""
    text = re.escape(pattern).replace(r"\*", "[^/]*") + (".*" if pattern.endswith("/") else "")
    return frozenset(name for name in files() if re.fullmatch(text, name))


def patterns_of(part: str) -> tuple[set[str], set[str]]:
    """The patterns of what a part depends on: those whose documents count, and those whose documents do not."""
    name, _, slug = part.partition("/")
    area = BY_NAME[name]
    named = (slug, TOY) if slug else tuple(books()) if area.books == ALL_BOOKS else area.books
    sources = {pattern for room in area.rooms for pattern in ROOMS[room]}
    whole = {*ALWAYS, *(pattern.format(slug=one) for one in (*named, TOY) for pattern in area.more)}
    for place in area.tests:
        if place != "{slug}":
            whole.add(f"tests/{place}{'' if place.endswith('.py') else '/'}")
        elif slug in books():
            whole.add(f"tests/{slug}/")
    sources.update(pattern.format(slug=one) for one in named for pattern in BOOK)
    return whole, sources


@functools.cache
def depends_on(part: str) -> tuple[str, ...]:
    """The files a part depends on, in order."""
    whole, sources = patterns_of(part)
    found = {name for pattern in sources for name in files_of(pattern) if not name.endswith(DOCUMENTS)}
    return tuple(sorted(found.union(*(files_of(pattern) for pattern in whole))))


def is_own(name: str, part: str) -> bool:
    """Whether a file is tested by a part before all others: it is one of its tests, or what they are about."""
    area_name, _, slug = part.partition("/")
    area = BY_NAME[area_name]
    tests = [slug or "-" if place == "{slug}" else place for place in area.tests]
    own = [pattern.format(slug=slug or "-") for pattern in area.own]
    own += [f"tests/{place}{'' if place.endswith('.py') else '/'}" for place in tests]
    return any(name in files_of(pattern) for pattern in own)


@functools.cache
def digest_of(name: str) -> str:
    """Hash over a file of the repository; over Python without comments and layout, and mostly without docstrings."""
    content = (ROOT / name).read_bytes()
    if name.endswith(".py") and not name.startswith(READ_AS_TEXT):
        return digest_of_code(content, name.startswith(SHOWING_DOCSTRINGS))
    return hashlib.sha256(content).hexdigest()


@functools.cache
def digest_of_code(content: bytes, shows_docstrings: bool) -> str:
    """Hash over a Python source, see ``code_of``. Reading all of them takes seconds, so each content is read once."""
    from tactica.envs.core.compiler.logic import code_of

    return code_of(content, shows_docstrings).hex()


def forget_files() -> None:
    """Look at the files of the repository anew."""
    for cached in (books, area_of, files, files_of, depends_on, digest_of):
        cached.cache_clear()


def browser() -> str:
    """The browser that tests of pages use, if there is one: without it they are skipped."""
    return next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), "")


def key_of(part: str, engine: str) -> str:
    """Hash over all that decides whether a part passes: its files, and what they run on."""
    settings = {name: value for name, value in sorted(os.environ.items()) if name.startswith(("TACTICA_", "NUMBA_"))}
    for name in NOT_SETTINGS:
        settings.pop(name, None)
    on = [part, engine, platform.python_version(), platform.system(), platform.machine(), browser(), settings]
    return hashlib.sha256(json.dumps([on, [(name, digest_of(name)) for name in depends_on(part)]]).encode()).hexdigest()


# --- stamps ---------------------------------------------------------------------------------------------------------------


def stamps() -> Path:
    """The folder of stamps, beside compiled code."""
    from tactica.envs.core.compiler.folders import cache_root

    return cache_root() / "passed"


def last_of(part: str, engine: str) -> Path:
    """The note of the files a part passed with the last time."""
    return stamps() / "last" / f"{part.replace('/', '-')}-{engine}"


def read_note(path: Path) -> dict[str, Any] | None:
    """A stamp or note: a line of JSON, and its hash in the next; None where it is missing or damaged."""
    try:
        text, _, digest = path.read_text(encoding="utf-8").rstrip("\n").partition("\n")
        note = json.loads(text) if hashlib.sha256(text.encode()).hexdigest() == digest else None
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) else None


def write_note(path: Path, note: dict[str, Any]) -> None:
    """Keep a stamp or note, whole or not at all."""
    text = json.dumps(note)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_text(f"{text}\n{hashlib.sha256(text.encode()).hexdigest()}\n", encoding="utf-8")
    os.replace(temporary, path)


def stamp_of(part: str, engine: str) -> dict[str, Any] | None:
    """The stamp of a part with its files as they are; None where it has not passed with them."""
    stamp = read_note(stamps() / key_of(part, engine))
    return stamp if stamp and (stamp.get("part"), stamp.get("engine")) == (part, engine) else None


def write_stamp(part: str, engine: str, tests: int) -> None:
    """Note that a part has passed with its files as they are."""
    note = {"part": part, "engine": engine, "tests": tests, "date": time.strftime("%Y-%m-%d %H:%M:%S")}
    write_note(stamps() / key_of(part, engine), note)
    write_note(last_of(part, engine), {"files": {name: digest_of(name) for name in depends_on(part)}})


def changed_since(part: str, engine: str) -> list[str] | None:
    """The files that differ from those a part passed with the last time; None where it has never passed."""
    note = read_note(last_of(part, engine))
    if note is None:
        return None
    before, now = note["files"], {name: digest_of(name) for name in depends_on(part)}
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))


def why_no_stamps(options: argparse.Namespace) -> str:
    """Why a run says nothing about later ones; empty when it does."""
    if options.only or options.ruleset or options.engine or options.pytest:
        return "only some of the tests were asked for"
    if not files():
        return "there is no git repository"
    done = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True)
    return "there are changes that are not committed" if done.stdout else ""


# --- running --------------------------------------------------------------------------------------------------------------


@dataclass
class Ran:
    """What came of a run of pytest.

    Attributes:
        status: pytest's exit status.
        passed, failed: how many tests of each part; of failures outside any test the part is "".
        line: its closing line.
    """

    status: int
    passed: Counter[str]
    failed: Counter[str]
    line: str

    @property
    def is_whole(self) -> bool:
        """Whether all that was collected ran to its end, and every failure belongs to a part."""
        return self.status in (0, 1) and "" not in self.failed and bool(self.failed) == (self.status == 1)


def paths_of(parts: Sequence[str]) -> list[str]:
    """The folders and files of tests that hold parts."""
    found = set()
    for part in parts:
        name, _, slug = part.partition("/")
        for place in BY_NAME[name].tests:
            if place != "{slug}":
                found.add(TESTS / place)
            elif slug in books():
                found.add(TESTS / slug)
    return [str(path) for path in sorted(found) if path.exists()]


def run_pytest(parts: Sequence[str], engine: str, options: argparse.Namespace, **settings: str) -> Ran:
    """Run the tests of parts in an engine, with further variables of the environment."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        env = {**os.environ, **settings, "TACTICA_PARTS": " ".join(parts), "TACTICA_RESULTS": str(results)}
        if engine == INTERPRETED:
            env["NUMBA_DISABLE_JIT"] = "1"
        else:
            shutil.rmtree(options.calls, ignore_errors=True)
            env["TACTICA_CALLS"] = str(options.calls)
        if options.ruleset:
            env["TACTICA_RULESET"] = options.ruleset
        command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
        command += [*paths_of(parts), "-m", MARKS[engine], "-n", str(options.workers), "--dist", "worksteal"]
        command += ["--durations=20", "--durations-min=3"]
        done = subprocess.Popen(
            [*command, *options.pytest], env=env, stdout=subprocess.PIPE, text=True, errors="replace"
        )
        assert done.stdout is not None
        line = ""
        for text in done.stdout:
            print(text, end="", flush=True)
            line = text.strip() or line
        status = done.wait()
        counted = json.loads(results.read_text()) if results.exists() else {"passed": {}, "failed": {"": 1}}
    return Ran(0 if status == NO_TESTS else status, Counter(counted["passed"]), Counter(counted["failed"]), line)


def repeat_calls(slugs: Sequence[str], options: argparse.Namespace) -> bool:
    """Repeat interpreted what the tests of rulebooks called compiled; whether all came to the same."""
    part = ["--part"] if options.pytest else []
    command = [sys.executable, "-m", "calls", str(options.calls), *slugs, "-n", str(options.workers), *part]
    return subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False).returncode == 0


class Session:
    """One run of what is left to run."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.engines = (options.engine,) if options.engine else ENGINES
        self.no_stamps = why_no_stamps(options)
        self.failed: list[tuple[str, str]] = []
        self.lines: list[str] = []
        self.is_broken = False

    def chosen(self) -> list[str]:
        """The parts asked for."""
        if self.options.only:
            return [
                part for part in all_parts() if part in self.options.only or part.partition("/")[0] in self.options.only
            ]
        if self.options.ruleset:
            return [part for part in all_parts() if part.startswith("lint") or part == f"rules/{self.options.ruleset}"]
        return all_parts()

    def run(self) -> int:
        """Run what has not passed, the parts that are about what was changed before the others. Returns the exit status."""
        todo: dict[str, list[str]] = {engine: [] for engine in self.engines}
        first: set[str] = set()
        for part in self.chosen():
            said = []
            for engine in self.engines:
                stamp = None if self.options.all or self.options.only or is_always(part) else stamp_of(part, engine)
                if stamp is None:
                    todo[engine].append(part)
                    changed = changed_since(part, engine)
                    if changed is not None and any(is_own(name, part) for name in changed):
                        first.add(part)
                elif stamp["tests"]:
                    said.append(f"{engine} {stamp['tests']:,} tests on {stamp['date']}")
            if said:
                print(f"skipped {part}: passed with the same files ({'; '.join(said)})")
        every = {part for parts in todo.values() for part in parts}
        if first:
            first.update(part for part in every if is_always(part))
        for wave in (first, every - first):
            for engine in self.engines:
                if parts := [part for part in todo[engine] if part in wave]:
                    self.run_parts(parts, engine)
        return self.finish()

    def run_parts(self, parts: list[str], engine: str) -> None:
        """Run parts in an engine, and stamp those that pass."""
        print(f"\npytest, {engine}: {' '.join(parts)}", flush=True)
        keys = {part: key_of(part, engine) for part in parts}
        ran = run_pytest(parts, engine, self.options)
        forget_files()
        self.lines.append(f"pytest, {engine}: {ran.line.strip('= ')}")
        bad = {part for part in ran.failed if part}
        if ran.status != 0 and not ran.is_whole:
            self.is_broken = True
        played = [
            part.partition("/")[2]
            for part in parts
            if part.startswith("rules/") and ran.passed[part] and part != f"rules/{TOY}"
        ]
        if engine == COMPILED and played and not repeat_calls(played, self.options):
            bad.update(f"rules/{slug}" for slug in played)
        self.failed += [(part, engine) for part in sorted(bad)]
        try:
            for part in parts if ran.is_whole and not self.no_stamps else ():
                if part not in bad and key_of(part, engine) == keys[part]:  # nobody has edited its files meanwhile
                    write_stamp(part, engine, ran.passed[part])
        except OSError as error:
            self.no_stamps = f"{stamps()} cannot be written ({error.strerror})"

    def finish(self) -> int:
        """Say what came out."""
        print()
        for part, engine in self.failed:
            print(f"FAILED {part}, {engine}; to repeat it: make tests ONLY={part} ENGINE={engine}")
        if self.is_broken:
            print("FAILED: pytest did not come to its end; see above")
        if self.no_stamps:
            print(f"The next run does not skip what passed here: {self.no_stamps}.")
        for line in self.lines:
            print(line)
        return 1 if self.failed or self.is_broken else 0


# --- checking what is declared ----------------------------------------------------------------------------------------------


def name_of(path: Path, package: Path) -> str:
    """A file that was read as it is called in the repository; empty for others. Compiled bytes stand for their source."""
    if path.parent.name == "__pycache__":
        path = path.parents[1] / f"{path.name.split('.')[0]}.py"
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    if not path.is_relative_to(package):
        return ""
    inner = path.relative_to(package)
    return inner.as_posix() if len(inner.parts) > 1 else f"tactica/{inner}"


def read_by(part: str, engine: str, options: argparse.Namespace) -> set[str]:
    """The files of the repository that a part reads when it runs alone."""
    import tactica

    package = Path(tactica.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        run_pytest([part], engine, options, TACTICA_READS=folder)
        lines = {line for note in Path(folder).iterdir() for line in note.read_text(encoding="utf-8").splitlines()}
    return {name_of(Path(line), package) for line in lines} & set(files())


def check_reads(options: argparse.Namespace) -> int:
    """Run parts alone and say which files they read and do not depend on. Returns the exit status."""
    wrong = 0
    for part in Session(options).chosen():
        for engine in (options.engine,) if options.engine else ENGINES:
            for name in sorted(read_by(part, engine, options) - set(depends_on(part))):
                print(f"UNDECLARED {part}, {engine}: reads {name}", flush=True)
                wrong += 1
    print(f"{wrong} undeclared" if wrong else "every part reads only what it depends on")
    return 1 if wrong else 0


# --- shaking ------------------------------------------------------------------------------------------------------------


def shake(options: argparse.Namespace) -> int:
    """Run tests in another order, with other seeds, hashes in another order, beside processes that keep the machine busy."""
    seed = options.seed or random.SystemRandom().randrange(1, 100_000)
    print(f"shaken by seed {seed}; to repeat it: make test-shaken SEED={seed}", flush=True)
    os.environ |= {"TACTICA_SHAKE": str(seed), "PYTHONHASHSEED": str(seed)}
    options.all, options.pytest = True, [*options.pytest, f"--hypothesis-seed={seed}"]
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
    try:
        return Session(options).run()
    finally:
        for process in busy:
            process.kill()


def show() -> None:
    """Every part with tests, and whether it has passed with its files as they are."""
    for part in all_parts():
        for engine in ENGINES:
            stamp, changed = stamp_of(part, engine), changed_since(part, engine)
            if stamp and not stamp["tests"]:
                continue
            if stamp:
                print(f"{part}, {engine}: passed, {stamp['tests']:,} tests on {stamp['date']}")
            elif changed is None:
                print(f"{part}, {engine}: has not passed yet")
            else:
                more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
                print(f"{part}, {engine}: to run, because of {', '.join(changed[:3]) or 'other settings'}{more}")


def main() -> None:
    """Show the parts, or run what has not passed."""
    parser = argparse.ArgumentParser(prog="parts", description=main.__doc__)
    parser.add_argument("what", nargs="?", choices=("show", "run", "reads", "shake"), default="show")
    parser.add_argument("--all", action="store_true", help="run what has passed, too")
    parser.add_argument(
        "--only", action="append", default=[], metavar="PART", help="an area or a part: faces, faces/heimr"
    )
    parser.add_argument("--engine", choices=ENGINES, help="in one engine only")
    parser.add_argument(
        "--ruleset", default="", metavar="SLUG", help="a rulebook: its own tests, conformance and the lints"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes of each run")
    parser.add_argument(
        "--calls", type=Path, default=Path("calls"), metavar="FOLDER", help="where calls of kernels are noted"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="to shake by; without it another one each time"
    )
    parser.add_argument(
        "--busy", type=int, default=1, metavar="N", help="processes that do nothing, as fast as they can"
    )
    parser.add_argument("pytest", nargs="*", help="behind --: arguments for pytest")
    arguments = sys.argv[1:]
    behind = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:behind])
    options.pytest = arguments[behind + 1 :]
    unknown = [one for one in options.only if one not in (*BY_NAME, *all_parts())]
    if unknown:
        parser.error(
            f"there is no part {unknown[0]!r}; areas: {', '.join(BY_NAME)}, each also with a rulebook, as in faces/heimr"
        )
    if options.ruleset and options.ruleset not in (*books(), TOY):
        parser.error(f"there is no ruleset {options.ruleset!r}; choose from: {', '.join((*books(), TOY))}")
    if options.what == "show":
        show()
        return
    what = {"run": lambda given: Session(given).run(), "reads": check_reads, "shake": shake}[options.what]
    sys.exit(what(options))


if __name__ == "__main__":
    main()
