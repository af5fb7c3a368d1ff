"""Trained models as players: a learning or saved Stable-Baselines3 model, or any object with the same ``predict``.

>>> policy = ModelPolicy(model, name="generation 1").frozen()     # stays as it is while the model learns on
>>> policy = ModelPolicy.load("model.zip")                        # with the layout it was trained in
>>> tactica.play_games("wfrp1", "small", policies=(policy, "charge"))
"""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import inspect
import pickle
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from gymnasium import spaces

from ..envs.core.printable import error_text, why_no_file
from ..envs.core.ruleset import Ruleset
from ..envs.engine.players.kinds import PlayerError, PlayerKind, forms
from ..envs.engine.spaces import Layout, LayoutMismatch

__all__ = ["MODEL", "ModelPolicy"]

MODEL_HAS = ("observation_space", "action_space", "predict")
REMEMBERED = 1024  # memory is saved for at least this many games


class ModelPolicy:
    """A trained model as a policy: as an opponent in later training, in games, in tournaments.

    It sees positions in the layout it was trained in, mirrored if it was trained so, and answers in it, whatever the
    layout of the environment. It draws from the generator it is given, so its games repeat. A recurrent model gets back the
    state it returned for the same side of the same game.

    Attributes:
        model: the ``policy`` of the given model, or the model itself if it has none.
        layout: the layout it was trained with.
        name: its name in results.
        deterministic: whether it always takes its most probable choice.
    """

    def __init__(
        self, model: Any, layout: Layout | None = None, *, name: str = "model", deterministic: bool = False
    ) -> None:
        """Wrap a model. As the model learns, so does the policy; see :meth:`frozen`.

        Args:
            model: with ``observation_space``, ``action_space`` and ``predict(observation, deterministic=...)``, which
                may also take ``action_masks``, ``state`` (a tuple of arrays (layers, batch, units)) and
                ``episode_start``.
            layout: the layout it was trained with; models trained in environments of tactica say it themselves.
            name: what results call it.
            deterministic: always its likeliest choice.

        Raises:
            LayoutMismatch: the model was trained with another layout (another hash, or mirrored otherwise), or its
                spaces have other shapes. ValueError: no layout is given, and the model does not say it. TypeError: not a model.
        """
        if not all(hasattr(model, name) for name in MODEL_HAS):
            raise TypeError(f"ModelPolicy wraps a model with {', '.join(MODEL_HAS)}, not {type(model).__name__}")
        self.model = model.policy if callable(getattr(getattr(model, "policy", None), "predict", None)) else model
        self.name, self.deterministic = name, deterministic
        self._space: Any = model.observation_space
        self.layout = _layout_of(model, layout, name)
        _check_shapes(self._space, self.layout, name)
        self._takes = frozenset(inspect.signature(self.model.predict).parameters)
        self._memory: dict[Hashable, tuple[np.ndarray, ...]] = {}

    @classmethod
    def load(
        cls,
        path: str | Path,
        layout: Layout | None = None,
        *,
        name: str = "",
        deterministic: bool = False,
        device: str = "cpu",
    ) -> Self:
        """A model saved by Stable-Baselines3 (``model.save(path)``); the algorithm need not be named.

        Args:
            path: the file.
            layout, deterministic: as for the class.
            name: what results call it; the name of the file when empty.
            device: where it computes.

        Raises:
            LayoutMismatch, ValueError: see the class; ValueError also for a file that holds no model.
            FileNotFoundError: there is no such file, with or without ``.zip`` at its end.
            ModuleNotFoundError: Stable-Baselines3 is not installed.
        """
        from stable_baselines3.common.save_util import load_from_zip_file

        path = Path(path)
        if not path.exists() and not path.with_name(f"{path.name}.zip").exists():
            raise FileNotFoundError(f"{path}: no such file; allowed: FILE.zip of a model")
        try:
            data, weights, _ = load_from_zip_file(path, device=device)
        except ValueError:  # no archive
            data, weights = None, {}
        if not data or "policy_class" not in data or "policy" not in weights:
            raise ValueError(f"{path} holds no model saved by Stable-Baselines3")
        kind, options = data["policy_class"], dict(data.get("policy_kwargs") or {})
        if "lr_schedule" in inspect.signature(kind).parameters:
            options["lr_schedule"] = _no_learning
        model = kind(data["observation_space"], data["action_space"], **options)
        model.load_state_dict(weights["policy"])
        model.to(device)
        return cls(model, layout, name=name or path.stem, deterministic=deterministic)

    def frozen(self, name: str = "") -> Self:
        """A copy that does not change while the model learns; with a name of its own if one is given.

        The model goes through pickle: what it computed while learning cannot be copied otherwise.
        """
        twin = self.anew()
        twin.model = pickle.loads(pickle.dumps(self.model))
        if hasattr(twin.model, "optimizer"):
            twin.model.optimizer = None  # as large as the weights twice over, and never needed again
        twin.name = name or self.name
        return twin

    def anew(self) -> Self:
        """The same player with no game begun."""
        twin = copy.copy(self)
        twin._memory = {}
        return twin

    def act(
        self,
        observation: Mapping[str, np.ndarray],
        mask: np.ndarray,
        rng: np.random.Generator,
        games: Sequence[Hashable] = (),
    ) -> np.ndarray:
        """See ``tactica.envs.engine.policies``. Illegal choices of a model without masks are replaced by random ones.

        Raises:
            LayoutMismatch: the observation has another layout's shapes.
        """
        if mask.shape[1] != self.layout.n:
            raise LayoutMismatch(f"{self.name} was trained with {self.layout.n} choices, not {mask.shape[1]}")
        options: dict[str, Any] = {"deterministic": self.deterministic}
        if "action_masks" in self._takes:
            options["action_masks"] = mask.astype(np.bool_)
        if {"state", "episode_start"} <= self._takes:
            options["state"], options["episode_start"] = self._recall(games, len(mask))
        with _drawing_from(rng, self.model):
            chosen, state = self.model.predict(self._seen(observation), **options)
        if state is not None and len(games):
            self._remember(games, state)
        chosen = np.array(chosen, np.int64)
        for i in np.flatnonzero(mask[np.arange(len(mask)), chosen] == 0):
            chosen[i] = rng.choice(np.flatnonzero(mask[i]))
        return chosen

    def _seen(self, observation: Mapping[str, np.ndarray]) -> Any:
        """The observation in the form the model was trained with."""
        if isinstance(self._space, spaces.Dict):
            return {name: observation[name] for name in self._space.spaces}
        return self.layout.flatten(observation)

    def _recall(self, games: Sequence[Hashable], count: int) -> tuple[tuple[np.ndarray, ...] | None, np.ndarray]:
        """The state the model returned for each of these games, None when all are new to it; and which are new."""
        known = [self._memory.get(game) for game in games]
        some = next((state for state in known if state is not None), None)
        if some is None:
            return None, np.ones(count, np.bool_)
        blank = tuple(np.zeros_like(part) for part in some)
        states = [blank if state is None else state for state in known]
        return (
            tuple(np.stack(parts, axis=1) for parts in zip(*states, strict=True)),
            np.array([state is None for state in known]),
        )

    def _remember(self, games: Sequence[Hashable], state: Sequence[np.ndarray]) -> None:
        """Keep the state of each game, and forget games not asked about for long."""
        for i, game in enumerate(games):
            self._memory.pop(game, None)
            self._memory[game] = tuple(np.array(part[:, i]) for part in state)
        while len(self._memory) > max(REMEMBERED, 4 * len(games)):
            del self._memory[next(iter(self._memory))]


def _no_learning(progress: float) -> float:
    """The learning rate of a model that is only asked."""
    return 0.0


def _layout_of(model: Any, layout: Layout | None, name: str) -> Layout:
    """The layout a model was trained with: as it says itself, or as given."""
    try:
        own = Layout.of_space(model.action_space)
        if own is not None and layout is not None:
            layout.require(own)
    except LayoutMismatch as error:
        raise LayoutMismatch(f"{name} was trained with another layout: {error}") from None
    found = own or layout
    if found is None:
        raise ValueError(f"{name} does not say what layout it was trained with; give layout=")
    return found


def _check_shapes(space: spaces.Space[Any], layout: Layout, name: str) -> None:
    """Refuse a model whose observations do not match a layout."""
    if isinstance(space, spaces.Dict):
        wanted = {part: layout.shapes.get(part) for part in space.spaces}
        have = {part: one.shape for part, one in space.spaces.items()}
    else:
        wanted, have = {"flat": (layout.flat_size,)}, {"flat": space.shape}
    if wrong := [f"{part} {have[part]}, here {shape}" for part, shape in wanted.items() if shape != have[part]]:
        raise LayoutMismatch(f"{name} was trained with other observations: {'; '.join(wrong)}")
    if isinstance(space, spaces.Box) and space != layout.flat_space:
        raise LayoutMismatch(f"{name} was trained with flat observations of another scale; train it again")


@contextlib.contextmanager
def _drawing_from(rng: np.random.Generator, model: Any) -> Iterator[None]:
    """Let torch draw from a generator's numbers, and restore torch's own generator afterwards."""
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    seed = int(rng.integers(2**63))
    device = getattr(model, "device", None)
    devices = [device] if getattr(device, "type", "cpu") == "cuda" else []
    with torch.random.fork_rng(devices=devices):
        torch.default_generator.manual_seed(seed)
        if devices:
            with torch.cuda.device(device):
                torch.cuda.manual_seed(seed)
        yield


# --- as a kind of player ------------------------------------------------------------------------------------------------


class ModelKind(PlayerKind):
    """Saved models: ``FILE.zip``."""

    word, form = "model", "FILE.zip for a model"
    by_hand = "tactica.sb3.ModelPolicy.load(FILE)"

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return spec.endswith(".zip")

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`: a model plays as any policy in Python does."""
        return False

    def goes_by_name(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return False

    def read(self, spec: str, ruleset: Ruleset) -> ModelPolicy:
        """See :class:`PlayerKind`."""
        if not Path(spec).is_file():
            raise PlayerError(f"{spec}: {why_no_file(Path(spec))}; allowed: {forms()}")
        about = Path(spec).stat()
        return _load_model(Path(spec).resolve(), ruleset.slug, about.st_mtime_ns, about.st_size).anew()

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`: always None."""
        return None

    def file(self, spec: str) -> Path | None:
        """See :class:`PlayerKind`."""
        return Path(spec)

    def absolute(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        return str(Path(spec).resolve()) if Path(spec).is_file() else spec

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`: over the bytes of the file."""
        return hashlib.sha256(Path(spec).read_bytes()).hexdigest()[:16]


MODEL = ModelKind()


@functools.lru_cache(maxsize=8)
def _load_model(file: Path, slug: str, changed: int, size: int) -> ModelPolicy:
    """Read a model once, and again when its file has changed."""
    try:
        policy = ModelPolicy.load(file)
    except ModuleNotFoundError as error:
        raise PlayerError(f'{file}: needs {error.name}; pip install "tactica[train]"') from None
    except LayoutMismatch as error:
        raise PlayerError(f"{file}: {error}") from None
    except Exception as error:
        raise PlayerError(f"{file}: cannot be loaded: {error_text(error)}") from None
    if policy.layout.ruleset.slug != slug:
        raise PlayerError(f"{file}: was trained for {policy.layout.ruleset.slug}, not for {slug}")
    return policy
