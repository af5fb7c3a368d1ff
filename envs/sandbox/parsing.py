"""Complete choices in words: ``strike orc aim_head``, ``move_standard 5,3``, ``no_parry``.

The rules ask for a choice part by part: the verb, then whom, how, where. Here a choice is one line of words. Every part
has a word: verbs, modes and items those of the ruleset's vocabulary, units their names, cells ``x,y``, directions their
names. A mode that is left out is the normal one, a part for which there is but one possibility may be left out, and a
verb or mode may be cut short where that is clear (``parry`` for ``parry_main``). ``orc: no_parry`` names who is meant
to decide. The words that the log and the screen print, ``forward 4 inches``, are taken as well. Where the verb is settled and
only a part is asked, the verb may be said or left out: ``attack_unit orc``, ``orc``.

``Choices.stands_for`` of a ruleset says which values of the vocabulary its numbered places hold.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.dice import PLAY
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, as_lanes
from ..core.state.choosing import FIRST_ANSWER, Part, part_asked, part_sizes
from ..engine.describing import IllegalChoice, part_words, refusal_text, what_parts_stand_for
from ..engine.pools import plain
from .wording import CELL, SHORT_DIRECTIONS, enum_words, part_of, settled_parts, split, starts_of, tokens

ANY_CELL = re.compile(r" \d+,\d+\b")
SHOWN = 12  # choices an error lists
VERB = "verb"  # the section of what is done


class ParseError(IllegalChoice):
    """A text with unknown or ambiguous words."""


class NoFit(Exception):
    """A text that is not a choice here; ``clear`` if every word is known and none is missing."""

    def __init__(self, what: str, clear: bool) -> None:
        super().__init__(what)
        self.clear = clear


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
        self._books, self._fields = books, fields
        self.states = plain(ruleset.new_states(1))
        self.lanes = as_lanes(self.states)
        self._size = ruleset.state.snapshot_lanes
        self._sections = [name for name, kind, _ in ruleset.book.choices.sections if kind == "plain"]
        self._tables: dict[tuple[Any, ...], tuple[dict[str, int], dict[str, list[str]], int]] = {}
        self._refused: dict[str, str] = {}  # words that name what may not be chosen: why

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

    def printed(self, answer: int) -> list[str]:
        """Other words that are printed for an answer to the current prompt, each joined by underscores: ``4_inches``."""
        section, kind, part = part_of(self.ruleset, answer)
        if kind != "plain":
            return []
        values = what_parts_stand_for(self.ruleset, self.s, section)
        value, before = (part, 0) if values is None else (values[part], values[:part].count(values[part]))
        words = part_words(self.ruleset, section).get(value, "")
        words += f" {before + 1}" if before and words else ""
        leads_to = self.ruleset.book.text.outcome if words else None
        told = 0
        if leads_to is not None and int(self.states["decider"][0]) != NO_UNIT:
            loops = self._loops
            told = int(loops.tell(self.states, 0, self._books, self._fields, loops.OUTCOME, answer))
        found = [words, f"{words}, {leads_to(told)}"] if told and leads_to is not None else [words]
        return ["_".join(split(one)[1]) for one in found if one]

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
        if key not in self._tables:
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

    def _printed_table(self) -> dict[str, int]:
        """The legal answers by what is printed for them, where that is clear."""
        found: dict[str, int] = {}
        twice = set()
        for answer in self._listed().tolist():
            for word in self.printed(answer):
                twice |= {word} if found.setdefault(word, answer) != answer else set()
        return {word: answer for word, answer in found.items() if word not in twice}

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
        return self._in_any_words(lambda is_printed: self._first(text, is_printed))

    def parse(self, text: str) -> list[int]:
        """The answers that make the choice a text names; leaves the scratch copy behind it. None are left to give when the
        text only repeats what is settled, and what is asked now is open.

        Raises:
            NoFit: it names none.
        """
        if self.only_repeats(text):
            return []
        return self._in_any_words(lambda is_printed: self._parse(text, is_printed))

    def only_repeats(self, text: str) -> bool:
        """Whether a text says only what is settled already, such as a verb that was forced, where a further part is open."""
        who, words = split(text)
        if (who and who != self.decider) or self._beyond_settled(words) != []:
            return False
        try:
            self.take([], False)
        except NoFit:
            return True
        return False

    def _in_any_words(self, read: Callable[[bool], Any]) -> Any:
        """What is read in the words of the vocabulary or, if that fails, in those that are printed.

        Raises:
            NoFit: in neither.
        """
        here, listed = self.lanes[0, : self._size].copy(), self._listed()
        self._refused = {}
        try:
            return read(False)
        except NoFit:
            self.put_listed(here, listed)
        try:
            return read(True)
        except NoFit:
            self.put_listed(here, listed)
            raise

    def _first(self, text: str, is_printed: bool) -> tuple[int, list[str]]:
        """See ``first``."""
        who, words = split(text)
        if who and who != self.decider:
            if who not in self.names and who not in self.sides:
                raise NoFit(f"unknown name {who!r}{self._close(who)}", False)
            raise NoFit(f"{self.decider} decides now, not {who}", True)
        if not words:
            raise NoFit("empty choice", False)
        rest = self._beyond_settled(words)
        return self.take(words, True, is_printed) if rest is None else self.take(rest, False, is_printed)

    def _parse(self, text: str, is_printed: bool) -> list[int]:
        """See ``parse``."""
        answer, words = self._first(text, is_printed)
        answers = [answer]
        while self.give(answer):
            answer, words = self.take(words, False, is_printed)
            answers.append(answer)
        if words:
            raise self._left_over(words)
        return answers

    def _beyond_settled(self, words: list[str]) -> list[str] | None:
        """The words beyond a verb that is settled, and beyond those of its parts that are; None without that verb."""
        verb = int(self.states["pending_verb"][0])
        said = next((end for end in range(len(words), 0, -1) if verb and self._says(words[:end], verb)), 0)
        if not said:
            return None
        rest = words[said:]
        for answer in settled_parts(self.ruleset, self.s, verb):
            windows = [(i, k) for i in range(len(rest)) for k in range(len(rest), i, -1)]
            start, end = next((at for at in windows if self._says(rest[at[0] : at[1]], answer)), (0, 0))
            rest = rest[:start] + rest[end:]
        return rest

    def _says(self, words: list[str], answer: int) -> bool:
        """Whether words name an answer, which need not be one to the current prompt."""
        said = "_".join(words)
        return said in (self.word(answer), self.word(answer).replace("-", "_"), *self.printed(answer))

    def is_offered(self, text: str) -> bool:
        """Whether a text is a choice, written out as it is listed or printed.

        Raises:
            ParseError: a word is unknown, so that it can be none.
        """
        who, words = split(text)
        here, listed = self.lanes[0, : self._size].copy(), self._listed()
        try:
            self.check_words([who] if who else [], words)
        except NoFit as fault:
            raise ParseError(f"{text!r}: {fault}", -1, []) from None
        try:
            answers = self.parse(text)
        except NoFit:
            return False
        self.put_listed(here, listed)
        return bool(answers) and self.is_written(" ".join(words), answers)

    def is_written(self, text: str, answers: Sequence[int]) -> bool:
        """Whether a text writes a choice out as it is listed or printed, with nothing cut short; it moves the scratch copy on."""
        words, ends = tokens(text), {0}
        rest = self._beyond_settled(split(text)[1])
        if rest is not None:
            ends.add(len(words) - len(tokens(" ".join(rest))))
        for answer in answers:
            section, _, part = part_of(self.ruleset, answer)
            found = set(ends) if section == "mode" and part == 0 else set()
            for form in (self.word(answer), *self.printed(answer)):
                found |= {
                    end + len(tokens(form)) for end in ends if words[end : end + len(tokens(form))] == tokens(form)
                }
            ends = found
            self.give(answer)
        return len(words) in ends

    def take(self, words: list[str], is_first: bool, is_printed: bool = False) -> tuple[int, list[str]]:
        """The answer to the current prompt, and the words that are left. A first part must stand first.

        Args:
            is_printed: whether words that are printed for answers are taken as well.
        """
        options, short, normal = self._table()
        printed = self._printed_table() if is_printed else {}
        for start in range(1 if is_first else len(words)):
            for end in range(len(words), start, -1):
                word = "_".join(words[start:end])
                if word in printed:
                    return printed[word], words[:start] + words[end:]
                found = [word] if word in options else short.get(word, [])
                if not found and word.replace("_", "-") in options:
                    found = [word.replace("_", "-")]
                if len(found) > 1:
                    raise NoFit(f"{word!r} is ambiguous: {' or '.join(found)}", False)
                if found:
                    return options[found[0]], words[:start] + words[end:]
        self._refused |= self._refusals(words)
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
        for _, section, kind in starts_of(self.ruleset):
            if kind == "plain":
                for word in enum_words(self.ruleset, section).values():
                    known |= {word, *(word[:i] for i, letter in enumerate(word) if letter == "_")}
                known |= {"_".join(split(word)[1]) for word in part_words(self.ruleset, section).values()} - {""}
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
        reasons = [f" ({reason})" for word, reason in self._refused.items() if word in "_".join(words)]
        return NoFit(f"{' '.join(words)!r} is not possible here{reasons[0] if reasons else ''}", True)

    @property
    def part(self) -> int:
        """The part of a choice that is asked for in the position looked at, a ``Part``; ``Part.VERB`` also where none is."""
        return int(part_asked(self.ruleset.book.choices.answers, int(self.states["prompt"][0])))

    def refusal(self, answer: int) -> str:
        """Why an answer to what is asked is not legal, in words; empty where it is, or nothing is known."""
        return refusal_text(self.ruleset, self.states.copy(), 0, self._books, self._fields, answer)

    def _refusals(self, words: Sequence[str]) -> dict[str, str]:
        """Why values of the part that is asked for, which some words name, may not be chosen: word -> reason."""
        part = self.part
        if not words or part == Part.VERB:
            return {}
        named, listed, found = self._values_of(part), set(self._listed().tolist()), {}
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                word = "_".join(words[start:end])
                answer = named(word)
                if answer >= 0 and answer not in listed:
                    reason = self.refusal(answer)
                    found |= {word: reason} if reason else {}
        return found

    def _values_of(self, part: int) -> Callable[[str], int]:
        """What finds the answer that a word names among all values of a part, possible here or not; -1 none."""
        board = self.ruleset.board
        choices = self.ruleset.book.choices
        first, size = int(choices.answers[part, FIRST_ANSWER]), int(part_sizes(choices.answers, choices.sections)[part])
        kind = part_of(self.ruleset, first).kind
        if kind == "cell":

            def cell_named(word: str) -> int:
                found = CELL.fullmatch(word)
                x, y = (int(found[1]), int(found[2])) if found else (-1, -1)
                is_on = 0 <= x < self.states["board_width"][0] and 0 <= y < self.states["board_height"][0]
                return first + board.cell(x, y) if is_on else -1

            return cell_named
        count = min(size, len(self.names)) if kind == "unit" else size
        words = {self.word(first + value): first + value for value in reversed(range(count))}
        words |= {word.replace("-", "_"): answer for word, answer in words.items()}
        if kind == "direction":
            words |= {word: first + value for value, word in enumerate(SHORT_DIRECTIONS)}
        return lambda word: words.get(word, -1)

    def _close(self, word: str) -> str:
        """A guess at what was meant."""
        close = difflib.get_close_matches(word, sorted(self.options()), 1) or difflib.get_close_matches(
            word, sorted(self._known - {"none", "nobody"}), 1
        )
        return f" (did you mean {close[0]!r}?)" if close else ""

    def _why_not(self, text: str) -> str:
        """Why the verb that a text begins with is not offered here, in brackets; empty if nothing is known."""
        options = self._listed().tolist()
        if self.part != Part.VERB:
            return ""
        _, words = split(text)
        begun = ["_".join(words[:end]) for end in range(len(words), 0, -1)]
        verbs = {word: verb for verb, word in enum_words(self.ruleset, VERB).items()}
        verb = next((verbs[word] for word in begun if word in verbs), 0)
        if verb == 0 or verb in options:
            return ""
        reason = self.refusal(verb)
        return f" ({reason})" if reason else ""

    def told(self, text: str, fault: NoFit) -> str:
        """What is wrong with a text in the position looked at, and why its verb is not offered."""
        return f"{fault}{self._why_not(text) if fault.clear else ''}"

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
        message = (
            f"{text!r}: {self.told(text, fault)}; legal for {decider} ({prompt}): {', '.join(texts[:SHOWN])}{more}"
        )
        return (IllegalChoice if fault.clear else ParseError)(message, -1, [])
