"""Each die of a procedure has a line of the log, with the total that it was held against and no other."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.shooting import shooting, until

GUN = {"bs": 60, "loaded": 1, "specialist": ["firearms"]}
QUIET = {"npc": True, "int": 10, "i": 10, "w": 20}


def dice_of(events):
    """Kind, face and total of the lines in which a die was rolled or something added up."""
    return [(event.kind, event.face, dict(event.terms)) for event in events if event.face or event.terms]


def told(scene, *choices):
    """The same of what these choices bring about, until the next unit is asked."""
    return [line for line in dice_of(scene.play(*choices)) if line[0] != "initiative_set"]


@clause("wfrp1.parry.attempt")
def test_a_parry_shows_its_roll_and_the_points_that_it_stops():
    scene = duel([12, 20, 4, 2], man={"ws": 60}, orc={"ws": 40, "w": 20})
    scene.play("strike orc normal")
    assert told(scene, "parry_main")[:2] == [("parry_succeeded", 20, {"WS": 40}), ("parried", 4, {})]
    assert scene.last("parried").text == "orc's parry stops 4 points of the damage: rolled 4"


@clause("wfrp1.attack.targeted_blow")
def test_a_blow_at_the_legs_shows_its_roll_and_which_leg():
    scene = duel([44, 5, 2], man={"ws": 60}, orc=QUIET)
    lines = told(scene, "strike orc aim_legs")
    assert lines[:2] == [("blow_landed", 44, {"WS": 60, "aimed": -10}), ("located", 5, {})]


@clause("wfrp1.attack.targeted_blow", "wfrp1.attack.prone_static")
def test_a_blow_at_the_legs_of_the_helpless_rolls_only_for_the_leg():
    scene = duel([5, 2], man={"ws": 60}, orc={**QUIET, "t": 3})
    scene.unit("orc").prone = 1
    assert told(scene, "strike orc aim_legs")[0] == ("static_hit", 5, {})


@clause("wfrp1.missile.sharpshooting")
def test_a_shot_at_the_legs_shows_its_roll_and_which_leg():
    scene = shooting("short bow", 3, [44, 5, 2], archer={"bs": 60}, orc=QUIET)
    scene.play("aim orc")
    until(scene)
    lines = told(scene, "fire orc aim_legs")
    assert lines[:2] == [("shot_landed", 44, {"BS": 60, "aimed": -10}), ("shot_struck", 5, {})]


@pytest.mark.parametrize("where", ["strike orc aim_legs", "strike orc normal"])
@clause("wfrp1.attack.targeted_blow")
def test_a_hit_counts_once_however_many_lines_it_has(where):
    """WS 60, ten less for the legs."""
    scene = duel(man={"ws": 60}, orc={**QUIET, "w": 20})
    found = scene.odds(where, want="hit", until="procedure")
    assert (found[0], found[1]) == pytest.approx((0.5, 0.5) if "legs" in where else (0.4, 0.6))


@clause("wfrp1.stun.procedure", "wfrp1.stun.duration")
def test_the_additional_dice_of_a_stun_stand_beside_the_wounds_that_they_take():
    """30 stuns: six points, five percent each. 10 - T dice of minutes; the die after the 6 shows 3."""
    scene = duel([12, 6, 20, 3, 30, *[4] * 7], man={"ws": 60}, orc={**QUIET, "t": 3})
    lines = dice_of(scene.play("strike orc stun"))
    told_of = ("stun_timed", "knocked_out", "wounded")
    assert [line for line in lines if line[0] in told_of] == [
        ("stun_timed", 0, {"dice": 28}),
        ("wounded", 0, {"dice": 3}),
    ]
    assert scene.last("stun_timed").text == "orc is stunned for 28 minutes (dice 28)"
    kinds = [event.kind for event in scene.events]
    assert kinds.index("knocked_out") < kinds.index("wounded")
    assert scene.unit("orc").wounds == 17


@clause("wfrp1.firearm.misfire")
def test_a_misfire_shows_the_double_and_then_the_chart():
    scene = shooting("pistol", 3, [22, 60], archer=GUN, orc=QUIET)
    lines = told(scene, "fire orc normal")
    assert lines == [("double_rolled", 22, {"BS": 60}), ("misfired", 60, {})]


@clause("wfrp1.firearm.misfire")
def test_a_partial_burn_shows_the_double_again_with_the_number_at_half_the_range():
    """Eight yards are short range, and long at half of it."""
    scene = shooting("pistol", 4, [22, 10, 3], archer=GUN, orc={**QUIET, "w": 20})
    lines = told(scene, "fire orc normal")
    assert [line for line in lines if line[0] != "wounded"] == [
        ("double_rolled", 22, {"BS": 60}), ("misfired", 10, {}), ("shot_hit", 22, {"BS": 60, "range": -10}),
    ]  # fmt: skip


@pytest.mark.parametrize(("roll", "kind"), [(33, "slipped_free"), (34, "gripped")])
@clause("wfrp1.grapple.attempt")
def test_the_dexterity_test_in_a_grapple_shows_either_way(roll, kind):
    scene = duel([12, roll], man={"ws": 60, "main_hand": "none"}, orc={**QUIET, "Dex": 33})
    lines = told(scene, "grapple orc")
    assert lines[0] == ("grappled", 12, {"WS": 60, "grapple": -20})
    assert lines[1][:2] == (kind, roll)
    assert f"rolled {roll} against 33" in scene.last(kind).text


@clause("wfrp1.surprise.bursting_through_doors")
def test_listening_at_a_door_shows_its_rolls():
    scene = table(
        {"name": "a", "side": "men", "at": [1, 1], "i": 50}, {"name": "b", "side": "orcs", "at": [5, 5], "i": 30},
        battle={"surprise": "by_unit", "door_attempts": 3}, dice=[80, 20], upto=None,
    )  # fmt: skip
    assert [(e.kind, e.who, e.face) for e in scene.events if e.face] == [("not_heard", "b", 80), ("heard", "b", 20)]


@pytest.mark.parametrize(
    ("item", "rolls", "lines"),
    [
        ("torch", [75], [("light_went_out", 75)]),
        ("torch", [76], [("light_stayed_on", 76)]),
        ("lantern", [50], [("light_went_out", 50)]),
        ("lantern", [51, 26], [("light_still_lit", 51), ("light_stayed_on", 26)]),
        ("lantern", [51, 25, 1, 1, 1, 1], [("light_still_lit", 51), ("oil_spilt", 25)]),
    ],
)
@clause("wfrp1.item.dropped_light")
def test_a_light_that_falls_shows_whether_it_goes_out_and_whether_its_oil_burns(item, rolls, lines):
    scene = duel(rolls, distance=6, man={"main_hand": "none", "off_hand": "none", "light": item}, orc=QUIET)
    assert [line[:2] for line in told(scene, "drop off_hand")][: len(lines)] == lines
