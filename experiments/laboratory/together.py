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
from .shards import Player, Stream
from .through import OptionUse
from .trials import AuditTrial
from .worth.encouraging import behaviour_of
from .worth.usage import uses_of

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
    stream: Stream, players: Sequence[Player], pairs: Sequence[str], seen: Sequence[OptionUse], rules: Rules
) -> list[AuditTrial]:
    """For each pair and player, variants that complete it by the changed rules, against that player.

    Args:
        stream: where their uses are watched.
        players: behaviours.
        pairs: see :func:`unused_pairs`.
        seen: how options were used; its options are those that are forbidden.
        rules: the changed rules.
    """
    names = list(dict.fromkeys(name for part in seen for name, use in part.uses.items() if use.offered[0]))
    found = []
    for player in players:
        for pair in pairs:
            modes = _others(stream.ruleset, pair, names)
            verbs = {half.partition(".")[0] for half in halves_of(pair)}
            rest = [name for name in names if "." not in name and name not in verbs]
            best = _completing(stream, player, pair, [*modes, *rest], rules)
            if best is None:
                continue
            for forbid, words in ((best.forbid, "takes {} whenever it is legal"), (tuple(modes), "takes {} first")):
                how = f"{player.name} {words.format(pair)}"
                taker = msgspec.structs.replace(best, name=how, forbid=forbid[:MOST_BANS])
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


def _completing(stream: Stream, player: Player, pair: str, forbid: Sequence[str], rules: Rules) -> Player | None:
    """The first variant by intent that takes both halves often enough; None if none does."""
    behaviour = behaviour_of(player, stream.ruleset)
    assert behaviour is not None
    keys = behaviour.model.model_dump(exclude_defaults=True)
    for intent in INTENTS:
        doctrines = [{"do": intent.name.lower()}, *keys.get("doctrines", [])][:DOCTRINES]
        made = load({**keys, "name": behaviour.name, "doctrines": doctrines})
        one = msgspec.structs.replace(Player.of(made), forbid=tuple(forbid[:MOST_BANS]))
        uses = uses_of(stream, one, player, WATCHED, rules)
        both = min(uses[half].chosen[0] if half in uses else 0 for half in halves_of(pair))
        if both >= 2 * OFTEN * WATCHED:
            return one
    return None
