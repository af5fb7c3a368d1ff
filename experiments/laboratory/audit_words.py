"""The answer of an audit in sentences, the same on a terminal, on a page and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from ..report.lines import number_text
from .auditing import AuditBudget, Audited
from .best_response import adapted_text
from .through import Shift
from .trials import TrialJudgement

__all__ = [
    "answer_of",
    "gain_text",
    "grouped",
    "named_text",
    "shift_text",
    "signed",
    "told",
    "tried_text",
    "worth_text",
]

ENOUGH = 100  # pairs without a change after which something can be said


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
    side = f"towards {side}" if round(value, 1) else "for either side"
    return f"{value:.1f} points {side} (95 % CI {number_text(low / 100, True)} to {number_text(high / 100, True)})"


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


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _through(found: Audited) -> str:
    first, *others = found.findings
    share = "all" if round(first.way.explained, 2) >= 1 else _percent(first.way.explained)
    if first.way.is_first:
        how = f"that it becomes legal or illegal is the first difference in {share} of the battles that change"
    else:
        how = f"without it, {share} of the changes disappear"
    how += f" (at least {_percent(first.way.low)} with 97.5 % confidence)"
    rest = ", ".join(f"{one.option} ({_percent(one.way.explained)})" for one in others)
    more = f" Also needed, but less specific: {rest}." if others else ""
    return f"The rule works mainly through {first.option}: {how}.{more}"


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
    """What an option or item is worth under both rules, in a sentence."""
    who, _, lacking = one.how.partition(" without ")
    if lacking:
        return (
            f"{_capital(lacking)} is worth {signed(one.book)} points of score to {who} by the book and "
            f"{signed(one.changed)} under your rule (z {signed(one.z)})."
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
    return f"{_capital(who)} scores {book} by the book and {changed} under your rule (z {signed(one.z)})."


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
        f"{who}; a player that does gains {one.changed:.1f} points under your rule ({interval}{signed(one.book)} by the book; "
        f"{one.how})."
    )


def tried_text(found: Audited) -> list[str]:
    """Which options that hardly any player uses were tried, in sentences."""
    told_above = {one.option for one in found.gains}
    rest = [one for one in found.tried if one.option not in told_above]
    idle = [one.option for one in rest if not one.is_changed]
    weak = [one.option for one in rest if one.is_changed]
    lines = []
    if idle:
        lines.append(f"It changes no battle of players that choose these rarely used options: {grouped(idle)}.")
    if weak:
        lines.append(f"No significant gain under your rule for players that choose these options: {grouped(weak)}.")
    return lines


def grouped(options: Sequence[str]) -> str:
    """Options in a line, those of a verb together: ``attack (grab, disarm), hide``."""
    found: dict[str, list[str]] = {}
    for option in options:
        verb, _, part = option.partition(".")
        found.setdefault(verb, []).extend([part] if part else [])
    return ", ".join(f"{verb} ({', '.join(parts)})" if parts else verb for verb, parts in found.items())
