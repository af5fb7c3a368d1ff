"""A friend at another machine, over real sockets: who may do what with which link, names, TLS, and wrong links."""

from __future__ import annotations

import contextlib
import shutil
import ssl
import subprocess
import threading
import time

import pytest
from play.scenes import Page, match_of

from tactica.envs import replay as replays
from tactica.envs import scenario as scenarios
from tactica.envs.engine.game import Game
from tactica.envs.render import known_units
from tactica.envs.render.scene import side_names
from tactica.experiments.commands import play as command
from tactica.experiments.common import UserError
from tactica.experiments.play import House, Match, SavedBattles, doors, make_app, view_of
from tactica.experiments.play.doors import Doors
from tactica.experiments.play.seats import EVERYBODY, PUBLIC

httpx = pytest.importorskip("httpx", reason="needs httpx")
pytest.importorskip("uvicorn", reason="needs uvicorn")

TRUST = ssl.create_default_context()
TOY = {"ruleset": "toybook", "scenario": "alliance", "players": ["human", "human", "random"], "seed": 1}
HIDING = {"ruleset": "wfrp1", "scenario": "small", "players": ["human", "human"], "seed": 1}


class Client:
    """A page at some machine, with a link of its own."""

    def __init__(self, served, token):
        self.http = httpx.Client(base_url=served.address, verify=served.trust, timeout=60)
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path, status=200, **headers):
        """What is answered to a question, which must have this status."""
        answered = self.http.get(path, headers={**self.headers, **headers})
        assert answered.status_code == status, answered.text
        return answered.json()

    def post(self, path, sent, status=200):
        """What is answered to something sent, which must have this status."""
        answered = self.http.post(path, json=sent, headers=self.headers)
        assert answered.status_code == status, answered.text
        return answered.json()


class Served:
    """A server as the command starts it, in a thread."""

    def __init__(self, house, host="127.0.0.1", tls=None, trust=TRUST):
        self.house, self.trust, self.clients = house, trust, []
        self._listening = command.listening(0, host)
        listener, self.port = self._listening.__enter__()
        names, scheme = command.names_of(listener, host), "https" if tls else "http"
        self.address = f"{scheme}://{names[0]}:{self.port}"
        self.server = command.server_of(make_app(house, self.port, names, scheme), tls)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def client(self, token=None):
        """A page with a token, the host's by default."""
        self.clients.append(Client(self, token or self.house.token))
        return self.clients[-1]

    def begin(self, **wanted):
        """A new battle: its path, the tokens of its seats, and that of spectators."""
        told = self.client().post("/api/matches", {**TOY, **wanted})
        tokens = {one["seat"]: one["token"] for one in told["seats"]}
        return f"/api/matches/{told['match']}", tokens, told["watching"]

    def stop(self):
        """End the server."""
        for client in self.clients:
            client.http.close()
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(30)
        self._listening.__exit__(None, None, None)


@pytest.fixture
def serve(tmp_path):
    """Starts servers."""
    with contextlib.ExitStack() as stack:

        def start(**options):
            served = Served(House(SavedBattles(tmp_path / "saved"), is_shared=True), **options)
            stack.callback(served.stop)
            return served

        yield start


def first(view):
    """The first choice of a view, as it is sent."""
    return {"seat": view["seat"], "at": view["at"], "give": view["asked"]["choices"][0]["give"]}


# --- seats


def test_two_clients_and_a_spectator_follow_a_battle_to_its_end(serve):
    served = serve()
    at, tokens, watching = served.begin()
    players = {seat: served.client(token) for seat, token in tokens.items()}
    watcher = served.client(watching)
    assert set(players) == {0, 1} and len({*tokens.values(), watching, served.house.token}) == 4
    for seat, player in players.items():
        assert player.get("/api/start")["seat"] == seat
    assert watcher.get("/api/start")["kind"] == "spectator"
    view = players[0].get(f"{at}/view")
    while not view["over"]:
        side = view["asked"]["side"]
        if side not in players:
            view = players[0].post(f"{at}/go", {"seat": 0, "at": view["at"]})
        elif not view["asked"]["mine"]:
            view = players[side].get(f"{at}/view?since={view['at']}")
        else:
            view = players[side].post(f"{at}/answer", first(view))
    for one in (*players.values(), watcher):
        assert one.get(f"{at}/view")["over"] == view["over"]
    whole = watcher.get(f"{at}/view?seat={EVERYBODY}")
    assert whole["frames"][1]["what"], "after the battle everything is shown"
    players[0].get(f"{at}/view?seat={EVERYBODY}", 403)


def test_a_seat_answers_for_its_own_side_only_and_a_spectator_for_none(serve):
    served = serve()
    at, tokens, watching = served.begin()
    asked = served.house.match(at.rpartition("/")[2]).game.side
    mine, other, watcher = (served.client(one) for one in (tokens[asked], tokens[1 - asked], watching))
    right = first(mine.get(f"{at}/view"))
    other.post(f"{at}/answer", right, 403)
    other.post(f"{at}/answer", {**right, "seat": 1 - asked}, 409)
    for path in ("answer", "all", "choices", "chances", "ghosts", "undo", "go"):
        sent = {key: right[key] for key in ("at", *(["give"] if path != "go" else []))}
        assert "watch" in watcher.post(f"{at}/{path}", {**sent, "seat": PUBLIC}, 403)["error"]
        watcher.post(f"{at}/{path}", {**sent, "seat": asked}, 403)
    watcher.post(f"{at}/save", {"name": "mine"}, 403)
    watcher.get("/api/setup", 403)
    assert mine.get(f"{at}/view")["at"] == right["at"], "nothing has been decided"
    assert mine.post(f"{at}/answer", right)["at"] > right["at"]


def test_seats_and_spectators_see_no_hidden_unit(serve):
    """In the clearing the sides do not see each other at first."""
    served = serve()
    at, tokens, watching = served.begin(**HIDING)
    game = served.house.match(at.rpartition("/")[2]).game
    known = [known_units(game, side) for side in (0, 1)]
    everyone = set(range(int(game.s["unit_count"])))
    assert known[0] | known[1] == everyone and known[0] & known[1] != everyone
    for seat, token in tokens.items():
        client = served.client(token)
        view = client.get(f"{at}/view")
        assert {int(row) for row in view["units"]} == known[seat]
        hidden = everyone - known[seat]
        assert not any(game.names[row].replace("_", " ") in str(view["frames"]) for row in hidden)
        assert all(not any(client.get(f"{at}/sheet?row={row}").values()) for row in hidden)
        for other in (1 - seat, PUBLIC, EVERYBODY):
            client.get(f"{at}/view?seat={other}", 403)
            client.get(f"{at}/sheet?row=0&seat={other}", 403)
    watcher = served.client(watching)
    view = watcher.get(f"{at}/view")
    assert {int(row) for row in view["units"]} == known[0] & known[1]
    assert view["asked"]["choices"] == [] and not view["asked"]["prompt"] and not view["asked"]["whoWords"]
    for row in everyone - (known[0] & known[1]):
        assert not any(watcher.get(f"{at}/sheet?row={row}").values())
    watcher.get(f"{at}/view?seat={EVERYBODY}", 409)
    assert "after the battle" in watcher.get(f"{at}/curve", 409)["error"]
    assert "after the battle" in watcher.get(f"{at}/why?at=1", 409)["error"]


@pytest.mark.parametrize("name", ["wolf", "ghost"])
def test_letters_that_spectators_see_say_nothing_of_hidden_units(name):
    """They are those of the units that all sides know of."""
    guard = {"template": "mercenary", "name": "guard", "side": "heroes", "at": [2, 5]}
    hidden = {"template": "skulker", "name": name, "side": "heroes", "at": [9, 9], "hidden": True}
    raider = {"template": "mercenary", "name": "raider", "side": "foes", "at": [2, 2]}
    battle = {"ruleset": "owh", "sides": ["heroes", "foes"], "board": {"size": [12, 12]}, "battle": {"light": 1}}
    game = Game("owh", scenarios.pool("owh", {**battle, "units": [guard, hidden, raider]}, n=1, seed=1)).start(
        0, seed=1
    )
    match = Match(replays.record(game), ["human", "human"], None)
    shown = view_of(match, PUBLIC)["units"].values()
    assert {unit["name"]: unit["code"] for unit in shown} == {"guard": "G", "raider": "R"}


@pytest.mark.parametrize("name", ["wfrp1/small", "owh/small"])
def test_a_spectator_sees_a_part_of_what_each_side_sees(name):
    """Units in the same places, and lines of the log that read the same."""
    match = match_of(name, "human", "human", seed=2)
    for _ in range(40):
        match.answer(match.game.side, match.at, match.choices()[-1]["give"])
    public, *sides = (view_of(match, seat)["frames"] for seat in (PUBLIC, 0, 1))
    shown = [{}, {}, {}]
    for frames in zip(public, *sides, strict=True):
        for state, frame in zip(shown, frames, strict=True):
            state |= {row: given[:2] for row, *given in frame["units"]}
        for row, place in shown[0].items():
            assert place[0] < 0 or all(state[row] == place for state in shown[1:])
        for line in frames[0]["log"]:
            assert all(line in frame["log"] for frame in frames[1:])
        assert not frames[0]["who"] and not frames[0]["asked"] and frames[0]["decider"] == -1
    assert any(frame["log"] for frame in public)


def test_the_same_link_goes_on_after_the_connection_broke(serve):
    served = serve()
    at, tokens, _ = served.begin()
    seat = served.house.match(at.rpartition("/")[2]).game.side
    one = served.client(tokens[seat])
    view = one.post(f"{at}/answer", first(one.get(f"{at}/view")))
    one.http.close()
    again = served.client(tokens[seat])
    assert again.get("/api/start") == {"kind": "seat", "match": at.rpartition("/")[2], "seat": seat}
    later = again.get(f"{at}/view")
    assert later["at"] >= view["at"] and later["frames"][: view["at"] + 1][-1] == view["frames"][0]


def test_the_hosts_page_waits_for_seats_that_others_play(serve, house):
    at, tokens, _ = (served := serve()).begin()
    sides = served.client(tokens[0]).get(f"{at}/view")["sides"]
    assert [side["elsewhere"] for side in sides] == [False, True, False]
    match = Page(house).post("/api/matches", TOY)
    page = Page(house, match["seats"][1]["token"])
    elsewhere = [[one["elsewhere"] for one in page.get(f"/api/matches/{match['match']}/view")["sides"]]]
    page.get("/api/start")
    elsewhere.append([one["elsewhere"] for one in page.get(f"/api/matches/{match['match']}/view")["sides"]])
    assert elsewhere == [[False, False, False], [False, True, False]]


# --- names, TLS, the command


def test_only_the_named_address_is_answered(serve):
    served = serve(host="127.0.0.2")
    client = served.client()
    own = f"127.0.0.2:{served.port}"
    client.get("/api/start", host=own.upper(), origin=f"http://{own}")
    for host in (f"127.0.0.1:{served.port}", f"localhost:{served.port}", "127.0.0.2", f"evil.example:{served.port}"):
        client.get("/api/start", 421, host=host)
    client.get("/api/start", 403, origin=f"https://{own}")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A self-signed certificate for localhost."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs openssl to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    files = command.Tls(folder / "cert.pem", folder / "key.pem")
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-out", files.cert, "-keyout", files.key],
        check=True, capture_output=True,
    )  # fmt: skip
    return files


def test_tls_with_a_self_signed_certificate(serve, certificate):
    trust = ssl.create_default_context(cafile=str(certificate.cert))
    served = serve(tls=command.tls_of(*certificate), trust=trust)
    client = served.client()
    assert served.address.startswith("https://") and client.get("/api/start")["kind"] == "host"
    client.get("/api/start", origin=served.address)
    client.get("/api/start", 403, origin=served.address.replace("https", "http"))
    with pytest.raises(httpx.HTTPError):
        httpx.get(served.address.replace("https", "http"), timeout=10)
    with pytest.raises(httpx.ConnectError, match="certificate"):
        httpx.get(served.address, timeout=10)


def test_files_that_are_no_certificate_are_refused(certificate, tmp_path):
    other = tmp_path / "other.pem"
    other.write_text("nothing")
    with pytest.raises(UserError, match="give both"):
        command.tls_of(certificate.cert, None)
    for cert, key in ((certificate.cert, other), (other, certificate.key), (certificate.cert, certificate.cert)):
        with pytest.raises(UserError, match="not a certificate with its key"):
            command.tls_of(cert, key)
    with pytest.raises(UserError, match="No such file"):
        command.tls_of(tmp_path / "gone.pem", certificate.key)


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("0.0.0.0", "by which friends"), ("::", "by which friends"), ("", "by which friends"), ("no.such.invalid", "--host"),
        ("192.0.2.1", "--host 192.0.2.1"),
    ],
)  # fmt: skip
def test_addresses_that_are_not_this_machines_are_refused(host, words):
    with pytest.raises(UserError, match=words), command.listening(0, host):
        pass


@pytest.mark.parametrize("is_far", [False, True])
def test_the_command_prints_a_link_for_each_seat_and_warns_of_plain_http(tmp_path, monkeypatch, capsys, is_far):
    served = []
    monkeypatch.setattr(command, "serve", lambda *given: served.append(given))
    monkeypatch.setattr(command, "is_loopback", lambda listener: not is_far)
    command.play(
        "toybook/alliance", blue="human", green="random", seed=3, folder=tmp_path, browser=False, host="localhost"
    )
    ((_, house, _, address, _),) = served
    (match,) = house.matches.values()
    said = capsys.readouterr().out
    start = address.removesuffix(house.token)
    assert start.startswith("http://localhost:") and house.is_shared
    assert [side_names(match.game)[seat] for seat in match.people] == ["red", "blue"]
    links = [(side_names(match.game)[seat], match.tokens[seat]) for seat in match.people]
    for who, token in (*links, ("spectators", match.tokens[PUBLIC])):
        assert f"{who}: {start}{token}\n" in said
    assert house.token not in said, "the host's own link is printed by serve"
    assert said.count("warning: ") == is_far


# --- wrong links


def test_who_tries_many_wrong_links_is_not_listened_to_for_a_minute(serve, monkeypatch):
    served, now = serve(), [1_000.0]
    monkeypatch.setattr(doors.time, "monotonic", lambda: now[0])
    _, tokens, _ = served.begin()
    served.client(tokens[0]).get("/api/start")
    for k in range(doors.MOST_WRONG):
        served.client(f"wrong {k}").get("/api/start", 401)
    assert "minute" in served.client("one more").get("/api/start", 429)["error"]
    served.client(tokens[1]).get("/api/start", 429)
    served.client("wrong 3").get("/api/start", 401)
    served.client(tokens[0]).get("/api/start")
    now[0] += doors.MINUTE + 1
    served.client(tokens[1]).get("/api/start")


def test_an_old_page_that_asks_again_and_again_locks_nobody_out():
    one = Doors()
    for _ in range(10 * doors.MOST_WRONG):
        assert not one.is_barred("here", "old")
        one.wrong("here", "old")
    assert not one.is_barred("here", "new")


def test_few_addresses_are_counted_at_once(monkeypatch):
    monkeypatch.setattr(doors, "MOST_ADDRESSES", 5)
    one = Doors()
    one.right("friend", "right")
    for k in range(5):
        assert not one.is_barred(f"address {k}", "wrong")
        one.wrong(f"address {k}", "wrong")
    assert one.is_barred("address 5", "wrong") and not one.is_barred("friend", "right")
