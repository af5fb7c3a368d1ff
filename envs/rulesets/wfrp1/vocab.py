"""The rulebook's words as numbers. Everything that is counted, asked, rolled for or logged has its name here."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...core.state.choosing import Part, answers_of
from ...core.state.results import LAST, SUM, Result
from ...core.told import (
    CELL,
    CELL_EXTRA,
    DOWN_TONE,
    FELT,
    HIT_LINE,
    HIT_TONE,
    MISS_LINE,
    MISS_TONE,
    ROUND_TONE,
    ROUTINE,
    SAVED_TONE,
    SIDE,
    WOUND_TONE,
    Endings,
    Named,
    Told,
)


class Prompt(Named):
    """The decision that a unit has to make. The last five ask for the parts of a choice whose verb is already given."""

    NOBODY = 0, "no choice to make"
    PRESS = 1, "press the opponent, or decline"  # a winner: follow the opponent it beat back?
    DECLARE = 2, "declare an action for this round"  # every able unit at the start of a round
    TURN = 3, "choose an action"  # a unit's first slot: its action of the round
    EXTRA_BLOW = 4, "choose what to do with this blow"  # a later slot
    PARRY = 5, "parry, or take the blow"  # the unit just hit
    HOLD = 6, "keep the hold, or release it"  # a holder in its turn
    PRESSURE = 7, "apply pressure, or pass"  # a holder who won the contest
    MOUNT_BLOW = 8, "strike with the mount, or pass"  # a mount's slot
    TARGET = 9, "choose a target"
    MODE = 10, "choose how"
    CELL = 11, "choose a cell"
    DIRECTION = 12, "choose a direction"
    ITEM = 13, "choose an item"


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.CELL, Prompt.DIRECTION, Prompt.ITEM)

#: Prompts at which nothing is half done: there a count of odds may end.
RESTS = (Prompt.PRESS, Prompt.DECLARE, Prompt.TURN, Prompt.EXTRA_BLOW, Prompt.HOLD, Prompt.MOUNT_BLOW)


class Verb(Named):
    """What can be chosen."""

    NONE = 0
    PRESS = 1
    DECLINE_PRESS = 2
    ACT = 3, "act normally"  # declaration: nothing special
    DECLARE_FLEE = 4, "flee"
    QUICK_DRAW = 5
    READY_SHOT = 6, "shoot first with the loaded weapon"
    READY_CHARGE = 7
    MOVE_CAUTIOUS = 8
    MOVE_STANDARD = 9
    MOVE_RUN = 10
    MOVE_EVADE = 11
    CHARGE = 12
    STRIKE = 13
    SWITCH = 14
    GRAPPLE = 15
    HOLD_MAINTAIN = 16
    HOLD_RELEASE = 17
    HOLD_PRESSURE = 18
    FIRE = 19
    FIRE_GROUP = 20, "fire into the group around"
    THROW_BOMB = 21
    LOAD = 22
    AIM = 23
    FIRE_BROKEN = 24
    TAKE_UP = 25
    STOW = 26
    DROP = 27
    FACE = 28
    WAIT = 29
    PASS = 30
    STAND_UP = 31
    CRAWL = 32
    CRAWL_OUT = 33
    BREAK_FREE = 34
    FLEE = 35
    FLEE_EXIT = 36
    SWOOP = 37
    ASCEND = 38
    DESCEND = 39
    TEND = 40
    MOUNT = 41
    DISMOUNT = 42
    STRIKE_DOOR = 43
    MAGIC = 44
    PARRY_MAIN = 45, "parry with the main hand"
    PARRY_OFF = 46, "parry with the off-hand"
    NO_PARRY = 47
    PICK_UP = 48
    SWAP_HANDS = 49


#: What can be declared for a round.
DECLARATIONS = (Verb.NONE, Verb.ACT, Verb.DECLARE_FLEE, Verb.QUICK_DRAW, Verb.READY_SHOT, Verb.READY_CHARGE)


class Mode(Named):
    """How a blow is struck or a shot is aimed, and what is thrown."""

    NORMAL = 0
    OFF_HAND = 1
    AIM_HEAD = 2
    AIM_RIGHT_ARM = 3
    AIM_LEFT_ARM = 4
    AIM_BODY = 5
    AIM_LEGS = 6
    STUN = 7
    UNARMED = 8
    AIM_RIDER = 9
    AIM_MOUNT = 10
    BOMB = 11
    INCENDIARY = 12


MODES = len(Mode)


class Frame(IntEnum):
    """Procedures. The battle itself is always frame 1."""

    NOTHING = 0
    BATTLE = 1
    TURN = 2
    BLOW = 3
    SHOT = 4
    WOUND = 5
    FUMBLE = 6
    FLIGHT = 7
    BOMB = 8
    FIRE = 9
    BURN = 10
    FALL = 11
    TEND = 12
    DOOR_BLOW = 13
    GRAPPLE = 14
    HOLD = 15
    DROPPED = 16
    SLAIN_MOUNT = 17


class Location(Named):
    """Where a hit lands. The first six are the humanoid's; the others belong to special shapes."""

    HEAD = 0
    RIGHT_ARM = 1
    LEFT_ARM = 2
    BODY = 3
    RIGHT_LEG = 4
    LEFT_LEG = 5
    WING = 6
    TAIL = 7
    TENTACLE = 8
    HORSE_BODY = 9


LOCATIONS = len(Location)


class Item(Named):
    """Everything a hand can hold. 1 to 18 are the rows of ``melee_weapons``, then ``missile_weapons`` and ``firearms``."""

    NOTHING = 0
    HAND_WEAPON = 1
    KNIFE = 2
    SPEAR = 3
    IMPROVISED = 4
    BASTARD_SWORD = 5
    TWO_HANDED_WEAPON = 6
    HALBERD = 7
    QUARTER_STAFF = 8
    FLAIL = 9
    TWO_HANDED_FLAIL = 10
    RAPIER = 11
    BUCKLER = 12
    LEFT_HAND_DAGGER = 13
    SWORD_BREAKER = 14
    LANCE = 15
    NET = 16
    FIST_WEAPON = 17
    WHIP = 18
    SHORT_BOW = 19
    NORMAL_BOW = 20
    LONG_BOW = 21
    ELF_BOW = 22
    CROSSBOW = 23
    CROSSBOW_PISTOL = 24
    REPEATING_CROSSBOW = 25
    SLING = 26
    STAFF_SLING = 27
    JAVELIN = 28
    THROWN_SPEAR = 29
    DART = 30
    THROWING_KNIFE = 31
    THROWING_AXE = 32
    BLOWPIPE = 33
    LASSO = 34
    BOLAS = 35
    BOMB = 36
    INCENDIARY = 37
    THROWN_IMPROVISED = 38
    ARQUEBUS = 39
    BLUNDERBUSS = 40
    DUCK_FOOT = 41
    DUELLING_PISTOL = 42
    HENRICUS_SALUS = 43
    JEZAIL = 44
    PIKE_GUN = 45
    PISTOL = 46
    SWIVEL_GUN = 47
    VOLLEY_GUN = 48
    SHIELD = 49
    CANDLE = 50
    TORCH = 51
    LAMP = 52
    LANTERN = 53
    NATURAL_WEAPON = 54


FIRST_MELEE, LAST_MELEE = int(Item.HAND_WEAPON), int(Item.WHIP)
FIRST_MISSILE, LAST_MISSILE = int(Item.SHORT_BOW), int(Item.THROWN_IMPROVISED)
FIRST_FIREARM, LAST_FIREARM = int(Item.ARQUEBUS), int(Item.VOLLEY_GUN)
ITEMS = len(Item)
LIGHTS = (Item.CANDLE, Item.TORCH, Item.LAMP, Item.LANTERN)

#: With which row of melee_weapons an item strikes and parries: itself, or what it is when used as a club; -1 cannot strike.
_AS_CLUB = {Item.JAVELIN: Item.SPEAR, Item.THROWN_SPEAR: Item.SPEAR, Item.DART: Item.KNIFE,
            Item.THROWING_KNIFE: Item.KNIFE, Item.THROWING_AXE: Item.HAND_WEAPON, Item.BOMB: None,
            Item.INCENDIARY: None, Item.TORCH: Item.IMPROVISED}  # fmt: skip
STRIKES_AS = np.full(ITEMS, -1, np.int64)
for _item in Item:
    if FIRST_MELEE <= _item <= LAST_MELEE:
        STRIKES_AS[_item] = _item - FIRST_MELEE
    elif FIRST_MISSILE <= _item <= LAST_FIREARM or _item == Item.TORCH:
        _club = _AS_CLUB.get(_item, Item.IMPROVISED)
        STRIKES_AS[_item] = -1 if _club is None else _club - FIRST_MELEE


class Skill(IntEnum):
    """Bits of a unit's ``skills``."""

    STRIKE_TO_STUN = 1
    STREET_FIGHTING = 2
    WRESTLING = 4
    AMBIDEXTROUS = 8
    HEAL_WOUNDS = 16


class Slot(IntEnum):
    """What has become of one blow of the round."""

    NONE = 0  # the unit has no such blow
    OPEN = 1
    SPENT = 2
    LOST = 3


class Flag(IntEnum):
    """Bits of a blow's or wound's ``flag_bits``."""

    FREE_BLOW = 1  # struck at a fleer's back: no parry, no shield
    CHARGE = 2  # the blow that a charge ends in
    HAND_TO_HAND = 4  # the wound counts for who is winning, on both sides
    OWN_FAULT = 8  # the wound counts as taken, but nobody has dealt it
    STATIC = 16  # the target did not move: hit without a roll, double damage
    FROM_BEHIND = 32  # a stun at an unaware victim's back: hit without a roll, double chance
    PARTIAL_BURN = 64  # a gun's shot with half its range and Effective Strength
    HANG_FIRE = 128  # a gun that goes off a round late
    BURST = 256  # a gun that strikes the one who holds it
    RAMROD = 512  # a gun that was fired with the ramrod in it
    BLAST = 1024  # a bomb's: shields do not help
    SPUTTERS = 2048  # a bomb that lies about and may still go off
    PRESSURE = 4096  # damage done in a hold: no stun, and nothing for who does not move


class Rate(Named):
    """Movement rates."""

    NONE = 0
    CAUTIOUS = 1
    STANDARD = 2
    RUN = 3
    EVADE = 4


class Band(Named):
    """Range of a missile weapon that a target is in. Only guns distinguish point blank from short."""

    POINT_BLANK = 0
    SHORT = 1
    LONG = 2
    EXTREME = 3
    OUT = 4


class Printed(IntEnum):
    """What the missile weapon chart prints for an Effective Strength that is no number."""

    OWN_STRENGTH = -1
    FIRE = -2
    NO_DAMAGE = -3


class Misfire(Named):
    """What becomes of a shot whose roll to hit is a double."""

    PARTIAL_BURN = 0
    NO_IGNITION = 1  # may be fired again
    MUST_RELOAD = 2
    HANG_FIRE = 3  # goes off in the next turn
    FLASH = 4  # must be primed again
    BURN_ROUND = 5  # useless, and dangerous
    EXPLOSION = 6


class Dud(Named):
    """What becomes of a bomb whose roll to hit is a double."""

    FAILS = 0, "it does not go off"
    SPUTTERS = 1, "it sputters and may still go off"
    HALFWAY = 2, "it bursts halfway"
    IN_THE_HAND = 3, "it bursts in the hand"


class Flaw(Named):
    """What is wrong with a gun, or the shot in it. The first five cannot be distinguished until the gun is fired."""

    NONE = 0, "nothing is wrong"
    MISFIRE = 1, "the gun misfires"
    NO_POWDER = 2, "it only clicks: no powder was loaded"
    NO_BALL = 3, "it only bangs: no ball was loaded"
    RAMROD = 4, "the ramrod was left in the barrel"  # it is still in the barrel
    SLOW = 5, "the gun fires late in the round"  # late in the round in which it is fired
    ONE_MORE_ROUND = 6, "loading takes one more round"  # of loading
    FLASHED = 7, "there is a flash in the pan"  # a flash in the pan: the next shot is nervous
    RAMROD_GONE = 8, "the ramrod is gone"  # it was fired off, and has to be found before the gun is loaded
    FLASHED_NOW = 9, "there is a flash in the pan"  # while the other barrels of the same volley are fired
    WELDED = 10, "its barrel is welded"


class Entangled(IntEnum):
    """Whether a unit is caught, and in what."""

    FREE = 0
    CAUGHT = 1
    IN_A_NET = 2


class HoldRole(IntEnum):
    """A unit's part in a hold."""

    NONE = 0
    HOLDING = 1
    HELD = 2


class Fleeing(IntEnum):
    """Whether a unit flees."""

    NO = 0
    DECLARED = 1
    FORCED = 2


class OffGuard(IntEnum):
    """Whether a unit is off guard this round: one that is not pressed may still turn, one that is off balance may not."""

    NO = 0
    NOT_PRESSED = 1
    OFF_BALANCE = 2


class Batch(IntEnum):
    """An event among those that fall at the same moment."""

    NONE = 0
    STILL_TO_COME = 1
    AT_ONCE = 2


class HandUse(IntEnum):
    """Bits of a unit's ``hands_used``."""

    TAKEN_MAIN = 1
    TAKEN_OFF = 2
    PUT_AWAY_MAIN = 4
    PUT_AWAY_OFF = 8
    CAST = 16


class Cover(IntEnum):
    """Cover against missiles."""

    NONE = 0
    SOFT = 1
    HARD = 2


class Border(IntEnum):
    """What lies between two orthogonally neighbouring cells."""

    OPEN = 0
    OBSTACLE = 1
    WALL = 2
    DOOR = 3
    LOCKED_DOOR = 4


class BodyPlan(IntEnum):
    """Shapes with hit locations of their own."""

    HUMANOID = 0
    WINGED_HUMANOID = 1
    OCTOPUS = 2
    MULTIPLE_HEADS = 3
    FLIGHTLESS_BIRD = 4
    SNAKE = 5
    CENTAUR = 6
    HYDRA = 7
    TAILED = 8
    AMORPHOUS = 9


class Group(IntEnum):
    """Bits of a unit's ``specialist`` weapon groups."""

    TWO_HANDED = 1
    POLEARM = 2
    FLAIL = 4
    FENCING = 8
    PARRYING = 16
    LANCE = 32
    NET = 64
    FIST = 128
    LASSO = 256
    LONG_BOW = 512
    REPEATING_CROSSBOW = 1024
    PISTOL_CROSSBOW = 2048
    THROWING = 4096
    SLING = 8192
    BLOWPIPE = 16384
    BOMB = 32768
    FIREARMS = 65536
    BLUNDERBUSS = 131072


class Surprise(IntEnum):
    """Units that are surprised at the start."""

    NOBODY = 0
    SIDE_0_FREE = 1
    SIDE_1_FREE = 2
    EVERYBODY = 3
    BY_UNIT = 4
    SIDE_2_FREE = 5
    SIDE_3_FREE = 6


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0, "not over yet"
    LAST_SIDE_STANDING = 1, "one side is left standing"
    NOBODY_STANDING = 2, "nobody is left standing"
    ROUND_LIMIT_DRAW = 3, "draw at the round limit"
    ROUND_LIMIT_WOUNDS = 4, "decided on wounds left at the round limit"


class Term(Named):
    """Labels of the parts of a total."""

    NONE = 0, ""
    WEAPON_SKILL = 1, "WS"
    BALLISTIC_SKILL = 2, "BS"
    UNTRAINED = 3
    CHARGING = 4
    HIGHER_GROUND = 5
    WINNING = 6
    FREE_BLOW = 7
    OBSTACLE = 8
    WRONG_HAND = 9
    UNARMED = 10
    REFEREE = 11, "handicap"
    AIMED = 12
    WEAPON = 13
    DAMAGED_WEAPON = 14
    SHIELD = 15
    STUN = 16, "to stun"
    DICE = 17
    STRENGTH = 18, "S"
    EFFECTIVE_STRENGTH = 19, "ES"
    TOUGHNESS = 20, "T"
    ARMOUR = 21
    LEATHER = 22
    PARRIED = 23
    DOUBLED = 24
    RANGE = 25
    TARGET_SIZE = 26
    MOVING_MOUNT = 27
    RUNNING = 28, "running target"
    EVADING = 29, "evading target"
    IMPROVISED = 30
    COVER = 31
    GROUP = 32
    ENTANGLED = 33
    UNSEEN = 34, "unseen target"
    INITIATIVE = 35, "I"
    EDGE = 36
    LOADED_MISSILE = 37
    TAKE_UP = 38, "drawing"
    SPEAR_OR_HALBERD = 39
    LIMIT = 40  # what a least or most possible total added or took away
    INTELLIGENCE = 41, "Int"
    GRAPPLING = 42, "grapple"
    FALL = 63, "yards"
    SURPRISE = 64
    FLASHED = 60, "flash in the pan"
    LOADING_MISHAP = 61, "loading mistake"
    RAMROD = 62
    OUT_OF_RANGE = 65


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "turn.round", "round {amount} begins", ROUND_TONE  # amount: round
    DECLARED = 2, "c.declaration_order", "{who} declares {amount}", ROUTINE  # amount: verb, extra: item
    EDGE_ROLLED = 3, "initiative.edge_roll", "{amount} has the edge: initiative +{extra}", SIDE | ROUTINE
    INITIATIVE_SET = 4, "initiative.effective", "{who} has initiative {amount} and {extra:blow} this round", ROUTINE
    TURN_BEGINS = 5, "turn.order", "{who} acts on initiative {amount}", ROUTINE  # amount: effective initiative of the slot
    MOVED = 6, "action.move", "{who} moves to {amount} ({extra})", CELL  # extra: rate
    CHARGED = 7, "action.charge", "{who} charges {target} and ends at {amount}", CELL | FELT  # amount: cell it ends in
    TURNED_TO_FACE = 8, "engage.front_arc", "{who} turns to face {amount}", ROUTINE  # amount: direction
    BLOW_HIT = (9, "attack.hit_location",
        "{who} strikes {target}: {terms}; rolled {face}, hits the {amount}{extra}", HIT_TONE | HIT_LINE | FELT)
    BLOW_MISSED = (10, "attack.to_hit",  # amount: number needed
        "{who} strikes {target}: {terms}; rolled {face}, misses", MISS_TONE | MISS_LINE | FELT)
    STATIC_HIT = (11, "attack.prone_static",
        "{who} strikes {target}, who is helpless: hits the {amount} automatically", HIT_TONE | HIT_LINE | FELT)
    PARRIED = 12, "parry.attempt", "{who}'s parry stops {amount:point} of the damage: rolled {face}", SAVED_TONE | FELT
    PARRY_SUCCEEDED = (128, "parry.attempt",  # amount: number needed
        "{who} parries {target}: {terms}; rolled {face}, succeeds", SAVED_TONE | FELT)
    PARRY_FAILED = (13, "parry.attempt",  # amount: number needed
        "{who} tries to parry {target}: {terms}; rolled {face}, fails", MISS_TONE | FELT)
    PARRY_DECLINED = 14, "parry.attempt", "{who} does not parry", ROUTINE | FELT
    ADDITIONAL_DAMAGE = (15, "damage.additional",
        "{who} tests for additional damage after a natural 6: rolled {face}, {amount}", FELT)
    ANOTHER_DIE = 16, "damage.additional", "{who} rolls another {face}: the dice total {amount}", FELT
    WOUNDED = 17, "damage.basic", "{target} takes damage ({terms}): {extra} left", WOUND_TONE | FELT
    NO_DAMAGE = 18, "damage.basic", "{target} takes no damage", SAVED_TONE | FELT
    CRITICAL = (19, "injury.critical_hit",
        "{target} suffers a critical hit on the {extra}: severity {amount}, rolled {face}", DOWN_TONE | FELT)
    KNOCKED_PRONE = 20, "c.prone", "{who} falls prone", DOWN_TONE
    DAZED = 21, "c.stunned", "{who} is dazed {amount}", WOUND_TONE  # amount: rounds
    KNOCKED_OUT = 22, "stun.duration", "{who} is unconscious {amount}", DOWN_TONE  # amount: rounds
    BLEEDS = 23, "c.bleeding", "{who} is bleeding: {extra:point}", WOUND_TONE  # amount: points
    ARM_DISABLED = 24, "c.disabled_limbs", "{who} cannot use the {extra} arm {amount}"  # amount: rounds, extra: 1 right, 2 left
    LEG_DISABLED = 25, "c.disabled_limbs", "{who} cannot use a leg {amount}"  # amount: rounds
    DROPPED_ITEM = 26, "action.drop", "{who} drops its {amount}"  # amount: item
    MUST_FLEE = 27, "flee.declare", "{who} must flee {amount}"  # amount: rounds
    LOST_BLOWS = 28, "parry.cost", "{who} loses blows{amount}"  # amount: attack debt
    DIED = 29, "c.critical_table", "{who} dies", DOWN_TONE
    FUMBLED = 30, "attack.fumble", "{who} fumbles: rolled {amount}"  # amount: the double
    OFF_GUARD = 31, "winning.no_press", "{who} is off guard for the rest of the round"
    WEAPON_DAMAGED = 32, "c.fumble_table", "{who} damages its {amount}: {extra} to hit with it"  # amount: item
    WEAPON_BROKEN = 33, "c.fumble_table", "{who} breaks its {amount}"  # amount: item
    WEAPON_FLUNG = 34, "c.fumble_table", "{who} loses its {amount}, which lands at {extra}", CELL_EXTRA  # amount: item
    STRUCK_FRIEND = 35, "c.fumble_table", "{who} hits its friend {target} instead, on the {amount}", HIT_TONE | HIT_LINE | FELT
    STRUCK_ITSELF = 36, "c.fumble_table", "{who} hits itself on the {amount}", HIT_TONE
    SWITCHED = 37, "attack.multiple_opponents", "{who} switches to {target}"
    BLOW_PASSED = 38, "initiative.multiple_attacks", "{who} leaves a blow unused", ROUTINE
    WAITED = 39, "turn.delay", "{who} waits until after initiative {amount}"
    STOOD_UP = 40, "c.prone", "{who} stands up"
    CRAWLED = 41, "c.prone", "{who} crawls to {amount}", CELL
    WINS_OVER = 42, "winning.determination", "{who} is winning against {target} by {amount}"  # amount: net damage
    BEATEN_BACK = 43, "winning.push_back", "{target} pushes {who} back to {amount}", CELL
    HELD_ITS_PLACE = 44, "winning.push_back", "{target} cannot push {who} back: there is no room"
    PRESSED = 45, "winning.press", "{who} presses {target} and follows to {amount}", CELL
    DECLINED_PRESS = 46, "winning.press", "{who} does not press {target}", ROUTINE
    FLEES = 47, "flee.movement", "{who} flees to {amount} ({extra})", CELL  # extra: rate
    ESCAPED = 48, "flee.movement", "{who} flees off the board"
    NOWHERE_TO_FLEE = 49, "flee.movement", "{who} has nowhere to flee"
    FREE_BLOW = 50, "flee.free_blows", "{who} gets a free blow at {target}", FELT
    HOLDS_GROUND = 51, "flee.victor_stays", "{who} must hold its ground while {target} flees"
    SHOT_HIT = (52, "missile.to_hit",
        "{who} shoots at {target} at {extra} range: {terms}; rolled {face}, hits the {amount}", HIT_TONE | HIT_LINE | FELT)
    SHOT_MISSED = (53, "missile.to_hit",  # amount: number needed
        "{who} shoots at {target}: {terms}; rolled {face}, misses", MISS_TONE | MISS_LINE | FELT)
    SHOT_STRAYED = (54, "missile.into_melee",
        "{who}'s shot goes astray and hits {target} on the {amount}", HIT_TONE | HIT_LINE | FELT)
    LOADED = 55, "missile.phases", "{who} loads: round {amount} of {extra}"  # amount: progress, extra: rounds needed
    AIMED = 56, "missile.extreme_range", "{who} aims at {target}"  # amount: rounds of aiming, extra: item
    WOKE_UP = 57, "stun.duration", "{who} wakes up, still prone"
    RECOVERED = 58, "c.stunned", "{who} {amount}"  # amount: what has passed: Status
    BLED_TO_DEATH = 59, "c.bleeding", "{who} bleeds to death: rolled {face} against {amount}", DOWN_TONE
    STOPPED_BLEEDING = 60, "c.tend", "{who} stops bleeding"
    BATTLE_ENDS = 61, "c.victory", "the battle is over: {amount}"  # amount: ending
    PASSED = 62, "action.menu", "{who} does nothing"
    STUNNED = 63, "stun.procedure", "{target} is stunned: rolled {face} against {needed}", WOUND_TONE | FELT  # amount: chance
    STUN_FAILED = 64, "stun.procedure", "{target} is not stunned: rolled {face} against {needed}", FELT  # amount: chance
    TOOK_UP = 65, "action.take_up", "{who} takes up its {amount}"  # amount: item
    STOWED = 66, "action.take_up", "{who} puts away its {amount}"  # amount: item
    RISK_FAILED = 67, "c.risk_test", "{who} fails a risk test"
    BLED = 68, "c.bleeding", "{who} keeps bleeding: rolled {face} against {amount}", WOUND_TONE
    RISK_PASSED = 69, "c.risk_test", "{who} passes a risk test"
    SHOT_WASTED = 70, "missile.repeating_crossbow", "{who} wastes a shot: {target} is already down", MISS_LINE | FELT
    # --- powder
    DOUBLE_ROLLED = (129, "firearm.misfire",  # amount: number needed
        "{who} shoots at {target}: {terms}; rolled {face}, a double", MISS_TONE | FELT)
    MISFIRED = 80, "firearm.misfire", "{who}'s gun misfires: rolled {face}, {amount}"  # amount: Misfire
    WENT_OFF_AT_NOTHING = 81, "firearm.misfire", "{who}'s gun goes off late, with no target"  # a hanging fire, without a target
    SHOT_CAME_TO_NOTHING = 82, "firearm.reload_stress", "{who} fires at {target}: {amount}", MISS_LINE | FELT  # amount: Flaw
    LOADED_BADLY = 83, "firearm.reload_stress", "{who} makes a mistake loading: {amount}"  # amount: Flaw
    BROKEN_GUN_SILENT = 84, "firearm.misfire", "{who}'s broken gun does not fire: rolled {face}"
    GUN_BURST = 85, "firearm.misfire", "{who}'s gun bursts: rolled {face}, hits its owner on the {amount}"  # amount: location
    POWDER_WET = 86, "firearm.damp", "{who}'s powder is wet"
    BOMB_ON_ITS_WAY = 87, "c.bomb_blast", "{who} throws at {amount}: {terms}; rolled {face}, {extra}", CELL
    BOMB_SCATTERED = 88, "c.bomb_blast", "the throw scatters: rolled {face}, it lands at {amount}", CELL
    BOMB_MISFIRED = 89, "bomb.misfire", "the bomb misfires: rolled {face}, {amount}"  # amount: Dud
    BOMB_SPUTTERS = 90, "bomb.misfire", "the bomb sputters at {amount}", CELL
    BOMB_BURST = 91, "c.bomb_blast", "{who}'s bomb bursts at {amount}", CELL
    BLAST_HIT = 92, "c.bomb_blast", "the blast hits {target} on the {amount}: rolled {face}", HIT_TONE | FELT  # amount: location
    FIRE_LIT = 93, "c.fire_damage", "{amount} catches fire: rolled {face}, burns for {extra:round}", CELL  # extra: rounds
    BURNT = 94, "c.fire_damage", "{who} is burnt on the {amount}: damage {extra}", WOUND_TONE  # amount: location, extra: wounds
    FIRE_OUT = 95, "c.fire_damage", "the fire at {amount} goes out", CELL
    FELL = 96, "c.falling", "{who} falls {amount:yard} onto the {extra}: {terms}; rolled {face}"  # amount: yards, extra: location
    # --- nets and lassos
    ENTANGLED = 97, "c.entangle", "{who} entangles {target} with the {extra}: caught by the {amount}", HIT_TONE | HIT_LINE | FELT
    BROKE_FREE = 98, "c.entangle", "{who} breaks free: rolled {face}"
    STILL_CAUGHT = 99, "c.entangle", "{who} is still entangled: rolled {face}"
    # --- in the air
    FLEW = 100, "c.flight", "{who} flies at altitude {amount} yd"  # amount: altitude in yards
    SWOOPED = 101, "flying.swoop", "{who} swoops on {target} at {amount}", CELL | FELT  # amount: cell of the target
    DROPPED_OUT_OF_THE_AIR = 102, "c.flight", "{who} drops to the ground at {amount}", CELL
    TENDED = 71, "c.tend", "{who} tends {target}: {terms}; rolled {face}, succeeds"  # amount: number needed
    TEND_FAILED = 72, "c.tend", "{who} tends {target}: {terms}; rolled {face}, fails"  # amount: number needed
    REGAINED_WOUNDS = 73, "c.tend", "{who} regains {amount:Wound} and now has {extra}", SAVED_TONE
    DOOR_OPENED = 103, "c.doors", "{who} opens the door {extra} of {amount}", CELL  # extra: direction
    DOOR_STRUCK = 104, "c.doors", "{who} strikes the door at {amount} ({terms}): {extra:Wound} left", CELL  # extra: wounds left
    EQUALS_ORDERED = 78, "turn.simultaneous", "initiative tie: {amount} first (rolled {face})", SIDE | ROUTINE
    GRAPPLED = (105, "grapple.attempt",  # amount: number needed, 0 without a roll
        "{who} grapples {target}: {terms}; rolled {face}, takes hold", HIT_TONE | HIT_LINE | FELT)
    GRAPPLE_MISSED = (106, "grapple.attempt",  # amount: number needed
        "{who} grapples {target}: {terms}; rolled {face}, misses", MISS_TONE | MISS_LINE | FELT)
    SLIPPED_FREE = 107, "grapple.attempt", "{who} slips out of {target}'s grip: rolled {face} against {needed}", FELT
    GRIPPED = 130, "grapple.attempt", "{who} cannot slip out of {target}'s grip: rolled {face} against {needed}", FELT
    HELD = 108, "grapple.hold", "{who} holds {target}", FELT
    LET_GO = 109, "grapple.hold", "{who} lets {target} go", FELT
    STRENGTH_TEST = 110, "grapple.hold", "{who} tests Strength against {target}: rolled {face}, {amount}", FELT
    BROKE_HOLD = 111, "grapple.hold", "{who} breaks free from {target}", FELT
    PRESSURE = 112, "grapple.hold", "{who} applies pressure to {target}", FELT
    SEARCHED = 113, "take_up.pack_items", "{who} searches for its {amount}"  # amount: item, extra: rounds still needed
    CHANGED_HANDS = 114, "action.drop", "{who} swaps hands: {amount} in the main hand, {extra} in the other"
    ITEM_BROKE = 115, "action.drop", "{who}'s {amount} breaks: rolled {face}"  # amount: item
    LIGHT_WENT_OUT = 116, "item.dropped_light", "{who}'s {amount} goes out: rolled {face}"  # amount: item
    LIGHT_STAYED_ON = 117, "item.dropped_light", "{who}'s {amount} keeps burning at {extra}: rolled {face}", CELL_EXTRA  # amount: item
    LIGHT_STILL_LIT = 131, "item.dropped_light", "{who}'s {amount} does not go out: rolled {face}"  # amount: item
    OIL_SPILT = 132, "item.dropped_light", "{who}'s {amount} spills burning oil at {extra}: rolled {face}", CELL_EXTRA  # amount: item
    BLOW_LANDED = (118, "attack.to_hit",  # amount: number needed; where it lands takes another die
        "{who} strikes {target}: {terms}; rolled {face}, hits", HIT_TONE | HIT_LINE | FELT)
    RIDER_OR_MOUNT = (119, "mounted.rider_or_mount",
        "{who} rolls {face} for rider or mount and hits {target} on the {amount}", FELT)
    LOCATED = 120, "attack.hit_location", "{who} hits {target} on the {amount}: rolled {face}", FELT  # amount: location
    LOST_HEAD = 121, "body.non_humanoid", "{who} loses a head: {amount} left"  # amount: heads left
    GOT_ON = 122, "c.mounts", "{who} mounts {target} at {amount}", CELL
    GOT_OFF = 123, "c.mounts", "{who} dismounts at {amount}", CELL
    FELL_OFF = 124, "c.mounts", "{who} falls off {target}"
    BOLTED = 125, "c.mounts", "{who} bolts"
    MOUNT_PUT_OUT = 126, "mounted.slain_mount", "{target} falls under {who}, who {amount}: rolled {face}"
    THROWN_OFF = 74, "mounted.slain_mount", "{who} is thrown {extra} to {amount}", CELL  # extra: direction
    CRAWLED_OUT = 75, "mounted.slain_mount", "{who} tries to crawl out: rolled {face}, {amount}"  # amount: 1 free, 0 not yet
    SHOT_LANDED = (79, "missile.to_hit",  # amount: number needed, extra: range band; whom it strikes takes another die
        "{who} shoots at {target} at {extra} range: {terms}; rolled {face}, a hit: the next roll decides who or what is struck",
        HIT_TONE | FELT)
    SHOT_STRUCK = 127, "missile.hit_location", "{who}'s shot hits {target} on the {amount}", HIT_TONE | HIT_LINE | FELT
    CAST = 76, "action.magic", "{who} casts: round {amount} of {extra}"  # amount: rounds spent, extra: rounds needed
    REVEALED = 77, "surprise.ambush", "{who} comes out of hiding"
    HEARD = 133, "surprise.bursting_through_doors", "{who} hears the noise at the door: rolled {face} against {needed}"
    NOT_HEARD = 134, "surprise.bursting_through_doors", "{who} does not hear the noise at the door: rolled {face} against {needed}"
    # --- dice of their own
    STUN_TIMED = 135, "stun.duration", "{target} is stunned for {amount:minute}", FELT  # amount: minutes
    FOUND_ITEM = 136, "take_up.pack_items", "{who} finds its {amount}"  # amount: item
    EDGE_WON = 137, "initiative.edge_roll", "{amount} wins the edge", SIDE | ROUTINE
    FRIEND_PICKED = 138, "c.fumble_table", "{who}'s blow goes astray towards its friend {target}", FELT
    BARREL_POINTS = 139, "c.multi_barrel", "the next barrel of {who}'s gun points at {target}", FELT
    SHOT_MISTAKEN = (140, "missile.into_melee",  # amount: chance
        "{who}'s shot at {target} hits another by mistake: rolled {face} against {needed}", FELT)
    BROKEN_GUN_FIRED = 141, "firearm.misfire", "{who}'s broken gun goes off"
    FUSE_BURNT_DOWN = 142, "bomb.misfire", "the bomb that sputters at {amount} goes off", CELL
    FUSE_BURNS = 143, "bomb.misfire", "the bomb at {amount} still sputters", CELL
    ITEM_WHOLE = 144, "action.drop", "{who}'s {amount} does not break"  # amount: item
    RISK_COST = 145, "c.risk_test", "the failed risk test costs {who} {amount:Wound}"  # amount: wounds
    # fmt: on


#: What odds can be asked for besides single events, terms and fields.
RESULTS = {
    "hit": Result(
        "blows and shots that hit; one that strikes another than the one it was meant for is a hit on that other",
        (Event.BLOW_HIT, Event.BLOW_LANDED, Event.STATIC_HIT, Event.SHOT_HIT, Event.SHOT_STRUCK, Event.SHOT_STRAYED),
    ),
    "missed": Result("blows and shots that miss", (Event.BLOW_MISSED, Event.SHOT_MISSED)),
    "location": Result(
        "where the last hit landed",
        (
            Event.BLOW_HIT,
            Event.STATIC_HIT,
            Event.RIDER_OR_MOUNT,
            Event.LOCATED,
            Event.SHOT_HIT,
            Event.SHOT_STRUCK,
            Event.SHOT_STRAYED,
        ),
        LAST,
    ),
    "damage": Result("Wounds lost to blows and shots", (Event.WOUNDED,), SUM),
    "killed": Result("units that die", fields=("dead",)),
    "felled": Result("units that die or lose consciousness", fields=("dead", "unconscious_rounds")),
}


class Refusal(Named):
    """Why a choice is not allowed. With several targets, hands or items, the refusal farthest down this list is reported."""

    # fmt: off
    NONE = 0
    # --- another moment
    NOBODY_ASKED = 1, "there is no decision to make now"
    DECLARED_ONLY = 2, "it must be declared at the start of the round"
    TURN_ONLY = 3, "not yet: first all units declare, then each acts in its turn"
    WHEN_STRUCK = 4, "only when a blow has just hit it"
    WHEN_HOLDING = 5, "only at the start of its turn, while it holds an opponent"
    WHEN_WRESTLING = 6, "only when it has just won the contest against an opponent it holds"
    WHEN_WON = 7, "only when asked after a round in which it has pushed an opponent back"
    ASKED_FIRST = 8, "answer the current prompt first"
    MOUNT = 9, "a mount can only strike; its rider decides everything else"
    BLOWS_ONLY = 10, "a later blow of the round can only strike, break a door, switch, grapple, drop something or pass"
    LATER_BLOW = 11, "only a later blow of the round can switch; the first can strike any enemy in contact"
    # --- what it has declared, done, and lost this round
    MUST_RUN = 12, "it has declared that it will flee, so it must"
    HOLDS_GROUND = 13, "it must hold its ground while an opponent flees: it can only strike, grapple, face, wait, get free or pass"
    CLIMBED = 14, "it has used half of its turn to ascend or descend: it can only do so again, move cautiously or pass"
    MOVED = 15, "it has moved: it can only strike or pass now"
    LOSING_ALL = 16, "it is going down at this same initiative and can only use its blow or shot"
    KEPT_FOR_SHOT = 17, "it has declared that it will shoot first: it can only aim, fire or pass"
    WENT_OFF = 18, "its gun has already gone off this turn"
    BLOW_LOST = 19, "it has no blow left this turn (parries, waiting, drawing, fumbles and wounds cost blows)"
    HAS_FACED = 20, "it has already turned this turn"
    HAS_CAST = 21, "it has already cast a spell this round"
    DIVES = 22, "it is already diving at an opponent"
    # --- its state
    SURPRISED = 23, "it is surprised"
    DAZED = 24, "it is dazed"
    FLEES = 25, "it is fleeing"
    OFF_GUARD = 26, "it is off guard"
    OUT = 27, "it is out of action"
    PRONE = 28, "it is prone and must stand up first"
    HELD = 29, "it is in a hold"
    ENTANGLED = 30, "it is entangled and must break free first"
    TRAPPED = 31, "it is trapped under its mount and must crawl out first"
    STEED_DOWN = 32, "its mount is prone, dazed or entangled"
    ENGAGED = 33, "it is in hand-to-hand combat"
    NOT_ENGAGED = 34, "only units in hand-to-hand combat need to flee; others can simply move away"
    LEG = 35, "it has a disabled leg"
    TOO_STUPID = 36, "its Intelligence is too low to evade"
    ON_FOOT = 37, "it is on foot: this needs a mount"
    MOUNTED = 38, "it is mounted"
    NOT_PRONE = 39, "it is not prone"
    NOT_LYING = 40, "it is not prone itself"
    NOT_TRAPPED = 41, "it is not trapped under a mount"
    NOT_ENTANGLED = 42, "it is not entangled"
    NO_WINGS = 43, "it has no usable wings"
    ON_THE_GROUND = 44, "it is on the ground"
    IN_THE_AIR = 45, "it is in the air"
    TOO_HIGH = 46, "it is already at the greatest altitude"
    SKY_TAKEN = 47, "another flier is at that altitude in its cell"
    RIDER_FIGHTS_NOT = 48, "a mount can strike only while its rider is in hand-to-hand combat"
    # --- numbers of the rules
    NOT_BY_CHOICE = 49, "these rules do not allow firing into a group on purpose"
    NO_MAGIC = 50, "these rules do not allow spells"
    NO_QUICK_DRAW = 51, "these rules do not allow drawing a weapon when declaring"
    NO_FREE_DROP = 52, "under these rules dropping an item takes time, so it must wait for its turn"
    NO_CRAWLING = 53, "these rules do not allow crawling"
    NO_PRESSING = 54, "these rules do not allow following an opponent that was pushed back"
    NO_PARRIES = 55, "these rules do not allow parries"
    # --- waiting and running
    WAITED_ENOUGH = 56, "its side has already waited as often this round as the rules allow"
    NOTHING_LATER = 57, "no unit it knows of acts after it this round"
    CAN_RUN = 58, "it must flee, as it has declared: it is in hand-to-hand combat and has a way out"
    NO_WAY_OUT = 59, "it has no cell to flee to"
    NO_EXIT = 60, "it cannot reach the edge of the board"
    # --- places and directions
    STANDS_THERE = 61, "it already stands there"
    FACES_THERE = 62, "it already faces that way"
    CLOSED = 63, "the way there is blocked"
    OCCUPIED = 64, "another unit is there"
    BURNING = 65, "that cell is burning"
    THREATENED = 66, "an enemy stands next to that cell"
    TOO_FAR = 67, "it is too far away at this rate of movement"
    NO_WAY_THERE = 68, "no path there is short enough at this rate of movement"
    NO_WAY = 69, "there is no free cell to step into"
    NO_DOOR_THERE = 70, "there is no locked door on that side"
    NO_DOOR = 71, "there is no locked door next to it"
    # --- targets
    NOT_ENEMY = 72, "that unit is not an enemy"
    NOT_FRIEND = 73, "only friends can be tended"
    NOT_ITS_MOUNT = 74, "that is not its own mount"
    DEAD = 75, "that unit is dead"
    GONE = 76, "that unit is not on the board"
    RIDDEN = 77, "that mount is being ridden"
    ITS_TARGET = 78, "it is already striking that enemy this round"
    NO_OPPONENT = 79, "it has not struck at any opponent yet this round"
    UNSEEN = 80, "it does not see that enemy"
    NOT_IN_CONTACT = 81, "that unit is not in contact"
    NO_ENEMY_SEEN = 82, "it sees no enemy"
    NO_ENEMY_IN_CONTACT = 83, "no enemy is in contact"
    NO_OTHER_ENEMY = 84, "no other enemy is in contact"
    AIRBORNE = 85, "that enemy is in the air: a dive needs a target on the ground"
    OUT_OF_RANGE = 86, "that enemy is out of range"
    OUT_OF_CHARGE = 87, "a charge needs at least one cell between the two, and goes no farther than the unit's movement (M) in yards"
    OUT_OF_DIVE = 88, "that enemy is too far away to dive at"
    ENEMY_HELD = 89, "that enemy is in a hold"
    ENEMY_RUNS = 90, "that enemy is running away"
    OTHER_HEIGHT = 91, "that enemy is at another height"
    ENEMY_DIVES = 92, "that enemy is diving at another unit"
    ONLY_PARRIES = 93, "that enemy dived at it after its turn, so it can only parry"
    LET_GO = 94, "it chose not to press that enemy this round"
    FOR_A_MOMENT = 95, "one of the two is diving at the other and will be gone in a moment"
    RIDES = 96, "that enemy is mounted"
    NO_CHARGE_LINE = 97, "the straight line to that enemy is not free"
    DIVED_UPON = 98, "that enemy is already diving, or another unit is diving at it"
    NO_LANDING = 99, "there is no free cell next to that enemy to land in"
    OTHER_TARGET = 100, "it is striking another opponent this round"
    NO_GROUP = 101, "that enemy does not stand in a group"
    NOT_AIMED = 102, "it must first aim without being disturbed"
    NO_WEAPON = 103, "it has no usable weapon in the hand that strikes"
    NOT_HURT = 104, "that unit is not bleeding, and other wounds are treated only by a healer, once a battle"
    NOBODY_TO_TEND = 105, "no friend next to it can be tended"
    STEED_NOT_READY = 106, "that mount is prone, out of action, in the air or about to bolt"
    NO_STEED = 107, "its own mount is not standing ready next to it"
    NOT_BEATEN = 108, "it has not pushed that opponent back"
    UNKNOWN_WHERE = 109, "its side does not know where that opponent is"
    STILL_IN_CONTACT = 110, "the two are still in contact"
    FOE_OUT = 111, "that opponent is out of action"
    NO_WAY_TO_FOLLOW = 112, "no free cell leads to that opponent"
    # --- manners of striking, shooting and throwing
    NO_SUCH_MANNER = 113, "that cannot be done this way"
    MOUNT_STRIKES_PLAINLY = 114, "a mount can only strike in the normal way"
    NO_LIMB = 115, "it has no usable limb to strike with, or it fights with teeth and claws"
    HEAD_BEYOND_REACH = 116, "the target has no head within reach"
    PART_BEYOND_REACH = 117, "that part of the target is too high to reach"
    NO_SUCH_PART = 118, "the target has no such body part"
    NOBODY_RIDES = 119, "the target is not mounted"
    NOT_NEAR_ENOUGH = 120, "a shot can be aimed at a body part only at short range"
    # --- missiles
    NO_MISSILE = 121, "it has no missile weapon in hand"
    HANDS_UNFIT = 122, "it cannot use the missile weapon in its hands"
    BOMB_IN_HAND = 123, "it has a bomb in hand: use throw bomb"
    BROKEN = 124, "the barrel of its gun is welded"
    NO_AMMUNITION = 125, "it has no ammunition left"
    ALL_LOADED = 126, "all its remaining ammunition is loaded"
    NOT_LOADED = 127, "its weapon is not loaded: load first"
    NOTHING_LOADED = 128, "it holds no loaded weapon"
    LOADED = 129, "its weapon is already loaded"
    NOT_BROKEN = 130, "it holds no gun with a welded barrel in a hand that can use it"
    NO_BOMB = 131, "it has no bomb at hand to light"
    DAMP = 132, "its powder is damp"
    HANDS_FULL = 133, "it has no hand free to light and throw it"
    BOMB_IN_A_FIGHT = 134, "bombs cannot be lit in hand-to-hand combat"
    WALLED_IN = 135, "there is no cell around it to throw at"
    BEYOND_THROW = 136, "that cell is too far away to throw at"
    NO_LINE = 137, "there is no clear line to that cell"
    # --- hands
    NO_LANCE = 138, "it does not hold a lance"
    NO_HAND_FOR_GRAPPLE = 139, "its good hand is not free to grapple"
    NO_HANDS = 140, "it fights with teeth and claws and has no hands to use"
    NOT_A_HAND = 141, "it has no such hand"
    SLOT_EMPTY = 142, "that slot of its pack is empty"
    NOTHING_PACKED = 143, "its pack is empty"
    HAND_EMPTY = 144, "that hand is empty"
    NOTHING_HELD = 145, "its hands are empty"
    NATURAL = 146, "teeth and claws cannot be dropped or put away"
    NOTHING_DROPPED = 147, "nothing it has dropped lies within reach"
    BURIED = 148, "that item is buried in the pack"
    TAKES_A_ROUND = 149, "that item takes a whole round to draw"
    HAND_TAKEN = 150, "that hand is not free for it"
    NO_FREE_HAND = 151, "it has no hand free for it"
    ARM_OFF = 152, "it has a disabled arm"
    BOTH_HANDS = 153, "it needs both hands for its weapon"
    ALIGHT = 154, "a burning light cannot be put away"
    PACK_FULL = 155, "its pack has no free slot"
    HANDS_USED = 156, "each hand can do this only once a round"
    BURIED_IN_A_FIGHT = 157, "a pack cannot be searched in hand-to-hand combat"
    MISSILE_IN_A_FIGHT = 158, "no new missile can be drawn in hand-to-hand combat"
    NOTHING_TO_DRAW = 159, "it carries nothing that it could draw while declaring"
    # --- parries
    PARRIED_ENOUGH = 160, "it has already parried as often this round as it has Attacks"
    TOO_STUPID_TO_PARRY = 161, "its Intelligence is too low to parry"
    NOTHING_TO_PARRY = 162, "that hand holds nothing to parry with"
    FROM_BEHIND = 163, "the blow does not come from the front"
    NO_BLOW_TO_PAY = 164, "it has no attack left to give up for the parry"
    # fmt: on


class Status(Named):
    """Conditions an observer sees, in the order of the unit observation."""

    PRONE = 0
    DAZED = 1
    UNCONSCIOUS = 2
    DEAD = 3
    BLEEDING = 4
    FLEEING = 5
    OFF_GUARD = 6
    HOLD_GROUND = 7
    SURPRISED = 8
    RIGHT_ARM_OFF = 9
    LEFT_ARM_OFF = 10
    LEG_OFF = 11
    ENTANGLED = 12
    TRAPPED = 13


#: Timers that never run down: a limb disabled, a unit knocked out for the rest of the battle.
LIMB_FOR_GOOD = 99
OUT_FOR_GOOD = 999

# --- answers: one numbering for everything that can be answered ---------------------------------------------------------

UNITS = 16  # roster rows, mounts included
SLOTS = 10  # blows a round
PACK = 6  # item slots besides the hands
DOORS = 8  # doors on a board

A_MODE = len(Verb)  # answers for the parts of a choice begin here
A_UNIT = A_MODE + len(Mode)
A_DIRECTION = A_UNIT + UNITS
A_ITEM = A_DIRECTION + 8
A_CELL = A_ITEM + PACK

#: Who asks for each part of a choice, and where its answers begin.
ANSWERS = answers_of(
    {
        Part.TARGET: (Prompt.TARGET, A_UNIT),
        Part.MODE: (Prompt.MODE, A_MODE),
        Part.CELL: (Prompt.CELL, A_CELL),
        Part.DIRECTION: (Prompt.DIRECTION, A_DIRECTION),
        Part.ITEM: (Prompt.ITEM, A_ITEM),
    }
)
