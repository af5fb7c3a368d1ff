"""What a tactic does, in a sentence: read off its numbers and doctrines, so that it says what the kernel does."""

from __future__ import annotations

from collections.abc import Sequence

from ....envs import rulesets
from ....envs.core.behaviour.features import FEATURES
from ....envs.engine.behaviours import features_of
from .genome import Doctrine, Genome

__all__ = ["doctrine_words", "sentence"]

INTENTS = {
    "strike": "strike", "shoot": "shoot", "hold": "hold enemies fast", "prepare": "ready a weapon (load, aim or draw)",
    "approach": "close in", "withdraw": "draw back", "shift": "move sideways", "shield": "shield the weakest friend",
    "support": "help friends", "react": "parry", "flee": "flee", "wait": "wait",
}  # fmt: skip
LIKES = {
    "hit": "blows likely to hit", "harm": "blows that hurt most", "fell": "blows that may take the target out",
    "weakness": "wounded targets", "threat": "dangerous targets", "nearness": "near targets",
    "rescue": "attacking enemies next to its friends", "charge": "charging", "saved": "parrying heavy blows",
    "price": "giving up blows of its own", "gap": "being far from enemies", "off_distance": "leaving the distance it keeps",
    "closing": "moving nearer to enemies", "exposure": "cells in view of enemies", "crowd": "cells next to enemies",
    "company": "cells near friends", "guard": "standing in front of the weakest friend", "cover": "cells with cover",
    "zone": "standing in zones that need it", "to_zone": "moving towards zones that need it",
}  # fmt: skip
#: Features of a rulebook's own; where one is missing, its meaning is quoted.
OWN = {
    "heimr": {
        "grabs": "grabbing enemies", "holds": "keeping hold of enemies", "escapes": "struggling to get free",
        "risk": "risking a blow to brawl", "undefended": "attacking enemies without a defence",
        "unseen": "attacking enemies that do not see it", "hides": "hiding", "guards": "guarding an ally",
        "watches": "guarding borders and readying actions", "together": "locations where its friends are",
        "objective": "objectives", "blocks": "blocking as the next defence", "breath": "taking breath", "skills": "using skills",
    },
    "owh": {
        "called": "called shots", "subdues": "attacks to incapacitate", "executes": "killing units that are down",
        "heals": "healing", "rescues": "bringing friends back into play", "cures": "ending statuses of its side",
        "hides": "hiding", "stealthy": "attacking from hiding", "poisons": "poisoned attacks", "defends": "Defend",
        "fate": "fate tokens that help", "spell": "spells",
    },
    "tow": {
        "bears": "facing the nearest enemy", "line": "keeping level with its friends", "ahead": "being ahead of its friends",
        "wing": "being ahead on the right of the line", "outflank": "getting round the nearest enemy",
        "exposed_flank": "showing its flank or rear", "flank": "charging a flank or the rear",
        "joint": "fighting the target of a friend", "rank": "deep ranks", "march": "marching",
        "follow": "following and pursuing", "spell": "spells",
    },
    "wfrp1": {
        "pace": "running", "stuns": "blows to stun", "aims": "aiming at parts of the body",
        "off_hand": "blows with the other hand", "draws": "rearming when it has no weapon to strike with",
        "dodges": "dodging shots", "leaves": "fleeing off the board",
    },
    "woin": {
        "exploit": "exploits that cost dice", "crossfire": "crossfire and flanking", "held": "attacking held enemies",
        "escapes": "getting out of holds", "trades": "buying damage with dice", "luck": "spending LUCK",
        "aims": "aiming and feinting", "watches": "overwatch", "suppresses": "suppressive fire for friends",
        "covered": "acting under suppressive fire of friends", "hunkers": "taking shelter", "heals": "healing",
        "rescues": "bringing allies back into the fight", "spell": "spells and powers",
    },
}  # fmt: skip
SITUATIONS = {
    "staying_power": "its staying power", "opponents": "the number of enemies in contact",
    "gap": "the distance to the nearest enemy",
    "shots": "the number of its shots", "odds": "its side's share of the total strength", "friends": "the number of its friends",
    "weakest_friend": "the staying power of its weakest friend", "round": "the round",
}  # fmt: skip
YES = {
    "engaged": ("it is in contact", "it is not in contact"),
    "ready": ("it is ready to shoot", "it is not ready to shoot"),
}
TESTS = {"<": "below", "<=": "at most", "==": "exactly", ">=": "at least", ">": "above"}
MOST_NAMED = 4
KEEPS = "keeps a distance of {:g} of its moves from enemies"


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
        found.append(f"Prefers{', in this order:' if len(wanted) > 1 else ' to'} {_listed(wanted, ',')}")
    unwanted = [INTENTS[name] for name, number in worth if number < 0]
    if unwanted:
        found.append(f"Seldom chooses to {_listed(unwanted, ' or')}")
    if likes:
        found.append(f"Likes {_listed(likes, ' and')}")
    if dislikes:
        found.append(f"Avoids {_listed(dislikes, ' and')}")
    keep = genome.numbers.get("keep_distance", 0.0)
    if keep and "weights.off_distance" in genome.numbers:
        found.append(KEEPS.capitalize().format(keep))
    found = found or ["Takes any choice, all are alike to it"]
    return " ".join(f"{text}." for text in [*found, *map(doctrine_words, genome.doctrines)])


def doctrine_words(doctrine: Doctrine) -> str:
    """A doctrine in words: When its staying power is below 0.4, it will flee if it can."""
    then = []
    if doctrine.do:
        then.append(f"will {INTENTS[doctrine.do]} if it can")
    if doctrine.keep is not None:
        then.append(KEEPS.format(doctrine.keep) if doctrine.keep else "no longer keeps its distance")
    when = " and ".join(_condition(name, condition) for name, condition in doctrine.when)
    return f"{f'When {when}' if when else 'At all times'}, it {' and '.join(then)}"


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
    named = OWN.get(genome.slug, {})
    weighed = [(LIKES[name], number) for name, number in _part(genome, "weights")]
    weighed += [
        (named.get(name) or f'"{own[name].removeprefix("1 ")}"', number) for name, number in _part(genome, "own")
    ]
    weighed.sort(key=lambda item: -abs(item[1]))
    return [what for what, number in weighed if number > 0], [what for what, number in weighed if number < 0]


def _listed(words: Sequence[str], last: str) -> str:
    """One, two and more things; of many the first few."""
    words = [*words[:MOST_NAMED], *(["others"] if len(words) > MOST_NAMED else [])]
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])}{last} {words[-1]}"
