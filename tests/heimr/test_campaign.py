"""Between battles: experience, training, attributes that grow, and rest."""

from __future__ import annotations

import pytest
from fixtures import clause

from tactica.envs.rulesets.heimr.campaign import (
    Growth,
    award,
    behind,
    needed,
    progress,
    recover,
    short_rest,
    train,
    training_cost,
    training_total,
)
from tactica.envs.rulesets.heimr.vocab import Ability, Attribute


@clause("heimr.xp.award")
def test_experience_is_divided_and_the_rest_is_kept():
    assert award(10, 4) == (2, 2)
    assert award(10, 4, carry=2) == (3, 0)
    assert award(3, 5) == (0, 3)
    with pytest.raises(ValueError, match="there is no unit to gain experience"):
        award(10, 0)


@clause("heimr.xp.training_cost")
def test_what_levels_cost():
    assert [training_cost(level) for level in range(1, 8)] == [5, 10, 15, 25, 40, 65, 105]
    assert [training_total(level) for level in range(1, 8)] == [5, 15, 30, 55, 95, 160, 265]
    assert (training_cost(8), training_total(8)) == (170, 435)
    assert training_total(2, 3) == 15 + 30 == 45
    with pytest.raises(ValueError, match="no level 0"):
        training_cost(0)


@clause("heimr.xp.training_cost")
def test_the_first_cost_may_be_changed():
    dear = {"xp.training_cost.start": 10}
    assert [training_cost(level, rules=dear) for level in range(1, 6)] == [10, 20, 30, 50, 80]
    assert training_total(2, 1, rules=dear) == 40


@clause("heimr.attribute.progress")
def test_what_it_takes_to_raise_an_attribute():
    assert [needed(value) for value in range(-2, 9)] == [8, 6, 4, 6, 8, 10, 12, 12, 12, 12, 12]
    assert sum(needed(value) for value in range(1, 5)) == 36
    for value in (-3, 9):
        with pytest.raises(ValueError, match="cannot be raised"):
            needed(value)


@clause("heimr.attribute.progress")
@pytest.mark.parametrize(("knob", "value"), [
    ("to_minus2", -2), ("to_minus1", -1), ("to_0", 0), ("to_1", 1), ("to_2", 2), ("to_3", 3), ("to_4_plus", 4),
    ("to_4_plus", 7),
])  # fmt: skip
def test_each_step_may_be_changed(knob, value):
    rules = {f"attribute.progress.{knob}": 3}
    assert needed(value, rules=rules) == 3
    assert progress(value - 1, 2, rules=rules) == (value, 0)
    assert progress(value - 1, 1, rules=rules) == (value - 1, 2)


@clause("heimr.attribute.progress")
def test_training_raises_the_attribute_behind_an_ability():
    assert train(Ability.AGILITY, {Attribute.DEX: Growth(0, 5)}) == {Attribute.DEX: Growth(1, 0)}
    assert train(Ability.BRAWL, {Attribute.STR: Growth(3, 11)}) == {Attribute.STR: Growth(4, 0)}
    assert train(Ability.BRAWL, {Attribute.STR: Growth(4, 10)}) == {Attribute.STR: Growth(4, 11)}
    assert train(Ability.INSIGHT, {}) == {Attribute.EMP: Growth(0, 1)}
    assert progress(8, 0) == (8, 0), "it can rise no further"


@clause("heimr.attribute.progress")
def test_thirty_six_levels_lead_from_average_to_four():
    value, points = 0, 0
    for _ in range(35):
        value, points = progress(value, points)
    assert (value, points) == (3, 11)
    assert progress(value, points) == (4, 0)


@clause("heimr.attribute.progress_multi")
def test_one_of_several_attributes_gains_the_point():
    assert behind(Ability.POLE_ARMS) == (Attribute.STR, Attribute.DEX)
    assert behind(Ability.MEDICINE) == (Attribute.INT, Attribute.EMP)
    before = {Attribute.STR: Growth(1, 2), Attribute.DEX: Growth(0, 0)}
    assert train(Ability.POLE_ARMS, before, Attribute.STR) == {**before, Attribute.STR: Growth(1, 3)}
    assert train(Ability.POLE_ARMS, before, Attribute.DEX) == {**before, Attribute.DEX: Growth(0, 1)}
    for choice in (None, Attribute.STA):
        with pytest.raises(ValueError, match="pole_arms rests on STR or DEX"):
            train(Ability.POLE_ARMS, before, choice)


@clause("heimr.attribute.progress_multi")
def test_abilities_may_rest_on_other_attributes():
    assert behind(Ability.BRAWL, rules={"tables.abilities.brawl.second": 2}) == (Attribute.STR, Attribute.STA)


@clause("heimr.health.short_rest")
@pytest.mark.parametrize(("hp", "how", "after"), [
    (1, {"turns": 150}, (5, True)),
    (1, {"minutes": 5}, (5, True)),
    (0, {"turns": 150}, (0, False)),
    (1, {"turns": 149}, (1, False)),
    (1, {"minutes": 4}, (1, False)),
    (1, {"minutes": 5, "interrupted": True}, (1, False)),
    (0, {"minutes": 5, "rules": {"health.short_rest.min_hp": 0}}, (5, True)),
    (1, {"minutes": 5, "rules": {"health.short_rest.min_hp": 2}}, (1, False)),
    (2, {"turns": 100, "rules": {"health.short_rest.turns": 100}}, (5, True)),
    (2, {"minutes": 5, "rules": {"health.short_rest.minutes": 10}}, (2, False)),
    (5, {"minutes": 5}, (5, True)),
])  # fmt: skip
def test_a_short_rest(hp, how, after):
    assert short_rest(hp, 5, **how) == after


@clause("heimr.fatigue.recovery")
@pytest.mark.parametrize(("fatigue", "how", "after"), [
    (9, {"seconds": 30}, 3),
    (9, {"turns": 15}, 3),
    (9, {"seconds": 29, "turns": 14}, 9),
    (9, {"seconds": 30, "rolled": True}, 9),
    (9, {"turns": 10, "rules": {"fatigue.recovery.turns": 10}}, 3),
    (2, {"turns": 15}, 2),
])  # fmt: skip
def test_a_pause(fatigue, how, after):
    assert recover(fatigue, 3, **how) == after
