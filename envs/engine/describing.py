"""Answers in words: what a choice is called, which one a text names, and what is said of one that is not legal."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from ..core.state import FORFEIT, STALLED

__all__ = [
    "IllegalChoice",
    "choice_so_far",
    "describe_answer",
    "ending_text",
    "illegal_choice",
    "list_legal",
    "named_part",
    "outcome_text",
    "parse_choice",
    "part_words",
    "refusal_text",
    "result_text",
    "what_parts_stand_for",
    "whole_choice",
]

SHOWN = 12  # legal choices an error lists
USUAL = frozenset({"normal", "anywhere"})  # modes that go without saying


class IllegalChoice(ValueError):
    """A choice that is not legal here.

    Attributes:
        index: the choice.
        legal: the legal indices.
    """

    def __init__(self, message: str, index: int, legal: Sequence[int]) -> None:
        super().__init__(message)
        self.index = index
        self.legal = list(legal)


@functools.cache
def part_words(ruleset: Ruleset, section: str) -> dict[int, str]:
    """What the parts of a section are called: as its vocabulary has them."""
    return dict(ruleset.book.vocab.words(section))


def ending_text(ruleset: Ruleset, ending: int) -> str:
    """An Ending of a ruleset in words."""
    fallback = {FORFEIT: "forfeit", STALLED: "stalled"}.get(ending, f"ending {ending}")
    return part_words(ruleset, "ending").get(ending, fallback)


def result_text(ranks: np.ndarray, allied: np.ndarray, side: int) -> str:
    """What a finished game is to a side: ``win``, ``draw`` (it shares the first place with a side that is no ally) or ``loss``.

    Args:
        ranks: (sides,), 1 best, 0 for a side that takes no part.
        allied: (sides, sides), 1 where two sides are friends.
        side: the side of the result.
    """
    if ranks[side] != 1:
        return "loss"
    rivals = (ranks == 1) & (np.asarray(allied)[side, : len(ranks)] == 0)
    rivals[side] = False
    return "draw" if rivals.any() else "win"


def what_parts_stand_for(ruleset: Ruleset, s: Any, section: str) -> list[int] | None:
    """What each part of a section is called after in a position: a value of the section's enum. None: the part itself.

    A ruleset whose parts are numbered places (slots of a pack) says what is in them with ``Choices.stands_for``.
    """
    stands_for = ruleset.book.choices.stands_for
    values: list[int] | None = stands_for(s, section) if stands_for is not None else None
    return values


def named_part(ruleset: Ruleset, s: Any, section: str, part: int) -> tuple[int, int]:
    """What a part of a section is called after in a position, and how many parts before it are called the same."""
    values = what_parts_stand_for(ruleset, s, section)
    return (part, 0) if values is None else (values[part], values[:part].count(values[part]))


def describe_answer(ruleset: Ruleset, s: Any, names: Sequence[str], answer: int) -> str:
    """An answer to the current prompt in words, with the verb whose part it is.

    Args:
        ruleset, s: the ruleset and the state record.
        names: names of the units, in roster order.
        answer: the answer, as the rules number it.
    """
    part = int(answer)
    for name, kind, size in ruleset.book.choices.sections:  # noqa: B007  (of the section the answer lies in)
        if part < size:
            break
        part -= size
    else:
        return f"answer {answer}"
    part, before = named_part(ruleset, s, name, part)
    if kind == "unit":
        text = names[part] if part < len(names) else f"{name} {part}"
    elif kind == "cell":
        x, y = ruleset.board.place(part)
        text = f"({x}, {y})"
    elif kind == "direction":
        text = DIRECTION_NAMES[part]
    else:
        text = part_words(ruleset, name).get(part, f"{name} {part}") + (f" {before + 1}" if before else "")
    pending = int(s["pending_verb"])
    if not pending or name == ruleset.book.choices.sections[0][0]:
        return text
    return f"{part_words(ruleset, 'verb').get(pending, f'verb {pending}')} {text}"


def whole_choice(game: Any, answer: int) -> str:
    """An answer in words, with the parts of the choice that a game gives by itself, being the only ones: ``shoot goblin_1``.

    Args:
        game: a Game that waits for an answer; it stays as it is.
        answer: as the rules number it.
    """
    words: str = game.describe_answer(answer)
    if not game.skip_forced:
        return words
    twin = game.clone()
    states, loops, books, fields = twin.states, twin.loops, twin.books, twin.fields
    said = [words]
    while loops.give_game_answer(states, 0, answer):
        loops.step_alone(states, 0, books, fields)
        verb = int(states["pending_verb"][0])
        while verb and not twin.over and twin.prompt == 0:
            loops.step_alone(states, 0, books, fields)
            verb = int(states["pending_verb"][0])
        if verb == 0 or twin.over:  # that was the last part
            break
        loops.list_choices(states, 0, books, fields)
        if int(states["choice_count"][0]) != 1:
            break
        answer = int(states["choices"][0, 0])
        part = twin.describe_answer(answer).removeprefix(f"{part_words(game.ruleset, 'verb').get(verb, '')} ")
        said += [part] if part not in USUAL else []
    return " ".join(said)


def choice_so_far(game: Any, answer: int, begun: str = "") -> str:
    """A choice that is made part by part, in words up to an answer: ``strike goblin_1 aim head``.

    Args:
        game: a Game that waits for the answer; it stays as it is.
        answer: as the rules number it.
        begun: what this said of the parts before it.
    """
    words, pending = whole_choice(game, answer), int(game.s["pending_verb"])
    if not pending or not begun:
        return words
    part = words.removeprefix(f"{part_words(game.ruleset, 'verb').get(pending, '')} ")
    return begun if part in USUAL else f"{begun} {part}"


def refusal_text(
    ruleset: Ruleset, states: np.ndarray, row: int, books: np.ndarray, fields: np.ndarray, answer: int
) -> str:
    """Why the decider may not give an answer, by ``Rules.refusal_of`` and ``Rules.refusal_of_part`` of its book; empty without
    a known reason.

    Args:
        ruleset: the ruleset of the battle.
        states, row: the state records, and the row to read; pass a copy, because the call writes to the record.
        books, fields: the rules and maps of the battles.
        answer: a verb, a value of the part that the prompt asks for, or an amount or direction where the prompt asks for that,
            as the rules number it.
    """
    reason = int(ruleset.loops.tell(states, row, books, fields, ruleset.loops.REFUSAL, answer))
    return part_words(ruleset, "refusal").get(reason, "") if reason else ""


def outcome_text(game: Any, answer: int) -> str:
    """What an answer leads to, with a comma before it: by ``Rules.leads_to`` and ``Text.outcome`` of its book. Empty where
    nothing is known, or a side is asked as a whole.

    Args:
        game: a Game that waits for an answer.
        answer: as the rules number it.
    """
    outcome = game.ruleset.book.text.outcome
    if outcome is None or game.s["decider"] < 0:
        return ""
    told = int(game.loops.tell(game.states, game.row, game.books, game.fields, game.loops.OUTCOME, answer))
    return f", {outcome(told)}" if told else ""


def list_legal(texts: Mapping[int, str], asked: str) -> str:
    """The legal choices in a sentence. ``texts``: index -> words, none when the battle is over; ``asked``: the decider and its
    prompt, in words.
    """
    if not texts:
        return "the battle is over"
    shown = ", ".join(f"{index} {words}" for index, words in list(texts.items())[:SHOWN])
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return f"legal for {asked}: {shown}{more}"


def illegal_choice(
    index: Any, count: int, describe: Callable[[int], str], texts: Mapping[int, str], asked: str
) -> IllegalChoice:
    """The error for a choice that is not legal.

    Args:
        index: what was given.
        count: choices in the action space.
        describe: what an index is called.
        texts, asked: see :func:`list_legal`.
    """
    try:
        number = operator.index(index)
        what = f"{number}, '{describe(number)}'," if 0 <= number < count else f"{number}, outside 0..{count - 1},"
    except TypeError:
        return IllegalChoice(f"choice {index!r} is not an integer; {list_legal(texts, asked)}", -1, list(texts))
    masked = " (action_mask is 0 there)" if 0 <= number < count else ""
    return IllegalChoice(f"choice {what} is not legal{masked}; {list_legal(texts, asked)}", number, list(texts))


def parse_choice(text: str, texts: Mapping[int, str], asked: str) -> int:
    """The index of a legal choice, given its words or an unambiguous beginning of them, in upper or lower case.

    Args:
        text: the words.
        texts: all legal choices: index -> words.
        asked: the decider and its prompt, in words, for the error message.

    Raises:
        IllegalChoice: no legal choice matches, or several begin with the text.
    """
    wanted = " ".join(text.replace("_", " ").lower().split())
    known = {index: words.replace("_", " ").lower() for index, words in texts.items()}
    found = [index for index, words in known.items() if words == wanted]
    found = found or [index for index, words in known.items() if words.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalChoice(f"{text!r} is ambiguous: {', '.join(known[i] for i in found[:SHOWN])}", -1, list(known))
    hint = did_you_mean(wanted, known.values())
    raise IllegalChoice(f"{text!r} is not a legal choice{hint}; {list_legal(texts, asked)}", -1, list(known))
