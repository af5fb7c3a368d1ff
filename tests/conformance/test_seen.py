"""What a side may see: masks, ranges, whole arrays, and nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play

from tactica.envs.core.dice import TAPE, seed_rng
from tactica.envs.core.loops.searchers import USED
from tactica.envs.core.state.fields import BY_RULE
from tactica.envs.engine.common_view import CHOICES, CommonPositions
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.policies import policy_names
from tactica.envs.engine.spaces import Layout

DECISIONS = 3_000 if play.LONG else 60 if play.INTERPRETED else 120
EVERY_LOOKED_AT = 3 if play.INTERPRETED and not play.LONG else 1  # of so many positions, one is looked at
EVERY_PLANNED = 1 if play.LONG else 15 if play.INTERPRETED else 6  # and in one of so many policies are asked
EVERY_SEARCHED = 10 if play.LONG else 30
SHARES = 4 if play.INTERPRETED and not play.LONG else 1  # of the policies one share is asked at a time
SEARCH = f"search:{4 if play.INTERPRETED else 16}:guardian:rounds=1:caution=0"  # asked beside the policies
PARTS = ("grid", "units", "context", "action_mask")


def look(table, layout, viewer, fill=0):
    """What a viewer is shown, written over arrays full of ``fill``."""
    seen = layout.buffers(1)
    for part in seen.values():
        part[:] = fill
    table.loops.observe_game(
        table.states, 0, table.books, table.fields, layout.record, viewer, *(seen[part][0] for part in PARTS)
    )
    return {name: part[0] for name, part in seen.items()}


def observable(table):
    """The position without the numbers that the rules hide from everybody."""
    states = table.states.copy().view(np.ndarray)
    for name, unseen in table.rules.book.records.unseen.items():
        *records, field = name.split(".")
        found = states
        for record in records:
            found = found[record]
        if unseen.why == BY_RULE:
            found[field] = 0
    return states.tobytes()


def look_in_common(table, layout):
    """What the deciding side is shown in the view that all rulesets share, which has room for every plan."""
    view = CommonPositions(table.rules, layout, 1)
    view.observe(table.states, table.books, table.fields, np.zeros(1, np.int64))
    assert not view.rows.choices.any() or view.rows.mask.sum() < CHOICES, "choices are left out"
    return b"".join(part.tobytes() for part in view.rows)


@pytest.fixture(params=[False, True], ids=["plain", "mirror"])
def layout(request, table):
    return Layout.covering(table.rules, table.pool, mirror=request.param)


def test_the_mask_is_what_is_offered(table, layout):
    """Each legal answer has one index, marked in the decider's mask; no other index is marked, and nobody else's."""
    record = layout.record[0]
    for i, _ in enumerate(table.positions(DECISIONS, seed=11)):
        for viewer in range(table.s.side_count):
            mask = look(table, layout, viewer)["action_mask"]
            if table.is_over or viewer != table.s.decider_side:
                assert not mask.any()
                continue
            marked = np.flatnonzero(mask)
            assert set(mask.tolist()) <= {0, 1}
            answers = table.answers()
            assert sorted(table.board.to_answer(table.s, record, viewer, int(index)) for index in marked) == sorted(
                answers
            )
            assert (
                sorted(table.board.to_index(table.s, record, viewer, answer) for answer in answers) == marked.tolist()
            )
            if i % 20 == 0:
                check_index(table, layout, int(marked[i % len(marked)]), viewer)


def check_index(table, layout, index, viewer):
    """Answering by index is answering by answer."""
    kept = table.snapshot()
    answer = table.board.to_answer(table.s, layout.record[0], viewer, index)
    assert table.step(answer)
    after = table.kept
    table.restore(kept)
    assert table.loops.step_index(table.states, 0, table.books, table.fields, layout.record, index, True)
    assert table.kept == after
    table.restore(kept)


def test_numbers_are_complete_and_in_their_ranges(table, layout):
    """Every number is written at every look, within the range the catalogue gives it."""
    for i, _ in enumerate(table.positions(DECISIONS, seed=12)):
        if i % 3:
            continue
        for viewer in range(table.s.side_count):
            seen, again = look(table, layout, viewer), look(table, layout, viewer, fill=99)
            for part in PARTS:
                assert seen[part].tobytes() == again[part].tobytes(), part
            for part, pieces in (("grid", layout.channels), ("units", layout.features), ("context", layout.context)):
                numbers = np.moveaxis(seen[part], 0 if part == "grid" else -1, 0)
                for piece, values in zip(pieces, numbers, strict=True):
                    low, high = min(piece.low, 0), max(piece.high, 0)
                    assert low <= values.min() and values.max() <= high, (part, piece.name, values)


def test_looking_changes_nothing(table, layout):
    for i, _ in enumerate(table.positions(DECISIONS, seed=13)):
        if i % 10 == 0:
            before = table.kept
            for viewer in range(table.s.side_count):
                look(table, layout, viewer)
            look_in_common(table, layout)
            assert table.kept == before


def test_nothing_hidden_shows(table, layout):
    """Changing what a side cannot know changes no byte of its observation or mask, nor what its policies and searches answer.

    Policies and searches look at the position, not at a layout: they are asked once, not in both.
    """
    scramble = table.rules.book.hidden.scramble
    if scramble is None:
        pytest.skip(f"{table.rules.slug} cannot change what is hidden")
    rng = np.random.default_rng(14)
    policies = [seat_code(table.rules, name) for name in (*policy_names(table.rules), SEARCH)]
    policy_rng = np.ones((1, 4), np.int64)
    scrambled = shown_to_others = 0

    def choices_of_policies(viewer, share):
        found = []
        for policy in policies[share::SHARES] if viewer == table.s.decider_side else ():
            policy_rng[:] = 1
            found.append(int(table.loops.choose_game(table.states, 0, table.books, table.fields, policy, policy_rng)))
        return [*found, tried(table)] if found else []

    for i, _ in enumerate(table.positions(DECISIONS, seed=14)):
        if table.is_over or i % EVERY_LOOKED_AT:
            continue
        kept = table.snapshot()
        asked, share = i % EVERY_PLANNED == 0 and not layout.mirror, i // EVERY_PLANNED % SHARES
        for viewer in range(table.s.side_count):
            before = {side: look(table, layout, side) for side in range(table.s.side_count)}
            planned = choices_of_policies(viewer, share) if asked else []
            in_common = look_in_common(table, layout) if asked else b""
            untouched = observable(table)
            scramble(table.s, viewer, rng)
            scrambled += observable(table) != untouched
            table.loops.settle_game(table.states, 0, table.books, table.fields, True)
            for side, seen in before.items():
                now = look(table, layout, side)
                same = [now[part].tobytes() == seen[part].tobytes() for part in PARTS]
                if side == viewer:
                    assert all(same), dict(zip(PARTS, same, strict=True))
                else:
                    shown_to_others += not all(same)
            assert not asked or choices_of_policies(viewer, share) == planned
            if asked and viewer == table.s.decider_side:
                assert look_in_common(table, layout) == in_common
            table.restore(kept)
    if scrambled:  # and the change was one that somebody else could see
        assert shown_to_others > 0


def tried(table):
    """What the last search has tried, how often, and what came of it."""
    players = table.loops.everybody()
    return players.totals[: players.counts[USED]].tobytes()


def test_a_search_changes_nothing_and_foresees_nothing(table):
    """It leaves position and dice as they are, draws a fixed number of words, and other dice to come change nothing in it."""
    code = seat_code(table.rules, SEARCH)
    rng = np.ones((1, 4), np.int64)
    for i, _ in enumerate(table.positions(DECISIONS, seed=15)):
        if table.is_over or i % EVERY_SEARCHED:
            continue
        before = table.kept
        rng[:] = 1
        answer = table.loops.choose_game(table.states, 0, table.books, table.fields, code, rng)
        found, words = tried(table), rng.tobytes()
        assert answer in table.answers() and table.kept == before
        seed_rng(table.states[0]["rng"], 99, 0, i, 0)
        table.s.dice_mode, table.s.tape_length, table.s.tape[0] = TAPE, 1, 1
        changed = table.kept
        rng[:] = 1
        assert answer == table.loops.choose_game(table.states, 0, table.books, table.fields, code, rng)
        assert tried(table) == found and rng.tobytes() == words and table.kept == changed
        table.restore(np.frombuffer(before, np.uint64))


def test_what_is_imagined_could_be(table, layout):
    """What a search puts in the place of what a side cannot know breaks no rule, and the side sees no difference."""
    rng, chance = np.zeros(4, np.int64), np.random.default_rng(16)
    for i, _ in enumerate(table.positions(DECISIONS, seed=16)):
        if table.is_over or i % EVERY_LOOKED_AT:
            continue
        kept, viewer = table.snapshot(), int(table.s.decider_side)
        before, answers = look(table, layout, viewer), table.answers()
        seed_rng(rng, i, 0, 0, 5)
        is_other = table.loops.imagine_game(table.states, 0, table.books, table.fields, viewer, rng)
        table.loops.settle_game(table.states, 0, table.books, table.fields, True)
        assert table.broken() == 0, table.rules.broken[table.broken()]
        now = look(table, layout, viewer)
        assert [part for part in PARTS if now[part].tobytes() != before[part].tobytes()] == []
        assert table.answers() == answers
        for _ in range(20 if is_other and i % EVERY_PLANNED == 0 else 0):  # and the battle can go on from there
            if not table.is_over:
                offered = table.answers()
                assert table.step(offered[chance.integers(len(offered))])
                assert table.broken() == 0, table.rules.broken[table.broken()]
        table.restore(kept)
