"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import LAST, SUM, Result


class Prompt(IntEnum):
    """What the deciding unit is asked."""

    NOBODY = 0
    STRATEGY = 1  # cast a spell of the strategy phase?
    CHARGE = 2  # declare a charge?
    REACTION = 3  # how to answer a charge
    MOVE = 4  # the next manoeuvre
    SHOOT = 5  # what to shoot at, or which spell to cast
    DISPEL = 6  # try to undo an enemy spell?
    CHALLENGE = 7  # challenge the enemy character?
    CHALLENGED = 8  # accept the challenge?
    ATTACK = 9  # whom to attack
    AFTER = 10  # follow, pursue or stay
    OVERRUN = 11  # run on after the enemy is wiped out?
    TARGET = 12
    MODE = 13
    ITEM = 14  # which way a reformed unit faces
    CELL = 15


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.ITEM, Prompt.CELL)
RESTS = (Prompt.STRATEGY, Prompt.CHARGE, Prompt.MOVE, Prompt.SHOOT)  # no action is under way at these prompts


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    PASS = 1
    CHARGE = 2
    HOLD = 3
    STAND_AND_SHOOT = 4
    FLEE = 5
    MARCH = 6
    FORWARD = 7
    BACK = 8
    SIDE_LEFT = 9
    SIDE_RIGHT = 10
    WHEEL_LEFT = 11
    WHEEL_RIGHT = 12
    TURN_LEFT = 13
    TURN_RIGHT = 14
    ABOUT_FACE = 15
    REDRESS = 16
    REFORM = 17
    SHOOT = 18
    SHOOT_CELL = 19
    FLAME = 20
    CAST_UNIT = 21
    CAST_CELL = 22
    DISPEL = 23
    LET_PASS = 24
    CHALLENGE = 25
    KEEP_SILENT = 26
    ACCEPT = 27
    REFUSE = 28
    ATTACK_UNIT = 29
    ATTACK_CHARACTER = 30
    FOLLOW_UP = 31
    PURSUE = 32
    RESTRAIN = 33


FIRST_MANOEUVRE, LAST_MANOEUVRE = Verb.FORWARD, Verb.REFORM


class Mode(IntEnum):
    """How it is done: cells forward, files added, shots, direction of a flame, spell, files of a reform."""

    ONE = 0
    TWO = 1
    FOUR = 2
    EIGHT = 3
    NARROWER_BY_2 = 4
    NARROWER_BY_1 = 5
    WIDER_BY_1 = 6
    WIDER_BY_2 = 7
    SINGLE = 8
    MULTIPLE = 9
    STRAIGHT = 10
    LEFT = 11
    RIGHT = 12
    EMBER_BOLT = 13
    STONE_RAIN = 14
    WARDING_LIGHT = 15
    WITHER = 16
    MEND = 17
    FILES_1 = 18
    FILES_2 = 19
    FILES_3 = 20
    FILES_4 = 21
    FILES_5 = 22
    FILES_6 = 23
    FILES_7 = 24
    FILES_8 = 25
    FILES_10 = 26
    FILES_12 = 27


FORWARDS, REDRESSES, REFORMS = 4, 4, 10  # rows of the tables of forward steps, redress steps and reform files


class Spell(IntEnum):
    """Spells a wizard has cast this turn: bits."""

    EMBER_BOLT = 1
    STONE_RAIN = 2
    WARDING_LIGHT = 4
    WITHER = 8
    MEND = 16
    SINKHOLE = 32


class Side(IntEnum):
    """The sides of a unit, and the quarters they look to, clockwise."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Bearing(IntEnum):
    """In which arc of a unit another one lies: a Side and one, or none where there are no two of them on the table."""

    NONE = 0
    FRONT = 1
    RIGHT = 2
    REAR = 3
    LEFT = 4


class Turn(IntEnum):
    """Which way a reformed unit faces, to one of its sides."""

    AHEAD = Side.FRONT
    RIGHTWARD = Side.RIGHT
    ABOUT = Side.REAR
    LEFTWARD = Side.LEFT


class Frame(IntEnum):
    """Procedures."""

    NOTHING = 0
    BATTLE = 1
    TURN = 2  # the turn of a side
    ORDER = 3  # a unit of the active side does what the phase lets it do
    CHARGE = 4  # a declared charge and the answer to it
    CAST = 5  # a spell
    SHOT = 6  # a unit shoots
    TEMPLATE = 7  # models under a template are hit
    HARM = 8  # hits wound, are saved, and take models
    PANIC = 9  # a panic test
    COMBAT = 10  # a round of a combat
    BLOWS = 11  # a unit strikes at its step
    AFTERMATH = 12  # what a beaten unit and its victors do


class Phase(IntEnum):
    """Phases of a side's turn."""

    NONE = 0
    START = 1
    STRATEGY = 2
    CHARGE = 3
    CHARGE_MOVES = 4
    COMPULSORY = 5
    MOVEMENT = 6
    SHOOTING = 7
    COMBAT = 8
    END = 9


class Troop(IntEnum):
    """Troop types: rows of the table."""

    REGULAR_INFANTRY = 0
    HEAVY_INFANTRY = 1
    MONSTROUS_INFANTRY = 2
    SWARMS = 3
    LIGHT_CAVALRY = 4
    HEAVY_CAVALRY = 5
    MONSTROUS_CAVALRY = 6
    WAR_BEASTS = 7
    LIGHT_CHARIOTS = 8
    HEAVY_CHARIOTS = 9
    MONSTROUS_CREATURES = 10
    BEHEMOTHS = 11
    WAR_MACHINES = 12


class MainType(IntEnum):
    """Main troop types."""

    INFANTRY = 0
    CAVALRY = 1
    CHARIOTS = 2
    MONSTERS = 3
    WAR_MACHINES = 4


class Weapon(IntEnum):
    """Close-combat weapons: rows of the table."""

    HAND_WEAPON = 0
    EXTRA_HAND_WEAPON = 1
    SPEAR = 2
    CAVALRY_SPEAR = 3
    HALBERD = 4
    GREAT_WEAPON = 5
    LANCE = 6
    CREW_WEAPONS = 7
    MONSTROUS_LIMBS = 8


class Missile(IntEnum):
    """Missile weapons and machines: rows of the table plus one."""

    NOTHING = 0
    LONGBOW = 1
    SHORTBOW = 2
    CROSSBOW = 3
    HANDGUN = 4
    JAVELIN = 5
    THROWING_AXE = 6
    REPEATER = 7
    POISON_DARTS = 8
    BREATH_FLAME = 9
    STONE_THROWER = 10
    BOLT_THROWER = 11
    CANNON = 12
    FIRE_THROWER = 13


class MissileKind(IntEnum):
    """How a missile weapon is resolved, as the table numbers it."""

    SHOT = 0
    FLAME = 1
    STONE_THROWER = 2
    BOLT_THROWER = 3
    CANNON = 4


class Trait(IntEnum):
    """Special rules of a regiment: bits."""

    FEAR = 1
    TERROR = 2
    STUBBORN = 4
    UNBREAKABLE = 8
    FRENZY = 16
    HATRED = 32
    SWIFTSTRIDE = 64
    POISON = 128
    LARGE_TARGET = 256
    ALL_ROUND = 512
    STRIKES_FIRST = 1024
    STRIKES_LAST = 2048


class Role(IntEnum):
    """What the character of a regiment is: bits. A wizard has a level besides."""

    FIGHTER = 1
    GENERAL = 2
    BATTLE_STANDARD = 4


class Gone(IntEnum):
    """Why a unit is out of the battle."""

    NOT = 0
    SLAIN = 1
    FLED = 2  # from the table
    RUN_DOWN = 3
    LEFT_OUT = 4  # found no room to deploy


class Terrain(IntEnum):
    """Terrain codes: rows of the table."""

    OPEN = 0
    DIFFICULT = 1
    WOODS = 2
    LOW_OBSTACLE = 3
    HIGH_OBSTACLE = 4
    ROCK = 5
    HILL = 6
    DANGEROUS = 7
    DEEP_WATER = 8


class Sight(IntEnum):
    """What a cell does to a line of sight, as the table of terrain numbers it."""

    CLEAR = 0
    WOODS = 1
    LOW = 2
    BLOCKS = 3
    HILL = 4


class Cover(IntEnum):
    """What a model sees of a target."""

    OPEN = 0
    PARTIAL = 1
    FULL = 2
    UNSEEN = 3


class Mark(IntEnum):
    """What holds of hits that are being resolved, or of a procedure: bits."""

    POISON = 1  # a natural 6 to hit wounds without a roll
    FLAMING = 2  # no regeneration
    REROLL = 4  # misses are rolled again
    NO_ARMOUR = 8  # no armour save
    CHARACTER = 16  # on the character of the unit
    MELEE = 32  # in combat: losses wait for the end of the step, a two-handed weapon leaves the shield
    AUTO_HIT = 64  # no roll to hit
    AUTO_WOUND = 128  # no roll to wound
    REACTING = 256  # stand and shoot
    UNDISPELLABLE = 512  # a natural 12
    PIERCING = 1024  # a bolt that goes on through the ranks
    SPLIT = 2048  # strikes with what is left of the fighters after they were allocated
    CENTRE = 4096  # the model under the middle of a template is hit harder


class Fate(IntEnum):
    """What becomes of a unit that lost a combat."""

    NONE = 0
    GIVE_GROUND = 1
    FALL_BACK = 2
    BREAK = 3


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    TURN_BEGINS = 2  # amount: side
    PHASE_BEGINS = 3  # amount: Phase
    FIRST_SIDE = 4  # amount: side that takes the first turn
    DEPLOYED = 5  # amount: cell
    LEFT_OUT = 6
    PASSED = 7  # a leadership test; amount: Leadership, extra: the first roll if rolled again, 1 not known; 0 once
    FAILED = 8  # a leadership test; amount: Leadership, extra: as for PASSED
    RALLIED = 9
    CHARGES = 10  # who declares a charge on target; amount: Side charged
    HOLDS = 11
    STANDS = 12  # who stands and shoots at target
    FLEES = 13  # who flees; amount: cell, extra: cells
    CHARGE_REACHED = 14  # who reaches target; amount: distance needed, extra: die
    CHARGE_FAILED = 15  # amount: distance needed, -1 the target is gone, -2 no place to reach; extra: die
    RAN_DOWN = 16  # who destroys the fleeing target
    LEFT_TABLE = 17
    DESTROYED = 18  # who is destroyed
    MOVED = 19  # amount: cell, extra: Verb
    MARCHES = 20  # amount: inches
    SHOOTS = 21  # who shoots at target; amount: shots
    HIT = 22  # who hits target; amount: hits, extra: attacks
    WOUNDED = 23  # who wounds target; amount: wounds before saves
    SAVED = 24  # target saves; amount: wounds saved
    LOST = 25  # target loses to who; amount: wounds
    CHARACTER_LOST = 26  # the character of target is wounded by who; amount: wounds
    CHARACTER_SLAIN = 27
    SCATTERED = 28  # amount: cell (-1 lost), extra: inches
    MISFIRED = 29  # amount: die
    TEMPLATE_HITS = 30  # on target; amount: hits, extra: models partly covered, each of which is rolled for
    CAST = 31  # amount: total, extra: Mode, -1 sinkhole
    NOT_CAST = 32  # amount: total, extra: Mode, -1 sinkhole
    MISCAST = 33
    DISPELLED = 34  # who undoes the spell of target; amount: total
    NOT_DISPELLED = 35  # amount: total
    WARDED = 36
    WITHERED = 37
    MENDED = 38  # amount: wounds given back
    SINKS = 39  # amount: models lost to a failed Initiative test
    DANGER = 40  # amount: wounds from dangerous ground
    COMBAT_BEGINS = 41
    FEARS = 42  # who fears target
    CHALLENGES = 43  # who challenges target
    ACCEPTS = 44
    REFUSES = 45
    STRIKES = 46  # who strikes at target; amount: attacks, extra: Initiative step
    IMPACT = 47  # amount: hits
    STOMPS = 48  # amount: hits
    CLOSED_UP = 49  # amount: cell
    COMBAT_RESULT = 50  # amount: score of the first side, extra: of the second
    COMBAT_DRAWN = 51
    GIVES_GROUND = 52  # amount: cell, extra: cells
    FALLS_BACK = 53  # amount: cell, extra: cells
    BREAKS = 54
    FOLLOWS = 55  # amount: cell, extra: cells made
    RESTRAINS = 56
    PURSUES = 57  # amount: cell, extra: cells made
    CAUGHT = 58  # who catches target
    OVERRUNS = 59  # amount: cell, extra: cells made
    PANICS = 60
    CALM = 61  # passed its panic test
    TERRIFIED = 62
    POINTS = 63  # amount: victory points, extra: side
    BATTLE_ENDS = 64  # amount: Ending
    STANDS_FAST = 65  # passed the test a feared enemy asks for
    BLOCKED = 66  # a charge that cannot reach its place
    FALL = 67  # models of target fall to who; amount: models
    BALL_LANDS = 68  # amount: cell (-1 off the table), extra: inches it bounces on
    FLAMES = 69  # who lays its flame template
    BREAK_TEST = 70  # amount: Fate, extra: 1 outnumbered too far to fall back, 2 taken again, 3 both
    RAN_INTO = 71  # target runs into who and is destroyed
    STOPPED_BY = 72  # who finds target in its way; amount: cells it might have made, extra: cells made
    STOPPED = 73  # who finds the ground or the edge in its way; amount and extra as for STOPPED_BY
    COMES_SHORT = 74  # a charger that fails; amount: cell, extra: cells made
    BALL_BOUNCES = 75  # amount: inches


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    BASE = 1
    LONG_RANGE = 2
    MOVED = 3
    STAND_AND_SHOOT = 4
    COVER = 5
    MULTIPLE_SHOTS = 6
    LARGE_TARGET = 7
    FEAR = 8
    WOUNDS = 9
    RANKS = 10
    STANDARD = 11
    BATTLE_STANDARD = 12
    FLANK = 13
    REAR = 14
    HIGH_GROUND = 15
    OUTNUMBER = 16
    MUSICIAN = 17
    LEADERSHIP = 18
    GENERAL = 19
    CHARACTER = 20
    DICE = 21
    LEVEL = 22
    ARMOUR = 23
    PIERCING = 24
    SHIELD = 25
    BEST = 26
    WEAPON_SKILL = 27
    STRENGTH = 28
    DIFFERENCE = 29


class Refusal(IntEnum):
    """What stands in the way of a choice."""

    NONE = 0
    ASKED_FIRST = 1
    CHARGE_PHASE = 2
    MOVE_PHASE = 3
    SHOOTING_PHASE = 4
    OTHER_SPELLS = 5
    WHEN_CHARGED = 6
    WHEN_CAST = 7
    BEFORE_BLOWS = 8
    WHEN_CHALLENGED = 9
    IN_COMBAT = 10
    AFTER_COMBAT = 11
    OTHER_ORDER = 12  # a mode of another verb
    MUST_CHARGE = 13
    TOO_FAR = 14  # for a charge
    NO_CONTACT = 15
    STOOD_BEFORE = 16
    TOO_NEAR = 17  # to stand and shoot
    CHARGER_UNSEEN = 18
    UNBREAKABLE = 19
    NEVER_MOVES = 20
    WAR_MACHINE = 21
    MARCHES = 22
    MARCH_FAILED = 23
    MARCH_FIRST = 24
    REFORM_FIRST = 25
    NO_MOVE_LEFT = 26
    TOO_DEAR = 27
    FREE_ENOUGH = 28
    TRIPLE_MOVE = 29
    TOO_WIDE = 30
    NO_SUCH_FILES = 31
    NO_OTHER_FILES = 32
    SAME_FILES = 33
    GROUND = 34
    OCCUPIED = 35
    NEAR_ENEMY = 36
    NO_WHEEL = 37
    OFF_TABLE = 38
    OUT_OF_ZONE = 39
    NO_MISSILES = 40
    OTHER_WEAPON = 41
    NO_SKILL = 42
    ENGAGED = 43
    SHOT_BEFORE = 44
    MARCHED = 45
    REFORMED = 46
    CHARGED = 47
    MOVED = 48
    MISFIRED = 49
    BURNT_OUT = 50
    NOBODY_TO_SHOOT = 51
    NO_FLAME = 52
    COVERS_NOBODY = 53
    COVERS_COMBAT = 54
    ONE_SHOT = 55
    NO_SHOOTER = 56
    NO_WIZARD = 57
    CAST_ENOUGH = 58
    CAST_BEFORE = 59
    NOBODY_TO_CAST_AT = 60
    GONE = 61
    FRIEND = 62
    ENEMY = 63
    TARGET_ENGAGED = 64
    OUT_OF_RANGE = 65
    UNDER_RANGE = 66
    OUT_OF_ARC = 67
    NOBODY_THERE = 68
    UNSEEN = 69
    NO_CHARACTER = 70
    NOT_FOUGHT = 71
    NOBODY_TO_HIT = 72
    UNTOUCHED = 73
    NO_CHARACTER_THERE = 74
    CHARACTER_ALONE = 75
    CHARACTER_UNTOUCHED = 76
    GIVES_GROUND = 77
    GIVES_WAY = 78
    OVERRUN = 79


class Status(IntEnum):
    """Conditions an observer sees, by the names of the fields."""

    FLEEING = 0
    RALLIED = 1
    CHARGED = 2
    CHARGE_FAILED = 3
    MOVED = 4
    MARCHED = 5
    REFORMED = 6
    FRENZIED = 7
    AFRAID = 8
    WARDED = 9
    WITHERED = 10
    MISFIRE = 11


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    ROUNDS_PLAYED = 1
    NOBODY_LEFT = 2  # one side has no unit left that is not fleeing
    WIPED_OUT = 3  # one side has no unit left
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


UNITS = 16  # roster rows, eight a side
MODELS = 60
FILES = 12
BASE = 6  # cells of the side of a base
TURNS = len(Turn)
FILES_TOLD = FILES + 1  # base for the files in the code of a manoeuvre's end

A_MODE = len(Verb)  # answers for the parts of a choice begin here
A_TURN = A_MODE + len(Mode)
A_UNIT = A_TURN + TURNS
A_CELL = A_UNIT + UNITS

#: The parts each verb asks for, in the order they are asked.
PARTS_OF = parts_of(
    len(Verb),
    {
        (Verb.CHARGE, Verb.ATTACK_UNIT, Verb.ATTACK_CHARACTER): (Part.TARGET,),
        (Verb.FORWARD, Verb.REDRESS, Verb.FLAME): (Part.MODE,),
        Verb.REFORM: (Part.MODE, Part.ITEM),
        Verb.SHOOT: (Part.TARGET, Part.MODE),
        (Verb.SHOOT_CELL, Verb.CAST_CELL): (Part.CELL,),
        Verb.CAST_UNIT: (Part.MODE, Part.TARGET),
    },
)
ANSWERS = answers_of(
    {
        Part.TARGET: (Prompt.TARGET, A_UNIT),
        Part.MODE: (Prompt.MODE, A_MODE),
        Part.ITEM: (Prompt.ITEM, A_TURN),
        Part.CELL: (Prompt.CELL, A_CELL),
    }
)

#: What odds can be asked for by name.
RESULTS = {
    "hits": Result("hits", (Event.HIT, Event.TEMPLATE_HITS), SUM),
    "wounds": Result("wounds lost", (Event.LOST, Event.CHARACTER_LOST), SUM),
    "broken": Result("units that broke", (Event.BREAKS,)),
    "fled": Result("units that took to flight", (Event.FLEES,)),
    "destroyed": Result("units destroyed", (Event.DESTROYED,)),
    "models": Result("models lost", (Event.FALL,), SUM),
    "cast": Result("total of the casting roll", (Event.CAST, Event.NOT_CAST), LAST),
}
