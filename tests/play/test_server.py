"""What answers the page: tokens, hosts and origins, limits, names of files, and a battle up to the page that is shared."""

from __future__ import annotations

import functools
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from play.scenes import PORT, Page, match_of, pick

from tactica.envs import replay as replays
from tactica.experiments import common
from tactica.experiments.commands import play as command
from tactica.experiments.fighting import usual
from tactica.experiments.fighting.levels import levels_of
from tactica.experiments.play import House, SavedBattles, endpoints, server, setup
from tactica.experiments.play import house as house_of
from tactica.experiments.play import match as playing
from tactica.experiments.play.server import HEADERS, MOST_BYTES

TOY = {"ruleset": "toybook", "scenario": "alliance", "players": ["human", "random", "random"], "seed": 1}


def begun(page, **changes):
    """The id of a new match."""
    return page.post("/api/matches", {**TOY, **changes})["match"]


def choose(page, match, view):
    """Take the first choice; what is seen then."""
    sent = {"seat": view["seat"], "at": view["at"], "give": view["asked"]["choices"][0]["give"]}
    return page.post(f"/api/matches/{match}/answer", sent)


# --- who is let in


def test_nobody_is_let_in_without_a_token(house):
    for token in ("", "wrong", house.token[:-1], house.token + "x", "\u00e9"):
        for path in ("/api/start", "/api/setup", "/api/matches/x/view"):
            told = Page(house).get(path, 401, authorization=f"Bearer {token}".encode("latin-1"))
            assert "link is no longer valid" in told["error"]
    assert Page(house).get("/api/start", 401, authorization=f"Basic {house.token}")


def test_other_hosts_and_pages_from_elsewhere_are_refused(page):
    folder = str(page.house.saved.folder)
    assert page.get("/api/start") == {"kind": "host", "folder": folder, "wanted": None}
    assert page.get("/api/start", host=f"localhost:{PORT}", origin=f"http://localhost:{PORT}")
    for host in (f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}"):
        page.get("/api/start", 421, host=host)
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{PORT}", f"http://localhost:{PORT}"):
        page.get("/api/start", 403, origin=origin)


def test_every_answer_has_the_headers_that_guard_it(page):
    for path in ("/", "/api/start", "/nothing"):
        answered = page.client.get(path, headers=page.headers)
        assert {name: answered.headers[name] for name in HEADERS} == HEADERS
    assert "'unsafe" not in HEADERS["content-security-policy"]


def test_only_files_of_the_page_are_given(page):
    for path in server.page_files():
        answered = page.client.get(path)
        assert answered.status_code == 200 and answered.headers["content-type"].startswith("text/")
    for path in ("/server.py", "/../play/server.py", "/%2e%2e/server.py", "/play/", "/__init__.py", "//etc/passwd"):
        assert page.client.get(path).status_code == 404
    assert not any(path.endswith(".py") for path in server.page_files())


def test_a_seat_may_do_what_a_seat_may(page, house):
    told = page.post("/api/matches", {**TOY, "players": ["human", "human", "random"]})
    other = begun(page)
    match = told["match"]
    assert [one["seat"] for one in told["seats"]] == [0, 1]
    first, second = (Page(house, one["token"]) for one in told["seats"])
    assert second.get("/api/start") == {"kind": "seat", "match": match, "seat": 1}
    assert second.get(f"/api/matches/{match}/view")["seat"] == 1
    for seat in (0, -1, 2):
        second.get(f"/api/matches/{match}/view?seat={seat}", 403)
    second.get(f"/api/matches/{other}/view?seat=0", 403)
    for path in ("/api/setup", f"/api/matches/{match}/share"):
        second.get(path, 403)
    second.post("/api/matches", TOY, 403)
    second.post("/api/matches/resume", {"file": "one"}, 403)
    second.post(f"/api/matches/{match}/save", {"name": "mine"}, 403)
    asked = next(one for one in (first, second) if one.get(f"/api/matches/{match}/view")["asked"]["mine"])
    view = asked.get(f"/api/matches/{match}/view")
    assert choose(asked, match, view)["at"] > view["at"]


# --- what is sent


@pytest.mark.parametrize(
    "sent",
    [
        {}, [], "x", {**TOY, "more": 1}, {**TOY, "seed": -1}, {**TOY, "seed": "1"}, {**TOY, "players": ["human"] * 9},
        {**TOY, "rules": {"a": []}}, {**TOY, "scenario": "x" * 201},
    ],
)  # fmt: skip
def test_what_is_not_understood_is_answered_with_a_sentence(page, sent):
    assert page.post("/api/matches", sent, 400)["error"].startswith("invalid request")


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"ruleset": "chess"}, 400, "unknown ruleset"),
        ({"scenario": "nowhere"}, 404, "no scenario"),
        ({"scenario": "../../etc/passwd"}, 404, "no scenario"),
        ({"players": ["human"]}, 400, "1 players for 3 sides"),
        ({"players": ["human", "evil.py:Player", "random"]}, 400, "not on the list"),
        ({"players": ["human", "/tmp/evil.yaml", "random"]}, 400, "not on the list"),
        ({"rules": {"no.such.knob": 1}}, 400, "knob"),
    ],
)
def test_what_cannot_be_played_is_answered_with_a_sentence(page, changes, status, words):
    assert words in page.post("/api/matches", {**TOY, **changes}, status)["error"]


def test_too_much_is_not_read(page):
    told = page.client.post("/api/matches", content=b" " * (MOST_BYTES + 1), headers=page.headers)
    assert told.status_code == 413 and "256 KB" in told.json()["error"]


def test_choices_are_refused_with_a_sentence(page):
    match = begun(page)
    at = f"/api/matches/{match}"
    view = page.get(f"{at}/view?seat=0")
    right = {"seat": 0, "at": view["at"], "give": view["asked"]["choices"][0]["give"]}
    for path in ("answer", "all", "choices", "chances", "undo"):
        assert page.post(f"{at}/{path}", {**right, "at": right["at"] + 1}, 409)["error"]
    for path in ("answer", "all", "chances"):
        assert page.post(f"{at}/{path}", {**right, "give": []}, 400)["error"] == "no answer is given"
        assert "legal" in page.post(f"{at}/{path}", {**right, "give": [99]}, 400)["error"]
    page.post(f"{at}/answer", {**right, "give": [1] * 9}, 400)
    page.get(f"{at}/view?seat=two", 400)
    page.get(f"{at}/view?seat=0&since=99")
    page.get("/api/matches/nothing/view?seat=0", 404)
    page.get(f"{at}/share", 409)
    page.get(f"{at}/why?at=999&seat=0", 404)


def test_what_was_pointed_at_in_vain_says_why(page):
    match = begun(page, ruleset="owh", scenario="duel", players=["human", "random"])
    at = f"/api/matches/{match}/why-not"
    view = page.get(f"/api/matches/{match}/view?seat=0")
    asked = {"seat": 0, "at": view["at"], "kind": "cell", "value": [7, 7]}
    assert page.post(at, {**asked, "verb": "move"})["reasons"] == [
        {"verb": "move", "reason": "that cell is too far away for one Move"}
    ]
    assert {one["verb"] for one in page.post(at, asked)["reasons"]} == {"move"}
    for wrong in ({"value": [99, 0]}, {"kind": "unit"}, {"kind": "unit", "value": [99]}, {"kind": "direction"}):
        assert "there is no" in page.post(at, {**asked, **wrong}, 400)["error"]
    for wrong in ({"kind": "verb"}, {"value": 1}, {"value": [-1, 0]}, {"value": []}, {"value": [1, 2, 3]}, {"more": 1}):
        assert page.post(at, {**asked, **wrong}, 400)["error"].startswith("invalid request")
    assert page.post(at, {**asked, "at": view["at"] + 1}, 409)["error"]


def test_what_goes_wrong_in_tactica_is_not_shown_to_the_page(page, monkeypatch, capsys):
    def fail(*_):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(endpoints, "view_of", fail)
    told = page.get(f"/api/matches/{begun(page)}/view?seat=0", 500)
    assert "secret" not in told["error"] and "secret" in capsys.readouterr().err


# --- a battle


def test_a_rulesets_network_is_offered_in_every_scenario(page, monkeypatch):
    monkeypatch.setattr(setup, "is_compiled", lambda ruleset: True)
    for scenario in ("small", "horde"):
        told = page.get(f"/api/opponents/heimr/{scenario}")
        assert told == {"networks": ["trained:heimr"], "best": "trained:heimr"}
    assert "no scenario" in page.get("/api/opponents/heimr/nowhere", 404)["error"]


def test_setup_tells_what_can_be_played(page, monkeypatch):
    monkeypatch.setattr(setup, "rulesets_info", functools.partial(setup.rulesets_info, ["toybook", "wfrp1"]))
    told = page.get("/api/setup")
    toybook = next(one for one in told["rulesets"] if one["slug"] == "toybook")
    scene = next(one for one in toybook["scenarios"] if one["name"] == "alliance")
    assert len(scene["sides"]) == 3 and scene["title"] and scene["size"][0] > 1
    groups = {one["spec"]: one["group"] for one in told["players"]["wfrp1"]}
    assert groups["human"] == "people" and groups["guardian"] == "behaviours" and groups["search:200"] == "searches"
    assert groups["trained:wfrp1"] == "levels" and "trained:tow" not in groups
    assert told["saved"] == [] and told["wanted"] is None


@pytest.mark.parametrize("slug", setup.rulesets.names())
def test_levels_are_offered_before_other_players(slug):
    """By name, with the player behind them; a network that is a level is offered once."""
    players = setup.players_of(setup.rulesets.get(slug))
    levels = [(one["name"], one["spec"]) for one in players if one["group"] == "levels"]
    assert levels == [(name, level.player) for name, level in levels_of(setup.rulesets.get(slug)).items()]
    assert [one["group"] for one in players[: 1 + len(levels)]] == ["people"] + ["levels"] * len(levels)
    specs = [one["spec"] for one in players]
    assert len(specs) == len(set(specs)) and all(one["name"] for one in players)


def test_rules_and_their_clauses_are_told(page):
    told = page.get("/api/rules/wfrp1")
    assert len(told["knobs"]) > 100
    one = page.get("/api/rules/wfrp1/wfrp1.parry.attempt")
    assert one["id"] == "parry.attempt" and one["statement"] and page.get("/api/rules/wfrp1/parry.attempt") == one
    assert all({"address", "value", "min", "max"} <= set(knob) for knob in told["knobs"])
    page.get("/api/rules/wfrp1/no.such", 404)
    page.get("/api/rules/chess", 400)


def test_a_battle_from_its_beginning_to_the_page_that_is_shared(page, house):
    match = begun(page)
    at = f"/api/matches/{match}"
    view = page.get(f"{at}/view?seat=0")
    frames = view["frames"]
    while not view["over"]:
        if view["waiting"]:
            view = page.post(f"{at}/go", {"seat": 0, "at": view["at"]})
        else:
            view = choose(page, match, view)
        assert view["first"] == len(frames)
        frames += view["frames"]
    assert [frame["at"] for frame in frames] == list(range(view["at"] + 1))
    shared = page.client.get(f"{at}/share", headers=page.headers)
    assert (
        shared.status_code == 200 and "<html" in shared.text and "attachment" in shared.headers["content-disposition"]
    )
    assert page.get(f"{at}/view?seat=-1")["frames"][1]["what"]
    file = page.post(f"{at}/save", {"name": "kept"})["file"]
    page.post(f"{at}/save", {"name": "kept"}, 409)
    saved = {one["file"]: one for one in house.saved.listed()}
    assert set(saved) == {file, f"alliance-1{replays.EXTENSION}"} and saved[file]["over"] and saved[file]["result"]


def test_a_battle_without_people_is_watched_step_by_step(page):
    match = begun(page, players=["random"] * 3)
    view = page.get(f"/api/matches/{match}/view?seat=-1")
    assert view["at"] == 0 and view["waiting"] and view["frames"][0]["what"] == "the battle begins"
    for steps in (1, 3):
        at = view["at"]
        view = page.post(f"/api/matches/{match}/go", {"seat": -1, "at": at, "steps": steps})
        assert view["at"] == at + steps and len(view["frames"]) == steps


def test_undo_shows_the_whole_battle_anew(page):
    match = begun(page, ruleset="wfrp1", scenario="tiny", players=["human", "human"])
    rng = np.random.default_rng(1)
    one = page.house.match(match)
    while not one.may_undo:
        one.answer(one.game.side, one.at, pick(one, rng))
    seat, at = one.game.side, one.at
    view = page.get(f"/api/matches/{match}/view?seat={seat}")
    assert view["undo"]
    taken = page.post(f"/api/matches/{match}/undo", {"seat": seat, "at": at})
    assert taken["first"] == 0 and taken["at"] < at and len(taken["frames"]) == taken["at"] + 1


def test_why_and_curve_are_told_when_nothing_is_hidden(page):
    match = begun(page, ruleset="wfrp1", scenario="tiny", players=["human", "guardian"])
    at = f"/api/matches/{match}"
    one, rng = page.house.match(match), np.random.default_rng(1)
    while {decision.side for decision in one.recording.decisions} != {0, 1}:
        one.answer(0, one.at, pick(one, rng))
    number = next(k for k, decision in enumerate(one.recording.decisions, 1) if decision.side == 1)
    told = page.get(f"{at}/why?at={number}&seat=0")
    assert told["choices"][0]["taken"] and told["choices"][0]["parts"]
    person = next(k for k, decision in enumerate(one.recording.decisions, 1) if decision.side == 0)
    assert "human" in page.get(f"{at}/why?at={person}&seat=0", 404)["error"]


def test_a_network_says_what_it_expects(page):
    match = begun(page, ruleset="wfrp1", scenario="tiny", players=["human", "trained:wfrp1"])
    one, rng = page.house.match(match), np.random.default_rng(1)
    while {decision.side for decision in one.recording.decisions} != {0, 1}:
        one.answer(0, one.at, pick(one, rng))
    number, taken = next((k, one) for k, one in enumerate(one.recording.decisions, 1) if one.side == 1)
    told = page.get(f"/api/matches/{match}/why?at={number}&seat=0")
    assert told["doctrine"].startswith("it expects ") and sum(one["taken"] for one in told["choices"]) == 1
    assert sum(choice["score"] for choice in told["choices"]) == pytest.approx(1.0, abs=0.01)
    assert told["what"] == taken.what.replace("_", " ")


def test_where_something_is_hidden_nobody_says_why_and_the_curve_imagines_it(page):
    match = begun(page, players=["human", "random", "random"])
    one, rng = page.house.match(match), np.random.default_rng(1)
    while {decision.side for decision in one.recording.decisions} == {0}:
        one.answer(0, one.at, pick(one, rng))
    number = next(k for k, decision in enumerate(one.recording.decisions, 1) if decision.side != 0)
    assert "hidden" in page.get(f"/api/matches/{match}/why?at={number}&seat=0", 409)["error"]
    assert page.get(f"/api/matches/{match}/curve?seat=0")["imagined"]


@pytest.mark.parametrize(("before", "after", "now", "is_told"), [(0, 0, 1, True), (1, 0, 0, False), (0, 1, 0, False)])
def test_a_decision_is_explained_where_nothing_was_hidden_before_and_after_it(
    page, monkeypatch, before, after, now, is_told
):
    match = begun(page, ruleset="wfrp1", scenario="small", players=["human", "guardian"])
    one, rng = page.house.match(match), np.random.default_rng(1)
    while {decision.side for decision in one.recording.decisions} != {0, 1}:
        one.answer(0, one.at, pick(one, rng))
    one.answer(0, one.at, pick(one, rng))
    number = next(k for k, decision in enumerate(one.recording.decisions, 1) if decision.side == 1)
    assert not one.game.over
    positions = [one.position(one.recording.decisions[:at]).position() for at in (number - 1, number, one.at)]
    hidden = dict(zip(positions, (before, after, now), strict=True))
    monkeypatch.setattr(playing, "hides", lambda game, seat: bool(hidden[game.position()]))
    page.get(f"/api/matches/{match}/why?at={number}&seat=0", 200 if is_told else 409)


def test_a_battle_taken_from_its_file_is_played_again(page):
    match = page.house.match(begun(page, ruleset="wfrp1", scenario="tiny_random", players=["random", "random"]))
    match.play_on(60)
    page.house.close()
    later = Page(House(SavedBattles(page.house.saved.folder)))
    at = f"/api/matches/{later.post('/api/matches/resume', {'file': match.file.name})['match']}"
    players = ["random", "human"]

    def again(**changes):
        return later.house.match(later.post(f"{at}/again", {"players": players, **changes})["match"])

    same, other = again(), again(seed=77)
    first = match.recording.decisions[0]
    assert same.people == [1] and same.file.name == f"tiny_random-2{replays.EXTENSION}"
    assert same.position([]).position() == match.position([]).position(), "the same dice"
    assert other.position([]).position() != match.position([]).position()
    assert other.game.names == match.game.names and first.who in other.game.names, "the same units"
    later.post(f"{at}/again", {"players": ["random", "evil.py:Player"]}, 400)
    later.post(f"{at}/again", {"players": ["random"]}, 400)
    seat = Page(later.house, same.tokens[1])
    seat.post(f"/api/matches/{same.id}/again", {"players": players}, 403)


# --- compiling


def test_a_ruleset_is_compiled_in_the_background(page, monkeypatch):
    done = []
    monkeypatch.setattr(setup, "is_compiled", lambda ruleset: bool(done))
    monkeypatch.setattr(house_of, "ensure_compiled", lambda slug: (time.sleep(0.2), done.append(slug)))
    assert page.post("/api/matches", TOY, 202) == {"compiling": "toybook"}
    assert page.post("/api/matches", TOY, 202) == {"compiling": "toybook"}
    while page.client.post("/api/matches", json=TOY, headers=page.headers).status_code == 202:
        time.sleep(0.05)
    assert done == ["toybook"] and begun(page)


def test_what_cannot_be_compiled_is_said_once(page, monkeypatch):
    def fail(slug):
        raise common.UserError("the disk is full")

    monkeypatch.setattr(setup, "is_compiled", lambda ruleset: False)
    monkeypatch.setattr(house_of, "ensure_compiled", fail)
    page.post("/api/matches", TOY, 202)
    page.house._compiling["toybook"].join()
    assert "the disk is full" in page.post("/api/matches", TOY, 400)["error"]


# --- the folder


@pytest.mark.parametrize(
    "name", ["../x", "/etc/passwd", "a/b", ".hidden", "", "x" * 81, "a b", "a\0b", "..", "~", "con:x", "é"]
)
def test_no_file_outside_the_folder_is_named(page, name):
    assert page.post("/api/matches/resume", {"file": name}, 400)["error"]
    match = begun(page)
    assert page.post(f"/api/matches/{match}/save", {"name": name}, 400)["error"]


def test_links_are_not_followed(page, tmp_path):
    outside = tmp_path / f"outside{replays.EXTENSION}"
    match_of("toybook/alliance", "human", file=outside).save()
    folder = page.house.saved.folder
    folder.mkdir()
    (folder / outside.name).symlink_to(outside)
    assert "link" in page.post("/api/matches/resume", {"file": "outside"}, 400)["error"]
    assert page.house.saved.listed() == []


@pytest.mark.parametrize("data", [b"", b"not a replay", b"\x28\xb5\x2f\xfd" + b"\0" * 40])
def test_hostile_files_are_answered_with_a_sentence(page, data):
    folder = page.house.saved.folder
    folder.mkdir()
    (folder / f"evil{replays.EXTENSION}").write_bytes(data)
    told = page.post("/api/matches/resume", {"file": "evil"}, 400)["error"]
    assert "replay" in told and str(folder) not in told
    assert page.house.saved.listed() == []


def test_a_saved_battle_names_no_code_to_run(page):
    match = match_of("toybook/alliance", "human", file=page.house.saved.new_path("evil"))
    match.recording.players = ["human", "evil.py:Player", "random"]
    match.save()
    match.release()
    told = page.post("/api/matches/resume", {"file": "evil-1"}, 400)["error"]
    assert "not on the list" in told
    chosen = page.post("/api/matches/resume", {"file": "evil-1", "players": ["human", "random", "random"]})
    assert page.get(f"/api/matches/{chosen['match']}/view?seat=0")["at"] >= match.at


def test_a_battle_that_is_over_runs_no_code_of_its_players(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w').close()\nclass Player: ...")
    match = match_of("toybook/alliance", file=page.house.saved.new_path("evil"))
    match.play_on(60)
    match.recording.players = ["evil.py:Player", "search:100000", "human"]
    match.save()
    told = page.post("/api/matches/resume", {"file": "evil-1"})
    view = page.get(f"/api/matches/{told['match']}/view?seat=-1")
    assert view["over"] and [side["player"] for side in view["sides"]] == match.recording.players
    why = (page.get(f"/api/matches/{told['match']}/why?seat=-1&at={at}", 404)["error"] for at in range(1, match.at))
    assert any("not on this server's list" in error for error in why) and not (tmp_path / "ran").exists()


def test_battles_get_files_of_their_own_and_go_on_after_a_restart(page):
    files = [page.house.match(begun(page)).file.name for _ in range(2)]
    assert files == [f"alliance-1{replays.EXTENSION}", f"alliance-2{replays.EXTENSION}"]
    match = begun(page)
    view = choose(page, match, page.get(f"/api/matches/{match}/view?seat=0"))
    assert [path.name for path in page.house.close()] == [f"alliance-3{replays.EXTENSION}"], "others have not begun"
    later = Page(House(SavedBattles(page.house.saved.folder)))
    (saved,) = later.house.saved.listed()
    again = later.post("/api/matches/resume", {"file": saved["file"]})["match"]
    assert (
        later.get(f"/api/matches/{again}/view?seat=0")["frames"]
        == page.get(f"/api/matches/{match}/view?seat=0")["frames"]
    )
    assert page.post("/api/matches/resume", {"file": saved["file"]})["match"] == view["match"] == match, (
        "it goes on already"
    )
    page.post("/api/matches/resume", {"file": saved["file"], "players": ["random"] * 3}, 409)


def test_a_battle_that_is_taken_up_twice_at_once_is_one_battle(page, house):
    match = begun(page)
    choose(page, match, page.get(f"/api/matches/{match}/view?seat=0"))
    file = house.match(match).file.name
    house.close()
    house.matches.clear()
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: page.post("/api/matches/resume", {"file": file})["match"], range(4)))
    assert len(set(told)) == len(house.matches) == 1


def test_the_match_not_used_for_the_longest_is_put_away(page, monkeypatch):
    monkeypatch.setattr(house_of, "MOST_MATCHES", 2)
    first, second = begun(page), begun(page)
    page.get(f"/api/matches/{first}/view?seat=0")
    third = begun(page)
    assert list(page.house.matches) == [first, third]
    assert "resume" in page.get(f"/api/matches/{second}/view?seat=0", 404)["error"]


# --- the command


def test_the_command_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "starlette", None)
    with pytest.raises(common.UserError, match=r"pip install \"tactica\[play\]\""):
        command.play()


def test_the_command_begins_the_battle_it_names(tmp_path, monkeypatch, capsys):
    served = []
    monkeypatch.setattr(
        command, "serve", lambda app, house, listener, address, browser: served.append((house, address))
    )
    monkeypatch.chdir(tmp_path)
    command.play("toybook/alliance", blue="random", green="random", seed=3, folder=tmp_path, browser=False)
    ((house, address),) = served
    match = house.match(house.wanted["match"])
    assert match.players == ["human", "random", "random"] and int(match.game.s["seed_base"]) == 3
    wanted = Page(house).get("/api/start")["wanted"]
    assert (wanted["match"], [one["seat"] for one in wanted["seats"]]) == (match.id, [0])
    assert address.startswith("http://127.0.0.1:") and address.endswith(f"/#{house.token}")
    match.answer(0, match.at, match.choices()[0]["give"])
    house.close()
    command.play(resume=match.file, folder=tmp_path, browser=False)
    again = served[1][0]
    assert again.match(again.wanted["match"]).recording.decisions[0] == match.recording.decisions[0]
    with pytest.raises(common.UserError, match="leave out the scenario"):
        command.play("toybook/alliance", resume=match.file, folder=tmp_path)


def test_the_command_finds_an_opponent(monkeypatch):
    assert usual.best_opponent(setup.rulesets.get("wfrp1")) == "trained:wfrp1"
    monkeypatch.setattr(usual, "networks_of", lambda ruleset: [])
    assert usual.best_opponent(setup.rulesets.get("wfrp1")) == "guardian"
