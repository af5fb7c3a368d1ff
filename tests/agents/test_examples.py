"""The examples for other libraries run, in the smallest size; without its library an example's test is skipped."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

import tactica.agents.examples
from tactica.experiments.cli import app

FOLDER = Path(tactica.agents.examples.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
foreign_warnings = pytest.mark.filterwarnings("ignore", "error:::tactica")


def example(name: str, *needed: str) -> ModuleType:
    """The module of an example, if what it needs is installed."""
    for package in needed:
        pytest.importorskip(package, reason=f"{name} needs {package}")
    return import_module(f"tactica.agents.examples.{name}")


@pytest.mark.once
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_example_is_short(path: Path) -> None:
    """Runs by its path, too: nothing is imported from the folder."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    said = ast.get_docstring(tree) or ""
    assert len(text.splitlines()) < 80
    assert "Needs " in said and "Prints " in said
    assert not any(node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))


@pytest.mark.compiled_only
def test_cleanrl_ppo() -> None:
    torch = pytest.importorskip("torch")
    ppo = example("cleanrl_ppo")
    before, _ = ppo.main(updates=0, games=4, steps=8)
    after, losses = ppo.main(updates=2, games=4, steps=8)
    assert len(losses) == 2 and np.isfinite(losses).all()
    for old, new in zip(before.parameters(), after.parameters(), strict=True):
        assert not torch.equal(old, new)
    assert ppo.main(updates=2, games=4, steps=8)[1] == losses

    mask = np.zeros((3, after[-1].out_features - 1), np.int8)
    mask[:, [2, 5]] = 1
    odds, worth = ppo.look(after, np.ones((3, after[0].in_features), np.float32), mask)
    assert worth.shape == (3,)
    assert ((odds.probs > 0).numpy() == mask).all()


@pytest.mark.compiled_only
@foreign_warnings
def test_rllib_ppo() -> None:
    ray = pytest.importorskip("ray", reason="rllib_ppo needs ray")
    ppo = example("rllib_ppo", "torch", "ray.rllib")
    try:
        before, after, losses = ppo.main(iterations=1, batch=64)
    finally:
        ray.shutdown()
    assert len(losses) == 1 and np.isfinite(losses).all()
    assert before.keys() == after.keys()
    assert any((before[name] != after[name]).any() for name in before)


@pytest.mark.compiled_only
@foreign_warnings
def test_torchrl_ppo() -> None:
    ppo = example("torchrl_ppo", "torchrl")
    first, early = ppo.main(updates=1, frames=32)
    second, losses = ppo.main(updates=2, frames=32)
    assert len(losses) == 2 and np.isfinite(losses).all()
    assert losses[:1] == early
    assert all((a != b).any() for a, b in zip(first.parameters(), second.parameters(), strict=True))


@pytest.mark.compiled_only
@foreign_warnings
def test_openspiel_mcts() -> None:
    search = example("openspiel_mcts", "pyspiel")
    results = search.main(battles=2, simulations=3)
    assert set(results) <= {1.0, 0.0, -1.0} and len(results) == 2
    assert search.main(battles=2, simulations=3) == results


@pytest.mark.compiled_only
@foreign_warnings
def test_tianshou_ppo() -> None:
    torch = pytest.importorskip("torch")
    ppo = example("tianshou_ppo", "tianshou")
    first, early = ppo.main(updates=1, frames=64, games=4)
    second, rewards = ppo.main(updates=2, frames=64, games=4)
    assert len(rewards) == 2 and np.abs(rewards).max() <= 1
    assert rewards[0] == early[0]
    assert all((a != b).any() for a, b in zip(first.parameters(), second.parameters(), strict=True))

    from tianshou.data import Batch

    mask = np.zeros((3, second.action_space.n), bool)
    mask[:, [2, 5]] = True
    seen = np.ones((3, first.actor.net.model.model[0].in_features), np.float32)
    odds = second(Batch(obs=Batch(obs=seen, mask=mask), info={})).dist.probs
    assert ((odds > 0).numpy() == mask).all() and torch.isfinite(odds).all()


#: In a process of its own: PufferLib's trainer handles Ctrl-C, reads the command line and leaves files where it runs.
PUFFERLIB = """
import json
import torch
from tactica.agents.examples import pufferlib_ppo as ppo

first, _ = ppo.main(updates=1, count=16)
second, rewards = ppo.main(updates=2, count=16)
changed = [bool((a != b).any()) for a, b in zip(first.parameters(), second.parameters())]
games = ppo.PufferGames(3, scenario="tiny", opponent="random", seed=1)
seen, _ = games.reset()
n = games.single_action_space.n
with torch.no_grad():
    odds = ppo.MaskedPolicy(games)(torch.as_tensor(seen))[0].softmax(1) > 0
legal = games.envs.action_masks().tolist()
print(json.dumps([changed, odds.tolist() == legal == (seen[:, -n:] == 1).tolist(), len(rewards)]))
"""


@pytest.mark.compiled_only
@pytest.mark.skipif(find_spec("pufferlib") is None, reason="pufferlib_ppo needs pufferlib")
def test_pufferlib_ppo(tmp_path: Path) -> None:
    words = [sys.executable, "-W", "ignore", "-c", PUFFERLIB]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr
    changed, is_masked, updates = json.loads(done.stdout.splitlines()[-1])
    assert changed and all(changed) and is_masked and updates == 2


@pytest.mark.compiled_only
@foreign_warnings
def test_minari_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cloning = example("minari_dataset", "minari", "h5py", "torch")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    words = ["benchmark", "dataset", "wfrp1/small", "--games", "6", "-b", "charger", "-b", "guardian"]
    made = CliRunner().invoke(app, words)
    assert made.exit_code == 0, made.output
    found, points = cloning.main(passes=2, games=8)
    (first, early), *_, (last, late) = found
    assert len(found) == 3 and last < first and late > early + 0.2
    assert 0 <= points <= 1 and (found, points) == cloning.main(passes=2, games=8)
