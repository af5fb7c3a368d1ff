"""A person at the keyboard: what is shown, what may be typed, what is told of the fight, and what is saved."""

from __future__ import annotations

import contextlib
import re

import numpy as np
import pytest
from fixtures import table
from typer.testing import CliRunner

from tactica.envs import replay as replays
from tactica.envs import sandbox, scenario
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.render import happenings, known_units, text, witness
from tactica.envs.render.text import folded, legend, look_at
from tactica.envs.replay import Recording
from tactica.experiments import common
from tactica.experiments.cli import app
from tactica.experiments.play.choices import Menu
from tactica.experiments.watch import asking
from tactica.experiments.watch.asking import asked_alike, by_rows, cell_meant, has_thrown, in_columns
from tactica.experiments.watch.deciding import HUMAN
from tactica.experiments.watch.hints import answers_meant, hints, why_not
from tactica.experiments.watch.watch import Stop, WatchedBattle


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments, typed="", expect=0):
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == expect, result.output
    return result.output


class Typist:
    """Types lines, then gives up; keeps the questions."""

    def __init__(self, *lines):
        self.lines, self.asked = list(lines), []

    def __call__(self, question):
        self.asked.append(question)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def person(name, *lines, seed=1, players=(HUMAN, "random")):
    """A battle on its way, stopped when all is typed; the recording and the battle."""
    ruleset, scene = name.split("/")
    game = Game(ruleset, scenario.pool(ruleset, scene, n=1)).start(0, seed=seed)
    recording = Recording(game, [str(player) for player in players])
    fight = WatchedBattle(recording, players, ask=Typist(*lines))
    with contextlib.suppress(Stop):
        fight.play()
    return recording, fight


# --- what was seen when it happened


def test_whoever_falls_still_saw_the_fight(monkeypatch):
    """Nobody hides in the open: no blow is told as somebody's, whoever falls in it."""
    told = []
    monkeypatch.setattr("tactica.experiments.watch.watch.say_coloured", told.append)
    for seed in range(6):
        game = Game("wfrp1", scenario.pool("wfrp1", "tiny", n=1)).start(0, seed=seed)
        recording, rng = Recording(game, [HUMAN, "charge"]), np.random.default_rng(seed)

        def choose(question, game=game, rng=rng):
            texts = list(game.legal_texts().values())
            blows = [words for words in texts if words.startswith(("strike", "charge"))]
            return blows[0] if blows else texts[rng.integers(len(texts))]

        WatchedBattle(recording, [HUMAN, "charge"], ask=choose).play()
    said = "\n".join(told)
    assert re.search(r"sellsword\w* strikes", said) and " dies" in said
    assert "somebody" not in said and "hidden" not in said


def test_an_answer_is_witnessed_step_by_step_and_the_game_stays_as_it_is():
    game = Game.of("toybook", "banners", seed=1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        if game.over:
            break
        before, answer = game.position(), int(rng.choice(game.answers()))
        known = witness(game, answer, range(game.side_count))
        assert game.position() == before
        game.answer(answer)
        count = int(game.s["event_count"])
        for viewer, rows in known.items():
            assert len(rows) == count
            own = {row for row in range(int(game.s["unit_count"])) if game.s["units"][row]["side"] == viewer}
            assert all(own <= set(row) for row in rows)
            if rows:
                assert set(rows[-1]) <= known_units(game, viewer) | set(rows[-1])
            assert len(happenings(game, viewer, rows)) <= len(happenings(game))


def test_whoever_walks_out_of_sight_is_not_followed():
    """A unit that was known before a step and is not after it is told only where it stayed."""
    from tactica.envs.render.witness import _still_there

    game = Game.of("toybook", "banners", seed=1)
    after = game.clone()
    after.states["units"]["cell"][0, 1] += 1
    assert _still_there(game, after, {0, 1}) == {0}
    after.states["units"]["present"][0, 1] = 0
    assert _still_there(game, after, {0, 1}) == {0, 1}


# --- saving and seeds


def test_quitting_never_writes_over_a_saved_battle(tmp_path):
    (tmp_path / "battle.tactica-replay").write_text("an older battle")
    said = run("battle", "toybook/alliance", "--human", "--seed", 1, typed="1\nq\n")
    assert "Saved to battle-2.tactica-replay." in said
    assert (tmp_path / "battle.tactica-replay").read_text() == "an older battle"
    first = (tmp_path / "battle-2.tactica-replay").read_bytes()
    said = run("battle", "--resume", "battle-2.tactica-replay", "--save", "battle-2", typed="1\nq\n")
    assert "Saved to battle-2-2.tactica-replay." in said
    assert (tmp_path / "battle-2.tactica-replay").read_bytes() == first


def test_saving_over_another_battle_is_asked_for(tmp_path):
    (tmp_path / "mine.tactica-replay").write_text("an older battle")
    said = run("battle", "toybook/alliance", "--human", "--seed", 1, typed="s mine\nn\ns mine\ny\n1\ns mine\nq\n")
    assert said.count("mine.tactica-replay exists; overwrite it?") == 2, "its own save it writes over unasked"
    assert said.count("not saved") == 1 and said.count("Saved to mine.tactica-replay.") == 2
    saved = replays.load(tmp_path / "mine.tactica-replay")
    assert [decision.side for decision in saved.decisions].count(0) == 1


def test_a_battle_that_ends_is_not_written_over_another(tmp_path):
    save = ["battle", "toybook/alliance", "--board", "never", "--save", tmp_path / "mine", "--seed"]
    assert "replay: " in run(*save, 1)
    first = (tmp_path / "mine.tactica-replay").read_bytes()
    said = run(*save, 2).replace("\n", "")
    assert "mine.tactica-replay holds another battle" in said and "mine-2.tactica-replay" in said
    assert (tmp_path / "mine.tactica-replay").read_bytes() == first
    assert replays.load(tmp_path / "mine-2.tactica-replay").seed[0] == 2


def test_a_battle_that_was_resumed_is_saved_in_its_own_file(tmp_path):
    file = tmp_path / "mine.tactica-replay"
    run("battle", "toybook/alliance", "--human", "--seed", 1, typed=f"s {file}\nq\n")
    begun = len(replays.load(file).decisions)
    said = run("battle", "--resume", file, "--red", "random", "--board", "never", "--save", tmp_path / "mine")
    assert "holds another battle" not in said and len(replays.load(file).decisions) > begun
    assert not (tmp_path / "mine-2.tactica-replay").exists()


def test_a_person_gets_a_drawn_seed_and_is_told_which():
    said = run("battle", "toybook/alliance", "--human", typed="q\n")
    seed = re.search(r"seed (\d+);", said)[1]
    assert f"--seed {seed} sets up the same battle with the same dice" in " ".join(said.split())
    others = {re.search(r"seed (\d+);", run("battle", "toybook/alliance", "--human", typed="q\n"))[1] for _ in range(3)}
    assert others != {seed}
    assert "seed 0;" in run("battle", "toybook/alliance", "--board", "never")
    given = run("battle", "toybook/alliance", "--human", "--seed", 7, typed="q\n")
    assert "seed 7;" in given and "sets up the same battle with the same dice" not in given


# --- choosing


@pytest.mark.parametrize(
    ("typed", "cell"),
    [("4 3", (4, 3)), ("4,3", (4, 3)), ("(4, 3)", (4, 3)), ("e3", (4, 3)), ("E 3", (4, 3)), ("a0", (0, 0)),
     ("4", None), ("strike orc", None), ("e", None), ("orc 3", None)],
)  # fmt: skip
def test_cells_as_they_are_typed(typed, cell):
    assert cell_meant(typed) == cell


def test_cells_are_listed_by_rows():
    assert by_rows([(0, 4), (1, 4), (2, 4), (5, 4), (3, 1)]) == ["row 1: 3", "row 4: 0-2 5"]
    assert in_columns(["ab", "c"], 7) == "ab   c", "no room is kept behind the last column"


def cells_told(said):
    """The cells a prompt has listed."""
    found = set()
    for y, columns in re.findall(r"row (\d+): ([\d \-]*\d)", said):
        for run_ in columns.split():
            first, _, last = run_.partition("-")
            found |= {(x, int(y)) for x in range(int(first), int(last or first) + 1)}
    return found


def test_only_cells_that_can_be_reached_are_listed(capsys):
    recording, _ = person("wfrp1/tiny", "move standard")
    said = capsys.readouterr().out
    game = recording.game
    assert game.prompt_text == "choose a cell"
    assert cells_told(said) == {
        game.ruleset.board.place(int(a) - game.ruleset.book.tactics.a_cell) for a in game.answers()
    }
    x, y = next(iter(sorted(cells_told(said))))
    for typed in (f"{x} {y}", f"{chr(ord('a') + x)}{y}"):
        moved, _ = person("wfrp1/tiny", "move standard", typed)
        own = [decision.what for decision in moved.replay().decisions if decision.side == 0]
        assert own == ["move standard", f"move standard ({x}, {y})"]
    person("wfrp1/tiny", "move standard", "25 25", "b")
    said = capsys.readouterr().out
    assert "25,25 cannot be reached" in said and "o may be chosen" in said


def test_one_answer_serves_all_that_are_asked_alike(capsys, monkeypatch):
    monkeypatch.setattr(asking, "has_unseen", lambda game, side: False)
    game = Game.of("toybook", "banners", seed=1)
    side = game.side
    while game.prompt_text != "order" or game.side != side:
        game.answer(int(game.answers()[0]))
    players = ["random"] * game.side_count
    players[side] = HUMAN
    recording, _ = person("toybook/banners", "keep", "all hold", players=tuple(players))
    said = capsys.readouterr().out
    own = [d for d in recording.replay().decisions if d.side == side and d.prompt == "order"]
    listed = re.search(r"put all before a choice to answer for ([\w, ]+)", " ".join(said.split()))
    assert listed is not None and listed[1].split(", ") == [d.who for d in own]
    assert len(own) > 1 and {d.what for d in own} == {"hold"}


@pytest.mark.parametrize("said", ["all act normally", "all act"])
def test_one_word_declares_a_plain_fight_for_all(capsys, said):
    """Two that are slower than their enemy declare in a row, before it does."""
    plain = {"m": 4, "ws": 40, "s": 3, "t": 3, "w": 9, "a": 1, "npc": True, "main_hand": "hand weapon"}
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 0], "facing": "east", "i": 20, **plain},
        {"name": "bob", "side": "men", "at": [1, 1], "facing": "east", "i": 30, **plain},
        {"name": "orc", "side": "orcs", "at": [2, 0], "facing": "west", "i": 50, **plain},
        size=(6, 3),
        upto="declare",
    )
    recording = Recording(scene.game, [HUMAN, "random"])
    with contextlib.suppress(Stop):
        WatchedBattle(recording, [HUMAN, "random"], ask=Typist(said)).play()
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 act normally" in shown and "put all before a choice to answer for ada, bob" in shown
    own = [(d.who, d.what) for d in recording.replay().decisions if d.side == 0 and d.prompt.startswith("declare")]
    assert own == [("ada", "act normally"), ("bob", "act normally")]
    assert scene.prompt != "declare"


def test_a_choice_is_taken_back_until_a_die_is_thrown(capsys):
    recording, _ = person("wfrp1/duel", "move run", "undo", "why not fire")
    assert len(recording) == 0 and "undone" in capsys.readouterr().out
    recording, _ = person("wfrp1/duel", "undo")
    assert "nothing to undo" in capsys.readouterr().out
    whole, _ = person("wfrp1/duel", "move run", "undo", "pass", "pass", "pass")
    plain, _ = person("wfrp1/duel", "pass", "pass", "pass")
    assert whole.replay().final == plain.replay().final and len(whole) == len(plain)


def test_half_a_choice_is_taken_back_even_with_hidden_units(capsys):
    """A whole one is not: it would show whether a hidden unit is near."""
    typed = ("act", "act", "move standard", "nonsense", "undo", "undo")
    recording, fight = person("wfrp1/night_guns", *typed, players=(HUMAN, HUMAN))
    said = capsys.readouterr().out
    assert "undo goes back to choose another action" in said and "\nundone" in said
    assert "nothing can be undone while units are hidden" in said.partition("\nundone")[2]
    assert len(recording) == 2 and fight.game.prompt_text == "choose an action"


def test_what_dice_have_decided_is_not_taken_back(capsys):
    table = sandbox("wfrp1", "tiny", seed=1)
    recording = Recording(table.game, [HUMAN, HUMAN])
    fight = WatchedBattle(recording, [HUMAN, HUMAN], ask=Typist())
    before = int(table.game.side)
    fight._marks.append((recording.mark(), {0: [], 1: []}))
    table.game.states["rng"][0, 0] += 1
    assert fight._undo() is False
    assert "it rolled dice" in capsys.readouterr().out and int(table.game.side) == before


def revealing_choice(game, rng):
    """Answers that bring a unit into sight without a die, in a battle played at random up to there; None: it ended before."""
    while not game.over:
        side = game.side
        for choice in Menu(game).complete() if int(game.s["pending_verb"]) == 0 else []:
            after = game.clone()
            for answer in choice["give"]:
                after.answer(answer)
            is_own = not after.over and after.side == side and not has_thrown(game, after)
            if is_own and known_units(after, side) - known_units(game, side):
                return choice["give"]
        game.answer(int(rng.choice(game.answers())))
    return None


def test_a_choice_that_revealed_a_unit_is_not_taken_back(capsys):
    """Else one could look round a corner and stay where one was."""
    for seed in range(10):
        game = Game.of("wfrp1", "cellar", seed=seed)
        give = revealing_choice(game, np.random.default_rng(seed))
        if give is not None:
            break
    assert give is not None
    recording = Recording(game, [HUMAN, HUMAN])
    fight = WatchedBattle(recording, [HUMAN, HUMAN], ask=Typist())
    fight._marks.append((recording.mark(), {0: [], 1: []}))
    for answer in give:
        recording.answer(answer)
    now = game.lanes[game.row].copy()
    assert fight._undo() is False
    assert "units are hidden from you" in capsys.readouterr().out and (game.lanes[game.row] == now).all()


def test_nobody_is_named_as_asked_alike_while_an_enemy_is_hidden():
    """Where the row of units ends tells when an enemy that nobody sees acts in between."""
    game = Game.of("owh", "night_raid", seed=3)
    rng, hidden = np.random.default_rng(3), 0
    for _ in range(200):
        if game.over:
            break
        if len(known_units(game, game.side)) < int(game.s["unit_count"]):
            hidden += 1
            assert asked_alike(game) == []
        game.answer(int(rng.choice(game.answers())))
    assert hidden > 20


def test_the_name_of_a_unit_that_nobody_sees_is_a_word_nobody_knows():
    """Whoever types it learns no more than with an invented name, but for what is spelt like it and so comes first."""
    game, asked = Game.of("owh", "night_raid", seed=3), 0
    rng = np.random.default_rng(3)
    for _ in range(60):
        known = known_units(game, game.side)
        for name in [name for row, name in enumerate(game.names) if row not in known][:1]:
            for line in ("attack {}", "{}", "{}: pass", "cast {}"):
                told = []
                for word in (name, "nobody_of_that_name"):
                    with pytest.raises(IllegalChoice) as refused:
                        answers_meant(game, line.format(word))
                    said = f"{refused.value} {why_not(game, line.format(word))}"
                    said = re.sub(r" \(did you mean [^)]*\)", "", said).replace(word, "WORD")
                    told.append(sorted(re.split("[;:,] ", said)))
                assert told[0] == told[1]
                asked += 1
        game.answer(int(rng.choice(game.answers())))
    assert asked > 40


def test_the_chance_beside_a_choice_is_the_exact_one():
    """A charge in the open adds 10 to Weapon Skill 45; the odds that the target is hit at all are the same."""
    plain = {"m": 4, "ws": 45, "s": 3, "t": 3, "w": 12, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 50, **plain},
        {"name": "orc", "side": "orcs", "at": [4, 1], "facing": "west", "i": 20, **plain},
        size=(12, 3),
    )
    charge = scene.parse("charge orc")[0]
    assert hints(scene.game)[charge].split(",")[0] == "hits 55%"
    assert "hits" not in hints(scene.game).get(scene.parse("pass")[0], "")


def test_the_chance_beside_a_charge_is_that_to_reach():
    """tow: hits are rolled once the charge has reached the enemy, so the number beside it is not the chance to hit."""
    game = Game.of("tow", "small", seed=1)
    rng = np.random.default_rng(1)
    charges = []
    for _ in range(400):
        verbs = game.ruleset.book.vocab.verbs
        charges = [said for answer, said in hints(game).items() if answer == verbs.CHARGE and said]
        if charges or game.over:
            break
        game.answer(int(rng.choice(game.answers())))
    assert charges and all(said.startswith("reaches it: ") and "hits" not in said for said in charges)


def test_a_quiet_battle_prints_its_outcome_alone():
    said = run("battle", "wfrp1/duel", "--red", "charge", "--blue", "charge", "--quiet")
    assert said.strip() and len(said.strip().splitlines()) == 1


def test_no_board_is_drawn_where_none_is_wanted():
    typed = "help\nquit\n"
    arguments = ("battle", "wfrp1/duel", "--human", "--blue", "charge", "--seed", 1)
    shown, hidden = (run(*arguments, *more, typed=typed) for more in ((), ("--board", "never")))
    lines = set(text(Game.of("wfrp1", "duel", seed=1), colour=False, events=0, width=80).splitlines())
    board = [line for line in lines if line.strip() and line in shown.splitlines()]
    assert board and not set(board) & set(hidden.splitlines())


def test_who_has_chosen_nothing_hears_so(capsys):
    person("wfrp1/duel", "undo")
    assert "you have not chosen anything yet" in capsys.readouterr().out


def in_contact(*enemies, rules=None):
    """Ada, the slowest, declares first; enemies stand around her."""
    plain = {"m": 4, "ws": 40, "s": 3, "t": 3, "w": 9, "a": 1, "npc": True, "main_hand": "hand weapon"}
    ring = [(4, 2), (4, 4), (4, 3)]
    return table(
        {"name": "ada", "side": "men", "at": [3, 3], "facing": "east", "i": 20, **plain},
        *({"name": name, "side": "orcs", "at": list(at), "facing": "west", "i": 50, **plain}
          for name, at in zip(enemies, ring, strict=False)),
        {"name": "far", "side": "orcs", "at": [8, 3], "facing": "west", "i": 50, **plain},
        size=(9, 7), upto="declare", rules=rules,
    )  # fmt: skip


def behind(scene, choice):
    """What stands behind a choice."""
    return hints(scene.game).get(scene.parse(choice)[0], "")


def test_the_free_blows_a_flight_gives_stand_beside_it():
    assert behind(in_contact("orc"), "declare_flee") == "risks 1 free blow"
    assert behind(in_contact("orc", "boss"), "declare_flee") == "risks 2 free blows", "who is far off strikes none"
    assert "risks" not in behind(in_contact("orc"), "act")
    twice = in_contact("orc", "boss", rules={"flee.free_blows.free_blows_per_opponent": 2})
    assert behind(twice, "declare_flee") == "risks 4 free blows"


def test_only_who_can_strike_is_a_risk():
    scene = in_contact("orc", "boss")
    scene.unit("boss").prone = 1
    assert behind(scene, "declare_flee") == "risks 1 free blow"


def test_at_the_run_itself_the_risk_is_told_again():
    scene = in_contact("orc", "boss")
    scene.play("declare_flee")
    while scene.prompt == "declare" or scene.decider != "ada":
        scene.play("act" if scene.prompt == "declare" else "pass")
    flee = {words: hint for answer, hint in hints(scene.game).items() if (words := scene.game.describe_answer(answer))}
    assert flee["flee"] == "risks 2 free blows"


# --- as wide as the terminal


def all_scenarios():
    return [(slug, name) for slug in ("wfrp1", "toybook") for name in scenario.shipped(slug)]


@pytest.mark.parametrize(("slug", "name"), all_scenarios())
def test_boards_and_rosters_fit_80_columns(slug, name):
    game = Game.of(slug, name, seed=1)
    for colour in (False, True):
        shown = text(game, width=80, colour=colour, marks=True)
        lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in shown.split("\n")]
        assert max(map(len, lines)) <= 80
    for unit in game.names:
        assert unit in shown


def test_a_board_without_gaps_shows_the_same_cells():
    game = Game.of("wfrp1", "night_guns", seed=1)
    wide, narrow = text(game, colour=False, events=0), text(game, colour=False, events=0, width=80)
    for mark in ("┊", "███", "%", "→", "←"):
        shown = [re.split(r"   \s+(?:watch|monsters|  \w+ )", line)[0] for line in wide.split("\n")]
        assert sum(line.count(mark) for line in shown) == narrow.count(mark), mark


def test_a_legend_explains_what_is_on_the_board():
    said = legend(look_at(Game.of("wfrp1", "cellar", seed=1)))
    assert "███ blocked" in said and "door" in said and "water" not in said
    assert "water" in legend(look_at(Game.of("wfrp1", "standard", seed=1)))


def test_sentences_are_folded_between_words():
    assert folded("one two three", 8) == ["one two", "  three"]
    assert folded("one two three", None) == ["one two three"]
    assert folded("unbreakable", 4) == ["unbreakable"]


@pytest.mark.parametrize("name", ["wfrp1/small", "wfrp1/night_guns", "toybook/banners"])
def test_all_a_person_sees_fits_80_columns(name, monkeypatch, capsys):
    monkeypatch.setattr(common, "WIDTH", None)
    monkeypatch.setattr(common.console, "_width", 80)
    ruleset, scene = name.split("/")
    players = [HUMAN] + ["random"] * (Game.of(ruleset, scene, seed=2).side_count - 1)
    person(name, "?", "b", *["1"] * 25, seed=2, players=tuple(players))
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) > 40
    assert [line for line in lines if len(line) > 80] == []
    assert why_not(Game.of(ruleset, scene, seed=2), "dance").startswith("no action is called 'dance'")
