"""Policies: their protocol, and a host that keeps their failures from stopping a run.

A **policy** sees a batch of positions, each from its own side, and answers with one index each:

    class Cautious:
        name = "cautious"

        def act(self, observation, mask, rng):
            # observation: arrays (batch, ...); mask: int8 (batch, n); rng: a numpy Generator of its own
            return np.array([rng.choice(np.flatnonzero(row)) for row in mask])  # (batch,)

A plain function of the same three arguments does as well. The names a ruleset's ``tactics.POLICIES`` lists play inside
the kernel, hundreds of times faster; ``random`` is always there.

A policy with an attribute ``layout`` (a ``Layout``) sees positions and answers in that layout, whatever the
environment's own is. One whose ``view`` is ``"common"`` sees the observation that all rulesets have in common, and answers with a
row of its choices (``engine/common_view.py``). A policy that remembers what it has seen may take a fourth argument, ``games``:
one tuple for each position, equal for all positions that one side sees in one game.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import inspect
import queue
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from ..core.loops.seats import ILLEGAL, NONSENSE, RAISED, TOO_LATE
from ..core.printable import LONGEST_NAME, error_text, one_line
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from . import foreign
from .behaviours import shipped
from .common_view import COMMON, CommonPositions
from .positions import LayoutPositions
from .spaces import Layout

__all__ = [
    "FirstLegal",
    "Host",
    "Policy",
    "PolicyError",
    "RandomLegal",
    "UnknownPolicy",
    "kernel_policies",
    "policy_names",
]

Act = Callable[..., Any]

#: Why a game was forfeited.
REASONS = {
    0: "", ILLEGAL: "illegal choice", RAISED: "raised an error", TOO_LATE: "exceeded its time limit",
    NONSENSE: "gave no usable answer",
}  # fmt: skip
#: What the policies of the rules do that every ruleset has.
ABOUT = {
    "random": "Picks any legal choice at random.",
    "charge": "Goes up to the nearest enemy and strikes the enemy it can hurt most.",
    "shoot": "Shoots, and meanwhile keeps its distance.",
}
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
    listed = tuple(ruleset.book.tactics.policies)
    return listed if listed[:1] == ("random",) else ("random", *listed)


def name_of(policy: Any) -> str:
    """The name of a policy, on one line and in at most 80 characters: its ``name`` where that is text, else the name of
    its function or class.
    """
    if isinstance(policy, str):
        return policy
    for attribute in ("name", "__name__"):
        try:
            given = foreign.call(getattr, policy, attribute, None)
        except foreign.Failed:
            continue
        if type(given) is str and (name := one_line(given, LONGEST_NAME).strip()):
            return name
    return one_line(type(policy).__name__, LONGEST_NAME)


def policy_names(ruleset: Ruleset) -> tuple[str, ...]:
    """All names of players: the ruleset's policies and the built-in behaviours."""
    behaviours = shipped() if ruleset.book.tactics.plays_behaviours else ()
    return (*kernel_policies(ruleset), *(name for name in behaviours if name not in kernel_policies(ruleset)))


def unknown_policy(ruleset: Ruleset, name: str, hint: str = "") -> UnknownPolicy:
    """The error for a name that no policy of a ruleset has: with the names there are, and the closest one without a hint."""
    names = policy_names(ruleset)
    hint = hint or did_you_mean(name, names)
    return UnknownPolicy(f"{ruleset.slug} has no player {name!r}{hint}; choose from: {', '.join(names)}")


def act_of(policy: Any) -> Act | None:
    """What is called of a policy: its ``act``, else the policy itself; None when neither can be called.

    Where looking for ``act`` already fails, so does every call of what is returned.
    """
    try:
        act = foreign.call(getattr, policy, "act", None)
    except foreign.Failed as failed:
        return functools.partial(_fail, failed.error)
    found: Act | None = act if callable(act) else policy if callable(policy) else None
    return found


def _fail(error: BaseException, *arguments: Any) -> None:
    raise error


def layout_of(policy: Any) -> Layout | None:
    """The layout a policy is shown positions in and answers in; None when it takes that of the environment."""
    try:
        layout = foreign.call(getattr, policy, "layout", None)
    except foreign.Failed:
        return None
    return layout if isinstance(layout, Layout) else None


def sees_in_common(policy: Any) -> bool:
    """Whether a policy is shown the common view.

    Raises:
        ValueError: its ``view`` is another text.
    """
    try:
        view = foreign.call(getattr, policy, "view", None)
    except foreign.Failed:
        return False
    if type(view) is str and view != COMMON:
        raise ValueError(f"{name_of(policy)} has the view {one_line(view, LONGEST_NAME)!r}, allowed: {COMMON!r}")
    return type(view) is str


def takes_games(act: Act) -> bool:
    """Whether a policy wants to know which positions belong to the same game."""
    try:
        return "games" in foreign.call(inspect.signature, act).parameters
    except foreign.Failed:  # what is built in says nothing about its arguments
        return False


# --- hosts ------------------------------------------------------------------------------------------------------------


class PolicyAnswer(NamedTuple):
    """What a policy said: indices int64 (batch,), -1 where it forfeits; and why it does, as a code and in words."""

    indices: np.ndarray
    reason: int
    text: str


def check_patience(time_limit: Any, on_error: Any) -> None:
    """Refuse an invalid time limit or ``on_error``.

    Raises:
        ValueError: one of them.
    """
    if on_error not in ("forfeit", "raise"):
        raise ValueError(f"on_error {on_error!r} is not 'forfeit' or 'raise'")
    is_number = isinstance(time_limit, int | float) and not isinstance(time_limit, bool)
    if time_limit is not None and not (is_number and 0 < time_limit <= threading.TIMEOUT_MAX):
        most = int(threading.TIMEOUT_MAX)
        raise ValueError(f"time_limit {time_limit!r} is not a number of seconds above 0 and at most {most:,}, or None")


class Host:
    """Calls one policy safely: an error, a timeout, nonsense or an illegal choice forfeits its games.

    Attributes:
        policy: the policy.
        name: its name.
        layout: the layout of its observations and answers; None for the layout of the environment.
        sees_in_common: whether it is shown the common view instead, and answers with rows of its choices.
        remembers: whether its ``act`` takes ``games``, which say which positions belong to the same game.
        calls, answered: how often it was called and for how many positions.
        seconds: time spent in it.
        failures: the last hundred failures, in words.
    """

    def __init__(self, policy: Any, *, time_limit: float | None = None, on_error: str = "forfeit") -> None:
        """Take a policy in.

        Args:
            policy: with ``act``, or a function of the same arguments.
            time_limit: seconds a call may take, None without limit. With a limit the policy runs in a thread of its
                own; a call that is late is given up, and after three of them the policy is not asked again.
            on_error: ``forfeit``, or ``raise`` to stop with a PolicyError.
        """
        check_patience(time_limit, on_error)
        self.policy = policy
        self.name = name_of(policy)
        self.layout: Layout | None = layout_of(policy)
        self.sees_in_common = sees_in_common(policy)
        self._act: Act = act_of(policy) or policy
        self.remembers = takes_games(self._act)
        self.time_limit = time_limit
        self.on_error = on_error
        self.calls = self.answered = self.late = 0
        self.seconds = 0.0
        self.failures: list[str] = []
        self._worker: _Worker | None = None

    def positions(self, ruleset: Ruleset, layout: Layout, count: int) -> LayoutPositions | CommonPositions:
        """Room for positions as the policy sees them, in an environment of that layout."""
        if self.sees_in_common:
            return CommonPositions(ruleset, layout, count)
        return LayoutPositions(ruleset, self.layout or layout, count)

    def act(
        self,
        observation: Mapping[str, np.ndarray],
        mask: np.ndarray,
        rng: np.random.Generator,
        games: Sequence[Hashable] = (),
    ) -> PolicyAnswer:
        """The policy's indices for a batch; those that are not usable are -1.

        Args:
            observation, mask, rng: see :class:`Policy`.
            games: which side of which game each position is shown to, for policies that remember.

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
                given = self._call((observation, mask, rng, games) if self.remembers else (observation, mask, rng))
            except _TooLate as error:
                self.late += 1
                reason, text, cause = TOO_LATE, f"{self.name}: {error}", error
            except foreign.Failed as failed:
                cause = failed.error
                reason, text = RAISED, f"{self.name}: {error_text(cause)}{_where(cause, self._act)}"
        self.seconds += time.perf_counter() - began
        indices = np.full(count, -1, np.int64)
        if reason == 0:
            try:
                got = foreign.call(np.asarray, given)
                usable = got.shape == (count,) and got.dtype.kind in "iu"
            except foreign.Failed:
                usable = False
            if not usable:
                reason, text = (
                    NONSENSE,
                    f"{self.name}: answered {brief(given)} instead of {count} {'integer' if count == 1 else 'integers'}",
                )
            else:
                wanted = got.astype(np.int64)
                inside = (wanted >= 0) & (wanted < legal.shape[1])
                fine = inside & (legal[np.arange(count), np.where(inside, wanted, 0)] == 1)
                indices[fine] = wanted[fine]
                if not fine.all():
                    reason, text = ILLEGAL, f"{self.name}: chose {int(got[~fine][0])}, which is not legal"
        if reason:
            del self.failures[:-99]
            self.failures.append(text)
            if self.on_error == "raise":
                raise PolicyError(text) from cause
        return PolicyAnswer(indices, reason, text)

    def _call(self, arguments: tuple[Any, ...]) -> Any:
        if self.time_limit is None:
            return foreign.call(self._act, *arguments)
        if self._worker is None:
            self._worker = _Worker(self._act)
        try:
            return self._worker.call(arguments, self.time_limit)
        except foreign.Failed:
            raise
        except BaseException:  # late, or Ctrl-C: an answer that comes yet must not be taken for the next one
            self.close()
            raise

    def close(self) -> None:
        """End the thread the policy runs in, if it has one; a call that is under way is finished first."""
        if self._worker is not None:
            self._worker.work.put(None)
            self._worker = None


class _Worker:
    """A thread that makes one call after the other."""

    def __init__(self, act: Act) -> None:
        self.work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, args=(act,), daemon=True, name="tactica-policy")
        self.thread.start()

    def _run(self, act: Act) -> None:
        with contextlib.suppress(_Abandoned):  # it may also arrive just after the call
            while (arguments := self.work.get()) is not None:
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
            raise _TooLate(f"took longer than {limit:g} s") from None
        if error is not None:
            raise foreign.Failed(error)
        return value


class _TooLate(Exception):
    """A call has taken longer than its policy may."""


class _Abandoned(BaseException):
    """Raised inside a policy that has been given up."""


def _where(error: BaseException, act: Act) -> str:
    """File and line of the policy's own code where an error came up, as far as they can be known."""
    code = getattr(getattr(act, "__func__", None) or act, "__code__", None) if inspect.isroutine(act) else None
    if not isinstance(code, CodeType):
        return ""
    lines = [
        line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == code.co_filename
    ]
    return f" ({one_line(Path(code.co_filename).name)}, line {lines[-1]})" if lines else ""


def brief(value: Any) -> str:
    """A value in a few words, for messages."""
    if type(value) is np.ndarray:
        return f"an array of {value.dtype} of shape {value.shape}"
    kind = type(value).__name__
    if type(value) is int and abs(value) >= 2**63:
        return "an int beyond 64 bits"
    return one_line(f"{kind} {value!r}" if type(value) in (int, float, bool, str, type(None)) else kind, 80)
