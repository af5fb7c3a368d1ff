"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``."""

from __future__ import annotations

from tactica.envs.rulesets.heimr.vocab import Event

TOTALS = frozenset(
    {
        Event.CONSISTENCY,
        Event.DEFENCE_ROLLED,
        Event.ATTACK_HIT,
        Event.ATTACK_MISSED,
        Event.GRAZED,
        Event.ATTACK_TIRED,
        Event.PASSED,
        Event.FAILED,
        Event.CHASE_ROLLED,
        Event.BASHED,
        Event.STOPPED,
        Event.INTENT_SEEN,
        Event.INTENT_HIDDEN,
        Event.HID,
        Event.CONCEALED,
        Event.READ,
        Event.SURRENDERED,
        Event.TOO_TIRED,
        Event.OPPOSED,
    }
)

DICE = frozenset({Event.INITIATIVE})

GAPS: dict[Event, str] = {}
