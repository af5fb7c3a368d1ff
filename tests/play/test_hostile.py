"""What somebody may try who means ill: requests that hang or lie, files put into the folder, a disk that is full, two at once."""

from __future__ import annotations

import errno
import functools
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from play.scenes import PORT, Page, match_of

from tactica.envs import replay as replays
from tactica.envs.replay import files
from tactica.experiments.commands import play as command
from tactica.experiments.play import House, Match, SavedBattles, make_app, server
from tactica.experiments.report import battle_page

TOY = {"ruleset": "toybook", "scenario": "alliance", "players": ["human", "random", "random"], "seed": 1}
SCRIPT = "</script><script>document.title = 'taken'</script><img src=x onerror=alert(1)>"


def begun(page):
    """A new match, and what its page sees."""
    match = page.house.match(page.post("/api/matches", TOY)["match"])
    while match.is_waiting:
        match.play_on(60)
    return match


def sent(match):
    """The first choice of the person in a match, as a page sends it."""
    return {"seat": 0, "at": match.at, "give": match.choices()[0]["give"]}


# --- requests


def test_one_origin_from_elsewhere_among_several_is_enough(page):
    own = f"http://127.0.0.1:{PORT}"
    for origins in (["http://evil.example", own], [own, "http://evil.example"]):
        headers = [*page.headers.items(), *(("origin", origin) for origin in origins)]
        assert page.client.get("/api/start", headers=headers).status_code == 403


@pytest.mark.parametrize("body", [b'{"ruleset": "\xff"}', b"[" * 200_000, b'{"a":' * 40_000, b"\xff\xfe", b"NaN"])
def test_bytes_that_mean_nothing_are_answered_with_a_sentence(page, capsys, body):
    for path in ("/api/matches", "/api/editor/amend"):
        told = page.client.post(path, content=body, headers=page.headers)
        assert told.status_code == 400 and told.json()["error"].startswith("invalid request")
    assert not capsys.readouterr().err


def nested(depth):
    """Lists inside each other."""
    return functools.reduce(lambda inner, _: [inner], range(depth), [])


@pytest.mark.parametrize("value", [10**30, -(10**30), nested(60), nested(700)])
def test_what_no_scenario_can_hold_is_not_written(page, capsys, value):
    text = "ruleset: wfrp1   # mine\nunits: []\n"
    change = {"do": "put", "path": ["max_rounds"], "value": value}
    page.post("/api/editor/amend", {"yaml": text, "changes": [change]}, 400)
    assert not capsys.readouterr().err


class Served:
    """A server as the command starts it, in a thread."""

    def __init__(self, house):
        pytest.importorskip("uvicorn", reason="needs uvicorn")
        self._listening = command.listening(0)
        listener, self.port = self._listening.__enter__()
        self.server = command.server_of(make_app(house, self.port))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def open(self, *lines):
        """A connection over which a request has begun."""
        there = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        there.sendall("\r\n".join([*lines, f"Host: 127.0.0.1:{self.port}", ""]).encode())
        return there

    def stop(self):
        """How long it took to end."""
        begun, self.server.should_exit = time.monotonic(), True
        self.thread.join(30)
        self._listening.__exit__(None, None, None)
        return time.monotonic() - begun


@pytest.fixture
def served(house):
    served = Served(house)
    yield served
    if served.thread.is_alive():
        served.stop()


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: a"])
def test_a_connection_over_which_no_request_comes_is_closed(house, served, monkeypatch, begun):
    monkeypatch.setattr(server, "SLOWEST", 0.2)
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as slow:
        slow.sendall(begun)
        assert slow.recv(1000) == b""


def test_what_comes_too_slowly_is_not_waited_for(house, served, monkeypatch):
    monkeypatch.setattr(server, "SLOWEST", 0.2)
    slow = served.open("POST /api/matches HTTP/1.1", f"Authorization: Bearer {house.token}", "Content-Length: 100")
    slow.sendall(b"\r\n{")
    assert b" 408 " in slow.recv(1000).split(b"\r\n")[0]
    slow.close()


def test_requests_that_hang_hold_up_neither_others_nor_the_end(house, served):
    token, hanging = f"Authorization: Bearer {house.token}", []
    for _ in range(60):  # more than there are threads
        hanging.append(served.open("POST /api/matches HTTP/1.1", token, "Content-Length: 100"))
        hanging[-1].sendall(b"\r\n{")
        hanging.append(served.open("GET /api/start HTTP/1.1"))
    asked = served.open("GET /api/start HTTP/1.1", token)
    asked.sendall(b"\r\n")
    assert b" 200 " in asked.recv(1000).split(b"\r\n")[0]
    assert served.stop() < command.LAST_ANSWERS + 10
    for one in (*hanging, asked):
        one.close()


def test_no_socket_is_opened_from_elsewhere(served):
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA")
    for origin, status in (("http://evil.example", b" 403 "), (f"http://127.0.0.1:{served.port}", b" 401 ")):
        asked = served.open("GET /api/start HTTP/1.1", f"Origin: {origin}", *upgrade)
        asked.sendall(b"\r\n")
        assert status in asked.recv(1000).split(b"\r\n")[0]
        asked.close()


# --- the folder


@pytest.mark.parametrize("name", ["CON", "nul", "Aux", "com1", "LPT9"])
def test_no_file_is_called_like_a_device(page, name):
    match = begun(page)
    page.post(f"/api/matches/{match.id}/save", {"name": name}, 400)
    page.post("/api/editor/save", {"name": name.lower(), "yaml": "ruleset: wfrp1"}, 400)


def test_saving_follows_no_link(page, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("mine")
    match, folder = begun(page), page.house.saved.folder
    folder.mkdir(exist_ok=True)
    for name in (f"{match.file.name}.part", match.file.name):
        (folder / name).symlink_to(outside)
    page.post(f"/api/matches/{match.id}/answer", sent(match))
    assert outside.read_text() == "mine" and not match.file.is_symlink()
    assert len(replays.load(match.file).decisions) >= match.at - 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_folder_is_not_read(page):
    folder = page.house.saved.folder
    folder.mkdir()
    os.mkfifo(folder / f"pipe{replays.EXTENSION}")
    (folder / f"folder{replays.EXTENSION}").mkdir()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(page.house.saved.listed).result(timeout=20) == []


def test_a_save_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    match = match_of("toybook/alliance", "human", file=tmp_path / f"one{replays.EXTENSION}")
    match.save()
    before = match.file.read_bytes()

    def fail(part, path):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.Path, "replace", fail)
    with pytest.raises(OSError, match="space"):
        match.save()
    assert [path.name for path in tmp_path.iterdir()] == [match.file.name] and match.file.read_bytes() == before


def test_a_battle_goes_on_where_it_cannot_be_saved(page, monkeypatch):
    match, save = begun(page), replays.save

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(replays, "save", fail)
    view = page.post(f"/api/matches/{match.id}/answer", sent(match))
    assert view["at"] == match.at and "space" in view["unsaved"]
    assert "space" in page.post(f"/api/matches/{match.id}/save", {"name": "mine"}, 400)["error"]
    assert page.house.close() == [] and match.unsaved
    monkeypatch.setattr(replays, "save", save)
    match.save()
    assert not match.unsaved and match.file.exists()


def test_a_battle_that_only_claims_to_be_over_is_refused():
    """Else it would be played on by others than it names."""
    match = match_of("toybook/alliance", "human")
    saved = msgspec.structs.replace(match.recording.replay(), ending=1, players=["evil.py", "random", "random"])
    house = House(SavedBattles(None))
    with pytest.raises(replays.ReplayError, match="position"):
        house.resume(saved, None, None)


def test_names_of_battles_are_found_quickly(tmp_path, monkeypatch):
    shelf, asked = SavedBattles(tmp_path), []
    monkeypatch.setattr(shelf, "is_taken", lambda path: bool(asked.append(path)))
    assert [shelf.new_path("small").stem for _ in range(50)] == [f"small-{k}" for k in range(1, 51)]
    assert len(asked) == 50


def test_two_servers_with_one_folder_save_in_files_of_their_own(page):
    other = Page(House(SavedBattles(page.house.saved.folder)))
    one, two = begun(page), begun(other)
    assert one.file == two.file, "neither is saved yet"
    for match in (one, two, one):
        match.save()
    assert [one.file.stem, two.file.stem] == ["alliance-1", "alliance-2"]
    assert {path.stem for path in one.file.parent.glob("*")} == {"alliance-1", "alliance-2"}
    named = Match(one.recording, one.players, one.file.with_name(f"kept{replays.EXTENSION}"))
    named.file.write_bytes(b"mine")
    named.save()
    assert named.file.stem == "kept-1" and one.file.with_name(f"kept{replays.EXTENSION}").read_bytes() == b"mine"


def test_a_copy_takes_no_name_that_another_battle_will_be_saved_under(page):
    one, other = begun(page), begun(page)
    assert not other.file.exists()
    page.post(f"/api/matches/{one.id}/save", {"name": other.file.stem}, 409)


# --- words


def test_a_page_that_is_sent_around_holds_no_script_of_others():
    match = match_of("toybook/alliance")
    match.play_on(60)
    saved = msgspec.structs.replace(match.recording.replay(), title=SCRIPT, players=[SCRIPT, SCRIPT, SCRIPT])
    text = battle_page(saved)
    assert "<script>document.title" not in text and "<img src=x" not in text


# --- two at once


def test_of_two_answers_at_once_one_is_taken(page):
    match = begun(page)
    choice, at = sent(match), f"/api/matches/{match.id}/answer"
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda _: page.client.post(at, json=choice, headers=page.headers).status_code, range(6))
        )
    assert sorted(answers) == [200, *[409] * 5]
    assert [one.side for one in match.recording.decisions[choice["at"] :]].count(0) == 1


def test_of_two_undos_at_once_one_is_taken(page):
    match = page.house.match(
        page.post("/api/matches", {**TOY, "scenario": "banners", "players": ["human"] * 3})["match"]
    )
    while not match.may_undo:
        match.answer(match.game.side, match.at, match.choices()[0]["give"])
    undo, at = {"seat": match.game.side, "at": match.at}, f"/api/matches/{match.id}/undo"
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: page.client.post(at, json=undo, headers=page.headers).status_code, range(6)))
    assert sorted(answers) == [200, *[409] * 5] and match.at < undo["at"]


def test_a_battle_that_is_put_away_while_it_is_taken_up_loses_nothing(page):
    """The file is read once nobody else can write it."""
    match = begun(page)
    page.post(f"/api/matches/{match.id}/answer", sent(match))
    load, loads = page.house.saved.load, []

    def slowly(name):
        found = load(name)
        if not loads:  # it is played on meanwhile, and put away
            loads.append(name)
            while match.is_waiting:
                match.play_on(60)
            match.answer(0, match.at, match.choices()[0]["give"])
            page.house.close()
            page.house.matches.clear()
        return found

    page.house.saved.load = slowly
    again = page.post("/api/matches/resume", {"file": match.file.name})["match"]
    assert page.house.match(again).recording.decisions[: match.at] == match.recording.decisions
    assert isinstance(page.house.match(again), Match) and Page(page.house).get("/api/start")
