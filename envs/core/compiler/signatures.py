"""Argument types of entries, from their signatures: names of records, numbers, arrays of numbers."""

from __future__ import annotations

import functools
import re
from typing import Any

import numba
import numpy as np
from numba.core import types as _types

from .cache import Entry

types: Any = _types  # its stubs lack much

SCALARS = {"int": types.int64, "float": types.float64, "bool": types.boolean}


@functools.cache
def record_of(dtype: np.dtype[Any]) -> Any:
    """Numba's type of a record."""
    return numba.from_dtype(dtype)


def kinds_of(entry: Entry) -> tuple[Any, ...]:
    """The argument types of an entry, from its signature.

    Raises:
        ValueError: a name in it stands for no type.
    """
    return kinds_of_words(entry, entry.signature)


def kinds_of_words(entry: Entry, signature: str) -> tuple[Any, ...]:
    """The types named in a part of the signature of an entry."""
    kinds = []
    for word, dims in re.findall(r"(\w+)(\[[:,]+\])?", signature):
        found: Any = entry.records.get(word)
        if hasattr(found, "SIGNATURE"):  # a named tuple of arrays
            kinds.append(types.BaseTuple.from_types(kinds_of_words(entry, found.SIGNATURE), found))
        elif found is not None:
            kinds.append(types.Array(record_of(found), 1, "C"))
        elif dims:
            kinds.append(types.Array(numba.from_dtype(np.dtype(word)), dims.count(":"), "C"))
        elif word in SCALARS:
            kinds.append(SCALARS[word])
        else:
            raise ValueError(f"{entry.name}: {word!r} is no record of the ruleset and no type")
    return tuple(kinds)
