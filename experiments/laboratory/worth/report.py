"""What options are worth, as a part of a tactics report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from ....envs import scenario as scenarios
from ..parts import (
    command_line,
    kept_parts,
    markdown_table,
    place_of,
    put_part,
    spec_of,
    under,
    with_entry,
    written,
)
from ..shards import STARTS
from . import words
from .asking import WorthQuestion
from .encouraging import NUDGE
from .found import SURE, Answer, Worth

__all__ = ["command_of", "put_worth", "text_of"]


def put_worth(path: Path, worth: Worth, question: WorthQuestion) -> Path:
    """Write what a player's options are worth into a report, in place of what stood there of the same player.

    Raises:
        UserError: see ``parts.check_report``.
    """
    inner = kept_parts(path).get("worth", "")
    return put_part(path, "worth", with_entry(inner, worth.player, text_of(worth, question)))


def command_of(question: WorthQuestion) -> str:
    """The command that asks the question again."""
    stream, found = question.stream, ["--player", spec_of(question.player)]
    found[:0] = [place_of(stream.ruleset, stream.scenario)]
    for option in question.options:
        found += ["--option", option]
    found += [f"--{kind}" for kind in question.kinds if kind != "forbid"]
    if "forbid" not in question.kinds:
        found.append("--no-options")
    if question.against is not None:
        found += ["--against", spec_of(question.against)]
    found += ["--pairs", str(question.pairs)]
    if question.nudge != NUDGE:
        found += ["--nudge", f"{question.nudge:g}"]
    for address, value in question.rules.items():
        found += ["--rule", f"{address}={value}"]
    if stream.seed:
        found += ["--seed", str(stream.seed)]
    if stream.starts != STARTS and scenarios.load(stream.scenario, stream.ruleset).is_random:
        found += ["--starts", str(stream.starts)]
    return command_line("worth", *found)


def text_of(worth: Worth, question: WorthQuestion) -> str:
    """The part as text, without a heading."""
    asked = [answer for answer in worth.answers if answer.first is not None]
    lines = [
        f"{command_of(question)}, {under(worth.ruleset)}: {len(asked)} {'question' if len(asked) == 1 else 'questions'}. Effects "
        "that looked significant were measured again on fresh dice; those results are shown."
    ]
    sure = [answer for answer in words.ordered(asked) if answer.verdict in SURE]
    for title, kinds, lead, column in words.GROUPS:
        group = [answer for answer in sure if answer.kind in kinds]
        if group:
            lines += ["", f"{title}: {lead}.", ""]
            lines += markdown_table((column, "worth in rating points (95 %)", "verdict"), map(_row, group))
    if not sure:
        lines += ["", "No significant effect was found."]
    told = _rest(asked, len(sure))
    for verdict, lead in (
        ("not confirmed", "Significant at first, but not on fresh dice"),
        (
            "not significant",
            f"Not significant after correcting for {len(asked)} questions, each interval for one alone",
        ),
        ("changes nothing", "Changed no game"),
    ):
        names = [_named(one) for one in worth.answers if one.verdict == verdict]
        if names:
            told.append(f"{lead}: {', '.join(names)}.")
    never = [f"`{written(one.name)}`" for one in worth.answers if one.verdict == "never chosen"]
    if never:
        told.append(f"Never chosen, so forbidding it changes nothing: {', '.join(never)}.")
    for verdict, lead in (
        ("never occurs", "No unit got"),
        ("not possible", "Statuses without which no battle continues"),
    ):
        names = [f"`{written(one.name)}`" for one in worth.answers if one.kind == "status" and one.verdict == verdict]
        if names:
            told.append(f"{lead}: {', '.join(names)}.")
    for one in told:
        lines += ["", one]
    return "\n".join(lines)


def _row(answer: Answer) -> tuple[str, str, str]:
    told = answer.told
    assert told is not None
    often = f" (in {answer.occurrence.share:.0%} of the battles)" if answer.occurrence is not None else ""
    return (
        written(answer.name) + often,
        words.effect_text(told),
        answer.verdict,
    )


def _named(answer: Answer) -> str:
    told = answer.told
    if told is None or told.otherwise == 0:
        return f"`{written(answer.name)}`"
    effect = ", ".join(filter(None, (words.worth_text(told), words.interval_text(told))))
    return f"`{written(answer.name)}` ({effect})"


def _rest(asked: Sequence[Answer], sure: int) -> list[str]:
    """The smallest effects that these games would have shown for questions without a significant result."""
    seen = [one.smallest for one in asked if one.verdict == "not significant" and math.isfinite(one.smallest)]
    if not seen:
        return []
    low, high = f"{min(seen):,.0f}", f"{max(seen):,.0f}"
    span = low if low == high else f"{low} to {high}"
    each = "question" if sure == 0 else "question without a significant result"
    return [
        f"For each {each}, an effect of {span} rating points{'' if low == high else ', depending on the question,'} would have "
        "been found 8 times out of 10."
    ]
