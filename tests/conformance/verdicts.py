"""What is offered, what is refused, and whether what is told of it is true; for any ruleset, at one decision."""

from __future__ import annotations

import ast
import importlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from conformance import play

from tactica.envs.core.ruleset import Ruleset
from tactica.envs.core.state.choosing import FIRST_ANSWER, NO_REFUSAL
from tactica.envs.engine.wording import VERB, asked_part, part_of

CELLS = 40  # of the board, that are asked for beside those that are offered


class Asked(NamedTuple):
    """A choice that is not possible, and the position in which it is not.

    Attributes:
        s: the state record; ``s.known`` is what the deciding side knows of.
        book, field: the numbers of the rulebook and the map record.
        who: the unit that is asked; -1 when a side is.
        verb: the verb, or the one whose part is asked for.
        part, value: the part and its value; 0 and the answer where no part is asked for: a verb, or an answer of another section,
            such as a number of dice, which then stands in ``verb`` as well.
        frame: the procedure on top, which keeps the parts chosen before.
    """

    s: Any
    book: Any
    field: Any
    who: int
    verb: int
    part: int
    value: int
    frame: Any


def permissions(ruleset: Ruleset) -> set[str]:
    """Numbers that may allow or forbid something: switches, and what functions named ``refusal_...`` or ``may_...`` read."""
    switches = {knob.field for knob in ruleset.rulebook.addresses().values() if (knob.min, knob.max) == (0, 1)}
    read: set[str] = set()
    asked: set[str] = set()
    for path in ruleset.folder.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                numbers = {
                    node.attr
                    for node in ast.walk(function)
                    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "w.book"
                }
                read |= numbers
                asked |= numbers if function.name.startswith(("refusal_", "may_")) else set()
    return (switches & read) | asked


Holds = Mapping[Any, Callable[[Asked], bool]]


def holds(slug: str) -> Holds | None:
    """What has to be so where a refusal is told, by the refusal: ``HOLDS`` of ``tests/<slug>/reasons.py``; None: no such file."""
    name = f"{slug}.reasons"
    return importlib.import_module(name).HOLDS if importlib.util.find_spec(name) else None


def complaints(table: play.Table, held: Holds, rng: np.random.Generator) -> Iterator[str]:
    """What is wrong with the refusals at the current decision of a table, which stays as it is."""
    states, loops, ruleset = table.states.copy(), table.loops, table.rules
    offered, part, first = set(table.answers()), *asked_first(table)
    words = ruleset.book.vocab.words("refusal")
    for answer in answers_asked(table, offered, rng):
        refusal = int(loops.tell(states, 0, table.books, table.fields, loops.REFUSAL, answer))
        s, value = states.view(np.recarray)[0], answer - first
        who, verb = int(s.decider), int(s.pending_verb) if part else value
        said = f"{answer_name(ruleset, s, answer)} at {prompt_of(ruleset, s)}"
        if (refusal == NO_REFUSAL) != (answer in offered):
            yield f"{said}: {'offered' if answer in offered else 'not offered'}, and refused by {words.get(refusal, refusal)!r}"
        elif refusal != NO_REFUSAL and refusal not in words:
            yield f"{said}: refused by {refusal}, which has no words"
        elif refusal != NO_REFUSAL:
            book, field = record(table.books, s.book_row), record(table.fields, s.field_row)
            if not held[refusal](Asked(s, book, field, who, verb, part, value, s.stack[s.depth - 1])):
                yield f"{said}: it is not so that {words[refusal]}"


def position_of(game: Any) -> Any:
    """A game as :func:`complaints` looks at it, in place of a table."""
    return SimpleNamespace(
        states=game.states[game.row : game.row + 1],
        s=game.s,
        rules=game.ruleset,
        loops=game.loops,
        books=game.books,
        fields=game.fields,
        answers=lambda: game.answers().tolist(),
    )


def asked_first(table: play.Table) -> tuple[int, int]:
    """The part of a choice that the current prompt asks for, and the first of its answers; 0 and 0 where it asks for no part."""
    part = int(asked_part(table.rules, table.s))
    return part, int(table.rules.book.choices.answers[part, FIRST_ANSWER]) if part else 0


def answers_asked(table: play.Table, offered: set[int], rng: np.random.Generator) -> Iterator[int]:
    """All answers the current prompt might take, but of cells some: every value of the section of the part it asks for, or the
    verbs, and every value of each other section that something is offered of.
    """
    s, stride, first, begin = table.s, table.rules.board.stride, asked_first(table)[1], 0
    for _, kind, size in table.rules.book.choices.sections:
        answers = range(begin, begin + size)
        of_it = offered & set(answers)
        if begin != first and not of_it:
            pass
        elif kind == "cell":
            board = [begin + y * stride + x for y in range(int(s.board_height)) for x in range(int(s.board_width))]
            yield from sorted({*of_it, *rng.choice(board, CELLS).tolist()})
        elif kind == "unit":
            yield from answers[: int(s.unit_count)]
        else:
            yield from answers[begin == 0 :]  # the first verb is none
        begin += size


def record(rows: np.ndarray, row: int) -> Any:
    """One row, whose fields are its attributes."""
    return rows.view(np.recarray)[int(row)]


def answer_name(ruleset: Ruleset, s: Any, answer: int) -> str:
    """A verb, or a value of another section, with the verb that asks for it."""
    section, _, value = part_of(ruleset, answer)
    if section == VERB:
        return ruleset.book.vocab.verbs(value).name
    asks = f"{ruleset.book.vocab.verbs(int(s.pending_verb)).name}, " if s.pending_verb else ""
    return f"{asks}{section} {value}"


def prompt_of(ruleset: Any, s: Any) -> str:
    """What is asked."""
    return f"the prompt {ruleset.book.vocab.prompts(int(s.prompt)).name}"
