"""``--rule KNOB=VALUE``, the same for every command that plays."""

from __future__ import annotations

from typing import Annotated

import typer

from ..common import UserError

__all__ = ["Rules", "knobs"]

Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        help="Change a number or a ruling: clause.param=value; repeat for more. tactica rules lists the knobs.",
    ),
]


def knobs(given: list[str] | None) -> dict[str, int | bool | str]:
    """``clause.param=value`` as overrides.

    Raises:
        UserError: something is not of that form.
    """
    found: dict[str, int | bool | str] = {}
    for one in given or []:
        address, equals, value = one.partition("=")
        if not equals or not address or not value:
            raise UserError(f"{one!r}: write it as clause.param=value")
        try:
            found[address] = int(value)
        except ValueError:
            found[address] = value
    return found
