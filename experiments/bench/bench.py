"""How fast it is: the measurements of ``tactica bench``, each counting only decisions with two or more legal answers.

>>> rows = measure("wfrp1", scenarios=("small",), seconds=0.5)
>>> rows[0].what, rows[0].value, rows[0].unit
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from ...envs.core.compiler import COMPILED
from ...envs.core.ruleset import Ruleset
from ...envs.engine.game import Game
from ...envs.engine.gate import usable_cores
from ...envs.engine.policies import kernel_policies, policy_names
from ...envs.rulesets import get
from ..common import own_python

__all__ = ["Measurement", "measure"]

GAMES = 256  # of the vector environment
#: Behaviours that are measured: one that does little but close in, and two that weigh much.
BEHAVIOURS = (("charger", "charger"), ("archer", "guardian"))
SEED = 1
Rules: TypeAlias = Mapping[str, int | bool | str]


@dataclass(frozen=True)
class Measurement:
    """One measurement.

    Attributes:
        what: what was done.
        scenario: on which scenario, empty where that does not matter.
        value, unit: the result; value None when it could not be measured, and then ``note`` says why.
        target: at least this many a second, or at most so many seconds; None without a target.
        games_s: games a second.
        length: decisions a game.
        legal: mean number of legal answers.
        note: a remark.
    """

    what: str
    scenario: str
    value: float | None
    unit: str
    target: float | None = None
    games_s: float | None = None
    length: float | None = None
    legal: float | None = None
    note: str = ""

    @property
    def is_time(self) -> bool:
        """Whether less is better."""
        return self.unit in ("s", "us")

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without a target or a value."""
        if self.target is None or self.value is None:
            return None
        return self.value <= self.target if self.is_time else self.value >= self.target

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {**asdict(self), "met": self.met}


class Tally:
    """Counts of what a measurement has done: games ended, legal answers met."""

    def __init__(self) -> None:
        self.games = self.legal = 0


def timed(run: Callable[[Tally], int], seconds: float) -> tuple[int, Tally, float]:
    """Call something that returns what it has done, again and again for so long, after one call that is not counted.

    Returns:
        what was done, the tally, and the seconds.
    """
    run(Tally())
    tally = Tally()
    done, began = 0, time.perf_counter()
    while True:
        done += run(tally)
        passed = time.perf_counter() - began
        if passed >= seconds:
            return done, tally, passed


# --- the measurements ------------------------------------------------------------------------------------------------


def among(threads: int) -> str:
    """How many threads something ran in, as a note; empty for one."""
    return "" if threads == 1 else f"{threads or usable_cores()} threads"


def vector(
    ruleset: Ruleset, scenario: str, seconds: float, rules: Rules | None = None, threads: int = 1
) -> Measurement:
    """Random legal play in a vector environment: observation, mask and autoreset included."""
    from ...envs.apis.vector import make_vec

    count = GAMES if COMPILED else 4
    envs = make_vec(ruleset, count, scenario=scenario, opponent=None, seed=SEED, rules=rules, threads=threads)
    envs.reset(seed=SEED)
    ended, steps = 0, 0
    while COMPILED and ended < count and steps < 5000:  # until the games are no longer all in the same round
        _, _, terminated, truncated, _ = envs.step(envs.random_actions())
        ended += int(np.count_nonzero(terminated | truncated))
        steps += 1

    def run(tally: Tally) -> int:
        for _ in range(8):
            _, _, terminated, truncated, _ = envs.step(envs.random_actions())
            tally.games += int(np.count_nonzero(terminated | truncated))
        tally.legal += int(envs.action_masks().sum()) * 8
        return 8 * count

    done, tally, passed = timed(run, seconds)
    envs.close()
    return Measurement(
        "vector environment", scenario, done / passed, "decisions/s", 200_000, legal=tally.legal / done,
        note=", ".join(filter(None, (f"{count} games", among(threads)))),
    )  # fmt: skip


def whole_games(
    ruleset: Ruleset,
    scenario: str,
    seconds: float,
    policies: tuple[str, str],
    target: float | None,
    rules: Rules | None = None,
    threads: int = 1,
) -> Measurement:
    """Whole games inside the kernel: legal answers are listed, nothing is observed."""
    from ...envs.engine.pools import open_pool
    from ...envs.engine.rollouts import play_games

    pool = open_pool(ruleset, scenario, rules=rules)
    count, first = (64 if COMPILED else 1), 0

    def run(tally: Tally) -> int:
        nonlocal first
        results = play_games(
            ruleset, pool, policies=policies, games=count, seed=SEED, first_game=first, alternate=True, threads=threads
        )
        first += count
        tally.games += count
        tally.legal += int(results.legal.sum())
        return int(results.decisions.sum())

    done, tally, passed = timed(run, seconds)
    return Measurement(
        f"kernel, {policies[0]} v {policies[1]}", scenario, done / passed, "decisions/s", target,
        tally.games / passed, done / tally.games, tally.legal / max(done, 1), among(threads),
    )  # fmt: skip


def gymnasium_face(ruleset: Ruleset, scenario: str, seconds: float, rules: Rules | None = None) -> Measurement:
    """The single Gymnasium environment, against random play."""
    from ...envs.apis.gymnasium_env import make

    env = make(ruleset, scenario=scenario, opponent="random", rules=rules)
    env.reset(seed=SEED)
    steps = 200 if COMPILED else 5

    def run(tally: Tally) -> int:
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(int(env.batch.random_indices()[0]))
            if terminated or truncated:
                tally.games += 1
                env.reset()
        return steps

    done, tally, passed = timed(run, seconds)
    return Measurement("Gymnasium environment", scenario, done / passed, "steps/s", 20_000, tally.games / passed)


def aec_face(ruleset: Ruleset, scenario: str, seconds: float, rules: Rules | None = None) -> Measurement:
    """The raw PettingZoo environment, every decision."""
    from ...envs.apis.pettingzoo_aec import aec

    env = aec(ruleset, scenario=scenario, raw=True, rules=rules)
    return _pettingzoo("raw AEC environment", scenario, env, seconds, 20_000, 200 if COMPILED else 5)


def _pettingzoo(what: str, scenario: str, env: Any, seconds: float, target: float | None, steps: int) -> Measurement:
    """Random legal play in a PettingZoo environment. Steps that only take a dead agent out are not counted."""
    rng = np.random.default_rng(SEED)
    env.reset(seed=SEED)

    def run(tally: Tally) -> int:
        for _ in range(steps):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                tally.games += 1
                env.reset()
                observation, _, _, _, info = env.last()
            seen = observation if isinstance(observation, dict) and "action_mask" in observation else info
            choices = seen["action_mask"].nonzero()[0]
            tally.legal += len(choices)
            env.step(int(choices[int(rng.random() * len(choices))]))
        return steps

    done, tally, passed = timed(run, seconds)
    return Measurement(
        what, scenario, done / passed, "steps/s", target, tally.games / passed, None, tally.legal / max(done, 1)
    )


def other_games(seconds: float) -> Iterator[Measurement]:
    """PettingZoo's connect four and chess, bare, in the same run."""
    for name, module in (("connect four", "connect_four_v3"), ("chess", "chess_v6")):
        what = f"PettingZoo {name}"
        try:
            import importlib

            env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
            yield _pettingzoo(what, "", env, seconds, None, 50)
        except Exception as error:  # whatever their dependencies raise
            why = "needs tactica[bench]" if isinstance(error, ImportError) else type(error).__name__
            yield Measurement(what, "", None, "steps/s", note=why)


def snapshot(ruleset: Ruleset, scenario: str, seconds: float, rules: Rules | None = None) -> Iterator[Measurement]:
    """Copying position and dice; and a whole snapshot with its header."""
    game = Game.of(ruleset, scenario, seed=SEED, rules=rules)
    size = ruleset.state.snapshot_lanes
    source, target = game.lanes[0, :size], np.zeros(size, np.uint64)

    def copy(tally: Tally) -> int:
        for _ in range(1000):
            np.copyto(target, source)
        return 1000

    done, _, passed = timed(copy, min(seconds, 0.5))
    yield Measurement("snapshot copied", scenario, passed / done * 1e6, "us", 2.0, note=f"{size * 8:,} bytes")

    def whole(tally: Tally) -> int:
        for _ in range(20):
            game.restore(game.snapshot())
        return 20

    done, _, passed = timed(whole, min(seconds, 0.5))
    yield Measurement("snapshot and restore in Python", scenario, passed / done * 1e6, "us")


_IMPORT = "import time; t = time.perf_counter(); import tactica; tactica.make_vec; print(time.perf_counter() - t)"
_FIRST = """
import time; t = time.perf_counter()
from tactica.envs.engine.game import Game
game = Game.of({slug!r}, {scenario!r}, seed=1, rules={rules!r})
game.step(int(game.legal()[0]))
print(time.perf_counter() - t)
"""
_COLD = """
import time; t = time.perf_counter()
from tactica.experiments.common import ensure_compiled
ensure_compiled({slug!r})
print(time.perf_counter() - t)
"""


def _process(code: str, cache: str | None = None) -> float | None:
    """The number a fresh process prints last; None when it fails."""
    environment = {**os.environ, **({"TACTICA_CACHE": cache} if cache else {})}
    done = subprocess.run(own_python("-c", code), env=environment, capture_output=True, text=True)
    try:
        return float(done.stdout.split()[-1])
    except (IndexError, ValueError):
        return None


def startup(ruleset: Ruleset, scenario: str, cold: bool, rules: Rules | None = None) -> Iterator[Measurement]:
    """Import, first decision from a warm cache, and a compile from nothing, each in a process of its own."""
    yield Measurement("import", "", _process(_IMPORT), "s", 1.5, note="with tactica.make_vec")
    slug = ruleset.slug
    first = _process(_FIRST.format(slug=slug, scenario=scenario, rules=dict(rules or {})))
    yield Measurement("first decision, warm cache", scenario, first, "s", 3.0, note="import included")
    if cold and COMPILED:
        with tempfile.TemporaryDirectory() as cache:
            yield Measurement(f"cold compile of {slug}", "", _process(_COLD.format(slug=slug), cache), "s", 120.0)


def measure(
    ruleset: str | Ruleset,
    scenarios: Sequence[str] = ("small", "standard"),
    *,
    seconds: float = 3.0,
    cold: bool = True,
    others: bool = True,
    processes: bool = True,
    threads: int = 1,
    rules: Rules | None = None,
    tell: Callable[[Measurement], None] | None = None,
) -> list[Measurement]:
    """All measurements, in the order in which they are reported.

    Args:
        ruleset: slug or ruleset.
        scenarios: names.
        seconds: for each measurement.
        cold: also compile from nothing, in a temporary cache.
        others: also measure PettingZoo's own games.
        processes: also measure import and first decision, in processes of their own.
        threads: of the vector environment and of whole games, 0 for one on each core.
        rules: knobs by address, over those of the scenarios.
        ``tell``: called with every row as soon as it is measured.
    """
    ruleset = get(ruleset)
    names = kernel_policies(ruleset)
    pairs: list[tuple[str, str]] = [(names[i], names[j]) for i in range(1, len(names)) for j in range(i, len(names))]
    rows: list[Measurement] = []

    def keep(found: Measurement) -> None:
        rows.append(found)
        if tell is not None:
            tell(found)

    for scenario in scenarios:
        keep(vector(ruleset, scenario, seconds, rules, threads))
        keep(whole_games(ruleset, scenario, seconds, ("random", "random"), 500_000, rules, threads))
        target = 150_000 if scenario.startswith(("small", "tiny")) else 60_000
        for pair in (*pairs[:2], *(pair for pair in BEHAVIOURS if set(pair) <= set(policy_names(ruleset)))):
            keep(whole_games(ruleset, scenario, seconds, pair, target, rules, threads))
        keep(gymnasium_face(ruleset, scenario, seconds, rules))
        keep(aec_face(ruleset, scenario, seconds, rules))
    for row in snapshot(ruleset, scenarios[0], seconds, rules):
        keep(row)
    if others:
        for row in other_games(seconds):
            keep(row)
    if processes:
        for row in startup(ruleset, scenarios[0], cold, rules):
            keep(row)
    return rows
