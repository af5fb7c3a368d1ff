"""Every line of the log, as people read it: a roll that adds up numbers shows the total, and what rolled nothing shows none.

``tests/<slug>/rolls.py`` declares which events are rolls: ``TOTALS``, what is added up of labelled parts, or held against such a
sum, and ``DICE``, dice read as they fall, shown as a die or as a number of the sentence. ``GAPS`` says why lines of an event lack
that. ``RARE`` names the test of each event that the battles played here may not come to.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.engine.game import Game
from tactica.envs.engine.players import seat_code
from tactica.envs.render import happenings

GAMES = 100 if play.LONG else 12
OTHER_GAMES = 2  # battles of each further scenario that a ruleset names
TESTS = Path(__file__).resolve().parents[1]
NUMBER = re.compile(r"\b\d+\b")
PLAYERS = ("charger", "archer", "guardian")  # who gives every other answer, game by game; the rest falls at random
BOOKS = [slug for slug in play.tested_rulesets() if rulesets.get(slug).package.startswith("tactica.")]


class Line(NamedTuple):
    """A line of the log."""

    text: str
    has_total: bool
    has_die: bool


@functools.cache
def lines(slug: str) -> dict[str, list[Line]]:
    """The lines of some battles of ``small`` and of the other scenarios a ruleset names, by the names of their events."""
    found: defaultdict[str, list[Line]] = defaultdict(list)
    read_battles(slug, "small", GAMES, found)
    for scenario in said_of(slug).SCENARIOS:
        read_battles(slug, scenario, OTHER_GAMES, found)
    return dict(found)


def read_battles(slug: str, scenario: str, games: int, found: dict[str, list[Line]]) -> None:
    """Add the lines of some battles of a scenario."""
    game, rng, chance = Game.of(slug, scenario, seed=1), play.steady_rng(1), np.ones(4, np.int64)
    codes = [seat_code(game.ruleset, player) for player in PLAYERS]

    def read() -> None:
        for one in happenings(game):
            found[one.event].append(Line(one.sentence, bool(one.terms), one.face != 0))

    for number in range(games):
        game.start(seed=1, game=number)
        read()
        while not game.over:
            answers = [int(answer) for answer in game.answers()]
            answer = answers[rng.integers(len(answers))]
            if rng.random() < 0.5:
                code = codes[number % len(codes)]
                answer = game.choose(code, chance, keyed=False)
            game.answer(answer)
            read()


def said_of(slug: str) -> Any:
    """What a ruleset declares of its rolls."""
    return importlib.import_module(f"{slug}.rolls")


def fault(said: Any, event: Any, line: Line) -> str:
    """What is wrong with a line; empty when nothing is."""
    if event in said.TOTALS:
        return "" if line.has_total else "no total"
    if event in said.DICE:
        if line.has_total:
            return "a total where nothing is added"
        return "" if line.has_die or NUMBER.search(line.text) else "no die"
    return "a total" if line.has_total else "a die" if line.has_die else ""


@pytest.fixture(params=BOOKS)
def book(request) -> str:
    """Every ruleset of tactica."""
    return request.param


def test_rolls_are_declared_once(book):
    said = said_of(book)
    assert said.TOTALS and said.DICE and not said.TOTALS & said.DICE
    assert all(said.GAPS.values()) and said.RARE.keys() | said.GAPS.keys() <= said.TOTALS | said.DICE


def test_rare_rolls_are_named_by_the_tests_that_cover_them(book):
    tests = {event: (TESTS / book / name).read_text(encoding="utf-8") for event, name in said_of(book).RARE.items()}
    assert [event.name for event, text in tests.items() if f'"{event.name.lower()}"' not in text] == []


@pytest.mark.compiled_only  # interpreted, the games take minutes
def test_rolls_show_their_totals_and_other_lines_none(book):
    said, wrong = said_of(book), []
    events = {event.name: event for event in rulesets.get(book).book.vocab.events}
    gaps = {event.name for event in said.GAPS}
    met = {name: rows for name, rows in lines(book).items() if name in events}  # without those of the core
    for name, rows in met.items():
        faults: defaultdict[str, list[str]] = defaultdict(list)
        for line in rows:
            if what := fault(said, events[name], line):
                faults[what].append(line.text)
        if name not in gaps:
            wrong += [f"{name}: {what}, {len(of)} of {len(rows)} lines: {of[0]}" for what, of in faults.items()]
        elif not faults:
            wrong.append(f"{name}: nothing is missing in {len(rows)} lines: take it off GAPS")
    rare = {event.name for event in said.RARE}
    declared = {event.name for event in said.TOTALS | said.DICE}
    wrong += [f"{name}: not met in these battles: it belongs to RARE" for name in sorted(declared - rare - met.keys())]
    if not play.LONG:
        wrong += [f"{name}: met in these battles: take it off RARE" for name in sorted(rare & met.keys())]
    assert not wrong, "\n".join(wrong)
