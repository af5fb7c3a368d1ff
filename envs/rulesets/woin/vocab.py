"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import SUM, Result


class Prompt(IntEnum):
    """What the deciding unit is asked."""

    NOBODY = 0
    TURN = 1  # what to do next
    AMBUSH = 2  # whom to ambush, and how
    WATCH = 3  # fire from overwatch?
    TRADE = 4  # how many dice of damage to buy
    LUCK = 5  # how many LUCK dice to add
    GUARD = 6  # guard against this attack?
    TARGET = 7
    ITEM = 8
    MODE = 9
    CELL = 10


PARTS = (Prompt.TARGET, Prompt.ITEM, Prompt.MODE, Prompt.CELL)
RESTS = (Prompt.TURN,)  # no action is under way at this prompt


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    END_TURN = 1
    MOVE = 2
    ATTACK = 3
    WHIRLWIND = 4
    AIM = 5
    FEINT = 6
    OVERWATCH = 7
    SUPPRESS = 8
    HUNKER = 9
    UNHUNKER = 10
    HIDE = 11
    DROP_PRONE = 12
    STAND = 13
    DRAW = 14
    SHEATHE = 15
    DROP = 16
    PICK_UP = 17
    RELOAD = 18
    HEAL = 19
    DRINK = 20
    CAST = 21  # at a unit
    CAST_AREA = 22  # at a cell
    SCAN = 23
    SHAKE_OFF = 24
    OPEN = 25
    UNLOCK = 26
    RELEASE = 27
    AMBUSH_ATTACK = 28
    AMBUSH_MOVE = 29
    AMBUSH_WATCH = 30
    NO_AMBUSH = 31
    FIRE = 32
    HOLD_FIRE = 33
    GUARD = 34
    NO_GUARD = 35


class Mode(IntEnum):
    """How an attack is made, which spell is cast, which condition is to be shaken off."""

    NORMAL = 0
    GRAB = 1
    ESCAPE = 2
    CALLED_PUSH = 3
    CALLED_PRONE = 4
    CALLED_DISARM = 5
    CALLED_SLOW = 6
    CALLED_SPECIAL = 7
    ACHILLES_HEEL = 8
    ARM_LOCK = 9
    BLINDING_ATTACK = 10
    BLIND_SHOT = 11
    CHARGE = 12
    CRIPPLING_STRIKE = 13
    DEATH_FROM_ON_HIGH = 14
    DISARM = 15
    DOUBLE_TAP = 16
    KNOCKBACK = 17
    STRONG_KNOCKBACK = 18
    KNOCKDOWN = 19
    RICOCHET = 20
    SCATTERSHOT = 21
    SPINNING_KICK = 22
    THROW = 23
    STRONG_THROW = 24
    TRIP = 25
    FIREBOLT = 26
    FLAME_BURST = 27
    MIND_SPIKE = 28
    FEAR = 29
    MEND = 30
    FOG = 31
    ENTANGLE = 32
    MIND_LANCE = 33
    TELEKINETIC_SHOVE = 34
    RESTRAINED = 35
    SLOWED = 36
    BLINDED = 37
    AFRAID = 38


class Refusal(IntEnum):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    TURN_ONLY = 1
    WHEN_ASKED = 2
    FIGHT_HAS_BEGUN = 3
    NO_ACTIONS = 4
    TOO_FEW_ACTIONS = 5
    NO_FREE_ACTION = 6
    BOUND = 7
    RESTRAINED = 8
    NO_SPEED = 9
    NO_MOVES = 10
    NO_WAY = 11
    OFF_THE_BOARD = 12
    THERE_ALREADY = 13
    OCCUPIED = 14
    NO_WAY_THERE = 15
    ABSENT = 16
    NO_ENEMY = 17
    ENEMY = 18
    ITSELF = 19
    DEAD = 20
    DOWN = 21
    OUT_OF_REACH = 22
    OUT_OF_RANGE = 23
    OUT_OF_SIGHT = 24
    NOT_NEXT = 25
    TOO_FAR = 26
    NOBODY_TO_ATTACK = 27
    NOBODY_IN_REACH = 28
    NO_ATTACK = 29
    NOT_IN_AMBUSH = 30
    NO_WEAPON = 31
    NOT_IN_HAND = 32
    NOT_LOADED = 33
    TOO_FEW_SHOTS = 34
    SINGLE = 35
    MELEE_WEAPON = 36
    RANGED_WEAPON = 37
    WITHIN_REACH = 38
    BARE_HANDS = 39
    WEAPON_TOO_LARGE = 40
    NOT_ITS_HOLDER = 41
    NO_CHARGE = 42
    NO_LEAP = 43
    NO_DICE = 44
    NO_EXPLOITS = 45  # a knob leaves exploits and Called Shots out
    NO_EXPLOIT = 46  # not its own
    EXPLOIT_USED = 47
    CALLED_BEFORE = 48
    NO_LOCATION = 49
    IMMUNE = 50
    ALREADY_SO = 51
    UNARMED = 52
    ONLY_HURT = 53  # a unit that is down can only be damaged
    HOLDS_ANOTHER = 54
    TOO_LARGE = 55
    DONE_BEFORE = 56
    NO_MISSILES = 57
    WATCHES_ALREADY = 58
    HUNKERED = 59
    BLINDED = 60
    NO_ENEMY_IN_SIGHT = 61
    NO_ALLY = 62
    NO_COVER = 63
    NOT_HUNKERED = 64
    NOT_PINNED = 65
    IN_THE_OPEN = 66
    PRONE = 67
    NOT_PRONE = 68
    NEVER_PRONE = 69
    HANDS_FULL = 70
    PART_OF_BODY = 71
    NO_WEAPON_TO_DRAW = 72
    NO_WEAPON_HELD = 73
    NOTHING_LOST = 74
    LOST_TOO_FAR = 75
    NO_CAPACITY = 76
    LOADED = 77
    UNHURT = 78
    HEALED_BEFORE = 79
    NOBODY_TO_HEAL = 80
    NO_DRAUGHT = 81
    NO_SPELL = 82
    OTHER_KIND = 83
    NO_POINTS = 84
    NOBODY_TO_CAST_AT = 85
    SOLID = 86
    NOBODY_TO_SCAN = 87
    NO_CONDITION = 88
    HELD = 89
    NOTHING_TO_OPEN = 90
    NOTHING_TO_UNLOCK = 91
    NOTHING_THERE = 92
    HOLDS_NOBODY = 93


class Frame(IntEnum):
    """Procedures."""

    NOTHING = 0
    BATTLE = 1
    DECLARE = 2  # declarations of ambushes
    AMBUSH = 3  # the ambush turn
    TURN = 4  # an activation
    MOVE = 5
    WATCH = 6  # watchers are asked, one after another
    ATTACK = 7
    WHIRLWIND = 8
    PUSH = 9
    FALL = 10
    TRAP = 11
    TASK = 12  # a check, and what comes of it: healing, spells without an attack roll, locks, scans, conditions, hiding


class Strike(IntEnum):
    """What an attack is made with: the slots of weapons, bare hands, a spell. The first three are answers for an item."""

    FIRST = 0
    SECOND = 1
    UNARMED = 2
    SPELL = 3


class Mark(IntEnum):
    """What holds of a procedure: bits."""

    OVERWATCH = 1  # a shot from overwatch
    AMBUSH = 2  # an attack of the ambush turn
    WHIRLWIND = 4  # one of several of a whirlwind
    GUARDED = 8  # the target has spent its reaction
    APPLIED = 16  # what was rolled before takes effect now


class Dice(IntEnum):
    """How many dice are traded, or of LUCK are added."""

    NO_DICE = 0
    ONE_DIE = 1
    TWO_DICE = 2
    THREE_DICE = 3
    FOUR_DICE = 4


class Task(IntEnum):
    """What a check is made for."""

    NONE = 0
    EMERGENCY_HEALING = 1
    DRAUGHT = 2
    MEND = 3
    SCAN = 4
    SHAKE_OFF = 5
    UNLOCK = 6
    HIDE = 7


class Item(IntEnum):
    """Weapons: rows of the table."""

    UNARMED = 0
    MARTIAL_FISTS = 1
    DAGGER = 2
    SHORTSWORD = 3
    RAPIER = 4
    LONGSWORD = 5
    MACE = 6
    CLUB = 7
    SPEAR = 8
    HAND_AXE = 9
    GREATAXE = 10
    MAUL = 11
    BITE = 12
    SHORTBOW = 13
    LONGBOW = 14
    SLING = 15
    JAVELIN = 16
    LIGHT_CROSSBOW = 17
    HEAVY_CROSSBOW = 18
    PISTOL = 19
    REPEATER = 20
    ROCK = 21


class Armour(IntEnum):
    """Rows of the table of armour."""

    NONE = 0
    PADDED = 1
    LEATHER = 2
    STUDDED_HIDE = 3
    BREASTPLATE = 4
    CHAINMAIL = 5
    PLATE = 6


class WeaponKind(IntEnum):
    """How a weapon is used, as the table numbers it."""

    MELEE = 0
    RANGED = 1
    THROWN = 2


class Defence(IntEnum):
    """The four DEFENSES."""

    MELEE = 0
    RANGED = 1
    MENTAL = 2
    VITAL = 3


class Exploit(IntEnum):
    """Exploits a unit owns: bits."""

    ACHILLES_HEEL = 1
    ARM_LOCK = 2
    BLINDING_ATTACK = 4
    BLIND_SHOT = 8
    CHARGE = 16
    CRIPPLING_STRIKE = 32
    DEATH_FROM_ON_HIGH = 64
    DISARM = 128
    DOUBLE_TAP = 256
    KNOCKBACK = 512
    KNOCKDOWN = 1024
    RICOCHET = 2048
    SCATTERSHOT = 4096
    SPINNING_KICK = 8192
    THROW = 16384
    TRIP = 32768
    WHIRLWIND_FRENZY = 65536


class Spell(IntEnum):
    """Spells and powers a unit knows: bits."""

    FIREBOLT = 1
    FLAME_BURST = 2
    MIND_SPIKE = 4
    FEAR = 8
    MEND = 16
    FOG = 32
    ENTANGLE = 64
    MIND_LANCE = 128
    TELEKINETIC_SHOVE = 256


class Trait(IntEnum):
    """Traits: bits."""

    PRIMARY_CLIMB = 1
    PRIMARY_SWIM = 2
    PRIMARY_FLY = 4
    DARKVISION = 8
    AIM = 16
    FEINT = 32


class Immunity(IntEnum):
    """What has no effect on a unit: bits. The first are effects, the others types of damage."""

    PRONE = 1
    GRAB = 2
    SLOWED = 4
    PUSH = 8
    BLINDED = 16
    AFRAID = 32
    DISARM = 64
    VENOM = 128
    BLUNT = 256
    PIERCING = 512
    SLASHING = 1024
    BALLISTIC = 2048
    FIRE = 4096
    PSYCHIC = 8192


class Special(IntEnum):
    """The location a stat block describes, and what becomes of it."""

    NONE = 0
    NECK = 1  # one action fewer a round for the rest of the battle


class Ground(IntEnum):
    """Terrain codes of a map. Doors, chests and traps are things."""

    OPEN = 0
    WALL = 1
    LOW_WALL = 2
    RUBBLE = 3
    PILLAR = 4
    DIFFICULT = 5
    DEEP_WATER = 6
    PIT = 7
    CHEST = 8
    DOORWAY = 9
    TRAP = 10


class Thing(IntEnum):
    """What a thing on the map is now."""

    NOTHING = 0
    DOOR_OPEN = 1
    DOOR_CLOSED = 2
    DOOR_LOCKED = 3
    CHEST_FULL = 4
    CHEST_EMPTY = 5
    TRAP_ARMED = 6
    TRAP_SPENT = 7


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    INITIATIVE = 2  # amount: total
    TIE_DIE = 3  # amount: face
    TURN_BEGINS = 4  # amount: initiative count
    EXTRA_TURN_BEGINS = 5  # amount: initiative count
    MOVED = 6  # amount: cell
    ATTACK_HIT = 7  # amount: DEFENSE, extra: mode
    ATTACK_MISSED = 8  # amount: DEFENSE, extra: mode
    CRITICAL_HIT = 9  # amount: DEFENSE, extra: mode
    DAMAGE_ROLLED = 10  # amount: sum of the dice, extra: sixes
    DAMAGED = 11  # amount: damage, extra: HEALTH left
    NO_DAMAGE = 12
    FELL_DOWN = 13  # at HEALTH 0 or less; amount: dying dice
    DYING_DICE_LOST = 14  # amount: dice left
    DIED = 15
    WOKE = 16  # amount: HEALTH
    LUCK_SPENT = 17  # amount: dice, extra: left
    DICE_TRADED = 18  # amount: dice of damage bought
    GUARDED = 19
    PRONE = 20
    STOOD_UP = 21
    RESTRAINED = 22  # amount: level
    FREED = 23
    LET_GO = 24
    SLOWED = 25
    BLINDED = 26
    AFRAID = 27
    RECOVERED = 28  # amount: Mode, the condition
    DISARMED = 29  # amount: Item
    DREW = 30  # amount: Item
    SHEATHED = 31  # amount: Item
    DROPPED = 32  # amount: Item
    PICKED_UP = 33  # amount: Item
    RELOADED = 34  # amount: Item
    AIMED = 35
    FEINTED = 36
    WATCHES = 37
    HELD_FIRE = 38
    WATCH_ENDS = 39
    SUPPRESSES = 40  # amount: dice of cover
    HUNKERED = 41
    UNHUNKERED = 42
    HID = 43
    NOT_HIDDEN = 44
    PINNED = 45  # amount: counter
    PASSED = 46  # a check; amount: difficulty, extra: Task
    FAILED = 47  # a check; amount: difficulty, extra: Task
    HEALED = 48  # amount: points, extra: HEALTH now
    CAST = 49  # amount: Mode, extra: points left
    SMOKE_RISES = 50  # amount: cell, extra: rounds
    SMOKE_CLEARS = 51  # amount: cell
    SCANNED = 52
    OPENED = 53  # amount: cell, extra: Thing
    UNLOCKED = 54  # amount: cell, extra: Thing
    TRAP_SPRUNG = 55  # amount: cell
    PUSHED = 56  # amount: cell
    FALLS = 57  # amount: damage, extra: feet
    LANDED_WELL = 58  # amount: feet
    CLIMBS = 59  # amount: difficulty
    SLIPS = 60  # amount: difficulty; the climb fails
    SWIMS = 61  # amount: difficulty
    SINKS_BACK = 62  # amount: difficulty; the swim fails
    LEAPT = 63  # amount: cell
    CHARGED = 64  # amount: cell
    PLUNGED = 65  # amount: cell
    VENOM = 66  # amount: VITAL DEFENSE; it takes hold
    VENOM_RESISTED = 67  # amount: VITAL DEFENSE
    NECK_HIT = 68  # amount: actions left a round
    AMBUSH_WON = 69  # amount: total of who ambushes, extra: of the target
    AMBUSH_LOST = 70  # amount: total of who ambushes, extra: of the target
    AMBUSH_MUTUAL = 71
    ENDED_TURN = 72
    BATTLE_ENDS = 73  # amount: Ending
    AREA_ROLLED = 74  # amount: total, extra: Mode; before it is compared with each unit in the area
    COUNTED_DOWN = 75  # amount: dice rolled, extra: dice lost
    LANDED_BADLY = 76  # amount: feet


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    ATTRIBUTE = 1
    SKILL = 2
    EQUIPMENT = 3
    MAXIMUM = 4  # what lies beyond the maximum dice pool
    RANGE = 5
    COVER = 6
    HIGHER_GROUND = 7
    PINNED = 8
    CROSSFIRE = 9
    FLANK = 10
    PRONE = 11
    RESTRAINED = 12
    AFRAID = 13
    LATER_TARGET = 14
    NOT_BELOW_NONE = 15  # what positional penalties would take off beyond the last die
    AIM = 16
    FEINT = 17
    TRADED = 18
    PRICE = 19
    LUCK = 20
    GUARD = 21
    DICE = 22
    SOAK = 23
    SIXES = 24  # what sixes do beyond the rest
    IMMUNE = 25
    BONUS = 26


class Status(IntEnum):
    """Conditions an observer sees, by the names of the fields."""

    DEAD = 0
    DOWN = 1
    PRONE = 2
    RESTRAINED = 3
    SLOWED = 4
    BLINDED = 5
    AFRAID = 6
    HUNKERED = 7
    OVERWATCH = 8
    SUPPRESSED = 9
    PINNED = 10
    AIMED = 11


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_ACTIVE = 1
    NOBODY_ACTIVE = 2
    ROUND_LIMIT = 3
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


UNITS = 16  # roster rows
SLOTS = 2  # weapons carried
THINGS = 16  # doors, chests and traps of a map
FOGS = 6  # clouds of fog that spells raise
WAY = 64  # cells of a move
MODES = len(Mode)
NO_SLOT = -1
FIRST_EXPLOIT, LAST_EXPLOIT = Mode.ACHILLES_HEEL, Mode.TRIP
FIRST_SPELL, LAST_SPELL = Mode.FIREBOLT, Mode.TELEKINETIC_SHOVE
FIRST_PSIONIC = Mode.MIND_LANCE
FIRST_CONDITION = Mode.RESTRAINED
MOST_DICE = len(Dice)  # numbers of dice that can be answered

#: The exploit each mode belongs to, from ``FIRST_EXPLOIT`` on.
EXPLOIT_OF = (
    Exploit.ACHILLES_HEEL, Exploit.ARM_LOCK, Exploit.BLINDING_ATTACK, Exploit.BLIND_SHOT, Exploit.CHARGE,
    Exploit.CRIPPLING_STRIKE, Exploit.DEATH_FROM_ON_HIGH, Exploit.DISARM, Exploit.DOUBLE_TAP, Exploit.KNOCKBACK,
    Exploit.KNOCKBACK, Exploit.KNOCKDOWN, Exploit.RICOCHET, Exploit.SCATTERSHOT, Exploit.SPINNING_KICK, Exploit.THROW,
    Exploit.THROW, Exploit.TRIP,
)  # fmt: skip

A_MODE = len(Verb)  # answers for the parts of a choice begin here
A_UNIT = A_MODE + MODES
A_ITEM = A_UNIT + UNITS
A_DICE = A_ITEM + SLOTS + 1
A_CELL = A_DICE + MOST_DICE

#: The parts each verb asks for, in the order they are asked.
PARTS_OF = parts_of(
    len(Verb),
    {
        (Verb.ATTACK, Verb.AMBUSH_ATTACK): (Part.TARGET, Part.ITEM, Part.MODE),
        (Verb.SUPPRESS, Verb.HEAL, Verb.DRINK, Verb.SCAN, Verb.AMBUSH_WATCH): (Part.TARGET,),
        Verb.AMBUSH_MOVE: (Part.TARGET, Part.CELL),
        Verb.CAST: (Part.MODE, Part.TARGET),
        Verb.CAST_AREA: (Part.MODE, Part.CELL),
        (Verb.MOVE, Verb.OPEN, Verb.UNLOCK): (Part.CELL,),
        Verb.DRAW: (Part.ITEM,),
        Verb.SHAKE_OFF: (Part.MODE,),
    },
)
ANSWERS = answers_of(
    {
        Part.TARGET: (Prompt.TARGET, A_UNIT),
        Part.ITEM: (Prompt.ITEM, A_ITEM),
        Part.MODE: (Prompt.MODE, A_MODE),
        Part.CELL: (Prompt.CELL, A_CELL),
    }
)

#: What odds can be asked for by name.
RESULTS = {
    "hit": Result("attacks that hit", (Event.ATTACK_HIT, Event.CRITICAL_HIT)),
    "critical": Result("critical hits", (Event.CRITICAL_HIT,)),
    "damage": Result("HEALTH lost", (Event.DAMAGED,), SUM),
    "killed": Result("units that died", fields=("dead",)),
    "down": Result("units out of action: down or dead", fields=("dead", "down")),
    "success": Result("checks passed", (Event.PASSED,)),
    "healed": Result("HEALTH regained", (Event.HEALED,), SUM),
}
