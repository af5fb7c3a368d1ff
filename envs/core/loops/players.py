"""Who may play inside the kernels: the arrays behind seat codes, as one argument of the entries that ask players."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, ClassVar

import numpy as np


class Players(namedtuple("Players", ["behaviours"])):
    """Behaviours that may play, a row each: BEHAVIOUR (n,).

    Attributes:
        SIGNATURE: the type of each, as entries name types.
    """

    __slots__ = ()
    SIGNATURE: ClassVar[str] = "behaviours"

    def with_room(self, name: str) -> Any:
        """The same with twice as many rows of one array."""
        rows = getattr(self, name)
        return self._replace(**{name: np.concatenate([rows, np.zeros_like(rows)])})
