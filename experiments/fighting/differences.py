"""The table of a fight with a rule changed and unchanged: one for the terminal and the page."""

from __future__ import annotations

from .result import Fought, MeasureLine, difference_text

__all__ = ["HEADS", "difference_rows"]

HEADS = ("", "without (95 % CI)", "with the rule (95 % CI)", "difference", "95 % CI")


def difference_rows(found: Fought) -> tuple[list[list[str]], list[str]]:
    """What is measured without the rule and with it.

    Returns:
        The rows under :data:`HEADS`, and the names of what comes to the same number, which has no row.
    """
    rows, same = [], []
    for line in found.lines:
        assert line.plain is not None and line.difference is not None
        if line.difference.value == 0.0:
            same.append(line.name)
        else:
            rows.append([line.name, *_both(found, line), *difference_text(line.difference, line.is_share)])
    return rows, same


def _both(found: Fought, line: MeasureLine) -> list[str]:
    """The values without the rule and with it, each with its interval."""
    assert line.plain is not None
    return [
        f"{found.value_text(mean, line.is_share)} ({found.interval_text(mean, line.is_share)})"
        for mean in (line.plain, line.value)
    ]
