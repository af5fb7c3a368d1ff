"""What a search for tactics has found."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...statistics import Share
from ..shards import Shard
from .atlas import Atlas
from .plan import Plan
from .population import MatrixGame, Member, Response
from .racing import Race

__all__ = ["Discovery", "JudgedMember"]


@dataclass(frozen=True)
class JudgedMember:
    """A member of the population as it is reported: everything on starts and dice that no search has seen.

    Attributes:
        member: who it is.
        share: of the points against the field.
        style: how it fought.
        nash: its share in the mixture nobody in the population beats.
        exploiter: the best response found to it alone, and what that reached.
        beside: for a tactic made minimal, what it was before.
        selected: the share by which it was chosen; None for those nobody chose.
    """

    member: Member
    share: Share
    style: dict[str, float]
    nash: float
    exploiter: Response | None = None
    beside: Share | None = None
    selected: float | None = None


@dataclass
class Discovery:
    """The results of a search.

    Attributes:
        plan: of the search.
        judged: the population, the best first.
        game: its payoffs, in the order of ``judged``.
        races: from each start.
        responses: best response of each round of the population.
        atlas: the map; None without one.
        tests: best responses to the leading tactic, with intervals for all of them together.
        leader: name of that tactic.
        leader_races: races of full length that were run against it.
        twins: names of tactics that are the same as another once minimal, and of that one, which alone is reported.
        joined: names of exploiters that joined the population, and the member that each was raced against and beat.
        verdict: ``dominant`` if none of them wins more than the margin allows, ``beaten`` if one wins more than half the
            points, else ``open``; with the plan's chance of an error.
        shown: games to show: title, shard, pair, seat.
        pairs: played.
    """

    plan: Plan
    judged: list[JudgedMember] = field(default_factory=list)
    game: MatrixGame = field(default_factory=lambda: MatrixGame([]))
    races: list[Race] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    atlas: Atlas | None = None
    tests: list[Response] = field(default_factory=list)
    leader: str = ""
    leader_races: int = 2
    twins: dict[str, str] = field(default_factory=dict)
    joined: list[tuple[str, str]] = field(default_factory=list)
    verdict: str = ""
    shown: list[tuple[str, Shard, int, int]] = field(default_factory=list)
    pairs: int = 0

    @property
    def toughest(self) -> Response | None:
        """The best response to the leading tactic: of those that beat it significantly, else of all, the one that takes most."""
        known = [(one.share, one) for one in self.tests if one.share is not None]
        return max(known, key=lambda one: (one[0].low > 0.5, one[0].value))[1] if known else None

    @property
    def found(self) -> list[JudgedMember]:
        """Tactics found, the best first."""
        return [one for one in self.judged if one.member.kind == "found"]
