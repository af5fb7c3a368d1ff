"""Defences: which a unit may choose, what they are rolled with, and what the standing one is worth."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit_roll, open_total, term
from ..vocab import Ability, Climbing, Defence, Event, Item, ItemKind, Place, Refusal, Term
from .abilities import ability_consistency, ability_potential, best_ability
from .conditions import is_dazed, is_helpless, is_holding, is_in_fight
from .hands import (
    OFF,
    SWORD,
    dodge_penalty_of_shield,
    is_shield_usable,
    is_wielded,
    item_bonus,
    kind_of,
    shield_slot,
    slot_in_off_hand,
    slot_in_sword_hand,
)
from .rolling import clamped, roll_dice

NOTHING = 0  # dice and consistency of a defence that was not rolled

# --- which -----------------------------------------------------------------------------------------------------------


@rule("defence.dodge", "position.helpless", "effect.daze_combat")
def may_defend(s, w, who):
    """Defence: not for a helpless or dazed unit, nor for one that holds an opponent."""
    if not is_in_fight(s, who) or is_helpless(s, who) or is_dazed(s, who) or s.units[who].locked == 1:
        return False
    return not is_busy_holding(s, w, who)


@rule("brawl.grab_no_defence")
def is_busy_holding(s, w, who):
    """Grabbers: a unit that holds an opponent cannot defend itself."""
    return is_holding(s, who) and w.book.grabber_defences == 0


@rule("defence.parry", "c.natural_weapons")
def parry_slot(s, w, who, hand):
    """Parry: the melee weapon held in a hand, but no natural one; -1 none."""
    slot = slot_in_sword_hand(s, who) if hand == SWORD else slot_in_off_hand(s, who)
    if slot < 0 or kind_of(s, w, who, slot) != ItemKind.MELEE or not is_wielded(s, w, who, slot):
        return -1
    if hand == OFF and s.units[who].places[slot] == Place.BOTH_HANDS:
        return -1
    return slot


@rule("defence.kinds", "defence.parry_limit")
def refusal_of_defence(s, w, who, kind):
    """Kinds: dodge, block with a shield, parry with the weapon in that hand if it may parry once more."""
    if not may_defend(s, w, who):
        return Refusal.DEFENCELESS
    if kind == Defence.DODGE:
        return Refusal.NONE
    if kind == Defence.BLOCK:
        return Refusal.NONE if is_shield_usable(s, w, who) else Refusal.NO_SHIELD
    if parry_slot(s, w, who, kind - Defence.PARRY_SWORD_HAND) < 0:
        return Refusal.NOTHING_TO_PARRY_WITH
    return Refusal.HAS_PARRIED if has_parried(s, w, who, kind) else Refusal.NONE


@rule("defence.kinds", "defence.preroll_stale")
def is_possible(s, w, who, kind):
    """Kinds: a defence that was rolled is valid as long as it could still be made."""
    refusal = refusal_of_defence(s, w, who, kind)
    return refusal == Refusal.NONE or refusal == Refusal.HAS_PARRIED


@rule("defence.kinds")
def may_choose_defence(s, w, who, kind):
    """Kinds: whether a unit may choose one."""
    return refusal_of_defence(s, w, who, kind) == Refusal.NONE


@rule("defence.parry_limit")
def has_parried(s, w, who, kind):
    """One parry per weapon: whether it has parried since the last turn; a kept parry counts too."""
    parries = int(s.units[who].parries[kind - Defence.PARRY_SWORD_HAND])
    parries += 1 if s.units[who].kept == kind else 0
    return parries >= w.book.parries_per_weapon


@kernel
def is_parry(kind):
    """Whether a kind is a parry."""
    return kind >= Defence.PARRY_SWORD_HAND


@rule("defence.parry_vs_ranged", "defence.dodge", "defence.block")
def stops_shots(kind):
    """Shots: dodges and blocks stop them, parries do not."""
    return kind == Defence.DODGE or kind == Defence.BLOCK


# --- what with -------------------------------------------------------------------------------------------------------


@rule("defence.dodge", "defence.block", "defence.parry")
def ability_of_defence(s, w, who, kind):
    """Kinds: dodge is agility, block the ability of the shield, parry that of the weapon."""
    if kind == Defence.DODGE:
        return int(Ability.AGILITY)
    return best_ability(s, w, who, item_of_defence(s, w, who, kind))


@kernel
def item_of_defence(s, w, who, kind):
    """The item a defence is made with; bare hands for a dodge."""
    slot = -1
    if kind == Defence.BLOCK:
        slot = shield_slot(s, who)
    elif is_parry(kind):
        slot = parry_slot(s, w, who, kind - Defence.PARRY_SWORD_HAND)
    return int(s.units[who].items[slot]) if slot >= 0 else int(Item.BARE_HANDS)


@rule("position.prone")
def prone_penalty(s, w, who):
    """Prone: consistency off own attacks and defences."""
    return int(w.book.prone_penalty) if s.units[who].prone == 1 else 0


@rule("position.climbing")
def climbing_penalty(s, w, who):
    """Climbing: consistency off attacks and defences."""
    return int(w.book.climbing_penalty) if s.units[who].climbing != Climbing.NOT else 0


@rule("env.difficult", "env.draft")
def difficult_penalty(s, w, who):
    """Difficult terrain: a penalty to the consistency of melee attacks, parries and dodges of every unit there."""
    return int(w.book.difficult_penalty) if is_on_difficult_ground(s, w, who) else 0


@rule("env.difficult")
def is_on_difficult_ground(s, w, who):
    """Difficult terrain: mud, snow, tall grass; it is so in the whole location."""
    return w.field.difficult[s.units[who].cell] == 1


@rule("action.ongoing")
def ongoing_penalty(s, w, who):
    """Ongoing actions: consistency off all defences until the next own turn."""
    return int(w.book.ongoing_penalty) if s.units[who].ongoing == 1 else 0


@rule("ability.modifiers", "env.difficult", "action.ongoing", "position.prone")
def own_consistency(s, w, who, kind):
    """Consistency of a defence: as the first of its kind, against any attacker."""
    total = ability_consistency(s, w, who, ability_of_defence(s, w, who, kind))
    total += term(s, Term.PRONE, -prone_penalty(s, w, who))
    total += term(s, Term.CLIMBING, -climbing_penalty(s, w, who))
    total += term(s, Term.ONGOING, -ongoing_penalty(s, w, who))
    if kind == Defence.DODGE:
        total += term(s, Term.SHIELD, -dodge_penalty_of_shield(s, w, who))
    if kind != Defence.BLOCK:
        total += term(s, Term.DIFFICULT, -difficult_penalty(s, w, who))
    return total


@rule("defence.multiple")
def used_penalty(s, w, who, kind):
    """Repeated defences: each use of the same kind before costs consistency; kinds are counted apart."""
    if kind == Defence.DODGE:
        return int(s.units[who].dodges) * int(w.book.penalty_per_use)
    return int(s.units[who].blocks) * int(w.book.penalty_per_use) if kind == Defence.BLOCK else 0


@kernel
def lessened(s, w, who, kind, blind, past):
    """What comes off a defence: earlier uses of its kind, and what one attack takes, from a blind spot or of a guard passed."""
    total = term(s, Term.USED_BEFORE, -used_penalty(s, w, who, kind))
    return total + term(s, Term.BLIND_SPOT, -blind) + term(s, Term.OUTMANOEUVRED, -past)


@rule("weapon.two_handed_medium")
def two_handed_bonus(s, w, who, slot):
    """Medium weapons: the bonus for holding one in both hands."""
    if slot >= 0 and s.units[who].items[slot] == Item.MEDIUM_WEAPON and s.units[who].places[slot] == Place.BOTH_HANDS:
        return int(w.book.two_handed_medium_bonus)
    return 0


@rule("ability.modifiers", "defence.block", "defence.parry", "action.dodge")
def defence_potential(s, w, who, kind, is_shot):
    """Potential of a defence: that of its ability, the item's bonus, and what a prepared dodge adds against shots."""
    if kind == Defence.DODGE:
        return dodge_potential(s, w, who) + term(s, Term.PREPARED, prepared_bonus(s, w, who, is_shot))
    if kind == Defence.BLOCK:
        return block_potential(s, w, who)
    return parry_potential(s, w, who, kind)


@rule("defence.dodge")
def dodge_potential(s, w, who):
    """Dodge: it is a roll of agility."""
    return ability_potential(s, w, who, ability_of_defence(s, w, who, int(Defence.DODGE)))


@rule("defence.block")
def block_potential(s, w, who):
    """Block: the potential of the shield's ability, and its bonus."""
    block = int(Defence.BLOCK)
    total = ability_potential(s, w, who, ability_of_defence(s, w, who, block))
    return total + term(s, Term.ITEM, item_bonus(w, item_of_defence(s, w, who, block)))


@rule("defence.parry")
def parry_potential(s, w, who, kind):
    """Parry: the potential of the weapon's ability, and its bonus, also that of holding it in both hands."""
    total = ability_potential(s, w, who, ability_of_defence(s, w, who, kind))
    bonus = item_bonus(w, item_of_defence(s, w, who, kind))
    bonus += two_handed_bonus(s, w, who, parry_slot(s, w, who, kind - Defence.PARRY_SWORD_HAND))
    return total + term(s, Term.ITEM, bonus)


@rule("action.dodge")
def prepared_bonus(s, w, who, is_shot):
    """Prepared dodge: what it adds against shots."""
    return int(w.book.dodge_bonus) if is_shot and is_prepared(s, who) else 0


@rule("action.dodge")
def is_prepared(s, who):
    """Prepared dodge: until the next own turn."""
    return s.units[who].dodge_ready == 1


# --- rolled in advance -----------------------------------------------------------------------------------------------


@rule("defence.before_attack")
def roll_defence(s, w, who, kind):
    """Rolled first: the defence is rolled before any attack, and its dice are stored."""
    unit = s.units[who]
    unit.defence = kind
    open_total(s)
    unit.defence_own = own_consistency(s, w, who, kind)
    consistency = int(unit.defence_own) + lessened(s, w, who, kind, 0, 0)
    natural, six = roll_dice(s, w, who, consistency)
    unit.defence_consistency = clamped(w, consistency)
    unit.defence_natural = natural
    unit.defence_six = six
    emit_roll(s, Event.DEFENCE_ROLLED, who, NO_UNIT, defence_total(s, w, who), kind)


@kernel
def forget_defence(s, who):
    """No standing defence."""
    unit = s.units[who]
    unit.defence = Defence.NONE
    unit.defence_natural = NOTHING
    unit.defence_six = NOTHING
    unit.defence_consistency = NOTHING
    unit.defence_own = NOTHING
    unit.refuses = 0


@rule("defence.parry_vs_ranged")
def forget_kept(s, who):
    """Kept parry: it has been used or has expired."""
    s.units[who].kept = Defence.NONE
    s.units[who].kept_natural = NOTHING
    s.units[who].kept_six = NOTHING
    s.units[who].kept_own = NOTHING


@rule("attack.see_defence")
def defence_total(s, w, who):
    """Visible defences: the dice that lie there, with the potential as it is now."""
    unit = s.units[who]
    return int(unit.defence_natural) + defence_potential(s, w, who, int(unit.defence), False)


@rule("attack.see_defence", "fatigue.requirement")
def is_defence_valid(s, w, who):
    """Visible defences: whether the natural result reaches fatigue."""
    return s.units[who].defence != Defence.NONE and s.units[who].defence_natural >= s.units[who].fatigue


# --- what holds no longer --------------------------------------------------------------------------------------------


@kernel
def note_change(s):
    """Note that circumstances have changed, so that standing defences are checked before anything else happens."""
    s.is_stale = 1
