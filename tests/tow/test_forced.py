"""A verb that is forced while its target is not: in the sandbox, and on the way of exact odds."""

from __future__ import annotations

import pytest
from fixtures import table
from tow.scenes import FIRST, exactly, regiment

from tactica.envs.odds import OpenDecisions
from tactica.envs.sandbox import IllegalChoice

WAYS = [
    (["orcs"], None),
    (["attack_unit orcs"], None),
    (["men: attack regiment orcs"], None),
    (["attack_unit", "orcs"], None),
    (None, {"target": "orcs"}),
    (None, {"men: target": "attack_unit orcs"}),
    (None, {"attack": "attack_unit orcs"}),
    (None, {"attack": "attack_unit", "target": "orcs"}),
    (None, lambda scene: "orcs" if scene.prompt == "target" else None),
]


def touching_two():
    """Two men (A 1, WS and I 5) touch an orc and a goblin (WS 3), who do not strike; their scout is asked for a move first."""
    still = {"models": 1, "files": 1, "A": 0}
    scene = table(
        regiment("men", at=(10, 11), models=2, files=2, A=1, WS=5, I=5),
        regiment("orcs", "foes", at=(10, 10), facing="south", **still),
        regiment("goblins", "foes", at=(11, 10), facing="south", **still),
        regiment("scout", "men", (35, 23), "south", models=1),
        ruleset="tow",
        size=(36, 24),
        rules={FIRST: 0},
        upto=None,
    )
    assert (scene.decider, scene.prompt) == ("scout", "move")
    return scene


def at_target(scene):
    """The men are asked whom to strike at, which is all that they can do."""
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("men", "target")
    assert scene.choices() == ["orcs", "goblins"]
    return scene


@pytest.mark.parametrize(("then", "answers"), WAYS)
def test_odds_go_on_through_a_forced_verb(then, answers):
    """Each of two blows hits with 3 or more of a D6: 1/9, 4/9, 4/9. All are struck at the orc."""
    found = touching_two().odds(
        "pass", then=then, answers=answers, want=("hits by men", "hits on goblins"), until="turn", open="stop"
    )
    assert dict(found) == {(0, 0): exactly(1 / 9), (1, 0): exactly(4 / 9), (2, 0): exactly(4 / 9)}
    assert found.unused == ()


def test_odds_list_a_target_that_nobody_names():
    with pytest.raises(OpenDecisions, match="target, asked of men: orcs, goblins; 100 % of all outcomes"):
        touching_two().odds("pass", want="hits", until="round")


@pytest.mark.parametrize("text", ["orcs", "attack_unit orcs", "attack regiment orcs", "men: attack unit orcs"])
def test_the_verb_may_be_said_or_left_out(text):
    scene = at_target(touching_two())
    assert scene.offers(text)
    assert scene.parse(text) == scene.parse("orcs")
    assert dict(scene.odds(text, want="hits by men", until="turn", open="stop")) == dict(
        scene.odds("orcs", want="hits by men", until="turn", open="stop")
    )


def test_the_verb_alone_leaves_the_target_open():
    scene = at_target(touching_two())
    assert scene.play("attack_unit") == []
    assert (scene.decider, scene.prompt) == ("men", "target")
    with pytest.raises(IllegalChoice, match="not possible here"):
        scene.play("attack_character orcs")


@pytest.mark.parametrize("answers", [{"target": "orcs"}, {"attack": "attack_unit orcs"}])
def test_play_takes_answers_by_prompt(answers):
    """Both blows miss with a 2, in the turn of either side; then the scout is asked again, whom nothing answers for."""
    scene = touching_two()
    scene.dice = [2, 2, 2, 2]
    scene.play("pass", answers=answers)
    assert [event.target for event in scene.events if event.kind == "strikes"] == ["orcs", "orcs"]
    assert (scene.decider, scene.prompt, scene.round) == ("scout", "move", 2)
