"""One verdict for each choice: what is offered and what is refused are told by the same rules, and what is told is true.

Random play, by the book and with numbers of the rules at an end of their range.
"""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play
from conformance.verdicts import complaints, holds

from tactica.envs import rulesets

DECISIONS = 60 if play.INTERPRETED else 400 if play.LONG else 150  # by the book, in a scenario
EVERY = 1 if play.LONG else 3  # of so many positions, one is looked at
#: Battles with shifted numbers, and decisions in each.
BATTLES, SHORT = (6, 60) if play.LONG else (2, 15) if play.INTERPRETED else (3, 40)
SHIFTED = 12  # numbers of the rules that are shifted at once
SHOWN = 12


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
    slug, scenario = start
    if scenario == play.EXAMPLE:
        pytest.skip("packed by hand, with the book's numbers")
    rng, knobs = np.random.default_rng(2), list(rulesets.get(slug).rulebook.addresses().values())
    wrong: list[str] = []
    for battle in range(BATTLES):
        table = None
        while table is None:
            chosen = rng.choice(len(knobs), min(SHIFTED, len(knobs)), replace=False)
            rules = {knobs[i].address: knobs[i].max if rng.random() < 0.5 else knobs[i].min for i in chosen.tolist()}
            try:
                table = play.Table(*start, rules=rules)
            except ValueError:  # the scenario does not go with them
                continue
        wrong += [f"{complaint}\n    with {rules}" for complaint in checked(table, SHORT, battle)]
    assert not wrong, "\n".join(wrong[:SHOWN])
