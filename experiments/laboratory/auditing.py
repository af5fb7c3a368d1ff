"""What a house rule changes: the options and items through which it works, and whether any player gains by it.

An audit gets no hint where to look. Battles are played by the book and under the changed rules, and again without each option
and each item (see :mod:`.through`): that shows what the rule works through. Battles played by both at the same time show
what it makes legal or forbids (see :mod:`.reach`). Then players that differ in one thing from shipped behaviours (an option
forbidden, a mode always taken, a weight or intent raised, a doctrine first; a side without an item) measure under both
rules what that is worth (see :mod:`.trials`), on fresh starts and dice. Options that hardly any player uses are tried by
players that use them (see :mod:`.unused`), even if no battle changes. If none of the players gains or loses significantly,
nothing is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec

from ...envs import scenario as scenarios
from ..common import UserError, refuse_repeated
from ..naming import is_in_force
from ..sealing import Count, Positive
from .best_response import AdaptedGain
from .knobs.settings import Rules, fresh
from .reach import FirstChange, reach_of, ways_by_reach
from .shards import Played, Player, Stream
from .through import (
    Shift,
    Way,
    difference_of,
    seen_of,
    shards_without,
    shift_between,
    suspects_of,
    ways_of,
)
from .together import takers_of_pairs, unused_pairs
from .trials import AuditTrial, TrialJudgement, judged, trials_of
from .unused import GLANCED, SIFT, Picked, Unused, pick, searcher_of, takers_by_estimates, takers_of, unused_of
from .worth.encouraging import behaviour_of
from .worth.ranking import best_of

__all__ = ["Audit", "AuditBudget", "Audited", "NamedWay", "audit", "findings_of", "players_of"]

SECOND = "charger"  # is asked beside the best behaviour, where nobody is named


class AuditBudget(msgspec.Struct, frozen=True):
    """How much is played, both by the book and under the changed rules.

    Attributes:
        scout: pairs per matchup with everything, and without each option and item.
        plenty: pairs that should change; if fewer do, ``again`` times as many are scouted.
        glance: pairs for each question of worth at first.
        keep: questions that are judged, those that moved most, besides those about what the rule works through.
        pairs: for each of them, on fresh starts and dice.
        again: if no question is significant, the ``few`` most significant ones get this many times more fresh pairs; see
            ``plenty``, too.
        few: see ``again``.
        findings: reported, at most.
        unused: options that hardly any player uses and that are judged.
        sift: pairs after which players that take them and whose battles the rules do not change are dropped.
        longer: how many of these players get a longer look.
        search: simulations of a search that is tried, too; 0: no search.
        reach: battles by each player and at random that are played up to the first difference; see :mod:`.reach`.
    """

    scout: Positive = 30
    plenty: Count = 30
    glance: Positive = 80
    keep: Positive = 12
    pairs: Positive = 600
    again: Positive = 4
    few: Count = 6
    findings: Count = 5
    unused: Count = 4
    sift: Positive = SIFT
    longer: Count = GLANCED
    search: Count = 0
    reach: Count = 20


class Audit(msgspec.Struct, frozen=True):
    """What is compared.

    Attributes:
        stream: where games begin.
        players: whose options.
        rules: knobs that are changed.
        other_dice: a name for starts and dice of their own that the changed rules are played on, to see what chance alone does;
            empty for the same under either rules.
        budget: see there.
    """

    stream: Stream
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1)]
    rules: dict[str, int | bool | str]
    other_dice: str = ""
    budget: AuditBudget = AuditBudget()

    def streams(self, purpose: str) -> tuple[Stream, Stream]:
        """Starts and dice for a purpose, by the book and under the changed rules."""
        here = fresh(self.stream, "audit", purpose)
        return here, fresh(self.stream, "audit", purpose, self.other_dice) if self.other_dice else here


class NamedWay(msgspec.Struct, frozen=True):
    """An option or item through which a changed rule works.

    Attributes:
        way: the option or item, and how much of the difference it explains.
        worth: what the rule does to its worth, the most significant question first; empty if no player differs in it.
    """

    way: Way
    worth: tuple[TrialJudgement, ...] = ()

    @property
    def option(self) -> str:
        """How it is called."""
        return self.way.option


class Audited(msgspec.Struct, frozen=True):
    """The result of an audit.

    Attributes:
        findings: what the rule works through, the most informative first; empty if no player gains or loses significantly.
        ways: the same, whether any player gains or not.
        judged: questions of worth, on fresh starts and dice.
        differing, scouted: pairs that played out differently under the changed rules, out of the pairs scouted.
        asked: questions of worth at first.
        tried: options that hardly any player uses and that were tried by players that take them.
        shift: what the rule does to who wins in the scouted battles; None where it changes none, or chance shows none.
        adapted: what the rule gives to opponents that adapt; None unless that was asked.
        reach: what the rule makes legal or forbids; None where it has no battles.
        players: who played the scouted pairs, besides one that chooses at random.
        in_force: whether the rule is what holds anyway, so that nothing was played.
    """

    findings: tuple[NamedWay, ...] = ()
    ways: tuple[Way, ...] = ()
    judged: tuple[TrialJudgement, ...] = ()
    differing: int = 0
    scouted: int = 0
    asked: int = 0
    tried: tuple[Unused, ...] = ()
    shift: Shift | None = None
    adapted: AdaptedGain | None = None
    reach: FirstChange | None = None
    players: tuple[str, ...] = ()
    in_force: bool = False

    @property
    def beside(self) -> int:
        """Battles played side by side that differ."""
        return self.reach.differing if self.reach is not None else 0

    @property
    def surest(self) -> TrialJudgement | None:
        """The question of worth that moved most significantly."""
        return max((one for one in self.judged if one.is_open), key=lambda one: abs(one.z), default=None)

    @property
    def gains(self) -> tuple[TrialJudgement, ...]:
        """Options that hardly any player uses by the book, and that make a player significantly stronger under the new ones."""
        sure = (one for one in self.judged if one.is_unused and one.is_sure)
        return tuple(sorted(sure, key=lambda one: -one.changed))


def players_of(stream: Stream, given: Sequence[Player]) -> tuple[Player, ...]:
    """The players whose options are examined: the given ones, or the best shipped behaviour and a plain one.

    Raises:
        UserError: a player is not a behaviour.
    """
    found = list(given) or [Player.of(name) for name in dict.fromkeys((best_of(stream), SECOND))]
    refuse_repeated("--player", [player.name for player in found])
    for player in found:
        if behaviour_of(player, stream.ruleset) is None:
            raise UserError(
                f"{player.name} is not a behaviour; an audit needs behaviours, because it changes their weights"
            )
    return tuple(found)


def audit(question: Audit, played: Played, phase: Callable[[str], None] = lambda what: None) -> Audited:
    """Measure what changed rules do.

    Args:
        question: the rules to compare, players, starts and budget.
        played: plays shards.
        phase: called with the name of each step.
    """
    budget, rules, players = question.budget, question.rules, question.players
    names = tuple(player.name for player in players)
    if rules and not question.other_dice and holds_anyway(question.stream, rules):
        return Audited(players=names, in_force=True)
    scouting = question.streams("scout")
    phase("playing battles with and without the rule")
    scout, shards = budget.scout, shards_without(None, scouting, players, rules, budget.scout)
    battles = played(shards)
    whole = difference_of(shards, battles)
    reach = reach_of(scouting[0], players, rules, budget.reach, phase) if rules and budget.reach else None
    differs = whole.differing > 0 or (reach is not None and reach.differing > 0)
    if differs and whole.differing < budget.plenty:
        scout *= budget.again
        phase(f"only {whole.differing} of {whole.pairs} pairs changed: playing {budget.again} times as many")
        shards = shards_without(None, scouting, players, rules, scout)
        battles = played(shards)
        whole = difference_of(shards, battles)
    shift = shift_between(shards, battles) if whole.differing else None
    seen = seen_of(scouting[0], players, rules, played)
    unused = unused_of(question.stream.ruleset, seen)
    phase(f"trying {len(unused)} rarely used options with players that use them")
    takers = takers_of(question.stream.ruleset, players, unused, seen)
    takers += takers_by_estimates(scouting[0], players, rules, unused, played)
    pairs = unused_pairs(question.stream.ruleset, [one.option for one in unused], seen)
    takers += takers_of_pairs(scouting[0], players, pairs, seen, rules, played)
    bits = max((one.bits for one in unused), default=0.0)
    unused += [Unused(pair, 0, bits) for pair in dict.fromkeys(one.option for one in takers if one.option in pairs)]
    streams = question.streams("unused")
    picked, unused = pick(
        takers, unused, streams, rules, budget.glance, budget.unused, played, phase, budget.sift, budget.longer
    )
    ways: list[Way] = []
    about: list[AuditTrial] = []
    others: list[AuditTrial] = []
    if differs:
        suspects = suspects_of(scouting[0], seen, rules) if whole.differing else []
        if suspects:
            phase(f"playing without each of {len(suspects)} options and items")
        asked = [shards_without(one, scouting, players, rules, scout) for one in suspects]
        games = iter(played([shard for shards in asked for shard in shards]))
        without = [difference_of(shards, [next(games) for _ in shards]) for shards in asked]
        opened = ways_by_reach(reach, seen) if reach is not None else []
        ways = merged(ways_of(suspects, without, whole), opened)[: budget.findings]
        trials = trials_of(question.stream, players, rules, played)
        named = {way.option for way in ways}
        about = [one for one in trials if one.option in named]
        others = [one for one in trials if one.is_encouraged and one.option not in named]
    best = [*about, *(one.trial for one in picked)]
    if budget.search:
        phase(f"trying a search of {budget.search} simulations")
        searcher = searcher_of(scouting[0], players[0], rules, unused, budget.search, played)
        best += [searcher] if searcher is not None else []
    if others:
        phase(f"estimating the worth of {len(others)} options")
        glances = judged(others, question.streams("glance"), rules, budget.glance, played)
        order = sorted(range(len(others)), key=lambda k: -abs(glances[k].z))
        best += [others[k] for k in order[: budget.keep] if glances[k].z != 0]
    final: list[TrialJudgement] = []
    if best:
        phase(f"measuring {len(best)} of them on fresh dice")
        final = judged(best, question.streams("judge"), rules, budget.pairs, played)
    open_still = [k for k, one in enumerate(final) if one.is_open]
    if open_still and not any(one.is_sure for one in final):
        order = sorted(open_still, key=lambda k: -abs(final[k].z))[: budget.few]
        phase(f"none is significant: playing {budget.again} times as many pairs for {len(order)} of them")
        final = judged([best[k] for k in order], question.streams("again"), rules, budget.again * budget.pairs, played)
    ways = merged(ways, gaining_ways(picked, final))[: budget.findings]
    return Audited(
        findings_of(ways, final), tuple(ways), tuple(final), whole.differing, whole.pairs,
        len(about) + len(others) + len(takers), tuple(unused), shift, reach=reach,
        players=names,
    )  # fmt: skip


def holds_anyway(stream: Stream, rules: Rules) -> bool:
    """Whether changed rules are those that hold in the scenario without them."""
    scenario = scenarios.load(stream.scenario, stream.ruleset)
    return is_in_force(scenario.ruleset.rulebook, scenario.rules, rules)


def gaining_ways(picked: Sequence[Picked], judgements: Sequence[TrialJudgement]) -> list[Way]:
    """The options that hardly any player uses and that make a player significantly stronger."""
    sure = {one.option for one in judgements if one.is_unused and one.is_sure}
    return [one.way for one in picked if one.way.option in sure]


def merged(ways: Sequence[Way], more: Sequence[Way]) -> list[Way]:
    """Ways of both lists, the highest score first; of two for an option, the one with the higher lower bound."""
    found: dict[str, Way] = {}
    for way in (*ways, *more):
        found[way.option] = max(found.get(way.option, way), way, key=lambda one: one.low)
    return sorted(found.values(), key=lambda way: -way.score)


def findings_of(ways: Sequence[Way], judgements: Sequence[TrialJudgement]) -> tuple[NamedWay, ...]:
    """Findings to report: nothing, unless a question of worth moved significantly."""
    if not any(one.is_sure for one in judgements):
        return ()
    surest = sorted(judgements, key=lambda one: -abs(one.z))
    return tuple(NamedWay(way, tuple(one for one in surest if one.option == way.option)) for way in ways)
