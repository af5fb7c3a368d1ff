"""What commands print: with --quiet the answer alone, and the same answer as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tactica.envs import rulesets, sandbox
from tactica.experiments import cli
from tactica.experiments.commands import vocabulary
from tactica.experiments.commands.worth import refuse_option
from tactica.experiments.common import UserError


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words):
    """What a command line prints to standard output."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.stdout


# --- look-ups

LOOKED_UP = {
    "behaviours": [(), ("charger",), ("--features",), ("--check", "charger")],
    "benchmark list": [()],
    "benchmark report": [("-o", "pages")],
    "demo": [("-r", "toybook", "-o", "demo")],
    "odds": [("toybook/banners",)],
    "replay": [("one.tactica-replay",)],
    "rules": [(), ("toybook",), ("toybook", "speed")],
    "scenarios check": [("good.yaml",)],
    "scenarios list": [("toybook",)],
    "scenarios show": [("toybook/banners",)],
    "version": [()],
    "why": [("toybook/banners", "-b", "charger")],
}


def test_every_look_up_is_tried():
    assert set(vocabulary.LOOK_UPS) == LOOKED_UP.keys() - {"odds"}


@pytest.mark.parametrize(("command", "more"), [(name, more) for name, tried in LOOKED_UP.items() for more in tried])
def test_quiet_shows_what_is_looked_up(command, more, tmp_path):
    if command == "scenarios check":
        text = (rulesets.get("toybook").folder / "scenarios" / "banners.yaml").read_text(encoding="utf-8")
        (tmp_path / "good.yaml").write_text(text, encoding="utf-8")
    if command == "replay":
        run("battle", "toybook/alliance", "--seed", 3, "--save", "one")
    assert run(*command.split(), *more, "--quiet").strip()


# --- answers as JSON

MEASURED = [
    ["fight", "toybook/banners", "--games", "3"],
    ["odds", "toybook/banners", "pass"],
    ["skill", "toybook/banners", "--search", "", "--script", "charger", "--pairs", "2"],
    ["tournament", "random", "fierce", "-s", "toybook/banners", "-n", "2", "--no-page"],
    ["bench-npc", "fierce", "--suite", "suite.yaml", "--no-page"],
    ["compare", "fierce", "random", "-s", "toybook/banners", "--max-pairs", "400", "--elo1", "100"],
    ["sweep", "toybook/banners", "--rule", "cards.play.might_dice=1,2", "--between", "random", "fierce", "-n", "2"],
]
SLOW = [
    ["worth", "toybook/banners", "--player", "charger", "--option", "play", "-n", "2"],
    ["matter", "toybook/banners", "--only", "cards.play.*", "--judge", "10", "--screen", "2", "--trajectories", "2"],
    [
        "lab",
        "audit",
        "toybook/banners",
        "--rule",
        "cards.play.might_dice=2",
        "-b",
        "charger",
        "--quick",
        "--pairs",
        "20",
    ],
]


@pytest.mark.compiled_only
@pytest.mark.parametrize("words", SLOW, ids=" ".join)
def test_slow_commands_have_their_answer_in_json(words, tmp_path):
    test_json_has_the_answer_that_is_printed(words, tmp_path)


@pytest.mark.parametrize("words", MEASURED, ids=" ".join)
def test_json_has_the_answer_that_is_printed(words, tmp_path):
    (tmp_path / "suite.yaml").write_text(
        "ruleset: toybook\nname: toy\nversion: 1\nscenarios: [banners]\nfield: [random]\npairs: 2\nseed: 7\n"
    )
    if words[0] == "odds":
        words = [*words[:2], sandbox("toybook", "banners").choices()[0]]
    said = run(*words, "--json", "found.json", "--quiet")
    assert json.loads((tmp_path / "found.json").read_text())["answer"] == said.splitlines()[0]


@pytest.mark.compiled_only
def test_the_list_of_options_as_json():
    found = json.loads(run("worth", "toybook/banners", "--player", "charger", "--list", "--json", "-"))
    assert found["player"] == "charger" and all(0 <= one["chosen"] <= one["legal"] for one in found["options"])
    assert "play" in {one["option"] for one in found["options"]}
    assert "play" in run("worth", "toybook/banners", "--player", "charger", "--list", "--quiet")


def test_a_folder_with_the_name_of_an_option_is_refused():
    """What -o of worth once meant."""
    for name in ("guard", "play+keep"):
        with pytest.raises(UserError, match="is an option of toybook: use --option "):
            refuse_option(Path(name), "toybook")
    Path("guard").mkdir()
    for fine in (Path("guard"), Path("guards"), Path("runs/guard"), None):
        refuse_option(fine, "toybook")
