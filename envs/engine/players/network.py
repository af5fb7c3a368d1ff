"""Trained networks as players: ``FILE.safetensors`` and ``trained:NAME``, with ``:sampled``, ``:sampled=2`` or ``:greedy``."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from ...core.loops.seats import FIRST_NETWORK, FIRST_SEARCHER
from ...core.ruleset import Ruleset
from .. import networks
from ..networks import TRAINED, CheckpointError, Network, name_of_network, network_file, split_network
from ..spaces import LayoutMismatch
from .kinds import PlayerError, PlayerKind

__all__ = ["NETWORK", "load_network"]


def load_network(spec: str) -> Network:
    """A trained network, see ``engine.networks.load_network``.

    Raises:
        PlayerError: there is no such file, or it contains no player.
    """
    try:
        return networks.load_network(spec)
    except (CheckpointError, LayoutMismatch) as error:
        raise PlayerError(str(error)) from None


class NetworkKind(PlayerKind):
    """Trained networks, see :mod:`tactica.envs.engine.networks`."""

    word, form = "network", "trained:NAME or FILE.safetensors for a trained network"
    codes = range(FIRST_NETWORK, FIRST_SEARCHER)

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return networks.is_network(spec)

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return isinstance(player, Network)

    def read(self, spec: str, ruleset: Ruleset) -> Network:
        """See :class:`PlayerKind`."""
        return networks.load_network(spec)

    def load(self, spec: str, ruleset: Ruleset) -> Network:
        """See :class:`PlayerKind`."""
        network = load_network(spec)
        if network.layout.ruleset.slug != ruleset.slug:
            raise PlayerError(f"{spec}: was trained for {network.layout.ruleset.slug}, not for {ruleset.slug}")
        return network

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`."""
        code: int = player.seat_in(ruleset)
        return code

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """See :class:`PlayerKind`."""
        return name_of_network(ruleset, code)

    def file(self, spec: str) -> Path | None:
        """See :class:`PlayerKind`."""
        return network_file(spec)

    def absolute(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        file = network_file(spec)
        return spec if spec.startswith(TRAINED) or not file.is_file() else f"{file.resolve()}{split_network(spec)[1]}"

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`: over the bytes of the file, and how it answers."""
        return hashlib.sha256(network_file(spec).read_bytes() + split_network(spec)[1].encode()).hexdigest()[:16]


NETWORK = NetworkKind()
