"""What is added to Ballistic Skill, evasion, aiming far and fine, weapons carried loaded, and shooting in a fight."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.seen import of_unit
from wfrp1.shooting import ONE_DIE, at_yards, labels, shooting, shot, turn, until, verbs

BOW = "normal bow"  # 24, 48 and 250 yards


def in_cell(flag, x, y):
    """A board of 31 by 3 cells with something in one of them."""
    return {"size": [31, 3], "cells": [{"flag": flag, "at": [[x, y]]}]}


# --- what is added


@pytest.mark.parametrize(
    ("cells", "orc", "board", "parts"),
    [
        (6, {}, None, {"BS": 45}),
        (6, {"height_ft": 18}, None, {"BS": 45, "target size": 10}),
        (6, {"height_ft": 9}, None, {"BS": 45, "target size": 10}),
        (6, {"height_ft": 8}, None, {"BS": 45}),
        (6, {"height_ft": 1}, None, {"BS": 45}),
        (6, {"height_ft": 0}, None, {"BS": 45, "target size": -10}),
        (13, {}, None, {"BS": 45, "range": -10}),
        (6, {}, in_cell("soft_cover", 6, 1), {"BS": 45, "cover": -10}),
        (6, {}, in_cell("hard_cover", 6, 1), {"BS": 45, "cover": -20}),
        (6, {}, in_cell("hard_cover", 5, 1), {"BS": 45}),  # not the cell before it
        (6, {}, in_cell("hard_cover", 0, 1), {"BS": 45}),  # nor one's own
        (13, {"height_ft": 9}, in_cell("soft_cover", 13, 1), {"BS": 45, "range": -10, "target size": 10, "cover": -10}),
    ],
)  # fmt: skip
@clause("wfrp1.missile.modifiers")
def test_modifiers(cells, orc, board, parts):
    board = board or {"size": [31, 3]}
    event = shot(shooting(BOW, cells, dice=[98], archer={"bs": 45}, orc=orc, board=board).play("fire orc"))
    assert labels(event) == parts
    assert event.total == sum(parts.values())


@pytest.mark.parametrize(
    ("cell", "cover"),
    [(5, -20), (0, 0), (2, 0)],
)
@clause("wfrp1.missile.modifiers")
def test_a_hedge_covers_who_stands_right_behind_it(cell, cover):
    """An obstacle on the last step of the line is hard cover; elsewhere it is none."""
    board = {"size": [31, 3], "borders": [{"type": "obstacle", "cell": [cell, 1], "direction": "east"}]}
    event = shot(shooting(BOW, 6, dice=[98], archer={"bs": 45}, board=board).play("fire orc"))
    assert event.total == 45 + cover


@clause("wfrp1.missile.modifiers")
def test_hard_cover_replaces_soft_cover():
    board = {
        **in_cell("soft_cover", 6, 1),
        "borders": [{"type": "obstacle", "cell": [5, 1], "direction": "east"}],
    }
    event = shot(shooting(BOW, 6, dice=[98], archer={"bs": 45}, board=board).play("fire orc"))
    assert labels(event) == {"BS": 45, "cover": -20}


def running_orc(verb, cell, *, orc=None, dice=(98,), board=None, **more):
    """The orc acts before the archer, and moves to (30, 1) or nearer."""
    board = board or {"size": [31, 3]}
    scene = shooting(BOW, orc={"at": [12, 1], "i": 90, **(orc or {})}, dice=list(dice), board=board, archer={"bs": 45},
                     upto=None, **more)  # fmt: skip
    until(scene, "orc")
    scene.play(f"{verb} {cell}")
    return until(scene)


@pytest.mark.parametrize(
    ("verb", "cell", "parts"),
    [
        ("move_run", "11,1", {"BS": 45, "running target": -10}),
        ("move_evade", "11,1", {"BS": 45, "evading target": -20}),
        ("move_standard", "11,1", {"BS": 45}),
        ("move_cautious", "11,1", {"BS": 45}),
    ],
)
@clause("wfrp1.missile.modifiers", "wfrp1.missile.evading")
def test_running_and_evading_targets(verb, cell, parts):
    scene = running_orc(verb, cell)
    assert labels(shot(scene.play("fire orc"))) == parts


@clause("wfrp1.missile.modifiers")
def test_who_has_stopped_running_is_hit_as_easily_as_before():
    """The orc has another turn, in which it stays where it is."""
    scene = running_orc("move_run", "11,1")
    turn(scene, "pass")
    assert labels(shot(scene.play("fire orc"))) == {"BS": 45}


@clause("wfrp1.missile.modifiers")
def test_who_ran_after_the_archer_is_running_in_the_next_round():
    scene = shooting(BOW, 10, dice=[98], archer={"bs": 45}, size=(12, 3))
    scene.play("pass")
    until(scene, "orc")
    scene.play("move_run 11,1")
    until(scene)
    assert labels(shot(scene.play("fire orc"))) == {"BS": 45, "running target": -10}


@clause("wfrp1.missile.modifiers")
def test_long_range_running_target_and_soft_cover():
    """45 - 10 - 10 - 10 = 15."""
    board = in_cell("soft_cover", 13, 1)
    scene = running_orc("move_run", "13,1", board=board, dice=(), rules=ONE_DIE, orc={"t": 0, "w": 60})
    scene.dice = None
    assert round(1 - scene.odds("fire orc", want="orc.wounds", until="procedure")[60], 6) == 0.15


@clause("wfrp1.missile.modifiers")
def test_a_giant_at_short_range():
    scene = shooting(BOW, 6, archer={"bs": 45}, orc={"height_ft": 18, "t": 0, "w": 60}, rules=ONE_DIE, size=(7, 3))
    assert round(1 - scene.odds("fire orc", want="orc.wounds", until="procedure")[60], 6) == 0.55


@clause("wfrp1.missile.modifiers", "wfrp1.missile.to_hit")
def test_evading_in_hard_cover_at_long_range_is_out_of_the_question():
    """45 - 20 - 20 - 10 is below 0: not even a roll of 1 hits."""
    scene = running_orc("move_evade", "13,1", board=in_cell("hard_cover", 13, 1), dice=(1,))
    event = shot(scene.play("fire orc"))
    assert labels(event) == {"BS": 45, "range": -10, "evading target": -20, "cover": -20, "limit": 5}
    assert (event.kind, event.total) == ("shot_missed", 0)


@clause("wfrp1.missile.to_hit", "wfrp1.missile.modifiers")
def test_no_number_is_above_100():
    scene = shooting(BOW, 6, dice=[100, 1], archer={"bs": 95}, orc={"height_ft": 18}, size=(7, 3))
    event = shot(scene.play("fire orc"))
    assert (event.kind, event.total) == ("shot_hit", 100)


@clause("wfrp1.missile.modifiers", "wfrp1.missile.chart")
def test_what_was_not_made_to_be_thrown():
    event = shot(shooting("thrown improvised", 1, dice=[98], archer={"bs": 45}).play("fire orc"))
    assert labels(event) == {"BS": 45, "improvised": -10}


# --- evasion


@pytest.mark.parametrize(("movement", "run", "evade"), [(1, 8, 6), (2, 16, 12), (3, 24, 18)])
@clause("wfrp1.missile.evading", "wfrp1.c.movement_rates")
def test_an_evader_gets_three_quarters_as_far(movement, run, evade):
    """16 and 12 yards for each point of M; M 3 runs 48 yards and evades over 36, 24 and 18 cells."""
    scene = shooting("short bow", 31, archer={"m": movement}, size=(32, 3))
    for verb, cells in (("move_run", run), ("move_evade", evade)):
        reached = [int(c.split()[1].split(",")[0]) for c in scene.choices(verb)]
        assert max(reached) == cells


@pytest.mark.parametrize(("wits", "may"), [(14, False), (19, False), (20, True), (33, True)])
@clause("wfrp1.missile.evading")
def test_only_the_clever_evade(wits, may):
    """A wolf with Int 14 cannot."""
    scene = shooting("short bow", 10, archer={"int": wits})
    assert ("move_evade" in verbs(scene)) == may
    assert "move_run" in verbs(scene)


# --- extreme range


@clause("wfrp1.missile.extreme_range")
def test_extreme_range_takes_a_round_of_aiming():
    """Long bow at 70 yards, BS 45: 0.25 in the second round."""
    scene = at_yards(
        70, "long bow", archer={"bs": 45, "specialist": ["long_bow"]}, orc={"t": 0, "w": 60}, rules=ONE_DIE
    )
    assert "fire" not in verbs(scene)
    turn(scene, "aim orc")
    assert scene.round == 2
    assert round(1 - scene.odds("fire orc", want="orc.wounds", until="procedure")[60], 6) == 0.25


def test_whom_one_aims_at_is_in_view():
    scene = at_yards(
        70, "long bow", archer={"bs": 45, "specialist": ["long_bow"]}, orc={"t": 0, "w": 60}, rules=ONE_DIE
    )
    assert (of_unit(scene, "aim_target", 0), of_unit(scene, "aim_rounds", 0)) == (-1, 0)
    turn(scene, "aim orc")
    assert (of_unit(scene, "aim_target", 0), of_unit(scene, "aim_rounds", 0)) == (1, 1)


@clause("wfrp1.missile.extreme_range", "wfrp1.missile.phases")
def test_a_crossbow_at_extreme_range_takes_three_rounds():
    scene = at_yards(70, "crossbow", [98])
    assert not {"fire", "aim"} & verbs(scene), "loading comes first"
    turn(scene, "load")
    turn(scene, "aim orc")
    scene.play("fire orc")
    assert scene.last("shot_missed").total == 33 - 20
    assert scene.round == 3


@clause("wfrp1.missile.extreme_range")
def test_two_rounds_of_aiming_as_a_house_rule():
    scene = at_yards(70, "long bow", [98], rules={"missile.extreme_range.extra_aim_rounds": 2})
    turn(scene, "aim orc")
    assert "fire" not in verbs(scene)
    turn(scene, "aim orc")
    assert shot(scene.play("fire orc")).kind == "shot_missed"


@clause("wfrp1.missile.extreme_range")
def test_aim_is_lost_by_moving():
    scene = at_yards(70, "short bow", [], size=(3, 3), rules={"c.movement_rates.cautious_per_m": 20})
    turn(scene, "aim orc")
    assert "fire" in verbs(scene)
    turn(scene, "move_cautious 0,2")
    turn(scene, "pass")
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.extreme_range")
def test_aim_is_used_up_by_the_shot():
    scene = at_yards(70, "short bow", [98])
    turn(scene, "aim orc")
    turn(scene, "fire orc")
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.extreme_range")
def test_aim_is_at_one_target_only():
    goblin = {"name": "goblin", "side": "orcs", "at": [2, 2]}
    scene = at_yards(70, "short bow", [98], others=(goblin,))
    turn(scene, "aim orc")
    assert scene.choices("fire ") == ["fire orc"]
    turn(scene, "aim goblin")
    assert scene.choices("fire ") == ["fire goblin"]
    scene.play("fire goblin")


@clause("wfrp1.missile.extreme_range")
def test_aim_is_lost_with_a_turn():
    """Dazed in the second round, the archer has to begin anew in the third."""
    scene = shooting("short bow", 17, size=(18, 3))
    turn(scene, "aim orc")
    assert "fire" in verbs(scene)
    scene = shooting("short bow", 17, size=(18, 3))
    scene.play("aim orc")
    scene.unit("archer").dazed = 2
    until(scene)
    assert scene.round == 3
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.extreme_range")
def test_aim_is_lost_when_the_target_goes_out_of_sight():
    """The orc steps behind the rock in the first round, and comes out in the second before the archer acts."""
    board = {"size": [19, 3], "cells": [{"flag": "blocked", "at": [[17, 2]]}]}
    scene = shooting("short bow", 18, [], board=board, orc={"m": 1})
    scene.play("aim orc")
    until(scene, "orc")
    scene.play("move_cautious 18,2")
    until(scene)
    assert not {"aim", "fire"} & verbs(scene)
    scene.unit("orc").at = (18, 1)
    assert "aim" in verbs(scene)
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.extreme_range", "wfrp1.missile.in_melee")
def test_aim_is_lost_when_an_enemy_comes_up():
    """The orc walks up to the archer, who has aimed at the scout 34 yards away."""
    scout = {"name": "scout", "side": "orcs", "at": [17, 1], "i": 10}
    scene = shooting("short bow", 4, others=(scout,), size=(18, 3))
    scene.play("aim scout")
    until(scene, "orc")
    scene.play("move_standard 1,1")
    until(scene)
    assert scene.choices("fire ") == ["fire orc"]
    scene.unit("orc").at = (4, 1)
    assert not scene.offers("fire scout"), "nor when it has gone again"


# --- sharpshooting


@clause("wfrp1.missile.sharpshooting")
def test_at_the_head():
    """BS 55 - 20 after a round of aiming."""
    scene = shooting("short bow", archer={"bs": 55}, orc={"t": 0, "w": 60}, rules=ONE_DIE, size=(5, 3))
    assert scene.choices("fire ") in (["fire orc"], ["fire orc normal"])
    turn(scene, "aim orc")
    assert round(1 - scene.odds("fire orc aim_head", want="orc.wounds", until="procedure")[60], 6) == 0.35


@pytest.mark.parametrize(
    ("part", "penalty", "where"),
    [
        ("aim_head", -20, "head"),
        ("aim_right_arm", -20, "right arm"),
        ("aim_left_arm", -20, "left arm"),
        ("aim_body", -10, "body"),
    ],
)
@clause("wfrp1.missile.sharpshooting", "wfrp1.attack.targeted_blow")
def test_at_a_part_of_the_body(part, penalty, where):
    """Rolled 12, which would be 21, the right arm."""
    scene = shooting("short bow", dice=[12, 1], archer={"bs": 55})
    turn(scene, "aim orc")
    event = shot(scene.play(f"fire orc {part}"))
    assert event.total == 55 + penalty
    assert f"hits the {where}" in event.text


@clause("wfrp1.missile.sharpshooting", "wfrp1.attack.targeted_blow")
def test_at_the_legs():
    """-10, and a D6: 1 to 3 the right one."""
    for face, where in ((3, "right leg"), (4, "left leg")):
        scene = shooting("short bow", dice=[45, face, 1], archer={"bs": 55})
        turn(scene, "aim orc")
        event = shot(scene.play("fire orc aim_legs"))
        assert event.total == 45
        assert f"on the {where}" in scene.last("shot_struck").text


@pytest.mark.parametrize(("stance", "penalty"), [
    ({}, -20), ({"prone": 1}, 0), ({"unconscious_rounds": 9}, 0), ({"hold_role": 2, "hold_partner": 2}, 0), ({"trapped": 1}, 0),
    ({"dazed": 3}, -20),
])  # fmt: skip
@clause("wfrp1.attack.targeted_blow_waiver", "wfrp1.missile.sharpshooting")
def test_a_part_of_the_body_of_one_who_does_not_move(stance, penalty):
    """The prone, and those who count as prone: out, held by a goblin, or under a mount. The dazed are on their feet."""
    goblin = {"name": "goblin", "side": "orcs", "at": [4, 2]}
    scene = shooting("short bow", dice=[98], archer={"bs": 55}, others=(goblin,))
    turn(scene, "aim orc")
    for name, value in stance.items():
        setattr(scene.unit("orc"), name, value)
    if "hold_role" in stance:
        scene.unit("goblin").hold_role, scene.unit("goblin").hold_partner = 1, 1
    assert shot(scene.play("fire orc aim_head")).total == 55 + penalty


@clause("wfrp1.missile.extreme_range", "wfrp1.action.drop")
@pytest.mark.parametrize(("cost", "may"), [(0, True), (1, False)])
def test_what_takes_no_time_does_not_disturb_the_aim(cost, may):
    """A shield is dropped in the round after the aiming; where that takes a turn, the aim is lost."""
    scene = shooting(
        "throwing knife", 2, archer={"off_hand": "shield", "ammunition": 3}, rules={"action.drop.drop_cost": cost}
    )
    turn(scene, "aim orc")
    scene.play("face north", "drop off_hand")
    until(scene)
    assert scene.round == 2 + cost
    assert scene.offers("fire orc aim_head") is may


@clause("wfrp1.missile.sharpshooting")
def test_not_at_long_range():
    scene = shooting("short bow", 9, dice=[98])
    turn(scene, "aim orc")
    assert scene.choices("fire ") == ["fire orc"]
    scene.play("fire orc")


@clause("wfrp1.missile.sharpshooting")
def test_two_rounds_for_a_fine_shot_as_a_house_rule():
    scene = shooting("short bow", rules={"missile.sharpshooting.sharpshoot_aim_rounds": 2})
    turn(scene, "aim orc")
    assert not scene.offers("fire orc aim_head")
    turn(scene, "aim orc")
    assert scene.offers("fire orc aim_head")


@clause("wfrp1.missile.sharpshooting")
def test_a_fine_shot_without_aiming_as_a_house_rule():
    rules = {"missile.sharpshooting.sharpshoot_aim_rounds": 0}
    assert shooting("short bow", rules=rules).offers("fire orc aim_head")


# --- carrying loaded weapons


def initiative(scene, who="archer"):
    """The Effective Initiative of this round."""
    return [event.amount for event in scene.events if event.kind == "initiative_set" and event.who == who][-1]


def declared(scene, text, who="archer"):
    """Go on until a unit has declared something, and to its turn."""
    until(scene, who, "declare")
    scene.play(text)
    return until(scene, who)


@clause("wfrp1.missile.carry_loaded")
def test_a_loaded_crossbow_at_the_ready():
    """I 30: EI 40 this round."""
    scene = shooting("crossbow", dice=[98], archer={"i": 30, "loaded": 1}, orc={"i": 20}, upto=None)
    declared(scene, "ready_shot")
    assert initiative(scene) == 40
    assert verbs(scene) <= {"fire", "fire_group", "aim", "pass"}
    scene.play("fire orc")


@clause("wfrp1.missile.carry_loaded")
def test_who_keeps_a_shot_ready_throws_no_bomb():
    """It has bound itself to that shot."""
    crossbow = {"i": 30, "loaded": 1, "ammunition": 5, "bombs": 1}
    scene = shooting("crossbow pistol", archer=crossbow, orc={"i": 20}, upto=None)
    declared(scene, "ready_shot")
    assert verbs(scene) == {"fire", "aim", "pass"}
    scene = shooting("crossbow pistol", archer=crossbow, orc={"i": 20}, upto=None)
    declared(scene, "act")
    assert "throw_bomb" in verbs(scene)


@clause("wfrp1.missile.carry_loaded")
def test_without_declaring_it_there_is_no_bonus():
    scene = shooting("crossbow", archer={"i": 30, "loaded": 1}, upto=None)
    declared(scene, "act")
    assert initiative(scene) == 30
    assert "move_standard" in verbs(scene)


@clause("wfrp1.missile.carry_loaded")
def test_an_unloaded_weapon_cannot_be_at_the_ready():
    scene = shooting("crossbow", archer={"i": 30}, upto="turn")
    assert scene.prompt == "turn", "nothing to declare"
    assert not [event for event in scene.events if event.kind == "declared" and "loaded weapon" in event.text]


@pytest.mark.parametrize("weapon", ["short bow", "normal bow", "long bow", "elf bow", "javelin", "throwing knife"])
@clause("wfrp1.missile.carry_loaded")
def test_bows_in_the_hand_are_nocked_and_thrown_weapons_ready(weapon):
    scene = shooting(weapon, archer={"i": 30}, upto=None)
    until(scene, "archer", "declare")
    assert scene.offers("ready_shot")


@clause("wfrp1.missile.carry_loaded")
def test_shooting_unnocks_a_bow():
    """At the ready in the first round, it cannot be in the second; nocking it again takes the turn."""
    scene = shooting("short bow", dice=[98], archer={"i": 30}, orc={"i": 20}, upto=None)
    declared(scene, "ready_shot")
    turn(scene, "fire orc")
    assert initiative(scene) == 30
    scene.play("load")
    declared(scene, "ready_shot")
    assert initiative(scene) == 40


# --- in a fight


def engaged(weapon, dice=None, **man):
    """The man has an orc in front of him."""
    return duel(dice, man={"main_hand": weapon, **man})


@clause("wfrp1.missile.in_melee", "wfrp1.action.missile")
def test_a_loaded_pistol_may_be_fired_and_not_loaded_again():
    scene = engaged("pistol", [98], loaded=1, specialist=["firearms"])
    assert "fire" in verbs(scene)
    assert not {"load", "aim"} & verbs(scene)
    scene.play("fire orc")
    until(scene, "man")
    assert not {"fire", "load", "aim"} & verbs(scene)


@clause("wfrp1.missile.in_melee")
def test_one_arrow_and_then_none():
    scene = engaged("short bow", [98], ammo=10)
    assert "fire" in verbs(scene)
    scene.play("fire orc")
    until(scene, "man")
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.in_melee")
def test_once_out_of_it_the_archer_draws_again():
    scene = engaged("short bow", [98, 98], ammo=10)
    scene.play("fire orc")
    until(scene, "man")
    scene.unit("orc").at = (9, 5)
    assert "fire" in verbs(scene)
    scene.play("fire orc")


@clause("wfrp1.missile.in_melee")
def test_the_other_reading_no_missiles_in_a_fight():
    off = {"missile.in_melee.fire_while_engaged": 0}
    scene = duel(man={"main_hand": "short bow"}, rules=off)
    assert "fire" not in verbs(scene)
    assert "fire" in verbs(shooting("short bow", rules=off))


@clause("wfrp1.missile.in_melee", "wfrp1.missile.extreme_range")
def test_at_somebody_far_away():
    """Any range but extreme, which would have to be aimed for."""
    for cells, may in ((9, True), (17, False)):
        scout = {"name": "scout", "side": "orcs", "at": [cells, 1]}
        scene = shooting("short bow", 1, others=(scout,), size=(18, 3))
        assert scene.offers("fire scout") == may
        assert "aim" not in verbs(scene)
