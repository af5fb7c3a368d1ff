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
from tactica.envs.core.compiler import jit, record_at
from tactica.envs.core.ruleset import Ruleset

TOYBOOK = Path(toybook.__file__).resolve().parent


@pytest.fixture
def copied(tmp_path):
    """A copy of the toy ruleset, without what Python leaves beside sources."""
    folder = tmp_path / "toybook"
    shutil.copytree(TOYBOOK, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def hashes(folder):
    jit.hashes_of.cache_clear()
    jit.compiled_hash.cache_clear()
    found = jit.rules_hash(folder), jit.cache_folder(folder)
    jit.hashes_of.cache_clear()
    jit.compiled_hash.cache_clear()
    return found


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


#: What decides a game: file, text, and what takes its place.
LOGIC = {
    "a number in a rule": ("rules/striking.py", "if s.might[s.units[who].side] == 1:", "if s.might[s.units[who].side] == 2:"),
    "a comparison": ("rules/striking.py", "> w.book.reach_cells", ">= w.book.reach_cells"),
    "a name": ("rules/striking.py", "w.book.reach_cells", "w.book.spot_cells"),
    "a clause": ("rules/striking.py", '@rule("clash.target")', '@rule("clash.pool")'),
    "the order of statements": ("rules/striking.py", "    open_total(s)\n    dice = term", "    dice = term"),
    "a word of the vocabulary": ("vocab.py", "DRAUGHT = 3\n\n\nclass Event", "DRAUGHT = 4\n\n\nclass Event"),
    "the number of an event": ("vocab.py", 'ROSE = 15, "rising.rise", ', 'ROSE = 21, "rising.rise", '),
    "the name of a refusal": ("vocab.py", "NO_ROOM = 7", "CROWDED = 7"),
    "the range of a field": ("state.py", '("armour", count(5), ALL', '("armour", count(6), ALL'),
    "the name of a field": ("state.py", '("armour", count(5), ALL', '("armour_worn", count(5), ALL'),
    "who sees a field": ("state.py", '("armour", count(5), ALL, ', '("armour", count(5), '),
    "a knob": ("rulebook.yaml", "might_dice: {default: 1,", "might_dice: {default: 2,"),
    "the range of a knob": ("rulebook.yaml", "might_dice: {default: 1, min: 0,", "might_dice: {default: 1, min: 1,"),
    "a knob that is a text": ("rulebook.yaml", "might_dice: {default: 1,", 'might_dice: {default: "1",'),
    "the order of knobs": (
        "rulebook.yaml",
        "{spot_cells: {default: 2, min: 0, max: 32}, spot_number: {default: 3, min: 0, max: 6}}",
        "{spot_number: {default: 3, min: 0, max: 6}, spot_cells: {default: 2, min: 0, max: 32}}",
    ),
    "a table": ("rulebook.yaml", "[might, 4]", "[might, 5]"),
    "a row's name": ("rulebook.yaml", "[might, 4]", "[mights, 4]"),
    "the version": ("rulebook.yaml", "version: 1", "version: 2"),
}  # fmt: skip
#: What decides none.
NO_LOGIC = {
    "a comment": ("rules/striking.py", "    open_total(s)\n", "    open_total(s)  # a new one\n"),
    "a docstring": ("rules/striking.py", "Whom to strike: whether there is anybody.", "Somebody to strike."),
    "a docstring more": ("vocab.py", "class Card(IntEnum):\n", 'class Card(IntEnum):\n    """Another word."""\n\n'),
    "blank lines": ("rules/striking.py", "    open_total(s)\n", "    open_total(s)\n\n\n"),
    "layout": (
        "rules/striking.py",
        "dice = term(s, Term.STRENGTH, int(s.units[who].strength))",
        "dice = (term(\n        s, Term.STRENGTH,\n        int((s.units[who].strength)),\n    ))",
    ),
    "quotes": ("rules/striking.py", '@rule("clash.target")', "@rule('clash.target')"),
    "what a field means": ("state.py", '"saves at or under"', '"saves on this number or less"'),
    "what a field means, in one word": ("state.py", 'ALL, "cells")', 'ALL, "squares")'),
    "what a field means, behind its shape": ("state.py", "1 haste was played this round", "1 it is in haste"),
    "what is wrong with a scenario": ("setup.py", "stands there, an enemy", "is an enemy and stands there"),
    "what is allowed instead": ("setup.py", '"another cell"', '"a free cell"'),
    "what an invariant says": ("invariants.py", "the stack is deeper than possible", "too deep a stack"),
    "what an event says": ("vocab.py", '"{who} is revealed."', '"{who} is no longer hidden."'),
    "the clause of an event": ("vocab.py", '8, "march.bump", ', '8, "march.reach", '),
    "how an event is told": ("vocab.py", "HIT_TONE | HIT_LINE | FELT", "HIT_TONE | FELT"),
    "why something is refused": ("vocab.py", "its hand has no draught", "it has no draught in hand"),
    "a heading": ("rulebook.yaml", "heading: Cards", "heading: The cards"),
    "a title": ("rulebook.yaml", "title: Three Banners, a toy ruleset", "title: Three Banners"),
    "a statement": ("rulebook.yaml", "every side with an empty hand draws a card", "sides without a card draw one"),
    "a note": ("rulebook.yaml", "0: the scenario places them at random", "0: places are drawn"),
    "a ruling": ("rulebook.yaml", "  knobs: {speed_dice:", "  ruling: Ties go by seat.\n  knobs: {speed_dice:"),
    "a comment of a table": ("rulebook.yaml", "[might, 4]", "[might, 4] # plenty"),
    "layout of a table": ("rulebook.yaml", "- [might, 4]", "- - might\n      - 4"),
    "quotes in a table": ("rulebook.yaml", "- [might, 4]", '- ["might", 4]'),
}


@pytest.mark.parametrize("change", LOGIC)
def test_changed_logic_gets_a_fresh_folder(copied, change):
    file, old, new = LOGIC[change]
    rules, cache = hashes(copied)
    edit(copied / file, old, new)
    assert hashes(copied)[0] != rules
    assert hashes(copied)[1] != cache
    edit(copied / file, new, old)
    assert hashes(copied) == (rules, cache)


@pytest.mark.parametrize("change", NO_LOGIC)
def test_what_is_no_logic_changes_nothing(copied, change):
    file, old, new = NO_LOGIC[change]
    before, content = hashes(copied), (copied / file).read_bytes()
    edit(copied / file, old, new)
    assert (copied / file).read_bytes() != content
    assert hashes(copied) == before


def test_a_new_or_renamed_source_gets_a_fresh_folder(copied):
    seen = {hashes(copied)}
    (copied / "rules" / "extra.py").write_text("NOTHING = 0\n")
    seen.add(hashes(copied))
    (copied / "rules" / "extra.py").rename(copied / "rules" / "other.py")
    seen.add(hashes(copied))
    assert len(seen) == 3


def test_words_and_pictures_change_nothing(copied):
    before = hashes(copied)
    (copied / "README.md").write_text("Words.")
    with open(copied / "words.py", "a") as handle:
        handle.write('SENTENCE = "other words"\n')
    (copied / "look.py").write_text("PICTURES = 2\n")
    (copied / "__pycache__").mkdir()
    (copied / "__pycache__" / "vocab.cpython.py").write_text("x = 1")
    assert hashes(copied) == before


def test_what_people_are_told_changes_what_is_compiled_but_no_rule(copied):
    """Kernels that only tell people of a choice are part of the image, and no battle goes by them."""
    file = "telling.py"
    (copied / "rules" / file).write_text("TOLD = 1\n")
    rules, cache = hashes(copied)
    (copied / "rules" / file).write_text("TOLD = 2\n")
    assert hashes(copied)[0] == rules == jit.rules_hash(TOYBOOK)
    assert hashes(copied)[1] != cache


@pytest.mark.compiled_only  # the same in both engines
def test_hashes_are_kept_and_a_damaged_note_is_made_again(copied, tmp_path, monkeypatch):
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "cache"))
    found = hashes(copied)
    (note,) = (tmp_path / "cache" / "hashes").iterdir()
    assert note.read_text() == f"{found[0]} {jit.code_hash(copied)}\n"
    monkeypatch.setattr("tactica.envs.core.compiler.cache.logic_of", None)  # now nothing can be read anew
    assert hashes(copied) == found
    monkeypatch.undo()
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "cache"))
    for damage in (b"", b"0000000000000000\n", note.read_bytes()[:20], b"\xff\xfe"):
        note.write_bytes(damage)
        assert hashes(copied) == found
    assert hashes(copied) == found and note.read_text().startswith(found[0])
    if hasattr(os, "mkfifo"):
        note.unlink()
        os.mkfifo(note)  # nobody waits for who might write into it
        assert hashes(copied) == found and note.is_file()


def test_a_cache_that_cannot_be_written_costs_time_only(copied, tmp_path, monkeypatch):
    found = hashes(copied)[0]
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "cache"))
    assert hashes(copied)[0] == found


@pytest.mark.compiled_only  # the same in both engines
@pytest.mark.parametrize("setting", ["BOUNDSCHECK=1", "OPT=1", "LOOP_VECTORIZE=0"])
def test_settings_of_numba_that_change_code_have_folders_of_their_own(setting):
    code = "from pathlib import Path; from tactica.envs.core.compiler import jit; import sys\n"
    code += "print(jit.cache_folder(Path(sys.argv[1])).name, jit.rules_hash(Path(sys.argv[1])))"

    def run(**more):
        command = [sys.executable, "-c", code, str(TOYBOOK)]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    name, _, value = setting.partition("=")
    plain, changed = run(), run(**{f"NUMBA_{name}": value})
    assert plain[0] != changed[0] and plain[1] == changed[1]


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


@pytest.mark.interpreted_only
def test_a_record_shows_what_its_fields_hold():
    """Numbers that are 0 are left out; a record in a debugger would hide the rest behind them."""
    inner = np.dtype([("x", "i4")])
    records = np.zeros(2, np.dtype([("hp", "i4"), ("cell", "i4"), ("bits", "u1", (4,)), ("units", inner, (2,))]))
    records["hp"][1], records["bits"][1, 2], records["units"]["x"][1, 0] = 7, 1, 5
    row = record_at(records, 1)
    assert repr(row) == "<hp=7, bits=[0, 0, 1, 0], units=<2 records>>"
    assert repr(row.units[0]) == "<x=5>" and repr(row.units[1]) == "<all 0>"
