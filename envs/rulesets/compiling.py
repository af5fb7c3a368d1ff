"""Makes the image of one ruleset, in a process of its own: ``python -m tactica.envs.rulesets.compiling wfrp1``.

With ``--unless-busy`` nothing is done while another process makes it, and other processes go first.
"""

from __future__ import annotations

import contextlib
import os
import sys

from ..core.compiler import jit
from . import get


def main(slug: str, unless_busy: bool = False) -> None:
    """Compile a ruleset that is not compiled."""
    ruleset = get(slug)
    ruleset.loops  # noqa: B018 (declares the entries)
    if unless_busy and hasattr(os, "nice"):
        os.nice(5)
    with contextlib.suppress(BlockingIOError), jit.compile_lock(ruleset.folder, waits=not unless_busy):
        if not jit.is_compiled(ruleset.folder, lambda told: None):
            jit.compile_ruleset(ruleset.folder, lambda told: None)


if __name__ == "__main__":
    main(sys.argv[1], "--unless-busy" in sys.argv[2:])
