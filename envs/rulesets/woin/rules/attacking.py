"""One attack from its declaration to its last consequence: weapons, bare hands, and spells that need an attack roll."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import CRITICAL, HIT, MISSED, pool_check, pool_sum_and_sixes
from ....core.state import NO_UNIT, base_term, emit, emit_roll, open_total, pop, push, term
from ..board import distance
from ..vocab import Event, Frame, Immunity, Mark, Mode, Strike, Term
from .conditions import is_active, is_immune, is_on_map
from .damage import base_dice, damage_after_soak, damage_dice, is_immune_to
from .declaring import Step, declare_step, is_area, pool_now, price_now, start_attack
from .defences import defence_of
from .effects import resolve_condition, resolve_prone, squares_of
from .harm import lose_health
from .pools import needed_for
from .prices import does_bought_damage
from .pushing import start_push
from .weapons import is_ranged_attack, item_of, spend_shots

NOBODY_SO_HARD = 1_000  # above any DEFENSE


@kernel
def attack_step(s, w, frame):
    """An attack: the way to it, the pool, what is spent, the guard, the roll, damage, and what the hit brings with it."""
    who = int(frame.who)
    if frame.step <= Step.GUARDED:
        declare_step(s, w, frame, who)
    elif frame.step == Step.ROLL:
        roll_to_hit(s, w, frame, who)
    elif frame.step >= Step.APPLY and frame.marks & (Mark.AMBUSH | Mark.APPLIED) == Mark.AMBUSH:
        keep_for_later(s, frame, who)
    elif frame.step == Step.DAMAGE:
        roll_damage(s, w, frame)
    elif frame.step == Step.APPLY:
        resolve_hit(s, w, frame, who)
    elif frame.step == Step.EFFECT:
        frame.step = Step.PRONE
        squares = squares_of(s, w, who, int(frame.target), int(frame.strike), int(frame.mode))
        resolve_condition(s, w, who, int(frame.target), int(frame.mode), int(frame.amount))
        if squares > 0 and is_on_map(s, int(frame.target)) and not is_immune(s, int(frame.target), Immunity.PUSH):
            start_push(s, w, who, int(frame.cell), int(frame.target), squares)
    elif frame.step == Step.PRONE:
        frame.step = Step.VENOM
        resolve_prone(s, int(frame.target), int(frame.mode))
    elif frame.step == Step.VENOM or frame.step == Step.VENOM_HURTS:
        venom_step(s, w, frame, who)
    elif frame.step == Step.NEXT:
        next_step(s, w, frame, who)
    else:
        pop(s)


# --- the roll --------------------------------------------------------------------------------------------------------


@rule("attack.max_pool_scope", "completion.reaction_defend", "attack.step3_spend")
def dice_to_roll(s, w, frame, who):
    """The roll: what is left of the pool, with LUCK; a guard takes a die, but not the last one."""
    open_total(s)
    dice = pool_now(s, w, frame, who)
    dice += term(s, Term.PRICE, -price_now(s, w, frame, who))
    dice += term(s, Term.TRADED, -int(frame.trade) * int(w.book.dice_per_damage_die))
    dice += term(s, Term.LUCK, int(frame.luck))
    if frame.marks & Mark.GUARDED != 0:
        dice += term(s, Term.GUARD, min(max(dice - int(w.book.guard_dice), int(w.book.guard_min_rolled)) - dice, 0))
    return dice


@rule("completion.hit_table")
def check_to_hit(s, w, dice, number):
    """Chances to hit: a pool against a number, with three sixes that hit in any case and are a critical hit."""
    if sure_hit_sixes(w) == critical_sixes(w) or dice <= 0:
        return pool_check(s, dice, number, critical_sixes(w), int(w.book.critical_needs_hit))
    total, sixes = pool_sum_and_sixes(s, dice)
    return outcome_of(w, total, sixes, number)


@kernel
def outcome_of(w, total, sixes, number):
    """The outcome of a total with a number of sixes: whether it hits, and whether the hit is critical."""
    reaches = total >= number
    if not reaches and sixes < sure_hit_sixes(w):
        return MISSED
    return CRITICAL if sixes >= critical_sixes(w) and (reaches or w.book.critical_needs_hit == 0) else HIT


@rule("damage.three_sixes_hit")
def sure_hit_sixes(w):
    """Three sixes: this many hit no matter what the total is."""
    return int(w.book.sure_hit_sixes)


@rule("damage.critical")
def critical_sixes(w):
    """Critical hit: this many sixes make one."""
    return int(w.book.critical_sixes)


@rule("damage.immune_critical")
def outcome_against(s, w, frame, target, outcome):
    """Immunity: a critical hit is only a hit on a target immune to its type of damage."""
    if outcome == CRITICAL and is_immune_to(s, w, int(frame.who), target, int(frame.strike), int(frame.mode)):
        return HIT
    return outcome


@kernel
def event_of(outcome):
    """What the log says of a roll to hit."""
    if outcome == CRITICAL:
        return int(Event.CRITICAL_HIT)
    return int(Event.ATTACK_HIT) if outcome == HIT else int(Event.ATTACK_MISSED)


@rule("completion.ammunition", "completion.exploit.double_tap")
def use_shots(s, w, who, target, strike, mode):
    """Ammunition: a shot, or two of a double tap, is used up, hit or miss."""
    if strike != Strike.SPELL and is_ranged_attack(s, w, who, target, strike):
        spend_shots(s, w, who, strike, int(w.book.tap_shots) if mode == Mode.DOUBLE_TAP else 1)


@rule("attack.melee_roll", "attack.ranged_roll", "attack.magic", "attack.psionic")
def roll_to_hit(s, w, frame, who):
    """Attack roll: the pool against the DEFENSE of the target; an area is rolled once for all."""
    dice = dice_to_roll(s, w, frame, who)
    if frame.marks & Mark.AMBUSH == 0:
        use_shots(s, w, who, int(frame.target), int(frame.strike), int(frame.mode))
    s.units[who].aimed = 0
    if is_area(frame.strike, frame.mode):
        roll_area(s, w, frame, dice)
        return
    target = int(frame.target)
    frame.number = defence_of(s, w, who, target, int(frame.strike), int(frame.mode))
    frame.outcome = outcome_against(s, w, frame, target, check_to_hit(s, w, dice, needed_for(w, int(frame.number))))
    emit_roll(s, event_of(frame.outcome), who, target, frame.number, frame.mode)
    frame.step = Step.DAMAGE if frame.outcome != MISSED else Step.END


@rule("attack.vital")
def roll_area(s, w, frame, dice):
    """Areas: one total is compared with the VITAL DEFENSE of each unit; a total that hits all of them may be critical. Damage
    is rolled if any unit is hit.
    """
    total, sixes = pool_sum_and_sixes(s, dice)
    frame.rolled = total
    frame.index = 0
    frame.asked = units_in_area(s, w, frame)
    emit(s, Event.AREA_ROLLED, int(frame.who), NO_UNIT, total, frame.mode)
    lowest, highest = vital_range(s, frame)
    frame.outcome = outcome_of(w, total, sixes, needed_for(w, highest))
    is_hit = lowest <= highest and (frame.outcome != MISSED or total >= needed_for(w, lowest))
    frame.step = Step.DAMAGE if is_hit else Step.NEXT


@rule("attack.vital")
def vital_range(s, frame):
    """Areas: the lowest and the highest VITAL DEFENSE in it. If the area is empty, the lowest is the higher one."""
    lowest, highest = NOBODY_SO_HARD, 0
    for other in range(s.unit_count):
        if (int(frame.asked) >> other) & 1 == 1:
            lowest = min(lowest, int(s.units[other].vital_defence))
            highest = max(highest, int(s.units[other].vital_defence))
    return lowest, highest


@rule("attack.damage_roll")
def roll_damage(s, w, frame):
    """Damage roll: the dice of the damage, once for all whom an area hits."""
    frame.step = Step.NEXT if is_area(frame.strike, frame.mode) else Step.APPLY
    base = base_dice(s, w, int(frame.who), int(frame.strike), int(frame.mode))
    does_damage = frame.mode == Mode.SCATTERSHOT or does_bought_damage(s, w, int(frame.strike), int(frame.mode))
    if does_damage and base + frame.trade > 0:
        dice = damage_dice(s, w, frame)
        frame.dice, frame.sixes = pool_sum_and_sixes(s, dice)
        emit(s, Event.DAMAGE_ROLLED, int(frame.who), int(frame.target), frame.dice, frame.sixes)


@rule("attack.damage_roll", "damage.dice_and_soak")
def resolve_hit(s, w, frame, who):
    """A hit: its damage after SOAK comes off HEALTH."""
    target, strike, mode = int(frame.target), int(frame.strike), int(frame.mode)
    frame.step = Step.EFFECT
    frame.amount = 0
    if frame.dice > 0:
        frame.amount = damage_after_soak(s, w, who, target, strike, mode, int(frame.dice), int(frame.sixes))
        if frame.amount == 0:
            emit(s, Event.NO_DAMAGE, who, target, 0, 0)
        else:
            lose_health(s, w, target, who, int(frame.amount))


# --- afterwards ------------------------------------------------------------------------------------------------------


@rule("completion.poison", "damage.three_sixes_hit")
def venom_step(s, w, frame, who):
    """Venom: a wound by such a weapon is tested against VITAL DEFENSE, and three sixes always take hold; its damage is not
    SOAKed.
    """
    target = int(frame.target)
    if frame.step == Step.VENOM_HURTS:
        points, _ = pool_sum_and_sixes(s, int(w.book.venom_damage_dice))
        open_total(s)
        lose_health(s, w, target, who, term(s, Term.DICE, points))
        frame.step = Step.NEXT
        return
    frame.step = Step.NEXT
    if frame.strike == Strike.SPELL or frame.amount == 0 or s.units[target].dead == 1:
        return
    if w.book.weapons[item_of(s, who, int(frame.strike))].venom == 0 or is_immune(s, target, Immunity.VENOM):
        return
    number = int(s.units[target].vital_defence)
    open_total(s)
    dice = base_term(s, Term.VENOM_DICE, int(w.book.venom_attack_dice))
    if check_to_hit(s, w, dice, needed_for(w, number)) != MISSED:
        emit_roll(s, Event.VENOM, who, target, number, 0)
        frame.step = Step.VENOM_HURTS
    else:
        emit_roll(s, Event.VENOM_RESISTED, who, target, number, 0)


@rule("completion.exploit.scattershot", "completion.spell.flame_burst", "attack.vital")
def next_step(s, w, frame, who):
    """Areas: every unit that was in it when it was rolled, friend or foe, one after another."""
    if not is_area(frame.strike, frame.mode):
        frame.step = Step.END
        return
    while frame.index < s.unit_count:
        other = int(frame.index)
        frame.index += 1
        if (int(frame.asked) >> other) & 1 == 1 and is_on_map(s, other):
            frame.target = other
            frame.number = s.units[other].vital_defence
            outcome = outcome_against(s, w, frame, other, int(frame.outcome))
            if frame.rolled >= needed_for(w, int(frame.number)):
                outcome = max(outcome, HIT)
            s.last_face = frame.rolled
            emit_roll(s, event_of(outcome), who, other, frame.number, frame.mode)
            if outcome != MISSED:
                frame.step = Step.APPLY
                return
    frame.step = Step.END


@kernel
def area_middle(s, frame):
    """The cell in the middle of an area: that of the target, or the one a spell was aimed at."""
    return int(frame.cell) if frame.strike == Strike.SPELL else int(s.units[frame.target].cell)


@rule("completion.exploit.scattershot", "completion.spell.flame_burst")
def units_in_area(s, w, frame):
    """Areas: the active units near the middle, friend or foe, as bits; the shooter stays out of its own scattershot."""
    is_spell = frame.strike == Strike.SPELL
    middle, radius = area_middle(s, frame), burst_radius(w) if is_spell else scatter_radius(w)
    inside = 0
    for other in range(s.unit_count):
        if is_active(s, other) and (is_spell or other != frame.who):
            if distance(int(s.units[other].cell), middle) <= radius:
                inside |= 1 << other
    return inside


@rule("completion.spell.flame_burst")
def burst_radius(w):
    """Flame burst: every unit this near to the middle burns."""
    return int(w.book.spells[Mode.FLAME_BURST - Mode.FIREBOLT].radius)


@rule("completion.exploit.scattershot")
def scatter_radius(w):
    """Scattershot: every unit this near to the target is shot at."""
    return int(w.book.scatter_radius)


# --- in the ambush turn ----------------------------------------------------------------------------------------------


@rule("ambush.simultaneous")
def start_ambush_roll(s, w, who):
    """Simultaneous: the attack is rolled against the state at the start of the ambush turn, and the result is stored."""
    unit = s.units[who]
    frame = start_attack(s, w, who, int(unit.plan_target), int(unit.plan_item), int(unit.plan_mode), Mark.AMBUSH)
    frame.trade = unit.plan_trade
    frame.luck = unit.plan_luck
    frame.step = Step.GUARD
    unit.plan_cell = unit.cell  # it strikes from here, whatever happens to it meanwhile


@rule("ambush.simultaneous")
def keep_for_later(s, frame, who):
    """Simultaneous: what was rolled is applied when all have rolled."""
    unit = s.units[who]
    unit.ambush_rolled = frame.rolled
    unit.ambush_outcome = frame.outcome
    unit.ambush_dice = frame.dice
    unit.ambush_sixes = frame.sixes
    unit.ambush_area = frame.asked
    pop(s)


@rule("ambush.simultaneous")
def start_ambush_consequences(s, w, who):
    """Simultaneous: what was rolled now takes effect, also that of a unit felled meanwhile."""
    unit = s.units[who]
    frame = push(s, Frame.ATTACK)
    frame.who = who
    frame.target = unit.plan_target
    frame.strike = unit.plan_item
    frame.mode = unit.plan_mode
    frame.cell = unit.plan_cell
    frame.marks = Mark.AMBUSH | Mark.APPLIED
    frame.trade = unit.plan_trade
    frame.rolled = unit.ambush_rolled
    frame.outcome = unit.ambush_outcome
    frame.dice = unit.ambush_dice
    frame.sixes = unit.ambush_sixes
    frame.asked = unit.ambush_area
    if is_area(frame.strike, frame.mode):
        frame.step = Step.NEXT
    else:
        frame.step = Step.APPLY if unit.ambush_outcome != MISSED else Step.END
