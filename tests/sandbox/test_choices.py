"""Choices by their words: along one path, by their beginning, and as the long way round lists them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

import numpy as np
import pytest
from conformance.play import steady_rng
from sandbox.toy import skirmish

from tactica.envs import scenario
from tactica.envs.engine.parsing import Chooser
from tactica.envs.engine.wording import part_of
from tactica.envs.sandbox import ParseError, Table, sandbox

POSITIONS = 6 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 40


def the_long_way(chooser: Chooser) -> Iterator[tuple[str, list[int]]]:
    """Every complete choice, each part tried from a position whose legal answers are listed anew."""

    def beyond(here: np.ndarray, text: str, answers: list[int]) -> Iterator[tuple[str, list[int]]]:
        chooser.put(here)
        for word, answer in chooser.options().items():
            chooser.put(here)
            section, _, part = part_of(chooser.ruleset, answer)
            longer = text if section == "mode" and part == 0 and text else f"{text} {word}".strip()
            if chooser.give(answer):
                yield from beyond(chooser.lanes[0].copy(), longer, [*answers, answer])
            else:
                yield longer, [*answers, answer]

    return beyond(chooser.lanes[0].copy(), "", [])


def positions(name: str, seed: int) -> Iterator[tuple[Table, np.random.Generator]]:
    """A table in the positions of a random battle, with what it is played by."""
    table, rng = sandbox(name, seed=seed), steady_rng(seed)  # every battle comes to several prompts
    for _ in range(POSITIONS):
        if table.ending:
            return
        yield table, rng
        choices = table.choices()
        table.play(choices[int(rng.integers(len(choices)))])


@pytest.mark.parametrize("name", ["toybook/banners", "wfrp1/small", "wfrp1/cellar"])
def test_what_is_listed_is_what_the_long_way_round_lists(name):
    prompts = set()
    for table, rng in positions(name, seed=11):
        prompts.add(table.prompt)
        table.chooser.put(table.game.lanes[0])
        listed = list(the_long_way(table.chooser))
        texts = [text for text, _ in listed]
        table.chooser.put(table.game.lanes[0])
        assert list(table.chooser.complete()) == listed
        assert table.choices() == texts
        assert table.first_words() == list(dict.fromkeys(text.split()[0] for text in texts))
        for text in rng.choice(texts, min(len(texts), 5), replace=False):
            assert table.offers(str(text))
            assert table.offers(f"{table.decider}: {text}")
            beginning = str(text)[: int(rng.integers(1, len(text) + 1))]
            assert table.choices(beginning) == [other for other in texts if other.startswith(beginning)]
            for words in itertools.permutations(str(text).split()):
                assert table.offers(" ".join(words)) == (" ".join(words) in texts)
            shorter = str(text).rpartition(" ")[0]
            assert not shorter or table.offers(shorter) == (shorter in texts)
    assert len(prompts) > 1


def test_only_what_is_listed_in_full_is_offered():
    table = skirmish()
    assert table.offers("strike")
    assert table.offers("Guard  NORTH")
    assert table.offers("ann: guard north")
    assert not table.offers("guard")
    assert not table.offers("north")
    assert not table.offers("bea: strike")
    assert not table.offers("guard ne"), "choices() calls it guard north-east"
    assert not table.offers("strike cid")
    assert not table.offers("play")


@pytest.mark.parametrize("text", ["strik", "guard upwards", "eve: strike", "", "strike eve"])
def test_what_can_never_be_offered_is_an_error(text):
    with pytest.raises(ParseError):
        skirmish().offers(text)


def test_looking_for_choices_changes_nothing():
    table = skirmish()
    before = table.game.lanes.tobytes()
    table.offers("guard north")
    table.choices("guard")
    table.first_words()
    assert table.game.lanes.tobytes() == before


def test_nothing_is_offered_when_the_battle_is_over():
    table = sandbox("toybook", scenario.pool("toybook", "banners"), seed=1)
    table.state["round_limit"] = 1
    while not table.ending:
        table.play(table.choices()[0])
    assert (table.first_words(), table.choices("strike"), table.offers("strike")) == ([], [], False)
