"""What happened, in sentences: the rows of the log in the words of a ruleset.

The members of a ruleset's ``Event`` have the sentences, with places ``{who} {target} {amount} {extra} {face} {terms}``, and
their manner (``core/told.py``); its ``words.py`` has words for the numbers in them, such as a location.

The place ``{secret:column}`` is filled with nothing; it keeps the numbers of the event secret: a side sees total, dice, amount
and extra only if that column of its observation of the unit, the target or else who, is not 0. ``{private:column}`` keeps only
the amount secret, by that column of who. ``{needed}`` is the amount, which a side sees only if it knows of both units.

A number is counted by a template that names what it counts: ``{amount:wound}`` is "no wounds", "1 wound", "2 wounds".
A total that no {terms} of the template asks for is put behind the sentence, and so is a die without {face}, as the words
of the ruleset have it: nothing that was rolled is left out.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, CoreEvent
from ..core.told import FELT, ROUTINE, words_of
from .objectives import TONES, core_sentence
from .scene import known_rows, side_names

if TYPE_CHECKING:
    from ..engine.game import Game

TONE_COLOURS = {"hit": "33", "miss": "2", "wound": "31", "down": "1;31", "saved": "32", "round": "1"}
NOBODY, SOMEBODY, HIDDEN = "nobody", "somebody", "hidden"
LIMIT = "limit"  # the label of a last term that brings a total back to the least or the most it may be
FIELDS = (
    "who",
    "target",
    "amount",
    "extra",
    "face",
    "terms",
    "first",
    "second",
    "shares",
    "needed",
    "secret",
    "private",
)
SECRET = re.compile(r"\{secret:(\w+)\}")
PRIVATE = re.compile(r"\{private:(\w+)\}")
Place: TypeAlias = tuple[int, int]
"""A cell as column and row."""


@dataclass(frozen=True)
class Happening:
    """One row of the log in words.

    Attributes:
        event: name of the Event.
        clause: address of the clause that was played, with the ruleset's slug in front; empty for events of the core.
        sentence: what happened, without the clause.
        who, target: roster rows, -1 none.
        face: the die behind it, 0 none.
        dropped: the die rolled beside that one, of which the other counts, 0 none.
        amount, extra: as the event defines them; a cell is (x, y), None for nowhere.
        terms: the labelled total behind it, label and value.
    """

    event: str
    clause: str
    sentence: str
    who: int
    target: int
    face: int
    dropped: int
    amount: int | Place | None
    extra: int | Place | None
    terms: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """Sum of the terms."""
        return sum(value for _, value in self.terms)

    def __str__(self) -> str:
        return f"{self.sentence} [{self.clause}]" if self.clause else self.sentence


class EventNumber(int):
    """A number of an event, in a template as it is, or counting something: ``{amount:wound}``, in digits ``{amount:0}``."""

    def __format__(self, what: str) -> str:
        if what == "0":
            return str(int(self))
        return f"{int(self) or 'no'} {what}{'' if self == 1 else 's'}" if what else str(int(self))


class Face(EventNumber):
    """What a die shows, with the die beside it that does not count: ``18 (4 dropped)``."""

    dropped: int

    def __new__(cls, face: int, dropped: int) -> Face:
        """The die that counts, and the other one, 0 none."""
        found = super().__new__(cls, face)
        found.dropped = dropped
        return found

    def __format__(self, what: str) -> str:
        return f"{super().__format__(what)} ({self.dropped} dropped)" if self.dropped else super().__format__(what)


class Untold(str):
    """The number of an event for who must not know it: with nothing in it, ``{amount:hit point}`` is "hit points", the sentences
    of secret numbers being made for that; with ``?`` it is "? hit points".
    """

    def __format__(self, what: str) -> str:
        return f"{self} {what}s".strip() if what and what != "0" else str(self)


def number_or_place(ruleset: Ruleset, event: Any, field: str, number: int) -> int | Place | None:
    """A number of an event as people read it: a cell as column and row (None for nowhere), any other number as it is."""
    if not event.is_cell(field):
        return number
    return ruleset.board.place(number) if number >= 0 else None


def cell_words(ruleset: Ruleset, cell: int) -> str:
    """A cell as choices and scenarios write it: ``5,3``."""
    return "{},{}".format(*ruleset.board.place(cell)) if cell >= 0 else "nowhere"


def sum_of_terms(terms: tuple[tuple[str, int], ...]) -> str:
    """A labelled total: ``WS 25 + charging 10 - obstacle 10 = 25``; one that meets a limit: ``dice 1 - T 3 = -2, minimum 0``."""
    total = sum(value for _, value in terms)
    limit = terms[-1][1] if len(terms) > 1 and terms[-1][0] == LIMIT else 0
    parts = []
    for i, (label, value) in enumerate(terms[:-1] if limit else terms):
        parts.append(f"{label} {value}" if i == 0 else f" {'-' if value < 0 else '+'} {label} {abs(value)}")
    if limit and len(parts) == 1:
        parts.append(f", {'minimum' if limit > 0 else 'maximum'} {total}")
    elif limit:
        parts.append(f" = {total - limit}, {'minimum' if limit > 0 else 'maximum'} {total}")
    elif len(terms) > 1:
        parts.append(f" = {total}")
    return "".join(parts)


def shares_of_terms(terms: tuple[tuple[str, int], ...], sides: Sequence[str]) -> str:
    """What each of two sides has of a difference, the second what is below 0: ``red: ranks 1; blue: wounds 2 + standard 1``."""
    said = []
    for side, sign in zip(sides, (1, -1), strict=False):
        own = [f"{label} {abs(value)}" for label, value in terms if value * sign > 0]
        said += [f"{side}: {' + '.join(own)}"] if own else []
    return "; ".join(said)


def terms_of(ruleset: Ruleset, s: Any, row: Any) -> tuple[tuple[str, int], ...]:
    """The labelled total behind a row of the log."""
    words = words_of(ruleset.book.vocab.terms)
    first = int(row["first_term"])
    found = s["term_rows"][first : first + int(row["terms"])]
    return tuple((words.get(int(term["label"]), f"term {int(term['label'])}"), int(term["value"])) for term in found)


def fill(template: str, given: Mapping[str, str | EventNumber]) -> str:
    """A template with its words put in; the total and the die go behind the sentence when it does not ask for them."""
    template = PRIVATE.sub("", SECRET.sub("", template))
    asked = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    said = template.format_map(given)
    if not given["terms"]:
        said = said.replace(" ()", "")
    behind = [str(given["terms"])] if given["terms"] and not asked & {"terms", "shares"} else []
    if given["face"] and "face" not in asked:
        face = given["face"]
        behind.append(f"rolled {face}" if isinstance(face, EventNumber) else face)
    if behind:
        end = "." if said.endswith(".") else ""
        said = f"{said.removesuffix('.')} ({'; '.join(behind)}){end}"
    return said


def is_told(game: Game, place: re.Match[str] | None, unit: int, shown: Mapping[int, Any] | None) -> bool:
    """Whether a side may know what the place of a sentence keeps secret.

    Args:
        game: the game of the log.
        place: ``{secret:column}`` or ``{private:column}``; None where the sentence has none.
        unit: the unit whose column counts.
        shown: the units the side is shown, roster rows with their rows of an observation; None for all.
    """
    if place is None or shown is None:
        return True
    column = next(i for i, piece in enumerate(game.layout.features) if piece.name == place[1])
    return unit in shown and bool(shown[unit][column])


def happening(
    game: Game, row: Any, known: Collection[int] | None = None, shown: Mapping[int, Any] | None = None
) -> Happening:
    """One row of the log in words.

    Args:
        game: the game of the log.
        row: a row of ``s.events``.
        known: roster rows of the known units; any other unit is shown as ``SOMEBODY``, with its numbers hidden. None for all.
        shown: the units a side knows of now, each with its row of that side's observation, which decides whether the side is
            shown numbers that are secret. None for all.
    """
    ruleset = game.ruleset
    if int(row["kind"]) < 0:
        core = CoreEvent(int(row["kind"]))
        amount, extra = int(row["amount"]), int(row["extra"])
        return Happening(core.name, "", core_sentence(game, row), NO_UNIT, NO_UNIT, 0, 0, amount, extra, ())
    kind = ruleset.book.vocab.events(int(row["kind"]))
    text = ruleset.book.text
    clause, words_for = kind.clause, text.numbers
    rows = [int(row["who"]), int(row["target"])]
    names = [game.names[unit] if 0 <= unit < len(game.names) else NOBODY for unit in rows]
    numbers = {field: int(row[field]) for field in ("amount", "extra", "face", "dropped")}
    terms = terms_of(ruleset, game.s, row)
    about = rows[1] if rows[1] != NO_UNIT else rows[0]
    is_open = is_told(game, SECRET.search(kind.sentence), about, shown)
    has_amount = is_told(game, PRIVATE.search(kind.sentence), rows[0], shown)
    if not is_open:
        numbers, terms = dict.fromkeys(numbers, 0), ()
    is_of_unknown = known is not None and about != NO_UNIT and about not in known
    said = sum_of_terms(terms)
    needed = str(numbers["amount"])
    for i, unit in enumerate(rows):
        if known is not None and unit != NO_UNIT and unit not in known:
            rows[i], names[i] = NO_UNIT, SOMEBODY
            terms, said = (), HIDDEN if said else ""
            if "{needed}" in kind.sentence:
                numbers["amount"], needed = 0, HIDDEN
    given: dict[str, str | EventNumber] = {
        "who": names[0],
        "target": names[1],
        "terms": said,
        "face": "",
        "needed": needed,
    }
    sides = side_names(game)[:2]
    given |= {"first": sides[0], "second": sides[-1], "shares": shares_of_terms(terms, sides)}
    for field in ("amount", "extra", "face"):
        number = numbers[field]
        if not is_open:
            given[field] = Untold()
        elif field == "amount" and not has_amount:
            given[field], numbers[field] = Untold(), 0
        elif is_of_unknown and not (field == "face" or kind.is_cell(field) or kind.is_side(field)):
            given[field], numbers[field] = Untold("?"), 0
        elif (kind, field) in words_for:
            given[field] = str(words_for[kind, field](number)).replace("{target}", names[1])
        elif kind.is_cell(field):
            given[field] = cell_words(ruleset, number)
        elif kind.is_side(field) and 0 <= number < game.side_count:
            given[field] = side_names(game)[number]
        elif field == "face":
            given[field] = Face(number, numbers["dropped"]) if number else ""
        else:
            given[field] = EventNumber(number)
    for (event, field), clause_of in text.clauses.items():
        if event == kind:
            clause = clause_of(int(row[field]))
    address = clause if clause.startswith(f"{ruleset.slug}.") else f"{ruleset.slug}.{clause}"
    return Happening(
        kind.name,
        address,
        fill(kind.sentence, given),
        rows[0],
        rows[1],
        numbers["face"],
        numbers["dropped"],
        number_or_place(ruleset, kind, "amount", numbers["amount"]),
        number_or_place(ruleset, kind, "extra", numbers["extra"]),
        terms,
    )


def sentence(table: Any, row: Any) -> str:
    """One row of the log of a game, or of the table it stands on, as a sentence without its clause."""
    return happening(getattr(table, "game", table), row).sentence


def happenings(
    game: Game, viewer: int | None = None, known: Sequence[Collection[int]] | None = None
) -> list[Happening]:
    """What happened since the last decision.

    Args:
        game: the game of the log.
        viewer: a side, to leave out what units do that it does not know of, unless it is felt; None for everything.
        known: for each event, the units the viewer knew of when it happened, see :func:`witness`; without it, whom the
            viewer knows of now.
    """
    rows = game.s["events"][: int(game.s["event_count"])]
    if viewer is None or not len(rows):
        return [happening(game, row) for row in rows]
    now = known_rows(game, viewer)
    events = game.ruleset.book.vocab.events

    def is_seen(row: Any, known: Collection[int]) -> bool:
        who, target = int(row["who"]), int(row["target"])
        if who == NO_UNIT:
            return target == NO_UNIT or target in known
        return who in known or (target in known and row["kind"] > 0 and FELT in events(int(row["kind"])).manner)

    then = [known[i] if known is not None and i < len(known) else now for i in range(len(rows))]
    return [happening(game, row, seen, now) for row, seen in zip(rows, then, strict=True) if is_seen(row, seen)]


def narrate(
    game: Game, viewer: int | None = None, clauses: bool = True, known: Sequence[Collection[int]] | None = None
) -> list[str]:
    """What happened since the last decision, one sentence per event, with rolls, labelled modifiers and clauses.

    Args:
        game: the game of the log.
        viewer: a side, to leave out what it may not know; None for everything.
        clauses: put the clause behind each sentence.
        known: as of :func:`happenings`.
    """
    return [str(one) if clauses else one.sentence for one in happenings(game, viewer, known)] + lost_words(game)


def is_routine(ruleset: Ruleset, event: str) -> bool:
    """Whether pictures and pages may leave out an event, by its name."""
    events = ruleset.book.vocab.events
    return event in events.__members__ and ROUTINE in events[event].manner


def tone_of(ruleset: Ruleset, event: str) -> str:
    """How an event sounds, by its name; empty for one that has no tone."""
    if event in TONES:
        return TONES[event]
    events = ruleset.book.vocab.events
    return events[event].tone if event in events.__members__ else ""


def counts_nothing(event: Any, amount: Any) -> bool:
    """Whether an event counts something, ``{amount:hit}``, and the count is 0."""
    counted = any(name == "amount" and what for _, name, what, _ in string.Formatter().parse(event.sentence))
    return counted and amount == 0


def tone_of_line(ruleset: Ruleset, one: Happening) -> str:
    """How a line of the log sounds: as its event does, but no hits are no hit."""
    events = ruleset.book.vocab.events
    if one.event in events.__members__ and counts_nothing(events[one.event], one.amount):
        return ""
    return tone_of(ruleset, one.event)


def lost_words(game: Game) -> list[str]:
    """What is said of events the log had no room for: one line, or none."""
    lost = int(game.s["events_lost"])
    return [f"... and {lost} more that the log had no room for"] if lost else []
