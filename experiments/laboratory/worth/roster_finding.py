"""What units are worth, in words and as a finding."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...naming import place_name
from ..finding import NOWHERE, PAGE, TERMINAL, Column, Finding, FindingTable, Row, Section, Value, in_words
from .composing import ALPHA, UnitWorth, UnitWorths
from .finding import whiskers
from .words import points_text

__all__ = ["METHOD", "answer_of", "finding_of", "gist", "title_of"]

WIDEST = 400.0  # rating points; what is worth more is drawn at the edge
METHOD = (
    "<b>Battles.</b> Every side draws its own roster. The result of the first side is explained by how many units of "
    "each kind it has more than the other, in a logistic regression with a term for the first seat; intervals of 95 % "
    "come from the sandwich covariance. Equally many battles with other rosters and dice were played before; their values "
    "are shown for comparison.",
    "<b>Worth</b> is in rating points (logistic Elo) for one such unit more. Where every side draws equally many "
    "units of a list, only differences within the list can be known, and worth is measured from the mean of the list.",
    "<b>Price.</b> A straight line through worth over price says what points buy; with a budget, worth is to be in "
    "proportion to price. A unit is underpriced or overpriced when it lies significantly off the line, corrected for "
    "all units (Holm 1979). The fair price would put it on the line; it is shown only if the line rises significantly.",
    "<b>Alone.</b> Worths add up in this model: it ignores what units gain from each other, or lose by being many of "
    "a kind.",
)


def title_of(found: UnitWorths) -> str:
    """The question."""
    where = place_name(found.ruleset, found.scenario)
    one, other = found.players
    who = f"{one} on both sides" if one == other else f"{one} against {other}"
    spend = f", {found.budget:,} points a side" if found.budget else ""
    held = "".join(f", {address} = {value}" for address, value in found.rules.items())
    return f"What units are worth in {where}{spend}{held}: {who}, {found.battles:,} random rosters, and equally many before"


def answer_of(found: UnitWorths) -> str:
    """Which unit is worth most, and whether its price or another is wrong, in one or two sentences."""
    best = max(found.units, key=lambda one: one.worth)
    spread = f"{points_text(best.low)} to {points_text(best.high)}"
    said = f"Of {len(found.units)} units, {best.name} is worth most: {points_text(best.worth)} rating points (95 % CI {spread})."
    priced = [one for one in found.units if not math.isnan(one.beyond)]
    wrong = [one for one in priced if one.verdict]
    if not priced:
        return said
    are = "is" if len(wrong) < 2 else "are"
    return f"{said} {len(wrong) or 'None'} of {len(priced)} prices {are} significantly wrong."


def gist(found: UnitWorths) -> list[str]:
    """The result, in sentences."""
    said = []
    for verdict in ("underpriced", "overpriced"):
        units = sorted((one for one in found.units if one.verdict == verdict), key=lambda one: -abs(one.beyond))
        if units:
            names = ", ".join(f"{unit.name} ({points_text(unit.beyond)}{_fair(unit)})" for unit in units)
            said.append(f"{verdict.capitalize()}: {names}.")
    if not said and any(unit.beyond == unit.beyond for unit in found.units):
        said.append("No price is significantly wrong.")
    best = [unit for unit in found.units if unit.corrected < ALPHA]
    if best and not found.budget:
        said.append(
            f"Significantly off the mean of its list: {', '.join(f'{one.name} ({points_text(one.worth)})' for one in best)}."
        )
    if math.isfinite(found.slope) and found.slope > 2 * found.slope_error:
        said.append(f"A point of price buys {found.slope:.1f} rating points (standard error {found.slope_error:.1f}).")
    said.append(f"The first seat is worth {points_text(found.seat)} (standard error {found.seat_error:.0f}).")
    return said


def _fair(unit: UnitWorth) -> str:
    return "" if math.isnan(unit.fair) else f", fair at {unit.fair:.1f} in place of {unit.price}"


def finding_of(found: UnitWorths, manifest: Mapping[str, Any]) -> Finding:
    """The finding, with the manifest of its folder."""
    question = manifest.get("question", {})
    return Finding(
        "What units are worth",
        answer_of(found),
        f"{title_of(found)}.",
        [
            Section("Results", [gist(found)], on=PAGE | TERMINAL),
            Section("Units", [table(found)], on=PAGE | TERMINAL),
        ],
        manifest,
        [
            ("seed", str(question.get("stream", {}).get("seed"))),
            *((f"player {name}", digest) for name, digest in question.get("digests", {}).items()),
        ],
        METHOD,
    )


def table(found: UnitWorths) -> FindingTable:
    """Units by worth; with what they are worth beyond their price, where they have one."""
    edge = max(40.0, *(min(abs(bound), WIDEST) for unit in found.units for bound in (unit.low, unit.high)))
    priced = PAGE | TERMINAL if any(not math.isnan(unit.beyond) for unit in found.units) else NOWHERE
    columns = (
        "unit",
        Column("price", on=priced),
        Column("worth", parts=("95 % interval", "at first")),
        Column("with interval", "chart"),
        Column("beyond its price", parts=("interval",), on=priced),
        Column("", "chart", on=priced),
        Column("fair price", on=priced),
        in_words("", on=priced),
        "drawn",
    )
    return FindingTable(columns, [_row(unit, edge) for unit in found.units], spare=("at first", "drawn"))


def _row(unit: UnitWorth, edge: float) -> Row:
    """One kind of unit."""
    is_sure, is_off = unit.corrected < ALPHA, bool(unit.verdict)
    spread = f"{points_text(unit.low)} to {points_text(unit.high)}"
    off = "" if math.isnan(unit.beyond) else f"{points_text(unit.beyond_low)} to {points_text(unit.beyond_high)}"
    return [
        unit.name,
        f"{unit.price:,}" if unit.price else "",
        Value(points_text(unit.worth), (spread, f"at first {points_text(unit.first)}"), is_sure),
        Value(drawn=whiskers(unit.worth, unit.low, unit.high, edge, is_sure)),
        Value(points_text(unit.beyond) if off else "", (off,), is_off),
        Value(drawn=whiskers(unit.beyond, unit.beyond_low, unit.beyond_high, edge, is_off) if off else ""),
        "" if math.isnan(unit.fair) else f"{unit.fair:,.1f}",
        unit.verdict,
        f"{unit.taken:,}",
    ]
