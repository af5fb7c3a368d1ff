"""What is served: the battles being played, who may look at which, the saved battles; and who may play what."""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...envs import replay as replays
from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.engine.game import Game
from ...envs.replay import Replay
from ..common import UserError, ensure_compiled
from ..watch.deciding import HUMAN
from . import setup
from .doors import Doors
from .match import PATIENCE, Match
from .messages import LONGEST, NewMatch
from .saved import SavedBattles
from .seats import EVERYBODY, PUBLIC, Refused

STAND_IN = "random"  # for players of battles that are over whom a page may not name
MOST_MATCHES = 32  # in memory; the one not used for the longest is put away, and can be resumed


@dataclass(frozen=True)
class Guest:
    """Whom a token lets in: the host, or one seat of a match.

    Attributes:
        match: None for the host.
        seat: a side, or ``PUBLIC`` for spectators.
    """

    match: Match | None = None
    seat: int = EVERYBODY

    @property
    def is_spectator(self) -> bool:
        """Whether it can only watch."""
        return self.match is not None and self.seat == PUBLIC

    def check(self, match: Match, seat: int) -> None:
        """Refuse access to another seat. Spectators may ask for everything, too, which a match shows when it is over.

        Raises:
            Refused: the seat belongs to another guest.
        """
        if self.match is None or (self.match is match and seat == self.seat):
            return
        if self.match is not match or not self.is_spectator or seat != EVERYBODY:
            raise Refused("this link belongs to another seat", 403)


@dataclass
class House:
    """What is served.

    Attributes:
        saved: the folder of saved battles.
        token: of the host.
        wanted: ruleset and scenario to begin with, None for the page to choose.
        scenarios: those named on the command line or written here, by ruleset and name, which a page may name, too.
        players: specs named on the command line, which a page may name, too.
        matches: battles that are being played, the one not used for the longest first.
        workshop: what the editor of scenarios works with, None before it was opened.
        opening: held while a battle is begun or resumed, so that no two are saved in one file.
        is_shared: whether other machines can reach it: all seats but the host's first are then played elsewhere.
        doors: what limits wrong tokens.
    """

    saved: SavedBattles
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    wanted: dict[str, Any] | None = None
    scenarios: dict[tuple[str, str], Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    matches: OrderedDict[str, Match] = field(default_factory=OrderedDict)
    workshop: Any = None
    opening: threading.Lock = field(default_factory=threading.Lock)
    is_shared: bool = False
    doors: Doors = field(default_factory=Doors)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._compiling: dict[str, threading.Thread] = {}
        self._failed: dict[str, str] = {}

    def guest(self, token: str) -> Guest | None:
        """Whom a token lets in, None nobody. All tokens are compared, each in constant time."""
        given = token.encode()
        found = Guest() if hmac.compare_digest(given, self.token.encode()) else None
        for match in list(self.matches.values()):
            for seat, known in match.tokens.items():
                if hmac.compare_digest(given, known.encode()):
                    found = Guest(match, seat)
        return found

    def match(self, name: str) -> Match:
        """A match by its id.

        Raises:
            Refused: no such match.
        """
        with self._lock:
            if name not in self.matches:
                raise Refused("this battle is no longer open; resume it from the saved battles", 404)
            self.matches.move_to_end(name)
            return self.matches[name]

    def add(self, match: Match) -> Match:
        """Add a match; if there are too many, those not used for the longest are put away."""
        if self.is_shared:
            match.elsewhere |= set(match.people[1:])
        with self._lock:
            self.matches[match.id] = match
            spare = [self.matches.popitem(last=False)[1] for _ in range(len(self.matches) - MOST_MATCHES)]
        for one in spare:
            put_away(one)
        return match

    def close(self) -> list[Path]:
        """Save all that is being played, and end it. Returns the files; what cannot be saved is in ``unsaved`` of its match."""
        return [path for match in list(self.matches.values()) if (path := put_away(match))]

    def is_compiling(self, slug: str) -> bool:
        """Whether a ruleset must be compiled first; that is begun in the background.

        Raises:
            UserError: compiling has failed.
        """
        with self._lock:
            if slug in self._failed:
                raise UserError(f"{slug} cannot be compiled: {self._failed.pop(slug)}")
            under_way = self._compiling.get(slug)
            if under_way is not None and under_way.is_alive():
                return True
            if setup.is_compiled(rulesets.get(slug)):
                return False
            self._compiling[slug] = threading.Thread(target=self._compile, args=(slug,), daemon=True)
            self._compiling[slug].start()
            return True

    def _compile(self, slug: str) -> None:
        try:
            ensure_compiled(slug)
        except Exception as error:
            self._failed[slug] = str(error)

    # --- who may play what

    def check_players(self, slug: str, players: list[str], sides: int) -> None:
        """Refuse players that a page may not name: files with code run only for the person who started the server.

        Raises:
            Refused: the number of players is not that of the sides, or a player is not on the list.
        """
        if len(players) != sides:
            raise Refused(f"{len(players)} players for {sides} sides", 400)
        known = self._known_players(slug)
        for player in players:
            if player not in known:
                raise Refused(f"{player[:LONGEST]!r} is not on the list of players", 400)

    def _known_players(self, slug: str) -> set[str]:
        """The players a page may name."""
        return {one["spec"] for one in setup.players_of(rulesets.get(slug))} | set(self.players)

    def scenario(self, slug: str, name: str) -> Any:
        """A scenario by its name.

        Raises:
            Refused: no such scenario.
        """
        if (slug, name) in self.scenarios:
            return self.scenarios[slug, name]
        if name not in scenarios.shipped(slug):
            raise Refused(f"{slug} has no scenario {name!r}", 404)
        return scenarios.load(name, slug)

    def begin(self, wanted: NewMatch) -> Match:
        """A new match.

        Raises:
            Refused, ValueError, LookupError: it cannot be played; see also ``scenario.pool``.
        """
        scenario = self.scenario(rulesets.get(wanted.ruleset).slug, wanted.scenario)
        return self.start(scenario, wanted.players, wanted.seed, wanted.rules)

    def start(
        self, scenario: Any, players: list[str], seed: int | None, rules: Mapping[str, int | bool | str] | None = None
    ) -> Match:
        """A new match of a scenario.

        Args:
            scenario: which.
            players: the spec of who plays each side.
            seed: of dice and start, None for one that is drawn.
            rules: knobs by address.

        Raises:
            Refused, ValueError, LookupError: it cannot be played; see also ``scenario.pool``.
        """
        slug = scenario.ruleset.slug
        self.check_players(slug, players, len(scenario.sides))
        seed = secrets.randbelow(2**31) if seed is None else seed
        pool = scenarios.pool(slug, scenario, n=1, seed=seed, rules=rules)
        game = Game(slug, pool).start(0, seed=seed)
        return Match(replays.record(game), players, self.saved.new_path(scenario.key))

    def again(self, match: Match, players: list[str], seed: int | None) -> Match:
        """A new match of the battle that another one plays: its scenario with what was drawn of it.

        Args:
            match: the other one, whose lock is held.
            players: the spec of who plays each side.
            seed: of the dice, None for the same.

        Raises:
            Refused: see :meth:`check_players`.
        """
        replay = match.recording.replay()
        self.check_players(replay.ruleset, players, len(replay.sides))
        assert replay.scenario is not None, "a battle of this page is saved with its scenario"
        pool = scenarios.pool(replay.ruleset, replay.scenario, n=1)
        base, slot, number = replay.seed if seed is None else (seed, 0, 0)
        game = Game(replay.ruleset, pool).start(0, seed=base, slot=slot, game=number)
        stem = re.sub(r"-\d+$", "", match.file.stem) if match.file is not None else replay.title
        return Match(replays.record(game), players, self.saved.new_path(stem))

    def playing(self, file: Path) -> Match | None:
        """The match that is being played in a file."""
        where = file.resolve()
        return next(
            (match for match in list(self.matches.values()) if match.file and match.file.resolve() == where), None
        )

    def resume(self, saved: Replay, players: list[str] | None, file: Path) -> Match:
        """A match that continues a saved battle.

        Raises:
            Refused, ReplayError: it cannot be continued.
        """
        chosen = list(players or saved.players)
        if saved.ending:
            known = self._known_players(saved.ruleset)
            chosen = [*saved.players, *[HUMAN] * len(saved.sides)][: len(saved.sides)]
            asked = [player if player in known else STAND_IN for player in chosen]
            return Match.resumed(saved, chosen, file, asked)
        self.check_players(saved.ruleset, chosen, len(saved.sides))
        return Match.resumed(saved, chosen, file)


def match_info(match: Match) -> dict[str, Any]:
    """A match as the host sees it: its id, and the tokens of the seats that people play and of spectators. Computer players
    first play on to the first decision of a person, unless they think long.
    """
    if match.people:
        match.play_on(PATIENCE)
    seats = [{"seat": seat, "token": match.tokens[seat]} for seat in match.people]
    return {"match": match.id, "seats": seats, "watching": match.tokens[PUBLIC]}


def put_away(match: Match) -> Path | None:
    """Save a match, unless people play and none has decided yet, and end it. Returns its file, None if it was not saved."""
    match.close()
    try:
        return kept(match)
    finally:
        match.release()


def kept(match: Match) -> Path | None:
    """Save a match, unless people play and none has decided yet. Returns its file, None if it was not saved."""
    with match.lock:
        deciders = {decision.side for decision in match.recording.decisions}
        if match.file is None or not (deciders & set(match.people) if match.people else deciders):
            return None
        match.keep()
        return None if match.unsaved else match.file
