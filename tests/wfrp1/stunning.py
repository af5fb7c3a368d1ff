"""Scenes of stunning: a man about to stun an orc, and how likely that is."""

from __future__ import annotations

from fixtures import table
from wfrp1.blows import NO_FUMBLES

#: Every die of the duration shows 1, which keeps the odds short where the duration does not matter.
BRIEF = {**NO_FUMBLES, "stun.duration.stun_die": 1}


def stunning(dice=None, rules=None, surprise="nobody", **units):
    """A man about to stun an orc, whose friend looks on."""
    man, orc = units.get("man", {}), {"w": 60, **units.get("orc", {})}
    return table(
        {"name": "man", "side": "men", "at": [4, 5], "facing": "east", "ws": 45, "s": 3, "i": 50, **man},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "t": 3, "i": 30, **orc},
        {"name": "friend", "side": "orcs", "at": [11, 11], "i": 20},
        dice=dice,
        rules=rules,
        battle={"surprise": surprise},
    )


def odds_of_stun(mode="stun", rules=BRIEF, **units):
    """The chances of a hit, of a stun when the blow hits, and of losing wounds when the blow hits."""
    scene = stunning(rules=rules, **units)
    hit = scene.odds(f"strike orc {mode}", want=lambda after: after.prompt, open="stop")["parry"]
    scene.dice = [1]
    scene.play(f"strike orc {mode}")
    scene.dice = None
    stun = scene.odds("no_parry", want=lambda after: after.unit("orc").unconscious_rounds > 0, until="procedure")
    loss = scene.odds("no_parry", want=lambda after: after.unit("orc").wounds < 60, until="procedure")
    return hit, stun[True], loss[True]


def chance(die, mode="stun", face=1, **units):
    """The chance of a stun that a damage die gives, which a roll of 100 fails (unless it is 100)."""
    scene = stunning(dice=[face, die, 100], rules=NO_FUMBLES, **units)
    scene.play(f"strike orc {mode}", "no_parry")
    return scene.last("stun_failed").amount
