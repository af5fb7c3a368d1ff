"""Every number of the rulebook matters to some test: shift it, and one of them fails."""

from __future__ import annotations

import os
import random

import pytest
from mutation import LEFT_OUT, cases, mutate, mutate_hidden, quickest_first, shifted, shifts, survivors

from tactica.envs import rulesets

EVERY = 20  # of so many knobs, one is in the sample


@pytest.fixture(scope="module")
def book():
    """The rulebook, with its numbers as they are."""
    return rulesets.get("wfrp1").rulebook


def test_a_shifted_number_is_the_books_own(book):
    """Wherever it is read: in the record, in the table as printed, by the name of the knob."""
    address = "tables.armour_pieces.mail_shirt.body"
    before = book.book().tobytes()
    with shifted(book, {address: 0, "parry.shield.shield_parry_bonus": 21}):
        row = book.row_index("armour_pieces", "mail_shirt")
        assert book.book()[0].armour_pieces[row].body == 0
        assert book.tables["armour_pieces"].rows[row][book.tables["armour_pieces"].columns.index("body")] == 0
        assert book.knob(address).default == 0
        assert book.book()[0].shield_parry_bonus == book.knob("parry.shield.shield_parry_bonus").default == 21
    assert book.book().tobytes() == before
    assert book.knob(address).default == 1


def test_every_knob_can_be_shifted(book):
    for address, knob in book.addresses().items():
        values = shifts(knob)
        assert values, address
        assert all(knob.min <= value <= knob.max != knob.min and value != knob.default for value in values)


def test_an_alias_is_shifted_with_its_owner(book):
    with shifted(book, {"missile.modifiers.long": -15}):
        assert book.knob("tables.missile_modifiers.long_range.modifier").default == -15


def test_the_number_a_test_sets_itself_is_not_shifted(book):
    with shifted(book, {"missile.modifiers.long": -15}):
        assert book.book({"missile.modifiers.long": -10})[0].long == -10


@pytest.mark.compiled_only
def test_a_sample_of_the_knobs_is_noticed(book):
    """Every twentieth, the same ones each time."""
    listed = survivors("wfrp1")
    addresses = [address for address in book.addresses() if address not in listed]
    sample = random.Random(1).sample(addresses, len(addresses) // EVERY)
    tests = cases("wfrp1")
    noticed = mutate("wfrp1", sample, tests)
    unnoticed = sorted(set(sample) - set(noticed) - set(mutate_hidden("wfrp1", sample, noticed, tests, listed)))
    assert not unnoticed, f"no test notices when these are shifted: {', '.join(unnoticed)}"


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not os.environ.get("TACTICA_LONG"), reason="minutes long: TACTICA_LONG=1 runs it")
def test_every_knob_is_noticed_or_explained(book):
    listed = survivors("wfrp1")
    tests, broken, _ = quickest_first(cases("wfrp1"))
    assert not broken
    noticed = mutate("wfrp1", book.addresses(), tests)
    noticed |= mutate_hidden("wfrp1", book.addresses(), noticed, tests, survivors("wfrp1"))
    unexplained = sorted(address for address in book.addresses() if address not in noticed and address not in listed)
    wrong = sorted(f"{address} (by {noticed[address]})" for address in listed if address in noticed)
    assert not unexplained, f"no test notices when these are shifted: {', '.join(unexplained)}"
    assert not wrong, f"listed in survivors.yaml, yet noticed: {', '.join(wrong)}"


def test_clause_tests_are_found():
    names = {case.name.split(".")[0] for case in cases("wfrp1")}
    assert "test_missiles" in names
    assert not names & set(LEFT_OUT)
