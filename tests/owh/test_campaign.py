"""Between battles: disease that worsens from day to day, and healing once a day."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import exactly

from tactica.envs.rulesets.owh.campaign import Day, disease_day
from tactica.envs.rulesets.owh.setup import Unit


class Faces:
    """Dice that fall as told."""

    def __init__(self, *faces):
        self.faces = list(faces)

    def integers(self, low, high):
        """The next face."""
        face = self.faces.pop(0)
        assert low <= face < high
        return face


def worse(unit, **more):
    """How likely a day makes the disease worse."""
    return sum(disease_day(unit, Faces(face), **more) > unit.disease for face in range(1, 21)) / 20


@clause("owh.status.disease_daily")
def test_a_day_of_disease():
    """Stamina 14 is +2, and +1 after one level."""
    unit = Unit(stamina=14, disease=1)
    assert worse(unit) == exactly(2 / 5)
    assert worse(unit, tn=15) == exactly(13 / 20), "a virulent one"
    assert worse(unit, rules={"status.disease_daily.tn": 12}) == exactly(1 / 2)
    assert worse(unit, rules={"status.diseased.modifier_per_level": -2}) == exactly(9 / 20)
    assert disease_day(unit, Faces(8)) == 2
    assert disease_day(unit, Faces(8), rules={"status.disease_daily.level_gain": 3}) == 4
    assert disease_day(unit, Faces(9)) == 1, "success only keeps it from getting worse"


@clause("owh.status.disease_daily")
def test_the_healthy_do_not_roll():
    assert disease_day(Unit(), Faces()) == 0


@clause("owh.heal.out_of_combat")
def test_healing_once_a_day():
    healer, patient = Unit(healing=18, bandage=2), Unit(hp=50)
    day = Day()
    assert day.may_heal("ada")
    assert day.heal("ada", healer, patient, 10, Faces(7, 1, 2, 3)) == 10 + 6 + 18
    assert not day.may_heal("ada")
    assert day.may_heal("bert")
    with pytest.raises(ValueError, match="ada has healed today: 1 a day"):
        day.heal("ada", healer, patient, 10, Faces())
    assert Day().may_heal("ada"), "the next day"
    twice = Day({"heal.out_of_combat.uses_per_day": 2})
    twice.heal("ada", healer, patient, 10, Faces(1))
    assert twice.may_heal("ada")


@clause("owh.heal.out_of_combat", "owh.heal.check", "owh.heal.amount")
def test_the_same_check_as_in_battle():
    healer, patient = Unit(healing=18, bandage=1, disease=1), Unit(hp=50, disease=1)
    assert Day().heal("ada", healer, patient, 10, Faces(7)) == 10, "7 + 3 is not enough"
    assert Day().heal("ada", healer, patient, 20, Faces(8, 6, 6, 6)) == 40, "no more than the maximum"
    medic = Unit(healing=10, bandage=1, abilities=("field_medic",))
    assert Day().heal("ada", medic, Unit(hp=50), 1, Faces(11, 1, 1, 1)) == 1 + 3 + 10 + 4
    with pytest.raises(ValueError, match="no bandage"):
        Day().heal("ada", Unit(), patient, 10, Faces())


@clause("owh.status.disease_daily", "owh.heal.out_of_combat", "owh.fatigue.heavy", "owh.fatigue.extreme")
@pytest.mark.parametrize(
    ("fatigue", "rules", "drain"),
    [
        (1, {}, 0), (2, {}, 2), (3, {}, 4), (None, {}, 0), (None, {"fatigue.accrual.start_level": 2}, 2),
        (2, {"fatigue.heavy.all_modifiers": -3}, 3), (3, {"fatigue.extreme.all_modifiers": -6}, 6),
    ],
)  # fmt: skip
def test_the_tired_are_worse_at_both(fatigue, rules, drain):
    """Stamina 14 is +2, and +1 after one level of disease, against 10; Healing 18 is +4, against 11."""
    assert worse(Unit(stamina=14, disease=1, fatigue=fatigue), rules=rules) == exactly((8 + drain) / 20)
    healer = Unit(healing=18, bandage=1, fatigue=fatigue)
    assert Day(rules).heal("ada", healer, Unit(), 9, Faces(6 + drain)) == 9
    assert Day(rules).heal("ada", healer, Unit(), 9, Faces(7 + drain, 1, 2, 3)) == 9 + 6 + 18
