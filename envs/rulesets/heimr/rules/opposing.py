"""The defence against one attack: the standing one, one rolled on the spot, a kept parry, or none."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, emit_roll, open_total
from ..vocab import Defence, Event, Mark, Prompt, Verb
from .abilities import resolve_fatigue
from .blind import (
    EITHER,
    STRAIGHT,
    add_blind_spot,
    blind_penalty,
    is_line_of_matter,
    line_from,
    makes_blind_spot,
)
from .defences import (
    defence_potential,
    forget_defence,
    forget_kept,
    is_busy_holding,
    is_parry,
    lessened,
    may_choose_defence,
    may_defend,
    own_consistency,
    stops_shots,
)
from .rolling import roll_dice
from .sounds import LOUD, make_sound


class Source(IntEnum):
    """Where a defence comes from."""

    NONE = 0
    STANDING = 1
    KEPT = 2
    SPOT = 3


# --- which one -------------------------------------------------------------------------------------------------------


@rule("defence.before_attack", "defence.preroll")
def lacks_defence(s, w, who):
    """Rolled first: whether a unit that could defend itself has chosen nothing yet, as after waking up."""
    unit = s.units[who]
    if unit.defence != Defence.NONE or unit.kept != Defence.NONE or unit.refuses == 1:
        return False
    return may_defend(s, w, who)


@rule("brawl.provoked", "guard.outmanoeuvre")
def is_forced_dodge(marks):
    """Provoked attacks, getting past a guard: the defence is always a dodge."""
    return marks & (Mark.PROVOKED | Mark.PAST_GUARD) != 0


@rule("defence.preroll", "defence.decline", "defence.parry_vs_ranged", "brawl.provoked", "position.helpless")
def oppose(s, w, frame, target):
    """Which defence: returns whether the defender is asked something; else it is settled."""
    set_source(frame, Source.NONE, Defence.NONE, 0, 0)
    if not may_defend(s, w, target):
        return False
    unit = s.units[target]
    is_shot = frame.marks & Mark.SHOT != 0
    if is_forced_dodge(frame.marks):
        if unit.defence == Defence.DODGE:
            take_standing(s, frame, target)
        else:
            roll_on_the_spot(s, w, frame, target, int(Defence.DODGE))
        return False
    if is_shot and has_only_parries(s, target):
        ask(s, Prompt.DEFENCE, target)
        return True
    if not is_shot and unit.kept != Defence.NONE:
        set_source(frame, Source.KEPT, unit.kept, unit.kept_natural, unit.kept_six)
        return False
    if unit.defence == Defence.NONE:
        return False
    ask(s, Prompt.ATTACKED, target)
    return True


@rule("defence.parry_vs_ranged")
def has_only_parries(s, target):
    """Shots: whether the target has only a standing or kept parry, so that a dodge or block is rolled on the spot."""
    unit = s.units[target]
    return is_parry(unit.defence) or (unit.defence == Defence.NONE and unit.kept != Defence.NONE)


@kernel
def set_source(frame, source, kind, natural, six):
    """Note in the frame of an attack roll what it goes against."""
    frame.cell = source
    frame.mode = kind
    frame.amount = natural
    frame.index = six


@kernel
def take_standing(s, frame, target):
    """The standing defence is what the attack goes against."""
    unit = s.units[target]
    set_source(frame, Source.STANDING, unit.defence, unit.defence_natural, unit.defence_six)


@rule("defence.parry_vs_ranged", "brawl.provoked")
def roll_on_the_spot(s, w, frame, target, kind):
    """On the spot: a defence rolled after the attack is declared; a standing one stays."""
    open_total(s)
    consistency = own_consistency(s, w, target, kind)
    consistency += lessened(s, w, target, kind, blind_side(s, w, frame, target), guard_side(w, frame))
    natural, six = roll_dice(s, w, target, consistency)
    set_source(frame, Source.SPOT, kind, natural, six)
    total = natural + defence_potential(s, w, target, kind, frame.marks & Mark.SHOT != 0)
    emit_roll(s, Event.DEFENCE_ROLLED, target, NO_UNIT, total, kind)


@rule("blind.penalty", "blind.melee")
def blind_side(s, w, frame, target):
    """Blind spot: what it takes off the defence against this attack."""
    return blind_penalty(s, w, target, int(frame.who), frame.marks & Mark.SHOT != 0)


@kernel
def guard_side(w, frame):
    """The penalty to the dodge for getting past a guard."""
    return outmanoeuvre_penalty(w) if frame.marks & Mark.PAST_GUARD != 0 else 0


@rule("guard.outmanoeuvre")
def outmanoeuvre_penalty(w):
    """Getting past a guard: the dodge is harder."""
    return int(w.book.outmanoeuvre_penalty)


@kernel
def extra_penalty(s, w, frame, target):
    """The penalty to the defence against this attack alone: for its direction and for getting past a guard."""
    return blind_side(s, w, frame, target) + guard_side(w, frame)


@rule("defence.parry_vs_ranged")
def take_answer(s, w, frame, target):
    """The defender's answer: use the standing defence, decline, or roll one on the spot and save the parry."""
    if s.answer == Verb.DEFEND:
        take_standing(s, frame, target)
    elif s.answer == Verb.DECLINE:
        resolve_declining(s, frame, target)
    elif s.answer == Verb.NO_DEFENCE:
        frame.marks |= Mark.REFUSED
    else:
        roll_on_the_spot(s, w, frame, target, s.answer - Verb.USE_DODGE + Defence.DODGE)


@rule("defence.decline")
def resolve_declining(s, frame, target):
    """Choosing not to defend: the attack hits, and the standing defence is not used up."""
    frame.marks |= Mark.REFUSED
    emit(s, Event.DECLINED, target, NO_UNIT, 0, 0)


@rule("defence.parry_vs_ranged")
def keep_parry(s, target):
    """Kept parry: the standing parry stays for the first melee attack; a second parry stands as it is until that one is used."""
    unit = s.units[target]
    if unit.kept != Defence.NONE:
        return
    unit.kept = unit.defence
    unit.kept_natural = unit.defence_natural
    unit.kept_six = unit.defence_six
    unit.kept_own = unit.defence_own
    forget_defence(s, target)


@rule("defence.preroll_stale", "blind.penalty", "guard.outmanoeuvre")
def is_rolled_anew(s, w, frame, target):
    """Stale defences: whether a penalty of this attack alone makes the target reroll a defence rolled in advance."""
    return (frame.cell == Source.STANDING or frame.cell == Source.KEPT) and extra_penalty(s, w, frame, target) > 0


@rule("defence.preroll_stale", "defence.parry_vs_ranged", "fatigue.requirement")
def roll_anew(s, w, frame, target):
    """Stale defences: reroll the standing defence or kept parry for this attack; its old dice are lost only if it is used."""
    source = int(frame.cell)
    roll_on_the_spot(s, w, frame, target, int(frame.mode))
    frame.cell = source


# --- its worth -------------------------------------------------------------------------------------------------------


@rule("fatigue.requirement", "defence.preroll_fatigue")
def stands_up(s, frame, target):
    """Fatigue requirement: whether there is a defence, and its natural result reaches the defender's fatigue."""
    return frame.cell != Source.NONE and frame.amount >= s.units[target].fatigue


@kernel
def total_of(s, w, frame, target):
    """What the defence comes to."""
    return int(frame.amount) + defence_potential(s, w, target, int(frame.mode), frame.marks & Mark.SHOT != 0)


# --- used ------------------------------------------------------------------------------------------------------------


@rule("defence.multiple", "defence.parry_limit", "defence.parry_vs_ranged", "c.sounds")
def use_defence(s, w, frame, target):
    """Uses: a defence that met an attack counts, may tire, and a block or parry is heard."""
    unit = s.units[target]
    kind = int(frame.mode)
    if kind == Defence.DODGE:
        unit.dodges += 1
    elif kind == Defence.BLOCK:
        unit.blocks += 1
    else:
        unit.parries[kind - Defence.PARRY_SWORD_HAND] += 1
    resolve_tiring(s, w, frame, target)
    if frame.cell == Source.STANDING:
        forget_defence(s, target)
    elif frame.cell == Source.KEPT:
        forget_kept(s, target)
    elif frame.marks & Mark.SHOT != 0 and is_parry(unit.defence):
        keep_parry(s, target)
    if not stops_shots(kind) or kind == Defence.BLOCK:
        make_sound(s, w, target, LOUD)


@rule("defence.preroll_fatigue")
def resolve_tiring(s, w, frame, target):
    """Fatigue: a defence rolled in advance tires only as it is used, by the d6 that has lain there."""
    resolve_fatigue(s, w, target, int(frame.index))


@rule("blind.create", "blind.snap")
def note_blind_spot(s, w, frame, target):
    """Blind spot: it grows by a defence against a shot; whether the shooter must first choose the line."""
    if frame.marks & Mark.SHOT == 0 or not makes_blind_spot(s, w, target, int(frame.who)):
        return False
    line = line_from(s, target, int(frame.who))
    if line == EITHER and w.book.tie_attacker_chooses == 1 and is_line_of_matter(s, target, int(frame.who)):
        ask(s, Prompt.BLIND_AXIS, int(frame.who))
        return True
    add_blind_spot(s, target, int(frame.who), line if line != EITHER else STRAIGHT)
    return False


# --- the next one ----------------------------------------------------------------------------------------------------


@rule("defence.preroll")
def has_any_defence(s, w, who):
    """Rolled in advance: whether there is anything to choose."""
    for kind in range(Defence.DODGE, Defence.PARRY_OFF_HAND + 1):
        if may_choose_defence(s, w, who, kind):
            return True
    return False


@rule("brawl.grab_release")
def may_release(s, w, target):
    """Release: a grabber that is attacked may release its hold before the roll."""
    return is_busy_holding(s, w, target)
