"""Parts of a tactics report: written between their marks by the commands that find them, and nothing else touched."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from pathlib import Path

import pytest
from test_suite import _elsewhere, run  # noqa: F401  (a fixture that is always used)

from tactica.envs import rulesets
from tactica.experiments.common import UserError
from tactica.experiments.laboratory import parts
from tactica.experiments.laboratory.shards import Player
from tactica.experiments.laboratory.showing import markdown_part
from tactica.experiments.laboratory.worth import playing, words
from tactica.experiments.laboratory.worth.finding import command_of, finding_of
from tactica.experiments.laboratory.worth.found import Answer, Worth
from tactica.experiments.laboratory.worth.judging import Judged, rating

TOY = "toybook/alliance"
SHIPPED = Path(__file__).resolve().parents[2] / "experiments" / "reports"
BEFORE = "# Tactics for toybook/alliance\n\n## What options are worth\n\n"
BEHIND = "\n\n## What matters in the rules\n\n<!-- matter -->\nNot measured yet.\n<!-- end of matter -->\nThe end.\n"


@pytest.fixture
def report(tmp_path):
    file = tmp_path / "toy.md"
    file.write_text(f"{BEFORE}<!-- worth -->\n{parts.NOT_YET}\n<!-- end of worth -->{BEHIND}")
    return file


def asked_again(text, name, out):
    """The command in a part, with another folder."""
    line = next(line for line in text.splitlines() if line.startswith(f"`tactica {name}"))
    return [*shlex.split(line.split("`")[1])[1:], "--out", out]


def question_of(folder):
    return json.loads((Path(folder) / "manifest.json").read_text())["id"]


# --- the marks


def test_a_part_is_put_in_and_all_else_stays(report):
    parts.put_part(report, "worth", "  Much.\n\n")
    assert report.read_text() == f"{BEFORE}<!-- worth -->\nMuch.\n<!-- end of worth -->{BEHIND}"
    parts.put_part(report, "matter", "Little.")
    assert parts.kept_parts(report) == {"worth": "Much.\n", "matter": "Little.\n"}
    assert report.read_text().endswith("<!-- end of matter -->\nThe end.\n")


def test_a_report_that_is_not_there_or_is_something_else_is_refused(report, tmp_path):
    with pytest.raises(UserError, match=r"no such report; make it first: tactica discover \.\.\. --report"):
        parts.check_report(tmp_path / "none.md", "worth")
    with pytest.raises(UserError, match=r"no <!-- broken --> \.\.\. <!-- end of broken --> in it.*tactica discover"):
        parts.put_part(report, "broken", "All.")
    with pytest.raises(UserError, match="it is a folder"):
        parts.check_report(tmp_path, "worth")
    report.write_text(report.read_text().replace("<!-- end of worth -->", ""))
    with pytest.raises(UserError, match="tactica discover"):
        parts.check_report(report, "worth")
    report.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="cannot be read"):
        parts.check_report(report, "worth")


def test_every_player_has_an_entry_of_its_own():
    inner = parts.with_entry(f"{parts.NOT_YET}\n", "guardian", "one")
    assert inner == "### guardian\n\none"
    inner = parts.with_entry(f"{inner}\n", "charger", "two")
    assert inner == "### guardian\n\none\n\n### charger\n\ntwo"
    assert parts.with_entry(f"{inner}\n", "guardian", "three") == "### guardian\n\nthree\n\n### charger\n\ntwo"


def test_an_entry_without_a_heading_is_of_the_player_in_its_command():
    inner = "`tactica worth wfrp1/small --player guardian --pairs 500`, then:\n\n| a |\n"
    assert parts.with_entry(inner, "guardian", "new") == "### guardian\n\nnew"
    both = parts.with_entry(inner, "charger", "new")
    assert both == f"### guardian\n\n{inner.strip()}\n\n### charger\n\nnew"


def test_no_name_ends_a_cell_or_a_part():
    assert parts.written("a|b\n<!-- end of worth -->") == "a\\|b &lt;!-- end of worth -->"


def test_the_reports_that_ship_have_all_marks():
    files = sorted(SHIPPED.glob("*.md"))
    assert files
    for file in files:
        assert parts.kept_parts(file).keys() == parts.PLACES.keys(), file


# --- what options are worth


def judged(worth, p=1e-9):
    return Judged(worth, worth - 5, worth + 5, p, 2.5, 100, 100, 1.0)


def answer(name, verdict, first=None, again=None, kind="option"):
    return Answer(name, kind, first=first, again=again, verdict=verdict)


def question(player="guardian", **more):
    return playing.ask(TOY, player, **{"pairs": 60, **more})


def text_of(worth, asked):
    return markdown_part(finding_of(worth, {}, asked))


def found(*answers):
    return Worth("toybook", "alliance", "guardian", "", {}, 60, list(answers), 250)


def test_what_is_sure_stands_in_the_table_as_fresh_dice_have_it():
    text = text_of(
        found(
            answer("strike", "needed", judged(300), judged(200)),
            answer("guard", "not confirmed", judged(70), judged(3)),
            answer("march", "not significant", judged(-4, 0.5)),
            answer("hold", "never chosen"),
            answer("strike: 2", "gain", judged(40), judged(30), "nudge"),
        ),
        question(kinds=["forbid", "encourage"]),
    )
    assert text.startswith("`tactica worth toybook/alliance --player guardian --encourage --pairs 60`, ")
    assert f", rules {rulesets.get('toybook').rules_hash}: 4 questions. " in text
    assert "| strike | +200 (+195 to +205) | needed |" in text and "+300" not in text
    assert "| weight or doctrine | worth in rating points (95 %) | verdict |" in text
    assert "| strike: 2 | +30 (+25 to +35) | gain |" in text
    assert "but not on fresh dice: `guard` (+3, \N{MINUS SIGN}2 to +8)." in text and "+70" not in text
    alone = "Not significant after correcting for 4 questions, each interval for one alone"
    assert f"{alone}: `march` (\N{MINUS SIGN}4, \N{MINUS SIGN}9 to +1)." in text
    assert "forbidding it changes nothing: `hold`." in text
    smallest = answer("march", "not significant", judged(-4, 0.5)).smallest
    assert f"an effect of {smallest:.0f} rating points would have been found 8 times out of 10" in text


def test_every_kind_of_question_has_a_table_of_its_own():
    kinds = {kind: column for _, kinds, _, column in words.GROUPS for kind in kinds}
    for kind, column in kinds.items():
        text = text_of(found(answer("strike", "needed", judged(300), judged(200), kind)), question())
        assert f"| {column} | worth in rating points (95 %) | verdict |" in text


def test_an_effect_beyond_what_the_games_can_measure_has_one_bound():
    """Of a player that won every game it is known only how much stronger it is at least."""
    most = rating(1.0, 60)
    for sign, said in ((1, "at least +400"), (-1, "at most \N{MINUS SIGN}400")):
        low, high = sorted((sign * 400.0, sign * most))
        one = dataclasses.replace(judged(sign * most), low=low, high=high, pairs=60)
        assert words.effect_text(one) == words.worth_text(one) == said and words.interval_text(one) == ""
    assert words.effect_text(dataclasses.replace(judged(300), pairs=60)) == "+300 (+295 to +305)"


def test_where_nothing_is_sure_that_is_said():
    assert "No significant effect was found." in text_of(
        found(answer("march", "not significant", judged(1, 0.9))), question()
    )


def test_the_command_has_every_setting_that_was_asked_for(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("name: own\nabout: Of nobody else.\nintents: {strike: 3}\n")
    asked = question(
        str(file), options=["strike", "march+hold"], kinds=["items"], against="charger", nudge=0.5, seed=7, starts=9,
        rules={"clash.target.reach_cells": 2},
    )  # fmt: skip
    assert command_of(asked) == (
        "`tactica worth toybook/alliance --player own.yaml --option strike --option march+hold --items --no-options --against "
        "charger --pairs 60 --nudge 0.5 --rule clash.target.reach_cells=2 --seed 7`"
    )
    assert parts.spec_of(Player("bot", "/home/somebody/here/bot.py:bot")) == "bot.py:bot"
    assert parts.spec_of(Player("bot", "search:20")) == "search:20"


def test_players_stand_below_each_other_in_a_report(report):
    one, asked = found(answer("strike", "needed", judged(300), judged(200))), question()
    parts.put_entry(report, "worth", "guardian", text_of(one, asked))
    one.player = "charger"
    parts.put_entry(report, "worth", "charger", text_of(one, question("charger")))
    inner = parts.kept_parts(report)["worth"]
    assert inner.index("### guardian\n") < inner.index("### charger\n") and inner.count("| strike |") == 2
    parts.put_entry(report, "worth", "charger", text_of(one, question("charger")))
    assert parts.kept_parts(report)["worth"] == inner


@pytest.mark.compiled_only
def test_worth_writes_its_part_and_the_command_in_it_asks_the_same(report):
    arguments = (
        "worth",
        TOY,
        "--player",
        "berserker",
        "--option",
        "strike",
        "--option",
        "guard",
        "-n",
        "40",
        "--seed",
        "3",
    )
    run(*arguments, "--out", "here", "--report", "toy.md")
    text = report.read_text()
    assert (
        text.startswith(BEFORE)
        and text.endswith(BEHIND)
        and "### berserker" in text
        and re.search(r"\| strike \| (at least )?\+\d", text)
    )
    run("worth", "--resume", "here", "--report", "toy.md")
    assert report.read_text() == text
    run(*asked_again(text, "worth", "again"))
    assert question_of("again") == question_of("here")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("worth", TOY, "--report", "none.md"), "make it first: tactica discover"),
        (("worth", TOY, "--rosters", "--report", "toy.md"), "leave out --report"),
        (("worth", TOY, "--list", "--report", "toy.md"), "leave out --report"),
        (("worth", TOY, "--list", "--option", "strike", "--pairs", "6"), "leave out --option, --pairs"),
        (("matter", TOY, "--report", "none.md"), "make it first: tactica discover"),
    ],
)
def test_a_wrong_report_is_refused_before_anything_is_played(arguments, words, report, monkeypatch):
    monkeypatch.setattr("tactica.experiments.laboratory.running.play", lambda shard: pytest.fail("played"))
    assert words in run(*arguments, expect=2)


# --- what matters


def test_matter_writes_its_part_and_the_command_in_it_asks_the_same(report):
    pytest.importorskip("SALib", reason="the extra `lab` is not installed")
    run(
        "matter", TOY, "--only", "clash.*", "--only", "orders.*", "--screen", "10", "--trajectories", "3", "-n", "6",
        "--judge", "20", "--strongest", "3", "--samples", "4", "-o", "run", "--report", "toy.md", "--json", "found.json",
    )  # fmt: skip
    text, finding = report.read_text(), json.loads(Path("found.json").read_text())
    inner = parts.kept_parts(report)["matter"]
    assert text.startswith(BEFORE) and text.endswith("<!-- end of matter -->\nThe end.\n")
    assert parts.kept_parts(report)["worth"] == f"{parts.NOT_YET}\n"
    rows = [line for line in inner.splitlines() if line.startswith("| `")]
    assert {row.split("`")[1] for row in rows} == set(finding["confirmed"]) == {"clash.target.reach_cells"}
    assert all("**" in row for row in rows) and "| the book |" in inner
    assert (
        f"{len(finding['idle'])} of {finding['knobs']} knobs changed none of 10 pairs of games with the same dice"
        in inner
    )
    assert "Sobol indices need two knobs" in inner
    run(*asked_again(inner, "matter", "again"))
    assert question_of("again") == question_of("run")


def test_the_largest_effect_is_the_largest_in_size_and_options_come_before_intents():
    """A loss of 90 is larger than a gain of 40; an intent is no option of the rulebook."""
    few = found(
        answer("march", "not significant", judged(40, 0.5)),
        answer("guard", "not significant", judged(-90, 0.5)),
        answer("wait", "not significant", judged(300, 0.5), kind="intent"),
    )
    assert "The largest seen is guard, \N{MINUS SIGN}90 rating points" in words.answer_of(few)
    assert [one.name for one in words.ordered(few.answers)] == ["march", "guard", "wait"]
    group = found(
        answer("wait", "needed", judged(300), judged(200), kind="group"), answer("march", "gain", judged(9), judged(8))
    )
    assert "is all options of the group 'wait', +200 rating points" in words.answer_of(group)
    assert words.answer_of(group).endswith("2 of 2 effects are significant.")
    dead = found(answer("dead", "harms the unit", judged(-38), judged(-38), kind="status"))
    assert words.answer_of(dead).startswith("Dead: this status costs a side most, \N{MINUS SIGN}38 rating points")
