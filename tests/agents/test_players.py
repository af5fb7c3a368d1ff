"""From a word on the command line to somebody who plays, and what is said of words that name nobody."""

from __future__ import annotations

import os
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from tactica.agents.players import PlayerError, absolute, load_player, player_file, player_hash, player_name
from tactica.envs import play_games, rulesets
from tactica.envs.engine.networks import CheckpointError
from tactica.envs.engine.policies import UnknownPolicy
from tactica.envs.rulesets import UnknownRuleset

ROOT = Path(__file__).resolve().parents[2]
BRUTE = ROOT / "tests" / "npcs" / "brute.py"
TOY = rulesets.get("toybook")

MINE = """
from dataclasses import dataclass
from beside import first

@dataclass
class First:
    calls: int = 0
    def act(self, observation, mask, rng):
        self.calls += 1
        return first(mask)

class Sized:
    def __init__(self, size):
        self.size = size

class Lazy:
    def act(self):
        return 0

def random(observation, mask, rng):
    return mask.argmax(1)

ready = First()
number = 3
"""


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "beside.py").write_text("def first(mask):\n    return mask.argmax(1)\n")
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return file


def test_a_name_of_the_ruleset_stays_a_name():
    assert load_player("fierce", TOY) == "fierce"
    assert load_player("random", TOY) == "random"
    assert player_file("fierce") is None and player_name("fierce", TOY) == "fierce"


def test_a_class_is_made_anew_each_time(mine):
    one, other = load_player(f"{mine}:First", TOY), load_player(f"{mine}:First", TOY)
    assert one is not other and type(one) is type(other) and one.calls == 0
    assert load_player(f"{mine}:ready", TOY) is load_player(f"{mine}:ready", TOY)
    assert load_player(f"{mine}:random", TOY)(None, np.array([[0, 1]]), None) == [1]
    assert player_name(f"{mine}:First", TOY) == "First"


def test_a_file_is_run_once_and_its_classes_can_be_pickled(mine):
    one, ready = load_player(f"{mine}:First", TOY), load_player(f"{mine}:ready", TOY)
    assert type(one) is type(ready) is type(pickle.loads(pickle.dumps(one)))


def test_what_is_loaded_plays(mine):
    results = play_games("toybook", "alliance", policies=(load_player(f"{mine}:First", TOY), "random"), games=2, seed=1)
    assert len(results) == 2 and results.forfeits == 0


def test_a_file_that_has_changed_is_read_again(mine):
    before = load_player(f"{mine}:random", TOY), player_hash(f"{mine}:random", TOY)
    mine.write_text(MINE.replace("return mask.argmax(1)", "return mask.argmax(1) + 0"))
    os.utime(mine, ns=(1, 1))
    after = load_player(f"{mine}:random", TOY), player_hash(f"{mine}:random", TOY)
    assert before[0] is not after[0] and before[1] != after[1]


def test_hashes_tell_players_apart(mine):
    assert player_hash("fierce", TOY) != player_hash("random", TOY)
    assert re.fullmatch("[0-9a-f]{16}", player_hash(f"{mine}:First", TOY))
    assert player_file(f"{mine}:First") == mine


def test_a_better_sentence_about_a_behaviour_leaves_its_hash_as_it_was(tmp_path):
    file = tmp_path / "mine.yaml"

    def hash_of(text):
        file.write_text(text)
        return player_hash(str(file), TOY)

    plain = hash_of("about: Strikes.\nintents: {strike: 2}\n")
    assert hash_of("# closer\nabout: It strikes whenever it can.\nintents: {strike: 2.0}\n") == plain
    assert hash_of("about: Strikes.\nintents: {strike: 3}\n") != plain
    assert hash_of("about: Strikes.\nintents: {strike: 2}\ndither: 0.1\n") != plain


def test_a_spec_that_means_the_same_from_any_folder(mine, monkeypatch):
    monkeypatch.chdir(mine.parent)
    assert absolute("mine.py:First") == f"{mine}:First" and absolute("fierce") == "fierce"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            "{folder}/none.py:First",
            "none.py:First: no such file; allowed: a name, FILE.yaml for a behaviour, .* or FILE.py:Name",
        ),
        ("{folder}/mine.py", "which of First, Lazy, .*? Write .*mine.py:Name"),
        ("{folder}/mine.py:", "which of First"),
        ("{folder}/mine.py:Frist", "has no 'Frist'; what could play there: First"),
        ("{folder}/empty.py", "empty.py defines no class, function or object that could play; define one with act"),
        ("{folder}/empty.py:First", "empty.py defines no 'First', and no class, function or object that could play"),
        ("{folder}/mine.py:number", "int is not a player: it has no act"),
        ("{folder}/mine.py:Sized", r"Sized\(\) fails: TypeError"),
        ("{folder}/mine.py:Lazy", r"act\(\) does not take \(observation, mask, rng\)"),
        ("{folder}/raises.py:First", "cannot be loaded: ZeroDivisionError"),
        ("{folder}/leaves.py:First", "cannot be loaded: SystemExit"),
        ("{folder}/wrong.py:First", "cannot be loaded, line 2: SyntaxError"),
    ],
)
def test_a_player_that_cannot_be_loaded(mine, spec, words):
    (mine.parent / "empty.py").write_text("")
    (mine.parent / "raises.py").write_text("1 / 0\n")
    (mine.parent / "leaves.py").write_text("raise SystemExit(3)\n")
    (mine.parent / "wrong.py").write_text("x = 1\nclass First(:\n")
    with pytest.raises(PlayerError, match=words):
        load_player(spec.format(folder=mine.parent), TOY)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("name", ["pipe.yaml", "pipe.py:First", "pipe.zip", "pipe.safetensors"])
def test_a_named_pipe_is_no_player(tmp_path, name):
    os.mkfifo(tmp_path / name.partition(":")[0])
    with pytest.raises((PlayerError, CheckpointError), match="is not a file but a folder, a pipe or a device"):
        load_player(f"{tmp_path / name}", TOY)


def test_the_ruleset_may_be_named(mine):
    assert load_player("random", "toybook") == "random"
    with pytest.raises(UnknownRuleset):
        load_player("random", "nobody")


def test_an_unknown_name_says_what_there_is():
    with pytest.raises(
        UnknownPolicy, match=r"toybook has no player 'firce' .did you mean 'fierce'.*random, fierce.*FILE\.py:Name"
    ):
        load_player("firce", TOY)


def test_the_npc_of_the_page_does_what_it_says():
    brute = load_player(f"{BRUTE}:Brute", rulesets.get("wfrp1"))
    verbs = rulesets.get("wfrp1").book.vocab.verbs
    mask = np.zeros((3, 100), np.int8)
    mask[:, [verbs.PASS, verbs.MOVE_STANDARD]] = 1
    mask[:2, verbs.CHARGE] = 1
    mask[0, verbs.STRIKE] = 1
    for seed in range(5):
        chosen = brute.act({}, mask, np.random.default_rng(seed))
        assert chosen[:2].tolist() == [verbs.STRIKE, verbs.CHARGE]
        assert chosen[2] in (verbs.PASS, verbs.MOVE_STANDARD)
    results = play_games("wfrp1", "tiny", policies=(brute, "random"), games=2, alternate=True, seed=1)
    assert results.forfeits == 0 and results.policies == ("brute", "random")
