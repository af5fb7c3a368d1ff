"""Every file that is made from code and declarations, and what makes it. ``make generated`` rewrites them all.

    python -m tactica.experiments.generated                # list them: file, generator, current or out of date
    python -m tactica.experiments.generated --write        # rewrite what is out of date
    python -m tactica.experiments.generated wfrp1          # only the pages of a ruleset, also one of your own

Golden transcripts and records are not among them: they show what the rules do, so ``make transcripts`` and ``make records`` are
run on purpose, and their differences are read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from .. import configs
from ..envs import rulesets
from ..envs.core.ruleset import Ruleset
from ..envs.engine import behaviours, observation_page
from ..envs.engine.networks import CHECKPOINTS
from ..envs.rulesets import contract_page, readme_table
from ..envs.scenario.files import schema_text
from ..envs.scenario.schema import schema_file
from ..envs.scenario.schema import schema_text as scenario_schema_text
from .benchmark import page as benchmark
from .benchmark.tasks import TasksModel
from .comparison import page as comparisons
from .laboratory.plants import Plants
from .laboratory.tactics.plan import Plan
from .marked import updated
from .npcs import suite
from .pages import behaviours as behaviours_page
from .pages import commands as commands_page
from .pages import scenarios as scenarios_page
from .training.curve import curve_of
from .training.recipe import Recipe

__all__ = ["Generated", "everything", "main", "pages_of"]

COMMAND = "make generated"
SCHEMAS = configs.FOLDER / "schemas"
ROOMS = contract_page.PAGE.with_name("README.md")  # of ``envs``


class Generated(NamedTuple):
    """A file that is made.

    Attributes:
        file: where it lies.
        text: makes what should stand in it.
    """

    file: Path
    text: Callable[[], str]

    @property
    def generator(self) -> str:
        """Module and name of what makes it."""
        function = self.text.func if isinstance(self.text, partial) else self.text
        return f"{function.__module__}.{function.__name__}"

    @property
    def is_current(self) -> bool:
        """Whether the file is what its generator makes."""
        return self.file.exists() and self.file.read_text(encoding="utf-8") == self.text()

    def write(self) -> None:
        """Write the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.text(), encoding="utf-8")


def is_ours(ruleset: Ruleset) -> bool:
    """Whether a ruleset is part of tactica."""
    return ruleset.package.startswith(f"{rulesets.__name__}.")


def _with_contract(page: Path) -> str:
    """The page that says how a ruleset is added, with the chapters of its book."""
    return updated(page, {"contract": contract_page.contract_table()})


def pages_of(ruleset: Ruleset) -> list[Generated]:
    """The pages in a ruleset's folder; none where it has no README. Rulesets from elsewhere have a page of their book, too."""
    if not readme_table.readme(ruleset).exists():
        return []
    pages = [
        Generated(readme_table.readme(ruleset), partial(readme_table.updated, ruleset)),
        Generated(observation_page.page_file(ruleset), partial(observation_page.page, ruleset)),
    ]
    if not is_ours(ruleset):
        pages.append(Generated(contract_page.page_file(ruleset), partial(contract_page.page_of, ruleset)))
    return pages


def everything() -> list[Generated]:
    """All generated files of tactica and of the rulesets that are found, in the order of their folders."""
    known = [rulesets.get(slug) for slug in rulesets.names()]
    logs = sorted(CHECKPOINTS.glob("*.log.jsonl"))
    ours = [ruleset for ruleset in known if is_ours(ruleset)]
    return [
        Generated(contract_page.PAGE, contract_page.contract_page),
        Generated(ROOMS, partial(_with_contract, ROOMS)),
        *(page for ruleset in known for page in pages_of(ruleset)),
        *(Generated(schema_file(one.slug), partial(scenario_schema_text, one.slug)) for one in ours),
        Generated(SCHEMAS / "behaviour.json", behaviours.schema_text),
        Generated(SCHEMAS / "suite.json", suite.schema_text),
        Generated(SCHEMAS / "training.json", partial(schema_text, Recipe)),
        Generated(SCHEMAS / "tactics.json", partial(schema_text, Plan)),
        Generated(SCHEMAS / "plants.json", partial(schema_text, Plants)),
        Generated(SCHEMAS / "benchmark.json", partial(schema_text, TasksModel)),
        Generated(benchmark.DOCUMENT, benchmark.document),
        Generated(comparisons.PAGE, comparisons.document),
        *(Generated(one.PAGE, one.document) for one in (behaviours_page, commands_page, scenarios_page)),
        *(Generated(log.with_name(log.name.replace(".log.jsonl", ".svg")), partial(curve_of, log)) for log in logs),
    ]


def shown(file: Path) -> str:
    """A file as it is named to people: from the folder they are in, where it lies below."""
    return os.path.relpath(file) if file.is_relative_to(Path.cwd()) else str(file)


def main(arguments: Sequence[str] | None = None) -> int:
    """List or rewrite generated files. Returns 1 where one is out of date and stays so."""
    parser = argparse.ArgumentParser(
        prog="python -m tactica.experiments.generated", description="List generated files, or rewrite them."
    )
    parser.add_argument("rulesets", nargs="*", help="only the pages of these rulesets [default: all generated files]")
    parser.add_argument("--write", action="store_true", help="rewrite the files that are out of date")
    given = parser.parse_args(arguments)
    try:
        chosen: Iterable[Generated] = [page for slug in given.rulesets for page in pages_of(rulesets.get(slug))]
    except rulesets.UnknownRuleset as error:
        parser.error(str(error))
    stale = 0
    for one in chosen if given.rulesets else everything():
        state = "current"
        if not one.is_current:
            state = "written" if given.write else "OUT OF DATE"
            stale += not given.write
            if given.write:
                one.write()
        print(f"{state:<12} {shown(one.file)}  ({one.generator})")
    if stale:
        print(f"{stale} out of date: {COMMAND}, or this command with --write, rewrites them", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
