"""Break tests, and which way and how far beaten units go."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import sum_band, sum_but_lowest, sum_of
from ....core.state import NO_UNIT, emit_roll, open_total, term
from ..board import DIRECTIONS, HALF_TURN
from ..vocab import Event, Fate, Side, Term, Trait
from .bodies import contact_side, contacts, has_trait, is_engaged_with, unit_gap
from .courage import is_in_range_of_standard, note_leadership
from .engagement import is_enemy_in_round
from .fleeing import flight_direction
from .formation import unit_strength
from .kept import sum_of_highest
from .result import strength_of_side

D6 = 6
HOLDS, STEPS_BACK = 0, 1  # bands of the break test, the third breaks
OUTNUMBERED, TAKEN_AGAIN = 1, 2  # what the log says of a break test: bits


# --- the test --------------------------------------------------------------------------------------------------------------


@rule("x.morale.traits")
def difference_for(s, who, difference):
    """Stubborn: the difference counts as 0."""
    return 0 if has_trait(s, who, int(Trait.STUBBORN)) else difference


@rule("x.combat.break_test")
def break_bands(s, w, who, leadership, difference):
    """Break test: the highest roll that gives ground, and the highest that falls back in good order; no unit falls back in
    good order if outnumbered by enough.
    """
    below_break = int(w.book.always_break_on) - 1
    low = max(min(leadership - difference, below_break), int(w.book.always_hold_on))
    return low, low if is_outnumbered(s, w, who) else max(min(leadership, below_break), low)


@rule("x.combat.break_test")
def is_outnumbered(s, w, who):
    """Break test: whether the winners outnumber the losers by too much for any of them to fall back in good order."""
    loser = int(s.units[who].side)
    return strength_of_side(s, w, 1 - loser) > w.book.strength_ratio * strength_of_side(s, w, loser)


@rule("x.combat.break_test", "x.combat.challenge", "test.leadership_highest")
def roll_break_test(s, w, who, difference, said):
    """Break test: what becomes of a beaten unit. The unbreakable take none, and give ground. The log says ``said`` of it, too."""
    if has_trait(s, who, int(Trait.UNBREAKABLE)):
        return int(Fate.GIVE_GROUND)
    open_total(s)
    leadership = note_leadership(s, w, who, True)
    difference = difference_for(s, who, difference)
    term(s, Term.DIFFERENCE, -difference)
    low, high = break_bands(s, w, who, leadership, difference)
    band = sum_band(s, int(w.book.break_test_dice), D6, low, high)
    fate = int(Fate.GIVE_GROUND)
    if band != HOLDS:
        fate = int(Fate.FALL_BACK) if band == STEPS_BACK else int(Fate.BREAK)
    said |= OUTNUMBERED if is_outnumbered(s, w, who) else 0
    emit_roll(s, Event.BREAK_TEST, who, NO_UNIT, fate, said)
    return fate


@rule("x.character.battle_standard")
def may_test_again(s, w, who):
    """Battle standard: a unit near it that breaks tests once more."""
    return s.units[who].fate == Fate.BREAK and is_in_range_of_standard(s, w, who)


# --- which way -------------------------------------------------------------------------------------------------------------


@rule("x.combat.give_ground", "x.combat.break_and_pursue")
def strongest_in_touch(s, w, who):
    """Giving ground: the winning enemy of highest unit strength that touches a unit; ties go to the lowest slot. -1 if none."""
    best = NO_UNIT
    for enemy in range(s.unit_count):
        if not is_enemy_in_round(s, who, enemy) or not is_engaged_with(s, who, enemy):
            continue
        if best == NO_UNIT or unit_strength(s, w, enemy) > unit_strength(s, w, best):
            best = enemy
    return best


@kernel
def nearest_winner(s, who):
    """The nearest enemy in the combat; ties go to the lowest slot. -1 if none."""
    best, least = NO_UNIT, 0
    for enemy in range(s.unit_count):
        if is_enemy_in_round(s, who, enemy):
            gap = unit_gap(s, who, enemy)
            if best == NO_UNIT or gap < least:
                best, least = enemy, gap
    return best


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def direction_from(s, who, enemy):
    """Giving ground: the way the enemy faces, if it touches with its front; else away by the centres; without one backwards."""
    if enemy == NO_UNIT:
        return (int(s.units[who].facing) + HALF_TURN) % DIRECTIONS
    if is_engaged_with(s, who, enemy) and contact_side(s, enemy, who) == Side.FRONT:
        return int(s.units[enemy].facing)
    return int(flight_direction(s, who, enemy))


@rule("x.combat.give_ground")
def is_held(s, who, direction):
    """Giving ground: not towards a side on which another enemy is in contact."""
    side = (direction - int(s.units[who].facing) + DIRECTIONS) % DIRECTIONS // 2
    for enemy in range(s.unit_count):
        if is_engaged_with(s, who, enemy) and contacts(s, who, enemy, side) > 0:
            return True
    return False


# --- how far ---------------------------------------------------------------------------------------------------------------


@rule("x.combat.fall_back")
def roll_fall_back(s, w):
    """Falling back in good order: the higher of two dice."""
    return int(sum_of_highest(s, int(w.book.fall_back_dice), int(w.book.fall_back_keep)))


@rule("x.combat.fall_back")
def roll_follow(s, w):
    """Falling back in good order: how far a pursuer goes after it."""
    return int(sum_of(s, int(w.book.fall_back_pursue_dice), D6))


@rule("x.combat.break_and_pursue")
def roll_pursuit(s, w, who):
    """Pursuit: two dice; with swiftstride three, without the lowest."""
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        return int(sum_but_lowest(s, int(w.book.swiftstride_pursue_dice), D6))
    return int(sum_of(s, int(w.book.pursue_dice), D6))


@rule("x.combat.overrun")
def roll_overrun(s, w):
    """Overrun: how far."""
    return int(sum_of(s, int(w.book.overrun_dice), D6))
