"""Vectors of a small network: sums of rows of weights, for what an observation says of a unit, a cell, or everything else.

Executed once for every ruleset like ``core/loops/advance.py``; ``core/loops/network.py`` thinks with them.

Weights are float64 and products are added in one order, whichever engine runs this, so that both choose alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tactica.envs.core.compiler import COMPILED
from tactica.envs.core.loops.network_records import (
    CLASS,
    DECIDER,
    ENEMY,
    FRIEND,
    ITSELF,
    MANY_UNITS,
    NOBODY,
    NUMBER,
    STRETCH,
    WHO,
    ZONES,
)

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import kernel


KIND, COLUMN, LOW, SIZE, ROW = range(5)  # columns of ``players.columns``

if COMPILED:

    @kernel
    def add_row(vectors, at, size, factor, weights, start):
        """Add a row of weights, times a factor, to a vector."""
        for j in range(size):
            vectors[at + j] += factor * weights[start + j]

    @kernel
    def put_row(vectors, at, size, weights, start):
        """Begin a vector with a row of weights."""
        for j in range(size):
            vectors[at + j] = weights[start + j]

    @kernel
    def rectify(vectors, at, size):
        """Make what is negative zero."""
        for j in range(size):
            vectors[at + j] = max(vectors[at + j], 0.0)

    @kernel
    def gather(vectors, at, size, source, factor):
        """Add a vector to a sum, and keep the greatest of each number behind it."""
        for j in range(size):
            vectors[at + j] += factor * vectors[source + j]
            vectors[at + size + j] = max(vectors[at + size + j], vectors[source + j])

else:

    def add_row(vectors, at, size, factor, weights, start):
        """The same, as slices."""
        vectors[at : at + size] += factor * weights[start : start + size]

    def put_row(vectors, at, size, weights, start):
        """The same, as slices."""
        vectors[at : at + size] = weights[start : start + size]

    def rectify(vectors, at, size):
        """The same, as slices."""
        vectors[at : at + size].clip(0.0, None, out=vectors[at : at + size])

    def gather(vectors, at, size, source, factor):
        """The same, as slices."""
        vectors[at : at + size] += factor * vectors[source : source + size]
        vectors[at + size : at + 2 * size] = np.maximum(
            vectors[at + size : at + 2 * size], vectors[source : source + size]
        )


@kernel
def dense(vectors, at, size, source, count, weights, start):
    """A layer: bias, then a row of weights for each number of the source, the zeros left out."""
    put_row(vectors, at, size, weights, start)
    for k in range(count):
        factor = vectors[source + k]
        if factor != 0.0:
            add_row(vectors, at, size, factor, weights, start + (1 + k) * size)


@kernel
def dot(vectors, at, size, weights, start):
    """A vector times a row of weights, and the bias behind it."""
    total = 0.0
    for j in range(size):
        total += vectors[at + j] * weights[start + j]
    return total + weights[start + size]


@kernel
def column_of_row(players, row, column):
    """A number of a unit row; -1 for no row."""
    return int(players.units[row, column]) if row >= 0 else -1


@kernel
def is_friend(players, net, layout, row):
    """1 for a unit row of the viewer's side or its allies, else 0. Where no column says so, the viewer's own rows are."""
    if net.at_friend >= 0:
        return int(players.units[row, net.at_friend])
    return 1 if row < layout.own_rows else 0


@kernel
def relation_of(players, net, layout, row, itself, decider):
    """Who a unit row is, to the row that names it and to the unit that decides."""
    if row < 0:
        return NOBODY
    if row == itself:
        return ITSELF
    if row == decider:
        return DECIDER
    return FRIEND if is_friend(players, net, layout, row) == 1 else ENEMY


@kernel
def has_row(layout, units, others, row):
    """1 where a set of the viewer's own units, or of the others, holds that of a row, else 0."""
    place = row - int(layout.own_rows) if others == 1 else row
    if row < 0 or place < 0 or (others == 0 and row >= layout.own_rows):
        return 0
    return (units >> place) & 1


@kernel
def add_crowd(players, layout, units, others, asked, at, size, row):
    """Add to a vector how many units a set holds, and whether that which decides, and the target, are among them."""
    count = 0
    for place in range(layout.other_rows if others == 1 else layout.own_rows):
        count += (units >> place) & 1
    weights, vectors = players.weights, players.vectors
    if count > 0:
        add_row(vectors, at, size, count / MANY_UNITS, weights, row)
    if has_row(layout, units, others, asked[1]) == 1:
        add_row(vectors, at, size, 1.0, weights, row + size)
    if has_row(layout, units, others, asked[2]) == 1:
        add_row(vectors, at, size, 1.0, weights, row + 2 * size)


@kernel
def encode(players, net, layout, values, asked, first, last, at, size, start):
    """Add to a vector what the columns ``first`` to ``last`` say of a row of an observation.

    ``asked``: unit rows, -1 none: of the row itself, of the unit that decides, of the target.
    """
    columns, weights, vectors = players.columns, players.weights, players.vectors
    for k in range(first, last):
        value = int(values[columns[k, COLUMN]])
        row = start + columns[k, ROW] * size
        if columns[k, KIND] == NUMBER:
            if value != 0:
                add_row(vectors, at, size, value + 0.0, weights, row)
        elif columns[k, KIND] == CLASS:
            place = min(max(value - columns[k, LOW], 0), columns[k, SIZE] - 1)
            add_row(vectors, at, size, 1.0, weights, row + place * size)
        elif columns[k, KIND] == WHO:
            who = relation_of(players, net, layout, value, asked[0], asked[1])
            add_row(vectors, at, size, 1.0, weights, row + who * size)
        else:
            add_crowd(players, layout, value, columns[k, LOW], asked, at, size, row)


@kernel
def relate(players, x, y, from_x, from_y, at, size, start):
    """Add to a vector how a place lies to another one; nothing when either is off the board."""
    if x < 0 or from_x < 0:
        return
    gap = max(abs(x - from_x), abs(y - from_y))
    add_row(players.vectors, at, size, (x - from_x) / STRETCH, players.weights, start)
    add_row(players.vectors, at, size, (y - from_y) / STRETCH, players.weights, start + size)
    add_row(players.vectors, at, size, 1.0 / (1.0 + gap), players.weights, start + 2 * size)
    if gap <= 1:
        add_row(players.vectors, at, size, 1.0, players.weights, start + 3 * size)


@kernel
def find_zones(s, players, net, layout):
    """Note the cells of zones to hold: how many there are, then twice the number of each, and 1 more where friends hold it."""
    zones, count = players.zones, 0
    if s.zone_count > 0 and net.at_zone >= 0:
        for cell in range(layout.height * layout.width):
            holder = players.grid[net.at_zone, cell // layout.width, cell % layout.width]
            if holder != 0:
                count += 1
                zones[count] = 2 * cell + (1 if holder == 2 else 0)
    zones[0] = count


@kernel
def add_zones(players, layout, x, y, at, size, start):
    """Add to a vector how near zones to hold are to a place, those that friends hold and the others: 1 there, 0 where none is."""
    if x < 0:
        return
    for held in range(ZONES):
        best = 0.0
        for k in range(1, players.zones[0] + 1):
            cell = players.zones[k] >> 1
            if players.zones[k] & 1 != held:
                gap = max(abs(cell % layout.width - x), abs(cell // layout.width - y))
                best = max(best, 1.0 / (1.0 + gap))
        if best > 0.0:
            add_row(players.vectors, at, size, best, players.weights, start + held * size)
