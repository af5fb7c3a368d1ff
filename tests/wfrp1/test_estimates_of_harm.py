"""What behaviours expect of the damage of a blow."""

from __future__ import annotations

import pytest
from fixtures import clause

import tactica
from tactica.agents.why import why

MAN = {"M": 4, "WS": 40, "BS": 50, "S": 3, "T": 3, "W": 30, "I": 30, "A": 1, "Dex": 30, "Ld": 30, "Int": 30, "Cl": 30,
       "WP": 30, "Fel": 30, "height_ft": 6, "main_hand": "hand weapon"}  # fmt: skip
QUIET = ("pass", "decline_press", "act", "no_parry")


def harm(rules=None, **target):
    """Harm expected of a plain blow with a chance of 0.4, S 3 against T 3."""
    units = [{**MAN, "name": "a", "side": "red", "at": [2, 2], "facing": "east", "I": 60},
             {**MAN, "name": "b", "side": "blue", "at": [3, 2], "facing": "west", **target}]  # fmt: skip
    fight = {"ruleset": "wfrp1", "sides": ["red", "blue"], "board": {"size": [14, 8]}, "units": units}
    table = tactica.sandbox("wfrp1", fight, rules={"turn.simultaneous.order_on_tie": 0, **(rules or {})})
    while (table.decider, table.prompt) != ("a", "turn"):
        offered = table.choices()
        table.play(next(text for text in QUIET if text in offered))
    npc = {"intents": {"strike": 1}, "weights": {"hit": 1, "harm": 1}}
    plan = next(c for c in why(table.game, npc).choices if c.text == "strike b")
    assert plan.features["hit"] == pytest.approx(0.4)
    return plan.features["harm"]


@clause("wfrp1.damage.additional")
def test_harm_counts_the_dice_that_a_six_adds():
    """D6 is 3.5 in the mean. After a 6, with a chance of 0.4, comes another die, and more after every further 6: 4.2."""
    assert harm() == pytest.approx(0.4 * (3.5 + 0.4 / 6 * 4.2) / 31, abs=1e-5)


@clause("wfrp1.damage.additional")
def test_harm_is_at_most_all_that_the_target_can_take():
    """With 1 Wound left and one for the last hit, a 1 takes one and all other faces two, whatever a 6 adds."""
    assert harm(W=1) == pytest.approx(0.4 * (1 + 5 * 2) / 6 / 2)
