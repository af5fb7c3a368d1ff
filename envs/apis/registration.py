"""Register the environments with Gymnasium. ``import tactica`` does it; no ruleset is loaded yet."""

from __future__ import annotations

import gymnasium

from .. import rulesets


def register() -> None:
    """Register ``tactica/<ruleset>-v0`` with Gymnasium for every ruleset. A second call changes nothing.

    ``gymnasium.make_vec`` makes the vector environment of :mod:`vector` with Gymnasium's defaults (``registered``), and with
    ``vectorization_mode="sync"`` or ``"async"`` Gymnasium's own over single environments.
    """
    for slug in rulesets.names():
        name = f"tactica/{slug}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tactica.envs.apis.gymnasium_env:make",
                vector_entry_point="tactica.envs.apis.vector:registered",
                kwargs={"ruleset": slug},
                disable_env_checker=True,
                order_enforce=False,
            )
