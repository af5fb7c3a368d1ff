"""One attack from the roll to its last consequence: weapons, shields, spells that need an attack roll."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import CRITICAL, HIT, MISSED, attack_check, check
from ....core.state import NO_UNIT, ask, emit_roll, open_total, pop, push
from ..vocab import Ability, Event, Frame, Mark, Mode, Prompt, Rider, Roll, Strike, Trait, Verb
from .called import resolve_table
from .conditions import has_ability, has_trait, hp_limit, is_standing, poison_resistance
from .harm import (
    add_bleeding,
    deafen,
    ignite,
    knock_out,
    lose_hp,
    lose_hp_but_one,
    make_blind,
    paralyze,
    poison,
    reveal,
)
from .pushing import start_push
from .rolls import ATTACK_BIT, may_reroll, spend_token, start_check, start_sum, start_table, take_roll
from .sneaking import start_search
from .totals import (
    attack_modifier,
    damage_of,
    dice_multiplier,
    dice_of,
    edge_of_attack,
    is_stealthy,
    parry_against,
)
from .weapons import UNARMED, disarm, innate_rider, spend_charge, wielded_item


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


@rule("called.declare", "completion.reload", "damage.resolve_first")
def start_attack(s, w, who, target, mode, strike):
    """Attack: everything is declared before any die is rolled; a weapon that has to be loaded is empty afterwards."""
    unit = s.units[who]
    item = wielded_item(s, who)
    if strike == Strike.WEAPON and item != UNARMED and w.book.weapons[item - 1].reload == 1:
        unit.loaded[unit.wielded] = 0
    frame = push(s, Frame.ATTACK)
    frame.who = who
    frame.target = target
    frame.mode = mode
    frame.strike = strike
    frame.marks = Mark.HIDDEN if unit.hidden == 1 else 0


@kernel
def was_hidden(frame):
    """Whether the attacker was hidden when it declared the attack."""
    return frame.marks & Mark.HIDDEN != 0


@rule("attack.to_hit", "attack.natural_1", "attack.natural_20")
def roll_to_hit(s, w, frame):
    """Attack roll: die + modifier must exceed Parry; a natural 1 misses, a natural 20 hits and is critical."""
    who, target, strike = int(frame.who), int(frame.target), int(frame.strike)
    open_total(s)
    total = attack_modifier(s, w, who, target, strike, was_hidden(frame), True)
    total -= parry_against(s, w, target, who, strike, int(frame.mode), True)
    frame.number = int(w.book.must_exceed) - total
    frame.edge = edge_of_attack(s, w, who, target, strike, True)
    critical = int(w.book.crit_on)
    if w.book.nat20_auto_hit == 0:
        critical = max(critical, int(frame.number))
    frame.outcome = attack_check(
        s, int(w.book.attack_die), int(frame.edge), int(frame.number), int(w.book.auto_miss_on), critical
    )
    kind = Event.ATTACK_MISSED
    if frame.outcome == CRITICAL:
        kind = Event.CRITICAL_HIT
    elif frame.outcome == HIT:
        kind = Event.ATTACK_HIT
    emit_roll(s, kind, who, target, frame.number, frame.mode)


@rule("damage.resolve_first", "fate.reroll")
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
            spend_token(s, who)
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
        times = dice_multiplier(s, w, who, int(frame.strike), was_hidden(frame), frame.outcome == CRITICAL)
        if dice > 0:
            start_sum(s, who, Roll.DAMAGE, dice * times, sides)


@rule("called.special", "completion.called_shot_tables")
def resolve_blinding(s, w, target, result):
    """Blinding shots: no damage; blind for the rounds of the table."""
    size = s.units[target].body_size
    if size <= w.book.size_class_1_max:
        turns = int(w.book.called_small[result - 1].blind_rounds)
    elif size <= w.book.size_class_2_max:
        turns = int(w.book.called_large[result - 1].blind_rounds)
    else:
        turns = int(w.book.called_giant[result - 1].blind_rounds)
    make_blind(s, target, turns)


@rule("damage.formula", "incapacitate.open", "stealth.incapacitate", "incapacitate.bludgeon")
def resolve_damage(s, w, frame, who, target):
    """Damage: dealt in full; from who means to incapacitate, never below 1 hit point."""
    open_total(s)
    points = damage_of(s, w, who, target, int(frame.strike), int(frame.dice))
    frame.amount = points
    if frame.mode != Mode.SUBDUE:
        lose_hp(s, w, target, who, points)
        return
    lose_hp_but_one(s, w, target, who, points)
    is_small = s.units[target].body_size < w.book.subdue_immune_size
    if is_small and is_stealthy(s, w, who, int(frame.strike), was_hidden(frame)):
        is_enough = 100 * points >= int(w.book.subdue_pct) * hp_limit(s, w, target)
        if is_enough or has_ability(s, who, Ability.BLUDGEON):
            knock_out(s, target)
    elif s.units[target].hp <= w.book.subdue_hp_floor:
        knock_out(s, target)


@rule("status.bleed_trigger", "status.fire_trigger", "completion.spells")
def resolve_critical_riders(s, w, frame, who, target):
    """Critical hits: bleeding from what pierces or tears, fire from what burns. Nothing more happens to who is down."""
    is_critical = frame.outcome == CRITICAL
    if not is_standing(s, target) or frame.strike == Strike.BASH:
        return
    if frame.strike == Strike.SPELL:
        if is_critical:
            ignite(s, w, target, int(w.book.fire_stacks))
        return
    item = wielded_item(s, who)
    if w.book.stealth_counts_as_crit == 1 and is_stealthy(s, w, who, int(frame.strike), was_hidden(frame)):
        is_critical = True
    if not is_critical or item == UNARMED:
        return
    row = w.book.weapons[item - 1]
    if (row.piercing == 1 or row.bleed == 1) and happens(s, int(w.book.bleed_chance_pct)):
        add_bleeding(s, w, target, int(w.book.bleed_stacks))
    if row.fire == 1:
        ignite(s, w, target, int(w.book.fire_stacks))


@kernel
def happens(s, percent):
    """Whether something of this chance happens; what is certain takes no die."""
    return percent >= 100 or (percent > 0 and check(s, 100, percent))


# --- poisons ---------------------------------------------------------------------------------------------------------


@rule("status.poison_trigger", "pr.roll", "completion.items", "status.paralyzed", "incapacitate.methods")
def poison_step(s, w, frame, who, target):
    """Poisons: each hit with a poisoned weapon forces a roll of poison resistance, one for each kind of poison."""
    is_weapon = frame.strike == Strike.WEAPON
    if frame.step == Step.POISON:
        frame.step = Step.PARALYSIS
        poisons = is_weapon and innate_rider(s, who, Rider.POISON)
        if is_weapon and spend_charge(s, who, True):
            poisons = True
        is_open = s.units[target].poisoned == 0 or w.book.poisoned_stackable == 1
        if poisons and is_open and may_be_poisoned(s, target) and happens(s, int(w.book.poison_chance_pct)):
            start_resisting(s, w, target)
            frame.step = Step.POISONED
    elif frame.step == Step.POISONED:
        if take_roll(s) == 0:
            poison(s, w, target)
        frame.step = Step.PARALYSIS
    elif frame.step == Step.PARALYSIS:
        frame.step = Step.SLEEP
        paralyses = is_weapon and innate_rider(s, who, Rider.PARALYSE)
        if paralyses and s.units[target].paralyzed == 0 and may_be_poisoned(s, target):
            start_resisting(s, w, target)
            frame.step = Step.PARALYZED
    elif frame.step == Step.PARALYZED:
        if take_roll(s) == 0:
            paralyze(s, target)
        frame.step = Step.SLEEP
    elif frame.step == Step.SLEEP:
        frame.step = Step.TABLE
        puts_to_sleep = is_weapon and innate_rider(s, who, Rider.SLEEP)
        if is_weapon and spend_charge(s, who, False):
            puts_to_sleep = True
        if puts_to_sleep and may_be_poisoned(s, target):
            start_resisting(s, w, target)
            frame.step = Step.ASLEEP
    else:
        if take_roll(s) == 0:
            knock_out(s, target)
        frame.step = Step.TABLE


@rule("pr.value", "completion.abilities")
def may_be_poisoned(s, target):
    """Poison resistance: of who still stands and is not immune."""
    return is_standing(s, target) and not has_trait(s, target, Trait.POISON_IMMUNE)


@rule("pr.roll")
def start_resisting(s, w, target):
    """Poison resistance: a bare d20 against the number."""
    start_check(s, target, Roll.POISON, poison_resistance(s, w, target), 0, int(w.book.pr_die))


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


@rule("completion.hidden", "synergy.loud")
def resolve_reveal_after(s, w, frame, who, target):
    """Hidden: an attack gives it away if the weapon is loud or the target still stands; else whoever is near may notice."""
    if s.units[who].hidden == 0 or not was_hidden(frame):
        return
    item = wielded_item(s, who)
    is_loud = frame.strike == Strike.WEAPON and item != UNARMED and w.book.weapons[item - 1].loud == 1
    if is_loud or frame.strike == Strike.SPELL or is_standing(s, target):
        reveal(s, who)
    else:
        start_search(s, w, who, NO_UNIT)
