"""Somebody with each weapon in the hand, and what its row of the table must come to."""

from __future__ import annotations

from typing import NamedTuple

from fixtures import duel
from wfrp1.blows import NO_FUMBLES, ONES

ALL_GROUPS = ["two_handed", "polearm", "flail", "fencing", "parrying", "lance", "net", "fist", "lasso", "long_bow"]


class Row(NamedTuple):
    """A weapon: its modifiers, the hands it takes, the sets of groups any of which trains its user, if it can parry."""

    initiative: int
    to_hit: int
    damage: int
    parry: int
    hands: int
    trained_by: tuple[tuple[str, ...], ...] = ()
    parries: bool = True


#: From the specification. Spear and halberd as in the first round of a combat; the lance as on foot.
WEAPONS = {
    "hand weapon": Row(0, 0, 0, 0, 1),
    "knife/dagger": Row(10, 0, -2, -20, 1),
    "spear": Row(10, 0, 0, 0, 1),
    "improvised": Row(-10, 0, -2, 10, 1),
    "bastard sword": Row(-10, 0, 1, 0, 1, (("two_handed",),)),
    "2-handed weapon": Row(-10, 0, 2, 0, 2, (("two_handed",),)),
    "halberd": Row(10, -10, 2, 0, 2, (("two_handed",), ("polearm",))),
    "quarter staff": Row(0, 0, -1, 0, 2, (("two_handed",),)),
    "flail": Row(0, -10, 1, -10, 1, (("flail",),)),
    "2-handed flail": Row(-20, -20, 3, -10, 2, (("two_handed", "flail"),)),
    "rapier": Row(20, 0, -1, 0, 1, (("fencing",),)),
    "buckler": Row(0, 0, -2, 20, 3, (("parrying",),)),
    "left-hand dagger": Row(0, 0, -2, -10, 3, (("parrying",),)),
    "sword-breaker": Row(0, 0, -2, -10, 3, (("parrying",),)),
    "lance": Row(0, 0, 0, 0, 1, (("lance",),)),
    "net": Row(0, -10, 0, -10, 1, (("net",),)),
    "fist weapon": Row(0, -10, -1, 0, 1, (("fist",),), False),
    "whip": Row(0, -10, -2, -20, 1, (("flail",),)),
}
OFF_HAND = [weapon for weapon, row in WEAPONS.items() if row.hands == 3]
#: On foot a lance is an ordinary weapon.
SPECIALIST = [weapon for weapon, row in WEAPONS.items() if row.trained_by and weapon != "lance"]


def armed(weapon, groups=ALL_GROUPS, **more):
    """Somebody who holds a weapon in the hand it is meant for, trained in some groups."""
    return {"off_hand" if weapon in OFF_HAND else "main_hand": weapon, "specialist": list(groups), **more}


def blow(weapon):
    """How one strikes with a weapon."""
    return "strike orc off_hand" if weapon in OFF_HAND else "strike orc"


def striking(weapon, groups=ALL_GROUPS, ws=45, rules=None, dice=None, **orc):
    """A man about to strike with a weapon; the left hand is as good as the right."""
    man = armed(weapon, groups, ws=ws, s=3, skills=["ambidextrous"], i=80)
    return duel(man=man, orc={"t": 3, "w": 60, **orc}, rules={**NO_FUMBLES, **(rules or {})}, dice=dice)


def number(scene, weapon):
    """The number to hit, which a roll of 100 misses."""
    tried = scene.clone()
    tried.dice = [100]
    tried.play(blow(weapon))
    return tried.last("blow_missed").amount


def parrying(weapon, groups=ALL_GROUPS, rules=None, **orc):
    """An orc with a weapon, just hit in the body and asked about a parry."""
    scene = duel(man={"ws": 45, "s": 4, "i": 60}, orc=armed(weapon, groups, t=3, w=60, **orc), dice=[27], rules=rules)
    scene.play("strike orc")
    return scene


def chance_to_parry(weapon, groups=ALL_GROUPS, rules=None, armour=0, **orc):
    """The chance that a parry succeeds: a blow of 1 + 4 - 3 does one point less then."""
    scene = parrying(weapon, groups, {**ONES, **(rules or {})}, **orc)
    parry = "parry_off" if weapon in [*OFF_HAND, "shield"] else "parry_main"
    return scene.odds(parry, want="orc.wounds", until="procedure")[59 + armour]
