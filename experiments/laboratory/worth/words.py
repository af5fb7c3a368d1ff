"""Results for options, in words, the same on a terminal and on a page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...naming import place_name
from .found import FORBIDDEN, SURE, VERDICTS, Answer, Worth
from .judging import Judged, rating

__all__ = [
    "GROUPS",
    "answer_of",
    "between",
    "effect_text",
    "gist",
    "interval_text",
    "ordered",
    "points_text",
    "title_of",
    "worth_text",
]

MINUS = "\N{MINUS SIGN}"
IN_WORDS = (" rating points", "95 % CI ")  # how a sentence gives an effect

ENCOURAGED = ("nudge", "doctrine", "taken")

#: The tables: title, kinds of answers, what stands in them, and what their first column names.
GROUPS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    ("Forbidden", FORBIDDEN, "what the player loses without an option that it uses", "option"),
    (
        "Encouraged", ENCOURAGED,
        "what the player gains by another weight, a doctrine before its own, or an option it never uses", "weight or doctrine",
    ),
    ("Removed", ("item", "unit"), "what a side loses without an item, or without a unit", "item or unit"),
    ("Statuses", ("status",), "what a side gains when one of its units gets a status, compared with not getting it", "status"),
)  # fmt: skip


def title_of(worth: Worth) -> str:
    """Whose options these are."""
    return f"What options are worth to {worth.player}"


def between(worth: Worth) -> str:
    """What was played."""
    against = f"both against {worth.against}" if worth.against else "against each other"
    held = "".join(f", {address} = {value}" for address, value in worth.rules.items())
    place = place_name(worth.ruleset, worth.scenario)
    if worth.answers and all(answer.kind == "status" for answer in worth.answers):
        return (
            f"{worth.player} against {worth.against or 'itself'}, {place}{held}; {worth.pairs:,} battles played, "
            "more for rare statuses; each continues from a moment at which a unit gets a status, with and without it"
        )
    return (
        f"{worth.player} with and without each option {against}, {place}{held}; {worth.pairs:,} pairs of games for "
        "each question; each start and seed is played twice, seats swapped"
    )


def points_text(value: float) -> str:
    """Rating points with their sign."""
    if not math.isfinite(value):
        return "\N{EN DASH}"
    if abs(value) < 0.5:
        return "0"
    return f"{value:+,.0f}".replace("-", MINUS)


def worth_text(judged: Judged) -> str:
    """An effect in rating points; where every game was won or lost, only the bound nearer to zero means anything."""
    most = rating(1.0, judged.pairs) - 1.0
    if judged.worth >= most and judged.low > 0:
        return f"at least {points_text(judged.low)}"
    if judged.worth <= -most and judged.high < 0:
        return f"at most {points_text(judged.high)}"
    return points_text(judged.worth)


def interval_text(judged: Judged | None) -> str:
    """An interval of rating points; empty where :func:`worth_text` is a bound already."""
    if judged is None or not math.isfinite(judged.low) or worth_text(judged) != points_text(judged.worth):
        return ""
    return f"{points_text(judged.low)} to {points_text(judged.high)}"


def effect_text(judged: Judged, unit: str = "", confidence: str = "") -> str:
    """An effect with its interval: ``+29 (+18 to +40)``, with a unit behind the number and ``confidence`` before the interval."""
    interval = interval_text(judged)
    return f"{worth_text(judged)}{unit}" + (f" ({confidence}{interval})" if interval else "")


def ordered(answers: Sequence[Answer]) -> list[Answer]:
    """By worth, the greatest first; then intents, which name no option of the rulebook; what was not played comes last."""

    def key(answer: Answer) -> tuple[int, float]:
        return (int(answer.kind == "intent"), -answer.told.worth) if answer.told is not None else (2, 0.0)

    return sorted(answers, key=key)


def answer_of(found: Worth) -> str:
    """What is worth most, in one or two sentences."""
    asked = [one for one in ordered(found.answers) if one.told is not None]
    sure = [one for one in asked if one.verdict in SURE]
    if not sure:
        most = max(asked, key=_rank, default=None)
        largest = f" The largest seen is {_worth_text(most)}." if most is not None else ""
        return f"No option has a significant worth for {found.player} here.{largest}"
    best = max(sure, key=_rank)
    others = f" {len(sure)} of {len(asked)} effects are significant." if len(asked) > 1 else ""
    return f"{_most_text(found.player, best)}.{others}"


def _rank(one: Answer) -> tuple[bool, float]:
    """By the size of its worth; intents, which name no option of the rulebook, come last."""
    return one.kind != "intent", abs(one.told.worth) if one.told is not None else 0.0


def _most_text(player: str, one: Answer) -> str:
    """What matters most, without a full stop; a group or an intent is named as what it is."""
    assert one.told is not None
    if one.kind == "status":
        name = one.name[:1].upper() + one.name[1:]
        does = "costs" if one.told.worth < 0 else "helps"
        return f"{name}: this status {does} a side most, {effect_text(one.told, *IN_WORDS)}"
    named = {"group": f"all options of the group '{one.name}'", "intent": f"the intent '{one.name}'"}.get(
        one.kind, one.name
    )
    return f"What matters most to {player} is {named}, {effect_text(one.told, *IN_WORDS)}: {one.verdict}"


def _worth_text(one: Answer) -> str:
    """A worth with its interval."""
    assert one.told is not None
    return f"{one.name}, {effect_text(one.told, *IN_WORDS)}"


def gist(worth: Worth) -> list[str]:
    """The result, in sentences."""
    found = []
    for verdict in SURE:
        group = [answer for answer in ordered(worth.answers) if answer.verdict == verdict and answer.told]
        for kinds, what in (
            (FORBIDDEN, SENTENCES), (ENCOURAGED, SENTENCES), (("item", "unit"), OF_THINGS), (("status",), OF_STATUSES)
        ):  # fmt: skip
            few = [one for one in group if one.kind in kinds and (verdict != "loss" or one.kind == "doctrine")]
            if few and verdict in what:
                names = ", ".join(f"{one.name} ({worth_text(one.told)})" for one in few if one.told)
                found.append(what[verdict].format(player=worth.player, names=names))
    gone = [answer.name for answer in worth.answers if answer.verdict == "not confirmed"]
    if gone:
        found.append(f"Significant at first, but not on fresh dice: {', '.join(gone)}.")
    smallest = [
        answer.smallest for answer in worth.answers if answer.first is not None and answer.first.otherwise > 0.02
    ]
    if smallest:
        asked = sum(answer.first is not None for answer in worth.answers)
        low, high = f"{min(smallest):,.0f}", f"{max(smallest):,.0f}"
        found.append(
            f"With {asked} {'question' if asked == 1 else 'questions at once'}, effects of at least "
            f"{low if low == high else f'{low} to {high} (by question)'} rating points would have been found 8 times out of 10."
        )
    return found or ["No significant effect was found."]


SENTENCES = {
    "needed": "Needed by every player that uses it: {names}.",
    "worth having": "{player} is significantly weaker without: {names}.",
    "harmful": "Harmful to {player} and to others that use it: {names}.",
    "misused": "{player} misuses: {names}.",
    "gain": "{player} would gain from: {names}.",
    "loss": "{player} would lose from: {names}.",
}
OF_THINGS = {"worth having": "Worth having: {names}.", "harmful": "Better without: {names}."}
OF_STATUSES = {
    "harms the unit": "Harms the unit that has it: {names}.",
    "helps the unit": "Helps the unit that has it: {names}.",
}
assert SENTENCES.keys() | OF_STATUSES.keys() == set(SURE) and set(SURE) <= VERDICTS.keys()
