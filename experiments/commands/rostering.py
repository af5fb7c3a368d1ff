"""``tactica worth --rosters``: what units are worth, and whether their price says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common import ensure_compiled, say, show_answer

if TYPE_CHECKING:
    from ..laboratory.running import QuestionFolder

OUT = Path("runs/worth")


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
    from ..laboratory.showing import show
    from ..laboratory.worth import composing
    from ..laboratory.worth.roster_finding import finding_of
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
        finding = finding_of(found, folder.manifest)
        show_answer(finding.answer)
        say(finding.lead)
        show(finding)
        keep(folder.path, finding, found.plain(), found.rows(), json)
    return folder
