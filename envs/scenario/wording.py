"""Reading what a ruleset's units are made of: words of its vocabulary, items by the book's names, flags, templates.

NAMES = book_names(Item, {Item.KNIFE: "knife/dagger"})
Shape = Annotated[BodyPlan, Word(BodyPlan, "body plan")]
Skills = Annotated[tuple[Skill, ...], Words(Skill, "skill")]
Weapon = Annotated[Item, Word(Item, "item", NAMES, also={"sword": Item.HAND_WEAPON}, none=Item.NOTHING)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

from annotated_types import GroupedMetadata
from pydantic import BeforeValidator, PlainValidator, WithJsonSchema

from ..core.rulebook import slug as slug
from ..core.rulebook import strict_yaml
from .model import wrong
from .problems import listed, unknown

MOST_WORDS = 500  # of one list


def book_names(words: type[IntEnum], printed: Mapping[Any, str] | None = None) -> dict[Any, str]:
    """What the book calls each word: as printed, else its name in lower case with spaces."""
    return {word: (printed or {}).get(word, word.name.lower().replace("_", " ")) for word in words}


def by_name(names: Mapping[Any, str], also: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Words by their names and other names, all without punctuation."""
    return {**{slug(name): word for name, word in (also or {}).items()}, **{slug(names[word]): word for word in names}}


# --- readers ---------------------------------------------------------------------------------------------------------


def word_reader(
    words: type[IntEnum],
    what: str,
    names: Mapping[Any, str] | None = None,
    also: Mapping[str, Any] | None = None,
    none: Any = None,
) -> Callable[[Any], Any]:
    """A function that turns a name into a word of the vocabulary.

    Args:
        words: the vocabulary.
        what: what such a word is called in an error.
        names: word -> its name, where they are not those of the vocabulary; numbers are then no names.
        also: other name -> word.
        none: the word that stands for nothing at all (YAML's ``null``).
    """
    shown = dict(names) if names is not None else {word: slug(word.name) for word in words}
    known = by_name(shown, also)

    def read(value: Any) -> Any:
        if value is None and none is not None:
            return none
        if isinstance(value, words):
            return value
        if isinstance(value, str) and slug(value) in known:
            return known[slug(value)]
        if names is None and isinstance(value, int) and not isinstance(value, bool) and value in list(words):
            return words(value)
        raise wrong(unknown(what, value, [*shown.values(), *(also or ())]), listed(shown.values()))

    return read


def list_reader(read: Callable[[Any], Any], allowed: str) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads a list, each entry by ``read``."""

    def read_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise wrong(f"{value!r} is not a list", f"a list of: {allowed}")
        if len(value) > MOST_WORDS:
            raise wrong(f"{len(value):,} entries are too many", f"at most {MOST_WORDS}")
        return tuple(read(one) for one in value)

    return read_all


@dataclass(frozen=True, eq=False)
class Word(GroupedMetadata):
    """Annotation of a field that is a word of the vocabulary; the arguments are those of :func:`word_reader`."""

    words: type[IntEnum]
    what: str
    names: Mapping[Any, str] | None = None
    also: Mapping[str, Any] | None = None
    none: Any = None

    @property
    def read(self) -> Callable[[Any], Any]:
        """The reader of such a word."""
        return word_reader(self.words, self.what, self.names, self.also, self.none)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its names."""
        shown = self.names or {word: word.name.lower() for word in self.words}
        return {"type": "string", "enum": [*shown.values(), *(self.also or ())]}

    def __iter__(self) -> Iterator[Any]:
        """What pydantic reads it by."""
        yield PlainValidator(self.read)
        yield WithJsonSchema(self.schema)


class Words(Word):
    """Annotation of a field that is a list of words of the vocabulary."""

    def __iter__(self) -> Iterator[Any]:
        """What pydantic reads it by."""
        yield PlainValidator(list_reader(self.read, listed(self.schema["enum"])))
        yield WithJsonSchema({"type": "array", "items": self.schema})


def _flag(value: Any) -> Any:
    return bool(value) if value in (0, 1) and isinstance(value, int) else value


#: True or false, also written 1 or 0.
Flag = Annotated[bool, BeforeValidator(_flag)]


# --- abbreviations and templates -------------------------------------------------------------------------------------


def full_names(given: Any, aliases: Mapping[str, str]) -> Any:
    """The mapping with every abbreviation replaced by the name of its field; anything else as it is."""
    return {aliases.get(key, key): value for key, value in given.items()} if isinstance(given, dict) else given


def read_templates(file: Path, aliases: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The ready-made units of a YAML file, by name, with their ``points``; ``about`` is for the reader."""
    given = strict_yaml.parse(strict_yaml.read_text(file)).data
    units = {name: full_names(dict(fields or {}), aliases) for name, fields in given.items()}
    return {name: {key: value for key, value in fields.items() if key != "about"} for name, fields in units.items()}
