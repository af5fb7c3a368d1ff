"""What ``tactica demo`` tells: one battle in which much happens in few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ...envs import scenario as scenarios
from ...envs.core.ruleset import Ruleset
from ...envs.engine.game import Game
from ...envs.engine.policies import seat_code
from ...envs.render import text
from ...envs.replay import Recording, record, save
from ...envs.rulesets import get
from ..common import console, say, say_coloured
from .watch import Battle

__all__ = ["narrated_battle", "show_in_short", "telling_seed"]

SHORT = 50  # events a battle may have that is told in full


def narrated_battle(
    ruleset: str | Ruleset,
    scenario: str,
    players: Sequence[str],
    seed: int,
    clauses: bool = True,
    rules: Mapping[str, int | bool | str] | None = None,
) -> Recording:
    """Play and tell one battle between policies that play inside the kernel."""
    ruleset = get(ruleset)
    pool = scenarios.pool(ruleset, scenario, n=1, rules=rules)
    recording = record(Game(ruleset, pool).start(0, seed=seed), players)
    Battle(recording, players, board="ends", clauses=clauses).play()
    return recording


def show_in_short(ruleset: str | Ruleset, scenario: str, players: Sequence[str], seed: int) -> None:
    """Play a battle between policies that play inside the kernel, and print who fought, the last position, and its end."""
    ruleset = get(ruleset)
    game = Game(ruleset, scenarios.pool(ruleset, scenario, n=1)).start(0, seed=seed)
    for _ in positions(game, players):
        pass
    say(f"{ruleset.slug}/{scenario}: {' against '.join(players)}")
    say()
    say_coloured(text(game, colour=console.is_terminal, width=console.width))


def positions(game: Game, players: Sequence[str]) -> Iterator[Game]:
    """The game at each of its positions, from this one to its end, as policies that play inside the kernel go on."""
    codes = [seat_code(game.ruleset, player) for player in players]
    words = np.zeros((1, 4), np.int64)
    yield game
    while not game.over:
        code = codes[min(game.side, len(codes) - 1)]
        game.answer(int(game.loops.choose_next(game.states, 0, game.books, game.fields, code, words)))
        yield game


def telling_seed(
    ruleset: str | Ruleset,
    scenario: str,
    players: Sequence[str],
    seeds: Sequence[int],
    rules: Mapping[str, int | bool | str] | None = None,
) -> int:
    """The seed of the battle in which most different things happen in few words; of equals the first."""
    ruleset = get(ruleset)
    game = Game(ruleset, scenarios.pool(ruleset, scenario, n=1, rules=rules))
    best, best_score = seeds[0], float("-inf")
    for seed in seeds:
        game.start(0, seed=seed)
        kinds, lines = set(), 0
        for _ in positions(game, players):
            events = game.s["events"]["kind"][: int(game.s["event_count"])].tolist()
            kinds.update(events)
            lines += len(events)
            if lines > 10 * SHORT:
                break
        score = len(kinds) - max(0, lines - SHORT) / 2 - (100 if not game.over else 0)
        if score > best_score:
            best, best_score = seed, score
    return best


def save_demo(recording: Recording, folder: Path, name: str) -> Path:
    """Write the narrated battle."""
    return save(recording, folder / name)
