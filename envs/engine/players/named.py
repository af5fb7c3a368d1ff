"""Policies of the rules, which play inside the kernel under their names: ``random``, ``charge``."""

from __future__ import annotations

import hashlib
from typing import Any

from ...core.loops.seats import FIRST_BEHAVIOUR
from ...core.ruleset import Ruleset
from ..policies import kernel_policies, unknown_policy
from .kinds import PlayerKind, seat_code

__all__ = ["NAMED"]


class NamedKind(PlayerKind):
    """The policies of a ruleset. Takes every spec that no other kind has taken."""

    word, form = "policy", "a name"
    codes = range(FIRST_BEHAVIOUR)

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return True

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return isinstance(player, str)

    def read(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`."""
        if spec not in kernel_policies(ruleset):
            saved = "; a saved model: tactica.sb3.ModelPolicy.load(FILE)" if spec.endswith(".zip") else ""
            raise unknown_policy(ruleset, spec, saved)
        return spec

    def load(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`."""
        seat_code(ruleset, spec)
        return spec

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`."""
        return kernel_policies(ruleset).index(player)

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """See :class:`PlayerKind`."""
        return kernel_policies(ruleset)[code]

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`."""
        return hashlib.sha256(f"{ruleset.rules_hash}\0{spec}".encode()).hexdigest()[:16]


NAMED = NamedKind()
