"""What single units see with ``sight="unit"``: never more than their side, just whom they perceive, and nothing of the others."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play

from tactica.envs.core import usual
from tactica.envs.core.compiler import record_at
from tactica.envs.core.state import NO_UNIT
from tactica.envs.core.state.fields import Bound, fields_of, scramble
from tactica.envs.engine.spaces import Layout

DECISIONS = 1_500 if play.LONG else 45 if play.INTERPRETED else 90
EVERY = 1 if play.LONG else 5 if play.INTERPRETED else 3  # of so many positions, one is looked at
NAMING = (Bound.ROW, Bound.ROWS, Bound.CELL)  # kinds of fields that name units or cells
SHOWN = ("grid", "units", "context")
PLACES = 10  # that are tried for a unit that is moved
NARROW = ("tow",)  # rulebooks in which units see less than their side in every scenario
#: What decides whom a unit perceives, or gives light that is seen from afar.
PLACED = {
    "side", "present", "cell", "dead", "escaped", "withdrawn", "facing", "models", "files", "hidden", "hidden_from",
    "known_hiding", "cluster", "swoop_partner", "rider", "mount", "main_hand", "off_hand", "items", "places", "lies",
    "base_width", "base_depth", "fleeing", "read_by", "last_seen", "lost_cell",
}  # fmt: skip


def look(table, layout, viewer, unit=NO_UNIT):
    """What a side is shown, or a unit of it."""
    seen = {name: part[0] for name, part in layout.buffers(1).items()}
    table.loops.observe_game(
        table.states, 0, table.books, table.fields, layout.record_for(unit), viewer, *seen.values()
    )
    return seen


def known(table, layout, viewer, seen):
    """Roster rows of the units that an observation shows."""
    column = next(i for i, one in enumerate(layout.features) if one.source == "core.known")
    s, record = table.s, layout.record[0]
    rows = [table.board.row_of(s, record, viewer, who) for who in range(s.unit_count)]
    return {who for who, row in enumerate(rows) if seen["units"][row, column] == 1}


def units_of(s, side):
    """Roster rows of a side."""
    return range(int(s.side_start[side]), int(s.side_start[side] + s.side_size[side]))


def perceived(table, layout, viewer, unit):
    """Whom a unit is to be shown, one by one, by the rule of its book."""
    looking, s = table.rules.book.looking, record_at(table.states, 0)
    w = table.loops.World(record_at(table.books, s.book_row), record_at(table.fields, s.field_row))
    asks = looking.other_unit(s, viewer) if s.prompt != 0 and s.decider == unit else NO_UNIT
    by_side = known(table, layout, viewer, look(table, layout, viewer))
    if looking.perceives is usual.perceives:  # everyone its side knows of
        return by_side
    return {who for who in by_side if who in (unit, asks) or looking.perceives(s, w, unit, who)}


@pytest.fixture
def layout(table):
    return Layout.covering(table.rules, table.pool)


def each_unit(table, seed):
    """Every side and unit in some positions of random play."""
    for i, _ in enumerate(table.positions(DECISIONS, seed=seed)):
        if i % EVERY == 0:
            for viewer in range(table.s.side_count):
                for unit in units_of(table.s, viewer):
                    if table.s.units[unit]["present"] == 1:
                        yield i, viewer, unit


def test_a_unit_sees_whom_it_perceives_and_never_more_than_its_side(table, layout):
    """Itself, whoever asks it, and whom it perceives; every number is that of its side's observation, or says less."""
    narrower = 0
    for _, viewer, unit in each_unit(table, 21):
        whole, own = look(table, layout, viewer), look(table, layout, viewer, unit)
        shown = known(table, layout, viewer, own)
        assert shown == perceived(table, layout, viewer, unit)
        assert unit in shown
        narrower += shown < known(table, layout, viewer, whole)
        for part in SHOWN:
            a, b = whole[part].astype(int), own[part].astype(int)
            wrong = (a != b) & (b != 0) & (b != -1) & ~((b > 0) & (b < a))
            assert not wrong.any(), (part, np.argwhere(wrong).tolist(), a[wrong], b[wrong])
        assert own["action_mask"].tobytes() == whole["action_mask"].tobytes()
    assert narrower or table.rules.slug not in NARROW


def test_what_a_unit_does_not_perceive_does_not_show(table, layout):
    """Changing where unperceived units are, how they fare, what they can do, and the numbers of what they are carrying out,
    changes no byte of what the unit is shown. Which units they hold, guard or aim at stays: that is as much a fact about those.
    """
    rng = np.random.default_rng(22)
    changed = shown_to_side = 0
    for _, viewer, unit in each_unit(table, 22):
        if table.is_over:
            continue
        kept = table.snapshot()
        before, whole = look(table, layout, viewer, unit), look(table, layout, viewer)
        shown = known(table, layout, viewer, before)
        hidden = set(range(table.s.unit_count)) - shown
        for change in (change_units, move_units, change_procedures):
            change(table, hidden, shown, rng)
            now = look(table, layout, viewer, unit)
            if known(table, layout, viewer, now) == shown:
                changed += len(hidden & known(table, layout, viewer, whole)) > 0
                shown_to_side += look(table, layout, viewer)["units"].tobytes() != whole["units"].tobytes()
                for part in SHOWN:
                    differs = np.argwhere(now[part] != before[part])
                    assert not differs.size, (change.__name__, part, differs.tolist(), names_of(layout, part, differs))
            table.restore(kept)
    if changed:  # and a friend's word would have told
        assert shown_to_side > 0


def names_to_change(rows, *left_out):
    """Names of the fields that :func:`scramble` can change and that name no unit, without some."""
    fields = [one for one in fields_of(rows) if one.kind is not None and one.kind.bound not in NAMING]
    return [one.name for one in fields if one.name not in left_out]


def change_units(table, hidden, shown, rng):
    """How they fare and what they can do."""
    rows = table.rules.module("state").UNIT
    for who in hidden:
        scramble(table.s, table.states[0]["units"][who], rows, names_to_change(rows, *PLACED), rng)


def move_units(table, hidden, shown, rng):
    """Where they are, the fallen included: somewhere else where they can be."""
    for who in hidden:
        unit = table.states[0]["units"][who]
        here = int(unit["cell"])
        for _ in range(PLACES if here >= 0 else 0):
            unit["cell"] = rng.integers(table.s.board_width) + table.board.STRIDE * rng.integers(table.s.board_height)
            if not table.broken():
                break
            unit["cell"] = here


def change_procedures(table, hidden, shown, rng):
    """The numbers of what they are carrying out against nobody who is shown."""
    rows = table.rules.module("state").FRAME
    names = {one.name for one in fields_of(rows)}
    for frame in table.states[0]["stack"][1 : table.s.depth]:  # the battle itself is nobody's
        others = {int(frame[name]) for name in ("target", "foe") if name in names}
        if int(frame["who"]) in hidden and not others & shown:
            scramble(table.s, frame, rows, names_to_change(rows, "kind", "step", "cell"), rng)


def test_what_a_friend_out_of_sight_chooses_does_not_show(table, layout):
    """Prompt and pending verb are shown to the units that perceive the one that is asked."""
    sources = [one.source for one in layout.context]
    columns = [
        at for at, source in enumerate(sources) if source in ("core.prompt", "core.my_decision", "core.pending_verb")
    ]
    assert columns
    for _, viewer, unit in each_unit(table, 25):
        s = table.s
        if table.is_over or s.decider_side != viewer or s.decider == NO_UNIT:
            continue
        seen, whole = look(table, layout, viewer, unit), look(table, layout, viewer)
        is_shown = int(s.decider) in known(table, layout, viewer, seen)
        wanted = whole["context"][columns] if is_shown else np.zeros(len(columns))
        assert seen["context"][columns].tolist() == wanted.tolist()


def names_of(layout, part, places):
    """The names of numbers that differ."""
    pieces = {"grid": layout.channels, "units": layout.features, "context": layout.context}[part]
    return sorted({pieces[place[0] if part == "grid" else place[-1]].name for place in places.tolist()})


def test_looking_as_a_unit_changes_nothing(table, layout):
    """Neither the position nor the choices, nor what is known while the next choice is listed."""
    for _, viewer, unit in each_unit(table, 23):
        before, answers, knows = table.kept, table.answers(), table.s.known.tobytes()
        look(table, layout, viewer, unit)
        assert (table.kept, table.answers()) == (before, answers)
        assert table.is_over or table.s.known.tobytes() == knows


def test_the_layout_of_a_deciding_unit_shows_what_that_unit_sees(table, layout):
    """``sight="unit"``: to the side that decides, what the unit that is asked perceives; to others, and where a side is asked as
    a whole, all that the side knows.
    """
    theirs = Layout.covering(table.rules, table.pool, sight="unit")
    for i, _ in enumerate(table.positions(DECISIONS, seed=24)):
        if i % EVERY:
            continue
        for viewer in range(table.s.side_count):
            decides = not table.is_over and table.s.decider_side == viewer
            wanted = look(table, layout, viewer, int(table.s.decider) if decides else NO_UNIT)
            seen = {name: part[0] for name, part in theirs.buffers(1).items()}
            table.loops.observe_game(table.states, 0, table.books, table.fields, theirs.record, viewer, *seen.values())
            assert all(seen[part].tobytes() == wanted[part].tobytes() for part in wanted)
