"""One scenario fought many times: counts, intervals, rules compared battle by battle, processes, and what is said and written."""

from __future__ import annotations

import json
import re
import threading

import numpy as np
import pytest
from typer.testing import CliRunner

import tactica
from tactica.envs import rulesets
from tactica.envs.engine.pools import EVALUATION_SEEDS
from tactica.envs.scenario import load, pool
from tactica.experiments.cli import app
from tactica.experiments.fighting import Battles, FightSetup, Fought, battles_of, usual_opponent
from tactica.experiments.fighting import playing as fighting
from tactica.experiments.fighting.differences import HEADS, difference_rows
from tactica.experiments.fighting.page import page_of
from tactica.experiments.fighting.result import interval_text, number_text, share_text
from tactica.experiments.statistics import normal_quantile, wilson_interval

KNOB = "orders.speed.speed_dice"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words, expect=0):
    result = CliRunner().invoke(app, ["fight", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return result


def setup(name="banners", players=("fierce", "random"), **given):
    """Battles of the toy rules."""
    scenario = load(name, "toybook")
    wanted = [players[min(side, len(players) - 1)] for side in range(len(scenario.sides))]
    return FightSetup(scenario, tuple(wanted), **given)


def same(one, other):
    """Whether two sets of battles are the same, in everything."""
    arrays = [name for name in vars(one) if name != "reasons"]
    return all((getattr(one, name) == getattr(other, name)).all() for name in arrays) and one.reasons == other.reasons


def made(winners, rounds=None, rows=None, endings=None, plain=None, **more):
    """A result of the toy rules with battles that went as is said: the winner of each, -1 drawn."""
    winners, n = np.array(winners), len(winners)
    ranks = np.where(winners[:, None] == np.arange(2), 1, 2)
    ranks[winners < 0] = 1
    whole = np.ones((n, 2), np.int64)
    won = (winners[:, None] == np.arange(2)).astype(np.int64)
    battles = Battles(
        np.arange(n), np.zeros(n, np.int64) if rows is None else np.array(rows), ranks, won,
        np.full(n, 1) if endings is None else np.array(endings), np.arange(n) if rounds is None else np.array(rounds),
        np.zeros(n, np.int64), 2 * whole, whole, 0 * whole, 3 * whole, 12 * whole, {},
    )  # fmt: skip
    return Fought(setup("deploying", ("fierce", "random"), **more), battles, plain)


# --- battles


def test_battles_are_whole_games_with_seats_as_they_are():
    """The same as play_games says with the starts and seeds of evaluations."""
    found = battles_of([setup(seed=3)], 25)[0]
    results = tactica.play_games(
        "toybook", pool("toybook", load("banners", "toybook"), n=1, seed=3, split="eval"), policies=("fierce", "random"),
        games=25, seed=EVALUATION_SEEDS | 3, keyed=True,
    )  # fmt: skip
    assert found.numbers.tolist() == list(range(25))
    assert (found.rounds == results.rounds).all() and (found.endings == results.endings).all()
    assert found.won.sum(0).tolist() == results.wins.tolist()[: found.won.shape[1]]
    assert int(found.drawn.sum()) == results.draws


def test_how_battles_are_cut_into_parts_changes_nothing(monkeypatch):
    whole = battles_of([setup(players=("random",), seed=1)], 24)[0]
    monkeypatch.setattr(fighting, "AT_ONCE", 5)
    assert same(whole, battles_of([setup(players=("random",), seed=1)], 24)[0])


@pytest.mark.compiled_only
def test_processes_change_nothing():
    scenario = load("tiny", "wfrp1")
    one = FightSetup(scenario, ("charge", "shoot"), 2)
    assert same(battles_of([one], 50)[0], battles_of([one], 50, jobs=2)[0])


def test_rows_standing_and_health_are_those_of_the_last_position():
    found = battles_of([setup("deploying", ("fierce", "random"))], 40)[0]
    assert (found.standing <= found.units).all() and (found.health <= found.health_max).all()
    assert ((found.health == 0) | (found.standing > 0)).all()
    last = found.endings == rulesets.get("toybook").book.vocab.endings.LAST_STANDING
    assert (
        last.any() and ((found.standing[last] > 0) <= (found.won[last] > 0)).all() and found.standing[last].any(1).all()
    )


@pytest.mark.parametrize(
    ("ranks", "won"),
    [
        ([1, 2, 3], [1, 0, 0]),
        ([2, 1, 1], [0, 1, 1]),
        ([1, 1, 3], [0, 0, 0]),
        ([1, 1, 1], [0, 0, 0]),
        ([3, 2, 1], [0, 0, 1]),
    ],
)
def test_friends_win_together_and_enemies_draw(ranks, won):
    allied = np.array([[True, False, False], [False, True, True], [False, True, True]])
    assert fighting.won_by(np.array([ranks]), allied).tolist() == [won]


@pytest.mark.parametrize("slug", ["heimr", "owh", "wfrp1", "woin"])
def test_who_wins_is_left_standing(slug):
    """By the rules of the book: in wfrp1 a unit without wounds left fights on."""
    (found,) = battles_of([FightSetup(load("tiny", slug), ("guardian", "guardian"))], 60)
    won, standing = found.won > 0, found.standing > 0
    assert won.any(1).sum() >= 20 and (won <= standing).all()
    assert (standing[won.any(1)].sum(1) == 1).mean() > 0.9, "the other side is out of the fight, but at a round limit"


def test_a_stop_leaves_the_battles_that_were_played():
    stop = threading.Event()
    both = battles_of([setup(), setup(rules={KNOB: 1})], 200, stop=stop, tell=lambda more: stop.set())
    assert [len(one) for one in both] == [0, 0]  # the second setup has none yet, so there is nothing to compare
    stop, heard = threading.Event(), []

    def hear(more):
        heard.append(more)
        if len(heard) == 3:
            stop.set()

    both = battles_of([setup(), setup(rules={KNOB: 1})], 200, stop=stop, tell=hear)
    assert len(both[0]) == len(both[1]) == heard[0] < 200
    assert same(both[0], battles_of([setup()], 200)[0].first(len(both[0])))


def test_time_that_is_over_leaves_the_battles_that_were_played():
    assert 0 < len(battles_of([setup()], 500, seconds=0.0)[0]) < 500


# --- results


def test_shares_have_wilson_s_interval():
    found = made([0] * 60 + [1] * 30 + [-1] * 10)
    assert [one.value for one in found.wins] == [0.6, 0.3] and found.drawn.value == 0.1
    low, high = wilson_interval(0.6, 100, normal_quantile(0.95))
    assert found.wins[0].low == pytest.approx(low, abs=0.01) and found.wins[0].high == pytest.approx(high, abs=0.01)


def test_repetitions_count_once():
    found = made([0] * 50, rounds=[4] * 50)
    assert found.distinct == 1 and (found.wins[0].low, found.wins[0].high) == (0.0, 1.0)
    assert "went the same way" in found.answer


def test_the_answer_names_shares_intervals_and_why_battles_are_drawn():
    found = made([0] * 60 + [1] * 30 + [-1] * 10, endings=[1] * 90 + [3] * 10)
    assert re.fullmatch(
        r"\w+ \(.*fierce\) wins 60 % of 100 battles \(95 % CI \d+ to \d+\), \w+ \(.*random\) 30 % \(\d+ to \d+\), and 10 % "
        r"are drawn \(.*\)\. \w+ leads by 30 percentage points \(95 % CI \d+ to \d+\)\.",
        found.answer,
    )
    close = made([0, 1] * 20).answer
    assert "no battle is drawn. Neither side is clearly favoured; more battles may show a lead." in close.replace(
        "and ", ""
    )


@pytest.mark.parametrize("winners", [[0] * 50, [0] * 49 + [1], [0] * 30 + [1] * 20])
def test_without_draws_the_lead_is_as_certain_as_the_share(winners):
    found = made(winners)
    share, lead = found.wins[0], found.lead
    ends = (2 * share.value - 1, 2 * share.low - 1, 2 * share.high - 1)
    assert (lead.value, lead.low, lead.high) == pytest.approx(ends)


def test_battles_that_a_rule_does_not_change_differ_by_nothing():
    found = made([0] * 30 + [1] * 10, plain=made([0] * 30 + [1] * 10).battles, rules={KNOB: 1})
    assert {(line.difference.low, line.difference.value, line.difference.high) for line in found.lines} == {(0, 0, 0)}


def test_endings_rounds_and_units_left_are_counted():
    found = made([0, 1, -1, 0], endings=[1, 1, 3, 1], rounds=[2, 2, 9, 5])
    words = {sum(won) + drawn: (won, drawn) for _, won, drawn in found.endings}
    assert words == {3: ([2, 1], 0), 1: ([0, 0], 1)}
    assert found.quartiles == (2, 2, 5)
    assert [(first, last, count) for first, last, count in found.histogram if count] == [
        (2, 2, 2),
        (5, 5, 1),
        (9, 9, 1),
    ]
    assert found.left(0) == [(1, 4)]
    long = made([0] * 3, rounds=[1, 30, 60])
    assert len(long.histogram) <= 12 and sum(count for _, _, count in long.histogram) == 3
    assert long.histogram[0][0] == 1 and long.histogram[-1][1] == 60


def test_a_rule_is_compared_battle_by_battle():
    without = made([0] * 50 + [1] * 50).battles
    changed = made([0] * 70 + [1] * 30, plain=without, rules={KNOB: 1})
    line = changed.line(f"{changed.colours[0]}.wins")
    assert (line.plain.value, line.value.value) == (0.5, 0.7) and line.difference.value == pytest.approx(0.2)
    assert line.difference.low > 0 and int(changed.changed.sum()) == 20
    alone = line.value.high - line.value.low
    assert line.difference.high - line.difference.low < alone  # what chance gives to both cancels
    assert "instead of 50.0 %: +20.0 points" in changed.answer and f"With {KNOB} = 1" in changed.answer
    assert "changed nothing here" in made([0, 1] * 20, plain=made([0, 1] * 20).battles, rules={KNOB: 1}).answer
    own = rulesets.get("toybook").rulebook.knob(KNOB).default
    assert "holds here without --rule" in made([0, 1] * 20, plain=made([0, 1] * 20).battles, rules={KNOB: own}).answer
    little = made([0, 1] * 20 + [0], plain=made([0, 1] * 20 + [1]).battles, rules={KNOB: 1}).answer
    assert "No significant effect on who wins; 41 battles would usually (8 times out of 10) show" in little
    assert little.endswith("The rule changes the course of 2 % of them.")


def test_too_few_battles_to_say_are_no_numbers():
    """All battles alike count as one: the difference has no interval."""
    alone = made([0], plain=made([1]).battles, rules={KNOB: 1})
    assert "nan" not in alone.answer and "(95 % CI unknown). They count as one battle" in alone.answer
    assert "nan" not in page_of(alone).lower() and "unknown" in page_of(alone)


def test_a_rule_that_changes_only_how_long_battles_last_says_so():
    without = made([0, 1] * 50, rounds=[4, 5] * 50).battles
    answer = made([0, 1] * 50, rounds=[6, 7] * 25 + [6, 8] * 25, plain=without, rules={KNOB: 1}).answer
    assert "No significant effect on who wins" in answer and "Battles last 2.25 rounds longer (95 % CI +" in answer
    assert answer.endswith("The rule changes the course of 100 % of them.")


def test_wins_of_the_other_side_count_too():
    """Draws become wins of the second side."""
    without = made([0] * 40 + [-1] * 40 + [1] * 20).battles
    found = made([0] * 40 + [1] * 60, plain=without, rules={KNOB: 1})
    other = found.colours[1].capitalize()
    assert f"No significant effect on how often {found.colours[0]} wins" in found.answer
    assert f"{other} wins: +40.0 points (95 % CI" in found.answer and "Draws: \N{MINUS SIGN}40.0 points" in found.answer


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [(0.62, 0, "62"), (0.004, 0, "under 1"), (0.0, 0, "0"), (1.0, 0, "100"), (0.997, 0, "over 99"), (0.6214, 1, "62.1"),
     (0.0004, 1, "under 0.1")],
)  # fmt: skip
def test_shares_in_words(share, digits, text):
    assert share_text(share, digits) == text


def test_numbers_in_words():
    assert interval_text(0.591, 0.648) == "59 to 65" and interval_text(0.591, 0.648, 1) == "59.1 to 64.8"
    assert number_text(-1.256, sign=True) == "\N{MINUS SIGN}1.26" and number_text(0.001, sign=True) == "0.00"
    assert number_text(12.34) == "12.3"


# --- the command


def test_the_command_begins_with_the_answer():
    said = run("toybook/banners", "--red", "fierce", "--blue", "random", "--games", 40).stdout
    assert re.match(r"\w+ \(.*\) wins \d+ % of 40 battles \(95 % CI", said)
    for part in ("how battles end", "units left", "health left", "quartiles", "█", "battles in "):
        assert part in said


def test_defaults_are_the_usual_players():
    result = run("toybook/alliance", "--games", 2, "--json", "-")
    assert {side["player"] for side in json.loads(result.stdout)["sides"]} == {
        usual_opponent(load("alliance", "toybook").ruleset)
    }


def test_the_command_writes_what_it_says(tmp_path):
    said = run(
        "toybook/banners", "--games", 30, "--rule", f"{KNOB}=1", "--json", "x.json", "--html", "new/x.html"
    ).stdout
    found = json.loads((tmp_path / "x.json").read_text())
    assert said.startswith(found["answer"])
    assert found["battles"] == 30 and found["overrides"] == {KNOB: 1}
    assert sum(side["won"] for side in found["sides"]) <= 30
    assert sum(count for _, _, count in found["rounds"]["histogram"]) == 30
    page = (tmp_path / "new" / "x.html").read_text()
    assert found["answer"].split(",")[0] in page and "Without the rule and with it" in page
    assert "<!--" not in page.partition("<main>")[2] and "http" not in page.partition("<main>")[2]


def test_names_on_the_page_are_no_markup():
    found = made([0, 1, -1])
    found.players = ["<b>x</b>", "y"]
    assert "<b>x</b>" not in page_of(found) and "&lt;b&gt;x" in page_of(found)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["toybook/none"], "choose from:"),
        (["toybook/banners", "--red", "human"], "tactica battle or tactica play"),
        (["toybook/banners", "--red", "firce"], "did you mean 'fierce'"),
        (["toybook/banners", "--rule", "orders.sped=1"], "orders.sped"),
        (["toybook/banners", "--layout", "huge"], "--layout 'huge'"),
        (["toybook/banners", "--games", "0"], "--games"),
        (["toybook/banners", "--html", "."], "it is a folder"),
        (["toybook/banners", "--json", "."], "it is a folder"),
    ],
)
def test_mistakes(words, said):
    assert said in run(*words, expect=2).output


def test_ctrl_c_shows_what_was_played(monkeypatch):
    real = fighting.Battlefield.play

    def interrupted(self, first, games):
        if first:
            signal_us()
        return real(self, first, games)

    def signal_us():
        import os
        import signal

        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(fighting.Battlefield, "play", interrupted)
    result = run("toybook/banners", "--games", 200, "--json", "x.json", expect=130)
    assert "of 40 battles (95 % CI" in result.stdout and "stopped after 40 of 200 battles" in result.stderr
    with open("x.json", encoding="utf-8") as file:
        assert json.load(file)["battles"] == 40


def test_what_a_rule_does_not_change_has_no_row():
    """Blue wins more often, in the same number of rounds."""
    found = made([0] * 20 + [1] * 20, plain=made([0] * 30 + [1] * 10).battles, rules={KNOB: 1})
    rows, same = difference_rows(found)
    names = [row[0] for row in rows]
    assert {"red wins", "blue wins"} <= set(names) and {"rounds", "drawn"} <= set(same)
    assert sorted([*names, *same]) == sorted(line.name for line in found.lines)
    assert all(len(row) == len(HEADS) for row in rows)
