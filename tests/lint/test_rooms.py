"""Rooms: every folder imports only from those below it, no two files import each other, and each says what it holds."""

from __future__ import annotations

import ast
import functools
import graphlib
from pathlib import Path

import pytest
from lint.sources import AGENTS, ENVS, EXPERIMENTS, Complaints, at, sources, tree

import tactica
import tactica.configs
from tactica.envs.core.compiler.cache import REASONS, TOLD

CONFIGS = Path(tactica.configs.__file__).resolve().parent
ROOT = Path(tactica.__file__).resolve().parent
PARTS = {"envs": ENVS, "agents": AGENTS, "experiments": EXPERIMENTS, "configs": CONFIGS}

#: From the top floor down. A room may import from the rows below its own. "envs" holds the public names; "envs/rulesets"
#: is the list of rulebooks, "a rulebook" any of their folders.
FLOORS = (
    ("experiments",),
    ("envs",),
    ("envs/apis", "agents"),
    ("envs/sandbox", "envs/replay"),
    ("envs/odds",),
    ("envs/render",),
    ("envs/engine",),
    ("a rulebook",),
    ("envs/scenario",),
    ("envs/rulesets",),
    ("configs",),
    ("envs/core",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def files() -> dict[str, Path]:
    """Every module of the package: name without ``tactica.`` -> file."""
    found = {}
    for part, folder in PARTS.items():
        for path in sources(folder):
            names = [part, *path.relative_to(folder).with_suffix("").parts]
            found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


FILES = files()


def room_of(module: str) -> str:
    """The room a module lies in."""
    names = module.split(".")
    if names[:2] == ["envs", "rulesets"]:
        in_a_book = len(names) > 2 and (ENVS / "rulesets" / names[2] / "rulebook.yaml").exists()
        return "a rulebook" if in_a_book else "envs/rulesets"
    return "/".join(names[:2]) if names[0] == "envs" else names[0]


@functools.cache
def imported(path: Path) -> list[ast.ImportFrom]:
    """The ``from ... import ...`` of a file that run, also inside functions; not those under ``if TYPE_CHECKING``."""
    nodes = list(ast.walk(tree(path)))
    blocks = [node for node in nodes if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    for_types = {id(inner) for block in blocks for inner in ast.walk(block)}
    return [node for node in nodes if isinstance(node, ast.ImportFrom) and id(node) not in for_types]


@functools.cache
def imports(module: str) -> list[tuple[str, ast.ImportFrom]]:
    """What a module imports of ours when it runs, also inside functions."""
    path = FILES[module]
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    found = []
    for node in imported(path):
        if node.level > len(package):
            continue  # the package itself: its version
        if node.level:
            base = package[: len(package) - node.level + 1]
        elif (node.module or "").startswith("tactica."):
            base = []
        else:
            continue
        named = (node.module or "").removeprefix("tactica.") if not node.level else node.module
        stem = ".".join([*base, *([named] if named else [])])
        for name in node.names:
            inner = f"{stem}.{name.name}"
            target = inner if inner in FILES else stem
            if target in FILES and target != module:
                found.append((target, node))
    return found


def test_rooms_import_from_below():
    wrong = []
    for module in FILES:
        for target, node in imports(module):
            here, there = room_of(module), room_of(target)
            if here != there and FLOOR[there] <= FLOOR[here]:
                wrong.append(f"{at(FILES[module], node)}: {here} imports {target}, of {there}")
    Complaints(wrong).none_left("a room imports only from rooms below it (FLOORS in tests/lint/test_rooms.py)")


def test_rulebooks_do_not_import_each_other():
    wrong = []
    for module in FILES:
        for target, node in imports(module):
            if room_of(module) == room_of(target) == "a rulebook" and module.split(".")[2] != target.split(".")[2]:
                wrong.append(f"{at(FILES[module], node)}: imports {target}")
    Complaints(wrong).none_left("nothing is inherited between rulebooks")


def test_no_two_files_import_each_other():
    """Not by any way round either."""
    state: dict[str, int] = {}
    circles = []

    def visit(module: str, way: list[str]) -> None:
        state[module] = 1
        for target, _ in imports(module):
            if state.get(target) == 1:
                circles.append(" -> ".join([*way[way.index(target) :], target]))
            elif target not in state:
                visit(target, [*way, target])
        state[module] = 2

    for module in FILES:
        if module not in state:
            visit(module, [module])
    Complaints(circles).none_left("no circle of imports")


def folder_of(module: str) -> str:
    """The folder a module lies in, as a package; a module beside the folders of ``experiments`` or the core stands for itself."""
    folder = module.rpartition(".")[0]
    return module if FILES[module].name == "__init__.py" or folder in ("experiments", "envs.core") else folder


def test_no_two_folders_import_each_other():
    """Not by any way round either; a folder and those inside it are one."""
    below: dict[str, set[str]] = {}
    for module in FILES:
        for target, _ in imports(module):
            here, there = folder_of(module), folder_of(target)
            is_inside = f"{here}.".startswith(f"{there}.") or f"{there}.".startswith(f"{here}.")
            if not is_inside:
                below.setdefault(here, set()).add(there)
    circles = []
    try:
        graphlib.TopologicalSorter(below).prepare()
    except graphlib.CycleError as error:
        circles.append(" <- ".join(error.args[1]))
    Complaints(circles).none_left("no circle of imports between folders")


def is_told(path: Path) -> bool:
    """Whether a file is left out of the hash of the rules: words, pictures and reasons."""
    return path.name in TOLD or any(path.match(reason) for reason in REASONS)


def test_no_rule_depends_on_words_pictures_and_reasons():
    """They are left out of the hash of the rules, so nothing that decides a battle may come from them."""
    wrong = []
    for module, path in FILES.items():
        if is_told(path) or room_of(module) not in ("envs/core", "a rulebook"):
            continue
        for target, node in imports(module):
            hands_on = path.name == "book.py"  # lists what people are told beside what decides
            if is_told(FILES[target]) and not hands_on:
                wrong.append(f"{at(path, node)}: imports {target}")
    Complaints(wrong).none_left(
        "rules do not depend on what only tells of them (TOLD and REASONS in core/compiler/cache.py)"
    )


ROOMS = ["agents", "configs", "envs", "experiments", *sorted(room for room in FLOOR if room.startswith("envs/"))]


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_holds(room):
    part, _, inner = room.partition("/")
    text = (PARTS[part] / inner / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert len(text) > 200
    if inner:
        assert "May import:" in text
        assert len(text.splitlines()) <= 20, "ten lines or so"


def test_the_floors_name_every_room():
    assert {room_of(module) for module in FILES} == set(FLOOR)
