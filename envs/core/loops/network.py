"""Small neural networks as players: what a side sees in, a number for every legal answer out.

Executed once for every ruleset like ``core/loops/advance.py``. Put in are ``observe_all`` and ``to_index`` of the ruleset, and
the sums of ``core/loops/encoding.py``.

Every unit row, and the context, becomes a vector: a sum of rows of weights, one for each number it holds (times the number) and
one for the word each category says. Vectors of units are made once more into vectors (``deepen``), gathered by side, and joined
with the context into the trunk. From there lead three heads: to a number for each answer that names neither unit nor cell; to a
number for each unit, from its own vector and the trunk; and to a number for each cell, from what the map shows there, who is
near, how near zones to hold are, and the trunk. A last one is the value of the position. ``agents.networks`` has the same in
torch; ``agents.learned`` trains it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import random_below
from tactica.envs.core.looking.layout import CELL, UNIT
from tactica.envs.core.loops.network_records import MANY_UNITS, NEARS, RELATIONS, ZONES

if TYPE_CHECKING:
    from tactica.envs.core.looking.index_translation import to_index
    from tactica.envs.core.loops.encoding import (
        add_row,
        add_zones,
        column_of_row,
        dense,
        dot,
        encode,
        find_zones,
        gather,
        is_friend,
        put_row,
        rectify,
        relate,
    )
    from tactica.envs.core.loops.given import kernel
    from tactica.envs.core.loops.observation import observe_all


MANY = 1 << 30

# --- the trunk ----------------------------------------------------------------------------------------------------------


@kernel
def encode_units(players, net, layout, decider, target):
    """The vectors of all units that are known, and what they come to by side: sums, then the greatest of each number."""
    rows = int(layout.own_rows + layout.other_rows)
    vectors, weights, size = players.vectors, players.weights, int(net.width)
    here_x = column_of_row(players, decider, net.at_x)
    here_y = column_of_row(players, decider, net.at_y)
    gathered = int(net.gathered)
    for j in range(4 * size):
        vectors[gathered + j] = 0.0
    for row in range(rows):
        at = int(net.units) + row * size
        for j in range(size):
            vectors[at + j] = 0.0
        if players.units[row, net.at_known] == 0:
            continue
        shallow = int(net.shallow)
        put_row(vectors, shallow, size, weights, net.unit_start)
        start = int(net.unit_start) + size
        x, y = int(players.units[row, net.at_x]), int(players.units[row, net.at_y])
        relate(players, x, y, here_x, here_y, shallow, size, start)
        start += RELATIONS * size
        add_zones(players, layout, x, y, shallow, size, start)
        start += ZONES * size
        asked = (row, decider, target)
        encode(players, net, layout, players.units[row], asked, net.unit_first, net.unit_last, shallow, size, start)
        rectify(vectors, shallow, size)
        dense(vectors, at, size, shallow, size, weights, net.deepen_start)
        rectify(vectors, at, size)
        behind = 0 if is_friend(players, net, layout, row) == 1 else 2 * size
        gather(vectors, gathered + behind, size, at, 1.0 / MANY_UNITS)


@kernel
def layout_for(s, players, row, viewer):
    """The layout a network looks and answers in: that of its ruleset, cut down to the position."""
    full = record_at(players.layouts, row)
    fitted = record_at(players.fitted, 0)
    fitted.height, fitted.width = s.board_height, s.board_width
    fitted.own_rows, fitted.other_rows = s.side_size[viewer], s.unit_count - s.side_size[viewer]
    fitted.mirror, fitted.sight, fitted.sections = full.mirror, full.sight, full.sections
    fitted.channels, fitted.features, fitted.context_size = full.channels, full.features, full.context_size
    at = 0
    for section in range(len(full.index_start)):
        fitted.answer_start[section] = full.answer_start[section]
        fitted.index_start[section] = at
        if section < full.sections:
            fitted.section_kind[section] = full.section_kind[section]
            if full.section_kind[section] == UNIT:
                at += int(s.unit_count)
            elif full.section_kind[section] == CELL:
                at += int(s.board_height) * int(s.board_width)
            else:
                at += int(full.index_start[section + 1]) - int(full.index_start[section])
    return fitted


@kernel
def think(s, w, players, layout, row, viewer):
    """Look at a position as a side sees it, up to the trunk. Returns the row of the unit that decides, -1 none."""
    net = record_at(players.networks, row)
    observe_all(s, w, layout, viewer, players.grid, players.units, players.context)
    find_zones(s, players, net, layout)
    vectors, weights, size = players.vectors, players.weights, int(net.width)
    decider = int(players.context[net.at_decider]) if net.at_decider >= 0 else -1
    target = int(players.context[net.at_target]) if net.at_target >= 0 else -1
    encode_units(players, net, layout, decider, target)
    joined = int(net.joined)  # context, the unit that decides, the target; what was gathered lies behind
    put_row(vectors, joined, size, weights, net.context_start)
    asked, start = (-1, decider, target), int(net.context_start) + size
    encode(players, net, layout, players.context, asked, net.context_first, net.context_last, joined, size, start)
    rectify(vectors, joined, size)
    for j in range(size):
        vectors[joined + size + j] = vectors[net.units + decider * size + j] if decider >= 0 else 0.0
        vectors[joined + 2 * size + j] = vectors[net.units + target * size + j] if target >= 0 else 0.0
    trunk = int(net.trunk_width)
    dense(vectors, net.hidden, trunk, joined, 7 * size, weights, net.join_start)
    rectify(vectors, net.hidden, trunk)
    dense(vectors, net.trunk, trunk, net.hidden, trunk, weights, net.trunk_start)
    rectify(vectors, net.trunk, trunk)
    return decider


@kernel
def appraise(s, w, players, row, viewer):
    """The value of a position for a side, as the network takes it: the reward it expects."""
    think(s, w, players, layout_for(s, players, row, viewer), row, viewer)
    net = record_at(players.networks, row)
    return dot(players.vectors, int(net.trunk), int(net.trunk_width), players.weights, net.value_start)


# --- answers ------------------------------------------------------------------------------------------------------------


@kernel
def weigh_unit(players, net, row):
    """The number of an answer that names a unit."""
    size = int(net.width)
    for j in range(size):
        players.vectors[net.shallow + j] = players.vectors[net.unit_base + j]
    for k in range(size):
        factor = players.vectors[net.units + row * size + k]
        if factor != 0.0:
            add_row(players.vectors, net.shallow, size, factor, players.weights, net.pointing_start + k * size)
    rectify(players.vectors, net.shallow, size)
    return dot(players.vectors, int(net.shallow), size, players.weights, net.unit_out)


@kernel
def nearest(players, net, layout, x, y, friend, decider):
    """How near the nearest known unit of either kind is to a cell, but for the one that decides: 1 there, 0 none."""
    best = 0.0
    for row in range(layout.own_rows + layout.other_rows):
        unit = players.units[row]
        if (
            row != decider
            and unit[net.at_known] == 1
            and is_friend(players, net, layout, row) == friend
            and unit[net.at_x] >= 0
        ):
            gap = max(abs(int(unit[net.at_x]) - x), abs(int(unit[net.at_y]) - y))
            best = max(best, 1.0 / (1.0 + gap))
    return best


@kernel
def crowd(players, net, layout, x, y, friend, decider):
    """A third for each known unit of either kind beside a cell, but for the one that decides."""
    count = 0
    for row in range(layout.own_rows + layout.other_rows):
        unit = players.units[row]
        if (
            row != decider
            and unit[net.at_known] == 1
            and is_friend(players, net, layout, row) == friend
            and unit[net.at_x] >= 0
        ):
            if max(abs(int(unit[net.at_x]) - x), abs(int(unit[net.at_y]) - y)) <= 1:
                count += 1
    return count / 3.0


@kernel
def weigh_cell(players, net, layout, place, decider):
    """The number of an answer that names a cell."""
    size = int(net.cell_width)
    at, start, weights = int(net.shallow), int(net.cell_start), players.weights
    x, y = place % int(layout.width), place // int(layout.width)
    for j in range(size):
        players.vectors[at + j] = players.vectors[net.cell_base + j]
    here_x = column_of_row(players, decider, net.at_x)
    here_y = column_of_row(players, decider, net.at_y)
    relate(players, x, y, here_x, here_y, at, size, start)
    start += RELATIONS * size
    for friend in range(2):
        factor = nearest(players, net, layout, x, y, friend, decider)
        add_row(players.vectors, at, size, factor, weights, start + friend * size)
        factor = crowd(players, net, layout, x, y, friend, decider)
        add_row(players.vectors, at, size, factor, weights, start + (2 + friend) * size)
    for channel in range(layout.channels):
        players.channels[channel] = players.grid[channel, y, x]
    start += NEARS * size
    add_zones(players, layout, x, y, at, size, start)
    start += ZONES * size
    encode(players, net, layout, players.channels, (-1, -1, -1), net.grid_first, net.grid_last, at, size, start)
    rectify(players.vectors, at, size)
    return dot(players.vectors, at, size, weights, net.cell_out)


@kernel
def prepare_heads(players, net):
    """What the heads for units and cells take from the trunk, alike for all of them."""
    trunk = int(net.trunk_width)
    dense(players.vectors, net.unit_base, int(net.width), int(net.trunk), trunk, players.weights, net.unit_base_start)
    dense(
        players.vectors, net.cell_base, int(net.cell_width), int(net.trunk), trunk, players.weights, net.cell_base_start
    )


@kernel
def weigh_answer(players, net, layout, index, decider):
    """The number of the answer with an index of the layout."""
    section, plain = 0, 0
    while index >= layout.index_start[section + 1]:
        if layout.section_kind[section] != UNIT and layout.section_kind[section] != CELL:
            plain += int(layout.index_start[section + 1]) - int(layout.index_start[section])
        section += 1
    place = int(index - layout.index_start[section])
    if layout.section_kind[section] == UNIT:
        return weigh_unit(players, net, place)
    if layout.section_kind[section] == CELL:
        return weigh_cell(players, net, layout, place, decider)
    trunk = int(net.trunk_width)
    return dot(players.vectors, int(net.trunk), trunk, players.weights, net.plain_start + (plain + place) * (trunk + 1))


@kernel
def weigh_answers(s, w, players, row):
    """The numbers of all answers to the current prompt that the network's layout can show. Returns the place of the highest."""
    viewer = int(s.decider_side)
    net, layout = record_at(players.networks, row), layout_for(s, players, row, viewer)
    decider = think(s, w, players, layout, row, viewer)
    prepare_heads(players, net)
    best = -1
    for k in range(s.choice_count):
        index = to_index(s, layout, viewer, int(s.choices[k]))
        if index < 0:
            players.shown[k] = 0
            continue
        players.shown[k] = 1
        players.logits[k] = weigh_answer(players, net, layout, int(index), decider)
        if best < 0 or players.logits[k] > players.logits[best]:
            best = k
    return best


@kernel
def consult(s, w, players, row, rng):
    """The answer of a network to the current prompt: the one with the highest number, or, when it is not greedy, drawn by
    the numbers. Answers its layout cannot show are never taken; -1 when it can show none.
    """
    best = weigh_answers(s, w, players, row)
    if best >= 0 and record_at(players.networks, row).greedy == 0:
        best = draw(s, players, random_below(rng, MANY) / MANY)
    return int(s.choices[best]) if best >= 0 else -1


@kernel
def to_weights(s, players):
    """Make weights of the numbers of all answers that can be shown, as softmax has them. Returns what they add up to."""
    highest, total = -math.inf, 0.0
    for k in range(s.choice_count):
        if players.shown[k] == 1:
            highest = max(highest, players.logits[k])
    for k in range(s.choice_count):
        if players.shown[k] == 1:
            players.logits[k] = math.exp(players.logits[k] - highest)
            total += players.logits[k]
    return total


@kernel
def draw(s, players, chance):
    """The answer that a number in [0, 1) falls to, when each has the share that softmax gives it."""
    left = chance * to_weights(s, players)
    last = -1
    for k in range(s.choice_count):
        if players.shown[k] == 1:
            last = k
            left -= players.logits[k]
            if left < 0.0:
                return k
    return last
