"""Types for Numba: short names for records, no record in the place of another, and the type of each argument.

The name of a compiled function spells out the types of its arguments. For a named tuple of records (the ``World`` of a
ruleset) Numba writes down every field of every record: twenty thousand letters, in thousands of names, most of what a
cached function would weigh and much of what the compiler would work on. Here a record is named by a hash of its fields,
which, unlike the running number that Numba gives it elsewhere, is the same in every process.

Kernels may zero a record, whatever its fields are: an instruction Numba has no words for.

Numba also lets a record pass for another one that has its first fields, with a warning. Rulesets share the first fields of
their records, and each is to have functions of its own.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from numba.core import cgutils
from numba.core import types as _types
from numba.core.datamodel.registry import default_manager
from numba.core.imputils import lower_cast
from numba.extending import intrinsic, overload

types: Any = _types  # its stubs lack records and named tuples


@functools.cache
def hash_of(fields: str) -> str:
    """A short name for a text."""
    return hashlib.sha256(fields.encode()).hexdigest()[:16]


def name_of_record(self: Any) -> tuple[str, tuple[Any, ...]]:
    """Name and parameters of a record in the name of a function."""
    return "Record", (hash_of(self.name),)


def name_of_tuple(self: Any) -> tuple[str, tuple[Any, ...]]:
    """Name and parameters of a named tuple in the name of a function."""
    return self.instance_class.__name__, tuple(self.types)


def stands_in_for_none(self: Any, typing_context: Any, other: Any) -> None:
    """A record converts to no other type."""


def repr_once(self: Any) -> str:
    """What Numba spells out for a record, put together once: it is asked for tens of thousands of times."""
    known = self.__dict__.get("_tactica_repr")
    if known is None:
        known = self.__dict__["_tactica_repr"] = spelled_out(self)
    return str(known)


spelled_out = types.Record.__repr__
types.Record.__repr__ = repr_once
types.Record.mangling_args = property(name_of_record)
types.Record.can_convert_to = stands_in_for_none
types.NamedTuple.mangling_args = property(name_of_tuple)


@intrinsic
def zero_bytes(typing_context, record):  # no annotations: Numba reads the signature
    """Set every byte of a record to zero."""
    if not isinstance(record, types.Record):
        return None

    def generate(context, builder, signature, arguments):
        cgutils.memset(builder, arguments[0], context.get_constant(types.intp, record.size), 0)
        return context.get_dummy_value()

    return types.void(record), generate


@overload(int)
def _int_of_enum_member(member):  # no annotations: Numba compares the bare signatures
    """Numba knows members of an IntEnum but not ``int()`` of one. Its value is all that is meant."""
    if isinstance(member, types.IntEnumMember):
        return lambda member: member.value
    return None


@lower_cast(types.NestedArray, types.Array)
def _array_of_a_field(context, builder, fromty, toty, val):
    """An array that is a field of a record is handled by the same structure as any other."""
    assert default_manager.lookup(fromty).get_value_type() == default_manager.lookup(toty).get_value_type()
    return val


def widened(kind: Any) -> Any:
    """The argument type a kernel is compiled for: integers, literals and enum members as int64, an array that is a field of
    a record as any other array. So a function is compiled once, not once for every mixture it is called with.
    """
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.Integer | types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return kind
