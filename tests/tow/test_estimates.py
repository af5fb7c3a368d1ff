"""What behaviours expect of charges, shots, machines and spells is what the rules give."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.coven import SPELLS, mages, when_cast
from tow.frays import beaten, blows, charged
from tow.scenes import battle, duel, exactly, land, regiment
from tow.shots import shooter, target

from tactica.agents.why import why

WEIGH = {
    "about": "Weighs the estimates that are read here.",
    "intents": {"strike": 1, "shoot": 1, "approach": 1},
    "weights": {"hit": 1, "harm": 1},
}


def estimate(scene, text, feature):
    """What is expected of the first choice that begins so."""
    return next(c for c in why(scene.game, WEIGH).choices if c.text.startswith(text)).features[feature]


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("gap", "ground", "chance"), [
    (8, "", 1 - (3 / 6) ** 2), (8, "woods", 1 - (4 / 6) ** 2), (9, "low_obstacle", 1 - (5 / 6) ** 2), (10, "woods", 0.0),
])  # fmt: skip
def test_a_charge_is_expected_to_need_an_inch_more_across_rough_ground(gap, ground, chance):
    """M 4 and the higher of two dice."""
    cells = {ground: [(x, 12) for x in range(5, 25)]} if ground else {}
    men, orcs = regiment("men", at=(10, 14)), regiment("orcs", at=(14, 13 - gap), facing="south")
    scene = battle(men, orcs, map=land(**cells), upto="charge", who="men", dice=None)
    assert estimate(scene, "charge", "hit") == pytest.approx(chance, abs=1e-6)
    odds = scene.odds("charge orcs", want="event charge_reached", answers={"reaction": "hold"}, open="stop")
    assert odds[1] == exactly(chance)


@clause("tow.x.shoot.modifiers", "tow.cover.obscured")
@pytest.mark.parametrize(("ground", "need"), [("", 4), ("low_obstacle", 5), ("woods", 6)])
def test_a_shot_is_expected_to_hit_by_the_cover_of_its_target(ground, need):
    """Ballistic Skill 3 at short range: 4, and one or two more by a wall or woods before the target."""
    cells = {ground: [(x, 9) for x in range(5, 25)]} if ground else {}
    men = regiment("men", at=(10, 18), models=5, missile="longbow", movement=0)
    orcs = regiment("orcs", at=(14, 8), facing="south", models=10)
    scene = battle(men, orcs, map=land(**cells), upto="shoot", who="men", dice=None)
    assert estimate(scene, "shoot", "hit") == pytest.approx((7 - need) / 6, abs=1e-6)
    lost = scene.odds("shoot orcs single", want="orcs.models", open="stop")
    assert estimate(scene, "shoot", "harm") == pytest.approx((10 - lost.mean()) / 10, abs=1e-3)


# --- what hits do


def shooting(missile, gap=4, models=1, **orcs):
    """A man about to shoot at an orc of three Wounds."""
    orcs = {"models": 1, "wounds": 3, "traits": ["unbreakable"], **orcs}
    men = {"models": models, "missile": missile}
    return duel(men, orcs, gap=gap, size=(36, 44), dice=None, upto="shoot", who="men")


@clause("tow.x.damage.poison", "tow.x.damage.armour_bane", "tow.x.damage.ward")
@pytest.mark.parametrize(("missile", "orc", "wounds"), [
    ("poison_darts", {"toughness": 4}, 1 / 6 + 2 / 6 * 1 / 6),  # it hits on 4 and more, and a six wounds by itself
    ("handgun", {"armour_value": 4}, 1 / 2 * (3 / 6 * 4 / 6 + 1 / 6 * 5 / 6)),  # a six leaves no more than a save on 6
    ("handgun", {"regeneration": 4}, 1 / 2 * 4 / 6 * 1 / 2),
])  # fmt: skip
def test_poison_armour_bane_and_regeneration_are_expected_of_shots(missile, orc, wounds):
    """At short range with Ballistic Skill 3; a handgun has S 4, AP -1 and armour bane 1."""
    scene = shooting(missile, **orc)
    assert estimate(scene, "shoot", "harm") == pytest.approx(wounds / 3, abs=1e-6)
    assert scene.odds("shoot orcs", want="result wounds").mean() == exactly(wounds)


@clause("tow.x.shoot.flame", "tow.x.damage.ward")
def test_flames_are_expected_to_stop_regeneration():
    """Two models wholly and four partly under it are four hits: S 4 against T 3, AP -1 leaves AV 5 a six."""
    orcs = {"at": (11, 16), "models": 6, "files": 3, "toughness": 3, "armour_value": 5, "regeneration": 3}
    scene = battle(shooter(missile="breath_flame"), target(**orcs), dice=None, upto="shoot", who="men")
    wounds = 4 * 4 / 6 * 5 / 6
    assert estimate(scene, "flame straight", "harm") == pytest.approx(wounds / 6, abs=1e-6)
    assert estimate(scene, "flame straight", "hit") == 1
    assert scene.odds("flame straight", want="result wounds").mean() == exactly(wounds)


@clause("tow.x.shoot.flame")
@pytest.mark.parametrize("first", ["goblins", "orcs"])
def test_a_flame_is_expected_to_burn_those_who_lie_under_it(first):
    """Straight ahead of (10, 20) two orcs are wholly and four partly under it: four hits, S 4 against T 3. Hardy goblins partly
    under it, and trolls beside it, are nearer; only the trolls are under it to the right.
    """
    orcs = target((11, 14), models=6, files=3, toughness=3)
    units = [orcs, target((11, 16), name="goblins")] if first == "orcs" else [target((11, 16), name="goblins"), orcs]
    trolls = target((13, 18), name="trolls")
    scene = battle(shooter(missile="breath_flame"), *units, trolls, dice=None, upto="shoot", who="men")
    wounds = 4 * 4 / 6
    assert estimate(scene, "flame straight", "harm") == pytest.approx(wounds / 6, abs=1e-6)
    assert estimate(scene, "flame straight", "hit") == 1
    assert scene.odds("flame straight", want="result wounds on orcs").mean() == exactly(wounds)
    assert estimate(scene, "flame right", "harm") == 0
    assert estimate(scene, "flame right", "hit") == 1 / 2
    names = {choice.text: scene.names[choice.target] for choice in why(scene.game, WEIGH).choices if choice.target >= 0}
    assert names == {"flame straight": "orcs", "flame right": "trolls"}


@clause("tow.x.damage.poison", "tow.x.morale.traits", "tow.x.combat.to_hit")
@pytest.mark.parametrize(("traits", "wounds"), [
    ([], 1 / 2 * 1 / 2), (["poison"], 1 / 6 + 2 / 6 * 1 / 2), (["hatred"], 3 / 4 * 1 / 2),
    (["poison", "hatred"], 1 / 4 + 2 / 4 * 1 / 2),
])  # fmt: skip
def test_poison_and_hatred_are_expected_of_blows(traits, wounds):
    """One blow of a charge that is sure to arrive: 4 and more hit, 4 and more wound."""
    men, orcs = {"models": 1, "traits": traits}, {"models": 1, "wounds": 3, "traits": ["unbreakable"]}
    scene = duel(men, orcs, gap=4, upto="charge", who="men", dice=None)
    assert estimate(scene, "charge orcs", "harm") == pytest.approx(wounds / 3, abs=1e-6)


# --- whom hits fall on


def mixed(men, **orcs):
    """Men about to shoot at an orc and a lord of three Wounds beside him."""
    men = {"ballistic_skill": 4, "missile": "shortbow", "files": 12, **men}
    orcs = {"models": 2, "files": 2, "character": "lord", "traits": ["unbreakable"], **orcs}
    return duel(men, orcs, gap=4, dice=None, upto="shoot", who="men")


@clause("tow.x.character.embedded", "tow.casualties.wound_pool")
@pytest.mark.parametrize(("shots", "expected"), [(1, 1 / 3), (3, 1.0), (6, 1.0)])
def test_a_volley_is_expected_to_take_no_more_than_the_rank_and_file(shots, expected):
    """Each shot hits on 3 and more and wounds on 4 and more: a third of a wound. The orc has one, and the lord his own."""
    scene = mixed({"models": shots})
    assert estimate(scene, "shoot", "harm") == pytest.approx(expected / 4, abs=1e-6)
    wounds = scene.odds("shoot orcs", want="result wounds on orcs", open="stop")
    assert wounds.mean() == exactly(1 - (2 / 3) ** shots)


@clause("tow.x.character.embedded")
def test_a_volley_is_expected_to_wound_a_lord_who_is_left_alone():
    """Three Wounds, of which one is lost: two shots, T 4 and AV 5 leave 2/3 * 1/3 * 4/6 of each."""
    lord = {"char_toughness": 4, "char_armour_value": 5, "char_lost_wounds": 1}
    scene = mixed({"models": 2}, models=1, **lord)
    each = 2 / 3 * 1 / 3 * 4 / 6
    assert estimate(scene, "shoot", "harm") == pytest.approx(2 * each / 2, abs=1e-6)
    assert scene.odds("shoot orcs", want="result wounds on orcs", open="stop").mean() == exactly(2 * each)


@clause("tow.x.magic.spells", "tow.x.character.embedded")
def test_a_spell_is_expected_to_take_no_more_than_the_rank_and_file():
    """Stone rain is cast unless two ones come: seven hits, half of which wound, on an orc of one Wound beside a lord of three."""
    scene = mages(dice=None, orcs={"models": 2, "files": 2, "character": "lord"})
    assert estimate(scene, "cast_unit stone_rain", "harm") == pytest.approx(35 / 36 * 1 / 4, abs=1e-6)


@clause("tow.x.combat.allocate", "tow.x.character.embedded")
def test_a_charge_is_expected_to_take_no_more_than_the_rank_and_file():
    """Ten men with three attacks each in ten files, of whom no more than one orc can die."""
    orcs = {"models": 2, "files": 2, "character": "lord", "traits": ["unbreakable"]}
    scene = duel({"models": 10, "files": 10, "attacks": 3}, orcs, gap=4, upto="charge", who="men", dice=None)
    assert estimate(scene, "charge orcs", "harm") == pytest.approx(1 / 4, abs=1e-6)


# --- machines and templates


def machine(kind, *orcs, at=(10, 50), **more):
    """A war machine about to shoot."""
    men = regiment("men", at=at, template=kind, ballistic_skill=10)
    return battle(men, *orcs, dice=None, size=(36, 72), upto="shoot", who="men", **more)


@clause("tow.x.shoot.bolt_thrower")
def test_a_bolt_is_expected_to_go_through_the_ranks():
    """It hits on 2 and more; S 6, 5 and 4 against T 3 need 2, 2 and 3."""
    scene = machine("bolt_thrower", target((12, 30), models=15, files=5, toughness=3, armour_value=5))
    first, second, third = 5 / 6, 5 / 6 * 5 / 6, 5 / 6 * 5 / 6 * 4 / 6
    wounds = 5 / 6 * (first + second + third)
    assert estimate(scene, "shoot orcs", "harm") == pytest.approx(wounds / 15, abs=1e-6)
    assert scene.odds("shoot orcs", want="result wounds").mean() == pytest.approx(wounds, abs=1e-6)


@clause("tow.x.shoot.bolt_thrower", "tow.x.damage.multiple_wounds")
@pytest.mark.parametrize(("has", "mean", "slays"), [(2, 5 / 3, 2 / 3), (3, 2, 1 / 3), (5, 2, 0)])
def test_a_bolt_is_expected_to_stop_at_a_model_it_does_not_slay(has, mean, slays):
    """D3 wounds each: a model of two is slain by a 2 or a 3."""
    scene = machine("bolt_thrower", target((10, 30), models=2, files=1, toughness=3, wounds=has))
    wounds = 5 / 6 * (5 / 6 * mean + 5 / 6 * slays * 5 / 6 * mean)
    assert estimate(scene, "shoot orcs", "harm") == pytest.approx(wounds / (2 * has), abs=1e-6)
    assert scene.odds("shoot orcs", want="orcs.models", open="stop")[2] < 1 or slays == 0


@clause("tow.x.shoot.stone_thrower", "tow.scatter.place_and_roll")
def test_a_stone_is_expected_to_scatter():
    """On one orc: the scatter die shows a HIT twice in six and the artillery die no misfire five times: S 8 against T 8, and of
    D3 wounds no more than his two. Two inches along a diagonal are one cell each way, where the stone covers a part of him: half
    are hit, and a 6 wounds.
    """
    scene = machine("stone_thrower", target((10, 30), toughness=8, wounds=2))
    falls, beside = 2 / 6 * 5 / 6, 4 / 6 * 4 / 8 * 1 / 6 / 2
    assert estimate(scene, "shoot_cell 10,30", "hit") == pytest.approx(falls + beside, abs=1e-6)
    wounds = falls * 1 / 2 * 5 / 3 + beside * 1 / 6
    assert estimate(scene, "shoot_cell 10,30", "harm") == pytest.approx(wounds / 2, abs=1e-6)
    assert scene.odds("shoot_cell 10,30", want="result wounds on orcs").mean() == exactly(wounds)


@clause("tow.x.shoot.stone_thrower", "tow.x.damage.multiple_wounds")
def test_a_stone_is_expected_to_take_no_more_than_is_left_of_the_last_model():
    """As above, but of three Wounds the orc has lost two: whatever wounds him takes the third."""
    scene = machine("stone_thrower", target((10, 30), toughness=8, wounds=3, lost_wounds=2))
    wounds = 2 / 6 * 5 / 6 * 1 / 2 + 4 / 6 * 4 / 8 * 1 / 6 / 2 * 1 / 6
    assert estimate(scene, "shoot_cell 10,30", "harm") == pytest.approx(wounds, abs=1e-6)
    assert scene.odds("shoot_cell 10,30", want="result wounds on orcs").mean() == exactly(wounds)


@clause("tow.x.shoot.stone_thrower", "tow.templates.hits", "tow.x.character.embedded")
@pytest.mark.parametrize("fields", [{}, {"character": "lord"}])
def test_stones_that_go_wide_count_as_well(fields):
    """What is expected of 25 orcs in five ranks is the mean of all that may happen."""
    scene = machine("stone_thrower", target((12, 32), models=25, files=5, toughness=3, **fields))
    text = next(choice.text for choice in why(scene.game, WEIGH).choices if choice.text.startswith("shoot_cell"))
    found = scene.odds(text, want="hits", open="stop")
    assert estimate(scene, text, "hit") == pytest.approx(1 - found[0], abs=1e-6)
    left = 25 if not fields else 24 + int(scene.unit("orcs").char_wounds)
    lost = scene.odds(text, want="result wounds on orcs", open="stop").mean()
    assert estimate(scene, text, "harm") == pytest.approx(lost / left, abs=1e-6)


@clause("tow.x.shoot.cannon")
def test_a_ball_is_expected_to_cross_those_beyond_the_aim():
    """Twelve orcs of T 10 in one file: half the hits of S 10 wound."""
    men = regiment("men", at=(10, 20), template="cannon", base_mm=[25, 25])
    orcs = target((10, 12), models=12, files=1)
    scene = battle(men, orcs, dice=None, size=(36, 24), upto="shoot", who="men")
    text = next(choice.text for choice in why(scene.game, WEIGH).choices if choice.text.startswith("shoot_cell"))
    behind = int(text.split(",")[1]) - 1  # orcs beyond the aim; the first rank is at row 12, the last at row 1
    hits = 0.0
    for flown in (2, 4, 6, 8, 10):
        for bounce in (2, 4, 6, 8, 10):
            hits += max(min(flown + bounce, behind) - flown + 1, 0) / 36
        hits += (1 if flown <= behind else 0) / 36  # a ball that stays where it lands
    assert scene.odds(text, want="hits").mean() == exactly(hits)
    assert estimate(scene, text, "harm") == pytest.approx(hits / 2 / 12, abs=1e-6)


@clause("tow.x.magic.spells", "tow.test.characteristic_naturals")
@pytest.mark.parametrize("stays", [True, False])
def test_a_sinkhole_is_expected_to_take_half_of_those_on_it(stays):
    """It is cast unless two ones come; Initiative 3 fails half the tests. Where it was laid, one model is wholly and eight partly
    under it.
    """
    rules = {"x.dice.scatter_die.hit_faces": 6} if stays else {}
    scene = mages(dice=None, rules=rules, orcs={"models": 25, "toughness": 10})
    text = next(choice.text for choice in why(scene.game, WEIGH).choices if choice.text.startswith("cast_cell"))
    found = when_cast(scene, text, "result wounds on orcs")
    lost = sum(number * chance for number, chance in found.items())
    if stays:
        assert lost == exactly((1 + 8 / 2) / 2)
    assert estimate(scene, text, "harm") == pytest.approx(35 / 36 * lost / 25, abs=1e-6)


@clause("tow.x.magic.cast")
@pytest.mark.parametrize(("value", "ways"), [(0, 35), (5, 35), (9, 21), (14, 1), (15, 1), (20, 1)])
def test_a_spell_is_expected_to_fail_on_a_two_and_to_work_on_a_twelve(value, ways):
    """A wizard of level 2: seven and more in 21 of 36 ways."""
    scene = mages(dice=None, rules={f"{SPELLS}.bolt_cv": value})
    assert estimate(scene, "cast_unit ember_bolt", "hit") == pytest.approx(ways / 36, abs=1e-6)
    assert scene.odds("cast_unit ember_bolt orcs", want="event cast", open="stop")[1] == exactly(ways / 36)


@clause("tow.x.magic.dispel")
@pytest.mark.parametrize(("cast", "level", "ways"), [((1, 2), 4, 35), ((4, 5), 4, 15), ((5, 6), 1, 1)])
def test_dispelling_is_expected_to_fail_on_a_two_and_to_work_on_a_twelve(cast, level, ways):
    """Cast by level 2 with a total of 5, 11 or 13: level 4 beats 5 with any roll and 11 with eight or more; to beat 13, level 1
    would need thirteen.
    """
    orcs = {"models": 6, "character": "hexer", "wizard_level": level}
    scene = mages(dice=list(cast), orcs=orcs)
    scene.play("cast_unit ember_bolt orcs")
    scene.dice = None
    assert scene.prompt == "dispel"
    assert estimate(scene, "dispel", "hit") == pytest.approx(ways / 36, abs=1e-6)
    assert scene.odds("dispel", want="event dispelled", open="stop")[1] == exactly(ways / 36)


# --- combat


@clause("tow.x.combat.stomp")
@pytest.mark.parametrize(("troop", "hits"), [("war_beasts", 2), ("swarms", 2), ("heavy_cavalry", 0)])
def test_stomps_are_expected_of_infantry_swarms_and_war_beasts(troop, hits):
    """S 3 against T 3."""
    men = {"models": 1, "attacks": 0, "stomp": 2}
    scene = duel(men, {"models": 1, "wounds": 4, "troop_type": troop}, gap=4, upto="charge", who="men", dice=None)
    assert estimate(scene, "charge orcs", "harm") == pytest.approx(hits / 2 / 4, abs=1e-6)


@clause("tow.x.combat.impact_hits")
@pytest.mark.parametrize(("gap", "hits"), [(1, 0), (2, 0), (3, 2)])
def test_impact_hits_are_expected_of_a_charge_of_some_inches(gap, hits):
    """Three; S 3 against T 3."""
    men = {"models": 1, "attacks": 0, "impact_hits": 2}
    scene = duel(men, {"models": 1, "wounds": 4}, gap=gap, upto="charge", who="men", dice=None)
    assert estimate(scene, "charge orcs", "harm") == pytest.approx(hits / 2 / 4, abs=1e-6)


@clause("tow.profile.attacks", "tow.x.combat.supporting", "tow.x.setup.command_group", "tow.x.morale.traits")
@pytest.mark.parametrize(("men", "number"), [
    ({}, 0), ({"champion": True}, 1), ({"traits": ["frenzy"]}, 8), ({"character": "lord", "char_attacks": 0}, 0),
])  # fmt: skip
def test_blows_are_expected_of_those_who_have_any(men, number):
    """Eight with A 0 in four files, all of whom fight or support; half the blows hit, half of those wound."""
    men = {"models": 8, "files": 4, "attacks": 0, **men}
    scene = duel(men, gap=4, upto="charge", who="men", dice=None, skip_forced=False)
    assert estimate(scene, "charge orcs", "harm") == pytest.approx(number / 4 / 20, abs=1e-6)


@clause("tow.x.combat.break_and_pursue", "tow.x.combat.fall_back", "tow.x.morale.traits")
@pytest.mark.parametrize(("men", "orcs", "chance"), [
    ([], [], 0.556327), (["swiftstride"], [], 0.724151), ([], ["swiftstride"], 0.381173),
])  # fmt: skip
def test_a_pursuit_is_expected_to_catch_by_the_dice_of_both(men, orcs, chance):
    """Nobody is caught who falls back in good order."""
    fields = {"men": {"traits": men}, "orcs": {"traits": orcs}}
    broken, falling = beaten(7, 1, dice=[6, 6], **fields), beaten(7, 1, dice=[3, 4, 1, 1], **fields)
    broken.play("pass")
    falling.play("pass")
    assert estimate(broken, "pursue", "hit") == pytest.approx(chance, abs=1e-6)
    assert broken.odds("pursue", want="caught by men", open="stop").at_least(1) == exactly(chance)
    assert estimate(falling, "pursue", "hit") == 0


@clause("tow.x.combat.overrun")
def test_an_overrun_is_expected_to_catch_nobody():
    scene = charged({"attacks": 2, "initiative": 5}, {"models": 3, "files": 3}, dice=[1, 1, *blows(12, 3)])
    scene.play("pass")
    assert scene.prompt == "overrun"
    assert estimate(scene, "pursue", "hit") == 0
