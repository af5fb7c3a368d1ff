"""Players that search: see ``envs/engine/searchers.py`` for what may be said of them."""

from __future__ import annotations

from ..envs.engine.searchers import OPTIONS, Search, SearchError, parse

__all__ = ["OPTIONS", "Search", "SearchError", "parse"]
