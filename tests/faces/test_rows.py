"""Rows of behaviours in the kernel: thousands come and go, and whoever plays keeps the row it plays from."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from starts import starts

import toybook
from tactica.envs import make_vec, play_games
from tactica.envs.core.loops.seats import FIRST_BARRED, FIRST_BEHAVIOUR, FIRST_NETWORK, FIRST_SEARCHER
from tactica.envs.engine.behaviours import code_of, load, name_of_code
from tactica.envs.engine.players import Search, bar, seat_code
from tactica.envs.engine.rows import MOST_ROWS, MOST_SEARCHERS, BehaviourRows, RowsTaken, held, hold, rows_of, seats_of
from tactica.envs.engine.seating import KEPT, Seating

TOY = toybook.RULESET


def behaviour(k, name="passing"):
    """One of many behaviours, each different."""
    return load({"name": f"{name}_{k}", "weights": {"harm": round(0.001 * (k % 900_000) + 0.001, 3)}})


def flood(count, first=100_000):
    """Name so many behaviours that nobody needs any more."""
    return [code_of(TOY, behaviour(first + k)) for k in range(count)]


class FewLoops:
    """Loops with room for a few behaviours."""

    class Players:
        def __init__(self, rows):
            self.behaviours = rows

        def with_room(self, name):
            return FewLoops.Players(np.concatenate([self.behaviours, np.zeros_like(self.behaviours)]))

    def __init__(self):
        self.players = self.Players(np.zeros(2, behaviour(0).packed(TOY).dtype))


def test_the_one_not_asked_for_longest_gives_way():
    loops, rows = FewLoops(), BehaviourRows(most=3)
    packed = [behaviour(k).packed(TOY) for k in range(5)]
    assert [rows.row_of(loops, f"b{k}", packed[k]) for k in range(3)] == [0, 1, 2]
    assert rows.row_of(loops, "b0", packed[0]) == 0
    assert rows.row_of(loops, "b3", packed[3]) == 1 and rows[1][0] == "b3"
    rows.hold(2)
    assert rows.row_of(loops, "b4", packed[4]) == 0
    assert rows.row_of(loops, "b0", packed[0]) == 1 and rows[2][0] == "b2"
    for row, k in ((0, 4), (1, 0), (2, 2)):
        assert loops.players.behaviours[row].tobytes() == packed[k][0].tobytes()
    rows.hold(0), rows.hold(1)
    with pytest.raises(RowsTaken, match="3 behaviours are playing at once"):
        rows.row_of(loops, "b1", packed[1])
    rows.release(1)
    assert rows.row_of(loops, "b1", packed[1]) == 1


def test_thousands_come_and_go_and_no_code_is_a_networks():
    codes = flood(3 * MOST_ROWS)
    assert min(codes) >= FIRST_BEHAVIOUR and max(codes) < FIRST_NETWORK
    assert len(TOY.loops.players.behaviours) <= 1024 and len(rows_of(TOY)) <= MOST_ROWS
    last = [behaviour(100_000 + k) for k in range(3 * MOST_ROWS - 50, 3 * MOST_ROWS)]
    for code, one in zip(codes[-50:], last, strict=True):
        assert name_of_code(TOY, code) == one.name and code_of(TOY, one) == code
        assert TOY.loops.players.behaviours[code - FIRST_BEHAVIOUR].tobytes() == one.packed(TOY)[0].tobytes()


def steps(envs, count, seed=2):
    rng, found = np.random.default_rng(seed), []
    for _ in range(count):
        mask = envs.action_masks()
        seen, *_ = envs.step([int(rng.choice(np.flatnonzero(row))) for row in mask])
        found.append(b"".join(np.ascontiguousarray(seen[name]).tobytes() for name in sorted(seen)))
    return found


def test_a_running_batch_is_not_disturbed():
    ruleset, pool = starts("toybook")
    odd = load({"name": "odd", "weights": {"harm": -2}, "intents": {"wait": 0.1}})
    quiet, busy = (make_vec(ruleset, 3, scenario=pool, opponent=odd, seed=1) for _ in range(2))
    for envs in (quiet, busy):
        envs.reset(seed=5)
    code = code_of(TOY, odd)
    expected = steps(quiet, 30)
    flood(2 * MOST_ROWS, first=200_000)
    assert code_of(TOY, odd) == code and busy.batch.seating.name(code) == "odd"
    assert steps(busy, 30) == expected


def test_a_batch_that_is_gone_holds_nothing():
    ruleset, pool = starts("toybook")
    odd = behaviour(1, "leaving")
    envs = make_vec(ruleset, 2, scenario=pool, opponent=odd, seed=1)
    row = code_of(TOY, odd) - FIRST_BEHAVIOUR
    assert rows_of(TOY).holders[row] == 1
    del envs
    gc.collect()
    assert rows_of(TOY).holders[row] == 0


def test_opponents_of_a_long_run_come_and_go():
    """A batch that meets thousands of opponents, one after the other, holds those in use and the latest few."""
    seating = Seating(TOY)
    for k in range(MOST_ROWS + 200):
        code = seating.code(behaviour(300_000 + k))
        seating.let_go([code])
    assert len(seating.behaviours) == KEPT + 1
    assert sum(count > 0 for count in rows_of(TOY).holders.values()) < MOST_ROWS


def test_holders_of_a_code():
    one = behaviour(2, "held")
    code = code_of(TOY, one)

    class Owner:
        pass

    owner = Owner()
    end = hold(TOY, code, owner)
    with held(TOY, [code, 0, FIRST_NETWORK]):
        assert rows_of(TOY).holders[code - FIRST_BEHAVIOUR] == 2
    end()
    assert rows_of(TOY).holders[code - FIRST_BEHAVIOUR] == 0
    assert hold(TOY, 0, owner) is None and hold(TOY, FIRST_NETWORK, owner) is None


def test_thousands_of_players_with_barred_options_come_and_go():
    """Each stands on the behaviour and on one that does not consider what is barred; once it is gone, both rows are free."""
    seats = seats_of(TOY)
    while seats.give_way():  # what earlier tests left
        pass
    before = +rows_of(TOY).holders
    everyone = [bar(behaviour(k, "barred"), ["guard"]) for k in range(MOST_ROWS + 200)]
    codes = [seat_code(TOY, one) for one in everyone]
    assert min(codes) >= FIRST_BARRED and len(rows_of(TOY)) <= MOST_ROWS
    for code, one in zip(codes[-50:], everyone[-50:], strict=True):
        record = TOY.loops.players.barred[code - FIRST_BARRED]
        assert seat_code(TOY, one) == code and int(record["free"]) == code_of(TOY, one.player)
        assert rows_of(TOY)[int(record["player"]) - FIRST_BEHAVIOUR][0] == one.name
    assert +rows_of(TOY).holders != before
    while seats.give_way():
        pass
    assert +rows_of(TOY).holders == before


def test_a_player_with_barred_options_keeps_its_row_while_it_plays():
    ruleset, pool = starts("toybook")
    odd = bar(behaviour(3, "playing"), ["guard"])
    quiet, busy = (make_vec(ruleset, 3, scenario=pool, opponent=odd, seed=1) for _ in range(2))
    for envs in (quiet, busy):
        envs.reset(seed=5)
    code = seat_code(TOY, odd)
    expected = steps(quiet, 30)
    for k in range(MOST_ROWS + 50):
        seat_code(TOY, bar(behaviour(k, "passing_by"), ["hold"]))
    assert seat_code(TOY, odd) == code and busy.batch.seating.name(code) == odd.name
    assert steps(busy, 30) == expected


def test_thousands_of_searches_come_and_go():
    everyone = [Search(4, behaviour(k, "searched"), explore=0.1) for k in range(MOST_ROWS + 200)]
    everyone += [Search(4, behaviour(0, "searched"), explore=1 + k / 1000) for k in range(MOST_SEARCHERS + 200)]
    codes = [seat_code(TOY, one) for one in everyone]
    assert min(codes) >= FIRST_SEARCHER and max(codes) < FIRST_BARRED and len(rows_of(TOY)) <= MOST_ROWS
    for code, one in zip(codes[-50:], everyone[-50:], strict=True):
        assert int(TOY.loops.players.searchers[code - FIRST_SEARCHER]["player"]) == code_of(TOY, one.rollouts)

    class Owner:
        pass

    owner = Owner()
    for code in dict.fromkeys(codes[-MOST_SEARCHERS:]):
        hold(TOY, code, owner)
    with pytest.raises(RowsTaken, match="1,000 searches are playing at once"):
        seat_code(TOY, Search(4, behaviour(0, "searched"), explore=0.5))
    del owner
    gc.collect()
    assert not any(seats_of(TOY).searchers.holders.values())


def test_a_search_keeps_the_player_of_its_simulations():
    mild = load({"name": "mild_in_searches", "weights": {"harm": -1}})
    games = {"policies": (Search(4, mild), "random"), "games": 3, "seed": 4}
    before = play_games("toybook", "banners", **games)
    player = code_of(TOY, mild)
    flood(MOST_ROWS + 50, first=400_000)
    assert code_of(TOY, mild) == player
    seat_code(TOY, Search(4, mild))
    after = play_games("toybook", "banners", **games)
    assert np.array_equal(before.ranks, after.ranks) and np.array_equal(before.decisions, after.decisions)
