"""One verdict for each choice: what is offered and what is refused are told by the same rules, and what is told is true.

Random play, by the book and with numbers of the rules at an end of their range.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest
from conformance import play
from conformance.verdicts import complaints, holds, permissions

from tactica.envs import rulesets
from tactica.envs.core.ruleset import Ruleset

#: The starts that are played, by ruleset.
STARTS = {
    slug: [
        start
        for start in (play.covering_starts() if play.INTERPRETED and not play.LONG else play.starts())
        if start[0] == slug and start[1] != play.EXAMPLE
    ]
    for slug in play.tested_rulesets()
}

DECISIONS = 60 if play.INTERPRETED else 400 if play.LONG else 150  # by the book, in a scenario
EVERY = 1 if play.LONG else 3  # of so many positions, one is looked at
#: Battles with shifted numbers, and decisions in each.
BATTLES, SHORT = (6, 60) if play.LONG else (2, 15) if play.INTERPRETED else (3, 40)
#: Numbers that are shifted at once: permissions at least, and others.
PERMISSIONS, OTHERS = 12, 4
SHOWN = 12


@functools.cache
def ends_of(ruleset: Ruleset) -> list[tuple[str, int]]:
    """The permissions of a ruleset, each with each end of its range that is not the book's number: address and number."""
    fields = permissions(ruleset)
    knobs = [knob for knob in ruleset.rulebook.addresses().values() if knob.field in fields]
    return [(knob.address, end) for knob in knobs for end in (knob.min, knob.max) if end != knob.default]


def hand_of(ruleset: Ruleset, turn: int) -> list[tuple[str, int]]:
    """The permissions for one of all battles: as many as deal out every end of each, in an order that is shuffled once."""
    ends = ends_of(ruleset)
    size = max(PERMISSIONS, -(-len(ends) // (BATTLES * len(STARTS[ruleset.slug]))))
    order = np.random.default_rng(2).permutation(len(ends)).tolist()
    return [ends[order[i % len(ends)]] for i in range(turn * size, (turn + 1) * size)]


def rules_for(ruleset: Ruleset, start: tuple[str, str], turn: int) -> dict[str, int]:
    """Numbers for one battle: its permissions and a few others at an end of their range, but those its scenario refuses."""
    rng, knobs = np.random.default_rng(turn), list(ruleset.rulebook.addresses().values())
    others = [knobs[i] for i in rng.choice(len(knobs), OTHERS, replace=False).tolist()]
    wanted = dict(
        [*((knob.address, int(rng.choice([knob.min, knob.max]))) for knob in others), *hand_of(ruleset, turn)]
    )
    return wanted if goes_with(start, wanted) else one_by_one(start, wanted)


def goes_with(start: tuple[str, str], rules: dict[str, int]) -> bool:
    """Whether a scenario can be played by these numbers."""
    try:
        play.open_pool(*start, 1, rules)
    except ValueError:
        return False
    return True


def one_by_one(start: tuple[str, str], wanted: dict[str, int]) -> dict[str, int]:
    """Those numbers by which a scenario can be played together, in their order."""
    rules: dict[str, int] = {}
    for address, end in wanted.items():
        if goes_with(start, rules | {address: end}):
            rules[address] = end
    return rules


def checked(table: play.Table, decisions: int, seed: int) -> list[str]:
    """What is wrong over so many decisions of random play, each kind once."""
    held, rng = holds(table.rules.slug), np.random.default_rng(seed)
    assert held is not None
    wrong = [
        complaint
        for i, _ in enumerate(table.positions(decisions, seed))
        if not table.is_over and i % EVERY == 0
        for complaint in complaints(table, held, rng)
    ]
    return list(dict.fromkeys(wrong))


def test_what_is_told_of_every_refusal_can_be_checked(slug):
    held = holds(slug)
    assert held is not None and set(held) == set(rulesets.get(slug).book.vocab.words("refusal")) - {0}


def test_what_is_not_offered_is_refused_and_for_a_true_reason(start):
    wrong = checked(play.Table(*start), DECISIONS, 1)
    assert not wrong, "\n".join(wrong[:SHOWN])


def test_so_it_is_with_other_numbers(start):
    """Every permission at each end of its range, dealt over the battles of all starts, and a few other numbers."""
    slug, scenario = start
    if scenario == play.EXAMPLE:
        pytest.skip("packed by hand, with the book's numbers")
    ruleset, played = rulesets.get(slug), STARTS[slug]
    wrong: list[str] = []
    for battle in range(BATTLES):
        turn = played.index(start) * BATTLES + battle
        rules = rules_for(ruleset, start, turn)
        found = checked(play.Table(*start, rules=rules), SHORT, turn)
        wrong += [f"{complaint}\n    with {rules}" for complaint in found]
    assert not wrong, "\n".join(wrong[:SHOWN])
