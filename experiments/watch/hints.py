"""What stands behind a choice a person is offered: its chances, price and risk; and why a verb is not offered."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable

import numpy as np

from ...agents.why import Weighed, why
from ...envs.core.behaviour.features import Feature
from ...envs.core.ruleset import Ruleset
from ...envs.engine.behaviours import Behaviour, load
from ...envs.engine.describing import part_words, refusal_text
from ...envs.engine.game import Game
from ...envs.engine.parsing import Chooser, NoFit
from ...envs.engine.wording import enum_words
from ...envs.render.scene import known_units, side_names
from .asking import decider_of

WORTH_SAYING = (Feature.HIT, Feature.FELL, Feature.SAVED, Feature.PRICE)


@functools.cache
def _weigher() -> Behaviour:
    """A behaviour that weighs every feature of a choice that hints mention."""
    return load({"weights": {feature.name.lower(): 1 for feature in WORTH_SAYING}})


def hints(game: Game) -> dict[int, str]:
    """What the deciding side may expect of its choices: answer -> words, for answers with a hint.

    The numbers are those that behaviours weigh: of the next blow or shot, from what the side knows. Where an answer leaves
    parts open, the hint is that of the best choice. Free blows are those of the enemies in contact now.
    """
    if game.over:
        return {}
    best: dict[int, Weighed] = {}
    for choice in why(game.clone(), _weigher()).choices:
        before = best.get(choice.answer)
        if before is None or choice.features["hit"] > before.features["hit"]:
            best[choice.answer] = choice
    said = {answer: [_words(game.ruleset, choice.verb, choice.features)] for answer, choice in best.items()}
    for answer, count in _free_blows(game).items():
        said.setdefault(answer, []).append(_risk(count))
    return {answer: ", ".join(filter(None, words)) for answer, words in said.items() if any(words)}


class Expected:
    """What the side that decides may expect of each complete choice, by the numbers of :func:`hints`."""

    def __init__(self, game: Game) -> None:
        """Weigh the choices of a game that is not over; it stays unchanged."""
        self._ruleset, self._free_blows = game.ruleset, _free_blows(game)
        self._weighed: dict[tuple[int, ...], Weighed] = {}
        for choice in why(game.clone(), _weigher()).choices:
            key = choice.verb, choice.target, choice.mode
            self._weighed[*key, choice.place] = choice
            self._weighed.setdefault(key, choice)

    def features(self, verb: int, target: int, mode: int, place: int) -> dict[str, float]:
        """What is weighed of a complete choice, by the name of the feature; empty where nothing is known.

        Args:
            verb: as the rules number it.
            target, mode, place: its other parts, -1 without one.
        """
        key = verb, target, max(mode, 0)
        found = self._weighed.get((*key, place)) or self._weighed.get(key)
        return found.features if found is not None else {}

    def words(self, verb: int, target: int, mode: int, place: int) -> str:
        """What is weighed of a complete choice as one reads it; empty where there is nothing to say."""
        features = self.features(verb, target, mode, place)
        count = self._free_blows.get(verb, 0)
        said = _words(self._ruleset, verb, features) if features else ""
        return ", ".join(filter(None, (said, _risk(count) if count else "")))


def _risk(count: int) -> str:
    return f"risks {count} free blow{'s' if count > 1 else ''}"


def _free_blows(game: Game) -> dict[int, int]:
    """How many free blows the verbs that may be chosen give to enemies the side knows of; those that give any."""
    if int(game.s["pending_verb"]) != 0:
        return {}
    counts = _told(game, game.loops.FREE_BLOWS, game.answers().tolist())
    return {verb: count for verb, count in counts.items() if count > 0}


def _told(game: Game, what: int, verbs: Iterable[int]) -> dict[int, int]:
    """A number that the rules give for verbs, see ``core/loops/telling.py``."""
    twin = game.clone()
    return {verb: int(twin.loops.tell(twin.states, twin.row, twin.books, twin.fields, what, verb)) for verb in verbs}


def _words(ruleset: Ruleset, verb: int, features: dict[str, float]) -> str:
    """The features of a choice as one reads them."""
    text, said = ruleset.book.text, []
    chance = text.chance(verb) if text.chance else "hits "
    for name, before, behind in (
        *([("hit", chance, "")] if chance else []), ("fell", "fells ", ""),
        ("saved", "prevents ", " of the damage"), ("price", "costs ", " of its blows")
    ):  # fmt: skip
        if round(100 * features[name]) > 0:
            said.append(f"{before}{features[name]:.0%}{behind}")
    return ", ".join(said)


def answers_meant(game: Game, said: str) -> list[int]:
    """The answers, part by part, that make the choice a line names, as the side that decides knows the battle.

    Raises:
        IllegalChoice: it is not legal; the message says why and lists the legal choices.
    """
    chooser, here = _chooser_of(game)
    try:
        return chooser.parse(said)
    except NoFit as fault:
        raise chooser.error(here, said, fault) from None


def _chooser_of(game: Game) -> tuple[Chooser, np.ndarray]:
    """A reader of choices in a position, and the position; units that the side which decides does not know of have no name."""
    known = known_units(game, game.side)
    names = [name if row in known else "" for row, name in enumerate(game.names)]
    chooser = Chooser(game.ruleset, game.books, game.fields, names, side_names(game))
    chooser.units_known = lambda: [name for name in names if name]
    here = game.lanes[game.row].copy()
    chooser.put(here)
    return chooser, here


def why_not(game: Game, said: str) -> str:
    """Why the one who decides may not choose a verb, or what is said of it, in words: ``fire``, ``fire orc``, ``move 5,3``."""
    shown = {value: words for value, words in part_words(game.ruleset, "verb").items() if value}
    wanted = " ".join(said.lower().replace("_", " ").split())
    named = _verbs_meant(game.ruleset, wanted)
    fault = "" if named else _fault(game, said)
    if fault and not fault.endswith(" is not possible here"):
        return fault
    first = wanted.split()
    while not named and len(first) > 1:  # ``attack orc``: what is said of attacks
        first.pop()
        named = _verbs_meant(game.ruleset, " ".join(first))
    if fault and (not named or set(named) & set(game.answers().tolist())):
        return fault
    if not named:
        close = difflib.get_close_matches(wanted, shown.values(), 1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        return f"no action is called {said!r}{hint}; actions: {', '.join(shown.values())}"
    own = [value for value in named if value in game.answers()]
    reasons: dict[str, list[str]] = {}
    for value in dict.fromkeys([*own, *named]):
        reasons.setdefault(_reason(game, value), []).append(shown[value])
    return "; ".join(f"{', '.join(verbs)}: {reason}" for reason, verbs in reasons.items())


def _verbs_meant(ruleset: Ruleset, wanted: str) -> list[int]:
    """The verbs that words may mean: those called so, else those whose words begin with them or contain them all."""
    words = {int(value): name.replace("_", " ") for value, name in enum_words(ruleset, "verb").items() if value}
    shown = part_words(ruleset, "verb")  # what a person reads, and so may ask by
    called = [*words.items(), *((value, shown[value].lower()) for value in words)]
    exact = [value for value, name in called if name == wanted]
    asked = set(wanted.split())
    within = [value for value, name in called if asked and (name.startswith(wanted) or asked <= set(name.split()))]
    return list(dict.fromkeys(exact or sorted(within)))


def _fault(game: Game, said: str) -> str:
    """What is wrong with a choice in the words of the sandbox; empty where it says nothing that could be one."""
    chooser, here = _chooser_of(game)
    try:
        chooser.parse(said)
    except NoFit as fault:
        chooser.put(here)
        return chooser.told(said, fault) if fault.clear else ""
    return "you can choose this now"


def _reason(game: Game, verb: int) -> str:
    """Why a verb is not offered now, as the ruleset says."""
    if verb in game.answers():
        return "you can choose this now"
    asked = f"{decider_of(game)} is asked: {game.prompt_text}"
    if int(game.s["pending_verb"]) != 0:
        return f"not now, another choice has begun ({asked})"
    return refusals(game, [verb]).get(verb, f"not possible now ({asked})")


def refusals(game: Game, verbs: Iterable[int]) -> dict[int, str]:
    """The reasons the rules give why the one who decides may not choose verbs, in words; those with a reason."""
    twin = game.clone()
    said = {verb: refusal_text(twin.ruleset, twin.states, twin.row, twin.books, twin.fields, verb) for verb in verbs}
    return {verb: reason for verb, reason in said.items() if reason}
