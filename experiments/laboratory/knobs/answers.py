"""The best answers of players that adapt, on the page of a sweep and as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ....envs.engine.behaviours import Behaviour, load
from ....envs.replay.files import write_whole
from ...common import UserError
from ...report.charts import escape
from ...report.lines import Line, chart
from ..finding import Block, Card, Drawing, FindingTable, Row, Section, Value, estimate, in_words
from ..parts import place_of
from .adapting import Attempt, Tactic
from .found import Sweep
from .searching import PACE
from .words import answer_text, raced_text, title_of

__all__ = ["answered", "behaviour_of", "write_tactics"]

GIVEN, BEST = "var(--p0)", "var(--p2)"  # colours of the two lines
TACTICS = "tactics"


def behaviour_of(tactic: Tactic) -> Behaviour:
    """A tactic that was found as something that can play, or be written into a file."""
    return load({"name": tactic.name, "about": tactic.says, **tactic.behaviour})


def write_tactics(sweep: Sweep, folder: Path) -> list[Path]:
    """Write every tactic that is the best answer somewhere into the folder of a sweep, as YAML.

    Raises:
        UserError: a file cannot be written.
    """
    found, written = sweep.adapted, list[Path]()
    for tactic in found.tactics if found is not None else ():
        assert found is not None
        where = [
            f"at {label} {answer_text(found, k)}"
            for k, (name, label) in enumerate(zip(found.names, sweep.labels, strict=True))
            if name == tactic.name
        ]
        head = (
            f"# Found by tactica sweep in {place_of(sweep.ruleset, sweep.scenario)} over {title_of(sweep)},\n"
            f"# {raced_text(sweep, tactic)}.\n"
            f"# Its share of the points from {sweep.players[1]} on fresh starts and dice: {'; '.join(where)}.\n"
        )
        try:
            (folder / TACTICS).mkdir(exist_ok=True)
            text = (head + behaviour_of(tactic).to_yaml()).encode()
            written.append(write_whole(folder / TACTICS / f"{tactic.name}.yaml", text))
        except OSError as error:
            raise UserError(f"{folder / TACTICS}: cannot be written: {error.strerror}") from None
    return written


def how_answered(sweep: Sweep) -> str:
    """How the best answers were looked for."""
    found = sweep.adapted
    assert found is not None
    races = [attempt.pairs for attempt in found.attempts if attempt is not None]
    first = (
        f"At each value the best response to {sweep.players[1]} was sought: first among all built-in behaviours, by "
        "successive halving"
    )
    raced = (
        f"; the best of them was then raced, in up to {max(races):,} pairs of games: a mutation replaced it when it led by "
        f"{PACE.bound:g} standard errors on the same starts and dice. Some such changes are worth nothing, so what the races at "
        f"this value and near ones found met {sweep.players[0]} and the best of the others once more in a final"
        if races
        else ""
    )
    return (
        f"{first}{raced}. It was judged on starts and dice that nothing of this saw. Values differ in the rules, and in how far "
        "each search came. The gain is that over the first player at the same value."
    )


def answered(sweep: Sweep) -> list[Section]:
    """Who answers best at each value, and what that is worth, as a section."""
    found = sweep.adapted
    assert found is not None
    axis = sweep.axes[0]
    drawn = ""
    if len(sweep.axes) == 1:
        given = sweep["score"]
        with np.errstate(invalid="ignore"):
            sure = (found.p < 0.05).tolist()
        lines = [
            Line(sweep.players[0], GIVEN, given.value, given.low, given.high, given.sure.tolist()),
            Line("the best answer", BEST, found.score, found.low, found.high, sure),
        ]
        shown = chart(
            lines, numbers=axis.numbers, labels=axis.labels, evenly=not axis.is_number, book=axis.default, level=0.5,
            is_share=True, about="score of the best answer",
        )  # fmt: skip
        drawn = (
            f'<div class="keys"><span><i class="dot" style="--c:{GIVEN}"></i>{escape(sweep.players[0])}</span>'
            f'<span><i class="dot" style="--c:{BEST}"></i>the best answer</span></div>'
            f'<div class="curves"><div class="curve"><h3>score against {escape(sweep.players[1])}</h3>{shown}</div></div>'
        )
    rows: list[Row] = []
    for k, (label, name) in enumerate(zip(sweep.labels, found.names, strict=True)):
        score, gain, apart = (
            estimate(value.flat[k], low.flat[k], high.flat[k], is_share=True, sign=sign, unit="" if sign else "%")
            for value, low, high, sign in (
                (found.score, found.low, found.high, False),
                (found.gain, found.gain_low, found.gain_high, True),
                (found.difference, found.difference_low, found.difference_high, True),
            )
        )
        who = Value(name, (_race_text(found.attempts[k]),) if found.attempts else ())
        rows.append(
            [label, who, score, "" if name == sweep.players[0] else gain, "" if k == sweep.reference else apart]
        )
    first, gains = axis.address.rsplit(".", 1)[-1], f"gain over {sweep.players[0]}"
    columns = (first, in_words("best answer"), "score", gains, "from the shaded row")
    cards = [card(sweep, tactic) for tactic in found.tactics]
    blocks: list[Block] = [Drawing(drawn), FindingTable(columns, rows, sweep.reference), *cards]
    return [Section("Players that adapt", blocks, how_answered(sweep))]


def _race_text(attempt: Attempt | None) -> str:
    """What the race at a point came to."""
    if attempt is None:
        return ""
    found = f"{len(attempt.changes)} accepted" if attempt.changes else "none better"
    return f"raced from {attempt.start}: {attempt.tried:,} changes tried, {found}"


def card(sweep: Sweep, tactic: Tactic) -> Card:
    """A tactic that was found: what it does in words, what was changed, and its file."""
    raced = raced_text(sweep, tactic)
    changes = "".join(f"<li>{escape(said)}</li>" for said in tactic.changes)
    inner = f"<p>{escape(raced[:1].upper() + raced[1:])}; changed, one after the other:</p><ol>{changes}</ol>"
    return Card(tactic.name, tactic.says, behaviour_of(tactic).to_yaml(), inner)
