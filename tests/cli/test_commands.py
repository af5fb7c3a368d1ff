"""Every command: what it prints, what it leaves behind, and the exit code for a user's mistake."""

from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tactica.envs import replay as replays
from tactica.envs import rulesets, scenario
from tactica.envs.core.compiler import jit
from tactica.envs.render.scene import result_text
from tactica.experiments.cli import app
from tactica.experiments.common import console
from tactica.experiments.coverage import fired

COMMANDS = [
    "demo",
    "battle",
    "behaviours",
    "why",
    "replay",
    "tournament",
    "report",
    "bench-npc",
    "rules",
    "scenarios",
    "odds",
    "bench",
    "fuzz",
    "compile",
    "version",
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Nothing is left behind in the folder the tests are run from."""
    monkeypatch.chdir(tmp_path)


def run(*arguments, expect=0, typed=None):
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def test_a_battle_tells_each_choice_with_all_its_parts():
    """A blow has a verb, a target that is often given unasked, and a manner."""
    said = run("battle", "wfrp1/duel", "--red", "duellist", "--blue", "berserker", "--seed", 3, "--board", "never")
    blows = re.findall(r"> (?:sellsword|skaven): strike (\w+)((?: aim \w+)?)", said)
    assert {target for target, _ in blows} == {"sellsword", "skaven"}
    assert {manner for _, manner in blows} > {""}
    assert not re.search(r"> \w+: strike( \w+)? normal", said)


# --- what every command refuses


@pytest.mark.parametrize(
    "arguments",
    [
        ["battle", "toybook/alliance"],
        ["odds", "toybook/banners"],
        ["why", "wfrp1/duel", "-b", "charger"],
        ["scenarios", "show", "toybook/banners"],
        ["tournament", "random", "fierce", "-s", "toybook/alliance"],
        ["fuzz", "toybook"],
        ["demo", "--ruleset", "toybook"],
    ],
)
@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_is_neither_negative_nor_too_large(arguments, seed):
    said = run(*arguments, "--seed", seed, expect=2)
    assert "--seed" in said and f"{seed} is not between 0" in said


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["battle", "toybook/alliance", "--save"], "fight"),
        (["battle", "toybook/alliance", "--image"], "end.png"),
        (["scenarios", "show", "toybook/banners", "--image"], "start.png"),
        (["fuzz", "toybook", "--out"], "found"),
        (["demo", "--ruleset", "toybook", "--out"], "demo"),
        (["bench", "toybook", "--scenario", "banners", "--json"], "b.json"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is_played(arguments, file, tmp_path):
    (tmp_path / "note").write_text("no folder")
    said = run(*arguments, tmp_path / "note" / file, expect=2)
    assert said.startswith("error: ") and "cannot be written" in said and "note is not a folder" in said
    assert "round" not in said


def test_a_folder_is_no_file_and_a_picture_has_a_kind(tmp_path):
    assert "it is a folder" in run("battle", "toybook/alliance", "--save", tmp_path, expect=2)
    assert "ends in .png" in run("battle", "toybook/alliance", "--image", tmp_path / "x.txt", expect=2)


def test_arcs_are_shown_in_a_picture_or_refused_before_anything_is_played(tmp_path):
    plain, shaded = tmp_path / "plain.png", tmp_path / "shaded.png"
    run("scenarios", "show", "tow/duel", "--image", plain)
    run("scenarios", "show", "tow/duel", "--image", shaded, "--arcs", "spear_levy")
    assert plain.read_bytes() != shaded.read_bytes()
    for command in (["battle"], ["scenarios", "show"]):
        assert "--arcs needs --image FILE" in run(*command, "tow/duel", "--arcs", "elves", expect=2)
        said = run(*command, "tow/duel", "--arcs", "elves", "--image", tmp_path / "end.png", expect=2)
        assert "'elves': no unit is called that" in said and "round" not in said
        said = run(*command, "toybook/alliance", "--arcs", "elves", "--image", tmp_path / "end.png", expect=2)
        assert "error: --arcs of 'elves'" in said
    assert not (tmp_path / "end.png").exists()


# --- help and versions


def test_help_lists_every_command():
    said = run("--help")
    assert all(command in said for command in COMMANDS)


@pytest.mark.parametrize(
    "command", [*([c] for c in COMMANDS), ["scenarios", "list"], ["scenarios", "show"], ["scenarios", "check"]]
)
def test_every_command_has_help_with_an_example(command):
    said = run(*command, "--help")
    assert "Example" in said
    assert re.search(r"tactica \w+", said)


def test_without_a_command_the_help_is_shown():
    assert "Usage" in CliRunner().invoke(app, []).output


def test_an_unknown_command_or_option_is_wrong_usage():
    run("dance", expect=2)
    run("battle", "--green-cheese", expect=2)


def test_version_names_what_plays_a_part():
    said = run("version")
    for word in ("tactica", "numba", "toybook", rulesets.get("toybook").rules_hash):
        assert word in said


def test_version_says_what_came_with_the_wheel(monkeypatch):
    monkeypatch.setattr(console, "width", 200)
    monkeypatch.setattr(jit, "HAS_IMAGES", True)
    monkeypatch.setattr(jit, "has_image", lambda folder: True)
    monkeypatch.setattr(jit, "image_files", lambda folder: [])
    assert "came with the wheel" not in run("version")
    monkeypatch.setattr(jit, "image_files", lambda folder: [folder / "rulebook.yaml"])  # as if the image lay there
    assert run("version").count("came with the wheel") == len(rulesets.names())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("battle", ["[default: guardian]", "FILE.yaml", "decisions (after each), rounds, ends or never"]),
        ("tournament", ["[default: tiny, small, standard, ambush]", "[default: 200]", "FILE.yaml"]),
        ("bench-npc", ["[default: 10]", "[default: the suite's]", "FILE.yaml"]),
        ("demo", ["[default: a good example]"]),
        ("bench", ["[default: small, standard]"]),
        ("fuzz", ["[default: all]"]),
    ],
)
def test_help_says_what_is_done_without_an_option(command, words, monkeypatch):
    monkeypatch.setenv("COLUMNS", "240")
    said = run(command, "--help")
    assert all(word in said for word in words), said


@pytest.mark.both_engines
def test_compile_says_when_nothing_is_to_do():
    from tactica.envs.core.compiler import jit

    if jit.COMPILED:
        run("compile", "toybook")
        assert "already compiled" in run("compile", "toybook")
    else:
        assert "NUMBA_DISABLE_JIT" in run("compile", "toybook", expect=2)


# --- scenarios


def test_scenarios_list():
    said = run("scenarios", "list", "toybook")
    assert all(f"toybook/{name}" in said for name in scenario.shipped("toybook"))
    assert "wfrp1" not in said
    assert re.search(r"fixed|random", said) and "drawn" not in said
    assert "unknown ruleset" in run("scenarios", "list", "nobody", expect=2)


def test_scenarios_show(tmp_path):
    said = run("scenarios", "show", "toybook/banners", "--image", tmp_path / "start.png")
    assert "Three banners" in said and "soldier_1" in said
    assert (tmp_path / "start.png").stat().st_size > 3000


def test_scenarios_check_reports_everything_at_once(tmp_path):
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    text = scenario.find("toybook", "banners").read_text()
    good.write_text(text)
    bad.write_text(text.replace("rounds: 8", "rounds: 800").replace("template: brute", "template: broot"))
    assert "fine" in run("scenarios", "check", good)
    said = run("scenarios", "check", good, bad, expect=1)
    assert "fine" in said and "800" in said and "broot" in said and "bad.yaml:" in said
    assert "no such file" in run("scenarios", "check", tmp_path / "none.yaml", expect=2)


def test_scenarios_check_warns_without_failing(tmp_path):
    file = tmp_path / "bow.yaml"
    units = "- {template: sellsword, side: side0, at: [0, 0], backup: [long bow], specialist: []}\n"
    file.write_text(f"ruleset: wfrp1\nunits:\n{units}- {{template: skaven, side: side1, at: [5, 5]}}\n")
    said = " ".join(run("scenarios", "check", file).split())
    assert "warning:" in said and "not trained in long bow" in said and "fine" in said


# --- battle and replay


@pytest.mark.both_engines
def test_battle_is_told_with_clauses(tmp_path):
    said = run(
        "battle", "toybook/banners", "--red", "fierce", "--blue", "fierce", "--seed", "3", "--save", tmp_path / "x"
    )
    assert "[toybook.clash.pool]" in said or "[toybook.orders.secret]" in said
    assert "The battle ends" in said
    assert replays.verify(replays.load(tmp_path / "x.tactica-replay")).ok


CONTEST = """\
ruleset: toybook
board: {size: [6, 4]}
sides: [red, blue]
units:
- {template: soldier, side: red, at: [0, 0]}
- {template: soldier, side: blue, at: [5, 3]}
objectives: {zones: {the hill: [[0, 0], [0, 1]]}, to_win: 5, rounds: 2, attacker: blue}
"""


def test_objectives_and_points_are_told(tmp_path):
    """Before the battle what ends and decides it, behind the result the points."""
    file = tmp_path / "contest.yaml"
    file.write_text(CONTEST, encoding="utf-8")
    limits = "Objectives: 5 points win; ends after round 2; decided by points; blue attacks and loses ties"
    shown = run("scenarios", "show", file)
    assert limits in shown and "the hill, 0,0 to 0,1: held by nobody" in shown
    said = run("battle", file, "--seed", "1", "--board", "ends", "--save", tmp_path / "x")
    *_, game = (game for _, _, game in replays.play(replays.load(tmp_path / "x.tactica-replay")))
    assert limits in said
    points = "red {}, blue {} of 5 points".format(*map(int, game.s["score"][:2]))
    assert f"{game.ending_text}: {result_text(game)} ({points}) replay:" in said
    assert " points)" not in run("battle", "toybook/alliance", "--seed", "1", "--board", "never")


def test_battle_is_the_same_again_and_differs_by_seed():
    one = run("battle", "toybook/alliance", "--seed", "5", "--board", "never")
    assert one == run("battle", "toybook/alliance", "--seed", "5", "--board", "never")
    assert one != run("battle", "toybook/alliance", "--seed", "6", "--board", "never")
    assert "[toybook." not in run("battle", "toybook/alliance", "--seed", "5", "--no-clauses")


def test_battle_by_a_python_policy(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import numpy as np\n"
        "class First:\n"
        "    def act(self, observation, mask, rng):\n"
        "        return mask.argmax(1)\n"
        "def broken(observation, mask, rng):\n"
        "    raise RuntimeError('out of ideas')\n"
        "number = 3\n"
    )
    run("battle", "toybook/alliance", "--red", f"{file}:First", "--board", "never")
    said = run("battle", "toybook/alliance", "--red", f"{file}:broken", "--board", "ends", "--save", tmp_path / "lost")
    assert "red forfeits; its player failed: broken: RuntimeError: out of ideas (mine.py, line 6)" in said
    lost = run("battle", "wfrp1/duel", "--red", f"{file}:broken", "--board", "never")
    assert lost.count("round 1 begins") == 1, "what happened is told once"
    loaded = replays.load(tmp_path / "lost.tactica-replay")
    assert loaded.ranks[0] == 2 and replays.verify(loaded).ok
    assert "is not a player" in run("battle", "toybook/alliance", "--red", f"{file}:number", expect=2)
    assert "mine.py: which of " in run("battle", "toybook/alliance", "--red", f"{file}:", expect=2)
    assert "no 'Nobody'" in run("battle", "toybook/alliance", "--red", f"{file}:Nobody", expect=2)
    assert "no such file" in run("battle", "toybook/alliance", "--red", f"{tmp_path}/none.py:First", expect=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "no scenario"),
        (["toybook/nowhere"], "no scenario"),
        (["toybook/banners", "--ruleset", "nobody"], "unknown ruleset"),
        (["toybook/banners", "--red", "nobody"], "no player"),
        (["toybook/banners", "--gold", "fierce"], "3 sides"),
        (["wfrp1/small", "--green", "charge"], "--green: wfrp1/small has 2 sides: --red, --blue"),
        (["heimr/duel", "--arcs", "x"], "--arcs needs --image FILE"),
        (["toybook/banners", "--rule", "clash"], "clause.param=value"),
        (["toybook/banners", "--rule", "clash.nothing=3"], "unknown knob"),
        (["toybook/banners", "--board", "often"], "often"),
        (["missing.yaml"], "cannot be read"),
        (["toyboook/banners"], "no scenario 'toyboook/banners'; did you mean 'toybook/banners'?"),
        (["allianze"], "did you mean 'alliance'"),
        (["/"], "/: is a folder; allowed: a file"),
        (["toybook/banners", "--resume", "x"], "leave out the scenario"),
        (["toybook/alliance", "--human", "--red", "fierce"], "use only one of them"),
        (["--resume", "x"], "cannot be read"),
    ],
)
def test_battle_mistakes(arguments, words):
    assert words in run("battle", *arguments, expect=2)


def test_a_knob_changes_the_battle():
    plain = run("battle", "toybook/banners", "--red", "fierce", "--blue", "fierce", "--seed", "3", "--board", "never")
    said = run(
        "battle", "toybook/banners", "--red", "fierce", "--blue", "fierce", "--seed", "3", "--board", "never",
        "--rule", "orders.speed.speed_dice=1",
    )  # fmt: skip
    assert plain != said


def test_step_waits_for_enter():
    assert "press Enter to continue" in run("battle", "toybook/alliance", "--step", typed="\n" * 3)


@pytest.mark.both_engines
def test_a_person_plays_saves_and_resumes(tmp_path):
    said = run(
        "battle",
        "toybook/alliance",
        "--human",
        "--seed",
        "0",
        typed=f"?\nb\n1\nnonsense\n99\ns {tmp_path}/mine\n1\nq\n",
    )
    assert "NUMBER or WORDS choose" in said and "choose 1 to" in said and "nonsense" in said
    first = replays.load(tmp_path / "mine.tactica-replay")
    assert first.players[0] == "human" and not first.ending
    assert (tmp_path / "battle.tactica-replay").exists()
    said = run("battle", "--resume", tmp_path / "mine.tactica-replay", "--save", tmp_path / "more", typed="1\n1\n")
    more = replays.load(tmp_path / "more.tactica-replay")
    assert len(more.decisions) > len(first.decisions)
    assert more.decisions[: len(first.decisions)] == first.decisions


def test_a_battle_goes_on_when_it_could_not_be_saved(tmp_path):
    (tmp_path / "note").write_text("no folder")
    said = run("battle", "toybook/alliance", "--human", typed=f"s {tmp_path}/note/mine\n1\nq\n")
    assert "cannot be written" in said and "Saved to battle.tactica-replay." in said


def test_a_resumed_battle_ends_as_the_unbroken_one(tmp_path):
    whole = tmp_path / "whole.tactica-replay"
    choices = "1\n" * 400
    run("battle", "toybook/alliance", "--human", "--seed", "4", "--save", whole, typed=choices)
    run("battle", "toybook/alliance", "--human", "--seed", "4", "--save", tmp_path / "part", typed="1\n1\n1\nq\n")
    run("battle", "--resume", tmp_path / "part.tactica-replay", "--save", tmp_path / "part", typed=choices)
    one, two = replays.load(whole), replays.load(tmp_path / "part.tactica-replay")
    assert one.ending and one.final == two.final and one.hashes == two.hashes
    assert "over" in run("battle", "--resume", whole, expect=2)


@pytest.mark.parametrize("command", [["battle"], ["play", "--no-browser"]])
@pytest.mark.parametrize("player", ["evil.py:Evil", "Evil.ZIP"])
def test_a_saved_battle_starts_no_program(tmp_path, command, player):
    """A file that somebody else made is data: the program it names as a player runs only if it is named on the command line."""
    (tmp_path / "evil.py").write_text("from pathlib import Path\nPath('was here').touch()\nEvil = None\n")
    run("battle", "wfrp1/tiny", "--human", "--seed", "4", "--save", tmp_path / "mine", typed="1\nq\n")
    saved = replays.load(tmp_path / "mine.tactica-replay")
    saved.players[1] = player
    replays.save(saved, tmp_path / "theirs.tactica-replay")
    said = run(*command, "--resume", tmp_path / "theirs.tactica-replay", expect=2)
    assert f"names the program {player}" in said and "--blue" in said and not (tmp_path / "was here").exists()
    if command == ["battle"]:
        run("battle", "--resume", tmp_path / "theirs.tactica-replay", "--blue", "charge", typed="1\nq\n")


def test_a_battle_that_is_over_is_looked_at_without_its_programs(tmp_path):
    """Nobody plays any more, so nothing is refused: another player stands in for a program."""
    from tactica.experiments.commands.play import continue_battle
    from tactica.experiments.play import House, SavedBattles
    from tactica.experiments.play.house import STAND_IN

    run("battle", "wfrp1/tiny", "--seed", "4", "--save", tmp_path / "mine")
    saved = replays.load(tmp_path / "mine.tactica-replay")
    saved.players[1] = "evil.py:Evil"
    house = House(SavedBattles(tmp_path))
    replays.save(saved, tmp_path / "theirs.tactica-replay")
    continue_battle(house, tmp_path / "theirs.tactica-replay", [None] * 4)
    match = next(iter(house.matches.values()))
    assert match.players[1] == "evil.py:Evil" and match.asked[1] == STAND_IN and house.players == [saved.players[0]]


def test_hot_seat_shows_each_side_only_what_it_may_know():
    hidden = "scout"
    said = (
        CliRunner()
        .invoke(app, ["battle", "toybook/banners", "--red", "human", "--blue", "human"], input="1\n1\n1\nq\n")
        .output
    )
    boards = [part for part in said.split("Three banners") if "red" in part]
    assert boards
    first = boards[0]
    assert first.count(hidden) <= 1 + first.count("scout_1"), "a hidden enemy is shown"
    assert "scout_2" not in first


def test_people_may_choose_in_words():
    if "duel" not in scenario.shipped("wfrp1"):
        pytest.skip("no duel")
    said = run(
        "battle", "wfrp1/duel", "--human", "--blue", "charge", "--seed", "1", typed="move standard 6,4\nwait\nzzz\nq\n"
    )
    assert "moves to 6,4" in said
    assert "zzz" in said


def test_people_are_told_what_they_may_say():
    said = run("battle", "wfrp1/duel", "--human", "--seed", "0", typed="move\n1\nboard\nquit\n")
    assert "'move' is ambiguous: move cautious or move standard or" in said and said.count("move evade") == 2
    assert "sellsword: move cautious, choose a cell row " in said
    assert "unknown word" not in said


@pytest.fixture
def fight(tmp_path):
    run("battle", "toybook/alliance", "--seed", "2", "--board", "never", "--save", tmp_path / "fight")
    return tmp_path / "fight.tactica-replay"


@pytest.mark.both_engines
def test_replay_shows_narrates_verifies_and_draws(fight, tmp_path):
    assert "toybook/alliance, Alliance" in run("replay", fight)
    assert "1. " in run("replay", fight, "--narrate")
    assert "all positions the same" in run("replay", fight, "--verify", "--image", tmp_path / "end.png")
    assert (tmp_path / "end.png").stat().st_size > 3000


def test_replay_that_differs_fails_and_one_of_other_rules_is_wrong_input(fight):
    loaded = replays.load(fight)
    loaded.final = "0" * 64
    replays.save(loaded, fight)
    assert "differs" in run("replay", fight, "--verify", expect=1)
    loaded.rules = "0" * 16
    replays.save(loaded, fight)
    assert "other rules" in run("replay", fight, "--verify", expect=2)
    run("replay", fight, "--force")
    fight.write_bytes(b"nothing")
    assert "not a replay" in run("replay", fight, expect=2)
    assert "cannot be read" in run("replay", fight.with_name("none"), expect=2)


# --- rules


def test_rules_list_and_search():
    assert "toybook" in run("rules")
    said = run("rules", "toybook")
    assert all(clause in said for clause in rulesets.get("toybook").rulebook.clauses)
    assert "clash.pool" in run("rules", "toybook", "clash")
    assert "no clause" in run("rules", "toybook", "zeppelin", expect=2)
    assert "did you mean clash.pool" in run("rules", "toybook", "clash.pol", expect=2)
    assert "unknown ruleset" in run("rules", "nobody", "clash", expect=2)
    assert "unknown ruleset" in run("rules", "zeppelin", expect=2)


def test_rules_find_knobs_and_the_cells_of_tables():
    said = run("rules", "wfrp1", "shield_parry")
    assert said.startswith("parry.shield.shield_parry_bonus = 20 [-100 to 100]")
    assert said in run("rules", "shield_parry")
    assert run("rules", "wfrp1", "tables.melee_weapons.flail.to_hit").startswith(
        "tables.melee_weapons.flail.to_hit = -10"
    )
    said = run("rules", "wfrp1", "flail")
    assert "parry.suitable_items" in said and "tables.melee_weapons.flail.to_hit = -10" in said
    assert "tables.melee_weapons.flail" not in run("rules", "wfrp1", "tables.firearms")
    assert "To list the tables: tactica rules wfrp1 tables" in run("rules", "wfrp1")
    assert "tables." not in run("rules", "wfrp1", "parry")


def test_rules_list_the_tables_and_say_how_to_show_one():
    said = run("rules", "wfrp1", "tables")
    tables = rulesets.get("wfrp1").rulebook.tables
    assert all(f"tables.{name} " in said for name in tables)
    assert "To show one: tactica rules wfrp1 tables.armour_pieces" in said
    assert said == run("rules", "wfrp1", "tables.") and "tables.firearms" in run("rules", "tables")
    for name, table in tables.items():
        shown = run("rules", "wfrp1", f"tables.{name}")
        assert all(key in shown for key in table.keys)


def test_no_clause_is_cut_off_in_a_narrow_terminal(monkeypatch):
    monkeypatch.setattr(console, "width", 80)
    assert "…" not in run("rules", "wfrp1")


@pytest.mark.parametrize("words", [*COMMANDS, "scenarios list", "scenarios show", "scenarios check"])
def test_help_fills_its_lines(words):
    """The lines of a docstring are no lines of the terminal."""
    said = CliRunner().invoke(app, [*words.split(), "--help"], env={"TERMINAL_WIDTH": "80"}).output
    text = [line.strip() for line in said.partition("╭")[0].splitlines()]
    for line, after in pairwise(text):
        assert not line or not after or len(f"{line} {after.split()[0]}") > 78, line


def test_rules_show_a_clause_with_knobs_code_and_tests():
    said = run("rules", "toybook", "clash.pool")
    assert "points_for_hit" in said and "striking" in said and "Tested by" in said
    assert said == run("rules", "toybook.clash.pool") == run("rules", "toybook", "clash.pool.points_for_hit")


def test_what_came_into_play_and_why_the_rest_did_not(monkeypatch):
    sample = fired.Sample("wfrp1", ["tiny"], [("charge", "charge")], 1, 1)
    monkeypatch.setattr(fired, "standard", lambda slug, rules: sample)
    said = run("rules", "wfrp1", "--fired", "standard")
    assert re.search(r"\b1 games\b", said) and "seed 1, games 0 to 0 of each of 1 scenarios (tiny)" in said
    assert "missile.artillery: A heading without content." in said
    assert "flying.swoop: NO REASON GIVEN" in said and "attack.to_hit:" not in said
    assert "neither 'standard' nor the folder" in run("rules", "wfrp1", "--fired", "nowhere", expect=2)
    assert "Not in shipped games: A heading without content." in run("rules", "wfrp1", "missile.artillery")


def test_nothing_is_left_to_explain_when_every_clause_came_into_play(monkeypatch):
    every = dict.fromkeys(rulesets.get("toybook").rulebook.clauses, 1)
    monkeypatch.setattr(fired, "fired", lambda sample, tell: fired.Fired(1, 1, every, every, {}))
    said = run("rules", "toybook", "--fired", "standard")
    assert said.rstrip().endswith(f"{len(every)} of {len(every)} clauses took effect")


# --- odds


@pytest.mark.both_engines
def test_odds_of_a_choice():
    from tactica.envs.sandbox import sandbox

    table = sandbox("toybook", "banners")
    choice = table.choices()[0]
    assert choice in run("odds", "toybook/banners")
    said = run("odds", "toybook/banners", choice, "--want", "round")
    assert "probability" in said and "exact" in said
    assert "1.000000" in said


def test_the_example_of_odds_can_be_typed():
    from tactica.experiments.commands.odds import odds

    examples = re.findall(r"Example: \[bold\]tactica (.*?)\[/\]", odds.__doc__)
    assert len(examples) == 3
    for example in examples:
        assert "probability" in run(*shlex.split(example))


def test_moves_are_listed_in_one_line_and_a_battle_that_is_not_over_goes_on():
    said = run("odds", "wfrp1/duel")
    assert said.count("move_run") == 1 and "move_run X,Y: 0,0 1,0" in said and "pass" in said
    said = run("odds", "wfrp1/duel", "pass")
    assert said.startswith("pass: the battle goes on in 100.00 % of all cases (exact). Use --want ")
    assert said.count("the battle goes on") == 2 and "None" not in said
    assert "Use --want" not in run("odds", "wfrp1/duel", "pass", "--want", "ending")


def test_odds_with_a_player_that_answers():
    """Who may not parry gives the odds of the answer no_parry; who may gives those of what it answers when asked."""
    from tactica.agents.why import why
    from tactica.envs.engine.behaviours import load
    from tactica.envs.sandbox import sandbox

    charge = ["odds", "wfrp1/duel", "charge sellsword", "--play", "pass", "--want", "sellsword.wounds"]

    def counted(*more):
        run(*charge, *more, "--json", "found.json")
        found = json.loads(Path("found.json").read_text())["distribution"]
        return {one["value"]: one["probability"] for one in found}

    assert counted("--answer-as", "guardian--parry") == pytest.approx(counted("--answer", "parry=no_parry"))
    table = sandbox("wfrp1", "duel", dice=[1, 1, 1])  # the charge hits
    table.play("pass", "charge sellsword")
    assert table.prompt == "parry"
    answer = why(table.game, load("guardian")).answer
    said = next(text for text in table.choices() if table.parse(text) == [answer])
    assert counted("--answer-as", "guardian") == pytest.approx(counted("--answer", f"parry={said}"))
    assert "guardian answers for all sides." in run(*charge, "--answer-as", "guardian")
    assert "leave out --answer" in run(*charge, "--answer-as", "guardian", "--answer", "parry=no_parry", expect=2)
    Path("mine.py").write_text("def act(observation, mask, rng):\n    return mask.argmax(1)\n")
    assert "only behaviours, searches and trained" in run(*charge, "--answer-as", "mine.py:act", expect=2)


def test_odds_with_an_open_decision():
    charge = ["odds", "wfrp1/duel", "charge sellsword", "--play", "pass", "--want", "hit"]
    said = run(*charge, expect=2)
    assert "parry, asked of sellsword: no_parry, parry_main, parry_off; 43 % of all outcomes" in said
    answering = re.search(r'--answer "(.*?)"', said)[1]
    assert "exact" in run(*charge, "--answer", answering)
    told = json.loads(run(*charge, "--json", "-", expect=2).split(" error: ")[0])
    assert told["open"][0]["prompt"] == "parry" and told["open"][0]["mass"] == pytest.approx(0.43)
    said = run(*charge, "--open", "stop", expect=1)
    assert "incomplete, 57 % of all outcomes counted; left open: 43 % at parry, asked of sellsword" in said
    first = said.splitlines()[0]
    assert (
        "so far" in first and "still wait for a decision" in first and "exact" not in first and "average" not in first
    )
    told = json.loads("{" + run(*charge, "--open", "stop", "--json", "-", expect=1).partition("{")[2])
    assert (told["want"], told["complete"], told["open_mass"]) == (["hit"], False, pytest.approx(0.43))
    run(*charge, "--open", "stop", "--json", "found/odds.json", expect=1)
    assert json.loads(Path("found/odds.json").read_text()) == told
    assert "write it as PROMPT=CHOICE" in run(*charge, "--answer", "no_parry", expect=2)
    assert "allowed: error, stop" in run(*charge, "--open", "maybe", expect=2)


def test_odds_mistakes():
    choice = ["odds", "wfrp1/duel", "pass"]
    assert "no prompt 'rund'; choose from: procedure, turn, initiative, round, " in run(
        *choice, "--until", "rund", expect=2
    )
    assert "name one of its fields, skaven.FIELD" in run(*choice, "--want", "skaven", expect=2)
    assert "has no 'xyz'; choose from: side, " in run(*choice, "--want", "skaven.xyz", expect=2)
    assert "dance" in run("odds", "toybook/banners", "dance wildly", expect=2)
    assert "no scenario" in run("odds", "toybook/nowhere", "keep", expect=2)
    from tactica.envs.sandbox import sandbox

    choice = sandbox("toybook", "banners").choices()[0]
    assert "--want" in run("odds", "toybook/banners", choice, "--want", "nobody.health", expect=2)
    assert "write numbers separated by commas" in run(
        "odds", "toybook/banners", choice, "--play", choice, "--dice", "1,x", expect=2
    )
    assert "unused dice: " in run(
        "odds", "toybook/banners", choice, "--play", choice, "--dice", ",".join("1" * 60), expect=2
    )


# --- bench, fuzz, demo


def test_bench_measures_and_writes(tmp_path, monkeypatch):
    from tactica.experiments.bench import bench

    measure = bench.measure
    monkeypatch.setattr(
        bench, "measure", lambda *a, **k: measure(*a, **{**k, "seconds": 0.01, "processes": False, "others": False})
    )
    said = run("bench", "toybook", "--scenario", "banners", "--quick", "--json", tmp_path / "b.json")
    assert "only decisions with two or more legal answers count" in " ".join(said.split())
    found = json.loads((tmp_path / "b.json").read_text())
    assert found["rules"] == rulesets.get("toybook").rules_hash
    assert found["machine"]["cores"]
    values = {row["what"]: row["value"] for row in found["rows"]}
    assert all(value is not None and value > 0 for value in values.values()), values
    assert len(values) >= 6
    assert "no scenario" in run("bench", "toybook", "--scenario", "nowhere", expect=2)


def test_fuzz_finds_nothing_in_the_toy_rules():
    said = run("fuzz", "toybook", "--decisions", "300", "--seed", "7")
    assert "no invariant broken" in said and f"{len(scenario.shipped('toybook'))} scenarios" in said
    assert "of 1 scenario," in run("fuzz", "toybook", "--decisions", "30", "--scenario", "banners")
    assert "unknown ruleset" in run("fuzz", "nobody", expect=2)
    assert "no scenario" in run("fuzz", "toybook", "--scenario", "nowhere", expect=2)


def test_fuzz_says_when_nobody_has_anything_to_choose():
    """Once nobody may move, attack, defend or do anything for free, every turn ends by itself."""
    per_turn = ("attack.per_turn.max_attacks_unmoved", "defend.action.max_per_turn", "free.single_event.max_per_turn",
                "move.action.max_moves_per_turn")  # fmt: skip
    none = [word for knob in per_turn for word in ("--rule", f"{knob}=0")]
    assert "comes to a decision" in run("fuzz", "owh", "--scenario", "tiny", "--decisions", "100", *none, expect=2)


def test_behaviours_are_listed_shown_checked_and_explained(tmp_path):
    assert "archer" in run("behaviours") and "berserker" in run("behaviours")
    assert "off_distance" in run("behaviours", "--features")
    assert "keep_distance: 3" in run("behaviours", "archer")
    file = tmp_path / "npc.yaml"
    file.write_text("weights: {hram: 1}\n")
    assert "npc.yaml:1" in run("behaviours", "--check", file, expect=1)
    assert "did you mean 'archer'" in run("behaviours", "archr", expect=2)


def test_files_that_are_no_behaviours(tmp_path):
    binary, broken, listed = tmp_path / "binary.yaml", tmp_path / "broken.yaml", tmp_path / "listed.yaml"
    binary.write_bytes(b"\xff\xfe")
    broken.write_text("about: [\n")
    listed.write_text("- 1\n")
    said = run("behaviours", "--check", binary, broken, listed, expect=1)
    assert "binary.yaml:1:1: not UTF-8 text" in said and "broken.yaml:2:1: not valid YAML" in said
    assert "listed.yaml:1: a behaviour is a mapping" in said
    assert "no such file" in run("behaviours", "--check", tmp_path / "none.yaml", "archer", expect=2)
    for command in (["behaviours"], ["why", "wfrp1/duel", "-b"]):
        assert "not UTF-8" in run(*command, binary, expect=2)
        assert "cannot be read" in run(*command, tmp_path / "none.yaml", expect=2)


def test_why_prints_each_choice_with_what_features_contribute():
    said = run("why", "wfrp1/duel", "-b", "charger", "--until", "turn")
    assert "How charger scores each choice" in said and "closing" in said and ">" in said
    later = run("why", "wfrp1/duel", "-b", "charger", "--until", "initiative", "--after", 2)
    assert "How charger scores each choice" in later and later != said
    assert "round 2" in run("why", "wfrp1/duel", "-b", "charger", "--until", "round")
    assert "is not a prompt" in run("why", "wfrp1/duel", "-b", "charger", "--until", "tea", expect=2)


def test_demo_of_one_ruleset_tells_a_battle_and_saves_it(tmp_path):
    said = run("demo", "--ruleset", "toybook", "--out", tmp_path / "out")
    assert "[toybook." in said and "charger against guardian" in said
    (saved,) = (tmp_path / "out").glob("*.tactica-replay")
    assert replays.verify(replays.load(saved)).ok
    assert (tmp_path / "out" / "battle.html").exists()
