"""Images: compiled once, found again, never stale, never trusted when damaged; everything Python calls is in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import toybook
from tactica.envs.core.compiler import jit

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

CALLEE = """
from tactica.envs.core.compiler import kernel


@kernel
def bonus(x):
    return x + 3
"""
CALLER = """
from pathlib import Path

import numpy as np

from tactica.envs.core.compiler import jit, kernel
from .callee import bonus

POINT = np.dtype([("x", "i4"), ("near", "i8", (4,))])
HERE = {"folder": Path(__file__).resolve().parent, "records": {"points": POINT}}


@kernel
def first(numbers):
    return numbers[0]


@jit.entry("points, int, int64[:]", **HERE)
def total(points, i, more):
    return bonus(points[i].x) + first(points[i].near) + first(more)


@jit.entry("points, int, float", **HERE)
def scaled(points, i, by):
    return bonus(points[i].x) * by
"""
PLAY = """
import sys, warnings
import numpy as np
warnings.simplefilter("always")
from mini.caller import POINT, scaled, total
from tactica.envs.core.compiler import jit, lowering
points = np.zeros(2, POINT)
points[1]["x"], points[1]["near"][0] = 4, 10
print(total(points, 1, np.array([100])), scaled(points, np.int16(1), 0.5), len(lowering.touched))
"""


@pytest.fixture
def mini(tmp_path):
    """A ruleset of two files with two entries."""
    folder = tmp_path / "here" / "mini"
    folder.mkdir(parents=True)
    (folder / "rulebook.yaml").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "callee.py").write_text(CALLEE)
    (folder / "caller.py").write_text(CALLER)
    return folder


def run(folder: Path, code: str = PLAY, **environment: str) -> tuple[list[str], str]:
    """What a process prints that plays by the ruleset in a folder, and what it is told."""
    cache = folder.parent.parent / "cache"
    paths = os.pathsep.join([str(folder.parent), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "TACTICA_CACHE": str(cache), "PYTHONPATH": paths, **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def images(folder: Path) -> list[Path]:
    """The images kept for the ruleset in a folder."""
    return sorted((folder.parent.parent / "cache").glob("*/image"))


def test_an_image_is_made_once_and_found_again(mini):
    first, _ = run(mini)
    assert first[:2] == ["117", "3.5"]
    assert len(images(mini)) == 1
    again, told = run(mini)
    assert again == ["117", "3.5", "0"]  # nothing was lowered
    assert told == ""


def test_the_same_image_serves_wherever_the_ruleset_lies(mini):
    run(mini)
    there = mini.parent.parent / "there" / "mini"
    shutil.copytree(mini, there, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(there)[0] == ["117", "3.5", "0"]
    assert len(images(mini)) == 1


def test_a_changed_callee_is_compiled_anew(mini):
    run(mini)
    (mini / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
    assert run(mini)[0][:2] == ["119", "4.5"]
    assert len(images(mini)) == 2


@pytest.mark.parametrize("harm", ["a byte", "cut short", "empty", "foreign", "another ruleset's"])
def test_a_damaged_image_is_noticed_said_and_replaced(mini, harm):
    run(mini)
    (path,) = images(mini)
    whole = path.read_bytes()
    middle = len(whole) // 2
    if harm == "another ruleset's":
        (mini / "callee.py").write_text(CALLEE.replace("+ 3", "+ 5"))
        run(mini)
        (other,) = set(images(mini)) - {path}
        other.write_bytes(whole)
        path, whole = other, b""
    else:
        path.write_bytes(
            {
                "a byte": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
                "cut short": whole[:-100],
                "empty": b"",
                "foreign": b"tactica image 99\n" + whole,
            }[harm]
        )
    found, told = run(mini)
    assert found[:2] == (["119", "4.5"] if harm == "another ruleset's" else ["117", "3.5"])
    assert told.count(str(path)) == 1 and "mini is compiled again" in told
    assert run(mini)[1] == ""


def test_a_cache_that_cannot_be_written_is_said(mini, tmp_path):
    (tmp_path / "file").write_text("")
    found, told = run(mini, TACTICA_CACHE=str(tmp_path / "file"))
    assert found[:2] == ["117", "3.5"]
    assert "TACTICA_CACHE=FOLDER" in told


def test_an_image_beside_the_rules_is_taken_first(mini):
    run(mini)
    (path,) = images(mini)
    shipped = mini / f"{path.parent.name}.image"
    path.rename(shipped)
    assert run(mini)[0] == ["117", "3.5", "0"]
    assert images(mini) == []


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_other_versions_compile_function_by_function_with_one_warning(mini, package):
    found, told = run(mini, f"import {package}; {package}.__version__ = '9.9'" + PLAY.replace(", lowering", "").replace(
        "len(lowering.touched)", "jit.IMAGES"
    ))  # fmt: skip
    assert found == ["117", "3.5", "False"]
    assert told.count(f"{package} 9.9") == 1
    assert images(mini) == []


def test_images_can_be_switched_off(mini):
    code = PLAY.replace(", lowering", "").replace("len(lowering.touched)", "jit.IMAGES")
    found, told = run(mini, code, TACTICA_IMAGES="0")
    assert found == ["117", "3.5", "False"]
    assert told == ""


def test_a_field_and_an_array_are_one_type(mini):
    """``first`` is called with a field of a record and with an array."""
    lower = """
from tactica.envs.core.compiler import image
from mini.caller import HERE, first
image.of(HERE["folder"]).lower()
print(len(first.overloads))
"""
    assert run(mini, lower)[0] == ["1"]


def test_everything_python_calls_is_an_entry(monkeypatch):
    """Nothing is compiled by itself, outside the image, whatever is played."""
    import numpy as np

    import tactica
    from tactica.envs.core.compiler import image
    from tactica.envs.engine.game import Game, open_pool
    from tactica.envs.engine.policies import RandomLegal
    from tactica.envs.engine.rollouts import play_games
    from tactica.experiments.fuzz.fuzz import fuzz

    alone: list[str] = []
    open_alone = image.open_alone
    monkeypatch.setattr(
        image, "open_alone", lambda kernel, kinds: (alone.append(kernel.__qualname__), open_alone(kernel, kinds))
    )
    ruleset = toybook.RULESET
    pool = open_pool(ruleset, "alliance")
    game = Game(ruleset, pool).start(seed=1)
    rng = np.random.default_rng(1)
    while not game.over:
        game.observe()
        game.legal_texts()
        game.step(int(rng.choice(game.legal())))
    game.restore(Game(ruleset, pool).start(seed=1).snapshot())
    game.forfeit()
    for opponent in ("fierce", None):
        env = tactica.make_vec("toybook", 3, scenario="banners", opponent=opponent)
        env.reset(seed=1)
        for _ in range(40):
            env.step(env.random_actions())
    for players in (("random", "fierce"), ("random", RandomLegal()), ("charger", "archer")):
        play_games(ruleset, "banners", policies=players, games=2, seed=1)
    table = tactica.sandbox("toybook", "alliance")
    table.odds(table.choices()[0], budget=500)
    assert fuzz(ruleset, ["banners"], decisions=50).ok
    assert alone == []
