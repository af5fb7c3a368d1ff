"""Audits, and checks that they find what was planted, as findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..naming import book_name
from .audit_words import named_text, signed, told
from .auditing import Audit, Audited
from .best_response import adapted_table
from .checked import Checked, gist
from .finding import MARKDOWN, NOWHERE, PAGE, TERMINAL, Column, Finding, FindingTable, Section, in_words
from .parts import place_of, today
from .plants import Plants
from .trials import ALPHA
from .unused import RARELY

__all__ = ["audit_finding", "check_finding"]

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


def check_finding(
    plants: Plants, said: Sequence[Checked], found: Mapping[str, Any], manifest: Mapping[str, Any]
) -> Finding:
    """The finding of a check, with the manifest of its folder."""
    exploits = [f"{name} ({_rules(one.rules)}): {one.exploit}" for name, one in plants.plants.items()]
    controls = [f"{name}: {_rules(one.rules) or 'other starts and dice'}" for name, one in plants.controls.items()]
    answer, *more = gist(found)
    return Finding(
        "Does the laboratory find planted faults?",
        answer,
        f"Faults planted in {book_name(plants.ruleset)}, and whether the laboratory names them without a hint.",
        [
            Section("Results", [more], on=PAGE | TERMINAL),
            Section("Plants and controls", [cases_table(said)], on=PAGE | TERMINAL),
            Section("Planted faults", [exploits, "Controls:", controls]),
        ],
        manifest,
        method=METHOD,
    )


def cases_table(said: Sequence[Checked]) -> FindingTable:
    """The results of all cases."""
    rows = []
    for one in said:
        best = one.audited.surest
        matters = f"{best.how}: {signed(best.book)} to {signed(best.changed)} (z {signed(best.z)})" if best else ""
        place, seconds = str(one.place or ""), f"{one.seconds:.0f}"
        rows.append((one.name, one.verdict, place, named_text(one.audited), matters, seconds))
    columns = (in_words("verdict"), "place", in_words("works through"), in_words("matters", on=PAGE), "seconds")
    return FindingTable(["", *columns], rows, spare=("seconds",))


def audit_finding(question: Audit, found: Audited, manifest: Mapping[str, Any]) -> Finding:
    """The finding of an audit, with the manifest of its folder."""
    stream, everywhere = question.stream, PAGE | MARKDOWN | TERMINAL
    answer, *more = told(found)
    listed = TERMINAL if found.findings else NOWHERE
    sections = [Section("Results", [more], on=everywhere)] if more else []
    if found.ways:
        title, on = "What the rule works through", PAGE | MARKDOWN | listed
        sections.append(Section(title, [ways_table(found)], on=on))
    if any(one.is_seen for one in found.judged):
        title = "Who gains: worth on fresh dice, in points of score (+5 stands for 55 %)"
        sections.append(Section(title, [judged_table(found)], on=PAGE | listed))
    if found.adapted is not None:
        sections.append(Section("Opponents that adapt", [adapted_table(found.adapted)], on=PAGE | MARKDOWN))
    if found.tried:
        sections.append(Section("What players hardly use", [unused_table(found)]))
    made = (
        f"Seed {stream.seed}, {today()}; rules {str(manifest.get('rules'))[:16]}, tactica {manifest.get('version')}, "
        f"{manifest.get('machine')}."
    )
    title = f"What a house rule changes in {place_of(stream.ruleset, stream.scenario)}"
    lead = f"{_rules(question.rules)}, against the book."
    return Finding(title, answer, lead, [*sections, Section("", [made], on=MARKDOWN)], manifest, method=METHOD)


def ways_table(found: Audited) -> FindingTable:
    """What the rule works through."""
    rows = [(one.option, f"{one.explained:.0%}", f"{max(one.low, 0):.0%}", f"{one.bits:.1f}") for one in found.ways]
    return FindingTable(["option", "explained", "lower bound", Column("bits", on=PAGE)], rows)


def judged_table(found: Audited) -> FindingTable:
    """What was judged, the most significant first."""
    rows = [
        (one.option, one.how, *map(signed, (one.book, one.changed, one.z)), "significant" if one.is_sure else "")
        for one in sorted(found.judged, key=lambda one: -abs(one.z))
        if one.is_seen
    ]
    return FindingTable(["option", in_words("player"), "by the book", "under your rule", "z", in_words("")], rows)


def unused_table(found: Audited) -> FindingTable:
    """The options that players hardly use, and what they are worth to players that do."""
    judged = {one.option: one for one in sorted(found.judged, key=lambda one: one.changed) if one.is_unused}
    rows = []
    for one in found.tried:
        how, numbers, sure = "other battles" if one.is_changed else "the same battles", ["", "", ""], ""
        if (seen := judged.get(one.option)) is not None:
            interval = "" if seen.low is None or seen.high is None else f"{signed(seen.low)} to {signed(seen.high)}"
            how, numbers = seen.how, [signed(seen.book), signed(seen.changed), interval]
            sure = "significant" if seen.is_sure else ""
        rows.append((one.option, str(one.chosen), how, *numbers, sure))
    columns = ("chosen by the book", in_words("tried by"), "by the book", "under your rule", "95 % CI", in_words(""))
    return FindingTable(["option", *columns], rows)


def _rules(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{address} = {value}" for address, value in rules.items())
