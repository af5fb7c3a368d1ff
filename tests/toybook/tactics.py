"""Policies inside the kernel."""

from __future__ import annotations

from tactica.envs.core.jit import kernel

from .rules.places import gap, is_seen_by, is_standing
from .vocab import A_CELL, A_UNIT, Prompt, Verb

POLICIES = ("random", "fierce")


@kernel
def nearest_enemy(s, who, cell):
    """Distance from a cell to the nearest enemy that is seen, 99 when there is none."""
    side = s.units[who].side
    nearest = 99
    for other in range(s.unit_count):
        if is_standing(s, other) and s.allied[side, s.units[other].side] == 0 and is_seen_by(s, side, other):
            nearest = min(nearest, gap(s, who, cell, other))
    return nearest


@kernel
def decide(s, w, policy, words):
    """Policy 1, fierce: close in, strike the weakest. What it has no opinion on is -1."""
    who = s.decider
    if s.prompt == Prompt.ORDER:
        return Verb.STRIKE.value if nearest_enemy(s, who, int(s.units[who].cell)) <= 1 else Verb.MARCH.value
    best = -1
    least = 10_000
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        value = 10_000
        if s.prompt == Prompt.CARD:
            value = -answer
        elif s.prompt == Prompt.CELL:
            value = nearest_enemy(s, who, answer - A_CELL)
        elif s.prompt == Prompt.TARGET:
            value = int(s.units[answer - A_UNIT].health)
        if value < least:
            least = value
            best = answer
    return best
