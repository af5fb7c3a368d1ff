"""``tactica new-ruleset``: what it writes plays at once, everywhere, in both engines; bad names are refused; how it is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tactica.envs import rulesets
from tactica.experiments.cli import app
from tactica.experiments.commands import new_ruleset as command

SLUG = "border_wars"
TESTS = Path(__file__).resolve().parents[1]
GAMES = 200


def run(*arguments: object, expect: int = 0) -> str:
    """What the command line prints."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == expect, result.output
    return result.output


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new ruleset."""
    into = tmp_path_factory.mktemp("made") / "rules"
    said = run("new-ruleset", SLUG, "--into", into)
    folder = into / SLUG
    assert f"export TACTICA_RULESETS={folder}" in said and f"tactica battle {SLUG}/small" in said
    assert [path.name for path in into.iterdir()] == [SLUG]
    return folder


def python(made: Path, *arguments: str, interpreted: bool = True, **more: str) -> str:
    """What Python prints in a process that knows the ruleset, standing in its folder."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("TACTICA_PARTS", "TACTICA_CALLS"))}
    env |= {"TACTICA_RULESETS": str(made), "NUMBA_DISABLE_JIT": str(int(interpreted)), **more}
    done = subprocess.run([sys.executable, *arguments], env=env, cwd=made, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


# --- what is written


def test_every_file_says_at_its_top_what_it_is_for(made):
    files = [path for path in made.rglob("*.*") if "__pycache__" not in path.parts]
    first = {path.relative_to(made).as_posix(): path.read_text(encoding="utf-8") for path in files}
    silent = [name for name, text in first.items() if not text.startswith(('"""', "# "))]
    assert len(first) > 25 and silent == []
    assert not [name for name, text in first.items() if "skeleton" in text.lower()]


def test_its_tests_pass(made):
    assert " passed" in python(made, "-m", "pytest", "-q", "-p", "no:cacheprovider")


def test_it_is_free_of_complaints(made):
    python(made, "-m", "ruff", "check", "--no-cache", ".")
    python(made, "-m", "ruff", "format", "--no-cache", "--check", ".")


def test_its_package_names_all_it_holds(made):
    about = tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["entry-points"]["tactica.rulesets"] == {SLUG: SLUG}
    packages = {path.parent.relative_to(made).as_posix().replace("/", ".") for path in made.rglob("__init__.py")}
    assert packages == set(about["tool"]["setuptools"]["packages"])
    data = {
        path for pattern in about["tool"]["setuptools"]["package-data"][SLUG] for path in (made / SLUG).glob(pattern)
    }
    assert data == {path for path in (made / SLUG).rglob("*") if path.suffix in (".yaml", ".md")}


def test_its_pages_are_current(made):
    said = python(made, "-m", "tactica.experiments.generated", SLUG).splitlines()
    assert [line.split()[0] for line in said] == ["current"] * 3
    book = (made / SLUG / "BOOK.md").read_text(encoding="utf-8")
    assert "| **`step`** | `(s, w)` | one step of the procedure on top | `turn.step` |" in book
    assert "| `imagine` | `(s, w, side, rng)` | put something plausible in its place, for searches |  |" in book


# --- what it does


def test_it_plays_in_every_interface(made):
    python(made, "-m", "cli.played", "interfaces", SLUG)


def test_commands_know_it(made):
    behaviours = sorted((made / SLUG / "behaviours").glob("*.yaml"))
    assert len(behaviours) == 2

    def tactica(*arguments: object) -> str:
        return python(made, "-m", "tactica", *map(str, arguments))

    battle = ("battle", f"{SLUG}/small", "--red", behaviours[0], "--blue", behaviours[1], "--seed", 1)
    assert f"[{SLUG}.strike.hit]" in tactica(*battle)
    assert "0.500000" in tactica("odds", f"{SLUG}/tiny", "strike soldier_2", "--want", "hit")
    assert "rules.striking.chance_to_hit" in tactica("rules", SLUG, "strike.hit")
    assert "tiny" in tactica("scenarios", "list", SLUG)


SHOUT = """
import tactica
table = tactica.sandbox("border_wars", "border_wars/tiny")
assert table.offers("shout")
table.play("shout")
print(table.ending)
"""


@pytest.mark.parametrize("steps", ["", ", Frame.SHOUT: Phase"])
def test_a_new_verb_is_offered_and_a_forgotten_procedure_is_noticed(made, tmp_path, steps):
    """A verb that is only a word is offered. A procedure without steps is named at load; one without a line in turn.py ends the
    battle as stalled.
    """
    copy = tmp_path / SLUG
    shutil.copytree(made, copy, ignore=shutil.ignore_patterns("__pycache__"))
    edits = {
        "vocab.py": {
            "    PASS = 3\n": "    PASS = 3\n    SHOUT = 4\n",
            "    BLOW = 2\n": "    BLOW = 2\n    SHOUT = 3\n",
            "Frame.BLOW: Blow}": f"Frame.BLOW: Blow{steps}}}",
        },
        "rules/turns.py": {
            "    if verb == Verb.STRIKE:\n": "    if verb == Verb.SHOUT:\n        push(s, Frame.SHOUT)\n"
            "    elif verb == Verb.STRIKE:\n"
        },
    }
    for name, changes in edits.items():
        file = copy / SLUG / name
        text = file.read_text(encoding="utf-8")
        for old, new in changes.items():
            assert text.count(old) == 1
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    if steps:
        assert python(copy, "-c", SHOUT).strip() == "stalled"
    else:
        with pytest.raises(
            AssertionError, match=r"TypeError: border_wars: STEPS lack those of the procedure Frame\.SHOUT"
        ):
            python(copy, "-c", SHOUT)


@pytest.mark.slow
def test_the_conformance_tests_and_the_lints_accept_it(made):
    settings = ("-c", str(TESTS.parent / "pyproject.toml"), "--rootdir", str(TESTS.parent), "-p", "no:cacheprovider")
    folders = (str(TESTS / "conformance"), str(TESTS / "lint"))
    chosen = ("-m", "not compiled_only", "-k", SLUG, "-q")
    said = python(made, "-m", "pytest", *settings, *chosen, *folders, TACTICA_RULESET=SLUG)
    assert int(said.split(" passed")[0].split()[-1]) > 60


@pytest.mark.slow
@pytest.mark.timeout(3600)  # it is compiled, which takes a busy machine minutes
def test_both_engines_play_the_same_games(made):
    played = [python(made, "-m", "cli.played", "games", SLUG, interpreted=slow) for slow in (True, False)]
    assert played[0].splitlines()[-1] == played[1].splitlines()[-1]
    assert played[0].startswith(f"{GAMES} ")


# --- what is refused


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("Border", "use 2 to 24 of a-z, 0-9 and _"),
        ("a-b", "use 2 to 24 of a-z, 0-9 and _"),
        ("x", "use 2 to 24 of a-z, 0-9 and _"),
        ("_x", "beginning with a letter"),
        ("a" * 25, "use 2 to 24"),
        ("wfrp1", "there is already a ruleset 'wfrp1'"),
        ("json", "Python or the files of a ruleset use it"),
        ("class", "Python or the files of a ruleset use it"),
        *((name, "Python or the files of a ruleset use it") for name in command.TAKEN),
    ],
)
def test_a_name_that_does_not_work_is_refused(slug, words, tmp_path):
    said = run("new-ruleset", slug, "--into", tmp_path, expect=2)
    assert words in " ".join(said.split()) and list(tmp_path.iterdir()) == []


def test_the_first_words_of_its_clauses_are_no_names():
    """An id of a clause may not begin with the name of its ruleset."""
    clauses = (command.TEMPLATE / "rulebook.yaml").read_text(encoding="utf-8").split("\n- id: ")[1:]
    assert {clause.split(".")[0] for clause in clauses} <= set(command.TAKEN)


def test_nothing_that_exists_is_touched(made, tmp_path):
    (tmp_path / SLUG).mkdir()
    (tmp_path / SLUG / "mine.txt").write_text("mine")
    assert "exists already" in run("new-ruleset", SLUG, "--into", tmp_path, expect=2)
    assert [path.name for path in tmp_path.rglob("*")] == [SLUG, "mine.txt"]
    assert "not a folder" in run("new-ruleset", SLUG, "--into", tmp_path / SLUG / "mine.txt", expect=2)


def test_nothing_half_is_left_behind(tmp_path, monkeypatch):
    def stopped(slug: str, folder: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "write_pages", stopped)
    run("new-ruleset", SLUG, "--into", tmp_path, expect=130)
    assert list(tmp_path.iterdir()) == []


# --- how it is found


@pytest.fixture
def found(monkeypatch):
    """What is found with a value of $TACTICA_RULESETS: packages by slug."""
    monkeypatch.setattr(sys, "path", list(sys.path))

    def look(*folders: object) -> dict[str, str]:
        monkeypatch.setenv(rulesets.FOLDERS, os.pathsep.join(map(str, folders)))
        return rulesets._packages.__wrapped__()

    return look


def test_a_ruleset_is_found_in_a_folder_that_is_named(found, made, tmp_path):
    assert SLUG not in found()
    assert found(made)[SLUG] == SLUG and str(made) in sys.path
    with pytest.warns(UserWarning, match="in which no folder has a rulebook.yaml"):
        assert found(tmp_path, made)[SLUG] == SLUG


def test_of_one_name_the_first_is_taken(found, made, tmp_path):
    for slug in (SLUG, "wfrp1"):
        (tmp_path / slug).mkdir()
        (tmp_path / slug / "rulebook.yaml").touch()
    with pytest.warns(UserWarning) as warned:
        packages = found(made, tmp_path)
    assert packages["wfrp1"] == "tactica.envs.rulesets.wfrp1"
    said = [str(one.message) for one in warned]
    assert len(said) == 2 and all("is left out: another ruleset has its name" in one for one in said)


def test_a_process_is_told_of_a_folder_named_in_vain(made):
    env = {**os.environ, "TACTICA_RULESETS": str(made / "nowhere"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tactica", "scenarios", "list"], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0 and "nowhere" in done.stderr


@pytest.mark.parametrize(
    ("source", "why"),
    [(None, "has no attribute 'RULESET'"), ("RULESET = (", "SyntaxError"), ("import nowhere_at_all", "nowhere_at_all")],
)
def test_a_ruleset_that_cannot_be_loaded_is_left_out(tmp_path, source, why):
    """Commands about other rulebooks go on; a command about it says why."""
    folder = tmp_path / "half"
    folder.mkdir()
    (folder / "rulebook.yaml").touch()
    if source is not None:
        (folder / "__init__.py").write_text(source)
    env = {**os.environ, "TACTICA_RULESETS": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    for arguments, code in ((["fight", "half/small"], 2), (["scenarios", "list", "owh"], 0)):
        command = [sys.executable, "-m", "tactica", *arguments]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
        assert why in " ".join(done.stderr.split()), arguments
