"""For OpenSpiel: battles as a game with explicit chance, registered as ``tactica``.

>>> import pyspiel, tactica.openspiel
>>> game = pyspiel.load_game("tactica", {"ruleset": "wfrp1", "scenario": "tiny"})
>>> state = game.new_initial_state()

* **Players** are sides, actions the indices of ``layout.action_space``. Single legal answers are given without asking.
* **Chance.** Every roll is a chance node with the exact probability of each outcome: no seed decides a game, and a search cannot
  foresee the dice. If a scenario has several starts, the first chance node draws one.
* **Observations.** ``observation_tensor`` is the flat observation of a side, without the numbers that the scenario holds
  constant. ``information_state_string`` is a hash over what a side saw at each of its decisions, what it chose, and what it
  sees now. There is no ``information_state_tensor``.
* **Hidden information.** ``resample_from_infostate`` puts something plausible in place of what a side cannot know, for
  ``ISMCTSBot`` (with ``allow_inconsistent_action_sets=True``). ``MCTSBot`` searches the position as it is.
* **Returns** are those of every interface, by rank; a battle that is given up is a draw.
* **Copies** share the position. ``serialize`` keeps it whole; a resampled state has the history of the state it comes from. All
  states of a game share working space: load one game for each thread.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..core.rulebook import strict_yaml
from ..engine.chance_tree import MOST_OUTCOMES, ChanceTree, Node
from ..engine.pools import split_name
from ..render import text
from .shared import flat_view

try:
    import pyspiel
except ImportError:
    raise ImportError('tactica.openspiel needs OpenSpiel: pip install "tactica[openspiel]"') from None

__all__ = ["TacticaGame", "TacticaState"]

MOST_SIDES = 8
MOST_SEED = 2**31
GAME_TYPE = pyspiel.GameType(
    short_name="tactica",
    long_name="tactica: tabletop combat",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SIDES,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"ruleset": "wfrp1", "scenario": "", "rules": "", "pool_size": 0, "pool_seed": 0},
)


class TacticaGame(pyspiel.Game):
    """The battles of a scenario, as ``pyspiel.load_game("tactica", parameters)`` makes them.

    Attributes:
        tree: positions, choices and rolls.
        layout: shapes of choices and observations.
        view: how observations are flattened.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """A game with OpenSpiel's parameters.

        Args:
            params: ``ruleset``, a slug or ``slug/scenario`` (default wfrp1); ``scenario``, a name or path (default: the
                ruleset's own choice); ``rules``, knobs as ``address:value``, separated by spaces; ``pool_size`` (0: the
                scenario's own number) and ``pool_seed``, number of starts drawn from a scenario that varies, and their seed.

        Raises:
            ValueError: a parameter has no such value, or the starts have different numbers of sides.
        """
        given = dict(params or {})
        ruleset, scenario = split_name(given.get("ruleset", "wfrp1"), given.get("scenario") or None)
        tree = ChanceTree(
            ruleset, scenario, rules=knobs_of(given.get("rules", "")), n=given.get("pool_size") or None,
            seed=given.get("pool_seed", 0),
        )  # fmt: skip
        starts = tree.game.pool_states
        info = pyspiel.GameInfo(
            num_distinct_actions=tree.layout.n,
            max_chance_outcomes=max(MOST_OUTCOMES, len(starts)),
            num_players=tree.sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=int(starts["decision_cap"].max()) + 1,
        )
        super().__init__(GAME_TYPE, info, given)
        self.tree, self.layout = tree, tree.layout
        self.view: Any = flat_view("varying", self.layout, tree.game.pool)

    def new_initial_state(self) -> TacticaState:
        """The state in which every game begins."""
        return TacticaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What shows states to players.

        Raises:
            ValueError: parameters are given.
        """
        if params:
            raise ValueError(f"observations take no parameters, not {params!r}")
        return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class TacticaState(pyspiel.State):
    """A position of a battle, and what each side remembers.

    Attributes:
        node: the position, in the tree of the game; it never changes, so copies share it.
        memories: of each side, a hash over what it saw at each of its decisions and what it chose.
    """

    def __init__(self, game: TacticaGame) -> None:
        """The beginning of a game."""
        super().__init__(game)
        self.node = game.tree.root
        self.memories = ("",) * game.tree.sides

    @property
    def tree(self) -> ChanceTree:
        """The tree of the game."""
        return self.get_game().tree

    # --- who decides what

    def current_player(self) -> int:
        """The side that decides, ``CHANCE`` or ``TERMINAL``."""
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.is_chance else self.node.side

    def is_terminal(self) -> bool:
        """Whether the battle has ended."""
        return self.node.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.legal) if player == self.node.side else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the roll, by number, and their probabilities."""
        return list(enumerate(self.node.chances.tolist()))

    def _apply_action(self, action: int) -> None:
        """Apply a choice or an outcome.

        Raises:
            IllegalChoice: it is not legal; nothing has changed.
        """
        if self.node.is_chance:
            self.node = self.tree.rolled(self.node, action)
            return
        node, side = self.node, self.node.side
        after = self.tree.chosen(node, action)
        memories = list(self.memories)
        memories[side] = hashed(memories[side], seen_by(self.tree, node, side), str(action))
        self.node, self.memories = after, tuple(memories)

    def returns(self) -> list[float]:
        """The result of each side, in [-1, 1]; 0 while the battle continues."""
        if not self.node.is_over:
            return [0.0] * len(self.memories)
        return self.tree.show(self.node).rewards.tolist()

    # --- what a side knows

    def information_state_string(self, player: int | None = None) -> str:
        """All that a side has seen and chosen, as a hash; of the side that decides when none is named.

        Raises:
            ValueError: there is no such side.
        """
        side = self.current_player() if player is None else player
        seen = seen_by(self.tree, self.node, side)
        return hashed(self.memories[side], seen)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TacticaState:
        """The same to the eyes of a side, with something plausible in place of what it cannot know."""
        state = self.clone()
        state.node = self.tree.imagined(self.node, player, int(sampler() * MOST_SEED))
        return state

    # --- words

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}" if len(self.node.lanes) else f"start {action}"
        return self.tree.show(self.node).describe(action)

    def __str__(self) -> str:
        """The battle as text, with everything that is hidden."""
        if not len(self.node.lanes):
            return "the start is drawn"
        return text(self.tree.show(self.node), colour=False)


class Observer:
    """Shows states to players, in OpenSpiel's form.

    Attributes:
        tensor: float32 (m,), the flat observation; empty with perfect recall.
        dict: the same by name.
    """

    def __init__(self, game: TacticaGame, recalls: bool) -> None:
        """``recalls``: whether all that a player has seen is shown, not only what it sees now."""
        self._tree, self._view, self._recalls = game.tree, game.view, recalls
        self.tensor = np.zeros(0 if recalls else len(game.view.columns), np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: TacticaState, player: int) -> None:
        """Fill the tensor with what a player sees; zeros before the start is drawn."""
        if self._recalls:
            return
        if not len(state.node.lanes):
            self.tensor[:] = 0
            return
        seen = self._tree.show(state.node).observe(player)
        self.tensor[:] = self._view({name: array[None] for name, array in seen.items()})[0]

    def string_from(self, state: TacticaState, player: int) -> str:
        """What a player sees, or all it has seen, as a hash."""
        if self._recalls:
            return state.information_state_string(player)
        return hashed(seen_by(self._tree, state.node, player))


def seen_by(tree: ChanceTree, node: Node, side: int) -> bytes:
    """What a side sees of a position; empty before the start is drawn."""
    if not len(node.lanes):
        return b""
    return b"".join(array.tobytes() for array in tree.show(node).observe(side).values())


def hashed(*parts: bytes | str) -> str:
    """32 hex digits over parts in their order."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


def knobs_of(words: str) -> dict[str, int | bool | str]:
    """Knobs by address, of ``address:value`` separated by spaces.

    Raises:
        ValueError: a word has no colon.
    """
    found = {}
    for word in words.split():
        address, colon, value = word.partition(":")
        if not colon:
            raise ValueError(f"rules {word!r}: allowed: address:value, such as parry.shield.shield_parry_bonus:10")
        found[address] = strict_yaml.parse(value).data
    return found


pyspiel.register_game(GAME_TYPE, TacticaGame)
