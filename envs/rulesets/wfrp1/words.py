"""Sentences for the log, and words for choices. One table each, complete for every member.

Templates use ``{who}``, ``{target}``, ``{amount}``, ``{extra}``, ``{face}``; :data:`WORDS_FOR` turns numbers into words.
``{amount:wound}`` counts wounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .board import DIRECTION_NAMES
from .rules.reasons import Refusal
from .vocab import Band, Dud, Ending, Event, Flaw, Item, Location, Misfire, Mode, Prompt, Rate, Status, Term, Verb


def plain(member: Any) -> str:
    """A member's name as words."""
    return str(member.name).lower().replace("_", " ")


def rounds(number: int) -> str:
    """A span of rounds; 99 and 999 are the rest of the battle."""
    if number in (99, 999):
        return "for the rest of the battle"
    return f"for {number} round" + ("s" if number != 1 else "")


def location(number: int) -> str:
    """A hit location."""
    return plain(Location(number))


def item(number: int) -> str:
    """An item."""
    return plain(Item(number))


#: Event -> (clause it plays, sentence).
EVENT_WORDS: dict[Event, tuple[str, str]] = {
    Event.NONE: ("turn.round", ""),
    Event.ROUND_BEGINS: ("turn.round", "round {amount} begins"),
    Event.DECLARED: ("c.declaration_order", "{who} declares: {amount}"),
    Event.EDGE_ROLLED: ("initiative.edge_roll", "{amount} has the edge: initiative +{extra}"),
    Event.EQUALS_ORDERED: ("turn.simultaneous", "Initiative tie: {amount} first (rolled {face})"),
    Event.INITIATIVE_SET: ("initiative.effective", "{who} has initiative {amount} and {extra:blow} this round"),
    Event.TURN_BEGINS: ("turn.order", "{who} acts on initiative {amount}"),
    Event.MOVED: ("action.move", "{who} moves to {amount} ({extra})"),
    Event.CHARGED: ("action.charge", "{who} charges {target} and ends at {amount}"),
    Event.TURNED_TO_FACE: ("engage.front_arc", "{who} turns to face {amount}"),
    Event.BLOW_HIT: ("attack.hit_location", "{who} strikes {target}: {terms}; rolled {face}, hits the {amount}{extra}"),
    Event.BLOW_MISSED: ("attack.to_hit", "{who} strikes {target}: {terms}; rolled {face}, misses"),
    Event.STATIC_HIT: (
        "attack.prone_static",
        "{who} strikes {target}, automatic hit: {target} is helpless; hits the {amount}",
    ),
    Event.PARRIED: ("parry.attempt", "{who} parries {target}: {amount:point} stopped"),
    Event.PARRY_FAILED: ("parry.attempt", "{who} tries to parry {target}: {terms}; rolled {face}, fails"),
    Event.PARRY_DECLINED: ("parry.attempt", "{who} does not parry"),
    Event.ADDITIONAL_DAMAGE: (
        "damage.additional",
        "natural 6: {who} tests for additional damage, rolled {face}, {amount}",
    ),
    Event.ANOTHER_DIE: ("damage.additional", "{who} rolls another {face}, dice total {amount}"),
    Event.WOUNDED: ("damage.basic", "{target} loses {amount:wound}, {extra} left"),
    Event.NO_DAMAGE: ("damage.basic", "{target} takes no damage"),
    Event.CRITICAL: ("injury.critical_hit", "critical hit on {target}: {extra}, severity {amount}, rolled {face}"),
    Event.KNOCKED_PRONE: ("c.prone", "{who} falls prone"),
    Event.DAZED: ("c.stunned", "{who} is dazed {amount}"),
    Event.KNOCKED_OUT: ("stun.duration", "{who} is unconscious {amount}"),
    Event.BLEEDS: ("c.bleeding", "{who} is bleeding: {extra:point}"),
    Event.ARM_DISABLED: ("c.disabled_limbs", "{who} cannot use the {extra} arm {amount}"),
    Event.LEG_DISABLED: ("c.disabled_limbs", "{who} cannot use a leg {amount}"),
    Event.DROPPED_ITEM: ("action.drop", "{who} drops the {amount}"),
    Event.MUST_FLEE: ("flee.declare", "{who} must flee {amount}"),
    Event.LOST_BLOWS: ("parry.cost", "{who} loses blows{amount}"),
    Event.DIED: ("c.critical_table", "{who} dies"),
    Event.FUMBLED: ("attack.fumble", "{who} fumbles: rolled {amount}"),
    Event.OFF_GUARD: ("winning.no_press", "{who} is off guard for the rest of the round"),
    Event.WEAPON_DAMAGED: ("c.fumble_table", "{who} damages the {amount}: {extra} to hit with it"),
    Event.WEAPON_BROKEN: ("c.fumble_table", "{who} breaks the {amount}"),
    Event.WEAPON_FLUNG: ("c.fumble_table", "{who} loses the {amount}: it lands at {extra}"),
    Event.STRUCK_FRIEND: ("c.fumble_table", "{who} hits a friend instead: {target}, on the {amount}"),
    Event.STRUCK_ITSELF: ("c.fumble_table", "{who} hits itself on the {amount}"),
    Event.SWITCHED: ("attack.multiple_opponents", "{who} switches to {target}"),
    Event.BLOW_PASSED: ("initiative.multiple_attacks", "{who} does not use a blow"),
    Event.WAITED: ("turn.delay", "{who} waits until after initiative {amount}"),
    Event.STOOD_UP: ("c.prone", "{who} stands up"),
    Event.CRAWLED: ("c.prone", "{who} crawls to {amount}"),
    Event.WINS_OVER: ("winning.determination", "{who} is winning against {target} by {amount}"),
    Event.BEATEN_BACK: ("winning.push_back", "{who} is pushed back to {amount} by {target}"),
    Event.HELD_ITS_PLACE: ("winning.push_back", "{who} cannot be pushed back by {target}: no room"),
    Event.PRESSED: ("winning.press", "{who} presses {target} and follows to {amount}"),
    Event.DECLINED_PRESS: ("winning.press", "{who} does not press {target}"),
    Event.FLEES: ("flee.movement", "{who} flees to {amount} ({extra})"),
    Event.ESCAPED: ("flee.movement", "{who} flees off the board"),
    Event.NOWHERE_TO_FLEE: ("flee.movement", "{who} has nowhere to flee"),
    Event.FREE_BLOW: ("flee.free_blows", "{who} gets a free blow at {target}"),
    Event.HOLDS_GROUND: ("flee.victor_stays", "{who} must hold its ground while {target} flees"),
    Event.SHOT_HIT: (
        "missile.to_hit",
        "{who} shoots at {target}: {terms}; rolled {face}, hits the {amount}, {extra} range",
    ),
    Event.SHOT_LANDED: ("missile.to_hit", "{who} shoots at {target}: {terms}; rolled {face}, hits, {extra} range"),
    Event.SHOT_STRUCK: ("missile.hit_location", "{who}'s shot hits {target} on the {amount}"),
    Event.SHOT_MISSED: ("missile.to_hit", "{who} shoots at {target}: {terms}; rolled {face}, misses"),
    Event.SHOT_STRAYED: ("missile.into_melee", "{who}'s shot goes astray and hits {target} on the {amount}"),
    Event.LOADED: ("missile.phases", "{who} loads: round {amount} of {extra}"),
    Event.AIMED: ("missile.extreme_range", "{who} aims at {target}"),
    Event.WOKE_UP: ("stun.duration", "{who} wakes up, still prone"),
    Event.RECOVERED: ("c.stunned", "{who} {amount}"),
    Event.BLED_TO_DEATH: ("c.bleeding", "{who} bleeds to death: rolled {face} against {amount}"),
    Event.STOPPED_BLEEDING: ("c.tend", "{who} stops bleeding"),
    Event.BATTLE_ENDS: ("c.victory", "the battle is over: {amount}"),
    Event.PASSED: ("action.menu", "{who} does nothing"),
    Event.STUNNED: ("stun.procedure", "{target} is stunned: rolled {face} against {amount}"),
    Event.STUN_FAILED: ("stun.procedure", "{target} is not stunned: rolled {face} against {amount}"),
    Event.TOOK_UP: ("action.take_up", "{who} takes up the {amount}"),
    Event.STOWED: ("action.take_up", "{who} puts away the {amount}"),
    Event.RISK_FAILED: ("c.risk_test", "{who} fails a risk test and loses {amount:wound}"),
    Event.BLED: ("c.bleeding", "{who} keeps bleeding: rolled {face} against {amount}"),
    Event.SHOT_WASTED: ("missile.repeating_crossbow", "{who} wastes a shot: {target} is already down"),
    Event.RISK_PASSED: ("c.risk_test", "{who} passes a risk test"),
    Event.MISFIRED: ("firearm.misfire", "{who}'s gun misfires: rolled {face}, {amount}"),
    Event.WENT_OFF_AT_NOTHING: ("firearm.misfire", "{who}'s gun goes off late, with no target"),
    Event.SHOT_CAME_TO_NOTHING: ("firearm.reload_stress", "{who} fires at {target}: {amount}"),
    Event.LOADED_BADLY: ("firearm.reload_stress", "{who} makes a mistake loading: {amount}"),
    Event.BROKEN_GUN_SILENT: ("firearm.misfire", "{who}'s broken gun does not fire: rolled {face}"),
    Event.GUN_BURST: ("firearm.misfire", "{who}'s gun bursts: rolled {face}, hits its owner on the {amount}"),
    Event.POWDER_WET: ("firearm.damp", "{who}'s powder is wet"),
    Event.BOMB_ON_ITS_WAY: ("c.bomb_blast", "{who} throws at {amount}: {terms}; rolled {face}, {extra}"),
    Event.BOMB_SCATTERED: ("c.bomb_blast", "the throw scatters: rolled {face}, lands at {amount}"),
    Event.BOMB_MISFIRED: ("bomb.misfire", "the bomb misfires: rolled {face}, {amount}"),
    Event.BOMB_SPUTTERS: ("bomb.misfire", "the bomb sputters at {amount}"),
    Event.BOMB_BURST: ("c.bomb_blast", "{who}'s bomb bursts at {amount}"),
    Event.BLAST_HIT: ("c.bomb_blast", "the blast hits {target} on the {amount}: rolled {face}"),
    Event.FIRE_LIT: ("c.fire_damage", "{amount} catches fire: rolled {face}, burns for {extra:round}"),
    Event.BURNT: ("c.fire_damage", "{who} is burnt on the {amount}: damage {extra}"),
    Event.FIRE_OUT: ("c.fire_damage", "the fire at {amount} goes out"),
    Event.ENTANGLED: ("c.entangle", "{who} entangles {target} with the {extra}: caught by the {amount}"),
    Event.BROKE_FREE: ("c.entangle", "{who} breaks free: rolled {face}"),
    Event.STILL_CAUGHT: ("c.entangle", "{who} is still entangled: rolled {face}"),
    Event.FELL: ("c.falling", "{who} falls {amount:yard} onto the {extra}: {terms}; rolled {face}"),
    Event.FLEW: ("c.flight", "{who} flies at altitude {amount} yd"),
    Event.SWOOPED: ("flying.swoop", "{who} swoops on {target} at {amount}"),
    Event.DROPPED_OUT_OF_THE_AIR: ("c.flight", "{who} drops to the ground at {amount}"),
    Event.TENDED: ("c.tend", "{who} tends {target}: {terms}; rolled {face}, succeeds"),
    Event.TEND_FAILED: ("c.tend", "{who} tends {target}: {terms}; rolled {face}, fails"),
    Event.REGAINED_WOUNDS: ("c.tend", "{who} regains {amount:wound} and now has {extra}"),
    Event.DOOR_OPENED: ("c.doors", "{who} opens the door {extra} of {amount}"),
    Event.GRAPPLED: ("grapple.attempt", "{who} grapples {target}: {terms}; rolled {face}, takes hold"),
    Event.GRAPPLE_MISSED: ("grapple.attempt", "{who} grapples {target}: {terms}; rolled {face}, misses"),
    Event.SLIPPED_FREE: ("grapple.attempt", "{who} slips out of {target}'s grip: rolled {face} against {amount}"),
    Event.HELD: ("grapple.hold", "{who} holds {target}"),
    Event.LET_GO: ("grapple.hold", "{who} lets {target} go"),
    Event.STRENGTH_TEST: ("grapple.hold", "{who} tests Strength against {target}: rolled {face}, {amount}"),
    Event.BROKE_HOLD: ("grapple.hold", "{who} breaks free from {target}"),
    Event.PRESSURE: ("grapple.hold", "{who} applies pressure to {target}"),
    Event.SEARCHED: ("take_up.pack_items", "{who} searches for the {amount}"),
    Event.CHANGED_HANDS: ("action.drop", "{who} swaps hands: {amount} in the main hand, {extra} in the other"),
    Event.ITEM_BROKE: ("action.drop", "{who}'s {amount} breaks: rolled {face}"),
    Event.LIGHT_WENT_OUT: ("item.dropped_light", "{who}'s {amount} goes out: rolled {face}"),
    Event.LIGHT_STAYED_ON: ("item.dropped_light", "{who}'s {amount} keeps burning at {extra}"),
    Event.BLOW_LANDED: ("attack.to_hit", "{who} strikes {target}: {terms}; rolled {face}, hits"),
    Event.RIDER_OR_MOUNT: (
        "mounted.rider_or_mount",
        "rider or mount: rolled {face}, {who} hits {target} on the {amount}",
    ),
    Event.LOCATED: ("body.non_humanoid", "{who} hits {target} on the {amount}: rolled {face}"),
    Event.LOST_HEAD: ("body.non_humanoid", "{who} loses a head: {amount} left"),
    Event.GOT_ON: ("c.mounts", "{who} mounts {target} at {amount}"),
    Event.GOT_OFF: ("c.mounts", "{who} dismounts at {amount}"),
    Event.FELL_OFF: ("c.mounts", "{who} falls off {target}"),
    Event.BOLTED: ("c.mounts", "{who} bolts"),
    Event.MOUNT_PUT_OUT: ("mounted.slain_mount", "{target} falls under {who}: rolled {face}, {amount}"),
    Event.THROWN_OFF: ("mounted.slain_mount", "{who} is thrown {extra}, to {amount}"),
    Event.CRAWLED_OUT: ("mounted.slain_mount", "{who} tries to crawl out: rolled {face}, {amount}"),
    Event.CAST: ("action.magic", "{who} casts: round {amount} of {extra}"),
    Event.REVEALED: ("surprise.ambush", "{who} comes out of hiding"),
    Event.DOOR_STRUCK: ("c.doors", "{who} strikes the door at {amount} ({terms}): {extra:wound} left"),
}

#: Numbers that stand for sides.
SIDE_FIELDS: set[tuple[Event, str]] = {(Event.EDGE_ROLLED, "amount"), (Event.EQUALS_ORDERED, "amount")}

#: Numbers that stand for cells; the events of a table have them as (x, y).
CELL_FIELDS: set[tuple[Event, str]] = {
    *(
        (event, "amount")
        for event in (
            Event.MOVED, Event.CHARGED, Event.CRAWLED, Event.BEATEN_BACK, Event.PRESSED, Event.FLEES, Event.BOMB_ON_ITS_WAY,
            Event.BOMB_SCATTERED, Event.BOMB_SPUTTERS, Event.BOMB_BURST, Event.FIRE_LIT, Event.FIRE_OUT, Event.SWOOPED,
            Event.DROPPED_OUT_OF_THE_AIR, Event.DOOR_OPENED, Event.GOT_ON, Event.GOT_OFF, Event.THROWN_OFF,
            Event.DOOR_STRUCK,
        )
    ),
    (Event.WEAPON_FLUNG, "extra"),
    (Event.LIGHT_STAYED_ON, "extra"),
}  # fmt: skip

#: How events sound, for colours.
TONES: dict[Event, str] = {
    **dict.fromkeys(
        (Event.BLOW_HIT, Event.STATIC_HIT, Event.BLOW_LANDED, Event.SHOT_HIT, Event.SHOT_LANDED, Event.SHOT_STRUCK,
         Event.SHOT_STRAYED, Event.BLAST_HIT, Event.STRUCK_FRIEND, Event.STRUCK_ITSELF, Event.GRAPPLED, Event.ENTANGLED),
        "hit"),
    **dict.fromkeys((Event.BLOW_MISSED, Event.SHOT_MISSED, Event.PARRY_FAILED, Event.GRAPPLE_MISSED), "miss"),
    **dict.fromkeys((Event.WOUNDED, Event.BURNT, Event.BLED, Event.BLEEDS, Event.STUNNED, Event.DAZED), "wound"),
    **dict.fromkeys((Event.CRITICAL, Event.DIED, Event.KNOCKED_OUT, Event.BLED_TO_DEATH, Event.KNOCKED_PRONE), "down"),
    **dict.fromkeys((Event.PARRIED, Event.NO_DAMAGE, Event.REGAINED_WOUNDS), "saved"),
    Event.ROUND_BEGINS: "round",
}  # fmt: skip

#: Blows and shots of one unit at another, for lines on the board.
STROKES: dict[Event, str] = {
    **dict.fromkeys(
        (Event.BLOW_HIT, Event.STATIC_HIT, Event.BLOW_LANDED, Event.SHOT_HIT, Event.SHOT_STRUCK, Event.SHOT_STRAYED,
         Event.STRUCK_FRIEND, Event.GRAPPLED, Event.ENTANGLED), "hit"),
    **dict.fromkeys((Event.BLOW_MISSED, Event.SHOT_MISSED, Event.SHOT_WASTED, Event.SHOT_CAME_TO_NOTHING,
                     Event.GRAPPLE_MISSED), "miss"),
}  # fmt: skip

#: Events of the sequence of play, which pictures and pages leave out.
ROUTINE: set[Event] = {
    Event.DECLARED, Event.EDGE_ROLLED, Event.EQUALS_ORDERED, Event.INITIATIVE_SET, Event.TURN_BEGINS,
    Event.TURNED_TO_FACE, Event.PARRY_DECLINED, Event.DECLINED_PRESS, Event.BLOW_PASSED,
}  # fmt: skip

#: Events a unit notices although it does not see who acts.
FELT: set[Event] = {
    Event.BLOW_HIT, Event.BLOW_LANDED, Event.BLOW_MISSED, Event.STATIC_HIT, Event.FREE_BLOW, Event.STRUCK_FRIEND,
    Event.SHOT_HIT, Event.SHOT_LANDED, Event.SHOT_STRUCK, Event.SHOT_MISSED, Event.SHOT_STRAYED, Event.SHOT_WASTED,
    Event.SHOT_CAME_TO_NOTHING, Event.BLAST_HIT, Event.RIDER_OR_MOUNT, Event.LOCATED, Event.ADDITIONAL_DAMAGE,
    Event.ANOTHER_DIE, Event.WOUNDED, Event.NO_DAMAGE, Event.CRITICAL, Event.STUNNED, Event.STUN_FAILED,
    Event.ENTANGLED, Event.GRAPPLED, Event.GRAPPLE_MISSED, Event.SLIPPED_FREE, Event.HELD, Event.STRENGTH_TEST,
    Event.BROKE_HOLD, Event.PRESSURE, Event.LET_GO, Event.PARRIED, Event.PARRY_FAILED, Event.PARRY_DECLINED,
    Event.SWOOPED, Event.CHARGED,
}  # fmt: skip

#: Events whose amount is a hit location.
AT_LOCATION = (
    Event.BLOW_HIT, Event.STATIC_HIT, Event.STRUCK_FRIEND, Event.STRUCK_ITSELF, Event.SHOT_HIT, Event.SHOT_STRUCK,
    Event.SHOT_STRAYED, Event.GUN_BURST, Event.BLAST_HIT, Event.BURNT, Event.ENTANGLED, Event.RIDER_OR_MOUNT,
    Event.LOCATED,
)  # fmt: skip

#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): location for event in AT_LOCATION},
    (Event.DECLARED, "amount"): lambda n: VERB_WORDS[Verb(n)],
    (Event.MOVED, "extra"): lambda n: f"{plain(Rate(n))} rate",
    (Event.TURNED_TO_FACE, "amount"): lambda n: DIRECTION_NAMES[n % 8],
    (Event.BLOW_HIT, "extra"): lambda n: "" if n == Mode.NORMAL else f" ({MODE_WORDS[Mode(n)]})",
    (Event.ADDITIONAL_DAMAGE, "amount"): lambda n: "passes" if n else "fails",
    (Event.CRITICAL, "extra"): location,
    (Event.DAZED, "amount"): rounds,
    (Event.KNOCKED_OUT, "amount"): rounds,
    (Event.ARM_DISABLED, "amount"): rounds,
    (Event.ARM_DISABLED, "extra"): lambda n: "right" if n == 1 else "left",
    (Event.LEG_DISABLED, "amount"): rounds,
    (Event.DROPPED_ITEM, "amount"): item,
    (Event.MUST_FLEE, "amount"): rounds,
    (Event.LOST_BLOWS, "amount"): lambda n: f": {n} carried over to the next round" if n else "",
    (Event.WEAPON_DAMAGED, "amount"): item,
    (Event.WEAPON_BROKEN, "amount"): item,
    (Event.WEAPON_FLUNG, "amount"): item,
    (Event.FLEES, "extra"): lambda n: f"{plain(Rate(n))} rate",
    **{(event, "extra"): lambda n: plain(Band(n)) for event in (Event.SHOT_HIT, Event.SHOT_LANDED)},
    (Event.RECOVERED, "amount"): lambda n: RECOVERED_WORDS[Status(n)],
    (Event.BATTLE_ENDS, "amount"): lambda n: ENDING_WORDS[Ending(n)],
    (Event.TOOK_UP, "amount"): item,
    (Event.MISFIRED, "amount"): lambda n: plain(Misfire(n)),
    (Event.SHOT_CAME_TO_NOTHING, "amount"): lambda n: FLAW_WORDS[Flaw(n)],
    (Event.LOADED_BADLY, "amount"): lambda n: FLAW_WORDS[Flaw(n)],
    (Event.BOMB_ON_ITS_WAY, "extra"): lambda n: "on target" if n else "off target",
    (Event.BOMB_MISFIRED, "amount"): lambda n: plain(Dud(n)),
    (Event.FELL, "extra"): location,
    (Event.ENTANGLED, "extra"): item,
    (Event.STOWED, "amount"): item,
    (Event.SEARCHED, "amount"): item,
    (Event.CHANGED_HANDS, "amount"): item,
    (Event.CHANGED_HANDS, "extra"): item,
    (Event.ITEM_BROKE, "amount"): item,
    (Event.MOUNT_PUT_OUT, "amount"): lambda n: ("on foot", "thrown", "trapped")[n % 3],
    (Event.THROWN_OFF, "extra"): lambda n: DIRECTION_NAMES[n % 8],
    (Event.CRAWLED_OUT, "amount"): lambda n: "gets free" if n else "fails",
    (Event.LIGHT_WENT_OUT, "amount"): item,
    (Event.LIGHT_STAYED_ON, "amount"): item,
    (Event.STRENGTH_TEST, "amount"): lambda n: "passes" if n else "fails",
    (Event.DOOR_OPENED, "extra"): lambda n: DIRECTION_NAMES[n % 8],
}

#: What a unit is or can do once a condition has passed.
RECOVERED_WORDS: dict[Status, str] = {status: f"is no longer {plain(status)}" for status in Status} | {
    Status.RIGHT_ARM_OFF: "can use the right arm again",
    Status.LEFT_ARM_OFF: "can use the left arm again",
    Status.LEG_OFF: "can use the leg again",
}

TERM_WORDS: dict[Term, str] = {
    Term.NONE: "",
    Term.WEAPON_SKILL: "WS",
    Term.BALLISTIC_SKILL: "BS",
    Term.UNTRAINED: "untrained",
    Term.CHARGING: "charging",
    Term.HIGHER_GROUND: "higher ground",
    Term.WINNING: "winning",
    Term.FREE_BLOW: "free blow",
    Term.OBSTACLE: "obstacle",
    Term.WRONG_HAND: "wrong hand",
    Term.UNARMED: "unarmed",
    Term.REFEREE: "handicap",
    Term.AIMED: "aimed",
    Term.WEAPON: "weapon",
    Term.DAMAGED_WEAPON: "damaged weapon",
    Term.SHIELD: "shield",
    Term.STUN: "to stun",
    Term.DICE: "dice",
    Term.STRENGTH: "S",
    Term.EFFECTIVE_STRENGTH: "ES",
    Term.TOUGHNESS: "T",
    Term.ARMOUR: "armour",
    Term.LEATHER: "leather",
    Term.PARRIED: "parried",
    Term.DOUBLED: "doubled",
    Term.RANGE: "range",
    Term.TARGET_SIZE: "target size",
    Term.MOVING_MOUNT: "moving mount",
    Term.RUNNING: "running target",
    Term.EVADING: "evading target",
    Term.IMPROVISED: "improvised",
    Term.COVER: "cover",
    Term.GROUP: "group",
    Term.ENTANGLED: "entangled",
    Term.UNSEEN: "unseen target",
    Term.INITIATIVE: "I",
    Term.EDGE: "edge",
    Term.LOADED_MISSILE: "loaded missile",
    Term.TAKE_UP: "drawing",
    Term.SPEAR_OR_HALBERD: "spear or halberd",
    Term.LIMIT: "limit",
    Term.FLASHED: "flash in the pan",
    Term.LOADING_MISHAP: "loading mistake",
    Term.RAMROD: "ramrod",
    Term.INTELLIGENCE: "Int",
    Term.GRAPPLING: "grapple",
    Term.FALL: "yards",
    Term.SURPRISE: "surprise",
}

FLAW_WORDS: dict[Flaw, str] = {
    Flaw.NONE: "nothing is wrong",
    Flaw.MISFIRE: "it misfires",
    Flaw.NO_POWDER: "a click, no powder was loaded",
    Flaw.NO_BALL: "a bang, no ball was loaded",
    Flaw.RAMROD: "the ramrod was left in the barrel",
    Flaw.SLOW: "the gun fires late in the round",
    Flaw.ONE_MORE_ROUND: "loading takes one more round",
    Flaw.FLASHED: "flash in the pan",
    Flaw.RAMROD_GONE: "the ramrod is gone",
}

ENDING_WORDS: dict[Ending, str] = {
    Ending.GOING_ON: "not over yet",
    Ending.LAST_SIDE_STANDING: "one side is left standing",
    Ending.NOBODY_STANDING: "nobody is left standing",
    Ending.ROUND_LIMIT_DRAW: "draw at the round limit",
    Ending.ROUND_LIMIT_WOUNDS: "decided on wounds left at the round limit",
    Ending.FORFEIT: "forfeit",
    Ending.STALLED: "stopped: the battle would not end",
}

PROMPT_WORDS: dict[Prompt, str] = {
    Prompt.NOBODY: "nobody is asked",
    Prompt.PRESS: "press the opponent?",
    Prompt.DECLARE: "declare what?",
    Prompt.TURN: "what to do?",
    Prompt.EXTRA_BLOW: "what to do with this blow?",
    Prompt.PARRY: "parry?",
    Prompt.HOLD: "keep the hold?",
    Prompt.PRESSURE: "apply pressure?",
    Prompt.MOUNT_BLOW: "should the mount strike?",
    Prompt.TARGET: "at which target?",
    Prompt.MODE: "how?",
    Prompt.CELL: "where to?",
    Prompt.DIRECTION: "which way?",
    Prompt.ITEM: "which item?",
}

#: Why a choice is not offered.
REFUSAL_WORDS: dict[Refusal, str] = {
    Refusal.DECLARED_ONLY: "it has to be declared at the start of the round",
    Refusal.TURN_ONLY: "not now: everybody declares first, turns come later",
    Refusal.WHEN_STRUCK: "only when a blow has just hit",
    Refusal.MOUNT: "a mount does nothing but strike; its rider decides",
    Refusal.FLEES: "it has declared flight and has to run",
    Refusal.LOSING_ALL: "it is put out at this very moment and has but its blow or shot left",
    Refusal.KEPT_FOR_SHOT: "it keeps its turn for the shot it declared",
    Refusal.BLOW_LOST: "the blow of this turn is lost, to a parry or by waiting",
    Refusal.HOLDS_GROUND: "it has to hold its ground while an opponent flees",
    Refusal.PRONE: "it lies on the ground",
    Refusal.HELD: "it is in a hold",
    Refusal.ENTANGLED: "it is entangled",
    Refusal.TRAPPED: "it is caught under its mount",
    Refusal.ENGAGED: "it is in hand-to-hand combat",
    Refusal.STEED_DOWN: "its mount lies, is dazed or caught",
    Refusal.LEG: "a leg is disabled",
    Refusal.TOO_STUPID: "it is not clever enough to evade",
    Refusal.NO_WAY: "there is no free cell to go to",
    Refusal.NO_ENEMY_SEEN: "no enemy is in sight",
    Refusal.OUT_OF_CHARGE: "no enemy in sight is at charging distance: a gap of one cell at least, of M yards at most",
    Refusal.NO_CHARGE_LINE: "no enemy at charging distance can be charged: it runs, lies, or the straight way is not free",
    Refusal.NO_ENEMY_IN_CONTACT: "no enemy is in contact",
    Refusal.ENEMY_RUNS: "the enemy in contact runs away",
    Refusal.SAME_TARGET: "the blows of a round go to the same opponent",
    Refusal.NO_WEAPON: "there is nothing to strike with, or no blow left",
    Refusal.NO_MISSILE: "no missile weapon is in hand",
    Refusal.NO_AMMUNITION: "no ammunition is left",
    Refusal.DAMP: "the powder is damp",
    Refusal.NOT_LOADED: "the weapon is not loaded",
    Refusal.NO_TARGET_SEEN: "no enemy is in sight",
    Refusal.OUT_OF_RANGE: "no enemy in sight is in range",
    Refusal.LOADED: "the weapon is loaded",
    Refusal.NOTHING_LATER: "nothing comes later in this round, or it has waited often enough",
    Refusal.NOT_PRONE: "it stands",
    Refusal.NOT_ENGAGED: "only who is in hand-to-hand combat has to flee; others just move",
    Refusal.ON_FOOT: "it is on foot",
    Refusal.MOUNTED: "it is mounted",
    Refusal.NOBODY_TO_TEND: "nobody beside it can be tended now",
    Refusal.BLOWS_ONLY: "this is a later blow of the round: strike, switch, grapple or pass",
    Refusal.OFF_GUARD: "it is off guard or surprised",
    Refusal.ASKED_FIRST: "what is asked now is to be answered first",
    Refusal.WHEN_HOLDING: "only for who holds an opponent, or has just got the better of one in a hold",
    Refusal.WHEN_WON: "only as a round ends, for who has beaten an opponent back",
    Refusal.CANNOT_PARRY: "that hand has nothing to parry this blow with, or there is no attack left to pay with",
    Refusal.MOVED: "it has moved: all that is left is a blow",
    Refusal.CLIMBED: "a step up or down has taken half of its turn: what is left is another, or a cautious move",
    Refusal.WENT_OFF: "its gun has gone off this turn",
    Refusal.NOT_BY_CHOICE: "by these rules a group is not shot at as a whole",
    Refusal.NO_GROUP: "no creatures stand together in range, or it has to aim first",
    Refusal.NOT_AIMED: "it has to aim first: so far, or with somebody in the way",
    Refusal.NO_BOMB: "it has no bomb that could be thrown now",
    Refusal.NOT_BROKEN: "no gun with a welded barrel is in its hand",
    Refusal.NOTHING_PACKED: "it carries nothing that could be taken up",
    Refusal.NO_FREE_HAND: "its hands are not free for it",
    Refusal.PACK_FULL: "there is no room to put it away",
    Refusal.NOTHING_HELD: "its hands are empty",
    Refusal.HANDS_USED: "its hands have done as much as they may this round",
    Refusal.NOTHING_DROPPED: "nothing of its own lies within reach",
    Refusal.NO_QUICK_DRAW: "nothing that it carries can be drawn so, or no hand is free for it",
    Refusal.NO_LANCE: "it holds no lance",
    Refusal.HAS_FACED: "it has turned this turn",
    Refusal.NOT_TRAPPED: "it is not caught under a mount",
    Refusal.NOT_ENTANGLED: "it is not entangled",
    Refusal.NO_WINGS: "it has no wings that would carry it",
    Refusal.ON_THE_GROUND: "it is on the ground",
    Refusal.IN_THE_AIR: "it is in the air",
    Refusal.TOO_HIGH: "it is as high as one flies here",
    Refusal.NOBODY_BELOW: "no enemy on the ground is in sight and reach of it",
    Refusal.NO_STEED: "its own mount does not stand ready beside it",
    Refusal.NO_DOOR: "no locked door is beside it, or it has nothing to break it with",
    Refusal.NO_MAGIC: "by these rules nobody casts spells",
    Refusal.HAS_CAST: "it has cast a spell this round",
    Refusal.BROKEN: "the barrel of its gun is welded",
    Refusal.ALIGHT: "nobody puts away a light that burns, or what grows on him",
}

VERB_WORDS: dict[Verb, str] = {verb: plain(verb) for verb in Verb} | {
    Verb.DECLARE_FLEE: "flight",
    Verb.ACT: "fight (nothing special)",
    Verb.READY_SHOT: "a shot with the weapon carried loaded",
}
MODE_WORDS: dict[Mode, str] = {mode: plain(mode) for mode in Mode}
