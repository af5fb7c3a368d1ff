"""The parts of the tests: a change runs what depends on it, and a stamp stands for what really passed."""

from __future__ import annotations

import argparse
import ast
import functools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import parts
from parts import COMPILED, INTERPRETED, Ran

NOTHING_CHOSEN = {
    "only": [],
    "ruleset": "",
    "engine": None,
    "pytest": [],
    "all": False,
    "workers": 2,
    "calls": Path("calls"),
}

ENDLESS: list[Any] = [1]
ENDLESS.append(ENDLESS)


def options(**given):
    return argparse.Namespace(**{**NOTHING_CHOSEN, **given})


# --- which part a test belongs to -----------------------------------------------------------------------------------------


def test_every_file_of_tests_belongs_to_an_area():
    found = [parts.area_of(path).name for path in parts.TESTS.rglob("test_*.py")]
    assert set(found) == set(parts.BY_NAME)


def test_a_file_of_no_area_is_an_error():
    with pytest.raises(KeyError, match=r"no area of tests/parts\.py holds it"):
        parts.area_of(parts.TESTS / "elsewhere" / "test_it.py")


@pytest.mark.parametrize(
    "file, parameters, part",
    [
        ("heimr/test_luck.py", None, "rules/heimr"),
        ("heimr/test_luck.py", {"face": 3}, "rules/heimr"),
        ("conformance/test_play.py", {"start": ("owh", "small")}, "rules/owh"),
        ("conformance/test_play.py", {"slug": "toybook"}, "rules/toybook"),
        ("faces/test_vector.py", {"scenario": "tow/small"}, "faces/tow"),
        ("faces/test_vector.py", {"pair": ("tow/small", "owh/small")}, "faces"),
        ("faces/test_vector.py", {"count": 4}, "faces"),
        ("faces/test_vector.py", None, "faces"),
        ("experiments/test_parts.py", {"file": Path("reports/woin.md")}, "experiments/woin"),
        ("test_readme.py", {"word": "heimrs"}, "documents"),
        ("scenario/test_errors.py", {"endless": ENDLESS}, "scenario"),
    ],
)
def test_the_part_of_a_test(file, parameters, part):
    item = SimpleNamespace(path=parts.TESTS / file)
    if parameters is not None:
        item.callspec = SimpleNamespace(params=parameters)
    assert parts.part_of(item) == part


# --- what a run does not import -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file, text, engines",
    [
        ("heimr/test_it.py", "def test_it(): ...", {INTERPRETED}),
        ("heimr/test_it.py", "@pytest.mark.both_engines\ndef test_it(): ...", set()),
        ("heimr/test_it.py", "pytestmark = pytest.mark.interpreted_only", set()),
        ("cli/test_it.py", "def test_it(): ...", {INTERPRETED}),
        ("cli/test_it.py", "pytestmark = pytest.mark.interpreted_only", set()),
        ("core/test_it.py", "def test_it(): ...", set()),
    ],
)
def test_a_file_is_not_imported_where_an_engine_leaves_it_out_whole(file, text, engines, request):
    conftest = request.config.pluginmanager.get_plugin(str(parts.TESTS / "conftest.py"))
    path = parts.TESTS / file
    assert {engine for engine in parts.ENGINES if conftest.is_left_out(path, text, parts.MARKS[engine])} == engines
    assert not conftest.is_left_out(path, text, "") and not conftest.is_left_out(path, text, "not slow")


# --- what a change runs ---------------------------------------------------------------------------------------------------


def run_by(name):
    """The parts that depend on a file, besides those that always run."""
    assert name in parts.files(), name
    return {part for part in parts.all_parts() if name in parts.depends_on(part) and not parts.is_always(part)}


def areas_of(found):
    return {part.partition("/")[0] for part in found}


needs_git = pytest.mark.skipif(not parts.files(), reason="needs the git repository")


@needs_git
def test_a_page_runs_the_tests_of_documents():
    assert areas_of(run_by("README.md")) == {"documents"}
    assert areas_of(run_by("envs/DECISIONS.md")) == {"documents"}


@needs_git
def test_the_page_of_a_rulebook_runs_its_own_tests():
    assert {part for part in run_by("envs/rulesets/owh/README.md") if "documents" not in part} == {"rules/owh"}


@needs_git
def test_a_page_of_the_browser_runs_the_tests_of_the_browser():
    assert areas_of(run_by("experiments/play/server.py")) == {"play"}


@needs_git
def test_a_rule_runs_the_tests_of_its_book_and_what_plays_all_books():
    found = run_by("envs/rulesets/heimr/rules/moving.py")
    assert {"rules/heimr", "faces/heimr", "play/heimr", "experiments/heimr", "commands", "documents"} <= found
    assert not any(part.endswith(("/owh", "/tow", "/wfrp1", "/woin", "/toybook")) for part in found)
    assert not {"core", "faces", "experiments"} & found


@needs_git
def test_the_core_runs_everything():
    assert run_by("envs/core/loops/advance.py") == {part for part in parts.all_parts() if not parts.is_always(part)}
    assert run_by("constraints.txt") == run_by("tests/conftest.py") == run_by("envs/core/loops/advance.py")


@needs_git
def test_interfaces_run_no_tests_of_rules():
    assert not {"rules", "core"} & areas_of(run_by("envs/apis/gymnasium_env.py"))


@needs_git
@pytest.mark.parametrize("part", parts.all_parts())
def test_every_part_depends_on_its_own_tests(part):
    name = part.partition("/")[0]
    depends = parts.depends_on(part)
    assert "tests/conftest.py" in depends and "constraints.txt" in depends
    for folder in parts.paths_of([part]):
        inner = Path(folder).relative_to(parts.ROOT).as_posix()
        assert any(file == inner or file.startswith(f"{inner}/") for file in depends), name


def in_rooms(part):
    """The patterns of the rooms and books a part depends on."""
    return parts.patterns_of(part)[1]


@needs_git
def test_every_source_is_in_a_room_or_book_of_a_part_that_may_be_skipped():
    """So that no change of the package leaves all tests skipped. Documents are named by the areas that read them."""
    may_skip = [part for part in parts.all_parts() if not parts.is_always(part)]
    placed = {name for pattern in set().union(*map(in_rooms, may_skip)) for name in parts.files_of(pattern)}
    read = {name for part in may_skip for name in parts.depends_on(part)}
    of_package = {name for name in parts.files() if name.startswith(PACKAGE)}
    assert of_package
    assert sorted(name for name in of_package - placed if not name.endswith(parts.DOCUMENTS)) == []
    assert sorted(of_package - read) == []


PACKAGE = ("agents/", "configs/", "envs/", "experiments/", "tactica/")


@functools.cache
def imports_of(path):
    """The files of tests that a file names in its imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and not node.level:
            names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
    places = [parts.TESTS.joinpath(*name.split(".")) for name in names]
    return {file for place in places for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()}


def imported_by(path):
    """The files of tests that a file imports, directly or through others."""
    found, left = set(), {path}
    while left:
        new = imports_of(left.pop()) - found
        found |= new
        left |= new
    return found


def test_imports_are_found_through_others():
    found = {path.relative_to(parts.TESTS).as_posix() for path in imported_by(parts.TESTS / "core" / "test_bounds.py")}
    assert {"bounds.py", "checked_indices.py", "faces/mutants.py", "conformance/play.py"} <= found


@needs_git
@pytest.mark.parametrize("area", [area.name for area in parts.AREAS if not area.always])
def test_an_area_depends_on_all_that_its_tests_import(area):
    missing = set()
    for path in parts.TESTS.rglob("test_*.py"):
        if parts.area_of(path).name == area:
            book = path.relative_to(parts.TESTS).parts[0]
            part = f"{area}/{book}" if book in parts.books() else area
            imported = {file.relative_to(parts.ROOT).as_posix() for file in imported_by(path)}
            missing |= imported - set(parts.depends_on(part))
    assert sorted(missing) == []


# --- stamps ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A small repository with two parts, nothing changed since its commit, and stamps in a folder of its own."""
    root = tmp_path / "repository"
    (root / "tests").mkdir(parents=True)
    (root / "engine.py").write_text("x = 1\n")
    (root / "page.md").write_text("# Page\n")
    git(root, "init", "-q")
    commit(root)
    areas = (
        parts.Area("engine", ("engine",), (), (), own=("engine.py",), more=("engine.py",)),
        parts.Area("pages", ("pages",), (), (), more=("engine.py", "page.md")),
        parts.Area("lint", ("lint",), (), (), more=("*",), always=True),
    )
    monkeypatch.setattr(parts, "ROOT", root)
    monkeypatch.setattr(parts, "TESTS", root / "tests")
    monkeypatch.setattr(parts, "AREAS", areas)
    monkeypatch.setattr(parts, "BY_NAME", {area.name: area for area in areas})
    monkeypatch.setattr(parts, "ALWAYS", ())
    monkeypatch.setattr(parts, "all_parts", lambda: [area.name for area in areas])
    monkeypatch.setattr(parts, "stamps", lambda: tmp_path / "stamps")
    parts.forget_files()
    yield root
    monkeypatch.undo()
    parts.forget_files()


def git(root, *command):
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *command], cwd=root, check=True, capture_output=True)


def commit(root):
    git(root, "add", "-A")
    git(root, "commit", "-qm", "change")


class Runner:
    """In the place of pytest: every part passes but those named."""

    def __init__(self, monkeypatch):
        self.failing: set[tuple[str, str]] = set()
        self.status = 0
        self.ran: list[tuple[str, tuple[str, ...]]] = []
        monkeypatch.setattr(parts, "run_pytest", self.run)

    def run(self, names, engine, options, **settings):
        self.ran.append((engine, tuple(names)))
        failed = Counter({name: 1 for name in names if (name, engine) in self.failing})
        passed = Counter(dict.fromkeys(names, 3))
        return Ran(self.status or int(bool(failed)), passed, failed, "=== 3 passed in 1s ===")


@pytest.fixture
def runner(repository, monkeypatch):
    return Runner(monkeypatch)


def play(runner, **given):
    """What a run runs, by engine, and its exit status."""
    parts.forget_files()
    runner.ran = []
    status = parts.Session(options(**given)).run()
    return [(engine, set(names)) for engine, names in runner.ran], status


ALL = [(COMPILED, {"engine", "pages", "lint"}), (INTERPRETED, {"engine", "pages", "lint"})]
ONLY_LINT = [(COMPILED, {"lint"}), (INTERPRETED, {"lint"})]


def test_what_has_passed_is_skipped_and_named(runner, capsys):
    assert play(runner) == (ALL, 0)
    assert "skipped" not in capsys.readouterr().out
    assert play(runner) == (ONLY_LINT, 0)
    said = capsys.readouterr().out
    assert "skipped engine: passed with the same files (compiled 3 tests on " in said
    assert "skipped pages: " in said and "skipped lint" not in said


def test_all_runs_everything(runner):
    play(runner)
    assert play(runner, all=True) == (ALL, 0)


def test_a_change_runs_what_depends_on_it(runner, repository):
    play(runner)
    (repository / "page.md").write_text("# Other page\n")
    commit(repository)
    assert play(runner)[0] == [(COMPILED, {"pages", "lint"}), (INTERPRETED, {"pages", "lint"})]
    (repository / "page.md").write_text("# Page\n")  # as it was when it passed
    commit(repository)
    assert play(runner)[0] == ONLY_LINT


#: A source, and changes of it: those that no test can see, and those that one may.
SOURCE = '''"""A module."""

def half(x):
    """Half of a number."""
    # rounded down
    if x < 0:
        raise ValueError("too small")
    return x // 2

class Card:
    """A card."""
    """what it is"""
    suit = "red"
'''
NOT_SEEN = {
    "a comment": ("# rounded down", "# down"),
    "no comment": ("    # rounded down\n", ""),
    "a docstring": ("Half of a number.", "A half."),
    "no docstring": ('    """Half of a number."""\n', ""),
    "the docstring of the module": ("A module.", "Module."),
    "layout": ("return x // 2", "return (\n        x\n        // 2\n    )"),
    "blank lines": ("class Card", "\n\nclass Card"),
    "quotes": ('"red"', "'red'"),
}
SEEN = {
    "a number": ("x // 2", "x // 3"),
    "what an error says": ("too small", "too little"),
    "a string": ('"red"', '"black"'),
    "a string that stands alone": ("what it is", "what a card is"),
    "the docstring of a class": ("A card.", "A card of the game."),
    "a name": ("suit", "colour"),
    "the order of statements": ('"""A card."""\n', '"""A card."""\n    rank = 1\n'),
    "a line that is no Python": ("class Card:", "class Card"),
}


def digest(repository, name, text):
    path = repository / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    parts.forget_files()
    return parts.digest_of(name)


@pytest.mark.parametrize("change", NOT_SEEN)
def test_what_no_test_can_see_changes_no_digest(repository, change):
    old, new = NOT_SEEN[change]
    assert SOURCE.count(old) == 1
    changed = SOURCE.replace(old, new)
    assert digest(repository, "engine.py", SOURCE) == digest(repository, "engine.py", changed)
    kept = {name: digest(repository, name, SOURCE) != digest(repository, name, changed) for name in KEPT}
    assert kept == dict.fromkeys(KEPT, "docstring" in change) | {"agents/examples/engine.py": True, "engine.md": True}


#: Where docstrings count, and where every letter does.
KEPT = ("experiments/commands/engine.py", "tests/test_engine.py", "agents/examples/engine.py", "engine.md")


@pytest.mark.parametrize("change", SEEN)
def test_what_a_test_may_see_changes_the_digest(repository, change):
    old, new = SEEN[change]
    assert SOURCE.count(old) == 1
    assert digest(repository, "engine.py", SOURCE) != digest(repository, "engine.py", SOURCE.replace(old, new))


def test_a_comment_runs_nothing_and_a_message_does(runner, repository):
    play(runner)
    (repository / "engine.py").write_text("# one\nx = 1\n")
    commit(repository)
    assert play(runner)[0] == ONLY_LINT
    (repository / "engine.py").write_text('x = 1\nprint("one")\n')
    commit(repository)
    assert {"engine", "pages"} <= set().union(*(names for _, names in play(runner)[0]))


def test_what_is_about_the_change_runs_first_in_both_engines(runner, repository):
    play(runner)
    (repository / "engine.py").write_text("x = 2\n")
    commit(repository)
    first, then = {"engine", "lint"}, {"pages"}
    assert play(runner)[0] == [(COMPILED, first), (INTERPRETED, first), (COMPILED, then), (INTERPRETED, then)]


def test_a_failing_part_has_no_stamp_and_names_its_command(runner, capsys):
    runner.failing = {("pages", INTERPRETED)}
    assert play(runner) == (ALL, 1)
    assert (
        "FAILED pages, interpreted; to repeat it: make tests ONLY=pages ENGINE=interpreted" in capsys.readouterr().out
    )
    runner.failing = set()
    assert play(runner)[0] == [(COMPILED, {"lint"}), (INTERPRETED, {"pages", "lint"})]


@pytest.mark.parametrize("status", [2, 3, 4])
def test_a_run_that_does_not_end_stamps_nothing(runner, status, capsys):
    runner.status = status
    assert play(runner)[1] == 1
    assert "pytest did not come to its end" in capsys.readouterr().out
    runner.status = 0
    assert play(runner)[0] == ALL


@pytest.mark.parametrize(
    "given", [{"only": ["engine", "pages"]}, {"engine": COMPILED}, {"pytest": ["-k", "x"]}, {"ruleset": "owh"}]
)
def test_a_partial_run_stamps_nothing(runner, given, capsys):
    play(runner, **given)
    assert (
        "The next run does not skip what passed here: only some of the tests were asked for." in capsys.readouterr().out
    )
    assert play(runner)[0] == ALL


def test_changes_that_are_not_committed_stamp_nothing(runner, repository, capsys):
    for name in ("engine.py", "new.py"):
        (repository / name).write_text("x = 3\n")
        play(runner)
        assert "there are changes that are not committed" in capsys.readouterr().out
        commit(repository)
        assert play(runner)[0][0][1] >= {"lint", "engine"} or name == "new.py"
    assert play(runner)[0] == ONLY_LINT


def test_what_is_edited_while_tests_run_is_not_stamped(runner, repository, monkeypatch):
    def edited(names, engine, options, **settings):
        (repository / "page.md").write_text(f"# {engine}\n")
        return Runner.run(runner, names, engine, options)

    monkeypatch.setattr(parts, "run_pytest", edited)
    play(runner)
    monkeypatch.setattr(parts, "run_pytest", runner.run)
    git(repository, "checkout", "-q", ".")
    assert play(runner)[0] == [(COMPILED, {"pages", "lint"}), (INTERPRETED, {"pages", "lint"})]


def test_without_git_everything_runs(runner, repository, monkeypatch, capsys):
    play(runner)
    monkeypatch.setattr(parts, "ROOT", repository.parent / "stamps")
    play(runner)
    assert "there is no git repository" in capsys.readouterr().out
    assert runner.ran[0][1] == ("engine", "pages", "lint")


def test_a_cache_that_cannot_be_written_costs_the_stamps_alone(runner, tmp_path, capsys):
    (tmp_path / "stamps").write_text("in the way")
    assert play(runner) == (ALL, 0)
    assert "cannot be written" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"\xff", b'{"part": "engine"}\n0000\n', "half", "another's"])
def test_a_damaged_stamp_is_ignored(runner, repository, damage):
    play(runner)
    parts.forget_files()
    stamp = parts.stamps() / parts.key_of("engine", COMPILED)
    if damage == "half":
        stamp.write_bytes(stamp.read_bytes()[:-10])
    elif damage == "another's":
        stamp.write_bytes((parts.stamps() / parts.key_of("pages", COMPILED)).read_bytes())
    else:
        stamp.write_bytes(damage)
    assert play(runner)[0][0] == (COMPILED, {"engine", "lint"})
    assert play(runner)[0] == ONLY_LINT


def test_settings_and_python_are_part_of_the_key(repository, monkeypatch):
    before = parts.key_of("engine", COMPILED)
    assert parts.key_of("engine", INTERPRETED) != before
    monkeypatch.setenv("TACTICA_LONG", "1")
    assert parts.key_of("engine", COMPILED) != before
    monkeypatch.delenv("TACTICA_LONG")
    monkeypatch.setenv("TACTICA_CACHE", "elsewhere")
    assert parts.key_of("engine", COMPILED) == before
    monkeypatch.setattr(parts.platform, "python_version", lambda: "3.99.0")
    assert parts.key_of("engine", COMPILED) != before


def test_calls_that_differ_fail_the_rulebook(monkeypatch, tmp_path, capsys):
    runner = Runner(monkeypatch)
    repeated = []
    monkeypatch.setattr(parts, "stamps", lambda: tmp_path)
    monkeypatch.setattr(parts, "why_no_stamps", lambda options: "")
    monkeypatch.setattr(parts, "repeat_calls", lambda slugs, options: repeated.append(slugs))
    chosen = ["rules/owh", "rules/toybook", "core"]
    monkeypatch.setattr(parts, "all_parts", lambda: chosen)
    assert play(runner)[1] == 1
    assert repeated == [["owh"]]
    assert "FAILED rules/owh, compiled" in capsys.readouterr().out
    parts.forget_files()
    assert parts.stamp_of("rules/owh", INTERPRETED) and parts.stamp_of("core", COMPILED)
    assert parts.stamp_of("rules/owh", COMPILED) is None


SEEDED = """
import random
import numpy as np
plain = random.Random()
plain.seed(6)
print(random.Random(1).random() == plain.random())
plain.seed("a")
print(random.Random("a").random() == plain.random())
print(np.random.default_rng(1).random() == np.random.Generator(np.random.PCG64(6)).random())
"""


def test_shaking_moves_the_seeds_that_tests_give():
    """By five: sixes in place of ones. Seeds that are no numbers stay."""
    env = {**os.environ, "TACTICA_SHAKE": "5", "PYTHONPATH": str(parts.TESTS)}
    done = subprocess.run([sys.executable, "-c", SEEDED], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True"]


@pytest.mark.parametrize(
    "ran, whole",
    [
        (Ran(0, Counter(a=1), Counter(), ""), True),
        (Ran(1, Counter(a=1), Counter(b=1), ""), True),
        (Ran(1, Counter(a=1), Counter(), ""), False),
        (Ran(0, Counter(a=1), Counter(b=1), ""), False),
        (Ran(1, Counter(a=1), Counter({"": 1, "b": 1}), ""), False),
        (Ran(2, Counter(a=1), Counter(b=1), ""), False),
    ],
)
def test_when_a_run_was_whole(ran, whole):
    assert ran.is_whole == whole


def test_files_are_named_as_in_the_repository(tmp_path):
    package = tmp_path / "site-packages" / "tactica"
    for path, name in (
        (package / "envs" / "core" / "a.py", "envs/core/a.py"),
        (package / "envs" / "core" / "__pycache__" / "a.cpython-311.pyc", "envs/core/a.py"),
        (package / "__init__.py", "tactica/__init__.py"),
        (parts.ROOT / "README.md", "README.md"),
        (tmp_path / "elsewhere.py", ""),
    ):
        assert parts.name_of(path, package) == name
