"""Shooting: who may, at what, what it takes to hit, and the panic of those who lose many."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import mean
from tow.scenes import Ground, battle, exactly, fray, go_on, land, regiment
from tow.shots import DEEP, aims, apart, charged, next_turn, p_hit, shooter, shots, target

from tactica.envs.rulesets.tow.rules.orders import has_choice
from tactica.envs.rulesets.tow.rules.shooting import refusal_of_stand_and_shoot
from tactica.envs.rulesets.tow.vocab import Phase, Refusal

CROSSBOW, HANDGUN, LONGBOW = 30, 24, 30  # inches
BIG_SHOTS = {"strength": 3, "toughness": 1}
MODIFIER = "x.shoot.modifiers."
TO_HIT = "x.shoot.to_hit."


def armed(men=None, orcs=None, **more):
    """A shooter five inches before an orc, at the first decision."""
    return apart(5, men, orcs, upto=None, **more)


# --- who may shoot


@clause("tow.x.shoot.eligibility")
def test_a_unit_that_sees_an_enemy_in_range_may_shoot():
    assert aims(armed()) == ["shoot orcs single"]
    assert aims(armed({"missile": "none"})) == []


@clause("tow.x.shoot.eligibility")
def test_all_models_shoot_once_at_the_same_target():
    """Five men, two enemies: all shots go at the one that was chosen, and the turn goes on."""
    units = [shooter((8, 20), models=5, files=5), target((8, 12)), target((11, 12), name="goblins")]
    scene = battle(*units, dice=None, upto="shoot", who="men")
    assert scene.choices("shoot") == ["shoot orcs single", "shoot goblins single"]
    assert shots(scene, "shoot goblins") == 5
    assert not (scene.prompt == "shoot" and scene.decider == "men")


@clause("tow.x.shoot.eligibility", "tow.x.setup.distance")
@pytest.mark.parametrize(("weapon", "gap", "aside", "may"), [
    ("handgun", 24, 0, True), ("handgun", 24, 1, True), ("handgun", 24, 2, False), ("handgun", 25, 0, False),
    ("crossbow", 30, 0, True), ("crossbow", 31, 0, False),
])  # fmt: skip
def test_range_is_measured_from_edge_to_edge(weapon, gap, aside, may):
    """One column to the right the gap is still straight; two to the right it is the root of 24 * 24 + 1, 24.02."""
    assert bool(aims(apart(gap, {"missile": weapon}, aside=aside, upto=None))) is may


@clause("tow.x.shoot.eligibility")
@pytest.mark.parametrize(("gap", "fired"), [(5, 5), (24, 3), (25, 0)])
def test_every_model_measures_its_own_range(gap, fired):
    """Five files with handguns, an orc before the first: at 24 inches straight ahead the first two have a gap of 24, the third
    one of 24.02; he stands before the second: three of five.
    """
    scene = apart(gap, {"models": 5, "missile": "handgun"}, aside=1, upto=None)
    assert (shots(scene) if aims(scene) else 0) == fired


@clause("tow.x.shoot.eligibility")
def test_three_of_five_see_and_reach():
    """Rock right before the two on the left."""
    scene = battle(
        shooter((10, 20), models=5),
        target((12, 8)),
        dice=None,
        map=land(rock=[(10, 19), (11, 19)]),
        upto="shoot",
        who="men",
    )
    assert shots(scene) == 3


@pytest.mark.interpreted_only
@clause("tow.x.shoot.eligibility")
@pytest.mark.parametrize("field", ["fleeing", "charged", "charge_failed", "marched", "reformed", "shot"])
def test_what_keeps_a_unit_from_shooting(field):
    ground = Ground(shooter(), target((10, 12)))
    ground.s.phase = Phase.SHOOTING
    assert ground.ask(has_choice, "men")
    setattr(ground.unit("men"), field, 1)
    assert not ground.ask(has_choice, "men")


@clause("tow.x.shoot.eligibility", "tow.x.move.march")
def test_who_marched_does_not_shoot():
    """Nobody is near enough to hold up the march; a step forward without marching is no hindrance."""
    for words, may in ((["march", "forward one", "pass"], False), (["forward one", "pass"], True)):
        scene = apart(20, upto="move", dice=None)
        scene.play(*words)
        assert bool(aims(scene)) is may


@clause("tow.x.shoot.eligibility", "tow.x.move.reform")
def test_who_reformed_does_not_shoot():
    scene = apart(20, {"models": 4, "files": 2}, upto="move")
    scene.play("reform files_4 ahead")
    assert aims(scene) == []


@clause("tow.x.shoot.eligibility", "tow.x.move.charge_failed")
def test_who_charged_in_vain_does_not_shoot():
    """Eight inches by M 4: a charge die of 1 falls short."""
    for charge, may in (("charge orcs", False), ("pass", True)):
        scene = apart(8, upto="charge", dice=[1, 1] if charge != "pass" else [])
        scene.play(charge)
        if may:
            assert aims(scene) == ["shoot orcs single"]
        else:
            go_on(scene, "charge", "men")
            assert scene.round == 2


@clause("tow.x.shoot.eligibility", "tow.x.combat.engaged")
def test_who_is_engaged_does_not_shoot():
    """Orcs in contact, goblins in sight."""
    goblins = target((14, 4), name="goblins", models=5)
    scene = fray({"models": 5, "missile": "crossbow"}, {"models": 5}, [goblins], dice=None, upto=None)
    assert aims(scene) == []
    assert aims(fray({"models": 5, "missile": "crossbow"}, {"models": 5}, [goblins], gap=3, dice=None, upto=None))


@clause("tow.x.shoot.eligibility")
@pytest.mark.parametrize("into", [0, 1])
def test_nobody_shoots_into_a_combat_unless_the_book_lets_him(into):
    """Friends fight the orcs; the marksman has a clear line."""
    friends = regiment("friends", "men", (20, 8), "east", models=5)
    orcs = target((21, 12), "west", models=5, files=5)
    rules = {"x.shoot.eligibility.shoot_into_combat": into} if into else None
    scene = battle(shooter((23, 20)), friends, orcs, dice=None, rules=rules)
    assert aims(scene) == (["shoot orcs single"] if into else [])


@clause("tow.x.shoot.eligibility", "tow.x.weapons.table")
@pytest.mark.parametrize(("weapon", "may"), [("handgun", False), ("crossbow", True), ("longbow", True)])
def test_some_weapons_need_that_the_unit_has_not_moved(weapon, may):
    scene = apart(8, {"missile": weapon}, upto="move")
    scene.play("forward one", "pass")
    assert bool(aims(scene)) is may
    assert aims(apart(8, {"missile": weapon}, upto=None))


@clause("tow.x.shoot.eligibility")
def test_who_stood_and_shot_may_shoot_in_his_own_turn():
    """The orcs charge from eight inches, are shot at in vain (a 1), and fall short."""
    scene = apart(8, upto="charge", who="orcs", dice=[1, 1, 1])
    scene.play("charge men")
    scene.play("stand_and_shoot")
    go_on(scene, "shoot", "men")
    assert scene.round == 2
    assert scene.choices("shoot") == ["shoot orcs single"]


# --- Ballistic Skill


@clause("tow.x.shoot.to_hit", "tow.profile.ballistic_skill")
@pytest.mark.parametrize(("skill", "need"), list(enumerate([6, 5, 4, 3, 2, 2, 2, 2, 2, 2], 1)))
def test_what_ballistic_skill_needs(skill, need):
    assert p_hit(apart(5, {"ballistic_skill": skill})) == exactly((7 - need) / 6)


@clause("tow.x.shoot.to_hit")
@pytest.mark.parametrize(("skill", "modifier", "chance"), [
    (3, 0, 0.500000), (4, -2, 0.333333), (3, -2, 0.166667), (3, -3, 0.083333), (3, -4, 0.055556), (3, -5, 0.027778), (2, -5, 0.0),
    (6, 0, 0.833333), (6, -1, 0.666667), (9, -1, 0.666667), (4, 2, 0.833333), (1, -6, 0.0),
])  # fmt: skip
def test_modifiers_change_what_is_needed(skill, modifier, chance):
    """At long range, with that modifier; a 7, 8 or 9 is a 6 and then a 4, 5 or 6."""
    assert p_hit(apart(20, {"ballistic_skill": skill}, rules={MODIFIER + "long_range": modifier})) == exactly(chance)


@clause("tow.x.shoot.to_hit")
@pytest.mark.parametrize(("rules", "skill", "modifier", "chance"), [
    ({"base": 8}, 3, 0, 2 / 6), ({"base": 6}, 3, 0, 4 / 6), ({"min_need": 3}, 9, 0, 4 / 6), ({"min_need": 1}, 9, 0, 5 / 6),
    ({"extended_max": 8}, 3, -5, 0), ({"extended_max": 8}, 3, -4, 1 / 18), ({"extended_max": 6}, 3, -3, 0),
    ({"extended_offset": 4}, 3, -3, 4 / 36), ({"extended_offset": 2}, 3, -3, 2 / 36),
    ({"extended_offset": 4, "extended_max": 10}, 2, -5, 1 / 36),
])  # fmt: skip
def test_the_numbers_of_the_roll_to_hit_can_be_set(rules, skill, modifier, chance):
    """A natural 1 misses even where a 1 would be enough."""
    rules = {TO_HIT + name: value for name, value in rules.items()} | {MODIFIER + "long_range": modifier}
    assert p_hit(apart(20, {"ballistic_skill": skill}, rules=rules)) == exactly(chance)


@clause("tow.profile.zero_bs", "tow.x.shoot.to_hit")
@pytest.mark.parametrize("men", [
    {"missile": "shortbow"}, {"missile": "fire_thrower"}, {"template": "stone_thrower"}, {"template": "cannon"},
])  # fmt: skip
def test_without_ballistic_skill_nobody_shoots(men):
    """Not with weapons that need no roll to hit, either."""
    gap = 4 if men.get("missile") == "fire_thrower" else 14
    fields = {**men, "missile": men.get("missile", men.get("template"))}
    assert aims(apart(gap, fields, upto=None))
    assert aims(apart(gap, {**fields, "ballistic_skill": 0}, upto=None)) == []


@pytest.mark.interpreted_only
@clause("tow.profile.zero_bs", "tow.x.move.charge_reaction")
@pytest.mark.parametrize("skill", [0, 3])
def test_without_ballistic_skill_nobody_stands_and_shoots(skill):
    scene = charged(8, {"ballistic_skill": skill})
    assert ("stand_and_shoot" in scene.first_words()) is (skill > 0)
    refusal = Ground.of(scene).ask(refusal_of_stand_and_shoot, "men", "orcs")
    assert refusal == (Refusal.NONE if skill > 0 else Refusal.NO_SKILL)


@clause("tow.profile.ballistic_skill", "tow.x.character.embedded")
def test_a_character_shoots_with_his_own_skill():
    """Five men with BS 3, their lord with BS 6: 4 / 2 + 5 / 6 hits."""
    scene = apart(5, {"models": 5, "character": "lord", "char_ballistic_skill": 6}, {"at": (12, 44)})
    assert mean(scene.odds("shoot orcs", want="hits")) == exactly(4 / 2 + 5 / 6)


@clause("tow.profile.zero_bs", "tow.x.character.embedded")
def test_a_character_with_skill_shoots_for_himself_among_men_without():
    """BS 4 at short range: one shot, which hits on 3 and more."""
    men = {"models": 5, "ballistic_skill": 0, "character": "lord"}
    scene = apart(5, {**men, "char_ballistic_skill": 4}, {"at": (12, 44)})
    assert p_hit(scene) == exactly(4 / 6)
    assert shots(scene) == 1
    assert aims(apart(5, {**men, "char_ballistic_skill": 0}, {"at": (12, 44)}, upto=None)) == []


@clause("tow.profile.zero_bs", "tow.x.shoot.stone_thrower", "tow.x.shoot.flame")
@pytest.mark.parametrize(("missile", "gap"), [("stone_thrower", 14), ("cannon", 14), ("fire_thrower", 4)])
@pytest.mark.parametrize(("skill", "own", "may"), [(3, 0, False), (0, 3, True), (0, 0, False)])
def test_where_one_model_shoots_for_all_its_skill_counts(missile, gap, skill, own, may):
    """Of two the left one, which is the character."""
    men = {"models": 2, "missile": missile, "ballistic_skill": skill, "character": "lord", "char_ballistic_skill": own}
    assert bool(aims(apart(gap, men, upto=None))) is may


# --- modifiers


@clause("tow.x.shoot.modifiers")
@pytest.mark.parametrize(("gap", "aside", "moved", "ground", "chance"), [
    (15, 0, False, "", 0.666667), (15, 2, True, "hedge", 0.166667), (20, 0, True, "woods", 0.083333),
])  # fmt: skip
def test_worked_examples_of_modifiers(gap, aside, moved, ground, chance):
    """BS 4 with a longbow, range 30: 3+; the root of 15 * 15 + 1 is long range, a step, and partial cover: 6+; 20 inches, a step,
    and full cover: 7+.
    """
    end = (10 + aside, 49 - gap)
    cells = {
        "hedge": {"low_obstacle": [(end[0] + i, end[1] + 1) for i in (-1, 0, 1)]},
        "woods": {"woods": [end]},
        "": {},
    }[ground]
    start = 51 if moved else 50
    men = {"ballistic_skill": 4, "missile": "longbow", "at": (10, start), "movement": 1}
    scene = apart(gap, men, aside=aside, map=land(DEEP, **cells), upto="move" if moved else "shoot")
    if moved:
        scene.play("forward one")
        go_on(scene, "shoot", "men")
    assert p_hit(scene) == exactly(chance)


@clause("tow.x.shoot.modifiers")
@pytest.mark.parametrize(("weapon", "gap", "chance"), [
    ("crossbow", 15, 1 / 2), ("crossbow", 16, 1 / 3), ("shortbow", 9, 1 / 2), ("shortbow", 10, 1 / 3), ("throwing_axe", 4, 1 / 2),
    ("throwing_axe", 5, 1 / 3),
])  # fmt: skip
def test_long_range_begins_beyond_half(weapon, gap, chance):
    assert p_hit(apart(gap, {"missile": weapon})) == exactly(chance)


@clause("tow.x.shoot.modifiers", "tow.x.weapons.table")
@pytest.mark.parametrize(("weapon", "chance"), [
    ("longbow", 1 / 3), ("crossbow", 1 / 6), ("shortbow", 1 / 2), ("javelin", 1 / 2), ("throwing_axe", 1 / 2),
    ("poison_darts", 1 / 2), ("repeater", 1 / 2),
])  # fmt: skip
def test_shooting_after_a_move(weapon, chance):
    """Quick weapons lose nothing, ponderous ones two."""
    scene = apart(5, {"missile": weapon}, upto="move")
    scene.play("forward one", "pass")
    go_on(scene, "shoot", "men")
    assert p_hit(scene, "shoot orcs single") == exactly(chance)


@clause("tow.x.shoot.modifiers")
@pytest.mark.parametrize("word", ["turn_left", "back", "side_left"])
def test_any_manoeuvre_is_a_move(word):
    scene = apart(5, {"missile": "longbow", "traits": ["all_round"]}, upto="move")
    scene.play(word, "pass")
    go_on(scene, "shoot", "men")
    assert p_hit(scene) == exactly(1 / 3)


@clause("tow.x.shoot.modifiers")
def test_who_moved_a_turn_ago_has_not_moved():
    scene = apart(5, {"missile": "longbow"}, upto="move")
    scene.play("forward one", "pass")
    go_on(scene, "shoot", "men")
    next_turn(scene, "shoot", "men")
    assert scene.round == 2
    assert p_hit(scene) == exactly(1 / 2)


@clause("tow.x.shoot.modifiers", "tow.x.move.charge_reaction")
@pytest.mark.parametrize("weapon", ["longbow", "crossbow", "shortbow"])
@pytest.mark.parametrize("moved", [False, True])
def test_stand_and_shoot_is_harder_whether_or_not_the_unit_moved(weapon, moved):
    """At short range, in place of the modifier for moving."""
    scene = charged(8, {"missile": weapon})
    if moved:
        scene.unit("men").moved = 1
    assert p_hit(scene, "stand_and_shoot") == exactly(1 / 3)


@clause("tow.x.shoot.modifiers", "tow.x.move.charge_reaction")
def test_stand_and_shoot_example():
    """M 7 at eight inches, BS 4: 3+ becomes 4+."""
    scene = charged(8, {"ballistic_skill": 4, "missile": "longbow"}, {"movement": 7})
    assert p_hit(scene, "stand_and_shoot") == exactly(0.5)


@clause("tow.x.shoot.modifiers")
def test_a_large_target_is_easier_to_hit():
    assert p_hit(apart(6, {"missile": "handgun"}, {"traits": ["large_target", "unbreakable"]})) == exactly(0.666667)


@clause("tow.x.shoot.modifiers")
def test_every_modifier_can_be_set():
    """Each one a step harder than it is: 3+ ... as BS 4 counts it."""

    def scene(name, gap=5, men=None, orcs=None, ground=None, words=()):
        rules = {
            MODIFIER + name: {"moved": -2, "ponderous_moved": -3, "full_cover": -3, "large_target": 0}.get(name, -2)
        }
        men = {"ballistic_skill": 4, "missile": "longbow", **(men or {})}
        laid = apart(gap, men, orcs, rules=rules, map=land(DEEP, **(ground or {})), upto="move" if words else "shoot")
        for word in words:
            laid.play(word)
        return go_on(laid, "shoot", "men")

    assert p_hit(scene("long_range", gap=16)) == exactly(2 / 6)
    assert p_hit(scene("moved", words=["forward one", "pass"])) == exactly(2 / 6)
    assert p_hit(scene("ponderous_moved", men={"missile": "crossbow"}, words=["forward one", "pass"])) == exactly(1 / 6)
    assert p_hit(scene("partial_cover", ground={"low_obstacle": [(10, 45)]})) == exactly(2 / 6)
    assert p_hit(scene("full_cover", ground={"woods": [(10, 44)]})) == exactly(1 / 6)
    assert p_hit(scene("multiple_shots", men={"missile": "repeater"}), "shoot orcs single") == exactly(4 / 6)
    assert p_hit(scene("large_target", orcs={"traits": ["large_target"]})) == exactly(4 / 6)
