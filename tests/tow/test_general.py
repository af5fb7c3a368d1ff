"""Characters: the general, the battle standard, and what holds of one who rides inside a regiment."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import beaten, blows, fought, strikes
from tow.scenes import Ground, battle, duel, exactly, fray, regiment

from tactica.envs.rulesets.tow.rules.bodies import character_model, character_rect
from tactica.envs.rulesets.tow.rules.courage import is_in_range_of_standard, leadership_of
from tactica.envs.rulesets.tow.vocab import Role

GENERAL = {"character": "lord", "models": 5}  # Ld 9
BEARER = {"character": "standard_bearer", "models": 5}


def men_and(guard, at=(10, 10), guard_at=(10, 23), rules=None, **men):
    """Men of Leadership 6 in one rank, and a guard, by default twelve cells behind their front."""
    return Ground(
        regiment(at=at, models=5, leadership=6, **men), regiment("guard", "men", guard_at, **guard),
        regiment("orcs", at=(30, 2), models=1), rules=rules, size=(40, 30),
    )  # fmt: skip


# --- the general


@pytest.mark.interpreted_only
@clause("tow.x.character.general", "tow.test.leadership_highest")
@pytest.mark.parametrize(("guard_at", "reach", "used"), [
    ((10, 23), 12, 9), ((16, 23), 12, 6), ((10, 24), 12, 6), ((10, 24), 13, 9), ((10, 23), 11, 6), ((15, 10), 0, 9),
])  # fmt: skip
def test_friends_near_the_general_use_his_leadership(guard_at, reach, used):
    """A gap of twelve, and of a little more than twelve with one column between: 12.04."""
    rules = {} if reach == 12 else {"x.character.general.aura_range": reach}
    ground = men_and(GENERAL, guard_at=guard_at, rules=rules)
    assert ground.ask(leadership_of, "men", True) == used


@clause("tow.x.character.general")
def test_at_the_table():
    """Men of Leadership 6 who march before the enemy: 30 of 36 with a general near by, 15 without."""
    for guard, chance in ((GENERAL, 30 / 36), ({"models": 5}, 15 / 36)):
        scene = duel(men={"leadership": 6}, gap=4, friends=[regiment("guard", "men", (20, 20), **guard)], upto="move")
        assert scene.odds("march", want="passed by men", open="stop").at_least(1) == exactly(chance)


@clause("tow.x.character.general", "tow.x.combat.break_test")
def test_in_break_tests_too():
    """Beaten by one, Leadership 6 or 9: nine or more breaks, but for the general ten or more."""
    guard = regiment("guard", "orcs", (20, 2), "south", **GENERAL)
    for friends, broken in (((), 21), ((guard,), 6)):
        scene = beaten(6, 1, friends=friends)
        assert scene.odds("pass", want="breaks by orcs", open="stop")[1] == exactly(broken / 36)


@pytest.mark.interpreted_only
@clause("tow.x.character.general")
def test_a_general_in_flight_or_dead_lends_nothing():
    ground = men_and(GENERAL)
    ground.unit("guard").fleeing = 1
    assert ground.ask(leadership_of, "men", True) == 6
    ground = men_and(GENERAL)
    ground.unit("guard").char_alive = 0
    assert ground.ask(leadership_of, "men", True) == 6


@pytest.mark.interpreted_only
@clause("tow.x.character.general")
@pytest.mark.parametrize("guard", [{"character": "war_priest", "models": 5}, {**GENERAL, "roles": ["fighter"]}])
def test_other_characters_lend_nothing(guard):
    assert men_and({**guard, "char_leadership": 9}).ask(leadership_of, "men", True) == 6


@pytest.mark.interpreted_only
@clause("tow.x.character.general", "tow.test.leadership_highest")
def test_a_general_is_one_more_candidate_for_the_highest():
    assert men_and({**GENERAL, "char_leadership": 5}).ask(leadership_of, "men", True) == 6


@pytest.mark.interpreted_only
@clause("tow.x.character.general")
def test_the_enemy_s_general_lends_nothing():
    ground = Ground(regiment(at=(10, 10), leadership=6), regiment("orcs", at=(10, 16), **GENERAL))
    assert ground.ask(leadership_of, "men", True) == 6


# --- the battle standard


@pytest.mark.interpreted_only
@clause("tow.x.character.battle_standard")
@pytest.mark.parametrize(("guard_at", "reach", "near"), [
    ((10, 23), 12, True), ((16, 23), 12, False), ((10, 24), 12, False), ((10, 24), 13, True), ((10, 23), 11, False),
])  # fmt: skip
def test_the_battle_standard_reaches_as_far(guard_at, reach, near):
    rules = {} if reach == 12 else {"x.character.battle_standard.standard_range": reach}
    ground = men_and(BEARER, guard_at=guard_at, rules=rules)
    assert bool(ground.ask(is_in_range_of_standard, "men")) is near


@pytest.mark.interpreted_only
@clause("tow.x.character.battle_standard")
def test_a_bearer_in_flight_or_dead_helps_nobody():
    ground = men_and(BEARER)
    ground.unit("guard").fleeing = 1
    assert not ground.ask(is_in_range_of_standard, "men")
    ground = men_and(BEARER)
    ground.unit("guard").char_alive = 0
    assert not ground.ask(is_in_range_of_standard, "men")
    assert not men_and(GENERAL).ask(is_in_range_of_standard, "men")


@clause("tow.x.character.battle_standard")
def test_a_break_test_that_did_not_break_is_not_rolled_again():
    """Leadership 7, beaten by two: what falls back or gives ground stays so."""
    guard = regiment("guard", "orcs", (14, 8), "south", **BEARER)
    scene = beaten(7, 2, friends=[guard], dice=[3, 4, 2, 1])
    scene.play("pass")
    assert scene.last("falls_back").extra == 2


@clause("tow.x.character.battle_standard")
def test_other_leadership_tests_are_not_rolled_again():
    """A march before the enemy."""
    guard = regiment("guard", "men", (20, 20), **BEARER)
    scene = duel(men={"leadership": 6}, gap=4, friends=[guard], upto="move")
    assert scene.odds("march", want="passed by men", open="stop").at_least(1) == exactly(15 / 36)


@clause("tow.x.character.battle_standard", "tow.x.strategy.rally")
def test_a_failed_rally_is_rolled_again():
    guard = regiment("guard", "men", (20, 16), **BEARER)
    men = regiment("men", at=(10, 14), fleeing=True)
    orcs = regiment("orcs", at=(14, 1), facing="south", models=5)
    scene = battle(orcs, men, guard, upto="move", who="orcs")
    found = scene.odds("pass", want="rallied by men", open="stop")
    assert found.at_least(1) == exactly(1 - (15 / 36) ** 2)


# --- inside a regiment


@clause("tow.x.character.embedded")
def test_the_character_is_the_last_who_falls():
    """Nine wounds on ten models, of whom one is a lord."""
    scene = fray(men={"models": 10, "files": 5, "character": "lord", "char_attacks": 0, "attacks": 0},
                 orcs={"attacks": 2, "traits": ["unbreakable"]}, dice=[*blows(15, 9), 1, 1])  # fmt: skip
    scene.play("pass", "attack_unit men")
    assert (scene.unit("men").models, scene.unit("men").char_alive, scene.unit("men").char_lost_wounds) == (1, 1, 0)


@pytest.mark.interpreted_only
@clause("tow.x.character.embedded")
@pytest.mark.parametrize(("files", "models", "file"), [(5, 10, 2), (4, 8, 1), (1, 4, 0), (6, 12, 2), (2, 4, 0)])
def test_it_stands_in_the_middle_of_the_front_rank(files, models, file):
    ground = Ground(regiment(at=(10, 10), models=models, files=files, character="lord"))
    assert ground.ask(character_model, "men") == file
    assert tuple(ground.ask(character_rect, "men")) == (10 + file, 10, 1, 1)


@clause("tow.x.character.embedded", "tow.profile.unit_size")
def test_it_is_one_of_the_models():
    scene = fray(men={"models": 10, "character": "lord"})
    assert (scene.unit("men").models, scene.unit("men").char_alive) == (10, 1)


@clause("tow.x.character.embedded")
def test_it_has_a_profile_of_its_own():
    unit = Ground(regiment(models=10, character="lord", char_movement=5, char_ballistic_skill=2)).unit("men")
    names = (
        "movement",
        "weapon_skill",
        "ballistic_skill",
        "strength",
        "toughness",
        "wounds",
        "initiative",
        "attacks",
        "leadership",
    )
    assert [int(getattr(unit, name)) for name in names] == [4, 3, 3, 3, 3, 1, 3, 1, 7]
    assert [int(getattr(unit, f"char_{name}")) for name in names] == [5, 6, 2, 4, 4, 3, 6, 4, 9]
    assert (int(unit.char_armour), int(unit.armour)) == (4, 7)


@clause("tow.x.character.embedded")
def test_its_roles_are_flags():
    unit = Ground(regiment(models=10, character="lord")).unit("men")
    assert (int(unit.roles), int(unit.wizard_level)) == (Role.GENERAL | Role.FIGHTER, 0)
    mage = Ground(regiment(models=10, character="arch_wizard")).unit("men")
    assert (int(mage.roles), int(mage.wizard_level)) == (Role.GENERAL, 4)


@clause("tow.x.character.embedded", "tow.x.combat.supporting")
def test_alone_it_fights_on_with_its_own_values():
    """Four attacks at I 6; nobody else."""
    orcs = {"toughness": 10, "traits": ["unbreakable"], "attacks": 0}
    scene = fought(
        fray(men={"models": 1, "files": 1, "character": "lord", "traits": ["unbreakable"]}, orcs=orcs, dice=None)
    )
    assert [(amount, step) for _, _, amount, step in strikes(scene)] == [(4, 6)]


@clause("tow.x.character.embedded", "tow.x.combat.resolve")
@pytest.mark.parametrize(("models", "lost", "models_left", "character_lost"), [(2, 3, 1, 0), (1, 2, 1, 2)])
def test_wounds_of_the_two_are_never_pooled(models, lost, models_left, character_lost):
    """Three wounds on one man who stands with a lord take the man only; on the lord alone they are his."""
    men = {
        "models": models,
        "files": models,
        "character": "lord",
        "char_attacks": 0,
        "attacks": 0,
        "char_armour_value": 7,
    }
    scene = fray(men={**men, "traits": ["unbreakable"]}, orcs={"models": 4, "files": 4, "strength": 4, "traits": ["unbreakable"]},
                 dice=None)  # fmt: skip
    attacks = 3 if models == 2 else 2
    scene.dice = blows(attacks, min(lost, attacks))
    scene.play("pass", *(["attack_unit men"] if models == 2 else []))
    scene.dice = None
    unit = scene.unit("men")
    assert (unit.models, unit.char_lost_wounds) == (models_left, character_lost)
