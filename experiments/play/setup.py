"""Who and what can be played: rulesets with their scenarios and rules, and the players a page may name."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any

from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.core.compiler import jit
from ...envs.core.ruleset import Ruleset
from ...envs.engine.behaviours import load, shipped
from ...envs.engine.policies import ABOUT, policy_names
from ...envs.render.scene import shown_sides
from ...envs.scenario import Scenario, ScenarioError
from ..fighting.levels import levels_of
from ..fighting.usual import USUAL, networks_of
from ..naming import book_name
from ..watch.deciding import HUMAN

SEARCHES = (50, 200, 800)  # simulations of the searches that are offered
_LOADING = threading.Lock()  # one thread at a time loads the rules
_LOOKING = threading.Lock()  # one thread at a time looks them up; others wait for the result


def players_of(ruleset: Ruleset) -> list[dict[str, str]]:
    """Who can play battles of a ruleset: spec, title, the group it belongs to, and the name it is shown by."""
    found = [{"spec": HUMAN, "title": "", "group": "people", "name": "Human"}]
    levels = {level.player: (name, level) for name, level in levels_of(ruleset).items()}
    found += [
        {"spec": spec, "title": level.about, "group": "levels", "name": name} for spec, (name, level) in levels.items()
    ]
    names = policy_names(ruleset)
    about = ABOUT | {name: load(name).about for name in shipped()}
    found += [{"spec": name, "title": about.get(name, ""), "group": "behaviours"} for name in names]
    if USUAL[0] in names:
        found += [
            {"spec": f"search:{count}", "title": f"looks ahead {count} times before each decision", "group": "searches"}
            for count in SEARCHES
        ]
    found += [
        {"spec": spec, "title": "neural network, trained by playing itself", "group": "networks"}
        for spec in networks_of(ruleset)
        if spec not in levels
    ]
    return [{"name": one["spec"], **one} for one in found]


def is_compiled(ruleset: Ruleset) -> bool:
    """Whether battles of a ruleset can begin at once."""
    if not jit.COMPILED:
        return True
    with _LOADING:
        ruleset.loops  # noqa: B018 (declares the entries)
    return bool(jit.is_compiled(ruleset.folder, lambda entries: None))


@functools.cache
def _scenarios_of(slug: str) -> list[dict[str, Any]]:
    """The scenarios that come with a ruleset."""
    found = []
    for name in scenarios.shipped(slug):
        try:
            found.append(scenario_info(name, scenarios.load(name, slug)))
        except ScenarioError:  # a file that does not fit its ruleset any more
            continue
    return found


def scenario_info(name: str, scenario: Scenario) -> dict[str, Any]:
    """A scenario as the page shows it."""
    return {
        "name": name, "title": scenario.name, "about": scenario.description, "sides": shown_sides(scenario.sides),
        "size": [scenario.board.width, scenario.board.height],
    }  # fmt: skip


def rulesets_info(slugs: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Rulesets with their scenarios, and whether they are compiled."""
    found = []
    for slug in slugs or rulesets.names():
        ruleset = rulesets.get(slug)
        found.append(
            {"slug": slug, "title": book_name(slug), "compiled": is_compiled(ruleset), "scenarios": _scenarios_of(slug)}
        )
    return found


def look_up() -> tuple[list[dict[str, Any]], dict[str, list[dict[str, str]]]]:
    """Rulesets with their scenarios, and who can play each. Takes seconds the first time: a server does it before it is asked."""
    with _LOOKING:
        found = rulesets_info()
        return found, {one["slug"]: players_of(rulesets.get(one["slug"])) for one in found}


# --- rules


def rules_info(ruleset: Ruleset) -> dict[str, Any]:
    """The clauses and knobs of a ruleset, in the book's order."""
    book = ruleset.rulebook
    clauses = [{"id": one.id, "title": one.title, "heading": one.heading} for one in book.clauses.values()]
    return {"clauses": clauses, "knobs": [_knob(knob, ruleset) for knob in book.addresses().values()]}


def clause_info(ruleset: Ruleset, name: str) -> dict[str, Any] | None:
    """One clause: statement, ruling, why, knobs; None for an unknown name. The ruleset's slug may stand before it."""
    clause = ruleset.rulebook.clauses.get(name.removeprefix(f"{ruleset.slug}."))
    if clause is None:
        return None
    return {
        "id": clause.id, "heading": clause.heading, "title": clause.title, "statement": clause.statement,
        "ruling": clause.ruling or clause.decision, "why": clause.why,
        "knobs": [_knob(knob, ruleset) for knob in clause.knobs.values()],
    }  # fmt: skip


def _knob(knob: Any, ruleset: Ruleset) -> dict[str, Any]:
    clause = ruleset.rulebook.clauses.get(knob.clause)
    title = f"{clause.title if clause else knob.clause}: {knob.param.replace('_', ' ')}"
    return {
        "address": knob.address, "value": knob.default, "min": knob.min, "max": knob.max, "title": title,
        "names": dict(knob.names), "note": knob.note,
    }  # fmt: skip
