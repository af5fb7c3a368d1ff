"""What behaviours expect of an attack is what the rules give: sixes, critical hits, several at once."""

from __future__ import annotations

from itertools import product

import pytest
from fixtures import clause
from woin.left_out import UNTIL
from woin.measures import PLENTY
from woin.scenes import TRADE, duel, exactly

from tactica.agents.why import why
from tactica.envs.rulesets.woin.vocab import Verb

CRITICAL, SURE = "damage.critical.", "damage.three_sixes_hit."


def weighed(table, feature):
    """A feature of all choices: words -> value."""
    found = why(table.game, {"weights": {feature: 1.0}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def weighed_own(table, feature):
    """The same of a feature that only this book has."""
    found = why(table.game, {"weights": {}, "own": {"woin": {feature: 1.0}}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def counted(table, text, **how):
    """What the exact odds say of a choice against the orc: feature -> value."""
    left = table.odds(text, want=["hit on orc", "orc.health"], open="stop", **how)
    before = int(table.unit("orc").health)
    found = {
        "hit": sum(chance for (hits, _), chance in left.items() if hits),
        "harm": sum(chance * min(before - health, before) for (_, health), chance in left.items()) / before,
        "fell": sum(chance for (_, health), chance in left.items() if health <= 0),
    }
    return {feature: pytest.approx(value, abs=1e-6) for feature, value in found.items()}


def estimated(table, text):
    """What is expected of it: feature -> value."""
    return {feature: weighed(table, feature)[text] for feature in ("hit", "harm", "fell")}


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


@clause("woin.completion.exploit.whirlwind_frenzy", "woin.aim.bonus")
def test_a_feint_is_for_the_first_attack_of_a_whirlwind():
    """Four dice against the orc, three against the other; the exploit costs none."""
    man = {"exploits": ["whirlwind_frenzy"], "traits": ["feint"]}
    other = {"name": "other", "side": "orcs", "at": [4, 6], "weapons": ["longsword"], "INT": 3, "health": 100}
    rules = {"completion.exploit.whirlwind_frenzy.action_cost": 1}
    table = duel(man=man, orc={"health": 100}, friends=[other], rules=rules)
    table.dice = None
    table.play("feint")
    misses = [
        sum(sum(dice) < 10 and dice.count(6) < 3 for dice in product(range(1, 7), repeat=n)) / 6**n for n in (4, 3)
    ]
    assert weighed(table, "hit")["whirlwind"] == pytest.approx(1 - misses[0] * misses[1], abs=1e-9)
    lost = sum(100 - table.odds("whirlwind", want=f"{who}.health", open="stop").mean() for who in ("orc", "other"))
    assert weighed(table, "harm")["whirlwind"] == pytest.approx(lost / 100, abs=1e-6)


# --- what comes before an attack

LINE = "attack orc longsword charge"
LEAP = "attack orc longsword death_from_on_high"


def rows(line):
    """Open ground with one row in which the man stands, at column 4."""
    return "\n".join(["." * 12] * 5 + [line] + ["." * 12] * 6)


@clause("woin.completion.exploit.charge", "woin.completion.doors_traps", "woin.move.primary")
@pytest.mark.parametrize(("line", "man", "arrives"), [
    ("............", {"health_left": 4}, 1.0),
    ("......^.....", {"health_left": 4}, 3 / 36),  # 2D6 come to 2 or 3
    ("......^.....", {"health_left": 4, "soak": 1}, 6 / 36),  # to 4 at most
    ("......^.....", {"health_left": 13}, 1.0),
    ("......^^....", {"health_left": 9}, 70 / 6**4),  # 4D6 come to 8 at most
    (".....^^^....", {"health_left": 9}, 28 / 6**6),  # 6D6 do
    ("......^.....", {"health_left": 4, "traits": ["primary_fly"]}, 1.0),
    ("......^^....", {"health_left": 4, "traits": ["primary_fly"]}, 3 / 36),
])  # fmt: skip
def test_a_charge_counts_the_traps_on_its_way(line, man, arrives):
    """From column 4 to column 7, with three dice left against DEFENSE 10."""
    man = {"exploits": ["charge"], "melee_skill": 2, "SPEED": 6, **man}
    table = duel(man=man, orc={"health": 100}, distance=4, map=rows(line))
    table.dice = None
    hit, critical = rolls(10)
    assert weighed(table, "hit")[LINE] == pytest.approx(arrives * (hit + critical), abs=1e-9)
    harm = hit * damage(3, 100, 0) + critical * damage(6, 100, 0)
    assert weighed(table, "harm")[LINE] == pytest.approx(arrives * harm / 100, abs=1e-9)
    assert estimated(table, LINE) == counted(table, LINE)


@clause("woin.completion.exploit.death_from_on_high", "woin.completion.doors_traps")
@pytest.mark.parametrize("traits", [["feint"], ["primary_fly"]])
@pytest.mark.parametrize(("traps", "arrives"), [(0, 1.0), (1, 3 / 36)])
def test_a_leap_down_counts_the_trap_where_it_lands(traps, arrives, traits):
    ring = [[x, y] for x in (5, 6, 7) for y in (4, 5, 6) if (x, y) != (6, 5)]
    cells = [{"flag": {"level": 4}, "at": [[4, 5]]}, *[{"flag": {"trap": 1}, "at": ring}] * traps]
    man = {"exploits": ["death_from_on_high"], "melee_skill": 2, "health_left": 4, "traits": traits}
    table = duel(man=man, orc={"health": 15}, distance=2, cells=cells)
    table.dice = None
    assert estimated(table, LEAP) == counted(table, LEAP)
    higher = sum(sum(dice) >= 10 or dice.count(6) >= 3 for dice in product(range(1, 7), repeat=4)) / 6**4
    assert weighed(table, "hit")[LEAP] == pytest.approx(arrives * higher, abs=1e-9)


def wins(tie=False):
    """Chance that three dice show more than three others, or no less."""
    sums = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    return sum(one > other or (tie and one == other) for one in sums for other in sums) / len(sums) ** 2


@clause("woin.ambush.opposed_check", "woin.completion.opposed_check")
@pytest.mark.parametrize("tie", [False, True])
def test_an_ambush_counts_the_chance_of_access(tie):
    rules = {"completion.opposed_check.tie_goes_to_initiator": int(tie), TRADE: 1}
    man = {"melee_skill": 1, "strength": 10}
    table = duel(man=man, orc={"health_max": 100}, ambush=[True, False], order=[], rules=rules)
    table.dice = None
    text = "ambush_attack orc longsword"
    reached = sum(sum(dice) >= 10 or dice.count(6) >= 3 for dice in product(range(1, 7), repeat=5)) / 6**5
    assert weighed(table, "hit")[text] == pytest.approx(wins(tie) * reached, abs=1e-9)
    until = UNTIL[Verb.AMBUSH_ATTACK]
    assert estimated(table, text) == counted(table, f"{text} normal", answers={"trade": "no_dice"}, until=until)
    table.play(f"{text} normal")
    assert table.prompt == "trade"
    assert weighed(table, "hit")["no_dice"] == pytest.approx(wins(tie) * reached, abs=1e-9)


@clause("woin.ambush.opposed_check", "woin.attack.psionic")
def test_a_power_in_ambush_counts_the_chance_of_access():
    man = {"PSI": 6, "spells": ["mind_lance"], "weapons": []}
    table = duel(man=man, orc={"health_max": 100}, distance=4, ambush=[True, False], order=[])
    table.dice = None
    hit, critical = rolls(10)
    assert weighed(table, "hit")["cast mind_lance orc"] == pytest.approx(wins() * (hit + critical), abs=1e-9)


# --- what comes after it


@clause("woin.called.push", "woin.move.fall_damage", "woin.completion.doors_traps")
@pytest.mark.parametrize(
    ("flags", "health", "soak"), [([], 7, 0), (["pit"], 7, 2), (["trap"], 7, 2), (["pit", "trap"], 9, 0)]
)
def test_what_a_push_leads_to_counts(flags, health, soak):
    """A pit is ten feet deep: a die without SOAK. A trap does 2D6."""
    cells = [{"flag": flag, "at": [[6, 5]]} for flag in flags]
    orc = {"health": health, "soak": soak, "weapons": []}
    exploits = ["knockback", "throw", "spinning_kick"]
    man = {"exploits": exploits, "melee_skill": 2, "unarmed_skill": 2, "PSI": 6, "spells": ["telekinetic_shove"]}
    table = duel(man=man, orc=orc, cells=cells)
    table.dice = None
    pushes = ["longsword knockback", "longsword called_push", "unarmed throw", "unarmed spinning_kick"]
    found = {feature: weighed(table, feature) for feature in ("hit", "harm", "fell")}
    for text in ["cast telekinetic_shove orc", *(f"attack orc {push}" for push in pushes)]:
        assert {feature: values[text] for feature, values in found.items()} == counted(table, text), text


@clause("woin.called.push", "woin.move.fall_damage", "woin.completion.doors_traps")
@pytest.mark.parametrize(("flags", "points"), [([], 0.0), (["pit"], 3.5), (["trap"], 7.0), (["pit", "trap"], 10.5)])
def test_a_called_push_does_what_falls_and_traps_do(flags, points):
    """Three dice against VITAL DEFENSE 10."""
    cells = [{"flag": flag, "at": [[6, 5]]} for flag in flags]
    table = duel(man={"melee_skill": 2}, orc={"health": PLENTY, "vital_defence": 10}, cells=cells)
    table.dice = None
    hit, critical = rolls(10)
    harm = weighed(table, "harm")["attack orc longsword called_push"]
    assert harm == pytest.approx((hit + critical) * points / PLENTY, abs=1e-9)


@clause("woin.called.push", "woin.completion.doors_traps", "woin.move.primary")
@pytest.mark.parametrize(
    ("line", "orc", "points"),
    [
        ("......^^....", {}, 14.0),
        ("......^p....", {}, 10.5),
        ("......p^....", {}, 3.5),  # a fall ends the push
        ("......^#....", {}, 7.0),
        ("......#^....", {}, 0.0),
        ("......p.....", {"traits": ["primary_fly"]}, 0.0),
        ("......^.....", {"traits": ["primary_fly"]}, 7.0),
        ("......^.....", {"soak": 12}, 12 / 36),  # each six does a point
    ],
)
def test_a_shove_counts_all_that_lies_on_its_way(line, orc, points):
    """Two squares, from column 5 to column 7, with three dice against RANGED DEFENSE 10."""
    man = {"PSI": 6, "spells": ["telekinetic_shove"], "weapons": []}
    table = duel(man=man, orc={"health": PLENTY, **orc}, map=rows(line))
    table.dice = None
    text = "cast telekinetic_shove orc"
    hit, critical = rolls(10)
    assert weighed(table, "harm")[text] == pytest.approx((hit + critical) * points / PLENTY, abs=1e-9)
    assert estimated(table, text) == counted(table, text)


# --- healing


@clause("woin.completion.emergency_healing", "woin.completion.spell.mend", "woin.completion.weapon_table")
@pytest.mark.parametrize(("logic", "left", "text", "points"), [
    (1, 5, "heal friend", 0.0),  # one die never reaches 10
    (6, 5, "heal friend", 0.625 * 3.5),
    (6, 19, "heal friend", 0.625 * (1 + 2 * 5) / 6),  # only two points are missing
    (6, -8, "heal friend", 0.625 * (8 + 3.5)),  # it begins from 0
    (6, -18, "heal friend", (18 + 3.5) / 216),  # three sixes
    (6, 5, "cast mend friend", 0.625 * 7),
    (6, 20, "cast mend friend", 0.625),
    (6, -8, "cast mend friend", 0.625 * 7),
    (1, 5, "drink friend", 7.0),
    (1, 20, "drink friend", 1.0),
])  # fmt: skip
def test_healing_is_weighed_by_what_it_gives_back_on_average(logic, left, text, points):
    """Of 21 HEALTH; three dice reach 10 in 62.5 % of all cases."""
    man = {"logic": logic, "MAG": 6, "spells": ["mend"], "draughts": 1}
    friend = {"name": "friend", "side": "men", "at": [4, 6], "INT": 1, "health_left": left, "weapons": []}
    table = duel(man=man, distance=5, friends=[friend])
    table.dice = None
    assert weighed_own(table, "heals")[text] == pytest.approx(points / 21, abs=1e-9)
    assert table.odds(text, want="friend.health", open="stop").mean() - left == pytest.approx(points, abs=1e-6)
