"""What a page may ask, and what it is answered: one function for each question.

Each is called in a thread with the house, the guest whose token was given, the parameters of path and query, and what was sent.
What it returns is answered in JSON; what it refuses is a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from starlette.responses import Response

from ...envs import replay as replays
from ...envs import rulesets
from ..fighting import best_opponent, networks_of
from ..report import battle_page
from . import setup
from .choices import place_of
from .ghosts import ghosts_in
from .holding import Held
from .house import Guest, House, match_info
from .match import PATIENCE, Match
from .messages import Again, Choice, Go, Missed, Name, NewMatch, Resume
from .seats import EVERYBODY, PUBLIC, Refused
from .sheets import sheet_in
from .view import view_of

Handler: TypeAlias = Callable[[House, Guest, Mapping[str, str], Any], Any]


class Answered(msgspec.Struct):
    """An answer with a status of its own."""

    status: int
    value: Any


def number_of(given: Mapping[str, str], name: str, usual: int) -> int:
    """A whole number of a query.

    Raises:
        Refused: not a whole number.
    """
    text = given.get(name, str(usual))
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Refused(f"{name} is {text[:20]!r}, allowed: a whole number", 400)
    return int(text)


# --- what can be played, and by which rules


def start(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What the token may do; for the host also the folder of saved battles, and the battle of the command line."""
    if guest.match is not None and guest.is_spectator:
        seat = PUBLIC if guest.match.people else EVERYBODY
        return {"kind": "spectator", "match": guest.match.id, "seat": seat}
    if guest.match is not None:
        guest.match.elsewhere.add(guest.seat)
        return {"kind": "seat", "match": guest.match.id, "seat": guest.seat}
    return {"kind": "host", "folder": str(house.saved.folder), "wanted": house.wanted}


def setup_info(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What can be played, by whom, and what is saved."""
    books, players = setup.look_up()
    for (slug, name), scenario in list(house.scenarios.items()):
        one = next(one for one in books if one["slug"] == slug)
        one["scenarios"] = [setup.scenario_info(name, scenario), *one["scenarios"]]
    own = [
        {"spec": spec, "title": "named on the command line", "group": "behaviours", "name": spec}
        for spec in house.players
    ]
    players = {slug: theirs + own for slug, theirs in players.items()}
    return {"rulesets": books, "players": players, "saved": house.saved.listed(), "wanted": house.wanted}


def opponents(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """Trained networks that can play a scenario, and the default opponent of a person."""
    ruleset = rulesets.get(given["slug"])
    house.scenario(ruleset.slug, given["scenario"])  # an error where it does not exist
    best = best_opponent(ruleset) if setup.is_compiled(ruleset) else None
    return {"networks": networks_of(ruleset), "best": best}


def rules(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """Clauses and knobs of a ruleset."""
    return setup.rules_info(rulesets.get(given["slug"]))


def clause(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """One clause."""
    found = setup.clause_info(rulesets.get(given["slug"]), given["clause"])
    if found is None:
        raise Refused(f"{given['slug']} has no clause {given['clause']!r}", 404)
    return found


def new_match(house: House, guest: Guest, given: Mapping[str, str], sent: NewMatch) -> Any:
    """Begin a battle; where its ruleset must be compiled first, say so."""
    if house.is_compiling(rulesets.get(sent.ruleset).slug):
        return Answered(202, {"compiling": sent.ruleset})
    with house.opening:
        match = house.add(house.begin(sent))
    return match_info(match)


def resume(house: House, guest: Guest, given: Mapping[str, str], sent: Resume) -> Any:
    """Continue a saved battle; if its ruleset must be compiled first, say so."""
    saved = house.saved.load(sent.file)
    if house.is_compiling(rulesets.get(saved.ruleset).slug):
        return Answered(202, {"compiling": saved.ruleset})
    file = house.saved.path(sent.file)
    with house.opening:
        match = house.playing(file)
        if match is None:
            saved = house.saved.load(sent.file)  # it may have been played on until now
            return match_info(house.add(house.resume(saved, sent.players, file)))
    if sent.players not in (None, match.players):
        raise Refused("others are already playing this battle")
    return match_info(match)


def again(house: House, guest: Guest, given: Mapping[str, str], sent: Again) -> Any:
    """Begin the battle of a match once more."""
    match = house.match(given["id"])
    with house.opening:
        with match.lock:
            begun = house.again(match, sent.players, sent.seed)
        house.add(begun)
    return match_info(begun)


def view(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """A match as a seat sees it."""
    match, seat = house.match(given["id"]), number_of(given, "seat", guest.seat)
    guest.check(match, seat)
    with match.lock:
        return view_of(match, seat, number_of(given, "since", 0))


def seated(house: House, guest: Guest, given: Mapping[str, str], seat: int) -> Match:
    """The match that a guest plays from a seat.

    Raises:
        Refused: no such match, or the guest may not play from that seat.
    """
    match = house.match(given["id"])
    guest.check(match, seat)
    if guest.is_spectator:
        raise Refused("spectators can only watch", 403)
    return match


def answer(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """Take a choice."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.answer(sent.seat, sent.at, check_given(sent))
        return view_of(match, sent.seat, sent.at + 1)


def answer_all(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """Take a choice for all units with the same question in a row."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.answer_for_all(sent.seat, sent.at, check_given(sent))
        return view_of(match, sent.seat, sent.at + 1)


def check_given(sent: Choice) -> list[int]:
    """The answers of a choice.

    Raises:
        Refused: the choice has no answers.
    """
    if not sent.give:
        raise Refused("no answer is given", 400)
    return sent.give


def choices(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """The choices that begin with some answers, where there are too many to list at once."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.check_asked(sent.seat, sent.at)
        return {"choices": match.menu().complete(sent.give)}


def why_not(house: House, guest: Guest, given: Mapping[str, str], sent: Missed) -> Any:
    """Why what was pointed at is not to be had."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.check_asked(sent.seat, sent.at)
        place = place_of(match.game, sent.kind, sent.value)
        if place < 0:
            raise Refused(f"there is no {sent.kind} {sent.value}", 400)
        return {"reasons": match.menu().refused(sent.verb, sent.kind, place)}


def go(house: House, guest: Guest, given: Mapping[str, str], sent: Go) -> Any:
    """Let computer players move: to the next decision of a person, or a number of decisions where no person plays. A page
    that has not seen the last decision gets that instead.
    """
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.check_seat(sent.seat)
        if sent.at > match.at:
            raise Refused(f"only {match.at} decisions have been taken")
        if sent.at == match.at:
            match.play_on(PATIENCE, None if match.people else sent.steps or 1)
        return view_of(match, sent.seat, sent.at + 1)


def chances(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """What a choice may lead to."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        return match.chances(sent.seat, sent.at, check_given(sent))


def ghosts(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """Where units would stand after a choice."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        return {"units": ghosts_in(match, sent.seat, sent.at, check_given(sent))}


def why(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """Why a player has decided as it did."""
    match, seat = house.match(given["id"]), number_of(given, "seat", guest.seat)
    guest.check(match, seat)
    return match.why(seat, number_of(given, "at", 0))


def sheet(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What a seat knows of a unit."""
    match, seat = house.match(given["id"]), number_of(given, "seat", guest.seat)
    guest.check(match, seat)
    return sheet_in(match, seat, number_of(given, "at", match.at), number_of(given, "row", -1))


def curve(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """Each side's share of victory along the battle."""
    match, seat = house.match(given["id"]), number_of(given, "seat", guest.seat)
    guest.check(match, seat)
    with match.lock:
        return match.curve(seat).as_json()


def undo(house: House, guest: Guest, given: Mapping[str, str], sent: Choice) -> Any:
    """Take the last own choice back."""
    match = seated(house, guest, given, sent.seat)
    with match.lock:
        match.undo(sent.seat, sent.at)
        return view_of(match, sent.seat)


def share(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """The battle as a page of its own, which shows everything."""
    match = house.match(given["id"])
    with match.lock:
        match.check_seat(EVERYBODY)
        text = battle_page(match.recording.replay())
    return Response(text, media_type="text/html", headers={"content-disposition": 'attachment; filename="battle.html"'})


def save(house: House, guest: Guest, given: Mapping[str, str], sent: Name) -> Any:
    """Save a copy under a name."""
    match, path = house.match(given["id"]), house.saved.path(sent.name)
    with house.opening, match.lock:
        if house.saved.is_taken(path) and path != match.file:
            raise Refused(f"{path.name} exists already; choose another name")
        if path == match.file:
            match.save()
        else:
            try:
                replays.save(match.recording, path, Held(None).write)
            except FileExistsError:
                raise Refused(f"{path.name} exists already; choose another name") from None
    return {"file": path.name}
