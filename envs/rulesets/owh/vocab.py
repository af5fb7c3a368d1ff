"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import LAST, SUM, Result


class Prompt(IntEnum):
    """What the deciding unit is asked."""

    NOBODY = 0
    TURN = 1  # what to do with the next action
    OPPORTUNITY = 2  # attack an enemy that is leaving contact?
    REROLL = 3  # spend a fate token to roll again?
    FATE = 4  # spend a fate token to shake off a status?
    SPIRIT = 5  # try to overcome fear?
    CONSENT = 6  # agree to a coordinated attack?
    TARGET = 7
    MODE = 8
    CELL = 9
    ITEM = 10


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.CELL, Prompt.ITEM)
RESTS = (Prompt.TURN, Prompt.FATE, Prompt.SPIRIT)  # no action is under way at these prompts


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    END_TURN = 1
    ATTACK = 2
    FREE_ATTACK = 3
    MOVE = 4
    DEFEND = 5
    HIDE = 6
    CAST = 7
    HEAL = 8
    USE_POTION = 9
    USE_ANTIDOTE = 10
    USE_WATER = 11
    USE_COURAGE = 12
    COAT_VENOM = 13
    COAT_SLEEP = 14
    EXECUTE = 15
    FREE_EXECUTE = 16
    COORDINATE = 17
    EXTINGUISH = 18
    ROUSE = 19
    LOOT = 20
    RELOAD = 21
    RECOVER_WEAPON = 22
    INTERACT = 23
    WITHDRAW = 24
    SWITCH_WEAPON = 25
    DROP_WEAPON = 26
    BERSERK = 27
    OPPORTUNITY = 28  # attack the enemy that is leaving
    LET_GO = 29
    REROLL = 30
    KEEP_ROLL = 31
    SHAKE_OFF = 32
    KEEP_TOKENS = 33
    RESIST_FEAR = 34
    BEAR_FEAR = 35
    AGREE = 36
    DECLINE = 37


class Mode(IntEnum):
    """How an attack is made, which spell is cast, which status is to be shaken off."""

    NORMAL = 0
    SUBDUE = 1
    CALLED = 2
    HEADSHOT = 3
    BLINDING = 4
    DISARM = 5
    FIREBOLT = 6
    MEND = 7
    ENTANGLE = 8
    DREAD = 9
    GUST = 10
    FLASH = 11
    BLEEDING = 12
    BLIND = 13
    DEAFENED = 14
    DISEASED = 15
    IGNITED = 16
    INSANE = 17
    PARALYZED = 18
    POISONED = 19
    ROOTED = 20
    STUNNED = 21
    FEAR = 22


class Refusal(IntEnum):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    # --- when
    TURN_ONLY = 1
    WHEN_ASKED = 2
    UNABLE = 3
    STUNNED = 4
    BOUND = 5
    FEW_ACTIONS = 6
    MOVED_TWICE = 7
    NO_FREE_ACTION = 8
    NOT_FIRST = 9
    # --- attacks
    NO_ATTACKS = 10
    NO_ATTACKS_AFTER_MOVE = 11
    NOT_LOADED = 12
    NOBODY_IN_REACH = 13
    NOBODY_IN_RANGE = 14
    NOBODY_IN_CONTACT = 15
    NO_ABILITY = 16
    UNFIT = 17
    AFRAID = 18
    NOBODY_DOWN = 19
    # --- Moves
    ROOTED = 20
    NO_MOVES = 21
    BLIND = 22
    LEG = 23
    ACTED = 24
    NO_WAY = 25
    NOT_ON_EDGE = 26
    # --- spells
    NO_SPELLS = 27
    NO_CASTING = 28
    NO_WINDS = 29
    NOBODY_TO_CAST_AT = 30
    # --- items
    NO_ITEM_USES = 31
    NO_ITEM = 32
    NOBODY_TO_HELP = 33
    NO_WEAPON = 34
    NATURAL = 35
    NO_OTHER_WEAPON = 36
    LOADED = 37
    NOTHING_LOST = 38
    LOST_FAR_AWAY = 39
    # --- others
    NO_DEFENDING = 40
    HIDDEN = 41
    NO_HIDING = 42
    WATCHED = 43
    NOBODY_ASLEEP = 44
    NO_CORPSE = 45
    NO_LEVER = 46
    NOT_BURNING = 47
    NOT_HIDDEN = 48
    DEAF = 49
    DECLINED = 50
    NO_PARTNER = 51
    NOBODY_TO_STALK = 52
    BERSERK_BEFORE = 53
    # --- of a target
    UNKNOWN = 54
    NO_ENEMY = 55
    NO_FRIEND = 56
    FALLEN = 57
    OUT_OF_REACH = 58
    OUT_OF_RANGE = 59
    NOT_SEEN = 60
    NO_CLEAR_LINE = 61
    ETHEREAL = 62
    NOT_TOUCHING = 63
    NOT_DOWN = 64
    NO_NEED = 65
    NOT_ASLEEP = 66
    EXHAUSTED = 67
    WASTED = 68
    NOT_DEAD = 69
    LOOTED = 70
    TOO_LARGE = 71
    # --- of a way to do it
    WRONG_MODE = 72
    NOTHING_TO_LOSE = 73
    BLIND_BY_NATURE = 74
    UNKNOWN_SPELL = 75
    NO_WINDS_FOR_IT = 76
    NOBODY_FOR_IT = 77
    NOT_SUFFERED = 78
    # --- of a weapon
    NO_SLOT = 79
    EMPTY = 80
    IN_HAND = 81
    ON_THE_GROUND = 82
    # --- of a cell
    OFF_THE_BOARD = 83
    HERE = 84
    SOLID = 85
    OCCUPIED = 86
    TOO_FAR = 87
    NO_WAY_THERE = 88


class Frame(IntEnum):
    """Procedures."""

    NOTHING = 0
    BATTLE = 1
    TURN = 2
    MOVE = 3
    ATTACK = 4
    ROLL = 5
    PUSH = 6
    SNEAK = 7
    TEND = 8
    CAST = 9
    SEARCH = 10
    COORDINATE = 11


class Strike(IntEnum):
    """What an attack is made with, in a frame of one."""

    WEAPON = 0
    BASH = 1  # the shield
    SPELL = 2


class Mark(IntEnum):
    """What holds of a procedure: bits."""

    HIDDEN = 1  # the attacker was hidden when it declared the attack
    LEAVING = 2  # the Move leaves the battlefield


class Roll(IntEnum):
    """What a roll is for: a bit of ``fate.reroll.kinds_mask`` goes with each."""

    STEALTH = 0
    NOTICE = 1
    HEALING = 2
    SPIRIT = 3
    COURAGE = 4  # against a source of fear
    RESIST_SPELL = 5
    POISON = 6
    EXECUTION = 7
    COLLISION = 8
    DAMAGE = 9
    HEALED = 10
    TABLE = 11
    POTION = 12
    HIDING = 13


class Item(IntEnum):
    """Weapons: rows of the table plus one."""

    NOTHING = 0
    SWORD = 1
    DAGGER = 2
    BATTLE_AXE = 3
    MACE = 4
    SPEAR = 5
    GREATSWORD = 6
    GREAT_HAMMER = 7
    HALBERD = 8
    TORCH = 9
    RUNEBLADE = 10
    CLAWS = 11
    GREAT_CLAWS = 12
    GHOST_TOUCH = 13
    THROWING_KNIFE = 14
    JAVELIN = 15
    SHORTBOW = 16
    LONGBOW = 17
    CROSSBOW = 18
    PISTOL = 19


class WeaponKind(IntEnum):
    """What skill a weapon is used with, as the table numbers it."""

    MELEE = 0
    RANGED = 1
    THROWN = 2


class Rider(IntEnum):
    """Natural effects of a weapon on its target: bits."""

    POISON = 1
    PARALYSE = 2
    SLEEP = 4


class Ability(IntEnum):
    """Abilities: bits."""

    FRENZY = 1
    RAPID_FIRE = 2
    SHIELD_BASH = 4
    BERSERK = 8
    BLUDGEON = 16
    SLIPPERY = 32
    BRAWLER = 64
    FIELD_MEDIC = 128


class Trait(IntEnum):
    """Traits, which are always on: bits."""

    HERO = 1
    FEARLESS = 2
    POISON_IMMUNE = 4
    TIRELESS = 8
    FLYING = 16
    ETHEREAL = 32
    LOW_LIGHT_VISION = 64
    NIGHT_VISION = 128
    LIGHT_SENSITIVE = 256
    SHIELD = 512
    NATURALLY_BLIND = 1024


class Spell(IntEnum):
    """Spells a unit knows: bits."""

    FIREBOLT = 1
    MEND = 2
    ENTANGLE = 4
    DREAD = 8
    GUST = 16
    FLASH = 32


class Ground(IntEnum):
    """Terrain codes of a map."""

    OPEN = 0
    DIFFICULT = 1
    COVER = 2
    WALL = 3
    WATER = 4
    GATE_CLOSED = 5
    GATE_OPEN = 6
    LEVER = 7


class Light(IntEnum):
    """Light of a cell."""

    DAYLIGHT = 0
    LOW = 1
    DARKNESS = 2


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    CARD_DEALT = 2  # amount: card
    JOKER = 3  # amount: tokens the side has now
    TURN_BEGINS = 4  # amount: card
    MOVED = 5  # amount: cell
    BUMPED = 6
    WITHDREW = 7
    LEAVING = 8  # who may be attacked as it leaves; target: who reacts
    ATTACK_HIT = 9  # amount: number needed, extra: Mode, with its edge
    ATTACK_MISSED = 10  # amount: number needed, extra: Mode, with its edge
    CRITICAL_HIT = 11  # amount: number needed, extra: Mode, with its edge
    DAMAGED = 12  # amount: hit points lost, extra: hit points left
    NO_DAMAGE = 13
    BLED_OUT = 14  # who lies bleeding out
    DIED = 15
    KNOCKED_OUT = 16
    PASSED = 17  # a check; amount: number needed, extra: Roll, with its edge
    FAILED = 18  # a check; amount: number needed, extra: Roll, with its edge
    TOKEN_SPENT = 19  # amount: tokens left
    SHOOK_OFF = 20  # amount: Mode, extra: number needed
    STILL_SUFFERS = 21  # amount: Mode, extra: number needed
    BLEEDS = 22  # amount: stacks
    BURNS = 23  # amount: stacks
    POISONED = 24
    PARALYZED = 25
    BLINDED = 26  # amount: turns
    DEAFENED = 27  # amount: turns
    ROOTED = 28  # amount: turns
    STUNNED = 29  # amount: turns
    FEARS = 30  # amount: level
    TIRED = 31  # amount: level
    BLEEDING_HURTS = 32  # amount: damage
    POISON_HURTS = 33  # amount: damage
    FIRE_HURTS = 34  # amount: damage
    DOUSED = 35
    STUMBLED = 36  # amount: damage
    FELL = 37  # amount: damage, extra: metres
    PUSHED = 38  # amount: cell
    COLLIDED = 39  # amount: damage, extra: severity
    DEFENDS = 40
    HID = 41
    SPOTTED = 42
    STAYED_HIDDEN = 43
    HEALED = 44  # amount: hit points, extra: hit points now
    UP_AGAIN = 45
    CURED = 46  # amount: Mode
    DRANK = 47  # amount: hit points, extra: hit points now
    COATED = 48  # amount: charges
    CAST = 49  # amount: Mode, extra: winds left
    EXECUTED = 50
    ROUSED = 51
    LOOTED = 52
    RELOADED = 53
    DISARMED = 54
    DROPPED = 55
    RECOVERED = 56
    SWITCHED = 57  # amount: item
    LEVER_PULLED = 58  # amount: 1 gates shut
    BERSERK = 59  # amount: turns
    CALMED = 60
    COORDINATED = 61
    CALLED_OFF = 62
    DECLINED = 63
    TABLE_RESULT = 64  # amount: result
    ARM_BROKEN = 65
    LEG_BROKEN = 66
    HORRIFIED = 67
    RAGES = 68
    HELPLESS = 69
    RISES_AGAIN = 70  # a flier takes to the air
    OPPORTUNITY_PASSED = 71
    BATTLE_ENDS = 72  # amount: Ending
    CAPTURED = 73
    RESCUED = 74
    SPOILS = 76  # amount: corpses, extra: side
    DAMAGE_ROLLED = 77  # amount: sum of the dice
    FEAR_LESS = 78  # amount: level
    RESISTED = 79  # amount: Mode


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    PARRY = 1
    DEFENDING = 2
    COVER = 3
    CALLED_SHOT = 4
    SYNERGY = 5
    BLIND = 6
    DEAFENED = 7
    INSANE = 8
    ROOTED = 9
    BERSERK = 10
    NO_SHIELD = 11
    FIGHTING = 12
    SHOOTING = 13
    AGILITY = 14
    SPIRIT = 15
    STEALTH = 16
    ARM_BROKEN = 17
    DICE = 18
    STRENGTH = 19
    RUNE = 20
    POINT_BLANK = 21
    ARMOUR = 22
    MAGIC_RESISTANCE = 23
    COORDINATED = 24
    LEAST = 25
    HEALING = 26
    FIELD_MEDIC = 27
    POTION = 28
    TARGET_NUMBER = 29
    PROTECTION = 30
    NOTICE = 31
    STAMINA = 32
    SIZE = 33
    POISON_ABILITY = 34
    AS_BEFORE = 35  # the number of a check that is rolled again
    STATUS = 36


class Status(IntEnum):
    """Conditions an observer sees, by the names of the fields."""

    DEAD = 0
    DOWN = 1
    UNCONSCIOUS = 2
    PARALYZED = 3
    STUNNED = 4
    ROOTED = 5
    BLIND = 6
    DEAFENED = 7
    BLEEDING = 8
    POISONED = 9
    IGNITED = 10
    FEAR = 11
    INSANE = 12
    HIDDEN = 13
    DEFENDING = 14
    BERSERK = 15
    ARM_BROKEN = 16
    LEG_BROKEN = 17
    FATIGUE = 18
    WITHDRAWN = 19


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_ABLE = 1
    NOBODY_ABLE = 2
    ROUND_LIMIT = 3
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


UNITS = 16  # roster rows
SLOTS = 3  # weapons carried
MODES = len(Mode)
FIRST_SPELL, LAST_SPELL = Mode.FIREBOLT, Mode.FLASH
FIRST_AILMENT = Mode.BLEEDING
STEPS_OF_A_MOVE = 12
CARDS = 54
EDGES = 32  # added to what an event of a roll says: once for advantage, twice for disadvantage
NO_CARD = -1

A_MODE = len(Verb)  # answers for the parts of a choice begin here
A_UNIT = A_MODE + MODES
A_ITEM = A_UNIT + UNITS
A_CELL = A_ITEM + SLOTS

#: The parts each verb asks for, in the order they are asked.
PARTS_OF = parts_of(
    len(Verb),
    {
        Verb.ATTACK: (Part.TARGET, Part.MODE),
        Verb.CAST: (Part.MODE, Part.TARGET),
        (
            Verb.FREE_ATTACK, Verb.HEAL, Verb.USE_POTION, Verb.USE_ANTIDOTE, Verb.USE_WATER, Verb.USE_COURAGE, Verb.EXECUTE,
            Verb.FREE_EXECUTE, Verb.COORDINATE, Verb.ROUSE, Verb.LOOT,
        ): (Part.TARGET,),
        Verb.MOVE: (Part.CELL,),
        Verb.SWITCH_WEAPON: (Part.ITEM,),
        Verb.SHAKE_OFF: (Part.MODE,),
    },
)  # fmt: skip
ANSWERS = answers_of(
    {
        Part.TARGET: (Prompt.TARGET, A_UNIT),
        Part.MODE: (Prompt.MODE, A_MODE),
        Part.CELL: (Prompt.CELL, A_CELL),
        Part.ITEM: (Prompt.ITEM, A_ITEM),
    }
)

#: What odds can be asked for by name.
RESULTS = {
    "hit": Result("attacks that hit", (Event.ATTACK_HIT, Event.CRITICAL_HIT)),
    "critical": Result("natural 20s", (Event.CRITICAL_HIT,)),
    "damage": Result("hit points lost", (Event.DAMAGED,), SUM),
    "killed": Result("units that died", fields=("dead",)),
    "down": Result("units out of play: dead, bleeding out or unconscious", fields=("dead", "down", "unconscious")),
    "unconscious": Result("units knocked unconscious", fields=("unconscious",)),
    "regained": Result("hit points regained", (Event.HEALED, Event.DRANK), SUM),
    "table": Result("result on the table of called shots", (Event.TABLE_RESULT,), LAST),
}
