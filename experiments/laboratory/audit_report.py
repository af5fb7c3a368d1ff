"""The answer of an audit as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...envs.replay.files import write_whole
from ..common import UserError
from .auditing import Audit, Audited
from .best_response import ADAPTED_COLUMNS, adapted_cells
from .checked import told
from .parts import markdown_table, place_of, today, written

__all__ = ["audit_text", "write_audit"]


def audit_text(question: Audit, found: Audited, manifest: Mapping[str, Any]) -> str:
    """The answer of an audit as Markdown: the sentences, what the rule works through, opponents that adapt.

    Args:
        question: the audit.
        found: its result.
        manifest: of the folder: rules, version, machine.
    """
    stream = question.stream
    rules = ", ".join(f"`{address} = {value}`" for address, value in question.rules.items())
    lines = [
        f"# What a house rule changes in {place_of(stream.ruleset, stream.scenario)}",
        "",
        f"{rules}, against the book.",
        "",
    ]
    lines += [f"- {written(line)}" for line in told(found)]
    if found.ways:
        head = ("the rule works through", "explained", "at least")
        ways = [(written(one.option), f"{one.explained:.0%}", f"{max(one.low, 0):.0%}") for one in found.ways]
        lines += ["", *markdown_table(head, ways)]
    if found.adapted is not None:
        rows = [(name, written(best), *numbers) for name, best, *numbers in adapted_cells(found.adapted)]
        lines += ["", *markdown_table(ADAPTED_COLUMNS, rows)]
    lines += [
        "",
        f"Seed {stream.seed}, {today()}; rules {str(manifest.get('rules'))[:16]}, tactica {manifest.get('version')}, "
        f"{manifest.get('machine')}.",
    ]
    return "\n".join([*lines, ""])


def write_audit(question: Audit, found: Audited, manifest: Mapping[str, Any], path: Path) -> Path:
    """Write the answer of an audit as Markdown.

    Raises:
        UserError: it cannot be written.
    """
    try:
        return write_whole(path, audit_text(question, found, manifest).encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
