"""The examples for other libraries run, in the smallest size; without its library an example's test is skipped."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import tactica.agents.examples

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
    assert len(text.splitlines()) < 60
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
def test_minari_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari", reason="minari_dataset needs minari")
    recorded = example("minari_dataset", "h5py")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    players = ["archer", "charger"]
    dataset = recorded.main(players, games=2, name="first-v0")
    assert dataset.total_episodes == 4
    env = dataset.recover_environment()
    assert env.observation_space == dataset.observation_space
    for game in dataset:
        n = len(game)
        assert all(len(array) == n + 1 for array in game.observations.values())
        assert game.observations["action_mask"][np.arange(n), game.actions].all()
        assert not game.observations["action_mask"][n].any()
        assert (game.terminations | game.truncations).tolist() == [False] * (n - 1) + [True]
        assert not game.rewards[:-1].any()
    again = recorded.main(players, games=2, name="second-v0")
    assert [game.actions.tolist() for game in again] == [game.actions.tolist() for game in dataset]
    with pytest.raises(ValueError, match="already exists"):
        recorded.main(players, games=1, name="first-v0")
    assert sorted(minari.list_local_datasets()) == ["first-v0", "second-v0"]
