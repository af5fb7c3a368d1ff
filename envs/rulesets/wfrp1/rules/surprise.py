"""Surprise: surprised units, ambushes, and bursting through doors."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import check
from ....core.state import NO_UNIT, emit, emit_roll
from ..vocab import Event, Surprise
from .bodies import intelligence_of


@rule("surprise.general")
def begin_battle(s, w):
    """Surprise: the surprised do nothing for one round, numbered 0, while their enemies act."""
    s.round_no = 0
    rounds = free_rounds(s, w)
    for who in range(s.unit_count):
        unit = s.units[who]
        if s.surprise_mode == Surprise.NOBODY or rounds == 0:
            unit.surprised = 0
        if unit.hidden == 1:
            unit.hidden = 0
            emit(s, Event.REVEALED, who, NO_UNIT, 0, 0)
    if s.surprise_mode != Surprise.NOBODY:
        s.round_no = -rounds


@rule("surprise.ambush")
def is_ambush(s):
    """Ambush: whether any unit is hidden."""
    for who in range(s.unit_count):
        if s.units[who].hidden == 1:
            return True
    return False


@rule("surprise.general")
def free_rounds(s, w):
    """Surprise: a free round for units that surprise their enemies, also for ambushers that reveal themselves."""
    return int(w.book.ambush_free_rounds) if is_ambush(s) else int(w.book.surprise_rounds)


@rule("surprise.bursting_through_doors")
def notice_step(s, w, frame):
    """Bursting through doors: each inhabitant not forewarned hears an attempt after the first on an Initiative test.

    Units marked as surprised are inside, on any side; a mount goes by its rider's ears. ``frame.index`` counts units,
    ``frame.amount`` the attempts a unit has listened to. One test a step. Returns whether all units have listened.
    """
    if frame.index >= s.unit_count:
        frame.index = 0
        return True
    unit = s.units[frame.index]
    tests = max(0, s.door_attempts - (w.book.door_attempts_for_warning - 1))
    if s.forewarned == 1:
        unit.surprised = 0
    if unit.surprised == 0 or unit.rider != NO_UNIT or frame.amount >= tests:
        frame.index += 1
        frame.amount = 0
        return False
    frame.amount += 1
    needed = skill_to_listen(s, w, int(frame.index))
    hears = check(s, 100, needed)
    emit_roll(s, Event.HEARD if hears else Event.NOT_HEARD, int(frame.index), NO_UNIT, needed, 0)
    if hears:
        unit.surprised = 0
        if unit.mount != NO_UNIT:
            s.units[unit.mount].surprised = 0
    return False


@rule("surprise.bursting_through_doors")
def skill_to_listen(s, w, who):
    """Bursting through doors: noise outside is heard with Initiative, or with Intelligence by a knob."""
    return int(s.units[who].initiative) if w.book.listen_uses_initiative == 1 else intelligence_of(s, w, who)
