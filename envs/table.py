"""The sandbox: one battle on the table, played by words, with dice laid out in advance; how rules are tested and tried.

>>> import tactica
>>> table = tactica.sandbox("wfrp1", "duel", dice=[27, 40, 5], rules={"parry.shield.shield_parry_bonus": 10})
>>> table.decider, table.prompt, table.choices()
>>> table.play("strike orc", "parry")
>>> table.unit("orc").wounds
>>> table.odds("strike orc", then=["parry"], want="orc.wounds")
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import rulesets
from .core.dice import PLAY, TAPE, TAPE_LENGTH
from .core.geometry import DIRECTION_NAMES, STRIDE
from .core.ruleset import Ruleset
from .core.state import NO_UNIT
from .game import Game, IllegalChoice, Pool
from .wording import Chooser, NoFit, ParseError, direction_of, enum_words

if TYPE_CHECKING:
    from .odds import Odds, Then, Until, Want

__all__ = ["Event", "IllegalChoice", "NotKept", "ParseError", "Table", "TapeError", "UnitView", "sandbox"]


class TapeError(ValueError):
    """The dice laid out do not fit the dice the rules ask for."""


class NotKept(Exception):
    """A number was read that exact odds leave out of the position, because rules only write it.

    Attributes:
        field: its name in the state record.
    """

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} is not kept while odds are counted; name it in `want`")
        self.field = field


class Event(NamedTuple):
    """What happened.

    Attributes:
        kind: name in the ruleset's ``Event``, in lower case.
        clause: the clause of the rulebook it comes from, empty when the ruleset does not say.
        who, target: names of units, None where there is none.
        amount, extra: what the event's sentence says.
        face: the die behind it, 0 none.
        text: the event as a sentence.
        terms: its labelled total, (label, value) each.
    """

    kind: str
    clause: str
    who: str | None
    target: str | None
    amount: int
    extra: int
    face: int
    text: str
    terms: list[tuple[str, int]]

    @property
    def total(self) -> int:
        """The sum of its terms."""
        return sum(value for _, value in self.terms)


def sandbox(
    ruleset: str | Ruleset,
    scenario: Any,
    dice: Sequence[int] | None = None,
    rules: Mapping[str, int | bool | str] | None = None,
    seed: int = 0,
    skip_forced: bool = True,
) -> Table:
    """Set up a battle to play by hand.

    Args:
        ruleset: slug or ruleset.
        scenario: path, shipped name, dict in the scenario format, ``Battle``, or a pool of starts (its first is taken).
        dice: the faces of the dice to come, in order; None throws them, by ``seed``. Running out is an error then.
        rules: knobs by address, over those of the scenario.
        seed: of the dice, and of what the scenario leaves to chance.
        skip_forced: whether single legal answers are given unasked.

    Raises:
        ScenarioError, LookupError, KnobError: the scenario or a knob is wrong.
        TapeError: the battle asks for other dice before its first decision.
    """
    rules_of = rulesets.get(ruleset)
    return Table(
        Game(rules_of, _start(rules_of, scenario, dict(rules or {}), seed), skip_forced=False), dice, seed, skip_forced
    )


def _start(ruleset: Ruleset, scenario: Any, rules: dict[str, Any], seed: int) -> Pool:
    """A pool of one battle."""
    if hasattr(scenario, "states") and hasattr(scenario, "fields"):
        if rules:
            raise ValueError("rules cannot be changed for starts that are packed already")
        return scenario
    module = importlib.import_module(".scenario", __package__)
    if isinstance(scenario, str | Path | Mapping):
        scenario = module.load(scenario, ruleset)
    if isinstance(scenario, module.Scenario):
        scenario = module.expand(scenario, seed=seed, n=1)[0]
    if not isinstance(scenario, module.Battle):
        raise TypeError(f"a scenario is a path, a name, a dict or a Battle, not {type(scenario).__name__}")
    book = ruleset.rulebook
    own = {book.knob(address).address: value for address, value in scenario.rules.items()}
    own.update({book.knob(address).address: value for address, value in rules.items()})
    return module.pack([dataclasses.replace(scenario, rules=own)])


class Table:
    """One battle, played by words.

    Attributes:
        game: the game behind it.
        skip_forced: whether single legal answers are given unasked.
        events: everything that has happened since the table was set up.
    """

    def __init__(self, game: Game, dice: Sequence[int] | None = None, seed: int = 0, skip_forced: bool = True) -> None:
        """Set up the first start of the game's pool and run to the first decision; see :func:`sandbox`."""
        self._take(game, skip_forced)
        loops = game.loops
        loops.start_game(
            game.states, game.words, game.row, game.pool_states, game.pool_words, 0, seed, 0, 0, self._size
        )  # fmt: skip
        self.dice = dice
        self._run(None)
        self._run_forced()

    def _take(self, game: Game, skip_forced: bool) -> None:
        self.game = game
        self.skip_forced = skip_forced
        self.events: list[Event] = []
        self._size = game.ruleset.state.snapshot_words
        self._chooser: Chooser | None = None
        self._not_kept: frozenset[str] = frozenset()
        self._counting = False

    @classmethod
    def of(cls, game: Game, skip_forced: bool = True) -> Table:
        """A table on which a started game stands as it is; it is the game itself, not a copy."""
        table = cls.__new__(cls)
        table._take(game, skip_forced)
        game.skip_forced = False
        return table

    # --- who decides what

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return self.game.ruleset

    @property
    def names(self) -> list[str]:
        """What the units are called, in roster order."""
        return self.game.names

    @property
    def sides(self) -> list[str]:
        """What the sides are called."""
        battles = getattr(self.game.pool, "battles", None)
        row = int(self.state["pool_row"])
        if battles is not None and row < len(battles) and hasattr(battles[row], "sides"):
            return [str(side) for side in battles[row].sides]
        return [f"side{side}" for side in range(int(self.state["side_count"]))]

    @property
    def state(self) -> Any:
        """The state record. After changing it by hand, call :meth:`refresh`."""
        if self._not_kept:
            raise NotKept(next(iter(self._not_kept)))
        return self.game.states[self.game.row]

    @property
    def decider(self) -> str | None:
        """Name of the unit that is asked, of the side when it is asked as a whole, None when nobody is."""
        if self.game.prompt == 0:
            return None
        return self.sides[self.side] if self.game.decider == NO_UNIT else self.names[self.game.decider]  # type: ignore[index]

    @property
    def side(self) -> int | None:
        """Number of the side that decides, None when nobody is asked."""
        return self.game.side if self.game.prompt else None

    @property
    def prompt(self) -> str | None:
        """What is asked: the ruleset's ``Prompt`` in lower case, None when nobody is asked."""
        prompt = self.game.prompt
        return enum_words(self.ruleset, "prompt").get(prompt, f"prompt_{prompt}") if prompt else None

    @property
    def round(self) -> int:
        """The current round."""
        return int(self._record["round_no"])

    @property
    def ending(self) -> str | None:
        """Why the battle ended: the ruleset's ``Ending`` in lower case, None while it goes on."""
        ending = self.game.ending
        return enum_words(self.ruleset, "ending").get(ending, f"ending_{ending}") if ending else None

    @property
    def winner(self) -> str | None:
        """Name of the side that came first alone; None while the battle goes on or when it is drawn."""
        first = np.flatnonzero(self.game.ranks == 1)
        return self.sides[int(first[0])] if len(first) == 1 else None

    @property
    def _record(self) -> Any:
        return self.game.states[self.game.row]

    @property
    def _words(self) -> np.ndarray:
        """Position and dice, as uint64 words; a view."""
        return self.game.words[self.game.row, : self._size]

    # --- choices

    @property
    def chooser(self) -> Chooser:
        """What reads and writes the choices of this battle."""
        if self._chooser is None:
            self._chooser = Chooser(self.ruleset, self.game.books, self.game.fields, self.names, self.sides)
        return self._chooser

    def choices(self) -> list[str]:
        """Every legal complete choice of the decider, in the order of the rules; empty when the battle is over."""
        if self.game.over:
            return []
        self.chooser.put(self._words)
        return [text for text, _ in self.chooser.complete()]

    def parse(self, text: str) -> list[int]:
        """The answers, part by part, that make the choice a text names.

        Raises:
            IllegalChoice: it is not legal; the message lists what is.
            ParseError: a word is unknown, missing, or may mean several things.
        """
        if self.game.over:
            raise IllegalChoice(f"{text!r}: the battle is over ({self.ending})", -1, [])
        chooser = self.chooser
        chooser.put(self._words)
        try:
            return chooser.parse(text)
        except NoFit as fault:
            raise chooser.error(self._words, text, fault) from None

    def describe(self, answers: Sequence[int]) -> str:
        """The text of a complete choice given by its answers: the other way of :meth:`parse`.

        Raises:
            IllegalChoice: these answers are no legal choice.
        """
        self.chooser.put(self._words)
        for text, made in self.chooser.complete():
            if made == list(answers):
                return text
        raise IllegalChoice(f"{list(answers)} is no legal choice; legal: {', '.join(self.choices())}", -1, [])

    def play(self, *texts: str) -> list[Event]:
        """Answer decision after decision by text. Returns what happened.

        Raises:
            IllegalChoice, ParseError, TapeError: nothing has changed then, whichever text it was.
        """
        before, known = self._words.copy(), len(self.events)
        try:
            for text in texts:
                for answer in self.parse(text):
                    self._run(answer)
                self._run_forced()
        except Exception:
            self._put_back(before, known)
            raise
        return self.events[known:]

    def _put_back(self, words: np.ndarray, known: int) -> None:
        self._words[:] = words
        del self.events[known:]
        self.refresh()

    def _run(self, answer: int | None) -> None:
        """Give one answer (None at the very start), run on to the next question, note what happened."""
        game = self.game
        before = self._words.copy()
        if answer is None:
            game.loops.settle_game(game.states, game.row, game.books, game.fields, False)
        elif not game.loops.step_game(game.states, game.row, game.books, game.fields, answer, False):
            raise IllegalChoice(f"answer {answer} is not legal for {self.decider} ({self.prompt})", -1, [])
        s = self._record
        if s["dice_mode"] == TAPE and (s["tape_short"] or s["tape_wrong"]):
            raise self._tape_error(before, answer)
        self.events += self._log()

    def _run_forced(self) -> None:
        """Give single legal answers unasked."""
        s = self.game.states[self.game.row : self.game.row + 1]
        while self.skip_forced and s["ending"][0] == 0 and s["choice_count"][0] == 1:
            self._run(int(s["choices"][0, 0]))
            s["decisions"] -= 1
            s["forced"] += 1

    def refresh(self) -> None:
        """List the legal choices anew, after :attr:`state` was changed by hand."""
        game = self.game
        s = game.states[game.row : game.row + 1]
        s["choice_count"] = 0
        if s["prompt"][0] != 0 and s["ending"][0] == 0:
            game.loops.settle_game(game.states, game.row, game.books, game.fields, False)

    # --- units

    def unit(self, name: str | int) -> UnitView:
        """A unit by name or roster row.

        Raises:
            KeyError: nobody is called that; the message lists who there is.
        """
        if isinstance(name, str):
            if name not in self.names:
                close = difflib.get_close_matches(name, self.names, 1)
                hint = f" (did you mean {close[0]!r}?)" if close else ""
                raise KeyError(f"no unit {name!r}{hint}; there are: {', '.join(self.names)}")
            name = self.names.index(name)
        return UnitView(self, name)

    @property
    def units(self) -> list[UnitView]:
        """All units, in roster order."""
        return [UnitView(self, row) for row in range(len(self.names))]

    # --- what happened

    def _log(self) -> list[Event]:
        """The rows of the log as events."""
        s = self._record
        count = int(s["event_count"])
        if count == 0:
            return []
        from .render.words import happening

        found = []
        for row in s["events"][:count]:
            told = happening(self.game, row)
            who, target = self._name(told.who), self._name(told.target)
            found.append(
                Event(
                    told.event.lower(), told.clause, who, target, told.amount, told.extra, told.face, told.sentence,
                    list(told.terms),
                )
            )  # fmt: skip
        return found

    def _name(self, row: int) -> str | None:
        return self.names[row] if 0 <= row < len(self.names) else None

    @property
    def terms(self) -> list[tuple[str, int]]:
        """The last labelled total: (label, value) of each part; empty when nothing was added up yet."""
        return next((event.terms for event in reversed(self.events) if event.terms), [])

    def last(self, kind: str) -> Event:
        """The last event of a kind.

        Raises:
            LookupError: none has happened; the message lists what has.
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
        """The tape of faces, those used included; None when dice are thrown. Setting it lays out new ones."""
        s = self._record
        return [int(face) for face in s["tape"][: s["tape_length"]]] if s["dice_mode"] == TAPE else None

    @dice.setter
    def dice(self, faces: Sequence[int] | None) -> None:
        s = self.game.states[self.game.row : self.game.row + 1]
        for field in ("tape_length", "tape_next", "tape_short", "tape_wrong", "tape"):
            s[field] = 0
        s["dice_mode"] = PLAY if faces is None else TAPE
        if faces is not None:
            faces = list(faces)
            if len(faces) > TAPE_LENGTH:
                raise TapeError(f"{len(faces)} dice were laid out; a tape holds {TAPE_LENGTH}")
            s["tape_length"] = len(faces)
            s["tape"][0, : len(faces)] = faces

    @property
    def dice_left(self) -> list[int]:
        """The faces on the tape that nobody has asked for."""
        s = self._record
        return [int(face) for face in s["tape"][s["tape_next"] : s["tape_length"]]] if s["dice_mode"] == TAPE else []

    def _tape_error(self, before: np.ndarray, answer: int | None) -> TapeError:
        """What is wrong with the tape, found out on a copy: the position before, and the answer that led to it."""
        game, chooser = self.game, self.chooser
        states, row = chooser.states, chooser.words[0, : self._size]
        tape = self.dice or []
        row[:] = before
        if answer is not None:
            chooser.put(before)
            states["dice_mode"] = TAPE
            game.loops.give_game_answer(states, 0, answer)
        frame = "the battle"
        while not (states["tape_short"][0] or states["tape_wrong"][0]) and states["ending"][0] == 0:
            top = states["stack"][0][max(int(states["depth"][0]) - 1, 0)]
            frame = enum_words(self.ruleset, "frame").get(int(top["kind"]), "") or frame
            game.loops.micro_step(states, 0, game.books, game.fields)
            if states["prompt"][0] != 0:
                break
        is_wrong = bool(states["tape_wrong"][0])
        place = self._first_wrong(before, answer, tape) if is_wrong else len(tape)
        sides = self._sides_at(before, answer, tape, place)
        if is_wrong:
            return TapeError(f"die {place + 1} of the tape is {tape[place]}, but a D{sides} is thrown there ({frame})")
        return TapeError(f"the tape of {len(tape)} dice is used up: a D{sides} is asked for next ({frame})")

    def _trial(self, before: np.ndarray, answer: int | None, tape: Sequence[int]) -> int:
        """How many faces of a tape are wrong, when the last answer is given again on a copy with that tape."""
        game, chooser = self.game, self.chooser
        states = chooser.states
        chooser.words[0, : self._size] = before
        if answer is not None:
            chooser.put(before)
        states["dice_mode"], states["tape_length"] = TAPE, len(tape)
        states["tape"][0, : len(tape)] = tape
        if answer is None:
            game.loops.settle_game(states, 0, game.books, game.fields, False)
        else:
            game.loops.step_game(states, 0, game.books, game.fields, answer, False)
        return int(states["tape_wrong"][0])

    def _first_wrong(self, before: np.ndarray, answer: int | None, tape: Sequence[int]) -> int:
        """Place on the tape of the first wrong face."""
        return next((i for i in range(len(tape)) if self._trial(before, answer, tape[: i + 1])), 0)

    def _sides_at(self, before: np.ndarray, answer: int | None, tape: Sequence[int], place: int) -> int:
        """Sides of the die that is thrown at a place of the tape."""
        low, high = 1, 32767
        if place >= TAPE_LENGTH:
            return 0
        while low < high:
            face = (low + high + 1) // 2
            if self._trial(before, answer, [*tape[:place], face]):
                high = face - 1
            else:
                low = face
        return low

    # --- snapshots

    def snapshot(self) -> bytes:
        """Position and dice, as any face of the project takes them; the events so far are not in it."""
        return self.game.snapshot()

    def restore(self, data: bytes) -> Table:
        """Continue from a snapshot. The events are forgotten.

        Raises:
            SnapshotError: it belongs to other rules, another ruleset or another scenario.
        """
        self.game.restore(data)
        self.game.skip_forced = False
        self.events = []
        self.refresh()
        return self

    def clone(self) -> Table:
        """An independent table in the same position, with the same dice to come."""
        twin = Table.of(self.game.clone(), self.skip_forced)
        twin.events = list(self.events)
        return twin

    # --- odds

    def odds(
        self,
        text: str,
        then: Then = None,
        want: Want = None,
        until: Until = None,
        **limits: Any,
    ) -> Odds:
        """The exact distribution of what follows a choice; see :func:`tactica.envs.odds.odds`, also for the limits."""
        from .odds import odds

        return odds(self, text, then=then, want=want, until=until, **limits)

    def __repr__(self) -> str:
        asked = self.ending if self.game.over else f"{self.decider}: {self.prompt}"
        return f"Table({self.ruleset.slug}, round {self.round}, {asked})"


class UnitView:
    """One unit: every field of its record by name, by the rulebook's abbreviation, and its place; to read and to set.

    Setting writes the state record and lists the legal choices anew. Names do for numbers where a field holds something
    that has one: ``unit.facing = "north"``, ``unit.main_hand = "spear"``, ``unit.mount = "horse"``.

    Attributes:
        name: what it is called.
        row: its roster row.
        at: (x, y), None off the board.
        x, y: its column and row on the board.
    """

    __slots__ = ("_table", "name", "row")
    _table: Table
    name: str
    row: int

    def __init__(self, table: Table, row: int) -> None:
        if not 0 <= row < len(table.names):
            raise KeyError(f"no roster row {row}; there are {len(table.names)}")
        for part, value in (("_table", table), ("row", row), ("name", table.names[row])):
            object.__setattr__(self, part, value)

    @property
    def _unit(self) -> Any:
        return self._table._record["units"][self.row]

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of all its fields."""
        return tuple(self._table.game.states.dtype["units"].base.names or ())

    @property
    def at(self) -> tuple[int, int] | None:
        """(x, y), None off the board."""
        cell = int(self._unit["cell"])
        return (cell % STRIDE, cell // STRIDE) if cell >= 0 else None

    def _field(self, name: str) -> str:
        """The field behind a name or an abbreviation.

        Raises:
            AttributeError: there is none; the message says what is close.
        """
        if name in self.fields:
            return name
        aliases = unit_aliases(self._table.ruleset)
        field = aliases.get(name.lower(), "")
        if field in self.fields:
            return field
        close = difflib.get_close_matches(name, [*self.fields, *aliases], 3)
        hint = f"; close to it: {', '.join(close)}" if close else ""
        raise AttributeError(f"a unit of {self._table.ruleset.slug} has no {name!r}{hint}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("x", "y"):
            place = self.at
            return None if place is None else place["xy".index(name)]
        field = self._field(name)
        if field in self._table._not_kept:
            raise NotKept(field)
        value = self._unit[field]
        return tuple(int(v) for v in value) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: Any) -> None:
        table = self._table
        if table._counting:
            raise TypeError("while odds are counted a position is there to be read, not to be changed")
        unit = table.game.states["units"][table.game.row]
        if name in ("at", "x", "y"):
            x, y = self.at or (0, 0)
            x, y = (value or (-1, -1)) if name == "at" else (value, y) if name == "x" else (x, value)
            width, height = int(table._record["board_width"]), int(table._record["board_height"])
            if name == "at" and value is None:
                unit["cell"][self.row] = -1
            elif 0 <= x < width and 0 <= y < height:
                unit["cell"][self.row] = y * STRIDE + x
            else:
                raise ValueError(f"({x}, {y}) is not on the board of {width} x {height} cells")
        else:
            field = self._field(name)
            target = unit[field]
            if target.ndim > 1:
                numbers = [self._number(field, v) for v in value]
                target[self.row, : len(numbers)] = numbers
                target[self.row, len(numbers) :] = 0
            else:
                target[self.row] = self._number(field, value)
        table.refresh()

    def _number(self, field: str, value: Any) -> int:
        """The number a field holds for a value that may be a name."""
        if not isinstance(value, str):
            return int(value)
        word = value.lower().replace(" ", "_").replace("-", "_")
        if (field == "facing" or field.endswith("direction")) and direction_of(word) >= 0:
            return direction_of(word)
        if word in self._table.names:
            return self._table.names.index(word)
        meanings = _meanings(self._table.ruleset, word)
        if len(meanings) == 1:
            return meanings.pop()
        if meanings:
            raise ValueError(f"{field} = {value!r}: this word stands for several numbers; give the number")
        possible = (
            ", ".join(DIRECTION_NAMES) if field == "facing" else "a number, a unit's name, or a word of the vocabulary"
        )
        raise ValueError(f"{field} = {value!r}: unknown word; allowed: {possible}")

    def to_dict(self) -> dict[str, Any]:
        """All its fields."""
        return {field: getattr(self, field) for field in self.fields if field not in self._table._not_kept}

    def __repr__(self) -> str:
        return f"UnitView({self.name}, {', '.join(f'{k}={v}' for k, v in self.to_dict().items() if v not in (0, -1))})"


def unit_aliases(ruleset: Ruleset) -> dict[str, str]:
    """Other names of a unit's fields, in lower case: ``ws``; a ruleset's ``state.ALIASES`` go before its scenarios'."""
    own = getattr(ruleset.module("state"), "ALIASES", {})
    try:
        scenario = getattr(ruleset.module("setup"), "ALIASES", {})
    except ModuleNotFoundError:
        scenario = {}
    return {name.lower(): field for name, field in {**scenario, **own}.items()}


def _meanings(ruleset: Ruleset, word: str) -> set[int]:
    """The numbers a word of the vocabulary stands for."""
    found = set()
    for enum in vars(ruleset.module("vocab")).values():
        members = getattr(enum, "__members__", None)
        if members is not None and word.upper() in members:
            found.add(int(members[word.upper()]))
    return found
