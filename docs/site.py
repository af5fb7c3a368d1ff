"""What the site has beside ``pages``: the rulebooks, clause by clause, and the pages of the repository.

A link of any page names a file of the repository, so that it works there too. On the site it leads to that file's page;
where the site has none, the name of the file remains.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from tactica.envs import rulesets
from tactica.envs.core.rulebook.clauses import Clause
from tactica.envs.core.rulebook.tables import Table

ROOT = Path(__file__).resolve().parent.parent
PAGES = "docs/pages"
#: Pages of the repository, and where they stand on the site.
GUIDES = {
    "README.md": "guides/first.md",
    "CHANGELOG.md": "guides/changes.md",
    "CONTRIBUTING.md": "guides/contributing.md",
    "SECURITY.md": "guides/security.md",
    "agents/README.md": "guides/agents.md",
    "configs/README.md": "guides/configs.md",
    "envs/README.md": "guides/envs.md",
    "envs/DECISIONS.md": "guides/decisions.md",
    "experiments/README.md": "guides/experiments.md",
    "tests/README.md": "guides/tests.md",
    **{f"envs/{name}/README.md": f"guides/{name}.md" for name in ("apis", "odds", "replay", "sandbox")},
    **{
        path.relative_to(ROOT).as_posix(): f"guides/{path.name}"
        for folder in ("agents", "configs", "envs", "experiments")
        for path in sorted((ROOT / folder / "docs").glob("*.md"))
    },
}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):(?=<code>)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def slugs() -> list[str]:
    """The rulebooks that ship."""
    return sorted(path.parent.name for path in (ROOT / "envs" / "rulesets").glob("*/rulebook.yaml"))


@functools.cache
def places() -> dict[str, str]:
    """Where a file of the repository stands on the site."""
    own = {
        f"{PAGES}/{name}": name
        for name in sorted(path.relative_to(ROOT / PAGES).as_posix() for path in (ROOT / PAGES).rglob("*.md"))
    }
    books = {
        f"envs/rulesets/{slug}/{name}": f"rulebooks/{slug}.md"
        for slug in slugs()
        for name in ("README.md", "rulebook.yaml")
    }
    return {**own, **GUIDES, **books}


# --- rulebooks --------------------------------------------------------------------------------------------------------


def plain(text: Any) -> str:
    """Text that Markdown leaves as it is."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", str(text).strip())


def rulebook(slug: str) -> str:
    """A rulebook as a page: its clauses in the book's order, then its tables."""
    book = rulesets.get(slug).rulebook
    parts = [
        f"# {plain(book.title)}",
        plain(book.summary),
        f"Version {book.version}, {len(book.clauses)} clauses, {len(book.addresses()):,} numbers that can be changed.",
        f"`tactica rules {slug}` shows the same in a terminal, with the code and the tests of each clause.",
    ]
    heading = ""
    for clause in book.clauses.values():
        if clause.heading != heading:
            heading = clause.heading
            parts.append(f"## {plain(heading)}")
        parts.extend(section(clause))
    parts.append("## Tables")
    parts.append(
        "Numbers can be changed in columns with an entry in the row **allowed**, unless the cell says fixed. In an address, "
        "the row's name is in small letters, with `_` for spaces and signs."
    )
    for table in book.tables.values():
        parts.extend(grid(table, book.addresses(aliases=True)))
    return "\n\n".join(parts) + "\n"


def section(clause: Clause) -> Iterator[str]:
    """One clause: what it says, how it is played, its numbers."""
    yield f"### {plain(clause.title)} {{ #{clause.id} }}"
    yield f"`{clause.id}`" + (" (ours: the book leaves it out)" if clause.origin == "completion" else "")
    yield plain(clause.statement)
    for name, text in (
        ("Decision", clause.decision),
        ("Ruling", clause.ruling),
        ("Why", clause.why),
        ("Not in play", clause.idle),
    ):
        if text:
            yield f"**{name}:** {plain(text)}"
    if clause.knobs:
        rows = [
            f"| `{knob.address}` | {knob.default} | {allowed(knob)} | {plain(knob.note)} |"
            for knob in clause.knobs.values()
        ]
        yield "\n".join(["| number | book | allowed | |", "|---|---|---|---|", *rows])
    for reading in clause.readings:
        lines = [f'??? question "{reading.question}"'.replace("`", ""), ""]
        lines += [f"    - {plain(one)}" for one in reading.readings]
        lines += ["", f"    Adopted: {plain(reading.adopted)}. Because {plain(reading.why)}."]
        yield "\n".join(lines)


def allowed(knob: Any) -> str:
    """The values a number may have."""
    return ", ".join(f"{name} ({value})" for name, value in knob.names.items()) or f"{knob.min} to {knob.max}"


def grid(table: Table, knobs: Mapping[str, Any]) -> Iterator[str]:
    """One table of the book; in its last row, the values that cells of a column may have; how the address of a cell is written.
    A cell with other limits than most of its column shows its own.
    """
    yield f"### {plain(table.name)} {{ #tables.{table.name} }}"
    if table.note:
        yield plain(table.note)
    rows = [[plain(cell) for cell in row] for row in table.rows]
    limits, example = [""] * len(table.columns), ""
    for j, column in enumerate(table.columns[1:], 1):
        cells = [knobs.get(f"tables.{table.name}.{key}.{column}") for key in table.keys]
        own = [plain(allowed(knob)) if knob else "fixed" for knob in cells]
        if set(own) != {"fixed"}:
            limits[j] = Counter(one for one in own if one != "fixed").most_common(1)[0][0]
            row = next(key for key, knob in zip(table.keys, cells, strict=True) if knob)
            example = example or f"tables.{table.name}.{row}.{column}"
            for i, one in enumerate(own):
                rows[i][j] += "" if one == limits[j] else f"; {one}"
    lines = [f"| {' | '.join(plain(column) for column in table.columns)} |", "|" + "---|" * len(table.columns)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    lines += [f"| **allowed** | {' | '.join(limits[1:])} |"] if example else []
    yield "\n".join(lines)
    if example:
        yield f"A cell's address is table, row and column: `{example}`."


# --- what MkDocs asks -------------------------------------------------------------------------------------------------


def on_files(files: Files, config: Any) -> Files:
    """Add the rulebooks, the pages of the repository, and the pictures they show."""
    for slug in slugs():
        files.append(File.generated(config, f"rulebooks/{slug}.md", content=rulebook(slug)))
    for source, place in GUIDES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=text))
        for link in LINK.finditer(text):
            picture = posixpath.normpath(posixpath.join(posixpath.dirname(source), link["target"]))
            if link["image"] and files.get_file_from_path(f"pictures/{picture}") is None:
                files.append(File.generated(config, f"pictures/{picture}", abs_src_path=str(ROOT / picture)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let links lead to the site's own pages."""
    here = page.file.src_uri
    if here.startswith("rulebooks/"):
        return markdown
    source = next(source for source, place in places().items() if place == here)
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\0{len(kept) - 1}\0"

    led = LINK.sub(lambda link: follow(link, source, here), CODE.sub(keep, markdown))
    return re.sub("\0(\\d+)\0", lambda code: kept[int(code[1])], led)


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """Docstrings name classes and functions as Sphinx does; MkDocs shows the role."""
    return ROLE.sub("", html)


def follow(link: re.Match[str], source: str, here: str) -> str:
    """A link of a page of the repository as it is on the site."""
    target, anchor = link["target"], link["anchor"] or ""
    if not target or ":" in target:
        return link[0]
    file = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if link["image"]:
        place = f"pictures/{file}"
    elif file in places():
        place = places()[file]
        anchor = "" if place.startswith("rulebooks/") else anchor
    else:
        return link["text"] if link["text"].startswith("\0") else f"{link['text']} (`{file}`)"
    return f"{link['image']}[{link['text']}]({posixpath.relpath(place, posixpath.dirname(here))}{anchor})"
