"""What a search for tactics found, in words, as JSON, as tables and as behaviours that a person can read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as arrow

from ....envs.engine.behaviours import Behaviour, shipped
from ....envs.replay.files import write_whole
from ...naming import in_a_row, place_name
from ...sealing import sealed
from ...statistics import Share
from ...tournament.store import write_table
from ..running import QuestionFolder
from .atlas import meanings
from .found import Discovery
from .plan import Plan
from .population import Member, Response, sure_cycle
from .racing import chance_of_nothing
from .wording import sentence

__all__ = [
    "answer_of",
    "beater_text",
    "behaviour_of",
    "counter_words",
    "counters_of",
    "cycle_words",
    "field_words",
    "finding_of",
    "joined_words",
    "places",
    "places_named",
    "twin_words",
    "verdict",
    "write_finding",
]

FINDING = "finding.json"
NUMBERS = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def percent(value: float) -> str:
    """A share with one digit."""
    return f"{value:.1%}".replace("%", " %")


def interval(share: Share) -> str:
    """A share with its interval."""
    return f"{percent(share.value)} ({percent(share.low)} to {percent(share.high)})"


def places(found: Discovery) -> str:
    """Where it was played, as on the command line."""
    return f"{', '.join(f'{found.plan.ruleset}/{name}' for name in found.plan.scenarios)}{_changed(found)}"


def places_named(found: Discovery) -> str:
    """Where it was played, for people."""
    return f"{place_name(found.plan.ruleset, *found.plan.scenarios)}{_changed(found)}"


def _changed(found: Discovery) -> str:
    return "".join(f", {address} = {value}" for address, value in found.plan.rules.items())


def answer_of(found: Discovery) -> str:
    """Which tactic is the strongest, and whether it is dominant, in two sentences."""
    first = found.judged[0]
    share = first.share
    said = (
        f"{first.member.name} is the strongest of {len(found.judged)} players: it wins {percent(share.value)} of the points "
        f"against the field (95 % CI {percent(share.low)} to {percent(share.high)})."
    )
    best = found.toughest
    who = "It" if found.leader in ("", first.member.name) else f"The candidate for dominance, {_candidate(found)},"
    if best is None or best.share is None:
        return f"{said} No best response to it was tried, so nothing is known of dominance."
    means = {"dominant": "is dominant", "beaten": "is not dominant"}.get(found.verdict, "may or may not be dominant")
    return (
        f"{said} {who} {means}: the best response found, {best.member.name}, wins {percent(best.share.value)} of the points "
        f"from it ({100 * (1 - found.plan.level):.0f} % CI {percent(best.share.low)} to {percent(best.share.high)})."
    )


def field_words(plan: Plan) -> str:
    """Who the field is."""
    if not plan.field:
        return f"The field is the {len(shipped())} behaviours that ship."
    return f"The field is {', '.join(plan.field)}."


def verdict(found: Discovery) -> str:
    """What may be said of the leading tactic, in the words in which dominance is defined."""
    plan, tests = found.plan, found.tests
    if not tests:
        return "Whether a tactic is dominant is not known: no best response was tried."
    best = found.toughest
    found_any = any(one.spent for one in tests)
    nothing = "" if found_any else ", none of which found a stronger tactic"
    races = f"{NUMBERS.get(found.leader_races, str(found.leader_races))} race{'' if found.leader_races == 1 else 's'}"
    budget = f"{races} of {plan.race_pairs:,} pairs of games each{nothing}"
    if plan.adapt:
        budget += f", and {plan.adapt:g} CPU minutes of tactica exploit"
    tried = ", ".join(f"{one.member.name} ({percent(one.share.value)})" for one in tests if one.share is not None)
    frame = (
        f"Best responses tried, with the points they take on fresh starts and dice: {tried}. Budget: {budget}. Error level: "
        f"{percent(plan.level)} for all of them together. Played in {places_named(found)}."
    )
    assert best is not None and best.share is not None
    sure = f"{100 * (1 - plan.level):.0f} % CI {percent(best.share.low)} to {percent(best.share.high)}"
    who = _named(found, best.member)
    takes = f"takes {percent(best.share.value)} of the points from it ({sure})"
    if found.verdict == "dominant":
        return (
            f"{found.leader} is dominant as defined here: no best response within the budget wins more than "
            f"{percent(0.5 + plan.margin)} of the points from it. The best one, {who}, {takes}. {frame}"
        )
    if found.verdict == "beaten":
        return f"No tactic is dominant. The candidate was {_candidate(found)}, and {who} {takes}. {frame}"
    return (
        f"Whether {_candidate(found)}, is dominant is not known: no response found beats it significantly, but one may "
        f"win more than {percent(0.5 + plan.margin)}. The best one, {who}, {takes}. {frame}"
    )


def _candidate(found: Discovery) -> str:
    """The player that was tested for dominance, and why it."""
    if found.leader in [one.member.name for one in found.judged[:1]] or not found.judged:
        return f"{found.leader}, the strongest"
    return f"{found.leader}, which is most of the Nash mixture (the mix of players that no player beats)"


def _named(found: Discovery, one: Member) -> str:
    """A response by name; of one that was found for this alone, that it was."""
    is_new = one.kind == "found" and all(one.name != other.member.name for other in found.judged)
    return f"a tactic found to counter it (`{one.name}`)" if is_new else one.name


def beater_text(one: Response) -> str:
    """The opponent a player loses most to; on fresh games it may win less than half, so that none was found that beats it."""
    return one.member.name if one.share is None or one.share.value > 0.5 else f"none found ({one.member.name} tried)"


def counters_of(found: Discovery) -> list[tuple[str, Response]]:
    """The best response to the leader, and the best one to each player that was judged: whom it answers, and the response.
    Left out are those that are no tactics, or that are judged themselves.
    """
    tests = [(one.share.value, one) for one in found.tests if one.share is not None]
    answers = [(found.leader, max(tests, key=lambda each: each[0])[1])] if tests else []
    answers += [(one.member.name, one.exploiter) for one in found.judged if one.exploiter is not None]
    seen = {one.member.name for one in found.judged}
    new = []
    for target, one in answers:
        if one.member.kind == "found" and one.member.genome is not None and one.share and one.member.name not in seen:
            new.append((target, one))
            seen.add(one.member.name)
    return new


def counter_words(target: str, one: Response) -> str:
    """What a response that was found does, and what it wins, in two sentences."""
    assert one.member.genome is not None and one.share is not None
    takes = f"takes {interval(one.share)} of the points"
    return f"{sentence(one.member.genome)} Found as a best response to {target}, from which it {takes}."


def cycle_words(found: Discovery) -> str:
    """The cycle in the population, or that no cycle is significant."""
    ring = sure_cycle(found.game)
    names = [found.game.members[k].name for k in ring]
    if not names:
        return "No circle of players that beat one another is significant (at 95 % for all pairings together)."
    return f"{', '.join(f'{one} beats {other}' for one, other in zip(names, [*names[1:], names[0]], strict=True))}."


def joined_words(found: Discovery) -> str:
    """Which exploiters joined the population."""
    if not found.joined:
        return ""
    who = ", ".join(f"{name} (against {target})" for name, target in found.joined)
    return (
        f"Tactics that significantly beat their target joined the players: {who}. They were judged like all others, and best "
        "responses to them were sought, too. Networks, and tactics found in the last turn, do not join."
    )


def twin_words(found: Discovery) -> str:
    """Which tactics turned out to be the same."""
    groups = dict[str, list[str]]()
    for twin, name in found.twins.items():
        groups.setdefault(name, []).append(twin)
    return " ".join(
        f"Without parts that do not matter, {in_a_row(twins)} {'is' if len(twins) == 1 else 'are'} the same as {name}."
        for name, twins in groups.items()
    )


def behaviour_of(one: Member) -> Behaviour:
    """A tactic as something to write into a file."""
    assert one.genome is not None
    return one.genome.behaviour(one.name, sentence(one.genome))


def write_tactics(found: Discovery, folder: Path) -> list[Path]:
    """Write every tactic that was found as YAML."""
    written = []
    folder.mkdir(exist_ok=True)
    for one in found.found:
        text = behaviour_of(one.member).to_yaml()
        head = (
            f"# Found by tactica discover in {places(found)}, {one.member.origin}.\n"
            f"# On fresh starts and dice it wins {interval(one.share)} of the points against the field.\n"
        )
        written.append(write_whole(folder / f"{one.member.name}.yaml", (head + text).encode()))
    for target, answer in counters_of(found):
        assert answer.share is not None
        head = (
            f"# Found by tactica discover in {places(found)}, as an answer to {target} alone.\n"
            f"# On fresh starts and dice it wins {interval(answer.share)} of the points from it.\n"
        )
        text = behaviour_of(answer.member).to_yaml()
        written.append(write_whole(folder / f"{answer.member.name}.yaml", (head + text).encode()))
    return written


def share_of(share: Share | None) -> dict[str, Any] | None:
    """A share as JSON."""
    if share is None:
        return None
    return {
        "points": round(share.value, 5), "low": round(share.low, 5), "high": round(share.high, 5),
        "games": share.games, "distinct": share.unique,
    }  # fmt: skip


def response_of(one: Response | None) -> dict[str, Any] | None:
    """A response as JSON."""
    if one is None:
        return None
    keys = one.member.genome.keys() if one.member.genome is not None and one.member.kind == "found" else None
    return {
        "name": one.member.name, "kind": one.member.kind, "selected": round(one.selected, 5), "fresh": share_of(one.share),
        "pairs_spent": one.spent, "behaviour": keys,
    }  # fmt: skip


def finding_of(found: Discovery) -> dict[str, Any]:
    """Everything as JSON."""
    plan = found.plan
    ring = sure_cycle(found.game)
    return {
        "question": plan.model_dump(),
        "where": places(found),
        "pairs": found.pairs,
        "verdict": {
            "leader": found.leader, "is": found.verdict, "words": verdict(found), "margin": plan.margin, "level": plan.level,
            "responses": [response_of(one) for one in found.tests],
        },
        "ranking": [
            {
                "name": one.member.name, "kind": one.member.kind, "origin": one.member.origin, "fresh": share_of(one.share),
                "selected": one.selected, "before_pruning": share_of(one.beside), "nash": round(one.nash, 5),
                "exploiter": response_of(one.exploiter),
                "says": sentence(one.member.genome) if one.member.genome is not None else "",
                "behaviour": one.member.genome.keys() if one.member.genome is not None else None,
                "style": {name: round(value, 4) for name, value in one.style.items()},
            }
            for one in found.judged
        ],
        "twins": [{"name": name, "same_as": other} for name, other in found.twins.items()],
        "joined": [{"name": name, "against": target} for name, target in found.joined],
        "cycle": [found.game.members[k].name for k in ring],
        "races": [
            {
                "from": one.name, "tried": one.tried, "looks": one.looks, "pairs": one.spent,
                "false_expected": round(one.false_expected, 4), "chance_of_nothing": chance_of_nothing(plan.pace),
                "steps": [step._asdict() for step in one.steps],
            }
            for one in found.races
        ],
        "responses": [response_of(one) for one in found.responses],
        "map": None if found.atlas is None else {
            "axes": found.atlas.axes, "ranges": found.atlas.ranges, "size": found.atlas.size, "tried": found.atlas.tried,
            "cells": [
                {"at": cell.at, "selected": cell.selected, "fresh": share_of(cell.share), "behaviour": cell.genome.keys()}
                for cell in found.atlas.cells
            ],
        },
        "meanings": meanings(),
    }  # fmt: skip


def write_finding(found: Discovery, folder: QuestionFolder) -> Path:
    """Write the finding, the tables and the tactics into a folder."""
    finding = finding_of(found)
    ranking = [
        {
            "name": one.member.name, "kind": one.member.kind, "points": one.share.value, "low": one.share.low,
            "high": one.share.high, "games": one.share.games, "distinct": one.share.unique, "nash": one.nash,
            "exploiter": one.exploiter.member.name if one.exploiter else "",
            "exploited": one.exploiter.share.value if one.exploiter and one.exploiter.share else None,
            **{f"style: {name}": value for name, value in one.style.items()},
        }
        for one in found.judged
    ]  # fmt: skip
    names = [member.name for member in found.game.members]
    payoffs = [
        {"one": one, "other": other, "points": share.value, "low": share.low, "high": share.high, "games": share.games}
        for one, row in zip(names, found.game.shares, strict=True)
        for other, share in zip(names, row, strict=True)
        if share is not None
    ]
    write_table(folder.path / "ranking.parquet", arrow.Table.from_pylist(ranking))
    write_table(folder.path / "payoffs.parquet", arrow.Table.from_pylist(payoffs))
    write_tactics(found, folder.path / "tactics")
    return write_whole(folder.path / FINDING, json.dumps(sealed(finding), indent=1).encode())
