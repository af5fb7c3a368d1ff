"""A battle that is being played: who may look, what is told, undo, going on, other players, saving and resuming."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest
from play.scenes import match_of, pick

from tactica.envs import replay as replays
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.render import known_units
from tactica.experiments.play import Match, Refused, view_of
from tactica.experiments.play.seats import EVERYBODY
from tactica.experiments.report.boards import frames_of
from tactica.experiments.watch import asking
from tactica.experiments.watch.asking import has_thrown


def play(match, most=400, seed=1):
    """Play a match on, people choosing at random."""
    rng = np.random.default_rng(seed)
    while not match.game.over and most:
        most -= 1
        if match.is_waiting:
            match.play_on(60)
        else:
            match.answer(match.game.side, match.at, pick(match, rng))
    return match


def text_of(view):
    """All a page is told, as text."""
    return msgspec.json.encode(view).decode()


# --- views


def test_the_views_since_the_last_one_add_up_to_the_whole():
    match, rng = match_of("toybook/banners", "human"), np.random.default_rng(2)
    frames = view_of(match, 0)["frames"]
    for _ in range(12):
        if match.game.over:
            break
        if match.is_waiting:
            match.play_on(60)
        at = match.at
        match.answer(0, at, pick(match, rng))
        view = view_of(match, 0, len(frames))
        assert view["first"] == len(frames) and "still" not in view
        frames += view["frames"]
        assert [frame["at"] for frame in frames] == list(range(match.at + 1))
    whole = view_of(match, 0)
    assert whole["frames"] == frames and whole["still"]["size"]


def test_a_spectator_sees_what_the_replay_shows_when_nobody_plays_by_hand():
    match = match_of("toybook/alliance")
    assert view_of(match, EVERYBODY)["asked"]["choices"] == [] and match.is_waiting
    match.play_on(60, 5)
    assert match.at == 5
    match.play_on(60)
    view, shown = view_of(match, EVERYBODY), frames_of(match.recording.replay())
    assert view["over"]["result"] and match.game.over
    assert view["frames"] == [{k: v for k, v in frame.items() if k != "end"} for frame in shown["frames"]]
    assert view["units"] == shown["units"]


def test_nobody_looks_over_the_shoulder_of_people_until_the_battle_is_over():
    match = match_of("toybook/alliance", "human", "human")
    for seat in (EVERYBODY, 2, 7):
        with pytest.raises(Refused):
            view_of(match, seat)
    play(match)
    assert match.game.over and view_of(match, EVERYBODY)["over"]


def test_a_page_is_never_told_of_those_its_side_does_not_know():
    """In the clearing the sides do not see each other at first."""
    match, rng = match_of("wfrp1/small", "human", "random"), np.random.default_rng(1)
    ever, hidden = set(known_units(match.game, 0)), 0
    for _ in range(6):
        if match.game.over:
            break
        for seen in match.film(0).frames:
            ever |= {row for row, *_ in seen["units"]}
        view = view_of(match, 0)
        assert set(view["units"]) == ever
        unknown = [name for row, name in enumerate(match.game.names) if row not in ever]
        hidden += len(unknown)
        told = text_of(view)
        for name in unknown:
            assert f'"{name}"' not in told and f'"{name.replace("_", " ")}"' not in told
            assert not any(name.replace("_", " ") in line[0] for frame in view["frames"] for line in frame["log"])
        assert all(not frame["who"] and not frame["what"] for frame in view["frames"] if frame["side"] == 1)
        match.answer(0, match.at, pick(match, rng))
    assert hidden, "everybody was seen"


def test_only_the_side_that_is_asked_is_told_its_choices():
    match = match_of("toybook/banners", "human", "human", "human")
    for seat in match.people:
        asked = view_of(match, seat)["asked"]
        mine = seat == match.game.side
        assert asked["mine"] == mine == bool(asked["choices"]) and bool(asked["prompt"]) == mine


# --- choices and undo


def test_an_answer_to_another_decision_or_of_another_seat_is_refused():
    match = match_of("toybook/banners", "human", "human", "human")
    seat, give = match.game.side, match.choices()[0]["give"]
    with pytest.raises(Refused, match="has not been reached"):
        match.answer(seat, match.at + 1, give)
    with pytest.raises(Refused, match="another side"):
        match.answer((seat + 1) % 3, match.at, give)


def test_an_illegal_choice_changes_nothing():
    match = match_of("wfrp1/tiny", "human")
    before, at = match.game.lanes.copy(), match.at
    whole = match.choices()[0]["give"]
    for give in ([9_999], [*whole, 9_999], [*whole, *whole]):
        with pytest.raises(IllegalChoice):
            match.answer(0, at, give)
        assert match.at == at and (match.game.lanes == before).all() and not match.may_undo


def test_a_refused_choice_names_no_unit_that_is_hidden():
    """Whatever number a page sends, the refusal says nothing of the unit that the number stands for."""
    match = match_of("owh/night_raid", "human", "human")
    names = {name.lower() for name in match.game.names}
    legal = set(match.game.answers().tolist())
    for answer in set(range(300)) - legal:
        with pytest.raises(IllegalChoice) as refused:
            match.answer(match.game.side, match.at, [answer])
        assert not any(name in str(refused.value).lower() for name in names), refused.value


def test_a_page_is_told_how_often_a_choice_was_undone():
    """The same decision may be reached once more between two looks of a page."""
    match = match_of("wfrp1/tiny", "human")
    while not match.may_undo:
        match.answer(match.game.side, match.at, match.choices()[0]["give"])
    before = view_of(match, 0)
    match.undo(0, match.at)
    assert (before["undone"], view_of(match, 0)["undone"]) == (0, 1)


def test_undo_goes_back_to_before_the_choice_and_its_frames():
    rng = np.random.default_rng(1)
    match, undone = match_of("wfrp1/tiny", "human"), 0
    for _ in range(600):
        if undone > 2:
            break
        if match.game.over:
            match = match_of("wfrp1/tiny", "human")
        before, at, frames = match.game.lanes.copy(), match.at, list(view_of(match, 0)["frames"])
        match.answer(0, at, pick(match, rng))
        if match.game.over:
            continue
        if match.may_undo and view_of(match, 0)["undo"]:
            match.undo(0, match.at)
            undone += 1
            assert match.at == at and view_of(match, 0)["frames"] == frames
            own = match.game.ruleset.state.snapshot_lanes
            assert (match.game.lanes[:, :own] == before[:, :own]).all()
    assert undone > 2


def test_dice_that_have_fallen_are_not_taken_back():
    match, rng = match_of("wfrp1/tiny", "human", "human"), np.random.default_rng(1)
    thrown = 0
    while not match.game.over and thrown < 3:
        before, seat = match.game.clone(), match.game.side
        match.answer(seat, match.at, pick(match, rng))
        if has_thrown(before, match.game) and not match.game.over:
            thrown += 1
            assert not match.may_undo
            with pytest.raises(Refused):
                match.undo(seat, match.at)
    assert thrown == 3


@pytest.mark.parametrize("when", ["before", "now"])
def test_nothing_is_undone_while_a_unit_is_hidden(monkeypatch, when):
    """A hidden unit throws dice unseen: that a choice cannot be undone would show that it is near."""
    match, rng = match_of("wfrp1/tiny", "human"), np.random.default_rng(1)
    while not match.may_undo:
        match.answer(0, match.at, pick(match, rng))
    monkeypatch.setattr(
        asking, "known_units", lambda game, side: {0} if (game is match.game) == (when == "now") else {0, 1}
    )
    assert not match.may_undo
    with pytest.raises(Refused, match="units are hidden from you"):
        match.undo(0, match.at)


def test_all_units_that_are_asked_alike_do_the_same(monkeypatch):
    """In the banners all units of a side are given orders in a row; where nothing is hidden the page may say so."""
    monkeypatch.setattr(asking, "has_unseen", lambda game, side: False)
    match, alike = match_of("toybook/banners", "human", "human", "human"), []
    while len(alike) < 2:
        match.answer(match.game.side, match.at, match.choices()[0]["give"])
        alike = match.alike()
    at, seat = match.at, match.game.side
    hold = next(one["give"] for one in match.choices() if one["verb"] == "hold")
    match.answer_for_all(seat, at, hold)
    assert [(one.side, one.answer) for one in match.recording.decisions[at:]] == [(seat, hold[0])] * len(alike)
    assert {one.who for one in match.recording.decisions[at:]} == set(alike)


# --- other players


def test_a_player_that_fails_gives_up(monkeypatch):
    match = match_of("toybook/alliance", "human")

    def fail(game):
        from tactica.experiments.watch.deciding import PlayerFailed

        raise PlayerFailed("it crashed")

    monkeypatch.setattr(match._deciders, "choose", fail)
    play(match)
    assert match.game.over and match.recording.decisions[-1].answer == -1


def test_a_battle_without_people_is_the_same_as_in_the_kernel():
    """The players have the chance they have in whole games."""
    match = match_of("toybook/alliance")
    match.play_on(60)
    from tactica.envs.engine.rollouts import play_games

    ranks = play_games("toybook", match.game.pool, policies=("random",), games=1, seed=1, rows=[0]).ranks[0]
    assert match.game.ranks.tolist() == ranks[: match.game.side_count].tolist()


# --- files


def test_a_match_is_saved_after_every_choice_and_goes_on_from_its_file(tmp_path):
    file = tmp_path / f"one{replays.EXTENSION}"
    match, rng = match_of("toybook/banners", "human", file=file), np.random.default_rng(1)
    for _ in range(5):
        match.answer(0, match.at, pick(match, rng))
        match.play_on(60)
    assert not list(tmp_path.glob(".*")), "the part is gone"
    saved = replays.load(file)
    copy = tmp_path / f"copy{replays.EXTENSION}"
    copy.write_bytes(file.read_bytes())
    again = Match.resumed(saved, saved.players, copy)
    assert again.at == len(saved.decisions) and again.people == [0]
    again.play_on(60)
    assert again.game.position() == match.game.position()
    assert view_of(again, 0)["frames"] == view_of(match, 0)["frames"]
    match.answer(0, match.at, match.choices()[0]["give"])
    again.answer(0, again.at, again.choices()[0]["give"])
    assert again.game.position() == match.game.position(), "the other players go on as they would have"


def test_a_match_that_is_over_is_resumed_to_be_looked_at(tmp_path):
    file = tmp_path / f"one{replays.EXTENSION}"
    match = play(match_of("toybook/alliance", "human", file=file))
    again = Match.resumed(replays.load(file), match.players, file)
    assert again.game.over and view_of(again, EVERYBODY)["over"] == view_of(match, 0)["over"]


def test_a_file_that_does_not_come_to_its_end_is_refused(tmp_path):
    match = play(match_of("toybook/banners", "human"), 3)
    saved = match.recording.replay()
    with pytest.raises(replays.ReplayError, match="does not lead to the position"):
        Match.resumed(msgspec.structs.replace(saved, final="0" * 64), saved.players)
    broken = [msgspec.structs.replace(one, answer=4_000) for one in saved.decisions]
    with pytest.raises(replays.ReplayError, match="decision 1"):
        Match.resumed(msgspec.structs.replace(saved, decisions=broken), saved.players)


def test_views_are_plain_json():
    match = match_of("tow/tiny", "human")
    assert json.loads(text_of(view_of(match, 0)))["match"] == match.id
