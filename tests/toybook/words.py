"""Sentences for what happened. {who} and {target} are units, {amount} and {extra} numbers in the event's own words."""

from __future__ import annotations

from tactica.envs.core.board import DIRECTION_NAMES

from .vocab import Ending, Event, Refusal, Term, Verb

EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.ROUND_BEGINS: ("battle.end", "Round {amount} begins."),
    Event.CARD_DRAWN: ("cards.draw", "Side {amount} draws a card."),
    Event.CARD_PLAYED: ("cards.play", "Side {amount} plays card {extra}."),
    Event.ORDER_REVEALED: ("orders.secret", "{who} is ordered to do {amount}."),
    Event.SPEED_ROLLED: ("orders.speed", "Side {extra} keeps a {face}: speed {amount}."),
    Event.MARCHED: ("march.reach", "{who} marches to cell {amount}."),
    Event.BUMPED: ("march.bump", "{who} bumps into {target}."),
    Event.REVEALED: ("march.bump", "{who} is revealed."),
    Event.STOOD_IDLE: ("orders.speed", "{who} stays where it is."),
    Event.POOL_THROWN: ("clash.pool", "{who} strikes at {target}: {amount:point} and {extra} sixes."),
    Event.HITS_STOPPED: ("clash.save", "{who} stops {amount} of {extra} hits of {target}."),
    Event.WOUNDED: ("clash.harm", "{who} loses {amount} health, {extra} left."),
    Event.FELL: ("clash.harm", "{who} falls."),
    Event.SPOTTED: ("watch.spot", "{who} is spotted ({face}, {amount} or less)."),
    Event.ROSE: ("rising.rise", "{who} rises with {amount} health."),
    Event.STAYED_DOWN: ("rising.rise", "{who} finds no room to rise."),
    Event.TURNED: ("orders.turn", "{who} turns to face {amount}."),
    Event.DEPLOYED: ("deploy.zone", "{who} is deployed in cell {amount}."),
    Event.LEFT_OUT: ("deploy.zone", "{who} finds no room to deploy and takes no part."),
    Event.BATTLE_ENDS: ("battle.end", "The battle ends."),
}
CELL_FIELDS = {(Event.MARCHED, "amount"), (Event.DEPLOYED, "amount")}
WORDS_FOR = {(Event.TURNED, "amount"): lambda direction: DIRECTION_NAMES[direction]}
FELT: set[Event] = {Event.POOL_THROWN}
TONES: dict[Event, str] = {Event.POOL_THROWN: "hit", Event.WOUNDED: "wound", Event.FELL: "down"}
STROKES: dict[Event, str] = {Event.POOL_THROWN: "hit"}
ROUTINE: set[Event] = {Event.SPEED_ROLLED}
TERM_WORDS: dict[Term, str] = {
    Term.STRENGTH: "strength",
    Term.MIGHT: "might",
    Term.ARMOUR: "armour",
    Term.GUARDING: "guarding",
    Term.MOVEMENT: "movement",
    Term.HASTE: "haste",
}
ENDING_WORDS: dict[Ending, str] = {
    Ending.LAST_STANDING: "one alliance is left standing",
    Ending.NOBODY_STANDING: "nobody is left standing",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
VERB_WORDS: dict[Verb, str] = {verb: verb.name.lower() for verb in Verb if verb}
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.ANOTHER_PROMPT: "something else is asked",
    Refusal.NO_CARD: "its hand has no card to play",
    Refusal.NO_DRAUGHT: "its hand has no draught",
    Refusal.NOBODY_TO_RAISE: "nobody of its side could be raised",
    Refusal.NOT_OF_THE_SIDE: "a draught is for units of its own side",
    Refusal.STANDS: "a draught is for the fallen",
    Refusal.NO_ROOM: "others stand where it fell",
}
