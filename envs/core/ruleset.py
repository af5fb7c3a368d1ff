"""What a ruleset is to the rest of the project: a name, a book loaded on first use, and its own copy of the loops.

A ruleset is a folder with ``__init__.py`` (RULESET), ``rulebook.yaml``, ``tables.py`` (DERIVED and fill_derived: numbers worked
out from the rulebook's knobs once, in front of the kernels), ``board.py`` (BOARD, and everything of ``core/board`` executed for
it) and ``book.py``: BOOK, everything else the project asks of it, see :mod:`.book`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections import ChainMap
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import usual
from .adopting import Adopting
from .behaviour.features import BEHAVIOUR
from .board import Board
from .book import Book, Checks
from .compiler import jit
from .looking.catalogue import (
    CORE_CHANNELS,
    CORE_CONTEXT,
    CORE_FEATURES,
    ON_THE_MAP,
    column_of,
    copies_of,
    first_lasting,
    layers_of,
)
from .looking.layout import LAYOUT
from .loops import arguments
from .loops.barred import BARRED
from .loops.network_records import NETWORK
from .loops.players import Players
from .loops.searchers import NODE, SEARCHER
from .ranges import BROKEN, dice_ranges_of, ranges_of
from .spelling import did_you_mean
from .state import StateType
from .state.choosing import Part, part_sizes

if TYPE_CHECKING:
    from .rulebook import Rulebook

#: Kernels of ``Tactics`` that ``core.behaviour.places`` and ``core.behaviour.policy`` call.
BEHAVING = (
    "list_plans", "find_places", "best_verb", "estimate", "cover_at", "staying", "full_staying", "own_move", "is_in_contact",
    "shots_left", "is_ready_to_shoot", "is_standing", "is_seen", "place_of",
)  # fmt: skip
#: Kernels of ``Looking`` that ``core/loops/observation.py`` calls.
SEEING = (
    "know_units", "perceives", "other_unit", "place_of", "is_on_board", "observe_board", "mark_unit", "observe_unit",
    "observe_context",
)  # fmt: skip
#: What loops and behaviours need of a ruleset's ``board.py``.
ON_THE_BOARD = (
    "STRIDE", "STEP", "bearing", "distance", "gap_between", "may_see", "is_turned", "to_answer", "to_index", "write_mask",
    "known_row", "row_of", "shown_direction", "shown_place",
)  # fmt: skip
#: Sources that are executed for a board, each with the names of those before it.
ON_A_BOARD = ("board/geometry", "looking/index_translation", "board/doors")
CORE = Path(__file__).resolve().parent
COLUMN = 1  # of the tables of what is copied
PUT_IN = ("kernel", "entry", "loops", "invariants", "annotations")  # names that every executed source has of its own


def names_of(module: ModuleType) -> dict[str, Any]:
    """What a shared source file that has been executed offers to others."""
    return {name: value for name, value in vars(module).items() if not name.startswith("_") and name not in PUT_IN}


@dataclass(frozen=True)
class Ruleset:
    """One rulebook, playable.

    Attributes:
        slug: short name, as in ``tactica.make_vec("wfrp1", ...)``.
        title: name of the rulebook.
        package: import name of the ruleset's package.
        scenario, opponent: what environments take when none is given; without a scenario one must be given.
    """

    slug: str
    title: str = field(compare=False)
    package: str
    scenario: str = field(default="", compare=False)
    opponent: str = field(default="random", compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: what has been loaded stays behind."""
        return Ruleset, (self.slug, self.title, self.package, self.scenario, self.opponent)

    def module(self, name: str) -> ModuleType:
        """A module of the ruleset's own, for tests and for this file; what others need of a ruleset stands in :attr:`book`."""
        return importlib.import_module(f"{self.package}.{name}")

    @functools.cached_property
    def book(self) -> Book:
        """Everything the project asks of the ruleset, loaded on first use.

        Raises:
            TypeError: a hook is misspelt, missing, unknown or takes other arguments; it says which.
        """
        book: object = self.module("book").BOOK
        if not isinstance(book, Book):
            raise TypeError(f"{self.package}.book: BOOK is a {type(book).__name__}, allowed: a Book")
        return book

    @functools.cached_property
    def folder(self) -> Path:
        """Where the ruleset lies."""
        spec = importlib.util.find_spec(self.package)
        assert spec is not None and spec.origin is not None
        return Path(spec.origin).resolve().parent

    @functools.cached_property
    def rulebook(self) -> Rulebook:
        """Clauses, knobs and tables."""
        from .rulebook import Rulebook

        tables = self.module("tables")
        return Rulebook.load(
            self.folder / "rulebook.yaml", derived_fields=tables.DERIVED, fill_derived=tables.fill_derived
        )

    @property
    def state(self) -> StateType:
        """Layout of the state record."""
        return self.book.records.state

    @property
    def field(self) -> np.dtype[Any]:
        """Layout of the map record."""
        return self.book.records.field

    @functools.cached_property
    def records(self) -> dict[str, Any]:
        """What the arrays hold that entries are called with, by the names used in their signatures."""
        books = self.rulebook.dtype
        return {
            "states": self.state.dtype,
            "books": books,
            "fields": self.field,
            "layouts": LAYOUT,
            "behaviours": BEHAVIOUR,
            "networks": NETWORK,
            "players": Players,
            **arguments.BY_NAME,
            "searchers": SEARCHER,
            "nodes": NODE,
            "barred": BARRED,
        }

    @property
    def board(self) -> Board:
        """The largest board the ruleset plays on."""
        return self.book.board

    def on(self, board: Board) -> dict[str, Any]:
        """The sources that are executed for a board: everything in them, by name."""
        found = board.constants()
        for source in ON_A_BOARD:
            found.update(names_of(self.executed(CORE / f"{source}.py", **found)))
        return found

    @property
    def loops(self) -> Any:
        """This ruleset's own copy of ``core.loops``, with its rules put in, and with what stands on it in the same namespace;
        behind an ``Adopting`` where battles are played at once.
        """
        return adopting_loops_of(self) if jit.AT_ONCE else loops_of(self)

    @property
    def is_compiled(self) -> bool:
        """Whether the loops run compiled: always, never where Numba is switched off, by and by where they play at once."""
        return adopting_loops_of(self).adopt() if jit.AT_ONCE else jit.COMPILED

    def wait_until_compiled(self) -> None:
        """For who has much to play: nothing to wait for but where battles are played at once, in Python, while the ruleset is
        being compiled.
        """
        if jit.AT_ONCE:
            adopting_loops_of(self).wait()

    def executed(self, source: Path, **given: Any) -> ModuleType:
        """A source file that all rulesets share, executed as a module of this one, with functions put in as globals.

        ``kernel`` and ``entry`` are always put in: what they decorate belongs to the image of this ruleset.
        """
        name = f"{self.package}.{source.stem}"
        if any((self.folder / own).exists() for own in (source.name, source.stem)):
            shared = source.relative_to(CORE.parent)
            raise TypeError(
                f"{name}: a ruleset may not have a module of this name, under which {shared} is executed for it"
            )
        spec = importlib.util.spec_from_file_location(name, source)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        kernel = functools.partial(jit.kernel, folder=self.folder)

        def entry(signature: str, **more: np.dtype[Any]) -> Any:
            return jit.entry(signature, folder=self.folder, records=self.records, **more)

        vars(module).update(kernel=kernel, entry=entry, **given)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    @property
    def checks(self) -> ModuleType:
        """What must hold of every position between two decisions: ``invariants(s, w)``, with the ruleset's own behind it."""
        return checks_of(self)

    @property
    def broken(self) -> dict[int, str]:
        """What each number of ``checks.invariants`` means."""
        own = self.book.checks
        return {**BROKEN, **ranges_of(self).words, **dice_ranges_of(self).words, **(own.broken if own else {})}

    @property
    def rules_hash(self) -> str:
        """Hash over everything that decides how a game goes: the sources of core and ruleset, and the tables."""
        return jit.rules_hash(self.folder)

    def new_states(self, n: int) -> np.ndarray[Any, Any]:
        """``n`` zeroed state records, as a record array."""
        return np.zeros(n, self.state.dtype).view(np.recarray)

    def new_fields(self, n: int) -> np.ndarray[Any, Any]:
        """``n`` zeroed map records, as a record array."""
        return np.zeros(n, self.field).view(np.recarray)


def listing_of(ruleset: Ruleset) -> ModuleType:
    """``core/loops/listing.py`` executed for a ruleset: what offers the answers to a prompt."""
    rules, choices = ruleset.book.rules, ruleset.book.choices
    return ruleset.executed(
        CORE / "loops" / "listing.py",
        legal=rules.legal,
        refusal_of_part=rules.refusal_of_part,
        find_places=ruleset.book.tactics.find_places,
        STRIDE=ruleset.board.stride,
        PARTS_OF=choices.parts_of,
        ANSWERS=choices.answers,
        SIZES=part_sizes(choices.answers, choices.sections),
    )


def on_the_board(ruleset: Ruleset) -> dict[str, Any]:
    """What shared sources need of a ruleset's ``board.py``, by name; what it has of its own stands in ``BOOK.sight``.

    Raises:
        TypeError: it has its own version of something shared, which ``BOOK.sight`` does not name.
    """
    board, own = vars(ruleset.module("board")), vars(ruleset.book.sight)
    shared = ChainMap(*(vars(ruleset.module(Path(source).stem)) for source in ON_A_BOARD))
    found = {name: own.get(name) or shared[name] for name in ON_THE_BOARD}
    if wrong := [name for name in ON_THE_BOARD if board[name] is not found[name]]:
        raise TypeError(f"{ruleset.package}.board defines {wrong[0]}, which shared sources take from BOOK.sight")
    return found


def looking_of(ruleset: Ruleset) -> ModuleType:
    """``core/loops/observation.py`` executed for a ruleset, with the tables of its catalogues put in."""
    looking, records, state = ruleset.book.looking, ruleset.book.records, ruleset.state
    unit = copies_of(state.dtype["units"].base, looking.features)
    battle = copies_of(state.dtype, looking.context)
    lasting = first_lasting(looking.features, records.lasting)
    layers = layers_of(ruleset.field, looking.channels)
    moving = [i for i, one in enumerate(looking.channels) if i not in layers[:, 0] and one.source not in ON_THE_MAP]
    shared = [(looking.channels, CORE_CHANNELS), (looking.features, CORE_FEATURES), (looking.context, CORE_CONTEXT)]
    return ruleset.executed(
        CORE / "loops" / "observation.py",
        LAYERS=layers,
        FIRST_MOVING=min(moving, default=len(looking.channels)),
        FIRST_BOARD=len(looking.channels) if looking.first_board is None else looking.first_board,
        FIRST_LASTING=lasting,
        LASTING_NUMBERS=unit.numbers[unit.numbers[:, COLUMN] >= lasting],
        LASTING_BITS=unit.bits[unit.bits[:, COLUMN] >= lasting],
        UNIT_NUMBERS=unit.numbers[unit.numbers[:, COLUMN] < lasting],
        UNIT_OWN=unit.own,
        UNIT_DIRECTIONS=unit.directions,
        UNIT_ROWS=unit.rows,
        UNIT_CELLS=unit.cells,
        UNIT_BITS=unit.bits[unit.bits[:, COLUMN] < lasting],
        UNIT_SETS=unit.sets,
        BATTLE_NUMBERS=battle.numbers,
        PARTS_OF=ruleset.book.choices.parts_of,
        ANSWERS=ruleset.book.choices.answers,
        SIDES=state.capacities.sides,
        **{f"AT_{name.upper()}": column_of(fields, name) for fields, names in shared for name in names},
        **{name: vars(looking)[name] for name in SEEING},
        **on_the_board(ruleset),
    )


@functools.cache
def checks_of(ruleset: Ruleset) -> ModuleType:
    """``core/loops/checks.py`` executed for a ruleset, with the declared ranges and its own checks put in."""
    own, ranges = ruleset.book.checks or Checks({}, {}), ranges_of(ruleset)
    last_step = np.full(max(ruleset.book.vocab.frames) + 1, ranges.most_steps, np.int64)
    for frame, steps in own.steps.items():
        last_step[frame] = max(steps)
    return ruleset.executed(
        CORE / "loops" / "checks.py",
        RANGES=ranges.table,
        DICE=dice_ranges_of(ruleset).table,
        GAPS=ranges.gaps,
        LAST_STEP=last_step,
        STRIDE=ruleset.board.stride,
        PER_CELL=own.per_cell,
        CHECKS_ROOM=own.looks_at_room,
        takes_room=own.takes_room,
        own_invariants=own.invariants,
    )


def check_clauses(ruleset: Ruleset) -> None:
    """Every rule and event names clauses that its rulebook has.

    Raises:
        TypeError: one does not.
    """
    known = ruleset.rulebook.clauses
    named = [(event.clause, f"Event.{event.name}") for event in ruleset.book.vocab.events if event.clause]
    named += [(entry.clause, f"{entry.module}.{entry.function}") for entry in jit.coded(ruleset.folder)]
    for clause, where in named:
        if clause not in known:
            hint = did_you_mean(clause, known)
            raise TypeError(f"{where} plays the clause {clause!r}, which is not in rulebook.yaml{hint}")


def check_steps(ruleset: Ruleset) -> None:
    """Every procedure has its steps among those that are checked.

    Raises:
        TypeError: one has none.
    """
    own = ruleset.book.checks
    if own is None:
        return
    for frame in ruleset.book.vocab.frames:
        if frame != 0 and frame not in own.steps:
            raise TypeError(f"{ruleset.slug}: STEPS lack those of the procedure Frame.{frame.name}")


@functools.cache
def loops_of(ruleset: Ruleset) -> ModuleType:
    """The shared loops executed for a ruleset; see ``Ruleset.loops``."""
    check_clauses(ruleset)
    check_steps(ruleset)
    book, looking, listing, board = ruleset.book, looking_of(ruleset), listing_of(ruleset), on_the_board(ruleset)
    choices, rules = book.choices, book.rules
    behaving = {name: vars(book.tactics)[name] for name in BEHAVING}
    places = ruleset.executed(CORE / "behaviour" / "places.py", **board, **behaving, A_CELL=book.tactics.a_cell)
    policy = ruleset.executed(CORE / "behaviour" / "policy.py", ANSWERS=choices.answers, **names_of(places))
    encoding = names_of(ruleset.executed(CORE / "loops" / "encoding.py"))
    network = ruleset.executed(
        CORE / "loops" / "network.py", observe_all=looking.observe_all, to_index=board["to_index"], **encoding
    )
    objectives = ruleset.executed(
        CORE / "loops" / "objectives.py",
        is_standing=book.tactics.is_standing,
        place_of=book.tactics.place_of,
        staying=book.tactics.staying or usual.staying,
        full_staying=book.tactics.full_staying or usual.staying,
    )
    loops = ruleset.executed(
        CORE / "loops" / "advance.py",
        **board,
        step=rules.step,
        legal=listing.offer_answers,
        know_units=looking.know_units,
        observe_all=looking.observe_all,
        observe_again=looking.observe_again,
        decide=book.tactics.decide or policy.decide_by_yardstick,
        is_standing=book.tactics.is_standing,
        behave=policy.behave,
        explain=policy.explain,
        consult=network.consult,
        appraise=network.appraise,
        weigh_answers=network.weigh_answers,
        to_weights=network.to_weights,
        weigh=policy.weigh,
        place_of=book.tactics.place_of,
        pursue_objectives=objectives.pursue_objectives,
        score_lead=objectives.score_lead,
        potential=book.looking.potential,
        contribution=book.looking.contribution,
        imagine=book.hidden.imagine,
        SIDES=ruleset.state.capacities.sides,
        CHOICES=ruleset.state.capacities.choices,
        STATES=ruleset.state.dtype,
        LANES=ruleset.state.snapshot_lanes,
        BUSY_BYTES=ruleset.state.busy_bytes,
        FIRST_MOVING=looking.FIRST_MOVING,
    )
    more: dict[str, Any] = {
        **{name: vars(places)[name] for name in ("gap_from", "in_own_moves", "look_round")},
        **{name: vars(policy)[name] for name in ("choice_feature", "list_places", "situation")},
        **behaving,
        "invariants": ruleset.checks.invariants,
        "broken_dice": ruleset.checks.broken_dice,
        "refusal_of": rules.refusal_of,
        "refusal_of_part": rules.refusal_of_part,
        "free_blows": rules.free_blows,
        "leads_to": rules.leads_to,
        "item_at": rules.item_at,
        "next_value": listing.next_value,
        "part_of_frame": listing.part_of_frame,
        "spent": book.spent.spent,
        "ANSWERS": choices.answers,
        "PARTS_OF": choices.parts_of,
        "VERBS": choices.verb_count,
        "MODE_COUNT": int(part_sizes(choices.answers, choices.sections)[Part.MODE]),
    }
    sources = [
        "values",
        "search",
        "barring",
        "answering",
        "rollout",
        "batch",
        "odds_layer",
        "gate",
        "telling",
        "common_view",
    ]
    if "sight" in (ruleset.field.names or ()):
        more["fill_sight"] = vars(ruleset.module("board"))["fill_sight"]
        sources.append("sights")
    if book.checks is not None:
        sources.append("fuzzing")
    for source in sources:
        part = ruleset.executed(CORE / "loops" / f"{source}.py", loops=loops, **{**names_of(loops), **more})
        vars(loops).update(names_of(part))
    return loops


@functools.cache
def adopting_loops_of(ruleset: Ruleset) -> Adopting:
    """The loops of a ruleset in a process that plays at once."""
    return Adopting(loops_of(ruleset), ruleset.slug, ruleset.folder)
