"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import LAST, SUM, Result
from ...core.told import (
    CELL,
    DOWN_TONE,
    HIT_LINE,
    HIT_TONE,
    MISS_TONE,
    ROUND_TONE,
    ROUTINE,
    SAVED_TONE,
    SIDE,
    SIDE_EXTRA,
    WOUND_TONE,
    Endings,
    Named,
    Told,
)


class Prompt(Named):
    """What the deciding unit is asked."""

    NOBODY = 0, "no choice to make"
    STRATEGY = 1, "cast a spell, or pass"  # cast a spell of the strategy phase?
    CHARGE = 2, "declare a charge, or pass"  # declare a charge?
    REACTION = 3, "choose a charge reaction"  # how to answer a charge
    MOVE = 4, "choose a manoeuvre, or pass"  # the next manoeuvre
    SHOOT = 5, "shoot, cast a spell, or pass"  # what to shoot at, or which spell to cast
    DISPEL = 6, "dispel the spell, or let it pass"  # try to undo an enemy spell?
    CHALLENGE = 7, "challenge the enemy character, or keep silent"  # challenge the enemy character?
    CHALLENGED = 8, "accept the challenge, or refuse it"  # accept the challenge?
    ATTACK = 9, "choose whom to attack"  # whom to attack
    AFTER = 10, "follow up, pursue or restrain"  # follow, pursue or stay
    OVERRUN = 11, "overrun, or restrain"  # run on after the enemy is wiped out?
    TARGET = 12, "choose a target"
    MODE = 13, "choose how"
    ITEM = 14, "choose a facing"  # which way a reformed unit faces
    CELL = 15, "choose a cell"


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.ITEM, Prompt.CELL)
RESTS = (Prompt.STRATEGY, Prompt.CHARGE, Prompt.MOVE, Prompt.SHOOT)  # no action is under way at these prompts


class Verb(Named):
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
    SHOOT_CELL = 19, "shoot at"
    FLAME = 20
    CAST_UNIT = 21, "cast"
    CAST_CELL = 22, "cast sinkhole"
    DISPEL = 23
    LET_PASS = 24
    CHALLENGE = 25
    KEEP_SILENT = 26
    ACCEPT = 27
    REFUSE = 28
    ATTACK_UNIT = 29, "attack regiment"
    ATTACK_CHARACTER = 30
    FOLLOW_UP = 31
    PURSUE = 32
    RESTRAIN = 33


FIRST_MANOEUVRE, LAST_MANOEUVRE = Verb.FORWARD, Verb.REFORM


class Mode(Named):
    """How it is done: cells forward, files added, shots, direction of a flame, spell, files of a reform."""

    ONE = 0, "1 inch"
    TWO = 1, "2 inches"
    FOUR = 2, "4 inches"
    EIGHT = 3, "8 inches"
    NARROWER_BY_2 = 4, "2 files fewer"
    NARROWER_BY_1 = 5, "1 file fewer"
    WIDER_BY_1 = 6, "1 file more"
    WIDER_BY_2 = 7, "2 files more"
    SINGLE = 8, "one shot each"
    MULTIPLE = 9, "all shots each"
    STRAIGHT = 10, "straight ahead"
    LEFT = 11, "to the front left"
    RIGHT = 12, "to the front right"
    EMBER_BOLT = 13
    STONE_RAIN = 14
    WARDING_LIGHT = 15
    WITHER = 16
    MEND = 17
    FILES_1 = 18, "1 file"
    FILES_2 = 19, "2 files"
    FILES_3 = 20, "3 files"
    FILES_4 = 21, "4 files"
    FILES_5 = 22, "5 files"
    FILES_6 = 23, "6 files"
    FILES_7 = 24, "7 files"
    FILES_8 = 25, "8 files"
    FILES_10 = 26, "10 files"
    FILES_12 = 27, "12 files"


FORWARDS, REDRESSES, REFORMS = 4, 4, 10  # rows of the tables of forward steps, redress steps and reform files


class Spell(IntEnum):
    """Spells a wizard has cast this turn: bits."""

    EMBER_BOLT = 1
    STONE_RAIN = 2
    WARDING_LIGHT = 4
    WITHER = 8
    MEND = 16
    SINKHOLE = 32


class Side(Named):
    """The sides of a unit, and the quarters they look to, clockwise."""

    FRONT = 0
    RIGHT = 1, "right flank"
    REAR = 2
    LEFT = 3, "left flank"


class Bearing(IntEnum):
    """In which arc of a unit another one lies: a Side and one, or none where there are no two of them on the table."""

    NONE = 0
    FRONT = 1
    RIGHT = 2
    REAR = 3
    LEFT = 4


class Turn(Named):
    """Which way a reformed unit faces, to one of its sides."""

    AHEAD = Side.FRONT, "facing as before"
    RIGHTWARD = Side.RIGHT, "facing to the right"
    ABOUT = Side.REAR, "facing about"
    LEFTWARD = Side.LEFT, "facing to the left"


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


class Phase(Named):
    """Phases of a side's turn."""

    NONE = 0
    START = 1, "Start of turn"
    STRATEGY = 2, "Strategy phase"
    CHARGE = 3, "Charge phase"
    CHARGE_MOVES = 4, "Charge moves"
    COMPULSORY = 5, "Compulsory moves"
    MOVEMENT = 6, "Remaining moves"
    SHOOTING = 7, "Shooting phase"
    COMBAT = 8, "Combat phase"
    END = 9, "End of turn"


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


class Gone(Named):
    """Why a unit is out of the battle."""

    NOT = 0, "is still there"
    SLAIN = 1, "is wiped out"
    FLED = 2, "has fled from the table"  # from the table
    RUN_DOWN = 3, "is destroyed as it flees"
    LEFT_OUT = 4, "finds no room and is left out"  # found no room to deploy


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
    CENTRE = 4096  # the model under the middle of a template is hit harder


class Fate(Named):
    """What becomes of a unit that lost a combat."""

    NONE = 0, "nothing happens"
    GIVE_GROUND = 1, "gives ground"
    FALL_BACK = 2, "falls back in good order"
    BREAK = 3, "breaks"


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "x.turn.sequence", "round {amount} begins", ROUND_TONE  # amount: round
    TURN_BEGINS = 2, "x.turn.sequence", "{amount}'s turn begins", SIDE
    PHASE_BEGINS = 3, "x.turn.sequence", "{amount}", ROUTINE  # amount: Phase
    FIRST_SIDE = (4, "x.setup.first_turn",  # amount: side that takes the first turn, extra: ten times its die and the other's
        "{amount} takes the first turn{extra}", SIDE)
    DEPLOYED = 5, "x.setup.deployment", "{who} is deployed at {amount}", CELL
    LEFT_OUT = 6, "x.setup.deployment", "{who} finds no room and is left out"
    # a leadership test; amount: Leadership, extra: the first roll if rolled again, 1 not known; 0 once
    PASSED = (7, "test.leadership",
        "{who} passes a Leadership test against {amount}{extra}")
    FAILED = (8, "test.leadership",  # a leadership test; amount: Leadership, extra: as for PASSED
        "{who} fails a Leadership test against {amount}{extra}", MISS_TONE)
    RALLIED = 9, "x.strategy.rally", "{who} rallies", SAVED_TONE
    CHARGES = (10, "x.move.charge_declare",  # who declares a charge on target; amount: Side charged
        "{who} declares a charge on the {amount} of {target}")
    HOLDS = 11, "x.move.charge_reaction", "{who} holds", ROUTINE
    STANDS = 12, "x.move.charge_reaction", "{who} stands and shoots at {target}"  # who stands and shoots at target
    FLEES = 13, "x.move.flee", "{who} flees {extra} to {amount}", CELL  # who flees; amount: cell, extra: cells
    CHARGE_REACHED = 14, "x.move.charge_roll", "{who} reaches {target}: needed {amount}"
    CHARGE_FAILED = 15, "x.move.charge_failed", "{who} fails its charge: {amount}", MISS_TONE
    RAN_DOWN = 16, "x.move.run_down", "{who} runs down {target}", DOWN_TONE | HIT_LINE  # who destroys the fleeing target
    LEFT_TABLE = 17, "x.move.flee", "{who} leaves the table", DOWN_TONE
    DESTROYED = 18, "casualties.removal", "{who} {amount}", DOWN_TONE  # who is destroyed
    MOVED = 19, "x.move.normal", "{who} moves to {amount} ({extra})", CELL  # extra: Verb
    MARCHES = 20, "x.move.march", "{who} marches: it may move {amount} in all"  # amount: inches
    SHOOTS = 21, "x.shoot.to_hit", "{who} shoots at {target}: {amount:shot}{extra}"  # amount: shots, extra: needed to hit
    HIT = 22, "x.combat.resolve", "{who} hits {target} with {amount:0} of {extra}", HIT_TONE | HIT_LINE
    WOUNDED = (23, "x.damage.to_wound",  # amount: wounds to save, extra: what each hit needs
        "{who} rolls to wound {target}{extra}: {amount}", ROUTINE)
    SAVED = 24, "x.damage.armour_save", "{who} saves {amount:0} of {extra:wound}", SAVED_TONE  # who: the unit that is hit
    LOST = 25, "casualties.wound_pool", "{target} suffers {amount:wound}", WOUND_TONE  # target loses to who; amount: wounds
    CHARACTER_LOST = 26, "x.character.embedded", "{target}'s character suffers {amount:wound}", WOUND_TONE
    CHARACTER_SLAIN = 27, "x.character.embedded", "{target}'s character is slain", DOWN_TONE
    SCATTERED = 28, "scatter.arrow_result", "the template scatters {extra} and {amount}", CELL
    MISFIRED = 29, "x.shoot.misfire", "{who} misfires: {amount} on the table", WOUND_TONE  # amount: die
    TEMPLATE_HITS = 30, "templates.hits", "the template hits {target} {amount:time} ({extra:model} partly under it)", HIT_TONE
    CAST = 31, "x.magic.cast", "{who} casts {extra} with a total of {amount}"  # amount: total, extra: Mode, -1 sinkhole
    NOT_CAST = (32, "x.magic.cast",  # amount: total, extra: Mode, -1 sinkhole
        "{who} fails to cast {extra} with a total of {amount}", MISS_TONE)
    MISCAST = 33, "x.magic.cast", "the magic turns on {who}'s wizard", WOUND_TONE
    DISPELLED = 34, "x.magic.dispel", "{who} dispels {target}'s spell with a total of {amount}"
    NOT_DISPELLED = 35, "x.magic.dispel", "{who} fails to dispel {target}'s spell with a total of {amount}", MISS_TONE
    WARDED = 36, "x.magic.spells", "{target} is protected by a warding light", SAVED_TONE
    WITHERED = 37, "x.magic.spells", "{target} withers", WOUND_TONE
    MENDED = 38, "x.magic.spells", "{target} regains {amount:wound}", SAVED_TONE  # amount: wounds given back
    SINKS = (39, "x.magic.spells",  # amount: models that fail an Initiative test, extra: those that take it
        "{target} tests Initiative for {extra:model}: {amount:0} cannot leap aside", WOUND_TONE)
    DANGER = (40, "x.terrain.dangerous",  # amount: wounds, extra: models that are tested
        "{who} tests {extra:model} on dangerous ground: {amount:wound}", WOUND_TONE)
    COMBAT_BEGINS = 41, "x.combat.engaged", "{who} fights a round of combat"
    FEARS = 42, "x.morale.fear", "{who} is afraid of {target}"  # who fears target
    CHALLENGES = 43, "x.combat.challenge", "{who}'s character challenges {target}'s"  # who challenges target
    ACCEPTS = 44, "x.combat.challenge", "{who}'s character accepts the challenge"
    REFUSES = 45, "x.combat.challenge", "{who}'s character refuses the challenge"
    # who strikes at target; amount: attacks, extra: Initiative step, and STEPS_TOLD times what is needed to hit (0 no roll)
    STRIKES = (46, "x.combat.initiative_order",
        "{who} strikes at {target} with {amount:attack} at {extra}")
    IMPACT = 47, "x.combat.impact_hits", "{who} crashes into {target}: {amount:hit}", HIT_TONE | HIT_LINE  # amount: hits
    STOMPS = 48, "x.combat.stomp", "{who} stomps on {target}: {amount:hit}", HIT_TONE | HIT_LINE  # amount: hits
    CLOSED_UP = 49, "x.combat.close_up", "{who} closes up to {amount}", CELL | ROUTINE
    COMBAT_RESULT = 50, "x.combat.result", "combat result: {first} {amount}, {second} {extra} ({shares})"
    COMBAT_DRAWN = 51, "x.combat.result", "the combat is drawn"
    GIVES_GROUND = 52, "x.combat.give_ground", "{who} gives ground {extra} to {amount}", CELL  # extra: cells
    FALLS_BACK = 53, "x.combat.fall_back", "{who} falls back {extra} in good order to {amount}", CELL  # extra: cells
    BREAKS = 54, "x.combat.break_test", "{who} breaks", DOWN_TONE
    FOLLOWS = 55, "x.combat.give_ground", "{who} follows up {extra} to {amount}", CELL  # extra: cells made
    RESTRAINS = 56, "x.combat.break_and_pursue", "{who} stays where it is", ROUTINE
    PURSUES = 57, "x.combat.break_and_pursue", "{who} pursues {extra} to {amount}", CELL  # extra: cells made
    CAUGHT = 58, "x.combat.break_and_pursue", "{who} catches {target}", DOWN_TONE | HIT_LINE  # who catches target
    OVERRUNS = 59, "x.combat.overrun", "{who} overruns {extra} to {amount}", CELL  # extra: cells made
    PANICS = 60, "x.morale.panic", "{who} panics", DOWN_TONE
    CALM = 61, "x.morale.panic", "{who} stays calm", SAVED_TONE  # passed its panic test
    TERRIFIED = 62, "x.morale.terror", "{who} is terrified by {target}"
    POINTS = 63, "x.turn.end_and_victory", "{amount:victory point} for {extra}", SIDE_EXTRA  # amount: victory points
    BATTLE_ENDS = 64, "x.turn.end_and_victory", "the battle ends: {amount}"  # amount: Ending
    STANDS_FAST = 65, "x.morale.fear", "{who} does not fear {target}", SAVED_TONE  # passed the test a feared enemy asks for
    BLOCKED = 66, "x.move.charge_contact", "{who} finds no room to make contact with {target}", MISS_TONE
    FALL = 67, "casualties.removal", "{target} loses {amount:model}", WOUND_TONE  # models of target fall to who; amount: models
    BALL_LANDS = (68, "x.shoot.cannon",  # amount: cell (-1 off the table), extra: inches it bounces on
        "{who}'s ball {amount}", CELL)
    FLAMES = 69, "x.shoot.flame", "{who} spouts flames"  # who lays its flame template
    BREAK_TEST = (70, "x.combat.break_test",  # amount: Fate, extra: 1 outnumbered too far to fall back, 2 taken again, 3 both
        "{who} takes a break test{extra}: {amount}")
    RAN_INTO = 71, "x.move.flee", "{target} runs into {who}", DOWN_TONE  # target runs into who and is destroyed
    STOPPED_BY = 72, "x.combat.break_and_pursue", "{who} could go {amount} but stops after {extra}: {target} is in the way"
    STOPPED = (73, "x.combat.break_and_pursue",  # who finds the ground or the edge in its way; amount and extra as for STOPPED_BY
        "{who} could go {amount} but stops after {extra}: terrain or the table edge is in the way")
    COMES_SHORT = 74, "x.move.charge_failed", "{who} moves {extra} straight ahead to {amount}", CELL
    BALL_BOUNCES = 75, "x.shoot.cannon", "{who}'s ball bounces on for {amount}"  # amount: inches
    WARDED_OFF = 76, "x.damage.ward", "{who} wards off {amount:0} of {extra:wound}", SAVED_TONE  # who: the unit that is hit
    SCATTER_HIT = 77, "scatter.hit_result", "the scatter die shows a HIT: the template stays on {amount}", CELL
    SCATTER_ARROW = (78, "scatter.arrow_result",  # amount: one of the eight directions, 0 north, clockwise
        "the scatter die shows an arrow to the {amount}")
    # fmt: on


class Term(Named):
    """Labels of the parts of a total."""

    NONE = 0, ""
    BASE = 1
    LONG_RANGE = 2
    MOVED = 3, "has moved"
    STAND_AND_SHOOT = 4
    COVER = 5
    MULTIPLE_SHOTS = 6
    LARGE_TARGET = 7
    FEAR = 8
    WOUNDS = 9
    RANKS = 10
    STANDARD = 11
    BATTLE_STANDARD = 12
    FLANK = 13, "in the flank"
    REAR = 14, "in the rear"
    HIGH_GROUND = 15
    OUTNUMBER = 16
    MUSICIAN = 17
    LEADERSHIP = 18, "Ld"
    GENERAL = 19
    CHARACTER = 20
    DICE = 21
    LEVEL = 22
    ARMOUR = 23
    PIERCING = 24, "armour piercing"
    BEST = 26, "limit"  # no save is better
    STRENGTH = 28, "S"
    DIFFERENCE = 29
    TOUGHNESS = 30, "T"
    BANE = 31, "armour bane"
    WARD = 32
    LIMIT = 33  # what lies beyond the ends of the wound chart
    MOVEMENT = 34, "M"
    CHARGE_DIE = 35
    REGENERATION = 36
    TOO_FEW_LEFT = 37
    INITIATIVE = 38, "I"
    MOUNT = 39
    OVERSHOOT = 40
    PURSUIT = 41
    FLIGHT = 42


class Refusal(Named):
    """What stands in the way of a choice."""

    # fmt: off
    NONE = 0
    ASKED_FIRST = 1, "answer the current prompt first"
    CHARGE_PHASE = 2, "charges are declared in the charge phase, before any unit moves or shoots"
    MOVE_PHASE = 3, "units move in the movement phase, after all charges and before any shooting"
    SHOOTING_PHASE = 4, "units shoot in the shooting phase, after all moves"
    OTHER_SPELLS = 5, "wards, curses and healing are cast in the strategy phase, missiles and the sinkhole in the shooting phase"
    WHEN_CHARGED = 6, "only in reaction to a charge"
    WHEN_CAST = 7, "only when an enemy has cast a spell"
    BEFORE_BLOWS = 8, "only before a combat in which both sides have characters"
    WHEN_CHALLENGED = 9, "only in answer to a challenge"
    IN_COMBAT = 10, "units strike in the combat phase, at enemies in contact"
    AFTER_COMBAT = 11, "only when the enemy in contact has lost the combat or is wiped out"
    OTHER_ORDER = 12, "that does not fit this action"
    MUST_CHARGE = 13, "frenzy: it must charge the nearest enemy it can"
    TOO_FAR = 14, "that enemy is too far away even for the best charge roll"
    NO_CONTACT = 15, "there is no free place beside that enemy, or no open way to it"
    STOOD_BEFORE = 16, "it has already shot at a charger this turn"
    TOO_NEAR = 17, "the charger is too close: it must be farther away than its own Movement"
    CHARGER_UNSEEN = 18, "it does not see the charger"
    UNBREAKABLE = 19, "unbreakable units never flee"
    NEVER_MOVES = 20, "it has no Movement to flee with"
    WAR_MACHINE = 21, "war machines neither march nor reform"
    MARCHES = 22, "it is already marching"
    MARCH_FAILED = 23, "it failed the test to march so close to the enemy"
    MARCH_FIRST = 24, "a march must be ordered before any manoeuvre"
    REFORM_FIRST = 25, "a reform takes the whole move, so it must come before any other manoeuvre"
    NO_MOVE_LEFT = 26, "it has no movement left"
    TOO_DEAR = 27, "it has too little movement left for it"
    FREE_ENOUGH = 28, "it has no free manoeuvre left"
    TRIPLE_MOVE = 29, "a marching column on its triple move must keep its front and its files"
    TOO_WIDE = 30, "it would have more files than a unit may have"
    NO_SUCH_FILES = 31, "its models cannot form that number of files"
    NO_OTHER_FILES = 32, "there is no other number of files it could form"
    SAME_FILES = 33, "another choice leads to the same number of files"
    GROUND = 34, "terrain or the table edge leaves no room for it"
    OCCUPIED = 35, "another unit is in the way"
    NEAR_ENEMY = 36, "it would come too close to an enemy"
    NO_WHEEL = 37, "it has no room to wheel: terrain, the table edge or another unit is in the way"
    OFF_TABLE = 38, "that is off the table"
    OUT_OF_ZONE = 39, "it would not stand wholly inside its deployment zone"
    NO_MISSILES = 40, "it has no missile weapon"
    OTHER_WEAPON = 41, "its weapon cannot be used this way"
    NO_SKILL = 42, "it has no Ballistic Skill to shoot with"
    ENGAGED = 43, "it is in combat"
    SHOT_BEFORE = 44, "it has already shot this turn"
    MARCHED = 45, "it has marched this turn"
    REFORMED = 46, "it has reformed this turn"
    CHARGED = 47, "it has charged or tried to charge this turn"
    MOVED = 48, "its weapon cannot be shot in a turn in which it has moved or rallied"
    MISFIRED = 49, "a misfire has damaged its weapon: it cannot shoot this turn"
    BURNT_OUT = 50, "its flame works once a battle and has been used"
    NOBODY_TO_SHOOT = 51, "no enemy that it may shoot at is both in sight and in range of a model that can shoot"
    NO_FLAME = 52, "in every direction the flame would reach no enemy, or one in combat"
    COVERS_NOBODY = 53, "the flame would reach no enemy there"
    COVERS_COMBAT = 54, "the flame would reach an enemy in combat there"
    ONE_SHOT = 55, "its weapon has only one shot"
    NO_SHOOTER = 56, "no model in its front rank can shoot"
    NO_WIZARD = 57, "it has no wizard"
    CAST_ENOUGH = 58, "its wizard can cast no more spells this turn"
    CAST_BEFORE = 59, "each spell can be cast only once a turn"
    NOBODY_TO_CAST_AT = 60, "it sees no unit within range to cast it at"
    GONE = 61, "that unit is not on the table"
    FRIEND = 62, "that unit is on its own side"
    ENEMY = 63, "that unit is an enemy"
    TARGET_ENGAGED = 64, "that unit is in combat: units do not shoot into combat"
    OUT_OF_RANGE = 65, "the target is out of range"
    UNDER_RANGE = 66, "the target is too close for a stone thrower"
    OUT_OF_ARC = 67, "a cannon can be aimed only to its front"
    NOBODY_THERE = 68, "no unit stands there"
    UNSEEN = 69, "it does not see the target"
    NO_CHARACTER = 70, "it touches no enemy character it could attack"
    NOT_FOUGHT = 71, "the two are not in contact in this combat"
    NOBODY_TO_HIT = 72, "that unit has no model that may be struck"
    UNTOUCHED = 73, "no model that may strike touches that unit"
    NO_CHARACTER_THERE = 74, "that unit has no character that may be attacked"
    CHARACTER_ALONE = 75, "only the character is left of that unit: attack the regiment"
    CHARACTER_UNTOUCHED = 76, "no model that may strike touches that character"
    GIVES_GROUND = 77, "the beaten unit gives ground: follow up instead"
    GIVES_WAY = 78, "the beaten unit does not give ground: pursue instead"
    OVERRUN = 79, "no enemy is left to follow: pursue to run on straight ahead"
    NO_SIGHT_IN_RANGE = 80, "it sees the target, but no model that can shoot both sees it and is in range"
    AIM_UNSEEN = 81, "it sees the target, but the machine that would shoot does not see what stands there"
    # fmt: on


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


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0, "not over yet"
    ROUNDS_PLAYED = 1, "the last round is over"
    NOBODY_LEFT = 2, "one side has only fleeing units left"  # one side has no unit left that is not fleeing
    WIPED_OUT = 3, "one side has no unit left"  # one side has no unit left


UNITS = 16  # roster rows, eight a side
MODELS = 60
FILES = 12
BASE = 6  # cells of the side of a base
TURNS = len(Turn)
FILES_TOLD = FILES + 1  # base for the files in the code of a manoeuvre's end
STEPS_TOLD = 128  # base for the Initiative step in the extra of Event.STRIKES

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
