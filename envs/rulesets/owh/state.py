"""What a game of this ruleset consists of: every number with its kind, who is shown it, and what it says."""

from __future__ import annotations

from ...core.looking.knowledge import roster_fields
from ...core.state import (
    ALL,
    BY_RULE,
    CELL_OR_NONE,
    DIRECTION,
    FLAG,
    FOLLOWS,
    HEADER_UNSEEN,
    MANY,
    NEVER_READ,
    ROW,
    ROW_OR_NONE,
    ROWS,
    SIDE,
    Capacities,
    Unseen,
    bits,
    count,
    one_of,
    record,
    state_type,
    timer,
)
from ...core.state.choosing import CHOICE_FIELDS
from .board import BOARD, CELLS, GATES
from .vocab import (
    CARDS,
    SLOTS,
    STEPS_OF_A_MOVE,
    UNITS,
    Ability,
    Frame,
    Ground,
    Item,
    Light,
    Mark,
    Rider,
    Roll,
    Spell,
    Strike,
    Trait,
)

CAPACITIES = Capacities()
SIDES = CAPACITIES.sides
SCORE = count(40, low=1, scale=20)

PROFILE = [
    ("agility", SCORE, ALL, "score"),
    ("strength", SCORE, ALL, "score"),
    ("stamina", SCORE, ALL, "score"),
    ("spirit", SCORE, ALL, "score"),
    ("fighting", SCORE, ALL, "score"),
    ("shooting", SCORE, ALL, "score"),
    ("healing", SCORE, ALL, "score"),
    ("stealth", SCORE, ALL, "score"),
    ("notice", SCORE, ALL, "score"),
    ("body_size", count(6), ALL, "size, 2 human"),
    ("move", count(STEPS_OF_A_MOVE, scale=5), ALL, "movement points a Move"),
    ("hp_max", count(400, low=1, scale=50), ALL, "hit points unhurt and healthy"),
    ("parry", count(40, low=1, scale=15), ALL, "Parry before anything changes it"),
    ("armour", count(12, scale=5), ALL, "armour modifier"),
    ("magic_resistance", count(20, scale=5), ALL, "subtracted from what magic does"),
    (
        "poison_ability",
        count(20, low=-20, scale=5),
        ALL,
        "what its abilities subtract from its poison resistance number",
    ),
    ("abilities", bits(Ability), ALL, "it can do this"),
    ("traits", bits(Trait), ALL, "it has this trait"),
    ("fear_aura", count(3), ALL, "level of the fear it spreads"),
    ("spells", bits(Spell), ALL, "it knows this spell"),
    ("innate", bits(Rider), ALL, "what the weapon of each slot does by nature", (SLOTS,)),
]

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("cell", CELL_OR_NONE, "where it stands or lies, -1 it has left the board"),
    # --- whether it is in play
    ("hp", count(400, scale=50), ALL, "hit points left"),
    ("dead", FLAG, ALL, "1 dead"),
    ("down", FLAG, ALL, "1 bleeding out"),
    ("unconscious", FLAG, ALL, "1 unconscious"),
    ("withdrawn", FLAG, ALL, "1 left the battlefield"),
    ("paralyzed", FLAG, ALL, "1 cannot do anything"),
    ("hidden", FLAG, ALL, "1 its enemies do not know where it is"),
    # --- statuses
    ("stunned", timer(99, scale=3), ALL, "own turns left"),
    ("rooted", timer(99, scale=3), ALL, "own turns left"),
    ("blind", timer(99, scale=3), ALL, "own turns left"),
    ("deafened", timer(99, scale=3), ALL, "own turns left"),
    ("bleeding", count(scale=3), ALL, "stacks"),
    ("ignited", count(scale=3), ALL, "stacks"),
    ("poisoned", count(scale=3), ALL, "1 poisoned (stacks, where poison stacks)"),
    ("disease", count(20, scale=3), ALL, "level"),
    ("insane", FLAG, ALL, "1 attacks any unit it can reach"),
    ("fear", count(3), ALL, "0 none, 1 frightened, 2 terrified, 3 horrified"),
    ("fear_tested", count(3), ALL, "strongest source of fear it has faced"),
    ("fatigue", count(5), ALL, "level"),
    ("grounded", FLAG, ALL, "1 a flier that is on the ground"),
    ("arm_broken", FLAG, ALL, "1 an arm is broken"),
    ("leg_broken", FLAG, ALL, "1 a leg is broken"),
    ("berserk", timer(99, scale=3), ALL, "own turns left, this one included"),
    ("berserk_used", FLAG, ALL, "1 has gone berserk in this battle"),
    ("defending", FLAG, ALL, "1 until its next turn"),
    ("coordinated_on", ROW_OR_NONE, ALL, "target of its coordinated attack, -1 none"),
    ("rounds_down", count(scale=5), ALL, "full rounds it has been bleeding out"),
    ("fell_this_round", FLAG, ALL, "1 began to bleed out in this round"),
    ("looted", FLAG, ALL, "1 a corpse that has been looted"),
    # --- this round
    ("card", count(CARDS - 1, low=-1), ALL, "initiative card of this round, -1 none"),
    ("turn_taken", FLAG, ALL, "1 its turn of this round is over"),
    ("actions_left", count(5), ALL, "standard actions of this turn"),
    ("free_left", count(3), ALL, "free actions of this turn"),
    ("free_used", count(3), ALL, "free actions taken this turn"),
    ("moves", count(5), ALL, "Moves made this turn"),
    ("attacks", count(10), ALL, "standard attacks made this turn"),
    ("others", count(20, scale=2), ALL, "other standard actions taken this turn"),
    ("items_used", count(5), ALL, "items used this turn"),
    ("spells_cast", count(5), ALL, "spells cast this turn"),
    ("hides", count(5), ALL, "attempts to hide this turn"),
    ("declined", FLAG, ALL, "1 its coordinated attack was declined this turn"),
    # --- what it carries
    ("weapons", one_of(Item), ALL, "weapon of each slot", (SLOTS,)),
    ("loaded", FLAG, ALL, "1 ready to shoot, of each slot", (SLOTS,)),
    ("wielded", count(SLOTS - 1, low=-1), ALL, "slot in hand, -1 none"),
    ("lost_slot", count(SLOTS - 1, low=-1), ALL, "slot of the weapon that lies on the ground, -1 none"),
    ("lost_cell", CELL_OR_NONE, ALL, "where that lies, -1 nowhere"),
    ("venom_slot", count(SLOTS - 1, low=-1), ALL, "slot coated with venom, -1 none"),
    ("venom_charges", count(99, scale=3), ALL, "hits it lasts"),
    ("sleep_slot", count(SLOTS - 1, low=-1), ALL, "slot coated with sleep poison, -1 none"),
    ("sleep_charges", count(99, scale=3), ALL, "hits it lasts"),
    ("winds", count(30, scale=10), ALL, "points left for spells"),
    ("bandage", count(20, scale=3), ALL, "carried"),
    ("potion", count(20, scale=3), ALL, "carried"),
    ("antidote", count(20, scale=3), ALL, "carried"),
    ("water", count(20, scale=3), ALL, "carried"),
    ("courage", count(20, scale=3), ALL, "carried"),
    ("venom", count(20, scale=3), ALL, "carried"),
    ("sleep", count(20, scale=3), ALL, "carried"),
    *PROFILE,
]

FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(20), "step of the procedure"),
    ("who", ROW, "unit that acts"),
    *CHOICE_FIELDS,
    ("strike", one_of(Strike), "what the attack is made with"),
    ("marks", bits(Mark), "marks that apply to it"),
    ("roll", one_of(Roll), "what the roll is for"),
    ("edge", count(1, low=-1), "1 with advantage, -1 with disadvantage"),
    ("number", count(low=-MANY), "number needed"),
    ("outcome", count(2), "0 missed or failed, 1 hit or passed, 2 natural 20"),
    ("dice", count(), "sum of the damage dice"),
    ("amount", count(low=-MANY), "what the procedure counts"),
    ("index", count(low=-1), "loop counter"),
    ("asked", ROWS, "units that have been asked"),
    ("reacted", ROWS, "units that have attacked the unit that moves away"),
]

POSITION = [
    ("units", UNIT, "the roster: side 0 first", (UNITS,)),
    ("party", FLAG, "1 a party: fate tokens, Spirit checks, bleeding out instead of death", (SIDES,)),
    ("tokens", count(999, scale=5), "fate tokens of each side", (SIDES,)),
    ("loot", count(UNITS), "corpses each side has looted", (SIDES,)),
    ("deck", FLAG, "1 each card still in the deck", (CARDS,)),
    ("gate_count", count(GATES), "gate cells of the map"),
    ("gate_cell", CELL_OR_NONE, "where each is, -1 none", (GATES,)),
    ("gate_shut", FLAG, "1 closed", (GATES,)),
    ("way_length", count(STEPS_OF_A_MOVE), "steps of the Move in progress"),
    ("way_steps", DIRECTION, "direction of each", (STEPS_OF_A_MOVE,)),
    ("rolled", count(low=-1), "result of the last roll, for the procedure that asked for it"),
    ("falling", ROWS, "fliers that can no longer stay in the air and have yet to fall"),
    ("is_decided", FLAG, "1 a unit has gone out of play, so the battle may be over"),
]

SCRATCH = [
    *BOARD.flood_scratch,
    ("left", "i2", (CELLS,)),  # fewest attacks of opportunity on a cheapest way from each cell on
    ("kinds_left", "i2", (2,)),  # jokers and other cards in the deck
    ("open_targets", "i2", (UNITS,)),  # units that an insane unit may attack
]

MAP = [
    *BOARD.field_header,
    ("blocked", FLAG.of("u1"), "1 wall or lever", (CELLS,)),
    ("ground", one_of(Ground).of("u1"), ALL, "terrain", (CELLS,)),
    ("level", count(20).of("i1"), ALL, "metres above the lowest ground", (CELLS,)),
    ("light", one_of(Light).of("u1"), ALL, "light", (CELLS,)),
    ("has_lever", "i2"),  # 1 there is a lever
    ("has_heights", "i2"),  # 1 not all cells are equally high
    ("climb", "u1", (CELLS,)),  # bit d set: a step in direction d goes up two metres
    ("cliff", "u1", (CELLS,)),  # bit d set: a step in direction d goes up or down more than that
    ("drop", "u1", (CELLS,)),  # bit d set: a step in direction d goes down one metre; ``slow``: up one metre
    ("descent", "u1", (CELLS,)),  # bit d set: down two metres
    (
        "ghost",
        [("width", "i2"), ("height", "i2"), ("closed", "u1", (CELLS,)), ("slow", "u1", (CELLS,))],
        (1,),
    ),  # without walls
    *roster_fields(record(UNIT), UNITS),
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset(row[0] for row in PROFILE)

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "deck": Unseen(FOLLOWS, "from the cards dealt; no decision falls while it is dealt"),
    "gate_count": Unseen(FOLLOWS, "from the gates on the board"),
    "gate_cell": Unseen(FOLLOWS, "from the gates on the board"),
    "way_length": Unseen(BY_RULE, "no unit announces where it is going"),
    "way_steps": Unseen(BY_RULE, "no unit announces where it is going"),
    "rolled": Unseen(NEVER_READ, "0 at every decision"),
    "falling": Unseen(FOLLOWS, "0 at every decision"),
    "is_decided": Unseen(FOLLOWS, "0 at every decision"),
    "stack.who": Unseen(FOLLOWS, "from the decider and whose turn it is"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose parts are asked"),
    "stack.item_used": Unseen(NEVER_READ, "no choice has a part after it"),
    "stack.cell": Unseen(FOLLOWS, "from where who moves is"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
