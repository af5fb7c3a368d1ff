"""Search for tactics, from the field of the start to what is said in the end."""

from __future__ import annotations

from collections.abc import Callable

from ....envs.engine.behaviours import shipped
from .atlas import draw_map
from .entrants import field_of, responders, starts_of
from .exploiting import Adapting, expected_of_exploiters, exploit
from .found import Discovery
from .genome import Genome, borrowing, new_names
from .ground import FIRST_LOOK, PRUNED, Asked, Ground, even
from .judging import enter, judge, minimal, twins_of
from .plan import Plan
from .population import MatrixGame, Member, double_oracle
from .racing import Race, RaceStep, race_all

__all__ = ["discover", "expected_pairs"]

LOOK_PAIRS = 140  # by which the best of the field is found
STAGES = ("field", "races", "what matters", "map", "population", "judgement", "exploiters", "writing")


def expected_pairs(plan: Plan) -> dict[str, int]:
    """Pairs of each stage, roughly, for the time that is left."""
    count = len(plan.field or shipped())
    starts = len(plan.begin) or min(3, max(count, 1))
    members = count + starts + plan.rounds
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
        "exploiters": expected_of_exploiters(plan, members),
    }  # fmt: skip


def discover(
    plan: Plan, ground: Ground, *, say: Callable[[str], None] = lambda text: None,
    stage: Callable[[str], None] = lambda name: None, adapting: Adapting = lambda leader: [],
) -> Discovery:  # fmt: skip
    """Search for tactics.

    Args:
        plan: what to do.
        ground: where; its streams are those of the plan.
        say: called with each intermediate result, in words.
        stage: called with the name of each stage as it begins.
        adapting: looks for best responses to the leading tactic at length.

    Raises:
        QuestionStopped: before the end. UserError: the plan cannot be carried out.
    """
    found = Discovery(plan)
    naming = new_names()
    stage("field")
    members = field_of(plan)
    against = even([member.player for member in members])
    met = ground.meet([Asked(member.player, against, FIRST_LOOK, LOOK_PAIRS) for member in members])
    starts = starts_of(plan, members, [float(one.points.mean()) for one in met])

    stage("races")

    def told(race: Race, step: RaceStep) -> None:
        say(f"from {race.name}, pair {race.spent:,}: {step.said}; led by {step.lead:.1%} in {step.pairs:,} pairs")

    found.races = [Race(genome, genome, name) for name, genome in starts]
    race_all(
        ground, [(one, against, k + 1) for k, one in enumerate(found.races)], plan.pace,
        seed=plan.seed, tell=told, propose=borrowing,
    )  # fmt: skip
    champions = [
        (
            Member(one.genome.player(next(naming)), "found", one.genome, f"improved from {one.name}"),
            one.steps[-1].points,
        )
        for one in found.races
        if one.steps
    ]

    stage("what matters")
    whole: dict[str, tuple[Genome, float]] = {}
    found.game = MatrixGame(list(members))
    for k, (member, points) in enumerate(champions):
        found.game.members.append(minimal(ground, member, against, plan, PRUNED + (k << 30), whole, points))

    if plan.map:
        stage("map")
    known = [member.genome for member in found.game.members if member.genome is not None]
    if plan.map and known:
        found.atlas = draw_map(ground, known, against, plan.survey, seed=plan.seed)
        best = max(found.atlas.cells, key=lambda cell: cell.share.value)
        if best.genome not in known:
            member = Member(best.genome.player(next(naming)), "found", best.genome, "found for the map of styles")
            first = PRUNED + (len(champions) << 30)
            found.game.members.append(minimal(ground, member, against, plan, first, whole, best.selected))
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
            found.game.members[k] = minimal(ground, member, everybody, plan, first, whole, points)
    stage("judgement")
    selected = {one.member.name: one.selected for one in found.responses}
    judged, found.game = judge(ground, plan, found.game.members, against, whole, selected), MatrixGame([])
    found.twins = twins_of(judged)
    enter(found, ground, [one for one in judged if one.member.name not in found.twins])
    stage("exploiters")
    exploit(found, ground, against, lambda: next(naming), say, adapting)
    found.pairs = ground.pairs
    stage("writing")
    return found
