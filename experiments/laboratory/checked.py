"""Whether the laboratory finds what was planted: audits that are told nothing, what came of each, and the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..report import filled
from ..report.charts import definitions, escape
from .auditing import ALPHA, Audit, Budget, Finding, Judgement, Played, audit, plain, players_of
from .knobs.settings import stream_of
from .plants import Control, Plant, Plants
from .shards import Player, Shard

__all__ = [
    "FIRST",
    "Case",
    "Checked",
    "audit_page",
    "cases_of",
    "check",
    "check_page",
    "gist",
    "place_of",
    "rows_of",
    "summary",
]

FIRST = 3  # findings among which a plant must be named


class Case(msgspec.Struct, frozen=True):
    """Something to audit: a plant, whose ``names`` the audit is not told, or a control."""

    name: str
    is_plant: bool
    names: tuple[str, ...]
    question: Audit


class Checked(msgspec.Struct, frozen=True):
    """What came of a case.

    Attributes:
        name, is_plant: see ``Case``.
        place: of the first finding that names the plant, from 1; 0 for none.
        findings: that were told.
        asked: questions, at first.
        pairs: that were asked for; those by the book are shared with other cases and played once.
        seconds: it took.
    """

    name: str
    is_plant: bool
    place: int
    findings: tuple[Finding, ...]
    asked: int
    pairs: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether the plant is named among the first findings, or the control is silent."""
        return 1 <= self.place <= FIRST if self.is_plant else not self.findings

    @property
    def verdict(self) -> str:
        """In a word or two."""
        if self.is_plant:
            return "found" if self.is_right else "missed"
        return "silent" if self.is_right else "false alarm"

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "name": self.name, "kind": "plant" if self.is_plant else "control", "verdict": self.verdict,
            "place": self.place, "asked": self.asked, "pairs": self.pairs, "seconds": round(self.seconds, 1),
            "findings": plain(self.findings),
        }  # fmt: skip


def cases_of(plants: Plants, *, seed: int = 0, budget: Budget | None = None) -> list[Case]:
    """Everything that a file asks to be audited."""
    found: list[Case] = []
    players: dict[str, tuple[Player, ...]] = {}
    cases: dict[str, Plant | Control] = {**plants.plants, **plants.controls}
    for name, one in cases.items():
        stream, _ = stream_of(plants.where(one), seed=seed)
        if stream.scenario not in players:
            players[stream.scenario] = players_of(stream, [Player.of(who) for who in plants.players])
        is_plant = isinstance(one, Plant)
        names = tuple(one.names) if isinstance(one, Plant) else ()
        other_dice = isinstance(one, Control) and (one.other_dice or not one.rules)
        question = Audit(stream, players[stream.scenario], dict(one.rules), other_dice, budget or Budget())
        found.append(Case(name, is_plant, names, question))
    return found


def place_of(findings: Sequence[Finding], names: Sequence[str]) -> int:
    """The place of the first finding that has one of the names, from 1; 0 for none."""
    return next((place for place, one in enumerate(findings, 1) if one.option in names), 0)


def check(
    cases: Sequence[Case], played: Played, phase: Callable[[str], None], clock: Callable[[], float]
) -> Iterator[Checked]:
    """Audit one case after the other; the audit is told nothing of what was planted."""
    for case in cases:
        began, pairs = clock(), [0]

        def counted(shards: Sequence[Shard], pairs: list[int] = pairs) -> list[Any]:
            pairs[0] += sum(shard.pairs for shard in shards)
            return played(shards)

        def tell(what: str, name: str = case.name) -> None:
            phase(f"{name}: {what}")

        findings, _, asked = audit(case.question, counted, tell)
        place = place_of(findings, case.names)
        yield Checked(case.name, case.is_plant, place, tuple(findings), asked, pairs[0], clock() - began)


# --- telling --------------------------------------------------------------------------------------------------------------


def summary(said: Sequence[Checked], budget: Budget) -> dict[str, Any]:
    """Rates, and what they took."""
    plants, controls = [one for one in said if one.is_plant], [one for one in said if not one.is_plant]
    return {
        "right": all(one.is_right for one in said),
        "plants": len(plants), "found": sum(one.is_right for one in plants),
        "controls": len(controls), "false_alarms": sum(not one.is_right for one in controls),
        "pairs": sum(one.pairs for one in said), "seconds": round(sum(one.seconds for one in said), 1),
        "budget": msgspec.to_builtins(budget),
    }  # fmt: skip


def gist(found: Mapping[str, Any]) -> list[str]:
    """What came out, in sentences."""
    budget = found["budget"]
    return [
        f"Found {found['found']} of {found['plants']} plants among the first {FIRST} findings; false alarms on "
        f"{found['false_alarms']} of {found['controls']} controls.",
        f"Budget: {budget['glance']} pairs for each question at first, the {budget['keep']} that moved most on "
        f"{budget['pairs']:,} fresh pairs, by either rules; {found['pairs']:,} pairs in all, {found['seconds']:.0f} s.",
    ]


def rows_of(said: Sequence[Checked]) -> list[dict[str, Any]]:
    """As a table has it: a row for each finding, and one for each case without."""
    found = []
    for one in said:
        base = {key: value for key, value in one.plain().items() if key != "findings"}
        for rank, finding in enumerate(one.findings, 1):
            best = finding.seen[0]
            told = {"how": best.how, "book": best.book, "changed": best.changed, "z": best.z, "p": best.p}
            found.append({**base, "rank": rank, "option": finding.option, **told})
        if not one.findings:
            none = dict.fromkeys(("book", "changed", "z", "p"))
            found.append({**base, "rank": 0, "option": "", "how": "", **none})
    return found


METHOD = (
    "<b>Told nothing.</b> The audit is given the changed rules and the book, and asks of every option, weight, intent and "
    "item what it is worth by either: a player that differs in it meets the one that does not, or a side goes without it.",
    "<b>Fresh dice.</b> What moved most at a glance is judged again on starts and dice that were not looked at; only what "
    f"is sure there is told (chance of any finding without a change below {ALPHA:.0%}, corrected after Holm 1979).",
    "<b>Worth</b> is in percent of the points above half of them: +5 stands for 55 %. <b>z</b> is its change in standard "
    "errors.",
)


def check_page(plants: Plants, said: Sequence[Checked], found: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    """The page of a check."""
    rows = [
        f'<tr><th scope="row">{escape(one.name)}</th><td>{one.verdict}</td><td class="num">{one.place or ""}</td>'
        f'<td>{_told(one.findings)}</td><td class="num">{one.seconds:.0f}</td></tr>'
        for one in said
    ]
    head = '<th></th><th></th><th class="num">place</th><th>findings, z</th><th class="num">seconds</th>'
    exploits = [
        f"<b>{escape(name)}</b> ({escape(_rules(one.rules))}): {escape(one.exploit)}"
        for name, one in plants.plants.items()
    ]
    controls = [
        f"<b>{escape(name)}</b>: {escape(_rules(one.rules) or 'other starts and dice')}"
        for name, one in plants.controls.items()
    ]
    sections = _said([escape(line) for line in gist(found)]) + _table("Plants and controls", head, rows)
    sections += f"<section><h2>What was planted</h2>{_list(exploits)}<p>Controls:</p>{_list(controls)}</section>"
    lead = f"Faults planted in {plants.ruleset}, and whether the laboratory names them, told nothing."
    return _page("Does the laboratory find what is there?", lead, sections, manifest)


def audit_page(
    question: Audit, findings: Sequence[Finding], judged: Sequence[Judgement], asked: int, manifest: Mapping[str, Any]
) -> str:
    """The page of an audit."""
    rows = [
        f'<tr><th scope="row">{escape(one.option)}</th><td>{escape(one.how)}</td><td class="num">{one.book:+.1f}</td>'
        f'<td class="num">{one.changed:+.1f}</td><td class="num">{one.z:+.1f}</td>'
        f"<td>{'sure' if one.p < ALPHA else ''}</td></tr>"
        for one in sorted(judged, key=lambda one: -abs(one.z))
    ]
    head = (
        '<th></th><th>seen by</th><th class="num">by the book</th><th class="num">by the rule</th>'
        '<th class="num">z</th><th></th>'
    )
    lines = [_told(findings) or "Nothing sure was found.", f"{asked} questions were asked."]
    sections = _said(lines) + _table("Judged on fresh dice", head, rows)
    return _page("What a house rule changes", f"{_rules(question.rules)}, against the book.", sections, manifest)


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _said(lines: Sequence[str]) -> str:
    return f"<section><h2>What came out</h2>{_list(lines)}</section>"


def _table(title: str, head: str, rows: Sequence[str]) -> str:
    body = f'<table class="values"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f'<section><h2>{title}</h2><div class="scroll">{body}</div></section>'


def _rules(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{address} = {value}" for address, value in rules.items())


def _told(findings: Sequence[Finding]) -> str:
    return ", ".join(f"{escape(one.option)} ({one.z:+.1f})" for one in findings)


def _page(title: str, lead: str, sections: str, manifest: Mapping[str, Any]) -> str:
    settings = [
        ("question", str(manifest.get("id", ""))),
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
    method = "".join(f"<p>{text}</p>" for text in METHOD)
    sections += (
        f'<section class="method"><h2>How to read this</h2>{method}'
        f"<details><summary>Exact settings</summary>{definitions(settings)}</details></section>"
    )
    parts = {"title": escape(title), "lead": escape(lead), "trouble": "", "sections": sections}
    return filled("answer.html", parts)
