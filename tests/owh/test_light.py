"""Light: what it does to checks of Notice and to attacks, and who sees in the dark."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly

DAY, LOW, DARK = 0, 1, 2


def noticed(light, notice=10, distance=1, rules=None, traits=()):
    """How likely an orc sees a man that comes out of hiding by killing somebody beside it: a check of Notice, 11 or more."""
    laid = duel(
        man={"hidden": True, "fighting": 40}, orc={"hp": 1, "parry": 1},
        friends=[{"name": "goblin", "side": "orcs", "at": [4 - distance, 5], "notice": notice, "traits": list(traits)}],
        light=light, rules=rules,
    )  # fmt: skip
    odds = laid.odds("attack orc normal", want=["orc.dead", "man.hidden"])
    return odds[1, 0] / (odds[1, 0] + odds[1, 1])


@clause("owh.light.low", "owh.completion.hidden")
@pytest.mark.parametrize(("light", "notice", "chance"), [(LOW, 10, 1 / 4), (DAY, 10, 1 / 2), (LOW, 14, (12 / 20) ** 2)])
def test_low_light_is_a_disadvantage(light, notice, chance):
    assert noticed(light, notice) == exactly(chance)


@clause("owh.light.dark")
@pytest.mark.parametrize("notice", [10, 30])
def test_nobody_notices_in_total_darkness(notice):
    assert noticed(DARK, notice) == 0


@clause("owh.light.low_light_vision")
@pytest.mark.parametrize(("light", "chance"), [(DAY, 1 / 2), (LOW, 1 / 2), (DARK, 1 / 4)])
def test_low_light_vision(light, chance):
    assert noticed(light, traits=["low_light_vision"]) == exactly(chance)


@clause("owh.light.night_vision")
@pytest.mark.parametrize("light", [DAY, LOW, DARK])
@pytest.mark.parametrize("trait", ["night_vision", "naturally_blind"])
def test_night_vision(light, trait):
    assert noticed(light, traits=[trait]) == exactly(1 / 2)


@clause("owh.light.night_vision", "owh.light.low_light_vision", "owh.light.dark", "owh.completion.line_of_sight")
@pytest.mark.parametrize(("traits", "distance", "may"), [
    ([], 1, True), ([], 2, False), (["low_light_vision"], 7, True), (["night_vision"], 7, True),
])  # fmt: skip
def test_who_sees_in_total_darkness(traits, distance, may):
    laid = duel(man={"weapons": ["longbow"], "traits": traits}, distance=distance, light=DARK)
    assert laid.offers("attack orc") is may


@clause("owh.light.sensitivity")
@pytest.mark.parametrize(("light", "chance"), [(DAY, 1 / 4), (LOW, 1 / 2), (DARK, 1 / 2)])
def test_daylight_dazzles_the_sensitive(light, chance):
    laid = duel(man={"fighting": 16, "traits": ["light_sensitive"]}, orc={"parry": 13}, light=light)
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.light.sensitivity")
def test_the_sensitive_notice_badly_by_day():
    assert noticed(DAY, traits=["light_sensitive"]) == exactly(1 / 4)
    assert noticed(LOW, traits=["light_sensitive", "low_light_vision"]) == exactly(1 / 2)


@clause("owh.light.sensitivity")
@pytest.mark.parametrize(("own", "chance"), [("daylight", 1 / 4), ("darkness", 1 / 2)])
def test_its_own_cell_counts(own, chance):
    other = "darkness" if own == "daylight" else "daylight"
    cells = [{"flag": own, "at": [[4, 5]]}, {"flag": other, "at": [[5, 5]]}]
    laid = duel(
        man={"fighting": 16, "traits": ["light_sensitive"]}, orc={"parry": 13}, light=LOW,
        board={"size": [12, 12], "cells": cells},
    )  # fmt: skip
    assert laid.odds("attack orc normal", want="hit")[1] == exactly(chance)


@clause("owh.light.low", "owh.light.dark")
@pytest.mark.parametrize(("light", "rules", "chance"), [
    (LOW, {"light.low.code": 0}, 1 / 2), (DAY, {"light.low.code": 0}, 1 / 4), (DARK, {"light.dark.code": 1}, 1 / 2),
])  # fmt: skip
def test_codes_of_light(light, rules, chance):
    assert noticed(light, rules=rules) == exactly(chance)
