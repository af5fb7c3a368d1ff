"""The editor of scenarios without its page: changes of a text, painting, what a text turns out to be, drafts, many battles."""

from __future__ import annotations

import pytest
from play.scenes import Page

from tactica.envs import rulesets
from tactica.envs import scenario as scenarios
from tactica.envs.engine.rollouts import play_games
from tactica.envs.scenario import examine
from tactica.experiments.commands.fight import endings_table, rounds_table
from tactica.experiments.fighting.playing import Battlefield, FightSetup
from tactica.experiments.fighting.result import Fought
from tactica.experiments.play import amending, editing, painting
from tactica.experiments.play.drafts import Drafts
from tactica.experiments.play.editor_messages import Change
from tactica.experiments.play.fights import Fight
from tactica.experiments.play.seats import Refused

BOOKS = ("heimr", "owh", "tow", "wfrp1", "woin")
EVERY = [(slug, name) for slug in BOOKS for name in scenarios.shipped(slug)]

TEXT = """\
# the first line
ruleset: wfrp1
name: Ford   # a title
board: {size: [8, 6]}

# who fights
units:
- {template: sellsword, side: side0, at: [1, 1]}  # ours
- template: skaven
  side: side1
  at: [6, 4]
# the end
"""


def text_of(slug, name):
    return scenarios.find(slug, name).read_text(encoding="utf-8")


def put(text, path, value):
    return editing.changed(text, Change("put", path, value))


# --- changes of a text


def test_a_change_leaves_all_else_as_it_was_written():
    moved = put(TEXT, ["units", 0, "at"], [2, 2])
    assert moved == TEXT.replace("at: [1, 1]", "at: [2, 2]")
    titled = put(TEXT, ["max_rounds"], 9)
    assert titled == TEXT.replace("# who fights\n", "max_rounds: 9\n# who fights\n")


def test_what_is_written_over_several_lines_stays_so():
    assert put(TEXT, ["units", 1, "at"], [5, 5]) == TEXT.replace("at: [6, 4]", "at: [5, 5]")
    assert put(TEXT, ["units", 1, "facing"], "east") == TEXT.replace("[6, 4]", "[6, 4]\n  facing: east")
    assert editing.changed(TEXT, Change("take", ["units", 1, "at"])) == TEXT.replace("  at: [6, 4]\n", "")
    assert put(TEXT, ["name"], "Bridge") == TEXT.replace("Ford ", "Bridge ")
    assert put(TEXT, ["units", 0, "weapon_skill"], 40) == TEXT.replace("[1, 1]}", "[1, 1], weapon_skill: 40}")


DRAWN = """\
choose:
# the company
- side: [side0, side1]   # both
  count: 3
  from:
  - sellsword   # cheap
  - ranger
  weights: [2,
            1]
  distinct: true  # no twins
generate: {kind: scatter, flag: difficult, share: 0.1}   # mud
place:
  distance: 4d6_yards  # far
"""


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (["choose", 0, "count"], {"from": 1, "to": 3}, "count: 3", "count: {from: 1, to: 3}"),
        (["choose", 0, "side"], "side1", "[side0, side1] ", "side1 "),
        (["choose", 0, "from"], ["gunner"], "\n  - sellsword   # cheap\n  - ranger", " [gunner]"),
        (["choose", 0, "from", 1], "gunner", "- ranger", "- gunner"),
        (["choose", 0, "weights"], [1, 2], "[2,\n            1]", "[1, 2]"),
        (["choose", 0, "budget"], 60, "# no twins\n", "# no twins\n  budget: 60\n"),
        (["generate", "share"], 0.2, "0.1", "0.2"),
        (["generate", "mirror"], True, "0.1}", "0.1, mirror: true}"),
        (["generate", "flag"], "a, b", "difficult", "'a, b'"),
        (["place", "direction"], "clock", "# far\n", "# far\n  direction: clock\n"),
    ],
)
def test_a_value_is_changed_in_its_place(path, value, old, new):
    assert old in DRAWN and put(TEXT + DRAWN, path, value) == (TEXT + DRAWN).replace(old, new)


@pytest.mark.parametrize(
    ("path", "old"),
    [
        (["choose", 0, "count"], "  count: 3\n"),
        (["choose", 0, "weights"], "  weights: [2,\n            1]\n"),
        (["choose", 0, "distinct"], "  distinct: true  # no twins\n"),
        (["generate", "kind"], "kind: scatter, "),
        (["generate", "flag"], ", flag: difficult"),
        (["generate", "share"], ", share: 0.1"),
    ],
)
def test_a_value_is_taken_out_of_its_place(path, old):
    assert editing.changed(TEXT + DRAWN, Change("take", path)) == (TEXT + DRAWN).replace(old, "")


def test_units_are_added_and_taken_away():
    added = put(TEXT, ["units", 2], {"template": "ogre", "side": "side1", "at": [3, 3]})
    assert "- {template: ogre, side: side1, at: [3, 3]}\n# the end\n" in added
    assert editing.changed(added, Change("take", ["units", 2])) == TEXT
    none = editing.changed(editing.changed(TEXT, Change("take", ["units", 0])), Change("take", ["units", 0]))
    assert amending.parse(none)["units"] == []
    first = put(none, ["units", 0], {"template": "ogre"})
    assert amending.parse(first)["units"] == [{"template": "ogre"}]


OBJECTIVES = """\
objectives:   # what it is about
  zones:
    the well: {from: [1, 1], to: [2, 2]}   # dry
    'hill': [[4, 4]]
  to_win: 5
"""


def test_a_zone_is_renamed_in_its_place():
    text = TEXT + OBJECTIVES
    path = ["objectives", "zones", "the well"]
    assert editing.changed(text, Change("rename", path, text="pond")) == text.replace("the well:", "pond:")
    assert editing.changed(text, Change("rename", path, text="a: b")) == text.replace("the well:", "'a: b':")
    hill = editing.changed(text, Change("rename", [*path[:-1], "hill"], text="rise"))
    assert hill == text.replace("'hill':", "rise:")
    flowing = TEXT + "objectives: {zones: {a: [[1, 1]], b: [[2, 2]]}}\n"
    renamed = editing.changed(flowing, Change("rename", ["objectives", "zones", "a"], text="c"))
    assert renamed == flowing.replace("a: [[1, 1]]", "c: [[1, 1]]")


def test_a_zone_does_not_take_the_name_of_another():
    with pytest.raises(ValueError, match="already a 'hill'"):
        editing.changed(TEXT + OBJECTIVES, Change("rename", ["objectives", "zones", "the well"], text="hill"))
    for path in (["objectives", "zones", "moat"], ["objectives", "zones", "hill", 0]):
        with pytest.raises(LookupError):
            editing.changed(TEXT + OBJECTIVES, Change("rename", path, text="ditch"))


def test_zones_are_drawn_moved_and_taken_away():
    text, zones = TEXT + OBJECTIVES, ["objectives", "zones"]
    added = put(text, [*zones, "ford"], {"from": [5, 1], "to": [6, 2]})
    assert added == text.replace("[[4, 4]]\n", "[[4, 4]]\n    ford: {from: [5, 1], to: [6, 2]}\n")
    moved = put(text, [*zones, "the well"], {"from": [0, 0], "to": [1, 1]})
    assert moved == text.replace("{from: [1, 1], to: [2, 2]}", "{from: [0, 0], to: [1, 1]}")
    less = editing.changed(text, Change("take", [*zones, "hill"]))
    assert less == text.replace("    'hill': [[4, 4]]\n", "")
    assert amending.parse(put(TEXT, [*zones, "zone 1"], [[1, 1]]))["objectives"] == {"zones": {"zone 1": [[1, 1]]}}
    last = editing.changed(TEXT + "objectives: {zones: {a: [[1, 1]]}}\n", Change("take", [*zones, "a"]))
    assert "objectives" not in amending.parse(last)


def test_what_is_taken_away_last_takes_its_mapping_along():
    ruled = put(TEXT, ["rules", "parry.shield.shield_parry_bonus"], 10)
    assert amending.parse(ruled)["rules"] == {"parry.shield.shield_parry_bonus": 10}
    assert "rules" not in amending.parse(
        editing.changed(ruled, Change("take", ["rules", "parry.shield.shield_parry_bonus"]))
    )


def test_values_can_be_written_as_yaml():
    ranged = editing.changed(TEXT, Change("write", ["units", 0, "weapon_skill"], text="{from: 30, to: 40}"))
    assert amending.parse(ranged)["units"][0]["weapon_skill"] == {"from": 30, "to": 40}
    with pytest.raises(ValueError, match="not valid YAML"):
        editing.changed(TEXT, Change("write", ["units", 0], text="{"))


def test_anchors_are_written_out_rather_than_changed_elsewhere():
    text = "ruleset: wfrp1\nunits:\n- &a {template: ogre, at: [1, 1]}\n- *a\n"
    moved = amending.parse(put(text, ["units", 1, "at"], [2, 2]))
    assert [unit["at"] for unit in moved["units"]] == [[1, 1], [2, 2]]


@pytest.mark.parametrize("path", [["units", 7, "at"], ["units", "x", "y"], ["board", "size", 5], ["name", "x"]])
def test_places_that_are_not_there_are_refused(path):
    with pytest.raises(LookupError):
        editing.changed(TEXT, Change("take", path))


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("- 1", {"do": "take", "path": ["units"]}),
        (TEXT, {"do": "write", "path": ["units", 0], "text": "{"}),
        (TEXT, {"do": "take", "path": ["units", "x", "y"]}),
        (TEXT, {"do": "put", "path": ["board", "size", "x"], "value": 1}),
        (TEXT, {"do": "paint", "cells": [[1, 1]], "value": [1]}),
        (TEXT.replace("size: [", "size: [-"), {"do": "paint", "cells": [[1, 1]], "value": "water"}),
    ],
)
def test_what_cannot_be_changed_is_answered_with_a_sentence(page, text, change):
    assert page.post("/api/editor/amend", {"yaml": text, "changes": [change]}, 400)["error"]


def test_a_wrong_size_is_mended_by_another():
    text = "ruleset: wfrp1\nboard: {size: [0, 4]}\nunits: []\n"
    resized = editing.changed(text, Change("resize", cells=[(6, 5)]))
    assert amending.parse(resized)["board"] == {"size": [6, 5]}


def test_ground_that_differs_from_open_ground_stays_when_another_cell_is_painted():
    """In heimr bare ground has no cover, and no height of it: -1."""
    text = (
        "ruleset: heimr\nboard: {size: [3, 3], cells: [{flag: {cover: 1, cover_height: 0}, at: [[0, 0]]}]}\nunits: []\n"
    )
    painted = editing.changed(text, Change("paint", cells=[(2, 2)], value="mud"))
    before, after = (examine(one).battle.board.layers for one in (text, painted))
    assert before["cover_height"][0, 0] == after["cover_height"][0, 0] == 0


def test_a_text_does_not_grow_without_end():
    with pytest.raises(ValueError, match="too long"):
        put(TEXT, ["description"], "word " * (editing.MOST_TEXT // 5 + 1))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_every_scenario_can_be_changed_and_means_what_was_meant(slug, name):
    text = text_of(slug, name)
    data = amending.parse(text)
    changes = [(["name"], "'quoted': #"), (["battle", "x"], 1), (["rules", "a.b"], [1, 2]), (["board", "cells"], [])]
    changes += [(["units", len(data["units"])], {"side": "x"})] if data.get("units") else []
    for path, value in changes:
        meant = amending.parse(text)
        amending.put(meant, path, value)
        assert amending.parse(put(text, path, value)) == meant


# --- painting


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_a_board_painted_as_it_was_is_the_same_board(slug, name):
    text = text_of(slug, name)
    before = examine(text).scenario.board
    again = editing.changed(text, Change("resize", cells=[(before.width, before.height)]))
    after = examine(again).scenario.board
    assert (after.width, after.height) == (before.width, before.height)
    for layer, values in before.layers.items():
        assert (after.layers[layer] == values).all(), layer
    assert after.borders == before.borders


def test_ground_keeps_its_height_and_height_its_ground():
    text = editing.changed(TEXT, Change("paint", cells=[(1, 1), (2, 1)], value={"level": 2}))
    text = editing.changed(text, Change("paint", cells=[(2, 1), (3, 1)], value="water"))
    layers = examine(text).battle.board.layers
    assert layers["level"][1, :4].tolist() == [0, 2, 2, 0]
    assert layers["water"][1, :4].tolist() == [0, 0, 1, 1]
    bare = editing.changed(text, Change("paint", cells=[(2, 1)]))
    assert examine(bare).battle.board.layers["level"][1, 2] == 0
    assert "# ours" in bare and "# the end" in bare


def test_cells_off_the_board_are_not_painted():
    text = editing.changed(TEXT, Change("paint", cells=[(-1, 0), (8, 0), (0, 6), (7, 5)], value="water"))
    assert int(examine(text).battle.board.layers["water"].sum()) == 1


def test_every_kind_of_ground_and_border_of_the_kit_can_be_put():
    for slug in BOOKS:
        kit = editing.kit(slug)
        text = editing.blank(rulesets.get(slug), 6, 6)
        for one in kit["ground"]:
            painted = editing.changed(text, Change("paint", cells=[(2, 2)], value=one["value"]))
            assert {problem.key for problem in examine(painted).problems} == {"units"}, one
        for one in kit["borders"]:
            walled = editing.changed(text, Change("border", borders=[(2, 2, "east")], value=one["value"]))
            assert {problem.key for problem in examine(walled).problems} == {"units"}, one


def test_borders_are_one_from_either_side():
    wall = editing.changed(
        TEXT, Change("border", borders=[(2, 2, "east"), (3, 3, "west"), (1, 1, "south")], value="wall")
    )
    assert set(examine(wall).battle.board.borders) == {(2, 2, 2), (2, 3, 2), (1, 1, 4)}
    door = editing.changed(wall, Change("border", borders=[(3, 2, "west")], value="door"))
    assert examine(door).battle.board.borders[2, 2, 2] == "door"
    gone = editing.changed(door, Change("border", borders=[(2, 2, "east"), (2, 3, "east"), (1, 2, "north")]))
    assert "borders" not in amending.parse(gone)["board"]


def test_a_smaller_board_loses_what_lay_beyond():
    text = editing.changed(TEXT, Change("paint", cells=[(7, 5), (0, 0)], value="water"))
    small = editing.changed(text, Change("resize", cells=[(4, 3)]))
    board = examine(small).battle.board
    assert (board.width, board.height, int(board.layers["water"].sum())) == (4, 3, 1)


def test_characters_do_run_out_one_day():
    setup = rulesets.get("owh").book.setup
    canvas = painting.Canvas(setup, {}, (24, 24))
    for number in range(24 * 24):
        canvas.cells[number // 24][number % 24] = {"level": number}
    with pytest.raises(ValueError, match="no character is left"):
        canvas.write({})


# --- what a text turns out to be


def test_what_is_wrong_is_told_with_its_line_and_cells():
    told = editing.checked(TEXT.replace("[6, 4]", "[1, 1]"), lambda slug: True)
    (problem,) = told["problems"]
    assert (problem["line"], problem["key"], problem["cells"]) == (11, "units[1].at", [[1, 1]])
    assert "taken" in problem["what"]
    assert len(told["scene"]["units"]) == 2  # both are shown all the same
    assert told["scene"]["written"] == {0: ["units", 0], 1: ["units", 1]}


NONSENSE = [
    "", "x", "[", "ruleset: chess", "- 1", "ruleset: wfrp1", "a: &a [*a]", "/etc/passwd", "wfrp1/duel",
    "board: 3\nruleset: wfrp1", "ruleset: wfrp1\nboard: {size: [900, 900]}",
    "ruleset: wfrp1\nunits: [1, {side: [], at: 7}]\nboard: {cells: 4, map: 7}",
]  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE)
def test_any_text_is_answered_with_problems(text):
    told = editing.checked(text, lambda slug: True)
    assert told["problems"]
    assert not any("/work" in str(problem) or "root:" in str(problem) for problem in told["problems"])


@pytest.mark.parametrize("slug", BOOKS)
def test_an_empty_board_is_drawn(slug):
    told = editing.checked(editing.blank(rulesets.get(slug), 5, 4), lambda slug: True)
    assert told["size"] == told["scene"]["still"]["size"] == [5, 4]
    assert not told["scene"]["units"]
    assert all("has no units" in problem["what"] for problem in told["problems"])


def test_nothing_is_drawn_before_the_rules_are_compiled():
    told = editing.checked(TEXT, lambda slug: False)
    assert told["scene"] is None and told["isCompiling"] and not told["problems"]


UNSEEN = [  # said in words alone, or by the light around them
    "roof", "objective", "daylight", "low light", "stairs", "rope", "rope ladder", "tree", "rock face", "steep rock face",
]  # fmt: skip


def is_seen(look):
    """Whether a swatch shows anything."""
    return any([*look["ground"].values(), look["marks"], look["borders"], look["fires"], look["light"] == "0"])


@pytest.mark.parametrize("slug", BOOKS)
def test_forms_and_swatches_are_complete(slug):
    kit, looks = editing.kit(slug), editing.swatches(slug)
    for sort in ("ground", "borders"):
        for one, look in zip(kit[sort], looks[sort], strict=True):
            assert is_seen(look) or one["words"] in UNSEEN, one
    assert set(kit["fields"]) == {"unit", "battle", "scenario", "choose", "generate", "place"}
    for field in (field for fields in kit["fields"].values() for field in fields):
        assert field["kind"] in ("number", "flag", "one", "many", "list", "side", "sides", "text", "yaml")
        assert field["kind"] not in ("one", "many", "list") or field["names"]
    kinds = {
        (part, one["name"]): one["kind"] for part in ("choose", "generate", "place") for one in kit["fields"][part]
    }
    assert kinds["choose", "from"] == "list" and kinds["choose", "side"] == "sides"
    assert kinds["generate", "kind"] == "one" and kinds["generate", "share"] == "number"
    assert ("place", "distance") in kinds or slug == "tow", "regiments begin in their zones"


# --- drafts


def test_drafts_stay_in_their_folder(tmp_path):
    drafts = Drafts(tmp_path / "own")
    for name in ("", "../x", "a/b", ".hidden", "A", "x" * 61, "a.yaml", "a\n", "\u00e9"):
        with pytest.raises(Refused):
            drafts.save(name, TEXT, False)
    assert not (tmp_path / "own").exists()
    assert drafts.save("ford", TEXT, False) == "ford.yaml"
    assert drafts.text("ford") == TEXT
    with pytest.raises(Refused, match="already"):
        drafts.save("ford", "x", False)
    drafts.save("ford", TEXT.replace("Ford", "Bridge"), True)
    assert drafts.listed() == [{"name": "ford", "ruleset": "wfrp1", "title": "Bridge", "isPlayable": True}]
    (tmp_path / "own" / "link.yaml").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="link"):
        drafts.text("link")
    assert len(drafts.listed()) == 1
    with pytest.raises(Refused, match="too long"):
        drafts.save("long", "#" * (editing.MOST_TEXT + 1), False)


# --- what the page may ask


def test_a_text_is_saved_listed_and_played(page, house):
    changes = [{"do": "put", "path": ["units", 0, "at"], "value": [2, 2]}]
    told = page.post("/api/editor/amend", {"yaml": TEXT, "changes": changes})
    assert "[2, 2]" in told["yaml"] and not told["problems"]
    assert page.post("/api/editor/save", {"name": "ford", "yaml": told["yaml"]})["isPlayable"]
    assert "already" in page.post("/api/editor/save", {"name": "ford", "yaml": TEXT}, 409)["error"]
    assert "of its own" in page.post("/api/editor/save", {"name": "duel", "yaml": TEXT}, 409)["error"]
    assert page.get("/api/editor")["own"][0]["name"] == "ford"
    assert page.get("/api/editor/text?name=ford")["yaml"] == told["yaml"]
    listed = next(one for one in page.get("/api/setup")["rulesets"] if one["slug"] == "wfrp1")
    assert "ford" in [one["name"] for one in listed["scenarios"]]
    match = page.post(
        "/api/matches", {"ruleset": "wfrp1", "scenario": "ford", "players": ["human", "random"], "seed": 1}
    )
    assert match["match"] in house.matches
    again = Page(type(house)(house.saved))
    listed = next(one for one in again.get("/api/setup")["rulesets"] if one["slug"] == "wfrp1")
    assert "ford" in [one["name"] for one in listed["scenarios"]]


def test_a_scenario_that_is_written_over_by_a_wrong_text_is_played_no_more(page, house):
    page.post("/api/editor/save", {"name": "ford", "yaml": TEXT})
    assert ("wfrp1", "ford") in house.scenarios
    page.post("/api/editor/save", {"name": "ford", "yaml": TEXT + "x: 1\n", "replace": True})
    assert ("wfrp1", "ford") not in house.scenarios


def test_a_text_is_played_at_once(page):
    begun = page.post("/api/editor/play", {"yaml": TEXT, "players": ["human", "random"], "seed": 1})
    assert begun["scenario"] == "draft" and begun["seats"][0]["seat"] == 0
    view = page.get(f"/api/matches/{begun['match']}/view?seat=0")
    assert view["title"] == "Ford" and len(view["units"]) == 2
    wrong = page.post("/api/editor/play", {"yaml": TEXT + "x: 1\n", "players": ["human", "random"]}, 400)
    assert wrong["error"].startswith("line 13: x")
    for players in (["human"], ["human", "/tmp/code.py:Agent"]):
        page.post("/api/editor/play", {"yaml": TEXT, "players": players}, 400)


def test_all_of_it_is_for_the_host(page, house):
    begun = page.post("/api/editor/play", {"yaml": TEXT, "players": ["human", "random"], "seed": 1})
    seat = Page(house, begun["seats"][0]["token"])
    for path in (
        "/api/editor",
        "/api/editor/kit/wfrp1",
        "/api/editor/text?ruleset=wfrp1&name=duel",
        "/api/editor/fight/x",
    ):
        seat.get(path, 403)
    for path in ("new", "check", "amend", "save", "play", "fight", "fight/x/stop"):
        seat.post(f"/api/editor/{path}", {}, 403)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/editor/kit/chess", 400), ("/api/editor/text?ruleset=wfrp1&name=../duel", 404), ("/api/editor/text?name=../x", 400),
     ("/api/editor/text?ruleset=/etc&name=passwd", 400), ("/api/editor/text?name=none", 404), ("/api/editor/fight/none", 404)],
)  # fmt: skip
def test_what_is_not_there_is_said(page, path, status):
    assert page.get(path, status)["error"]


def test_too_much_is_refused(page):
    assert "invalid request" in page.post("/api/editor/check", {"yaml": "#" * (250 << 10)}, 400)["error"]
    assert "too much" in page.post("/api/editor/check", {"yaml": "#" * (2 << 20)}, 413)["error"]
    cells = [[0, 0]] * 7000
    page.post("/api/editor/amend", {"yaml": TEXT, "changes": [{"do": "paint", "cells": cells, "value": "water"}]}, 400)


# --- many battles


def test_many_battles_are_counted():
    scenario = examine(TEXT).scenario
    fight = Fight(scenario, ["random", "random"], 30, 1)
    fight.join()
    told = fight.as_json()
    assert told["over"] and told["played"] == 30 and not told["note"]
    wins = sum(round(side["share"] * 30) for side in told["sides"])
    result = Fought(
        FightSetup(scenario, ("random", "random"), 1),
        Battlefield(FightSetup(scenario, ("random", "random"), 1)).play(0, 30),
    )
    assert told["answer"] == result.answer and "30 battles" in told["answer"]
    assert wins + int(result.battles.drawn.sum()) == 30
    terminal = endings_table(result)
    assert told["endings"]["heads"] == [column.header for column in terminal.columns]
    assert [row[1] for row in told["endings"]["rows"]] == list(terminal.columns[1].cells)
    assert rounds_table(result).caption == f"rounds: {told['rounds']['text']}"
    assert sum(battles for _, battles in told["rounds"]["bars"]) == 30
    for side in told["sides"]:
        assert 0 <= side["low"] <= side["share"] <= side["high"] <= 1
        assert sum(times for _, times in side["left"]) == 30
        assert all(units in (0, 1) for units, _ in side["left"])
    same = Fight(scenario, ["random", "random"], 30, 1)
    same.join()
    assert same.as_json()["sides"] == told["sides"]


def test_many_battles_can_be_stopped(page):
    begun = page.post("/api/editor/fight", {"yaml": TEXT, "players": ["random", "random"], "games": 10000})
    told = page.post(f"/api/editor/fight/{begun['id']}/stop", {})
    page.house.workshop.fights[begun["id"]].join()
    assert told["played"] < 10000 and page.get(f"/api/editor/fight/{begun['id']}")["over"]


def test_people_do_not_fight_a_thousand_battles(page):
    fight = {"yaml": TEXT, "players": ["human", "random"], "games": 10}
    assert "human" in page.post("/api/editor/fight", fight, 400)["error"]


@pytest.mark.parametrize("policies", [("random", "random"), ("random", lambda seen: int(seen["action_mask"].argmax()))])
def test_the_last_position_of_every_game_can_be_looked_at(policies):
    seen = []
    given = {"policies": policies, "games": 5, "seed": 3}
    looked = play_games("wfrp1", "tiny", **given, on_end=lambda game, s: seen.append((game, int(s["round_no"]))))
    assert seen == list(enumerate(looked.rounds.tolist()))
    plain = play_games("wfrp1", "tiny", **given)
    assert (plain.ranks == looked.ranks).all() and (plain.fired == looked.fired).all()
    with pytest.raises(ValueError, match="jobs=1"):
        play_games("wfrp1", "tiny", **given, jobs=2, on_end=lambda game, s: None)
