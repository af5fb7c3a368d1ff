"""Which of all the numbers of a rulebook matter in a scenario, and which never do: the question behind ``tactica matter``."""

from __future__ import annotations

import hashlib
import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from ....envs import rulesets
from ....envs.core.rulebook import Value
from ....envs.engine.behaviours import Behaviour
from ....envs.engine.rollouts import refuse_unguarded_script
from ...common import UserError
from ...naming import is_in_force
from ...sealing import Positive
from ...statistics import Mean
from ..running import GameWorkers, QuestionFolder, run
from ..shards import Played, Player, Stream
from .effects import Effects, JudgedKnob, elementary, judge, outcomes_that_matter, salib
from .indices import Indices, sobol
from .outcomes import Outcome, fates, taken
from .screening import Screened, screen
from .settings import fresh, held_rules, stream_of, who_plays
from .sweeping import content_of_starts
from .variations import SPREAD, Opener, Variation, accepted, chosen

__all__ = ["BETWEEN", "MatterBudget", "MatterQuestion", "Mattering", "answer", "ask", "folder_name", "go_on", "matter"]

BETWEEN = ("guardian", "charger")
STARTS = 12  # of each part: packing new ones for every set of rules takes as long as playing them
ALPHA = 0.05


class MatterBudget(msgspec.Struct, frozen=True):
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

    screen: Positive = 50
    trajectories: Positive = 8
    pairs: Positive = 20
    strongest: Positive = 12
    judge: Positive = 500
    indices: Positive = 5
    samples: Positive = 128

    def estimate(self, knobs: int, moving: int | None = None) -> int:
        """Pairs in all, about; of a rulebook's knobs about a third are read."""
        active = knobs // 3 if moving is None else moving
        screening = (knobs + 1) * self.screen
        points = self.trajectories * (active + 1)
        judging = (2 * min(self.strongest, active) + 1) * self.judge
        sampling = 2 * self.samples * (min(self.indices, active) + 2)
        return screening + points * self.pairs + judging + sampling * self.pairs


BUDGET = MatterBudget()


class MatterQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question which knobs matter.

    Attributes:
        command: ``matter``.
        stream: starts and dice, different ones for every part.
        players: the two that meet.
        only: patterns of addresses; empty for all.
        spread: percent by which numbers are varied.
        budget: how much is played.
        digests: of the players, by name.
        content: hash over the starts.
        rules: knobs by address, over those of the scenario, which all games have.
    """

    command: str
    stream: Stream
    players: Annotated[list[Player], msgspec.Meta(min_length=2, max_length=2)]
    only: list[str]
    spread: Annotated[int, msgspec.Meta(ge=1, le=100)]
    budget: MatterBudget
    digests: dict[str, str]
    content: str
    rules: dict[str, int] = {}

    @property
    def knob_count(self) -> int:
        """Number of knobs in the question."""
        return len(chosen(rulesets.get(self.stream.ruleset).rulebook, self.only))


@dataclass
class Mattering:
    """The result.

    Attributes:
        question: see :func:`ask`.
        outcomes: what was looked at.
        variations: of all knobs that can be varied.
        refused: values that the rulebook or the scenario refuses, and why.
        screened: which knobs change anything.
        effects: of all that do; None if none does.
        judged: the strongest on fresh dice.
        book: each outcome with the numbers in force, on these dice.
        indices: of the strongest that were confirmed; None with fewer than two of them.
        cut_off: games with the numbers in force that hit the decision limit.
    """

    question: MatterQuestion
    outcomes: list[Outcome]
    variations: list[Variation]
    refused: dict[str, str]
    screened: Screened
    effects: Effects | None
    judged: list[JudgedKnob]
    book: list[Mean]
    indices: Indices | None
    cut_off: int

    def __getitem__(self, address: str) -> list[JudgedKnob]:
        """A knob's values, judged one at a time on fresh dice against the number in force.

        Raises:
            KeyError: it was not among the strongest, so it was not judged.
        """
        found = [one for one in self.judged if one.address == address]
        if not found:
            raise KeyError(address)
        return found

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
    def basis(self) -> str:
        """What every value is compared with: ``the book``, or ``your rules``."""
        return "your rules" if self.question.rules else "the book"

    @property
    def under(self) -> str:
        """The same in a sentence: ``by the book``, or ``under your rules``."""
        return "under your rules" if self.question.rules else "by the book"

    @property
    def column(self) -> str:
        """The same as the head of a column: ``book``, or ``your rules``."""
        return self.basis.removeprefix("the ")

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
        """Knobs with a significant effect, the strongest first: judged on dice not used to choose them."""
        strength: dict[str, float] = {}
        for one in self.judged:
            significant = [mean for mean in one.differences if mean.p < ALPHA]
            sure = [abs(mean.value) / mean.error if mean.error > 0 else math.inf for mean in significant]
            if sure:
                strength[one.address] = max(strength.get(one.address, 0.0), *sure)
        return sorted(strength, key=lambda address: -strength[address])

    def rows(self) -> list[dict[str, Any]]:
        """One row for each knob and outcome, for tables."""
        effects, judged = self.effects, {(one.address, one.number): one for one in self.judged}
        at = {address: i for i, address in enumerate(effects.addresses)} if effects else {}
        rows: list[dict[str, Any]] = []
        for variation in self.variations:
            values = [number for number in variation.others if (variation.address, number) in judged]
            for k, outcome in enumerate(self.outcomes):
                row: dict[str, Any] = {
                    "knob": variation.address, "book": variation.default, "lowest": variation.numbers[0],
                    "highest": variation.numbers[-1], "changed_pairs": self.screened.moved[variation.address],
                    "outcome": outcome.key,
                }  # fmt: skip
                i = at.get(variation.address)
                for name in ("mean", "low", "high", "p", "visible", "size", "noise", "spread"):
                    row[f"effect_{name}"] = (
                        None if effects is None or i is None else _known(getattr(effects, name)[i, k])
                    )
                for end, number in (("first", values[0]), ("second", values[-1])) if values else ():
                    mean = judged[variation.address, number].differences[k]
                    row |= {f"judged_{end}_value": number} | {
                        f"judged_{end}_{name}": _known(getattr(mean, name)) for name in ("value", "low", "high", "p")
                    }
                rows.append(row)
        names = list(dict.fromkeys(name for row in rows for name in row))
        return [{name: row.get(name) for name in names} for row in rows]

    def plain(self) -> dict[str, Any]:
        """All of it as JSON types."""
        indices = None
        if self.indices is not None:
            indices = {
                name: value if isinstance(value, list | int) else np.vectorize(_known, otypes=[object])(value).tolist()
                for name, value in vars(self.indices).items()
            }
        return {
            "ruleset": self.ruleset,
            "scenario": self.scenario,
            "players": self.players,
            "rules": self.question.rules,
            "knobs": len(self.variations),
            "refused": self.refused,
            "idle": self.idle,
            "confirmed": self.confirmed,
            "book": {
                outcome.key: {name: _known(getattr(mean, name)) for name in ("value", "low", "high")}
                for outcome, mean in zip(self.outcomes, self.book, strict=True)
            },
            "trajectories": 0 if self.effects is None else self.effects.trajectories,
            "effects": self.rows(),
            "indices": indices,
        }


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def ask(
    scenario: str,
    between: Sequence[str | Behaviour] = BETWEEN,
    *,
    ruleset: str | None = None,
    only: Sequence[str] = (),
    spread: int = SPREAD,
    budget: MatterBudget | None = None,
    rules: Mapping[str, Value] | None = None,
    seed: int = 0,
) -> MatterQuestion:
    """Draw up the question.

    Raises:
        UserError: SALib is missing, a number makes no sense, or nothing is called so; what loading scenarios and players
        raises.
    """
    salib()
    budget = budget or MatterBudget()
    if budget.samples < 2 or budget.samples & (budget.samples - 1):
        raise UserError(f"--samples {budget.samples}: allowed: powers of two, such as 64 or 128")
    if len(between) != 2:
        raise UserError(f"the question needs two players, not {len(between)}")
    stream, loaded = stream_of(scenario, ruleset, seed=seed, starts=STARTS)
    book = loaded.ruleset.rulebook
    held = held_rules(book, rules)
    if held and is_in_force(book, loaded.rules, held):
        held = {}  # the same games as without them
    Opener.of(stream, held)  # what is wrong with scenario or rules is said first
    chosen(book, only)
    players = who_plays(between, stream.ruleset)
    return MatterQuestion(
        "matter", stream, players, list(only), spread, budget,
        {player.name: player.digest(stream.ruleset) for player in players}, content_of_starts(stream, held), held,
    )  # fmt: skip


def go_on(path: Path) -> tuple[QuestionFolder, MatterQuestion]:
    """The question of a folder, if it would be answered by the same games.

    Raises:
        UserError: it holds another kind of question, or players or starts have changed since.
    """
    salib()
    folder = QuestionFolder.open(path)
    question = folder.asked("matter", MatterQuestion)
    folder.check(question.stream, question.players, question.digests, question.rules)
    if content_of_starts(question.stream, question.rules) != question.content:
        raise UserError(f"{path}: {question.stream.scenario} has changed since; use another folder")
    return folder, question


def folder_name(question: MatterQuestion) -> str:
    """A short name for the folder of a question."""
    digest = hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:8]
    return f"{question.stream.ruleset}-{Path(question.stream.scenario).stem}-{digest}"


def answer(
    question: MatterQuestion,
    play: Played,
    *,
    phase: Callable[[str], Any] = lambda what: None,
    expect: Callable[[int], Any] = lambda pairs: None,
) -> Mattering:
    """Answer the question: screen all knobs, measure the effects of those that change anything, judge the strongest,
    compute their indices.

    Args:
        question: see :func:`ask`.
        play: plays shards.
        phase: called with the name of each step.
        expect: called with the expected number of pairs in all, whenever the estimate improves.
    """
    budget, stream, players = question.budget, question.stream, question.players
    outcomes, opener = outcomes_that_matter(players[0].name), Opener.of(stream, question.rules)
    play = with_rules(play, question.rules)
    phase("listing values")
    knobs = chosen(rulesets.get(stream.ruleset).rulebook, question.only)
    variations, refused = accepted(knobs, opener, question.spread)
    phase("finding the knobs that change any game")
    screened = screen(variations, fresh(stream, "screen"), players, budget.screen, play, opener)
    moving = [one for one in variations if screened.moved[one.address]]
    expect(screened.tried * budget.screen + budget.estimate(0, len(moving)))
    effects = None
    if moving:
        phase("estimating the effects of these knobs")
        effects = elementary(moving, stream, players, outcomes, budget.trajectories, budget.pairs, play, opener)
    phase("measuring the strongest on fresh dice")
    strongest = _strongest(moving, effects, budget.strongest)
    judged, book = judge(strongest, stream, players, outcomes, budget.judge, play)
    found = Mattering(
        question, outcomes, variations, refused, screened, effects, judged,
        [taken(book, outcome) for outcome in outcomes], None, fates(book)[0],
    )  # fmt: skip
    best = [next(one for one in moving if one.address == address) for address in found.confirmed[: budget.indices]]
    if len(best) > 1:
        phase("computing Sobol indices")
        found.indices = sobol(best, stream, players, outcomes, budget.samples, budget.pairs, play, opener)
    return found


def with_rules(play: Played, rules: Mapping[str, int]) -> Played:
    """Plays shards under rules that all of them have, unless a shard says otherwise."""
    if not rules:
        return play
    return lambda shards: play([msgspec.structs.replace(shard, rules={**rules, **shard.rules}) for shard in shards])


def _strongest(moving: Sequence[Variation], effects: Effects | None, count: int) -> list[Variation]:
    """Those whose mean effect on any outcome stands farthest from zero, in standard errors."""
    if effects is None:
        return []
    half = (effects.high - effects.low) / 2
    unscattered = np.where((half == 0) & (effects.mean != 0), np.inf, 0.0)  # nan, where nothing is known, ranks last
    far = np.where(half > 0, np.abs(effects.mean) / np.where(half > 0, half, 1.0), unscattered).max(1)
    order = np.argsort(-far, kind="stable")[:count]
    return [moving[i] for i in order]


def matter(
    scenario: str,
    between: Sequence[str | Behaviour] = BETWEEN,
    *,
    ruleset: str | None = None,
    only: Sequence[str] = (),
    spread: int = SPREAD,
    screen: int = BUDGET.screen,
    trajectories: int = BUDGET.trajectories,
    pairs: int = BUDGET.pairs,
    strongest: int = BUDGET.strongest,
    judge: int = BUDGET.judge,
    samples: int = BUDGET.samples,
    rules: Mapping[str, Value] | None = None,
    seed: int = 0,
    jobs: int = 1,
    folder: str | Path | None = None,
) -> Mattering:
    """Which numbers of a rulebook matter in a scenario, and which never do. Needs SALib, which the extra ``lab`` installs.

    >>> found = tactica.matter("wfrp1/small", jobs=2)
    >>> found.confirmed, len(found.idle)

    Args:
        scenario: name (``small``, ``wfrp1/small``) or file.
        between: two players; each start and seed is played twice, seats swapped.
        ruleset: of a bare name.
        only: patterns of addresses, such as ``action.*``; all knobs if empty.
        spread: percent by which numbers are varied up and down.
        screen: pairs on which each knob is tried for any change.
        trajectories: walks through the values of all knobs that change something (Morris).
        pairs: of games, at each point of the walks and of the sample.
        strongest: knobs that are judged on fresh dice.
        judge: pairs for each of their values.
        samples: base samples, a power of two, for the joint effects of the confirmed knobs (Sobol).
        rules: knobs by address, over those of the scenario; every knob is varied about the number it has then.
        seed: of starts, dice and samples.
        jobs: processes; the result does not depend on it. A script then does its work under
            ``if __name__ == "__main__":``.
        folder: for the games: the same call continues there where it was stopped; None saves nothing.

    Returns:
        the answer of ``tactica matter``: by address, the results on fresh dice, with names of knobs with a significant
        effect (``confirmed``) and of knobs that changed no game (``idle``).

    Raises:
        UserError: SALib is missing, or something named is missing or wrong; ScenarioError, UnknownPolicy, PlayerError:
        likewise; ValueError: a number is too small; RuntimeError: several jobs from an unguarded script.
    """
    if min(jobs, strongest, spread) < 1 or min(screen, trajectories, pairs) < 2 or judge < 10:
        raise ValueError(
            "jobs, strongest and spread must be at least 1, screen, trajectories and pairs at least 2, judge at least 10"
        )
    if jobs > 1:
        refuse_unguarded_script(jobs)
    budget = MatterBudget(screen, trajectories, pairs, strongest, judge, samples=samples)
    question = ask(scenario, between, ruleset=ruleset, only=only, spread=spread, budget=budget, rules=rules, seed=seed)
    with tempfile.TemporaryDirectory() as scratch:
        held = QuestionFolder.create(
            Path(scratch if folder is None else folder), msgspec.to_builtins(question), question.stream.ruleset
        )
        with held.locked(), GameWorkers(jobs) as workers:
            return answer(question, lambda shards: run(shards, folder=held, jobs=jobs, workers=workers))
