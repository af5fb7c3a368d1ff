"""One battle between anybody: in-kernel policies, Python policies, people at the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.dice import seed_rng
from ...envs.core.loops.seats import POLICY_STREAM
from ...envs.engine.game import Game, IllegalChoice
from ...envs.engine.policies import Host, name_of, seat_code
from ...envs.render import narrate, text
from ...envs.render.scene import side_names
from ...envs.replay import Recording, save
from ..common import UserError, console, say, warn

HUMAN = "human"
BOARDS = ("decisions", "rounds", "ends", "never")
HELP = "type a number or words to choose; s [FILE] saves, b shows the board, q quits, ? shows this help"


class Stop(Exception):
    """A person has had enough; what was played is saved when they asked for it."""


@dataclass
class Battle:
    """A battle as it is watched.

    Attributes:
        recording: the game and its decisions.
        players: who plays each side: ``human``, the name of an in-kernel policy, or a policy.
        board: when the board is shown: after ``decisions``, in ``rounds``, at the ``ends`` or ``never``.
        pause: wait for Enter after every decision.
        clauses: put the clause behind every sentence.
        file: where ``s`` saves.
        ask: reads a line from the keyboard.
    """

    recording: Recording
    players: Sequence[Any]
    board: str = "rounds"
    pause: bool = False
    clauses: bool = True
    file: Path = Path("battle")
    ask: Callable[[str], str] = input
    rng: np.ndarray = field(default_factory=lambda: np.zeros((1, 4), np.int64))

    def __post_init__(self) -> None:
        game = self.game
        self._codes = {
            side: seat_code(game.ruleset, player) for side, player in enumerate(self.players) if player != HUMAN
        }
        self._hosts = {side: Host(self.players[side]) for side, code in self._codes.items() if code is None}
        self._rngs = {side: np.random.default_rng([int(game.s["seed_base"]), side]) for side in self._hosts}
        self.people = [side for side, player in enumerate(self.players) if player == HUMAN]
        self._unread: dict[int, list[str]] = {side: [] for side in self.people}
        self._shown: dict[int, str] = {}
        self._last_reader = -1
        if self.recording.policy_rng:
            self.rng[0] = self.recording.policy_rng
        elif not self.rng.any():
            s = game.s
            seed_rng(self.rng[0], int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"]), POLICY_STREAM)

    @property
    def game(self) -> Game:
        """The game."""
        return self.recording.game

    def show_board(self, viewer: int | None = None) -> None:
        """Print the position."""
        say()
        say(text(self.game, viewer=viewer, events=0, colour=console.is_terminal))
        say()

    def _show_when_changed(self, side: int) -> None:
        """Print the position for a person, when it is not what was printed last."""
        now = text(self.game, viewer=side, events=0, colour=False).partition("\n")[2]
        if now != self._shown.get(side):
            self._shown[side] = now
            self.show_board(side)

    def play(self) -> None:
        """Play to the end, telling what happens.

        Raises:
            Stop: a person has ended it.
        """
        game = self.game
        if not self.people and self.board != "never":
            self.show_board()
        self._tell()
        round_no = int(game.s["round_no"])
        while not game.over:
            side = game.side
            if side in self.people:
                self._ask_person(side)
            elif not self._ask_policy(side):
                break
            self._tell()
            if not self.people and not game.over:
                is_new_round = int(game.s["round_no"]) != round_no
                if self.board == "decisions" or (self.board == "rounds" and is_new_round):
                    self.show_board()
                round_no = int(game.s["round_no"])
                if self.pause and game.s["event_count"]:
                    self._wait()
        for viewer in self.people or [None]:  # type: ignore[list-item]
            self._read_out(viewer)
        if self.board != "never":
            self.show_board()
        from ...envs.render.scene import result_text

        say(f"{game.ending_text}: {result_text(game)}", "bold")

    def _wait(self) -> None:
        try:
            self.ask("press Enter to continue ")
        except EOFError:
            self.pause = False

    # --- what happens

    def _tell(self) -> None:
        """Say what happened; people hear it when it is their turn, and only what they may know."""
        if not self.people:
            for line in narrate(self.game, clauses=self.clauses):
                say(line)
        for side in self.people:
            self._unread[side] += narrate(self.game, side, clauses=self.clauses)

    def _read_out(self, side: int | None) -> None:
        if side is None:
            return
        if len(self.people) > 1:
            say(f"what {side_names(self.game)[side]} saw:", "bold")
        for line in self._unread[side]:
            say(line)
        self._unread[side] = []

    # --- who decides

    def _ask_policy(self, side: int) -> bool:
        """Let a policy choose; False when it has lost the game instead."""
        game = self.game
        host = self._hosts.get(side)
        if host is None:
            code = self._codes[side]
            answer = int(game.loops.choose_game(game.states, game.row, game.books, game.fields, code, self.rng))
            words = game.describe_answer(answer)
            who = game.decider_text if game.decider >= 0 else side_names(game)[side]
            self.recording.answer(answer)
        else:
            seen = {name: array[None] for name, array in game.observe(side).items()}
            given = host.act(seen, seen["action_mask"], self._rngs[side])
            if given.indices[0] < 0:
                warn(f"{side_names(game)[side]} forfeits, its policy failed: {given.text}")
                self.recording.forfeit(given.text)
                return False
            words, who = game.describe(int(given.indices[0])), game.decider_text
            self.recording.step(int(given.indices[0]))
        self.recording.policy_rng = [int(word) for word in self.rng[0]]
        if not self.people and (game.s["event_count"] or game.s["pending_verb"] == 0):
            say(f"> {who}: {words}", "cyan")
        return True

    def _ask_person(self, side: int) -> None:
        game = self.game
        if side != self._last_reader:
            if len(self.people) > 1 and console.is_terminal:
                self.ask(
                    f"{side_names(game)[side]} to decide; press Enter when only {side_names(game)[side]} can see the screen "
                )
                console.clear()
            self._last_reader = side
        self._read_out(side)
        self._show_when_changed(side)
        answers = [int(answer) for answer in game.answers()]
        texts = [game.describe_answer(answer) for answer in answers]
        who = game.decider_text if game.decider >= 0 else side_names(game)[side]
        start, shown = without_start(texts)
        say(f"{who}: {f'{start}, ' if start else ''}{game.prompt_text}", "bold")
        say(in_columns([f"{i:3d}  {words}" for i, words in enumerate(shown, 1)]))
        while True:
            try:
                said = self.ask("? ").strip()
            except EOFError:
                raise Stop from None
            if self._command(said, side):
                continue
            if said.isdigit():
                if 1 <= int(said) <= len(answers):
                    self.recording.answer(answers[int(said) - 1])
                    return
                say(f"choose 1 to {len(answers)}; {HELP}")
                continue
            if self._by_words(said):
                return

    def _by_words(self, said: str) -> bool:
        """Take a choice in words: one of those listed, or a complete one (``strike goblin``)."""
        game = self.game
        if re.fullmatch(r"\(?\d+\s*,\s*\d+\)?", said):
            x, y = re.findall(r"\d+", said)
            said = next((words for words in game.legal_texts().values() if words.endswith(f"({x}, {y})")), said)
        try:
            self.recording.step(game.parse(said))
            return True
        except IllegalChoice:
            pass
        from ...envs.sandbox import Table

        skips = game.skip_forced
        table = Table.of(game.clone(), skip_forced=True)
        try:
            answers = table.parse(said)
        except IllegalChoice as e:
            say(str(e))
            return False
        finally:
            game.skip_forced = skips
        for answer in answers:
            if not game.over and answer in game.answers():
                self.recording.answer(answer)
                self._tell_later(answer is answers[-1])
        return True

    def _tell_later(self, is_last: bool) -> None:
        """Between the parts of one choice: keep what happened. After the last, the caller tells it."""
        if not is_last:
            self._tell()

    def _command(self, said: str, side: int) -> bool:
        """Do what is no choice; whether it was one of those."""
        word, _, rest = said.partition(" ")
        if said in ("", "?", "h", "help"):
            say(HELP)
        elif word in ("s", "save") and (not rest or not self._is_choice(said)):
            try:
                self.save(Path(rest.strip()) if rest.strip() else self.file)
            except UserError as e:
                say(str(e))
        elif said in ("b", "board"):
            self.show_board(side)
        elif said in ("q", "quit", "exit"):
            raise Stop
        else:
            return False
        return True

    def _is_choice(self, said: str) -> bool:
        return any(words.lower().startswith(said.lower()) for words in self.game.legal_texts().values())

    def save(self, path: Path) -> Path:
        """Save what has been played so far."""
        try:
            where = save(self.recording, path)
        except OSError as e:
            raise UserError(f"{path}: cannot be written: {e.strerror}") from None
        say(f"saved in {where}; to continue: tactica battle --resume {where}")
        return where


CELL = re.compile(r"(.*) (\(\d+, \d+\))")


def without_start(texts: Sequence[str]) -> tuple[str, list[str]]:
    """What all texts begin with and the cells they end with, when they differ by their cell alone; else nothing and all."""
    found = [CELL.fullmatch(words) for words in texts]
    starts = {match[1] for match in found if match}
    if len(starts) != 1 or None in found:
        return "", list(texts)
    return starts.pop(), [match[2] for match in found if match]


def in_columns(entries: Sequence[str], width: int | None = None) -> str:
    """Short texts side by side, read downwards."""
    width = width or console.width
    wide = max((len(entry) for entry in entries), default=0) + 3
    columns = max(1, width // wide)
    rows = -(-len(entries) // columns)
    lines = ["".join(entry.ljust(wide) for entry in entries[row::rows]).rstrip() for row in range(rows)]
    return "\n".join(lines)


def player_name(player: Any) -> str:
    """What somebody who plays is called."""
    return name_of(player)
