"""Magic: no spells, but what casting one costs."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import verbs


def wizard(rules=None, **fields):
    """A wizard (I 50) and an orc far away."""
    return table(
        {"name": "wizard", "side": "men", "at": [2, 2], "i": 50, **fields},
        {"name": "orc", "side": "orcs", "at": [9, 9], "i": 20},
        rules=rules,
    )


MAGIC = {"action.magic.opt_magic": 1}


@clause("wfrp1.action.magic")
def test_without_the_option_nobody_casts():
    scene = wizard()
    for _ in range(2):
        assert "magic" not in verbs(scene)
        scene.play("pass")


@clause("wfrp1.action.magic")
def test_casting_takes_the_whole_round():
    scene = wizard(MAGIC, a=2)
    scene.play("magic")
    assert scene.last("cast").text == "wizard casts: round 1 of 1"
    assert scene.decider == "orc"
    assert scene.unit("wizard").slots_forfeited == 1


@clause("wfrp1.action.magic")
def test_casting_may_take_longer_and_is_lost_by_other_deeds():
    scene = wizard({**MAGIC, "action.magic.magic_rounds": 3})
    for spent in (1, 2, 0):
        scene.play("magic")
        assert int(scene.unit("wizard").casting) == spent
        scene.play("orc: pass")
    scene.play("magic", "orc: pass", "wizard: pass")
    assert int(scene.unit("wizard").casting) == 0


@clause("wfrp1.action.magic")
def test_a_spell_may_take_no_time_once_a_round():
    scene = wizard({**MAGIC, "action.magic.magic_rounds": 0})
    scene.play("magic")
    assert scene.decider == "wizard"
    assert "magic" not in verbs(scene)


@clause("wfrp1.action.magic")
@pytest.mark.parametrize("status", ["prone", "trapped"])
def test_who_cannot_fight_casts_nothing(status):
    scene = wizard(MAGIC)
    setattr(scene.unit("wizard"), status, 1)
    assert "magic" not in scene.clone().first_words()
