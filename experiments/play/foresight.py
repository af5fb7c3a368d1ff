"""What a choice may lead to, in numbers: exact where that is quick, else by playouts with different dice.

Numbers depend only on what the choosing side knows. Where something is hidden from it, each playout first samples something
plausible in its place (``imagine.py`` of the ruleset), as searches do, so that the numbers reveal nothing. Decisions on the
way are taken as a behaviour would.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.dice import PLAY, seed_rng
from ...envs.core.loops.seats import DICE_STREAM, SEARCH_IMAGES, SEARCH_PLAYERS
from ...envs.core.ruleset import Ruleset
from ...envs.core.state import NO_UNIT
from ...envs.core.state.results import SUM, TIMES, Result
from ...envs.engine.describing import IllegalChoice
from ...envs.engine.game import Game
from ...envs.engine.parsing import Chooser
from ...envs.engine.players import seat_code
from ...envs.engine.policies import policy_names
from ...envs.odds import Odds, OpenDecisions, odds
from ...envs.render import known_units
from ...envs.render.scene import side_names
from ...envs.sandbox import Table
from ..watch.asking import has_unseen

ANSWERER = "guardian"  # who answers for everybody on the way
BUDGET, IN_PYTHON = 45_000, 200  # steps of an exact count, compiled and not
PATIENCE = 0.15  # seconds for an exact count, and for trials
MOST_TRIALS, FEWEST_TRIALS = 400, 20
LONGEST = 60  # decisions of a trial
IMAGES = 8  # of what a side cannot know, to find out whether there is anything
LEAST = 0.0005  # smaller shares are not shown


class ResultLook(NamedTuple):
    """One thing that is looked at: a result of the ruleset that befalls a unit.

    Attributes:
        name: of the result.
        result: what is counted.
        unit: roster row.
    """

    name: str
    result: Result
    unit: int


class Foreseen(NamedTuple):
    """The result of a look ahead.

    Attributes:
        means: of each thing that was looked at how likely it is, or how much it adds up to.
        asked: the sides that had to decide something on the way.
        trials: how many, 0 for an exact count.
    """

    means: list[float]
    asked: set[int]
    trials: int = 0


def answerer(ruleset: Ruleset) -> str:
    """Who answers for everybody on the way."""
    return ANSWERER if ANSWERER in policy_names(ruleset) else "random"


def hides(game: Game, side: int) -> bool:
    """Whether anything in a position is hidden from a side: units, or what others keep to themselves."""
    if has_unseen(game, side):
        return True
    twin, rng = game.clone(), np.zeros(4, np.int64)
    for image in range(IMAGES):  # one alone may happen to be what is
        seed_rng(rng, image, 0, 0, SEARCH_IMAGES)
        if twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, side, rng):
            return True
    return False


def chances(game: Game, give: Sequence[int], choice: dict[str, Any]) -> dict[str, Any]:
    """What a choice of the deciding side may lead to.

    Args:
        game: stays unchanged.
        give: the answers that make the choice.
        choice: the choice as ``choices.Menu`` lists it.

    Returns:
        ``lines``, each with ``words`` and ``value``; ``how`` they were computed; ``note``, the assumptions.
    """
    looks, is_hidden = looks_of(game, choice), hides(game, game.side)
    found = None if is_hidden else exact(game, give, looks)
    if found is None:
        found = sampled(game, give, looks, is_hidden)
        if found.trials < FEWEST_TRIALS:
            return {
                "lines": estimated(game, choice),
                "how": "estimated from the rules",
                "note": "for the next blow or shot",
            }
    sides = side_names(game)
    notes = [f"{sides[side]} answers as {answerer(game.ruleset)} would" for side in sorted(found.asked)]
    notes += ["hidden information is sampled for each playout"] if is_hidden else []
    how = f"sampled {found.trials} times" if found.trials else "exact"
    return {"lines": lines_of(game, looks, found.means), "how": how, "note": "; ".join(notes)}


def looks_of(game: Game, choice: dict[str, Any]) -> list[ResultLook]:
    """Results to look at: those of the units that a choice names, of the units affected by what is under way, and of the
    deciding unit.
    """
    units = [part["value"] for part in choice["parts"] if part["kind"] == "unit"] + under_way(game)
    if game.decider != NO_UNIT:
        units.append(game.decider)
    results = game.ruleset.book.vocab.results
    return [
        ResultLook(name, result, unit)
        for unit in dict.fromkeys(units)
        for name, result in results.items()
        if result.fields or result.take in (TIMES, SUM)
    ]


def under_way(game: Game) -> list[int]:
    """Whom the innermost procedure that is half done happens to, where the side that is asked knows of it."""
    if game.prompt in rests_of(game.ruleset):
        return []
    stack = game.s["stack"][1 : int(game.s["depth"])]
    targets = [int(frame["target"]) for frame in stack[::-1] if frame["target"] != NO_UNIT][:1]
    return [row for row in targets if row in known_units(game, game.side)]


def rests_of(ruleset: Ruleset) -> frozenset[int]:
    """The questions at which nothing is half done."""
    return frozenset(int(prompt) for prompt in ruleset.book.vocab.rests)


def lines_of(game: Game, looks: Sequence[ResultLook], means: Sequence[float]) -> list[dict[str, str]]:
    """The findings as the page shows them: shares of what happens or not, means of what adds up; nothing for what never
    happens.
    """
    lines = []
    for look, mean in zip(looks, means, strict=True):
        if mean >= LEAST:
            name, result = game.names[look.unit].replace("_", " "), look.name.replace("_", " ")
            if _adds_up(look):  # who suffers it is said: "wounds lost", "hits taken"
                meaning = look.result.meaning
                lines.append({
                    "words": f"{name}: {f'{meaning} taken' if meaning == result else meaning}",
                    "value": f"{mean:.2g} on average",
                })  # fmt: skip
                continue
            value = f"{mean:.0%}" if mean >= 0.005 else "under 1%"
            lines.append({"words": f"{name}: {result}", "value": value})
    return lines


def _adds_up(look: ResultLook) -> bool:
    """Whether amounts are added up; else something happens or not."""
    return look.result.take == SUM and not look.result.fields


def estimated(game: Game, choice: dict[str, Any]) -> list[dict[str, str]]:
    """The numbers that behaviours weigh of a choice."""
    return [{"words": choice["words"], "value": choice["hint"]}] if choice["hint"] else []


# --- exact ------------------------------------------------------------------------------------------------------------


def exact(game: Game, give: Sequence[int], looks: Sequence[ResultLook]) -> Foreseen | None:
    """What comes of a choice, counted; None where that would take long, or cannot be done."""
    table = Table.of(game.clone(), game.skip_forced)
    wants = [_want(table, look) for look in looks]
    text = _text(table, give)
    if not wants or text is None:
        return None
    answers = _Answerer(game)
    try:
        budget = BUDGET if game.ruleset.is_compiled else IN_PYTHON
        found = odds(table, text, want=wants, answers=answers, budget=budget)
    except (Late, IllegalChoice, OpenDecisions):
        return None
    if not found.complete:
        return None
    means = [_mean(found.of(want), look) for want, look in zip(wants, looks, strict=True)]
    return Foreseen(means, answers.asked)


def _want(table: Table, look: ResultLook) -> str:
    name = table.names[look.unit]
    return f"{name}.{look.name}" if look.result.fields else f"result {look.name} on {name}"


def _mean(found: Odds, look: ResultLook) -> float:
    return found.mean() if _adds_up(look) else found.at_least(1)


def _text(table: Table, give: Sequence[int]) -> str | None:
    """A choice in words that mean it."""
    chooser = table._look()
    words = []
    for answer in give:
        words.append(chooser.word(answer))
        chooser.give(answer)
    text = " ".join(words)
    try:
        meant = table.parse(text)
    except IllegalChoice:
        return None
    return text if [answer for answer in meant if answer in give] == list(give) else None


class Late(Exception):
    """A count takes too long."""


class _Answerer:
    """Answers the decisions on the way as a behaviour would, until it is late.

    Attributes:
        asked: the sides that were asked.
    """

    def __init__(self, game: Game) -> None:
        self._code = seat_code(game.ruleset, answerer(game.ruleset))
        self._rests = rests_of(game.ruleset)
        self._rng = np.zeros(4, np.int64)
        self._until = time.monotonic() + PATIENCE
        self.asked: set[int] = set()

    def __call__(self, table: Table) -> str | None:
        """The answer in words; None where nothing is half done.

        Raises:
            Late: the count should have ended.
        """
        if time.monotonic() > self._until:
            raise Late
        game = table._game
        if game.prompt in self._rests:
            return None
        self.asked.add(game.side)
        twin = game.clone()
        words: list[str] = []
        chooser = Chooser(game.ruleset, game.books, game.fields, game.names, table.sides)
        while not words or (int(twin.s["pending_verb"]) != 0 and not twin.over):
            seed_rng(self._rng, 0, 0, 0, SEARCH_PLAYERS)
            answer = twin.choose(self._code, self._rng, keyed=False)
            chooser.put_listed(twin.lanes[0], twin.answers())
            words.append(chooser.word(answer))
            twin.answer(answer)
        return " ".join(words)


# --- trials -----------------------------------------------------------------------------------------------------------


def sampled(game: Game, give: Sequence[int], looks: Sequence[ResultLook], is_imagined: bool) -> Foreseen:
    """What comes of a choice in trials.

    Args:
        game: stays as it is.
        give: the choice.
        looks: what is looked at.
        is_imagined: whether the side that chooses can only imagine something of the position.
    """
    trial = _Trial(game, give, looks, is_imagined)
    until, count = time.monotonic() + PATIENCE, 0
    sums = np.zeros(len(looks))
    for number in range(MOST_TRIALS):
        found = trial.run(number)
        if found is not None:
            sums, count = sums + found, count + 1
        if time.monotonic() > until:
            break
    return Foreseen((sums / max(count, 1)).tolist(), trial.asked, count)


def put_anew(twin: Game, game: Game, number: int, viewer: int | None, rng: np.ndarray) -> None:
    """Put into a twin the position of a game, with dice of its own.

    Args:
        twin: a clone of the game, in any position.
        game: stays unchanged.
        number: of the trial.
        viewer: the side whose hidden information is sampled; None for the position as it is.
        rng: int64 (4,), a generator, which is seeded here and then used for the sampling.
    """
    twin.lanes[0] = game.lanes[game.row]
    seed_rng(rng, number, 0, 0, SEARCH_IMAGES)
    if viewer is not None:
        twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, viewer, rng)
    s = twin.states[0]
    s["dice_mode"], s["tape_length"], s["tape_next"] = PLAY, 0, 0
    seed_rng(s["rng"], number, 0, 0, DICE_STREAM)
    twin.loops.settle_game(twin.states, 0, twin.books, twin.fields, twin.skip_forced)


class _Trial:
    """Plays a choice out with other dice, as far as its consequences go."""

    def __init__(self, game: Game, give: Sequence[int], looks: Sequence[ResultLook], is_imagined: bool) -> None:
        self._game, self._give, self._looks = game, give, looks
        self._viewer = game.side if is_imagined else None
        self._twin, self.asked = game.clone(), set[int]()
        self._code = seat_code(game.ruleset, answerer(game.ruleset))
        self._rests = rests_of(game.ruleset)
        self._rng = np.zeros(4, np.int64)
        self._kinds = [np.array([int(event) for event in look.result.events]) for look in looks]
        pending = game.ruleset.book.records.pending
        self._fields = [
            (*look.result.fields, *(one.waiting for one in pending if one.field in look.result.fields))
            for look in looks
        ]
        self._to_come = [[one.waiting for one in pending if one.event in look.result.events] for look in looks]

    def run(self, number: int) -> np.ndarray | None:
        """What comes of one trial: for each thing that is looked at 1 if it happened, or how much; None if the choice cannot be
        made in what was imagined.
        """
        twin, loops = self._twin, self._twin.loops
        put_anew(twin, self._game, number, self._viewer, self._rng)
        before = [self._has(look.unit, fields) for look, fields in zip(self._looks, self._fields, strict=True)]
        found = np.zeros(len(self._looks))
        for answer in self._give:
            if twin.over or not loops.step_game(twin.states, 0, twin.books, twin.fields, answer, twin.skip_forced):
                return None
            self._note(found)
        for _ in range(LONGEST):
            if twin.over or (twin.prompt in self._rests and int(twin.s["pending_verb"]) == 0):
                break
            self.asked.add(twin.side)
            twin.answer(twin.choose(self._code, self._rng, keyed=False))
            self._note(found)
        for k, look in enumerate(self._looks):
            if look.result.fields:
                found[k] = not before[k] and self._has(look.unit, self._fields[k])
            elif look.result.take == TIMES:
                found[k] = found[k] > 0 or self._has(look.unit, self._to_come[k])
        return found

    def _has(self, row: int, fields: Iterable[str]) -> bool:
        """Whether a unit has one of some fields."""
        unit = self._twin.s["units"][row]
        return any(int(unit[name]) != 0 for name in fields)

    def _note(self, found: np.ndarray) -> None:
        """Add what the log says."""
        s = self._twin.s
        events = s["events"][: int(s["event_count"])]
        if not len(events):
            return
        befallen = np.where(events["target"] == NO_UNIT, events["who"], events["target"])
        for k, look in enumerate(self._looks):
            if len(self._kinds[k]):
                befell = events[np.isin(events["kind"], self._kinds[k]) & (befallen == look.unit)]
                found[k] += befell["amount"].sum() if look.result.take == SUM else len(befell)
