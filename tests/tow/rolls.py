"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``."""

from __future__ import annotations

from tactica.envs.rulesets.tow.vocab import Event

TOTALS = frozenset(
    {
        Event.BREAK_TEST,
        Event.CHARGE_REACHED,
        Event.CHARGE_FAILED,
        Event.PASSED,
        Event.FAILED,
        Event.SHOOTS,
        Event.STRIKES,
        Event.CAST,
        Event.NOT_CAST,
        Event.DISPELLED,
        Event.NOT_DISPELLED,
        Event.COMBAT_RESULT,
        Event.WOUNDED,
        Event.SAVED,
        Event.WARDED_OFF,
        Event.FLEES,
        Event.FALLS_BACK,
        Event.CAUGHT,
        Event.PURSUES,
        Event.OVERRUNS,
        Event.BALL_LANDS,
        Event.SINKS,
    }
)

DICE = frozenset({Event.MISFIRED, Event.SCATTERED, Event.MENDED})

#: Scenarios that are played beside ``small``.
SCENARIOS: tuple[str, ...] = ("artillery", "challenges", "magic_duel")

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {}

GAPS: dict[Event, str] = {
    Event.SHOOTS: "a ball or a stone is aimed at a place: where it comes down is rolled in the lines that follow",
}
