"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import SUM, Result
from ...core.told import (
    CELL,
    DOWN_TONE,
    HIT_LINE,
    HIT_TONE,
    MISS_LINE,
    MISS_TONE,
    ROUND_TONE,
    ROUTINE,
    SAVED_TONE,
    WOUND_TONE,
    Endings,
    Named,
    Told,
)


class Prompt(Named):
    """What the deciding unit is asked."""

    NOBODY = 0, "no choice to make"
    TURN = 1, "choose an action"  # what to do next
    AMBUSH = 2, "choose an ambush"  # whom to ambush, and how
    WATCH = 3, "choose whether to fire from overwatch"  # fire from overwatch?
    TRADE = 4, "choose how many dice of damage to buy"  # how many dice of damage to buy
    LUCK = 5, "choose how many LUCK dice to add"  # how many LUCK dice to add
    GUARD = 6, "choose whether to guard against the attack"  # guard against this attack?
    TARGET = 7, "choose a target"
    ITEM = 8, "choose a weapon"
    MODE = 9, "choose how to do it"
    CELL = 10, "choose a cell"


PARTS = (Prompt.TARGET, Prompt.ITEM, Prompt.MODE, Prompt.CELL)
RESTS = (Prompt.TURN,)  # no action is under way at this prompt


class Verb(Named):
    """What can be chosen."""

    NONE = 0
    END_TURN = 1
    MOVE = 2
    ATTACK = 3
    WHIRLWIND = 4, "whirlwind frenzy"
    AIM = 5
    FEINT = 6
    OVERWATCH = 7
    SUPPRESS = 8, "suppressive fire for"
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
    CAST_AREA = 22, "cast at cell"  # at a cell
    SCAN = 23
    SHAKE_OFF = 24
    OPEN = 25
    UNLOCK = 26
    RELEASE = 27
    AMBUSH_ATTACK = 28, "ambush by attack"
    AMBUSH_MOVE = 29, "ambush by move"
    AMBUSH_WATCH = 30, "ambush by overwatch"
    NO_AMBUSH = 31
    FIRE = 32
    HOLD_FIRE = 33
    GUARD = 34
    NO_GUARD = 35


class Mode(Named):
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


class Refusal(Named):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    TURN_ONLY = 1, "only in its own turn, once the current prompt is answered"
    WHEN_ASKED = 2, "only as a reply, when the rules ask for it"
    FIGHT_HAS_BEGUN = 3, "ambushes are only possible before the first round"
    NO_ACTIONS = 4, "it has no actions left"
    TOO_FEW_ACTIONS = 5, "it needs more actions than it has left"
    NO_FREE_ACTION = 6, "it has no free action left and cannot use an ordinary one instead"
    BOUND = 7, "it is restrained at level 2: it can only try to get free"
    RESTRAINED = 8, "it is restrained"
    NO_SPEED = 9, "it has no SPEED"
    NO_MOVES = 10, "it has no movement left and no action to pay for more"
    NO_WAY = 11, "it cannot reach any free cell from here"
    OFF_THE_BOARD = 12, "that cell is off the board"
    THERE_ALREADY = 13, "it is already there"
    OCCUPIED = 14, "another unit is in that cell"
    NO_WAY_THERE = 15, "it cannot get there with the movement it has left"
    ABSENT = 16, "there is no such unit"
    NO_ENEMY = 17, "that unit is not an enemy"
    ENEMY = 18, "that unit is an enemy"
    ITSELF = 19, "it cannot do this to itself"
    DEAD = 20, "that unit is dead or has left the map"
    DOWN = 21, "that unit is down"
    OUT_OF_REACH = 22, "the target is out of reach"
    OUT_OF_RANGE = 23, "the target is out of range"
    OUT_OF_SIGHT = 24, "the target is out of sight"
    NOT_NEXT = 25, "the target is not in a neighbouring cell"
    TOO_FAR = 26, "that unit is too far away"
    NOBODY_TO_ATTACK = 27, "there is no enemy it could attack from here"
    NOBODY_IN_REACH = 28, "no enemy within reach is still fighting"
    NO_ATTACK = 29, "that is not a way to attack"
    NOT_IN_AMBUSH = 30, "that is not possible in an ambush"
    NO_WEAPON = 31, "it does not carry that weapon"
    NOT_IN_HAND = 32, "that weapon is not in hand: draw it first"
    NOT_LOADED = 33, "the weapon in hand is not loaded: reload it first"
    TOO_FEW_SHOTS = 34, "too few shots are loaded in the weapon in hand"
    SINGLE = 35, "the weapon in hand can only fire single shots"
    MELEE_WEAPON = 36, "that weapon is for melee only"
    RANGED_WEAPON = 37, "that weapon is for shooting only"
    WITHIN_REACH = 38, "the target is too close to throw the weapon"
    BARE_HANDS = 39, "only an unarmed attack can do that"
    WEAPON_TOO_LARGE = 40, "that weapon is too large to escape with"
    NOT_ITS_HOLDER = 41, "the target is not holding it"
    NO_CHARGE = 42, "it cannot run straight to a cell from which it could strike the target"
    NO_LEAP = 43, "it cannot leap down to a cell from which it could strike the target"
    NO_DICE = 44, "it has too few dice: after paying the price it must have at least one left to roll"
    NO_EXPLOITS = 45, "this battle is played without exploits and Called Shots"
    NO_EXPLOIT = 46, "it does not have this exploit"
    EXPLOIT_USED = 47, "it has already used this exploit this turn"
    CALLED_BEFORE = 48, "it has no Called Shot left this turn"
    NO_LOCATION = 49, "the target has no special location"
    IMMUNE = 50, "the target is immune to that"
    ALREADY_SO = 51, "that would have no effect on the target"
    UNARMED = 52, "the target has no weapon in hand"
    ONLY_HURT = 53, "the target is down and can only be damaged"
    HOLDS_ANOTHER = 54, "it is already holding another unit"
    TOO_LARGE = 55, "the target is too large"
    DONE_BEFORE = 56, "it has already done that: attack now to benefit from it"
    NO_MISSILES = 57, "it has no ranged weapon in hand"
    WATCHES_ALREADY = 58, "it is already in overwatch"
    HUNKERED = 59, "it is out of sight in its cover"
    BLINDED = 60, "it is blinded"
    NO_ENEMY_IN_SIGHT = 61, "it sees no enemy"
    NO_ALLY = 62, "it has no ally to cover"
    NO_COVER = 63, "there is no cover here"
    NOT_HUNKERED = 64, "it is not out of sight in cover"
    NOT_PINNED = 65, "only a pinned unit can hide"
    IN_THE_OPEN = 66, "it is in the open: to hide, it must be prone, in the dark, in smoke or at cover"
    PRONE = 67, "it is already prone"
    NOT_PRONE = 68, "it is not prone"
    NEVER_PRONE = 69, "it cannot fall prone"
    HANDS_FULL = 70, "it already has a weapon in hand: sheathe or drop that first"
    PART_OF_BODY = 71, "that weapon is part of its body"
    NO_WEAPON_TO_DRAW = 72, "it carries no weapon that it could draw"
    NO_WEAPON_HELD = 73, "it has no weapon in hand"
    NOTHING_LOST = 74, "none of its weapons lies on the ground"
    LOST_TOO_FAR = 75, "its weapon on the ground is too far away"
    NO_CAPACITY = 76, "the weapon in hand does not need loading"
    LOADED = 77, "the weapon in hand is already fully loaded"
    UNHURT = 78, "that unit is not hurt"
    HEALED_BEFORE = 79, "that unit has already had emergency healing in this battle"
    NOBODY_TO_HEAL = 80, "there is no unit nearby that it could help"
    NO_DRAUGHT = 81, "it has no healing draught left"
    NO_SPELL = 82, "it knows no such spell"
    OTHER_KIND = 83, "that spell needs the other kind of target (a unit for cast, a cell for cast at cell)"
    NO_POINTS = 84, "it has too few points left to cast that"
    NOBODY_TO_CAST_AT = 85, "there is no target for it from here"
    SOLID = 86, "a wall, pillar, chest or shut door fills that cell"
    NOBODY_TO_SCAN = 87, "no enemy is close enough to scan"
    NO_CONDITION = 88, "it has no such condition to shake off"
    HELD = 89, "another unit is holding it: it must attack to escape"
    NOTHING_TO_OPEN = 90, "there is no closed door or full chest next to it"
    NOTHING_TO_UNLOCK = 91, "there is no lock or trap next to it"
    NOTHING_THERE = 92, "there is nothing of that kind in that cell"
    HOLDS_NOBODY = 93, "it is not holding any unit"
    THROWN_WEAPON = 94, "a thrown weapon cannot do that"
    NO_EXTRA_DAMAGE = 95, "extra damage cannot be bought for this attack"
    TOO_MUCH_DAMAGE = 96, "that is more extra damage than a single attack can buy"
    TOO_MUCH_LUCK = 97, "that is more LUCK dice than a single attack can use"
    TOO_LITTLE_LUCK = 98, "without more LUCK dice it would have no dice left to roll"
    NO_LUCK = 99, "it does not have that many LUCK dice left"


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


class Task(Named):
    """What a check is made for."""

    NONE = 0, "nothing"
    EMERGENCY_HEALING = 1
    DRAUGHT = 2, "drinking a healing draught"
    MEND = 3, "casting mend"
    SCAN = 4, "scanning"
    SHAKE_OFF = 5, "shaking off a condition"
    UNLOCK = 6, "dealing with a lock or trap"
    HIDE = 7, "hiding"


class Item(Named):
    """Weapons: rows of the table."""

    UNARMED = 0, "bare hands"
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


class Rough(IntEnum):
    """Terrain that costs more to enter, of which a cell may have several kinds: bits."""

    DIFFICULT = 1
    LOW_WALL = 2
    RUBBLE = 4


class Thing(Named):
    """What a thing on the map is now."""

    NOTHING = 0
    DOOR_OPEN = 1, "open door"
    DOOR_CLOSED = 2, "closed door"
    DOOR_LOCKED = 3, "locked door"
    CHEST_FULL = 4, "full chest"
    CHEST_EMPTY = 5, "empty chest"
    TRAP_ARMED = 6, "trap"
    TRAP_SPENT = 7, "spent trap"


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "sequence.round_loop", "round {amount} begins", ROUND_TONE  # amount: round
    INITIATIVE = 2, "sequence.initiative", "{who} rolls {amount} for initiative", ROUTINE  # amount: total
    TIE_DIE = 3, "sequence.initiative_ties", "{who} rolls {amount} to break a tie", ROUTINE  # amount: face
    TURN_BEGINS = 4, "sequence.turn_order", "{who} begins its turn (initiative {amount})", ROUTINE  # amount: initiative count
    EXTRA_TURN_BEGINS = 5, "turn.four_plus_action_creatures", "{who} acts again (initiative {amount})", ROUTINE
    MOVED = 6, "action.move", "{who} moves to {amount}", CELL
    ATTACK_HIT = (7, "core.dice_pool",  # amount: DEFENSE, extra: mode
        "{who} attacks {target}{extra}: {face} against DEFENSE {needed}, hits", HIT_TONE | HIT_LINE)
    ATTACK_MISSED = (8, "core.dice_pool",  # amount: DEFENSE, extra: mode
        "{who} attacks {target}{extra}: {face} against DEFENSE {needed}, misses", MISS_TONE | MISS_LINE)
    CRITICAL_HIT = (9, "damage.critical",  # amount: DEFENSE, extra: mode
        "{who} attacks {target}{extra}: {face} against DEFENSE {needed}, critical hit", HIT_TONE | HIT_LINE)
    DAMAGE_ROLLED = 10, "attack.damage_roll", "{who} rolls {amount} for damage, with {extra}", ROUTINE
    DAMAGED = (11, "damage.dice_and_soak",  # amount: damage, extra: HEALTH left
        "{target} loses {amount} HEALTH ({terms}): now at {extra}", WOUND_TONE)
    NO_DAMAGE = 12, "damage.dice_and_soak", "{target} takes no damage", SAVED_TONE
    FELL_DOWN = (13, "completion.down_and_dying",  # at HEALTH 0 or less; amount: dying dice
        "{who} goes down with a countdown of {amount}", DOWN_TONE)
    DYING_DICE_LOST = 14, "completion.down_and_dying", "{who}'s countdown is down to {amount}", DOWN_TONE  # amount: dice left
    DIED = 15, "completion.down_and_dying", "{who} dies", DOWN_TONE
    WOKE = 16, "completion.down_and_dying", "{who} wakes up with {amount} HEALTH", SAVED_TONE  # amount: HEALTH
    LUCK_SPENT = 17, "attack.step4_luck", "{who} adds {amount} of LUCK and has {extra} left"  # amount: dice, extra: left
    DICE_TRADED = 18, "attack.damage_dice", "{who} buys {amount} of damage"  # amount: dice of damage bought
    GUARDED = 19, "completion.reaction_defend", "{who} guards against {target}"
    PRONE = 20, "completion.status.prone", "{who} is prone"
    STOOD_UP = 21, "action.stand", "{who} stands up"
    RESTRAINED = 22, "completion.status.restrained", "{who} is restrained at level {amount}", WOUND_TONE  # amount: level
    FREED = 23, "completion.status.restrained", "{who} is no longer restrained", SAVED_TONE
    LET_GO = 24, "completion.release", "{who} no longer holds {target}"
    SLOWED = 25, "completion.status.slowed", "{who} is slowed", WOUND_TONE
    BLINDED = 26, "completion.status.blinded", "{who} is blinded", WOUND_TONE
    AFRAID = 27, "completion.status.afraid", "{who} is afraid", WOUND_TONE
    RECOVERED = 28, "completion.shake_off", "{who} is no longer {amount}", SAVED_TONE  # amount: Mode, the condition
    DISARMED = 29, "completion.status.disarmed", "{who} is disarmed and drops its {amount}", WOUND_TONE  # amount: Item
    DREW = 30, "action.draw_sheathe", "{who} draws its {amount}"  # amount: Item
    SHEATHED = 31, "action.draw_sheathe", "{who} puts away its {amount}"  # amount: Item
    DROPPED = 32, "action.drop_item", "{who} drops its {amount}"  # amount: Item
    PICKED_UP = 33, "action.pick_up", "{who} picks up its {amount}"  # amount: Item
    RELOADED = 34, "action.reload", "{who} reloads its {amount}"  # amount: Item
    AIMED = 35, "aim.bonus", "{who} aims"
    FEINTED = 36, "aim.bonus", "{who} feints"
    WATCHES = 37, "overwatch.stance", "{who} goes into overwatch"
    HELD_FIRE = 38, "overwatch.interrupt", "{who} does not fire at {target}", ROUTINE
    WATCH_ENDS = 39, "overwatch.stance", "{who} is no longer in overwatch", ROUTINE
    SUPPRESSES = 40, "suppress.cover", "{who} covers {target} with suppressive fire: {amount} of cover"  # amount: dice of cover
    HUNKERED = 41, "cover.positions", "{who} takes cover out of sight"
    UNHUNKERED = 42, "cover.positions", "{who} comes back into view from its cover"
    HID = 43, "pinned.hide", "{who} hides and is no longer pinned"
    PINNED = 45, "completion.pinned_counter", "{who} has been pinned for {amount:turn}: ranged attacks on it get {extra}", ROUTINE  # amount: counter, extra: dice
    PASSED = 46, "core.dice_pool", "{who} succeeds at {extra}{face}{amount}"  # a check; amount: difficulty, extra: Task
    FAILED = 47, "core.dice_pool", "{who} fails at {extra}{face}{amount}", MISS_TONE  # a check; amount: difficulty, extra: Task
    HEALED = (48, "completion.emergency_healing",  # amount: points, extra: HEALTH now
        "{who} regains {amount} HEALTH and now has {extra}", SAVED_TONE)
    CAST = 49, "completion.spell_rules", "{who} casts {amount} and has {extra:point} left"  # amount: Mode, extra: points left
    SMOKE_RISES = 50, "completion.spell.fog", "fog rises around {amount} for {extra:round}", CELL  # extra: rounds
    SMOKE_CLEARS = 51, "completion.spell.fog", "the fog around {amount} clears", CELL
    SCANNED = 52, "completion.scan", "{who} scans {target}"
    OPENED = 53, "action.open", "{who} opens {extra} at {amount}", CELL  # extra: Thing
    UNLOCKED = 54, "completion.doors_traps", "{who} {extra} at {amount}", CELL  # extra: Thing
    TRAP_SPRUNG = 55, "completion.doors_traps", "{who} springs the trap at {amount}", CELL
    PUSHED = 56, "called.push", "{who} is pushed to {amount}", CELL
    FALLS = 57, "move.fall_damage", "{who} falls {extra} and takes {amount} damage", WOUND_TONE  # amount: damage, extra: feet
    LANDED_WELL = 58, "move.fall_prone", "{who} lands on its feet after falling {amount}: {face}", SAVED_TONE  # amount: feet
    CLIMBS = 59, "move.climb", "{who} climbs: {face} against {amount}, succeeds"  # amount: difficulty
    SLIPS = 60, "move.climb", "{who} climbs: {face} against {amount}, fails", MISS_TONE  # amount: difficulty; the climb fails
    SWIMS = 61, "move.non_primary", "{who} swims: {face} against {amount}, succeeds"  # amount: difficulty
    SINKS_BACK = 62, "move.non_primary", "{who} swims: {face} against {amount}, fails", MISS_TONE
    LEAPT = 63, "move.jump", "{who} leaps to {amount}", CELL
    CHARGED = 64, "completion.exploit.charge", "{who} charges to {amount}", CELL
    PLUNGED = 65, "completion.exploit.death_from_on_high", "{who} leaps down to {amount}", CELL
    VENOM = (66, "completion.poison",  # amount: VITAL DEFENSE; it takes hold
        "{who}'s venom takes hold of {target}: {face} against DEFENSE {needed}", HIT_TONE)
    VENOM_RESISTED = (67, "completion.poison",  # amount: VITAL DEFENSE
        "{who}'s venom does nothing to {target}: {face} against DEFENSE {needed}", MISS_TONE)
    NECK_HIT = 68, "called.threshold", "{who} loses the use of a neck and has {amount:action} a round from now on", WOUND_TONE
    AMBUSH_WON = 69, "ambush.opposed_check", "{who} surprises {target}: rolls {amount} against {extra}"
    AMBUSH_LOST = 70, "ambush.opposed_check", "{who} fails to surprise {target}: rolls {amount} against {extra}"
    AMBUSH_MUTUAL = 71, "ambush.mutual", "{who} and {target} surprise each other, so neither gains anything"
    ENDED_TURN = 72, "turn.two_actions", "{who} ends its turn", ROUTINE
    BATTLE_ENDS = 73, "completion.battle_end", "the battle ends: {amount}"  # amount: Ending
    AREA_ROLLED = (74, "attack.vital",  # amount: total, extra: Mode; before it is compared with each unit in the area
        "{who} attacks an area{extra}: rolls {amount}", ROUTINE)
    COUNTED_DOWN = 75, "completion.down_and_dying", "{who}'s countdown: rolls {amount}{face}, {extra}", ROUTINE
    LANDED_BADLY = 76, "move.fall_prone", "{who} does not land on its feet after falling {amount}: {face}", MISS_TONE
    LOOSENED = 77, "completion.shake_off", "{who} is now restrained only at level {amount}", SAVED_TONE  # amount: level
    INITIATIVE_GIVEN = 78, "sequence.initiative", "{who} has an initiative of {amount}", ROUTINE  # amount: total, not rolled
    # fmt: on


class Term(Named):
    """Labels of the parts of a total."""

    NONE = 0, ""
    ATTRIBUTE = 1, "attribute dice"
    SKILL = 2, "skill dice"
    EQUIPMENT = 3, "equipment dice"
    MAXIMUM = 4, "above the maximum"  # what lies beyond the maximum dice pool
    RANGE = 5
    COVER = 6
    HIGHER_GROUND = 7
    PINNED = 8
    CROSSFIRE = 9
    FLANK = 10
    PRONE = 11, "target prone"
    RESTRAINED = 12
    AFRAID = 13
    LATER_TARGET = 14
    NOT_BELOW_NONE = 15, "limit"  # what positional penalties would take off beyond the last die
    AIM = 16
    FEINT = 17
    TRADED = 18, "traded for damage"
    PRICE = 19, "price of the option"
    LUCK = 20, "LUCK"
    GUARD = 21
    DICE = 22
    SOAK = 23, "SOAK"
    SIXES = 24, "sixes always count"  # what sixes do beyond the rest
    IMMUNE = 25
    BONUS = 26, "bonus dice"
    DAMAGE_DICE = 27
    DOUBLED = 28, "critical hit"
    VENOM_DICE = 29


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


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0, ""
    LAST_ACTIVE = 1, "only one side is still in the fight"
    NOBODY_ACTIVE = 2, "nobody is left in the fight"
    ROUND_LIMIT = 3, "the last round is over"


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
    "success": Result("checks passed", (Event.PASSED, Event.CLIMBS, Event.SWIMS, Event.LANDED_WELL, Event.AMBUSH_WON)),
    "healed": Result("HEALTH regained", (Event.HEALED,), SUM),
}
