"""Scenes of shooting: who shoots and who is shot at, what may be chosen, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tow.scenes import QUIET, Ground, battle, go_on, regiment

from tactica.envs.sandbox import Table

HARDY = {"toughness": 10, "traits": ["unbreakable"]}  # S 4 does nothing to them: only the hits are counted
DEEP = (36, 60)  # a table long enough for the longest bow


def shooter(at: Sequence[int] = (10, 20), facing: str = "north", **fields: Any) -> dict[str, Any]:
    """A man with a crossbow, or more of them."""
    return regiment("men", at=at, facing=facing, **{"models": 1, "files": 12, "missile": "crossbow", **fields})


def target(at: Sequence[int], facing: str = "south", name: str = "orcs", **fields: Any) -> dict[str, Any]:
    """An orc whom no bolt of a crossbow harms, or more of them."""
    return regiment(name, "orcs", at=at, facing=facing, **{"models": 1, "files": 12, **HARDY, **fields})


def aims(laid: Table, who: str = "men") -> list[str]:
    """What a unit may choose when it could shoot, in the first turn; empty if it is not asked."""
    turn = Ground.of(laid).s
    while laid.prompt is not None and turn.turn_side == 0 and laid.round == 1:
        if laid.prompt == "shoot" and laid.decider == who:
            return [choice for choice in laid.choices() if choice != "pass"]
        words = laid.first_words()
        laid.play(next(answer for answer in QUIET if answer in words))
    return []


def apart(
    gap: int,
    men: Mapping[str, Any] | None = None,
    orcs: Mapping[str, Any] | None = None,
    aside: int = 0,
    friends: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Table:
    """A shooter about to shoot at an orc so many inches before him, and so many columns to the right; see :func:`battle`."""
    more = {"dice": None, "size": DEEP, "upto": "shoot", "who": "men", **more}
    units = shooter(**{"at": (10, 50), **(men or {})}), target(**{"at": (10 + aside, 49 - gap), **(orcs or {})})
    return battle(*units, *friends, **more)


def charged(
    gap: int, men: Mapping[str, Any] | None = None, orcs: Mapping[str, Any] | None = None, **more: Any
) -> Table:
    """A shooter on whom an orc so many inches before him has just declared a charge."""
    spy = target((0, 0), "north", "spy")
    scene = apart(gap, men, orcs, friends=[spy], **{"upto": "charge", "who": "orcs", **more})
    scene.play("charge men")
    return scene


def p_hit(laid: Table, text: str = "shoot orcs") -> float:
    """The chance that the one shot of a choice hits."""
    how = {"until": "move"} if text == "stand_and_shoot" else {}
    found = laid.odds(text, want="hits", **how)
    assert set(found) <= {0, 1}, f"more than one shot: {found}"
    return float(found.get(1, 0.0))


def shots(laid: Table, text: str = "shoot orcs") -> int:
    """How many shots a choice comes to."""
    laid.dice = None
    fired = [event.amount for event in laid.play(text) if event.kind == "shoots"]
    return sum(fired)


def next_turn(laid: Table, prompt: str, who: str) -> Table:
    """Go on past the present decision to a later one."""
    laid.play("pass")
    return go_on(laid, prompt, who)
