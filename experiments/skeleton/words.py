"""The rules' words for people. {who} and {target} are units, {amount} and {extra} numbers, {face} the die, {terms} the total with
its parts. The clause before each sentence is what a click on the line opens.
"""

from __future__ import annotations

from .vocab import Ending, Event, Prompt, Refusal, Term

EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.ROUND_BEGINS: ("turn.order", "Round {amount} begins."),
    Event.MOVED: ("move.reach", "{who} moves to {amount}."),
    Event.PASSED: ("turn.order", "{who} passes."),
    Event.BLOW_HIT: ("strike.hit", "{who} strikes {target}: {terms}; rolled {face}, hits"),
    Event.BLOW_MISSED: ("strike.hit", "{who} strikes {target}: {terms}; rolled {face}, misses"),
    Event.WOUNDED: ("strike.damage", "{who} loses {amount} health, {extra} left ({terms})"),
    Event.FELL: ("strike.damage", "{who} falls."),
    Event.BATTLE_ENDS: ("turn.end", "The battle ends: {amount}."),
}
TERM_WORDS: dict[Term, str] = {
    Term.SKILL: "skill",
    Term.GANG: "other enemies next to it",
    Term.DICE: "dice",
    Term.STRENGTH: "strength",
    Term.ARMOUR: "armour",
}
ENDING_WORDS: dict[Ending, str] = {
    Ending.LAST_STANDING: "only one alliance stands",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the rules do not end this battle",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.TURN: "Choose an action",
    Prompt.TARGET: "Choose a target",
    Prompt.CELL: "Choose a cell",
}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.ANOTHER_PROMPT: "something else is asked now",
    Refusal.NOBODY_IN_REACH: "no enemy is in reach",
    Refusal.NO_WAY: "rocks and units are all around it",
    Refusal.FRIEND: "it is on the same side, or allied",
    Refusal.FALLEN: "it has fallen",
    Refusal.OUT_OF_REACH: "it is out of reach",
    Refusal.ROCK: "nobody can stand on rock",
    Refusal.TAKEN: "a unit stands there",
    Refusal.TOO_FAR: "one move does not lead there",
}
CELL_FIELDS = frozenset({(Event.MOVED, "amount")})  # numbers that are cells
NUMBERS = {(Event.BATTLE_ENDS, "amount"): lambda ending: ENDING_WORDS[Ending(ending)]}  # words for numbers of events
TONES: dict[Event, str] = {Event.BLOW_HIT: "hit", Event.BLOW_MISSED: "miss", Event.WOUNDED: "wound", Event.FELL: "down"}
STROKES: dict[Event, str] = {Event.BLOW_HIT: "hit", Event.BLOW_MISSED: "miss"}  # lines that pages draw
