"""Makes the toy ruleset known to this process, and findable for the processes that tests start; one width of terminal.

Says too what runs where: tests of clauses, ``tests/<slug>``, run interpreted; see README.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
if TESTS not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TESTS, os.environ.get("PYTHONPATH", "")]))

# Tables are as wide on every terminal and under every test runner; processes that tests start inherit it.
os.environ["COLUMNS"] = "150"

import toybook  # noqa: E402
from tactica.envs import rulesets  # noqa: E402

if TYPE_CHECKING:
    from calls import Recorder

rulesets.register(toybook.RULESET)

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
CALLS = os.environ.get("TACTICA_CALLS", "")  # the folder to note calls of kernels in, see calls.py


def has_clause_tests(slug: str) -> bool:
    """Whether a ruleset has tests of its own in ``tests/<slug>``."""
    return any(Path(TESTS, slug).glob("test_*.py"))


def ruleset_of(path: Path) -> str | None:
    """The ruleset whose own tests a file belongs to."""
    folder = path.relative_to(TESTS).parts[0] if path.is_relative_to(TESTS) else ""
    return folder if folder in rulesets.names() and has_clause_tests(folder) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A ruleset's own tests run interpreted, unless they say otherwise: what they call is repeated compiled."""
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if ruleset_of(item.path) and not marks & {"compiled_only", "both_engines", "interpreted_only"}:
            item.add_marker("interpreted_only")


def pytest_configure(config: pytest.Config) -> None:
    """Note the calls of kernels if a folder is named."""
    if CALLS and INTERPRETED:
        from calls import Recorder

        config.stash[RECORDER] = Recorder(Path(CALLS))


RECORDER: pytest.StashKey[Recorder] = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    """Note the calls below a test of a ruleset's own."""
    recorder, slug = item.config.stash.get(RECORDER, None), ruleset_of(item.path)
    if recorder is None or slug is None:
        return (yield)
    recorder.begin(slug)
    passed = False
    try:
        result = yield
        passed = True
        return result
    finally:
        recorder.end(item.nodeid, passed)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the record."""
    recorder = config.stash.get(RECORDER, None)
    if recorder is not None:
        recorder.close()
