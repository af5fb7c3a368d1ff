"""What choices may bring besides damage: poisons, friends back in play, statuses that end."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_friends
from ..rules.conditions import edge_of_check, is_down, is_exhausted, poison_resistance
from ..rules.recovering import may_get_up
from ..rules.riders import may_be_poisoned
from ..rules.tending import carried_of, healing_number, is_of_use
from ..rules.weapons import free_attack_of, innate_rider
from ..vocab import Ability, Mode, Rider, Strike, Verb
from .chances import chance_to_reach

D20 = 20


@kernel
def strike_of(s, w, who, verb):
    """What an attack by a verb is made with."""
    if verb == Verb.CAST:
        return int(Strike.SPELL)
    if verb == Verb.FREE_ATTACK and free_attack_of(s, w, who) == Ability.SHIELD_BASH:
        return int(Strike.BASH)
    return int(Strike.WEAPON)


@kernel
def is_attack(verb, mode):
    """Whether a choice rolls to hit."""
    if verb == Verb.CAST:
        return mode == Mode.FIREBOLT or mode == Mode.GUST or mode == Mode.FLASH
    return verb == Verb.ATTACK or verb == Verb.FREE_ATTACK or verb == Verb.OPPORTUNITY


@kernel
def is_harmful(mode):
    """Whether an attack does damage by itself."""
    return mode != Mode.BLINDING and mode != Mode.DISARM and mode != Mode.GUST and mode != Mode.FLASH


@kernel
def carries(s, who, rider):
    """Whether the weapon in hand poisons, paralyses or puts to sleep, by its nature or its coating."""
    unit = s.units[who]
    if unit.wielded < 0:
        return False
    if innate_rider(s, who, rider):
        return True
    if rider == Rider.POISON:
        return unit.venom_slot == unit.wielded and unit.venom_charges > 0
    return rider == Rider.SLEEP and unit.sleep_slot == unit.wielded and unit.sleep_charges > 0


@kernel
def can_poison(s, w, who, row):
    """Whether an attack may poison, paralyse or put to sleep: with the weapon in hand, to do damage, at a target that is neither
    immune nor has that status.
    """
    verb, mode, target = int(row.verb), int(row.mode), int(row.target)
    if target < 0 or not is_attack(verb, mode) or not is_harmful(mode) or strike_of(s, w, who, verb) != Strike.WEAPON:
        return False
    if not may_be_poisoned(s, target) or chance_to_reach(int(w.book.pr_die), 0, poison_resistance(s, w, target)) >= 1.0:
        return False
    other = s.units[target]
    is_open = other.poisoned == 0 or w.book.poisoned_stackable == 1
    if is_open and w.book.poison_chance_pct > 0 and carries(s, who, Rider.POISON):
        return True
    return carries(s, who, Rider.SLEEP) or (other.paralyzed == 0 and carries(s, who, Rider.PARALYSE))


@kernel
def can_help(s, w, who, row):
    """Whether help may succeed: healing by a check that can be passed, a mend of which a point can get through; waking always."""
    if row.verb == Verb.HEAL:
        return chance_to_reach(D20, edge_of_check(s, w, who), healing_number(s, w, who)) > 0.0
    if row.verb == Verb.CAST and row.mode == Mode.MEND:
        spell = w.book.spells[Mode.MEND - Mode.FIREBOLT]
        most = int(s.units[who].spirit) + int(spell.dice) * int(spell.sides)
        return most > s.units[int(row.target)].magic_resistance
    return row.verb == Verb.ROUSE


@kernel
def can_rescue(s, w, who, row):
    """Whether a friend is down whom this help may bring back into play."""
    target = int(row.target)
    if target < 0 or not are_friends(s, who, target) or not is_down(s, target):
        return False
    return may_get_up(s, w, target) and not is_exhausted(s, w, target) and can_help(s, w, who, row)


@kernel
def is_given(s, w, who, verb, target):
    """Whether a healer has an item that a unit which is down gets along with the healing."""
    return is_down(s, target) and carried_of(s, who, verb) > 0 and is_of_use(s, w, verb, target)


@kernel
def can_cure(s, w, who, row):
    """Whether a status may end: by an item, by putting out the fire, or by healing, which stops the bleeding."""
    verb, target = int(row.verb), int(row.target)
    if Verb.USE_ANTIDOTE <= verb <= Verb.USE_COURAGE or verb == Verb.EXTINGUISH:
        return True
    if verb == Verb.ROUSE or target < 0 or not can_help(s, w, who, row):
        return False
    if s.units[target].bleeding > 0:
        return True
    if verb != Verb.HEAL:
        return False
    return is_given(s, w, who, int(Verb.USE_ANTIDOTE), target) or is_given(s, w, who, int(Verb.USE_WATER), target)
