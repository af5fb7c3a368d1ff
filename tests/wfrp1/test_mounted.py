"""Mounted combat: rider or mount, mounts that strike, getting on and off, and what a slain mount does."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.blows import NO_FUMBLES, NO_SIXES, ONES, exactly
from wfrp1.melee import kinds, verbs
from wfrp1.riders import horse_of, mounted
from wfrp1.seen import of_unit

from tactica.envs import rulesets

SIMPLE = {**NO_FUMBLES, **ONES, **NO_SIXES, "parry.cost.parries_per_blow": 0}
HORSE = "warhorse"


def struck(scene, text="strike rider"):
    """The odds of hitting the rider, and the mount; every hit does a Wound or more."""
    rider, mount = int(scene.unit("rider").wounds), int(horse_of(scene).wounds)
    odds = scene.odds(
        text,
        want=lambda after: (after.unit("rider").wounds < rider, horse_of(after).wounds < mount),
        until="procedure",
    )
    return odds[True, False], odds[False, True]


def to_round(scene, number, name="rider"):
    """Everybody lets time pass until a unit's turn in a round."""
    while scene.round < number or scene.prompt != "turn" or scene.decider != name:
        scene.play("act" if scene.prompt == "declare" else "decline_press" if scene.prompt == "press" else "pass")


# --- rider or mount


@clause("wfrp1.mounted.rider_or_mount")
@pytest.mark.parametrize(
    ("orc", "height_ft", "rider", "mount"),
    [
        ({}, 8, 0.132000, 0.198000),
        ({}, 9, 0.066000, 0.264000),
        ({"height_ft": 18}, 8, 0.165000, 0.165000),
        ({"height_ft": 10}, 9, 0.165000, 0.165000),
        ({"height_ft": 9}, 8, 0.132000, 0.198000),
        ({"mount": "warhorse"}, 8, 0.165000, 0.165000),
        ({"mount": "warhorse"}, 9, 0.165000, 0.165000),
    ],
)
def test_odds_of_rider_and_mount(orc, height_ft, rider, mount):
    scene = mounted(orc={"s": 5, **orc}, rules=SIMPLE, horse={"height_ft": height_ft})
    assert struck(scene) == (exactly(rider), exactly(mount))


@clause("wfrp1.mounted.rider_or_mount")
def test_what_is_struck_is_hurt_by_its_own_numbers():
    """The mount has T 4 and its own armour; the location is that of the roll to hit."""
    scene = mounted([27, 41, 5], rider={"t": 1})
    scene.play("strike rider")
    assert horse_of(scene).wounds == 14 - (5 + 4 - 4)
    event = scene.last("rider_or_mount")
    assert (event.target, event.face, event.amount) == (HORSE, 41, 3)
    assert scene.unit("rider").wounds == 20


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.parry.attempt")
@pytest.mark.parametrize(("roll", "asked"), [(40, True), (41, False)])
def test_only_hits_on_the_rider_are_parried(roll, asked):
    scene = mounted([27, roll, *([] if asked else [1])], rider={"facing": "west"})
    scene.play("strike rider")
    assert (scene.prompt == "parry") == asked


@clause("wfrp1.mounted.rider_or_mount")
@pytest.mark.parametrize(("mode", "hurt"), [("aim_rider", "rider"), ("aim_mount", HORSE)])
def test_rider_or_mount_may_be_named_for_ten(mode, hurt):
    scene = mounted([23, 5], rules={"parry.cost.parries_per_blow": 0})
    before = int(scene.unit(hurt).wounds)
    scene.play(f"strike rider {mode}")
    assert scene.unit(hurt).wounds < before
    assert "rider_or_mount" not in kinds(scene)
    missed = mounted([24], rules=NO_FUMBLES)
    missed.play(f"strike rider {mode}")
    assert missed.last("blow_missed").terms == [("WS", 33), ("aimed", -10)]


@clause("wfrp1.mounted.rider_or_mount")
def test_who_walks_is_not_named_so():
    scene = mounted(rider={"mount": None})
    assert not [choice for choice in scene.choices() if "aim_rider" in choice or "aim_mount" in choice]


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.attack.targeted_blow")
def test_a_part_that_is_named_is_the_riders():
    scene = mounted([12, 5], rules={"parry.cost.parries_per_blow": 0})
    scene.play("strike rider aim_head")
    assert scene.unit("rider").wounds < 20
    assert scene.last("blow_hit").amount == 0


@clause("wfrp1.mounted.rider_or_mount")
@pytest.mark.parametrize(("roll", "hurt"), [(50, "rider"), (51, HORSE)])
def test_shooters_hit_both_alike(roll, hurt):
    scene = mounted([20, roll, 5], orc={"main_hand": "short bow", "ammunition": 5, "bs": 50, "t": 1}, at=(8, 5))
    before = int(scene.unit(hurt).wounds)
    scene.play("fire rider")
    assert scene.unit(hurt).wounds < before


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.missile.sharpshooting")
def test_a_shooter_names_the_mount_after_aiming():
    scene = mounted([40, 5], orc={"main_hand": "short bow", "ammunition": 5, "bs": 50}, at=(8, 5))
    assert not scene.offers("fire rider aim_mount")
    scene.play("aim rider")
    to_round(scene, 2, "orc")
    scene.play("fire rider aim_mount")
    assert horse_of(scene).wounds == 14 - 5 - 3 + 4
    assert scene.last("shot_hit").terms == [("BS", 50), ("aimed", -10)]


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.missile.modifiers", "wfrp1.attack.targeted_blow_waiver")
@pytest.mark.parametrize(
    ("mode", "horse", "rider", "terms"),
    [
        ("aim_mount", {"height_ft": 9}, {}, {"target size": 10, "aimed": -10}),
        ("aim_mount", {"height_ft": 8}, {"height_ft": 9}, {"aimed": -10}),
        ("aim_rider", {"height_ft": 9}, {}, {"aimed": -10}),
        ("aim_rider", {}, {"height_ft": 9}, {"target size": 10, "aimed": -10}),
        ("aim_mount", {"prone": 1}, {}, {}),
        ("aim_rider", {"prone": 1}, {}, {"aimed": -10}),
    ],
)
def test_a_shot_counts_the_size_and_stance_of_the_one_that_is_named(mode, horse, rider, terms):
    """Above 8 ft is a large target; naming what lies is free."""
    archer = {"main_hand": "short bow", "ammunition": 5, "bs": 50}
    scene = mounted([98], orc=archer, rider=rider, at=(8, 5), rules=NO_FUMBLES)
    scene.play("aim rider")
    to_round(scene, 2, "orc")
    for name, value in horse.items():
        setattr(horse_of(scene), name, value)
    scene.play(f"fire rider {mode}")
    assert dict(scene.last("shot_missed").terms) == {"BS": 50, **terms}


@clause("wfrp1.mounted.rider_or_mount")
@pytest.mark.parametrize(
    ("knob", "orc", "height_ft"),
    [
        ("small_vs_horse_rider", {}, 8),
        ("small_vs_large_rider", {}, 9),
        ("tall_rider", {"height_ft": 12}, 8),
        ("rider_vs_rider", {"mount": "warhorse"}, 8),
    ],
)
def test_the_numbers_are_the_referees(knob, orc, height_ft):
    rules = {**SIMPLE, f"mounted.rider_or_mount.{knob}": 10}
    rider, mount = struck(mounted(orc={"s": 5, **orc}, rules=rules, horse={"height_ft": height_ft}))
    assert rider == exactly(0.1 * (rider + mount))


# --- attacks by mounts


def two_riders(dice=None, rules=None, horse=None, other=None, upto="", **knight):
    """A knight (I 10) beside a rider (I 5); the knight's warhorse (I 30, A 1, WS 25, S 5) comes first of all."""
    scene = table(
        {
            "name": "knight",
            "side": "orcs",
            "at": [4, 5],
            "facing": "east",
            "i": 10,
            "w": 20,
            "mount": "warhorse",
            **knight,
        },
        {"name": "rider", "side": "men", "at": [5, 5], "facing": "west", "i": 5, "w": 20, "mount": "warhorse"},
        dice=dice,
        rules=rules,
        upto=None,
    )
    for name, value in (horse or {}).items():
        setattr(scene.unit(1), name, value)
    for name, value in (other or {}).items():
        setattr(horse_of(scene), name, value)
    while scene.prompt in ("declare", "press"):
        scene.play("act")
    return scene


@clause("wfrp1.mounted.mount_attacks", "wfrp1.c.mounts")
def test_a_mount_strikes_at_its_own_moment():
    scene = two_riders()
    assert (scene.prompt, scene.decider) == ("mount_blow", "warhorse_1")
    assert set(scene.choices()) == {"strike rider", "pass"}


@clause("wfrp1.mounted.mount_attacks")
@pytest.mark.parametrize(
    ("height_ft", "target_ft", "rider"), [(8, 8, 0.300000), (8, 9, 0.100000), (12, 8, 0.400000), (12, 9, 0.400000)]
)
def test_odds_of_what_a_mount_hits(height_ft, target_ft, rider):
    scene = two_riders(rules=SIMPLE, horse={"height_ft": height_ft}, other={"height_ft": target_ft})
    hit_rider, hit_mount = struck(scene)
    assert hit_rider / (hit_rider + hit_mount) == exactly(rider)
    assert hit_rider + hit_mount == exactly(0.25)


@clause("wfrp1.mounted.mount_attacks")
def test_ten_is_added_as_the_referee_has_it():
    scene = two_riders(rules={**SIMPLE, "mounted.mount_attacks.mount_roll_add": 25})
    hit_rider, hit_mount = struck(scene)
    assert hit_rider / (hit_rider + hit_mount) == exactly(0.15)


@clause("wfrp1.mounted.mount_attacks")
def test_against_one_on_foot_there_is_no_split():
    scene = mounted([20, 3], orc={"i": 5, "t": 3, "npc": True, "int": 10}, upto="mount_blow")
    assert scene.decider == HORSE
    scene.play("strike orc")
    assert scene.unit("orc").wounds == 20 - (3 + 5 - 3)


@clause("wfrp1.mounted.mount_attacks", "wfrp1.c.mounts")
def test_a_mount_has_neither_turn_nor_declaration():
    scene = mounted(at=(9, 5), upto=None)
    deciders = set()
    while scene.round < 2:
        deciders.add(scene.decider)
        scene.play("act" if scene.prompt == "declare" else "pass")
    assert deciders == {"orc", "rider"}


@clause("wfrp1.c.mounts", "wfrp1.c.declaration_order", "wfrp1.flee.victor_stays")
def test_a_mount_in_a_fight_does_not_declare_flight_by_itself():
    scene, deciders = mounted(upto=None), []
    while scene.prompt == "declare":
        deciders.append(scene.decider)
        scene.play("act")
    assert sorted(deciders) == ["orc", "rider"]


@clause("wfrp1.c.mounts", "wfrp1.initiative.effective")
def test_a_mount_shares_the_bonus_of_its_rider_for_winning():
    """The rider, I 50, has hit the orc and pressed; the horse has I 30: both have 10 more in the next round."""
    scene = mounted([12, 5], orc={"i": 10, "npc": True, "int": 10}, rider={"i": 50, "ws": 60})
    horse = scene.names[-1]
    scene.play("rider: strike orc normal")
    to_round(scene, 2)
    set_to = {event.who: event.amount for event in scene.events if event.kind == "initiative_set"}
    assert (set_to["rider"], set_to[horse]) == (60, 40)


@clause("wfrp1.mounted.mount_attacks", "wfrp1.attack.multiple_opponents")
@pytest.mark.parametrize(("target", "asked"), [(-1, True), (0, True), (1, False)])
def test_a_mount_does_not_switch(target, asked):
    """Its blows of a round all go to the opponent of the first; when that one is gone, they are lost."""
    scene = mounted(orc={"i": 90})
    while scene.prompt != "turn":
        scene.play("act")
    scene.strict = False  # one of the targets is its own rider: somebody it cannot reach
    horse_of(scene).round_target = target
    prompts = set()
    while scene.round < 2:
        prompts.add(scene.prompt)
        scene.play("pass")
    assert ("mount_blow" in prompts) == asked


@clause("wfrp1.mounted.mount_attacks")
def test_the_blows_of_a_mount_count_for_its_rider():
    """Of the two horses 1 takes the knight's first. It hits for 6 + 5 - 3: the knight is winning, and the pair he fights is
    beaten back together.
    """
    scene = two_riders([1, 20, 30, 6], rules={**NO_SIXES, "parry.cost.parries_per_blow": 0})
    scene.play("strike rider")
    while scene.round == 1:
        scene.play("pass")
    assert {("knight", "rider")} == {(e.who, e.target) for e in scene.events if e.kind == "wins_over"}
    assert scene.unit("rider").at == (6, 5)


# --- riding


@clause("wfrp1.c.mounts")
def test_a_pair_moves_with_the_mounts_m():
    scene = mounted(at=(8, 0), orc={"i": 10}, rules={"c.movement_rates.cautious_per_m": 1})
    assert scene.decider == "rider"
    reach = scene.choices("move_cautious")
    assert max(abs(8 - int(choice.split()[1].split(",")[0])) for choice in reach) == 4, "M 8, in yards"


@clause("wfrp1.c.mounts", "wfrp1.action.charge")
@pytest.mark.parametrize(("gap", "reaches"), [(4, True), (5, False)])
def test_a_warhorse_charges_eight_yards(gap, reaches):
    scene = mounted(at=(5 + gap, 5), orc={"i": 10})
    assert ("charge" in verbs(scene)) == reaches


@clause("wfrp1.c.mounts", "wfrp1.missile.modifiers")
@pytest.mark.parametrize(
    ("before", "penalty"),
    [(["pass"], 0), (["move_cautious 9,8"], -10), (["move_run 9,8", "wait"], -10), (["move_cautious 9,8", "pass"], 0)],
)
def test_who_shoots_from_a_mount_that_has_moved_hits_less(before, penalty):
    """In the turn after the move, and not in the one after that; also when it waits for the orc first."""
    scene = mounted([98], at=(9, 9), orc={"i": 10}, rider={"main_hand": "short bow", "ammunition": 5, "bs": 50})
    for number, text in enumerate(before, 1):
        to_round(scene, number)
        scene.play(text)
    if "wait" not in before:
        to_round(scene, len(before) + 1)
    while scene.decider != "rider" or scene.prompt != "turn":
        scene.play("act" if scene.prompt == "declare" else "pass")
    scene.play("rider: fire orc")
    assert dict(scene.last("shot_missed").terms).get("moving mount", 0) == penalty


@clause("wfrp1.c.mounts")
def test_dismounting_takes_the_turn_and_leaves_the_mount():
    scene = mounted(at=(9, 5), orc={"i": 10})
    scene.play("rider: dismount north")
    assert scene.unit("rider").at == (9, 4)
    assert horse_of(scene).at == (9, 5)
    assert scene.decider == "orc"
    assert (scene.unit("rider").mount, horse_of(scene).rider) == (-1, -1)


@clause("wfrp1.c.mounts")
def test_a_mount_that_was_left_is_mounted_again():
    scene = mounted(at=(9, 5), orc={"i": 10})
    scene.play("rider: dismount north")
    to_round(scene, 2)
    assert horse_of(scene).at == (9, 5), "it stands where it was left"
    scene.play("mount")
    assert scene.unit("rider").at == (9, 5)
    assert (int(scene.unit("rider").mount), int(horse_of(scene).rider)) == (2, 1)
    assert [of_unit(scene, name, row, viewer=1) for name, row in (("mount", 0), ("rider", 1))] == [1, 0]


@clause("wfrp1.c.mounts")
def test_a_rider_does_not_dismount_in_combat():
    scene = mounted()
    to_round(scene, 1)
    assert "dismount" not in verbs(scene)


@clause("wfrp1.c.mounts")
def test_nobody_mounts_the_horse_of_another_or_from_afar():
    scene = mounted(at=(9, 5), orc={"i": 10})
    scene.play("rider: dismount north")
    to_round(scene, 2)
    scene.play("move_cautious 9,2")
    to_round(scene, 3)
    assert "mount" not in verbs(scene)


@clause("wfrp1.c.mounts")
@pytest.mark.parametrize(("turns", "free"), [(0, True), (2, False)])
def test_mounting_takes_as_long_as_the_referee_says(turns, free):
    scene = mounted(at=(9, 5), orc={"i": 10}, rules={"c.mounts.mount_turns": turns})
    scene.play("rider: dismount north")
    if free:
        assert (scene.decider, scene.unit("rider").at) == ("rider", (9, 4))
        return
    assert (scene.decider, scene.unit("rider").at) == ("orc", (9, 5))
    to_round(scene, 2)
    scene.play("dismount north")
    assert scene.unit("rider").at == (9, 4)


@clause("wfrp1.c.mounts", "wfrp1.action.menu")
@pytest.mark.parametrize(("deed", "on_foot"), [("face south", True), ("wait", True), ("pass", False)])
def test_what_takes_no_time_does_not_interrupt_getting_off(deed, on_foot):
    """Of two turns; one between them in which the rider does nothing means to begin anew."""
    scene = mounted(at=(9, 5), orc={"i": 10}, rules={"c.mounts.mount_turns": 2})
    scene.play("rider: dismount north")
    to_round(scene, 2)
    scene.play(deed)
    to_round(scene, 2 if on_foot else 3)
    scene.play("dismount north")
    assert (scene.unit("rider").at == (9, 4)) is on_foot


@clause("wfrp1.c.mounts")
def test_a_rider_that_goes_down_falls_off_and_the_mount_runs_away():
    """Two points too many to the body and the lowest band, severity 2: prone."""
    scene = mounted([65, 40, 2, 1], orc={"ws": 90, "s": 3}, rider={"t": 3, "npc": True, "int": 10})
    scene.unit("rider").wounds = 0
    scene.play("strike rider")
    assert scene.unit("rider").prone == 1
    assert scene.last("fell_off").target == HORSE
    to_round(scene, 2)
    assert scene.last("bolted").who == HORSE
    assert (int(horse_of(scene).escaped), int(horse_of(scene).cell)) == (1, -1)


@clause("wfrp1.c.mounts", "wfrp1.c.entangle", "wfrp1.c.stunned")
@pytest.mark.parametrize(("what", "value", "gone"), [("entangled", 2, []), ("dazed", 3, [3])])
def test_a_mount_that_is_caught_or_dazed_does_not_run_away(what, value, gone):
    """Dazed for three rounds, it runs at the end of the third, when it has come to its senses."""
    scene = mounted([65, 40, 2, 1], orc={"ws": 90, "s": 3}, rider={"t": 3, "npc": True, "int": 10})
    scene.unit("rider").wounds = 0
    setattr(horse_of(scene), what, value)
    if what == "entangled":
        horse_of(scene).entangled_location = 3
    scene.play("strike rider")
    to_round(scene, 5)
    number, found = 0, []
    for event in scene.events:
        number = event.amount if event.kind == "round_begins" else number
        if event.kind == "bolted":
            found.append(number)
    assert found == gone


@clause("wfrp1.c.mounts", "wfrp1.c.victory")
def test_a_side_of_which_only_a_mount_is_left_has_lost():
    """Six points too many to the body and the highest band: dead."""
    scene = mounted([65, 40, 6, 99], orc={"ws": 90}, rider={"t": 1, "npc": True, "int": 10}, rules=NO_SIXES)
    scene.unit("rider").wounds = 0
    scene.play("strike rider")
    assert scene.ending == "last_side_standing"
    assert scene.winner == "orcs"


@clause("wfrp1.c.mounts", "wfrp1.winning.push_back")
def test_a_pair_is_pushed_one_cell_at_most():
    rules = {**NO_SIXES, "parry.cost.parries_per_blow": 0, "winning.push_back.push_yards": 6}
    scene = mounted([27, 30, 5], rules=rules)
    scene.play("strike rider")
    while scene.round == 1:
        scene.play("pass")
    assert scene.unit("rider").at == (6, 5)


@clause("wfrp1.c.mounts")
def test_rider_and_mount_leave_the_board_together():
    scene = mounted(rules={"flee.free_blows.free_blows_per_opponent": 0}, upto=None)
    while scene.prompt == "declare":
        scene.play("declare_flee" if scene.decider == "rider" else "act")
    while scene.decider != "rider":
        scene.play("pass")
    scene.play("flee_exit")
    assert (int(scene.unit("rider").escaped), int(horse_of(scene).escaped)) == (1, 1)


@clause("wfrp1.weapon.lance", "wfrp1.c.declaration_order")
def test_a_lancer_declares_its_charge():
    lancer = {"main_hand": "lance", "specialist": ["lance"], "i": 20}
    scene = mounted(at=(8, 5), orc={"i": 30}, rider=lancer, upto=None)
    assert "ready_charge" in verbs(scene)
    scene.play("ready_charge")
    while scene.prompt == "declare":
        scene.play("act")
    assert int(scene.unit("rider").effective_initiative) == 40
    assert "ready_charge" not in verbs(mounted(rider=lancer, upto=None))


@clause("wfrp1.weapon.lance", "wfrp1.weapon.modifiers")
def test_a_couched_lance_hits_better_and_harder():
    """The first blow of a mounted charge; after it the butt is a hand weapon."""
    lancer = {"main_hand": "lance", "specialist": ["lance"], "i": 70, "ws": 40, "s": 3}
    scene = mounted([27, 4], at=(8, 5), orc={"npc": True, "int": 10, "t": 3}, rider=lancer)
    scene.play("rider: charge orc")
    assert ("weapon", 10) in scene.last("blow_hit").terms
    assert ("weapon", 2) in scene.last("wounded").terms
    near = mounted([27, 4], orc={"npc": True, "int": 10, "t": 3}, rider=lancer)
    near.play("rider: strike orc")
    assert "weapon" not in dict(near.last("blow_hit").terms)
    assert "weapon" not in dict(near.last("wounded").terms)


@clause("wfrp1.weapon.lance", "wfrp1.damage.additional", "wfrp1.weapon.specialist")
@pytest.mark.parametrize(("specialist", "more"), [([], False), (["lance"], True)])
def test_a_six_of_an_untrained_lancer_is_tested_as_its_blow_was(specialist, more):
    """WS 60; WS 10 without the skill, +10 for the charge and +10 for the lance. 30 is too much for the one."""
    lancer = {"main_hand": "lance", "i": 70, "ws": 60, "s": 3, "specialist": specialist}
    dice = [7, 6, 30, *([1] if more else [])]
    scene = mounted(dice, at=(8, 5), orc={"npc": True, "int": 10, "t": 3}, rider=lancer)
    scene.play("rider: charge orc")
    assert scene.unit("orc").wounds == 20 - (6 + 3 + 2 - 3) - (1 if more else 0)


@clause("wfrp1.weapon.lance", "wfrp1.parry.attempt")
@pytest.mark.parametrize("blows", [1, 0])
def test_a_lance_parries_badly_in_the_round_of_its_charge(blows):
    """40 - 20, whether the bonus for charging is for the first blow or for all of them; from the next round on 40."""
    lancer = {"main_hand": "lance", "specialist": ["lance"], "i": 90, "ws": 40, "facing": "west"}
    rules = {**NO_FUMBLES, "action.charge.charge_bonus_blows": blows}
    scene = mounted([99, 27, 1, 99, 1, 27, 1, 99, 1], at=(8, 5), orc={"s": 1}, rider=lancer, rules=rules)
    scene.play("rider: charge orc")
    numbers = []
    for _ in range(2):
        to_round(scene, scene.round, "orc")
        scene.play("orc: strike rider")
        scene.play("rider: parry")
        numbers.append(scene.last("parry_failed").total)
        while scene.prompt == "mount_blow":
            scene.play("pass")
    assert numbers == [20, 40]


@clause("wfrp1.weapon.lance", "wfrp1.weapon.specialist", "wfrp1.parry.attempt")
def test_in_the_round_of_his_charge_an_untrained_lancer_parries_as_one():
    """WS 10 - 20, no less than 0; with the butt in the next round it is his WS."""
    lancer = {"main_hand": "lance", "i": 90, "ws": 40, "facing": "west"}
    scene = mounted([99, 27, 1, 1, 1, 27, 1, 99, 1], at=(8, 5), orc={"s": 1}, rider=lancer, rules=NO_FUMBLES)
    scene.play("rider: charge orc")
    to_round(scene, 1, "orc")
    scene.play("orc: strike rider", "rider: parry")
    failed = scene.last("parry_failed")
    assert failed.terms == [("untrained", 10), ("weapon", -20), ("limit", 10)]
    to_round(scene, 2, "orc")
    scene.play("orc: strike rider", "rider: parry")
    assert scene.last("parry_failed").terms == [("WS", 40)]


@clause("wfrp1.weapon.lance", "wfrp1.weapon.specialist", "wfrp1.c.risk_test", "wfrp1.attack.fumble")
@pytest.mark.parametrize(
    ("specialist", "dice", "lost"),
    [([], [77, 51, 2], 2), ([], [77, 50], 0), ([], [55, 51, 3], 3), (["lance"], [77], 0)],
)
def test_the_fumbled_charge_of_an_untrained_lancer_is_a_risk(specialist, dice, lost):
    """77 damages the lance; with 55 the rider goes down and falls off."""
    lancer = {"main_hand": "lance", "i": 70, "ws": 40, "specialist": specialist}
    rules = {"weapon.specialist.opt_untrained_risk": 1}
    scene = mounted(dice, at=(8, 5), orc={"npc": True, "int": 10}, rider=lancer, rules=rules)
    scene.play("rider: charge orc")
    assert scene.unit("rider").wounds == 20 - lost
    assert ("risk_failed" in kinds(scene), "risk_passed" in kinds(scene)) == (lost > 0, not specialist and not lost)


@clause("wfrp1.weapon.lance", "wfrp1.weapon.specialist", "wfrp1.c.risk_test")
def test_an_untrained_lancer_who_strikes_with_the_butt_runs_no_risk():
    lancer = {"main_hand": "lance", "i": 70, "ws": 40}
    rules = {"weapon.specialist.opt_untrained_risk": 1}
    scene = mounted([77], orc={"npc": True, "int": 10}, rider=lancer, rules=rules)
    scene.play("rider: strike orc")
    assert "risk_passed" not in kinds(scene) and "risk_failed" not in kinds(scene)


@clause("wfrp1.weapon.lance", "wfrp1.c.fumble_table")
def test_a_lance_that_goes_astray_in_a_charge_has_its_damage():
    """99: strikes itself, 60 the body; 4 + 3 + 2 - T 3; with the butt 4 + 3 - 3."""
    lancer = {"main_hand": "lance", "specialist": ["lance"], "i": 70, "ws": 40, "s": 3, "t": 3}
    for at, verb, lost in (((8, 5), "charge", 6), ((5, 5), "strike", 4)):
        scene = mounted([99, 60, 4], at=at, orc={"npc": True, "int": 10}, rider=lancer)
        scene.play(f"rider: {verb} orc")
        assert scene.unit("rider").wounds == 20 - lost


# --- slain mounts


def slain(dice, **more):
    """The orc kills the horse, which has S 5; the dice that follow decide about the rider."""
    scene = mounted([65, 41, 6, 99, *dice], orc={"ws": 90, "s": 9, "i": 60}, rules=NO_SIXES, **more)
    horse_of(scene).wounds = 1
    scene.play("strike rider")
    assert int(horse_of(scene).dead) == 1
    return scene


@clause("wfrp1.mounted.slain_mount")
def test_odds_of_what_becomes_of_the_rider():
    scene = mounted(orc={"ws": 90, "s": 9}, rules={**SIMPLE, "mounted.rider_or_mount.small_vs_horse_rider": 0,
                                                   "c.critical_table.band_5": 0})  # fmt: skip
    horse_of(scene).wounds = 0
    odds = scene.odds(
        "strike rider",
        want=lambda after: (int(horse_of(after).dead), int(after.unit("rider").trapped),
                            after.unit("rider").wounds == 20, int(after.unit("rider").prone)),
        until="procedure",
    )  # fmt: skip
    killed = {key: p for key, p in odds.items() if key[0] == 1}
    total = sum(killed.values())
    trapped = sum(p for (_, is_trapped, _, _), p in killed.items() if is_trapped) / total
    thrown = sum(p for (_, _, _, prone), p in killed.items() if prone) / total
    assert trapped == exactly(0.100000)
    assert thrown == exactly(0.200000)
    assert killed[1, 0, True, 0] / total == exactly(0.700000)


@clause("wfrp1.mounted.slain_mount")
@pytest.mark.parametrize("roll", [1, 70])
def test_most_riders_land_on_their_feet(roll):
    scene = slain([roll])
    rider = scene.unit("rider")
    assert (int(rider.mount), int(rider.prone), int(rider.trapped), int(rider.wounds)) == (-1, 0, 0, 20)
    assert rider.at == horse_of(scene).at == (5, 5)


@clause("wfrp1.mounted.slain_mount", "wfrp1.c.falling")
@pytest.mark.parametrize("roll", [71, 90])
def test_some_are_thrown(roll):
    """To the south (5 of D8), three yards, D6 4 and a random location: 4 + 3 - 3."""
    scene = slain([roll, 5, 3, 4, 60])
    rider = scene.unit("rider")
    assert (rider.at, int(rider.prone), int(rider.wounds)) == ((5, 6), 1, 20 - 4)
    assert (scene.last("mount_put_out").face, scene.last("thrown_off").face, scene.last("fell").amount) == (roll, 5, 3)


@clause("wfrp1.mounted.slain_mount", "wfrp1.c.falling")
def test_odds_of_how_far_one_is_thrown():
    """One to four yards, all as likely: with a damage die of one side and T 1 as many Wounds."""
    rules = {**SIMPLE, "mounted.rider_or_mount.small_vs_horse_rider": 0, "c.critical_table.band_5": 0,
             "mounted.slain_mount.dismount_ok": 0, "mounted.slain_mount.thrown": 100, "c.falling.fall_die": 1}  # fmt: skip
    scene = mounted(orc={"ws": 90, "s": 9}, rules=rules, rider={"t": 1})
    horse_of(scene).wounds = 0
    odds = scene.odds("strike rider", want="rider.wounds", until="procedure")
    thrown = {20 - wounds: chance for wounds, chance in odds.items() if wounds < 20}
    assert sorted(thrown) == [1, 2, 3, 4]
    assert all(chance == exactly(sum(thrown.values()) / 4) for chance in thrown.values())


@clause("wfrp1.mounted.slain_mount")
def test_who_is_thrown_against_a_body_stays():
    """To the west (7 of D8) stands the orc."""
    scene = slain([71, 7, 1, 1, 60])
    assert scene.unit("rider").at == (5, 5)
    assert int(scene.unit("rider").prone) == 1


@clause("wfrp1.mounted.slain_mount", "wfrp1.attack.prone_static")
@pytest.mark.parametrize("roll", [91, 100])
def test_a_few_are_trapped_under_it(roll):
    """Five Wounds for the S of the horse, whatever it wears; and it is an easy target."""
    scene = slain([roll], rider={"t": 9, "armour": ["mail coat"]})
    rider = scene.unit("rider")
    assert (int(rider.trapped), int(rider.wounds)) == (1, 15)
    assert scene.decider == "rider"
    assert verbs(scene) <= {"crawl_out", "pass", "wait", "drop"}
    assert of_unit(scene, "trapped", 0, viewer=1) == 1


@clause("wfrp1.mounted.slain_mount", "wfrp1.c.characteristic_test")
@pytest.mark.parametrize(("roll", "free"), [(30, True), (31, False)])
def test_the_trapped_crawl_out_on_an_s_test(roll, free):
    scene = slain([91, roll], rider={"s": 3})
    scene.play("crawl_out")
    assert (int(scene.unit("rider").trapped) == 0) == free
    assert scene.last("crawled_out").face == roll
    assert (scene.round, scene.decider) == (2, "orc"), "it takes the turn"


@clause("wfrp1.mounted.slain_mount")
def test_odds_of_crawling_out_within_three_rounds():
    scene = slain([91], rider={"s": 3}, at=(5, 5))
    odds = scene.odds(
        "crawl_out",
        then=lambda after: (
            "crawl_out" if "crawl_out" in verbs(after) else "act" if after.prompt == "declare" else "pass"
        ),
        want="rider.trapped",
        until=lambda after: after.unit("rider").trapped == 0 or after.round == 4,
    )
    assert odds[0] == exactly(0.657000)


@clause("wfrp1.mounted.slain_mount", "wfrp1.c.difficult_ground")
def test_the_body_is_difficult_ground():
    scene = slain([1])
    scene.play("rider: pass")
    assert horse_of(scene).at == (5, 5)
    scene.unit("rider").cell = 5 * 32 + 11
    to_round(scene, 2, "orc")
    costs = set(scene.clone().choices("move_cautious 5,5"))
    assert costs, "one may walk over it"
    assert not scene.clone().offers("move_run 5,5")


@clause("wfrp1.mounted.slain_mount")
def test_a_mount_that_is_knocked_out_counts_as_slain():
    """Severity 6 to the body: unconscious."""
    scene = mounted([65, 41, 1, 41, 1], orc={"ws": 90, "s": 7}, rules=NO_SIXES)
    horse_of(scene).wounds = 0
    scene.play("strike rider")
    assert int(horse_of(scene).unconscious_rounds) == 999
    assert scene.last("mount_put_out").amount == 0
    assert int(scene.unit("rider").mount) == -1


def test_the_number_of_a_slain_mount_is_in_the_book():
    book = rulesets.get("wfrp1").rulebook.book()[0]
    assert (int(book.dismount_ok), int(book.thrown), int(book.fall_yards_die)) == (70, 90, 4)


@clause("wfrp1.mounted.slain_mount", "wfrp1.action.charge", "wfrp1.engage.front_arc")
def test_the_trapped_neither_charge_nor_turn():
    """The orc has been beaten off; two cells away it would be near enough."""
    scene = mounted(at=(6, 5), orc={"i": 10}, rider={"mount": None})
    assert {"charge", "face"} <= verbs(scene)
    scene.unit("rider").trapped = 1
    scene.refresh()
    assert verbs(scene) == {"crawl_out", "drop", "wait", "pass"}


@clause("wfrp1.mounted.slain_mount", "wfrp1.flee.movement")
def test_the_trapped_cannot_run_away():
    """A blow to the body in the round before has put it to flight."""
    scene = mounted(orc={"i": 60}, rider={"mount": None})
    rider = scene.unit("rider")
    rider.trapped, rider.fleeing, rider.forced_flee_rounds = 1, 2, 1
    scene.refresh()
    scene.play("orc: pass")
    assert "free_blow" not in kinds(scene), "who cannot run does not show its back"
    assert (rider.at, int(rider.trapped), scene.round) == ((5, 5), 1, 2)


def beside_its_mount(x, y):
    """The rider (5, 5) has got off the horse at (6, 5); where the orc stands now."""
    scene = mounted(at=(6, 5), orc={"i": 10, "at": [1, 1]})
    scene.play("rider: dismount west")
    to_round(scene, 2)
    scene.unit("orc").cell = 32 * y + x
    scene.refresh()
    return scene


@clause("wfrp1.c.mounts", "wfrp1.engage.contact")
def test_nobody_mounts_in_combat():
    """It would be a way out of it without a blow at its back."""
    assert "mount" in verbs(beside_its_mount(1, 1))
    assert "mount" not in verbs(beside_its_mount(4, 5))


@clause("wfrp1.c.mounts", "wfrp1.flee.victor_stays")
def test_who_has_to_hold_its_ground_stays_in_the_saddle():
    scene = mounted(orc={"i": 10}, upto=None)
    while scene.prompt == "declare":
        scene.play("declare_flee" if scene.decider == "orc" else "act")
    assert scene.decider == "rider"
    assert "dismount" not in verbs(scene)


@clause("wfrp1.c.mounts", "wfrp1.c.entangle")
def test_a_rider_in_a_net_does_not_get_off():
    scene = mounted(at=(9, 5), orc={"i": 10})
    assert "dismount" in verbs(scene)
    scene.unit("rider").entangled = 2
    scene.refresh()
    assert "dismount" not in verbs(scene)


def burn(scene, x, y):
    """A cell burns for two more rounds."""
    scene.state.fire_cell[0], scene.state.fire_rounds[0] = 32 * y + x, 2
    scene.refresh()


@clause("wfrp1.c.mounts", "wfrp1.c.fire_damage")
def test_nobody_gets_on_or_off_into_a_fire():
    scene = mounted(at=(9, 5), orc={"i": 10})
    assert scene.offers("dismount north")
    burn(scene, 9, 4)
    assert not scene.offers("dismount north")
    left = beside_its_mount(1, 1)
    assert "mount" in verbs(left)
    burn(left, 6, 5)
    assert "mount" not in verbs(left)


@clause("wfrp1.mounted.slain_mount", "wfrp1.c.fire_damage")
def test_who_is_thrown_into_a_fire_is_burnt_as_well():
    """To the south (5 of D8), where it burns: 2 + 3 on a leg; then three yards, D6 4 and a random location: 4 + 3 - 3."""
    scene = mounted(
        [65, 41, 6, 99, 71, 5, 2, 3, 1, 3, 4, 60], orc={"ws": 90, "s": 9, "i": 60}, rules=NO_SIXES
    )  # fmt: skip
    horse_of(scene).wounds = 1
    burn(scene, 5, 6)
    scene.play("strike rider")
    assert [event.kind for event in scene.events if event.kind in ("thrown_off", "burnt", "fell")] == [
        "thrown_off",
        "burnt",
        "fell",
    ]
    assert (scene.unit("rider").at, int(scene.unit("rider").wounds)) == ((5, 6), 20 - 5 - 4)


@clause("wfrp1.c.entangle", "wfrp1.c.mounts")
@pytest.mark.parametrize(("rider", "horse", "roll", "free"), [(0, 1, 50, HORSE), (0, 1, 51, None), (2, 1, 30, "rider")])
def test_a_mount_that_is_caught_breaks_free_in_its_riders_turn(rider, horse, roll, free):
    """The horse has S 5, the rider S 3; who is caught together with it sees to itself first."""
    scene = mounted([roll], at=(9, 5), orc={"i": 10}, rider={"s": 3}, horse={"entangled": horse})
    scene.unit("rider").entangled = rider
    scene.refresh()
    assert not verbs(scene) & {"move_cautious", "charge"}
    scene.play("rider: break_free")
    assert scene.last("broke_free" if free else "still_caught").who == (free or HORSE)
    assert (int(scene.unit("rider").entangled), int(horse_of(scene).entangled)) == (0, 0 if free == HORSE else horse)


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.attack.prone_static")
@pytest.mark.parametrize(("mode", "dice"), [("normal", [23, 41, 5]), ("aim_mount", [60, 5])])
def test_a_mount_that_lies_is_hurt_twice_as_much(mode, dice):
    """5 + 4 - 4, doubled. When it is named it cannot be missed, and the first die says where it is hit."""
    scene = mounted(dice, rules={"parry.cost.parries_per_blow": 0}, horse={"prone": 1})
    scene.play(f"strike rider {mode}")
    assert horse_of(scene).wounds == 14 - 2 * 5


@clause("wfrp1.mounted.rider_or_mount", "wfrp1.attack.prone_static")
def test_a_mount_is_not_as_helpless_as_its_dazed_rider():
    """The rider cannot be missed; who names the mount has to roll."""
    rules = {"c.stunned.dazed_is_static": 1, **NO_FUMBLES}
    sure = mounted([60, 30, 5], rules=rules)
    sure.unit("rider").dazed = 3
    sure.play("strike rider")
    assert sure.unit("rider").wounds < 20 and "blow_missed" not in kinds(sure)
    named = mounted([24], rules=rules)
    named.unit("rider").dazed = 3
    named.play("strike rider aim_mount")
    assert named.last("blow_missed").total == 23


@clause("wfrp1.c.critical_table", "wfrp1.c.mounts", "wfrp1.flee.declare")
def test_a_mount_left_alone_that_takes_fright_runs_off_with_the_round():
    """A third of the body hits that are one point too many send off; who has no rider has no turn to flee in."""
    scene = mounted(at=(9, 5), orc={"i": 10, "s": 1, "ws": 100}, rules={**NO_SIXES, "parry.cost.parries_per_blow": 0})
    scene.play("rider: dismount north")
    scene.unit("orc").at = (8, 5)
    horse_of(scene).wounds = 0

    def fright(after):
        return int(horse_of(after).bolts), int(horse_of(after).fleeing), int(horse_of(after).forced_flee_rounds)

    odds = scene.odds(f"strike {HORSE}", want=fright, until="procedure")
    assert set(odds) == {(0, 0, 0), (1, 0, 0)} and odds[1, 0, 0] > 0.01


@clause("wfrp1.winning.push_back", "wfrp1.c.mounts")
@pytest.mark.parametrize(("prone", "at"), [(0, (6, 5)), (1, (5, 5))])
def test_nobody_is_beaten_back_on_a_mount_that_lies(prone, at):
    scene = mounted([27, 30, 5], rules={**NO_SIXES, "parry.cost.parries_per_blow": 0}, horse={"prone": prone})
    scene.play("strike rider")
    while scene.round == 1:
        scene.play("pass")
    assert scene.last("wins_over").who == "orc"
    assert scene.unit("rider").at == at
