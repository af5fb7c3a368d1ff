"""What clause tests measure: chances, damage, verbs, cells within reach of a Move."""

from __future__ import annotations

from typing import NamedTuple

from tactica.envs.sandbox import Table

PLENTY = 400  # hit points that nothing in these tests takes away


class Damage(NamedTuple):
    """What a hit takes away."""

    mean: float
    least: int
    most: int


def p_hit(scene: Table, text: str = "attack orc") -> float:
    """The chance that what is chosen leads to a hit."""
    return scene.odds(text, want="hit").at_least(1)


def damage(scene: Table, text: str = "attack orc", who: str = "orc", critical: bool = False) -> Damage:
    """What a normal hit, or a natural 20, takes off somebody's hit points, if there are enough of them."""
    before = scene.unit(who).hp
    found = scene.odds(text, want=["hit", "critical", f"{who}.hp"])
    lost = {before - hp: 0.0 for hit, natural_20, hp in found if hit and bool(natural_20) == critical}
    for hit, natural_20, hp in found:
        if hit and bool(natural_20) == critical:
            lost[before - hp] += found[hit, natural_20, hp]
    return Damage(sum(points * chance for points, chance in lost.items()) / sum(lost.values()), min(lost), max(lost))


def verbs(scene: Table) -> set[str]:
    """The verbs open to whoever decides, without ending the turn."""
    return set(scene.first_words()) - {"end_turn"}


def reached(scene: Table) -> set[tuple[int, int]]:
    """The cells a Move may end in."""
    places = [choice.split()[1].split(",") for choice in scene.choices("move ")]
    return {(int(x), int(y)) for x, y in places}


def way(scene: Table) -> list[tuple[int, int]]:
    """The cells that have been entered so far, in order."""
    moves = [event for event in scene.events if event.kind == "moved"]
    return [event.amount for event in moves]
