"""What behaviours may expect of shots: misfires, several missiles of one attack, and others that may be struck."""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.ammunition import band_at, is_too_high, load_rounds, missile_item, shots_of_attack
from ..rules.carrying import hand_of
from ..rules.firearms import members_to_spread_over
from ..rules.fumbles import FIRST_DOUBLE
from ..rules.heights import height_above
from ..rules.missile_groups import chance_of_mistake
from ..rules.missile_modifiers import chance_to_hit_with_missile, effective_strength, range_loss
from ..rules.mounted import one_named
from ..rules.weapons import ballistic_skill_with, is_firearm, missile_row, shots_in_hand, shots_ready
from ..vocab import Band, Misfire, Printed, Verb
from .damage import damage_up_to

DOUBLES = 10  # of a hundred faces

# --- one shot --------------------------------------------------------------------------------------------------------


@kernel
def doubles_up_to(number):
    """How many doubles are at or below a number: 11, 22 ... 99, and 00, which is a hundred."""
    return min(number, 99) // FIRST_DOUBLE + (1 if number >= 100 else 0)


@kernel
def misfire_share(w, first, last):
    """Chance that a misfire comes to one of these results."""
    before = int(w.book.misfire_limits[first - 1]) if first > 0 else 0
    return (min(int(w.book.misfire_limits[last]), 100) - before) / 100.0


@kernel
def number_of_shot(s, w, who, target, mode, as_group, halved):
    """The number to hit; 0 for a target out of reach, as after a partial burn, or too far below."""
    item = missile_item(s, w, who)
    band = band_at(s, w, who, target, item, halved)
    if band == Band.OUT or is_too_high(s, w, item, height_above(s, who, target)):
        return 0
    return chance_to_hit_with_missile(s, w, who, target, mode, as_group, band)


@kernel
def chance_of_shot(s, w, who, target, mode, as_group, halved):
    """Chance that one missile hits the one it is meant for; of a gun without a misfire, or else as a partial burn. A sure hand
    that shoots into a fight may strike another.
    """
    number = number_of_shot(s, w, who, target, mode, as_group, halved)
    faces = float(number)
    if is_firearm(missile_item(s, w, who)):
        faces -= doubles_up_to(number)
        if halved:
            faces = doubles_up_to(number) * misfire_share(w, int(Misfire.PARTIAL_BURN), int(Misfire.PARTIAL_BURN))
    mistake = 0 if as_group else chance_of_mistake(s, w, who, target, mode)
    return faces / 100.0 * ((100 - mistake) / 100.0 if number + mistake > 100 else 1.0)


@kernel
def chance_of_partial_burn(s, w, who, target, mode, as_group):
    """Chance that one missile hits although not all the powder burns; only guns have any."""
    if not is_firearm(missile_item(s, w, who)):
        return 0.0
    return chance_of_shot(s, w, who, target, mode, as_group, True)


@kernel
def base_of_shot(s, w, who, target, mode, halved):
    """Effective Strength less range and Toughness."""
    item = missile_item(s, w, who)
    band = band_at(s, w, who, target, item, halved)
    toughness = int(s.units[one_named(s, target, mode)].toughness)
    return effective_strength(s, w, who, item, band, halved) + range_loss(w, item, band) - toughness


@kernel
def is_harmless(w, item):
    """Whether a missile only entangles."""
    return not is_firearm(item) and w.book.missile_weapons[missile_row(item)].es == Printed.NO_DAMAGE


# --- several shots ---------------------------------------------------------------------------------------------------


@kernel
def chance_of_ruin(w, item):
    """Chance that a gun is of no more use after a shot."""
    return (
        DOUBLES / 100.0 * misfire_share(w, int(Misfire.BURN_ROUND), int(Misfire.EXPLOSION)) if is_firearm(item) else 0.0
    )


@kernel
def shots_at(s, w, who, target, as_group):
    """Missiles of one attack that are meant for its target: those loaded; of a duck-foot pistol each other member of a group
    gets one.
    """
    item = missile_item(s, w, who)
    off = hand_of(s, who, item)
    ready = shots_ready(s, who, off) if load_rounds(w, item) > 0 else shots_in_hand(s, who, off)
    shots = min(shots_of_attack(w, item), ready)
    others = 0 if as_group or shots < 2 else members_to_spread_over(s, w, who, target, item)
    while others > 0:
        shots -= others & 1
        others >>= 1
    return max(shots, 1)


@kernel
def chance_of_several(one, ruin, shots):
    """Chance that one of several missiles hits, each with its chance; a gun that is ruined fires no more."""
    missed, none = 1.0, 0.0
    for _ in range(shots):
        none += missed * ruin
        missed *= 1.0 - one - ruin
    return 1.0 - missed - none


@kernel
def loss_of_shot(s, w, who, target, mode, as_group, most, fells):
    """Mean Wounds that one missile takes, at most so many; with ``fells`` instead the chance that it takes as many."""
    struck, skill = one_named(s, target, mode), ballistic_skill_with(s, w, who, missile_item(s, w, who))
    lost = 0.0
    partial = chance_of_partial_burn(s, w, who, target, mode, as_group)
    if partial > 0.0:
        base = base_of_shot(s, w, who, target, mode, True)
        lost = partial * damage_up_to(s, w, struck, base, 1, mode, skill, fells, most, 0)
    return lost + float(s.blow_hit) * damage_up_to(s, w, struck, int(s.blow_base), 1, mode, skill, fells, most, 0)


@kernel
def note_losses(s, w, who, target, mode, as_group, most):
    """Note in ``s.losses`` the chance that one missile takes at least so many Wounds, up to all that the target can take."""
    s.losses[0] = 1.0
    for lost in range(1, most + 1):
        s.losses[lost] = loss_of_shot(s, w, who, target, mode, as_group, lost, True)
        s.means[lost] = 0.0
    s.means[0] = 0.0
    s.losses[most + 1] = 0.0


@kernel
def loss_of_several(s, most, ruin, shots, fells):
    """The same of several missiles, each of which leaves the next less to take. Reads ``s.losses``."""
    for _ in range(shots):
        for left in range(most, 0, -1):  # less than that is not yet written over
            mean = -ruin * float(s.means[left])
            for lost in range(left + 1):
                chance = float(s.losses[lost]) - (float(s.losses[lost + 1]) if lost < left else 0.0)
                gain = (1.0 if lost == left else 0.0) if fells else float(lost)
                mean += chance * (gain + float(s.means[left - lost]))
            s.means[left] = mean
    return float(s.means[most])


@kernel
def loss_of_attack(s, w, who, row, most, fells):
    """Mean Wounds that an attack with missiles takes, at most so many; with ``fells`` instead the chance that it takes all."""
    target, mode, as_group = int(row.target), int(row.mode), row.verb == Verb.FIRE_GROUP
    item = missile_item(s, w, who)
    if is_harmless(w, item):
        return 0.0
    shots = shots_at(s, w, who, target, as_group)
    if shots == 1:
        return loss_of_shot(s, w, who, target, mode, as_group, most, fells)
    note_losses(s, w, who, target, mode, as_group, most)
    return loss_of_several(s, most, chance_of_ruin(w, item), shots, fells)


@kernel
def chance_of_attack(s, w, who, row):
    """Chance that an attack with missiles hits."""
    target, mode, as_group = int(row.target), int(row.mode), row.verb == Verb.FIRE_GROUP
    one = float(s.blow_hit) + chance_of_partial_burn(s, w, who, target, mode, as_group)
    ruin = chance_of_ruin(w, missile_item(s, w, who))
    return chance_of_several(one, ruin, shots_at(s, w, who, target, as_group))
