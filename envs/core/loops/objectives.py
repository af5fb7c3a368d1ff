"""Objectives: zones that score when a round ends, and who has won where the rules leave that open.

Like ``advance.py`` this file is executed once for every ruleset; its kernels run behind the steps of battles with objectives,
which are those with a ``verdict``. No rule of a book knows of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.state import MANY, VERDICT, CoreEvent, Verdict, tell_aside

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import full_staying, is_standing, kernel, place_of, staying


NOBODY = -1  # side


# --- the end of a round ----------------------------------------------------------------------------------------------


@kernel
def stands_in(s, w, zone, side):
    """Whether a side has a standing unit in a zone."""
    for who in range(s.side_start[side], s.side_start[side] + s.side_size[side]):
        if is_standing(s, who):
            cell = int(place_of(s, who))
            if cell >= 0 and w.field.objective_zone[cell] == zone + 1:
                return True
    return False


@kernel
def holder_of(s, w, zone):
    """The side that holds a zone: it stands there and no enemy does. Of several friends, the first; NOBODY if no side does."""
    holder = NOBODY
    for side in range(s.side_count):
        if stands_in(s, w, zone, side):
            if holder != NOBODY and s.allied[holder, side] == 0:
                return NOBODY
            if holder == NOBODY:
                holder = side
    return holder


@kernel
def count_zones(s, w):
    """Note who holds each zone; every zone held gives a point to its holder and to each of the holder's friends."""
    for side in range(s.side_count):
        s.placed[side] = 0
    for zone in range(s.zone_count):
        holder = holder_of(s, w, zone)
        s.zone_holder[zone] = holder + 1
        if holder != NOBODY:
            tell_aside(s, CoreEvent.ZONE_HELD, zone, holder)
            for side in range(s.side_count):
                s.placed[side] += s.allied[holder, side]
    for side in range(s.side_count):
        if s.placed[side] > 0:
            s.score[side] = min(int(s.score[side]) + int(s.placed[side]), MANY)
            tell_aside(s, CoreEvent.SCORED, s.score[side], side)


# --- the end of the battle -------------------------------------------------------------------------------------------


@kernel
def leader(s):
    """The side that has the points to win, and more than every enemy; NOBODY if no side has."""
    if s.score_to_win == 0:
        return NOBODY
    for side in range(s.side_count):
        leads = s.score[side] >= s.score_to_win
        for other in range(s.side_count):
            if s.allied[side, other] == 0 and s.score[other] >= s.score[side]:
                leads = False
        if leads:
            return side
    return NOBODY


@kernel
def has_anybody(s, side):
    """Whether a unit of a side or of its friends stands."""
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1 and is_standing(s, who):
            return True
    return False


@kernel
def staying_share(s, side):
    """Share of its full staying power that a side has left, its friends included, in [0, 1]."""
    left = 0.0
    full = 0.0
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1:
            full += full_staying(s, who)
            if is_standing(s, who):
                left += staying(s, who)
    return left / max(full, 1.0)


@kernel
def difference(s, one, other):
    """By the verdict: 1 where one side is ahead of an enemy, -1 behind it, 0 equal."""
    for k in range(len(s.verdict)):
        ahead = 0.0
        if s.verdict[k] == Verdict.SCORE:
            ahead = float(s.score[one]) - float(s.score[other])
        elif s.verdict[k] == Verdict.STAYING:
            ahead = staying_share(s, one) - staying_share(s, other)
        if ahead != 0.0:
            return 1 if ahead > 0.0 else -1
    if s.attacker > 0:
        return int(s.allied[s.attacker - 1, other]) - int(s.allied[s.attacker - 1, one])
    return 0


@kernel
def is_better(s, one, other, winner):
    """Whether a side comes before another: as the rules have ranked them, then by who has the points to win, then by the verdict.
    Sides that are not first in the ranks stay as they are.
    """
    if s.rank[one] != s.rank[other] or s.rank[one] > 1 or s.allied[one, other] == 1:
        return s.rank[one] < s.rank[other]
    if winner != NOBODY and s.allied[winner, one] != s.allied[winner, other]:
        return s.allied[winner, one] == 1
    return difference(s, one, other) > 0


@kernel
def rank_sides(s, winner):
    """Rank those who share the first place. Returns whether that changes anything."""
    changed = False
    for side in range(s.side_count):
        place = 1
        for other in range(s.side_count):
            if is_better(s, other, side, winner):
                place += 1
        s.placed[side] = place
    for side in range(s.side_count):
        if s.rank[side] == 1 and s.placed[side] != 1:
            changed = True
    for side in range(s.side_count):
        if changed:
            s.rank[side] = s.placed[side]
    return changed


@kernel
def is_open(s):
    """Whether enemies share the first place."""
    for side in range(s.side_count):
        for other in range(side):
            if s.rank[side] == 1 and s.rank[other] == 1 and s.allied[side, other] == 0:
                return True
    return False


@kernel
def pursue_objectives(s, w, before):
    """Behind a step of a battle with objectives: count the zones when a round is over, and end the battle when its objectives say
    so or when the rules have left the winner open. ``before``: the round in front of the step.
    """
    has_ended = s.ending != 0
    if (has_ended and not is_open(s)) or (not has_ended and (before < 1 or s.round_no <= before)):
        return
    count_zones(s, w)
    winner = leader(s)
    if not has_ended:
        if winner == NOBODY and (s.last_round == 0 or before < s.last_round):
            return
        for side in range(s.side_count):
            s.rank[side] = 1 if has_anybody(s, side) else 2
        s.prompt = 0
        s.pending_verb = 0
        s.ending = VERDICT
    if rank_sides(s, winner):
        s.ending = VERDICT
    if s.ending == VERDICT:
        tell_aside(s, CoreEvent.DECIDED, 0, 0)


@kernel
def score_lead(s, side):
    """How far a side is ahead of its best enemy by points, in [-1, 1]: as a share of the points that win, or of half of what
    there may be.
    """
    needed = max(float(s.score_to_win), 1.0)
    if s.score_to_win == 0:
        needed = max(float(s.zone_count) * float(s.last_round) / 2.0, 10.0)
    best = 0.0
    for other in range(s.side_count):
        if s.allied[side, other] == 0:
            best = max(best, float(s.score[other]))
    return min(max((float(s.score[side]) - best) / needed, -1.0), 1.0)
