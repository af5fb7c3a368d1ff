"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import SUM, Result


class Prompt(IntEnum):
    """The decision that a unit has to make."""

    NOBODY = 0
    TURN = 1  # what to do next
    DEFENCE = 2  # which kind of defence to roll
    ATTACKED = 3  # use the standing defence?
    REROLL = 4  # spend willpower on another roll?
    PROVOKED = 5  # strike at the brawler, or at the unit that gets past the guard?
    HOLD = 6  # release the held unit before an attack is rolled?
    STOP = 7  # try to stop what the held unit does?
    RESIST = 8  # resist an effect?
    EVADE = 9  # evade a hit?
    INTERCEPTED = 10  # accept the guard, or get past it?
    STUMBLE = 11  # which direction is barred to the stumbling unit
    BLIND_AXIS = 12  # on which line a shot counts
    PURSUE = 13  # pursue the fleeing unit?
    CHASE = 14  # over which ground
    SURPASS = 15  # what to do to the overtaken unit
    TARGET = 16
    MODE = 17
    ITEM = 18
    DIRECTION = 19
    CELL = 20


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.ITEM, Prompt.DIRECTION, Prompt.CELL)
RESTS = (Prompt.TURN,)  # nothing is half done when it is asked


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    END_TURN = 1
    # --- attacks
    WEAPON_ATTACK = 2
    SHOOT = 3
    BRAWL = 4
    CHARGE_WEAPON = 5
    CHARGE_BRAWL = 6
    LUCK_SHOT = 7
    LUCK_STRIKE = 8
    # --- movement
    MOVE = 9
    RUN = 10
    FLEE = 11
    CRAWL = 12
    LEAVE_CLUSTER = 13
    STAND_UP = 14
    DROP_PRONE = 15
    CLIMB_UP = 16  # what stands in the cell
    CLIMB_DOWN = 17
    SCALE_UP = 18  # along a border
    SCALE_DOWN = 19
    CHANGE_LEVEL = 20
    JUMP_DOWN = 21
    # --- guarding, hiding, getting ready
    GUARD = 22  # an ally
    GUARD_BORDER = 23
    GUARD_CELL = 24
    HIDE = 25
    TAKE_COVER = 26
    DODGE = 27
    BREATHER = 28  # at once
    LONG_BREATHER = 29  # with the next standard action
    CONTINUE = 30
    CANCEL = 31
    DELAY_BEFORE = 32
    DELAY_AFTER = 33
    READY_ATTACK = 34
    READY_SHOT = 35
    READY_HIT = 36
    READY_BIND = 37
    READY_MOVE = 38
    READY_PRONE = 39
    # --- things
    DRAW = 40
    PUT_AWAY = 41
    DROP_ITEMS = 42
    GET_ITEM = 43
    CONCEAL_ITEM = 44
    SWAP_ITEMS = 45
    # --- senses, speech, skills
    OBSERVE_CELL = 46
    OBSERVE_ITEM = 47
    OBSERVE_INSIGHT = 48
    WHISPER = 49
    SHOUT = 50
    POINT_OUT = 51
    THREATEN = 52
    PRIME_SKILL = 53
    FIRST_AID = 54
    RALLY = 55
    # --- holding, dragging, breaking
    RELEASE_GRAB = 56
    STRUGGLE = 57
    ASSIST = 58
    DRAG = 59
    BASH = 60
    SEIZE = 61
    # --- answers to what others do
    USE_DODGE = 62
    USE_BLOCK = 63
    PARRY_SWORD_HAND = 64
    PARRY_OFF_HAND = 65
    NO_DEFENCE = 66
    DEFEND = 67
    DECLINE = 68
    REROLL = 69
    ACCEPT = 70
    ATTACK_IT = 71
    LET_IT_BE = 72
    LET_GO = 73
    KEEP_HOLD = 74
    STOP_IT = 75
    LET_PASS = 76
    RESIST = 77
    SUFFER = 78
    EVADE = 79
    TAKE_IT = 80
    STAY = 81  # stopped by a guard
    OUTMANOEUVRE = 82
    BLIND_STRAIGHT = 83
    BLIND_DIAGONAL = 84
    PURSUE = 85
    STAY_BEHIND = 86
    CHASE_RUN = 87
    CHASE_CLIMB = 88
    CHASE_SWIM = 89
    SURPASS_ATTACK = 90
    SURPASS_HIT = 91
    SURPASS_BIND = 92
    GO_ON = 93


class Mode(IntEnum):
    """How: part of the body aimed at, for harm or for a bind; hands; skills primed; triggers of readied actions."""

    ANYWHERE = 0
    TORSO = 1
    SWORD_ARM = 2
    OTHER_ARM = 3
    RIGHT_LEG = 4
    LEFT_LEG = 5
    BIND_ANYWHERE = 6
    BIND_TORSO = 7
    BIND_SWORD_ARM = 8
    BIND_OTHER_ARM = 9
    BIND_RIGHT_LEG = 10
    BIND_LEFT_LEG = 11
    SWORD_HAND = 12
    OFF_HAND = 13
    BOTH_HANDS = 14
    KNOCKDOWN = 15
    DISARM = 16
    STUN = 17
    SHOVE = 18
    MIGHTY_BLOW = 19
    DISHEARTEN = 20
    SICKEN = 21
    SUNDER = 22
    ENEMY_ENTERS = 23
    ENEMY_LEAVES = 24
    ENEMY_ATTACKS_ME = 25
    ENEMY_MEANS_TO_ATTACK_ME = 26
    ENEMY_ATTACKS_ALLY = 27
    ENEMY_IN_RANGE = 28
    ENEMY_SHOOTS = 29
    ENEMY_SEEN = 30


class Frame(IntEnum):
    """Procedures."""

    NOTHING = 0
    BATTLE = 1
    TURN = 2
    DEFEND = 3  # a standing defence is chosen and rolled
    ATTACK = 4  # an attack action: every weapon of it, guards, provoked blows
    STRIKE = 5  # one attack roll against one target
    EFFECT = 6  # an effect that a unit is about to suffer
    CHECK = 7  # a roll against a requirement, again for willpower
    MOVE = 8  # over one border
    HEIGHT = 9  # climbing, falling, jumping down
    TASK = 10  # what takes one roll: hiding, searching, first aid, breaking things
    CHASE = 11
    AFTERMATH = 12  # sleepers wake, readied actions come
    GETAWAY = 13  # a unit leaves the map; which enemy pursues it?
    STOP = 14  # a grabber may try to stop the held unit's action
    CLIMB = 15


class Defence(IntEnum):
    """Kinds of defence."""

    NONE = 0
    DODGE = 1
    BLOCK = 2
    PARRY_SWORD_HAND = 3
    PARRY_OFF_HAND = 4


class Body(IntEnum):
    """Parts of the body, as they are aimed at."""

    ANYWHERE = 0
    TORSO = 1
    SWORD_ARM = 2
    OTHER_ARM = 3
    RIGHT_LEG = 4
    LEFT_LEG = 5


class Injury(IntEnum):
    """Injured parts of the body: bits."""

    TORSO = 1
    SWORD_ARM = 2
    OTHER_ARM = 4
    RIGHT_LEG = 8
    LEFT_LEG = 16


class Attribute(IntEnum):
    """The six attributes: three physical, three mental ones."""

    STR = 0
    DEX = 1
    STA = 2
    INT = 3
    SOC = 4
    EMP = 5


class Ability(IntEnum):
    """Rows of the table of abilities."""

    BRAWL = 0
    AGILITY = 1
    SURVIVAL = 2
    PERCEPTION = 3
    PERSUASION = 4
    INSIGHT = 5
    KNIFE_FIGHTING = 6
    DUELING = 7
    SWORDSMANSHIP = 8
    SWORD_AND_SHIELD = 9
    POLE_ARMS = 10
    ARCHERY = 11
    THROWING = 12
    BLOWGUNS = 13
    MEDICINE = 14


class Skill(IntEnum):
    """Rows of the table of skills."""

    KNOCKDOWN = 0
    DISARM = 1
    STUN = 2
    SHOVE = 3
    MIGHTY_BLOW = 4
    DISHEARTEN = 5
    SICKEN = 6
    SUNDER = 7
    RESIST = 8
    EVADE = 9
    FIRST_AID = 10
    RALLY = 11


class Skills(IntEnum):
    """Skills a unit has: bits."""

    KNOCKDOWN = 1
    DISARM = 2
    STUN = 4
    SHOVE = 8
    MIGHTY_BLOW = 16
    DISHEARTEN = 32
    SICKEN = 64
    SUNDER = 128
    RESIST = 256
    EVADE = 512
    FIRST_AID = 1024
    RALLY = 2048


class Item(IntEnum):
    """Rows of the table of items."""

    BARE_HANDS = 0
    LIGHT_WEAPON = 1
    MEDIUM_WEAPON = 2
    GREAT_WEAPON = 3
    POLE_ARM = 4
    BOW = 5
    CROSSBOW = 6
    THROWING_WEAPON = 7
    BLOWGUN = 8
    CLAWS = 9
    GREAT_MAW = 10
    BUCKLER = 11
    SMALL_SHIELD = 12
    MEDIUM_SHIELD = 13
    TOWER_SHIELD = 14
    TORCH = 15


class ItemKind(IntEnum):
    """What an item is, as the table numbers it."""

    MELEE = 0
    RANGED = 1
    NATURAL = 2
    SHIELD = 3
    LIGHT = 4


class Wielding(IntEnum):
    """In which hands an item is wielded, as the table numbers it."""

    EITHER_HAND = 0
    SWORD_HAND = 1
    OFF_HAND = 2
    BOTH_HANDS = 3
    SWORD_HAND_OR_BOTH = 4
    NO_HAND = 5


class Place(IntEnum):
    """Where an item is."""

    NOWHERE = 0  # an empty slot
    STOWED = 1  # within easy reach
    PACKED = 2
    SWORD_HAND = 3
    OFF_HAND = 4
    BOTH_HANDS = 5
    ON_GROUND = 6
    CONCEALED = 7
    BROKEN = 8
    NATURAL = 9


class Armour(IntEnum):
    """Rows of the table of armour."""

    NONE = 0
    LEATHER = 1
    MAIL = 2
    PLATE = 3


class EffectKind(IntEnum):
    """Effects. The first are timed, hit, drain and break are counted."""

    NONE = 0
    FALL = 1
    DROP = 2
    STUMBLE = 3
    DAZE = 4
    BIND_HANDS = 5
    BIND_ARM = 6
    BIND_FEET = 7
    BIND_LEG = 8
    BIND_BODY = 9
    WEAKEN = 10
    HIT = 11
    DRAIN = 12
    BREAK = 13


class GuardKind(IntEnum):
    """What a unit guards."""

    NOTHING = 0
    ALLY = 1
    BORDER = 2
    CELL = 3


class Upcoming(IntEnum):
    """An action to be completed with the standard action of the next turn."""

    NOTHING = 0
    CRAWL = 1
    BREATHER = 2


class Trigger(IntEnum):
    """What a readied action waits for."""

    NOTHING = 0
    ENEMY_ENTERS = 1
    ENEMY_LEAVES = 2
    ENEMY_ATTACKS_ME = 3
    ENEMY_MEANS_TO_ATTACK_ME = 4
    ENEMY_ATTACKS_ALLY = 5
    ENEMY_IN_RANGE = 6
    ENEMY_SHOOTS = 7
    ENEMY_SEEN = 8


class Response(IntEnum):
    """What is readied."""

    NOTHING = 0
    ATTACK = 1
    SHOT = 2
    HIT = 3
    BIND = 4
    MOVE = 5
    PRONE = 6


class Pairing(IntEnum):
    """What has been done with the standard action that something else can be done together with."""

    NOTHING = 0
    MOVED = 1  # one draw or put away is open
    HANDLED = 2  # one move is open
    USED = 3


class Free(IntEnum):
    """Free actions of a turn: bits; each once."""

    GUARD = 1
    JUMP_DOWN = 2
    DROP_PRONE = 4
    HIDE = 8
    TAKE_COVER = 16
    CHANGE_LEVEL = 32
    DROP_ITEMS = 64
    SWAP_ITEMS = 128
    OBSERVE = 256
    SPEAK = 512
    RELEASE_GRAB = 1024
    LONG_BREATHER = 2048
    CRAWL = 4096
    OTHER = 8192  # whatever a battle's knobs have made free


class Compass(IntEnum):
    """Directions of attacks that a blind spot is made of: bits."""

    NORTH = 1
    NORTHEAST = 2
    EAST = 4
    SOUTHEAST = 8
    SOUTH = 16
    SOUTHWEST = 32
    WEST = 64
    NORTHWEST = 128


class Climbing(IntEnum):
    """What a unit hangs on."""

    NOT = 0
    FEATURE = 1  # something in the cell
    BORDER = 2


class Mark(IntEnum):
    """Properties of an attack: bits."""

    SHOT = 1
    BRAWL = 2
    BIND = 4  # the brawl is for a bind
    CHARGE = 8
    UNSEEN = 16  # the target did not know of it when it was declared
    PROVOKED = 32  # a blow at the brawler
    PAST_GUARD = 64  # a blow at the unit that gets past a guard
    READIED = 128
    SURPASS = 256  # at the end of a chase
    LUCK = 512  # at a hidden unit
    REDIRECTED = 1024  # to a guard
    AGAIN = 2048  # a further roll of the same shot
    REFUSED = 4096  # the defence was declined
    AIMED = 8192  # at a part of the body that was chosen
    POISONED = 16384  # a poisoned dart


class Task(IntEnum):
    """What a roll is made for."""

    NONE = 0
    CROSSING = 1
    CLIMBING = 2
    HOLDING_ON = 3
    FALLING = 4
    JUMPING = 5
    HAZARD = 6
    HIDING = 7
    OBSERVING = 8
    OBSERVING_ITEM = 9
    OBSERVING_INSIGHT = 10
    THREATENING = 11
    FIRST_AID = 12
    STRUGGLING = 13
    CONCEALING = 14
    BASHING = 15
    WAKING = 16
    STOPPING = 17
    CHASING = 18


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    INITIATIVE = 2  # amount: total
    TURN_BEGINS = 3
    TURN_ENDED = 4
    DELAYED_BEFORE = 5
    DELAYED_AFTER = 6
    DEFENCE_ROLLED = 7  # amount: total, extra: Defence
    NO_DEFENCE = 8
    DECLINED = 9
    ATTACKS = 10  # amount: Item, extra: Body
    ATTACK_HIT = 11  # amount: defence, extra: Item
    ATTACK_MISSED = 12  # amount: defence, extra: Defence
    GRAZED = 13  # amount: defence
    ATTACK_TIRED = 14  # amount: fatigue; the roll does not reach it
    DAMAGED = 15  # amount: hit points, extra: left
    INJURED = 16  # amount: Body
    UNCONSCIOUS = 17
    DIED = 18
    WOKE = 19
    STABILISED = 20
    REOPENED = 21
    TIRED = 22  # amount: fatigue now
    RESTED = 23  # amount: fatigue now
    EFFECT = 24  # amount: EffectKind, extra: seconds or points
    RESISTED = 25  # amount: EffectKind
    EVADED = 26
    EFFECT_ENDS = 27  # amount: EffectKind
    GRABBED = 28  # amount: Body
    GRAB_ENDS = 29
    CLUSTERED = 30
    LEFT_CLUSTER = 31
    MOVED = 32  # amount: cell
    INTERCEPTED = 33
    GOT_PAST = 34
    GUARDS = 35  # amount: GuardKind
    GUARD_ENDS = 36
    READIED = 37
    READY_FIRES = 38
    READY_LOST = 39
    INTENT_HIDDEN = 40
    INTENT_SEEN = 41
    PASSED = 42  # amount: requirement, extra: Task
    FAILED = 43  # amount: requirement, extra: Task
    PRONE = 44
    STOOD_UP = 45
    CLIMBED = 46  # amount: elevation
    FELL = 47  # amount: levels
    JUMPED = 48  # amount: levels
    HID = 49  # amount: hide value
    REVEALED = 50
    TOOK_COVER = 51
    DREW = 52  # amount: Item
    PUT_AWAY = 53  # amount: Item
    DROPPED = 54  # amount: Item
    GOT_ITEM = 55  # amount: Item
    CONCEALED = 56
    SWAPPED = 57
    BROKE = 58  # amount: Item
    READ = 59
    SPOKE = 60
    SURRENDERED = 61
    PRIMED = 62  # amount: Skill
    RALLIED = 63
    ASSISTS = 64
    DRAGGED = 65  # amount: cell
    BASHED = 66  # amount: toughness left
    SEIZED = 67
    WILLPOWER_SPENT = 68  # amount: points, extra: left
    BLIND_SPOT = 69
    LUCK_FAILED = 70
    STARTED_UPCOMING = 71  # amount: Upcoming
    INTERRUPTED = 72
    FLED = 73
    PURSUES = 74
    CHASE_ROLLED = 75  # amount: total
    CHASE_DISTANCE = 76  # amount: squares
    CAUGHT = 77
    ESCAPED = 78
    STOPPED = 79
    PREPARED_DODGE = 80
    CONSISTENCY = 81  # amount: consistency of the roll that follows
    BATTLE_ENDS = 82  # amount: Ending


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    CONSISTENCY = 1
    TRAINING = 2
    ARMOUR = 3
    CIRCUMSTANCES = 4
    PRONE = 5
    CLIMBING = 6
    DIFFICULT = 7
    HEIGHT = 8
    TARGETED = 9
    DISTANCE = 10
    CLUSTER = 11
    TARGET_PRONE = 12
    CONCEALED = 13
    LUCK = 14
    ONGOING = 15
    USED_BEFORE = 16
    OUTMANOEUVRED = 17
    BLIND_SPOT = 18
    SHIELD = 19
    OFF_HAND = 20
    FIXED = 21  # a consistency that is what it is
    ATTRIBUTES = 22
    TRAINED_POTENTIAL = 23
    ITEM = 24
    PREPARED = 25
    UNSEEN = 26
    NEARBY = 27
    NATURAL = 28


class Status(IntEnum):
    """Conditions an observer sees, by the names of the fields."""

    DEAD = 0
    UNCONSCIOUS = 1
    SLEEPING = 2
    SURRENDERED = 3
    ESCAPED = 4
    STABILISED = 5
    INJURIES = 6
    PRONE = 7
    STUMBLE_TIMER = 8
    DAZE_TIMER = 9
    WEAKEN_TIMER = 10
    CLIMBING = 11
    IN_COVER = 12
    ONGOING = 13
    DODGE_READY = 14
    GUARD = 15


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_STANDING = 1
    NOBODY_STANDING = 2
    OBJECTIVE = 3
    ROUND_LIMIT = 4
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


class Refusal(IntEnum):
    """Why a unit cannot make a choice, or a value be part of one; ``words.REFUSAL_WORDS`` has the sentences."""

    NONE = 0
    # --- when
    TURN_ONLY = 1
    WHEN_ASKED = 2
    UPCOMING = 3  # what is upcoming must be continued or cancelled first
    NOTHING_UPCOMING = 4
    NO_STANDARD = 5
    FREE_USED = 6
    TURN_BEGUN = 7  # waiting is the first choice of a turn
    DELAYED = 8
    NOBODY_TO_COME = 9
    HAS_ACTED = 10
    # --- what its body does
    STUMBLES = 11
    CLIMBS = 12
    PRONE = 13
    NOT_PRONE = 14
    FALLEN = 15  # it may not stand up yet
    FELLED = 16
    DAZED = 17
    LEG_INJURED = 18
    FEET_BOUND = 19
    BOUND = 20  # a leg or the body
    BODY_BOUND = 21
    STAYS_BOUND = 22
    HELD = 23
    HOLDS = 24  # it holds a unit
    RESTRAINED = 25
    IN_CLUSTER = 26
    NOT_IN_CLUSTER = 27
    RESTED = 28  # a breather would not lower its fatigue
    # --- hands and things
    HANDS_BOUND = 29
    HANDS_CLIMB = 30
    NO_FREE_HAND = 31
    NO_HAND_TO_CLIMB = 32
    HANDS_EMPTY = 33
    HAND_EMPTY = 34
    HAND_USELESS = 35
    NO_HAND_FOR_IT = 36
    NOTHING_THERE = 37  # an empty slot
    NOTHING_TO_DRAW = 38
    NOT_STOWED = 39
    NO_MISSILES = 40
    LOADED = 41
    NOTHING_TO_PUT_AWAY = 42
    NOT_IN_HAND = 43
    NOTHING_TO_GET = 44
    LIES_ELSEWHERE = 45
    OUT_OF_HAND = 46  # it has just been dropped
    NOT_PACKED = 47
    NOTHING_TO_SWAP = 48
    # --- attacks and defences
    NO_MELEE_WEAPON = 49
    NO_RANGED_WEAPON = 50
    NOT_READY = 51
    NOBODY_IN_REACH = 52
    NOBODY_OF_CLUSTER = 53
    NOBODY_IN_RANGE = 54
    NOBODY_TO_CHARGE = 55
    NO_HIDDEN_ENEMY = 56
    NO_LUCK_CELL = 57
    DEFENCELESS = 58
    NO_SHIELD = 59
    NOTHING_TO_PARRY_WITH = 60
    HAS_PARRIED = 61
    NO_PARRY_OF_SHOTS = 62
    # --- whom
    GONE = 63
    SELF = 64
    FRIEND = 65
    ENEMY = 66
    NOT_SEEN = 67
    SURRENDERED = 68
    NOT_HERE = 69
    TOO_HIGH = 70
    STUMBLES_APART = 71
    OUT_OF_RANGE = 72
    NO_LINE = 73
    HAS_RUN = 74
    NOT_NEXT = 75
    OFF_THE_GROUND = 76
    FAR = 77
    # --- where to
    NO_WAY = 78
    NO_BORDER = 79  # borders lie in every second direction
    MAP_ENDS = 80
    OFF_MAP = 81
    WALLED = 82
    LIMIT = 83
    STRUCTURE = 84
    STEEP = 85
    FULL = 86
    CHALLENGE = 87
    BARRED = 88
    NOT_LEVEL = 89
    HANGS_ELSEWHERE = 90
    NOT_AT_TOP = 91
    MOVED_THIS_TURN = 92
    NO_EXIT = 93
    OFF_GROUND = 94
    NOT_CLIMBABLE = 95
    NOTHING_TO_CLIMB = 96
    AT_TOP = 97
    NOT_ON_TOP = 98
    AT_BOTTOM = 99
    SMALL_DIFFERENCE = 100
    NO_STEP = 101
    NO_HEIGHT = 102
    NOT_FROM_THERE = 103  # the direction of a stumble
    # --- guarding, hiding, getting ready
    ON_GUARD = 104
    NO_ALLY_TO_GUARD = 105
    NO_BORDER_TO_GUARD = 106
    NO_CONCEALMENT = 107
    NO_HIDING_PLACE = 108
    NO_COVER = 109
    IN_COVER = 110
    DODGE_READY = 111
    NO_SHOOTER = 112
    NOT_SO = 113  # a mode that belongs to other verbs
    OUT_OF_BLOWS = 114  # who has left cannot be struck
    NO_ALLY = 115
    # --- senses, speech, skills
    NO_ENEMY_NEAR = 116
    NO_ENEMY_SEEN = 117
    NO_THREATS = 118
    NOBODY_TO_THREATEN = 119
    OUT_OF_ACTION = 120
    UNSHAKEN = 121
    NO_SKILL = 122
    NO_SKILL_TO_PREPARE = 123
    NO_OTHER_SKILL = 124
    NO_WILLPOWER = 125
    PREPARED = 126
    NOBODY_TO_TREAT = 127
    NOT_DYING = 128
    ENEMY_IN_CLUSTER = 129
    ENEMY_IN_ITS_CLUSTER = 130
    NOBODY_TO_RALLY = 131
    OUT_OF_FIGHT = 132
    ASLEEP = 133
    # --- holding, dragging, breaking
    HOLDS_NOBODY = 134
    HELD_BY_NOBODY = 135
    NOBODY_TO_MOVE = 136
    WALKS = 137
    ASSISTS = 138
    NOBODY_TO_DRAG = 139
    TOO_FEW = 140
    NO_WAY_FOR_IT = 141
    NO_STRUCTURE = 142
    NO_OBJECTIVE = 143
    OWN_OBJECTIVE = 144


UNITS = 16  # roster rows
SLOTS = 6  # items carried
EDGES = 24  # borders that can change: those with a limit or a structure
OBJECTIVES = 4
ATTRIBUTES = len(Attribute)
ABILITIES = len(Ability)
MODES = len(Mode)
DIRECTIONS = 8  # of which borders lie in every second
PRIMED = 8  # skills that are primed
FIRST_BIND = Mode.BIND_ANYWHERE
FIRST_SKILL = Mode.KNOCKDOWN
FIRST_TRIGGER = Mode.ENEMY_ENTERS
FIRST_SHIELD = Item.BUCKLER
LAST_SHIELD = Item.TOWER_SHIELD
ALL_WAYS = 15  # of a mask of the four sides

A_MODE = len(Verb)  # answers for the parts of a choice begin here
A_UNIT = A_MODE + MODES
A_ITEM = A_UNIT + UNITS
A_DIRECTION = A_ITEM + SLOTS
A_CELL = A_DIRECTION + DIRECTIONS

#: The parts each verb asks for, in the order they are asked.
PARTS_OF = parts_of(
    len(Verb),
    {
        (Verb.WEAPON_ATTACK, Verb.SHOOT, Verb.BRAWL, Verb.CHARGE_WEAPON, Verb.CHARGE_BRAWL): (Part.TARGET, Part.MODE),
        (Verb.LUCK_SHOT, Verb.OBSERVE_CELL): (Part.CELL,),
        (
            Verb.MOVE, Verb.RUN, Verb.CRAWL, Verb.SCALE_UP, Verb.SCALE_DOWN, Verb.GUARD_BORDER, Verb.BASH,
        ): (Part.DIRECTION,),
        (
            Verb.GUARD, Verb.DELAY_BEFORE, Verb.DELAY_AFTER, Verb.OBSERVE_ITEM, Verb.OBSERVE_INSIGHT, Verb.POINT_OUT,
            Verb.THREATEN, Verb.FIRST_AID, Verb.RALLY, Verb.ASSIST,
        ): (Part.TARGET,),
        (
            Verb.READY_ATTACK, Verb.READY_SHOT, Verb.READY_HIT, Verb.READY_BIND, Verb.READY_PRONE, Verb.DROP_ITEMS,
            Verb.PRIME_SKILL,
        ): (Part.MODE,),
        Verb.READY_MOVE: (Part.MODE, Part.DIRECTION),
        (Verb.DRAW, Verb.PUT_AWAY, Verb.GET_ITEM, Verb.CONCEAL_ITEM): (Part.ITEM,),
        Verb.DRAG: (Part.TARGET, Part.DIRECTION),
    },
)  # fmt: skip
ANSWERS = answers_of(
    {
        Part.TARGET: (Prompt.TARGET, A_UNIT),
        Part.MODE: (Prompt.MODE, A_MODE),
        Part.ITEM: (Prompt.ITEM, A_ITEM),
        Part.DIRECTION: (Prompt.DIRECTION, A_DIRECTION),
        Part.CELL: (Prompt.CELL, A_CELL),
    }
)

#: What odds can be asked for by name.
RESULTS = {
    "hit": Result("attacks that hit", (Event.ATTACK_HIT,)),
    "damage": Result("hit points lost", (Event.DAMAGED,), SUM),
    "grazed": Result("brawls that only touch", (Event.GRAZED,)),
    "grabbed": Result("grabs that hold", (Event.GRABBED,)),
    "killed": Result("units that died", fields=("dead",)),
    "down": Result("units out of action: unconscious or dead", fields=("dead", "unconscious")),
    "success": Result("requirements met", (Event.PASSED,)),
}
