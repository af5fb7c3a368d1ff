"""Players that are no people think in a thread of their own: what is answered meanwhile, and a battle that ends while they do."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from play.scenes import match_of, pick, started

from tactica.envs import replay as replays
from tactica.envs.core.loops.searchers import DONE
from tactica.envs.engine.players.searcher import MOST
from tactica.experiments.play import Match, Refused, endpoints, view_of
from tactica.experiments.play import house as house_of
from tactica.experiments.play import match as playing
from tactica.experiments.watch.deciding import Deciders

TOY = {"ruleset": "toybook", "scenario": "alliance", "players": ["human", "random", "random"], "seed": 1}


class Slow:
    """Players that think until they are told to go on."""

    def __init__(self, monkeypatch):
        self.go_on, self.asked = threading.Event(), threading.Event()
        quick = Deciders.choose

        def choose(deciders, game=None):
            self.asked.set()
            assert self.go_on.wait(30)
            return quick(deciders, game)

        for module in (playing, house_of, endpoints):
            monkeypatch.setattr(module, "PATIENCE", 0.05)
        monkeypatch.setattr(Deciders, "choose", choose)


@pytest.fixture
def slow(monkeypatch):
    """Players that think until they are told to go on."""
    slow = Slow(monkeypatch)
    yield slow
    slow.go_on.set()


def thinking(page, slow):
    """The address of a battle in which somebody thinks, and what its page sees."""
    at = f"/api/matches/{page.post('/api/matches', TOY)['match']}"
    view = page.get(f"{at}/view?seat=0")
    while not view["waiting"]:
        give = view["asked"]["choices"][0]["give"]
        view = page.post(f"{at}/answer", {"seat": 0, "at": view["at"], "give": give})
    assert slow.asked.wait(60)
    return at, view


def test_pages_are_answered_while_somebody_thinks(page, slow):
    at, view = thinking(page, slow)
    seen = page.post(f"{at}/go", {"seat": 0, "at": view["at"]})
    assert seen["thinking"] and seen["waiting"] and seen["at"] == view["at"]
    assert page.get(f"{at}/view?seat=0&since=0")["frames"]
    assert page.get(f"{at}/curve?seat=0")["players"]
    assert page.get("/api/rules/toybook")["clauses"]
    other = page.post("/api/matches", {**TOY, "players": ["human", "human", "human"]})["match"]
    assert page.get(f"/api/matches/{other}/view?seat=0")["asked"]
    assert not slow.go_on.is_set(), "all this was answered while somebody was thinking"
    page.post(f"{at}/undo", {"seat": 0, "at": view["at"]}, 409)
    page.post(f"{at}/answer", {"seat": 0, "at": view["at"], "give": [0]}, 409)
    slow.go_on.set()
    while (seen := page.post(f"{at}/go", {"seat": 0, "at": view["at"]}))["waiting"]:
        time.sleep(0.01)
    assert seen["at"] > view["at"] and not seen["thinking"]


def test_whoever_missed_a_decision_is_shown_it(page):
    match = page.post("/api/matches", {**TOY, "players": ["random"] * 3})["match"]
    at = f"/api/matches/{match}/go"
    assert page.post(at, {"seat": -1, "at": 0, "steps": 3})["at"] == 3
    seen = page.post(at, {"seat": -1, "at": 1, "steps": 3})
    assert seen["at"] == 3 and seen["first"] == 2 and len(seen["frames"]) == 2
    page.post(at, {"seat": -1, "at": 4, "steps": 1}, 409)


def test_a_battle_that_is_put_away_while_somebody_thinks_stays_as_it_was(page, slow, monkeypatch):
    monkeypatch.setattr("tactica.experiments.play.thinking.LAST_WORDS", 0.05)
    _, view = thinking(page, slow)
    match = page.house.match(view["match"])
    match.save()
    page.house.close()
    path, before = match.file, match.file.read_bytes()
    slow.go_on.set()
    while match.is_thinking:
        time.sleep(0.01)
    assert match.at == view["at"] and path.read_bytes() == before
    again = Match.resumed(replays.load(path), match.players, path)
    again.play_on(60)
    assert again.at > view["at"], "who thought is asked again"
    with pytest.raises(Refused, match="was closed"):
        match.answer(0, match.at, [0])


def test_a_player_that_goes_wrong_does_not_end_the_battle(monkeypatch):
    match = match_of("toybook/alliance", "human")
    rng, quick = np.random.default_rng(1), match._deciders.choose

    def fail(game):
        raise OSError("the disk is full")

    monkeypatch.setattr(match._deciders, "choose", fail)
    with pytest.raises(OSError, match="disk"):
        while not match.game.over:
            match.answer(0, match.at, pick(match, rng))
    assert match.is_waiting and not match.is_thinking
    at = match.at
    monkeypatch.setattr(match._deciders, "choose", quick)
    match.play_on(60)
    assert match.at > at


def test_a_search_is_interrupted_when_its_battle_is_put_away(monkeypatch):
    """It ends with most of its simulations undone, and decides nothing."""
    monkeypatch.setattr("tactica.experiments.play.thinking.LAST_WORDS", 600)
    match = Match(replays.record(started("toybook/alliance")), [f"search:{MOST}"] * 3)
    match.play_on(0)
    while (counts := match._thinker._counts) is None or not counts[DONE]:
        assert match.is_thinking
        time.sleep(0.01)
    assert match.is_thinking and match.at == 0 and view_of(match, -1)["thinking"]
    match.close()
    assert not match.is_thinking and match.at == 0
    assert 0 < counts[DONE] < MOST
