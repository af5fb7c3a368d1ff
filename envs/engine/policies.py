"""Policies: their protocol, and a host that keeps their failures from stopping a run.

A **policy** sees a batch of positions, each from its own side, and answers with one index each:

    class Cautious:
        name = "cautious"

        def act(self, observation, mask, rng):
            '''observation: arrays (batch, ...); mask: int8 (batch, n); rng: numpy Generator of its own. Returns
            (batch,).''' return np.array([rng.choice(np.flatnonzero(row)) for row in mask])

A plain function of the same three arguments does as well. The names a ruleset's ``tactics.POLICIES`` lists play inside
the kernel, hundreds of times faster; ``random`` is always there.
"""

from __future__ import annotations

import ctypes
import difflib
import queue
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from ..core.loops.seats import FIRST_BEHAVIOUR, ILLEGAL, NONSENSE, RAISED, TOO_LATE
from ..core.ruleset import Ruleset
from .behaviours import Behaviour, code_of, load, name_of_code, shipped

__all__ = [
    "FirstLegal",
    "Host",
    "Policy",
    "PolicyError",
    "RandomLegal",
    "UnknownPolicy",
    "kernel_policies",
    "policy_names",
    "seat_code",
]

Act = Callable[[Mapping[str, np.ndarray], np.ndarray, np.random.Generator], Any]

#: Why a game was forfeited.
REASONS = {
    0: "", ILLEGAL: "illegal choice", RAISED: "raised an error", TOO_LATE: "exceeded its time limit",
    NONSENSE: "gave no usable answer",
}  # fmt: skip
STRIKES = 3  # calls over the time limit after which a policy is not asked again


@runtime_checkable
class Policy(Protocol):
    """Anything that chooses for a batch of positions."""

    def act(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> Any:
        """One legal index for each position.

        Args:
            observation: ``grid`` int8 (batch, channels, H, W), ``units`` int16 (batch, rows, features), ``context``
                int16 (batch, k) and ``action_mask``; each seen by the side that decides.
            mask: int8 (batch, n), 1 legal.
            rng: the policy's own generator.

        Returns:
            integers (batch,).
        """
        ...


class UnknownPolicy(ValueError):
    """A policy was named that the ruleset does not have."""


class PolicyError(RuntimeError):
    """A policy failed, and the run was asked to stop for it (``on_error="raise"``)."""


class RandomLegal:
    """Uniform over the legal choices, in Python (``"random"`` does the same inside the kernel)."""

    name = "random-legal"

    def act(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """See :class:`Policy`."""
        counts = mask.sum(1)
        nth = rng.integers(0, counts)
        return np.argmax(np.cumsum(mask, axis=1, dtype=np.int32) > nth[:, None], axis=1)


class FirstLegal:
    """The legal choice of the lowest index: repeatable without any chance."""

    name = "first-legal"

    def act(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """See :class:`Policy`."""
        return np.argmax(mask, axis=1)


def kernel_policies(ruleset: Ruleset) -> tuple[str, ...]:
    """Names of the policies that play inside the kernel; the place of a name is its code."""
    listed = tuple(ruleset.module("tactics").POLICIES)
    return listed if listed[:1] == ("random",) else ("random", *listed)


def name_of(policy: Any) -> str:
    """What a policy is called."""
    if isinstance(policy, str):
        return policy
    return str(getattr(policy, "name", None) or getattr(policy, "__name__", None) or type(policy).__name__)


def policy_names(ruleset: Ruleset) -> tuple[str, ...]:
    """All names of players: the ruleset's policies and the built-in behaviours."""
    behaviours = shipped() if hasattr(ruleset.module("tactics"), "list_plans") else []
    return (*kernel_policies(ruleset), *(name for name in behaviours if name not in kernel_policies(ruleset)))


def seat_code(ruleset: Ruleset, policy: Any) -> int | None:
    """Code of a policy or behaviour that plays inside the kernel; None for one in Python.

    Raises:
        UnknownPolicy: there is no policy of that name; the message lists what there is.
        TypeError: this is nothing that can act.
    """
    if isinstance(policy, Behaviour):
        return code_of(ruleset, policy)
    if isinstance(policy, str):
        if policy in kernel_policies(ruleset):
            return kernel_policies(ruleset).index(policy)
        names = policy_names(ruleset)
        if policy in names:
            return code_of(ruleset, load(policy))
        close = difflib.get_close_matches(policy, names, 1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        if policy.endswith((".yaml", ".yml")) or ".py:" in policy:
            hint = "; from a file: tactica.agents.players.load_player(policy, ruleset)"
        raise UnknownPolicy(f"{ruleset.slug} has no policy {policy!r}{hint}; there are: {', '.join(names)}")
    if isinstance(policy, type) and hasattr(policy, "act"):
        raise TypeError(f"{policy.__name__} is a class; give an instance: {policy.__name__}()")
    if callable(getattr(policy, "act", None)) or callable(policy):
        return None
    raise TypeError(f"{policy!r} is not a policy; give a name or an object with act(observation, mask, rng)")


# --- hosts ------------------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What a policy said: indices int64 (batch,), -1 where it forfeits; and why it does, as a code and in words."""

    indices: np.ndarray
    reason: int
    text: str


class Host:
    """Calls one policy safely: an error, a timeout, nonsense or an illegal choice forfeits its games.

    Attributes:
        policy: the policy.
        name: what it is called.
        calls, answered: how often it was called and for how many positions.
        seconds: time spent in it.
        failures: what went wrong, in words, the last hundred.
    """

    def __init__(self, policy: Any, *, time_limit: float | None = None, on_error: str = "forfeit") -> None:
        """Take a policy in.

        Args:
            policy: with ``act``, or a function of the same arguments.
            time_limit: seconds a call may take, None without limit. With a limit the policy runs in a thread of its
                own; a call that is late is given up, and after three of them the policy is not asked again.
            on_error: ``forfeit``, or ``raise`` to stop with a PolicyError.
        """
        if on_error not in ("forfeit", "raise"):
            raise ValueError(f"on_error {on_error!r} is not 'forfeit' or 'raise'")
        self.policy = policy
        self.name = name_of(policy)
        self._act: Act = policy.act if callable(getattr(policy, "act", None)) else policy
        self.time_limit = time_limit
        self.on_error = on_error
        self.calls = self.answered = self.late = 0
        self.seconds = 0.0
        self.failures: list[str] = []
        self._worker: _Worker | None = None

    def act(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> Answer:
        """The policy's indices for a batch; those that are not usable are -1.

        Raises:
            PolicyError: with ``on_error="raise"``, when the policy fails.
        """
        count = len(mask)
        legal = mask.copy()  # a policy may write on what it is given
        self.calls += 1
        self.answered += count
        began = time.perf_counter()
        given: Any = None
        reason, text = 0, ""
        cause: BaseException | None = None
        if self.late >= STRIKES:
            reason, text = TOO_LATE, f"{self.name}: stopped after {STRIKES} calls over the time limit"
        else:
            try:
                given = self._call(observation, mask, rng)
            except TimeoutError as error:
                self.late += 1
                reason, text, cause = TOO_LATE, f"{self.name}: {error}", error
            except (Exception, SystemExit) as error:
                where = _where(error, self._act)
                reason, text, cause = RAISED, f"{self.name}: {type(error).__name__}: {error}{where}", error
        self.seconds += time.perf_counter() - began
        indices = np.full(count, -1, np.int64)
        if reason == 0:
            try:
                got = np.asarray(given)
                usable = got.shape == (count,) and got.dtype.kind in "iu"
            except Exception:
                usable = False
            if not usable:
                reason, text = (
                    NONSENSE,
                    f"{self.name}: answered {_brief(given)} instead of {count} {'integer' if count == 1 else 'integers'}",
                )
            else:
                wanted = got.astype(np.int64)
                inside = (wanted >= 0) & (wanted < legal.shape[1])
                fine = inside & (legal[np.arange(count), np.where(inside, wanted, 0)] == 1)
                indices[fine] = wanted[fine]
                if not fine.all():
                    reason, text = ILLEGAL, f"{self.name}: chose {int(wanted[~fine][0])}, which is not legal"
        if reason:
            del self.failures[:-99]
            self.failures.append(text)
            if self.on_error == "raise":
                raise PolicyError(text) from cause
        return Answer(indices, reason, text)

    def _call(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> Any:
        if self.time_limit is None:
            return self._act(observation, mask, rng)
        if self._worker is None:
            self._worker = _Worker(self._act)
        try:
            return self._worker.call((observation, mask, rng), self.time_limit)
        except TimeoutError:
            self._worker = None
            raise


class _Worker:
    """A thread that makes one call after the other."""

    def __init__(self, act: Act) -> None:
        self.work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, args=(act,), daemon=True, name="tactica-policy")
        self.thread.start()

    def _run(self, act: Act) -> None:
        while True:
            arguments = self.work.get()
            try:
                self.done.put((act(*arguments), None))
            except BaseException as error:
                self.done.put((None, error))
                if isinstance(error, _Abandoned):
                    return

    def call(self, arguments: tuple[Any, ...], limit: float) -> Any:
        self.work.put(arguments)
        try:
            value, error = self.done.get(timeout=limit)
        except queue.Empty:
            # Python code ends at its next instruction; what hangs in foreign code is left behind in its daemon thread.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(_Abandoned)
            )
            raise TimeoutError(f"took longer than {limit:g} s") from None
        if error is not None:
            raise error if isinstance(error, Exception | SystemExit) else RuntimeError(repr(error))
        return value


class _Abandoned(BaseException):
    """Raised inside a policy that has been given up."""


def _where(error: BaseException, act: Act) -> str:
    """File and line of the policy's own code where an error came up, as far as they can be known."""
    code = getattr(getattr(act, "__func__", act), "__code__", None)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if code and frame.filename == code.co_filename
    ]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def _brief(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    text = f"{type(value).__name__} {value!r}" if isinstance(value, int | float | str | None) else type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."


# --- who plays --------------------------------------------------------------------------------------------------------


class Seating:
    """Policies and the codes that stand for them: 0.. inside the kernel, -2 - k for Python policy k.

    Attributes:
        hosts: the Python policies, in the order they were first named.
    """

    def __init__(self, ruleset: Ruleset, *, time_limit: float | None = None, on_error: str = "forfeit") -> None:
        self.ruleset = ruleset
        self.time_limit, self.on_error = time_limit, on_error
        self.hosts: list[Host] = []
        self.rngs: list[np.random.Generator] = []
        self._entropy: tuple[int, ...] = (0,)

    def code(self, policy: Any) -> int:
        """The code of a policy, taking it in when it is new.

        Raises:
            UnknownPolicy, TypeError: see :func:`seat_code`.
        """
        code = seat_code(self.ruleset, policy)
        if code is not None:
            return code
        for k, host in enumerate(self.hosts):
            if host.policy is policy:
                return -2 - k
        self.hosts.append(Host(policy, time_limit=self.time_limit, on_error=self.on_error))
        self.rngs.append(self._generator(len(self.hosts) - 1))
        return -1 - len(self.hosts)

    def codes(self, policies: Sequence[Any]) -> list[int]:
        """Codes of several policies."""
        return [self.code(policy) for policy in policies]

    def name(self, code: int) -> str:
        """What stands behind a code."""
        if code == -1:
            return "learner"
        if code < 0:
            return self.hosts[-2 - code].name
        return kernel_policies(self.ruleset)[code] if code < FIRST_BEHAVIOUR else name_of_code(self.ruleset, code)

    def seed(self, *entropy: int) -> None:
        """Start the generators of the Python policies anew."""
        self._entropy = entropy
        self.rngs = [self._generator(k) for k in range(len(self.hosts))]

    def twin(self) -> Seating:
        """The same policies with generators of their own."""
        twin = Seating(self.ruleset, time_limit=self.time_limit, on_error=self.on_error)
        twin._entropy = self._entropy
        for host in self.hosts:
            twin.code(host.policy)
        return twin

    def _generator(self, k: int) -> np.random.Generator:
        return np.random.default_rng([*self._entropy, k])
