"""HTTP over which a whole request comes in time: nothing, or half a header, holds a connection no longer than a slow body."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from . import server

__all__ = ["PromptProtocol"]


class PromptProtocol(H11Protocol):
    """A connection that is closed where no new request has begun to be answered in ``server.SLOWEST`` seconds."""

    cycle: Any
    known: Any = None  # the request that was being answered at the last look
    watch: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look."""
        super().connection_made(transport)
        self.watch = self.loop.call_later(server.SLOWEST, self.look)

    def look(self) -> None:
        """Close the connection unless a request has come, or an answer is being worked out."""
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self.cycle is self.known:
            self.transport.close()
            return
        self.known = self.cycle
        self.watch = self.loop.call_later(server.SLOWEST, self.look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self.watch.cancel()
        super().connection_lost(exc)
