"""Positions that cannot be, because the prompt does not fit the procedure that waits for it."""

from __future__ import annotations

import pytest
from owh.scenes import duel, scene

BOW = {"weapons": ["longbow"], "hidden": True}


def leaving():
    """A man who walks away from an orc, which may attack him; a friend stands by."""
    table = duel(friends=[{"name": "friend", "side": "men", "at": [8, 8]}])
    table.play("move 2,5")
    return table, "orc", "target"


def missing():
    """A man of a party who has missed, and may roll again."""
    table = duel({"fighting": 16}, {"parry": 13}, dice=[2], party=[True, False], rules={"fate.reroll.kinds_mask": 1})
    table.play("attack orc normal")
    return table, "man", "who"


def stalking():
    """A boy who is to join in a coordinated attack."""
    table = scene(
        {"name": "man", "side": "men", "at": [2, 5], **BOW},
        {"name": "boy", "side": "men", "at": [2, 6], **BOW},
        {"name": "orc", "side": "orcs", "at": [8, 5]},
    )
    table.play("coordinate orc")
    return table, "boy", "index"


@pytest.mark.parametrize(("play", "prompt"), [(leaving, "opportunity"), (missing, "reroll"), (stalking, "consent")])
def test_who_is_asked_is_whom_the_procedure_waits_for(play, prompt):
    table, asked, waits_for = play()
    assert (table.decider, table.prompt) == (asked, prompt)
    frame = table.state["stack"][table.state["depth"] - 1]
    answer, before, table.dice = table.choices()[0], int(frame[waits_for]), None
    frame[waits_for] = next(row for row in range(2) if row != before)
    with pytest.raises(ValueError, match="the prompt does not fit"):
        table.play(answer)
    frame[waits_for] = before
    table.play(answer)
