"""Combats for clause tests: regiments in contact, what is struck in a round, and dice laid out for blows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tow.scenes import battle, duel, facing_them, fray, go_on, regiment

from tactica.envs.rulesets.tow.vocab import STEPS_TOLD
from tactica.envs.sandbox import Table

#: Nobody strikes, and nobody runs: only the result of the combat matters.
CALM = {"attacks": 0, "traits": ["unbreakable"]}
HARDY = {"toughness": 10, "traits": ["unbreakable"]}  # S 3 does nothing to them
SCOUTS = (
    regiment("scout", "men", (35, 23), "south", models=1),
    regiment("spy", "orcs", (0, 0), "north", models=1),
)
RESULT = "x.combat.result"


def melee(*units: dict[str, Any], **more: Any) -> Table:
    """Regiments in contact, who fight as soon as the men's scout passes; see :func:`tow.scenes.fray`."""
    return battle(*units, *SCOUTS, **{"upto": "move", "who": "scout", **more})


def charged(
    men: Mapping[str, Any] | None = None,
    orcs: Mapping[str, Any] | None = None,
    gap: int = 4,
    dice: Sequence[int] | None = None,
    friends: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Table:
    """Men who have charged orcs so many inches away; they fight as soon as the men's scout passes. The tape begins with the dice
    of the charge.
    """
    scene = battle(
        *facing_them(gap, men or {}, orcs or {}),
        *friends,
        *SCOUTS,
        dice=dice,
        **{"upto": "charge", "who": "men", **more},
    )
    scene.play("charge orcs")
    return go_on(scene, "move", "scout")


def fought(scene: Table, **answers: str) -> Table:
    """The round of combat, everybody silent and staying unless ``answers`` say otherwise: prompt -> choice."""
    scene.play("pass")
    return settled(scene, **answers)


def settled(scene: Table, **answers: str) -> Table:
    """Whatever is asked until the combats of the phase are over."""
    quiet = ("restrain", "keep_silent", "refuse", "attack_unit", "orcs", "men")
    while scene.prompt in ("challenge", "challenged", "attack", "target", "after", "overrun"):
        legal = scene.choices()
        wanted = answers.get("attack" if scene.prompt == "target" else scene.prompt, "")
        wanted = wanted.split()[-1] if scene.prompt == "target" and wanted else wanted
        answer = next((text for word in (wanted, *quiet) if word for text in legal if text.startswith(word)), None)
        assert answer is not None, f"nothing known to answer {scene.decider} ({scene.prompt}): {legal}"
        scene.play(answer)
    return scene


def beaten(
    leadership: int = 7,
    difference: int = 1,
    rules: Mapping[str, int] | None = None,
    men: Mapping[str, Any] | None = None,
    orcs: Mapping[str, Any] | None = None,
    **more: Any,
) -> Table:
    """Ten orcs in one rank who are about to be beaten by so much, for the men have a standard; nobody strikes."""
    rules = {f"{RESULT}.standard": difference, f"{RESULT}.outnumber": 0, **(rules or {})}
    men = {"models": 10, "files": 10, "attacks": 0, "standard": True, **(men or {})}
    orcs = {"models": 10, "files": 10, "attacks": 0, "leadership": leadership, **(orcs or {})}
    return fray(men=men, orcs=orcs, rules=rules, **more)


def strikes(scene: Table) -> list[tuple[str, str, int, int]]:
    """Who has struck at whom: unit, target, attacks, Initiative step, in order."""
    return [(e.who, e.target, e.amount, e.extra % STEPS_TOLD) for e in scene.events if e.kind == "strikes"]  # type: ignore[misc, operator]


def attacks_of(scene: Table, who: str = "men", target: str | None = None) -> int:
    """How many attacks a unit has made."""
    return sum(amount for one, other, amount, _ in strikes(scene) if one == who and target in (None, other))


def steps_of(scene: Table, who: str = "men") -> list[int]:
    """The Initiative steps at which a unit has struck."""
    return [step for one, _, _, step in strikes(scene) if one == who]


def order(scene: Table, *kinds: str) -> list[tuple[str, str | None]]:
    """Events of some kinds in the order they happened: kind and unit."""
    return [(e.kind, e.who) for e in scene.events if e.kind in kinds]


def scores(scene: Table) -> tuple[int, int]:
    """The result of the last combat: the score of the men's side, and of the other."""
    result = scene.last("combat_result")
    return result.amount, result.extra


def blows(attacks: int, wounds: int = 0) -> list[int]:
    """Dice of a group of blows that takes so many wounds of models without armour: to hit, and to wound."""
    return [6] * wounds + [1] * (attacks - wounds) + [6] * wounds


__all__ = [
    "CALM", "HARDY", "RESULT", "SCOUTS", "attacks_of", "beaten", "blows", "charged", "duel", "fought", "fray", "go_on", "melee",
    "order", "scores", "steps_of", "strikes",
]  # fmt: skip
