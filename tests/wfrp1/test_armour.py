"""Armour: what the pieces cover and stop, what may be worn over what, and leather."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.blows import FACES

from tactica.envs.scenario import ScenarioError

#: Piece -> what it covers. Each is worth one point.
PIECES = {
    "mail shirt": {"body"},
    "sleeved mail shirt": {"right arm", "left arm", "body"},
    "mail coat": {"body", "right leg", "left leg"},
    "sleeved mail coat": {"right arm", "left arm", "body", "right leg", "left leg"},
    "mail coif": {"head"},
    "breastplate": {"body"},
    "arm bracers": {"right arm", "left arm"},
    "leggings": {"right leg", "left leg"},
    "helmet": {"head"},
    "leather jerkin": {"body"},
    "leather jack": {"right arm", "left arm", "body"},
    "leather cap": {"head"},
}


def wounds_lost(where, die, **orc):
    """The wounds of an unparried blow of S 3 that hits somewhere."""
    scene = duel(man={"ws": 100, "s": 3}, orc={"t": 4, "w": 20, **orc}, dice=[FACES[where], die])
    scene.play("strike orc", "no_parry")
    return 20 - scene.unit("orc").wounds


@clause("wfrp1.armour.absorb")
def test_the_pieces_on_a_location_add_up():
    mail = {"armour": ["mail shirt", "breastplate"], "off_hand": "shield"}
    assert wounds_lost("body", 5, **mail) == 5 + 3 - 4 - 3
    assert wounds_lost("left leg", 5, **mail) == 5 + 3 - 4 - 1, "the shield alone"


@clause("wfrp1.c.armour_pieces", "wfrp1.armour.absorb")
def test_a_full_harness():
    """Head 2, arms 2, body 3, legs 2 points."""
    harness = {"armour": ["sleeved mail coat", "breastplate", "helmet"], "off_hand": "shield"}
    lost = {where: wounds_lost(where, 5, **harness) for where in FACES}
    assert lost == {"head": 2, "right arm": 2, "left arm": 2, "body": 1, "right leg": 2, "left leg": 2}


@clause("wfrp1.c.armour_pieces")
@pytest.mark.parametrize("piece", PIECES)
def test_what_a_piece_covers(piece):
    """Of 4 + 3 - 4 points a piece stops one where it is worn, leather too, and none elsewhere."""
    for where in FACES:
        assert wounds_lost(where, 4, armour=[piece]) == (2 if where in PIECES[piece] else 3), where


@clause("wfrp1.c.armour_pieces")
def test_a_shield_covers_everything():
    for where in FACES:
        assert wounds_lost(where, 4, off_hand="shield") == 2, where
        assert wounds_lost(where, 5, off_hand="shield") == 3, f"{where}: it is not leather"


@pytest.mark.parametrize(
    ("shape", "dice", "stopped"),
    [
        ("centaur", [6, 30], 1),
        ("centaur", [6, 90], 1),
        ("winged_humanoid", [12, 20], 0),
        ("winged_humanoid", [12, 30], 1),
    ],
)
@clause("wfrp1.c.armour_pieces", "wfrp1.armour.absorb", "wfrp1.body.non_humanoid")
def test_a_shield_covers_a_horse_and_its_man_and_no_wing(shape, dice, stopped):
    """60 is the body, that of the horse up to 60; 21 is the right arm, of which a wing up to 25."""
    rules = {"damage.additional.opt_additional_damage": 0}
    scene = duel([*dice, 5], man={"ws": 98}, rules=rules,
                 orc={"w": 20, "npc": True, "int": 10, "body_plan": shape, "off_hand": "shield"})  # fmt: skip
    scene.play("strike orc normal")
    assert dict(scene.last("wounded").terms).get("armour", 0) == -stopped


@clause("wfrp1.c.armour_pieces")
@pytest.mark.parametrize("piece", [piece for piece in PIECES if not piece.startswith("leather")])
def test_metal_stops_its_point_of_hard_blows_too(piece):
    where = min(PIECES[piece])
    assert wounds_lost(where, 5, armour=[piece]) == 3


@clause("wfrp1.c.armour_pieces")
@pytest.mark.parametrize(
    "layers",
    [
        ["leggings", "mail coat"],
        ["leggings", "sleeved mail coat"],
        ["breastplate", "mail shirt"],
        ["breastplate", "sleeved mail coat"],
        ["helmet", "mail coif"],
        ["arm bracers", "sleeved mail shirt"],
        ["arm bracers", "sleeved mail coat"],
        ["leggings", "mail shirt", "helmet"],
    ],
    ids=" over ".join,
)
def test_what_may_be_worn_together(layers):
    assert wounds_lost("body", 1, armour=layers) == 0


@clause("wfrp1.c.armour_pieces")
@pytest.mark.parametrize(
    "layers",
    [
        ["mail shirt", "mail coat"],
        ["leather jerkin", "mail shirt"],
        ["leather cap", "helmet"],
        ["breastplate", "leather jack"],
        ["arm bracers", "leather jack"],
    ],
    ids=" over ".join,
)
def test_nothing_else_may_be_worn_together(layers):
    with pytest.raises(ScenarioError, match="cannot be worn together"):
        duel(orc={"armour": layers})


@clause("wfrp1.c.leather")
@pytest.mark.parametrize(("die", "lost"), [(5, 4), (4, 2), (2, 0), (1, 0)])
def test_leather_stops_a_point_of_light_blows(die, lost):
    """T 4 leaves 4 of a five: too much for leather. Of 3 or 1 it stops a point; of nothing it leaves nothing."""
    assert wounds_lost("body", die, armour=["leather jerkin"]) == lost


@clause("wfrp1.c.leather")
def test_leather_is_looked_at_after_metal():
    """5 + 3 - 4 is 4; the shield leaves 3, and of that leather stops one more."""
    assert wounds_lost("body", 5, armour=["leather jerkin"], off_hand="shield") == 2
