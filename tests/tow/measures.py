"""What clause tests measure: exact chances of rules asked by themselves, and of choices at a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any

from tow.scenes import Ground

from tactica.envs.core.dice import COUNT, TAPE
from tactica.envs.core.state import top
from tactica.envs.rulesets.tow.rules.harm import harm_step, start_harm, take_harmed
from tactica.envs.rulesets.tow.vocab import Mark
from tactica.envs.sandbox import Table

#: What those answer who are asked in the middle of something and do no more than they must.
STAY = {
    "reaction": "hold", "dispel": "let_pass", "challenge": "keep_silent", "challenged": "refuse", "after": "restrain",
    "overrun": "restrain",
}  # fmt: skip
SURE = Mark.AUTO_HIT  # hits, not attacks


def chances(ground: Ground, roll: Callable[[], Hashable]) -> dict[Any, float]:
    """Everything a roll can come to, and how likely it is: run once for every way the dice can fall. The ground stays as it
    was.
    """
    s, saved = ground.s, ground.save()
    found: dict[Any, float] = defaultdict(float)
    picks: list[int] = []
    while True:
        ground.put_back(saved)
        s.dice_mode, s.trace_given, s.trace_length, s.overrun, s.trace_weight = COUNT, len(picks), 0, 0, 1.0
        for i, pick in enumerate(picks):
            s.trace_pick[i] = pick
        result = roll()
        assert s.overrun == 0, "more rolls than fit into a count"
        found[result] += float(s.trace_weight)
        picks = [int(s.trace_pick[i]) for i in range(int(s.trace_length))]
        classes = [int(s.trace_classes[i]) for i in range(int(s.trace_length))]
        while picks and picks[-1] + 1 >= classes[len(picks) - 1]:
            picks.pop()
        if not picks:
            ground.put_back(saved)
            return {result: chance for result, chance in found.items() if chance > 0.0}
        picks[-1] += 1


def taped(ground: Ground, roll: Callable[[], Any], *faces: int) -> Any:
    """What a roll comes to with these faces; all of them must be asked for."""
    s = ground.s
    s.dice_mode, s.tape_next, s.tape_length, s.tape_short, s.tape_wrong = TAPE, 0, len(faces), 0, 0
    for i, face in enumerate(faces):
        s.tape[i] = face
    result = roll()
    assert (int(s.tape_next), int(s.tape_short), int(s.tape_wrong)) == (len(faces), 0, 0)
    return result


def mean(found: dict[int, float]) -> float:
    """The expected value."""
    return sum(value * chance for value, chance in found.items())


def at_least(found: dict[int, float], number: int) -> float:
    """The chance of a number or more."""
    return sum(chance for value, chance in found.items() if value >= number)


def strike(
    ground: Ground,
    attacks: int = 1,
    need: int = 0,
    strength: int = 3,
    ap: int = 0,
    bane: int = 0,
    multiple: int = 0,
    marks: int = 0,
    who: str = "orcs",
    foe: str = "men",
) -> int:
    """Wounds that a group of attacks takes; without a number needed they hit of themselves."""
    s, w = ground.s, ground.w
    depth = int(s.depth)
    marks = marks if need else marks | SURE
    start_harm(s, ground.row(who), ground.row(foe), int(marks), attacks, need, strength, ap, bane, multiple)
    while s.depth > depth:
        harm_step(s, w, top(s))
    return int(take_harmed(s))


def wounds(ground: Ground, attacks: int = 1, **how: Any) -> dict[int, float]:
    """How likely it is that a group of attacks takes so many wounds; see :func:`strike`."""
    return chances(ground, lambda: strike(ground, attacks, **how))


def per_hit(laid: Table, text: str, by: str = "") -> float:
    """The chance that one hit of a choice (of one unit) takes a wound."""
    who = f" by {by}" if by else ""
    found = laid.odds(text, want=[f"hits{who}", f"result wounds{who}"], answers=STAY)
    hit = sum(chance for (hits, _), chance in found.items() if hits == 1)
    return sum(chance for (hits, lost), chance in found.items() if hits == 1 and lost) / hit
