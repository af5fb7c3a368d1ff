"""Boards as text and as pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs import rulesets, scenario
from tactica.envs.engine.game import Game
from tactica.envs.render import image, look_at, text
from tactica.envs.render.scene import codes
from tactica.envs.render.text import bare

BATTLES = [(slug, name) for slug in rulesets.names() for name in scenario.shipped(slug)]


def play(game, decisions, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if game.over:
            break
        game.step(int(rng.choice(game.legal())))
    return game


@pytest.mark.parametrize(("slug", "name"), BATTLES)
def test_every_shipped_scenario_can_be_drawn(slug, name):
    game = Game.of(slug, name, seed=1)
    picture = image(game)
    assert picture.dtype == np.uint8
    assert picture.ndim == 3 and picture.shape[2] == 3
    height, width = int(game.s["board_height"]), int(game.s["board_width"])
    assert picture.shape[0] >= 44 * height and picture.shape[1] >= 44 * width
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100, "an empty picture"
    drawn = bare(text(game))
    assert all(unit in drawn for unit in game.names)
    assert len(drawn.splitlines()) > height


def test_the_picture_keeps_its_size_and_changes_with_the_position():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    before = image(game)
    after = image(play(game, 40))
    assert before.shape == after.shape
    assert (before != after).any()


def test_the_same_position_is_drawn_the_same():
    game = play(Game.of("toybook", scenario.shipped("toybook")[0], seed=1), 9)
    assert (image(game) == image(game.clone())).all()
    assert text(game) == text(game.clone())


def test_text_without_colour_has_no_escapes():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    assert "\x1b" in text(game)
    plain = text(game, colour=False)
    assert "\x1b" not in plain
    assert plain == bare(text(game))


def test_a_finished_battle_says_who_won():
    game = play(Game.of("toybook", scenario.shipped("toybook")[0], seed=1), 5000)
    assert game.over
    assert game.ending_text in bare(text(game))
    assert "won" in look_at(game).asked or "a draw" in look_at(game).asked
    image(game)


def test_a_side_sees_only_what_it_may_know():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    units = game.s["units"]
    who = next(i for i in range(int(game.s["unit_count"])) if units[i]["hidden"])
    side = int(units[who]["side"])
    enemy = next(other for other in range(game.side_count) if not game.s["allied"][other][side])
    assert game.names[who] in text(game, viewer=side)
    assert game.names[who] not in text(game, viewer=enemy)
    seen, drawn = text(game, viewer=enemy), image(game, viewer=enemy)
    game.states["units"]["health"][0, who] -= 1
    game.states["units"]["cell"][0, who] += 1
    assert text(game, viewer=enemy) == seen
    assert (image(game, viewer=enemy) == drawn).all()
    assert (image(game) != drawn).any()


def test_a_side_does_not_see_what_another_is_asked():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    other = (game.side + 1) % game.side_count
    assert game.prompt_text in look_at(game, game.side).asked
    assert game.prompt_text not in look_at(game, other).asked
    assert not any(figure.is_deciding for figure in look_at(game, other).figures)


def test_walls_are_found_in_what_is_closed():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    scene = look_at(game)
    for x, y, direction in scene.borders:
        assert (int(game.field["closed"][y * 32 + x]) >> direction) & 1


def test_borders_have_their_kind():
    if "wfrp1" not in rulesets.names() or "cellar" not in scenario.shipped("wfrp1"):
        pytest.skip("no scenario with a door")
    kinds = set(look_at(Game.of("wfrp1", "cellar", seed=1)).borders.values())
    assert any("door" in kind for kind in kinds)


def test_codes_are_short_and_all_different():
    names = [
        "helmut",
        "goblin_archer_1",
        "goblin_archer_2",
        "goblin",
        "ogre",
        "ork",
        "orc",
        "o",
        *(f"x_{i}" for i in range(9)),
    ]
    found = codes(names)
    assert len(set(found)) == len(names)
    assert all(1 <= len(code) <= 2 for code in found)
    assert found[0] == "H" and found[1] == "G1" and found[2] == "G2"


def test_who_has_left_the_field_is_said_to_have():
    game = Game.of("wfrp1", "duel", seed=1)
    game.s["units"]["escaped"][1] = 1
    game.s["units"]["cell"][1] = -1
    figure = look_at(game).figures[1]
    assert figure.is_out and figure.condition == "escaped"
    assert "escaped" in text(game, colour=False)
