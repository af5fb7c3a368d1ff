"""How numbers are shifted, on this rulebook; that a test notices each of them is in conformance/test_knobs.py."""

from __future__ import annotations

import pytest
from mutation import LEFT_OUT, cases, notice_each, shifted, shifts, words_of

from tactica.envs import rulesets


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


def test_clause_tests_are_found():
    names = {case.name.split(".")[0] for case in cases("wfrp1")}
    assert "test_missiles" in names
    assert not names & set(LEFT_OUT)


def test_the_tests_that_have_to_do_with_a_number_are_tried_first():
    """The number of a clause under the tests of the clause, that of a table under those that speak of its row."""
    tests = cases("wfrp1")
    found = notice_each("wfrp1", ["parry.shield.shield_parry_bonus", "tables.firearms.arquebus.long_range"], tests)
    assert found["parry.shield.shield_parry_bonus"].startswith("test_parrying.")
    by = next(case for case in tests if case.name == found["tables.firearms.arquebus.long_range"])
    assert "arquebu" in by.words


def test_a_number_that_no_test_looks_at_is_not_noticed():
    tests = [case for case in cases("wfrp1") if case.name.startswith("test_parrying.")][:5]
    assert notice_each("wfrp1", ["tables.firearms.arquebus.long_range"], tests) == {}


def test_words_are_compared_without_plurals():
    assert words_of("tables.firearms.arquebus") == {"table", "firearm", "arquebu"}
