"""Volleys: ranks that shoot over the front, several shots of one weapon, and the panic of those who lose many."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import at_least, mean
from tow.scenes import battle, block, exactly, go_on, land, regiment
from tow.shots import apart, charged, shooter, shots, target

REAR = "x.shoot.volley_fire.rear_fraction_pct"
PANIC = "x.morale.panic."


def bowmen(models=10, files=5, **men):
    """Bowmen whose front begins at (10, 50)."""
    return {"missile": "longbow", "models": models, "files": files, **men}


def fired(models, files=5, gap=5, orcs=None, **more):
    """Shots at an orc before the middle of the front."""
    return shots(apart(gap, bowmen(models, files), orcs, aside=files // 2, **more))


# --- volley fire


@clause("tow.x.shoot.volley_fire")
@pytest.mark.parametrize(("models", "files", "expected"), [
    (10, 5, 8), (13, 5, 10), (5, 5, 5), (6, 5, 6), (7, 5, 6), (8, 5, 7), (20, 10, 15), (15, 5, 11), (4, 1, 4), (3, 5, 3),
])  # fmt: skip
def test_half_of_each_rear_rank_shoots_too(models, files, expected):
    """Rounded up for each rank: 13 in fives are 5 + 3 + 2."""
    assert fired(models, files) == expected


@clause("tow.x.shoot.volley_fire", "tow.profile.zero_bs")
@pytest.mark.parametrize(("skill", "expected"), [(0, 6), (3, 8)])
def test_nobody_shoots_over_a_character_who_cannot_shoot(skill, expected):
    """The lord stands in the third of five files, and the three who shoot from behind in the first three."""
    assert shots(apart(5, bowmen(character="lord", char_ballistic_skill=skill), aside=2)) == expected


@clause("tow.x.shoot.volley_fire")
@pytest.mark.parametrize("weapon", ["shortbow", "crossbow", "handgun"])
def test_other_weapons_shoot_from_the_front_rank_only(weapon):
    assert shots(apart(4, bowmen(missile=weapon), aside=2)) == 5


@clause("tow.x.shoot.volley_fire")
def test_who_has_moved_fires_no_volley():
    for words, expected in (("forward one", 5), ("pass", 8)):
        scene = apart(8, bowmen(), aside=2, upto="move")
        scene.play(words)
        go_on(scene, "shoot", "men")
        assert shots(scene) == expected


@clause("tow.x.shoot.volley_fire", "tow.x.move.charge_reaction")
def test_no_volley_at_chargers():
    assert shots(charged(8, bowmen(), aside=2), "stand_and_shoot") == 5


@clause("tow.x.shoot.volley_fire")
@pytest.mark.parametrize(("percent", "files", "expected"), [
    (50, 10, 15), (55, 10, 16), (45, 10, 15), (40, 10, 14), (0, 10, 10), (100, 10, 20), (25, 8, 10), (25, 5, 7),
])  # fmt: skip
def test_how_many_of_the_rear_ranks_shoot_can_be_set(percent, files, expected):
    """Of two ranks: 55 of a hundred of ten are six, 45 five."""
    rules = {} if percent == 50 else {REAR: percent}
    assert fired(2 * files, files, rules=rules) == expected


@clause("tow.x.shoot.volley_fire")
@pytest.mark.parametrize(("rocks", "expected"), [
    ([], 8), ([0], 4 + 2), ([1], 4 + 2), ([2], 4 + 2), ([3], 4 + 3), ([4], 4 + 3), ([0, 1, 2], 2 + 0), ([0, 1, 2, 3], 1 + 0),
])  # fmt: skip
def test_the_rear_shoots_only_behind_a_man_who_may(rocks, expected):
    """Rock right before some files of five; of the second rank the three on the left shoot."""
    men = shooter((10, 20), missile="longbow", models=10, files=5)
    scene = battle(
        men, target((12, 8)), dice=None, map=land(rock=[(10 + file, 19) for file in rocks]), upto="shoot", who="men"
    )
    assert shots(scene) == expected


@clause("tow.x.shoot.volley_fire")
@pytest.mark.parametrize(("aside", "expected"), [(1, 3 + 3), (2, 3 + 2), (4, 2 + 0)])
def test_the_rear_measures_from_the_front_of_its_file(aside, expected):
    """An orc 30 inches before one file: those within one file of him reach him, the next are 30.02 inches away. Of the second
    rank, at 31 inches, the three on the left shoot if the man before them does.
    """
    assert shots(apart(30, bowmen(), aside=aside)) == expected


@clause("tow.x.shoot.volley_fire", "tow.x.shoot.modifiers")
def test_the_rear_has_the_modifiers_of_the_front_of_its_file():
    """BS 3, an orc 15 inches before the first of five files: two files are at short range, three at long. Of the rear the first
    three shoot: 2 + 2 shots need a 4, 3 + 1 a 5.
    """
    scene = apart(15, bowmen())
    assert mean(scene.odds("shoot orcs", want="hits")) == exactly(4 / 2 + 4 / 3)


@clause("tow.x.shoot.volley_fire", "tow.x.los.terrain")
def test_cover_is_judged_from_the_front_of_each_file():
    """A hedge right before the front hides nobody from it; seen from the second rank it would."""
    men = shooter((10, 20), missile="longbow", models=10, files=5)
    orcs = target((14, 18), models=5, files=5)
    scene = battle(men, orcs, dice=None, map=land(low_obstacle=block(5, 19, 15)), upto="shoot", who="men")
    assert mean(scene.odds("shoot orcs", want="hits")) == exactly(8 / 2)


# --- characters among them


@clause("tow.profile.zero_bs", "tow.x.character.embedded")
def test_a_character_without_skill_does_not_shoot():
    """Four of five do, half of whom hit."""
    scene = apart(5, {"models": 5, "files": 5, "character": "lord", "char_ballistic_skill": 0}, aside=2)
    assert mean(scene.odds("shoot orcs", want="hits")) == exactly(4 / 2)
    assert shots(scene) == 4


@clause("tow.x.weapons.table", "tow.x.character.embedded")
def test_a_character_throws_with_his_own_strength():
    """Javelins against T 4: four of S 3 wound on a 5, one of S 6 on a 2."""
    men = {
        "models": 5,
        "files": 5,
        "missile": "javelin",
        "character": "lord",
        "char_ballistic_skill": 3,
        "char_strength": 6,
    }
    scene = apart(5, men, {"toughness": 4, "wounds": 10}, aside=2)
    assert mean(scene.odds("shoot orcs", want="result wounds")) == exactly(4 / 2 * 2 / 6 + 1 / 2 * 5 / 6)


# --- several shots


def repeaters(mode, **more):
    """Hits of five men with BS 4 and repeaters at short range."""
    scene = apart(4, {"missile": "repeater", "ballistic_skill": 4, "models": 5, "files": 5}, aside=2, **more)
    return scene, mean(scene.odds(f"shoot orcs {mode}", want="hits"))


@clause("tow.x.shoot.multiple_shots", "tow.x.shoot.modifiers")
@pytest.mark.parametrize(("mode", "number", "expected"), [("multiple", 10, 5.0), ("single", 5, 3.333333)])
def test_all_shots_or_one_each(mode, number, expected):
    scene, found = repeaters(mode)
    assert found == exactly(expected)
    assert shots(scene, f"shoot orcs {mode}") == number


@clause("tow.x.shoot.multiple_shots", "tow.x.shoot.modifiers")
@pytest.mark.parametrize(("modifier", "expected"), [(0, 10 * 4 / 6), (-2, 10 * 2 / 6)])
def test_what_several_shots_cost_can_be_set(modifier, expected):
    _, found = repeaters("multiple", rules={"x.shoot.modifiers.multiple_shots": modifier})
    assert found == exactly(expected)


@clause("tow.x.shoot.multiple_shots")
@pytest.mark.parametrize(
    ("weapon", "modes"), [("repeater", ["single", "multiple"]), ("shortbow", ["single"]), ("javelin", ["single"])]
)
def test_only_weapons_of_several_shots_have_a_choice(weapon, modes):
    assert apart(4, {"missile": weapon}).choices("shoot") == [f"shoot orcs {mode}" for mode in modes]


@clause("tow.x.shoot.multiple_shots", "tow.x.weapons.table")
@pytest.mark.parametrize(("number", "modes", "expected"), [(3, 2, 3), (1, 1, 1)])
def test_the_shots_of_a_weapon_can_be_set(number, modes, expected):
    scene = apart(4, {"missile": "repeater"}, rules={"tables.missiles.repeater.shots": number})
    assert len(scene.choices("shoot")) == modes
    assert shots(scene, scene.choices("shoot")[-1]) == expected


# --- panic


def volley(orcs, **more):
    """Bowmen shoot at orcs: losses, and whether they panic or pass a test."""
    men = {"missile": "longbow", "models": 5, "files": 5}
    scene = apart(5, men, {"traits": [], "toughness": 1, **orcs}, aside=2, **more)
    return scene.odds("shoot orcs", want=["models", "panics", "calm"])


def panicking(found, lost):
    """The chance of panic after so many losses, and whether it is tested at all."""
    rows = {value: chance for value, chance in found.items() if value[0] == lost}
    total = sum(rows.values())
    return sum(p for v, p in rows.items() if v[1]) / total, sum(p for v, p in rows.items() if v[1] or v[2]) / total


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("models", "lost", "tested", "panic"), [
    (20, 5, 1, 0.416667), (20, 4, 0, 0.0), (12, 3, 1, 0.416667), (13, 3, 0, 0.0), (4, 1, 1, 0.416667), (5, 1, 0, 0.0),
    (5, 2, 1, 0.416667),
])  # fmt: skip
def test_who_loses_a_quarter_to_shooting_may_panic(models, lost, tested, panic):
    """Ld 7: fails on 8 and more, 15 of 36."""
    found = volley({"models": models, "files": 10})
    assert panicking(found, lost) == (exactly(panic), exactly(tested))


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(
    ("percent", "models", "lost", "tested"), [(20, 20, 4, 1), (30, 20, 5, 0), (30, 16, 5, 1), (20, 21, 4, 0)]
)
def test_how_many_losses_are_too_many_can_be_set(percent, models, lost, tested):
    found = volley({"models": models, "files": 10}, rules={PANIC + "loss_fraction_pct": percent})
    assert panicking(found, lost)[1] == exactly(tested)


@clause("tow.x.morale.panic")
@pytest.mark.parametrize(("wounds", "lost", "tested"), [(5, 1, 0), (4, 1, 1), (5, 2, 1), (9, 2, 0)])
def test_a_single_model_counts_its_wounds(wounds, lost, tested):
    """One of five is a fifth, one of four a quarter."""
    scene = apart(
        5, {"missile": "longbow", "models": 2}, {"traits": [], "toughness": 1, "wounds": wounds, "leadership": 8}
    )
    found = scene.odds("shoot orcs", want=["result wounds", "panics", "calm"])
    panic, asked = panicking(found, lost)
    assert asked == exactly(tested)
    assert panic == exactly(tested * 0.277778)


@clause("tow.x.morale.panic")
@pytest.mark.parametrize("trait", ["unbreakable", "frenzy"])
def test_some_never_panic(trait):
    found = volley({"models": 4, "movement": 0, "traits": [trait]})
    assert all(not value[1] and not value[2] for value in found)
    assert at_least({value[0]: 1 for value in found}, 1) > 0


@clause("tow.x.morale.panic")
def test_who_has_less_than_half_left_flees_in_panic():
    """Ten left of twenty lose three, Ld 8: ten of 36 flee, and nobody falls back."""
    orcs = {"traits": [], "toughness": 1, "models": 10, "models_start": 20, "files": 10, "leadership": 8}
    scene = apart(5, {"missile": "longbow", "models": 5, "files": 5}, orcs, aside=2)
    found = scene.odds("shoot orcs", want=["models", "panics", "event flees", "falls_back"])
    rows = {value: chance for value, chance in found.items() if value[0] == 3}
    total = sum(rows.values())
    assert sum(p for v, p in rows.items() if v[2]) / total == exactly(0.277778)
    assert not any(value[3] for value in rows)


def two_companies(models):
    """What becomes of orcs at whom one company after the other shoots: losses, tests."""
    others = [regiment("bows", "men", (16, 50), models=2, missile="longbow")]
    orcs = {"traits": [], "toughness": 1, "models": models, "files": 12, "leadership": 10}
    scene = apart(5, {"missile": "longbow", "models": 2, "files": 2}, orcs, aside=9, friends=others)
    return scene.odds("shoot orcs", then=["bows: shoot orcs"], want=["models", "panics", "calm"])


@clause("tow.x.morale.panic")
def test_losses_of_a_whole_phase_are_added_up():
    """Three of eleven are more than a quarter, two are not: one company alone cannot shoot so many."""
    found = two_companies(11)
    assert {bool(panics + calm) for lost, panics, calm in found if lost >= 3} == {True}
    assert {bool(panics + calm) for lost, panics, calm in found if lost < 3} == {False}


@clause("tow.x.morale.panic")
def test_losses_are_tested_once_a_phase():
    """Each company may shoot a quarter of eight."""
    found = two_companies(8)
    assert max(lost for lost, _, _ in found) == 4
    assert {panics + calm for lost, panics, calm in found if lost >= 2} == {1}


@clause("tow.x.morale.panic", "tow.x.shoot.flame")
@pytest.mark.parametrize(("models", "tested"), [(4, 1), (5, 0)])
def test_losses_to_a_template_count_as_well(models, tested):
    """The tip of the flame reaches the first of a file, on 4 and more: one of four is a quarter, and 15 in 36 panic."""
    orcs = {"traits": [], "toughness": 1, "models": models, "files": 1}
    found = apart(7, {"missile": "breath_flame"}, orcs).odds("flame straight", want=["models", "panics", "calm"])
    assert panicking(found, 1) == (exactly(tested * 0.416667), exactly(tested))
    assert sum(chance for (lost, _, _), chance in found.items() if lost == 1) == exactly(1 / 2 * 5 / 6)
