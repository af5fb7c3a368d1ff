"""The fields of forms, from the JSON Schema of a ruleset's scenarios: for each its name, what it means, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...envs.core.ruleset import Ruleset
from ...envs.scenario.battle import DIRECTIONS
from ...envs.scenario.read_places import KINDS
from ...envs.scenario.schema import schema

PLACED = ("template", "side", "at", "count")  # set by hand on the map, not in the form
OWN = ("ruleset", "board", "sides", "allies", "battle", "rules", "units", "deploy", "choose", "generate", "place")
DRAWN = {"choose": "ChooseModel", "generate": "GenerateModel", "place": "PlaceModel"}


def fields_of(ruleset: Ruleset) -> dict[str, list[dict[str, Any]]]:
    """The fields of a unit, of the ``battle``, of the scenario itself, and of what is drawn for every battle: an entry of
    ``choose`` and of ``generate``, and ``place``.

    Returns:
        Of each field ``name``, ``about`` and ``kind``: ``number`` with ``min`` and ``max``, and whether it may be ``broken``;
        ``flag``; ``one``, ``many`` or ``list`` of ``names``; ``side``, ``sides``, ``text``; and ``yaml`` for whatever else a
        scenario may write there. ``usual`` is what holds where nothing is written.
    """
    whole = schema(ruleset)
    definitions = whole["$defs"]
    setup = ruleset.book.setup
    aliases = setup.aliases
    unit = {name: one for name, one in definitions["Unit"]["properties"].items() if name not in (*PLACED, *aliases)}
    top = {name: one for name, one in whole["properties"].items() if name not in OWN}
    parts = {"unit": unit, "battle": whole["properties"]["battle"]["properties"], "scenario": top}
    parts |= {part: definitions[model]["properties"] for part, model in DRAWN.items()}
    if setup.start_distance is None:
        parts["place"] = {}
    knobs = ruleset.rulebook.addresses()
    rolled = [way for way in ("corridor", "clock") if f"setup.random_direction.{way}_die" in knobs]
    known: dict[tuple[str, str], dict[str, Any]] = {
        ("choose", "side"): {"kind": "sides"},
        ("choose", "from"): {"kind": "list", "names": sorted(setup.templates())},
        ("generate", "kind"): {"kind": "one", "names": list(KINDS)},
        ("place", "side"): {"kind": "side"},
        ("place", "direction"): {"kind": "one", "names": [*DIRECTIONS, *rolled]},
    }
    return {
        part: [{**_field(name, one, definitions), **known.get((part, name), {})} for name, one in properties.items()]
        for part, properties in parts.items()
    }  # fmt: skip


def _field(name: str, given: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    about = {"name": name, "about": given.get("description", "")}
    if given.get("default") not in (None, "", [], {}):
        about["usual"] = given["default"]
    return {**about, **_kind(_plain(given, definitions), definitions)}


def _plain(given: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first form a value may have, which is that of a plain one."""
    while "$ref" in given or "anyOf" in given:
        given = definitions[given["$ref"].rpartition("/")[2]] if "$ref" in given else given["anyOf"][0]
    return given


def _kind(plain: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    names = _names(plain)
    if names:
        return {"kind": "one", "names": names}
    sort = plain.get("type")
    if sort in ("integer", "number"):
        bounds = {"min": plain.get("minimum"), "max": plain.get("maximum")}
        return {"kind": "number", **bounds, "broken": sort == "number"}
    if sort == "boolean":
        return {"kind": "flag"}
    if sort == "array" and (names := _names(_plain(plain.get("items", {}), definitions))):
        return {"kind": "many", "names": names}
    return {"kind": "text" if sort == "string" else "yaml"}


def _names(plain: Mapping[str, Any]) -> list[str]:
    names = [one for one in plain.get("enum", []) if isinstance(one, str)]
    return names if len(names) == len(plain.get("enum", [])) else []
