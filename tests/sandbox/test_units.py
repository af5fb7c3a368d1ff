"""Units on the table: every field by name, to read and to set."""

from __future__ import annotations

import pytest
from sandbox.toy import skirmish

from tactica.envs.sandbox import sandbox


def test_fields_are_read_by_name():
    ann = skirmish().unit("ann")
    assert (ann.name, ann.row, ann.side, ann.health, ann.health_max) == ("ann", 0, 0, 2, 2)
    assert (ann.at, ann.x, ann.y, ann.cell) == ((1, 2), 1, 2, 2 * 64 + 1)
    assert ann.to_dict()["armour"] == 3
    assert "health=2" in repr(ann)
    assert [unit.name for unit in skirmish().units] == ["ann", "bea", "cid", "dot"]
    assert skirmish().unit(2).name == "cid"


def test_what_is_set_counts_at_once():
    table = skirmish([9, 9, 9, 1, 1, 1], skip_forced=False)
    table.play("strike", "hold", "hold", "hold")
    assert table.choices() == ["cid"]
    table.unit("dot").at = (2, 1)
    assert table.choices() == ["cid", "dot"]
    table.unit("dot").x = 3
    assert table.choices() == ["cid"]
    table.unit("dot").y = 4
    assert table.unit("dot").at == (3, 4)
    table.unit("cid").health = 1
    assert table.unit("cid").health == 1
    table.unit("dot").cell = 2 * 64
    assert table.unit("dot").at == (0, 2)


def test_names_do_for_numbers():
    table = skirmish()
    ann = table.unit("ann")
    ann.guard_direction = "south-west"
    assert ann.guard_direction == 5
    ann.guard_direction = "n"
    assert ann.guard_direction == 0
    ann.order = "march"
    assert ann.order == 5
    ann.risen = "dot"
    assert ann.risen == 3


def test_a_unit_may_stand_nowhere():
    for table in (skirmish(), sandbox("wfrp1", "duel")):
        unit = table.units[1]
        unit.at = None
        assert (unit.at, unit.x, unit.cell) == (None, None, -1)


def test_a_cell_that_is_taken_is_refused():
    for table in (skirmish(), sandbox("wfrp1", "duel")):
        one, other = table.units[0], table.units[2 if len(table.units) > 2 else 1]
        before = table.snapshot()
        for name, value in (("at", other.at), ("cell", other.cell)):
            with pytest.raises(ValueError, match=f"is taken by {other.name}; {one.name} cannot stand there"):
                setattr(one, name, value)
        assert table.snapshot() == before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("side", 1000, r"field side of unit 0 \(ann\) is 1000, allowed 0\.\.1"),
        ("health", 70_000, r"field health of unit 0 \(ann\) is 70000, allowed 0\.\.20"),
        ("health", -1, r"is -1, allowed 0\.\.20"),
        ("health", 2**70, r"allowed 0\.\.20"),
        ("health", 1.5, "health = 1.5: give a whole number or a word"),
        ("health", None, "health = None: give a whole number or a word"),
        ("health", [1], "give a whole number"),
        ("order", 2, r"field order of unit 0 \(ann\) is 2, allowed 0, 3, 4, 5, 6"),
        ("cell", 32767, r"is 32767 \(column \d+, row \d+\), allowed a cell of the board of 6 x 5 cells"),
        ("cell", 7, r"is 7 \(column 7, row 0\), allowed"),
        ("at", (6, 0), r"\(6, 0\) is not on the board of 6 x 5 cells"),
        ("at", 3, "at = 3: give a column and a row"),
        ("at", (1, 2, 3), "give a column and a row"),
        ("x", None, "x = None: give a number"),
        ("side", 1, "sides of the roster do not fit"),
        ("present", 0, "sides of the roster do not fit"),
    ],
)
def test_what_a_field_cannot_hold_is_refused(field, value, words):
    table = skirmish()
    before = table.snapshot()
    with pytest.raises(ValueError, match=words):
        setattr(table.unit("ann"), field, value)
    assert table.snapshot() == before and table.choices()


def test_units_of_a_field_go_by_name():
    table = sandbox("wfrp1", "duel")
    one, other = table.units[:2]
    for given in ([other.name], (other.name,), other.name, {other.name}, 1 << other.row):
        one.won_over, other.beaten_by = given, [one.name]
        assert (one.won_over, other.beaten_by) == ((other.name,), (one.name,))
        assert table.choices()
        one.won_over = other.beaten_by = []
        assert (one.won_over, other.beaten_by) == ((), ())
    for wrong in (["nobody"], [7], 4, -1, 1 << 40):
        with pytest.raises(ValueError, match="won_over"):
            one.won_over = wrong


def test_what_belongs_together_is_set_one_after_the_other():
    """Until it fits, nothing runs on it."""
    table = sandbox("wfrp1", "duel")
    one, other = table.units[:2]
    first = table.choices()
    one.hold_role, one.hold_partner = 1, other.name
    assert one.hold_partner == other.row
    for act in (
        table.choices, table.first_words, table.snapshot, table.clone, lambda: table.play(first[0]),
        lambda: table.parse(first[0]), lambda: table.game, lambda: table.odds(first[0], want=lambda t: 0),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"rider and mount, holder and held"):
            act()
    other.hold_role, other.hold_partner = 2, one.name
    assert table.choices()
    one.hold_role = 2
    table.strict = False
    assert table.choices()


def test_lists_have_as_many_entries_as_there_is_room_for():
    unit = sandbox("wfrp1", "duel").units[0]
    unit.pack = ["spear"]
    with pytest.raises(ValueError, match="entries; there is room for"):
        unit.pack = [0] * 99
    for wrong in (3, "spear", None):
        with pytest.raises(ValueError, match="give a list of up to"):
            unit.pack = wrong


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("board_width", 30_000, "field board_width is 30000"),
        ("decider", 99, r"field decider is 99, allowed -1\.\.3"),
        ("field_row", 7, "field field_row is 7, allowed 0..0"),
        ("book_row", 7, "field book_row is 7, allowed 0..0"),
        ("pool_row", 7, "field pool_row is 7, allowed 0..0"),
        ("depth", 0, "field depth is 0"),
        ("prompt", 0, "nobody is asked"),
    ],
)
def test_the_record_changed_by_hand_is_looked_at(field, value, words):
    table = skirmish()
    before = int(table.state[field])
    table.state[field] = value
    with pytest.raises(ValueError, match=words):
        table.refresh()
    with pytest.raises(ValueError, match=words):
        table.choices()
    table.state[field] = before
    assert table.choices()
    table.state[field] = value
    with pytest.raises(ValueError, match=words):  # also without refresh
        table.choices()
    with pytest.raises(ValueError, match=words):
        table.game.observe()


def test_mistakes_are_named():
    table = skirmish()
    ann = table.unit("ann")
    with pytest.raises(KeyError, match="did you mean 'ann'"):
        table.unit("anne")
    with pytest.raises(KeyError, match="no roster row 9"):
        table.unit(9)
    with pytest.raises(AttributeError, match="did you mean health"):
        _ = ann.healt
    with pytest.raises(AttributeError, match="has no 'wits'"):
        ann.wits = 3
    with pytest.raises(ValueError, match=r"\(9, 2\) is not on the board of 6 x 5 cells"):
        ann.x = 9
    with pytest.raises(ValueError, match="unknown word"):
        ann.order = "sing"


def test_a_field_takes_its_own_words():
    """Whatever else a word may mean in the ruleset: ``act`` is a procedure and a phase, ``harm`` a step."""
    ann = skirmish().unit("ann")
    ann.order = "guard"
    assert ann.order == 4
    for word in ("act", "harm", "play", "ann"):
        with pytest.raises(
            ValueError, match=f"order: unknown word '{word}'; choose from: none, strike, guard, march, hold$"
        ):
            ann.order = word


def test_the_record_can_be_changed_by_hand():
    table = skirmish()
    table.state["units"]["health"][1] = 0
    table.refresh()
    assert table.unit("bea").health == 0
    assert table.choices()
