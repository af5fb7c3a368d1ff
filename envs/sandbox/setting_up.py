"""Setting up a battle to play by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.ruleset import Ruleset
from ..engine.game import Game
from ..engine.gate import seed_of
from ..engine.pools import StartPool, checked_rules, packed_starts, split_name
from .table import Table


def sandbox(
    ruleset: str | Ruleset,
    scenario: Any = None,
    dice: Sequence[int] | None = None,
    rules: Mapping[str, int | bool | str] | None = None,
    seed: int = 0,
    skip_forced: bool = True,
) -> Table:
    """Set up a battle to play by hand.

    Args:
        ruleset: slug or ruleset; a slug may name the scenario too: ``"wfrp1/duel"``.
        scenario: path, shipped name, dict in the scenario format, ``Battle``, or a pool of starts (its first is taken).
        dice: the faces of the next dice, in order; running out of them is an error. None: dice are rolled, by ``seed``.
        rules: the rulebook's numbers (knobs) to play with, by address, which override the scenario's own:
            ``rules={"parry.shield.shield_parry_bonus": 10}``. ``tactica rules RULESET`` lists the clauses they belong to.
        seed: of the dice, and of what the scenario leaves to chance.
        skip_forced: whether single legal answers are given without asking.

    Raises:
        ScenarioError, LookupError, KnobError, ValueError, TypeError: the scenario or a knob is wrong, or no scenario is named.
        TapeError: the battle asks for other dice before its first decision.
    """
    found, scenario = split_name(ruleset, scenario)
    seed_of(seed)
    start = _start(found, scenario, checked_rules(rules), seed)
    return Table(Game(found, start, skip_forced=False), dice, seed, skip_forced)


def _start(ruleset: Ruleset, scenario: Any, rules: dict[str, Any], seed: int) -> StartPool:
    """A pool of one battle."""
    if (given := packed_starts(scenario, rules)) is not None:
        return given
    from .. import scenario as scenarios

    if isinstance(scenario, str | Path | Mapping):
        scenario = scenarios.load(scenario, ruleset)
    if isinstance(scenario, scenarios.Scenario):
        scenario = scenarios.expand(scenario, seed=seed, n=1)[0]
    if not isinstance(scenario, scenarios.Battle):
        raise TypeError(f"a scenario is a path, a name, a dict or a Battle, not {type(scenario).__name__}")
    return scenarios.pack([scenarios.under(rules, scenario)])
