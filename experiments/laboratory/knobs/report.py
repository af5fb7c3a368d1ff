"""What matters in the rules, as a part of a tactics report."""

from __future__ import annotations

import math
from pathlib import Path

from ...naming import in_a_row
from ...report.lines import number_text
from ...statistics import Mean
from ..parts import command_line, markdown_table, place_of, put_part, spec_of, under, written
from .mattering import BETWEEN, BUDGET, Mattering, MatterQuestion
from .matters import is_sure, rest_of, unchanged_text, value_text
from .outcomes import Outcome
from .variations import SPREAD

__all__ = ["command_of", "put_matter", "text_of"]

#: Attributes of the budget that the command has options for, of the same names.
OPTIONS = ("screen", "trajectories", "pairs", "strongest", "judge", "samples")


def put_matter(path: Path, found: Mattering) -> Path:
    """Write what matters into a report, in place of what stood there.

    Raises:
        UserError: see ``parts.check_report``.
    """
    return put_part(path, "matter", text_of(found))


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


def text_of(found: Mattering) -> str:
    """The part as text."""
    budget, confirmed = found.question.budget, found.confirmed
    first = found.players[0]
    lines = [
        f"{command_of(found.question)}, {under(found.ruleset)}: {first} v {found.players[1]}, {len(found.variations):,} knobs."
    ]
    count = len({one.address for one in found.judged})
    if found.judged:
        lines[0] += (
            f" The {f'{count} strongest were' if count > 1 else 'strongest was'} compared with {found.basis}, one value at a "
            f"time, on fresh starts and dice, with {budget.judge:,} pairs of games for each value."
        )
    lines.append("")
    if confirmed:
        lines += [
            f"{len(confirmed)} of these {count} numbers {'has' if len(confirmed) == 1 else 'have'} a significant effect. The "
            f"table shows the change from {found.basis} with its 95 % interval; bold is significant after correcting for the "
            "number of tests. "
            f"Score is {first}'s share of the points; differences of shares are in percentage points.",
            "",
            *markdown_table(
                ("knob", found.column, "value", *(outcome.key for outcome in found.outcomes)),
                _rows(found),
            ),
        ]
    else:
        lines.append("None of them has a significant effect.")
    if unchanged := unchanged_text(found):
        lines += ["", unchanged]
    if unseen := _unseen(found):
        lines += ["", f"No knob has a significant effect on {unseen}."]
    idle, tried = len(found.idle), len(found.screened.moved)
    lines += [
        "",
        f"{idle:,} of {tried:,} knobs changed none of {budget.screen:,} pairs of games with the same dice: these battles never "
        f"use them, or they change fewer than {300 / budget.screen:.2g} % of the games (95 %).",
        "",
        " ".join(_together(found)),
    ]
    return "\n".join(lines)


def _unseen(found: Mattering) -> str:
    """Outcomes that nothing changes significantly, and the difference that would have been seen."""
    told = []
    for k, outcome in enumerate(found.outcomes):
        known = [one.visible[k] for one in found.judged if math.isfinite(one.visible[k])]
        if known and not any(is_sure(one.differences[k]) for one in found.judged):
            unit = " percentage points" if outcome.is_share else ""
            told.append(f"{outcome.key} ({number_text(max(known), outcome.is_share)}{unit} would have been found)")
    return in_a_row(told) if told else ""


def _rows(found: Mattering) -> list[list[str]]:
    """The numbers in force, and every value of the knobs with a significant effect."""
    rows = [[found.basis, "", ""]]
    for mean, outcome in zip(found.book, found.outcomes, strict=True):
        low, high = number_text(mean.low, outcome.is_share), number_text(mean.high, outcome.is_share)
        unit = " %" if outcome.is_share else ""
        rows[0].append(f"{number_text(mean.value, outcome.is_share)}{unit} ({low} to {high})")
    for one in rest_of(found):
        if one.address in found.confirmed:
            cells = [_change(mean, outcome) for mean, outcome in zip(one.differences, found.outcomes, strict=True)]
            rows.append([f"`{written(one.address)}`", value_text(one.default), value_text(one.number), *cells])
    return rows


def _change(mean: Mean, outcome: Outcome) -> str:
    share = outcome.is_share
    text = number_text(mean.value, share, True)
    if math.isfinite(mean.low):
        low, high = (max(mean.low, -1.0), min(mean.high, 1.0)) if share else (mean.low, mean.high)
        text += f" ({number_text(low, share, True)} to {number_text(high, share, True)})"
    return f"**{text}**" if is_sure(mean) else text


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
