"""A scenario fought many times in the background, as ``tactica fight`` does, for a page that looks on meanwhile."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...envs.render.scene import shown_sides
from ...envs.scenario import Scenario
from ..fighting.playing import Battlefield, Battles, FightSetup, spans
from ..fighting.result import Fought

BREATH = 0.005  # seconds left to other threads in between
LONGEST = 300.0  # seconds after which it ends with what there is


class Fight:
    """Many battles of one scenario.

    Attributes:
        id: by which pages name it.
        wanted: how many battles.
        is_over: whether no more are fought.
    """

    def __init__(self, scenario: Scenario, players: Sequence[str], games: int, seed: int) -> None:
        """Begin to fight.

        Args:
            scenario: which.
            players: the spec of each side's player.
            games: how many battles.
            seed: of starts and dice.

        Raises:
            ValueError, LookupError: see ``agents.players.load_player`` and ``scenario.pool``.
        """
        self.id, self.wanted, self.is_over = secrets.token_hex(4), games, False
        self._setup = FightSetup(scenario, tuple(players), seed)
        self._field = Battlefield(self._setup)
        self._parts = [Battles.none(len(scenario.sides))]
        self._said, self._is_stopped = "", False
        self._begun = time.monotonic()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Fight no more battles than those under way."""
        self._is_stopped = True

    def join(self) -> None:
        """Wait until it is over."""
        self._thread.join()

    def as_json(self) -> dict[str, Any]:
        """What has been found so far.

        Returns:
            ``sides``: of each its ``name``, the ``share`` of battles it won with the interval ``low`` to ``high``, and ``left``,
            how often it had how many units left, as [units, times]; ``played``, ``wanted``, ``over``, and ``note``, why it
            ended early. As ``tactica fight`` shows them: ``answer``, ``heads`` and ``rows`` of the table of ``endings``, and
            ``rounds``, a ``text`` and ``bars`` of [label, battles].
        """
        is_over = self.is_over  # before what was played is read, so that "over" means all of it
        found = Fought(self._setup, Battles.joined(list(self._parts)))
        played = len(found.battles)
        sides = []
        for side, name in enumerate(shown_sides(self._setup.scenario.sides)):
            won, left = found.wins[side], Counter(found.battles.standing[:, side].tolist())
            share = {"share": won.value, "low": won.low, "high": won.high} if played else NOTHING
            sides.append({"name": name, **share, "left": sorted(map(list, left.items()))})
        heads, rows = found.endings_table if played else ([], [])
        rounds = {"text": found.rounds_text, "bars": found.rounds_bars} if played else {"text": "", "bars": []}
        return {
            "id": self.id, "answer": found.answer if played else "", "sides": sides,
            "endings": {"heads": heads, "rows": rows}, "rounds": rounds, "played": played, "wanted": self.wanted,
            "over": is_over, "note": self._said,
        }  # fmt: skip

    def _work(self) -> None:
        try:
            for first, count in spans(self._setup, self.wanted):
                if self._is_stopped:
                    break
                if time.monotonic() - self._begun > LONGEST:
                    self._said = f"stopped after {LONGEST:.0f} seconds"
                    break
                self._parts.append(self._field.play(first, count))
                time.sleep(BREATH)
        except (ValueError, LookupError, RuntimeError) as error:
            self._said = str(error)
        finally:
            self.is_over = True


NOTHING = {"share": 0.0, "low": 0.0, "high": 1.0}
