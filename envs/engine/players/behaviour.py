"""Behaviours as players: the names of those that come with the project, and ``FILE.yaml``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.loops.seats import FIRST_BEHAVIOUR, FIRST_NETWORK
from ...core.printable import why_no_file
from ...core.ruleset import Ruleset
from ..behaviours import Behaviour, code_of, load, name_of_code, shipped
from ..policies import policy_names, unknown_policy
from .kinds import PlayerError, PlayerKind, forms, seat_code

__all__ = ["BEHAVIOUR"]


class BehaviourKind(PlayerKind):
    """Behaviours, see :mod:`tactica.envs.engine.behaviours`."""

    word, form = "behaviour", "FILE.yaml for a behaviour"
    codes = range(FIRST_BEHAVIOUR, FIRST_NETWORK)

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return self.is_file(spec) or spec in shipped()

    def is_file(self, spec: str) -> bool:
        """Whether a spec is a file with a behaviour."""
        return spec.endswith((".yaml", ".yml"))

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return isinstance(player, Behaviour)

    def goes_by_name(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return not self.is_file(spec)

    def read(self, spec: str, ruleset: Ruleset) -> Behaviour:
        """See :class:`PlayerKind`."""
        if self.is_file(spec):
            return load(Path(spec))
        if spec not in policy_names(ruleset):
            raise unknown_policy(ruleset, spec)
        return load(spec)

    def load(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`: a file as a :class:`Behaviour`, a name as it is."""
        if self.is_file(spec) and not Path(spec).is_file():
            raise PlayerError(f"{spec}: {why_no_file(Path(spec))}; allowed: {forms()}")
        player = self.read(spec, ruleset) if self.is_file(spec) else spec
        seat_code(ruleset, player)
        return player

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`."""
        return code_of(ruleset, player)

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """See :class:`PlayerKind`."""
        return name_of_code(ruleset, code)

    def file(self, spec: str) -> Path | None:
        """See :class:`PlayerKind`."""
        return Path(spec) if self.is_file(spec) else None

    def absolute(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        return str(Path(spec).resolve()) if self.is_file(spec) and Path(spec).is_file() else spec

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`."""
        return load(Path(spec) if self.is_file(spec) else spec).digest(ruleset)


BEHAVIOUR = BehaviourKind()
