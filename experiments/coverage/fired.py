"""How often each clause took effect in a sample of battles: what ``tactica rules --fired`` prints.

The battles are played compiled, and their answers given once more to uncompiled rules, in a process of their own, where
every rule function counts its effects: an action that changed the position, a number that was not zero, a permission or
condition that was granted. What policies weigh is not counted, but what sets a battle up is.

A function that plays several clauses counts for each of them, without showing which one took effect. So a clause has
come into play when a function that plays nothing else took effect.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ...agents.players import load_player
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.engine.pools import StartPool, open_pool
from ...envs.rulesets import get
from ..common import UserError, own_python

__all__ = ["Fired", "Sample", "fired", "of_tournament", "standard"]

STANDARD_GAMES = 2  # of each pairing in each scenario
SEED = 1


@dataclass(frozen=True)
class Sample:
    """Battles to look at.

    Attributes:
        slug: ruleset.
        scenarios: names or files.
        pairings: players of the first side and of the others: policy specs.
        games: of each pairing in each scenario.
        seed: of the games.
        rules: knobs by address, over those of the scenarios.
    """

    slug: str
    scenarios: list[str]
    pairings: list[tuple[str, str]]
    games: int
    seed: int
    rules: dict[str, int | bool | str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Which games these are, in words."""
        among = ", ".join(" v ".join(pairing) for pairing in self.pairings)
        last = len(self.pairings) * self.games - 1
        return (
            f"seed {self.seed}, games 0 to {last} of each of {len(self.scenarios)} scenarios "
            f"({', '.join(self.scenarios)}): {self.games} of each pairing of {among}"
            f"{''.join(f'; {address} = {value}' for address, value in self.rules.items())}"
        )


@dataclass(frozen=True)
class Fired:
    """What took effect.

    Attributes:
        games, decisions: how many were looked at.
        clauses: clause of the ruleset -> how often functions that play nothing else took effect, in the order of the
            rulebook, 0 for never.
        together: the same for functions that play other clauses as well.
        functions: function -> the clauses it plays and how often it took effect.
    """

    games: int
    decisions: int
    clauses: dict[str, int]
    together: dict[str, int]
    functions: dict[str, tuple[list[str], int]]

    @property
    def never(self) -> list[str]:
        """The clauses that did not come into play."""
        return [clause for clause, times in self.clauses.items() if not times]


def standard(slug: str, rules: Mapping[str, int | bool | str] | None = None) -> Sample:
    """The standard run: every shipped scenario, the behaviours against each other in a ring, and two random players."""
    from ...envs.engine.behaviours import shipped as behaviours
    from ...envs.scenario import shipped

    names = behaviours()
    ring = [(name, names[(i + 1) % len(names)]) for i, name in enumerate(names)]
    return Sample(slug, shipped(slug), [("random", "random"), *ring], STANDARD_GAMES, SEED, dict(rules or {}))


def of_tournament(folder: Path, slug: str, games: int) -> Sample:
    """A sample of the pairings and scenarios of a tournament in one ruleset, by its rules.

    Raises:
        UserError: it played no scenario of this ruleset, or holds no tournament.
    """
    from ..tournament.store import TournamentFolder

    manifest = TournamentFolder.open(folder).manifest
    scenarios = [entry.source.removeprefix(f"{slug}/") for entry in manifest.scenarios if entry.ruleset == slug]
    if not scenarios:
        theirs = ", ".join(sorted({entry.ruleset for entry in manifest.scenarios}))
        raise UserError(f"--fired {folder} has no battles of {slug}, only of {theirs}")
    specs = [player.spec for player in manifest.players]
    pairings = [(one, other) for i, one in enumerate(specs) for other in specs[i + 1 :]]
    return Sample(slug, scenarios, pairings, games, manifest.seed, dict(manifest.overrides))


def fired(sample: Sample, tell: Callable[[int, int], None] | None = None) -> Fired:
    """Play a sample and count.

    Args:
        sample: what to play.
        ``tell``: called with the games counted so far and the number of games.

    Raises:
        RuntimeError: the process that counts failed; the message has the last line of its output.
    """
    games = list(answered(sample))
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "TACTICA_TRACE_RULES": "1"}
    with tempfile.TemporaryDirectory() as scratch:
        asked, told, said = (Path(scratch) / name for name in ("games.json", "effects.json", "said.txt"))
        wanted = {"slug": sample.slug, "seed": sample.seed, "rules": sample.rules, "games": games}
        asked.write_text(json.dumps(wanted))
        command = own_python("-m", "tactica.experiments.coverage.fired", str(asked), str(told))
        with (
            said.open("wb") as errors,
            subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True) as run,
        ):
            assert run.stdout is not None
            for line in run.stdout:
                if tell is not None:
                    tell(int(line), len(games))
        if run.returncode:
            lines = said.read_text(errors="replace").strip().splitlines()
            raise RuntimeError(f"counting failed: {lines[-1] if lines else 'no message'}")
        effects = json.loads(told.read_text())
    functions: dict[str, tuple[list[str], int]] = {}
    for clause, function, times in effects:
        functions.setdefault(function, ([], times))[0].append(clause)
    alone = dict.fromkeys(get(sample.slug).rulebook.clauses, 0)
    together = dict(alone)
    for clauses, times in functions.values():
        for clause in clauses:
            (alone if len(clauses) == 1 else together)[clause] += times
    return Fired(len(games), sum(len(answers) for _, _, answers in games), alone, together, functions)


def answered(sample: Sample) -> Iterator[tuple[str, int, list[int]]]:
    """Play the games of a sample: scenario, number, and every answer."""
    ruleset = get(sample.slug)
    rng = np.zeros(4, np.int64)
    for scenario in sample.scenarios:
        pool = open_pool(ruleset, scenario, rules=sample.rules)
        number = 0
        for pairing in sample.pairings:
            codes = [seat_code(ruleset, load_player(spec, ruleset)) for spec in pairing]
            if None in codes:
                continue  # Python players would have to be asked in batches, as they were
            for _ in range(sample.games):
                game = Game(ruleset, pool).start(seed=sample.seed, game=number)
                answers = []
                while not game.over:
                    code = codes[min(game.side, len(codes) - 1)]
                    answers.append(game.choose(code, rng))
                    game.answer(answers[-1])
                yield scenario, number, answers
                number += 1


def count_here(asked: Path, told: Path) -> None:
    """Give the answers once more in this process, which traces the rules, and write what took effect."""
    from ...envs.core.compiler.trace import effects

    wanted = json.loads(asked.read_text())
    ruleset = get(wanted["slug"])
    pools: dict[str, StartPool] = {}
    for done, (scenario, number, answers) in enumerate(wanted["games"], start=1):
        pool = pools.setdefault(scenario, open_pool(ruleset, scenario, rules=wanted["rules"]))
        game = Game(ruleset, pool).start(seed=wanted["seed"], game=number)
        for answer in answers:
            game.answer(answer)
        print(done, flush=True)
    told.write_text(json.dumps([(clause, function, times) for (clause, function), times in sorted(effects.items())]))


if __name__ == "__main__":
    count_here(Path(sys.argv[1]), Path(sys.argv[2]))
