"""Golden transcripts: what a battle says at the table. They change only through ``make transcripts``."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tactica.envs import rulesets, scenario
from tactica.experiments.watch import transcripts

FOLDER = Path(__file__).resolve().parents[1] / "transcripts"
GOLDEN = sorted(path.relative_to(FOLDER) for path in FOLDER.rglob("*.txt")) if FOLDER.is_dir() else []
TOY = "toybook"


def parts(name):
    """Scenario, policy and seed of a file."""
    stem, seed = name.stem.rsplit("-", 1)
    return *stem.rsplit("-", 1), int(seed)


@pytest.mark.parametrize("path", GOLDEN, ids=str)
def test_a_battle_is_told_as_before(path):
    ruleset = rulesets.get(path.parts[0])
    name, policy, seed = parts(path)
    code = ruleset.module("tactics").POLICIES.index(policy)
    said, before = transcripts.transcript(ruleset, name, code, seed), (FOLDER / path).read_text(encoding="utf-8")
    difference = list(difflib.unified_diff(before.splitlines(), said.splitlines(), "golden", "now", lineterm="", n=1))
    assert said == before, "\n".join(["make transcripts rewrites them", *difference[:40]])


def test_every_scenario_of_a_ruleset_with_transcripts_has_its_own():
    for folder in sorted(FOLDER.iterdir()) if FOLDER.is_dir() else []:
        ruleset = rulesets.get(folder.name)
        policies = ruleset.module("tactics").POLICIES[1:]
        wanted = {(name, policy) for name in scenario.shipped(folder.name) for policy in policies}
        assert {parts(path)[:2] for path in GOLDEN if path.parts[0] == folder.name} == wanted


def test_a_transcript_repeats_and_follows_the_seed():
    ruleset = rulesets.get(TOY)
    one = transcripts.transcript(ruleset, "banners", 1, 1, decisions=20)
    assert one == transcripts.transcript(ruleset, "banners", 1, 1, decisions=20)
    assert one != transcripts.transcript(ruleset, "banners", 1, 2, decisions=20)
    assert sum(line.startswith("> ") for line in one.splitlines()) == 20


def test_rewriting_and_checking(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(transcripts, "DECISIONS", 10)
    folder = ["--folder", str(tmp_path), TOY]
    assert transcripts.main(["--check", *folder]) == 1
    assert transcripts.main(folder) == 0
    files = sorted((tmp_path / TOY).glob("*.txt"))
    assert len(files) == len(scenario.shipped(TOY))
    assert transcripts.main(["--check", *folder]) == 0
    assert "nothing changed" in capsys.readouterr().out
    files[0].write_text("something else\n")
    (tmp_path / TOY / "gone-fierce-1.txt").write_text("a scenario that is no more\n")
    assert transcripts.main(["--check", *folder]) == 1
    assert "+something else" not in capsys.readouterr().out
    assert transcripts.main(["--check", "--folder", str(tmp_path)]) == 1, "of those that are there"
    told = capsys.readouterr().out
    assert f"{TOY}/" in told and not any(f"{slug}/" in told for slug in rulesets.names() if slug != TOY)
    assert transcripts.main(folder) == 0
    assert not (tmp_path / TOY / "gone-fierce-1.txt").exists()
    assert transcripts.main(["--check", *folder]) == 0
