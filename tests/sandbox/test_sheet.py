"""Sheets of units in every ruleset: what there is works and is on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tactica.envs import rulesets
from tactica.envs.core.book import Sheet
from tactica.envs.sandbox import sandbox
from tactica.envs.sandbox import table as module_of_tables
from tactica.envs.sandbox.sheet import readings_of

WITH_SHEETS = [slug for slug in rulesets.names() if rulesets.get(slug).book.sheet != Sheet()]


@pytest.mark.parametrize("slug", WITH_SHEETS)
def test_every_reading_reads(slug):
    """A reading has a name of its own, a meaning and a value that people can read, for every unit and every pair."""
    table = sandbox(slug, "tiny")
    for unit in table.units:
        for name, reading in readings_of(table.ruleset).items():
            assert name not in unit.fields
            assert reading.meaning.endswith(".")
            values = (
                [getattr(unit, name)(other) for other in table.names] if reading.is_of_two else [getattr(unit, name)]
            )
            assert all(value is None or isinstance(value, int | str | dict) for value in values)


@pytest.mark.parametrize("slug", WITH_SHEETS)
def test_the_page_lists_what_there_is(slug):
    page = (Path(module_of_tables.__file__).parent / "SHEETS.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith(f"| {slug} |"))
    assert set(re.findall(r"`(\w+)`", line)) == {
        *readings_of(rulesets.get(slug)),
        *rulesets.get(slug).book.sheet.aliases,
    }
    has_order = rulesets.get(slug).book.sheet.order is not None
    can_be_set = rulesets.get(slug).book.sheet.set_order is not None
    assert (line.split("|")[4].strip() != "", "can be set" in line) == (has_order, can_be_set)
