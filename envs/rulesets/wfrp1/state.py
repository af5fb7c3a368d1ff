"""What a game of this ruleset consists of. Every field says what it holds; all are int16 unless noted."""

from __future__ import annotations

from ...core.state import record, state_type
from .board import BOARD, CELLS
from .vocab import PACK, SLOTS, UNITS

PROFILE = [
    ("movement", "i2"),  # M, cells at cautious rate, 0..20
    ("weapon_skill", "i2"),  # WS, percent
    ("ballistic_skill", "i2"),  # BS, percent
    ("strength", "i2"),  # S, 0..10
    ("toughness", "i2"),  # T, 0..10
    ("wounds_max", "i2"),  # W, 0..60
    ("initiative", "i2"),  # I, percent
    ("attacks", "i2"),  # A, 0..10
    ("dexterity", "i2"),  # Dex, percent
    ("leadership", "i2"),  # Ld, percent
    ("intelligence", "i2"),  # Int, percent
    ("cool", "i2"),  # Cl, percent
    ("will_power", "i2"),  # WP, percent
    ("fellowship", "i2"),  # Fel, percent
    ("height_ft", "i2"),  # feet
    ("body_plan", "i2"),  # BodyPlan
    ("heads", "i2"),  # 1..12
    ("attack_limb", "i2"),  # Location it strikes with
    ("night_vision_yd", "i2"),  # yards seen in the dark, 9999 as by day
    ("left_handed", "i2"),  # 0 right-handed, 1 left-handed
    ("fly_movement", "i2"),  # M in the air, 0 cannot fly
    ("natural_weapons", "i2"),  # 1 fights with teeth, claws or hooves
    ("natural_damage", "i2"),  # added to the damage of natural weapons
    ("npc", "i2"),  # 1 run by the referee: parries only when clever enough
    ("skills", "i4"),  # Skill bits
    ("specialist", "i4"),  # Group bits
    ("metal", "i2", (10,)),  # armour points of metal on each Location, shield not counted
    ("leather", "i2", (10,)),  # armour points of leather on each Location
]

UNIT = record(
    [
        ("side", "i2"),  # 0..3
        ("present", "i2"),  # 1 a roster row in use
        # --- where it is, and whether it can act: what is asked most often lies together
        ("cell", "i2"),  # y * 32 + x; -1 off the board (escaped, or a mount's place is its rider's)
        ("facing", "i2"),  # direction 0..7, clockwise from north
        ("altitude_yd", "i2"),  # 0 on the ground
        ("dead", "i2"),  # 1 dead
        ("escaped", "i2"),  # 1 left the board alive
        ("unconscious_rounds", "i2"),  # rounds left, 999 the whole battle
        ("dazed", "i2"),  # rounds left without a turn
        ("prone", "i2"),  # 1 lying
        ("trapped", "i2"),  # 1 under its mount
        ("entangled", "i2"),  # 1 caught, 2 in a net
        ("hold_role", "i2"),  # 0 none, 1 holding, 2 held
        ("hold_partner", "i2"),  # unit held or holding, -1 none
        ("surprised", "i2"),  # 1 until the surprise round ends
        ("hidden", "i2"),  # 1 not yet revealed
        ("mount", "i2"),  # unit it rides, -1 none
        ("rider", "i2"),  # unit that rides it, -1 none
        ("owner", "i2"),  # unit whose mount it is, -1 it is no mount
        ("swoop_partner", "i2"),  # unit it fights on the wing, -1 none
        ("only_parries", "i2"),  # 1 had its turn before a flier dived upon it: no blow at the flier
        ("fleeing", "i2"),  # 1 declared, 2 forced
        (
            "off_guard",
            "i2",
        ),  # 1 not pressed, 2 off balance: nothing but turning until the round ends, off balance not even that
        ("hold_ground", "i2"),  # 1 an opponent in contact has fled: stays put this round
        ("declared", "i2"),  # Verb declared, 0 not yet
        ("turn_taken", "i2"),  # 1 the first slot is over
        ("wounds", "i2"),  # W left, 0..wounds_max
        # --- what it is
        *PROFILE,
        # --- what it holds
        ("main_hand", "i2"),  # Item in the good hand
        ("off_hand", "i2"),  # Item in the other hand
        ("pack", "i2", (PACK,)),  # Items stowed
        ("pack_buried", "i2", (PACK,)),  # rounds of search still needed for each, 0 at hand
        ("ammunition", "i2"),  # shots left for the missile weapon
        ("loaded", "i2"),  # shots ready in the weapon (1 nocked or loaded; magazine for repeaters)
        ("load_progress", "i2"),  # load turns already spent
        ("gun_flaw", "i2"),  # Flaw of the shot in the gun; the first of them are hidden until it is fired
        ("hang_target", "i2"),  # unit a hanging fire will go off at, -1 none
        ("weapon_damage", "i2"),  # added to the number to hit with the damaged item, 0 or negative
        ("damaged_item", "i2"),  # Item a fumble has damaged
        ("weapon_broken", "i2"),  # 1 a gun welded by a burn-round
        ("ground_item", "i2"),  # Item dropped that is still its own
        ("ground_cell", "i2"),  # where that lies, -1 nowhere
        ("powder_wet", "i2"),  # 1 powder spoilt
        # --- condition
        ("heads_left", "i2"),  # heads not yet lost, 0..heads
        ("bleeding", "i2"),  # points: ten percent of dying each, every round
        ("right_arm_off", "i2"),  # rounds left, 99 the whole battle
        ("left_arm_off", "i2"),  # rounds left, 99 the whole battle
        ("leg_off", "i2"),  # rounds left, 99 the whole battle
        ("wing_off", "i2"),  # 1 cannot fly
        ("entangled_location", "i2"),  # Location caught
        ("bolts", "i2"),  # 1 a mount that runs away at the end of the round
        ("saddle_turns", "i2"),  # turns already spent on getting on or off
        ("tended", "i2"),  # 1 wounds already tended in this battle
        # --- this round
        ("effective_initiative", "i2"),  # EI
        ("slot_at", "i2", (SLOTS,)),  # EI each blow falls at
        ("slot_state", "i2", (SLOTS,)),  # Slot
        ("blow_lost", "i2"),  # 1 the first slot has no blow left (debt, draw, wait)
        ("waited", "i2"),  # order among those who wait, 0 not waiting
        ("slots_forfeited", "i2"),  # 1 later slots were given up by the action of the turn
        ("hands_used", "i2"),  # bits: hands that drew something quickly or at no time (1, 2) or put it away (4, 8)
        ("draw_loss", "i2"),  # taken off every moment of this round for what was drawn quickly
        ("casting", "i2"),  # rounds already spent on a spell
        ("has_faced", "i2"),  # 1 the free change of facing is used
        ("parries", "i2"),  # parries tried this round
        ("round_target", "i2"),  # opponent the blows of this round go to, -1 none yet
        ("charging", "i2"),  # blows this round that still have the charge bonus (99 all)
        ("charged_by", "i4"),  # bits: units with which the charge was mutual
        ("dealt", "i2"),  # damage in hand-to-hand blows this round
        ("taken", "i2"),  # damage suffered in hand-to-hand blows this round
        ("in_batch", "i2"),  # 1 its event of the current equal-initiative batch is still to come
        ("doomed", "i2"),  # 1 put out of action in this batch, before its event
        ("doomed_dead", "i2"),  # what will then happen to it
        ("doomed_out", "i2"),  # unconscious rounds
        ("doomed_dazed", "i2"),  # rounds dazed
        ("doomed_prone", "i2"),  # 1 lying
        ("forced_flee_rounds", "i2"),  # rounds of forced flight still to run
        ("flee_wait", "i2"),  # 1 forced this round: runs in the next
        ("last_rate", "i2"),  # Rate of its last move, until its next turn; of a mount until the next but one
        ("under_fire", "i2"),  # 1 shot at since its last turn
        ("aim_target", "i2"),  # unit aimed at, -1 none
        ("aim_rounds", "i2"),  # rounds it has aimed at that unit, 0 with aim_target -1
        # --- carried over
        ("attack_debt", "i2"),  # blows owed, taken off the next ones
        ("was_engaged", "i2"),  # 1 engaged at the end of the last round
        ("won_over", "i4"),  # bits: units it won over in the last round
        ("beaten_by", "i4"),  # bits: units that won over it and may press
        ("declined_on", "i4"),  # bits: units it declined to press this round
        ("pushed_from", "i2"),  # cell it was beaten back from, -1 not beaten back
    ]
)

FRAME = record(
    [
        ("kind", "i2"),  # Frame
        ("step", "i2"),  # where it stands
        ("who", "i2"),  # unit that acts
        ("target", "i2"),  # unit acted upon
        ("victim", "i2"),  # unit a missile strikes, the target or one by mistake
        ("verb", "i2"),  # Verb chosen
        ("mode", "i2"),  # Mode chosen
        ("cell", "i2"),  # cell chosen
        ("slot", "i2"),  # slot of the blow, -1 a blow that costs none
        ("first_target", "i2"),  # unit a volley was fired at first
        ("item_used", "i2"),  # Item (numpy records have an attribute "item" of their own, and "flags")
        ("location", "i2"),  # Location hit
        ("number", "i2"),  # number needed
        ("flag_bits", "i2"),  # Flags
        ("dice", "i2"),  # total of the damage dice so far
        ("stopped", "i2"),  # points stopped by a parry
        ("amount", "i2"),  # whatever the procedure counts: damage, rounds
        ("index", "i2"),  # loop counter
        ("key", "i4"),  # place in the order of the round
    ]
)

POSITION = [
    ("units", UNIT, (UNITS,)),  # the roster: side 0 first
    ("edge_side", "i2"),  # side favoured by the edge roll, -1 none
    ("edge_bonus", "i2"),  # what that side adds to its initiative this round
    ("first_side", "i2"),  # side whose fighters are taken first among equals this round, -1 not said yet
    ("surprise_mode", "i2"),  # Surprise
    ("light", "i2"),  # 1 day, 0 dark
    ("rain", "i2"),  # 1 it rains
    ("waits", "i2"),  # how often somebody has waited this round
    ("forewarned", "i2"),  # 1 those inside are warned
    ("door_attempts", "i2"),  # rounds it took to burst in
    ("door_count", "i2"),  # doors on the board, 0..8
    ("door_cell", "i2", (8,)),  # doors: the cell each belongs to
    ("door_direction", "i2", (8,)),  # on which side of that cell: 0, 2, 4, 6
    ("door_state", "i2", (8,)),  # Border it is now
    ("door_wounds", "i2", (8,)),  # W left
    ("fire_cell", "i2", (8,)),  # burning cells
    ("fire_rounds", "i2", (8,)),  # rounds each still burns, 0 not at all
    ("light_cell", "i2", (8,)),  # cells in which lights lie about
    ("light_item", "i2", (8,)),  # Item that lies there, 0 none
    ("bomb_cell", "i2", (4,)),  # cells of bombs that sputter, -1 none
    ("bomb_owner", "i2", (4,)),  # who threw each
    ("bomb_item", "i2", (4,)),  # Item each is, 0 none
    ("dropping", "i2"),  # 1 somebody in the air may no longer be able to stay there
    ("in_the_fire", "i4"),  # bits: units that have come into a burning cell and are still to be burnt by it
]

SCRATCH = [
    *BOARD.flood_scratch,
    ("group_mark", "i2", (UNITS,)),  # working list of a group of creatures
    ("way_found", "u1", (CELLS,)),  # 1 cells a move can end in
    ("limits", "i4", (7,)),  # upper limits of the bands of a roll
]

FIELD = record(
    [
        *BOARD.field_header,
        *BOARD.sight_field,
        ("difficult", "u1", (CELLS,)),  # 1 costs two cells, no run, evade or charge
        ("level", "i1", (CELLS,)),  # height level
        ("cover", "u1", (CELLS,)),  # Cover of a unit inside
        ("water", "u1", (CELLS,)),  # 1 wets powder
        ("indoor", "u1", (CELLS,)),  # 1 no rain
        ("border", "u1", (CELLS, 4)),  # Border to the north, east, south, west
    ]
)

STATE = state_type(POSITION, FRAME, SCRATCH, cells=CELLS)
assert (UNIT.itemsize, STATE.snapshot_bytes) == (336, 6544), "the state has grown: is that wanted?"
