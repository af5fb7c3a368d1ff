"""The page plays a ruleset that ``tactica new-ruleset`` has just written."""

from __future__ import annotations

import os
import subprocess
import sys

from tactica.experiments.commands.new_ruleset import write


def test_a_new_ruleset_is_played_on_the_page(tmp_path):
    """A battle to its end, and its name in the setup."""
    write("border_wars", tmp_path / "made")
    env = {**os.environ, "TACTICA_RULESETS": str(tmp_path / "made"), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "cli.played", "page", "border_wars"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
