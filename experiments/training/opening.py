"""Opening the training run of a command: a new one, or one to continue."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .recipe import load
from .run import Run

__all__ = ["open_run"]


def open_run(
    recipe: str,
    out: Path | None,
    resume: Path | None,
    rules: Mapping[str, int | bool | str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Run:
    """The run of a command; its rules and settings are saved in the recipe of its folder.

    Args:
        recipe: name or file.
        out: folder of a new run; ``runs/`` and the recipe's name when None, with ``_seed2`` behind it if settings name a
            seed.
        resume: folder of the run to continue; recipe and settings are then its own.
        rules: knobs by address, over those of the recipe.
        settings: other values of the recipe's keys, see ``recipe.with_settings``.

    Raises:
        RunError, RecipeError: see :class:`Run` and ``recipe.load``.
    """
    if resume is not None:
        return Run.resume(resume)
    given = load(recipe, settings)
    given = given.model_copy(update={"rules": {**given.rules, **(rules or {})}})
    seed = f"_seed{given.seed}" if "seed" in (settings or {}) else ""
    return Run.create(out or Path("runs") / f"{Path(recipe).stem}{seed}", given)
