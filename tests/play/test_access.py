"""The page for people who use a keyboard or a screen reader, as far as its source shows: names, live regions, order, motion."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import tactica.experiments.play
from tactica.experiments.play.server import page_files

PLAY = Path(tactica.experiments.play.__file__).parent
SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in sorted(PLAY.glob("*.js")))
CONTROLS = ("a", "button", "input", "select", "textarea")


class Elements(HTMLParser):
    """The elements of a page, each with its attributes and the text inside it."""

    def __init__(self):
        super().__init__()
        self.found, self._open = [], []
        self.feed((PLAY / "play.html").read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        self.found.append({"tag": tag, "text": "", **dict(attributes)})
        self._open.append(self.found[-1])

    def handle_endtag(self, tag):
        while self._open and self._open.pop()["tag"] != tag:
            pass

    def handle_data(self, data):
        for one in self._open:
            one["text"] += data


ELEMENTS = Elements().found


def test_controls_and_regions_have_names():
    names = [one.get("aria-label") or one["text"].strip() for one in ELEMENTS if one["tag"] in CONTROLS]
    assert len(names) > 5 and all(re.search(r"\w", name) for name in names)
    regions = [
        one
        for one in ELEMENTS
        if one.get("role") in ("dialog", "group", "tablist", "tabpanel") or one["tag"] == "dialog"
    ]
    assert len(regions) > 5 and all({"aria-label", "aria-labelledby"} & set(one) for one in regions)


def test_what_names_or_controls_something_is_there():
    """In the page, or made by a script: `tab-log` of a template `tab-${id}`."""
    ids = [one["id"] for one in ELEMENTS if "id" in one]
    assert len(ids) == len(set(ids))
    for one in ELEMENTS:
        for name in (one.get("aria-labelledby"), one.get("aria-controls")):
            assert (
                name is None or name in ids or f'id: "{name}"' in SCRIPTS or f"id: `{name.split('-')[0]}-${{" in SCRIPTS
            ), name


def test_what_changes_by_itself_is_announced():
    by_id = {one["id"]: one for one in ELEMENTS if "id" in one}
    assert by_id["banner"]["aria-live"] == "polite" and by_id["notices"]["role"] == "alert"
    assert by_id["saved"]["role"] == "status"
    assert 'this.spoken.setAttribute("aria-live", "polite")' in page_files()["/board.js"].read_text(encoding="utf-8")


def test_a_lost_connection_is_not_called_a_battle_that_is_not_found():
    """The panel is given the error, and only a 404 means that there is no such battle."""
    calls = re.findall(r"\.stalled\((.*)\);", SCRIPTS)
    assert calls and all(call.endswith((", error", ", trouble")) for call in calls), calls
    panel = (PLAY / "play-panel.js").read_text(encoding="utf-8")
    assert "isUnknown = error instanceof Refusal && error.status === 404" in panel
    assert (
        'isUnknown ? "Battle not found" : error instanceof Refusal ? "The server refused" : "No connection to the server"'
        in panel
    )


def test_the_order_of_focus_is_that_of_the_page():
    orders = [int(one["tabindex"]) for one in ELEMENTS if "tabindex" in one]
    orders += [int(number) for number in re.findall(r"tab[Ii]ndex\"?: (-?\d+)", SCRIPTS)]
    assert orders and max(orders) <= 0
    ids = [one.get("id") for one in ELEMENTS]
    assert ids.index("board") < ids.index("options") < ids.index("leafs"), (
        "the board, the choices, then more about the battle"
    )


def test_whatever_moves_by_itself_keeps_still_on_demand():
    for name in ("/page.css", "/play.css"):
        text = page_files()[name].read_text(encoding="utf-8")
        usual, _, still = text.partition("@media (prefers-reduced-motion: reduce)")
        moving = re.findall(r"([^{}]+)\{[^{}]*\banimation:", usual)
        assert moving and all(one.strip().splitlines()[-1].strip() in still for one in moving), name
