"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``.

The keys that break ties of initiative have no line: from a tie each side would know the willpower of the other's unit.
"""

from __future__ import annotations

from tactica.envs.rulesets.heimr.vocab import Event

TOTALS = frozenset(
    {
        Event.CONSISTENCY,
        Event.INITIATIVE_ROLLED,
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

DICE = frozenset({Event.LUCK_HELD, Event.LUCK_FAILED})

#: Scenarios that are played beside ``small``.
SCENARIOS: tuple[str, ...] = ()

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {
    Event.BASHED: "test_borders.py",
    Event.CHASE_ROLLED: "test_chase.py",
    Event.INTENT_HIDDEN: "test_ready.py",
    Event.INTENT_SEEN: "test_ready.py",
    Event.LUCK_HELD: "test_hiding.py",
}

GAPS: dict[Event, str] = {}
