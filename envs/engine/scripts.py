"""Scripts that start processes: a new process runs the script again, so what it does must be guarded."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from pathlib import Path

__all__ = ["GUARD", "refuse_unguarded_script"]

GUARD = 'put what your script does under `if __name__ == "__main__":`, or play with jobs=1'


def refuse_unguarded_script(jobs: int) -> None:
    """Refuse to start processes from a script that would start them again in each of them.

    A new process first runs the script that was started, under another name.

    Raises:
        RuntimeError: nothing in the script asks for its name, or this is such a process.
    """
    is_new = getattr(multiprocessing.current_process(), "_inheriting", False)
    main = sys.modules["__main__"]
    if not is_new and getattr(main, "__spec__", None) is None and getattr(main, "__file__", None):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = Path(str(main.__file__)).read_text(encoding="utf-8")
            is_new = "__name__" not in text and "multiprocessing" not in text
    if is_new:
        raise RuntimeError(f"jobs={jobs} starts processes that run your script again: {GUARD}")
