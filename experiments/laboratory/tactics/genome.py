"""What a search changes: a behaviour as numbers by name and a list of doctrines, changed a little at a time.

A change touches one to three numbers, or one doctrine. Changing all numbers at once ruins a behaviour; that was measured.
"""

from __future__ import annotations

import functools
import hashlib
import json
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ....envs import rulesets
from ....envs.core.behaviour.features import CONDITIONS, DOCTRINES, FEATURES
from ....envs.engine.behaviours import (
    FEATURE_NAMES,
    INTENT_NAMES,
    SITUATION_NAMES,
    Behaviour,
    features_of,
    load,
    shipped,
)
from ..shards import Player

__all__ = [
    "Doctrine",
    "Genome",
    "GenomeChange",
    "borrowing",
    "changed",
    "library",
    "names_of",
    "new_names",
    "parts_of",
    "systematic",
    "without",
]

KEEP, DITHER = "keep_distance", "dither"
MOST = 10.0  # a number that a search may come to, either way
FARTHEST = 4.0  # own moves
DOCTRINE_CHANGE = 0.15  # share of the changes that touch a doctrine
BORROWED, MOST_BORROWED = 0.3, 4  # share of the changes after an example; numbers taken over at once
HOW_MANY = (0.7, 0.2, 0.1)  # share of the changes that touch one, two, three numbers
STEPS = (0.3, 1.0, 2.5)  # small ones, usual ones, leaps, in units of what numbers of the behaviour are like
ENCOURAGED = 1.0  # usual numbers that a number is made when it is tried out
COARSE = 20  # numbers are multiples of one twentieth
#: Conditions of doctrines that a search may put together, besides the doctrines of the behaviours that ship.
CONDITIONS_TRIED: tuple[tuple[str, Any], ...] = (
    ("staying_power", "< 0.5"), ("engaged", True), ("engaged", False), ("opponents", ">= 2"), ("gap", "< 1"),
    ("gap", "> 2"), ("shots", 0), ("shots", "> 0"), ("ready", True), ("odds", "< 0.45"), ("odds", "> 0.55"),
    ("friends", 0), ("weakest_friend", "< 0.5"), ("round", "<= 2"), ("round", ">= 6"),
)  # fmt: skip
UNBOUNDED = {"shots", "opponents", "friends", "round"}  # situations that count something


@dataclass(frozen=True)
class Doctrine:
    """What is done first while all conditions hold.

    Attributes:
        when: situation and condition, as the YAML has them.
        do: intent of the choices that are left, empty for all.
        keep: distance kept then, in own moves; None as it is.
    """

    when: tuple[tuple[str, Any], ...]
    do: str = ""
    keep: float | None = None

    @classmethod
    def of(cls, model: Any) -> Doctrine:
        """A doctrine of a behaviour."""
        return cls(tuple(model.when.items()), model.do, model.keep_distance)

    def keys(self) -> dict[str, Any]:
        """As the YAML would have it."""
        found: dict[str, Any] = {"when": dict(self.when)}
        if self.do:
            found["do"] = self.do
        if self.keep is not None:
            found["keep_distance"] = self.keep
        return found


@dataclass(frozen=True)
class Genome:
    """A behaviour in the battles of one ruleset, as a search changes it.

    Attributes:
        slug: of the ruleset.
        numbers: ``keep_distance``, ``dither``, ``intents.strike``, ``weights.harm``, ``own.aims`` ...: those that are not 0.
        doctrines: the first that applies takes precedence.
    """

    slug: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    doctrines: tuple[Doctrine, ...] = ()

    @classmethod
    def of(cls, behaviour: Behaviour, slug: str) -> Genome:
        """What a behaviour does in the battles of a ruleset; weights of other rulesets are left out."""
        model = behaviour.model
        numbers = {
            KEEP: model.keep_distance,
            DITHER: model.dither,
            **{f"intents.{name}": worth for name, worth in model.intents.items()},
            **{f"weights.{name}": weight for name, weight in model.weights.items()},
            **{f"own.{name}": weight for name, weight in model.own.get(slug, {}).items()},
        }
        return cls(slug, _clean(numbers), tuple(Doctrine.of(one) for one in model.doctrines))

    def keys(self) -> dict[str, Any]:
        """The keys of its YAML, in the order of a file written by hand."""
        found: dict[str, Any] = {}
        for name in (KEEP, DITHER):
            if name in self.numbers:
                found[name] = self.numbers[name]
        if self.doctrines:
            found["doctrines"] = [doctrine.keys() for doctrine in self.doctrines]
        for part in ("intents", "weights", "own"):
            here = {
                name.partition(".")[2]: number for name, number in self.numbers.items() if name.startswith(f"{part}.")
            }
            if here:
                ordered = dict(sorted(here.items(), key=lambda item: (-abs(item[1]), item[0])))
                found[part] = {self.slug: ordered} if part == "own" else ordered
        return found

    @property
    def digest(self) -> str:
        """8 hex digits, the same for genomes that play alike."""
        found = [self.slug, sorted(self.numbers.items()), [doctrine.keys() for doctrine in self.doctrines]]
        return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:8]

    def behaviour(self, name: str = "", about: str = "") -> Behaviour:
        """As something that can play."""
        return load({"name": name or f"found_{self.digest}", **({"about": about} if about else {}), **self.keys()})

    def player(self, name: str = "") -> Player:
        """A player for shards; its text is left out, so that the same tactic is the same player."""
        return Player(name or f"found_{self.digest}", behaviour=self.keys())


def _clean(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items() if number}


@functools.cache
def names_of(slug: str) -> tuple[str, ...]:
    """The numbers a search may change in the battles of a ruleset."""
    own = features_of(rulesets.get(slug))[len(FEATURES) :]
    return (
        KEEP,
        *(f"intents.{name}" for name in INTENT_NAMES),
        *(f"weights.{name}" for name in FEATURE_NAMES),
        *(f"own.{piece.name}" for piece in own),
    )


@functools.cache
def library() -> tuple[Doctrine, ...]:
    """The doctrines of the behaviours that ship, each once."""
    found: dict[Doctrine, None] = {}
    for name in shipped():
        for doctrine in load(name).model.doctrines:
            found[Doctrine.of(doctrine)] = None
    return tuple(found)


def new_names() -> Iterator[str]:
    """Names of what is found: found_a, found_b ... found_z, found_aa ..."""
    for first in ("", *string.ascii_lowercase):
        for letter in string.ascii_lowercase:
            yield f"found_{first}{letter}"


# --- changes


def changed(genome: Genome, rng: np.random.Generator) -> Genome:
    """A genome changed a little."""
    while True:
        change = _with_other_doctrine if rng.random() < DOCTRINE_CHANGE else _with_other_numbers
        found = change(genome, rng)
        if found.digest != genome.digest:
            return found


def borrowing(genome: Genome, rng: np.random.Generator) -> Genome:
    """A genome changed a little, at times after the example of a behaviour that ships: some of its numbers, or its doctrines."""
    if rng.random() >= BORROWED:
        return changed(genome, rng)
    examples = _examples(genome.slug)
    example = examples[int(rng.integers(len(examples)))]
    if example.doctrines and rng.random() < DOCTRINE_CHANGE:
        return Genome(genome.slug, genome.numbers, example.doctrines)
    names = [name for name in example.numbers if example.numbers[name] != genome.numbers.get(name, 0.0)]
    if not names:
        return changed(genome, rng)
    taken = rng.choice(names, size=min(1 + int(rng.integers(MOST_BORROWED)), len(names)), replace=False).tolist()
    return Genome(genome.slug, {**genome.numbers, **{name: example.numbers[name] for name in taken}}, genome.doctrines)


@functools.cache
def _examples(slug: str) -> tuple[Genome, ...]:
    return tuple(Genome.of(load(name), slug) for name in shipped())


def systematic(genome: Genome, rng: np.random.Generator) -> list[Genome]:
    """The plainest changes, each once and in any order: every part left out, and every number that is 0 made a usual one."""
    found = [without(genome, [part]) for part in parts_of(genome)]
    for name in names_of(genome.slug):
        if name not in genome.numbers:
            found.append(Genome(genome.slug, {**genome.numbers, name: ENCOURAGED * _usual(genome)}, genome.doctrines))
    return [found[k] for k in rng.permutation(len(found)).tolist()]


def _usual(genome: Genome) -> float:
    """What the numbers of a behaviour are like: their median size, at least one half."""
    return max(float(np.median(np.abs([0.5, *genome.numbers.values()]))), 0.5)


def _with_other_numbers(genome: Genome, rng: np.random.Generator) -> Genome:
    names, numbers = names_of(genome.slug), dict(genome.numbers)
    usual = _usual(genome)
    for _ in range(1 + int(rng.choice(len(HOW_MANY), p=HOW_MANY))):
        there = [name for name in names if name in numbers]
        name = str(rng.choice(there if there and rng.random() < 0.5 else names))
        before = numbers.get(name, 0.0)
        if before and rng.random() < 0.2:
            after = 0.0
        else:
            after = before + float(rng.normal()) * usual * float(rng.choice(STEPS))
        after = round(min(max(after, 0.0 if name == KEEP else -MOST), FARTHEST if name == KEEP else MOST) * COARSE)
        numbers[name] = after / COARSE
    return Genome(genome.slug, _clean(numbers), genome.doctrines)


def _with_other_doctrine(genome: Genome, rng: np.random.Generator) -> Genome:
    doctrines = list(genome.doctrines)
    kind = rng.random()
    at = int(rng.integers(len(doctrines))) if doctrines else 0
    if doctrines and kind < 0.2:
        doctrines.pop(at)
    elif doctrines and (kind < 0.5 or len(doctrines) == DOCTRINES):
        doctrines[at] = _varied(doctrines[at], rng)
    else:
        known = library()
        new = known[int(rng.integers(len(known)))] if rng.random() < 0.5 else _composed(rng)
        doctrines.insert(int(rng.integers(len(doctrines) + 1)), new)
    return Genome(genome.slug, genome.numbers, tuple(dict.fromkeys(doctrines)))


def _composed(rng: np.random.Generator) -> Doctrine:
    """A doctrine put together from one or two conditions and an intent, or a distance."""
    chosen = rng.choice(len(CONDITIONS_TRIED), size=1 + int(rng.integers(2)), replace=False)
    when = dict(CONDITIONS_TRIED[int(k)] for k in sorted(chosen))
    if rng.random() < 0.75:
        return Doctrine(tuple(when.items()), do=str(rng.choice(INTENT_NAMES)))
    return Doctrine(tuple(when.items()), keep=float(rng.choice([0.0, 1.0, 1.5, 2.5])))


def _varied(doctrine: Doctrine, rng: np.random.Generator) -> Doctrine:
    """A doctrine with another bound, another intent, or a condition more or less."""
    when, kind = dict(doctrine.when), rng.random()
    bounds = [name for name, condition in when.items() if isinstance(condition, str)]
    if bounds and kind < 0.5:
        name = str(rng.choice(bounds))
        sign, bound = str(when[name]).rsplit(" ", 1) if " " in str(when[name]) else ("<", "0.5")
        moved = float(bound) + float(rng.normal()) * (1.5 if name in UNBOUNDED else 0.5 if name == "gap" else 0.15)
        when[name] = f"{sign} {max(round(moved), 0) if name in UNBOUNDED else max(round(moved * COARSE) / COARSE, 0):g}"
    elif kind < 0.7 and doctrine.do:
        return Doctrine(doctrine.when, str(rng.choice(INTENT_NAMES)), doctrine.keep)
    elif kind < 0.85 and len(when) > 1:
        del when[str(rng.choice(list(when)))]
    elif len(when) < CONDITIONS:
        name, condition = CONDITIONS_TRIED[int(rng.integers(len(CONDITIONS_TRIED)))]
        when[name] = condition
    return Doctrine(tuple(when.items()), doctrine.do, doctrine.keep)


def _words(doctrine: Doctrine) -> str:
    when = " and ".join(f"{name} {condition}" for name, condition in doctrine.when) or "always"
    then = ", ".join(
        [*([doctrine.do] if doctrine.do else []), *([f"keep {doctrine.keep:g}"] if doctrine.keep is not None else [])]
    )
    return f"[{when}: {then}]"


@dataclass(frozen=True)
class GenomeChange:
    """The difference between a genome and its ancestor, which can be applied to another genome.

    Attributes:
        numbers: the changed numbers, with their new values.
        added, removed: doctrines, the added ones with their place.
    """

    numbers: tuple[tuple[str, float], ...]
    added: tuple[tuple[int, Doctrine], ...]
    removed: tuple[Doctrine, ...]

    @classmethod
    def between(cls, before: Genome, after: Genome) -> GenomeChange:
        """From one genome to another."""
        names = sorted({*before.numbers, *after.numbers})
        return cls(
            tuple(
                (name, after.numbers.get(name, 0.0))
                for name in names
                if before.numbers.get(name, 0.0) != after.numbers.get(name, 0.0)
            ),
            tuple((at, one) for at, one in enumerate(after.doctrines) if one not in before.doctrines),
            tuple(one for one in before.doctrines if one not in after.doctrines),
        )

    def done_to(self, genome: Genome) -> Genome:
        """The genome with this change."""
        doctrines = [one for one in genome.doctrines if one not in self.removed]
        for at, one in self.added:
            if one not in doctrines and len(doctrines) < DOCTRINES:
                doctrines.insert(min(at, len(doctrines)), one)
        return Genome(genome.slug, _clean({**genome.numbers, **dict(self.numbers)}), tuple(doctrines))

    @property
    def said(self) -> str:
        """In words."""
        return ", ".join(
            [
                *(f"{name} {number:g}" for name, number in self.numbers),
                *(f"doctrine {_words(one)}" for _, one in self.added),
                *(f"no doctrine {_words(one)}" for one in self.removed),
            ]
        )


# --- parts


def parts_of(genome: Genome) -> list[str]:
    """What could be left out of a genome: its numbers by name, and its doctrines as ``doctrine 0``, ``doctrine 1`` ..."""
    return [*genome.numbers, *(f"doctrine {k}" for k in range(len(genome.doctrines)))]


def without(genome: Genome, parts: Sequence[str]) -> Genome:
    """A genome without some of its parts."""
    return Genome(
        genome.slug,
        {name: number for name, number in genome.numbers.items() if name not in parts},
        tuple(one for k, one in enumerate(genome.doctrines) if f"doctrine {k}" not in parts),
    )


assert {name for name, _ in CONDITIONS_TRIED} <= set(SITUATION_NAMES)
