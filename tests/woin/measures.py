"""What clause tests measure: verbs, what is left of a turn, who has been asked."""

from __future__ import annotations

from typing import Any

from tactica.envs.sandbox import Table

#: HEALTH that nothing in these tests takes away.
PLENTY = 200


def verbs(scene: Table) -> set[str]:
    """The verbs open to whoever decides, without ending the turn."""
    return set(scene.first_words()) - {"end_turn"}


def left(scene: Table, who: str = "man") -> tuple[int, int]:
    """Actions and free actions left."""
    unit: Any = scene.unit(who)
    return int(unit.actions_left), int(unit.free_left)


def kinds(scene: Table) -> list[str]:
    """The kinds of all that has happened, in order."""
    return [event.kind for event in scene.events]


def rolled(scene: Table) -> list[int]:
    """How many dice each attack was rolled with."""
    return [event.total for event in scene.events if event.kind in ("attack_hit", "attack_missed", "critical_hit")]


def parts(scene: Table, label: str) -> list[int]:
    """What one part added to the pool of each attack that had it."""
    found = []
    for event in scene.events:
        if event.kind in ("attack_hit", "attack_missed", "critical_hit"):
            found += [value for name, value in event.terms if name == label]
    return found


def p_hit(scene: Table, text: str = "attack orc", then: list[str] | None = None) -> float:
    """The chance that what is chosen leads to a hit."""
    found = scene.odds(text, then=then, want="hit") if then else scene.odds(text, want="hit")
    return float(found.at_least(1))
