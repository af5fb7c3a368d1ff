"""What a ruleset is to the rest of the project: a name, a folder of modules loaded on first use, and its own copy of the loops.

The modules of a ruleset's package, and what the project reads from them:

    vocab.py     Prompt, Verb, Frame (BATTLE = 1), Event, Term, Ending, Status; PARTS, the prompts for parts of a choice; for
                 choices of several parts PARTS_OF and ANSWERS, see ``core.state.choosing``
    board.py     BOARD, and everything of ``core/board/geometry.py`` executed for it
    state.py     STATE (a StateType), FIELD (dtype)
    tables.py    DERIVED, fill_derived: numbers worked out from the rulebook's knobs once, in front of the kernels
    turn.py      step(s, w)
    choices.py   SECTIONS, legal(s, w); optional may_take(s, w, frame, verb, part, value) with PARTS_OF, ANSWERS and CHECKED,
                 see ``core/loops/listing.py``; optional why_not(s, w, who, verb), with words.REFUSAL_WORDS;
                 optional free_blows(s, w, who, verb), what enemies get for a verb; optional item_at(s, who, value), what
                 item a value of that part stands for
    observe.py   CHANNELS, FEATURES, CONTEXT (catalogues), the hooks of ``core/loops/observation.py``; optional
                 potential(s, w, side), contribution(s, w, who), LAYOUTS
    tactics.py   POLICIES (names of the in-kernel policies), MEASURES; optional decide(...), without it the yardsticks play,
                 see ``core.behaviour.yardsticks``; what behaviours need: see BEHAVING; what of it may be left
                 out: ``core.behaviour.usual``; and FEATURES, features of its own beside those of ``core.behaviour.features``
    setup.py     UnitConfig and so on, pack(...)
    spent.py     optional: spent(s, w), FIELDS, VERBS: what of a position matters no longer, for odds until the round is over
    imagine.py   optional: imagine(s, w, side, rng), something plausible in the place of what a side cannot know, for searches
    words.py     EVENT_WORDS, TERM_WORDS, ENDING_WORDS, ...
    sheet.py     optional: SHEET, what the sandbox reads of a unit beside its fields, and the order of turns, to read and to set;
                 see ``envs/sandbox/sheet.py``
    look.py      optional: look(game, scene), what pictures show beside what ``render/scene.py`` finds by the names of fields
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from .behaviour import usual
from .behaviour.features import BEHAVIOUR
from .board import Board
from .board.layout import LAYOUT
from .compiler import jit
from .loops.barred import BARRED
from .loops.network_records import NETWORK
from .loops.players import Players
from .loops.searchers import NODE, SEARCHER
from .state import ObservationField, StateType
from .state.catalogue import CORE_CHANNELS, CORE_CONTEXT, CORE_FEATURES, ON_THE_MAP, column_of, copies_of, layers_of
from .state.choosing import Part, answers_of, part_sizes
from .state.ranges import BROKEN, dice_ranges_of, ranges_of

if TYPE_CHECKING:
    from .rulebook import Rulebook

#: What ``core.behaviour.places`` and ``core.behaviour.policy`` need of a ruleset's ``tactics.py``.
BEHAVING = (
    "list_plans", "find_places", "best_verb", "estimate", "cover_at", "staying", "full_staying", "own_move", "is_in_contact",
    "shots_left", "is_ready_to_shoot", "is_standing", "is_seen", "place_of", "A_CELL",
)  # fmt: skip
#: Hooks of ``core/loops/observation.py`` that a ruleset's ``observe.py`` may have.
LOOKING = (
    "know_units", "other_unit", "place_of", "is_on_board", "observe_board", "mark_unit", "observe_unit", "observe_context",
)  # fmt: skip
#: Hooks of ``core/loops/telling.py`` that a ruleset's ``choices.py`` may have.
TELLING = ("why_not", "free_blows", "leads_to")
#: What loops and behaviours need of a ruleset's ``board.py``.
ON_THE_BOARD = (
    "STRIDE", "STEP", "bearing", "distance", "gap_between", "may_see", "is_turned", "to_answer", "to_index", "write_mask",
    "known_row", "row_of", "shown_direction", "shown_place",
)  # fmt: skip
CORE = Path(__file__).resolve().parent
COLUMN = 1  # of the tables of what is copied
WHOSE = ("core.seat", "core.friend_")  # what ``seats_of`` makes
NO_PARTS = np.zeros((1, 1), np.int64)  # of choices, in a ruleset whose choices have none
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
        """A module of the ruleset, loaded on first use."""
        return importlib.import_module(f"{self.package}.{name}")

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
        state: StateType = self.module("state").STATE
        return state

    @property
    def field(self) -> np.dtype[Any]:
        """Layout of the map record."""
        field: np.dtype[Any] = self.module("state").FIELD
        return field

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
            "searchers": SEARCHER,
            "nodes": NODE,
            "barred": BARRED,
        }

    @property
    def board(self) -> Board:
        """The largest board the ruleset plays on."""
        board: Board = self.module("board").BOARD
        return board

    def on(self, board: Board) -> dict[str, Any]:
        """The sources of ``core/board`` executed for a board, ``geometry.py`` first: everything in them, by name."""
        found = names_of(self.executed(CORE / "board" / "geometry.py", **board.constants()))
        for source in ("index_translation", "doors"):
            found.update(names_of(self.executed(CORE / "board" / f"{source}.py", **found)))
        return found

    @property
    def loops(self) -> ModuleType:
        """This ruleset's own copy of ``core.loops``, with its rules put in, and with what stands on it in the same namespace."""
        return loops_of(self)

    def executed(self, source: Path, **given: Any) -> ModuleType:
        """A source file that all rulesets share, executed as a module of this one, with functions put in as globals.

        ``kernel`` and ``entry`` are always put in: what they decorate belongs to the image of this ruleset.
        """
        name = f"{self.package}.{source.stem}"
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
        own = own_checks(self)
        return {**BROKEN, **ranges_of(self).words, **dice_ranges_of(self).words, **(own.BROKEN if own else {})}

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


def listing_of(ruleset: Ruleset) -> Any:
    """What offers the answers to a prompt: ``offer_answers`` of ``core/loops/listing.py``; None where ``choices.legal`` does."""
    choices = ruleset.module("choices")
    if not hasattr(choices, "may_take"):
        return None
    asked = choices.PARTS_OF
    checked = getattr(choices, "CHECKED", range(len(asked)))
    return ruleset.executed(
        CORE / "loops" / "listing.py",
        legal=choices.legal,
        may_take=choices.may_take,
        find_places=ruleset.module("tactics").find_places,
        STRIDE=ruleset.board.stride,
        PARTS_OF=asked,
        ANSWERS=choices.ANSWERS,
        SIZES=part_sizes(choices.ANSWERS, choices.SECTIONS),
        CHECKED=np.array([verb in checked for verb in range(len(asked))], np.int64),
    )


def on_the_board(ruleset: Ruleset) -> dict[str, Any]:
    """What shared sources need of a ruleset's ``board.py``, by name."""
    board = vars(ruleset.module("board"))
    return {name: board[name] for name in ON_THE_BOARD}


def first_lasting(fields: Sequence[ObservationField], names: Collection[str]) -> int:
    """The column of unit rows from which on all are copied from the fields of these names, or say whose the unit is: they stay as
    they are for a whole battle.

    Raises:
        TypeError: whose the unit is does not stand among them.
    """
    lasts = [field.source in names or field.source.startswith(WHOSE) for field in fields]
    first = next((place + 1 for place in reversed(range(len(fields))) if not lasts[place]), 0)
    if any(field.source.startswith(WHOSE) for field in fields[:first]):
        raise TypeError("FEATURES must end with seats_of(...) and, before or behind it, what lasts for a whole battle")
    return first


def looking_of(ruleset: Ruleset) -> ModuleType:
    """``core/loops/observation.py`` executed for a ruleset, with the tables of its catalogues put in."""
    observe, choices, state = ruleset.module("observe"), ruleset.module("choices"), ruleset.state
    unit = copies_of(state.dtype["units"].base, observe.FEATURES)
    battle = copies_of(state.dtype, observe.CONTEXT)
    lasting = first_lasting(observe.FEATURES, getattr(ruleset.module("state"), "LASTING", ()))
    layers = layers_of(ruleset.field, observe.CHANNELS)
    moving = [i for i, one in enumerate(observe.CHANNELS) if i not in layers[:, 0] and one.source not in ON_THE_MAP]
    shared = [(observe.CHANNELS, CORE_CHANNELS), (observe.FEATURES, CORE_FEATURES), (observe.CONTEXT, CORE_CONTEXT)]
    return ruleset.executed(
        CORE / "loops" / "observation.py",
        LAYERS=layers,
        FIRST_MOVING=min(moving, default=len(observe.CHANNELS)),
        FIRST_BOARD=getattr(observe, "FIRST_BOARD", len(observe.CHANNELS)),
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
        PARTS_OF=getattr(choices, "PARTS_OF", NO_PARTS),
        ANSWERS=getattr(choices, "ANSWERS", NO_PARTS),
        SIDES=state.capacities.sides,
        **{f"AT_{name.upper()}": column_of(fields, name) for fields, names in shared for name in names},
        **{name: getattr(observe, name, None) for name in LOOKING},
        **on_the_board(ruleset),
    )


def own_checks(ruleset: Ruleset) -> ModuleType | None:
    """A ruleset's ``invariants.py``, None where it has none."""
    found = importlib.util.find_spec(f"{ruleset.package}.invariants") is not None
    return ruleset.module("invariants") if found else None


def spent_of(ruleset: Ruleset) -> Any:
    """The kernel of a ruleset's ``spent.py``, None where it has none."""
    found = importlib.util.find_spec(f"{ruleset.package}.spent") is not None
    return ruleset.module("spent").spent if found else None


def imagining_of(ruleset: Ruleset) -> Any:
    """The kernel of a ruleset's ``imagine.py``, None where it has none: then nothing is hidden from anybody."""
    found = importlib.util.find_spec(f"{ruleset.package}.imagine") is not None
    return ruleset.module("imagine").imagine if found else None


@functools.cache
def checks_of(ruleset: Ruleset) -> ModuleType:
    """``core/loops/checks.py`` executed for a ruleset, with the declared ranges and what its ``invariants.py`` has put in."""
    own, vocab, ranges = own_checks(ruleset), ruleset.module("vocab"), ranges_of(ruleset)
    last_step = np.full(max(vocab.Frame) + 1, ranges.most_steps, np.int64)
    for frame, steps in getattr(own, "STEPS", {}).items():
        last_step[frame] = max(steps)
    return ruleset.executed(
        CORE / "loops" / "checks.py",
        RANGES=ranges.table,
        DICE=dice_ranges_of(ruleset).table,
        GAPS=ranges.gaps,
        LAST_STEP=last_step,
        STRIDE=ruleset.board.stride,
        PER_CELL=getattr(own, "PER_CELL", 1),
        takes_room=getattr(own, "takes_room", None),
        own_invariants=getattr(own, "invariants", None),
    )


@functools.cache
def loops_of(ruleset: Ruleset) -> ModuleType:
    """The shared loops executed for a ruleset; see ``Ruleset.loops``."""
    observe, tactics, looking = ruleset.module("observe"), ruleset.module("tactics"), looking_of(ruleset)
    choices, listing = ruleset.module("choices"), listing_of(ruleset)
    board = on_the_board(ruleset)
    given = {name: getattr(tactics, name, getattr(usual, name, None)) for name in BEHAVING}
    places = ruleset.executed(CORE / "behaviour" / "places.py", **board, **given)
    answers = getattr(choices, "ANSWERS", answers_of({}))
    policy = ruleset.executed(CORE / "behaviour" / "policy.py", ANSWERS=answers, **names_of(places))
    network = ruleset.executed(
        CORE / "loops" / "network.py", observe_all=looking.observe_all, to_index=board["to_index"]
    )
    loops = ruleset.executed(
        CORE / "loops" / "advance.py",
        **board,
        step=ruleset.module("turn").step,
        legal=choices.legal if listing is None else listing.offer_answers,
        know_units=looking.know_units,
        observe_all=looking.observe_all,
        observe_again=looking.observe_again,
        decide=getattr(tactics, "decide", None),
        is_standing=tactics.is_standing,
        behave=policy.behave,
        explain=policy.explain,
        consult=network.consult,
        appraise=network.appraise,
        weigh=policy.weigh,
        place_of=given["place_of"],
        potential=getattr(observe, "potential", None),
        contribution=getattr(observe, "contribution", None),
        imagine=imagining_of(ruleset),
        SIDES=ruleset.state.capacities.sides,
        CHOICES=ruleset.state.capacities.choices,
        STATES=ruleset.state.dtype,
        LANES=ruleset.state.snapshot_lanes,
        BUSY_BYTES=ruleset.state.busy_bytes,
        FIRST_MOVING=looking.FIRST_MOVING,
    )
    checks = ruleset.checks
    more: dict[str, Any] = {"invariants": checks.invariants, "broken_dice": checks.broken_dice}
    more |= {name: getattr(choices, name, None) for name in TELLING}
    more |= {name: getattr(listing, name, None) for name in ("next_value", "part_of_frame")}
    more |= {name: given[name] for name in ("staying", "full_staying", "is_in_contact")}
    more |= {
        "ANSWERS": answers,
        "PARTS_OF": getattr(choices, "PARTS_OF", NO_PARTS),
        "VERBS": choices.SECTIONS[0][2],
        "MODE_COUNT": int(part_sizes(answers, choices.SECTIONS)[Part.MODE]),
        "item_at": getattr(choices, "item_at", usual.item_at),
    }
    more["spent"] = spent_of(ruleset)
    sources = ["search", "barring", "answering", "rollout", "batch", "odds_layer", "gate", "telling"]
    if "sight" in (ruleset.field.names or ()):
        more["fill_sight"] = vars(ruleset.module("board"))["fill_sight"]
        sources.append("sights")
    if own_checks(ruleset) is not None:
        sources.append("fuzzing")
    for source in sources:
        part = ruleset.executed(CORE / "loops" / f"{source}.py", loops=loops, **{**names_of(loops), **more})
        vars(loops).update(names_of(part))
    return loops
