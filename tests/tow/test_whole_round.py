"""A whole round of combat between two regiments of twenty, counted exactly, and once more without the rules."""

from __future__ import annotations

from collections import defaultdict
from math import comb

import pytest
from fixtures import clause
from tow.scenes import exactly, fray

WOUND = 1 / 2 * 1 / 2  # WS 3 against 3, S 3 against T 3, no armour
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}  # of two dice, of 36
LEADERSHIP, FILES = 7, 5
FATES = ("gives_ground", "falls_back", "breaks")


def binomial(attacks):
    """Wounds of so many attacks: number -> chance."""
    return {n: comb(attacks, n) * WOUND**n * (1 - WOUND) ** (attacks - n) for n in range(attacks + 1)}


def first_blows():
    """Models that fall of the orcs, and then of the men: ten attacks, and those that five orcs in front, less the fallen, and
    five behind them are left with.
    """
    found = {}
    for orcs, chance in binomial(10).items():
        for men, answer in binomial(max(5 - orcs, 0) + 5).items():
            found[orcs, men] = chance * answer
    return found


def ranks(models):
    """Full ranks beyond the first, two at most."""
    return min(2, models // FILES - 1)


def fates(orcs_lost, men_lost):
    """Who must do what: (unit, fate) -> chance; nobody after a draw."""
    men, orcs = 20 - men_lost, 20 - orcs_lost
    ahead = orcs_lost + ranks(men) + (men > orcs) - men_lost - ranks(orcs) - (orcs > men)
    if ahead == 0:
        return {(None, None): 1.0}
    loser, strong, weak = ("orcs", men, orcs) if ahead > 0 else ("men", orcs, men)
    found = defaultdict(float)
    for total, ways in WAYS.items():
        breaks = total == 12 or total > LEADERSHIP
        falls = total + abs(ahead) > LEADERSHIP
        fate = 0 if total == 2 else 2 if breaks or (falls and strong > 2 * weak) else 1 if falls else 0
        found[loser, FATES[fate]] += ways / 36
    return found


def counted():
    """The table's count of the round up to the break tests: models lost by the orcs and by the men, and who does what."""
    scene = fray(men={"initiative": 4})
    wanted = [
        "result models on orcs",
        "result models on men",
        *(f"{fate} by {who}" for who in ("men", "orcs") for fate in FATES),
    ]
    return scene.odds("pass", want=wanted, open="stop", until="after")


@clause("tow.x.combat.resolve", "tow.x.combat.initiative_order", "tow.x.combat.losses_before_striking")
def test_the_first_blows_of_two_regiments():
    """Men of the higher Initiative strike first; what they fell does not strike back."""
    found = defaultdict(float)
    for (orcs, men, *_), chance in counted().items():
        found[orcs, men] += chance
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-12)
    assert dict(found) == {lost: pytest.approx(chance, abs=1e-12) for lost, chance in first_blows().items()}


@clause("tow.x.combat.result", "tow.x.combat.break_test", "tow.formation.rank_bonus")
def test_a_whole_round_of_two_regiments():
    """Blows, ranks, numbers and break tests."""
    expected = defaultdict(float)
    for lost, chance in first_blows().items():
        for (who, fate), part in fates(*lost).items():
            expected[(*lost, who, fate)] += chance * part
    found = defaultdict(float)
    for (orcs, men, *told), chance in counted().items():
        names = [(who, fate) for who in ("men", "orcs") for fate in FATES]
        (done,) = [name for name, count in zip(names, told, strict=True) if count] or [(None, None)]
        found[(orcs, men, *done)] += chance
    assert dict(found) == {key: pytest.approx(chance, abs=1e-9) for key, chance in expected.items() if chance}


@pytest.mark.compiled_only
def test_the_round_with_pursuit_and_flight_is_counted_to_the_end():
    """Nobody's chance is lost; the winner stays if it can."""
    scene = fray(men={"initiative": 4})
    found = scene.odds("pass", want="breaks by orcs", answers={"after": "restrain"})
    assert sum(found.values()) == exactly(1.0)
    assert found.complete
    expected = sum(chance * fates(*lost).get(("orcs", "breaks"), 0.0) for lost, chance in first_blows().items())
    assert found[1] == exactly(expected)
