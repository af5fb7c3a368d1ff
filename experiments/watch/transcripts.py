"""Golden transcripts: battles in words, stored beside the tests. ``make transcripts`` rewrites them.

A transcript lists the first decisions of one battle between in-kernel policies: every roll with its modifiers and its
clause. When rules change, the difference shows what that means at the table, and is read line by line.

>>> python -m tactica.experiments.watch.transcripts            # rewrite all there are
>>> python -m tactica.experiments.watch.transcripts woin       # rewrite those of a rulebook, or begin with them
>>> python -m tactica.experiments.watch.transcripts --check    # say which would change, and exit with 1
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ...envs import rulesets, scenario
from ...envs.core.dice import seed_rng
from ...envs.core.loops.seats import POLICY_STREAM
from ...envs.core.ruleset import Ruleset
from ...envs.engine.game import Game
from ...envs.render import narrate
from ...envs.replay import position_hash
from ...envs.replay.files import write_whole

__all__ = ["FOLDER", "files", "transcript"]

FOLDER = Path("tests") / "transcripts"
DECISIONS = 120  # written of each battle
SEEDS = (1,)


def transcript(ruleset: Ruleset, name: str, policy: int, seed: int, decisions: int = DECISIONS) -> str:
    """The first decisions of one battle in words.

    Args:
        ruleset: what is played.
        name: scenario; its first start is taken.
        policy: in-kernel policy of every side.
        seed: of dice and policy.
        decisions: how many to write.
    """
    game = Game(ruleset, scenario.pool(ruleset, name, n=1)).start(0, seed=seed)
    words = np.zeros(4, np.int64)
    seed_rng(words, seed, 0, 0, POLICY_STREAM)
    policy_name = ruleset.book.tactics.policies[policy]
    lines = [f"{ruleset.slug}/{name}, everybody plays {policy_name}, seed {seed}", ""]
    lines += narrate(game)
    for _ in range(decisions):
        if game.over:
            break
        answer = game.choose(policy, words, keyed=False)
        lines.append(f"> {game.decider_text}: {game.describe_answer(answer)}")
        game.answer(answer)
        lines += narrate(game)
    end = f"the battle is over: {game.ending_text}" if game.over else f"... goes on in round {int(game.s['round_no'])}"
    return "\n".join([*lines, "", end, f"position {position_hash(game).hex()[:16]}", ""])


def files(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Path below the folder, and text, of every transcript of a ruleset."""
    policies = range(1, len(ruleset.book.tactics.policies))
    for name in scenario.shipped(ruleset.slug):
        for policy in policies:
            for seed in SEEDS:
                policy_name = ruleset.book.tactics.policies[policy]
                yield f"{ruleset.slug}/{name}-{policy_name}-{seed}.txt", transcript(ruleset, name, policy, seed)


def main(arguments: list[str] | None = None) -> int:
    """Rewrite or check the transcripts; 1 when --check finds a difference."""
    parser = argparse.ArgumentParser(prog="tactica.experiments.watch.transcripts", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they lie")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 when any would change")
    parser.add_argument("rulesets", nargs="*", help="only these; all that have transcripts, if none is named")
    given = parser.parse_args(arguments)
    changed = 0
    for slug in given.rulesets or [name for name in rulesets.names() if (given.folder / name).is_dir()]:
        written = set()
        for place, text in files(rulesets.get(slug)):
            path = given.folder / place
            written.add(path)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            if before == text:
                continue
            changed += 1
            print(f"{path}: {'would change' if given.check else 'written'}")
            if given.check:
                difference = difflib.unified_diff(before.splitlines(), text.splitlines(), lineterm="", n=1)
                print("\n".join(list(difference)[2:22]))
            else:
                write_whole(path, text.encode("utf-8"))
        for path in sorted((given.folder / slug).glob("*.txt")):
            if path not in written:
                changed += 1
                print(f"{path}: {'would be removed' if given.check else 'removed'}")
                if not given.check:
                    path.unlink()
    print(f"{changed} changed" if changed else "nothing changed")
    return 1 if given.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
