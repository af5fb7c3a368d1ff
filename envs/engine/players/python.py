"""Players in Python: ``FILE.py:Name``, and objects and functions that are passed as they are."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ...core.printable import error_text, why_no_file
from ...core.ruleset import Ruleset
from .. import foreign
from ..policies import act_of, brief, takes_games
from .kinds import PlayerError, PlayerKind, forms

__all__ = ["PYTHON"]


class PythonKind(PlayerKind):
    """Policies in Python, see :mod:`tactica.envs.engine.policies`. Takes every player that no other kind has taken."""

    word = "policy"
    form = "FILE.py:Name for a class, an object with act, or a function"

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return split_file(spec) is not None

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return True

    def goes_by_name(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return False

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`: always None."""
        if isinstance(player, type) and hasattr(player, "act"):
            raise TypeError(f"{player.__name__} is a class; give an instance: {player.__name__}()")
        if act_of(player) is None:
            raise TypeError(
                f"{brief(player)} is not a player; give a name or an object with act(observation, mask, rng)"
            )
        return None

    def read(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`."""
        file, name = split_file(spec) or (Path(), "")
        if not file.is_file():
            raise PlayerError(f"{spec}: {why_no_file(file)}; allowed: {forms()}")
        about = file.stat()
        try:
            module = _load_module(file.resolve(), about.st_mtime_ns, about.st_size)
        except PlayerError as error:
            raise PlayerError(f"{spec}: {error}") from None
        there = ", ".join(sorted(_candidates(module)))
        if not there and not (name and hasattr(module, name)):
            what = f"no {name!r}, and no" if name else "no"
            raise PlayerError(
                f"{spec}: {file} defines {what} class, function or object that could play; define one with "
                f"act(observation, mask, rng), and name it: {file}:Name"
            )
        if not name:
            raise PlayerError(f"{file}: which of {there}? Write {file}:Name")
        if not hasattr(module, name):
            raise PlayerError(f"{spec}: {file} has no {name!r}; what could play there: {there}")
        found = getattr(module, name)
        if isinstance(found, type):
            try:
                found = foreign.call(found)
            except foreign.Failed as failed:
                raise PlayerError(f"{spec}: {name}() fails: {error_text(failed.error)}") from None
        _check(spec, found)
        return found

    def file(self, spec: str) -> Path | None:
        """See :class:`PlayerKind`."""
        parts = split_file(spec)
        return None if parts is None else parts[0]

    def absolute(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        parts = split_file(spec)
        return f"{parts[0].resolve()}:{parts[1]}" if parts is not None and parts[0].is_file() else spec

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`: over the bytes of the file."""
        return hashlib.sha256((self.file(spec) or Path()).read_bytes()).hexdigest()[:16]


PYTHON = PythonKind()


def split_file(spec: str) -> tuple[Path, str] | None:
    """File and name of ``FILE.py:Name``, with an empty name when none is given; None for a spec of another form."""
    path, colon, name = spec.rpartition(":")
    if colon and path.endswith(".py"):
        return Path(path), name
    return (Path(spec), "") if spec.endswith(".py") else None


@functools.cache
def _load_module(file: Path, changed: int, size: int) -> ModuleType:
    """Run a file once, and again when it has changed. Files beside it can be imported by it.

    Raises:
        PlayerError: it cannot be run; the message does not name it.
    """
    name = f"tactica_player_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    about = importlib.util.spec_from_file_location(name, file)
    assert about is not None and about.loader is not None
    module = importlib.util.module_from_spec(about)
    sys.modules[name] = module  # dataclasses and pickle look a class up by the name of its module
    sys.path.insert(0, str(file.parent))
    try:
        foreign.call(about.loader.exec_module, module)
    except foreign.Failed as failed:
        sys.modules.pop(name, None)
        where = f", line {failed.error.lineno}" if isinstance(failed.error, SyntaxError) else ""
        raise PlayerError(f"cannot be loaded{where}: {error_text(failed.error)}") from None
    finally:
        if str(file.parent) in sys.path:
            sys.path.remove(str(file.parent))
    return module


def _candidates(module: ModuleType) -> list[str]:
    """Names a file defines that could play."""
    return [
        name
        for name, found in vars(module).items()
        if not name.startswith("_")
        and getattr(found, "__module__", None) == module.__name__
        and (callable(getattr(found, "act", None)) or inspect.isfunction(found))
    ]


def _check(spec: str, policy: Any) -> None:
    """A policy must be callable with observation, mask and generator."""
    act = act_of(policy)
    if act is None:
        raise PlayerError(f"{spec}: {type(policy).__name__} is not a player: it has no act(observation, mask, rng)")
    try:
        inspect.signature(act).bind(*[None] * (4 if takes_games(act) else 3))
    except TypeError:
        what = f"act{inspect.signature(act)}"
        raise PlayerError(f"{spec}: {what} does not take (observation, mask, rng)") from None
    except Exception:  # what is built in says nothing about its arguments
        return
