"""Overwatch: the stance, who may be fired at, when, how often."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import kinds, left, parts, rolled, verbs
from woin.scenes import duel, exactly, scene

ARCHER = {"weapons": ["longbow", "longsword"], "ranged_skill": 2}


def watched(man=None, orc=None, distance=5, **more):
    """A man in overwatch, and the orc asked for its first action, or he whether he fires."""
    table = duel(man={**ARCHER, **(man or {})}, orc=orc, distance=distance, **more)
    table.play("overwatch", "end_turn")
    return table


# --- the stance


@clause("woin.action.overwatch", "woin.overwatch.stance")
def test_it_costs_one_action():
    table = duel(man=ARCHER, distance=5)
    table.unit("man").actions_left = 1
    table.play("overwatch")
    assert table.unit("man").overwatch == 1 and left(table) == (0, 1) and "watches" in kinds(table)


@clause("woin.overwatch.stance")
@pytest.mark.parametrize(
    ("unit", "is_open"),
    [
        ({"weapons": ["longsword"]}, False),
        ({"weapons": ["longbow"]}, True),
        ({"weapons": ["longbow"], "held": -1}, False),
        ({"weapons": ["javelin"]}, True),
        ({"weapons": ["heavy_crossbow"]}, True),
        ({"weapons": []}, False),
    ],
)
def test_only_with_something_to_shoot_or_throw(unit, is_open):
    assert ("overwatch" in verbs(duel(man=unit, distance=5))) is is_open


@clause("woin.overwatch.stance")
def test_not_with_an_empty_weapon():
    table = duel(man={"weapons": ["heavy_crossbow"]}, distance=5)
    table.unit("man").loaded = [0, 0]
    assert "overwatch" not in verbs(table)


@clause("woin.overwatch.stance")
@pytest.mark.parametrize(("field", "value"), [("blinded", 2), ("restrained", 2), ("hunkered", 1), ("overwatch", 1)])
def test_not_while_something_prevents_it(field, value):
    table = duel(man=ARCHER, distance=5)
    setattr(table.unit("man"), field, value)
    assert "overwatch" not in verbs(table)


@clause("woin.overwatch.stance")
def test_it_lasts_until_the_next_main_turn():
    table = watched()
    assert table.decider == "man" and table.prompt == "watch"
    table.play("hold_fire", "end_turn")
    assert table.decider == "man" and table.unit("man").overwatch == 0 and "watch_ends" in kinds(table)


@clause("woin.overwatch.stance")
@pytest.mark.parametrize("choice", ["sheathe", "drop", "hunker"])
def test_what_ends_it(choice):
    wall = "\n".join(["............"] * 5 + ["...=........"] + ["............"] * 6)
    table = duel(man=ARCHER, distance=5, map=wall)
    table.play("overwatch", choice)
    assert table.unit("man").overwatch == 0


# --- who is fired at, and when


@clause("woin.overwatch.interrupt")
def test_at_the_start_of_an_activation():
    table = watched(dice=[1] * 5)
    assert table.events[-1].kind == "turn_begins" and table.prompt == "watch"
    table.play("fire")
    assert table.decider == "orc" and table.prompt == "turn"


@clause("woin.overwatch.interrupt")
def test_as_soon_as_who_moves_can_be_seen():
    """It steps out from behind a wall, goes on, and disappears behind the next."""
    rows = ["............"] * 12
    rows[6] = "#####..#####"
    man = {"name": "man", "side": "men", "at": [5, 11], **ARCHER}
    orc = {"name": "orc", "side": "orcs", "at": [3, 4], "weapons": ["longsword"], "SPEED": 6}
    table = scene(man, orc, map="\n".join(rows), dice=[1] * 4)
    table.play("overwatch", "end_turn")
    assert table.decider == "orc", "nobody sees it"
    table.play("move 8,4")
    assert table.prompt == "watch"
    first = table.unit("orc").at
    table.play("fire")
    assert table.unit("orc").at == (8, 4) and first[0] in (4, 5)


@clause("woin.overwatch.interrupt")
def test_fire_comes_before_the_move_goes_on():
    table = watched(orc={"SPEED": 5}, dice=[1] * 5)
    table.play("hold_fire", "move 9,7")
    assert table.prompt == "watch" and table.unit("orc").at != (9, 7)
    table.play("hold_fire")
    assert table.prompt == "watch" and table.unit("orc").at == (9, 7)
    table.play("fire")
    assert table.decider == "orc" and table.prompt == "turn"


@clause("woin.overwatch.interrupt")
def test_who_goes_down_goes_no_further():
    friend = {"name": "friend", "side": "orcs", "at": [11, 11], "INT": 3}
    table = watched(orc={"SPEED": 5, "health_max": 3}, friends=[friend], dice=[3] * 8)
    table.play("hold_fire", "move 9,8", "fire")
    assert table.unit("orc").down == 1 and table.unit("orc").at != (9, 8)


@clause("woin.overwatch.interrupt", "woin.action.stand")
@pytest.mark.parametrize("choice", ["sheathe", "attack other longsword normal", "drop_prone"])
def test_after_any_other_action(choice):
    other = {"name": "other", "side": "men", "at": [9, 6], "INT": 3, "melee_defence": 30}
    dice = [1] * 3 if "attack" in choice else []
    table = watched(friends=[other])
    assert table.prompt == "turn", "it is engaged with a friend of the shooter, and has cover"
    rules = {"modifier.into_melee.dice": 0}
    table = watched(dice=dice, friends=[other], rules=rules)
    table.play("hold_fire", choice)
    assert table.prompt == "watch"


@clause("woin.overwatch.interrupt")
def test_standing_up_and_leaving_cover_are_seen():
    table = watched(orc={"prone": True})
    table.play("hold_fire", "stand")
    assert table.prompt == "watch"


@clause("woin.overwatch.interrupt")
def test_holding_fire_keeps_the_chance():
    table = watched(dice=[1] * 5)
    table.play("hold_fire", "sheathe")
    assert table.prompt == "watch" and "held_fire" in kinds(table)
    table.play("fire")


@clause("woin.overwatch.interrupt")
def test_several_are_asked_in_the_order_of_initiative():
    one = {"name": "one", "side": "men", "at": [0, 0], **ARCHER, "tactics_skill": 1}
    two = {"name": "two", "side": "men", "at": [0, 4], **ARCHER, "tactics_skill": 2}
    orc = {"name": "orc", "side": "orcs", "at": [5, 2], "weapons": ["longsword"]}
    table = scene(one, two, orc, order=[3] * 4 + [4] * 5 + [1] * 3)
    table.play("overwatch", "end_turn", "overwatch", "end_turn")
    assert table.decider == "two"
    table.play("hold_fire")
    assert table.decider == "one"
    table.play("hold_fire")
    assert table.decider == "orc"


@clause("woin.overwatch.interrupt")
def test_nobody_is_asked_about_friends():
    friend = {"name": "friend", "side": "men", "at": [4, 7], "weapons": ["longsword"], "tactics_skill": 2}
    table = duel(man=ARCHER, distance=5, friends=[friend], order=[6] * 3 + [3] * 5 + [1] * 3)
    table.play("overwatch", "end_turn", "move 5,7")
    assert table.decider == "friend" and table.prompt == "turn"


@clause("woin.overwatch.zero_cover")
def test_only_without_cover():
    wall = "\n".join(["............"] * 5 + ["........=..."] + ["............"] * 6)
    assert watched(map=wall).prompt == "turn"
    table = watched(map=wall, rules={"overwatch.zero_cover.max_cover_dice": 2}, dice=[1] * 3)
    assert table.prompt == "watch"
    table.play("fire")
    assert parts(table, "cover") == [-2]


@clause("woin.overwatch.zero_cover", "woin.modifier.darkness")
def test_not_in_the_dark():
    cells = [{"flag": "dark", "at": [[9, 5]]}]
    assert watched(cells=cells).prompt == "turn"
    assert watched(cells=cells, man={"traits": ["aim", "darkvision"]}).prompt == "watch"


@clause("woin.suppress.overwatch_immunity", "woin.overwatch.zero_cover")
def test_not_at_whom_suppressive_fire_covers():
    for rules in ({}, {"overwatch.zero_cover.max_cover_dice": 5}):
        table = duel(man=ARCHER, distance=5, rules=rules)
        table.unit("orc").suppressed = 2
        table.play("overwatch", "end_turn")
        assert table.decider == "orc"


@clause("woin.overwatch.stance", "woin.range.max")
@pytest.mark.parametrize(("weapon", "distance", "prompt"), [
    ("javelin", 2, "watch"), ("javelin", 1, "turn"), ("dagger", 11, "turn"), ("longbow", 1, "watch"),
])  # fmt: skip
def test_only_as_far_as_the_weapon_reaches(weapon, distance, prompt):
    man = {"weapons": [weapon], "at": [0, 5], "ranged_skill": 2}
    table = duel(man=man, orc={"at": [distance, 5]})
    table.play("overwatch", "end_turn")
    assert table.prompt == prompt and table.decider == ("man" if prompt == "watch" else "orc")


# --- how often


@clause("woin.overwatch.once_per_target")
def test_once_at_each_target():
    table = watched(dice=[1] * 5)
    table.play("fire", "sheathe")
    assert table.prompt == "turn" and list(table.unit("man").watched) == ["orc"]


@clause("woin.overwatch.once_per_target")
def test_never_where_a_battle_says_so():
    assert watched(rules={"overwatch.once_per_target.shots_per_target": 0}).prompt == "turn"


def crowd(count, man, dice, **more):
    """A man in overwatch, and so many goblins who act one after the other."""
    goblins = [
        {"name": f"goblin_{i}", "side": "goblins", "at": [9, 2 * i], "weapons": ["longsword"], "ranged_defence": 60}
        for i in range(count)
    ]
    one = {"name": "man", "side": "men", "at": [4, 3], "weapons": ["longbow"], "ranged_skill": 2, **man}
    table = scene(one, *goblins, dice=dice, **more)
    table.play("overwatch", "end_turn")
    return table


@clause("woin.overwatch.max_targets")
@pytest.mark.parametrize(("by_score", "shots"), [(1, 3), (0, 2)])
def test_no_more_targets_than_intuition(by_score, shots):
    """INT 3 is three targets, or two dice."""
    man = {"INT": 3, "tactics_skill": 1}
    rules = {"overwatch.max_targets.limit_is_attribute_score": by_score}
    table = crowd(4, man, [1] * (5 + 4 * (shots - 1)), rules=rules)
    for _ in range(shots):
        assert table.prompt == "watch"
        table.play("fire", "end_turn")
    assert table.prompt == "turn" and table.decider == f"goblin_{shots}"


@clause("woin.overwatch.max_targets", "woin.completion.ammunition")
def test_an_empty_weapon_ends_it():
    table = crowd(2, {"weapons": ["heavy_crossbow"]}, [1] * 5)
    table.play("fire")
    assert table.unit("man").overwatch == 0
    table.play("end_turn")
    assert table.decider == "goblin_1" and table.prompt == "turn"


@clause("woin.overwatch.penalty")
@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        ({}, [5, 4, 4, 4]),
        ({"overwatch.penalty.penalty_per_later_target": 2}, [5, 3, 3, 3]),
        ({"overwatch.penalty.cumulative": 1}, [5, 4, 3, 2]),
    ],
)
def test_later_targets_are_harder(rules, dice):
    table = crowd(4, {}, [1] * sum(dice), rules=rules)
    for _ in dice:
        table.play("fire", "end_turn")
    assert rolled(table) == dice


@clause("woin.overwatch.penalty")
def test_chances_of_the_first_and_of_later_shots():
    table = duel(man=ARCHER, orc={"ranged_defence": 12}, distance=5)
    table.play("overwatch", "end_turn")
    assert table.odds("fire", want="hit").at_least(1) == exactly(0.941229)
    table.unit("man").watched = ["man"]
    assert table.odds("fire", want="hit").at_least(1) == exactly(0.760802)


@clause("woin.overwatch.once_per_target")
def test_a_new_overwatch_begins_anew():
    table = watched(dice=[1] * 5)
    table.play("fire", "end_turn")
    assert list(table.unit("man").watched) == []
    table.play("overwatch", "end_turn")
    assert table.prompt == "watch"


def thrower(intuition, dice):
    """A man with a rock in hand and three actions has gone into overwatch and thrown it at the orc; his second overwatch begins
    with a javelin, in his extra activation. The orc, which has an extra activation too, is asked next, and then a goblin.
    """
    man = {"weapons": ["rock", "javelin"], "ranged_skill": 1, "actions": 3, "INT": intuition, "initiative": 30}
    orc = {"actions": 3, "health_max": 100, "ranged_defence": 60, "initiative": 25}
    goblin = {"name": "goblin", "side": "orcs", "at": [4, 7], "ranged_defence": 60, "initiative": 10}
    table = duel(man=man, orc=orc, distance=2, friends=[goblin], order=[], dice=dice)
    table.unit("man").loaded = [1, 3]
    table.play("overwatch", "end_turn", "fire")
    assert (table.unit("man").overwatch, table.unit("man").held, table.decider) == (0, -1, "orc")
    table.play("end_turn", "draw javelin", "overwatch")
    assert (table.decider, table.prompt, table.last("extra_turn_begins").who) == ("orc", "turn", "orc")
    table.play("end_turn")
    return table


@clause("woin.overwatch.once_per_target", "woin.turn.four_plus_action_creatures", "woin.overwatch.penalty")
def test_two_overwatches_of_a_turn_fire_at_a_target_once():
    """AGI 6 and skill are four dice; the goblin is the second target of the turn."""
    table = thrower(6, dice=[1] * (4 + 3))
    assert (table.decider, table.prompt, table.last("turn_begins").who) == ("man", "watch", "goblin")
    assert list(table.unit("man").watched) == ["orc"]
    table.play("fire")
    assert rolled(table) == [4, 3] and parts(table, "later target") == [-1]
    table.play("end_turn")
    assert table.round == 2 and table.decider == "man" and list(table.unit("man").watched) == []


@clause("woin.overwatch.once_per_target", "woin.overwatch.max_targets")
def test_two_overwatches_of_a_turn_fire_at_as_many_targets_as_one():
    """INT 1 allows one target, which was the orc."""
    table = thrower(1, dice=[1] * 4)
    assert (table.decider, table.prompt) == ("goblin", "turn")


@clause("woin.overwatch.interrupt", "woin.turn.four_plus_action_creatures")
def test_extra_activations_are_triggers_but_open_nobody_again():
    table = watched(orc={"actions": 4, "ranged_defence": 60}, dice=[1] * 6)
    table.play("hold_fire", "end_turn")
    assert table.prompt == "watch" and table.events[-1].kind == "extra_turn_begins"
    table.play("fire", "end_turn")
    assert table.prompt == "turn" and table.decider == "orc"
