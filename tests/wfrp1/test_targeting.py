"""Blows aimed at a location, when that costs nothing, and targets that do not move."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import (
    BODY,
    HEAD,
    LEFT_ARM,
    LEFT_LEG,
    NO_FUMBLES,
    NO_SIXES,
    RIGHT_ARM,
    RIGHT_LEG,
    exactly,
    locations,
    to_hit,
)


def three(dice=None, rules=None, **orc):
    """A man and his friend with an orc between them, the man about to strike."""
    return table(
        {"name": "man", "side": "men", "at": [4, 5], "i": 50, "ws": 33, "s": 3},
        {"name": "friend", "side": "men", "at": [6, 5], "i": 20},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "i": 30, "t": 3, "w": 60, **orc},
        dice=dice,
        rules=rules,
    )


# --- aimed blows


@clause("wfrp1.attack.targeted_blow")
@pytest.mark.parametrize(
    ("mode", "number", "location"),
    [("aim_head", 25, HEAD), ("aim_right_arm", 25, RIGHT_ARM), ("aim_left_arm", 25, LEFT_ARM), ("aim_body", 35, BODY)],
)
def test_an_aimed_blow_hits_what_it_is_aimed_at_or_nothing(mode, number, location):
    scene = duel(man={"ws": 45}, rules=NO_FUMBLES)
    assert to_hit(scene, f"strike orc {mode}") == exactly(number / 100)
    counts = [0] * 6
    counts[location] = number
    assert locations(scene, f"strike orc {mode}") == counts


@clause("wfrp1.attack.targeted_blow")
@pytest.mark.parametrize(("die", "leg"), [(1, RIGHT_LEG), (3, RIGHT_LEG), (4, LEFT_LEG), (6, LEFT_LEG)])
def test_a_d6_decides_which_leg_an_aimed_blow_hits(die, leg):
    scene = duel(man={"ws": 45}, dice=[35, die])
    scene.play("strike orc aim_legs")
    assert scene.last("located").amount == leg


@clause("wfrp1.attack.targeted_blow")
def test_odds_of_aiming_at_the_legs():
    """All damage is one point, and the right leg alone is in mail: who loses a wound was hit on the left."""
    scene = duel(man={"ws": 45}, orc={"w": 60}, rules={**NO_FUMBLES, "damage.basic.damage_die": 1})
    assert to_hit(scene, "strike orc aim_legs") == exactly(0.350000)
    scene.unit("orc").metal = [0, 0, 0, 0, 1]
    left = scene.odds("strike orc aim_legs", then="no_parry", want="orc.wounds", until="procedure")
    assert left[59] == exactly(0.175000)


@clause("wfrp1.attack.targeted_blow")
def test_a_blow_that_is_not_aimed_hits_the_head_now_and_then():
    scene = duel(man={"ws": 45}, rules={**NO_FUMBLES, "damage.basic.damage_die": 1}, orc={"w": 60})
    scene.unit("orc").metal = [0, 1, 1, 1, 1, 1]
    left = scene.odds("strike orc", then="no_parry", want="orc.wounds", until="procedure")
    assert left[59] == exactly(0.090000)


@clause("wfrp1.attack.targeted_blow")
def test_aiming_may_leave_no_chance():
    assert to_hit(duel(man={"ws": 20}), "strike orc aim_head") == 0.0


# --- when the penalty is waived


@clause("wfrp1.attack.targeted_blow_waiver")
def test_the_surprised_are_hit_where_one_aims():
    scene = duel(man={"ws": 45}, orc={"w": 60}, rules=NO_SIXES, scenario={"battle": {"surprise": "men"}})
    left = scene.odds("strike orc aim_head", want="orc.wounds", until="procedure")
    assert left.at_most(59) == exactly(0.450000)
    scene.dice = [45, 2]
    scene.play("strike orc aim_head")
    assert scene.last("blow_hit").amount == HEAD


@clause("wfrp1.attack.targeted_blow_waiver", "wfrp1.attack.prone_static")
def test_the_prone_are_hit_where_one_aims_and_twice_as_hard():
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 9}, dice=[4])
    scene.unit("orc").prone = 1
    scene.play("strike orc aim_head")
    assert scene.last("static_hit").amount == HEAD
    assert scene.unit("orc").wounds == 9 - 8


@clause("wfrp1.attack.targeted_blow_waiver")
@pytest.mark.parametrize(
    ("mode", "waived", "chance"),
    [("aim_left_arm", 1, 0.45), ("aim_right_arm", 1, 0.25), ("aim_head", 1, 0.25), ("aim_left_arm", 0, 0.25)],
)
def test_the_entangled_limb_is_easy_to_hit(mode, waived, chance):
    """Caught by the left arm: no penalty there, the usual one elsewhere, and everywhere when the option is off."""
    rules = NO_SIXES if waived else {**NO_SIXES, "attack.targeted_blow_waiver.opt_entangled_location_free": 0}
    scene = duel(man={"ws": 45}, orc={"w": 60}, rules=rules)
    scene.unit("orc").entangled = 1
    scene.unit("orc").entangled_location = LEFT_ARM
    left = scene.odds(f"strike orc {mode}", then="no_parry", want="orc.wounds", until="procedure")
    assert left.at_most(59) == exactly(chance)


# --- targets that do not move


@clause("wfrp1.attack.prone_static")
@pytest.mark.parametrize(
    ("where", "location"),
    [(1, HEAD), (15, HEAD), (16, RIGHT_ARM), (35, RIGHT_ARM), (36, LEFT_ARM), (55, LEFT_ARM), (56, BODY), (80, BODY),
     (81, RIGHT_LEG), (90, RIGHT_LEG), (91, LEFT_LEG), (100, LEFT_LEG)],
)  # fmt: skip
def test_the_prone_are_hit_without_a_roll_on_a_random_location(where, location):
    scene = duel(man={"ws": 1, "s": 3}, orc={"t": 3, "w": 9}, dice=[where, 4])
    scene.unit("orc").prone = 1
    scene.play("strike orc")
    assert scene.last("static_hit").amount == location, "read as it is rolled"
    assert scene.unit("orc").wounds == 9 - 8, "(4 + 3 - 3) * 2, and nobody asked about a parry"


@clause("wfrp1.attack.prone_static")
def test_nothing_doubled_is_nothing():
    scene = duel(man={"s": 3}, orc={"t": 5}, dice=[60, 2])
    scene.unit("orc").prone = 1
    scene.play("strike orc")
    assert scene.unit("orc").wounds == 7


@clause("wfrp1.attack.prone_static")
def test_odds_of_felling_the_prone():
    scene = duel(man={"ws": 33, "s": 3}, orc={"t": 3, "w": 60})
    scene.unit("orc").prone = 1
    left = scene.odds("strike orc", want="orc.wounds", until="procedure")
    assert left.at_most(60 - 8) == exactly(0.500000), "W 7 would be driven below 0"


@clause("wfrp1.attack.prone_static")
def test_the_unconscious_cannot_be_missed():
    scene = duel(man={"ws": 1, "s": 3}, orc={"t": 3, "w": 60}, rules=NO_SIXES)
    scene.unit("orc").unconscious_rounds = 10
    left = scene.odds("strike orc", want="orc.wounds", until="procedure")
    assert left.at_most(59) == exactly(1.0)


@clause("wfrp1.attack.prone_static")
@pytest.mark.parametrize("held", ["held", "holding", "trapped"])
def test_who_cannot_move_is_static(held):
    scene = three(dice=[60, 4])
    orc, friend = scene.unit("orc"), scene.unit("friend")
    if held == "trapped":
        orc.trapped = 1
    else:
        orc.hold_role, orc.hold_partner = (2, friend.row) if held == "held" else (1, friend.row)
        friend.hold_role, friend.hold_partner = (1, orc.row) if held == "held" else (2, orc.row)
    scene.play("strike orc")
    assert scene.last("static_hit").amount == BODY
    assert orc.wounds == 60 - 8


@clause("wfrp1.attack.prone_static", "wfrp1.damage.additional")
@pytest.mark.parametrize(("dice", "lost"), [([60, 6, 46], 12), ([60, 6, 45, 2], 16)])
def test_an_automatic_hit_still_needs_the_test_for_additional_damage(dice, lost):
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 60}, dice=dice)
    scene.unit("orc").prone = 1
    scene.play("strike orc")
    assert scene.unit("orc").wounds == 60 - lost
