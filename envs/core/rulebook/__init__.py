"""Rulebooks as data: the clauses of a ruleset, its tables, and the BOOK record that rule kernels read.

A ruleset's `rulebook.yaml` lists every clause with its knobs, the numbers a user may change, and every table. From it
this package builds the numpy dtype of the BOOK record and fills records with defaults and overrides. It knows no book:
which fields exist is decided by the YAML alone.

Addresses. A knob is written `clause.param` (`parry.shield.shield_parry_bonus`), a table cell
`tables.table.row.column` (`tables.melee_weapons.flail.to_hit`); the ruleset's id may stand in front of either. A row's
key is its first column in lower case with every run of other characters turned into one underscore.

Fields. A knob is an int32 field of the record, named after its param, or after `as` where two clauses share a param. A
table is an array of records with its numeric columns, in row order. A knob or cell that says `same_as` is the same
number as another: overriding either address changes both. Such a knob has no field of its own; such a cell repeats its
owner's value in the table.

The file, strictly (anything else is an error that names file, line and what is allowed):

    ruleset: {id: wfrp1, title: ..., version: 1, summary: ...}
    clauses:
    - id: parry.shield             # heading, title, origin (book | completion), scope (setup | combat | campaign),
      knobs:                       # statement; optional: why, decision, ruling, idle, readings, knobs
        shield_parry_bonus: 20                                          # short
        parry_strict: {default: 1, min: 0, max: 1, as: ..., note: ..., names: [no, yes]}  # long
        untrained_bs: {same_as: weapon.specialist.untrained_bs}         # the same number as another
    tables:
      melee_weapons:
        origin: book
        note: ...                  # optional
        fixed: [hands]             # optional: numeric columns that are in the record but are no knobs
        limits: {parry: [-100, 100]}
        columns: [weapon, parry, hands, remark]
        rows:
        - [flail, -10, 1, "text columns are for people"]
        - [lance, {same_as: weapon.lance.lance_parry}, 1, ""]           # {fixed: 100} pins a single cell
"""

from .clauses import Clause, Reading
from .file import INT32_MAX, INT32_MIN, RulebookError
from .knobs import Knob, KnobError, Value
from .rulebook import DerivedField, Rulebook
from .tables import Table, slug

__all__ = [
    "INT32_MAX",
    "INT32_MIN",
    "Clause",
    "DerivedField",
    "Knob",
    "KnobError",
    "Reading",
    "Rulebook",
    "RulebookError",
    "Table",
    "Value",
    "slug",
]
