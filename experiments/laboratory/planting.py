"""A generator of plants and controls for every ruleset, in two halves, and the rates of what an audit finds in them.

``configs/plants/families`` declares for each ruleset which knobs make which option or item dominant or worthless, and within
which range; players need not use the option by the book. A **plant** is a family with values drawn from the ranges, or the row
of an item that units have, moved so that the item is dominant. A **control** moves knobs that concern nobody: rows of items that
no unit of the scenario has, and declared knobs; or plays the book against itself on other dice.

Everything depends on the seed alone. Every second plant and control belongs to the second half: one half may be used to improve
an audit, and the other one only to measure it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...envs import rulesets
from ...envs.scenario.files import read_model
from ..statistics.shares import wilson_interval
from .plants import FOLDER, Control, Plant, Plants, PlantsError
from .variants import UNIT, possessions

__all__ = [
    "CONTROLS",
    "FAMILIES",
    "PLANTS",
    "Families",
    "Rate",
    "Rates",
    "families_of",
    "generated",
    "rate_of",
    "rates_of",
]

FAMILIES = FOLDER / "families"
PLANTS, CONTROLS = 12, 20  # of each ruleset, in both halves together
WITH_DICE = 4  # one in so many controls is played on other dice as well
Range = Annotated[list[int], Field(min_length=2, max_length=2)]


class FamilyPart(BaseModel):
    """A part of a file of families."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Family(FamilyPart):
    """Knobs that make an option or item dominant or worthless, each with the range of its values."""

    names: list[str] = Field(min_length=1, description="accepted findings")
    rules: dict[str, Range] = Field(min_length=1, description="knobs by address: lowest and highest value")
    scenario: str = Field(default="", description="where it shows, if not in the scenario of the file")


class FamilyTable(FamilyPart):
    """A table with a row for each item: columns with the range of their values."""

    table: str
    dominant: dict[str, Range] = Field(default_factory=dict, description="for a row of an item that units have")
    idle: dict[str, Range] = Field(default_factory=dict, description="for a row of an item that nobody has")


class Families(FamilyPart):
    """Families of plants of a ruleset, and what controls are made of."""

    ruleset: str
    scenario: str
    players: list[str] = Field(min_length=1)
    dominant: list[Family]
    worthless: list[Family]
    tables: list[FamilyTable]
    always: list[str] = Field(description="rows that are in use even if no unit is given the item")
    idle: dict[str, Range] = Field(description="knobs that concern nobody in the scenario")


def families_of(slug: str) -> Families:
    """The families of a ruleset.

    Raises:
        PlantsError: its file is wrong or missing.
    """
    return read_model(FAMILIES / f"{slug}.yaml", Families, PlantsError, "a file of families")[0]


def generated(slug: str, seed: int = 0, half: int = 1) -> Plants:
    """Plants and controls of a ruleset.

    Args:
        slug: of the ruleset.
        seed: of everything.
        half: 1 or 2.

    Returns:
        half of ``PLANTS`` plants and of ``CONTROLS`` controls.
    """
    families = families_of(slug)
    rng = np.random.default_rng([seed, zlib.crc32(slug.encode())])
    plants, controls = _plants(families, rng), _controls(families, rng)
    return Plants(
        about=f"Half {half} of the plants and controls of {slug} for seed {seed}.", ruleset=slug, scenario=families.scenario,
        players=families.players,
        plants=dict(list(plants.items())[half - 1 :: 2]), controls=dict(list(controls.items())[half - 1 :: 2]),
    )  # fmt: skip


def _plants(families: Families, rng: np.random.Generator) -> dict[str, Plant]:
    """As many plants as are wanted; a family comes again, with other values, only after all others."""
    known: list[tuple[str, Family]] = [
        *(("dominant", one) for one in families.dominant), *(("worthless", one) for one in families.worthless),
    ]  # fmt: skip
    had = dict(_had(families))
    for table in families.tables:
        for row in _rows(families, table.table):
            rules = {f"{table.table}.{row}.{column}": value for column, value in table.dominant.items()}
            if rules and row in had and all(_has_knob(families.ruleset, address) for address in rules):
                known.append(("dominant", Family(names=[had[row]], rules=rules)))
    known = [known[k] for k in rng.permutation(len(known))]
    found = {}
    for k in range(PLANTS):
        kind, family = known[k % len(known)]
        exploit = (
            f"Use {family.names[0]} whenever it is possible."
            if kind == "dominant"
            else f"Do without {family.names[0]}."
        )
        drawn: dict[str, int | bool | str] = {address: _drawn(rng, values) for address, values in family.rules.items()}
        found[f"{k + 1} {family.names[0]}, {kind}"] = Plant(
            rules=drawn, names=family.names, exploit=exploit, scenario=family.scenario
        )
    return found


def _controls(families: Families, rng: np.random.Generator) -> dict[str, Control]:
    """As many controls as are wanted; the first of either half is the book against itself."""
    had, always = dict(_had(families)), set(families.always)
    wanted = dict(families.idle)
    for table in families.tables:
        for row in _rows(families, table.table):
            if row not in had and row not in always:
                wanted |= {f"{table.table}.{row}.{column}": value for column, value in table.idle.items()}
    book = rulesets.get(families.ruleset).rulebook
    known = [address for address in wanted if _has_knob(families.ruleset, address)]
    known = [known[k] for k in rng.permutation(len(known))]
    found = {f"{k + 1} other dice": Control(other_dice=True) for k in range(2)}
    for k in range(2, CONTROLS):
        address = known[k % len(known)]
        value = _drawn(rng, wanted[address])
        if value == book.knob(address).default:
            value = next(end for end in wanted[address] if end != value)
        found[f"{k + 1} {address}"] = Control(rules={address: value}, other_dice=k // 2 % WITH_DICE == 0)
    return found


def _drawn(rng: np.random.Generator, values: Sequence[int]) -> int:
    return int(rng.integers(values[0], values[1], endpoint=True))


def _had(families: Families) -> Iterator[tuple[str, str]]:
    """Rows of the items that units of the scenario have, and what findings call each: ``shortbow``, ``shortbow+poison``."""
    ruleset = rulesets.get(families.ruleset)
    for one in possessions(ruleset, f"{families.ruleset}/{families.scenario}"):
        if one.field != UNIT:
            yield from ((word.replace(" ", "_"), one.thing) for word in (*one.thing.split("+"), one.thing))


def _rows(families: Families, table: str) -> list[str]:
    """Rows of a table that have knobs."""
    addresses = rulesets.get(families.ruleset).rulebook.addresses()
    return list(dict.fromkeys(one.split(".")[2] for one in addresses if one.startswith(f"{table}.")))


def _has_knob(slug: str, address: str) -> bool:
    return address in rulesets.get(slug).rulebook.addresses()


# --- rates ----------------------------------------------------------------------------------------------------------------


class Rate(msgspec.Struct, frozen=True):
    """How many of some cases have a verdict: ``low`` to ``high`` is Wilson's 95 % interval of the share."""

    hits: int
    cases: int
    low: float
    high: float

    @property
    def text(self) -> str:
        """``5 of 6 (83 %, 95 % CI 44 to 97)``."""
        if not self.cases:
            return "none"
        share = f"{100 * self.hits / self.cases:.0f} %, 95 % CI {100 * self.low:.0f} to {100 * self.high:.0f}"
        return f"{self.hits} of {self.cases} ({share})"


def rate_of(hits: int, cases: int) -> Rate:
    """A rate with its interval, from nothing to all where there are no cases."""
    return Rate(hits, cases, *wilson_interval(hits / max(cases, 1), cases, 1.96))


class Rates(msgspec.Struct, frozen=True):
    """What an audit says of plants and controls.

    Attributes:
        found: plants that are named among the first findings.
        false_alarms: controls with a finding.
        seconds: that all cases took.
    """

    found: Rate
    false_alarms: Rate
    seconds: float

    @property
    def text(self) -> str:
        """All of it in a sentence."""
        each = self.seconds / max(self.found.cases + self.false_alarms.cases, 1)
        return (
            f"plants found among the first three: {self.found.text}, false alarms on controls: {self.false_alarms.text}; "
            f"{self.seconds:,.0f} s, {each:,.0f} s a case."
        )


class FinishedCase(msgspec.Struct, frozen=True):
    """Of a finished case, as :meth:`.checked.Checked.plain` has it, what its rate needs."""

    kind: Literal["plant", "control"]
    verdict: str
    seconds: Annotated[float, msgspec.Meta(ge=0)]


def rates_of(cases: Sequence[Mapping[str, Any]]) -> Rates:
    """Rates of finished cases, as :meth:`.checked.Checked.plain` has them."""
    plants, controls = ([one for one in cases if one["kind"] == kind] for kind in ("plant", "control"))
    return Rates(
        rate_of(sum(one["verdict"] == "found" for one in plants), len(plants)),
        rate_of(sum(one["verdict"] != "silent" for one in controls), len(controls)),
        round(sum(one["seconds"] for one in cases), 1),
    )
