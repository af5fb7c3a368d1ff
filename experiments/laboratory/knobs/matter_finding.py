"""What matters in the rules, as a finding."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from ...naming import in_a_row, place_name
from ...report.charts import MINUS, definitions
from ...report.lines import number_text
from ...statistics import Mean
from ..finding import (
    MARKDOWN,
    PAGE,
    TERMINAL,
    Column,
    Drawing,
    Finding,
    FindingTable,
    Fold,
    Row,
    Section,
    Value,
    estimate,
)
from ..parts import command_line, place_of, spec_of, under, written
from .mattering import ALPHA, BETWEEN, BUDGET, Mattering, MatterQuestion
from .matters import answer_of, gist, is_sure, rest_of, unchanged_text, value_text
from .outcomes import Outcome
from .variations import SPREAD

__all__ = ["command_of", "finding_of"]

SHOWN = 25  # knobs of the table of effects
#: Attributes of the budget that the command has options for, of the same names.
OPTIONS = ("screen", "trajectories", "pairs", "strongest", "judge", "samples")
METHOD = (
    "<b>Which knobs do anything.</b> Every value of every knob was played on the same starts and dice as {basis}, neighbours "
    "together first, then halves of a group that changed something. A knob that changed no game is not read there, or so "
    "rarely that these pairs did not meet it.",
    "<b>Values.</b> Knobs with names, or at most four values, took all of them; others moved by {spread} % of their "
    "number up and down, by at least one; percentages and modifiers in steps of five. Values stay within declared ranges; "
    "refused values are left out.",
    "<b>Effects while other knobs vary</b> (Morris 1991). {trajectories} trajectories through the values of all knobs that "
    "do anything, one knob moved at each step by two thirds of its range; points of a walk share starts and dice. The mean "
    "effect, of the walks that were played, has an interval from pairs. The mean of absolute effects (Campolongo and others "
    "2007) is never zero; beside it stands what it would be for a knob that does nothing but shift the dice.",
    "<b>Judged on fresh dice.</b> The knobs whose mean effects stood farthest from chance were played again, one at a time "
    "against {basis}, {judge} pairs for each value, on starts and dice that selected nothing. Bold: significant at 95 % "
    "for all values and outcomes together (Holm 1979). These are the effects to quote.",
    "<b>Sobol indices</b> (Saltelli and others 2010) split the variance of an outcome, when the confirmed knobs vary together "
    "and all others stay as in {basis}. First: by itself; total: with all it does together with others. Every point was played "
    "twice, and the variance that chance made was taken out.",
)


def finding_of(found: Mattering, manifest: Mapping[str, Any]) -> Finding:
    """The finding, with the manifest of its folder."""
    budget = found.question.budget
    sections = [Section("Results", [said], on=PAGE | TERMINAL)] if (said := gist(found)) else []
    if found.judged:
        alone = "when this knob alone has this value, with its 95 % interval; bold where significant."
        lead = f"Change against {found.basis} {alone}"
        sections.append(Section("The strongest, judged on fresh dice", [judged(found)], lead, on=PAGE | TERMINAL))
    if found.indices is not None:
        lead = "Part of the variance of each outcome, in percent, first and total, with 95 % intervals."
        note = "A dash: nine tenths or more of the variance is chance."
        sections.append(Section("What they explain together", [sobol_table(found), note], lead))
    if found.effects is not None:
        count = len(found.effects.addresses)
        note = f"The strongest {SHOWN} of {count}; all are in table.parquet." if count > SHOWN else ""
        lead = "Bars: mean absolute effect; grey: the part that chance alone explains. Below: mean effect. Bold: significant."
        sections.append(Section("Effects while other knobs vary", [effects_table(found), note], lead))
    lead = f"{len(found.idle):,} of {len(found.screened.moved):,} knobs changed none of {budget.screen:,} pairs."
    sections.append(Section("Knobs that changed nothing here", [Fold("All of them", Drawing(_idle(found)))], lead))
    basis, spread, judge = found.basis, found.question.spread, f"{budget.judge:,}"
    return Finding(
        f"Which numbers matter in {place_name(found.ruleset, found.scenario)}",
        answer_of(found),
        f"{found.players[0]} v {found.players[1]}, {len(found.variations):,} knobs of the rulebook.",
        [*sections, Section("", report(found), on=MARKDOWN)],
        manifest,
        settings(found),
        [text.format(basis=basis, spread=spread, trajectories=budget.trajectories, judge=judge) for text in METHOD],
        f"{found.cut_off:,} games {found.under} hit the decision limit." if found.cut_off else "",
    )


def judged(found: Mattering, is_report: bool = False) -> FindingTable:
    """What the strongest do on fresh dice, below the values of the numbers in force; for a report, only confirmed knobs."""
    percent = " %" if is_report else "%"
    book = [
        estimate(mean.value, mean.low, mean.high, is_share=outcome.is_share, unit=percent if outcome.is_share else "")
        for mean, outcome in zip(found.book, found.outcomes, strict=True)
    ]
    rows: list[Row] = [[found.basis, "", "", *book, ""]]
    for one in rest_of(found):
        if not is_report or one.address in found.confirmed:
            changes = [_change(mean, outcome) for mean, outcome in zip(one.differences, found.outcomes, strict=True)]
            values = (value_text(one.default), value_text(one.number))
            rows.append([f"`{one.address}`" if is_report else one.address, *values, *changes, f"{one.changed:.0%}"])
    changed = "pairs that played out differently"
    caption = f"against {found.basis}, one knob at a time, on fresh dice"
    last = Column(changed, on=PAGE | TERMINAL)
    return FindingTable(["knob", found.column, "value", *_heads(found), last], rows, 0, caption, (changed,))


def _heads(found: Mattering, kind: Literal["num", "effect"] = "num") -> list[Column]:
    return [Column(outcome.key, kind, about=outcome.meaning) for outcome in found.outcomes]


def _change(mean: Mean, outcome: Outcome) -> Value:
    """A difference with its interval, in points of a percent for shares."""
    low, high = (max(mean.low, -1.0), min(mean.high, 1.0)) if outcome.is_share else (mean.low, mean.high)
    low = low if math.isfinite(mean.low) else math.nan
    return estimate(mean.value, low, high, is_share=outcome.is_share, sign=True, is_sure=is_sure(mean))


def sobol_table(found: Mattering) -> FindingTable:
    """The indices; the last row is what chance explains."""
    indices = found.indices
    assert indices is not None
    rows: list[Row] = []
    for i, address in enumerate(indices.addresses):
        parts = (indices.first, indices.first_half, indices.total, indices.total_half)
        cells = [[part[i, k] for part in parts] for k in range(len(found.outcomes))]
        rows.append(
            [
                address,
                *(
                    Value(_index(*cell[:2]), (_index(*cell[2:]),)) if math.isfinite(cell[0]) else "\N{EN DASH}"
                    for cell in cells
                ),
            ]
        )
    rows.append(["chance (removed)", *(f"{100 * part:.0f}%" for part in indices.noise)])
    return FindingTable(["knob", *_heads(found)], rows, len(rows) - 1)


def _index(value: float, half: float) -> str:
    low, high = max(100 * (value - half), 0.0), min(100 * (value + half), 100.0)
    value = min(max(value, 0.0), 1.0)  # chance may lead an estimate beyond what a share can be
    return f"{100 * value:.0f} ({low:.0f} to {high:.0f})".replace("-", MINUS)


def effects_table(found: Mattering) -> FindingTable:
    """The elementary effects, the strongest first."""
    effects = found.effects
    assert effects is not None
    most = np.nanmax(effects.size, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rank = np.nan_to_num((effects.size - effects.noise) / np.where(most > 0, most, 1.0)).max(1)
        sure = effects.p < ALPHA
    rows: list[Row] = []
    for i in np.lexsort((-rank, ~sure.any(1)))[:SHOWN]:
        cells = []
        for k, outcome in enumerate(found.outcomes):
            share = outcome.is_share
            size, noise, spread, mean, low, high = (
                part[i, k]
                for part in (effects.size, effects.noise, effects.spread, effects.mean, effects.low, effects.high)
            )
            bar, grey = (100 * part / most[k] if most[k] > 0 else 0.0 for part in (size, min(noise, size)))
            told = (
                f"mean of absolute effects {number_text(size, share)}, by chance alone {number_text(noise, share)}, standard "
                f"deviation {number_text(spread, share)}"
            )
            drawn = f'<i style="--w:{bar:.1f}%;--n:{grey:.1f}%"></i>'
            cell = estimate(mean, low, high, is_share=share, sign=True, is_sure=bool(sure[i, k]))
            cells.append(dataclasses.replace(cell, about=told, drawn=drawn))
        rows.append([effects.addresses[i], *cells])
    return FindingTable(["knob", *_heads(found, "effect")], rows)


def _idle(found: Mattering) -> str:
    """The knobs that changed nothing, by clause or table."""
    by_part: dict[str, list[str]] = {}
    for address in found.idle:
        clause, _, param = address.rpartition(".")
        by_part.setdefault(clause, []).append(param)
    return definitions([(clause, ", ".join(params)) for clause, params in by_part.items()])


def settings(found: Mattering) -> list[tuple[str, str]]:
    """What was played, exactly."""
    question, budget = found.question, found.question.budget
    effects = found.effects
    rows = [
        (
            "scenario",
            f"{question.stream.scenario}, {question.stream.starts} starts of each part, content {question.content}",
        ),
        ("seed", str(question.stream.seed)),
        ("knobs", ", ".join(question.only) or "all"),
        *(("house rule", f"{address} = {value}") for address, value in question.rules.items()),
        ("spread", f"{question.spread} %"),
        *((f"player {name}", digest) for name, digest in question.digests.items()),
        ("screening", f"{found.screened.tried:,} sets of changes, {budget.screen:,} pairs each"),
        ("trajectories", f"{budget.trajectories} of {budget.pairs} pairs a point"),
        ("judged", f"{budget.strongest} knobs, {budget.judge:,} pairs a value"),
        ("samples", f"{budget.samples} base samples, {budget.pairs} pairs a point, twice"),
    ]
    if effects is not None:
        rows.append(("refused trajectories", str(effects.refused)))
        rows.append(("games of trajectories at the decision limit", f"{effects.cut_off:.1%}"))
        rows += [
            (f"mean {outcome.key} over all points of trajectories", number_text(middle, outcome.is_share))
            for outcome, middle in zip(found.outcomes, effects.middle, strict=True)
        ]
    return rows


# --- for a report ---------------------------------------------------------------------------------------------------------


def command_of(question: MatterQuestion) -> str:
    """The command that asks the question again."""
    stream = question.stream
    found = [place_of(stream.ruleset, stream.scenario)]
    specs = tuple(spec_of(player) for player in question.players)
    if specs != BETWEEN:
        found += ["--between", *specs]
    for pattern in question.only:
        found += ["--only", pattern]
    for address, value in question.rules.items():
        found += ["--rule", f"{address}={value}"]
    if question.spread != SPREAD:
        found += ["--spread", str(question.spread)]
    for name in OPTIONS:
        if getattr(question.budget, name) != getattr(BUDGET, name):
            found += [f"--{name}", str(getattr(question.budget, name))]
    if stream.seed:
        found += ["--seed", str(stream.seed)]
    return command_line("matter", *found)


def report(found: Mattering) -> list[str | FindingTable]:
    """What a tactics report has: the command, the confirmed knobs, what changes nothing, and what explains how much."""
    budget, confirmed = found.question.budget, found.confirmed
    first, second = found.players
    count = len({one.address for one in found.judged})
    idle, tried = len(found.idle), len(found.screened.moved)
    asked = (
        f"{command_of(found.question)}, {under(found.ruleset)}: {first} v {second}, {len(found.variations):,} knobs."
    )
    if found.judged:
        asked += (
            f" The {f'{count} strongest were' if count > 1 else 'strongest was'} compared with {found.basis}, one value at a "
            f"time, on fresh starts and dice, with {budget.judge:,} pairs of games for each value."
        )
    significant: list[str | FindingTable] = ["None of them has a significant effect."]
    if confirmed:
        significant = [
            f"{len(confirmed)} of these {count} numbers {'has' if len(confirmed) == 1 else 'have'} a significant effect. The "
            f"table shows the change from {found.basis} with its 95 % interval; bold is significant after correcting for the "
            f"number of tests. Score is {first}'s share of the points; differences of shares are in percentage points.",
            judged(found, is_report=True),
        ]
    unseen = _unseen(found)
    return [
        asked,
        *significant,
        unchanged_text(found),
        f"No knob has a significant effect on {unseen}." if unseen else "",
        f"{idle:,} of {tried:,} knobs changed none of {budget.screen:,} pairs of games with the same dice: these battles never "
        f"use them, or they change fewer than {300 / budget.screen:.2g} % of the games (95 %).",
        " ".join(_together(found)),
    ]


def _unseen(found: Mattering) -> str:
    """Outcomes that nothing changes significantly, and the difference that would have been seen."""
    told = []
    for k, outcome in enumerate(found.outcomes):
        known = [one.visible[k] for one in found.judged if math.isfinite(one.visible[k])]
        if known and not any(is_sure(one.differences[k]) for one in found.judged):
            unit = " percentage points" if outcome.is_share else ""
            told.append(f"{outcome.key} ({number_text(max(known), outcome.is_share)}{unit} would have been found)")
    return in_a_row(told) if told else ""


def _together(found: Mattering) -> list[str]:
    """What the confirmed knobs explain when they vary together (Sobol)."""
    indices = found.indices
    if indices is None:
        few = "one knob" if len(found.confirmed) == 1 else "no knob"
        return [f"Sobol indices need two knobs that matter significantly; {few} does."]
    told = [
        "Sobol indices (how much of the variance each knob explains when "
        f"{in_a_row([f'`{written(one)}`' for one in indices.addresses])} vary together, without chance):"
    ]
    for k, outcome in enumerate(found.outcomes):
        known = [i for i in range(len(indices.addresses)) if math.isfinite(indices.first[i, k])]
        if not known:
            told.append(
                f"{outcome.key}: {100 * indices.noise[k]:.0f} % of the variance was chance, so the rest is too small to divide."
            )
            continue
        best = max(known, key=lambda i: indices.first[i, k] - indices.first_half[i, k])
        first, half = 100 * indices.first[best, k], 100 * indices.first_half[best, k]
        total, other = 100 * indices.total[best, k], 100 * indices.total_half[best, k]
        total = max(total, first)  # a part is no larger than its whole, but each is an estimate
        if first <= half:
            told.append(f"{outcome.key}: the sample is too small to divide the variance.")
            continue
        told.append(
            f"{outcome.key}: `{written(indices.addresses[best])}` explains {_span(first, half)} by itself and "
            f"{_span(total, other)} with its interactions."
        )
    return told


def _span(value: float, half: float) -> str:
    value, low, high = (min(max(round(one), 0), 100) for one in (value, value - half, value + half))
    return f"{value} % ({low} to {high} %)"
