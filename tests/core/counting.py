"""A state with nothing but dice, and the two ways to list what a roll can give: counting it, and trying every face."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from tactica.envs.core import dice
from tactica.envs.core.state import record, state_type

UNIT = record([("side", "i2"), ("present", "i2")])
FRAME = record([("kind", "i2"), ("step", "i2"), ("who", "i2")])
BARE = state_type([("units", UNIT, (4,))], FRAME, [], cells=4)

Roll = Callable[[Any], Any]


def bare(seed: int = 1) -> Any:
    """A state whose generator is seeded."""
    s = np.zeros(1, BARE.dtype).view(np.recarray)[0]
    dice.seed_rng(s.rng, seed, 0, 0, 0)
    return s


def plain(result: Any) -> Any:
    """A roll's result as Python numbers."""
    return tuple(int(part) for part in result) if isinstance(result, tuple) else int(result)


def counted(roll: Roll) -> dict[Any, float]:
    """Results and their probabilities, by running the roll once for every combination of classes."""
    s = bare()
    found: dict[Any, float] = defaultdict(float)
    given = 0
    while True:
        s.dice_mode, s.trace_given, s.trace_length, s.overrun, s.trace_weight = dice.COUNT, given, 0, 0, 1.0
        result = plain(roll(s))
        assert s.overrun == 0
        found[result] += float(s.trace_weight)
        at = int(s.trace_length) - 1
        while at >= 0 and s.trace_pick[at] + 1 >= s.trace_classes[at]:
            at -= 1
        if at < 0:
            return dict(found)
        given = at + 1
        s.trace_pick[at] += 1


def tried(roll: Roll, sides: int, count: int = 1) -> dict[Any, float]:
    """Results and their probabilities, by laying every combination of faces on the tape."""
    s = bare()
    found: dict[Any, float] = defaultdict(float)
    for faces in itertools.product(range(1, sides + 1), repeat=count):
        result = plain(taped(s, roll, *faces))
        assert (s.tape_next, s.tape_short, s.tape_wrong) == (count, 0, 0)
        found[result] += 1 / sides**count
    return dict(found)


def met(roll: Roll, seed: int, times: int) -> Counter[Any]:
    """How often each result came up in play."""
    s = bare(seed)
    return Counter(plain(roll(s)) for _ in range(times))


def assert_met(roll: Roll, seed: int = 11, times: int = 4000) -> None:
    """In play every result comes up as often as counting says, within five standard deviations and one."""
    expected = counted(roll)
    found = met(roll, seed, times)
    assert set(found) <= set(expected)
    for result, chance in expected.items():
        assert abs(found[result] - times * chance) < 5 * math.sqrt(times * chance * (1 - chance)) + 1, result


def taped(s: Any, roll: Roll, *faces: int) -> Any:
    """The result of a roll with these faces on the tape."""
    s.dice_mode, s.tape_next, s.tape_length, s.tape_short, s.tape_wrong = dice.TAPE, 0, len(faces), 0, 0
    s.tape[: len(faces)] = faces
    return roll(s)


def assert_same(one: dict[Any, float], other: dict[Any, float], within: float = 1e-13) -> None:
    """Two distributions have the same support and weights, and add up to one."""
    assert {key for key, weight in one.items() if weight} == {key for key, weight in other.items() if weight}
    assert all(abs(weight - other.get(key, 0.0)) < within for key, weight in one.items())
    assert abs(sum(one.values()) - 1) < 1e-13
