"""Training by recipe: small runs of the toy rulebook, stopped and gone on with; recipes that are wrong."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from tactica.experiments.cli import app
from tactica.experiments.common import alone_in
from tactica.experiments.sealing import sealed
from tactica.experiments.training import recipe as recipes
from tactica.experiments.training.recipe import Recipe, RecipeError, RunError

torch = pytest.importorskip("torch", reason="the extra train is not installed")
pytest.importorskip("sb3_contrib", reason="the extra train is not installed")

from tactica.agents.encoding import SumOfRows  # noqa: E402
from tactica.agents.learned import (  # noqa: E402
    ChoiceDistribution,
    EntityExtractor,
    EntityPolicy,
    FlatExtractor,
    PairedEvaluation,
    WholeNumbers,
    network_of,
)
from tactica.agents.models import ModelPolicy  # noqa: E402
from tactica.agents.networks import ConvolutionNetwork, EntityNetwork  # noqa: E402
from tactica.agents.outlook import outlook  # noqa: E402
from tactica.agents.pairing import SEEDS  # noqa: E402
from tactica.agents.players import load_player  # noqa: E402
from tactica.envs import play_games, rulesets  # noqa: E402
from tactica.envs.apis.sb3 import make_sb3_vec  # noqa: E402
from tactica.envs.engine.game import Game  # noqa: E402
from tactica.envs.engine.networks import CHECKPOINTS, Network, load_network, trained  # noqa: E402
from tactica.envs.engine.pools import open_pool  # noqa: E402
from tactica.envs.engine.spaces import Layout  # noqa: E402
from tactica.experiments.training import finalists as finals  # noqa: E402
from tactica.experiments.training import run as running  # noqa: E402
from tactica.experiments.training.beginning import layout_for  # noqa: E402
from tactica.experiments.training.cloning import lessons  # noqa: E402
from tactica.experiments.training.curve import curve, read_log  # noqa: E402
from tactica.experiments.training.finalists import Finalist, choose, play_final  # noqa: E402
from tactica.experiments.training.judging import (  # noqa: E402
    FINAL,
    IDLE,
    Judgement,
    Stillness,
    judge,
    rating,
    stillness,
)
from tactica.experiments.training.league import League  # noqa: E402
from tactica.experiments.training.run import Run  # noqa: E402

SMALL = {
    "ruleset": "toybook",
    "scenarios": {"banners": 1, "alliance": 2},
    "network": {"width": 8, "trunk": 12, "cell_width": 6},
    "clone": {"teacher": "charger", "decisions": 1, "epochs": 1},
    "ppo": {"generations": 2, "frames": 64, "envs": 8, "steps": 8, "batch": 32},
    "league": {"anchors": ["random", "charger"], "every": 1, "keep": 2},
    "evaluation": {"pairs": 4, "finalists": 2, "final_pairs": 6},
}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Lessons of a size that a test can afford."""
    from tactica.experiments.training import cloning

    monkeypatch.setattr(cloning, "BLOCK", 512)
    monkeypatch.setattr(cloning, "BATCH", 64)
    monkeypatch.setattr(cloning, "GAMES", 8)
    torch.set_num_threads(1)


def tensors_of(seen):
    """An observation with a leading axis as torch takes it."""
    return {name: torch.as_tensor(seen[name]) for name in ("grid", "units", "context")}


def recipe(**changes):
    return Recipe.model_validate({**SMALL, **changes})


def kept(folder):
    """The networks of a run, as bytes, and its log without times."""
    files = {file.name: file.read_bytes() for file in sorted((folder / "generations").iterdir())}
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    for line in lines:
        for name in ("seconds", "frames_per_second", "stepping"):
            line.pop(name, None)
    assert (folder / "curve.svg").read_text() == curve(read_log(folder / "log.jsonl"))
    return files, lines, Network.load(folder / "best.safetensors").digest(None)


# --- runs


EXPERT = {"every": 1, "simulations": 2, "decisions": 1, "epochs": 1, "learning_rate": 0.01}


@pytest.mark.parametrize("expert", [None, EXPERT])
def test_a_run_that_is_stopped_comes_to_the_same_networks(tmp_path, expert):
    whole = Run.create(tmp_path / "run", recipe(expert=expert))
    whole.train()
    wanted = kept(whole.folder)
    (tmp_path / "whole").mkdir()
    whole.folder.rename(tmp_path / "whole" / "run")

    class Stop(Exception):
        pass

    def stop_within(generation):
        def progress(**what):
            if what.get("stage") == f"generation {generation}":
                raise Stop

        return progress

    stopped = Run.create(tmp_path / "run", recipe(expert=expert))
    for generation in (1, 2):
        with pytest.raises(Stop):
            stopped.train(stop_within(generation))
        stopped = Run.resume(stopped.folder)
        assert stopped.done == generation - 1
    stopped.train()
    assert kept(stopped.folder) == wanted


def test_a_run_learns_keeps_and_judges(tmp_path):
    told = []
    run = Run.create(tmp_path / "run", recipe())
    best = run.train(lambda **what: told.append(what))
    assert [line["name"] for line in run.lines] == ["clone", "generation 1", "generation 2"]
    assert list(run.league.selves) == ["self 1", "self 2"]
    first, last = (Network.load(run.file_of(name)) for name in ("clone", "generation 2"))
    assert all((first.weights[name] != last.weights[name]).any() for name in ("unit.rows", "value.rows", "plain.rows"))
    assert best.about["generation"] in ("clone", "generation 1", "generation 2")
    assert set(best.about["final"]) == {"random", "charger"}
    assert best.layout.mirror and best.deterministic
    assert all(0 < line["stepping"] < 1 for line in run.lines[1:])
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    assert {what.get("stage") for what in told} >= {"clone", "generation 1", "generation 2", "final"}


def test_a_network_learns_from_the_search_it_guides(tmp_path):
    frozen = {"ppo": {**SMALL["ppo"], "generations": 1, "learning_rate": 1e-12}, "clone": None}
    run = Run.create(tmp_path / "run", recipe(**frozen, expert=EXPERT))
    run.train()
    before, after = (Network.load(run.file_of(name)) for name in ("untrained", "generation 1"))
    assert np.abs(before.weights["plain.rows"] - after.weights["plain.rows"]).max() > 1e-3  # which is not PPO's doing
    assert 0 <= run.lines[1]["expert"]["agreement"] <= 1 and run.lines[1]["expert"]["decisions"] == 512


def test_who_waits_is_seen_and_not_chosen(tmp_path, monkeypatch):
    contest = recipe(ruleset="wfrp1", scenarios={"tiny": 1, "contest_small": 1}, evaluation={"still_pairs": 10})
    idle, charge = (stillness(contest, load_player(player, "wfrp1")) for player in (str(IDLE), "charge"))
    assert idle == Stillness(0.0, 0.5) and not idle.is_within(
        contest.evaluation
    )  # the first side attacks, and loses ties
    assert charge.idle < 0.25 and charge.draws < 0.25  # it goes to the enemy, if not to zones
    assert stillness(recipe(evaluation={"still_pairs": 0}), "random") is None

    waiting = {"clone": 0.0, "generation 1": 1.0, "generation 2": 1.0}
    for module in (running, finals):
        monkeypatch.setattr(module, "stillness", lambda recipe, network, *_: Stillness(waiting[network.name], 0.0))
    run = Run.create(tmp_path / "run", recipe(evaluation={**SMALL["evaluation"], "finalists": 1}))
    assert run.train().about["generation"] == "clone"
    assert [line["still"] for line in run.lines] == [[share, 0.0] for share in waiting.values()]


def test_the_average_of_the_last_generations_is_a_finalist(tmp_path):
    run = Run.create(tmp_path / "run", recipe(evaluation={**SMALL["evaluation"], "averaged": 5}))
    told = []
    run.train(lambda **what: told.append(what))
    assert "average of the last 2" in told[-1]["final"]  # there are two generations, and the clone is none

    how = run.recipe.evaluation
    networks = {name: Network.load(run.file_of(name)) for name in ("clone", "generation 1", "generation 2")}
    finalists = choose(run.lines, how, networks.__getitem__)
    one, other, mean = networks["generation 1"], networks["generation 2"], finalists[-1]
    for part, weights in mean.weights.items():
        assert weights.dtype == np.float32
        assert np.allclose(weights, (one.weights[part] + other.weights[part]) / 2, atol=1e-6)
    assert choose(run.lines[:1], how, networks.__getitem__) == [networks["clone"]]


def test_the_last_generation_is_a_finalist_whatever_the_anchors_say():
    how = recipe().evaluation.model_copy(update={"finalists": 1, "averaged": 0})
    lines = [{"name": name, "mean": mean} for name, mean in (("clone", 0.9), ("first", 0.5), ("last", 0.1))]
    assert choose(lines, how, str) == ["clone", "last"]
    assert choose(lines[::-1], how, str) == ["clone"]  # the best one, too


def test_finalists_meet_one_another(tmp_path):
    run = Run.create(tmp_path / "run", recipe(evaluation={**SMALL["evaluation"], "final_pairs": 30}))
    best = run.train()
    networks = choose(run.lines, run.recipe.evaluation, lambda name: Network.load(run.file_of(name)))
    assert len(networks) == 3
    found = {one.network.name: one for one in play_final(run.recipe, networks, lambda **what: None)}
    for name, one in found.items():
        assert {met.opponent for met in one.met} == set(found) - {name}
        for met in one.met:
            back = next(other for other in found[met.opponent].met if other.opponent == name)
            assert met.share == pytest.approx(1 - back.share) and met.draws == back.draws
    first, second = networks[:2]  # the figures are those of games of the two
    told = judge(run.recipe, first, [second], 30, FINAL)[0]
    assert told == next(met for met in found[first.name].met if met.opponent == second.name)
    assert set(best.about["met"]) == set(found) - {best.about["generation"]}

    alone = run.recipe.model_copy(
        update={"evaluation": run.recipe.evaluation.model_copy(update={"meeting_share": 0.0})}
    )
    assert all(one.met == [] for one in play_final(alone, networks, lambda **what: None))


def test_games_of_finalists_decide_as_the_recipe_weighs_them():
    how = recipe().evaluation

    def one(against, among):
        games = [Judgement("", share, 0.01, 30, 0.0) for share in (against, among)]
        return Finalist(None, games[:1], games[1:] if among is not None else [], None)

    strong, known = one(0.8, 0.6), one(0.9, 0.4)  # the anchors like the second one better
    assert (strong.points(how), known.points(how)) == (pytest.approx(0.7), pytest.approx(0.65))
    against_anchors = how.model_copy(update={"meeting_share": 0.25})
    assert strong.points(against_anchors) == pytest.approx(0.75)
    assert strong.points(against_anchors) < known.points(against_anchors)
    assert one(0.8, None).points(how) == pytest.approx(0.8)


def test_a_drawn_game_costs_what_the_recipe_says(tmp_path, monkeypatch):
    ends = {0: [1, 2], 2: [1, 1, 0], 3: [2, 1]}  # ranks by slot; 0 is a side that takes no part

    def step_wait():
        infos = [{"ranks": np.array(ends[slot])} if slot in ends else {} for slot in range(4)]
        return None, np.array([1.0, 0.25, 0.0, -1.0]), np.array([slot in ends for slot in range(4)]), infos

    for cost, rewards in ((0.0, [1.0, 0.25, 0.0, -1.0]), (0.5, [1.0, 0.25, -0.5, -1.0])):
        games = Run.create(tmp_path / f"{cost}", recipe(ppo={**SMALL["ppo"], "draw_cost": cost})).environments(
            ["random"], [1.0]
        )
        monkeypatch.setattr(games.unwrapped, "step_wait", step_wait)
        assert games.step_wait()[1].tolist() == rewards


def test_exploiters_join_the_league(tmp_path):
    league = {"anchors": ["random"], "every": 2, "keep": 3, "exploiter_every": 2, "exploiter_generations": 1}
    run = Run.create(tmp_path / "run", recipe(clone=None, league=league))
    run.train()
    assert list(run.league.selves) == ["self 2", "exploiter 2"]
    assert run.lines[0]["name"] == "untrained"


def test_a_run_goes_on_from_a_network(tmp_path):
    first = Run.create(tmp_path / "first", recipe(clone=None, ppo={**SMALL["ppo"], "generations": 0})).train()
    begun = {"begin": str(tmp_path / "first" / "best.safetensors"), "ppo": {**SMALL["ppo"], "generations": 1}}
    given = Recipe.model_validate({**{name: part for name, part in SMALL.items() if name != "clone"}, **begun})
    run = Run.create(tmp_path / "run", given)
    run.train()
    assert [line["name"] for line in run.lines] == ["beginning", "generation 1"]
    taken = Network.load(run.file_of("beginning"))
    assert all((taken.weights[name] == first.weights[name]).all() for name in first.weights)

    larger = given.model_copy(update={"network": Recipe.model_validate(SMALL).network.model_copy(update={"width": 9})})
    with pytest.raises(RunError, match=r"does not fit: .* sizes \(8, 12, 6\), the recipe sizes \(9, 12, 6\)"):
        Run.create(tmp_path / "larger", larger).train()


def test_folders_that_cannot_be_trained_in_are_refused(tmp_path):
    with pytest.raises(RunError, match="not a training run"):
        Run.resume(tmp_path)
    Run.create(tmp_path / "run", recipe())
    with pytest.raises(RunError, match="is not empty"):
        Run.create(tmp_path / "run", recipe())
    (tmp_path / "run" / "recipe.yaml").write_text(recipe(seed=2).to_yaml())
    with pytest.raises(RunError, match="recipe have changed"):
        Run.resume(tmp_path / "run")


def test_a_run_that_begins_with_a_network_sees_no_more_than_its_battles_need():
    found = recipe(ruleset="heimr", scenarios={"tiny": 1}, clone=None, begin="trained:heimr")
    layout = layout_for(found)
    assert layout.mirror and layout.n < load_network("trained:heimr").layout.n


def test_players_in_python_may_be_anchors(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def first(observation, mask, rng):\n    return mask.argmax(1)\n")
    spec = f"{file}:first"
    ppo = {**SMALL["ppo"], "generations": 1, "frames": 1024}  # long enough for games to end
    given = recipe(clone=None, ppo=ppo, league={"anchors": [spec], "keep": 0})
    mine = tmp_path / "mine.yaml"
    mine.write_text(given.to_yaml())
    run = Run.create(tmp_path / "run", recipes.load(mine))
    run.train()
    assert list(run.lines[-1]["judged"]) == [spec] and run.league.games.keys() == {spec}
    mine.write_text(given.model_copy(update={"clone": recipes.ClonePart(teacher=spec)}).to_yaml())
    with pytest.raises(RecipeError, match=r"clone\.teacher: .* does not play inside the kernels"):
        recipes.load(mine)


# --- parts


def test_lessons_hold_legal_answers_and_results_of_the_side_that_decided():
    found = recipe()
    lesson = next(lessons(found, layout_for(found), found.clone, found.clone.teacher, 3))
    rows = np.arange(len(lesson.answers))
    assert (lesson.mask[rows, lesson.answers] == 1).all() and (lesson.mask.sum(1) >= 2).all()
    assert set(np.unique(lesson.results).tolist()) <= {-1.0, -0.5, 0.0, 0.5, 1.0}  # three sides
    assert lesson.results.std() > 0.3


def test_the_policy_for_stable_baselines_is_the_network():
    envs = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", mirror=True, seed=1)
    policy = EntityPolicy(envs.observation_space, envs.action_space, lambda _: 0.001, width=8, trunk=12, cell_width=6)
    seen, mask = envs.reset(), envs.action_masks()
    tensors = tensors_of(seen)
    with torch.no_grad():
        logits, values = policy.network(tensors)
        actions, theirs, chances = policy(tensors, deterministic=True, action_masks=mask)
        again, chances_again, entropy = policy.evaluate_actions(tensors, actions, torch.as_tensor(mask))
    legal = torch.where(torch.as_tensor(mask), logits, -torch.inf)
    assert (actions == legal.argmax(1)).all()
    assert torch.allclose(theirs[:, 0], values) and torch.allclose(again, theirs)
    assert torch.allclose(chances, torch.log_softmax(legal, 1)[torch.arange(4), actions], atol=1e-5)
    assert torch.allclose(chances, chances_again) and (entropy >= 0).all()


@pytest.mark.parametrize(
    ("policy", "flat", "options"),
    [
        (EntityPolicy, False, {"convolution": True, "width": 8}),
        (
            "MultiInputPolicy",
            False,
            {"features_extractor_class": EntityExtractor, "features_extractor_kwargs": {"layout": None}},
        ),
        (
            "MlpPolicy",
            True,
            {"features_extractor_class": FlatExtractor, "features_extractor_kwargs": {"features_dim": 16}},
        ),
    ],
)
def test_other_networks_learn_and_play_in_torch(policy, flat, options):
    from sb3_contrib import MaskablePPO

    envs = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", mirror=True, flat=flat, seed=1)
    if "layout" in options.get("features_extractor_kwargs", {}):
        options["features_extractor_kwargs"]["layout"] = envs.layout
    model = MaskablePPO(policy, envs, n_steps=4, batch_size=16, n_epochs=1, policy_kwargs=options, seed=1)
    before = {name: one.clone() for name, one in model.policy.state_dict().items()}
    model.learn(16)
    assert all(torch.isfinite(one).all() for one in model.policy.state_dict().values())
    assert any((before[name] != one).any() for name, one in model.policy.state_dict().items())
    results = play_games(
        "toybook", "alliance", policies=(ModelPolicy(model), "random"), games=2, seed=1, on_error="raise"
    )
    assert (results.ranks[:, :2] > 0).all()
    with pytest.raises(TypeError, match="the kernels play an EntityNetwork"):
        network_of(model, "mine")


def test_a_map_as_a_picture_is_looked_at():
    layout = Layout.covering("toybook", open_pool("toybook", "alliance").states, mirror=True)
    network = ConvolutionNetwork(layout, 8, 12, 6)
    seen = {name: torch.zeros(1, *layout.shapes[name], dtype=torch.int16) for name in ("grid", "units", "context")}
    with torch.no_grad():
        blank = network(seen)[1]
        seen["grid"][0, :, 1, 1] = 1
        assert network(seen)[1] != blank


def test_the_logits_of_legal_cells_are_those_of_all():
    layout = Layout.covering("toybook", open_pool("toybook", "alliance").states, mirror=True)
    network = EntityNetwork(layout, 8, 12, 6)
    rng = np.random.default_rng(1)
    seen = {name: rng.integers(0, 2, (3, *layout.shapes[name])) for name in ("grid", "units", "context")}
    mask = torch.as_tensor(rng.integers(0, 2, (3, layout.n)))
    with torch.no_grad():
        every, some = network(tensors_of(seen))[0], network(tensors_of(seen), mask)[0]
    assert torch.allclose(every[mask == 1], some[mask == 1], atol=1e-6)


def test_a_buffer_of_whole_numbers_holds_what_it_is_given():
    envs = make_sb3_vec("toybook", 3, scenario="alliance", opponent="random", seed=1)
    buffer = WholeNumbers(2, envs.observation_space, envs.action_space, "cpu", n_envs=3)
    seen, mask = envs.reset(), envs.action_masks()
    for _ in range(2):
        buffer.add(
            seen, np.zeros((3, 1)), np.zeros(3), np.zeros(3), torch.zeros(3, 1), torch.zeros(3), action_masks=mask
        )
    assert buffer.observations["grid"].dtype == np.int8 and buffer.action_masks.dtype == np.int8
    batch = next(buffer.get(6))
    assert batch.observations["units"].sum() == 2 * seen["units"].sum() and batch.action_masks.sum() == 2 * mask.sum()


def test_judging_is_repeatable_and_fair():
    found = recipe(ruleset="wfrp1", scenarios={"tiny_random": 1})
    once, again = (judge(found, "charge", ["charge", "random"], 40) for _ in range(2))
    assert once == again
    assert once[0].share == 0.5 and once[1].share > 0.6
    pool = open_pool("wfrp1", ["tiny_random"], split="eval", seed=found.seed)
    rows = np.arange(40) % len(pool.states)
    games = [
        play_games("wfrp1", pool, policies=seats, games=40, seed=SEEDS + found.seed, rows=rows)
        for seats in (("charge", "random"), ("random", "charge"))
    ]
    assert once[1].draws == np.mean([(one.scores(0) == 0).mean() for one in games])
    assert judge(found, "charge", ["guardian"], 40, FINAL) != judge(found, "charge", ["guardian"], 40)
    swapped = judge(found, "random", ["charge"], 40)[0]
    assert swapped.share == pytest.approx(1 - once[1].share)
    assert rating(0.5) == 0 and rating(10 / 11) == pytest.approx(400)


def test_the_league_prefers_whoever_is_hard_to_beat():
    class Self:
        def __init__(self, name):
            self.name = name

    league = League(recipe(league={"anchors": ["random", "charger"], "keep": 2, "anchor_share": 0.5}))
    assert league.table()[1] == pytest.approx([0.5, 0.5])
    for name in ("self 1", "self 2", "self 3"):
        league.add(Self(name))
    assert list(league.selves) == ["self 2", "self 3"]
    league.note([("random", 1.0)] * 40 + [("charger", 0.0)] * 40 + [("self 3", 0.0)] * 40 + [("self 2", 1.0)] * 40)
    players, weights = league.table()
    assert [getattr(one, "name", one) for one in players] == ["random", "charger", "self 2", "self 3"]
    assert sum(weights) == pytest.approx(1) and sum(weights[:2]) == pytest.approx(0.5)
    assert weights[1] > 5 * weights[0] and weights[3] > 5 * weights[2]


def test_some_games_are_against_a_player_that_does_nothing():
    league = League(recipe(league={"anchors": ["random"], "anchor_share": 0.5, "idle_share": 0.2}))
    assert league.table()[1] == pytest.approx([0.8, 0.2])
    league.add(SimpleNamespace(name="self 1"))
    players, weights = league.table()
    assert [getattr(one, "name", one) for one in players] == ["random", "self 1", "idle"]
    assert weights == pytest.approx([0.4, 0.4, 0.2])


def test_the_callback_plays_from_both_seats():
    from sb3_contrib import MaskablePPO

    envs = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", mirror=True, seed=1)
    model = MaskablePPO(EntityPolicy, envs, n_steps=4, batch_size=16, n_epochs=1, policy_kwargs={"width": 8})
    callback = PairedEvaluation("toybook", "alliance", ["random"], pairs=3, every=32)
    model.learn(64, callback=callback)
    assert [one["frames"] for one in callback.history] == [32, 64]
    assert all(0 <= one["random"] <= 1 for one in callback.history)
    assert network_of(model, "mine").layout == Layout.named("toybook", "full", mirror=True)
    draws = PairedEvaluation("toybook", "alliance", ["random"], pairs=3, every=32, deterministic=False)
    model.learn(32, callback=draws)
    assert len(draws.history) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"opponents": "random"}, r"^opponents='random': allowed: a list of at least one opponent"),
        ({"opponents": []}, r"^opponents=\[\]: allowed: a list of at least one opponent"),
        ({"opponents": ["nobody"]}, r"toybook has no player 'nobody'"),
        ({"pairs": 0}, r"^pairs=0: allowed: whole numbers in 1\.\."),
        ({"pairs": 2.5}, r"^pairs=2\.5: allowed: whole numbers in 1\.\."),
        ({"every": -1}, r"^every=-1: allowed: whole numbers in 1\.\."),
        ({"seed": -1}, r"^seed -1; allowed: "),
        ({"deterministic": "no"}, r"^deterministic='no': allowed: True or False"),
    ],
)
def test_arguments_of_the_callback(given, words):
    with pytest.raises((ValueError, TypeError), match=words):
        PairedEvaluation("toybook", **{"scenario": "alliance", "opponents": ["random"], **given})


def test_the_callback_refuses_a_model_it_cannot_play_before_it_learns():
    from sb3_contrib import MaskablePPO

    envs = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", seed=1)
    callback = PairedEvaluation("toybook", "alliance", ["random"], pairs=3, every=32)
    with pytest.raises(TypeError, match="plays an EntityPolicy without convolution; not MaskableMultiInput"):
        MaskablePPO("MultiInputPolicy", envs, n_steps=4, batch_size=16).learn(16, callback=callback)


def test_a_policy_that_cannot_learn_says_what_it_needs():
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import PPO

    flat = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", flat=True, seed=1)
    with pytest.raises(ValueError, match="make the environment with flat=False"):
        MaskablePPO(EntityPolicy, flat, n_steps=4, batch_size=16)
    envs = make_sb3_vec("toybook", 4, scenario="alliance", opponent="random", seed=1)
    with pytest.raises(TypeError, match=r"^EntityPolicy needs action masks: use MaskablePPO"):
        PPO(EntityPolicy, envs, n_steps=4, batch_size=16)


# --- recipes


@pytest.mark.parametrize("name", recipes.shipped())
def test_recipes_that_come_with_the_project_are_fine(name):
    found = recipes.load(name)
    assert found.about and found.ruleset in name


def test_every_network_that_comes_with_the_project_has_its_log():
    logs = sorted(CHECKPOINTS.glob("*.log.jsonl"))
    assert [log.name.removesuffix(".log.jsonl") for log in logs] == trained()


def test_a_curve_shows_every_generation_of_every_anchor():
    lines = [
        {
            "name": name,
            "judged": {"charger": [share, 0.02], "random": [0.9, 0.01]},
            "mean": (share + 0.9) / 2,
            "frames": frames,
        }
        for name, share, frames in (("clone", 0.4, 0), ("generation 1", 0.45, 500_000), ("generation 2", 0.6, 500_000))
    ]
    picture = ElementTree.fromstring(curve(lines))
    titles = [title.text for title in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 3 * 3 and "against charger at 1.0: 60.0%" in titles
    assert not any(title.startswith("draws") for title in titles)  # logs of earlier versions have none
    for line, draws in zip(lines, (0.1, 0.3, 0.5), strict=True):
        line["judged"] = {name: [*values, draws] for name, values in line["judged"].items()}
    drawn = ElementTree.fromstring(curve(lines)).iter("{http://www.w3.org/2000/svg}title")
    assert [title.text for title in drawn][-3:] == ["draws at 0.0: 10.0%", "draws at 0.5: 30.0%", "draws at 1.0: 50.0%"]
    half = 1.959964 * (0.02**2 + 0.01**2) ** 0.5 / 2
    assert f"mean at 0.5: 67.5%, {100 * (0.675 - half):.1f} to {100 * (0.675 + half):.1f}" in titles


def test_a_recipe_comes_back(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(recipe().to_yaml())
    assert recipes.load(file) == recipe()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1, 2]", r"mine\.yaml:1: a recipe is a mapping; allowed: about, ruleset"),
        ("ruleset: toybook\n", "'scenarios' is missing"),
        ("ruleset: toybook\nruleset: toybook\n", "ruleset"),
        ("ruleset: chess\nscenarios: {banners: 1}\n", "chess"),
        ("ruleset: toybook\nscenarios: {nowhere: 1}\n", "nowhere"),
        ("ruleset: toybook\nscenarios: {banners: 0}\n", "drawn 1 to 100 times"),
        (
            "ruleset: toybook\nscenarios: {banners: 1}\nppo: {frame: 3}\n",
            r"mine\.yaml:3: ppo\.frame: unknown key 'frame'.*generations, frames",
        ),
        ("ruleset: toybook\nscenarios: {banners: 1}\nleague: {anchors: [nobody]}\n", "no player 'nobody'"),
        (
            "ruleset: toybook\nscenarios: {banners: 1}\nppo: {learning_rate: 7}\n",
            r"mine\.yaml:3: ppo\.learning_rate: 7",
        ),
        ("ruleset: toybook\nscenarios: {banners: 1}\nppo: {learning_rate: .nan}\n", r"'\.nan' is out of range"),
        ("ruleset: [", r"mine\.yaml:"),
        (
            "ruleset: toybook\nscenarios: {banners: 1}\nclone:\n  teacher: nobody\n",
            r"mine\.yaml:4: clone\.teacher: .*'nobody'",
        ),
        ("ruleset: toybook\nscenarios: {banners: 1}\nbegin: trained:nobody\n", r"mine\.yaml:3: begin: trained:nobody"),
        (
            "ruleset: toybook\nscenarios: {banners: 1}\nbegin: trained:wfrp1\n",
            r"mine\.yaml:3: begin: trained:wfrp1 plays wfrp1, not toybook",
        ),
        (
            "ruleset: toybook\nscenarios: {banners: 1}\nbegin: a.safetensors\nclone: {teacher: charger}\n",
            r"mine\.yaml:4: clone: a run begins with a network or with a clone",
        ),
    ],
)
def test_wrong_recipes_say_what_is_wrong(tmp_path, text, says):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(RecipeError, match=says):
        recipes.load(file)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "give a recipe, or --resume FOLDER; recipes: "),
        (["mine", "--resume", "there"], "give one of the two, not both"),
        (["--resume", "there", "--out", "here"], "leave out --out"),
        (["--resume", "there"], "there: not a training run"),
        (["mine"], "mine: no such recipe"),
        (["--resume", "there", "--seed", "2"], "leave out --seed and --set"),
        (["--resume", "there", "--set", "seed=2"], "leave out --seed and --set"),
        (["wfrp1", "--set", "seed"], "'seed': write it as key=value"),
        (["wfrp1", "--set", "ppo.generatoins=2"], "--set: ppo.generatoins: unknown key"),
        (["wfrp1", "--set", "ppo.generations=many"], "--set: ppo.generations: "),
        (["wfrp1", "--set", "scenarios=tiny"], "--set scenarios."),
        (["wfrp1", "--set", "ppo=3"], "--set: ppo: 3 is not possible"),
        (["wfrp1", "--set", "seed.more=1"], "--set: seed: "),
        (["wfrp1", "--set", "seed='3'"], "--set: seed: '3' is not possible"),
        (["wfrp1", "--set", "ppo.envs=3.0"], "--set: ppo.envs: 3.0 is not possible"),
        (["wfrp1", "--set", "ppo.epochs=true"], "--set: ppo.epochs: True is not possible"),
        (["wfrp1", "--set", "ppo.clip=nan"], "--set: ppo.clip: 'nan' is not possible; allowed: above 0 to 1"),
        (["wfrp1", "--set", "seed=2024-01-01"], "--set seed: '2024-01-01' is read as a timestamp"),
        (["wfrp1", "--set", "about=!!python/name:os.system x"], "--set about: the tag "),
        (["wfrp1", "--set", "seed=*a"], "--set seed: not valid YAML"),
        (["wfrp1", "--set", "=1"], "'=1': write it as key=value"),
    ],
)
def test_the_command_refuses_what_it_cannot_do(tmp_path, monkeypatch, given, says):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["train", *given])
    assert done.exit_code == 2 and says in done.output


def test_more_decisions_than_memory_has_room_for_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tactica.experiments.training.beginning.memory_here", lambda: 1e6)
    with pytest.raises(
        RunError, match=r"ppo\.envs .* times ppo\.steps .* decisions take .* GiB.*; allowed: at most [\d,]+ dec"
    ):
        Run.create(tmp_path / "run", recipe(ppo={**SMALL["ppo"], "envs": 4096, "steps": 4096}))
    assert not (tmp_path / "run").exists()


def test_the_command_trains_and_says_what_came_out(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(recipe().to_yaml())
    command = ["train", str(file), "--out", str(tmp_path / "run")]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "generation 2: points against random" in done.output and "Saved to " in done.output
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 2 and "is not empty; continue with --resume" in again.output
    (tmp_path / "file").write_text("")
    assert "cannot be written" in CliRunner().invoke(app, [*command[:-1], str(tmp_path / "file")]).output


def test_the_command_changes_a_recipe_for_one_run(tmp_path, monkeypatch):
    """The changed recipe is kept in the folder of the run, which is named for its seed."""
    from tactica.experiments.commands import train

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(train, "conduct", lambda run: None)
    Path("mine.yaml").write_text(recipe().to_yaml())
    done = CliRunner().invoke(
        app, ["train", "mine.yaml", "--seed", "7", "--set", "ppo.generations=1", "--set", "clone=null"]
    )
    assert done.exit_code == 0, done.output
    found = recipes.load(tmp_path / "runs" / "mine_seed7" / "recipe.yaml")
    assert found.seed == 7 and found.ppo.generations == 1 and found.clone is None
    assert found.ppo.model_copy(update={"generations": recipe().ppo.generations}) == recipe().ppo
    assert found.league == recipe().league
    done = CliRunner().invoke(app, ["train", "mine.yaml", "--set", "league.anchors=[nobody]"])
    assert done.exit_code == 2 and "league.anchors" in done.output and "nobody" in done.output


def test_the_command_lists_recipes():
    done = CliRunner().invoke(app, ["train", "--list"])
    assert done.exit_code == 0 and all(f"{name}: " in done.output for name in recipes.shipped())


def test_an_unknown_recipe_names_those_there_are():
    with pytest.raises(RecipeError, match="nothing: no such recipe; allowed: a file, or one of "):
        recipes.load("nothing")


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [
        ("toybook", "alliance"),
        ("wfrp1", "small"),
        ("heimr", "contest_small"),
        ("woin", "small"),
        ("owh", "contest_small"),
    ],
)
def test_a_network_is_the_same_in_torch(slug, scenario):
    ruleset = rulesets.get(slug)
    pool = open_pool(ruleset, scenario)
    layout = Layout.covering(ruleset, pool.states, mirror=True)
    torch.manual_seed(1)
    network = EntityNetwork(layout, 8, 12, 6).eval()
    with torch.no_grad():
        for part in network.parameters():
            part.copy_(torch.randn(part.shape) * 0.2)
    player = network_of(network, "mine")
    game, rng = Game(ruleset, pool, layout=layout).start(seed=1), np.random.default_rng(1)
    for number in range(60):
        if game.over:
            game.start(seed=number)
        seen, legal = game.observe(), game.legal()
        tensors = tensors_of({name: seen[name][None] for name in ("grid", "units", "context")})
        with torch.no_grad():
            logits, value = network(tensors)
        told = outlook(game, player)
        found = {one.answer: one.logit for one in told.choices}
        answers = [game.loops.answer_of(game.states, game.row, layout.record, int(index)) for index in legal]
        np.testing.assert_allclose([found[answer] for answer in answers], logits[0, legal], rtol=1e-3, atol=2e-3)
        assert told.value == pytest.approx(np.clip(float(value), -1.0, 1.0), abs=2e-3)
        game.step(int(rng.choice(legal)))


def test_sums_of_rows_have_the_gradient_that_torch_works_out():
    torch.manual_seed(1)
    named, gradient = torch.randint(0, 9, (40, 6)), torch.randn(40, 5)
    ours, theirs = (torch.ones(9, 5, requires_grad=True) for _ in range(2))
    SumOfRows.apply(named, ours).backward(gradient)
    theirs[named].sum(1).backward(gradient)
    torch.testing.assert_close(ours.grad, theirs.grad)


def test_what_is_not_legal_is_never_chosen_and_costs_no_entropy():
    torch.manual_seed(1)
    logits, mask = torch.randn(3, 6), torch.tensor([[1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [1, 0, 1, 0, 1, 0]])
    choices = ChoiceDistribution(logits, mask)
    drawn = torch.stack([choices.get_actions() for _ in range(4000)])
    for row in range(3):
        legal = mask[row].nonzero()[:, 0]
        wanted = torch.softmax(logits[row, legal], 0)
        shares = torch.bincount(drawn[:, row], minlength=6)[legal] / len(drawn)
        assert shares.sum() == pytest.approx(1.0)
        assert shares.numpy() == pytest.approx(wanted.numpy(), abs=4 * 0.5 / len(drawn) ** 0.5)
        assert float(choices.entropy()[row]) == pytest.approx(float(-(wanted * wanted.log()).sum()), abs=1e-5)
        assert int(choices.get_actions(deterministic=True)[row]) == int(legal[wanted.argmax()])
    assert choices.log_prob(drawn[0]).exp().numpy() == pytest.approx(
        choices.probabilities[torch.arange(3), drawn[0]].numpy(), rel=1e-5
    )


def test_a_network_is_the_same_as_onnx(tmp_path):
    pytest.importorskip("onnx", reason="the extra export is not installed")
    runtime = pytest.importorskip("onnxruntime", reason="the extra export is not installed")
    from tactica.agents.exporting import to_onnx

    layout = Layout.covering("toybook", open_pool("toybook", "alliance").states, mirror=True)
    network = EntityNetwork(layout, 8, 12, 6).eval()
    session = runtime.InferenceSession(str(to_onnx(network_of(network, "mine"), tmp_path / "mine.onnx", layout)))
    rng = np.random.default_rng(1)
    for count in (1, 5):
        kinds = {"grid": np.int8, "units": np.int16, "context": np.int16}
        seen = {name: rng.integers(0, 4, (count, *layout.shapes[name])).astype(kind) for name, kind in kinds.items()}
        with torch.no_grad():
            wanted = [part.numpy() for part in network(tensors_of(seen))]
        for found, one in zip(session.run(None, seen), wanted, strict=True):
            np.testing.assert_allclose(found, one, atol=1e-5)
    assert json.loads(session.get_modelmeta().custom_metadata_map["tactica_layout"])["ruleset"] == "toybook"


def test_a_network_that_ships_is_the_same_as_onnx(tmp_path):
    pytest.importorskip("onnx", reason="the extra export is not installed")
    runtime = pytest.importorskip("onnxruntime", reason="the extra export is not installed")
    from tactica.agents.exporting import to_onnx, torch_network

    network = load_network("trained:woin")
    layout = Layout.named(network.layout.ruleset, "small", network.layout.mirror)
    session = runtime.InferenceSession(str(to_onnx(network, tmp_path / "woin.onnx", layout)))
    rng = np.random.default_rng(1)
    kinds = {"grid": np.int8, "units": np.int16, "context": np.int16}
    seen = {name: rng.integers(0, 2, (2, *layout.shapes[name])).astype(kind) for name, kind in kinds.items()}
    with torch.no_grad():
        wanted = [part.numpy() for part in torch_network(network, layout)(tensors_of(seen))]
    for found, one in zip(session.run(None, seen), wanted, strict=True):
        np.testing.assert_allclose(found, one, atol=1e-3)


# --- what goes wrong


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run that has only its last evaluation before it."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    run = Run.create(folder, recipe(ppo={**SMALL["ppo"], "generations": 1}))
    run.train()
    (folder / "best.safetensors").unlink()
    return folder


def resealed(change):
    """What somebody may do who knows how checksums are made."""

    def damage(folder):
        kept = json.loads((folder / "state.json").read_text())
        change(kept)
        (folder / "state.json").write_text(json.dumps(sealed(kept)))

    return damage


@pytest.mark.parametrize("bad", [1, "x", None, [], {}, -1, 1e308])
def test_a_state_of_wrong_types_is_refused(whole, bad):
    file = whole / "state.json"
    good = file.read_text()
    for at in (
        ("lines",),
        ("lines", 0),
        ("league",),
        ("league", "selves"),
        ("files",),
        ("lines", 0, "judged"),
        ("lines", 0, "name"),
    ):
        part = kept = json.loads(good)
        for key in at[:-1]:
            part = part[key]
        part[at[-1]] = bad
        file.write_text(json.dumps(sealed(kept)))
        if at == ("league", "selves") and bad == []:
            Run.resume(whole)
            continue
        with pytest.raises(RunError, match=r"state\.json|generations"):
            Run.resume(whole)
    file.write_text(good)


def cut(name, size):
    def damage(folder):
        (file,) = folder.glob(name)
        file.write_bytes(file.read_bytes()[:size])

    return damage


def flipped(name):
    def damage(folder):
        (file,) = folder.glob(name)
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)

    return damage


def text(name, said):
    return lambda folder: (folder / name).write_text(said)


def piped(name):
    def damage(folder):
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return damage


DAMAGES = {
    "state.json empty": (text("state.json", ""), "state.json"),
    "state.json cut": (cut("state.json", 200), "state.json"),
    "state.json {}": (text("state.json", "{}"), "state.json"),
    "state.json []": (text("state.json", "[]"), "state.json"),
    "state.json nested": (text("state.json", "[" * 100_000), "state.json"),
    "state.json a folder": (lambda folder: ((folder / "state.json").unlink(), (folder / "state.json").mkdir()), "state.json"),
    "state.json a pipe": (piped("state.json"), "named pipe"),
    "one bit of state.json": (flipped("state.json"), "state.json"),
    "a mean in words": (resealed(lambda kept: kept["lines"][0].update(mean="x")), "state.json"),
    "a path for a name": (resealed(lambda kept: kept["league"].update(selves=["../../x"])), "not the name of a network"),
    "no files": (resealed(lambda kept: kept.pop("files")), "state.json"),
    "lines that are none": (resealed(lambda kept: kept.update(lines=[1])), "state.json"),
    "weights cut": (cut("state-*.pt", 3000), "state-1.pt"),
    "one bit of the weights": (flipped("state-*.pt"), "state-1.pt"),
    "weights gone": (lambda folder: (folder / "state-1.pt").unlink(), "state-1.pt is missing"),
    "a generation gone": (
        lambda folder: (folder / "generations" / "self_1.safetensors").unlink(), "self_1.safetensors is missing"
    ),
    "one bit of a generation": (flipped("generations/clone.safetensors"), "clone.safetensors is damaged"),
    "manifest.json [1]": (text("manifest.json", "[1]"), "manifest.json"),
    "one bit of manifest.json": (flipped("manifest.json"), "manifest.json"),
    "recipe.yaml cut": (text("recipe.yaml", "ruleset: toybook\n"), "recipe.yaml"),
}  # fmt: skip


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_run_is_one_sentence_that_names_the_file(whole, tmp_path, how):
    at = tmp_path / "run"
    shutil.copytree(whole, at)
    damage, says = DAMAGES[how]
    damage(at)
    done = CliRunner().invoke(app, ["train", "--resume", str(at)])
    assert done.exit_code == 2 and done.exception.__class__ is SystemExit, done.output
    assert says in done.output and len(done.output.strip().splitlines()) <= 2
    assert not (at / "best.safetensors").exists()


def test_a_whole_run_goes_on(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "run")
    done = CliRunner().invoke(app, ["train", "--resume", str(tmp_path / "run")])
    assert done.exit_code == 0 and (tmp_path / "run" / "best.safetensors").exists(), done.output


def test_only_one_process_trains_in_a_folder(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "run")
    with alone_in(tmp_path / "run", "training here"):
        done = CliRunner().invoke(app, ["train", "--resume", str(tmp_path / "run")])
    assert done.exit_code == 2 and "another process is training here" in done.output
    assert not (tmp_path / "run" / "best.safetensors").exists()


@pytest.mark.parametrize(
    "full", ["state-", "generations", "state.json", "log.jsonl", "curve.svg", "best", "recipe", "manifest"]
)
def test_a_full_disk_is_one_sentence_and_what_was_kept_stays(tmp_path, monkeypatch, full):
    """Every kind of file, as it is given its name or written."""
    (tmp_path / "r.yaml").write_text(recipe(ppo={**SMALL["ppo"], "generations": 0}).to_yaml())
    replace = Path.replace

    def fails(path, other):
        if full in str(Path(other).relative_to(tmp_path)):
            raise OSError(errno.ENOSPC, "No space left on device", str(other))
        return replace(path, other)

    monkeypatch.setattr(Path, "replace", fails)
    done = CliRunner().invoke(app, ["train", str(tmp_path / "r.yaml"), "--out", str(tmp_path / "run")])
    assert done.exit_code == 2 and "No space left on device" in done.output, done.output
    assert done.exception.__class__ is SystemExit and not list(tmp_path.glob("**/*.part"))


def test_a_lock_that_cannot_be_made_is_one_sentence(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "run")
    (tmp_path / "run" / ".lock").unlink(missing_ok=True)
    (tmp_path / "run" / ".lock").mkdir()
    done = CliRunner().invoke(app, ["train", "--resume", str(tmp_path / "run")])
    assert done.exit_code == 2 and ".lock: cannot be written" in done.output


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("charge", "x.onnx"), "charge is a behaviour, not a network"),
        (("trained:owh", "x.txt"), "must end in .onnx"),
        (("trained:owh:sampled=2", "x.onnx"), "leave out :sampled=2"),
    ],
)
def test_what_cannot_be_exported_is_refused(given, words, tmp_path, monkeypatch):
    pytest.importorskip("onnx", reason="the extra export is not installed")
    from typer.testing import CliRunner

    from tactica.experiments import cli

    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli.app, ["export", *given])
    assert done.exit_code == 2 and words in " ".join(done.output.split())
    assert not list(tmp_path.iterdir())
