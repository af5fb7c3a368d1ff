"""The page of battles in a browser, against a real server: what is clicked, typed, covered, forgotten and said."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from pathlib import Path

import pytest

import tactica.experiments.play
from tactica.envs import rulesets
from tactica.envs.render import known_units
from tactica.experiments.commands.play import listening
from tactica.experiments.play.messages import NewMatch
from tactica.experiments.watch.deciding import Deciders

PLAY = Path(tactica.experiments.play.__file__).parent
SCRIPTS = sorted(PLAY.glob("play*.js"))
READY = """Page.table && Page.table.view && !Page.table.isBusy && !Page.table.isPlaying
    && (Page.table.view.over || Page.table.question)"""
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(.style"
)
LEAST_TOUCH = 40  # pixels of what a finger must hit
LEAST_CONTRAST = 4.5

CONTRASTS = """() => {
  const parts = (text) => {
    const of = text.match(/[\\d.]+/g).map(Number), scale = text.startsWith("color(") ? 255 : 1;
    return [of[0] * scale, of[1] * scale, of[2] * scale, of[3] ?? 1];
  };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => (v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (element) => {
    const colours = [];
    for (let one = element; one; one = one.parentElement) colours.unshift(parts(getComputedStyle(one).backgroundColor));
    return colours.reduce((below, above) => over(above, below), [255, 255, 255, 1]);
  };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const isWritten = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!isWritten || one.closest("svg, option") || !one.checkVisibility({ opacityProperty: true })) continue;
    const ground = behind(one), ink = over(parts(getComputedStyle(one).color), ground), [a, b] = [light(ground), light(ink)];
    found.push([(Math.max(a, b) + .05) / (Math.min(a, b) + .05), `${one.className}: ${one.textContent.trim().slice(0, 30)}`]);
  }
  return found;
}"""


MAY_END = "Page.table.question.verbs().some(({ choices }) => isEnding(choices[0]))"
COVERED = "!document.getElementById('curtain').hidden"
BEST = """(chance) => {
  const { question, states } = Page.table, open = question.open, best = Math.max(...open.map(promise));
  const likely = open.filter((one) => promise(one) === best && !isEnding(one)), from = likely.length ? likely : open;
  const choice = from[Math.floor(chance * from.length)], next = question.next(choice);
  return { verb: choice.verb || choice.words, cell: next && next.kind === "cell" ? next.value : null };
}"""


class Served:
    """A server in a thread."""

    def __init__(self, folder):
        uvicorn = pytest.importorskip("uvicorn", reason="needs uvicorn")
        pytest.importorskip("starlette", reason="needs Starlette")
        from tactica.experiments.play.saved import SavedBattles
        from tactica.experiments.play.server import House, make_app

        self.house = House(SavedBattles(folder))
        self._listening = listening(0)
        listener, self.port = self._listening.__enter__()
        config = uvicorn.Config(make_app(self.house, self.port), log_level="warning", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()

    def address(self, token=None):
        return f"http://127.0.0.1:{self.port}/#{token or self.house.token}"

    def stop(self):
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()
        self._listening.__exit__(None, None, None)


class Player:
    """Somebody in front of a page."""

    def __init__(self, browser, address, size=(1280, 800), **options):
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)  # a busy machine takes its time
        self.page.add_init_script("localStorage.setItem('speed', JSON.stringify('0'))")
        self.mistakes = []
        self.page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        self.page.goto(address)

    def ask(self, expression):
        return self.page.evaluate(f"() => ({expression})")

    def wait_for(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.ask(f"!!({expression})"):
            assert time.monotonic() < end, f"{expression} did not come true"
            self.page.wait_for_timeout(20)

    def begin(self, scenario="duel", blue="guardian", seed=1, slug="wfrp1"):
        page = self.page
        page.wait_for_selector(".book")
        page.click(f".book[data-name={slug}]")
        page.click(f".scene[data-name={scenario}]")
        page.locator(".seat select").nth(1).select_option(blue)
        page.fill("#seed", str(seed))
        page.click(".gobar .primary")
        self.wait_for(READY if blue != "human" else f"Page.table && (Page.table.view || {COVERED})")
        return self

    def take_any(self, rng):
        """One choice by hand, the most promising: on the board where it can be picked there, else by its button; what is asked
        then is answered at random.
        """
        page, at = self.page, self.ask("Page.table.view.at")
        picked = self.ask(f"({BEST})({rng.random()})")
        if picked["cell"]:
            page.mouse.click(*self.spot_of(picked["cell"]))
        else:
            page.locator(f"#options button[data-verb='{picked['verb']}']").first.click()
        for _ in range(8):
            self.wait_for(f"{READY} || Menu.isOpen")
            if self.ask(f"Page.table.view.at > {at} || !!Page.table.view.over"):
                return
            buttons = page.locator("#menu button" if self.ask("Menu.isOpen") else "#options button.choice")
            buttons.nth(rng.randrange(buttons.count())).click()
        raise AssertionError(f"{picked} does not lead to a choice")

    def spot_of(self, cell):
        """Where a cell is in the window."""
        x, y = cell
        return self.ask(
            f"(() => {{ const drawing = Page.table.board.svg, middle = new DOMPoint({x} * 40 + 20, {y} * 40 + 20),"
            " at = middle.matrixTransform(drawing.getScreenCTM()); return [at.x, at.y]; })()"
        )

    def close(self):
        self.context.close()
        assert not self.mistakes


def to_a_turn(player):
    """Plays on until a unit may move, or end its turn."""
    rng = random.Random(1)
    while not player.ask(f"{MAY_END} && Page.table.question.verbs().some(({{ verb }}) => verb.startsWith('move'))"):
        player.take_any(rng)
        player.wait_for(READY)
    return player


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("battles"))
    yield server
    server.stop()


@pytest.fixture
def sit(browser, served):
    """Opens pages of the server."""
    players = []

    def open_page(token=None, **options):
        players.append(Player(browser, served.address(token), **options))
        return players[-1]

    yield open_page
    for player in players:
        player.close()


def test_scripts_write_nothing_but_text():
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert not MARKUP.search(text), path.name
    html = (PLAY / "play.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|style=|<script(?! src=)|\son\w+=", html)


def test_the_token_leaves_the_address_and_a_reload_goes_on(sit, served):
    player = sit().begin()
    assert served.house.token not in player.page.url
    assert "#battle/" in player.page.url
    at = player.ask("Page.table.view.at")
    player.page.reload()
    player.wait_for(READY)
    assert player.ask("Page.table.view.at") == at


def test_without_a_token_the_page_says_what_is_needed(sit, served, browser):
    player = Player(browser, f"http://127.0.0.1:{served.port}/")
    player.page.wait_for_selector(".hero")
    assert "the full address" in player.page.inner_text("#start")
    player.close()


def test_a_click_on_a_cell_asks_which_way_and_a_number_goes_there(sit):
    player = sit().begin()
    page, at = player.page, player.ask("Page.table.view.at")
    cell = player.ask("Page.table.question.values('cell')[0]")
    count = player.ask(f"Page.table.question.holding([{{ kind: 'cell', value: {cell} }}]).length")
    assert count > 1
    page.mouse.click(*player.spot_of(cell))
    page.wait_for_selector("#menu button")
    assert page.locator("#menu button").count() == count
    page.keyboard.press("1")
    player.wait_for(f"{READY} && Page.table.view.at > {at}")
    assert page.inner_text("#saved") == "saved"
    assert page.locator(".log .what").count() > 1


def test_the_log_tells_a_choice_once_and_ends_in_sight(sit):
    """A move is a verb and a cell; the log has one line for it, under the round in which it was decided."""
    player = sit().begin()
    page, at = player.page, player.ask("Page.table.view.at")
    page.mouse.click(*player.spot_of(player.ask("Page.table.question.values('cell')[0]")))
    page.wait_for_selector("#menu button")
    page.keyboard.press("1")
    player.wait_for(f"{READY} && Page.table.view.at > {at}")
    frames = player.ask("Page.table.story.frames.filter((one) => one.who).map((one) => one.what)")
    assert len(frames) == 2 and frames[1].startswith(frames[0])
    told = page.locator(".log .what", has_text=frames[0])
    assert told.count() == 1 and told.inner_text().endswith(frames[1])
    player.ask("document.querySelector('#leaf-log input').click()")
    last = "document.querySelector('.log .now').getBoundingClientRect().bottom"
    assert player.ask(f"{last} <= document.querySelector('.log').getBoundingClientRect().bottom")
    player.ask("Page.table.log.clear()")
    frame = {"who": "orc", "side": 0, "log": [["waits", "", -1, -1, ""]]}
    for index, (what, number) in enumerate([("begin", 1), ("strike", 1), ("wait", 2), ("strike", 2)]):
        player.page.evaluate(
            "(given) => Page.table.log.add(...given, Page.table.view.sides)",
            [index, {**frame, "what": what, "round": number}],
        )
    heads = player.ask(
        "[...document.querySelector('.log').children].map((one) => one.matches('h5') ? one.textContent : '-')"
    )
    assert heads == ["Round 1", "-", "-", "-", "Round 2", "-"]


def test_the_log_tells_parts_that_were_not_asked(sit):
    """One target alone is not asked for, and is told; what is asked of the same choice afterwards joins it."""
    player = sit().begin()
    player.ask("Page.table.log.clear()")
    frames = [
        {"what": "strike goblin", "said": "strike", "log": []},
        {"what": "strike off hand", "log": [["hits", "", -1, -1, ""]]},
        {"what": "guard goblin", "said": "guard", "log": [["guards", "", -1, -1, ""]]},
    ]
    for index, frame in enumerate(frames, 1):
        player.page.evaluate(
            "(given) => Page.table.log.add(...given, Page.table.view.sides)",
            [index, {"who": "orc", "side": 0, "round": 1, **frame}],
        )
    told = player.ask("[...document.querySelectorAll('.log .what')].map((one) => one.textContent)")
    assert told == ["orc: strike goblin, off hand", "orc: guard goblin"]


def test_a_side_that_nobody_sees_is_said_to_be_out_of_sight(sit):
    player = sit().begin("small")
    sides = player.ask("[...document.querySelectorAll('#where > span')].map((one) => one.textContent)")
    assert sides == ["red 3", "blue none in sight"]
    player.page.click("#tab-units")
    assert "No units in sight." in player.page.inner_text("#leaf-units")


def test_what_is_not_possible_for_one_reason_is_told_once(sit):
    page = sit().begin("small").page
    reasons = page.evaluate("[...document.querySelectorAll('.missing dd')].map((one) => one.textContent)")
    assert len(reasons) == len(set(reasons)) > 2
    told = page.evaluate(
        "[...document.querySelectorAll('.missing dt')].map((one) => one.textContent.split(', ').length)"
    )
    assert told == sorted(told) and f"({sum(told)})" in page.inner_text(".missing summary")
    page.click(".missing summary")
    ends = page.evaluate("[...document.querySelectorAll('.missing dd')].map((one) => one.getBoundingClientRect())")
    assert all(1 < one["width"] < 400 and one["right"] <= page.viewport_size["width"] for one in ends), "out of sight"


def test_the_end_of_a_turn_stays_in_sight_beside_many_verbs(sit):
    player = sit().begin("small", slug="heimr")
    player.wait_for(READY)
    for _ in range(20):
        if player.ask("Page.table.question.verbs().length") > 12:
            break
        at = player.ask("Page.table.view.at")
        player.page.locator("#sheet .choice.ending" if player.ask(MAY_END) else "#options button.choice").last.click()
        player.wait_for(f"{READY} && Page.table.view.at > {at}")
    assert player.ask("document.getElementById('sheet').scrollHeight > document.getElementById('sheet').clientHeight")
    for place in (0, 10_000):
        player.page.evaluate(f"document.getElementById('sheet').scrollTop = {place}")
        box, sheet = (player.page.locator(which).last.bounding_box() for which in (".endings button", "#sheet"))
        assert sheet["y"] <= box["y"] and box["y"] + box["height"] <= sheet["y"] + sheet["height"]


def test_verbs_with_the_same_first_word_stand_together_and_the_log_keeps_its_room(sit):
    player = to_a_turn(sit(size=(1280, 720)).begin("small"))
    names = player.ask("Page.table.question.verbs().map(({ verb }) => verb)")
    family = player.page.locator("#options .family[aria-label=Move] button").all()
    assert len(family) == sum(re.split(r"[ _]", name)[0].lower() == "move" for name in names) > 1
    assert player.page.locator(".leaves").bounding_box()["height"] >= 250


def test_enter_gives_nothing_away(sit):
    player = sit().begin()
    asked = "{ choices: [{ verb: 'hold', parts: [] }, { verb: 'flee', parts: [] }] }"
    assert player.ask(f"new Question({asked}).default.verb") == "hold"
    asked = "{ choices: [{ verb: 'fight', parts: [] }, { verb: 'pass', parts: [] }] }"
    assert player.ask(f"new Question({asked}).default.verb") == "fight"


def test_a_turn_that_could_go_on_ends_after_a_question_where_that_is_wanted(sit):
    player = to_a_turn(sit().begin("small"))
    page, at = player.page, player.ask("Page.table.view.at")
    page.click("#more")
    page.click("#menu button:has-text('Ask before a turn ends early')")
    page.click("#sheet .choice.ending[data-verb=pass]")
    assert player.ask("Menu.isOpen") and player.ask("Page.table.view.at") == at
    page.keyboard.press("Escape")
    assert player.ask("Page.table.view.at") == at
    page.click("#sheet .choice.ending[data-verb=pass]")
    page.keyboard.press("1")
    player.wait_for(f"{READY} && Page.table.view.at > {at}")


def test_the_sheet_of_a_unit_is_a_click_away(sit):
    player = sit().begin("duel")
    page = player.page
    page.click("#card .unithead button")
    told = page.inner_text("#page").lower()
    assert "profile" in told and "weapon skill" in told


def test_the_end_shows_who_won_who_was_lost_and_where_it_turned(sit):
    player, rng = sit().begin("duel"), random.Random(1)
    for _ in range(300):
        if player.ask("!!Page.table.view.over"):
            break
        player.take_any(rng)
        player.wait_for(READY)
    page = player.page
    assert page.locator("#where .won").count() == 1
    page.locator(".fallen button").first.click()
    states, at = "Page.table.story.states", player.ask("Page.table.index")
    assert (
        player.ask(
            f"Object.entries({states}[{at}]).filter(([row, [,,,, out]]) => out && !{states}[{at - 1}][row][4]).length"
        )
        == 1
    )
    page.click("#times button:has-text('Win chances')")
    player.wait_for("!document.getElementById('chart').hidden")
    page.wait_for_selector(".turn", timeout=120_000)


def test_the_best_opponent_is_proposed_until_one_is_named(sit):
    player = sit()
    page, blue = player.page, "document.querySelectorAll('.seat select')[1]"
    player.wait_for("document.querySelector('.book')")
    page.click(".book[data-name=heimr]")
    for scenario in ("small", "horde"):
        page.click(f".scene[data-name={scenario}]")
        player.wait_for(f"{blue}.value === 'trained:heimr'")
    page.locator(".seat select").nth(1).select_option("sentinel")
    page.click(".scene[data-name=small]")
    player.wait_for(f"{blue}.value === 'sentinel'")


def test_escape_closes_the_menu_and_leaves_a_verb(sit):
    player = sit().begin()
    page = player.page
    page.mouse.click(*player.spot_of(player.ask("Page.table.question.values('cell')[0]")))
    page.keyboard.press("Escape")
    assert not player.ask("Menu.isOpen")
    key = player.ask("[...Page.table.panel.letters.before].find(([name]) => name === 'move standard')[1]")
    page.keyboard.press(key)
    assert player.ask("Page.table.question.verb") == "move standard"
    page.keyboard.press("Escape")
    assert player.ask("Page.table.question.verb") == ""


def test_a_battle_is_played_by_keyboard_alone(sit):
    player = sit().begin()
    page = player.page
    for _ in range(12):
        if player.ask("!!Page.table.view.over"):
            break
        at = player.ask("Page.table.view.at")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        player.wait_for(READY)
        if player.ask("Page.table.view.at") == at:
            page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
        player.wait_for(f"{READY} && Page.table.view.at > {at}")
    assert player.ask("Page.table.view.at") > 12 or player.ask("!!Page.table.view.over")


@pytest.mark.parametrize("slug", [slug for slug in rulesets.names() if slug != "toybook"])
def test_a_whole_battle_of_every_rulebook_is_played_by_hand(sit, slug):
    """From the first click to the end."""
    player, rng = sit().begin("tiny", slug=slug), random.Random(1)
    for _ in range(600):
        if player.ask("!!Page.table.view.over"):
            break
        player.take_any(rng)
        player.wait_for(READY)
    assert player.ask("!!Page.table.view.over")
    assert player.page.locator("#options button").first.inner_text().startswith("Rematch")


def test_many_choices_of_a_verb_are_listed_by_their_targets(sit):
    player = sit()
    choices = [
        {"give": [1, k, m], "verb": "shoot", "words": f"shoot orc {k}, {m}", "hint": "",
         "parts": [{"kind": "unit", "value": k, "words": f"orc {k}"}, {"kind": "mode", "value": m, "words": str(m)}]}
        for k in range(3) for m in range(6)
    ]  # fmt: skip
    asked = f"new Question({{ choices: {json.dumps(choices)} }})"
    assert player.ask(f"targetsOf({asked}.open, {asked}).map(entryWords)") == ["orc 0", "orc 1", "orc 2"]
    assert player.ask(f"{asked}.holding([{{ kind: 'unit', value: 1 }}]).length") == 6
    assert (
        player.ask(
            f"(() => {{ const q = {asked}; q.choose(targetsOf(q.open, q)[2]); return q.open.map((one) => one.give[1]); }})()"
        )
        == [2] * 6
    )


def test_a_neighbouring_cell_stands_for_its_direction(sit):
    player = sit()
    choices = [
        {
            "give": [2, k],
            "verb": "move",
            "words": f"move {k}",
            "hint": "",
            "parts": [{"kind": "direction", "value": k, "words": ""}],
        }
        for k in (0, 2)
    ]
    state = [3, 3, 0, 1, 0, "", "", "", -1, 1, 1, []]
    asked = f"new Question({{ choices: {json.dumps(choices)} }}, {json.dumps(state)})"
    assert player.ask(f"{asked}.reach()[0]") == [[3, 2], [4, 3]]
    east = player.ask(
        f"(() => {{ const q = {asked}; return q.holding(q.partsAt({{ cell: [4, 3], rows: [], direction: -1 }})); }})()"
    )
    assert [one["give"] for one in east] == [[2, 2]]


def test_each_verb_has_a_letter_of_its_own(sit):
    player = sit()
    given = player.ask("[...new Letters().assign(['strike', 'shoot', 'stow', 'end turn', 'undo it', 'ss'])]")
    assert len({letter for _, letter in given}) == len(given) == 6
    assert "u" not in {letter for _, letter in given}


def test_a_hot_seat_covers_the_board_and_forgets_what_the_other_has_seen(sit):
    player = sit().begin(blue="human")
    page = player.page
    for _ in range(40):
        player.wait_for(f"{COVERED} || ({READY})")
        if player.ask(COVERED):
            break
        page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
        player.wait_for(f"{COVERED} || ({READY})")
    assert "Pass to" in page.inner_text("#curtain")
    assert player.ask("Page.table.view === null && Page.table.story.frames.length === 0")
    assert not page.inner_text("#board").strip()
    assert page.locator(".log .head").count() == 0
    assert page.url.endswith("/pass")
    seat = player.ask("Number(location.hash.split('/')[2])")
    page.reload()
    page.wait_for_selector("#curtain button")
    assert player.ask("!Page.table.view")
    page.click("#curtain button")
    player.wait_for(READY)
    assert player.ask("Page.table.view.seat") == seat


def test_a_hot_seat_is_sent_only_what_its_seat_knows(sit, served):
    """In the clearing the sides do not see each other at first."""
    player, sent = sit(), []
    player.page.on("response", lambda answer: sent.append(answer) if "/api/matches/" in answer.url else None)
    player.begin("small", blue="human")
    match = list(served.house.matches.values())[-1]
    ever = [set(), set()]
    for _ in range(30):
        for seat in (0, 1):
            ever[seat] |= known_units(match.game, seat)
        player.wait_for(f"{COVERED} || ({READY})")
        if player.ask(COVERED):
            player.page.click("#curtain button")
            player.wait_for(READY)
        else:
            player.page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
    views = [view for view in (json.loads(answer.text()) for answer in sent) if "frames" in view]
    assert {view["seat"] for view in views} == {0, 1}
    for view in views:
        unknown = [name.replace("_", " ") for row, name in enumerate(match.game.names) if row not in ever[view["seat"]]]
        assert unknown, "everybody was seen"
        assert not [name for name in unknown if name in json.dumps(view).replace("_", " ")]


def test_nobody_is_asked_to_pass_the_page_in_a_battle_against_a_behaviour(sit):
    player = sit().begin()
    for _ in range(4):
        at = player.ask("Page.table.view.at")
        player.page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
        player.wait_for(f"{READY} && (Page.table.view.at > {at} || Page.table.view.over)")
        assert player.ask("document.getElementById('curtain').hidden")
        if player.ask("!!Page.table.view.over"):
            break


def test_a_battle_that_was_taken_from_its_file_can_be_played_again(sit, served):
    over = served.house.begin(NewMatch("wfrp1", "tiny", ["random", "random"], 1))
    over.play_on(60)
    assert over.game.over
    player = sit()
    page = player.page
    page.locator(".savedbox summary").click()
    page.locator(".savedrow", has_text=over.recording.replay().title).first.click()
    player.wait_for("Page.table && Page.table.view && Page.table.view.over")
    before = player.ask("Page.table.match")
    page.get_by_text("Rematch, same dice").click()
    player.wait_for(f"Page.table.match !== '{before}' && Page.table.view && Page.table.view.at === 0")
    assert "Next decision" in page.inner_text("#options")


def test_a_second_window_sees_its_own_seat_alone(sit):
    host = sit().begin(blue="human")
    match, seats = host.ask("Page.table.match"), host.ask("Memory.read(`seats:${Page.table.match}`, 'sessionStorage')")
    blue = next(one for one in seats if one["seat"] == 1)
    guest = sit(blue["token"])
    guest.wait_for("Page.table && Page.table.view")
    assert guest.ask("[Page.table.match, Page.table.seat]") == [match, 1]
    guest.page.click("#home")
    assert guest.ask("Page.table && Page.table.seat") == 1


def test_who_plays_in_a_second_window_is_waited_for_and_can_be_called_back(sit):
    host = sit(permissions=["clipboard-read", "clipboard-write"]).begin(blue="human")
    host.page.click("#more")
    host.page.keyboard.press("1")
    host.page.wait_for_selector(".notice.news")
    link = host.page.evaluate("navigator.clipboard.readText()")
    guest = sit(link.partition("#")[2])
    guest.wait_for("Page.table && Page.table.view")
    asked = "!!(Page.table.question && Page.table.view.asked.mine)"
    for _ in range(3):
        host.wait_for(f"{asked} || document.querySelector('.wait')")
        guest.wait_for(f"{asked} || document.querySelector('.wait')")
        player, other = (host, guest) if host.ask(asked) else (guest, host)
        at = player.ask("Page.table.view.at")
        player.page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
        other.wait_for(f"Page.table.view.at > {at}")
        assert host.ask("document.getElementById('curtain').hidden")
    if host.ask(asked):
        at = host.ask("Page.table.view.at")
        host.page.keyboard.press(host.ask("[...Page.table.panel.keys.keys()].pop()"))
        host.wait_for(f"Page.table.view.at > {at}")
    host.page.click("text=play here")
    assert "Pass to" in host.page.inner_text("#curtain")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_points_stand_above_the_board_and_go_back_with_it(sit, size):
    player = sit(size=size).begin("contest_small")
    rng = random.Random(1)
    while not player.ask("Page.table.view.over || Page.table.view.tables.points.length > 1"):
        player.take_any(rng)
        player.wait_for(READY)
    shown = "[...document.querySelectorAll('#points li')].map((one) => one.textContent)"
    meant = "Page.table.view.tables.points[Page.table.story.frames[Page.table.index].points]"
    for at in (0, player.ask("Page.table.story.last")):
        player.ask(f"(Page.table.goto({at}), 0)")
        red, blue = player.ask(meant)
        assert player.ask(shown)[:3] == ["points", f"red {red}", f"blue {blue}"]
    assert "decided by points, then staying power left" in player.ask(shown)
    assert player.ask("[...document.querySelectorAll('#board .zone')].length") == 3
    assert player.ask("document.documentElement.scrollWidth") <= size[0]


def test_the_timeline_steps_back_and_leads_to_now(sit):
    player = sit().begin()
    page, at = player.page, player.ask("Page.table.view.at")
    page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
    player.wait_for(f"{READY} && Page.table.view.at > {at}")
    page.keyboard.press("[")
    assert "Earlier position" in page.inner_text("#past")
    assert player.ask("Page.table.index === Page.table.story.last - 1")
    page.keyboard.press("Escape")
    assert player.ask("Page.table.isNow")


def test_what_has_been_can_be_read_while_the_opponent_thinks(sit, monkeypatch):
    player, go_on, quick = sit().begin(), threading.Event(), Deciders.choose
    monkeypatch.setattr(Deciders, "choose", lambda deciders, game=None: go_on.wait(60) and quick(deciders, game))
    page, thinks = player.page, "Page.table.view.thinking && !Page.table.isBusy"
    try:
        while not player.ask(f"!!({thinks})"):
            page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
            player.wait_for(f"({thinks}) || {READY}")
        at = player.ask("Page.table.view.at")
        assert "Monsters: thinking" in page.inner_text("#banner")
        page.keyboard.press("[")
        assert "Earlier position" in page.inner_text("#past")
        page.wait_for_timeout(1500)
        assert "Earlier position" in page.inner_text("#past") and player.ask("Page.table.view.at") == at
        page.click("#tab-rules")
        page.click("#leaf-rules li button >> nth=0")
        player.wait_for("byId('page').open")
        page.keyboard.press("Escape")
    finally:
        go_on.set()
    player.wait_for(f"{READY} && Page.table.view.at > {at}")


def test_a_clause_opens_its_card(sit):
    player = sit().begin()
    player.page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
    player.page.wait_for_selector(".clause:visible")
    player.page.locator(".clause:visible").last.click()
    player.page.wait_for_selector(".statement")
    player.page.keyboard.press("Escape")
    assert player.ask("!document.getElementById('page').open")


def test_house_rules_are_found_by_their_words_and_sent(sit, served):
    player = sit()
    page = player.page
    page.wait_for_selector(".house input")
    page.click(".book[data-name=wfrp1]")
    page.wait_for_selector(".house input")
    page.fill(".house input", "shield parry bonus")
    page.locator(".knob input").first.fill("30")
    page.locator(".knob input").first.press("Tab")
    assert "= 30" in page.inner_text(".chips")
    page.locator(".knob input").first.fill("100000")
    page.locator(".knob input").first.press("Tab")
    assert "takes a number" in page.inner_text("#notices")
    with page.expect_request("**/api/matches") as sent:
        page.click(".gobar .primary")
    assert sent.value.post_data_json["rules"] == {"parry.shield.shield_parry_bonus": 30}


def test_words_of_the_server_are_text(sit):
    player = sit()
    player.page.wait_for_selector(".book")
    player.ask("Notices.say('<img src=x onerror=alert(1)>')")
    assert player.page.inner_text(".notice p") == "<img src=x onerror=alert(1)>"
    assert player.page.locator(".notice img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(sit, scheme):
    player = sit(color_scheme=scheme)
    player.page.wait_for_selector(".knobhits", state="attached")
    faint = [one for one in player.page.evaluate(CONTRASTS) if one[0] < LEAST_CONTRAST]
    player.begin()
    faint += [one for one in player.page.evaluate(CONTRASTS) if one[0] < LEAST_CONTRAST]
    player.page.click("#help")
    faint += [one for one in player.page.evaluate(CONTRASTS) if one[0] < LEAST_CONTRAST]
    assert faint == []


def test_a_phone_shows_all_without_scrolling_sideways(sit):
    player = sit(size=(390, 844), has_touch=True)
    small = f"""[...document.querySelectorAll("button, select, summary, input:not([type=checkbox])")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < {LEAST_TOUCH} - .5)
        .map((one) => one.outerHTML)"""
    player.page.wait_for_selector(".knobhits", state="attached")
    assert player.ask("document.documentElement.scrollWidth") == 390
    assert player.ask(small) == []
    player.begin()
    assert player.ask("document.documentElement.scrollWidth") == 390
    assert player.ask(small) == []
    sheet = player.page.locator("#sheet").bounding_box()
    assert round(sheet["y"] + sheet["height"]) == 844


def test_a_battle_begins_at_the_top_of_a_small_window(sit):
    """The button that begins it may be far below, as at twice the size of letters."""
    player = sit(size=(640, 400))
    player.wait_for("document.querySelector('.knobhits')")
    player.ask("scrollTo(0, document.body.scrollHeight)")
    assert player.ask("scrollY") > 100
    assert player.begin().ask("scrollY") == 0


def test_a_lost_server_is_said_in_a_sentence(browser, tmp_path):
    server = Served(tmp_path)
    player = Player(browser, server.address()).begin()
    server.stop()
    player.page.keyboard.press(player.ask("[...Page.table.panel.keys.keys()].pop()"))
    player.page.wait_for_selector(".notice")
    player.wait_for("document.querySelector('#banner b').textContent === 'No connection to the server'")
    assert "Your battle is saved." in player.page.inner_text("#banner")
    assert f"The server has stopped. The battle is saved in {tmp_path}." in player.page.inner_text(".notice p")
    player.page.click(".notice button")
    assert player.page.locator(".notice").count() == 0
    player.close()
