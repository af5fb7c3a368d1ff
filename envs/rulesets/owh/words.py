"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .vocab import EDGES, Ending, Event, Item, Mode, Prompt, Refusal, Roll, Term, Verb

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def card(code: int) -> str:
    """A card by its code: 48 is the ace of clubs."""
    if code < 0:
        return "no card"
    return "a joker" if code >= 52 else f"the {RANKS[code // 4]} of {SUITS[code % 4]}"


def item(number: int) -> str:
    """A weapon."""
    return plain(Item(number))


def turns(number: int) -> str:
    """A span of own turns."""
    return f"for {number} turn" + ("s" if number != 1 else "")


ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "",
    Ending.LAST_ABLE: "only one side can still act",
    Ending.NOBODY_ABLE: "nobody can act any more",
    Ending.ROUND_LIMIT: "the last round is over",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.TURN: "next action",
    Prompt.OPPORTUNITY: "attack of opportunity",
    Prompt.REROLL: "roll again for a fate token",
    Prompt.FATE: "shake off a status for a fate token",
    Prompt.SPIRIT: "Spirit check against fear",
    Prompt.CONSENT: "agree to a coordinated attack",
    Prompt.TARGET: "target",
    Prompt.MODE: "how",
    Prompt.CELL: "where to",
    Prompt.ITEM: "weapon",
}
VERB_WORDS: dict[Verb, str] = {verb: plain(verb) for verb in Verb} | {
    Verb.USE_COURAGE: "use courage draught",
    Verb.COAT_VENOM: "coat weapon with venom",
    Verb.COAT_SLEEP: "coat weapon with sleep poison",
    Verb.INTERACT: "pull lever",
    Verb.OPPORTUNITY: "attack of opportunity",
    Verb.REROLL: "roll again",
}
MODE_WORDS: dict[Mode, str] = {mode: plain(mode) for mode in Mode} | {
    Mode.CALLED: "called shot",
    Mode.DEAFENED: "deafness",
}
EDGE_WORDS = ("", "advantage", "disadvantage")
ROLL_WORDS: dict[Roll, str] = {
    Roll.STEALTH: "Stealth",
    Roll.NOTICE: "Notice",
    Roll.HEALING: "Healing",
    Roll.SPIRIT: "Spirit",
    Roll.COURAGE: "Spirit against fear",
    Roll.RESIST_SPELL: "to resist the spell",
    Roll.POISON: "poison resistance",
    Roll.EXECUTION: "execution",
    Roll.COLLISION: "to avoid the collision",
    Roll.DAMAGE: "damage",
    Roll.HEALED: "healing",
    Roll.TABLE: "table of called shots",
    Roll.POTION: "potion",
    Roll.HIDING: "Stealth to hide",
}
#: What each check is rolled for: the clause its line cites.
CHECK_CLAUSES: dict[Roll, str] = {
    Roll.STEALTH: "stealth.roll",
    Roll.NOTICE: "stealth.failure_notice",
    Roll.HEALING: "heal.check",
    Roll.SPIRIT: "fear.spirit_check",
    Roll.COURAGE: "completion.fear_sources",
    Roll.RESIST_SPELL: "completion.spells",
    Roll.POISON: "pr.roll",
    Roll.EXECUTION: "execute.action",
    Roll.COLLISION: "collision.tn",
    Roll.HIDING: "hide.action",
}

REFUSAL_WORDS: dict[Refusal, str] = {
    # --- when
    Refusal.TURN_ONLY: "only in its own turn, once what is asked now is answered",
    Refusal.WHEN_ASKED: "only when the rules ask for it",
    Refusal.UNABLE: "it is out of action",
    Refusal.STUNNED: "it is stunned",
    Refusal.BOUND: "in a coordinated attack only Moves, attacks and free actions are allowed",
    Refusal.FEW_ACTIONS: "not enough standard actions are left",
    Refusal.MOVED_TWICE: "after two Moves no other standard action is allowed",
    Refusal.NO_FREE_ACTION: "no free action is left this turn",
    Refusal.NOT_FIRST: "only while no action of the turn is used",
    # --- attacks
    Refusal.NO_ATTACKS: "it has no attack left this turn",
    Refusal.NO_ATTACKS_AFTER_MOVE: "it has moved, which leaves it no further attack this turn",
    Refusal.NOT_LOADED: "the weapon in hand is not loaded",
    Refusal.NOBODY_IN_REACH: "no standing enemy it knows of is within reach and can be harmed with what is in hand",
    Refusal.NOBODY_IN_RANGE: "no standing enemy it knows of is in sight and range and can be harmed with what is in hand",
    Refusal.NOBODY_IN_CONTACT: "no standing enemy it knows of is in base contact",
    Refusal.NO_ABILITY: "it has no such ability",
    Refusal.UNFIT: "its ability for a free attack does not work with what is in hand now",
    Refusal.AFRAID: "terror or extreme fatigue forbids it",
    Refusal.NOBODY_DOWN: "no enemy lies bleeding out or unconscious in base contact",
    # --- Moves
    Refusal.ROOTED: "it is rooted",
    Refusal.NO_MOVES: "it has no Move left this turn",
    Refusal.BLIND: "it is blind, and has no Move left this turn",
    Refusal.LEG: "with a broken leg it moves once a turn, and it has moved",
    Refusal.ACTED: "it has done something else, which leaves no second Move",
    Refusal.NO_WAY: "there is no free cell it can get to",
    Refusal.NOT_ON_EDGE: "only from an edge cell of the board",
    # --- spells
    Refusal.NO_SPELLS: "it knows no spell",
    Refusal.NO_CASTING: "it can cast no further spell this turn",
    Refusal.NO_WINDS: "it has too few winds left for any of its spells",
    Refusal.NOBODY_TO_CAST_AT: "no spell it has the winds for could affect anybody in sight and range",
    # --- items
    Refusal.NO_ITEM_USES: "it can use no further item this turn",
    Refusal.NO_ITEM: "it carries none",
    Refusal.NOBODY_TO_HELP: "neither it nor a friend in base contact could use it now",
    Refusal.NO_WEAPON: "it has no weapon in hand",
    Refusal.NATURAL: "its weapon is a natural one",
    Refusal.NO_OTHER_WEAPON: "it carries no other weapon it could take in hand",
    Refusal.LOADED: "the weapon in hand is loaded, or needs no loading",
    Refusal.NOTHING_LOST: "it has lost no weapon",
    Refusal.LOST_FAR_AWAY: "its lost weapon lies neither in its cell nor in base contact",
    # --- others
    Refusal.NO_DEFENDING: "the rules of this battle allow no Defend",
    Refusal.HIDDEN: "it is hidden already",
    Refusal.NO_HIDING: "it cannot try to hide again this turn",
    Refusal.WATCHED: "an enemy sees it",
    Refusal.NOBODY_ASLEEP: "no friend in base contact can be woken",
    Refusal.NO_CORPSE: "no corpse of an enemy is left to loot here",
    Refusal.NO_LEVER: "no lever is within its reach",
    Refusal.NOT_BURNING: "it is not on fire",
    Refusal.NOT_HIDDEN: "it is not hidden",
    Refusal.DEAF: "it is deaf",
    Refusal.DECLINED: "a coordinated attack of this turn has come to nothing",
    Refusal.NO_PARTNER: "the next unit in order is no hidden friend that hears and can act",
    Refusal.NOBODY_TO_STALK: "it knows of no standing enemy",
    Refusal.BERSERK_BEFORE: "it has gone berserk in this battle",
    # --- of a target
    Refusal.UNKNOWN: "its side does not know where it is",
    Refusal.NO_ENEMY: "it is no enemy",
    Refusal.NO_FRIEND: "it is no friend",
    Refusal.FALLEN: "it has fallen or has left the battlefield",
    Refusal.OUT_OF_REACH: "it is out of reach",
    Refusal.OUT_OF_RANGE: "it is out of range",
    Refusal.NOT_SEEN: "it is not in sight",
    Refusal.NO_CLEAR_LINE: "there is no clear line to it",
    Refusal.ETHEREAL: "beyond base contact only runic and magical weapons harm the ethereal",
    Refusal.NOT_TOUCHING: "it is not in base contact",
    Refusal.NOT_DOWN: "it is neither bleeding out nor unconscious",
    Refusal.NO_NEED: "it does not need that",
    Refusal.NOT_ASLEEP: "it is not unconscious",
    Refusal.EXHAUSTED: "it is too exhausted to be woken",
    Refusal.WASTED: "disease leaves it no hit points",
    Refusal.NOT_DEAD: "it is not dead",
    Refusal.LOOTED: "it has been looted",
    Refusal.TOO_LARGE: "it is too large",
    # --- of a way to do it
    Refusal.WRONG_MODE: "it is no way to do this",
    Refusal.NOTHING_TO_LOSE: "the target has no weapon in hand that it could lose",
    Refusal.BLIND_BY_NATURE: "the target is blind by nature",
    Refusal.UNKNOWN_SPELL: "it does not know the spell",
    Refusal.NO_WINDS_FOR_IT: "it has too few winds left for the spell",
    Refusal.NOBODY_FOR_IT: "the spell could affect nobody in sight and range",
    Refusal.NOT_SUFFERED: "it does not suffer from that",
    # --- of a weapon
    Refusal.NO_SLOT: "it can carry no weapon there",
    Refusal.EMPTY: "there is no weapon",
    Refusal.IN_HAND: "it is in hand already",
    Refusal.ON_THE_GROUND: "it lies on the ground",
    # --- of a cell
    Refusal.OFF_THE_BOARD: "it is off the board",
    Refusal.HERE: "it is there already",
    Refusal.SOLID: "a wall, a lever or a closed gate is there",
    Refusal.OCCUPIED: "somebody is there",
    Refusal.TOO_FAR: "it is too far away for one Move",
    Refusal.NO_WAY_THERE: "no way of one Move leads there",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("turn.status_phase", ""),
    Event.ROUND_BEGINS: ("initiative.cards", "round {amount} begins"),
    Event.CARD_DEALT: ("initiative.cards", "{who} is dealt {amount}"),
    Event.JOKER: ("fate.joker", "a joker: {extra} now has {amount} fate tokens"),
    Event.TURN_BEGINS: ("initiative.cards", "{who} acts on {amount}"),
    Event.MOVED: ("move.action", "{who} moves to {amount}"),
    Event.BUMPED: ("completion.occupancy", "{who} runs into {target}, who was hidden"),
    Event.WITHDREW: ("completion.withdraw", "{who} leaves the battlefield"),
    Event.LEAVING: ("engage.attack_of_opportunity", "{who} leaves {target}, who attacks"),
    Event.ATTACK_HIT: ("attack.to_hit", "{who} attacks {target}{extra}: {terms}; needs {amount}, rolled {face}, hits"),
    Event.ATTACK_MISSED: (
        "attack.to_hit",
        "{who} attacks {target}{extra}: {terms}; needs {amount}, rolled {face}, misses",
    ),
    Event.CRITICAL_HIT: ("attack.natural_20", "{who} attacks {target}{extra}: {terms}; natural {face}, critical hit"),
    Event.DAMAGED: ("damage.formula", "{target} loses {amount} HP ({terms}): {extra} left"),
    Event.NO_DAMAGE: ("damage.formula", "{target} is not hurt ({terms})"),
    Event.BLED_OUT: ("death.bleeding_out", "{who} lies bleeding out"),
    Event.DIED: ("death.defeat", "{who} dies"),
    Event.KNOCKED_OUT: ("incapacitate.methods", "{who} is unconscious"),
    Event.PASSED: ("completion.check", "{who} rolls {extra}: needs {amount} ({terms}), rolled {face}, succeeds"),
    Event.FAILED: ("completion.check", "{who} rolls {extra}: needs {amount} ({terms}), rolled {face}, fails"),
    Event.TOKEN_SPENT: ("fate.reroll", "{who} spends a fate token: {amount} left"),
    Event.SHOOK_OFF: ("fate.status_removal", "{who} shakes off {amount}: needs {extra} ({terms}), rolled {face}"),
    Event.STILL_SUFFERS: (
        "fate.status_removal",
        "{who} cannot shake off {amount}: needs {extra} ({terms}), rolled {face}",
    ),
    Event.BLEEDS: ("status.bleed_trigger", "{who} bleeds ({amount:stack})"),
    Event.BURNS: ("status.fire_trigger", "{who} is on fire ({amount:stack})"),
    Event.POISONED: ("status.poison_trigger", "{who} is poisoned"),
    Event.PARALYZED: ("status.paralyzed", "{who} is paralyzed"),
    Event.BLINDED: ("status.blind", "{who} is blind {amount}"),
    Event.DEAFENED: ("status.deafened", "{who} is deafened {amount}"),
    Event.ROOTED: ("status.rooted", "{who} is rooted {amount}"),
    Event.STUNNED: ("status.stunned", "{who} is stunned {amount}"),
    Event.FEARS: ("fear.frightened", "{who} is {amount}"),
    Event.TIRED: ("fatigue.accrual", "{who} tires: fatigue {amount}"),
    Event.BLEEDING_HURTS: ("status.bleeding", "{who} bleeds: {amount} damage"),
    Event.POISON_HURTS: ("status.poisoned", "poison: {who} suffers {amount} damage"),
    Event.FIRE_HURTS: ("status.ignited", "{who} burns: {amount} damage"),
    Event.DOUSED: ("status.ignited", "{who} is no longer on fire"),
    Event.STUMBLED: ("status.blind_move", "{who} stumbles blindly: {amount} damage"),
    Event.FELL: ("status.falling", "{who} falls {extra} m: {amount} damage"),
    Event.PUSHED: ("completion.push", "{who} is pushed to {amount}"),
    Event.COLLIDED: ("collision.damage", "{who} collides (severity {extra}): {amount} damage"),
    Event.DEFENDS: ("defend.action", "{who} defends"),
    Event.HID: ("hide.action", "{who} hides"),
    Event.SPOTTED: ("completion.hidden", "{who} is seen"),
    Event.STAYED_HIDDEN: ("stealth.roll", "{who} stays hidden"),
    Event.HEALED: ("heal.amount", "{target} regains {amount} HP ({terms}): {extra} now"),
    Event.UP_AGAIN: ("death.stabilise", "{who} is up again"),
    Event.CURED: ("completion.items", "{target} is cured of {amount}"),
    Event.DRANK: ("completion.items", "{target} drinks a potion: {amount} HP ({terms}), {extra} now"),
    Event.COATED: ("completion.items", "{who} coats the weapon: lasts {amount:hit}"),
    Event.CAST: ("spell.cast", "{who} casts {amount} at {target}: {extra} winds left"),
    Event.EXECUTED: ("execute.action", "{who} executes {target}"),
    Event.ROUSED: ("completion.rouse", "{target} wakes"),
    Event.LOOTED: ("loot.action", "{who} loots {target}"),
    Event.RELOADED: ("completion.reload", "{who} reloads"),
    Event.DISARMED: ("called.special", "{who} disarms {target}: {amount} falls"),
    Event.DROPPED: ("turn.free_action_examples", "{who} drops {amount}"),
    Event.RECOVERED: ("completion.hands", "{who} takes {amount} up again"),
    Event.SWITCHED: ("completion.hands", "{who} takes {amount} in hand"),
    Event.LEVER_PULLED: ("turn.interact", "{who} pulls the lever: the gate {amount}"),
    Event.BERSERK: ("completion.abilities", "{who} goes berserk {amount}"),
    Event.CALMED: ("fear.terrified", "{who} is no longer berserk"),
    Event.COORDINATED: ("synergy.coordinated_roll", "{who} coordinates an attack on {target}"),
    Event.CALLED_OFF: ("synergy.coordinated_roll", "the attack of {who} on {target} is called off"),
    Event.DECLINED: ("synergy.coordinated_declare", "{who} does not join {target}"),
    Event.TABLE_RESULT: ("called.table_roll", "{who} rolls {amount} on the table of called shots"),
    Event.ARM_BROKEN: ("completion.called_shot_tables", "{who} has an arm broken"),
    Event.LEG_BROKEN: ("completion.called_shot_tables", "{who} has a leg broken"),
    Event.HORRIFIED: ("fear.horrified", "{who} flees in horror"),
    Event.RAGES: ("status.insane", "{who} attacks in madness"),
    Event.HELPLESS: ("status.paralyzed", "{who} cannot move"),
    Event.RISES_AGAIN: ("status.flying", "{who} takes to the air"),
    Event.OPPORTUNITY_PASSED: ("engage.attack_of_opportunity", "{who} lets {target} go"),
    Event.BATTLE_ENDS: ("death.battle_end", "the battle ends: {amount}"),
    Event.CAPTURED: ("death.battle_end", "{who} is captured"),
    Event.RESCUED: ("death.battle_end", "{who} is rescued"),
    Event.SPOILS: ("loot.action", "the side of {who} loots {amount:corpse} after the battle"),
    Event.DAMAGE_ROLLED: ("damage.formula", "{who} rolls {amount} on the damage dice"),
    Event.FEAR_LESS: ("fear.spirit_check", "{who} masters its fear: {amount}"),
    Event.RESISTED: ("completion.spells", "{who} resists {amount}"),
}

#: Numbers that stand for sides.
SIDE_FIELDS: set[tuple[Event, str]] = {(Event.JOKER, "extra")}

#: Numbers that stand for cells; the events of a table have them as (x, y).
CELL_FIELDS: set[tuple[Event, str]] = {(Event.MOVED, "amount"), (Event.PUSHED, "amount")}

#: How events sound, for colours.
TONES: dict[Event, str] = {
    **dict.fromkeys((Event.ATTACK_HIT, Event.CRITICAL_HIT), "hit"),
    **dict.fromkeys((Event.ATTACK_MISSED, Event.FAILED), "miss"),
    **dict.fromkeys(
        (Event.DAMAGED, Event.BLEEDS, Event.BURNS, Event.POISONED, Event.PARALYZED, Event.BLINDED, Event.STUNNED),
        "wound",
    ),
    **dict.fromkeys((Event.DIED, Event.BLED_OUT, Event.KNOCKED_OUT, Event.EXECUTED), "down"),
    **dict.fromkeys((Event.NO_DAMAGE, Event.HEALED, Event.DRANK, Event.UP_AGAIN, Event.CURED), "saved"),
    Event.ROUND_BEGINS: "round",
}

#: Attacks of one unit at another, for lines on the board.
STROKES: dict[Event, str] = {
    Event.ATTACK_HIT: "hit", Event.CRITICAL_HIT: "hit", Event.EXECUTED: "hit", Event.ATTACK_MISSED: "miss",
}  # fmt: skip

#: Events of the sequence of play, which pictures and pages leave out.
ROUTINE: set[Event] = {
    Event.CARD_DEALT,
    Event.TURN_BEGINS,
    Event.DAMAGE_ROLLED,
    Event.OPPORTUNITY_PASSED,
}

#: Events a unit notices although it does not see who acts.
FELT: set[Event] = {
    Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.DAMAGED, Event.NO_DAMAGE, Event.DISARMED, Event.BUMPED,
}  # fmt: skip


def fear(level: int) -> str:
    """A level of fear."""
    return ("no longer afraid", "frightened", "terrified", "horrified")[max(0, min(level, 3))]


def manner(number: int) -> str:
    """How an attack was made, in brackets: its mode, and with which edge."""
    edge, mode = divmod(number, EDGES)
    said = [*([MODE_WORDS[Mode(mode)]] if mode != Mode.NORMAL else []), *([f"with {EDGE_WORDS[edge]}"] if edge else [])]
    return f" ({', '.join(said)})" if said else ""


def check(number: int) -> str:
    """What a check is for, and with which edge it was rolled."""
    edge, roll = divmod(number, EDGES)
    return f"{ROLL_WORDS[Roll(roll)]} with {EDGE_WORDS[edge]}" if edge else ROLL_WORDS[Roll(roll)]


#: Clauses of an event that depend on one of its numbers, in place of the one of its sentence.
CLAUSES_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "extra"): lambda n: CHECK_CLAUSES[Roll(n % EDGES)] for event in (Event.PASSED, Event.FAILED)},
    (Event.FEARS, "amount"): lambda n: ("fear.frightened", "fear.terrified", "fear.horrified")[max(0, min(n, 3) - 1)],
}
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    (Event.CARD_DEALT, "amount"): card,
    (Event.TURN_BEGINS, "amount"): card,
    **{(event, "extra"): manner for event in (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT)},
    **{(event, "extra"): check for event in (Event.PASSED, Event.FAILED)},
    **{
        (event, "amount"): lambda n: MODE_WORDS[Mode(n)]
        for event in (Event.SHOOK_OFF, Event.STILL_SUFFERS, Event.CURED, Event.CAST, Event.RESISTED)
    },
    **{
        (event, "amount"): turns
        for event in (Event.BLINDED, Event.DEAFENED, Event.ROOTED, Event.STUNNED, Event.BERSERK)
    },
    (Event.FEARS, "amount"): fear,
    (Event.FEAR_LESS, "amount"): fear,
    **{(event, "amount"): item for event in (Event.DISARMED, Event.DROPPED, Event.RECOVERED, Event.SWITCHED)},
    (Event.LEVER_PULLED, "amount"): lambda n: "closes" if n else "opens",
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
}
TERM_WORDS: dict[Term, str] = {term: plain(term) for term in Term} | {
    Term.NONE: "",
    Term.PARRY: "Parry",
    Term.FIGHTING: "Fighting",
    Term.SHOOTING: "Shooting",
    Term.AGILITY: "Agility",
    Term.SPIRIT: "Spirit",
    Term.STRENGTH: "Strength",
    Term.HEALING: "Healing",
    Term.NO_SHIELD: "no shield",
    Term.PROTECTION: "ally protection",
    Term.NOTICE: "Notice",
    Term.STEALTH: "Stealth",
    Term.STAMINA: "Stamina",
    Term.POISON_ABILITY: "poison resistance",
}
