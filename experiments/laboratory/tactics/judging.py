"""What is reported of a population: everybody against the field and against each other, on starts and dice no search has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .atlas import styles_of
from .found import Discovery, JudgedMember
from .genome import Genome
from .ground import JUDGED, Asked, Ground, Met, Mixture, difference
from .plan import Plan
from .population import MATRIX, MatrixGame, Member, payoffs
from .pruning import prune

__all__ = ["Whole", "enter", "judge", "minimal", "twins_of"]

#: Standard errors by which a tactic may do worse than it did before pruning, else nothing is left out of it.
LOST = 1.645
Whole = dict[str, tuple[Genome, float]]  # tactics before pruning, and the shares by which they were chosen, by name


def minimal(
    ground: Ground, member: Member, against: Mixture, plan: Plan, first: int, whole: Whole, points: float
) -> Member:
    """A tactic without its parts that do not matter; ``whole`` gets the original genome, with its points."""
    assert member.genome is not None
    pruned = prune(ground, member.genome, against, plan.pruning, first)
    whole[member.name] = member.genome, points
    return replace(member, player=pruned.player(member.name), genome=pruned)


def judge(
    ground: Ground, plan: Plan, members: Sequence[Member], against: Mixture, whole: Whole,
    selected: Mapping[str, float], targets: Mapping[str, Mixture] | None = None,
) -> list[JudgedMember]:  # fmt: skip
    """Members against the field, on starts and dice that no search has seen; a minimal tactic that lost something is put back.

    Args:
        ground, plan: where, and how much is played.
        members: to judge.
        against: the field.
        whole: tactics as they were before pruning.
        selected: shares by which others were chosen, by name.
        targets: whom a tactic was raced against alone, by its name; it may have lost nothing there either.

    Raises:
        QuestionStopped: before all was played.
    """
    pruned = [one for one in members if one.name in whole]
    before = {one.name: whole[one.name][0].player(f"{one.name}_whole") for one in pruned}
    asked = [Asked(one.player, against, JUDGED, plan.judged(one.kind), fresh=True) for one in members]
    asked += [Asked(player, against, JUDGED, plan.judge_pairs, fresh=True) for player in before.values()]
    raced = [one for one in pruned if one.name in (targets or {})]
    for one in raced:
        for player in (before[one.name], one.player):
            asked.append(Asked(player, (targets or {})[one.name], JUDGED, plan.judge_pairs // 4, fresh=True))
    answers = iter(ground.meet(asked))
    met = [next(answers) for _ in members]
    met_before = {one.name: next(answers) for one in pruned}
    worse = {one.name for one in raced if _lost(next(answers), next(answers))}
    found = []
    for member, games in zip(members, met, strict=True):
        one, now, beside = member, games, met_before.get(member.name)
        if beside is not None and (member.name in worse or _lost(beside, games)):
            genome = whole[member.name][0]
            one, now, beside = replace(member, player=genome.player(member.name), genome=genome), beside, None
        chosen = whole[one.name][1] if one.name in whole else selected.get(one.name)
        share = None if beside is None else beside.share()
        found.append(JudgedMember(one, now.share(), styles_of(now), 0.0, None, share, chosen))
    return found


def _lost(before: Met, now: Met) -> bool:
    """Whether a tactic does worse than it did before pruning."""
    loss, error, _ = difference(before, now)
    return loss > LOST * error


def twins_of(judged: Sequence[JudgedMember]) -> dict[str, str]:
    """Names of tactics found that are the same as a member before them, now that they are minimal, and the name of that one."""
    first, twins = dict[str, str](), dict[str, str]()
    for member in (one.member for one in judged):
        if member.genome is not None:
            name = first.setdefault(member.genome.digest, member.name)
            if member.kind == "found" and name != member.name:
                twins[member.name] = name
    return twins


def enter(found: Discovery, ground: Ground, judged: Sequence[JudgedMember], *, first: int = MATRIX) -> None:
    """Let members join the population: payoffs against everybody on fresh starts and dice, the Nash mixture, the order.

    Args:
        found, ground: what they join, and where.
        judged: who.
        first: pairs by which their payoffs are judged, and by which nobody was chosen.

    Raises:
        QuestionStopped: before all was played.
    """
    plan, everybody = found.plan, [*found.judged, *judged]
    game = MatrixGame([one.member for one in everybody], [list(row) for row in found.game.shares])
    payoffs(ground, game, plan.matrix_pairs, fresh=True, slow=plan.slow_pairs, first=first)
    order = sorted(range(len(everybody)), key=lambda k: -everybody[k].share.value)
    found.game = MatrixGame([game.members[k] for k in order], [[game.shares[i][j] for j in order] for i in order])
    mixture = found.game.mixture
    found.judged = [replace(everybody[k], nash=float(mixture[place])) for place, k in enumerate(order)]
