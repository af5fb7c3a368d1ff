"""NPCs as data: behaviours in YAML, and what they may weigh.

A behaviour is a short file:

    about: Closes in by the shortest way and strikes whatever it hurts most.
    intents: {strike: 2}
    weights: {harm: 1, fell: 1, closing: 1}

For every complete choice (strike that orc, go to that cell) it adds up what the intent of the choice is worth to it and
each feature times its weight, and takes the choice with the highest sum. **Doctrines** come first: the first one whose
conditions all hold leaves only the choices of its intent, as long as there are any.

    doctrines:
      - when: {staying_power: "< 0.4", engaged: true}
        do: flee
      - when: {shots: 0}
        keep_distance: 0

In place of an intent, or beside it, a doctrine may name the distance to enemies the unit likes then.

Features mean the same in every ruleset (``tactica behaviours --features`` lists them); weights of a ruleset's own
features stand under its slug in ``own``. A behaviour plays inside the kernel, and
nothing is compiled for it; ``rows.py`` lends it a row among those that play there.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ... import configs
from .. import rulesets
from ..core.behaviour.features import (
    AS_IT_IS,
    AT_LEAST,
    AT_MOST,
    BEHAVIOUR,
    CONDITIONS,
    DOCTRINES,
    EQUAL,
    FEATURES,
    INTENTS,
    LESS,
    MORE,
    NO_INTENT,
    SITUATION,
    WEIGHTS,
    Intent,
    seal,
)
from ..core.looking import ObservationField
from ..core.loops.seats import FIRST_BEHAVIOUR
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from ..scenario.problems import MOST_PROBLEMS, Fault, Problem, ScenarioError, listed, unknown
from ..scenario.source import Source
from .rows import rows_of

__all__ = [
    "Behaviour",
    "BehaviourError",
    "UnknownBehaviour",
    "check",
    "code_of",
    "features_of",
    "find",
    "load",
    "schema",
    "schema_text",
    "shipped",
]

FOLDER = configs.FOLDER / "behaviours"
TESTS = {"<": LESS, "<=": AT_MOST, "==": EQUAL, ">=": AT_LEAST, ">": MORE}
CONDITION = re.compile(r"\s*(<=|>=|==|<|>)\s*(-?\d+(?:\.\d+)?)\s*")
INTENT_NAMES = tuple(intent.name.lower() for intent in Intent)
SITUATION_NAMES = tuple(piece.name for piece in SITUATION)
FEATURE_NAMES = tuple(piece.name for piece in FEATURES)
MOST = 1000.0  # weights beyond this are mistakes

MOST_NAMES, MOST_BOUND = 200, 1e9  # of one mapping; of a condition

Weight = Annotated[float, Field(ge=-MOST, le=MOST)]
Names = Annotated[dict[str, Weight], Field(max_length=MOST_NAMES)]


class BehaviourError(ScenarioError):
    """A behaviour is wrong. ``problems`` holds everything found; the text has one problem a line."""


class UnknownBehaviour(LookupError, ValueError):
    """There is no behaviour of that name."""


class DoctrineModel(BaseModel):
    """What is done first when all conditions hold, or how far the unit stays from enemies then."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    when: dict[str, bool | int | float | str] = Field(
        default_factory=dict,
        max_length=MOST_NAMES,
        description="situation: a value, or a comparison such as '< 0.3'; all must hold",
    )
    do: str = Field("", description="keep only choices with this intent")
    keep_distance: float | None = Field(None, ge=0, le=4, description="replaces the behaviour's keep_distance")


class BehaviourModel(BaseModel):
    """The keys of a behaviour file."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    name: str = Field("", max_length=80, pattern=r"^$|^[a-z][a-z0-9_]*$", description="its name; default: the file's")
    about: str = Field("", description="what it does, in one sentence")
    keep_distance: float = Field(
        0.0,
        ge=0,
        le=4,
        allow_inf_nan=False,
        description="preferred distance to enemies, in own moves; off_distance is measured from it",
    )
    dither: float = Field(0.0, ge=0, le=1, description="share of its decisions made at random")
    doctrines: list[DoctrineModel] = Field(
        default_factory=list,
        max_length=DOCTRINES,
        description="the first that applies takes precedence over the weights",
    )
    intents: Names = Field(default_factory=dict, description="score of each intent")
    weights: Names = Field(default_factory=dict, description="weight of each shared feature")
    own: dict[str, Names] = Field(
        default_factory=dict, max_length=MOST_NAMES, description="ruleset: weights of that ruleset's own features"
    )


@dataclass(frozen=True)
class Behaviour:
    """An NPC.

    Attributes:
        name: its name.
        about: what it does.
        model: the content of the file, checked.
        file: the file it was read from, None when it was made in Python.
    """

    name: str
    about: str
    model: BehaviourModel
    file: Path | None = field(default=None, compare=False)

    def packed(self, ruleset: Ruleset) -> np.ndarray:
        """As the kernel reads it: an array of one BEHAVIOUR record.

        Raises:
            BehaviourError: the ruleset has no behaviours.
        """
        if not ruleset.book.tactics.plays_behaviours:
            raise BehaviourError(
                [Problem(self.name, 0, "", f"{ruleset.slug} has no plans, so behaviours cannot play it")]
            )
        array = np.zeros(1, BEHAVIOUR)
        row = array[0]
        names = [piece.name for piece in features_of(ruleset)]
        row["keep"], row["dither"] = self.model.keep_distance, self.model.dither
        for name, weight in {**self.model.weights, **self.model.own.get(ruleset.slug, {})}.items():
            row["weights"][names.index(name)] = weight
        for name, worth in self.model.intents.items():
            row["intents"][INTENT_NAMES.index(name)] = worth
        row["doctrine_count"] = len(self.model.doctrines)
        for k, doctrine in enumerate(self.model.doctrines):
            slot = row["doctrines"][k]
            slot["intent"] = INTENT_NAMES.index(doctrine.do) if doctrine.do else NO_INTENT
            slot["keep"] = AS_IT_IS if doctrine.keep_distance is None else doctrine.keep_distance
            slot["conditions"] = len(doctrine.when)
            for c, (what, condition) in enumerate(doctrine.when.items()):
                slot["what"][c] = SITUATION_NAMES.index(what)
                slot["test"][c], slot["bound"][c] = _condition(condition)
        seal(array)
        return array

    def digest(self, ruleset: Ruleset) -> str:
        """16 hex digits that change when it may play otherwise in battles of a ruleset."""
        return hashlib.sha256(self.packed(ruleset).tobytes()).hexdigest()[:16]

    def to_yaml(self) -> str:
        """As a file would have it."""
        import yaml

        return yaml.safe_dump(self.model.model_dump(exclude_defaults=True), sort_keys=False, allow_unicode=True)


def features_of(ruleset: Ruleset) -> tuple[ObservationField, ...]:
    """The features a ruleset knows: the shared ones, then its own."""
    pieces = (*FEATURES, *ruleset.book.tactics.features)
    assert len(pieces) <= WEIGHTS, f"{ruleset.slug} has {len(pieces)} features, at most {WEIGHTS} fit"
    return pieces


def _condition(value: bool | int | float | str) -> tuple[int, float]:
    """Test and bound of a condition; ValueError if it is malformed."""
    if not isinstance(value, str):
        if not abs(value) <= MOST_BOUND:
            raise ValueError(value)
        return EQUAL, float(value)
    match = CONDITION.fullmatch(value)
    if match is None or not abs(float(match[2])) <= MOST_BOUND:
        raise ValueError(value)
    return TESTS[match[1]], float(match[2])


# --- reading ----------------------------------------------------------------------------------------------------------


@functools.cache
def shipped() -> tuple[str, ...]:
    """Names of the behaviours that come with the project."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def find(name: str) -> Path:
    """The file of a shipped behaviour.

    Raises:
        UnknownBehaviour: no behaviour has that name; the message lists the shipped ones.
    """
    if name not in shipped():
        hint = did_you_mean(name, shipped())
        raise UnknownBehaviour(f"no behaviour {name!r}{hint}; choose from: {', '.join(shipped())}")
    return FOLDER / f"{name}.yaml"


def load(behaviour: str | Path | Mapping[str, Any] | Behaviour) -> Behaviour:
    """Read a behaviour: the name of a shipped one, a YAML file, or a mapping of the same keys.

    Raises:
        BehaviourError: something is wrong with it; every problem names file, line, key and what is allowed.
        LookupError: no shipped behaviour of that name; FileNotFoundError: no such file.
    """
    if isinstance(behaviour, Behaviour):
        return behaviour
    if isinstance(behaviour, Mapping):
        return _read(Source.of_dict(behaviour), None)
    path = Path(behaviour)
    return _read_file(path) if path.suffix in (".yaml", ".yml") else _load_shipped(str(behaviour))


@functools.cache
def _load_shipped(name: str) -> Behaviour:
    return _read_file(find(name))


def _read_file(path: Path) -> Behaviour:
    try:
        source = Source.read(path)
    except ScenarioError as error:
        raise BehaviourError(error.problems) from None
    return _read(source, path)


def check(behaviour: str | Path | Mapping[str, Any]) -> list[Problem]:
    """Everything that is wrong with a behaviour, in the order of the file."""
    try:
        load(behaviour)
    except BehaviourError as error:
        return error.problems
    except OSError as error:
        return [Problem(str(behaviour), 0, "", f"cannot be read: {error.strerror}")]
    return []


def _read(source: Source, path: Path | None) -> Behaviour:
    if not isinstance(source.data, Mapping):
        raise BehaviourError(
            [source.problem(Fault((), "a behaviour is a mapping", ", ".join(BehaviourModel.model_fields)))]
        )
    faults: list[Fault] = []
    try:
        model = BehaviourModel.model_validate(dict(source.data))
    except ValidationError as error:
        faults = [_fault(dict(found)) for found in error.errors()[: MOST_PROBLEMS + 1]]
        try:  # what is right so far may hold names that are wrong
            model = BehaviourModel.model_validate(_without(source.data, [fault.path for fault in faults]))
        except ValidationError:
            raise BehaviourError(source.problems(faults)) from None
    told = list(faults)
    faults += [fault for fault in _wrong_names(model) if all(one.path[: len(fault.path)] != fault.path for one in told)]
    if faults:
        raise BehaviourError(source.problems(faults))
    name = model.name or (path.stem if path is not None else "unnamed")
    return Behaviour(name, model.about, model, path)


def _without(data: Any, paths: Iterable[tuple[str | int, ...]]) -> Any:
    """A copy of the data without what lies at some paths; in place of a doctrine stands one that is right."""
    data = copy.deepcopy(dict(data))
    for path in paths:
        at: Any = data
        for step in path[:-1]:
            at = at[step]
        if isinstance(at, dict):
            at.pop(path[-1], None)
        elif isinstance(at, list):
            at[int(path[-1])] = {"do": INTENT_NAMES[0]}
    return data


def _fault(error: dict[str, Any]) -> Fault:
    """A pydantic error in our words."""
    path = tuple(step for step in error["loc"] if step not in ("bool", "int", "float", "str"))
    if error["type"] == "extra_forbidden":
        known = DoctrineModel.model_fields if path[:1] == ("doctrines",) else BehaviourModel.model_fields
        return Fault(path, unknown("key", path[-1], known), listed(known))
    if error["type"] == "missing":
        return Fault(path, "is missing")
    said = error["msg"].replace(" or instance of DoctrineModel", "").replace("dictionary", "mapping")
    return Fault(path, f"{error['input']!r}: {said[:1].lower()}{said[1:]}")


def _wrong_names(model: BehaviourModel) -> list[Fault]:
    """Unknown intents, situations, features and conditions."""
    faults = [
        Fault(("intents", name), unknown("intent", name, INTENT_NAMES), listed(INTENT_NAMES))
        for name in model.intents
        if name not in INTENT_NAMES
    ]
    faults += [
        Fault(("weights", name), unknown("feature", name, FEATURE_NAMES), listed(FEATURE_NAMES))
        for name in model.weights
        if name not in FEATURE_NAMES
    ]
    for k, doctrine in enumerate(model.doctrines):
        if not doctrine.do and doctrine.keep_distance is None:
            faults.append(Fault(("doctrines", k), "needs `do` or `keep_distance`", "do, keep_distance"))
        elif doctrine.do and doctrine.do not in INTENT_NAMES:
            faults.append(
                Fault(("doctrines", k, "do"), unknown("intent", doctrine.do, INTENT_NAMES), listed(INTENT_NAMES))
            )
        if len(doctrine.when) > CONDITIONS:
            faults.append(Fault(("doctrines", k, "when"), f"{len(doctrine.when)} conditions", f"at most {CONDITIONS}"))
        for what, condition in doctrine.when.items():
            if what not in SITUATION_NAMES:
                faults.append(
                    Fault(
                        ("doctrines", k, "when", what),
                        unknown("situation", what, SITUATION_NAMES),
                        listed(SITUATION_NAMES),
                    )
                )
            try:
                _condition(condition)
            except ValueError:
                faults.append(
                    Fault(
                        ("doctrines", k, "when", what),
                        f"{condition!r} is not a condition",
                        f"a number up to {MOST_BOUND:,.0f}, true, false, or '< 0.3'",
                    )
                )
    for slug, weights in model.own.items():
        if slug not in rulesets.names():
            faults.append(Fault(("own", slug), unknown("ruleset", slug, rulesets.names()), listed(rulesets.names())))
            continue
        own = [piece.name for piece in features_of(rulesets.get(slug))[len(FEATURES) :]]
        faults += [
            Fault(
                ("own", slug, name),
                unknown(f"feature of {slug}", name, own),
                listed(own) or "this ruleset has no features of its own",
            )
            for name in weights
            if name not in own
        ]
    return faults


# --- in the kernel ------------------------------------------------------------------------------------------------------


def code_of(ruleset: Ruleset, behaviour: Behaviour) -> int:
    """The seat code of a behaviour in the battles of a ruleset; :mod:`rows` says how long it stands for that behaviour."""
    return take_in(ruleset, behaviour.name, behaviour.packed(ruleset))


def take_in(ruleset: Ruleset, name: str, packed: np.ndarray) -> int:
    """The seat code of a behaviour given as an array of one BEHAVIOUR record, taking it in when it is new."""
    return FIRST_BEHAVIOUR + rows_of(ruleset).row_of(ruleset.loops, name, packed)


def name_of_code(ruleset: Ruleset, code: int) -> str:
    """Name of the behaviour behind a seat code."""
    return rows_of(ruleset)[code - FIRST_BEHAVIOUR][0]


def schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of behaviour files."""
    whole = BehaviourModel.model_json_schema()
    properties = whole["properties"]

    def named(pieces: Mapping[str, str]) -> dict[str, Any]:
        weight = {"type": "number", "minimum": -MOST, "maximum": MOST}
        return {
            "type": "object",
            "properties": {name: {**weight, "description": meaning} for name, meaning in pieces.items()},
            "additionalProperties": False,
        }

    properties["intents"] |= named({intent.name.lower(): meaning for intent, meaning in INTENTS.items()})
    properties["weights"] |= named({piece.name: piece.meaning for piece in FEATURES})
    properties["own"] |= {
        "properties": {
            slug: named({piece.name: piece.meaning for piece in features_of(rulesets.get(slug))[len(FEATURES) :]})
            for slug in rulesets.names()
            if rulesets.get(slug).package.startswith("tactica.")  # those that come with the project
        },
        "additionalProperties": False,
    }
    doctrine = whole["$defs"]["DoctrineModel"]["properties"]
    doctrine["do"]["enum"] = list(INTENT_NAMES)
    doctrine["do"].pop("default")
    whole["$defs"]["DoctrineModel"]["anyOf"] = [{"required": ["do"]}, {"required": ["keep_distance"]}]
    condition = {
        "anyOf": [{"type": "number"}, {"type": "boolean"}, {"type": "string", "pattern": f"^{CONDITION.pattern}$"}]
    }
    doctrine["when"] = {
        "type": "object",
        "properties": {piece.name: {**condition, "description": piece.meaning} for piece in SITUATION},
        "additionalProperties": False,
        "maxProperties": CONDITIONS,
        "description": doctrine["when"]["description"],
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A tactica behaviour", **whole}


def schema_text() -> str:
    """The schema as it is written to ``configs/schemas/behaviour.json``."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
