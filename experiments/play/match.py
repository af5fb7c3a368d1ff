"""A battle that is being played: its recording, its seats, what each seat has seen, and undo."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...agents.players import load_player
from ...envs import replay as replays
from ...envs.engine.describing import IllegalChoice
from ...envs.engine.game import Game
from ...envs.replay import EXTENSION, Decision, Recording, Replay, ReplayError
from ...envs.replay.recording import RecordingMark
from ..report.boards import Film
from ..watch.asking import asked_alike, has_thrown, nothing_to_undo, why_not_undone
from ..watch.deciding import HUMAN, Deciders
from .choices import Menu, with_keys
from .foresight import chances, hides
from .holding import Held
from .reasons import reasons_of
from .reels import Reel
from .seats import EVERYBODY, PUBLIC, SECRET, Refused, check_present
from .thinking import Thinker
from .winning import WinningCurve

PATIENCE = 1.0  # seconds that players who are no people may take before a page is answered


class Match:
    """A battle that is being played. Hold its ``lock`` while you use it.

    Attributes:
        id: by which pages name it.
        recording: the game and its decisions.
        players: of each side, in words.
        asked: the player that decides for each side: as ``players``, or in a finished battle a stand-in for players that a
            page may not name.
        people: the sides that people play.
        tokens: what gives access to the seat of each of these sides, and to ``PUBLIC``, that of spectators.
        elsewhere: the sides that are played on pages of their own, so that the host's page waits for them.
        file: where it is saved; None if it is not saved.
        unsaved: why its present state could not be saved.
        lock: one thing at a time.
    """

    def __init__(
        self, recording: Recording, players: Sequence[str], file: Path | None = None, asked: Sequence[str] | None = None
    ) -> None:
        """A match in front of its first decision.

        Args:
            recording: the game.
            players: of each side: ``human`` or a spec.
            file: where to save it.
            asked: the players that decide instead, if different.

        Raises:
            ValueError: see ``agents.players.load_player`` and :class:`.Deciders`.
        """
        self.id = secrets.token_hex(4)
        self.recording, self.players, self.file = recording, list(players), file
        self.asked = list(asked or players)
        self.lock = threading.RLock()
        ruleset = recording.game.ruleset
        seated = [HUMAN if player == HUMAN else load_player(player, ruleset) for player in self.asked]
        recording.players = self.players
        self._deciders = Deciders(recording, seated)
        self._thinker = Thinker(self, self._deciders)
        self.people = self._deciders.people
        self.tokens = {seat: secrets.token_urlsafe(24) for seat in (*self.people, PUBLIC)}
        self.elsewhere: set[int] = set()
        self._start = recording.game.clone()
        self._reels: dict[int, Reel] = {}
        self._marks: list[RecordingMark] = []
        self._marked_by = -1
        self._kept: dict[str, Any] = {}  # worked out for the present decision
        self._curves: dict[int | None, WinningCurve] = {}
        self._held: Held | None = None
        self._is_new, self._is_kept, self.unsaved, self.undone = True, False, "", 0

    @classmethod
    def resumed(
        cls, saved: Replay, players: Sequence[str], file: Path | None = None, asked: Sequence[str] | None = None
    ) -> Match:
        """A match that continues where a saved one ends; see :meth:`__init__` for the arguments.

        Raises:
            ReplayError: the file cannot be played to its end, or has changed since it was read; see also
                ``replay.open_game``. Taken: another server has it; of a battle that is over nothing is written any more.
        """
        match = cls(replays.record(replays.open_game(saved)), players, file, asked)
        match._is_new, match._is_kept = False, bool(saved.ending)
        try:
            if file is not None and file.exists() and not saved.ending:
                match._held = Held(file)
                if replays.load(file) != saved:
                    raise ReplayError(f"{file.name} has changed while it was opened; open it again")
            replays.retrace(saved, match.recording)
            if replays.position_hash(match.game).hex() != saved.final or match.game.ending != saved.ending:
                raise ReplayError("replaying the battle does not lead to the position it was saved in")
        except BaseException:
            match.release()
            raise
        match._deciders.go_on(saved.policy_rng)
        return match

    @property
    def game(self) -> Game:
        """The game."""
        return self.recording.game

    @property
    def at(self) -> int:
        """How many decisions have been taken."""
        return len(self.recording)

    # --- who may look

    def check_seat(self, seat: int) -> None:
        """Refuse to show the battle from a seat that nobody may look from.

        Raises:
            Refused: everything while people play, or a side that no person plays.
        """
        if seat == EVERYBODY:
            if self.people and not self.game.over:
                raise Refused("this would show everything, so it is available only after the battle")
        elif seat != PUBLIC and seat not in self.people:
            raise Refused(f"seat {seat} is not played by a person; people play: {self.people or 'no seat'}", 403)

    def film(self, seat: int) -> Film:
        """What a seat has seen so far."""
        if seat not in self._reels:
            self._reels[seat] = Reel(self._start, self.players, seat)
        self._reels[seat].follow(self.recording.decisions)
        return self._reels[seat].film

    def check_open(self, seat: int) -> None:
        """As :meth:`check_seat`, and refuse spectators what is computed from hidden information.

        Raises:
            Refused: see :meth:`check_seat`; or a spectator asks while the battle lasts.
        """
        self.check_seat(seat)
        if seat == PUBLIC and not self.game.over:
            raise Refused("spectators can see this after the battle")

    # --- the present decision

    @property
    def is_waiting(self) -> bool:
        """Whether a computer player is to decide."""
        return not self.game.over and self.game.side not in self.people

    def menu(self) -> Menu:
        """The choices of the deciding side."""
        menu: Menu = self._once("menu", lambda: Menu(self.game))
        return menu

    def choices(self) -> list[dict[str, Any]]:
        """The complete choices of the deciding side, with key letters."""
        found: list[dict[str, Any]] = self._once("choices", lambda: with_keys(self.menu().complete()))
        return found

    def missing(self) -> list[dict[str, str]]:
        """The verbs that the deciding side is not offered, and why."""
        found: list[dict[str, str]] = self._once("missing", lambda: self.menu().missing())
        return found

    def alike(self) -> list[str]:
        """Units of a side with the same question in a row; empty for a single unit. Empty, too, while a unit is hidden
        from the side: which unit decides next may depend on it.
        """
        game = self.game
        found: list[str] = self._once("alike", lambda: asked_alike(game))
        return found if len(found) > 1 else []

    def _once(self, name: str, work: Callable[[], Any]) -> Any:
        """A value that is computed once for the present decision."""
        if name not in self._kept:
            self._kept[name] = work()
        return self._kept[name]

    # --- what is chosen

    def check_asked(self, seat: int, at: int) -> None:
        """Refuse an answer to another decision, or of another seat.

        Raises:
            Refused: it is one, or the battle was put away.
        """
        check_present(at, self.at, self._thinker.is_closed)
        if self.game.over:
            raise Refused("the battle is over")
        if seat != self.game.side or seat not in self.people:
            raise Refused("it is another side's turn to choose")

    def answer(self, seat: int, at: int, give: Sequence[int]) -> None:
        """Take a choice of a person, and let the others play on.

        Args:
            seat: whose choice.
            at: how many decisions had been taken when it was made.
            give: the answers, part by part.

        Raises:
            Refused: this is not the present decision; IllegalChoice: an answer is not legal, and nothing has changed.
        """
        self.check_asked(seat, at)
        mark = self._mark(seat)
        self._give(give, mark)
        self._settle()

    def answer_for_all(self, seat: int, at: int, give: Sequence[int]) -> None:
        """As :meth:`answer`, the same for all units with this question in a row, as long as they can and no die is rolled.

        Raises:
            Refused, IllegalChoice: see :meth:`answer`.
        """
        self.check_asked(seat, at)
        mark, prompt, others = self._mark(seat), self.game.prompt, len(self.alike()) - 1
        self._give(give, mark)
        for _ in range(others):
            game = self.game
            asked = (game.prompt, game.side, int(game.s["pending_verb"]))
            if game.over or asked != (prompt, seat, 0) or self._has_thrown(mark):
                break
            try:
                self._give(give, self.recording.mark())
            except IllegalChoice:
                break
        self._settle()

    def _mark(self, seat: int) -> RecordingMark:
        """The point in front of a choice of a person, to which undo goes back."""
        if self._marked_by != seat:
            self._marks, self._marked_by = [], seat
        mark = self.recording.mark()
        if int(self.game.s["pending_verb"]) == 0:
            self._marks.append(mark)
        return mark

    def _give(self, give: Sequence[int], mark: RecordingMark) -> None:
        """Give the answers of one choice; all of them or, where one is not legal, none."""
        try:
            for number, answer in enumerate(give):
                if self.game.over or (number and int(self.game.s["pending_verb"]) == 0):
                    raise IllegalChoice(f"{list(give)} is more than one choice", -1, [])
                if answer not in self.game.answers().tolist():  # in words it might name a unit that is hidden
                    raise IllegalChoice(f"answer {answer} is not legal here", -1, [])
                self.recording.answer(answer)
        except IllegalChoice:
            self._take_back(mark)
            raise
        finally:
            self._kept.clear()

    def _settle(self) -> None:
        """What follows a choice of a person: it is saved, and the others play on."""
        self.keep()
        self.play_on(PATIENCE)

    def play_on(self, patience: float, most: int | None = None) -> None:
        """Let computer players decide until a person is to decide or the battle is over; the lock is released meanwhile.

        Args:
            patience: seconds to wait for that. They continue for a while afterwards, see :class:`.thinking.Thinker`.
            most: how many decisions, None any number.
        """
        with self.lock:
            self._thinker.work(patience, most)

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player is at work."""
        return self._thinker.is_at_work

    def decided(self, answer: int | None, says: str = "") -> None:
        """Take the answer of a computer player; None, and why, if it gives up."""
        self._marks.clear()
        self._kept.clear()
        if answer is None:
            self.recording.forfeit(says)
        else:
            self._deciders.give(answer)
        if self.game.over:
            self.keep()

    # --- undo

    @property
    def may_undo(self) -> bool:
        """Whether the deciding side can undo its last own choice: no die was rolled since, no other side has decided, and
        no unit is hidden from it.
        """
        return bool(self._marks) and self.game.side == self._marked_by and not self._why_not_back(self._marks[-1])

    def undo(self, seat: int, at: int) -> None:
        """Take the last own choice back.

        Raises:
            Refused: that cannot be done.
        """
        check_present(at, self.at, self._thinker.is_closed)
        if not self._marks or seat != self._marked_by or seat != self.game.side:
            raise Refused(nothing_to_undo(self.recording.decisions, seat))
        if reason := self._why_not_back(self._marks[-1]):
            raise Refused(reason)
        self._take_back(self._marks.pop())
        self.undone += 1
        self.keep()

    def _take_back(self, mark: RecordingMark) -> None:
        self.recording.take_back(mark)
        for reel in self._reels.values():
            reel.take_back(mark)
        self._marks = [one for one in self._marks if one.decisions < mark.decisions]
        self._kept.clear()

    def _before(self, mark: RecordingMark) -> Game:
        twin = self.game.clone()
        twin.lanes[0] = mark.lanes
        return twin

    def _has_thrown(self, mark: RecordingMark) -> bool:
        return has_thrown(self._before(mark), self.game)

    def _why_not_back(self, mark: RecordingMark) -> str:
        return why_not_undone(self._before(mark), self.game, self._marked_by)

    # --- what is known beyond the board

    def chances(self, seat: int, at: int, give: Sequence[int]) -> dict[str, Any]:
        """What a choice of the deciding side may lead to, see :func:`.foresight.chances`.

        Raises:
            Refused: this is not the present decision; IllegalChoice: the choice is not legal.
        """
        self.check_asked(seat, at)
        choice = next((one for one in self.choices() if one["give"] == list(give)), None)
        if choice is None:
            choice = self.menu().complete(give)[0]
        found: dict[str, Any] = self._once(f"chances {list(give)}", lambda: chances(self.game, give, choice))
        return found

    def why(self, seat: int, at: int) -> dict[str, Any]:
        """Why a decision was taken, see :func:`.reasons.reasons_of`. The lock is not held while the reasons are computed.

        While the battle lasts the answer is given only if nothing is hidden from the seat before and after the decision.
        Otherwise it would reveal which choices others have, and which they took: even the side that took the decision is
        hidden from a seat.

        Args:
            seat: whose page asks.
            at: number of the decision, from 1.

        Raises:
            Refused: no such decision, a person took it, its player cannot explain it, or the seat may not know.
        """
        with self.lock:
            self.check_open(seat)
            if not 1 <= at <= self.at:
                raise Refused(f"there is no decision {at}; {self.at} have been taken", 404)
            decisions, is_open = self.recording.decisions[:at], seat == EVERYBODY or self.game.over
        *earlier, decision = decisions
        game = self.position(earlier)
        if not is_open and (hides(game, seat) or hides(self.position(decisions), seat)):
            raise Refused(SECRET)
        if decision.side in self.people or decision.answer < 0:
            raise Refused(
                "a human player's reasons are not known" if decision.answer >= 0 else "this side has resigned", 404
            )
        if self.asked[decision.side] != self.players[decision.side]:
            raise Refused("this player is not on this server's list, so it cannot explain its choice", 404)
        try:
            return reasons_of(game, decision, self.players[decision.side])
        except LookupError as error:
            raise Refused(str(error), 404) from None

    def curve(self, seat: int) -> WinningCurve:
        """Each side's share of victory along the battle as far as it has come.

        While anything is hidden from the seat, it is made of what the seat knew whenever it decided.

        Raises:
            Refused: nobody may look from that seat.
        """
        self.check_open(seat)
        viewer = seat if seat != EVERYBODY and not self.game.over and hides(self.game, seat) else None
        decisions, earlier = self.recording.decisions, self._curves.get(viewer)
        if earlier is not None and earlier.decisions == decisions:
            return earlier
        curve = self._curves[viewer] = WinningCurve(self._start.clone(), decisions, earlier, viewer)
        return curve

    # --- other positions, and the file

    def position(self, decisions: Sequence[Decision]) -> Game:
        """The game as it stood after its first decisions, a copy."""
        game = self._start.clone()
        for decision in decisions:
            replays.take(game, decision)
        return game

    def save(self) -> None:
        """Write the battle to its file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        if self.file is None or self._is_kept:
            return
        self._held = self._held or Held(None if self._is_new else self.file)
        while True:
            try:
                if self._is_new and self.file.exists():
                    raise FileExistsError
                replays.save(self.recording, self.file, self._held.write)
                break
            except FileExistsError:
                if not self._is_new:
                    raise
            stem, _, number = self.file.stem.rpartition("-")  # another server has the same folder
            self.file = self.file.with_name(
                f"{stem or number}-{int(number) + 1 if number.isdecimal() else 1}{EXTENSION}"
            )
        self._is_new, self.unsaved = False, ""

    def keep(self) -> None:
        """As :meth:`save`, but the battle continues if it cannot be written; ``unsaved`` says why."""
        try:
            self.save()
        except OSError as error:
            self.unsaved = error.strerror or str(error)

    def close(self) -> None:
        """Put the battle away: nobody decides or thinks in it any more."""
        with self.lock:
            self._thinker.close()
            for curve in self._curves.values():
                curve.give_up()
        self._thinker.join()

    def release(self) -> None:
        """Let other servers have the file."""
        if self._held is not None:
            self._held.release()
