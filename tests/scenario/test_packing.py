"""What the packed records hold."""

from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from tactica.envs import rulesets, scenario
from tactica.envs.core.state.fields import ALL, SIDE, count
from tactica.envs.rulesets.wfrp1 import board as geometry
from tactica.envs.rulesets.wfrp1.setup import BORDERS
from tactica.envs.rulesets.wfrp1.setup.profile import ARMOUR, ITEM_NAMES, LIMBS, read_item, slug
from tactica.envs.rulesets.wfrp1.vocab import Border, Cover, Frame, Group, Item, Location, Skill, Surprise
from tactica.envs.scenario.contract import numbers_of
from tactica.envs.scenario.sight import fill_sight


def fight(units: str, more: str = "", board: str = "size: [8, 8]") -> scenario.Pool:
    return scenario.pool("wfrp1", f"ruleset: wfrp1\nboard: {{{board}}}\n{more}\nunits:\n{units}")


DUEL = "- {template: sellsword, side: side0, at: [1, 1]}\n- {template: skaven, side: side1, at: [5, 4]}\n"


def test_header() -> None:
    pool = scenario.pool("wfrp1", "ambush")
    s = pool.states[0]
    assert (s.side_count, s.unit_count, s.board_width, s.board_height) == (2, 12, 16, 12)
    assert s.side_start[:2].tolist() == [0, 4] and s.side_size[:2].tolist() == [4, 8]
    assert s.allied[:2, :2].tolist() == [[1, 0], [0, 1]]
    assert (s.depth, s.stack[0].kind, s.decision_cap) == (1, Frame.BATTLE, 20_000)
    assert (s.light, s.rain, s.surprise_mode, s.edge_side) == (1, 0, Surprise.SIDE_1_FREE, -1)
    assert (s.round_no, s.prompt, s.ending, s.book_row, s.field_row, s.pool_row) == (0, 0, 0, 0, 0, 0)
    assert [unit.name for unit in pool.battles[0].units][3:6] == ["physician", "goblin_archer_1", "goblin_archer_2"]
    assert s.units["surprised"].tolist() == [1] * 4 + [0] * 12
    assert s.units["present"].tolist() == [1] * 12 + [0] * 4


def test_profile_and_equipment() -> None:
    s = scenario.pool("wfrp1", "duel").states[0]
    helmut, skaven = s.units[0], s.units[1]
    assert (helmut.movement, helmut.weapon_skill, helmut.initiative, helmut.wounds, helmut.wounds_max) == (
        3,
        45,
        45,
        8,
        8,
    )
    assert (helmut.main_hand, helmut.off_hand, helmut.skills) == (Item.HAND_WEAPON, Item.SHIELD, Skill.STREET_FIGHTING)
    assert helmut.metal.tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], "helmet and sleeves; the shield is not counted"
    assert skaven.leather.tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert (helmut.cell, helmut.facing, skaven.cell, skaven.facing) == (5 * 32 + 4, 2, 5 * 32 + 7, 6)
    assert (skaven.night_vision_yd, skaven.npc, helmut.heads_left) == (30, 1, 1)
    nobody = ("mount", "rider", "hold_partner", "hang_target", "swoop_partner", "round_target", "aim_target",
              "ground_cell", "pushed_from")  # fmt: skip
    for name in nobody:
        assert s.units[name].tolist() == [-1] * 16
    assert s.units["cell"][2:].tolist() == [-1] * 14


def test_layers_of_armour_add_up() -> None:
    """c.armour_pieces: sleeved mail coat, breastplate and helmet: head 1, arms 1, body 2, legs 1, shield apart."""
    worn = "armour: [sleeved mail coat, breastplate, helmet], off_hand: shield"
    pool = fight(f"- {{side: side0, at: [0, 0], {worn}}}\n- {{template: skaven, side: side1, at: [5, 5]}}")
    assert pool.states[0].units[0].metal[:6].tolist() == [1, 1, 1, 2, 1, 1]
    doubled = fight(
        f"- {{side: side0, at: [0, 0], {worn}}}\n- {{template: skaven, side: side1, at: [5, 5]}}",
        "rules: {tables.armour_pieces.breastplate.points: 3, tables.armour_pieces.helmet.body: 1}",
    )
    assert doubled.states[0].units[0].metal[:6].tolist() == [1, 1, 1, 5, 1, 1]


def test_the_words_of_armour_and_items_are_those_of_the_tables() -> None:
    rulebook = scenario.load("wfrp1/duel").ruleset.rulebook
    assert {slug(piece) for piece in ARMOUR} == set(rulebook.row_names("armour_pieces")) - {"shield"}
    assert [Location[limb.upper()] for limb in LIMBS] == list(range(6))
    names = [rulebook.tables[table].rows for table in ("melee_weapons", "missile_weapons", "firearms")]
    printed = [str(row[0]) for rows in names for row in rows]
    for item, name in zip(list(Item)[1:49], printed, strict=True):
        thrown = item in (Item.THROWN_SPEAR, Item.THROWN_IMPROVISED)
        assert ITEM_NAMES[item] == ("thrown " + name if thrown else name)
        assert read_item(ITEM_NAMES[item]) is item
    assert {name: edge.value for name, edge in BORDERS.items()} == {b.name.lower(): b for b in list(Border)[1:]}


def test_missile_weapons() -> None:
    """c.ammunition and missile.carry_loaded."""
    s = fight(
        "- {side: side0, at: [0, 0], main_hand: normal bow, specialist: [long_bow, firearms]}\n"
        "- {side: side0, at: [1, 0], main_hand: repeating crossbow}\n"
        "- {side: side0, at: [2, 0], main_hand: pistol, bombs: 2, backup: [knife]}\n"
        "- {side: side0, at: [3, 0], main_hand: javelin}\n"
        "- {side: side0, at: [4, 0], main_hand: crossbow, loaded: true, ammunition: 7}\n"
        "- {side: side0, at: [5, 0], main_hand: bomb}\n"
        "- {side: side1, at: [5, 5], main_hand: long bow, main_stowed: true}\n",
        "rules: {c.ammunition.default_arrows: 15}",
    ).states[0]
    assert s.units["ammunition"][:7].tolist() == [15, 15, 10, 3, 7, 2, 0]
    assert s.units[6].pack_ammunition[0] == 15
    loaded = s.units["loaded"][:7].tolist()
    assert loaded == [1, 10, 0, 1, 1, 1, 0], "thrown weapons in the hand are ready, guns are not"
    assert s.units[0].specialist == Group.LONG_BOW | Group.FIREARMS
    assert s.units[2].pack.tolist() == [Item.KNIFE, Item.BOMB, Item.BOMB, 0, 0, 0]
    assert (s.units[6].main_hand, s.units[6].pack[0]) == (Item.NOTHING, Item.LONG_BOW)


def test_night_guns() -> None:
    s = scenario.pool("wfrp1", "night_guns").states[0]
    assert s.light == 0
    assert (s.units[0].loaded, s.units[0].pack[:2].tolist()) == (1, [Item.HAND_WEAPON, Item.BOMB])
    assert (s.units[2].main_hand, s.units[2].off_hand) == (Item.KNIFE, Item.LANTERN)


def test_cellar() -> None:
    pool = scenario.pool("wfrp1", "cellar")
    s, field = pool.states[0], pool.fields[0]
    assert (s.surprise_mode, s.door_attempts, s.forewarned) == (Surprise.BY_UNIT, 2, 0)
    assert s.units["surprised"][:7].tolist() == [0, 0, 0, 1, 1, 1, 1]
    archer = s.units[5]
    assert (archer.main_hand, archer.off_hand) == (Item.NOTHING, Item.LAMP)
    assert archer.pack[:2].tolist() == [Item.SHORT_BOW, Item.SPEAR]
    door = 7 * 32 + 2
    assert (s.door_cell[0], s.door_direction[0], s.door_state[0], s.door_wounds[0]) == (door, 4, Border.LOCKED_DOOR, 8)
    assert s.door_count == 1 and s.door_cell[1:].tolist() == [-1] * 7
    assert field.border[door].tolist() == [0, 0, Border.LOCKED_DOOR, 0]
    assert field.border[door + 32].tolist() == [Border.LOCKED_DOOR, 0, 0, 0]
    assert not geometry.is_closed(field, door, 4), "doors are the rules' business, not the map's"
    assert geometry.is_closed(field, 6 * 32 + 5, 4), "a blocked cell"
    assert field.indoor.sum() == 144
    assert (field.level[4 * 32 + 4], field.level[4 * 32 + 5]) == (1, 0)


def test_mounts_and_fliers() -> None:
    pool = scenario.pool("wfrp1", "giant_hunt")
    s = pool.states[0]
    lancer, horse = s.units[0], s.units[1]
    assert (lancer.mount, lancer.rider, horse.mount, horse.rider) == (1, -1, -1, 0)
    assert (horse.cell, horse.side, horse.main_hand, horse.facing) == (-1, 0, Item.NATURAL_WEAPON, 2)
    assert (s.side_size[:2].tolist(), s.units[6].altitude_yd, s.units[6].fly_movement) == ([5, 2], 12, 12)


def test_field() -> None:
    pool = fight(DUEL, board=(
        "size: [8, 6], cells: [{flag: water, at: [[0, 2]]}, {flag: [soft_cover, {level: 2}], area: [2, 2, 3, 2]}, "
        "{flag: hard_cover, at: [[3, 2]]}, {flag: blocked, at: [[6, 0]]}], "
        "borders: [{type: wall, cell: [1, 1], direction: east}, {type: obstacle, cell: [4, 4], direction: north}]"
    ))  # fmt: skip
    field = pool.fields[0]
    assert (field.width, field.height) == (8, 6)
    assert (field.water[64], field.difficult[64], field.difficult[65]) == (1, 1, 0)
    assert field.cover[66:69].tolist() == [Cover.SOFT, Cover.HARD, Cover.NONE]
    assert field.level[66:69].tolist() == [2, 2, 0]
    assert field.border[33].tolist() == [0, Border.WALL, 0, 0] and field.border[34].tolist() == [0, 0, 0, Border.WALL]
    assert field.border[4 * 32 + 4, 0] == Border.OBSTACLE and field.border[3 * 32 + 4, 2] == Border.OBSTACLE
    assert geometry.is_closed(field, 33, 2) and geometry.is_closed(field, 34, 6)
    assert not geometry.is_closed(field, 4 * 32 + 4, 0), "a hedge can be crossed"
    assert not geometry.is_in_sight(field, 33, 34) and geometry.is_in_sight(field, 32, 33)
    assert field.closed[6] == 255 and field.closed[8] == 255


def test_surprise() -> None:
    def surprised(more: str, units: str = DUEL) -> list[int]:
        return [int(v) for v in fight(units, more).states[0].units["surprised"][:2]]

    assert surprised("") == [0, 0]
    assert surprised("battle: {surprise: side0}") == [0, 1]
    assert surprised("battle: {surprise: side1}") == [1, 0]
    assert surprised("battle: {surprise: everybody}") == [1, 1]
    assert surprised("battle: {surprise: by_unit}") == [0, 1]
    assert surprised("battle: {surprise: by_unit, forewarned: true}") == [0, 0]
    chosen = DUEL.replace("at: [1, 1]", "at: [1, 1], surprised: true")
    assert surprised("battle: {surprise: by_unit}", chosen) == [1, 0]


def test_sides_are_contiguous_whatever_the_order_in_the_file() -> None:
    pool = fight(
        "- {template: skaven, side: side1, at: [5, 5]}\n- {template: lancer, side: side0, at: [0, 0], name: otto}\n"
        "- {template: skaven, side: side1, at: [5, 6]}\n- {template: sellsword, side: side0, at: [0, 1]}\n"
    )
    assert [u.name for u in pool.battles[0].units] == ["otto", "warhorse", "sellsword", "skaven_1", "skaven_2"]
    s = pool.states[0]
    assert s.units["side"][:5].tolist() == [0, 0, 0, 1, 1]
    assert s.side_start[:2].tolist() == [0, 3] and s.side_size[:2].tolist() == [3, 2]
    assert s.units["facing"][:5].tolist() == [3, 3, 3, 7, 7], "towards the nearest enemy"


def test_three_sides_and_allies() -> None:
    pool = fight(
        "- {template: skaven, side: a, at: [0, 0]}\n- {template: skaven, side: b, at: [3, 3]}\n"
        "- {template: skaven, side: c, at: [6, 6]}\n",
        "sides: [a, b, c]\nallies: [[a, c]]",
    )
    assert pool.states[0].allied[:3, :3].tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert pool.states[0].side_count == 3


def test_abbreviations_are_the_same_units() -> None:
    short = fight(DUEL.replace("at: [1, 1]", "at: [1, 1], WS: 60, T: 4, W: 9, Ld: 50"))
    long = fight(DUEL.replace("at: [1, 1]", "at: [1, 1], weapon_skill: 60, toughness: 4, wounds: 9, leadership: 50"))
    assert short.states.tobytes() == long.states.tobytes()
    assert short.states[0].units[0].weapon_skill == 60


def test_rules_reach_the_book() -> None:
    pool = fight(DUEL, "max_rounds: 9\nrules: {parry.shield.shield_parry_bonus: 10, c.victory.round_limit_mode: share}")
    book = pool.books[0]
    assert (book.max_rounds, book.shield_parry_bonus, book.round_limit_mode) == (9, 10, 1)
    assert pool.battles[0].number("c.victory.max_rounds") == 9


def test_equal_maps_with_equal_rosters_share_a_row_and_so_do_equal_rules() -> None:
    other = {"ruleset": "wfrp1", "max_rounds": 5, "board": {"size": [8, 8]},
             "units": [{"template": "ogre", "side": f"side{i}", "at": [i, i]} for i in range(2)]}  # fmt: skip
    pool = scenario.pool("wfrp1", ["tiny", "duel", other, "tiny"])
    assert (len(pool), len(pool.fields), len(pool.books)) == (4, 3, 2)
    assert pool.states.field_row.tolist() == [0, 1, 2, 0], "the other one has the map of the first, but not its roster"
    assert pool.states.book_row.tolist() == [0, 0, 1, 0]
    assert pool.states.pool_row.tolist() == [0, 1, 2, 3]
    assert pool.books.max_rounds.tolist() == [60, 5]


def test_legend_of_a_map() -> None:
    pool = scenario.pool("wfrp1", {
        "ruleset": "wfrp1",
        "board": {"map": ["#~,^", "shX2", "...."], "legend": {"X": ["soft_cover", {"level": 3}], "2": {"level": 2}}},
        "units": [{"template": "ogre", "side": f"side{i}", "at": [i, 2]} for i in range(2)],
    })  # fmt: skip
    layers = pool.battles[0].board.layers
    assert layers["blocked"].tolist() == [[1, 0, 0, 0], [0] * 4, [0] * 4]
    assert layers["water"][0, 1] and layers["difficult"][0, 2] and not layers["difficult"][0, 1]
    assert layers["level"].tolist() == [[0, 0, 0, 1], [0, 0, 3, 2], [0] * 4]
    assert layers["soft_cover"][1].tolist() == [1, 0, 1, 0] and layers["hard_cover"][1, 1]


def test_a_board_without_size_is_the_books() -> None:
    units: list[dict[str, Any]] = [{"template": "ogre", "side": f"side{i}", "at": [i, 2]} for i in range(2)]
    board = scenario.pool("wfrp1", {"ruleset": "wfrp1", "units": units}).battles[0].board
    assert (board.width, board.height) == (12, 12)
    rules = {"setup.scene.default_width_cells": 20}
    assert scenario.pool("wfrp1", {"ruleset": "wfrp1", "units": units, "rules": rules}).battles[0].board.width == 20


@pytest.mark.parametrize(("width", "height"), [(2, 2), (5, 9), (16, 12), (24, 20)])
def test_quick_sight_is_the_cores_sight(width: int, height: int) -> None:
    rng = np.random.default_rng(width)
    blocked, walls = rng.random((height, width)) < 0.2, rng.random((height, width, 8)) < 0.1
    wfrp1 = rulesets.get("wfrp1")
    field = np.zeros(1, wfrp1.field)
    field["width"], field["height"] = width, height
    field["closed"] = wfrp1.board.closed_directions(width, height, blocked, walls)
    fill_sight(wfrp1, field[0])
    again = field.copy()
    again["sight"] = 0
    wfrp1.loops.fill_sights(again)
    assert np.array_equal(field["sight"], again["sight"])


def test_numbers_of_a_unit_have_the_ranges_of_its_record() -> None:
    number = numbers_of([("hp_max", count(400, low=1), ALL, "hit points"), ("side", SIDE, "whose it is")])

    class Unit(BaseModel):
        hp: int = number("hp_max", 50, "HP: maximum hit points")

    assert Unit().hp == 50 and Unit(hp=400).hp == 400
    for wrong in (0, 401):
        with pytest.raises(ValidationError):
            Unit(hp=wrong)
    assert Unit.model_json_schema()["properties"]["hp"]["description"] == "HP: maximum hit points"
    with pytest.raises(ValueError, match=r"unknown field of the record 'hp_mx' \(did you mean 'hp_max'\?\)"):
        number("hp_mx", 1, "not declared")
