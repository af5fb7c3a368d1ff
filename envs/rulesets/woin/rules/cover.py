"""Cover and what counts as cover: terrain, melee, darkness, blindness, suppressive fire. Only the largest counts."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..vocab import Mode
from .conditions import is_active
from .crossfire import has_in_reach
from .sight import has_terrain_cover, is_obscured

# --- cover-type penalties --------------------------------------------------------------------------------------------


@rule("modifier.into_melee")
def is_engaged(s, w, who, target):
    """Shooting into melee: an active ally of the shooter is within reach of the target, or the target within its reach."""
    for other in range(s.unit_count):
        if other != who and other != target and is_active(s, other) and are_friends(s, who, other):
            if has_in_reach(s, w, other, target) or has_in_reach(s, w, target, other):
                return True
    return False


@rule("cover.penalty")
def terrain_dice(s, w, who, target, is_ranged):
    """Cover: dice that terrain takes, also from a blind shot at a BLOCKED target; melee attackers reach round it."""
    if not is_ranged and w.book.cover_in_melee == 0:
        return 0
    return int(w.book.cover_dice) if has_terrain_cover(s, w, who, target) else 0


@rule("modifier.darkness")
def darkness_dice(s, w, who, target, is_ranged):
    """Darkness and smoke: dice they take, from melee attacks as well."""
    if not is_ranged and w.book.dark_in_melee == 0:
        return 0
    return int(w.book.dark_dice) if is_obscured(s, w, who, target) else 0


@rule("completion.status.blinded")
def blinded_dice(s, w, who):
    """Blinded: dice the blinded lose against every target."""
    return int(w.book.blinded_dice) if s.units[who].blinded > 0 else 0


@rule("suppress.cover")
def suppressed_dice(s, target):
    """Suppressive fire: dice of cover it gives."""
    return int(s.units[target].suppressed)


@kernel
def joined(w, so_far, dice):
    """Cover-type penalties: the largest counts, or all where a battle says so."""
    return so_far + dice if w.book.cover_stacks == 1 else max(so_far, dice)


@rule("completion.cover_type")
def cover_dice(s, w, who, target, mode, is_ranged):
    """Cover-type penalties: terrain, melee, darkness, blindness and suppressive fire; only the largest counts."""
    if mode == Mode.RICOCHET:
        return 0
    is_blind_shot = mode == Mode.BLIND_SHOT
    dice = terrain_dice(s, w, who, target, is_ranged)
    if not is_blind_shot:
        dice = joined(w, dice, darkness_dice(s, w, who, target, is_ranged))
        dice = joined(w, dice, blinded_dice(s, w, who))
    if is_ranged:
        if is_engaged(s, w, who, target):
            dice = joined(w, dice, int(w.book.into_melee_dice))
        dice = joined(w, dice, suppressed_dice(s, target))
    return dice
