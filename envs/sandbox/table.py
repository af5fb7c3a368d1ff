"""A battle, played in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.dice import TAPE
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from ..core.state import NO_UNIT
from ..engine.answering import ByPrompt
from ..engine.describing import IllegalChoice
from ..engine.game import Game
from ..engine.gate import seed_of
from ..engine.parsing import Chooser, NoFit, ParseError
from ..engine.pools import battle_of
from ..engine.wording import enum_words
from ..odds import Odds, Position, odds
from ..odds.position import NotKept
from ..render.scene import known_units
from .answering import play_all
from .by_hand import check, list_choices, look_again
from .counting import position_of
from .events import Event, log_of
from .sheet import order_of, put_in_order
from .tape import Tape, tape_error
from .units import UnitView


class Table:
    """One battle, played in words.

    Values set by hand, on units or on :attr:`state`, are checked before the rules see them. Numbers that belong together may
    be set one after the other: as long as they do not fit, everything that needs the rules raises ValueError.

    Attributes:
        skip_forced: whether single legal answers are given without asking.
        strict: True refuses positions that break the ruleset's own invariants. ``table.strict = False`` plays on from them;
            numbers out of range, and positions that break the invariants of all rulesets, are refused in any case.
        events: all events since the table was set up.
        forced_at: the prompt at which a verb was the only legal answer, while the parts of that verb are asked; else 0.
    """

    __slots__ = (
        "__weakref__", "_broken", "_chooser", "_counting", "_fault", "_game", "_not_kept", "_seen", "_size", "_sound", "_tape",
        "events", "forced_at", "skip_forced", "strict",
    )  # fmt: skip

    def __init__(self, game: Game, dice: Sequence[int] | None = None, seed: int = 0, skip_forced: bool = True) -> None:
        """Set up the first start of the game's pool and run to the first decision; see :func:`sandbox`."""
        self._take(game, skip_forced)
        loops = game.loops
        loops.start_game(
            game.states, game.lanes, game.row, game.pool_states, game.pool_lanes, 0, seed_of(seed), 0, 0, self._size
        )  # fmt: skip
        self.dice = dice
        self._run(None)
        self._run_forced()

    def _take(self, game: Game, skip_forced: bool) -> None:
        self._game = game
        self.skip_forced = skip_forced
        self.events: list[Event] = []
        self._size = game.ruleset.state.snapshot_lanes
        self._chooser: Chooser | None = None
        self._not_kept: frozenset[str] = frozenset()
        self._counting = False
        self.forced_at = 0
        self.strict = True
        self._tape = Tape()
        self._broken, self._fault = 0, ""
        self._seen = self._sound = self._lanes.tobytes()

    @classmethod
    def of(cls, game: Game, skip_forced: bool = True) -> Table:
        """A table for a game already started; it uses the game itself, not a copy."""
        table = cls.__new__(cls)
        table._take(game, skip_forced)
        game.skip_forced = False
        return table

    @property
    def game(self) -> Game:
        """The game behind it.

        Raises:
            ValueError: a value set by hand is not allowed.
        """
        check(self)
        return self._game

    # --- the pending decision

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the battle."""
        return self._game.ruleset

    @property
    def names(self) -> list[str]:
        """Names of the units, in roster order."""
        return self._game.names

    @property
    def sides(self) -> list[str]:
        """Names of the sides."""
        named = battle_of(self._game.pool, int(self.state["pool_row"])).sides
        return list(named) or [f"side{side}" for side in range(int(self.state["side_count"]))]

    @property
    def state(self) -> Any:
        """The state record. After changing it by hand, call :meth:`refresh`."""
        if self._not_kept:
            raise NotKept(*self._not_kept)
        return self._game.states[self._game.row]

    @property
    def decider(self) -> str | None:
        """Name of the deciding unit, or of the side when it decides as a whole; None when no decision is pending."""
        if self._game.prompt == 0:
            return None
        return self.sides[self.side] if self._game.decider == NO_UNIT else self.names[self._game.decider]  # type: ignore[index]

    @property
    def side(self) -> int | None:
        """Number of the deciding side, None when no decision is pending."""
        return self._game.side if self._game.prompt else None

    @property
    def prompt(self) -> str | None:
        """The pending prompt: the ruleset's ``Prompt`` in lower case, None when no decision is pending."""
        prompt = self._game.prompt
        return enum_words(self.ruleset, "prompt").get(prompt, f"prompt_{prompt}") if prompt else None

    @property
    def round(self) -> int:
        """The current round."""
        return int(self._record["round_no"])

    @property
    def ending(self) -> str | None:
        """Why the battle ended: the ruleset's ``Ending`` in lower case, None while it continues."""
        ending = self._game.ending
        return enum_words(self.ruleset, "ending").get(ending, f"ending_{ending}") if ending else None

    @property
    def _over(self) -> str | None:
        """Why the battle ended, in words where it was cut off."""
        return self._game.ending_text if self._game.truncated else self.ending

    @property
    def winner(self) -> str | None:
        """Name of the side that came first alone; None while the battle continues or when it is drawn."""
        first = np.flatnonzero(self._game.ranks == 1)
        return self.sides[int(first[0])] if len(first) == 1 else None

    @property
    def _record(self) -> Any:
        return self._game.states[self._game.row]

    @property
    def _lanes(self) -> np.ndarray:
        """Position and dice, as uint64 lanes; a view."""
        return self._game.lanes[self._game.row, : self._size]

    # --- choices

    @property
    def chooser(self) -> Chooser:
        """The reader and writer of the choices of this battle."""
        if self._chooser is None:
            self._chooser = Chooser(self.ruleset, self._game.books, self._game.fields, self.names, self.sides)
            self._chooser.units_known = lambda: [
                self.names[row] for row in sorted(known_units(self._game, self._game.side))
            ]
        return self._chooser

    def _look(self) -> Chooser:
        """The chooser, looking at the position of the table."""
        check(self)
        s = self._game.states[self._game.row : self._game.row + 1]
        self.chooser.put_listed(self._lanes, s["choices"][0, : s["choice_count"][0]])
        return self.chooser

    def choices(self, beginning: str = "") -> list[str]:
        """Every legal complete choice of the decider, in the rules' order; empty when the battle is over.

        Args:
            beginning: their first letters: ``choices("strike ")``. Other choices are not searched.

        Raises:
            ValueError: a value set by hand is not allowed.
        """
        check(self)
        if self._game.over:
            return []

        def may_begin_so(text: str) -> bool:
            return text.startswith(beginning) or beginning.startswith(text)

        found = self._look().complete(may_begin_so if beginning else lambda text: True)
        return [text for text, _ in found if text.startswith(beginning)]

    def first_words(self) -> list[str]:
        """The words for the part asked now, mostly verbs. Each begins a choice that can be completed."""
        return [] if self._game.over else list(self._look().options())

    def offers(self, text: str) -> bool:
        """Whether a text is one of the choices, written out as :meth:`choices` lists it or as the log and the screen print it. It
        may begin with a name: ``orc: pass``. Shortened words are not offered, although :meth:`play` accepts them.

        Raises:
            ParseError: a word is unknown, so that the text can never be offered.
        """
        return self._look().is_offered(text) and not self._game.over

    def parse(self, text: str) -> list[int]:
        """The answers, part by part, that make the choice a text names.

        Raises:
            IllegalChoice: it is not legal; the message says why, if the rules give a reason, and lists the legal choices.
            ParseError: a word is unknown, missing, or may mean several things.
        """
        check(self)
        if not isinstance(text, str):
            raise ParseError(f"{text!r} is not text; give choices in words, as choices() lists them", -1, [])
        if self._game.over:
            raise IllegalChoice(f"{text!r}: the battle is over ({self._over})", -1, [])
        chooser = self._look()
        try:
            return chooser.parse(text)
        except NoFit as fault:
            raise chooser.error(self._lanes, text, fault) from None

    def describe(self, answers: Sequence[int]) -> str:
        """The text of a complete choice given by its answers: the inverse of :meth:`parse`.

        Raises:
            IllegalChoice: these answers do not make a legal choice.
        """
        for text, made in self._look().complete():
            if made == list(answers):
                return text
        raise IllegalChoice(f"{list(answers)} is not a legal choice; legal: {', '.join(self.choices())}", -1, [])

    def odds(self, text: str, **how: Any) -> Odds:
        """The exact distribution of what follows a choice; ``how``: the arguments of :func:`tactica.envs.odds.odds`."""
        return odds(self, text, **how)

    @property
    def position(self) -> Position:
        """The position as exact odds take it."""
        return position_of(self)

    def play(self, *texts: str, answers: ByPrompt | None = None) -> list[Event]:
        """Play choices given as texts, in order. Returns the events.

        Args:
            texts: the choices. A text that only repeats a forced verb is skipped.
            answers: by prompt, as for :meth:`odds`: ``{"parry": "no_parry"}``; used where the next text is not
                legal, and after the last one.

        Raises:
            IllegalChoice, ParseError, TapeError, ValueError (for values set by hand): nothing has changed then.
        """
        check(self)
        before, tape, known, forced = self._lanes.copy(), self._tape, len(self.events), self.forced_at
        try:
            play_all(self, texts, answers or {})
        except Exception:
            self._lanes[:], self._tape, self.forced_at = before, tape, forced
            del self.events[known:]
            list_choices(self)
            raise
        return self.events[known:]

    def give(self, answers: Sequence[int]) -> None:
        """Give the answers of a choice, from :meth:`parse`, and those forced after it.

        Answers before an illegal one remain given.
        """
        for answer in answers:
            self._run(answer)
        self._run_forced()

    def _run(self, answer: int | None) -> None:
        """Give one answer (None at the very start), run on to the next question, note what happened."""
        game = self._game
        self._tape, before, answer = self._tape.run_out(game, self._size, answer)
        if answer is None:
            game.loops.settle_game(game.states, game.row, game.books, game.fields, False)
        elif not game.loops.step_game(game.states, game.row, game.books, game.fields, answer, False):
            raise IllegalChoice(f"answer {answer} is not legal for {self.decider} ({self.prompt})", -1, [])
        s = self._record
        if s["dice_mode"] == TAPE and (s["tape_short"] or s["tape_wrong"]):
            raise tape_error(self, before, answer)
        self._seen = self._sound = self._lanes.tobytes()
        self.events += log_of(self._game)

    def _run_forced(self) -> None:
        """Give forced answers automatically."""
        s = self._game.states[self._game.row : self._game.row + 1]
        if s["pending_verb"][0] == 0:
            self.forced_at = 0
        while self.skip_forced and s["ending"][0] == 0 and s["choice_count"][0] == 1:
            prompt, is_verb = int(s["prompt"][0]), s["pending_verb"][0] == 0
            self._run(int(s["choices"][0, 0]))
            s["decisions"] -= 1
            s["forced"] += 1
            if is_verb or s["pending_verb"][0] == 0:
                self.forced_at = prompt if s["pending_verb"][0] != 0 else 0
            self._seen = self._lanes.tobytes()

    # --- units

    def unit(self, name: str | int) -> UnitView:
        """A unit by name or roster row.

        Raises:
            KeyError: no unit has that name; the message lists the units.
        """
        if isinstance(name, str):
            if name not in self.names:
                raise KeyError(
                    f"no unit {name!r}{did_you_mean(name, self.names)}; choose from: {', '.join(self.names)}"
                )
            name = self.names.index(name)
        return UnitView(self, name)

    @property
    def units(self) -> list[UnitView]:
        """All units, in roster order."""
        return [UnitView(self, row) for row in range(len(self.names))]

    @property
    def order(self) -> list[str]:
        """Names of the units in the order of their turns; AttributeError where the ruleset keeps no order. Assign names to set
        it: ``table.order = ["orc", "man"]``.
        """
        return [self.names[row] for row in order_of(self)]

    @order.setter
    def order(self, names: Sequence[str]) -> None:
        put_in_order(self, names)

    # --- what happened

    @property
    def terms(self) -> list[tuple[str, int]]:
        """The last labelled total: (label, value) of each part; empty when nothing was added up yet."""
        return next((event.terms for event in reversed(self.events) if event.terms), [])

    def last(self, kind: str) -> Event:
        """The last event of a kind.

        Raises:
            LookupError: no such event has happened; the message lists the kinds that have.
        """
        for event in reversed(self.events):
            if event.kind == kind.lower():
                return event
        raise LookupError(
            f"no event {kind!r}; there were: {', '.join(dict.fromkeys(e.kind for e in self.events)) or 'none'}"
        )

    # --- dice

    @property
    def dice(self) -> list[int] | None:
        """The tape of dice, including used ones; None when dice are random. Assign a list to set new dice."""
        return self._tape.faces(self._record)

    @dice.setter
    def dice(self, faces: Sequence[int] | None) -> None:
        was_seen = self._seen == self._lanes.tobytes()
        self._tape = Tape.laid_out(self._game.states[self._game.row : self._game.row + 1], faces)
        if was_seen:
            self._seen = self._lanes.tobytes()

    @property
    def dice_left(self) -> list[int]:
        """The dice on the tape not used yet."""
        return self._tape.left(self._record)

    # --- snapshots

    def refresh(self) -> None:
        """Check the position after you changed :attr:`state`, and list the legal choices again.

        Raises:
            ValueError: a number is not allowed; the message names the field and the allowed values. Numbers that only do not
                fit each other may still be corrected: the error comes with the next choice.
        """
        look_again(self)

    def snapshot(self) -> bytes:
        """Position and dice as bytes, readable by every interface; past events are not included.

        Raises:
            ValueError: a value set by hand is not allowed, or more dice are laid out than a snapshot holds.
        """
        check(self)
        self._tape.check_room(self._record)
        return self._game.snapshot()

    def restore(self, data: bytes) -> Table:
        """Continue from a snapshot. Past events are dropped.

        Raises:
            SnapshotError: it is damaged, or belongs to other rules, another ruleset or another scenario.
        """
        self._game.restore(data)
        self._game.skip_forced = False
        self.events, self.forced_at, self._tape = [], 0, Tape()
        list_choices(self)
        self._sound = self._seen
        return self

    def clone(self) -> Table:
        """An independent table in the same position, with the same dice to come."""
        check(self)
        twin = Table.of(self._game.clone(), self.skip_forced)
        twin.strict, twin.events, twin.forced_at = self.strict, list(self.events), self.forced_at
        twin._tape = self._tape
        return twin

    def __repr__(self) -> str:
        asked = self._over if self._game.over else f"{self.decider}: {self.prompt}"
        return f"Table({self.ruleset.slug}, round {self.round}, {asked})"
