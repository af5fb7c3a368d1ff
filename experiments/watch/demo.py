"""What ``tactica demo`` shows, each part on one screen: first what plays in Python, then what needs the compiler.

The battles of the other rulebooks are shown by a process of its own, ``python -m tactica.experiments.watch.demo``, in which
Numba is switched off: nothing is compiled for them.
"""

from __future__ import annotations

import inspect
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import tactica

from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.core.told import ROUTINE
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.render import happenings, look_at
from ...envs.render.scene import result_text
from ...envs.render.text import beside, board_lines, folded, paint, roster_lines
from ...envs.render.words import TONE_COLOURS, tone_of_line
from ...envs.replay import Recording, record
from ..common import console, own_python, say, say_coloured
from ..naming import book_name
from ..statistics.shares import wilson_interval

if TYPE_CHECKING:
    from ...envs.apis.vector import TacticaVectorEnv
    from ...envs.engine.rollouts import Results
    from ...envs.odds import Odds

WIDTH = 100  # columns a screen has
READING = 12  # seconds after which the next part begins by itself
FIGHT: dict[str, Any] = {
    "ruleset": "wfrp1",
    "name": "Helmut and the orc",
    "sides": ["heroes", "monsters"],
    "board": {"size": [6, 6]},
    "units": [
        {"template": "sellsword", "name": "helmut", "side": "heroes", "at": [2, 3]},
        {"name": "orc", "side": "monsters", "at": [3, 3], "WS": 33, "T": 4, "W": 7, "I": 30,
         "main_hand": "hand weapon", "off_hand": "shield"},
    ],
}  # fmt: skip
FIGHTERS = ("duellist", "guardian")
SEED = 154  # the shield stops a blow, then fails against the last one
SHIELD = "parry.shield.shield_parry_bonus"
BONUSES = (0, 20, 40)
BATTLES = 4000  # for each of them
STEPS = 100  # of the training loop
GAMES = 256
#: What is special in the other rulebooks, and the seed of the battle that is shown: a ``duel`` between the two below.
OTHERS = {
    "heimr": ("places that hold any number of fighters, defences rolled in advance", 15),
    "owh": ("a deck of cards deals the turns; fate tokens, fear, spells", 4),
    "tow": ("regiments in ranks and files, on a table of inches", 89),
    "woin": ("pools of dice that are spent before the roll", 34),
}
ANYWHERE = ("charger", "guardian")
LINES = 4  # of each of these battles that are shown: the last in which something is hit, missed, saved or lost


class DemoLine(NamedTuple):
    """Something that happened in a battle, without the routine of the sequence of play."""

    round_no: int
    event: str
    tone: str
    sentence: str
    clause: str


# --- battles ------------------------------------------------------------------------------------------------------------


def battle_of(ruleset: str, scenario: Any, players: Sequence[str], seed: int) -> Recording:
    """A battle between policies that play inside the kernel, about to begin."""
    found = rulesets.get(ruleset)
    return record(Game(found, scenarios.pool(found, scenario, n=1)).start(0, seed=seed), players)


def play(recording: Recording) -> Iterator[DemoLine]:
    """Play a recorded battle to its end, and yield what happens."""
    game = recording.game
    codes = [seat_code(game.ruleset, player) for player in recording.players]
    words = np.zeros(4, np.int64)
    events = game.ruleset.book.vocab.events
    routine = {event.name for event in events if ROUTINE in event.manner}
    round_no = 0
    while True:
        for one in happenings(game):
            tone = tone_of_line(game.ruleset, one)
            if tone == "round":
                round_no += 1
            elif one.event not in routine:
                yield DemoLine(round_no, one.event, tone, one.sentence, one.clause)
        if game.over:
            return
        code = codes[min(game.side, len(codes) - 1)]
        recording.answer(game.choose(code, words))


def show_battle(recording: Recording) -> None:
    """The board, everything that happens but routine, and how it ends."""
    game, colour = recording.game, console.is_terminal
    scene = look_at(game)
    roster = [line for block in roster_lines(scene, colour) for line in block]
    for row in beside(board_lines(scene, colour, WIDTH), roster):
        say_coloured(row)
    say()
    before = 0
    for line in play(recording):
        margin = f"{line.round_no:>2}  " if line.round_no != before else "    "
        before = line.round_no
        for row in folded(f"{line.sentence} [{line.clause}]" if line.clause else line.sentence, WIDTH - len(margin)):
            say_coloured(margin + paint(row, TONE_COLOURS.get(line.tone, ""), colour))
            margin = "    "
    say(f"    Round {before}, {game.ending_text}: {result_text(game)}.", "bold")


def show_others() -> None:
    """A battle in each of the other rulebooks: what is special there, the last notable lines, and how it ends."""
    for slug, (special, seed) in OTHERS.items():
        recording = battle_of(slug, "duel", ANYWHERE, seed)
        game = recording.game
        lines = list(play(recording))
        say()
        say(f"{book_name(slug)} ({slug})", "bold")
        say(f"    {special}")
        for line in [line for line in lines if line.tone][-LINES:]:
            for row in folded(line.sentence, WIDTH - 4):
                say_coloured("    " + paint(row, TONE_COLOURS.get(line.tone, ""), console.is_terminal))
        say(f"    Round {lines[-1].round_no}: {result_text(game)}.")


def show_others_beside() -> None:
    """:func:`show_others`, in a process that compiles nothing."""
    sys.stdout.flush()
    path = os.pathsep.join(filter(None, sys.path))
    subprocess.run(
        own_python("-m", __name__), env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}, check=True
    )


# --- what is counted and trained: these functions are printed as they are run -----------------------------------------------


def wounds_left(bonus: int) -> Odds:
    """What the orc has left after Helmut's first blow, if it parries with its shield."""
    table = tactica.sandbox("wfrp1", FIGHT, rules={"parry.shield.shield_parry_bonus": bonus})
    table.play("act", "act")
    return table.odds("strike orc", then=["parry off"], want="orc.wounds")


def battles(bonus: int) -> Results:
    """Whole battles between the two NPCs."""
    rules = {"parry.shield.shield_parry_bonus": bonus}
    return tactica.play_games("wfrp1", FIGHT, policies=FIGHTERS, games=BATTLES, rules=rules)


def training_loop() -> tuple[TacticaVectorEnv, dict[str, np.ndarray]]:
    """Battles of three against three, in which an agent plays one side."""
    envs = tactica.make_vec("wfrp1", GAMES, scenario="small", opponent="charge", seed=1)
    observation, info = envs.reset()
    for _ in range(STEPS):
        actions = envs.random_actions()  # random legal actions: your agent goes here
        observation, reward, terminated, truncated, info = envs.step(actions)
    return envs, observation


def say_source(function: Callable[..., Any]) -> None:
    """Print the source of one of the functions above."""
    for line in inspect.getsource(function).splitlines():
        say("    " + line, "cyan")


def show_odds() -> None:
    """What the shield does to one blow, counted exactly."""
    say(f"    {'bonus of the shield':<23}{'orc unhurt':<14}wounds left on average", "bold")
    for bonus in BONUSES:
        odds = wounds_left(bonus)
        say(f"    {f'+{bonus}':<23}{odds[7]:<14.1%}{odds.mean():.2f} of 7")


def show_wins() -> None:
    """What the shield does to whole battles, by playing many."""
    from rich.progress import track

    say(f"    {'bonus of the shield':<23}{'orc wins':<14}95 % confidence interval", "bold")
    began = time.perf_counter()
    for bonus in track(BONUSES, "playing", console=console, transient=True, disable=not console.is_terminal):
        wins = int(battles(bonus).wins[1])
        low, high = wilson_interval(wins / BATTLES, BATTLES, 1.96)
        say(f"    {f'+{bonus}':<23}{wins / BATTLES:<14.1%}{low:.1%} to {high:.1%}")
    say(f"{BATTLES * len(BONUSES):,} battles in {time.perf_counter() - began:.1f} s.")


def show_training() -> None:
    """The shapes of what an agent sees and may do, and how fast that goes."""
    training_loop()  # what is loaded at first use is no matter of speed
    began = time.perf_counter()
    envs, observation = training_loop()
    seconds = time.perf_counter() - began
    for name, array in observation.items():
        say(f"    {name:<12} {array.dtype} {array.shape}")
    say(f"    {'action':<12} one of {observation['action_mask'].shape[1]}; envs.action_masks() says which are legal")
    say(f'{STEPS * GAMES:,} decisions of {GAMES} games in {seconds:.1f} s, each against the NPC "charge".')


# --- reading --------------------------------------------------------------------------------------------------------------


def let_read() -> None:
    """In a terminal, wait for Enter before the next part comes, or some seconds."""
    say()
    if not (console.is_terminal and sys.stdin.isatty()) or sys.platform == "win32":
        return
    console.print(f"press Enter to continue (or wait {READING} s)", style="dim", end="")
    if select.select([sys.stdin], [], [], READING)[0]:
        sys.stdin.readline()
    else:
        say()


if __name__ == "__main__":
    show_others()
