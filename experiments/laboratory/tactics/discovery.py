"""Search for tactics, from the field of the start to what is said in the end."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ....envs.engine.behaviours import Behaviour, load, shipped
from ....envs.engine.networks import TRAINED, load_network, trained
from ...common import UserError
from ...statistics import Share
from ..shards import Player, Shard
from .atlas import Atlas, draw_map, styles_of
from .genome import Genome, borrowing
from .ground import Asked, Ground, Met, Mixture, difference, even
from .plan import Plan
from .population import Game, Member, Response, best_responses, double_oracle, payoffs
from .pruning import prune
from .racing import Race, Step, race_all

__all__ = ["Discovery", "Judged", "discover", "expected_pairs", "field_of"]

FIRST_LOOK, PRUNED, JUDGED, EXPLOITED, TESTED = (k << 46 for k in range(1, 6))  # pairs of each stage
LOOK_PAIRS = 140  # by which the best of the field is found
FIRST_EXPLOIT = 400  # number of the first race against one player alone
LOST = (
    1.645  # standard errors by which a tactic may do worse than it did before pruning, else nothing is left out of it
)
SEARCH = "search:20"
STAGES = ("field", "races", "what matters", "map", "population", "judgement", "exploiters", "writing")


@dataclass(frozen=True)
class Judged:
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
    """What was found.

    Attributes:
        plan: what was asked.
        judged: the population, the best first.
        game: its payoffs, in the order of ``judged``.
        races: from each start.
        responses: best response of each round of the population.
        atlas: the map; None without one.
        tests: best responses to the leading tactic, with intervals for all of them together.
        leader: name of that tactic.
        verdict: ``dominant`` if none of them wins more than the margin allows, ``beaten`` if one wins more than half the
            points, else ``open``; with the plan's chance of an error.
        shown: games to show: title, shard, pair, seat.
        pairs: played.
    """

    plan: Plan
    judged: list[Judged] = field(default_factory=list)
    game: Game = field(default_factory=lambda: Game([]))
    races: list[Race] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    atlas: Atlas | None = None
    tests: list[Response] = field(default_factory=list)
    leader: str = ""
    verdict: str = ""
    shown: list[tuple[str, Shard, int, int]] = field(default_factory=list)
    pairs: int = 0

    @property
    def found(self) -> list[Judged]:
        """Tactics that were found, the best first."""
        return [one for one in self.judged if one.member.kind == "found"]


def field_of(plan: Plan) -> list[Member]:
    """The opponents of a search.

    Raises:
        what loading them raises.
    """
    found = []
    for spec in plan.field or shipped():
        player = Player.of(spec)
        policy = player.load(plan.ruleset)
        genome = genome_of(spec, policy, plan.ruleset)
        found.append(Member(player, "search" if is_slow(spec) else "shipped", genome))
    return found


def genome_of(spec: str, policy: Any, slug: str) -> Genome | None:
    """The genome of a behaviour; None for any other player."""
    if isinstance(policy, str) and policy in shipped():
        policy = load(policy)
    return Genome.of(policy, slug) if isinstance(policy, Behaviour) else None


def is_slow(spec: str) -> bool:
    """Whether a player thinks so long that few pairs must do."""
    from ....envs.engine.searchers import is_spec

    return is_spec(spec)


def responders(plan: Plan) -> list[Member]:
    """Further players that may beat what was found: those named, else a small search and the networks that ship."""
    networks = [TRAINED + name for name in trained()]
    fitting = [spec for spec in networks if load_network(spec).layout.ruleset.slug == plan.ruleset]
    specs = plan.respond or [SEARCH, *fitting]
    found = []
    for spec in specs:
        player = Player.of(spec)
        genome = genome_of(spec, player.load(plan.ruleset), plan.ruleset)
        found.append(Member(player, "search" if is_slow(spec) else "trained", genome))
    return found


def starts_of(plan: Plan, members: Sequence[Member], shares: Sequence[float]) -> list[tuple[str, Genome]]:
    """Where races begin: the behaviours named, else the weakest of the field, the middle one and the best."""
    if plan.begin:
        found = []
        for spec in plan.begin:
            genome = genome_of(spec, Player.of(spec).load(plan.ruleset), plan.ruleset)
            if genome is None:
                raise UserError(f"--begin {spec}: not a behaviour; races change behaviours")
            found.append((spec, genome))
        return found
    order = [k for k in np.argsort(np.negative(shares), kind="stable").tolist() if members[k].genome is not None]
    if not order:
        raise UserError("nobody in the field is a behaviour; name one with --begin")
    places = dict.fromkeys([0, 1, len(order) // 2])
    chosen = [members[order[place]] for place in places if place < len(order)]
    return [(one.name, one.genome) for one in chosen if one.genome is not None]


def expected_pairs(plan: Plan) -> dict[str, int]:
    """Pairs of each stage, roughly, for the time that is left."""
    count = len(plan.field or shipped())
    starts = len(plan.begin) or min(3, max(count, 1))
    members, rest = count + starts + plan.rounds, len(plan.respond) or 2
    again = max(plan.survey.again * plan.survey.cells**2 // 2, 1) + plan.tactics * plan.survey.pairs
    return {
        "field": count * LOOK_PAIRS,
        "races": starts * plan.race_pairs,
        "what matters": starts * 30 * plan.pruning.pairs,
        "map": again if plan.map else 0,
        "population": members * (members - 1) // 2 * plan.oracle.pairs
        + plan.rounds * (2 * plan.answering.pairs + 30 * plan.pruning.pairs),
        "judgement": 2 * starts * plan.judge_pairs + count * plan.judged("shipped")
        + members * (members - 1) // 2 * plan.matrix_pairs,
        "exploiters": members * (plan.exploit_pairs + plan.judge_pairs // 4)
        + 4 * plan.judge_pairs + rest * plan.slow_pairs + plan.race_pairs,
    }  # fmt: skip


def names() -> Iterator[str]:
    """found_a, found_b ... found_z, found_aa ..."""
    for first in ("", *string.ascii_lowercase):
        for letter in string.ascii_lowercase:
            yield f"found_{first}{letter}"


def discover(
    plan: Plan, ground: Ground, *, say: Callable[[str], None] = lambda text: None,
    stage: Callable[[str], None] = lambda name: None,
) -> Discovery:  # fmt: skip
    """Search for tactics.

    Args:
        plan: what to do.
        ground: where; its streams are those of the plan.
        say: told what was found on the way.
        stage: told which stage begins.

    Raises:
        Stopped: before it was done. UserError: the plan cannot be carried out.
    """
    found = Discovery(plan)
    naming = names()
    stage("field")
    members = field_of(plan)
    against = even([member.player for member in members])
    met = ground.meet([Asked(member.player, against, FIRST_LOOK, LOOK_PAIRS) for member in members])
    starts = starts_of(plan, members, [float(one.points.mean()) for one in met])

    stage("races")

    def told(race: Race, step: Step) -> None:
        say(f"from {race.name}, pair {race.spent:,}: {step.said}; led by {step.lead:.1%} in {step.pairs:,} pairs")

    found.races = [Race(genome, genome, name) for name, genome in starts]
    race_all(
        ground, [(one, against, k + 1) for k, one in enumerate(found.races)], plan.pace,
        seed=plan.seed, tell=told, propose=borrowing,
    )  # fmt: skip
    champions = [
        (Member(one.genome.player(next(naming)), "found", one.genome, f"raced from {one.name}"), one.steps[-1].points)
        for one in found.races
        if one.steps
    ]

    stage("what matters")
    whole: dict[str, tuple[Genome, float]] = {}
    found.game = Game(list(members))
    for k, (member, points) in enumerate(champions):
        found.game.members.append(_minimal(ground, member, against, plan, PRUNED + (k << 30), whole, points))

    stage("map")
    known = [member.genome for member in found.game.members if member.genome is not None]
    if plan.map and known:
        found.atlas = draw_map(ground, known, against, plan.survey, seed=plan.seed)
        best = max(found.atlas.cells, key=lambda cell: cell.share.value)
        if best.genome not in known:
            member = Member(best.genome.player(next(naming)), "found", best.genome, "found for the map")
            first = PRUNED + (len(champions) << 30)
            found.game.members.append(_minimal(ground, member, against, plan, first, whole, best.selected))
        say(
            f"map: {len(found.atlas.cells)} of {found.atlas.size**2} styles have a tactic, after {found.atlas.tried} tries"
        )

    stage("population")
    known_already = [member.player for member in found.game.members]
    others = [one for one in responders(plan) if one.player not in known_already]
    found.responses = double_oracle(
        ground, found.game, plan.oracle, plan.answering, others, seed=plan.seed, name=lambda: next(naming), say=say
    )  # fmt: skip
    everybody = even([member.player for member in found.game.members])
    for k, member in enumerate(found.game.members):
        if member.kind == "found" and member.name not in whole:
            points = next(one.selected for one in found.responses if one.member.name == member.name)
            first = PRUNED + ((len(champions) + 1 + k) << 30)
            found.game.members[k] = _minimal(ground, member, everybody, plan, first, whole, points)
    _judge(found, ground, against, whole, stage)
    stage("exploiters")
    _exploit(found, ground, lambda: next(naming), say)
    found.pairs = ground.pairs
    stage("writing")
    return found


def _minimal(
    ground: Ground, member: Member, against: Mixture, plan: Plan, first: int,
    whole: dict[str, tuple[Genome, float]], points: float,
) -> Member:  # fmt: skip
    """A tactic that was found without what does not matter; what it was before is kept beside it."""
    assert member.genome is not None
    pruned = prune(ground, member.genome, against, plan.pruning, first)
    whole[member.name] = member.genome, points
    return Member(pruned.player(member.name), "found", pruned, member.origin)


def _judge(
    found: Discovery, ground: Ground, against: Mixture, whole: dict[str, tuple[Genome, float]],
    stage: Callable[[str], None],
) -> None:  # fmt: skip
    """Everybody on starts and dice that no search has seen; a minimal tactic that lost something is put back."""
    stage("judgement")
    plan, members = found.plan, found.game.members
    asked = [Asked(one.player, against, JUDGED, plan.judged(one.kind), fresh=True) for one in members]
    asked += [
        Asked(genome.player(f"{name}_whole"), against, JUDGED, plan.judge_pairs, fresh=True)
        for name, (genome, _) in whole.items()
    ]
    met = ground.meet(asked)
    before = dict(zip(whole, met[len(members) :], strict=True))
    for k, member in enumerate(members):
        if member.name in before:
            loss, error, _ = difference(before[member.name], met[k])
            if loss > LOST * error:
                genome = whole[member.name][0]
                members[k] = Member(genome.player(member.name), member.kind, genome, member.origin)
                met[k] = before.pop(member.name)
    game = Game(list(members))
    payoffs(ground, game, plan.matrix_pairs, fresh=True, slow=plan.slow_pairs)
    order = sorted(range(len(members)), key=lambda k: -float(met[k].points.mean()))
    found.game = Game([members[k] for k in order], [[game.shares[i][j] for j in order] for i in order])
    mixture = found.game.mixture
    selected = {response.member.name: response.selected for response in found.responses}
    for place, k in enumerate(order):
        one, name = met[k], members[k].name
        found.judged.append(
            Judged(
                members[k],
                one.share(),
                styles_of(one),
                float(mixture[place]),
                None,
                before[name].share() if name in before else None,
                whole[name][1] if name in whole else selected.get(name),
            )
        )


def _exploit(found: Discovery, ground: Ground, name: Callable[[], str], say: Callable[[str], None]) -> None:
    """The best response to each member alone; for the leading one from several starts, with further players, and a verdict."""
    plan, game, count = found.plan, found.game, len(found.judged)
    leader = int(np.argmax(game.mixture)) if game.mixture.max() > 0.5 else 0
    found.leader = game.members[leader].name
    starts = []
    for k in range(count):
        genomes = [game.members[other].genome for other in game.best_against(k)]
        starts.append([genome for genome in genomes if genome is not None][:1])
    alone: list[Mixture] = [((member.player, 1.0),) for member in game.members]
    targets = [(alone[k], starts[k]) for k in range(count) if k != leader]
    raced = best_responses(ground, targets, plan.short, first=FIRST_EXPLOIT, seed=plan.seed, name=name)
    raced.insert(leader, [])
    several = [genome for other in game.best_against(leader) if (genome := game.members[other].genome) is not None][:2]
    raced[leader] = best_responses(
        ground, [(alone[leader], several)], plan.pace, first=FIRST_EXPLOIT + count, seed=plan.seed, name=name
    )[0]
    extra = responders(plan)
    met = ground.meet(
        [Asked(one.player, alone[leader], TESTED, plan.slow_pairs) for one in extra if one.player not in _players(game)]
    )
    tried = [one for one in extra if one.player not in _players(game)]
    for k in range(count):
        known = [Response(game.members[other], game.payoff[other, k] + 0.5) for other in game.best_against(k)[:2]]
        more = (
            [Response(one, float(games.points.mean())) for one, games in zip(tried, met, strict=True)]
            if k == leader
            else []
        )
        responses = sorted([*raced[k], *known, *more], key=lambda response: -response.selected)
        if k == leader:
            found.tests = _tested(found, ground, alone[k], responses)
            best = max(found.tests, key=lambda response: response.share.value if response.share else 0.0)
        elif responses:
            pairs = plan.slow_pairs if responses[0].member.kind == "search" else plan.judge_pairs // 4
            games = ground.meet([Asked(responses[0].member.player, alone[k], EXPLOITED, pairs, fresh=True)])[0]
            best = Response(responses[0].member, responses[0].selected, games.share(), responses[0].spent)
            _show(found, ground, best, k, pairs, games)
        else:
            continue
        old = found.judged[k]
        found.judged[k] = Judged(old.member, old.share, old.style, old.nash, best, old.beside, old.selected)
    bound = 0.5 + plan.margin
    shares = [one.share for one in found.tests if one.share is not None]
    if shares and all(share.high < bound for share in shares):
        found.verdict = "dominant"
    else:
        found.verdict = "beaten" if any(share.low > 0.5 for share in shares) else "open"
    say(f"leading: {found.leader}, {found.verdict}")


def _players(game: Game) -> list[Player]:
    return [member.player for member in game.members]


def _tested(found: Discovery, ground: Ground, alone: Mixture, responses: list[Response]) -> list[Response]:
    """The best responses to the leading tactic, two raced and all others that lead, with intervals for all of them together."""
    plan = found.plan
    chosen = responses[:4] + [one for one in responses[4:] if one.member.kind in ("search", "trained")]
    level = 1 - 2 * plan.level / max(len(chosen), 1)  # one-sided: only that it wins too much is an error
    tests = []
    for one in chosen:
        pairs = plan.slow_pairs if one.member.kind == "search" else plan.judge_pairs
        games = ground.meet([Asked(one.member.player, alone, EXPLOITED, pairs, fresh=True)])[0]
        tests.append(Response(one.member, one.selected, games.share(level), one.spent))
        leader = next(k for k, judged in enumerate(found.judged) if judged.member.name == found.leader)
        if one is chosen[0]:
            _show(found, ground, tests[-1], leader, pairs, games)
    return tests


def _show(found: Discovery, ground: Ground, best: Response, loser: int, pairs: int, games: Met) -> None:
    """Keep a game that the exploiter won, to be shown."""
    asked = Asked(best.member.player, ((found.game.members[loser].player, 1.0),), EXPLOITED, pairs, fresh=True)
    at = 0
    for shard, _ in ground.plan(asked):
        for column in (0, 1):
            won = np.flatnonzero(games.games.points[at : at + shard.pairs, column] == 1.0)
            if len(won):
                title = f"{best.member.name} beats {found.game.members[loser].name}"
                found.shown.append((title, shard, int(won[0]), column))
                return
        at += shard.pairs
