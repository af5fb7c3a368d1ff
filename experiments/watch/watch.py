"""One battle between any players: in-kernel policies, Python policies, people at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...envs.engine.describing import IllegalChoice, choice_so_far
from ...envs.engine.game import Game
from ...envs.render import text, witness
from ...envs.render.objectives import outcome_text
from ...envs.render.scene import side_names
from ...envs.render.text import folded
from ...envs.render.tones import told
from ...envs.replay import EXTENSION, Recording, save
from ...envs.replay.recording import RecordingMark
from ..common import UserError, columns, console, say, say_coloured, say_saved, show_answer
from .asking import (
    asked_alike,
    by_rows,
    cell_meant,
    cells_of,
    decider_of,
    has_thrown,
    in_columns,
    nothing_to_undo,
    why_not_undone,
)
from .deciding import Deciders, PlayerFailed
from .hints import answers_meant, hints, why_not

BOARDS = ("decisions", "rounds", "ends", "never")
HELP = """\
NUMBER or WORDS   choose: 2, or the words beside it, or their beginning
4 3  or  e3       a cell by column and row; a is column 0, b column 1 ...
all CHOICE        the same choice for all units asked this, if no unit is hidden
undo              undo your last choice, unless it rolled dice; with units
                  hidden, only a choice that is not complete
why not CHOICE    why it is not possible: an action, or an action and a target
b                 show the board and its legend
s [FILE]          save; tactica battle --resume FILE continues
q                 save under a new name and quit
?                 show this help
A rule behind a choice: tactica rules heimr dodge, in another terminal."""


class Stop(Exception):
    """A person stops the battle; it is saved if they asked for it."""


@dataclass
class WatchedBattle:
    """A battle on a terminal.

    Attributes:
        recording: the game and its decisions.
        players: of each side: ``human``, the name of an in-kernel policy, or a policy.
        board: when the board is shown: after ``decisions``, in ``rounds``, at the ``ends`` or ``never``.
        pause: wait for Enter after every decision.
        clauses: put the clause behind every sentence.
        file: where ``s`` saves.
        ask: reads a line from the keyboard.
        failure: which side forfeited, and why its player failed; empty for none.
    """

    recording: Recording
    players: Sequence[Any]
    board: str = "rounds"
    pause: bool = False
    clauses: bool = True
    file: Path = Path("battle")
    ask: Callable[[str], str] = input
    failure: str = ""

    def __post_init__(self) -> None:
        self._deciders = Deciders(self.recording, self.players)
        self.people = self._deciders.people
        self._unread: dict[int, list[str]] = {side: [] for side in self.people}
        self._shown: dict[int, str] = {}
        self._last_reader = -1
        self._has_legend = False
        self._marks: list[
            tuple[RecordingMark, dict[int, list[str]]]
        ] = []  # where undo goes back to: the last own choices
        self._begun = ""  # text so far of the choice that is being made part by part
        self._for_all: tuple[int, str] = (0, "")  # prompt, and what all units that are asked it in a row do
        self._own_files: set[Path] = set()

    @property
    def game(self) -> Game:
        """The game."""
        return self.recording.game

    def show_board(self, viewer: int | None = None, marks: bool = False) -> None:
        """Print the position; the first time, or when ``marks`` are asked for, with what its marks mean."""
        say()
        say_coloured(
            text(
                self.game, viewer=viewer, events=0, colour=console.is_terminal, width=console.width,
                marks=marks or not self._has_legend, open_cells=self._open_cells() if marks else (),
            )
        )  # fmt: skip
        say()
        self._has_legend = True

    def _open_cells(self) -> list[tuple[int, int]]:
        """The cells that are legal answers, if the question is for a cell."""
        return cells_of([self.game.describe_answer(int(answer)) for answer in self.game.answers()])[1]

    def _show_when_changed(self, side: int) -> None:
        """Print the position for a person, when it is not what was printed last and boards are wanted."""
        if self.board == "never":
            return
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
        show_answer(f"{game.ending_text}: {outcome_text(game)}")

    def _wait(self) -> None:
        try:
            self.ask("press Enter to continue ")
        except EOFError:
            self.pause = False

    # --- what happens

    def _tell(self, seen: dict[int, Any] | None = None) -> None:
        """Say what happened; people hear it when it is their turn, and only what they saw when it happened."""
        if not self.people:
            for line in told(self.game, clauses=self.clauses, colour=console.is_terminal, width=columns()):
                say_coloured(line)
        for side in self.people:
            known = None if seen is None else seen[side]
            self._unread[side] += told(
                self.game, side, known, clauses=self.clauses, colour=console.is_terminal, width=columns()
            )

    def _answer(self, answer: int) -> None:
        """Give an answer, and print what it leads to."""
        seen = witness(self.game, answer, self.people)
        self.recording.answer(answer)
        self._tell(seen)

    def _read_out(self, side: int | None) -> None:
        if side is None:
            return
        if len(self.people) > 1:
            say(f"what {side_names(self.game)[side]} saw:", "bold")
        for line in self._unread[side]:
            say_coloured(line)
        self._unread[side] = []

    # --- who decides

    def _ask_policy(self, side: int) -> bool:
        """Let a policy choose; False when it has lost the game instead."""
        game = self.game
        self._marks.clear()
        who = decider_of(game)
        try:
            answer = self._deciders.choose()
        except PlayerFailed as failure:
            self.failure = f"{side_names(game)[side]} forfeits; its player failed: {failure}"
            self.recording.forfeit(str(failure))
            return False
        words = self._begun = choice_so_far(game, answer, self._begun)
        is_verb = int(game.s["pending_verb"]) != 0 or answer < game.ruleset.book.choices.sections[0][2]
        asked = "" if is_verb else f" ({game.prompt_text})"
        known = witness(game, answer, self.people)
        self._deciders.give(answer)
        if game.s["event_count"] or game.s["pending_verb"] == 0:
            self._begun = ""  # the choice is made: the next question begins another one, though its verb may be forced
            if not self.people:
                say(f"> {who}{asked}: {words}", "cyan")
        self._tell(known)
        return True

    def _ask_person(self, side: int) -> None:
        game = self.game
        if side != self._last_reader:
            self._marks.clear()
            if len(self.people) > 1 and console.is_terminal:
                self.ask(
                    f"{side_names(game)[side]} to decide; press Enter when only {side_names(game)[side]} can see the screen "
                )
                console.clear()
            self._last_reader = side
        if self._goes_for_all():
            return
        self._read_out(side)
        self._show_when_changed(side)
        texts = {int(answer): game.describe_answer(int(answer)) for answer in game.answers()}
        self._show_choices(texts)
        while True:
            try:
                said = " ".join(self.ask("? ").split())
            except EOFError:
                raise Stop from None
            if self._command(said, side):
                continue
            if said.lower() == "undo":
                if self._undo():
                    return
                continue
            first, _, rest = said.partition(" ")
            is_for_all = first.lower() == "all" and bool(rest)
            if self._take(rest if is_for_all else said, texts, is_for_all):
                return

    def _show_choices(self, texts: dict[int, str]) -> None:
        """Print the question and what may be answered."""
        game = self.game
        start, cells = cells_of(list(texts.values()))
        alike = asked_alike(game)
        asked = f"{decider_of(game)}: {f'{start}, ' if start else ''}{game.prompt_text}"
        if len(alike) > 1:
            asked += f" (put all before a choice to answer for {', '.join(alike)})"
        for line in folded(asked, console.width):
            say(line, "bold")
        if cells:
            say(in_columns(by_rows(cells), console.width))
            return
        behind = hints(game)
        entries = [f"{i:3d}  {words}" for i, words in enumerate(texts.values(), 1)]
        found = [behind.get(answer, "") for answer in texts]
        say(in_columns([f"{entry}  [{hint}]" if hint else entry for entry, hint in zip(entries, found, strict=True)],
                       console.width))  # fmt: skip

    def _take(self, said: str, texts: dict[int, str], is_for_all: bool) -> bool:
        """Take a choice by its number, its cell or in words; False, with a reason, for an invalid choice."""
        answers = self._answers_meant(said, texts)
        if not answers:
            return False
        game = self.game
        mark = (self.recording.mark(), {side: list(lines) for side, lines in self._unread.items()})
        if int(game.s["pending_verb"]) == 0:
            self._marks.append(mark)
            self._for_all = (game.prompt, said) if is_for_all and len(asked_alike(game)) > 1 else (0, "")
        for answer in answers:
            if not game.over and answer in game.answers():
                self._answer(answer)
        return True

    def _answers_meant(self, said: str, texts: dict[int, str]) -> list[int]:
        """The answers, part by part, a line stands for; empty, with a reason, for none."""
        game = self.game
        cells = cells_of(list(texts.values()))[1]
        if said.isdigit() and cells:
            say(f"type a column and a row, such as {cells[0][0]} {cells[0][1]}; b shows the cells you can choose")
            return []
        if said.isdigit():
            if 1 <= int(said) <= len(texts):
                return [list(texts)[int(said) - 1]]
            say(f"choose 1 to {len(texts)}; ? shows what you can type")
            return []
        if cells and (cell := cell_meant(said)) is not None:
            if cell in cells:
                return [list(texts)[cells.index(cell)]]
            say(f"{cell[0]},{cell[1]} cannot be reached; b shows the cells that can")
            return []
        try:
            return [game.answer_of(game.parse(said))]
        except IllegalChoice:
            pass
        try:
            return answers_meant(game, said)
        except IllegalChoice as e:
            for line in folded(str(e), columns()):
                say(line)
            if game.s["pending_verb"]:
                say("undo goes back to choose another action")
            return []

    def _goes_for_all(self) -> bool:
        """Repeat the choice made for all units with the same question in a row, if this is that question and the choice is
        possible.
        """
        game = self.game
        prompt, said = self._for_all
        self._for_all = (0, "")
        if not said or game.prompt != prompt or int(game.s["pending_verb"]) != 0 or not self._marks:
            return False
        if has_thrown(self._before(self._marks[-1][0]), self.game):
            return False
        texts = {int(answer): game.describe_answer(int(answer)) for answer in game.answers()}
        return self._take(said, texts, True)

    def _before(self, mark: RecordingMark) -> Game:
        """The position in which a choice was made."""
        before = self.game.clone()
        before.lanes[0] = mark.lanes
        return before

    def _undo(self) -> bool:
        """Take the last own choice back; False, with a reason, when that cannot be done."""
        if not self._marks:
            say(nothing_to_undo(self.recording.decisions, self.game.side))
            return False
        mark, unread = self._marks[-1]
        if reason := why_not_undone(self._before(mark), self.game, self.game.side):
            say(reason)
            return False
        self._marks.pop()
        self.recording.take_back(mark)
        self._unread = {side: list(lines) for side, lines in unread.items()}
        say("undone")
        return True

    def _command(self, said: str, side: int) -> bool:
        """Do what is no choice; whether it was one of those."""
        said = said.lower() if not said.lower().startswith(("s ", "save ")) else said
        word, _, rest = said.partition(" ")
        if said in ("", "?", "h", "help"):
            say(HELP)
        elif word.lower() in ("s", "save") and (not rest or not self._is_choice(said)):
            self._save_as(rest.strip())
        elif said in ("b", "board"):
            self.show_board(side, marks=True)
        elif said in ("q", "quit", "exit"):
            raise Stop
        elif said.startswith("why not"):
            for line in folded(why_not(self.game, said.removeprefix("why not").strip(" ?")), columns()):
                say(line)
        else:
            return False
        return True

    def _is_choice(self, said: str) -> bool:
        return any(words.lower().startswith(said.lower()) for words in self.game.legal_texts().values())

    # --- saving

    def _save_as(self, name: str) -> None:
        """Save where a person says, or under a free name; another file of that name only when they agree."""
        path = with_extension(Path(name)) if name else self.free_file()
        try:
            is_others = path.exists() and path not in self._own_files
            if is_others and self.ask(f"{path} exists; overwrite it? (y/n) ").strip().lower() not in ("y", "yes"):
                say("not saved")
            else:
                self.save(path)
        except EOFError:
            say("not saved")
        except UserError as e:
            say(str(e))

    def free_file(self) -> Path:
        """Where to save without losing another battle: ``file``, or that name with a number behind it."""
        path = with_extension(self.file)
        number = 2
        while path.exists() and path not in self._own_files:
            path = with_extension(self.file).with_name(f"{with_extension(self.file).stem}-{number}{EXTENSION}")
            number += 1
        return path

    def save(self, path: Path) -> Path:
        """Save what has been played so far."""
        try:
            where = save(self.recording, path)
        except OSError as e:
            raise UserError(f"{path}: cannot be written: {e.strerror}") from None
        self._own_files.add(where)
        say_saved(where)
        say(f"to continue: tactica battle --resume {where}")
        return where


def with_extension(path: Path) -> Path:
    """A path as a replay's."""
    return path if path.suffix == EXTENSION else path.with_name(path.name + EXTENSION)
