"""What an attack roll is made with: consistency and potential with all that bears on them, and whom it can reach."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, term
from ..vocab import FIRST_BIND, SLOTS, Ability, Body, Item, ItemKind, Mark, Place, Refusal, Term
from .abilities import ability_consistency, ability_potential, best_ability
from .concealment import concealment
from .conditions import (
    cluster_size,
    in_cluster_together,
    is_able,
    is_foe,
    is_holding,
    is_in_fight,
    is_present,
    sees,
    stumbles_apart,
)
from .defences import climbing_penalty, difficult_penalty, prone_penalty, two_handed_bonus
from .distances import has_line_to, squares_to
from .hands import (
    free_hands_of,
    is_ready,
    is_without_hands,
    item_bonus,
    kind_of,
    ranged_slot,
    wields_melee,
)
from .rolling import clamped

BRAWL_SLOT = SLOTS  # stands for no item

# --- what with -------------------------------------------------------------------------------------------------------


@kernel
def item_in(s, who, slot):
    """The item of a slot; bare hands for a brawl."""
    return int(s.units[who].items[slot]) if slot < SLOTS else int(Item.BARE_HANDS)


@rule("attack.roll", "brawl.attack", "ability.specific_first")
def ability_of_attack(s, w, who, slot):
    """Attack roll: the weapon's ability; brawling goes by its own."""
    return int(Ability.BRAWL) if slot == BRAWL_SLOT else best_ability(s, w, who, item_in(s, who, slot))


@kernel
def is_shot_with(s, w, who, slot):
    """Whether a slot holds a ranged weapon."""
    return slot < SLOTS and kind_of(s, w, who, slot) == ItemKind.RANGED


@rule("attack.targeted")
def part_of_mode(mode):
    """Targeted attacks: the part of the body aimed at; anywhere is left to the d6."""
    return mode - FIRST_BIND if mode >= FIRST_BIND else int(mode)


# --- consistency -----------------------------------------------------------------------------------------------------


@rule("height.melee")
def height_bonus(s, w, who, target):
    """Heights: striking at a higher target is harder, at a lower one easier."""
    difference = int(s.units[target].elevation) - int(s.units[who].elevation)
    if difference > 0:
        return -int(w.book.higher_target_penalty)
    return int(w.book.lower_target_bonus) if difference < 0 else 0


@rule("ranged.distance_penalty")
def distance_penalty(s, w, who, target):
    """Distance: half of it where shooter and target are in different squares."""
    if s.units[who].cell == s.units[target].cell:
        return 0
    return max(squares_to(s, w, who, target), 0) // int(w.book.distance_divisor)


@rule("ranged.cluster_penalty")
def cluster_penalty(s, w, who, target, spilled):
    """Clusters: shooting into one costs for every member; less with each of them that has dodged."""
    members = cluster_size(s, target)
    if members == 0:
        return 0
    if in_cluster_together(s, who, target) and w.book.count_shooter == 0:
        members -= 1
    return max(members * int(w.book.cluster_penalty) - spill_relief(w, spilled), 0)


@rule("ranged.cluster_spill")
def spill_relief(w, spilled):
    """Dodged shots: the penalty of the cluster is lower for each member that has dodged."""
    return spilled * int(w.book.spill_reduction)


@rule("position.prone")
def prone_target_penalty(s, w, target):
    """Prone targets: harder to shoot."""
    return int(w.book.prone_target_penalty) if s.units[target].prone == 1 else 0


@rule("attack.per_weapon")
def off_hand_penalty(s, w, who, slot):
    """Two weapons: the penalty for striking with the off-hand."""
    return int(w.book.off_hand_penalty) if s.units[who].places[slot] == Place.OFF_HAND else 0


@rule("attack.roll")
def attack_consistency(s, w, who, target, slot, part, marks, spilled):
    """Consistency of an attack: the ability's, less all that hampers it."""
    total = ability_consistency(s, w, who, ability_of_attack(s, w, who, slot))
    return clamped(w, total + attack_penalties(s, w, who, target, slot, part, marks, spilled))


@rule("check.situational_penalty")
def attack_penalties(s, w, who, target, slot, part, marks, spilled):
    """Situational penalties: what hampers an attack, added up; less where something makes it easier."""
    total = term(s, Term.PRONE, -prone_penalty(s, w, who))
    total += term(s, Term.CLIMBING, -climbing_penalty(s, w, who))
    if part != Body.ANYWHERE:
        total += term(s, Term.TARGETED, -targeted_penalty(w))
    if slot < SLOTS:
        total += term(s, Term.OFF_HAND, -off_hand_penalty(s, w, who, slot))
    if is_shot_with(s, w, who, slot):
        return total + shot_penalties(s, w, who, target, marks, spilled)
    total += term(s, Term.DIFFICULT, -difficult_penalty(s, w, who))
    total += term(s, Term.HEIGHT, height_bonus(s, w, who, target))
    return total + luck_penalties(s, w, who, target) if marks & Mark.LUCK != 0 else total


@rule("attack.targeted")
def targeted_penalty(w):
    """Targeted attacks: the penalty for choosing the part."""
    return int(w.book.targeted_penalty)


@kernel
def shot_penalties(s, w, who, target, marks, spilled):
    """What makes a shot harder; a number of 0 or less."""
    total = term(s, Term.DISTANCE, -distance_penalty(s, w, who, target))
    total += term(s, Term.CLUSTER, -cluster_penalty(s, w, who, target, spilled))
    total += term(s, Term.TARGET_PRONE, -prone_target_penalty(s, w, target))
    if marks & Mark.LUCK != 0:
        return total + luck_penalties(s, w, who, target)
    return total + concealment_penalty(s, w, who, target)


@rule("position.concealed")
def concealment_penalty(s, w, who, target):
    """Concealed: what the target hides behind, or in, hampers attacks at it as much; a number of 0 or less."""
    return term(s, Term.CONCEALED, -concealment(s, w, who, target))


@rule("position.hidden_luck")
def luck_penalties(s, w, who, target):
    """Luck shots: a penalty of their own beside that of concealment; a guard in view is attacked without it."""
    total = 0 if sees(s, who, target) else term(s, Term.LUCK, -int(w.book.luck_penalty))
    return total + concealment_penalty(s, w, who, target)


# --- potential -------------------------------------------------------------------------------------------------------


@rule("position.hidden_bonus")
def unseen_mark(s, who, target):
    """Unseen attackers: the mark of an attack whose target does not see it come, judged as it is declared."""
    return int(Mark.UNSEEN) if target != NO_UNIT and not sees(s, target, who) else 0


@rule("position.hidden_bonus")
def unseen_bonus(s, w, marks):
    """Unseen attackers: a bonus when charging or shooting."""
    return int(w.book.hidden_bonus) if marks & Mark.UNSEEN != 0 and marks & (Mark.CHARGE | Mark.SHOT) != 0 else 0


@rule("attack.roll", "ability.modifiers", "weapon.table", "weapon.two_handed_medium")
def attack_potential(s, w, who, slot, marks):
    """Potential of an attack: the ability's, the weapon's bonus, and what being unseen adds."""
    total = ability_potential(s, w, who, ability_of_attack(s, w, who, slot))
    if slot < SLOTS:
        total += term(s, Term.ITEM, item_bonus(w, item_in(s, who, slot)) + two_handed_bonus(s, w, who, slot))
    return total + term(s, Term.UNSEEN, unseen_bonus(s, w, marks))


# --- whom ------------------------------------------------------------------------------------------------------------


@rule("attack.single_target", "position.hidden", "grid.location")
def refusal_of_target(s, who, target):
    """Targets: one enemy at a time, who is there and in view; the unconscious can be killed, who has surrendered is spared."""
    if not is_present(s, target):
        return Refusal.GONE
    if not is_foe(s, who, target):
        return Refusal.FRIEND
    if not sees(s, who, target):
        return Refusal.NOT_SEEN
    return Refusal.SURRENDERED if s.units[target].surrendered == 1 else Refusal.NONE


@rule("melee.same_cell")
def is_in_melee_reach(s, w, who, target):
    """Melee: only in the same location, and where one stands no more than a level higher."""
    return s.units[who].cell == s.units[target].cell and is_near_in_height(s, w, who, target)


@rule("height.melee")
def is_near_in_height(s, w, who, target):
    """Heights: melee reaches no more than a level up or down."""
    return abs(int(s.units[who].elevation) - int(s.units[target].elevation)) <= w.book.melee_difference


@rule("action.weapon_attack", "action.brawl_attack", "effect.stumble_combat")
def refusal_of_blow(s, w, who, target):
    """Weapon attack, brawl attack: an enemy in the same location; a stumbling unit reaches only its own cluster."""
    refusal = refusal_of_target(s, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if s.units[who].cell != s.units[target].cell:
        return Refusal.NOT_HERE
    if not is_near_in_height(s, w, who, target):
        return Refusal.TOO_HIGH
    return Refusal.STUMBLES_APART if stumbles_apart(s, who, target) else Refusal.NONE


@rule("action.weapon_attack")
def may_strike(s, w, who, target):
    """Weapon attack: an enemy within reach, with any melee weapon wielded."""
    return refusal_of_blow(s, w, who, target) == Refusal.NONE and wields_melee(s, w, who)


@rule("brawl.attack", "effect.bind_hands")
def refusal_of_body(s, w, who, is_bind):
    """Brawl: a bind needs a free hand and no unit held already; a hit needs neither, if kicks count while hands are bound."""
    if is_without_hands(s, w, who):
        return Refusal.HANDS_CLIMB
    if s.units[who].bound_hands > 0 and (is_bind or w.book.kick_allowed == 0):
        return Refusal.HANDS_BOUND
    if not is_bind:
        return Refusal.NONE
    if is_holding(s, who):
        return Refusal.HOLDS
    return Refusal.NONE if free_hands_of(s, w, who) > 0 else Refusal.NO_FREE_HAND


@rule("brawl.attack")
def may_brawl(s, w, who, is_bind):
    """Brawl: whether the hands for it are still there as it is rolled."""
    return refusal_of_body(s, w, who, is_bind) == Refusal.NONE


@rule("ranged.range")
def is_within_range(s, w, who, target, slot):
    """Range: the weapon's, in squares of distance; beyond it there is no attack."""
    squares = squares_to(s, w, who, target)
    return 0 <= squares <= w.book.items[item_in(s, who, slot)].range


@rule("attack.weapon", "effect.stumble_combat", "c.reload")
def refusal_of_shooting(s, w, who):
    """Shots: a missile weapon is ready; a stumbling unit cannot shoot."""
    slot = ranged_slot(s, w, who)
    if slot < 0:
        return Refusal.NO_RANGED_WEAPON
    if not is_ready(s, w, who, slot):
        return Refusal.NOT_READY
    return Refusal.STUMBLES if s.units[who].stumble_timer > 0 else Refusal.NONE


@rule("attack.weapon", "ranged.range", "c.los")
def refusal_of_shot(s, w, who, target):
    """Shots: at an enemy in range and in line."""
    refusal = refusal_of_target(s, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if not is_within_range(s, w, who, target, ranged_slot(s, w, who)):
        return Refusal.OUT_OF_RANGE
    return Refusal.NONE if has_line_to(s, w, who, target) else Refusal.NO_LINE


@rule("attack.weapon")
def may_shoot(s, w, who, target):
    """Shots: whether a unit can shoot at a target."""
    if refusal_of_shooting(s, w, who) != Refusal.NONE:
        return False
    return refusal_of_shot(s, w, who, target) == Refusal.NONE


@rule("action.dodge")
def is_in_shot_of(s, w, who, other):
    """Prepared dodge: an enemy in view that could shoot the unit: ready, awake, not dazed or stumbling past its next turn."""
    enemy = s.units[other]
    if not is_in_fight(s, other) or not is_foe(s, who, other) or not sees(s, who, other):
        return False
    if enemy.sleeping == 1 or enemy.daze_timer > 1 or enemy.stumble_timer > 1:
        return False
    return is_open_to_shot(s, w, other, who) and is_ready(s, w, other, ranged_slot(s, w, other))


@rule("brawl.provoked")
def may_strike_back(s, w, who, target):
    """Provoked attacks: an armed opponent that sees the brawler may strike at it, unless it has slipped past the weapon."""
    if not is_able(s, target) or not wields_melee(s, w, target) or not sees(s, target, who):
        return False
    return not has_slipped_past(s, who, target) and s.units[target].strikes_back < w.book.provoked_per_round


@rule("brawl.armed_opponent")
def has_slipped_past(s, who, target):
    """Armed opponents: no risk for a unit that dodged all their blows of their last turn."""
    unit = s.units[who]
    return (int(unit.dodged_from) >> target) & 1 == 1 and (int(unit.undodged_from) >> target) & 1 == 0


@rule("ready.intent", "ranged.range", "c.los")
def is_out_of_shot(s, w, frame, who, target):
    """First blows: whether the target of a shot is no longer in range and in line; then the action is spent."""
    if frame.marks & Mark.SHOT == 0 or frame.marks & Mark.LUCK != 0:
        return False
    return not is_open_to_shot(s, w, who, target)


@rule("ranged.range", "c.los")
def is_open_to_shot(s, w, who, target):
    """Shots: whether a unit is in range of the weapon in hand and in line."""
    slot = ranged_slot(s, w, who)
    return slot >= 0 and is_within_range(s, w, who, target, slot) and has_line_to(s, w, who, target)
