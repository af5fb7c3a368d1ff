"""The common view of decisions, see ``core/behaviour/common_view.py``: a row for each complete choice and each unit.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals include the functions of its copies of
``core/behaviour/places.py`` and ``policy.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.behaviour.common_view import FAR_SHOTS, MANY_FRIENDS, MANY_ROUNDS, UnitColumn
from tactica.envs.core.behaviour.features import ANYWHERE, FEATURES, KEEP, NOWHERE, OWN_MOVE, Intent, Situation
from tactica.envs.core.compiler import record_at
from tactica.envs.core.state import open_total
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.behaviour.places import gap_from, in_own_moves, look_round
    from tactica.envs.core.behaviour.policy import choice_feature, list_places, situation
    from tactica.envs.core.looking.index_translation import to_index
    from tactica.envs.core.loops.advance import World
    from tactica.envs.core.loops.given import (
        STRIDE,
        VERBS,
        entry,
        full_staying,
        is_in_contact,
        is_seen,
        is_standing,
        kernel,
        list_plans,
        own_move,
        place_of,
        shots_left,
        staying,
    )
    from tactica.envs.core.loops.objectives import score_lead


SHARED, INTENT_COUNT, SITUATIONS = len(FEATURES), len(Intent), len(Situation)


@kernel
def list_complete(s, w, tastes, who):
    """List the complete choices of a unit, with the places that each taste likes best for each intent."""
    s.plan_count = 0
    look_round(s, w, record_at(tastes, 0), who)
    s.place[KEEP] = 0.0
    list_plans(s, w)
    for k in range(int(s.plan_count)):
        if s.plans[k].cell == ANYWHERE:
            for taste in range(len(tastes)):
                list_places(s, w, record_at(tastes, taste), who, k, 0)


@kernel
def is_repeated(s, k):
    """Whether an earlier plan is the same complete choice as plan k."""
    row = s.plans[k]
    for other in range(k):
        before = s.plans[other]
        if before.answer == row.answer and before.cell == row.cell and before.target == row.target:
            if before.mode == row.mode and before.verb == row.verb and before.aim == row.aim:
                return True
    return False


@kernel
def write_choice(seen, i, n, verb, target, index):
    """Row n of the choices of position i: its verb, target and index, its numbers still 0."""
    seen.verbs[i, n] = verb
    seen.targets[i, n] = target
    seen.indices[i, n] = index
    seen.mask[i, n] = 1
    for column in range(seen.choices.shape[2]):
        seen.choices[i, n, column] = 0.0


@kernel
def write_choices(s, w, shape, tastes, seen, i):
    """The rows of the choices: every complete choice that behaviours know of; where they know of none, every legal answer.
    Returns how many.
    """
    n, room = 0, seen.choices.shape[1]
    who = int(s.decider)
    if who >= 0 and place_of(s, who) >= 0:
        list_complete(s, w, tastes, who)
        for k in range(s.plan_count):
            row = s.plans[k]
            if n == room or row.cell == ANYWHERE or not is_offered(s, int(row.answer)) or is_repeated(s, k):
                continue
            index = to_index(s, shape, s.decider_side, int(row.answer))
            if index < 0:
                continue
            write_choice(seen, i, n, int(row.verb), int(row.target), index)
            seen.choices[i, n, row.intent] = 1.0
            for feature in range(SHARED):
                seen.choices[i, n, INTENT_COUNT + feature] = choice_feature(
                    s, w, record_at(tastes, 0), who, row, feature
                )
            n += 1
        open_total(s)  # what the estimates noted belongs to no event
    if n == 0:
        for k in range(s.choice_count):
            answer = int(s.choices[k])
            index = to_index(s, shape, s.decider_side, answer)
            if n < room and index >= 0:
                write_choice(seen, i, n, answer if answer < VERBS else 0, -1, index)
                n += 1
    return n


@kernel
def write_unit(s, w, other, who, largest, row):
    """The numbers of a unit that the deciding side knows of."""
    side, cell = int(s.decider_side), int(place_of(s, other))
    is_friend = s.allied[side, s.units[other].side] == 1
    row[UnitColumn.KNOWN] = 1.0
    row[UnitColumn.FRIEND] = 1.0 if is_friend else 0.0
    row[UnitColumn.DECIDES] = 1.0 if other == who else 0.0
    row[UnitColumn.STANDING] = 1.0 if is_standing(s, other) else 0.0
    row[UnitColumn.STAYING_POWER] = min(max(staying(s, other), 0) / max(full_staying(s, other), 1), 1.0)
    row[UnitColumn.SIZE] = full_staying(s, other) / largest
    row[UnitColumn.OWN_MOVE] = min(own_move(s, w, other) / max(s.board_width, s.board_height), 1.0)
    if is_friend:
        row[UnitColumn.SHOTS] = min(shots_left(s, w, other) / FAR_SHOTS, 1.0)
    if who >= 0 and other != who and place_of(s, who) >= 0 and s.units[other].cell >= 0:
        gap = max(gap_from(s, w, who, place_of(s, who), other), 0)
        row[UnitColumn.GAP] = in_own_moves(gap, s.place[OWN_MOVE])
        row[UnitColumn.CONTACT] = 1.0 if is_in_contact(s, w, who, other) else 0.0
    x, y = cell % STRIDE, cell // STRIDE
    if side != 0:
        x, y = int(s.board_width) - 1 - x, int(s.board_height) - 1 - y
    row[UnitColumn.X] = x / max(s.board_width - 1, 1)
    row[UnitColumn.Y] = y / max(s.board_height - 1, 1)


@kernel
def is_shown(s, w, other):
    """Whether the deciding side knows of a unit on the board."""
    if s.units[other].present == 0 or place_of(s, other) < 0:
        return False
    return s.allied[s.decider_side, s.units[other].side] == 1 or is_seen(s, w, int(s.decider_side), other)


@kernel
def write_units(s, w, rows):
    """The rows of the units, by roster."""
    who, largest = int(s.decider), 1.0
    if who >= 0:
        s.place[OWN_MOVE] = own_move(s, w, who)
    for other in range(s.unit_count):
        if is_shown(s, w, other):
            largest = max(largest, full_staying(s, other) + 0.0)
    for other in range(min(int(s.unit_count), len(rows))):
        if is_shown(s, w, other):
            write_unit(s, w, other, who, largest, rows[other])


@kernel
def write_situation(s, w, tastes, row):
    """The situation of the unit that decides, and the battle's."""
    who = int(s.decider)
    if who >= 0 and place_of(s, who) >= 0:
        look_round(s, w, record_at(tastes, 0), who)
        for what in range(SITUATIONS):
            value = situation(s, w, who, what)
            if what == Situation.OPPONENTS or what == Situation.FRIENDS:
                value /= MANY_FRIENDS
            elif what == Situation.SHOTS:
                value /= FAR_SHOTS
            elif what == Situation.ROUND:
                value /= MANY_ROUNDS
            row[what] = value if what == Situation.GAP else min(value, 1.0)
    row[SITUATIONS] = score_lead(s, int(s.decider_side)) if s.zone_count > 0 else 0.0


@entry("states, books, fields, layouts, behaviours, int64[:], common_rows")
def observe_in_common(states, books, fields, layout, tastes, rows, seen):
    """Write the common view of the slots in ``rows``, one after the other, for the side that decides; all is 0 where nobody
    does. The battles do not change.
    """
    for i in range(len(rows)):
        s = record_at(states, rows[i])
        w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
        seen.units[i, :, :] = 0.0
        seen.situation[i, :] = 0.0
        n, overrun = 0, int(s.overrun)
        if s.prompt != 0 and s.ending == 0:
            write_units(s, w, seen.units[i])
            write_situation(s, w, tastes, seen.situation[i])
            n = write_choices(s, w, record_at(layout, 0), tastes, seen, i)
        s.overrun = overrun
        seen.choices[i, n:, :] = 0.0
        seen.verbs[i, n:] = 0
        seen.targets[i, n:] = NOWHERE
        seen.indices[i, n:] = -1
        seen.mask[i, n:] = 0
