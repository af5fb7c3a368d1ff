"""``tactica worth --rosters``: what units are worth, and whether their price says so."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import ensure_compiled, say, show_answer, show_table

if TYPE_CHECKING:
    from rich.table import Table

    from ..laboratory.running import QuestionFolder
    from ..laboratory.worth.composing import UnitWorths

OUT = Path("runs/worth")
SPARE = ("at first", "drawn")


def ask_rosters(
    scenario: str | None,
    player: str | None,
    against: str | None,
    *,
    ruleset: str | None,
    battles: int,
    budget: int,
    rules: dict[str, Any],
    seed: int,
    jobs: int,
    out: Path | None,
    resume: Path | None,
    json: Path | None,
) -> QuestionFolder:
    """Measure what units are worth, print the result and save it. Returns the folder."""
    import msgspec

    from ..laboratory.running import QuestionFolder
    from ..laboratory.worth import composing
    from ..laboratory.worth.roster_page import answer_of, gist, roster_page, title_of
    from .questions import conduct, keep

    if resume is not None:
        folder, question = composing.go_on(resume)
    else:
        assert scenario is not None
        if player is None:
            say("ranking the behaviours quickly ...")
        question = composing.ask(
            scenario, player, against, ruleset=ruleset, battles=battles, budget=budget, rules=rules, seed=seed
        )
        folder = QuestionFolder.create(
            out or OUT / composing.folder_name(question), msgspec.to_builtins(question), question.stream.ruleset
        )
    with folder.locked():
        ensure_compiled(question.stream.ruleset)
        found = conduct(
            2 * question.battles, folder, "worth", jobs,
            lambda progress: composing.play(question, folder=folder, jobs=jobs, stop=progress.stop, tell=progress.tell),
        )  # fmt: skip
        answer = answer_of(found)
        show_answer(answer)
        say(title_of(found))
        show_table(table_of(found), SPARE)
        for line in gist(found):
            say(line)
        keep(folder.path, answer, found.plain(), found.rows(), roster_page(found, folder.manifest), json)
    return folder


def table_of(found: UnitWorths) -> Table:
    """Units by worth."""
    from rich.table import Table
    from rich.text import Text

    from ..laboratory.worth.words import points_text

    table = Table()
    table.add_column("unit")
    for column in ("price", "drawn", "worth", "95 % interval", "beyond its price", "interval", "fair price"):
        table.add_column(column, justify="right")
    table.add_column("")
    table.add_column("at first", justify="right")
    for unit in found.units:
        table.add_row(
            Text(unit.name), f"{unit.price:,}" if unit.price else "", f"{unit.taken:,}", points_text(unit.worth),
            f"{points_text(unit.low)} to {points_text(unit.high)}",
            "" if math.isnan(unit.beyond) else points_text(unit.beyond),
            "" if math.isnan(unit.beyond) else f"{points_text(unit.beyond_low)} to {points_text(unit.beyond_high)}",
            "" if math.isnan(unit.fair) else f"{unit.fair:,.1f}", unit.verdict, points_text(unit.first),
        )  # fmt: skip
    return table
