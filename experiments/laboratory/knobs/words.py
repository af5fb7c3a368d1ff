"""What a sweep found, in sentences and rows, the same on a terminal and on a page."""

from __future__ import annotations

import math

import numpy as np

from ...naming import place_name
from ...report.lines import number_text
from .adapting import Tactic
from .found import Adapted, Curve, Sweep, Trend
from .settings import points_of

__all__ = [
    "answer_of",
    "answer_text",
    "between",
    "difference_text",
    "gist",
    "interval_text",
    "raced_text",
    "title_of",
    "together_text",
    "value_text",
]


def title_of(sweep: Sweep) -> str:
    """What was varied."""
    return " and ".join(axis.address for axis in sweep.axes)


def answer_of(found: Sweep) -> str:
    """What the knobs do to who wins, and two of them together, in one to three sentences."""
    curve, reference, one = found["score"], found.reference, found.players[0]
    others = [k for k in range(len(found.labels)) if k != reference]
    if not others:
        return f"{title_of(found)} has one value only, so there is nothing to compare."
    if not any(found.changed.flat[k] for k in others):
        change = "change" if len(found.axes) > 1 else "changes"
        return f"{title_of(found)} {change} nothing here: every game goes as at {found.labels[reference]}."
    far = max(others, key=lambda k: (bool(curve.sure.flat[k]), abs(float(curve.difference.flat[k]))))
    value = float(curve.difference.flat[far])
    low, high = (
        number_text(float(part.flat[far]), True, True) for part in (curve.difference_low, curve.difference_high)
    )
    at = (
        f"{one} takes {value_text(curve, far)} of the points instead of {value_text(curve, reference)}, "
        f"{number_text(abs(value), True)} points {'less' if value < 0 else 'more'} (95 % CI {low} to {high})"
    )
    matter = "matter" if len(found.axes) > 1 else "matters"
    if curve.sure.flat[far]:
        said = f"{title_of(found)} {matter}: at {found.labels[far]} {at}."
    else:
        which = "The largest difference" if len(others) > 1 else "The difference"
        said = (
            f"No significant effect of {title_of(found)} on who wins. {which} from {_reference(found)} is at "
            f"{found.labels[far]}: {at}{_corrected(curve, far)}."
        )
    return f"{said} {together_text(found)}".rstrip()


def _corrected(curve: Curve, k: int) -> str:
    """Why a difference whose own interval leaves out 0 is not significant; empty for any other."""
    is_apart = curve.difference_low.flat[k] > 0 or curve.difference_high.flat[k] < 0
    return "; this is not significant once corrected for multiple tests" if is_apart else ""


def between(sweep: Sweep) -> str:
    """Who played where, and how often."""
    held = "".join(f", {address} = {value}" for address, value in sweep.held.items())
    return (
        f"{sweep.players[0]} v {sweep.players[1]}, {place_name(sweep.ruleset, sweep.scenario)}{held}; {sweep.pairs:,} pairs of "
        "games for each value, each start and seed twice, seats swapped, the same starts and dice for all values"
    )


def value_text(curve: Curve, k: int) -> str:
    """An outcome at a point."""
    share = curve.outcome.is_share
    return number_text(curve.value.flat[k], share) + ("%" if share else "")


def interval_text(curve: Curve, k: int) -> str:
    """Its confidence interval; empty if it has no finite one."""
    low, high = curve.low.flat[k], curve.high.flat[k]
    if not math.isfinite(low):
        return ""
    share = curve.outcome.is_share
    return f"{number_text(low, share)} to {number_text(high, share)}"


def difference_text(curve: Curve, k: int) -> str:
    """By how much it differs from the reference, with the interval; in points of a percent for shares."""
    share = curve.outcome.is_share
    value, low, high = (float(part.flat[k]) for part in (curve.difference, curve.difference_low, curve.difference_high))
    if not math.isfinite(low):
        return number_text(value, share, True)
    return f"{number_text(value, share, True)} ({number_text(low, share, True)} to {number_text(high, share, True)})"


def gist(sweep: Sweep) -> list[str]:
    """The results, the most certain first: significant changes, no changes, changes too small to be seen."""
    labels, points = sweep.labels, points_of(sweep.axes)
    against = f"{labels[sweep.reference]}{', the book' if _is_book(sweep) else ''}"
    said = []
    others = [k for k in range(len(points)) if k != sweep.reference]
    idle = [k for k in others if sweep.changed.flat[k] == 0]
    if idle:
        which = "any value" if len(idle) == len(others) else ", ".join(labels[k] for k in idle)
        most = 3 / sweep.pairs
        said.append(
            f"Nothing changes at {which}: all {sweep.pairs:,} pairs end as at {against}, so fewer than "
            f"{100 * most:.2g} % of pairs can change (95 %)."
        )
    unsure = []
    for curve in (curve for curve in sweep.curves.values() if curve.outcome.is_main):
        sure = [k for k in others if curve.sure.flat[k]]
        if sure:
            far = max(sure, key=lambda k: abs(curve.difference.flat[k]))
            unit = " percentage points" if curve.outcome.is_share else ""
            count = "" if len(others) == 1 else f"; significant at {len(sure)} of {len(others)} values"
            said.append(
                f"{curve.outcome.key}: {value_text(curve, sweep.reference)} at {against}, {value_text(curve, far)} at "
                f"{labels[far]}: {difference_text(curve, far)}{unit}{count}."
            )
        trends = [trend for trend in curve.trends if trend.is_sure] if len(others) > 1 else []
        said += [_trend(sweep, curve, trend) for trend in trends]
        if not sure and not trends and len(idle) < len(others):
            unsure.append(curve)
    if unsure:
        keys = ", ".join(curve.outcome.key for curve in unsure)
        what = ", ".join(f"{curve.outcome.key} {_visible(curve)}" for curve in unsure)
        where = f"on the other measures: {keys}" if said else "on any measure"
        said.append(
            f"No significant effect {where}. Smallest effect that these games would probably have shown (8 times out of 10): "
            f"{what}."
        )
    if sweep.adapted is not None:
        said += _answers(sweep)
    return said


def _is_book(sweep: Sweep) -> bool:
    """Whether differences are taken from the values of the book."""
    at = points_of(sweep.axes)[sweep.reference]
    return all(axis.numbers[i] == axis.default for axis, i in zip(sweep.axes, at, strict=True))


def _reference(sweep: Sweep) -> str:
    """What differences are taken from: the book (20), or another value."""
    label = sweep.labels[sweep.reference]
    return f"the book ({label})" if _is_book(sweep) else label


def together_text(sweep: Sweep) -> str:
    """How two knobs act together on the score, at the corner where it is most certain; empty where nothing can be said."""
    known = [one for one in sweep.interactions if math.isfinite(one.low)]
    if not known or not any(sweep.changed.flat):
        return ""
    most = min(known, key=lambda one: (one.p, -abs(one.value)))
    where = f"Together, at {sweep.labels[most.point]}, they are"
    who, alone = f"to {sweep.players[0]}", "than the sum of each alone"
    low, high = (number_text(end, True, True) for end in (most.low, most.high))
    interval = f"95 % CI {low} to {high}"
    if not most.is_sure:
        value = number_text(most.value, True, True)
        return f"{where} not worth significantly more or less {who} {alone}: {value} points ({interval})."
    sure = sum(one.is_sure for one in known)
    rest = f"; significant at {sure} of {len(known)} corners" if len(known) > 1 else ""
    size, way = number_text(abs(most.value), True), "more" if most.value > 0 else "less"
    return f"{where} worth {size} points {way} {who} {alone} ({interval}{rest})."


def _trend(sweep: Sweep, curve: Curve, trend: Trend) -> str:
    """A trend as a sentence."""
    axis, share = sweep.axes[trend.axis], curve.outcome.is_share
    where = f" of {axis.address}" if len(sweep.axes) > 1 else ""
    unit = " percentage points" if share else ""
    span = f"from {axis.labels[0]} to {axis.labels[-1]}{where}"
    size = f"{number_text(abs(trend.value), share)}{unit}"
    if trend.value < 0:
        low, high = (number_text(-one, share, True) for one in (trend.high, trend.low))
    else:
        low, high = (number_text(one, share, True) for one in (trend.low, trend.high))
    if curve.outcome.key == "rounds":
        way = f"Battles get {'longer' if trend.value > 0 else 'shorter'} {span}: by {size} rounds"
    else:
        way = f"{_capital(curve.outcome.key)} {'rises' if trend.value > 0 else 'falls'} {span}: by {size}"
    return f"{way} (95 % CI {low} to {high}), a significant trend."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _visible(curve: Curve) -> str:
    """The smallest effect that the games of an outcome would probably have shown."""
    known = np.array([*(trend.visible for trend in curve.trends), *curve.visible.flat])
    known = known[np.isfinite(known)][:1] if curve.trends else known[np.isfinite(known)]
    share = curve.outcome.is_share
    return f"{number_text(float(known.max()), share)}{' points' if share else ''}" if len(known) else "not known"


def answer_text(found: Adapted, k: int) -> str:
    """What the best answer at a point reached."""
    value, low, high = (number_text(part.flat[k], True) for part in (found.score, found.low, found.high))
    return f"{value}%, {low} to {high}"


def raced_text(sweep: Sweep, tactic: Tactic) -> str:
    """Where a tactic comes from."""
    return f"raced from {tactic.start} against {sweep.players[1]} at {sweep.labels[tactic.point]}"


def _answers(sweep: Sweep) -> list[str]:
    found, labels = sweep.adapted, sweep.labels
    assert found is not None
    named = [
        f"{name} at {label} ({answer_text(found, k)})"
        for k, (name, label) in enumerate(zip(found.names, labels, strict=True))
    ]
    said = [f"Best answer to {sweep.players[1]}: {', '.join(named)}; chosen on dice of its own, judged on these."]
    for tactic in found.tactics:
        said.append(f"{tactic.name}, {raced_text(sweep, tactic)}: {tactic.says}")
    if any(found.attempts) and not found.tactics:
        tried = sum(attempt.tried for attempt in found.attempts if attempt is not None)
        said.append(f"The search found nothing better: {tried:,} changes were raced.")
    with np.errstate(invalid="ignore"):
        sure = [k for k in range(len(labels)) if found.p.flat[k] < 0.05]
    for k in sure:
        low, high = found.difference_low.flat[k], found.difference_high.flat[k]
        said.append(
            f"With players that adapt the score is {number_text(found.difference.flat[k], True, True)} "
            f"({number_text(low, True, True)} to {number_text(high, True, True)}) percentage points at {labels[k]}."
        )
    if not sure and len(labels) > 1:
        said.append("With players that adapt no difference of the score is significant.")
    return said
