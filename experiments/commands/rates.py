"""``tactica lab rates``: how often an audit names generated plants, and raises an alarm on generated controls."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ..common import UserError, ensure_compiled, say, show_answer, write_json
from ..naming import book_name
from .lab import OUT, Glance, Jobs, Keep, Out, Pairs, Scout, Seed, budget_of, conducted, folder_of, line_of
from .options import Json
from .quick import Quick, first_look, say_quick

__all__ = ["rates"]


def rates(
    half: Annotated[
        int, typer.Option(min=1, max=2, help="Which half of the plants and controls: 1 for tuning, 2 only to measure.")
    ] = 1,
    ruleset: Annotated[
        list[str] | None,
        typer.Option("--ruleset", "-r", help="Only this ruleset; repeat for more. \\[default: all that have families]"),
    ] = None,
    cases: Annotated[
        int | None,
        typer.Option(min=1, help="Only so many plants and as many controls of each ruleset. \\[default: all]"),
    ] = None,
    pairs: Pairs = None,
    scout: Scout = None,
    glance: Glance = None,
    keep: Keep = None,
    quick: Quick = False,
    jobs: Jobs = 1,
    seed: Seed = None,
    out: Out = None,
    json: Json = None,
) -> None:
    """How often does an audit find generated faults, and how often does it raise a false alarm?

    Generates 60 plants and 100 controls for all rulesets together, in two halves that depend on the seed alone, audits one
    half, and prints the rates with Wilson intervals and times. Every finished case is saved: the same command continues
    after Ctrl-C. With --quick: one plant and one control of wfrp1, unless others are named.

    Example: [bold]tactica lab rates --half 1 --jobs 2[/], [bold]tactica lab rates -r wfrp1 --cases 1[/]
    """
    from ..laboratory.planting import FAMILIES, generated, rates_of

    known = sorted(file.stem for file in FAMILIES.glob("*.yaml"))
    if wrong := [slug for slug in ruleset or [] if slug not in known]:
        raise UserError(f"no families of plants for {wrong[0]!r}; choose from: {', '.join(known)}")
    given: dict[str, Any] = {
        "--pairs": pairs, "--scout": scout, "--glance": glance, "--keep": keep, "--cases": cases, "--ruleset": ruleset or None,
    }  # fmt: skip
    given = first_look("lab rates", quick, given)
    ruleset, cases = given["--ruleset"], given["--cases"]
    budget = budget_of(given, quick)
    path = out or OUT / f"rates-{seed or 0}-half-{half}{'-quick' if quick else ''}"
    done: dict[str, list[dict[str, Any]]] = {}
    for slug in ruleset or known:
        plants = generated(slug, seed or 0, half)
        plants = plants.model_copy(
            update={"plants": _first(plants.plants, cases), "controls": _first(plants.controls, cases)}
        )
        done[slug] = _checked(plants, path / slug, seed or 0, budget, jobs)
        say(f"{book_name(slug)}: {rates_of(done[slug]).text}")
    everything = [one for found in done.values() for one in found]
    whole = rates_of(everything)
    answer = f"Half {half}, seed {seed or 0}: {whole.text}"
    show_answer(answer)
    say_quick("lab rates", quick, budget.pairs)
    write_json(
        {"answer": answer, "half": half, "seed": seed or 0, "budget": msgspec.to_builtins(budget), "rates": whole,
         "cases": everything, "rulesets": {slug: rates_of(found) for slug, found in done.items()}},
        json,
    )  # fmt: skip


def _first(cases: dict[str, Any], most: int | None) -> dict[str, Any]:
    return dict(list(cases.items())[:most])


def _finished(file: Path) -> dict[str, Any] | None:
    """The result of a case; None without a file, or with a damaged one, so that it is audited again."""
    from ..laboratory.planting import FinishedCase
    from ..sealing import SEAL, as_kind, is_sealed, json_in

    try:
        kept = json_in(file)
        as_kind(kept, FinishedCase, file)
    except (OSError, UserError):
        return None
    return {name: value for name, value in kept.items() if name != SEAL} if is_sealed(kept) else None


def _checked(plants: Any, path: Path, seed: int, budget: Any, jobs: int) -> list[dict[str, Any]]:
    """The results of all cases of a ruleset; those in the folder are not audited again.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from ...envs.replay.files import write_whole
    from ..laboratory import checked
    from ..sealing import sealed

    asked = {"command": "lab rates", "ruleset": plants.ruleset, "seed": seed, "about": plants.about,
             "budget": msgspec.to_builtins(budget)}  # fmt: skip
    folder = folder_of(path, asked, plants.ruleset)
    results = folder.path / "cases"
    found: dict[str, dict[str, Any]] = {}
    with folder.locked():
        ensure_compiled(plants.ruleset)
        results.mkdir(exist_ok=True)
        cases = checked.cases_of(plants, seed=seed, budget=budget)
        files = {
            case.name: results / f"{'plant' if case.is_plant else 'control'}-{case.name.split()[0]}.json"
            for case in cases
        }
        for case in cases:
            if (kept := _finished(files[case.name])) is not None:
                found[case.name] = kept
        left = [case for case in cases if case.name not in found]
        if found:
            say(
                f"{len(found)} of {len(cases)} cases of {plants.ruleset} were audited before; to audit them again, "
                f"choose another --out, or delete {results}"
            )

        def work(progress: Any, played: Any) -> None:
            for one in checked.check(left, played, progress.phase, time.perf_counter):
                found[one.name] = one.plain()
                write_whole(files[one.name], msgspec.json.encode(sealed(found[one.name])))
                say(line_of(one))

        if left:
            conducted(folder, "lab rates", jobs, len(left), budget, work, "the same command again")
    return [found[case.name] for case in cases]
