"""The package as installed: names, version, data files and the console script."""

from __future__ import annotations

import datetime
import importlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import tactica

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {part: ROOT / part for part in ("envs", "agents", "configs", "experiments")}
ABOVE = {  # names from above, and where they come from
    "compare": "tactica.experiments.comparison",
    "matter": "tactica.experiments.laboratory.knobs",
    "sweep": "tactica.experiments.laboratory.knobs",
    "worth": "tactica.experiments.laboratory.worth",
}
PUBLIC = [name for name in tactica.__all__ if name not in ("__version__", *ABOVE)]


def run_python(code: str, folder: Path, *flags: str) -> str:
    """What a fresh interpreter prints when it runs this code in this folder."""
    command = [sys.executable, *flags, "-c", code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("part", FOLDERS)
def test_each_folder_is_a_part_of_tactica(part: str) -> None:
    assert importlib.import_module(f"tactica.{part}").__name__ == f"tactica.{part}"


def test_version_is_the_installed_one() -> None:
    assert tactica.__version__ == importlib.metadata.version("tactica")


def test_import_is_quick_because_no_compiler_and_no_ruleset_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys, tactica, gymnasium\n"
        "print(*sorted({'numba', 'tactica.envs.core.ruleset', 'tactica.envs.rulesets.wfrp1'} & set(sys.modules)))\n"
        "print('tactica/wfrp1-v0' in gymnasium.registry)"
    )
    assert run_python(code, tmp_path).split() == ["True"]


COPYING = """
include Makefile
copy:
	@$(SCRATCH); $(COPY); cd "$$scratch/source"; find . -type f; cat envs/code.py
"""
TRACKED = {"LICENSE", "MANIFEST.in", "pyproject.toml", "setup.py"}
TRACKED |= {f"{part}/code.py" for part in ("tactica", *FOLDERS)}
UNTRACKED = {"envs/forgotten.py", "envs/__pycache__/code.pyc", "agents/mine/code.py"}


@pytest.mark.skipif(not (shutil.which("make") and shutil.which("git")), reason="needs make and git")
@pytest.mark.parametrize(
    "place, copied",
    [
        ("clone", TRACKED),
        ("archive", TRACKED | UNTRACKED),
        ("archive in a clone of something else", TRACKED | UNTRACKED),
    ],
)
def test_the_wheel_is_made_from_what_git_tracks(tmp_path: Path, place: str, copied: set[str]) -> None:
    """As it is in the folder, changes that are not committed included; without git from everything."""
    root = tmp_path / "clone"
    for name in TRACKED | UNTRACKED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    shutil.copy(ROOT / "Makefile", root)
    (root / "copy.mk").write_text(COPYING)
    (root / ".gitignore").write_text("__pycache__/\n")
    if place == "clone":
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        subprocess.run(["git", "add", *TRACKED], cwd=root, check=True)
    elif place != "archive":
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (root / "envs" / "code.py").write_text("changed\n")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "GIT_"))}
    command = ["make", "-f", "copy.mk", "copy"]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *found, line = done.stdout.splitlines()
    assert {name.removeprefix("./") for name in found} == copied and line == "changed"
    left_out = {"envs/forgotten.py", "agents/mine/code.py"} & set(done.stderr.splitlines())
    assert len(left_out) == (2 if place == "clone" else 0)


def test_import_in_a_clone_takes_the_clone() -> None:
    code = "import tactica.envs, tactica.configs; print(tactica.envs.__file__)"
    assert Path(run_python(code, ROOT)) == ROOT / "envs" / "__init__.py"


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        tactica.no_such_name  # type: ignore[attr-defined]


def test_dir_lists_the_public_names() -> None:
    assert set(tactica.__all__) <= set(dir(tactica))


@pytest.mark.parametrize("name", PUBLIC)
def test_public_name_is_the_one_of_envs(name: str) -> None:
    assert getattr(tactica, name) is getattr(tactica.envs, name)
    assert callable(getattr(tactica, name)) == (name != "rulesets")  # a module: rulesets.names(), rulesets.get()


@pytest.mark.parametrize("name", ABOVE)
def test_public_name_from_above_is_the_one_of_its_home(name: str) -> None:
    found = getattr(tactica, name)
    assert callable(found) and found is getattr(importlib.import_module(ABOVE[name]), name)


def test_modules_of_the_same_name_do_not_hide_public_names(tmp_path: Path) -> None:
    """`envs/aec.py` beside a function `aec`: importing the module must not replace the function in the package."""
    same = [name for name in PUBLIC if name != "rulesets" and importlib.util.find_spec(f"tactica.envs.{name}")]
    code = (
        "import importlib, types, tactica.envs\n"
        f"there = [name for name in {same} if hasattr(tactica.envs, name)]\n"
        f"for name in {same}: importlib.import_module('tactica.envs.' + name)\n"
        "print(*[name for name in there if isinstance(getattr(tactica.envs, name), types.ModuleType)])"
    )
    assert run_python(code, tmp_path) == ""


@pytest.mark.parametrize("part", FOLDERS)
def test_every_python_folder_is_a_package(part: str) -> None:
    """A folder without `__init__.py` would work in a clone and be missing in the wheel."""
    modules = [path for path in FOLDERS[part].rglob("*.py") if "__pycache__" not in path.parts]
    assert sorted({path.parent for path in modules if not (path.parent / "__init__.py").exists()}) == []


@pytest.mark.parametrize("part", FOLDERS)
def test_wheel_contains_modules_and_data(part: str) -> None:
    package = importlib.import_module(f"tactica.{part}")
    installed = Path(str(package.__file__)).parent
    wanted = {".py", ".yaml", ".json", ".md", ".txt", ".html", ".css", ".js"}
    shipped = [path.relative_to(FOLDERS[part]) for path in FOLDERS[part].rglob("*") if path.suffix in wanted]
    assert [path for path in shipped if not (installed / path).exists()] == []


def test_wheel_is_marked_as_typed() -> None:
    assert (Path(str(tactica.__file__)).parent / "py.typed").exists()


def test_console_script_help() -> None:
    script = Path(sys.executable).with_name("tactica")
    done = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "demo" in done.stdout


def test_entry_points_name_what_exists() -> None:
    ours = list(importlib.metadata.distribution("tactica").entry_points)
    assert sorted((entry.group, entry.name) for entry in ours) == [
        ("console_scripts", "tactica"),
        ("gymnasium.envs", "__root__"),
    ]
    for entry in ours:
        assert callable(entry.load())


def test_every_dependency_has_an_exact_version() -> None:
    pinned = {name_of(line) for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needs = list(project["build-system"]["requires"]) + list(project["project"]["dependencies"])
    for extra in project["project"]["optional-dependencies"].values():
        needs += extra
    assert {name_of(need) for need in needs} - pinned == set()


def test_citation_names_the_version_on_top_of_the_changelog_and_its_date() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    (heading, *_) = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading == f"{tactica.__version__} ({cited['date-released']})"
    assert cited["version"] == tactica.__version__
    assert datetime.date.fromisoformat(cited["date-released"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [one["name"] for one in cited["authors"]] == [one["name"] for one in project["authors"]]
    assert cited["license"] == project["license"]


# --- wheels with compiled rules (make wheels)

HERE = f"cpython {sys.version_info.major}.{sys.version_info.minor}"
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"


def sources_with_image(folder: Path, **made_from: str) -> None:
    """The sources of a package with one ruleset and an image of it, which says what it was made from."""
    ruleset = folder / "envs" / "rulesets" / "small"
    ruleset.mkdir(parents=True)
    (folder / "tactica").mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "tactica/__init__.py"):
        shutil.copy(ROOT / name, folder / name)
    for package in (ruleset, ruleset.parent, ruleset.parent.parent):
        (package / "__init__.py").touch()
    (ruleset / "rulebook.yaml").touch()
    about = {
        "ruleset": "small", "python": HERE, "numba": "0.99.1", "llvmlite": "0.88.0", "platform": "x86_64-unknown-linux-gnu",
        "processor": "x86-64-v3",
    }  # fmt: skip
    line = json.dumps({"made_from": {**about, **made_from}})
    (ruleset / "small-0123456789abcdef.image").write_text(f"tactica image 1\nhash\n{line}\ncode")
    (ruleset / "0123.hashes").write_text("hashes")


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the wheel of the sources in a folder, into ``dist``."""
    command = [sys.executable, "-W", "ignore", "setup.py", "--quiet", "bdist_wheel"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_a_wheel_with_images_requires_what_they_were_made_with(tmp_path: Path) -> None:
    sources_with_image(tmp_path)
    done = build(tmp_path)
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "dist").iterdir()
    assert wheel.name == f"tactica-{tactica.__version__}-{TAG}-{TAG}-manylinux_2_27_x86_64.whl"
    with zipfile.ZipFile(wheel) as opened:
        names = {Path(name).name for name in opened.namelist()}
        (about,) = (name for name in opened.namelist() if name.endswith("METADATA"))
        needs = [
            line.removeprefix("Requires-Dist: ")
            for line in opened.read(about).decode().splitlines()
            if line.startswith("Requires-Dist")
        ]
    assert {"small-0123456789abcdef.image", "0123.hashes"} <= names
    assert [need for need in needs if name_of(need) in ("numba", "llvmlite")] == ["numba==0.99.1", "llvmlite==0.88.0"]
    assert any(name_of(need) == "numpy" for need in needs)


@pytest.mark.parametrize(
    ("name", "other"),
    [("python", "cpython 3.1"), ("processor", "generic"), ("platform", "riscv64"), ("ruleset", "large")],
)
def test_images_made_for_something_else_are_refused(tmp_path: Path, name: str, other: str) -> None:
    sources_with_image(tmp_path, **{name: other})
    done = build(tmp_path)
    assert done.returncode != 0 and f"{name} is {other}; needed: " in done.stderr


def test_pre_commit_runs_the_ruff_of_the_constraints() -> None:
    ruff = next(line for line in (ROOT / "constraints.txt").read_text().splitlines() if line.startswith("ruff=="))
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert hooks.count(f"[{ruff}]") == hooks.count("ruff==") > 0


def name_of(requirement: str) -> str:
    """The normalised name of `Some_Package>=1.2`."""
    name = requirement
    for mark in "=<>!~[; ":
        name = name.split(mark)[0]
    return name.lower().replace("_", "-").replace(".", "-")
