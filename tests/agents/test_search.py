"""Searches: how they are written, that they repeat, find what is best, get stronger, and end when they are told to."""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conformance.play import INTERPRETED
from fixtures import table

from tactica.agents.exact import weigh_exactly
from tactica.agents.players import PlayerError, load_player, player_hash, player_name
from tactica.agents.search import Search, SearchError, look_ahead, parse
from tactica.envs import make_vec, play_games, rulesets
from tactica.envs.core.loops.seats import FIRST_SEARCHER
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.seating import Seating
from tactica.envs.engine.snapshots import SnapshotError

TOYBOOK = rulesets.get("toybook")
HERE = Path(__file__).resolve().parents[1]


# --- specs


@pytest.mark.parametrize(
    "spec", ["search:50", "oneply:30:charger", "search:800:random:rounds=3:caution=0.5", "search:1:outcome=1"]
)
def test_a_spec_names_its_searcher(spec):
    assert parse(spec).name == spec and parse(parse(spec).name) == parse(spec)
    assert load_player(spec, "toybook") == spec and player_name(spec, TOYBOOK) == spec


def test_networks_in_a_spec_keep_their_colon_and_their_folders():
    found = parse("search:6:trained:wfrp1:value=runs/trained/best.safetensors:rounds=2")
    assert (found.rollouts, found.value) == ("trained:wfrp1", "runs/trained/best.safetensors")
    assert parse("search:6:charger:value=trained:owh").value == parse("search:6:charger:value=owh").value
    assert parse(found.name) == found
    assert parse("search:6:trained:owh:sampled=2:leaf=1").rollouts == "trained:owh:sampled=2"


def test_the_usual_numbers_need_not_be_written():
    assert parse("search") == Search() and parse("search:200:guardian:rounds=1").name == "search:200"
    assert parse("oneply").kind == "oneply"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("search:0", "simulations 0 is not a whole number in 1..100000"),
        ("search:", "search:: nothing after a colon; a search is written search:SIMULATIONS"),
        ("search:many", "'many'; a search is written search:SIMULATIONS"),
        ("search:50:guardian:depth=3", "options: rounds, explore, width, widening, caution, leaf, outcome"),
        ("search:50:rounds=x", "'x' is not a number for rounds"),
        ("search:50:outcome=2", "outcome 2.0 is not in 0..1"),
        ("search:50:rounds=nan", "'nan' is not a number for rounds"),
        ("search:50:leaf=2", "leaf 2 is not in 0..1"),
    ],
)
def test_a_wrong_spec_says_what_is_allowed(spec, said):
    with pytest.raises(SearchError, match=said.replace(".", r"\.")):
        parse(spec)
    with pytest.raises(PlayerError, match=said.replace(".", r"\.")):
        load_player(spec, "toybook")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1.5])
def test_whole_numbers_of_a_search_are_whole(number):
    with pytest.raises(SearchError, match=rf"^rounds {number} is not in 0\.\.100"):
        Search(rounds=number)


def test_who_plays_the_simulations_plays_inside_the_kernel_and_does_not_search():
    for rollouts in ("search:5", Search(5), lambda observation, mask, rng: mask.argmax(1)):
        with pytest.raises(SearchError, match="players that do not search"):
            seat_code(TOYBOOK, Search(5, rollouts))
    with pytest.raises(ValueError, match="has no player 'nobody'"):
        seat_code(TOYBOOK, "search:5:nobody")


def test_hashes_go_by_all_that_may_play_otherwise():
    mild, wild = (load({"name": "mine", "weights": {"harm": weight}}) for weight in (1, -1))
    hashes = {Search(50, player).digest(TOYBOOK) for player in (mild, wild, "guardian", "random")}
    hashes |= {player_hash(spec, TOYBOOK) for spec in ("search:50", "search:51", "oneply:50", "search:50:random")}
    assert len(hashes) == 8
    assert player_hash("search:50", TOYBOOK) == player_hash("search:50:guardian", TOYBOOK)


def test_codes_names_and_snapshots():
    seating = Seating(TOYBOOK)
    code = seating.code("search:3:random")
    assert code >= FIRST_SEARCHER and seating.name(code) == "search:3:random"
    assert seating.code(Search(3, "random")) == code
    seated = seating.seated({code})
    assert Seating(TOYBOOK).codes_here(seated) == {code: code}
    odd = Search(3, load({"name": "odd", "weights": {"harm": 1}}))
    seated = seating.seated({seating.code(odd)})
    with pytest.raises(SnapshotError, match="the searcher 'search:3:odd'; give it as an opponent"):
        Seating(TOYBOOK).codes_here([one for one in seated if one[1] == "search:3:odd"])


# --- the same again


def test_the_same_games_out_of_any_number_of_processes():
    if INTERPRETED:
        pytest.skip("processes compile")
    games = [
        play_games(
            "wfrp1", "tiny", policies=("search:6", "oneply:2:charger"), games=6, seed=3, alternate=True, jobs=jobs
        )
        for jobs in (1, 2)
    ]
    assert (games[0].ranks == games[1].ranks).all() and (games[0].decisions == games[1].decisions).all()
    other = play_games("wfrp1", "tiny", policies=("search:6", "oneply:2:charger"), games=6, seed=4, alternate=True)
    assert (games[0].decisions != other.decisions).any()


ANSWERS = """
import json, sys
import numpy as np
from conformance import play
from tactica.envs.engine.players import seat_code
table = play.Table("toybook", "banners").begin(0)
code, rng, found = seat_code(table.rules, "search:10:guardian:caution=0"), np.ones((1, 4), np.int64), []
for _ in range(8):
    found.append(int(table.loops.choose_game(table.states, 0, table.books, table.fields, code, rng)))
    players = table.loops.everybody()
    found += players.totals[: players.counts[1]].sum(0).tolist()
    table.step(found[-1] if len(found) == 1 else table.answers()[-1])
print(json.dumps(found))
"""


def test_interpreted_and_compiled_search_alike():
    said = []
    for interpreted in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        env["PYTHONPATH"] = os.pathsep.join([str(HERE), env.get("PYTHONPATH", "")])
        code = "import toybook\nfrom tactica.envs import rulesets\nrulesets.register(toybook.RULESET)\n" + ANSWERS
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]


def chosen(masks, rng):
    """A legal choice in each environment."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


def test_environments_play_against_searches():
    envs = make_vec("toybook", 2, scenario="ranks", opponent=["search:3:random", "random"], seed=1)
    envs.reset()
    twin = copy.deepcopy(envs)
    for env in (envs, twin):
        rng = np.random.default_rng(1)
        for _ in range(12):
            env.step(chosen(env.batch.observation["action_mask"], rng))
    assert envs.snapshot() == twin.snapshot()


# --- what it finds


def scene():
    """A hero between somebody easily hurt and somebody hard to hurt."""
    return table(
        {"name": "hero", "side": "red", "at": [5, 5], "WS": 60, "S": 4, "I": 60},
        {"name": "hard", "side": "blue", "at": [6, 5], "T": 9, "I": 20},
        {"name": "soft", "side": "blue", "at": [5, 6], "T": 1, "I": 20},
    )


@pytest.mark.compiled_only
def test_it_strikes_where_exact_odds_say():
    laid = scene()
    exact = weigh_exactly(laid, "charger", choices=("pass", "strike hard", "strike soft"), outcome=0.5)
    assert list(exact) == ["strike soft", "strike hard", "pass"] and exact["strike soft"] > exact["pass"] + 0.1
    for player in ("guardian", "charger"):
        search = Search(600, player, caution=0)
        found = look_ahead(laid.game, search)
        assert found.choices[0].text.startswith("strike")
        twin = laid.game.clone()
        twin.answer(found.answer)
        while any("hard" in words for words in twin.legal_texts().values()):
            found = look_ahead(twin, search)
            assert "soft" in found.choices[0].text
            twin.answer(found.answer)


def test_what_it_found_adds_up_and_the_game_stays_as_it_is():
    laid = scene()
    before = laid.snapshot()
    found = look_ahead(laid.game, Search(40, "charger"), seed=3)
    assert laid.snapshot() == before
    assert sum(one.visits for one in found.choices) == 40 and all(-1 <= one.value <= 1 for one in found.choices)
    assert [one.is_taken for one in found.choices] == [True] + [False] * (len(found.choices) - 1)
    assert sum(one.is_own for one in found.choices) == 1 and found.line[0].startswith("hero: ")
    again = look_ahead(laid.game, "search:40:charger", seed=3)
    assert (again.answer, again.line) == (found.answer, found.line)
    each = look_ahead(laid.game, "oneply:2:charger")
    assert {one.visits for one in each.choices} == {2} and len(each.choices) == len(laid.game.answers())


def test_dice_on_the_tape_are_not_foreseen():
    laid = scene()
    found = look_ahead(laid.game, "search:30:charger", seed=5)
    for faces in ([1, 6, 6], [100, 1, 1]):
        laid.dice = faces
        now = look_ahead(laid.game, "search:30:charger", seed=5)
        assert (now.answer, now.choices) == (found.answer, found.choices) or repr(now.choices) == repr(found.choices)
    laid.dice = None


@pytest.mark.compiled_only
def test_more_simulations_are_stronger():
    played = play_games(
        "toybook", "ranks", policies=("search:128:random", "search:4:random"), games=40, seed=1, alternate=True
    )
    assert played.scores(0).mean() > 0.2


# --- to be stopped


SLOW = """
from tactica.envs import play_games
play_games("wfrp1", "tiny", policies=("search:1", "random"), games=1)
print("begun", flush=True)
try:
    play_games("wfrp1", "small", policies=("search:100000", "search:100000"), games=1000)
except KeyboardInterrupt:
    print("heard", flush=True)
"""


@pytest.mark.compiled_only
def test_ctrl_c_is_heard_in_the_middle_of_a_search():
    with subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True) as process:
        last_resort = threading.Timer(300, process.kill)
        last_resort.start()
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "heard\n", "nothing was heard before the search came to its end"
        last_resort.cancel()
