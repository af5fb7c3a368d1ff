"""What all processes of the tests do as they start: Python imports this module by itself where this folder is on its path.

Where ``$TACTICA_READS`` names a folder, every file that a process opens is noted there, one line each: ``python -m parts reads``
compares what the parts of the tests read with what they say they depend on. Where ``$TACTICA_SHAKE`` is a number, the generators
that tests make have other seeds, the same in all processes: ``python -m parts shake`` finds the tests that pass by luck. Where
``$TACTICA_WRITES`` names a file, every file and folder that is written is noted there, and the network is refused.
"""

from __future__ import annotations

import os
import sys
from typing import Any


def note_reads(folder: str) -> None:
    """Note what is opened from here on."""
    notes = open(os.path.join(folder, f"{os.getpid()}.txt"), "a", encoding="utf-8", buffering=1)  # noqa: SIM115
    seen: set[str] = set()

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and arguments[0] not in seen:
            seen.add(arguments[0])
            if not notes.closed:
                notes.write(os.path.abspath(arguments[0]) + "\n")

    sys.addaudithook(heard)


#: What makes or changes a file or folder, and which of its arguments is the path.
CHANGING = {"os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1, "os.truncate": 0, "shutil.copyfile": 1}
#: What uses the network.
SENDING = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def note_writes(file: str) -> None:
    """Note what is written from here on, a line each, and refuse the network beyond this machine."""
    notes = open(file, "a", encoding="utf-8", buffering=1)  # noqa: SIM115

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if notes.closed:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) if isinstance(flags, int) else False
            if (writes or set(mode or "") & set("wax+")) and isinstance(path, str | bytes | os.PathLike):
                notes.write(f"wrote {os.path.abspath(os.fsdecode(path))}\n")
        elif event in CHANGING and not (event == "os.mkdir" and os.path.isdir(arguments[0])):
            notes.write(f"wrote {os.path.abspath(os.fsdecode(arguments[CHANGING[event]]))}\n")
        elif event in SENDING:
            to = arguments[-1] if event.startswith(("socket.connect", "socket.send")) else arguments[0]
            host = to[0] if isinstance(to, tuple) else to
            if (
                isinstance(to, tuple | str)
                and host not in LOOPBACK
                and not (isinstance(to, str) and to.startswith("/"))
            ):
                notes.write(f"network {event} {to}\n")
                raise PermissionError(f"the network is refused here: {event} {to}")

    sys.addaudithook(heard)


def shake(by: int) -> None:
    """Let ``numpy.random.default_rng`` and ``random.Random`` take another seed wherever a test gives them a number.

    ``random.Random`` stays the class it is: others derive from it, and look at what is one.
    """
    import random

    import numpy as np

    ours = (os.path.dirname(os.path.abspath(__file__)), "<string>")  # the last: a process that a test starts with -c
    default_rng, begin = np.random.default_rng, random.Random.__init__

    def moved(seed: Any) -> Any:
        """The seed that the caller of the caller gets."""
        is_ours = sys._getframe(2).f_code.co_filename.startswith(ours)
        return seed + by if is_ours and isinstance(seed, int) else seed

    def shaken(seed: Any = None) -> np.random.Generator:
        return default_rng(moved(seed))

    def begin_shaken(self: random.Random, x: Any = None) -> None:
        begin(self, moved(x))

    np.random.default_rng = shaken
    random.Random.__init__ = begin_shaken  # type: ignore[method-assign]


if int(os.environ.get("TACTICA_SHAKE") or "0"):
    shake(int(os.environ["TACTICA_SHAKE"]))
if os.environ.get("TACTICA_READS"):
    note_reads(os.environ["TACTICA_READS"])
if os.environ.get("TACTICA_WRITES"):
    note_writes(os.environ["TACTICA_WRITES"])
