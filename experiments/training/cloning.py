"""Imitation: a network learns to answer as a teacher does, and how battles end from where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from ...agents.networks import EntityNetwork, masked
from ...envs import make_vec
from ...envs.engine.ranks import rewards_by_rank
from .answering import Answerer
from .datasets import GameDataset
from .recipe import ClonePart, ExpertPart, Recipe

__all__ = ["Lesson", "clone", "clone_recorded", "lessons"]

GAMES = 128  # side by side
BLOCK = 32_768  # decisions that are shown together
BATCH = 1024
VALUE_WEIGHT = 0.5


class Lesson(NamedTuple):
    """Positions and what the teacher answers; a leading axis of decisions each.

    Attributes:
        grid, units, context, mask: as observed by the side that decides.
        answers: int64, indices of the teacher's answers.
        results: float32, how the battle ended for that side, in [-1, 1].
    """

    grid: np.ndarray
    units: np.ndarray
    context: np.ndarray
    mask: np.ndarray
    answers: np.ndarray
    results: np.ndarray


def lessons(recipe: Recipe, layout: Any, how: ClonePart | ExpertPart, teacher: Any, seed: int) -> Iterator[Lesson]:
    """Blocks of decisions from battles of a teacher against itself, some of them played at random; without end."""
    envs = make_vec(
        recipe.ruleset, GAMES, scenario=recipe.listed, opponent=None, layout=layout, rules=recipe.rules, seed=seed
    )
    batch, answer_in = envs.batch, Answerer(envs.batch, teacher)
    rng, chance = np.random.default_rng([seed, 1]), np.zeros((GAMES, 4), np.int64)
    seen, _ = envs.reset(seed=seed)
    states = batch.states
    answers = np.zeros(GAMES, np.int64)
    open_games: list[list[tuple[Any, ...]]] = [[] for _ in range(GAMES)]
    done: list[tuple[Any, ...]] = []
    while True:
        chance[:] = rng.integers(0, 1 << 32, (GAMES, 4))
        sides = states["decider_side"].copy()
        for slot in range(GAMES):
            answers[slot] = answer_in(slot, chance)
            one = tuple(seen[part][slot].copy() for part in ("grid", "units", "context", "action_mask"))
            open_games[slot].append((*one, answers[slot], int(sides[slot])))
        strays = rng.random(GAMES) < how.dither
        played = np.where(strays, envs.random_actions(), answers)
        seen, _, ended, cut, _ = envs.step(played)
        for slot in np.flatnonzero(ended | cut).tolist():
            ranks = batch.games["last_rank"][slot][None]
            rewards = rewards_by_rank(ranks, (ranks > 0).sum(1))[0]
            done += [(*one[:-1], float(rewards[one[-1]])) for one in open_games[slot]]
            open_games[slot] = []
        while len(done) >= BLOCK:
            grid, units, context, mask = (np.stack([one[k] for one in done[:BLOCK]]) for k in range(4))
            told, results = np.array([one[4] for one in done[:BLOCK]]), np.array([one[5] for one in done[:BLOCK]])
            del done[:BLOCK]
            yield Lesson(grid, units, context, mask, told, results.astype(np.float32))


def clone(
    network: EntityNetwork,
    recipe: Recipe,
    how: ClonePart | ExpertPart,
    teacher: Any,
    seed: int,
    tell: Callable[[int, float, float], None],
) -> dict[str, float]:
    """Teach a network to answer like a teacher.

    Args:
        network: learns.
        recipe: whose battles.
        how: how long, and how fast.
        teacher: a player inside the kernels.
        seed: of battles and of the order of lessons.
        ``tell``: called with the decisions seen so far, the loss, and the share of answers that agree.

    Returns:
        ``decisions``, and on a block it has not yet learnt from: ``agreement``, ``loss``.
    """
    blocks = max(1, round(how.decisions / BLOCK))
    return learn(network, how, lessons(recipe, network.layout, how, teacher, seed), blocks, seed, tell)


def clone_recorded(
    network: EntityNetwork, how: ClonePart, recording: GameDataset, seed: int, tell: Callable[[int, float, float], None]
) -> dict[str, float]:
    """Teach a network to answer like the players of a dataset.

    Args:
        network: learns; the dataset fits its layout.
        how: which players, how much, and how fast.
        recording: the dataset; each of its decisions is used once, and again in each epoch.
        seed: of the order of games and lessons.
        ``tell``: as of :func:`clone`.

    Returns:
        As :func:`clone`, on games that it does not learn from.
    """
    learnt, apart = recording.divided(how.players, seed)
    blocks = -(-min(how.decisions, recording.decisions_of(learnt)) // BLOCK)
    judged_on = next(recorded_lessons(recording, apart, 8 * BATCH))
    return learn(network, how, recorded_lessons(recording, learnt, how.decisions), blocks, seed, tell, judged_on)


def recorded_lessons(recording: GameDataset, games: Sequence[int], decisions: int) -> Iterator[Lesson]:
    """Blocks of decisions from games of a dataset, the last one shorter.

    Args:
        recording: the dataset.
        games: which, in this order.
        decisions: how many in all, if there are as many.
    """
    left, waiting, found = decisions, 0, list[list[np.ndarray]]()
    for game in recording.games(games):
        used = min(left, len(game.answers))
        found.append([*(part[:used] for part in game[:-1]), np.full(used, game.result, np.float32)])
        left, waiting = left - used, waiting + used
        while waiting >= BLOCK or (left == 0 and waiting):
            whole = [np.concatenate(parts) for parts in zip(*found, strict=True)]
            yield Lesson(*(part[:BLOCK] for part in whole))
            found = [[part[BLOCK:] for part in whole]]
            waiting = max(waiting - BLOCK, 0)
        if left == 0:
            return
    if waiting:
        yield Lesson(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def learn(
    network: EntityNetwork,
    how: ClonePart | ExpertPart,
    source: Iterator[Lesson],
    blocks: int,
    seed: int,
    tell: Callable[[int, float, float], None],
    judged_on: Lesson | None = None,
) -> dict[str, float]:
    """Learn the answers of blocks of lessons, one block after the other.

    Args:
        network: learns.
        how: how often each block is used, and how fast.
        source: the lessons.
        blocks: how many of them.
        seed: of the order of decisions in a block.
        ``tell``: as of :func:`clone`.
        judged_on: decisions that are never learnt, to judge by; without it, each block before it is learnt.

    Returns:
        As :func:`clone`.
    """
    optimizer = torch.optim.Adam(network.parameters(), lr=how.learning_rate, eps=1e-5)
    generator = torch.Generator().manual_seed(seed)
    found, seen = {"decisions": 0.0, "agreement": 0.0, "loss": 0.0}, 0
    for block in range(blocks + 1):
        lesson = next(source, judged_on)
        assert lesson is not None, "lessons without end"
        shown = judged_on or lesson
        with torch.no_grad():
            few = torch.arange(min(8 * BATCH, len(shown.answers)))
            losses = [loss_of(network, shown, part) for part in few.split(BATCH)]
            loss, agreement = (float(np.mean([float(one[k]) for one in losses])) for k in (0, 1))
        found = {"decisions": float(seen), "agreement": agreement, "loss": loss}
        tell(seen, loss, agreement)
        if block == blocks:
            break
        for group in optimizer.param_groups:
            group["lr"] = how.learning_rate * (1 - 0.9 * block / blocks)
        seen += len(lesson.answers)
        for _ in range(how.epochs):
            for part in torch.randperm(len(lesson.answers), generator=generator).split(BATCH):
                loss_now, _ = loss_of(network, lesson, part)
                optimizer.zero_grad()
                loss_now.backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                optimizer.step()
    return found


def loss_of(network: EntityNetwork, lesson: Lesson, part: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Loss on some of the decisions of a lesson, and the share of answers that agree."""
    which = part.numpy()
    seen = {name: torch.as_tensor(getattr(lesson, name)[which]) for name in ("grid", "units", "context")}
    mask, answers = torch.as_tensor(lesson.mask[which]), torch.as_tensor(lesson.answers[which])
    logits, values = network(seen, mask)
    logits = masked(logits, mask)
    wrong = functional.cross_entropy(logits, answers)
    off = functional.mse_loss(values, torch.as_tensor(lesson.results[which]))
    return wrong + VALUE_WEIGHT * off, (logits.argmax(1) == answers).float().mean()
