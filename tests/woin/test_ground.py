"""The ground: corners, difficult ground, water, climbing, jumping, fliers, doors, chests and traps."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.scenes import exactly
from woin.walks import alone, left, place, reached, row_of, spent, way

# --- corners


@clause("woin.move.corner")
@pytest.mark.parametrize("corner", ["#", "T", "D", "L"])
def test_no_step_round_a_corner(corner):
    table = alone(f".{corner}", "..", at=(0, 0))
    table.play("move 1,1")
    assert way(table) == [(0, 1), (1, 1)] and spent(table) == 2


@clause("woin.move.corner", "woin.completion.terrain_table")
@pytest.mark.parametrize("beside", ["C", "=", "r", "m", "w", "^", "p"])
def test_what_makes_no_corner(beside):
    table = alone(f".{beside}", "..", at=(0, 0))
    table.play("move 1,1")
    assert way(table) == [(1, 1)] and spent(table) == 1


@clause("woin.move.corner")
def test_no_step_between_two_corners():
    assert (1, 1) not in reached(alone(".#", "#."))
    assert (1, 1) not in reached(alone(".C", "#."))
    assert (1, 1) in reached(alone(".C", "C."))


@clause("woin.move.corner", "woin.completion.occupancy")
def test_units_make_no_corners():
    table = alone("...", "...", friends=[{"name": "goblin", "side": "orcs", "at": [1, 0]}])
    table.play("move 1,1")
    assert spent(table) == 1


@clause("woin.move.corner")
@pytest.mark.parametrize(("level", "steps"), [(1, 1), (2, 2)])
def test_floors_beyond_the_vertical_jump_make_corners(level, steps):
    table = alone("..", "..", levels={level: [(1, 0)]})
    table.play("move 1,1")
    assert len(way(table)) == steps
    table = alone("..", "..", levels={level: [(1, 0)]}, traits=["primary_fly"])
    table.play("move 1,1")
    assert len(way(table)) == steps


@clause("woin.move.corner")
def test_the_floor_below_a_chest_makes_a_corner():
    assert (1, 1) in reached(alone(".C", "C.", levels={1: [(1, 0)]}))
    assert (1, 1) not in reached(alone(".C", "C.", levels={2: [(1, 0)]}))


@clause("woin.move.corner", "woin.completion.doors_traps")
def test_an_open_door_is_no_corner():
    table = alone(".D", "..")
    table.play("open 1,0")
    assert left(table) == (1, 0)
    table.play("move 1,1")
    assert way(table) == [(1, 1)]


# --- what cells cost


@clause("woin.move.difficult")
def test_difficult_ground_costs_double():
    table = alone("#.mm.......", at=(1, 0))
    table.play("move 4,0")
    assert spent(table) == 5
    table = alone("mmmmmmmm")
    table.play("move 2,0")
    assert left(table) == (1, 1)
    assert reached(alone("mmmmmmmm")) == row_of(range(1, 6))


@clause("woin.move.difficult")
def test_what_difficult_ground_costs_can_be_set():
    assert reached(alone("mmmmmmmm", rules={"move.difficult.difficult_cost_multiplier": 3})) == row_of(range(1, 4))


@clause("woin.completion.terrain_table")
@pytest.mark.parametrize(("char", "name"), [(".", "open"), ("=", "low_wall"), ("r", "rubble")])
def test_what_terrain_costs_can_be_set(char, name):
    usual = 1 if char == "." else 2
    table = alone(f"#{char * 4}", at=(1, 0))
    table.play("move 2,0")
    assert spent(table) == usual
    table = alone(f"#{char * 4}", at=(1, 0), rules={f"tables.terrain.{name}.move_cost": 3})
    table.play("move 2,0")
    assert spent(table) == 3


@clause("woin.completion.terrain_table")
def test_what_cannot_be_entered():
    for solid in "#TCDL":
        assert not reached(alone(f".{solid}."))


@clause("woin.move.difficult", "woin.completion.terrain_table", "woin.completion.doors_traps")
@pytest.mark.parametrize("other", [{"trap": 1}, {"trap": 2}, {"door": 3}, {"pit": 1}])
@pytest.mark.parametrize("ground", ["difficult", "low_wall", "rubble"])
def test_traps_open_doors_and_pits_leave_the_ground_as_it_is(ground, other):
    cells = [{"flag": {ground: 1, **other}, "at": [[1, 0]]}]
    table = alone("..", jump_feet=10, leap_feet=0, cells=cells, dice=[1, 1] if other == {"trap": 1} else [])
    table.play("move 1,0")
    assert spent(table) == 2 and len(table.dice_left) == 0


@clause("woin.move.non_primary", "woin.completion.doors_traps")
@pytest.mark.parametrize("other", [{"trap": 1}, {"trap": 2}, {"door": 3}, {"pit": 1}])
def test_water_with_a_trap_a_door_or_a_pit_is_still_swum(other):
    cells = [{"flag": {"deep_water": 1, **other}, "at": [[1, 0]]}]
    table = alone("..", jump_feet=10, leap_feet=0, cells=cells, dice=[3, 3, 3])
    table.play("move 1,0")
    assert table.last("sinks_back").amount == 10 and place(table, "man") == (0, 0)


@clause("woin.completion.terrain_table", "woin.move.difficult")
@pytest.mark.parametrize(
    ("grounds", "cost"),
    [(("difficult", "low_wall"), 4), (("difficult", "rubble"), 5), (("low_wall", "rubble"), 5), (("low_wall",), 3)],
)
def test_of_several_kinds_of_terrain_the_dearest_counts(grounds, cost):
    rules = {
        "move.difficult.difficult_cost_multiplier": 4,
        "tables.terrain.low_wall.move_cost": 3,
        "tables.terrain.rubble.move_cost": 5,
    }
    table = alone("..", rules=rules, cells=[{"flag": dict.fromkeys(grounds, 1), "at": [[1, 0]]}])
    table.play("move 1,0")
    assert spent(table) == cost


# --- water


@clause("woin.move.non_primary")
def test_swimming():
    table = alone("#.www..", at=(1, 0), dice=[4, 4, 4])
    table.play("move 4,0")
    assert spent(table) == 6 and table.unit("man").swum == 1
    assert table.last("swims").amount == 10
    table.play("move 3,0")
    assert place(table, "man") == (3, 0)


@clause("woin.move.non_primary")
def test_who_cannot_swim_stays_ashore():
    table = alone("#..www..", at=(1, 0), dice=[3, 3, 3, 5, 5, 5])
    table.play("move 4,0")
    assert place(table, "man") == (2, 0) and left(table) == (1, 0)
    table.play("move 3,0")
    assert place(table, "man") == (3, 0)


@clause("woin.move.non_primary")
def test_dice_of_swimming():
    table = alone("#.w", at=(1, 0), strength=6, endurance=3)
    assert table.odds("move 2,0", want="man.swum").at_least(1) == exactly(0.625)
    table = alone("#.w", at=(1, 0), strength=3, endurance=6)
    assert table.odds("move 2,0", want="man.swum").at_least(1) == exactly(0.625)
    table = alone("#.w", at=(1, 0), rules={"move.non_primary.swim_difficulty": 18})
    assert table.odds("move 2,0", want="man.swum").at_least(1) == exactly(1 / 216)


@clause("woin.move.non_primary", "woin.move.climb")
def test_whether_swimming_and_climbing_are_checked_can_be_set():
    none = {"move.climb.checks_per_turn": 0}
    table = alone("#.w", at=(1, 0), rules=none)
    table.play("move 2,0")
    assert place(table, "man") == (2, 0)
    table = alone("...", levels={2: [(2, 0)]}, rules=none)
    table.play("move 2,0")
    assert place(table, "man") == (2, 0)


@clause("woin.move.non_primary")
def test_what_swimming_costs_can_be_set():
    table = alone("#.www", at=(1, 0), dice=[5, 5, 5], rules={"move.non_primary.non_primary_cost_multiplier": 3})
    table.play("move 3,0")
    assert spent(table) == 6


@clause("woin.move.primary")
def test_who_swims_by_nature():
    table = alone("#.wwww", at=(1, 0), traits=["primary_swim"])
    table.play("move 5,0")
    assert spent(table) == 4


# --- climbing


@clause("woin.move.climb")
@pytest.mark.parametrize(("level", "price", "expected"), [(2, 5, (1, 0)), (3, 7, (0, 3))])
def test_what_climbing_costs(level, price, expected):
    table = alone("..", levels={level: [(1, 0)]}, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == price and left(table) == expected
    assert table.unit("man").climbed == 1


@clause("woin.move.climb")
def test_climbing_down_costs_as_much():
    table = alone("..", levels={2: [(0, 0)]}, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == 5 and table.unit("man").prone == 0


@clause("woin.move.climb")
def test_how_fast_one_climbs_can_be_set():
    table = alone("..", levels={2: [(1, 0)]}, dice=[4, 4, 4], rules={"move.climb.climb_speed_divisor": 3})
    table.play("move 1,0")
    assert spent(table) == 7


@clause("woin.move.climb")
def test_dice_of_climbing():
    table = alone("..", levels={2: [(1, 0)]}, agility=6)
    assert table.odds("move 1,0", want="man.climbed").at_least(1) == exactly(0.625)
    table = alone("..", levels={2: [(1, 0)]}, agility=6, athletics_skill=1, speed=5)
    assert table.odds("move 1,0", want="man.climbed").at_least(1) == exactly(1 - 126 / 1296)
    table = alone("..", levels={2: [(1, 0)]}, rules={"move.climb.default_climb_difficulty": 18})
    assert table.odds("move 1,0", want="man.climbed").at_least(1) == exactly(1 / 216)


@clause("woin.move.climb")
def test_one_check_covers_the_turn():
    table = alone("....", levels={2: [(1, 0), (3, 0)]}, speed=10, leap_feet=0, dice=[4, 4, 4])
    table.play("move 3,0")
    assert place(table, "man") == (3, 0) and spent(table) == 15


@clause("woin.move.climb")
def test_a_failure_ends_what_was_paid_for_and_may_be_tried_again():
    table = alone("...", levels={2: [(2, 0)]}, speed=6, dice=[3, 3, 3, 4, 4, 4])
    table.play("move 2,0")
    assert place(table, "man") == (1, 0) and left(table) == (1, 0)
    assert table.last("slips").amount == 10
    table.play("move 2,0")
    assert place(table, "man") == (2, 0) and left(table) == (0, 1)


@clause("woin.move.climb")
def test_the_price_is_paid_before_the_check():
    table = alone("..", levels={2: [(1, 0)]}, dice=[3, 3, 3, 3, 3, 3])
    table.play("move 1,0")
    assert left(table) == (1, 0)
    table.play("move 1,0")
    assert left(table) == (0, 0) and not reached(table)


@clause("woin.move.climb", "woin.move.primary")
def test_who_climbs_by_nature():
    table = alone("..", levels={2: [(1, 0)]}, traits=["primary_climb"])
    table.play("move 1,0")
    assert spent(table) == 3


@clause("woin.move.difficult", "woin.move.climb")
def test_difficult_ground_does_not_multiply_the_climb():
    table = alone(".m", levels={2: [(1, 0)]}, speed=6, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == 6


@clause("woin.completion.status.prone", "woin.move.climb")
def test_crawling_up():
    table = alone("..", levels={2: [(1, 0)]}, prone=True, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == 10


@clause("woin.move.climb", "woin.move.non_primary")
@pytest.mark.parametrize(("rows", "levels"), [("..", {2: [(1, 0)]}), (".w", {})])
def test_odds_of_success_count_climbing_and_swimming(rows, levels):
    """Three dice reach 10 with a chance of 135/216."""
    table = alone(rows, levels=levels)
    assert table.odds("move 1,0", want="success").at_least(1) == exactly(0.625)


# --- jumping


@clause("woin.move.jump")
def test_a_step_within_the_vertical_jump():
    table = alone("..", levels={1: [(1, 0)]}, jump_feet=6)
    table.play("move 1,0")
    assert spent(table) == 1
    table = alone("..", levels={1: [(1, 0)]}, jump_feet=4, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == 3
    table = alone("..", levels={1: [(1, 0)]}, rules={"move.jump.feet_per_level": 7}, dice=[4, 4, 4])
    table.play("move 1,0")
    assert spent(table) == 3


@clause("woin.move.jump", "woin.move.scenery")
def test_leaping_over_a_pit():
    table = alone(".pp..", leap_feet=12)
    table.play("move 3,0")
    assert way(table, "leapt") == [(3, 0)] and spent(table) == 3
    table = alone("#.p..", at=(1, 0), leap_feet=12)
    table.play("move 4,0")
    assert way(table) == [(3, 0), (4, 0)] and spent(table) == 3


@clause("woin.move.jump")
def test_too_wide_a_pit():
    table = alone("#.ppp..", at=(1, 0), leap_feet=12, speed=3)
    assert reached(table) == {(2, 0), (3, 0)}  # down, but not up again
    assert (5, 0) in reached(alone("#.ppp..", at=(1, 0), leap_feet=15, speed=3))
    assert (5, 0) in reached(alone("#.ppp..", at=(1, 0), leap_feet=12, speed=3, rules={"move.speed.cell_feet": 4}))


@clause("woin.move.jump")
def test_leaps_end_on_about_the_same_level():
    table = alone("#.p..", at=(1, 0), levels={1: [(3, 0)]})
    table.play("move 3,0")
    assert way(table, "leapt") == [(3, 0)]
    assert (3, 0) not in reached(alone("#.p..", at=(1, 0), levels={2: [(3, 0)]}, speed=3))


@clause("woin.move.jump")
def test_diagonal_leaps_and_corners():
    table = alone("...", ".p.", "...", levels={}, leap_feet=5)
    table.play("move 2,2")
    assert way(table) == [(2, 2)] and spent(table) == 2
    table = alone(".#.", ".p.", "...")
    table.play("move 2,2")
    assert (2, 2) not in way(table)[:1] and spent(table) == 3


# --- fliers


@clause("woin.move.primary")
def test_fliers_mind_no_ground():
    table = alone("#.mp=rw..", at=(1, 0), levels={4: [(7, 0)]}, traits=["primary_fly"])
    table.play("move 7,0")
    assert spent(table) == 6
    assert not reached(alone(".#.", traits=["primary_fly"]))


# --- doors and chests


@clause("woin.action.open", "woin.completion.doors_traps")
def test_opening_a_door():
    table = alone(".D..")
    assert not reached(table) and not table.offers("unlock 1,0")
    table.play("open 1,0")
    assert left(table) == (1, 0)
    assert reached(table) == row_of(range(1, 4))
    assert table.last("opened").amount == (1, 0)


@clause("woin.action.open", "woin.action.pick_lock")
def test_a_locked_door_is_not_opened():
    table = alone(".L..")
    assert not table.offers("open 1,0") and table.offers("unlock 1,0")


@clause("woin.action.open")
def test_only_what_is_next_to_one_is_opened():
    assert not alone("..D.").offers("open 2,0")
    assert alone("..", "D.").offers("open 0,1") and alone("#.", "D.", at=(1, 0)).offers("open 0,1")


@clause("woin.action.open", "woin.completion.doors_traps")
def test_a_chest_holds_a_draught():
    table = alone(".C..")
    table.play("open 1,0")
    assert table.unit("man").draughts == 1 and not table.offers("open 1,0")
    assert not reached(table)


@clause("woin.action.open", "woin.action.cost_table")
def test_what_opening_costs_can_be_set():
    table = alone(".D..", rules={"action.cost_table.open_unlocked_door_or_chest": 2})
    table.play("open 1,0")
    assert left(table) == (0, 0)


# --- locks and traps


@clause("woin.action.pick_lock", "woin.completion.doors_traps")
def test_picking_a_lock():
    table = alone(".L..", agility=8, thievery_skill=1, speed=5)
    assert table.odds("unlock 1,0", want="success").at_least(1) == exactly(0.335648)
    table = alone("L.^.", at=(1, 0), agility=8, thievery_skill=1, speed=5)
    assert table.odds("unlock 2,0", want="success").at_least(1) == exactly(0.664352)


@clause("woin.completion.doors_traps")
def test_the_better_of_two_attributes():
    for fields in ({"agility": 10, "logic": 3}, {"agility": 3, "logic": 10}):
        table = alone(".L..", speed=5, **fields)
        assert table.odds("unlock 1,0", want="success").at_least(1) == exactly(0.335648)


@clause("woin.action.pick_lock")
@pytest.mark.parametrize(("dice", "is_open"), [([6, 6, 6], True), ([5, 5, 5], False)])
def test_a_lock_takes_two_actions(dice, is_open):
    table = alone(".L..", dice=dice)
    table.play("unlock 1,0")
    assert left(table) == (0, 0)
    assert ("unlocked" in [event.kind for event in table.events]) == is_open
    table = alone("..L..", speed=5)
    table.play("move 1,0")
    assert not table.offers("unlock 2,0")


@clause("woin.completion.doors_traps")
def test_difficulties_can_be_set():
    table = alone(".L..", rules={"completion.doors_traps.lock_difficulty": 10})
    assert table.odds("unlock 1,0", want="success").at_least(1) == exactly(0.625)
    table = alone(".^..", rules={"completion.doors_traps.trap_difficulty": 10})
    assert table.odds("unlock 1,0", want="success").at_least(1) == exactly(0.625)


@clause("woin.completion.doors_traps")
def test_a_trap_is_sprung_once():
    table = alone(".^..", soak=3, dice=[4, 3])
    table.play("move 2,0")
    assert table.unit("man").health == table.unit("man").health_max - 4
    assert place(table, "man") == (2, 0)
    table.play("move 0,0")
    assert table.unit("man").health == table.unit("man").health_max - 4


@clause("woin.completion.doors_traps", "woin.damage.sixes")
def test_damage_of_a_trap():
    def mean(table):
        before = table.unit("man").health
        found = table.odds("move 1,0", want="man.health")
        return sum((before - health) * found[health] for health in found)

    assert mean(alone(".^..", soak=3)) == exactly(4.027778)
    assert mean(alone(".^..", soak=20)) == exactly(1 / 3)
    assert mean(alone(".^..", soak=0, rules={"completion.doors_traps.trap_damage_dice": 3})) == exactly(10.5)
    assert mean(alone(".^..", soak=0, rules={"completion.doors_traps.trap_damage_dice": 0})) == 0


@clause("woin.completion.doors_traps")
def test_a_trap_that_is_disarmed():
    table = alone(".^..", dice=[6, 6, 6])
    table.play("unlock 1,0", "end_turn", "end_turn", "move 2,0")
    assert place(table, "man") == (2, 0)
    assert "trap_sprung" not in [event.kind for event in table.events]


@clause("woin.completion.doors_traps", "woin.move.primary")
def test_a_flier_passes_over_a_trap_but_does_not_end_on_it_unharmed():
    table = alone(".^..", traits=["primary_fly"], soak=0)
    table.play("move 2,0")
    assert "trap_sprung" not in [event.kind for event in table.events]
    table = alone(".^..", traits=["primary_fly"], soak=0, dice=[2, 3])
    table.play("move 1,0")
    assert table.unit("man").health == table.unit("man").health_max - 5 and place(table, "man") == (1, 0)


@clause("woin.completion.doors_traps")
def test_who_is_felled_by_a_trap_stops_there():
    table = alone(".^..", health_left=1, dice=[3, 3], friends=[{"name": "boy", "side": "men", "at": [3, 0]}])
    table.play("move 2,0")
    assert table.unit("man").down == 1 and place(table, "man") == (1, 0)
