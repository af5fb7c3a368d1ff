"""The editor of scenarios in a browser: from an empty board to a battle that begins, by clicks alone; and what the text does."""

from __future__ import annotations

import pytest
from play.test_page import CONTRASTS, LEAST_CONTRAST, LEAST_TOUCH, MARKUP, PLAY, Player, Served

HEIGHTS = """[...document.querySelectorAll(".ed button")].filter((one) => one.checkVisibility())
    .map((one) => [one.getBoundingClientRect().height, one.textContent])"""
BOARD = "Page.editor && Page.editor.map && Page.editor.map.board"


class Author(Player):
    """Somebody who makes a scenario."""

    def begin(self, slug="wfrp1"):
        """An empty board."""
        self.page.click(".headline .link")
        self.page.click(f".ed-book[data-slug={slug}] .primary")
        self.wait_for(BOARD)
        self.wait_for("document.querySelector('.ed-tile')")
        return self

    def copy(self, slug, name):
        """A copy of a scenario."""
        self.page.click(".headline .link")
        self.page.locator(f".ed-book[data-slug={slug}] select").select_option(name)
        self.page.click(f".ed-book[data-slug={slug}] button:has-text('Copy')")
        self.wait_for(BOARD)
        return self

    def at(self, x, y):
        """Where a point of the board, counted in cells, is in the window."""
        return self.ask(
            f"(() => {{ const drawing = Page.editor.map.board.svg, spot = new DOMPoint({x} * 40, {y} * 40),"
            " at = spot.matrixTransform(drawing.getScreenCTM()); return [at.x, at.y]; })()"
        )

    def drag(self, *points):
        """Press, move and let go, between points of the board."""
        self.page.mouse.move(*self.at(*points[0]))
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*self.at(*point), steps=4)
        self.page.mouse.up()

    def click(self, x, y):
        """Click the middle of a cell."""
        self.drag((x + 0.5, y + 0.5))

    @property
    def text(self):
        """The scenario as it is now."""
        return self.ask("Page.editor.text")

    def wait_for_text(self, words):
        """Until something stands in the text."""
        self.wait_for(f"Page.editor.text.includes({words!r})")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("scenarios"))
    yield server
    server.stop()


@pytest.fixture
def author(browser, served):
    """Somebody at the start of the page."""
    authors = []

    def open_page(**options):
        authors.append(Author(browser, served.address(), **options))
        authors[-1].page.wait_for_selector(".headline .link")
        return authors[-1]

    yield open_page
    for one in authors:
        one.close()


def test_scripts_write_nothing_but_text():
    for path in PLAY.glob("editor*.js"):
        assert not MARKUP.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_from_an_empty_board_to_a_battle_by_clicks_alone(author, size):
    one = author(size=size).begin()
    page = one.page
    page.click(".ed-tile:has-text('water')")
    one.drag((2.5, 1.5), (2.5, 6.5))
    one.wait_for_text("..~")
    assert one.text.count("    ..~") == 6
    page.click(".ed-tile:has-text('wall')")
    one.drag((6.02, 4.5), (6.02, 5.5))
    one.wait_for_text("type: wall, cells: [[5, 4], [5, 5]], direction: east")
    page.click("#ed-tab-units")
    page.click("[data-template=sellsword]")
    one.click(4, 7)
    one.wait_for_text("{template: sellsword, side: side0, at: [4, 7]}")
    page.locator(".ed-side").nth(1).click()
    page.click("[data-template=skaven]")
    one.click(7, 2)
    one.wait_for("Page.editor.told.scene && Object.keys(Page.editor.told.scene.units).length === 2")
    assert page.inner_text(".ed-state") == "ready to play"
    page.click("#ed-tab-trial")
    page.fill("#ed-seed", "1")
    page.click("button:has-text('Play it')")
    one.wait_for("Page.table && Page.table.view && Page.table.view.title === 'New scenario'")
    assert one.ask("Page.table.view.sides.map((side) => side.player)") == ["human", "guardian"]


def test_units_are_moved_turned_copied_and_taken_away_and_all_of_it_undone(author):
    one = author().copy("wfrp1", "duel")
    page, before = one.page, one.text
    x, y = one.ask("Page.editor.units[0].at")
    one.drag((x + 0.5, y + 0.5), (x + 0.5, y + 1.5))
    one.wait_for(f"Page.editor.units[0].at[1] === {y + 1}")
    turned = one.ask("Page.editor.map.facingOf(0)")
    page.keyboard.press("r")
    one.wait_for(f"Page.editor.map.facingOf(0) === {(turned + 1) % 8}")
    count = one.ask("Page.editor.units.length")
    page.keyboard.press("d")
    one.click(x, y)
    one.wait_for(f"Page.editor.units.length === {count + 1}")
    page.keyboard.press("Escape")
    one.click(x, y)
    page.keyboard.press("Delete")
    one.wait_for(f"Page.editor.units.length === {count}")
    for _ in range(4):
        past = one.ask("Page.editor.past.length")
        page.keyboard.press("Control+z")
        one.wait_for(f"Page.editor.past.length === {past - 1}")
    assert one.text == before
    page.keyboard.press("Control+y")
    one.wait_for(f"Page.editor.units[0].at[1] === {y + 1}")


def test_what_is_wrong_is_marked_in_the_text_and_on_the_board(author):
    one = author().copy("wfrp1", "duel")
    page = one.page
    page.click("#ed-tab-text")
    wrong = one.text.replace("template: ", "template: x", 1)
    page.fill(".ed-text", wrong)
    page.wait_for_selector(".ed-fault")
    line = 1 + next(k for k, words in enumerate(wrong.splitlines()) if "template: x" in words)
    assert f"line {line}" in page.inner_text(".ed-fault")
    assert page.inner_text(".ed-lines .wrong") == str(line)
    assert one.ask("Page.editor.map.board.tinted.aim.size") == 1
    page.click(".ed-fault")
    assert one.ask("document.activeElement.className") == "ed-text"
    page.fill(".ed-text", wrong.replace("template: x", "template: "))
    one.wait_for("!Page.editor.told.problems.length")
    assert not page.locator(".ed-fault.wrong").count()


def test_forms_write_the_text(author):
    one = author().copy("wfrp1", "duel")
    page = one.page
    page.click("#ed-tab-units")
    page.locator(".ed-group li button").first.click()
    page.fill("#ed-field-name", "helmut")
    page.keyboard.press("Tab")
    one.wait_for_text("name: helmut")
    page.fill(".ed-card input[type=search]", "weapon skill")
    page.fill("#ed-field-weapon_skill", "61")
    page.keyboard.press("Tab")
    one.wait_for_text("weapon_skill: 61")
    page.click(".ed-drop[aria-label='Reset weapon skill']")
    one.wait_for("!Page.editor.text.includes('weapon_skill: 61')")
    page.click("#ed-tab-battle")
    page.fill(".ed-tab > input[type=search]", "shield parry bonus")
    page.locator(".knobhits input[type=number]").first.fill("15")
    page.keyboard.press("Tab")
    one.wait_for_text("parry.shield.shield_parry_bonus: 15")
    assert page.locator(".ed-fault.wrong").count() == 0


RANDOM = """\
ruleset: wfrp1
sides: [red, blue, green]   # three
board: {size: [12, 10]}
deploy: {red: [0, 0, 2, 9], blue: [9, 0, 11, 9]}
units:
- {template: sellsword, side: green, at: [6, 5]}
- {template: sellsword, side: red, at: [1, 1]}
- {template: skaven, side: blue, at: [10, 5]}
choose:
- side: [red, blue]   # the same
  count: 2   # each
  from: [ranger]
generate: {kind: scatter, flag: difficult, share: 0.1}   # mud
"""


def test_what_is_drawn_is_edited_in_forms(author):
    one = author().begin()
    page = one.page
    page.click("#ed-tab-text")
    page.fill(".ed-text", RANDOM)
    one.wait_for("Page.editor.told.data.choose && !Page.editor.told.problems.length")
    page.click("#ed-tab-random")
    roster, terrain = page.locator("[data-entry='choose[0]']"), page.locator("[data-entry=generate]")
    page.fill("#ed-field-choose-0-count", "3")
    page.keyboard.press("Tab")
    one.wait_for_text("  count: 3   # each")
    page.select_option("#ed-field-generate-0-mirror", "true")
    one.wait_for_text("mirror: true}   # mud")
    terrain.locator(".ed-drop[aria-label='Reset mirror']").click()
    one.wait_for("!Page.editor.text.includes('mirror')")
    roster.get_by_label("Add to from").select_option("gunner")
    one.wait_for_text("  from: [ranger, gunner]")
    roster.locator("[aria-label='Remove ranger']").click()
    one.wait_for_text("  from: [gunner]")
    roster.locator("[aria-label='Remove red']").click()
    one.wait_for_text("- side: [blue]   # the same")
    page.select_option("#ed-field-choose-0-side", "green")
    roster.locator(".ed-wrong").wait_for()
    assert "no deployment zone" in roster.inner_text() and page.inner_text(".ed-state") == "1 problem"
    page.select_option("#ed-field-choose-0-side", "red")
    one.wait_for("!Page.editor.told.problems.length")
    page.fill("#ed-field-generate-0-share", "0.2")
    page.keyboard.press("Tab")
    one.wait_for_text("generate: {kind: scatter, flag: difficult, share: 0.2}   # mud")
    terrain.locator("button:has-text('Only in a box')").click()
    one.drag((3.5, 2.5), (5.5, 6.5))
    one.wait_for_text("area: [3, 2, 5, 6]}   # mud")
    page.click("button:has-text('More terrain')")
    page.select_option("#ed-field-generate-1-kind", "walls")
    page.select_option("#ed-field-generate-1-type", "obstacle")
    one.wait_for_text("kind: walls")
    page.locator("[data-entry='generate[1]'] .ed-drop[aria-label^=Without]").click()
    one.wait_for("!Page.editor.text.includes('walls')")
    page.click("button:has-text('Add an opening distance')")
    page.fill("#ed-field-place-0-distance", "4d6_yards")
    page.keyboard.press("Tab")
    page.select_option("#ed-field-place-0-direction", "clock")
    one.wait_for_text("place: {distance: 4d6_yards, direction: clock}")
    page.click("#ed-tab-battle")
    page.click("button:has-text('Red and green are allied')")
    one.wait_for_text("allies: [[red, green]]")
    page.fill("#ed-side-0", "heroes")
    page.keyboard.press("Tab")
    one.wait_for_text("allies: [[heroes, green]]")
    assert "deploy: {heroes: [0, 0, 2, 9]," in one.text
    one.wait_for("!Page.editor.told.problems.length")
    assert "sides: [heroes, blue, green]   # three" in one.text and "- side: heroes   # the same" in one.text
    page.click("button:has-text('Heroes and green are allied')")
    one.wait_for("!Page.editor.text.includes('allies')")


ZONES = "[...document.querySelectorAll('.zonename')].map((one) => one.textContent)"


def test_zones_are_drawn_named_and_removed(author):
    one = author().copy("wfrp1", "duel")
    page, before = one.page, one.text
    page.click("#ed-tab-objectives")
    page.click("button:has-text('Add a zone')")
    assert "zone 1" in page.inner_text(".ed-hint")
    one.drag((4.5, 3.5), (2.5, 1.5))
    one.wait_for_text("objectives: {zones: {zone 1: {from: [2, 1], to: [4, 3]}}}")
    one.wait_for(f"{ZONES}.join() === 'zone 1'")
    assert "9 cells, 2,1 to 4,3" in page.inner_text("[data-zone='zone 1']")
    page.fill("#ed-zone-0", "the well")
    page.keyboard.press("Tab")
    one.wait_for_text("the well: {from: [2, 1]")
    page.click("[data-zone='the well'] button:has-text('Draw')")
    one.drag((0.5, 0.5), (1.5, 0.5))
    one.wait_for_text("the well: {from: [0, 0], to: [1, 0]}")
    page.fill("#ed-objectives-to_win", "6")
    page.keyboard.press("Tab")
    page.select_option("#ed-objectives-attacker", one.ask("Page.editor.sides[1]"))
    page.select_option("#ed-objectives-verdict", "staying,score")
    one.wait_for_text("verdict: [staying, score]")
    assert "to_win: 6" in one.text and "attacker: " in one.text
    one.wait_for("!Page.editor.told.problems.length")
    for field in ("to_win", "attacker", "verdict"):
        if field == "to_win":
            page.fill("#ed-objectives-to_win", "")
            page.keyboard.press("Tab")
        else:
            page.select_option(f"#ed-objectives-{field}", "")
        one.wait_for(f"!Page.editor.text.includes({field!r})")
    page.click("[data-zone='the well'] .ed-drop")
    one.wait_for(f"!Page.editor.text.includes('objectives') && !{ZONES}.length")
    assert one.text == before


def test_a_zone_is_drawn_by_keyboard(author):
    """Enter at two corners; with another tool in between, the first corner is forgotten."""
    one = author().copy("wfrp1", "duel")
    page = one.page
    page.click("#ed-tab-objectives")
    for keys in (["Enter"], ["ArrowDown", "Enter", "ArrowRight", "ArrowDown", "Enter"]):
        page.click("button:has-text('Add a zone')")
        one.ask("(Page.editor.map.board.cursorCell = [1, 1], Page.editor.map.board.svg.focus(), 0)")
        for key in keys:
            page.keyboard.press(key)
    one.wait_for_text("zone 1: {from: [1, 2], to: [2, 3]}")


def test_what_is_wrong_with_objectives_stands_beside_what_was_typed(author):
    """Nothing that was typed is lost: not a number that is none, nor a name that another zone has."""
    one = author().copy("owh", "contest_small")
    page = one.page
    page.click("#ed-tab-objectives")
    one.wait_for(f"{ZONES}.join() === 'north field,the rock,south field'")
    for key, typed in (("rounds", "0"), ("to_win", "many")):
        page.fill(f"#ed-objectives-{key}", typed)
        page.keyboard.press("Tab")
        one.wait_for_text(f"{key}: {typed}")
        row = page.locator(f".ed-field:has(#ed-objectives-{key})")
        row.locator(".ed-wrong").wait_for()
        assert "allowed: 1 to" in row.inner_text()
        assert page.input_value(f"#ed-objectives-{key}") == typed
    page.fill("#ed-zone-0", "the rock")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-zone='north field'] .ed-wrong")
    page.click("[data-zone='south field'] button:has-text('Draw')")
    one.drag((3.5, 5.5), (4.5, 7.5))
    page.wait_for_selector("[data-zone='south field'] .ed-wrong")
    assert "already lies in 'the rock'" in page.inner_text("[data-zone='south field']")
    assert page.input_value("#ed-zone-0") == "the rock" and "already a zone" in page.inner_text(
        "[data-zone='north field']"
    )
    assert page.input_value("#ed-objectives-to_win") == "many"
    assert one.ask("[...document.querySelectorAll('.zone')].length") == 3
    assert page.inner_text(".ed-state") == "3 problems"
    page.click("#ed-tab-battle")
    page.click(".ed-fault:has-text('to_win')")
    assert page.get_attribute("#ed-tab-objectives", "aria-selected") == "true"


def test_the_attacker_is_renamed_with_its_side(author):
    one = author().copy("wfrp1", "duel")
    page = one.page
    page.click("#ed-tab-objectives")
    page.select_option("#ed-objectives-attacker", one.ask("Page.editor.sides[0]"))
    one.wait_for_text("attacker: ")
    page.click("#ed-tab-battle")
    page.fill("#ed-side-0", "heroes")
    page.keyboard.press("Tab")
    one.wait_for_text("attacker: heroes")
    assert not one.ask("Page.editor.told.problems.length")


def test_a_scenario_is_saved_under_a_name_and_found_at_the_start(author, served):
    one = author().copy("wfrp1", "duel")
    page = one.page
    page.click(".ed-acts button:has-text('Save')")
    page.fill("#ed-name", "my_duel")
    page.click("#page .primary")
    one.wait_for("Page.editor.name === 'my_duel'")
    assert (served.house.saved.folder / "scenarios" / "my_duel.yaml").read_text(encoding="utf-8") == one.text
    page.reload()
    one.wait_for(BOARD)
    assert one.ask("Page.editor.name") == "my_duel"
    page.click("#home")
    page.click(".book[data-name=wfrp1]")
    page.wait_for_selector(".scene[data-name=my_duel]")


def test_many_battles_show_shares_and_can_be_stopped(author):
    one = author().copy("wfrp1", "tiny")
    page = one.page
    page.click("#ed-tab-trial")
    page.locator(".ed-row select").select_option("100")
    page.click("button:has-text('Run battles')")
    one.wait_for("!Page.editor.trial.fighting && document.querySelectorAll('.ed-share').length === 2")
    assert "100 battles" in page.inner_text(".ed-result")
    page.locator(".ed-row select").select_option("10000")
    page.click("button:has-text('Run battles')")
    page.click("button:has-text('Stop')")
    one.wait_for("!Page.editor.trial.fighting")
    assert "of 10,000" not in page.inner_text(".ed-result")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_and_touched_on_a_phone(author, theme):
    one = author(size=(390, 844), color_scheme=theme).copy("wfrp1", "contest_small")
    page = one.page
    for tab in ("ground", "units", "battle", "objectives", "text", "trial"):
        page.click(f"#ed-tab-{tab}")
        page.wait_for_timeout(250)
        faint = [words for contrast, words in one.ask(f"({CONTRASTS})()") if contrast < LEAST_CONTRAST]
        assert not faint, tab
        assert one.ask("document.documentElement.scrollWidth") <= 390
        heights = one.ask(HEIGHTS)
        assert not [words for height, words in heights if height and height < LEAST_TOUCH], tab
