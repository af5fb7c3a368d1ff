"""The command line: the script ``tactica``, and ``python -m tactica``."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Prepare the standard streams, load the commands, and run one. Ctrl-C while they are loaded ends the process quietly."""
    try:
        from .experiments.streams import prepare

        prepare()
        from .experiments import cli
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    cli.main()


if __name__ == "__main__":
    main()
