"""Calls that are noted and repeated: everything is compared, and a record that is damaged or too small is a fault."""

from __future__ import annotations

from typing import Any

import calls
import numpy as np
import pytest
from sandbox.toy import skirmish

import parts
from tactica.envs import rulesets
from tactica.envs.engine.players import seat_code
from tactica.envs.sandbox import sandbox
from toybook.rules.cards import refusal_of_play


def noted(folder, play: Any, passed: bool = True, silent: int = 0):
    """The folder with the calls of one test that plays, and of so many that call nothing."""
    recorder = calls.Recorder(folder)
    recorder.begin("toybook")
    play()
    recorder.end("test_it", passed)
    for number in range(silent):
        recorder.begin("toybook")
        recorder.end(f"test_silent_{number}", True)
    recorder.close()
    return folder


def a_round():
    """Ann strikes Cid, who has been set beside her by hand; all choices are listed on the way, and odds counted."""
    table = skirmish(seed=3)
    table.unit("cid").at = (2, 3)
    table.choices()
    table.play("strike", "hold", "hold", "hold")
    table.odds("strike", then={"order": "hold"}, until="round", budget=500)
    table.game.observe(0)


def repeated(folder):
    """What comes of repeating a folder with calls of the toy ruleset."""
    return calls.repeat(folder)["toybook"]


def test_every_kind_of_call_is_repeated(tmp_path):
    found = repeated(noted(tmp_path, a_round))
    assert set(found.calls) == {"run_game", "micro_step", "expand_layer", "start_game", "observe_game"}
    assert (found.complaint, found.differences) == ("", [])
    assert dict(found.tests) == {"tests": 1, "with calls": 1}


def test_which_calls_are_repeated_depends_on_what_they_read_alone(tmp_path):
    """Of so many one, the same ones however often the test is run, and whatever is played before it."""

    def more():
        skirmish(seed=5).play("strike", "hold", "hold", "hold")
        a_round()

    alone, behind = noted(tmp_path / "alone", a_round), noted(tmp_path / "behind", more)
    whole, some = repeated(alone), calls.repeat(alone, every=4)["toybook"]
    assert sum(whole.calls.values()) == whole.noted == some.noted
    assert 0 < sum(some.calls.values()) < whole.noted
    found = [chosen(folder, 4) for folder in (alone, behind)]
    assert found[0] and found[0] <= found[1]


def chosen(folder, every):
    """The calls of a record that are repeated, by what they read."""
    path = next(folder.glob(f"*{calls.ENDING}"))
    noted = [call for message in calls.messages(path) for call in message.get("calls", ())]
    return {call[-1] for call in noted if calls.is_repeated(call[-1], every)}


def test_several_processes_repeat_the_same(tmp_path):
    for seed in (3, 4):
        noted(tmp_path, lambda seed=seed: skirmish(seed=seed).play("strike", "hold", "hold", "hold"))
    one, two = (calls.repeat(tmp_path, workers=workers)["toybook"] for workers in (1, 2))
    assert (one.noted, one.calls, one.tests, one.complaint) == (two.noted, two.calls, two.tests, "")
    assert one.noted > 0 and one.tests["tests"] == 2


@pytest.mark.compiled_only
def test_a_rule_called_by_hand_is_refused(request):
    """An entry may be called from a test of a clause, and what the package calls; a rule that the test calls itself may not."""
    about = request.config.pluginmanager.get_plugin(str(parts.TESTS / "conftest.py"))
    table = skirmish()
    with about.none_by_hand():
        table.play("strike")
        with pytest.raises(about.CalledByHand, match="refusal_of_play is no entry; mark the test interpreted_only"):
            refusal_of_play(table.game.states[0], 0)


def test_notes_end_with_the_recorder(tmp_path):
    loops = skirmish().game.loops
    before = {name: vars(loops)[name] for name in calls.NOTED}
    noted(tmp_path, a_round)
    assert {name: vars(loops)[name] for name in calls.NOTED} == before


def test_what_a_search_answers_is_not_noted(tmp_path):
    """It reads its settings and its tree as well, which are no arguments of the call."""
    lane = np.ones((1, 4), np.int64)
    codes = [seat_code(rulesets.get("toybook"), player) for player in ("random", "search:4")]

    def play():
        game = sandbox("toybook", "banners", seed=1).game
        for code in codes:
            game.loops.choose_game(game.states, 0, game.books, game.fields, code, lane)

    found = repeated(noted(tmp_path, play))
    assert (found.calls["choose_answer"], found.complaint) == (1, "")


@pytest.mark.parametrize("name", list(calls.NOTED))
def test_a_difference_is_named(tmp_path, monkeypatch, name):
    """Whatever of a call comes out otherwise, the test, the call and the part of it are said."""

    def play():
        a_round()
        table = sandbox("toybook", "banners", seed=1)
        table.game.loops.choose_game(table.game.states, 0, table.game.books, table.game.fields, 0, seeds)

    seeds = np.ones((1, 4), np.int64)
    noted(tmp_path, play)
    written = calls.NOTED[name].written

    class Otherwise(calls.NOTED[name]):
        """Comes to something else each time."""

        @staticmethod
        def written(*given):
            return {part: value[:-1] + bytes([value[-1] ^ 1]) for part, value in written(*given).items()}

    monkeypatch.setitem(calls.NOTED, name, Otherwise)
    found = repeated(tmp_path)
    assert len(found.differences) == found.calls[name] > 0
    assert found.complaint.startswith("test_it: call ")
    assert all(f", {name}: " in line and line.endswith(" differ") for line in found.differences)


def test_another_rule_is_noticed(tmp_path, monkeypatch):
    """A position that comes out otherwise by one number is a difference."""
    noted(tmp_path, a_round)
    loops = skirmish().game.loops
    step = loops.run_game

    def otherwise(states, i, *rest):
        result = step(states, i, *rest)
        states["units"][i]["health"][0] += 1
        return result

    monkeypatch.setitem(vars(loops), "run_game", otherwise)
    found = repeated(tmp_path)
    assert any(line.endswith(", run_game: position differ") for line in found.differences)


def test_what_failed_is_not_repeated(tmp_path):
    assert "only 0 of 0 tests" in repeated(noted(tmp_path, a_round, passed=False)).complaint


def test_a_record_that_is_nearly_empty_is_a_fault(tmp_path):
    found = repeated(noted(tmp_path, a_round, silent=2))
    assert "only 1 of 3 tests" in found.complaint


def test_a_map_changed_under_way_is_counted(tmp_path):
    """What is stored once must not change; such a test is left out, and said to be."""

    def play():
        table = skirmish()
        table.game.fields["closed"][0, 0] ^= 1

    found = repeated(noted(tmp_path, play))
    assert (found.tests["changed"], sum(found.calls.values())) == (1, 0)


@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_a_record_that_was_cut_short_is_refused(tmp_path, kept):
    path = next(noted(tmp_path, a_round).glob(f"*{calls.ENDING}"))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(ValueError, match="was never closed"):
        repeated(tmp_path)
