"""What a player may not choose: verbs, verbs in a mode, verbs with an item."""

from __future__ import annotations

from typing import Any

from ..compiler import kernel

MOST_BANS = 64
ANY = -1  # in place of a mode or an item: whatever it is

#: Fields of a record that bars something.
BAN_ROWS: list[tuple[Any, ...]] = [
    ("ban_count", "i8"),
    ("bans", "i8", (MOST_BANS, 3)),  # verb, mode or ANY, item or ANY
]


@kernel
def is_barred(b, verb, mode, item):
    """Whether a verb is barred in a mode and with an item, ANY for what is not asked for or not known yet."""
    for k in range(b.ban_count):
        if b.bans[k, 0] == verb and (b.bans[k, 1] == ANY or b.bans[k, 1] == mode):
            if b.bans[k, 2] == ANY or b.bans[k, 2] == item:
                return True
    return False


@kernel
def is_mode_barred(b, verb, mode):
    """Whether a verb is barred in a mode, whatever the item, but may be chosen in others."""
    for k in range(b.ban_count):
        if b.bans[k, 0] == verb and b.bans[k, 1] == mode and b.bans[k, 2] == ANY:
            return True
    return False


@kernel
def has_finer_bans(b, verb):
    """Whether a verb is barred in some mode, or with some item."""
    for k in range(b.ban_count):
        if b.bans[k, 0] == verb and (b.bans[k, 1] != ANY or b.bans[k, 2] != ANY):
            return True
    return False
