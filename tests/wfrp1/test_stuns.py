"""Blows meant to stun, how long it lasts, and stunning from behind."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import HEAD, NO_FUMBLES, exactly
from wfrp1.melee import kinds
from wfrp1.stunning import BRIEF, chance, odds_of_stun, stunning

# --- the procedure


@clause("wfrp1.stun.procedure")
def test_odds_of_a_stun_without_the_skill():
    hit, stun, loss = odds_of_stun()
    assert hit == exactly(0.250000)
    assert stun == exactly(0.175000)
    assert hit * stun == exactly(0.043750)
    assert loss == exactly(0.075000)


@clause("wfrp1.stun.procedure")
def test_odds_of_a_stun_from_the_roll_to_hit():
    scene = stunning(rules=BRIEF)
    stunned = scene.odds(
        "strike orc stun",
        then="no_parry",
        want=lambda after: after.unit("orc").unconscious_rounds > 0,
        until="procedure",
    )
    assert stunned[True] == exactly(0.043750)


@clause("wfrp1.stun.procedure")
def test_odds_of_a_stun_with_the_skill():
    hit, stun, _ = odds_of_stun(man={"skills": ["strike_to_stun"]})
    assert hit == exactly(0.450000)
    assert stun == exactly(0.375000)
    assert hit * stun == exactly(0.168750)


@clause("wfrp1.stun.procedure")
@pytest.mark.parametrize(
    ("skills", "stun", "chances"),
    [(["strike_to_stun"], 0.275000, [15, 20, 25, 30, 35, 40]), ([], 0.083333, [0, 0, 5, 10, 15, 20])],
)
def test_odds_of_a_stun_through_a_helmet(skills, stun, chances):
    """T 4 and a helmet leave the die - 2: five percent for each point, and twenty for the skill."""
    units = {"man": {"skills": skills}, "orc": {"t": 4, "armour": ["helmet"]}}
    assert odds_of_stun(**units)[1] == exactly(stun)
    assert [chance(die, **units) for die in range(1, 6)] == chances[:5]
    scene = stunning(dice=[1, 6, 46, 100], rules=NO_FUMBLES, **units)
    scene.play("strike orc stun", "no_parry")
    assert scene.last("stun_failed").amount == chances[5]


@clause("wfrp1.stun.procedure")
@pytest.mark.parametrize("face", [25, 9, 16])
def test_a_blow_to_stun_always_hits_the_head(face):
    scene = stunning(dice=[face])
    scene.play("strike orc stun")
    assert scene.last("blow_hit").amount == HEAD


@clause("wfrp1.stun.procedure")
def test_a_blow_to_stun_takes_no_wounds():
    scene = stunning(dice=[25, 5, 26])
    scene.play("strike orc stun", "no_parry")
    assert (scene.last("stun_failed").amount, scene.last("stun_failed").face) == (25, 26)
    assert scene.unit("orc").wounds == 60


@clause("wfrp1.stun.procedure", "wfrp1.stun.duration")
def test_a_roll_equal_to_the_chance_stuns():
    scene = stunning(dice=[25, 5, 25, 1, 2, 3, 4, 5, 6, 7])
    scene.play("strike orc stun", "no_parry")
    assert scene.last("stunned").amount == 25
    assert scene.unit("orc").unconscious_rounds == 6 * 28, "28 minutes"
    assert scene.unit("orc").wounds == 60


@clause("wfrp1.stun.procedure")
def test_a_natural_six_takes_what_comes_beyond_it():
    """The first die alone counts for the stun, 6 + 3 - 3 - 1; the 3 that follows is lost whatever the head has on."""
    scene = stunning(dice=[25, 6, 45, 3, 26], orc={"armour": ["helmet"], "t": 3})
    scene.play("strike orc stun", "no_parry")
    assert scene.unit("orc").wounds == 60 - 3
    assert scene.last("stun_failed").amount == 25


@clause("wfrp1.stun.procedure", "wfrp1.injury.critical_hit")
def test_what_comes_beyond_the_six_may_be_critical():
    """Two wounds left, and five points beyond the six: a critical of three points too many, to the head."""
    scene = stunning(dice=[25, 6, 45, 5, 31, 1])
    scene.unit("orc").wounds = 2
    scene.play("strike orc stun", "no_parry")
    critical = scene.last("critical")
    assert (critical.amount, critical.extra) == (3, HEAD)
    assert scene.unit("orc").dazed == 2


@clause("wfrp1.stun.procedure", "wfrp1.weapon.modifiers")
def test_weapon_and_parry_count_for_the_stun():
    trained = {"main_hand": "bastard sword", "specialist": ["two_handed"]}
    assert chance(4, man=trained) == 5 * (4 + 1)
    scene = stunning(dice=[25, 20, 3, 4, 6], orc={"ws": 45})
    scene.play("strike orc stun", "parry")
    assert scene.last("stun_failed").amount == 5 * (4 - 3)


@clause("wfrp1.stun.procedure", "wfrp1.armour.absorb")
def test_a_shield_protects_the_head_too():
    assert chance(4, orc={"off_hand": "shield", "armour": ["helmet"]}) == 5 * (4 - 2)


@clause("wfrp1.stun.procedure")
def test_a_chance_is_never_more_than_100():
    scene = stunning(dice=[25, 5, 95, *[1] * 10], man={"s": 10, "skills": ["strike_to_stun"]}, orc={"t": 0})
    scene.play("strike orc stun", "no_parry")
    assert scene.last("stunned").amount == 5 * 15 + 20
    scene = stunning(
        dice=[25, 5, 100, *[1] * 10],
        man={"s": 10, "skills": ["strike_to_stun"], "main_hand": "2-handed weapon", "specialist": ["two_handed"]},
        orc={"t": 0},
    )
    scene.play("strike orc stun", "no_parry")
    assert scene.last("stunned").amount == 100


@clause("wfrp1.stun.procedure", "wfrp1.attack.fumble")
def test_a_blow_to_stun_that_misses_on_a_double_is_a_fumble():
    scene = stunning(dice=[33])
    scene.play("strike orc stun")
    assert scene.last("fumbled").amount == 33


@clause("wfrp1.stun.procedure")
def test_only_wounds_count_for_who_is_winning():
    """A blow to stun that takes no wounds wins nothing; one that takes two does."""
    for dice, won in (([25, 5, 100], 0), ([25, 6, 45, 2, 100], 2)):
        scene = stunning(dice=dice)
        scene.play("strike orc stun", "no_parry")
        assert (scene.unit("man").dealt, scene.unit("orc").taken) == (won, won)


# --- duration


@clause("wfrp1.stun.duration")
@pytest.mark.parametrize(
    ("t", "dice", "rounds"),
    [(3, [1] * 7, 42), (3, [10] * 7, 420), (9, [1], 6), (9, [10], 60)],
)
def test_a_stun_lasts_minutes(t, dice, rounds):
    """10 - T D10 minutes of six rounds each; S 10 makes the chance 5 * (5 + 10 - T) percent, which a 1 is under."""
    scene = stunning(dice=[25, 5, 1, *dice], man={"s": 10}, orc={"t": t})
    scene.play("strike orc stun", "no_parry")
    assert scene.unit("orc").unconscious_rounds == rounds


@clause("wfrp1.stun.duration")
@pytest.mark.parametrize(("t", "mean"), [(3, 231), (9, 33)])
def test_odds_of_the_duration(t, mean):
    rules = {"damage.basic.damage_die": 1, "stun.procedure.stun_pct_per_point": 100}
    scene = stunning(dice=[25], man={"s": 10}, orc={"t": t}, rules=rules)
    scene.play("strike orc stun")
    rounds = scene.odds("no_parry", want="orc.unconscious_rounds", until="procedure")
    assert rounds.mean() == exactly(mean)
    assert (min(rounds), max(rounds)) == (6 * (10 - t), 60 * (10 - t))


@clause("wfrp1.stun.duration")
def test_who_is_as_tough_as_that_cannot_be_stunned():
    rules = {"damage.basic.damage_die": 1, "stun.procedure.stun_pct_per_point": 100}
    scene = stunning(dice=[25], man={"s": 10}, orc={"t": 10}, rules=rules)
    scene.play("strike orc stun")
    assert scene.odds("no_parry", want="orc.unconscious_rounds", until="procedure")[0] == exactly(1.0)


@clause("wfrp1.stun.duration")
def test_the_stunned_wake_up_on_the_ground():
    scene = stunning(orc={"w": 7})
    scene.unit("orc").unconscious_rounds = 1
    scene.play("pass", "pass")
    orc = scene.unit("orc")
    assert (orc.unconscious_rounds, orc.prone, orc.wounds) == (0, 1, 7)
    assert scene.last("woke_up").who == "orc"


@clause("wfrp1.stun.duration")
def test_the_stunned_are_out_of_the_fight():
    scene = duel(man={"ws": 45}, orc={"t": 9}, dice=[25, 5, 1, 1], rules={"stun.procedure.stun_pct_per_point": 50})
    scene.unit("man").strength = 10
    scene.play("strike orc stun", "no_parry")
    assert (scene.ending, scene.winner) == ("last_side_standing", "men")


# --- from behind


@clause("wfrp1.stun.from_behind")
def test_odds_of_a_stun_from_behind():
    """Not seen, with the skill: no roll to hit, and 2 * (5 * die + 20): 60, 70, 80, 90, 100, 100 and so on from 1."""
    unaware = {"man": {"skills": ["strike_to_stun"]}, "orc": {"facing": "east"}}
    scene = stunning(rules=BRIEF, surprise="men", **unaware)
    stunned = scene.odds(
        "strike orc stun", want=lambda after: after.unit("orc").unconscious_rounds > 0, until="procedure"
    )
    assert stunned[True] == exactly(0.750000)
    for die, chance_of in ((1, 50), (2, 60), (5, 90)):
        scene = stunning(dice=[die, 100], surprise="men", **unaware)
        scene.play("strike orc stun")
        assert scene.last("stun_failed").amount == chance_of


@clause("wfrp1.stun.from_behind", "wfrp1.attack.prone_static")
def test_one_that_lies_is_stunned_from_behind_as_well():
    scene = stunning(dice=[2, 100], surprise="men", man={"skills": ["strike_to_stun"]}, orc={"facing": "east"})
    scene.unit("orc").prone = 1
    scene.refresh()
    scene.play("strike orc stun")
    assert scene.last("stun_failed").amount == 2 * (5 * 2 + 20)


@clause("wfrp1.stun.from_behind")
@pytest.mark.parametrize("facing", ["north-east", "east", "south-east"])
def test_the_rear_is_three_cells_wide(facing):
    scene = stunning(dice=[2, 100], surprise="men", orc={"facing": facing})
    scene.play("strike orc stun")
    assert scene.last("stun_failed").amount == 2 * 10


@clause("wfrp1.stun.from_behind")
@pytest.mark.parametrize(
    ("facing", "surprise", "option"),
    [("west", "men", 1), ("north", "men", 1), ("east", "nobody", 1), ("east", "men", 0)],
    ids=["from in front", "from the flank", "nobody is surprised", "without the option"],
)
def test_otherwise_the_ordinary_procedure(facing, surprise, option):
    scene = stunning(
        dice=[46],
        surprise=surprise,
        rules={**NO_FUMBLES, "stun.from_behind.opt_sneak_stun": option},
        man={"skills": ["strike_to_stun"]},
        orc={"facing": facing},
    )
    scene.play("strike orc stun")
    assert scene.last("blow_missed").amount == 45
    scene = stunning(
        dice=[45, 2, 100],
        surprise=surprise,
        rules={"stun.from_behind.opt_sneak_stun": option},
        man={"skills": ["strike_to_stun"]},
        orc={"facing": facing},
    )
    scene.play("strike orc stun")
    if scene.prompt == "parry":
        scene.play("no_parry")
    assert scene.last("stun_failed").amount == 5 * 2 + 20


@clause("wfrp1.stun.duration")
def test_the_log_says_that_the_toughest_are_not_stunned():
    """Against Toughness 10 there are no dice for how long: (10 - T) is nothing."""
    scene = table(
        {"name": "ada", "side": "men", "at": [4, 5], "facing": "east", "i": 50, "ws": 60, "s": 9, "skills": ["strike to stun"]},
        {"name": "troll", "side": "orcs", "at": [5, 5], "facing": "west", "i": 10, "t": 10, "w": 20, "npc": True, "int": 10},
        dice=[12, 5, 1], size=(12, 12),
    )  # fmt: skip
    scene.play("ada: strike troll stun")
    assert scene.unit("troll").unconscious_rounds == 0
    assert "is not stunned" in scene.last("stun_failed").text and "stunned" not in kinds(scene)
