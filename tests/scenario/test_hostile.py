"""Files of strangers: whatever is in them, reading ends soon, with an error that names file, line and what is allowed."""

from __future__ import annotations

import importlib
import os
import random
import time
from pathlib import Path

import pytest
from scenario.test_errors import GOOD

from tactica import configs
from tactica.envs import scenario
from tactica.envs.core.printable import LONGEST_NAME
from tactica.envs.core.rulebook.strict_yaml import LIMITS
from tactica.envs.engine import behaviours
from tactica.envs.scenario import terrain
from tactica.envs.scenario.problems import MOST_PROBLEMS
from tactica.experiments.npcs import suite as suites

expanding = importlib.import_module("tactica.envs.scenario.expand")
SOON = 10.0  # seconds of processor time that no file may take, on a slow machine with the kernels interpreted

BILLION = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{below}'] * 10)}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGED = "a: &a {x: 1, y: 2}\n" + "".join(
    f"{name}: &{name} {{<<: [{', '.join([f'*{below}'] * 10)}]}}\n"
    for below, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def suite_problems(path: Path) -> list[scenario.Problem]:
    """What is wrong with a suite."""
    try:
        suites.load(str(path))
    except scenario.ScenarioError as error:
        return error.problems
    return []


READERS = {"scenario": scenario.check, "behaviour": behaviours.check, "suite": suite_problems}

#: what is written, line, column, what is wrong, part of what is allowed
NOT_YAML = {
    "deep lists": ("a: 1\nb: " + "[" * 30_000, 2, 53, "more than 50 lists and mappings inside each other", "at most 50"),
    "deep mappings": ("{a: " * 30_000, 1, 201, "more than 50 lists and mappings", "at most 50"),
    "deep blocks": ("- " * 30_000, 1, 101, "more than 50 lists and mappings", "at most 50"),
    "billion laughs": (BILLION, 5, None, "too many values, those behind aliases counted each time", "100,000"),
    "merged laughs": (MERGED, 6, None, "too many values", "100,000"),
    "an alias of itself": ("a: 1\nb: &b [1, *b]\n", 2, 11, "*b stands inside of what it means", "complete"),
    "a merge of itself": ("a: &a {<<: *a}\n", 1, 12, "*a stands inside of what it means", "complete"),
    "an unknown alias": ("a: 1\nb: *c\n", 2, 4, "undefined alias", ""),
    "too large": ("# " + "x" * LIMITS.bytes, 0, 0, "the file is too large", "at most 1,000,000 bytes"),
    "too many values": ("a: 1\nb: [" + "1," * 200_000 + "]", 2, None, "too many values", "at most 100,000"),
    "two documents": ("a: 1\n---\nb: 2\n", 2, 1, "a second document begins", "one document"),
    "no whole number": ("a: 1\nb: !!int abc\n", 2, 4, "'abc' is not a value of kind int", ""),
    "no truth": ("a: 1\nb: [!!bool maybe]\n", 2, 5, "'maybe' is not a value of kind bool", ""),
    "no number": ("a: 1\nb: !!float one\n", 2, 4, "'one' is not a value of kind float", ""),
    "an empty number": ("a: !!int ''\n", 1, 4, "'' is not a value of kind int", ""),
    "a Python object": ("a: 1\nb: !!python/object/apply:os.system [id]\n", 2, 4, "is not allowed", "!!str, !!int"),
    "a Python name": ("a: !!python/name:os.system\n", 1, 4, "is not allowed", "!!str"),
    "a tag of one's own": ("a: !mine 3\n", 1, 4, "the tag '!mine' is not allowed", "!!str"),
    "a set": ("a: !!set {x, y}\n", 1, 4, "is not allowed", "!!map"),
    "bytes": ("a: !!binary aGVsbG8=\n", 1, 4, "is not allowed", "!!str"),
    "a mapping as text": ("a: !!str {b: c}\n", 1, 4, "expected a scalar node", ""),
    "text as a mapping": ("a: !!map text\n", 1, 4, "'text' is not a value of kind map", ""),
    "400 digits": ("a: 1\nb: " + "9" * 400 + "\n", 2, 4, "a number of 400 characters", "at most 100"),
    "5000 digits": ("a: 1\nb: " + "9" * 5000 + "\n", 2, 4, "a number of 5,000 characters", "at most 100"),
    "many hex digits": ("a: 0x" + "f" * 50_000 + "\n", 1, 4, "a number of 50,002 characters", "at most 100"),
    "base sixty": ("a: 1" + ":59" * 100_000 + "\n", 1, 4, "a number of 300,001 characters", "at most 100"),
    "99 digits": ("a: " + "9" * 99 + "\n", 1, 4, "is out of range", "64 bits"),
    "not a number": ("a: 1\nb: .nan\n", 2, 4, "'.nan' is out of range", "finite"),
    "infinity": ("a: [1, -.inf]\n", 1, 8, "'-.inf' is out of range", "finite"),
    "1e400": ("a: 1.0e+400\n", 1, 4, "'1.0e+400' is out of range", "finite"),
    "a date": ("a: 1\nb: 2024-02-30\n", 2, 4, "'2024-02-30' is not a value of kind timestamp", ""),
    "a real date": ("a: 1\nb: 2024-02-28\n", 2, 4, "'2024-02-28' is read as a timestamp", "text in quotes"),
    "a list as a key": ("a: 1\n? [1, 2]\n: 3\n", 2, 3, "a key must be text", ""),
    "a key twice": ("a: 1\nb: 2\n'a': 3\n", 3, 1, "duplicate key in this mapping", "each key once"),
    "a key twice, deep": ("a:\n- x: 1\n  y: 2\n  x: 3\n", 4, 3, "duplicate key in this mapping", "each key once"),
    "not UTF-8": (b"a: 1\nb: \xff\xfe\n", 2, 4, "not UTF-8 text: invalid start byte", "UTF-8"),
    "UTF-16": ("ruleset: wfrp1\n".encode("utf-16"), 1, 1, "not UTF-8 text", "UTF-8"),
    "a null character": ("a: 1\nb: x\0y\n", 2, 5, "the character U+0000 is not allowed", "printable text"),
    "an escape character": ("a: \x1b[2J\n", 1, 4, "the character U+001B is not allowed", "printable text"),
    "a C1 character": ("a: 1\r\nb: \x9b2J\r\n", 2, 4, "the character U+009B is not allowed", "printable text"),
    "half a list": ("a: 1\nb: [1, 2\n", 3, None, "not valid YAML", ""),
    "a tab": ("a:\n\t- b\n", 2, 1, "the line begins with a tab; indent with spaces", ""),
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", NOT_YAML)
def test_what_is_no_plain_yaml_is_refused_with_its_place(name: str, reader: str, tmp_path: Path) -> None:
    text, line, column, what, allowed = NOT_YAML[name]
    file = tmp_path / "theirs.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    began = time.process_time()
    problem, *_ = READERS[reader](file)
    assert time.process_time() - began < SOON
    assert (problem.file, problem.line) == (str(file), line)
    assert column is None or problem.column == column
    assert what in problem.what and allowed in problem.allowed
    assert len(str(problem)) < 5000


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["device", "folder", "pipe", "nothing", "null character", "long name"])
def test_what_is_no_file_is_refused_at_once(kind: str, reader: str, tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    words = {"device": "a device", "folder": "a folder", "pipe": "a pipe"}.get(kind, "")
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "null character":
        path = tmp_path / "the\0irs.yaml"
    elif kind == "long name":
        path = tmp_path / ("x" * 300 + ".yaml")
    try:
        problem, *_ = READERS[reader](path)
    except OSError:  # a suite's reader says so
        assert reader == "suite" and kind in ("nothing", "long name")
    else:
        assert problem.file == str(path)
        assert words in problem.what


def test_what_an_alias_stands_for_may_be_used_again(tmp_path: Path) -> None:
    text = GOOD.replace("{template: sellsword, side: side0", "&one {template: sellsword, side: side0").replace(
        "- {template: skaven, side: side1", "- {<<: *one, side: side1"
    )
    assert [entry.template for entry in scenario.load(text).entries] == ["sellsword", "sellsword"]


def test_keys_are_the_text_that_was_written() -> None:
    """``~`` is not nothing, ``1`` no number, ``no`` not false."""
    text = GOOD.replace("size: [6, 6]", "map: ['~1....', '......'], legend: {~: water, 1: difficult}").replace(
        "[4, 4]", "[4, 1]"
    )
    board = scenario.load(text).board
    assert board.layers["water"][0, 0] == board.layers["difficult"][0, 1] == 1
    named = GOOD.replace("units:", "sides: ['no', 'yes']\nunits:").replace("side0", "'no'").replace("side1", "'yes'")
    zoned = named.replace(", at: [1, 1]", "") + "deploy:\n  no: [0, 0, 2, 2]\n"
    assert scenario.load(zoned).zones == {0: (0, 0, 2, 2)}


def test_a_key_that_means_nothing_names_its_line() -> None:
    for key in ("~", "null", "2024-01-01", "1.5", "true"):
        with pytest.raises(scenario.ScenarioError) as caught:
            scenario.load(f"{GOOD}{key}: 3\n")
        (problem,) = caught.value.problems
        assert (problem.line, problem.key) == (6, key)
        assert f"unknown key '{key}'" in problem.what


def many(head: str, item: str, count: int) -> str:
    """The good scenario with a long list."""
    return f"{GOOD.partition('units:')[0]}{head}\n" + item * count


UNIT = "- {template: skaven, side: side1}\n"
#: what is written, the key, what is wrong, part of what is allowed
TOO_MUCH = {
    "units": (many("units:", "- {}\n", 30_000), "units", "30,000 entries are too many", "at most 1,000"),
    "units for the ruleset": (many("units:", UNIT, 500), "units", "500 units are too many", "1 to 16 units in all"),
    "sides": (f"{GOOD}sides: [{'a, ' * 30_000}]", "sides", "30,000 entries are too many", "at most 100"),
    "names of sides": (f"{GOOD}sides: [{', '.join(f's{i}' for i in range(90))}]", "sides", "90 sides", "2 to 4 sides"),
    "rows of a map": (
        GOOD.replace("{size: [6, 6]}", f"{{map: [{'.., ' * 20_000}]}}"), "board.map", "20,000 entries", "at most 1,000",
    ),
    "a row of a map": (
        GOOD.replace("{size: [6, 6]}", f"{{map: [{'.' * 500_000}, ..]}}"), "board.map", "500000 x 2", "each 2 to 32",
    ),
    "a board": (GOOD.replace("[6, 6]", "[1000000000, 1000000000]"), "board.size", "is not possible", "each 2 to 32"),
    "an area": (
        GOOD.replace("[6, 6]", "[6, 6], cells: [{flag: water, area: [0, 0, 1000000000, 1000000000]}]"),
        "board.cells[0].area", "reaches off the board", "x 0 to 5, y 0 to 5",
    ),
    "a zone": (f"{GOOD}deploy: {{side0: [0, 0, 1000000000, 1000000000]}}", "deploy.side0.zone", "off the board", "x 0"),
    "cells": (GOOD.replace("[6, 6]", f"[6, 6], cells: [{'{}, ' * 30_000}]"), "board.cells", "30,000", "at most 2,000"),
    "terrain": (f"{GOOD}generate: [{'{kind: walls}, ' * 2000}]", "generate", "2,000 entries", "at most 32"),
    "a legend": (
        GOOD.replace("[6, 6]", f"[6, 6], legend: {{{', '.join(f'k{i}: water' for i in range(9000))}}}"),
        "board.legend", "9,000 entries", "at most 500",
    ),
    "marks": (
        GOOD.replace("[6, 6]", f"[6, 6], cells: [{{at: all, flag: [{'watr, ' * 20_000}]}}]"),
        "board.cells[0].flag", "20,000 names", "at most 100",
    ),
    "keys of a unit": (
        GOOD.replace("at: [4, 4]", "at: [4, 4], " + ", ".join(f"weapon_skil{i}: 3" for i in range(9000))),
        "units[1]", "keys are too many", "at most 500",
    ),
    "words": (
        GOOD.replace("at: [4, 4]", f"at: [4, 4], skills: [{'dodge_blow, ' * 20_000}]"),
        "units[1].skills", "20,000 entries", "at most 500",
    ),
    "values to draw from": (
        GOOD.replace("at: [4, 4]", f"at: [4, 4], weapon_skill: [{'30, ' * 20_000}]"),
        "units[1].weapon_skill", "20,000 values to choose from", "0 to 100",
    ),
    "options": (
        f"{GOOD}choose: {{side: side0, count: 1, from: [{'skaven, ' * 20_000}]}}",
        "choose[0].from", "20,000 entries", "at most 500",
    ),
    "weights": (
        f"{GOOD}choose: {{side: side0, count: 1, from: [skaven], weights: [99999999999]}}",
        "choose[0].weights[0]", "99999999999", "1000000",
    ),
    "a long name": (
        GOOD.replace("at: [4, 4]", f"at: [4, 4], name: {'x' * 900_000}"),
        "units[1].name", "a name of 900,000 characters", f"at most {LONGEST_NAME}",
    ),
    "a long ruleset": (GOOD.replace("wfrp1", "x" * 900_000), "ruleset", "unknown ruleset", "wfrp1"),
    "a long word": (
        GOOD.replace("at: [4, 4]", f"at: [4, 4], main_hand: {'sword' * 100_000}"), "units[1].main_hand", "unknown item", "",
    ),
    "a long address": (f"{GOOD}rules: {{{'c.victory.' * 20_000}x: 1}}", None, "", ""),
    "a long key": (f"{GOOD}? {'x' * 900_000}\n: 1\n", None, "unknown key", "ruleset, name"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_of_a_good_thing_is_refused_before_anything_large_is_made(name: str, tmp_path: Path) -> None:
    text, key, what, allowed = TOO_MUCH[name]
    file = tmp_path / "theirs.yaml"
    file.write_text(text)
    began = time.process_time()
    problems = scenario.check(file)
    assert time.process_time() - began < SOON
    assert all(problem.file == str(file) and problem.line > 0 for problem in problems)
    assert any(
        key in (None, problem.key) and what in problem.what and allowed in problem.allowed for problem in problems
    ), problems
    assert sum(len(str(problem)) for problem in problems) < 20_000


WRONG_MANY = {
    "scenario": {
        "keys": GOOD + "".join(f"nmae{i}: 1\n" for i in range(20_000)),
        "knobs": GOOD + "rules:\n" + "".join(f"  c.victory.max_round{i}: 1\n" for i in range(20_000)),
        "keys of a place": GOOD + "place:\n" + "".join(f"  distanc{i}: 1\n" for i in range(20_000)),
        "keys given twice": GOOD + "name: x\n" * 20_000,
    },
    "behaviour": {
        "keys": "".join(f"weight{i}: 1\n" for i in range(20_000)),
        "features": "weights:\n" + "".join(f"  harm{i}: 1\n" for i in range(20_000)),
        "weights": "weights:\n" + "".join(f"  harm{i}: none\n" for i in range(20_000)),
        "doctrines": "doctrines:\n" + "- {do: 3}\n" * 20_000,
        "conditions": "doctrines:\n- do: flee\n  when:\n" + "".join(f"    shots{i}: 1\n" for i in range(20_000)),
        "conditions of the wrong kind": "doctrines:\n- do: flee\n  when:\n"
        + "".join(f"    shots{i}: []\n" for i in range(20_000)),
        "rulesets": "own:\n" + "".join(f"  wfrp{i}: {{harm: 1}}\n" for i in range(20_000)),
    },
    "suite": {
        "keys": "".join(f"sceanrio{i}: 1\n" for i in range(20_000)),
        "scenarios": "ruleset: wfrp1\nname: x\nversion: 1\npairs: 1\nfield: [random]\nscenarios:\n" + "- dual\n" * 20_000,
        "players": "ruleset: wfrp1\nname: x\nversion: 1\npairs: 1\nscenarios: [duel]\nfield:\n" + "- archr\n" * 20_000,
    },
}  # fmt: skip


@pytest.mark.parametrize(("reader", "name"), [(reader, name) for reader, names in WRONG_MANY.items() for name in names])
def test_a_file_with_very_many_mistakes_names_the_first_hundred(reader: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "theirs.yaml"
    file.write_text(WRONG_MANY[reader][name])
    began = time.process_time()
    problems = READERS[reader](file)
    assert time.process_time() - began < SOON
    assert 1 <= len(problems) <= MOST_PROBLEMS + 1
    if len(problems) > MOST_PROBLEMS:
        assert "there are more problems" in problems[-1].what
        assert all(problem.line > 0 for problem in problems[:-1])


@pytest.mark.parametrize(
    ("text", "key", "what"),
    [
        ("keep_distance: .nan", "", "out of range"),
        ("dither: .inf", "", "out of range"),
        ("doctrines: [{do: flee, when: {shots: 99999999999}}]", "doctrines[0].when.shots", "is not a condition"),
        (
            "doctrines: [{do: flee, when: {shots: '< %s'}}]" % ("9" * 400),
            "doctrines[0].when.shots",
            "is not a condition",
        ),
        (f"name: {'x' * 1000}", "name", "at most 80 characters"),
        (f"intents: {{strike: {10**12}}}", "intents.strike", "less than or equal to 1000"),
    ],
)
def test_numbers_of_a_behaviour_that_are_out_of_range(text: str, key: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "theirs.yaml"
    file.write_text(f"about: x\n{text}\n")
    (problem,) = behaviours.check(file)
    assert (problem.line, problem.key) == (2, key) and what in problem.what


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**400, "< " + "9" * 400])
def test_a_behaviour_made_in_python_has_finite_numbers(value: object) -> None:
    with pytest.raises(behaviours.BehaviourError):
        behaviours.load({"doctrines": [{"do": "flee", "when": {"shots": value}}]})
    for name in ("keep_distance", "dither"):
        with pytest.raises(behaviours.BehaviourError):
            behaviours.load({name: value})


# --- mutants ---------------------------------------------------------------------------------------------------------

PIECES = (
    "[", "]", "{", "}", ":", "- ", "? ", "&a ", "*a", "<<: ", "!!int ", "!!python/object:x ", "|", ">", "'", '"', "#", "%",
    "@", "`", "~", "null", "true", ".nan", ".inf", "-1", "0", "1e400", "9" * 30, "0x1F", "1:30", "2024-01-01", "\t", "\n",
    "\n\n", "  ", "\0", "\x1b", "\x9b", "\u202e", "\u2028", "\ufeff", "é", "💀", "units", "side0", "any_of", "from", "---\n",
    "...", "[[[[", "all", "{from: 1, to: 9}", "{from: 9, to: 1}", "[1, 2, 3]", "{}", "[]", "name",
)  # fmt: skip


def mutant(good: bytes, rng: random.Random) -> bytes:
    """A good file with some of it changed, by bytes or by what means something in YAML."""
    text = bytearray(good)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 20)))
        how = rng.randrange(6)
        if how == 0:
            text[at:end] = b""
        elif how == 1:
            text[at:end] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 4)))
        elif how == 2:
            start = rng.randrange(len(good))
            text[at:at] = good[start : start + rng.randrange(40)]
        else:
            text[at:end] = rng.choice(PIECES).encode("utf-8")
    return bytes(text)


def originals(*names: str) -> list[bytes]:
    return [(configs.FOLDER / name).read_bytes() for name in names]


@pytest.mark.parametrize(
    ("reader", "good", "count"),
    [
        ("scenario", [GOOD.encode(), *originals("scenarios/wfrp1/duel.yaml", "scenarios/wfrp1/ambush.yaml")], 2000),
        ("behaviour", [file.read_bytes() for file in sorted(behaviours.FOLDER.glob("*.yaml"))[:4]], 1000),
        (
            "suite",
            [b"ruleset: wfrp1\nname: x\nversion: 1\nscenarios: [duel]\nfield: [random, archer]\npairs: 3\n"],
            300,
        ),
    ],
)
def test_mutants_of_good_files_are_read_or_refused(reader: str, good: list[bytes], count: int, tmp_path: Path) -> None:
    rng = random.Random(20_240)
    file = tmp_path / "theirs.yaml"
    refused = 0
    for number in range(count):
        text = mutant(good[number % len(good)], rng)
        file.write_bytes(text)
        began = time.process_time()
        try:
            problems = READERS[reader](file)
        except Exception as error:
            raise AssertionError(f"mutant {number} of {reader}: {text!r}") from error
        assert time.process_time() - began < SOON, text
        refused += bool(problems)
        for problem in problems:
            assert problem.file == str(file) and problem.what and len(str(problem)) < 12_000, text
    assert count // 4 < refused < count


def test_terrain_that_finds_no_place_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = GOOD.replace("[6, 6]", "[12, 12]") + "generate: {kind: walls, type: wall, count: 20, length: 6}\n"
    assert len(expanding.expand(scenario.load(text))) == 1
    monkeypatch.setattr(expanding, "Effort", lambda: terrain.Effort(5))
    with pytest.raises(scenario.ScenarioError) as caught:
        expanding.expand(scenario.load(text))
    (problem,) = caught.value.problems
    assert (problem.line, problem.key, problem.allowed) == (6, "generate", "fewer or shorter walls, smaller shares")
