"""Hiding: when, how likely, what helps and what hinders."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import verbs
from owh.scenes import duel, exactly

WALL = "\n".join("......#....." for _ in range(12))
PLAIN, ADVANTAGE, DISADVANTAGE = 7 / 10, 91 / 100, 49 / 100  # of a stealth modifier of +4


def hider(enemies=1, notice=10, rules=None, dice=(), light=0, map=WALL, **man):
    """A man behind a wall, with so many enemies on the other side of it."""
    friends = [{"name": f"goblin_{i}", "side": "orcs", "at": [9, i]} for i in range(enemies - 1)]
    return duel(
        man={"stealth": 18, **man},
        orc={"notice": notice},
        distance=4,
        friends=friends,
        rules=rules,
        dice=dice,
        light=light,
        map=map,
    )


def p_hidden(scene):
    """The chance to be hidden."""
    return scene.odds("hide", want="man.hidden")[1]


@clause("owh.hide.action")
def test_a_stealth_check():
    assert p_hidden(hider()) == exactly(PLAIN)


@clause("owh.hide.action")
@pytest.mark.parametrize(("die", "hidden"), [(7, 1), (6, 0)])
def test_a_total_of_11_is_enough(die, hidden):
    scene = hider(dice=[die])
    scene.play("hide")
    assert (scene.unit("man").hidden, scene.unit("man").actions_left) == (hidden, 1)


@clause("owh.hide.action")
def test_nobody_hides_in_plain_sight():
    assert "hide" in verbs(hider())
    assert "hide" not in verbs(hider(map=""))


@clause("owh.hide.action", "owh.completion.line_of_sight", "owh.status.paralyzed", "owh.status.blind")
@pytest.mark.parametrize(
    ("state", "offered"),
    [("", False), ("paralyzed", False), ("stunned", False), ("blind", True), ("unconscious", True)],
)
def test_who_spoils_a_hide(state, offered):
    """An orc on the man's side of the wall; a goblin beyond it keeps the battle going."""
    goblin = {"name": "goblin", "side": "orcs", "at": [9, 5]}
    scene = duel(man={"stealth": 18}, orc={"at": [1, 5]}, friends=[goblin], map=WALL)
    if state:
        setattr(scene.unit("orc"), state, 1)
    assert ("hide" in verbs(scene)) is offered


@clause("owh.hide.action", "owh.completion.line_of_sight")
@pytest.mark.parametrize(("paralyzed", "hidden"), [(1, 0), (0, 0)])
def test_a_hidden_enemy_sees_too(paralyzed, hidden):
    """The man's side does not know of it, so he tries, and fails though the check succeeds."""
    goblin = {"name": "goblin", "side": "orcs", "at": [9, 5]}
    scene = duel(man={"stealth": 18}, orc={"at": [1, 5], "hidden": True}, friends=[goblin], map=WALL, dice=[19])
    scene.unit("orc").paralyzed = paralyzed
    scene.play("hide")
    assert scene.unit("man").hidden == hidden


@clause("owh.hide.action")
def test_nobody_hides_who_is_hidden():
    assert "hide" not in verbs(hider(hidden=True))


@clause("owh.hide.action")
def test_hiding_can_be_set():
    assert p_hidden(hider(rules={"hide.action.tn": 12})) == exactly(13 / 20)
    scene = hider(rules={"hide.action.cost": 2}, dice=[1])
    scene.play("hide")
    assert scene.unit("man").actions_left == 0
    for most, again in [(1, False), (2, True)]:
        scene = hider(rules={"hide.action.max_per_turn": most}, dice=[1])
        scene.play("hide")
        assert ("hide" in verbs(scene)) == again


@clause("owh.hide.action", "owh.completion.hidden")
def test_whoever_is_hidden_is_no_target():
    scene = duel(man={"weapons": ["sword"], "hidden": True})
    scene.play("end_turn")
    assert scene.decider == "orc" and "attack" not in verbs(scene)


@clause("owh.hide.advantage_factors")
@pytest.mark.parametrize(
    ("light", "enemies", "notice", "chance"),
    [
        (1, 3, 14, ADVANTAGE),
        (1, 4, 14, PLAIN),
        (0, 4, 18, DISADVANTAGE),
        (0, 3, 16, PLAIN),
        (0, 1, 18, DISADVANTAGE),
        (0, 4, 10, DISADVANTAGE),
        (2, 1, 10, ADVANTAGE),
        (2, 1, 18, PLAIN),
    ],
)
def test_light_and_enemies(light, enemies, notice, chance):
    assert p_hidden(hider(enemies, notice, light=light)) == exactly(chance)


@clause("owh.hide.advantage_factors")
@pytest.mark.parametrize(
    ("knob", "value", "light", "enemies", "notice", "chance"),
    [
        ("light_low_points", 0, 1, 1, 10, PLAIN),
        ("light_low_points", 2, 1, 4, 10, ADVANTAGE),
        ("light_dark_points", 0, 2, 1, 10, PLAIN),
        ("light_dark_points", 2, 2, 4, 10, ADVANTAGE),
        ("many_enemies_threshold", 5, 0, 4, 10, PLAIN),
        ("many_enemies_threshold", 3, 0, 3, 10, DISADVANTAGE),
        ("many_enemies_points", 0, 0, 4, 10, PLAIN),
        ("many_enemies_points", -2, 1, 4, 10, DISADVANTAGE),
        ("sharp_notice_modifier", 5, 0, 1, 18, PLAIN),
        ("sharp_notice_modifier", 3, 0, 1, 16, DISADVANTAGE),
        ("sharp_notice_points", 0, 0, 1, 18, PLAIN),
        ("sharp_notice_points", -2, 1, 1, 18, DISADVANTAGE),
    ],
)
def test_what_light_and_enemies_do_can_be_set(knob, value, light, enemies, notice, chance):
    scene = hider(enemies, notice, light=light, rules={f"hide.advantage_factors.{knob}": value})
    assert p_hidden(scene) == exactly(chance)


@clause("owh.hide.advantage_factors")
def test_only_able_enemies_count():
    scene = hider(4)
    scene.unit("goblin_0").unconscious = 1
    assert p_hidden(scene) == exactly(PLAIN)
    scene = hider(2)
    scene.unit("orc").notice = 18
    scene.unit("orc").unconscious = 1
    assert p_hidden(scene) == exactly(PLAIN)


@clause("owh.hide.advantage_factors", "owh.completion.advantage_dice")
def test_fear_cancels_the_advantage_of_darkness():
    scene = hider(light=1)
    scene.unit("man").fear = 1
    assert p_hidden(scene) == exactly(PLAIN)
