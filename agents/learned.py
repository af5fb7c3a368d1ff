"""Learning with Stable-Baselines3: a policy that sees the structure of a position, and other parts for masked PPO.

>>> from sb3_contrib import MaskablePPO
>>> from tactica.sb3 import EntityPolicy, WholeNumbers, make_sb3_vec, network_of
>>> envs = make_sb3_vec("wfrp1", 256, scenario="small", opponent="charge", seat="alternate", mirror=True, seed=1)
>>> model = MaskablePPO(EntityPolicy, envs, rollout_buffer_class=WholeNumbers, n_steps=64, batch_size=4096).learn(1_000_000)
>>> network_of(model, "mine").save("mine.safetensors")      # plays inside the kernels: tactica battle --red mine.safetensors

The stock networks of Stable-Baselines3 read items, verbs and prompts as magnitudes; here each has weights of its own, and
answers point at units and cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn import functional

from ..envs import rulesets
from ..envs.engine.gate import MOST_PLAYED, as_count, as_truth, seed_of
from ..envs.engine.networks import Network
from ..envs.engine.players import seat_code
from ..envs.engine.policies import name_of
from ..envs.engine.pools import open_pool
from ..envs.engine.spaces import Layout
from .networks import CELL_WIDTH, TRUNK, WIDTH, ConvolutionNetwork, EntityNetwork, masked
from .pairing import MOST_SEED, paired_points

__all__ = ["EntityExtractor", "EntityPolicy", "FlatExtractor", "PairedEvaluation", "WholeNumbers", "network_of"]


def layout_of_space(space: spaces.Space[Any]) -> Layout:
    """The layout of an action space of tactica.

    Raises:
        ValueError: the space has no layout; LayoutMismatch: the ruleset has changed since.
    """
    layout = Layout.of_space(space)
    if layout is None:
        raise ValueError("the action space does not say its layout; give the one of an environment of tactica")
    return layout


class ChoiceDistribution:
    """A distribution over the choices of positions, legal ones only; what ``MaskablePPO`` asks of one.

    sb3-contrib's takes the exponential of every illegal choice's number several times over, which costs as much as the network.

    Attributes:
        logits, probabilities: float32 (b, n); of illegal choices the lowest float32, and 0.
    """

    def __init__(self, logits: Tensor, mask: Any = None) -> None:
        """Of logits (b, n), and ``mask`` (b, n), nonzero where a choice is legal."""
        if mask is not None:
            logits = masked(logits, torch.as_tensor(mask, device=logits.device).view_as(logits))
        self.logits = functional.log_softmax(logits, -1)
        self.probabilities = functional.softmax(logits, -1)

    def get_actions(self, deterministic: bool = False) -> Tensor:
        """One choice each, int64 (b,): the likeliest, or drawn."""
        if deterministic:
            return self.logits.argmax(-1)
        summed = self.probabilities.double().cumsum(-1)
        drawn = torch.rand(len(summed), 1, dtype=summed.dtype, device=summed.device) * summed[:, -1:]
        return torch.searchsorted(summed, drawn, right=True)[:, 0].clamp(max=summed.shape[1] - 1)

    def log_prob(self, actions: Tensor) -> Tensor:
        """Log probabilities (b,) of choices (b,)."""
        return self.logits.gather(-1, actions.long().view(-1, 1))[:, 0]

    def entropy(self) -> Tensor:
        """Entropies (b,), in nats."""
        return -(self.logits * self.probabilities).sum(-1)


class Nothing(BaseFeaturesExtractor):
    """Extracts nothing: the network of :class:`EntityPolicy` takes observations as they are."""

    def __init__(self, observation_space: spaces.Space[Any]) -> None:
        super().__init__(observation_space, 1)


class EntityPolicy(MaskableActorCriticPolicy):
    """A policy for ``MaskablePPO`` with an :class:`EntityNetwork`, or a :class:`ConvolutionNetwork`.

    Attributes:
        network: the network that evaluates positions.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Any,
        *,
        width: int = WIDTH,
        trunk: int = TRUNK,
        cell_width: int = CELL_WIDTH,
        convolution: bool = False,
        **options: Any,
    ) -> None:
        """Args of ``MaskableActorCriticPolicy``, and the sizes of the network.

        Args:
            observation_space, action_space: of an environment of tactica that is not flat.
            lr_schedule: learning rate by progress.
            width, trunk, cell_width: numbers in the vector of a unit, in the trunk, in that of a cell.
            convolution: whether it also reads the map as an image; then it plays in torch only.
            options: for ``MaskableActorCriticPolicy``.

        Raises:
            ValueError: observations are flat; TypeError: the algorithm gives no masks.
        """
        if "use_sde" in options:  # given by the algorithms of Stable-Baselines3 itself
            raise TypeError("EntityPolicy needs action masks: use MaskablePPO of sb3-contrib")
        if not isinstance(observation_space, spaces.Dict):
            raise ValueError("EntityPolicy reads grid, units and context: make the environment with flat=False")
        self._sizes = {"width": width, "trunk": trunk, "cell_width": cell_width, "convolution": convolution}
        options.update(features_extractor_class=Nothing, normalize_images=False)
        super().__init__(observation_space, action_space, lr_schedule, **options)

    def _build(self, lr_schedule: Any) -> None:
        kind = ConvolutionNetwork if self._sizes["convolution"] else EntityNetwork
        sizes = (self._sizes[name] for name in ("width", "trunk", "cell_width"))
        self.network = kind(layout_of_space(self.action_space), *sizes)
        options: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **options)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), **self._sizes}

    def _distribution(self, obs: Any, action_masks: Any) -> tuple[ChoiceDistribution, Tensor]:
        mask = None if action_masks is None else torch.as_tensor(action_masks, device=self.device)
        logits, values = self.network(obs, mask)
        return ChoiceDistribution(logits, mask), values

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions (b,), values (b, 1) and log probabilities (b,)."""
        distribution, values = self._distribution(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values[:, None], distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values (b, 1), log probabilities (b,) and entropies (b,) of actions taken."""
        distribution, values = self._distribution(obs, action_masks)
        return values[:, None], distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: np.ndarray | None = None) -> ChoiceDistribution:  # type: ignore[override]
        """The distribution of the next action."""
        return self._distribution(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        """Values (b, 1)."""
        thought = self.network.think(obs)
        values: Tensor = self.network.value(thought["trunk"])
        return values


class WholeNumbers(MaskableDictRolloutBuffer):
    """A rollout buffer that stores observations and masks as integers, using a third of the memory and copying."""

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        assert isinstance(self.observation_space, spaces.Dict)
        for name, space in self.observation_space.spaces.items():
            self.observations[name] = np.zeros((self.buffer_size, self.n_envs, *(space.shape or ())), space.dtype)
        self.action_masks = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.int8)

    def to_torch(self, array: np.ndarray, copy: bool = True) -> Tensor:
        """A minibatch as a tensor: it has just been gathered, so it need not be copied once more."""
        return torch.as_tensor(array, device=self.device)


class FlatExtractor(BaseFeaturesExtractor):
    """A simple baseline: two layers on the flat observation (``flat=True``).

    >>> MaskablePPO("MlpPolicy", envs, policy_kwargs={"features_extractor_class": FlatExtractor})
    """

    def __init__(self, observation_space: spaces.Space[Any], features_dim: int = 128) -> None:
        super().__init__(observation_space, features_dim)
        size = spaces.flatdim(observation_space)
        self.layers = nn.Sequential(
            nn.Linear(size, features_dim), nn.ReLU(), nn.Linear(features_dim, features_dim), nn.ReLU()
        )

    def forward(self, observations: Tensor) -> Tensor:
        """Features (b, features_dim)."""
        features: Tensor = self.layers(observations)
        return features


class EntityExtractor(BaseFeaturesExtractor):
    """The trunk of an :class:`EntityNetwork`, for your own heads or algorithms.

    >>> kwargs = {"features_extractor_class": EntityExtractor, "features_extractor_kwargs": {"layout": envs.layout}}
    >>> MaskablePPO("MultiInputPolicy", envs, policy_kwargs=kwargs)
    """

    def __init__(
        self, observation_space: spaces.Space[Any], layout: Layout, width: int = WIDTH, trunk: int = TRUNK
    ) -> None:
        super().__init__(observation_space, trunk)
        self.network = EntityNetwork(layout, width, trunk)

    def forward(self, observations: Mapping[str, Tensor]) -> Tensor:
        """Features (b, trunk)."""
        return self.network.think(observations)["trunk"]


def network_of(
    model: Any, name: str, *, deterministic: bool = False, about: Mapping[str, Any] | None = None
) -> Network:
    """A frozen copy of the network of a learning model, which plays inside the kernels.

    Args:
        model: a ``MaskablePPO`` with an :class:`EntityPolicy`, such a policy, or an :class:`EntityNetwork`.
        name: its name in results.
        deterministic: always play the best answer; otherwise draw.
        about: further entries for the header of its checkpoint.

    Raises:
        TypeError: its network cannot be played by the kernels.
    """
    policy = getattr(model, "policy", model)
    network = getattr(policy, "network", policy)
    if type(network) is not EntityNetwork:
        raise TypeError(
            f"the kernels play an EntityNetwork, not {type(network).__name__}; wrap the model in ModelPolicy"
        )
    return Network(name, network.layout, network.arrays(), network.sizes, deterministic, dict(about or {}))


class PairedEvaluation(BaseCallback):
    """A callback for your own training: evaluates the model in pairs of games, every start and seed from both seats.

    Starts and dice are reserved for evaluation, so training never sees them; they are the same each time. The model plays its
    best answers unless ``deterministic`` is False. Points against each opponent are logged as ``judged/NAME``.

    Attributes:
        history: a dict for each time: ``frames``, and the share of points against each opponent by name.
    """

    def __init__(
        self,
        ruleset: Any,
        scenario: Any,
        opponents: Sequence[Any],
        *,
        pairs: int = 200,
        every: int = 100_000,
        seed: int = 1,
        deterministic: bool = True,
    ) -> None:
        """Judge the model inside the kernels.

        Args:
            ruleset, scenario: as in ``make_vec``.
            opponents: a list of names or policies.
            pairs: pairs of games against each opponent.
            every: frames between two evaluations.
            seed: of starts and dice, in 0..2^64 - 1 - 2^40.
            deterministic: the model plays its best answers; False: it draws them, as in training.

        Raises:
            ValueError, TypeError: an argument has an invalid value. When training begins, TypeError: the model has no
            ``EntityPolicy``, or one with ``convolution``; ValueError: it was made for another ruleset.
        """
        super().__init__()
        if not isinstance(opponents, list | tuple) or not opponents:
            raise ValueError(f"opponents={opponents!r}: allowed: a list of at least one opponent, such as ['charge']")
        as_count("pairs", pairs, 1, MOST_PLAYED)
        as_count("every", every, 1, 2**63 - 1)
        seed_of(seed)
        seed = as_count("seed", seed, 0, MOST_SEED)
        self.ruleset, self.opponents = rulesets.get(ruleset), list(opponents)
        for opponent in self.opponents:
            seat_code(self.ruleset, opponent)
        self.pool = open_pool(self.ruleset, scenario, split="eval", seed=seed)
        self.pairs, self.every, self.seed = pairs, every, seed
        self.deterministic = as_truth("deterministic", deterministic)
        self.history: list[dict[str, float]] = []
        self._due = every

    def _init_callback(self) -> None:
        try:
            layout = network_of(self.model, "model").layout
        except TypeError:
            policy = type(getattr(self.model, "policy", self.model)).__name__
            what = "this one has convolution" if policy == EntityPolicy.__name__ else f"not {policy}"
            raise TypeError(f"PairedEvaluation plays an EntityPolicy without convolution; {what}") from None
        if layout.ruleset.slug != self.ruleset.slug:
            raise ValueError(f"PairedEvaluation of {self.ruleset.slug}: the model learns {layout.ruleset.slug}")

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._due:
            self._due += self.every
            player = network_of(self.model, "model", deterministic=self.deterministic)
            found: dict[str, float] = {"frames": self.num_timesteps}
            for opponent in self.opponents:
                name = name_of(opponent)
                found[name] = float(
                    paired_points(self.ruleset, self.pool, player, opponent, self.pairs, self.seed).mean()
                )
                self.logger.record(f"judged/{name}", found[name])
            self.history.append(found)
        return True
