"""Register the environments with Gymnasium. ``import tactica`` does it; no ruleset is loaded yet."""

from __future__ import annotations

import gymnasium

from .. import rulesets


def register() -> None:
    """Register ``tactica/<ruleset>-v0`` with Gymnasium for every ruleset. A second call changes nothing.

    ``gymnasium.make_vec`` makes the vector environment of :mod:`vector`, unless told ``vectorization_mode="sync"``.
    """
    for slug in rulesets.names():
        name = f"tactica/{slug}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tactica.envs.apis.gymnasium_env:make",
                vector_entry_point="tactica.envs.apis.vector:make_vec",
                kwargs={"ruleset": slug},
                disable_env_checker=True,
                order_enforce=False,
            )
