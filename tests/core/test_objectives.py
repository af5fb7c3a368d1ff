"""Battles with objectives, in the toy ruleset: who scores, who wins, and that nobody sees more than was counted."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from conformance import play

from tactica.envs import scenario
from tactica.envs.core.compiler import record_at
from tactica.envs.core.state import VERDICT, CoreEvent
from tactica.envs.engine.game import Game
from tactica.envs.render.words import narrate
from toybook.vocab import Phase

PLAIN = {"zones": {"well": [[1, 1]], "hill": {"from": [4, 1], "to": [5, 2]}}}


def contest(objectives, units="ab", allies=(), rules=None, **more):
    """A battle of soldiers, one for each letter, named after their sides a, b, c; all stand off the zones, at the south edge."""
    sides = sorted(set(units))
    return {
        "ruleset": "toybook", "board": {"size": [10, 5]}, "sides": sides, "allies": list(allies), "objectives": objectives,
        "units": [{"template": "soldier", "side": side, "at": [2 * k, 4]} for k, side in enumerate(units)], **more,
    }  # fmt: skip


def begin(objectives, units="ab", allies=(), **more):
    return Game("toybook", scenario.pool("toybook", contest(objectives, units, allies, **more))).start(seed=1)


def stand(game, *places):
    """Put units in cells, in roster order; None: it has fallen."""
    for who, cell in enumerate(places):
        unit = game.s["units"][who]
        if cell is None:
            unit["health"] = 0
        else:
            unit["cell"] = game.ruleset.board.cell(*cell)


def end_round(game, round_no=1):
    """Let the core see that a round is over; rows of the log that it wrote: (kind, amount, extra)."""
    s = game.states[game.row]
    s.round_no, s.event_count = round_no + 1, 0
    w = game.loops.World(game.books[s.book_row], game.fields[s.field_row])
    game.loops.pursue_objectives(s, w, round_no)
    return [
        (CoreEvent(int(row.kind)).name, int(row.amount), int(row.extra))
        for row in game.s["events"][: int(s.event_count)]
    ]


def end_by_the_rules(game, ranks, round_no=1, ending=1):
    """The rules end the battle with these ranks."""
    s = game.states[game.row]
    s.round_no, s.ending, s.prompt, s.event_count = round_no, ending, 0, 0
    game.s["rank"][: len(ranks)] = ranks
    w = game.loops.World(game.books[s.book_row], game.fields[s.field_row])
    game.loops.pursue_objectives(s, w, round_no)
    return ending_of(game)


def ending_of(game):
    count = int(game.s["side_count"])
    return SimpleNamespace(ranks=game.s["rank"][:count].tolist(), ending=int(game.s["ending"]))


def score(game):
    return game.s["score"][: int(game.s["side_count"])].tolist()


# --- points -----------------------------------------------------------------------------------------------------------


def test_a_zone_is_a_point_for_the_side_that_stands_there_alone():
    game = begin(PLAIN)
    stand(game, (1, 1), (5, 2))
    assert end_round(game) == [("ZONE_HELD", 0, 0), ("ZONE_HELD", 1, 1), ("SCORED", 1, 0), ("SCORED", 1, 1)]
    assert score(game) == [1, 1] and game.s["zone_holder"][:3].tolist() == [1, 2, 0]


def test_two_zones_are_two_points():
    game = begin(PLAIN, "aab")
    stand(game, (1, 1), (4, 1), (9, 4))
    assert end_round(game)[-1] == ("SCORED", 2, 0)
    assert score(game) == [2, 0]


def test_contested_and_empty_zones_are_held_by_nobody():
    """Also one that was held before."""
    game = begin(PLAIN, "aab")
    stand(game, (4, 1), (1, 1), (9, 4))
    end_round(game)
    stand(game, (4, 1), (8, 0), (5, 2))
    assert end_round(game, 2) == []
    assert score(game) == [2, 0] and game.s["zone_holder"].tolist() == [0] * 8


def test_the_fallen_hold_nothing():
    game = begin(PLAIN, "aabb")
    stand(game, (1, 1), (5, 1), (5, 2), (9, 4))
    game.s["units"]["health"][[0, 1]] = 0
    end_round(game)
    assert score(game) == [0, 1]


def test_friends_hold_a_zone_together_and_score_alike():
    """Two friends in one zone get a point each, not two; their friend who stands elsewhere gets it too."""
    game = begin(PLAIN, "abcd", [["a", "b"], ["b", "c"], ["a", "c"]])
    stand(game, (4, 1), (5, 1), (9, 4), (9, 0))
    assert end_round(game) == [("ZONE_HELD", 1, 0), ("SCORED", 1, 0), ("SCORED", 1, 1), ("SCORED", 1, 2)]


def test_of_three_sides_each_scores_for_itself():
    game = begin(PLAIN, "abc")
    stand(game, (1, 1), (4, 1), (5, 2))
    end_round(game)
    assert score(game) == [1, 0, 0]


def test_nothing_is_counted_before_the_first_round_is_over():
    game = begin(PLAIN)
    stand(game, (1, 1), (4, 1))
    s = game.states[game.row]
    w = game.loops.World(game.books[s.book_row], game.fields[s.field_row])
    for before, now in ((0, 1), (1, 1), (-1, 0)):
        s.round_no = now
        game.loops.pursue_objectives(s, w, before)
    assert score(game) == [0, 0] and game.s["ending"] == 0


# --- the end ----------------------------------------------------------------------------------------------------------


def test_so_many_points_win():
    game = begin(PLAIN | {"to_win": 2})
    stand(game, (1, 1), (9, 4))
    end_round(game)
    assert game.s["ending"] == 0
    assert end_round(game, 2)[-1][0] == "DECIDED"
    assert ending_of(game) == SimpleNamespace(ranks=[1, 2], ending=VERDICT)
    assert (game.s["prompt"], game.s["pending_verb"]) == (0, 0)


def test_so_many_points_win_only_with_more_than_every_enemy():
    game = begin(PLAIN | {"to_win": 1})
    stand(game, (1, 1), (4, 1))
    end_round(game)
    assert score(game) == [1, 1] and game.s["ending"] == 0
    stand(game, (1, 1), (9, 4))
    end_round(game, 2)
    assert ending_of(game).ranks == [1, 2]


def test_points_that_win_go_before_the_verdict():
    """b has more staying power left, which would decide at the end."""
    game = begin(PLAIN | {"to_win": 1, "verdict": ["staying"]}, "abb")
    stand(game, (1, 1), (9, 4), (9, 0))
    game.s["units"]["health"][0] = 1
    end_round(game)
    assert ending_of(game).ranks == [1, 2]


def test_friends_of_the_winner_win():
    game = begin(PLAIN | {"to_win": 1}, "abc", [["a", "c"]])
    stand(game, (1, 1), (9, 4), (9, 0))
    end_round(game)
    assert ending_of(game).ranks == [1, 3, 1]


@pytest.mark.parametrize(
    ("verdict", "ranks"), [(["score", "staying"], [1, 2]), (["staying", "score"], [2, 1]), (["score"], [1, 2])], ids=str
)
def test_after_the_last_round_the_verdict_decides_in_its_order(verdict, ranks):
    game = begin(PLAIN | {"rounds": 3, "verdict": verdict})
    stand(game, (1, 1), (9, 4))
    game.s["units"]["health"][0] = 1
    for round_no in (1, 2):
        end_round(game, round_no)
        assert game.s["ending"] == 0
    end_round(game, 3)
    assert ending_of(game) == SimpleNamespace(ranks=ranks, ending=VERDICT)


@pytest.mark.parametrize(("attacker", "ranks"), [("", [1, 1]), ("a", [2, 1]), ("b", [1, 2])])
def test_a_tie_is_a_draw_or_the_attackers_loss(attacker, ranks):
    game = begin(PLAIN | {"rounds": 1, "attacker": attacker})
    stand(game, (9, 0), (9, 4))
    end_round(game)
    assert ending_of(game) == SimpleNamespace(ranks=ranks, ending=VERDICT)


def test_a_lead_of_the_attacker_counts():
    game = begin(PLAIN | {"rounds": 1, "attacker": "a"})
    stand(game, (1, 1), (9, 4))
    end_round(game)
    assert ending_of(game).ranks == [1, 2]


def test_three_sides_are_ranked_by_points():
    game = begin(PLAIN | {"rounds": 1}, "aabbc")
    stand(game, (1, 1), (4, 1), (9, 0), (9, 4), (8, 0))
    game.s["score"][:3] = 0, 1, 4
    end_round(game)
    assert score(game) == [2, 1, 4] and ending_of(game).ranks == [2, 3, 1]


def test_who_has_nobody_standing_comes_behind_all():
    game = begin(PLAIN | {"rounds": 1}, "abc")
    stand(game, (9, 0), (1, 1), None)
    game.s["score"][:3] = 0, 0, 9
    end_round(game)
    assert ending_of(game).ranks == [2, 1, 3]


def test_whom_the_rules_have_beaten_stays_beaten():
    game = begin(PLAIN | {"to_win": 5})
    game.s["score"][:2] = 9, 0
    stand(game, None, (9, 4))
    assert end_by_the_rules(game, [2, 1]) == SimpleNamespace(ranks=[2, 1], ending=1)
    assert score(game) == [9, 0]


def test_where_the_rules_leave_enemies_first_the_verdict_decides():
    """The round that the rules ended is counted."""
    game = begin(PLAIN)
    stand(game, (9, 4), (1, 1))
    assert end_by_the_rules(game, [1, 1], round_no=4) == SimpleNamespace(ranks=[2, 1], ending=VERDICT)
    assert score(game) == [0, 1]


def test_of_three_sides_only_those_that_the_rules_leave_first_are_ranked():
    game = begin(PLAIN, "abc")
    stand(game, (9, 4), (9, 0), (1, 1))
    game.s["score"][:3] = 1, 2, 7
    assert end_by_the_rules(game, [1, 1, 2]).ranks == [2, 1, 3]


def test_what_the_verdict_leaves_equal_ends_as_the_rules_say():
    game = begin(PLAIN)
    stand(game, (9, 4), (9, 0))
    assert end_by_the_rules(game, [1, 1], ending=2) == SimpleNamespace(ranks=[1, 1], ending=2)


def test_friends_that_share_the_first_place_are_left_to_the_rules():
    game = begin(PLAIN | {"attacker": "a"}, "abc", [["a", "b"]])
    stand(game, (1, 1), (9, 0), None)
    assert end_by_the_rules(game, [1, 1, 2]) == SimpleNamespace(ranks=[1, 1, 2], ending=1)


def test_without_zones_staying_power_decides_after_the_last_round():
    game = begin({"rounds": 2})
    game.s["units"]["health"][1] = 1
    end_round(game, 2)
    assert ending_of(game).ranks == [1, 2]


# --- in play ----------------------------------------------------------------------------------------------------------


def played(objectives, seed, units="aabb", allies=(), **more):
    """A battle at random to its end: (game, sentences, scores before each answer)."""
    game = begin(objectives, units, allies, **more).start(seed=seed)
    rng, told, scores = np.random.default_rng(seed), [], []
    while not game.over:
        scores.append(score(game))
        game.answer(int(rng.choice(game.answers())))
        told += narrate(game)
    return game, told, scores


@pytest.mark.parametrize("seed", range(6))
def test_whole_battles_end_by_their_objectives(seed):
    """Points never fall, the log tells of them and of the end, and nobody is asked after it."""
    zones = {"zones": {"field": {"from": [0, 0], "to": [9, 3]}}, "to_win": 4, "rounds": 3}
    game, told, scores = played(zones, seed, battle={"rounds": 20})
    final = score(game)
    assert all((np.diff([*scores, final], axis=0) >= 0).ravel())
    assert game.s["prompt"] == 0 and game.ending_text in ("the objectives decide", "one alliance is left standing")
    if game.s["ending"] == VERDICT:
        assert told[-1].startswith("The objectives decide: ")
        assert int(game.s["round_no"]) == 4 or max(final) >= 4
    for side in (0, 1):
        lines = [line for line in told if line.startswith(f"{'ab'[side]} has ")]
        assert len(lines) == final[side] and all("of 4 points" in line for line in lines)


def test_the_book_limit_holds_as_well():
    game, _, _ = played({"zones": {"corner": [[9, 0]]}, "rounds": 50, "verdict": ["score"]}, 3, battle={"rounds": 2})
    assert int(game.s["round_no"]) <= 2 and game.over


def test_battles_go_on_the_same_from_a_snapshot():
    zones = PLAIN | {"to_win": 3}
    game = begin(zones, "aabb")
    rng = np.random.default_rng(5)
    for _ in range(9):
        game.answer(int(rng.choice(game.answers())))
    game.s["score"][:2] = 2, 1
    kept = game.snapshot()
    ends = []
    for _ in range(2):
        game.restore(kept)
        rng = np.random.default_rng(6)
        while not game.over:
            game.answer(int(rng.choice(game.answers())))
        ends.append((game.s["rank"].tolist(), score(game), int(game.s["round_no"])))
    assert ends[0] == ends[1] and max(ends[0][1]) >= 2


@pytest.mark.parametrize("how", ["played", "counted"])
def test_a_step_into_the_next_round_scores_in_play_and_in_counts_of_odds(how):
    game = begin(PLAIN | {"to_win": 1})
    stand(game, (1, 1), (9, 4))
    s = game.states[game.row]
    w = game.loops.World(game.books[s.book_row], game.fields[s.field_row])
    s.prompt, s.stack[0].step = 0, Phase.ROUND
    if how == "played":
        game.loops.run_step(s, w)
    else:
        game.loops.count_step(s, w, np.zeros((0, 5), np.int64), 0)
    assert int(s.round_no) == 2 and score(game) == [1, 0]
    assert ending_of(game) == SimpleNamespace(ranks=[1, 2], ending=VERDICT)


# --- what is seen -----------------------------------------------------------------------------------------------------


def seen(game, side):
    """What a side is shown: the context by name, and the channel of zones."""
    looking, got = game.ruleset.book.looking, game.observe(side)
    context = {field.name: int(value) for field, value in zip(looking.context, got["context"], strict=True)}
    channel = next(k for k, field in enumerate(looking.channels) if field.name == "objective_zone")
    return context, got["grid"][channel]


def test_a_side_is_shown_points_and_zones_as_last_counted():
    game = begin(
        PLAIN | {"to_win": 8, "rounds": 5, "attacker": "b", "verdict": ["staying", "score"]}, "abc", [["a", "b"]]
    )
    stand(game, (1, 1), (9, 4), (5, 2))
    context, zones = seen(game, 0)
    assert (zones[1, 1], zones[1, 4], zones[2, 5], zones[0, 0]) == (1, 1, 1, 0)
    end_round(game)
    game.s["score"][:3] = 3, 3, 2
    for side, own, enemy, attacking, well, hill in ((0, 3, 2, 1, 2, 3), (1, 3, 2, 1, 2, 3), (2, 2, 3, 2, 3, 2)):
        context, zones = seen(game, side)
        names = ("own_score", "enemy_score", "score_to_win", "verdict_rounds", "attacking", "verdict_1", "verdict_2")
        assert [context[name] for name in names] == [own, enemy, 8, 4, attacking, 2, 1]
        assert (zones[1, 1], zones[2, 4]) == (well, hill)


def test_hidden_units_in_a_zone_show_only_when_it_is_counted():
    game = begin(PLAIN)
    game.s["units"]["hidden"][1] = 1
    stand(game, (1, 1), (9, 4))
    game.restore(game.snapshot())  # who is known is worked out again
    before = [part.tobytes() for part in game.observe(0).values()]
    stand(game, (1, 1), (4, 1))
    assert [part.tobytes() for part in game.observe(0).values()] == before
    end_round(game)
    assert seen(game, 0)[0]["enemy_score"] == 1


def test_battles_without_objectives_show_none():
    game = Game("toybook", scenario.pool("toybook", "ranks")).start(seed=1)
    context, zones = seen(game, 0)
    assert not zones.any() and not any(
        context[name] for name in ("own_score", "score_to_win", "verdict_1", "attacking")
    )


# --- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("verdict", 0, 0), ("zone_holder", 2, 1), ("zone_holder", 0, 3), ("score", 3, 1), ("attacker", None, 3),
    ],
)  # fmt: skip
def test_impossible_objectives_are_noticed(field, place, value):
    game = begin(PLAIN | {"attacker": "b"})

    def broken():
        w = game.loops.World(game.books[game.s["book_row"]], game.fields[game.s["field_row"]])
        return int(game.ruleset.checks.invariants(record_at(game.states, game.row), w))

    assert broken() == 0
    if place is None:
        game.s[field] = value
    else:
        game.s[field][place] = value
    assert broken() == 915


def test_the_conformance_of_play_holds_in_a_contest():
    """Random play from a packed contest breaks no invariant."""
    pool = scenario.pool("toybook", contest(PLAIN | {"to_win": 6, "rounds": 6}, "abc", [["a", "b"]]))
    table = play.Table("toybook", "ranks")
    table.pool, table.books, table.fields = play.plain(pool.states), play.plain(pool.books), play.plain(pool.fields)
    table.pool_lanes = play.as_lanes(table.pool)
    for _ in table.positions(150, seed=3):
        assert table.broken() == 0
