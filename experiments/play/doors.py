"""Wrong links: who tries too many of them in a minute is not listened to for a while."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict

MOST_WRONG = 30  # different wrong tokens that an address may try ...
MINUTE = 60.0  # ... in so many seconds
MOST_ADDRESSES = (
    1_000  # that are counted; while so many try wrong tokens, only those that were right before are looked at
)
MOST_RIGHT = 1_000  # pairs of address and token that were right and are remembered


class Doors:
    """Counts different wrong tokens by address. A page that repeats its old token counts once, so that a tab left open locks
    nobody out; and a token that was right at an address stays right there. One thread uses it.
    """

    def __init__(self) -> None:
        self._wrong: dict[str, dict[bytes, float]] = {}  # address -> digest of a token -> when it was tried
        self._right: OrderedDict[tuple[str, bytes], None] = OrderedDict()

    def is_barred(self, address: str, token: str) -> bool:
        """Whether a token from an address is not even looked at."""
        digest = digest_of(token)
        if (address, digest) in self._right or digest in self._wrong.get(address, {}):
            return False
        self._forget()
        return len(self._wrong.get(address, {})) >= MOST_WRONG or (
            address not in self._wrong and len(self._wrong) >= MOST_ADDRESSES
        )

    def wrong(self, address: str, token: str) -> None:
        """Note a wrong token."""
        self._wrong.setdefault(address, {})[digest_of(token)] = time.monotonic()

    def right(self, address: str, token: str) -> None:
        """Note a right token."""
        key = address, digest_of(token)
        self._right[key] = None
        self._right.move_to_end(key)
        while len(self._right) > MOST_RIGHT:
            self._right.popitem(last=False)

    def _forget(self) -> None:
        """Forget what was tried more than a minute ago."""
        since = time.monotonic() - MINUTE
        recent = {at: {one: when for one, when in tried.items() if when > since} for at, tried in self._wrong.items()}
        self._wrong = {at: tried for at, tried in recent.items() if tried}


def digest_of(token: str) -> bytes:
    """What is remembered of a token."""
    return hashlib.sha256(token.encode()).digest()
