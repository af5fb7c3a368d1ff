"""Members that carry their words: numbers to kernels, words to people."""

from __future__ import annotations

import copy
import pickle

import numba
import pytest

from tactica.envs.core.compiler.lowering import Kernel  # noqa: F401  (int() of a member, as rules write it)
from tactica.envs.core.state import FORFEIT, STALLED, VERDICT
from tactica.envs.core.told import (
    CELL,
    CELL_EXTRA,
    FELT,
    HIT_LINE,
    HIT_TONE,
    MISS_TONE,
    ROUTINE,
    SIDE,
    Endings,
    Named,
    Told,
    words_of,
)


class Verb(Named):
    """Three things to do."""

    NONE = 0, ""
    CAST_CELL = 3, "cast sinkhole"
    STAND_UP = 4


class Ending(Endings):
    """One way to end, beside those of the core."""

    GOING_ON = 0, ""
    LAST_STANDING = 1


class Event(Told):
    """Two events."""

    NONE = 0
    MOVED = 7, "move.reach", "{who} moves to {amount}", CELL | ROUTINE
    HIT = 9, "strike.hit", "{who} strikes {target}", HIT_TONE | HIT_LINE | FELT


def test_members_are_their_numbers():
    assert [int(verb) for verb in Verb] == [0, 3, 4]
    assert Verb(3) is Verb["CAST_CELL"] is Verb.CAST_CELL == 3
    assert Event(9) is Event.HIT and Event.HIT in {9: "hit"} and len(Event) == 3
    assert pickle.loads(pickle.dumps(Event.HIT)) is copy.deepcopy(Event.HIT) is Event.HIT


def test_members_have_their_words_or_their_names():
    assert words_of(Verb) == {0: "", 3: "cast sinkhole", 4: "stand up"}
    assert words_of(Event)[7] == "moved"


def test_events_say_how_they_are_told():
    assert (Event.HIT.clause, Event.HIT.sentence) == ("strike.hit", "{who} strikes {target}")
    assert (Event.HIT.tone, Event.HIT.stroke) == ("hit", "hit")
    assert FELT in Event.HIT.manner and ROUTINE not in Event.HIT.manner
    assert (Event.MOVED.tone, Event.MOVED.stroke) == ("", "")
    assert [field for field in ("amount", "extra", "face") if Event.MOVED.is_cell(field)] == ["amount"]
    assert not any(Event.MOVED.is_side(field) for field in ("amount", "extra", "face"))


def test_amount_and_extra_are_told_apart():
    class Other(Told):
        PUSHED = 1, "a", "", CELL_EXTRA | SIDE

    assert (Other.PUSHED.is_cell("amount"), Other.PUSHED.is_cell("extra")) == (False, True)
    assert (Other.PUSHED.is_side("amount"), Other.PUSHED.is_side("extra")) == (True, False)


def test_an_event_with_two_tones_is_refused():
    with pytest.raises(ValueError, match="at most one of hit, miss"):

        class Both(Told):
            STRUCK = 1, "a", "{who} strikes", HIT_TONE | MISS_TONE


def test_a_member_that_hides_a_manner_is_noticed():
    with pytest.raises(TypeError, match="a member above bears"):

        class Hiding(Told):
            FELT = 1, "a", "{who} feels it"
            SEEN = 2, "a", "{who} sees it", FELT


@pytest.mark.compiled_only
def test_compiled_code_sees_the_numbers():
    @numba.njit
    def answer(verb):
        if verb == Verb.STAND_UP:
            return int(Event.HIT) + Verb.CAST_CELL
        return Event.MOVED + 0

    assert answer(4) == 12 and answer(0) == 7
    assert answer(Verb.STAND_UP) == 12


def test_every_ruleset_ends_battles_as_the_core_does():
    """The members of the core come last, with their words, and count as any other."""
    assert [(one.name, int(one)) for one in Ending] == [
        ("GOING_ON", 0), ("LAST_STANDING", 1), ("VERDICT", VERDICT), ("FORFEIT", FORFEIT), ("STALLED", STALLED),
    ]  # fmt: skip
    assert words_of(Ending)[VERDICT] == "the objectives decide" and Ending(1).words == "last standing"
    assert pickle.loads(pickle.dumps(Ending(STALLED))) is Ending(STALLED)
    assert list(Endings) == []


def test_kernels_see_an_ending_as_its_number():
    @numba.njit
    def last() -> int:
        return Ending.LAST_STANDING

    assert last() == 1
