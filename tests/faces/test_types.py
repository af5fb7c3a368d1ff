"""What type checkers know of the public functions; the checks by mypy are skipped where it is not installed."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import tactica
from tactica.envs.apis.gymnasium_env import EnvOptions, TacticaEnv
from tactica.envs.apis.pettingzoo_base import TableEnv, TableOptions
from tactica.envs.apis.slots import SlotOptions, Slots

CODE = """
import tactica
from tactica.pettingzoo import wfrp1_v0

env = tactica.aec("wfrp1", scenario="tiny")
env.reset(seed=1)
reveal_type(env)
reveal_type(tactica.aec("wfrp1", raw=True))
reveal_type(wfrp1_v0.env(scenario="tiny"))
reveal_type(wfrp1_v0.raw_env(scenario="tiny"))
reveal_type(tactica.parallel("wfrp1"))
reveal_type(tactica.make("wfrp1"))
reveal_type(tactica.make_vec("wfrp1", 4))
wfrp1_v0.parallel_env(scenarios="tiny")
tactica.aec("wfrp1", flat="yes")
"""
TYPES = ["Wrapped", "TacticaAEC", "Wrapped", "TacticaAEC", "TacticaParallel", "TacticaEnv", "TacticaVectorEnv"]


@pytest.mark.parametrize(
    ("kind", "options"), [(TacticaEnv, EnvOptions), (Slots, SlotOptions), (TableEnv, TableOptions)]
)
def test_the_listed_options_are_those_there_are(kind, options):
    parameters = inspect.signature(kind.__init__).parameters
    names = [name for name in parameters if name not in ("self", "ruleset", "num_envs")]
    assert sorted(options.__annotations__) == sorted(names)


@pytest.mark.once
def test_mypy_knows_what_the_public_functions_make(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    file = tmp_path / "use.py"
    file.write_text(CODE)
    home = str(Path(tactica.__file__).parent.parent)
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--cache-dir",
        str(tmp_path / "cache"),
        "--follow-imports",
        "silent",
        str(file),
    ]
    env = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
    if home not in sysconfig.get_paths().values():  # else mypy finds it by itself
        env["MYPYPATH"] = home
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    notes = [line for line in lines if "Revealed type" in line]
    assert [line.split('"')[1].rpartition(".")[2] for line in notes] == TYPES, done.stdout + done.stderr
    errors = [line for line in lines if "error:" in line]
    assert len(errors) == 2, done.stdout
    assert 'Unexpected keyword argument "scenarios"' in errors[0]
    assert '"aec"' in errors[1]
    assert [CODE.splitlines()[int(line.split(":")[1]) - 1] for line in errors] == CODE.splitlines()[-2:]
