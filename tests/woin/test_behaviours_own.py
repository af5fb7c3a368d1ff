"""Behaviours of this ruleset: what its own features measure, and that each behaviour does what it is for."""

from __future__ import annotations

import pytest
from fixtures import clause
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


CHARGER = {"exploits": ["charge"], "STR": 15, "AGI": 15, "rank": 10, "at": [2, 5]}


def estimated(table, mode):
    """What a behaviour expects to hit with, of an attack in some way."""
    found = why(table.game, {"weights": {"hit": 1}}).choices
    return next(choice.features["hit"] for choice in found if mode in choice.text.split())


@clause("woin.completion.exploit.charge", "woin.height.bonus", "woin.attack.types", "woin.modifier.darkness")
@pytest.mark.parametrize(
    ("weapon", "cells"),
    [
        ("longsword", []),
        ("longsword", [{"flag": {"level": 1}, "at": [[2, 5]]}]),
        ("longsword", [{"flag": {"level": 1}, "at": [[3, 5], [4, 5], [5, 5]]}]),
        ("longsword", [{"flag": "smoke", "at": [[3, 5]]}]),
        ("javelin", []),
    ],
)
def test_a_charge_is_judged_from_where_it_ends(weapon, cells):
    orc = {"at": [6, 5], "melee_defence": 12, "ranged_defence": 6}
    table = duel(man={**CHARGER, "weapons": [weapon]}, orc=orc, cells=cells)
    odds = table.odds(f"attack orc {weapon} charge", want="hit").at_least(1)
    assert estimated(table, "charge") == pytest.approx(odds, abs=1e-6) and odds > 0.3


@clause("woin.overwatch.penalty")
def test_a_later_target_of_overwatch_is_judged_a_die_harder():
    """Five dice, then four, against 15."""
    man = {"weapons": ["shortbow"], "AGI": 15, "rank": 10}
    table = duel(man=man, orc={"ranged_defence": 15, "INT": 5}, distance=3)
    table.unit("man").watched = 0
    table.play("overwatch", "end_turn")
    if table.prompt != "watch":
        table.play("drop_prone")
    assert table.prompt == "watch"
    plain = estimated(table, "fire")
    table.unit("man").watched = 1
    table.refresh()
    later = estimated(table, "fire")
    assert later < plain and later == pytest.approx(table.odds("fire", want="hit").at_least(1), abs=1e-6)


@clause("woin.attack.step4_luck")
def test_luck_without_which_nothing_is_rolled_counts():
    """The two dice of a charge are all there are; the one rolled is of LUCK."""
    man = {"exploits": ["charge"], "STR": 3, "AGI": 3, "luck": 1}
    table = duel(man=man, orc={"melee_defence": 4}, distance=4)
    assert estimated(table, "charge") == pytest.approx(0.5)
