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
    }
)

DICE = frozenset({Event.INITIATIVE})

GAPS: dict[Event, str] = {
    Event.CONSISTENCY: "a consistency of 0 shows no parts",
    Event.DEFENCE_ROLLED: "a defence of 0 shows no parts",
    Event.PASSED: "spotting a hidden unit may show no parts",
    Event.SURRENDERED: "one event for a unit that surrenders by choice and for one that rolled",
    Event.GUARD_ENDS: "may show the total of a roll that belongs to another line",
    Event.LEFT_CLUSTER: "as of GUARD_ENDS",
    Event.REVEALED: "as of GUARD_ENDS",
}
