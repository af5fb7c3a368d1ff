"""What of a source is logic: pairs of sources that are the same to a hash of rules, and pairs that are not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tactica.envs import rulesets
from tactica.envs.core.compiler import cache, jit, logic

#: The same logic: name of the file, one way to write it, another.
SAME = {
    "comments": ("a.py", "x = 1\n", "# about x\nx = 1  # one\n\n\n"),
    "docstrings": ("a.py", 'def f():\n    """One."""\n    return 1', "def f():\n    return 1"),
    "a string that stands alone": ("a.py", 'x = 1\n"""What x is."""\ny = 2', "x = 1\ny = 2"),
    "layout": ("a.py", "x = f(1, 2)", "x = (\n    f(\n        1,\n        2,\n    )\n)"),
    "quotes": ("a.py", "x = 'a' 'b'", 'x = "ab"'),
    "how a number is written": ("a.py", "x = 1_000 + 0x10", "x = 1000 + 16"),
    "what an error says": ("a.py", 'raise ValueError(f"{x} is wrong")', 'raise ValueError("no good")'),
    "what a warning says": ("a.py", 'warnings.warn("slow", stacklevel=2)', 'warnings.warn("very slow", stacklevel=2)'),
    "what is wrong with a file": ("a.py", 'Fault(path, f"{a} is wrong", "b")', 'Fault(path, f"{a} and {b}", "c")'),
    "a description": (
        "a.py",
        'x: int = Field(3, description="points")',
        'x: int = Field(3, description=f"points {x}")',
    ),
    "a number's meaning": ("profile.py", 'x: int = number("x", 3, "points")', 'x: int = number("x", 3, f"{N} points")'),
    "a measure's meaning": ("a.py", 'Measure("hits", "blows that hit", 2)', 'Measure("hits", "blows landed", 2)'),
    "a field's meaning": ("state.py", 'U = [("hp", count(3), ALL, "points")]', 'U = [("hp", count(3), ALL, "health")]'),
    "what a member is called": ("vocab.py", 'class V(Named):\n    A = 1, "go"', 'class V(Named):\n    A = 1, "walk"'),
    "whether a member has words": (
        "vocab.py",
        'class V(Named):\n    A = 1, "go"\n    B = 2',
        "class V(Named):\n    A = 1\n    B = 2",
    ),
    "what an event says, cites, and how it is told": (
        "vocab.py",
        'class Event(Told):\n    A = 1, "move.one", "{who} goes", HIT_LINE | FELT',
        'class Event(Told):\n    A = (1, "move.two",\n        "{who} walks")',
    ),
    "an invariant": ("a.py", 'BROKEN: dict[int, str] = {1: "too deep"}', 'BROKEN: dict[int, str] = {1: "deep"}'),
    "what a hook is for": ("a.py", 'step: Kernel = hook("s, w", "one step")', 'step: Kernel = hook("s, w", "a step")'),
    "what is imported for type checkers": (
        "a.py",
        "if TYPE_CHECKING:\n    from a import b\nelse:\n    f()\nx = 1",
        "f()\nif TYPE_CHECKING:\n    from a import c\nx = 1",
    ),
    "comments of YAML": ("a.yaml", "a: 1 # one\n", "# all\na:   1"),
    "layout of YAML": ("a.yaml", "a: [1, b]", "a:\n- 1\n- 'b'"),
    "a rulebook's prose": (
        "rulebook.yaml",
        "ruleset: {id: a, title: One}\nclauses: [{id: b, statement: Yes, knobs: {n: {default: 1, note: x}}}]",
        "ruleset: {id: a, title: Two}\nclauses: [{id: b, ruling: No, knobs: {n: {default: 1, note: y}}}]",
    ),
}
#: Different logic.
DIFFERENT = {
    "a number": ("a.py", "x = 1", "x = 2"),
    "whole and broken numbers": ("a.py", "x = 1", "x = 1.0"),
    "true and one": ("a.py", "x = 1", "x = True"),
    "a name": ("a.py", "x = 1", "y = 1"),
    "an order": ("a.py", "f()\ng()", "g()\nf()"),
    "brackets": ("a.py", "x = 1 + 2 * 3", "x = (1 + 2) * 3"),
    "an indent": ("a.py", "if x:\n    f()\n    g()", "if x:\n    f()\ng()"),
    "a string that is used": ("a.py", 'x = "hand weapon"', 'x = "two-handed weapon"'),
    "a text and its bytes": ("a.py", 'x = "a"', 'x = b"a"'),
    "a key": ("a.py", 'x = {"a long sword": 1}', 'x = {"a short sword": 1}'),
    "what an f-string shows": ("a.py", 'x = f"{a}"', 'x = f"{b}"'),
    "how an f-string shows it": ("a.py", 'x = f"{a:3}"', 'x = f"{a:4}"'),
    "text in an f-string": ("a.py", 'x = f"item_{a}"', 'x = f"part_{a}"'),
    "which error": ("a.py", 'raise ValueError("x")', 'raise TypeError("x")'),
    "whether there is an error": ("a.py", 'if x:\n    raise ValueError("x")', 'if y:\n    raise ValueError("x")'),
    "a default beside a description": (
        "a.py",
        'x: str = Field("human", description="kind")',
        'x: str = Field("orc", description="kind")',
    ),
    "what a hook takes": ("a.py", 'step: Kernel = hook("s, w", "a step")', 'step: Kernel = hook("s", "a step")'),
    "what is imported to run": ("a.py", "if COMPILED:\n    from a import b", "if COMPILED:\n    from a import c"),
    "a measure's name": ("a.py", 'Measure("hits", "blows that hit", 2)', 'Measure("blows", "blows that hit", 2)'),
    "a field's name": ("state.py", 'U = [("hp", count(3), "points")]', 'U = [("health", count(3), "points")]'),
    "the type of scratch": ("state.py", 'S = [("hp", "i2", (3,))]', 'S = [("hp", "i4", (3,))]'),
    "a row that declares no field": ("setup.py", 'U = [("hp", COUNT, "one")]', 'U = [("hp", COUNT, "two")]'),
    "the default of a number": ("profile.py", 'x: int = number("x", 3, "points")', 'x: int = number("x", 4, "points")'),
    "the field of a number": ("profile.py", 'x: int = number("x", 3, "points")', 'x: int = number("y", 3, "points")'),
    "the number of a member": ("vocab.py", 'class V(Named):\n    A = 1, "go"', 'class V(Named):\n    A = 2, "go"'),
    "the number of a member without words": (
        "vocab.py",
        'class V(Told):\n    A = 1, "a", "go"',
        "class V(Told):\n    A = 2",
    ),
    "the name of a member": ("vocab.py", 'class V(Named):\n    A = 1, "go"', 'class V(Named):\n    B = 1, "go"'),
    "a bit of a member": ("vocab.py", 'class V(Named):\n    A = 1 << 2, "go"', 'class V(Named):\n    A = 1 << 3, "go"'),
    "one member more": (
        "vocab.py",
        'class V(Named):\n    A = 1, "go"',
        'class V(Named):\n    A = 1, "go"\n    B = 2, "go"',
    ),
    "a class that is told": ("vocab.py", 'class V(Named):\n    A = 1, "go"', 'class W(Named):\n    A = 1, "go"'),
    "a flag in another class": (
        "vocab.py",
        "class V(IntFlag):\n    A = 1, READY",
        "class V(IntFlag):\n    A = 1, DONE",
    ),
    "what no member is, in a class that is told": (
        "vocab.py",
        'class V(Named):\n    A = 1, "go"\n    def f(self):\n        return 1, 2',
        'class V(Named):\n    A = 1, "go"\n    def f(self):\n        return 1, 3',
    ),
    "the number of an invariant": ("a.py", 'BROKEN = {1: "too deep"}', 'BROKEN = {2: "too deep"}'),
    "a number of YAML": ("a.yaml", "a: 1", "a: 2"),
    "a number and a text": ("a.yaml", "a: 1", "a: '1'"),
    "the order of YAML": ("a.yaml", "a: 1\nb: 2", "b: 2\na: 1"),
    "a title that is no rulebook's": ("a.yaml", "ruleset: {title: One}", "ruleset: {title: Two}"),
    "a knob named like prose": (
        "rulebook.yaml",
        "clauses: [{id: b, knobs: {title: 1, note: 1}}]",
        "clauses: [{id: b, knobs: {title: 1, note: 2}}]",
    ),
    "a row named like prose": ("rulebook.yaml", "tables: {t: {rows: [[note, 1]]}}", "tables: {t: {rows: [[why, 1]]}}"),
    "a clause": ("rulebook.yaml", "clauses: [{id: b}]", "clauses: [{id: c}]"),
}


def logics(name, *texts):
    found = []
    for text in texts:
        found.append(logic.logic_of(text.encode(), name))
    return found


@pytest.mark.parametrize("pair", SAME)
def test_the_same_logic(pair):
    one, other = logics(*SAME[pair])
    assert one == other


@pytest.mark.parametrize("pair", DIFFERENT)
def test_different_logic(pair):
    one, other = logics(*DIFFERENT[pair])
    assert one != other


@pytest.mark.parametrize(
    "name, text", [("a.py", "def f(:"), ("a.py", "x = '\0'"), ("a.yaml", "a: [1"), ("a.yaml", "&x [*x]")]
)
def test_what_cannot_be_parsed_counts_byte_by_byte(name, text):
    one, again, other = logics(name, text, text, text + " ")
    assert one == again != other


def test_line_ends_are_layout():
    assert logic.logic_of(b"x = 1\r\ny = 2\r\n", "a.py") == logic.logic_of(b"x = 1\ny = 2\n", "a.py")


def other_pythons():
    """Interpreters of other versions that run here: those on the path, and those that pyenv has installed."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders = [*os.get_exec_path(), *map(str, sorted(pyenv.glob("versions/*/bin")))]
    found = {}
    for minor in range(11, 16):
        for folder in folders if minor != sys.version_info.minor else ():
            path = shutil.which(
                f"python3.{minor}", path=folder
            )  # pyenv's own stand-ins are found, too, and may not run
            if path and minor not in found and says_its_version(path, minor):
                found[minor] = path
    return found


def says_its_version(path, minor):
    """Whether an interpreter runs and is of a version."""
    code = "import sys; print(sys.version_info[1])"
    done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() == str(minor)


def test_every_version_of_python_reads_the_same_logic():
    others = other_pythons()
    if not others:
        pytest.skip("no other version of Python is installed here")
    folder = rulesets.get("wfrp1").folder
    sources = [str(path) for path, _ in cache.sources_of(folder)]
    code = "import sys; from logic import logic_of; from pathlib import Path\n"
    code += (
        "print(*[logic_of(Path(line).read_bytes(), line).hex() for line in sys.stdin.read().split('\\n')], sep='\\n')"
    )
    mine = [logic.logic_of(Path(path).read_bytes(), path).hex() for path in sources]
    where = os.pathsep.join([str(Path(logic.__file__).parent), str(Path(yaml.__file__).parents[1])])
    for python in others.values():
        done = subprocess.run(
            [python, "-c", code],
            input="\n".join(sources),
            env={**os.environ, "PYTHONPATH": where},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == mine, python


def test_rules_and_code_differ_by_the_reasons_alone():
    folder = rulesets.get("wfrp1").folder
    reasons = [path for path, _ in cache.sources_of(folder) if any(path.match(reason) for reason in cache.REASONS)]
    assert {path.name for path in reasons} == {"telling.py"}
    assert jit.rules_hash(folder) != jit.code_hash(folder)
