"""Units on the table: every field by name, to read and to set."""

from __future__ import annotations

import pytest
from sandbox.toy import skirmish


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
    table = skirmish()
    table.unit("dot").at = None
    assert table.unit("dot").at is None
    assert table.unit("dot").x is None


def test_mistakes_are_named():
    table = skirmish()
    ann = table.unit("ann")
    with pytest.raises(KeyError, match="did you mean 'ann'"):
        table.unit("anne")
    with pytest.raises(KeyError, match="no roster row 9"):
        table.unit(9)
    with pytest.raises(AttributeError, match="close to it: health"):
        _ = ann.healt
    with pytest.raises(AttributeError, match="has no 'wits'"):
        ann.wits = 3
    with pytest.raises(ValueError, match=r"\(9, 2\) is not on the board of 6 x 5 cells"):
        ann.x = 9
    with pytest.raises(ValueError, match="unknown word"):
        ann.order = "sing"
    with pytest.raises(OverflowError):
        ann.health = 70_000


def test_the_record_can_be_changed_by_hand():
    table = skirmish()
    table.state["units"]["health"][1] = 0
    table.refresh()
    assert table.unit("bea").health == 0
    assert table.choices()
