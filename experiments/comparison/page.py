"""The page of the recorded comparisons that ship: who was compared with whom, where, and with what result."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ...envs import scenario
from ...envs.engine.networks import TRAINED, split_network
from ..laboratory.parts import markdown_table
from ..training.recipe import load as load_recipe
from .records import SHIPPED
from .result import elo_text, read_record

__all__ = ["PAGE", "document"]

PAGE = Path(__file__).resolve().parents[2] / "agents" / "docs" / "comparisons.md"
HEAD = """# Recorded comparisons

Every trained network that ships, against the other players of its rulebook. Each row is a sequential test: pairs of games are
played, every start from both seats, until the lead is accepted as more than H0 or rejected as less than H1 (0 and 20 Elo, alpha
and beta 5 %, unless the table says otherwise). Starts and dice were used neither for training nor for selection. Networks
answer as they ship, unless `:sampled` or `:greedy` says otherwise; draws are drawn games. One command
plays a row again:

```console
$ tactica compare --repeat configs/checkpoints/records/owh_v_archer.json
```

[Strength](strength.md) sums this page up. `make generated` writes it from
[the records](../../configs/checkpoints/records).
"""
COLUMNS = ("against", "pairs", "points", "draws", "lead in Elo (95 %)", "verdict")


def document() -> str:
    """The page, as Markdown."""
    records = sorted((read_record(path) for path in SHIPPED.glob("*.json")), key=_order)
    parts = [HEAD]
    for name, of_player in groupby(records, key=lambda record: str(record["players"][0]["name"])):
        parts.append(f"## `{name}`\n")
        for _, alike in groupby(of_player, key=_condition):
            parts.append("\n".join(_table(list(alike))) + "\n")
    return "\n".join(parts)


def _order(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """By player; then the usual scenarios before those it did not learn on and before all; then the hardest opponent first."""
    result = record["result"]
    lead = result["elo"] if result["elo"] is not None else math.copysign(math.inf, result["points"] - 0.5)
    return record["players"][0]["name"], *_condition(record), lead, record["players"][1]["name"]


def _condition(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """What records of one table have in common: where they were played, and the test."""
    names, test = _scenarios(record), record["test"]
    return _place(record) != "", -len(names), tuple(names), test["elo0"], test["elo1"]


def _scenarios(record: Mapping[str, Any]) -> list[str]:
    return [str(one["source"]).partition("/")[2] or str(one["source"]) for one in record["scenarios"]]


def _place(record: Mapping[str, Any]) -> str:
    """What the scenarios of a record have in common, if that has a name; else empty."""
    slug, names = record["scenarios"][0]["ruleset"], set(_scenarios(record))
    if names == set(scenario.shipped(slug)):
        return "all scenarios"
    trained_on = _trained_on(split_network(record["players"][0]["spec"])[0].removeprefix(TRAINED))
    return "scenarios it did not train on" if names.isdisjoint(trained_on) else ""


@functools.cache
def _trained_on(network: str) -> frozenset[str]:
    """The scenarios in the recipe of a network that ships."""
    return frozenset(load_recipe(network).scenarios)


def _table(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What a table is about, and the table."""
    names, test = _scenarios(records[0]), records[0]["test"]
    listed = ", ".join(f"`{name}`" for name in names)
    place = _place(records[0])
    about = f"On {place}" + ("" if place == "all scenarios" else f": {listed}") if place else f"On {listed}"
    if (test["elo0"], test["elo1"]) != (0, 20):
        about += f"; H0 {test['elo0']:g}, H1 {test['elo1']:g} Elo"
    yield f"{about}\n"
    yield from markdown_table(COLUMNS, (_row(record) for record in records))


def _row(record: Mapping[str, Any]) -> tuple[str, ...]:
    result = record["result"]
    points, draws = result["points"], result.get("draws")
    low, high = (_elo(result[name], side) for name, side in (("low", -math.inf), ("high", math.inf)))
    return (
        f"`{record['players'][1]['name']}`",
        f"{result['pairs']:,}",
        f"{100 * points:.1f} %",
        "" if draws is None else f"{100 * draws:.0f} %",
        f"{_elo(result['elo'], math.inf if points > 0.5 else -math.inf)} ({low} to {high})",
        result["verdict"],
    )


def _elo(value: float | None, otherwise: float) -> str:
    """A lead in words; records say None where it is infinite."""
    return elo_text(otherwise if value is None else value)
