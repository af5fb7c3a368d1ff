"""Whether the laboratory finds planted faults: audits without any hint, the result of each, and the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..report import filled
from ..report.charts import definitions, escape
from ..report.lines import number_text
from .auditing import Audit, AuditBudget, Audited, Finding, audit, players_of
from .best_response import ADAPTED_HEAD, adapted_rows, adapted_text
from .knobs.settings import stream_of
from .plants import Control, Plant, Plants
from .shards import Played, Player, Shard
from .through import Shift
from .together import halves_of
from .trials import ALPHA, TrialJudgement
from .unused import RARELY, Unused

__all__ = [
    "FIRST",
    "Case",
    "Checked",
    "answer_of",
    "audit_page",
    "cases_of",
    "check",
    "check_page",
    "gist",
    "named_text",
    "rank_of",
    "rows_of",
    "shift_text",
    "summary",
    "told",
    "worth_text",
]

FIRST = 3  # findings among which a plant must be named
ENOUGH = 100  # pairs without a change after which something can be said


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
        f"Budget, by both rules: {budget['scout']} pairs per matchup with one option or item left out, {budget['again']} "
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
    "difference that then disappears: at 100 % every battle is the same by both rules, to the last decision. Rarely chosen "
    "options say more and come first: the lower end of the share is weighted by bits, the logarithm of one in how many "
    "choices it is.",
    "<b>Matters.</b> A player that differs in one thing meets the unchanged player, or a side lacks an item; the largest changes "
    f"are measured again on fresh starts and dice (chance of any false alarm below {ALPHA:.0%}, corrected after Holm 1979). "
    "Without a significant change, nothing is listed. <b>Worth</b> is in points of "
    "score above half: +5 stands for 55 %. <b>z</b> is its change in standard errors.",
    "<b>Hardly used</b> is an option that was legal and that no player of the audit takes in more than "
    f"{RARELY:.0%} of its chances by the book. Players that take it whenever it is legal, in place of other modes, or by a "
    "weight or doctrine that makes them, meet the player they were made from by both sets of rules. It is listed if they score "
    "significantly more than half by the changed rules and more than by the book, and if the rule changes their battles because "
    "of the option.",
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
    lead = f"Faults planted in {plants.ruleset}, and whether the laboratory names them without a hint."
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
        '<th></th><th>player</th><th class="num">by the book</th><th class="num">by your rule</th>'
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


def answer_of(found: Audited) -> str:
    """The answer of an audit in one sentence: who gains, what the rule works through, or by how much it shifts the score."""
    if found.gains:
        return _gains(found)[0]
    if found.adapted is not None and found.adapted.is_sure and not found.findings:
        return adapted_text(found.adapted)
    if found.in_force:
        return "The rule is what holds here without --rule, so it changes nothing; no battle was played."
    if found.findings:
        return _through(found)
    if not found.differing:
        return _unchanged(found)
    alone = (
        "no option or item gains or loses significantly" if found.ways else "no single option or item accounts for it"
    )
    if found.shift is None:
        return f"The rule changes battles, but {alone}."
    if found.shift.is_sure:
        return f"{shift_text(found.shift)}, but {alone}."
    return f"The rule changes battles, but {alone}, and no side gains significantly: {_towards(found.shift)}."


def named_text(found: Audited) -> str:
    """What an audit names, in a few words; where it names nothing, the shift of the score."""
    shift = found.shift
    return _listed(found) or (
        f"nothing; shifts {_towards(shift)}" if shift is not None and shift.is_sure else "nothing"
    )


def shift_text(shift: Shift) -> str:
    """By how much a rule shifts the score, without a full stop."""
    return f"The rule shifts {_towards(shift)}"


def _towards(shift: Shift) -> str:
    """``4.1 points towards red (95 % CI 1.9 to 6.3)``, seen from the side that gains."""
    first, second = shift.sides
    value, low, high, side = shift.value, shift.low, shift.high, first
    if value < 0:
        value, low, high, side = -value, -high, -low, second
    return (
        f"{value:.1f} points towards {side} (95 % CI {number_text(low / 100, True)} to {number_text(high / 100, True)})"
    )


def _unchanged(found: Audited) -> str:
    """That no scouted pair changed, and how much that says."""
    if found.beside:
        assert found.reach is not None
        return (
            f"The rule changes few battles: 0 of {found.scouted} pairs{_among(found)}, {found.beside} of "
            f"{found.reach.battles} played side by side."
        )
    if not found.scouted:
        return "No battle was played."
    if found.scouted < ENOUGH:
        return (
            f"None of the {found.scouted} pairs played changed{_among(found)}. That is too few to say that the rule does "
            f"nothing; play more with --scout {AuditBudget().scout}."
        )
    return (
        f"None of the {found.scouted} pairs played changed{_among(found)}, so the rule changes fewer than "
        f"{300 / found.scouted:.2g} % of such battles (95 %)."
    )


def _among(found: Audited) -> str:
    """`` (of brawler, charger and random play)``; empty where it is not known who played."""
    return f" (of {', '.join(found.players)} and random play)" if found.players else ""


def _listed(found: Audited) -> str:
    return ", ".join(f"{one.option} ({one.way.explained:.0%})" for one in found.findings)


def _through(found: Audited) -> str:
    first, *others = found.findings
    share = "all" if round(first.way.explained, 2) >= 1 else f"{first.way.explained:.0%}".replace("%", " %")
    rest = ", ".join(f"{one.option} ({one.way.explained:.0%})".replace("%", " %") for one in others)
    more = f" Also needed, but less specific: {rest}." if others else ""
    return f"The rule works mainly through {first.option}: without it, {share} of the changes disappear.{more}"


def _gains(found: Audited) -> list[str]:
    chosen = {one.option: one.chosen for one in found.tried}
    return [gain_text(one, chosen.get(one.option, 0)) for one in found.gains]


def signed(value: float) -> str:
    """Percent of the points, or a z, with its sign; no sign for 0.0."""
    return number_text(value / 100, True, True)


def told(found: Audited) -> list[str]:
    """The result of an audit, in sentences: the answer first."""
    lines = [answer_of(found), *_gains(found)[1:]]
    if found.adapted is not None and (text := adapted_text(found.adapted)) not in lines:
        lines.append(text)
    best = found.surest
    if found.gains and found.findings:
        lines.append(_through(found))
    if best is not None and (found.findings or best.is_sure):
        lines.append(worth_text(best))
    pairs = (
        f"The rule changed {found.differing} of {found.scouted} pairs{_among(found)}."
        if found.differing
        else _unchanged(found)
    )
    if not found.in_force and pairs not in lines:
        lines.append(pairs)
    if found.reach is not None and found.reach.text:
        lines.append(found.reach.text)
    if found.findings and found.shift is not None and found.shift.is_sure:
        lines.append(f"{shift_text(found.shift)}, in the {found.shift.pairs:,} scouted pairs of these players.")
    return lines if found.findings else [*lines, *tried_text(found)]


def worth_text(one: TrialJudgement) -> str:
    """What an option or item is worth by both rules, in a sentence."""
    who, _, lacking = one.how.partition(" without ")
    if lacking:
        return (
            f"{_capital(lacking)} is worth {signed(one.book)} points of score to {who} by the book and "
            f"{signed(one.changed)} by your rule (z {signed(one.z)})."
        )
    name, _, does = one.how.partition(" ")
    for verb, doing in (("always ", "always choosing "), ("takes ", "taking ")):
        if does.startswith(verb):
            who = f"{name}, {doing}{does.removeprefix(verb)},"
    book, changed = (
        "half of the points" if round(abs(worth), 1) == 0
        else f"{number_text(abs(worth) / 100, True)} points {'above' if worth > 0 else 'below'} half"
        for worth in (one.book, one.changed)
    )  # fmt: skip
    return f"{_capital(who)} scores {book} by the book and {changed} by your rule (z {signed(one.z)})."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def gain_text(one: TrialJudgement, chosen: int) -> str:
    """What an option is worth that hardly any player uses, in a sentence.

    Args:
        one: what was judged of it.
        chosen: how often the players chose it by the book.
    """
    who = f"Hardly any player uses {one.option} by the book" if chosen else f"No player uses {one.option} by the book"
    interval = "" if one.low is None or one.high is None else f"95 % CI {one.low:.1f} to {one.high:.1f}; "
    return (
        f"{who}; a player that does gains {one.changed:.1f} points by your rule ({interval}{signed(one.book)} by the book; "
        f"{one.how})."
    )


def tried_text(found: Audited) -> list[str]:
    """Which options that hardly any player uses were tried, in sentences."""
    idle = [one.option for one in found.tried if not one.is_changed]
    weak = [one.option for one in found.tried if one.is_changed]
    lines = []
    if idle:
        lines.append(f"It changes no battle of players that choose these rarely used options: {grouped(idle)}.")
    if weak:
        lines.append(f"No significant gain by your rule for players that choose these options: {grouped(weak)}.")
    return lines


def grouped(options: Sequence[str]) -> str:
    """Options in a line, those of a verb together: ``attack (grab, disarm), hide``."""
    found: dict[str, list[str]] = {}
    for option in options:
        verb, _, part = option.partition(".")
        found.setdefault(verb, []).extend([part] if part else [])
    return ", ".join(f"{verb} ({', '.join(parts)})" if parts else verb for verb, parts in found.items())


UNUSED_HEAD = (
    '<th></th><th class="num">chosen by the book</th><th>tried by</th>'
    '<th class="num">by the book</th><th class="num">by your rule</th><th class="num">95 % CI</th><th></th>'
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
