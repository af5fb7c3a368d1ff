"""The ground: which terrain a scenario may put on the table, and the code each cell gets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ....core.compiler import outside
from ....scenario.battle import Battle
from ....scenario.contract import Terrain
from .. import vocab

MEANINGS = {
    vocab.Terrain.DIFFICULT: "marsh or scree: two inches a cell, disrupts",
    vocab.Terrain.WOODS: "difficult, and obscures",
    vocab.Terrain.LOW_OBSTACLE: "wall or hedge: difficult, and obscures by half whoever stands right behind it",
    vocab.Terrain.HIGH_OBSTACLE: "only fliers cross it, nobody sees through",
    vocab.Terrain.ROCK: "rock or building: nobody enters or sees through it",
    vocab.Terrain.HILL: "open high ground",
    vocab.Terrain.DANGEROUS: "difficult, and a test for every model that enters",
    vocab.Terrain.DEEP_WATER: "only fliers cross it; it hides nobody",
}
TERRAIN = {
    code.name.lower(): Terrain(blocks=code == vocab.Terrain.ROCK, meaning=meaning) for code, meaning in MEANINGS.items()
}
LEGEND: dict[str, dict[str, int]] = {
    "~": {"difficult": 1},
    "T": {"woods": 1},
    "-": {"low_obstacle": 1},
    "=": {"high_obstacle": 1},
    "#": {"rock": 1},
    "^": {"hill": 1},
    "x": {"dangerous": 1},
    "w": {"deep_water": 1},
}
EVERYBODY, NOBODY = 0, 2  # who may not enter, in the column `closed` of the table

#: Where a cell has several flags, the last of these counts.
ORDER = (
    vocab.Terrain.HILL, vocab.Terrain.DIFFICULT, vocab.Terrain.WOODS, vocab.Terrain.DANGEROUS, vocab.Terrain.LOW_OBSTACLE,
    vocab.Terrain.DEEP_WATER, vocab.Terrain.HIGH_OBSTACLE, vocab.Terrain.ROCK,
)  # fmt: skip


@outside.rule("x.terrain.table")
def terrain_codes(battle: Battle) -> np.ndarray:
    """Terrain: the code of every cell, int64 (height, width)."""
    codes = np.full((battle.board.height, battle.board.width), int(vocab.Terrain.OPEN))
    for code in ORDER:
        codes[battle.board.layers[code.name.lower()] != 0] = code
    return codes


@outside.rule("x.terrain.table", "x.los.terrain")
def columns_of(battle: Battle, codes: np.ndarray) -> Mapping[str, np.ndarray]:
    """Terrain: what the table says of every cell, by column."""
    table = battle.ruleset.rulebook.tables["terrain"]
    names = table.columns[1:]
    rows = np.array([row[1:] for row in table.rows], np.int64)
    return {name: rows[codes, column] for column, name in enumerate(names)}
