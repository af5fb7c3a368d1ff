"""Breaking, flight and pursuit, and overruns."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, RESULT, beaten, blows, charged, fought, melee
from tow.scenes import Ground, exactly, fray, regiment

from tactica.envs.rulesets.tow.rules.bodies import is_engaged_with
from tactica.envs.rulesets.tow.vocab import Gone

PURSUE = "x.combat.break_and_pursue"
BROKEN = [6, 6]  # a break test that nobody passes
RALLY = [1, 1]  # in flight when their own turn begins, they rally
AT = (10, 14)  # where the men stand; ten orcs in one rank stand in front of them


def routed(dice=(), **more):
    """Orcs who have broken; the men are asked."""
    scene = beaten(7, 1, dice=[*BROKEN, *dice], **more)
    scene.play("pass")
    return scene


def goblins_at(x, y, models):
    """Orcs further away, whom nothing alarms."""
    return regiment("goblins", "orcs", (x, y), "south", models=models, files=models, **CALM, toughness=10)


def place(event):
    """Where a unit came to stand, by the log."""
    return event.amount


def caught(rules=None, men=(), orcs=()):
    """The chance that men who pursue catch the orcs, by the traits of both."""
    rules = {f"{PURSUE}.{knob}": value for knob, value in (rules or {}).items()}
    scene = beaten(7, 1, rules, men={"traits": list(men)}, orcs={"traits": list(orcs)}, dice=BROKEN)
    scene.play("pass")
    return scene.odds("pursue", want="caught by men", open="stop").at_least(1)


def sums(dice, lowest_dropped=False):
    """Total -> chance of so many dice."""
    found = {}
    for number in range(6**dice):
        faces = sorted(number // 6**i % 6 + 1 for i in range(dice))
        total = sum(faces[1:] if lowest_dropped else faces)
        found[total] = found.get(total, 0) + 6.0**-dice
    return found


def reaches(pursuit, flight):
    """The chance that one total is at least another."""
    return sum(p * q for one, p in pursuit.items() for other, q in flight.items() if one >= other)


# --- pursuit


@clause("tow.x.combat.break_and_pursue")
def test_the_winner_pursues_or_restrains():
    scene = routed()
    assert scene.last("breaks").who == "orcs"
    assert (scene.decider, scene.prompt, scene.choices()) == ("men", "after", ["pursue", "restrain"])


LORD = {"models": 1, "files": 1, "character": "lord", "char_attacks": 0}


@clause("tow.x.combat.break_and_pursue", "tow.profile.movement", "tow.x.move.fly", "tow.x.character.embedded")
@pytest.mark.parametrize(("men", "asked"), [
    ({"movement": 0}, False), ({"movement": 1}, True), ({"movement": 0, "fly": 8}, True),
    ({**LORD, "movement": 0, "char_movement": 4}, True), ({**LORD, "movement": 4, "char_movement": 0}, False),
])  # fmt: skip
def test_who_never_moves_by_choice_does_not_pursue(men, asked):
    """Wings count as they do in other moves, and the character who is left alone moves by its own M."""
    assert (routed([] if asked else [3, 4, *RALLY], men=men).prompt == "after") is asked


@clause("tow.x.combat.break_and_pursue", "tow.x.move.flee")
@pytest.mark.parametrize(("men", "orcs", "chance"), [
    ([], [], 0.556327), (["swiftstride"], [], 0.724151), ([], ["swiftstride"], 0.381173),
])  # fmt: skip
def test_who_rolls_as_much_as_the_flight_catches_the_broken(men, orcs, chance):
    assert caught(men=men, orcs=orcs) == exactly(chance)
    assert reaches(sums(3, True) if men else sums(2), sums(3, True) if orcs else sums(2)) == exactly(chance)


@clause("tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("rules", "men", "pursuit"), [
    ({"pursue_dice": 3}, [], sums(3)), ({"pursue_dice": 1}, [], sums(1)),
    ({"swiftstride_pursue_dice": 2}, ["swiftstride"], sums(2, True)),
    ({"swiftstride_pursue_dice": 4}, ["swiftstride"], sums(4, True)),
])  # fmt: skip
def test_the_dice_of_pursuit_can_be_others(rules, men, pursuit):
    assert caught(rules, men=men) == exactly(reaches(pursuit, sums(2)))


@clause("tow.x.combat.break_and_pursue")
def test_the_caught_are_destroyed_and_stay_on_no_cell():
    scene = routed([3, 4, 3, 4])
    scene.play("pursue")
    orcs = scene.unit("orcs")
    assert (orcs.models, orcs.at, orcs.gone) == (0, None, Gone.RUN_DOWN)
    assert not [e for e in scene.events if e.kind == "flees"]


@clause("tow.x.combat.break_and_pursue", "tow.x.move.flee")
def test_the_others_flee_as_far_as_they_have_rolled():
    scene = routed([3, 5, 3, 4, *RALLY])
    scene.play("pursue")
    flight = scene.last("flees")
    assert (flight.who, flight.extra, place(flight)) == ("orcs", 8, (10, 13 - 8))
    assert scene.last("rallied").who == "orcs"


@clause("tow.x.combat.break_and_pursue")
def test_pursuers_move_straight_their_total_after_them():
    scene = routed([4, 4, 3, 4, *RALLY])
    scene.play("pursue")
    assert (scene.unit("men").at, scene.unit("men").facing) == ((10, 14 - 7), 0)
    assert scene.unit("men").charged == 0


@pytest.mark.interpreted_only
@clause("tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("roll", "cells", "contact"), [((3, 4), 7, True), ((1, 4), 5, False), ((2, 4), 6, False)])
def test_a_pursuer_that_runs_straight_into_an_enemy_ends_in_contact(roll, cells, contact):
    """Seven cells ahead; that is a charge for the next combat phase."""
    scene = routed([6, 6, *roll, *RALLY], friends=[goblins_at(12, 6, 3)])
    scene.play("pursue")
    assert scene.unit("men").at == (10, 14 - cells)
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "goblins")) is contact
    assert scene.unit("men").charged == contact


@pytest.mark.interpreted_only
@clause("tow.x.combat.break_and_pursue", "tow.formation.footprint")
def test_a_pursuer_stops_before_the_empty_places_of_a_short_rank():
    """Orcs with their backs to it: their front is in row 5, and only their left file has a second rank. One file of the men is in
    line with them, with their right one.
    """
    goblins = regiment("goblins", "orcs", (6, 5), models=6, **CALM, toughness=10)
    scene = routed([6, 6, 4, 4, *RALLY], friends=[goblins])
    scene.play("pursue")
    assert scene.unit("men").at == (10, 7)
    assert [(e.target, e.amount, e.extra) for e in scene.events if e.kind == "stopped_by"] == [("goblins", 8, 7)]
    assert not Ground.of(scene).ask(is_engaged_with, "men", "goblins")
    assert scene.unit("men").charged == 0


@pytest.mark.interpreted_only
@clause("tow.x.combat.break_and_pursue", "tow.x.combat.engaged")
def test_who_ran_into_an_enemy_fights_it_in_the_next_combat_phase():
    """With the bonus of a charge, and not at once: men of I 3 strike at 6 in the orcs' turn."""
    men = {"attacks": 1, "weapon_skill": 5, "traits": ["swiftstride"]}
    scene = beaten(0, 1, men=men, orcs={"toughness": 10}, friends=[goblins_at(12, 7, 3)], dice=None)
    scene.play("pass")
    known = len(scene.events)
    scene.dice = [6, 6, 6, 6, 6, *[1] * 4, 1, 2]
    scene.play("pursue")
    assert not [e for e in scene.events[known:] if e.kind == "combat_begins"]
    assert Ground.of(scene).ask(is_engaged_with, "men", "goblins")
    scene.dice = None
    fought(scene)
    said = next(e for e in scene.events[known:] if e.kind == "strikes")
    assert (said.who, said.target) == ("men", "goblins")
    assert "at Initiative 6, " in said.text


@pytest.mark.interpreted_only
@clause("tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("x", "row"), [(20, 8), (9, 8), (21, 5), (8, 5)])
def test_a_pursuer_does_not_come_beside_other_enemies(x, row):
    """It stops with a cell between them; one that is two cells beside its path does not matter."""
    scene = routed([6, 6, 4, 5, *RALLY], friends=[goblins_at(x, 6, 1)])
    scene.play("pursue")
    assert not Ground.of(scene).ask(is_engaged_with, "men", "goblins")
    assert scene.unit("men").at == (10, row)


@pytest.mark.interpreted_only
@clause("tow.x.combat.break_and_pursue", "tow.x.move.enemy_buffer")
def test_a_pursuer_does_not_come_from_the_corner_of_an_enemy_to_its_edge():
    """He touches the men at their corner, beside the way of their pursuit."""
    scene = routed([6, 6, 4, 5, *RALLY], friends=[goblins_at(20, 13, 1)])
    scene.play("pursue")
    assert not Ground.of(scene).ask(is_engaged_with, "men", "goblins")
    assert scene.unit("men").at == (10, 14)


@clause("tow.x.combat.break_and_pursue", "tow.test.leadership")
@pytest.mark.parametrize(("leadership", "chance"), [(7, 0.583333), (9, 0.833333)])
def test_to_restrain_takes_a_leadership_test(leadership, chance):
    scene = routed(men={"leadership": leadership})
    assert scene.odds("restrain", want="restrains by men", open="stop")[1] == exactly(chance)


@clause("tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("roll", "pursuit", "where"), [((3, 4), (), AT), ((4, 4), (1, 2), (10, 14 - 3))])
def test_who_fails_to_restrain_pursues(roll, pursuit, where):
    scene = routed([*roll, 6, 6, *pursuit, *RALLY])
    scene.play("restrain")
    assert scene.unit("men").at == where


@clause("tow.x.combat.break_and_pursue")
def test_nobody_is_caught_by_who_stays():
    scene = routed([1, 1, 1, 1, *RALLY])
    scene.play("restrain")
    assert place(scene.last("flees")) == (10, 13 - 2)
    assert scene.unit("orcs").models == 10


@clause("tow.x.combat.break_and_pursue")
@pytest.mark.parametrize(("front", "flank", "facing"), [(5, 10, "west"), (10, 9, "north")])
def test_the_flight_is_from_the_strongest_winner_in_touch(front, flank, facing):
    """Ten men in the flank push harder than five in front, and ten in front harder than nine in the flank."""
    rules = {
        f"{RESULT}.standard": 1,
        f"{RESULT}.outnumber": 0,
        f"{RESULT}.flank": 0,
        "troop.table.regular_infantry_max_rank_bonus": 0,
    }
    scene = melee(
        regiment("men", at=(20, 14), models=front, attacks=0, standard=True),
        regiment("others", "men", (25, 12), "west", models=flank, files=10, attacks=0),
        regiment("orcs", at=(24, 13), facing="south", models=9, files=3, attacks=0), rules=rules,
        dice=[*BROKEN, 3, 4, 3, 4, 2, 2, *RALLY],
    )  # fmt: skip
    scene.play("pass", "restrain", "restrain")
    flight = scene.last("flees")
    corner = {"west": (22 - 4, 13), "north": (22, 11 - 4)}[facing]
    assert (flight.extra, place(flight)) == (4, corner)


@clause("tow.x.combat.break_and_pursue")
def test_every_pursuer_rolls_for_itself():
    """Two regiments of men: the first comes too short, the second catches."""
    units = [
        regiment("men", at=(10, 14), models=5, attacks=0, standard=True),
        regiment("others", "men", (15, 14), models=5, attacks=0),
        regiment("orcs", at=(19, 13), facing="south", models=10, files=10, attacks=0),
    ]  # fmt: skip
    scene = melee(*units, rules={f"{RESULT}.outnumber": 0}, dice=[*BROKEN, 3, 4, 1, 2, 4, 4])
    scene.play("pass", "pursue", "pursue")
    assert [(e.who, e.target) for e in scene.events if e.kind == "caught"] == [("others", "orcs")]
    assert scene.unit("orcs").models == 0


@clause("tow.x.combat.break_and_pursue")
def test_of_two_broken_units_the_first_is_pursued():
    """Men broad enough to touch both are asked for the orcs, and not again for the goblins."""
    units = [
        regiment("men", at=(10, 14), models=12, files=12, attacks=0, standard=True),
        regiment("orcs", at=(14, 13), facing="south", models=5, attacks=0),
        regiment("goblins", "orcs", at=(20, 13), facing="south", models=5, attacks=0),
    ]  # fmt: skip
    scene = melee(*units, rules={f"{RESULT}.outnumber": 0}, dice=[*BROKEN, *BROKEN, 6, 6, 1, 1, 5, 5, *RALLY, *RALLY])
    scene.play("pass", "pursue")
    assert [e.who for e in scene.events if e.kind == "pursues"] == ["men"]
    assert [(e.who, e.extra) for e in scene.events if e.kind == "flees"] == [("orcs", 12), ("goblins", 10)]


@clause("tow.x.combat.break_and_pursue", "tow.x.morale.panic")
def test_who_breaks_and_is_caught_alarms_its_friends():
    """Goblins five cells behind take one panic test."""
    goblins = regiment("goblins", "orcs", (12, 6), "south", models=3, files=3)
    scene = beaten(7, 1, friends=[goblins], dice=[*BROKEN, 1, 1, 1, 1, 1, 2])
    scene.play("pass", "pursue")
    assert [e.who for e in scene.events if e.kind in ("calm", "panics")] == ["goblins"]


@clause("tow.x.combat.break_and_pursue", "tow.x.turn.end_and_victory")
def test_the_caught_are_worth_full_points():
    scene = beaten(7, 1, orcs={"points": 150}, dice=[*BROKEN, 1, 1, 1, 1], rules={"x.turn.sequence.rounds": 1})
    scene.play("pass", "pursue")
    while scene.prompt:
        scene.play("pass")
    assert [(e.extra, e.amount) for e in scene.events if e.kind == "points"] == [(0, 150), (1, 0)]


# --- overrun


def overrunning(dice=(), friends=(), rules=None):
    """Men who have charged three orcs and slain them all: four men fight, of two attacks each, and four support them."""
    men = {"attacks": 2, "initiative": 5}
    scene = charged(men, {"models": 3, "files": 3}, dice=[1, 1, *blows(12, 3), *dice], friends=friends, rules=rules)
    scene.play("pass")
    return scene


@clause("tow.x.combat.overrun")
def test_who_charged_and_wiped_them_out_may_overrun():
    scene = overrunning()
    assert scene.unit("orcs").models == 0
    assert (scene.decider, scene.prompt, scene.choices()) == ("men", "overrun", ["pursue", "restrain"])


@clause("tow.x.combat.overrun")
def test_to_stay_takes_no_test():
    scene = overrunning()
    scene.play("restrain")
    assert scene.unit("men").at == (10, 10)


@clause("tow.x.combat.overrun")
@pytest.mark.parametrize(("dice", "chances"), [(2, sums(2)), (1, sums(1)), (3, sums(3))])
def test_an_overrun_is_straight_ahead(dice, chances):
    """Ten cells lie before the edge of the table."""
    scene = overrunning(rules={"x.combat.overrun.dice": dice})
    found = scene.odds("pursue", want=lambda table: 10 - table.unit("men").at[1], open="stop")
    expected = {}
    for total, chance in chances.items():
        expected[min(total, 10)] = expected.get(min(total, 10), 0) + chance
    assert dict(found) == {cells: exactly(chance) for cells, chance in expected.items()}


@pytest.mark.interpreted_only
@clause("tow.x.combat.overrun")
@pytest.mark.parametrize(("roll", "row", "contact"), [((1, 2), 7, False), ((1, 3), 6, True), ((6, 6), 6, True)])
def test_an_overrun_into_an_enemy_is_a_charge(roll, row, contact):
    scene = overrunning(roll, friends=[goblins_at(12, 5, 3)])
    scene.play("pursue")
    assert scene.unit("men").at == (10, row)
    assert bool(Ground.of(scene).ask(is_engaged_with, "men", "goblins")) is contact
    assert scene.unit("men").charged == contact


@clause("tow.x.combat.overrun")
def test_who_did_not_charge_does_not_overrun():
    scene = fray(men={"attacks": 2, "initiative": 5}, orcs={"models": 3, "files": 3}, dice=blows(12, 3))
    scene.play("pass")
    assert scene.unit("orcs").models == 0
    assert scene.decider == "spy"


@clause("tow.x.combat.overrun")
def test_who_still_has_an_enemy_does_not_overrun():
    """Goblins beside the orcs, at whom one man and the one behind him strike, stand."""
    men = {"attacks": 2, "initiative": 5}
    scene = charged(
        men, {"models": 3, "files": 3}, friends=[goblins_at(14, 9, 2)], dice=[1, 1, *blows(12, 3), *blows(3)]
    )
    scene.play("pass", "orcs")
    assert scene.unit("orcs").models == 0
    assert [e.who for e in scene.events if e.kind == "gives_ground"] == ["goblins"]
    assert scene.prompt == "after"
    scene.play("restrain")
    assert not [e for e in scene.events if e.kind == "overruns"]
