"""Numbers of the book that other tests do not come across."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from woin.measures import PLENTY, kinds, rolled
from woin.scenes import duel, initiative, scene

MAN = {
    "name": "man",
    "side": "men",
    "at": [4, 5],
    "weapons": ["longsword"],
    "strength": 6,
    "agility": 6,
    "melee_skill": 2,
}
ORC = {"name": "orc", "side": "orcs", "at": [5, 5], "weapons": ["longsword"], "health_max": PLENTY}


def by_the_book(man, orc, dice=()):
    """The two by the book, guards and dice traded included."""
    units = ({**MAN, **man}, {**ORC, **orc})
    return table(*units, ruleset="woin", dice=[*initiative(units), *dice], board={"size": [12, 12]}, skip_forced=True)


@clause("woin.completion.reaction_defend", "woin.attack.step3_spend")
def test_guards_and_four_dice_of_damage_are_there_by_default():
    laid = by_the_book({"strength": 45, "rank": 10, "melee_skill": 3}, {"melee_defence": 60}, dice=[1])
    laid.play("attack orc longsword normal")
    assert set(laid.choices()) == {"no_dice", "one_die", "two_dice", "three_dice", "four_dice"}
    laid.play("four_dice", "guard")
    assert rolled(laid) == [1]


@clause("woin.action.shake_off")
def test_shaking_off_costs_an_action():
    laid = duel(dice=[5, 5, 5])
    laid.unit("man").slowed = 1
    laid.play("shake_off slowed")
    assert laid.unit("man").actions_left == 1


@clause("woin.called.push")
@pytest.mark.parametrize(
    ("orc", "dice"), [({}, 4), ({"size": "large"}, 3), ({"legs": 4}, 3), ({"size": "enormous", "legs": 0}, 1)]
)
def test_a_called_push_is_dearer_against_large_and_many_legged_targets(orc, dice):
    laid = duel(
        man={"melee_skill": 3, "rank": 6}, orc={"vital_defence": 60, "health_max": PLENTY, **orc}, dice=[1] * dice
    )
    laid.play("attack orc longsword called_push")
    assert rolled(laid) == [dice]


@clause("woin.completion.exploit.trip")
def test_a_trip_is_dearer_against_large_targets():
    laid = duel(man={"melee_skill": 2, "exploits": ["trip"]}, orc={"size": "large", "melee_defence": 60}, dice=[1, 1])
    laid.play("attack orc longsword trip")
    assert rolled(laid) == [2]


@clause("woin.cover.penalty")
def test_no_cover_from_spears():
    rows = ["............"] * 5 + ["......r....."] + ["............"] * 6
    laid = duel(
        man={"melee_skill": 2, "weapons": ["spear"]},
        orc={"melee_defence": 60},
        distance=2,
        map="\n".join(rows),
        dice=[1] * 5,
    )
    laid.play("attack orc spear normal")
    assert rolled(laid) == [5]


@clause("woin.overwatch.zero_cover")
def test_overwatch_wants_no_cover_at_all():
    rows = ["............"] * 5 + [".......=...."] + ["............"] * 6
    rules = {"cover.penalty.cover_dice": 1}
    laid = duel(man={"weapons": ["longbow"]}, orc={"health_max": PLENTY}, distance=4, map="\n".join(rows), rules=rules)
    laid.play("overwatch", "end_turn")
    assert laid.decider == "orc"


@clause("woin.pinned.bonus")
def test_ten_dice_of_being_pinned_at_most():
    laid = duel(man={"weapons": ["longbow"]}, orc={"ranged_defence": 60}, distance=4, dice=[1] * 13)
    laid.unit("orc").pinned = 10
    laid.play("attack orc longbow normal")
    assert rolled(laid) == [13]


@clause("woin.completion.max_pool")
def test_two_dice_at_least():
    laid = duel(man={"rank": 1}, orc={"melee_defence": 60}, dice=[1, 1])
    laid.play("attack orc longsword normal")
    assert rolled(laid) == [2]


@clause("woin.completion.luck_pool")
def test_luck_that_is_gone_is_gone():
    laid = duel(man={"luck_score": 1}, orc={"melee_defence": 60}, dice=[1] * 4)
    laid.play("attack orc longsword normal", "one_die", "end_turn", "end_turn")
    assert laid.unit("man").luck == 0


@clause("woin.completion.melee_reach")
@pytest.mark.parametrize(("distance", "is_open"), [(1, True), (2, False)])
def test_bare_hands_reach_one_square(distance, is_open):
    laid = duel(man={"weapons": []}, distance=distance, rules={"tables.weapons.unarmed.reach": 0})
    assert bool(laid.offers("attack orc unarmed")) is is_open


@clause("woin.completion.down_and_dying", "woin.completion.poison")
def test_venom_hastens_the_end_of_who_is_down():
    orc = {"health_max": 3, "endurance": 6, "vital_defence": 3}
    other = {"name": "other", "side": "orcs", "at": [10, 10], "intuition": 1}
    laid = duel(man={"weapons": ["bite"]}, orc=orc, friends=[other], dice=[4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1])
    laid.play("attack orc bite normal")
    assert laid.unit("orc").dying_dice == 2


@clause("woin.completion.emergency_healing")
@pytest.mark.parametrize(("at", "is_open"), [([4, 6], True), ([4, 7], False)])
def test_only_neighbours_are_healed(at, is_open):
    friend = {"name": "friend", "side": "men", "at": at, "health_max": 21, "health_left": 5, "intuition": 1}
    laid = scene(MAN, friend, {**ORC, "at": [10, 10]}, order=[6, 6, 6, 1, 2, 2, 2])
    assert bool(laid.offers("heal friend")) is is_open


@clause("woin.completion.scan")
@pytest.mark.parametrize(("distance", "is_open"), [(12, True), (13, False)])
def test_how_far_one_scans(distance, is_open):
    assert bool(duel(distance=distance, size=(20, 12)).offers("scan orc")) is is_open


@clause("woin.completion.status.slowed")
def test_the_slowed_still_move_a_square():
    laid = duel(man={"speed": 1}, distance=5)
    laid.unit("man").slowed = 1
    laid.play("move 4,6")
    assert laid.unit("man").actions_left == 1


@clause("woin.completion.exploit.death_from_on_high")
@pytest.mark.parametrize(("level", "dice"), [(3, 4), (4, 5), (10, 6)])
def test_a_die_for_ten_feet_of_the_drop_three_at_most(level, dice):
    cells = [{"flag": {"level": level}, "at": [[4, 5]]}]
    man = {"melee_skill": 2, "exploits": ["death_from_on_high"], "at": [4, 5]}
    laid = duel(man=man, orc={"health_max": PLENTY}, distance=2, cells=cells, dice=[4, 4, 4, 4, *[1] * dice])
    laid.play("attack orc longsword death_from_on_high")
    assert laid.unit("orc").health == PLENTY - dice


@clause("woin.completion.exploit.death_from_on_high")
@pytest.mark.parametrize(("start", "landing", "orc", "dice"), [(2, 1, 0, 3), (3, 1, 0, 4), (3, 0, 1, 4), (4, 0, 1, 5)])
def test_the_drop_is_to_the_floor_where_the_leap_lands(start, landing, orc, dice):
    """Three dice of the sword, and one for every two levels that the man leaps down, whatever the level of the orc."""
    pillars = [[x, y] for x in (5, 6, 7) for y in (4, 5, 6) if (x, y) not in ((5, 5), (6, 5))]
    cells = [{"flag": "pillar", "at": pillars}]
    levels = {(4, 5): start, (5, 5): landing, (6, 5): orc}
    cells += [{"flag": {"level": level}, "at": [list(cell)]} for cell, level in levels.items()]
    man = {"melee_skill": 2, "exploits": ["death_from_on_high"]}
    laid = duel(man=man, orc={"health_max": PLENTY}, distance=2, cells=cells, dice=[4, 4, 4, 4, *[1] * dice])
    laid.play("attack orc longsword death_from_on_high")
    assert laid.unit("man").at == (5, 5) and laid.unit("orc").health == PLENTY - dice


@clause("woin.completion.battle_end")
def test_thirty_rounds():
    laid = duel(distance=6)
    for _ in range(59):
        laid.play("end_turn")
    assert laid.ending is None and laid.round == 30
    laid.play("end_turn")
    assert laid.ending == "round_limit" and "battle_ends" in kinds(laid)


@clause("woin.completion.spell.mend")
def test_mending_takes_two_points():
    mage = {**MAN, "magic_score": 6, "spells": ["mend"], "health_max": 21, "health_left": 5}
    laid = scene(mage, {**ORC, "at": [10, 10]}, dice=[4, 3, 3, 1, 1])
    laid.play("cast mend man")
    assert laid.unit("man").magic == 4
