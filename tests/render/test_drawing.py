"""Boards as text and as pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs import rulesets, scenario
from tactica.envs.engine.game import Game
from tactica.envs.render import image, look_at, picture, text
from tactica.envs.render.letters import codes, codes_of
from tactica.envs.render.lines import lines_of
from tactica.envs.render.text import bare
from tactica.envs.sandbox import sandbox

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
    colours = picture.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    assert len(np.unique(colours)) > 100, "an empty picture"
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


def test_a_door_is_drawn_as_it_is_now():
    game = Game.of("wfrp1", "cellar", seed=1)
    s = game.s
    place = (*game.ruleset.board.place(int(s["door_cell"][0])), int(s["door_direction"][0]))
    assert "door" in look_at(game).borders[place]
    s["door_state"][0] = 0
    assert place not in look_at(game).borders


def test_ground_on_fire_is_drawn():
    game = Game.of("wfrp1", "duel", seed=1)
    board = text(game, colour=False, roster=False, events=0)
    game.s["fire_cell"][1], game.s["fire_rounds"][1] = game.ruleset.board.cell(0, 1), 3
    assert look_at(game).layers["fire"][1, 0] == 3 and look_at(game).layers["fire"].sum() == 3
    burning = text(game, colour=False, roster=False, events=0)
    assert "^" not in board and burning.count("^") == 1


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


def test_letters_say_nothing_of_units_that_have_not_been_seen():
    game = Game.of("wfrp1", "duel", seed=1)
    for own, enemy in (("hans", "helmut"), ("goblin", "goblin_archer"), ("ork_1", "ork_2")):
        game.names[:2] = own, enemy
        alone = codes_of(game, {0}, viewer=0)
        assert codes_of(game, {0, 1}, viewer=0)[0] == alone[0] == codes([own])[0]
        assert set(alone) == {0} and len(set(codes_of(game, {0, 1}, viewer=0).values())) == 2


def test_who_has_left_the_field_is_said_to_have():
    game = Game.of("wfrp1", "duel", seed=1)
    game.s["units"]["escaped"][1] = 1
    game.s["units"]["cell"][1] = -1
    figure = look_at(game).figures[1]
    assert figure.is_out and figure.condition == "escaped"
    assert "escaped" in text(game, colour=False)


# --- what a picture shows beside the ground


def test_no_two_kinds_of_cover_look_alike_and_neither_is_symmetric_from_top_to_bottom():
    """Cover is something low that stands on the ground: the upper half of its cell is empty."""
    game = Game.of("wfrp1", "duel", seed=1)
    drawn = []
    for kind in (0, 1, 2):
        game.field["cover"][game.ruleset.board.cell(0, 0)] = kind
        left, up = picture.MARGIN, picture.HEAD + picture.MARGIN - 8
        drawn.append(image(game)[up + 3 : up + picture.CELL - 3, left + 3 : left + picture.CELL - 3])
        upper = drawn[-1][: picture.CELL // 3]
        assert len(np.unique(upper.reshape(-1, 3), axis=0)) == 1
    assert (drawn[0] != drawn[1]).any() and (drawn[1] != drawn[2]).any()


def test_who_rides_and_who_is_in_the_air_is_seen():
    game = Game.of("wfrp1", "harpies", seed=1)
    scene = look_at(game)
    by_name = {figure.name: figure for figure in scene.figures}
    rider = by_name["ranger_3"]
    assert game.names[rider.mount] == "giant_eagle" and rider.lift == "12 yd"
    assert scene.state_of(rider).startswith("on giant eagle, 12 yd up")
    assert scene.state_of(by_name["giant_eagle"]).startswith("under ranger 3")
    assert by_name["ranger_1"].mount == -1 and by_name["ranger_1"].lift == ""
    before = image(game)
    game.s["units"]["altitude_yd"][rider.row] = 0
    assert (image(game) != before).any()
    grounded = image(game)
    game.s["units"]["mount"][rider.row] = -1
    assert (
        image(game)[:, : picture.MARGIN + 16 * picture.CELL] != grounded[:, : picture.MARGIN + 16 * picture.CELL]
    ).any()


def test_by_night_a_light_lights_the_cells_around_it():
    game = Game.of("wfrp1", "night_guns", seed=1)
    light = look_at(game).light
    yards, width = int(game.book["lantern_yards"]), int(game.book["yards_per_cell"])
    reach = yards // width
    assert light is not None and light[6, 2 + reach] == 1 and light[6, 3 + reach] == 0
    bearer = game.names.index("physician")
    units = game.s["units"]
    for hand in ("main_hand", "off_hand"):
        units[hand][bearer] = 0
    assert look_at(game).light.sum() == 0
    dark = image(game)
    game.s["light"] = 1
    assert look_at(game).light is None and (image(game) != dark).any()


def test_a_light_nobody_knows_of_lights_nothing_for_them():
    game = Game.of("wfrp1", "night_guns", seed=1)
    bearer = game.names.index("physician")
    side = int(game.s["units"]["side"][bearer])
    shown = [figure.row for figure in look_at(game, 1 - side).figures]
    lit = look_at(game, 1 - side).light
    assert lit is not None and (bearer in shown) == bool(lit.sum())


def test_what_lies_about_is_marked():
    from tactica.envs.rulesets.wfrp1.vocab import Item

    game = Game.of("wfrp1", "night_guns", seed=1)
    game.s["light_cell"][0], game.s["light_item"][0] = game.ruleset.board.cell(9, 3), Item.TORCH
    (mark,) = look_at(game).marks
    assert (mark.cell, mark.sign, mark.words) == ((9, 3), "T", "torch")
    assert look_at(game).light[3, 9] == 1


def logged(game, *events):
    """A game whose log holds nothing but some events: (kind, who, target)."""
    for i, (kind, who, target) in enumerate(events):
        row = game.s["events"][i]
        for name in row.dtype.names:
            row[name] = 0
        row["kind"], row["who"], row["target"] = kind, who, target
    game.s["event_count"] = len(events)
    return game


def test_the_last_blow_is_a_line_from_who_struck_to_who_was_struck():
    vocab = rulesets.get("wfrp1").module("vocab")
    game = logged(
        Game.of("wfrp1", "duel", seed=1), (vocab.Event.TURN_BEGINS, 0, -1), (vocab.Event.BLOW_HIT, 0, 1),
        (vocab.Event.WOUNDED, -1, 1), (vocab.Event.BLOW_MISSED, 1, 0), (vocab.Event.PARRY_FAILED, 0, 1),
    )  # fmt: skip
    scene = look_at(game)
    one, other = ((figure.cell[0] + 0.5, figure.cell[1] + 0.5) for figure in scene.figures)
    found = lines_of(game, scene)
    assert [(line.kind, line.points) for line in found] == [("hit", (one, other)), ("miss", (other, one))]
    drawn = image(game)
    game.s["event_count"] = 0
    assert lines_of(game, scene) == [] and (image(game) != drawn).any()


def test_a_move_is_a_line_from_where_a_unit_stood():
    game = logged(Game.of("wfrp1", "duel", seed=1))
    before = look_at(game)
    x, y = before.figures[0].cell
    game.s["units"]["cell"][0] = game.ruleset.board.cell(x + 1, y)
    (line,) = lines_of(game, look_at(game), before=before)
    assert (line.kind, line.points) == ("move", ((x + 0.5, y + 0.5), (x + 1.5, y + 0.5)))
    assert (image(game, before=before) != image(game)).any()


def test_a_move_is_drawn_along_the_cells_that_were_walked():
    """Round a wall, not through it; a side that may not have seen the way is shown a straight line."""
    board = {"map": "...#...\n...#...\n.......\n"}
    units = [
        {"template": "sellsword", "name": "helmut", "side": "red", "at": [1, 0], "I": 60},
        {"template": "sellsword", "name": "otto", "side": "blue", "at": [6, 2], "I": 20},
    ]
    table = sandbox("wfrp1", {"ruleset": "wfrp1", "sides": ["red", "blue"], "board": board, "units": units}, seed=1)
    before = look_at(table.game)
    table.play("move_standard 4,0")
    found = {viewer: lines_of(table.game, look_at(table.game), viewer, before) for viewer in (None, 0, 1)}
    (line,) = found[None]
    assert (line.kind, line.points) == ("move", ((1.5, 0.5), (3.5, 2.5), (4.5, 1.5), (4.5, 0.5)))
    assert found[0] == [line]
    assert [line.points for line in found[1]] == [((1.5, 0.5), (4.5, 0.5))]


def test_no_line_leads_to_a_unit_a_side_does_not_know_of():
    game = Game.of("toybook", scenario.shipped("toybook")[0], seed=1)
    units = game.s["units"]
    who = next(i for i in range(int(game.s["unit_count"])) if units[i]["hidden"])
    side = int(units[who]["side"])
    enemy = next(other for other in range(game.side_count) if not game.s["allied"][other][side])
    target = next(i for i in range(int(game.s["unit_count"])) if int(units[i]["side"]) == enemy)
    logged(game, (game.ruleset.module("vocab").Event.POOL_THROWN, who, target))
    assert len(lines_of(game, look_at(game))) == 1
    assert lines_of(game, look_at(game, enemy), enemy) == []


def test_beside_a_picture_stands_what_matters():
    """Routine is left out, and where room is short, events with a tone go first."""
    vocab = rulesets.get("wfrp1").module("vocab")
    game = logged(
        Game.of("wfrp1", "duel", seed=1), (vocab.Event.INITIATIVE_SET, 0, -1), (vocab.Event.DIED, 1, -1),
        (vocab.Event.WAITED, 0, -1), (vocab.Event.TURN_BEGINS, 0, -1),
    )  # fmt: skip
    told = picture._told(game, None)
    assert [tone for _, tone in told] == ["down", ""] and "dies" in told[0][0] and "waits" in told[1][0]
    assert picture._fitting(["", "hit", "", "wound"], [1, 2, 1, 1], 3) == [1, 3]
    assert picture._fitting(["", "hit", "", "wound"], [1, 2, 1, 1], 4) == [1, 2, 3]
    assert picture._fitting(["hit"], [2], 1) == []
