"""Estimates know no more than their unit does, and foresee what a first roll changes for the next; held against exact odds."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import PLENTY, bare, striker, use, with_skill
from heimr.ground import answer, dodging, foe, man, parrying, scene, swordsman
from heimr.left_out import ANSWERS
from heimr.test_estimates import weighed

from tactica.envs.rulesets.heimr.vocab import Defence

TWO = {"name": "man", "weapons": ["light_weapon"] * 2, "dueling": (1, 1), "sta": 3, "wp": 5, "hp_max": PLENTY}
UNSEEN = {"hidden_from": ["man"], "hide_value": 9}


def hit(table, text):
    """The chance to hit that a behaviour expects of a choice."""
    return weighed(table, "hit")[text]


def points(table, text):
    """The hit points it expects to take from an orc that has plenty."""
    return weighed(table, "harm")[text] * PLENTY


def plainly(table):
    """Whoever is provoked strikes, whoever can dodge does, and whoever holds another lets it act."""
    return answer(table, ("attack_it", "use_dodge", "let_pass"))


def exact(table, text, rolls=1, answers=plainly):
    """The mean number of hits of up to so many rolls, exactly: each takes a hit point."""
    odds = table.odds(text, want="hit on orc", answers=answers)
    return sum(float(odds.at_least(number + 1)) for number in range(rolls))


# --- what is known


@pytest.mark.parametrize("fatigue", range(1, 14, 3))
@clause("heimr.c.information", "heimr.c.default_choices")
def test_how_tired_an_enemy_is_chooses_no_defence_for_it(fatigue):
    """A tired orc would rather parry, which only it knows."""
    orc = foe(hp_max=PLENTY, weapons=["medium_weapon"], agility=(2, 0), dueling=(0, 5), set={"fatigue": fatigue})
    table, fresh = (scene(swordsman(wp=5), one) for one in (orc, {**orc, "set": {"fatigue": 4}}))
    for one in (table, fresh):
        use(one, "orc", refuses=0)
    assert hit(table, "weapon_attack orc") == hit(fresh, "weapon_attack orc")


@pytest.mark.parametrize("fatigue", [4, 8, 9])
@clause("heimr.c.information", "heimr.c.default_choices")
def test_nor_for_the_second_weapon(fatigue):
    stand = {"hp_max": PLENTY, "weapons": ["medium_weapon"], "agility": (4, 0), "dueling": (0, 5)}
    table, fresh = (
        scene(man(**TWO), foe(**stand, stand=dodging(9, 5), set={"fatigue": number})) for number in (fatigue, 5)
    )
    assert points(table, "weapon_attack orc") == points(fresh, "weapon_attack orc")


@clause("heimr.guard.ally", "heimr.guard.multiple")
def test_a_hidden_guard_does_not_hide_another():
    """The guard that is seen dodges well; the hidden one, which would come first, is not reckoned with."""
    post = {"guard": 1, "guard_unit": "orc", "guard_left": 1}
    seen = foe(name="g2", wp=1, hp_max=PLENTY, sta=3, stand=dodging(10), set=post)
    chances = []
    for first in ({}, {**post, **UNSEEN}):
        guard = foe(name="g1", wp=2, hp_max=PLENTY, sta=3, set=first)
        chances.append(hit(scene(striker(2, 5), bare(wp=2), guard, seen, cells=[("B2", "night")]), "weapon_attack orc"))
    assert chances[0] == chances[1]


@clause("heimr.guard.border_near", "heimr.guard.multiple")
def test_a_hidden_guard_of_the_border_does_not_either():
    post = {"guard": 2, "guard_direction": "north", "guard_left": 1}
    seen, hidden = foe(name="seen", wp=1, set=post), foe(name="hidden", wp=2, set={**post, **UNSEEN})
    for guards in ([seen], [hidden, seen]):
        table = scene(swordsman(), foe(at="B3", hp=10, wp=2), *guards, cells=[("B2", "night")])
        assert hit(table, "charge_weapon orc") == 0


# --- what a first roll changes


@pytest.mark.parametrize("hides", [{}, {"hidden_from": ["orc"], "hide_value": 9}], ids=["seen", "hidden"])
@clause("heimr.brawl.provoked", "heimr.position.hidden")
def test_a_brawler_out_of_hiding_is_seen_in_the_cluster(hides):
    hero = {"agility": (1, 1), "brawl": (1, 1), "hp_max": PLENTY, "set": hides}
    table = scene(man(**hero), foe(hp_max=PLENTY, weapons=["light_weapon"]), cells=[("B2", "night")])
    assert hit(table, "brawl orc") == pytest.approx(exact(table, "brawl orc"))


@clause("heimr.action.weapon_attack", "heimr.attack.per_weapon")
def test_a_sleeper_that_the_first_weapon_hits_is_awake_for_the_second():
    orc = foe(hp_max=PLENTY, wp=2, agility=(1, 4), sleeping=True)
    table = scene(man(**TWO), orc, foe(name="far", at="A1", wp=0))
    mean = exact(table, "weapon_attack orc", rolls=2)
    assert mean < 2
    assert points(table, "weapon_attack orc") == pytest.approx(mean)


@clause("heimr.brawl.grab_end", "heimr.attack.per_weapon")
def test_a_grabber_that_the_first_weapon_hits_has_a_defence_against_the_second():
    grip = {"grab_target": "man", "grab_part": 4, "cluster": "orc", "refuses": 0}
    orc = foe(hp_max=PLENTY, agility=(1, 4), set=grip)
    table = scene(man(**TWO, set={"cluster": "orc"}), orc)
    mean = exact(table, "weapon_attack orc", rolls=2)
    assert mean < 2
    assert points(table, "weapon_attack orc") == pytest.approx(mean)


@pytest.mark.parametrize("hazard", [None, "bind_hands"])
@clause("heimr.brawl.attack", "heimr.effect.bind")
def test_no_bind_with_bound_hands(hazard):
    cells = [("B3", {"hazard": hazard, "hazard_cr": 0, "hazard_number": 6})] if hazard else []
    table = scene(man(brawl=(2, 2), hp_max=PLENTY), bare(at="B3"), cells=cells)
    text = "charge_brawl orc bind_anywhere"
    assert hit(table, text) == pytest.approx(exact(table, text))
    assert (hit(table, text) == 0) == (hazard is not None)


@pytest.mark.parametrize("weapons", [["light_weapon"], ["light_weapon"] * 2, ["light_weapon", "light_weapon", "claws"]])
@clause("heimr.brawl.provoked", "heimr.attack.per_weapon")
def test_the_provoked_blow_has_a_roll_for_each_weapon(weapons):
    """Whoever dodges has dodged twice before the third roll."""
    hero = {"agility": (2, 4), "brawl": (1, 2), "hp_max": PLENTY}
    table = scene(man(**hero), foe(hp_max=PLENTY, weapons=weapons))
    assert hit(table, "brawl orc") == pytest.approx(exact(table, "brawl orc"))


@pytest.mark.interpreted_only
@pytest.mark.parametrize(("weapons", "shield"), [(["medium_weapon"], {}), (["light_weapon"], {"shield": "buckler"})])
@clause("heimr.effect.drop", "heimr.attack.hit_location")
def test_a_blow_that_disarms_empties_the_hand_of_the_arm_it_strikes(weapons, shield):
    """The orc defends itself as it can do best with what it still holds."""
    orc = foe(hp_max=PLENTY, weapons=weapons, sta=3, dueling=(0, 5), agility=(0, 1), stand=dodging(1), **shield)
    table = scene(with_skill("disarm", **{**TWO, "wp": 2}), orc)
    table.play("prime_skill disarm")
    mean = exact(table, "weapon_attack orc", rolls=2, answers=ANSWERS)
    assert points(table, "weapon_attack orc") == pytest.approx(mean)


@pytest.mark.interpreted_only
@clause("heimr.defence.preroll_stale", "heimr.effect.drop", "heimr.defence.parry_vs_ranged")
def test_a_parry_that_stands_is_lost_with_the_weapon_that_the_first_roll_strikes_from_the_hand():
    """The first roll meets a parry of the off hand that was kept; against the second the orc defends itself as it still can."""
    orc = foe(hp_max=PLENTY, weapons=["light_weapon"] * 2, sta=3, dueling=(0, 2), agility=(0, 1), stand=parrying(9))
    table = scene(with_skill("disarm", **{**TWO, "wp": 2}), orc)
    own = table.unit("orc").defence_own
    use(table, "orc", kept=Defence.PARRY_OFF_HAND, kept_natural=5, kept_six=5, kept_own=own)
    table.play("prime_skill disarm")
    mean = exact(table, "weapon_attack orc", rolls=2, answers=ANSWERS)
    assert points(table, "weapon_attack orc") == pytest.approx(mean)


@clause("heimr.c.information", "heimr.c.skills")
def test_hidden_hit_points_change_no_second_blow():
    totals = []
    for left in (PLENTY, 5, 1):
        orc = foe(hp_max=PLENTY, agility=(1, 4), sta=3, stand=dodging(1, 2), set={"hp": left})
        table = scene(with_skill("mighty_blow", **{**TWO, "wp": 2}), orc, rules={"c.information.public_hp": 0})
        table.play("prime_skill mighty_blow")
        totals.append(points(table, "weapon_attack orc"))
    assert totals[0] == totals[1] == totals[2]
