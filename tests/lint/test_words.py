"""Plain English: phrases that no page, help text, message, docstring or comment uses, and what to write in their place."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from lint.sources import AGENTS, ENVS, EXPERIMENTS, OWN, TESTS, Complaints, shown, sources, tree

import tactica
import tactica.configs
from tactica.experiments.cli import app

ROOT = TESTS.parent
CONFIGS = Path(tactica.configs.__file__).resolve().parent
#: Pages for readers, all but the decisions, which are in the words of their time.
PAGES = (
    "*.md",
    "docs/pages/**/*.md",
    "*/README.md",
    "*/docs/*.md",
    "envs/*/README.md",
    "envs/rulesets/*/README.md",
    "experiments/reports/*.md",
    "experiments/skeleton/README.md",
)
OTHER_WORDS = "DECISIONS.md"
#: Where docstrings and comments are read, too.
CODE = (ENVS, AGENTS, EXPERIMENTS, CONFIGS, Path(tactica.__file__).resolve().parent)

#: What is gone -> what to write.
GONE = {
    r"(?:told|tells?)(?!\.\w)": "shows, says, explains; or name what is known",
    r"anew": "again",
    r"(?<!distance )kept": "saved, stored, stays",
    r"whoever|somebody|anybody": "a unit, a player, a side; anyone",
    r"nobody who|none that|who is no|(?:is|are) (?-i:none)": "name the thing: no player ..., an invalid ...",
    r"(?:come|comes|came|newly come) by": "get",
    r"(?:take|takes|took|taken) (?:up|back)": "draw, use; undo",
    r"(?:let|lets) go\b": "drop, release",
    r"of equals|asked alike|of those of": "ties go to ...; the same order for ...",
    r"(?:go|goes|went|gone|come|comes|came|out|end|ends|ended) otherwise": "differently; with a different result",
    r"(?:go|goes|going|went) on (?:with|by|from|to)": "continues",
    r"for sure|surely|not sure": "significant, clearly, certain",
    r"acts? through|what says most": "works through, changes most",
    r"told apart|who is asked": "distinguished; the deciding unit or side",
    r"what is (?:there|so|asked|judged)": "name the thing",
    r"who wins how often|fight them|95 times of 100": "How often does each side win? Run battles. 95 % confidence interval",
    r"dice (?:are|have been|were|is) thrown|equal dice": "rolled; the same dice",
    r"other than it was|as it was\b|another way by": "changed, unchanged",
    r"(?:a|the) lead (?:not )?worth having": "Accept at or above this lead (H1)",
    r"at (?:most|least)\b[^.,:;()|%]*\bat (?:most|least)": "once in a sentence: between ... and ..., up to",
    r"no effect (?:is |was )?seen": "No significant effect on ...; an effect of X would have been found 8 times out of 10",
    r"chance of 80": "would have been found 8 times out of 10",
    r"nobody answers": "you have not answered",
    r"(?:is|are|looks?) sure|sure (?:at|answers?|effects?)": "significant",
    r"^written(?=:)|^wrote": "Saved to FILE.",
}
#: Where a word stays: the file's name and the phrase -> the reason.
ALLOWED: dict[tuple[str, str], str] = {
    ("envs/rulesets/heimr/invariants/units.py", "kept"): "heimr's kept parry: saved for the first melee attack",
    ("envs/rulesets/heimr/rules/defences.py", "kept"): "heimr's kept parry",
    ("envs/rulesets/heimr/rules/defending.py", "kept"): "heimr's kept parry",
    ("envs/rulesets/heimr/rules/opposing.py", "kept"): "heimr's kept parry",
    ("envs/rulesets/heimr/rules/stale.py", "kept"): "heimr's kept parry",
    ("envs/rulesets/heimr/procedures.py", "kept"): "heimr's kept parry",
    ("envs/rulesets/heimr/procedures.py", "is none"): "counts in the rules' hash",
    ("envs/rulesets/tow/setup/ground.py", "whoever"): "counts in the rules' hash",
    ("envs/core/state/capacities.py", "dice are thrown"): "counts in the rules' hash",
    ("envs/rulesets/wfrp1/tactics/__init__.py", "takes up"): "the book's term: action.take_up",
    ("envs/rulesets/wfrp1/vocab.py", "takes up"): "the book's term: action.take_up",
    ("envs/core/book.py", "told"): "the name of a class",
    ("envs/core/compiler/jit.py", "tell"): "the name of a parameter, in Args",
    ("envs/core/loops/odds_layer.py", "kept"): "the name of a parameter, in Args",
    ("envs/odds/positions.py", "kept"): "the name of a parameter, in Args",
}


class Text(NamedTuple):
    """A text that a person reads: the file or command it stands in, its line there, and itself."""

    file: str
    line: int
    text: str


class Found(NamedTuple):
    """A phrase that is gone: where, what it is, what to write."""

    text: Text
    phrase: str
    instead: str


_GONE = {re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE): instead for phrase, instead in GONE.items()}
_CODE = re.compile(r"^```.*?^```$|``[^`\n]*``|`[^`\n]*`|\]\([^)\s]*\)|<!--.*?-->", re.DOTALL | re.MULTILINE)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


def found(texts: Iterator[Text]) -> Iterator[Found]:
    """Phrases that are gone in texts, without those that are allowed."""
    for text in texts:
        words = " ".join(text.text.split())
        for pattern, instead in _GONE.items():
            for hit in pattern.finditer(words):
                if (text.file, hit[0].lower()) not in ALLOWED:
                    yield Found(text, hit[0], instead)


def texts_of_pages() -> Iterator[tuple[str, str]]:
    """Name and text of each page."""
    for path in sorted({path for pattern in PAGES for path in ROOT.glob(pattern)}):
        name = path.relative_to(ROOT).as_posix()
        if not name.endswith(OTHER_WORDS) and not name.startswith((".", "runs/", "site/")):
            yield name, path.read_text(encoding="utf-8")


def pages() -> Iterator[Text]:
    """Paragraphs of Markdown, without code."""
    for name, text in texts_of_pages():
        yield from paragraphs(name, text)


def paragraphs(name: str, page: str) -> Iterator[Text]:
    """The paragraphs, rows and headings of a page, with their lines; code is left out, line by line."""
    page = _CODE.sub(lambda code: "\n" * code[0].count("\n"), page)
    line = 1
    for part in re.split(r"(\n\s*\n|\n(?=\s*[-|#*\d]))", page):
        if part.strip():
            yield Text(name, line, part)
        line += part.count("\n")


def helps() -> Iterator[Text]:
    """Help of every command, option and argument."""

    def walk(command: Any, name: str) -> Iterator[Text]:
        yield Text(name, 0, command.help or "")
        for one in command.params:
            yield Text(f"{name} {'/'.join(one.opts)}", 0, getattr(one, "help", None) or "")
        for word, below in getattr(command, "commands", {}).items():
            yield from walk(below, f"{name} {word}")

    yield from walk(typer.main.get_command(app), "tactica")


def scripts() -> Iterator[Text]:
    """Texts of the pages in the browser: literals of scripts, and lines of HTML."""
    for path in sorted(path for kind in ("*.js", "*.html") for path in EXPERIMENTS.rglob(kind)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if path.suffix == ".html":
                yield Text(shown(path), number, " ".join(re.sub(r"<[^>]*>", " ", line).split()))
            for one in _STRING.finditer(line):
                literal = re.sub(r"\$\{[^}]*\}", " ", one[1] or one[2] or "")
                if " " in literal.strip():
                    yield Text(shown(path), number, literal)


def behaviours() -> Iterator[Text]:
    """What the files of behaviours say about themselves, and their comments."""
    for path in sorted((CONFIGS / "behaviours").glob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("about:") or "#" in line:
                yield Text(f"configs/behaviours/{path.name}", number, line)


def plants() -> Iterator[Text]:
    """Files of planted faults, line by line."""
    for path in sorted((CONFIGS / "plants").rglob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield Text(f"configs/{path.relative_to(CONFIGS).as_posix()}", number, line)


def _documented(node: ast.AST) -> str | None:
    """The docstring of a node that can have one."""
    return ast.get_docstring(node) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) else None


def messages() -> Iterator[Text]:
    """Texts in the code that are not docstrings: refusals, prompts, sentences of events, errors, output of commands."""
    for path in sources(*CODE):
        nodes = list(ast.walk(tree(path)))
        docs = {id(node.body[0].value) for node in nodes if _documented(node) is not None}  # type: ignore[attr-defined]
        literals = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs]
        for one in literals:
            if isinstance(one.value, str) and " " in one.value:
                yield Text(shown(path), one.lineno, one.value)


def docstrings() -> Iterator[Text]:
    """Docstrings of modules, classes and functions."""
    for path in sources(*CODE):
        for node in ast.walk(tree(path)):
            if (text := _documented(node)) is not None:
                yield Text(shown(path), getattr(node, "lineno", 1), _CODE.sub(" ", text))


def comments() -> Iterator[Text]:
    """Comments in Python, line by line."""
    for path in sources(*CODE):
        with tokenize.open(path) as file:
            for one in tokenize.generate_tokens(file.readline):
                if one.type == tokenize.COMMENT:
                    yield Text(shown(path), one.start[0], _CODE.sub(" ", one.string.lstrip("#: ")))


KINDS = {one.__name__: one for one in (pages, helps, scripts, behaviours, plants, messages, docstrings, comments)}


@pytest.mark.parametrize("kind", KINDS)
def test_words_that_are_gone_are_not_used(kind):
    wrong = [f"{text.file}:{text.line}: {phrase!r}: write {instead}" for text, phrase, instead in found(KINDS[kind]())]
    Complaints(wrong).none_left("plain English; a book's own term goes into ALLOWED with a reason")


#: A sentence for each entry of GONE, in its order.
PLANTED = (
    "What was found is told when the battle is over.",
    "The board is drawn anew.",
    "Games are kept in the folder.",
    "It strikes whoever comes near.",
    "There is nobody who can play.",
    "No unit came by it in these battles.",
    "Your last choice cannot be taken back.",
    "A network that is replaced is let go at the end.",
    "Of equals the first wins.",
    "Pairs that went otherwise: 12.",
    "The run goes on from this file.",
    "A knob that matters for sure.",
    "It acts through charging.",
    "The log says who is asked.",
    "The laboratory finds what is there.",
    "Who wins how often when these play each other?",
    "Dice have been thrown since.",
    "The field is as it was.",
    "A lead worth having, in Elo.",
    "A gap of one cell at least and of two yards at most.",
    "No effect seen on: score.",
    "These games show an effect of 13 rating points with a chance of 80 %.",
    "A decision that nobody answers.",
    "No difference of the score is sure.",
    "Written: runs/sweep/report.html",
)


@pytest.mark.parametrize(("phrase", "sentence"), list(zip(GONE, PLANTED, strict=True)))
def test_a_planted_phrase_is_found(phrase, sentence):
    hits = {one.instead for one in found(iter([Text("a page", 1, sentence)]))}
    assert hits == {GONE[phrase]}


def test_plain_sentences_and_allowed_phrases_pass(monkeypatch):
    plain = "The rule works mainly through charging. Choose an action, or none. Distance kept: 3. At most 4 battles are saved."
    assert not list(found(iter([Text("a page", 1, plain)])))
    told = Text("a page", 1, "The oracle told them.")
    assert [one.phrase for one in found(iter([told]))] == ["told"]
    monkeypatch.setitem(ALLOWED, ("a page", "told"), "the book's own word")
    assert not list(found(iter([told])))


def test_code_is_left_out_and_lines_are_counted():
    page = "# Head\n\n```python\ntold = 1\n```\n\nOne `told` and [a link](told.md).\n\n- It tells.\n"
    assert [(one.text.line, one.phrase) for one in found(paragraphs("page", page))] == [(9, "tells")]


def test_messages_of_rulebooks_and_core_are_read():
    files = {text.file for text in messages()}
    assert {f"envs/rulesets/{slug}/words.py" for slug in OWN} <= files
    assert {"envs/core/book.py", "envs/scenario/model.py", "experiments/common.py"} <= files
