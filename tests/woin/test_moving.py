"""Moving: what it costs in actions, whom one passes, which way one goes, what stops one, and charges."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import parts, rolled
from woin.scenes import duel, scene
from woin.walks import alone, left, place, reached, row_of, spent, way

OPEN = "............"
FIELD = ["......", "......", "......", "......"]


# --- what it costs


@clause("woin.move.speed", "woin.action.move")
@pytest.mark.parametrize(
    ("goal", "expected"),
    [("3,0", (1, 2)), ("5,0", (1, 0)), ("6,0", (0, 4)), ("10,0", (0, 0))],
)
def test_further_moves_are_taken_as_they_are_needed(goal, expected):
    table = alone(OPEN)
    table.play(f"move {goal}")
    assert left(table) == expected


@clause("woin.move.speed")
def test_nobody_goes_further_than_its_actions_allow():
    assert reached(alone(OPEN)) == row_of(range(1, 11))
    assert reached(alone(OPEN, speed=3)) == row_of(range(1, 7))
    table = alone(OPEN)
    table.play("move 10,0")
    assert not reached(table)


@clause("woin.move.speed", "woin.move.split")
def test_what_is_left_of_a_move_is_used_first():
    table = alone(OPEN)
    table.play("move 3,0")
    assert left(table) == (1, 2)
    assert reached(table) == row_of([*range(3), *range(4, 11)])
    table.play("move 5,0")
    assert left(table) == (1, 0)
    table.play("move 6,0")
    assert left(table) == (0, 4)


@clause("woin.move.split")
@pytest.mark.parametrize("speed", [5, 6])
def test_an_attack_in_the_middle_of_a_move(speed):
    table = duel(man={"speed": speed}, distance=4, dice=[1, 1, 1])
    table.play("move 7,5", "attack orc longsword normal")
    assert left(table) == (0, speed - 3)
    furthest = {x for x, y in reached(table) if y == 5}
    assert min(furthest) == 7 - (speed - 3)
    table.play(f"move {min(furthest)},5")
    assert place(table, "man") == (7 - (speed - 3), 5)


@clause("woin.move.split")
def test_dropping_prone_loses_what_is_left_of_a_move():
    table = alone(OPEN)
    table.play("move 3,0", "drop_prone")
    assert left(table) == (1, 0)


@clause("woin.action.move", "woin.action.cost_table")
def test_what_a_move_costs_can_be_set():
    address = "action.cost_table.move"
    assert reached(alone(OPEN, rules={address: 2})) == row_of(range(1, 6))
    table = alone(OPEN, rules={address: 0}, speed=3)  # the free action, then ordinary ones
    assert reached(table) == row_of(range(1, 10))
    table.play("move 2,0")
    assert left(table) == (2, 1) and table.unit("man").free_left == 0
    none = {address: 0, "turn.budget.free_overflow_costs_action": 0}
    assert reached(alone(OPEN, rules=none, speed=3)) == row_of(range(1, 4))


@clause("woin.move.diagonal")
def test_a_diagonal_step_is_one_square():
    table = alone(*FIELD)
    table.play("move 4,3")
    assert spent(table) == 4
    table = alone(*["......"] * 6)
    table.play("move 5,5")
    assert spent(table) == 5


@clause("woin.move.diagonal")
def test_what_a_diagonal_step_counts_can_be_set():
    table = alone(*FIELD, rules={"move.diagonal.diagonal_cost": 2})
    table.play("move 3,3")
    assert spent(table) == 6
    table = alone(OPEN, rules={"move.diagonal.orthogonal_cost": 2})
    table.play("move 4,0")
    assert spent(table) == 8 and len(way(table)) == 4
    table = alone(*FIELD, rules={"move.diagonal.orthogonal_cost": 4})
    table.play("move 4,0")
    assert spent(table) == 4 and way(table) == [(1, 1), (2, 2), (3, 1), (4, 0)]


@clause("woin.completion.status.prone")
def test_crawling():
    assert reached(alone(OPEN, prone=True, speed=6)) == row_of(range(1, 7))
    address = "completion.status.prone.crawl_cost_multiplier"
    assert reached(alone(OPEN, prone=True, speed=6, rules={address: 3})) == row_of(range(1, 5))
    table = alone(OPEN, prone=True, speed=6)
    table.play("move 3,0")
    assert left(table) == (1, 0) and table.unit("man").prone == 1


@clause("woin.completion.status.slowed")
def test_slowed_units_without_speed_stay_where_they_are():
    table = alone("....", speed=0)
    assert not table.choices("move")
    table.state.units[0].slowed = 1
    table.refresh()
    assert not table.choices("move")


@clause("woin.completion.status.slowed", "woin.move.speed")
def test_slowed_units_go_half_as_far():
    table = alone(OPEN)
    table.state.units[0].slowed = 1
    table.refresh()
    assert reached(table) == row_of(range(1, 5))


@clause("woin.completion.status.restrained", "woin.action.move")
def test_restrained_units_do_not_move():
    table = alone(OPEN)
    table.state.units[0].restrained = 1
    table.refresh()
    assert not reached(table)


# --- whom one passes


def friend(x, y=0, **fields):
    """A friend of the man."""
    return {"name": "boy", "side": "men", "at": [x, y], "weapons": ["longsword"], **fields}


@clause("woin.completion.occupancy")
def test_friends_are_passed_but_nobody_stops_there():
    assert reached(alone(OPEN, friends=[friend(2)])) == row_of(range(1, 11)) - {(2, 0)}


@clause("woin.completion.occupancy")
def test_nobody_goes_through_an_active_enemy():
    enemy = {"name": "goblin", "side": "orcs", "at": [3, 0], "weapons": ["longsword"]}
    assert reached(alone(OPEN, friends=[enemy])) == row_of(range(1, 3))


@clause("woin.completion.occupancy")
def test_those_who_are_down_are_passed():
    enemy = {"name": "goblin", "side": "orcs", "at": [3, 0], "weapons": ["longsword"], "health_left": 0}
    assert reached(alone(OPEN, friends=[enemy])) == row_of(range(1, 11)) - {(3, 0)}


# --- which way


@clause("woin.move.speed")
@pytest.mark.parametrize(
    ("start", "goal", "found"),
    [
        ((0, 1), (4, 1), [(1, 1), (2, 1), (3, 1), (4, 1)]),
        ((4, 1), (0, 1), [(3, 1), (2, 1), (1, 1), (0, 1)]),
        ((0, 2), (2, 0), [(1, 1), (2, 0)]),
        ((0, 2), (4, 1), [(1, 1), (2, 1), (3, 1), (4, 1)]),  # a turn in any case: first by direction, NE before E
        ((4, 2), (0, 1), [(3, 2), (2, 2), (1, 2), (0, 1)]),  # W before NW
    ],
)
def test_the_straightest_of_the_best_ways(start, goal, found):
    table = alone("......", "......", "......", at=start)
    table.play(f"move {goal[0]},{goal[1]}")
    assert way(table) == found


@clause("woin.move.speed", "woin.completion.occupancy")
def test_a_straight_walk_leads_past_a_friend():
    boy = {"name": "boy", "side": "men", "at": [2, 1], "weapons": ["longsword"]}
    table = alone("......", "......", "......", at=(0, 1), friends=[boy])
    table.play("move 4,1")
    assert way(table) == [(1, 1), (2, 1), (3, 1), (4, 1)]


@clause("woin.move.speed")
def test_a_way_round_has_no_more_turns_than_it_needs():
    """Up and down again is one turn; along the wall there would be two."""
    table = alone("......", "......", "..#...", at=(0, 2))
    table.play("move 4,2")
    assert way(table) == [(1, 1), (2, 0), (3, 1), (4, 2)]


@clause("woin.move.speed")
def test_fewest_steps_among_the_cheapest_ways():
    rules = {"move.diagonal.diagonal_cost": 2, "move.difficult.difficult_cost_multiplier": 4}
    table = alone("...", ".m.", "...", at=(0, 1), rules=rules)
    table.play("move 2,1")
    assert way(table) == [(1, 0), (2, 1)] and spent(table) == 4  # round it straight on is as cheap, but longer


@clause("woin.move.speed", "woin.move.difficult")
def test_the_cheapest_way_goes_round():
    table = alone(".....", ".mmm.", ".....", at=(0, 1))
    table.play("move 4,1")
    assert way(table) == [(1, 0), (2, 0), (3, 0), (4, 1)]


# --- what stops one


def under_fire(*dice, goal="3,0", **man):
    """A man who sets out under the eyes of an archer in overwatch, past a friend on the first square of his way."""
    table = scene(
        {"name": "archer", "side": "orcs", "at": [8, 4], "weapons": ["shortbow"]},
        {"name": "man", "side": "men", "at": [0, 0], "weapons": ["longsword"], "speed": 5, **man},
        friend(1),
        size=(9, 5),
        dice=dice,
    )
    table.play("overwatch", "end_turn", "hold_fire", f"move {goal}")
    return table


@clause("woin.completion.occupancy", "woin.overwatch.interrupt")
def test_who_is_shot_down_on_a_friend_is_put_back():
    table = under_fire(5, 5, 1, 1, health_left=1)
    table.play("fire")
    assert table.unit("man").down == 1 and place(table, "man") == (0, 0)


@clause("woin.overwatch.interrupt", "woin.action.move")
def test_a_move_goes_on_after_a_shot():
    table = under_fire(5, 5, 1, 1)
    table.play("fire")
    assert place(table, "man") == (3, 0) and left(table) == (1, 2)


@clause("woin.overwatch.interrupt")
def test_fire_is_asked_for_at_every_step():
    table = under_fire()
    table.play("hold_fire")
    assert place(table, "man") == (2, 0) and table.decider == "archer"
    table.play("hold_fire")
    assert place(table, "man") == (3, 0) and table.decider == "archer"


@clause("woin.overwatch.interrupt", "woin.completion.status.prone")
def test_who_falls_prone_on_the_way_stops():
    table = under_fire(goal="5,0")
    table.play("hold_fire")
    table.state.units[1].prone = 1
    table.state.units[1].moves_left = 0
    table.play("hold_fire")
    assert place(table, "man") == (2, 0) and table.decider == "man" and left(table) == (1, 0)


@clause("woin.aim.immediate", "woin.cover.positions")
def test_a_move_ends_an_aim_and_comes_out_of_cover():
    table = alone(OPEN)
    table.play("feint")
    assert table.unit("man").aimed == 2
    table.play("move 1,0")
    assert table.unit("man").aimed == 0
    table = alone("..=...", at=(1, 0))
    table.play("hunker", "move 0,0")
    assert table.unit("man").hunkered == 0 and table.last("unhunkered").who == "man"


# --- charges


def charge(distance, at=None, dice=(), **man):
    """A man who may charge an orc so many squares to the east."""
    orc = {} if at is None else {"at": at}
    return duel(man={"exploits": ["charge"], "speed": 5, **man}, orc=orc, distance=distance, dice=dice)


@clause("woin.completion.exploit.charge")
def test_a_charge_ends_beside_its_target():
    table = charge(5, dice=[1])
    table.play("attack orc longsword charge")
    assert way(table) == [(5, 5), (6, 5), (7, 5), (8, 5)]
    assert left(table) == (1, 0)
    assert [event.kind for event in table.events].count("charged") == 1


@clause("woin.completion.exploit.charge")
@pytest.mark.parametrize(
    ("at", "orc", "end"),
    [
        ((0, 5), (4, 5), (2, 5)),
        ((8, 5), (4, 5), (6, 5)),
        ((0, 5), (4, 4), (2, 5)),
        ((0, 5), (4, 7), (2, 7)),
        ((5, 0), (5, 4), (5, 2)),
    ],
)
def test_a_charge_goes_the_way_nearest_to_the_line_to_its_target(at, orc, end):
    """With a spear of reach 2 each of three directions leads within reach in two steps."""
    man = {"weapons": ["spear"], "speed": 6, "exploits": ["charge"], "at": list(at)}
    table = duel(man=man, orc={"at": list(orc)}, dice=[1])
    table.play("attack orc spear charge")
    assert place(table, "man") == end


@clause("woin.completion.exploit.charge")
def test_where_a_charge_is_possible():
    assert not charge(2).offers("attack orc longsword charge")
    assert charge(3).offers("attack orc longsword charge")
    assert charge(6).offers("attack orc longsword charge")
    assert not charge(7).offers("attack orc longsword charge")
    assert not charge(5, at=[9, 7]).offers("attack orc longsword charge")
    assert charge(5, at=[8, 9]).offers("attack orc longsword charge")


@clause("woin.completion.exploit.charge")
def test_least_squares_of_a_charge():
    table = duel(man={"exploits": ["charge"]}, distance=2, rules={"completion.exploit.charge.min_squares": 1})
    assert table.offers("attack orc longsword charge")
    table = duel(man={"exploits": ["charge"]}, distance=3, rules={"completion.exploit.charge.min_squares": 3})
    assert not table.offers("attack orc longsword charge")


@clause("woin.completion.exploit.charge")
def test_terrain_costs_in_a_charge():
    for between, is_near_enough in (("...", True), (".m.", True), (".mm", True), ("mmm", False), (".#.", False)):
        rows = ["......", f".{between}.."]
        table = scene(
            {"name": "man", "side": "men", "at": [0, 1], "weapons": ["longsword"], "exploits": ["charge"], "speed": 5},
            {"name": "orc", "side": "orcs", "at": [4, 1], "weapons": ["longsword"]},
            map="\n".join(rows),
        )
        assert table.offers("attack orc longsword charge") == is_near_enough


@clause("woin.completion.exploit.charge", "woin.completion.status.prone")
def test_who_lies_crawls_up_and_strikes():
    """On SPEED 5 one crawls two squares, not three."""
    table = charge(3, prone=True, dice=[1])
    table.play("attack orc longsword charge")
    assert place(table, "man") == (6, 5) and rolled(table) == [1]
    assert not charge(4, prone=True).offers("attack orc longsword charge")


@clause("woin.completion.exploit.charge", "woin.attack.step2_positional")
def test_a_charge_counts_the_friend_opposite_the_cell_where_it_ends():
    """Two dice alone do not pay for it; from where he sets out the friend is not opposite."""
    friend = {"name": "friend", "side": "men", "at": [9, 7], "weapons": ["longsword"]}
    man = {"strength": 3, "agility": 3, "speed": 5, "exploits": ["charge"]}
    table = duel(man=man, orc={"at": [8, 6]}, friends=[friend], dice=[1])
    table.play("attack orc longsword charge")
    assert place(table, "man") == (7, 5) and rolled(table) == [1] and parts(table, "flank") == [1]
    friend["at"] = [9, 6]
    assert not duel(man=man, orc={"at": [8, 6]}, friends=[friend]).offers("attack orc longsword charge")


@clause("woin.completion.exploit.charge", "woin.attack.types")
def test_who_charges_with_a_javelin_does_not_throw_it():
    """A low wall and the distance would leave a throw no dice; hand to hand there are 3 - 2."""
    rows = [OPEN] * 5 + [".......=...."] + [OPEN] * 6
    man = {"weapons": ["javelin"], "speed": 5, "exploits": ["charge"]}
    table = duel(man=man, distance=4, map="\n".join(rows), dice=[1])
    table.play("attack orc javelin charge")
    assert place(table, "man") == (7, 5) and rolled(table) == [1] and table.unit("man").loaded[0] == 3


# --- death from on high


def plunge(level, at=(2, 1), dice=(), rules=None, **man):
    """A man on a tower at (1, 1) and an orc below."""
    return scene(
        {
            "name": "man",
            "side": "men",
            "at": [1, 1],
            "weapons": ["longsword"],
            "exploits": ["death_from_on_high"],
            **man,
        },
        {"name": "orc", "side": "orcs", "at": list(at), "weapons": ["longsword"]},
        size=(6, 6),
        cells=[{"flag": {"level": level}, "at": [[1, 1]]}],
        dice=dice,
        rules=rules,
    )


LEAP = "attack orc longsword death_from_on_high"


@clause("woin.completion.exploit.death_from_on_high")
def test_where_a_leap_down_is_possible():
    assert not plunge(1).offers(LEAP)
    assert plunge(2).offers(LEAP)
    assert plunge(2, at=(3, 1)).offers(LEAP)
    assert not plunge(2, at=(4, 1)).offers(LEAP)
    assert plunge(1, rules={"completion.exploit.death_from_on_high.min_levels": 1}).offers(LEAP)
    assert plunge(2, at=(4, 1), rules={"completion.exploit.death_from_on_high.max_distance": 3}).offers(LEAP)


@clause("woin.completion.exploit.death_from_on_high", "woin.completion.exploit.charge")
def test_neither_is_for_missile_weapons():
    assert not plunge(2, weapons=["longbow", "shortsword"]).offers("attack orc longbow death_from_on_high")
    assert not charge(5, weapons=["longbow", "shortsword"]).offers("attack orc longbow charge")


@clause("woin.completion.exploit.death_from_on_high")
def test_where_a_leap_down_ends():
    table = plunge(2, dice=[1, 1])
    table.play(LEAP)
    assert way(table) == [(2, 0)] and table.unit("man").prone == 0
    table = plunge(2, at=(3, 1), dice=[1, 1])
    table.play(LEAP)
    assert way(table) == [(2, 2)]  # the first of three cells next to the man, from north clockwise around the orc


@clause("woin.completion.exploit.death_from_on_high")
def test_dice_of_a_leap_down():
    table = plunge(2, melee_skill=2, dice=[1, 1, 1, 1])
    table.play(LEAP)
    assert not table.dice_left  # five dice, one for higher ground, two for the price


@clause("woin.completion.exploit.death_from_on_high", "woin.attack.types", "woin.attack.step2_positional")
def test_who_leaps_down_with_a_dagger_does_not_throw_it():
    """The prone are easier to strike, not to hit from afar: 2 + 1 (height) + 2 (prone) - 2 dice."""
    man = {"strength": 3, "agility": 3, "intuition": 3, "weapons": ["dagger"]}
    table = plunge(2, at=(3, 1), dice=[1] * 3, **man)
    table.unit("orc").prone = 1
    table.play("attack orc dagger death_from_on_high")
    assert rolled(table) == [3] and table.unit("man").loaded[0] == 2
