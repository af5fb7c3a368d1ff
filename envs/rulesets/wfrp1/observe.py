"""What a side sees: the board, its own units, and of the others those it knows of."""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import NO_UNIT, Piece, are_friends, top
from .board import STEP, STRIDE, is_turned, row_of, shown_direction, shown_place
from .rules.ammunition import is_bomb
from .rules.bodies import intelligence_of
from .rules.conditions import is_able, place_of
from .rules.engagement import is_in_contact, is_threat
from .rules.knowledge import know_units
from .vocab import ITEMS, LOCATIONS, PACK, SLOTS, BodyPlan, Border, Cover, Flaw, Frame, Mode, Prompt, Rate, Slot, Verb

GUN_HANGS_FIRE, GUN_WELDED = 5, 6

CHANNELS = (
    Piece("board", 0, 1, "1 on the board"),
    Piece("blocked", 0, 1, "1 nobody can enter"),
    Piece("difficult", 0, 1, "1 costs two cells, no run, evade or charge"),
    Piece("level", -8, 8, "height level"),
    Piece("cover", 0, len(Cover) - 1, "cover of a unit inside"),
    Piece("water", 0, 1, "1 wets powder"),
    Piece("border_north", 0, 4, "what lies on the border to the north (open, obstacle, wall, door, locked door)"),
    Piece("border_east", 0, 4, "the same to the east"),
    Piece("border_south", 0, 4, "the same to the south"),
    Piece("border_west", 0, 4, "the same to the west"),
    Piece("own", 0, 1, "1 one of the viewer's units stands or lies here"),
    Piece("enemy", 0, 1, "1 a known enemy stands or lies here"),
    Piece("down", 0, 2, "1 lying, 2 unconscious"),
    Piece("decider", 0, 1, "1 the unit that decides"),
    Piece("target", 0, 1, "1 the other unit of the procedure that is running"),
    Piece("fire", 0, 100, "rounds the cell still burns"),
    Piece("bomb", 0, 4, "bombs that lie here and sputter"),
    Piece("doors_open", 0, 15, "borders with a door that has been opened: 1 north, 2 east, 4 south, 8 west, added up"),
    Piece("door_wounds", 0, 127, "W left of a locked door on a border of the cell, 127 for more"),
    Piece("light", 0, ITEMS - 1, "candle, torch, lamp or lantern that lies here and burns"),
)

FEATURES = (
    Piece("known", 0, 1, "1 the row holds a unit the viewer knows of; otherwise all is 0"),
    Piece("own", 0, 1, "1 fights for the viewer or its allies"),
    Piece("able", 0, 1, "1 alive, conscious, on the board"),
    Piece("x", -1, 31, "column, -1 off the board"),
    Piece("y", -1, 31, "row, -1 off the board"),
    Piece("facing", 0, 7, "direction, clockwise from north"),
    Piece("wounds", 0, 60, "W left"),
    Piece("wounds_max", 0, 60, "W"),
    Piece("movement", 0, 20, "M"),
    Piece("weapon_skill", 0, 100, "WS"),
    Piece("ballistic_skill", 0, 100, "BS"),
    Piece("strength", 0, 10, "S"),
    Piece("toughness", 0, 10, "T"),
    Piece("initiative", 0, 100, "I"),
    Piece("attacks", 0, 10, "A"),
    Piece("dexterity", 0, 100, "Dex"),
    Piece("intelligence", 0, 100, "Int"),
    Piece("height_ft", 0, 60, "feet"),
    Piece("body_plan", 0, len(BodyPlan) - 1, "shape"),
    Piece("npc", 0, 1, "1 run by the referee"),
    Piece("main_hand", 0, ITEMS - 1, "item in the good hand"),
    Piece("off_hand", 0, ITEMS - 1, "item in the other hand"),
    Piece("armour_head", 0, 10, "points, leather included"),
    Piece("armour_body", 0, 10, "points, leather included"),
    Piece("armour_limbs", 0, 20, "points of right arm and right leg"),
    Piece("ammunition", 0, 200, "shots left"),
    Piece("loaded", 0, 20, "shots ready"),
    Piece("load_progress", 0, 20, "load turns spent"),
    Piece("engaged", 0, 1, "1 in contact with an able enemy"),
    Piece("prone", 0, 1, "1 lying"),
    Piece("dazed", 0, 999, "rounds left"),
    Piece("unconscious", 0, 999, "rounds left"),
    Piece("dead", 0, 1, "1 dead"),
    Piece("escaped", 0, 1, "1 fled from the board"),
    Piece("bleeding", 0, 30, "points, 30 for more"),
    Piece("right_arm_off", 0, 99, "rounds left, 99 for good"),
    Piece("left_arm_off", 0, 99, "rounds left, 99 for good"),
    Piece("leg_off", 0, 99, "rounds left, 99 for good"),
    Piece("fleeing", 0, 2, "1 declared, 2 forced"),
    Piece("off_guard", 0, 1, "1 off guard or off balance: it neither acts nor parries until the round ends"),
    Piece("hold_ground", 0, 1, "1 stays put this round"),
    Piece("surprised", 0, 1, "1 until the surprise round ends"),
    Piece("entangled", 0, 2, "1 caught, 2 in a net"),
    Piece("last_rate", 0, len(Rate) - 1, "rate of its last move"),
    Piece("aims_at", 0, 1, "1 aims at somebody"),
    Piece("declared", 0, len(Verb) - 1, "what it declared this round"),
    Piece("effective_initiative", -60, 200, "EI of this round"),
    Piece("turn_taken", 0, 1, "1 its turn of this round is over"),
    Piece("blows_left", 0, SLOTS, "open blows of this round"),
    Piece("attack_debt", 0, 30, "blows owed, 30 for more"),
    Piece("parries", 0, SLOTS, "parries tried this round"),
    Piece("won_over_decider", 0, 1, "1 won over the deciding unit in the last round"),
    Piece("beaten_by_decider", 0, 1, "1 the deciding unit won over it in the last round"),
    Piece("weapon_damage", -90, 0, "added to the to-hit number of its weapon"),
    Piece("decides", 0, 1, "1 is asked now"),
    Piece("targeted", 0, 1, "1 the other unit of the procedure that is running"),
    Piece(
        "gun",
        0,
        GUN_WELDED,
        "0 fine, as far as one sees, 1 slow, 2 a round more to load, 3 flashed, 4 ramrod gone, 5 hangs fire, 6 welded",
    ),
    Piece("powder_wet", 0, 1, "1 its powder does not burn"),
    Piece("under_fire", 0, 1, "1 shot at since its last turn"),
    Piece("entangled_location", 0, LOCATIONS - 1, "part by which it is caught"),
    Piece("altitude", 0, 200, "yards above the ground"),
    Piece("fly_movement", 0, 20, "M in the air, 0 cannot fly"),
    Piece("wing_off", 0, 1, "1 a wing is disabled"),
    Piece("on_the_wing", 0, 2, "1 linked to another by a dive, 2 and may only parry it"),
    Piece("bombs", 0, 6, "bombs and incendiaries in the pack"),
    Piece("tended", 0, 1, "1 has been given back Wounds already"),
    Piece("hold_role", 0, 2, "1 holds somebody, 2 is held"),
    Piece("hold_partner", -1, 31, "unit row of the other in a hold, -1 none"),
    Piece("draw_loss", 0, 200, "taken off the moments of this round for weapons drawn quickly"),
    Piece("ground_item", 0, ITEMS - 1, "item of its own that lies on the ground"),
    Piece("ground_x", -1, 31, "column where that lies, -1 nowhere"),
    Piece("ground_y", -1, 31, "row where that lies, -1 nowhere"),
    Piece("mount", -1, 31, "unit row it rides, -1 none"),
    Piece("rider", -1, 31, "unit row that rides it, -1 none"),
    Piece("trapped", 0, 1, "1 under its mount"),
    Piece("heads_left", 0, 12, "heads not lost yet"),
    *(Piece(f"pack_{k + 1}", 0, ITEMS - 1, "item stowed in this slot; only of one's own") for k in range(PACK)),
    *(Piece(f"pack_rounds_{k + 1}", 0, 500, "turns of search left for it, 500 unknown") for k in range(PACK)),
)

CONTEXT = (
    Piece("round", 0, 1000, "current round"),
    Piece("rounds_left", 0, 1000, "rounds until the limit"),
    Piece("prompt", 0, len(Prompt) - 1, "what the viewer is asked, 0 nothing"),
    Piece("pending_verb", 0, len(Verb) - 1, "verb of the viewer's choice whose parts are being asked"),
    Piece("my_decision", 0, 1, "1 the viewer is asked"),
    Piece("decider_row", -1, 31, "unit row that is asked, -1 nobody or unknown"),
    Piece("target_row", -1, 31, "unit row of the other unit in the procedure that is running, -1 none or unknown"),
    Piece("blow_mode", 0, len(Mode) - 1, "how the blow that may be parried was struck, or what one is about to throw"),
    Piece("blow_location", -1, 9, "where that blow lands, -1 none"),
    Piece("blow_number", 0, 100, "the number it needed"),
    Piece("light", 0, 1, "1 day"),
    Piece("rain", 0, 1, "1 rain"),
    Piece("board_width", 2, 32, "cells"),
    Piece("board_height", 2, 32, "cells"),
)


FIRST_MOVING = next(k for k, piece in enumerate(CHANNELS) if piece.name == "own")
DOORS_OPEN = next(k for k, piece in enumerate(CHANNELS) if piece.name == "doors_open")
DOOR_WOUNDS, LIGHTS = DOORS_OPEN + 1, DOORS_OPEN + 2
FIRST_OF_HANDS = next(k for k, piece in enumerate(FEATURES) if piece.name == "tended")


@kernel
def observe_map(s, w, layout, viewer, grid):
    """Write the channels of the map, which stay as they are for a whole battle."""
    field = w.field
    turned = is_turned(layout, viewer)
    for y in range(layout.height):
        for x in range(layout.width):
            cell = y * STRIDE + x
            for channel in range(FIRST_MOVING):
                grid[channel, y, x] = 0
            if x >= s.board_width or y >= s.board_height:
                continue
            if turned:
                cell = (s.board_height - 1 - y) * STRIDE + s.board_width - 1 - x
            grid[0, y, x] = 1
            grid[1, y, x] = 1 if field.closed[cell] == 255 else 0
            grid[2, y, x] = field.difficult[cell]
            grid[3, y, x] = field.level[cell]
            grid[4, y, x] = field.cover[cell]
            grid[5, y, x] = field.water[cell]
            for k in range(4):
                grid[6 + k, y, x] = field.border[cell, (k + 2) % 4 if turned else k]


@kernel
def observe(s, w, layout, viewer, grid, units, context):
    """Write what ``viewer`` knows into grid (int8, but for the map), units (int16) and context (int16); see the
    catalogues above.
    """
    is_asked = s.prompt != 0 and s.decider_side == viewer  # then ``s.known`` is its own already
    if not is_asked:
        know_units(s, w, viewer)
    grid[FIRST_MOVING:] = 0
    mark_places(s, layout, viewer, grid)
    write_doors(s, layout, viewer, grid)
    units[:] = 0
    other = other_unit(s, viewer)
    for who in range(s.unit_count):
        row = row_of(s, layout, viewer, who)
        if s.units[who].present == 1 and row >= 0 and s.known[who] == 1:
            write_unit(s, w, layout, viewer, who, other, units[row])
            mark_unit(s, layout, viewer, who, other, grid)
    write_context(s, w, layout, viewer, other, context)
    if s.prompt != 0 and not is_asked:
        know_units(s, w, int(s.decider_side))


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
        return int(frame.target)
    return NO_UNIT


@kernel
def mark_places(s, layout, viewer, grid):
    """The channels of what burns, sputters and shines."""
    for k in range(len(s.fire_cell)):
        if s.fire_rounds[k] > 0:
            x, y = shown_place(s, layout, viewer, int(s.fire_cell[k]))
            if x >= 0:
                grid[15, y, x] = min(int(s.fire_rounds[k]), 100)
    for k in range(len(s.bomb_cell)):
        if s.bomb_cell[k] >= 0:
            x, y = shown_place(s, layout, viewer, int(s.bomb_cell[k]))
            if x >= 0:
                grid[16, y, x] += 1
    for k in range(len(s.light_cell)):
        if s.light_item[k] > 0:
            x, y = shown_place(s, layout, viewer, int(s.light_cell[k]))
            if x >= 0:
                grid[LIGHTS, y, x] = s.light_item[k]


@kernel
def write_doors(s, layout, viewer, grid):
    """The channels of the doors: what has become of them, on both sides of each."""
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
                grid[DOORS_OPEN, y, x] |= 1 << (shown_direction(layout, viewer, direction) // 2)
            elif s.door_state[k] == Border.LOCKED_DOOR:
                grid[DOOR_WOUNDS, y, x] = max(int(grid[DOOR_WOUNDS, y, x]), min(int(s.door_wounds[k]), 127))


@kernel
def mark_unit(s, layout, viewer, who, other, grid):
    """The channels of one unit on the board."""
    unit = s.units[who]
    if unit.cell < 0 or unit.dead == 1:
        return
    x, y = shown_place(s, layout, viewer, int(unit.cell))
    if x < 0:
        return
    grid[10 if s.allied[viewer, unit.side] == 1 else 11, y, x] = 1
    if unit.unconscious_rounds > 0:
        grid[12, y, x] = 2
    elif unit.prone == 1:
        grid[12, y, x] = 1
    if s.prompt != 0 and s.decider == who:
        grid[13, y, x] = 1
    if other == who:
        grid[14, y, x] = 1


@kernel
def is_seen_engaged(s, w, who):
    """Whether a unit is in contact with an able enemy, as far as the viewer knows."""
    if not is_able(s, who):
        return False
    for enemy in range(s.unit_count):
        if s.known[enemy] == 0 or are_friends(s, who, enemy):
            continue
        if is_in_contact(s, w, who, enemy) and is_threat(s, who, enemy):
            return True
    return False


@kernel
def write_unit(s, w, layout, viewer, who, other, row):
    """One unit row."""
    unit = s.units[who]
    x, y = shown_place(s, layout, viewer, place_of(s, who))
    blows = 0
    for k in range(SLOTS):
        if unit.slot_state[k] == Slot.OPEN:
            blows += 1
    deciding = s.prompt != 0 and s.known[s.decider] == 1
    row[0] = 1
    row[1] = s.allied[viewer, unit.side]
    row[2] = 1 if is_able(s, who) else 0
    row[3] = x
    row[4] = y
    row[5] = shown_direction(layout, viewer, int(unit.facing))
    row[6] = unit.wounds
    row[7] = unit.wounds_max
    row[8] = unit.movement
    row[9] = unit.weapon_skill
    row[10] = unit.ballistic_skill
    row[11] = unit.strength
    row[12] = unit.toughness
    row[13] = unit.initiative
    row[14] = unit.attacks
    row[15] = unit.dexterity
    row[16] = intelligence_of(s, w, who)
    row[17] = unit.height_ft
    row[18] = unit.body_plan
    row[19] = unit.npc
    row[20] = unit.main_hand
    row[21] = unit.off_hand
    row[22] = unit.metal[0] + unit.leather[0]
    row[23] = unit.metal[3] + unit.leather[3]
    row[24] = unit.metal[1] + unit.leather[1] + unit.metal[4] + unit.leather[4]
    row[25] = unit.ammunition
    row[26] = unit.loaded
    row[27] = unit.load_progress
    row[28] = 1 if is_seen_engaged(s, w, who) else 0
    row[29] = unit.prone
    row[30] = unit.dazed
    row[31] = unit.unconscious_rounds
    row[32] = unit.dead
    row[33] = unit.escaped
    row[34] = min(int(unit.bleeding), 30)
    row[35] = unit.right_arm_off
    row[36] = unit.left_arm_off
    row[37] = unit.leg_off
    row[38] = unit.fleeing
    row[39] = 1 if unit.off_guard != 0 else 0
    row[40] = unit.hold_ground
    row[41] = unit.surprised
    row[42] = unit.entangled
    row[43] = unit.last_rate
    row[44] = 1 if unit.aim_target >= 0 else 0
    row[45] = unit.declared
    row[46] = unit.effective_initiative
    row[47] = unit.turn_taken
    row[48] = blows
    row[49] = min(int(unit.attack_debt), 30)
    row[50] = unit.parries
    row[51] = 1 if deciding and (unit.won_over >> s.decider) & 1 == 1 else 0
    row[52] = 1 if deciding and (s.units[s.decider].won_over >> who) & 1 == 1 else 0
    row[53] = max(int(unit.weapon_damage), -90)
    row[54] = 1 if deciding and s.decider == who else 0
    row[55] = 1 if other == who else 0
    row[56] = shown_gun(unit)
    row[57] = unit.powder_wet
    row[58] = unit.under_fire
    row[59] = unit.entangled_location
    row[60] = unit.altitude_yd
    row[61] = unit.fly_movement
    row[62] = unit.wing_off
    row[63] = 0 if unit.swoop_partner == NO_UNIT else 1 + unit.only_parries
    for k in range(len(unit.pack)):
        if is_bomb(int(unit.pack[k])):
            row[64] += 1
    write_hands(s, layout, viewer, who, row[FIRST_OF_HANDS:])


@kernel
def shown_gun(unit):
    """What can be seen of a gun: what went wrong in loading shows when it is fired."""
    if unit.weapon_broken == 1:
        return GUN_WELDED
    if unit.hang_target != NO_UNIT:
        return GUN_HANGS_FIRE
    return max(int(unit.gun_flaw) - int(Flaw.RAMROD), 0)


@kernel
def write_hands(s, layout, viewer, who, row):
    """The part of a unit row that begins with ``tended``: wounds tended, holds, the ground, the pack."""
    unit = s.units[who]
    row[0] = unit.tended
    row[1] = unit.hold_role
    row[2] = known_row(s, layout, viewer, int(unit.hold_partner))
    row[3] = unit.draw_loss
    row[4] = unit.ground_item
    row[5], row[6] = shown_place(s, layout, viewer, int(unit.ground_cell))
    row[7] = known_row(s, layout, viewer, int(unit.mount))
    row[8] = known_row(s, layout, viewer, int(unit.rider))
    row[9] = unit.trapped
    row[10] = unit.heads_left
    if s.allied[viewer, unit.side] == 1:
        for k in range(PACK):
            row[11 + k] = unit.pack[k]
            row[11 + PACK + k] = min(int(unit.pack_buried[k]), 500)


@kernel
def known_row(s, layout, viewer, who):
    """Observation row of a unit the viewer knows of, else -1."""
    if who < 0 or s.known[who] == 0:
        return -1
    return row_of(s, layout, viewer, who)


@kernel
def write_context(s, w, layout, viewer, other, context):
    """The numbers that belong to no unit and no cell."""
    context[:] = 0
    context[0] = max(int(s.round_no), 0)
    context[1] = w.book.max_rounds - s.round_no
    if s.prompt != 0 and s.decider_side == viewer:
        context[2] = s.prompt
        context[3] = s.pending_verb
        context[4] = 1
    context[5] = known_row(s, layout, viewer, int(s.decider)) if s.prompt != 0 else -1
    context[6] = known_row(s, layout, viewer, other)
    context[8] = -1
    if s.prompt == Prompt.PARRY and s.known[s.decider] == 1 and s.known[other] == 1:
        frame = top(s)
        context[7] = frame.mode
        context[8] = frame.location
        context[9] = frame.number
    elif s.pending_verb == Verb.THROW_BOMB and s.prompt == Prompt.CELL and s.decider_side == viewer:
        context[7] = top(s).mode
    context[10] = s.light
    context[11] = s.rain
    context[12] = s.board_width
    context[13] = s.board_height


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
