"""Plants: faults deliberately put into a rulebook, as a YAML file.

ruleset: wfrp1
plants:
  free aim at the head:
    rules: {attack.targeted_blow.aim_head: 60}
    names: [strike.aim_head]
    exploit: Aim every blow at the head; it hits more often than an ordinary one and wounds worse.
controls:
  other dice: {}
  damage of a lance: {rules: {weapon.lance.lance_damage: 9}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ... import configs
from ...envs import rulesets
from ...envs.core.printable import why_no_file
from ...envs.core.rulebook import KnobError
from ...envs.engine.options import UnknownOption, find
from ...envs.engine.players import seat_code
from ...envs.engine.pools import open_pool
from ...envs.scenario import Fault, Problem, ScenarioError
from ...envs.scenario.files import model_of, read_model
from ...envs.scenario.problems import key_text, listed, unknown
from ..common import UserError
from .knobs.settings import stream_of
from .variants import LOOKED_AT, UNIT, possessions

__all__ = ["Control", "Plant", "Plants", "PlantsError", "load", "plants_of"]

FOLDER = configs.FOLDER / "plants"
Value = int | bool | str


class PlantsError(ScenarioError):
    """A file of plants is wrong. ``problems`` holds everything found; the text has one problem a line."""


class PlantPart(BaseModel):
    """A part of a file of plants."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)


class Plant(PlantPart):
    """A fault that a player can exploit."""

    rules: dict[str, Value] = Field(min_length=1, max_length=50, description="knobs by address")
    names: list[str] = Field(
        min_length=1,
        max_length=50,
        description="accepted findings: verbs, verbs in a mode, common beginnings of verbs, items",
    )
    exploit: str = Field(min_length=1, max_length=500, description="how a player uses it, in a sentence")
    scenario: str = Field(default="", description="where it shows, if not in the scenario of the file")


class Control(PlantPart):
    """A change that matters to nobody."""

    rules: dict[str, Value] = Field(default_factory=dict, max_length=50, description="knobs; none: other dice")
    other_dice: bool = Field(default=False, description="whether the changed rules have starts and dice of their own")
    scenario: str = Field(default="", description="where it is tried, if not in the scenario of the file")


class Plants(PlantPart):
    """Plants of a rulebook, and controls."""

    about: str = Field(default="", max_length=2000, description="what this file is for")
    ruleset: str = Field(description="slug of the rulebook")
    scenario: str = Field(default="", description="where games begin; small of the rulebook if nothing is said")
    players: list[str] = Field(default_factory=list, max_length=5, description="behaviours whose options are measured")
    plants: dict[str, Plant] = Field(default_factory=dict, max_length=100, description="what must be found, by name")
    controls: dict[str, Control] = Field(default_factory=dict, max_length=100, description="what must stay silent")

    def where(self, one: Plant | Control) -> str:
        """The scenario of a plant or control, with its ruleset."""
        name = one.scenario or self.scenario or "small"
        return name if "/" in name or name.endswith((".yaml", ".yml")) else f"{self.ruleset}/{name}"


def load(name: str | Path) -> Plants:
    """Read a file of plants, or the one that ships with a ruleset, and check all that can be checked without playing.

    Raises:
        PlantsError: it is wrong; every problem names file, line, key and what is allowed.
    """
    path, own = Path(name), FOLDER / f"{name}.yaml"
    if not path.is_file():
        names = sorted(one.stem for one in FOLDER.glob("*.yaml"))
        if str(name) not in names:
            what = why_no_file(path) if path.exists() else "no such file of plants"
            raise PlantsError([Problem(str(name), 0, "", what, f"a file, or one of {listed(names)}")])
        path = own
    found, source = read_model(path, Plants, PlantsError, "a file of plants")
    if faults := list(_wrong_names(found)):
        raise PlantsError(source.problems(faults))
    return found


def plants_of(data: Mapping[str, Any], where: str) -> Plants:
    """Plants as the folder of a question has them, checked as in their file.

    Args:
        data: key -> value.
        where: they stand, for errors.

    Raises:
        PlantsError: they are wrong; every problem names key and what is allowed.
    """
    found = model_of(data, Plants, PlantsError, where)
    if faults := list(_wrong_names(found)):
        raise PlantsError([Problem(where, 0, key_text(one.path), one.what, one.allowed) for one in faults])
    return found


def _wrong_names(plants: Plants) -> Iterator[Fault]:
    """Unknown names in a file."""
    if plants.ruleset not in rulesets.names():
        yield Fault(("ruleset",), unknown("ruleset", plants.ruleset, rulesets.names()), listed(rulesets.names()))
        return
    if not plants.plants and not plants.controls:
        yield Fault((), "nothing to check: no plants and no controls", "plants, controls")
    if both := plants.plants.keys() & plants.controls.keys():
        yield Fault(("controls", min(both)), "a plant has the same name", "names of their own")
    ruleset = rulesets.get(plants.ruleset)
    for k, who in enumerate(plants.players):
        try:
            if seat_code(ruleset, who) is None:
                yield Fault(("players", k), f"{who!r} does not play inside the kernels")
        except ValueError as error:
            yield Fault(("players", k), str(error))
    for key, group in (("plants", plants.plants), ("controls", plants.controls)):
        assert isinstance(group, Mapping)
        for name, one in group.items():
            yield from _wrong_case(plants, (key, name), one)


def _wrong_case(plants: Plants, path: tuple[str, str], one: Plant | Control) -> Iterator[Fault]:
    """What is wrong with a plant or control."""
    ruleset, faults = rulesets.get(plants.ruleset), []
    for address, value in one.rules.items():
        try:
            ruleset.rulebook.knob(address).value(value)
        except KnobError as error:
            faults.append(Fault((*path, "rules", address), str(error)))
    yield from faults
    if faults:
        return
    try:
        stream, loaded = stream_of(plants.where(one), starts=LOOKED_AT)
        if stream.ruleset != plants.ruleset:
            yield Fault(
                (*path, "scenario"), f"{plants.where(one)} is of {stream.ruleset}", f"a scenario of {plants.ruleset}"
            )
            return
        open_pool(loaded.ruleset, stream.scenario, n=1, rules=dict(one.rules))
    except (ValueError, LookupError, UserError) as error:
        yield Fault((*path, "scenario"), str(error))
        return
    if not isinstance(one, Plant):
        return
    had = possessions(ruleset, stream.scenario, stream.starts, stream.start_seed)
    known = {one.thing for one in had if one.field != UNIT}
    for k, text in enumerate(one.names):
        try:
            if text not in known:
                find(plants.ruleset, text)
        except UnknownOption as error:
            yield Fault((*path, "names", k), f"{error}; no item is called {text!r} either")
