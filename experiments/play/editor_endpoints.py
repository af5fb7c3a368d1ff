"""What the editor of scenarios may ask, and what it is answered; all of it is for the host alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.scenario import Scenario, examine
from ...envs.scenario.source import Source
from ..watch.deciding import HUMAN
from . import editing
from .drafts import Drafts
from .editor_messages import Amend, Blank, Fights, Save, ScenarioTrial, Written
from .endpoints import Answered, Handler
from .fights import Fight
from .house import Guest, House, match_info
from .seats import Refused

USUAL = "small"  # a scenario whose board is as large as a new one
DRAFT = "draft"  # how a scenario is called that has no name yet
MOST_FIGHTS = 8  # held in memory
MOST_BYTES = 1 << 20  # of what the editor sends


@dataclass
class Workshop:
    """What the editor works with.

    Attributes:
        drafts: the scenarios written here.
        fights: those begun, the oldest first.
    """

    drafts: Drafts
    fights: OrderedDict[str, Fight] = field(default_factory=OrderedDict)


def workshop(house: House) -> Workshop:
    """The workshop of a house, opened when it is first asked for; from then on its scenarios can be played."""
    if house.workshop is None:
        house.workshop = Workshop(Drafts(house.saved.folder / "scenarios"))
        house.scenarios.update(house.workshop.drafts.playable())
    found: Workshop = house.workshop
    return found


# --- texts


def start(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What can be edited: rulesets with the largest board, their scenarios, and those written here."""
    found = []
    for slug in rulesets.names():
        ruleset = rulesets.get(slug)
        most = [ruleset.board.width, ruleset.board.height]
        names = list(scenarios.shipped(slug))
        found.append(
            {"slug": slug, "title": ruleset.title, "most": most, "usual": usual_size(slug, names), "scenarios": names}
        )
    return {"rulesets": found, "own": workshop(house).drafts.listed()}


def usual_size(slug: str, names: list[str]) -> list[int]:
    """The size of a new board: that of the ruleset's small scenario."""
    if USUAL not in names:
        return [rulesets.get(slug).board.width, rulesets.get(slug).board.height]
    board = scenarios.load(USUAL, slug).board
    return [board.width, board.height]


def kit(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What a ruleset has to build with; how it looks as soon as that can be drawn."""
    slug = rulesets.get(given["slug"]).slug
    is_ready = not house.is_compiling(slug)
    return {**editing.kit(slug), "swatches": editing.swatches(slug) if is_ready else None}


def begin(house: House, guest: Guest, given: Mapping[str, str], sent: Blank) -> Any:
    """The text of an empty board."""
    return {"yaml": editing.blank(rulesets.get(sent.ruleset), sent.width, sent.height)}


def read(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """The text of a scenario written here, or of one that comes with a ruleset."""
    name, slug = given.get("name", ""), given.get("ruleset", "")
    if not slug:
        return {"yaml": workshop(house).drafts.text(name), "name": name}
    if name not in scenarios.shipped(rulesets.get(slug).slug):
        raise Refused(f"{slug} has no scenario {name!r}", 404)
    return {"yaml": Source.read(scenarios.find(slug, name)).text, "name": ""}


def check(house: House, guest: Guest, given: Mapping[str, str], sent: Written) -> Any:
    """What is wrong with a text, and how it is drawn."""
    return checked(house, sent.yaml)


def amend(house: House, guest: Guest, given: Mapping[str, str], sent: Amend) -> Any:
    """The text after some changes, checked."""
    text = sent.yaml
    try:
        for change in sent.changes:
            text = editing.changed(text, change)
    except ValueError as error:
        raise Refused(str(error), 400) from None
    return {"yaml": text, **checked(house, text)}


def checked(house: House, text: str) -> dict[str, Any]:
    """The state of a text; it is drawn only if its ruleset is compiled, and compiling begins now if it is not."""
    return editing.checked(text, lambda slug: not house.is_compiling(slug))


# --- files, battles


def save(house: House, guest: Guest, given: Mapping[str, str], sent: Save) -> Any:
    """Keep a text under a name; if it is right, it can be played from now on."""
    scenario = examine(sent.yaml, sent.name).scenario
    if scenario is not None and sent.name in scenarios.shipped(scenario.ruleset.slug):
        raise Refused(f"{scenario.ruleset.slug} has a scenario {sent.name!r} of its own; choose another name")
    file = workshop(house).drafts.save(sent.name, sent.yaml, sent.replace)
    for slug in rulesets.names():
        house.scenarios.pop((slug, sent.name), None)  # what it was before
    if scenario is not None:
        house.scenarios[scenario.ruleset.slug, sent.name] = scenario
    return {"name": sent.name, "file": file, "isPlayable": scenario is not None}


def play(house: House, guest: Guest, given: Mapping[str, str], sent: ScenarioTrial) -> Any:
    """Begin a battle of a text, which can be played again as a draft."""
    scenario = right(sent.yaml, sent.name or DRAFT)
    slug = scenario.ruleset.slug
    if house.is_compiling(slug):
        return Answered(202, {"compiling": slug})
    house.scenarios[slug, DRAFT] = scenario
    with house.opening:
        match = house.add(house.start(scenario, sent.players, sent.seed))
    return {**match_info(match), "ruleset": slug, "scenario": DRAFT}


def fight(house: House, guest: Guest, given: Mapping[str, str], sent: Fights) -> Any:
    """Begin to fight a text many times."""
    scenario = right(sent.yaml, DRAFT)
    slug = scenario.ruleset.slug
    house.check_players(slug, sent.players, len(scenario.sides))
    if HUMAN in sent.players:
        raise Refused("a human cannot play this many battles; choose other players", 400)
    if house.is_compiling(slug):
        return Answered(202, {"compiling": slug})
    fights = workshop(house).fights
    for other in fights.values():
        other.stop()
    begun = Fight(scenario, sent.players, sent.games, sent.seed)
    fights[begun.id] = begun
    while len(fights) > MOST_FIGHTS:
        fights.popitem(last=False)
    return begun.as_json()


def fought(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """What many battles have come to so far."""
    return found_fight(house, given["id"]).as_json()


def stop(house: House, guest: Guest, given: Mapping[str, str], sent: None) -> Any:
    """Fight no more."""
    found = found_fight(house, given["id"])
    found.stop()
    return found.as_json()


def found_fight(house: House, name: str) -> Fight:
    """A fight by its id.

    Raises:
        Refused: no such fight.
    """
    found = workshop(house).fights.get(name)
    if found is None:
        raise Refused("these battles are no longer available", 404)
    return found


def right(text: str, key: str) -> Scenario:
    """The scenario of a text.

    Raises:
        Refused: something is wrong with it.
    """
    found = examine(text, key)
    if found.scenario is None or found.problems:
        first = found.problems[0]
        raise Refused(f"line {first.line}: {first.key + ': ' if first.key else ''}{first.what}", 400)
    return found.scenario


#: Method, path, what answers, and the type of what is sent.
QUESTIONS: tuple[tuple[str, str, Handler, type | None], ...] = (
    ("GET", "/api/editor", start, None),
    ("GET", "/api/editor/kit/{slug}", kit, None),
    ("GET", "/api/editor/text", read, None),
    ("POST", "/api/editor/new", begin, Blank),
    ("POST", "/api/editor/check", check, Written),
    ("POST", "/api/editor/amend", amend, Amend),
    ("POST", "/api/editor/save", save, Save),
    ("POST", "/api/editor/play", play, ScenarioTrial),
    ("POST", "/api/editor/fight", fight, Fights),
    ("GET", "/api/editor/fight/{id}", fought, None),
    ("POST", "/api/editor/fight/{id}/stop", stop, None),
)
