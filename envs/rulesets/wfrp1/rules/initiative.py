"""Effective Initiative, the edge roll, and the blows of a round spread over the count."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check, die
from ....core.state import NO_UNIT, are_friends, emit, emit_roll, open_total, term
from ..board import distance
from ..vocab import SLOTS, STRIKES_AS, Event, Item, Slot, Term, Verb
from .conditions import fighter_of, is_able, is_mount, may_take_turn
from .engagement import is_engaged, is_in_contact
from .firearms import slow_gun_initiative
from .visibility import is_visible
from .weapons import fighting_form, weapon_initiative


@rule("initiative.edge_roll")
def resolve_edge_side(s, w):
    """'Effective Initiative' modifier: D6, 1 to 3 favours the first side, 4 to 6 the other; of several, any."""
    if s.side_count == 2:
        s.edge_side = 0 if check(s, w.book.edge_die, w.book.edge_team0_max) else 1
    else:
        s.edge_side = die(s, s.side_count) - 1
    emit_roll(s, Event.EDGE_WON, NO_UNIT, NO_UNIT, s.edge_side, 0)


@rule("initiative.edge_roll")
def resolve_edge_bonus(s, w):
    """'Effective Initiative' modifier: every unit of the favoured side adds a D10 this round."""
    s.edge_bonus = die(s, w.book.edge_bonus_die)
    emit_roll(s, Event.EDGE_ROLLED, NO_UNIT, NO_UNIT, s.edge_side, s.edge_bonus)


@rule("c.declaration_order", "c.mounts")
def is_to_declare(s, who):
    """Declarations: all who are able and not in flight, once each; a mount goes by its rider's."""
    if is_mount(s, who):
        return False
    return s.units[who].declared == 0 and s.units[who].fleeing == 0 and may_take_turn(s, who)


@rule("c.declaration_order", "turn.simultaneous")
def next_to_declare(s, w):
    """Declarations: the slowest unit still to declare (by a knob, the fastest); ties by ``is_taken_before``; -1 for none."""
    slowest = NO_UNIT
    for who in range(s.unit_count):
        if not is_to_declare(s, who):
            continue
        slower = 1 if slowest == NO_UNIT else int(s.units[slowest].initiative) - int(s.units[who].initiative)
        if slowest != NO_UNIT and w.book.declaration_ascending == 0:
            slower = -slower
        if slower > 0 or (slower == 0 and is_taken_before(s, who, slowest)):
            slowest = who
    return slowest


@rule("c.declaration_order", "turn.simultaneous")
def is_declaration_tied(s, who):
    """Declarations: whether a unit of another side has the same Initiative and is still to declare."""
    if who != NO_UNIT:
        for other in range(s.unit_count):
            if s.units[other].side != s.units[who].side and s.units[other].initiative == s.units[who].initiative:
                if is_to_declare(s, other):
                    return True
    return False


@rule("turn.simultaneous")
def is_moment_tied(s):
    """Equal Initiative: whether fighters of more than one side act at this moment."""
    side = -1
    for who in range(s.unit_count):
        if s.units[who].in_batch != 0:
            if side >= 0 and s.units[who].side != side:
                return True
            side = int(s.units[who].side)
    return False


@rule("turn.simultaneous", "c.declaration_order")
def resolve_first_side(s, w):
    """Equal Initiative: a die says once a round whose fighters are taken first among equals; without it the first side's."""
    if w.book.order_on_tie == 0:
        s.first_side = 0
        return
    s.first_side = die(s, s.side_count) - 1
    emit_roll(s, Event.EQUALS_ORDERED, NO_UNIT, NO_UNIT, s.first_side, 0)


@rule("turn.simultaneous", "c.declaration_order")
def is_taken_before(s, who, other):
    """Equal Initiative: the side named by the die comes first, then the next sides; within a side, the roster decides."""
    turn = (s.units[who].side - s.first_side) % s.side_count
    other_turn = (s.units[other].side - s.first_side) % s.side_count
    return turn < other_turn or (turn == other_turn and who < other)


@rule("initiative.effective", "c.mounts")
def is_winning(s, who):
    """Effective Initiative: winning over at least one enemy that can still fight, for a mount as well when its rider does."""
    won_over = int(s.units[fighter_of(s, who)].won_over)
    for enemy in range(s.unit_count):
        if (won_over >> enemy) & 1 == 1 and is_able(s, enemy):
            return True
    return False


@kernel
def is_mounted(s, who):
    """Whether a unit rides."""
    return s.units[who].mount != NO_UNIT


@kernel
def faces_a_rider(s, w, who):
    """Whether an opponent in contact rides; for those not engaged, whether the nearest visible enemy does."""
    nearest = NO_UNIT
    engaged = False
    for enemy in range(s.unit_count):
        if are_friends(s, who, enemy) or not is_able(s, enemy) or s.units[enemy].cell < 0:
            continue
        if is_in_contact(s, w, who, enemy):
            engaged = True
            if is_mounted(s, enemy):
                return True
        elif is_visible(s, w, who, enemy) and (
            nearest == NO_UNIT
            or distance(int(s.units[who].cell), int(s.units[enemy].cell))
            < distance(int(s.units[who].cell), int(s.units[nearest].cell))
        ):
            nearest = enemy
    return not engaged and nearest != NO_UNIT and is_mounted(s, nearest)


@rule("weapon.spear_halberd")
def long_weapon_initiative(s, w, who):
    """Weapon modifiers, notes * and **: spear and halberd come first in the first round of a combat and while winning,
    more so against a rider.
    """
    unit = s.units[who]
    if unit.was_engaged == 0 or is_winning(s, who):
        if faces_a_rider(s, w, who):
            return int(w.book.versus_mounted_ei)
        if unit.main_hand == Item.HALBERD:
            return int(w.book.halberd_first_or_winning_ei)
        return int(w.book.spear_first_or_winning_ei)
    return int(w.book.halberd_other_ei) if unit.main_hand == Item.HALBERD else int(w.book.spear_other_ei)


@rule("weapon.modifiers", "weapon.spear_halberd", "c.missile_weapon_as_club")
def initiative_of_weapon(s, w, who):
    """Weapon modifiers: what the weapon in the main hand does to Initiative; one for throwing only in a fight."""
    item = int(s.units[who].main_hand)
    if w.book.opt_weapon_modifiers == 0:
        return 0
    form = fighting_form(s, who, item)
    if (form == Item.SPEAR or form == Item.HALBERD) and (form == item or is_engaged(s, w, who)):
        return term(s, Term.SPEAR_OR_HALBERD, long_weapon_initiative(s, w, who))
    if item == Item.LANCE:
        return term(s, Term.WEAPON, int(w.book.lance_ei) if s.units[who].declared == Verb.READY_CHARGE else 0)
    return term(s, Term.WEAPON, weapon_initiative(s, w, who, is_engaged(s, w, who)))


@rule(
    "initiative.effective", "missile.carry_loaded", "initiative.edge_roll", "firearm.reload_stress", "surprise.general"
)
def modifiers_of_round(s, w, who):
    """Effective Initiative: winning, weapon in hand, edge, surprise, and a shot with a weapon carried loaded, well or badly."""
    total = 0
    if is_winning(s, who):
        total += term(s, Term.WINNING, int(w.book.winning_ei_bonus))
    total += initiative_of_weapon(s, w, who)
    if s.edge_side == s.units[who].side:
        total += term(s, Term.EDGE, int(s.edge_bonus))
    if s.round_no <= 0:
        total += term(s, Term.SURPRISE, int(w.book.surprise_ei_bonus))
    if s.units[who].declared == Verb.READY_SHOT:
        total += term(s, Term.LOADED_MISSILE, int(w.book.ready_shot_ei))
    total += term(s, Term.LOADING_MISHAP, slow_gun_initiative(s, w, who))
    return total


@rule("initiative.multiple_attacks")
def moment_of_blow(count, attacks, k):
    """Multiple attacks: blow k of A falls at EI times (A - k) / A, halves rounded up."""
    return (2 * count * (attacks - k) + attacks) // (2 * attacks)


@rule("initiative.multiple_attacks", "action.combat")
def number_of_blows(s, w, who):
    """Multiple attacks: a fighter strikes as many blows as it has Attacks, a player character four at most; a second
    weapon gives none beyond those.
    """
    unit = s.units[who]
    blows = int(unit.attacks)
    if unit.npc == 0:
        blows = min(blows, int(w.book.pc_max_attacks))
    if STRIKES_AS[unit.main_hand] >= 0 and STRIKES_AS[unit.off_hand] >= 0:
        blows += int(w.book.extra_blows_for_second_weapon)
    return min(blows, SLOTS)


@rule("initiative.multiple_attacks", "initiative.effective", "take_up.quick_draw")
def resolve_initiative(s, w, who):
    """Multiple attacks: the blows of the round are spread over the order of the round.

    The first slot is the unit's turn and is never below 1; a later one below 1 is lost, and so is the first blow when
    drawing a weapon has cost too much. Blows owed from parries are taken off the earliest slots.
    """
    unit = s.units[who]
    open_total(s)
    basic = term(s, Term.INITIATIVE, int(unit.initiative))
    if w.book.opt_effective_initiative == 1:
        added = modifiers_of_round(s, w, who)
    else:
        added = 0
    drawn = term(s, Term.TAKE_UP, -int(unit.draw_loss))
    unit.effective_initiative = basic + added + drawn
    blows = number_of_blows(s, w, who)
    unit.blow_lost = 1 if blows == 0 else 0
    unit.slot_at[0] = max(1, int(unit.effective_initiative))
    opened = 0
    for k in range(SLOTS):
        unit.slot_state[k] = Slot.NONE
        if k < blows:
            moment = blow_moment(w, int(unit.initiative), added, blows, k) + drawn
            unit.slot_at[k] = max(moment, 1) if k == 0 else moment
            unit.slot_state[k] = Slot.OPEN if unit.slot_at[k] >= 1 else Slot.LOST
            if k == 0 and moment < 1 and drawn < 0:
                unit.slot_state[k] = Slot.LOST
                unit.blow_lost = 1
    for k in range(blows):
        if unit.slot_state[k] == Slot.OPEN and unit.attack_debt > 0:
            unit.attack_debt -= 1
            unit.slot_state[k] = Slot.LOST
            if k == 0:
                unit.blow_lost = 1
        if unit.slot_state[k] == Slot.OPEN:
            opened += 1
    emit(s, Event.INITIATIVE_SET, who, NO_UNIT, int(unit.effective_initiative), opened)


@rule("initiative.simplified_multiple_attacks")
def simplified_moment(initiative, added, blows, k):
    """A simplified system: the basic Initiative is spread, and the modifiers are added to each blow."""
    return moment_of_blow(initiative, blows, k) + added


@rule("initiative.multiple_attacks")
def blow_moment(w, initiative, added, blows, k):
    """Multiple attacks: where blow k falls; by the usual schedule in equal steps from the Effective Initiative downwards."""
    if w.book.opt_multiple_attack_schedule == 0:
        return initiative + added
    if w.book.opt_simplified_multiple_attacks == 1:
        return simplified_moment(initiative, added, blows, k)
    return moment_of_blow(initiative + added, blows, k)
