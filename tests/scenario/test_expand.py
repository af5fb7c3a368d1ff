"""What is left to chance: rosters, characteristics, terrain, places, rules."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactica.envs import scenario
from tactica.envs.scenario import place
from tactica.envs.scenario.bodies import wall_through
from tactica.envs.scenario.draw import Draw
from tactica.envs.scenario.place import cells_apart
from tactica.envs.scenario.terrain import is_blocked, region

RANDOM = ("tiny_random", "small_random", "standard_random")


def battles(more: str, n: int = 20, seed: int = 0, split: str = "train") -> list[scenario.Battle]:
    return scenario.expand(scenario.load("ruleset: wfrp1\n" + more), seed, n, split)


def check_battle(battle: scenario.Battle) -> None:
    """Everybody on the board in a cell of its own, nobody in a wall, all within walking distance of each other."""
    setup = battle.ruleset.book.setup
    cells = [unit.cell for unit in battle.units if unit.bearer < 0]
    assert len(set(cells)) == len(cells)
    for cell in cells:
        assert cell is not None and battle.board.has(cell) and not is_blocked(battle.board, setup, cell)
    assert cells[0] is not None
    assert set(cells) <= region(battle.board, setup, cells[0])
    names = [unit.name for unit in battle.units]
    assert len(set(names)) == len(names) <= 16
    sides = [unit.side for unit in battle.units]
    assert sides == sorted(sides) and set(sides) == set(range(len(battle.sides)))


@pytest.mark.parametrize("name", RANDOM)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**40))
def test_shipped_random_battles_are_sound(name: str, seed: int) -> None:
    drawn = scenario.load(f"wfrp1/{name}")
    for battle in scenario.expand(drawn, seed, 2):
        check_battle(battle)
        for unit in battle.units:
            zone = drawn.zones[unit.side]
            assert unit.cell is not None
            assert zone[0] <= unit.cell[0] <= zone[2] and zone[1] <= unit.cell[1] <= zone[3]
        ours, theirs = ([u.template for u in battle.units if u.side == side] for side in (0, 1))
        assert ours == theirs, "both sides get the same draw"


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    share=st.floats(0.01, 0.6),
    walls=st.integers(0, 20),
    width=st.integers(6, 14),
    height=st.integers(6, 14),
    mirror=st.booleans(),
)
def test_random_terrain_cuts_nobody_off(
    seed: int, share: float, walls: int, width: int, height: int, mirror: bool
) -> None:
    (battle,) = scenario.expand(
        scenario.load({
            "ruleset": "wfrp1",
            "board": {"size": [width, height]},
            "deploy": {"side0": [0, 0, 1, height - 1], "side1": [width - 2, 0, width - 1, height - 1]},
            "units": [{"template": "skaven", "side": f"side{i}"} for i in range(2)]
            + [{"template": "skaven", "side": "side0", "at": [3, 3]}],
            "generate": [
                {"kind": "walls", "type": "wall", "count": walls, "length": [2, 5], "mirror": mirror},
                {"kind": "scatter", "flag": "blocked", "share": share, "patch": {"from": 1, "to": 6}, "mirror": mirror},
            ],
        }),
        seed,
    )  # fmt: skip
    check_battle(battle)
    setup = battle.ruleset.book.setup
    free = [(x, y) for y in range(height) for x in range(width) if not is_blocked(battle.board, setup, (x, y))]
    assert set(free) == region(battle.board, setup, free[0])
    if mirror:
        blocked = battle.board.layers["blocked"]
        assert (blocked == blocked[::-1, ::-1]).all()


def test_seeds_repeat_and_rows_do_not_depend_on_n() -> None:
    one = scenario.pool("wfrp1", "small_random", n=6, seed=3)
    again = scenario.pool("wfrp1", "small_random", n=6, seed=3)
    fewer = scenario.pool("wfrp1", "small_random", n=2, seed=3)
    assert one.states.tobytes() == again.states.tobytes() and one.fields.tobytes() == again.fields.tobytes()
    assert one.states[:2].tobytes() == fewer.states.tobytes()
    assert [battle.row for battle in one.battles] == list(range(6))
    other = scenario.pool("wfrp1", "small_random", n=6, seed=4)
    assert one.states.tobytes() != other.states.tobytes()


@pytest.mark.parametrize("name", RANDOM)
def test_training_and_evaluation_do_not_meet(name: str) -> None:
    pools = {split: scenario.pool("wfrp1", name, n=40, seed=1, split=split) for split in ("train", "eval")}
    seen = {}
    for split, pool in pools.items():
        pool.states.pool_row[:] = 0
        maps = pool.states.field_row.tolist()
        pool.states.field_row[:] = 0
        seen[split] = {(pool.states[i].tobytes(), pool.fields[maps[i]].tobytes()) for i in range(40)}
        assert len(seen[split]) == 40
        assert all(battle.split == split for battle in pool.battles)
    assert not seen["train"] & seen["eval"]


def test_numbers_of_rows() -> None:
    assert len(scenario.pool("wfrp1", "duel")) == 1
    assert len(scenario.pool("wfrp1", "duel", n=3)) == 3
    assert len(scenario.pool("wfrp1", "tiny_random")) == 64
    mixed = scenario.pool("wfrp1", ["duel", "tiny_random"], n=5)
    assert [battle.name for battle in mixed.battles] == ["Duel at the bridge"] * 5 + ["A duel, never the same"] * 5


def test_values_left_to_chance() -> None:
    drawn = battles(
        "rules: {c.victory.max_rounds: {from: 10, to: 30, step: 10}, parry.shield.shield_parry_bonus: [10, 20]}\n"
        "battle: {light: [day, dark]}\n"
        "units:\n"
        "- {template: sellsword, side: side0, at: [1, 1], WS: {from: 40, to: 42}, main_hand: [spear, rapier]}\n"
        "- {template: skaven, side: side1, at: [5, 5], armour: {any_of: [[], [helmet]]}}\n",
        60,
    )
    assert {b.units[0].unit.weapon_skill for b in drawn} == {40, 41, 42}
    assert {b.units[0].unit.main_hand.name for b in drawn} == {"SPEAR", "RAPIER"}
    assert {b.units[1].unit.armour for b in drawn} == {(), ("helmet",)}
    assert {b.number("c.victory.max_rounds") for b in drawn} == {10, 20, 30}
    assert {b.options.light for b in drawn} == {"day", "dark"}
    pool = scenario.pack(drawn)
    assert len(pool.books) == 6 and len(pool.fields) == 1
    assert {int(pool.books[row].max_rounds) for row in pool.states.book_row} == {10, 20, 30}


ZONES = "deploy: {side0: [0, 0, 2, 7], side1: {zone: [5, 0, 7, 7]}}\nboard: {size: [8, 8]}\n"


def test_counts_and_names() -> None:
    (battle, *_) = battles(ZONES + (
        "units:\n- {template: goblin_archer, side: side1, count: 3}\n- {template: ogre, side: side0}\n"
        "- {template: skaven, side: side0, name: skrit, count: 2}\n"
    ))  # fmt: skip
    names = [unit.name for unit in battle.units]
    assert names == ["ogre", "skrit_1", "skrit_2", "goblin_archer_1", "goblin_archer_2", "goblin_archer_3"]
    assert battle.unit("skrit_2") == 2
    with pytest.raises(KeyError, match="no unit 'skrit'; choose from: ogre, skrit_1"):
        battle.unit("skrit")


def test_a_given_name_is_never_taken_by_numbering() -> None:
    (battle, *_) = battles(
        "units:\n- {template: skaven, side: side0, at: [0, 0]}\n- {template: skaven, side: side1, at: [5, 5]}\n"
        "- {template: ogre, side: side1, at: [6, 6], name: skaven_1}\n"
    )
    assert [unit.name for unit in battle.units] == ["skaven_2", "skaven_3", "skaven_1"]


def test_choosing_a_roster() -> None:
    drawn = battles(ZONES + (
        "units: [{template: ogre, side: side0}]\n"
        "choose: {side: side1, count: {from: 2, to: 3}, from: [goblin_archer, skaven], weights: [1, 9]}\n"
    ), 80)  # fmt: skip
    rosters = [[u.template for u in b.units if u.side == 1] for b in drawn]
    assert {len(roster) for roster in rosters} == {2, 3}
    often = Counter(name for roster in rosters for name in roster)
    assert often["skaven"] > 4 * often["goblin_archer"] > 0


def test_budgets_are_kept_and_spent() -> None:
    drawn = battles(ZONES + (
        "units: [{template: ogre, side: side0}]\n"
        "choose: {side: side1, budget: 40, count: 5, from: [goblin_archer, skaven, sellsword], points: {skaven: 12}}\n"
    ), 40)  # fmt: skip
    costs = {"goblin_archer": 7, "skaven": 12, "sellsword": 18}
    for battle in drawn:
        roster = [u.template for u in battle.units if u.side == 1]
        spent = sum(costs[name] for name in roster)
        assert spent <= 40 and len(roster) <= 5
        assert spent > 40 - 7 or len(roster) == 5, "it buys as long as it can"


def test_distinct_choices() -> None:
    text = ZONES + (
        "units: [{template: ogre, side: side0}]\n"
        "choose: {side: side1, count: 3, distinct: true, from: [skaven, sellsword, ranger]}\n"
    )
    for battle in battles(text):
        assert [u.template for u in battle.units if u.side == 1] == ["skaven", "sellsword", "ranger"]


def apart(battle: scenario.Battle) -> int:
    ours, theirs = ([u.cell for u in battle.units if u.side == side and u.cell] for side in (0, 1))
    return min(cells_apart(one, other) for one in ours for other in theirs)


THREE = "- {template: skaven, side: side0, count: 2}\n- {template: goblin_archer, side: side1, count: 3}\n"


def test_opening_distance() -> None:
    """setup.placement: 4D6 yards are 2 to 12 cells between the nearest opponents."""
    text = f"board: {{size: [24, 24]}}\nplace: {{distance: 4d6_yards}}\nunits:\n{THREE}"
    found = Counter(apart(battle) for battle in battles(text, 120))
    assert set(found) <= set(range(2, 13)) and len(found) >= 7
    assert 6 <= sum(cells * n for cells, n in found.items()) / 120 <= 8.5, "14 yards on average, rounded up"
    assert {apart(battle) for battle in battles(text.replace("4d6_yards", "5"), 10)} == {5}
    for battle in battles(text, 10):
        check_battle(battle)
        assert min(u.cell[0] for u in battle.units if u.side == 1 and u.cell) > max(
            u.cell[0] for u in battle.units if u.side == 0 and u.cell
        ), "it comes from the east"


def test_the_books_dice_and_the_dark() -> None:
    """setup.placement: in the dark nobody starts further away than anybody sees; goblins see 10 yards."""
    text = "board: {size: [30, 30]}\nplace: {distance: rolled}\nbattle: {light: dark}\nunits:\n"
    goblins = THREE.replace("skaven", "goblin_archer")
    distances = {apart(battle) for battle in battles(text + goblins, 60)}
    assert distances <= {2, 3, 4, 5} and 5 in distances
    lit = goblins.replace("count: 2", "count: 1, main_hand: none, light: torch, ammunition: 0, backup: []", 1)
    assert max(apart(battle) for battle in battles(text + lit, 60)) > 5
    blind = "- {template: sellsword, side: side0}\n- {template: sellsword, side: side1}\n"
    assert {apart(battle) for battle in battles(text + blind, 20)} == {1}
    few = "rules: {setup.placement.start_dice_count: 1, setup.placement.start_dice_sides: 2}\n"
    fixed = few + text.replace("light: dark", "light: day") + goblins
    assert {apart(battle) for battle in battles(fixed, 20)} == {1}


def test_directions() -> None:
    """setup.random_direction: front or behind in a corridor, any hour of the clock outdoors."""

    def octants(direction: str, n: int) -> set[tuple[int, int]]:
        text = f"board: {{size: [31, 31]}}\nplace: {{distance: 6, direction: {direction}, side: side0}}\nunits:\n"
        found = set()
        for battle in battles(text + THREE, n):
            mean = []
            for side in (0, 1):
                cells = [u.cell for u in battle.units if u.side == side and u.cell]
                mean.append([sum(cell[k] for cell in cells) / len(cells) for k in range(2)])
            dx, dy = (mean[0][k] - mean[1][k] for k in range(2))
            found.add(((dx > 3) - (dx < -3), (dy > 3) - (dy < -3)))
        return found

    assert octants("north", 5) == {(0, -1)}
    assert octants("sw", 5) == {(-1, 1)}
    assert octants("corridor", 20) == {(1, 0), (-1, 0)}
    assert len(octants("clock", 60)) == 8


@pytest.mark.parametrize(
    "name", ["tow/standard_random", "tow/tiny_random", "woin/standard_random", "wfrp1/camp_random"]
)
def test_a_unit_has_room_where_every_cell_of_its_body_is_free(name, monkeypatch) -> None:
    quick, sizes = place._Placing.room, Counter()

    def compared(self, i, cells, *, stays_in=False):
        def is_fine(cell):
            body = self.body(i, cell)
            is_free = all(self.board.has(there) and self.left[there] >= max(1, self.takes[i]) for there in body)
            is_whole = len(body) == 1 or not wall_through(self.setup, self.board, body)
            return is_free and is_whole and (not stays_in or set(body) <= set(cells))

        found = quick(self, i, cells, stays_in=stays_in)
        assert found == [cell for cell in cells if is_fine(cell)]
        sizes[len(self.body(i, cells[0]))] += len(cells) - len(found)
        return found

    monkeypatch.setattr(place._Placing, "room", compared)
    scenario.expand(scenario.load(name), 5, 3)
    assert sum(sizes.values()) > 0 and (max(sizes) > 1) == name.startswith("tow")


def test_no_room_is_an_error_not_an_endless_loop() -> None:
    text = ZONES.replace("5, 0, 7, 7", "5, 5, 5, 7") + (
        "units:\n- {template: skaven, side: side0}\n- {template: skaven, side: side1, count: 3}\n"
        "generate: {kind: scatter, flag: blocked, share: 0.6, area: [5, 5, 5, 7]}\n"
    )
    with pytest.raises(scenario.ScenarioError, match=r"deploy.side1: no free cell is left in the zone .* 50 attempts"):
        battles(text, 10)


def test_draws_are_even_and_never_change() -> None:
    draw = Draw(7, 0, "train", "stats")
    assert [draw.below(100) for _ in range(8)] == [90, 73, 67, 72, 35, 24, 67, 74]
    counts: Counter[int] = Counter(draw.below(5) for _ in range(5000))
    assert all(900 < counts[k] < 1100 for k in range(5))
    assert sorted(draw.shuffled(range(10))) == list(range(10))
