"""What options are worth, as a finding."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ....envs import scenario as scenarios
from ....envs.engine.options import SITUATIONS
from ..finding import MARKDOWN, PAGE, TERMINAL, Column, Finding, FindingTable, Fold, Row, Section, Value, in_words
from ..parts import command_line, place_of, spec_of, under, written
from ..shards import STARTS
from . import words
from .asking import WorthQuestion
from .encouraging import NUDGE
from .found import SURE, VERDICTS, Answer, Worth
from .usage import GROUPS

__all__ = ["METHOD", "command_of", "finding_of", "whiskers"]

SPARE = (
    "smallest detectable effect", "pairs that changed", "chosen most when", "times", "chosen", "of use", "times each", "moments",
)  # fmt: skip

FORBIDDEN_VERDICTS = ("needed", "worth having", "harmful", "misused")  # of the key, whether they occur or not
WIDEST = 300.0  # rating points; what is worth more is drawn at the edge
METHOD = (
    "<b>Worth</b> is in rating points (logistic Elo): a player that is better by d expects 1 / (1 + "
    "10<sup>\N{MINUS SIGN}d/400</sup>) of the points, +20 stands for 52.9 %, +100 for 64 %. A forbidden option is masked, so the "
    "player never chooses it unless nothing else is legal. Positive: the option makes the player stronger.",
    "<b>Pairs.</b> A pair is one start and one seed played twice, seats swapped. Intervals are 95 % intervals over "
    "pairs; where all pairs from one start go alike, they are repetitions and count once.",
    "<b>Significant.</b> An effect is flagged when its chance under no effect is below 5 %, corrected for all questions of "
    "this page (Holm 1979). Flagged effects are measured again on fresh starts and dice, and only those "
    "games are shown; an effect is significant if they confirm it, again corrected. The <i>smallest detectable effect</i> "
    "is what the first games would have flagged 8 times out of 10.",
    "<b>Every player, or this one?</b> Significant effects are measured for up to four other built-in behaviours that use "
    "the option most; the verdict says what both come to.",
    "<b>Forbidding</b> measures nothing that the player does not choose; therefore weights are changed, doctrines tried, and "
    "options that it hardly uses are used in all their chances, or in place of others, as well.",
)
OF_STATUSES = (
    "<b>Statuses.</b> Battles are played until a unit gets a status: its field changes from 0 between two decisions. From one "
    "such moment of a battle, drawn by the battle's number, two battles continue to the end: one unchanged, one with that "
    "field alone reset to 0; what came with the status, such as wounds or a place, stays in both. They share all dice not "
    "yet rolled. Positions that the rules do not allow, or in which no player has a choice, are left out. Worth is the "
    "difference in points of the unit's side; positive: it does better with the status. If fewer than half the battles have "
    "such a moment, up to three times as many more are played. Flagged effects are measured again from moments of other "
    "battles."
)


def finding_of(worth: Worth, manifest: Mapping[str, Any], question: WorthQuestion) -> Finding:
    """The finding: for page and terminal with the manifest of its folder, for a report with the command that asks again."""
    sections = [
        Section("", unused(worth), on=TERMINAL),
        Section("Results", [words.gist(worth)], on=PAGE | TERMINAL),
    ]
    for title, kinds, lead, _ in words.GROUPS:
        if group := [answer for answer in worth.answers if answer.kind in kinds]:
            sections.append(Section(title, table(group, f"{title}: {lead}"), f"{_capital(lead)}.", on=PAGE | TERMINAL))
    used = [answer for answer in worth.answers if answer.use is not None and answer.use.chosen[0] > 0]
    if used:
        lead = f"How often each option was chosen when it was open, in {worth.games_seen} games: over all, and by situation."
        sections.append(Section("Where they are used", [situations(used)], lead))
    has_statuses = any(answer.kind == "status" for answer in worth.answers)
    verdicts = dict.fromkeys([*FORBIDDEN_VERDICTS, *(one.verdict for one in worth.answers)])
    key = FindingTable(["verdict", in_words("")], [(one, VERDICTS[one]) for one in verdicts])
    asked = manifest.get("question", {})
    stream = asked.get("stream", {})
    return Finding(
        words.title_of(worth),
        words.answer_of(worth),
        f"{words.between(worth)}.",
        [*sections, Section("", report(worth, question), on=MARKDOWN)],
        manifest,
        [
            ("scenario", f"{stream.get('scenario')}, {stream.get('starts')} starts"),
            ("seed", str(stream.get("seed"))),
            *((f"player {name}", digest) for name, digest in asked.get("digests", {}).items()),
            *((f"knob {address}", str(value)) for address, value in worth.rules.items()),
            (
                "pairs",
                f"{worth.pairs:,} for each question, {max(worth.pairs // 4, 2):,} for each changed weight or option taken",
            ),
        ],
        (*METHOD, *((OF_STATUSES,) if has_statuses else ()), key),
    )


def unused(worth: Worth) -> list[str]:
    """Options and statuses that no table of a terminal has, in sentences."""
    return [
        f"{lead}: {', '.join(names)}."
        for verdict, lead in (
            ("not possible", "Could not be asked"),
            ("never chosen", "Available but never chosen, so forbidding them changes nothing"),
            ("never occurs", "No unit got"),
        )
        if (names := [one.name + _reason(one) for one in worth.answers if one.verdict == verdict])
    ]


def _reason(answer: Answer) -> str:
    return f" ({answer.why})" if answer.why else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def table(answers: Sequence[Answer], caption: str) -> list[FindingTable | Fold]:
    """The answers of one kind, by worth; what changes nothing or could not be asked is folded."""
    untold = ("never chosen", "never occurs", "changes nothing", "not possible")
    shown = [one for one in words.ordered(answers) if one.verdict not in untold]
    rest = [one for one in words.ordered(answers) if one not in shown]
    edge = max([40.0, *(min(abs(bound), WIDEST) for one in shown if one.told for bound in _bounds(one))])
    uses = (Column("chosen", parts=("times",)), in_words("chosen most when"))
    if any(one.occurrence is not None for one in answers):
        uses = (Column("in battles", parts=("times each",)), Column("moments", parts=("of use",)))
    worth = (Column("worth", parts=("95 % interval",)), Column("with interval", "chart"), in_words("verdict"))
    columns: Sequence[Column | str] = ("", *worth, *uses, "pairs that changed", "smallest detectable effect")
    found: list[FindingTable | Fold] = []
    if shown:
        found.append(FindingTable(columns, [row(one, edge) for one in shown], caption=caption, spare=SPARE))
    if rest:
        lines = [f"{one.name}: {VERDICTS[one.verdict]}{_reason(one)}" for one in rest]
        found.append(Fold(f"{len(rest)} more without games to report", lines))
    return found


def _bounds(answer: Answer) -> list[float]:
    told = answer.told
    return [one for one in (told.low, told.high) if math.isfinite(one)] if told else []


def row(answer: Answer, edge: float) -> Row:
    """One answer."""
    told, use, seen, is_sure = answer.told, answer.use, answer.occurrence, answer.verdict in SURE
    assert told is not None
    before = f"at first {words.points_text(answer.first.worth)}" if answer.again and answer.first else ""
    others = tuple(f"{name}: {words.effect_text(one)}" for name, one in answer.others.items())
    uses: Row = ["", ""]
    if use is not None:
        when, _, shares = use.telling.partition(" (")
        chosen = Value(f"{use.share:.0%}", (f"{use.chosen[0]:,} of {use.offered[0]:,}",))
        uses = [chosen, Value(when, (shares.removesuffix(")"),))]
    if seen is not None:
        often = Value(f"{seen.share:.0%}", (f"{seen.each:.2f} times each",))
        uses = [often, Value(f"{told.pairs:,}", (f"{seen.usable:,} of {seen.times:,} of use",))]
    return [
        answer.name,
        Value(words.worth_text(told), (words.interval_text(told), before), is_sure),
        Value(drawn=whiskers(told.worth, told.low, told.high, edge, is_sure)),
        Value(answer.verdict, others, is_sure, VERDICTS[answer.verdict]),
        *uses,
        f"{told.otherwise:.0%}",
        f"{answer.smallest:,.0f}",
    ]


def whiskers(value: float, low: float, high: float, edge: float, is_sure: bool) -> str:
    """A value and its interval on a scale from -edge to edge, as HTML that needs no script."""

    def at(number: float) -> float:
        return 50 + 50 * max(min(number / edge, 1.0), -1.0)

    if not math.isfinite(low):
        low = high = value
    colour = "var(--faint)" if not is_sure else "var(--won)" if value > 0 else "var(--lost)"
    told = f"{words.points_text(value)}, {words.points_text(low)} to {words.points_text(high)}"
    return (
        f'<div class="whisker" style="--c:{colour}" title="{told}"><b class="zero" style="left:50%"></b>'
        f'<span style="left:{at(low):.1f}%;width:{max(at(high) - at(low), 0.6):.1f}%"></span>'
        f'<em style="left:{at(value):.1f}%"></em></div>'
    )


def situations(answers: Sequence[Answer]) -> FindingTable:
    """The share of the chances that were taken, over all and by situation."""
    places = [0, *(k for group in GROUPS for k in group)]
    rows: list[Row] = []
    for answer in sorted(answers, key=lambda one: -(one.use.chosen[0] if one.use else 0)):
        assert answer.use is not None
        chosen, offered = answer.use.chosen, answer.use.offered
        cells = [
            Value(f"{chosen[k] / offered[k]:.0%}", about=f"{chosen[k]:,} of {offered[k]:,}") if offered[k] else ""
            for k in places
        ]
        rows.append([answer.name, *cells])
    return FindingTable(["", *(SITUATIONS[k] for k in places)], rows)


# --- for a report ---------------------------------------------------------------------------------------------------------


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


def report(worth: Worth, question: WorthQuestion) -> list[str | FindingTable]:
    """What a tactics report has: the command, a table for every kind of question, and what is not significant."""
    asked = [answer for answer in worth.answers if answer.first is not None]
    found: list[str | FindingTable] = [
        f"{command_of(question)}, {under(worth.ruleset)}: {len(asked)} {'question' if len(asked) == 1 else 'questions'}. Effects "
        "that looked significant were measured again on fresh dice; those results are shown."
    ]
    sure = [answer for answer in words.ordered(asked) if answer.verdict in SURE]
    for title, kinds, lead, column in words.GROUPS:
        group = [answer for answer in sure if answer.kind in kinds]
        if group:
            columns = (column, "worth in rating points (95 %)", in_words("verdict"))
            found += [f"{title}: {lead}.", FindingTable(columns, [_report_row(one) for one in group])]
    if not sure:
        found.append("No significant effect was found.")
    found += _rest(asked, len(sure))
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
            found.append(f"{lead}: {', '.join(names)}.")
    never = [f"`{written(one.name)}`" for one in worth.answers if one.verdict == "never chosen"]
    if never:
        found.append(f"Never chosen, so forbidding it changes nothing: {', '.join(never)}.")
    for verdict, lead in (
        ("never occurs", "No unit got"),
        ("not possible", "Statuses without which no battle continues"),
    ):
        names = [f"`{written(one.name)}`" for one in worth.answers if one.kind == "status" and one.verdict == verdict]
        if names:
            found.append(f"{lead}: {', '.join(names)}.")
    return found


def _report_row(answer: Answer) -> tuple[str, str, str]:
    assert answer.told is not None
    often = f" (in {answer.occurrence.share:.0%} of the battles)" if answer.occurrence is not None else ""
    return answer.name + often, words.effect_text(answer.told), answer.verdict


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
