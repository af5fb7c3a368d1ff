"""Options that hardly any player uses by the book, tried by players that do.

Where nobody uses an option, a rule that makes it strong changes no battle. So for every option that was legal in some battle and
that no player of the audit takes in more than ``RARELY`` of its chances, each player is varied until it does:

- it takes the option **whenever it is legal**: all else is forbidden, which bars nothing where nothing else is left;
- it takes the option **in place of others**: of a verb's modes or items this one alone, where the player would choose the verb;
- it takes the option **by its estimates**: the one weight, intent or doctrine that makes it choose the option most often.

Options that belong together, such as aim and then fire, are tried as one (:mod:`.together`). A search of few simulations,
which looks at all legal answers, is slow and therefore tried only where that is asked for.

Each meets the player it was made from, by the book and under the changed rules, on the same starts and dice. Dropped are those
whose battles a rule does not change, or changes no more than it changes battles of players who leave the option alone, or no
longer changes without a more promising option. What is left is judged on fresh starts and dice, with all other questions
of the audit (:mod:`.auditing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np

from ...envs.core.behaviour.bans import ANY, MOST_BANS
from ...envs.engine.options import find
from .knobs.settings import Rules
from .shards import Games, Played, Player, Stream
from .through import LEAST, OptionUse, Suspect, Way, options_among, share_of
from .together import halves_of, is_pair
from .trials import NUDGE, AuditTrial, played_by_both, shift_of, worth_of
from .worth.encouraging import behaviour_of, nudges, under_doctrines
from .worth.usage import uses_in, watched

__all__ = ["RARELY", "Picked", "Unused", "pick", "searcher_of", "takers_by_estimates", "takers_of", "unused_of"]

RARELY = 0.02  # share of its chances; an option that no player takes in more of them counts as unused
WATCHED = 6  # battles in which it is seen what a varied player uses
OFTEN = 2  # times in each of them that it must choose an option to be tried for it
SIFT = 10  # pairs after which those that a rule does not change are dropped
GLANCED = 24  # that get a longer look
SEARCHED, SEARCH_PAIRS = 4, 20  # battles, from either seat, in which a search is watched; pairs by which it is judged
HALF = 0.5  # share of the difference; what is gone by more of it without a more promising option is due to that one


class Unused(msgspec.Struct, frozen=True):
    """An option that hardly any player uses by the book.

    Attributes:
        option: how it is called.
        chosen: how often the players chose it by the book, in the battles that were watched.
        bits: see :mod:`.through`.
        is_changed: whether the changed rules change a battle of a player that takes it.
    """

    option: str
    chosen: int
    bits: float
    is_changed: bool = False


class Picked(msgspec.Struct, frozen=True):
    """An option that is judged: the player that takes it, and how much of what the rule does to its battles is due to it."""

    trial: AuditTrial
    way: Way


def unused_of(slug: str, seen: Sequence[OptionUse]) -> list[Unused]:
    """The options that are legal by the book or under the changed rules, and that no player takes by the book, or hardly any."""
    bits = {one.option: one.bits for one in options_among(slug, seen)}
    legal = dict.fromkeys(name for one in seen for name, use in one.uses.items() if use.offered[0])
    own = [one.uses for one in seen if one.one == one.other and one.one.spec != "random" and not one.is_changed]
    found = []
    for name in legal:
        used = [uses[name] for uses in own if name in uses]
        if all(use.chosen[0] <= RARELY * use.offered[0] for use in used):
            chosen = sum(use.chosen[0] for use in used)
            found.append(Unused(name, chosen, bits.get(name, max(bits.values(), default=0.0))))
    return found


# --- players that take it -------------------------------------------------------------------------------------------------


def takers_of(
    slug: str, players: Sequence[Player], unused: Sequence[Unused], seen: Sequence[OptionUse]
) -> list[AuditTrial]:
    """Players that take an option whenever it is legal, or in place of others; each against the player it was made from."""
    legal: Counter[str] = Counter()
    for part in seen:
        legal.update({name: use.offered[0] for name, use in part.uses.items()})
    names = [name for name, _ in legal.most_common()]
    found = []
    for player in players:
        own = [part.uses for part in seen if part.one == part.other == player]
        for one in unused:
            alike = siblings(slug, one.option, names)
            verb = one.option.partition(".")[0]
            others = [name for name in names if "." not in name and name != verb]
            found.append(_barring(player, one.option, [*alike, *others], "takes {} whenever it is legal"))
            if alike and any(uses[verb].chosen[0] for uses in own if verb in uses):
                found.append(_barring(player, one.option, alike, "takes {} in place of others"))
    return found


def siblings(slug: str, option: str, names: Iterable[str]) -> list[str]:
    """The other modes of a verb in a mode, the other items of a verb with an item; none of a verb."""
    mine = find(slug, option)[0]
    if mine.mode == ANY and mine.item == ANY:
        return []
    return [
        name
        for name in names
        if name != option
        and name.startswith(f"{option.partition('.')[0]}.")
        and (find(slug, name)[0].mode == ANY) == (mine.mode == ANY)
    ]


def _barring(player: Player, option: str, forbid: Sequence[str], words: str) -> AuditTrial:
    how = f"{player.name} {words.format(option)}"
    taker = msgspec.structs.replace(player, name=how, forbid=tuple(forbid[:MOST_BANS]))
    return AuditTrial(option, how, taker, player, is_unused=True)


def takers_by_estimates(
    stream: Stream, players: Sequence[Player], rules: Rules, unused: Sequence[Unused], played: Played
) -> list[AuditTrial]:
    """For each player and option its variant, by one weight, intent or doctrine, that chooses the option most often by the
    changed rules, against that player; none for an option that no variant chooses. ``played`` plays shards.
    """
    variants = [(k, one) for k, player in enumerate(players) for one in _varied(player, stream.ruleset)]
    games = played([watched(stream, one, one, WATCHED, rules) for _, one in variants])
    best: dict[tuple[int, str], tuple[int, Player]] = {}
    for (k, one), part in zip(variants, games, strict=True):
        uses = uses_in(part)
        for option in (each.option for each in unused if each.option in uses):
            chosen = uses[option].chosen[0]
            if chosen > max(OFTEN * WATCHED, best.get((k, option), (0, None))[0]):
                best[k, option] = chosen, one
    return [
        AuditTrial(option, f"{taker.name}, takes {option}", taker, players[k], is_unused=True)
        for (k, option), (_, taker) in best.items()
    ]


def _varied(player: Player, slug: str) -> list[Player]:
    """The player with each weight and each intent raised, and with each doctrine of the library first."""
    behaviour = behaviour_of(player, slug)
    assert behaviour is not None
    raised = [one for one in nudges(behaviour, slug, NUDGE) if one.name.endswith(f"+{NUDGE:g}")]
    return [one.player for one in (*raised, *under_doctrines(behaviour))]


def searcher_of(
    stream: Stream, player: Player, rules: Rules, unused: Sequence[Unused], simulations: int, played: Played
) -> AuditTrial | None:
    """A search, for the option whose share of chances taken rises most under the changed rules; None if no share rises
    enough.

    Args:
        stream: where its uses are watched.
        player: the player of the simulations and the opponent; None is returned for a behaviour without a file.
        rules: the changed rules.
        unused: the options.
        simulations: for each decision.
        played: plays shards.
    """
    if not player.spec:
        return None
    name = f"search:{simulations}:{player.spec}"
    searcher = Player(name, name)
    none: Rules = {}
    games = played([watched(stream, searcher, player, SEARCHED, by) for by in (none, rules)])
    book, changed = map(uses_in, games)
    more = {
        one.option: changed[one.option].share - (book[one.option].share if one.option in book else 0.0)
        for one in unused
        if one.option in changed
    }
    option = max(more, key=lambda one: more[one], default="")
    if more.get(option, 0.0) <= RARELY:
        return None
    return AuditTrial(option, f"{name}, takes {option}", searcher, player, is_unused=True, pairs=SEARCH_PAIRS)


# --- which of them are judged ---------------------------------------------------------------------------------------------


def pick(
    takers: Sequence[AuditTrial],
    unused: Sequence[Unused],
    streams: tuple[Stream, Stream],
    rules: Rules,
    pairs: int,
    most: int,
    played: Played,
    phase: Callable[[str], None] = lambda what: None,
    sift: int = SIFT,
    longer: int = GLANCED,
) -> tuple[list[Picked], list[Unused]]:
    """The players to judge: those whose battles the changed rules change because of the option, and to their advantage.

    Args:
        takers: see :func:`takers_of`.
        unused: the options.
        streams: starts and dice by the book, and under the changed rules; the picked players are judged on different ones.
        rules: the changed rules.
        pairs: for each taker that gets a longer look.
        most: takers that are picked, the most promising option first.
        played: plays shards.
        phase: called with the name of each step.
        sift: pairs after which those that the rule does not change are dropped.
        longer: how many get a longer look.

    Returns:
        The picked players, and the options that were tried, with the results of the trial.
    """
    bits = {one.option: one.bits for one in unused}
    looks = _sifted(takers, streams, rules, sift, played)
    changed = {one.trial.option: bool(one.differing) for one in sorted(looks, key=lambda one: one.differing)}
    seen = [msgspec.structs.replace(one, is_changed=changed[one.option]) for one in unused if one.option in changed]
    first = [one.trial for one in _by_promise(looks) if one.differing > one.without][:longer]
    if not first:
        return [], seen
    phase(f"measuring {len(first)} of {len(looks)} players that take rarely used options")
    found: list[Picked] = []
    for one in _by_promise(_looks(first, streams, rules, pairs, played)):
        way = one.way(bits[one.trial.option])
        options = tuple(each.trial.option for each in found)
        if min(one.worth, one.gain) <= 0 or way.low <= LEAST or one.trial.option in options:
            continue
        if len(found) < most and (not options or _is_due(one, options, streams, rules, played)):
            found.append(Picked(one.trial, way))
    return found, seen


class OptionLook(msgspec.Struct, frozen=True):
    """Result of a look at a player that takes an option.

    Attributes:
        trial: the player and the option.
        worth, gain: its worth under the changed rules, and by how much that exceeds its worth by the book; both in standard
            errors.
        differing: pairs that the changed rules change.
        without: the same of the player it was made from.
        pairs: that were played.
    """

    trial: AuditTrial
    worth: float
    gain: float
    differing: int
    without: int
    pairs: int

    def way(self, bits: float) -> Way:
        """What the option explains of what the rule does to these battles."""
        return share_of(Suspect(self.trial.option, (), bits), (self.without, self.pairs), (self.differing, self.pairs))


def _sifted(
    takers: Sequence[AuditTrial], streams: tuple[Stream, Stream], rules: Rules, pairs: int, played: Played
) -> list[OptionLook]:
    """A short look at each; at modes and items of an unused verb only where the rule matters to the verb; at none of a player
    whose own battles nearly all go another way, as nothing could be said of an option then.
    """
    plain = [AuditTrial("", one.other.name, one.other, one.other) for one in _first_of_each(takers)]
    base = _looks(plain, streams, rules, pairs, played)
    able = [one.trial.other for one in base if one.differing < (1 - LEAST) * pairs]
    takers = [one for one in takers if one.other in able]
    options = {one.option for one in takers}

    def verb_of(one: AuditTrial) -> str:
        if is_pair(one.option):
            return ""
        verb = one.option.partition(".")[0]
        return verb if verb != one.option and verb in options else ""

    looks = _looks([one for one in takers if not verb_of(one)], streams, rules, pairs, played)
    due = {one.trial.option for one in looks if one.differing > one.without}
    return looks + _looks([one for one in takers if verb_of(one) in due], streams, rules, pairs, played)


def _looks(
    takers: Sequence[AuditTrial], streams: tuple[Stream, Stream], rules: Rules, pairs: int, played: Played
) -> list[OptionLook]:
    players = [one.other for one in _first_of_each(takers)]
    plain = [AuditTrial("", player.name, player, player) for player in players]
    games = played_by_both([*plain, *takers], streams, rules, pairs, played)
    base = [_differing(*both) for both in games[: len(plain)]]
    found = []
    for one, (book, changed) in zip(takers, games[len(plain) :], strict=True):
        mean, gain = worth_of(one, changed), shift_of(one, book, changed)[4]
        worth = mean.value / mean.error if mean.error > 0 else 0.0
        found.append(OptionLook(one, worth, gain, _differing(book, changed), base[players.index(one.other)], pairs))
    return found


def _first_of_each(takers: Sequence[AuditTrial]) -> list[AuditTrial]:
    """The first taker that was made from each player."""
    found: list[AuditTrial] = []
    for one in takers:
        if all(one.other != each.other for each in found):
            found.append(one)
    return found


def _differing(book: Sequence[Games], changed: Sequence[Games]) -> int:
    """Number of pairs that the changed rules change."""
    return int(np.any(book[0].trace != changed[0].trace, axis=1).sum())


def _by_promise(looks: Sequence[OptionLook]) -> list[OptionLook]:
    """The most promising first."""
    return sorted(looks, key=lambda one: -min(one.worth, one.gain))


def _is_due(
    look: OptionLook, options: tuple[str, ...], streams: tuple[Stream, Stream], rules: Rules, played: Played
) -> bool:
    """Whether the rule still changes battles of a player that may not choose some more promising options."""
    halves = [half for option in options for half in halves_of(option)]
    forbid = tuple(dict.fromkeys([*halves, *look.trial.player.forbid]))[:MOST_BANS]
    without = msgspec.structs.replace(look.trial.player, forbid=forbid)
    trial = msgspec.structs.replace(look.trial, player=without)
    (book, changed), *_ = played_by_both([trial], streams, rules, look.pairs, played)
    return _differing(book, changed) > (1 - HALF) * look.differing
