"""Critical hits: when they come, and the table."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import BODY, FACES, ONES, exactly

#: What a result may do; whatever is not written out below must not happen.
NOTHING = {"debt": 0, "dazed": 0, "ko": 0, "bleed": 0, "arm": 0, "leg": 0, "drop": 0, "flee": 0, "prone": 0, "dead": 0}
#: The table, from the specification: severity and group of locations -> effects.
EFFECTS = {
    (1, "head"): {"debt": 1},
    (1, "arm"): {"drop": 1},
    (1, "body"): {"debt": 1},
    (1, "leg"): {"debt": 1},
    (2, "head"): {"dazed": 1},
    (2, "arm"): {"drop": 1, "arm": 2},
    (2, "body"): {"prone": 1},
    (2, "leg"): {"prone": 1},
    (3, "head"): {"dazed": 2},
    (3, "arm"): {"drop": 1, "arm": 5},
    (3, "body"): {"flee": 1},
    (3, "leg"): {"leg": 5},
    (4, "head"): {"dazed": 2, "prone": 1},
    (4, "arm"): {"drop": 1, "arm": 99},
    (4, "body"): {"prone": 1, "dazed": 1},
    (4, "leg"): {"prone": 1, "leg": 99},
    (5, "head"): {"dazed": 3, "prone": 1, "bleed": 1},
    (5, "arm"): {"drop": 1, "arm": 99, "dazed": 1, "bleed": 1},
    (5, "body"): {"prone": 1, "dazed": 2, "bleed": 1},
    (5, "leg"): {"prone": 1, "leg": 99, "dazed": 1, "bleed": 1},
    (6, "head"): {"ko": 999, "bleed": 1},
    (6, "arm"): {"drop": 1, "arm": 99, "prone": 1, "dazed": 2, "bleed": 2},
    (6, "body"): {"ko": 999, "bleed": 1},
    (6, "leg"): {"prone": 1, "leg": 99, "dazed": 2, "bleed": 2},
    (7, "head"): {"ko": 999, "bleed": 3},
    (7, "arm"): {"drop": 1, "arm": 99, "ko": 999, "bleed": 3},
    (7, "body"): {"ko": 999, "bleed": 3},
    (7, "leg"): {"leg": 99, "ko": 999, "bleed": 3},
    (8, "head"): {"dead": 1},
    (8, "arm"): {"dead": 1},
    (8, "body"): {"dead": 1},
    (8, "leg"): {"dead": 1},
}
CELLS = [
    (severity, where)
    for severity, group in EFFECTS
    for where in {"arm": ("right arm", "left arm"), "leg": ("right leg", "left leg")}.get(group, (group,))
]


def struck(face=65, rules=None, dice=(), s=3, w_now=0, **orc):
    """An orc with few wounds left, just hit in the body and asked about a parry; its friend acts after the man."""
    scene = table(
        {"name": "man", "side": "men", "at": [4, 5], "ws": 90, "s": s, "i": 40},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "ws": 33, "t": 3, "i": 20, **orc},
        {"name": "friend", "side": "orcs", "at": [11, 11], "i": 30},
        dice=[face, *dice],
        rules=rules,
    )
    scene.unit("orc").wounds = w_now
    while scene.decider == "orc":
        scene.play("pass")
    scene.play("strike orc")
    assert scene.prompt == "parry"
    return scene


# --- when a blow is critical


@clause("wfrp1.injury.critical_hit")
@pytest.mark.parametrize(
    ("w_now", "dice", "severity"),
    [(3, [3], None), (3, [4, 1], 1), (7, [6, 100], None), (2, [6, 100, 1], 4), (0, [2, 1], 2), (0, [1, 1], 1)],
)
def test_what_goes_beyond_the_wounds_left_is_critical(w_now, dice, severity):
    """S 3 and T 3, so that damage is what the die shows; 01 is the lowest band, where severity is the excess."""
    scene = struck(dice=dice, w_now=w_now, w=10)
    happened = scene.play("no_parry")
    assert [event.amount for event in happened if event.kind == "critical"] == ([severity] if severity else [])
    assert scene.unit("orc").wounds == max(w_now - dice[0], 0)


@clause("wfrp1.injury.critical_hit")
def test_seven_points_on_three_wounds_are_four_too_many():
    scene = struck(dice=[6, 100, 1], w_now=3, s=4, w=10)
    scene.play("no_parry")
    assert (scene.last("critical").amount, scene.last("critical").extra) == (4, BODY)


@clause("wfrp1.injury.critical_hit")
def test_odds_of_a_critical():
    """Two wounds left, WS 33. Without the table the first critical kills, or the first of four points too many."""
    man = {"ws": 33, "s": 3}
    for least, chance in ((1, 0.666667), (4, 0.166667)):
        rules = {"injury.critical_hit.opt_criticals": 0, "injury.critical_hit.critical_min_excess": least}
        scene = duel(man=man, orc={"t": 3}, dice=[27], rules=rules)
        scene.unit("orc").wounds = 2
        scene.play("strike orc")
        assert scene.odds("no_parry", want="orc.dead", until="procedure")[1] == exactly(chance)


@clause("wfrp1.injury.critical_hit")
def test_a_critical_does_not_always_kill():
    scene = struck(dice=[1, 1])
    scene.play("no_parry")
    assert scene.unit("orc").dead == 0


# --- severity


@clause("wfrp1.c.critical_table")
def test_odds_of_the_severity():
    """Excess 1 in the body: nothing but a blow lost, down, to flight, down and dazed, the same bleeding, out cold."""
    scene = struck(rules=ONES)

    def fate(after):
        orc = after.unit("orc")
        return orc.prone, orc.forced_flee_rounds, orc.dazed, orc.bleeding, orc.unconscious_rounds, orc.dead

    odds = scene.odds("no_parry", want=fate, until="procedure")
    assert odds[0, 0, 0, 0, 0, 0] == exactly(0.20)
    assert odds[1, 0, 0, 0, 0, 0] == exactly(0.20)
    assert odds[0, 1, 0, 0, 0, 0] == exactly(0.20)
    assert odds[1, 0, 1, 0, 0, 0] == exactly(0.20)
    assert odds[1, 0, 2, 1, 0, 0] == exactly(0.15)
    assert odds[0, 0, 0, 1, 999, 0] == exactly(0.05)


@clause("wfrp1.c.critical_table")
@pytest.mark.parametrize(
    ("excess", "chance"), [(1, 0.0), (2, 0.0), (3, 0.05), (4, 0.20), (5, 0.40), (6, 0.60), (9, 0.60)]
)
def test_odds_of_death(excess, chance):
    """With S 10 and damage dice of 1 the excess is 11 - T."""
    scene = struck(rules=ONES, s=10, t=11 - excess)
    assert scene.odds("no_parry", want="orc.dead", until="procedure")[1] == exactly(chance)


@clause("wfrp1.c.critical_table")
def test_odds_of_death_by_a_blow_to_the_head():
    scene = struck(10, rules=ONES, s=10, t=7)
    assert scene.odds("no_parry", want="orc.dead", until="procedure")[1] == exactly(0.200000)


@clause("wfrp1.c.critical_table")
@pytest.mark.parametrize(
    ("roll", "severity"),
    [(1, 1), (20, 1), (21, 2), (40, 2), (41, 3), (60, 3), (61, 4), (80, 4), (81, 5), (95, 5), (96, 6), (100, 6)],
)
def test_the_bands_of_the_roll(roll, severity):
    scene = struck(dice=[1, roll])
    scene.play("no_parry")
    assert (scene.last("critical").amount, scene.last("critical").face) == (severity, roll)


@clause("wfrp1.c.critical_table")
def test_a_bad_one_in_the_body_and_a_light_one_in_the_leg():
    scene = struck(65, dice=[2, 97])
    scene.play("no_parry")
    assert scene.last("critical").amount == 7
    assert (scene.unit("orc").unconscious_rounds, scene.unit("orc").bleeding) == (999, 3)
    scene = struck(18, dice=[2, 20])
    scene.play("no_parry")
    assert scene.last("critical").amount == 2
    assert (scene.unit("orc").prone, scene.unit("orc").bleeding) == (1, 0)


# --- effects


@clause("wfrp1.c.critical_table", "wfrp1.c.disabled_limbs", "wfrp1.c.stunned")
@pytest.mark.parametrize(("severity", "where"), CELLS)
def test_what_a_critical_does(severity, where):
    """Severity 1 to 6 by as many points too many and the lowest band; 7 and 8 by six and a higher roll.

    The orc, with an axe in the right hand and a shield in the left, has spent its two blows of the round before, at
    100 and at 50: a blow that it loses is one of the next round.
    """
    points, roll = min(severity, 6), {7: 21, 8: 41}.get(severity, 1)
    damage = [points] if points < 6 else [6, 100]
    scene = struck(FACES[where], dice=[*damage, roll], i=100, a=2, off_hand="shield", s=4, t=3)
    scene.play("no_parry")
    critical = scene.last("critical")
    assert (critical.amount, critical.target) == (severity, "orc")
    orc = scene.unit("orc")
    hands = {"right arm": orc.main_hand == 0, "left arm": orc.off_hand == 0}
    arms = {"right arm": orc.right_arm_off, "left arm": orc.left_arm_off}
    happened = {
        "debt": orc.attack_debt,
        "dazed": orc.dazed,
        "ko": orc.unconscious_rounds,
        "bleed": orc.bleeding,
        "arm": arms.pop(where, 0),
        "leg": orc.leg_off,
        "drop": int(hands.pop(where, False)),
        "flee": orc.forced_flee_rounds,
        "prone": orc.prone,
        "dead": orc.dead,
    }
    assert happened == {**NOTHING, **EFFECTS[severity, where.split()[-1]]}
    assert not any(hands.values()), "the other hand keeps what it holds"
    assert not any(arms.values()), "the other arm is sound"


@clause("wfrp1.c.critical_table", "wfrp1.c.stunned")
def test_nobody_is_dazed_for_more_than_three_rounds():
    """Whatever a table of one's own may say."""
    scene = struck(FACES["head"], dice=[5, 1], rules={"tables.critical_effects.5_head.dazed": 5})
    scene.play("no_parry")
    assert scene.unit("orc").dazed == 3


@clause("wfrp1.c.critical_table")
def test_a_blow_lost_is_the_next_one():
    """Struck before its turn, the orc has the turn all the same, but no blow."""
    scene = struck(dice=[1, 1], i=20)
    scene.play("no_parry")
    assert (scene.decider, scene.unit("orc").attack_debt) == ("friend", 0)
    scene.play("pass")
    assert scene.decider != "orc" or not scene.choices("strike")


@clause("wfrp1.c.critical_table")
def test_a_left_handed_orc_drops_its_axe_when_the_left_arm_is_hit():
    scene = struck(FACES["left arm"], dice=[1, 1], left_handed=True)
    scene.play("no_parry")
    assert scene.unit("orc").main_hand == 0
    assert scene.last("dropped_item").who == "orc"
    scene = struck(FACES["right arm"], dice=[1, 1], left_handed=True)
    scene.play("no_parry")
    assert scene.unit("orc").main_hand != 0


@clause("wfrp1.c.critical_table", "wfrp1.c.natural_weapons")
def test_creatures_without_hands_have_legs_for_arms():
    scene = table(
        {"name": "man", "side": "men", "at": [4, 5], "ws": 100, "i": 40},
        {"name": "wolf", "side": "wolves", "at": [5, 5], "i": 20, "main_hand": "none", "natural_weapons": True},
        {"name": "pup", "side": "wolves", "at": [11, 11], "i": 30},
        dice=[61, 3, 1],
    )
    scene.unit("wolf").wounds = 0
    scene.play("strike wolf")
    wolf = scene.unit("wolf")
    assert (wolf.leg_off, wolf.right_arm_off) == (5, 0)


@clause("wfrp1.c.critical_table", "wfrp1.c.stunned")
def test_criticals_add_up():
    """A second one: the longer daze counts, and the points of bleeding are added."""
    scene = struck(10, dice=[5, 1])
    orc = scene.unit("orc")
    orc.dazed, orc.bleeding = 5, 2
    scene.play("no_parry")
    assert (orc.dazed, orc.bleeding) == (5, 3), "dazed 3 and bleeding 1 by itself"
    scene = struck(FACES["right leg"], dice=[3, 1])
    scene.unit("orc").leg_off = 7
    scene.play("no_parry")
    assert scene.unit("orc").leg_off == 7
