"""The command line: the script ``tactica``, and ``python -m tactica``."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Prepare the standard streams, load the commands, and run one. While they are loaded, Ctrl-C and a folder of the
    environment that cannot be read are one line.
    """
    try:
        from .experiments.streams import prepare

        prepare()
        from .experiments import cli
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        print(f"error: {error.filename}: {error.strerror}" if error.filename else f"error: {error}", file=sys.stderr)
        sys.exit(2)
    cli.main()


if __name__ == "__main__":
    main()
