"""Tests: of a characteristic on one die, of Leadership on two; the general's presence and the battle standard."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import successes, sum_check
from ....core.state import NO_UNIT, are_friends, base_term, emit, emit_roll, open_total, term
from ..vocab import Event, Role, Term
from .bodies import is_there, unit_gap
from .casualties import rank_and_file
from .profile import own_initiative, own_leadership

ROLLED_ONCE = 0  # the extra of a test that was passed or failed; else what the first roll showed


# --- characteristic tests ----------------------------------------------------------------------------------------------


@rule("test.characteristic_highest")
def best_initiative(s, who):
    """Several values: the best Initiative of the regiment, its mounts and its living character."""
    unit = s.units[who]
    best = int(unit.mount_initiative) if unit.mount_attacks > 0 else 0
    if rank_and_file(s, who) > 0:
        best = max(best, own_initiative(s, who, False))
    return max(best, own_initiative(s, who, True)) if unit.char_alive == 1 else best


@rule("test.characteristic_naturals")
def highest_that_passes(w, value):
    """Natural 1 and 6: the highest face that passes a test of a characteristic."""
    return max(min(value, int(w.book.characteristic_fails_on) - 1), int(w.book.characteristic_passes_on))


@rule("test.characteristic_highest", "test.characteristic_naturals")
def note_initiative(s, w, who, value):
    """Several values: note for the log whose Initiative is tested, that of regiment, mounts or character, and up to which face it
    passes.
    """
    unit, label = s.units[who], Term.CHARACTER
    if rank_and_file(s, who) > 0 and value == own_initiative(s, who, False):
        label = Term.INITIATIVE
    elif unit.mount_attacks > 0 and value == unit.mount_initiative:
        label = Term.MOUNT
    open_total(s)
    base_term(s, label, value)
    if not must_fail(value):
        term(s, Term.LIMIT, highest_that_passes(w, value) - value)


@rule("test.characteristic_zero")
def must_fail(value):
    """Zero: a test of it fails without a roll."""
    return value <= 0


@rule("test.characteristic")
def tests_failed(s, w, value, count):
    """Characteristic tests: the number of failures in a number of tests, each on its own die, which must not show more than
    the value.
    """
    if must_fail(value) or count <= 0:
        return max(count, 0)
    dice, sides = int(w.book.characteristic_dice), int(w.book.characteristic_sides)
    at_most = highest_that_passes(w, value)
    if dice == 1:
        return count - successes(s, count, sides, at_most)
    failed = 0
    for _ in range(count):
        if not sum_check(s, dice, sides, at_most):
            failed += 1
    return failed


# --- Leadership --------------------------------------------------------------------------------------------------------


@rule("test.leadership_highest")
def leadership_within(s, who, is_break_test):
    """Highest Ld: of the regiment and its living character; one that has refused a challenge does not count in a break test."""
    unit = s.units[who]
    best = own_leadership(s, who, False) if rank_and_file(s, who) > 0 else 0
    if unit.char_alive == 1 and not (is_break_test and unit.refused == 1):
        best = max(best, own_leadership(s, who, True))
    return best


@rule("x.character.general")
def has_general(s, who):
    """The general's presence: whether a unit holds the living general and is not fleeing."""
    unit = s.units[who]
    return is_there(s, who) and unit.char_alive == 1 and unit.fleeing == 0 and unit.roles & Role.GENERAL != 0


@rule("x.character.general", "x.strategy.rally")
def leadership_of_general(s, w, who, is_break_test):
    """The general's presence: the Ld that friends near by may use; 0 if no general is near."""
    reach = int(w.book.aura_range) * int(w.book.aura_range)
    best = 0
    for friend in range(s.unit_count):
        if not has_general(s, friend) or not are_friends(s, who, friend) or unit_gap(s, who, friend) > reach:
            continue
        if not (is_break_test and s.units[friend].refused == 1):
            best = max(best, own_leadership(s, friend, True))
    return best


@rule("test.leadership_highest")
def leadership_of(s, w, who, with_general):
    """Highest Ld: what a break test is taken on. In other tests a refused challenge does not matter."""
    best = leadership_within(s, who, True)
    return max(best, leadership_of_general(s, w, who, True)) if with_general else best


@rule("test.leadership_highest")
def note_leadership(s, w, who, is_break_test):
    """Highest Ld: what a test is taken on; its source is noted in the log. Modifiers come afterwards."""
    within, general = leadership_within(s, who, is_break_test), leadership_of_general(s, w, who, is_break_test)
    if general > within:
        return base_term(s, Term.GENERAL, general)
    return base_term(s, Term.LEADERSHIP if within == own_leadership(s, who, False) else Term.CHARACTER, within)


@rule("x.character.battle_standard")
def is_in_range_of_standard(s, w, who):
    """Battle standard: whether its bearer lives, is not fleeing, and is near enough."""
    reach = int(w.book.standard_range) * int(w.book.standard_range)
    for friend in range(s.unit_count):
        unit = s.units[friend]
        if not is_there(s, friend) or unit.char_alive == 0 or unit.fleeing == 1 or not are_friends(s, who, friend):
            continue
        if unit.roles & Role.BATTLE_STANDARD != 0 and unit_gap(s, who, friend) <= reach:
            return True
    return False


@rule("test.leadership_naturals")
def highest_sum_that_passes(w, value):
    """Natural 2 and 12: the highest sum of the dice that passes a test of Ld; 0 where the book lets an Ld of 0 fail."""
    if value <= 0 and w.book.ld_zero_auto_fail == 1:
        return 0
    return max(min(value, int(w.book.leadership_fails_on) - 1), int(w.book.leadership_passes_on))


@rule("test.leadership", "x.character.battle_standard")
def roll_leadership(s, w, who, value, at_most, with_reroll):
    """Leadership test: the sum of the dice against a number. The battle standard has a failed test rolled once more where it
    may. Without a number that passes nothing is rolled. Returns 1 passed, 0 failed.
    """
    if at_most <= 0:
        emit(s, Event.FAILED, who, NO_UNIT, value, ROLLED_ONCE)
        return 0
    dice, sides, first = int(w.book.leadership_dice), int(w.book.leadership_sides), ROLLED_ONCE
    passed = sum_check(s, dice, sides, at_most)
    if not passed and with_reroll and is_in_range_of_standard(s, w, who):
        first = max(int(s.last_face), 1)
        passed = sum_check(s, dice, sides, at_most)
    emit_roll(s, Event.PASSED if passed else Event.FAILED, who, NO_UNIT, value, first)
    return 1 if passed else 0


@rule("test.leadership")
def leadership_test(s, w, who, bonus, with_reroll):
    """Leadership test: not above the highest Ld, to which a bonus is added. Returns 1 passed, 0 failed."""
    open_total(s)
    value = max(note_leadership(s, w, who, False) + term(s, Term.MUSICIAN, bonus), 0)
    return roll_leadership(s, w, who, value, highest_sum_that_passes(w, value), with_reroll)


@rule("x.strategy.rally", "test.leadership_naturals")
def leadership_test_on_naturals(s, w, who, bonus, with_reroll):
    """Rallying: a Leadership test that only the natural 2 passes."""
    open_total(s)
    value = max(note_leadership(s, w, who, False) + term(s, Term.MUSICIAN, bonus), 0)
    at_most = min(highest_sum_that_passes(w, value), int(w.book.leadership_passes_on))
    value += term(s, Term.TOO_FEW_LEFT, min(at_most - value, 0))
    return roll_leadership(s, w, who, value, at_most, with_reroll)
