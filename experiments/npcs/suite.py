"""Suites: versioned benchmarks of an NPC, the same for all NPCs.

A suite is a YAML file in ``configs/suites``: scenarios, the field to play against, the number of pairs. It is strict like a
scenario: every error names file, line and what is allowed. Ratings of one suite version under one rules hash may be
compared; change anything in it and raise ``version``.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ... import configs
from ...agents.players import PlayerError, load_player
from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.core.printable import one_line, printable
from ...envs.core.spelling import did_you_mean
from ...envs.engine.policies import UnknownPolicy
from ...envs.scenario import Fault, ScenarioError
from ...envs.scenario.fields import faults_of
from ...envs.scenario.problems import Path as Place
from ...envs.scenario.problems import listed, unknown
from ...envs.scenario.source import Source

__all__ = ["Suite", "SuiteModel", "load", "schema_text", "shipped"]

FOLDER = configs.FOLDER / "suites"


class SuiteModel(BaseModel):
    """The keys of a suite."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ruleset: str = Field(description="the ruleset to play by")
    name: str = Field(min_length=1, max_length=200, description="its name")
    version: int = Field(ge=1, le=1_000_000_000, description="increase it with every change that may change a rating")
    description: str = Field(default="", description="what it measures")
    scenarios: list[str] = Field(
        min_length=1, max_length=200, description="names of scenarios of the ruleset, or files beside this one"
    )
    field: list[str] = Field(
        min_length=1,
        max_length=200,
        description="the opponents; their mean rating is 1000; who is known badly counts less",
    )
    pairs: int = Field(ge=1, le=100_000, description="pairs of games per pairing and scenario")
    starts: int = Field(default=64, ge=1, le=4096, description="starts to draw from each random scenario")
    seed: int = Field(default=0, ge=0, le=2**63 - 1, description="seed of starts, dice and policies")
    layout: Literal["auto", "small", "standard", "full"] = Field(
        default="auto", description="what Python policies see and choose from"
    )
    time_limit: float | None = Field(
        default=None, gt=0, allow_inf_nan=False, description="seconds a Python policy may take per call"
    )


@dataclass(frozen=True)
class Suite:
    """A checked suite.

    Attributes:
        key: short name, that of the file.
        model: its keys.
        content: hash of the file.
        sources: its scenarios, each as it is named for a tournament and as loaded.
    """

    key: str
    model: SuiteModel
    content: str
    sources: tuple[tuple[str, scenarios.Scenario], ...]

    def about(self) -> dict[str, str]:
        """What a manifest keeps of it."""
        return {"name": self.model.name, "version": str(self.model.version), "content": self.content}


def shipped() -> list[str]:
    """Names of the suites that come with the project."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def file_of(name: str) -> Path:
    """The file of a suite: a path, or the name of a suite that ships.

    Raises:
        LookupError: no such suite.
    """
    path = Path(name)
    if name.endswith((".yaml", ".yml")):
        return path
    if name in shipped():
        return FOLDER / f"{name}.yaml"
    hint = did_you_mean(name, shipped())
    raise LookupError(f"no suite {name!r}{hint}; choose from: {', '.join(shipped())}, or a file")


def load(name: str) -> Suite:
    """Read and check a suite.

    Args:
        name: of one that ships, or a file.

    Raises:
        LookupError: no suite of that name; OSError: the file cannot be read; ScenarioError: everything that is wrong
        with it, one problem a line.
    """
    path = file_of(name)
    source = Source.read(path)
    if not isinstance(source.data, dict):
        raise ScenarioError(
            [source.problem(Fault((), "a suite is a mapping", "ruleset, name, version, scenarios, ..."))]
        )
    try:
        model = SuiteModel.model_validate(source.data)
    except ValidationError as error:
        raise ScenarioError(source.problems(faults_of(error, (), {}, SuiteModel))) from None
    faults: list[Fault] = []
    sources = _scenarios(model, path, faults)
    if model.ruleset in rulesets.names():
        _field(model, faults)
    if faults:
        raise ScenarioError(source.problems(faults))
    content = hashlib.sha256(source.text.encode("utf-8")).hexdigest()[:16]
    return Suite(path.stem, model, content, tuple(sources))


def _scenarios(model: SuiteModel, path: Path, faults: list[Fault]) -> list[tuple[str, scenarios.Scenario]]:
    """The scenarios of a suite; what is wrong is noted."""
    if model.ruleset not in rulesets.names():
        faults.append(
            Fault(("ruleset",), unknown("ruleset", model.ruleset, rulesets.names()), listed(rulesets.names()))
        )
        return []
    found: list[tuple[str, scenarios.Scenario]] = []
    for i, name in enumerate(model.scenarios):
        place: Place = ("scenarios", i)
        if name in model.scenarios[:i]:
            faults.append(Fault(place, f"{name} is listed twice", "each scenario once"))
            continue
        is_file = name.endswith((".yaml", ".yml"))
        source = str((path.parent / name).resolve()) if is_file else name
        try:
            loaded = scenarios.load(source, model.ruleset)
        except ScenarioError as error:
            faults.append(Fault(place, f"{name} is wrong: {error}"))
        except OSError as error:
            faults.append(Fault(place, f"{name}: cannot be read: {error.strerror}", "a file beside the suite"))
        except LookupError:
            known = scenarios.shipped(model.ruleset)
            faults.append(Fault(place, unknown("scenario", name, known), listed(known)))
        else:
            found.append((source if is_file else str(loaded), loaded))
    return found


def _field(model: SuiteModel, faults: list[Fault]) -> None:
    """Who is played against; what is wrong is noted."""
    for i, spec in enumerate(model.field):
        if spec in model.field[:i]:
            faults.append(Fault(("field", i), f"{spec} is listed twice", "each player once"))
            continue
        try:
            load_player(spec, rulesets.get(model.ruleset))
        except (UnknownPolicy, PlayerError) as error:
            faults.append(Fault(("field", i), str(error)))


def schema_text() -> str:
    """The JSON Schema of suite files (draft 2020-12), as it is written to a file."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **SuiteModel.model_json_schema()}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Check the suites named; 1 when anything is wrong."""
    wrong = 0
    for name in arguments:
        try:
            print(f"{one_line(load(name).model.name)}: fine")
        except (ScenarioError, LookupError, OSError) as error:
            print(printable(str(error)))
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
