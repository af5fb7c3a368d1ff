"""What a side sees: the board, its own units, and of the others those it knows of.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import FLAG, NO_UNIT, are_friends, count, one_of, top
from ...core.state.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    DECIDER_PLACE,
    DECIDER_ROW,
    DECIDES,
    ENEMY_PLACES,
    KNOWN,
    MY_DECISION,
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
    columns,
    pending_verb_of,
    prompt_of,
    shown,
)
from .board import BOARD, STEP, mark, shown_direction, shown_place
from .rules.ammunition import is_bomb
from .rules.bodies import intelligence_of
from .rules.conditions import is_able
from .rules.conditions import place_of as place_of
from .rules.engagement import is_close, is_contact_open, is_threat
from .rules.knowledge import know_units as know_units
from .state import MAP, POSITION, UNIT
from .vocab import PACK, SLOTS, UNITS, Border, Flaw, Frame, Item, Location, Mode, Prompt, Slot, Verb

GUN_HANGS_FIRE, GUN_WELDED = 5, 6

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
    OWN_PLACES,
    ENEMY_PLACES,
    ("down", count(2), "1 lying, 2 unconscious"),
    DECIDER_PLACE,
    TARGET_PLACE,
    ("fire", count(100), "rounds the cell still burns"),
    ("bomb", count(4), "sputtering bombs in the cell"),
    ("doors_open", count(15), "borders with an open door: sum of 1 north, 2 east, 4 south, 8 west"),
    ("door_wounds", count(127), "W left of a locked door on a border of the cell, 127 for more"),
    ("light", one_of(Item), "burning candle, torch, lamp or lantern on the ground"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    ("able", FLAG, "1 alive, conscious, on the board"),
    X,
    Y,
    *("facing", "wounds", "wounds_max", "movement", "weapon_skill", "ballistic_skill", "strength", "toughness"),
    *("initiative", "attacks", "dexterity"),
    ("intelligence", count(100), "Int, with the heads that are left"),
    *("height_ft", "body_plan", "npc", "main_hand", "off_hand"),
    ("armour_head", count(10), "points, leather included"),
    ("armour_body", count(10), "points, leather included"),
    ("armour_limbs", count(20), "points of right arm and right leg"),
    *("ammunition", "loaded", "load_progress"),
    ("engaged", FLAG, "1 in contact with an able enemy"),
    *("prone", "dazed"),
    shown("unconscious_rounds", "unconscious"),
    *("dead", "escaped"),
    shown("bleeding", high=30, meaning="points, 30 for more"),
    *("right_arm_off", "left_arm_off", "leg_off", "fleeing"),
    shown("off_guard", high=1, meaning="1 off guard or off balance: it neither acts nor parries until the round ends"),
    *("hold_ground", "surprised", "entangled", "last_rate"),
    ("aims_at", FLAG, "1 is aiming"),
    "declared",
    shown("effective_initiative", low=-60, high=200),
    "turn_taken",
    ("blows_left", count(SLOTS), "open blows of this round"),
    shown("attack_debt", high=30, meaning="blows owed, 30 for more"),
    "parries",
    ("won_over_decider", FLAG, "1 won over the deciding unit in the last round"),
    ("beaten_by_decider", FLAG, "1 the deciding unit won over it in the last round"),
    shown("weapon_damage", low=-90),
    DECIDES,
    TARGETED,
    (
        "gun",
        count(GUN_WELDED),
        "0 fine as far as visible, 1 slow, 2 a round more to load, 3 flashed, 4 ramrod gone, 5 hangs fire, 6 welded",
    ),
    *("powder_wet", "under_fire", "entangled_location"),
    shown("altitude_yd", "altitude", high=200),
    *("fly_movement", "wing_off"),
    ("on_the_wing", count(2), "1 linked to another by a swoop, 2 linked and may only parry it"),
    ("bombs", count(PACK), "bombs and incendiaries in the pack"),
    *("tended", "hold_role", "hold_partner"),
    shown("draw_loss", high=200),
    *("ground_item", "ground_cell", "mount", "rider", "trapped", "heads_left", "pack"),
    shown("pack_buried", "pack_rounds", high=500, meaning="turns of search left for it, 500 unknown"),
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND,
    ("rounds_left", count(1000), "rounds until the limit"),
    prompt_of(Prompt),
    pending_verb_of(Verb),
    MY_DECISION,
    DECIDER_ROW,
    TARGET_ROW,
    ("blow_mode", one_of(Mode), "mode of the blow to be parried, or of the throw to be made"),
    ("blow_location", count(len(Location) - 1, low=-1), "hit location of that blow, -1 none"),
    ("blow_number", count(100), "number needed to hit"),
    "light",
    "rain",
    BOARD_WIDTH,
    BOARD_HEIGHT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)


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
def observe_board(s, w, layout, viewer, grid):
    """The channels of what burns, sputters and shines, and of the doors."""
    for k in range(len(s.fire_cell)):
        if s.fire_rounds[k] > 0:
            mark(s, layout, viewer, int(s.fire_cell[k]), Channel.FIRE, min(int(s.fire_rounds[k]), 100), grid)
    for k in range(len(s.bomb_cell)):
        x, y = shown_place(s, layout, viewer, int(s.bomb_cell[k]))
        if x >= 0:
            grid[Channel.BOMB, y, x] += 1
    for k in range(len(s.light_cell)):
        if s.light_item[k] > 0:
            mark(s, layout, viewer, int(s.light_cell[k]), Channel.LIGHT, int(s.light_item[k]), grid)
    write_doors(s, layout, viewer, grid)


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
                grid[Channel.DOORS_OPEN, y, x] |= 1 << (shown_direction(layout, viewer, direction) // 2)
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
    """Who lies or has been knocked out."""
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
    row[Feature.ARMOUR_HEAD] = unit.metal[0] + unit.leather[0]
    row[Feature.ARMOUR_BODY] = unit.metal[3] + unit.leather[3]
    row[Feature.ARMOUR_LIMBS] = unit.metal[1] + unit.leather[1] + unit.metal[4] + unit.leather[4]
    row[Feature.ENGAGED] = 1 if is_seen_engaged(s, w, who) else 0
    row[Feature.AIMS_AT] = 1 if unit.aim_target >= 0 else 0
    for k in range(SLOTS):
        if unit.slot_state[k] == Slot.OPEN:
            row[Feature.BLOWS_LEFT] += 1
    if s.prompt != 0 and s.known[s.decider] == 1:
        row[Feature.WON_OVER_DECIDER] = (unit.won_over >> s.decider) & 1
        row[Feature.BEATEN_BY_DECIDER] = (s.units[s.decider].won_over >> who) & 1
    row[Feature.GUN] = shown_gun(unit)
    row[Feature.ON_THE_WING] = 0 if unit.swoop_partner == NO_UNIT else 1 + unit.only_parries
    for k in range(len(unit.pack)):
        if is_bomb(int(unit.pack[k])):
            row[Feature.BOMBS] += 1


@kernel
def shown_gun(unit):
    """What can be seen of a gun: what went wrong in loading shows when it is fired."""
    if unit.weapon_broken == 1:
        return GUN_WELDED
    if unit.hang_target != NO_UNIT:
        return GUN_HANGS_FIRE
    return max(int(unit.gun_flaw) - int(Flaw.RAMROD), 0)


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """What of the context is not copied: the time left, and the blow or throw that is going on."""
    context[Context.ROUNDS_LEFT] = w.book.max_rounds - s.round_no
    context[Context.BLOW_LOCATION] = -1
    if s.prompt == Prompt.PARRY and s.known[s.decider] == 1 and s.known[other] == 1:
        frame = top(s)
        context[Context.BLOW_MODE] = frame.mode
        context[Context.BLOW_LOCATION] = frame.location
        context[Context.BLOW_NUMBER] = frame.number
    elif s.pending_verb == Verb.THROW_BOMB and s.prompt == Prompt.CELL and s.decider_side == viewer:
        context[Context.BLOW_MODE] = top(s).mode


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
