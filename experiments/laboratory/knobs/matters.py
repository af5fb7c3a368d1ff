"""What matters, in sentences."""

from __future__ import annotations

import math

import numpy as np

from ...naming import place_name
from ...report.charts import MINUS
from ...report.lines import number_text
from ...statistics import Mean
from .effects import Effects, JudgedKnob
from .mattering import ALPHA, Mattering
from .outcomes import Outcome

__all__ = ["answer_of", "gist", "is_sure", "rest_of", "unchanged_text"]

ENOUGH = 30  # pairs without a change after which something can be said of a knob


def value_text(number: int) -> str:
    """A value of a knob, with a minus sign that is one."""
    return str(number).replace("-", MINUS)


def is_sure(mean: Mean) -> bool:
    """Whether a difference is significant, corrected for all others."""
    return mean.p < ALPHA


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
            f"{one.address} = {value_text(one.number)} ({number_text(one.differences[k].value, outcome.is_share, True)})"
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
