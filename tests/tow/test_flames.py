"""Flame weapons: whom they burn, when they may, and what that does."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import mean
from tow.scenes import Ground, battle, block, exactly, land, regiment
from tow.shots import aims, shooter, target

from tactica.envs.rulesets.tow.rules.orders import has_choice
from tactica.envs.rulesets.tow.vocab import Phase

FIRING = "x.shoot.flame.firing_models"
#: From (10, 20) the cells (10, 13..16) are covered fully straight ahead; those beside them, and next in the column, partly.
SIX = {"at": (11, 16), "models": 6, "files": 3, "toughness": 3, "armour_value": 5}  # (9..11, 15..16)
CROWD = {"at": (21, 18), "models": 60, "files": 12}  # (10..21, 14..18), a row is free before them


def burning(*orcs, men=None, **more):
    """A man who breathes flame northwards from (10, 20), at his first decision."""
    return battle(shooter(**{"missile": "breath_flame", **(men or {})}), *orcs, dice=None, **more)


def unsaved(text="flame straight", orcs=SIX, men=None, on="", **more):
    """Wounds expected of a flame."""
    scene = burning(target(**orcs), men=men, upto="shoot", who="men", **more)
    return mean(scene.odds(text, want="result wounds" + on))


# --- what it does


@clause("tow.x.shoot.flame", "tow.templates.hits")
def test_two_models_wholly_and_four_partly_under_it():
    """S 4 AP -1 against T 3 and AV 5: four hits, 4 in 6 of which wound, 5 in 6 of these unsaved."""
    assert unsaved() == exactly(2.222222)


@clause("tow.x.shoot.flame", "tow.x.weapons.table")
def test_the_strength_is_that_of_the_weapon():
    """A fire thrower: S 5 AP -2, so that nothing saves."""
    assert unsaved(men={"missile": "fire_thrower"}) == exactly(4 * 5 / 6)


@clause("tow.x.shoot.flame")
@pytest.mark.parametrize("men", [{"ballistic_skill": 1}, {"ballistic_skill": 10}, {"strength": 9}])
def test_neither_skill_nor_strength_matter(men):
    assert unsaved(men=men) == exactly(2.222222)


@clause("tow.x.shoot.flame")
@pytest.mark.parametrize("ground", [
    {"woods": block(9, 15, 3, 2)}, {"low_obstacle": block(9, 17, 3)}, {"woods": block(9, 15, 3, 5)}, {"rock": block(5, 18, 11)},
])  # fmt: skip
def test_nothing_is_cover_against_it(ground):
    assert unsaved(map=land(**ground)) == exactly(2.222222)


@clause("tow.x.shoot.flame")
def test_friends_under_it_burn_too():
    """A friend at (10, 16) is wholly under it, one at (11, 14) partly: S 4 against T 3."""
    friends = [regiment(name, "men", at, models=1) for name, at in (("near", (10, 16)), ("aside", (11, 14)))]
    scene = burning(target((10, 13)), *friends, upto="shoot", who="men")
    found = scene.odds("flame straight", want=["hits on near", "hits on aside"])
    assert found.of("hits on near") == {1: exactly(1.0)}
    assert found.of("hits on aside")[1] == exactly(0.5)


@clause("tow.x.shoot.flame")
@pytest.mark.parametrize(("firing", "hits"), [(1, 10.5), (2, 21.0), (3, 31.5)])
def test_one_model_spouts_unless_the_book_says_more(firing, hits):
    """Of three men before a crowd, with a row free between: four cells fully covered and thirteen partly for each."""
    rules = {} if firing == 1 else {FIRING: firing}
    crowd = [target(**CROWD), target(**{**CROWD, "at": (21, 13)}, name="more")]
    scene = burning(*crowd, men={"at": (12, 20), "models": 3, "files": 3}, rules=rules, upto="shoot", who="men")
    assert mean(scene.odds("flame straight", want="hits")) == exactly(hits)


@clause("tow.x.shoot.flame")
def test_a_book_in_which_nobody_spouts():
    assert aims(burning(target(**CROWD), rules={FIRING: 0})) == []


@clause("tow.x.shoot.flame", "tow.x.templates.flame_pattern")
def test_the_middle_file_spouts():
    """Of five files from (8, 20) the third, at (10, 20)."""
    assert unsaved(men={"at": (8, 20), "models": 5, "files": 5}) == exactly(2.222222)


# --- when it may be laid


@clause("tow.x.shoot.flame")
@pytest.mark.parametrize(("at", "ways"), [
    ((10, 16), ["straight"]), ((10, 12), ["straight"]), ((10, 11), []), ((11, 19), ["right"]), ((9, 19), ["left"]),
    ((16, 14), ["right"]), ((17, 13), []), ((7, 16), ["left"]), ((8, 16), []), ((12, 19), ["right"]), ((13, 19), []),
    ((11, 16), ["straight"]), ((10, 21), []),
])  # fmt: skip
def test_some_enemy_must_be_under_it(at, ways):
    """From (10, 20): at most eight rows straight ahead, or slantwise from a front corner."""
    assert aims(burning(target(at))) == [f"flame {way}" for way in ways]


@clause("tow.x.shoot.flame")
def test_friends_alone_are_not_burnt():
    assert aims(burning(target((30, 5)), regiment("friend", "men", (10, 16), models=1))) == []


@clause("tow.x.shoot.flame")
def test_no_enemy_under_it_may_be_engaged():
    """Orcs at (10, 16) who fight; goblins under the slanted flame who do not."""
    friends = regiment("friends", "men", (11, 12), "south", models=1)
    units = [target((10, 16)), target((14, 16), name="goblins")]
    assert aims(burning(*units)) == ["flame straight", "flame right"]
    fighter = regiment("fighter", "men", (10, 15), "south", models=1)
    assert aims(burning(*units, fighter)) == ["flame right"]
    assert aims(burning(*units, friends)) == ["flame straight", "flame right"]


@clause("tow.x.shoot.flame")
def test_one_engaged_enemy_among_others_forbids_it():
    fighter = regiment("fighter", "men", (10, 12), "south", models=1)
    units = [target((10, 16), name="goblins"), target((10, 13))]
    assert aims(burning(*units)) == ["flame straight"]
    assert aims(burning(*units, fighter)) == []


@clause("tow.x.shoot.flame", "tow.x.shoot.eligibility")
@pytest.mark.parametrize(("words", "weapon", "may"), [
    (["forward one", "pass"], "breath_flame", True), (["forward one", "pass"], "fire_thrower", False),
    (["pass"], "fire_thrower", True), (["march", "forward one", "pass"], "breath_flame", False),
])  # fmt: skip
def test_moving_and_flames(words, weapon, may):
    """A fire thrower must not have moved; nobody may have marched."""
    orcs = target((10, 14), traits=["unbreakable"])
    scene = burning(orcs, men={"missile": weapon, "leadership": 10}, upto="move", who="men")
    scene.dice = [1, 1] if "march" in words else []
    scene.play(*words)
    assert bool(aims(scene)) is may


@pytest.mark.interpreted_only
@clause("tow.x.shoot.flame")
@pytest.mark.parametrize("field", ["fleeing", "charged", "charge_failed", "marched", "reformed", "shot"])
def test_what_keeps_a_unit_from_shooting_keeps_it_from_burning(field):
    ground = Ground(shooter(missile="breath_flame"), target((10, 16)))
    ground.s.phase = Phase.SHOOTING
    assert ground.ask(has_choice, "men")
    setattr(ground.unit("men"), field, 1)
    assert not ground.ask(has_choice, "men")


@clause("tow.x.shoot.flame", "tow.x.weapons.table")
@pytest.mark.parametrize(("weapon", "again"), [("breath_flame", False), ("fire_thrower", True)])
def test_breath_is_used_once_in_a_battle(weapon, again):
    scene = burning(
        target((10, 16), models=5, files=1, movement=0), men={"missile": weapon, "movement": 0}, upto="shoot", who="men"
    )
    scene.play("flame straight")
    asked = []
    while scene.prompt is not None and scene.round < 3:
        asked.append((scene.decider, scene.prompt))
        scene.play("pass" if "pass" in scene.first_words() else scene.first_words()[0])
    assert (("men", "shoot") in asked) is again


@clause("tow.x.shoot.flame", "tow.x.damage.ward")
def test_flames_stop_regeneration():
    """Three who regenerate on 2 and more: as if they did not; a ward of 4 saves half."""
    assert unsaved(orcs={**SIX, "regeneration": 2}) == exactly(2.222222)
    assert unsaved(orcs={**SIX, "ward": 4}) == exactly(2.222222 / 2)
