"""Standing defences and kept parries that are no longer valid."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit_roll, open_total
from ..vocab import Defence, Event
from .defences import defence_potential, is_possible, own_consistency
from .rolling import roll_dice


@rule("defence.preroll_stale")
def stale_defence(s, w):
    """Stale defences: the first unit whose standing defence no longer holds; NO_UNIT none."""
    for who in range(s.unit_count):
        if is_standing_stale(s, w, who) or is_kept_stale(s, w, who):
            return who
    return NO_UNIT


@rule("defence.preroll_stale")
def is_standing_stale(s, w, who):
    """Stale defences: whether what stands holds no longer."""
    kind = int(s.units[who].defence)
    return kind != Defence.NONE and is_stale(s, w, who, kind, int(s.units[who].defence_own))


@rule("defence.preroll_stale", "defence.parry_vs_ranged")
def is_kept_stale(s, w, who):
    """Stale defences: whether a kept parry is no longer valid."""
    kind = int(s.units[who].kept)
    return kind != Defence.NONE and is_stale(s, w, who, kind, int(s.units[who].kept_own))


@rule("defence.preroll_stale")
def is_stale(s, w, who, kind, before):
    """Stale defences: the kind has become impossible, or the unit's own consistency is other than ``before``."""
    if not is_possible(s, w, who, kind):
        return True
    now = own_consistency(s, w, who, kind)
    open_total(s)
    return now != before


@rule("defence.preroll_stale", "defence.parry_vs_ranged")
def roll_kept(s, w, who):
    """Stale defences: reroll a kept parry."""
    unit = s.units[who]
    kind = int(unit.kept)
    open_total(s)
    unit.kept_own = own_consistency(s, w, who, kind)
    natural, six = roll_dice(s, w, who, int(unit.kept_own))
    unit.kept_natural = natural
    unit.kept_six = six
    emit_roll(s, Event.DEFENCE_ROLLED, who, NO_UNIT, natural + defence_potential(s, w, who, kind, False), kind)
