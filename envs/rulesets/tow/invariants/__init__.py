"""What the book says must hold after every decision, whatever was played: numbers that are consistent with one another.

Every number has been looked at before by itself (``core/loops/checks.py``).
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends
from ..rules import aftermath, blows, charging, combat, harm, orders, panic, shooters, spells, templates
from ..rules.bodies import fits, is_engaged, is_there
from ..rules.casualties import rank_and_file
from ..rules.magic import spells_tried
from ..turn import Battle, Turn
from ..vocab import Frame, Gone, Missile, Phase, Prompt, Trait, Verb

#: The steps of each procedure.
STEPS = {
    Frame.BATTLE: Battle,
    Frame.TURN: Turn,
    Frame.ORDER: orders.Order,
    Frame.CHARGE: charging.Step,
    Frame.CAST: spells.Step,
    Frame.SHOT: shooters.Step,
    Frame.TEMPLATE: templates.Step,
    Frame.HARM: harm.Step,
    Frame.PANIC: panic.Step,
    Frame.COMBAT: combat.Step,
    Frame.BLOWS: blows.Step,
    Frame.AFTERMATH: aftermath.Step,
}

#: What each number other than 0 means.
BROKEN = {
    1: "the round is out of its range",
    2: "more files than models, or more models than it began with",
    3: "models left of a unit that is gone, or none of one that is not",
    4: "a unit on the table without models, or off it during the battle",
    5: "wounds that should have taken a model or a character",
    6: "a character, a wizard or a standard out of place",
    7: "two units in the same place, or one off the table or on ground it cannot enter",
    8: "in flight or frenzied and what does not go with it",
    9: "a charge at a friend or at no unit, or by a unit that may not charge",
    10: "losses of a combat that no unit fights",
    11: "the prompt does not fit the procedure that is running",
    12: "a result is left over at a decision",
    13: "a phase without a turn, or a turn without a phase",
    14: "a machine, a weapon or a spell that it does not have",
    15: "a duel that is not mutual, or with a friend",
    16: "a model that stands with S or T 0",
}
ANY_VALUE: frozenset[str] = frozenset()
PER_CELL = 1


@kernel
def takes_room(s, who):
    """Whether a unit occupies its cells: all units with models left."""
    return s.units[who].models > 0


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    if s.round_no < 0 or s.round_no > w.book.rounds:
        return 1
    if (s.depth > 1 and s.stack[1].kind != Frame.TURN) or (s.depth > 1) != (s.phase != Phase.NONE):
        if s.ending == 0:
            return 13
    for who in range(s.unit_count):
        broken = broken_unit(s, w, who)
        if broken != 0:
            return broken
    for who in range(s.unit_count):
        if is_there(s, who) and not is_place_fine(s, w, who):
            return 7
    if s.prompt != 0:
        if s.harmed != 0:
            return 12
        if not is_question_fine(s):
            return 11
    return 0


@kernel
def broken_unit(s, w, who):
    """One row of the roster."""
    unit = s.units[who]
    if unit.models > unit.models_start or (unit.models > 0 and unit.files > unit.models):
        return 2
    if (unit.models == 0) != (unit.gone != Gone.NOT):
        return 3
    if (unit.cell >= 0) != (unit.models > 0) and (unit.cell >= 0 or not is_deploying(s)):
        return 4
    if not are_wounds_fine(s, who):
        return 5
    if not is_character_fine(s, who):
        return 6
    if not is_mood_fine(s, who):
        return 8
    if not is_charge_fine(s, who):
        return 9
    if not are_losses_fine(s, who):
        return 10
    if not is_equipment_fine(s, w, who):
        return 14
    if not is_duel_fine(s, who):
        return 15
    return 0 if are_values_fine(s, w, who) else 16


@kernel
def is_deploying(s):
    """Whether units are still being set up."""
    return s.stack[0].step <= Battle.DEPLOY


@kernel
def are_wounds_fine(s, who):
    """No model stands that has lost all its Wounds, and what is gone has none to lose."""
    unit = s.units[who]
    if unit.models == 0:
        return unit.lost_wounds == 0 and unit.char_lost_wounds == 0
    if unit.lost_wounds >= unit.wounds:
        return False
    if unit.char_alive == 0:
        return unit.char_lost_wounds == 0
    return unit.char_lost_wounds < unit.char_wounds


@kernel
def are_values_fine(s, w, who):
    """No model stands whose Strength or Toughness is 0: it would have died at once."""
    if rank_and_file(s, who) > 0 and harm.has_zero(s, w, who, False):
        return False
    return s.units[who].char_alive == 0 or not harm.has_zero(s, w, who, True)


@kernel
def is_character_fine(s, who):
    """A character lives, falls and has roles only where there is one."""
    unit = s.units[who]
    if unit.has_character == 0:
        return unit.char_alive == 0 and unit.char_fell == 0 and unit.roles == 0 and unit.wizard_level == 0
    return unit.char_alive == 0 or (unit.char_fell == 0 and unit.models > 0)


@kernel
def is_place_fine(s, w, who):
    """On the table, on ground it may enter, and clear of all other units."""
    unit = s.units[who]
    return fits(s, w, who, int(unit.cell), int(unit.facing), int(unit.files))


@kernel
def is_mood_fine(s, who):
    """A fleeing unit is on the table, not frenzied and never unbreakable; only units with the trait are frenzied."""
    unit = s.units[who]
    if unit.frenzied == 1 and (unit.traits & Trait.FRENZY == 0 or unit.fleeing == 1):
        return False
    return unit.fleeing == 0 or (unit.models > 0 and unit.traits & Trait.UNBREAKABLE == 0)


@kernel
def is_charge_fine(s, who):
    """Charges are declared on enemies, by units on the table."""
    target = int(s.units[who].charge_target)
    if target == NO_UNIT:
        return True
    return not are_friends(s, who, target) and is_there(s, who)


@kernel
def are_losses_fine(s, who):
    """Losses wait only while a combat is fought, and no more than there are models."""
    unit = s.units[who]
    if unit.fallen + unit.char_fell > unit.models:
        return False
    if (int(s.in_combat) >> who) & 1 == 1:
        return True
    return unit.fallen == 0 and unit.char_fell == 0 and unit.struck == 0 and unit.char_struck == 0


@kernel
def is_equipment_fine(s, w, who):
    """Machines alone misfire, flames alone are used up, and wizards alone cast and dispel."""
    unit = s.units[who]
    if unit.misfire > 0 and unit.missile < Missile.STONE_THROWER:
        return False
    if unit.flame_used == 1 and unit.missile == Missile.NOTHING:
        return False
    if unit.wizard_level == 0 and (unit.dispels > 0 or unit.spells_cast != 0):
        return False
    return spells_tried(s, who) <= w.book.max_casts_per_turn and unit.dispels <= w.book.dispels_per_turn


@kernel
def is_duel_fine(s, who):
    """A challenge is between two living or fallen characters of enemies, each with the other."""
    duel = int(s.units[who].duel)
    if duel == NO_UNIT:
        return True
    return not are_friends(s, who, duel) and s.units[who].has_character == 1 and s.units[duel].has_character == 1


@kernel
def is_question_fine(s):
    """The prompt belongs to the procedure on top, and the verb whose parts are asked to the prompt."""
    frame = s.stack[s.depth - 1]
    if s.prompt == Prompt.CELL and s.pending_verb == Verb.NONE:
        return frame.kind == Frame.BATTLE and frame.step == Battle.DEPLOY
    if (s.prompt >= Prompt.TARGET) != (s.pending_verb != Verb.NONE) or s.decider == NO_UNIT:
        return False
    if s.prompt >= Prompt.TARGET:
        return (frame.kind == Frame.ORDER or frame.kind == Frame.BLOWS) and is_there(s, int(s.decider))
    if s.prompt == Prompt.REACTION:
        return frame.kind == Frame.CHARGE and frame.who != s.decider
    if s.prompt == Prompt.DISPEL:
        return frame.kind == Frame.CAST and not are_friends(s, int(frame.who), int(s.decider))
    if s.prompt == Prompt.CHALLENGE or s.prompt == Prompt.CHALLENGED:
        return frame.kind == Frame.COMBAT and s.units[s.decider].char_alive == 1
    if s.prompt == Prompt.ATTACK:
        return frame.kind == Frame.BLOWS
    if s.prompt == Prompt.AFTER or s.prompt == Prompt.OVERRUN:
        return frame.kind == Frame.AFTERMATH or frame.kind == Frame.COMBAT
    if frame.kind != Frame.ORDER or s.decider != frame.who or s.units[s.decider].fleeing == 1:
        return False
    if s.prompt == Prompt.STRATEGY:
        return s.phase == Phase.STRATEGY
    if s.prompt == Prompt.CHARGE:
        return s.phase == Phase.CHARGE and not is_engaged(s, int(s.decider))
    if s.prompt == Prompt.MOVE:
        return s.phase == Phase.MOVEMENT and not is_engaged(s, int(s.decider))
    return s.phase == Phase.SHOOTING
