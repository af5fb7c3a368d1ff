"""The sheet of a unit as one seat knows it: the numbers of its record, of others only what a side may know."""

from __future__ import annotations

import numpy as np
import pytest
from play.scenes import match_of, pick, started
from play.test_server import begun

from tactica.envs.render import known_units
from tactica.envs.rulesets.wfrp1.vocab import Item
from tactica.experiments.play.seats import EVERYBODY, Refused
from tactica.experiments.play.sheets import sheet_in, sheet_of

#: Of each ruleset a characteristic that stays, and one that changes, by the names of the unit's record.
NUMBERS = {
    "heimr": ("wp_max", "initiative"),
    "owh": ("fighting", "hp"),
    "tow": ("leadership", "models"),
    "wfrp1": ("ballistic_skill", "wounds"),
    "woin": ("soak", "health"),
}


def values_of(lines):
    return {line["name"]: line["value"] for line in lines}


@pytest.mark.parametrize(("slug", "names"), NUMBERS.items())
def test_a_sheet_has_the_numbers_of_the_record(slug, names):
    game = started(f"{slug}/tiny")
    for row in known_units(game, 0):
        sheet, unit = sheet_of(game, 0, row), game.s["units"][row]
        for part, name in zip(("profile", "now"), names, strict=True):
            assert values_of(sheet[part])[name.replace("_", " ")] == str(int(unit[name])), (row, name)
        assert all(line["meaning"] for part in sheet.values() for line in part)


def test_a_word_stands_for_what_has_one():
    game = started("wfrp1/tiny")
    for row in known_units(game, 0):
        held = Item(int(game.s["units"]["main_hand"][row])).name.lower().replace("_", " ")
        assert values_of(sheet_of(game, 0, row)["now"])["main hand"] == held


def test_what_only_its_own_side_knows_stands_on_no_other_sheet():
    game = started("heimr/small")  # there willpower is hidden from enemies
    mine, theirs = int(game.s["side_start"][0]), int(game.s["side_start"][1])
    assert int(game.s["units"]["wp"][theirs]) > 0
    assert values_of(sheet_of(game, 0, mine)["now"])["wp"] == str(int(game.s["units"]["wp"][mine]))
    assert "wp" not in values_of(sheet_of(game, 0, theirs)["now"])


def test_a_unit_nobody_knows_of_has_an_empty_sheet():
    game = started("wfrp1/night_guns")
    hidden = set(range(int(game.s["unit_count"]))) - known_units(game, 0)
    assert hidden
    assert all(not any(sheet_of(game, 0, row).values()) for row in hidden)


def test_the_sheet_of_what_has_been_is_that_of_then():
    match, rng = match_of("owh/tiny", "human", "guardian"), np.random.default_rng(1)
    full = int(match.position([]).s["units"]["hp"][0])
    while not match.game.over and int(match.game.s["units"]["hp"][0]) == full:
        match.answer(0, match.at, pick(match, rng))
        match.play_on(60)
    assert values_of(sheet_in(match, 0, 0, 0)["now"])["hp"] == str(full)
    assert (
        values_of(sheet_in(match, 0, match.at, 0)["now"]).get("hp", "0")
        == str(int(match.game.s["units"]["hp"][0]))
        != str(full)
    )


def test_who_may_ask_for_a_sheet():
    match = match_of("wfrp1/tiny", "human", "guardian")
    for seat, at, row, said in ((1, 0, 0, "not played by a person"), (EVERYBODY, 0, 0, "after the battle")):
        with pytest.raises(Refused, match=said):
            sheet_in(match, seat, at, row)
    with pytest.raises(Refused, match="no decision"):
        sheet_in(match, 0, match.at + 1, 0)
    for row in (2, 99, -1):
        assert not any(sheet_in(match, 0, 0, row).values()), "as of a hidden unit: how many there are is not told"


def test_the_page_is_answered_with_a_sheet(page):
    match = begun(page, ruleset="wfrp1", scenario="tiny", players=["human", "guardian"])
    sheet = page.get(f"/api/matches/{match}/sheet?seat=0&row=1")
    assert set(sheet) == {"now", "is", "profile", "has"} and sheet["profile"]
    assert not any(page.get(f"/api/matches/{match}/sheet?seat=0&row=7").values())
