"""``tactica play``: battles in the browser."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import re
import socket
import ssl
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ..common import UserError, a_seed, ensure_compiled, find_scenario, say, say_saved
from .battle import PLAYER, PROGRAM, by_side, continued_by
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ..play import House

BACKLOG = 128  # requests that wait until the server takes them
LAST_ANSWERS = 3  # seconds for what is being answered when the server is to end
LOOPBACK = "127.0.0.1"
NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")  # of a machine
NEEDED = 'tactica play needs Starlette and uvicorn: pip install "tactica[play]"'


def play(
    scenario: Annotated[
        str | None, typer.Argument(help="Name (duel, wfrp1/duel) or file. \\[default: choose on the page]")
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
    red: Annotated[str | None, typer.Option(help=f"The first side. {PLAYER} \\[default: human]")] = None,
    blue: Annotated[
        str | None, typer.Option(help="The second side. \\[default: a network that fits, else guardian]")
    ] = None,
    green: Annotated[str | None, typer.Option(help="The third side, if there is one. \\[default: as blue]")] = None,
    gold: Annotated[str | None, typer.Option(help="The fourth side. \\[default: as blue]")] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=a_seed,
            help="Seed of the dice, the players and the scenario's random parts. \\[default: random]",
        ),
    ] = None,
    rule: Rules = None,
    folder: Annotated[Path, typer.Option("--out", "-o", help="Folder for saved battles.")] = Path("runs/play"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 picks a free one.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page, or only print its address.")
    ] = True,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved battle.")] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address or name at which friends reach this machine. \\[default: this machine only]",
        ),
    ] = None,
    cert: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="Certificate (PEM), to serve HTTPS.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--tls-key", metavar="FILE", help="Private key of --tls-cert (PEM).")
    ] = None,
) -> None:
    """Play battles in the browser, by hand or against any player.

    Serves a page that only this machine can reach; with --host, a friend at another machine can play, too, by a link for one
    side. Choose rules, scenario, players and house rules; click units, cells and targets; see chances, rolls and rules.
    Every choice is saved. Ctrl-C stops the server.

    Examples: [bold]tactica play[/], [bold]tactica play wfrp1/small --blue search:200[/],
    [bold]tactica play wfrp1/small --blue human --host 192.168.1.5[/]
    """
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise UserError(NEEDED) from None
    from ..play import House, SavedBattles, make_app

    if resume is not None and (scenario is not None or rule):
        raise UserError("--resume continues a saved battle; leave out the scenario and --rule")
    if scenario is None and (rule or seed is not None):
        raise UserError("--rule and --seed belong to a scenario; name one")
    tls = tls_of(cert, key)
    house = House(SavedBattles(folder), is_shared=host is not None)
    named = [red, blue, green, gold]
    house.players = [player for player in named if player]
    if resume is not None:
        continue_battle(house, resume, named)
    elif scenario is not None:
        begin_battle(house, *find_scenario(scenario, ruleset), named, seed, knobs(rule))
    with listening(port, host or LOOPBACK) as (listener, at):
        names, scheme = names_of(listener, host), "https" if tls else "http"
        address = f"{scheme}://{names[0]}:{at}/#"
        if not tls and not is_loopback(listener):
            say(
                "warning: without --tls-cert and --tls-key, anyone on the network between you can read the links",
                "yellow",
            )
        for who, token in links_of(house) if host is not None else ():
            say(f"{who}: {address}{token}")
        serve(server_of(make_app(house, at, names, scheme), tls), house, listener, f"{address}{house.token}", browser)


def begin_battle(
    house: House,
    slug: str,
    scenario: Any,
    named: list[str | None],
    seed: int | None,
    rules: dict[str, int | bool | str],
) -> None:
    """Begin the battle that the command line names.

    Raises:
        UserError: a player has no side; see also ``agents.players.load_player`` and ``scenario.pool``.
    """
    from ...envs import scenario as scenarios
    from ..fighting.usual import best_opponent
    from ..play.house import match_info
    from ..play.messages import NewMatch
    from ..watch.deciding import HUMAN

    wanted = by_side(named, scenario.sides, str(scenario))
    ensure_compiled(slug)
    name = scenario.key
    if name not in scenarios.shipped(slug) or scenario.file != str(scenarios.find(slug, name)):
        house.scenarios[slug, name] = scenario
    others = best_opponent(scenario.ruleset)
    players = [player or (HUMAN if side == 0 else others) for side, player in enumerate(wanted)]
    match = house.add(house.begin(NewMatch(slug, name, players, seed, rules)))
    house.wanted = {"ruleset": slug, "scenario": name, **match_info(match)}


def continue_battle(house: House, file: Path, named: list[str | None]) -> None:
    """Continue a saved battle, in its own file.

    Raises:
        ReplayError: it cannot be continued; UserError: a player has no side, or is a program that only the file names.
    """
    from ...envs import replay as replays
    from ..play.house import match_info

    saved = replays.load(file)
    players = continued_by(named, saved, file)
    house.players += [player for player in players if not PROGRAM.search(player)]  # a program has to be named now
    ensure_compiled(saved.ruleset)
    match = house.add(house.resume(saved, players, file))
    house.wanted = {"ruleset": saved.ruleset, "scenario": saved.title, **match_info(match)}


# --- who reaches it


class Tls(NamedTuple):
    """The files of a certificate."""

    cert: Path
    key: Path


def tls_of(cert: Path | None, key: Path | None) -> Tls | None:
    """The files of a certificate, None without.

    Raises:
        UserError: one is missing or cannot be used.
    """
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise UserError("--tls-cert and --tls-key belong together; give both")

    def no_password() -> str:
        raise UserError(f"--tls-key: {key} is encrypted; give a key without a password")

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, no_password)
    except OSError as error:
        what = "not a certificate with its key (PEM)" if isinstance(error, ssl.SSLError) else error.strerror
        raise UserError(f"--tls-cert {cert}, --tls-key {key}: {what}") from None
    return Tls(cert, key)


def names_of(listener: socket.socket, host: str | None) -> list[str]:
    """What browsers may call the machine of a socket, the first as it is printed."""
    address = ipaddress.ip_address(listener.getsockname()[0])
    shown = f"[{address}]" if address.version == 6 else str(address)
    named = [host.lower()] if host and NAME.fullmatch(host.lower()) else []
    return list(dict.fromkeys([*named, shown, *(["localhost"] if host is None else [])]))


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine reaches a socket."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback


def links_of(house: House) -> list[tuple[str, str]]:
    """Who gets which token in the battle of the command line: the sides that people play, and spectators."""
    from ...envs.render.scene import side_names
    from ..play.seats import PUBLIC

    found = []
    for match in house.matches.values():
        sides = side_names(match.game)
        found += [(sides[seat], token) for seat, token in match.tokens.items() if seat != PUBLIC]
        found.append(("spectators", match.tokens[PUBLIC]))
    return found


@contextlib.contextmanager
def listening(port: int, host: str = LOOPBACK) -> Iterator[tuple[socket.socket, int]]:
    """A socket that listens at an address of this machine, and its port.

    Raises:
        UserError: the address is not one, or the port is taken.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0] if host.strip() else None
    except (OSError, UnicodeError) as error:
        raise UserError(f"--host {host}: {getattr(error, 'strerror', None) or error}") from None
    if found is None or ipaddress.ip_address(found[4][0]).is_unspecified:
        raise UserError("--host needs the address or name by which friends reach this machine, such as 192.168.1.5")
    family, where = found[0], found[4]
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(where)
        except OSError as error:
            what = f"--host {host}" if error.errno == errno.EADDRNOTAVAIL else f"--port {port}"
            raise UserError(f"{what}: {error.strerror}") from None
        listener.listen(BACKLOG)  # requests before the first answer wait instead of being refused
        yield listener, int(listener.getsockname()[1])


def server_of(app: Any, tls: Tls | None = None) -> Any:
    """The server of an application; when it is to end, requests that hang do not hold it up."""
    import uvicorn

    from ..play.prompt import PromptProtocol

    files: dict[str, Any] = {"ssl_certfile": tls.cert, "ssl_keyfile": tls.key} if tls else {}
    config = uvicorn.Config(
        app, http=PromptProtocol, log_level="warning", access_log=False, lifespan="off", server_header=False, ws="none",
        proxy_headers=False, timeout_graceful_shutdown=LAST_ANSWERS, **files,
    )  # fmt: skip
    return uvicorn.Server(config)


WAY_IN = """<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={0}"><title>tactica</title><a href="{0}">tactica</a>
"""


@contextlib.contextmanager
def way_in(address: str, folder: Path) -> Iterator[str]:
    """The address of a file only this user can read, which leads a browser to a page. The key in the page's own address would
    stand on the browser's command line, which every user of the machine can read.

    Args:
        address: of the page.
        folder: of the file, where it can be written; some browsers read no temporary folders. The file is gone at the end.
    """
    path = None
    for where in (folder, Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            where.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(".html", "open-", where)  # which nobody else may read
            path = Path(name)
            with open(handle, "w", encoding="utf-8") as file:
                file.write(WAY_IN.format(address))
            break
    try:
        yield path.resolve().as_uri() if path is not None else address.partition("#")[0]
    finally:
        if path is not None:
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                folder.rmdir()  # only if it is empty


def serve(server: Any, house: House, listener: socket.socket, address: str, browser: bool) -> None:
    """Answer pages until Ctrl-C, then save everything and say where."""
    from ..play import setup

    threading.Thread(target=setup.look_up, daemon=True).start()
    say(f"Open this link in your browser: {address}", "bold")
    with contextlib.ExitStack() as stack, contextlib.suppress(KeyboardInterrupt):
        say("Keep the link private: anyone who has it can play. Press Ctrl-C to stop.")
        if browser:
            webbrowser.open(stack.enter_context(way_in(address, house.saved.folder)))
        server.run(sockets=[listener])
    for path in house.close():
        say_saved(path)
        say(f"to continue: tactica play --resume {path}")
    for match in house.matches.values():
        if match.unsaved:
            say(f"{match.file} could not be saved: {match.unsaved}", "red")
