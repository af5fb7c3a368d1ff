"""Tasks of the benchmark, declared in one file for each version: ``configs/benchmark/v1.yaml``.

A task is a list of parts, each one ruleset, some scenarios, the rules changed there, and the opponents. The file is strict like a
scenario: every mistake is shown with file, line and what is allowed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from ... import configs
from ...agents.players import load_player, player_file
from ...envs import rulesets, scenario
from ...envs.core.spelling import did_you_mean
from ...envs.engine.behaviours import shipped as behaviours
from ...envs.engine.players import SEARCHER, plain_kind
from ...envs.engine.pools import open_pool
from ...envs.scenario import Fault, ScenarioError
from ...envs.scenario.files import read_model
from ...envs.scenario.problems import listed, unknown
from ...envs.scenario.source import Source
from ..common import UserError

__all__ = ["BOOKS", "FOLDER", "USUAL", "Task", "TaskPart", "Tasks", "TasksModel", "load", "shipped"]

FOLDER = configs.FOLDER / "benchmark"
USUAL = "v1"
BOOKS = "books"

Names = Annotated[list[str], Field(min_length=1, max_length=100)]
Pairs = Annotated[int, Field(ge=1, le=100_000)]


class Keys(BaseModel):
    """A mapping of the file."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class KindModel(Keys):
    """A kind of task: every ruleset has one of it."""

    asks: str = Field(min_length=1, description="what it asks, in one line")
    scenarios: Names = Field(description="scenarios of the evaluation")
    train_on: list[str] = Field(default=[], description="scenarios to train on; empty for those of the evaluation")
    pairs: Pairs = Field(description="pairs of games with each opponent in each scenario")
    search_pairs: Pairs = Field(description="the same for opponents that search")
    changes_rules: bool = Field(default=False, description="whether it is played under each house rule")


class RulesetModel(Keys):
    """Opponents and house rules of a ruleset."""

    field: Names = Field(description="opponents of the evaluation: behaviours that ship, and searches")
    training: list[str] = Field(default=[], description="opponents suggested for training; none of the field")
    house_rules: list[dict[str, int | bool | str]] = Field(
        default=[], description="changed knobs by address, one mapping for each house rule"
    )


class BooksModel(Keys):
    """The task in which one agent plays all rulesets."""

    asks: str = Field(min_length=1, description="what it asks, in one line")
    of: str = Field(description="the kind of task whose mean it is")


class TasksModel(Keys):
    """The keys of a version of the benchmark."""

    version: str = Field(min_length=1, max_length=40, description="its name, which never gets another meaning")
    about: str = Field(default="", description="what it measures")
    seed: int = Field(ge=0, le=2**63 - 1, description="seed of starts, dice and policies")
    frames: list[int] = Field(default=[], description="budgets of training, in decisions, that an entrant declares")
    seeds: int = Field(default=1, ge=1, le=1000, description="training seeds that a method should enter")
    kinds: dict[str, KindModel] = Field(min_length=1, description="kinds of tasks by name")
    rulesets: dict[str, RulesetModel] = Field(min_length=1, description="rulesets by name")
    books: BooksModel | None = Field(default=None, description="the task of all rulesets")


@dataclass(frozen=True)
class TaskPart:
    """Part of a task: some scenarios of a ruleset under the same rules.

    Attributes:
        name: ``wfrp1``, or ``wfrp1, parry.shield.shield_parry_bonus=0``.
        ruleset: slug.
        scenarios: as ``wfrp1/small``.
        rules: changed knobs by address.
        opponents: the field.
        pairs, search_pairs: with each opponent in each scenario; with one that searches.
    """

    name: str
    ruleset: str
    scenarios: tuple[str, ...]
    rules: dict[str, int | bool | str]
    opponents: tuple[str, ...]
    pairs: int
    search_pairs: int

    def pairs_with(self, opponent: str) -> int:
        """Pairs of games with an opponent in each scenario."""
        return self.search_pairs if plain_kind(opponent) is SEARCHER else self.pairs


@dataclass(frozen=True)
class Task:
    """A task.

    Attributes:
        name: ``wfrp1/small``, or ``books``.
        version: of the benchmark.
        asks: what it asks, in one line.
        parts: what is played.
        seed: of starts, dice and policies.
        train_on: scenarios to train on.
        training: opponents suggested for training.
        frames, seeds: budgets and number of training seeds.
    """

    name: str
    version: str
    asks: str
    parts: tuple[TaskPart, ...]
    seed: int
    train_on: tuple[str, ...]
    training: tuple[str, ...]
    frames: tuple[int, ...]
    seeds: int

    @property
    def rulesets(self) -> list[str]:
        """Slugs, each once."""
        return list(dict.fromkeys(part.ruleset for part in self.parts))

    @property
    def games(self) -> int:
        """Games of one agent, without those with an idle player."""
        pairs = (len(part.scenarios) * part.pairs_with(one) for part in self.parts for one in part.opponents)
        return 2 * sum(pairs)

    @property
    def content(self) -> str:
        """16 hex digits over all that decides the games; words do not count."""
        found = msgspec.json.encode([self.version, self.name, self.seed, self.parts], order="deterministic")
        return hashlib.sha256(found).hexdigest()[:16]


@dataclass(frozen=True)
class Tasks:
    """A version of the benchmark.

    Attributes:
        spec: what it was loaded from: the name of one that ships, or a file.
        model: its keys.
        source: where they stand.
    """

    spec: str
    model: TasksModel
    source: Source

    @property
    def names(self) -> list[str]:
        """Names of all tasks, in the order of the file."""
        found = [f"{slug}/{kind}" for slug in self.model.rulesets for kind in self._kinds(slug)]
        return found + ([BOOKS] if self.model.books is not None else [])

    def _kinds(self, slug: str) -> Iterator[str]:
        for name, kind in self.model.kinds.items():
            if not kind.changes_rules or self.model.rulesets[slug].house_rules:
                yield name

    def all(self) -> list[Task]:
        """All tasks; players and knobs are not looked at."""
        return [self._task(name) for name in self.names]

    def task(self, name: str) -> Task:
        """A task, after checking everything it names.

        Raises:
            UserError: unknown task; ScenarioError: an opponent or a knob is wrong.
        """
        if name not in self.names:
            ends = [known for known in self.names if known.endswith(f"/{name}")]
            hint = f"; write {' or '.join(ends)}" if ends else did_you_mean(name, self.names)
            raise UserError(f"unknown task {name!r} of {self.model.version}{hint}; allowed: {', '.join(self.names)}")
        found = self._task(name)
        if faults := [fault for slug in found.rulesets for fault in self._faults(slug)]:
            raise ScenarioError(self.source.problems(faults))
        return found

    def _task(self, name: str) -> Task:
        model = self.model
        if name == BOOKS:
            assert model.books is not None
            kind, slugs, asks = model.books.of, list(model.rulesets), model.books.asks
        else:
            slug, _, kind = name.partition("/")
            slugs, asks = [slug], model.kinds[kind].asks
        about = model.kinds[kind]
        suggested = [model.rulesets[slug].training for slug in slugs]
        return Task(
            name=name,
            version=model.version,
            asks=asks,
            parts=tuple(part for slug in slugs for part in self._parts(slug, about)),
            seed=model.seed,
            train_on=tuple(f"{slug}/{one}" for slug in slugs for one in about.train_on or about.scenarios),
            training=tuple(dict.fromkeys(one for several in suggested for one in several)),
            frames=tuple(model.frames),
            seeds=model.seeds,
        )

    def _parts(self, slug: str, kind: KindModel) -> Iterator[TaskPart]:
        given = self.model.rulesets[slug]
        for rules in given.house_rules if kind.changes_rules else [{}]:
            changed = "".join(f", {address}={value}" for address, value in rules.items())
            places = tuple(f"{slug}/{one}" for one in kind.scenarios)
            yield TaskPart(
                f"{slug}{changed}", slug, places, dict(rules), tuple(given.field), kind.pairs, kind.search_pairs
            )

    def _faults(self, slug: str) -> Iterator[Fault]:
        """Opponents and knobs of a ruleset that are wrong."""
        given, ruleset = self.model.rulesets[slug], rulesets.get(slug)
        for key, players in (("field", given.field), ("training", given.training)):
            for k, spec in enumerate(players):
                place = ("rulesets", slug, key, k)
                if spec in players[:k]:
                    yield Fault(place, f"{spec} is listed twice", "each player once")
                elif key == "training" and spec in given.field:
                    yield Fault(place, f"{spec} is in the field", "players that are not in the field")
                elif spec not in behaviours() and player_file(spec) is not None:
                    yield Fault(place, f"{spec} is a file", "behaviours that ship, and searches, which never change")
                else:
                    try:
                        load_player(spec, ruleset)
                    except ValueError as error:
                        yield Fault(place, str(error))
        kind = next((one for one in self.model.kinds.values() if one.changes_rules), None)
        for k, rules in enumerate(given.house_rules if kind is not None else []):
            assert kind is not None
            try:
                open_pool(ruleset, kind.scenarios[0], n=1, rules=rules)
            except (ValueError, LookupError) as error:
                yield Fault(("rulesets", slug, "house_rules", k), str(error))


def shipped() -> list[str]:
    """Versions that come with the project."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def load(name: str = USUAL) -> Tasks:
    """Read and check a version of the benchmark.

    Args:
        name: of a version that ships, or a file.

    Raises:
        UserError: unknown version; ScenarioError: the file is wrong; every problem names file, line, key and what is
            allowed.
    """
    is_file = name.endswith((".yaml", ".yml"))
    if not is_file and name not in shipped():
        raise UserError(f"no benchmark {name!r}; allowed: {', '.join(shipped())}, or a file")
    path = Path(name).resolve() if is_file else FOLDER / f"{name}.yaml"
    model, source = read_model(path, TasksModel, ScenarioError, "a benchmark")
    if faults := list(_faults(model)):
        raise ScenarioError(source.problems(faults))
    return Tasks(str(path) if is_file else name, model, source)


def _faults(model: TasksModel) -> Iterator[Fault]:
    """Unknown rulesets, scenarios and kinds."""
    for slug in model.rulesets:
        if slug not in rulesets.names():
            yield Fault(("rulesets", slug), unknown("ruleset", slug, rulesets.names()), listed(rulesets.names()))
            continue
        known = scenario.shipped(slug)
        for name, kind in model.kinds.items():
            for key, places in (("scenarios", kind.scenarios), ("train_on", kind.train_on)):
                for k, one in enumerate(places):
                    if one not in known:
                        yield Fault(("kinds", name, key, k), unknown(f"scenario of {slug}", one, known), listed(known))
                    elif one in places[:k]:
                        yield Fault(("kinds", name, key, k), f"{one} is listed twice", "each scenario once")
    if model.books is not None:
        kinds = [name for name, kind in model.kinds.items() if not kind.changes_rules]
        if model.books.of not in kinds:
            yield Fault(("books", "of"), unknown("kind", model.books.of, kinds), listed(kinds))
