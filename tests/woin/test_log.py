"""The log: parts of a total stand beside the roll they belong to, and nowhere else."""

from __future__ import annotations

import random

from fixtures import clause
from woin.rolls import TOTALS
from woin.scenes import scene

#: Events that have parts of a total: rolls of pools with labelled dice, and damage after SOAK.
WITH_PARTS = {event.name.lower() for event in TOTALS} | {"falls"}


def brawl():
    """Shooters, casters and fighters, with overwatch, areas and traps, where much is weighed before anything is rolled."""
    fields = {"weapons": ["longsword", "shortbow"], "exploits": ["scattershot", "charge", "knockback"], "HEALTH": 60}
    mage = {
        "MAG": 15,
        "PSI": 15,
        "spells": ["firebolt", "flame_burst", "mind_lance", "telekinetic_shove"],
        "HEALTH": 60,
    }
    units = [
        {"name": f"{name}_{i}", "side": side, "at": [x, 3 + 3 * i], "INT": 6, **(mage if i == 1 else fields)}
        for name, side, x in (("man", "men", 3), ("orc", "orcs", 8))
        for i in range(2)
    ]
    table = scene(*units, order=[6] * 3 + [5] * 3 + [4] * 3 + [3] * 3)
    table.dice = None
    return table


@clause("woin.attack.step2_positional", "woin.attack.vital", "woin.overwatch.interrupt")
def test_parts_of_a_former_roll_stand_beside_no_later_event():
    table, chance = brawl(), random.Random(7)
    for _ in range(120):
        if table.ending is not None:
            break
        table.play(chance.choice(table.choices()))
    found = {event.kind for event in table.events if event.terms}
    assert found <= WITH_PARTS and {"attack_missed", "damaged"} <= found
    for event in table.events:
        if event.kind == "damaged":
            assert {label for label, _ in event.terms} <= {"dice", "SOAK", "sixes always count"}


@clause("woin.attack.step3_spend", "woin.overwatch.stance")
def test_attacks_that_are_only_weighed_leave_no_parts():
    """A menu weighs dozens of pools; none of them takes room in the log."""
    table = brawl()
    assert len(table.choices()) > 20
    assert table.state["term_count"] == table.state["term_open"]
