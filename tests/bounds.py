"""Plays every ruleset with compiled kernels that check their indices: a read or write outside an array is a fault.

    python -m bounds                              # from the folder tests, or with it on the path
    python -m bounds heimr owh --seed 7 --games 9

Every player plays in every scenario: random games, the ruleset's own policies, all behaviours, searches, a trained network.
``odds`` counts exact odds in positions of random games, ``environment`` steps them with observations, ``knobs`` plays with some
numbers of the rules at an end of their range, ``mutants`` changes positions at random and goes on from what is let in.

Each fault comes with a command that repeats its game interpreted, where a negative index raises too (``checked_indices.py``)
and Python's traceback shows the line.

Kernels are compiled with ``NUMBA_BOUNDSCHECK=1``, into images of their own: the first run compiles them.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import multiprocessing
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":  # before anything is imported that is compiled
    os.environ["NUMBA_BOUNDSCHECK"] = "1"

import conftest  # noqa: F401  (makes the rulesets of the tests known, and interpreted kernels check their indices)
import numpy as np
from conformance import play
from faces.mutants import Mutants

import tactica
from tactica.envs import rulesets
from tactica.envs import scenario as scenarios
from tactica.envs.core.compiler import jit
from tactica.envs.core.state import as_lanes
from tactica.envs.engine.behaviours import BehaviourError
from tactica.envs.engine.networks import CheckpointError, trained
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.policies import policy_names
from tactica.envs.engine.spaces import LayoutMismatch
from tactica.experiments.common import ensure_compiled

TESTS = str(Path(__file__).resolve().parent)
GAMES = 30  # of each player in each scenario
SEARCHES = ("search:12", "oneply:1")
ODDS, ENVIRONMENT, KNOBS, MUTANTS = "odds", "environment", "knobs", "mutants"
STARTS = 8  # of a scenario that leaves something to chance
SLOW = {"search": 10, "oneply": 30, "trained": 3, MUTANTS: 3}  # players that play one game where others play so many
SHIFTED = 10  # knobs of a game that are at an end of their range
POSITIONS, EVERY, LAYER, LAYERS = 4, 9, 200, 12  # odds of a game: positions, decisions between them, the largest layer
TRIED = 12  # mutants of each kind in a game
STEPS = 60  # decisions of a game in an environment


class Case(NamedTuple):
    """One player in one scenario.

    Attributes:
        slug, scenario: where.
        player: a policy, a behaviour, a searcher, a network, ``odds``, ``environment``, ``knobs`` or ``mutants``.
        seed: game k is drawn from (seed, k).
    """

    slug: str
    scenario: str
    player: str
    seed: int


class Fault(NamedTuple):
    """A game in which something failed.

    Attributes:
        case, game: which.
        error: what was raised.
    """

    case: Case
    game: int
    error: str

    @property
    def command(self) -> str:
        """What repeats it, interpreted."""
        case = self.case
        words = [sys.executable, "-m", "bounds", case.slug, "--scenario", case.scenario, "--player", case.player]
        words += ["--seed", str(case.seed), "--game", str(self.game)]
        settings = [f"PYTHONPATH={shlex.quote(os.environ.get('PYTHONPATH', TESTS))}", "NUMBA_DISABLE_JIT=1"]
        return " ".join([*settings, shlex.join(words)])

    def __str__(self) -> str:
        case = self.case
        where = f"{case.slug}, scenario {case.scenario}, player {case.player}, seed {case.seed}, game {self.game}"
        return f"FAULT: {where}: {self.error}\n  repeat: {self.command}"


class Played(NamedTuple):
    """What was played of a ruleset.

    Attributes:
        slug: the ruleset.
        games, scenarios: how many.
        faults: what failed.
    """

    slug: str
    games: int
    scenarios: int
    faults: list[Fault]


# --- playing ----------------------------------------------------------------------------------------------------------


@functools.cache
def pool_of(slug: str, scenario: str) -> Any:
    """The starts of a scenario."""
    return play.open_pool(slug, scenario, STARTS)


def play_policy(case: Case, game: int) -> None:
    """Play one game in the kernel: in turn against random play from either side, and against itself."""
    seats = [(case.player, "random"), ("random", case.player), (case.player, case.player)][game % 3]
    tactica.play_games(
        case.slug, pool_of(case.slug, case.scenario), policies=seats, games=1, first_game=game, seed=case.seed
    )


def count_odds(case: Case, game: int) -> None:
    """Play one game at random and count what follows some of its decisions, layer by layer."""
    table = play.Table(case.slug, case.scenario).begin(game, case.seed)
    rng = np.random.default_rng([case.seed, game])
    first, at = int(rng.integers(EVERY)), 0
    while not table.is_over and at < first + POSITIONS * EVERY:
        answer = int(rng.choice(table.answers()))
        if at % EVERY == first % EVERY:
            before = table.snapshot()
            table.loops.give_game_answer(table.states, 0, answer)
            expand(table, table.snapshot())
            table.restore(before)
        table.step(answer)
        at += 1


def expand(table: play.Table, start: np.ndarray) -> None:
    """Count layers of odds from a position on, until a layer is too large."""
    layer, looker = start[None].copy(), play.plain(table.rules.new_states(1))
    lanes = as_lanes(looker)
    out = np.zeros((4_000, table.type.snapshot_lanes), np.uint64)
    for _ in range(LAYERS):
        written, _, _ = play.expand_layer(table, layer, np.ones(len(layer)), out, np.zeros(len(out)), 0)
        open_ = []
        for lane in np.unique(out[:written], axis=0):
            lanes[0, : len(lane)] = lane
            if looker[0].prompt == 0 and looker[0].ending == 0:
                open_.append(lane)
        if not 0 < len(open_) <= LAYER:
            return
        layer = np.array(open_)


def step_environment(case: Case, game: int) -> None:
    """Step one game at random in an environment: observations, masks, the index of each answer."""
    env = tactica.make(case.slug, scenario=pool_of(case.slug, case.scenario), opponent="random")
    rng = np.random.default_rng([case.seed, game])
    env.reset(seed=case.seed + game)
    for _ in range(STEPS):
        *_, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        if terminated or truncated:
            return


def shift_knobs(case: Case, game: int) -> None:
    """Play one game with some knobs at an end of their range, if the scenario takes them."""
    if case.scenario == play.EXAMPLE:  # packed by hand, with the book's numbers
        return
    rng = np.random.default_rng([case.seed, game])
    knobs = list(rulesets.get(case.slug).rulebook.addresses().values())
    chosen = rng.choice(len(knobs), min(SHIFTED, len(knobs)), replace=False)
    rules = {knobs[i].address: knobs[i].max if rng.random() < 0.5 else knobs[i].min for i in chosen.tolist()}
    try:
        pool = scenarios.pool(case.slug, case.scenario, n=1, seed=case.seed + game, rules=rules)
    except ValueError:
        return
    seats = ("guardian", "random") if game % 2 else ("random", "guardian")
    tactica.play_games(case.slug, pool, policies=seats, games=1, first_game=game, seed=case.seed)


def try_mutants(case: Case, game: int) -> None:
    """Change snapshots and tables of one game at random, and go on from those that are let in. What else mutants find is no
    index, and asked for in ``faces/test_gate.py``.
    """
    if case.scenario == play.EXAMPLE:  # cannot be opened by name
        return
    mutants = Mutants(case.slug, case.seed * 1_000 + game, (case.scenario,))
    for number in range(TRIED):
        for attempt in (mutants.snapshots, mutants.settings):
            with contextlib.suppress(AssertionError):
                attempt(number)


def players_of(slug: str) -> dict[str, Callable[[Case, int], None]]:
    """Who plays a ruleset, and how."""
    found: dict[str, Callable[[Case, int], None]] = {}
    for name in (*policy_names(rulesets.get(slug)), *SEARCHES, *(f"trained:{one}" for one in trained())):
        try:
            seat_code(rulesets.get(slug), name)
        except (BehaviourError, CheckpointError, LayoutMismatch):  # made for another ruleset
            continue
        found[name] = play_policy
    return {**found, ODDS: count_odds, ENVIRONMENT: step_environment, KNOBS: shift_knobs, MUTANTS: try_mutants}


def play_case(case: Case, how: Callable[[Case, int], None], games: int) -> Iterator[Fault | None]:
    """Play so many games of a case, up to the first that fails; None for each that did not."""
    for game in range(games):
        try:
            how(case, game)
        except LayoutMismatch:  # a network sees smaller boards only
            return
        except Exception as error:
            yield Fault(case, game, f"{type(error).__name__}: {error}")
            return
        yield None


# --- as a program -----------------------------------------------------------------------------------------------------


def tell(text: str) -> None:
    """Print a line at once, whole."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def check_ruleset(slug: str, seed: int, games: int, scenario: str = "", player: str = "") -> Played:
    """Play a ruleset: a line for each player, and one for each fault."""
    began = time.perf_counter()
    ensure_compiled(slug)
    tell(f"{slug}: compiled, {time.perf_counter() - began:.0f} s")
    scenarios = [scenario] if scenario else [name for one, name in play.starts() if one == slug]
    played = 0
    faults: list[Fault] = []
    players = players_of(slug)
    if player:
        players = {player: players.get(player, play_policy)}
    for name, how in players.items():
        began, count, before = time.perf_counter(), 0, len(faults)
        share = -(-games // SLOW.get(name.partition(":")[0], 1))
        for place in scenarios:
            for fault in play_case(Case(slug, place, name, seed), how, share):
                count += 1
                if fault is not None:
                    faults.append(fault)
                    tell(str(fault))
        found = len(faults) - before
        what = f", {found} {'fault' if found == 1 else 'faults'}" if found else ""
        tell(f"{slug}: {name}: {count} games, {time.perf_counter() - began:.1f} s{what}")
        played += count
    return Played(slug, played, len(scenarios), faults)


def summary(found: list[Played], seconds: float) -> str:
    """The last line."""
    faults = sum(len(one.faults) for one in found)
    what = f"{sum(one.games for one in found):,} games of {len(found)} {'ruleset' if len(found) == 1 else 'rulesets'}"
    where = f"{sum(one.scenarios for one in found)} scenarios, {seconds:.0f} s"
    said = "1 fault" if faults == 1 else f"{faults} faults" if faults else "no index outside an array"
    return f"{what}, {where}: {said}"


def repeat(case: Case, game: int) -> None:
    """Play one game in this process; what fails is raised."""
    players_of(case.slug).get(case.player, play_policy)(case, game)
    tell(f"{case.slug}, scenario {case.scenario}, player {case.player}, seed {case.seed}, game {game}: no fault")


def check(slugs: list[str], seed: int, games: int, scenario: str, player: str, processes: int) -> list[Played]:
    """Play rulesets, each in a process of its own."""
    found = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, max_tasks_per_child=1) as pool:
        running = {pool.submit(check_ruleset, slug, seed, games, scenario, player): slug for slug in slugs}
        for one in as_completed(running):
            try:
                found.append(one.result())
            except BrokenProcessPool:
                fault = Fault(Case(running[one], scenario or "any", player or "any", seed), 0, "a process died")
                found.append(Played(running[one], 0, 0, [fault]))
    return found


def seconds_of(slug: str) -> int:
    """About how long a ruleset takes to compile."""
    return jit.seconds_to_compile(rulesets.get(slug).folder)


def main() -> None:
    """Play, and exit with 1 if an index was outside an array, or anything else failed."""
    parser = argparse.ArgumentParser(prog="bounds", description=main.__doc__)
    parser.add_argument("slugs", nargs="*", metavar="RULESET", help="all that are tested, without any")
    parser.add_argument("--seed", type=int, default=0, help="of all games")
    parser.add_argument("--games", type=int, default=GAMES, help="of each player in each scenario")
    parser.add_argument("--scenario", default="", help="only this one")
    parser.add_argument("--player", default="", help="only this one")
    parser.add_argument("--game", type=int, help="repeat one game of a ruleset, scenario and player")
    parser.add_argument("-n", "--processes", type=int, default=2, help="rulesets played at a time")
    options = parser.parse_args()
    unknown = sorted({*options.slugs} - {*rulesets.names()})
    if unknown:
        parser.error(f"no ruleset {', '.join(unknown)}; choose from: {', '.join(rulesets.names())}")
    if options.game is not None:
        if len(options.slugs) != 1 or not options.scenario or not options.player:
            parser.error("--game needs one RULESET, --scenario and --player")
        repeat(Case(options.slugs[0], options.scenario, options.player, options.seed), options.game)
        return
    began = time.perf_counter()
    slugs = sorted(options.slugs or play.tested_rulesets(), key=seconds_of, reverse=True)
    found = check(slugs, options.seed, options.games, options.scenario, options.player, options.processes)
    tell(summary(found, time.perf_counter() - began))
    sys.exit(1 if any(one.faults for one in found) else 0)


if __name__ == "__main__":
    main()
