"""What the chapter says about the days between battles: disease that worsens, and healing outside combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from ...core.compiler import outside
from ...core.rulebook import Value
from . import RULESET
from .rules.conditions import EXTREME, HEAVY
from .setup import Unit
from .vocab import Ability

__all__ = ["Day", "Dice", "disease_day"]

D20 = 20


class Dice(Protocol):
    """What throws dice: a numpy Generator, or anything else with its ``integers``."""

    def integers(self, low: int, high: int) -> Any:
        """A number from ``low`` to ``high - 1``."""


def _modifier(book: Any, score: int, unit: Unit) -> int:
    """A score's modifier, lowered by disease and fatigue."""
    raw = (score - int(book.modifier_base)) // int(book.modifier_divisor)
    drain = unit.disease * int(book.disease_modifier) + _drain_of_fatigue(book, unit)
    return min(max(raw, int(book.modifier_min)), int(book.modifier_max)) + drain


@outside.rule("fatigue.heavy", "fatigue.extreme")
def _drain_of_fatigue(book: Any, unit: Unit) -> int:
    """Fatigue: what heavy or extreme fatigue takes off all modifiers."""
    level = int(book.fatigue_start) if unit.fatigue is None else unit.fatigue
    if level == HEAVY:
        return int(book.fatigue_heavy)
    return int(book.fatigue_extreme) if level >= EXTREME else 0


@outside.rule("status.disease_daily")
def disease_day(unit: Unit, rng: Dice, *, tn: int | None = None, rules: Mapping[str, Value] | None = None) -> int:
    """Disease: a Stamina check after a day without treatment, with the modifier as it is now; a failure makes it worse.

    Args:
        unit: as a scenario writes it, with its level of ``disease``; the healthy stay healthy, without a roll.
        rng: throws the d20.
        tn: number to be reached, for virulent diseases; default: the rulebook's.
        rules: knobs by address.

    Returns:
        Level of disease after that day.
    """
    if unit.disease == 0:
        return 0
    book = RULESET.rulebook.book(rules)[0]
    total = int(rng.integers(1, D20 + 1)) + _modifier(book, unit.stamina, unit)
    if total >= (int(book.disease_day_tn) if tn is None else tn):
        return unit.disease
    return unit.disease + int(book.disease_day_gain)


class Day:
    """A day between battles: how often each unit has used the healing action outside combat.

    Attributes:
        used: unit -> healing actions of this day.
    """

    def __init__(self, rules: Mapping[str, Value] | None = None) -> None:
        """No unit has healed yet. ``rules`` are knobs by address."""
        self._book: Any = RULESET.rulebook.book(rules)[0]
        self.used: Counter[str] = Counter()

    @outside.rule("heal.out_of_combat")
    def may_heal(self, name: str) -> bool:
        """Healing outside combat: whether a unit has a healing action left today. Potions are not limited."""
        return self.used[name] < int(self._book.heal_uses_per_day)

    @outside.rule("heal.out_of_combat")
    def heal(self, name: str, healer: Unit, patient: Unit, hp: int, rng: Dice) -> int:
        """Healing outside combat: the same check as in battle, on the healer itself or on another unit. Each attempt uses a
        bandage, even a failed one; the caller deducts it from the healer's equipment.

        Args:
            name: of the healer.
            healer, patient: as a scenario writes them.
            hp: hit points the patient has.
            rng: throws the dice.

        Returns:
            Hit points the patient has now.

        Raises:
            ValueError: the healer has no healing action left today, or no bandage.
        """
        book = self._book
        if not self.may_heal(name):
            raise ValueError(f"{name} has healed today: {int(book.heal_uses_per_day)} a day")
        if healer.bandage < int(book.bandages_used):
            raise ValueError(f"{name} has no bandage")
        self.used[name] += 1
        if int(rng.integers(1, D20 + 1)) + _modifier(book, healer.healing, healer) < int(book.heal_tn):
            return hp
        points = sum(int(rng.integers(1, int(book.heal_sides) + 1)) for _ in range(int(book.heal_dice)))
        points += healer.healing + (int(book.field_medic_bonus) if Ability.FIELD_MEDIC in healer.abilities else 0)
        most = max(patient.hp + patient.disease * int(book.disease_hp), 0)
        return max(hp, min(hp + points, most))
