"""The page about options."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....envs.engine.options import SITUATIONS
from ...report import filled
from ...report.charts import answer_section, definitions, escape
from . import words
from .found import SURE, VERDICTS, Answer, Worth
from .usage import GROUPS

__all__ = ["METHOD", "whiskers", "worth_page"]

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


def worth_page(worth: Worth, manifest: Mapping[str, Any]) -> str:
    """The page as text."""
    said = "".join(f"<li>{escape(line)}</li>" for line in words.gist(worth))
    sections = [
        answer_section(words.answer_of(worth)),
        f'<section><h2>Results</h2><ul class="said">{said}</ul></section>',
    ]
    for title, kinds, lead, _ in words.GROUPS:
        group = [answer for answer in worth.answers if answer.kind in kinds]
        if group:
            sections.append(f"<section><h2>{title}</h2><p>{escape(_capital(lead))}.</p>{table(group)}</section>")
    used = [answer for answer in worth.answers if answer.use is not None and answer.use.chosen[0] > 0]
    if used:
        lead = f"How often each option was chosen when it was open, in {worth.games_seen} games: over all, and by situation."
        sections.append(f"<section><h2>Where they are used</h2><p>{lead}</p>{situations(used)}</section>")
    has_statuses = any(answer.kind == "status" for answer in worth.answers)
    verdicts = [*FORBIDDEN_VERDICTS, *dict.fromkeys(one.verdict for one in worth.answers)]
    method = "".join(f"<p>{text}</p>" for text in (*METHOD, *((OF_STATUSES,) if has_statuses else ())))
    sections.append(
        f'<section class="method"><h2>How to read this</h2>{method}'
        f"{verdict_key(verdicts)}"
        f"<details><summary>Exact settings</summary>{definitions(settings(worth, manifest))}</details></section>"
    )
    return filled(
        "answer.html",
        {
            "title": escape(words.title_of(worth)),
            "lead": escape(words.between(worth) + "."),
            "trouble": "",
            "sections": "\n".join(sections),
        },
    )


def verdict_key(verdicts: Iterable[str]) -> str:
    """What some verdicts mean, as a table."""
    rows = "".join(f'<tr><th scope="row">{one}</th><td>{VERDICTS[one]}</td></tr>' for one in dict.fromkeys(verdicts))
    return f'<table class="values"><thead><tr><th>verdict</th><th></th></tr></thead><tbody>{rows}</tbody></table>'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def table(answers: Sequence[Answer]) -> str:
    """The answers of one kind, by worth; what changes nothing or could not be asked is folded."""
    untold = ("never chosen", "never occurs", "changes nothing", "not possible")
    shown = [one for one in words.ordered(answers) if one.verdict not in untold]
    rest = [one for one in words.ordered(answers) if one not in shown]
    edge = max([40.0, *(min(abs(bound), WIDEST) for one in shown if one.told for bound in _bounds(one))])
    rows = "".join(row(one, edge) for one in shown)
    uses = '<th class="num">chosen</th><th>chosen most when</th>'
    if any(one.occurrence is not None for one in answers):
        uses = '<th class="num">in battles</th><th class="num">moments</th>'
    head = (
        f'<tr><th></th><th class="num">worth</th><th>with interval</th><th></th>{uses}'
        '<th class="num">pairs that changed</th><th class="num">smallest detectable effect</th></tr>'
    )
    found = (
        f'<div class="scroll"><table class="values"><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
        if shown
        else ""
    )
    if rest:
        lines = "".join(f"<li><b>{escape(one.name)}</b>: {escape(_said(one))}</li>" for one in rest)
        found += f"<details><summary>{len(rest)} more without games to report</summary><ul>{lines}</ul></details>"
    return found


def _said(answer: Answer) -> str:
    return VERDICTS[answer.verdict] + (f" ({answer.why})" if answer.why else "")


def _bounds(answer: Answer) -> list[float]:
    told = answer.told
    return [one for one in (told.low, told.high) if math.isfinite(one)] if told else []


def row(answer: Answer, edge: float) -> str:
    """One answer."""
    told, use = answer.told, answer.use
    assert told is not None
    sure = " sure" if answer.verdict in SURE else ""
    others = "".join(f"<small>{escape(name)}: {words.effect_text(one)}</small>" for name, one in answer.others.items())
    verdict = f"<b>{escape(answer.verdict)}</b>" if sure else escape(answer.verdict)
    chosen = f"{use.share:.0%}<small>{use.chosen[0]:,} of {use.offered[0]:,}</small>" if use else ""
    uses = f'<td class="num">{chosen}</td><td>{escape(use.telling) if use else ""}</td>'
    if (seen := answer.occurrence) is not None:
        often = f"{seen.share:.0%}<small>{seen.each:.2f} times each</small>"
        used = f"{told.pairs:,}<small>{seen.usable:,} of {seen.times:,} of use</small>"
        uses = f'<td class="num">{often}</td><td class="num">{used}</td>'
    first = answer.first
    before = f"<small>at first {words.points_text(first.worth)}</small>" if answer.again and first else ""
    return (
        f'<tr><th scope="row">{escape(answer.name)}</th>'
        f'<td class="num{sure}">{words.worth_text(told)}<small>{words.interval_text(told)}</small>{before}</td>'
        f'<td class="chart">{whiskers(told.worth, told.low, told.high, edge, answer.verdict in SURE)}</td>'
        f'<td title="{escape(VERDICTS[answer.verdict])}">{verdict}{others}</td>'
        f'{uses}<td class="num">{told.otherwise:.0%}</td><td class="num">{answer.smallest:,.0f}</td></tr>'
    )


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


def situations(answers: Sequence[Answer]) -> str:
    """The share of the chances that were taken, over all and by situation."""
    places = [0, *(k for group in GROUPS for k in group)]
    head = "".join(f'<th class="num">{escape(SITUATIONS[k])}</th>' for k in places)
    rows = []
    for answer in sorted(answers, key=lambda one: -(one.use.chosen[0] if one.use else 0)):
        use = answer.use
        assert use is not None
        cells = []
        for k in places:
            if not use.offered[k]:
                cells.append('<td class="num"></td>')
                continue
            share = use.chosen[k] / use.offered[k]
            cells.append(f'<td class="num" title="{use.chosen[k]:,} of {use.offered[k]:,}">{share:.0%}</td>')
        rows.append(f'<tr><th scope="row">{escape(answer.name)}</th>{"".join(cells)}</tr>')
    body = "".join(rows)
    return f'<div class="scroll"><table class="values"><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def settings(worth: Worth, manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was played, exactly."""
    question = manifest.get("question", {})
    stream = question.get("stream", {})
    return [
        ("question", str(manifest.get("id", ""))),
        ("scenario", f"{stream.get('scenario')}, {stream.get('starts')} starts"),
        ("seed", str(stream.get("seed"))),
        *((f"player {name}", digest) for name, digest in question.get("digests", {}).items()),
        *((f"knob {address}", str(value)) for address, value in worth.rules.items()),
        (
            "pairs",
            f"{worth.pairs:,} for each question, {max(worth.pairs // 4, 2):,} for each changed weight or option taken",
        ),
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
