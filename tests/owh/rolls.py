"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``."""

from __future__ import annotations

from tactica.envs.rulesets.owh.vocab import Event

TOTALS = frozenset(
    {
        Event.ATTACK_HIT,
        Event.ATTACK_MISSED,
        Event.CRITICAL_HIT,
        Event.NATURAL_MISS,
        Event.DAMAGED,
        Event.NO_DAMAGE,
        Event.PASSED,
        Event.FAILED,
        Event.SHOOK_OFF,
        Event.STILL_SUFFERS,
        Event.HEALED,
        Event.DRANK,
        Event.NOT_MENDED,
        Event.KEPT_FOOTING,
        Event.LOST_FOOTING,
    }
)

DICE = frozenset({Event.TABLE_RESULT, Event.DAMAGE_ROLLED, Event.DREW_TARGET, Event.BLEED_ROLLED, Event.POISON_ROLLED})

#: Scenarios that are played beside ``small``.
SCENARIOS: tuple[str, ...] = ("horde",)

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {
    Event.NATURAL_MISS: "test_log.py",
    Event.NO_DAMAGE: "test_log.py",
    Event.NOT_MENDED: "test_log.py",
    Event.LOST_FOOTING: "test_log.py",
    Event.BLEED_ROLLED: "test_log.py",
    Event.POISON_ROLLED: "test_log.py",
}

GAPS: dict[Event, str] = {}
