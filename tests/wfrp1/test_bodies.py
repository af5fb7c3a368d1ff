"""Creatures of other shapes: where they are hit, several heads, and those too tall to reach."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import NO_FUMBLES, NO_SIXES, exactly
from wfrp1.melee import kinds, verbs
from wfrp1.seen import of_unit

HEAD, RIGHT_ARM, LEFT_ARM, BODY, RIGHT_LEG, LEFT_LEG, WING, TAIL, TENTACLE, HORSE_BODY = range(10)
ONE_HIT = {**NO_FUMBLES, **NO_SIXES, "engage.front_arc.front_arc_cells": 7}
FRONT, REAR = "west", "north-east"


def against(plan, facing=FRONT, dice=None, rules=None, man=None, **creature):
    """A man (WS 100) west of a creature, which may parry, so that the location is asked about."""
    creature = {"ws": 50, "w": 60, "body_plan": plan, "facing": facing, "main_hand": "hand weapon", **creature}
    return duel(dice, man={"ws": 100, **(man or {})}, orc=creature, rules={**ONE_HIT, **(rules or {})})


def places(plan, facing=FRONT, text="strike orc", **more):
    """The odds of every location of a creature that is hit, and may parry on whatever side it is struck."""
    scene = against(plan, facing, **more)
    odds = scene.odds(
        text,
        want=lambda after: int(after.state["stack"][int(after.state["depth"]) - 1].location),
        until="parry",
    )
    return {place: exactly(chance) for place, chance in odds.items() if chance > 0}


# --- shapes


@clause("wfrp1.body.non_humanoid")
def test_a_humanoid_is_hit_as_ever():
    assert places("humanoid") == {
        HEAD: 0.15,
        RIGHT_ARM: 0.20,
        LEFT_ARM: 0.20,
        BODY: 0.25,
        RIGHT_LEG: 0.10,
        LEFT_LEG: 0.10,
    }


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_wing():
    front = places("winged_humanoid")
    assert front[WING] == 0.100000
    assert (front[RIGHT_ARM], front[LEFT_ARM], front[BODY]) == (0.150000, 0.150000, 0.250000)
    rear = places("winged_humanoid", REAR)
    assert rear[WING] == 0.287500
    assert rear[BODY] == 0.062500


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_tentacle():
    assert places("octopus") == {TENTACLE: 0.800000, BODY: 0.200000}


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_snake():
    assert places("snake") == {BODY: 0.750000, HEAD: 0.250000}


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_head_of_a_hydra():
    """Each of five heads is as likely as the others."""
    front = places("hydra", heads=5)
    assert front == {HEAD: 5 * 0.180000, BODY: 0.100000}
    rear = places("hydra", REAR, heads=5)
    assert rear == {HEAD: 5 * 0.020000, BODY: 0.900000}


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_tail():
    rear = places("tailed", REAR)
    assert rear[TAIL] == 0.150000
    assert HEAD not in rear
    front = places("tailed")
    assert front[HEAD] == 0.150000
    assert TAIL not in front


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_flightless_bird():
    assert places("flightless_bird") == {BODY: 0.650000, HEAD: 0.150000, RIGHT_LEG: 0.100000, LEFT_LEG: 0.100000}


@clause("wfrp1.body.non_humanoid")
def test_odds_of_a_centaur():
    front = places("centaur")
    assert front[HORSE_BODY] == 0.150000
    assert front[BODY] == 0.100000
    assert (front[RIGHT_LEG], front[LEFT_LEG]) == (0.1, 0.1)


@clause("wfrp1.body.non_humanoid")
def test_the_amorphous_are_all_body():
    assert places("amorphous") == {BODY: 1.0}
    scene = against("amorphous")
    assert not [choice for choice in scene.choices() if "aim_" in choice or "stun" in choice]


@clause("wfrp1.body.non_humanoid")
@pytest.mark.parametrize(
    ("knob", "value", "plan", "facing", "expected"),
    [
        ("wing_from_arm_pct", 50, "winged_humanoid", FRONT, {WING: 0.20}),
        ("wing_from_body_rear_pct", 0, "winged_humanoid", REAR, {WING: 0.10}),
        ("octopus_die", 20, "octopus", FRONT, {TENTACLE: 0.40}),
        ("octopus_tentacle_max", 7, "octopus", FRONT, {TENTACLE: 0.70}),
        ("snake_die", 6, "snake", FRONT, {BODY: 0.50}),
        ("snake_body_max", 2, "snake", FRONT, {BODY: 0.50}),
        ("centaur_horse_pct", 40, "centaur", FRONT, {HORSE_BODY: 0.10}),
        ("hydra_head_pct", 60, "hydra", FRONT, {HEAD: 0.60}),
    ],
)
def test_the_chances_of_a_shape_are_the_referees(knob, value, plan, facing, expected):
    found = places(plan, facing, rules={f"body.non_humanoid.{knob}": value})
    assert {place: found[place] for place in expected} == expected


@clause("wfrp1.body.non_humanoid")
def test_a_part_that_is_named_is_what_is_hit():
    easy = {"attack.targeted_blow.aim_arm": 0, "attack.targeted_blow.aim_head": 0}
    assert places("winged_humanoid", text="strike orc aim_right_arm", rules=easy) == {RIGHT_ARM: 1.0}
    assert places("snake", text="strike orc aim_head", rules=easy) == {HEAD: 1.0}


@clause("wfrp1.body.non_humanoid", "wfrp1.stun.procedure")
def test_without_a_head_there_is_no_stun():
    assert against("snake").offers("strike orc stun")
    for plan in ("octopus", "amorphous"):
        assert not [choice for choice in against(plan).choices() if choice.endswith(("stun", "unarmed"))]


@clause("wfrp1.body.non_humanoid", "wfrp1.missile.hit_location")
def test_missiles_know_the_shapes_too():
    """A hit on the right arm; 25 of D100 is the wing, 26 the arm."""
    for roll, place in ((25, WING), (26, RIGHT_ARM)):
        scene = duel([12, roll, 3], man={"bs": 90, "main_hand": "short bow", "ammunition": 3}, distance=4,
                     orc={"body_plan": "winged_humanoid", "w": 20})  # fmt: skip
        scene.play("fire orc")
        assert scene.last("located").amount == place
    scene = duel([12, 3], man={"bs": 90, "main_hand": "short bow", "ammunition": 3}, distance=4,
                 orc={"body_plan": "flightless_bird", "w": 20, "armour": ["breastplate"]})  # fmt: skip
    scene.play("fire orc")
    assert ("armour", -1) in scene.last("wounded").terms, "the breastplate covers where its arms would be"


@clause("wfrp1.body.non_humanoid", "wfrp1.armour.absorb")
def test_wings_tails_and_tentacles_wear_nothing_but_a_horse_does():
    mail = {"armour": ["sleeved mail coat", "helmet"], "npc": True, "int": 10}
    for plan, roll, die, worn in (("octopus", 65, 1, False), ("centaur", 65, 60, True)):
        scene = against(plan, dice=[roll, die, 5], **mail)
        scene.play("strike orc")
        assert (("armour", -1) in scene.last("wounded").terms) == worn


@clause("wfrp1.body.non_humanoid", "wfrp1.c.critical_table")
@pytest.mark.parametrize(
    ("plan", "dice", "status"),
    [
        ("octopus", [65, 8, 3, 41, 100], "right_arm_off"),
        ("tailed", [10, 3, 41, 100], "leg_off"),
    ],
)
def test_a_tentacle_or_tail_disables_no_limb(plan, dice, status):
    """A wing counts as an arm and a tail as a leg, but there is no arm or leg to be put out of use."""
    scene = against(plan, REAR if plan == "tailed" else FRONT, dice=dice, npc=True, int=10)
    scene.unit("orc").wounds = 0
    scene.play("strike orc")
    assert scene.last("critical").extra in (TENTACLE, TAIL)
    assert int(getattr(scene.unit("orc"), status)) == 0


@clause("wfrp1.body.non_humanoid", "wfrp1.c.critical_table")
def test_a_wing_that_is_hit_carries_no_more():
    """Severity 5 on the row of the arms."""
    scene = against("winged_humanoid", dice=[61, 25, 3, 41, 100], npc=True, int=10)
    scene.unit("orc").wounds = 0
    scene.play("strike orc")
    assert int(scene.unit("orc").wing_off) == 1
    assert int(scene.unit("orc").right_arm_off) == 0


# --- several heads


def beheaded(heads=5, lost=1, rules=None, plan="multiple_heads", dice=(10, 6, 99), **creature):
    """A creature of several heads, hit on one of them by what would kill it."""
    scene = against(plan, dice=[*dice] * lost, rules=rules, npc=True, heads=heads, **{"int": 20, "wp": 25, **creature})
    scene.unit("orc").wounds = 0
    for _ in range(lost):
        scene.play("strike orc")
        while scene.ending is None and (scene.prompt != "turn" or scene.decider != "man"):
            scene.play({"declare": "act", "press": "press orc"}.get(scene.prompt, "pass"))
    return scene


@clause("wfrp1.body.non_humanoid")
def test_what_would_kill_puts_one_head_out():
    scene = beheaded()
    assert (int(scene.unit("orc").heads_left), int(scene.unit("orc").dead)) == (4, 0)
    assert scene.last("lost_head").amount == 4
    assert of_unit(scene, "intelligence", 1) == 16
    assert of_unit(scene, "heads_left", 1) == 4


@clause("wfrp1.body.non_humanoid")
@pytest.mark.parametrize(("percent", "intelligence"), [(100, 16), (50, 18), (0, 20)])
def test_how_much_wit_goes_with_a_head_is_the_referees(percent, intelligence):
    scene = beheaded(rules={"body.non_humanoid.lost_head_int_wp_pct": percent})
    assert of_unit(scene, "intelligence", 1) == intelligence


@clause("wfrp1.body.non_humanoid")
def test_it_dies_with_its_last_head():
    scene = beheaded(heads=2, lost=2, plan="hydra", dice=(10, 90, 6, 99))
    assert int(scene.unit("orc").dead) == 1
    assert int(scene.unit("orc").heads_left) == 0
    assert of_unit(scene, "heads_left", 1) == 0
    assert [event.amount for event in scene.events if event.kind == "lost_head"] == [1, 0]


@clause("wfrp1.body.non_humanoid", "wfrp1.turn.simultaneous")
def test_who_has_lost_its_last_head_to_an_equal_still_strikes_and_has_no_more_to_lose():
    """Both I 40: the man, taken first, strikes off the last head; the other man's blow at the head finds none."""
    both = {"i": 40, "ws": 60, "npc": True, "int": 20, "main_hand": "hand weapon"}
    scene = table(
        {"name": "man", "side": "men", "at": [2, 2], "facing": "east", **both},
        {"name": "boy", "side": "men", "at": [3, 3], "facing": "north", **both},
        {"name": "orc", "side": "orcs", "at": [3, 2], "facing": "west", "body_plan": "multiple_heads", "heads": 2,
         "t": 3, **both},
        dice=[1, 10, 5, 99, 10, 5, 99, 12, 4],
        rules=NO_SIXES,
    )  # fmt: skip
    orc = scene.unit("orc")
    orc.wounds, orc.heads_left = 0, 1
    scene.play("man: strike orc", "boy: strike orc")
    assert (int(orc.heads_left), int(orc.dead)) == (0, 0), "its blow is still to come"
    scene.play("orc: strike man")
    assert (int(scene.unit("orc").heads_left), int(scene.unit("orc").dead)) == (0, 1)
    assert [event.amount for event in scene.events if event.kind == "lost_head"] == [0]
    assert scene.unit("man").wounds == 7 - 4


@clause("wfrp1.body.non_humanoid")
def test_who_has_one_head_dies_with_it_on():
    scene = against("humanoid", dice=[10, 6, 99], npc=True, int=20)
    scene.unit("orc").wounds = 0
    scene.play("strike orc")
    assert (int(scene.unit("orc").dead), int(scene.unit("orc").heads_left)) == (1, 1)
    assert "lost_head" not in kinds(scene)


@clause("wfrp1.body.non_humanoid")
def test_a_blow_to_the_body_kills_with_all_heads_on():
    scene = beheaded(dice=(65, 6, 99))
    assert int(scene.unit("orc").dead) == 1


@clause("wfrp1.body.non_humanoid", "wfrp1.parry.gm_creatures")
def test_a_creature_may_grow_too_dull_to_parry():
    """Int 35 parries; with four of five heads it is 28."""
    scene = against("multiple_heads", npc=True, heads=5, int=35, dice=[65])
    scene.unit("orc").heads_left = 4
    scene.dice = [65, 1]
    scene.play("strike orc")
    assert scene.prompt != "parry"


# --- the especially tall


def at_giant(height_ft=4, giant_ft=18, dice=None, rules=None, limb="right_arm", man=None, **giant):
    """A dwarf (WS 45) before a giant that strikes with its right arm."""
    return duel(
        dice,
        man={"ws": 45, "height_ft": height_ft, **(man or {})},
        orc={"height_ft": giant_ft, "attack_limb": limb, "ws": 50, "w": 60, **giant},
        rules={**NO_FUMBLES, **(rules or {})},
    )


def reached(scene):
    """The odds of every location, given a hit."""
    odds = scene.odds(
        "strike orc",
        want=lambda after: (
            int(after.state["stack"][int(after.state["depth"]) - 1].location) if after.prompt == "parry" else -1
        ),
        open="stop",
    )
    hit = sum(chance for place, chance in odds.items() if place >= 0)
    return {place: chance / hit for place, chance in odds.items() if place >= 0}


@clause("wfrp1.body.tall_opponents")
def test_odds_of_what_a_dwarf_hits_of_a_giant():
    found = reached(at_giant())
    assert found[RIGHT_ARM] == exactly(0.533333)
    assert found[RIGHT_LEG] == exactly(0.244444)
    assert found[LEFT_LEG] == exactly(0.222222)
    assert len(found) == 3


@clause("wfrp1.body.tall_opponents")
@pytest.mark.parametrize(("height_ft", "giant_ft", "tall"), [(6, 10, False), (6, 15, False), (6, 16, True)])
def test_ten_feet_make_the_difference(height_ft, giant_ft, tall):
    found = reached(at_giant(height_ft, giant_ft))
    assert (HEAD not in found) == tall


@clause("wfrp1.body.tall_opponents")
def test_the_difference_is_the_referees():
    assert HEAD in reached(at_giant(rules={"body.tall_opponents.height_difference_ft": 15}))
    assert HEAD not in reached(at_giant(6, 10, rules={"body.tall_opponents.height_difference_ft": 4}))


@clause("wfrp1.body.tall_opponents")
def test_hits_elsewhere_are_rolled_again():
    """First the head, then 15, still the head, then 56, the body, then 81: the right leg."""
    scene = at_giant(dice=[10, 15, 56, 81])
    scene.play("strike orc")
    assert scene.last("located").amount == RIGHT_LEG
    assert [e.amount for e in scene.events if e.kind == "located"] == [HEAD, BODY, RIGHT_LEG]
    assert scene.prompt == "parry"


@clause("wfrp1.body.tall_opponents", "wfrp1.body.non_humanoid")
def test_a_place_that_is_rolled_again_takes_the_die_of_its_shape():
    """60 is the body, out of reach. Rolled again it is the right arm, which strikes: with 25 the wing, out of reach too, with 26
    the arm.
    """
    scene = at_giant(giant_ft=17, dice=[6, 20, 25, 20, 26, 3], body_plan="winged_humanoid", npc=True, int=10,
                     man={"ws": 60, "height_ft": 6})  # fmt: skip
    events = scene.play("strike orc normal")
    located = [(event.amount, event.face) for event in events if event.kind == "located"]
    assert located == [(1, 20), (6, 25), (1, 20), (1, 26)]


@clause("wfrp1.body.tall_opponents", "wfrp1.attack.targeted_blow")
def test_only_what_is_in_reach_can_be_named():
    choices = at_giant().choices()
    assert {c.split()[-1] for c in choices if "aim_" in c} == {"aim_right_arm", "aim_legs"}
    assert not [c for c in choices if c.endswith(("stun", "unarmed"))]
    assert at_giant(limb="head").offers("strike orc stun")


@clause("wfrp1.body.tall_opponents", "wfrp1.attack.prone_static")
def test_of_a_giant_that_lies_every_part_is_in_reach():
    """Directly read, 15 is the head, and it is not rolled again; any part may be named, and the head stunned."""
    scene = at_giant(dice=[15, 1])
    scene.unit("orc").prone = 1
    scene.refresh()
    named = {choice.split()[-1] for choice in scene.choices() if "aim_" in choice}
    assert named == {"aim_head", "aim_right_arm", "aim_left_arm", "aim_body", "aim_legs"}
    assert scene.offers("strike orc stun")
    scene.play("strike orc normal")
    assert scene.last("static_hit").amount == HEAD


@clause("wfrp1.body.tall_opponents")
def test_the_giant_itself_hits_as_it_likes():
    scene = duel(man={"height_ft": 18, "ws": 50}, orc={"height_ft": 4, "ws": 50, "w": 60}, rules=NO_FUMBLES)
    assert HEAD in reached(scene)


@clause("wfrp1.body.tall_opponents")
def test_missiles_reach_everything():
    scene = duel([10, 3], man={"bs": 90, "main_hand": "short bow", "ammunition": 3}, distance=4,
                 orc={"height_ft": 18, "w": 60})  # fmt: skip
    scene.play("fire orc")
    assert scene.last("shot_hit").amount == HEAD


@clause("wfrp1.body.tall_opponents", "wfrp1.c.mounts")
@pytest.mark.parametrize(("giant_ft", "tall"), [(20, True), (19, False)])
def test_a_rider_is_as_tall_as_itself_and_half_its_mount(giant_ft, tall):
    """6 feet and half of 8."""
    scene = at_giant(6, giant_ft, man={"mount": "warhorse", "i": 80})
    assert (not scene.offers("strike orc aim_head")) == tall


@clause("wfrp1.body.tall_opponents")
def test_what_has_no_legs_is_hit_where_it_is_hit():
    scene = at_giant(body_plan="snake", dice=[10, 4])
    scene.play("strike orc")
    assert scene.last("located").amount == HEAD
    assert scene.prompt == "parry"


@clause("wfrp1.body.tall_opponents", "wfrp1.action.charge")
def test_who_can_reach_nothing_charges_without_a_blow():
    scene = duel(man={"main_hand": "none", "m": 8}, orc={"height_ft": 18, "attack_limb": "right_arm"}, distance=3)
    scene.play("charge orc")
    assert scene.unit("man").at == (6, 5)
    assert "blow_missed" not in kinds(scene)
    assert "blow_landed" not in kinds(scene)


# --- large creatures


@clause("wfrp1.body.large_creature_attacks", "wfrp1.c.natural_weapons")
def test_a_large_creature_has_a_blow_of_its_own_and_nothing_else():
    beast = {"main_hand": "none", "natural_weapons": True, "natural_damage": 3, "height_ft": 20, "ws": 90}
    scene = table(
        {"name": "beast", "side": "beasts", "at": [4, 5], "facing": "east", "i": 60, **beast},
        {"name": "man", "side": "men", "at": [5, 5], "facing": "west", "i": 20, "w": 20, "npc": True, "int": 10},
        dice=[65, 2],
    )
    assert not {"swoop", "magic"} & verbs(scene)
    scene.play("strike man")
    assert ("weapon", 3) in scene.last("wounded").terms
