"""What behaviours expect of a choice: exact where it can be, and ways round what lies between."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from heimr.blows import PLENTY, bare, shows, striker, use, with_skill
from heimr.ground import (
    act,
    archer,
    blocking,
    chance,
    dodging,
    foe,
    hits,
    man,
    naturals,
    parrying,
    scene,
    swordsman,
)

from tactica.agents.why import why
from tactica.envs.core.behaviour.features import WEIGHTS, Feature
from tactica.envs.core.compiler import record_at
from tactica.envs.rulesets.heimr.rules.abilities import mean_natural
from tactica.envs.rulesets.heimr.tactics import FEATURES
from tactica.envs.rulesets.heimr.tactics.chances import LEAST, MEANS, MOST, REACHED, chance_of, mean_valid
from tactica.envs.rulesets.heimr.tactics.defaults import NO_DEFAULT, PLAIN
from tactica.envs.rulesets.heimr.tactics.own import FIRST_OWN, SKILLS
from tactica.envs.rulesets.heimr.tactics.ways import find_ways, is_on_way
from tactica.envs.rulesets.heimr.vocab import SLOTS, Place, Prompt


def weighed(table, feature):
    """A shared feature of all choices: words -> value."""
    found = why(table.game, {"weights": {feature: 1.0}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def passes(c, p, its_c, its_p, fatigue=4, its_fatigue=4):
    """The chance that an attack is higher than a defence that is rolled; either must reach fatigue."""
    return sum(
        weight * share
        for mine, weight in naturals(c).items()
        for its, share in naturals(its_c).items()
        if mine >= fatigue and (its < its_fatigue or its + its_p < mine + p)
    )


def throws(c):
    """The chances of natural result and D6 together: a D6 and so many D10, of which the best or the worst counts."""
    found = {}
    for faces in product(range(1, 7), *[range(1, 11)] * abs(c)):
        worst, best = min(faces), max(faces)
        natural = best if c >= 0 else worst - faces.count(1) + 1 if worst == 1 else worst
        if c > 0 and best == 10:
            natural += faces.count(10) - 1
        found[natural, faces[0]] = found.get((natural, faces[0]), 0) + 1 / 6 / 10 ** abs(c)
    return found


def intents(table):
    """What each choice is for."""
    return {choice.text: choice.intent for choice in why(table.game, {}).choices}


# --- chances


@pytest.mark.interpreted_only
@pytest.mark.parametrize("consistency", range(-MOST, MOST + 1))
def test_chances_are_those_of_the_dice(consistency):
    exact = naturals(consistency)
    assert sum(exact.values()) == pytest.approx(1)
    for natural in range(LEAST, 10 + MOST):
        reached = sum(weight for face, weight in exact.items() if face >= natural)
        assert chance_of(consistency, natural) == pytest.approx(reached, abs=1e-12)
        mean = sum(weight * (face + 3) for face, weight in exact.items() if face >= natural)
        assert mean_valid(consistency, 3, natural) == pytest.approx(mean, abs=1e-9)
    assert MEANS[consistency + MOST, 0] == pytest.approx(mean_natural(consistency))


@pytest.mark.interpreted_only
def test_more_dice_than_anybody_has_count_as_the_most():
    assert chance_of(MOST + 5, 9) == chance_of(MOST, 9) and chance_of(-MOST - 5, 3) == chance_of(-MOST, 3)
    assert chance_of(1, -100) == pytest.approx(1) and chance_of(1, 100) == 0
    assert np.all(np.diff(REACHED) <= 1e-12)


def test_features_are_counted_in_their_order():
    assert [piece.name for piece in FEATURES].index("skills") == SKILLS - FIRST_OWN
    assert len(Feature) == FIRST_OWN and FIRST_OWN + len(FEATURES) <= WEIGHTS
    assert PLAIN[Prompt.TURN] == PLAIN[Prompt.CELL] == PLAIN[Prompt.CHASE] == NO_DEFAULT


# --- attacks


@pytest.mark.parametrize(
    ("hero", "victim"),
    [
        (striker(), bare()), (striker(2, 5), foe(hp_max=PLENTY, stand=dodging(9))), (striker(0), bare()),
        (striker(), foe(hp_max=PLENTY, stand=dodging(2))),  # below fatigue: it stops nothing
        (striker(fatigue=9), bare()), (striker(2, 3), foe(hp_max=PLENTY, shield="buckler", stand=blocking(6))),
        (swordsman(), foe(hp_max=PLENTY, weapons=["medium_weapon"], stand=parrying(7))),
    ],
)  # fmt: skip
def test_blows_hit_as_often_as_expected(hero, victim):
    table = scene(hero, victim)
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(chance(table, "weapon_attack orc"), abs=1e-6)


@pytest.mark.parametrize(
    "victim",
    [
        foe(at="B3", hp_max=PLENTY), foe(at="B3", hp_max=PLENTY, stand=dodging(9)), foe(at="A1", hp_max=PLENTY),
        foe(at="B3", hp_max=PLENTY, set={"prone": 1}),
        foe(at="B3", hp_max=PLENTY, weapons=["medium_weapon"], shield="medium_shield", stand=blocking(5)),
    ],
)  # fmt: skip
def test_shots_hit_as_often_as_expected(victim):
    table = scene(archer(), victim)
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(chance(table, "shoot orc"), abs=1e-6)


@pytest.mark.parametrize(
    "ground",
    [
        {}, {"cells": [("B2", "mud")]}, {"cells": [("B3", "mud")]}, {"cells": [("B2", {"ground": 1})]},
        {"cells": [("B3", {"ground": 1})]}, {"cells": [("B3", {"feature": 1})]},
        {"cells": [("B2", "mud"), ("B3", {"ground": 1})]},
    ],
)  # fmt: skip
@pytest.mark.parametrize("fields", [{}, {"blind": ["north"]}, {"elevation": 1}])
def test_charges_are_judged_from_where_they_end(ground, fields):
    """Mud, heights and a blind spot count as they do once the charger stands beside its enemy."""
    up = ground.get("cells", []) == [("B3", {"feature": 1})]
    if ("elevation" in fields) != up:
        fields = {}
    orc = foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(7, 2), set=fields)
    table = scene(swordsman(), orc, **ground)
    assert weighed(table, "hit")["charge_weapon orc"] == pytest.approx(chance(table, "charge_weapon orc"), abs=1e-6)
    before = table.unit("man")
    assert before.at == (1, 1), "it has only been thought of"


def test_a_charge_over_a_guarded_border_goes_at_the_guard():
    """The guard stands beyond, and takes the blow; it has no defence."""
    watch = foe(name="guard", at="B3", hp_max=PLENTY, set={"guard": 2, "guard_direction": 4, "guard_left": 1})
    table = scene(swordsman(), foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(9, 2)), watch)
    found = weighed(table, "hit")["charge_weapon orc"]
    assert found == pytest.approx(chance(table, "charge_weapon orc", want="hit on guard"), abs=1e-6)


def test_a_hidden_charger_is_seen_by_who_strikes_back():
    """Coming out of hiding helps, but the armed enemy may strike first; and after a charge it is harder to dodge that."""
    hero = {"agility": (1, 1), "brawl": (1, 1), "hp_max": PLENTY}
    hides = {"hidden_from": ["orc"], "hide_value": 9}
    table = scene(man(**hero, set=hides), foe(at="B3", hp_max=PLENTY, weapons=["medium_weapon"]))
    exact = chance(table, "charge_brawl orc anywhere", want="hit on orc", wanted=("attack_it", "use_dodge"))
    found = weighed(table, "hit")["charge_brawl orc"]
    assert found == pytest.approx(exact, abs=1e-6) and 0 < found < 0.5


def test_a_blow_from_the_next_square_is_feared_as_if_it_had_come():
    """The enemy stands in mud now; it would strike from dry ground."""
    cells = [("B3", "mud")]
    muddy, dry = (
        weighed(scene(man(hp_max=10), foe(at="B3", weapons=["light_weapon"]), cells=c), "threat") for c in (cells, [])
    )
    assert muddy["charge_brawl orc"] == dry["charge_brawl orc"] > 0


@pytest.mark.parametrize("fields", [{"blind": ["south"]}, {"blind": ["north"]}])
def test_shots_out_of_a_blind_spot_hit_as_often_as_expected(fields):
    """At B3 from B2: the dodge of 9 is rolled anew with 5 less only for a shot that comes from behind."""
    table = scene(archer(), foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(9, 2), set=fields))
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(chance(table, "shoot orc"), abs=1e-6)


def test_a_shot_at_who_parries_goes_against_what_is_rolled_then():
    table = scene(archer(), foe(at="B3", hp_max=PLENTY, agility=(1, 2), weapons=["medium_weapon"], stand=parrying(9)))
    exact = chance(table, "shoot orc", wanted=("use_dodge",))
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("is_prone", [False, True])
def test_who_has_no_defence_yet_rolls_one_when_it_is_attacked(is_prone):
    """A dodge with consistency 2 and potential 2, or a sleeper that a shout has woken and that lies there: 2 less."""
    orc = foe(hp_max=PLENTY, wp=2, agility=(1, 2), sleeping=is_prone)
    table = scene(man(name="crier", wp=5), swordsman(wp=4), orc)
    if is_prone:
        act(table, "shout", dice=[6, 9])
    act(table, "end_turn")
    use(table, "orc", refuses=0)
    found = weighed(table, "hit")["weapon_attack orc"]
    assert found == pytest.approx(passes(2, 4, 0 if is_prone else 2, 2), abs=1e-6)
    assert found == pytest.approx(chance(table, "weapon_attack orc", wanted=("use_dodge",)), abs=1e-6)
    use(table, "orc", refuses=1)
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(hits(2, 4), abs=1e-6)


def test_a_shot_at_who_has_no_defence_yet_meets_no_parry():
    """A parry would be the best of them; against the shot the orc dodges with consistency 1 and potential 0."""
    orc = foe(at="B3", hp_max=PLENTY, weapons=["medium_weapon"], dueling=(0, 5))
    table = scene(archer(), orc)
    use(table, "orc", refuses=0)
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(passes(2, 3, 1, 0), abs=1e-6)


def test_a_brawl_with_somebody_armed_must_get_past_the_blow():
    """And dodging it may tire, so that the brawl needs more."""
    hero = {"agility": (1, 1), "brawl": (1, 1), "hp_max": PLENTY}
    table = scene(man(**hero), foe(hp_max=PLENTY, weapons=["medium_weapon"]))
    exact = chance(table, "brawl orc bind_anywhere", want="result grabbed", wanted=("attack_it", "use_dodge"))
    found = weighed(table, "hit")["brawl orc bind_anywhere"]
    assert found == pytest.approx(exact, abs=1e-6) and 0 < found < 0.5
    assert weighed(scene(man(**hero), bare()), "hit")["brawl orc bind_anywhere"] > 0.9


BRAWLER = {"agility": (2, 4), "brawl": (1, 2), "hp_max": PLENTY}  # dodges with 3 and 4, brawls with 2 and 2


def gets_in(weapons, dodge, mine=4, its=4, used=0):
    """How a brawler gets past the blow it provokes, by either's fatigue then: light weapons with consistency 1 and potential 2
    against a dodge. Nobody tires twice.
    """
    if weapons == 0:
        return {(mine, its): 1.0}
    found = {}
    for (blow, six), weight in throws(1).items():
        tires = its + (its == 4 and six < its)
        ways = {(mine, used): 1.0}
        if blow >= its:
            ways = {}
            for (natural, own), share in throws(dodge[0] - 2 * used).items():
                if natural >= mine and natural + dodge[1] >= blow + 2:
                    key = mine + (mine == 4 and own < mine), used + 1
                    ways[key] = ways.get(key, 0) + share
        for (tired, dodges), share in ways.items():
            for key, more in gets_in(weapons - 1, dodge, tired, tires, dodges).items():
                found[key] = found.get(key, 0) + weight * share * more
    return found


@pytest.mark.parametrize("weapons", [1, 2])
def test_every_roll_of_the_provoked_blow_must_be_dodged(weapons):
    """Each dodge is harder by 2, and one that tires leaves the brawl a natural of 5."""
    table = scene(man(**BRAWLER), foe(hp_max=PLENTY, weapons=["light_weapon"] * weapons))
    ways = gets_in(weapons, (3, 4))
    expected = sum(share * hits(2, 2, fatigue=mine) for (mine, _), share in ways.items())
    assert weighed(table, "hit")["brawl orc"] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("weapons", [1, 2])
def test_the_provoked_blow_may_tire_who_strikes_it(weapons):
    """A standing dodge of 4, worth 11, is no good at fatigue 5."""
    orc = foe(hp_max=PLENTY, agility=(0, 7), stand=dodging(4), weapons=["light_weapon"] * weapons)
    table = scene(man(**BRAWLER), orc)
    expected = sum(
        share * hits(2, 2, 11 if its == 4 else None, fatigue=mine)
        for (mine, its), share in gets_in(weapons, (3, 4)).items()
    )
    assert weighed(table, "hit")["brawl orc"] == pytest.approx(expected, abs=1e-6)
    assert (table.unit("man").dodges, table.unit("man").fatigue, table.unit("orc").fatigue) == (0, 4, 4)


def test_a_grabber_with_few_hit_points_releases_its_hold_to_defend_itself():
    """A dodge with consistency 2 and potential 2 then; with more hit points it keeps hold, and has no defence."""
    for left, expected in ((2, passes(2, 4, 2, 2)), (3, hits(2, 4))):
        grip = {"grab_target": "friend", "grab_part": 4, "cluster": "orc"}
        orc = foe(hp=left, agility=(1, 2), set=grip)
        table = scene(swordsman(), orc, man(name="friend", wp=1, set={"cluster": "orc"}))
        found = weighed(table, "hit")["weapon_attack orc"]
        assert found == pytest.approx(expected, abs=1e-6)
        wanted = ("let_go" if left == 2 else "keep_hold", "use_dodge")
        assert found == pytest.approx(chance(table, "weapon_attack orc", wanted=wanted), abs=1e-6)
        assert table.unit("orc").grab_target >= 0, "it has only been thought of"


@pytest.mark.parametrize(("fields", "expected"), [({}, 0), ({"hidden_from": ["man"], "hide_value": 9}, hits(2, 4))])
def test_a_guard_of_the_border_here_keeps_a_charge_from_being_made(fields, expected):
    """But for one that the charger does not know of."""
    watch = foe(name="guard", wp=1, set={"guard": 2, "guard_direction": "north", "guard_left": 1, **fields})
    table = scene(swordsman(), foe(at="B3", hp=10), watch, cells=[("B2", "night")])
    assert weighed(table, "hit")["charge_weapon orc"] == pytest.approx(expected, abs=1e-6)
    assert chance(table, "charge_weapon orc", wanted=("stay",)) == 0


@pytest.mark.parametrize(("fields", "goes_at"), [({}, 10), ({"hidden_from": ["man"], "hide_value": 9}, None)])
def test_a_hidden_guard_is_not_reckoned_with(fields, goes_at):
    """A standing dodge of 10 against 5 + 2, or no defence."""
    post = {"guard": 1, "guard_unit": "orc", "guard_left": 1, **fields}
    watch = foe(name="guard", wp=1, hp_max=PLENTY, sta=3, stand=dodging(10), set=post)
    table = scene(striker(2, 5), bare(wp=2), watch, cells=[("B2", "night")])
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(hits(2, 5, goes_at), abs=1e-6)


def test_harm_is_a_share_of_what_is_left_and_two_weapons_strike_twice():
    one = weighed(scene(striker(2, 5), bare(hp_max=10)), "harm")["weapon_attack orc"]
    assert one == pytest.approx(chance(scene(striker(2, 5), bare()), "weapon_attack orc") / 10, abs=1e-6)
    both = striker(2, 5, weapons=["light_weapon", "light_weapon"])
    assert weighed(scene(both, bare(hp_max=10)), "harm")["weapon_attack orc"] == pytest.approx(2 * one - 0.0, abs=0.05)


def test_a_mighty_blow_harms_more():
    table = scene(with_skill("mighty_blow"), bare(hp_max=10))
    before = weighed(table, "harm")["weapon_attack orc"]
    table.play("prime_skill mighty_blow")
    assert weighed(table, "harm")["weapon_attack orc"] == pytest.approx(4 * before)


def test_nobody_knows_what_an_enemy_has_primed():
    kept = []
    for primed in (False, True):
        table = scene(with_skill("mighty_blow"), foe(hp_max=10, agility=(1, 3), stand=dodging(10, 2)))
        if primed:
            table.play("prime_skill mighty_blow")
        table.play("weapon_attack orc")
        kept.append(weighed(table, "saved")["defend"])
    assert kept[0] == kept[1] > 0


def test_an_attack_on_who_is_guarded_goes_at_the_guard():
    table = scene(striker(2, 5), bare(), foe(name="guard", hp_max=PLENTY, stand=dodging(10)))
    open_to_it = weighed(table, "hit")["weapon_attack orc"]
    use(table, "guard", guard=1, guard_unit=table.unit("orc").row, guard_left=1)
    found = weighed(table, "hit")
    assert found["weapon_attack orc"] == found["weapon_attack guard"] < open_to_it


def test_threat_is_the_enemy_s_best_attack():
    one = scene(man(hp_max=10), bare(weapons=["light_weapon"]))
    two = scene(man(hp_max=10), bare(weapons=["great_weapon"]))
    none = scene(man(hp_max=10), bare(weapons=["great_weapon"], set={"bound_hands": 3}))
    threats = [weighed(table, "threat")["brawl orc"] for table in (none, one, two)]
    assert 0 < threats[0] <= threats[1] < threats[2] <= 1


def test_a_defence_saves_what_it_stops():
    table = scene(striker(2, 5), foe(hp_max=10, agility=(1, 3), stand=dodging(10, 2)))
    table.play("weapon_attack orc")
    found = weighed(table, "saved")
    assert found["decline"] == 0
    passes = sum(weight for natural, weight in naturals(2).items() if natural >= 4 and natural + 5 > 13)
    reaches = sum(weight for natural, weight in naturals(2).items() if natural >= 4)
    assert found["defend"] == pytest.approx((reaches - passes) / 10)


def test_a_threat_counts_by_the_chance_that_it_works():
    """Persuasion with a consistency of 1 and a potential of 2 must be higher than insight with 0 and 0."""
    table = scene(man(soc=2), foe(at="C2", set={"hp": 0}))
    wins = sum(
        weight * share for mine, weight in naturals(1).items() for its, share in naturals(0).items() if mine + 2 > its
    )
    assert weighed(table, "fell")["threaten orc"] == pytest.approx(wins)


# --- two weapons


LIGHT = ["light_weapon", "light_weapon"]


def test_the_second_weapon_strikes_if_the_first_has_missed():
    """Nobody defends: each roll hits with a natural 4 and more, with a D6 and a D10. The first tires with a D6 below 4, and then
    the second needs a 5.
    """
    table = scene(striker(weapons=LIGHT), bare(hp_max=10))
    hits = {4: 1 - 3 / 6 * 3 / 10, 5: 1 - 4 / 6 * 4 / 10}
    misses = 3 / 6 * 3 / 10  # with a D6 and a D10 of 3 and less, and so tired
    either = hits[4] + misses * hits[5]
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(either, abs=1e-6)
    points = hits[4] + 3 / 6 * hits[5] + 3 / 6 * hits[4]
    assert weighed(table, "harm")["weapon_attack orc"] == pytest.approx(points / 10, abs=1e-6)
    exact = chance(table, "weapon_attack orc", wanted=("no_defence",))
    assert exact == pytest.approx(either, abs=1e-6)


ONE = {4: 1 - 3 / 6 * 3 / 10, 5: 1 - 4 / 6 * 4 / 10}  # chance of so high a D6 or D10


def test_a_mighty_blow_is_struck_once():
    """4 points for the first hit, 1 for another. Nobody defends: a roll fails below 4, with a D6 and a D10, and so tires."""
    table = scene(with_skill("mighty_blow", weapons=LIGHT, wp=5), bare(hp_max=10))
    table.play("prime_skill mighty_blow")
    points = ONE[4] * 4 + 3 / 6 * 3 / 10 * ONE[5] * 4
    points += 3 / 6 * 7 / 10 * ONE[5] * 1 + 3 / 6 * ONE[4] * 1  # the first hits with a D6 below 4, or not
    assert weighed(table, "harm")["weapon_attack orc"] == pytest.approx(points / 10, abs=1e-6)


@pytest.mark.parametrize(("skill", "dodge"), [("stun", None), ("knockdown", -3), ("dishearten", -1), (None, -1)])
def test_the_second_weapon_strikes_at_who_is_dazed_or_down(skill, dodge):
    """A natural of 8 and 2 more hit a dodge of 9. The next dodge has consistency 1 - 2, 2 less for who lies there, and potential
    0; a dazed orc has none.
    """
    table = scene(with_skill(*([skill] if skill else ["resist"]), weapons=LIGHT, wp=5), shows(9))
    if skill:
        table.play(f"prime_skill {skill}")
    fails = 3 / 6 * 3 / 10
    stopped = {True: 3 / 6 * 4 / 10, False: 3 / 6 * 7 / 10}  # 4 to 7: with a D6 below 4, which tires, and above
    first = {True: 3 / 6 * 3 / 10, False: 3 / 6 * 3 / 10}  # 8 and more

    def second(fatigue, c):
        return hits(1, 2, fatigue=fatigue) if c is None else passes(1, 2, c, 0, fatigue, 1)

    points = sum(first.values()) + fails * hits(1, 2, 9, fatigue=5)
    points += sum(stopped[tired] * second(4 + tired, -1) for tired in (True, False))
    points += sum(first[tired] * second(4 + tired, dodge) for tired in (True, False))
    found = weighed(table, "harm")["weapon_attack orc"]
    assert found == pytest.approx(points / PLENTY, abs=1e-6)
    assert (table.unit("orc").daze_timer, table.unit("orc").prone, table.unit("orc").dodges) == (0, 0, 0)


@pytest.mark.parametrize("disarms", [False, True])
def test_a_blow_that_disarms_leaves_no_parry(disarms):
    """A dodge of 1 stops nothing. The next defence is a parry with consistency 1 and potential 5; without the weapon it is a
    dodge with 1 - 2 and 0. Nobody tires at fatigue 1.
    """
    orc = foe(hp_max=PLENTY, weapons=["great_weapon"], sta=3, stand=dodging(1))
    table = scene(with_skill("disarm", weapons=LIGHT, dueling=(1, 1), sta=3), orc)
    if disarms:
        table.play("prime_skill disarm")
    second = passes(2, 3, *((-1, 0) if disarms else (1, 5)), 1, 1)
    found = weighed(table, "harm")["weapon_attack orc"]
    assert found == pytest.approx((1 + second) / PLENTY, abs=1e-6)


@pytest.mark.parametrize("stand", [dodging(7, 2), dodging(10, 2), dodging(2, 2)])
@pytest.mark.parametrize("hero", [{}, {"fatigue": 6}, {"set": {"tired": 1, "dodges": 2}}])
def test_the_second_weapon_meets_a_second_defence(stand, hero):
    """A dodge that was used is rolled anew, and is harder; one that the first roll was too tired to meet still stands. That
    the man has tired since his last turn is over as this one begins.
    """
    orc = foe(hp_max=PLENTY, agility=(1, 2), stand=stand)
    table = scene(striker(2, 4, weapons=LIGHT, **hero), orc)
    exact = chance(table, "weapon_attack orc", wanted=("use_dodge",))
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(exact, abs=1e-6)
    assert table.unit("orc").dodges == 0, "it has only been thought of"


@pytest.mark.parametrize(("left", "mean"), [(1, 1), (2, 2), (3, 3), (10, 3)])
def test_two_weapons_harm_no_more_than_is_left(left, mean):
    """A medium weapon takes 2 hit points, a light one 1; neither ever misses who lies there without a defence, but by fatigue."""
    table = scene(striker(4, 4, sta=3, weapons=["medium_weapon", "light_weapon"]), bare(hp=left))
    one = sum(weight for natural, weight in naturals(4).items() if natural >= 1)
    assert one == pytest.approx(1)
    assert weighed(table, "harm")["weapon_attack orc"] == pytest.approx(mean / left, abs=1e-6)
    fell = weighed(table, "fell")
    assert (fell["weapon_attack orc"] > 0) == (left <= 3)


def test_who_has_tired_in_this_turn_tires_no_more():
    """The first roll costs nothing then, and both need a natural 4."""
    table = scene(striker(weapons=LIGHT), bare(hp_max=10))
    act(table, "drop_prone")
    use(table, "man", tired=1, prone=0, standard_left=1)
    hits = 1 - 3 / 6 * 3 / 10
    assert weighed(table, "hit")["weapon_attack orc"] == pytest.approx(1 - (1 - hits) ** 2, abs=1e-6)


# --- hazards


@pytest.mark.parametrize(
    "hazard",
    [
        "daze", "fall", "drain", "bind_hands", "bind_feet", "hit", "stumble", "drop", "break", "bind_arm", "bind_leg",
        "bind_body", "weaken",
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", [0, 7])
def test_a_charge_into_a_hazard_may_end_before_the_blow(hazard, number):
    """Agility against the number first, which may tire; who fails strikes as it then can."""
    cells = [("B3", {"hazard": hazard, "hazard_cr": number})]
    hero = swordsman(hp_max=PLENTY, agility=(1, 1))
    table = scene(hero, foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(7, 2)), cells=cells)
    found = weighed(table, "hit")["charge_weapon orc"]
    assert found == pytest.approx(chance(table, "charge_weapon orc"), abs=1e-6)
    assert table.unit("man").prone == 0, "it has only been thought of"


@pytest.mark.parametrize("hazard", ["stumble", "drop", "break", "bind_arm", "bind_hands"])
@pytest.mark.parametrize("number", [1, 4])
def test_a_hazard_takes_the_weapon_or_the_stand_of_a_charger(hazard, number):
    """A stumble or a bind of one second is over at once; a medium weapon is not broken by less than 3."""
    cells = [("B3", {"hazard": hazard, "hazard_cr": 0, "hazard_number": number})]
    table = scene(swordsman(hp_max=PLENTY), bare(at="B3"), cells=cells)
    strikes = number == 1 and hazard != "drop"
    assert weighed(table, "hit")["charge_weapon orc"] == pytest.approx(hits(2, 4) if strikes else 0, abs=1e-6)
    assert list(table.unit("man").places[:1]) == [Place.SWORD_HAND], "it has only been thought of"


@pytest.mark.parametrize(("left", "number", "strikes"), [(1, 1, True), (1, 4, True), (1, 5, False), (1, 7, False)])
def test_a_charger_strikes_until_it_faints(left, number, strikes):
    """0: bloodied; -3: mangled; -4: mutilated, unconscious at once; -6: dead."""
    cells = [("B3", {"hazard": "hit", "hazard_cr": 0, "hazard_number": number})]
    table = scene(swordsman(hp=left), bare(at="B3"), man(name="friend", at="A1", wp=1), cells=cells)
    assert weighed(table, "hit")["charge_weapon orc"] == pytest.approx(hits(2, 4) if strikes else 0, abs=1e-6)
    assert chance(table, "charge_weapon orc") == pytest.approx(hits(2, 4) if strikes else 0, abs=1e-6)


@pytest.mark.parametrize(("number", "strikes"), [(1, True), (2, False)])
def test_a_daze_of_a_second_costs_no_turn(number, strikes):
    cells = [("B3", {"hazard": "daze", "hazard_cr": 0, "hazard_number": number})]
    table = scene(swordsman(), bare(at="B3"), cells=cells)
    assert weighed(table, "hit")["charge_weapon orc"] == pytest.approx(hits(2, 4) if strikes else 0, abs=1e-6)


def test_but_it_costs_the_dodge_of_a_brawler():
    """The blow that its brawl provokes is not dodged: the brawl goes ahead only if that fails by fatigue."""
    cells = [("B3", {"hazard": "daze", "hazard_cr": 0, "hazard_number": 1})]
    table = scene(man(**BRAWLER), foe(at="B3", hp_max=PLENTY, weapons=["light_weapon"]), cells=cells)
    expected = (1 - hits(1, 2)) * hits(2, 2)
    assert weighed(table, "hit")["charge_brawl orc"] == pytest.approx(expected, abs=1e-6)


def test_a_daze_ends_a_charge():
    """No roll is made where nothing is required."""
    table = scene(swordsman(), bare(at="B3"), cells=[("B3", {"hazard": "daze", "hazard_cr": 0})])
    assert weighed(table, "hit")["charge_weapon orc"] == 0


# --- shots that go on


def together(*stands, **more):
    """Orcs in one cluster at B3, whoever is named first the target, with these defences."""
    return [
        foe(
            name=name, at="B3", wp=wp, hp_max=PLENTY, agility=(1, 2), set={"cluster": "orc"},
            **({"stand": stand} if stand else {}), **more,
        )
        for name, wp, stand in zip(("orc", "other", "third"), (3, 2, 1), stands, strict=True)
    ]  # fmt: skip


@pytest.mark.parametrize("stands", [
    (dodging(9, 2), dodging(6, 2), dodging(6, 2)), (dodging(9, 2), None, dodging(9, 2)),
])  # fmt: skip
@pytest.mark.parametrize("fatigue", [4, 6])
def test_a_shot_that_is_dodged_goes_on_in_the_cluster(stands, fatigue):
    table = scene(archer(sta=4 - fatigue), *together(*stands))
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(chance(table, "shoot orc"), abs=1e-6)


def test_a_shot_that_goes_on_to_a_friend_is_no_hit():
    """The man in the cluster is hit in place of the orc; only what hits the orc counts."""
    friend = man(name="friend", at="B3", wp=2, hp_max=PLENTY, set={"cluster": "orc"})
    orc = foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(9, 2), set={"cluster": "orc"})
    table = scene(archer(), orc, friend)
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(chance(table, "shoot orc", want="hit on orc"), abs=1e-6)


def test_a_shot_that_the_guard_dodges_goes_on_to_whom_it_was_aimed_at():
    watch = foe(name="guard", at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(9, 2))
    table = scene(archer(), foe(at="B3", hp_max=PLENTY, agility=(1, 2), stand=dodging(8, 2)), watch)
    use(table, "guard", guard=1, guard_unit=table.unit("orc").row, guard_left=1)
    assert weighed(table, "hit")["shoot orc"] == pytest.approx(chance(table, "shoot orc"), abs=1e-6)


# --- ways


def test_walls_are_walked_round():
    """As the crow flies the enemy is one square away, but a wall lies between; the way leads round its eastern end."""
    walls = [("A2", "A3", "wall"), ("B2", "B3", "wall")]
    table = scene(man(at="B2"), foe(at="B3"), size=(4, 4), borders=walls)
    moves = [choice for choice in why(table.game, "charger").choices if choice.text.startswith("move")]
    assert [choice.intent for choice in moves].count("approach") == 1
    for name in ("charger", "guardian"):
        while table.unit("man").y > 1:
            taken = why(table.game, name).choices[0].text
            assert taken.startswith("move")
            where = {"x": table.unit("man").x, "y": table.unit("man").y}
            act(table, "move east" if where == {"x": 1, "y": 2} else "move north")
            act(table, "end_turn")
            act(table, "end_turn")
        table = scene(man(at="B2"), foe(at="B3"), size=(4, 4), borders=walls)


def test_nobody_walks_into_a_blind_alley():
    """North is nearer as the crow flies, and a dead end."""
    borders = [("B3", "B4", "wall"), ("B3", "A3", "wall"), ("B3", "C3", "wall")]
    table = scene(man(at="B2"), foe(at="B4"), size=(4, 4), borders=borders)
    assert not [text for text in intents(table) if text == "move north"]
    assert why(table.game, "charger").choices[0].text.startswith("move")


def test_what_cannot_be_walked_round_is_broken():
    borders = [(f"{column}2", f"{column}3", "regular_door") for column in "ABC"]
    table = scene(swordsman(at="B2"), foe(at="B3"), borders=borders)
    assert why(table.game, "charger").choices[0].text.startswith("bash")


# --- what is worth a thought


@pytest.mark.parametrize(("weapon", "goes"), [("bow", True), ("throwing_weapon", False)])
def test_who_only_throws_keeps_no_distance(weapon, goes):
    """With shots left one withdraws from an enemy next to it."""
    table = scene(man(at="B2", weapons=[weapon]), foe(at="B3", hp_max=PLENTY))
    keeps = {
        "keep_distance": 2,
        "doctrines": [{"when": {"shots": 0}, "keep_distance": 1}],
        "weights": {"off_distance": -1},
    }
    assert why(table.game, keeps).choices[0].text.startswith("move") == goes


def test_the_torso_is_aimed_at_where_a_hit_there_ends_it():
    assert "weapon_attack orc torso" not in intents(scene(swordsman(), bare(hp_max=3)))
    assert "weapon_attack orc torso" in intents(scene(swordsman(), bare(hp=2)))


def test_who_is_spent_takes_breath():
    table = scene(striker(1, 2, fatigue=4), bare())
    assert "breather" not in intents(table)
    use(table, "man", fatigue=10)
    found = intents(table)
    assert "weapon_attack orc" not in found and found["breather"] == "prepare"
    assert why(table.game, "charger").choices[0].text == "breather"


def test_an_empty_bow_is_dropped_for_a_blade():
    table = scene(archer(weapons=["bow", "light_weapon"]), bare(at="B3"))
    assert not [text for text in intents(table) if text.startswith(("drop_items", "put_away"))]
    use(table, "man", ammo=[0] * SLOTS)
    assert [text for text in intents(table) if text.startswith("drop_items")]


@pytest.mark.parametrize(
    "verb", ["shoot", "brawl", "move", "observe_cell", "drop_items", "draw", "shout", "delay_before"]
)
def test_every_question_for_a_part_has_plans(verb):
    """Also where behaviours would never have begun."""
    table = scene(archer(weapons=["bow", "light_weapon"]), foe(hp_max=PLENTY))
    table.unit("man").to_draw = [1, 0, 0, 0, 0, 0] if verb == "draw" else [0] * SLOTS
    first = next(text for text in table.choices() if text.split()[0] == verb)
    for answer in table.parse(first):
        assert why(table.game, {}).choices
        table.game.answer(answer)


@pytest.mark.interpreted_only
@pytest.mark.parametrize(("at", "outside"), [("A1", (4, 6)), ("C3", (0, 2))])
def test_no_way_leads_over_the_edge_of_the_map(at, outside):
    """An index of -1 reads the last place of an array here, and what lies before it in compiled code: both could say anything."""
    table = scene(man(at=at), foe(at="B2"), cells=[("B2", {"ground": 1})])
    game, who = table.game, table.unit("man").row
    s = record_at(game.states, game.row)
    w = game.loops.World(record_at(game.books, s.book_row), record_at(game.fields, s.field_row))
    s.enemies[0], s.enemy_count = table.unit("orc").row, 1
    find_ways(s, w, who)
    s.reach[len(s.reach) - 1] = s.reach[s.units[who].cell] + 1
    on_way = {direction for direction in (0, 2, 4, 6) if is_on_way(s, w, who, direction)}
    assert on_way == {0, 2, 4, 6} - {*outside}
