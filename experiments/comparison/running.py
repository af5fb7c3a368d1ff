"""Comparisons drawn up, played, and gone on with."""

from __future__ import annotations

import re
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...agents.players import absolute, forms, player_name
from ...envs import rulesets
from ...envs.engine.players import NAMED, SEARCHER, plain_kind
from ...envs.engine.rollouts import refuse_unguarded_script
from ..common import UserError, named_scenarios
from ..statistics import Sprt
from ..tournament import manifest as manifests
from ..tournament.manifest import Manifest, TestEntry
from ..tournament.run import open_folder, play_all
from ..tournament.store import TournamentFolder
from .result import RECORD, Comparison, write_record
from .trial import Trial

__all__ = ["MAX_PAIRS", "SCENARIO", "STARTS", "compare", "draw_up", "draw_up_again", "play"]

SCENARIO = "small"
MAX_PAIRS = 20_000
STARTS = 256


def draw_up(
    one: str,
    other: str,
    scenarios: Sequence[str] = (SCENARIO,),
    *,
    ruleset: str | None = None,
    test: Sprt | None = None,
    max_pairs: int = MAX_PAIRS,
    seed: int = 0,
    starts: int = STARTS,
    layout: str = "auto",
    time_limit: float | None = None,
    rules: Mapping[str, int | bool | str] | None = None,
) -> Manifest:
    """The manifest of a comparison to be; arguments and errors as of :func:`compare`."""
    for name, spec in (("one", one), ("other", other)):
        if not isinstance(spec, str):
            raise TypeError(f"{name}={spec!r}: allowed: {forms()}")
    test = test or Sprt()
    sources = named_scenarios(scenarios, ruleset)
    if max_pairs < len(sources):
        raise UserError(f"{max_pairs} pairs at most: allowed: at least one in each of the {len(sources)} scenarios")
    names = [player_name(spec, sources[0][1].ruleset) for spec in (one, other)]
    if names[0] == names[1]:
        names = [f"{names[0]} (first)", f"{names[1]} (second)"]
    return manifests.draw_up(
        [absolute(one), absolute(other)],
        sources,
        pairs=max_pairs // len(sources),
        seed=seed,
        starts=starts,
        layout=layout,
        time_limit=time_limit,
        labels=dict(enumerate(names)),
        rules=rules,
        test=TestEntry(test.elo0, test.elo1, test.alpha, test.beta),
    )


def draw_up_again(
    record: Mapping[str, Any], where: Path, *, strict: bool = True, same_players: bool = True
) -> tuple[Manifest, list[str]]:
    """The manifest of a comparison that was recorded, and rulesets whose sources or players have changed since. Whether they
    play as they did, the games will say; who plays inside the kernels is part of them.

    Args:
        record: what was recorded.
        where: its file, for errors.
        strict: whether starts and layouts must be what they were, to the byte. Otherwise the games say that, too.
        same_players: whether files and weights of players must be what they were.

    Raises:
        UserError: files of players, scenarios or layouts are not what they were.
    """
    test, players = record["test"], record["players"]
    manifest = draw_up(
        players[0]["spec"],
        players[1]["spec"],
        [entry["source"] for entry in record["scenarios"]],
        ruleset=record["scenarios"][0]["ruleset"],
        test=Sprt(test["elo0"], test["elo1"], test["alpha"], test["beta"]),
        max_pairs=test["max_pairs"],
        seed=record["seed"],
        starts=max(entry["starts"] for entry in record["scenarios"]),
        layout=record["layout"],
        time_limit=record["time_limit"],
        rules=record["rules"],
    )
    for entry, now in zip(record["scenarios"], manifest.scenarios, strict=True):
        for key, what in (("content", now.name), ("layout", "the layout")):
            if strict and entry[key] != getattr(now, key):
                raise UserError(f"{where}: {what} changed since: {entry[key]}, here {getattr(now, key)}")
    pairs = zip(record["scenarios"], manifest.scenarios, strict=True)
    keys = ("rules", "content", "layout")
    changed = sorted({now.ruleset for entry, now in pairs if any(entry[key] != getattr(now, key) for key in keys)})
    for player, here in zip(players, manifest.players, strict=True):
        is_of_the_rules = bool(changed) and plain_kind(here.spec) in (NAMED, SEARCHER)
        if same_players and player["hashes"] != here.hashes and not is_of_the_rules:
            raise UserError(f"{where}: {here.name} has changed since ({here.spec})")
        changed += [
            slug for slug, digest in here.hashes.items() if player["hashes"].get(slug) != digest and slug not in changed
        ]
    return manifest, changed


def folder_name(manifest: Manifest) -> str:
    """What the folder of a comparison is called."""
    one, other = (re.sub(r"[^A-Za-z0-9_]+", "-", player.name).strip("-") for player in manifest.players)
    return f"{one}-v-{other}-{manifest.id[:8]}"


def play(
    folder: TournamentFolder,
    *,
    jobs: int = 1,
    stop: threading.Event | None = None,
    tell: Callable[[Trial], None] | None = None,
) -> Comparison:
    """Play until the test is over or stopped; the result is written as ``record.json``.

    Args:
        folder: of the comparison, locked.
        jobs: processes.
        stop: when it is set no further chunk is begun.
        ``tell``: called with the trial at the start and after every chunk.

    Raises:
        UserError: a process died, or the disk is full.
    """
    trial, stop = Trial(folder.manifest), stop or threading.Event()
    over = _Either(stop)
    done, _ = folder.finished(trial.plan)
    for number in sorted(done):
        trial.add(done[number])
    if tell is not None:
        tell(trial)
    for played in play_all(folder, trial.missing, jobs=jobs, stop=over):
        trial.add(played)
        if trial.is_over:
            over.set()
        if tell is not None:
            tell(trial)
    for number in trial.too_many:
        folder.file(number).unlink(missing_ok=True)
    comparison = Comparison.of(trial)
    write_record(comparison, folder.path / RECORD)
    return comparison


class _Either(threading.Event):
    """Set when it is set itself, or another one is."""

    def __init__(self, other: threading.Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        """Whether either is."""
        return super().is_set() or self._other.is_set()


def compare(
    one: str,
    other: str,
    scenario: str | Sequence[str] = SCENARIO,
    *,
    ruleset: str | None = None,
    elo0: float = 0.0,
    elo1: float = 20.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_pairs: int = MAX_PAIRS,
    seed: int = 0,
    starts: int = STARTS,
    jobs: int = 1,
    layout: str = "auto",
    time_limit: float | None = None,
    rules: Mapping[str, int | bool | str] | None = None,
    folder: str | Path | None = None,
) -> Comparison:
    """Is one player stronger than another? Play pairs of games until a sequential test knows.

    Accepted means a lead above ``elo0``, rejected a lead below ``elo1``, in logistic Elo: a lead of d stands for
    1 / (1 + 10^(-d / 400)) of the points, a draw half a point. See :class:`tactica.experiments.statistics.Sprt`.

    Args:
        one, other: names of players, see ``agents.players``; they may be the same.
        scenario: name (``small``, ``wfrp1/small``) or file, or several: each gets the same number of pairs. Starts
            are those of the split ``eval``, seeds of games those reserved for evaluation: training draws neither.
        ruleset: of bare names.
        elo0, elo1, alpha, beta: of the test.
        max_pairs: after which it ends undecided, over all scenarios.
        seed: of starts, dice and policies.
        starts: to draw from a scenario that leaves something to chance.
        jobs: processes; the result does not depend on it. A script then does its work under
            ``if __name__ == "__main__":``.
        layout, time_limit: for Python policies: what they see, seconds a call may take.
        rules: knobs by address, over those of the scenarios.
        folder: for the games: the same call continues there where it was stopped; None saves nothing.

    Returns:
        the verdict with its numbers.

    Raises:
        TypeError: a player is no spec; ValueError: an argument has no such value; UserError, UnknownPolicy, PlayerError,
        ScenarioError, KnobError: something named is missing or wrong; RuntimeError: several jobs from an unguarded script.
    """
    names = [scenario] if isinstance(scenario, str) else list(scenario)
    if jobs < 1 or max_pairs < 1 or starts < 1 or not names:
        raise ValueError("jobs, max_pairs and starts must be at least 1; name a scenario")
    if jobs > 1:
        refuse_unguarded_script(jobs)
    manifest = draw_up(
        one, other, names, ruleset=ruleset, test=Sprt(elo0, elo1, alpha, beta), max_pairs=max_pairs, seed=seed,
        starts=starts, layout=layout, time_limit=time_limit, rules=rules,
    )  # fmt: skip
    if jobs > 1:
        for slug in Counter(entry.ruleset for entry in manifest.scenarios):
            rulesets.get(slug).loops  # noqa: B018 (compiles, before the others would all do so)
    with tempfile.TemporaryDirectory() as scratch:
        held = open_folder(Path(scratch if folder is None else folder), manifest)
        with held.locked():
            return play(held, jobs=jobs)
