"""A search for tactics as a finding, with the games it shows, and its report."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ....envs import replay as replays
from ....envs.replay.files import write_whole
from ...common import UserError
from ...report.boards import frames_of
from ...report.charts import ChartScale, column, escape, heat
from ...statistics import Share
from ..finding import (
    MARKDOWN,
    PAGE,
    TERMINAL,
    Card,
    Column,
    Drawing,
    Finding,
    FindingTable,
    Row,
    Section,
    ShownGames,
    Value,
    in_words,
)
from ..parts import NOT_YET, PLACES, kept_parts, today
from ..running import QuestionFolder
from ..shards import play
from ..showing import write_markdown
from . import telling
from .found import Discovery
from .pictures import map_picture, standalone, wheel_picture
from .plan import Plan, read, shipped
from .replaying import play_again
from .wording import sentence

__all__ = ["finding_of", "saved_games", "write_report"]

METHOD = (
    "<b>Nash mixture.</b> A mixture of these players that none of them beats on average. <b>The score in the search</b> is that "
    "by which a tactic was selected, against whom it was raced: it flatters. <b>Before pruning</b> is what the tactic won before "
    "weights that do not matter were removed, on the same fresh starts and dice.",
)
FIELD = "Share of the points against the field, each opponent equally often, on fresh starts and dice."
MATRIX = "Share of the points the row's player wins against the column's, in percent, with its 95 % interval."
ARROWS = (
    "Arrows point from the winner to the loser: the cycle, or, where no cycle is significant, those that make up the Nash "
    "mixture."
)
EXPLOITED = (
    "The toughest opponent of each player, chosen on earlier games, and the share of the points it wins on fresh starts and "
    "dice. Less than half means that no opponent was found that beats it. A longer search may find more."
)
GAMES = "A game won by each of the best answers. Click a line of the log to jump there. Space plays, arrow keys step."
RACES = (
    "Each change was compared with the incumbent on the same starts and dice, and accepted when its lead was beyond 3.5 "
    "standard errors. Leads are selection scores, so they are too high. The fourth column says how many changes would be "
    "accepted by chance alone, at most."
)


def finding_of(
    found: Discovery, manifest: Mapping[str, Any], games: Sequence[Mapping[str, Any]] = (), stem: str = ""
) -> Finding:
    """The finding.

    Args:
        found: what the search found.
        manifest: of its folder.
        games: to show, see :func:`saved_games`.
        stem: of the report's file, after which figures beside it are named.
    """
    plan, cards = found.plan, [*tactics(found), *counters(found)]
    wheel = Drawing(f'<div class="figure">{wheel_picture(found)}</div>', f"{stem}-cycle.svg", "Who beats whom")
    twins, cycle = telling.twin_words(found), telling.cycle_words(found)
    joined, said = telling.joined_words(found), telling.verdict(found)
    sections = [
        Section("", [again(plan, stem)], on=MARKDOWN),
        Section("Is a tactic dominant?", [said]),
        Section("The strongest tactics", [said, ranking(found), twins, *cards], on=MARKDOWN),
        Section("Ranking", [ranking(found)], FIELD, on=PAGE | TERMINAL),
        Section("", [twins, cycle, joined, said], on=TERMINAL),
        Section("Tactics found", cards or ["No stronger tactic was found."]),
        Section("Who beats whom", [cycle, wheel, joined], on=MARKDOWN),
    ]
    if found.atlas is not None:
        drawn = Drawing(f'<div class="figure">{map_picture(found.atlas)}</div>', f"{stem}-map.svg", "Map of styles")
        sections.append(Section("Map of what works", [drawn], map_words(found), on=PAGE | MARKDOWN))
    sections += [
        Section("All against all", [Drawing(matrix(found)), ARROWS, wheel], f"{MATRIX} {cycle}"),
        Section("How exploitable each player is", exploiters(found), f"{EXPLOITED} {twins} {joined}".strip()),
        *([Section("Games of the best responses", [ShownGames(games)], GAMES)] if games else []),
        Section("Races", [races(found)], RACES),
    ]
    return Finding(
        f"Tactics for {telling.places_named(found)}",
        telling.answer_of(found),
        f"{2 * found.pairs:,} games between {len(found.judged)} players, {today()} (rules {manifest['rules'][:16]}, tactica "
        f"{manifest['version']}, {manifest['machine']}). {telling.field_words(plan)} All results were measured on starts and "
        "dice that the search did not use, except the scores in the search. Intervals are at 95 %.",
        sections,
        manifest,
        [
            ("scenarios", telling.places(found)),
            *((name, str(value)) for name, value in plan.model_dump(exclude={"about", "ruleset", "scenarios"}).items()),
        ],
        METHOD,
        about=plan.about,
    )


def saved_games(found: Discovery, folder: QuestionFolder) -> list[dict[str, Any]]:
    """The games to show, written as replays and as frames."""
    games = []
    for k, (title, shard, pair, seat) in enumerate(found.shown):
        played = folder.read(shard) or play(shard)
        recording = play_again(shard, played, pair, seat)
        if recording is None:
            continue
        file = replays.save(recording, folder.path / "replays" / f"exploiter-{k + 1}")
        about = {"kind": "Exploiter", "why": title, "where": shard.stream.scenario, "file": f"replays/{file.name}"}
        games.append({**about, **frames_of(recording.replay())})
    return games


def ranking(found: Discovery) -> FindingTable:
    """Everybody with points against the field; tactics that were found stand out."""
    axis = _axis([one.share for one in found.judged])
    columns = (
        "player",
        Column("points against the field", parts=("95 % interval",)),
        Column("", "chart", on=PAGE),
        Column("drawn", on=PAGE | MARKDOWN),
        "share in the Nash mixture",
        Column("toughest opponent, and the points it wins (chosen on earlier games)", on=MARKDOWN),
        Column("lost", on=TERMINAL),
        in_words("to", on=TERMINAL),
        Column("score in the search (too high)", on=PAGE | MARKDOWN),
        Column("before pruning", on=PAGE | TERMINAL),
        Column("games", parts=("distinct",), on=PAGE | TERMINAL),
    )
    rows: list[Row] = []
    for one in found.judged:
        worst, is_found = one.exploiter, one.member.kind == "found"
        lost = worst.share if worst is not None else None
        rows.append(
            [
                Value(one.member.name, is_sure=is_found),
                _points(one.share),
                _whisker(axis, one.share, "var(--accent)" if is_found else "var(--faint)"),
                telling.percent(one.style.get("drawn", 0.0)),
                f"{one.nash:.0%}",
                f"{telling.interval(lost)}: {worst.member.name}" if worst is not None and lost is not None else "",
                telling.percent(lost.value) if lost is not None else "",
                telling.beater_text(worst) if worst is not None else "",
                "" if one.selected is None else telling.percent(one.selected),
                "" if one.beside is None else telling.percent(one.beside.value),
                Value(f"{one.share.games:,}", (f"{one.share.unique:,} distinct",)),
            ]
        )
    caption = (
        "points against the field on fresh starts and dice; lost: to the toughest opponent, chosen on earlier games"
    )
    spare = ("games", "distinct", "before pruning", "share in the Nash mixture")
    return FindingTable(columns, rows, caption=caption, spare=spare, foot=axis.scale())


def _axis(shares: Sequence[Share]) -> ChartScale:
    return ChartScale(min(100 * one.low for one in shares), max(100 * one.high for one in shares))


def _points(share: Share) -> Value:
    return Value(telling.percent(share.value), (f"{telling.percent(share.low)} to {telling.percent(share.high)}",))


def _whisker(axis: ChartScale, share: Share, colour: str = "var(--accent)") -> Value:
    value, low, high = (100 * part for part in (share.value, share.low, share.high))
    return Value(drawn=axis.whisker(value, low, high, colour, telling.interval(share)))


def tactics(found: Discovery) -> list[Card]:
    """The tactics that were found."""
    cards = []
    for one in found.found:
        assert one.member.genome is not None
        style = ", ".join(f"{name} {value:.2f}" for name, value in one.style.items() if value)
        text = f"{sentence(one.member.genome)} ({one.member.origin})"
        cards.append(
            Card(one.member.name, text, telling.behaviour_of(one.member).to_yaml(), note=f"In a battle: {style}")
        )
    return cards


def counters(found: Discovery) -> list[Card]:
    """The tactics that were found to counter a player."""
    return [
        Card(one.member.name, telling.counter_words(target, one), telling.behaviour_of(one.member).to_yaml())
        for target, one in telling.counters_of(found)
    ]


def races(found: Discovery) -> FindingTable:
    """What each race accepted."""
    rows: list[Row] = []
    for one in found.races:
        steps = "".join(
            f"<li>{escape(step.said)} <small>led by {telling.percent(step.lead)} in {step.pairs:,} pairs, {step.errors:.1f} "
            "standard errors</small></li>"
            for step in one.steps
        )
        accepted = Value(drawn=f"<ol>{steps}</ol>") if steps else "nothing"
        rows.append([one.name, f"{one.tried:,}", f"{2 * one.spent:,}", f"{one.false_expected:.2f}", accepted])
    last = in_words("accepted, with selection scores")
    return FindingTable(["from", "changes tried", "games", "false gains to expect", last], rows)


def map_words(found: Discovery) -> str:
    """What the map shows, where there is one."""
    assert found.atlas is not None
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
    table = f'<table class="heat"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f'<div class="scroll">{table}</div>'


def exploiters(found: Discovery) -> list[FindingTable]:
    """How far each player can be exploited; nothing where no answer was tried."""
    known = [
        (one, one.exploiter, one.exploiter.share)
        for one in found.judged
        if one.exploiter is not None and one.exploiter.share is not None
    ]
    if not known:
        return []
    axis = _axis([share for _, _, share in known])
    names = [one.member.name for one in found.judged]
    rows: list[Row] = []
    for one, worst, share in known:
        genome = worst.member.genome if worst.member.name not in names else None
        words = (sentence(genome),) if genome is not None else ()
        who = Value(worst.member.name, words)
        rows.append([one.member.name, _points(share), _whisker(axis, share), who, telling.percent(worst.selected)])
    columns = ("player", "lost", Column("", "chart"), in_words("to"), "when chosen")
    return [FindingTable(columns, rows, foot=axis.scale())]


# --- the report -----------------------------------------------------------------------------------------------------------


def again(plan: Plan, stem: str) -> str:
    """How to make the report again, where a recipe of its name that ships asks for just this; else empty."""
    if stem not in shipped() or read(stem).model_dump(exclude={"about"}) != plan.model_dump(exclude={"about"}):
        return ""
    return f"To repeat this report: `tactica discover --recipe {stem} --report {stem}.md`."


def write_report(found: Discovery, finding: Finding, path: Path) -> Path:
    """Write the report; parts that other commands and people wrote into it stay.

    Args:
        found: what the search found.
        finding: the same, with the name of the report.
        path: of the report; figures come beside it, named after it.

    Raises:
        UserError: it cannot be written.
    """
    kept, places = kept_parts(path), []
    for name, title in PLACES.items():
        inner = kept.get(name, NOT_YET).rstrip()
        places.append(Section(title, [f"<!-- {name} -->\n{inner}\n<!-- end of {name} -->"], on=MARKDOWN))
    figures = {"cycle": wheel_picture(found)} | ({"map": map_picture(found.atlas)} if found.atlas is not None else {})
    try:
        for name, picture in figures.items():
            write_whole(path.with_name(f"{path.stem}-{name}.svg"), standalone(picture).encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    return write_markdown(dataclasses.replace(finding, sections=[*finding.sections, *places]), path)
