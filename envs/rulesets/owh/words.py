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
    Ending.VERDICT: "the objectives decide",
    Ending.FORFEIT: "a side forfeits",
    Ending.STALLED: "the battle does not end by its rules",
}
PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.TURN: "choose an action",
    Prompt.OPPORTUNITY: "make the attack of opportunity, or let the enemy go",
    Prompt.REROLL: "spend a fate token to roll again, or keep the roll",
    Prompt.FATE: "spend a fate token to shake off a status, or keep the tokens",
    Prompt.SPIRIT: "roll Spirit against the fear, or bear it",
    Prompt.CONSENT: "join the coordinated attack, or decline",
    Prompt.TARGET: "choose a target",
    Prompt.MODE: "choose the kind of attack, the spell or the status",
    Prompt.CELL: "choose a cell",
    Prompt.ITEM: "choose a weapon",
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
#: What a unit shakes off or is cured of.
AILMENT_WORDS: dict[Mode, str] = MODE_WORDS | {
    Mode.BLEEDING: "its bleeding",
    Mode.BLIND: "its blindness",
    Mode.DEAFENED: "its deafness",
    Mode.DISEASED: "its disease",
    Mode.IGNITED: "its fire",
    Mode.INSANE: "its insanity",
    Mode.PARALYZED: "its paralysis",
    Mode.POISONED: "its poison",
    Mode.ROOTED: "the roots",
    Mode.STUNNED: "its stun",
    Mode.FEAR: "its fear",
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
    Roll.TABLE: "called shot table",
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
    Refusal.TURN_ONLY: "only in its own turn, after the question that is open now",
    Refusal.WHEN_ASKED: "only when the rules ask for it",
    Refusal.UNABLE: "it is out of action",
    Refusal.STUNNED: "it is stunned",
    Refusal.BOUND: "in a coordinated attack it can only Move, attack and take free actions",
    Refusal.FEW_ACTIONS: "it has too few standard actions left",
    Refusal.MOVED_TWICE: "after two Moves no other standard action is allowed",
    Refusal.NO_FREE_ACTION: "it has no free action left this turn",
    Refusal.NOT_FIRST: "only as the first action of its turn",
    # --- attacks
    Refusal.NO_ATTACKS: "it has no attack left this turn",
    Refusal.NO_ATTACKS_AFTER_MOVE: "it has moved, so it has no attack left this turn",
    Refusal.NOT_LOADED: "the weapon in hand is not loaded: reload first",
    Refusal.NOBODY_IN_REACH: "no standing enemy it knows of is within reach and can be harmed by the weapon in hand",
    Refusal.NOBODY_IN_RANGE: "no standing enemy it knows of is in sight and range and can be harmed by the weapon in hand",
    Refusal.NOBODY_IN_CONTACT: "no standing enemy it knows of is in base contact",
    Refusal.NO_ABILITY: "it does not have this ability",
    Refusal.UNFIT: "its free attack does not work with what it has in hand",
    Refusal.AFRAID: "it is terrified or extremely fatigued",
    Refusal.NOBODY_DOWN: "no enemy in base contact is bleeding out or unconscious",
    # --- Moves
    Refusal.ROOTED: "it is rooted",
    Refusal.NO_MOVES: "it has no Move left this turn",
    Refusal.BLIND: "it is blind and has no Move left this turn",
    Refusal.LEG: "with a broken leg it can Move only once a turn",
    Refusal.ACTED: "it has already done something else this turn, so a second Move is not allowed",
    Refusal.NO_WAY: "there is no free cell it can reach",
    Refusal.NOT_ON_EDGE: "only from an edge cell of the board",
    # --- spells
    Refusal.NO_SPELLS: "it knows no spells",
    Refusal.NO_CASTING: "it can cast no more spells this turn",
    Refusal.NO_WINDS: "it has too few winds left for any of its spells",
    Refusal.NOBODY_TO_CAST_AT: "no spell it has the winds for has a target in sight and range",
    # --- items
    Refusal.NO_ITEM_USES: "it can use no more items this turn",
    Refusal.NO_ITEM: "it does not carry one",
    Refusal.NOBODY_TO_HELP: "neither it nor a friend in base contact needs it now",
    Refusal.NO_WEAPON: "it has no weapon in hand",
    Refusal.NATURAL: "its weapon is a natural one and cannot be dropped or coated",
    Refusal.NO_OTHER_WEAPON: "it carries no other weapon to switch to",
    Refusal.LOADED: "the weapon in hand is loaded, or needs no loading",
    Refusal.NOTHING_LOST: "it has not lost a weapon",
    Refusal.LOST_FAR_AWAY: "its lost weapon is neither in its cell nor in base contact",
    # --- others
    Refusal.NO_DEFENDING: "the rules of this battle do not allow Defend",
    Refusal.HIDDEN: "it is already hidden",
    Refusal.NO_HIDING: "it cannot try to hide again this turn",
    Refusal.WATCHED: "an enemy sees it",
    Refusal.NOBODY_ASLEEP: "no friend in base contact can be woken",
    Refusal.NO_CORPSE: "no dead enemy is left to loot here",
    Refusal.NO_LEVER: "no lever is within reach",
    Refusal.NOT_BURNING: "it is not on fire",
    Refusal.NOT_HIDDEN: "it is not hidden",
    Refusal.DEAF: "it is deaf",
    Refusal.DECLINED: "a coordinated attack this turn has already been declined or called off",
    Refusal.NO_PARTNER: "the next unit in order is not a hidden friend that can hear and act",
    Refusal.NOBODY_TO_STALK: "it knows of no standing enemy",
    Refusal.BERSERK_BEFORE: "it has already gone berserk in this battle",
    # --- of a target
    Refusal.UNKNOWN: "its side does not know where that unit is",
    Refusal.NO_ENEMY: "that unit is not an enemy",
    Refusal.NO_FRIEND: "that unit is not a friend",
    Refusal.FALLEN: "that unit has fallen or left the battlefield",
    Refusal.OUT_OF_REACH: "that unit is out of reach",
    Refusal.OUT_OF_RANGE: "that unit is out of range",
    Refusal.NOT_SEEN: "that unit is not in sight",
    Refusal.NO_CLEAR_LINE: "there is no clear line to that unit",
    Refusal.ETHEREAL: "beyond base contact only runic and magical weapons can harm an ethereal unit",
    Refusal.NOT_TOUCHING: "that unit is not in base contact",
    Refusal.NOT_DOWN: "that unit is neither bleeding out nor unconscious",
    Refusal.NO_NEED: "that unit does not need it",
    Refusal.NOT_ASLEEP: "that unit is not unconscious",
    Refusal.EXHAUSTED: "that unit is too exhausted to be woken",
    Refusal.WASTED: "disease leaves that unit no hit points",
    Refusal.NOT_DEAD: "that unit is not dead",
    Refusal.LOOTED: "that unit has already been looted",
    Refusal.TOO_LARGE: "that unit is too large",
    # --- of a way to do it
    Refusal.WRONG_MODE: "that does not fit this action",
    Refusal.NOTHING_TO_LOSE: "the target has no weapon in hand to lose",
    Refusal.BLIND_BY_NATURE: "the target is blind by nature",
    Refusal.UNKNOWN_SPELL: "it does not know that spell",
    Refusal.NO_WINDS_FOR_IT: "it has too few winds left for that spell",
    Refusal.NOBODY_FOR_IT: "that spell has no target in sight and range",
    Refusal.NOT_SUFFERED: "it does not suffer from that status",
    # --- of a weapon
    Refusal.NO_SLOT: "it has no such weapon slot",
    Refusal.EMPTY: "that weapon slot is empty",
    Refusal.IN_HAND: "that weapon is already in hand",
    Refusal.ON_THE_GROUND: "that weapon lies on the ground",
    # --- of a cell
    Refusal.OFF_THE_BOARD: "that cell is off the board",
    Refusal.HERE: "it is already there",
    Refusal.SOLID: "a wall, a lever or a closed gate is there",
    Refusal.OCCUPIED: "another unit is there",
    Refusal.TOO_FAR: "that cell is too far away for one Move",
    Refusal.NO_WAY_THERE: "no path of one Move leads there",
}

#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("turn.status_phase", ""),
    Event.ROUND_BEGINS: ("initiative.cards", "round {amount} begins"),
    Event.CARD_DEALT: ("initiative.cards", "{who} is dealt {amount}"),
    Event.JOKER: ("fate.joker", "the joker brings {extra} to {amount:fate token}"),
    Event.TURN_BEGINS: ("initiative.cards", "{who} acts on {amount}"),
    Event.MOVED: ("move.action", "{who} moves to {amount}"),
    Event.BUMPED: ("completion.occupancy", "{who} runs into {target}, who was hidden"),
    Event.WITHDREW: ("completion.withdraw", "{who} leaves the battlefield"),
    Event.LEAVING: (
        "engage.attack_of_opportunity",
        "{who} moves out of contact with {target}, who makes an attack of opportunity",
    ),
    Event.ATTACK_HIT: ("attack.to_hit", "{who} attacks {target}{extra}: {terms}; needs {amount}, rolled {face}, hits"),
    Event.ATTACK_MISSED: (
        "attack.to_hit",
        "{who} attacks {target}{extra}: {terms}; needs {amount}, rolled {face}, misses",
    ),
    Event.CRITICAL_HIT: ("attack.natural_20", "{who} attacks {target}{extra}: {terms}; natural {face}, critical hit"),
    Event.DAMAGED: ("damage.formula", "{target} loses {amount} HP ({terms}): {extra} left"),
    Event.NO_DAMAGE: ("damage.formula", "{target} is not hurt ({terms})"),
    Event.BLED_OUT: ("death.bleeding_out", "{who} goes down, bleeding out"),
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
    Event.BLINDED: ("status.blind", "{who} is blinded {amount}"),
    Event.DEAFENED: ("status.deafened", "{who} is deafened {amount}"),
    Event.ROOTED: ("status.rooted", "{who} is rooted {amount}"),
    Event.STUNNED: ("status.stunned", "{who} is stunned {amount}"),
    Event.FEARS: ("fear.frightened", "{who} is {amount}"),
    Event.TIRED: ("fatigue.accrual", "{who} tires: fatigue {amount}"),
    Event.BLEEDING_HURTS: ("status.bleeding", "{who} bleeds: {amount} damage"),
    Event.POISON_HURTS: ("status.poisoned", "{who} suffers {amount} damage from poison"),
    Event.FIRE_HURTS: ("status.ignited", "{who} burns: {amount} damage"),
    Event.DOUSED: ("status.ignited", "{who} is no longer on fire"),
    Event.STUMBLED: ("status.blind_move", "{who} stumbles blindly: {amount} damage"),
    Event.FELL: ("status.falling", "{who} falls {extra} m: {amount} damage"),
    Event.PUSHED: ("completion.push", "{who} is pushed to {amount}"),
    Event.COLLIDED: ("collision.damage", "{who} collides (severity {extra}): {amount} damage"),
    Event.DEFENDS: ("defend.action", "{who} defends"),
    Event.HID: ("hide.action", "{who} hides"),
    Event.SPOTTED: ("completion.hidden", "{who} is spotted"),
    Event.STAYED_HIDDEN: ("stealth.roll", "{who} stays hidden"),
    Event.HEALED: ("heal.amount", "{target} regains {amount} HP ({terms}): {extra} now"),
    Event.UP_AGAIN: ("death.stabilise", "{who} is back on its feet"),
    Event.CURED: ("completion.items", "{target} is rid of {amount}"),
    Event.DRANK: ("completion.items", "{target} drinks a potion and regains {amount} HP ({terms}): {extra} now"),
    Event.COATED: ("completion.items", "{who} coats its weapon: the coat lasts {amount:hit}"),
    Event.CAST: ("spell.cast", "{who} casts {amount} at {target}: {extra} winds left"),
    Event.EXECUTED: ("execute.action", "{who} executes {target}"),
    Event.ROUSED: ("completion.rouse", "{target} wakes"),
    Event.LOOTED: ("loot.action", "{who} loots {target}"),
    Event.RELOADED: ("completion.reload", "{who} reloads"),
    Event.DISARMED: ("called.special", "{who} disarms {target}, whose {amount} falls to the ground"),
    Event.DROPPED: ("turn.free_action_examples", "{who} drops its {amount}"),
    Event.RECOVERED: ("completion.hands", "{who} picks its {amount} up again"),
    Event.SWITCHED: ("completion.hands", "{who} takes its {amount} in hand"),
    Event.LEVER_PULLED: ("turn.interact", "{who} pulls the lever: the gate {amount}"),
    Event.BERSERK: ("completion.abilities", "{who} goes berserk {amount}"),
    Event.CALMED: ("fear.terrified", "{who} is no longer berserk"),
    Event.COORDINATED: ("synergy.coordinated_roll", "{who} coordinates an attack on {target}"),
    Event.CALLED_OFF: ("synergy.coordinated_roll", "{who} calls off the attack on {target}"),
    Event.DECLINED: ("synergy.coordinated_declare", "{who} declines to join {target}"),
    Event.TABLE_RESULT: ("called.table_roll", "{who} rolls {amount} on the called shot table"),
    Event.ARM_BROKEN: ("completion.called_shot_tables", "{who} suffers a broken arm"),
    Event.LEG_BROKEN: ("completion.called_shot_tables", "{who} suffers a broken leg"),
    Event.HORRIFIED: ("fear.horrified", "{who} flees in horror"),
    Event.RAGES: ("status.insane", "{who} attacks in madness"),
    Event.HELPLESS: ("status.paralyzed", "{who} cannot move"),
    Event.RISES_AGAIN: ("status.flying", "{who} takes to the air"),
    Event.OPPORTUNITY_PASSED: ("engage.attack_of_opportunity", "{who} lets {target} go"),
    Event.BATTLE_ENDS: ("death.battle_end", "the battle ends: {amount}"),
    Event.CAPTURED: ("death.battle_end", "{who} is captured"),
    Event.RESCUED: ("death.battle_end", "{who} is rescued"),
    Event.SPOILS: ("loot.action", "{who}'s side loots {amount:corpse} after the battle"),
    Event.DAMAGE_ROLLED: ("damage.formula", "{who} rolls {amount} on the damage dice"),
    Event.FEAR_LESS: ("fear.spirit_check", "{who} overcomes some of its fear and is now {amount}"),
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
    **{(event, "amount"): lambda n: MODE_WORDS[Mode(n)] for event in (Event.CAST, Event.RESISTED)},
    **{
        (event, "amount"): lambda n: AILMENT_WORDS[Mode(n)]
        for event in (Event.SHOOK_OFF, Event.STILL_SUFFERS, Event.CURED)
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
