"""The rulebook loader, tried on a small book of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tactica.envs.core.rulebook import KnobError, Rulebook, RulebookError

BOOK = """
ruleset: {id: toy, title: Toy, version: 3, summary: A book for tests.}
clauses:
- id: attack.blow
  heading: Blows
  title: Blow
  origin: book
  scope: combat
  statement: Roll the die.
  knobs:
    charge_bonus: 10
    blow_die: {default: 6, min: 1, max: 100}
    fall_die: {default: 6, as: blow_fall_die}
- id: attack.charging
  heading: Modifiers
  title: Charging
  origin: book
  scope: combat
  statement: A bonus.
  ruling: Only once.
  idle: Nobody charges.
  knobs:
    charging: {same_as: attack.blow.charge_bonus}
  readings:
  - question: Which blow?
    readings: [the first, all]
    adopted: the first
    why: it says so
- id: c.end
  heading: Completion
  title: End
  origin: completion
  why: somebody must win
  scope: combat
  statement: A draw at the limit.
  knobs:
    end_mode: {default: draw, names: [draw, share]}
    rate: {default: run, names: {walk: 1, run: 3}}
    fall_die: 4
tables:
  weapons:
    origin: book
    fixed: [bit]
    limits: {damage: [-5, 5]}
    columns: [weapon, damage, bonus, bit, remark]
    rows:
    - [short sword, 0, 0, 1, ""]
    - [2-handed axe, 2, {same_as: attack.blow.charge_bonus}, 2, slow]
    - [club, -1, {fixed: 7}, 4, ""]
  words:
    origin: completion
    columns: [word, meaning]
    rows:
    - [a, b]
"""


def write(folder: Path, text: str = BOOK) -> Path:
    path = folder / "rulebook.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def toy(tmp_path: Path) -> Rulebook:
    return Rulebook.load(write(tmp_path))


@pytest.fixture
def broken(tmp_path: Path) -> Callable[[str, str], str]:
    """Load the book with one passage replaced, and give back the error."""

    def load(old: str, new: str) -> str:
        assert BOOK.count(old) == 1
        with pytest.raises(RulebookError) as caught:
            Rulebook.load(write(tmp_path, BOOK.replace(old, new)))
        return str(caught.value)

    return load


# -------------------------------------------------------------------------------------------------------- reading


def test_clauses_keep_the_order_and_texts_of_the_file(toy: Rulebook) -> None:
    assert (toy.id, toy.title, toy.version) == ("toy", "Toy", 3)
    assert list(toy.clauses) == ["attack.blow", "attack.charging", "c.end"]
    charging = toy.clauses["attack.charging"]
    assert (charging.ruling, charging.idle) == ("Only once.", "Nobody charges.")
    assert charging.readings[0].readings == ("the first", "all")
    assert charging.knobs["charging"].address == "attack.blow.charge_bonus"
    assert toy.clauses["c.end"].why == "somebody must win"


def test_the_record_has_a_field_for_every_knob_and_every_table_with_numbers(toy: Rulebook) -> None:
    assert toy.dtype.names == ("charge_bonus", "blow_die", "blow_fall_die", "end_mode", "rate", "fall_die", "weapons")
    assert all(toy.dtype[name] == np.int32 for name in toy.dtype.names[:-1])
    rows = toy.dtype["weapons"]
    assert rows.shape == (3,)
    assert rows.base.names == ("damage", "bonus", "bit")
    assert toy.dtype.isalignedstruct
    assert toy.dtype.type is np.record


def test_every_field_is_filled_by_exactly_one_knob_or_fixed_cell(toy: Rulebook) -> None:
    scalar = {k.field for k in toy.addresses().values() if not k.address.startswith("tables.")}
    assert scalar == set(toy.dtype.names or ()) - {"weapons"}
    cells = {k.field for k in toy.addresses().values() if k.address.startswith("tables.")}
    assert cells == {f"weapons[{i}].damage" for i in range(3)} | {"weapons[0].bonus"}


def test_defaults(toy: Rulebook) -> None:
    book = toy.book()
    assert isinstance(book, np.recarray)
    assert book.shape == (1,)
    assert book[0].charge_bonus == 10
    assert book[0].end_mode == 0
    assert book[0].rate == 3
    assert [int(row.damage) for row in book[0].weapons] == [0, 2, -1]
    assert [int(row.bonus) for row in book[0].weapons] == [0, 10, 7]


def test_rows_are_found_by_key_and_by_their_printed_name(toy: Rulebook) -> None:
    assert toy.row_names("weapons") == ("short_sword", "2_handed_axe", "club")
    assert toy.row_index("weapons", "2-handed axe") == toy.row_index("weapons", "2_handed_axe") == 1
    assert toy.tables["weapons"].rows[1] == ("2-handed axe", 2, 10, 2, "slow")
    assert toy.tables["words"].numeric == ()
    with pytest.raises(KnobError, match=r"no row 'bow'; rows: short_sword, 2_handed_axe, club"):
        toy.row_index("weapons", "bow")
    with pytest.raises(KnobError, match=r"no table 'armour'; tables: weapons, words"):
        toy.row_names("armour")


# ------------------------------------------------------------------------------------------------------ overriding


@pytest.mark.parametrize(
    "address", ["attack.blow.charge_bonus", "attack.charging.charging", "toy.attack.charging.charging"]
)
def test_an_override_by_any_address_changes_the_number_everywhere(toy: Rulebook, address: str) -> None:
    book = toy.book({address: 25})[0]
    assert book.charge_bonus == 25
    assert book.weapons[1].bonus == 25
    assert toy.book()[0].charge_bonus == 10


def test_a_cell_that_repeats_a_knob_is_one_more_address_of_it(toy: Rulebook) -> None:
    assert toy.book({"tables.weapons.2_handed_axe.bonus": 3})[0].charge_bonus == 3
    knob = toy.addresses()["attack.blow.charge_bonus"]
    assert knob.aliases == ("attack.charging.charging", "tables.weapons.2_handed_axe.bonus")
    assert "attack.charging.charging" not in toy.addresses()
    assert toy.addresses(aliases=True)["attack.charging.charging"] is knob


def test_a_table_cell_can_be_overridden(toy: Rulebook) -> None:
    book = toy.book({"toy.tables.weapons.club.damage": -5})[0]
    assert [int(row.damage) for row in book.weapons] == [0, 2, -5]


def test_values_by_name_and_switches(toy: Rulebook) -> None:
    book = toy.book({"c.end.end_mode": "share", "c.end.rate": "walk"})[0]
    assert (book.end_mode, book.rate) == (1, 1)
    assert toy.book({"c.end.end_mode": True})[0].end_mode == 1
    numpys: Any = np.int16(1)
    assert toy.book({"c.end.end_mode": numpys})[0].end_mode == 1
    with pytest.raises(KnobError, match=r"c\.end\.end_mode: 'lose' is not possible; allowed: draw, share"):
        toy.book({"c.end.end_mode": "lose"})


def test_books_gives_one_record_for_every_set_of_overrides(toy: Rulebook) -> None:
    books = toy.books([{}, {"attack.blow.blow_die": 8}, {"attack.blow.blow_die": 4, "c.end.rate": 1}])
    assert books.shape == (3,)
    assert books.blow_die.tolist() == [6, 8, 4]
    assert books.rate.tolist() == [3, 3, 1]
    assert toy.books([]).shape == (0,)


def test_an_unknown_knob_is_refused_with_what_there_is(toy: Rulebook) -> None:
    with pytest.raises(KnobError) as caught:
        toy.book({"attack.blow.charge_bonis": 1})
    assert str(caught.value) == (
        "unknown knob 'attack.blow.charge_bonis'; knobs of attack.blow: charge_bonus, blow_die, fall_die; "
        "did you mean attack.blow.charge_bonus?"
    )
    with pytest.raises(KnobError, match=r"did you mean c\.end\.rate\?"):
        toy.book({"rate": 1})
    with pytest.raises(KnobError, match=r"a knob is written clause\.param or tables\.table\.row\.column; 10 exist"):
        toy.book({"what": 1})


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tables.armour.club.damage", "unknown table 'armour' in 'tables.armour.club.damage'; tables: weapons, words"),
        ("tables.weapons.bow.damage", "rows of weapons: short_sword, 2_handed_axe, club"),
        ("tables.weapons.club.weight", "columns of weapons.club that are: damage"),
        ("tables.weapons.club.bit", "'tables.weapons.club.bit' is not a knob"),
        ("tables.weapons.club.bonus", "'tables.weapons.club.bonus' is not a knob"),
        ("tables.words.a.meaning", "columns of words.a that are: none"),
        ("tables.weapons", "unknown row '' in 'tables.weapons'"),
    ],
)
def test_an_unknown_cell_is_refused_with_what_there_is(toy: Rulebook, address: str, message: str) -> None:
    with pytest.raises(KnobError, match=re.escape(message)):
        toy.book({address: 1})


@pytest.mark.parametrize(
    ("address", "value", "message"),
    [
        ("attack.blow.blow_die", 0, "attack.blow.blow_die: 0 is out of range; allowed: 1 to 100"),
        ("attack.blow.blow_die", 101, "101 is out of range"),
        ("tables.weapons.club.damage", 6, "tables.weapons.club.damage: 6 is out of range; allowed: -5 to 5"),
        ("attack.blow.charge_bonus", 2**31, "2147483648 is out of range"),
        ("attack.blow.blow_die", 2.5, "2.5 is not a whole number"),
        ("attack.blow.blow_die", None, "None is not a whole number"),
        ("attack.blow.blow_die", "six", "'six' is not possible; allowed: a number from 1 to 100"),
        ("c.end.rate", 0, "c.end.rate: 0 is out of range; allowed: 1 to 3"),
    ],
)
def test_an_impossible_value_is_refused(toy: Rulebook, address: str, value: Any, message: str) -> None:
    with pytest.raises(KnobError, match=re.escape(message)):
        toy.book({address: value})


def test_two_addresses_of_one_knob_must_agree(toy: Rulebook) -> None:
    both = {"attack.blow.charge_bonus": 5, "attack.charging.charging": 6}
    with pytest.raises(KnobError, match="but both are the same knob"):
        toy.book(both)
    both["attack.charging.charging"] = 5
    assert toy.book(both)[0].charge_bonus == 5


# --------------------------------------------------------------------------------------------------- derived fields


def test_derived_fields_follow_the_overrides(tmp_path: Path) -> None:
    def fill(book: Any) -> None:
        book.twice = 2 * book.blow_die
        book.faces[:] = np.arange(5) <= book.rate

    toy = Rulebook.load(write(tmp_path), [("twice", "i4"), ("faces", "i1", (5,))], fill)
    assert (toy.dtype.names or ())[-2:] == ("twice", "faces")
    books = toy.books([{}, {"attack.blow.blow_die": 10, "c.end.rate": "walk"}])
    assert books.twice.tolist() == [12, 20]
    assert books.faces.tolist() == [[1, 1, 1, 1, 0], [1, 1, 0, 0, 0]]


def test_derived_fields_are_checked_like_knobs(tmp_path: Path) -> None:
    def fill(book: Any) -> None:
        raise AssertionError("not reached")

    with pytest.raises(RulebookError, match="field 'weapons' of a derived field belongs to the table weapons"):
        Rulebook.load(write(tmp_path), [("weapons", "i4")], fill)
    with pytest.raises(RulebookError, match="'copy' is a Python word or an attribute of numpy arrays"):
        Rulebook.load(write(tmp_path), [("copy", "i4")], fill)
    with pytest.raises(ValueError, match="needs fill_derived"):
        Rulebook.load(write(tmp_path), [("twice", "i4")])


# ------------------------------------------------------------------------------------------------------------- hash


def test_the_hash_sees_every_word_but_not_comments_or_layout(tmp_path: Path, toy: Rulebook) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", toy.rules_hash)
    same = BOOK.replace("    charge_bonus: 10", "    # ten\n    'charge_bonus':   10")
    assert Rulebook.load(write(tmp_path, same)).rules_hash == toy.rules_hash
    for old, new in [
        ("charge_bonus: 10", "charge_bonus: 11"),
        ("Roll the die", "Roll a die"),
        ("club, -1", "club, -2"),
    ]:
        assert Rulebook.load(write(tmp_path, BOOK.replace(old, new))).rules_hash != toy.rules_hash


# ------------------------------------------------------------------------------------------------- errors of a file


def line_of(text: str) -> int:
    return BOOK[: BOOK.index(text)].count("\n") + 1


def test_an_unknown_key_names_file_line_and_what_is_allowed(broken: Callable[[str, str], str], tmp_path: Path) -> None:
    error = broken("  ruling: Only once.", "  rulling: Only once.")
    assert error == (
        f"{tmp_path / 'rulebook.yaml'}:{line_of('  ruling')}: clause attack.charging: unknown key 'rulling'; allowed: "
        "id, heading, title, origin, scope, statement, why, decision, knobs, ruling, idle, readings"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version: 3,", "version: three,", "ruleset version must be a whole number, not 'three'"),
        ("title: Toy, ", "", "ruleset: 'title' is missing"),
        ("- id: attack.charging", "- id: attack.blow", "clause attack.blow stands twice"),
        ("- id: attack.charging", "- id: toy.charging", "without the ruleset's id"),
        ("- id: attack.charging", "- id: Charging", "an id is lower-case words joined by dots"),
        ("  why: somebody must win\n", "", "`why` belongs to completions and is needed there"),
        ("  statement: Roll the die.", "  statement:", "clause attack.blow: statement must be text"),
        ("  ruling: Only once.", "  scope: battle", "'scope': duplicate key in this mapping"),
        ("    charge_bonus: 10", "    charge_bonus: 1.5", "must be a whole number, not 1.5"),
        ("    charge_bonus: 10", "    charge_bonus: true", "must be a whole number, not True"),
        (
            "    charge_bonus: 10",
            "    charge_bonus: {default: 1, least: 0}",
            "allowed: default, min, max, as, note, names",
        ),
        ("    charge_bonus: 10", "    charge_bonus: {min: 0}", "'default' is missing"),
        ("    charge_bonus: 10", "    Charge: 10", "must be lower case letters"),
        ("    charge_bonus: 10", "    fill: 10", "'fill' is a Python word or an attribute of numpy arrays"),
        ("    charge_bonus: 10", "    round: {default: 10}", "'round' is a Python word or an attribute"),
        ("    blow_die: {default: 6,", "    blow_die: {default: 0,", "0 is outside 1 to 100"),
        ("as: blow_fall_die", "as: lambda", "'lambda' is a Python word"),
        ("default: draw,", "default: lose,", "must be a whole number, not 'lose'"),
        ("names: [draw, share]", "names: []", "names must be a list or a mapping that is not empty"),
        ("same_as: attack.blow.charge_bonus}\n  readings", "same_as: attack.blow.bonus}\n  readings", "names no knob"),
        ("readings: [the first, all]", "readings: all", "readings must be a list that is not empty"),
        ("fixed: [bit]", "fixed: [remark]", "'remark' is no numeric column; these are: damage, bonus, bit"),
        ("limits: {damage: [-5, 5]}", "limits: {damage: 5}", "limits are written column: [smallest, largest]"),
        ("limits: {damage: [-5, 5]}", "limits: {damage: [0, 5]}", "tables.weapons.club.damage: -1 is outside 0 to 5"),
        ('- [club, -1, {fixed: 7}, 4, ""]', "- [club, -1, {fixed: 7}, 4]", "a row must have 5 cells"),
        ("- [club, -1,", "- [club, heavy,", "must be a whole number, not 'heavy'"),
        ("- [club,", "- [Short-Sword,", "row 'short_sword' stands twice or has no name"),
        ("columns: [weapon, damage, bonus,", "columns: [weapon, damage, from,", "'from' is a Python word"),
        ("columns: [weapon, damage,", "columns: [weapon, bit,", "a column stands twice"),
        ("  words:", "  data:", "'data' is a Python word or an attribute of numpy arrays"),
    ],
)
def test_a_wrong_file_is_refused(broken: Callable[[str, str], str], old: str, new: str, message: str) -> None:
    error = broken(old, new)
    assert message in error
    assert re.match(r".*rulebook\.yaml:\d+: ", error)


def test_two_knobs_with_one_field_are_refused(broken: Callable[[str, str], str]) -> None:
    error = broken("fall_die: {default: 6, as: blow_fall_die}", "fall_die: 6")
    assert f"rulebook.yaml:{line_of('    fall_die: 4')}: " in error
    assert (
        "field 'fall_die' of c.end.fall_die belongs to attack.blow.fall_die; give one of them another field with `as`, "
        "or say `same_as` if they are the same number"
    ) in error


def test_a_table_cannot_take_the_field_of_a_knob(broken: Callable[[str, str], str]) -> None:
    error = broken("    charge_bonus: 10\n", "    charge_bonus: 10\n    weapons: 1\n")
    assert "field 'weapons' of the table weapons belongs to attack.blow.weapons" in error


def test_aliases_must_end_at_a_knob(broken: Callable[[str, str], str]) -> None:
    error = broken("    charge_bonus: 10", "    charge_bonus: {same_as: attack.charging.charging}")
    assert "same_as goes round in a circle" in error
    error = broken("    charge_bonus: 10", "    charge_bonus: {same_as: tables.weapons.club.bit}")
    assert "tables.weapons.club.bit is fixed, no knob" in error
    error = broken("    charge_bonus: 10", "    charge_bonus: {same_as: attack.blow.blow_dye}")
    assert "did you mean attack.blow.blow_die" in error


def test_text_that_is_no_yaml_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"rulebook\.yaml:2: "):
        Rulebook.load(write(tmp_path, "ruleset: {id: toy}\n- x: ]\n"))
    with pytest.raises(RulebookError, match="the rulebook must be a mapping"):
        Rulebook.load(write(tmp_path, ""))
