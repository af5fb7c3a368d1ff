"""A comparison as numbers and words, and as a record from which it can be played again.

A record holds everything the games depend on, and nothing of where and when they were played: the same games give the same
record, byte for byte, whether they were played at one go or not. Files of players and scenarios are named from the folder
the record lies in.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from ...agents.players import player_file
from ...envs.core.state import FORFEIT
from ...envs.replay.files import write_whole
from ..common import UserError
from ..sealing import Count, Positive, Seed, Starts, as_kind, read_sealed, sealed
from ..statistics import Share, Sprt, after_stopping, share_of
from ..tournament.manifest import SPLIT, LayoutName, Manifest, Seconds, TestEntry
from ..tournament.pairs import Pairs
from .trial import ACCEPTED, REJECTED, Trial

__all__ = ["RECORD", "Comparison", "from_folder", "games_digest", "here", "read_record", "write_record"]

FORMAT = 1
RECORD = "record.json"


class RecordedPlayer(msgspec.Struct, frozen=True):
    """A player of a record."""

    name: str
    spec: str
    hashes: dict[str, str]


class RecordedScenario(msgspec.Struct, frozen=True):
    """A scenario of a record."""

    source: str
    ruleset: str
    starts: Starts
    content: str
    rules: str
    layout: str


class RecordedTest(TestEntry, frozen=True, kw_only=True):
    """The test of a record."""

    max_pairs: Positive


class RecordedResult(msgspec.Struct, frozen=True):
    """Of the result of a record, what a repetition is compared with."""

    verdict: str
    pairs: Count
    points: Annotated[float, msgspec.Meta(ge=0, le=1)] | None
    games_digest: str


class Record(msgspec.Struct, frozen=True):
    """A recorded comparison, as JSON types have it; further fields do not matter."""

    players: Annotated[list[RecordedPlayer], msgspec.Meta(min_length=2, max_length=2)]
    scenarios: Annotated[list[RecordedScenario], msgspec.Meta(min_length=1)]
    seed: Seed
    layout: LayoutName
    time_limit: Seconds | None
    rules: dict[str, int | bool | str]
    test: RecordedTest
    result: RecordedResult


@dataclass(frozen=True)
class Comparison:
    """What a comparison says.

    Attributes:
        players: names of the two; everything is said of the first.
        verdict: ``accepted`` (the first leads by more than elo0), ``rejected`` (by less than elo1), or ``undecided``.
        is_over: it stopped by itself; False when it was interrupted.
        in_vain: it stopped because every further game would have been a repetition.
        test: elo0, elo1, alpha, beta, and the bounds of the LLR.
        llr: of the pairs that count.
        counts: pairs that count by points, 0, 1/2, 1, 3/2, 2; five numbers.
        pairs, games: played.
        distinct: games that are no repetitions of others.
        share: of the points, over all scenarios.
        elo, low, high: the lead in logistic Elo and its 95 % interval, allowing for when the test stopped.
        draws: share of the games that nobody won, over all scenarios.
        places: share of the points by scenario.
        place_draws: share of the games that nobody won by scenario.
        forfeits: games each of the two lost by failing to answer.
        reason: why the first of them was forfeited; empty for none.
        stalled: games cut off by the safety cap.
        split: of the starts: ``eval``.
        games_digest: 16 hex digits over how every game went.
        manifest: what was played.
    """

    players: tuple[str, str]
    verdict: str
    is_over: bool
    in_vain: bool
    test: Sprt
    llr: float
    counts: tuple[int, ...]
    pairs: int
    games: int
    distinct: int
    share: Share
    draws: float
    elo: float
    low: float
    high: float
    places: dict[str, Share]
    place_draws: dict[str, float]
    forfeits: tuple[int, int]
    reason: str
    stalled: int
    split: str
    games_digest: str
    manifest: Manifest = field(repr=False)

    @classmethod
    def of(cls, trial: Trial) -> Comparison:
        """What a trial says after its last look."""
        manifest, pairs = trial.manifest, trial.pairs
        clusters = pairs.clusters()
        llr, counts = (trial.looks[-1].llr, trial.looks[-1].counts) if trial.looks else (0.0, np.zeros(5, np.int64))
        counted = np.maximum.accumulate([int(look.counts.sum()) for look in trial.looks] or [0])
        counted[-1] = counts.sum()
        rising = np.unique(counted[(counted > 0) & (counted <= counted[-1])])
        elo, low, high = after_stopping(trial.test, counts, rising, llr)
        forfeited = pairs.endings == FORFEIT
        return cls(
            players=(manifest.player_names[0], manifest.player_names[1]),
            verdict=trial.verdict,
            is_over=trial.is_over,
            in_vain=trial.in_vain,
            test=trial.test,
            llr=llr,
            counts=tuple(counts.tolist()),
            pairs=len(pairs),
            games=pairs.games,
            distinct=clusters.unique_count,
            share=share_of(clusters),
            draws=clusters.draws,
            elo=elo,
            low=low,
            high=high,
            places={
                name: share_of(clusters.chosen(clusters.scenario == i))
                for i, name in enumerate(manifest.scenario_names)
            },
            place_draws={
                name: clusters.chosen(clusters.scenario == i).draws for i, name in enumerate(manifest.scenario_names)
            },
            forfeits=(int((forfeited & (pairs.results == 2)).sum()), int((forfeited & (pairs.results == 0)).sum())),
            reason=next(iter(pairs.reasons.values()), ""),
            stalled=pairs.stalled,
            split=SPLIT,
            games_digest=games_digest(pairs),
            manifest=manifest,
        )

    @property
    def accepted(self) -> bool:
        """Whether the first player was accepted as stronger."""
        return self.verdict == ACCEPTED

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        one, other = self.players
        elo0, elo1 = self.test.elo0, self.test.elo1
        if self.verdict == ACCEPTED:
            if elo0 < 0:
                return f"accepted: if {one} is weaker than {other}, then by less than {-elo0:g} Elo"
            more = "" if elo0 == 0 else f" by more than {elo0:g} Elo"
            return f"accepted: {one} is stronger than {other}{more}"
        if self.verdict == REJECTED:
            if elo1 <= 0:
                return f"rejected: {one} is weaker than {other}" + (f" by more than {-elo1:g} Elo" if elo1 < 0 else "")
            return f"rejected: {one} is not stronger than {other} by {elo1:g} Elo"
        if self.in_vain:
            return (
                "undecided: every start goes the same way each time it is played, so more games would say nothing new"
            )
        return (
            f"undecided: {self.pairs:,} {'pair does' if self.pairs == 1 else 'pairs do'} not decide between a lead of "
            f"{elo0:g} and of {elo1:g} Elo"
        )

    def __repr__(self) -> str:
        test = self.test
        return (
            f"Comparison({' v '.join(self.players)}: {self.verdict}, {elo_text(self.elo)} Elo, 95 % interval "
            f"{elo_text(self.low)} to {elo_text(self.high)}, LLR {self.llr:+.2f} ({test.lower:.2f} to {test.upper:+.2f}), "
            f"{self.pairs:,} pairs, {self.distinct:,} distinct games)"
        )

    def record(self, folder: Path) -> dict[str, Any]:
        """Everything as JSON types; what is not known or infinite is None.

        Args:
            folder: that files are named from.
        """
        manifest, test = self.manifest, self.test
        return {
            "comparison": FORMAT,
            "answer": self.sentence,
            "players": [
                {"name": player.name, "spec": from_folder(player.spec, folder), "hashes": player.hashes}
                for player in manifest.players
            ],
            "scenarios": [
                {
                    "source": from_folder(entry.source, folder),
                    **{key: getattr(entry, key) for key in ("ruleset", "starts", "sides", "content", "rules", "layout")},
                }
                for entry in manifest.scenarios
            ],
            "split": self.split,
            "seed": manifest.seed,
            "layout": manifest.layout,
            "time_limit": manifest.time_limit,
            "rules": manifest.overrides,
            "test": {
                "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta,
                "max_pairs": manifest.pairs * len(manifest.scenarios),
            },
            "versions": manifest.versions,
            "result": {
                "verdict": self.verdict,
                "is_over": self.is_over,
                "llr": _number(self.llr),
                "lower": _number(test.lower),
                "upper": _number(test.upper),
                "elo": _number(self.elo),
                "low": _number(self.low),
                "high": _number(self.high),
                "points": _number(self.share.value),
                "draws": _number(self.draws),
                "pairs": self.pairs,
                "games": self.games,
                "distinct_games": self.distinct,
                "pairs_by_points": list(self.counts),
                "points_by_scenario": {
                    from_folder(name, folder): _number(share.value) for name, share in self.places.items()
                },
                "forfeits": list(self.forfeits),
                "stalled": self.stalled,
                "games_digest": self.games_digest,
            },
        }  # fmt: skip


def elo_text(elo: float) -> str:
    """A lead in words: +12.3; no decimals from 100 on, +inf or -inf without a bound, ? for nan."""
    if math.isnan(elo):
        return "?"
    return f"{elo:+.1f}" if abs(elo) < 100 else f"{elo:+,.0f}" if math.isfinite(elo) else "+inf" if elo > 0 else "-inf"


def _number(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None


def games_digest(pairs: Pairs) -> str:
    """16 hex digits over how every game went, in the order of the plan."""
    digest = hashlib.sha256()
    for array in (pairs.scenario, pairs.number, pairs.row, pairs.traces()):
        digest.update(np.ascontiguousarray(array, np.int64).tobytes())
    return digest.hexdigest()[:16]


def from_folder(spec: str, folder: Path) -> str:
    """A spec with its file named from a folder; one without a file as it is."""
    path, colon, name = spec.rpartition(":") if ".py:" in spec else (spec, "", "")
    return os.path.relpath(path, folder.resolve()) + colon + name if Path(path).is_absolute() else spec


def here(spec: str, folder: Path) -> str:
    """A spec whose file was named from a folder, as it is found from anywhere; the other way of :func:`from_folder`."""
    file = player_file(spec)
    if file is None or not spec.startswith(str(file)):
        return spec
    return str((folder / file).resolve()) + spec[len(str(file)) :]


def record_of(comparison: Comparison, folder: Path) -> dict[str, Any]:
    """A record under its checksum, with files named as they are found from a folder."""
    found: dict[str, Any] = sealed(msgspec.to_builtins(comparison.record(folder)))
    return found


def write_record(comparison: Comparison, path: Path) -> Path:
    """Write a record, whole or not at all.

    Raises:
        UserError: it cannot be written.
    """
    data = msgspec.json.format(msgspec.json.encode(record_of(comparison, path.absolute().parent)), indent=1)
    try:
        return write_whole(path, data + b"\n")
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None


def read_record(path: Path) -> Mapping[str, Any]:
    """A record, with names of files relative to the working folder.

    Raises:
        UserError: it cannot be read, or is no record of this version.
    """
    known = read_sealed(path, "record of a comparison", "comparison", FORMAT, "tactica compare", needs_seal=False)
    as_kind(known, Record, path)
    for entry, key in [*((one, "spec") for one in known["players"]), *((one, "source") for one in known["scenarios"])]:
        entry[key] = here(entry[key], path.absolute().parent)
    return known
