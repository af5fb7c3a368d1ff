"""What a choice may lead to, exact or sampled; what is not told; and why somebody chose."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest
from play.scenes import match_of, pick, started

from tactica.envs import replay as replays
from tactica.envs.core.dice import seed_rng
from tactica.envs.core.loops.seats import SEARCH_IMAGES
from tactica.envs.engine.players import seat_code
from tactica.envs.render import known_units
from tactica.experiments.play import Match, Refused, foresight
from tactica.experiments.play.choices import Menu
from tactica.experiments.play.seats import EVERYBODY
from tactica.experiments.play.view import view_of


def at_a_blow(name="wfrp1/duel", verb="strike", seed=3):
    """A game in which somebody may strike, or do something else, and the choice."""
    game, rng = started(name, seed), np.zeros(4, np.int64)
    code = seat_code(game.ruleset, "guardian")
    while not game.over:
        for choice in Menu(game).complete():
            if choice["verb"] == verb:
                return game, choice
        game.answer(game.choose(code, rng))
    raise AssertionError(f"nobody could {verb}")


@pytest.mark.parametrize("how", ["exact", "sampled"])
def test_the_game_stays_as_it_is_and_its_dice_are_not_told(how, monkeypatch):
    monkeypatch.setattr(foresight, "PATIENCE", 600.0)
    monkeypatch.setattr(foresight, "MOST_TRIALS", 30)
    monkeypatch.setattr(foresight, "BUDGET", 45_000)
    if how == "sampled":
        monkeypatch.setattr(foresight, "exact", lambda *_: None)
    game, choice = at_a_blow()
    before = game.lanes.copy()
    told = foresight.chances(game, choice["give"], choice)
    assert (game.lanes == before).all() and told["how"].startswith(how)
    other = game.clone()
    other.states["rng"] += 1
    assert foresight.chances(other, choice["give"], choice) == told


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "verb"),
    [("wfrp1/duel", "strike"), ("tow/small", "flee"), ("woin/small", "attack"), ("owh/duel", "attack")],
)
def test_trials_come_to_what_is_counted(name, verb, monkeypatch):
    """Those that befall who flees, too, and what waits for the end of a blow."""
    game, choice = at_a_blow(name, verb)
    looks = foresight.looks_of(game, choice)
    monkeypatch.setattr(foresight, "PATIENCE", 600.0)
    exact = foresight.exact(game, choice["give"], looks)
    monkeypatch.setattr(foresight, "MOST_TRIALS", 4_000)
    sampled = foresight.sampled(game, choice["give"], looks, False)
    assert sampled.trials == 4_000 and exact.trials == 0 and max(exact.means) > 0.2 and exact.asked == sampled.asked
    for look, one, other in zip(looks, exact.means, sampled.means, strict=True):
        assert one == pytest.approx(other, rel=0.1, abs=0.1 if foresight._adds_up(look) else 0.03), look


def test_exact_chances_are_told_as_such(monkeypatch):
    game, choice = at_a_blow()
    looks = foresight.looks_of(game, choice)
    monkeypatch.setattr(foresight, "exact", lambda *_: foresight.Foreseen([0.25] * len(looks), {1}))
    told = foresight.chances(game, choice["give"], choice)
    assert (
        told["how"] == "exact"
        and "answers as guardian would" in told["note"]
        and "25%" in {one["value"] for one in told["lines"]}
    )


def test_a_count_that_takes_long_is_given_up_for_trials(monkeypatch):
    game, choice = at_a_blow()
    monkeypatch.setattr(foresight, "BUDGET", 5)
    assert foresight.exact(game, choice["give"], foresight.looks_of(game, choice)) is None
    monkeypatch.setattr(foresight, "PATIENCE", 5.0)
    monkeypatch.setattr(foresight, "MOST_TRIALS", 20)
    assert foresight.chances(game, choice["give"], choice)["how"] == "sampled 20 times"
    monkeypatch.setattr(foresight, "MOST_TRIALS", 3)
    told = foresight.chances(game, choice["give"], choice)
    assert told["how"] == "estimated from the rules" and told["lines"][0]["value"] == choice["hint"]


def test_what_is_asked_on_the_way_tells_of_whom_it_happens_to():
    """How many dice of damage are bought is asked of who shoots; it is the target that they hit."""
    game, choice = at_a_blow("woin/small", "attack")
    (target,) = [part["value"] for part in choice["parts"] if part["kind"] == "unit"]
    assert foresight.under_way(game) == []
    for answer in choice["give"]:
        game.answer(answer)
    assert game.prompt_text == "choose how many dice of damage to buy" and game.decider != target
    assert foresight.under_way(game) == [target]
    looks = foresight.looks_of(game, Menu(game).complete()[0])
    assert {look.unit for look in looks} == {target, game.decider}


def test_nothing_that_is_hidden_can_be_read_from_the_numbers(monkeypatch):
    """Where the side cannot know who is there, equal knowledge gives equal numbers."""
    game = started("wfrp1/small")
    side = game.side
    assert foresight.hides(game, side)
    monkeypatch.setattr(foresight, "PATIENCE", 60.0)
    monkeypatch.setattr(foresight, "MOST_TRIALS", 20)
    monkeypatch.setattr(foresight, "exact", lambda *_: pytest.fail("counted what is hidden"))
    choice = Menu(game).complete()[0]
    told = foresight.chances(game, choice["give"], choice)
    assert "sampled for each playout" in told["note"] and told["how"] == "sampled 20 times"
    known = known_units(game, side)
    other = game.clone()
    for row in set(range(int(game.s["unit_count"]))) - known:
        other.states["units"]["wounds"][0, row] = 1
        other.states["units"]["weapon_skill"][0, row] = 99
    assert foresight.chances(other, choice["give"], choice) == told


def test_open_positions_hide_nothing():
    game = started("wfrp1/tiny")
    assert not foresight.hides(game, 0) and not foresight.hides(game, 1)


# --- why


@pytest.mark.parametrize("player", ["guardian", "search:5"])
def test_players_say_what_they_weighed(player):
    match = match_of("wfrp1/tiny", player, "guardian")
    match.play_on(60, 2)
    told = match.why(EVERYBODY, 1)
    assert told["choices"] and told["decider"] == match.recording.decisions[0].who.replace("_", " ")
    assert all(len(part) == 3 for choice in told["choices"] for part in choice["parts"])
    if player == "guardian":
        assert sum(choice["taken"] for choice in told["choices"]) == 1


def test_who_cannot_say_why_is_answered_with_a_sentence():
    match = match_of("toybook/alliance")
    match.play_on(60, 2)
    with pytest.raises(Refused, match="at random"):
        match.why(EVERYBODY, 1)
    with pytest.raises(Refused, match="no decision 3"):
        match.why(EVERYBODY, 3)


def test_chances_are_told_for_the_present_decision_alone():
    match, rng = match_of("wfrp1/tiny", "human"), np.random.default_rng(1)
    give = pick(match, rng)
    assert match.chances(0, match.at, give)["how"]
    with pytest.raises(Refused):
        match.chances(0, match.at + 1, give)


def alike_in(game):
    """The units asked alike that the page of seat 0 shows."""
    match = Match(replays.record(game.clone()), ["human"] + ["random"] * (game.side_count - 1))
    return view_of(match, 0, 0)["asked"]["alike"]


def test_who_is_asked_alike_tells_nothing_of_what_is_hidden():
    """Who comes next may depend on what an enemy nobody sees has done: positions that a seat cannot tell apart look the same."""
    for seed in (4, 7, 10):  # in these an enemy nobody sees has acted
        game = started("owh/madhouse", seed)
        rng = random.Random(f"{seed}madhouse2")
        for _ in range(rng.choice([2, 5, 10, 20, 40, 80])):
            game.step(int(rng.choice(list(game.legal()))))
        while game.side != 0:
            game.step(int(rng.choice(list(game.legal()))))
        assert foresight.hides(game, 0)
        for image in range(4):
            twin, lanes = game.clone(), np.zeros(4, np.int64)
            seed_rng(lanes, image + seed, 0, 0, SEARCH_IMAGES)
            twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, 0, lanes)
            assert alike_in(game) == alike_in(twin)


def test_one_image_that_happens_to_be_what_is_hides_nothing(monkeypatch):
    """Else numbers would be counted exactly in one position, and not in another that looks the same."""
    game = match_of("toybook/banners", "human").game
    answers = iter([False, False, True])
    loops = SimpleNamespace(imagine_game=lambda *given: next(answers))
    monkeypatch.setattr(foresight, "has_unseen", lambda game, side: False)
    twin = SimpleNamespace(states=None, books=None, fields=None, loops=loops)
    assert foresight.hides(SimpleNamespace(s=game.s, clone=lambda: twin), 0)
