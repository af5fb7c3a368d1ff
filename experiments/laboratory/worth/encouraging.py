"""Encouraging options: behaviours that differ from one in a single weight, or in a doctrine that comes first.

Forbidding is blind to what a player does not use, so weights are nudged too, and what depends on the situation, such as flight,
has a doctrine of a small library.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from ....envs import rulesets
from ....envs.core.behaviour.features import DOCTRINES, FEATURES, INTENTS
from ....envs.engine.behaviours import MOST, Behaviour, features_of, load
from ..shards import Player

__all__ = ["LIBRARY", "NUDGE", "Variant", "behaviour_of", "nudges", "under_doctrines", "without_intents"]

NUDGE = 1.0
NEVER = -MOST / 2  # worth of an intent that is chosen only where there is nothing else

#: Doctrines that mean the same in every rulebook: name -> the keys of one.
LIBRARY: dict[str, dict[str, Any]] = {
    "flee when nearly down": {"when": {"staying_power": "< 0.3"}, "do": "flee"},
    "flee from a fight when hurt": {"when": {"staying_power": "< 0.6", "engaged": True}, "do": "flee"},
    "flee from two": {"when": {"opponents": ">= 2"}, "do": "flee"},
    "flee when behind": {"when": {"odds": "< 0.35"}, "do": "flee"},
    "withdraw when hurt": {"when": {"staying_power": "< 0.5"}, "do": "withdraw"},
    "withdraw when behind": {"when": {"odds": "< 0.35"}, "do": "withdraw"},
    "withdraw while it can shoot": {"when": {"shots": "> 0", "gap": "< 1"}, "do": "withdraw"},
    "shoot when ready": {"when": {"ready": True}, "do": "shoot"},
    "shoot from afar": {"when": {"ready": True, "gap": "> 1"}, "do": "shoot"},
    "keep away while it has shots": {"when": {"shots": "> 0"}, "keep_distance": 2.0},
    "close in without shots": {"when": {"shots": 0}, "keep_distance": 0.0},
    "prepare at a distance": {"when": {"gap": "> 1"}, "do": "prepare"},
    "prepare first": {"when": {"round": 1}, "do": "prepare"},
    "wait for them": {"when": {"round": "<= 2", "engaged": False}, "do": "wait"},
    "strike when engaged": {"when": {"engaged": True}, "do": "strike"},
    "hold when engaged": {"when": {"engaged": True}, "do": "hold"},
    "approach when ahead": {"when": {"odds": "> 0.6"}, "do": "approach"},
    "approach while fresh": {"when": {"staying_power": "> 0.8", "engaged": False}, "do": "approach"},
    "always react": {"do": "react"},
    "react when hurt": {"when": {"staying_power": "< 0.5"}, "do": "react"},
    "shield the weakest": {"when": {"weakest_friend": "< 0.5"}, "do": "shield"},
    "support the weakest": {"when": {"weakest_friend": "< 0.5"}, "do": "support"},
}


class Variant(NamedTuple):
    """A behaviour that differs in one thing.

    Attributes:
        name: of what is different, for tables.
        of: the weight, intent or doctrine.
        player: that plays so.
    """

    name: str
    of: str
    player: Player


def behaviour_of(player: Player, slug: str) -> Behaviour | None:
    """The behaviour of a player; None if it plays no behaviour, or may not choose everything."""
    if player.forbid:
        return None
    if player.behaviour is not None:
        return load(player.behaviour)
    found = player.load(slug)
    if isinstance(found, Behaviour):
        return found
    from ....envs.engine.behaviours import shipped

    return load(found) if isinstance(found, str) and found in shipped() else None


def _varied(behaviour: Behaviour, name: str, change: Any) -> Player:
    keys = copy.deepcopy(behaviour.model.model_dump(exclude_defaults=True))
    change(keys)
    return Player(f"{behaviour.name}, {name}", behaviour={**keys, "name": behaviour.name})


def nudges(behaviour: Behaviour, slug: str, step: float = NUDGE) -> Iterator[Variant]:
    """Every weight and every intent, once up and once down."""
    ruleset = rulesets.get(slug)
    shared, model = len(FEATURES), behaviour.model
    for place, feature in enumerate(features_of(ruleset)):
        at = model.weights if place < shared else model.own.get(slug, {})
        for sign, arrow in ((1, "+"), (-1, "-")):
            value = at.get(feature.name, 0.0) + sign * step

            def change(keys: dict[str, Any], place: int = place, of: str = feature.name, to: float = value) -> None:
                if place < shared:
                    keys.setdefault("weights", {})[of] = to
                else:
                    keys.setdefault("own", {}).setdefault(slug, {})[of] = to

            name = f"weight {feature.name} {arrow}{step:g}"
            yield Variant(name, feature.name, _varied(behaviour, name, change))
    for intent in INTENTS:
        word = intent.name.lower()
        for sign, arrow in ((1, "+"), (-1, "-")):
            name = f"intent {word} {arrow}{step:g}"
            value = model.intents.get(word, 0.0) + sign * step
            yield Variant(name, word, _varied(behaviour, name, _set_intent(word, value)))


def _set_intent(word: str, value: float) -> Any:
    def change(keys: dict[str, Any]) -> None:
        keys.setdefault("intents", {})[word] = value

    return change


def without_intents(behaviour: Behaviour) -> Iterator[Variant]:
    """The behaviour without the choices of an intent, as far as others are open; doctrines that ask for it are left out."""
    for intent in INTENTS:
        word = intent.name.lower()

        def change(keys: dict[str, Any], word: str = word) -> None:
            keys.setdefault("intents", {})[word] = NEVER
            keys["doctrines"] = [one for one in keys.get("doctrines", []) if one.get("do") != word]

        yield Variant(f"intent {word}", word, _varied(behaviour, f"without {word}", change))


def under_doctrines(behaviour: Behaviour) -> Iterator[Variant]:
    """The behaviour with each doctrine of the library before its own; its last doctrine is dropped if there are too many."""
    for name, doctrine in LIBRARY.items():

        def change(keys: dict[str, Any], doctrine: dict[str, Any] = doctrine) -> None:
            keys["doctrines"] = [copy.deepcopy(doctrine), *keys.get("doctrines", [])][:DOCTRINES]

        yield Variant(f"doctrine {name}", name, _varied(behaviour, name, change))
