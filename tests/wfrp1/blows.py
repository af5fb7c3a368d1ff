"""What tests of single blows share: the locations, odds to six decimals, and rules that leave out what is not looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tactica.envs.sandbox import Table

HEAD, RIGHT_ARM, LEFT_ARM, BODY, RIGHT_LEG, LEFT_LEG = range(6)
#: A face of the roll to hit for each location: 01, 16, 36, 56, 81 and 91 when it is read backwards.
FACES = {"head": 10, "right arm": 61, "left arm": 63, "body": 65, "right leg": 18, "left leg": 19}
NO_SIXES = {"damage.additional.opt_additional_damage": 0}
NO_FUMBLES = {"attack.fumble.opt_fumbles": 0}
#: Every damage die and every parry die shows 1, so that all blows of somebody are alike and a parry stops a point.
ONES = {"damage.basic.damage_die": 1, "parry.attempt.parry_die": 1}


def exactly(chance: float) -> Any:
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def to_hit(scene: Table, text: str) -> float:
    """The chance that a blow hits somebody who may parry: then that is what is asked next."""
    return scene.odds(text, want=lambda after: after.prompt, open="stop")["parry"]


def locations(scene: Table, text: str = "strike orc") -> list[int]:
    """How many faces of the roll to hit land on each location, all hundred tried."""
    counts = [0] * 6
    for face in range(1, 101):
        tried = scene.clone()
        tried.dice = [face]
        tried.play(text)
        if tried.prompt == "parry":
            counts[tried.last("blow_hit").amount] += 1
    return counts
