"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from ....core.behaviour.left_out import Omission

#: What the estimates suppose others to answer.
ANSWERS = {"trade": "no_dice", "luck": "no_dice", "guard": "no_guard", "watch": "hold_fire"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.health",)

LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "criticals and caps",
        "Harm is counted from the mean damage of a hit: without criticals, and with what is beyond the HEALTH that is left.",
        lambda s, w, who, plan: True,
        features=("harm",),
    ),
)
