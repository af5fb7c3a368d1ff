"""What the sheet of a unit shows beside its record; see ``envs/sandbox/sheet.py``."""

from __future__ import annotations

from typing import Any

from .rules import conditions, ground, totals
from .vocab import Mode, Strike


def current_parry(s: Any, w: Any, who: int) -> int:
    """Parry with the unit's own condition, against any attacker; ``parry`` is its Parry before that."""
    return int(totals.parry_by_condition(s, w, who))


def parry_against(s: Any, w: Any, who: int, other: int) -> int:
    """Current Parry against an attack of another unit with what it wields, without a called shot: cover and synergy included."""
    return int(totals.parry_against(s, w, who, other, int(Strike.WEAPON), int(Mode.NORMAL), True))


def attack_modifier_against(s: Any, w: Any, who: int, other: int) -> int:
    """What it adds to the die when it attacks another unit with what it wields."""
    hidden = int(s.units[who].hidden) == 1
    return int(totals.attack_modifier(s, w, who, other, int(Strike.WEAPON), hidden, True))


def poison_resistance(s: Any, w: Any, who: int) -> int:
    """PR: the number it must reach against poison."""
    return int(conditions.poison_resistance(s, w, who))


def hp_limit(s: Any, w: Any, who: int) -> int:
    """Most hit points it can have now, lowered by disease; ``hp_max`` when healthy."""
    return int(conditions.hp_limit(s, w, who))


def _modifier(s: Any, w: Any, who: int, score: str) -> int:
    return int(conditions.current_modifier(s, w, who, int(getattr(s.units[who], score))))


def agility_modifier(s: Any, w: Any, who: int) -> int:
    """Agility modifier as it is now, with disease and fatigue."""
    return int(conditions.agility_modifier(s, w, who))


def strength_modifier(s: Any, w: Any, who: int) -> int:
    """Strength modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "strength")


def stamina_modifier(s: Any, w: Any, who: int) -> int:
    """Stamina modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "stamina")


def spirit_modifier(s: Any, w: Any, who: int) -> int:
    """Spirit modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "spirit")


def fighting_modifier(s: Any, w: Any, who: int) -> int:
    """Fighting modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "fighting")


def shooting_modifier(s: Any, w: Any, who: int) -> int:
    """Shooting modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "shooting")


def healing_modifier(s: Any, w: Any, who: int) -> int:
    """Healing modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "healing")


def stealth_modifier(s: Any, w: Any, who: int) -> int:
    """Stealth modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "stealth")


def notice_modifier(s: Any, w: Any, who: int) -> int:
    """Notice modifier as it is now, with disease and fatigue."""
    return _modifier(s, w, who, "notice")


def engaged(s: Any, w: Any, who: int) -> bool:
    """Whether a standing enemy is in base contact."""
    return bool(ground.is_engaged(s, w, who, True))


def covered_from(s: Any, w: Any, who: int, other: int) -> bool:
    """Whether it has cover from shots and throws of another unit."""
    return bool(ground.is_covered(s, w, other, who))


def order(s: Any, w: Any) -> list[int]:
    """The units that hold a card of this round, the best card first."""
    holders = [who for who in range(int(s.unit_count)) if int(s.units[who].card) >= 0]
    return sorted(holders, key=lambda who: -int(s.units[who].card))


SHEET = (
    current_parry, poison_resistance, hp_limit, agility_modifier, strength_modifier, stamina_modifier, spirit_modifier,
    fighting_modifier, shooting_modifier, healing_modifier, stealth_modifier, notice_modifier, engaged, parry_against,
    attack_modifier_against, covered_from,
)  # fmt: skip
ALIASES = {"pr": "poison_resistance"}
