"""Names that executed sources are given, for readers, editors and type checkers: nothing here is ever run.

The sources of ``core/board``, ``core/behaviour`` and ``core/loops`` are executed once for every ruleset, with its functions put
in as globals by ``core/ruleset.py``. They import these names where TYPE_CHECKING holds, and names of each other from the source
that defines them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ..book import Kernel
from ..compiler import kernel as kernel

entry: Callable[..., Callable[[Callable[..., Any]], Any]]
loops: ModuleType  # the ruleset's copy of the loops, for what Python calls between entries

# --- its board: ``Board.constants()`` ---------------------------------------------------------------------------------

STRIDE: int  # cells from a row of the largest board to the next
COLUMN: int  # the bits of a cell that are its column
ROW_SHIFT: int  # how many bits below those of its row
CELLS: int  # cells of the largest board
QUEUE: int  # room for cells that are still to be looked at
IS_NARROW: bool  # whether a row of cells fits the bits of one integer
AWAY: int  # at most this many cells a flood keeps away from
METRIC: int
ORTHOGONAL: int  # the metric that counts steps in four directions
WAYS_ROUND: int  # ways round a corner that must be open for a diagonal step

# --- its records --------------------------------------------------------------------------------------------------------

SIDES: int  # most sides
CHOICES: int  # most legal answers
STATES: np.dtype[Any]  # the state record
LANES: int  # uint64 lanes of a snapshot
BUSY_BYTES: Any  # where the bytes lie that nearly every decision uses, int64 (spans, 2)

# --- its choices: ``Choices`` and ``Rules`` of ``core/book.py`` -----------------------------------------------------------

VERBS: int  # how many answers are verbs; they are the first
MODE_COUNT: int  # how many modes there are
PARTS_OF: Any  # the parts each verb asks for, int64 (verbs, MOST_PARTS + 1)
ANSWERS: Any  # who asks for each part, and the first of its answers, int64 (parts, 2)
SIZES: Any  # how many values each part has, int64 (parts,)
A_CELL: int  # the first answer that is a cell
step: Kernel
legal: Kernel
refusal_of_part: Kernel
item_at: Kernel
refusal_of: Kernel
free_blows: Kernel
leads_to: Kernel

# --- what it shows: ``Looking``, and where in its catalogues the shared numbers stand -------------------------------------

LAYERS: Any
LASTING_NUMBERS: Any
LASTING_BITS: Any
UNIT_NUMBERS: Any
UNIT_OWN: Any
UNIT_DIRECTIONS: Any
UNIT_ROWS: Any
UNIT_CELLS: Any
UNIT_BITS: Any
UNIT_SETS: Any
BATTLE_NUMBERS: Any
FIRST_BOARD: int
FIRST_LASTING: int
FIRST_MOVING: int
AT_ATTACKING: int
AT_BLOCKED: int
AT_BOARD: int
AT_BOARD_HEIGHT: int
AT_BOARD_WIDTH: int
AT_CHOSEN_ITEM: int
AT_CHOSEN_MODE: int
AT_CHOSEN_TARGET: int
AT_DECIDER: int
AT_DECIDER_ROW: int
AT_DECIDES: int
AT_ENEMY: int
AT_ENEMY_SCORE: int
AT_FRIEND: int
AT_KNOWN: int
AT_MY_DECISION: int
AT_OBJECTIVE_ZONE: int
AT_OWN: int
AT_OWN_SCORE: int
AT_PENDING_VERB: int
AT_PROMPT: int
AT_ROUND: int
AT_SCORE_TO_WIN: int
AT_SEAT: int
AT_TARGET: int
AT_TARGETED: int
AT_TARGET_ROW: int
AT_VERDICT_1: int
AT_VERDICT_2: int
AT_VERDICT_ROUNDS: int
AT_X: int
AT_Y: int
know_units: Kernel
perceives: Kernel
other_unit: Kernel
is_on_board: Kernel
observe_board: Kernel
mark_unit: Kernel
observe_unit: Kernel
observe_context: Kernel
potential: Kernel
contribution: Kernel

# --- what its players weigh: ``Tactics`` ----------------------------------------------------------------------------------

decide: Kernel
is_standing: Kernel
is_seen: Kernel
place_of: Kernel
list_plans: Kernel
estimate: Kernel
find_places: Kernel
best_verb: Kernel
cover_at: Kernel
own_move: Kernel
shots_left: Kernel
is_ready_to_shoot: Kernel
is_in_contact: Kernel
staying: Kernel
full_staying: Kernel

# --- what is hidden, spent and checked: ``Hidden``, ``Spent``, ``Checks`` -------------------------------------------------

imagine: Kernel
spent: Kernel
takes_room: Kernel
own_invariants: Kernel
CHECKS_ROOM: bool
PER_CELL: int
RANGES: Any  # what may stand in each field, see ``core/ranges.py``
DICE: Any
GAPS: Any
LAST_STEP: Any
