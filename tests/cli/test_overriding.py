"""Rules changed for one run: ``rules=`` of every function that plays, ``--rule`` of every command that does."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import tactica
from tactica.envs import rulesets, scenario
from tactica.envs.core.rulebook import KnobError
from tactica.envs.engine.game import Game
from tactica.experiments.cli import app
from tactica.experiments.fuzz import fuzz

KNOB = "orders.speed.speed_dice"
OTHER = {KNOB: 1}
NAMED = "toybook/alliance"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments, expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return " ".join(result.output.split())


def speed_dice(books):
    return {int(number) for number in books["speed_dice"]}


def books_of(made):
    """The rulebooks a face plays by."""
    for path in (
        "pool",
        "batch.pool",
        "game.pool",
        "table.game.pool",
        "unwrapped.batch.pool",
        "unwrapped.table.game.pool",
    ):
        found = made
        for name in path.split("."):
            found = getattr(found, name, None)
        if found is not None:
            return found.books
    raise AssertionError(f"no books in {made}")


def sb3_vec(*arguments, **more):
    """For Stable-Baselines3, where that is installed."""
    pytest.importorskip("stable_baselines3", reason="needs tactica[train]")
    from tactica.envs.apis.sb3 import make_sb3_vec

    return make_sb3_vec(*arguments, **more)


FACES = {
    "make": lambda **more: tactica.make(NAMED, **more),
    "make_vec": lambda **more: tactica.make_vec(NAMED, 2, **more),
    "aec": lambda **more: tactica.envs.aec(NAMED, raw=True, **more),
    "parallel": lambda **more: tactica.parallel(NAMED, **more),
    "make_sb3_vec": lambda **more: sb3_vec(NAMED, 2, **more),
    "sandbox": lambda **more: tactica.sandbox(NAMED, **more),
    "Game.of": lambda **more: Game.of("toybook", "alliance", **more),
    "pool": lambda **more: scenario.pool("toybook", "alliance", **more),
}


@pytest.mark.parametrize("face", FACES)
def test_every_face_plays_by_the_rules_it_is_given(face):
    plain = speed_dice(FACES[face]().books if face == "pool" else books_of(FACES[face]()))
    made = FACES[face](rules=OTHER)
    assert speed_dice(made.books if face == "pool" else books_of(made)) == {1} != plain
    with pytest.raises(KnobError, match=r"orders\.nothing"):
        FACES[face](rules={"orders.nothing": 1})


def test_whole_games_go_by_the_rules_they_are_given():
    one = tactica.play_games(NAMED, policies=("fierce", "fierce"), games=8, seed=1)
    two = tactica.play_games(NAMED, policies=("fierce", "fierce"), games=8, seed=1, rules=OTHER)
    assert (one.decisions != two.decisions).any() or (one.rounds != two.rounds).any() or (one.fired != two.fired).any()


def test_a_comparison_goes_by_the_rules_it_is_given():
    found = {
        number: tactica.compare("fierce", "charger", NAMED, max_pairs=8, rules={KNOB: number}).games_digest
        for number in (1, 3)
    }
    plain = tactica.compare("fierce", "charger", NAMED, max_pairs=8).games_digest
    assert found[3] == plain != found[1]  # the book says 3


def test_packed_starts_keep_their_rules():
    pool = scenario.pool("toybook", "alliance")
    with pytest.raises(ValueError, match="packed starts"):
        tactica.play_games("toybook", pool, rules=OTHER)


def test_rules_go_over_those_of_the_scenario():
    text = scenario.find("toybook", "banners").read_text() + "\nrules: {orders.speed.speed_dice: 4}\n"
    assert speed_dice(scenario.pool("toybook", text).books) == {4}
    assert speed_dice(scenario.pool("toybook", text, rules=OTHER).books) == {1}


# --- commands

PLAYING = [
    "battle", "fight", "why", "tournament", "compare", "bench-npc", "odds", "fuzz", "skill", "train", "bench", "scenarios show",
]  # fmt: skip


@pytest.mark.parametrize("command", PLAYING)
def test_every_command_that_plays_takes_rules_in_the_same_words(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    said = run(*command.split(), "--help")
    assert "--rule KNOB=VALUE Change a number or a ruling: clause.param=value" in said.replace("│", "")


def test_rules_says_with_what_its_rule_goes(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    said = run("rules", "--help").replace("│", "")
    assert "--rule KNOB=VALUE With --fired standard: change a number or a ruling: clause.param=value" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["battle", NAMED],
        ["odds", NAMED],
        ["why", NAMED, "-b", "charger"],
        ["tournament", "random", "fierce", "-s", NAMED],
        ["compare", "random", "fierce", "-s", NAMED],
        ["fuzz", "toybook"],
        ["skill", NAMED],
        ["bench", "toybook", "-s", "alliance"],
        ["rules", "toybook", "--fired", "standard"],
        ["scenarios", "show", NAMED],
        ["sweep", NAMED, "--between", "random", "fierce"],
    ],
)
def test_a_rule_that_is_none_is_an_error(arguments):
    assert "orders.nothing" in run(*arguments, "--rule", "orders.nothing=3", expect=2)
    assert "clause.param=value" in run(*arguments, "--rule", "orders", expect=2)


def test_a_tournament_keeps_its_rules_and_goes_on_by_them(tmp_path):
    toy = ["tournament", "random", "fierce", "-s", NAMED, "--pairs", 2, "--no-page"]
    said = run(*toy, "--rule", f"{KNOB}=1", "-o", "changed")
    assert f"{KNOB} = 1" in said
    run(*toy, "-o", "plain")
    manifests = {out: json.loads((tmp_path / out / "manifest.json").read_text()) for out in ("changed", "plain")}
    assert manifests["changed"]["overrides"] == OTHER and manifests["changed"]["id"] != manifests["plain"]["id"]
    assert manifests["changed"]["scenarios"][0]["content"] != manifests["plain"]["scenarios"][0]["content"]
    for file in (tmp_path / "changed" / "games").iterdir():
        file.unlink()
    run("tournament", "--resume", "changed", "--no-page")
    assert "leave out --rule" in run("tournament", "--resume", "changed", "--rule", f"{KNOB}=2", expect=2)


def test_fuzzing_goes_by_the_rules_it_is_given():
    plain = fuzz.fuzz("toybook", ["alliance"], decisions=150, seed=3)
    other = fuzz.fuzz("toybook", ["alliance"], decisions=150, seed=3, rules=OTHER)
    assert other.ok and (plain.games, plain.decisions, plain.legal) != (other.games, other.decisions, other.legal)


def test_training_keeps_the_rules_it_is_given_in_its_recipe(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib", reason="needs tactica[train]")
    from tactica.experiments.training import run as running

    begun = []
    monkeypatch.setattr(
        running.Run, "train", lambda self, progress: begun.append(self) or (_ for _ in ()).throw(KeyboardInterrupt)
    )
    recipe = (
        "ruleset: toybook\nscenarios: {alliance: 1}\nrules: {march.reach.rough_cost: 3}\nleague: {anchors: [fierce]}\n"
    )
    (tmp_path / "mine.yaml").write_text(recipe + "clone: null\n")
    run("train", "mine.yaml", "--out", "run", "--rule", f"{KNOB}=1", expect=130)
    assert begun[0].recipe.rules == {"march.reach.rough_cost": 3, **OTHER}
    assert running.Run.resume(tmp_path / "run").recipe.rules == begun[0].recipe.rules
    assert "--rule" in run("train", "--resume", "run", "--rule", f"{KNOB}=2", expect=2)
    assert "orders.nothing" in run("train", "mine.yaml", "--out", "other", "--rule", "orders.nothing=2", expect=2)


def test_measuring_goes_by_the_rules_it_is_given(monkeypatch):
    from tactica.experiments.bench import bench

    seen = []
    monkeypatch.setattr(bench, "measure", lambda *a, **k: seen.append(k["rules"]) or [])
    run("bench", "toybook", "-s", "alliance", "--rule", f"{KNOB}=1", "--json", "found.json")
    assert seen == [OTHER]


def test_every_measurement_plays_by_the_rules(monkeypatch):
    from tactica.experiments.bench import bench

    opened = []
    books = rulesets.get("toybook").rulebook.books

    def noted(sets):
        opened.extend(dict(one) for one in sets)
        return books(sets)

    monkeypatch.setattr(rulesets.get("toybook").rulebook, "books", noted)
    bench.measure("toybook", ["alliance"], seconds=0.01, cold=False, others=False, processes=False, rules=OTHER)
    assert opened and all(one.get(KNOB) == 1 for one in opened)


def test_a_count_of_clauses_goes_by_the_rules_of_the_tournament_it_is_of():
    from pathlib import Path

    from tactica.experiments.coverage import fired

    run("tournament", "random", "fierce", "-s", NAMED, "--pairs", 1, "--no-page", "-o", "t", "--rule", f"{KNOB}=1")
    sample = fired.of_tournament(Path("t"), "toybook", 1)
    assert sample.rules == OTHER and f"{KNOB} = 1" in str(sample)
    plain = [
        answers
        for _, _, answers in fired.answered(fired.Sample("toybook", ["alliance"], sample.pairings, 2, sample.seed))
    ]
    other = [
        answers
        for _, _, answers in fired.answered(
            fired.Sample("toybook", ["alliance"], sample.pairings, 2, sample.seed, OTHER)
        )
    ]
    assert plain != other
    assert "leave out --rule" in run("rules", "toybook", "--fired", "t", "--rule", f"{KNOB}=2", expect=2)
    assert "--fired" in run("rules", "toybook", "--rule", f"{KNOB}=2", expect=2)
