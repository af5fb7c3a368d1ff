"""Which of all the numbers of a rulebook matter in a scenario, and which never do: the question behind ``tactica matter``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ....envs import rulesets
from ...common import UserError
from ...statistics import Mean
from ..running import Folder
from ..shards import Player, Stream
from .adapting import Play
from .effects import Effects, Judged, elementary, judge, outcomes_that_matter, salib
from .indices import Indices, sobol
from .outcomes import Outcome, fates, taken
from .screening import Screened, screen
from .settings import fresh, stream_of, who_plays
from .sweeping import content_of_starts
from .variations import SPREAD, Opener, Variation, accepted, chosen

__all__ = ["BETWEEN", "Budget", "Mattering", "Question", "answer", "ask", "folder_name", "go_on"]

BETWEEN = ("guardian", "charger")
STARTS = 12  # of each part: packing them anew for every set of rules takes as long as playing them
ALPHA = 0.05


class Budget(msgspec.Struct, frozen=True):
    """How much is played.

    Attributes:
        screen: pairs on which it is tried whether a knob changes anything.
        trajectories: through the values of all knobs that do.
        pairs: of every point of a trajectory and of a sample.
        strongest: knobs that are judged on fresh dice.
        judge: pairs for each of their values.
        indices: knobs, of those that were found to matter, that Sobol indices are taken of.
        samples: base samples of these, a power of two.
    """

    screen: int = 50
    trajectories: int = 8
    pairs: int = 20
    strongest: int = 12
    judge: int = 500
    indices: int = 5
    samples: int = 128

    def estimate(self, knobs: int, moving: int | None = None) -> int:
        """Pairs in all, about; of a rulebook's knobs about a third are read."""
        active = knobs // 3 if moving is None else moving
        screening = (knobs + 1) * self.screen
        points = self.trajectories * (active + 1)
        judging = (2 * min(self.strongest, active) + 1) * self.judge
        sampling = 2 * self.samples * (min(self.indices, active) + 2)
        return screening + points * self.pairs + judging + sampling * self.pairs


class Question(msgspec.Struct, frozen=True):
    """What is asked.

    Attributes:
        command: ``matter``.
        stream: starts and dice, other ones for every part.
        players: who meets whom, two.
        only: patterns of addresses; empty for all.
        spread: percent by which numbers are varied.
        budget: how much is played.
        digests: of the players, by name.
        content: hash over the starts.
    """

    command: str
    stream: Stream
    players: list[Player]
    only: list[str]
    spread: int
    budget: Budget
    digests: dict[str, str]
    content: str

    @property
    def knob_count(self) -> int:
        """Knobs that are asked about."""
        return len(chosen(rulesets.get(self.stream.ruleset).rulebook, self.only))


@dataclass
class Mattering:
    """What came out.

    Attributes:
        question: what was asked.
        outcomes: what was looked at.
        variations: of all knobs that can be varied.
        refused: values that the rulebook or the scenario refuses, and why.
        screened: which knobs change anything.
        effects: of all that do; None if none does.
        judged: the strongest on fresh dice.
        book: each outcome under the book's rules, on these dice.
        indices: of the strongest that were confirmed; None with fewer than two of them.
        cut_off: games of the book that hit the decision limit.
    """

    question: Question
    outcomes: list[Outcome]
    variations: list[Variation]
    refused: dict[str, str]
    screened: Screened
    effects: Effects | None
    judged: list[Judged]
    book: list[Mean]
    indices: Indices | None
    cut_off: int

    @property
    def ruleset(self) -> str:
        """Slug of the rulebook."""
        return self.question.stream.ruleset

    @property
    def scenario(self) -> str:
        """Where games begin."""
        return self.question.stream.scenario

    @property
    def players(self) -> list[str]:
        """Names of the two."""
        return [player.name for player in self.question.players]

    @property
    def read(self) -> list[str]:
        """Knobs that changed some game."""
        return [address for address, share in self.screened.moved.items() if share]

    @property
    def idle(self) -> list[str]:
        """Knobs that changed no game."""
        return [address for address, share in self.screened.moved.items() if not share]

    @property
    def confirmed(self) -> list[str]:
        """Knobs that matter for sure, the strongest first: judged on dice that their choice did not see."""
        strength: dict[str, float] = {}
        for one in self.judged:
            sure = [abs(mean.value) / mean.error for mean in one.differences if mean.p < ALPHA and mean.error > 0]
            if sure:
                strength[one.address] = max(strength.get(one.address, 0.0), *sure)
        return sorted(strength, key=lambda address: -strength[address])


def ask(
    scenario: str,
    between: Sequence[str] = BETWEEN,
    *,
    ruleset: str | None = None,
    only: Sequence[str] = (),
    spread: int = SPREAD,
    budget: Budget | None = None,
    seed: int = 0,
) -> Question:
    """Draw up the question.

    Raises:
        UserError: SALib is missing, a number makes no sense, or nothing is called so; what loading scenarios and players
        raises.
    """
    salib()
    budget = budget or Budget()
    if budget.samples < 2 or budget.samples & (budget.samples - 1):
        raise UserError(f"--samples {budget.samples}: allowed: powers of two, such as 64 or 128")
    if len(between) != 2:
        raise UserError(f"the question needs two players, not {len(between)}")
    stream, loaded = stream_of(scenario, ruleset, seed=seed, starts=STARTS)
    chosen(loaded.ruleset.rulebook, only)
    players = who_plays(between, stream.ruleset)
    return Question(
        "matter", stream, players, list(only), spread, budget,
        {player.name: player.digest(stream.ruleset) for player in players}, content_of_starts(stream, {}),
    )  # fmt: skip


def go_on(path: Path) -> tuple[Folder, Question]:
    """The question of a folder, if it would be answered by the same games.

    Raises:
        UserError: it holds another kind of question, or players or starts have changed since.
    """
    salib()
    folder = Folder.open(path)
    asked = folder.manifest["question"]
    if asked.get("command") != "matter":
        raise UserError(f"{path} holds another kind of question: {asked.get('command', 'unknown')}")
    try:
        question = msgspec.convert(asked, Question)
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: the manifest is damaged: {error}") from None
    for player in question.players:
        if player.digest(question.stream.ruleset) != question.digests[player.name]:
            raise UserError(f"{path}: {player.name} has changed since; ask anew in another folder")
    if content_of_starts(question.stream, {}) != question.content:
        raise UserError(f"{path}: {question.stream.scenario} has changed since; ask anew in another folder")
    return folder, question


def folder_name(question: Question) -> str:
    """A short name for the folder of a question."""
    digest = hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:8]
    return f"{question.stream.ruleset}-{Path(question.stream.scenario).stem}-{digest}"


def answer(
    question: Question,
    play: Play,
    *,
    phase: Callable[[str], Any] = lambda what: None,
    expect: Callable[[int], Any] = lambda pairs: None,
) -> Mattering:
    """Ask it: screen all knobs, take the effects of those that do anything, judge the strongest, take their indices.

    Args:
        question: see :func:`ask`.
        play: plays shards.
        phase: told what is done now.
        expect: told how many pairs it will be in all, as soon as that is known better.
    """
    budget, stream, players = question.budget, question.stream, question.players
    outcomes, opener = outcomes_that_matter(players[0].name), Opener.of(stream)
    phase("values")
    knobs = chosen(rulesets.get(stream.ruleset).rulebook, question.only)
    variations, refused = accepted(knobs, opener, question.spread)
    phase("which knobs do anything")
    screened = screen(variations, fresh(stream, "screen"), players, budget.screen, play, opener)
    moving = [one for one in variations if screened.moved[one.address]]
    expect(screened.tried * budget.screen + budget.estimate(0, len(moving)))
    effects = None
    if moving:
        phase("effects of all that do")
        effects = elementary(moving, stream, players, outcomes, budget.trajectories, budget.pairs, play, opener)
    phase("the strongest on fresh dice")
    strongest = _strongest(moving, effects, budget.strongest)
    judged, book = judge(strongest, stream, players, outcomes, budget.judge, play)
    found = Mattering(
        question, outcomes, variations, refused, screened, effects, judged,
        [taken(book, outcome) for outcome in outcomes], None, fates(book)[0],
    )  # fmt: skip
    best = [next(one for one in moving if one.address == address) for address in found.confirmed[: budget.indices]]
    if len(best) > 1:
        phase("what they explain together")
        found.indices = sobol(best, stream, players, outcomes, budget.samples, budget.pairs, play, opener)
    return found


def _strongest(moving: Sequence[Variation], effects: Effects | None, count: int) -> list[Variation]:
    """Those whose mean effect on any outcome stands farthest from zero, in standard errors."""
    if effects is None:
        return []
    half = (effects.high - effects.low) / 2
    far = np.where(half > 0, np.abs(effects.mean) / np.where(half > 0, half, 1.0), 0.0).max(1)
    order = np.argsort(-far, kind="stable")[:count]
    return [moving[i] for i in order]
