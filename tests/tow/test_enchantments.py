"""Spells of the strategy phase: warding light, wither, mend."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.coven import ALWAYS, MAGE, SPELLS, mages, others, when_cast
from tow.scenes import Ground, exactly, fray, go_on, regiment

from tactica.envs.rulesets.tow.rules.harm import toughness_of
from tactica.envs.rulesets.tow.tactics.plans import is_worth_casting
from tactica.envs.rulesets.tow.vocab import Gone, Mode

# --- warding light


def engaged(spell, target, rules=None, men=None, orcs=None):
    """Men with a wizard and orcs in contact; the spell is cast in the strategy phase, and when the men pass they fight."""
    men = {"models": 6, "files": 1, "character": "hexer", "char_attacks": 0, "traits": ["unbreakable"], **(men or {})}
    orcs = {"models": 1, "files": 1, "traits": ["unbreakable"], **(orcs or {})}
    scene = fray(men=men, orcs=orcs, rules={**ALWAYS, **(rules or {})}, upto="strategy", who="men", dice=[3, 4])
    scene.play(f"cast_unit {spell} {target}")
    return go_on(scene, "shoot", "men")


def struck(rules=None, **men):
    """The chance that an orc's attack takes a wound of warded men, who stand behind their wizard."""
    scene = engaged("warding_light", "men", rules, {"attacks": 0, **men})
    scene.dice = None
    scene.play("pass")
    return scene.odds("attack_unit men", want="result wounds on men", open="stop").at_least(1)


@clause("tow.x.magic.spells", "tow.x.damage.ward")
@pytest.mark.parametrize(("value", "men", "chance"), [
    (5, {}, 1 / 4 * 4 / 6), (4, {}, 1 / 4 * 3 / 6), (6, {}, 1 / 4 * 5 / 6), (5, {"ward": 4}, 1 / 4 * 3 / 6),
    (5, {"ward": 6}, 1 / 4 * 4 / 6),
])  # fmt: skip
def test_warding_light_is_a_ward_save(value, men, chance):
    """The better of two counts."""
    assert struck({} if value == 5 else {f"{SPELLS}.ward_value": value}, **men) == exactly(chance)


@clause("tow.x.magic.spells", "tow.x.turn.sequence")
@pytest.mark.parametrize(("spell", "target", "field"), [
    ("warding_light", "others", "warded"), ("wither", "orcs", "withered"),
])  # fmt: skip
def test_light_and_withering_last_until_the_caster_s_next_turn(spell, target, field):
    scene = mages("strategy", friends=[others()], dice=[3, 4])
    scene.play(f"cast_unit {spell} {target}")
    assert getattr(scene.unit(target), field) == 1
    go_on(scene, "move", "orcs")
    assert getattr(scene.unit(target), field) == 1
    go_on(scene, "strategy", "men")
    assert getattr(scene.unit(target), field) == 0


# --- wither


def toughness(scene, who="orcs"):
    """Toughness as it is now."""
    return Ground.of(scene).ask(toughness_of, who, False)


@clause("tow.x.magic.spells", "tow.x.damage.to_wound")
@pytest.mark.parametrize(("amount", "chance"), [(1, 1 / 2 * 4 / 6), (2, 1 / 2 * 5 / 6), (0, 1 / 2 * 3 / 6)])
def test_the_withered_are_wounded_more_easily(amount, chance):
    """S 3 against T 3 less one."""
    rules = {} if amount == 1 else {f"{SPELLS}.wither_amount": amount}
    men = {"models": 2, "files": 2, "char_weapon_skill": 0}
    scene = engaged("wither", "orcs", rules, men, {"attacks": 0, "models": 2})
    assert scene.odds("pass", want="result wounds on orcs", open="stop")[1] == exactly(chance)


@pytest.mark.interpreted_only
@clause("tow.x.magic.spells", "tow.profile.zero_s_t_w")
@pytest.mark.parametrize(("toughness_before", "least", "amount", "after"), [
    (3, 1, 1, 2), (1, 1, 1, 1), (3, 1, 5, 1), (3, 2, 5, 2), (4, 0, 2, 2),
])  # fmt: skip
def test_toughness_is_never_below_the_least(toughness_before, least, amount, after):
    rules = {f"{SPELLS}.min_characteristic": least, f"{SPELLS}.wither_amount": amount}
    scene = mages("strategy", rules, {"toughness": toughness_before}, dice=[3, 4])
    scene.play("cast_unit wither orcs")
    assert toughness(scene) == after


@clause("tow.x.magic.spells", "tow.profile.zero_s_t_w")
def test_without_a_least_toughness_a_unit_withers_away():
    rules = {f"{SPELLS}.min_characteristic": 0}
    guard = regiment("goblins", "orcs", (30, 8), "south", models=5, traits=["unbreakable"])
    scene = mages("strategy", rules, {"toughness": 1, "models": 12}, friends=[guard], dice=[3, 4])
    scene.play("cast_unit wither orcs")
    assert (scene.unit("orcs").models, scene.unit("orcs").gone) == (0, Gone.SLAIN)


@pytest.mark.interpreted_only
@clause("tow.x.magic.spells")
def test_the_same_spell_does_not_add_up():
    """A second wizard withers them, too."""
    second = regiment("guard", "men", (20, 14), **MAGE)
    scene = mages("strategy", friends=[second], dice=[3, 4])
    scene.play("cast_unit wither orcs", "pass")
    assert scene.decider == "guard"
    scene.dice = [3, 4]
    scene.play("cast_unit wither orcs")
    assert [e.kind for e in scene.events].count("withered") == 2
    assert toughness(scene) == 2


# --- mend


def mended(roll=None, rules=None, **fields):
    """Friends who have been mended: models and lost Wounds."""
    scene = mages("strategy", rules, friends=[others(**fields)], dice=[3, 4, roll])
    scene.play("cast_unit mend others")
    unit = scene.unit("others")
    return unit.models, unit.lost_wounds


@clause("tow.x.magic.spells", "tow.casualties.wound_pool")
@pytest.mark.parametrize(("roll", "fields", "expected"), [
    (3, {}, (5, 2)), (2, {}, (4, 0)), (1, {}, (4, 1)), (3, {"lost_wounds": 0}, (5, 0)),
    (1, {"lost_wounds": 0}, (5, 2)), (2, {"wounds": 1, "lost_wounds": 0}, (6, 0)),
    (3, {"wounds": 1, "lost_wounds": 0}, (6, 0)), (3, {"models": 6}, (6, 0)),
])  # fmt: skip
def test_mending_heals_the_wounded_model_and_raises_others(roll, fields, expected):
    """Two Wounds finish the wounded model, and the last one revives one with one Wound left; never more than they began with."""
    assert mended(roll, **fields) == expected


@clause("tow.x.magic.spells", "tow.x.dice.scatter_die")
@pytest.mark.parametrize(("sides", "most"), [(3, 3), (2, 2), (4, 4), (6, 6)])
def test_the_die_of_mending_can_be_another(sides, most):
    rules = {} if sides == 3 else {f"{SPELLS}.mend_die_sides": sides}
    scene = mages("strategy", rules, friends=[others(models=1, files=1, wounds=9, lost_wounds=8)])
    found = when_cast(scene, "cast_unit mend others", "mended.amount")
    assert found == {n: exactly(1 / most) for n in range(1, most + 1)}


@clause("tow.x.magic.spells", "tow.formation.footprint")
@pytest.mark.parametrize("x", [20, 24])
def test_models_come_back_only_where_their_places_are_free(x):
    """Five in a rank of five with three lost: the next rank begins where others stand, or would leave empty places there."""
    block = regiment("guard", "men", (x, 15), models=1)
    scene = mages(
        "strategy", friends=[others(models=5, models_start=8, files=5, wounds=1, lost_wounds=0), block], dice=[3, 4, 3]
    )
    scene.play("cast_unit mend others")
    assert scene.unit("others").models == 5
    free = mages(
        "strategy", friends=[others(models=5, models_start=8, files=5, wounds=1, lost_wounds=0)], dice=[3, 4, 3]
    )
    free.play("cast_unit mend others")
    assert free.unit("others").models == 8


@clause("tow.x.magic.spells", "tow.x.character.embedded", "tow.profile.zero_s_t_w")
@pytest.mark.parametrize(("roll", "fields", "expected"), [
    (3, {}, (4, 0)), (3, {"char_lost_wounds": 1}, (3, 0)), (1, {"char_lost_wounds": 2}, (1, 1)), (3, {"toughness": 0}, (1, 0)),
])  # fmt: skip
def test_a_character_who_is_left_alone_is_healed_and_then_joined_by_others(roll, fields, expected):
    """Of five whom he has lost; nobody rises to a Toughness of 0. Models, and what he has lost."""
    alone = others(models=1, wounds=1, lost_wounds=0, character="lord", char_toughness=4, **fields)
    scene = mages("strategy", friends=[alone], dice=[3, 4, roll])
    scene.play("cast_unit mend others")
    unit = scene.unit("others")
    assert (unit.models, unit.char_lost_wounds) == expected


@pytest.mark.interpreted_only
@clause("tow.x.magic.spells", "tow.x.character.embedded")
@pytest.mark.parametrize("lost", [0, 1])
def test_behaviours_mend_a_wounded_character_who_is_the_one_model(lost):
    alone = others(models=1, models_start=1, wounds=1, lost_wounds=0, character="lord", char_lost_wounds=lost)
    assert Ground(alone).ask(is_worth_casting, int(Mode.MEND), "others") == (lost > 0)
