"""Hiding, sneaking, being noticed, and light."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit, open_total, pop, push, replace, term
from ..board import distance
from ..vocab import Event, Frame, Refusal, Roll, Term
from .conditions import (
    are_foes,
    blindness,
    combined_edge,
    current_modifier,
    edge_of_check,
    fear_source,
    is_able,
    less,
)
from .ground import has_low_light_vision, has_night_vision, has_sight, is_dark, is_dim, is_seeing
from .harm import reveal
from .knowledge import know_units
from .rolls import start_check, take_roll
from .totals import is_dazzled

D20 = 20
NEVER = 1000  # a number no die reaches
HIDING, SNEAKING = 1, 0
NOBODY_NEAR = 1000


class Step(IntEnum):
    """Steps of hiding, of sneaking and of a search."""

    ROLL = 0
    DONE = 1


# --- hiding ----------------------------------------------------------------------------------------------------------


@rule("hide.action", "completion.line_of_sight")
def is_watched(s, w, who, knows_all):
    """Hide: whether an enemy sees the unit; without ``knows_all`` one it knows of."""
    for enemy in range(s.unit_count):
        if are_foes(s, who, enemy) and (knows_all or s.known[enemy] == 1) and is_seeing(s, w, enemy, who):
            return True
    return False


@rule("hide.action")
def refusal_of_hiding(s, w, who):
    """Hide: only where no enemy it knows of sees it."""
    unit = s.units[who]
    if unit.hidden == 1:
        return Refusal.HIDDEN
    if unit.hides >= w.book.max_hides:
        return Refusal.NO_HIDING
    return Refusal.WATCHED if is_watched(s, w, who, False) else Refusal.NONE


@rule("hide.advantage_factors")
def hiding_score(s, w, who):
    """Advantage on Hide: darkness helps, many enemies or a sharp-eyed one hinder; enemies that the hider's side knows of."""
    score = 0
    light = w.field.light[s.units[who].cell]
    if light == w.book.dark_code:
        score += int(w.book.hide_dark_points)
    elif light == w.book.low_light_code:
        score += int(w.book.hide_low_points)
    enemies = 0
    sharpest = -NEVER
    for enemy in range(s.unit_count):
        if are_foes(s, who, enemy) and is_able(s, enemy) and s.known[enemy] == 1:
            enemies += 1
            sharpest = max(sharpest, current_modifier(s, w, enemy, s.units[enemy].notice))
    if enemies >= w.book.many_enemies_threshold:
        score += int(w.book.many_enemies_points)
    if enemies > 0 and sharpest >= w.book.sharp_notice_modifier:
        score += int(w.book.sharp_notice_points)
    return score


@rule("status.deafened")
def are_all_enemies_deaf(s, who):
    """Deafened: whether no able enemy that its side knows of hears, if there is any."""
    deaf = 0
    for enemy in range(s.unit_count):
        if are_foes(s, who, enemy) and is_able(s, enemy) and s.known[enemy] == 1:
            if s.units[enemy].deafened == 0:
                return False
            deaf += 1
    return deaf > 0


@rule("stealth.roll", "status.blind", "status.deafened")
def stealth_modifier(s, w, who, is_unheard):
    """Stealth: what is added to the die, noted as what it takes off the number to be reached."""
    total = less(s, Term.STEALTH, current_modifier(s, w, who, s.units[who].stealth))
    total += less(s, Term.BLIND, blindness(s, w, who))
    if is_unheard:
        total += less(s, Term.DEAFENED, int(w.book.deaf_stealth))
    return total


@rule("hide.action", "status.deafened")
def hiding_number(s, w, who):
    """Hide: what the bare die must show."""
    number = term(s, Term.TARGET_NUMBER, int(w.book.hide_tn))
    return number - stealth_modifier(s, w, who, are_all_enemies_deaf(s, who))


@rule("hide.advantage_factors", "fear.frightened")
def hiding_edge(s, w, who):
    """Advantage on Hide: by light and enemies; fear hampers it."""
    score = hiding_score(s, w, who)
    return combined_edge(w, 1 if score > 0 else 0, (1 if score < 0 else 0) + fear_source(s, w, who))


@rule("hide.action", "hide.advantage_factors")
def start_hiding(s, w, who):
    """Hide: a Stealth check."""
    frame = push(s, Frame.SNEAK)
    frame.who = who
    frame.target = NO_UNIT
    frame.amount = HIDING
    know_units(s, w, int(s.units[who].side))
    frame.edge = hiding_edge(s, w, who)
    open_total(s)
    frame.number = hiding_number(s, w, who)


# --- sneaking --------------------------------------------------------------------------------------------------------


@rule("stealth.roll")
def stealth_number(w, gap):
    """Stealth roll: the target number by the distance to the nearest observer."""
    for k in range(len(w.book.stealth_reach)):
        if gap <= w.book.stealth_reach[k]:
            return int(w.book.stealth_ladder[k])
    return int(w.book.stealth_ladder[len(w.book.stealth_reach)])


@rule("stealth.roll", "synergy.coordinated_roll")
def start_sneaking(s, w, who, gap, is_unheard):
    """Stealth roll: by the distance in cells to who sets the number."""
    frame = push(s, Frame.SNEAK)
    frame.who = who
    frame.target = NO_UNIT
    frame.amount = SNEAKING
    frame.edge = edge_of_check(s, w, who)
    open_total(s)
    number = term(s, Term.TARGET_NUMBER, stealth_number(w, gap))
    frame.number = number - stealth_modifier(s, w, who, is_unheard)


@rule("stealth.roll")
def is_observer(s, w, enemy, who):
    """Stealth roll: an able enemy with sight of the unit."""
    return are_foes(s, who, enemy) and is_able(s, enemy) and is_seeing(s, w, enemy, who)


@rule("stealth.roll", "status.deafened")
def start_sneaking_past(s, w, who):
    """Stealth roll: a hidden unit that ends its Move in sight of enemies; the nearest sets the number. Whether there is one."""
    nearest = NOBODY_NEAR
    is_unheard = True
    for enemy in range(s.unit_count):
        if is_observer(s, w, enemy, who):
            gap = distance(int(s.units[enemy].cell), int(s.units[who].cell))
            hears = s.units[enemy].deafened == 0
            if gap < nearest:
                nearest = gap
                is_unheard = not hears
            elif gap == nearest and hears:
                is_unheard = False
    if nearest == NOBODY_NEAR:
        return False
    start_sneaking(s, w, who, nearest, is_unheard)
    return True


@rule("hide.action", "stealth.roll")
def sneak_step(s, w, frame):
    """Stealth: the roll; then what comes of it."""
    who = int(frame.who)
    if frame.step == Step.ROLL:
        frame.step = Step.DONE
        roll = Roll.HIDING if frame.amount == HIDING else Roll.STEALTH
        start_check(s, who, roll, int(frame.number), int(frame.edge), D20)
        return
    is_passed = take_roll(s) == 1
    if frame.amount == HIDING:
        pop(s)
        if is_passed and not is_watched(s, w, who, True):
            s.units[who].hidden = 1
            emit(s, Event.HID, who, NO_UNIT, 0, 0)
    elif is_passed:
        pop(s)
        emit(s, Event.STAYED_HIDDEN, who, NO_UNIT, 0, 0)
    else:
        resolve_failed_stealth(s, w, who)


@rule("stealth.failure_notice")
def resolve_failed_stealth(s, w, who):
    """Failed stealth roll: all enemies in range may notice."""
    search = replace(s, Frame.SEARCH)
    search.who = who
    search.target = NO_UNIT
    search.number = w.book.notice_tn
    search.amount = w.book.notice_range


# --- noticing --------------------------------------------------------------------------------------------------------


@rule("completion.hidden")
def start_search(s, w, who):
    """Hidden: units near by that can see may notice the unit."""
    frame = push(s, Frame.SEARCH)
    frame.who = who
    frame.target = NO_UNIT
    frame.number = w.book.reveal_tn
    frame.amount = w.book.reveal_range


@rule("light.low", "light.dark", "light.low_light_vision")
def visual_edge(s, w, observer, target):
    """Light: how the light of the target's cell hampers an observer: 0 not, 1 disadvantage, 2 it fails."""
    cell = int(s.units[target].cell)
    if is_dark(w, cell):
        if has_night_vision(s, observer):
            return 0
        return 1 if has_low_light_vision(s, observer) else 2
    if is_dim(w, cell) and not has_night_vision(s, observer) and not has_low_light_vision(s, observer):
        return 1
    return 0


@rule("stealth.failure_notice", "completion.hidden")
def may_notice(s, w, observer, who, cells):
    """Notice: an able enemy that is not blind, near enough and with sight; total darkness may make it fail."""
    if not are_foes(s, who, observer) or not is_able(s, observer) or s.units[observer].blind > 0:
        return False
    if distance(int(s.units[observer].cell), int(s.units[who].cell)) > cells or not has_sight(s, w, observer, who):
        return False
    return visual_edge(s, w, observer, who) < 2


@rule("stealth.failure_notice", "completion.hidden")
def search_step(s, w, frame):
    """Notice: observers roll one after another until one succeeds."""
    who = int(frame.who)
    if frame.step == Step.DONE:
        frame.step = Step.ROLL
        if take_roll(s) == 1:
            pop(s)
            reveal(s, who)
            return
    while frame.index < s.unit_count:
        observer = int(frame.index)
        frame.index += 1
        if may_notice(s, w, observer, who, frame.amount):
            start_noticing(s, w, frame, observer, who)
            return
    pop(s)


@rule("stealth.failure_notice")
def start_noticing(s, w, frame, observer, who):
    """Notice: a check of one observer."""
    downs = fear_source(s, w, observer)
    if visual_edge(s, w, observer, who) == 1:
        downs += 1
    if is_dazzled(s, w, observer):
        downs += 1
    frame.step = Step.DONE
    open_total(s)
    number = term(s, Term.TARGET_NUMBER, int(frame.number))
    number -= less(s, Term.NOTICE, current_modifier(s, w, observer, s.units[observer].notice))
    start_check(s, observer, Roll.NOTICE, number, combined_edge(w, 0, downs), D20)
