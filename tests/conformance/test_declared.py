"""What a ruleset declares: complete words, invariants that notice corruption, one signature for each entry point."""

from __future__ import annotations

import string

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO

PLACES = {"who", "target", "amount", "extra", "face", "terms"}
TRIES = 12 if play.INTERPRETED else 60


def test_words_are_complete(slug):
    """Every event, term and ending has its words; every sentence names a clause and fills known places."""
    rules = rulesets.get(slug)
    vocab, words = rules.module("vocab"), rules.module("words")
    assert {event for event in vocab.Event if event} <= set(words.EVENT_WORDS)
    assert {term for term in vocab.Term if term} <= set(words.TERM_WORDS)
    assert {ending for ending in vocab.Ending if ending} <= set(words.ENDING_WORDS)
    for event, (clause, sentence) in words.EVENT_WORDS.items():
        places = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert places <= PLACES, event
        assert not event or clause in rules.rulebook.clauses, (event, clause)
        assert not event or sentence, event
    assert all(words.TERM_WORDS[term] for term in vocab.Term if term)
    assert len(set(words.TERM_WORDS.values())) == len(words.TERM_WORDS)


def test_numbers_fit_where_the_core_keeps_them(slug):
    rules = rulesets.get(slug)
    vocab = rules.module("vocab")
    assert max(vocab.Event) < rules.state.capacities.kinds
    assert vocab.Frame.BATTLE == 1
    assert vocab.Prompt.NOBODY == vocab.Verb.NONE == vocab.Ending.GOING_ON == 0
    assert (vocab.Ending.FORFEIT, vocab.Ending.STALLED) == (126, 127)
    sections = rules.module("choices").SECTIONS
    assert sections[0][0] == "verb" and sections[0][2] == len(vocab.Verb)
    assert sum(size for _, _, size in sections) <= rules.state.capacities.choices
    assert set(vocab.PARTS) <= set(vocab.Prompt)
    assert rules.state.snapshot_bytes < 16_384
    for pieces in (rules.module("observe").CHANNELS, rules.module("observe").FEATURES, rules.module("observe").CONTEXT):
        names = [piece.name for piece in pieces]
        assert len(set(names)) == len(names)
        assert all(piece.low <= piece.high and piece.meaning for piece in pieces)


def test_measures_count_events_the_ruleset_has(slug):
    rules = rulesets.get(slug)
    measures = rules.module("tactics").MEASURES
    assert len({measure.name for measure in measures} | {"distance kept"}) == len(measures) + 1
    for measure in measures:
        assert measure.meaning and measure.row in (BY_WHO, AMOUNT_BY_WHO, AMOUNT_TO_TARGET)
        assert measure.kinds and set(measure.kinds) <= set(rules.module("vocab").Event)


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

    A ruleset lists in ``invariants.ANY_VALUE`` the fields that may hold anything (tallies that rules only write).
    """
    rules = rulesets.get(slug)
    start = next(start for start in play.starts() if start[0] == slug)
    table = play.Table(*start)
    rng = np.random.default_rng(31)
    free = getattr(rules.module("invariants"), "ANY_VALUE", frozenset())
    position = [path for path in leaves(rules.state.dtype) if path[0] in rules.state.position_fields]
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


def test_every_unit_record_field_is_said_to_be_in_use(slug):
    rules = rulesets.get(slug)
    unit = rules.state.dtype["units"].base
    assert {"side", "present"} <= set(unit.names)
    assert rules.state.dtype["stack"].base.names[:2] == ("kind", "step")


@pytest.mark.compiled_only
def test_every_entry_point_has_one_signature(slug):
    """Two signatures of one function mean that it is compiled twice: somebody passes another kind of number."""
    rules = rulesets.get(slug)
    start = next(start for start in play.starts() if start[0] == slug)
    for _ in play.Table(*start).positions(50):
        pass
    names = ("turn.step", "choices.legal", "loops.run_game", "loops.run_games")
    for name in names:
        module, function = name.split(".")
        owner = rules.loops if module == "loops" else rules.module(module)
        assert len(getattr(owner, function).signatures) <= 1, name
