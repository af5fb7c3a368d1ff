"""What is printed can be typed: in random battles of every ruleset, each offered choice in all the words printed for it."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.agents.why import why
from tactica.envs.engine.describing import whole_choice
from tactica.envs.sandbox import ParseError, Table, sandbox

BATTLES = (
    "wfrp1/small",
    "wfrp1/cellar",
    "heimr/duel",
    "heimr/small",
    "woin/small",
    "owh/small",
    "tow/small",
    "tow/artillery",
)
STEPS = 15
PARTS = 8  # answers looked at in a position


def printed(table: Table, answer: int) -> set[str]:
    """The texts that logs, screens and reports print for an answer to the present decision."""
    game = table.game.clone()
    plain = game.describe_answer(answer)
    game.skip_forced = True
    texts = {plain, whole_choice(game, answer)}
    return texts | {f"{table.decider}: {text}" for text in texts}


def is_taken(table: Table, text: str, answer: int) -> bool:
    """Whether a text is a choice that begins with an answer; it may stop where a further part is open."""
    try:
        return table.parse(text)[0] == answer
    except ParseError as fault:
        assert "incomplete choice" in str(fault), fault
        return table._look().first(text)[0] == answer


def some(values, rng, most=PARTS):
    values = list(values)
    return values if len(values) <= most else [values[i] for i in sorted(rng.choice(len(values), most, replace=False))]


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_printed_can_be_typed(name):
    table, rng = sandbox(name, seed=3), np.random.default_rng(3)
    for _ in range(STEPS):
        if table.ending:
            break
        chosen = []
        for text in some(table.choices(), rng, 4):
            assert table.parse(text)
            assert table.offers(text)
            chosen.append(text)
        for answer in some(table.game.answers().tolist(), rng):
            for text in printed(table, int(answer)):
                assert is_taken(table, text, int(answer)), (table.decider, table.prompt, text)
        table.play(chosen[int(rng.integers(len(chosen)))])


@pytest.mark.parametrize("name", BATTLES)
def test_the_texts_of_why_can_be_typed(name):
    table, rng = sandbox(name, seed=5), np.random.default_rng(5)
    seen = 0
    for _ in range(STEPS):
        if table.ending:
            break
        for choice in why(table.game, "opportunist").choices[:8]:
            assert table.parse(choice.text)[0] == choice.answer, (table.decider, table.prompt, choice.text)
            seen += 1
        choices = table.choices()
        table.play(choices[int(rng.integers(len(choices)))])
    assert seen


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_printed_in_the_middle_of_a_choice_can_be_typed(name):
    """Parts are given one by one, so that every prompt comes; a choice that they complete is offered, too."""
    table, rng = sandbox(name, seed=7), np.random.default_rng(7)
    for _ in range(4 * STEPS):
        if table.ending:
            break
        answers = table.game.answers().tolist()
        for answer in some(answers, rng, 3):
            for text in printed(table, int(answer)):
                assert is_taken(table, text, int(answer)), (table.decider, table.prompt, text)
                if completes(table, text, int(answer)):
                    assert table.offers(text), (table.decider, table.prompt, text)
        table.game.answer(int(answers[int(rng.integers(len(answers)))]))


def completes(table: Table, text: str, answer: int) -> bool:
    """Whether a text is a choice of one answer, which leaves nothing out."""
    try:
        return table.parse(text) == [answer]
    except ParseError:
        return False
