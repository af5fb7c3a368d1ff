"""The page of a tournament: complete, self-contained, and its boards show what the replays hold."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from types import SimpleNamespace as Held

import numpy as np
import pytest
from test_tournament import LAZY, manifest_of

from tactica.envs import replay as replays
from tactica.envs import rulesets, scenario
from tactica.envs.engine.game import Game
from tactica.envs.render import Figure, Scene, narrate
from tactica.experiments.commands.playing import ranking_table
from tactica.experiments.common import show_table
from tactica.experiments.report import battle_page, charts, write_report
from tactica.experiments.report.boards import BoardPositions, frames_of
from tactica.experiments.tournament.again import play_again
from tactica.experiments.tournament.arena import Arena
from tactica.experiments.tournament.instructive import chances_of, instructive, staying_power
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.run import all_chunks, play_all
from tactica.experiments.tournament.standing import standing_of
from tactica.experiments.tournament.store import TournamentFolder


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A tournament of three, one of them in Python and with a name that is no HTML, on two scenarios."""
    path = tmp_path_factory.mktemp("report")
    file = path / "lazy.py"
    file.write_text(LAZY.replace('"chance"', '"<script>alert(1)</script>&chance\\u202e"'))
    manifest = manifest_of(("random", "fierce", f"{file}:Chance"), ("toybook/alliance", "toybook/banners"), pairs=6)
    folder = TournamentFolder.create(path / "out", manifest)
    pairs = Pairs.of(play_all(folder, all_chunks(manifest)))
    return folder, pairs, standing_of(manifest, pairs)


@pytest.fixture(scope="module")
def page(played):
    folder, pairs, _ = played
    return write_report(folder, pairs).read_text(encoding="utf-8")


def shown_games(page):
    return json.loads(re.search(r'<script type="application/json" id="games">(.*?)</script>', page, re.DOTALL)[1])


# --- the games


def test_every_game_can_be_played_again(played):
    """Chance in the kernel, chance in Python, and two of them against each other."""
    folder, pairs, _ = played
    arena, plan = Arena(folder.manifest), all_chunks(folder.manifest)
    for index in range(0, len(pairs), 5):
        for column in (0, 1):
            recording = play_again(arena, pairs, index, column, plan)
            assert replays.verify(recording.replay()).ok


def test_a_game_that_comes_out_otherwise_is_not_shown(played):
    folder = played[0]
    other = Pairs.of(TournamentFolder(folder.path, folder.manifest).finished(all_chunks(folder.manifest))[0].values())
    other.decisions[0, 0] += 1
    with pytest.raises(RuntimeError, match="ended differently"):
        play_again(Arena(folder.manifest), other, 0, 0)


def test_forfeits_are_played_again_with_their_reason(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    manifest = manifest_of((f"{file}:Fails", "fierce"), pairs=1)
    arena = Arena(manifest)
    pairs = Pairs.of(arena.play(chunk) for chunk in all_chunks(manifest))
    replay = play_again(arena, pairs, 0, 0).replay()
    assert "out of ideas" in replay.decisions[-1].what and replay.players == ["fails", "fierce", "fierce"]


def test_upsets_are_wins_against_the_odds_and_the_shortest_is_the_shortest(played):
    folder, pairs, standing = played
    shown = instructive(Arena(folder.manifest), pairs, standing)
    kinds = [one.kind for one in shown]
    assert set(kinds) == {"closest", "upset", "shortest"} and all(kinds.count(kind) <= 2 for kind in kinds)
    assert len({(one.index, one.column) for one in shown}) == len(shown)
    expected = chances_of(standing, pairs)
    for one in shown:
        result = pairs.results[one.index, one.column]
        assert result != 1
        if one.kind == "upset":
            share = expected[one.index, one.column]
            assert (share if result == 0 else 1 - share) < 0.5
    shortest = next(one for one in shown if one.kind == "shortest")
    upsets = {(one.index, one.column) for one in shown if one.kind == "upset"}
    others = [d for (i, c), d in np.ndenumerate(pairs.decisions) if pairs.results[i, c] != 1 and (i, c) not in upsets]
    assert pairs.decisions[shortest.index, shortest.column] == min(others)


def test_chances_add_up_to_the_points_won(played):
    """At the greatest likelihood each player is expected about as many points as it won."""
    _, pairs, standing = played
    expected, won = chances_of(standing, pairs).sum(), (1 - pairs.results / 2).sum()
    assert expected == pytest.approx(won, abs=0.05 * pairs.games)


def test_staying_power_is_what_is_left_of_each_side():
    game = Game.of("toybook", "alliance", seed=1)
    assert staying_power(game) == [1.0] * game.side_count


# --- the boards


def test_frames_are_the_positions_and_the_log_of_the_replay(played):
    folder, pairs, _ = played
    replay = play_again(Arena(folder.manifest), pairs, 0, 0).replay()
    found = frames_of(replay)
    assert len(found["frames"]) == len(replay.decisions) + 1
    now = {}
    for (_, decision, game), frame in zip(replays.play(replay), found["frames"], strict=True):
        now |= {row: unit for row, *unit in frame["units"]}
        for row, (x, y, *_, width, height, models, group) in now.items():
            unit = game.s["units"][row]
            cell = int(unit["cell"])
            assert (width, height) == (int(unit["width"]), int(unit["height"])) and models == [] and group == -1
            assert (x, y) == (game.ruleset.board.place(cell) if cell >= 0 else (-1, -1))
        assert [line[0] for line in frame["log"]] == [text.replace("_", " ") for text in narrate(game, clauses=False)]
        said = decision.what.replace("_", " ") if decision else "the battle begins"
        assert frame.get("said", frame["what"]) == said and frame["what"].startswith(said)
    assert found["frames"][-1]["end"].startswith(replay.ending_text)
    assert {unit["name"] for unit in found["units"].values()} == {name.replace("_", " ") for name in replay.names}


def test_a_frame_says_what_was_done_and_whether_it_is_a_key_moment(played):
    folder, pairs, _ = played
    found = frames_of(play_again(Arena(folder.manifest), pairs, 0, 0).replay())
    rounds, now = 0, {}
    for frame in found["frames"]:
        strokes = [line for line in frame["log"] if "strikes at" in line[0]]
        shown = [line for line in frame["lines"] if line[0] == "hit"]
        assert bool(strokes) == bool(shown) == ("hit" in frame["keys"])
        assert all(line[4] == "routine" for line in frame["log"] if " speed " in line[0])
        assert ("round" in frame["keys"]) == (frame is not found["frames"][0] and frame["round"] != rounds)
        before = dict(now)
        now |= {row: unit for row, *unit in frame["units"]}
        hurt = [row for row, unit in now.items() if row in before and unit[3] < before[row][3]]
        assert ("wound" in frame["keys"]) == bool(hurt)
        moved = {row for row, unit in now.items() if row in before and unit[:2] != before[row][:2] and unit[0] >= 0}
        assert len([line for line in frame["lines"] if line[0] == "move"]) == len(moved)
        rounds = frame["round"]
    keys = {key for frame in found["frames"] for key in frame["keys"]}
    assert keys == {"hit", "wound", "fall", "round"}


GUNS = {
    "ruleset": "tow", "board": {"size": [36, 24]}, "rules": {"x.setup.first_turn.fixed_first_side": 0},
    "units": [
        {"template": "stone_thrower", "side": "side0", "at": [10, 22], "facing": "north"},
        {"template": "bolt_thrower", "side": "side0", "at": [16, 22], "facing": "north"},
        {"template": "spear_levy", "side": "side1", "at": [14, 5], "facing": "south", "models": 22, "character": "lord"},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def guns():
    """A stone thrower and a bolt thrower against spears: the machines shoot, nobody else does anything."""
    pool = scenario.pool("tow", scenario.load(GUNS), n=1)
    recording = replays.record(Game("tow", pool).start(0, seed=1))
    for _ in range(60):
        if not recording.game.over:
            texts = recording.game.legal_texts()
            shots = [index for index, words in texts.items() if words.startswith("shoot")]
            recording.step(next(iter(shots or [index for index, words in texts.items() if words == "pass"])))
    return recording.replay()


def test_frames_hold_every_model_of_a_regiment(guns):
    """Twenty-two spears in five files under a standard, their general in the middle of the front rank, who look south."""
    found = frames_of(guns)
    row = next(row for row, unit in found["units"].items() if unit["name"] == "spear levy")
    assert found["units"][row]["banner"] == 1
    first = next(unit for unit in found["frames"][0]["units"] if unit[0] == row)
    models = [first[12][i : i + 5] for i in range(0, len(first[12]), 5)]
    ranks = [(x, y) for x in range(5) for y in range(1, 5)] + [
        (3, 0),
        (4, 0),
    ]  # the short last rank fills from its left
    assert first[10:12] == [5, 5]
    assert sorted(models) == sorted([x, y, 1, 1, "G" if (x, y) == (2, 4) else ""] for x, y in ranks)
    now = {}
    for (_, _, game), frame in zip(replays.play(guns), found["frames"], strict=True):
        now |= {row: unit for row, *unit in frame["units"]}
        for row, unit in now.items():
            assert len(unit[11]) == 5 * int(game.s["units"]["models"][row])
    assert len(now[row][11]) < 5 * 22, "nobody fell"


def test_frames_hold_the_template_that_lies_on_the_board(guns):
    """While the bolt thrower is asked whether it shoots, the stone lies where it fell."""
    found = frames_of(guns)
    shown = [found["rings"][frame["rings"]] for frame in found["frames"]]
    laid = [int(game.s["template_cell"]) for _, _, game in replays.play(guns)]
    assert any(rings for rings in shown) and not all(rings for rings in shown)
    for cell, rings in zip(laid, shown, strict=True):
        x, y = rulesets.get("tow").board.place(cell)
        assert rings == ([] if cell < 0 else [[x + 0.5, y + 0.5, 3, "template"]])


def staged(layers, **more):
    """A position of two units with layers of ground."""
    figures = [
        Figure(
            row=row, name=name, code=name[0], side=row, hue=row, cell=(row, 0), width=1, height=1, facing=None, wounds=3,
            wounds_max=4, statuses=(), is_out=False, is_deciding=row == 1, group=7,
        )
        for row, name in enumerate(("cave_orc", "elf"))
    ]  # fmt: skip
    return Scene(4, 2, {name: np.array(cells, np.int16) for name, cells in layers.items()}, figures=figures, **more)


def test_a_position_says_who_stands_together_who_holds_whom_and_who_decides():
    scene = staged({"danger": [[0, 1, 0, 0], [0, 0, 0, 0]]})
    scene.link(0, 1, "held by")
    positions = BoardPositions(scene)
    frame = positions.add(scene)
    assert positions.still == {"size": [4, 2], "ground": {"danger": [[1, 0, 1]]}}
    assert positions.units[0]["name"] == "cave orc"
    assert [unit[0] for unit in frame["units"]] == [0, 1] and all(unit[13] == 7 for unit in frame["units"])
    assert frame["decider"] == 1 and positions.tables["links"][frame["links"]] == [[0, 1, "held by"]]
    later = staged({"danger": [[0, 1, 0, 0], [0, 0, 0, 0]]})
    assert positions.add(later)["units"] == [[1, *frame["units"][1][1:7], "", *frame["units"][1][8:]]], (
        "nobody holds it now"
    )


def test_a_position_says_what_of_the_ground_has_changed():
    """A gate that fills a cell opens and is shut again: both states are held once."""
    shut, open_gate = {"blocked": [[2, 0, 0, 1], [0, 0, 0, 0]]}, {"blocked": [[2, 0, 0, 0], [0, 0, 0, 0]]}
    positions = BoardPositions(staged(shut))
    indices = [positions.add(staged(ground))["changes"] for ground in (shut, open_gate, shut, open_gate)]
    assert indices == [0, 1, 0, 1]
    assert positions.tables["changes"] == [[], [["blocked", 3, 0, 0]]]


def test_who_is_no_longer_shown_leaves_the_board_once():
    both, one = staged({}), staged({})
    del one.figures[1]
    positions = BoardPositions(both)
    seen = [positions.add(scene)["units"] for scene in (both, one, one, both)]
    assert [[unit[:3] for unit in units] for units in seen] == [[[0, 0, 0], [1, 1, 0]], [[1, -1, -1]], [], [[1, 1, 0]]]
    assert positions.add(one)["decider"] == -1


# --- the page of one battle


@pytest.fixture(scope="module")
def battle():
    """A battle begun on the toy board, by sides with names that are no HTML."""
    recording = replays.record(Game.of("toybook", "alliance", seed=1), ["<script>alert(1)</script>", "<!--games-->"])
    rng = np.random.default_rng(1)
    for _ in range(40):
        if not recording.game.over:
            recording.step(int(rng.choice(recording.game.legal())))
    return recording.replay()


def test_a_battle_is_a_page_of_its_own(battle):
    page = battle_page(battle)
    links = Links()
    links.feed(page)
    assert links.fetched == [] and links.open == []
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)", page)
    (game,) = shown_games(page)
    assert len(game["frames"]) == len(battle.decisions) + 1
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page and page.count('id="games"') == 1
    for key in ("hit", "wound", "fall", "round"):
        assert f'data-key="{key}"' in page


def test_a_page_of_a_battle_is_written_by_the_command_line(battle, tmp_path):
    from typer.testing import CliRunner

    from tactica.experiments.cli import app

    file = replays.save(battle, tmp_path / "battle")
    done = CliRunner().invoke(app, ["replay", str(file), "--html", str(tmp_path / "battle.html")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "battle.html").read_text(encoding="utf-8") == battle_page(battle)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_no_table_is_wider_than_its_page(page, tmp_path, width):
    """In a browser: the page itself does not scroll sideways, and the next hit is a key press away."""
    games = shown_games(page)
    first = next(i for i, frame in enumerate(games[0]["frames"]) if "hit" in frame["keys"])
    ask = (
        '<script>document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "h", '
        'bubbles: true})); document.title = [at, root.scrollWidth <= root.clientWidth].join(" ");</script></body>'
    )
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", ask), encoding="utf-8")
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom",
         f"file://{file}"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert f"<title>{first} true</title>" in done.stdout


# --- the page


class Links(HTMLParser):
    """Everything a page would fetch, and whether its elements are closed."""

    VOID = ("meta", "input", "br", "link", "img")

    def __init__(self):
        super().__init__()
        self.fetched, self.open = [], []

    def handle_starttag(self, tag, attrs):
        self.fetched += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open[-1] in ("path",) and tag != self.open[-1]:
            self.open.pop()
        assert self.open and self.open.pop() == tag, f"</{tag}> without its beginning"


def test_the_page_fetches_nothing_and_is_well_formed(page):
    links = Links()
    links.feed(page)
    assert links.fetched == [] and links.open == []
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)", page)
    assert "<!--" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


def test_the_page_names_everybody_and_escapes_them(page, played):
    _, _, standing = played
    assert (
        "&lt;script&gt;alert(1)&lt;/script&gt;&amp;chance" in page
        and "<script>alert" not in page
        and "\u202e" not in page
    )
    for row in standing.ranking:
        assert f"{row.rating:,.0f}" in page
    assert page.count('class="cell self"') == 3 and "toybook/banners" in page
    for heading in ("Ranking", "All against all", "Games worth looking at", "Scenarios", "The first seat"):
        assert f"<h2>{heading}</h2>" in page
    assert "health lost" in page  # a measure of the ruleset


def test_the_page_shows_replays_that_lie_beside_it(page, played):
    folder, _, _ = played
    games = shown_games(page)
    assert 3 <= len(games) <= 6
    for game in games:
        replay = replays.load(folder.path / game["file"])
        assert replays.verify(replay).ok and len(game["frames"]) == len(replay.decisions) + 1
        assert game["why"] and game["kind"] in ("Closest", "Biggest upset", "Shortest")


def test_a_page_written_again_is_the_same(page, played):
    folder, pairs, _ = played
    assert write_report(folder, pairs).read_text(encoding="utf-8") == page
    assert len(list((folder.path / "replays").iterdir())) == len(shown_games(page))


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
@pytest.mark.slow
def test_the_script_of_the_page_draws_every_frame(page, tmp_path):
    """In a browser: a tab for every game, a line for every decision, a figure for every unit, and the frame asked for."""
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    games = shown_games(page)
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom",
         f"file://{file}#game=1&frame=2"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    drawn = done.stdout.split('<script type="application/json"')[0]
    assert drawn.count('role="tab"') == len(games)
    assert drawn.count('class="unit') == len(games[1]["units"])
    log = drawn.split('<div class="log"')[1].split("</section>")[0]
    assert len(re.findall(r"<div[ >]", log)) == len(games[1]["frames"])
    assert f"2 of {len(games[1]['frames']) - 1}" in drawn
    assert re.search(r'<div class="now"', log)


def test_an_unfinished_tournament_says_so(played, tmp_path):
    folder, _, _ = played
    few = Pairs.of(Arena(folder.manifest).play(chunk) for chunk in all_chunks(folder.manifest)[:4])
    other = TournamentFolder.create(tmp_path / "few", folder.manifest)
    page = write_report(other, few, shown=[]).read_text(encoding="utf-8")
    assert f"{folder.manifest.games - few.games:,} games are not played yet" in page
    assert '<section id="replays" hidden>' in page


def test_a_lead_is_said_as_its_interval_says_it():
    assert charts.where_zero_is(3.0, 9.0) == "above 0"
    assert charts.where_zero_is(-9.0, -3.0) == "below 0"
    assert charts.where_zero_is(-1.0, 9.0) == "with 0 inside"


def test_ticks_are_round_and_inside():
    assert charts.ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    for low, high in ((-37.0, 1412.0), (0.1, 0.9), (-3.0, -1.0)):
        found = charts.ticks(low, high)
        assert 2 <= len(found) <= 7 and low <= found[0] and found[-1] <= high + 1e-9


def test_names_of_units_are_no_html(played, monkeypatch):
    """They stand in the page as data, which a script puts in as text."""
    from tactica.experiments import report

    evil = "</script><script>alert(1)</script><!--title-->"
    monkeypatch.setattr(report, "frames_of", lambda replay: {"units": [{"name": evil}]})
    folder, pairs, _ = played
    text = write_report(folder, pairs).read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert {unit["name"] for game in shown_games(text) for unit in game["units"]} == {evil}
    assert "innerHTML" not in text and "insertAdjacentHTML" not in text and "document.write" not in text


# --- a field without a best player


@pytest.fixture
def cyclic(played):
    """The same tournament, in which each player always beats the next."""
    folder, _, _ = played
    found = Pairs.of(TournamentFolder(folder.path, folder.manifest).finished(all_chunks(folder.manifest))[0].values())
    won = (found.other - found.one) % 3 == 1
    found.results[:] = np.where(won, 0, 2)[:, None]
    found.results[::5, 0] = 1
    return folder, found, standing_of(folder.manifest, found)


def test_a_cyclic_field_says_so_beside_its_ratings(cyclic, played, tmp_path):
    folder, pairs, standing = cyclic
    other = TournamentFolder.create(tmp_path / "cyclic", folder.manifest)  # a page replaces the replays beside it
    text = write_report(other, pairs, standing, []).read_text(encoding="utf-8")
    assert "The field is cyclic: random beats fierce" in text and "alpha-rank</th>" in text
    assert len(re.findall(r'<td class="num">33\.3%</td>', charts.ranking(folder.manifest, standing))) >= 3
    rows = re.findall(r"<tr.*?</tr>", charts.ranking(folder.manifest, standing))
    assert len({len(re.findall("<t[dh][ >]", row)) for row in rows}) == 1  # head, rows and foot have as many cells
    found = standing.as_dict(folder.manifest)["cyclic"]
    assert found["cycle"] and sum(found["nash"].values()) == pytest.approx(1, abs=1e-5)
    assert found["alpha_rank"]["fierce"] == pytest.approx(1 / 3, abs=1e-5)
    plain = played[2]
    assert plain.cyclic is None and plain.as_dict(folder.manifest)["cyclic"] is None
    assert "alpha-rank</th>" not in charts.ranking(folder.manifest, plain)


def test_the_terminal_says_it_too(cyclic, played, capsys):
    for standing, words in ((cyclic[2], True), (played[2], False)):
        show_table(ranking_table(cyclic[0].manifest, standing))
        said = " ".join(capsys.readouterr().out.split())
        assert ("cyclic field" in said) == ("alpha-rank" in said) == ("Nash" in said) == words


@pytest.mark.parametrize(("share", "which"), [(0.193, "second"), (0.807, "first")])
def test_the_strongest_seat_is_the_one_that_gains(share, which):
    def row(player):
        return Held(player=player, rating=0.0, low=-9.0, high=9.0, draws=0, share=Held(games=10))

    standing = Held(
        ranking=[row(0), row(1)], ratings=Held(difference=lambda one, other: (9.0, 1.0, 17.0)), games=20, unique=20,
        seats=[Held(scenario=0, share=Held(value=share))], correlation=0.5,
    )  # fmt: skip
    manifest = Held(players=[Held(name="a"), Held(name="b")], scenarios=[Held(name="small")])
    tile = charts.tiles(manifest, standing).split("Strongest seat")[1]
    assert "80.7%" in tile and f"go to the {which} seat of small" in tile and "19.3" not in tile
