"""The contract of a ruleset: what is misspelt, missing, unknown or called otherwise is an error at load that names it."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
import re
import shutil
import sys

import pytest

from tactica.envs import rulesets
from tactica.envs.core import book as contract
from tactica.envs.core import usual
from tactica.envs.core.ruleset import CORE
from tactica.envs.rulesets import contract_page

CHAPTERS = [one.name for one in dataclasses.fields(contract.Book) if one.name != "board"]


def with_book(tmp_path, monkeypatch, change, name="spoilt", file="book.py"):
    """The toybook in another folder, one of its files changed: (old, new)."""
    folder = shutil.copytree(
        rulesets.get("toybook").folder, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__")
    )
    for source in folder.rglob("*.py"):
        source.write_text(source.read_text().replace("toybook", name))
    text = (folder / file).read_text()
    assert change[0] in text
    (folder / file).write_text(text.replace(*change, 1))
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in [one for one in sys.modules if one.split(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    return importlib.import_module(name).RULESET


@pytest.mark.parametrize("slug", rulesets.names())
def test_every_ruleset_has_a_book(slug):
    book = rulesets.get(slug).book
    assert isinstance(book, contract.Book)
    assert book is rulesets.get(slug).book


@pytest.mark.parametrize(
    "change, said",
    [
        (("step=turn.step", "stepp=turn.step"), "stepp"),
        (("refusal_of_part=choices", "refusal_of_prt=choices"), "refusal_of_prt"),
        (("step=turn.step, ", ""), "step"),
        (("refusal_of=choices.refusal_of", "refusal_of=choices.why_nto"), "why_nto"),
        (("refusal_of=choices.refusal_of", "potential=choices.refusal_of"), "potential"),
        (
            ("step=turn.step", "step=choices.refusal_of_part"),
            r"Rules\.step takes \(s, w\), and refusal_of_part takes \(s",
        ),
        (("events=vocab.Event", "events=vocab.Phase"), r"Vocab\.events is Phase, allowed: a class of Told"),
        (("endings=vocab.Ending", "endings=vocab.Phase"), r"Vocab\.endings is Phase, allowed: a class of Endings"),
        (("may_see=board.may_see", "may_se=board.may_see"), "may_se"),
        (
            ("may_see=board.may_see", "may_see=board.gap_between"),
            r"Sight\.may_see takes \(s, w, a, b\), and gap_between",
        ),
        (("step=turn.step", "step=vocab.UNITS"), r"Rules\.step is 12, allowed: a function of \(s, w\)"),
        (("BOOK = Book(", "BOOK = dict("), r"spoilt\.book: BOOK is a dict, allowed: a Book"),
    ],
)
def test_a_wrong_hook_is_named_when_the_book_is_loaded(tmp_path, monkeypatch, change, said):
    spoilt = with_book(tmp_path, monkeypatch, change)
    with pytest.raises((TypeError, AttributeError), match=said):
        spoilt.book


@pytest.mark.parametrize(
    "file, change, said",
    [
        (
            "rules/cards.py",
            ('@rule("cards.play")', '@rule("cards.paly")'),
            r"rules\.cards\.\w+ plays the clause 'cards.paly', which is not in rulebook.yaml \(did you mean 'cards.play'\?\)",
        ),
        ("vocab.py", ('1, "battle.end"', '1, "battle.ned"'), r"Event\.ROUND_BEGINS plays the clause 'battle.ned'"),
        (
            "vocab.py",
            ('CARD_PLAYED = 3, "cards.play"', 'CARD_PLAYED = 2, "cards.play"'),
            r"Event\.CARD_PLAYED has the number 2 of",
        ),
        (
            "book.py",
            (", may_see=board.may_see", ""),
            r"board defines may_see, which shared sources take from BOOK\.sight",
        ),
        (
            "invariants.py",
            (", Frame.CLASH: Clash", ""),
            r"STEPS lack those of the procedure Frame\.CLASH",
        ),
    ],
)
def test_what_rules_words_and_checks_do_not_agree_on_is_named_at_load(tmp_path, monkeypatch, file, change, said):
    slips = with_book(tmp_path, monkeypatch, change, f"slips_{len(said)}", file)  # loops are kept by name
    with pytest.raises(TypeError, match=said):
        slips.loops


def test_what_is_shown_and_not_declared_is_named(tmp_path, monkeypatch):
    slips = with_book(tmp_path, monkeypatch, ('"health", "hidden"', '"heatlh", "hidden"'), "shows", "observe.py")
    with pytest.raises(
        ValueError, match=r"'heatlh' is shown, and declared in no row of state\.py \(did you mean 'health'\?\)"
    ):
        slips.book


def test_a_module_may_not_have_the_name_of_an_executed_source(tmp_path, monkeypatch):
    """It would never be seen: the source that is executed for the ruleset takes its place among the modules."""
    trap = with_book(tmp_path, monkeypatch, ("BOOK", "BOOK"), "trap")
    (trap.folder / "advance.py").write_text("")
    with pytest.raises(TypeError, match=re.escape("trap.advance: a ruleset may not have a module of this name")):
        trap.loops


@pytest.mark.parametrize("slug", rulesets.names())
def test_what_is_left_out_is_as_usual(slug):
    """Each hook of a ruleset is its own, or that of ``core/usual.py`` under the same name."""
    book, own = rulesets.get(slug).book, 0
    for chapter in CHAPTERS:
        for one in dataclasses.fields(getattr(book, chapter) or contract.Checks):
            if getattr(book, chapter) is not None and "takes" in one.metadata and hasattr(usual, one.name):
                own += getattr(getattr(book, chapter), one.name) is not getattr(usual, one.name)
    assert own > 3


def test_the_usual_hooks_take_what_they_are_called_with():
    """Every default is the function of its name, and every function there is a default of some hook, or stands in for one whose
    absence means something itself.
    """
    defaults = {"staying"}
    for step in contract.steps():
        chapter = getattr(contract, step.chapter)
        default = next(one.default for one in dataclasses.fields(chapter) if one.name == step.name)
        if step.takes is not None and default is not dataclasses.MISSING and default is not None:
            assert default is getattr(usual, step.name), step
            defaults.add(step.name)
    source = (CORE / "usual.py").read_text()
    assert defaults == set(re.findall(r"^def (\w+)", source, re.MULTILINE))


def test_every_field_of_the_contract_says_what_it_is_for():
    steps = contract.steps()
    assert len({(step.chapter, step.name) for step in steps}) == len(steps) > 100
    for step in steps:
        assert step.about and not step.about.endswith("."), step


def test_executed_sources_are_given_what_the_stub_lists():
    """``given.py`` names nothing that nobody is given, and everything it names is used by some source."""
    stub = (CORE / "loops" / "given.py").read_text()
    names = re.findall(r"^(\w+):", stub, re.MULTILINE)
    sources = [*(CORE / "loops").glob("*.py"), *(CORE / "board").glob("*.py"), *(CORE / "behaviour").glob("*.py")]
    texts = [source.read_text() for source in sources if source.name != "given.py"]
    assert len(names) > 60
    for name in names:
        assert any(re.search(rf"\b{name}\b", text) for text in texts), name


def test_a_ruleset_is_pickled_without_its_book():
    """What has been loaded, kernels among it, stays behind; whoever unpickles it loads it anew."""
    ruleset = rulesets.get("toybook")
    assert ruleset.book
    twin = pickle.loads(pickle.dumps(ruleset))
    assert twin == ruleset and "book" not in vars(twin)
    assert twin.book is ruleset.book


def test_the_page_marks_the_chapters_that_may_be_left_out():
    optional = {one.type for one in dataclasses.fields(contract.Book) if one.default_factory is not dataclasses.MISSING}
    optional |= {one.type.split(" ")[0] for one in dataclasses.fields(contract.Book) if one.default is None}
    assert optional == set(contract_page.LEFT_OUT)
