"""What answers the page: routes, tokens, limits. Bound to this machine alone, unless an address is named.

Every request needs a token: the host's, which may do everything, or that of one seat of one match. Pages get files of a fixed
list; what they send is checked against strict types, and what goes wrong is answered with a sentence. Matches run in threads,
each behind its lock.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from ..common import user_errors
from . import editor_endpoints as editor
from . import endpoints as asked
from .endpoints import Answered, Handler
from .house import House
from .messages import Again, Choice, Go, Missed, Name, NewMatch, Resume
from .seats import Refused

HERE = Path(__file__).parent
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
SHARED = ("board.js", "page.css", "theme.js")  # files of ``experiments/report`` that the page uses
MOST_BYTES = 256 << 10  # of what a page sends
SLOWEST = 20.0  # seconds in which all of it comes
LOOPBACK = ("127.0.0.1", "localhost")
PORTS = {"http": 80, "https": 443}  # which browsers leave out
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


# --- answers


def reply(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    if isinstance(value, Answered):
        value, status = value.value, value.status
    if isinstance(value, Response):
        return value
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def sorry(message: str, status: int) -> Response:
    """An answer that says what was wrong."""
    return reply({"error": message}, status)


async def body_of(request: Request, most: int) -> bytes:
    """What a page has sent.

    Raises:
        Refused: it is larger, or comes more slowly, than allowed; or the server ends.
    """
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise Refused(f"too much: at most {most >> 10} KB are allowed", 413)
    except asyncio.CancelledError:
        raise Refused("the server ends", 503) from None
    except TimeoutError:
        raise Refused(f"too slow: the request must arrive within {SLOWEST:.0f} seconds", 408) from None
    return bytes(data)


def api(handler: Handler, kind: type | None = None, is_hosts: bool = False, most: int = MOST_BYTES) -> Any:
    """An endpoint: lets a guest in, reads what it sends, and calls a handler in a thread.

    Args:
        handler: called with the house, the guest, the parameters of path and query, and what was sent.
        kind: the type of what is sent, None for nothing.
        is_hosts: whether it is for the host alone.
        most: bytes that may be sent.
    """

    async def endpoint(request: Request) -> Response:
        house: House = request.app.state.house
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        address = request.client.host if request.client else ""
        if house.doors.is_barred(address, token):
            return sorry("too many wrong links were tried from this address; wait a minute", 429)
        guest = house.guest(token) if scheme == "Bearer" else None
        if guest is None:
            house.doors.wrong(address, token)
            return sorry("this link is no longer valid; open the one that tactica play printed last", 401)
        house.doors.right(address, token)
        try:
            if is_hosts and guest.match is not None:
                raise Refused("only the host may do that", 403)
            sent = None if kind is None else msgspec.json.decode(await body_of(request, most), type=kind)
            given = {**request.query_params, **request.path_params}
            return reply(await run_in_threadpool(handler, house, guest, given, sent))
        except Refused as refused:
            return sorry(str(refused), refused.status)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return sorry(f"invalid request: {error}", 400)
        except OSError as error:  # which may name a path
            return sorry(str(error) if guest.match is None else error.strerror or "the server cannot do that now", 400)
        except (*user_errors(), LookupError) as error:  # type: ignore[misc]
            return sorry(str(error), 400)
        except Exception:
            traceback.print_exc()
            return sorry("something went wrong in tactica; see the terminal for details", 500)

    return endpoint


# --- the application


def page_files() -> dict[str, Path]:
    """The files of the page by the path they are asked for."""
    own = {f"/{path.name}": path for path in HERE.iterdir() if path.suffix in KINDS}
    shared = {f"/{name}": HERE.parent / "report" / name for name in SHARED}
    return {"/": HERE / "play.html", **own, **{at: path for at, path in shared.items() if path.exists()}}


def file_endpoint(path: Path) -> Any:
    """An endpoint that gives a file."""

    def endpoint(request: Request) -> Response:
        return FileResponse(path, media_type=KINDS[path.suffix])

    return endpoint


class Guard:
    """Lets in only requests that name this server and come from no other site, and puts headers on what it answers."""

    def __init__(self, app: Any, port: int, names: Sequence[str], scheme: str) -> None:
        self.app, self.scheme = app, scheme
        self.hosts = {f"{name}:{port}" for name in names} | (set(names) if port == PORTS[scheme] else set())

    async def __call__(self, scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        host = next((value for name, value in headers if name == "host"), "").lower()

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *(pair for pair in message.get("headers", []) if pair[0].decode() not in HEADERS),
                    *((name.encode(), value.encode()) for name, value in HEADERS.items()),
                ]
            await send(message)

        if host not in self.hosts:
            await sorry(f"ask for one of {', '.join(sorted(self.hosts))}", 421)(scope, receive, with_headers)
        elif any(name == "origin" and value != f"{self.scheme}://{host}" for name, value in headers):
            await sorry("this request comes from another site", 403)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)


def make_app(house: House, port: int, names: Sequence[str] = LOOPBACK, scheme: str = "http") -> Guard:
    """The application.

    Args:
        house: what is served.
        port: that it is bound to.
        names: what browsers may call its machine: lower case, IPv6 addresses in brackets.
        scheme: http or https.
    """
    match = "/api/matches/{id}"
    editor.workshop(house)
    routes = [
        Route("/api/start", api(asked.start)),
        Route("/api/setup", api(asked.setup_info, is_hosts=True)),
        Route("/api/opponents/{slug}/{scenario}", api(asked.opponents, is_hosts=True)),
        Route("/api/rules/{slug}", api(asked.rules)),
        Route("/api/rules/{slug}/{clause}", api(asked.clause)),
        Route("/api/matches", api(asked.new_match, NewMatch, is_hosts=True), methods=["POST"]),
        Route("/api/matches/resume", api(asked.resume, Resume, is_hosts=True), methods=["POST"]),
        Route(f"{match}/view", api(asked.view)),
        Route(f"{match}/answer", api(asked.answer, Choice), methods=["POST"]),
        Route(f"{match}/all", api(asked.answer_all, Choice), methods=["POST"]),
        Route(f"{match}/choices", api(asked.choices, Choice), methods=["POST"]),
        Route(f"{match}/why-not", api(asked.why_not, Missed), methods=["POST"]),
        Route(f"{match}/go", api(asked.go, Go), methods=["POST"]),
        Route(f"{match}/undo", api(asked.undo, Choice), methods=["POST"]),
        Route(f"{match}/chances", api(asked.chances, Choice), methods=["POST"]),
        Route(f"{match}/ghosts", api(asked.ghosts, Choice), methods=["POST"]),
        Route(f"{match}/why", api(asked.why)),
        Route(f"{match}/sheet", api(asked.sheet)),
        Route(f"{match}/curve", api(asked.curve)),
        Route(f"{match}/again", api(asked.again, Again, is_hosts=True), methods=["POST"]),
        Route(f"{match}/share", api(asked.share, is_hosts=True)),
        Route(f"{match}/save", api(asked.save, Name, is_hosts=True), methods=["POST"]),
        *(
            Route(at, api(handler, kind, is_hosts=True, most=editor.MOST_BYTES), methods=[method])
            for method, at, handler, kind in editor.QUESTIONS
        ),
        *(Route(at, file_endpoint(path)) for at, path in page_files().items()),
    ]
    app = Starlette(routes=routes)
    app.state.house = house
    return Guard(app, port, names, scheme)
