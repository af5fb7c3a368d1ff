"""The tables and charts of a page, as HTML and SVG that need no script."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape as escape_html

from ...envs import rulesets
from ...envs.core.printable import printable
from ..statistics import Share
from ..tournament.manifest import Manifest
from ..tournament.standing import Standing

__all__ = ["cyclic", "first_seats", "matrix", "method", "profiles", "ranking", "scenarios", "tiles"]

MINUS = "\N{MINUS SIGN}"
DEEP = 0.62  # so strongly coloured a cell needs light letters
ZERO = ' class="zero"'


def escape(text: str) -> str:
    """Foreign text as HTML."""
    return escape_html(printable(text))


def signed(value: float) -> str:
    """A number with its sign."""
    return f"{MINUS if value < -0.5 else '+'}{abs(value):,.0f}"


def percent(value: float, digits: int = 0) -> str:
    """A share in percent; a dash for one that is not known."""
    return f"{value:.{digits}%}" if math.isfinite(value) else "\N{EN DASH}"


def correlation(value: float) -> str:
    """A correlation with its sign; a dash for one that is not known."""
    return f"{value:+.2f}".replace("-", MINUS) if math.isfinite(value) else "\N{EN DASH}"


def amount(value: float) -> str:
    """A mean with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def hue(standing: Standing, player: int) -> int:
    """The number of a player's colour: by place."""
    return next(i for i, row in enumerate(standing.ranking) if row.player == player) % 10


def dot(standing: Standing, player: int) -> str:
    """A player's colour as a dot."""
    return f'<i class="dot" style="--c:var(--p{hue(standing, player)})"></i>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / most))
    step = next(step * k for k in (1, 2, 5, 10) if span / (step * k) <= most)
    return [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


class ChartScale:
    """A scale across a chart, in percent of its width."""

    def __init__(self, low: float, high: float) -> None:
        """From the least to the greatest number shown."""
        pad = (high - low) * 0.04 or 1.0
        self.low, self.high = low - pad, high + pad

    def at(self, value: float) -> float:
        """Where a number lies, 0 to 100."""
        return 100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def whisker(self, value: float, low: float, high: float, colour: str, title: str) -> str:
        """A dot with its interval, over the lines of the scale."""
        lines = "".join(
            f'<b{ZERO if self.low < 0 and tick == 0 else ""} style="left:{self.at(tick):.2f}%"></b>'
            for tick in ticks(self.low, self.high)
        )
        left, right = self.at(low), self.at(high)
        return (
            f'<div class="whisker" title="{escape(title)}">{lines}<span style="left:{left:.2f}%;width:'
            f'{max(right - left, 0.3):.2f}%;--c:{colour}"></span><em style="left:{self.at(value):.2f}%;--c:{colour}"></em></div>'
        )

    def scale(self) -> str:
        """The numbers below a chart."""
        marks = "".join(
            f'<b style="left:{self.at(tick):.2f}%">{tick:,.0f}</b>'.replace("-", MINUS)
            for tick in ticks(self.low, self.high)
        )
        return f'<div class="scale">{marks}</div>'


def where_zero_is(low: float, high: float) -> str:
    """What an interval says of a difference."""
    return "above 0" if low > 0 else "below 0" if high < 0 else "with 0 inside"


# --- parts of the page


def answer_section(text: str) -> str:
    """The section a page begins with: the answer to its question."""
    return f'<section id="answer"><h2>The answer</h2><p><b>{escape(text)}</b></p></section>'


def tiles(manifest: Manifest, standing: Standing) -> str:
    """The most important numbers."""
    best = standing.ranking[0]
    lead = standing.ratings.difference(best.player, standing.ranking[1].player)
    second = manifest.players[standing.ranking[1].player].name
    seat = max(standing.seats, key=lambda one: abs(one.share.value - 0.5))
    drawn = sum(row.draws for row in standing.ranking) / max(sum(row.share.games for row in standing.ranking), 1)
    gains = max(seat.share.value, 1 - seat.share.value)
    which = "first" if seat.share.value >= 0.5 else "second"
    cells = [
        ("First", escape(manifest.players[best.player].name), f"{best.rating:,.0f}, {best.low:,.0f} to {best.high:,.0f}"),
        (
            "Lead", signed(lead[0]),
            f"on {escape(second)}; 95 % interval {signed(lead[1])} to {signed(lead[2])}, {where_zero_is(*lead[1:])}",
        ),
        ("Games", f"{standing.games:,}", f"{standing.unique:,} unique, {percent(drawn, 1)} drawn"),
        (
            "Strongest seat", percent(gains, 1),
            f"of the points go to the {which} seat of {escape(manifest.scenarios[seat.scenario].name)}",
        ),
        (
            "Within pairs",
            correlation(standing.correlation),
            "correlation of a player's points in the two games of a pair",
        ),
    ]  # fmt: skip
    return "".join(
        f'<div class="tile"><h3>{what}</h3><p class="big">{value}</p><p>{more}</p></div>' for what, value, more in cells
    )


def ranking(manifest: Manifest, standing: Standing) -> str:
    """The ranking with intervals."""
    axis = ChartScale(min(row.low for row in standing.ranking), max(row.high for row in standing.ranking))
    rows = []
    for row in standing.ranking:
        games = max(row.share.games, 1)
        name = manifest.players[row.player].name
        places = "" if row.best == row.worst else f"<small>{row.best}\N{EN DASH}{row.worst}</small>"
        about = f"{row.rating:,.0f} ({row.low:,.0f} to {row.high:,.0f})"
        colour = f"var(--p{hue(standing, row.player)})"
        parts = "".join(
            f'<i class="{kind}" style="width:{100 * count / games:.2f}%" title="{count:,} {kind}"></i>'
            for kind, count in (("won", row.wins), ("drawn", row.draws), ("lost", row.losses))
        )
        forfeits = f'<small class="bad">{row.forfeits:,} forfeited</small>' if row.forfeits else ""
        rows.append(
            f'<tr><td class="num">{row.place}{places}</td><th scope="row">{dot(standing, row.player)}{escape(name)}</th>'
            f'<td class="num strong">{row.rating:,.0f}<small class="narrow">{row.low:,.0f} to {row.high:,.0f}</small></td>'
            f'<td class="chart">{axis.whisker(row.rating, row.low, row.high, colour, about)}</td>'
            f'{beside(standing, row.player)}<td class="num">{percent(row.share.value, 1)}</td>'
            f'<td class="results"><div class="stack">{parts}</div>'
            f"<small>{row.wins:,} \N{MIDDLE DOT} {row.draws:,} \N{MIDDLE DOT} {row.losses:,}</small>{forfeits}</td>"
            f'<td class="num">{row.share.games:,}<small>{row.share.unique:,} unique</small></td></tr>'
        )
    more = "" if standing.cyclic is None else '<th class="num">Nash</th><th class="num">alpha-rank</th>'
    head = (
        f'<tr><th>Place</th><th>Player</th><th class="num">Rating</th><th class="chart">95 % interval</th>{more}'
        '<th class="num">Points</th><th class="results">Won, drawn, lost</th><th class="num">Games</th></tr>'
    )
    none = "<td></td>" * (3 if standing.cyclic is None else 5)
    foot = f'<tr class="foot"><td></td><td></td><td></td><td class="chart">{axis.scale()}</td>{none}</tr>'
    return f'<table class="ranking"><thead>{head}</thead><tbody>{"".join(rows)}{foot}</tbody></table>'


def beside(standing: Standing, player: int) -> str:
    """The numbers beside the rating of a player in a cyclic field."""
    found = standing.cyclic
    if found is None:
        return ""
    return "".join(f'<td class="num">{percent(float(of[player]), 1)}</td>' for of in (found.nash, found.alpha_rank))


def cyclic(manifest: Manifest, standing: Standing) -> str:
    """A sentence that no order of the players is right, for a cyclic field."""
    found = standing.cyclic
    if found is None:
        return ""
    return (
        f'<p class="note">The field is cyclic: {escape(found.sentence(manifest.player_names))}, all significant. Ratings '
        "hide this. <b>Nash</b> is a player\N{RIGHT SINGLE QUOTATION MARK}s share in a mixture nobody beats on average; "
        "<b>alpha-rank</b> its share of the time when players are replaced again and again by one that beats them.</p>"
    )


def heat(share: Share, more: str = "") -> str:
    """A cell coloured by a share of points: above one half in the colour of wins, below in that of losses."""
    if not share.games:
        return '<td class="cell none">\N{EN DASH}</td>'
    strength = min(abs(share.value - 0.5) * 2, 1.0) ** 0.8
    kind = "up" if share.value >= 0.5 else "down"
    interval = f"{percent(share.low, 1)} to {percent(share.high, 1)}"
    about = f"{percent(share.value, 1)}, {interval}; {share.unique:,} unique of {share.games:,} games{more}"
    deep = " deep" if strength > DEEP else ""
    return (
        f'<td class="cell {kind}{deep}" style="--s:{strength:.3f}" title="{escape(about)}">'
        f"<b>{percent(share.value)}</b><small>{100 * share.low:.0f}\N{EN DASH}{100 * share.high:.0f}</small></td>"
    )


def column(name: str, mark: str = "") -> str:
    """The head of a column: its name, upright, so that many columns fit."""
    return f'<th scope="col" title="{escape(name)}">{mark}<span>{escape(name)}</span></th>'


def matrix(manifest: Manifest, standing: Standing) -> str:
    """Everybody against everybody."""
    order = [row.player for row in standing.ranking]
    head = "".join(column(manifest.players[i].name, dot(standing, i)) for i in order)
    rows = []
    for one in order:
        cells = []
        for other in order:
            if one == other:
                cells.append('<td class="cell self"></td>')
                continue
            found = standing.pairing(one, other)
            cells.append(heat(found.share, f"; correlation within pairs {correlation(found.correlation)}"))
        rows.append(f"<tr>{row_head(manifest, standing, one)}{''.join(cells)}</tr>")
    return f'<table class="heat"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def row_head(manifest: Manifest, standing: Standing, player: int) -> str:
    """The head of a player's row."""
    name = escape(manifest.players[player].name)
    return f'<th scope="row" title="{name}">{dot(standing, player)}{name}</th>'


def scenarios(manifest: Manifest, standing: Standing) -> str:
    """Who did how well where: a row for each player, a column for each scenario, below them what the games were like."""
    seats = standing.seats
    head = "".join(column(short_of(manifest.scenarios[seat.scenario].name)) for seat in seats)
    rows = [
        f"<tr>{row_head(manifest, standing, row.player)}"
        f"{''.join(heat(standing.places[seat.scenario][row.player]) for seat in seats)}</tr>"
        for row in standing.ranking
    ]
    below = (
        ("starts", [f"{manifest.scenarios[seat.scenario].starts:,}" for seat in seats]),
        ("drawn between equals", [percent(seat.draws, 1) for seat in seats]),
        ("rounds", [f"{seat.rounds:.1f}" for seat in seats]),
        ("decisions", [f"{seat.decisions:,.0f}" for seat in seats]),
    )
    rows += [
        f'<tr class="below"><th scope="row" title="{what}">{what}</th>{"".join(f"<td>{value}</td>" for value in values)}</tr>'
        for what, values in below
    ]
    return f'<table class="heat"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def short_of(name: str) -> str:
    """A scenario's name without the folders of its file."""
    return name.rsplit("/", 1)[-1] if name.endswith((".yaml", ".yml")) else name


def first_seats(manifest: Manifest, standing: Standing) -> str:
    """What the first seat is worth in each scenario."""
    axis = ChartScale(
        min(0.0, *(seat.low for seat in standing.seats)), max(0.0, *(seat.high for seat in standing.seats))
    )
    rows = []
    for seat in standing.seats:
        share = seat.share
        sure = "sure" if seat.low > 0 or seat.high < 0 else ""
        about = f"{signed(seat.side)} ({signed(seat.low)} to {signed(seat.high)})"
        rows.append(
            f'<tr><th scope="row">{escape(short_of(manifest.scenarios[seat.scenario].name))}</th>'
            f'<td class="num strong">{signed(seat.side)}</td><td class="chart">'
            f"{axis.whisker(seat.side, seat.low, seat.high, 'var(--accent)' if sure else 'var(--faint)', about)}</td>"
            f'<td class="num">{percent(share.value, 1)}<small>{percent(share.low, 1)}\N{EN DASH}'
            f"{percent(share.high, 1)}</small></td></tr>"
        )
    head = (
        '<tr><th>Scenario</th><th class="num">Worth</th><th>in points of rating, 95 % interval</th>'
        '<th class="num">First seat\N{RIGHT SINGLE QUOTATION MARK}s points</th></tr>'
    )
    foot = f'<tr class="foot"><td></td><td></td><td class="chart">{axis.scale()}</td><td></td></tr>'
    return f'<table class="seats"><thead>{head}</thead><tbody>{"".join(rows)}{foot}</tbody></table>'


def meanings(manifest: Manifest) -> dict[str, str]:
    """What measures mean, by name."""
    found = {
        "rounds": "rounds per game",
        "decisions, both sides": "decisions with two or more legal answers per game",
        "distance kept": "distance to the nearest enemy when one of its units decides, in cells",
    }
    for slug in sorted({entry.ruleset for entry in manifest.scenarios}):
        found |= {measure.name: measure.meaning for measure in rulesets.get(slug).book.tactics.measures}
    return found


def profiles(manifest: Manifest, standing: Standing) -> str:
    """How everybody fights: a small chart for every measure."""
    names = list(dict.fromkeys(name for profile in standing.profiles for name in profile))
    known = meanings(manifest)
    order = [row.player for row in standing.ranking]
    cards = []
    for name in names:
        values = {i: standing.profiles[i][name] for i in order if name in standing.profiles[i]}
        most = max(values.values(), default=0.0)
        if most <= 0:
            continue
        bars = "".join(
            f'<li><span>{escape(manifest.players[i].name)}</span><i style="--w:{100 * value / most:.1f}%;'
            f'--c:var(--p{hue(standing, i)})"></i><b>{amount(value)}</b></li>'
            for i, value in values.items()
        )
        cards.append(
            f'<div class="card"><h3>{escape(name)}</h3><p>{escape(known.get(name, ""))}</p><ul class="bars">{bars}</ul></div>'
        )
    return f'<div class="cards">{"".join(cards)}</div>'


def method(manifest: Manifest, standing: Standing) -> str:
    """The games and their rules."""
    rows: list[tuple[str, str]] = [
        ("tournament", manifest.id),
        ("begun", manifest.created),
        ("seed", str(manifest.seed)),
        ("pairs", f"{manifest.pairs:,} of each pairing in each scenario"),
        *(
            (entry.name, f"rules {entry.rules}, starts {entry.content}, layout {entry.layout}")
            for entry in manifest.scenarios
        ),
        *((player.name, f"{player.spec}, {', '.join(player.hashes.values())}") for player in manifest.players),
        ("versions", ", ".join(f"{name} {version}" for name, version in manifest.versions.items())),
        ("machine", ", ".join(str(value) for value in manifest.machine.values())),
    ]
    if manifest.suite:
        rows.insert(1, ("suite", ", ".join(f"{key} {value}" for key, value in manifest.suite.items())))
    return definitions(rows)


def definitions(rows: Sequence[tuple[str, str]]) -> str:
    """A list of terms."""
    return f"<dl>{''.join(f'<dt>{escape(what)}</dt><dd>{escape(said)}</dd>' for what, said in rows)}</dl>"
