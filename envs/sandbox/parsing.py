"""Complete choices in words: ``strike orc aim_head``, ``move_standard 5,3``, ``no_parry``.

The rules ask for a choice part by part: the verb, then whom, how, where. Here a choice is one line of words. Every part
has a word: verbs, modes and items those of the ruleset's vocabulary, units their names, cells ``x,y``, directions their
names. A mode that is left out is the normal one, a part for which there is but one possibility may be left out, and a
verb or mode may be cut short where that is clear (``parry`` for ``parry_main``). ``orc: no_parry`` names who is meant
to decide.

A ruleset whose parts have other words gives ``choices.part_word(s, section, part)``, which returns a word or None, or says
with ``choices.stands_for(s, section)`` which values of the vocabulary its numbered places hold.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.dice import PLAY
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, as_lanes
from ..engine.describing import IllegalChoice, refusal_text, what_parts_stand_for
from ..engine.pools import plain

CELL = re.compile(r"\(?(-?\d+)\s*,\s*(-?\d+)\)?")
ANY_CELL = re.compile(r" \d+,\d+\b")
SHORT_DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
SHOWN = 12  # choices an error lists
VERB = "verb"  # the section of what is done


class ParseError(IllegalChoice):
    """A text with unknown or ambiguous words."""


class NoFit(Exception):
    """A text that is not a choice here; ``clear`` if every word is known and none is missing."""

    def __init__(self, what: str, clear: bool) -> None:
        super().__init__(what)
        self.clear = clear


class Part(NamedTuple):
    """What an answer is: a part of one section of the choice space."""

    section: str
    kind: str
    part: int


@functools.cache
def _starts(ruleset: Ruleset) -> tuple[tuple[int, str, str], ...]:
    """First answer, name and kind of every section, in order."""
    at = 0
    found = []
    for name, kind, size in ruleset.module("choices").SECTIONS:
        found.append((at, name, kind))
        at += size
    return tuple(found)


def part_of(ruleset: Ruleset, answer: int) -> Part:
    """The section an answer belongs to, and its place there."""
    for start, name, kind in reversed(_starts(ruleset)):
        if answer >= start:
            return Part(name, kind, answer - start)
    raise ValueError(f"{answer} is no answer")


@functools.cache
def enum_words(ruleset: Ruleset, section: str) -> dict[int, str]:
    """The words of ``vocab.Verb``, ``vocab.Mode`` and so on: value -> ``move_standard``."""
    enum = getattr(ruleset.module("vocab"), section.capitalize(), None)
    return {int(member): member.name.lower() for member in enum} if enum is not None else {}


def direction_of(word: str) -> int:
    """Number of a direction given by its name or its initials; -1 when it is none."""
    word = word.lower().replace("_", "-")
    for names in (DIRECTION_NAMES, SHORT_DIRECTIONS):
        if word in names:
            return names.index(word)
    return -1


def split(text: str) -> tuple[str, list[str]]:
    """Who is named in front of a colon (empty when nobody is), and the words."""
    who, colon, rest = text.lower().partition(":")
    if not colon:
        who, rest = "", text.lower()
    return who.strip().replace(" ", "_"), CELL.sub(lambda m: f" {int(m[1])},{int(m[2])} ", rest).split()


class Chooser:
    """Reads and writes complete choices of positions of one battle, on a scratch copy.

    Attributes:
        ruleset: whose choices.
        names: what the units are called, in roster order.
        sides: what the sides are called.
    """

    def __init__(
        self, ruleset: Ruleset, books: np.ndarray, fields: np.ndarray, names: Sequence[str], sides: Sequence[str]
    ) -> None:
        self.ruleset, self.names, self.sides = ruleset, list(names), list(sides)
        self._loops = ruleset.loops
        self._own_word = getattr(ruleset.module("choices"), "part_word", None)
        self._books, self._fields = books, fields
        self.states = plain(ruleset.new_states(1))
        self.lanes = as_lanes(self.states)
        self._size = ruleset.state.snapshot_lanes
        self._sections = [name for name, kind, _ in ruleset.module("choices").SECTIONS if kind == "plain"]
        self._tables: dict[tuple[Any, ...], tuple[dict[str, int], dict[str, list[str]], int]] = {}

    def put(self, words: np.ndarray) -> None:
        """Look at a position: its uint64 words (position and dice)."""
        self.lanes[0, : self._size] = words[: self._size]
        self.states["dice_mode"][0] = PLAY
        self._loops.settle_game(self.states, 0, self._books, self._fields, False)

    def put_listed(self, words: np.ndarray, choices: np.ndarray) -> None:
        """Look at a position whose legal answers are known, int16 in their order: they are not listed again."""
        self.lanes[0, : self._size] = words[: self._size]
        self.states["dice_mode"][0] = PLAY
        self.states["choice_count"][0] = len(choices)
        self.states["choices"][0, : len(choices)] = choices

    @property
    def s(self) -> Any:
        """The record looked at."""
        return self.states[0]

    @property
    def decider(self) -> str:
        """Who decides in the position looked at."""
        who, side = int(self.states["decider"][0]), int(self.states["decider_side"][0])
        return self.sides[side] if who == NO_UNIT else self.names[who]

    # --- one part

    def word(self, answer: int) -> str:
        """The word for an answer to the current prompt."""
        section, kind, part = part_of(self.ruleset, answer)
        own = self._own_word(self.s, section, part) if self._own_word is not None else None
        if own is not None:
            return str(own)
        if kind == "unit":
            return self.names[part] if part < len(self.names) else f"{section}_{part}"
        if kind == "cell":
            x, y = self.ruleset.board.place(part)
            return f"{x},{y}"
        if kind == "direction":
            return DIRECTION_NAMES[part]
        values = what_parts_stand_for(self.ruleset, self.s, section)
        value, before = (part, 0) if values is None else (values[part], values[:part].count(values[part]))
        word = enum_words(self.ruleset, section).get(value, f"{section}_{part}")
        return f"{word}_{before + 1}" if before else word  # two knives: ``knife`` and ``knife_2``

    def named(self, s: Any) -> tuple[tuple[int, ...], ...]:
        """What the words for the parts of a state record's choices depend on, beside the answers themselves."""
        return tuple(tuple(what_parts_stand_for(self.ruleset, s, section) or ()) for section in self._sections)

    def options(self) -> dict[str, int]:
        """The legal answers to the current prompt: word -> answer."""
        count = int(self.states["choice_count"][0])
        return {self.word(answer): answer for answer in self.states["choices"][0, :count].tolist()}

    def _table(self) -> tuple[dict[str, int], dict[str, list[str]], int]:
        """The legal answers by word, the words that may be cut short by what may be left of them, the normal mode."""
        s = self.states
        key = (s["choices"][0, : s["choice_count"][0]].tobytes(), *self.named(self.s))
        if key not in self._tables or self._own_word is not None:
            options, normal = self.options(), -1
            short: dict[str, list[str]] = {}
            for word, answer in list(options.items()):
                section, kind, part = part_of(self.ruleset, answer)
                if section == "mode" and part == 0:
                    normal = answer
                if kind == "plain":
                    for end in (i for i, letter in enumerate(word) if letter == "_"):
                        short.setdefault(word[:end], []).append(word)
                elif kind == "direction":
                    options[SHORT_DIRECTIONS[part]] = answer
            self._tables[key] = options, short, normal
        return self._tables[key]

    def give(self, answer: int) -> bool:
        """Answer a part, on the scratch copy. Whether a further part is asked."""
        states, books, fields = self.states, self._books, self._fields
        self._loops.give_game_answer(states, 0, answer)
        self._loops.micro_step(states, 0, books, fields)
        while states["prompt"][0] == 0 and states["pending_verb"][0] != 0 and states["ending"][0] == 0:
            self._loops.micro_step(states, 0, books, fields)
        return bool(states["prompt"][0] != 0 and states["pending_verb"][0] != 0)

    # --- complete choices

    def complete(self, wanted: Callable[[str], bool] = lambda text: True) -> Iterator[tuple[str, list[int]]]:
        """Every complete choice of the position looked at: its text, and the answers that make it.

        Args:
            wanted: whether to go on with a text that may still be continued; what it refuses is left out, with all that
                begins so.
        """
        here, choices = self.lanes[0, : self._size].copy(), self._listed()
        yield from self._complete(here, choices, "", [], wanted)
        self.put_listed(here, choices)

    def _listed(self) -> np.ndarray:
        """The legal answers to the current prompt, a copy."""
        listed: np.ndarray = self.states["choices"][0, : self.states["choice_count"][0]].copy()
        return listed

    def _complete(
        self, here: np.ndarray, choices: np.ndarray, text: str, answers: list[int], wanted: Callable[[str], bool]
    ) -> Iterator[tuple[str, list[int]]]:
        """The complete choices of a position that is looked at, each part of them tried on the scratch copy."""
        for word, answer in self.options().items():
            section, _, part = part_of(self.ruleset, answer)
            longer = text if section == "mode" and part == 0 and text else f"{text} {word}".strip()
            if not wanted(longer):
                continue
            self.put_listed(here, choices)
            if self.give(answer):
                after = self.lanes[0, : self._size].copy()
                yield from self._complete(after, self._listed(), longer, [*answers, answer], wanted)
            else:
                yield longer, [*answers, answer]

    def first(self, text: str) -> tuple[int, list[str]]:
        """The answer to the current prompt that a text names, and the words left for further parts.

        Raises:
            NoFit: it names none.
        """
        who, words = split(text)
        if who and who != self.decider:
            if who not in self.names and who not in self.sides:
                raise NoFit(f"unknown name {who!r}{self._close(who)}", False)
            raise NoFit(f"{self.decider} decides now, not {who}", True)
        if not words:
            raise NoFit("empty choice", False)
        return self.take(words, True)

    def parse(self, text: str) -> list[int]:
        """The answers that make the choice a text names; leaves the scratch copy behind it.

        Raises:
            NoFit: it names none.
        """
        answer, words = self.first(text)
        answers = [answer]
        while self.give(answer):
            answer, words = self.take(words, False)
            answers.append(answer)
        if words:
            raise self._left_over(words)
        return answers

    def take(self, words: list[str], is_first: bool) -> tuple[int, list[str]]:
        """The answer to the current prompt, and the words that are left. A first part must stand first."""
        options, short, normal = self._table()
        for start in range(1 if is_first else len(words)):
            for end in range(len(words), start, -1):
                word = "_".join(words[start:end])
                found = [word] if word in options else short.get(word, [])
                if not found and word.replace("_", "-") in options:
                    found = [word.replace("_", "-")]
                if len(found) > 1:
                    raise NoFit(f"{word!r} is ambiguous: {' or '.join(found)}", False)
                if found:
                    return options[found[0]], words[:start] + words[end:]
        if not is_first and normal >= 0:
            return normal, words
        if not is_first and len(set(options.values())) == 1:
            return next(iter(options.values())), words
        if words:
            raise self._left_over(words)
        named = list(self.options())
        shown = ", ".join(named[:SHOWN])
        raise NoFit(f"incomplete choice, add one of: {shown}{' ...' if len(named) > SHOWN else ''}", False)

    # --- what is wrong

    @functools.cached_property
    def _known(self) -> set[str]:
        """All words that some choice may contain."""
        known = {*self.names, *self.sides, *DIRECTION_NAMES, *SHORT_DIRECTIONS}
        for _, section, kind in _starts(self.ruleset):
            if kind == "plain":
                for word in enum_words(self.ruleset, section).values():
                    known |= {word, *(word[:i] for i, letter in enumerate(word) if letter == "_")}
        return known

    def check_words(self, who: list[str], words: list[str]) -> None:
        """Refuse words that no choice of this battle can contain.

        Raises:
            NoFit: a word is unknown, or nothing is said.
        """
        for name in who:
            if name not in self.names and name not in self.sides:
                raise NoFit(f"unknown name {name!r}{self._close(name)}", False)
        fault = self._left_over(words) if words else NoFit("empty choice", False)
        if not fault.clear:
            raise fault

    def _left_over(self, words: list[str]) -> NoFit:
        """Why words do not fit: the first that nobody knows, else the first."""
        at = 0
        while at < len(words):
            for end in range(len(words), at, -1):
                word = "_".join(words[at:end])
                if word in self._known or word.replace("_", "-") in self._known or CELL.fullmatch(word):
                    at = end
                    break
            else:
                return NoFit(f"unknown word {words[at]!r}{self._close(words[at])}", False)
        return NoFit(f"{' '.join(words)!r} is not possible here", True)

    def _close(self, word: str) -> str:
        """A guess at what was meant."""
        close = difflib.get_close_matches(word, sorted(self.options()), 1) or difflib.get_close_matches(
            word, sorted(self._known - {"none", "nobody"}), 1
        )
        return f" (did you mean {close[0]!r}?)" if close else ""

    def _why_not(self, text: str) -> str:
        """Why the verb that a text begins with is not offered here, in brackets; empty if nothing is known."""
        options = self._listed().tolist()
        if int(self.states["decider"][0]) == NO_UNIT or any(
            part_of(self.ruleset, one).section != VERB for one in options
        ):
            return ""
        _, words = split(text)
        begun = ["_".join(words[:end]) for end in range(len(words), 0, -1)]
        verbs = {word: verb for verb, word in enum_words(self.ruleset, VERB).items()}
        verb = next((verbs[word] for word in begun if word in verbs), 0)
        if verb == 0 or verb in options:
            return ""
        reason = refusal_text(self.ruleset, self.states, 0, self._books, self._fields, verb)
        return f" ({reason})" if reason else ""

    def error(self, words: np.ndarray, text: str, fault: NoFit) -> IllegalChoice:
        """The error for a text that is no choice of a position; lists what is legal, the closest first."""
        self.put(words)
        decider = self.decider
        prompt = enum_words(self.ruleset, "prompt").get(int(self.states["prompt"][0]), "")
        texts = [legal for legal, _ in self.complete()]
        if not CELL.search(text):  # which verbs there are says more than which cells
            texts = list(dict.fromkeys(ANY_CELL.sub(" X,Y", legal) for legal in texts))
        wanted = text.lower()
        texts.sort(key=lambda legal: -difflib.SequenceMatcher(None, wanted, legal).ratio())
        more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
        why = self._why_not(text) if fault.clear else ""
        message = f"{text!r}: {fault}{why}; legal for {decider} ({prompt}): {', '.join(texts[:SHOWN])}{more}"
        return (IllegalChoice if fault.clear else ParseError)(message, -1, [])
