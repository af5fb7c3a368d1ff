"""What unit rows say of how regiments lie to the one that is asked, measured by hand on the table."""

from __future__ import annotations

import pytest
from tow.scenes import battle, go_on, regiment

from tactica.envs.rulesets.tow import observe
from tactica.envs.rulesets.tow.vocab import Bearing

FEATURE = {piece.name: i for i, piece in enumerate(observe.FEATURES)}
SQUARE = {"models": 16, "files": 4}


def lies(at, facing):
    """Distance, ahead, aside, bearing and aspect of orcs, four by four, to men at columns 10 to 13, rows 14 to 17, who face
    north and are asked.
    """
    scene = battle(regiment("men", **SQUARE), regiment("orcs", at=at, facing=facing, **SQUARE), dice=None)
    go_on(scene, "move")
    row = scene.game.observe(0)["units"][scene.game.layout.own_rows]
    found = [int(row[FEATURE[name]]) for name in ("distance", "ahead", "aside", "bearing", "aspect")]
    return *found[:3], Bearing(found[3]), Bearing(found[4])


@pytest.mark.parametrize(("at", "facing", "expected"), [
    # columns 20 to 23, rows 2 to 5: 6 across and 8 along between them; middle at (22, 4), that of the men at (12, 16)
    ((23, 5), "south", (10, 10, 10, Bearing.FRONT, Bearing.FRONT)),
    ((20, 2), "north", (10, 10, 10, Bearing.FRONT, Bearing.REAR)),
    ((23, 2), "east", (10, 10, 10, Bearing.FRONT, Bearing.RIGHT)),
    ((20, 5), "west", (10, 10, 10, Bearing.FRONT, Bearing.LEFT)),
    # columns 2 to 5, rows 16 to 19: 4 across; middle at (4, 18), 4 behind the front of the men and 8 to their left
    ((5, 16), "east", (4, -4, -8, Bearing.LEFT, Bearing.FRONT)),
    # columns 11 to 14, rows 20 to 23: 2 along; middle at (13, 22), 8 behind the front of the men and 1 to the right
    ((11, 20), "north", (2, -8, 1, Bearing.REAR, Bearing.FRONT)),
])  # fmt: skip
def test_how_a_regiment_lies_to_the_one_that_is_asked(at, facing, expected):
    """Inches, and the arc each is in for the other."""
    assert lies(at, facing) == expected


def test_the_one_that_is_asked_lies_nowhere_to_itself():
    """Its own row says nothing."""
    scene = battle(regiment("men", **SQUARE), regiment("orcs", at=(23, 5), facing="south", **SQUARE), dice=None)
    go_on(scene, "move")
    row = scene.game.observe(0)["units"][0]
    assert [int(row[FEATURE[name]]) for name in ("distance", "ahead", "aside", "bearing", "aspect")] == [0] * 5
