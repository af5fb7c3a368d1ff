"""Who plays: policies of all kinds behind the codes that the kernels know them by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..core.loops.seats import FIRST_BEHAVIOUR
from ..core.ruleset import Ruleset
from .players import kind_of_code, known_as, read_player, seat_code
from .policies import Host, check_patience, layout_of, name_of
from .rows import hold
from .snapshots import SnapshotError
from .spaces import Layout, LayoutMismatch

__all__ = ["Seating", "check_layout", "shares"]

KEPT = 256  # behaviours that are out of use and not forgotten yet, for snapshots may name them


def shares(count: int, weights: Sequence[float] | None) -> np.ndarray:
    """How often each of several opponents is drawn, added up to 1 at the last: float64 (count,).

    Raises:
        ValueError: the weights are not valid.
    """
    try:
        found = np.ones(count) if weights is None else np.asarray(weights, np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (count,) or not np.isfinite(found).all() or (found < 0).any() or found.sum() <= 0:
        raise ValueError(f"weights {weights!r} must be {count} numbers of at least 0, not all 0")
    return np.cumsum(found) / found.sum()


def check_layout(policy: Any, ruleset: Ruleset, states: np.ndarray) -> None:
    """Refuse a policy whose own layout is too small for starts.

    Raises:
        LayoutMismatch: it is, or it belongs to another ruleset.
    """
    layout = layout_of(policy)
    if layout is None:
        return
    try:
        Layout.of(ruleset, states, layout)
    except LayoutMismatch as error:
        raise LayoutMismatch(f"{name_of(policy)} cannot play here: {error}") from None


class Seating:
    """Policies and the codes that stand for them: 0.. inside the kernel, -2 - k for Python policy k.

    Attributes:
        hosts: the Python policies by k, in the order they were first named.
        rngs: their generators.
        behaviours: the behaviours, networks, searchers and barred players named so far, by code.
    """

    def __init__(self, ruleset: Ruleset, *, time_limit: float | None = None, on_error: str = "forfeit") -> None:
        check_patience(time_limit, on_error)
        self.ruleset = ruleset
        self.time_limit, self.on_error = time_limit, on_error
        self.hosts: dict[int, Host] = {}
        self.rngs: dict[int, np.random.Generator] = {}
        self.behaviours: dict[int, Any] = {}
        self._holds: dict[int, Any] = {}  # what ends the hold on the row of a behaviour, by code
        self._names: dict[int, str] = {}
        self._entropy: tuple[int, ...] = (0,)

    def code(self, policy: Any) -> int:
        """The code of a policy, taking it in when it is new.

        Raises:
            UnknownPolicy, TypeError: see :func:`seat_code`.
        """
        code = seat_code(self.ruleset, policy)
        if code is not None:
            if code >= FIRST_BEHAVIOUR:
                if code not in self._holds and (end := hold(self.ruleset, code, self)) is not None:
                    self._holds[code] = end
                self.behaviours[code] = read_player(policy, self.ruleset) if isinstance(policy, str) else policy
            return code
        for k, host in self.hosts.items():
            if host.policy is policy:
                return -2 - k
        return self.take_in(policy, max(self._names, default=-1) + 1)

    def take_in(self, policy: Any, k: int) -> int:
        """Add a policy as Python policy k, and return its code."""
        self.hosts[k] = Host(policy, time_limit=self.time_limit, on_error=self.on_error)
        self.rngs[k] = self._generator(k)
        self._names[k] = self.hosts[k].name
        return -2 - k

    def codes(self, policies: Sequence[Any]) -> list[int]:
        """Codes of several policies."""
        return [self.code(policy) for policy in policies]

    def name(self, code: int) -> str:
        """The name of the player with a code, also of a policy that has been dropped."""
        if code == -1:
            return "learner"
        if code < 0:
            return self._names[-2 - code]
        return kind_of_code(code).name_of_code(self.ruleset, code)

    def seated(self, codes: set[int]) -> list[list[Any]]:
        """Code, name and content of the Python policies, and of those other players in ``behaviours`` that are among codes.

        A snapshot keeps them, because what has which code differs from process to process.
        """
        found: list[list[Any]] = [[-2 - k, host.name, ""] for k, host in self.hosts.items()]
        for code, behaviour in self.behaviours.items():
            if code in codes:
                found.append([code, behaviour.name, behaviour.digest(self.ruleset)])
        return found

    def codes_here(self, seated: list[list[Any]]) -> dict[int, int]:
        """Codes that :meth:`seated` gave, as they are here: Python policies by their order, the others by what they are.

        Raises:
            SnapshotError: another number of Python policies, or a behaviour or searcher that is not known here.
        """
        python = [code for code, _, _ in seated if code < 0]
        if len(python) != len(self.hosts):
            raise SnapshotError(
                f"the snapshot has {len(python)} Python policies, this environment has {len(self.hosts)}"
            )
        codes = dict(zip(python, (-2 - k for k in self.hosts), strict=True))
        for code, name, digest in seated:
            if code >= FIRST_BEHAVIOUR:
                known = [one for one in (*self.behaviours.values(), known_as(self.ruleset, name)) if one is not None]
                alike = [one for one in known if (one.name, one.digest(self.ruleset)) == (name, digest)]
                if not alike:
                    what = kind_of_code(code).word
                    raise SnapshotError(f"the snapshot was taken with the {what} {name!r}; give it as an opponent")
                codes[code] = self.code(alike[0])
        return codes

    def kept(self) -> dict[str, Any]:
        """The registered players, for :meth:`take_over`; can be pickled if the policies can."""
        return {
            "hosts": {k: host.policy for k, host in self.hosts.items()},
            "behaviours": list(self.behaviours.values()),
        }

    def take_over(self, kept: dict[str, Any]) -> None:
        """Take in whom :meth:`kept` gave, Python policies by the same codes, and nobody else."""
        self.let_go(())
        for k, policy in kept["hosts"].items():
            self.take_in(policy, k)
        for behaviour in kept["behaviours"]:
            self.code(behaviour)

    def let_go(self, in_use: Iterable[int], named: Iterable[int] = ()) -> None:
        """Drop the Python policies whose codes are no longer in use; a code is never reused. Of the behaviours that are neither
        in use nor named, the latest few stay; rows of the others may be lent to other behaviours.
        """
        kept = set(in_use)
        idle = [code for code in self._holds if code not in kept.union(named)]
        for code in idle[: max(len(idle) - KEPT, 0)]:
            self._holds.pop(code)()
            del self.behaviours[code]
        for k in [k for k in self.hosts if -2 - k not in kept]:
            self.hosts[k].close()
            del self.hosts[k], self.rngs[k]

    def seed(self, *entropy: int) -> None:
        """Restart the generators of the Python policies from a new seed."""
        self._entropy = entropy
        self.rngs = {k: self._generator(place) for place, k in enumerate(self.hosts)}

    def _generator(self, k: int) -> np.random.Generator:
        return np.random.default_rng([*self._entropy, k])
