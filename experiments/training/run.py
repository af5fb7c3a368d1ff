"""A training run: its folder, its generations, and how it continues after an interruption.

A run is a folder:

    recipe.yaml         the recipe of this run
    manifest.json       versions, rules, layout, machine
    log.jsonl           a line for the clone and for each generation
    curve.svg           the same as a picture
    generations/        their networks
    state.json, state-N.pt   the state of the run, with checksums of all networks
    tensorboard/        losses and shares, for TensorBoard
    best.safetensors    the network that did best in the final

A **generation** begins with new games and seeds of its own, so that a stopped run continues with the generation it was
in and produces the same networks, byte for byte, as an uninterrupted one. The files it continues from are checked first.
"""

from __future__ import annotations

import io
import json
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

from ... import __version__
from ...agents.learned import EntityPolicy, WholeNumbers, network_of
from ...agents.search import Search
from ...envs import rulesets
from ...envs.apis.sb3 import make_sb3_vec
from ...envs.core.printable import one_line
from ...envs.engine.networks import Network
from ...envs.engine.spaces import Layout
from ...envs.replay.files import read_file, write_whole
from ..common import UserError
from ..sealing import as_kind, sealed
from .beginning import check_memory, layout_for, recording_for, weights_to_begin_with
from .cloning import clone, clone_recorded
from .curve import curve
from .finalists import choose, play_final
from .judging import figures, judge, rating, stillness
from .keeping import BEGIN_AGAIN, NAME, Files, LineKept, RunManifest, StateKept, kept_in
from .league import League
from .recipe import Recipe, RunError, load
from .results import CostOfDraws, Timed, TrainingResults

__all__ = ["Run"]

CLONING, LEARNING, EXPLOITING, STUDYING = 1, 2, 3, 4  # what a seed is for
SLOWEST = 0.1  # share of the learning rate that is left at the end


def seed_for(recipe: Recipe, what: int, generation: int = 0) -> int:
    """A seed below 2**32 for a part of a run."""
    return int(np.random.SeedSequence([recipe.seed, what, generation]).generate_state(1, np.uint32)[0])


def write(path: Path, text: str) -> None:
    """Write a text, whole or not at all."""
    write_whole(path, text.encode())


@dataclass
class Run:
    """A training run.

    Attributes:
        folder: of all its files.
        recipe: what to train, and how.
        layout: of observations and answers of the network: it covers all scenarios, and turns the board for the far side.
        league: the learner's opponents.
        lines: of the log so far.
        files: checksums of the files needed to continue.
    """

    folder: Path
    recipe: Recipe
    layout: Layout
    league: League
    lines: list[dict[str, Any]] = field(default_factory=list)
    model: Any = None
    files: Files = field(init=False)

    def __post_init__(self) -> None:
        self.files = Files(self.folder)

    # --- beginning and going on

    @classmethod
    def create(cls, folder: Path, recipe: Recipe) -> Run:
        """A run in a new folder.

        Raises:
            RunError: the folder holds something, or cannot be made.
        """
        if folder.is_dir() and any(path.name != ".lock" for path in folder.iterdir()):
            raise RunError(f"{folder} is not empty; continue with --resume {folder}, or name another with --out")
        run = cls(folder, recipe, layout_for(recipe), League(recipe))
        check_memory(recipe, run.layout)
        recording_for(recipe, run.layout)
        try:
            (folder / "generations").mkdir(parents=True, exist_ok=True)
            write(folder / "recipe.yaml", recipe.to_yaml())
            write(folder / "manifest.json", json.dumps(sealed(run.manifest()), indent=1))
        except OSError as error:
            raise RunError(f"{folder}: cannot be written: {error.strerror}") from None
        return run

    @classmethod
    def resume(cls, folder: Path) -> Run:
        """A run that was begun.

        Raises:
            RunError: no such run, a file of it is damaged, or rules, layout or recipe have changed since it was begun.
        """
        try:
            recipe = load(folder / "recipe.yaml")
        except (OSError, ValueError) as error:
            raise RunError(f"{folder}: not a training run: {error}") from None
        before = kept_in(folder / "manifest.json", RunManifest)
        run = cls(folder, recipe, layout_for(recipe), League(recipe))
        check_memory(recipe, run.layout)
        now = run.manifest()
        if changed := [name for name in ("recipe", "rules", "layout") if getattr(before, name) != now[name]]:
            raise RunError(f"{folder}: {', '.join(changed)} have changed since it was begun; begin a new run")
        state = folder / "state.json"
        if os.path.lexists(state):
            try:
                run.take_up(kept_in(state, StateKept))
            except RunError:
                raise
            except (UserError, ValueError) as error:
                raise RunError(f"{state} is damaged: {error}; {BEGIN_AGAIN}") from None
        return run

    def take_up(self, kept: StateKept) -> None:
        """Restore a saved state; all files it refers to are checked first.

        Raises:
            RunError: one is damaged or gone. UserError, ValueError: not the state of a run.
        """
        lines, league, files = kept.lines, kept.league, Files(self.folder, dict(kept.files))
        read = [as_kind(line, LineKept, self.folder / "log.jsonl") for line in lines]
        anchors = self.recipe.league.anchors
        if wrong := [line.name for line in read if list(line.judged) != list(dict.fromkeys(anchors))]:
            raise ValueError(f"{wrong[0]} was not judged against {', '.join(anchors)}")
        names = [*league.selves, *(line.name for line in read)]
        if wrong := [name for name in names if not NAME.fullmatch(name)]:
            raise ValueError(f"{wrong[0]!r} is not the name of a network of this run")
        for file in [*map(self.file_of, names), self.folder / f"state-{len(lines) - 1}.pt"]:
            files.check(file)
        self.league.points, self.league.games = dict(league.points), dict(league.games)
        for name in league.selves:
            self.league.selves[name] = Network.load(self.file_of(name), name=name)
        self.lines, self.files = lines, files

    def manifest(self) -> dict[str, Any]:
        """What the results depend on, and where they came about."""
        return {
            "recipe": self.recipe.digest,
            "rules": rulesets.get(self.recipe.ruleset).rules_hash,
            "layout": self.layout.hash,
            "versions": {"tactica": __version__, "torch": torch.__version__, "numpy": np.__version__},
            "machine": f"{platform.machine()}, {os.cpu_count()} processors",
            "python": platform.python_version(),
        }

    def file_of(self, name: str) -> Path:
        """The file of a generation or an exploiter."""
        return self.folder / "generations" / f"{name.replace(' ', '_')}.safetensors"

    @property
    def shaping(self) -> float:
        """Weight of staying power in the rewards, 0 where the rulebook does not measure it."""
        measures = rulesets.get(self.recipe.ruleset).book.looking.has_potential
        return self.recipe.ppo.shaping if measures else 0.0

    @property
    def done(self) -> int:
        """Generations behind it; -1 before the clone."""
        return len(self.lines) - 1

    # --- the learner

    def environments(self, opponents: list[Any], weights: list[float]) -> Any:
        """The games it learns from: both seats, turn and turn about."""
        ppo = self.recipe.ppo
        envs = make_sb3_vec(
            self.recipe.ruleset, ppo.envs, scenario=self.recipe.listed, opponent=opponents, weights=weights,
            seat="alternate", layout=self.layout, discount=ppo.discount,
            shaping=self.shaping, rules=self.recipe.rules,
            seed=0,
        )  # fmt: skip
        return CostOfDraws(envs, ppo.draw_cost) if ppo.draw_cost else envs

    def learner(self, envs: Any) -> MaskablePPO:
        """A model that knows nothing yet."""
        ppo, sizes = self.recipe.ppo, self.recipe.network.model_dump()
        return MaskablePPO(
            EntityPolicy, envs, device="cpu", rollout_buffer_class=WholeNumbers, policy_kwargs=sizes,
            n_steps=ppo.steps, batch_size=min(ppo.batch, ppo.steps * ppo.envs), n_epochs=ppo.epochs,
            learning_rate=ppo.learning_rate, gamma=ppo.discount, gae_lambda=ppo.trace, clip_range=ppo.clip,
            ent_coef=ppo.entropy, seed=seed_for(self.recipe, LEARNING),
        )  # fmt: skip

    def learn(
        self, model: MaskablePPO, frames: int, seed: int, rate: float, tell: Callable[[int], None]
    ) -> TrainingResults:
        """Let a model learn for a while, in new games."""
        torch.manual_seed(seed)
        np.random.seed(seed)
        model.learning_rate = rate
        model._setup_lr_schedule()
        model._last_obs = None
        assert model.env is not None
        model.env.seed(seed)
        noted = TrainingResults(tell)
        model.learn(frames, callback=noted, reset_num_timesteps=False, log_interval=1)
        return noted

    def train(self, progress: Callable[..., None] = lambda **what: None) -> Network:
        """Do what is left, and return the best network.

        Args:
            progress: called with ``stage``, ``done``, ``of`` and, when a generation ends, with its ``line`` of the log.

        Raises:
            RunError: a file cannot be written or read, the disk is full for example. Files saved before stay.
        """
        try:
            return self._train(progress)
        except OSError as error:
            raise RunError(
                f"{error.filename or self.folder}: cannot be written or read: {error.strerror or error}; "
                f"once that is fixed, continue with --resume {self.folder}"
            ) from None

    def _train(self, progress: Callable[..., None]) -> Network:
        torch.distributions.Distribution.set_default_validate_args(False)
        opponents, weights = self.league.table()
        envs = Timed(self.environments(opponents, weights))
        torch.manual_seed(seed_for(self.recipe, LEARNING))
        self.model = self.learner(envs)
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        if self.done >= 0:
            self.load_state()
        else:
            self.begin(progress)
        while self.done < self.recipe.ppo.generations:
            self.generation(envs, progress)
        return self.final(progress)

    def begin(self, progress: Callable[..., None]) -> None:
        """What learns first: the recipe's network, a clone, or a network that knows nothing."""
        began, found = time.perf_counter(), {}
        how, name = self.recipe.clone, "untrained"
        if self.recipe.begin:
            name = "beginning"
            self.model.policy.network.take(weights_to_begin_with(self.recipe))
        elif how is not None:
            name = "clone"
            recording = recording_for(self.recipe, self.layout)
            aim = how.decisions if recording is None else min(how.decisions, recording.data.total_steps)

            def tell(decisions: int, loss: float, agreement: float) -> None:
                progress(stage="clone", done=decisions, of=aim, agreement=agreement)

            seed, network = seed_for(self.recipe, CLONING), self.model.policy.network
            if recording is not None:
                found = clone_recorded(network, how, recording, seed, tell)
            else:
                found = clone(network, self.recipe, how, how.teacher, seed, tell)
        self.finish(name, time.perf_counter() - began, found, progress)

    def generation(self, envs: Timed, progress: Callable[..., None]) -> None:
        """One generation of masked PPO against the league."""
        ppo, number = self.recipe.ppo, self.done + 1
        envs.set_opponents(*self.league.table())
        began, seen = time.perf_counter(), 0

        def tell(frames: int) -> None:
            nonlocal seen
            seen += frames
            progress(stage=f"generation {number}", done=seen, of=ppo.frames, seconds=time.perf_counter() - began)

        left = 1 - (number - 1) / max(ppo.generations, 1)
        rate = ppo.learning_rate * (SLOWEST + (1 - SLOWEST) * left)
        noted = self.learn(self.model, ppo.frames, seed_for(self.recipe, LEARNING, number), rate, tell)
        self.league.note(noted.results)
        seconds = time.perf_counter() - began
        if number % self.recipe.league.every == 0 and self.recipe.league.keep:
            self.league.add(self.snapshot(f"self {number}"))
        every = self.recipe.league.exploiter_every
        if every and number % every == 0:
            self.exploit(number, progress)
        logged = {name.removeprefix("train/"): float(value) for name, value in self.logged().items()}
        found: dict[str, Any] = {
            "frames": seen,
            "frames_per_second": seen / seconds,
            "stepping": envs.lap() / seconds,
            **logged,
        }
        if self.recipe.expert is not None and number % self.recipe.expert.every == 0:
            found["expert"] = self.study(number, progress)
        self.finish(f"generation {number}", seconds, found, progress)

    def study(self, number: int, progress: Callable[..., None]) -> dict[str, float]:
        """Learn to answer as a search does that the present self guides (expert iteration: Anthony, Tian and Barber 2017)."""
        how, myself = self.recipe.expert, network_of(self.model, f"guide {number}", deterministic=True)
        assert how is not None

        def tell(decisions: int, loss: float, agreement: float) -> None:
            progress(stage=f"expert {number}", done=decisions, of=how.decisions, agreement=agreement)

        teacher = Search(how.simulations, myself, leaf=1, caution=how.caution)
        return clone(
            self.model.policy.network, self.recipe, how, teacher, seed_for(self.recipe, STUDYING, number), tell
        )

    def logged(self) -> dict[str, Any]:
        """What the last update of the learner was like."""
        values = self.model.logger.name_to_value
        return {
            name: values[name]
            for name in ("train/approx_kl", "train/clip_fraction", "train/entropy_loss")
            if name in values
        }

    def exploit(self, number: int, progress: Callable[..., None]) -> None:
        """Train an exploiter: a copy that learns to beat the present self alone, and joins the league."""
        target = self.snapshot(f"self {number}")
        envs = self.environments([target], [1.0])
        model = self.learner(envs)
        model.set_logger(configure(None, []))
        model.policy.load_state_dict(self.model.policy.state_dict())
        frames, seen = self.recipe.ppo.frames * self.recipe.league.exploiter_generations, 0

        def tell(more: int) -> None:
            nonlocal seen
            seen += more
            progress(stage=f"exploiter {number}", done=seen, of=frames)

        self.learn(model, frames, seed_for(self.recipe, EXPLOITING, number), self.recipe.ppo.learning_rate, tell)
        exploiter = network_of(model, f"exploiter {number}")
        self.files.note(exploiter.save(self.file_of(exploiter.name)))
        self.league.add(exploiter)

    def snapshot(self, name: str) -> Network:
        """The present self, drawing its answers, saved in a file."""
        network = network_of(self.model, name)
        self.files.note(network.save(self.file_of(name)))
        return network

    # --- saved files

    def finish(self, name: str, seconds: float, found: dict[str, Any], progress: Callable[..., None]) -> None:
        """Judge a generation, and save everything that is needed to continue from here."""
        how = self.recipe.evaluation
        network = network_of(self.model, name, deterministic=self.recipe.deterministic)
        self.files.note(network.save(self.file_of(name)))
        judged = judge(self.recipe, network, self.recipe.league.anchors, how.pairs)
        still = stillness(self.recipe, network)
        line = {
            "name": name, "seconds": round(seconds, 1), **found,
            "judged": figures(judged), **({"still": still.figures()} if still else {}),
            "mean": round(float(np.mean([one.share for one in judged])), 4),
            "opponents": {name: round(self.league.score(name), 3) for name in self.league.games},
        }  # fmt: skip
        self.lines.append(line)
        for one in judged:
            self.model.logger.record(f"judged/{one.opponent}", one.share)
            self.model.logger.record(f"rating/above_{one.opponent}", rating(one.share))
        self.model.logger.dump(self.model.num_timesteps)
        self.save_state()
        write(self.folder / "log.jsonl", "".join(json.dumps(one) + "\n" for one in self.lines))
        write(self.folder / "curve.svg", curve(self.lines))
        progress(line=line)

    def save_state(self) -> None:
        """Keep where the run stands: first the weights, then what says that they are there."""
        part, data = self.folder / f"state-{self.done}.pt", io.BytesIO()
        policy = self.model.policy
        torch.save(
            {
                "weights": policy.state_dict(),
                "optimizer": policy.optimizer.state_dict(),
                "frames": self.model.num_timesteps,
            },
            data,
        )
        write_whole(part, data.getvalue())
        self.files.forget("state-")
        self.files.note(part)
        kept = {"lines": self.lines, "league": self.league.kept(), "files": self.files.seals}
        write(self.folder / "state.json", json.dumps(sealed(kept)))
        for old in self.folder.glob("state-*.pt"):
            if old != part:
                old.unlink(missing_ok=True)

    def load_state(self) -> None:
        """Load the learner's weights and optimizer from the last saved state.

        Raises:
            RunError: the file with the learner's weights is damaged.
        """
        file = self.folder / f"state-{self.done}.pt"
        try:
            kept = torch.load(io.BytesIO(read_file(file)), weights_only=True)
            self.model.policy.load_state_dict(kept["weights"])
            self.model.policy.optimizer.load_state_dict(kept["optimizer"])
            self.model.num_timesteps = int(kept["frames"])
        except OSError:
            raise
        except Exception as error:
            raise RunError(f"{file} is damaged: {one_line(str(error), 200)}; {BEGIN_AGAIN}") from None

    def final(self, progress: Callable[..., None]) -> Network:
        """Judge the finalists once more, and keep the best of them."""
        networks = choose(self.lines, self.recipe.evaluation, lambda name: Network.load(self.file_of(name)))
        found = play_final(self.recipe, networks, progress)
        first = found[0]
        about = {
            "recipe": self.recipe.model_dump(exclude_defaults=True),
            "shaping": self.shaping,
            **first.about(),
            "manifest": self.manifest(),
        }
        best = replace(
            first.network, name=self.folder.name, deterministic=self.recipe.deterministic, about=about, file=None
        )
        best.save(self.folder / "best.safetensors")
        points = {one.network.name: one.points(self.recipe.evaluation) for one in found}
        progress(final=points, best=first.network.name)
        return best
