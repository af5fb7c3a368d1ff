"""Flying: heights, moving in the air, attacks on the wing, leaving a fight, and falling."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.flights import EAGLE, aerial
from wfrp1.shooting import labels, until, verbs

from tactica.envs.rulesets.wfrp1.vocab import Location
from tactica.envs.scenario import ScenarioError

FREE = {"damage.additional.opt_additional_damage": 0}


def cells(scene, verb):
    """Where a verb leads."""
    return {choice.split()[-1] for choice in scene.choices(f"{verb} ")}


def another(at, altitude=12, **more):
    """A second flier, on the man's side."""
    return {**EAGLE, "name": "hawk", "side": "men", "at": at, "altitude": altitude, "i": 10, **more}


def quiet(scene, stop):
    """Nobody does anything until a condition holds."""
    while not stop(scene):
        scene.play(next(a for a in ("decline_press", "act", "no_parry", "pass") if a in verbs(scene)))
    return scene


# --- heights


@pytest.mark.parametrize(("altitude", "up", "down"), [(0, True, False), (6, True, True), (24, False, True)])
@clause("wfrp1.c.flight")
def test_altitude_is_0_6_12_18_or_24_yards(altitude, up, down):
    scene = aerial(8, altitude)
    assert ("ascend" in verbs(scene), "descend" in verbs(scene)) == (up, down)
    for verb, step in (("ascend", 6), ("descend", -6)):
        if verb in verbs(scene):
            other = scene.clone()
            other.play(verb)
            assert other.unit("eagle").altitude_yd == altitude + step


@clause("wfrp1.c.flight")
def test_number_and_height_of_the_steps_as_a_house_rule():
    rules = {"c.flight.altitude_steps": 2, "c.flight.altitude_step_yards": 5}
    scene = aerial(8, 0, rules=rules)
    scene.play("ascend")
    assert scene.unit("eagle").altitude_yd == 5
    scene.play("ascend")
    assert scene.unit("eagle").altitude_yd == 10
    until(scene, "eagle")
    assert "ascend" not in verbs(scene)


@clause("wfrp1.c.flight")
def test_only_fliers_are_set_up_in_the_air_and_on_a_step():
    with pytest.raises(ScenarioError, match="cannot fly"):
        aerial(eagle={"fly_movement": 0})
    with pytest.raises(ScenarioError, match="not an altitude step"):
        aerial(altitude=7)


@clause("wfrp1.c.flight")
def test_a_step_costs_half_the_standard_rate():
    """What is left is a move at cautious rate, or another step."""
    scene = aerial(8, 12)
    scene.play("ascend")
    assert verbs(scene) == {"ascend", "descend", "move_cautious", "pass"}
    scene.play("move_cautious 8,0")
    assert scene.unit("eagle").at == (8, 0)
    assert scene.decider == "man"
    twice = aerial(8, 0)
    twice.play("ascend", "ascend")
    assert (twice.unit("eagle").altitude_yd, twice.decider) == (12, "man")


@pytest.mark.parametrize("what", [{"wing_off": 1}, {"entangled": 1}, {"prone": 1}, {"hold_ground": 1}])
@clause("wfrp1.c.flight")
def test_who_does_not_take_off(what):
    scene = aerial(8, 0)
    assert "ascend" in verbs(scene)
    for field, value in what.items():
        setattr(scene.unit("eagle"), field, value)
    scene.refresh()
    assert "ascend" not in verbs(scene)


@clause("wfrp1.c.flight", "wfrp1.flying.leave")
def test_one_who_has_landed_is_engaged_like_anybody_else():
    scene = aerial(1, 0)
    assert not {"ascend", "move_standard"} & verbs(scene)
    assert "strike" in verbs(scene)
    while scene.prompt != "declare" or scene.decider != "eagle":
        scene.play(next(a for a in ("act", "pass", "no_parry", "decline_press") if scene.offers(a)))
    assert scene.offers("declare_flee")


@clause("wfrp1.c.flight")
def test_nobody_lands_on_somebody_or_in_a_fire():
    assert "descend" not in verbs(aerial(8, 6, others=({"name": "boy", "side": "men", "at": [10, 5]},)))
    scene = aerial(8, 6)
    assert "descend" in verbs(scene)
    scene.state.fire_cell[0], scene.state.fire_rounds[0] = 5 * 32 + 10, 2
    scene.refresh()
    assert "descend" not in verbs(scene)


@clause("wfrp1.c.flight")
def test_two_fliers_do_not_share_a_cell_at_one_height():
    scene = aerial(8, 12, others=({**EAGLE, "name": "twin", "at": [10, 6], "altitude": 18, "i": 10},))
    assert "ascend" in verbs(scene)
    scene.unit("twin").cell = 5 * 32 + 10
    scene.refresh()
    assert "ascend" not in verbs(scene)


# --- moving in the air


@clause("wfrp1.c.flight", "wfrp1.c.movement_rates")
def test_rates_in_the_air_are_those_of_the_wings():
    """Fly M 2: 4 yards cautious, 8 standard, on a board where M 1 would be one cell."""
    scene = aerial(8, 12, eagle={"fly_movement": 2})
    assert cells(scene, "move_cautious") == {f"{x},{y}" for x in range(8, 12) for y in range(3, 8)} - {"10,5"}
    scene.unit("eagle").leg_off = 3
    scene.refresh()
    assert {"move_run", "move_standard"} <= verbs(scene), "one needs no legs"


@clause("wfrp1.c.flight", "wfrp1.c.difficult_ground")
def test_neither_rough_ground_nor_bodies_nor_fires_stop_a_flier():
    board = {"map": "......\n######", "cells": [{"flag": "difficult", "at": [[3, 0]]}],
             "borders": [{"type": "obstacle", "cell": [4, 0], "direction": "east"}]}  # fmt: skip
    scene = aerial(board=board, eagle={"at": [5, 0], "fly_movement": 4}, man={"at": [2, 0]})
    scene.state.fire_cell[0], scene.state.fire_rounds[0] = 3, 2
    scene.refresh()
    assert cells(scene, "move_cautious") == {"4,0", "3,0", "2,0", "1,0"}
    scene.play("move_cautious 1,0")
    assert scene.unit("eagle").wounds == 7


@clause("wfrp1.c.flight")
def test_those_in_the_air_do_not_take_up_room_on_the_ground():
    scene = aerial(2, 12, man={"i": 70})
    assert "4,5" in cells(scene, "move_standard")
    scene.play("move_standard 4,5")
    assert scene.unit("man").at == scene.unit("eagle").at == (4, 5)


@clause("wfrp1.c.flight")
def test_walls_and_rock_bar_the_way_in_the_air_too():
    scene = aerial(board={"map": "..#....\n..#....\n..#...."}, eagle={"at": [5, 1]}, man={"at": [6, 0]})
    assert not any(cell.startswith(("0,", "1,", "2,")) for cell in cells(scene, "move_run"))


@clause("wfrp1.c.flight", "wfrp1.firearm.damp")
def test_one_flies_over_water_with_dry_powder():
    board = {"map": "........\n########", "cells": [{"flag": "water", "area": [3, 0, 4, 0]}]}
    scene = aerial(board=board, eagle={"at": [6, 0]}, man={"at": [0, 0]})
    scene.play("move_cautious 4,0")
    assert scene.unit("eagle").powder_wet == 0


# --- contact in the air


@pytest.mark.parametrize(("height", "at", "engaged"), [
    (12, [9, 5], True), (18, [9, 5], True), (6, [9, 5], True), (24, [9, 5], False), (0, [9, 5], False),
    (18, [10, 5], True), (12, [8, 5], False),
])  # fmt: skip
@clause("wfrp1.c.flight", "wfrp1.engage.contact")
def test_contact_in_the_air_is_within_one_step_and_one_cell(height, at, engaged):
    scene = aerial(8, 12, others=(another([9, 5], height),))
    scene.unit("hawk").cell = at[1] * 32 + at[0]
    scene.refresh()
    assert ("strike" in verbs(scene)) == engaged


@clause("wfrp1.c.flight", "wfrp1.flying.swoop")
def test_two_fliers_fight_like_two_on_the_ground():
    """20 hits the head: 5 + S 3 - T 3; the loser is driven back a cell, in the air."""
    scene = aerial(8, 12, [20, 5], eagle={"ws": 40}, others=(another([9, 5]),))
    scene.play("strike hawk normal")
    assert scene.unit("hawk").wounds == 2
    quiet(scene, lambda t: t.round == 2)
    assert (scene.unit("hawk").at, scene.unit("hawk").altitude_yd) == ((8, 5), 12)


@clause("wfrp1.c.flight", "wfrp1.engage.front_arc", "wfrp1.winning.push_back")
def test_who_is_straight_above_is_in_front_and_drives_back_the_way_it_faces():
    scene = aerial(8, 12, [20, 5], eagle={"ws": 40}, others=(another([9, 5], 18),))
    scene.unit("hawk").cell = scene.unit("eagle").cell
    scene.refresh()
    scene.play("strike hawk normal")
    assert scene.unit("eagle").facing == 6
    quiet(scene, lambda t: t.round == 2)
    assert scene.unit("hawk").at == (9, 5)


@clause("wfrp1.c.flight", "wfrp1.action.charge")
def test_fliers_charge_fliers_and_nobody_else():
    scene = aerial(8, 12, [98], others=(another([7, 5], 18),))
    assert {"charge hawk"} == set(scene.choices("charge"))
    scene.play("charge hawk")
    assert scene.unit("eagle").at == (8, 5)
    assert dict(scene.last("blow_missed").terms)["charging"] == 10


@clause("wfrp1.c.flight", "wfrp1.modifier.advantage_of_ground", "wfrp1.modifier.obstacle")
def test_hills_and_hedges_mean_nothing_in_the_air():
    board = {"size": [12, 12], "cells": [{"flag": {"level": 1}, "at": [[10, 5]]}],
             "borders": [{"type": "obstacle", "cell": [9, 5], "direction": "east"}]}  # fmt: skip
    scene = aerial(8, 12, [98], board=board, others=(another([9, 5]),))
    scene.play("strike hawk normal")
    assert scene.last("blow_missed").total == 33


# --- attacks on the wing


@clause("wfrp1.flying.swoop")
def test_an_eagle_strikes_twice_and_the_goblin_may_strike_back_in_its_turn():
    """EI 60, A 2: blows at 60 and 30; the goblin at 25 strikes the eagle, six cells away and twelve yards up."""
    scene = aerial(6, 12, [98, 97, 96], eagle={"a": 2}, rules=FREE)
    scene.play("swoop man")
    assert (scene.decider, verbs(scene)) == ("eagle", {"strike", "pass"})
    scene.play("strike man normal")
    assert (scene.decider, scene.prompt) == ("eagle", "extra_blow")
    scene.play("strike man normal")
    assert (scene.decider, scene.prompt) == ("man", "turn")
    assert scene.offers("strike eagle")
    assert not {"move_standard", "load"} & verbs(scene)
    scene.play("strike eagle normal")
    assert scene.last("blow_missed").who == "man"
    assert (scene.unit("eagle").at, scene.unit("eagle").altitude_yd) == ((8, 5), 12)


@clause("wfrp1.flying.swoop", "wfrp1.parry.cost")
def test_a_goblin_that_has_had_its_turn_may_parry_but_strikes_no_blow():
    """EI 65, A 2: its turn is over, its second blow at 33 would have come after the dive; the parry is owed."""
    scene = aerial(
        6, 12, [20, 10, 6, 6, 97], man={"i": 65, "a": 2, "ws": 40}, eagle={"a": 2, "ws": 40, "i": 60}, rules=FREE
    )
    scene.play("pass", "swoop man", "strike man normal")
    assert (scene.decider, scene.prompt) == ("man", "parry")
    scene.play("parry_main")
    assert (scene.decider, scene.prompt) == ("eagle", "extra_blow")
    scene.play("strike man normal")
    assert scene.round == 2, "the round is over"


@clause("wfrp1.flying.swoop", "wfrp1.parry.attempt")
def test_the_attacked_may_parry_whichever_way_it_faces():
    scene = aerial(6, 12, [20, 98, 6], man={"facing": "west", "ws": 40}, eagle={"ws": 40}, rules=FREE)
    scene.play("swoop man", "strike man normal")
    assert scene.offers("parry_main")
    scene.play("parry_main")


@pytest.mark.parametrize("carries", [0, 1])
@clause("wfrp1.flying.swoop", "wfrp1.parry.cost")
def test_the_attacked_may_parry_however_many_blows_it_owes(carries):
    scene = aerial(6, 12, [20, 98, 6], man={"ws": 40, "i": 80, "a": 1}, eagle={"ws": 40},
                   rules={**FREE, "parry.cost.parry_debt_carries": carries})  # fmt: skip
    scene.play("man: pass")
    scene.unit("man").attack_debt = 1
    scene.play("eagle: swoop man", "strike man normal", "man: parry_main")
    assert scene.last("parry_failed").who == "man"


#: The rider of a giant eagle (I 60, A 2) that acts before it.
EAGLE_RIDER = {"fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle", "i": 80}


@clause("wfrp1.flying.swoop", "wfrp1.mounted.mount_attacks")
def test_a_mount_strikes_where_its_rider_dives():
    """At 60 and 30, once for each of its Attacks; the man strikes back at 25."""
    scene = aerial(6, 12, [98, 97], eagle=EAGLE_RIDER, rules=FREE)
    scene.play("swoop man", "pass")
    for face in (98, 97):
        assert (scene.decider, scene.prompt) == ("giant_eagle", "mount_blow")
        scene.play("strike")
        assert (scene.last("blow_missed").who, scene.last("blow_missed").face) == ("giant_eagle", face)
    assert (scene.decider, scene.prompt) == ("man", "turn")
    assert scene.offers("strike eagle")


@clause("wfrp1.flying.swoop", "wfrp1.parry.attempt", "wfrp1.mounted.mount_attacks")
def test_the_blow_of_a_flying_mount_is_parried_whichever_way_one_faces():
    scene = aerial(6, 12, [20, 98, 6, 97], man={"facing": "west", "ws": 40}, eagle=EAGLE_RIDER, rules=FREE)
    scene.play("swoop man", "pass", "strike")
    assert scene.last("blow_hit").who == "giant_eagle"
    scene.play("parry_main", "strike")


@pytest.mark.parametrize(("initiative", "strikes"), [(90, False), (50, True)])
@clause("wfrp1.flying.swoop", "wfrp1.c.mounts")
def test_the_mount_of_a_rider_that_has_had_its_turn_strikes_no_blow_either(initiative, strikes):
    """The horse's blow comes at 30, long after the dive at 60; its turn is its rider's."""
    scene = aerial(6, 12, [98], man={"mount": "warhorse", "i": initiative}, rules=FREE)
    if not strikes:
        scene.play("man: pass")
    scene.play("swoop man", "strike man normal")
    if strikes:
        scene.play("man: pass")
    assert ((scene.decider, scene.prompt) == ("warhorse", "mount_blow")) == strikes


@clause("wfrp1.flying.swoop", "wfrp1.grapple.attempt")
def test_nobody_seizes_a_flier_that_dives():
    """It would be held at a height of twelve yards by one who stands on the ground. In the air two may grapple."""
    scene = aerial(6, 12, man={"main_hand": "none"}, rules=FREE)
    scene.play("swoop man", "pass")
    assert (scene.decider, verbs(scene) & {"strike", "grapple"}) == ("man", {"strike"})
    high = aerial(1, 12, man={"main_hand": "none", "fly_movement": 12, "altitude": 12, "i": 90}, rules=FREE)
    assert (high.decider, verbs(high) & {"strike", "grapple"}) == ("man", {"strike", "grapple"})


@clause("wfrp1.flying.swoop")
def test_nobody_else_reaches_a_flier_that_has_dived():
    friend = {"name": "friend", "side": "men", "at": [7, 5], "i": 20}
    hawk = another([9, 5])
    scene = aerial(6, 12, [98], others=(friend,))
    scene.play("swoop man", "strike man normal")
    until(scene, "friend")
    assert "strike" not in verbs(scene)
    scene = aerial(6, 24, [98], others=({**hawk, "altitude": 24, "at": [10, 5]},))
    scene.play("swoop man", "strike man normal")
    scene.unit("hawk").cell = 5 * 32 + 9
    until(scene, "hawk")
    assert "strike" not in verbs(scene)


@pytest.mark.parametrize(("distance", "fly", "swoops"), [(9, 1, True), (10, 1, False), (1, 1, True)])
@clause("wfrp1.flying.swoop")
def test_there_and_back_within_the_running_rate(distance, fly, swoops):
    """Fly M 1 runs 8 cells: 4 there and 4 back leave 8 cells of gap out of reach; 16 yards, 8 cells in all."""
    scene = aerial(
        distance, 6, eagle={"fly_movement": fly}, rules={"flying.swoop.swoop_reach_rate": "run"}, size=(16, 12)
    )
    reach = 2 * (distance - 1) <= 8
    assert scene.offers("swoop man") == reach


@clause("wfrp1.flying.swoop")
def test_rate_of_the_dive_as_a_house_rule():
    """Fly M 2 at standard rate: 4 cells, two there and two back."""
    rules = {"flying.swoop.swoop_reach_rate": "standard"}
    assert aerial(3, 6, eagle={"fly_movement": 2}, rules=rules).offers("swoop man")
    assert not aerial(4, 6, eagle={"fly_movement": 2}, rules=rules).offers("swoop man")


@pytest.mark.parametrize("case", ["on the ground", "engaged", "fleeing", "wall", "blow lost", "aloft", "dark"])
@clause("wfrp1.flying.swoop")
def test_who_does_not_dive_upon_whom(case):
    assert "swoop" in verbs(aerial())
    more = {
        "on the ground": {"altitude": 0},
        "engaged": {"others": (another([5, 5]),)},
        "wall": {"board": {"size": [12, 12], "borders": [{"type": "wall", "cell": [4, 5], "direction": "east"}]}},
        "dark": {"battle": {"light": "dark"}},
    }.get(case, {})
    scene = aerial(**more)
    scene.strict = False  # nothing but the case itself is set
    if case == "fleeing":
        scene.unit("man").fleeing = 1
    if case == "blow lost":
        scene.unit("eagle").blow_lost = 1
    if case == "aloft":
        scene.unit("man").altitude_yd = 6
    scene.refresh()
    assert not scene.offers("swoop man")


@clause("wfrp1.flying.swoop")
def test_two_fliers_do_not_dive_upon_the_same_one():
    twin = {**EAGLE, "name": "twin", "at": [6, 6], "altitude": 12, "i": 40}
    scene = aerial(6, 12, [98], others=(twin,))
    scene.play("swoop man", "strike man normal")
    until(scene, "twin")
    assert "swoop" not in verbs(scene)


@clause("wfrp1.flying.swoop", "wfrp1.winning.push_back")
def test_the_victim_is_beaten_back_and_the_flier_never_is():
    scene = aerial(6, 12, [20, 5, 98], eagle={"ws": 40}, man={"w": 20}, rules=FREE)
    scene.play("swoop man", "strike man normal", "no_parry", "strike eagle normal")
    assert scene.unit("man").wounds == 15
    quiet(scene, lambda t: t.round == 2)
    assert scene.unit("man").at == (1, 5)
    assert (scene.unit("eagle").at, scene.unit("eagle").swoop_partner) == ((8, 5), -1)
    assert scene.prompt == "turn", "nobody is asked to press"
    scene = aerial(6, 12, [98, 20, 5], man={"ws": 40}, eagle={"w": 20}, rules=FREE)
    scene.play("swoop man", "strike man normal", "strike eagle normal")
    quiet(scene, lambda t: t.round == 2)
    assert scene.unit("eagle").wounds == 15
    assert scene.unit("eagle").at == (8, 5)
    assert "wins_over" in {event.kind for event in scene.events}


@clause("wfrp1.flying.swoop", "wfrp1.modifier.winning")
def test_a_dive_may_be_won():
    scene = aerial(6, 12, [20, 5, 98], eagle={"ws": 40}, man={"w": 20}, rules=FREE)
    scene.play("swoop man", "strike man normal", "no_parry", "pass")
    until(scene, "eagle")
    scene.play("swoop man", "strike man normal")
    assert scene.last("blow_missed").total == 40 + 10


@clause("wfrp1.flying.swoop")
def test_staying_down_as_a_house_rule():
    rules = {"flying.swoop.climb_out": 0}
    scene = aerial(6, 12, [98], rules=rules)
    scene.play("swoop man", "strike man normal")
    eagle = scene.unit("eagle")
    assert (eagle.at, eagle.altitude_yd, eagle.swoop_partner) == ((3, 5), 0, -1)
    boy = {"name": "boy", "side": "men", "at": [3, 5]}
    assert not aerial(6, 12, rules=rules, others=(boy,)).offers("swoop man")
    assert aerial(9, 6, eagle={"fly_movement": 1}, rules=rules).offers("swoop man")


@clause("wfrp1.flying.swoop")
def test_a_dive_takes_the_place_of_the_move():
    scene = aerial(6, 12)
    scene.play("swoop man")
    assert scene.play("pass")[0].kind == "passed"
    assert scene.decider == "man"


# --- leaving


@clause("wfrp1.flying.leave", "wfrp1.action.move", "wfrp1.c.flight")
def test_fliers_are_engaged_with_each_other_as_on_the_ground():
    scene = aerial(8, 12, [], others=(another([9, 5]),))
    assert not {"move_cautious", "move_standard", "move_run", "ascend", "descend", "swoop"} & verbs(scene)
    assert "strike" in verbs(scene)


@clause("wfrp1.flying.leave", "wfrp1.flee.declare", "wfrp1.flee.free_blows")
def test_a_flier_flees_from_another_with_a_blow_at_its_back():
    """Running, M 12 flies 96 cells; a bad leg is no hindrance."""
    scene = aerial(8, 12, [98], others=(another([9, 5]),), upto="declare", eagle={"fly_movement": 1})
    while scene.decider != "eagle":
        scene.play("act")
    scene.unit("eagle").leg_off = 3
    scene.refresh()
    scene.play("declare_flee")
    scene.play("flee 4,5")
    assert scene.last("free_blow").who == "hawk"
    assert (scene.unit("eagle").at, scene.unit("eagle").altitude_yd) == ((4, 5), 12)
    assert scene.unit("hawk").hold_ground == 1


@pytest.mark.parametrize("choice", ["move_standard 11,5", "ascend", "descend"])
@clause("wfrp1.flying.leave")
def test_a_flier_leaves_a_fight_in_the_air_unharmed_as_a_house_rule(choice):
    scene = aerial(8, 12, [], others=(another([9, 5]),), rules={"flying.leave.flyer_free_blows": 0})
    scene.play(choice)
    assert not any(event.kind == "free_blow" for event in scene.events)
    assert scene.unit("eagle").fleeing == 0


@clause("wfrp1.flying.leave")
def test_blows_at_those_who_leave_as_a_house_rule():
    scene = aerial(8, 12, [98], others=(another([9, 5]),), rules={"flying.leave.flyer_free_blows": 1})
    scene.play("move_standard 11,5")
    assert scene.last("free_blow").who == "hawk"
    assert scene.unit("eagle").at == (11, 5)
    scene = aerial(8, 12, [1, 6, 100], others=(another([9, 5], ws=90, s=9),),
                   rules={"flying.leave.flyer_free_blows": 1, **FREE}, eagle={"w": 1, "t": 0})  # fmt: skip
    scene.play("move_standard 11,5")
    assert scene.unit("eagle").at != (11, 5), "it did not live to move on"


@clause("wfrp1.flying.leave", "wfrp1.flee.declare")
def test_fliers_that_may_just_leave_do_not_declare_flight():
    rules = {"flying.leave.flyer_free_blows": 0}
    scene = aerial(8, 12, others=(another([9, 5]),), upto="declare", skip_forced=False, rules=rules)
    while scene.decider != "eagle":
        scene.play("act")
    assert scene.choices() == ["act"]


@clause("wfrp1.flying.leave", "wfrp1.flying.swoop")
def test_a_swooping_eagle_is_gone_at_the_end_of_the_round():
    scene = aerial(6, 12, [98])
    scene.play("swoop man", "strike man normal")
    until(scene, "eagle")
    assert {"move_run", "ascend"} <= verbs(scene)
    assert "strike" not in verbs(scene)


# --- falling


BLEEDER = {"name": "bleeder", "side": "men", "at": [0, 11], "i": 1}


def falling(altitude=12, dice=None, *, who="eagle", what="wing_off", **more):
    """At the end of the round somebody bleeds to death, and whoever can no longer fly falls: 1 and the dice."""
    others = (*more.pop("others", ()), BLEEDER)
    scene = aerial(8, altitude, None if dice is None else [1, *dice], others=others, **more)
    scene.strict = False  # it would have fallen at once
    scene.unit("bleeder").bleeding = 10
    setattr(scene.unit(who), what, 1 if what == "wing_off" else 5)
    scene.refresh()
    return scene


def fall(scene):
    """The round ends."""
    return quiet(scene, lambda t: t.round == 2)


@pytest.mark.parametrize(("altitude", "die", "damage"), [(18, 1, 16), (18, 6, 21), (6, 2, 5)])
@clause("wfrp1.c.falling", "wfrp1.c.flight")
def test_a_disabled_wing_brings_a_flier_down(altitude, die, damage):
    """D6 + the yards - T 3, whatever it wears; 60 is the body."""
    scene = fall(falling(altitude, [die, 60], eagle={"w": 40, "armour": ["mail shirt"]}))
    eagle = scene.unit("eagle")
    assert (eagle.altitude_yd, eagle.wounds, eagle.prone, eagle.at) == (0, 40 - damage, 1, (10, 5))
    assert (scene.last("fell").amount, scene.last("fell").extra) == (altitude, Location.BODY)
    assert labels(scene.last("fell")) == {"dice": die, "yards": altitude, "T": -3}


@clause("wfrp1.c.falling")
def test_a_rider_thrown_d4_yards():
    """The D4 first, each of its faces as likely: D6 + D4 - 3 is 4 or more with 5 in 12."""
    four_or_more, mean = 0.0, 0.0
    for yards in (1, 2, 3, 4):
        scene = falling(6, eagle={"w": 40})
        scene.unit("eagle").altitude_yd = yards
        quietly = {"turn": "pass", "declare": "act"}
        odds = scene.odds(
            "pass", then=quietly, want=lambda t: 40 - t.unit("eagle").wounds, until=lambda t: t.round == 2
        )
        four_or_more += odds.at_least(4) / 4
        mean += odds.mean() / 4
    assert round(four_or_more, 6) == 0.416667
    assert round(mean, 6) == 3.041667


@clause("wfrp1.c.falling")
def test_die_of_a_fall_as_a_house_rule():
    scene = fall(falling(6, [10, 60], eagle={"w": 40}, rules={"c.falling.fall_die": 10}))
    assert scene.unit("eagle").wounds == 40 - 13


@clause("wfrp1.c.falling")
def test_a_fall_never_does_less_than_nothing():
    scene = fall(falling(6, [1, 60], eagle={"w": 40, "t": 9}))
    assert (scene.unit("eagle").wounds, scene.unit("eagle").prone) == (40, 1)


@clause("wfrp1.c.falling")
def test_who_stands_on_the_ground_does_not_fall():
    scene = fall(falling(0, [], eagle={"w": 40}))
    assert (scene.unit("eagle").wounds, scene.unit("eagle").prone) == (40, 0)


@pytest.mark.interpreted_only
@clause("wfrp1.c.flight", "wfrp1.c.critical_table")
def test_a_wing_that_is_hit_carries_no_longer():
    scene = aerial()
    scene.ruleset.module("rules.injuries").resolve_arm_off(scene.state, 1, Location.WING, 1)
    assert (scene.unit("eagle").wing_off, scene.state.dropping) == (1, 1)


@clause("wfrp1.c.flight")
def test_a_flier_that_is_knocked_out_falls():
    scene = fall(
        falling(12, [2, 60], what="unconscious_rounds", eagle={"w": 40}, others=(another([0, 0], side="beasts"),))
    )
    assert (scene.unit("eagle").altitude_yd, scene.unit("eagle").wounds) == (0, 40 - 11)


@clause("wfrp1.c.flight")
def test_a_dead_flier_lies_on_the_ground():
    """It bleeds to death itself."""
    scene = aerial(8, 12, [1], others=({**EAGLE, "name": "twin", "at": [0, 0], "altitude": 12},))
    scene.unit("twin").bleeding = 10
    fall(scene)
    assert (scene.unit("twin").dead, scene.unit("twin").altitude_yd) == (1, 0)


@clause("wfrp1.c.flight")
def test_one_who_falls_upon_somebody_lands_beside_him():
    boy = {"name": "boy", "side": "men", "at": [10, 5]}
    scene = fall(falling(12, [2, 60], eagle={"w": 40}, others=(boy,)))
    x, y = scene.unit("eagle").at
    assert max(abs(x - 10), abs(y - 5)) == 1


@clause("wfrp1.c.flight", "wfrp1.flying.swoop")
def test_a_flier_that_is_felled_in_a_dive_lies_beside_its_victim_unhurt_by_the_height():
    """The man's blow does 4 + S 6 - T 3, three more than the eagle has; 00 is worse than that."""
    scene = aerial(6, 24, [98, 20, 4, 100], eagle={"w": 4, "t": 3}, man={"ws": 60, "s": 6}, rules=FREE)
    scene.play("swoop man", "strike man normal", "strike eagle normal")
    quiet(scene, lambda t: t.round == 2 or t.ending)
    eagle = scene.unit("eagle")
    assert eagle.altitude_yd == 0
    assert not any(event.kind == "fell" for event in scene.events)
    x, y = eagle.at
    assert max(abs(x - 2), abs(y - 5)) == 1


@pytest.mark.interpreted_only
@clause("wfrp1.c.flight", "wfrp1.c.prone")
def test_nobody_is_knocked_down_in_the_air():
    scene = aerial(8, 12)
    scene.ruleset.module("rules.injuries").resolve_prone(scene.state, 1)
    assert scene.unit("eagle").prone == 0


@clause("wfrp1.c.flight", "wfrp1.c.fire_damage")
def test_who_falls_into_a_fire_is_burnt_as_well():
    """The fire does 1 + 1 to the right leg, the fall 1 + 6 - T 3, and the fire at the end of the round 1 + 2."""
    scene = falling(6, [1, 1, 2, 1, 60, 1, 2, 1], eagle={"w": 40})
    scene.state.fire_cell[0], scene.state.fire_rounds[0] = 5 * 32 + 10, 3
    scene.refresh()
    fall(scene)
    assert scene.unit("eagle").wounds == 40 - 2 - 4 - 3


# --- riders in the air


@clause("wfrp1.c.flight")
def test_a_rider_flies_as_high_as_its_mount():
    scene = aerial(8, 12, eagle={"fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle"})
    rider = scene.unit("eagle")
    assert scene.unit(rider.mount).altitude_yd == 12
    assert {"ascend", "move_standard"} <= verbs(scene)
    scene.play("ascend")
    assert (rider.altitude_yd, scene.unit(rider.mount).altitude_yd) == (18, 18)


@clause("wfrp1.c.flight", "wfrp1.c.mounts")
def test_nobody_gets_off_or_on_in_the_air():
    high = aerial(8, 12, eagle={"fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle"})
    assert "dismount" not in verbs(high)
    low = aerial(8, 0, eagle={"fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle"})
    assert "dismount" in verbs(low)
    low.play("eagle: dismount north")
    until(low, "eagle")
    assert "mount" in verbs(low)
    low.unit(len(low.names) - 1).altitude_yd = 12
    assert "mount" not in verbs(low)


@clause("wfrp1.c.flight", "wfrp1.mounted.slain_mount")
def test_the_fall_takes_the_place_of_the_table_for_slain_mounts():
    """The eagle bleeds to death in the air: 4 + 12 yards - T 3 for its rider, on the body, and no D100 for how it comes off."""
    scene = aerial(
        8, 12, [1, 4, 60], eagle={"fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle", "w": 40}
    )
    rider = scene.unit("eagle")
    mount = scene.unit(rider.mount)
    mount.bleeding = 10
    scene.refresh()
    fall(scene)
    assert (mount.dead, rider.mount, rider.altitude_yd, rider.wounds) == (1, -1, 0, 40 - 13)
    assert scene.dice_left == [] and scene.last("fell").who == "eagle"


@clause("wfrp1.c.flight", "wfrp1.grapple.hold")
def test_who_falls_out_of_the_air_slips_out_of_a_hold():
    """The man, who flies too, holds the eagle when its wing fails: D6 4 and 12 yards, less T 3."""
    holder = {"main_hand": "none", "fly_movement": 12, "altitude": 12, "i": 90}
    scene = aerial(1, 12, [1, 4, 60], man=holder, eagle={"w": 40}, others=(BLEEDER,))
    scene.strict = False  # it would have fallen at once
    man, eagle = scene.unit("man"), scene.unit("eagle")
    man.hold_role, man.hold_partner, eagle.hold_role, eagle.hold_partner = 1, 1, 2, 0
    scene.unit("bleeder").bleeding, eagle.wing_off = 10, 1
    fall(scene)
    assert (eagle.altitude_yd, man.altitude_yd, eagle.wounds) == (0, 12, 40 - 13)
    assert (man.hold_role, eagle.hold_role, man.hold_partner) == (0, 0, -1)


@clause("wfrp1.c.fumble_table", "wfrp1.c.mounts", "wfrp1.c.flight")
def test_a_flying_mount_that_strikes_wildly_hits_itself_and_not_its_rider():
    """As one on the ground does: 99, with nobody else beside it. The body, 1 and S 4 on T 4."""
    scene = aerial(4, 12, [99, 60, 1], eagle=EAGLE_RIDER, others=(another([5, 5]),))
    scene.play("eagle: pass", "strike")
    event = scene.last("struck_itself")
    assert (event.who, event.target) == ("giant_eagle", "giant_eagle")
    assert scene.unit("eagle").wounds == 7


@clause("wfrp1.weapon.spear_halberd")
def test_a_flier_on_the_ground_is_no_aerial_combatant():
    """A diver has +10 with its spear against who is in the air, not against who sits there and could fly."""

    def terms(fly):
        scene = table(
            {"name": "harpy", "side": "men", "at": [6, 5], "facing": "west", "i": 60, "ws": 40, "main_hand": "spear",
             "fly_movement": 12, "altitude": 12},
            {"name": "eagle", "side": "orcs", "at": [2, 5], "facing": "east", "i": 20, "w": 20, "fly_movement": fly,
             "main_hand": "none", "natural_weapons": True},
            size=(12, 12), dice=[98],
        )  # fmt: skip
        scene.play("swoop eagle", "strike eagle normal")
        return scene.last("blow_missed").terms

    assert terms(12) == terms(0) == [("WS", 40)]
