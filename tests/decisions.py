"""``envs/DECISIONS.md``: its sections and numbers.

    python -m decisions        # number what is called NEXT, put every section in order, and write the contents

A new decision goes into the section of its room under ``### NEXT. What was chosen``. Numbers never change: others refer to them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[1] / "envs" / "DECISIONS.md"
CONTENTS = ("<!-- contents:begin -->\n", "<!-- contents:end -->\n")
SECTION = re.compile(r"^## (?!(?:\d+|NEXT)\. )(.*)$", re.MULTILINE)
ENTRY = re.compile(r"^##+ (\d+|NEXT)\. (.*)$", re.MULTILINE)


class Decision(NamedTuple):
    """One decision: its number, 0 if it has none yet, its title, and the lines below it."""

    number: int
    title: str
    body: str

    @property
    def anchor(self) -> str:
        """What a link to it names."""
        return re.sub(r"[^\w\- ]", "", f"{self.number}. {self.title}".lower()).replace(" ", "-")


def cut(pattern: re.Pattern[str], text: str) -> tuple[str, list[tuple[re.Match[str], str]]]:
    """What stands before the first heading of a kind, and each heading with what stands below it."""
    found = list(pattern.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    before = text[: found[0].start()] if found else text
    return before, [(match, text[match.end() : end]) for match, end in zip(found, ends, strict=True)]


def parse(text: str) -> tuple[str, dict[str, list[Decision]]]:
    """What stands before the sections, without the contents, and the decisions of each section."""
    intro, sections = cut(SECTION, text)
    begin, end = (intro.find(mark) for mark in CONTENTS)
    intro = intro[:begin] + intro[end + len(CONTENTS[1]) :] if begin >= 0 else intro
    found = {}
    for heading, below in sections:
        entries = cut(ENTRY, below)[1]
        found[heading[1]] = [
            Decision(0 if match[1] == "NEXT" else int(match[1]), match[2], body.strip()) for match, body in entries
        ]
    return intro.strip(), found


def ordered(sections: dict[str, list[Decision]]) -> dict[str, list[Decision]]:
    """The same, with numbers for those that have none, each section by number."""
    last = max((one.number for entries in sections.values() for one in entries), default=0)
    numbered = {}
    for section, entries in sections.items():
        given = []
        for one in entries:
            last += one.number == 0
            given.append(one if one.number else one._replace(number=last))
        numbered[section] = sorted(given)
    return numbered


def contents(sections: dict[str, list[Decision]]) -> str:
    """The table of contents."""
    lines = []
    for section, entries in sections.items():
        links = " ".join(f"[{one.number}](#{one.anchor})" for one in entries if one.number)
        lines.append(f"- [{section}](#{section.lower().replace(',', '').replace(' ', '-')}): {links}\n")
    return "".join(lines)


def written(text: str) -> str:
    """The file as it should be."""
    intro, sections = parse(text)
    sections = ordered(sections)
    parts = [f"{intro}\n\n{CONTENTS[0]}\n{contents(sections)}\n{CONTENTS[1]}"]
    for section, entries in sections.items():
        parts.append(f"\n## {section}\n")
        parts += [f"\n### {one.number}. {one.title}\n{one.body}\n" for one in entries]
    return "".join(parts)


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text(encoding="utf-8")), encoding="utf-8")
