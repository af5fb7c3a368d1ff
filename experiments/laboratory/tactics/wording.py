"""What a tactic does, in a sentence: read off its numbers and doctrines, so that it says what the kernel does."""

from __future__ import annotations

from collections.abc import Sequence

from ....envs import rulesets
from ....envs.core.behaviour.features import FEATURES
from ....envs.engine.behaviours import features_of
from .genome import Doctrine, Genome

__all__ = ["doctrine_words", "sentence"]

INTENTS = {
    "strike": "strikes", "shoot": "shoots", "hold": "holds enemies fast", "prepare": "loads, aims and draws",
    "approach": "closes in", "withdraw": "draws back", "shift": "moves sideways", "shield": "stands before the weakest friend",
    "support": "helps friends", "react": "parries", "flee": "flees", "wait": "waits",
}  # fmt: skip
LIKES = {
    "hit": "sure hits", "harm": "blows that hurt most", "fell": "blows that may fell", "weakness": "wounded targets",
    "threat": "dangerous targets", "nearness": "near targets", "rescue": "those who are at its friends",
    "charge": "charges", "saved": "parries that save much", "price": "answers that cost blows", "gap": "distance",
    "off_distance": "being off its distance", "closing": "moves nearer", "exposure": "places in view",
    "crowd": "places among enemies", "company": "places among friends", "guard": "the post before the weakest friend",
    "cover": "cover", "zone": "zones that need it", "to_zone": "moves towards such zones",
}  # fmt: skip
SITUATIONS = {
    "staying_power": "its staying power", "opponents": "the number of enemies in contact",
    "gap": "the distance to the nearest enemy",
    "shots": "the number of its shots", "odds": "the share of its side in all strength", "friends": "the number of its friends",
    "weakest_friend": "the staying power of its weakest friend", "round": "the round",
}  # fmt: skip
YES = {
    "engaged": ("it is in contact", "it is not in contact"),
    "ready": ("it is ready to shoot", "it is not ready to shoot"),
}
TESTS = {"<": "below", "<=": "at most", "==": "exactly", ">=": "at least", ">": "above"}
MOST_NAMED = 4


def sentence(genome: Genome) -> str:
    """What a tactic does, most important first.

    Args:
        genome: the tactic; the less it holds, the better the sentence.
    """
    worth = _part(genome, "intents")
    likes, dislikes = _likes(genome)
    found = []
    wanted = [INTENTS[name] for name, number in worth if number > 0]
    if wanted:
        found.append(_listed(wanted, "else"))
    unwanted = [INTENTS[name] for name, number in worth if number < 0]
    if unwanted:
        found.append(f"seldom {_listed(unwanted, 'or')}")
    if likes:
        found.append(f"goes for {_listed(likes, 'and')}")
    if dislikes:
        found.append(f"shuns {_listed(dislikes, 'and')}")
    keep = genome.numbers.get("keep_distance", 0.0)
    if keep and "weights.off_distance" in genome.numbers:
        found.append(f"keeps {keep:g} own moves from enemies")
    text = "; ".join(found) or "takes any choice, all are alike to it"
    text = f"{text[:1].upper()}{text[1:]}."
    for doctrine in genome.doctrines:
        text += f" {doctrine_words(doctrine)}."
    return text


def doctrine_words(doctrine: Doctrine) -> str:
    """A doctrine in words: Flees when its staying power is below 0.4 and it is in contact."""
    then = []
    if doctrine.do:
        then.append(INTENTS[doctrine.do])
    if doctrine.keep is not None:
        then.append(f"keeps {doctrine.keep:g} own moves from enemies")
    what = " and ".join(then)
    when = " and ".join(_condition(name, condition) for name, condition in doctrine.when)
    return f"{what[:1].upper()}{what[1:]}{f' when {when}' if when else ' always'}"


def _condition(name: str, condition: object) -> str:
    test, bound = "==", f"{condition:g}" if isinstance(condition, int | float) else str(condition)
    if isinstance(condition, str):
        test = next(sign for sign in ("<=", ">=", "==", "<", ">") if sign in condition)
        bound = condition.replace(test, "").strip()
    if name in YES and test == "==":
        return YES[name][0 if float(bound) else 1]
    if name == "shots" and test == "==" and not float(bound):
        return "it has no shots left"
    if name == "friends" and test == "==" and not float(bound):
        return "it is alone"
    return f"{SITUATIONS.get(name, name)} is {TESTS[test]} {bound}"


def _part(genome: Genome, part: str) -> list[tuple[str, float]]:
    found = [(name.partition(".")[2], number) for name, number in genome.numbers.items() if name.startswith(f"{part}.")]
    return sorted(found, key=lambda item: (-abs(item[1]), item[0]))


def _likes(genome: Genome) -> tuple[list[str], list[str]]:
    """What it likes and what it shuns, the strongest first; features of the ruleset's own in the words of the ruleset."""
    own = {piece.name: piece.meaning for piece in features_of(rulesets.get(genome.slug))[len(FEATURES) :]}
    weighed = [(LIKES[name], number) for name, number in _part(genome, "weights")]
    weighed += [(f'"{own[name].removeprefix("1 ")}"', number) for name, number in _part(genome, "own")]
    weighed.sort(key=lambda item: -abs(item[1]))
    return [what for what, number in weighed if number > 0], [what for what, number in weighed if number < 0]


def _listed(words: Sequence[str], last: str) -> str:
    """One, two and more things; of many the first few."""
    words = [*words[:MOST_NAMED], *(["others"] if len(words) > MOST_NAMED else [])]
    if len(words) == 1:
        return words[0]
    if last == "else":  # in this order
        return ", else ".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
