"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import LAST, SUM, Result
from ...core.told import (
    CELL,
    DOWN_TONE,
    FELT,
    HIT_LINE,
    HIT_TONE,
    MISS_LINE,
    MISS_TONE,
    ROUND_TONE,
    ROUTINE,
    SAVED_TONE,
    SIDE_EXTRA,
    WOUND_TONE,
    Endings,
    Named,
    Told,
)


class Prompt(Named):
    """What the deciding unit is asked."""

    NOBODY = 0, "no choice to make"
    TURN = 1, "choose an action"  # what to do with the next action
    OPPORTUNITY = 2, "make the attack of opportunity, or let the enemy go"  # attack an enemy that is leaving contact?
    REROLL = 3, "spend a fate token to roll again, or keep the roll"  # spend a fate token to roll again?
    FATE = (
        4,
        "spend a fate token to shake off a status, or keep the tokens",
    )  # spend a fate token to shake off a status?
    SPIRIT = 5, "roll Spirit to overcome the fear, or bear it"  # try to overcome fear?
    CONSENT = 6, "join the coordinated attack, or decline"  # agree to a coordinated attack?
    TARGET = 7, "choose a target"
    MODE = 8, "choose the kind of attack, the spell or the status"
    CELL = 9, "choose a cell"
    ITEM = 10, "choose a weapon"


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.CELL, Prompt.ITEM)
RESTS = (Prompt.TURN, Prompt.FATE, Prompt.SPIRIT)  # no action is under way at these prompts


class Verb(Named):
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
    USE_COURAGE = 12, "use courage draught"
    COAT_VENOM = 13, "coat weapon with venom"
    COAT_SLEEP = 14, "coat weapon with sleep poison"
    EXECUTE = 15
    FREE_EXECUTE = 16
    COORDINATE = 17
    EXTINGUISH = 18
    ROUSE = 19
    LOOT = 20
    RELOAD = 21
    RECOVER_WEAPON = 22
    INTERACT = 23, "pull lever"
    WITHDRAW = 24
    SWITCH_WEAPON = 25
    DROP_WEAPON = 26
    BERSERK = 27
    OPPORTUNITY = 28, "attack of opportunity"  # attack the enemy that is leaving
    LET_GO = 29
    REROLL = 30, "roll again"
    KEEP_ROLL = 31
    SHAKE_OFF = 32
    KEEP_TOKENS = 33
    RESIST_FEAR = 34
    BEAR_FEAR = 35
    AGREE = 36
    DECLINE = 37


class Mode(Named):
    """How an attack is made, which spell is cast, which status is to be shaken off."""

    NORMAL = 0
    SUBDUE = 1
    CALLED = 2, "called shot"
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
    DEAFENED = 14, "deafness"
    DISEASED = 15
    IGNITED = 16
    INSANE = 17
    PARALYZED = 18
    POISONED = 19
    ROOTED = 20
    STUNNED = 21
    FEAR = 22


class Refusal(Named):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    # --- when
    TURN_ONLY = 1, "only in its own turn, once the current prompt is answered"
    WHEN_ASKED = 2, "only as a reply, when the rules ask for it"
    UNABLE = 3, "it is out of action"
    STUNNED = 4, "it is stunned"
    BOUND = 5, "in a coordinated attack it can only Move, attack and take free actions"
    FEW_ACTIONS = 6, "it has too few standard actions left"
    MOVED_TWICE = 7, "after two Moves no other standard action is allowed"
    NO_FREE_ACTION = 8, "it has no free action left this turn"
    NOT_FIRST = 9, "only as the first action of its turn"
    # --- attacks
    NO_ATTACKS = 10, "it has no attack left this turn"
    NO_ATTACKS_AFTER_MOVE = 11, "it has moved, so it has no attack left this turn"
    NOT_LOADED = 12, "the weapon in hand is not loaded: reload first"
    NOBODY_IN_REACH = 13, "no standing enemy it knows of is within reach and can be harmed by the weapon in hand"
    NOBODY_IN_RANGE = 14, "it sees no standing enemy within range that the weapon in hand can harm"
    NOBODY_IN_CONTACT = 15, "no standing enemy it knows of is in base contact"
    NO_ABILITY = 16, "it does not have this ability"
    UNFIT = 17, "its free attack does not work with what it has in hand"
    AFRAID = 18, "it is terrified or extremely fatigued"
    NOBODY_DOWN = 19, "no enemy in base contact is bleeding out or unconscious"
    # --- Moves
    ROOTED = 20, "it is rooted"
    NO_MOVES = 21, "it has no Move left this turn"
    BLIND = 22, "it is blind and has no Move left this turn"
    LEG = 23, "with a broken leg it can Move only once a turn"
    ACTED = 24, "it has already done something else this turn, so a second Move is not allowed"
    NO_WAY = 25, "there is no free cell it can reach"
    NOT_ON_EDGE = 26, "only from an edge cell of the board"
    # --- spells
    NO_SPELLS = 27, "it knows no spells"
    NO_CASTING = 28, "it can cast no more spells this turn"
    NO_WINDS = 29, "it has too few winds left for any of its spells"
    NOBODY_TO_CAST_AT = 30, "it sees no target within range for a spell that it has enough winds to cast"
    # --- items
    NO_ITEM_USES = 31, "it can use no more items this turn"
    NO_ITEM = 32, "it does not carry one"
    NOBODY_TO_HELP = 33, "neither it nor a friend in base contact has a use for it now"
    NO_WEAPON = 34, "it has no weapon in hand"
    NATURAL = 35, "its weapon is a natural one and cannot be dropped or coated"
    NO_OTHER_WEAPON = 36, "it carries no other weapon to switch to"
    LOADED = 37, "the weapon in hand is loaded, or needs no loading"
    NOTHING_LOST = 38, "it has not lost a weapon"
    LOST_FAR_AWAY = 39, "its lost weapon is neither in its cell nor in base contact"
    # --- others
    NO_DEFENDING = 40, "the rules of this battle do not allow Defend"
    HIDDEN = 41, "it is already hidden"
    NO_HIDING = 42, "it cannot try to hide again this turn"
    WATCHED = 43, "an enemy sees it"
    NOBODY_ASLEEP = 44, "no friend in base contact can be woken"
    NO_CORPSE = 45, "no dead enemy is left to loot here"
    NO_LEVER = 46, "no lever is within reach"
    NOT_BURNING = 47, "it is not on fire"
    NOT_HIDDEN = 48, "it is not hidden"
    DEAF = 49, "it is deaf"
    DECLINED = 50, "a coordinated attack this turn has already been declined or called off"
    NO_PARTNER = 51, "the next unit in order is not a hidden friend that can hear and take part"
    NOBODY_TO_STALK = 52, "it knows of no standing enemy"
    BERSERK_BEFORE = 53, "it has already gone berserk in this battle"
    # --- of a target
    UNKNOWN = 54, "its side does not know where that unit is"
    NO_ENEMY = 55, "that unit is not an enemy"
    NO_FRIEND = 56, "that unit is not a friend"
    FALLEN = 57, "that unit has fallen or left the battlefield"
    OUT_OF_REACH = 58, "that unit is out of reach"
    OUT_OF_RANGE = 59, "that unit is out of range"
    NOT_SEEN = 60, "it does not see that unit"
    NO_CLEAR_LINE = 61, "there is no clear line to that unit"
    ETHEREAL = 62, "beyond base contact only runic and magical weapons can harm an ethereal unit"
    NOT_TOUCHING = 63, "that unit is not in base contact"
    NOT_DOWN = 64, "that unit is neither bleeding out nor unconscious"
    NO_NEED = 65, "that unit does not need it"
    NOT_ASLEEP = 66, "that unit is not unconscious"
    EXHAUSTED = 67, "that unit is too exhausted to be woken"
    WASTED = 68, "disease leaves that unit no hit points"
    NOT_DEAD = 69, "that unit is not dead"
    LOOTED = 70, "that unit has already been looted"
    TOO_LARGE = 71, "that unit is too large"
    NOT_PERCEIVED = 89, "it can neither see nor hear that unit"
    # --- of a way to do it
    WRONG_MODE = 72, "that does not fit this action"
    NOTHING_TO_LOSE = 73, "the target has no weapon in hand to lose"
    BLIND_BY_NATURE = 74, "the target is blind by nature"
    UNKNOWN_SPELL = 75, "it does not know that spell"
    NO_WINDS_FOR_IT = 76, "it has too few winds left for that spell"
    NOBODY_FOR_IT = 77, "it sees no target within range for that spell"
    NOT_SUFFERED = 78, "it does not suffer from that status"
    # --- of a weapon
    NO_SLOT = 79, "it has no such weapon slot"
    EMPTY = 80, "that weapon slot is empty"
    IN_HAND = 81, "that weapon is already in hand"
    ON_THE_GROUND = 82, "that weapon lies on the ground"
    # --- of a cell
    OFF_THE_BOARD = 83, "that cell is off the board"
    HERE = 84, "it is already there"
    SOLID = 85, "a wall, a lever or a closed gate is there"
    OCCUPIED = 86, "another unit is there"
    TOO_FAR = 87, "that cell is too far away for one Move"
    NO_WAY_THERE = 88, "no path of one Move leads there"


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


class Roll(Named):
    """What a roll is for: a bit of ``fate.reroll.kinds_mask`` goes with each."""

    STEALTH = 0, "Stealth"
    NOTICE = 1, "Notice"
    HEALING = 2, "Healing"
    SPIRIT = 3, "Spirit"
    COURAGE = 4, "Spirit against fear"  # against a source of fear
    RESIST_SPELL = 5, "to resist the spell"
    POISON = 6, "poison resistance"
    EXECUTION = 7, "to execute"
    COLLISION = 8, "to avoid the collision"
    DAMAGE = 9
    HEALED = 10, "healing"
    TABLE = 11, "called shot table"
    POTION = 12
    HIDING = 13, "Stealth to hide"


class Spent(IntEnum):
    """What a fate token is spent on."""

    REROLL = 0
    STATUS = 1


class Pull(Named):
    """What a lever does to the gates."""

    OPENED = 0, "the gate opens"
    CLOSED = 1, "the gate closes"
    STAYED = 2, "no gate moves"


class Item(Named):
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


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "initiative.cards", "round {amount} begins", ROUND_TONE  # amount: round
    CARD_DEALT = 2, "initiative.cards", "{who} is dealt {amount}", ROUTINE  # amount: card
    JOKER = 3, "fate.joker", "the joker gives {extra} fate: it now has {amount:fate token}", SIDE_EXTRA  # amount: tokens the side has now
    TURN_BEGINS = 4, "initiative.cards", "{who} acts on {amount}", ROUTINE  # amount: card
    MOVED = 5, "move.action", "{who} moves to {amount}", CELL
    BUMPED = 6, "completion.occupancy", "{who} runs into {target}, who was hidden", FELT
    WITHDREW = 7, "completion.withdraw", "{who} leaves the battlefield"
    LEAVING = 8, "engage.attack_of_opportunity", "{who} moves out of contact with {target}, who makes an attack of opportunity"
    ATTACK_HIT = (9, "attack.to_hit",  # amount: number needed, extra: Mode, with its edge
        "{who} attacks {target}{extra}: {terms}; needs {needed}, rolled {face}, hits", HIT_TONE | HIT_LINE | FELT)
    ATTACK_MISSED = (10, "attack.to_hit",  # amount: number needed, extra: Mode, with its edge
        "{who} attacks {target}{extra}: {terms}; needs {needed}, rolled {face}, misses", MISS_TONE | MISS_LINE | FELT)
    CRITICAL_HIT = (11, "attack.natural_20",  # amount: number needed, extra: Mode, with its edge
        "{who} attacks {target}{extra}: {terms}; natural {face}, critical hit", HIT_TONE | HIT_LINE | FELT)
    DAMAGED = 12, "damage.formula", "{target} takes damage ({terms}) and loses {amount} HP: {extra} left", WOUND_TONE | FELT
    NO_DAMAGE = 13, "damage.formula", "{target} is not hurt ({terms})", SAVED_TONE | FELT
    BLED_OUT = 14, "death.bleeding_out", "{who} goes down, bleeding out", DOWN_TONE  # who lies bleeding out
    DIED = 15, "death.defeat", "{who} dies", DOWN_TONE
    KNOCKED_OUT = 16, "incapacitate.methods", "{who} is unconscious", DOWN_TONE
    PASSED = (17, "completion.check",  # a check; amount: number needed, extra: Roll, with its edge
        "{who} rolls {extra}: needs {amount} or more ({terms}), rolled {face}, succeeds")
    FAILED = (18, "completion.check",  # a check; amount: number needed, extra: Roll, with its edge
        "{who} rolls {extra}: needs {amount} or more ({terms}), rolled {face}, fails", MISS_TONE)
    TOKEN_SPENT = 19, "fate.reroll", "{who} spends a fate token: {amount} left"  # amount: tokens left, extra: Spent
    SHOOK_OFF = (20, "fate.status_removal",  # amount: Mode, extra: number needed
        "{who} shakes off {amount}: needs {extra} or more ({terms}), rolled {face}")
    STILL_SUFFERS = (21, "fate.status_removal",  # amount: Mode, extra: number needed
        "{who} cannot shake off {amount}: needs {extra} or more ({terms}), rolled {face}")
    BLEEDS = 22, "status.bleed_trigger", "{who} bleeds ({amount:stack})", WOUND_TONE  # amount: stacks
    BURNS = 23, "status.fire_trigger", "{who} is on fire ({amount:stack})", WOUND_TONE  # amount: stacks
    POISONED = 24, "status.poison_trigger", "{who} is poisoned", WOUND_TONE
    PARALYZED = 25, "status.paralyzed", "{who} is paralyzed", WOUND_TONE
    BLINDED = 26, "status.blind", "{who} is blinded {amount}", WOUND_TONE  # amount: turns
    DEAFENED = 27, "status.deafened", "{who} is deafened {amount}"  # amount: turns
    ROOTED = 28, "status.rooted", "{who} is rooted {amount}"  # amount: turns
    STUNNED = 29, "status.stunned", "{who} is stunned {amount}", WOUND_TONE  # amount: turns
    FEARS = 30, "fear.frightened", "{who} is {amount}"  # amount: level
    TIRED = 31, "fatigue.accrual", "{who} tires: fatigue {amount}"  # amount: level
    BLEEDING_HURTS = 32, "status.bleeding", "{who} bleeds: {amount} damage"  # amount: damage
    POISON_HURTS = 33, "status.poisoned", "{who} suffers {amount} damage from poison"  # amount: damage
    FIRE_HURTS = 34, "status.ignited", "{who} burns: {amount} damage"  # amount: damage
    DOUSED = 35, "status.ignited", "{who} is no longer on fire"
    STUMBLED = 36, "status.blind_move", "{who} stumbles blindly: {amount} damage"  # amount: damage
    FELL = 37, "status.falling", "{who} falls {extra} m: {amount} damage"  # amount: damage, extra: metres
    PUSHED = 38, "completion.push", "{who} is pushed to {amount}", CELL
    COLLIDED = 39, "collision.damage", "{who} collides (severity {extra}): {amount} damage"  # amount: damage, extra: severity
    DEFENDS = 40, "defend.action", "{who} defends"
    HID = 41, "hide.action", "{who} hides"
    SPOTTED = 42, "completion.hidden", "{who} is spotted"
    STAYED_HIDDEN = 43, "stealth.roll", "{who} stays hidden"
    HEALED = 44, "heal.amount", "{target} regains {amount} HP ({terms}): {extra} now", SAVED_TONE
    UP_AGAIN = 45, "death.stabilise", "{who} is back on its feet", SAVED_TONE
    CURED = 46, "completion.items", "{target} is rid of {amount}", SAVED_TONE  # amount: Mode
    DRANK = 47, "completion.items", "{target} drinks a potion and regains {amount} HP ({terms}): {extra} now", SAVED_TONE
    COATED = 48, "completion.items", "{who} coats its weapon: the coating lasts {amount:hit}"  # amount: charges
    CAST = 49, "spell.cast", "{who} casts {amount} at {target}: {extra} winds left"  # amount: Mode, extra: winds left
    EXECUTED = 50, "execute.action", "{who} executes {target}", DOWN_TONE | HIT_LINE
    ROUSED = 51, "completion.rouse", "{target} wakes"
    LOOTED = 52, "loot.action", "{who} loots {target}"
    RELOADED = 53, "completion.reload", "{who} reloads"
    DISARMED = 54, "called.special", "{who} disarms {target}, whose {amount} falls to the ground", FELT
    DROPPED = 55, "turn.free_action_examples", "{who} drops its {amount}"
    RECOVERED = 56, "completion.hands", "{who} picks up its {amount} again"
    SWITCHED = 57, "completion.hands", "{who} takes its {amount} in hand"  # amount: item
    LEVER_PULLED = 58, "turn.interact", "{who} pulls the lever: {amount}"  # amount: Pull
    BERSERK = 59, "completion.abilities", "{who} goes berserk {amount}"  # amount: turns
    CALMED = 60, "fear.terrified", "{who} is no longer berserk"
    COORDINATED = 61, "synergy.coordinated_roll", "{who} coordinates an attack on {target}"
    CALLED_OFF = 62, "synergy.coordinated_roll", "{who} calls off the attack on {target}"
    DECLINED = 63, "synergy.coordinated_declare", "{who} declines to join {target}"
    TABLE_RESULT = 64, "called.table_roll", "{who} rolls {amount} on the called shot table"  # amount: result
    ARM_BROKEN = 65, "completion.called_shot_tables", "{who} suffers a broken arm"
    LEG_BROKEN = 66, "completion.called_shot_tables", "{who} suffers a broken leg"
    HORRIFIED = 67, "fear.horrified", "{who} is horrified and can only flee"
    RAGES = 68, "status.insane", "{who} is insane and cannot choose its actions"
    HELPLESS = 69, "status.paralyzed", "{who} cannot move"
    RISES_AGAIN = 70, "status.flying", "{who} takes to the air"  # a flier takes to the air
    OPPORTUNITY_PASSED = 71, "engage.attack_of_opportunity", "{who} lets {target} go", ROUTINE
    BATTLE_ENDS = 72, "death.battle_end", "the battle ends: {amount}"  # amount: Ending
    CAPTURED = 73, "death.battle_end", "{who} is captured"
    RESCUED = 74, "death.battle_end", "{who} is rescued"
    SPOILS = 76, "loot.action", "{who}'s side loots {amount:corpse} after the battle"  # amount: corpses, extra: side
    DAMAGE_ROLLED = 77, "damage.formula", "{who} rolls {extra} for damage: {amount}", ROUTINE  # amount: sum of the dice
    FEAR_LESS = 78, "fear.spirit_check", "{who} overcomes some of its fear and is now {amount}"  # amount: level
    RESISTED = 79, "completion.spells", "{who} resists {amount}"  # amount: Mode
    NOT_MENDED = 80, "heal.magic_resistance", "{target} regains no HP ({terms})"
    NATURAL_MISS = (81, "attack.natural_1",  # it would have hit; amount: number needed, extra: Mode, with its edge
        "{who} attacks {target}{extra}: {terms}; natural {face}, misses", MISS_TONE | MISS_LINE | FELT)
    KEPT_FOOTING = (82, "status.blind_move",  # amount: least face that stumbles
        "{who} moves blindly: {terms}; stumbles on {amount} or more, rolled {face}, keeps its footing")
    LOST_FOOTING = (83, "status.blind_move",  # amount: least face that stumbles
        "{who} moves blindly: {terms}; stumbles on {amount} or more, rolled {face}, loses its footing", MISS_TONE)
    DREW_TARGET = 84, "status.insane", "{who} attacks at random among {amount:unit}{secret:own}"  # amount: units it can attack
    BLEED_ROLLED = 85, "status.bleed_trigger", "{who} begins to bleed at {amount} or less on a d100: rolled {face}"
    POISON_ROLLED = 86, "status.poison_trigger", "the poison reaches {who} at {amount} or less on a d100: rolled {face}"
    # fmt: on


class Term(Named):
    """Labels of the parts of a total."""

    NONE = 0, ""
    PARRY = 1, "Parry"
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
    FIGHTING = 12, "Fighting"
    SHOOTING = 13, "Shooting"
    AGILITY = 14, "Agility"
    SPIRIT = 15, "Spirit"
    STEALTH = 16, "Stealth"
    ARM_BROKEN = 17
    DICE = 18
    STRENGTH = 19, "Strength"
    RUNE = 20
    POINT_BLANK = 21
    ARMOUR = 22
    MAGIC_RESISTANCE = 23
    COORDINATED = 24
    LEAST = 25, "limit"
    HEALING = 26, "Healing"
    FIELD_MEDIC = 27
    POTION = 28
    TARGET_NUMBER = 29
    PROTECTION = 30, "ally protection"
    NOTICE = 31, "Notice"
    STAMINA = 32, "Stamina"
    SIZE = 33
    POISON_ABILITY = 34, "poison resistance"
    AS_BEFORE = 35  # the number of a check that is rolled again
    STATUS = 36, "ignoring armour"


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


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0, ""
    LAST_ABLE = 1, "only one side can still act"
    NOBODY_ABLE = 2, "nobody can act any more"
    ROUND_LIMIT = 3, "the last round is over"


UNITS = 16  # roster rows
SLOTS = 3  # weapons carried
MODES = len(Mode)
FIRST_SPELL, LAST_SPELL = Mode.FIREBOLT, Mode.FLASH
FIRST_AILMENT = Mode.BLEEDING
STEPS_OF_A_MOVE = 12
CARDS = 54
SIDES_CODE = 128  # an event that names dice says so many times their number, and their sides
ATTACKS = (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.NATURAL_MISS)  # the rolls to hit
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
