"""Makes the toy ruleset known to this process, and findable for the processes that tests start; one width of terminal.

Says too what runs where: tests of clauses, ``tests/<slug>``, run compiled; see README.md.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import pytest

TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
if TESTS not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TESTS, os.environ.get("PYTHONPATH", "")]))

# Compiled is compiled from the first call on, in the processes that tests start as well.
os.environ.setdefault("TACTICA_ENGINE", "compiled")

# Whoever runs in the background starts deaf to Ctrl-C, and so would the processes that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tables are as wide on every terminal and under every test runner; processes that tests start inherit it.
os.environ["COLUMNS"] = "150"

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
if INTERPRETED:  # before tactica is imported: an index below 0 is a fault, as it is compiled
    import checked_indices

    checked_indices.install()

import parts  # noqa: E402
import toybook  # noqa: E402
from tactica.envs import rulesets  # noqa: E402
from tactica.envs.core.compiler import jit  # noqa: E402

if TYPE_CHECKING:
    from calls import Recorder

rulesets.register(toybook.RULESET)

#: Tests of what is plain Python in both engines: files, pages, statistics, commands, models, copies. They run once, compiled.
ONCE = (
    "agents/test_models.py",
    "agents/test_players.py",
    "cli",
    "core/test_logic.py",
    "experiments",
    "faces/test_copies.py",
    "faces/test_foreign_policies.py",
    "faces/test_observation_page.py",
    "faces/test_pettingzoo_form.py",
    "faces/test_sb3.py",
    "lint",
    "play",
    "render/test_drawing.py",
    "scenario/test_errors.py",
    "scenario/test_expand.py",
    "scenario/test_hostile.py",
    "scenario/test_shipped.py",
    "test_generated.py",
    "test_packaging.py",
    "test_parts.py",
    "test_readme.py",
    "test_site.py",
    "test_tutorials.py",
)
CALLS = os.environ.get("TACTICA_CALLS", "")  # the folder to note calls of kernels in, see calls.py
PARTS = os.environ.get("TACTICA_PARTS", "").split()  # the parts to run, see parts.py; none: whatever was collected
#: A seed where the tests are shaken, see parts.py: it decides their order. sitecustomize.py moves the seeds of generators by it.
SHAKE = int(os.environ.get("TACTICA_SHAKE", "0"))
RESULTS = os.environ.get("TACTICA_RESULTS", "")  # the file to say in how many tests of each part passed and failed


def has_clause_tests(slug: str) -> bool:
    """Whether a ruleset has tests of its own in ``tests/<slug>``."""
    return any(Path(TESTS, slug).glob("test_*.py"))


@functools.cache
def ruleset_of(path: Path) -> str | None:
    """The ruleset whose own tests a file belongs to."""
    folder = path.relative_to(TESTS).parts[0] if path.is_relative_to(TESTS) else ""
    return folder if folder in rulesets.names() and has_clause_tests(folder) else None


@functools.cache
def is_once(path: Path) -> bool:
    """Whether the tests of a file run once."""
    return any(path.is_relative_to(Path(TESTS, part)) for part in ONCE)


#: Marks by which a test says itself in which engine it runs.
SAID = ("compiled_only", "both_engines", "interpreted_only")


def usual_mark(path: Path) -> str:
    """What the tests of a file are marked that do not say in which engine they run."""
    return "compiled_only" if ruleset_of(path) else "once" if is_once(path) else ""


def is_left_out(path: Path, text: str, expression: str) -> bool:
    """Whether a run with ``-m expression`` leaves out every test of a file with this text: none has a mark of its own."""
    usual = usual_mark(path)
    return bool(usual) and f"not {usual}" in expression.split(" and ") and not any(mark in text for mark in SAID)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import files whose tests are all left out: that takes half of the time until the first test."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    return is_left_out(collection_path, collection_path.read_text(encoding="utf-8"), config.option.markexpr) or None


def shake(items: list[pytest.Item]) -> None:
    """Files in another order, and the tests of each file too."""
    rng = random.Random(SHAKE)
    files = list({item.path: None for item in items})
    rng.shuffle(files)
    places = {path: place for place, path in enumerate(files)}
    rng.shuffle(items)
    items.sort(key=lambda item: places[item.path])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Which tests run: those of the parts asked for. What runs in which engine, unless a test says it: a ruleset's own tests
    compiled, for what they call is repeated interpreted; those of ``ONCE`` in one run alone, the compiled one, too.
    """
    part_of = {item: parts.part_of(item) for item in items}
    if PARTS:
        config.hook.pytest_deselected(items=[item for item in items if part_of[item] not in PARTS])
        items[:] = [item for item in items if part_of[item] in PARTS]
    if SHAKE:
        shake(items)
    for item in items:
        item.user_properties.append(("part", part_of[item]))
        marks = {mark.name for mark in item.iter_markers()}
        if not marks.intersection(SAID) and (usual := usual_mark(item.path)):
            item.add_marker(usual)


def pytest_configure(config: pytest.Config) -> None:
    """Note the calls of kernels if a folder is named; a file of ``ONCE`` that was renamed would run in both engines unnoticed."""
    gone = [part for part in ONCE if not Path(TESTS, part).exists()]
    if gone:
        raise pytest.UsageError(f"tests/conftest.py: ONCE names what is not there: {', '.join(gone)}")
    if CALLS and not INTERPRETED:
        from calls import Recorder

        config.stash[RECORDER] = Recorder(Path(CALLS))


COUNTED: dict[str, Counter[str]] = {"passed": Counter(), "failed": Counter()}
#: Seconds of each test function, over all its parameters.
SPENT: defaultdict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count what passed and failed of each part; a process that died belongs to none."""
    SPENT[report.nodeid.partition("[")[0]] += report.duration
    part = dict(report.user_properties).get("part", "")
    if report.failed:
        COUNTED["failed"][part] += 1
    elif report.when == "call":
        COUNTED["passed"][part] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Say how many tests of each part passed and failed. Processes of pytest-xdist leave that to the one that started them."""
    if RESULTS and not hasattr(session.config, "workerinput"):
        Path(RESULTS).write_text(json.dumps(COUNTED))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which test functions took longest, after a run of whole parts."""
    if not RESULTS:
        return
    terminalreporter.section("slowest test functions, over all their parameters")
    for name, seconds in sorted(SPENT.items(), key=lambda spent: -spent[1])[:30]:
        terminalreporter.line(f"{seconds:7.1f} s  {name}")
    terminalreporter.line(f"{sum(SPENT.values()):7.1f} s  all {len(SPENT):,} test functions")


#: Folders of what stands between a call of a kernel and its compilation: ours, and Numba's.
COMPILERS = (str(Path(jit.__file__).parent), str(Path(numba.__file__).parent))


class CalledByHand(Exception):
    """A test calls a kernel that is no entry: each would be compiled for it alone."""


@contextlib.contextmanager
def none_by_hand() -> Iterator[None]:
    """Refuse to compile a rule for a test that calls it by hand."""
    if INTERPRETED or not jit.IMAGES:
        yield
        return
    usual = jit.image.open_alone

    def open_alone(kernel: Any, kinds: Any) -> None:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(COMPILERS):
            frame = frame.f_back
        if kernel.folder != jit.CORE and Path(frame.f_code.co_filename).is_relative_to(TESTS):
            name = kernel.py_func.__name__
            raise CalledByHand(f"{name} is no entry; mark the test interpreted_only, or come to it at a table")
        usual(kernel, kinds)

    jit.image.open_alone = open_alone
    try:
        yield
    finally:
        jit.image.open_alone = usual


RECORDER: pytest.StashKey[Recorder] = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    """See that a test of a ruleset's own calls no rule by hand, and note the calls below it."""
    recorder, slug = item.config.stash.get(RECORDER, None), ruleset_of(item.path)
    if slug is None:
        return (yield)
    if recorder is not None:
        recorder.begin(slug)
    passed = False
    try:
        with none_by_hand():
            result = yield
        passed = True
        return result
    finally:
        if recorder is not None:
            recorder.end(item.nodeid, passed)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the record."""
    recorder = config.stash.get(RECORDER, None)
    if recorder is not None:
        recorder.close()
