"""The map of what works: the best tactic found for each way to fight, by quality diversity with sparse changes.

Styles are measured, not written: what a tactic does in its games. pyribs keeps, for each cell of a grid of two styles, the best
tactic that fights so (MAP-Elites: J.-B. Mouret, J. Clune, 2015, Illuminating search spaces by mapping elites). Its entries are
lucky as well as good; so all of them are judged once more, and only what they reach then is shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from ....envs import rulesets
from ...common import UserError
from .genome import Genome, borrowing, names_of
from .ground import Asked, Ground, Met, Mixture

if TYPE_CHECKING:
    from ...statistics import Share

__all__ = ["MISSING", "Atlas", "Cell", "Survey", "draw_map", "is_installed", "style_names", "styles_of"]

MISSING = "the map needs pyribs: pip install 'tactica[lab]' (or pass --no-map)"
REGION, JUDGED = 1 << 42, 1 << 43  # pairs of the search, and of the second judgement
WIDER = 0.3  # of the range of styles seen at first, that the map reaches beyond it
#: Styles made of several measures: name, meaning, measures above and below; those of the enemies begin with "their".
MADE = (
    ("aggression", "damage dealt in a round", ("damage dealt",), ("rounds",)),
    ("focus", "enemies out of action for each point of damage", ("their deaths", "their destroyed"), ("damage dealt",)),
)
USUAL = ("aggression", "distance kept")


class Survey(msgspec.Struct, frozen=True):
    """How a map is made.

    Attributes:
        tactics: how many are tried.
        pairs: each plays, at first.
        again: pairs for those that are on the map in the end.
        cells: along each side.
        batch: tactics tried side by side.
        axes: the two styles; empty for those the ruleset measures.
    """

    tactics: int = 240
    pairs: int = 42
    again: int = 140
    cells: int = 7
    batch: int = 24
    axes: tuple[str, ...] = ()


class Cell(NamedTuple):
    """A tactic on the map.

    Attributes:
        at: its cell, along both axes.
        genome: the tactic.
        selected: share of the points by which it got there.
        share: what it reached when it was judged again.
        style: what it did then.
    """

    at: tuple[int, int]
    genome: Genome
    selected: float
    share: Share
    style: dict[str, float]


class Atlas(NamedTuple):
    """A map.

    Attributes:
        axes: names of the two styles.
        ranges: of each.
        size: cells along each side.
        cells: those with a tactic.
        tried: tactics.
    """

    axes: tuple[str, str]
    ranges: tuple[tuple[float, float], tuple[float, float]]
    size: int
    cells: list[Cell]
    tried: int


def is_installed() -> bool:
    """Whether maps can be made."""
    import importlib.util

    return importlib.util.find_spec("ribs") is not None


def styles_of(met: Met) -> dict[str, float]:
    """How a player fought: its measures, those made of several, and the share of its games that were drawn."""
    own = {**met.style(), "rounds": float(met.games.rounds.mean()), "drawn": float((met.games.points == 0.5).mean())}
    known = {**own, **{f"their {name}": value for name, value in met.style_of_others().items()}}
    for name, _, above, below in MADE:
        over = [known[part] for part in above if part in known]
        under = [known[part] for part in below if part in known]
        if over and under and under[0] > 0:
            own[name] = over[0] / under[0]
    return own


def style_names(slug: str) -> list[str]:
    """Every style that :func:`styles_of` may know in a ruleset."""
    own = [measure.name for measure in rulesets.get(slug).book.tactics.measures]
    own += ["distance kept", "rounds", "drawn"]
    known = {*own, *(f"their {name}" for name in own)}
    made = [name for name, _, above, below in MADE if known & set(above) and known & set(below)]
    return list(dict.fromkeys([*own, *made]))


def meanings() -> dict[str, str]:
    """What the styles mean that are made of several measures."""
    return {name: meaning for name, meaning, *_ in MADE}


def draw_map(ground: Ground, known: Sequence[Genome], mixture: Mixture, survey: Survey, *, seed: int) -> Atlas:
    """Search for the best tactic of each style.

    Args:
        ground, mixture: where, and the opponents.
        known: tactics to begin with.
        survey: how.
        seed: of the changes.

    Raises:
        UserError: pyribs is missing, or a style is not measured here. Stopped: before it was done.
    """
    if not is_installed():
        raise UserError(MISSING)
    from ribs.archives import GridArchive
    from ribs.schedulers import Scheduler

    at = REGION
    met = ground.meet([Asked(genome.player(), mixture, at, survey.pairs) for genome in known])
    seen = [styles_of(one) for one in met]
    axes = _axes(survey.axes, seen)
    ranges = (_range([one[axes[0]] for one in seen]), _range([one[axes[1]] for one in seen]))
    archive = GridArchive(
        solution_dim=len(names_of(ground.slug)) + 1, dims=[survey.cells] * 2, ranges=list(ranges), seed=seed
    )
    emitter = sparse_emitter(archive, known, survey.batch, seed)
    scheduler = Scheduler(archive, [emitter])
    tried = 0
    while tried < survey.tactics:
        scheduler.ask()
        at += survey.pairs
        met = ground.meet([Asked(genome.player(), mixture, at, survey.pairs) for genome in emitter.asked])
        styles = [styles_of(one) for one in met]
        measured = [[style.get(axis, math.nan) for axis in axes] for style in styles]
        low = np.array([pair[0] for pair in ranges])
        scheduler.tell([float(one.points.mean()) for one in met], np.where(np.isnan(measured), low, measured))
        tried += len(met)
    return _judged(ground, archive, emitter, mixture, survey, axes, ranges, tried)


def _judged(
    ground: Ground, archive: Any, emitter: Any, mixture: Mixture, survey: Survey,
    axes: tuple[str, str], ranges: Any, tried: int,
) -> Atlas:  # fmt: skip
    """The map with what its tactics reach on starts and dice that nobody chose them by."""
    found = archive.data(["solution", "objective", "index"], return_type="dict")
    order = np.argsort(found["index"])
    genomes = [emitter.genomes[round(found["solution"][k][-1])] for k in order]
    met = ground.meet([Asked(genome.player(), mixture, JUDGED, survey.again, fresh=True) for genome in genomes])
    places = archive.int_to_grid_index(found["index"][order])
    cells = [
        Cell((int(place[0]), int(place[1])), genome, float(found["objective"][k]), one.share(), styles_of(one))
        for place, genome, k, one in zip(places, genomes, order, met, strict=True)
    ]
    return Atlas(axes, ranges, survey.cells, cells, tried)


def _axes(wanted: Sequence[str], seen: Sequence[dict[str, float]]) -> tuple[str, str]:
    """The two styles of a map: those asked for, else the usual ones, else those in which the players differ most."""
    known = [name for name in seen[0] if all(name in one for one in seen)]
    for name in wanted:
        if name not in known:
            raise UserError(f"style {name!r} is not measured here; choose from: {', '.join(known)}")

    def spread(name: str) -> float:
        values = np.array([one[name] for one in seen])
        return float(values.std() / max(abs(values.mean()), 1e-9))

    rest = sorted((name for name in known if name not in USUAL), key=spread, reverse=True)
    order = [*wanted, *(name for name in (*USUAL, *rest) if name in known and name not in wanted)]
    if len(order) < 2:
        raise UserError("this ruleset measures fewer than two styles; use --no-map")
    return order[0], order[1]


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    more = WIDER * max(high - low, 0.1 * abs(high), 1e-3)
    return max(low - more, 0.0) if low >= 0 else low - more, high + more


def sparse_emitter(archive: Any, known: Sequence[Genome], batch: int, seed: int) -> Any:
    """An emitter of pyribs whose solutions are tactics on the map with a small change each; the first ones are those known.

    A solution is the numbers of a tactic, and at its end which tactic of ``genomes`` it is, for doctrines are no numbers.
    """
    from ribs.emitters import EmitterBase

    class SparseEmitter(EmitterBase):
        """See above."""

        def __init__(self) -> None:
            names = names_of(known[0].slug)
            super().__init__(archive, solution_dim=len(names) + 1, bounds=None, lower_bounds=None, upper_bounds=None)
            self.names, self.rng = names, np.random.default_rng([seed, 7])
            self.genomes: list[Genome] = []
            self.asked: list[Genome] = list(known)
            self.tried: set[str] = set()

        def ask(self) -> np.ndarray:
            """Those known at first; then elites, all cells equally likely, each with a change."""
            if self.genomes:
                parents = self.archive.sample_elites(batch)["solution"]
                self.asked = [self.changed(self.genomes[round(parent[-1])]) for parent in parents]
            first = len(self.genomes)
            self.genomes += self.asked
            return np.array(
                [
                    [*(genome.numbers.get(name, 0.0) for name in self.names), first + k]
                    for k, genome in enumerate(self.asked)
                ]
            )

        def changed(self, genome: Genome) -> Genome:
            """A change that was not tried yet, if one is found in a few attempts."""
            for _ in range(20):
                found = borrowing(genome, self.rng)
                if self.rng.random() < 0.3:
                    found = borrowing(found, self.rng)
                if found.digest not in self.tried:
                    break
            self.tried.add(found.digest)
            return found

    return SparseEmitter()
