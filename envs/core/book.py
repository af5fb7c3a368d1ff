"""The contract of a ruleset: what the project asks of a rulebook, as one typed value.

A ruleset's ``book.py`` holds ``BOOK = Book(...)``, loaded on first use. A hook that is misspelt, missing, unknown, or that takes
other arguments than it is called with is a TypeError at that moment, which names it. What may be left out is taken from
``core/usual.py``. :func:`steps` lists the fields, for ``envs/BOOK.md``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import IntEnum
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from . import usual
from .behaviour.yardsticks import POLICIES
from .board import Board
from .looking import ObservationField
from .state import Measure, StateType
from .state.fields import Unseen
from .state.results import Pending, Result
from .told import Endings, Told, words_of

Kernel = Callable[..., Any]


def hook(arguments: str, about: str, otherwise: Any = MISSING) -> Any:
    """A function of a ruleset: the arguments it is called with, and what it answers.

    Args:
        arguments: their names, as ``"s, w, who"``.
        about: what it answers, for the list of steps.
        otherwise: what stands in for it where a ruleset leaves it out; without it, it must be given.
    """
    return field(default=otherwise, metadata={"takes": tuple(filter(None, arguments.split(", "))), "about": about})


def fact(about: str, otherwise: Any = MISSING, *, of: Callable[[], Any] | None = None) -> Any:
    """A value of a ruleset; ``otherwise``, or what ``of()`` makes, where it leaves it out."""
    if of is not None:
        return field(default_factory=of, metadata={"about": about})
    return field(default=otherwise, metadata={"about": about})


class Chapter:
    """A chapter of the contract, which looks at its own hooks when it is made."""

    def __post_init__(self) -> None:
        """Raises TypeError: a hook is no function, or takes other arguments than it is called with."""
        for one in fields(self):  # type: ignore[arg-type]
            takes, given = one.metadata.get("takes"), vars(self)[one.name]
            if takes is None or given is None:
                continue
            what = f"{type(self).__name__}.{one.name}"
            if not callable(given):
                raise TypeError(f"{what} is {given!r}, allowed: a function of ({', '.join(takes)})")
            has = inspect.signature(given)
            try:
                has.bind(*takes)
            except TypeError:
                name, names = given.__qualname__, ", ".join(has.parameters)
                raise TypeError(f"{what} takes ({', '.join(takes)}), and {name} takes ({names})") from None


def enumerations(vocab: ModuleType) -> tuple[type[IntEnum], ...]:
    """Every enumeration that a vocabulary defines, in its order."""
    found = (one for one in vars(vocab).values() if isinstance(one, type) and issubclass(one, IntEnum))
    return tuple(one for one in found if one.__module__ == vocab.__name__)


@dataclass(frozen=True)
class Vocab(Chapter):
    """The book's words and their numbers: ``vocab.py``, of ``core/told.py``."""

    prompts: type[IntEnum] = fact("what a unit or side is asked; 0 nobody is asked")
    verbs: type[IntEnum] = fact("what may be chosen; 0 none")
    frames: type[IntEnum] = fact("procedures that may run; BATTLE = 1")
    events: type[Told] = fact("what the log shows, with clause, sentence and manner; 0 none")
    terms: type[IntEnum] = fact("parts of totals; 0 none")
    endings: type[Endings] = fact("how a battle ends, with the endings of the core; 0 it goes on")
    statuses: type[IntEnum] = fact("conditions of units, each named like the field that holds it")
    all: tuple[type[IntEnum], ...] = fact("every enumeration, of ``enumerations(vocab)``")
    rests: tuple[int, ...] = fact("prompts at which nothing is half done, so that a count of odds may end there", ())
    results: Mapping[str, Result] = fact("what may come of a choice, by plain names such as hit and killed", of=dict)

    def __post_init__(self) -> None:
        """Raises TypeError: events without sentences, endings without those of the core, or a number given twice."""
        super().__post_init__()
        for enum in self.all:
            for name, member in enum.__members__.items():
                if name != member.name:
                    raise TypeError(f"{enum.__name__}.{name} has the number {int(member)} of {member.name}")
        if not issubclass(self.events, Told):
            raise TypeError(f"Vocab.events is {self.events.__name__}, allowed: a class of Told, with sentences")
        if not issubclass(self.endings, Endings):
            raise TypeError(
                f"Vocab.endings is {self.endings.__name__}, allowed: a class of Endings, with those of the core"
            )

    @property
    def enums(self) -> dict[str, type[IntEnum]]:
        """Every enumeration by its name, such as ``Verb``."""
        return {enum.__name__: enum for enum in self.all}

    def of_section(self, section: str) -> type[IntEnum] | None:
        """The enumeration that a section of the choice space is called after: ``Mode`` for ``mode``; None: none is."""
        return self.enums.get(section.capitalize())

    def words(self, section: str) -> Mapping[int, str]:
        """What the members of a section such as ``verb`` are called; empty where no enumeration is called so."""
        enum = self.of_section(section)
        return {} if enum is None else words_of(enum)


@dataclass(frozen=True)
class Records(Chapter):
    """What a battle holds: ``state.py``."""

    state: StateType = fact("the layout of a position, of ``state_type(POSITION, FRAME, SCRATCH, ...)``")
    field: np.dtype[Any] = fact("the layout of the map, of ``record(MAP)``")
    unseen: Mapping[str, Unseen] = fact("of every field that no observation shows, why", of=dict)
    lasting: frozenset[Any] = fact("unit fields that stay as they are for a whole battle", frozenset())
    pending: tuple[Pending, ...] = fact("unit fields whose new value is settled and takes effect later", ())
    write_only: frozenset[str] = fact("fields the rules only write, which counts of odds leave out", frozenset())
    aliases: Mapping[str, str] = fact("other names of unit fields in the sandbox", of=dict)


@dataclass(frozen=True)
class Rules(Chapter):
    """How the battle goes: ``turn.py``, ``choices.py`` and what stands behind them."""

    step: Kernel = hook("s, w", "one step of the procedure on top")
    legal: Kernel = hook(
        "s, w",
        "offer what may be answered to the current prompt, verbs only that lead somewhere; parts: ``refusal_of_part``",
    )
    refusal_of: Kernel = hook(
        "s, w, who, verb",
        "what keeps a unit from a verb, or from another answer where no part is asked for, a ``Refusal`` of the vocabulary; 0: "
        "nothing",
    )
    refusal_of_part: Kernel = hook(
        "s, w, frame, verb, part, value",
        "what keeps a value from being a part of a choice, a ``Refusal`` of the vocabulary; 0: nothing",
    )
    item_at: Kernel = hook("s, who, value", "what item lies in a numbered place of a unit", usual.item_at)
    free_blows: Kernel = hook("s, w, who, verb", "how many free attacks enemies get for a verb", usual.free_blows)
    leads_to: Kernel = hook("s, w, who, answer", "what an answer leads to, for ``Text.outcome``", usual.leads_to)


@dataclass(frozen=True)
class Choices(Chapter):
    """The choice space: ``choices.py``, and the tables of parts in ``vocab.py``."""

    sections: tuple[tuple[str, str, int], ...] = fact(
        "name, kind (plain, unit, cell, direction) and size, in their order"
    )
    parts_of: np.ndarray[Any, Any] = fact("the parts each verb asks for, of ``core.state.choosing.parts_of``")
    answers: np.ndarray[Any, Any] = fact("who asks for each part, and the first of its answers, of ``answers_of``")
    stands_for: Kernel | None = hook("s, section", "values that the places of a section are called after", None)

    @property
    def verb_count(self) -> int:
        """How many verbs there are."""
        return self.sections[0][2]


@dataclass(frozen=True)
class Sight(Chapter):
    """How far units are from each other, and what the map hides, where ``core/board/geometry.py`` does not say: ``board.py``."""

    gap_between: Kernel | None = hook(
        "s, w, who, cell, other, there",
        "cells from a unit, if it stood at a cell, to another, if that stood at ``there``; None: the distance of the cells",
        None,
    )
    may_see: Kernel | None = hook(
        "s, w, a, b", "whether the map lets one see from one cell to another; None: a straight line is open", None
    )


@dataclass(frozen=True)
class Looking(Chapter):
    """What a side and each of its units see: ``observe.py``."""

    channels: tuple[ObservationField, ...] = fact("planes of the board")
    features: tuple[ObservationField, ...] = fact("columns of a unit")
    context: tuple[ObservationField, ...] = fact("numbers of the battle")
    layouts: Mapping[str, tuple[int, int, int, int]] = fact(
        "sizes of named layouts: height, width, own and other rows", of=dict
    )
    first_board: int | None = fact(
        "the channel from which on ``observe_board`` alone writes; None: it writes none", None
    )
    know_units: Kernel = hook("s, w, side", "note in ``s.known`` which units a side knows of", usual.know_units)
    perceives: Kernel = hook(
        "s, w, who, other", "whether a unit itself perceives another that its side knows of", usual.perceives
    )
    other_unit: Kernel = hook("s, viewer", "the other unit of the procedure that runs", usual.other_unit)
    place_of: Kernel = hook("s, who", "the cell in which a unit is shown", usual.place_of)
    is_on_board: Kernel = hook("s, who", "whether a unit that has a cell is shown there", usual.is_on_board)
    observe_board: Kernel = hook("s, w, layout, viewer, grid", "what else is on the board", usual.observe_board)
    mark_unit: Kernel = hook(
        "s, w, layout, viewer, who, x, y, grid", "what else a unit is in its cell", usual.mark_unit
    )
    observe_unit: Kernel = hook(
        "s, w, layout, viewer, who, row", "columns of a unit that are worked out", usual.observe_unit
    )
    observe_context: Kernel = hook("s, w, layout, viewer, other, context", "context worked out", usual.observe_context)
    potential: Kernel = hook("s, w, side", "staying power of a side, for shaped rewards", usual.potential)
    contribution: Kernel = hook("s, w, who", "a unit's share in its side's rewards", usual.contribution)

    @property
    def has_potential(self) -> bool:
        """Whether the ruleset measures staying power."""
        return self.potential is not usual.potential

    @property
    def has_contribution(self) -> bool:
        """Whether the ruleset weighs its units."""
        return self.contribution is not usual.contribution


@dataclass(frozen=True)
class Tactics(Chapter):
    """What scripted players weigh: ``tactics.py``."""

    is_standing: Kernel = hook("s, who", "whether a unit still takes part")
    measures: tuple[Measure, ...] = fact("what is counted of the way a side fights")
    policies: tuple[str, ...] = fact("names of the policies in the kernel, chance first", POLICIES)
    decide: Kernel | None = hook(
        "s, w, policy, rng", "the answer of a policy of its own; -1 by chance. None: yardsticks", None
    )
    features: tuple[ObservationField, ...] = fact("what behaviours may weigh beside the shared features", ())
    a_cell: int = fact("the first answer that is a cell", 0)
    list_plans: Kernel | None = hook("s, w", "every choice worth weighing; None: no behaviours play", None)
    estimate: Kernel | None = hook("s, w, who, row, feature", "the value of a feature for a plan", None)
    find_places: Kernel | None = hook("s, w, who, verb", "the cells a verb may lead to", None)
    staying: Kernel | None = hook("s, who", "staying power of a unit now", None)
    full_staying: Kernel | None = hook("s, who", "staying power of a unit that is fresh", None)
    own_move: Kernel | None = hook("s, w, who", "cells of a usual move", None)
    is_in_contact: Kernel | None = hook("s, w, one, other", "whether two units can strike each other", None)
    best_verb: Kernel = hook("s, w, who, verb, cell", "the way to go to a cell", usual.best_verb)
    cover_at: Kernel = hook("s, w, who, cell", "share of hits that cover takes off in a cell", usual.cover_at)
    shots_left: Kernel = hook("s, w, who", "shots a unit has left", usual.shots_left)
    is_ready_to_shoot: Kernel = hook("s, w, who", "whether a unit could shoot at once", usual.is_ready_to_shoot)
    is_seen: Kernel = hook("s, w, side, who", "whether a side knows of a unit", usual.is_seen)
    place_of: Kernel = hook("s, who", "the cell of a unit", usual.place_of)

    @property
    def plays_behaviours(self) -> bool:
        """Whether behaviours of weights can play."""
        return self.list_plans is not None


@dataclass(frozen=True)
class Hidden(Chapter):
    """What a side cannot know: ``imagine.py``, ``invariants.py``."""

    imagine: Kernel = hook("s, w, side, rng", "put something plausible in its place, for searches", usual.imagine)
    scramble: Kernel | None = hook("s, viewer, rng", "change all of it, for tests that it does not show", None)


@dataclass(frozen=True)
class Checks(Chapter):
    """What must hold between decisions: ``invariants.py``."""

    steps: Mapping[Any, Any] = fact("the steps of each procedure, by frame")
    broken: Mapping[Any, str] = fact("what each number of ``invariants`` means")
    invariants: Kernel = hook("s, w", "0, or the number of what is broken", usual.invariants)
    takes_room: Kernel = hook("s, who", "whether a unit takes room in its cell", usual.takes_room)
    per_cell: int = fact("units that find room in a cell", 1)
    any_value: frozenset[str] = fact("fields that may hold anything: tallies the rules only write", frozenset())
    as_counted: Kernel | None = hook("s, book", "make equal what counts of odds take for equal", None)

    @property
    def looks_at_room(self) -> bool:
        """Whether the room in cells is looked at."""
        return self.takes_room is not usual.takes_room


@dataclass(frozen=True)
class Spent(Chapter):
    """What no longer matters until the round is over, for odds of whole rounds: ``spent.py``."""

    spent: Kernel = hook("s, w", "clear it; whether anything was cleared", usual.spent)
    fields: frozenset[str] = fact("unit fields that may be wanted", frozenset())
    verbs: frozenset[str] = fact("verbs that may be answered", frozenset())
    needed: tuple[str, ...] = fact("prompt and answer that must always be given", ())


@dataclass(frozen=True)
class Setup(Chapter):
    """Its scenarios, from what is written to packed records: ``setup.py``; see ``scenario/contract.py`` for the values."""

    unit: Any = fact("pydantic model of one unit once its template is filled in")
    options: Any = fact("pydantic model of the mapping under ``battle:``")
    units: int = fact("most units of a battle")
    terrain: Mapping[str, Any] = fact("flags a cell may have (Terrain), or ready-made ground where cells have a model")
    borders: Mapping[str, Any] = fact(
        "what may lie between two cells (Edge), or ready-made borders where they have a model"
    )
    legend: Mapping[str, Mapping[str, Any]] = fact("what the characters of a map mean, as a scenario would write it")
    templates: Kernel = hook("", "ready-made units; a template may say its ``points``")
    problems: Kernel = hook("battle", "mistakes that a check of single fields cannot find, as faults")
    pack: Kernel = hook("battle, s, field", "write one battle into a zeroed state record and a zeroed map record")
    sides: int = fact("most sides", 4)
    per_cell: int = fact("most units of one cell", 1)
    cell: Any = fact("pydantic model of a cell with fields of its own; None: cells have flags", None)
    border: Any = fact("pydantic model of a border with fields of its own; None: borders have kinds", None)
    aliases: Mapping[str, str] = fact("other names of unit fields", of=dict)
    shortcuts: Mapping[str, str] = fact("top-level keys that stand for a knob: name to address", of=dict)
    attached: tuple[str, ...] = fact("unit fields that name the template of a companion with a row of its own", ())
    footprint: Kernel | None = hook(
        "unit, facing", "steps (east, south) a unit covers from its cell; None: that cell", None
    )
    stands_on: Kernel | None = hook(
        "unit, facing", "those of these steps whose ground must be open to it; None: all of them", None
    )
    occupies: Kernel | None = hook("unit", "how much of ``per_cell`` it takes in every cell it covers; None: 1", None)
    deploys: Kernel | None = hook("number", "whether players place units that have no cell; None: never", None)
    board_size: Kernel | None = hook("number", "width and height of a board that gives none; None: 12 x 12", None)
    warnings: Kernel | None = hook("battle", "what is allowed but perhaps not meant, as faults", None)
    start_distance: Kernel | None = hook("how, draw, battle", "cells between the nearest opponents for ``place``", None)
    start_direction: Kernel | None = hook("how, draw, battle", "degrees from north for ``place``", None)
    example: Kernel | None = hook("s, field, seed", "write a battle without a scenario, for tests", None)


@dataclass(frozen=True)
class Text(Chapter):
    """Words that depend on numbers: ``words.py``. What members of the vocabulary are called stands beside them."""

    numbers: Mapping[Any, Callable[[int], str]] = fact("words for a number of an event, by (event, field)", of=dict)
    clauses: Mapping[Any, Callable[[int], str]] = fact(
        "the clause where it depends on a number, by (event, field)", of=dict
    )
    outcome: Callable[[int], str] | None = hook("told", "what ``Rules.leads_to`` says, in words", None)
    chance: Callable[[int], str] | None = hook(
        "verb", "words before the chance of a choice; None: it is that to hit", None
    )


@dataclass(frozen=True)
class Sheet(Chapter):
    """What a unit's sheet shows beside its record, and the order of turns: ``sheet.py``; see ``sandbox/sheet.py``."""

    readings: tuple[Kernel, ...] = fact(
        "functions (s, w, who) or (s, w, who, other), named and described as they are", ()
    )
    aliases: Mapping[str, str] = fact("other names of readings, in lower case", of=dict)
    order: Kernel | None = hook("s, w", "roster rows in the order of their turns", None)
    set_order: Kernel | None = hook("s, w, rows", "make this the order, in NumPy's own record", None)


@dataclass(frozen=True)
class Pictures(Chapter):
    """What pictures show beside what is found by the names of fields: ``look.py``."""

    look: Kernel | None = hook("game, scene", "the scene with it", None)
    arcs: Kernel | None = hook("game, row", "the cells of each arc of a unit, by name", None)
    doors_of: Kernel | None = hook("s", "doors as they are now: cell, direction and number of the border", None)


@dataclass(frozen=True, kw_only=True)
class Book:
    """Everything the project asks of a ruleset, part by part."""

    board: Board
    vocab: Vocab
    records: Records
    rules: Rules
    choices: Choices
    looking: Looking
    tactics: Tactics
    setup: Setup
    text: Text
    sight: Sight = field(default_factory=Sight)
    checks: Checks | None = None
    hidden: Hidden = field(default_factory=Hidden)
    spent: Spent = field(default_factory=Spent)
    sheet: Sheet = field(default_factory=Sheet)
    pictures: Pictures = field(default_factory=Pictures)


class Step(NamedTuple):
    """One field of the contract: its chapter, the arguments of a hook (None: no hook), whether it must be given."""

    chapter: str
    name: str
    takes: tuple[str, ...] | None
    is_needed: bool
    about: str


def steps() -> list[Step]:
    """Every field of the contract, in its order."""
    found = []
    for part in (
        Vocab,
        Records,
        Rules,
        Choices,
        Sight,
        Looking,
        Tactics,
        Hidden,
        Checks,
        Spent,
        Setup,
        Text,
        Sheet,
        Pictures,
    ):
        for one in fields(part):
            needed = one.default is MISSING and one.default_factory is MISSING
            found.append(Step(part.__name__, one.name, one.metadata.get("takes"), needed, one.metadata["about"]))
    return found
