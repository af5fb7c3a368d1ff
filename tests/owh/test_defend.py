"""Defend: what it adds, how long it lasts."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import p_hit, verbs
from owh.scenes import duel, exactly


def against(choice, rules=None, **man):
    """An orc with +4 about to attack a man with Parry 14 who has done something."""
    scene = duel(man={"parry": 14, **man}, orc={"fighting": 18}, rules=rules)
    scene.play(choice)
    assert scene.decider == "orc"
    return scene


@clause("owh.defend.action")
@pytest.mark.parametrize(
    ("choice", "rules", "chance"),
    [
        ("defend", {}, 1 / 10),
        ("end_turn", {}, 1 / 2),
        ("defend", {"defend.action.parry_bonus": 7}, 3 / 20),
    ],
)
def test_defending_adds_8_to_parry(choice, rules, chance):
    assert p_hit(against(choice, rules), "attack man") == exactly(chance)


@clause("owh.defend.action")
def test_defending_ends_the_turn_whatever_is_left():
    scene = against("defend", weapons=["sword", "dagger"], abilities=["frenzy"])
    assert scene.prompt == "turn"


@clause("owh.defend.action")
def test_defending_may_come_after_another_action():
    scene = duel(man={"parry": 14}, orc={"fighting": 18}, dice=[2])
    scene.play("attack orc", "defend")
    assert p_hit(scene, "attack man") == exactly(1 / 10)


@clause("owh.defend.action")
def test_defending_can_be_forbidden():
    assert "defend" in verbs(duel())
    assert "defend" not in verbs(duel(rules={"defend.action.max_per_turn": 0}))


@clause("owh.defend.action")
def test_whoever_is_no_longer_able_defends_no_longer():
    hit, low, failed = 19, 1, 1
    friend = {"name": "friend", "side": "men", "at": [0, 0]}
    scene = duel(
        man={"parry": 14},
        orc={"fighting": 18, "weapons": ["claws+paralyse", "sword"]},
        friends=[friend],
        dice=[hit, low, failed],
    )
    scene.play("defend", "end_turn", "attack man")
    assert scene.unit("man").paralyzed == 1
    assert p_hit(scene, "attack man") == exactly(3 / 4), "Parry 14 again, with advantage"


@clause("owh.defend.action", "owh.cover")
def test_defending_and_cover_add_up():
    man = {"parry": 13}
    rows = [list("." * 12) for _ in range(12)]
    rows[5][4] = "c"
    scene = duel(
        man=man, orc={"shooting": 18, "weapons": ["longbow"]}, distance=6, map="\n".join(map("".join, rows))
    )  # fmt: skip
    scene.play("defend")
    assert p_hit(scene, "attack man") == exactly(1 / 20)
