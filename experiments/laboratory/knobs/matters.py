"""What matters, in sentences and a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...naming import place_name
from ...report import filled
from ...report.charts import MINUS, answer_section, definitions, escape
from ...report.lines import number_text
from ...statistics import Mean
from .effects import Effects, JudgedKnob
from .mattering import ALPHA, Mattering
from .outcomes import Outcome

__all__ = ["answer_of", "change_text", "gist", "matter_page", "rest_of", "unchanged_text"]

SHOWN = 25  # knobs of the table of effects
ENOUGH = 30  # pairs without a change after which something can be said of a knob


def value_text(number: int) -> str:
    """A value of a knob, with a minus sign that is one."""
    return str(number).replace("-", MINUS)


def is_sure(mean: Mean) -> bool:
    """Whether a difference is significant, corrected for all others."""
    return mean.p < ALPHA


def change_text(mean: Mean, outcome: Outcome, star: bool = True) -> str:
    """A difference, in points of a percent for shares; with a star if it is significant."""
    return number_text(mean.value, outcome.is_share, True) + (" *" if star and is_sure(mean) else "")


def rest_of(found: Mattering) -> list[JudgedKnob]:
    """Judged values that changed a game: of knobs with a significant effect first, the strongest first."""
    order = {address: i for i, address in enumerate(found.confirmed)}
    changed = [one for one in found.judged if one.changed > 0]
    return sorted(changed, key=lambda one: (order.get(one.address, len(order)), one.address, one.number))


def unchanged_text(found: Mattering) -> str:
    """The judged values that changed no game, which no table shows; empty if all of them changed one."""
    named = [f"{one.address}={value_text(one.number)}" for one in found.judged if one.changed == 0]
    return f"No game changed with {', '.join(named)}." if named else ""


def answer_of(found: Mattering) -> str:
    """What matters most, and how many knobs never do, in two sentences."""
    return " ".join([*_effects(found)[:1], _read(found)])


def gist(found: Mattering) -> list[str]:
    """The rest of the result, in a few sentences."""
    said = _effects(found)[1:]
    if unchanged := unchanged_text(found):
        said.append(unchanged)
    if found.effects is not None:
        said.append(
            f"The first screening, which selects the knobs to measure, was short: it shows no effect for "
            f"{int(quiet(found.effects).sum())} of the {len(found.effects.addresses)} knobs that are read, and would have shown "
            f"only mean effects of at least: {smallest(found)}. The effects above, measured on fresh dice, are more precise."
        )
    if found.refused:
        said.append(f"{len(found.refused)} values were refused by the rulebook or the scenario and left out.")
    return said


def _read(found: Mattering) -> str:
    """How many knobs change anything."""
    pairs = found.question.budget.screen
    return (
        f"{len(found.read)} of {len(found.screened.moved):,} knobs change a game in "
        f"{place_name(found.ruleset, found.scenario)}; {_idle_text(len(found.idle), pairs)}"
    )


def _whose(found: Mattering, outcome: Outcome) -> str:
    """An outcome by name; of the score also whose it is."""
    return f"{found.question.players[0].name}'s score" if outcome.key == "score" else outcome.key


def _idle_text(idle: int, pairs: int) -> str:
    """How many knobs changed no pair, and how much that says."""
    who, each = ("1 knob", "it changes") if idle == 1 else (f"{idle:,} knobs", "each of them changes")
    if not idle:
        return "every knob changed something."
    if pairs < ENOUGH:
        return f"{who} changed nothing in {pairs:,} pairs (too few to rule {'it' if idle == 1 else 'them'} out)."
    return f"{who} changed nothing in {pairs:,} pairs on the same dice, so {each} fewer than {300 / pairs:.2g} % of pairs (95 %)."


def _effects(found: Mattering) -> list[str]:
    """What the strongest knobs do, a sentence for each outcome."""
    said = []
    for k, outcome in enumerate(found.outcomes):
        best: dict[str, JudgedKnob] = {}
        for one in found.judged:
            if is_sure(one.differences[k]) and (
                one.address not in best or abs(one.differences[k].value) > abs(best[one.address].differences[k].value)
            ):
                best[one.address] = one
        ranked = sorted(best.values(), key=lambda one: -abs(one.differences[k].value))
        named = [
            f"{one.address} = {value_text(one.number)} ({change_text(one.differences[k], outcome, False)})"
            for one in ranked[:5]
        ]
        book = number_text(found.book[k].value, outcome.is_share) + ("%" if outcome.is_share else "")
        if named:
            more = f" and {len(ranked) - 5} more" if len(ranked) > 5 else ""
            said.append(
                f"{_whose(found, outcome)} ({book} {found.under}) depends significantly on {', '.join(named)}{more}."
            )
        elif found.judged:
            count = len({one.address for one in found.judged})
            known = [one.visible[k] for one in found.judged if math.isfinite(one.visible[k])]
            least = (
                number_text(max(known), outcome.is_share) + (" percentage points" if outcome.is_share else "")
                if known
                else ""
            )
            said.append(
                f"{_whose(found, outcome)} ({book} {found.under}): no significant effect of the "
                f"{f'{count} strongest knobs' if count > 1 else 'strongest knob'}"
                + (f"; an effect of {least} or more would have been found 8 times out of 10." if least else ".")
            )
    return said


def quiet(effects: Effects) -> np.ndarray:
    """Knobs without a significant effect on any outcome: bool (knobs,)."""
    with np.errstate(invalid="ignore"):
        sure = effects.p < ALPHA
    return np.logical_not(sure.any(axis=1))


def smallest(found: Mattering) -> str:
    """The smallest mean effects that would have been seen, by outcome: of the knob in the middle."""
    assert found.effects is not None
    parts = []
    for k, outcome in enumerate(found.outcomes):
        visible = found.effects.visible[:, k]
        known = visible[np.isfinite(visible) & (visible > 0)]  # unknown if every pair of a walk had the same result
        middle = float(np.median(known)) if len(known) else math.nan
        middle = min(middle, 1.0) if outcome.is_share else middle
        parts.append(f"{outcome.key} {number_text(middle, outcome.is_share)}{' points' if outcome.is_share else ''}")
    return ", ".join(parts)


# --- the page


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


def matter_page(found: Mattering, manifest: Mapping[str, Any]) -> str:
    """The page as text."""
    names = [player.name for player in found.question.players]
    said = "".join(f"<li>{escape(line)}</li>" for line in gist(found))
    budget = found.question.budget
    method = [
        text.format(
            basis=found.basis, spread=found.question.spread, trajectories=budget.trajectories, judge=f"{budget.judge:,}"
        )
        for text in METHOD
    ]
    sections = [answer_section(answer_of(found))]
    if said:
        sections.append(f'<section><h2>Results</h2><ul class="said">{said}</ul></section>')
    if found.judged:
        sections.append(
            f"<section><h2>The strongest, judged on fresh dice</h2><p>Change against {found.basis} when this knob alone has this "
            f"value, with its 95 % interval; bold where significant.</p>{judged(found)}</section>"
        )
    if found.indices is not None:
        sections.append(
            "<section><h2>What they explain together</h2><p>Part of the variance of each outcome, in percent, first and "
            f"total, with 95 % intervals.</p>{sobol_table(found)}</section>"
        )
    if found.effects is not None:
        sections.append(
            "<section><h2>Effects while other knobs vary</h2><p>Bars: mean absolute effect; grey: the "
            f"part that chance alone explains. Below: mean effect. Bold: significant.</p>{effects_table(found)}</section>"
        )
    sections.append(
        f"<section><h2>Knobs that changed nothing here</h2><p>{len(found.idle):,} of {len(found.screened.moved):,} knobs "
        f"changed none of {budget.screen:,} pairs.</p><details><summary>All of them</summary>{_idle(found)}</details></section>"
    )
    sections.append(
        f'<section class="method"><h2>How to read this</h2>{"".join(f"<p>{text}</p>" for text in method)}'
        f"<details><summary>Exact settings</summary>{definitions(settings(found, manifest))}</details></section>"
    )
    trouble = (
        f'<p class="trouble">{found.cut_off:,} games {found.under} hit the decision limit.</p>' if found.cut_off else ""
    )
    return filled(
        "answer.html",
        {
            "title": f"Which numbers matter in {escape(place_name(found.ruleset, found.scenario))}",
            "lead": f"{escape(names[0])} v {escape(names[1])}, {len(found.variations):,} knobs of the rulebook.",
            "trouble": trouble,
            "sections": "\n".join(sections),
        },
    )


def _heads(found: Mattering) -> str:
    return "".join(
        f'<th class="num" title="{escape(outcome.meaning)}">{escape(outcome.key)}</th>' for outcome in found.outcomes
    )


def judged(found: Mattering) -> str:
    """The table of what was judged."""
    book = "".join(
        f'<td class="num">{number_text(mean.value, outcome.is_share)}{"%" if outcome.is_share else ""}<small>'
        f"{number_text(mean.low, outcome.is_share)} to {number_text(mean.high, outcome.is_share)}</small></td>"
        for mean, outcome in zip(found.book, found.outcomes, strict=True)
    )
    rows = [
        f'<tr class="reference"><th scope="row">{found.basis}</th><td class="num"></td>{book}<td class="num"></td></tr>'
    ]
    last = ""
    for one in rest_of(found):
        cells = []
        for mean, outcome in zip(one.differences, found.outcomes, strict=True):
            share, kind = outcome.is_share, " sure" if is_sure(mean) else ""
            spread = (
                f"<small>{number_text(mean.low, share, True)} to {number_text(mean.high, share, True)}</small>"
                if math.isfinite(mean.low)
                else ""
            )
            cells.append(f'<td class="num{kind}">{change_text(mean, outcome, False)}{spread}</td>')
        name = escape(one.address) if one.address != last else ""
        last = one.address
        default = value_text(one.default)
        rows.append(
            f'<tr><th scope="row">{name}</th><td class="num">{value_text(one.number)}<small>{found.column} {default}</small></td>'
            f'{"".join(cells)}<td class="num">{one.changed:.0%}</td></tr>'
        )
    return (
        f'<div class="scroll"><table class="values"><thead><tr><th>knob</th><th class="num">value</th>{_heads(found)}'
        f'<th class="num">pairs that played out differently</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def sobol_table(found: Mattering) -> str:
    """The table of the indices."""
    indices = found.indices
    assert indices is not None
    rows = []
    for i, address in enumerate(indices.addresses):
        cells = "".join(
            f'<td class="num">{_index(indices.first[i, k], indices.first_half[i, k])}'
            f"{_index(indices.total[i, k], indices.total_half[i, k])}</td>"
            if math.isfinite(indices.first[i, k])
            else '<td class="num">\N{EN DASH}</td>'
            for k in range(len(found.outcomes))
        )
        rows.append(f'<tr><th scope="row">{escape(address)}</th>{cells}</tr>')
    noise = "".join(f'<td class="num">{100 * part:.0f}%</td>' for part in indices.noise)
    rows.append(f'<tr class="reference"><th scope="row">chance (removed)</th>{noise}</tr>')
    return (
        f'<div class="scroll"><table class="values"><thead><tr><th>knob</th>{_heads(found)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div><p>A dash: nine tenths or more of the variance is chance.</p>"
    )


def _index(value: float, half: float) -> str:
    low, high = max(100 * (value - half), 0.0), min(100 * (value + half), 100.0)
    value = min(max(value, 0.0), 1.0)  # chance may lead an estimate beyond what a share can be
    text = f"{100 * value:.0f} ({low:.0f} to {high:.0f})".replace("-", MINUS)
    return f"<div>{text}</div>"


def effects_table(found: Mattering) -> str:
    """The table of the elementary effects, the strongest first."""
    effects = found.effects
    assert effects is not None
    most = np.nanmax(effects.size, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rank = np.nan_to_num((effects.size - effects.noise) / np.where(most > 0, most, 1.0)).max(1)
        sure = effects.p < ALPHA
    order = np.lexsort((-rank, ~sure.any(1)))[:SHOWN]
    rows = []
    for i in order:
        cells = []
        for k, outcome in enumerate(found.outcomes):
            share = outcome.is_share
            bar = 100 * effects.size[i, k] / most[k] if most[k] > 0 else 0.0
            grey = 100 * min(effects.noise[i, k], effects.size[i, k]) / most[k] if most[k] > 0 else 0.0
            told = (
                f"mean of absolute effects {number_text(effects.size[i, k], share)}, by chance alone "
                f"{number_text(effects.noise[i, k], share)}, standard deviation {number_text(effects.spread[i, k], share)}"
            )
            cells.append(
                f'<td class="effect{" sure" if sure[i, k] else ""}" title="{escape(told)}"><i style="--w:{bar:.1f}%;'
                f'--n:{grey:.1f}%"></i>{number_text(effects.mean[i, k], share, True)}'
                f"<small>{number_text(effects.low[i, k], share, True)} to "
                f"{number_text(effects.high[i, k], share, True)}</small></td>"
            )
        rows.append(f'<tr><th scope="row">{escape(effects.addresses[i])}</th>{"".join(cells)}</tr>')
    heads = "".join(f"<th>{escape(outcome.key)}</th>" for outcome in found.outcomes)
    note = (
        f"<p>The strongest {SHOWN} of {len(effects.addresses)}; all are in table.parquet.</p>"
        if len(effects.addresses) > SHOWN
        else ""
    )
    return (
        f'<div class="scroll"><table class="values"><thead><tr><th>knob</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>{note}"
    )


def _idle(found: Mattering) -> str:
    """The knobs that changed nothing, by clause or table."""
    by_part: dict[str, list[str]] = {}
    for address in found.idle:
        clause, _, param = address.rpartition(".")
        by_part.setdefault(clause, []).append(param)
    return definitions([(clause, ", ".join(params)) for clause, params in by_part.items()])


def settings(found: Mattering, manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was played, exactly."""
    question, budget = found.question, found.question.budget
    effects = found.effects
    rows = [
        ("question", str(manifest.get("id", ""))),
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
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
    if effects is not None:
        rows.append(("refused trajectories", str(effects.refused)))
        rows.append(("games of trajectories at the decision limit", f"{effects.cut_off:.1%}"))
        rows += [
            (f"mean {outcome.key} over all points of trajectories", number_text(middle, outcome.is_share))
            for outcome, middle in zip(found.outcomes, effects.middle, strict=True)
        ]
    return rows
