"""A saved model as a contestant: tournaments, replays of its games, battles that are watched."""

from __future__ import annotations

import re
from importlib.util import find_spec

import numpy as np
import pytest
from typer.testing import CliRunner

from tactica.agents.players import load_player
from tactica.envs import rulesets, scenario
from tactica.envs.engine.game import Game
from tactica.envs.replay import record
from tactica.experiments.cli import app
from tactica.experiments.common import UserError
from tactica.experiments.tournament import manifest as manifests
from tactica.experiments.tournament.again import play_again
from tactica.experiments.tournament.arena import Arena
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.run import all_chunks
from tactica.experiments.watch.watch import WatchedBattle

pytestmark = [
    pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="needs the extra `train`"),
    pytest.mark.filterwarnings("ignore"),  # what the libraries say of themselves
]

SUITE = """
ruleset: toybook
name: toys
version: 1
scenarios: [alliance]
field: [random, fierce]
pairs: 1
"""


def saved(folder, name):
    """A model trained for a moment on a scenario, mirrored."""
    from sb3_contrib import MaskablePPO

    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec(f"toybook/{name}", 2, seed=1, mirror=True)
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=8, batch_size=8, n_epochs=1, seed=0, device="cpu",
                        policy_kwargs={"net_arch": [8]}).learn(16)  # fmt: skip
    model.save(folder / "pupil.zip")
    return folder / "pupil.zip"


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """Trained for a larger roster than it meets in the other scenario."""
    return saved(tmp_path_factory.mktemp("models"), "banners")


def manifest_of(players, name):
    return manifests.draw_up(players, [(name, scenario.load(name))], pairs=2, seed=3, starts=2)


def test_a_tournament_plays_a_model_as_it_was_trained_and_its_games_again(checkpoint):
    manifest = manifest_of((str(checkpoint), "fierce"), "toybook/banners")
    assert manifest.player_names == ["pupil", "fierce"] and manifest.players[0].is_python
    arena, plan = Arena(manifest), all_chunks(manifest)
    played = [arena.play(chunk) for chunk in plan]
    pairs = Pairs.of(played)
    assert pairs.forfeits == 0
    again = [Arena(manifest).play(chunk) for chunk in plan]
    np.testing.assert_array_equal(pairs.decisions, Pairs.of(again).decisions)
    for column in (0, 1):
        assert play_again(arena, pairs, 1, column).game.over


def test_a_model_whose_layout_is_too_small_cannot_enter(tmp_path):
    file = saved(tmp_path, "alliance")
    with pytest.raises(
        UserError, match=r"pupil\.zip: pupil cannot play here: the layout is too small .*toybook/banners"
    ):
        manifest_of((str(file), "fierce"), "toybook/banners")


def test_a_battle_that_is_watched_shows_a_model_what_it_was_trained_on(checkpoint, capsys):
    ruleset = rulesets.get("toybook")
    policy = load_player(str(checkpoint), ruleset)
    players = (policy, "fierce", policy)
    recording = record(
        Game(ruleset, scenario.pool("toybook", "alliance")).start(0, seed=4), ["pupil", "fierce", "pupil"]
    )
    WatchedBattle(recording, players, board="never").play()
    assert recording.game.over and "forfeits" not in capsys.readouterr().out


def test_bench_npc_takes_a_model(checkpoint, tmp_path):
    suite = tmp_path / "toys.yaml"
    suite.write_text(SUITE)
    arguments = ["bench-npc", str(checkpoint), "--suite", str(suite), "--out", str(tmp_path), "--no-page"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert re.search(r"pupil[^\n]* rating", done.output) and "illegal choices: 0; games forfeited: 0" in done.output
