"""``from tactica.pettingzoo import wfrp1_v0``: the rulesets as PettingZoo's own games are imported."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.test import api_test, parallel_api_test

import tactica.pettingzoo

quiet = pytest.mark.filterwarnings("ignore:.*", "ignore::UserWarning", "ignore::DeprecationWarning")


@quiet
def test_every_ruleset_is_a_module_without_a_file():
    from tactica.pettingzoo import toybook_v0, wfrp1_v0

    assert {"toybook_v0", "wfrp1_v0"} <= set(dir(tactica.pettingzoo))
    assert wfrp1_v0.__name__ == "tactica.pettingzoo.wfrp1_v0" and "wfrp1" in wfrp1_v0.__doc__
    assert importlib.import_module("tactica.pettingzoo.toybook_v0") is toybook_v0
    env, raw = toybook_v0.env(scenario="alliance"), toybook_v0.raw_env(scenario="alliance", flat=True)
    both = toybook_v0.parallel_env(scenario="alliance", control="side")
    assert isinstance(env, AECEnv) and isinstance(both, ParallelEnv) and raw.unwrapped is raw is not env
    assert env.metadata["name"] == "toybook_v0" and env.unwrapped.game.ruleset.slug == "toybook"
    api_test(env, num_cycles=30)
    parallel_api_test(both, num_cycles=30)


def test_unknown_modules_are_refused_with_those_there_are():
    with pytest.raises(ImportError, match=r"cannot import 'nosuch_v0' .*choose from: .*wfrp1_v0"):
        from tactica.pettingzoo import nosuch_v0  # noqa: F401
    with pytest.raises(ImportError, match=r"'wfrp1_v7' .*choose from: .*wfrp1_v0"):
        from tactica.pettingzoo import wfrp1_v7  # noqa: F401
    with pytest.raises(ImportError, match="cannot import name 'nonsense'"):
        from tactica.pettingzoo import nonsense  # noqa: F401
    assert not hasattr(tactica.pettingzoo, "nonsense")


def test_a_module_can_be_imported_by_its_whole_name_and_loads_no_rules():
    code = (
        "import sys\nimport tactica.pettingzoo.wfrp1_v0 as m\n"
        "print(m.__name__, 'numba' in sys.modules, 'tactica.envs.rulesets.wfrp1' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["tactica.pettingzoo.wfrp1_v0", "False", "False"], done.stderr
