"""What behaviours expect of an attack is what the rules give: sixes, critical hits, several at once."""

from __future__ import annotations

from itertools import product

import pytest
from fixtures import clause
from woin.scenes import duel, exactly

from tactica.agents.why import why

CRITICAL, SURE = "damage.critical.", "damage.three_sixes_hit."


def weighed(table, feature):
    """A feature of all choices: words -> value."""
    found = why(table.game, {"weights": {feature: 1.0}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def blow(defence, health, soak=0, rules=None, **man):
    """A man about to strike with three dice and a longsword, which does 3d6."""
    orc = {"melee_defence": defence, "health": health, "soak": soak}
    table = duel(man=man, orc=orc, rules=rules)
    table.dice = None
    return table


def rolls(defence, sixes=3, critical=3, needs=False):
    """Chances of three dice: (a hit that is not critical, a critical hit)."""
    hit, crit = 0, 0
    for dice in product(range(1, 7), repeat=3):
        reaches, shown = sum(dice) >= defence, dice.count(6)
        if not reaches and shown < sixes:
            continue
        if shown >= critical and (reaches or not needs):
            crit += 1
        else:
            hit += 1
    return hit / 6**3, crit / 6**3


def damage(dice, health, soak):
    """The mean damage of some dice, up to the HEALTH of the target: at least a point for each six."""
    every = [max(sum(faces) - soak, faces.count(6)) for faces in product(range(1, 7), repeat=dice)]
    return sum(min(points, health) for points in every) / len(every)


@clause("woin.damage.critical", "woin.completion.critical_effect", "woin.damage.sixes", "woin.damage.dice_and_soak")
@pytest.mark.parametrize(
    ("defence", "health", "soak"), [(10, 100, 0), (18, 100, 0), (19, 100, 3), (10, 5, 0), (10, 9, 4)]
)
def test_critical_hits_and_what_the_target_can_lose_count(defence, health, soak):
    """The longsword does 3d6, a critical hit 6d6; what is beyond the HEALTH of the orc harms nobody."""
    table = blow(defence, health, soak)
    hit, critical = rolls(defence)
    assert weighed(table, "hit")["attack orc longsword"] == pytest.approx(hit + critical, abs=1e-6)
    harm = hit * damage(3, health, soak) + critical * damage(6, health, soak)
    assert weighed(table, "harm")["attack orc longsword"] == pytest.approx(harm / health, abs=1e-6)
    left = table.odds("attack orc longsword", want="orc.health", open="stop")
    lost = sum(min(health - value, health) * chance for value, chance in left.items())
    assert lost == exactly(harm)
    felled = sum(chance for value, chance in left.items() if value <= 0)
    assert weighed(table, "fell")["attack orc longsword"] == pytest.approx(felled, abs=1e-6)


@clause("woin.damage.critical", "woin.damage.three_sixes_hit")
@pytest.mark.parametrize(("sixes", "critical", "needs"), [(2, 3, 0), (3, 2, 0), (2, 2, 1), (1, 2, 0), (4, 1, 1)])
@pytest.mark.parametrize("defence", [9, 19])
def test_how_many_sixes_hit_and_are_critical_can_be_set(sixes, critical, needs, defence):
    rules = {
        SURE + "sixes_needed": sixes, CRITICAL + "sixes_needed": critical, CRITICAL + "critical_requires_normal_hit": needs,
    }  # fmt: skip
    table = blow(defence, 100, rules=rules)
    hit, crit = rolls(defence, sixes, critical, needs == 1)
    found = table.odds("attack orc longsword", want=["hit", "critical"], open="stop")
    assert sum(chance for (hits, _), chance in found.items() if hits) == exactly(hit + crit)
    assert weighed(table, "hit")["attack orc longsword"] == pytest.approx(hit + crit, abs=1e-6)
    harm = hit * damage(3, 100, 0) + crit * damage(6, 100, 0)
    assert weighed(table, "harm")["attack orc longsword"] == pytest.approx(harm / 100, abs=1e-6)


@clause("woin.damage.sixes")
@pytest.mark.parametrize("points", [0, 2, 6])
def test_what_a_six_does_in_any_case_can_be_set(points):
    table = blow(10, 100, soak=12, rules={"damage.sixes.points_per_six": points})
    lost = 100 - table.odds("attack orc longsword", want="orc.health", open="stop").mean()
    assert weighed(table, "harm")["attack orc longsword"] == pytest.approx(lost / 100, abs=1e-6)


# --- several at once


@clause("woin.completion.exploit.scattershot", "woin.attack.vital")
@pytest.mark.parametrize("needs", [0, 1])
def test_a_scattershot_is_one_roll_against_vital_defence(needs):
    """A critical hit that has to reach the DEFENSE must reach the highest one in the area."""
    man = {"ranged_skill": 2, "weapons": ["shortbow"], "exploits": ["scattershot"]}
    orc = {"vital_defence": 8, "health": 100}
    other = {"name": "other", "side": "orcs", "at": [10, 5], "vital_defence": 20, "weapons": ["longsword"], "INT": 3}
    rules = {CRITICAL + "critical_requires_normal_hit": needs}
    table = duel(man=man, orc=orc, distance=5, friends=[other], rules=rules)
    table.dice = None
    text = "attack orc shortbow scattershot"
    hits = table.odds(text, want="hit on orc", open="stop").at_least(1)
    lost = 100 - table.odds(text, want="orc.health", open="stop").mean()
    assert weighed(table, "hit")[text] == pytest.approx(hits, abs=1e-6) and 0 < hits < 1
    assert weighed(table, "harm")[text] == pytest.approx(lost / 100, abs=1e-6)


@clause("woin.completion.exploit.whirlwind_frenzy")
def test_a_whirlwind_counts_for_all_whom_it_reaches():
    """An attack at each of two orcs, with what its price leaves of a pool of five."""
    man = {"melee_skill": 2, "exploits": ["whirlwind_frenzy"]}
    tough = {"health": 100}
    other = {
        "name": "other",
        "side": "orcs",
        "at": [4, 6],
        "melee_defence": 8,
        "weapons": ["longsword"],
        "INT": 3,
        **tough,
    }
    table = duel(man=man, orc=tough, friends=[other])
    table.dice = None
    assert weighed(table, "hit")["whirlwind"] == pytest.approx(
        table.odds("whirlwind", want="hit", open="stop").at_least(1), abs=1e-6
    )
    lost = sum(100 - table.odds("whirlwind", want=f"{who}.health", open="stop").mean() for who in ("orc", "other"))
    assert weighed(table, "harm")["whirlwind"] == pytest.approx(lost / 100, abs=1e-6) and lost > 0


def test_a_blow_is_weighed_with_the_weapon_that_has_been_chosen():
    """A man with a longsword in hand chooses bare hands: how he strikes is weighed for bare hands."""
    table = blow(10, 100)
    sword = weighed(table, "harm")["attack orc longsword"]
    verb, orc, unarmed, _ = table.parse("attack orc unarmed normal")
    table.give([verb, orc, unarmed])
    assert table.prompt == "mode"
    left = table.odds("attack normal", answers={"trade": "no_dice", "luck": "no_dice"}, want="orc.health")
    lost = sum(chance * (100 - health) for health, chance in left.items())
    harm = weighed(table, "harm")["attack normal"]
    assert harm == pytest.approx(lost / 100, abs=1e-6)
    assert 0 < harm < sword
