"""What a game of this ruleset consists of: every number with its kind, who is shown it, and what it says."""

from __future__ import annotations

from ...core.state import (
    ALL,
    BY_RULE,
    CELL_OR_NONE,
    FLAG,
    FOLLOWS,
    HEADER_UNSEEN,
    MANY,
    NEVER_READ,
    OWN,
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
from .board import BOARD, CELLS
from .vocab import (
    FOGS,
    MOST_DICE,
    SLOTS,
    THINGS,
    UNITS,
    WAY,
    Exploit,
    Frame,
    Ground,
    Immunity,
    Item,
    Mark,
    Mode,
    Rough,
    Special,
    Spell,
    Strike,
    Task,
    Thing,
    Trait,
    Verb,
)

CAPACITIES = Capacities()
SIDES = CAPACITIES.sides
SCORE = count(66, scale=10)
SKILL = count(5)
POINTS = count(250, low=-250, scale=20)
DEFENCE = count(60, scale=15)

PROFILE = [
    ("rank", count(12), ALL, "sets the maximum dice pool"),
    ("strength", SCORE, ALL, "STR score"),
    ("agility", SCORE, ALL, "AGI score"),
    ("endurance", SCORE, ALL, "END score"),
    ("intuition", SCORE, ALL, "INT score"),
    ("logic", SCORE, ALL, "LOG score"),
    ("willpower", SCORE, ALL, "WIL score"),
    ("charisma", SCORE, ALL, "CHA score"),
    ("luck_score", SCORE, ALL, "LUC score"),
    ("magic_score", SCORE, ALL, "MAG score"),
    ("psionics", SCORE, ALL, "PSI score"),
    ("melee_skill", SKILL, ALL, "skill dice: melee attacks"),
    ("ranged_skill", SKILL, ALL, "skill dice: ranged attacks"),
    ("unarmed_skill", SKILL, ALL, "skill dice: unarmed attacks, grabs and escapes"),
    ("magic_skill", SKILL, ALL, "skill dice: spells"),
    ("psionic_skill", SKILL, ALL, "skill dice: powers"),
    ("concentration_skill", SKILL, ALL, "skill dice: MENTAL DEFENSE"),
    ("tactics_skill", SKILL, ALL, "skill dice: initiative"),
    ("stealth_skill", SKILL, ALL, "skill dice: ambushes and hiding"),
    ("bluff_skill", SKILL, ALL, "skill dice: ambushes"),
    ("perception_skill", SKILL, ALL, "skill dice: noticing and scanning"),
    ("medicine_skill", SKILL, ALL, "skill dice: healing"),
    ("athletics_skill", SKILL, ALL, "skill dice: climbing, swimming, falling"),
    ("thievery_skill", SKILL, ALL, "skill dice: locks and traps"),
    ("initiative_bonus", count(12), ALL, "dice added to initiative beyond the maximum"),
    ("health_max", count(250, low=1, scale=20), ALL, "full HEALTH"),
    ("speed", count(30, scale=5), ALL, "SPEED: squares a move"),
    ("leap_feet", count(999, scale=10), ALL, "horizontal jump in feet"),
    ("jump_feet", count(999, scale=10), ALL, "vertical jump in feet"),
    ("melee_defence", DEFENCE, ALL, "MELEE DEFENSE"),
    ("ranged_defence", DEFENCE, ALL, "RANGED DEFENSE"),
    ("mental_defence", DEFENCE, ALL, "MENTAL DEFENSE"),
    ("vital_defence", DEFENCE, ALL, "VITAL DEFENSE"),
    ("soak", count(60, scale=5), ALL, "SOAK"),
    ("body_size", count(5, low=-2), ALL, "size: 0 medium"),
    ("legs", count(8), ALL, "legs"),
    ("reach", count(4), ALL, "natural reach in squares"),
    ("pin_interval", count(10), ALL, "turns for each die of being pinned"),
    ("traits", bits(Trait), ALL, "it has this trait"),
    ("immunities", bits(Immunity), ALL, "this has no effect on it"),
    ("exploits", bits(Exploit), ALL, "it owns this exploit"),
    ("spells", bits(Spell), ALL, "it knows this spell or power"),
    ("special", one_of(Special), ALL, "location its stat block describes"),
]

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("cell", CELL_OR_NONE, "where it stands or lies, -1 it has left the map"),
    # --- whether it is in play
    ("health", POINTS, ALL, "HEALTH left; 0 or less down"),
    ("dead", FLAG, ALL, "1 dead"),
    ("down", FLAG, ALL, "1 down and dying"),
    ("dying_dice", count(30), ALL, "dice left of its countdown"),
    ("healed", FLAG, ALL, "1 has profited from emergency healing in this battle"),
    # --- statuses
    ("prone", FLAG, ALL, "1 prone"),
    ("restrained", count(2), ALL, "level"),
    ("holder", ROW_OR_NONE, ALL, "unit row that holds it, -1 nobody"),
    ("slowed", FLAG, ALL, "1 slowed"),
    ("blinded", count(2), ALL, "1 blinded, 2 until the end of this turn of its own"),
    ("afraid", FLAG, ALL, "1 afraid"),
    ("hunkered", FLAG, ALL, "1 BLOCKED behind its cover"),
    ("overwatch", FLAG, ALL, "1 in overwatch"),
    ("watched", ROWS, ALL, "enemies shot at from overwatch since its turn began"),
    ("suppressed", count(20), ALL, "dice of cover that suppressive fire gives it"),
    ("scanned", ROWS, ALL, "enemies it has scanned since its last turn began"),
    ("scanned_before", ROWS, ALL, "enemies scanned before that, known until the end of this turn of its own"),
    ("aimed", count(2), ALL, "1 has aimed, 2 has feinted, just now"),
    ("pinned", count(10), ALL, "turns it has stayed"),
    ("anchor", CELL_OR_NONE, ALL, "cell it stays at"),
    ("previous_anchor", CELL_OR_NONE, ALL, "cell it stayed at before, -1 none"),
    # --- the round and its turn
    ("actions", count(8), ALL, "actions a round"),
    ("initiative", count(200, scale=10), ALL, "initiative total"),
    ("tie", count(UNITS), ALL, "place among equals of the same AGILITY: the higher acts first"),
    ("tie_die", count(100), "its last die among equals, 0 once the order is strict"),
    ("slots_taken", count(9), ALL, "activations it has had this round"),
    ("actions_left", count(8), ALL, "actions of this activation"),
    ("free_left", count(3), ALL, "free actions of this turn"),
    ("reactions_left", count(3), ALL, "reactions until its next turn"),
    ("moves_left", count(200, scale=5), ALL, "squares of movement it has paid for"),
    ("called_shots", count(4), ALL, "Called Shots made since its turn began"),
    ("exploits_used", bits(Exploit), ALL, "it has used this exploit since its turn began"),
    ("climbed", FLAG, ALL, "1 its climbing check of this turn has succeeded"),
    ("swum", FLAG, ALL, "1 its swimming check of this turn has succeeded"),
    # --- what it carries
    ("luck", count(20), ALL, "LUCK dice left"),
    ("magic", count(660, scale=10), ALL, "magic points left"),
    ("psi", count(660, scale=10), ALL, "psi points left"),
    ("weapons", one_of(Item), ALL, "weapon of each slot, 0 none", (SLOTS,)),
    ("quality", count(10), ALL, "equipment dice of each weapon", (SLOTS,)),
    ("loaded", count(99, scale=3), ALL, "shots loaded, or missiles to throw, of each slot", (SLOTS,)),
    ("held", count(SLOTS - 1, low=-1), ALL, "slot in hand, -1 none"),
    ("lies", CELL_OR_NONE, "where the weapon of each slot lies, -1 it is carried", (SLOTS,)),
    ("draughts", count(20, scale=2), ALL, "healing draughts"),
    # --- its ambush
    ("plan_verb", one_of(Verb), OWN, "what it has declared for the ambush turn"),
    ("plan_target", ROW_OR_NONE, "unit it means to ambush, -1 nobody; shown to its own side only"),
    ("plan_item", one_of(Strike), OWN, "what with"),
    ("plan_mode", one_of(Mode), OWN, "how"),
    ("plan_cell", CELL_OR_NONE, "where to, -1 nowhere; shown to its own side only"),
    ("plan_trade", count(MOST_DICE - 1), OWN, "dice of damage it will buy"),
    ("plan_luck", count(MOST_DICE - 1), OWN, "LUCK dice it will add"),
    ("ambush_won", FLAG, "1 it has won its check"),
    ("ambush_rolled", count(), "total of its attack, stored until everything is applied"),
    ("ambush_outcome", count(2), "0 missed, 1 hit, 2 critical, stored likewise"),
    ("ambush_dice", count(), "sum of its damage dice, stored likewise"),
    ("ambush_sixes", count(), "sixes among them, stored likewise"),
    ("ambush_area", ROWS, "units in the area of its attack, stored likewise"),
    *PROFILE,
]

FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(20), "where it stands"),
    ("who", ROW, "unit that acts"),
    *CHOICE_FIELDS,
    ("strike", one_of(Strike), "what the attack is made with"),
    ("marks", bits(Mark), "what holds of it"),
    ("task", one_of(Task), "what a check is for"),
    ("pool", count(), "dice of the attack after positional and exploit dice, before anything is spent"),
    ("trade", count(MOST_DICE - 1), "dice of damage bought"),
    ("luck", count(MOST_DICE - 1), "LUCK dice added"),
    ("number", count(), "DEFENSE or difficulty"),
    ("rolled", count(), "total of the roll"),
    ("outcome", count(2), "0 missed or failed, 1 hit or passed, 2 critical"),
    ("dice", count(), "sum of the damage dice"),
    ("sixes", count(), "sixes among them"),
    ("amount", count(low=-MANY), "whatever the procedure counts"),
    ("index", count(), "loop counter"),
    ("asked", ROWS, "units that have been asked or dealt with, or are in an area"),
]

POSITION = [
    ("units", UNIT, "the roster: side 0 first", (UNITS,)),
    ("may_ambush", FLAG, "1 this side knows of the other beforehand", (SIDES,)),
    ("thing_count", count(THINGS), "doors, chests and traps of the map"),
    ("thing_cell", CELL_OR_NONE, "where each is, -1 none", (THINGS,)),
    ("thing", one_of(Thing), "what it is now", (THINGS,)),
    ("fog_cell", CELL_OR_NONE, "middle of each cloud of fog, -1 none", (FOGS,)),
    ("fog_rounds", timer(20, scale=3), "rounds it lasts", (FOGS,)),
    ("way_length", count(WAY), "steps of the move that goes on"),
    ("way", CELL_OR_NONE, "cell of each step", (WAY,)),
    ("result", count(low=-1), "result of the last procedure, read by its caller"),
    ("is_decided", FLAG, "1 a unit has gone out of action: is the battle over?"),
]

SCRATCH = [
    ("reach", "i2", (CELLS,)),  # least cost to each cell, -1 out of reach
    ("steps", "i2", (CELLS,)),  # fewest steps of a way of that cost
    ("stop_here", "u1", (CELLS,)),  # 1 an occupied cell: a unit may pass, not stop
    (
        "on_way",
        "u1",
        (CELLS,),
    ),  # not 0 on a best way to the goal: the directions, as bits, in which it leaves with fewest turns
    ("turns", "u1", (CELLS,)),  # turns of such a way from there
    ("entry", "i2", (CELLS,)),  # squares that entering each cell takes, 0 for a closed cell
    ("ways_out", "u1", (CELLS,)),  # directions, as bits, that walls, doors and their corners leave open
    ("queue", "i2", (CELLS,)),  # cells still to be looked at, those reached first in front
    ("lost", "f8", (POINTS.high + 1,)),  # estimates: chance of each number of points that a unit loses
]

MAP = [
    *BOARD.field_header,
    ("blocked", FLAG.of("u1"), "1 wall, pillar or chest: nobody enters", (CELLS,)),
    ("opaque", FLAG.of("u1"), "1 wall: nobody sees through", (CELLS,)),
    ("ground", one_of(Ground).of("u1"), ALL, "terrain", (CELLS,)),
    ("rough", bits(Rough).of("u1"), "terrain that costs more to enter, all kinds of it in a cell", (CELLS,)),
    ("level", count(20, low=-4).of("i1"), ALL, "height of the floor in levels", (CELLS,)),
    ("dark", FLAG.of("u1"), ALL, "1 dark", (CELLS,)),
    ("smoke", FLAG.of("u1"), ALL, "1 smoke or fog that stays", (CELLS,)),
    ("cover_object", FLAG.of("u1"), "1 gives cover to units next to it", (CELLS,)),
    ("has_opaque", "i2"),  # 1 there is a wall
    ("has_cover", "i2"),  # 1 there is something that gives cover
    ("has_heights", "i2"),  # 1 not all cells are equally high
    ("has_smoke", "i2"),  # 1 there is smoke or darkness
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset(row[0] for row in PROFILE)

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "units.plan_target": Unseen(BY_RULE, "shown to its own side only"),
    "units.plan_cell": Unseen(BY_RULE, "shown to its own side only"),
    "units.ambush_won": Unseen(FOLLOWS, "0 at every decision"),
    "units.ambush_rolled": Unseen(FOLLOWS, "0 at every decision"),
    "units.ambush_outcome": Unseen(FOLLOWS, "0 at every decision"),
    "units.ambush_dice": Unseen(FOLLOWS, "0 at every decision"),
    "units.ambush_sixes": Unseen(FOLLOWS, "0 at every decision"),
    "units.ambush_area": Unseen(FOLLOWS, "0 at every decision"),
    "units.lies": Unseen(FOLLOWS, "from the column and row of each weapon on the ground"),
    "thing_count": Unseen(FOLLOWS, "from the doors, chests and traps on the board"),
    "thing_cell": Unseen(FOLLOWS, "from the doors, chests and traps on the board"),
    "fog_cell": Unseen(FOLLOWS, "from the cells with fog"),
    "way_length": Unseen(BY_RULE, "where a moving unit is going is secret"),
    "way": Unseen(BY_RULE, "where a moving unit is going is secret"),
    "result": Unseen(NEVER_READ, "0 at every decision"),
    "units.tie_die": Unseen(FOLLOWS, "0 at every decision"),
    "is_decided": Unseen(FOLLOWS, "0 at every decision"),
    "stack.who": Unseen(FOLLOWS, "from the unit that decides and whose turn it is"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose parts are asked"),
    "stack.cell": Unseen(FOLLOWS, "from the place of the moving unit"),
    "stack.index": Unseen(FOLLOWS, "from the unit that decides or fires; shown for moves and whirlwinds"),
    "stack.task": Unseen(FOLLOWS, "no decision is made during a check"),
    "stack.number": Unseen(FOLLOWS, "from the DEFENSES of the target"),
    "stack.rolled": Unseen(FOLLOWS, "0 at every decision"),
    "stack.outcome": Unseen(FOLLOWS, "0 at every decision"),
    "stack.dice": Unseen(FOLLOWS, "0 at every decision"),
    "stack.sixes": Unseen(FOLLOWS, "0 at every decision"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
