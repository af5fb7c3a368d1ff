"""Behaviours of this ruleset: what its own features measure, and that each behaviour does what it is for."""

from __future__ import annotations

import pytest
from woin.scenes import duel

from tactica.agents.why import why
from tactica.envs.render import image, look_at

GUNNER = {"weapons": ["repeater"], "tactics_skill": 1}
FRIEND = {"name": "friend", "side": "men", "at": [4, 8], "weapons": ["longsword"], "INT": 3}
EASY = {"melee_defence": 4, "weapons": ["longsword"]}


def weighed(table, feature):
    """A feature of all choices: words -> value."""
    found = why(table.game, {"weights": {}, "own": {"woin": {feature: 1.0}}})
    return {choice.text: choice.features[feature] for choice in found.choices}


def value(table, feature, *words):
    """A feature of the only choice that has all these words in it."""
    found = {text: number for text, number in weighed(table, feature).items() if all(word in text for word in words)}
    assert len(set(found.values())) == 1, found
    return next(iter(found.values()))


def holding():
    """A man who has just grabbed an orc, with an action left."""
    table = duel(orc=EASY, dice=[6, 6, 5])
    table.play("attack orc unarmed grab")
    assert table.unit("orc").restrained == 1 and table.decider == "man"
    return table


def chosen(table, behaviour):
    """What a behaviour chooses, in words."""
    return why(table.game, behaviour).choices[0].text


@pytest.mark.parametrize(("weapon", "dice"), [("repeater", 3), ("pistol", 2)])
def test_suppressive_fire_counts_by_the_dice_of_cover_it_adds(weapon, dice):
    table = duel(man={**GUNNER, "weapons": [weapon]}, distance=5, friends=[FRIEND])
    assert value(table, "suppresses", "suppress", "friend") == pytest.approx(dice / 3)
    table.play("suppress friend")
    assert value(table, "suppresses", "suppress", "friend") == 0, "the largest counts, not the sum"


def test_whoever_is_covered_knows_it():
    table = duel(man=GUNNER, distance=5, friends=[FRIEND])
    assert set(weighed(table, "covered").values()) == {0}
    table.play("suppress friend", "end_turn", "end_turn")
    assert table.decider == "friend"
    assert value(table, "covered", "end_turn") == 0
    assert value(table, "covered", "move") == 1


def test_a_flank_counts_for_a_third_and_none_for_nothing():
    table = duel(friends=[{**FRIEND, "at": [6, 5]}])
    assert weighed(table, "crossfire")["attack orc longsword"] == pytest.approx(1 / 3)
    alone = duel(friends=[{**FRIEND, "at": [5, 6]}])
    assert weighed(alone, "crossfire")["attack orc longsword"] == 0


def test_a_held_enemy_is_struck_not_grabbed_again():
    table = holding()
    assert weighed(table, "held")["attack orc longsword"] == 1
    assert value(table, "held", "end_turn") == 0
    assert set(weighed(duel(orc=EASY), "held").values()) == {0}


def test_pictures_tie_who_is_held_to_who_holds():
    free, held = duel(orc=EASY), holding()
    assert look_at(free.game).links == []
    scene = look_at(held.game)
    (link,) = scene.links
    assert [scene.figures[row].name for row in (link.one, link.other)] == ["man", "orc"]
    assert "held by man" in scene.state_of(scene.figures[link.other])
    assert (image(free.game) != image(held.game)).any()


def test_a_gunner_of_the_suppressor_covers_and_its_friend_goes():
    table = duel(man=GUNNER, distance=7, orc={"weapons": ["longbow"]}, friends=[FRIEND])
    assert "suppress" in chosen(table, "suppressor")
    table.play("suppress friend", "end_turn", "end_turn")
    assert "move" in chosen(table, "suppressor")


def test_the_overwatcher_watches_where_nobody_can_be_shot_at():
    wall = "\n".join(["............"] * 5 + ["......#....."] + ["............"] * 6)
    table = duel(man={"weapons": ["longbow"]}, distance=5, map=wall)
    assert "overwatch" in chosen(table, "overwatcher")


def test_the_grappler_grabs_whoever_is_free_and_strikes_whoever_is_held():
    assert "grab" in chosen(duel(orc=EASY), "grappler")
    assert chosen(holding(), "grappler") == "attack orc longsword"


def test_the_caster_casts_though_a_sword_is_in_hand():
    table = duel(man={"spells": ["firebolt"], "MAG": 10, "magic_skill": 2}, distance=4)
    assert "firebolt" in chosen(table, "caster")
