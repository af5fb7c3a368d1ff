"""One blow: its procedure, the roll to hit, and where it lands."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.blows import BODY, HEAD, LEFT_ARM, LEFT_LEG, NO_FUMBLES, RIGHT_ARM, RIGHT_LEG, exactly, locations, to_hit

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
    assert to_hit(scene, "strike orc aim_head") == 0.0, "15 - 20, and even a roll of 1 misses"
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
    scene.unit("man").won_over, scene.unit("orc").beaten_by = ["orc"], ["man"]
    assert to_hit(scene, "charge orc") == exactly(1.0)
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
