"""Whether the laboratory finds planted faults: audits without any hint, and the result of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..exploit.question import ExploitBudget
from ..sealing import Seed
from .auditing import Audit, AuditBudget, Audited, NamedWay, audit, players_of
from .knobs.settings import stream_of
from .plants import Control, Plant, Plants
from .shards import Played, Player, Shard
from .together import halves_of
from .trials import TrialJudgement

__all__ = [
    "FIRST",
    "AuditQuestion",
    "Case",
    "CheckQuestion",
    "Checked",
    "cases_of",
    "check",
    "gist",
    "rank_of",
    "rows_of",
    "summary",
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
    def findings(self) -> tuple[NamedWay, ...]:
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


def rank_of(findings: Sequence[NamedWay], names: Sequence[str]) -> int:
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
