"""Complete choices in words: ``strike orc aim_head``, ``move_standard 5,3``, ``no_parry``.

The rules ask for a choice part by part: the verb, then the target, the mode, the cell. Here a choice is one line of words.
Every part has a word: verbs, modes and items have those of the ruleset's vocabulary, units their names, cells ``x,y``,
directions their names. Without a mode the normal one is meant, a part with only one possible value may be left out, and a verb
or mode may be shortened if that is unambiguous (``parry`` for ``parry_main``). ``orc: no_parry`` names the intended decider.
The words that the log and the screen print, ``forward 4 inches``, are accepted as well, and cells as ``5 3`` or ``f3``. Where
the verb is settled and the prompt asks for another part, the verb may be given or left out: ``attack_unit orc``, ``orc``.

``Choices.stands_for`` of a ruleset says which values of the vocabulary its numbered places hold.
"""

from __future__ import annotations

import difflib
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from ..core.state.choosing import FIRST_ANSWER, Part
from ..scenario.battle import SHORT_DIRECTIONS
from .describing import IllegalChoice, part_words
from .scratch import Scratch
from .wording import (
    CELL,
    VERB,
    answers_beside,
    cells_written,
    enum_words,
    part_of,
    settled_parts,
    split,
    starts_of,
    tokens,
)

ANY_CELL = re.compile(r" \d+,\d+\b")
SHOWN = 12  # choices an error lists
CLOSE = 0.6  # how alike a text a choice is that is listed in front, of 1
HOW_A_CELL_IS_WRITTEN = "a cell by column and row, such as {0},{1}"


class ParseError(IllegalChoice):
    """A text with unknown or ambiguous words."""


class NoFit(Exception):
    """A text that is not a choice here; ``clear`` if every word is known and none is missing."""

    def __init__(self, what: str, clear: bool) -> None:
        super().__init__(what)
        self.clear = clear


class Incomplete(NoFit):
    """A text that lacks a part, or whose part may mean several; it lists what may stand there."""


class Chooser(Scratch):
    """Reads complete choices of positions of one battle, and writes them; see :class:`Scratch`."""

    def __init__(
        self, ruleset: Ruleset, books: np.ndarray, fields: np.ndarray, names: Sequence[str], sides: Sequence[str]
    ) -> None:
        super().__init__(ruleset, books, fields, names, sides)
        self._tables: dict[tuple[Any, ...], tuple[dict[str, int], dict[str, list[str]], int]] = {}
        self.units_known: Callable[[], list[str]] | None = None  # names of the units that the deciding side knows of
        self._refused: dict[str, str] = {}  # words that name what may not be chosen: why

    # --- the words for what is legal

    def _table(self) -> tuple[dict[str, int], dict[str, list[str]], int]:
        """The legal answers by word, the words by their shortened forms, and the normal mode."""
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
        """The legal answers by their printed words, where these are unambiguous."""
        found: dict[str, int] = {}
        twice = set()
        for answer in self._listed().tolist():
            for word in self.printed(answer):
                twice |= {word} if found.setdefault(word, answer) != answer else set()
        return {word: answer for word, answer in found.items() if word not in twice}

    # --- complete choices

    def first(self, text: str) -> tuple[int, list[str]]:
        """The answer to the current prompt that a text names, and the words left for further parts.

        Raises:
            NoFit: the text names no answer.
        """
        return self._in_any_words(lambda is_printed: self._first(text, is_printed))

    def parse(self, text: str) -> list[int]:
        """The answers that make the choice a text names; leaves the scratch copy behind it. Empty when the text only repeats
        parts that are settled, and the current prompt is open.

        Raises:
            NoFit: the text names no choice.
        """
        if self.only_repeats(text):
            return []
        return self._in_any_words(lambda is_printed: self._parse(text, is_printed))

    def only_repeats(self, text: str) -> bool:
        """Whether a text only repeats settled parts, such as a forced verb, while a further part is open."""
        who, words = split(text)
        if (who and who != self.decider) or self._beyond_settled(words) != []:
            return False
        try:
            self.take([], False)
        except NoFit:
            return True
        return False

    def _in_any_words(self, read: Callable[[bool], Any]) -> Any:
        """The result of reading a text in the words of the vocabulary or, if that fails, in the printed words.

        Raises:
            NoFit: both fail.
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
                raise NoFit(f"unknown name {who!r}{did_you_mean(who, [self.decider])}", False)
            raise NoFit(f"{self.decider} decides now, not {who}", True)
        if not words:
            raise NoFit("empty choice", False)
        rest = self._beyond_settled(words, is_printed)
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

    def _beyond_settled(self, words: list[str], is_printed: bool = False) -> list[str] | None:
        """The words after a settled verb and its settled parts; None if the words do not begin with that verb. Printed words may
        name a settled part again behind the open one: ``facing as before, then 7 files wide``; there it stays.
        """
        verb = int(self.states["pending_verb"][0])
        said = next((end for end in range(len(words), 0, -1) if verb and self._says(words[:end], verb)), 0)
        if not said:
            return None
        rest = words[said:]
        for answer in settled_parts(self.ruleset, self.s, verb):
            starts = range(min(1, len(rest))) if is_printed else range(len(rest))
            windows = [(i, k) for i in starts for k in range(len(rest), i, -1)]
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
            answers = self.parse(text)
        except NoFit:
            try:
                self.check_words([who] if who else [], words)
            except NoFit as fault:
                raise ParseError(f"{text!r}: {fault}", -1, []) from None
            return False
        self.put_listed(here, listed)
        return bool(answers) and self.is_written(" ".join(words), answers)

    def is_written(self, text: str, answers: Sequence[int]) -> bool:
        """Whether a text writes a choice out as it is listed or printed, with nothing cut short; it moves the scratch copy on."""
        words, ends = tokens(text), {0}
        for is_printed in (False, True):
            rest = self._beyond_settled(split(text)[1], is_printed)
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
        if self.part == Part.CELL:
            words = cells_written(words)
        printed = self._printed_table() if is_printed or is_first else {}
        for start in range(1 if is_first else len(words)):
            for end in range(len(words), start, -1):
                word = "_".join(words[start:end])
                if is_printed and word in printed:
                    return printed[word], words[:start] + words[end:]
                found = [word] if word in options else short.get(word, [])
                if not found and word.replace("_", "-") in options:
                    found = [word.replace("_", "-")]
                if len(found) > 1:
                    raise Incomplete(f"{word!r} is ambiguous: {' or '.join(self._menu_words(found, options))}", False)
                if found:
                    return options[found[0]], words[:start] + words[end:]
                if word in printed:  # "fire into the group around" is more than "fire"
                    return printed[word], words[:start] + words[end:]
        self._refused |= self._refusals(words)
        if self.part == Part.TARGET and (unknown := self._unknown(words)) and not unknown.isdigit():
            raise self._no_unit(unknown, self._menu_words(options, options))
        if not is_first and normal >= 0:
            return normal, words
        if not is_first and len(set(options.values())) == 1:
            return next(iter(options.values())), words
        if words:
            raise self._left_over(words)
        if self.part == Part.CELL:
            raise Incomplete(f"incomplete choice, add {self._a_cell(next(iter(options)))}", False)
        named = self._menu_words(self.options(), options)
        shown = ", ".join(named[:SHOWN])
        raise Incomplete(f"incomplete choice, add one of: {shown}{' ...' if len(named) > SHOWN else ''}", False)

    def _menu_words(self, named: Iterable[str], options: Mapping[str, int]) -> list[str]:
        """Words of answers to the current prompt as its menu has them."""
        return [self.shown_word(options[word]) for word in named]

    def _a_cell(self, cell: str) -> str:
        """How a cell is written, with one that may be chosen."""
        x, y = map(int, cell.split(","))
        lettered = f" or {ascii_lowercase[x]}{y}" if x < len(ascii_lowercase) else ""
        return HOW_A_CELL_IS_WRITTEN.format(x, y) + lettered

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
                raise NoFit(f"unknown name {name!r}{did_you_mean(name, [*self.names, *self.sides])}", False)
        if not words:
            raise NoFit("empty choice", False)
        if unknown := self._unknown(words):
            raise NoFit(f"unknown word {unknown!r}{self._close(unknown) or self._close_to_any(unknown)}", False)

    def _left_over(self, words: list[str]) -> NoFit:
        """The error for words that do not fit: about the first unknown word, else about the first word."""
        if unknown := self._unknown(words):
            verb = self._verb_of(words)
            if verb and unknown != words[0] and Part.TARGET in self.ruleset.book.choices.parts_of[verb].tolist():
                return self._no_unit(unknown, self.units_known() if self.units_known is not None else [])
            return NoFit(f"unknown word {unknown!r}{self._close(unknown) if unknown == words[0] else ''}", False)
        reasons = [f" ({reason})" for word, reason in self._refused.items() if word in "_".join(words)]
        return NoFit(f"{' '.join(words)!r} is not possible here{reasons[0] if reasons else ''}", True)

    @staticmethod
    def _no_unit(word: str, names: Sequence[str]) -> NoFit:
        """The error for a word where a unit is expected."""
        listed = f"; units: {', '.join(names)}" if names else ""
        return Incomplete(f"no unit {word!r} here{did_you_mean(word, names)}{listed}", False)

    def _verb_of(self, words: Sequence[str]) -> int:
        """The verb that words begin with, possible here or not; 0 for none."""
        verbs: dict[str, int] = {}
        for verb, word in enum_words(self.ruleset, VERB).items():
            for one in (word, "_".join(split(part_words(self.ruleset, VERB).get(verb, ""))[1])):
                verbs.setdefault(one, verb)
        begun = ["_".join(words[:end]) for end in range(len(words), 0, -1)]
        return next((verbs[word] for word in begun if word in verbs), 0)

    def _unknown(self, words: list[str]) -> str:
        """The first word that no choice of this battle contains; empty without one."""
        words, at = cells_written(words), 0
        while at < len(words):
            for end in range(len(words), at, -1):
                word = "_".join(words[at:end])
                if word in self._known or word.replace("_", "-") in self._known or CELL.fullmatch(word):
                    at = end
                    break
            else:
                return words[at]
        return ""

    def _refusals(self, words: Sequence[str]) -> dict[str, str]:
        """Why values of the part or amount that is asked for, which some words name, may not be chosen: word -> reason."""
        listed = self._listed().tolist() if words else []
        asked = int(self.ruleset.book.choices.answers[self.part, FIRST_ANSWER]) if self.part else max(listed, default=0)
        section, kind, _ = part_of(self.ruleset, asked)
        if section == VERB:
            return {}
        named = self._values_beside(asked)
        last = int(self.states["board_width"][0]) - 1, int(self.states["board_height"][0]) - 1
        found: dict[str, str] = {}
        for start, end in itertools.combinations(range(len(words) + 1), 2):
            word = "_".join(words[start:end])
            answer = named(word)
            if answer >= 0 and answer not in listed:
                found[word] = self.refusal(answer)
            elif answer < 0 and kind == "cell" and CELL.fullmatch(word):
                found[word] = "the board has cells 0,0 to {},{}".format(*last)
        return {word: reason for word, reason in found.items() if reason}

    def _values_beside(self, answer: int) -> Callable[[str], int]:
        """What finds the answer that a word names among all of the section of an answer, possible here or not; -1 none."""
        board, kind = self.ruleset.board, part_of(self.ruleset, answer).kind
        beside = answers_beside(self.ruleset, answer)
        if kind == "cell":

            def cell_named(word: str) -> int:
                found = CELL.fullmatch(word)
                x, y = (int(found[1]), int(found[2])) if found else (-1, -1)
                is_on = 0 <= x < self.states["board_width"][0] and 0 <= y < self.states["board_height"][0]
                return beside.start + board.cell(x, y) if is_on else -1

            return cell_named
        named = beside[: len(self.names)] if kind == "unit" else beside
        words = {self.word(one): one for one in reversed(named)}
        words |= {word.replace("-", "_"): answer for word, answer in words.items()}
        if kind == "direction":
            words |= dict(zip(SHORT_DIRECTIONS, beside, strict=False))
        return lambda word: words.get(word, -1)

    def _close(self, word: str) -> str:
        """A suggestion for a misspelt word, of those that are possible here; empty if no word is close."""
        options, short, _ = self._table()
        return did_you_mean(word, sorted({*options, *short, *self._menu_words(options, options)}))

    def _close_to_any(self, word: str) -> str:
        """A suggestion for a misspelt word, of all that are possible somewhere in the battle."""
        return did_you_mean(word, sorted(self._known - {"none", "nobody"}))

    def _why_not(self, text: str) -> str:
        """Why the verb that a text begins with is not offered here, in brackets; empty if nothing is known."""
        options = self._listed().tolist()
        if self.part != Part.VERB:
            return ""
        verb = self._verb_of(split(text)[1])
        if verb == 0 or verb in options:
            return ""
        reason = self.refusal(verb)
        return f" ({reason})" if reason else ""

    def told(self, text: str, fault: NoFit) -> str:
        """The fault of a text in the current position, why its verb is not offered, and whether it names who decides."""
        words = split(text)[1]
        names = ["_".join(words[start:end]) for start, end in itertools.combinations(range(len(words) + 1), 2)]
        itself = f"; it is {self.decider}'s own turn" if self.decider in names and self.decider in self.names else ""
        return f"{fault}{self._why_not(text)}{itself}" if fault.clear else str(fault)

    def error(self, words: np.ndarray, text: str, fault: NoFit) -> IllegalChoice:
        """The error for a text that is not a legal choice of a position; lists the legal choices, the closest first, unless the
        fault itself lists what is missing.
        """
        self.put(words)
        said = self.told(text, fault)
        if said.startswith(f"unknown word {text!r}"):
            message = (
                f"{text!r} is not one of the choices of {self.decider}{said.removeprefix(f'unknown word {text!r}')}: "
            )
            message += self._choices_like(text)
        else:
            message = said if said.startswith(repr(text)) else f"{text!r}: {said}"
            message += (
                "" if isinstance(fault, Incomplete) else f"; choices of {self.decider}: {self._choices_like(text)}"
            )
        return (IllegalChoice if fault.clear else ParseError)(message, -1, [])

    def _choices_like(self, text: str) -> str:
        """The legal choices in the words of the menu, those closest to a text first."""
        texts = [legal for legal, _ in self.complete(say=self.shown_word)]
        if not CELL.search(text):  # which verbs there are says more than which cells
            if self.part == Part.CELL:
                return self._a_cell(next(iter(self.options())))
            texts = [ANY_CELL.sub(" X,Y", legal) for legal in texts]
        texts, wanted = list(dict.fromkeys(texts)), text.lower()
        like = {legal: difflib.SequenceMatcher(None, wanted, legal).ratio() for legal in texts}
        texts.sort(key=lambda legal: -like[legal] if like[legal] >= CLOSE else 0)
        more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
        return f"{', '.join(texts[:SHOWN])}{more}"
