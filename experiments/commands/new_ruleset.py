"""``tactica new-ruleset``: a small ruleset of one's own, to be changed."""

from __future__ import annotations

import importlib.util
import keyword
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, own_python, say

TEMPLATE = Path(__file__).resolve().parent.parent / "skeleton"
NAME = "skeleton"  # in the files of the template, also as a title
KINDS = (".py", ".yaml", ".md", ".toml")
#: Files of the template that lie beside the package, and the folder they go to.
BESIDE = {"pyproject.toml": "", "conftest.py": "tests", "test_rules.py": "tests"}
SLUG = re.compile(r"[a-z][a-z0-9_]{1,23}")
#: Names with which the template would not work: the folder of its tests, first words of its clauses, tables of a rulebook.
TAKEN = ("tests", "turn", "move", "strike", "tables")


def new_ruleset(
    slug: Annotated[
        str, typer.Argument(metavar="SLUG", help="Its short name, such as border_wars.", show_default=False)
    ],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where to put its folder.")] = Path("."),
) -> None:
    """Create a small ruleset of your own, ready to play and change.

    It has a handful of clauses with code and tests, two scenarios, two behaviours, and everything that interfaces, odds, the
    sandbox and the browser need. A comment at the top of each file says what it is for; start with README.md.

    Example: [bold]tactica new-ruleset border_wars[/]
    """
    check_slug(slug)
    folder = into / slug
    if into.exists() and not into.is_dir():
        raise UserError(f"--into {into}: it is not a folder")
    if folder.exists() or folder.is_symlink():
        raise UserError(f"{folder} exists already: choose another name, or another folder with --into")
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into, prefix=f".{slug}-") as scratch:  # nothing half is left behind
            made = Path(scratch) / slug
            write(slug, made)
            write_pages(slug, made)
            made.rename(folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written: {error.strerror}") from None
    others = [name for name in os.environ.get("TACTICA_RULESETS", "").split(os.pathsep) if name]
    known = os.pathsep.join([*others, str(folder.resolve())])
    say(f"{slug} is ready in {folder}. Let tactica find it, then play it:")
    say()
    say(f"  export TACTICA_RULESETS={shlex.quote(known)}")
    say(f"  tactica battle {slug}/small --red charge --blue shoot")
    say()
    say(f"{folder / slug / 'README.md'} says what to do next.")


def check_slug(slug: str) -> None:
    """Refuse a name that does not work.

    Raises:
        UserError: it is no name for a ruleset, or one that a ruleset or a module of Python has; the message says which.
    """
    from ...envs import rulesets

    if not SLUG.fullmatch(slug):
        raise UserError(f"{slug!r} cannot be a ruleset's name: use 2 to 24 of a-z, 0-9 and _, beginning with a letter")
    if slug in rulesets.names():
        raise UserError(f"there is already a ruleset {slug!r}; choose a name other than {', '.join(rulesets.names())}")
    module = importlib.util.find_spec(slug)
    if keyword.iskeyword(slug) or slug in TAKEN or (module is not None and module.origin is not None):
        raise UserError(f"{slug!r} cannot be a ruleset's name: Python or the files of a ruleset use it; choose another")


def write(slug: str, folder: Path) -> None:
    """Write the template under a name: the package in ``folder/slug``, its settings and tests beside it."""
    from ...envs.replay.files import write_whole

    title = slug.replace("_", " ").title()
    for file in sorted(path for path in TEMPLATE.rglob("*") if path.suffix in KINDS):
        inner = file.relative_to(TEMPLATE)
        target = folder / BESIDE[inner.name] / inner.name if str(inner) in BESIDE else folder / slug / inner
        text = file.read_text(encoding="utf-8").replace(NAME, slug).replace(NAME.title(), title)
        write_whole(target, text.encode("utf-8"))


def write_pages(slug: str, folder: Path) -> None:
    """Write the pages that are made from code, in a process that knows the new ruleset."""
    env = {**os.environ, "TACTICA_RULESETS": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = own_python("-m", "tactica.experiments.generated", slug, "--write")
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the pages of {slug} could not be written:\n{done.stderr}")
