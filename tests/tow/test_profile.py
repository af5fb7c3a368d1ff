"""The profile of a model: what each number is for, what zero means, and what else a regiment is written with."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import STAY
from tow.scenes import Ground, battle, duel, exactly, fray, go_on, regiment, verbs

from tactica.envs.rulesets.tow.rules.harm import resolve_zero
from tactica.envs.rulesets.tow.vocab import Gone, Missile, Trait, Weapon
from tactica.envs.scenario import ScenarioError

SCOUT = regiment("scout", "men", (35, 23), "south", models=1)
MIN = "x.magic.spells.min_characteristic"
STANDING = {"models": 1, "wounds": 5, "attacks": 0, "traits": ["unbreakable"]}  # who neither strikes nor runs


def hits(scene, who="men", text="pass"):
    """How likely it is that a unit hits so often."""
    found = scene.odds(text, want=f"hits by {who}", answers=STAY)
    return {number: found[number] for number in found}


def asked(scene, name):
    """What a unit is asked in the first turn, everybody passing."""
    found = []
    while scene.prompt is not None and scene.round == 1:
        if scene.decider == name:
            found.append(scene.prompt)
        words = scene.first_words()
        scene.play(next(word for word in ("pass", "hold", "restrain") if word in words))
    return found


# --- Movement


@clause("tow.profile.movement")
@pytest.mark.parametrize(("movement", "quarters", "ahead"), [(4, 16, 4), (6, 24, 6), (9, 36, 9)])
def test_movement_is_the_inches_of_an_ordinary_move(movement, quarters, ahead):
    """Kept in quarters of an inch, and spent to the last."""
    scene = battle(regiment(at=(10, 19), movement=movement), upto="move", who="men")
    assert scene.unit("men").allowance in (0, quarters)
    for inches, order in ((8, "eight"), (4, "four"), (2, "two"), (1, "one")):
        if ahead & inches:
            scene.play(f"forward {order}")
            if scene.decider == "men" and scene.round == 1:
                quarters -= 4 * inches
                assert scene.unit("men").allowance == quarters
    assert scene.unit("men").at == (10, 19 - ahead)
    assert not (scene.decider == "men" and scene.round == 1 and scene.choices("forward"))


@clause("tow.profile.movement")
@pytest.mark.parametrize(("movement", "moves"), [(0, False), (1, True)])
def test_a_unit_without_movement_never_moves_by_choice(movement, moves):
    scene = battle(regiment(movement=movement), SCOUT, regiment("orcs", at=(20, 4), facing="south"))
    assert ("move" in asked(scene, "men")) is moves


# --- Weapon Skill, Ballistic Skill, Strength, Toughness


@clause("tow.profile.weapon_skill", "tow.x.combat.to_hit")
@pytest.mark.parametrize(
    ("skill", "enemy", "chance"), [(4, 3, 4 / 6), (3, 3, 3 / 6), (3, 4, 3 / 6), (2, 5, 2 / 6), (7, 3, 5 / 6)]
)
def test_weapon_skill_hits_in_combat(skill, enemy, chance):
    scene = fray({"models": 1, "weapon_skill": skill, "initiative": 9}, {**STANDING, "weapon_skill": enemy})
    assert hits(scene)[1] == exactly(chance)


@clause("tow.profile.ballistic_skill", "tow.x.shoot.to_hit")
@pytest.mark.parametrize(("skill", "chance"), [(3, 3 / 6), (4, 4 / 6), (5, 5 / 6), (1, 1 / 6)])
def test_ballistic_skill_hits_with_missiles(skill, chance):
    scene = duel({"models": 1, "missile": "shortbow", "ballistic_skill": skill}, STANDING, upto="shoot", who="men")
    assert hits(scene, text="shoot orcs")[1] == exactly(chance)


@clause("tow.profile.strength", "tow.profile.toughness", "tow.x.damage.to_wound")
@pytest.mark.parametrize(
    ("strength", "toughness", "chance"), [(3, 3, 3 / 6), (4, 3, 4 / 6), (3, 4, 2 / 6), (3, 9, 0.0)]
)
def test_strength_wounds_and_toughness_withstands(strength, toughness, chance):
    """Where every blow hits: the enemy has no Weapon Skill."""
    men = {"models": 1, "strength": strength, "initiative": 9}
    found = fray(men, {**STANDING, "weapon_skill": 0, "toughness": toughness}).odds(
        "pass", want="orcs.lost_wounds", answers=STAY
    )
    assert found.at_least(1) == exactly(chance)


# --- Wounds, Initiative, Attacks


@clause("tow.profile.wounds")
@pytest.mark.parametrize(("wounds", "left"), [(3, 1), (2, 0)])
def test_a_model_lives_until_its_last_wound(wounds, left):
    """Two blows that always hit and nearly always wound: in 25 of 36 both do."""
    men = {"models": 1, "attacks": 2, "strength": 10, "initiative": 9}
    orcs = {**STANDING, "wounds": wounds, "weapon_skill": 0}
    found = fray(men, orcs).odds("pass", want=["result wounds on orcs", "orcs.models"], answers=STAY)
    assert found[2, left] == exactly(25 / 36)


@clause("tow.profile.initiative", "tow.x.combat.initiative_order")
@pytest.mark.parametrize(("men", "orcs", "order"), [(4, 3, ["men", "orcs"]), (3, 4, ["orcs", "men"])])
def test_higher_initiative_strikes_first(men, orcs, order):
    scene = fray(
        {"models": 1, "initiative": men, "wounds": 5}, {"models": 1, "initiative": orcs, "wounds": 5}, dice=None
    )
    scene.play("pass")
    assert [event.who for event in scene.events if event.kind == "strikes"] == order


@clause("tow.profile.initiative")
@pytest.mark.parametrize(("orcs", "chance"), [(3, 1 / 16), (4, 0.0)])
def test_equal_initiative_strikes_at_the_same_time(orcs, chance):
    """Two men of one Wound each may kill each other: each hits and wounds once in four; the slower may not strike at all."""
    scene = fray({"models": 1, "initiative": 3}, {"models": 1, "initiative": orcs})
    found = scene.odds("pass", want=["men.models", "orcs.models"], answers=STAY)
    assert found[0, 0] == exactly(chance)


@clause("tow.profile.attacks")
@pytest.mark.parametrize(("attacks", "expected"), [(2, [10]), (1, [5]), (0, [])])
def test_attacks_of_five_fighting_models(attacks, expected):
    scene = fray(
        {"models": 5, "attacks": attacks, "initiative": 9}, {"models": 5, "traits": ["unbreakable"]}, dice=None
    )
    scene.play("pass")
    assert [event.amount for event in scene.events if event.kind == "strikes" and event.who == "men"] == expected


# --- zeros


@clause("tow.profile.zero_bs")
@pytest.mark.parametrize(
    ("missile", "gap"), [("shortbow", 4), ("breath_flame", 3), ("stone_thrower", 13), ("bolt_thrower", 13)]
)
@pytest.mark.parametrize("skill", [0, 3])
def test_without_ballistic_skill_nothing_is_shot(missile, gap, skill):
    """Not with a bow, nor with a flame or a stone, which need no roll to hit."""
    men = {"models": 1, "missile": missile, "ballistic_skill": skill, "troop_type": "regular_infantry"}
    scene = duel(men, {"models": 5, "traits": ["unbreakable"]}, gap=gap, dice=None)
    assert ("shoot" in asked(scene, "men")) is (skill > 0)


@clause("tow.profile.zero_bs", "tow.x.move.charge_reaction")
@pytest.mark.parametrize("skill", [0, 3])
def test_without_ballistic_skill_nobody_stands_and_shoots(skill):
    scene = duel(orcs={"missile": "shortbow", "ballistic_skill": skill}, gap=8)
    scene.play("charge orcs")
    assert (scene.decider, scene.prompt) == ("orcs", "reaction")
    assert ("stand_and_shoot" in verbs(scene)) is (skill > 0)


@clause("tow.profile.zero_ws")
def test_without_weapon_skill_every_blow_hits():
    men = {"models": 1, "weapon_skill": 1, "attacks": 6, "initiative": 9}
    assert hits(fray(men, {**STANDING, "weapon_skill": 0})) == {6: exactly(1.0)}


@clause("tow.profile.zero_ws", "tow.x.morale.fear")
def test_fear_does_not_help_the_helpless():
    """The men may be afraid, which makes it harder to hit; the helpless are hit without a roll."""
    orcs = {**STANDING, "models": 3, "weapon_skill": 0, "traits": ["unbreakable", "fear"]}
    scene = fray({"models": 1, "attacks": 2, "initiative": 9}, orcs)
    found = scene.odds("pass", want=["event fears", "hits by men"], answers=STAY)
    assert found[1, 2] == exactly(15 / 36), "a test of Leadership 7 fails so often"
    assert found[0, 2] == exactly(21 / 36)


@clause("tow.profile.zero_ws", "tow.x.combat.to_hit")
@pytest.mark.parametrize(("skill", "strikers"), [(0, {"men"}), (1, {"men", "orcs"})])
def test_without_weapon_skill_nobody_strikes(skill, strikers):
    scene = fray({"models": 1, "wounds": 9}, {"models": 1, "wounds": 9, "weapon_skill": skill}, dice=None)
    scene.play("pass")
    assert {event.who for event in scene.events if event.kind == "strikes"} == strikers


def zeroed(**men):
    """Men of whom it is asked whether one of their characteristics stands at 0."""
    ground = Ground(regiment(models=12, **men), regiment("orcs", at=(30, 4), facing="south"))
    ground.ask(resolve_zero, "men")
    return ground.unit("men")


@pytest.mark.interpreted_only
@clause("tow.profile.zero_s_t_w")
@pytest.mark.parametrize(("field", "dies"), [
    ("strength", True), ("toughness", True), ("initiative", False), ("attacks", False), ("leadership", False),
    ("movement", False), ("weapon_skill", False), ("ballistic_skill", False),
])  # fmt: skip
def test_who_has_no_strength_or_toughness_dies(field, dies):
    men = zeroed(**{field: 0})
    assert (int(men.models), int(men.gone)) == ((0, Gone.SLAIN) if dies else (12, Gone.NOT))


@pytest.mark.interpreted_only
@clause("tow.profile.zero_s_t_w")
def test_zeros_that_do_not_kill():
    assert zeroed(initiative=0, attacks=0, leadership=0, movement=0).models == 12


@pytest.mark.interpreted_only
@clause("tow.profile.zero_s_t_w", "tow.x.character.embedded")
def test_a_character_stays_when_its_regiment_withers():
    men = zeroed(strength=0, character="lord")
    assert (int(men.models), int(men.char_alive)) == (1, 1)


@pytest.mark.interpreted_only
@clause("tow.profile.zero_s_t_w", "tow.x.character.embedded")
@pytest.mark.parametrize(("fields", "left"), [
    ({"char_toughness": 0}, 11), ({"char_strength": 0}, 11), ({"char_strength": 0, "strength": 0}, 0), ({"char_attacks": 0}, 12),
])  # fmt: skip
def test_a_character_dies_of_a_zero_of_its_own(fields, left):
    """Of twelve models it is one."""
    men = zeroed(character="lord", **fields)
    assert (int(men.models), int(men.char_alive)) == (left, 1 if left == 12 else 0)


@clause("tow.profile.zero_s_t_w", "tow.x.magic.spells")
@pytest.mark.parametrize(("rules", "left"), [({MIN: 0}, 0), ({}, 12)])
def test_a_regiment_of_toughness_one_withers_away(rules, left):
    """Where a characteristic may fall to 0; otherwise it stays at 1. Wither works in 26 of 36 casts of a wizard of level 2."""
    coven = regiment("men", template="hex_coven", at=(10, 14))
    orcs = regiment("orcs", at=(14, 3), facing="south", models=12, toughness=1)
    scene = battle(coven, orcs, SCOUT, rules=rules)
    found = scene.odds("cast_unit wither orcs", want=["event withered", "orcs.models"], answers=STAY)
    assert found[1, left] == exactly(26 / 36)


@clause("tow.profile.zero_s_t_w")
@pytest.mark.parametrize("field", ["strength", "toughness", "wounds", "char_strength", "char_toughness", "char_wounds"])
def test_nobody_is_given_a_zero_that_kills(field):
    """A position set by hand: whoever has it would be dead."""
    scene = duel({"character": "lord"}, upto="move")
    with pytest.raises(ValueError, match=" is 0, allowed"):
        setattr(scene.unit("men"), field, 0)
        scene.play("pass")


# --- what else is written down


@clause("tow.profile.unit_size")
@pytest.mark.parametrize(("limit", "models", "legal"), [
    ("5+", 4, False), ("5+", 5, True), ("5+", 60, True), ("5-30", 30, True), ("5-30", 31, False), ("5-30", 4, False),
    ("1", 2, False), ("1", 1, True), (10, 10, True), (10, 9, False),
])  # fmt: skip
def test_a_unit_has_as_many_models_as_its_size_allows(limit, models, legal):
    men = regiment(unit_size=limit, models=models, files=min(models, 6))
    if legal:
        assert Ground(men).unit("men").models == models
    else:
        with pytest.raises(ScenarioError, match="unit size"):
            Ground(men)


@clause("tow.profile.unit_size")
def test_losses_do_not_break_the_limits_of_size():
    """Four are left of five that began the battle."""
    men = Ground(regiment(unit_size="5+", models=4, models_start=5)).unit("men")
    assert (men.models, men.models_start) == (4, 5)


@clause("tow.profile.equipment", "tow.x.weapons.table")
def test_a_regiment_has_one_weapon_of_each_kind():
    men = Ground(regiment(weapon="halberd", missile="crossbow", armour="heavy", shield=True)).unit("men")
    assert (men.weapon, men.missile, men.armour, men.shield) == (Weapon.HALBERD, Missile.CROSSBOW, 4, 1)
    plain = Ground(regiment()).unit("men")
    assert (plain.weapon, plain.missile, plain.armour, plain.shield) == (Weapon.HAND_WEAPON, Missile.NOTHING, 7, 0)


@clause("tow.profile.magic")
@pytest.mark.parametrize(("level", "casts"), [(0, False), (1, True), (4, True)])
def test_a_wizard_among_the_models_casts(level, casts):
    men = regiment(character="war_priest", wizard_level=level)
    scene = battle(men, SCOUT, regiment("orcs", at=(14, 3), facing="south"))
    assert ("strategy" in asked(scene, "men")) is casts


@clause("tow.profile.magic")
@pytest.mark.parametrize("level", [-1, 5])
def test_there_are_four_levels_of_wizards(level):
    with pytest.raises(ScenarioError, match="wizard_level"):
        Ground(regiment(character="war_priest", wizard_level=level))


@clause("tow.profile.options", "tow.x.units.templates")
def test_options_replace_what_a_template_says():
    """Levies with halberds and without shields, led by a lord, and nobody with a horn."""
    chosen = {
        "weapon": "halberd",
        "shield": False,
        "musician": False,
        "character": "lord",
        "models": 25,
        "traits": ["hatred"],
    }
    ground = Ground(
        regiment(template="spear_levy", **chosen), regiment("orcs", at=(30, 4), template="spear_levy", facing="south")
    )
    men, orcs = ground.unit("men"), ground.unit("orcs")
    assert (men.weapon, men.armour, men.musician, men.char_alive, men.models) == (Weapon.HALBERD, 6, 0, 1, 25)
    assert (orcs.weapon, orcs.armour, orcs.musician, orcs.char_alive, orcs.models) == (Weapon.SPEAR, 5, 1, 0, 20)
    assert (men.traits, orcs.traits) == (Trait.HATRED, 0)
    assert (men.champion, men.standard) == (1, 1)


@clause("tow.profile.options")
def test_options_are_no_choice_of_the_battle():
    """Nothing but what a unit does is ever offered."""
    scene = go_on(battle(regiment(template="spear_levy"), regiment("orcs", at=(14, 3), facing="south")), "move", "men")
    assert verbs(scene) <= {
        "march", "forward", "back", "side_left", "side_right", "wheel_left", "wheel_right", "turn_left", "turn_right",
        "about_face", "redress", "reform",
    }  # fmt: skip
