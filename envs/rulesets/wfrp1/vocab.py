"""The rulebook's words as numbers. Everything that is counted, asked, rolled for or logged has its name here."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...core.state.choosing import Part, answers_of
from ...core.state.results import LAST, SUM, Result


class Prompt(IntEnum):
    """The decision that a unit has to make. The last five ask for the parts of a choice whose verb is already given."""

    NOBODY = 0
    PRESS = 1  # a winner: follow the opponent it beat back?
    DECLARE = 2  # every able unit at the start of a round
    TURN = 3  # a unit's first slot: its action of the round
    EXTRA_BLOW = 4  # a later slot
    PARRY = 5  # the unit just hit
    HOLD = 6  # a holder in its turn
    PRESSURE = 7  # a holder who won the contest
    MOUNT_BLOW = 8  # a mount's slot
    TARGET = 9
    MODE = 10
    CELL = 11
    DIRECTION = 12
    ITEM = 13


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.CELL, Prompt.DIRECTION, Prompt.ITEM)

#: Prompts at which nothing is half done: there a count of odds may end.
RESTS = (Prompt.PRESS, Prompt.DECLARE, Prompt.TURN, Prompt.EXTRA_BLOW, Prompt.HOLD, Prompt.MOUNT_BLOW)


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    PRESS = 1
    DECLINE_PRESS = 2
    ACT = 3  # declaration: nothing special
    DECLARE_FLEE = 4
    QUICK_DRAW = 5
    READY_SHOT = 6
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
    FIRE_GROUP = 20
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
    PARRY_MAIN = 45
    PARRY_OFF = 46
    NO_PARRY = 47
    PICK_UP = 48
    SWAP_HANDS = 49


#: What can be declared for a round.
DECLARATIONS = (Verb.NONE, Verb.ACT, Verb.DECLARE_FLEE, Verb.QUICK_DRAW, Verb.READY_SHOT, Verb.READY_CHARGE)


class Mode(IntEnum):
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


class Location(IntEnum):
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


class Item(IntEnum):
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


class Rate(IntEnum):
    """Movement rates."""

    NONE = 0
    CAUTIOUS = 1
    STANDARD = 2
    RUN = 3
    EVADE = 4


class Band(IntEnum):
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


class Misfire(IntEnum):
    """What becomes of a shot whose roll to hit is a double."""

    PARTIAL_BURN = 0
    NO_IGNITION = 1  # may be fired again
    MUST_RELOAD = 2
    HANG_FIRE = 3  # goes off in the next turn
    FLASH = 4  # must be primed again
    BURN_ROUND = 5  # useless, and dangerous
    EXPLOSION = 6


class Dud(IntEnum):
    """What becomes of a bomb whose roll to hit is a double."""

    FAILS = 0
    SPUTTERS = 1
    HALFWAY = 2
    IN_THE_HAND = 3


class Flaw(IntEnum):
    """What is wrong with the shot in a gun. The first five cannot be distinguished until the gun is fired."""

    NONE = 0
    MISFIRE = 1
    NO_POWDER = 2
    NO_BALL = 3
    RAMROD = 4  # it is still in the barrel
    SLOW = 5  # late in the round in which it is fired
    ONE_MORE_ROUND = 6  # of loading
    FLASHED = 7  # a flash in the pan: the next shot is nervous
    RAMROD_GONE = 8  # it was fired off, and has to be found before the gun is loaded


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


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_SIDE_STANDING = 1
    NOBODY_STANDING = 2
    ROUND_LIMIT_DRAW = 3
    ROUND_LIMIT_WOUNDS = 4
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    WEAPON_SKILL = 1
    BALLISTIC_SKILL = 2
    UNTRAINED = 3
    CHARGING = 4
    HIGHER_GROUND = 5
    WINNING = 6
    FREE_BLOW = 7
    OBSTACLE = 8
    WRONG_HAND = 9
    UNARMED = 10
    REFEREE = 11
    AIMED = 12
    WEAPON = 13
    DAMAGED_WEAPON = 14
    SHIELD = 15
    STUN = 16
    DICE = 17
    STRENGTH = 18
    EFFECTIVE_STRENGTH = 19
    TOUGHNESS = 20
    ARMOUR = 21
    LEATHER = 22
    PARRIED = 23
    DOUBLED = 24
    RANGE = 25
    TARGET_SIZE = 26
    MOVING_MOUNT = 27
    RUNNING = 28
    EVADING = 29
    IMPROVISED = 30
    COVER = 31
    GROUP = 32
    ENTANGLED = 33
    UNSEEN = 34
    INITIATIVE = 35
    EDGE = 36
    LOADED_MISSILE = 37
    TAKE_UP = 38
    SPEAR_OR_HALBERD = 39
    LIMIT = 40  # what clamping to 0..100 added or took away
    INTELLIGENCE = 41
    GRAPPLING = 42
    FALL = 63
    SURPRISE = 64
    FLASHED = 60
    LOADING_MISHAP = 61
    RAMROD = 62


class Event(IntEnum):
    """Rows of the log. ``words.py`` holds clause and sentence of each."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    DECLARED = 2  # amount: verb, extra: item
    EDGE_ROLLED = 3  # amount: side favoured, extra: bonus
    INITIATIVE_SET = 4  # amount: effective initiative, extra: number of open slots
    TURN_BEGINS = 5  # amount: effective initiative of the slot
    MOVED = 6  # amount: cell, extra: rate
    CHARGED = 7  # amount: cell it ends in
    TURNED_TO_FACE = 8  # amount: direction
    BLOW_HIT = 9  # amount: location, extra: mode
    BLOW_MISSED = 10  # amount: number needed
    STATIC_HIT = 11  # amount: location
    PARRIED = 12  # amount: points stopped
    PARRY_FAILED = 13  # amount: number needed
    PARRY_DECLINED = 14
    ADDITIONAL_DAMAGE = 15  # amount: 1 test passed, 0 failed
    ANOTHER_DIE = 16  # amount: dice total so far
    WOUNDED = 17  # amount: wounds lost, extra: wounds left
    NO_DAMAGE = 18
    CRITICAL = 19  # amount: severity, extra: location
    KNOCKED_PRONE = 20
    DAZED = 21  # amount: rounds
    KNOCKED_OUT = 22  # amount: rounds
    BLEEDS = 23  # amount: points
    ARM_DISABLED = 24  # amount: rounds, extra: 1 right, 2 left
    LEG_DISABLED = 25  # amount: rounds
    DROPPED_ITEM = 26  # amount: item
    MUST_FLEE = 27  # amount: rounds
    LOST_BLOWS = 28  # amount: attack debt
    DIED = 29
    FUMBLED = 30  # amount: the double
    OFF_GUARD = 31
    WEAPON_DAMAGED = 32  # amount: item
    WEAPON_BROKEN = 33  # amount: item
    WEAPON_FLUNG = 34  # amount: item, extra: cell
    STRUCK_FRIEND = 35
    STRUCK_ITSELF = 36
    SWITCHED = 37
    BLOW_PASSED = 38
    WAITED = 39
    STOOD_UP = 40
    CRAWLED = 41  # amount: cell
    WINS_OVER = 42  # amount: net damage
    BEATEN_BACK = 43  # amount: cell
    HELD_ITS_PLACE = 44  # beaten, but no room to fall back
    PRESSED = 45  # amount: cell
    DECLINED_PRESS = 46
    FLEES = 47  # amount: cell, extra: rate
    ESCAPED = 48
    NOWHERE_TO_FLEE = 49
    FREE_BLOW = 50
    HOLDS_GROUND = 51
    SHOT_HIT = 52  # amount: location, extra: range band
    SHOT_MISSED = 53  # amount: number needed
    SHOT_STRAYED = 54  # target: who is hit instead, amount: location
    LOADED = 55  # amount: progress, extra: rounds needed
    AIMED = 56  # amount: rounds of aiming, extra: item
    WOKE_UP = 57
    RECOVERED = 58  # amount: what has passed: Status
    BLED_TO_DEATH = 59
    STOPPED_BLEEDING = 60
    BATTLE_ENDS = 61  # amount: ending
    PASSED = 62
    STUNNED = 63  # amount: chance
    STUN_FAILED = 64  # amount: chance
    TOOK_UP = 65  # amount: item
    STOWED = 66  # amount: item
    RISK_FAILED = 67  # amount: wounds
    BLED = 68  # survived the bleeding test; amount: chance of death
    RISK_PASSED = 69
    SHOT_WASTED = 70  # the target of a further shot is down already
    # --- powder
    MISFIRED = 80  # amount: Misfire
    WENT_OFF_AT_NOTHING = 81  # a hanging fire, without a target
    SHOT_CAME_TO_NOTHING = 82  # amount: Flaw
    LOADED_BADLY = 83  # amount: Flaw
    BROKEN_GUN_SILENT = 84
    GUN_BURST = 85  # amount: location
    POWDER_WET = 86
    BOMB_ON_ITS_WAY = 87  # amount: cell, extra: 1 it will land there, 0 it goes astray
    BOMB_SCATTERED = 88  # amount: cell
    BOMB_MISFIRED = 89  # amount: Dud
    BOMB_SPUTTERS = 90  # amount: cell
    BOMB_BURST = 91  # amount: cell
    BLAST_HIT = 92  # amount: location
    FIRE_LIT = 93  # amount: cell, extra: rounds
    BURNT = 94  # amount: location, extra: wounds
    FIRE_OUT = 95  # amount: cell
    FELL = 96  # amount: yards, extra: location
    # --- nets and lassos
    ENTANGLED = 97  # amount: location, extra: item
    BROKE_FREE = 98
    STILL_CAUGHT = 99
    # --- in the air
    FLEW = 100  # amount: altitude in yards
    SWOOPED = 101  # amount: cell of the target
    DROPPED_OUT_OF_THE_AIR = 102  # amount: cell
    TENDED = 71  # amount: number needed
    TEND_FAILED = 72  # amount: number needed
    REGAINED_WOUNDS = 73  # amount: wounds, extra: wounds left
    DOOR_OPENED = 103  # amount: cell, extra: direction
    DOOR_STRUCK = 104  # amount: cell, extra: wounds left
    EQUALS_ORDERED = 78  # amount: side
    GRAPPLED = 105  # amount: number needed, 0 without a roll
    GRAPPLE_MISSED = 106  # amount: number needed
    SLIPPED_FREE = 107  # amount: number needed
    HELD = 108
    LET_GO = 109
    STRENGTH_TEST = 110  # amount: 1 passed, 0 failed
    BROKE_HOLD = 111
    PRESSURE = 112
    SEARCHED = 113  # amount: item, extra: rounds still needed
    CHANGED_HANDS = 114  # amount: item now in the main hand, extra: in the other
    ITEM_BROKE = 115  # amount: item
    LIGHT_WENT_OUT = 116  # amount: item
    LIGHT_STAYED_ON = 117  # amount: item, extra: cell
    BLOW_LANDED = 118  # amount: number needed; where it lands takes another die
    RIDER_OR_MOUNT = 119  # target: which of the two is struck, amount: location
    LOCATED = 120  # amount: location
    LOST_HEAD = 121  # amount: heads left
    GOT_ON = 122  # amount: cell
    GOT_OFF = 123  # amount: cell
    FELL_OFF = 124
    BOLTED = 125
    MOUNT_PUT_OUT = 126  # amount: 0 on foot, 1 thrown, 2 trapped
    THROWN_OFF = 74  # amount: cell, extra: direction
    CRAWLED_OUT = 75  # amount: 1 free, 0 not yet
    SHOT_LANDED = 79  # amount: number needed, extra: range band; whom it strikes takes another die
    SHOT_STRUCK = 127  # target: who is struck, amount: location
    CAST = 76  # amount: rounds spent, extra: rounds needed
    REVEALED = 77


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


class Refusal(IntEnum):
    """Why a choice is not allowed. With several targets, hands or items, the refusal farthest down this list is reported."""

    NONE = 0
    # --- another moment
    NOBODY_ASKED = 1
    DECLARED_ONLY = 2
    TURN_ONLY = 3
    WHEN_STRUCK = 4
    WHEN_HOLDING = 5
    WHEN_WRESTLING = 6
    WHEN_WON = 7
    ASKED_FIRST = 8
    MOUNT = 9
    BLOWS_ONLY = 10
    LATER_BLOW = 11
    # --- what it has declared, done, and lost this round
    MUST_RUN = 12
    HOLDS_GROUND = 13
    CLIMBED = 14
    MOVED = 15
    LOSING_ALL = 16
    KEPT_FOR_SHOT = 17
    WENT_OFF = 18
    BLOW_LOST = 19
    HAS_FACED = 20
    HAS_CAST = 21
    DIVES = 22
    # --- its state
    SURPRISED = 23
    DAZED = 24
    FLEES = 25
    OFF_GUARD = 26
    OUT = 27
    PRONE = 28
    HELD = 29
    ENTANGLED = 30
    TRAPPED = 31
    STEED_DOWN = 32
    ENGAGED = 33
    NOT_ENGAGED = 34
    LEG = 35
    TOO_STUPID = 36
    ON_FOOT = 37
    MOUNTED = 38
    NOT_PRONE = 39
    NOT_LYING = 40  # itself, whatever its mount does
    NOT_TRAPPED = 41
    NOT_ENTANGLED = 42
    NO_WINGS = 43
    ON_THE_GROUND = 44
    IN_THE_AIR = 45
    TOO_HIGH = 46
    SKY_TAKEN = 47
    RIDER_FIGHTS_NOT = 48
    # --- numbers of the rules
    NOT_BY_CHOICE = 49
    NO_MAGIC = 50
    NO_QUICK_DRAW = 51
    NO_FREE_DROP = 52
    NO_CRAWLING = 53
    NO_PRESSING = 54
    NO_PARRIES = 55
    # --- waiting and running
    WAITED_ENOUGH = 56
    NOTHING_LATER = 57
    CAN_RUN = 58
    NO_WAY_OUT = 59
    NO_EXIT = 60
    # --- places and directions
    STANDS_THERE = 61
    FACES_THERE = 62
    CLOSED = 63
    OCCUPIED = 64
    BURNING = 65
    THREATENED = 66
    TOO_FAR = 67
    NO_WAY_THERE = 68
    NO_WAY = 69
    NO_DOOR_THERE = 70
    NO_DOOR = 71
    # --- targets
    NOT_ENEMY = 72
    NOT_FRIEND = 73
    NOT_ITS_MOUNT = 74
    DEAD = 75
    GONE = 76
    RIDDEN = 77
    ITS_TARGET = 78
    NO_OPPONENT = 79
    UNSEEN = 80
    NOT_IN_CONTACT = 81
    NO_ENEMY_SEEN = 82
    NO_ENEMY_IN_CONTACT = 83
    NO_OTHER_ENEMY = 84
    AIRBORNE = 85
    OUT_OF_RANGE = 86
    OUT_OF_CHARGE = 87
    OUT_OF_DIVE = 88
    ENEMY_HELD = 89
    ENEMY_RUNS = 90
    OTHER_HEIGHT = 91
    ENEMY_DIVES = 92
    ONLY_PARRIES = 93
    LET_GO = 94
    FOR_A_MOMENT = 95
    RIDES = 96
    NO_CHARGE_LINE = 97
    DIVED_UPON = 98
    NO_LANDING = 99
    OTHER_TARGET = 100
    NO_GROUP = 101
    NOT_AIMED = 102
    NO_WEAPON = 103
    NOT_HURT = 104
    NOBODY_TO_TEND = 105
    STEED_NOT_READY = 106
    NO_STEED = 107
    NOT_BEATEN = 108
    UNKNOWN_WHERE = 109
    STILL_IN_CONTACT = 110
    FOE_OUT = 111
    NO_WAY_TO_FOLLOW = 112
    # --- manners of striking, shooting and throwing
    NO_SUCH_MANNER = 113
    MOUNT_STRIKES_PLAINLY = 114
    NO_LIMB = 115
    HEAD_BEYOND_REACH = 116
    PART_BEYOND_REACH = 117
    NO_SUCH_PART = 118
    NOBODY_RIDES = 119
    NOT_NEAR_ENOUGH = 120
    # --- missiles
    NO_MISSILE = 121
    HANDS_UNFIT = 122
    BOMB_IN_HAND = 123
    BROKEN = 124
    NO_AMMUNITION = 125
    ALL_LOADED = 126
    NOT_LOADED = 127
    NOTHING_LOADED = 128
    LOADED = 129
    NOT_BROKEN = 130
    NO_BOMB = 131
    DAMP = 132
    HANDS_FULL = 133
    BOMB_IN_A_FIGHT = 134
    WALLED_IN = 135
    BEYOND_THROW = 136
    NO_LINE = 137
    # --- hands
    NO_LANCE = 138
    NO_HAND_FOR_GRAPPLE = 139
    NO_HANDS = 140
    NOT_A_HAND = 141
    SLOT_EMPTY = 142
    NOTHING_PACKED = 143
    HAND_EMPTY = 144
    NOTHING_HELD = 145
    NATURAL = 146
    NOTHING_DROPPED = 147
    BURIED = 148
    TAKES_A_ROUND = 149
    HAND_TAKEN = 150
    NO_FREE_HAND = 151
    ARM_OFF = 152
    BOTH_HANDS = 153
    ALIGHT = 154
    PACK_FULL = 155
    HANDS_USED = 156
    BURIED_IN_A_FIGHT = 157
    NOTHING_TO_DRAW = 158
    # --- parries
    PARRIED_ENOUGH = 159
    TOO_STUPID_TO_PARRY = 160
    NOTHING_TO_PARRY = 161
    FROM_BEHIND = 162
    NO_BLOW_TO_PAY = 163


class Status(IntEnum):
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
