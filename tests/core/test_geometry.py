"""The grid: lines, sight, closed borders, reach, arcs."""

from __future__ import annotations

import heapq
import itertools
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import tactica.envs.core.board as board_package
from tactica.envs.core.board import Board, Corners, Metric
from tactica.envs.core.state import record, state_type
from toybook import board as g

FIELD = record([*g.BOARD.field_header, *g.BOARD.sight_field])
UNIT = record([("side", "i2"), ("present", "i2")])
STATE = state_type(
    [("units", UNIT, (1,))],
    record([("kind", "i2"), ("step", "i2"), ("who", "i2")]),
    g.BOARD.flood_scratch,
    cells=g.CELLS,
)


def at(x, y):
    return y * g.STRIDE + x


def field_of(width, height, blocked=(), walls=(), sight=True):
    """A map record, with the arrays it was made from: cells nobody can enter, and (x, y, direction) of walls."""
    field = np.zeros(1, FIELD).view(np.recarray)[0]
    cells = np.zeros((height, width), bool)
    for x, y in blocked:
        cells[y, x] = True
    borders = np.zeros((height, width, 8), bool)
    for x, y, d in walls:
        borders[y, x, d] = True
    field.width, field.height = width, height
    field.closed = g.BOARD.closed_directions(width, height, cells, borders)
    if sight:
        g.fill_sight(field, field.sight)
    return field


def random_map(seed, width=8, height=7):
    rng = np.random.default_rng(seed)
    blocked = [(int(x), int(y)) for x, y in rng.integers(0, (width, height), (8, 2))]
    walls = [(int(x), int(y), int(d)) for x, y, d in rng.integers(0, (width, height, 4), (14, 3)) * [1, 1, 2]]
    return field_of(width, height, blocked, walls), set(blocked), set(walls)


def steps_by_hand(width, height, blocked, walls):
    """Which steps are open, from the definition: no wall on either side, diagonals need one way round."""
    border = set()
    for x, y, d in walls:
        border |= {(x, y, d), (x + int(g.DX[d]), y + int(g.DY[d]), (d + 4) % 8)}

    def is_free(x, y):
        return 0 <= x < width and 0 <= y < height and (x, y) not in blocked

    def straight(x, y, d):
        return is_free(x + int(g.DX[d]), y + int(g.DY[d])) and (x, y, d) not in border

    def is_open(x, y, d):
        nx, ny = x + int(g.DX[d]), y + int(g.DY[d])
        if not is_free(x, y) or not is_free(nx, ny):
            return False
        if d % 2 == 0:
            return straight(x, y, d)
        east_west, north_south = (2 if g.DX[d] > 0 else 6), (4 if g.DY[d] > 0 else 0)
        return (straight(x, y, east_west) and straight(nx, y, north_south)) or (
            straight(x, y, north_south) and straight(x, ny, east_west)
        )

    return is_open


# --- cells and directions --------------------------------------------------------------------------------------------


def test_distance_counts_diagonals_as_one():
    assert g.distance(at(0, 0), at(3, 1)) == 3
    assert g.distance(at(5, 5), at(3, 9)) == 4
    assert g.distance(at(2, 2), at(2, 2)) == 0


def test_bearing_and_neighbour_are_inverse():
    field = field_of(5, 5)
    for d in range(8):
        there = g.neighbour(field, at(2, 2), d)
        assert g.bearing(at(2, 2), there) == d
        assert g.bearing(there, at(2, 2)) == (d + 4) % 8
    assert g.bearing(at(0, 0), at(4, 1)) == 3  # by the signs: south-east
    assert g.bearing(at(2, 2), at(2, 2)) == -1


def test_no_neighbour_beyond_the_edge():
    field = field_of(3, 2)
    assert [g.neighbour(field, at(0, 0), d) for d in range(8)] == [-1, -1, at(1, 0), at(1, 1), at(0, 1), -1, -1, -1]
    assert [g.neighbour(field, at(2, 1), d) for d in (2, 3, 4)] == [-1, -1, -1]


def test_turns_and_arcs():
    assert [g.turn_between(0, d) for d in range(8)] == [0, 1, 2, 3, 4, 3, 2, 1]
    assert [g.turn_between(6, d) for d in range(8)] == [2, 3, 4, 3, 2, 1, 0, 1]
    front = [d for d in range(8) if g.turn_between(2, d) <= 1]
    assert front == [1, 2, 3]


# --- lines and sight -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "between"),
    [
        ((4, 2), [(1, 1), (2, 1), (3, 2)]),
        ((3, 1), [(1, 0), (2, 1)]),
        ((3, -1), [(1, 0), (2, -1)]),
        ((-4, -2), [(-1, -1), (-2, -1), (-3, -2)]),
        ((4, -2), [(1, -1), (2, -1), (3, -2)]),
        ((0, 3), [(0, 1), (0, 2)]),
        ((3, 3), [(1, 1), (2, 2)]),
    ],
    ids=str,
)
def test_line_cells(end, between):
    """Coordinates are rounded, halves away from the start."""
    x, y = 10, 10
    a, b = at(x, y), at(x + end[0], y + end[1])
    n = g.distance(a, b)
    line = [g.line_cell(a, b, i, n) for i in range(n + 1)]
    assert line == [a, *(at(x + dx, y + dy) for dx, dy in between), b]


def test_lines_are_unbroken():
    rng = np.random.default_rng(3)
    for _ in range(200):
        a, b = (at(int(x), int(y)) for x, y in rng.integers(0, 32, (2, 2)))
        n = g.distance(a, b)
        line = [g.line_cell(a, b, i, n) for i in range(n + 1)] if n else [a, b]
        assert (line[0], line[-1]) == (a, b)
        assert all(g.distance(one, two) <= 1 for one, two in itertools.pairwise(line))


def test_wall_blocks_sight_both_ways():
    field = field_of(4, 1, walls=[(1, 0, 2)])
    assert not g.is_in_sight(field, at(0, 0), at(3, 0))
    assert not g.is_in_sight(field, at(3, 0), at(0, 0))
    assert g.is_in_sight(field, at(0, 0), at(1, 0))
    assert g.is_in_sight(field, at(2, 0), at(3, 0))


def test_rock_blocks_sight():
    field = field_of(5, 3, blocked=[(2, 1)])
    assert not g.is_in_sight(field, at(0, 1), at(4, 1))
    assert g.is_in_sight(field, at(0, 0), at(4, 0))
    assert g.is_in_sight(field, at(0, 1), at(0, 1))


@pytest.mark.parametrize("turned", [lambda x, y: (31 - x, 31 - y), lambda x, y: (31 - x, y), lambda x, y: (y, x)])
def test_lines_of_a_board_turned_round_or_mirrored_are_the_same(turned):
    """No seat has other lines than another."""
    rng = np.random.default_rng(4)
    for _ in range(200):
        one, other = rng.integers(0, 32, (2, 2)).tolist()
        a, b, c, d = at(*one), at(*other), at(*turned(*one)), at(*turned(*other))
        n = g.distance(a, b)
        line = [g.line_cell(a, b, i, n) for i in range(n + 1)] if n else []
        image = [g.line_cell(c, d, i, n) for i in range(n + 1)] if n else []
        assert [at(*turned(*g.BOARD.place(cell))) for cell in line] == image


@pytest.mark.parametrize("seed", range(6))
def test_sight_by_hand(seed):
    """Sight is symmetrical, and what walking the line from either end step by step says."""
    field, blocked, walls = random_map(seed)
    width, height = int(field.width), int(field.height)
    is_open = steps_by_hand(width, height, blocked, walls)
    cells = [at(x, y) for y in range(height) for x in range(width)]

    def is_open_from(a, b):
        n = g.distance(a, b)
        line = [int(g.line_cell(a, b, i, n)) for i in range(n + 1)] if n else [a]
        return all(is_open(*g.BOARD.place(p), g.bearing(p, q)) for p, q in itertools.pairwise(line))

    rng = np.random.default_rng(seed)
    for a, b in rng.choice(cells, (300, 2)):
        expected = is_open_from(a, b) or is_open_from(b, a)
        assert bool(g.is_in_sight(field, a, b)) == bool(g.is_in_sight(field, b, a)) == expected


# --- steps -----------------------------------------------------------------------------------------------------------


def test_diagonal_past_one_rock_is_open_between_two_closed():
    assert not g.is_closed(field_of(2, 2, blocked=[(1, 0)]), at(0, 0), 3)
    assert g.is_closed(field_of(2, 2, blocked=[(1, 0), (0, 1)]), at(0, 0), 3)


def test_diagonal_past_walls():
    """Round one end of a wall a diagonal step is open; a wall with both its ends closes it."""
    assert not g.is_closed(field_of(2, 2, walls=[(0, 0, 2)]), at(0, 0), 3)
    assert g.is_closed(field_of(2, 2, walls=[(0, 0, 2), (0, 0, 4)]), at(0, 0), 3)
    assert g.is_closed(field_of(2, 2, walls=[(0, 0, 2), (0, 1, 2)]), at(0, 0), 3)
    assert g.is_closed(field_of(2, 2, walls=[(0, 0, 2), (1, 1, 6)]), at(0, 0), 3)


def test_a_wall_may_be_named_from_either_side():
    one, other = field_of(3, 3, walls=[(1, 1, 2), (1, 1, 4)]), field_of(3, 3, walls=[(2, 1, 6), (1, 2, 0)])
    assert one.closed.tolist() == other.closed.tolist()


def test_edge_of_the_board_is_closed():
    field = field_of(3, 2)
    assert [d for d in range(8) if not g.is_closed(field, at(0, 0), d)] == [2, 3, 4]
    assert field.closed[at(3, 0)] == 255


@pytest.mark.parametrize("seed", range(6))
def test_closed_by_hand(seed):
    field, blocked, walls = random_map(seed)
    is_open = steps_by_hand(int(field.width), int(field.height), blocked, walls)
    for y in range(field.height):
        for x in range(field.width):
            for d in range(8):
                assert bool(g.is_closed(field, at(x, y), d)) != is_open(x, y, d), (x, y, d)


# --- reach -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_flood_against_dijkstra(seed):
    """Cheapest costs and the ways to them, against a textbook Dijkstra.

    With slow borders, borders shut or slow for now, cells one may not leave again, and cells one may not come nearer to.
    """
    field, blocked, walls = random_map(seed)
    width, height = int(field.width), int(field.height)
    is_open = steps_by_hand(width, height, blocked, walls)
    rng = np.random.default_rng(seed)
    s = np.zeros(1, STATE.dtype).view(np.recarray)[0]
    s.reach[:] = 77  # left from another time
    s.step_cost = rng.choice([0, 1, 1, 2, 3], g.CELLS)
    s.stop_here = rng.random(g.CELLS) < 0.15
    s.shut = rng.integers(0, 256, g.CELLS) * (rng.random(g.CELLS) < 0.1)
    field.slow = rng.integers(0, 256, g.CELLS) * (rng.random(g.CELLS) < 0.2)
    s.slow_cost = 1
    s.gated = rng.integers(0, 256, g.CELLS) * (rng.random(g.CELLS) < 0.1)
    s.gate_cost = 2
    s.away_count = seed % 3
    s.away_from = 5
    start = next(at(x, y) for y in range(height) for x in range(width) if (x, y) not in blocked)
    allowance = 7
    g.flood(s, field, start, allowance, g.OFF_BOARD)

    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, cell = heapq.heappop(queue)
        if spent > best[cell] or (s.stop_here[cell] and cell != start):
            continue
        for d in range(8):
            if is_open(*g.BOARD.place(cell), d):
                there = cell + int(g.STEP[d])
                nearer = g.distance(there, 5) < g.distance(cell, 5)
                if s.step_cost[there] == 0 or s.shut[cell] >> d & 1 or (s.away_count and nearer):
                    continue
                cost = int(s.step_cost[there]) + int(field.slow[cell] >> d & 1) + 2 * int(s.gated[cell] >> d & 1)
                if spent + cost <= allowance and spent + cost < best.get(there, 99):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
    board = [at(x, y) for y in range(height) for x in range(width)]
    assert {cell: int(s.reach[cell]) for cell in board if s.reach[cell] >= 0} == best

    def leads_back(cell):
        """came_by leads back to the start, paying exactly what the reach says."""
        while cell != start:
            before = cell - int(g.STEP[s.came_by[cell]])
            slow = int(field.slow[before] >> s.came_by[cell] & 1) + 2 * int(s.gated[before] >> s.came_by[cell] & 1)
            assert s.reach[before] + s.step_cost[cell] + slow == s.reach[cell]
            cell = before

    for cell in best:
        leads_back(cell)
    for goal, cost in best.items():  # looking for the way to one cell finds one as cheap
        g.flood(s, field, start, allowance, goal)
        assert s.reach[goal] == cost
        leads_back(goal)


def flood_by_hand(field, s, start, allowance, goal):
    """The same flood, cell by cell and direction by direction: cell -> (cost, direction of the last step)."""
    found = {start: (0, -1)}
    queue = [start]
    for cell in queue:
        spent = found[cell][0]
        if spent >= allowance or (s.stop_here[cell] and cell != start):
            continue
        for d in range(8):
            there = cell + int(g.STEP[d])
            if (int(field.closed[cell]) | int(s.shut[cell])) >> d & 1 or s.step_cost[there] == 0:
                continue
            total = spent + int(s.step_cost[there]) + (int(field.slow[cell]) >> d & 1) * int(s.slow_cost)
            if total <= allowance and total < found.get(there, (99, 0))[0]:
                found[there] = (total, d)
                allowance = total if there == goal else allowance
                queue.append(there)
    return found


@pytest.mark.parametrize("costs", [(0, 1, 1, 1, 1), (0, 1, 1, 2), (1, 2, 3)])
@pytest.mark.parametrize("seed", range(5))
def test_of_ways_as_cheap_the_one_found_first_is_kept(seed, costs):
    field, blocked, _ = random_map(seed)
    rng = np.random.default_rng(seed)
    s = np.zeros(1, STATE.dtype).view(np.recarray)[0]
    s.step_cost = rng.choice(costs, g.CELLS)
    s.stop_here = rng.random(g.CELLS) < 0.1
    s.shut = rng.integers(0, 256, g.CELLS) * (rng.random(g.CELLS) < 0.1)
    field.slow = rng.integers(0, 256, g.CELLS) * (rng.random(g.CELLS) < 0.2)
    s.slow_cost = seed % 2
    board = [at(x, y) for y in range(int(field.height)) for x in range(int(field.width))]
    free = [cell for cell in board if g.BOARD.place(cell) not in blocked]
    for start in rng.choice(free, 4):
        for allowance, goal in [(0, g.OFF_BOARD), (3, g.OFF_BOARD), (50, g.OFF_BOARD), (9, int(rng.choice(free)))]:
            g.flood(s, field, int(start), allowance, goal)
            found = {cell: (int(s.reach[cell]), int(s.came_by[cell])) for cell in board if s.reach[cell] != g.UNREACHED}
            assert found == flood_by_hand(field, s, int(start), allowance, goal)


def test_flood_on_the_largest_board():
    field = field_of(60, 40, sight=False)
    s = np.zeros(1, STATE.dtype).view(np.recarray)[0]
    s.step_cost = np.random.default_rng(0).integers(1, 9, g.CELLS)
    g.flood(s, field, at(0, 0), 500, g.OFF_BOARD)
    assert g.BOARD.area(s.reach, 60, 40).min() >= 0
    g.flood(s, field, at(59, 39), 0, g.OFF_BOARD)
    assert (s.reach >= 0).sum() == 1


# --- boards of other rulesets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "stride"), [(3, 8), (8, 8), (9, 16), (32, 32), (60, 64), (72, 128)])
def test_cells_are_numbered_by_a_power_of_two(width, stride):
    board = Board(width=width, height=5)
    assert (board.stride, board.cells) == (stride, 5 * stride)
    assert {board.place(board.cell(x, y)) for x in range(width) for y in range(5)} == {
        (x, y) for x in range(width) for y in range(5)
    }


@pytest.mark.parametrize("corners", list(Corners))
def test_corners(corners):
    """Past one rock a diagonal is open by EITHER, past none by both; past two it is closed to all."""
    open_past = {Corners.EITHER: (True, True, False), Corners.BOTH: (True, False, False)}
    board = Board(width=4, height=4, corners=corners)
    for rocks, is_open in zip(
        ((), ((1, 0),), ((1, 0), (0, 1))), open_past.get(corners, (False, False, False)), strict=True
    ):
        blocked = np.zeros((4, 4), bool)
        for x, y in rocks:
            blocked[y, x] = True
        closed = board.closed_directions(4, 4, blocked, np.zeros((4, 4, 8), bool))
        assert ((closed[board.cell(0, 0)] >> 3) & 1 == 0) == is_open  # 3: south-east
        assert ((closed[board.cell(1, 1)] >> 7) & 1 == 0) == is_open  # and back


def test_a_board_without_diagonals_counts_none():
    flat = ruleset_on(Board(width=9, height=9, metric=Metric.ORTHOGONAL, corners=Corners.NO_DIAGONALS))
    place = flat["BOARD"].cell
    assert flat["distance"](place(1, 1), place(4, 3)) == 5
    assert flat["rectangle_gap"](place(0, 0), 2, 2, place(4, 5), 1, 1) == 3 + 4


def ruleset_on(board):
    """The geometry of another board, without compiling: a fresh module of the same source."""
    source = Path(board_package.__file__).with_name("geometry.py").read_text(encoding="utf-8")
    space = {"kernel": lambda function: function, **board.constants()}
    exec(source, space)
    return {"BOARD": board, **space}


rectangles = pytest.mark.parametrize("seed", range(3))


@rectangles
def test_gaps_between_rectangles_against_all_their_cells(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        x, y, u, v = (int(n) for n in rng.integers(0, 20, 4))
        a, b, c, d = (int(n) for n in rng.integers(1, 6, 4))
        ours = {(x + i, y + j) for i in range(a) for j in range(b)}
        theirs = {(u + i, v + j) for i in range(c) for j in range(d)}
        least = min(max(abs(p - q), abs(m - n)) for p, m in ours for q, n in theirs)
        assert g.rectangle_gap(at(x, y), a, b, at(u, v), c, d) == least
        assert all(g.is_covered(at(x, y), a, b, at(p, q)) == ((p, q) in ours) for p, q in ours | theirs)


@rectangles
def test_rectangles_fit_the_board_or_do_not(seed):
    field = field_of(11, 7, sight=False)
    rng = np.random.default_rng(seed)
    for _ in range(80):
        x, y, a, b = (int(n) for n in rng.integers((0, 0, 1, 1), (12, 8, 6, 6)))
        assert g.is_on_board(field, at(x, y), a, b) == (x + a <= 11 and y + b <= 7)
    assert not g.is_on_board(field, g.OFF_BOARD, 1, 1)


@rectangles
def test_closed_borders_through_rectangles_against_all_their_cells(seed):
    field, blocked, walls = random_map(seed)
    width, height = int(field.width), int(field.height)
    is_open = steps_by_hand(width, height, blocked, walls)
    rng = np.random.default_rng(seed)
    found = set()
    for _ in range(200):
        x, y, a, b = (int(n) for n in rng.integers((0, 0, 1, 1), (width, height, 4, 4)))
        if x + a > width or y + b > height:
            continue
        inner = [(x + i, y + j, 2) for i in range(a - 1) for j in range(b)]
        inner += [(x + i, y + j, 4) for i in range(a) for j in range(b - 1)]
        assert g.is_cut(field, at(x, y), a, b) == (not all(is_open(*border) for border in inner))
        found.add(bool(g.is_cut(field, at(x, y), a, b)))
    assert found == {False, True}


def test_rectangles_are_added_up():
    cells = np.zeros(g.CELLS, np.int16)
    g.add_rectangle(cells, at(2, 3), 3, 2, 1)
    g.add_rectangle(cells, at(4, 4), 1, 4, 5)
    assert (cells != 0).sum() == 3 * 2 + 4 - 1
    assert g.most_in_rectangle(cells, at(0, 0), 5, 4) == 1
    assert g.most_in_rectangle(cells, at(3, 3), 2, 2) == 6


def crossed_by_hand(a, b, x, y):
    """The same by clipping the segment with exact fractions: an open part of it lies inside the open square."""
    if a == b:
        return False  # a point
    low, high = Fraction(0), Fraction(1)
    for start, end, least in ((a[0], b[0], 2 * x), (a[1], b[1], 2 * y)):
        step = end - start
        if step == 0:
            if not least < start < least + 2:
                return False
            continue
        one, two = sorted((Fraction(least - start, step), Fraction(least + 2 - start, step)))
        low, high = max(low, one), min(high, two)
    return low < high


@pytest.mark.parametrize("seed", range(3))
def test_cells_a_segment_passes_through(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        a, b = ([int(n) for n in rng.integers(0, 21, 2)] for _ in range(2))
        crossed = {(x, y) for x in range(11) for y in range(11) if g.is_crossed(*a, *b, at(x, y))}
        assert crossed == {(x, y) for x in range(11) for y in range(11) if crossed_by_hand(a, b, x, y)}


def test_sight_squeezes_between_rocks_that_meet_at_a_corner_only():
    opaque = np.zeros(g.CELLS, np.uint8)
    opaque[at(1, 0)] = opaque[at(0, 1)] = 1
    assert g.is_view_open(opaque, at(0, 0), at(3, 3))
    opaque[at(2, 2)] = 1
    assert not g.is_view_open(opaque, at(0, 0), at(3, 3))
    assert g.is_view_open(opaque, at(2, 2), at(3, 3)), "one's own cell does not block"
