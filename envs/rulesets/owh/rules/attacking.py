"""One attack from the roll to its last consequence: weapons, shields, spells that need an attack roll."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import CRITICAL, HIT, MISSED, attack_check
from ....core.state import ask, emit_roll, open_total, pop, push
from ..vocab import Event, Frame, Mark, Mode, Prompt, Roll, Spent, Strike, Verb
from .called import blind_rounds, resolve_table
from .conditions import is_standing
from .damage import damage_of, dice_multiplier, dice_of
from .harm import deafen, knock_out, lose_hp, make_blind, paralyze, poison, reveal
from .incapacitating import resolve_subduing
from .pushing import start_push
from .riders import paralyses, poisons, puts_to_sleep, resolve_critical_riders, start_resisting
from .rolls import ATTACK_BIT, may_reroll, spend_token, start_sum, start_table, take_roll, with_edge
from .sneaking import start_search
from .totals import attack_modifier, edge_of_attack, parry_against, was_hidden
from .weapons import UNARMED, disarm, resolve_discharge, wielded_item


class Step(IntEnum):
    """Steps of an attack."""

    ROLL = 0
    ASKED = 1
    HIT = 2
    DAMAGE = 3
    BLEEDING = 4
    POISON = 5
    POISONED = 6
    PARALYSIS = 7
    PARALYZED = 8
    SLEEP = 9
    ASLEEP = 10
    TABLE = 11
    INJURY = 12
    BLINDING = 13
    PUSH = 14
    REVEAL = 15
    DONE = 16


@rule("called.declare", "damage.resolve_first")
def start_attack(s, w, who, target, mode, strike):
    """Attack: everything is declared before any die is rolled."""
    if strike == Strike.WEAPON:
        resolve_discharge(s, w, who)
    frame = push(s, Frame.ATTACK)
    frame.who = who
    frame.target = target
    frame.mode = mode
    frame.strike = strike
    frame.marks = Mark.HIDDEN if s.units[who].hidden == 1 else 0


@rule("attack.to_hit")
def number_to_hit(s, w, frame):
    """Attack roll: what the bare die must show, for die + modifier must exceed Parry."""
    who, target, strike = int(frame.who), int(frame.target), int(frame.strike)
    open_total(s)
    total = attack_modifier(s, w, who, target, strike, was_hidden(frame), True)
    total -= parry_against(s, w, target, who, strike, int(frame.mode), True)
    return int(w.book.must_exceed) - total


@rule("attack.natural_1")
def sure_miss(w, number):
    """Natural 1: it misses even where it would be enough. 0 where more is needed anyway."""
    return int(w.book.auto_miss_on) if number <= w.book.auto_miss_on else 0


@rule("attack.natural_20")
def least_critical(w, number):
    """Natural 20: the least number on the die that is critical; it hits whatever is needed."""
    return int(w.book.crit_on) if w.book.nat20_auto_hit == 1 else max(int(w.book.crit_on), number)


@rule("attack.to_hit", "attack.natural_1", "attack.natural_20")
def roll_to_hit(s, w, frame):
    """Attack roll: die + modifier must exceed Parry; a natural 1 misses, a natural 20 hits and is critical."""
    who, target = int(frame.who), int(frame.target)
    number = number_to_hit(s, w, frame)
    frame.number = number
    frame.edge = edge_of_attack(s, w, who, target, int(frame.strike), True)
    frame.outcome = attack_check(
        s, int(w.book.attack_die), int(frame.edge), number, sure_miss(w, number), least_critical(w, number)
    )
    kind = Event.ATTACK_MISSED
    if frame.outcome == CRITICAL:
        kind = Event.CRITICAL_HIT
    elif frame.outcome == HIT:
        kind = Event.ATTACK_HIT
    elif sure_miss(w, number) > 0:
        kind = Event.NATURAL_MISS
    emit_roll(s, kind, who, target, frame.number, with_edge(frame.mode, frame.edge))


@rule("damage.resolve_first")
def attack_step(s, w, frame):
    """Attack: roll, damage, what the hit brings with it, and whether the attacker is still hidden, one thing after another."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Step.ROLL:
        roll_to_hit(s, w, frame)
        frame.step = Step.HIT
        if may_reroll(s, w, who, ATTACK_BIT, frame.outcome == MISSED):
            frame.step = Step.ASKED
            ask(s, Prompt.REROLL, who)
    elif frame.step == Step.ASKED:
        frame.step = Step.HIT
        if s.answer == Verb.REROLL:
            spend_token(s, who, Spent.REROLL)
            frame.step = Step.ROLL
    elif frame.step == Step.HIT:
        hit_step(s, w, frame, who, target)
    elif frame.step == Step.DAMAGE:
        frame.dice = take_roll(s)
        resolve_damage(s, w, frame, who, target)
        frame.step = Step.BLEEDING
    elif frame.step == Step.BLEEDING:
        resolve_critical_riders(s, w, frame, who, target)
        frame.step = Step.POISON
    elif Step.POISON <= frame.step <= Step.ASLEEP:
        poison_step(s, w, frame, who, target)
    elif frame.step == Step.TABLE:
        frame.step = Step.PUSH
        if (frame.mode == Mode.CALLED or frame.mode == Mode.HEADSHOT) and is_standing(s, target):
            start_table(s, w, who)
            frame.step = Step.INJURY
    elif frame.step == Step.INJURY:
        resolve_table(s, w, who, target, take_roll(s), frame.mode == Mode.HEADSHOT)
        frame.step = Step.PUSH
    elif frame.step == Step.BLINDING:
        resolve_blinding(s, w, target, take_roll(s))
        frame.step = Step.REVEAL
    elif frame.step == Step.PUSH:
        frame.step = Step.REVEAL
        resolve_push_of_hit(s, w, frame, who, target)
    elif frame.step == Step.REVEAL:
        frame.step = Step.DONE
        resolve_reveal_after(s, w, frame, who, target)
    else:
        pop(s)


# --- the hit ---------------------------------------------------------------------------------------------------------


@rule("called.special", "completion.spells")
def hit_step(s, w, frame, who, target):
    """Special attacks: what a hit does instead of damage; else the dice of its damage."""
    if frame.outcome == MISSED:
        frame.step = Step.REVEAL
    elif frame.mode == Mode.DISARM:
        disarm(s, w, target, who)
        frame.step = Step.REVEAL
    elif frame.mode == Mode.BLINDING:
        start_table(s, w, who)
        frame.step = Step.BLINDING
    elif frame.mode == Mode.GUST:
        frame.step = Step.PUSH
    elif frame.mode == Mode.FLASH:
        make_blind(s, target, int(w.book.flash_turns))
        deafen(s, target, int(w.book.flash_turns))
        frame.step = Step.REVEAL
    else:
        frame.step = Step.DAMAGE
        dice, sides = dice_of(s, w, who, int(frame.strike), int(frame.mode))
        is_critical = frame.outcome == CRITICAL
        times = dice_multiplier(s, w, who, target, int(frame.strike), was_hidden(frame), is_critical)
        if dice > 0:
            start_sum(s, who, Roll.DAMAGE, dice * times, sides)


@rule("called.special")
def resolve_blinding(s, w, target, result):
    """Blinding shots: no damage; blind for the rounds of the table."""
    make_blind(s, target, blind_rounds(s, w, target, result))


@rule("damage.formula")
def resolve_damage(s, w, frame, who, target):
    """Damage: dealt in full, or so that it does not kill."""
    open_total(s)
    points = damage_of(s, w, who, target, int(frame.strike), int(frame.dice))
    frame.amount = points
    if frame.mode == Mode.SUBDUE:
        resolve_subduing(s, w, frame, who, target, points)
    else:
        lose_hp(s, w, target, who, points)


# --- poisons ---------------------------------------------------------------------------------------------------------


@rule("pr.roll")
def poison_step(s, w, frame, who, target):
    """Poison resistance: a roll for each kind of poison that a weapon carries into a wound."""
    is_weapon = frame.strike == Strike.WEAPON
    if frame.step == Step.POISON:
        frame.step = Step.PARALYSIS
        if is_weapon and poisons(s, w, who, target):
            start_resisting(s, w, target)
            frame.step = Step.POISONED
    elif frame.step == Step.POISONED:
        if take_roll(s) == 0:
            poison(s, w, target)
        frame.step = Step.PARALYSIS
    elif frame.step == Step.PARALYSIS:
        frame.step = Step.SLEEP
        if is_weapon and paralyses(s, who, target):
            start_resisting(s, w, target)
            frame.step = Step.PARALYZED
    elif frame.step == Step.PARALYZED:
        if take_roll(s) == 0:
            paralyze(s, target)
        frame.step = Step.SLEEP
    elif frame.step == Step.SLEEP:
        frame.step = Step.TABLE
        if is_weapon and puts_to_sleep(s, who, target):
            start_resisting(s, w, target)
            frame.step = Step.ASLEEP
    else:
        if take_roll(s) == 0:
            knock_out(s, target)
        frame.step = Step.TABLE


# --- afterwards ------------------------------------------------------------------------------------------------------


@rule("completion.push", "completion.abilities", "completion.spells")
def resolve_push_of_hit(s, w, frame, who, target):
    """Pushing: heavy blows that do damage, shields and gusts push who still stands and is not too large."""
    if not is_standing(s, target):
        return
    cells = 0
    if frame.mode == Mode.GUST:
        cells = int(w.book.gust_push)
    elif s.units[target].body_size <= s.units[who].body_size:
        item = wielded_item(s, who)
        if frame.strike == Strike.BASH:
            cells = int(w.book.bash_push)
        elif frame.strike == Strike.WEAPON and item != UNARMED and frame.amount > 0:
            cells = int(w.book.weapons[item - 1].push)
    if cells > 0:
        start_push(s, w, who, target, cells)


@rule("synergy.loud")
def is_loud(s, w, who, strike):
    """Loud weapons: whether every unit heard the attack."""
    item = wielded_item(s, who)
    return strike == Strike.WEAPON and item != UNARMED and w.book.weapons[item - 1].loud == 1


@rule("completion.hidden")
def resolve_reveal_after(s, w, frame, who, target):
    """Hidden: an attack reveals the attacker if the weapon is loud, a spell is cast, or the target still stands; otherwise
    units near by may notice it.
    """
    if s.units[who].hidden == 0 or not was_hidden(frame):
        return
    if is_loud(s, w, who, int(frame.strike)) or frame.strike == Strike.SPELL or is_standing(s, target):
        reveal(s, who)
    else:
        start_search(s, w, who)
