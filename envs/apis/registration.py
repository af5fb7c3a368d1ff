"""Making the environments known to Gymnasium by name. ``import tactica`` does it; nothing of a ruleset is loaded yet."""

from __future__ import annotations

import gymnasium

from .. import rulesets


def register() -> None:
    """Make ``tactica/<ruleset>-v0`` known to Gymnasium, for every ruleset there is. A second call changes nothing."""
    for slug in rulesets.names():
        name = f"tactica/{slug}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tactica.envs.apis.gymnasium_env:make",
                kwargs={"ruleset": slug},
                disable_env_checker=True,
                order_enforce=False,
            )
