"""The question what options are worth, and the trials that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from ....envs import rulesets
from ....envs.engine.behaviours import Behaviour
from ....envs.engine.options import find
from ...common import UserError
from ...sealing import Positive
from ..moments import status_fields
from ..shards import Player, Stream, play, pool_of
from ..variants import UNIT, Lack, possessions
from .encouraging import behaviour_of, nudges, under_doctrines, without_intents
from .usage import Use, options_of, sum_of, use_of, uses_of

__all__ = ["KINDS", "SEEN", "WorthQuestion", "WorthTrial", "scored", "trials_of"]

KINDS = ("forbid", "encourage", "items", "statuses")
SEEN = 250  # games in which uses are counted


class WorthQuestion(msgspec.Struct, frozen=True):
    """The question what the options of a player are worth.

    Attributes:
        command: ``worth``.
        stream: where games begin.
        player: whose options; it plays in both seats, once without each option, unless it has an opponent in ``against``.
        against: None, or the opponent of the player with and without the option.
        options: to examine; empty for all that the player uses.
        kinds: of ``KINDS``.
        pairs: for each question; a quarter of them for a nudge.
        nudge: by how much weights are nudged.
        rules: knobs by address.
        digests: of the players.
    """

    command: str
    stream: Stream
    player: Player
    against: Player | None
    options: tuple[str, ...]
    kinds: tuple[str, ...]
    pairs: Positive
    nudge: Annotated[float, msgspec.Meta(gt=0, le=500)]
    rules: dict[str, int | bool | str]
    digests: dict[str, str]


class WorthTrial(msgspec.Struct, frozen=True):
    """Something that is tried: a player that differs in one thing, battles in which something is missing, or a status.

    Attributes:
        name, kind: see ``Answer``.
        player: who differs; None where something is missing.
        lacks: what is missing, for each half of the sides.
        status: the field of units that a status stands in.
        pairs: to play.
        use: how it was used.
        why: why it is not tried.
    """

    name: str
    kind: str
    player: Player | None = None
    lacks: tuple[tuple[int, tuple[Lack, ...]], ...] = ()
    status: str = ""
    pairs: int = 0
    use: Use | None = None
    why: str = ""


def scored(player: Player, slug: str) -> Behaviour:
    """The behaviour a player is.

    Raises:
        UserError: the player has no weights and no doctrines.
    """
    found = behaviour_of(player, slug)
    if found is None:
        raise UserError(f"{player.name} is not a behaviour: it has no weights to change and no doctrines")
    return found


def trials_of(question: WorthQuestion) -> list[WorthTrial]:
    """Everything that is tried, with what was seen of the player's uses."""
    player, slug = question.player, question.stream.ruleset
    found: list[WorthTrial] = []
    behaviour = scored(player, slug) if "encourage" in question.kinds else behaviour_of(player, slug)
    if "forbid" in question.kinds:
        uses = uses_of(question.stream, player, question.against or player, SEEN, question.rules)
        found += forbidden(question, uses)
        if behaviour is not None and not question.options:
            found += [
                WorthTrial(one.name, "intent", one.player, pairs=question.pairs) for one in without_intents(behaviour)
            ]
    if "encourage" in question.kinds:
        assert behaviour is not None
        less = max(question.pairs // 4, 2)
        found += [
            WorthTrial(one.name, "nudge", one.player, pairs=less) for one in nudges(behaviour, slug, question.nudge)
        ]
        found += [
            WorthTrial(one.name, "doctrine", one.player, pairs=question.pairs) for one in under_doctrines(behaviour)
        ]
        found += taking(question, less)
    if "items" in question.kinds:
        found += missing(question)
    if "statuses" in question.kinds:
        names = {trial.name for trial in found}
        for name, field in status_fields(rulesets.get(slug)).items():
            called, why = (
                f"{name} (status)" if name in names else name,
                "" if field else "units have no field of this name",
            )
            found.append(WorthTrial(called, "status", status=field, pairs=question.pairs, why=why))
    return found


def forbidden(question: WorthQuestion, uses: Mapping[str, Use]) -> list[WorthTrial]:
    """A trial for each option that the player uses, and an entry for those it never chooses."""
    slug, player = question.stream.ruleset, question.player
    found = []
    for text in question.options or options_of(slug, uses):
        parts = tuple(text.split("+"))
        use = sum_of([use_of(slug, part, uses) for part in parts], text)
        kind = "group" if len(parts) > 1 or len(find(slug, text)) > 1 else "option"
        if use.chosen[0] == 0:
            found.append(WorthTrial(text, kind, use=use))
            continue
        without = msgspec.structs.replace(player, name=f"{player.name} without {text}", forbid=(*player.forbid, *parts))
        found.append(WorthTrial(text, kind, without, pairs=question.pairs, use=use))
    return found


def taking(question: WorthQuestion, pairs: int) -> list[WorthTrial]:
    """A trial for each way of taking an option that the player uses hardly or never."""
    from ..through import seen_under
    from ..unused import takers_of, unused_of

    slug, player = question.stream.ruleset, question.player
    seen = seen_under(question.stream, [player], question.rules, lambda shards: [play(one) for one in shards])
    takers = takers_of(slug, [player], unused_of(slug, seen), seen)
    begin = len(player.name) + 1
    return [WorthTrial(one.how[begin:], "taken", one.player, pairs=pairs) for one in takers]


def missing(question: WorthQuestion) -> list[WorthTrial]:
    """A trial for everything that units have, units included."""
    stream = question.stream
    ruleset, found = rulesets.get(stream.ruleset), []
    for one in possessions(ruleset, stream.scenario, min(stream.starts, 64), stream.start_seed):
        kind = "unit" if one.field == UNIT else "item"
        halves = []
        for half, sides in (
            (0, [side for side in one.sides if side == 0]),
            (1, [side for side in one.sides if side > 0]),
        ):
            if sides:
                halves.append((half, tuple(Lack(side, one.field, one.value) for side in sides)))
        why = ""
        for _, lacks in halves:
            try:
                pool_of(msgspec.structs.replace(stream, lacks=lacks), question.rules)
            except ValueError as error:
                why = str(error)
        name = f"{one.name}, of {', '.join(one.holders)}" if kind == "item" else one.name
        found.append(WorthTrial(name, kind, lacks=tuple(halves), pairs=question.pairs, why=why))
    return found
