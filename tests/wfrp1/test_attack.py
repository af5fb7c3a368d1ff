"""One blow: the roll to hit, where it lands, blows aimed at a location, and targets that do not move."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table

HEAD, RIGHT_ARM, LEFT_ARM, BODY, RIGHT_LEG, LEFT_LEG = range(6)
NO_SIXES = {"damage.additional.opt_additional_damage": 0}
NO_FUMBLES = {"attack.fumble.opt_fumbles": 0}


def exactly(chance):
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def asked(scene):
    """What is asked next: a blow that hits somebody with a sword is followed by the question of a parry."""
    return scene.prompt


def locations(scene, text="strike orc"):
    """How many faces of the roll to hit land on each location, all hundred tried."""
    counts = [0] * 6
    for face in range(1, 101):
        tried = scene.clone()
        tried.dice = [face]
        tried.play(text)
        if tried.prompt == "parry":
            counts[tried.last("blow_hit").amount] += 1
    return counts


def three(dice=None, rules=None, **orc):
    """A man and his friend with an orc between them, the man about to strike."""
    return table(
        {"name": "man", "side": "men", "at": [4, 5], "i": 50, "ws": 33, "s": 3},
        {"name": "friend", "side": "men", "at": [6, 5], "i": 20},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "i": 30, "t": 3, "w": 60, **orc},
        dice=dice,
        rules=rules,
    )


# --- the procedure of a blow


@clause("wfrp1.attack.sequence")
def test_odds_of_a_blow_at_somebody_in_armour():
    scene = duel(man={"ws": 45, "s": 4}, orc={"t": 3, "w": 60, "armour": ["helmet", "breastplate"]})
    left = scene.odds("strike orc", then="no_parry", want="orc.wounds", until="procedure")
    assert left.at_most(60 - 1) == exactly(0.450000)
    assert left.at_most(60 - 4) == exactly(0.270000)
    assert left.at_most(60 - 7) == exactly(0.058500)


@clause("wfrp1.attack.sequence", "wfrp1.damage.basic", "wfrp1.damage.additional")
def test_odds_of_a_blow_between_equals():
    scene = duel(man={"ws": 33, "s": 3}, orc={"t": 3, "w": 60})
    left = scene.odds("strike orc", then="no_parry", want="orc.wounds", until="procedure")
    assert left.at_most(59) == exactly(0.330000)
    assert left.at_most(60 - 4) == exactly(0.165000)
    assert 60 - left.mean() == exactly(1.231230)


@clause("wfrp1.attack.sequence")
def test_a_blow_from_the_roll_to_hit_to_the_critical():
    """To hit, location, parry, damage, armour, wounds, critical: in this order, and the dice in this order."""
    scene = duel(
        man={"ws": 45, "s": 3},
        orc={"ws": 33, "t": 3, "w": 5, "armour": ["mail shirt"]},
        dice=[27, 20, 1, 6, 45, 3, 20],
    )
    happened = scene.play("strike orc", "parry")
    kinds = ["blow_hit", "parried", "additional_damage", "another_die", "wounded", "critical"]
    assert [event.kind for event in happened if event.kind in kinds] == kinds
    assert scene.last("blow_hit").amount == BODY
    assert scene.last("parried").amount == 1
    assert dict(scene.last("wounded").terms) == {"dice": 9, "S": 3, "T": -3, "armour": -1, "parried": -1}
    assert (scene.last("wounded").total, scene.unit("orc").wounds) == (7, 0)
    assert scene.last("critical").amount == 2, "excess 7 - 5 = 2, and 20 is in the lowest band"


@clause("wfrp1.attack.sequence")
def test_the_procedure_is_repeated_for_each_further_blow():
    scene = duel(man={"ws": 45, "a": 3, "i": 60}, orc={"i": 10, "w": 20}, dice=[45, 3, 46, 45, 6, 46])
    scene.play("strike orc", "no_parry", "strike orc", "strike orc", "no_parry")
    assert scene.unit("orc").wounds == 20 - 3 - 6, "the second blow misses; the six of the third brings no further die"
    assert scene.decider == "orc"


@clause("wfrp1.attack.sequence")
def test_the_quicker_strikes_first():
    assert duel(man={"i": 30}, orc={"i": 31}).decider == "orc"
    assert duel(man={"i": 31}, orc={"i": 30}).decider == "man"


@clause("wfrp1.attack.sequence")
def test_the_defender_knows_the_location_when_asked_to_parry():
    scene = duel(ws=45, dice=[10])
    scene.play("strike orc")
    assert (scene.prompt, scene.decider) == ("parry", "orc")
    assert (scene.last("blow_hit").amount, scene.dice_left) == (HEAD, [])


# --- to hit


@clause("wfrp1.attack.to_hit")
@pytest.mark.parametrize(("face", "hits"), [(1, True), (45, True), (46, False), (100, False)])
def test_a_roll_equal_to_ws_hits(face, hits):
    scene = duel(man={"ws": 45}, dice=[face], rules=NO_FUMBLES)
    happened = {event.kind for event in scene.play("strike orc")}
    assert ("blow_hit" in happened, "blow_missed" in happened) == (hits, not hits)


@clause("wfrp1.attack.to_hit")
def test_a_number_below_nothing_is_nothing():
    scene = duel(man={"ws": 15}, rules=NO_FUMBLES)
    assert scene.odds("strike orc aim_head", want=asked)["parry"] == 0.0, "15 - 20, and even a roll of 1 misses"
    scene.dice = [1]
    scene.play("strike orc aim_head")
    assert scene.last("blow_missed").amount == 0


@clause("wfrp1.attack.to_hit")
def test_a_number_above_100_is_100():
    """WS 85, charging from higher ground at somebody it won over: 115, so that even 00 hits."""
    scene = duel(
        man={"ws": 85, "at": [3, 5]},
        distance=2,
        scenario={"board": {"size": [12, 12], "cells": [{"flag": {"level": 1}, "area": [0, 0, 4, 11]}]}},
        orc={"at": [5, 5]},
    )
    scene.unit("man").won_over = 1 << scene.unit("orc").row
    assert scene.odds("charge orc", want=asked)["parry"] == exactly(1.0)
    scene.dice = [100]
    scene.play("charge orc")
    assert scene.last("blow_hit").amount == LEFT_LEG
    assert scene.last("blow_hit").total == 100
    terms = dict(scene.last("blow_hit").terms)
    assert (terms["WS"], terms["charging"], terms["winning"], terms["higher ground"]) == (85, 10, 10, 10)


# --- location


@clause("wfrp1.attack.hit_location")
@pytest.mark.parametrize(
    ("face", "location"),
    [
        (27, BODY), (1, HEAD), (10, HEAD), (20, HEAD), (50, HEAD), (51, HEAD), (65, BODY), (18, RIGHT_LEG),
        (19, LEFT_LEG), (100, LEFT_LEG), (7, BODY), (61, RIGHT_ARM), (53, RIGHT_ARM), (63, LEFT_ARM), (55, LEFT_ARM),
        (8, BODY), (9, RIGHT_LEG), (99, LEFT_LEG),
    ],
)  # fmt: skip
def test_the_digits_of_the_roll_are_reversed(face, location):
    """27 reads 72; the bounds 15, 35, 55, 80 and 90 are read from 51, 53, 55, 08 and 09."""
    scene = duel(man={"ws": 100}, dice=[face])
    scene.play("strike orc")
    assert scene.last("blow_hit").amount == location


@clause("wfrp1.attack.hit_location")
@pytest.mark.parametrize(
    ("ws", "counts"), [(100, [15, 20, 20, 25, 10, 10]), (33, [7, 8, 6, 7, 3, 2]), (45, [9, 10, 10, 9, 4, 3])]
)
def test_low_numbers_change_the_mix_of_locations(ws, counts):
    assert locations(duel(man={"ws": ws}, rules=NO_FUMBLES)) == counts


# --- aimed blows


@clause("wfrp1.attack.targeted_blow")
@pytest.mark.parametrize(
    ("mode", "number", "location"),
    [("aim_head", 25, HEAD), ("aim_right_arm", 25, RIGHT_ARM), ("aim_left_arm", 25, LEFT_ARM), ("aim_body", 35, BODY)],
)
def test_an_aimed_blow_hits_what_it_is_aimed_at_or_nothing(mode, number, location):
    scene = duel(man={"ws": 45}, rules=NO_FUMBLES)
    assert scene.odds(f"strike orc {mode}", want=asked)["parry"] == exactly(number / 100)
    counts = [0] * 6
    counts[location] = number
    assert locations(scene, f"strike orc {mode}") == counts


@clause("wfrp1.attack.targeted_blow")
@pytest.mark.parametrize(("die", "leg"), [(1, RIGHT_LEG), (3, RIGHT_LEG), (4, LEFT_LEG), (6, LEFT_LEG)])
def test_a_d6_decides_which_leg_an_aimed_blow_hits(die, leg):
    scene = duel(man={"ws": 45}, dice=[35, die])
    scene.play("strike orc aim_legs")
    assert scene.last("blow_hit").amount == leg


@clause("wfrp1.attack.targeted_blow")
def test_odds_of_aiming_at_the_legs():
    """All damage is one point, and the right leg alone is in mail: who loses a wound was hit on the left."""
    scene = duel(man={"ws": 45}, orc={"w": 60}, rules={**NO_FUMBLES, "damage.basic.damage_die": 1})
    assert scene.odds("strike orc aim_legs", want=asked)["parry"] == exactly(0.350000)
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
    assert duel(man={"ws": 20}).odds("strike orc aim_head", want=asked)["parry"] == 0.0


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
    rules = {**NO_SIXES, "attack.targeted_blow_waiver.opt_entangled_location_free": waived}
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
