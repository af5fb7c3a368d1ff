"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from ...core.state.choosing import Part, answers_of, parts_of
from ...core.state.results import SUM, Result
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
    WOUND_TONE,
    Endings,
    Named,
    Told,
)


class Prompt(Named):
    """The decision that a unit has to make."""

    NOBODY = 0, "no choice to make"
    TURN = 1, "choose an action"  # what to do next
    DEFENCE = 2, "choose a defence"  # which kind of defence to roll
    ATTACKED = 3, "choose whether to use the standing defence"  # use the standing defence?
    REROLL = 4, "choose whether to roll again"  # spend willpower on another roll?
    PROVOKED = 5, "choose whether to strike"  # strike at the brawler, or at the unit that gets past the guard?
    HOLD = 6, "choose whether to keep hold of the unit"  # release the held unit before an attack is rolled?
    STOP = 7, "choose whether to stop the unit you hold"  # try to stop what the held unit does?
    RESIST = 8, "choose whether to resist the effect"  # resist an effect?
    EVADE = 9, "choose whether to evade the hit"  # evade a hit?
    INTERCEPTED = 10, "choose whether to get past the guard"  # accept the guard, or get past it?
    STUMBLE = 11, "choose the direction in which the stumbling unit cannot go"
    BLIND_AXIS = 12, "choose the line of the shot"  # on which line a shot counts
    PURSUE = 13, "choose whether to pursue the fleeing unit"  # pursue the fleeing unit?
    CHASE = 14, "choose the ground of the chase"  # over which ground
    SURPASS = 15, "choose what to do to the overtaken unit"  # what to do to the overtaken unit
    TARGET = 16, "choose a target"
    MODE = 17, "choose how to do it"
    ITEM = 18, "choose an item"
    DIRECTION = 19, "choose a direction"
    CELL = 20, "choose a square"


PARTS = (Prompt.TARGET, Prompt.MODE, Prompt.ITEM, Prompt.DIRECTION, Prompt.CELL)
RESTS = (Prompt.TURN,)  # nothing is half done when it is asked


class Verb(Named):
    """What can be chosen."""

    NONE = 0
    END_TURN = 1
    # --- attacks
    WEAPON_ATTACK = 2
    SHOOT = 3
    BRAWL = 4
    CHARGE_WEAPON = 5, "charge"
    CHARGE_BRAWL = 6, "charge to brawl"
    LUCK_SHOT = 7, "luck shot at"
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
    GUARD = 22, "guard ally"  # an ally
    GUARD_BORDER = 23
    GUARD_CELL = 24, "guard square"
    HIDE = 25
    TAKE_COVER = 26
    DODGE = 27, "prepare to dodge"
    BREATHER = 28, "take a breather"  # at once
    LONG_BREATHER = 29, "take a breather next turn"  # with the next standard action
    CONTINUE = 30, "continue the upcoming action"
    CANCEL = 31, "cancel the upcoming action"
    DELAY_BEFORE = 32, "wait until just before"
    DELAY_AFTER = 33, "wait until just after"
    READY_ATTACK = 34, "ready an attack"
    READY_SHOT = 35, "ready a shot"
    READY_HIT = 36, "ready a brawl"
    READY_BIND = 37, "ready a grab"
    READY_MOVE = 38, "ready a move"
    READY_PRONE = 39, "ready to drop prone"
    # --- things
    DRAW = 40
    PUT_AWAY = 41
    DROP_ITEMS = 42
    GET_ITEM = 43
    CONCEAL_ITEM = 44
    SWAP_ITEMS = 45
    # --- senses, speech, skills
    OBSERVE_CELL = 46, "search square"
    OBSERVE_ITEM = 47, "search for hidden items"
    OBSERVE_INSIGHT = 48, "judge the will of"
    WHISPER = 49
    SHOUT = 50
    POINT_OUT = 51
    THREATEN = 52
    PRIME_SKILL = 53, "prepare skill"
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
    PARRY_SWORD_HAND = 64, "parry with the sword hand"
    PARRY_OFF_HAND = 65, "parry with the off-hand"
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
    CHASE_RUN = 87, "run on"
    CHASE_CLIMB = 88, "climb away"
    CHASE_SWIM = 89, "swim away"
    SURPASS_ATTACK = 90, "overtake and attack"
    SURPASS_HIT = 91, "overtake and brawl"
    SURPASS_BIND = 92, "overtake and grab"
    GO_ON = 93, "continue the chase"


class Mode(Named):
    """How: part of the body aimed at, for harm or for a bind; hands; skills primed; triggers of readied actions."""

    ANYWHERE = 0, "without aiming"
    TORSO = 1, "aiming at the torso"
    SWORD_ARM = 2, "aiming at the sword arm"
    OTHER_ARM = 3, "aiming at the other arm"
    RIGHT_LEG = 4, "aiming at the right leg"
    LEFT_LEG = 5, "aiming at the left leg"
    BIND_ANYWHERE = 6, "bind"
    BIND_TORSO = 7
    BIND_SWORD_ARM = 8
    BIND_OTHER_ARM = 9
    BIND_RIGHT_LEG = 10
    BIND_LEFT_LEG = 11
    SWORD_HAND = 12
    OFF_HAND = 13, "off-hand"
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


class Defence(Named):
    """Kinds of defence."""

    NONE = 0, "have no defence"
    DODGE = 1
    BLOCK = 2
    PARRY_SWORD_HAND = 3, "parry"
    PARRY_OFF_HAND = 4, "parry with the off-hand"


class Body(Named):
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


class Item(Named):
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


class EffectKind(Named):
    """Effects. The first are timed, hit, drain and break are counted."""

    NONE = 0, "nothing"
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


class GuardKind(Named):
    """What a unit guards."""

    NOTHING = 0
    ALLY = 1, "an ally"
    BORDER = 2, "a border"
    CELL = 3, "its square"


class Upcoming(Named):
    """An action to be completed with the standard action of the next turn."""

    NOTHING = 0
    CRAWL = 1, "to crawl"
    BREATHER = 2, "to take a breather"


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


class Task(Named):
    """What a roll is made for."""

    NONE = 0, "nothing"
    CROSSING = 1, "crossing the border, needing"
    CLIMBING = 2, "climbing, needing"
    HOLDING_ON = 3, "holding on, needing"
    FALLING = 4, "landing safely after a fall, needing"
    JUMPING = 5, "landing safely after a jump, needing"
    HAZARD = 6, "avoiding the danger, needing"
    HIDING = 7
    OBSERVING = 8, "spotting a hidden unit, total"
    OBSERVING_ITEM = 9, "finding a hidden item, total"
    OBSERVING_INSIGHT = 10, "reading {target}, needing"
    THREATENING = 11, "threatening {target}, whose insight reaches"
    FIRST_AID = 12, "first aid, needing"
    STRUGGLING = 13, "getting free"
    CONCEALING = 14, "concealing an item"
    BASHING = 15, "breaking the barrier"
    WAKING = 16, "waking up, needing"
    STOPPING = 17, "stopping the unit it holds, total"
    CHASING = 18, "the chase"


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "turn.sequence", "round {amount} begins", ROUND_TONE  # amount: round
    INITIATIVE = 2, "initiative.roll", "{who} has initiative {amount}", ROUTINE  # amount: total
    TURN_BEGINS = 3, "turn.sequence", "{who} begins its turn", ROUTINE
    TURN_ENDED = 4, "turn.sequence", "{who} ends its turn", ROUTINE
    DELAYED_BEFORE = 5, "initiative.delay", "{who} waits until just before {target}"
    DELAYED_AFTER = 6, "initiative.delay", "{who} waits until just after {target}"
    DEFENCE_ROLLED = 7, "defence.preroll", "{who} rolls {extra} of {amount}"  # amount: total, extra: Defence
    NO_DEFENCE = 8, "defence.preroll", "{who} has no defence"
    DECLINED = 9, "defence.decline", "{who} chooses not to defend itself"
    ATTACKS = 10, "attack.weapon", "{who} attacks {target}{amount}{extra}", FELT  # amount: Item, extra: Body
    ATTACK_HIT = (11, "attack.roll",  # amount: defence, or NO_DEFENCE or VOID_DEFENCE; extra: Item
        "{who} hits {target}{extra}{amount}", HIT_TONE | HIT_LINE | FELT)
    ATTACK_MISSED = (12, "defence.tie",  # amount: defence, extra: Defence
        "{who} misses {target}, whose {extra} is {amount}", MISS_TONE | MISS_LINE | FELT)
    GRAZED = 13, "brawl.graze", "{who} only grazes {target}, whose defence is {amount}", MISS_TONE | MISS_LINE | FELT
    ATTACK_TIRED = (14, "fatigue.requirement",  # amount: fatigue; the natural result does not reach it
        "{who} is too tired to hit {target}{amount}{private:fatigue}", MISS_TONE | MISS_LINE | FELT)
    DAMAGED = 15, "effect.hit", "{target} loses {amount:hit point}{extra}{secret:hp_known}", WOUND_TONE | FELT
    INJURED = 16, "injury.effects", "{who} is injured in the {amount}", WOUND_TONE  # amount: Body
    UNCONSCIOUS = 17, "position.unconscious", "{who} loses consciousness", DOWN_TONE
    DIED = 18, "c.dead_below", "{who} dies", DOWN_TONE
    WOKE = 19, "position.sleeping", "{who} wakes up", SAVED_TONE
    STABILISED = 20, "injury.stabilise", "{who} is stabilised", SAVED_TONE
    REOPENED = 21, "injury.reopen", "one of {who}'s injuries opens again", WOUND_TONE
    TIRED = 22, "fatigue.gain", "{who} tires{private:fatigue}", ROUTINE  # amount: fatigue now
    RESTED = 23, "action.breather", "{who} catches its breath{private:fatigue}"  # amount: fatigue now
    EFFECT = (24, "effect.numbers",  # amount: EffectKind, extra: seconds or points
        "{target} suffers {amount}{extra}", WOUND_TONE | FELT)
    RESISTED = 25, "effect.resist", "{who} resists {amount}", SAVED_TONE  # amount: EffectKind
    EVADED = 26, "effect.miss", "{who} evades the hit", SAVED_TONE
    EFFECT_ENDS = 27, "effect.duration_turns", "{who} no longer suffers {amount}", SAVED_TONE | ROUTINE  # amount: EffectKind
    GRABBED = 28, "brawl.attack", "{who} holds {target} by the {amount}", HIT_TONE  # amount: Body
    GRAB_ENDS = 29, "brawl.grab_end", "{who} no longer holds {target}", SAVED_TONE
    CLUSTERED = 30, "cluster.form", "{who} and {target} are now in the same cluster"
    LEFT_CLUSTER = 31, "cluster.leave", "{who} leaves its cluster"
    MOVED = 32, "action.move", "{who} moves to {amount}", CELL
    INTERCEPTED = 33, "guard.basics", "{who} intercepts {target}"
    GOT_PAST = 34, "guard.outmanoeuvre", "{who} gets past {target}"
    GUARDS = 35, "action.guard", "{who} guards {amount}"  # amount: GuardKind
    GUARD_ENDS = 36, "guard.one_opponent", "{who} is no longer on guard", ROUTINE
    READIED = 37, "ready.declare", "{who} readies an action"
    READY_FIRES = 38, "ready.after_trigger", "{who} carries out its readied action"
    READY_LOST = 39, "ready.expiry", "{who} loses its readied action", ROUTINE
    INTENT_HIDDEN = (40, "ready.intent",  # amount: total that hides it
        "{who} does not notice that {target} means to attack (persuasion {amount})")
    INTENT_SEEN = (41, "ready.intent",  # amount: total that hides it
        "{who} notices that {target} means to attack (persuasion {amount})")
    PASSED = 42, "check.requirement", "{who} succeeds at {extra}{amount}"  # amount: requirement, extra: Task
    FAILED = 43, "check.requirement", "{who} fails at {extra}{amount}", MISS_TONE  # amount: requirement, extra: Task
    PRONE = 44, "position.prone", "{who} is prone"
    STOOD_UP = 45, "c.stand_up", "{who} stands up"
    CLIMBED = 46, "action.climb", "{who} climbs to level {amount}"  # amount: elevation
    FELL = 47, "fall.check", "{who} falls {amount:level}", WOUND_TONE  # amount: levels
    JUMPED = 48, "action.jump_down", "{who} jumps down {amount:level}"  # amount: levels
    HID = 49, "action.hide", "{who} hides{secret:own}"  # amount: hide value
    REVEALED = 50, "position.hidden", "{who} is no longer hidden"
    TOOK_COVER = 51, "c.take_cover", "{who} takes cover"
    DREW = 52, "action.draw", "{who} draws its {amount}"  # amount: Item
    PUT_AWAY = 53, "action.put_away", "{who} puts away its {amount}"  # amount: Item
    DROPPED = 54, "action.drop_items", "{who} drops its {amount}"  # amount: Item
    GOT_ITEM = 55, "action.get_item", "{who} gets its {amount}"  # amount: Item
    CONCEALED = 56, "action.conceal_item", "{who} conceals an item{secret:own}"  # amount: conceal value
    SWAPPED = 57, "action.swap_items", "{who} swaps the items in its hands"
    BROKE = 58, "effect.break", "{who}'s {amount} breaks", WOUND_TONE  # amount: Item
    READ = 59, "action.observe_insight", "{who} sees through {target} (persuasion {amount})"  # amount: total
    SPOKE = 60, "action.speak", "{who} {amount}"
    SURRENDERED = 61, "c.speech", "{who} gives in to a threat of {amount} and surrenders", DOWN_TONE  # amount: total
    PRIMED = 62, "action.use_skill", "{who} prepares a skill"  # amount: Skill
    RALLIED = 63, "c.skills", "{who} rallies {target}", SAVED_TONE
    ASSISTS = 64, "c.drag", "{who} takes hold of {target} to move it or keep it in place"
    DRAGGED = 65, "c.drag", "{who} drags {target} to {amount}", CELL
    BASHED = 66, "c.bash", "{who} hits the barrier, which has toughness {amount} left", HIT_TONE  # amount: toughness left
    SEIZED = 67, "c.objective", "{who} seizes the objective here"
    WILLPOWER_SPENT = (68, "check.willpower_reroll",  # amount: points, extra: left
        "{who} spends {amount:point} of willpower", ROUTINE)
    BLIND_SPOT = 69, "blind.create", "{who} gets a blind spot by defending itself"
    LUCK_FAILED = (70, "position.hidden_luck",  # amount: the d10, extra: 1 it allows an attack, and finds nobody
        "{who} has no luck: {face}{extra}", MISS_TONE)
    STARTED_UPCOMING = 71, "action.upcoming", "{who} begins {amount}"  # amount: Upcoming
    INTERRUPTED = 72, "action.upcoming_interrupt", "{who} is interrupted"
    FLED = 73, "c.escape", "{who} flees off the map"
    PURSUES = 74, "c.escape", "{who} pursues {target}"
    CHASE_ROLLED = (75, "chase.start",  # amount: total, extra: 1 it fails by fatigue
        "{who} scores {amount} in the chase{extra}")
    CHASE_DISTANCE = 76, "chase.step", "{who} is {amount:square} behind {target}"  # amount: squares
    CAUGHT = 77, "chase.fatigue_end", "{who} catches {target}"
    ESCAPED = 78, "c.chase_mode", "{who} escapes"
    STOPPED = 79, "brawl.grab_stop", "{who} is stopped{extra} by the unit that holds it", MISS_TONE  # extra: Task, 0 attack
    PREPARED_DODGE = 80, "action.dodge", "{who} prepares to dodge shots"
    CONSISTENCY = 81, "dice.pool", "{who} rolls {amount}", ROUTINE
    BATTLE_ENDS = 82, "c.end", "the battle ends: {amount}"  # amount: Ending
    LOADED = 83, "c.reload", "{who} {amount}"  # amount: Item
    TOO_TIRED = (84, "fatigue.requirement",  # amount: requirement, extra: Task
        "{who} is too tired for {extra}{amount}", MISS_TONE)
    OPPOSED = 85, "check.opposed", "{who} scores {amount} in {extra}"  # amount: total, extra: Ability
    INITIATIVE_ROLLED = (86, "initiative.roll",  # amount: consistency; with the total everybody would know the willpower
        "{who} rolls for initiative{amount}{secret:own}", ROUTINE)
    LUCK_HELD = 87, "position.hidden_luck", "{who} is lucky: {face}"
    # fmt: on


class Term(Named):
    """Labels of the parts of a total."""

    NONE = 0, ""
    CONSISTENCY = 1
    TRAINING = 2
    ARMOUR = 3
    CIRCUMSTANCES = 4
    PRONE = 5
    CLIMBING = 6, "while climbing"
    DIFFICULT = 7, "difficult ground"
    HEIGHT = 8
    TARGETED = 9, "aimed"
    DISTANCE = 10
    CLUSTER = 11
    TARGET_PRONE = 12
    CONCEALED = 13
    LUCK = 14
    ONGOING = 15, "ongoing action"
    USED_BEFORE = 16
    OUTMANOEUVRED = 17
    BLIND_SPOT = 18
    SHIELD = 19
    OFF_HAND = 20, "off-hand"
    FIXED = 21, "fixed consistency"  # a consistency that is what it is
    ATTRIBUTES = 22
    TRAINED_POTENTIAL = 23
    ITEM = 24
    PREPARED = 25, "dodge prepared"
    UNSEEN = 26, "from hiding"
    NEARBY = 27
    NATURAL = 28, "natural result"
    WILLPOWER = 29


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


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0, ""
    LAST_STANDING = 1, "only one side is still in the fight"
    NOBODY_STANDING = 2, "nobody is left in the fight"
    OBJECTIVE = 3, "the last round is over and a side holds all objectives"
    ROUND_LIMIT = 4, "the last round is over"


class Refusal(Named):
    """Why a unit cannot make a choice, or a value be part of one."""

    # fmt: off
    NONE = 0
    # --- when
    TURN_ONLY = 1, "only in its own turn, once the current prompt is answered"
    WHEN_ASKED = 2, "only as a reply, when the rules ask for it"
    UPCOMING = 3, "it has an upcoming action: continue or cancel that first"
    NOTHING_UPCOMING = 4, "it has no upcoming action"
    NO_STANDARD = 5, "it has no standard action left this turn"
    FREE_USED = 6, "it has already used this kind of free action this turn"
    TURN_BEGUN = 7, "only as the first choice of its turn"
    DELAYED = 8, "it has no delays left this round"
    NOBODY_TO_COME = 9, "every unit that it could wait for has already acted this round"
    HAS_ACTED = 10, "that unit has no turn left this round"
    # --- what its body does
    STUMBLES = 11, "it is stumbling"
    CLIMBS = 12, "it is climbing"
    PRONE = 13, "it is prone"
    NOT_PRONE = 14, "it is not prone"
    FALLEN = 15, "it has fallen and cannot stand up yet"
    FELLED = 16, "it is prone and cannot stand up"
    DAZED = 17, "it is dazed"
    LEG_INJURED = 18, "one of its legs is injured"
    FEET_BOUND = 19, "its feet are bound"
    BOUND = 20, "one of its legs or its body is bound or held"
    BODY_BOUND = 21, "its body is bound or held"
    STAYS_BOUND = 22, "it will still be bound after this turn"
    HELD = 23, "another unit is holding it"
    HOLDS = 24, "it is holding another unit: release the grab first"
    RESTRAINED = 25, "enough opponents hold it in place"
    IN_CLUSTER = 26, "it is in a cluster"
    NOT_IN_CLUSTER = 27, "it is not in a cluster"
    RESTED = 28, "a breather would not reduce its fatigue"
    # --- hands and things
    HANDS_BOUND = 29, "its hands are bound"
    HANDS_CLIMB = 30, "holding on takes every hand that it can use"
    NO_FREE_HAND = 31, "it has no free hand"
    NO_HAND_TO_CLIMB = 32, "it needs more free hands to climb"
    HANDS_EMPTY = 33, "both its hands are empty"
    HAND_EMPTY = 34, "a chosen hand is empty"
    HAND_USELESS = 35, "a hand it needs is injured, bound or held"
    NO_HAND_FOR_IT = 36, "no suitable hand is free to hold that item"
    NOTHING_THERE = 37, "that slot is empty"
    NOTHING_TO_DRAW = 38, "it has no stowed item that a free hand could draw, and no weapon in hand that needs a missile"
    NOT_STOWED = 39, "only a stowed item, or a missile for a ranged weapon in hand, can be drawn"
    NO_MISSILES = 40, "it has no missiles left"
    LOADED = 41, "its missile is already in place"
    NOTHING_TO_PUT_AWAY = 42, "it holds nothing in a usable hand"
    NOT_IN_HAND = 43, "that item is not in hand"
    NOTHING_TO_GET = 44, "nothing is packed, concealed or within reach that a free hand could take"
    LIES_ELSEWHERE = 45, "that item lies in another square"
    OUT_OF_HAND = 46, "that item was just dropped and cannot be picked up yet"
    NOT_PACKED = 47, "that item is not packed, concealed or on the ground"
    NOTHING_TO_SWAP = 48, "it holds no item in a single hand"
    # --- attacks and defences
    NO_MELEE_WEAPON = 49, "it wields no melee weapon"
    NO_RANGED_WEAPON = 50, "it wields no ranged weapon"
    NOT_READY = 51, "no missile is ready to shoot"
    NOBODY_IN_REACH = 52, "it sees no enemy within reach"
    NOBODY_OF_CLUSTER = 53, "it is stumbling and can only strike at its own cluster, where no enemy is within reach"
    NOBODY_IN_RANGE = 54, "it sees no enemy in range and in line"
    NOBODY_TO_CHARGE = 55, "it sees no enemy that it could charge from here"
    NO_HIDDEN_ENEMY = 56, "it knows of no hidden enemy"
    NO_LUCK_CELL = 57, "no square is in range and in line"
    DEFENCELESS = 58, "it cannot defend itself"
    NO_SHIELD = 59, "it has no usable shield"
    NOTHING_TO_PARRY_WITH = 60, "it has no weapon in that hand to parry with"
    HAS_PARRIED = 61, "that weapon has no parry left"
    NO_PARRY_OF_SHOTS = 62, "shots cannot be parried"
    # --- whom
    GONE = 63, "that unit is not on the map"
    SELF = 64, "it cannot do this to itself"
    FRIEND = 65, "that unit is not an enemy"
    ENEMY = 66, "that unit is an enemy"
    NOT_SEEN = 67, "it does not see that unit"
    SURRENDERED = 68, "that unit has surrendered"
    NOT_HERE = 69, "that unit is in another square"
    TOO_HIGH = 70, "that unit is too high up or too far below"
    STUMBLES_APART = 71, "it is stumbling and can only strike at its own cluster"
    OUT_OF_RANGE = 72, "the target is out of range"
    NO_LINE = 73, "something blocks the line of sight"
    HAS_RUN = 74, "that unit ran from this square"
    NOT_NEXT = 75, "that unit is not in a neighbouring square"
    OFF_THE_GROUND = 76, "that unit is too high above or below the ground of its square"
    FAR = 77, "that unit is more than one square away"
    # --- where to
    NO_WAY = 78, "it cannot cross any border here that way"
    NO_BORDER = 79, "only north, east, south and west are allowed"
    MAP_ENDS = 80, "the map ends there"
    OFF_MAP = 81, "that square is not on the map"
    WALLED = 82, "a wall is in the way"
    LIMIT = 83, "no more units can pass there: the limit is reached"
    STRUCTURE = 84, "a structure is in the way"
    STEEP = 85, "the ground there is too high to walk up"
    FULL = 86, "there is not enough room there"
    CHALLENGE = 87, "the border there is a challenge: it cannot be crossed while running or dragging"
    BARRED = 88, "it is stumbling and cannot go that way"
    NOT_LEVEL = 89, "the ground there is too high or too low"
    HANGS_ELSEWHERE = 90, "it is climbing something else"
    NOT_AT_TOP = 91, "it has not reached the top yet"
    MOVED_THIS_TURN = 92, "it has already moved this turn"
    NO_EXIT = 93, "there is no exit from the map here"
    OFF_GROUND = 94, "it is too high above or below the ground"
    NOT_CLIMBABLE = 95, "there is nothing to climb there"
    NOTHING_TO_CLIMB = 96, "no border here can be climbed that way"
    AT_TOP = 97, "it is already that high"
    NOT_ON_TOP = 98, "it is not standing on top of anything here"
    AT_BOTTOM = 99, "it is already at the bottom"
    SMALL_DIFFERENCE = 100, "the difference in height is too small for a climb"
    NO_STEP = 101, "there is nothing here that is one level high"
    NO_HEIGHT = 102, "it is already on the ground"
    NOT_FROM_THERE = 103, "the effect did not come from that direction"
    # --- guarding, hiding, getting ready
    ON_GUARD = 104, "it is already guarding that"
    NO_ALLY_TO_GUARD = 105, "no ally here is left for it to guard"
    NO_BORDER_TO_GUARD = 106, "no border here is left for it to guard"
    NO_CONCEALMENT = 107, "it cannot hide from any enemy that it sees"
    NO_HIDING_PLACE = 108, "it is not concealed well enough here"
    NO_COVER = 109, "there is no cover here"
    IN_COVER = 110, "it is already in cover"
    DODGE_READY = 111, "it is already prepared to dodge"
    NO_SHOOTER = 112, "it sees no enemy that could shoot at it"
    NOT_SO = 113, "this action cannot be done that way"
    OUT_OF_BLOWS = 114, "a unit that has left is out of reach"
    NO_ALLY = 115, "it has no ally that could be attacked"
    # --- senses, speech, skills
    NO_ENEMY_NEAR = 116, "it sees no enemy nearby"
    NO_ENEMY_SEEN = 117, "it sees no enemy"
    NO_THREATS = 118, "this battle is played without threats"
    NOBODY_TO_THREATEN = 119, "no enemy nearby is awake, in the fight and badly hurt or out of willpower"
    UNCONSCIOUS = 120, "that unit is unconscious"
    UNSHAKEN = 121, "that unit still has both hit points and willpower"
    NO_SKILL = 122, "it does not have that skill"
    NO_SKILL_TO_PREPARE = 123, "it has no skill that can be prepared"
    NO_OTHER_SKILL = 124, "each of its skills is already prepared or costs more willpower than it has"
    NO_WILLPOWER = 125, "it has too little willpower left for that skill"
    PREPARED = 126, "it has already prepared that skill"
    NOBODY_TO_TREAT = 127, "there is no unit here that it could treat"
    NOT_DYING = 128, "that unit is not dying"
    ENEMY_IN_CLUSTER = 129, "an enemy that can act is in its cluster"
    ENEMY_IN_ITS_CLUSTER = 130, "an enemy that can act is in the patient's cluster"
    NOBODY_TO_RALLY = 131, "no ally nearby is conscious and awake"
    OUT_OF_FIGHT = 132, "that unit is out of the fight"
    ASLEEP = 133, "that unit is asleep"
    # --- holding, dragging, breaking
    HOLDS_NOBODY = 134, "it is not holding any unit"
    HELD_BY_NOBODY = 135, "no unit is holding it"
    NOBODY_TO_MOVE = 136, "there is no unit here that it could help to move or hold"
    WALKS = 137, "that unit is willing and able to walk"
    ASSISTS = 138, "it is already doing that"
    NOBODY_TO_DRAG = 139, "no unit here can be dragged anywhere"
    TOO_FEW = 140, "more units are needed here to drag it"
    NO_WAY_FOR_IT = 141, "that unit cannot be dragged across any border here"
    NO_STRUCTURE = 142, "there is no structure there"
    NO_OBJECTIVE = 143, "there is no objective to seize here"
    OWN_OBJECTIVE = 144, "its side already holds the objective here"
    TOO_FEW_THAT_WAY = 145, "too few of the units here can drag it that way"
    LIMIT_FOR_ALL = 146, "the limit there leaves too little room for all of them"
    # fmt: on


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
NO_DEFENCE, VOID_DEFENCE = -1000, -999  # for the total of a defence: without one; it fails by fatigue
FROM_NOBODY = -1000  # for the requirement of hiding: there is no enemy to hide from
NO_NUMBER = -1001  # for the number of a task that the log does not say

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
