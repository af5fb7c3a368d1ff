"""What a side makes of what a known enemy keeps to itself: willpower, fatigue, hit points, missiles, and things out of sight.

It is as a roster of the scenario has it that agrees with all that shows, or as the book gives it.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.looking.knowledge import ROSTERS
from .observe import is_item_shown, is_read_by
from .rules.abilities import base_fatigue_of
from .rules.hands import is_ready, kind_of, ranged_slot
from .vocab import ABILITIES, ATTRIBUTES, SLOTS, Defence, Item, ItemKind, Place


@kernel
def imagine_strength(s, w, side, who):
    """Willpower, fatigue and hit points of a known enemy, unless they are public or its will has been judged."""
    unit = s.units[who]
    if is_read_by(s, side, who):
        return
    if unit.wp > 0:
        unit.wp = unit.wp_max
    if w.book.public_fatigue == 0:
        unit.fatigue = fatigue_imagined(s, w, who)
    if w.book.public_hp == 0:
        unit.hp = hit_points_imagined(s, w, who)


@kernel
def fatigue_imagined(s, w, who):
    """Base fatigue; more or less where a standing defence shows that fatigue is above its natural result or is not."""
    unit = s.units[who]
    base = base_fatigue_of(s, w, who)
    if unit.defence == Defence.NONE:
        return base
    natural = int(unit.defence_natural)
    return min(base, natural) if unit.fatigue <= natural else max(base, natural + 1)


@kernel
def hit_points_imagined(s, w, who):
    """All that a unit may have with the injuries and countdowns that show; none where it shows that none are left."""
    unit = s.units[who]
    most = int(unit.hp_max)
    if unit.injuries != 0:
        most = min(most, int(w.book.injury_threshold))
    if unit.death_timer > 0 or unit.faint_timer > 0:
        most = min(most, max(int(w.book.mangled_max), int(w.book.mutilated_max)))
    return min(most, 0) if unit.hp <= 0 else most


@kernel
def imagine_carried(s, w, side, who, roster):
    """Missiles and things out of sight as a roster has them that agrees with all that shows; if none does, the book's missiles
    and nothing out of sight.
    """
    row = agreeing_row(s, w, side, who, roster)
    for slot in range(SLOTS):
        if is_item_shown(s, side, who, slot):
            imagine_missiles(s, w, who, slot, row)
        elif s.units[who].places[slot] != Place.BROKEN:
            imagine_item(s, w, who, slot, row)


@kernel
def agreeing_row(s, w, side, who, roster):
    """The row of ``w.field.rosters`` with a unit's place in a roster, or in the next where it agrees with what shows; else -1."""
    rows = len(w.field.rosters) // ROSTERS
    for k in range(w.field.roster_count):
        one = (roster + k) % int(w.field.roster_count)
        if who < w.field.roster_size[one] and is_like(s, side, who, w.field.rosters[one * rows + who]):
            return one * rows + who
    return -1


@kernel
def is_like(s, side, who, model):
    """Whether a unit may have begun as a model: it has its side, its profile and the things of it that show."""
    unit = s.units[who]
    if unit.side != model.side or unit.hp_max != model.hp_max or unit.wp_max != model.wp_max:
        return False
    if unit.skills != model.skills:
        return False
    for k in range(ATTRIBUTES):
        if unit.attributes[k] != model.attributes[k]:
            return False
    for k in range(ABILITIES):
        if unit.trained[k] != model.trained[k] or unit.trained_potential[k] != model.trained_potential[k]:
            return False
    return are_things_like(s, side, who, model)


@kernel
def are_things_like(s, side, who, model):
    """Whether a model has in the same slots what a unit shows, and no other part of its body as a weapon."""
    unit = s.units[who]
    for slot in range(SLOTS):
        if is_item_shown(s, side, who, slot):
            if unit.items[slot] != model.items[slot]:
                return False
        elif model.places[slot] == Place.NATURAL:
            return False
    return True


@kernel
def imagine_missiles(s, w, who, slot, row):
    """Missiles of a weapon that shows, by a roster's row or the book: whether one is ready shows where it is wielded."""
    if kind_of(s, w, who, slot) != ItemKind.RANGED:
        return
    unit = s.units[who]
    ready = is_ready(s, w, who, slot)
    most = int(w.book.items[unit.items[slot]].ammo)
    poisoned = int(w.book.poisoned_darts) if unit.items[slot] == Item.BLOWGUN else 0
    if row >= 0:
        most = int(w.field.rosters[row].ammo[slot])
        poisoned = int(w.field.rosters[row].poison[slot])
    if slot == ranged_slot(s, w, who):
        if ready:
            most = max(most, 1)
        elif unit.to_draw[slot] == 0:
            most = 0
    unit.ammo[slot] = most
    unit.poison[slot] = min(poisoned, most)


@kernel
def imagine_item(s, w, who, slot, row):
    """What a slot holds out of sight: the thing of a roster's row, put away if it was in hand; else nothing."""
    unit = s.units[who]
    unit.items[slot] = Item.BARE_HANDS
    unit.places[slot] = Place.NOWHERE
    unit.ammo[slot] = 0
    unit.to_draw[slot] = 0
    unit.poison[slot] = 0
    unit.conceal_value[slot] = 0
    unit.shown_to[slot] = 0
    if row < 0:
        return
    model = w.field.rosters[row]
    place = int(model.places[slot])
    is_kept = place == Place.NOWHERE or place == Place.PACKED or place == Place.CONCEALED
    unit.items[slot] = model.items[slot]
    unit.places[slot] = place if is_kept else int(Place.STOWED)
    unit.ammo[slot] = model.ammo[slot]
    unit.to_draw[slot] = model.to_draw[slot]
    unit.poison[slot] = model.poison[slot]
    unit.conceal_value[slot] = model.conceal_value[slot]
