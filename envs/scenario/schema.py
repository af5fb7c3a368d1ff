"""JSON Schemas of scenario files, so that an editor can complete keys and show what is allowed while one is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ... import configs
from .. import rulesets
from ..core.book import Setup
from ..core.ruleset import Ruleset
from .fields import takes_list
from .ground import border_model, cell_model
from .model import ScenarioModel, UnitModel, spread_schema


def schema(ruleset: str | Ruleset) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one ruleset's scenario files."""
    rules = rulesets.get(ruleset)
    setup = rules.book.setup
    whole = ScenarioModel.model_json_schema(by_alias=True)
    definitions = whole["$defs"]
    properties = whole["properties"]
    properties["ruleset"] = {"const": rules.slug, "description": "the ruleset to play by"}

    unit = UnitModel.model_json_schema()["properties"]
    unit["template"] = {
        "enum": sorted(setup.templates()),
        "description": UnitModel.model_fields["template"].description,
    }
    unit.update(_spreads(setup.unit, definitions))
    full_names = dict(unit)
    for alias, name in sorted(setup.aliases.items()):
        unit[alias] = {**full_names[name], "description": f"the same as {name}"}
    definitions["Unit"] = _object(unit)
    either = {"anyOf": [{"$ref": "#/$defs/Unit"}, {"enum": sorted(setup.templates())}]}
    properties["units"]["items"] = {"$ref": "#/$defs/Unit"}
    definitions["ChooseModel"]["properties"]["from"]["items"] = either
    definitions["ChooseModel"]["properties"]["side"] = _one_or_more({"type": "string"})
    for key, model in (("choose", "ChooseModel"), ("generate", "GenerateModel")):
        properties[key].update(_one_or_more({"$ref": f"#/$defs/{model}"}))
        for word in ("items", "type"):
            properties[key].pop(word, None)
    zone = {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}
    properties["deploy"]["additionalProperties"] = {"anyOf": [{"$ref": "#/$defs/DeployModel"}, zone]}
    properties["battle"] = {
        **_object(_spreads(setup.options, definitions)),
        "description": "circumstances of the battle",
    }
    definitions["Ground"] = _ground(setup, definitions)
    definitions["Between"] = _between(setup, definitions)
    definitions["BoardModel"]["properties"]["legend"]["additionalProperties"] = {"$ref": "#/$defs/Ground"}
    for model in ("CellMarks", "GenerateModel"):
        definitions[model]["properties"]["flag"] = _with_reference(definitions[model]["properties"]["flag"], "Ground")
    for model in ("BorderMark", "GenerateModel"):
        definitions[model]["properties"]["type"] = _with_reference(definitions[model]["properties"]["type"], "Between")
    width, height = rules.board.width, rules.board.height
    about = f"[width, height] in cells, at most {width} x {height}"
    definitions["BoardModel"]["properties"]["size"]["description"] = about
    for name, address in setup.shortcuts.items():
        knob = rules.rulebook.knob(address)
        number = {"type": "integer", "minimum": knob.min, "maximum": knob.max}
        properties[name] = {**spread_schema(number), "description": f"the knob {address}"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{rules.title}: scenario",
        "$defs": dict(sorted(definitions.items())),
        **_object(properties, whole.get("required", [])),
    }


def _object(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**found, "required": required} if required else found


def _one_or_more(item: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [item, {"type": "array", "items": item}]}


def _ground(setup: Setup, definitions: dict[str, Any]) -> dict[str, Any]:
    """What may be put on a cell."""
    model = cell_model(setup)
    if model is not None:
        return _marks(setup.terrain, _fields(model, definitions), "what is on a cell")
    flags = {
        name: {"type": "integer", "minimum": kind.low, "maximum": kind.high, "description": kind.meaning}
        for name, kind in setup.terrain.items()
    }
    return _marks(flags, flags, _meanings("what is on a cell", setup.terrain))


def _between(setup: Setup, definitions: dict[str, Any]) -> dict[str, Any]:
    """What may lie between two cells."""
    model = border_model(setup)
    if model is not None:
        return _marks(setup.borders, _fields(model, definitions), "what lies between two cells")
    about = _meanings("what lies between two cells", setup.borders)
    return {"type": "string", "enum": list(setup.borders), "description": about}


def _meanings(what: str, words: Mapping[str, Any]) -> str:
    return f"{what}. " + "; ".join(f"{name}: {word.meaning}" for name, word in words.items())


def _marks(names: Iterable[str], fields: dict[str, Any], about: str) -> dict[str, Any]:
    """A name, ``{field: value}``, or a list of them."""
    one = [{"type": "string", "enum": sorted({*names, *fields})}, _object(fields)]
    return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}], "description": about}


def _fields(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """The fields of a model of cells or borders."""
    own = model.model_json_schema()
    definitions.update(own.get("$defs", {}))
    return {name: {k: v for k, v in field.items() if k != "title"} for name, field in own["properties"].items()}


def _with_reference(field: dict[str, Any], name: str) -> dict[str, Any]:
    """A field whose value is one of the definitions."""
    kept = {key: value for key, value in field.items() if key in ("description", "default")}
    return (
        {"$ref": f"#/$defs/{name}", **kept}
        if kept.get("default", 0) is not None
        else {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}], **kept}
    )


def _spreads(model: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The fields of a ruleset's model, each of which may be left to chance."""
    own = model.model_json_schema()
    definitions.update(own.get("$defs", {}))
    found = {}
    for name, field in own["properties"].items():
        about = {key: field.pop(key) for key in ("description", "title") if key in field}
        field.pop("default", None)
        parts = [part for part in field.get("anyOf", [field]) if part != {"type": "null"}]
        value = parts[0] if len(parts) == 1 else {"anyOf": parts}
        found[name] = {**spread_schema(value, lists=not takes_list(model, name)), **about}
    return found


def schema_file(slug: str) -> Path:
    """Where the schema of a ruleset lies."""
    return configs.FOLDER / "schemas" / f"scenario-{slug}.json"


def schema_text(slug: str) -> str:
    """The schema as it is written to a file."""
    return json.dumps(schema(slug), indent=1, ensure_ascii=False) + "\n"
