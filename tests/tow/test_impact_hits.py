"""Impact hits and stomps."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, SCOUTS, blows, charged, fought, melee, order
from tow.measures import at_least, mean
from tow.scenes import Ground, battle, exactly, fray, go_on, regiment

from tactica.envs.rulesets.tow.rules.bodies import is_engaged_with

ONE = {"models": 1, "files": 1}
CHARIOT = {
    "troop_type": "light_chariots",
    "base_mm": [50, 100],
    **ONE,
    "wounds": 4,
    "attacks": 0,
    "traits": ["unbreakable"],
}


# --- impact hits


@clause("tow.x.combat.impact_hits")
def test_a_chariot_crashes_into_the_enemy():
    men = {**CHARIOT, "impact_hits": "d6", "impact_strength": 5, "impact_ap": -1, "movement": 7}
    scene = charged(men, {**CALM, "armour_value": 5})
    hits = dict(scene.odds("pass", want="hits by men", open="stop"))
    assert hits == {n: exactly(1 / 6) for n in range(1, 7)}
    wounds = dict(scene.odds("pass", want="result wounds on orcs", open="stop"))
    assert (mean(wounds), wounds[0]) == (exactly(2.430556), exactly(0.073274))


@clause("tow.x.combat.impact_hits")
@pytest.mark.parametrize(("gap", "least", "hits"), [(2, 3, 0), (3, 3, 4), (2, 2, 4), (3, 4, 0), (4, 4, 4)])
def test_a_short_charge_has_no_impact(gap, least, hits):
    men = {**CHARIOT, "impact_hits": 4, "movement": 7}
    rules = {} if least == 3 else {"x.combat.impact_hits.min_charge_distance": least}
    scene = charged(men, {**CALM, "toughness": 10}, gap=gap, rules=rules)
    assert scene.odds("pass", want="hits by men", open="stop")[hits] == exactly(1.0)


@clause("tow.x.combat.impact_hits")
@pytest.mark.parametrize(("models", "each", "low", "high"), [
    (3, 2, 6, 6), (3, "d3", 3, 9), (2, "d6", 2, 12), (1, "2d3", 2, 6),
])  # fmt: skip
def test_each_fighting_model_makes_impact_hits(models, each, low, high):
    men = {**CHARIOT, "models": models, "files": models, "impact_hits": each, "movement": 7}
    found = dict(charged(men, {**CALM, "toughness": 10, "files": 10}).odds("pass", want="hits by men", open="stop"))
    assert (min(found), max(found)) == (low, high)


@clause("tow.x.combat.impact_hits")
@pytest.mark.parametrize(("strength", "ap", "armour", "chance"), [
    (3, 0, 7, 3 / 6), (6, 0, 7, 5 / 6), (3, -2, 4, 3 / 6 * 5 / 6), (3, 0, 4, 3 / 6 * 3 / 6),
])  # fmt: skip
def test_impact_hits_have_a_strength_and_piercing_of_their_own(strength, ap, armour, chance):
    men = {
        **CHARIOT,
        "impact_hits": 1,
        "impact_strength": strength,
        "impact_ap": ap,
        "strength": 9,
        "weapon": "great_weapon",
    }
    scene = charged(men, {**CALM, "armour_value": armour})
    assert scene.odds("pass", want="result wounds on orcs", open="stop")[1] == exactly(chance)


@clause("tow.x.combat.impact_hits")
def test_only_a_charger_makes_impact_hits_and_only_in_that_round():
    assert not order(fought(fray(men={**CHARIOT, "impact_hits": 1}, orcs=CALM, dice=None)), "impact")
    scene = fought(charged({**CHARIOT, "impact_hits": 1}, {**CALM, "toughness": 10}))
    assert len(order(scene, "impact")) == 1
    fought(scene)
    assert len(order(scene, "impact")) == 1


@pytest.mark.interpreted_only
@clause("tow.x.combat.impact_hits")
def test_impact_hits_strike_the_charged_unit():
    """A broad chariot that charges goblins comes to stand before orcs, too, who are earlier in the roster."""
    chariot = regiment("men", at=(10, 18), **CHARIOT, impact_hits=2)
    orcs = regiment("orcs", at=(12, 13), facing="south", models=2, files=2, **CALM, toughness=10)
    goblins = regiment("goblins", "orcs", at=(10, 13), facing="south", models=2, files=2, **CALM, toughness=10)
    scene = battle(chariot, orcs, goblins, *SCOUTS, dice=None, upto="charge", who="men")
    scene.play("charge goblins")
    go_on(scene, "move", "scout")
    assert Ground.of(scene).ask(is_engaged_with, "men", "goblins")
    fought(scene)
    assert [(e.target, e.amount) for e in scene.events if e.kind == "impact"] == [("goblins", 2)]


@clause("tow.x.combat.impact_hits", "tow.x.combat.initiative_order", "tow.x.combat.losses_before_striking")
@pytest.mark.parametrize(("rules", "attacks"), [
    ({}, 3), ({"strikes_first_value": 11}, 6), ({"impact_step": 10}, 6), ({"impact_step": 12, "strikes_first_value": 11}, 3),
])  # fmt: skip
def test_impact_hits_take_out_whom_they_slay(rules, attacks):
    """Before the swiftest strike at 10: three orcs fight and three support them; five that fall leave the supporters. Who strikes
    at the same step strikes all the same.
    """
    chariot = {**CHARIOT, "impact_hits": 5, "impact_strength": 10, "movement": 7, "toughness": 10}
    orcs = {"traits": ["strikes_first", "unbreakable"]}
    rules = {f"x.combat.initiative_order.{knob}": value for knob, value in rules.items()}
    scene = charged(chariot, orcs, rules=rules, dice=None)
    found = scene.odds("pass", want=["result wounds on orcs", "strikes.amount by orcs"], open="stop")
    assert {made for lost, made in found if lost == 5} == {attacks}


# --- stomps


@clause("tow.x.combat.stomp")
def test_a_monster_treads_on_the_small():
    giant = {
        **ONE,
        "troop_type": "behemoths",
        "strength": 6,
        "attacks": 0,
        "stomp": "d6",
        "traits": ["unbreakable"],
        "weapon": "monstrous_limbs",
    }
    scene = fray(men=giant, orcs={**CALM, "armour_value": 5})
    found = dict(scene.odds("pass", want="result wounds on orcs", open="stop"))
    assert mean(found) == exactly(1.944444)
    assert at_least(found, 7) == 0
    assert dict(scene.odds("pass", want="hits by men", open="stop")) == {n: exactly(1 / 6) for n in range(1, 7)}


@clause("tow.x.combat.stomp")
def test_stomps_have_the_plain_strength_and_no_piercing():
    """S 3 against T 3 and AV 4, whatever the weapon does."""
    giant = {**ONE, "attacks": 0, "stomp": 1, "traits": ["unbreakable"], "weapon": "great_weapon"}
    scene = fray(men=giant, orcs={**CALM, "armour_value": 4})
    assert scene.odds("pass", want="result wounds on orcs", open="stop")[1] == exactly(3 / 6 * 3 / 6)


@clause("tow.x.combat.stomp")
@pytest.mark.parametrize(("troop_type", "hits"), [
    ("regular_infantry", 2), ("heavy_infantry", 2), ("monstrous_infantry", 2), ("swarms", 2), ("war_beasts", 2),
    ("light_cavalry", 0), ("heavy_cavalry", 0), ("monstrous_cavalry", 0), ("light_chariots", 0),
    ("heavy_chariots", 0), ("monstrous_creatures", 0), ("behemoths", 0), ("war_machines", 0),
])  # fmt: skip
def test_only_infantry_swarms_and_beasts_are_trodden_on(troop_type, hits):
    scene = fray(men={**ONE, **CALM, "stomp": 2}, orcs={**CALM, "troop_type": troop_type, "models": 1, "toughness": 10})
    assert scene.odds("pass", want="hits by men", open="stop")[hits] == exactly(1.0)


@clause("tow.x.combat.stomp")
@pytest.mark.parametrize(("lost", "hits"), [(0, 2), (1, 1), (2, 0)])
def test_only_living_models_stomp(lost, hits):
    """Two trolls, and blows that slay some of them before."""
    trolls = {"models": 2, "files": 2, "attacks": 0, "stomp": 1, "traits": ["unbreakable"]}
    orcs = {"models": 2, "files": 2, "toughness": 10, "traits": ["unbreakable"]}
    scene = fray(men=trolls, orcs=orcs, dice=blows(2, lost))
    scene.play("pass")
    assert sum(e.amount for e in scene.events if e.kind == "stomps") == hits


@clause("tow.x.combat.stomp")
def test_the_first_enemy_that_can_be_trodden_on_is():
    """Riders, who cannot, stand before two units of infantry in the roster."""
    giant = regiment(at=(10, 14), models=1, base_mm=[100, 100], stomp=1, **CALM)
    foes = [
        regiment(name, "orcs", at=(10 + i, 13), facing="south", models=1, troop_type=kind, toughness=10, **CALM)
        for i, (name, kind) in enumerate(
            [("riders", "heavy_cavalry"), ("orcs", "regular_infantry"), ("goblins", "regular_infantry")]
        )
    ]
    scene = fought(melee(giant, *foes, dice=None))
    assert scene.last("stomps").target == "orcs"
