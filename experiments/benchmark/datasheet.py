"""The datasheet of a dataset, generated from its games (after Gebru and others 2021, Datasheets for Datasets)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..laboratory.parts import markdown_table, written

if TYPE_CHECKING:
    from .recording import PlayerSummary, RecordingPlan

__all__ = ["datasheet", "description"]

HEADS = ("player", "games", "decisions", "points", "draws", "decisions in a game")
PAGE = """\
# {name}

{description}

## Why

For imitation and offline learning on the task `{task}` ("{asks}") without playing first.

## What is in it

{table}

Points: share of the points against the opponents, a draw half a point.

- Scenarios: {scenario}.
- Opponents: {opponent}.
- Seats: {seat}.
- Results: {result}.

An episode has the decisions of one player in one game. Observations: {shapes}; `action_mask` is 1 for each legal choice, and
all 0 at the end. Actions: whole numbers below {choices}. Rewards: from -1 to 1 at the end, before that 0. The board is
turned for every side but the first (`mirror`). Metadata of an episode: player, opponent, seat (from 0), scenario, row of the
starts, seed and slot of the game, points, rounds, result, ending.

The players are programs: there is no data about people.

## How it was recorded

```console
$ {command}
```

Starts are of the split `train`; the random ones are never those of the evaluation. Rules are those of the book. Each game draws
its start and its opponent; seats take turns. {random} of the decisions were replaced by a random legal one; the recorded
action is what was played. No game was left out.

tactica {tactica}, benchmark {benchmark}, rules of {ruleset} `{rules}`, layout `{layout}`, seed {seed}, SHA-256 of the games
`{checksum}`.

{hashes}

## What it is for

- Good for: imitation, offline reinforcement learning, values of positions. No opponent is of the field of the evaluation,
  {field}.
- Not good for: measuring strength (use `tactica benchmark run`), or as data about how people play. Positions are those that these
  players reach; others reach others.
- The environment: `dataset.recover_environment()`, and with `eval_env=True` starts of the split `eval`.
  `dataset.recover_environment(slot=SLOT)`, reset with seed {seed}, begins the game of that slot again.

## Licence and care

Apache-2.0, as tactica. The command above records the same arrays with the same rules and players. If the rules change, record it
under a new version; `rules` and `layout` in the metadata show what it was recorded with.
"""


def description(plan: RecordingPlan, players: Sequence[PlayerSummary]) -> str:
    """What a dataset is, in two sentences, for Minari's own list.

    Args:
        plan: by which it was recorded.
        players: the games of each.
    """
    games, decisions = sum(one.games for one in players), sum(one.decisions for one in players)
    return (
        f"{games:,} games ({decisions:,} decisions) of {', '.join(one.player for one in players)} in {plan.ruleset.slug}, "
        f"on the scenarios and against the opponents that the task {plan.task.name} of the benchmark ({plan.task.version}) "
        f"suggests for training. Observations hold the mask of legal choices; the reward comes at the end."
    )


def datasheet(
    plan: RecordingPlan, about: Mapping[str, Any], players: Sequence[PlayerSummary], notes: Sequence[Mapping[str, Any]]
) -> str:
    """The datasheet as Markdown.

    Args:
        plan: by which the dataset was recorded.
        about: as in the dataset's metadata.
        players: the games of each.
        notes: what is noted about each game.
    """
    field = {name for part in plan.task.parts if part.ruleset == plan.ruleset.slug for name in part.opponents}
    met = [written(one.player) for one in players if one.player in field]
    rows = [
        (f"`{written(one.player)}`", f"{one.games:,}", f"{one.decisions:,}", f"{one.points:.1%}", f"{one.draws:.1%}",
         f"{one.length:.1f}")
        for one in players
    ]  # fmt: skip
    hashes = [
        (f"`{written(name)}`", role, f"`{digest}`")
        for role in ("player", "opponent")
        for name, digest in about[f"{role}s"].items()
    ]
    counted = {key: _counted(notes, key) for key in ("scenario", "opponent", "seat", "result")}
    return PAGE.format(
        **{**about, **counted},
        name=plan.name,
        description=description(plan, players),
        asks=plan.task.asks,
        table="\n".join(markdown_table(HEADS, rows)),
        shapes=", ".join(f"`{name}` {'x'.join(map(str, shape))}" for name, shape in plan.layout.shapes.items()),
        choices=plan.layout.n,
        random=f"{plan.dither:.0%}" if plan.dither else "None",
        field=f"but these players are: {', '.join(met)}" if met else "and no player",
        hashes="\n".join(markdown_table(("name", "role", "hash"), hashes)),
    )


def _counted(notes: Sequence[Mapping[str, Any]], key: str) -> str:
    """How many games have each value of a key."""
    found = Counter(str(note[key]) for note in notes)
    return ", ".join(
        f"{written(value)} ({count:,} {'game' if count == 1 else 'games'})" for value, count in sorted(found.items())
    )
