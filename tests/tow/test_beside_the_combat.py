"""Who touches a combat without being of it: units that have pursued into it, friends beside a charge, pursuers at a flank."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import battle, regiment

WIDE = (48, 30)
#: Profile 3 in everything, no attacks of its own, one in a file.
PLAIN = {
    "movement": 4, "weapon_skill": 3, "ballistic_skill": 3, "strength": 3, "toughness": 3, "wounds": 1, "initiative": 3,
    "attacks": 0, "leadership": 7,
}  # fmt: skip


def unit(name, side, at, facing, models=5, files=5, **fields):
    """A regiment of the profile above."""
    return regiment(name, side, at, facing, models=models, files=files, **{**PLAIN, **fields})


def of(*units, dice=(), **more):
    """A battle on a wide table, and somebody of either side far from it."""
    aside = (unit("ia", "a", (0, 29), "west", 1, 1), unit("ib", "b", (47, 0), "east", 1, 1))
    return battle(*units, *aside, size=WIDE, dice=dice, **more)


def texts(events, *kinds):
    """The lines of the log that tell of something."""
    return [event.text for event in events if event.kind in kinds]


def pursued_into(after, **more):
    """w breaks u and pursues into v, which fights z in this phase; the events from then on."""
    w, v = more.pop("w", {}), more.pop("v", {})
    scene = of(
        unit("w", "a", (20, 12), "south", 20, 5, standard=True, **w),
        unit("z", "a", (21, 19), "west", 4, 2),
        unit("u", "b", (16, 13), "north", 10, 5),
        unit("v", "b", (20, 19), "south", 10, 5, **v),
        dice=None,
        **more,
    )
    scene.dice = [*([1, 1] if "traits" in w else []), 6, 6]  # u stands fast where it is afraid, and breaks
    scene.play("pass")
    scene.dice = [4, 5, 3, 4, *after]  # u flees 9, w pursues 7 and stops against v
    return scene.play("pursue")


@clause("tow.x.morale.fear", "tow.x.combat.break_and_pursue")
def test_nobody_fears_an_enemy_that_is_not_in_this_combat():
    """w, which causes fear, has fought already: v does not test for it, and strikes at z with WS 3 against WS 3."""
    events = pursued_into([6] * 6, w={"traits": ["fear"]}, v={"attacks": 1})
    assert not [event for event in events if event.kind == "fears"]
    assert "each needs 4+ to hit" in "".join(texts(events, "strikes"))


@clause("tow.x.combat.result", "tow.x.combat.break_and_pursue")
def test_high_ground_is_held_against_this_combat_only():
    """v on a hill fights z below it; w, which has fought already, stands on the hill beside v."""
    rows = ["." * WIDE[0]] * WIDE[1]
    hill = "^"
    for y in (17, 19):
        rows[y] = rows[y][:16] + hill * 5 + rows[y][21:]
    events = pursued_into([6] * 2, map="\n".join(rows))
    assert "high ground 1" in texts(events, "combat_result")[-1]


@clause("tow.x.morale.panic", "tow.x.move.charge_reaction", "tow.x.shoot.eligibility")
@pytest.mark.parametrize("shot", ["k2", "k1"])
def test_a_charge_that_ends_in_panic_was_a_charge_in_vain(shot):
    """k1 has declared a charge when it panics, at the fate of k2 or at its own losses: it does not shoot in this turn."""
    archers = {"missile": "shortbow", "ballistic_skill": 6}
    scene = of(
        unit("k1", "a", (20, 20), "north", 10, 5, missile="shortbow", leadership=5, toughness=1),
        unit("k2", "a", (27, 20), "north", toughness=1, leadership=10),
        unit("f", "b", (24, 11), "south", 10, 5, movement=0, **({} if shot == "k2" else archers)),
        unit("g", "b", (31, 11), "south", 10, 5, movement=0, **archers),
        dice=None,
        upto="charge",
    )
    scene.play("charge f")
    if shot == "k2":
        scene.dice = [*[6] * 12, 1, 1]
        scene.play("charge g", "stand_and_shoot")
    else:
        scene.dice = [6, 6, 6, 1, 1, 6, 6, 6, 6, 6, 1, 1]
        scene.play("stand_and_shoot")
    assert scene.unit("k1").charge_failed == 1
    while scene.prompt != "shoot" and scene.decider != "ib":
        scene.play("pass")
    assert scene.decider != "k1"


@clause("tow.x.combat.fall_back", "tow.x.combat.break_and_pursue")
@pytest.mark.parametrize("pursuit", [[6, 6], [1, 1]])
def test_a_winner_at_the_flank_comes_up_with_a_unit_that_falls_back(pursuit):
    """x falls back 3 inches, 1 inch from w2, whose facing is across its way: w2 goes that inch and has charged."""
    scene = of(
        unit("w1", "a", (20, 12), "south", 10, 5, standard=True),
        unit("w2", "a", (21, 14), "west", 4, 2),
        unit("x", "b", (16, 13), "north", 12, 5),
        dice=None,
    )
    scene.dice = [4, 3, 3, 2]
    scene.play("pass")
    assert scene.unit("x").at[1] - scene.unit("w2").at[1] - 1 == 1
    scene.dice = [1, 1, *pursuit]
    events = scene.play("restrain", "pursue")
    assert scene.unit("w2").charged == 1 and not texts(events, "stopped_by", "stopped")


@clause("tow.x.combat.give_ground")
def test_the_log_names_the_ground_that_stops_a_follower():
    """w follows x, which gives ground, and a rock is in its way; e, which stands close by, is not."""
    rows = ["." * WIDE[0]] * WIDE[1]
    rows[13] = rows[13][:16] + "#" + rows[13][17:]
    scene = of(
        unit("w", "a", (20, 12), "south", 10, 5, standard=True),
        unit("x", "b", (18, 13), "north", 1, 1, traits=["unbreakable"]),
        unit("e", "b", (21, 14), "north", 1, 1, movement=0, traits=["unbreakable"]),
        map="\n".join(rows),
    )
    events = scene.play("pass", "follow_up")
    assert "terrain or the table edge is in the way" in "".join(texts(events, "stopped")) and not texts(
        events, "stopped_by"
    )


@clause("tow.x.strategy.rally", "tow.test.leadership_naturals")
def test_the_log_says_that_only_a_two_rallies_the_last_of_a_regiment():
    """4 of 20 models: Ld 9 is of no use, a 6 fails."""
    scene = of(
        unit("u", "a", (20, 14), "south", 4, 4, leadership=9, models_start=20, fleeing=True),
        unit("e", "b", (20, 26), "north", 10, 5, movement=0),
        dice=[3, 3, 1, 1],
    )
    scene.strict = False
    failed = next(event for event in scene.events if event.kind == "failed")
    assert (failed.amount, failed.terms) == (2, [("Ld", 9), ("too few left", -7)])


@clause("tow.x.shoot.to_hit")
def test_the_sum_of_a_shot_is_the_number_it_needs():
    """BS 6 at a large target would need a 1: the least is 2."""
    scene = of(
        unit("s", "a", (20, 20), "north", ballistic_skill=6, missile="shortbow"),
        unit("g", "b", (22, 13), "south", 1, 1, traits=["large_target"], movement=0, toughness=8, wounds=10),
        dice=None,
        upto="shoot",
        who="s",
    )
    line = "".join(texts(scene.play("shoot g single"), "shoots"))
    assert "base 2 - large target 1 = 1, minimum 2" in line


@clause("tow.x.damage.ward")
def test_the_log_tells_regeneration_from_a_ward():
    scene = of(
        unit("s", "a", (20, 20), "north", missile="shortbow"),
        unit("g", "b", (22, 13), "south", 1, 1, regeneration=4, movement=0, wounds=10),
        dice=None,
        upto="shoot",
        who="s",
    )
    scene.dice = [6] * 15
    line = "".join(texts(scene.play("shoot g single"), "warded_off"))
    assert "regeneration 4" in line and "ward 4" not in line
