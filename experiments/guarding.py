"""Commands that load players in Python, run in a child process: such a player may end the process it plays in.

``os._exit(0)`` in a player, a crash in a library, or ``os.execv`` would otherwise end ``tactica compare`` with the code that
means "accepted", and ``tactica train`` with the one that means "done". The child says with which code it wants to end; where
it ends without having said anything, that is a mistake (2), whatever its own code was.

The child is a fork, made before anything large is loaded. It has a process group of its own, so that Ctrl-C reaches it once, from
its parent, which passes on what it is sent. It does not outlive its parent.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .common import EXIT_STOPPED, EXIT_WRONG, warn

__all__ = ["GUARDED", "command_of", "run_guarded"]

GUARDED = (
    "battle", "bench-npc", "benchmark", "compare", "discover", "exploit", "fight", "lab", "matter", "report", "skill", "sweep",
    "tournament", "train", "worth",
)  # fmt: skip
#: Of these, commands that keep nothing of what they play until they are finished.
UNSAVED = ("battle", "fight", "report")
#: Of these, commands that continue in a folder.
RESUMED = ("compare", "discover", "exploit", "lab", "matter", "sweep", "tournament", "train", "worth")
#: A player in Python, or a file that may name one: a suite, a recipe.
PYTHON = re.compile(r"\.(?:py|ya?ml)\b|\.py:|^python:")
PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGTSTP", "SIGCONT", "SIGWINCH")
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
NAP = 0.1  # seconds
SAID = "done "  # before the code in the last words of a child


def command_of(words: Sequence[str]) -> str:
    """The command of a command line, empty for none; options of all commands may stand before it."""
    return next((word for word in words if not word.startswith("-")), "")


def is_guarded(words: Sequence[str]) -> bool:
    """Whether a command line is run in a child process. A person at the keyboard needs the terminal."""
    if not hasattr(os, "fork") or command_of(words) not in GUARDED:
        return False
    return not {"--human", "human", "--help", "-h"} & set(words)


def run_guarded(work: Callable[[], Any], words: Sequence[str]) -> None:
    """Do the work of a command, in a child process where its exit code is a verdict.

    Args:
        work: ends by returning, or with SystemExit.
        words: of the command line, without the program.

    Raises:
        SystemExit: with the code of the command.
    """
    if not is_guarded(words):
        work()
        return
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    reads, writes = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(reads)
        _work(work, writes, parent)
    os.close(writes)
    sys.exit(_wait(child, reads, command_of(words), any(PYTHON.search(word) for word in words)))


def _work(work: Callable[[], Any], writes: int, parent: int) -> NoReturn:
    """The child: does the work, and says with which code it ends."""
    with contextlib.suppress(OSError):
        os.setpgid(0, 0)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(DIE_WITH_PARENT, int(signal.SIGKILL))
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    code: Any = 0
    try:
        work()
    except SystemExit as end:
        code = end.code
        raise
    except KeyboardInterrupt:
        code = EXIT_STOPPED
        raise
    except BaseException:
        code = 1
        raise
    finally:
        number = code if isinstance(code, int) else int(code is not None)
        with contextlib.suppress(OSError):
            os.write(writes, f"{SAID}{number}".encode())
    sys.exit(0)


def _follow(parent: int) -> None:
    """End this process soon after its parent has ended, where the system does not do it at once."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(EXIT_WRONG)


def _wait(child: int, reads: int, command: str, names_python: bool) -> int:
    """Wait for a child, passing on signals; the code that the command ends with.

    Args:
        child: its process.
        reads: where it says its last words.
        command: that it runs.
        names_python: whether the command line names a player in Python, or a file that may name one.
    """
    passed: set[int] = set()

    def pass_on(number: int, frame: Any) -> None:
        passed.add(number)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)
        if number == getattr(signal, "SIGTSTP", None):
            os.kill(os.getpid(), signal.SIGSTOP)

    for name in PASSED_ON:
        with contextlib.suppress(AttributeError, OSError, ValueError):
            signal.signal(getattr(signal, name), pass_on)
    done = status = 0
    while (
        not done
    ):  # a signal that comes just before a call that waits is only heard behind it: so no call waits for long
        done, status = os.waitpid(child, os.WNOHANG)
        if not done and select.select([reads], [], [], NAP)[0]:
            time.sleep(NAP / 10)  # it has said its last words, and is about to end
    ended = os.waitstatus_to_exitcode(status)
    os.set_blocking(reads, False)
    with contextlib.suppress(BlockingIOError):
        said = os.read(reads, 64).decode("ascii", "replace")
        if said.startswith(SAID) and said.removeprefix(SAID).isdecimal():
            return int(said.removeprefix(SAID)) or max(ended, 0)
    kept = "nothing is saved" if command in UNSAVED else "what was finished is saved"
    kept += "; to continue, use --resume FOLDER" if command in RESUMED else ""
    if -ended in passed:
        warn(f"stopped by {_name_of(-ended)}; {kept}")
        return 128 - ended
    if ended == -signal.SIGTERM and not names_python:
        warn(f"stopped by SIGTERM before {command} was finished; {kept}")
        return 128 - ended
    how = f"was ended by signal {-ended} ({_name_of(-ended)})" if ended < 0 else f"ended by itself with code {ended}"
    warn(
        f"error: the process that played {how} before {command} was finished. A Python player ended or crashed it, or memory "
        f"ran out. There is no result; {kept}. Leave that player out, or fix it"
    )
    return EXIT_WRONG


def _name_of(number: int) -> str:
    """What a signal is called."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
