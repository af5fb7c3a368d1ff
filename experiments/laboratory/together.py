"""Options that belong together, such as aim and then fire: players that take the first where it is legal, and then the second.

Which do stands in ``configs/pairs.yaml``, for each ruleset. A pair is tried if players hardly use one of its halves. A player is
varied until it takes both: it may choose nothing else where either is legal, or no other mode of either verb, and choices of one
intent come first. Of the intents, the first with which it completes the pair often enough is tried; what prepares comes first,
so aim comes before fire where both are legal. Halves that are modes of one verb with the same intent differ in the
player's own estimates alone.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec
import yaml

from ... import configs
from ...envs.core.behaviour.bans import MOST_BANS
from ...envs.core.behaviour.features import DOCTRINES, Intent
from ...envs.engine.behaviours import load
from ...envs.engine.options import find
from .knobs.settings import Rules
from .shards import Played, Player, Stream
from .through import OptionUse
from .trials import AuditTrial
from .worth.encouraging import behaviour_of
from .worth.usage import uses_in, watched

__all__ = ["FILE", "THEN", "halves_of", "is_pair", "pairs_of", "takers_of_pairs", "unused_pairs"]

FILE = configs.FOLDER / "pairs.yaml"
THEN = " then "  # between the halves of a pair, where it is written as one option
WATCHED = 3  # battles in which it is seen what a varied player completes
INTENTS = (Intent.PREPARE, Intent.SUPPORT, Intent.HOLD, Intent.WAIT, Intent.STRIKE, Intent.SHOOT)  # in this order
OFTEN = 1  # times in each of them, from either seat, that it must take both halves


@functools.cache
def pairs_of(slug: str) -> tuple[tuple[str, str], ...]:
    """The pairs of a ruleset, first half first; none of a ruleset that the file does not have."""
    found = yaml.safe_load(FILE.read_text(encoding="utf-8")).get(slug, [])
    return tuple((str(first), str(second)) for first, second in found)


def halves_of(option: str) -> tuple[str, ...]:
    """The options of a pair; any other option alone."""
    return tuple(option.split(THEN))


def is_pair(option: str) -> bool:
    """Whether an option is a pair."""
    return THEN in option


def unused_pairs(slug: str, unused: Sequence[str], seen: Sequence[OptionUse]) -> list[str]:
    """The pairs whose first half was legal, and of which players hardly use a half."""
    legal = {name for part in seen for name, use in part.uses.items() if use.offered[0]}
    return [
        f"{first}{THEN}{second}"
        for first, second in pairs_of(slug)
        if first in legal and ({first, second} & set(unused) or second not in legal)
    ]


def takers_of_pairs(
    stream: Stream,
    players: Sequence[Player],
    pairs: Sequence[str],
    seen: Sequence[OptionUse],
    rules: Rules,
    played: Played,
) -> list[AuditTrial]:
    """For each pair and player, variants that complete it under the changed rules, against that player.

    Args:
        stream: where their uses are watched.
        players: behaviours.
        pairs: see :func:`unused_pairs`.
        seen: how options were used; its options are those that are forbidden.
        rules: the changed rules.
        played: plays shards.
    """
    names = list(dict.fromkeys(name for part in seen for name, use in part.uses.items() if use.offered[0]))
    modes = {pair: _others(stream.ruleset, pair, names) for pair in pairs}
    wanted = []
    for player in players:
        for pair in pairs:
            verbs = {half.partition(".")[0] for half in halves_of(pair)}
            rest = [name for name in names if "." not in name and name not in verbs]
            wanted.append((player, pair, tuple([*modes[pair], *rest][:MOST_BANS])))
    found = []
    for (player, pair, forbid), best in zip(wanted, _completing(stream, wanted, rules, played), strict=True):
        if best is None:
            continue
        for bans, words in ((forbid, "takes {} whenever it is legal"), (modes[pair], "takes {} first")):
            how = f"{player.name} {words.format(pair)}"
            taker = msgspec.structs.replace(best, name=how, forbid=tuple(bans[:MOST_BANS]))
            found.append(AuditTrial(pair, how, taker, player, is_unused=True))
    return found


def _others(slug: str, pair: str, names: Sequence[str]) -> list[str]:
    """The other modes or items of the verbs of a pair that has them in one."""
    halves = halves_of(pair)
    fine = {half.partition(".")[0] for half in halves if "." in half}
    plain = {half for half in halves if "." not in half}
    wanted = {option for half in halves for option in find(slug, half)}
    return [
        name
        for name in names
        if name.partition(".")[0] in fine - plain and "." in name and not wanted & set(find(slug, name))
    ]


def _completing(
    stream: Stream, wanted: Sequence[tuple[Player, str, tuple[str, ...]]], rules: Rules, played: Played
) -> list[Player | None]:
    """For each player, pair and what is forbidden the first variant by intent that takes both halves often enough; None if
    none does. An intent is played by all that no earlier one has made complete their pair, in one call of ``played``.
    """
    found: list[Player | None] = [None] * len(wanted)
    for intent in INTENTS:
        trying = {
            k: _led_by(intent, player, forbid, stream.ruleset)
            for k, (player, _, forbid) in enumerate(wanted)
            if found[k] is None
        }
        games = played([watched(stream, one, wanted[k][0], WATCHED, rules) for k, one in trying.items()])
        for (k, one), part in zip(trying.items(), games, strict=True):
            uses = uses_in(part)
            both = min(uses[half].chosen[0] if half in uses else 0 for half in halves_of(wanted[k][1]))
            if both >= 2 * OFTEN * WATCHED:
                found[k] = one
    return found


def _led_by(intent: Intent, player: Player, forbid: tuple[str, ...], slug: str) -> Player:
    """The player with choices of an intent first, and without some options."""
    behaviour = behaviour_of(player, slug)
    assert behaviour is not None
    keys = behaviour.model.model_dump(exclude_defaults=True)
    doctrines = [{"do": intent.name.lower()}, *keys.get("doctrines", [])][:DOCTRINES]
    made = load({**keys, "name": behaviour.name, "doctrines": doctrines})
    return msgspec.structs.replace(Player.of(made), forbid=forbid)
