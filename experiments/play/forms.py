"""The fields of forms, from the JSON Schema of a ruleset's scenarios: for each its name, what it means, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...envs.core.ruleset import Ruleset
from ...envs.scenario.schema import schema

PLACED = ("template", "side", "at", "count")  # set by hand on the map, not in the form
OWN = ("ruleset", "board", "sides", "allies", "battle", "rules", "units", "deploy", "choose", "generate", "place")


def fields_of(ruleset: Ruleset) -> dict[str, list[dict[str, Any]]]:
    """The fields of a unit, of the ``battle`` and of the scenario itself.

    Returns:
        Of each field ``name``, ``about`` and ``kind``: ``number`` with ``min`` and ``max``, ``flag``, ``one`` or ``many`` of
        ``names``, ``text``, and ``yaml`` for whatever else a scenario may write there.
    """
    whole = schema(ruleset)
    definitions = whole["$defs"]
    aliases = getattr(ruleset.module("setup"), "ALIASES", {})
    unit = {name: one for name, one in definitions["Unit"]["properties"].items() if name not in (*PLACED, *aliases)}
    top = {name: one for name, one in whole["properties"].items() if name not in OWN}
    parts = {"unit": unit, "battle": whole["properties"]["battle"]["properties"], "scenario": top}
    return {
        part: [_field(name, one, definitions) for name, one in properties.items()]
        for part, properties in parts.items()
    }  # fmt: skip


def _field(name: str, given: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    about = {"name": name, "about": given.get("description", "")}
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
    if sort == "integer":
        return {"kind": "number", "min": plain.get("minimum"), "max": plain.get("maximum")}
    if sort == "boolean":
        return {"kind": "flag"}
    if sort == "array" and (names := _names(_plain(plain.get("items", {}), definitions))):
        return {"kind": "many", "names": names}
    return {"kind": "text" if sort == "string" else "yaml"}


def _names(plain: Mapping[str, Any]) -> list[str]:
    names = [one for one in plain.get("enum", []) if isinstance(one, str)]
    return names if len(names) == len(plain.get("enum", [])) else []
