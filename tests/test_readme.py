"""What the READMEs show works: examples run and print what stands below them, commands can be given, links lead on.

A line such as ``<!-- example: vector, compiled -->`` above an example names it and says what it needs: ``compiled``
kernels, the extra ``train``, the packages ``torchrl`` or ``pyspiel``; ``goes on`` means that it uses what the first
example of the page has set up, ``commands`` that the marked commands of the page have been given, ``piece`` that it is a part of
a file and only has to be Python. Every example in Python runs; commands run if they are marked. A page's first whole scenario
is saved as ``my_fight.yaml``, and a program after ``commands`` gets the arguments of the next shell block.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import decisions
import pytest
from conformance.play import INTERPRETED
from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"(?:<!-- example: (?P<marks>[^>]*) -->\n)?```(?P<kind>\w+)\n(?P<code>.*?)```\n", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
PACKAGES = {"torchrl", "pyspiel"}
NEEDS = {"compiled", "train", "goes on", "commands", "piece", *PACKAGES}
PARTS = ("agents", "configs", "docs", "envs", "experiments", "tests")
FOLDERS = ("*.md", "*/README.md", "*/docs/*.md", "envs/**/*.md")
PAGES = sorted(
    name
    for name in {page.relative_to(ROOT).as_posix() for pattern in FOLDERS for page in ROOT.glob(pattern)}
    if not name.startswith((".", "runs/"))
)


class Block(NamedTuple):
    """A fenced block of a page: its kind, text, name, what it needs, and the output written below it."""

    kind: str
    code: str
    name: str
    needs: tuple[str, ...]
    output: str | None


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    found = []
    for i, fence in enumerate(fences):
        name, *needs = [part.strip() for part in (fence["marks"] or f"block {i + 1}").split(",")]
        assert set(needs) <= NEEDS, f"{page}: {name} needs {needs}; known: {sorted(NEEDS)}"
        below = fences[i + 1] if i + 1 < len(fences) else None
        is_output = below is not None and below["kind"] == "text" and not text[fence.end() : below.start()].strip()
        output = below["code"] if below is not None and is_output else None
        found.append(Block(fence["kind"], fence["code"], name, tuple(needs), output))
    return found


def examples(page: str) -> list[Block]:
    """The Python examples of a page."""
    return [block for block in blocks(page) if block.kind == "python"]


def marked_commands(page: str) -> list[Block]:
    """The blocks of commands of a page that are run: those with a mark."""
    return [block for block in blocks(page) if block.kind == "console" and not block.name.startswith("block ")]


def is_scenario(block: Block) -> bool:
    """Whether a block is a whole scenario, not a piece of one."""
    return block.kind == "yaml" and block.code.startswith("ruleset:") and "units:" in block.code


def give(block: Block) -> None:
    """Give the commands of a block, here."""
    from tactica.experiments.cli import app

    for line in block.code.splitlines():
        done = CliRunner().invoke(app, shlex.split(line.removeprefix("$ "))[1:])
        assert done.exit_code == 0, f"{line}\n{done.output}"


def enter(page: str, block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with what an example needs, or skip it."""
    if "compiled" in block.needs and INTERPRETED:
        pytest.skip("too slow with interpreted kernels")
    if "train" in block.needs:
        pytest.importorskip("sb3_contrib")
    for package in PACKAGES.intersection(block.needs):
        pytest.importorskip(package)
    monkeypatch.chdir(folder)
    for one in [one for one in blocks(page) if is_scenario(one)][:1]:
        (folder / "my_fight.yaml").write_text(one.code, encoding="utf-8")


EXAMPLES = [(page, block) for page in PAGES for block in examples(page)]
COMMANDS = [(page, block) for page in PAGES for block in marked_commands(page)]


@pytest.mark.filterwarnings("ignore:::(gymnasium|pettingzoo|stable_baselines3|sb3_contrib|torch)")
@pytest.mark.parametrize(("page", "block"), EXAMPLES, ids=[f"{page}: {block.name}" for page, block in EXAMPLES])
def test_example_runs(page: str, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "piece" in block.needs:
        code = textwrap.dedent(block.code).rstrip()
        ast.parse(f"{{{code}}}" if code.endswith(",") else code)  # an entry of a mapping
        return
    enter(page, block, tmp_path, monkeypatch)
    if "commands" in block.needs:
        for one in marked_commands(page):
            give(one)
        after = blocks(page)[blocks(page).index(block) + 1 :]
        program = next(one.code for one in after if one.kind == "sh").partition("python ")[2]
        monkeypatch.setattr(sys, "argv", shlex.split(program))
    names: dict[str, object] = {"__name__": "__main__"}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if "goes on" in block.needs:
            exec(examples(page)[0].code, names)
            printed.truncate(printed.seek(0))
        exec(compile(block.code, f"{page}: {block.name}", "exec"), names)
    if block.output is not None:
        assert printed.getvalue() == block.output


@pytest.mark.parametrize(("page", "block"), COMMANDS, ids=[f"{page}: {block.name}" for page, block in COMMANDS])
def test_marked_commands_run(page: str, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(page, block, tmp_path, monkeypatch)
    give(block)


def test_no_python_stands_on_other_pages() -> None:
    """But for the tutorials, which are followed by `test_tutorials.py`, and the generated folders."""
    other = [
        name
        for name in (page.relative_to(ROOT).as_posix() for part in PARTS for page in (ROOT / part).rglob("*.md"))
        if name not in PAGES
        and not name.startswith("docs/pages/tutorials/")
        and "```python" in (ROOT / name).read_text("utf-8")
    ]
    assert other == []


def commands(page: str) -> list[str]:
    """The commands a page shows, without the prompt."""
    lines = "".join(block.code for block in blocks(page) if block.kind == "console").splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def check_command(words: list[str]) -> None:
    """Parse a `tactica` command with all its options; nothing is run."""
    import typer

    from tactica.experiments.cli import app

    at = typer.main.get_command(app)
    name, *arguments = words
    while hasattr(at, "commands"):
        name, *arguments = arguments
        assert name in at.commands, f"no command {name}; choose from: {', '.join(at.commands)}"
        at = at.commands[name]
    with at.make_context(name, arguments) as context:
        assert context.args == []


@pytest.mark.parametrize(("page", "command"), [(page, line) for page in PAGES for line in commands(page)])
def test_command_can_be_given(page: str, command: str) -> None:
    """`tactica` commands are parsed with all their options, nothing is run; a target of make exists."""
    words = shlex.split(command)
    if words[0] == "make":
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
        assert {target for target in words[1:] if "=" not in target} <= targets
        return
    assert words[0] == "tactica", command
    check_command(words)


@pytest.mark.parametrize(
    ("page", "text"), [(page, block.code) for page in PAGES for block in blocks(page) if block.kind == "yaml"]
)
def test_yaml_is_a_scenario(page: str, text: str, tmp_path: Path) -> None:
    """Whole scenarios are free of errors; pieces of one are left to the page they stand on."""
    from tactica.envs import scenario

    if not text.startswith("ruleset:") or "units:" not in text:
        pytest.skip("a piece of a scenario")
    file = tmp_path / "shown.yaml"
    file.write_text(text, encoding="utf-8")
    assert [str(problem) for problem in scenario.check(file)] == []


def anchors(page: Path) -> set[str]:
    """What a link may name of a page behind ``#``: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """To a file that is there, and to a heading that is in it."""
    text = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    wrong = []
    for link, anchor in LINK.findall(text):
        file = (ROOT / page).parent / link if link else ROOT / page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            wrong.append(f"{link}#{anchor}" if anchor else link)
    assert wrong == []


def test_first_page_names_what_is_there() -> None:
    """The two commands, the extras; of each ruleset clauses, knobs and scenarios; speeds, as measured; behaviours."""
    from tactica.envs import rulesets, scenario
    from tactica.envs.engine import behaviours
    from tactica.experiments.watch.demo import FIGHT

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert commands("README.md")[:2] == ["make demo", "make test"]
    shown = {extra for extras in re.findall(r'pip install "\.\[([\w,]+)\]"', text) for extra in extras.split(",")}
    assert shown <= set(project["project"]["optional-dependencies"])
    measured = (ROOT / "experiments" / "docs" / "speed.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \w+ `small` \(3 v 3\) \| (.*) \|$", measured, re.MULTILINE)
    speeds = zip(*([int(cell.replace(",", "")) for cell in row.split(" | ")] for row in rows), strict=True)
    said = [f"{min(one):,} to {max(one):,}" for one in speeds]
    for kind, column in (
        ("vector environment makes", 0),
        ("games in the kernel", 1),
        ("single Gymnasium environment", 6),
    ):
        assert f"{kind} {said[column]}" in " ".join(text.split())
    names: dict[str, Any] = {}
    exec(text[text.index("fight = {") : text.index("table = ")], names)
    assert names["fight"] == {key: value for key, value in FIGHT.items() if key != "name"}, (
        "as the demonstration shows it"
    )
    row = re.compile(r"^\| \[(\w+)\]\(envs/rulesets/.*\| ([\d,]+) \| ([\d,]+) \| (\d+) \|$", re.MULTILINE)
    there = {}
    for slug in (slug for slug in rulesets.names() if slug != "toybook"):
        book = rulesets.get(slug).rulebook
        there[slug] = (f"{len(book.clauses):,}", f"{len(book.addresses()):,}", str(len(scenario.shipped(slug))))
    assert {slug: tuple(numbers) for slug, *numbers in row.findall(text)} == there
    assert f"{len(behaviours.shipped())} built-in [players]" in text


def test_pages_of_rulesets_count_their_verbs_and_modes() -> None:
    """What a page of a ruleset says of its choices is what its vocabulary names; NONE, which nobody chooses, is no verb."""
    from tactica.envs import rulesets

    said, there = {}, {}
    for slug in (slug for slug in rulesets.names() if slug != "toybook"):
        vocab = rulesets.get(slug).module("vocab")
        page = (ROOT / "envs" / "rulesets" / slug / "README.md").read_text(encoding="utf-8")
        said[slug] = re.findall(r"(\d+)\sverbs,\s(\d+)\smodes", page)
        there[slug] = [(str(len(vocab.Verb) - 1), str(len(vocab.Mode)))]
    assert said == there


def test_first_page_shows_a_behaviour_as_it_ships() -> None:
    (shown,) = [block.code for block in blocks("README.md") if block.kind == "yaml" and block.code.startswith("about:")]
    file = (ROOT / "configs" / "behaviours" / "archer.yaml").read_text(encoding="utf-8")
    assert shown == "".join(line for line in file.splitlines(keepends=True) if not line.startswith("#"))


def test_changelog_is_about_this_version() -> None:
    import tactica

    assert f"## {tactica.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_decisions_are_numbered_and_short() -> None:
    """None is missing or there twice, each says choice, reason, and what would change it, and the contents list them."""
    text = decisions.FILE.read_text(encoding="utf-8")
    _, sections = decisions.parse(text)
    found = [one for entries in sections.values() for one in entries]
    numbers = sorted(one.number for one in found if one.number)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(found) == len(decisions.ENTRY.findall(text)), "a decision lies in no section"
    for one in found:
        said = [line.split(":", 1)[0] for line in one.body.splitlines() if line.strip()]
        assert said == ["Choice", "Reason", "What would change it"], one.title
    for section, entries in sections.items():
        numbered = [one.number for one in entries if one.number]
        assert numbered == sorted(numbered), f"{section}: `python -m decisions` in the folder tests puts it in order"
    assert decisions.contents(sections) in text, "`python -m decisions` in the folder tests writes the contents"


def test_references_to_decisions_lead_somewhere() -> None:
    """By their numbers, in documents and in code."""
    text = decisions.FILE.read_text(encoding="utf-8")
    numbers = {one.number for entries in decisions.parse(text)[1].values() for one in entries}
    named = re.compile(r"DECISIONS(?:\.md\)?)?[ ,:(#]*(?:decision |number |no\. )?(\d+)")
    said = [(str(decisions.FILE), int(number)) for number in re.findall(r"\b[Dd]ecisions? (\d+)", text)]
    assert said
    for part in ("envs", "agents", "experiments", "configs", "tests"):
        for file in (ROOT / part).rglob("*"):
            if file.suffix in (".py", ".md", ".yaml"):
                said += [(str(file), int(number)) for number in named.findall(file.read_text(encoding="utf-8"))]
    assert [place for place in said if place[1] not in numbers] == []


def test_new_decisions_are_numbered_where_they_stand() -> None:
    """Also below headings of the old level; whatever has a number keeps it."""
    given = "# D\n\nHow.\n\n## One\n\n### 2. b\nB\n\n### 1. a\nA\n\n## Two room\n\n### 3. c\nC\n\n## NEXT. d\nD\n"
    once = decisions.written(given)
    assert [line for line in once.splitlines() if line.startswith("#")] == [
        "# D", "## One", "### 1. a", "### 2. b", "## Two room", "### 3. c", "### 4. d",
    ]  # fmt: skip
    assert "- [Two room](#two-room): [3](#3-c) [4](#4-d)" in once and decisions.written(once) == once


def test_the_npc_of_the_page_of_agents_is_the_file() -> None:
    page = (ROOT / "agents" / "README.md").read_text(encoding="utf-8")
    brute = (ROOT / "tests" / "npcs" / "brute.py").read_text(encoding="utf-8")
    assert f"```python\n{brute}```" in page


def test_every_example_program_is_listed() -> None:
    page = (ROOT / "agents" / "README.md").read_text(encoding="utf-8")
    programs = [path.name for path in (ROOT / "agents" / "examples").glob("*.py") if path.name != "__init__.py"]
    assert programs
    assert [name for name in programs if f"(examples/{name})" not in page] == []


def test_the_scenarios_of_the_page_of_configs_work() -> None:
    from tactica.envs import scenario

    page = (ROOT / "configs" / "README.md").read_text(encoding="utf-8")
    small, everything, _, chance = [block.split("```")[0] for block in page.split("```yaml\n")[1:5]]
    assert [unit.name for unit in scenario.pool("wfrp1", small).battles[0].units] == ["sellsword", "helmut"]
    pool = scenario.pool("wfrp1", everything)
    assert (int(pool.states[0].light), int(pool.books[0].max_rounds)) == (0, 40)
    more = "ruleset: wfrp1\nsides: [heroes, monsters]\nboard: {size: [30, 30]}\n"
    assert scenario.load(more + chance).is_random and len(scenario.pool("wfrp1", more + chance, 4)) == 4
