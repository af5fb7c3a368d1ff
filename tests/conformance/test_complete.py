"""What a side sees is enough to decide by: no two positions look alike to the side that decides and go on differently, unless the
rules hide the difference.

What no observation shows is listed beside the fields, in ``UNSEEN`` of a ruleset's ``state.py``, each with its reason.
"""

from __future__ import annotations

import collections
import functools

import numpy as np
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.ranges import ranges_of
from tactica.envs.core.state.choosing import Part
from tactica.envs.core.state.fields import BY_RULE, FOLLOWS, NEVER_READ, OWN, Bound
from tactica.envs.engine.spaces import Layout
from tactica.envs.engine.wording import FIELDS_OF_PARTS, asked_part

#: How games are played: units filled with numbers first or not, and the seed.
PLAYED = ((False, 41), (True, 41), (False, 42), (False, 43), (True, 42), (False, 47))
POSITIONS = 400 if play.LONG else 5 if play.INTERPRETED else 12  # looked at a start
SEARCHED = 200  # decisions played a start to find where a number shows
AT_EACH_PROMPT = 2 if play.INTERPRETED else 20  # of them looked at
CHANGES = 200 if play.LONG else 15 if play.INTERPRETED else 60  # numbers changed in each
AHEAD = 6 if play.INTERPRETED else 12  # decisions played on from positions that look alike
SCRAMBLES = 3  # of what is hidden from a side, at a position
SIBLINGS = 6 if play.INTERPRETED else 12  # choices followed from each position


def unseen_of(rules):
    """What no observation of a ruleset shows: what it is, by name."""
    return rules.book.records.unseen


def names_of(rules):
    return {".".join(line.path): line for line in ranges_of(rules).lines}


def look(table, layout, viewer):
    """What a viewer sees, without the mask."""
    seen = layout.buffers(1)
    table.loops.observe_game(
        table.states, 0, table.books, table.fields, layout.record, viewer, *(part[0] for part in seen.values())
    )
    return b"".join(seen[part].tobytes() for part in ("grid", "units", "context"))


def mask_of(table):
    return tuple(sorted(table.answers()))


def resettle(table):
    """List choices and known units again after a change from outside."""
    table.loops.settle_game(table.states, 0, table.books, table.fields, True)


def view(table, line):
    """A writable view (rows, parts) of all values of a declared number."""
    found = table.states
    for name in line.path:
        found = found[name]
    return found.reshape(line.rows, line.parts) if found.size == line.rows * line.parts else found


def rows_in_use(table, line):
    if len(line.path) < 2:
        return line.rows
    return int(table.s.unit_count if line.path[0] == "units" else table.s.depth)


def another_value(table, line, old, rng):
    """Another value the number may have: near by, where values have an order; None when there is no other."""
    kind, s = line.kind, table.s
    if kind.bound == Bound.CELL:
        x, y = int(rng.integers(s.board_width)), int(rng.integers(s.board_height))
        options = [x + y * table.rules.board.stride]
    elif kind.bound == Bound.ROWS:
        options = [old ^ 1 << int(rng.integers(s.unit_count))]
    elif kind.only:
        options = [value for value in kind.only if value != old]
    elif kind.name == "bits":
        options = [old ^ int(rng.choice(list(kind.words)))]
    else:
        most = {Bound.ROW: int(s.unit_count) - 1, Bound.SIDE: int(s.side_count) - 1}.get(kind.bound, kind.high)
        if kind.name in ("count", "timer"):
            options = [value for value in (old - 1, old + 1) if kind.low <= value <= most]
        else:
            options = [int(rng.integers(kind.low, most + 1))]
    options = [value for value in options if value != old]
    return int(rng.choice(options)) if options else None


def change(table, line, row, part, rng):
    """Give a number another value. Returns (old, new), or None when there is no other."""
    cells = view(table, line)
    old = int(cells[row, part])
    new = another_value(table, line, old, rng)
    if new is None:
        return None
    cells[row, part] = new
    return old, new


def tables_of(slug):
    found = play.covering_starts() if play.INTERPRETED and not play.LONG else play.starts()
    return [play.Table(*start) for start in found if start[0] == slug]


# --- what is declared -------------------------------------------------------------------------------------------------


def test_what_is_not_seen_is_declared_with_its_reason(slug):
    rules = rulesets.get(slug)
    unseen = unseen_of(rules)
    assert set(unseen) <= set(names_of(rules)), sorted(set(unseen) - set(names_of(rules)))
    assert all(one.why in (BY_RULE, FOLLOWS, NEVER_READ) and one.reason for one in unseen.values())


def shows(table, layout, before, line, row, part, rng):
    """Whether a change of a number shows to any side; ``before``: what each sees without it. The number is changed back."""
    kept = table.snapshot()
    made = change(table, line, row, part, rng)
    found = made is not None and any(look(table, layout, viewer) != seen for viewer, seen in before)
    table.lanes[0, : len(kept)] = kept
    return found


def test_every_number_not_listed_as_unseen_changes_an_observation(slug):
    """Each number of a position changes what some side sees, in one of the positions met in play; if not in those, then where
    all lists of the battle (of fires, doors ...) are filled at random.
    """
    rules = rulesets.get(slug)
    rng = play.steady_rng(41)
    lines = names_of(rules)
    declared = {row[0] for row in rules.module("state").POSITION}
    lists = [line for line in lines.values() if len(line.path) == 1 and line.parts > 1 and line.path[0] in declared]
    left = {name: line for name, line in lines.items() if name not in unseen_of(rules)}
    for is_filled, seed in PLAYED:  # more only where something is left
        met = collections.Counter()  # positions at each prompt
        for table in tables_of(slug):
            layout = Layout.covering(rules, table.pool)
            for _ in table.positions(SEARCHED if left else 0, rng=play.steady_rng(seed)):
                if not left:
                    break
                met[int(table.s.prompt)] += 1
                if table.is_over or met[int(table.s.prompt)] > AT_EACH_PROMPT:
                    continue
                kept = table.snapshot()
                for line in lists if is_filled else ():
                    for part in range(line.parts):
                        change(table, line, 0, part, rng)
                sides = sorted(range(table.s.side_count), key=lambda side: side != table.s.decider_side)
                before = [(side, look(table, layout, side)) for side in sides]
                for name, line in list(left.items()):
                    places = [(row, part) for row in range(rows_in_use(table, line)) for part in range(line.parts)]
                    if any(shows(table, layout, before, line, row, part, rng) for row, part in places):
                        del left[name]
                table.restore(kept)
    assert not left, f"no observation shows {sorted(left)}"


def test_every_part_of_a_choice_that_is_not_its_last_is_shown(slug):
    """While a part is asked for, what was answered before it stands in the context."""
    rules = rulesets.get(slug)
    parts_of = rules.book.choices.parts_of
    asked_before = {int(part) for row in parts_of for k, part in enumerate(row[:-1]) if part and row[k + 1]}
    shown = {field.source for field in rules.book.looking.context}
    if parts_of.any():
        assert "core.pending_verb" in shown
    for part in asked_before:
        assert f"core.chosen_{Part(part).name.lower()}" in shown, Part(part)


def test_what_is_said_to_last_stays_as_it_is_for_a_whole_battle(slug):
    """Columns copied from ``LASTING`` are written once a battle and row."""
    rules = rulesets.get(slug)
    lasting = rules.book.records.lasting
    for table in tables_of(slug):
        first = {}
        for game in table.positions(POSITIONS * 5, seed=44):
            now = {name: table.states["units"][name].tobytes() for name in lasting}
            assert first.setdefault(game, now) == now


# --- what matters is seen ---------------------------------------------------------------------------------------------


@functools.cache
def owned(slug):
    """The numbers of units that only their own side sees."""
    units = next(field for field in rulesets.get(slug).state.declared if field.name == "units")
    return {field.name for field in units.parts if field.seen == OWN}


def is_hidden_from(table, line, row, change_made, viewer):
    """Whether the rules hide this number, or this change of it, from a side: of units it does not know of, or of others what
    only their own side sees.
    """
    s, (old, new) = table.s, change_made
    if line.path[0] == "units" and len(line.path) > 1:
        if s.known[row] == 0:
            return True
        if line.path[-1] in owned(table.rules.slug) and s.allied[viewer, s.units[row]["side"]] == 0:
            return True
    if line.kind.bound == Bound.ROW:
        return any(who >= 0 and s.known[who] == 0 for who in (old, new))
    if line.kind.bound == Bound.ROWS:
        return s.known[(old ^ new).bit_length() - 1] == 0
    return False


def is_not_answered_yet(table, line, row):
    """Whether this number is a part of the choice under way that nobody has answered yet: it is 0 until then."""
    s, choices = table.s, table.rules.book.choices
    if line.path[0] != "stack" or row != s.depth - 1 or s.pending_verb == 0:
        return False
    asked = asked_part(table.rules, s)
    parts = choices.parts_of[int(s.pending_verb)].tolist()
    answered = parts[: parts.index(asked)] if asked in parts else []
    return line.path[-1] in set(FIELDS_OF_PARTS.values()) - {FIELDS_OF_PARTS[part] for part in answered}


def follow(table, layout, viewer, answers):
    """What a side sees, and is asked, after each of these answers; a shorter list where one of them was not legal."""
    told = []
    for answer in answers:
        if table.is_over or not table.step(answer):
            break
        decides = not table.is_over and table.s.decider_side == viewer
        asked = mask_of(table) if decides else ()
        told.append((look(table, layout, viewer), asked, int(table.s.ending), table.s.rank.tobytes()))
    return told


def a_way_on(table, rng):
    """Answers of random play from here."""
    answers = []
    for _ in range(AHEAD):
        if table.is_over:
            break
        legal = table.answers()
        answers.append(int(legal[rng.integers(len(legal))]))
        table.step(answers[-1])
    return answers


def goes_on_alike(table, layout, one, other, rng):
    """Whether two snapshots that look alike to the side that decides go on alike for it, with the same answers and dice."""
    position = table.type.position_bytes // 8
    other = np.concatenate([other[:position], one[position:]])
    table.restore(one)
    viewer = int(table.s.decider_side)
    listed = mask_of(table)
    answers = a_way_on(table, rng)
    table.restore(one)
    told = follow(table, layout, viewer, answers)
    table.restore(other)
    return mask_of(table) == listed and follow(table, layout, viewer, answers) == told


def test_what_is_not_seen_does_not_matter(slug):
    """Any number of a position that is changed without a change in what the side to decide sees changes nothing that this side is
    shown or asked later, with the same answers and dice; unless the rules hide it from that side, or it follows from others.
    """
    rules = rulesets.get(slug)
    rng = np.random.default_rng(42)
    unseen = unseen_of(rules)
    lines = [line for name, line in names_of(rules).items() if name not in unseen or unseen[name].why == NEVER_READ]
    complaints = {}
    for table in tables_of(slug):
        layout = Layout.covering(rules, table.pool)
        for i, _ in enumerate(table.positions(POSITIONS * 5, seed=42)):
            if i % 5 or table.is_over:
                continue
            kept, prompt = table.snapshot(), int(table.s.prompt)
            viewer = int(table.s.decider_side)
            before = look(table, layout, viewer)
            for _ in range(CHANGES):
                line = lines[rng.integers(len(lines))]
                row, part = int(rng.integers(rows_in_use(table, line))), int(rng.integers(line.parts))
                made = None if is_not_answered_yet(table, line, row) else change(table, line, row, part, rng)
                if made is None or is_hidden_from(table, line, row, made, viewer) or table.broken():
                    table.lanes[0, : len(kept)] = kept
                    continue
                changed = table.snapshot()
                resettle(table)
                looks_alike = table.s.decider_side == viewer and look(table, layout, viewer) == before
                if looks_alike and not goes_on_alike(table, layout, kept, changed, rng):
                    name = ".".join(line.path)
                    complaints.setdefault(name, f"{name}[{row}, {part}] {made[0]} -> {made[1]} at prompt {prompt}")
                table.restore(kept)
    assert not complaints, "\n".join(complaints.values())


def scrambled_names(table, rng):
    """Numbers of the position itself, and of no unit, some of which a side cannot know: cards in other hands, for example."""
    scramble, kept, found = table.rules.book.hidden.scramble, table.snapshot(), set()
    lines = {name: line for name, line in names_of(table.rules).items() if len(line.path) == 1}
    before = {name: view(table, line).tobytes() for name, line in lines.items()}
    for side in range(table.s.side_count) if scramble else ():
        for _ in range(SCRAMBLES):
            scramble(table.s, side, rng)
            found |= {name for name, line in lines.items() if view(table, line).tobytes() != before[name]}
            table.lanes[0, : len(kept)] = kept
    return found


def hidden_part(table, viewer, scrambled):
    """What of a position the rules hide from a side: numbers listed as hidden, what scrambling changes, units unknown to it, and
    what only owners see.
    """
    rules, s = table.rules, table.s
    unseen = unseen_of(rules)
    own = owned(rules.slug)
    found = [int(s.known[who]) for who in range(s.unit_count)]
    for name, line in names_of(rules).items():
        values = view(table, line)
        of_units = line.path[0] == "units" and len(line.path) > 1
        if (name in unseen and unseen[name].why == BY_RULE) or name in scrambled:
            found.append(values.tobytes())
        elif of_units:
            for who in range(s.unit_count):
                others = line.path[-1] in own and s.allied[viewer, s.units[who]["side"]] == 0
                if s.known[who] == 0 or others:
                    found.append(values[who].tobytes())
    return tuple(found)


def difference(table, one, other, answers):
    """In which numbers two snapshots differ, for a message."""
    found = []
    for snapshot in (one, other):
        table.lanes[0, : len(snapshot)] = snapshot
        found.append({name: view(table, line).tolist() for name, line in names_of(table.rules).items()})
    differing = [f"{name} {found[0][name]} | {found[1][name]}" for name in found[0] if found[0][name] != found[1][name]]
    return f"after {answers}, prompt {table.s.prompt}: " + "; ".join(differing)


def test_positions_that_look_alike_go_on_alike(slug):
    """Positions that different choices lead to, when they look alike to the side that decides, offer it the same and go on
    alike, with the same answers and dice; unless they differ in what the rules hide from that side.
    """
    rules = rulesets.get(slug)
    rng = np.random.default_rng(43)
    complaints = []
    for table in tables_of(slug):
        layout = Layout.covering(rules, table.pool)
        for i, _ in enumerate(table.positions(POSITIONS * 5, seed=43)):
            if i % 5 or table.is_over:
                continue
            kept = table.snapshot()
            alike, scrambled = {}, scrambled_names(table, rng)
            answers = table.answers()
            for answer in rng.permutation(answers)[:SIBLINGS]:
                table.restore(kept)
                table.step(int(answer))
                if table.is_over:
                    continue
                viewer = int(table.s.decider_side)
                key = (viewer, look(table, layout, viewer), hidden_part(table, viewer, scrambled))
                here = table.snapshot()
                there = alike.setdefault(key, (here, answer))
                if there[0].tobytes() != here.tobytes() and not goes_on_alike(table, layout, there[0], here, rng):
                    complaints.append(difference(table, there[0], here, (int(there[1]), int(answer))))
            table.restore(kept)
    assert not complaints, "\n".join(complaints)
