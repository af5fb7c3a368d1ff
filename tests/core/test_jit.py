"""Compilation: whose cache folder, and when it changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import toybook
from tactica.envs.core.compiler import jit
from tactica.envs.core.ruleset import Ruleset

TOYBOOK = Path(toybook.__file__).resolve().parent


@pytest.fixture
def copied(tmp_path):
    """A copy of the toy ruleset, without what Python leaves beside sources."""
    folder = tmp_path / "toybook"
    shutil.copytree(TOYBOOK, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def hashes(folder):
    jit.rules_hash.cache_clear()
    jit.compiled_hash.cache_clear()
    found = jit.rules_hash(folder), jit.cache_folder(folder)
    jit.rules_hash.cache_clear()
    jit.compiled_hash.cache_clear()
    return found


@pytest.mark.parametrize("file", ["rules/striking.py", "rulebook.yaml", "vocab.py"])
def test_a_changed_source_gets_a_fresh_folder(copied, file):
    rules, cache = hashes(copied)
    with open(copied / file, "a") as handle:
        handle.write("# changed\n")
    assert hashes(copied)[0] != rules
    assert hashes(copied)[1] != cache


def test_a_new_or_renamed_source_gets_a_fresh_folder(copied):
    seen = {hashes(copied)}
    (copied / "rules" / "extra.py").write_text('"""Nothing yet."""\n')
    seen.add(hashes(copied))
    (copied / "rules" / "extra.py").rename(copied / "rules" / "other.py")
    seen.add(hashes(copied))
    assert len(seen) == 3


def test_what_does_not_decide_a_game_changes_nothing(copied):
    before = hashes(copied)
    (copied / "README.md").write_text("Words.")
    with open(copied / "words.py", "a") as handle:
        handle.write("# other words\n")
    (copied / "look.py").write_text('"""Other pictures."""\n')
    (copied / "__pycache__").mkdir()
    (copied / "__pycache__" / "vocab.cpython.py").write_text("x = 1")
    assert hashes(copied) == before


def test_nothing_depends_on_where_the_ruleset_lies(copied):
    """Replays carry the hash of the rules to other machines, and wheels their images."""
    assert hashes(copied)[0] == hashes(TOYBOOK)[0]
    assert not jit.IMAGES or hashes(copied)[1] == hashes(TOYBOOK)[1]


def test_a_changed_rule_is_played_by_a_new_process(copied, tmp_path):
    """The same cache root, before and after an edit of a callee in another file than its caller's."""
    script = """
import numpy as np, toybook
from tactica.envs.core import dice
book = toybook.RULESET.rulebook.book()
states = toybook.RULESET.new_states(1)
states[0].units[0].strength = 3
print(toybook.RULESET.module("rules.striking").pool_dice(states[0], toybook.RULESET.loops.World(book[0], 0), 0))
"""
    env = {**os.environ, "TACTICA_CACHE": str(tmp_path / "cache")}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env.get("PYTHONPATH", "")])

    def run():
        done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    assert run() == 3
    source = copied / "rules" / "striking.py"
    source.write_text(source.read_text().replace("    return dice\n", "    return dice + 20\n"))
    assert run() == 23


def test_a_function_belongs_to_the_folder_with_the_rulebook():
    assert jit.ruleset_folder(TOYBOOK / "rules" / "cards.py") == TOYBOOK
    assert jit.ruleset_folder(Path(jit.__file__).resolve()) == jit.CORE
    assert toybook.RULESET.folder == TOYBOOK


def test_the_cache_root_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "here"))
    assert jit.cache_root() == tmp_path / "here"
    monkeypatch.delenv("TACTICA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    assert jit.cache_root() == tmp_path / "there" / "tactica"


def test_rules_are_registered_under_their_clauses():
    """Every clause of the toy rulebook is coded, and every id in the code is a clause."""
    ruleset = toybook.RULESET
    ruleset.module("turn")
    coded = {entry.clause for entry in jit.coded(TOYBOOK)}
    assert coded == set(ruleset.rulebook.clauses)
    entry = next(entry for entry in jit.coded(TOYBOOK) if entry.clause == "clash.harm")
    assert (entry.function, Path(entry.path).name) == ("resolve_harm", "striking.py")


def test_one_process_at_a_time_compiles(tmp_path, monkeypatch):
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path))
    with jit.compile_lock(TOYBOOK):
        assert jit.cache_folder(TOYBOOK).is_dir()
        script = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        lock = str(jit.cache_folder(TOYBOOK) / "lock")
        assert subprocess.run([sys.executable, "-c", script, lock], capture_output=True, check=False).returncode != 0
    assert subprocess.run([sys.executable, "-c", script, lock], capture_output=True, check=False).returncode == 0


def test_two_rulesets_have_loops_of_their_own():
    from tactica.envs import rulesets

    mine = toybook.RULESET.loops
    assert mine is Ruleset("toybook", "again", "toybook").loops
    assert mine.__name__ == "toybook.advance"
    assert mine.step is toybook.RULESET.module("turn").step
    assert rulesets.get("toybook") is toybook.RULESET


@pytest.mark.compiled_only
def test_the_names_of_compiled_functions_are_short_and_the_same_in_every_process():
    code = """
import sys
import numpy as np
from numba import typeof
from numba.core.itanium_mangler import mangle_args
from tactica.envs.core.compiler import jit
from collections import namedtuple
if sys.argv[1:]:
    typeof(np.zeros(1, [("other", "i2")])[0])
wide = np.zeros(2, [(f"field_{i}", "i4") for i in range(300)])
narrow = np.zeros(2, [("field_0", "i4")])
kinds = [typeof(namedtuple("Pair", "a b")(wide[0], narrow)), typeof(wide), typeof(narrow), typeof(wide[0])]
print(*[mangle_args((kind,)) for kind in kinds], sep="\\n")
"""
    runs = [
        subprocess.run([sys.executable, "-c", code, *more], capture_output=True, text=True, check=True).stdout.split()
        for more in ([], ["other"])
    ]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 4 and max(map(len, runs[0])) < 150


@pytest.mark.compiled_only
def test_no_record_stands_in_for_one_that_has_its_first_fields():
    first = [("health", "i2"), ("cell", "i2")]
    narrow, wide = np.zeros(1, first), np.zeros(1, [*first, ("wounds", "i4")])

    @jit.kernel
    def health(unit):
        return unit.health

    for unit in (narrow[0], wide[0]):
        assert health(unit) == 0
    assert len(health.callables) == 2

    @jit.kernel
    def health_of(unit):
        return health(unit)

    assert health_of(wide[0]) == 0
    assert list(health.callables)[1] == health_of.signatures[0]
