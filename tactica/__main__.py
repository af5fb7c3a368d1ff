"""``python -m tactica``: the command line."""

from .experiments.cli import main

main()
