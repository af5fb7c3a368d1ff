"""Calling the code of policies: whatever it raises is its own failure, and Ctrl-C is still the user's.

A policy may raise anything, also KeyboardInterrupt, SystemExit or GeneratorExit. A real Ctrl-C is a signal, which Python
hands to a handler in the main thread. While foreign code runs there, a handler of ours stands before the one that was
set: it notes that the signal came, then calls the other. So

- KeyboardInterrupt without the signal is a failure of the policy;
- after the signal, the exception of the user's handler is raised even if the policy swallowed it;
- a handler the policy sets is removed when the policy returns.

Signals that a policy sends to its own process cannot be distinguished from the user's.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["Failed", "call"]


class Failed(Exception):
    """Foreign code has raised ``error``, which may be any BaseException."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        super().__init__()


class _Watch:
    """Notes what the handler of Ctrl-C raises while foreign code runs in the main thread.

    Attributes:
        raised: what it raised, None as long as it has not.
    """

    def __init__(self) -> None:
        self.raised: BaseException | None = None
        self.before: Any = None

    def __enter__(self) -> _Watch:
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):  # else the signal is ignored, or ends the process
                self.before = before
                signal.signal(signal.SIGINT, self.handle)
        return self

    def __exit__(self, *about: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def handle(self, number: int, frame: Any) -> None:
        """The signal has come."""
        try:
            self.before(number, frame)
        except BaseException as error:
            self.raised = error
            raise


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a foreign function returns.

    Raises:
        Failed: it has raised something. What the handler of Ctrl-C raises, KeyboardInterrupt as a rule, is raised as it is.
    """
    watch = _Watch()
    try:
        with watch:
            value = function(*arguments)
    except BaseException as error:
        if watch.raised is None:
            raise Failed(error) from None
    else:
        if watch.raised is None:
            return value
    raise watch.raised
