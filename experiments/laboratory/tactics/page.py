"""The page of a search for tactics: one HTML file that needs neither network nor other files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ....envs import replay as replays
from ....envs.replay.files import write_whole
from ...report import filled
from ...report.boards import frames_of
from ...report.charts import ChartScale, column, definitions, escape, heat, percent
from ..running import QuestionFolder
from ..shards import play
from .found import Discovery, JudgedMember
from .pictures import map_picture, wheel_picture
from .population import Response
from .replaying import play_again
from .telling import (
    behaviour_of,
    counter_of,
    counter_words,
    counters_of,
    cycle_words,
    interval,
    joined_words,
    places,
    places_named,
    twin_words,
    verdict,
)
from .wording import sentence

__all__ = ["write_page"]


def write_page(found: Discovery, folder: QuestionFolder) -> Path:
    """Write the page, and the replays it shows."""
    games = saved_games(found, folder)
    best = found.judged[0]
    slots = {
        "title": escape(f"Tactics for {places_named(found)}"),
        "lead": escape(
            f"{len(found.judged)} players, {2 * found.pairs:,} games. All results were measured on starts and dice that the "
            "search did not use."
        ),
        "trouble": "",
        "tiles": tiles(found, best),
        "verdict": escape(verdict(found)),
        "ranking": ranking(found),
        "tactics": "".join([*map(card, found.found), *(counter_card(*one) for one in counters_of(found))])
        or "<p>No stronger tactic was found.</p>",
        "races": races(found),
        "maphidden": "" if found.atlas else "hidden",
        "mapabout": escape(map_words(found)),
        "map": map_picture(found.atlas) if found.atlas else "",
        "matrix": matrix(found),
        "cycle": escape(cycle_words(found)),
        "wheel": wheel_picture(found),
        "joined": escape(f"{twin_words(found)} {joined_words(found)}".strip()),
        "exploiters": exploiters(found),
        "hidden": "" if games else "hidden",
        "games": msgspec.json.encode(games).decode().replace("<", "\\u003c"),
        "method": definitions(
            [
                ("scenarios", places(found)),
                *(
                    (name, str(value))
                    for name, value in found.plan.model_dump(exclude={"about", "ruleset", "scenarios"}).items()
                ),
                *((key, str(folder.manifest[key])) for key in ("rules", "version", "machine", "python")),
            ]
        ),
    }
    return write_whole(folder.path / "report.html", filled("tactics.html", slots).encode("utf-8"))


def saved_games(found: Discovery, folder: QuestionFolder) -> list[dict[str, Any]]:
    """The games to show, written as replays and as frames."""
    games = []
    for k, (title, shard, pair, seat) in enumerate(found.shown):
        played = folder.read(shard) or play(shard)
        recording = play_again(shard, played, pair, seat)
        if recording is None:
            continue
        file = replays.save(recording, folder.path / "replays" / f"exploiter-{k + 1}")
        frames = frames_of(recording.replay())
        games.append(
            {
                "kind": "Exploiter",
                "why": title,
                "where": shard.stream.scenario,
                "file": f"replays/{file.name}",
                **frames,
            }
        )
    return games


def tiles(found: Discovery, best: JudgedMember) -> str:
    """The most important numbers."""
    worst = best.exploiter
    cells = [
        ("First", escape(best.member.name), f"{interval(best.share)} of the points against the field"),
        (
            "Dominant",
            {"dominant": "yes", "beaten": "no", "open": "not significant"}.get(found.verdict, "not asked"),
            escape(found.leader),
        ),
        ("Found", f"{len(found.found)}", "new tactics"),
    ]
    if worst is not None and worst.share is not None:
        takes = f"takes {interval(worst.share)} of the points from it"
        cells.append(("Best response to the first", escape(worst.member.name), takes))
    return "".join(
        f'<div class="tile"><h3>{what}</h3><p class="big">{value}</p><p>{more}</p></div>' for what, value, more in cells
    )


def whisker_row(axis: ChartScale, name: str, one: Any, cells: Sequence[str], colour: str = "var(--accent)") -> str:
    """A row with a share as a bar."""
    about, more = interval(one), "".join(f'<td class="num">{cell}</td>' for cell in cells)
    return (
        f'<tr><th scope="row">{escape(name)}</th><td class="num strong">{percent(one.value, 1)}<small class="narrow">'
        f'{percent(one.low, 1)} to {percent(one.high, 1)}</small></td><td class="chart">'
        f"{axis.whisker(100 * one.value, 100 * one.low, 100 * one.high, colour, about)}</td>"
        f"{more}</tr>"
    )


def ranking(found: Discovery) -> str:
    """Everybody with points against the field."""
    axis = ChartScale(
        min(100 * one.share.low for one in found.judged), max(100 * one.share.high for one in found.judged)
    )
    rows = []
    for one in found.judged:
        chosen = "" if one.selected is None else percent(one.selected, 1)
        before = "" if one.beside is None else percent(one.beside.value, 1)
        colour = "var(--accent)" if one.member.kind == "found" else "var(--faint)"
        cells = (
            percent(one.style.get("drawn", 0.0), 1),
            percent(one.nash, 1),
            chosen,
            before,
            f"{one.share.games:,}<small>{one.share.unique:,} distinct</small>",
        )
        rows.append(whisker_row(axis, one.member.name, one.share, cells, colour))
    head = (
        '<tr><th>Player</th><th class="num">Points</th><th class="chart">95 % interval</th><th class="num">Drawn</th>'
        '<th class="num">Nash</th>'
        '<th class="num">When chosen</th><th class="num">Before pruning</th><th class="num">Games</th></tr>'
    )
    foot = f'<tr class="foot"><td></td><td></td><td class="chart">{axis.scale()}</td>{"<td></td>" * 5}</tr>'
    return f'<table class="ranking"><thead>{head}</thead><tbody>{"".join(rows)}{foot}</tbody></table>'


def card(one: JudgedMember) -> str:
    """A tactic that was found: what it does in words, and its file."""
    genome = one.member.genome
    assert genome is not None
    style = ", ".join(f"{name} {value:.2f}" for name, value in one.style.items() if value)
    return (
        f"<article><h3>{escape(one.member.name)}</h3><p>{escape(sentence(genome))} {escape(one.member.origin.capitalize())}; "
        f"wins {interval(one.share)} of the points against the field on fresh dice.</p><details><summary>As a behaviour file"
        "</summary><pre>"
        f"{escape_lines(behaviour_of(one).to_yaml())}</pre></details><p><small>In a battle: {escape(style)}</small></p></article>"
    )


def counter_card(target: str, one: Response) -> str:
    """A tactic that was found to counter a player: what it does in words, and its file."""
    return (
        f"<article><h3>{escape(one.member.name)}</h3><p>{escape(counter_words(target, one))}</p>"
        f"<details><summary>As a behaviour file</summary><pre>{escape_lines(counter_of(one).to_yaml())}</pre></details></article>"
    )


def escape_lines(text: str) -> str:
    """Foreign text of several lines as HTML."""
    return "\n".join(escape(line) for line in text.splitlines())


def races(found: Discovery) -> str:
    """What each race accepted."""
    rows = []
    for one in found.races:
        steps = "".join(
            f"<li>{escape(step.said)} <small>led by {percent(step.lead, 1)} in {step.pairs:,} pairs, {step.errors:.1f} standard "
            "errors</small></li>"
            for step in one.steps
        )
        rows.append(
            f'<tr><th scope="row">{escape(one.name)}</th><td class="num">{one.tried:,}</td><td class="num">{2 * one.spent:,}</td>'
            f'<td class="num">{one.false_expected:.2f}</td><td>{f"<ol>{steps}</ol>" if steps else "nothing"}</td></tr>'
        )
    head = (
        '<tr><th>From</th><th class="num">Changes tried</th><th class="num">Games</th>'
        '<th class="num">False gains to expect</th><th>Accepted, with selection scores</th></tr>'
    )
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def map_words(found: Discovery) -> str:
    """What the map shows."""
    if found.atlas is None:
        return ""
    one, other = found.atlas.axes
    return (
        f"The best tactic found for each style, by {one} and {other} as measured in its games, after {found.atlas.tried:,} "
        "tries. Each cell shows the points it wins against the field on fresh dice, with the 95 % interval. For empty cells no "
        "tactic was found."
    )


def matrix(found: Discovery) -> str:
    """Everybody against everybody."""
    names = [member.name for member in found.game.members]
    rows = []
    for name, row in zip(names, found.game.shares, strict=True):
        cells = "".join('<td class="cell self"></td>' if share is None else heat(share) for share in row)
        rows.append(f'<tr><th scope="row" title="{escape(name)}">{escape(name)}</th>{cells}</tr>')
    head = "".join(column(name) for name in names)
    return f'<table class="heat"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def exploiters(found: Discovery) -> str:
    """How far each player can be exploited."""
    known = [
        (one, one.exploiter) for one in found.judged if one.exploiter is not None and one.exploiter.share is not None
    ]
    if not known:
        return ""
    shares = [worst.share for _, worst in known if worst.share is not None]
    axis = ChartScale(min(100 * share.low for share in shares), max(100 * share.high for share in shares))
    rows = []
    for one, worst in known:
        is_new = worst.member.genome is not None and all(
            worst.member.name != other.member.name for other in found.judged
        )
        words = sentence(worst.member.genome) if is_new and worst.member.genome is not None else ""
        who = f'{escape(worst.member.name)}<small class="words">{escape(words)}</small>'
        rows.append(whisker_row(axis, one.member.name, worst.share, (who, percent(worst.selected, 1))))
    head = (
        '<tr><th>Player</th><th class="num">Lost</th><th class="chart">95 % interval</th><th class="num">To</th>'
        '<th class="num">When chosen</th></tr>'
    )
    foot = f'<tr class="foot"><td></td><td></td><td class="chart">{axis.scale()}</td><td></td><td></td></tr>'
    return f'<table class="ranking wide"><thead>{head}</thead><tbody>{"".join(rows)}{foot}</tbody></table>'
