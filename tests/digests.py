"""What games of every ruleset come to, in a few digests: to show that a change of the code changes no game.

    python -m digests write FILE [RULESET ...]      before the change
    python -m digests compare FILE [RULESET ...]    after it: exits 1 and names what differs

For each ruleset and scenario: ranks, endings, decisions and event counts of whole games (1,000 a ruleset compiled, 10
interpreted); legal answers, their texts, events, labelled totals and what each side observes over a stretch of random play; exact
odds of what may be chosen in some of those positions. A stretch has the same digests in both engines.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import conftest  # noqa: F401  (the compiled engine is compiled from the first call on)
import numpy as np
from conformance.play import INTERPRETED, tested_rulesets

from tactica.envs import rulesets
from tactica.envs.engine.game import Game
from tactica.envs.engine.rollouts import play_games
from tactica.envs.sandbox.table import Table
from tactica.envs.scenario import pool, shipped

GAMES = 10 if INTERPRETED else 1_000  # of a ruleset, over its scenarios
STRETCH = 40  # decisions of random play in a scenario, the same in both engines
COUNTED = 20  # every so many decisions some choices are counted
CHOICES = 1  # so many of them
STEPS = 500  # of a count
ENGINE = "interpreted" if INTERPRETED else "compiled"


class Digest:
    """Bytes that have been added up."""

    def __init__(self) -> None:
        self._found = hashlib.md5(usedforsecurity=False)

    def add(self, *parts: Any) -> None:
        for part in parts:
            array = isinstance(part, np.ndarray)
            self._found.update(np.ascontiguousarray(part).tobytes() if array else f"{part!r};".encode())

    def __str__(self) -> str:
        return self._found.hexdigest()[:16]


def whole_games(slug: str, scenario: str, players: tuple[str, str], games: int) -> str:
    """Ranks, endings, decisions and events of whole games."""
    results, found = play_games(slug, scenario, policies=players, games=games, seed=3, pool_size=4), Digest()
    found.add(
        results.ranks, results.endings, results.rounds, results.decisions, results.legal, results.fired, results.tallies
    )
    return str(found)


def stretch(slug: str, scenario: str) -> dict[str, str]:
    """Random play step by step: what may be answered, what happens, what is seen, what odds say."""
    ruleset, rng = rulesets.get(slug), np.random.default_rng(7)
    game = Game(ruleset, pool(slug, scenario, 2, 1))
    played, seen, counted = Digest(), Digest(), Digest()
    number = -1
    for step in range(STRETCH):
        if step == 0 or game.over:
            number += 1
            game.start(seed=3, game=number)
        state = game.s
        played.add(int(state.prompt), int(state.decider), game.answers(), sorted(game.legal_texts().values()))
        played.add(
            *(state[name][: state[count]] for name, count in (("events", "event_count"), ("term_rows", "term_count")))
        )
        for side in range(game.side_count):
            for name, array in sorted(game.observe(side).items()):
                seen.add(name, array)
        if step % COUNTED == COUNTED - 1:
            counted.add(*odds_at(game))
        if not game.over:
            game.answer(int(rng.choice(game.answers())))
    return {"played": str(played), "seen": str(seen), "counted": str(counted)}


def odds_at(game: Game) -> list[Any]:
    """Exact odds of some choices, until the procedure is over."""
    if game.over:
        return []
    table, found = Table.of(game.clone()), []
    for text in table.choices()[:CHOICES]:
        odds = table.odds(
            text, want=[f"{name}.cell" for name in table.names], until="procedure", open="stop", budget=STEPS
        )
        found.append(
            (text, sorted((str(key), round(weight, 12)) for key, weight in odds.items()), round(odds.lost, 12))
        )
    return found


def digests(slug: str) -> dict[str, str]:
    """All digests of a ruleset, by what they are of."""
    scenarios, found = shipped(slug), {}
    players = ("random", "random"), ("captain", "random") if slug != "toybook" else ("random", "random")
    for scenario in scenarios:
        for pair in players:
            name = f"{scenario} {' v '.join(pair)} {ENGINE}"
            found[name] = whole_games(slug, scenario, pair, max(GAMES // (len(scenarios) * len(players)), 1))
        found |= {f"{scenario} {what}": digest for what, digest in stretch(slug, scenario).items()}
    return found


def main() -> int:
    """Write digests, or compare with those written."""
    parser = argparse.ArgumentParser(
        prog="python -m digests", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=["write", "compare"])
    parser.add_argument("file", type=Path)
    parser.add_argument("rulesets", nargs="*")
    asked = parser.parse_args()
    known: dict[str, dict[str, str]] = json.loads(asked.file.read_text()) if asked.file.exists() else {}
    differs = 0
    for slug in asked.rulesets or tested_rulesets():
        began, found = time.monotonic(), digests(slug)
        if asked.what == "write":
            known[slug] = known.get(slug, {}) | found
            print(f"{slug}: {len(found)} digests in {time.monotonic() - began:.0f} s", flush=True)
        else:
            parted = [name for name, digest in found.items() if known.get(slug, {}).get(name) != digest]
            differs += len(parted)
            print(f"{slug}: {len(found) - len(parted)} of {len(found)} digests equal", *parted, sep="\n  ", flush=True)
    if asked.what == "write":
        asked.file.write_text(json.dumps(known, indent=1) + "\n")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
