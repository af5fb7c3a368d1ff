"""Positions that cannot be: which field of which unit is wrong, what was given, what is allowed."""

from __future__ import annotations

import pytest
from fixtures import duel, table

from tactica.envs.engine.restoring import SnapshotError


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("wounds", 40, "^orc: wounds 40 is more than its wounds_max 7 "),
        ("parries", 5, "^orc: parries is 5, allowed here 0, 1 "),  # A 1
        ("side", 0, "^orc: side is 0, allowed here 1 "),
        ("present", 0, "^orc: present is 0, allowed here 1 "),
        ("mount", "man", "^orc: mount is man, allowed here nobody "),
        ("aim_rounds", 2, "^orc: aim_rounds is 2, allowed here 0 "),
        ("won_over", ["man"], "^orc: won_over is man, was nobody "),
        ("escaped", 1, "^orc: escaped is 1, allowed here 0 "),
    ],
)
def test_a_field_of_a_unit_is_named(field, value, words):
    scene = duel()

    def set_and_go_on():
        setattr(scene.unit("orc"), field, value)
        scene.choices()

    with pytest.raises(ValueError, match=words):
        set_and_go_on()


def test_what_was_set_later_may_be_right():
    """Of two numbers that do not fit each other the one that was set since all was well is named, in the record as well."""
    scene = duel()
    orc = scene.unit("orc")
    orc.wounds_max = 30
    orc.wounds = 40
    with pytest.raises(ValueError, match=r"^orc: wounds 40 is more than its wounds_max 30 "):
        scene.choices()
    orc.wounds = 30
    assert scene.choices()
    scene.state["units"]["wounds"][0] = 9
    with pytest.raises(ValueError, match=r"^man: wounds 9 is more than its wounds_max 7 "):
        scene.choices()


def test_two_faults_at_once():
    """One is named; when it is mended, the other."""
    scene = duel()
    scene.unit("man").wounds, scene.unit("orc").wounds = 8, 9
    with pytest.raises(ValueError, match=r"^orc: wounds 9 is more than its wounds_max 7 "):
        scene.choices()
    scene.unit("orc").wounds = 7
    with pytest.raises(ValueError, match=r"^man: wounds 8 is more than its wounds_max 7 "):
        scene.choices()


def test_of_a_snapshot():
    """Compared with the start of the battle."""
    scene, other = duel(), duel()
    scene.strict = False
    scene.unit("orc").wounds = 40
    with pytest.raises(SnapshotError, match="orc: wounds 40 is more than its wounds_max 7 "):
        other.restore(scene.snapshot())
    assert other.unit("orc").wounds == 7


MEN = {"name": "man", "side": "men", "at": [6, 4]}, {"name": "orc", "side": "orcs", "at": [5, 7]}


@pytest.mark.parametrize(
    ("ruleset", "fields", "words"),
    [
        ("owh", {"hp": 99}, r"^orc: hp 99 is more than its hp_max \d+ "),
        ("owh", {"stunned": 1, "unconscious": 1}, "^orc: unconscious is 1, allowed here 0 "),
        ("heimr", {"cluster": "man"}, "^orc: cluster is man, allowed here nobody "),
        ("woin", {"health": 0}, r"^orc: health is 0, allowed here 1\.\.\d+ "),
        ("woin", {"actions_left": 5}, "^orc: actions_left is 5, allowed here 0, 1, 2 "),
        ("tow", {"models": 21}, "^orc: models 21 is more than its models_start 20 "),
        ("tow", {"gone": "fled"}, "^orc: gone is fled, allowed here not "),
    ],
)
def test_in_every_ruleset(ruleset, fields, words):
    laid = table(*MEN, ruleset=ruleset, seed=1)
    orc = laid.unit("orc")

    def set_and_go_on():
        for field, value in fields.items():
            setattr(orc, field, value)
        laid.choices()

    with pytest.raises(ValueError, match=words):
        set_and_go_on()


def test_what_a_scenario_says_is_refused_before():
    orc = {"name": "orc", "side": "orcs", "at": [3, 3], "W": 99}
    with pytest.raises(ValueError, match=r"units\[1\]\.W: 99 is not possible; allowed: 1 to 60"):
        table({"name": "man", "side": "men", "at": [1, 1]}, orc)
