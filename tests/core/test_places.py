"""Places are weighed many at once: what comes out is the definition of each feature, cell by cell."""

from __future__ import annotations

import functools
import sys

import numpy as np
import pytest
from conformance import play

from tactica.envs.core.behaviour.features import (
    ANYWHERE,
    BEHAVIOUR,
    COMPANY_CELLS,
    FAR_MOVES,
    FEATURES,
    FIRST_PLACE,
    GAP_NOW,
    KEEP,
    NO_POST,
    NOWHERE,
    OWN_MOVE,
    POST,
    POST_MOVES,
    SOUGHT,
    WEIGHTS,
    Feature,
    Intent,
    seal,
)  # fmt: skip
from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import seed_rng

PLACES = tuple(range(FIRST_PLACE, len(FEATURES)))
STARTS = [
    ("wfrp1", "standard"), ("wfrp1", "small_random"), ("wfrp1", "night_guns"), ("wfrp1", "contest_small"), ("toybook", "banners"),
    ("toybook", "ranks"),
]  # fmt: skip


def places_of(table):
    """``core/behaviour/places.py`` as executed for a ruleset."""
    return sys.modules[f"{table.rules.package}.places"]


class Definition:
    """The features of a cell as the unit that decides sees them, one cell and one unit at a time."""

    def __init__(self, table):
        self.s = record_at(table.states, 0)
        self.w = table.loops.World(table.books[self.s.book_row], table.fields[self.s.field_row])
        self.of, self.who = places_of(table), int(self.s.decider)
        self.enemies = [int(row) for row in self.s.enemies[: self.s.enemy_count]]
        self.friends = [int(row) for row in self.s.friends[: self.s.friend_count]]
        self.place = self.s.place.tolist()

    def gap_from(self, cell, other):
        there = int(self.s.units[other].cell)
        return self.of.gap_between(self.s, self.w, self.who, cell, other, there)

    @functools.cache  # noqa: B019
    def gap(self, cell):
        if not self.enemies:
            return self.of.distance(cell, int(self.place[SOUGHT]))
        return min(self.gap_from(cell, enemy) for enemy in self.enemies)

    def sees(self, enemy, cell):
        return self.of.may_see(self.s, self.w, int(self.s.units[enemy].cell), cell)

    def feature(self, cell, feature):
        """A feature of a cell, by the words of its catalogue."""
        gap, move = self.gap(cell), self.place[OWN_MOVE]
        match feature:
            case Feature.GAP:
                return min(gap / move, FAR_MOVES)
            case Feature.OFF_DISTANCE:
                return abs(min(gap / move, FAR_MOVES) - self.place[KEEP])
            case Feature.CLOSING:
                return min(max((self.place[GAP_NOW] - gap) / move, -2.0), 2.0)
            case Feature.EXPOSURE:
                return sum(self.sees(enemy, cell) for enemy in self.enemies) / max(len(self.enemies), 1)
            case Feature.CROWD:
                return min(sum(self.gap_from(cell, enemy) <= 1 for enemy in self.enemies) / 3.0, 1.0)
            case Feature.COMPANY:
                near = sum(self.gap_from(cell, friend) <= COMPANY_CELLS for friend in self.friends)
                return near / max(len(self.friends), 1)
            case Feature.GUARD:
                if self.place[POST] == NO_POST:
                    return 0.0
                return max(1.0 - min(self.of.distance(cell, int(self.place[POST])) / move, FAR_MOVES) / POST_MOVES, 0.0)
            case Feature.ZONE:
                return float(self.zone(cell) in self.needed)
            case Feature.TO_ZONE:
                return min(max((self.way(int(self.of.place_of(self.s, self.who))) - self.way(cell)) / move, -2.0), 2.0)
        return self.of.cover_at(self.s, self.w, self.who, cell)

    def zone(self, cell):
        """The number of the zone that a cell lies in, 0 outside."""
        return int(self.w.field.objective_zone[cell]) if cell >= 0 else 0

    @functools.cached_property
    def needed(self):
        """Zones in which no other friend, or a known enemy, stands."""
        taken, fought = (
            {self.zone(int(self.of.place_of(self.s, row))) for row in rows} for rows in (self.friends, self.enemies)
        )
        return {zone for zone in range(1, int(self.s.zone_count) + 1) if zone not in taken or zone in fought}

    @functools.cache  # noqa: B019
    def way(self, cell):
        """Cells to the nearest zone that is needed, 0 if none is."""
        board = [y * self.of.STRIDE + x for y in range(self.s.board_height) for x in range(self.s.board_width)]
        return min((self.of.distance(cell, other) for other in board if self.zone(other) in self.needed), default=0)

    def worth(self, cell, weights):
        worth = 0.0
        for feature in PLACES:
            if weights[feature] != 0.0:
                worth += weights[feature] * self.feature(cell, feature)
        return worth

    def intents(self, cell):
        """What a move to a cell is for."""
        now = self.place[GAP_NOW]
        intent = Intent.APPROACH if self.gap(cell) < now else Intent.WITHDRAW if self.gap(cell) > now else Intent.SHIFT
        guards = self.place[POST] != NO_POST and self.of.distance(cell, int(self.place[POST])) <= 1
        return {intent, Intent.SHIELD} if guards else {intent}


def random_behaviour(rng):
    """One that weighs some of the features of places, and nothing else."""
    behaviour = np.zeros(1, BEHAVIOUR)
    for feature in PLACES:
        if rng.random() < 0.6:
            behaviour["weights"][0, feature] = rng.normal()
    behaviour["keep"] = rng.integers(0, 4)
    seal(behaviour)
    return behaviour


def explained(table, behaviour, rng):
    """The plans for the present decision, and their features."""
    values = np.zeros((256, WEIGHTS))
    table.loops.explain_game(table.states, 0, table.books, table.fields, behaviour, 0, rng, values)
    return [table.s.plans[k] for k in range(table.s.plan_count)], values


def decisions(table, count):
    """Random positions in which a unit on the board decides."""
    for _ in table.positions(count, seed=2):
        if not table.is_over and table.s.decider >= 0 and table.s.units[table.s.decider].cell >= 0:
            yield record_at(table.states, 0)


@pytest.fixture(params=STARTS, ids="/".join)
def table(request):
    return play.Table(*request.param)


def test_places_are_worth_what_their_features_say(table):
    """Any cells of the board, and the cells of all plans: the same numbers to the bit as one by one."""
    rng, policy_rng, met = np.random.default_rng(4), np.zeros(4, np.int64), set()
    seed_rng(policy_rng, 1, 0, 0, 0)
    for s in decisions(table, 60):
        behaviour = random_behaviour(rng)
        weights = behaviour["weights"][0].tolist()
        plans, values = explained(table, behaviour, policy_rng)
        told = Definition(table)
        for k, row in enumerate(plans):
            cell = int(s.units[told.who].cell) if row["cell"] == NOWHERE else int(row["cell"])
            weighed = [feature for feature in PLACES if weights[feature] != 0.0 and cell >= 0]
            assert [values[k, feature] for feature in weighed] == [told.feature(cell, feature) for feature in weighed]
        if not play.INTERPRETED:  # a kernel that is no entry: what it writes into a record does not come back
            continue
        columns, rows = rng.integers(0, s.board_width, 9), rng.integers(0, s.board_height, 9)
        cells = [int(y * places_of(table).STRIDE + x) for x, y in zip(columns, rows, strict=True)]
        table.s["spots"][: len(cells)] = cells
        s.spot_count = len(cells)
        places_of(table).weigh_spots(s, told.w, record_at(behaviour, 0), told.who)
        assert s.spot_gaps[: len(cells)].tolist() == [told.gap(cell) for cell in cells]
        assert s.spot_worths[: len(cells)].tolist() == [told.worth(cell, weights) for cell in cells]
        weighed = [feature for feature in PLACES if weights[feature] != 0.0]
        met |= {feature for feature in weighed if any(told.feature(cell, feature) != 0.0 for cell in cells)}
    elsewhere = set() if table.s["zone_count"] else {Feature.ZONE, Feature.TO_ZONE}
    assert not play.INTERPRETED or met >= set(PLACES) - {Feature.COVER} - elsewhere


def test_of_the_places_asked_for_the_best_is_taken_for_each_intent(table):
    """Where cells are the answers: a plan for each intent that any of them serves, with one of the best cells for it."""
    rng, policy_rng, asked = np.random.default_rng(5), np.zeros(4, np.int64), 0
    seed_rng(policy_rng, 1, 0, 0, 0)
    for _ in decisions(table, 150):
        behaviour = random_behaviour(rng)
        plans, _ = explained(table, behaviour, policy_rng)
        if not any(row["cell"] == ANYWHERE and row["answer"] == 0 for row in plans):
            continue
        asked += 1
        told, best = Definition(table), {}
        first = table.rules.book.tactics.a_cell
        for cell in (answer - first for answer in table.answers() if answer >= first):
            for intent in told.intents(cell):
                best.setdefault(intent, []).append(told.worth(cell, behaviour["weights"][0].tolist()))
        taken = {int(row["intent"]): int(row["cell"]) for row in plans if row["cell"] >= 0}
        assert taken.keys() == best.keys()
        for intent, cell in taken.items():
            assert intent in told.intents(cell)
            assert told.worth(cell, behaviour["weights"][0].tolist()) == max(best[intent])
    assert asked > 3
