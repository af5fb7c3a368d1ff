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
    OWN,
    PERCENT,
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
from ...core.state.results import Pending
from .board import BOARD, CELLS
from .vocab import (
    DECLARATIONS,
    DOORS,
    LIGHTS,
    LIMB_FOR_GOOD,
    LOCATIONS,
    OUT_FOR_GOOD,
    PACK,
    SLOTS,
    UNITS,
    Batch,
    BodyPlan,
    Border,
    Cover,
    Entangled,
    Event,
    Flag,
    Flaw,
    Fleeing,
    Frame,
    Group,
    HandUse,
    HoldRole,
    Item,
    Location,
    Mode,
    OffGuard,
    Rate,
    Skill,
    Slot,
    Surprise,
    Verb,
)

CAPACITIES = Capacities(kinds=160)
SIDES = CAPACITIES.sides
MOST_WOUNDS = 60

PROFILE = [
    ("movement", count(20), ALL, "M, cells at cautious rate"),
    ("weapon_skill", PERCENT, ALL, "WS"),
    ("ballistic_skill", PERCENT, ALL, "BS"),
    ("strength", count(10), ALL, "S"),
    ("toughness", count(10), ALL, "T"),
    ("wounds_max", count(MOST_WOUNDS, scale=20), ALL, "W"),
    ("initiative", PERCENT, ALL, "I"),
    ("attacks", count(SLOTS), ALL, "A"),
    ("dexterity", PERCENT, ALL, "Dex"),
    ("leadership", PERCENT, ALL, "Ld"),
    ("intelligence", PERCENT, "Int"),
    ("cool", PERCENT, ALL, "Cl"),
    ("will_power", PERCENT, ALL, "WP"),
    ("fellowship", PERCENT, ALL, "Fel"),
    ("height_ft", count(60, scale=10), ALL, "feet"),
    ("body_plan", one_of(BodyPlan), ALL, "shape"),
    ("heads", count(12, low=1), ALL, "heads it began with"),
    ("attack_limb", one_of(Location), ALL, "what it strikes with"),
    ("night_vision_yd", count(9_999, scale=50), ALL, "yards seen in the dark, 9999 as by day"),
    ("left_handed", FLAG, ALL, "1 left-handed"),
    ("fly_movement", count(20), ALL, "M in the air, 0 cannot fly"),
    ("natural_weapons", FLAG, ALL, "1 fights with teeth, claws or hooves"),
    ("natural_damage", count(20, low=-20, scale=5), ALL, "added to the damage of natural weapons"),
    ("npc", FLAG, ALL, "1 run by the referee: parries only when clever enough"),
    ("skills", bits(Skill, "i4"), ALL, "it has learnt this"),
    ("specialist", bits(Group), ALL, "it is trained in this weapon group"),
    ("metal", count(20, scale=5), ALL, "armour points of metal on each Location, shield not counted", (LOCATIONS,)),
    ("leather", count(20, scale=5), ALL, "armour points of leather on each Location", (LOCATIONS,)),
]

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    # --- place and ability to act: the fields read most often are next to each other
    ("cell", CELL_OR_NONE, "-1 off the board (escaped, or a mount's place is its rider's)"),
    ("facing", DIRECTION, ALL, "direction, clockwise from north"),
    ("altitude_yd", count(scale=20), ALL, "yards above the ground"),
    ("dead", FLAG, ALL, "1 dead"),
    ("escaped", FLAG, ALL, "1 left the board alive"),
    ("unconscious_rounds", timer(OUT_FOR_GOOD, scale=20), ALL, "rounds left, 999 the whole battle"),
    ("dazed", timer(OUT_FOR_GOOD, scale=10), ALL, "rounds left without a turn"),
    ("prone", FLAG, ALL, "1 lying"),
    ("trapped", FLAG, ALL, "1 under its mount"),
    ("entangled", one_of(Entangled), ALL, "whether it is caught, and in what"),
    ("hold_role", one_of(HoldRole), ALL, "its part in a hold"),
    ("hold_partner", ROW_OR_NONE, ALL, "the other in a hold, -1 none"),
    ("surprised", FLAG, ALL, "1 until the surprise round ends"),
    ("hidden", FLAG, ALL, "1 not yet revealed"),
    ("mount", ROW_OR_NONE, ALL, "unit it rides, -1 none"),
    ("rider", ROW_OR_NONE, ALL, "unit that rides it, -1 none"),
    ("owner", ROW_OR_NONE, ALL, "unit whose mount it is, -1 not a mount"),
    ("swoop_partner", ROW_OR_NONE, ALL, "unit it fights on the wing, -1 none"),
    ("only_parries", FLAG, ALL, "1 had its turn before a flier dived upon it: no blow at the flier"),
    ("fleeing", one_of(Fleeing), ALL, "whether it flees"),
    (
        "off_guard",
        one_of(OffGuard),
        ALL,
        "1 not pressed, 2 off balance: nothing but turning until the round ends, 2 not even that",
    ),
    ("hold_ground", FLAG, ALL, "1 an opponent in contact has fled: stays put this round"),
    ("declared", one_of(Verb, DECLARATIONS), ALL, "what it declared this round, 0 not yet"),
    ("turn_taken", FLAG, ALL, "1 the first slot is over"),
    ("wounds", count(MOST_WOUNDS, scale=20), ALL, "W left, 0..wounds_max"),
    # --- what it is
    *PROFILE,
    # --- what it holds
    ("main_hand", one_of(Item), ALL, "item in the good hand"),
    ("off_hand", one_of(Item), ALL, "item in the other hand"),
    ("pack", one_of(Item), OWN, "item stowed", (PACK,)),
    ("pack_buried", timer(scale=10), OWN, "rounds of search still needed for each, 0 at hand", (PACK,)),
    ("pack_closed", timer(scale=10), "rounds still needed to open the pack, part of those for each"),
    ("pack_ammunition", count(200, scale=20), "shots left for each missile weapon stowed", (PACK,)),
    ("pack_loaded", count(20), "shots ready in each", (PACK,)),
    ("pack_flaw", one_of(Flaw), "what is wrong with each", (PACK,)),
    (
        "ammunition",
        count(200, scale=20),
        "shots left for the missile weapon in hand, the main hand's before the other's",
    ),
    ("loaded", count(20), "shots ready in it (1 nocked or loaded; magazine for repeaters)"),
    ("second_ammunition", count(200, scale=20), "shots left for the other hand's, where both hold missile weapons"),
    ("second_loaded", count(20), "shots ready in it"),
    ("second_flaw", one_of(Flaw), "what is wrong with it"),
    ("load_progress", count(20), ALL, "load turns already spent"),
    ("gun_flaw", one_of(Flaw), "what is wrong with that at hand; the first of them are hidden until it is fired"),
    ("hang_target", ROW_OR_NONE, ALL, "unit a hanging fire will go off at, -1 none"),
    (
        "weapon_damage",
        count(0, low=-MANY, scale=20),
        ALL,
        "added to the number to hit with the damaged item, 0 or negative",
    ),
    ("damaged_item", one_of(Item), ALL, "item a fumble has damaged"),
    ("ground_item", one_of(Item), ALL, "item dropped that is still its own"),
    ("ground_cell", CELL_OR_NONE, ALL, "where that lies, -1 nowhere"),
    ("ground_ammunition", count(200, scale=20), "shots left for it"),
    ("ground_loaded", count(20), "shots ready in it"),
    ("ground_flaw", one_of(Flaw), "what is wrong with it"),
    ("powder_wet", FLAG, ALL, "1 powder spoilt"),
    # --- condition
    ("heads_left", count(12), ALL, "heads not yet lost, 0..heads"),
    ("bleeding", count(scale=5), ALL, "points: ten percent of dying each, every round"),
    ("right_arm_off", timer(LIMB_FOR_GOOD, scale=20), ALL, "rounds left, 99 the whole battle"),
    ("left_arm_off", timer(LIMB_FOR_GOOD, scale=20), ALL, "rounds left, 99 the whole battle"),
    ("leg_off", timer(LIMB_FOR_GOOD, scale=20), ALL, "rounds left, 99 the whole battle"),
    ("wing_off", FLAG, ALL, "1 cannot fly"),
    ("entangled_location", one_of(Location), ALL, "part by which it is caught"),
    ("bolts", FLAG, ALL, "1 a mount that runs away at the end of the round"),
    ("saddle_turns", count(scale=2), ALL, "turns already spent on getting on or off"),
    ("tended", FLAG, ALL, "1 wounds already tended in this battle"),
    # --- this round
    ("effective_initiative", count(500, low=-500, scale=50), ALL, "EI"),
    ("slot_at", count(500, low=-500, scale=50), ALL, "EI each blow falls at", (SLOTS,)),
    ("slot_state", one_of(Slot), ALL, "what has become of each blow", (SLOTS,)),
    ("blow_lost", FLAG, ALL, "1 the first slot has no blow left (debt, draw, wait)"),
    ("waited", count(scale=5), "order among waiting units, 0 not waiting"),
    ("slots_forfeited", FLAG, ALL, "1 later slots were given up by the action of the turn"),
    ("hands_used", bits(HandUse), ALL, "done this round, quickly or at no time"),
    ("draw_loss", count(scale=20), ALL, "Initiative lost this round for quick draws"),
    ("casting", count(scale=2), ALL, "rounds already spent on a spell"),
    ("has_faced", FLAG, ALL, "1 the free change of facing is used"),
    ("parries", count(SLOTS), ALL, "parries tried this round"),
    ("round_target", ROW_OR_NONE, ALL, "opponent the blows of this round go to, -1 none yet"),
    ("charging", count(99, scale=5), ALL, "blows this round that still have the charge bonus (99 all)"),
    ("charged", FLAG, ALL, "1 has charged this round"),
    ("charged_by", ROWS, ALL, "units with which the charge was mutual"),
    ("dealt", count(scale=10), ALL, "damage in hand-to-hand blows this round"),
    ("taken", count(scale=10), ALL, "damage suffered in hand-to-hand blows this round"),
    ("in_batch", one_of(Batch), ALL, "whether its event is one of those at the same moment"),
    ("doomed", FLAG, ALL, "1 put out of action in this batch, before its event"),
    ("doomed_dead", FLAG, ALL, "what will then happen to it"),
    ("doomed_out", timer(scale=20), ALL, "unconscious rounds"),
    ("doomed_dazed", timer(scale=10), ALL, "rounds dazed"),
    ("doomed_prone", FLAG, ALL, "1 lying"),
    ("doomed_entangled", one_of(Entangled), "whether it will then be caught, and in what"),
    ("doomed_entangled_location", one_of(Location), "part by which it will be caught"),
    ("doomed_holders", ROWS, "units that will then hold it, if they can"),
    ("doomed_severity", count(8), "of the critical on each Location that will then hinder it", (LOCATIONS,)),
    ("forced_flee_rounds", timer(scale=5), ALL, "rounds of forced flight still to run"),
    ("flee_wait", FLAG, ALL, "1 forced this round: runs in the next"),
    ("last_rate", one_of(Rate), ALL, "rate of its last move, until its next turn; of a mount until the next but one"),
    ("under_fire", FLAG, ALL, "1 shot at since its last turn"),
    ("aim_target", ROW_OR_NONE, ALL, "unit aimed at, -1 none"),
    ("aim_rounds", count(scale=2), ALL, "rounds it has aimed at that unit, 0 with aim_target -1"),
    # --- carried over
    ("attack_debt", count(scale=3), ALL, "blows owed, taken off the next ones"),
    ("was_engaged", FLAG, ALL, "1 engaged at the end of the last round"),
    ("won_over", ROWS, ALL, "units it won over in the last round"),
    ("beaten_by", ROWS, "units that won over it and may press"),
    ("declined_on", ROWS, ALL, "units it declined to press this round"),
    ("pushed_from", CELL_OR_NONE, ALL, "cell it was beaten back from, -1 not beaten back"),
]

FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(), "step of the procedure"),
    ("who", ROW, "unit that acts"),
    ("target", ROW_OR_NONE, "unit acted upon"),
    ("victim", ROW_OR_NONE, "unit a missile strikes, the target or one by mistake"),
    ("verb", one_of(Verb), "what was chosen"),
    ("mode", one_of(Mode), "how"),
    ("cell", count(CELLS - 1, low=-1), "cell chosen"),
    ("slot", count(SLOTS - 1, low=-1), "slot of the blow, -1 a blow that costs none"),
    ("first_target", ROW_OR_NONE, "unit a volley was fired at first"),
    ("item_used", one_of(Item), "with what (numpy records have an attribute `item` of their own, and `flags`)"),
    ("location", one_of(Location), "what is hit"),
    ("number", count(low=-1), "number needed"),
    ("flag_bits", bits(Flag), "flags of the blow or wound"),
    ("dice", count(), "total of the damage dice so far"),
    ("stopped", count(), "points stopped by a parry"),
    ("amount", count(), "what the procedure counts: damage, rounds"),
    ("index", count(), "loop counter"),
    ("key", count((1 << UNITS) - 1, low=-1), "place in the order of the round"),
]

POSITION = [
    ("units", UNIT, "the roster: side 0 first", (UNITS,)),
    ("edge_side", SIDE_OR_NONE, "side favoured by the edge roll, -1 none"),
    ("edge_bonus", count(scale=10), ALL, "what that side adds to its initiative this round"),
    ("first_side", SIDE_OR_NONE, "side that goes first in an Initiative tie this round, -1 not rolled yet"),
    ("surprise_mode", one_of(Surprise), "who is surprised at the start"),
    ("light", FLAG, ALL, "1 day"),
    ("rain", FLAG, ALL, "1 rain"),
    ("waits", count(), "how often each side's units have waited this round", (SIDES,)),
    ("forewarned", FLAG, "1 those inside are warned"),
    ("door_attempts", count(), "rounds it took to burst in"),
    ("door_count", count(DOORS), "doors on the board"),
    ("door_cell", CELL_OR_NONE, "doors: the cell each belongs to", (DOORS,)),
    ("door_direction", DIRECTION, "on which side of that cell: 0, 2, 4, 6", (DOORS,)),
    ("door_state", one_of(Border), "what it is now", (DOORS,)),
    ("door_wounds", count(), "W left", (DOORS,)),
    ("fire_cell", CELL_OR_NONE, "burning cells", (8,)),
    ("fire_rounds", timer(), "rounds each still burns, 0 not at all", (8,)),
    ("light_cell", CELL_OR_NONE, "cells in which lights lie about", (8,)),
    ("light_item", one_of(Item, (Item.NOTHING, *LIGHTS)), "item that lies there, 0 none", (8,)),
    ("bomb_cell", CELL_OR_NONE, "cells of bombs that sputter, -1 none", (4,)),
    ("bomb_owner", ROW_OR_NONE, "unit that threw each", (4,)),
    ("bomb_item", one_of(Item, (Item.NOTHING, Item.BOMB, Item.INCENDIARY)), "what each is, 0 none", (4,)),
    ("dropping", FLAG, "1 a flier may no longer be able to stay in the air"),
    ("in_the_fire", ROWS, "units that have entered a burning cell and have yet to be burnt"),
]

SCRATCH = [
    *BOARD.flood_scratch,
    ("group_mark", "i2", (UNITS,)),  # working list of a group of creatures
    ("way_found", "u1", (CELLS,)),  # 1 cells a move can end in
    ("limits", "i4", (7,)),  # upper limits of the bands of a roll
    ("blow_key", "i4"),  # the blow or shot that behaviours have estimated last, -1 none
    ("blow_base", "i4"),  # what is added to its damage dice
    ("blow_hit", "f8"),  # chance that it hits
    ("losses", "f8", (MOST_WOUNDS + 3,)),  # chances that a missile takes at least so many Wounds
    ("means", "f8", (MOST_WOUNDS + 3,)),  # what several of them take, by what is left to take
    ("threats", "f8", (UNITS,)),  # harm to be expected from one blow of each unit, -1 not estimated at this decision
]

MAP = [
    *BOARD.field_header,
    *BOARD.sight_field,
    ("difficult", FLAG.of("u1"), ALL, "1 costs two cells, no run, evade or charge", (CELLS,)),
    ("level", count(8, low=-8).of("i1"), ALL, "height level", (CELLS,)),
    ("cover", one_of(Cover).of("u1"), ALL, "cover of a unit inside", (CELLS,)),
    ("water", FLAG.of("u1"), ALL, "1 wets powder", (CELLS,)),
    ("indoor", FLAG.of("u1"), ALL, "1 no rain", (CELLS,)),
    ("border", one_of(Border).of("u1"), ALL, "what lies on the border", (CELLS, 4)),
    *roster_fields(record(UNIT), UNITS),
]

#: Who is put out by an equal before its own event is put out after it.
PENDING = (
    Pending("dead", "doomed_dead", Event.DIED),
    Pending("unconscious_rounds", "doomed_out", Event.KNOCKED_OUT),
    Pending("dazed", "doomed_dazed", Event.DAZED),
    Pending("prone", "doomed_prone", Event.KNOCKED_PRONE),
)

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset(row[0] for row in PROFILE)

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "units.pack_closed": Unseen(
        BY_RULE, "the rounds of search left for each thing are shown, with those for opening the pack"
    ),
    "units.gun_flaw": Unseen(BY_RULE, "a loading mistake stays unknown until the gun is fired"),
    **dict.fromkeys(
        tuple(
            f"units.{place}_{what}"
            for place in ("pack", "second", "ground")
            for what in ("ammunition", "loaded", "flaw")
        ),
        Unseen(BY_RULE, "one missile weapon is shown with its shots: that at hand, else the first of one's own stowed"),
    ),
    **dict.fromkeys(
        ("units.doomed_entangled", "units.doomed_entangled_location", "units.doomed_holders"),
        Unseen(BY_RULE, "what an equal does to a unit shows when the moment is over"),
    ),
    "units.doomed_severity": Unseen(BY_RULE, "what an equal does to a unit shows when the moment is over"),
    "units.beaten_by": Unseen(FOLLOWS, "from `won_over` of the others"),
    "units.waited": Unseen(FOLLOWS, "from the order of the waiting units that are known"),
    "waits": Unseen(BY_RULE, "each side knows how often its own units have waited"),
    "surprise_mode": Unseen(NEVER_READ, "read before the first decision only; the surprised units are shown"),
    "forewarned": Unseen(NEVER_READ, "read before the first decision only; the surprised units are shown"),
    "door_attempts": Unseen(NEVER_READ, "read before the first decision only; the surprised units are shown"),
    "door_count": Unseen(FOLLOWS, "from the doors on the board"),
    "door_cell": Unseen(FOLLOWS, "from the borders of the map"),
    "door_direction": Unseen(FOLLOWS, "from the borders of the map"),
    "bomb_owner": Unseen(NEVER_READ, "it only names the thrower in the log of the blast"),
    "stack.who": Unseen(FOLLOWS, "from the decider, whose turn it is and whose blow"),
    "stack.victim": Unseen(NEVER_READ, "no decision falls while a missile flies"),
    "stack.first_target": Unseen(NEVER_READ, "no decision falls while a missile flies"),
    "stack.cell": Unseen(NEVER_READ, "no decision falls after it is chosen"),
    "stack.dice": Unseen(NEVER_READ, "0 at every decision"),
    "stack.stopped": Unseen(NEVER_READ, "0 at every decision"),
    "stack.amount": Unseen(NEVER_READ, "0 at every decision"),
    "stack.index": Unseen(FOLLOWS, "from the prompt"),
    "stack.item_used": Unseen(
        FOLLOWS, "from the hands of the attacker and the mode of its blow; of choices it is shown"
    ),
    "dropping": Unseen(FOLLOWS, "0 at every decision"),
    "in_the_fire": Unseen(FOLLOWS, "0 at every decision"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
assert (record(UNIT).itemsize, STATE.snapshot_bytes) == (416, 8032), "the state has grown: is that wanted?"
