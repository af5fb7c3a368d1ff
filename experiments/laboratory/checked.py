"""Whether the laboratory finds planted faults: audits without any hint, the result of each, and the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..exploit.question import ExploitBudget
from ..naming import book_name
from ..report import filled
from ..report.charts import definitions, escape
from ..sealing import Seed
from .audit_words import answer_of, grouped, named_text, shift_text, signed, told, worth_text
from .auditing import Audit, AuditBudget, Audited, Finding, audit, players_of
from .best_response import ADAPTED_HEAD, adapted_rows
from .knobs.settings import stream_of
from .plants import Control, Plant, Plants
from .shards import Played, Player, Shard
from .together import halves_of
from .trials import ALPHA, TrialJudgement
from .unused import RARELY, Unused

__all__ = [
    "FIRST",
    "AuditQuestion",
    "Case",
    "CheckQuestion",
    "Checked",
    "answer_of",
    "audit_page",
    "cases_of",
    "check",
    "check_page",
    "gist",
    "grouped",
    "named_text",
    "rank_of",
    "rows_of",
    "shift_text",
    "signed",
    "summary",
    "told",
    "worth_text",
]

FIRST = 3  # findings among which a plant must be named


class CheckQuestion(msgspec.Struct, frozen=True):
    """The question of ``lab check``."""

    plants: dict[str, Any]
    seed: Seed
    budget: AuditBudget


class AuditQuestion(msgspec.Struct, frozen=True):
    """The question of ``lab audit``.

    Attributes:
        audit: see there.
        adapt: what the search for a best response may cost; None without one.
    """

    audit: Audit
    adapt: ExploitBudget | None = None


class Case(msgspec.Struct, frozen=True):
    """Something to audit: a plant, whose ``names`` are hidden from the audit, or a control."""

    name: str
    is_plant: bool
    names: tuple[str, ...]
    question: Audit


class Checked(msgspec.Struct, frozen=True):
    """The result of a case.

    Attributes:
        name, is_plant: see ``Case``.
        place: of the first finding that names the plant, from 1; 0 for none.
        audited: the result of its audit.
        pairs: that were asked for; those by the book are shared with other cases and played once.
        seconds: it took.
    """

    name: str
    is_plant: bool
    place: int
    audited: Audited
    pairs: int
    seconds: float

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Reported findings."""
        return self.audited.findings

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
            "place": self.place, "pairs": self.pairs, "seconds": round(self.seconds, 1),
            "differing": self.audited.differing, "scouted": self.audited.scouted, "surest": told_of(self.audited.surest),
            "findings": msgspec.to_builtins(self.findings), "ways": msgspec.to_builtins(self.audited.ways),
            "tried": msgspec.to_builtins(self.audited.tried), "shift": msgspec.to_builtins(self.audited.shift) or {},
        }  # fmt: skip


def told_of(one: TrialJudgement | None) -> dict[str, Any]:
    """A question of worth, as JSON has it."""
    return {} if one is None else {"how": one.how, "book": one.book, "changed": one.changed, "z": one.z, "p": one.p}


def cases_of(plants: Plants, *, seed: int = 0, budget: AuditBudget | None = None) -> list[Case]:
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
        other_dice = name if isinstance(one, Control) and (one.other_dice or not one.rules) else ""
        question = Audit(stream, players[stream.scenario], dict(one.rules), other_dice, budget or AuditBudget())
        found.append(Case(name, is_plant, names, question))
    return found


def rank_of(findings: Sequence[Finding], names: Sequence[str]) -> int:
    """The place of the first finding that has one of the names, alone or in a pair, from 1; 0 for none."""
    named = (place for place, one in enumerate(findings, 1) if any(half in names for half in halves_of(one.option)))
    return next(named, 0)


def check(
    cases: Sequence[Case], played: Played, phase: Callable[[str], None], clock: Callable[[], float]
) -> Iterator[Checked]:
    """Audit one case after the other; the plants are hidden from the audit."""
    for case in cases:
        began, pairs = clock(), [0]

        def counted(shards: Sequence[Shard], pairs: list[int] = pairs) -> list[Any]:
            pairs[0] += sum(shard.pairs for shard in shards)
            return played(shards)

        def tell(what: str, name: str = case.name) -> None:
            phase(f"{name}: {what}")

        audited = audit(case.question, counted, tell)
        place = rank_of(audited.findings, case.names)
        yield Checked(case.name, case.is_plant, place, audited, pairs[0], clock() - began)


# --- telling --------------------------------------------------------------------------------------------------------------


def summary(said: Sequence[Checked], budget: AuditBudget) -> dict[str, Any]:
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
    """The results, in sentences."""
    budget = found["budget"]
    return [
        f"Found {found['found']} of {found['plants']} plants among the first {FIRST} findings; false alarms on "
        f"{found['false_alarms']} of {found['controls']} controls.",
        f"Budget, under both rules: {budget['scout']} pairs per matchup with one option or item left out, {budget['again']} "
        f"times as many if fewer than {budget['plenty']} change; {budget['glance']} for the first estimate of each option's "
        f"worth, and {budget['pairs']:,} fresh ones for the {budget['keep']} largest and the options the rule works through, "
        f"{budget['again'] * budget['pairs']:,} for {budget['few']} of them if none was significant; "
        f"{found['pairs']:,} pairs in all, {found['seconds']:.0f} s.",
    ]


def rows_of(said: Sequence[Checked]) -> list[dict[str, Any]]:
    """As a table has it: a row for each finding, and one for each case without."""
    found = []
    for one in said:
        base = {key: value for key, value in one.plain().items() if not isinstance(value, dict | list | tuple)}
        base |= {
            f"surest_{key}": value for key, value in ({"how": "", "z": None} | told_of(one.audited.surest)).items()
        }
        for rank, finding in enumerate(one.findings, 1):
            found.append({**base, "rank": rank, **msgspec.to_builtins(finding.way)})
        if not one.findings:
            found.append({**base, "rank": 0, "option": "", "explained": None, "low": None, "bits": None})
    return found


METHOD = (
    "<b>No hints.</b> The audit gets the changed rules and the book, and no hint where to look.",
    "<b>Works through.</b> The same battles, with the same dice for the same round, unit and purpose, are played by both sets "
    "of rules; then again with one option forbidden to all, or one item removed. <i>Explained</i> is the share of the "
    "difference that then disappears: at 100 % every battle is the same under both rules, to the last decision. Rarely chosen "
    "options say more and come first: the lower end of the share is weighted by bits, the logarithm of one in how many "
    "choices it is.",
    "<b>Matters.</b> A player that differs in one thing meets the unchanged player, or a side lacks an item; the largest changes "
    f"are measured again on fresh starts and dice (chance of any false alarm below {ALPHA:.0%}, corrected after Holm 1979). "
    "Without a significant change, nothing is listed. <b>Worth</b> is in points of "
    "score above half: +5 stands for 55 %. <b>z</b> is its change in standard errors.",
    "<b>Hardly used</b> is an option that was legal and that no player of the audit takes in more than "
    f"{RARELY:.0%} of its chances by the book. Players that take it whenever it is legal, in place of other modes, or by a "
    "weight or doctrine that makes them, meet the player they were made from under both sets of rules. It is listed if they "
    "score significantly more than half under the changed rules and more than by the book, and if the rule changes their battles "
    "because of the option.",
)


def check_page(plants: Plants, said: Sequence[Checked], found: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    """The page of a check."""
    rows = [
        f'<tr><th scope="row">{escape(one.name)}</th><td>{one.verdict}</td><td class="num">{one.place or ""}</td>'
        f"<td>{_told(one.audited)}</td><td>{_surest(one.audited)}</td>"
        f'<td class="num">{one.seconds:.0f}</td></tr>'
        for one in said
    ]
    head = (
        '<th></th><th></th><th class="num">place</th><th>works through</th><th>matters</th><th class="num">seconds</th>'
    )
    exploits = [
        f"<b>{escape(name)}</b> ({escape(_rules(one.rules))}): {escape(one.exploit)}"
        for name, one in plants.plants.items()
    ]
    controls = [
        f"<b>{escape(name)}</b>: {escape(_rules(one.rules) or 'other starts and dice')}"
        for name, one in plants.controls.items()
    ]
    sections = _said([escape(line) for line in gist(found)]) + _table("Plants and controls", head, rows)
    sections += f"<section><h2>Planted faults</h2>{_list(exploits)}<p>Controls:</p>{_list(controls)}</section>"
    lead = f"Faults planted in {book_name(plants.ruleset)}, and whether the laboratory names them without a hint."
    return _page("Does the laboratory find planted faults?", lead, sections, manifest)


def audit_page(question: Audit, found: Audited, manifest: Mapping[str, Any]) -> str:
    """The page of an audit."""
    ways = [
        f'<tr><th scope="row">{escape(one.option)}</th><td class="num">{one.explained:.0%}</td>'
        f'<td class="num">{max(one.low, 0):.0%}</td><td class="num">{one.bits:.1f}</td></tr>'
        for one in found.ways
    ]
    head = '<th></th><th class="num">explained</th><th class="num">lower bound</th><th class="num">bits</th>'
    rows = [
        f'<tr><th scope="row">{escape(one.option)}</th><td>{escape(one.how)}</td><td class="num">{signed(one.book)}</td>'
        f'<td class="num">{signed(one.changed)}</td><td class="num">{signed(one.z)}</td>'
        f"<td>{'significant' if one.is_sure else ''}</td></tr>"
        for one in sorted(found.judged, key=lambda one: -abs(one.z))
        if one.is_seen
    ]
    columns = (
        '<th></th><th>player</th><th class="num">by the book</th><th class="num">under your rule</th>'
        '<th class="num">z</th><th></th>'
    )
    sections = _said([escape(line) for line in told(found)])
    if ways:
        sections += _table("What the rule works through", head, ways)
    if rows:
        sections += _table("Who gains: worth on fresh dice, in points of score", columns, rows)
    if found.adapted is not None:
        sections += _table("Opponents that adapt", ADAPTED_HEAD, adapted_rows(found.adapted))
    if found.tried:
        judged = {one.option: one for one in sorted(found.judged, key=lambda one: one.changed) if one.is_unused}
        sections += _table("What players hardly use", UNUSED_HEAD, [_unused_row(one, judged) for one in found.tried])
    return _page("What a house rule changes", f"{_rules(question.rules)}, against the book.", sections, manifest)


UNUSED_HEAD = (
    '<th></th><th class="num">chosen by the book</th><th>tried by</th>'
    '<th class="num">by the book</th><th class="num">under your rule</th><th class="num">95 % CI</th><th></th>'
)


def _unused_row(one: Unused, judged: Mapping[str, TrialJudgement]) -> str:
    """An option that players hardly use, as a row of a table."""
    seen = judged.get(one.option)
    numbers = ["", "", ""]
    if seen is not None:
        interval = "" if seen.low is None or seen.high is None else f"{signed(seen.low)} to {signed(seen.high)}"
        numbers = [signed(seen.book), signed(seen.changed), interval]
    how = escape(seen.how) if seen is not None else "other battles" if one.is_changed else "the same battles"
    cells = "".join(f'<td class="num">{text}</td>' for text in numbers)
    sure = "significant" if seen is not None and seen.is_sure else ""
    return (
        f'<tr><th scope="row">{escape(one.option)}</th><td class="num">{one.chosen}</td><td>{how}</td>{cells}'
        f"<td>{sure}</td></tr>"
    )


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _said(lines: Sequence[str]) -> str:
    return f"<section><h2>Results</h2>{_list(lines)}</section>"


def _table(title: str, head: str, rows: Sequence[str]) -> str:
    body = f'<table class="values"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f'<section><h2>{title}</h2><div class="scroll">{body}</div></section>'


def _rules(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{address} = {value}" for address, value in rules.items())


def _told(found: Audited) -> str:
    return escape(named_text(found))


def _surest(found: Audited) -> str:
    best = found.surest
    return (
        ""
        if best is None
        else f"{escape(best.how)}: {signed(best.book)} to {signed(best.changed)} (z {signed(best.z)})"
    )


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
