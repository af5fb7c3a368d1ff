"""Players as written on a command line or in a suite: from a spec to a policy.

A **spec** is one of

- a name the ruleset has, such as ``random`` or ``charge``, or a behaviour that comes with the project, such as
  ``archer``: it plays inside the kernel;
- ``search:200``, ``oneply:30:charger``: one that searches, see :mod:`tactica.agents.search`; it plays there too;
- ``FILE.yaml``: a behaviour of your own, which plays there too;
- ``FILE.safetensors``: a trained network, and ``trained:NAME``, one that comes with the project: they play there as well; behind
  either, ``:sampled`` draws the answers, ``:sampled=2`` more freely (at that temperature), and ``:greedy`` takes the best;
- ``FILE.zip``: a model saved by Stable-Baselines3, see :class:`ModelPolicy`;
- ``FILE.py:Name``: a class (a fresh one is made), an object with ``act``, or a function of the same arguments;
- ``guardian--parry``, ``search:200--strike.stun``: a player of the kernel that does not choose some options, see
  :mod:`tactica.envs.engine.barring`.

>>> load_player("charge", rulesets.get("wfrp1"))
>>> load_player("brute.py:Brute", rulesets.get("wfrp1"))
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..envs import rulesets
from ..envs.core.printable import error_text
from ..envs.core.ruleset import Ruleset
from ..envs.engine import foreign, networks
from ..envs.engine.barring import BARS, bar
from ..envs.engine.barring import split_spec as split_bars
from ..envs.engine.behaviours import find, load, shipped
from ..envs.engine.networks import CheckpointError, Network, is_network, network_file
from ..envs.engine.options import UnknownOption, find_all
from ..envs.engine.policies import UnknownPolicy, act_of, name_of, seat_code, takes_games
from ..envs.engine.searchers import SearchError, is_spec, parse
from ..envs.engine.spaces import LayoutMismatch
from .models import ModelPolicy

__all__ = ["FORMS", "PlayerError", "absolute", "load_player", "player_file", "player_hash", "player_name"]

FORMS = (
    "a name, FILE.yaml for a behaviour, search:SIMULATIONS, trained:NAME or FILE.safetensors for a trained network, "
    "FILE.zip for a model, or FILE.py:Name for a class, an object with act, or a function; PLAYER--OPTION bars it from an option"
)


class PlayerError(ValueError):
    """A spec does not name a player; the message says what is wrong and what is allowed."""


def is_behaviour_file(spec: str) -> bool:
    """Whether a spec is a file with a behaviour."""
    return spec.endswith((".yaml", ".yml"))


def is_model_file(spec: str) -> bool:
    """Whether a spec is a file with a trained model."""
    return spec.endswith(".zip")


def load_network(spec: str) -> Network:
    """A trained network, see ``engine.networks.load_network``.

    Raises:
        PlayerError: there is no such file, or it contains no player.
    """
    try:
        return networks.load_network(spec)
    except (CheckpointError, LayoutMismatch) as error:
        raise PlayerError(str(error)) from None


def split_spec(spec: str) -> tuple[Path, str] | None:
    """File and name of ``FILE.py:Name``, with an empty name when none is given; None for a spec of another form."""
    path, colon, name = spec.rpartition(":")
    if colon and path.endswith(".py"):
        return Path(path), name
    return (Path(spec), "") if spec.endswith(".py") else None


def load_player(spec: str, ruleset: str | Ruleset) -> Any:
    """A policy that ``play_games`` and all faces take.

    Args:
        spec: see the module.
        ruleset: the ruleset of its battles; slug or ruleset.

    Returns:
        the name of an in-kernel policy as it is, a :class:`Behaviour`, something with ``act``, or a function. A class is
        called without arguments, once per use.

    Raises:
        UnknownPolicy: there is no policy of that name; PlayerError: the file, or what it names, cannot play;
        BehaviourError: the behaviour in the file is wrong.
    """
    ruleset = rulesets.get(ruleset)
    inner, barred = split_bars(spec)
    if barred:
        try:
            player = bar(load_player(inner, ruleset), barred)
            seat_code(ruleset, player)
        except (UnknownOption, TypeError) as error:
            raise PlayerError(f"{spec}: {error}") from None
        return player
    parts = split_spec(spec)
    if is_behaviour_file(spec):
        if not Path(spec).is_file():
            raise PlayerError(f"{spec}: no such file; allowed: {FORMS}")
        behaviour = load(Path(spec))
        seat_code(ruleset, behaviour)
        return behaviour
    if is_network(spec):
        network = load_network(spec)
        if network.layout.ruleset.slug != ruleset.slug:
            raise PlayerError(f"{spec}: was trained for {network.layout.ruleset.slug}, not for {ruleset.slug}")
        return network
    if is_model_file(spec):
        if not Path(spec).is_file():
            raise PlayerError(f"{spec}: no such file; allowed: {FORMS}")
        about = Path(spec).stat()
        return _load_model(Path(spec).resolve(), ruleset.slug, about.st_mtime_ns, about.st_size).anew()
    if parts is None:
        try:
            seat_code(ruleset, spec)
        except UnknownPolicy as error:
            raise UnknownPolicy(
                f"{error}; or search:200, trained:NAME, FILE.safetensors, FILE.yaml, FILE.zip, or FILE.py:Name"
            ) from None
        except SearchError as error:
            raise PlayerError(str(error)) from None
        return spec
    file, name = parts
    if not file.is_file():
        raise PlayerError(f"{spec}: no file {file}; allowed: {FORMS}")
    about = file.stat()
    module = _load_module(spec, file.resolve(), about.st_mtime_ns, about.st_size)
    there = ", ".join(sorted(_candidates(module))) or "nothing"
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


def player_name(spec: str, ruleset: Ruleset) -> str:
    """What a player calls itself: the ``name`` of a policy in Python, else the spec's own word.

    Raises:
        UnknownPolicy, PlayerError: see :func:`load_player`.
    """
    return name_of(load_player(spec, ruleset))


def absolute(spec: str) -> str:
    """The spec with an absolute path, so that it means the same from any folder; unchanged if its file does not exist."""
    spec, barred = split_bars(spec)
    if barred:
        return BARS.join([absolute(spec), *barred])
    if is_network(spec) and not spec.startswith(networks.TRAINED) and network_file(spec).is_file():
        return f"{network_file(spec).resolve()}{networks.split_network(spec)[1]}"
    if (is_behaviour_file(spec) or is_model_file(spec)) and Path(spec).is_file():
        return str(Path(spec).resolve())
    parts = split_spec(spec)
    return f"{parts[0].resolve()}:{parts[1]}" if parts is not None and parts[0].is_file() else spec


def player_file(spec: str) -> Path | None:
    """The file a spec is read from; None for a name without a file."""
    spec = split_bars(spec)[0]
    if is_network(spec):
        return network_file(spec)
    if is_behaviour_file(spec) or is_model_file(spec):
        return Path(spec)
    parts = split_spec(spec)
    return None if parts is None else parts[0]


def player_hash(spec: str, ruleset: Ruleset) -> str:
    """16 hex digits that change whenever a player may play differently.

    In-kernel policies are part of the rules and share their hash; searches add their numbers and the player of their
    simulations. The hash of a behaviour is over its content, that of any other file over its bytes without its imports.
    """
    inner, barred = split_bars(spec)
    if barred:
        options = sorted(find_all(ruleset, barred))
        return hashlib.sha256(f"{player_hash(inner, ruleset)}{options}".encode()).hexdigest()[:16]
    file = find(spec) if spec in shipped() else player_file(spec)
    if is_spec(spec):
        return hashlib.sha256(f"{ruleset.rules_hash}\0{parse(spec).digest(ruleset)}".encode()).hexdigest()[:16]
    if file is None:
        return hashlib.sha256(f"{ruleset.rules_hash}\0{spec}".encode()).hexdigest()[:16]
    if is_behaviour_file(str(file)):
        return load(file).digest(ruleset)
    how = networks.split_network(spec)[1] if is_network(spec) else ""
    return hashlib.sha256(file.read_bytes() + how.encode()).hexdigest()[:16]


@functools.cache
def _load_module(spec: str, file: Path, changed: int, size: int) -> ModuleType:
    """Run a file once, and again when it has changed. Files beside it can be imported by it."""
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
        raise PlayerError(f"{spec}: cannot be loaded{where}: {error_text(failed.error)}") from None
    finally:
        if str(file.parent) in sys.path:
            sys.path.remove(str(file.parent))
    return module


@functools.lru_cache(maxsize=8)
def _load_model(file: Path, slug: str, changed: int, size: int) -> ModelPolicy:
    """Read a model once, and again when its file has changed."""
    try:
        policy = ModelPolicy.load(file)
    except ModuleNotFoundError as error:
        raise PlayerError(f'{file}: needs {error.name}; pip install "tactica[train]"') from None
    except LayoutMismatch as error:
        raise PlayerError(f"{file}: {error}") from None
    except Exception as error:
        raise PlayerError(f"{file}: cannot be loaded: {error_text(error)}") from None
    if policy.layout.ruleset.slug != slug:
        raise PlayerError(f"{file}: was trained for {policy.layout.ruleset.slug}, not for {slug}")
    return policy


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
        raise PlayerError(f"{spec}: {type(policy).__name__} is not a policy: it has no act(observation, mask, rng)")
    try:
        inspect.signature(act).bind(*[None] * (4 if takes_games(act) else 3))
    except TypeError:
        what = f"act{inspect.signature(act)}"
        raise PlayerError(f"{spec}: {what} does not take (observation, mask, rng)") from None
    except Exception:  # what is built in says nothing about its arguments
        return
