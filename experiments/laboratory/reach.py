"""What a changed rule makes legal or forbids, and whether it changes the order, before anything else comes out differently.

The same battle is played by the book and under the changed rules at the same time: same start, same dice for the same round, unit
and purpose, same choices. The first difference ends it:

- the legal answers differ: the rule lets a unit act earlier, farther or at all where the book does not, or the other way
  round. The options are those of the answers that only one of the two allows; of a part of a choice (a target, a cell), the verb;
- one of the two asks units that the other does not ask, and goes on alike once they decline: their other answers are what the
  rule makes legal, or forbids;
- another unit decides after events of the same kinds: the rule changes the order of turns;
- something comes out differently (another event, another number in one): what is legal from then on is no longer due to what
  the rule allows.

Chance plays no part: both play the same battle up to there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from ...envs import rulesets
from ...envs.core.state import KEYED_SLOT
from ...envs.core.state.choosing import FIRST_ANSWER, Part
from ...envs.engine.game import Game
from ...envs.engine.options import Option, name_of_option
from ...envs.engine.players import seat_code
from ...envs.engine.pools import EVALUATION_SEEDS
from ...envs.engine.rows import hold
from ...envs.engine.wording import asked_part
from ..statistics import wilson_interval
from .knobs.settings import Rules
from .shards import Player, Stream, pool_of
from .through import LEAST, SURE, OptionUse, Way

__all__ = ["ChangedOption", "FirstChange", "reach_of", "ways_by_reach"]

STRAYS = 0.25  # share of a behaviour's choices that are random, so that it comes where it would not go
MOST_DECISIONS = 600  # of a battle
MOST_ASKED = 12  # decisions in a row that only one of the two asks for
TOLD = 3  # options that a sentence names


class ChangedOption(msgspec.Struct, frozen=True):
    """An option whose answers are the first thing a rule changes.

    Attributes:
        option: how it is called.
        opened, closed: battles in which only the changed rules, or only the book, allow an answer of it there.
    """

    option: str
    opened: int = 0
    closed: int = 0

    @property
    def battles(self) -> int:
        """Battles in which it has other answers; one that has both counts once."""
        return max(self.opened, self.closed)


class FirstChange(msgspec.Struct, frozen=True):
    """What the first difference is between battles by the book and by changed rules.

    Attributes:
        battles: that were played.
        differing: battles that differ at all.
        legal: battles whose first difference are the legal answers.
        order: battles whose first difference is who decides.
        options: those of these answers, the most frequent first.
    """

    battles: int = 0
    differing: int = 0
    legal: int = 0
    order: int = 0
    options: tuple[ChangedOption, ...] = ()

    @property
    def text(self) -> str:
        """In a sentence; empty where the rule changes neither what is legal nor who decides."""
        found = []
        if self.legal:
            options = ", ".join(_word(one) for one in self.options[:TOLD])
            found.append(f"what is legal in {self.legal} ({options})")
        if self.order:
            found.append(f"who decides next in {self.order}")
        begins = (
            f"Played side by side, {self.differing} of {self.battles} battles differ; the first thing that changes is"
        )
        return f"{begins} {' and '.join(found)}." if found else ""


def _word(one: ChangedOption) -> str:
    return f"{one.option} {'more' if one.opened >= one.closed else 'less'} often"


def reach_of(
    stream: Stream,
    players: Sequence[Player],
    rules: Rules,
    battles: int,
    phase: Callable[[str], None] = lambda what: None,
) -> FirstChange:
    """Play battles by the book and by changed rules up to their first difference.

    Args:
        stream: starts and dice.
        players: behaviours who choose in some of them, for all sides; in as many others everything is chosen at random.
        rules: knobs by address.
        battles: how many, for each player and for random choices.
        phase: called with the name of the step.
    """
    phase("looking for what the rule makes legal")
    ruleset = rulesets.get(stream.ruleset)
    stream = msgspec.structs.replace(stream, keyed=True)
    pools = [pool_of(stream, by) for by in ({}, rules)]
    games = [Game(ruleset, pool, skip_forced=False) for pool in pools]
    codes: list[int | None] = [None]
    for player in players:
        codes.append(code := seat_code(ruleset, player.load(stream.ruleset)))
        if code is not None:
            hold(ruleset, code, games[0])
    ends: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    closed: Counter[str] = Counter()
    for k in range(battles * len(codes)):
        rng = np.random.default_rng([stream.seed, k])
        for game in games:
            game.start(k % len(game.pool.states), seed=EVALUATION_SEEDS | stream.seed, slot=KEYED_SLOT, game=k)
        end, more, fewer = first_difference(games[0], games[1], codes[k % len(codes)], rng)
        ends[end] += 1
        opened.update(more)
        closed.update(fewer)
    names = sorted({*opened, *closed}, key=lambda name: (-max(opened[name], closed[name]), name))
    return FirstChange(
        sum(ends.values()), sum(ends.values()) - ends["none"], ends["legal"], ends["order"],
        tuple(ChangedOption(name, opened[name], closed[name]) for name in names),
    )  # fmt: skip


def first_difference(
    book: Game, changed: Game, code: int | None, rng: np.random.Generator
) -> tuple[str, set[str], set[str]]:
    """Play two started games with the same choices up to their first difference.

    Args:
        book, changed: the games.
        code: of the player who chooses, in the kernels; None for random choices.
        rng: for random choices.

    Returns:
        ``legal``, ``order``, ``other`` or ``none``; the options that only the changed rules allow, and that only the book does.
    """
    for _ in range(MOST_DECISIONS):
        if book.over or changed.over:
            return ("none" if book.over and changed.over else "other"), set(), set()
        by_book, by_rule = events_of(book), events_of(changed)
        if asked(book)[:3] != asked(changed)[:3]:
            alike = by_book == by_rule
            more, fewer = (besides(changed, book), besides(book, changed)) if alike else (set(), set())
            same_kinds = [one[0] for one in by_book] == [one[0] for one in by_rule]
            return ("legal" if more or fewer else "order" if same_kinds else "other"), more, fewer
        if by_book != by_rule:
            return "other", set(), set()
        mine, theirs = (game.answers().tolist() for game in (book, changed))
        if mine != theirs:
            more, fewer = (options_of(book, one) for one in (set(theirs) - set(mine), set(mine) - set(theirs)))
            return "legal", more, fewer
        answer = int(rng.choice(mine))
        if code is not None and rng.random() >= STRAYS:
            answer = book.choose(code, rng.integers(1 << 32, size=4), keyed=False)
        for game in (book, changed):
            game.answer(answer)
    return "none", set(), set()


def asked(game: Game) -> tuple[int, int, int, list[int]]:
    """The pending decision: the unit and the side that decide, the prompt, the legal answers."""
    return game.decider, game.side, game.prompt, game.answers().tolist()


def besides(game: Game, other: Game) -> set[str]:
    """The options of decisions that another game skips: all answers but the one after which, given as often as it is asked for,
    both ask the same; empty if there is no such answer.
    """
    wanted = asked(other)
    for answer in game.answers().tolist():
        after, found = game.clone(), set()
        for _ in range(MOST_ASKED):
            answers = after.answers().tolist()
            if answer not in answers:
                break
            found |= options_of(after, set(answers) - {answer})
            after.answer(answer)
            if after.over or asked(after) == wanted:
                break
        if not after.over and asked(after) == wanted:
            return found
    return set()


def events_of(game: Game) -> list[tuple[int, ...]]:
    """What happened since the last decision: kind, who, whom, amount."""
    s = game.s
    return [
        tuple(int(row[name]) for name in ("kind", "who", "target", "amount")) for row in s["events"][: s["event_count"]]
    ]


def options_of(game: Game, answers: set[int]) -> set[str]:
    """The options of answers to the pending prompt: verbs, verbs in a mode; of other parts, the verb that asks for them."""
    ruleset = game.ruleset
    choices = ruleset.book.choices
    part = asked_part(ruleset, game.s)
    verb = int(game.s["pending_verb"])
    found = set()
    for answer in answers:
        if part == Part.VERB:
            option = Option(answer) if answer < choices.verb_count else None
        elif part == Part.MODE and (mode := answer - int(choices.answers[part, FIRST_ANSWER])) >= 0:
            option = Option(verb, mode)
        else:
            option = Option(verb)
        if option is not None:
            found.add(name_of_option(ruleset, option))
    return found


def ways_by_reach(reach: FirstChange, seen: Sequence[OptionUse]) -> list[Way]:
    """The options that a rule makes legal or forbids, as what it works through: the share of the battles that differ in which
    this is the first difference. Those that are rare among them are left out.
    """
    chosen: Counter[str] = Counter()
    for part in seen:
        chosen.update({name: use.chosen[0] for name, use in part.uses.items()})
    total = sum(times for name, times in chosen.items() if "." not in name)
    found = []
    for one in reach.options:
        share = one.battles / reach.differing
        low = wilson_interval(share, reach.differing, SURE)[0]
        if low > LEAST:
            bits = math.log2(max(total / max(chosen[one.option], 1), 1))
            found.append(Way(one.option, share, low, bits, is_first=True))
    return found
