"""Validating the ruleset's own mappings, a unit and the options of a battle, some of whose values may be spreads."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from .draw import SPREAD_FORMS, Spread, read_spread
from .model import (
    BoardModel,
    BorderMark,
    CellMarks,
    ChooseModel,
    DeployModel,
    GenerateModel,
    ObjectivesModel,
    ObjectiveZoneModel,
    PlaceModel,
    ScenarioModel,
)
from .problems import MOST_PROBLEMS, Fault, Path, listed, unknown

MOST_FIELDS = 500  # keys of a unit, or of the options of a battle

_PLAIN = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}

MAPPINGS = ("dict_type", "model_type", "model_attributes_type")


@functools.cache
def _properties(model: type[BaseModel]) -> dict[str, Any]:
    """JSON Schema of every field."""
    properties: dict[str, Any] = model.model_json_schema(by_alias=True)["properties"]
    return properties


@functools.cache
def takes_list(model: type[BaseModel], name: str) -> bool:
    """Whether a field's value is itself a list, so that a list is no choice between values."""
    schema = _properties(model).get(name, {})
    return any(part.get("type") == "array" for part in [schema, *schema.get("anyOf", [])])


def _end(part: Mapping[str, Any], key: str, exclusive: str, word: str) -> str:
    """An end of a range as its JSON Schema has it; empty for none."""
    return str(part[key]) if key in part else f"{word} {part[exclusive]}" if exclusive in part else ""


def allowed_values(model: type[BaseModel], name: str) -> str:
    """What a field may be, in words."""
    schema = _properties(model).get(name, {})
    parts = [part for part in [schema, *schema.get("anyOf", [])] if part.get("type") != "null"]
    for part in parts:
        if "enum" in part:
            return listed(part["enum"])
        low, high = (
            _end(part, "minimum", "exclusiveMinimum", "above"),
            _end(part, "maximum", "exclusiveMaximum", "below"),
        )
        if low and high:
            return f"{low} to {high}"
        if part.get("type") == "array" and "enum" in part.get("items", {}):
            return f"a list of: {listed(part['items']['enum'])}"
    names = {
        "integer": "a whole number",
        "number": "a number",
        "boolean": "true or false",
        "string": "text",
        "array": "a list",
    }
    return " or ".join(names[part["type"]] for part in parts if part.get("type") in names)


def faults_of(error: ValidationError, prefix: Path, keys: Mapping[str, str], model: type[BaseModel]) -> list[Fault]:
    """The faults a model found.

    Args:
        prefix: path of the mapping that was validated.
        keys: field -> key as written, where they differ.
        model: the model of that mapping.
    """
    found = []
    for e in error.errors(include_url=False)[:MOST_PROBLEMS]:
        path: Path = tuple(e["loc"])
        inner = _model_at(model, path[:-1])
        name = str(path[-1]) if path else ""
        written = (keys.get(str(path[0]), path[0]), *path[1:]) if path else ()
        kind, given = e["type"], e.get("input")
        context = e.get("ctx", {})
        if kind == "extra_forbidden":
            known = list(_properties(inner)) if inner else []
            found.append(Fault((*prefix, *written), unknown("key", name, known), listed(known)))
        elif kind == "missing":
            found.append(
                Fault((*prefix, *written[:-1]), f"{name!r} is missing", allowed_values(inner, name) if inner else "")
            )
        elif kind == "scenario":
            found.append(Fault((*prefix, *written), context["what"], context["allowed"]))
        elif kind == "value_error":
            found.append(Fault((*prefix, *written), str(context["error"]), ""))
        elif kind in MAPPINGS and isinstance(given, str):
            form = "KNOB: VALUE" if name == "rules" else "KEY: VALUE"
            found.append(Fault((*prefix, *written), f"expected lines of the form {form}; is a colon missing?"))
        else:
            in_words = allowed_values(inner, name) if inner else ""
            found.append(
                Fault((*prefix, *written), f"{given!r} is not possible", in_words or _PLAIN.get(kind, e["msg"]))
            )
    return found


_INNER: dict[tuple[str | None, ...], type[BaseModel]] = {
    (): ScenarioModel,
    ("board",): BoardModel,
    ("board", "cells", None): CellMarks,
    ("board", "borders", None): BorderMark,
    ("deploy", "*"): DeployModel,
    ("choose", None): ChooseModel,
    ("generate", None): GenerateModel,
    ("place",): PlaceModel,
    ("objectives",): ObjectivesModel,
    ("objectives", "zones", "*"): ObjectiveZoneModel,
}
_NAMED = (("deploy",), ("objectives", "zones"))  # mappings with names as keys


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    """The model of the mapping at a path."""
    if model is not ScenarioModel:
        found: type[BaseModel] | None = model
        for step in path:
            kind = found.model_fields[step].annotation if found and step in found.model_fields else None
            inner = (one for one in (kind, *get_args(kind)) if isinstance(one, type) and issubclass(one, BaseModel))
            found = next(inner, None)
        return found
    pattern = tuple(None if isinstance(step, int) else step for step in path)
    return _INNER.get((*pattern[:-1], "*") if pattern[:-1] in _NAMED else pattern)


def read_fields(
    model: type[BaseModel], given: Mapping[str, Any], path: Path, keys: Mapping[str, str], also: Sequence[str] = ()
) -> tuple[dict[str, Any], list[Fault]]:
    """Turn spreads into :class:`Spread` and check every value that can be drawn.

    Args:
        model: the ruleset's ``Unit`` or ``Options``.
        given: field -> value as written.
        path: path of the mapping they come from.
        keys: field -> key as written, where they differ.
        also: other keys that may stand there, which are not in ``given``.
    """
    fields: dict[str, Any] = {}
    faults: list[Fault] = []
    if len(given) > MOST_FIELDS:
        return {}, [Fault(path, f"{len(given):,} keys are too many", f"at most {MOST_FIELDS}")]
    for name, value in given.items():
        if name not in model.model_fields:
            known = [*also, *_properties(model)]
            key = keys.get(name, name)
            faults.append(Fault((*path, key), unknown("key", key, known), listed(known)))
            continue
        try:
            fields[name] = read_spread(value, lists=not takes_list(model, name))
        except ValueError as e:
            faults.append(
                Fault((*path, keys.get(name, name)), str(e), f"{allowed_values(model, name)}; {SPREAD_FORMS}")
            )
    seen = set(faults)
    for probe in _probes(fields):
        try:
            model.model_validate(probe)
        except ValidationError as e:
            for fault in faults_of(e, path, keys, model):
                if fault not in seen:
                    seen.add(fault)
                    faults.append(fault)
    return fields, faults


def _probes(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Values in place of the spreads, so that every edge of each spread is tried once."""
    first = {name: value.edges[0] if isinstance(value, Spread) else value for name, value in fields.items()}
    probes = [first]
    for name, value in fields.items():
        if isinstance(value, Spread):
            probes += [{**first, name: edge} for edge in value.edges[1:]]
    return probes
