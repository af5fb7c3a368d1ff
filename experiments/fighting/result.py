"""The result of many battles: shares of wins with intervals, how they ended, who was left, and what a rule changes.

Battles from one start that all went the same way are repetitions and count as one (``statistics/clusters.py``). Under two rules
the same battles are compared one by one.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import __version__
from ...agents.players import player_name
from ...envs.engine.describing import ending_text
from ...envs.render.scene import SIDE_NAMES, hues, shown_sides
from ..naming import in_force_text, is_in_force, rules_text
from ..statistics import Mean, clusters_of, difference_of, holm, mean_of, smallest_visible, unit_share
from .playing import Battles, FightSetup

__all__ = ["Fought", "MeasureLine", "difference_text", "interval_text", "number_text", "share_text"]

ALPHA = 0.05
PRECISE = 2000  # battles from which on shares have a decimal
BINS = 12  # rows of a histogram
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class MeasureLine:
    """One thing that is measured in every battle.

    Attributes:
        key: as JSON has it: ``red.wins``.
        name: for people: ``red wins``.
        is_share: lies between 0 and 1, shown in percent.
        value: with its interval.
        plain: the same without the rules that are tried, None where none are.
        difference: of the two, battle by battle, None where no rules are tried.
    """

    key: str
    name: str
    is_share: bool
    value: Mean
    plain: Mean | None = None
    difference: Mean | None = None


def share_text(value: float, digits: int = 0) -> str:
    """A share in percent, without the sign: 62; what would look like nothing or everything and is not: under 1, over 99."""
    percent, least = 100 * value, 10.0**-digits
    if 0 < percent <= least / 2:
        return f"under {least:g}"
    if 100 - least / 2 <= percent < 100:
        return f"over {100 - least:g}"
    return f"{percent:.{digits}f}"


def interval_text(low: float, high: float, digits: int = 0) -> str:
    """An interval of a share in percent: 59 to 65."""
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}"


def number_text(value: float, sign: bool = False) -> str:
    """A number with two significant decimals at most, and a real minus."""
    text = f"{value:{'+' if sign else ''}.{2 if abs(value) < 10 else 1}f}"
    return (text.lstrip("+-") if float(text) == 0 else text).replace("-", MINUS)


def difference_text(mean: Mean, is_share: bool) -> tuple[str, str]:
    """A difference, and its interval; of shares in points. ``unknown``: too few battles differ to say."""
    value, low, high = (
        number_text(100 * one if is_share else one, sign=True) for one in (mean.value, mean.low, mean.high)
    )
    return (f"{value} points" if is_share else value), f"{low} to {high}" if np.isfinite(mean.low) else "unknown"


class Fought:
    """What battles of a setup came to.

    Attributes:
        setup: what was fought.
        battles: how they ended.
        plain: the same battles without the rules of the setup, None where it has none to compare.
        colours: of the sides: red, blue ...; by these options name them.
        players: what those who played the sides are called.
    """

    def __init__(self, setup: FightSetup, battles: Battles, plain: Battles | None = None) -> None:
        """Count.

        Args:
            setup: what was fought.
            battles: of it.
            plain: as many, of the setup without its rules.
        """
        self.setup, self.battles, self.plain = setup, battles, plain
        self.colours = [SIDE_NAMES[hue] for hue in hues(setup.scenario.sides)]
        self.players = [player_name(player, setup.ruleset) for player in setup.players]
        self._titles = shown_sides(setup.scenario.sides)

    def __len__(self) -> int:
        return len(self.battles)

    @property
    def labels(self) -> list[str]:
        """Each side with its name, where that is no colour, and its player: ``red (heroes, guardian)``."""
        return [
            f"{colour} ({player})" if title == colour else f"{colour} ({title}, {player})"
            for colour, title, player in zip(self.colours, self._titles, self.players, strict=True)
        ]

    @property
    def digits(self) -> int:
        """Decimals of shares in percent."""
        return int(len(self) >= PRECISE)

    @functools.cached_property
    def clusters(self) -> np.ndarray:
        """Which battles count as one: int64 (n,)."""
        both = [self.battles] if self.plain is None else [self.battles, self.plain]
        return clusters_of(self.battles.rows, np.concatenate([_trace(one) for one in both], 1))

    @property
    def distinct(self) -> int:
        """How many count."""
        return len(np.unique(self.clusters))

    @functools.cached_property
    def changed(self) -> np.ndarray:
        """Which battles go another way under the rules that are tried: bool (n,)."""
        if self.plain is None:
            return np.zeros(len(self), bool)
        return np.asarray((_trace(self.battles) != _trace(self.plain)).any(1))

    @functools.cached_property
    def wins(self) -> list[Mean]:
        """Of each side the share of battles that it won, alone or with friends."""
        return [unit_share(self.battles.won[:, side] * 1.0, self.clusters) for side in range(len(self.colours))]

    @functools.cached_property
    def drawn(self) -> Mean:
        """The share of battles that nobody won."""
        return unit_share(self.battles.drawn * 1.0, self.clusters)

    @functools.cached_property
    def lead(self) -> Mean:
        """By how much the first side wins more battles than the second: from its share of the points, a drawn battle half a
        point, and Wilson's interval of that share.
        """
        won = self.battles.won
        share = unit_share((won[:, 0] - won[:, 1] + 1) / 2, self.clusters)
        value, low, high = (2 * one - 1 for one in (share.value, share.low, share.high))
        return Mean(value, low, high, 2 * share.error, share.clusters)

    # --- how they ended

    @functools.cached_property
    def endings(self) -> list[tuple[str, list[int], int]]:
        """How battles ended, the commonest way first: words, battles that each side won so, and battles drawn so."""
        found = []
        for ending, _ in Counter(self.battles.endings.tolist()).most_common():
            here = self.battles.endings == ending
            by_side = self.battles.won[here].sum(0).tolist()
            found.append((ending_text(self.setup.ruleset, ending), by_side, int(self.battles.drawn[here].sum())))
        return found

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """Rounds: a quarter, a half and three quarters of the battles took no more."""
        low, middle, high = np.quantile(self.battles.rounds, (0.25, 0.5, 0.75), method="inverted_cdf").tolist()
        return low, middle, high

    @property
    def histogram(self) -> list[tuple[int, int, int]]:
        """How many battles took how many rounds: first and last number of rounds of a bar, battles."""
        rounds = self.battles.rounds
        low, high = int(rounds.min()), int(rounds.max())
        width = -(-(high - low + 1) // BINS)
        return [
            (start, min(start + width - 1, high), int(((rounds >= start) & (rounds < start + width)).sum()))
            for start in range(low, high + 1, width)
        ]

    @property
    def endings_table(self) -> tuple[list[str], list[list[str]]]:
        """How battles ended and for whom, as heads and rows of text, for the terminal and for pages."""
        heads = ["how battles end", "share", *(f"{colour} wins" for colour in self.colours), "drawn"]
        rows = [
            [words, *(f"{share_text(count / len(self), self.digits)} %" for count in (sum(won) + drawn, *won, drawn))]
            for words, won, drawn in self.endings
        ]
        return heads, rows

    @property
    def rounds_text(self) -> str:
        """How long battles last: the mean with its interval, and quartiles."""
        mean = mean_of(self.battles.rounds * 1.0, self.clusters)
        value, interval = self.value_text(mean, False), self.interval_text(mean, False)
        low, middle, high = self.quartiles
        return f"mean {value} (95 % CI {interval}), quartiles {low:g}, {middle:g} and {high:g}"

    @property
    def rounds_bars(self) -> list[tuple[str, int]]:
        """The histogram of rounds with labels: ``5`` or ``5 to 6``, battles."""
        return [(str(first) if first == last else f"{first} to {last}", count) for first, last, count in self.histogram]

    def left(self, side: int) -> list[tuple[int, int]]:
        """How often a side had how many units left, as (units, battles)."""
        return sorted(Counter(self.battles.standing[:, side].tolist()).items())

    # --- what is measured

    @functools.cached_property
    def lines(self) -> list[MeasureLine]:
        """Everything that is measured, in the order it is shown."""
        sides = list(enumerate(self.colours))
        found = [self._line(f"{c}.wins", f"{c} wins", lambda b, k=k: b.won[:, k], True) for k, c in sides]
        found.append(self._line("drawn", "drawn", lambda b: b.drawn, True))
        both = [self.battles] if self.plain is None else [self.battles, self.plain]
        seen = Counter(ending for one in both for ending in one.endings.tolist())
        for ending, _ in seen.most_common():
            words = ending_text(self.setup.ruleset, ending)
            found.append(self._line(f"ending.{ending}", f"ends: {words}", lambda b, e=ending: b.endings == e, True))
        found.append(self._line("rounds", "rounds", lambda b: b.rounds, False))
        for k, colour in sides:
            found.append(
                self._line(f"{colour}.standing", f"{colour}: units left", lambda b, k=k: b.standing[:, k], False)
            )
        for k, colour in sides:
            if any(one.fled[:, k].any() for one in both):
                found.append(self._line(f"{colour}.fled", f"{colour}: units fled", lambda b, k=k: b.fled[:, k], False))
        for k, colour in sides:
            if all(one.health_max[:, k].all() for one in both):
                found.append(
                    self._line(
                        f"{colour}.health", f"{colour}: health left", lambda b, k=k: b.health[:, k] / b.health_max[:, k], True
                    )
                )  # fmt: skip
        return found

    def line(self, key: str) -> MeasureLine | None:
        """One of the lines, None where it was not measured."""
        return next((line for line in self.lines if line.key == key), None)

    def _line(self, key: str, name: str, of: Any, is_share: bool) -> MeasureLine:
        taken = unit_share if is_share else mean_of
        here = np.asarray(of(self.battles), np.float64)
        if self.plain is None:
            return MeasureLine(key, name, is_share, taken(here, self.clusters))
        there = np.asarray(of(self.plain), np.float64)
        reach = 1.0 if is_share else 0.0
        apart = difference_of(here, there, self.clusters, reach=reach)
        if not self.changed.any():  # the same battles: nothing is estimated
            apart = Mean(0.0, 0.0, 0.0, 0.0, apart.clusters, 1.0)
        return MeasureLine(key, name, is_share, taken(here, self.clusters), taken(there, self.clusters), apart)

    # --- in words

    @property
    def answer(self) -> str:
        """The answer in one or two sentences."""
        if not len(self):
            return "No battle was finished."
        return f"{self._who_wins()} {self._what_follows()}" if self.plain is None else self._what_changes()

    def value_text(self, mean: Mean, is_share: bool = True) -> str:
        """A mean as people read it: a share in percent, any other as a number."""
        return f"{share_text(mean.value, self.digits)} %" if is_share else number_text(mean.value)

    def interval_text(self, mean: Mean, is_share: bool = True) -> str:
        """Its interval; "unknown" where too few battles differ to say."""
        if not np.isfinite(mean.low):
            return "unknown"
        if is_share:
            return interval_text(mean.low, mean.high, self.digits)
        return f"{number_text(mean.low)} to {number_text(mean.high)}"

    def _who_wins(self) -> str:
        order = sorted(range(len(self.colours)), key=lambda side: -self.wins[side].value)
        best, *others = order
        battles = "the only battle" if len(self) == 1 else f"{len(self):,} battles"
        first = self.wins[best]
        parts = [
            f"{_capital(self.labels[best])} wins {self.value_text(first)} of {battles} (95 % CI {self.interval_text(first)})",
            *(
                f"{self.labels[side]} {self.value_text(self.wins[side])} ({self.interval_text(self.wins[side])})"
                for side in others
            ),
        ]  # fmt: skip
        return f"{', '.join(parts)}, and {self._who_draws()}."

    def _who_draws(self) -> str:
        ways = [(words, count) for words, _, count in self.endings if count]
        if not ways:
            return "no battle is drawn"
        words, count = max(ways, key=lambda way: way[1])
        total = sum(count for _, count in ways)
        why = words if count == total else f"mostly: {words}"
        return f"{self.value_text(self.drawn)} {'is' if total == 1 else 'are'} drawn ({why})"

    def _what_follows(self) -> str:
        if self.distinct == 1 and len(self) > 1:
            return "Every battle went the same way, so they count as one."
        if len(self.colours) > 2:
            return f"They last {number_text(float(self.battles.rounds.mean()))} rounds on average."
        if not (self.lead.low > 0 or self.lead.high < 0):
            differ = len(set(self.players)) > 1 or bool((self.battles.units[:, 0] != self.battles.units[:, 1]).any())
            return f"Neither side is clearly favoured{'; more battles may show a lead' if differ else ''}."
        more = self.colours[0] if self.lead.value > 0 else self.colours[1]
        low, high = sorted(abs(value) for value in (self.lead.low, self.lead.high))
        return (
            f"{_capital(more)} leads by {share_text(abs(self.lead.value), self.digits)} percentage points (95 % CI "
            f"{interval_text(low, min(high, 1.0), self.digits)})."
        )

    def _what_changes(self) -> str:
        rules = rules_text(self.setup.rules)
        changed = int(self.changed.sum())
        if not changed and self._is_in_force:
            return f"{in_force_text(self.setup.rules)}, so all {len(self):,} battles go as they do without it."
        if not changed:
            battles = f"every one of {len(self):,} battles" if len(self) > 1 else "the one battle"
            return f"With {rules} {battles} goes as it does without: the rule changed nothing here."
        line = self.lines[0]
        assert line.plain is not None and line.difference is not None
        apart = line.difference
        size, interval = difference_text(apart, is_share=True)
        found = (
            f"With {rules}, {self.labels[0]} wins {share_text(line.value.value, 1)} % of {len(self):,} battles instead of "
            f"{share_text(line.plain.value, 1)} %: {size} (95 % CI {interval})."
        )
        more = [*self._other_effects(), self._share_changed(changed)]
        if not np.isfinite(apart.low):
            more.insert(0, "They count as one battle, so chance may explain the difference.")
        elif not (apart.low > 0 or apart.high < 0):
            visible = 100 * smallest_visible(apart.error, apart.clusters - 1)
            others = any(line.key.endswith(".wins") for line, _ in self._changed_lines)
            on = f"how often {self.colours[0]} wins" if others else "who wins"
            more.insert(
                0,
                f"No significant effect on {on}; {len(self):,} battles would usually (8 times out of 10) show an effect of "
                f"{number_text(visible)} points or more.",
            )
        return " ".join([found, *more])

    @functools.cached_property
    def _changed_lines(self) -> list[tuple[MeasureLine, Mean]]:
        """Besides the wins of the first side: other wins, draws and rounds that the rule changes, corrected for all (Holm)."""
        keys = [*(f"{colour}.wins" for colour in self.colours[1:]), "drawn", "rounds"]
        lines = [
            (line, line.difference) for line in map(self.line, keys) if line is not None and line.difference is not None
        ]
        chances = holm(np.array([apart.p for _, apart in lines]))
        return [one for one, chance in zip(lines, chances, strict=True) if chance < ALPHA]

    def _other_effects(self) -> list[str]:
        """What the rule changes besides the wins of the first side, a sentence each."""
        said = []
        for line, apart in self._changed_lines:
            scale, unit = (100, " points") if line.is_share else (1, "")
            value, low, high = (number_text(scale * one, sign=True) for one in (apart.value, apart.low, apart.high))
            size, interval = number_text(abs(scale * apart.value)), f"(95 % CI {low} to {high})"
            if line.key == "rounds":
                said.append(f"Battles last {size} rounds {'longer' if apart.value > 0 else 'shorter'} {interval}.")
            else:
                name = "Draws" if line.key == "drawn" else _capital(line.name)
                said.append(f"{name}: {value}{unit} {interval}.")
        return said

    @property
    def _is_in_force(self) -> bool:
        """Whether every rule that is tried has the value that the scenario, or else the book, gives it anyway."""
        return is_in_force(self.setup.ruleset.rulebook, self.setup.scenario.rules, self.setup.rules)

    def _share_changed(self, changed: int) -> str:
        return f"The rule changes the course of {share_text(changed / len(self))} % of them."

    # --- as data

    def to_dict(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        setup, n = self.setup, len(self)
        found: dict[str, Any] = {
            "answer": self.answer,
            "scenario": str(setup.scenario),
            "ruleset": setup.ruleset.slug,
            "rules": setup.ruleset.rules_hash,
            "version": __version__,
            "overrides": dict(setup.rules),
            "seed": setup.seed,
            "battles": n,
            "distinct": self.distinct,
            "forfeits": len(self.battles.reasons),
            "reasons": {str(number): text for number, text in self.battles.reasons.items()},
            "sides": [
                {
                    "colour": colour, "name": title, "player": player, "spec": spec,
                    "won": int(self.battles.won[:, k].sum()), "left": self.left(k),
                }
                for k, (colour, title, player, spec) in enumerate(
                    zip(self.colours, self._titles, self.players, setup.players, strict=True)
                )
            ],
        }  # fmt: skip
        if not n:
            return found
        found |= {
            "endings": [
                {"ending": words, "won": dict(zip(self.colours, won, strict=True)), "drawn": drawn}
                for words, won, drawn in self.endings
            ],
            "rounds": {"quartiles": self.quartiles, "histogram": self.histogram},
            "lines": {line.key: _line_dict(line) for line in self.lines},
        }
        if self.plain is not None:
            found["changed"] = int(self.changed.sum())
        return found


def _trace(battles: Battles) -> np.ndarray:
    """All that is known of how every battle went: int64 (n, k)."""
    one = np.stack([battles.endings, battles.rounds, battles.decisions], 1)
    return np.concatenate([battles.ranks, battles.standing, battles.health, one], 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _line_dict(line: MeasureLine) -> dict[str, Any]:
    """A line as JSON has it."""
    parts: Sequence[tuple[str, Mean | None]] = (
        ("value", line.value), ("without", line.plain), ("difference", line.difference)
    )  # fmt: skip
    return {"name": line.name} | {
        key: {"mean": _known(mean.value), "low": _known(mean.low), "high": _known(mean.high)}
        for key, mean in parts
        if mean is not None
    }


def _known(value: float) -> float | None:
    """A number, None for one that is not known."""
    return float(value) if np.isfinite(value) else None
