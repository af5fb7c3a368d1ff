"""Which lines of the log show a total or a die, and what some of them lack; see ``conformance/test_logs.py``."""

from __future__ import annotations

from tactica.envs.rulesets.woin.vocab import Event

TOTALS = frozenset(
    {
        Event.INITIATIVE,
        Event.ATTACK_HIT,
        Event.ATTACK_MISSED,
        Event.CRITICAL_HIT,
        Event.DAMAGE_ROLLED,
        Event.DAMAGED,
        Event.NO_DAMAGE,
        Event.AREA_ROLLED,
        Event.PASSED,
        Event.FAILED,
        Event.LANDED_WELL,
        Event.LANDED_BADLY,
        Event.CLIMBS,
        Event.SLIPS,
        Event.SWIMS,
        Event.SINKS_BACK,
        Event.VENOM,
        Event.VENOM_RESISTED,
        Event.AMBUSH_WON,
        Event.AMBUSH_LOST,
        Event.HEALED,
        Event.FALLS,
    }
)

DICE = frozenset({Event.TIE_DIE, Event.COUNTED_DOWN})

#: Scenarios that are played beside ``small``.
SCENARIOS: tuple[str, ...] = ("cliff_ambush", "hatchling", "towers", "wrestling_pit")

#: The test that covers what is too rare for the battles played.
RARE: dict[Event, str] = {}

GAPS: dict[Event, str] = {
    Event.ATTACK_HIT: "an area is rolled once for all: its pool is in the line of AREA_ROLLED",
    Event.ATTACK_MISSED: "as of ATTACK_HIT",
    Event.CRITICAL_HIT: "as of ATTACK_HIT",
    Event.DAMAGED: "the line before has what a fall does",
    Event.PASSED: "a unit that no enemy can see hides without a roll",
}
