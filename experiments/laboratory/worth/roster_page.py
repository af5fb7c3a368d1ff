"""What units are worth, in words and as a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...naming import place_name
from ...report import filled
from ...report.charts import answer_section, definitions, escape
from .composing import ALPHA, UnitWorth, UnitWorths
from .page import whiskers
from .words import points_text

__all__ = ["METHOD", "answer_of", "gist", "roster_page", "title_of"]

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


def roster_page(found: UnitWorths, manifest: Mapping[str, Any]) -> str:
    """The page as text."""
    edge = max(40.0, *(min(abs(bound), WIDEST) for unit in found.units for bound in (unit.low, unit.high)))
    has_price = any(not math.isnan(unit.beyond) for unit in found.units)
    rows = "".join(_row(unit, edge, has_price) for unit in found.units)
    prices = '<th class="num">price</th>' if has_price else ""
    beyond = (
        '<th class="num">beyond its price</th><th></th><th class="num">fair price</th><th></th>' if has_price else ""
    )
    head = (
        f'<tr><th></th>{prices}<th class="num">worth</th><th>with interval</th>{beyond}<th class="num">drawn</th></tr>'
    )
    said = "".join(f"<li>{escape(line)}</li>" for line in gist(found))
    method = "".join(f"<p>{text}</p>" for text in METHOD)
    question = manifest.get("question", {})
    stream = question.get("stream", {})
    settings = [
        ("question", str(manifest.get("id", ""))),
        ("seed", str(stream.get("seed"))),
        *((f"player {name}", digest) for name, digest in question.get("digests", {}).items()),
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
    body = f'<div class="scroll"><table class="values"><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
    return filled(
        "answer.html",
        {
            "title": "What units are worth",
            "lead": escape(title_of(found) + "."),
            "trouble": "",
            "sections": f'{answer_section(answer_of(found))}<section><h2>Results</h2><ul class="said">{said}</ul></section>'
            f"<section><h2>Units</h2>{body}</section>"
            f'<section class="method"><h2>How to read this</h2>{method}'
            f"<details><summary>Exact settings</summary>{definitions(settings)}</details></section>",
        },
    )


def _row(unit: UnitWorth, edge: float, has_price: bool) -> str:
    """One kind of unit."""
    sure = " sure" if unit.corrected < ALPHA else ""
    spread = f"{points_text(unit.low)} to {points_text(unit.high)}"
    cells = f'<td class="num">{unit.price or ""}</td>' if has_price else ""
    cells += (
        f'<td class="num{sure}">{points_text(unit.worth)}<small>{spread}</small>'
        f"<small>at first {points_text(unit.first)}</small></td>"
        f'<td class="chart">{whiskers(unit.worth, unit.low, unit.high, edge, unit.corrected < ALPHA)}</td>'
    )
    if has_price:
        kind = " sure" if unit.verdict else ""
        off = f"{points_text(unit.beyond_low)} to {points_text(unit.beyond_high)}"
        cells += (
            f'<td class="num{kind}">{points_text(unit.beyond)}<small>{off}</small></td>'
            f'<td class="chart">{whiskers(unit.beyond, unit.beyond_low, unit.beyond_high, edge, bool(unit.verdict))}</td>'
            f'<td class="num">{"" if math.isnan(unit.fair) else f"{unit.fair:.1f}"}</td><td>{unit.verdict}</td>'
        )
    return f'<tr><th scope="row">{escape(unit.name)}</th>{cells}<td class="num">{unit.taken:,}</td></tr>'
