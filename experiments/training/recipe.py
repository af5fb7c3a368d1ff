"""Recipes: how an opponent is trained, as a YAML file.

    about: Cloned from the guardian, then trained against a league.
    ruleset: wfrp1
    scenarios: {small_random: 3, small: 1}
    clone: {teacher: guardian}
    league: {anchors: [guardian, charger, archer]}
    ppo: {generations: 20}

Everything else has a usual value; ``configs/schemas/training.json`` gives editors completion
(``python -m tactica.experiments.training.recipe`` writes it).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

from ... import configs
from ...agents.players import load_player
from ...envs import rulesets
from ...envs.core.printable import why_no_file
from ...envs.engine.networks import load_network
from ...envs.engine.players import seat_code
from ...envs.engine.pools import open_pool
from ...envs.scenario import Fault, Problem, ScenarioError
from ...envs.scenario.files import model_of, read_model
from ...envs.scenario.problems import listed, unknown
from ..common import UserError
from .datasets import DatasetError, GameDataset

__all__ = ["Recipe", "RecipeError", "RunError", "find", "load", "read", "shipped", "with_settings"]

FOLDER = configs.FOLDER / "training"
MOST_TIMES = 100  # a scenario is drawn
SETTINGS = "--set"  # in place of a file, where a setting is wrong

Count = Annotated[int, Field(ge=1, le=10**9)]
Share = Annotated[float, Field(ge=0, le=1)]


class RecipeError(ScenarioError):
    """A recipe is wrong. ``problems`` holds everything found; the text has one problem a line."""


class RunError(UserError):
    """A folder cannot be trained in; the message says why."""


class RecipePart(BaseModel):
    """A part of a recipe."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True, strict=True)


class NetworkPart(RecipePart):
    """The network."""

    width: int = Field(default=32, ge=4, le=256, description="numbers in the vector of a unit")
    trunk: int = Field(default=64, ge=4, le=512, description="numbers in the trunk")
    cell_width: int = Field(default=24, ge=4, le=256, description="numbers in the vector of a cell")


class ClonePart(RecipePart):
    """Imitation, before anything is learnt by trial."""

    teacher: str = Field(
        default="guardian", description="whose answers are imitated: any player inside the kernels, a search too"
    )
    dataset: str = Field(
        default="",
        description="recorded games whose answers are imitated in place of a teacher's: a dataset of tactica benchmark dataset, "
        "by Minari's name or its folder",
    )
    players: list[str] = Field(
        default=[], max_length=100, description="players of the dataset that are imitated; empty for all"
    )
    decisions: Count = Field(
        default=400_000,
        description="answers that are imitated; of a dataset at most, as each is used once in each pass",
    )
    dither: Share = Field(
        default=0.1,
        description="share of the answers that are played at random instead, to see other positions; of a teacher",
    )
    epochs: int = Field(default=3, ge=1, le=100, description="passes over the data")
    learning_rate: float = Field(default=0.001, gt=0, le=1)


class ExpertPart(RecipePart):
    """Expert iteration: what is learnt guides a search, and the network learns to answer as the search does."""

    every: int = Field(default=5, ge=1, description="generations from one time to the next")
    simulations: int = Field(default=32, ge=1, le=100_000, description="of the search, for a decision")
    caution: float = Field(default=1.0, ge=0, le=100, description="of the search, see its options")
    decisions: Count = Field(default=32_768, description="answers that are imitated")
    dither: Share = Field(default=0.1, description="share of the answers that are played at random instead")
    epochs: int = Field(default=2, ge=1, le=100, description="passes over the data")
    learning_rate: float = Field(default=0.0003, gt=0, le=1)


class PpoPart(RecipePart):
    """Masked PPO; a generation is the unit that is evaluated, saved and resumed."""

    generations: int = Field(default=20, ge=0, le=10_000, description="how many")
    frames: Count = Field(default=131_072, description="decisions of the learner in a generation")
    envs: int = Field(default=256, ge=1, le=65_536, description="games side by side")
    steps: int = Field(default=64, ge=1, le=65_536, description="decisions of each between two updates")
    batch: Count = Field(default=4096, description="decisions in a minibatch")
    epochs: int = Field(default=2, ge=1, le=100, description="passes over the data")
    learning_rate: float = Field(
        default=0.0003, gt=0, le=1, description="initial learning rate; decays to a tenth of it"
    )
    discount: float = Field(default=1.0, gt=0, le=1)
    trace: Share = Field(default=0.95, description="GAE lambda")
    clip: float = Field(default=0.2, gt=0, le=1)
    entropy: float = Field(default=0.005, ge=0, le=1, description="weight of the entropy")
    draw_cost: Share = Field(
        default=0.0,
        description="what a game that nobody wins costs, so that waiting does not pay; a lost one costs 1. The values that the "
        "network learns count it",
    )
    shaping: float = Field(
        default=0.3,
        ge=0,
        le=10,
        description="weight of the staying power gained over the enemy, where the rulebook measures it",
    )


class LeaguePart(RecipePart):
    """The learner's opponents."""

    anchors: list[str] = Field(
        default=["guardian", "charger", "archer"],
        min_length=1,
        description="players that stay as they are; those in Python, FILE.py:Name, are slow",
    )
    anchor_share: Share = Field(
        default=0.6, description="share of the games against anchors; the rest against former selves"
    )
    idle_share: Share = Field(
        default=0.0, description="share of the games against a player that does nothing, so that waiting does not pay"
    )
    keep: int = Field(default=8, ge=0, le=200, description="former selves in the league, the oldest dropped first")
    every: int = Field(default=2, ge=1, description="generations from one former self to the next")
    exploiter_every: int = Field(default=0, ge=0, description="generations from one exploiter to the next; 0 none")
    exploiter_generations: int = Field(
        default=2, ge=1, le=100, description="generations an exploiter learns to beat the present self"
    )


class EvaluationPart(RecipePart):
    """What each generation is judged by: the same starts and dice for all, disjoint from those of training."""

    pairs: int = Field(default=200, ge=2, le=1_000_000, description="pairs of games against each anchor")
    still_pairs: int = Field(
        default=100,
        ge=0,
        le=1_000_000,
        description="pairs against itself, and against a player that does nothing; 0: none",
    )
    most_draws: Share = Field(
        default=0.1, description="share of drawn games against itself that the best network should not exceed"
    )
    most_idle: Share = Field(
        default=0.05, description="share of the points that a player which does nothing should not take from it"
    )
    finalists: int = Field(
        default=3, ge=1, le=50, description="generations that are judged once more, on fresh starts and dice"
    )
    averaged: int = Field(
        default=0,
        ge=0,
        le=200,
        description="the last generations whose average is a finalist too (stochastic weight averaging); 0: none",
    )
    final_pairs: int = Field(
        default=1000,
        ge=2,
        le=1_000_000,
        description="pairs each of them plays against each anchor then, and each other one",
    )
    meeting_share: Share = Field(
        default=0.5,
        description="how much the games of the finalists with one another count for the best network; the rest is what they "
        "take from the anchors",
    )


class Recipe(RecipePart):
    """How an opponent is trained."""

    about: str = Field(default="", max_length=2000, description="what it is for, in a sentence")
    ruleset: str = Field(description="slug of the rulebook")
    scenarios: dict[str, int] = Field(min_length=1, max_length=50, description="scenarios and how often each is drawn")
    rules: dict[str, int | bool | str] = Field(default_factory=dict, max_length=200, description="knobs by address")
    seed: int = Field(default=1, ge=0, le=2**31 - 1)
    deterministic: bool = Field(default=True, description="whether it plays its best answer when it is used, or draws")
    network: NetworkPart = NetworkPart()
    begin: str = Field(
        default="",
        description="network to begin with in place of a clone: trained:NAME, or FILE.safetensors; the scenarios must fit it",
    )
    clone: ClonePart | None = ClonePart()
    expert: ExpertPart | None = None
    ppo: PpoPart = PpoPart()
    league: LeaguePart = LeaguePart()
    evaluation: EvaluationPart = EvaluationPart()

    @property
    def listed(self) -> list[str]:
        """The scenarios, each as often as it is drawn."""
        return [name for name, times in self.scenarios.items() for _ in range(times)]

    @property
    def digest(self) -> str:
        """16 hex digits over everything but the words about it."""
        found = self.model_dump(exclude={"about"})
        return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:16]

    def to_yaml(self) -> str:
        """As a file would have it."""
        return yaml.safe_dump(self.model_dump(exclude_defaults=True), sort_keys=False, allow_unicode=True)


def shipped() -> list[str]:
    """Names of the recipes that come with the project."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def find(name: str | Path) -> Path:
    """The file of a recipe: a path, or the name of a recipe that ships.

    Raises:
        RecipeError: no such recipe.
    """
    for path in (Path(name), FOLDER / f"{name}.yaml"):
        if path.is_file():
            return path
    what = why_no_file(Path(name)) if Path(name).exists() else "no such recipe"
    raise RecipeError([Problem(str(name), 0, "", what, f"a file, or one of {listed(shipped())}")])


def load(name: str | Path, settings: Mapping[str, Any] | None = None) -> Recipe:
    """Read a recipe and check everything in it that can be checked without playing; the rulebook's kernels are needed for that.

    Args:
        name: of a file, or of a recipe that comes with the project.
        settings: keys that get another value, ``{"ppo.generations": 2}``.

    Raises:
        RecipeError: it is wrong; every problem names file, line, key and what is allowed.
    """
    recipe, source = read_model(find(name), Recipe, RecipeError, "a recipe")
    recipe = with_settings(recipe, settings or {})
    if faults := list(_wrong_names(recipe)):
        raise RecipeError(source.problems(faults))
    return recipe


def read(name: str | Path, settings: Mapping[str, Any] | None = None) -> Recipe:
    """Read a recipe as :func:`load` does; whether what it names is there is not looked at.

    Raises:
        RecipeError: it is wrong; every problem names file, line, key and what is allowed.
    """
    return with_settings(read_model(find(name), Recipe, RecipeError, "a recipe")[0], settings or {})


def with_settings(recipe: Recipe, settings: Mapping[str, Any]) -> Recipe:
    """A recipe with other values of some keys, ``{"seed": 2, "ppo.generations": 2}``; checked like a file.

    Raises:
        RecipeError: unknown key, or a value that is not allowed; every problem names the key and what is allowed.
    """
    if not settings:
        return recipe
    data, usual = recipe.model_dump(exclude_unset=True), recipe.model_dump()
    for key, value in settings.items():
        if isinstance(usual.get(key), dict) and value is not None and not isinstance(value, Mapping):
            inner = next(iter(usual[key].items()), ("KEY", "VALUE"))
            allowed = "one of its keys at a time: {} {}.{}={}".format(SETTINGS, key, *inner)
            raise RecipeError([Problem(SETTINGS, 0, key, f"{value!r} is not possible", allowed)])
        *above, last = key.split(".")
        part = data
        for step in above:
            if not isinstance(part.get(step), dict):
                part[step] = {}
            part = part[step]
        part[last] = value
    return model_of(data, Recipe, RecipeError, SETTINGS)


def _wrong_names(recipe: Recipe) -> Iterator[Fault]:
    """Unknown names in a recipe."""
    if recipe.ruleset not in rulesets.names():
        yield Fault(("ruleset",), unknown("ruleset", recipe.ruleset, rulesets.names()), listed(rulesets.names()))
        return
    ruleset = rulesets.get(recipe.ruleset)
    for name, times in recipe.scenarios.items():
        if not 1 <= times <= MOST_TIMES:
            yield Fault(("scenarios", name), f"{times} is not possible", f"drawn 1 to {MOST_TIMES} times")
        try:
            open_pool(ruleset, name, n=1, rules=recipe.rules)
        except (ValueError, LookupError) as error:
            yield Fault(("scenarios", name), str(error))
    players: dict[tuple[str | int, ...], str] = {
        ("league", "anchors", k): who for k, who in enumerate(recipe.league.anchors)
    }
    if recipe.begin and "clone" in recipe.model_fields_set and recipe.clone is not None:
        yield Fault(("clone",), "a run begins with a network or with a clone, not with both", "begin: or clone:")
    elif recipe.begin:
        yield from _wrong_beginning(recipe)
    elif recipe.clone is not None and recipe.clone.dataset:
        try:
            GameDataset.open(recipe.clone.dataset).check_ruleset(recipe.ruleset, recipe.clone.players)
        except DatasetError as error:
            yield Fault(("clone", "dataset"), str(error))
    elif recipe.clone is not None:
        players[("clone", "teacher")] = recipe.clone.teacher
    if recipe.league.idle_share > 0 and not ruleset.book.tactics.plays_behaviours:
        yield Fault(("league", "idle_share"), f"no behaviour plays {recipe.ruleset}, so none can do nothing", "0")
    for place, who in players.items():
        try:
            player = load_player(who, ruleset)
            if place[0] == "clone" and seat_code(ruleset, player) is None:
                yield Fault(place, f"{who!r} does not play inside the kernels")
        except ValueError as error:
            yield Fault(place, str(error))


def _wrong_beginning(recipe: Recipe) -> Iterator[Fault]:
    """What is wrong with the network a recipe begins with; whether the scenarios fit it is seen when the run begins."""
    try:
        found = load_network(recipe.begin)
    except (OSError, ValueError) as error:
        yield Fault(("begin",), str(error))
        return
    if (plays := found.layout.ruleset.slug) != recipe.ruleset:
        yield Fault(("begin",), f"{recipe.begin} plays {plays}, not {recipe.ruleset}")
