"""The README of every rulebook: its table of clauses is whole, and what it says of rulings, prompts and numbers is true."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.ruleset import Ruleset
from tactica.envs.rulesets import readme_table

pytestmark = pytest.mark.interpreted_only  # plain Python

BOOKS = [slug for slug in play.tested_rulesets() if rulesets.get(slug).package.startswith("tactica.")]
#: Numbers that every README states, and numbers that some do: what they are called -> the words they stand in.
STATED = {
    "verbs": r"([\d,]+)\s+verbs",
    "modes": r"([\d,]+)\s+modes",
    "largest board": r"to\s+(\d+\s+x\s+\d+)\s+(?:cells|squares)",
}
STATED_BY_SOME = {
    "snapshot": r"position\s+and\s+dice,\s+has\s+([\d,]+)\s+bytes",
    "roster": r"[Aa]t\s+most\s+(\d+)\s+roster\s+rows",
    "channels": r"(\d+)\s+channels\s+per\s+cell",
    "clauses": r"(?:of|all)\s+(\d+)\s+clauses\s+took\s+effect",
}


@pytest.fixture(params=BOOKS)
def book(request) -> Ruleset:
    """Every ruleset of tactica."""
    return rulesets.get(request.param)


def text_of(book: Ruleset) -> str:
    """The README without the table of clauses, which is generated."""
    return readme_table.readme(book).read_text(encoding="utf-8").partition(readme_table.CLAUSES[0])[0]


def numbers_of(book: Ruleset) -> dict[str, str]:
    """What the numbers in a README must be."""
    sizes = {name: size for name, _, size in book.book.choices.sections}
    return {
        "verbs": f"{sizes['verb'] - 1:,}",  # without NONE
        "modes": f"{sizes['mode']:,}",
        "largest board": f"{book.board.width} x {book.board.height}",
        "snapshot": f"{book.state.snapshot_bytes:,}",
        "roster": f"{book.book.setup.units:,}",
        "channels": f"{len(book.book.looking.channels):,}",
        "clauses": f"{len(book.rulebook.clauses):,}",
    }


def test_every_clause_has_one_row(book):
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \|.*\| ([a-z ]+) \|$", readme_table.table(book), re.MULTILINE)
    assert [clause for clause, _ in rows] == list(book.rulebook.clauses)
    assert {state for _, state in rows} <= set(readme_table.STATUSES)


def test_what_is_played_in_part_is_coded(book):
    listed = readme_table.in_part(book)
    assert len(set(listed)) == len(listed)
    coded = readme_table.where_coded(book)
    assert [clause for clause in listed if clause not in coded] == [], "not coded at all: these are `not yet`"


def test_what_is_coded_is_in_the_rulebook(book):
    assert set(readme_table.where_coded(book)) <= set(book.rulebook.clauses)


def rulings(book: Ruleset) -> list[tuple[str, list[str]]]:
    """The rows of the table of rulings: clause, and the knobs named for the other reading."""
    section = text_of(book).partition("\n## Rulings\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \|[^|]*\|[^|]*\|([^|]*)\|$", section, re.MULTILINE)
    assert len(rows) == section.count("\n| `"), "a row has four columns, the first an id"
    return [(clause, re.findall(r"`([^`]+)`", knobs)) for clause, knobs in rows]


def test_rulings_are_of_clauses_that_leave_something_open(book):
    """A clause with a ruling, with several readings, or of our own, which says why it is as it is."""
    clauses = {clause: book.rulebook.clauses.get(clause) for clause, _ in rulings(book)}
    assert len(clauses) > 5
    assert [name for name, one in clauses.items() if one is None or not (one.ruling or one.readings or one.why)] == []


def is_knob(clause: str, named: str, addresses: set[str]) -> bool:
    """Whether a word in the row of a clause names knobs: ``strict`` those of the clause, others are written whole."""
    return any(fnmatchcase(one, pattern) for one in addresses for pattern in (f"{clause}.{named}", named))


def test_knobs_of_the_rulings_exist(book):
    addresses = set(book.rulebook.addresses())
    found = rulings(book)
    assert any(names for _, names in found)
    assert [(one, name) for one, names in found for name in names if not is_knob(one, name, addresses)] == []


def test_every_prompt_is_described(book):
    """In bold letters, but for those that ask for parts of a choice, which books call differently."""
    bold = {name.lower().replace(" ", "_") for name in re.findall(r"\*\*([^*]+)\*\*", text_of(book))}
    vocab = book.module("vocab")
    asked = {prompt.name.lower() for prompt in vocab.Prompt if prompt and prompt not in vocab.PARTS}
    assert asked - bold == set()


@pytest.mark.parametrize("number", [*STATED, *STATED_BY_SOME])
def test_numbers_in_the_text(book, number):
    found = re.findall({**STATED, **STATED_BY_SOME}[number], text_of(book))
    assert found or number in STATED_BY_SOME, f"README.md does not say: {number}"
    assert {" ".join(one.split()) for one in found} <= {numbers_of(book)[number]}


@pytest.mark.parametrize("number", STATED_BY_SOME)
def test_some_book_states_each_number(number):
    if len(BOOKS) > 1:
        assert any(re.search(STATED_BY_SOME[number], text_of(rulesets.get(slug))) for slug in BOOKS)


def test_policies_are_described():
    """wfrp1 alone has a section about them; the others have the same three."""
    text = text_of(rulesets.get("wfrp1"))
    assert {f"`{name}`" for name in rulesets.get("wfrp1").book.tactics.policies} <= set(re.findall(r"`\w+`", text))


@pytest.mark.parametrize(
    ("coded", "set_up", "partly", "scope", "expected"),
    [
        (True, True, False, "combat", "played"),
        (True, False, True, "combat", "in part"),
        (False, True, False, "setup", "set up"),
        (False, True, False, "combat", "not yet"),
        (False, False, False, "campaign", "campaign"),
    ],
)
def test_status(coded, set_up, partly, scope, expected):
    clause = next(clause for clause in rulesets.get("wfrp1").rulebook.clauses.values() if clause.scope == scope)
    assert readme_table.status(clause, coded, set_up, partly) == expected
