"""The board in a browser: what it draws of a position, what can be picked on it by pointer and by keyboard, and its size."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tactica.experiments.report
from tactica.envs import replay as replays
from tactica.envs import scenario
from tactica.envs.engine.game import Game
from tactica.experiments.report.boards import frames_of

REPORT = Path(tactica.experiments.report.__file__).parent
ORC, ELF, BAT, GUARD = 0, 1, 2, 3


def unit(
    x, y, facing=2, wounds=5, out=0, condition="", said="", lift="", mount=-1, width=1, height=1, models=(), group=-1
):
    """What a frame says of a unit."""
    return [x, y, facing, wounds, out, condition, said, lift, mount, width, height, list(models), group]


def known(name, side=0, most=5):
    return {"name": name, "code": name[:2].title(), "hue": side, "side": side, "most": most, "span": 1, "banner": 0}


def battle(size=(8, 6), units=(), **tables):
    """A board with units, and one state of every table that is given."""
    names = ("borders", "fires", "lights", "marks", "rings", "links", "changes", "zones")
    return {
        "size": list(size), "ground": {"blocked": [[7, 5, 1], [6, 5, 2]], "cover": [[0, 5, 3]], "danger": [[1, 5, 1]]},
        "units": {row: known(name, row % 2) for row, name in enumerate(units)},
        **{name: [tables.get(name, [])] for name in names},
    }  # fmt: skip


def frame(**more):
    states = ("borders", "fires", "marks", "rings", "links", "changes")
    return {"round": 1, "units": [], "lines": [], "light": -1, **dict.fromkeys(states, 0), **more}


class Shown:
    """A board in a page: ``ask`` answers with the value of an expression in it."""

    def __init__(self, page, game, options):
        self.page = page
        scripts = [(REPORT / "board.js").read_text(encoding="utf-8"), self.opening(game, options)]
        page.set_content(
            f"<!DOCTYPE html><html lang='en'><style>{(REPORT / 'page.css').read_text(encoding='utf-8')}</style>"
            "<body><div id='host' style='width: 640px'></div></body></html>"
        )
        for script in scripts:
            page.add_script_tag(content=script)

    @staticmethod
    def opening(game, options):
        return (
            f"const game = {json.dumps(game)}, picked = [], hovered = [];"
            f"const board = new Board(document.getElementById('host'), game, game.units, game, {json.dumps(options)});"
            "const plain = (what) => what && { cell: what.cell, rows: what.rows, row: what.row, direction: what.direction };"
            "board.onpick = (what) => picked.push(plain(what)); board.onhover = (what) => hovered.push(plain(what));"
        )

    def ask(self, expression):
        return self.page.evaluate(expression)

    def show(self, state, **more):
        self.page.evaluate("([state, frame]) => board.show(state, frame)", [state, frame(**more)])

    def point(self, x, y):
        """Where a point of the board is on the page."""
        matrix = self.ask("(() => { const m = board.svg.getScreenCTM(); return [m.a, m.e, m.f]; })()")
        return matrix[1] + 40 * x * matrix[0], matrix[2] + 40 * y * matrix[0]

    def click(self, x, y):
        self.page.mouse.click(*self.point(x, y))
        return self.ask("picked.at(-1)")


@pytest.fixture
def shown(browser):
    """Opens boards; a page that reports an error fails the test."""
    wrong, contexts = [], []

    def open_board(game, width=800, **options):
        context = browser.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return Shown(page, game, options)

    yield open_board
    for context in contexts:
        context.close()
    assert wrong == []


# --- what is drawn


def test_units_of_one_cell_stand_side_by_side(shown):
    """Seven in a cell: none covers another's middle, all lie inside the cell, and the fallen do not make them smaller."""
    names = [f"orc {row}" for row in range(9)]
    board = shown(battle(units=names))
    board.show({**{row: unit(3, 2) for row in range(7)}, 7: unit(3, 2, out=1), 8: unit(0, 0)})
    middles = board.ask("Object.values(board.pieces).slice(0, 7).map((piece) => piece.middle)")
    assert len({tuple(map(round, middle)) for middle in middles}) == 7
    assert all(120 < x < 160 and 80 < y < 120 for x, y in middles)
    parts = board.ask("Object.values(board.pieces).map((piece) => piece.part)")
    assert parts[:7] == [pytest.approx(1.1 / 3)] * 7 and parts[7:] == [1, 1]


def test_groups_are_joined_and_whoever_is_held_is_tied(shown):
    board = shown(battle(units=["orc", "elf", "bat", "guard"], links=[[ORC, GUARD, "held by"]]))
    apart = {ORC: unit(1, 1, group=4), ELF: unit(1, 1), BAT: unit(2, 1, group=4), GUARD: unit(4, 1)}
    board.show(apart)
    assert board.ask("document.querySelectorAll('.band').length") == 0
    assert board.ask("document.querySelector('.link title').textContent") == "guard held by orc"
    board.show({**apart, ELF: unit(1, 1, group=4)})
    assert board.ask("document.querySelectorAll('.band').length") == 1


WELL, BANKS = ["the well", -1, "", 2, 1, 3, 1], ["banks of the long grey river", 1, "blue", 7, 0, 7, 1]


def test_zones_are_framed_in_the_colour_of_their_holder(shown):
    """Only outer edges are drawn: six around two cells side by side; names stay on the board."""
    board = shown(battle(zones=[WELL, BANKS]))
    board.show({}, zones=0)
    zones = "[...board.zones.children]"
    assert board.ask(f"{zones}.map((one) => one.querySelectorAll('.edge').length)") == [6, 6]
    assert board.ask(f"{zones}.map((one) => one.classList.contains('held'))") == [False, True]
    titles = ["the well: held by nobody", "banks of the long grey river: held by blue"]
    assert board.ask(f"{zones}.map((one) => one.querySelector('title').textContent)") == titles
    blue = board.ask("getComputedStyle(document.body).getPropertyValue('--side1')")
    colours = board.ask(f"{zones}.map((one) => getComputedStyle(one).getPropertyValue('--c'))")
    assert colours[1] == blue and colours[0] != blue
    names = board.ask(
        "[...board.zoneNames.children].map((one) => [one.textContent, one.getBoundingClientRect().right])"
    )
    assert names[0][0] == "the well" and names[1][0].startswith("banks of t") and len(names[1][0]) < len(BANKS[0])
    assert max(right for _, right in names) <= board.ask("board.svg.getBoundingClientRect().right")
    board.ask("board.moveCursor(0, 0, null), board.cursorCell = [7, 0], board.moveCursor(0, 0, null)")
    assert "zone banks of the long grey river, held by blue" in board.ask("board.spoken.textContent")
    legend = board.ask("board.legend().map((one) => one.words)")
    assert {"a zone to hold", "a zone held by blue"} <= set(legend)


def test_zones_that_change_hands_are_drawn_again(shown):
    game = battle()
    game["zones"] = [[WELL], [[WELL[0], 0, "red", *WELL[3:]]]]
    board = shown(game)
    for state, held in ((0, 0), (1, 1), (0, 0)):
        board.show({}, zones=state)
        assert board.ask("[...document.querySelectorAll('.zone.held')].length") == held


def test_points_and_limits_of_a_replay_stand_above_its_board(shown):
    fight = {
        "ruleset": "toybook", "board": {"size": [6, 4]}, "sides": ["red", "blue"],
        "units": [{"template": "soldier", "side": side, "at": at} for side, at in (("red", [0, 0]), ("blue", [5, 3]))],
        "objectives": {"zones": {"the hill": [[0, 0], [0, 1]], "the well": {"from": [4, 2], "to": [5, 3]}}, "rounds": 3},
    }  # fmt: skip
    battle_now = replays.record(Game("toybook", scenario.pool("toybook", fight)).start(seed=1), ["a", "b"])
    while not battle_now.game.over:
        battle_now.answer(int(battle_now.game.answers()[0]))
    found = frames_of(battle_now.replay())
    limits = ["ends after round 3", "decided by points"]
    assert found["limits"] == limits
    for (_, _, game), one in zip(replays.play(battle_now.replay()), found["frames"], strict=True):
        assert found["points"][one["points"]] == game.s["score"][:2].tolist()
        for number, (name, hue, holder, *cells) in enumerate(found["zones"][one["zones"]]):
            side = int(game.s["zone_holder"][number]) - 1
            assert (name, hue, holder) == (("the hill", "the well")[number], side, ["red", "blue", ""][side])
            assert cells == ([0, 0, 0, 1] if number == 0 else [4, 2, 5, 2, 4, 3, 5, 3])
    assert len(found["points"]) > 1 and len(found["zones"]) > 1
    board = shown(found)
    red, blue = game.s["score"][:2]
    words = board.ask("Board.pointsOf(game, game, game.frames.at(-1))")
    assert words == [["points", -1], [f"red {red}", 0], [f"blue {blue}", 1], *([one, -1] for one in limits)]


def test_a_position_shown_again_touches_nothing(shown):
    """Only the unit that has moved is drawn again."""
    board = shown(battle(units=["orc", "elf"]))
    board.show({ORC: unit(0, 0), ELF: unit(3, 3)})
    board.ask(
        "window.touched = [], new MutationObserver((all) => touched.push(...all.map((one) => one.target.closest('.unit'))))"
        ".observe(board.standing, {subtree: true, attributes: true, childList: true}), 0"
    )
    board.show({ORC: unit(0, 0), ELF: unit(3, 3)})
    assert board.ask("touched.filter(Boolean).length") == 0
    board.show({ORC: unit(0, 0), ELF: unit(3, 4)})
    assert board.ask("[...new Set(touched.filter(Boolean).map((one) => one.dataset.row))]") == ["1"]


def test_those_that_were_wounded_flash_only_when_time_goes_on(shown):
    board = shown(battle(units=["orc", "elf"]))
    hale, hurt = {ORC: unit(0, 0), ELF: unit(3, 3)}, {ORC: unit(0, 0), ELF: unit(3, 3, wounds=2)}
    flashing = "[...document.querySelectorAll('.unit.hit')].map((one) => one.dataset.row)"
    board.show(hale, at=0)
    assert board.ask(flashing) == []
    board.show(hurt, at=1)
    assert board.ask(flashing) == ["1"]
    board.show(hale, at=5)
    board.show(hurt, at=4)
    assert board.ask(flashing) == []


def test_units_may_become_known_and_be_lost_from_sight(shown):
    board = shown(battle(units=["orc"]))
    board.show({ORC: unit(0, 0)})
    board.ask(f"board.units = {json.dumps({ORC: known('orc'), ELF: known('elf', 1)})}, 0")
    board.show({ORC: unit(0, 0), ELF: unit(2, 2)})
    visible = "[...document.querySelectorAll('.unit')].filter((one) => one.style.display !== 'none').length"
    assert board.ask(visible) == 2
    board.show({ORC: unit(0, 0)})
    assert board.ask(visible) == 1 and board.ask("board.rowsAt([2, 2])") == []
    board.show({ORC: unit(0, 0), ELF: unit(2, 2)})
    assert board.ask(visible) == 2


def test_hidden_units_are_half_transparent_with_a_dotted_outline(shown):
    board = shown(battle(units=["orc", "elf"]))
    board.show({ORC: unit(0, 0, condition="hidden"), ELF: unit(2, 2)})
    assert board.ask("[...document.querySelectorAll('.concealed')].map((one) => one.dataset.row)") == ["0"]
    assert [board.ask(f"board.pieces[{row}].outline.style.display") for row in (ORC, ELF)] == ["", "none"]


def test_ground_that_changes_is_drawn_again(shown):
    """A gate that filled a cell is gone, and comes back when time goes back."""
    game = battle(units=["orc"])
    game["changes"] = [[], [["blocked", 7, 5, 0]]]
    board = shown(game)
    stone = (
        "[...board.ground.querySelectorAll('path')].filter((one) => one.getAttribute('fill') === 'var(--stone)').length"
    )
    board.show({ORC: unit(0, 0)}, changes=0)
    assert board.ask(stone) == 1
    board.show({ORC: unit(0, 0)}, changes=1)
    assert board.ask(stone) == 0
    board.show({ORC: unit(0, 0)}, changes=0)
    assert board.ask(stone) == 1


def test_the_legend_names_what_occurs_and_nothing_else(shown):
    board = shown(battle(units=["orc", "elf"], borders=[[1, 1, 2, "locked door"]], marks=[[2, 2, "T", "torch"]]))
    board.show(
        {ORC: unit(0, 0, lift="6 yd"), ELF: unit(2, 2, condition="prone, bleeding 3")}, lines=[["hit", 0, 0, 0, 2, 2]]
    )
    words = {one.split(":")[0] for one in board.ask("board.legend().map((one) => one.words)")}
    there = {
        "trees",
        "dangerous ground",
        "blocked",
        "palisade",
        "locked door",
        "torch",
        "in the air",
        "prone",
        "bleeding",
        "hit",
    }
    assert there == words - {"a unit"}
    board.ask("board.mark('reach', [[1, 1]]), board.ring('can', [1]), 0")
    assert {"may be reached", "may be targeted"} <= set(board.ask("board.legend().map((one) => one.words)"))
    assert board.ask("board.legend().every((one) => one.svg instanceof SVGElement)")


def test_names_are_text(shown):
    game = battle(units=["<img src=x onerror=alert(1)>"], marks=[[1, 1, "<", "<b>sword</b>"]])
    board = shown(game, label="<i>board</i>")
    board.show({ORC: unit(0, 0, condition="<u>odd</u>", said="<s>said</s>")})
    board.ask("board.arrows([{cell: [0, 0], direction: 2, key: '<'}]), 0")
    assert board.ask("document.querySelectorAll('img, b, u, s, i').length") == 0
    assert "<img" in board.ask("document.querySelector('.unit > title').textContent")


# --- picking


def test_a_click_tells_the_cell_who_stands_there_and_who_was_hit(shown):
    board = shown(battle(units=["orc", "elf", "bat", "guard"]))
    board.show({ORC: unit(1, 1), ELF: unit(4, 2), BAT: unit(4, 2), GUARD: unit(4, 2, out=1)})
    assert board.click(1.5, 1.5) == {"cell": [1, 1], "rows": [ORC], "row": ORC, "direction": -1}
    assert board.click(4.5, 2.05) == {"cell": [4, 2], "rows": [BAT, ELF, GUARD], "row": -1, "direction": -1}
    assert board.click(4.28, 2.5)["row"] == ELF
    assert board.click(6.5, 3.5) == {"cell": [6, 3], "rows": [], "row": -1, "direction": -1}
    assert board.ask("picked.length") == 4
    board.page.mouse.click(*board.point(-0.2, 3))
    assert board.ask("picked.length") == 4, "a number beside the board is no cell"


def test_a_regiment_is_hit_on_every_model_and_not_where_it_has_none(shown):
    game = battle(units=["orc"])
    board = shown(game)
    models = [part for x, y in ((0, 0), (1, 0), (2, 0), (0, 1)) for part in (x, y, 1, 1, "")]
    board.show({ORC: unit(2, 2, facing=0, wounds=4, width=3, height=2, models=models)})
    assert board.click(4.2, 2.2) == {"cell": [4, 2], "rows": [ORC], "row": ORC, "direction": -1}
    assert board.click(4.5, 3.8)["rows"] == []


def test_arrows_stand_round_a_unit_and_name_their_direction(shown):
    board = shown(battle(units=["orc"]))
    board.show({ORC: unit(3, 2)})
    board.ask("board.arrows([0, 2, 5].map((direction) => ({cell: [3, 2], direction, key: 'x'}))), 0")
    for direction in (0, 2, 5):
        board.page.locator(f".pointer[data-direction='{direction}'] circle").click()
        assert board.ask("picked.at(-1).direction") == direction
    board.ask("board.arrows([]), 0")
    assert board.page.locator(".pointer").count() == 0


def test_hovering_tells_each_cell_once_and_that_the_pointer_has_left(shown):
    board = shown(battle(units=["orc"]))
    board.show({ORC: unit(1, 1)})
    for x in (3.2, 3.4, 3.6, 4.5):
        board.page.mouse.move(*board.point(x, 3.5))
    board.page.mouse.move(*board.point(4, 20))
    assert [what and what["cell"] for what in board.ask("hovered")] == [[3, 3], [4, 3], None]


def test_the_keyboard_moves_a_cursor_and_picks(shown):
    """From whoever decides; what the cell holds is said aloud."""
    board = shown(battle(units=["orc", "elf"]))
    board.show({ORC: unit(1, 1), ELF: unit(3, 1, wounds=2)}, decider=ORC)
    board.ask("board.mark('aim', [[3, 1]]), 0")
    board.page.keyboard.press("Tab")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        board.page.keyboard.press(key)
    assert board.ask("picked") == [{"cell": [3, 1], "rows": [ELF], "row": ELF, "direction": -1}]
    assert board.ask("hovered.map((what) => what.cell)") == [[1, 1], [2, 1], [3, 1]]
    assert board.ask("board.spoken.textContent") == "column 3, row 1; can be targeted; elf, 2 of 5 wounds"
    for _ in range(4):
        board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("Enter")
    assert board.ask("picked.at(-1).cell") == [3, 0], "the cursor stays on the board"


def test_a_board_to_look_at_takes_no_focus(shown):
    board = shown(battle(units=["orc"]), cursor=False)
    board.show({ORC: unit(1, 1)})
    assert board.ask("board.svg.getAttribute('role')") == "img" and not board.ask("board.svg.hasAttribute('tabindex')")
    board.click(1.5, 1.5)
    assert board.ask("picked") == []


def test_marks_and_rings_come_and_go(shown):
    board = shown(battle(units=["orc", "elf"]))
    board.ask("board.ring('can', [1]), board.mark('reach', [[2, 2], [3, 2]]), 0")
    board.show({ORC: unit(1, 1), ELF: unit(3, 1)}, decider=ORC)
    rings = "[...document.querySelectorAll('.rings > *')].map((one) => [one.closest('.unit').dataset.row, one.className.baseVal])"
    assert board.ask(rings) == [["0", "actor"], ["1", "can"]]
    assert board.ask("document.querySelector('.tint.reach').getAttribute('d').match(/M/g).length") == 2
    board.ask("board.ring('can', []), board.ring('chosen', [0]), board.mark('reach', []), 0")
    assert board.ask(rings) == [["0", "actor"], ["0", "chosen"]]
    assert board.ask("document.querySelector('.tint.reach').getAttribute('d')") == ""


def test_what_lies_beyond_the_board_is_not_tinted(shown):
    """A step off the board can be chosen, but there is no cell to show."""
    board = shown(battle(size=(8, 6)))
    board.ask("board.mark('reach', [[2, 6], [2, 5], [-1, 3]]), 0")
    assert board.ask("document.querySelector('.tint.reach').getAttribute('d').match(/M/g).length") == 1


def test_doors_and_chests_have_a_picture_instead_of_a_letter(shown):
    marks = [[1, 1, "C", "closed door"], [2, 2, "L", "locked door"], [3, 3, "F", "full chest"], [4, 4, "T", "trap"]]
    board = shown(battle(units=["orc"], marks=marks))
    board.show({ORC: unit(0, 0)})
    letters = "board.things.querySelectorAll('text')"
    assert board.ask(f"[...{letters}].map((one) => one.textContent)") == ["T"]
    titles = board.ask("[...board.things.querySelectorAll('title')].map((one) => one.textContent)")
    assert titles == ["closed door", "locked door", "full chest", "trap"]


def test_conditions_that_begin_alike_have_signs_of_their_own(shown):
    board = shown(battle(units=["orc"]))
    board.show({ORC: unit(0, 0, condition="defending, dying")})
    assert board.ask("[...document.querySelectorAll('.condition text')].map((one) => one.textContent)") == ["De", "Dy"]


# --- size


def test_a_zoomed_board_keeps_its_point_scrolls_and_fits_again(shown):
    board = shown(battle(size=(60, 40), units=["orc"]))
    board.show({ORC: unit(30, 20)})
    fitted = board.ask("board.scale")
    assert 60 * fitted < 640
    x, y = board.point(20.5, 10.5)
    board.ask(f"board.zoom(4, {{clientX: {x}, clientY: {y}}}), 0")
    assert board.ask("board.scale") == pytest.approx(4 * fitted, rel=0.01)
    assert board.ask(f"board.cellAt({{clientX: {x}, clientY: {y}}})") == [20, 10]
    board.ask("board.reveal([59, 39]), 0")
    px, py = board.point(59.5, 39.5)
    box = board.ask(
        "(({left, right, top, bottom}) => [left, right, top, bottom])(board.scroller.getBoundingClientRect())"
    )
    assert box[0] < px < box[1] and box[2] < py < box[3]
    board.ask("board.fit(), 0")
    assert board.ask("board.scale") == pytest.approx(fitted)
    board.ask("board.zoom(.1), 0")
    assert board.ask("board.scale") == pytest.approx(fitted), "the whole board is the smallest"


def test_a_zoomed_board_is_dragged_without_picking(shown):
    board = shown(battle(size=(60, 40), units=["orc"]))
    board.show({ORC: unit(30, 20)})
    board.ask("board.zoom(4), 0")
    before = board.ask("[board.scroller.scrollLeft, board.scroller.scrollTop]")
    mouse = board.page.mouse
    mouse.move(300, 200)
    mouse.down()
    mouse.move(260, 180, steps=4)
    mouse.up()
    after = board.ask("[board.scroller.scrollLeft, board.scroller.scrollTop]")
    assert [one - other for one, other in zip(after, before, strict=True)] == [
        pytest.approx(40, abs=9),
        pytest.approx(20, abs=9),
    ]
    assert board.ask("picked") == []
    mouse.click(300, 200)
    assert len(board.ask("picked")) == 1


@pytest.mark.parametrize("width", [390, 1280])
def test_the_board_is_no_wider_than_its_page(shown, width):
    board = shown(battle(size=(60, 40), units=["orc"]), width=width)
    board.ask("document.getElementById('host').style.width = 'auto', 0")
    board.show({ORC: unit(30, 20)})
    assert board.ask("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    board.ask("board.zoom(6), 0")
    assert board.ask("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


# --- a battle


def test_every_frame_of_a_battle_can_be_shown_forwards_and_back(shown):
    """What is drawn after going back is what was drawn on the way there."""
    recording = replays.record(Game.of("toybook", "alliance", seed=1), ["random", "random"])
    for k in range(40):
        if not recording.game.over:
            legal = recording.game.legal()
            recording.step(int(legal[k % len(legal)]))
    game = frames_of(recording.replay())
    board = shown(game)
    drawn = board.ask(
        "(() => { const states = Board.statesOf(game.frames), all = [];"
        "const where = () => Object.values(board.pieces).map((piece) => piece.group.style.transform + piece.title.textContent);"
        "const one = (at) => { board.show(states[at], game.frames[at]); return where().join(); };"
        "for (let at = 0; at < states.length; at++) all.push(one(at));"
        "return states.map((_, at) => states.length - 1 - at).map((at) => one(at) === all[at]); })()"
    )
    assert len(drawn) == len(game["frames"]) and all(drawn)
