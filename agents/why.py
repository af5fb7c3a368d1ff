"""Why a behaviour does what it does: every complete choice of a position with what each feature contributes.

>>> reasons = why(Game.of("wfrp1", "duel"), "charger")
>>> print(reasons.choices[0].text, reasons.choices[0].score)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.behaviour.features import ANYWHERE, NOWHERE, WEIGHTS
from ..envs.core.state.choosing import FIRST_ANSWER, Part
from ..envs.engine.behaviours import INTENT_NAMES, Behaviour, code_of, features_of, load
from ..envs.engine.game import Game
from ..envs.engine.parsing import Chooser
from ..envs.engine.players import BEHAVIOUR
from ..envs.engine.wording import asked_part, part_of

__all__ = ["Reasons", "Weighed", "why"]


@dataclass(frozen=True)
class Weighed:
    """A complete choice as a behaviour sees it.

    Attributes:
        text: the choice in words; of moves only the best place for each intent is listed.
        intent: its intent.
        worth: the behaviour's weight of that intent.
        features: value of each feature that is weighed, by name.
        contributions: that value times its weight.
        score: the sum of worth and contributions.
        is_left: False when a doctrine has ruled it out.
        is_taken: True for the choice the behaviour takes.
        answer: to the present decision, that begins the choice.
        verb, target, mode: parts of the choice as the rules number them, target -1 without one.
        place: the cell it goes to or is aimed at, NOWHERE without one.
    """

    text: str
    intent: str
    worth: float
    features: dict[str, float]
    contributions: dict[str, float]
    score: float
    is_left: bool
    is_taken: bool
    answer: int
    verb: int
    target: int
    mode: int
    place: int


@dataclass(frozen=True)
class Reasons:
    """A behaviour's reasons at a decision.

    Attributes:
        behaviour: the behaviour that decides.
        decider, prompt: the deciding unit or side, and the prompt, in words.
        doctrine: the doctrine followed, in words; empty when the weights decide alone.
        choices: highest score first; empty when it leaves this decision to chance.
        answer: the answer it gives, 0 when it leaves the decision to chance.
    """

    behaviour: Behaviour
    decider: str
    prompt: str
    doctrine: str
    choices: list[Weighed]
    answer: int


def why(game: Game, behaviour: str | Behaviour | Any) -> Reasons:
    """A behaviour's reasons at the current decision of a game, which stays unchanged.

    Raises:
        BehaviourError: the behaviour is invalid; LookupError: no behaviour has that name; ValueError: the battle is over.
    """
    npc = load(behaviour)
    if game.over:
        raise ValueError("the battle is over: nobody decides")
    ruleset, loops = game.ruleset, game.loops
    row = BEHAVIOUR.row(code_of(ruleset, npc))
    values = np.zeros((ruleset.state.capacities.plans, WEIGHTS))
    chance = np.zeros(4, np.int64)  # of places that are worth the same any may be taken
    taken, doctrine = loops.explain_game(
        game.states, game.row, game.books, game.fields, loops.players.behaviours, row, chance, values
    )
    packed = npc.packed(ruleset)[0]
    pieces = features_of(ruleset)
    plans = game.states[game.row]["plans"][: int(game.states[game.row]["plan_count"])]
    intent_left = int(packed["doctrines"][doctrine]["intent"]) if doctrine >= 0 else -1
    sides = [f"side{side}" for side in range(int(game.s["side_count"]))]
    chooser = Chooser(ruleset, game.books, game.fields, game.names, sides)
    here = game.lanes[game.row].copy()

    def weigh_again(states: np.ndarray) -> None:
        """List what the behaviour weighs in another position."""
        unread = np.zeros_like(values)
        loops.explain_game(states, 0, game.books, game.fields, loops.players.behaviours, row, chance.copy(), unread)

    found = []
    for k, plan in enumerate(plans):
        if plan["cell"] == ANYWHERE:
            continue
        weighed = {piece.name: i for i, piece in enumerate(pieces) if packed["weights"][i] != 0.0}
        found.append(
            Weighed(
                text=_text(chooser, here, plan, weigh_again),
                intent=INTENT_NAMES[plan["intent"]],
                worth=float(packed["intents"][plan["intent"]]),
                features={name: float(values[k, i]) for name, i in weighed.items()},
                contributions={name: float(packed["weights"][i] * values[k, i]) for name, i in weighed.items()},
                score=float(plan["score"]),
                is_left=intent_left in (-1, int(plan["intent"])),
                is_taken=k == taken,
                answer=int(plan["answer"]),
                verb=int(plan["verb"]),
                target=int(plan["target"]),
                mode=int(plan["mode"]),
                place=_place(plan),
            )
        )
    found.sort(key=lambda choice: (not choice.is_taken, not choice.is_left, -choice.score))
    text = ""
    if doctrine >= 0:
        model = npc.model.doctrines[doctrine]
        when = " and ".join(f"{what} {_condition(condition)}" for what, condition in model.when.items())
        text = f"{model.do}, because {when}" if when else model.do
    answer = int(plans[taken]["answer"]) if taken >= 0 else 0
    return Reasons(npc, game.decider_text, game.prompt_text, text, found, answer)


def _condition(condition: Any) -> str:
    return condition if isinstance(condition, str) else f"is {condition}".lower()


def _place(plan: Any) -> int:
    """The cell a complete choice goes to or is aimed at, NOWHERE without one."""
    return int(plan["aim"] if plan["aim"] != NOWHERE else plan["cell"])


def _text(chooser: Chooser, here: np.ndarray, plan: Any, weigh: Callable[[np.ndarray], None]) -> str:
    """A complete choice in the words one would type. What the plan leaves open is the first possibility that fits the rest."""
    chooser.put(here)
    ruleset, pending = chooser.ruleset, int(chooser.s["pending_verb"])
    answer = int(plan["answer"])
    if answer not in chooser.options().values():
        place = _place(plan)
        answer = int(ruleset.book.choices.answers[Part.CELL, FIRST_ANSWER]) + place if place != NOWHERE else answer
    begun = [chooser.word(pending)] if pending else []
    words = _completed(chooser, answer, plan, weigh) or [chooser.word(answer)]
    return " ".join([*begun, *words])


def _completed(chooser: Chooser, answer: int, plan: Any, weigh: Callable[[np.ndarray], None]) -> list[str] | None:
    """The words of an answer and of the parts of a plan that follow it; None if the remaining parts do not fit. Moves the
    chooser's position on.
    """
    section, _, part = part_of(chooser.ruleset, answer)
    words = [] if section == "mode" and part == 0 else [chooser.word(answer)]
    if not chooser.give(answer):
        return words
    here, listed = chooser.lanes[0].copy(), list(chooser.options().values())
    for following in _fitting(chooser, listed, plan, weigh):
        rest = _completed(chooser, following, plan, weigh)
        if rest is not None:
            return words + rest
        chooser.lanes[0] = here
    return None


def _fitting(chooser: Chooser, listed: list[int], plan: Any, weigh: Callable[[np.ndarray], None]) -> list[int]:
    """Which answers to a part fit a plan, the likeliest first."""
    part = asked_part(chooser.ruleset, chooser.s)
    if part == Part.TARGET:
        value = int(plan["target"])
    elif part == Part.DIRECTION:
        return [*(one for one in _ways(chooser, plan, weigh) if one in listed), *listed]
    elif part == Part.CELL:
        value = _place(plan)
    else:
        value = int(plan["mode"])
    meant = int(chooser.ruleset.book.choices.answers[part, FIRST_ANSWER]) + value
    if value >= 0 and meant in listed:
        return [meant] if part != Part.ITEM else [meant, *(one for one in listed if one != meant)]
    return listed if part != Part.MODE or value <= 0 else []


def _ways(chooser: Chooser, plan: Any, weigh: Callable[[np.ndarray], None]) -> list[int]:
    """The directions in which a behaviour that is asked for one would go to the place of a plan, as answers."""
    place, verb = _place(plan), int(plan["verb"])
    weigh(chooser.states)
    plans = chooser.s["plans"][: int(chooser.s["plan_count"])]
    return [int(one["answer"]) for one in plans if int(one["verb"]) == verb and _place(one) == place]
