"""Trained networks carried over to larger observations: new columns get weight 0, so the networks play the very same games.

    python -m tactica.envs.engine.carrying FILE ...      rewrites checkpoints whose layout has only gained columns

Columns are matched by name: each old column must exist unchanged, at any position; choices and sizes must be the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load

from ..core.looking import ObservationField
from ..core.printable import error_text
from .networks import UNFIT, CheckpointError, Network, columns_of, head_of
from .spaces import Layout, identity_of

PARTS = (
    ("features", "unit.rows"),
    ("context", "context.rows"),
    ("channels", "cell.rows"),
)  # of a layout, and their weights
SAME = ("sections",)  # what else of a layout must not have changed


def carried_over(path: str | Path) -> Network:
    """The network of a checkpoint in the layout that its ruleset has now.

    Args:
        path: of a checkpoint, whose layout may be an older one.

    Raises:
        CheckpointError: the file is no checkpoint, or the layouts differ in more than new columns; the message says in what.
    """
    path = Path(path)
    data = path.read_bytes()
    try:
        return _carried_over(path, load(data), json.loads(head_of(data)))
    except CheckpointError:
        raise
    except (SafetensorError, *UNFIT) as error:
        raise CheckpointError(f"{path}: not a checkpoint of tactica ({error_text(error)})") from None


def _carried_over(path: Path, weights: dict[str, np.ndarray], head: dict[str, Any]) -> Network:
    """The network of a checkpoint's weights and head."""
    old = head["layout"]
    sizes = tuple(int(head["sizes"][part]) for part in ("width", "trunk", "cell_width"))
    parts = ("ruleset", "height", "width", "own_rows", "other_rows", "mirror", "sight")
    layout = Layout(**{part: old[part] for part in parts if part in old})
    now = layout.to_dict()
    if changed := [name for name in SAME if now[name] != old[name]]:
        raise CheckpointError(f"{path}: {', '.join(changed)} of the layout have changed; only new columns can be added")
    for part, name in PARTS:
        weights[name] = _with_new_rows(path, weights[name], old[part], getattr(layout, part))
    plays_best = bool(head.get("deterministic", False))
    about = dict(head.get("about") or {})
    temperature = float(head.get("temperature", 1.0))
    return Network(str(head["name"]), layout, weights, sizes, plays_best, about, path, temperature)  # type: ignore[arg-type]


def _with_new_rows(
    path: Path, rows: np.ndarray, old: Sequence[Sequence[Any]], fields: Sequence[ObservationField]
) -> np.ndarray:
    """The rows of weights of a part, with rows of zeros for columns that are new."""
    place_of = {field.name: place for place, field in enumerate(fields)}
    for column in old:
        name = str(column[0])
        if name not in place_of or identity_of(fields[place_of[name]]) != list(column):
            raise CheckpointError(f"{path}: column {name!r} has changed or is gone; only new columns can be added")
    places = [place_of[str(column[0])] for column in old]
    before, after = columns_of([fields[place] for place in places]), columns_of(fields)
    first = {column: at for _, column, _, _, at in after.table.tolist()}
    more = len(rows) - before.rows  # what does not come from columns stands in front
    found = np.zeros((more + after.rows, rows.shape[1]), rows.dtype)
    found[:more] = rows[:more]
    for _, column, _, size, at in before.table.tolist():
        there = more + first[places[column]]
        found[there : there + size] = rows[more + at : more + at + size]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite checkpoints in place; 1 where one cannot be carried over."""
    parser = argparse.ArgumentParser(
        prog="python -m tactica.envs.engine.carrying", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    failed = 0
    for file in parser.parse_args(arguments).files:
        try:
            network = carried_over(file)
            network.save(file)
            print(f"{file}: now in layout {network.layout.hash}")
        except (CheckpointError, OSError, ValueError) as error:
            print(error, file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
