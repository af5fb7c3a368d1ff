"""Policies of all kinds, the hostile ones above all: they lose their games, never the run."""

from __future__ import annotations

import textwrap
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from starts import starts

from tactica.envs import make_vec, play_games
from tactica.envs.engine import policies
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.policies import (
    FirstLegal,
    Host,
    PolicyError,
    RandomLegal,
    UnknownPolicy,
    kernel_policies,
)


def raising(observation, mask, rng):
    raise ValueError("I will not")


def leaving(observation, mask, rng):
    raise SystemExit(3)


def nonsense(observation, mask, rng):
    return {"best": "move"}


def too_few(observation, mask, rng):
    return np.argmax(mask, axis=1)[:-1]


def fractions(observation, mask, rng):
    return np.argmax(mask, axis=1) + 0.5


def out_of_range(observation, mask, rng):
    return np.full(len(mask), 10**12)


def illegal(observation, mask, rng):
    return np.argmin(mask, axis=1)


def forging(observation, mask, rng):
    """Makes its illegal choice look legal."""
    chosen = np.argmin(mask, axis=1)
    mask[:] = 1
    observation["grid"][:] = 7
    return chosen


def spinning(observation, mask, rng):
    while True:
        pass


def sleeping(observation, mask, rng):
    threading.Event().wait()  # for ever


HOSTILE = {
    raising: "ValueError: I will not",
    leaving: "SystemExit: 3",
    nonsense: "answered dict",
    too_few: "instead of",
    fractions: "an array of float64",
    out_of_range: "chose 1000000000000, which is not legal",
    illegal: "which is not legal",
    forging: "which is not legal",
}


@pytest.mark.parametrize("policy", HOSTILE, ids=lambda policy: policy.__name__)
def test_a_hostile_policy_loses_its_games_with_the_reason_on_record(policy):
    ruleset, pool = starts("toybook")
    results = play_games(ruleset, pool, policies=("random", policy, "fierce"), games=5, rows=[0] * 5, seed=1)
    assert results.forfeits == 5 and len(results.reasons) == 5
    assert all(policy.__name__ in text and HOSTILE[policy] in text for text in results.reasons.values()), (
        results.reasons
    )
    assert (results.scores(1) == -1).all() and (results.ranks[:, [0, 2]] == 1).all()


@pytest.mark.parametrize("policy", [spinning, sleeping], ids=lambda policy: policy.__name__)
def test_a_policy_over_its_time_loses_and_is_not_asked_for_ever(policy):
    ruleset, pool = starts("toybook")
    host = Host(policy, time_limit=0.05)
    mask = np.ones((2, 3), np.int8)
    for _ in range(5):
        answer = host.act({}, mask, np.random.default_rng(0))
        assert (answer.indices == -1).all() and answer.reason == 3
    assert "stopped after" in answer.text
    results = play_games(ruleset, pool, policies=("random", policy), games=3, seed=1, time_limit=0.05)
    assert results.forfeits == 3 and all("longer than 0.05 s" in text for text in results.reasons.values())


def test_a_time_limit_does_not_disturb_a_policy_that_keeps_it():
    ruleset, pool = starts("toybook")
    limited, free = (
        play_games(ruleset, pool, policies=("fierce", RandomLegal()), games=4, seed=2, time_limit=limit)
        for limit in (20.0, None)
    )
    np.testing.assert_array_equal(limited.ranks, free.ranks)
    assert limited.forfeits == 0


def test_training_stops_for_a_broken_opponent_unless_told_otherwise():
    ruleset, pool = starts("toybook")
    with pytest.raises(PolicyError, match="raising: ValueError: I will not") as told:
        make_vec(ruleset, 3, scenario=pool, opponent=raising, seat=2, seed=1).reset()
    assert isinstance(told.value.__cause__, ValueError)
    envs = make_vec(ruleset, 3, scenario=pool, opponent=["random", illegal], seed=1, on_error="forfeit")
    envs.reset()
    texts = []
    for _ in range(40):
        *_, info = envs.step(envs.random_actions())
        if "final_info" in info:
            texts += [text for text in info["final_info"].get("reason", []) if text]
    assert texts and all("not legal" in text for text in texts)


def test_an_opponent_is_not_blamed_for_what_the_caller_did_in_a_later_game():
    """It fails before the caller decides anything, so that its game is passed over."""
    ruleset, pool = starts("toybook")
    asked = []

    def failing_once(observation, mask, rng):
        asked.append(len(mask))
        if len(asked) == 1:
            raise ValueError("I will not")
        return np.argmax(mask, axis=1)

    options = {"opponent": failing_once, "seat": 2, "illegal": "forfeit", "on_error": "forfeit"}
    envs = make_vec(ruleset, 3, scenario=pool, seed=1, **options)
    envs.reset()
    assert envs.batch.games["passed_over"].any()
    *_, info = envs.step(np.full(3, -1))
    assert info["final_info"]["reason"].tolist() == 3 * ["illegal choice"]


def test_how_a_game_was_lost_is_said_as_often_as_it_is_asked_and_not_of_games_after_a_new_seed():
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, 1, scenario=pool, opponent=illegal, seed=1, illegal="forfeit", on_error="forfeit")
    envs.reset()
    while not envs.batch.games["ended"][0]:
        envs.step(envs.random_actions())
    first = envs.batch.told(0)["reason"]
    assert first.startswith("illegal: chose ") and envs.batch.told(0)["reason"] == first
    envs.set_opponents(["random"])
    envs.reset(seed=2)
    envs.step(np.array([-1]))
    assert envs.batch.told(0)["game"] == 0 and envs.batch.told(0)["reason"] == "illegal choice"


def test_the_longest_time_limit_can_be_kept():
    host = Host(FirstLegal(), time_limit=threading.TIMEOUT_MAX)
    assert host.act({}, np.ones((2, 3), np.int8), np.random.default_rng(0)).indices.tolist() == [0, 0]
    host.close()


def test_a_policy_that_is_given_up_after_its_call_ends_its_thread_quietly():
    def arrive():
        raise policies._Abandoned

    policies._Worker._run(SimpleNamespace(work=SimpleNamespace(get=arrive)), FirstLegal().act)


def test_the_example_of_the_page_plays():
    given = {"np": np}
    exec(textwrap.dedent(policies.__doc__.partition(":\n\n")[2].partition("\n\nA plain function")[0]), given)
    ruleset, pool = starts("toybook")
    assert play_games(ruleset, pool, policies=("random", given["Cautious"]()), games=2, seed=1).forfeits == 0


def test_names():
    ruleset, _ = starts("toybook")
    assert kernel_policies(ruleset)[0] == "random"
    assert seat_code(ruleset, "fierce") == 1 and seat_code(ruleset, raising) is None
    with pytest.raises(UnknownPolicy, match=r"did you mean 'fierce'\?"):
        seat_code(ruleset, "firce")
    with pytest.raises(TypeError, match="is not a player"):
        seat_code(ruleset, 3)


def test_random_legal_is_uniform_over_the_legal():
    mask = np.zeros((4000, 6), np.int8)
    mask[:, [1, 4, 5]] = 1
    chosen = RandomLegal().act({}, mask, np.random.default_rng(0))
    counts = np.bincount(chosen, minlength=6)
    assert counts[[0, 2, 3]].sum() == 0 and (np.abs(counts[[1, 4, 5]] - 4000 / 3) < 150).all()
    assert (FirstLegal().act({}, mask, np.random.default_rng(0)) == 1).all()


def test_a_policy_sees_its_own_side():
    """Every position handed to a policy is the view of the side that decides, with its mask."""
    ruleset, pool = starts("toybook")
    places = {piece.name: i for i, piece in enumerate(ruleset.book.looking.context)}
    seen = []

    def watching(observation, mask, rng):
        seen.append(observation["context"][:, places["decider"]].copy())
        np.testing.assert_array_equal(observation["action_mask"], mask)
        assert (mask.sum(1) > 1).all()
        return np.argmax(mask, axis=1)

    play_games(ruleset, pool, policies=("random", watching), games=3, seed=1, on_error="raise")
    assert (np.concatenate(seen) == 1).all()  # 1: the viewer's own side decides


def test_a_class_is_no_policy_but_its_objects_are():
    ruleset, pool = starts("toybook")
    with pytest.raises(TypeError, match=r"RandomLegal is a class; give an instance: RandomLegal\(\)"):
        play_games(ruleset, pool, policies=(RandomLegal, "random"), games=1)
