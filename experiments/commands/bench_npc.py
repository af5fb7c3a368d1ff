"""``tactica bench-npc``: one NPC against a fixed suite."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import (
    EXIT_FAILED,
    UserError,
    console,
    say,
    say_saved,
    show_answer,
    show_table,
    write_json,
)
from ..forfeits import end_forfeited
from ..naming import suite_name
from . import completing
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick

if TYPE_CHECKING:
    from rich.table import Table

    from ..npcs.suite import Suite
    from ..tournament.manifest import Manifest
    from ..tournament.pairs import Pairs
    from ..tournament.standing import Standing
    from ..tournament.store import TournamentFolder

OUT = Path("runs/bench-npc")
SUITE = "wfrp1"
MARGIN = 10.0


def bench_npc(
    npc: Annotated[
        str,
        typer.Argument(help="The NPC: FILE.py:Name, FILE.yaml, FILE.safetensors, FILE.zip, search:200, or a name."),
    ],
    suite: Annotated[
        str, typer.Option(help="Name of a built-in suite, or a file.", autocompletion=completing.names_in("suites"))
    ] = SUITE,
    against: Annotated[
        str | None, typer.Option(help="Compare with this player: another NPC, or an older version.")
    ] = None,
    non_inferior: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=10_000,
            help="With --against: exit code 1 unless the 95 % interval excludes a larger loss of rating points. \\[default: 10]",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option("--pairs", "-n", min=1, help="Pairs of games per pairing and scenario. \\[default: the suite's]"),
    ] = None,
    quick: Quick = False,
    rule: Rules = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Output folder; each measurement gets its own subfolder.")
    ] = OUT,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Also write the report page.")] = True,
    json: Json = None,
) -> None:
    """Measure an NPC on a fixed suite: rating, results per scenario, worst losses with replays, speed, illegal choices.

    Ratings are relative to the suite's field, whose mean rating is 1000 (players whose ratings are uncertain count less).
    After Ctrl-C, the same command continues.

    To use it as a gate: [bold]tactica bench-npc new.py:Npc --against old.py:Npc --non-inferior 10[/] exits with 0 (passed)
    when the 95 % interval of the difference lies above -10, with 1 when it lies below (FAILED) or contains -10
    (inconclusive: more pairs are needed), and with 2 for a mistake in the command.

    Example: [bold]tactica bench-npc archer --quick[/], [bold]tactica bench-npc my_npc.py:Policy[/]
    """
    from ..npcs import suite as suites
    from ..tournament.run import open_folder

    if non_inferior is not None and against is None:
        raise UserError("--non-inferior needs --against: the player to compare with")
    try:
        found = suites.load(suite)
    except LookupError as error:
        raise UserError(str(error.args[0])) from None
    except OSError as error:
        raise UserError(f"{suite}: cannot be read: {error.strerror}") from None
    rules = knobs(rule)
    if quick and pairs is None:
        pairs = max(found.model.pairs // 10, 1)
    field = field_of(found, pairs, rules)
    beside = f"field-{found.key}-{field.id[:8]}" if field else ""
    manifest = entered(found, npc, against, pairs, beside, rules)
    if field:
        play_field(open_folder(out / beside, field), found, jobs)
    path = out / f"{re.sub(r'[^A-Za-z0-9_-]+', '-', manifest.players[0].name).strip('-')}-{manifest.id[:8]}"
    folder = open_folder(path, manifest)
    with folder.locked():
        passed = measure(folder, found, against, MARGIN if non_inferior is None else non_inferior, jobs, page, json)
    if not passed:
        raise typer.Exit(EXIT_FAILED)


def field_of(suite: Suite, pairs: int | None, rules: dict[str, int | bool | str]) -> Manifest | None:
    """How the field of a suite meets, once for all NPCs; None for a field of one."""
    from ..tournament import manifest as manifests

    if len(suite.model.field) < 2:
        return None
    model = suite.model
    return manifests.draw_up(
        model.field, suite.sources, pairs=pairs or model.pairs, seed=model.seed, starts=model.starts,
        layout=model.layout, time_limit=model.time_limit, suite=suite.about(), rules=rules,
    )  # fmt: skip


def play_field(folder: TournamentFolder, suite: Suite, jobs: int) -> None:
    """Let the field of a suite meet, if it has not met yet."""
    from ..tournament.run import all_chunks
    from .playing import conduct

    with folder.locked():
        if len(list(folder.games.glob("*.parquet"))) < len(all_chunks(folder.manifest)):
            games = folder.manifest.games
            name = suite_name(suite.model.ruleset, suite.model.name)
            say(f"{name}: first the opponents play each other, once for all NPCs: {games:,} games", "bold")
        conduct(folder, jobs=jobs, how_to_go_on="the same command", says_how_long=True)


def entered(
    suite: Suite, npc: str, against: str | None, pairs: int | None, beside: str, rules: dict[str, int | bool | str]
) -> Manifest:
    """The manifest of a measurement: the NPC, the one it is compared with, then the field, which has met already."""
    from ...agents.players import absolute
    from ..tournament import manifest as manifests

    field = suite.model.field
    specs = [absolute(spec) for spec in (npc, *([] if against is None or against in field else [against]), *field)]
    labels = {}
    if specs[0] in specs[1:]:
        labels[0] = f"{npc} (your player)"
        say(f"{npc} is also one of the opponents: they are the same player, so equally strong")
    return manifests.draw_up(
        specs,
        suite.sources,
        pairs=pairs or suite.model.pairs,
        seed=suite.model.seed,
        starts=suite.model.starts,
        layout=suite.model.layout,
        time_limit=suite.model.time_limit,
        suite=suite.about(),
        labels=labels,
        reference=range(len(specs) - len(field), len(specs)),
        only=len(specs) - len(field) if beside else 0,
        beside=beside,
        rules=rules,
    )


def measure(
    folder: TournamentFolder, suite: Suite, against: str | None, margin: float, jobs: int, page: bool, json: Path | None
) -> bool:
    """Play the suite and print the result; returns whether the gate is passed.

    Raises:
        typer.Exit: games were forfeited.
    """
    from ..report import save_replays, write_report
    from ..tournament.arena import Arena
    from ..tournament.instructive import worst_losses
    from ..tournament.results import write_summary
    from ..tournament.standing import answer_of, standing_of
    from .playing import SPARE_IN_RANKING, conduct, ranking_table, warn_of_stalled

    manifest = folder.manifest
    own = "" if manifest.pairs == suite.model.pairs else f", {manifest.pairs:,} pairs instead of {suite.model.pairs:,}"
    name = suite_name(suite.model.ruleset, suite.model.name)
    say(f"{name}, version {suite.model.version}{own}: {manifest.games:,} games", "bold")
    pairs = conduct(folder, jobs=jobs, how_to_go_on="the same command", says_how_long=True)
    standing = standing_of(manifest, pairs)
    row = next(row for row in standing.ranking if row.player == 0)
    answer = answer_of(manifest, standing)
    show_answer(answer)
    verdict = None if against is None else NpcVerdict.of(manifest, standing, against, margin, pairs.forfeits)
    if verdict is not None:
        show_answer(verdict.sentence, verdict.style)
    show_table(ranking_table(manifest, standing), SPARE_IN_RANKING)
    by_scenario = scenario_table(manifest, pairs, standing)
    spare = [str(column.header) for column in by_scenario.columns][:3:-1]
    show_table(by_scenario, spare)
    with console.status("replaying the worst losses ..."):
        losses = worst_losses(Arena(manifest), pairs, standing, 0)
    try:
        write_summary(folder, pairs, standing)
        if page:
            say_saved(write_report(folder, pairs, standing, losses))
        files = save_replays(folder.path / "replays", losses) if losses else []
    except OSError as error:
        raise UserError(f"{folder.path}: cannot be written: {error.strerror}") from None
    for one, file in zip(losses, files, strict=True):
        where = manifest.scenarios[int(pairs.scenario[one.index])].name
        say(f"worst loss: {where}, {one.why}: tactica replay {shlex.quote(str(file))} --narrate")
    say(speed(pairs))
    for text, count in failures(pairs).most_common(5):
        say(f"{count:,} games forfeited: {text}")
    illegal = sum(count for text, count in failures(pairs).items() if "not legal" in text)
    say(f"illegal choices: {illegal:,}; games forfeited: {row.forfeits:,} of {row.share.games:,}")
    warn_of_stalled(pairs)
    about = {"answer": answer, **standing.as_dict(manifest)}
    write_json(about if verdict is None else {**about, "gate": verdict.to_dict()}, json)
    end_forfeited(pairs.forfeits, pairs.reason, "" if verdict is None else "not passed: ")
    return verdict is None or verdict.is_passed


@dataclass(frozen=True)
class NpcVerdict:
    """Whether an NPC is weaker than another by no more than a margin.

    Attributes:
        other: the NPC it is compared with.
        value, low, high: the difference of ratings, and its 95 % confidence interval.
        margin: by how much its rating may be lower.
        pairs: played in each pairing and scenario.
        forfeits: games that a player forfeited.
    """

    other: str
    value: float
    low: float
    high: float
    margin: float
    pairs: int
    forfeits: int

    @classmethod
    def of(cls, manifest: Manifest, standing: Standing, against: str, margin: float, forfeits: int) -> NpcVerdict:
        """Compare."""
        from ...agents.players import absolute

        other = next(i for i, player in enumerate(manifest.players) if i > 0 and player.spec == absolute(against))
        value, low, high = standing.ratings.difference(0, other)
        return cls(manifest.players[other].name, value, low, high, margin, manifest.pairs, forfeits)

    @property
    def is_passed(self) -> bool:
        """Whether the lower end of the interval lies above the margin, by games that were all played to their end."""
        return self.low > -self.margin and not self.forfeits

    @property
    def word(self) -> str:
        """passed, FAILED, inconclusive, or void because of forfeits."""
        if self.high <= -self.margin:
            return "FAILED"
        return "passed" if self.is_passed else "void" if self.forfeits else "inconclusive"

    @property
    def style(self) -> str:
        """How it is shown."""
        return {"passed": "bold green", "FAILED": "bold red"}.get(self.word, "bold yellow")

    @property
    def sentence(self) -> str:
        """In words."""
        found = (
            f"{self.word}: {self.value:+.1f} points against {self.other} (95 % CI {self.low:+.1f} to {self.high:+.1f}); "
            f"required: above {-self.margin:g}"
        )
        if self.word != "inconclusive":
            return found
        room = max(4 * (self.margin + self.value) ** 2, 1e-9)
        games = self.pairs * (self.high - self.low) ** 2 / room if self.value > -self.margin else 0
        more = f"; about {games:,.0f} pairs may be enough" if self.pairs < games < 1e6 else ""
        return f"{found}. The interval is too wide to decide{more}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"answer": self.sentence, **dataclasses.asdict(self), "verdict": self.word}


def scenario_table(manifest: Manifest, pairs: Pairs, standing: Standing) -> Table:
    """How the NPC did in each scenario, and what it did there."""
    from rich.table import Table
    from rich.text import Text

    from ..statistics.clusters import DRAWN

    names = [name for name in standing.profiles[0] if name not in ("rounds", "decisions, both sides")][:5]
    table = Table(caption="points: share won against all others; other columns: means per game")
    for column in ("scenario", "points", "95 % interval", "drawn", "unique", "rounds", *names):
        table.add_column(column, justify="left" if column == "scenario" else "right")
    for seat in standing.seats:
        share = standing.places[seat.scenario][0]
        here = (pairs.scenario == seat.scenario) & (pairs.one == 0)
        measures = pairs.measures.get((0, seat.scenario), {})
        means = [f"{measures[name][0] / measures[name][1]:.1f}" if name in measures else "" for name in names]
        table.add_row(
            Text(manifest.scenarios[seat.scenario].name), f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}",
            f"{(pairs.results[here] == DRAWN).mean():.1%}", f"{share.unique:,}", f"{pairs.rounds[here].mean():.1f}", *means,
        )  # fmt: skip
    return table


def speed(pairs: Pairs) -> str:
    """How fast its games were."""
    mine = pairs.one == 0
    seconds = sum(spent for (one, _), spent in pairs.seconds.items() if one == 0)
    games, decisions = 2 * int(mine.sum()), int(pairs.decisions[mine].sum())
    return (
        f"speed of its games: {games / seconds:,.0f} games/s, {decisions / seconds:,.0f} decisions/s (both sides), "
        f"{seconds / max(decisions, 1) * 1e6:,.0f} us per decision"
    )


def failures(pairs: Pairs) -> Counter[str]:
    """Why the NPC forfeited games, and how often."""
    place = {(int(c), int(n)): i for i, (c, n) in enumerate(zip(pairs.chunk, pairs.number, strict=True))}
    found: Counter[str] = Counter()
    for (chunk, number, column), text in pairs.reasons.items():
        i = place[chunk, number]
        if pairs.one[i] == 0 and pairs.results[i, column] == 2:
            found[re.sub(r"chose \d+", "chose something", text)] += 1
    return found
