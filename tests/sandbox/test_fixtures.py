"""The helpers clause tests stand on."""

from __future__ import annotations

import fixtures
import pytest
from fixtures import TESTED, clause, duel, keys, table

from tactica.envs.sandbox import TapeError


def test_a_die_left_over_fails_the_test():
    @clause("wfrp1.attack.to_hit")
    def leaves_one():
        duel(dice=[99])

    with pytest.raises(AssertionError, match=r"dice left over on the tape: \[99\]"):
        leaves_one()
    with pytest.raises(AssertionError, match="dice left over"):
        duel(dice=[1])
        fixtures.check_dice()
    fixtures.check_dice()


def test_the_tests_own_failure_goes_first():
    @clause("wfrp1.attack.to_hit")
    def fails():
        duel(dice=[99])
        raise KeyError("own")

    with pytest.raises(KeyError, match="own"):
        fails()
    fixtures.check_dice()


def test_clauses_are_recorded_and_checked():
    @clause("wfrp1.attack.to_hit")
    @clause("wfrp1.parry.attempt", "wfrp1.parry.cost")
    def looks():
        pass

    assert looks.clauses == ("wfrp1.attack.to_hit", "wfrp1.parry.attempt", "wfrp1.parry.cost")
    assert any(name.endswith("looks") for name in TESTED["wfrp1.parry.cost"])
    looks()
    with pytest.raises(ValueError, match=r"no clause 'parry\.atempt'"):
        clause("wfrp1.parry.atempt")


def test_abbreviations_in_any_case():
    given = keys("wfrp1", {"ws": 40, "Int": 20, "wounds": 3, "at": [1, 2]})
    assert given == {"WS": 40, "Int": 20, "wounds": 3, "at": [1, 2]}


def test_a_duel_begins_with_the_turn_of_the_man():
    duelled = duel(ws=40, orc={"t": 4})
    assert (duelled.decider, duelled.prompt) == ("man", "turn")
    assert (duelled.unit("man").ws, duelled.unit("orc").weapon_skill, duelled.unit("orc").t) == (40, 40, 4)
    assert duel(upto=None).prompt == "declare"


@clause("wfrp1.attack.to_hit")
def test_a_miss():
    scene = duel(dice=[34])
    scene.play("strike orc")
    assert scene.last("blow_missed").face == 34
    assert scene.unit("orc").wounds == 7


def test_three_at_a_table():
    scene = table(
        {"name": "a", "side": "red", "at": [1, 1], "i": 60},
        {"name": "b", "side": "blue", "at": [8, 8]},
        {"name": "c", "side": "blue", "at": [9, 9], "template": "skaven"},
    )
    assert scene.decider == "a"
    assert scene.unit("c").movement == 5


def test_a_short_tape_is_an_error():
    with pytest.raises(TapeError, match="next comes a D100"):
        duel(dice=[]).play("strike orc")
