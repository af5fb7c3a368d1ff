"""Magic: who may cast what and when, the casting roll, and dispelling."""

from __future__ import annotations

from itertools import product

import pytest
from fixtures import clause
from tow.scenes import battle, block, exactly, go_on, land, regiment

CAST, DISPEL, SPELLS = "x.magic.cast", "x.magic.dispel", "x.magic.spells"
MAGE = {"character": "hexer", "models": 6}  # level 2, two Wounds


def ways(condition, dice=2):
    """The chance that some dice come to a total that fulfils a condition."""
    return sum(condition(sum(faces)) for faces in product(range(1, 7), repeat=dice)) / 6**dice


def mages(level=2, gap=5, rules=None, men=None, orcs=None, friends=(), dice=(), upto="shoot", **more):
    """A wizard of some level among men, about to cast at orcs in the shooting phase."""
    men = regiment(at=(10, 14), **{**MAGE, "wizard_level": level, **(men or {})})
    foes = regiment("orcs", at=(14, 13 - gap), facing="south", **{"models": 20, **(orcs or {})})
    return battle(men, foes, *friends, rules=rules, dice=dice, upto=upto, who="men", **more)


def p_cast(level=2, value=None, rules=None, **how):
    """The chance that an ember bolt works, of this casting value."""
    rules = {**(rules or {}), **({} if value is None else {f"{SPELLS}.bolt_cv": value})}
    return (
        mages(level, rules=rules, **how).odds("cast_unit ember_bolt orcs", want="event cast", open="stop").at_least(1)
    )


def spells(scene):
    """The spells that may be cast now, the sinkhole by its verb."""
    found = {text.split()[1] for text in scene.choices("cast_unit ")}
    return found | ({"sinkhole"} if scene.choices("cast_cell ") else set())


# --- casting


@clause("tow.x.magic.cast", "tow.profile.magic")
@pytest.mark.parametrize(("level", "value", "chance"), [
    (2, 8, 0.722222), (2, 9, 0.583333), (4, 7, 0.972222), (1, 14, 0.027778), (4, 16, 1 / 36), (2, 4, 35 / 36),
])  # fmt: skip
def test_two_dice_and_the_level_against_the_casting_value(level, value, chance):
    """A natural 2 fails and a natural 12 works."""
    assert p_cast(level, value) == exactly(chance)


@clause("tow.x.magic.cast")
@pytest.mark.parametrize(("knob", "value", "level", "cv", "chance"), [
    ("always_fail_on", 3, 4, 6, 33 / 36), ("always_fail_on", 1, 4, 6, 1.0), ("always_work_on", 11, 1, 14, 3 / 36),
    ("always_work_on", 13, 1, 14, 0.0), ("dice", 1, 2, 6, 3 / 6),
    ("dice", 3, 2, 14, ways(lambda roll: roll >= 12, 3)),
])  # fmt: skip
def test_the_casting_roll_can_be_another(knob, value, level, cv, chance):
    assert p_cast(level, cv, {f"{CAST}.{knob}": value}) == exactly(chance)


@clause("tow.x.magic.cast")
@pytest.mark.parametrize(("wounds", "left"), [(1, 1), (0, 0), (2, 2)])
def test_a_natural_two_wounds_the_wizard(wounds, left):
    """Without a save, though AV 2 and a ward would save nearly all."""
    men = {"char_armour_value": 2, "char_ward": 2, "char_wounds": 3}
    scene = mages(men=men, rules={f"{CAST}.miscast_wounds": wounds}, dice=[1, 1])
    scene.play("cast_unit ember_bolt orcs")
    assert scene.unit("men").char_lost_wounds == left
    assert not [e for e in scene.events if e.kind == "cast"]


@clause("tow.x.magic.cast")
def test_the_wound_of_a_miscast_may_slay_the_wizard():
    scene = mages(men={"char_wounds": 1}, dice=[1, 1])
    scene.play("cast_unit ember_bolt orcs")
    assert (scene.unit("men").char_alive, scene.unit("men").models) == (0, 5)


@clause("tow.x.magic.cast")
def test_the_total_is_told():
    scene = mages(dice=[3, 4, 1, 1])
    scene.play("cast_unit ember_bolt orcs")
    assert scene.last("cast").amount == 3 + 4 + 2


@clause("tow.x.magic.cast", "tow.x.magic.spells", "tow.x.turn.sequence")
def test_each_spell_has_its_phase():
    """Missiles and the sinkhole in the shooting phase; light, withering and mending in the strategy phase."""
    hurt = regiment("others", "men", (16, 14), models=4, models_start=6)
    assert spells(mages(friends=[hurt])) == {"ember_bolt", "stone_rain", "sinkhole"}
    assert spells(mages(friends=[hurt], upto="strategy")) == {"warding_light", "wither", "mend"}


@clause("tow.x.magic.cast")
def test_each_spell_is_cast_once_a_turn_whether_it_works_or_not():
    scene = mages(dice=[1, 2])
    scene.play("cast_unit ember_bolt orcs")
    assert spells(scene) == {"stone_rain", "sinkhole"}


@clause("tow.x.magic.cast")
@pytest.mark.parametrize(("most", "asked"), [(2, False), (3, True), (1, None)])
def test_so_many_spells_in_a_turn(most, asked):
    """Both phases together: one in the strategy phase, and one or more in the shooting phase."""
    scene = mages(rules={f"{CAST}.max_casts_per_turn": most}, dice=[1, 2], upto="strategy")
    scene.play("cast_unit wither orcs")
    go_on(scene, "move", "men").play("pass")
    if asked is None:
        assert (scene.decider, scene.prompt) != ("men", "shoot")
    else:
        assert (scene.decider, scene.prompt) == ("men", "shoot")
        scene.dice = [1, 2]
        scene.play("cast_unit ember_bolt orcs")
        assert ((scene.decider, scene.prompt) == ("men", "shoot")) is asked


@clause("tow.x.magic.cast")
def test_in_the_next_turn_they_may_be_cast_again():
    scene = mages(dice=[1, 2])
    scene.play("cast_unit ember_bolt orcs", "pass")
    go_on(scene, "shoot", "men")
    assert "ember_bolt" in spells(scene)


@clause("tow.x.magic.cast", "tow.profile.magic")
@pytest.mark.parametrize("men", [
    {"wizard_level": 0}, {"character": "lord"}, {"character": "none", "wizard_level": None},
])  # fmt: skip
def test_only_wizards_cast(men):
    level = men.get("wizard_level", 0)
    scene = mages(level, men={**men, "missile": "longbow"})
    assert spells(scene) == set()


@clause("tow.x.magic.cast")
@pytest.mark.parametrize("field", ["char_alive", "fleeing"])
def test_neither_dead_wizards_nor_those_in_flight_cast(field):
    """The men are second to be asked for spells."""
    guard = regiment("guard", "men", (20, 20), **MAGE, wizard_level=1)
    scene = mages(friends=[guard], dice=None)
    bury(scene.unit("guard"), field)
    scene.play("pass")
    assert (scene.decider, scene.prompt) != ("guard", "shoot")


def bury(unit, field):
    """Take the wizard of a unit away, or the unit to flight."""
    if field == "fleeing":
        unit.fleeing = 1
    else:
        unit.models, unit.char_alive = unit.models - 1, 0


# --- aim


@clause("tow.x.magic.cast", "tow.los.unit")
def test_missile_spells_need_sight():
    """Rock between them; the sinkhole needs none."""
    wall = land(rock=block(4, 11, 20, 1))
    assert spells(mages(map=wall)) == {"sinkhole"}


@clause("tow.x.magic.cast")
def test_who_fights_casts_no_missiles():
    """The sinkhole is none."""
    foe = regiment("goblins", "orcs", (14, 13), "south", models=5)
    assert spells(mages(friends=[foe], gap=8)) == {"sinkhole"}
    assert "wither" in spells(mages(friends=[foe], gap=8, upto="strategy"))


@clause("tow.x.magic.cast", "tow.x.magic.spells")
def test_other_spells_need_no_sight():
    wall = land(rock=block(4, 11, 20, 1))
    assert "wither" in spells(mages(map=wall, upto="strategy"))


# --- dispelling


def p_dispelled(level=2, casts=4, cv=4, rules=None, **orcs):
    """How likely the orcs' wizard undoes a spell: casting total -> chance."""
    orcs = {**MAGE, "wizard_level": level, **orcs}
    scene = mages(casts, rules={f"{SPELLS}.bolt_cv": cv, **(rules or {})}, orcs=orcs)
    found = scene.odds(
        "cast_unit ember_bolt orcs", want=["event cast.amount", "dispelled"], answers={"dispel": "dispel"}, open="stop"
    )
    totals = {}
    for (total, undone), chance in found.items():
        if total:
            before = totals.get(total, (0.0, 0.0))
            totals[total] = (before[0] + chance, before[1] + chance * bool(undone))
    return {total: undone / whole for total, (whole, undone) in totals.items()}


@clause("tow.x.magic.dispel", "tow.profile.magic")
@pytest.mark.parametrize(("level", "total", "chance"), [(2, 10, 0.277778), (4, 10, 0.583333)])
def test_two_dice_and_the_level_must_beat_the_total(level, total, chance):
    assert p_dispelled(level)[total] == exactly(chance)


@clause("tow.x.magic.dispel")
def test_equal_is_not_enough():
    """Level 2 against every total but that of a natural 12, which cannot be dispelled."""
    found = p_dispelled(2)
    assert set(found) == set(range(3 + 4, 12 + 4 + 1))
    for total in range(7, 16):
        assert found[total] == exactly(ways(lambda roll, total=total: roll != 2 and (roll == 12 or roll + 2 > total)))


@clause("tow.x.magic.dispel")
def test_a_natural_twelve_dispels():
    """Level 1 against eleven and four: nothing else does; and against 16 from a higher level."""
    assert p_dispelled(1)[15] == exactly(0.027778)
    assert p_dispelled(1, rules={f"{CAST}.always_work_on": 13})[16] == exactly(0.027778)


@clause("tow.x.magic.dispel", "tow.x.magic.cast")
def test_a_natural_twelve_of_the_caster_cannot_be_dispelled():
    assert p_dispelled(4)[16] == exactly(0.0)
    scene = mages(orcs=MAGE, dice=[6, 6, 1, 1])
    scene.play("cast_unit ember_bolt orcs")
    assert not [e for e in scene.events if e.kind in ("dispelled", "not_dispelled")]


@clause("tow.x.magic.dispel")
@pytest.mark.parametrize(("knob", "value", "total", "chance"), [
    ("always_fail_on", 8, 7, 10 / 36), ("always_fail_on", 1, 7, ways(lambda roll: roll + 2 > 7)),
    ("always_work_on", 10, 15, 6 / 36), ("always_work_on", 13, 15, 0.0), ("dice", 1, 7, 1 / 6),
    ("dice", 3, 15, ways(lambda roll: roll >= 12, 3)),
])  # fmt: skip
def test_the_roll_to_dispel_can_be_another(knob, value, total, chance):
    assert p_dispelled(2, rules={f"{DISPEL}.{knob}": value})[total] == exactly(chance)


@clause("tow.x.magic.dispel")
def test_a_natural_two_never_dispels():
    """Level 4 against a total of 5 by a wizard of level 1."""
    assert p_dispelled(4, 1)[5] == exactly(35 / 36)


@clause("tow.x.magic.dispel")
def test_the_wizard_is_asked():
    scene = mages(orcs=MAGE, dice=[3, 4])
    scene.play("cast_unit ember_bolt orcs")
    assert (scene.decider, scene.prompt, scene.choices()) == ("orcs", "dispel", ["dispel", "let_pass"])
    scene.dice = [1, 1]
    scene.play("let_pass")
    assert not [e for e in scene.events if e.kind in ("dispelled", "not_dispelled")]


@clause("tow.x.magic.dispel")
def test_a_dispelled_spell_does_nothing():
    scene = mages(orcs={**MAGE, "wizard_level": 4}, dice=[3, 4, 6, 5])
    scene.play("cast_unit ember_bolt orcs", "dispel")
    assert scene.last("dispelled").amount == 6 + 5 + 4
    assert not [e for e in scene.events if e.kind == "hit"]


@clause("tow.x.magic.dispel")
def test_the_highest_level_in_range_is_asked():
    """Of equals the first in the roster."""
    others = [
        regiment(name, "orcs", (20 + 6 * i, 6), "south", **MAGE, wizard_level=level)
        for i, (name, level) in enumerate([("goblins", 3), ("trolls", 3)])
    ]
    scene = mages(orcs={**MAGE, "wizard_level": 1}, friends=others, dice=[3, 4])
    scene.play("cast_unit ember_bolt orcs")
    assert scene.decider == "goblins"
    scene.dice = [1, 1]
    scene.play("let_pass")


@clause("tow.x.magic.dispel")
@pytest.mark.parametrize(("row", "reach", "asked"), [(4, 24, True), (3, 24, False), (3, 25, True), (4, 23, False)])
def test_a_wizard_too_far_away_is_not_asked(row, reach, asked):
    """Men at y 29, and a wizard 24 or 25 cells north of them."""
    wizard = regiment("goblins", "orcs", (14, row), "south", **MAGE)
    scene = battle(
        regiment(at=(10, 29), **MAGE), regiment("orcs", at=(14, 22), facing="south"), wizard,
        rules={} if reach == 24 else {f"{DISPEL}.dispel_range": reach}, dice=[3, 4], size=(36, 36), upto="shoot", who="men",
    )  # fmt: skip
    scene.dice = [3, 4] if asked else [3, 4, 1, 1]
    scene.play("cast_unit ember_bolt orcs")
    assert (scene.prompt == "dispel") is asked


@clause("tow.x.magic.dispel")
@pytest.mark.parametrize(("most", "again"), [(1, False), (2, True)])
def test_each_wizard_tries_so_often_a_turn(most, again):
    scene = mages(
        orcs=MAGE, rules={f"{DISPEL}.dispels_per_turn": most, f"{SPELLS}.bolt_hit_dice": 0}, dice=[3, 4, 1, 2]
    )
    scene.play("cast_unit ember_bolt orcs", "dispel")
    scene.dice = [4, 4] if again else None
    scene.play("cast_unit stone_rain orcs")
    assert (scene.prompt == "dispel") is again
    scene.dice = None


@clause("tow.x.magic.dispel")
@pytest.mark.parametrize("field", ["char_alive", "fleeing"])
def test_neither_the_dead_nor_those_in_flight_dispel(field):
    friend = regiment("goblins", "orcs", (22, 6), "south", **MAGE)
    scene = mages(friends=[friend], dice=None)
    bury(scene.unit("goblins"), field)
    scene.dice = [3, 4, 1, 1]
    scene.play("cast_unit ember_bolt orcs")
    assert scene.prompt != "dispel"
