"""``tactica benchmark``: tasks from one strict file, results that repeat to the digit, refusals, tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)

import tactica.agents.examples
from tactica.envs.scenario import ScenarioError
from tactica.envs.scenario.files import schema_of
from tactica.experiments.benchmark import page, tasks
from tactica.experiments.benchmark.result import read
from tactica.experiments.common import UserError
from tactica.experiments.sealing import sealed
from tactica.experiments.statistics import bootstrap, iqm, mean_score, scores_of

EXAMPLE = Path(tactica.agents.examples.__file__).parent / "benchmark_agent.py"
KNOB = "cards.play.might_dice"
TOY = """\
version: toy
seed: 3
frames: [1000]
kinds:
  alliance: {asks: Win., scenarios: [alliance], pairs: 3, search_pairs: 1}
  other: {asks: Win elsewhere., train_on: [alliance], scenarios: [banners, alliance], pairs: 2, search_pairs: 1}
  house-rules: {asks: Other rules., scenarios: [alliance], pairs: 1, search_pairs: 1, changes_rules: true}
rulesets:
  toybook:
    field: [random, fierce, "search:2"]
    training: [guardian]
    house_rules: [{cards.play.might_dice: 2}]
books: {asks: All books., of: alliance}
"""


@pytest.fixture
def toy(tmp_path):
    file = tmp_path / "toy.yaml"
    file.write_text(TOY)
    return file


def entered(toy, *words, task="toybook/alliance", agent="fierce", expect=0):
    return run("benchmark", "run", task, "--suite", toy, "--agent", agent, *words, expect=expect)


def forged(file, change):
    """A result with a change, under a checksum that fits."""
    found = json.loads(file.read_text())
    change(found)
    file.write_text(json.dumps(sealed({key: one for key, one in found.items() if key != "checksum"})))


# --- tasks


def test_the_version_that_ships_is_whole_and_fits_its_schema():
    found = tasks.load()
    slugs = ["wfrp1", "heimr", "woin", "owh", "tow"]
    kinds = ["small", "contest", "standard", "rosters", "house-rules"]
    assert found.names == [*(f"{slug}/{kind}" for slug in slugs for kind in kinds), "books"]
    jsonschema.validate(yaml.safe_load((tasks.FOLDER / "v1.yaml").read_text()), schema_of(tasks.TasksModel))
    for task in found.all():
        assert all("search:50" in part.opponents and len(part.opponents) == 5 for part in task.parts)
        assert not set(task.training) & {
            one for part in task.parts if len(task.rulesets) == 1 for one in part.opponents
        }
    assert len({task.content for task in found.all()}) == len(found.names)


@pytest.mark.compiled_only
def test_opponents_and_house_rules_of_a_task_that_ships_exist():
    found = tasks.load()
    names = [part.name for part in found.task("wfrp1/house-rules").parts]
    assert names[0] == "wfrp1, parry.shield.shield_parry_bonus=0" and len(names) == 5


def test_a_content_hash_leaves_words_out(toy):
    before = tasks.load(str(toy)).task("toybook/alliance").content
    toy.write_text(toy.read_text().replace("Win.", "Win it."))
    assert tasks.load(str(toy)).task("toybook/alliance").content == before
    toy.write_text(toy.read_text().replace("seed: 3", "seed: 4"))
    assert tasks.load(str(toy)).task("toybook/alliance").content != before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seed: 3", "sed: 3", r"toy\.yaml:2: sed: unknown key 'sed' \(did you mean 'seed'\?\)"),
        (
            "[alliance], pairs: 3",
            "[aliance], pairs: 3",
            r"toy\.yaml:5: .*unknown scenario of toybook 'aliance'.*alliance",
        ),
        ("  toybook:", "  toybok:", r"toy\.yaml:9: .*unknown ruleset 'toybok'"),
        ("of: alliance", "of: house-rules", r"toy\.yaml:13: books\.of: unknown kind"),
        ("fierce,", "firce,", r"toy\.yaml:10: .*did you mean 'fierce'"),
        ("fierce,", "random,", r"toy\.yaml:10: .*random is listed twice"),
        ("fierce,", "net.safetensors,", r"toy\.yaml:10: .*is a file; allowed: behaviours that ship"),
        ("[guardian]", "[fierce]", r"toy\.yaml:11: .*fierce is in the field"),
        ("house_rules: [{", "house_rules: [{no.such.knob: 1}, {", r"toy\.yaml:12: .*no\.such"),
    ],
)
def test_mistakes_are_shown_with_file_and_line(toy, old, new, words):
    assert old in toy.read_text()
    toy.write_text(toy.read_text().replace(old, new))
    with pytest.raises(ScenarioError) as caught:
        tasks.load(str(toy)).task("toybook/alliance")
    assert re.search(words, str(caught.value)), caught.value


def test_unknown_tasks_versions_and_budgets_say_what_is_allowed(toy):
    said = entered(toy, task="toybook/aliance", expect=2)
    assert "did you mean 'toybook/alliance'" in said and "allowed: toybook/alliance, toybook/other" in said
    assert "; write toybook/alliance; allowed: " in entered(toy, task="alliance", expect=2)
    assert "allowed: v1" in run("benchmark", "list", "--suite", "v9", expect=2)
    assert "--frames 5: allowed: 0, 1000" in entered(toy, "--frames", 5, expect=2)
    assert "name it with --method" in entered(toy, "--agent", "random", expect=2)
    assert "listed twice" in entered(toy, "--agent", "fierce", "--method", "two", expect=2)
    assert "no such file" in entered(toy, agent="none.py:X", expect=2)


def test_the_list(toy):
    said = run("benchmark", "list", "--suite", toy)
    assert "toybook/house-rules" in said and "Win elsewhere." in said and "books" in said
    run("benchmark", "list", "--suite", toy, "--json", "list.json")
    found = json.loads(Path("list.json").read_text())
    assert found[0]["task"] == "toybook/alliance" and found[1]["train_on"] == ["toybook/alliance"]


# --- run, repeat, report


@pytest.mark.both_engines
def test_a_row_repeats_to_the_digit_and_a_changed_number_is_noticed(toy, tmp_path):
    said = entered(toy, "--json", "fierce.json")
    assert re.search(
        r"fierce takes [\d.]+% of the points \(95 % CI .*from the field of toybook/alliance\. Its worst", said
    )
    assert "A player that does nothing takes" in said and "search:2" in said and "idle" in said
    file = tmp_path / "fierce.json"
    found = read(file)
    assert [met.opponent for met in found.agents[0].met] == ["random", "fierce", "search:2"]
    assert [met.pairs for met in found.agents[0].met] == [3, 3, 1] and found.frames == 0 and not found.trial
    assert "The same 20 games as recorded" in run("benchmark", "repeat", file, "--json", "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    text = file.read_text()
    file.write_text(text.replace('"draws": 0', '"draws": 1', 1).replace('"pairs": 3', '"pairs": 4', 1))
    for command in ("repeat", "report"):
        assert "its checksum does not match" in run("benchmark", command, file, expect=2)
    file.write_text(text)
    forged(file, lambda one: one["agents"][0]["met"][0].update(points=0.123))
    assert "do not follow from its pairs" in run("benchmark", "report", file, expect=2)
    file.write_text(text)
    forged(file, lambda one: one["agents"][0]["met"][0].update(low=0.123))
    assert "Not as recorded" in run("benchmark", "repeat", file, expect=1)


def test_ctrl_c_says_whether_the_same_command_continues(toy, tmp_path, monkeypatch):
    entered(toy, "--json", "fierce.json")

    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("tactica.experiments.benchmark.playing.play", stopped)
    assert "no game is saved" in run("benchmark", "repeat", "fierce.json", expect=130)
    said = entered(toy, "--out", "played", expect=130)
    assert "the games so far are in played; to continue: the same command" in said


def test_a_trial_is_marked_and_refused(toy):
    for words in (("--pairs", 1), ("--seed", 8)):
        said = entered(toy, *words, "--json", "trial.json")
        assert "This is a trial and cannot enter the table" in said
        assert "is a trial" in run("benchmark", "report", "trial.json", expect=2)
    assert "The same" in run("benchmark", "repeat", "trial.json")
    forged(Path("trial.json"), lambda one: one.update(trial=""))  # what it says about itself is not believed
    assert "was not played as toybook/alliance" in run("benchmark", "report", "trial.json", expect=2)


def test_an_agent_in_a_short_file_enters_the_table_by_one_command(toy, tmp_path):
    assert len(EXAMPLE.read_text().splitlines()) < 40
    entered(toy, "--json", "eager.json", agent=f"{EXAMPLE}:Eager", task="books")
    said = run("benchmark", "report", "eager.json", "--json", "tables.json")
    assert "books, toy" in said and "eager" in said and "not declared" in said
    text = (tmp_path / "runs" / "benchmark" / "benchmark.md").read_text()
    assert "| eager | " in text and "### books, toy" in text
    assert "<td>eager</td>" in (tmp_path / "runs" / "benchmark" / "benchmark.html").read_text()
    (row,) = json.loads((tmp_path / "tables.json").read_text())
    assert row["iqm"]["low"] <= row["iqm"]["points"] <= row["iqm"]["high"] and row["seeds"] == 1


def test_training_seeds_of_a_method_make_one_row(toy):
    entered(toy, "--agent", "random", "--method", "two", "--frames", 1000, "--json", "two.json", task="toybook/other")
    entered(toy, "--json", "one.json", task="toybook/other")
    found = page.read_all([Path("two.json"), Path("one.json")])
    assert found[0].counts.shape == (2, 3, 2, 5) and found[0].scores.shape == (2, 3)
    rows = {row[0]: row for row in page.rows_of(found)}
    assert rows["two"][-2:] == ("1,000", "2") and rows["fierce"][-2:] == ("none", "1")
    with pytest.raises(UserError, match="already"):
        page.read_all([Path("one.json"), Path("one.json")])


def test_house_rules_are_parts(toy):
    entered(toy, "--json", "found.json", task="toybook/house-rules")
    assert {met.part for met in read(Path("found.json")).agents[0].met} == {f"toybook, {KNOB}=2"}


def test_a_changed_player_or_task_is_refused(toy, tmp_path):
    (tmp_path / "mine.py").write_text(EXAMPLE.read_text())
    entered(toy, "--json", "mine.json", agent="mine.py:Eager")
    (tmp_path / "mine.py").write_text(EXAMPLE.read_text() + "\n")
    assert "eager has changed since" in run("benchmark", "repeat", "mine.json", expect=2)
    (tmp_path / "mine.py").write_text(EXAMPLE.read_text())
    forged(tmp_path / "mine.json", lambda one: one["rules"].update(toybook="0" * 16))
    said = run("benchmark", "repeat", "mine.json")
    assert "toybook: rules or players have changed since" in said and "The same" in said
    old = page.read_all([tmp_path / "mine.json"])
    assert "other rules than those installed" in page.markdown(old)
    assert "### alliance (Three Banners, a toy ruleset), toy, older rules\n" in page.markdown(old)
    assert "<h2>alliance (Three Banners, a toy ruleset), toy, older rules</h2>" in page.page(old)
    toy.write_text(toy.read_text().replace("seed: 3", "seed: 4"))
    assert "the task toybook/alliance has changed since" in run("benchmark", "repeat", "mine.json", expect=2)


@pytest.mark.parametrize("file", sorted(page.SHIPPED.glob("*.json")), ids=lambda file: file.stem)
def test_results_that_ship_belong_to_tasks_that_ship(file):
    (found,) = page.read_all([file])
    assert found.content == {task.name: task.content for task in tasks.load(found.tasks).all()}[found.task]
    files = [Path(one.spec.rpartition(":")[0]) for one in found.agents if ".py:" in one.spec]
    assert all(one.is_file() and one.is_relative_to(page.SHIPPED.parents[2]) for one in files), files


# --- statistics


def test_the_interquartile_mean_is_that_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(1)
    for shape in ((1, 5), (5, 5), (3, 7), (2, 1)):
        scores = rng.random(shape)
        assert iqm(scores) == pytest.approx(stats.trim_mean(scores, 0.25, axis=None))


def test_the_bootstrap_covers_games_and_seeds():
    counts = np.zeros((1, 2, 1, 5), np.int64)
    counts[..., 0] = counts[..., 4] = 50
    assert scores_of(counts).tolist() == [[0.5, 0.5]]
    low, high = bootstrap(counts, mean_score)
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(200), rel=0.15)
    certain = np.zeros((4, 2, 1, 5), np.int64)
    certain[:2, ..., 0] = certain[2:, ..., 4] = 1000  # games are certain; training seeds are not
    low, high = bootstrap(certain, mean_score)
    assert (low, high) == pytest.approx((0, 1), abs=0.01)
    lost = np.zeros((1, 5, 2, 5), np.int64)
    lost[..., 0] = 100  # no win in 1,000 pairs is not certainty
    low, high = bootstrap(lost, mean_score)
    assert low == 0 and 0.001 < high < 0.01
