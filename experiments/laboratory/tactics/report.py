"""The tactics report of a rulebook as Markdown, with figures beside it."""

from __future__ import annotations

from pathlib import Path

from ....envs.replay.files import write_whole
from ...common import UserError
from ..parts import NOT_YET, PLACES, kept_parts, today
from ..running import QuestionFolder
from .found import Discovery
from .page import map_words
from .pictures import map_picture, standalone, wheel_picture
from .plan import Plan, read, shipped
from .telling import (
    answer_of,
    behaviour_of,
    counter_of,
    counter_words,
    counters_of,
    cycle_words,
    field_words,
    interval,
    joined_words,
    percent,
    places_named,
    twin_words,
    verdict,
)
from .wording import sentence

__all__ = ["write_report"]


def write_report(found: Discovery, folder: QuestionFolder, path: Path) -> Path:
    """Write the report.

    Args:
        found: what the search found.
        folder: of the search.
        path: of the report; figures come beside it, named after it.

    Raises:
        UserError: it cannot be written.
    """
    kept = kept_parts(path)
    try:
        figures = {"cycle": standalone(wheel_picture(found))}
        if found.atlas is not None:
            figures["map"] = standalone(map_picture(found.atlas))
        for name, picture in figures.items():
            write_whole(path.with_name(f"{path.stem}-{name}.svg"), picture.encode())
        return write_whole(path, text_of(found, folder, path.stem, kept).encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None


def again(plan: Plan, stem: str) -> list[str]:
    """How to make the report again, where a recipe of its name that ships asks for just this."""
    if stem not in shipped() or read(stem).model_dump(exclude={"about"}) != plan.model_dump(exclude={"about"}):
        return []
    return ["", f"To repeat this report: `tactica discover --recipe {stem} --report {stem}.md`."]


def text_of(found: Discovery, folder: QuestionFolder, stem: str, kept: dict[str, str]) -> str:
    """The report as text."""
    plan = found.plan
    lines = [
        f"# Tactics for {places_named(found)}",
        "",
        answer_of(found),
        "",
        *([plan.about, ""] if plan.about else []),
        f"{2 * found.pairs:,} games between {len(found.judged)} players, {today()} (rules "
        f"{folder.manifest['rules'][:16]}, tactica {folder.manifest['version']}, {folder.manifest['machine']}). "
        f"{field_words(plan)} All results were measured on starts and dice that the search did not use, except the scores in the "
        "search. Intervals are at 95 %.",
        *again(plan, stem),
        "",
        "## The strongest tactics",
        "",
        verdict(found),
        "",
        "| player | points against the field | drawn | share in the Nash mixture "
        "| toughest opponent, and the points it wins (chosen on earlier games) | score in the search (too high) |",
        "|---|---|---|---|---|---|",
    ]
    for one in found.judged:
        worst = one.exploiter
        answer = "" if worst is None or worst.share is None else f"{interval(worst.share)}: {worst.member.name}"
        chosen = "" if one.selected is None else percent(one.selected)
        name = f"**{one.member.name}**" if one.member.kind == "found" else one.member.name
        lines.append(
            f"| {name} | {interval(one.share)} | {percent(one.style['drawn'])} | {one.nash:.0%} | {answer} | {chosen} |"
        )
    lines += ["", twin_words(found)] if found.twins else []
    for one in found.found:
        assert one.member.genome is not None
        lines += ["", f"### {one.member.name}", "", f"{sentence(one.member.genome)} ({one.member.origin})", ""]
        lines += ["```yaml", behaviour_of(one).to_yaml().rstrip(), "```"]
    for target, counter in counters_of(found):
        lines += ["", f"### {counter.member.name}", "", counter_words(target, counter), ""]
        lines += ["```yaml", counter_of(counter).to_yaml().rstrip(), "```"]
    lines += ["", "## Who beats whom", "", cycle_words(found), "", f"![Who beats whom]({stem}-cycle.svg)"]
    lines += ["", joined_words(found)] if found.joined else []
    if found.atlas is not None:
        lines += ["", "## Map of what works", "", map_words(found), "", f"![Map of styles]({stem}-map.svg)"]
    for name, title in PLACES.items():
        inner = kept.get(name, f"{NOT_YET}\n")
        lines += ["", f"## {title}", "", f"<!-- {name} -->", f"{inner.rstrip()}", f"<!-- end of {name} -->"]
    return "\n".join([*lines, ""])
