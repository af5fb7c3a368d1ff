"""What a search for tactics is to do: settings as they are given on the command line, or written in a recipe."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from .... import configs
from ....envs.core.printable import why_no_file
from ....envs.scenario import Problem, ScenarioError
from ....envs.scenario.files import model_of, read_model
from ....envs.scenario.problems import listed
from ..shards import Stream
from .atlas import Survey
from .population import Oracle
from .pruning import Pruning
from .racing import Pace

__all__ = ["FOLDER", "Plan", "PlanError", "find", "plan_of", "read", "shipped"]

FOLDER = configs.FOLDER / "tactics"
SEEDS = 1 << 22  # of dice, for each seed of a search
Count = Annotated[int, Field(ge=1, le=10**8)]


class PlanError(ScenarioError):
    """A recipe is wrong. ``problems`` holds everything found; the text has one problem a line."""


class Plan(BaseModel):
    """The keys of a recipe in ``configs/tactics``; numbers of pairs are those of a search of usual length."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)

    about: str = Field(default="", max_length=2000, description="the question, in a sentence")
    ruleset: str = Field(description="slug of the rulebook")
    scenarios: list[str] = Field(
        min_length=1, max_length=20, description="scenarios to play, all of them equally often"
    )
    rules: dict[str, int | bool | str] = Field(default_factory=dict, max_length=200, description="knobs by address")
    field: list[str] = Field(
        default_factory=list, max_length=60, description="opponents; all built-in behaviours if empty"
    )
    begin: list[str] = Field(
        default_factory=list,
        max_length=20,
        description="behaviours that races begin with; the first and the two best of the field if empty",
    )
    respond: list[str] = Field(
        default_factory=list,
        max_length=20,
        description="further players that may beat what was found, such as search:50",
    )
    seed: int = Field(default=0, ge=0, le=2**31 - 1, description="of starts, dice and changes")
    starts: int = Field(default=256, ge=1, le=4096, description="drawn from a scenario that leaves something to chance")
    race_pairs: Count = Field(default=12_000, description="pairs of games of each race against the field")
    exploit_pairs: Count = Field(default=1_500, description="pairs of each race against one player alone")
    exploiter_turns: int = Field(
        default=1,
        ge=0,
        le=10,
        description="how often responses that significantly beat the player they were raced against join the population "
        "and meet responses themselves; 0: they only appear in the table",
    )
    rounds: int = Field(default=2, ge=0, le=50, description="best responses to the mixture, at most")
    map: bool = Field(default=True, description="whether a map of styles is drawn")
    axes: list[str] = Field(default_factory=list, max_length=2, description="styles along the sides of the map")
    tactics: Count = Field(default=160, description="tactics tried for the map")
    judge_pairs: int = Field(
        default=2_000, ge=50, le=10**7, description="fresh pairs by which everything reported is judged"
    )
    slow_pairs: int = Field(default=100, ge=10, le=10**7, description="the same where a search takes part")
    matrix_pairs: int = Field(
        default=140, ge=20, le=10**7, description="fresh pairs of each two in the table of payoffs"
    )
    adapt: float = Field(
        default=0.0,
        ge=0,
        le=10**6,
        description="CPU minutes to look for a best response to the leading tactic as tactica exploit does; 0: none",
    )
    margin: float = Field(
        default=0.03,
        gt=0,
        lt=0.5,
        description="a tactic is called dominant if nothing found wins more than half the points and this share from it",
    )
    level: float = Field(
        default=0.05, gt=0, lt=0.5, description="chance of an error of all that is said of dominance together"
    )

    @property
    def streams(self) -> tuple[Stream, ...]:
        """Starts and dice of each scenario."""
        dice = (self.seed + 1) * SEEDS
        return tuple(Stream(self.ruleset, name, dice, self.starts, dice) for name in self.scenarios)

    @property
    def pace(self) -> Pace:
        """Of races against the field."""
        return Pace(pairs=self.race_pairs)

    @property
    def short(self) -> Pace:
        """Of races against one player alone."""
        return Pace(pairs=self.exploit_pairs)

    @property
    def answering(self) -> Pace:
        """Of races against the mixture of the population, two each time."""
        return Pace(pairs=max(self.race_pairs // 2, 1))

    def judged(self, kind: str) -> int:
        """Fresh pairs by which a member of the population is judged: what was found by all of them, the field by half."""
        return self.judge_pairs if kind == "found" else max(self.judge_pairs // 2, 1)

    @property
    def pruning(self) -> Pruning:
        """How tactics are made minimal."""
        return Pruning()

    @property
    def survey(self) -> Survey:
        """How the map is made."""
        return Survey(tactics=self.tactics, axes=tuple(self.axes))

    @property
    def oracle(self) -> Oracle:
        """How the population is made."""
        return Oracle(rounds=self.rounds, pairs=max(self.matrix_pairs // 2, 20), slow=max(self.slow_pairs // 2, 10))


def shipped() -> list[str]:
    """Names of the recipes that come with the project."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def find(name: str | Path) -> Path:
    """The file of a recipe: a path, or the name of a recipe that ships.

    Raises:
        PlanError: no such recipe.
    """
    for path in (Path(name), FOLDER / f"{name}.yaml"):
        if path.is_file():
            return path
    what = why_no_file(Path(name)) if Path(name).exists() else "no such recipe"
    raise PlanError([Problem(str(name), 0, "", what, f"a file, or one of {listed(shipped())}")])


def read(name: str | Path) -> Plan:
    """Read a recipe.

    Raises:
        PlanError: it is wrong; every problem names file, line, key and what is allowed.
    """
    return read_model(find(name), Plan, PlanError, "a recipe")[0]


def plan_of(settings: Mapping[str, Any], where: str) -> Plan:
    """A plan by its keys.

    Args:
        settings: key -> value.
        where: they stand, for errors.

    Raises:
        PlanError: it is wrong; every problem names key and what is allowed.
    """
    return model_of(settings, Plan, PlanError, where)
