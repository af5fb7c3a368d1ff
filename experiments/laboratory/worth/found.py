"""The results for each option: its worth, its use, and the verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...statistics.paired import holm
from .judging import Judged
from .statuses import Occurrence
from .usage import Use

__all__ = ["FORBIDDEN", "SURE", "VERDICTS", "Answer", "Worth"]

ALPHA = 0.05
FORBIDDEN = ("option", "group", "intent")  # kinds of questions in which something is forbidden

#: What an answer may come to, and what that means.
VERDICTS: dict[str, str] = {
    "needed": "the player and all other users are significantly weaker without it",
    "worth having": "the player is significantly weaker without it",
    "harmful": "the player and others are significantly stronger without it, and no other is weaker",
    "misused": "the player is significantly stronger without it, others are not",
    "gain": "the player would gain significantly",
    "loss": "the player would lose significantly",
    "harms the unit": "a side whose unit gets it is significantly weaker for it",
    "helps the unit": "a side whose unit gets it is significantly stronger for it",
    "not confirmed": "significant at first, but not on fresh dice",
    "not significant": "no significant effect; one of the smallest size or more would have been found 8 times out of 10",
    "changes nothing": "no game changed",
    "never chosen": "the player never chooses it, so forbidding it changes nothing",
    "never occurs": "no unit got it in these battles",
    "not possible": "no battle is possible without it",
}
#: Verdicts that stand for a significant result.
SURE = ("needed", "worth having", "harmful", "misused", "gain", "loss", "harms the unit", "helps the unit")


@dataclass
class Answer:
    """The answer to one question.

    Attributes:
        name: of the option, weight, doctrine, or of the item or unit taken away.
        kind: option, group, intent (forbidden), nudge, doctrine, taken (encouraged), item, unit (taken away), status
            (suffered).
        first: by the first games; None where no games were played.
        corrected: its chance, corrected for all questions (Holm).
        again: by fresh starts and dice, for flagged questions.
        again_corrected: likewise, corrected for all flagged questions.
        use: how the player used it; None for anything but an option.
        occurrence: how often units got it; None for anything but a status.
        others: what it is worth to other players that use it, by name.
        verdict: one of ``VERDICTS``.
        why: why the question could not be answered.
        questions: number of questions in the same run.
    """

    name: str
    kind: str
    first: Judged | None = None
    corrected: float = math.nan
    again: Judged | None = None
    again_corrected: float = math.nan
    use: Use | None = None
    occurrence: Occurrence | None = None
    others: dict[str, Judged] = field(default_factory=dict)
    verdict: str = "not significant"
    why: str = ""
    questions: int = 1

    @property
    def is_flagged(self) -> bool:
        """Whether the first result is significant, corrected for all questions."""
        return self.corrected < ALPHA

    @property
    def is_confirmed(self) -> bool:
        """Whether the second result is significant, too, in the same direction."""
        if self.first is None or self.again is None:
            return False
        return self.again_corrected < ALPHA and self.again.worth * self.first.worth > 0

    @property
    def told(self) -> Judged | None:
        """What is reported: by fresh games where there are any, for what was chosen by its score is never judged by it."""
        return self.again or self.first

    @property
    def smallest(self) -> float:
        """The effect the first games would have shown 8 times out of 10, in rating points."""
        return self.first.smallest(self.questions) if self.first is not None else math.nan

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        told, use, seen = self.told, self.use, self.occurrence
        return {
            "name": self.name, "kind": self.kind, "verdict": self.verdict,
            "worth": _number(told.worth) if told else None, "low": _number(told.low) if told else None,
            "high": _number(told.high) if told else None, "pairs": told.pairs if told else 0,
            "p": _number(told.p) if told else None,
            "corrected": _number(self.again_corrected if self.again else self.corrected),
            "judged_on": "fresh dice" if self.again else "the games it was asked in",
            "first_worth": _number(self.first.worth) if self.first else None,
            "first_corrected": _number(self.corrected),
            "otherwise": _number(told.otherwise) if told else None, "smallest": _number(self.smallest),
            "offered": use.offered[0] if use else None, "chosen": use.chosen[0] if use else None,
            "offered_by_situation": list(use.offered) if use else None,
            "chosen_by_situation": list(use.chosen) if use else None,
            "situation": use.telling if use else "", "why": self.why,
            "watched": seen.watched if seen else None, "battles": seen.battles if seen else None,
            "times": seen.times if seen else None, "usable": seen.usable if seen else None,
            "others": {
                name: {"worth": _number(one.worth), "low": _number(one.low), "high": _number(one.high), "p": _number(one.p)}
                for name, one in self.others.items()
            },
        }  # fmt: skip


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


@dataclass
class Worth:
    """What each option is worth to a player in a scenario.

    Attributes:
        ruleset, scenario, player, against: who played where; ``against`` is empty where the player met itself without the option.
        rules: knobs that were changed.
        pairs: for each question.
        answers: one for each question.
        games_seen: games in which uses were counted.
    """

    ruleset: str
    scenario: str
    player: str
    against: str
    rules: dict[str, Any]
    pairs: int
    answers: list[Answer]
    games_seen: int

    def __getitem__(self, name: str) -> Answer:
        """The answer about an option."""
        return next(answer for answer in self.answers if answer.name == name)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "ruleset": self.ruleset, "scenario": self.scenario, "player": self.player, "against": self.against,
            "rules": self.rules, "pairs": self.pairs, "games_seen": self.games_seen,
            "answers": [answer.plain() for answer in self.answers],
        }  # fmt: skip

    def rows(self) -> list[dict[str, Any]]:
        """As a table has it."""
        left_out = ("others", "offered_by_situation", "chosen_by_situation")
        return [{key: value for key, value in answer.plain().items() if key not in left_out} for answer in self.answers]


def correct(answers: list[Answer]) -> None:
    """Correct the chances of all first answers together."""
    asked = [answer for answer in answers if answer.first is not None]
    for answer, chance in zip(asked, holm(np.array([one.first.p for one in asked if one.first])), strict=True):
        answer.corrected, answer.questions = float(chance), len(asked)


def correct_again(answers: list[Answer]) -> None:
    """Correct the chances of all repeated questions together."""
    asked = [answer for answer in answers if answer.again is not None]
    for answer, chance in zip(asked, holm(np.array([one.again.p for one in asked if one.again])), strict=True):
        answer.again_corrected = float(chance)


def settle(answer: Answer) -> None:
    """Say what an answer comes to."""
    if answer.why:
        answer.verdict = "not possible"
    elif answer.first is None and answer.occurrence is not None:
        answer.verdict = "not possible" if answer.occurrence.times else "never occurs"
        answer.why = answer.occurrence.why
    elif answer.first is None:
        answer.verdict = "never chosen"
    elif answer.first.otherwise == 0:
        answer.verdict = "changes nothing"
    elif not answer.is_flagged:
        answer.verdict = "not significant"
    elif not answer.is_confirmed:
        answer.verdict = "not confirmed"
    elif answer.kind in FORBIDDEN:
        answer.verdict = verdict_of_forbidden(answer)
    else:
        assert answer.again is not None
        is_good = answer.again.worth > 0
        if answer.kind == "status":
            answer.verdict = "helps the unit" if is_good else "harms the unit"
            return
        taken = answer.kind in ("item", "unit")
        answer.verdict = ("worth having" if is_good else "harmful") if taken else "gain" if is_good else "loss"


def verdict_of_forbidden(answer: Answer) -> str:
    """What a significant answer about something forbidden comes to, given what it is worth to others who use it."""
    assert answer.again is not None
    others = list(answer.others.values())
    chances = holm(np.array([one.p for one in others]))
    sure = [one.worth for one, chance in zip(others, chances, strict=True) if chance < ALPHA]
    if answer.again.worth > 0:
        return "needed" if others and len(sure) == len(others) and min(sure) > 0 else "worth having"
    return "harmful" if sure and max(sure) < 0 else "misused"
