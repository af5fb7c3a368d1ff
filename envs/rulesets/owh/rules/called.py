"""The tables of called shots, by the size of the target."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, open_total, term
from ..vocab import Event, Term
from .conditions import is_standing
from .harm import add_bleeding, deafen, knock_out, lose_hp, make_blind, root, stun
from .weapons import disarm

SMALL, LARGE, GIANT = 1, 2, 3  # size classes


@rule("called.size_classes")
def size_class(s, w, who):
    """Size classes of the tables: small creatures and humans, large ones, giants."""
    size = s.units[who].body_size
    if size <= w.book.size_class_1_max:
        return SMALL
    return LARGE if size <= w.book.size_class_2_max else GIANT


@rule("called.table_roll")
def resolve_table(s, w, who, target, result, is_head):
    """Table roll: the row of the target's size class."""
    if size_class(s, w, target) == SMALL:
        resolve_row(s, w, who, target, w.book.called_small[result - 1], is_head)
    else:
        resolve_row_of_large(s, w, who, target, result, is_head)


@rule("called.large_creatures")
def resolve_row_of_large(s, w, who, target, result, is_head):
    """Large creatures: their own tables, in which nothing lasts."""
    if size_class(s, w, target) == LARGE:
        resolve_row(s, w, who, target, w.book.called_large[result - 1], is_head)
    else:
        resolve_row(s, w, who, target, w.book.called_giant[result - 1], is_head)


@rule("completion.called_shot_tables")
def blind_rounds(s, w, target, result):
    """Called-shot tables: the rounds for which a blinding shot blinds."""
    size = size_class(s, w, target)
    if size == SMALL:
        return int(w.book.called_small[result - 1].blind_rounds)
    if size == LARGE:
        return int(w.book.called_large[result - 1].blind_rounds)
    return int(w.book.called_giant[result - 1].blind_rounds)


@kernel
def resolve_row(s, w, who, target, row, is_head):
    """What one row of a table does."""
    if is_head:
        resolve_head(s, w, who, target, row)
    else:
        resolve_body(s, w, who, target, row)


@rule("called.situational")
def resolve_broken_arm(s, w, who, target):
    """Situational effects: a broken arm drops the weapon, too."""
    s.units[target].arm_broken = 1
    emit(s, Event.ARM_BROKEN, target, NO_UNIT, 0, 0)
    disarm(s, w, target, who)


@rule("completion.called_shot_tables")
def resolve_body(s, w, who, target, row):
    """Called shots: direct damage, bleeding, a weapon or a limb lost."""
    if row.body_direct > 0:
        open_total(s)
        lose_hp(s, w, target, who, term(s, Term.CALLED_SHOT, int(row.body_direct)))
    if not is_standing(s, target):
        return
    add_bleeding(s, w, target, int(row.body_bleeding))
    if row.body_disarm == 1:
        disarm(s, w, target, who)
    root(s, target, int(row.body_rooted))
    stun(s, target, int(row.body_stunned))
    if row.body_arm_broken == 1:
        resolve_broken_arm(s, w, who, target)
    if row.body_leg_broken == 1:
        s.units[target].leg_broken = 1
        emit(s, Event.LEG_BROKEN, target, NO_UNIT, 0, 0)


@rule("completion.called_shot_tables")
def resolve_head(s, w, who, target, row):
    """Headshots: direct damage, dazed senses, unconsciousness."""
    if row.head_direct > 0:
        open_total(s)
        lose_hp(s, w, target, who, term(s, Term.CALLED_SHOT, int(row.head_direct)))
    if not is_standing(s, target):
        return
    deafen(s, target, int(row.head_deafened))
    add_bleeding(s, w, target, int(row.head_bleeding))
    stun(s, target, int(row.head_stunned))
    make_blind(s, target, int(row.head_blind))
    if row.head_knocked_out == 1:
        knock_out(s, target)
