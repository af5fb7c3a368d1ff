"""What a ruleset declares: complete words, invariants that notice corruption, one signature for each entry point."""

from __future__ import annotations

import string

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets, scenario
from tactica.envs.core.compiler import jit
from tactica.envs.core.ranges import check_ranges, ranges_of
from tactica.envs.core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO
from tactica.envs.core.state.fields import Bound
from tactica.envs.core.state.record import is_gap
from tactica.envs.engine.game import Game
from tactica.envs.engine.pools import Starts
from tactica.envs.render import words as wording

PLACES = set(wording.FIELDS)
TRIES = 12 if play.INTERPRETED else 60


def test_words_are_complete(slug):
    """Every event, term and ending has its words; every sentence names a clause and fills known places."""
    rules = rulesets.get(slug)
    vocab = rules.book.vocab
    for event in vocab.events:
        places = {name for _, name, _, _ in string.Formatter().parse(event.sentence) if name}
        assert places <= PLACES, event
        assert not event or event.clause in rules.rulebook.clauses, event
        assert not event or event.sentence, event
    for section in ("term", "ending", "prompt", "verb", "refusal"):
        words = {number: said for number, said in vocab.words(section).items() if number}
        assert words and all(words.values()), section
    terms = [said for number, said in vocab.words("term").items() if number and said != wording.LIMIT]
    assert len(set(terms)) == len(terms)


def test_numbers_fit_where_the_core_keeps_them(slug):
    rules = rulesets.get(slug)
    vocab = rules.module("vocab")
    assert max(vocab.Event) < rules.state.capacities.kinds
    assert vocab.Frame.BATTLE == 1
    assert vocab.Prompt.NOBODY == vocab.Verb.NONE == vocab.Ending.GOING_ON == 0
    assert (vocab.Ending.VERDICT, vocab.Ending.FORFEIT, vocab.Ending.STALLED) == (125, 126, 127)
    sections = rules.book.choices.sections
    assert sections[0][0] == "verb" and sections[0][2] == len(vocab.Verb)
    assert sum(size for _, _, size in sections) <= rules.state.capacities.choices
    assert set(vocab.PARTS) <= set(vocab.Prompt)
    assert rules.state.snapshot_bytes < 16_384
    for pieces in (rules.book.looking.channels, rules.book.looking.features, rules.book.looking.context):
        names = [piece.name for piece in pieces]
        assert len(set(names)) == len(names)
        assert all(piece.low <= piece.high and piece.meaning for piece in pieces)


def undeclared(dtype):
    """Where a record has bytes that no field has, those of the records inside it included."""
    used, found = np.zeros(dtype.itemsize, bool), []
    for name in dtype.names:
        part, at = dtype.fields[name][:2]
        used[at : at + part.itemsize] = True
        if part.base.names:
            found += [(name, *where) for where in undeclared(part.base)]
    return found + [(int(at),) for at in np.flatnonzero(~used)]


def test_no_byte_of_a_record_is_undeclared(slug):
    """Else copies of records, which NumPy makes field by field, may differ where they are equal."""
    rules = rulesets.get(slug)
    for dtype in (rules.state.dtype, rules.field, rules.rulebook.dtype):
        assert undeclared(dtype) == []


def test_a_copy_of_starts_is_as_good_as_they_are(slug):
    rules = rulesets.get(slug)
    pool = scenario.pool(slug, scenario.shipped(slug)[0], n=2)
    size = rules.state.dtype.itemsize
    copied = np.frombuffer(bytearray(b"\xa5") * (size * len(pool.states)), rules.state.dtype)
    for i, state in enumerate(pool.states):
        for name in state.dtype.names:
            copied[i][name] = state[name]
    assert copied.tobytes() == np.asarray(pool.states).tobytes()
    game = Game(rules, Starts(rules, copied, pool.books, pool.fields)).start(0, seed=1)
    assert game.restore(game.snapshot()).legal_texts()


def test_measures_count_events_the_ruleset_has(slug):
    rules = rulesets.get(slug)
    measures = rules.book.tactics.measures
    assert len({measure.name for measure in measures} | {"distance kept"}) == len(measures) + 1
    for measure in measures:
        assert measure.meaning and measure.row in (BY_WHO, AMOUNT_BY_WHO, AMOUNT_TO_TARGET)
        assert measure.kinds and set(measure.kinds) <= set(rules.book.vocab.events)


def leaves(dtype, path=()):
    """Every number of a record type by name, arrays taken as one: (path, dtype)."""
    for name in dtype.names:
        part = dtype[name]
        if part.base.names:
            yield from leaves(part.base, (*path, name))
        else:
            yield (*path, name)


def numbers(state, path):
    """All numbers of one leaf as a flat view of the state record."""
    view = state
    for name in path:
        view = view[name]
    return np.atleast_1d(view)


def test_corrupted_fields_are_noticed(slug):
    """Every field of the position, set to a number it cannot have, breaks an invariant.

    A ruleset lists in ``Checks.any_value`` the fields that may hold anything (tallies that rules only write).
    """
    rules = rulesets.get(slug)
    start = next(start for start in play.starts() if start[0] == slug)
    table = play.Table(*start)
    rng = np.random.default_rng(31)
    free = rules.book.checks.any_value
    position = [
        path for path in leaves(rules.state.dtype) if path[0] in rules.state.position_fields and not is_gap(path[-1])
    ]
    noticed = dict.fromkeys((".".join(path) for path in position), False)
    unguarded = set()
    left = TRIES
    for i, _ in enumerate(table.positions(100_000, seed=31)):
        if i % 5:
            continue
        kept = table.snapshot()
        for path in position:
            name = ".".join(path)
            if noticed[name]:
                continue
            cells = numbers(table.states, path)
            flat = tuple(int(rng.integers(0, size)) for size in cells.shape)
            for value in (-999, 9_999):
                cells[flat] = value
                try:
                    noticed[name] = noticed[name] or table.broken() != 0
                except IndexError:  # compiled, this would read beside the record
                    unguarded.add(name)
                table.lanes[0, : len(kept)] = kept
        left -= 1
        if not left:
            break
    missed = {name for name, was in noticed.items() if not was and name.split(".")[-1] not in free and name not in free}
    complaints = [f"{name}: used as an index before it is looked at" for name in sorted(unguarded)]
    complaints += [f"{name}: nonsense is never noticed" for name in sorted(missed - unguarded)]
    assert not complaints, "\n".join(complaints)


def outside(line, s, stride):
    """Values beside those a declared number may have in a position."""
    kind, most = line.kind, line.kind.high
    if kind.bound in (Bound.ROW, Bound.SIDE):
        most = int(s.unit_count if kind.bound == Bound.ROW else s.side_count) - 1
    elif kind.bound == Bound.ROWS:
        most = (1 << int(s.unit_count)) - 1
    elif kind.bound == Bound.CELL:  # beyond the last row
        most = int(s.board_height) * stride - 1
    return [kind.low - 1, most + 1, *(low for low, _ in line.gaps())]


def test_every_number_outside_its_declaration_is_noticed_and_named(slug):
    """One step beside what its row of the declaration says, any number of a position breaks an invariant, and the gate for
    states from outside says which it is.
    """
    rules = rulesets.get(slug)
    table = play.Table(*next(start for start in play.starts() if start[0] == slug))
    for i, _ in enumerate(table.positions(30, seed=32)):
        if i == 20:
            break
    assert table.broken() == 0 and check_ranges(rules, table.states) == []
    kept = table.snapshot()
    for line in ranges_of(rules).lines:
        cells = numbers(table.states, line.path)
        for value in outside(line, table.s, rules.board.stride):
            cells[(0,) * cells.ndim] = value
            name = ".".join(line.path)
            broken = table.broken()
            assert broken != 0, (name, value)
            assert rules.broken[broken]
            problem = next(problem for problem in check_ranges(rules, table.states) if problem.field == name)
            assert problem.value == value and f"{line.path[-1]} " in str(problem) and str(value) in str(problem)
            table.lanes[0, : len(kept)] = kept


def test_every_unit_record_field_is_said_to_be_in_use(slug):
    rules = rulesets.get(slug)
    unit = rules.state.dtype["units"].base
    assert {"side", "present"} <= set(unit.names)
    assert rules.state.dtype["stack"].base.names[:2] == ("kind", "step")


def test_the_starts_played_interpreted_cover_the_others(slug):
    """Nine of ten numbers that any start of the ruleset uses are used in one of them."""
    used = {start: {name for name, _ in play.held(start)} for start in play.starts() if start[0] == slug}
    covering = set().union(*(used[start] for start in play.covering_starts() if start[0] == slug))
    missing = set().union(*used.values()) - covering
    assert len(missing) <= len(covering) / 9, sorted(missing)


@pytest.mark.compiled_only
def test_every_entry_point_has_one_signature(slug):
    """Two signatures of one function mean that it is compiled twice: somebody passes another kind of number."""
    rules = rulesets.get(slug)
    start = next(start for start in play.starts() if start[0] == slug)
    for _ in play.Table(*start).positions(50):
        pass
    entries = jit.entries[rules.folder]
    assert len(entries) > 15
    several = [one.name for one in entries if len(one.kernel.callables if jit.IMAGES else one.kernel.signatures) > 1]
    assert several == []


def test_no_two_names_of_a_vocabulary_have_one_number(slug):
    """Of two the second would be another name of the first: two refusals with one sentence, two events counted as one."""
    vocab = rulesets.get(slug).book.vocab
    doubled = [
        f"{enum.__name__}.{name} is {one.name}"
        for enum in vocab.all
        for name, one in enum.__members__.items()
        if name != one.name
    ]
    assert not doubled, doubled
