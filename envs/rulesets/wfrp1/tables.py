"""What the kernels want worked out once from the rulebook's numbers: the meaning of every face of a roll."""

from __future__ import annotations

from typing import Any

from .vocab import LOCATIONS, Location

MISSED = 32  # label of a blow or shot that misses; a fumble adds the double that was rolled
DOUBLE = 64  # label of a firearm's double, hit or miss, to which the face is added
FACES = 101  # faces 0..100; 0 is never rolled

DERIVED: list[Any] = [
    ("location_limits", "i4", (6,)),  # upper limits of the location table, for a D100 read directly
    ("critical_bands", "i4", (6,)),  # upper limits of the bands of severity
    ("hit_label", "i4", (FACES,)),  # to hit: Location by the reversed digits
    ("any_location", "i4", (FACES,)),  # to hit when the location is settled otherwise: all 0
    ("miss_label", "i4", (FACES,)),  # blows: MISSED, or MISSED + double for a fumble
    ("plain_miss_label", "i4", (FACES,)),  # shots: MISSED
    ("gun_hit_label", "i4", (FACES,)),  # firearms: Location, or DOUBLE + face
    ("gun_miss_label", "i4", (FACES,)),  # firearms: MISSED, or DOUBLE + face
    ("bomb_hit_label", "i4", (FACES,)),  # bombs: 0, + DOUBLE on a double
    ("bomb_miss_label", "i4", (FACES,)),  # bombs: MISSED, + DOUBLE on a double
    ("bomb_limits", "i4", (4,)),  # upper limits of the misfires of bombs
    ("misfire_limits", "i4", (7,)),  # upper limits of the misfires of guns
    ("shield_points", "i4", (LOCATIONS,)),  # armour of a shield on each Location
    ("slain_mount_bands", "i4", (3,)),  # upper limits of the table of slain mounts
    ("evade_per_m", "i4"),  # yards of an evading move for each point of M
]


def reverse_digits(face: int) -> int:
    """The digits of a D100 the other way round: 27 gives 72, 7 gives 70, 100 stays 100."""
    return face % 10 * 10 + face // 10 % 10 or 100


def is_double(face: int) -> bool:
    """Whether both digits of a D100 are the same: 11, 22 ... 99, 00."""
    return face % 11 == 0 or face == 100


def fill_derived(book: Any) -> None:
    """Work out the derived fields of one BOOK record from its knobs."""
    limits = [int(limit) for limit in book.hit_location["to"]]
    book.location_limits[:] = limits
    book.critical_bands[:] = book.critical_severity["to"]
    book.slain_mount_bands[:] = book.slain_mount["to"]
    book.bomb_limits[:] = book.bomb_misfires["to"]
    book.misfire_limits[:] = book.firearm_misfires["to"]
    book.evade_per_m = book.running_per_m * book.evade_fraction_pct // 100
    shield = book.armour_pieces[0]
    covered = (shield.head, shield.right_arm, shield.left_arm, shield.body, shield.right_leg, shield.left_leg)
    book.shield_points[: len(covered)] = [shield.points * covers for covers in covered]
    book.shield_points[Location.HORSE_BODY] = book.shield_points[Location.BODY]
    fumbles = book.opt_fumbles == 1 and book.fumble_on_doubles == 1
    faces = range(1, FACES)
    double = [is_double(face) for face in faces]
    location = [
        next((i for i, limit in enumerate(limits) if reverse_digits(face) <= limit), len(limits) - 1) for face in faces
    ]
    book.hit_label[1:] = location
    book.any_location[1:] = 0
    book.miss_label[1:] = [MISSED + face if fumbles and twice else MISSED for face, twice in zip(faces, double)]
    book.plain_miss_label[1:] = MISSED
    book.bomb_hit_label[1:] = [DOUBLE if twice else 0 for twice in double]
    book.bomb_miss_label[1:] = [MISSED + DOUBLE if twice else MISSED for twice in double]
    located = zip(faces, double, location)
    book.gun_hit_label[1:] = [DOUBLE + face if twice else where for face, twice, where in located]
    book.gun_miss_label[1:] = [DOUBLE + face if twice else MISSED for face, twice in zip(faces, double)]


assert LOCATIONS <= MISSED < DOUBLE
