"""Where units would stand after a choice: certain before any die is rolled, and no matter what is hidden."""

from __future__ import annotations

import numpy as np
import pytest
from conformance.play import steady_rng
from play.scenes import Page, match_of, pick, started

from tactica.envs.render import known_units, look_at
from tactica.experiments.play.choices import Menu
from tactica.experiments.play.ghosts import ghosts_of

RANDOM = {"seed": 1, "players": ["human", "human"]}


def at_a(name, verb, part="", most=200):
    """A position in which a verb is offered, with a part of that kind; and the choice."""
    game, rng = started(name), steady_rng(1)
    for _ in range(most):
        for choice in Menu(game).complete():
            if choice["verb"] == verb and (not part or any(one["kind"] == part for one in choice["parts"])):
                return game, choice
        game.answer(int(rng.choice(game.answers())))
    raise AssertionError(f"nobody could {verb}")


def after(game, choice):
    """What the choosing side sees of its units once a choice has been given."""
    twin = game.clone()
    for answer in choice["give"]:
        twin.answer(answer)
    assert (twin.s["rng"] == game.s["rng"]).all(), "a die was rolled"
    return {figure.row: figure for figure in look_at(twin, game.side).figures}


def test_the_page_is_told_where_a_unit_would_stand(page):
    match = page.post("/api/matches", {"ruleset": "owh", "scenario": "duel", **RANDOM})["match"]
    one = page.house.match(match)
    seat, before = one.game.side, one.game.position()
    move = next(choice for choice in one.choices() if choice["verb"] == "move")
    cell = next(part["value"] for part in move["parts"] if part["kind"] == "cell")
    sent = {"seat": seat, "at": one.at, "give": move["give"]}
    ((row, *state),) = page.post(f"/api/matches/{match}/ghosts", sent)["units"]
    assert row == one.game.decider and state[:2] == cell and one.game.position() == before
    still = next(choice for choice in one.choices() if not any(part["kind"] == "cell" for part in choice["parts"]))
    assert page.post(f"/api/matches/{match}/ghosts", {**sent, "give": still["give"]})["units"] == []
    page.post(f"/api/matches/{match}/ghosts", {**sent, "give": [9_999]}, 400)
    page.post(f"/api/matches/{match}/ghosts", {**sent, "give": []}, 400)
    page.post(f"/api/matches/{match}/ghosts", {**sent, "at": one.at + 1}, 409)
    page.post(f"/api/matches/{match}/ghosts", {**sent, "seat": 1 - seat}, 409)
    other = Page(page.house, one.tokens[1 - seat])
    other.post(f"/api/matches/{match}/ghosts", sent, 403)


@pytest.mark.compiled_only
@pytest.mark.parametrize("verb", ["wheel left", "wheel right", "reform", "about face", "redress", "side left"])
def test_manoeuvres_of_regiments_end_as_they_do_in_the_battle(verb):
    game, choice = at_a("tow/small", verb)
    ghosts = {row: state for row, *state in ghosts_of(game, choice["give"])}
    now = after(game, choice)
    assert set(ghosts) == {game.decider}
    for row, (x, y, facing, *_, width, height, models, _group) in ghosts.items():
        figure = now[row]
        assert (x, y, facing, width, height) == (*figure.cell, figure.facing, figure.width, figure.height)
        assert len(models) == 5 * len(figure.bases)


def while_hidden(name, verb, most=60):
    """A position in which a unit is hidden from the deciding side, and a choice of a verb that has a ghost; and the ghost."""
    game, rng = started(name), np.random.default_rng(1)
    for _ in range(most):
        if set(range(int(game.s["unit_count"]))) - known_units(game, game.side):
            choices = [choice for choice in Menu(game).complete() if choice["verb"] == verb]
            for choice in choices[:: max(1, len(choices) // 8)]:
                if found := ghosts_of(game, choice["give"]):
                    return game, choice, found
        game.answer(int(rng.choice(game.answers())))
    raise AssertionError(f"nobody could {verb} while a unit was hidden")


@pytest.mark.parametrize(
    ("name", "verb"), [("wfrp1/small", "move standard"), ("wfrp1/small", "face"), ("owh/night_raid", "move")]
)
def test_ghosts_do_not_depend_on_what_is_hidden(name, verb):
    """A hidden unit stands elsewhere, and the dice are others: the same ghosts."""
    game, choice, found = while_hidden(name, verb)
    before, hidden = game.position(), set(range(int(game.s["unit_count"]))) - known_units(game, game.side)
    other, changed = game.clone(), 0
    taken = set(other.s["units"]["cell"].tolist())
    width, height = int(other.s["board_width"]), int(other.s["board_height"])
    free = {game.ruleset.board.cell(x, y) for y in range(height) for x in range(width)} - taken
    for row in sorted(hidden):
        was = int(other.s["units"]["cell"][row])
        for cell in sorted(free):
            other.s["units"]["cell"][row] = cell
            if row not in known_units(other, game.side):
                free.remove(cell)
                changed += 1
                break
            other.s["units"]["cell"][row] = was
    other.states["rng"] += 1
    assert changed and ghosts_of(other, choice["give"]) == found
    assert game.position() == before


def test_what_a_die_decides_has_no_ghost():
    """A flight of a regiment is as long as its dice say."""
    match, rng, rolled = match_of("wfrp1/duel", "human", "human"), steady_rng(1), 0  # some of its choices roll dice
    for _ in range(40):
        if match.game.over:
            break
        for choice in match.choices()[:3]:
            twin = match.game.clone()
            for answer in choice["give"]:
                twin.answer(answer)
            if (twin.s["rng"] == match.game.s["rng"]).all():
                continue
            rolled += 1
            for row, *state in ghosts_of(match.game, choice["give"]):
                dice = []
                for shift in (1, 2, 3):
                    other = match.game.clone()
                    other.states["rng"] += shift
                    dice.append(ghosts_of(other, choice["give"]))
                assert all([row, *state] in found for found in dice)
        match.answer(match.game.side, match.at, pick(match, rng))
    assert rolled
