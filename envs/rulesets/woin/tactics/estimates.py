"""What behaviours may expect of an attack, a spell, a guard: estimates, by the rules but without dice.

Left out are venom, what others do in the ambush turn, and what conditions are worth; an estimate weighs choices, the odds of
the sandbox are exact.
"""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..rules.charging import charge_cell, plunge_cell
from ..rules.conditions import is_active, speed_of
from ..rules.cover import suppressed_dice
from ..rules.crossfire import crossfire, flank, has_in_reach
from ..rules.declaring import price_now
from ..rules.options import moves_first
from ..rules.prices import is_called, is_exploit, least_luck, price_of
from ..rules.sight import is_own_cover
from ..rules.suppressing import auto_dice
from ..rules.totals import pool_in_mind
from ..rules.watching import is_under_covering_fire
from ..rules.weapons import is_loaded, is_ranged_attack, item_of, kind_of, uses_shots
from ..vocab import A_DICE, Frame, Mark, Mode, Prompt, Strike, Task, Verb, WeaponKind
from .aims import best_strike
from .blows import chance_of_access, expected_of, expected_of_whirl, is_attack
from .healing import healing_of, share_healed
from .losses import chance_to_arrive

FIRST_OWN = len(Feature)  # features of this ruleset, in the order of tactics.FEATURES
(
    EXPLOIT, CROSSFIRE, HELD, ESCAPES, TRADES, LUCK, AIMS, WATCHES, SUPPRESSES, COVERED, HUNKERS, HEALS, RESCUES, SPELL,
) = range(FIRST_OWN, FIRST_OWN + 14)  # fmt: skip
ENDLESS = 20  # shots of a weapon whose ammunition is not counted


@kernel
def full_staying(s, who):
    """Full HEALTH."""
    return int(s.units[who].health_max)


@kernel
def own_move(s, w, who):
    """Cells of a move action over open ground."""
    return max(speed_of(s, w, who), 1)


@kernel
def is_in_contact(s, w, one, other):
    """Whether either of two units has the other within reach."""
    return has_in_reach(s, w, one, other) or has_in_reach(s, w, other, one)


@kernel
def shots_left(s, w, who):
    """Shots of the weapon in hand."""
    held = int(s.units[who].held)
    if held < 0 or kind_of(w, item_of(s, who, held)) == WeaponKind.MELEE:
        return 0
    return int(s.units[who].loaded[held]) if uses_shots(w, item_of(s, who, held)) else ENDLESS


@kernel
def is_ready_to_shoot(s, w, who):
    """Whether the weapon in hand shoots or can be thrown, and is loaded."""
    held = int(s.units[who].held)
    return shots_left(s, w, who) > 0 and is_loaded(s, w, who, held)


@kernel
def cover_at(s, w, who, cell):
    """1 in a cell that gives cover to a unit in it, else 0."""
    return 1.0 if is_own_cover(w, int(cell)) else 0.0


# --- a choice --------------------------------------------------------------------------------------------------------


@kernel
def expected_now(s, w, who, row, feature):
    """The same while dice are traded, LUCK is added, or a guard is thought of, for the attack that is under way."""
    frame = top(s)
    is_declared = frame.kind == Frame.ATTACK or frame.kind == Frame.DECLARE
    if not is_declared or frame.target == NO_UNIT:
        return 0.0
    trade, luck = int(frame.trade), int(frame.luck)
    if s.prompt == Prompt.TRADE:
        trade = int(row.answer) - A_DICE
    elif s.prompt == Prompt.LUCK:
        luck = int(row.answer) - A_DICE
    attacker, target = int(frame.who), int(frame.target)
    strike, mode = int(frame.strike), int(frame.mode)
    price = price_now(s, w, frame, attacker)
    luck = max(luck, least_luck(w, int(frame.pool), price, trade))
    dice = int(frame.pool) - price - trade * int(w.book.dice_per_damage_die) + luck
    if s.prompt == Prompt.GUARD and row.verb == Verb.GUARD:
        dice = min(max(dice - int(w.book.guard_dice), int(w.book.guard_min_rolled)), dice)
    here = int(frame.cell) if frame.kind == Frame.ATTACK else int(s.units[attacker].cell)
    value = expected_of(s, w, attacker, target, strike, mode, dice, trade, here, feature)
    return value * chance_of_access(s, w, attacker, target) if s.round_no == 0 else value


@kernel
def strike_for(s, w, who, row):
    """What a plan is carried out with: what has been chosen for it, else what behaviours attack with."""
    if row.verb == Verb.CAST or row.verb == Verb.CAST_AREA:
        return int(Strike.SPELL)
    if row.verb == Verb.FIRE:
        return int(s.units[who].held)
    if s.prompt == Prompt.MODE:
        return int(top(s).item_used)
    return best_strike(s, w, who, int(row.target), int(row.mode))


@kernel
def end_of_way(s, w, who, target, strike, mode):
    """Where an attack is made from: the end of a charge or of a leap down, else where the unit stands."""
    if strike == Strike.SPELL or not moves_first(mode):
        return int(s.units[who].cell)
    return int(charge_cell(s, w, who, target, strike) if mode == Mode.CHARGE else plunge_cell(s, w, who, target))


@kernel
def chance_to_begin(s, w, who, target, strike, goal, mode):
    """Chance that it comes to an attack: of access, where it is an ambush, or to arrive after a charge or a leap down."""
    if s.round_no == 0:
        return chance_of_access(s, w, who, target)
    is_run = strike != Strike.SPELL and moves_first(mode)
    return chance_to_arrive(s, w, who, goal, mode) if is_run else 1.0


@kernel
def expected(s, w, who, row, feature):
    """Chance to hit, harm and chance to fell of a choice."""
    if s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK:
        return expected_now(s, w, who, row, feature)
    target, mode, verb = int(row.target), int(row.mode), int(row.verb)
    if verb == Verb.WHIRLWIND:
        return expected_of_whirl(s, w, who, feature)
    if target == NO_UNIT or not is_attack(verb) or (verb == Verb.CAST and mode == Mode.MEND):
        return 0.0
    strike = strike_for(s, w, who, row)
    if strike < 0:
        return 0.0
    here, goal = int(s.units[who].cell), int(end_of_way(s, w, who, target, strike, mode))
    begun = chance_to_begin(s, w, who, target, strike, goal, mode)
    s.units[who].cell = goal
    above = here if mode == Mode.DEATH_FROM_ON_HIGH else int(s.units[who].cell)
    marks = int(Mark.OVERWATCH) if verb == Verb.FIRE else 0
    pool = pool_in_mind(s, w, who, target, strike, mode, above, marks)
    price = 0 if strike == Strike.SPELL else price_of(s, w, who, target, mode)
    dice = pool - price + least_luck(w, pool, price, 0)
    value = expected_of(s, w, who, target, strike, mode, dice, 0, here, feature)
    s.units[who].cell = here
    return value * begun


@kernel
def saved_by_guard(s, w, who, row):
    """Harm a guard may be expected to save, as a share of what the unit can still take."""
    if row.verb != Verb.GUARD:
        return 0.0
    guarded = expected_now(s, w, who, row, int(Feature.HARM))
    row.verb = Verb.NO_GUARD
    open_to_it = expected_now(s, w, who, row, int(Feature.HARM))
    row.verb = Verb.GUARD
    return max(open_to_it - guarded, 0.0)


@kernel
def threat_of(s, w, who, target):
    """Harm to be expected from one attack of an enemy, as a share of what the unit has left."""
    strike = best_strike(s, w, target, who, int(Mode.NORMAL))
    if strike < 0:
        return 0.0
    there = int(s.units[target].cell)
    pool = pool_in_mind(s, w, target, who, strike, int(Mode.NORMAL), there, 0)
    dice = pool + least_luck(w, pool, 0, 0)
    return expected_of(s, w, target, who, strike, int(Mode.NORMAL), dice, 0, there, int(Feature.HARM))


# --- features of this book -------------------------------------------------------------------------------------------


@kernel
def is_kind(row, feature):
    """Whether a choice is of the kind that a feature counts."""
    verb, mode = int(row.verb), int(row.mode)
    strikes = verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK
    if feature == EXPLOIT:
        return verb == Verb.WHIRLWIND or (strikes and (is_called(mode) or is_exploit(mode)))
    if feature == AIMS:
        return verb == Verb.AIM or verb == Verb.FEINT
    if feature == WATCHES:
        return verb == Verb.OVERWATCH or verb == Verb.AMBUSH_WATCH
    if feature == HUNKERS:
        return verb == Verb.HUNKER or verb == Verb.HIDE or verb == Verb.DROP_PRONE
    return feature == SPELL and (verb == Verb.CAST or verb == Verb.CAST_AREA)


@kernel
def cover_given(s, w, who, row):
    """Dice of cover that suppressive fire adds to what the friend has from it, a third for each."""
    if row.verb != Verb.SUPPRESS:
        return 0.0
    dice = int(w.book.suppress_dice) + auto_dice(w, item_of(s, who, int(s.units[who].held)))
    return min(max(dice - int(suppressed_dice(s, row.target)), 0) / 3.0, 1.0)


@kernel
def is_covered(s, who, row):
    """Whether suppressive fire covers a unit that moves or strikes."""
    return is_under_covering_fire(s, who) and (row.verb == Verb.MOVE or row.verb == Verb.ATTACK)


@kernel
def dice_from_friends(s, w, who, row):
    """Dice that crossfire adds to a shot or an attack spell, or flanking to a blow, a third for each."""
    target = int(row.target)
    if target == NO_UNIT or are_friends(s, who, target) or not is_attack(int(row.verb)):
        return 0.0
    strike = strike_for(s, w, who, row)
    if strike < 0:
        return 0.0
    here = int(s.units[who].cell)
    s.units[who].cell = end_of_way(s, w, who, target, strike, int(row.mode))
    shoots = strike == Strike.SPELL or is_ranged_attack(s, w, who, target, strike)
    dice = crossfire(s, w, who, target) if shoots else flank(s, w, who, target)
    s.units[who].cell = here
    return min(dice / 3.0, 1.0)


@kernel
def is_at_held(s, who, row):
    """Whether a choice strikes, shoots or casts at an enemy who is held, and is no further grab."""
    target = int(row.target)
    if target == NO_UNIT or are_friends(s, who, target) or not is_attack(int(row.verb)):
        return False
    return s.units[target].restrained > 0 and row.mode != Mode.GRAB and row.mode != Mode.ARM_LOCK


@kernel
def estimate_own(s, w, who, row, feature):
    """Features that only this book makes sense of."""
    verb, target = int(row.verb), int(row.target)
    if feature == ESCAPES:
        is_escape = verb == Verb.ATTACK and row.mode == Mode.ESCAPE
        return expected(s, w, who, row, int(Feature.HIT)) if is_escape else 0.0
    if feature == TRADES:
        return (int(row.answer) - A_DICE) / 4.0 if s.prompt == Prompt.TRADE else 0.0
    if feature == LUCK:
        return (int(row.answer) - A_DICE) / 3.0 if s.prompt == Prompt.LUCK else 0.0
    if feature == HEALS:
        return share_healed(s, w, who, row)
    if feature == RESCUES:
        helps = healing_of(row) != Task.NONE
        return 1.0 if helps and target >= 0 and s.units[target].down == 1 and are_friends(s, who, target) else 0.0
    if feature == SUPPRESSES:
        return cover_given(s, w, who, row)
    if feature == COVERED:
        return 1.0 if is_covered(s, who, row) else 0.0
    if feature == CROSSFIRE:
        return dice_from_friends(s, w, who, row)
    if feature == HELD:
        return 1.0 if is_at_held(s, who, row) else 0.0
    return 1.0 if is_kind(row, feature) else 0.0


@kernel
def estimate(s, w, who, row, feature):
    """A feature of a complete choice that the ruleset knows: hit, harm, fell, threat, charge, saved, price, and its own."""
    if feature >= FIRST_OWN:
        return estimate_own(s, w, who, row, feature)
    if feature <= Feature.FELL:
        return expected(s, w, who, row, feature)
    target = int(row.target)
    if feature == Feature.THREAT:
        is_enemy = target >= 0 and not are_friends(s, who, target) and is_active(s, target)
        return threat_of(s, w, who, target) if is_enemy else 0.0
    if feature == Feature.CHARGE:
        return 1.0 if row.verb == Verb.ATTACK and row.mode == Mode.CHARGE else 0.0
    return saved_by_guard(s, w, who, row) if feature == Feature.SAVED else 0.0
