"""Pools of starts as records: what environments copy a game from."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from .. import rulesets
from ..core.looking.knowledge import ROSTERS, ROSTERS_FIELD
from ..core.rulebook import KnobError
from ..core.ruleset import Ruleset
from .battle import Battle
from .expand import expand, samples_of
from .problems import MOST_PROBLEMS, Problem, ScenarioError, key_text
from .read import Reader, key_of
from .scenario import Scenario
from .shipped import find
from .source import Source

ScenarioLike: TypeAlias = Scenario | str | Path | Mapping[str, Any]

MOST_ROWS = 1_000_000  # battles of a pool
DEFAULT_ROWS = 64  # battles drawn of a scenario that leaves something to chance


@dataclass
class Pool:
    """Starts of one ruleset.

    Attributes:
        ruleset: the ruleset of the records.
        states: recarray (p,), one start each, everything else zero.
        books: recarray (b,), the different sets of rules; ``states.book_row`` says which.
        fields: recarray (f,), the different maps; ``states.field_row`` says which.
        battles: the p battles the rows were packed from.
    """

    ruleset: Ruleset
    states: Any
    books: Any
    fields: Any
    battles: list[Battle]

    def __len__(self) -> int:
        return len(self.battles)

    def __deepcopy__(self, memo: dict[int, Any]) -> Pool:
        """The pool itself: nothing changes it, and copies of its records would lose the bytes between fields."""
        return self


def load(source: ScenarioLike, ruleset: str | Ruleset | None = None) -> Scenario:
    """Read and check a scenario.

    Args:
        source: a path, a shipped name (``duel`` with a ruleset, or ``wfrp1/duel``), YAML text, a dict, or a scenario.
        ruleset: where a bare name is looked up, and what a dict without ``ruleset`` belongs to; where a file or dict says another
            ruleset, that is an error.

    Raises:
        ScenarioError: with everything that is wrong, one problem a line.
        LookupError: no shipped scenario of that name.
    """
    slug = ruleset.slug if isinstance(ruleset, Ruleset) else ruleset
    if isinstance(source, Scenario):
        scenario: Scenario | None = source
    else:
        text, key = _open(source, slug)
        reader = Reader(text, key)
        if reader.problems:
            raise ScenarioError(reader.problems)
        scenario = reader.scenario
    assert scenario is not None
    if slug is not None and scenario.ruleset.slug != slug:
        what = f"a scenario of {scenario.ruleset.slug}"
        raise ScenarioError([Problem(scenario.file, scenario.source.line(("ruleset",)), "ruleset", what, slug)])
    return scenario


def check(path: str | Path) -> list[Problem]:
    """Everything that is wrong with a scenario file; an empty list when it is playable.

    Of a scenario that leaves something to chance a few battles are drawn as well.
    """
    try:
        source, key = _open(path, None)
        reader = Reader(source, key)
        if reader.problems or reader.scenario is None:
            return reader.problems
        samples_of(reader.scenario)
    except ScenarioError as e:
        return e.problems
    except OSError as e:
        return [Problem(str(path), 0, "", f"cannot be read: {e.strerror}")]
    except LookupError as e:
        return [Problem(str(path), 0, "", str(e))]
    return []


def warnings(path: str | Path) -> list[Problem]:
    """Warnings about a scenario file: allowed values that may be mistakes; an empty list if the file is not playable.

    Rulesets that warn of something have a function ``warnings`` in their set-up. The same battles are looked at as by
    :func:`check`.
    """
    try:
        source, key = _open(path, None)
        reader = Reader(source, key)
        if reader.problems or reader.scenario is None:
            return []
        battles = samples_of(reader.scenario)
    except (ScenarioError, OSError, LookupError):
        return []
    find_warnings = reader.scenario.ruleset.book.setup.warnings
    if find_warnings is None:
        return []
    found = dict.fromkeys(fault for battle in battles for fault in find_warnings(battle))
    return [reader.scenario.source.problem(fault) for fault in found]


def _open(source: str | Path | Mapping[str, Any], slug: str | None) -> tuple[Source, str]:
    """What was given, and the short name of the scenario."""
    if isinstance(source, Mapping):
        source = source if slug is None or "ruleset" in source else {"ruleset": slug, **source}
        return Source.of_dict(source), "scenario"
    text = str(source)
    if isinstance(source, str) and "\n" in source:
        return Source.parse("<text>", source), "scenario"
    if isinstance(source, str) and not text.endswith((".yaml", ".yml")):
        folder, _, name = text.rpartition("/")
        if folder in rulesets.names() or (slug and not folder):
            source = find(folder or str(slug), name)
        elif "/" not in text or not Path(text).exists():
            source = find_anywhere(text)
    return Source.read(Path(source)), key_of(str(source))


def find_anywhere(name: str) -> Path:
    """The file of a shipped scenario whose ruleset is not given: where several have one of that name, the default ruleset's.

    Raises:
        LookupError: no ruleset has it, or several others do.
    """
    from .shipped import shipped

    slugs = [slug for slug in rulesets.names() if name in shipped(slug)]
    if rulesets.DEFAULT in slugs:
        return find(rulesets.DEFAULT, name)
    if len(slugs) == 1:
        return find(slugs[0], name)
    if slugs:
        several = ", ".join(f"{slug}/{name}" for slug in slugs)
        raise LookupError(f"several rulesets have a scenario {name!r}; choose from: {several}")
    everything = [f"{slug}/{known}" for slug in rulesets.names() for known in shipped(slug)]
    close = difflib.get_close_matches(name, [one.rpartition("/")[2] for one in everything] + everything, 1, 0.7)
    meant = f" did you mean {close[0]!r}?" if close else ""
    raise LookupError(f"no scenario {name!r};{meant} tactica scenarios list shows all")


def pool(
    ruleset: str | Ruleset,
    scenario: ScenarioLike | Iterable[ScenarioLike],
    n: int | None = None,
    seed: int = 0,
    split: str = "train",
    rules: Mapping[str, int | bool | str] | None = None,
) -> Pool:
    """Pack starts into records.

    Args:
        ruleset: the ruleset of the scenarios.
        scenario: one, or several; see :func:`load`.
        n: battles of each scenario; without it 1, or 64 of each when one of them leaves something to chance.
        seed, split: see :func:`expand`.
        rules: knobs by address, which override the scenarios' own: ``{"parry.shield.shield_parry_bonus": 10}``.

    Returns:
        Rows in the order of the scenarios. Equal maps share a row of ``fields`` (where units hide: with equal rosters), equal
            rules a row of ``books``.

    Raises:
        ScenarioError, LookupError: see :func:`load` and :func:`expand`; more than a million starts, or battles that are not
            possible under the rules, see :func:`under`.
        KnobError: no knob has an address, or it cannot have that value.
    """
    found = rulesets.get(ruleset)
    single = isinstance(scenario, (Scenario, str, Path, Mapping))
    if not single and not isinstance(scenario, Iterable):
        raise TypeError(f"a scenario is a name, a path, a dict, or a list of these, not {scenario!r}")
    given: list[ScenarioLike] = [scenario] if single else list(scenario)  # type: ignore[list-item, arg-type]
    if not given:
        raise ValueError("a pool needs at least one scenario")
    scenarios = [load(one, found) for one in given]
    count: Any = n
    if count is not None and not (isinstance(count, int | np.integer) and count >= 1):
        raise ValueError(f"a pool needs at least one start of each scenario, not {n!r}")
    rows = n if n is not None else DEFAULT_ROWS if any(one.is_random for one in scenarios) else 1
    if rows * len(scenarios) > MOST_ROWS:
        what = f"{int(rows):,} starts of {len(scenarios):,} {'scenario' if len(scenarios) == 1 else 'scenarios'} are too many"
        allowed = f"at most {MOST_ROWS:,} starts in a pool; draw several pools, each with a seed of its own, for more"
        raise ScenarioError([Problem(scenarios[0].file, 0, "", what, allowed)])
    return pack([under(rules, battle) for one in scenarios for battle in expand(one, seed, rows, split)])


def under(rules: Mapping[str, int | bool | str] | None, battle: Battle) -> Battle:
    """A battle with some of its rules changed.

    Args:
        rules: knobs by address, which override the battle's own.
        battle: stays as it is.

    Raises:
        KnobError: no knob has an address, or it cannot have that value.
        ScenarioError: the ruleset refuses the battle under these rules, as it would those of a scenario file.
    """
    if not rules:
        return battle
    book = battle.ruleset.rulebook
    for address, value in rules.items():
        knob = book.knob(address)
        if isinstance(value, bool | np.bool_) and (knob.min, knob.max) != (0, 1):
            raise KnobError(f"{knob.address}: {value} is not a number; allowed: {knob.min} to {knob.max}")
        knob.value(value)
    changed = {book.knob(address).address: value for address, value in battle.rules.items()}
    changed.update({book.knob(address).address: value for address, value in rules.items()})
    found = dataclasses.replace(battle, rules=changed)
    if faults := found.ruleset.book.setup.problems(found):
        told = ", ".join(f"{address} = {value}" for address, value in rules.items())
        raise ScenarioError(
            [
                Problem(
                    f"{found.ruleset.slug}/{found.name} under {told}",
                    0,
                    key_text(fault.path),
                    fault.what,
                    fault.allowed,
                )
                for fault in faults[:MOST_PROBLEMS]
            ]
        )
    return found


def pack(battles: list[Battle]) -> Pool:
    """Records of battles of one ruleset."""
    rules = battles[0].ruleset
    setup = rules.book.setup
    states = rules.new_states(len(battles))
    one_field = rules.new_fields(1)
    packed: list[bytes] = []
    field_rows: dict[bytes, int] = {}
    overrides: list[dict[str, int | bool | str]] = []
    book_rows: dict[tuple[tuple[str, int], ...], int] = {}
    rosters = Rosters(rules)
    for i, battle in enumerate(battles):
        one_field.view(np.uint8)[:] = 0
        s = states[i]
        setup.pack(battle, s, one_field[0])
        rosters.put(battle, s, one_field[0])
        field = one_field.tobytes()
        if field not in field_rows:
            field_rows[field] = len(packed)
            packed.append(field)
        changed = tuple(sorted((address, rules.rulebook.knob(address).value(v)) for address, v in battle.rules.items()))
        if changed not in book_rows:
            book_rows[changed] = len(overrides)
            overrides.append(dict(battle.rules))
        s.field_row = field_rows[field]
        s.book_row = book_rows[changed]
        s.pool_row = i
    fields = np.frombuffer(bytearray(b"".join(packed)), dtype=rules.field).view(np.recarray)
    return Pool(rules, states, rules.rulebook.books(overrides), fields, battles)


class Rosters:
    """What an unseen unit may be like, for the map records of a rulebook that asks: the roster of the battle where its scenario
    leaves nothing to chance, else those of battles that it might have drawn instead.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._packed: dict[Any, list[Any]] = {}

    def put(self, battle: Battle, s: Any, field: Any) -> None:
        """Write them; ``s`` is the battle as it begins."""
        if ROSTERS_FIELD not in field.dtype.names:
            return
        found = self._of_others(battle) if battle.others else [s.units[: s.unit_count]]
        most = len(field.rosters) // ROSTERS
        field.roster_count = len(found)
        for row, units in enumerate(found):
            field.roster_size[row] = len(units)
            field.rosters[row * most : row * most + len(units)] = units

    def _of_others(self, battle: Battle) -> list[Any]:
        """The units of each, under the rules of the battle; packed once for all battles of a scenario."""
        key = (id(battle.others), tuple(sorted(battle.rules.items())))
        if key not in self._packed:
            self._packed[key] = [self._units(dataclasses.replace(one, rules=battle.rules)) for one in battle.others]
        return self._packed[key]

    def _units(self, battle: Battle) -> Any:
        """The unit records of a battle as it begins."""
        s, field = self._ruleset.new_states(1)[0], self._ruleset.new_fields(1)[0]
        self._ruleset.book.setup.pack(battle, s, field)
        return s.units[: s.unit_count].copy()
