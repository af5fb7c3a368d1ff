"""Missile weapons: how they are used, how far they reach, what they do, and what each row of the charts says."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.shooting import ONE_DIE, above, at_yards, labels, shooting, shot, turn, until, verbs

# --- what missile weapons are, and what a round of shooting is


@clause("wfrp1.missile.definition", "wfrp1.missile.to_hit", "wfrp1.missile.damage")
def test_a_thrown_spear_goes_by_bs_and_the_strength_of_the_arm():
    scene = shooting("thrown spear", 2, dice=[40, 2], archer={"bs": 40, "s": 5}, orc={"t": 2, "w": 20})
    scene.play("fire orc normal")  # 4 yards, short; 40 reads 04, the head
    assert labels(scene.last("wounded")) == {"dice": 2, "ES": 5, "T": -2}
    assert scene.unit("orc").wounds == 20 - 5
    assert shooting("thrown spear", 2, dice=[41], archer={"bs": 40}).play("fire orc normal")[0].kind == "shot_missed"


@pytest.mark.parametrize(("cells", "penalty"), [(2, 0), (3, -10), (4, -10), (5, -20), (12, -20), (13, None)])
@clause("wfrp1.missile.definition", "wfrp1.missile.line_of_fire")
def test_a_thrown_spear_reaches_4_8_and_25_yards(cells, penalty):
    scene = shooting("thrown spear", cells, dice=[98] if penalty is not None else [], archer={"bs": 50})
    if cells > 4 and "aim" in verbs(scene):
        turn(scene, "aim orc")
    if penalty is None:
        assert "fire" not in verbs(scene)
    else:
        assert shot(scene.play("fire orc")).total == 50 + penalty


@clause("wfrp1.missile.phases")
def test_a_crossbow_shoots_every_second_round():
    scene = shooting("crossbow", 4, dice=[98, 98])
    done = []
    for _ in range(4):
        verb = "fire orc" if "fire" in verbs(scene) else "load"
        assert not {"fire", "load"} <= verbs(scene)
        done.append(verb.split()[0])
        turn(scene, verb)
    assert done == ["load", "fire", "load", "fire"]


@clause("wfrp1.missile.phases", "wfrp1.missile.firearms_chart")
def test_a_pistol_loaded_at_the_start_shoots_in_rounds_1_and_4():
    scene = shooting("pistol", 4, dice=[98, 97], archer={"specialist": ["firearms"], "loaded": 1})
    done = []
    for _ in range(4):
        verb = "fire orc" if "fire" in verbs(scene) else "load"
        done.append(verb.split()[0])
        turn(scene, verb)
    assert done == ["fire", "load", "load", "fire"]


@clause("wfrp1.missile.phases", "wfrp1.c.ammunition")
def test_a_long_bow_shoots_every_round():
    scene = shooting("long bow", 4, dice=[98, 98, 98], archer={"specialist": ["long_bow"], "ammo": 3})
    for left in (2, 1, 0):
        turn(scene, "fire orc")
        assert scene.unit("archer").ammunition == left
    assert "fire" not in verbs(scene)


@clause("wfrp1.missile.phases")
def test_loading_may_be_interrupted_and_moving_does_not_undo_it():
    scene = shooting("pistol", 6, dice=[], archer={"specialist": ["firearms"]})
    turn(scene, "load")
    assert scene.unit("archer").load_progress == 1
    turn(scene, "move_cautious 1,1")
    turn(scene, "pass")
    assert (scene.unit("archer").load_progress, scene.unit("archer").loaded) == (1, 0)
    turn(scene, "load")
    assert (scene.unit("archer").load_progress, scene.unit("archer").loaded) == (0, 1)
    assert "fire" in verbs(scene)


@clause("wfrp1.missile.phases")
def test_being_knocked_out_undoes_it():
    """The sniper's arrow: die 4 + ES 3 on T 0, W 1, excess 6; critical roll 10 is severity 6, out with bleeding 1."""
    scene = shooting(
        "pistol", 6, dice=[10, 4, 10], archer={"specialist": ["firearms"], "t": 0, "w": 1},
        orc={"main_hand": "short bow"}, others=({"name": "friend", "side": "men", "at": [0, 0], "i": 10},),
    )  # fmt: skip
    scene.play("load")
    until(scene, "orc")
    assert scene.unit("archer").load_progress == 1
    scene.play("fire archer normal")
    assert scene.unit("archer").unconscious_rounds > 0
    assert scene.unit("archer").load_progress == 0


@clause("wfrp1.action.missile", "wfrp1.missile.phases")
def test_attacks_do_not_matter_for_an_archer():
    """A 3, one shot a round: the next turn of the archer is in the next round."""
    scene = shooting("short bow", 4, dice=[98], archer={"a": 3})
    turn(scene, "fire orc")
    assert scene.round == 2
    assert sum(event.kind == "shot_missed" for event in scene.events) == 1


@clause("wfrp1.action.missile")
def test_two_attacks_a_round_as_a_house_rule():
    scene = shooting("short bow", 4, dice=[98, 97], rules={"action.missile.missile_attacks_per_round": 2})
    scene.play("fire orc")
    assert sum(event.kind == "shot_missed" for event in scene.events) == 2


@clause("wfrp1.action.missile", "wfrp1.missile.in_melee")
def test_who_is_engaged_need_not_shoot_and_who_is_not_cannot_strike():
    assert "strike" not in verbs(shooting("short bow", 2))
    assert {"fire", "strike"} <= verbs(shooting("short bow", 1))


# --- line of fire and range


@pytest.mark.parametrize(("cells", "penalty"), [(8, 0), (9, -10), (16, -10), (17, -20)])
@clause("wfrp1.missile.line_of_fire", "wfrp1.setup.scene")
def test_short_bow_at_16_18_32_and_34_yards(cells, penalty):
    scene = shooting("short bow", cells, dice=[98], archer={"bs": 55})
    if cells == 17:
        assert "fire" not in verbs(scene)
        turn(scene, "aim orc")
    assert shot(scene.play("fire orc")).total == 55 + penalty


@clause("wfrp1.missile.line_of_fire")
def test_short_bow_at_150_and_152_yards():
    scene = turn(at_yards(150, "short bow", [98], archer={"bs": 55}), "aim orc")
    assert shot(scene.play("fire orc")).total == 35
    scene = at_yards(152, "short bow", [])
    if "aim" in verbs(scene):
        turn(scene, "aim orc")
    assert "fire" not in verbs(scene)


@pytest.mark.parametrize(
    ("what", "blocks"),
    [
        ({"cells": [{"flag": "blocked", "at": [[2, 1]]}]}, True),
        ({"borders": [{"type": "wall", "cell": [2, 1], "direction": "east"}]}, True),
        ({"borders": [{"type": "door", "cell": [2, 1], "direction": "east"}]}, True),
        ({"borders": [{"type": "locked_door", "cell": [2, 1], "direction": "east"}]}, True),
        ({"borders": [{"type": "obstacle", "cell": [2, 1], "direction": "east"}]}, False),
        ({"cells": [{"flag": "difficult", "at": [[2, 1]]}]}, False),
        ({"cells": [{"flag": {"level": 1}, "at": [[2, 1]]}]}, False),
    ],
)
@clause("wfrp1.missile.line_of_fire")
def test_walls_stop_a_shot_and_low_things_do_not(what, blocks):
    scene = shooting("short bow", 4, board={"size": [5, 3], **what})
    assert ("fire" in verbs(scene)) != blocks


@clause("wfrp1.missile.line_of_fire", "wfrp1.c.line")
def test_round_a_corner():
    """From (0, 1) to (4, 2) the cells between are (1, 1) from 1.25, (2, 2) from 1.5 and (3, 2) from 1.75; from there to
    here 1.5 is rounded the other way, to (2, 1).
    """
    middle = [[2, 1], [2, 2]]
    for blocked, sees in ((middle[:1], True), (middle[1:], True), (middle, False), ([[1, 1]], False), ([[1, 2]], True)):
        cells = [{"flag": "blocked", "at": blocked}]
        scene = shooting("short bow", orc={"at": [4, 2]}, board={"size": [5, 3], "cells": cells})
        assert ("fire" in verbs(scene)) == sees, blocked
    corner = {"flag": "blocked", "at": [[0, 2], [1, 1]]}
    scene = shooting("short bow", orc={"at": [2, 3]}, board={"size": [3, 4], "cells": [corner]})
    assert "fire" not in verbs(scene), "not between two blocked corners either"


@clause("wfrp1.missile.line_of_fire")
def test_those_who_stand_between_do_not_stop_a_shot():
    scene = shooting("short bow", 8, others=({"name": "friend", "side": "men", "at": [4, 1]},))
    assert scene.offers("fire orc")


# --- to hit


@clause("wfrp1.missile.to_hit", "wfrp1.missile.extreme_range")
def test_long_bow_at_extreme_range():
    """BS 55 - 20."""
    archer = {"bs": 55, "specialist": ["long_bow"]}
    scene = turn(at_yards(70, "long bow", archer=archer, orc={"t": 0, "w": 60}, rules=ONE_DIE), "aim orc")
    odds = scene.odds("fire orc", want="orc.wounds", until="procedure")
    assert round(1 - odds[60], 6) == 0.35


@clause("wfrp1.missile.to_hit", "wfrp1.missile.modifiers")
def test_short_range_into_hard_cover():
    """BS 33 - 20."""
    board = {"size": [5, 3], "cells": [{"flag": "hard_cover", "at": [[4, 1]]}]}
    scene = shooting("short bow", 4, board=board, orc={"t": 0, "w": 60}, rules=ONE_DIE)
    odds = scene.odds("fire orc", want="orc.wounds", until="procedure")
    assert round(1 - odds[60], 6) == 0.13


@clause("wfrp1.missile.to_hit")
def test_a_roll_of_the_number_hits_and_one_more_misses():
    assert shooting("short bow", dice=[33, 1]).play("fire orc")[0].kind == "shot_hit"
    assert shooting("short bow", dice=[34]).play("fire orc")[0].kind == "shot_missed"


@clause("wfrp1.missile.to_hit")
def test_arrows_are_not_parried():
    scene = shooting("short bow", dice=[33, 1], orc={"off_hand": "shield", "ws": 90})
    scene.play("fire orc")
    assert not any(event.kind.startswith("parr") for event in scene.events)


@clause("wfrp1.missile.to_hit", "wfrp1.attack.prone_static")
def test_who_lies_on_the_ground_may_still_be_missed():
    scene = shooting("short bow", dice=[34])
    scene.unit("orc").prone = 1
    assert shot(scene.play("fire orc")).kind == "shot_missed"
    scene = shooting("short bow", dice=[33, 4])
    scene.unit("orc").prone = 1
    scene.play("fire orc")
    assert scene.unit("orc").wounds == 7 - 4, "and is hurt like anybody else"


# --- where a shot lands


@pytest.mark.parametrize(
    ("roll", "where"),
    [(30, "head"), (1, "head"), (33, "right arm"), (5, "left arm"), (8, "body"), (18, "right leg"), (29, "left leg")],
)
@clause("wfrp1.missile.hit_location")
def test_location_is_the_roll_reversed(roll, where):
    scene = shooting("short bow", dice=[roll, 1])
    event = shot(scene.play("fire orc"))
    assert "at short range" in event.text and event.text.endswith(f"hits the {where}")


@clause("wfrp1.missile.hit_location", "wfrp1.missile.damage")
def test_armour_counts_where_the_arrow_lands():
    for roll, lost in ((30, 3), (8, 4)):  # helmet; no breastplate
        scene = shooting("short bow", dice=[roll, 4], orc={"armour": ["helmet"]})
        scene.play("fire orc")
        assert scene.unit("orc").wounds == 7 - lost


# --- damage


@pytest.mark.parametrize(
    ("yards", "orc", "least", "chance"),
    [
        (32, {}, 4, 0.5),  # ES 3, T 3: the die alone
        (64, {}, 4, 0.333333),  # long: one less
        (66, {"armour": ["helmet"]}, 1, 0.5),  # extreme: two less, armour 1
    ],
)
@clause("wfrp1.missile.damage")
def test_long_bow_against_toughness_3(yards, orc, least, chance):
    """All hits on the head: the archer has BS 33, and the roll is given."""
    lost = {}
    for die in range(1, 7):
        dice = [10, die, 34] if die == 6 else [10, die]
        archer = {"specialist": ["long_bow"]}
        scene = at_yards(yards, "long bow", dice, archer=archer, orc={"w": 20, **orc})
        if yards == 66:
            turn(scene, "aim orc")
        scene.play("fire orc normal" if yards == 32 else "fire orc")
        lost[die] = 20 - scene.unit("orc").wounds
    assert round(sum(points >= least for points in lost.values()) / 6, 6) == chance


@clause("wfrp1.missile.damage")
def test_odds_of_damage_by_an_arrow():
    """P(hit) 0.33; then each face of the die 1 to 5 does as much; a 6 goes on with 0.33."""
    scene = shooting("long bow", 4, archer={"specialist": ["long_bow"]}, orc={"w": 60})
    odds = scene.odds("fire orc normal", want="orc.wounds", until="procedure")
    assert round(odds[60], 6) == 0.67
    for points in range(1, 6):
        assert round(odds[60 - points], 6) == round(0.33 / 6, 6)
    assert round(odds[54], 6) == round(0.33 / 6 * 0.67, 6)
    assert round(odds[53], 6) == round(0.33 / 6 * 0.33 / 6, 6)


@clause("wfrp1.missile.damage", "wfrp1.damage.additional")
def test_additional_damage_is_tested_with_bs():
    scene = shooting("short bow", dice=[10, 6, 40, 4], archer={"bs": 40, "ws": 10}, orc={"w": 20})
    scene.play("fire orc")
    assert scene.unit("orc").wounds == 20 - 10
    scene = shooting("short bow", dice=[10, 6, 41], archer={"bs": 40, "ws": 90}, orc={"w": 20})
    scene.play("fire orc")
    assert scene.unit("orc").wounds == 20 - 6


@clause("wfrp1.missile.damage", "wfrp1.missile.firearms_chart")
def test_a_gun_loses_nothing_beyond_what_its_chart_says():
    """Pistol at 24 yards: ES 3, long range."""
    for penalty, lost in ((0, 4 + 3 - 3), (-1, 3), (-2, 2)):
        scene = shooting(
            "pistol", 12, dice=[10, 4], archer={"specialist": ["firearms"], "loaded": 1}, orc={"w": 20},
            rules={"missile.damage.firearm_range_damage_penalty": penalty},
        )  # fmt: skip
        scene.play("fire orc")
        assert scene.unit("orc").wounds == 20 - lost


# --- the charts: weapon, group that trains for it, ranges in yards, Effective Strength (None: the thrower's S)

CHART = [
    ("short bow", None, 16, 32, 150, 3),
    ("normal bow", None, 24, 48, 250, 3),
    ("long bow", "long_bow", 32, 64, 300, 3),
    ("elf bow", None, 32, 64, 300, 4),
    ("crossbow", None, 32, 64, 300, 4),
    ("crossbow pistol", "pistol_crossbow", 16, 32, 50, 1),
    ("repeating crossbow", "repeating_crossbow", 32, 32, 100, 1),
    ("sling", "sling", 24, 36, 150, 3),
    ("staff-sling", "sling", 24, 36, 200, 4),
    ("javelin", None, 8, 16, 50, None),
    ("thrown spear", None, 4, 8, 25, None),
    ("dart", None, 4, 8, 20, None),
    ("throwing knife", "throwing", 4, 8, 20, None),
    ("throwing axe", "throwing", 4, 8, 20, None),
    ("blowpipe", "blowpipe", 12, 24, 50, 1),
    ("bolas", "lasso", 12, 24, 50, 1),
    ("thrown improvised", None, 2, 6, 10, None),
]


def distances(short: int, long: int, extreme: int) -> list[tuple[int, int]]:
    """(yards, penalty to hit) on both sides of every limit of range; the penalty is 99 where nothing can be shot at."""
    found = [(short, 0), (long, -10), (above(long), -20), (extreme, -20), (above(extreme), 99)]
    return [*found, (above(short), -10)] if short < long else [found[0], *found[2:]]


@pytest.mark.parametrize(
    ("weapon", "group", "es", "yards", "penalty"),
    [(w, group, es, *where) for w, group, *ranges, es in CHART for where in distances(*ranges)],
)
@clause("wfrp1.missile.chart", "wfrp1.missile.damage", "wfrp1.missile.modifiers")
def test_row_of_the_missile_weapon_chart(weapon, group, es, yards, penalty):
    """Rolled 10, the head; the die shows 2, nothing is taken off, and the range takes 0, 1 or 2 points."""
    archer = {"bs": 60, "s": 5, "loaded": 1, "specialist": [group] if group else []}
    dice = [] if penalty == 99 else [10, 2]
    scene = at_yards(yards, weapon, dice, archer=archer, orc={"t": 0, "w": 20})
    if penalty in (-20, 99):
        assert "fire" not in verbs(scene)
        if "aim" in verbs(scene):
            turn(scene, "aim orc")
    if penalty == 99:
        assert "fire" not in verbs(scene)
        return
    events = scene.play("fire orc normal" if penalty == 0 else "fire orc")
    makeshift = -10 if weapon == "thrown improvised" else 0
    assert shot(events).total == 60 + penalty + makeshift
    assert scene.unit("orc").wounds == 20 - (2 + (5 if es is None else es) + penalty // 10)


@pytest.mark.parametrize(("yards", "penalty"), [(8, 0), (9, -10), (16, -10), (18, -20), (30, -20), (32, 99)])
@clause("wfrp1.missile.chart")
def test_the_lasso_does_no_damage(yards, penalty):
    """No die is rolled after the hit, and the lasso may be thrown again and again."""
    scene = at_yards(yards, "lasso", [] if penalty == 99 else [10], archer={"bs": 60, "specialist": ["lasso"]})
    if penalty in (-20, 99):
        assert "fire" not in verbs(scene)
        if "aim" in verbs(scene):
            turn(scene, "aim orc")
    if penalty == 99:
        assert "fire" not in verbs(scene)
        return
    assert shot(scene.play("fire orc normal" if penalty == 0 else "fire orc")).total == 60 + penalty
    assert scene.unit("orc").wounds == 7
    assert "wounded" not in {event.kind for event in scene.events}


@pytest.mark.parametrize(
    ("weapon", "turns"),
    [
        *((weapon, 0) for weapon in ("short bow", "normal bow", "long bow", "elf bow", "sling", "blowpipe", "bolas")),
        *((weapon, 0) for weapon in ("javelin", "thrown spear", "dart", "throwing knife", "throwing axe")),
        ("thrown improvised", 0),
        ("crossbow", 1),
        ("crossbow pistol", 1),
        ("staff-sling", 1),
        ("lasso", 2),  # to draw it in again
        ("duck-foot", 2),  # a barrel
        ("volley gun", 2),  # a barrel
        ("arquebus", 2),
        ("blunderbuss", 3),
        ("duelling pistol", 2),
        ("henricus salus", 2),
        ("jezail", 3),
        ("pike gun", 2),
        ("pistol", 2),
        ("swivel gun", 4),
    ],
)
@clause("wfrp1.missile.chart", "wfrp1.missile.firearms_chart", "wfrp1.missile.phases")
def test_turns_it_takes_to_load(weapon, turns):
    scene = shooting(weapon, 2, archer={"loaded": 0})
    taken = 0
    while "fire" not in verbs(scene):
        assert "load" in verbs(scene)
        turn(scene, "load")
        taken += 1
    assert taken == turns


@clause("wfrp1.missile.chart", "wfrp1.missile.phases")
def test_a_lasso_takes_two_turns_to_draw_in():
    scene = shooting("lasso", dice=[98, 98], archer={"specialist": ["lasso"]})
    for verb in ("fire orc", "load", "load", "fire orc"):
        assert ("fire" in verbs(scene)) == (verb != "load")
        turn(scene, verb)


@pytest.mark.parametrize(("cells", "penalty"), [(16, 0), (17, -20)])
@clause("wfrp1.missile.chart", "wfrp1.missile.repeating_crossbow")
def test_the_repeating_crossbow_has_no_long_range(cells, penalty):
    """32 and 34 yards; at extreme range the die of 5 with ES 1 does 2 points less."""
    archer = {"bs": 60, "specialist": ["repeating_crossbow"], "loaded": 1}
    scene = shooting("repeating crossbow", cells, dice=[10, 5], archer=archer, orc={"t": 0, "w": 20})
    if penalty:
        turn(scene, "aim orc")
    assert shot(scene.play("fire orc" if penalty else "fire orc normal")).total == 60 + penalty
    assert scene.unit("orc").wounds == 20 - (6 if penalty == 0 else 4)


@clause("wfrp1.missile.chart")
def test_a_sling_at_36_yards_is_at_long_range():
    scene = shooting("sling", 18, dice=[98], archer={"specialist": ["sling"]})
    assert shot(scene.play("fire orc")).total == 33 - 10


# --- firearms: weapon, group, short, long and extreme range, ES at point blank, short, long and extreme range

GUNS = [
    ("arquebus", "firearms", 30, 60, 300, (4, 4, 4, 3)),
    ("blunderbuss", "blunderbuss", 24, 48, 250, (5, 3, 3, 2)),
    ("duck-foot", "firearms", 8, 16, 50, (4, 3, 3, 2)),
    ("duelling pistol", "firearms", 8, 16, 50, (4, 3, 3, 2)),
    ("henricus salus", "firearms", 8, 16, 50, (4, 4, 4, 3)),
    ("jezail", "firearms", 36, 72, 400, (4, 3, 3, 2)),
    ("pike gun", "firearms", 12, 24, 50, (4, 3, 3, 2)),
    ("pistol", "firearms", 12, 24, 50, (3, 3, 3, 2)),
    ("swivel gun", "firearms", 24, 48, 100, (6, 4, 3, 2)),
    ("volley gun", "firearms", 12, 24, 50, (4, 3, 3, 3)),
]


def gun_distances(short: int, long: int, extreme: int, es: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """(yards, penalty to hit, Effective Strength) on both sides of every limit of range."""
    blank, near, far, edge = es
    return [
        (3, 0, blank), (4, 0, near), (short, 0, near), (above(short), -10, far), (long, -10, far),
        (above(long), -20, edge), (extreme, -20, edge), (above(extreme), 99, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "group", "yards", "penalty", "es"),
    [(w, group, *where) for w, group, *ranges in GUNS for where in gun_distances(*ranges)],
)
@clause("wfrp1.missile.firearms_chart", "wfrp1.missile.modifiers")
def test_row_of_the_firearms_chart(weapon, group, yards, penalty, es):
    """Rolled 10, the head; the die shows 2; one barrel is loaded."""
    archer = {"bs": 60, "loaded": 1, "specialist": [group]}
    dice = [] if penalty == 99 else [10, 2]
    scene = at_yards(yards, weapon, dice, archer=archer, orc={"t": 0, "w": 20})
    if penalty in (-20, 99):
        assert "fire" not in verbs(scene)
        if "aim" in verbs(scene):
            turn(scene, "aim orc")
    if penalty == 99:
        assert "fire" not in verbs(scene)
        return
    assert shot(scene.play("fire orc normal" if penalty == 0 else "fire orc")).total == 60 + penalty
    assert scene.unit("orc").wounds == 20 - (2 + es)


@clause("wfrp1.missile.firearms_chart")
def test_arquebus_at_30_yards():
    """ES 4 against T 3, so a die of 4 or more does 5 points or more."""
    lost = []
    for die in range(1, 7):
        dice = [10, die, 34] if die == 6 else [10, die]
        archer = {"specialist": ["firearms"], "loaded": 1}
        scene = shooting("arquebus", 15, dice=dice, archer=archer, orc={"w": 20})
        scene.play("fire orc normal")
        lost.append(20 - scene.unit("orc").wounds)
    assert sum(points >= 5 for points in lost) / 6 == 0.5


@clause("wfrp1.missile.firearms_chart", "wfrp1.missile.extreme_range")
def test_arquebus_at_80_yards():
    """ES 3, -20 to hit, and one more round to aim."""
    scene = at_yards(80, "arquebus", [10, 4], archer={"specialist": ["firearms"], "loaded": 1}, orc={"w": 20})
    assert "fire" not in verbs(scene)
    turn(scene, "aim orc")
    assert shot(scene.play("fire orc")).total == 33 - 20
    assert scene.unit("orc").wounds == 20 - (4 + 3 - 3)


@clause("wfrp1.missile.firearms_chart", "wfrp1.missile.in_melee")
def test_point_blank_is_the_next_cell():
    """A blunderbuss has ES 5 at 2 yards and 3 at 4."""
    for cells, lost in ((1, 2 + 5 - 3), (2, 2 + 3 - 3)):
        archer = {"specialist": ["blunderbuss"], "loaded": 1}
        scene = shooting("blunderbuss", cells, dice=[10, 2], archer=archer)
        scene.play("fire orc" if cells == 1 else "fire orc normal")
        assert scene.unit("orc").wounds == 7 - lost


@pytest.mark.parametrize(
    "weapon",
    ["crossbow", "crossbow pistol", "staff-sling", "lasso", "arquebus", "blunderbuss", "duelling pistol",
     "henricus salus", "jezail", "pike gun", "pistol", "swivel gun"],
)  # fmt: skip
@clause("wfrp1.missile.chart", "wfrp1.missile.firearms_chart", "wfrp1.action.missile")
def test_one_shot_a_round(weapon):
    scene = shooting(weapon, 2, dice=[98], archer={"loaded": 1})
    fired = [event for event in scene.play("fire orc normal") if event.kind == "shot_missed"]
    assert (len(fired), scene.unit("archer").loaded) == (1, 0)


# --- training


@pytest.mark.parametrize(
    ("weapon", "group"),
    [
        *((weapon, group) for weapon, group, *_ in CHART),
        ("lasso", "lasso"),
        *((weapon, group) for weapon, group, *_ in GUNS),
    ],
)
@clause("wfrp1.missile.specialist", "wfrp1.c.specialist_groups")
def test_without_the_skill_bs_counts_as_10(weapon, group):
    """Ordinary weapons need none; a trained archer has its own BS."""
    makeshift = -10 if weapon == "thrown improvised" else 0
    far = -10 if weapon == "thrown improvised" else 0  # 4 yards is long for it
    for training in ([], [group] if group else []):
        archer = {"bs": 45, "loaded": 1, "specialist": training}
        skill = 45 if training or not group else 10
        number = skill + makeshift + far
        scene = shooting(weapon, 2, dice=[98], archer=archer)
        assert shot(scene.play("fire orc" if far else "fire orc normal")).total == number


@clause("wfrp1.missile.specialist")
def test_untrained_odds():
    """BS 45 with a long bow nobody has taught him: 0.10."""
    scene = shooting("long bow", archer={"bs": 45}, orc={"t": 0, "w": 60}, rules=ONE_DIE)
    assert round(1 - scene.odds("fire orc normal", want="orc.wounds", until="procedure")[60], 6) == 0.1


# --- repeating crossbow

REPEATER = {"specialist": ["repeating_crossbow"]}


@clause("wfrp1.missile.repeating_crossbow", "wfrp1.action.missile", "wfrp1.c.ammunition")
def test_five_rounds_of_two_shots_then_eight_of_loading():
    scene = shooting("repeating crossbow", dice=[98] * 12, archer={**REPEATER, "ammo": 30})
    assert scene.unit("archer").loaded == 10
    for rounds in range(1, 6):
        assert "fire" in verbs(scene)
        turn(scene, "fire orc")
        assert scene.unit("archer").loaded == 10 - 2 * rounds
    for _ in range(8):
        assert "fire" not in verbs(scene)
        turn(scene, "load")
    assert scene.unit("archer").loaded == 10
    scene.play("fire orc")
    assert (scene.unit("archer").loaded, scene.unit("archer").ammunition) == (8, 18)


@clause("wfrp1.missile.repeating_crossbow")
def test_odds_of_two_bolts():
    """BS 33 at short range: 0.67 * 0.67 for none, 0.33 * 0.33 for both. The die is 1 here, and ES 1 then does 2."""
    one = {**ONE_DIE, "damage.basic.damage_die": 1}
    scene = shooting("repeating crossbow", archer=REPEATER, orc={"t": 0, "w": 60}, rules=one)
    odds = scene.odds("fire orc normal", want="orc.wounds", until="procedure")
    assert {60 - left: round(p, 6) for left, p in odds.items()} == {0: 0.4489, 2: 0.4422, 4: 0.1089}


@clause("wfrp1.missile.repeating_crossbow")
def test_the_second_bolt_is_wasted_on_who_is_down():
    """Die 5 + ES 1 on T 0, W 1: excess 5; critical roll 50 is severity 7, out. The second shot is not rolled."""
    scene = shooting(
        "repeating crossbow", dice=[10, 5, 50], archer=REPEATER, orc={"t": 0, "w": 1},
        others=({"name": "boss", "side": "orcs", "at": [4, 2]},),
    )  # fmt: skip
    scene.play("fire orc normal")
    assert scene.unit("orc").unconscious_rounds > 0
    assert sum(event.kind in ("shot_hit", "shot_missed") for event in scene.events) == 1


@clause("wfrp1.missile.repeating_crossbow", "wfrp1.missile.in_melee")
def test_in_melee_it_shoots_while_bolts_remain():
    scene = duel(man={"main_hand": "repeating crossbow", **REPEATER, "loaded": 2}, dice=[98, 98])
    assert "load" not in verbs(scene)
    scene.play("fire orc")
    until(scene, "man")
    assert not {"fire", "load"} & verbs(scene)
