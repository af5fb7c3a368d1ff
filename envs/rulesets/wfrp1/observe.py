"""What a side sees: the board, its own units, and of the others those it knows of.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler import kernel
from ...core.looking.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CHOSEN_TARGET,
    DECIDER_PLACE,
    DECIDER_ROW,
    DECIDES,
    ENEMY_PLACES,
    KNOWN,
    MY_DECISION,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    ON_BOARD,
    OWN_PLACES,
    OWN_UNIT,
    ROUND,
    TARGET_PLACE,
    TARGET_ROW,
    TARGETED,
    Catalogue,
    X,
    Y,
    chosen_item_of,
    chosen_mode_of,
    columns,
    pending_verb_of,
    prompt_of,
    seats_of,
    shown,
)
from ...core.state import FLAG, NO_UNIT, ROW_OR_NONE, are_friends, count, one_of, or_none, top
from ...core.state.choosing import Part
from .board import BOARD, STEP, known_row, mark, shown_direction, shown_place
from .rules.bodies import intelligence_of
from .rules.carrying import is_bomb, shots_carried, shots_carried_ready
from .rules.conditions import is_able
from .rules.conditions import place_of as place_of
from .rules.engagement import is_close, is_contact_open, is_threat
from .rules.knowledge import know_units as know_units
from .rules.knowledge import perceives as perceives
from .rules.menu import PARTS_OF
from .rules.reserved import HAS_CLIMBED, HAS_FIRED, HAS_MOVED, IS_LEAVING
from .state import MAP, POSITION, STATE, UNIT
from .turn import Battle
from .vocab import LIGHTS, PACK, SLOTS, UNITS, Border, Flaw, Frame, Item, Location, Mode, Prompt, Slot, Verb

GUN_HANGS_FIRE, GUN_WELDED = 5, 6
SIDES = STATE.capacities.sides
#: Flags of a turn: name, bit of ``flag_bits``, meaning.
TURN_FLAGS = (
    ("has_moved", HAS_MOVED, "1 it has moved into contact and may still strike"),
    ("has_fired", HAS_FIRED, "1 its gun hung fire and has gone off"),
    ("has_climbed", HAS_CLIMBED, "1 half of it was spent on a step up or down"),
    ("is_leaving", IS_LEAVING, "1 blows have fallen at it as it left a fight in the air"),
)

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    ON_BOARD,
    BLOCKED,
    "difficult",
    "level",
    "cover",
    "water",
    "border",
    "indoor",
    OWN_PLACES,
    ENEMY_PLACES,
    ("down", count(2), "1 lying, 2 unconscious"),
    DECIDER_PLACE,
    TARGET_PLACE,
    OBJECTIVE_ZONE,
    ("fire", count(100, scale=10), "rounds the cell still burns"),
    ("bomb", count(4), "sputtering bombs in the cell, incendiaries included"),
    ("incendiary", count(4), "sputtering incendiaries in the cell"),
    *(
        (f"open_{way}", FLAG, f"1 an open door on the border to the {way}")
        for way in ("north", "east", "south", "west")
    ),
    ("door_wounds", count(127, scale=20), "W left of a locked door on a border of the cell, 127 for more"),
    ("light", one_of(Item, (Item.NOTHING, *LIGHTS)), "burning candle, torch, lamp or lantern on the ground"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    ("able", FLAG, "1 alive, conscious, on the board"),
    X,
    Y,
    *("facing", "wounds"),
    ("intelligence", count(100), "Int, with the heads that are left"),
    *("main_hand", "off_hand", "owner"),
    (
        "ammunition",
        count(200, scale=20),
        "shots left for the missile weapon in hand, the main hand's before the other's; of friends else for the first stowed",
    ),
    ("loaded", count(20), "shots ready in it (1 nocked or loaded; magazine for repeaters)"),
    "load_progress",
    ("engaged", FLAG, "1 in contact with an able enemy"),
    *("prone", "dazed"),
    shown("unconscious_rounds", "unconscious"),
    *("dead", "escaped"),
    shown("bleeding", high=99, meaning="points"),
    *("right_arm_off", "left_arm_off", "leg_off", "fleeing"),
    *("off_guard", "hold_ground", "surprised", "hidden", "entangled", "last_rate", "aim_target", "aim_rounds"),
    "declared",
    "effective_initiative",
    *("slot_at", "slot_state", "blow_lost", "slots_forfeited"),
    ("waited", count(scale=5), "order among the waiting units that the viewer knows of, 0 not waiting"),
    *("in_batch", "has_faced", "hands_used"),
    *(
        "round_target",
        "charging",
        "charged",
        "charged_by",
        "dealt",
        "taken",
        "was_engaged",
        "won_over",
        "declined_on",
        "pushed_from",
    ),
    *("doomed", "doomed_dead", "doomed_out", "doomed_dazed", "doomed_prone", "forced_flee_rounds", "flee_wait"),
    ("press_asked", FLAG, "1 has been asked this round whether it presses"),
    *("casting", "damaged_item", "hang_target", "bolts", "saddle_turns", "swoop_partner", "only_parries"),
    "turn_taken",
    ("blows_left", count(SLOTS), "open blows of this round"),
    "attack_debt",
    "parries",
    ("won_over_decider", FLAG, "1 won over the deciding unit in the last round"),
    ("beaten_by_decider", FLAG, "1 the deciding unit won over it in the last round"),
    "weapon_damage",
    DECIDES,
    TARGETED,
    (
        "gun",
        count(GUN_WELDED),
        "0 fine as far as visible, 1 slow, 2 a round more to load, 3 flashed, 4 ramrod gone, 5 hangs fire, 6 welded",
    ),
    *("powder_wet", "under_fire", "entangled_location"),
    shown("altitude_yd", "altitude"),
    "wing_off",
    ("bombs", count(PACK), "bombs and incendiaries in the pack; of friends only"),
    *("tended", "hold_role", "hold_partner"),
    "draw_loss",
    *("ground_item", "ground_cell", "mount", "rider", "trapped", "heads_left", "pack"),
    shown("pack_buried", "pack_rounds", meaning="turns of search left for it"),
    # --- what lasts for the whole battle
    *seats_of(SIDES),
    *("wounds_max", "movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks"),
    *("dexterity", "leadership", "cool", "will_power", "fellowship", "height_ft", "body_plan", "npc", "fly_movement"),
    *("heads", "attack_limb", "night_vision_yd", "left_handed", "natural_weapons", "natural_damage"),
    shown("metal", parts=Location),
    shown("leather", parts=Location),
    *("skills", "specialist"),
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND,
    ("rounds_left", count(1000, scale=20), "rounds until the limit"),
    prompt_of(Prompt),
    pending_verb_of(Verb),
    MY_DECISION,
    DECIDER_ROW,
    TARGET_ROW,
    CHOSEN_TARGET,
    chosen_mode_of(Mode),
    chosen_item_of(PACK),
    ("moment", count(500, scale=50), "the count of initiative at which things happen now, 0 before the first"),
    ("is_delayed", FLAG, "1 units that have waited act now"),
    ("turn_row", ROW_OR_NONE, "unit row whose turn or blow it is, -1 none or unknown"),
    ("turn_slot", count(SLOTS - 1, low=-1), "which of its blows, 0 its turn, -1 none"),
    ("turn_verb", one_of(Verb), "what it is carrying out, 0 nothing yet"),
    *((f"turn_{name}", FLAG, meaning) for name, _, meaning in TURN_FLAGS),
    ("blow_mode", one_of(Mode), "mode of the blow to be parried"),
    ("blow_location", or_none(one_of(Location)), "hit location of that blow, -1 none"),
    ("blow_number", count(100), "number needed to hit"),
    ("edge_seat", count(SIDES - 1, low=-1), "side favoured by the edge roll, in seats after the viewer's, -1 none"),
    (
        "first_seat",
        count(SIDES - 1, low=-1),
        "side taken first among equals, in seats after the viewer's, -1 not said yet",
    ),
    "edge_bonus",
    ("waits", count(scale=5), "how often units of the viewer's side have waited this round"),
    "light",
    "rain",
    BOARD_WIDTH,
    BOARD_HEIGHT,
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)
FIRST_BOARD = int(Channel.FIRE)  # from here on ``observe_board`` alone writes
TURN_BITS = np.array([bit for _, bit, _ in TURN_FLAGS], np.int64)


@kernel
def other_unit(s, viewer):
    """The other unit of the procedure that is running: the striker of a blow to parry; for those who choose, the target
    named so far.
    """
    if s.prompt == 0 or s.depth == 0:
        return NO_UNIT
    frame = top(s)
    if frame.kind == Frame.BLOW:
        return int(frame.who)
    if frame.kind == Frame.TURN and s.prompt == Prompt.MODE and s.decider_side == viewer:
        if PARTS_OF[s.pending_verb, 0] == Part.TARGET:
            return int(frame.target)
    return NO_UNIT


@kernel
def observe_board(s, w, layout, viewer, grid):
    """The channels of what burns, sputters and shines, and of the doors. Whether there is any of it."""
    is_any = s.door_count > 0
    for k in range(len(s.fire_cell)):
        if s.fire_rounds[k] > 0:
            is_any = True
            mark(s, layout, viewer, int(s.fire_cell[k]), Channel.FIRE, min(int(s.fire_rounds[k]), 100), grid)
    for k in range(len(s.bomb_cell)):
        x, y = shown_place(s, layout, viewer, int(s.bomb_cell[k]))
        if x >= 0:
            is_any = True
            grid[Channel.BOMB, y, x] += 1
            if s.bomb_item[k] == Item.INCENDIARY:
                grid[Channel.INCENDIARY, y, x] += 1
    for k in range(len(s.light_cell)):
        if s.light_item[k] > 0:
            is_any = True
            mark(s, layout, viewer, int(s.light_cell[k]), Channel.LIGHT, int(s.light_item[k]), grid)
    write_doors(s, layout, viewer, grid)
    return is_any


@kernel
def write_doors(s, layout, viewer, grid):
    """Write the channels of the doors: their state, on both sides of each."""
    for k in range(s.door_count):
        for far_side in (False, True):
            cell = int(s.door_cell[k])
            direction = int(s.door_direction[k])
            if far_side:
                cell = int(cell + STEP[direction])
                direction = (direction + 4) % 8
            x, y = shown_place(s, layout, viewer, cell)
            if x < 0:
                continue
            if s.door_state[k] == Border.OPEN:
                grid[Channel.OPEN_NORTH + shown_direction(layout, viewer, direction) // 2, y, x] = 1
            elif s.door_state[k] == Border.LOCKED_DOOR:
                grid[Channel.DOOR_WOUNDS, y, x] = max(
                    int(grid[Channel.DOOR_WOUNDS, y, x]), min(int(s.door_wounds[k]), 127)
                )


@kernel
def is_on_board(s, who):
    """The dead are not shown on the board."""
    return s.units[who].dead == 0


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """Mark a unit that is prone or knocked out."""
    if s.units[who].unconscious_rounds > 0:
        grid[Channel.DOWN, y, x] = 2
    elif s.units[who].prone == 1:
        grid[Channel.DOWN, y, x] = 1


@kernel
def is_seen_engaged(s, w, who):
    """Whether a unit is in contact with an able enemy, as far as the viewer knows."""
    if not is_able(s, who):
        return False
    for enemy in range(s.unit_count):
        if s.known[enemy] == 0 or are_friends(s, who, enemy) or not is_close(s, who, enemy):
            continue
        if is_threat(s, who, enemy) and is_contact_open(s, w, who, enemy):
            return True
    return False


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied."""
    unit = s.units[who]
    row[Feature.ABLE] = 1 if is_able(s, who) else 0
    row[Feature.INTELLIGENCE] = intelligence_of(s, w, who)
    row[Feature.ENGAGED] = 1 if is_seen_engaged(s, w, who) else 0
    for k in range(SLOTS):
        if unit.slot_state[k] == Slot.OPEN:
            row[Feature.BLOWS_LEFT] += 1
    if s.prompt != 0 and s.known[s.decider] == 1:
        row[Feature.WON_OVER_DECIDER] = (unit.won_over >> s.decider) & 1
        row[Feature.BEATEN_BY_DECIDER] = (s.units[s.decider].won_over >> who) & 1
    row[Feature.GUN] = shown_gun(unit)
    row[Feature.WAITED] = order_of_waiting(s, who)
    if s.stack[0].step < Battle.DECLARE:
        row[Feature.PRESS_ASKED] = (s.stack[0].key >> who) & 1
    is_friend = s.allied[viewer, unit.side] == 1
    row[Feature.AMMUNITION] = shots_carried(s, who) if is_friend else unit.ammunition
    row[Feature.LOADED] = shots_carried_ready(s, who) if is_friend else unit.loaded
    for k in range(len(unit.pack) if is_friend else 0):
        if is_bomb(int(unit.pack[k])):
            row[Feature.BOMBS] += 1


@kernel
def order_of_waiting(s, who):
    """Order, from 1, among the waiting units that the viewer knows of; 0 not waiting."""
    order = 0
    for other in range(s.unit_count):
        if s.known[other] == 1 and 0 < s.units[other].waited <= s.units[who].waited:
            order += 1
    return order


@kernel
def shown_gun(unit):
    """The visible state of a gun: a loading mistake shows only when it is fired."""
    if unit.gun_flaw == Flaw.WELDED:
        return GUN_WELDED
    if unit.hang_target != NO_UNIT:
        return GUN_HANGS_FIRE
    return max(int(unit.gun_flaw) - int(Flaw.RAMROD), 0)


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """What of the context is not copied: the time left, whose turn it is, and the blow that is going on."""
    context[Context.ROUNDS_LEFT] = w.book.max_rounds - s.round_no
    context[Context.EDGE_SEAT] = -1 if s.edge_side < 0 else (s.edge_side - viewer) % s.side_count
    context[Context.WAITS] = s.waits[viewer]
    context[Context.FIRST_SEAT] = -1 if s.first_side < 0 else (s.first_side - viewer) % s.side_count
    context[Context.TURN_ROW] = -1
    context[Context.TURN_SLOT] = -1
    context[Context.BLOW_LOCATION] = -1
    if s.stack[0].step == Battle.EVENT or s.stack[0].step == Battle.AFTER_EVENT:
        context[Context.MOMENT] = max(s.stack[0].key // 2, 0)
        context[Context.IS_DELAYED] = 1 - s.stack[0].key % 2
    if s.depth > 1 and s.stack[1].kind == Frame.TURN and s.known[s.stack[1].who] == 1:
        observe_turn(s, layout, viewer, context)
    if s.prompt == Prompt.PARRY and s.known[s.decider] == 1 and s.known[other] == 1:
        frame = top(s)
        context[Context.BLOW_MODE] = frame.mode
        context[Context.BLOW_LOCATION] = frame.location
        context[Context.BLOW_NUMBER] = frame.number


@kernel
def observe_turn(s, layout, viewer, context):
    """The turn or later blow that is going on. What is still being chosen is not carried out yet."""
    turn = s.stack[1]
    context[Context.TURN_ROW] = known_row(s, layout, viewer, int(turn.who))
    context[Context.TURN_SLOT] = turn.slot
    if s.depth > 2:
        context[Context.TURN_VERB] = turn.verb
    for k in range(len(TURN_BITS)):
        if turn.flag_bits & TURN_BITS[k] != 0:
            context[Context.TURN_HAS_MOVED + k] = 1


@kernel
def potential(s, w, side):
    """Share of its wounds a side still has on its feet less the best enemy's, in [-1, 1]: for shaping rewards.

    As a result does, it goes by the true position, enemies that the side does not see included.
    """
    own = 0.0
    best = 0.0
    for other in range(s.side_count):
        left = 0.0
        full = 0.0
        for who in range(s.unit_count):
            unit = s.units[who]
            if unit.side == other and unit.present == 1:
                full += unit.wounds_max
                if is_able(s, who):
                    left += unit.wounds
        share = left / max(full, 1.0)
        if other == side:
            own = share
        elif s.allied[side, other] == 0:
            best = max(best, share)
    return own - best
