"""Rulesets that play at once: in Python until they are compiled, and compiled from the next call on.

Compiling a ruleset takes about a minute. Where that has not been done yet, a process of its own does it, and the games go on in
Python meanwhile: the same games, since both engines run the same source. See ``AT_ONCE`` of ``compiler/cache.py``.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from .compiler import jit

LOOKS_EVERY = 0.5  # seconds between two looks for the image
MAKER = f"{__name__.rpartition('.core.')[0]}.rulesets.compiling"  # the module that is run to make it


class Adopting:
    """A ruleset's shared loops, looked up in their module on every access until they are compiled.

    Attributes:
        is_compiled: whether the loops are compiled.
    """

    def __init__(self, module: ModuleType, slug: str, folder: Path) -> None:
        self.is_compiled = False
        self._module, self._slug, self._folder = module, slug, folder
        self._next_look = 0.0
        self._maker: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        """The module's attribute of this name; once compiled, the loops are attributes like any other."""
        if name.startswith("_"):
            raise AttributeError(name)
        self.adopt()
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute in the module, where the functions of the loops read it, and here once they are compiled."""
        if not name.startswith("_") and name != "is_compiled":
            setattr(self._module, name, value)
            if not self.is_compiled:
                return
        super().__setattr__(name, value)

    def adopt(self, at_once: bool = False) -> bool:
        """Look for the compiled image, and start to compile it if it is missing. Returns whether the loops are compiled.

        Args:
            at_once: look even if the last look was a moment ago.
        """
        if self.is_compiled or (time.monotonic() < self._next_look and not at_once):
            return self.is_compiled
        with self._lock:
            self._next_look = time.monotonic() + LOOKS_EVERY
            compiled = jit.adopted(self._folder)
            if compiled and not self.is_compiled:
                self._put_in(compiled)
                self.is_compiled = True
            elif not compiled and self._maker is None:
                self._maker = make_beside(self._slug)
        return self.is_compiled

    def _put_in(self, compiled: Mapping[Any, Any]) -> None:
        """Put compiled entries in the place of those in Python wherever the sources that were executed name them. A call that is
        under way goes on in Python; what it calls may be compiled, which comes to the same.
        """
        functions = [value for value in vars(self._module).values() if isinstance(value, FunctionType)]
        spaces = {id(one.__globals__): one.__globals__ for one in functions} | {
            id(vars(self._module)): vars(self._module)
        }
        for space in spaces.values():
            found = {
                name: compiled[value]
                for name, value in space.items()
                if isinstance(value, FunctionType) and value in compiled
            }
            space.update(found)
        self.__dict__ |= {name: value for name, value in vars(self._module).items() if not name.startswith("_")}

    def wait(self) -> None:
        """Wait until the entries are compiled; they stay in Python, with a warning, if that fails."""
        if self.adopt(at_once=True):
            return
        warnings.warn(f"compiling {self._slug}, about {jit.seconds_to_compile(self._folder)} s", stacklevel=3)
        if self._maker is not None:
            self._maker.wait()
        if not self.adopt(at_once=True):
            subprocess.run(command(self._slug), env=settings(), check=False)
            if not self.adopt(at_once=True):
                warnings.warn(f"{self._slug} could not be compiled, so it is played in Python", stacklevel=3)


def command(slug: str, waits: bool = True) -> list[str]:
    """The command that makes the image of a ruleset, if it is missing and nobody else is at it."""
    return [sys.executable, "-m", MAKER, slug, *([] if waits else ["--unless-busy"])]


def settings() -> dict[str, str]:
    """The environment it runs in."""
    path = os.pathsep.join(dict.fromkeys(filter(None, sys.path)))
    return {**os.environ, "TACTICA_ENGINE": "compiled", "PYTHONPATH": path}


def make_beside(slug: str) -> subprocess.Popen[bytes] | None:
    """Start a process that makes the image of a ruleset and goes on when this one ends; None where that is not possible."""
    nothing = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            command(slug, waits=False), stdin=nothing, stdout=nothing, stderr=nothing, env=settings(),
            start_new_session=True,
        )  # fmt: skip
    return None
