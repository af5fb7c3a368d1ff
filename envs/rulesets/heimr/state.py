"""What a game of this ruleset consists of: every number with its kind, who is shown it, and what it says."""

from __future__ import annotations

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
    OWN,
    ROW,
    ROW_OR_NONE,
    ROWS,
    SIDE,
    SIDE_OR_NONE,
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
    ABILITIES,
    ATTRIBUTES,
    EDGES,
    OBJECTIVES,
    SLOTS,
    UNITS,
    Body,
    Climbing,
    Compass,
    Defence,
    EffectKind,
    Frame,
    Free,
    GuardKind,
    Injury,
    Item,
    Mark,
    Pairing,
    Place,
    Response,
    Skills,
    Task,
    Trigger,
    Upcoming,
)

CAPACITIES = Capacities(frames=20)
SIDES = CAPACITIES.sides
TURNS = timer(3000, scale=10)
NATURAL = count(40, low=-40, scale=10)

PROFILE = [
    ("hp_max", count(40, low=1, scale=5), ALL, "full hit points"),
    ("wp_max", count(12), ALL, "full willpower"),
    ("attributes", count(8, low=-3, scale=4), ALL, "the six attributes", (ATTRIBUTES,)),
    ("trained", count(7, scale=3), ALL, "trained consistency of each ability", (ABILITIES,)),
    ("trained_potential", count(7, scale=3), ALL, "trained potential of each ability", (ABILITIES,)),
    ("armour_penalty", count(6), ALL, "consistency that armour takes off agility"),
    ("physical_penalty", count(9), ALL, "consistency off all physical rolls"),
    ("mental_penalty", count(9), ALL, "consistency off all mental rolls"),
    ("attribute_penalty", count(9), ALL, "consistency off all rolls by this attribute", (ATTRIBUTES,)),
    ("ability_penalty", count(9), ALL, "consistency off all rolls of this ability", (ABILITIES,)),
    ("skills", bits(Skills), ALL, "it has this skill"),
]

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("cell", CELL_OR_NONE, "where it is, -1 it has left the map"),
    # --- whether it is in the fight
    ("hp", count(40, low=-40, scale=5), "hit points; shown to all sides if the rulebook's knob says so"),
    ("wp", count(12), OWN, "willpower left"),
    ("fatigue", count(20, low=1, scale=10), "fatigue; shown to other sides if the rulebook's knob says so"),
    ("tired", count(10), ALL, "how often fatigue has risen since its turn began"),
    ("dead", FLAG, ALL, "1 dead"),
    ("unconscious", FLAG, ALL, "1 unconscious"),
    ("sleeping", FLAG, ALL, "1 asleep"),
    ("surrendered", FLAG, ALL, "1 has surrendered"),
    ("escaped", FLAG, ALL, "1 has left the battle"),
    ("stabilised", FLAG, ALL, "1 its countdown has been stopped"),
    ("injuries", bits(Injury), ALL, "this part of the body is injured"),
    ("death_timer", TURNS, ALL, "turns until it dies, 0 it does not"),
    ("faint_timer", TURNS, ALL, "turns until it loses consciousness, 0 it does not"),
    ("heard", count(2), ALL, "1 a soft, 2 a loud sound that may wake it"),
    # --- position and effects
    ("prone", FLAG, ALL, "1 prone"),
    ("fall_timer", TURNS, ALL, "turns in which it cannot stand up"),
    ("stumble_timer", TURNS, ALL, "turns it stumbles"),
    ("stumble_direction", DIRECTION, ALL, "direction that is barred to it while it stumbles"),
    ("daze_timer", TURNS, ALL, "turns it is dazed"),
    ("daze_odd", FLAG, ALL, "1 its defence comes back later than its actions"),
    ("locked", FLAG, ALL, "1 no defence until its next turn"),
    ("weaken_timer", TURNS, ALL, "turns in which skills cost more"),
    ("bound_hands", TURNS, ALL, "turns its hands are bound"),
    ("bound_arms", TURNS, ALL, "turns its sword arm and its other arm are bound", (2,)),
    ("bound_feet", TURNS, ALL, "turns its feet are bound"),
    ("bound_legs", TURNS, ALL, "turns its right and its left leg are bound", (2,)),
    ("bound_body", TURNS, ALL, "turns its body is bound"),
    ("grab_target", ROW_OR_NONE, ALL, "unit row it holds, -1 nobody"),
    ("grab_part", one_of(Body), ALL, "by what it holds it"),
    ("cluster", ROW_OR_NONE, ALL, "first unit of its cluster, -1 none"),
    ("elevation", count(12, scale=4), ALL, "height level"),
    ("climbing", one_of(Climbing), ALL, "what it hangs on"),
    ("climb_direction", DIRECTION, ALL, "border it hangs on"),
    ("in_cover", FLAG, ALL, "1 behind the object of its cell"),
    # --- guarding and waiting
    ("guard", one_of(GuardKind), ALL, "what it guards"),
    ("guard_unit", ROW_OR_NONE, ALL, "unit row it guards, -1 nobody"),
    ("guard_direction", DIRECTION, ALL, "border it guards"),
    ("guard_left", count(UNITS), ALL, "opponents it will still intercept"),
    ("ready_trigger", one_of(Trigger), OWN, "what its readied action waits for"),
    ("ready_response", one_of(Response), OWN, "what it has readied"),
    ("ready_direction", DIRECTION, "where to; shown to its own side only"),
    ("due_target", ROW_OR_NONE, ALL, "unit row that has just triggered its readied action, -1 nobody"),
    ("upcoming", one_of(Upcoming), ALL, "what it will complete next turn"),
    ("upcoming_direction", DIRECTION, ALL, "where to"),
    ("assists", ROW_OR_NONE, ALL, "unit row it helps to move or hold, -1 nobody"),
    # --- defence
    ("defence", one_of(Defence), ALL, "its standing defence"),
    ("defence_natural", NATURAL, ALL, "natural result of it"),
    ("defence_six", count(6), ALL, "its d6"),
    ("defence_consistency", NATURAL, ALL, "consistency it was rolled with"),
    ("defence_own", NATURAL, "consistency it would have had as the first of its kind"),
    ("refuses", FLAG, "1 it has chosen to make no defence"),
    ("kept", one_of(Defence), ALL, "a parry it keeps for the first melee attack"),
    ("kept_natural", NATURAL, ALL, "natural result of that"),
    ("kept_six", count(6), ALL, "its d6"),
    ("kept_own", NATURAL, "consistency it was rolled with"),
    ("dodges", count(99, scale=3), ALL, "dodges used since its turn began"),
    ("blocks", count(99, scale=3), ALL, "blocks used since its turn began"),
    ("parries", count(99, scale=1), ALL, "parries used with sword hand and off-hand since its turn began", (2,)),
    ("dodge_ready", FLAG, ALL, "1 has prepared to dodge shots"),
    ("ongoing", FLAG, ALL, "1 its last action still hampers its defence"),
    ("strikes_back", count(99, scale=3), ALL, "provoked attacks it has made since its turn began"),
    ("blind", bits(Compass), ALL, "attacks from here have made a blind spot opposite"),
    # --- who has seen and done what
    ("hide_value", count(60, low=-40, scale=8), OWN, "what perception must reach to find it"),
    (
        "hidden_from",
        ROWS,
        "units it is hidden from; shown as far as the viewer's own units go, of others' eyes for own units",
    ),
    ("known_hiding", ROWS, "units that know it hides; shown likewise"),
    ("last_seen", CELL_OR_NONE, "where each side saw it last, -1 nowhere", (SIDES,)),
    ("read_by", ROWS, ALL, "units that have judged its will to fight"),
    ("reads", count(99, scale=1), ALL, "own turns for which it remembers what it has judged"),
    ("shot_by", ROWS, ALL, "units that made a ranged attack on it in their last turn"),
    ("dodged_from", ROWS, ALL, "units whose melee attacks of their last turn it has dodged, one at least"),
    ("undodged_from", ROWS, ALL, "units of which a melee attack of their last turn was not dodged"),
    # --- order and its turn
    ("initiative", count(60, low=-40, scale=10), ALL, "initiative"),
    ("key", count(10_000, scale=10_000), "breaks the last ties; drawn once"),
    ("order", count(UNITS), ALL, "place in the order"),
    ("acted", FLAG, ALL, "1 has had its turn this round"),
    ("delays", count(9), ALL, "delays this round"),
    ("standard_left", count(3), ALL, "standard actions left this turn"),
    ("pairing", one_of(Pairing), ALL, "what can be done together with the standard action"),
    ("free_used", bits(Free), ALL, "this free action is used"),
    ("turn_cell", CELL_OR_NONE, ALL, "where it was as its turn began"),
    ("turn_mates", ROWS, ALL, "units in its cluster when its turn began"),
    ("ran_from", CELL_OR_NONE, ALL, "cell it ran from: nobody there can charge it"),
    ("entered_from", CELL_OR_NONE, ALL, "cell it came from this turn"),
    ("primed", count(8), OWN, "skill primed, counted from 1, 0 none"),
    ("free_uses", bits(Skills), OWN, "the free use of this skill is spent"),
    # --- what it carries
    ("items", one_of(Item), OWN, "what each slot holds", (SLOTS,)),
    ("places", one_of(Place), OWN, "where it is", (SLOTS,)),
    ("lies", CELL_OR_NONE, "where what has been dropped lies, -1 it does not", (SLOTS,)),
    ("drop_timers", TURNS, OWN, "turns in which it cannot be picked up", (SLOTS,)),
    ("ammo", count(99, scale=10), OWN, "missiles left, that which is ready included", (SLOTS,)),
    ("to_draw", count(4), OWN, "draws until a missile is ready, 0 it is", (SLOTS,)),
    ("poison", count(99, scale=2), OWN, "poisoned missiles among them", (SLOTS,)),
    (
        "conceal_value",
        count(60, low=-40, scale=8),
        OWN,
        "what perception must reach to find what is concealed",
        (SLOTS,),
    ),
    ("shown_to", count(15), "sides that know of what is concealed, as bits", (SLOTS,)),
    *PROFILE,
]

FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(40), "where it stands"),
    ("who", ROW, "unit that acts"),
    *CHOICE_FIELDS,
    ("marks", bits(Mark, "i4"), "what holds of an attack"),
    ("goal", ROW_OR_NONE, "unit an attack was meant for, -1 the same"),
    ("task", one_of(Task), "what a roll is for"),
    ("effect", one_of(EffectKind), "which effect"),
    ("part", one_of(Body), "part of the body aimed at or struck"),
    ("number", count(low=-MANY), "requirement, seconds or points, levels"),
    ("hold", count(low=-MANY), "what the roll must reach because of a grab, or less than any roll"),
    ("consistency", count(low=-MANY), "of the roll"),
    ("potential", count(low=-MANY), "of the roll"),
    ("outcome", count(9), "result so far"),
    ("amount", count(low=-MANY), "whatever the procedure counts"),
    ("index", count(low=-1), "loop counter"),
    ("asked", ROWS, "units that have been asked or dealt with"),
]

POSITION = [
    ("units", UNIT, "the roster: side 0 first", (UNITS,)),
    ("edge_count", count(EDGES), "borders with a limit or a structure"),
    ("edge_cell", CELL_OR_NONE, "cell of each, -1 none", (EDGES,)),
    ("edge_direction", DIRECTION, "which of its borders", (EDGES,)),
    ("edge_toughness", count(20, scale=4), "toughness left of its structure, 0 open", (EDGES,)),
    ("edge_passed", count(99, scale=2), "units counted through it", (EDGES,)),
    ("edge_first", ROW_OR_NONE, "unit whose turn resets the count, -1 none", (EDGES,)),
    ("objective_count", count(OBJECTIVES), "objectives on the map"),
    ("objective_cell", CELL_OR_NONE, "where each is, -1 none", (OBJECTIVES,)),
    ("objective_owner", SIDE_OR_NONE, "side that holds it, -1 nobody", (OBJECTIVES,)),
    ("objective_side", SIDE_OR_NONE, "side that wins at the round limit if it holds all objectives, -1 none"),
    ("result", count(low=-1), "what the last procedure came to, read by whoever called for it"),
    ("is_decided", FLAG, "1 a unit has gone out of the fight: is the battle over?"),
    ("is_stale", FLAG, "1 the circumstances of a unit have changed: does its standing defence still hold?"),
    ("is_due", FLAG, "1 a unit hears something or has a readied action that is due"),
]

SCRATCH = [
    ("reach", "i2", (CELLS,)),  # where a choice may be aimed, for behaviours; -1 nowhere
    ("steps", "i2", (CELLS,)),  # squares to each cell, -1 no way
    ("queue", "i2", (CELLS * 4,)),  # cells to look at
]

MAP = [
    *BOARD.field_header,
    ("ground", count(12, scale=4).of("u1"), ALL, "height level of the ground", (CELLS,)),
    ("feature", count(12, scale=4).of("u1"), ALL, "height level of what stands there, 0 nothing does", (CELLS,)),
    (
        "feature_climb",
        count(30, low=-1, scale=5).of("i1"),
        ALL,
        "requirement to climb it, 0 none, -1 it cannot be climbed",
        (CELLS,),
    ),
    ("difficult", FLAG.of("u1"), ALL, "1 difficult terrain", (CELLS,)),
    ("cover", count(9, scale=3).of("u1"), ALL, "concealment of the object in the cell", (CELLS,)),
    (
        "cover_height",
        count(12, low=-1, scale=2).of("i1"),
        ALL,
        "height of the object, -1 it helps from any height",
        (CELLS,),
    ),
    ("cover_mask", FLAG.of("u1"), ALL, "1 it helps against observers on this side", (CELLS, 4)),
    ("dark", count(3).of("u1"), ALL, "darkness", (CELLS,)),
    ("roof", FLAG.of("u1"), ALL, "1 under a roof", (CELLS,)),
    ("campfire", FLAG.of("u1"), ALL, "1 a camp fire", (CELLS,)),
    ("hazard", one_of(EffectKind).of("u1"), ALL, "effect that entering may bring", (CELLS,)),
    ("hazard_number", count(60, scale=4).of("u1"), ALL, "seconds or points of it", (CELLS,)),
    ("hazard_cr", count(30, scale=5).of("u1"), ALL, "requirement to avoid it, 0 it cannot be avoided", (CELLS,)),
    ("limit", count(16, scale=2).of("u1"), ALL, "units that may pass, 0 any number", (CELLS, 4)),
    ("crossing", count(30, scale=5).of("u1"), ALL, "requirement to cross, 0 none", (CELLS, 4)),
    ("structure", count(20, scale=4).of("u1"), ALL, "height of a structure, 0 none", (CELLS, 4)),
    ("stone", FLAG.of("u1"), ALL, "1 its structure is of stone", (CELLS, 4)),
    (
        "climb",
        count(30, low=-1, scale=5).of("i1"),
        ALL,
        "requirement to climb there, 0 none, -1 nobody can",
        (CELLS, 4),
    ),
    ("exit", FLAG.of("u1"), ALL, "1 one may leave the map here", (CELLS, 4)),
    ("edge", "u1", (CELLS, 4)),  # number of the border among those that change, from 1; 0 it does not
    ("weather", "i2"),  # extreme weather, 0 to 3
    ("has_heights", "i2"),  # 1 not everything is equally high
    ("has_edges", "i2"),  # 1 there are structures
    ("has_darkness", "i2"),  # 1 it is dark somewhere
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset(row[0] for row in PROFILE)

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "units.hp": Unseen(BY_RULE, "shown to all sides if the rulebook's knob says so"),
    "units.fatigue": Unseen(BY_RULE, "shown to other sides if the rulebook's knob says so"),
    "units.ready_direction": Unseen(BY_RULE, "shown to its own side only"),
    "units.hidden_from": Unseen(BY_RULE, "of other sides' units, only whether they are hidden from own units is shown"),
    "units.known_hiding": Unseen(BY_RULE, "of other sides' units, only which own units know of them is shown"),
    "units.last_seen": Unseen(BY_RULE, "each side is shown where it saw others last"),
    "units.lies": Unseen(FOLLOWS, "from the column and row of each item on the ground"),
    "units.shown_to": Unseen(FOLLOWS, "from what is shown of the items of others"),
    "units.defence_own": Unseen(FOLLOWS, "from what the unit's circumstances are"),
    "units.kept_own": Unseen(FOLLOWS, "from what the unit's circumstances are"),
    "units.refuses": Unseen(BY_RULE, "that a unit has no defence is shown, but not whether by choice"),
    "units.key": Unseen(FOLLOWS, "from the order"),
    "edge_count": Unseen(FOLLOWS, "from the borders on the board"),
    "edge_cell": Unseen(FOLLOWS, "from the borders on the board"),
    "edge_direction": Unseen(FOLLOWS, "from the borders on the board"),
    "edge_toughness": Unseen(FOLLOWS, "from the borders on the board"),
    "edge_passed": Unseen(FOLLOWS, "from the borders on the board"),
    "edge_first": Unseen(FOLLOWS, "from the borders on the board"),
    "objective_count": Unseen(FOLLOWS, "from the objectives on the board"),
    "objective_cell": Unseen(FOLLOWS, "from the objectives on the board"),
    "objective_owner": Unseen(FOLLOWS, "from the objectives on the board"),
    "objective_side": Unseen(FOLLOWS, "from the seat of the side that wins by the objectives"),
    "result": Unseen(NEVER_READ, "0 at every decision"),
    "is_decided": Unseen(FOLLOWS, "0 unless an action is going on"),
    "is_stale": Unseen(FOLLOWS, "0 at every decision"),
    "is_due": Unseen(FOLLOWS, "from the units that have heard something or whose readied action is due"),
    "stack.effect": Unseen(FOLLOWS, "shown only for an effect that a decision is about"),
    "stack.consistency": Unseen(
        FOLLOWS, "shown only for a check that a decision is about"
    ),
    "stack.who": Unseen(FOLLOWS, "from the unit that decides and the procedures under way"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose parts are asked"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
