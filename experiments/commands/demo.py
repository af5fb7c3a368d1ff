"""``tactica demo``."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, a_seed, check_writable, ensure_compiled, say, wait_until_compiled
from ..naming import book_name
from ..time_left import in_time

BATTLE = "duel"
FIRST = "wfrp1"
#: What to type next, and what it does.
NEXT = (
    ("tactica play", "play in the browser"),
    ("tactica battle small --human --blue archer", "play in this terminal"),
    ("tactica rules wfrp1 parry.shield", "look up a clause of the rules"),
    ('tactica odds duel "charge sellsword" --play pass --answer parry=no_parry --want hit', "count the odds of a choice"),
    ("tactica fight small --red guardian --blue charger", "how often each side wins"),
    ("tactica sweep small --rule action.charge.charge_ws_bonus=0,20 --between guardian charger", "what a number does"),
    ("tactica why small -b archer --until turn", "what an NPC weighs"),
    ("tactica tournament charge archer guardian -s small", "who is stronger"),
    ("tactica --help", "everything else"),
)  # fmt: skip


def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the replay of the battle and its page.")] = Path(
        "runs/demo"
    ),
    seed: Annotated[
        int | None, typer.Option(callback=a_seed, help="Seed of the battle. \\[default: a good example]")
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", help="Show one battle of this ruleset only. \\[default: the whole tour]"),
    ] = None,
) -> None:
    """See what tactica does, in a minute or two: a battle, its odds, the other rulebooks, and training.

    Starts at once, in plain Python, and compiles one ruleset in the background; the last parts wait for that. In a terminal
    it pauses for some seconds after each part; press Enter to continue.

    Example: [bold]tactica demo[/]
    """
    from ...envs.core.compiler import jit
    from ...envs.scenario import shipped
    from ..watch import demo as show

    began = time.perf_counter()
    book = book_name(ruleset or FIRST)
    file = out / "battle"
    check_writable(file)
    say("tactica plays tabletop combat exactly by the book, for people, scripted NPCs and learning agents.")
    say()
    if ruleset is not None:
        known = shipped(ruleset)
        if not known:
            raise UserError(f"{ruleset} has no scenarios")
        battle = BATTLE if BATTLE in known else known[0]
        ensure_compiled(ruleset)
        say(f"{book}: {battle}, {' against '.join(show.ANYWHERE)}", "bold")
        say()
        recording = show.battle_of(ruleset, battle, show.ANYWHERE, seed or 0)
        show.show_battle(recording)
        save(recording, file)
        return
    ensure_compiled(FIRST)
    say(f"1. A battle, by the rules of {book}", "bold")
    say(f'Helmut, played by the NPC "{show.FIGHTERS[0]}", fights an orc with a shield, played by "{show.FIGHTERS[1]}".')
    say("Each line shows a roll with its modifiers, and [the clause of the rulebook] behind it.")
    say()
    recording = show.battle_of(FIRST, show.FIGHT, show.FIGHTERS, show.SEED if seed is None else seed)
    show.show_battle(recording)
    show.let_read()

    say("2. For rules designers: how much is that shield worth?", "bold")
    say(f"By the book it adds 20 to a parry. That number is a knob, {show.SHIELD}.")
    say("Here is Helmut's first blow again, under three bonuses, with every way the dice can fall:")
    say()
    show.say_source(show.wounds_left)
    say()
    show.show_odds()
    show.let_read()

    say("3. The other rulebooks", "bold")
    say('The same two NPC files, "charger" and "guardian", fight a duel in each. This is how they ended:')
    show.show_others_beside()
    show.let_read()

    if jit.COMPILED or jit.AT_ONCE:
        say("4. The same question over whole battles: how often does the orc win?", "bold")
        wait_until_compiled(FIRST)
        say("This is the same Python source, compiled to machine code.")
        say()
        show.say_source(show.battles)
        say()
        show.show_wins()
        show.let_read()

        say(f"5. For training agents: {show.GAMES} battles, stepped together", "bold")
        say("There are also environments for Gymnasium, PettingZoo and Stable-Baselines3.")
        say()
        show.say_source(show.training_loop)
        say()
        show.show_training()
        show.let_read()
    else:
        say("Parts 4 and 5 (many battles, and training) need the compiler, which NUMBA_DISABLE_JIT switches off.")
        say()

    say("6. What next", "bold")
    if shutil.which("tactica") is None and sys.prefix != sys.base_prefix:
        say(f"  {f'. {shown(Path(sys.prefix))}/bin/activate':<56}  puts the command tactica on your PATH")
    for command, what in NEXT:
        say(f"  {command:<56}  {what}" if len(command) <= 56 else f"  {command}\n  {'':<56}  {what}")
    say()
    save(recording, file)
    say(f"All this took {in_time(time.perf_counter() - began)}.", "dim")


def save(recording: object, file: Path) -> None:
    """Write the replay of the battle and its page, and say where."""
    from ...envs.replay import Recording
    from ...envs.replay import save as save_replay
    from ..report import write_battle

    assert isinstance(recording, Recording)
    try:
        path = save_replay(recording, file)
        page = write_battle(recording.replay(), file.with_suffix(".html"))
    except OSError as e:
        raise UserError(f"{file.parent}: cannot be written: {e.strerror}") from None
    say(f"The battle, move by move, for your browser: {page}")
    say(f"Its replay: {path}")


def shown(folder: Path) -> Path:
    """A folder as it is written from here: below the working folder without it."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
