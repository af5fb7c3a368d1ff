"""Files that a pydantic model describes, such as recipes: read with every problem named, and their JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .fields import faults_of
from .problems import Fault, Problem, ScenarioError, key_text, listed
from .source import Source

__all__ = ["model_of", "read_model", "schema_of", "schema_text"]

M = TypeVar("M", bound=BaseModel)


def read_model(path: Path, model: type[M], error: type[ScenarioError], what: str) -> tuple[M, Source]:
    """What a YAML file says, and where each of its keys stands.

    Args:
        path: of the file.
        model: its keys.
        error: raised for what is wrong.
        what: it should be: ``a recipe``.

    Raises:
        ScenarioError: of the kind given; every problem names file, line, key and what is allowed.
    """
    try:
        source = Source.read(path)
    except OSError as wrong:
        raise error([Problem(str(path), 0, "", f"cannot be read: {wrong.strerror}")]) from None
    except ScenarioError as wrong:
        raise error(wrong.problems) from None
    if not isinstance(source.data, dict):
        raise error([source.problem(Fault((), f"{what} is a mapping", listed(model.model_fields)))])
    try:
        return model.model_validate(source.data), source
    except ValidationError as wrong:
        raise error(source.problems(faults_of(wrong, (), {}, model))) from None


def model_of(data: Mapping[str, Any], model: type[M], error: type[ScenarioError], where: str) -> M:
    """What a mapping says that stands in no file of its own, such as settings of a command line.

    Args:
        data: key -> value.
        model: its keys.
        error: raised for what is wrong.
        where: it stands, for errors.

    Raises:
        ScenarioError: of the kind given; every problem names the key and what is allowed.
    """
    try:
        return model.model_validate(dict(data))
    except ValidationError as wrong:
        faults = faults_of(wrong, (), {}, model)
        raise error([Problem(where, 0, key_text(one.path), one.what, one.allowed) for one in faults]) from None


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """JSON Schema of such a file, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def schema_text(model: type[BaseModel]) -> str:
    """The schema as it is written to a file of ``configs/schemas``."""
    return json.dumps(schema_of(model), indent=1) + "\n"
