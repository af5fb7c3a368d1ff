"""Whether the sentences are true that tell why a choice is not offered, asked of the position and not of the rules.

Written from the words of ``Refusal`` and what the fields of the state and the map say; :data:`HOLDS` has every refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tactica.envs.core.state.choosing import Part
from tactica.envs.rulesets.heimr.board import STRIDE, column, distance, row
from tactica.envs.rulesets.heimr.vocab import (
    A_DIRECTION,
    FIRST_BIND,
    FIRST_SHIELD,
    FIRST_SKILL,
    FIRST_TRIGGER,
    LAST_SHIELD,
    PRIMED,
    SLOTS,
    Attribute,
    Body,
    Climbing,
    Defence,
    Frame,
    Free,
    GuardKind,
    Injury,
    Item,
    ItemKind,
    Mark,
    Mode,
    Place,
    Prompt,
    Refusal,
    Skill,
    Upcoming,
    Verb,
    Wielding,
)

if TYPE_CHECKING:
    from conformance.verdicts import Asked

SIDES = (0, 2, 4, 6)
HERE = 8  # in place of a direction: what stands in the cell
FIRST_CHOICE = 2  # step of a turn whose first choice is asked
HANDS = (Place.SWORD_HAND, Place.OFF_HAND)
LEGS = (Body.RIGHT_LEG, Body.LEFT_LEG)
GUARDED = {Verb.GUARD: GuardKind.ALLY, Verb.GUARD_BORDER: GuardKind.BORDER, Verb.GUARD_CELL: GuardKind.CELL}
FREE_OF = {
    **dict.fromkeys(GUARDED, Free.GUARD),
    **dict.fromkeys((Verb.OBSERVE_CELL, Verb.OBSERVE_ITEM, Verb.OBSERVE_INSIGHT), Free.OBSERVE),
    **dict.fromkeys((Verb.WHISPER, Verb.SHOUT, Verb.POINT_OUT, Verb.THREATEN), Free.SPEAK),
    **{Verb[free.name]: free for free in Free if free.name in Verb.__members__},
}
#: The prompts that ask for the verbs with which one answers what others do.
ASKS = {
    Prompt.DEFENCE: range(Verb.USE_DODGE, Verb.NO_DEFENCE + 1),
    Prompt.ATTACKED: (Verb.DEFEND, Verb.DECLINE),
    Prompt.REROLL: (Verb.REROLL, Verb.ACCEPT),
    Prompt.PROVOKED: (Verb.ATTACK_IT, Verb.LET_IT_BE),
    Prompt.HOLD: (Verb.LET_GO, Verb.KEEP_HOLD),
    Prompt.STOP: (Verb.STOP_IT, Verb.LET_PASS),
    Prompt.RESIST: (Verb.RESIST, Verb.SUFFER),
    Prompt.EVADE: (Verb.EVADE, Verb.TAKE_IT),
    Prompt.INTERCEPTED: (Verb.STAY, Verb.OUTMANOEUVRE),
    Prompt.BLIND_AXIS: (Verb.BLIND_STRAIGHT, Verb.BLIND_DIAGONAL),
    Prompt.PURSUE: (Verb.PURSUE, Verb.STAY_BEHIND),
    Prompt.CHASE: (Verb.CHASE_RUN, Verb.CHASE_CLIMB, Verb.CHASE_SWIM),
    Prompt.SURPASS: range(Verb.SURPASS_ATTACK, Verb.GO_ON + 1),
}

# --- units -----------------------------------------------------------------------------------------------------------


def unit(a: Asked, who: int | None = None) -> Any:
    """The unit that is asked, or another."""
    return a.s.units[a.who if who is None else who]


def meant(a: Asked) -> int:
    """The unit that is meant: the value that is asked about, else the one chosen before."""
    return int(a.value if a.part == Part.TARGET else a.frame.target)


def it(a: Asked) -> Any:
    """The unit that is meant."""
    return unit(a, meant(a))


def on_map(a: Asked, who: int) -> bool:
    return unit(a, who).present == 1 and unit(a, who).dead == 0 and unit(a, who).escaped == 0


def allied(a: Asked, one: int, other: int) -> bool:
    return bool(a.s.allied[unit(a, one).side, unit(a, other).side])


def seen(a: Asked, who: int, by: int | None = None) -> bool:
    return not int(unit(a, who).hidden_from) >> (a.who if by is None else by) & 1


def others(a: Asked) -> Iterator[int]:
    """Other units on the map."""
    return (k for k in range(int(a.s.unit_count)) if k != a.who and on_map(a, k))


def friends(a: Asked) -> Iterator[int]:
    return (k for k in others(a) if allied(a, a.who, k))


def in_view(a: Asked) -> Iterator[int]:
    """Enemies in view."""
    return (k for k in others(a) if not allied(a, a.who, k) and seen(a, k))


def foes(a: Asked) -> Iterator[int]:
    """Enemies in view who have not surrendered."""
    return (k for k in in_view(a) if unit(a, k).surrendered == 0)


def in_fight(a: Asked, who: int) -> bool:
    u = unit(a, who)
    return on_map(a, who) and not (u.unconscious or u.surrendered or u.injuries & Injury.TORSO)


def able(a: Asked, who: int) -> bool:
    return in_fight(a, who) and unit(a, who).sleeping == 0 and unit(a, who).daze_timer == 0


def same_cluster(a: Asked, one: int, other: int) -> bool:
    return bool(unit(a, one).cluster >= 0 and unit(a, one).cluster == unit(a, other).cluster)


def beside_enemy(a: Asked, who: int) -> bool:
    """Whether an enemy of a unit that can act is in its cluster."""
    return any(
        same_cluster(a, who, k) and not allied(a, who, k) and able(a, k) for k in range(int(a.s.unit_count)) if k != who
    )


def near(a: Asked, who: int) -> bool:
    return distance(int(unit(a).cell), int(unit(a, who).cell)) <= 1


# --- what binds ------------------------------------------------------------------------------------------------------


def held(a: Asked, who: int, *parts: int) -> bool:
    """Whether anybody holds a unit, or holds it by certain parts of the body."""
    return any(
        unit(a, k).grab_target == who and (not parts or unit(a, k).grab_part in parts)
        for k in range(int(a.s.unit_count))
    )


def leg_or_body(a: Asked, who: int) -> bool:
    return max(unit(a, who).bound_legs) > 0 or held(a, who, *LEGS) or body(a, who)


def body(a: Asked, who: int) -> bool:
    return bool(unit(a, who).bound_body > 0) or held(a, who, Body.TORSO)


def leg_hurt(a: Asked, who: int) -> bool:
    return bool(unit(a, who).injuries & (Injury.RIGHT_LEG | Injury.LEFT_LEG))


def tied(a: Asked, who: int) -> bool:
    """Whether a unit is bound so that it cannot walk, or held."""
    return bool(unit(a, who).bound_feet > 0) or leg_or_body(a, who) or held(a, who)


def carriers_for(a: Asked, who: int) -> int:
    """How many it takes to move or hold a unit that does not walk with them."""
    u = unit(a, who)
    if u.sleeping or u.unconscious or u.daze_timer > 0 or u.injuries & Injury.TORSO:
        return int(a.book.move_unable_carriers)
    return int(a.book.move_bound_carriers if tied(a, who) else a.book.move_unwilling_carriers)


def restrained(a: Asked, who: int) -> bool:
    holders = sum(
        unit(a, k).assists == who and not allied(a, who, k) and able(a, k) and same_cluster(a, who, k)
        for k in range(int(a.s.unit_count))
    )
    return bool(holders >= carriers_for(a, who))


def free_to_go(a: Asked, who: int) -> bool:
    u = unit(a, who)
    is_held = held(a, who) and a.book.blocks_leaving_cluster == 1
    stays = u.prone or u.grab_target >= 0 or is_held or leg_or_body(a, who) or restrained(a, who)
    return not (stays or u.bound_feet > 0 or leg_hurt(a, who))


# --- hands and things ------------------------------------------------------------------------------------------------


def climbing(a: Asked, who: int | None = None) -> bool:
    return bool(unit(a, who).climbing != Climbing.NOT)


def usable(a: Asked, who: int, hand: int) -> bool:
    """Whether a hand can be used: 0 the sword hand, 1 the off-hand."""
    u = unit(a, who)
    hurt = u.injuries & (Injury.SWORD_ARM, Injury.OTHER_ARM)[hand]
    is_bound = u.bound_hands > 0 or u.bound_arms[hand] > 0 or held(a, who, Body.SWORD_ARM + hand)
    return not (hurt or is_bound)


def empty(a: Asked, who: int, hand: int) -> bool:
    return not any(place in (HANDS[hand], Place.BOTH_HANDS) for place in unit(a, who).places)


def free_hands(a: Asked, who: int) -> list[int]:
    """Hands that can be used, are empty, and hold nobody."""
    free = [hand for hand in (0, 1) if usable(a, who, hand) and empty(a, who, hand)]
    return free[1:] if unit(a, who).grab_target >= 0 else free


def spare_hands(a: Asked, who: int) -> int:
    """How many hands are free beside those that climbing takes."""
    return len(free_hands(a, who)) - (int(a.book.climbing_hands) if climbing(a, who) else 0)


def hangs_on(a: Asked, who: int) -> bool:
    return climbing(a, who) and a.book.climbing_hands > 0


def clings(a: Asked, who: int) -> bool:
    """Whether a unit holds on with every hand that it can use."""
    return hangs_on(a, who) and sum(usable(a, who, hand) for hand in (0, 1)) <= a.book.climbing_hands


def kind(a: Asked, who: int, slot: int) -> int:
    return int(a.book.items[unit(a, who).items[slot]].kind)


def hands_of(place: int) -> tuple[int, ...]:
    """The hands that hold what is at a place."""
    return {Place.SWORD_HAND: (0,), Place.OFF_HAND: (1,), Place.BOTH_HANDS: (0, 1)}.get(Place(place), ())


def holding_hands_work(a: Asked, who: int, slot: int) -> bool:
    return all(usable(a, who, hand) for hand in hands_of(int(unit(a, who).places[slot])))


def wielded(a: Asked, who: int, slot: int) -> bool:
    """Whether an item is in the hands that it demands, and these can be used."""
    place = int(unit(a, who).places[slot])
    hands = int(a.book.items[unit(a, who).items[slot]].hands)
    if place == Place.NATURAL:
        return True
    if not hands_of(place) or clings(a, who):
        return False
    if place == Place.BOTH_HANDS and hangs_on(a, who):
        return False
    fits = {
        Place.SWORD_HAND: (Wielding.EITHER_HAND, Wielding.SWORD_HAND, Wielding.SWORD_HAND_OR_BOTH),
        Place.OFF_HAND: (Wielding.EITHER_HAND, Wielding.OFF_HAND),
    }
    return (place == Place.BOTH_HANDS or hands in fits[Place(place)]) and holding_hands_work(a, who, slot)


def melee(a: Asked, who: int) -> bool:
    """Whether a unit wields a melee weapon, natural ones included."""
    u = unit(a, who)
    return any(
        wielded(a, who, slot)
        and (
            (kind(a, who, slot) == ItemKind.MELEE and hands_of(int(u.places[slot])))
            or (kind(a, who, slot) == ItemKind.MELEE and u.places[slot] == Place.NATURAL)
            or (kind(a, who, slot) == ItemKind.NATURAL and u.items[slot] != Item.BARE_HANDS)
        )
        for slot in range(SLOTS)
    )


def ranged(a: Asked, who: int) -> int | None:
    """The slot of the ranged weapon that a unit wields."""
    for slot in range(SLOTS):
        in_hands = hands_of(int(unit(a, who).places[slot]))
        if kind(a, who, slot) == ItemKind.RANGED and in_hands and wielded(a, who, slot):
            return slot
    return None


def missile_ready(a: Asked, who: int) -> bool:
    slot = ranged(a, who)
    return slot is not None and bool(unit(a, who).ammo[slot] > 0 and unit(a, who).to_draw[slot] == 0)


def finds_hand(a: Asked, slot: int) -> bool:
    """Whether the hands are free that could hold an item."""
    hands, free = int(a.book.items[unit(a).items[slot]].hands), free_hands(a, a.who)
    if hangs_on(a, a.who) and (hands == Wielding.BOTH_HANDS or spare_hands(a, a.who) <= 0):
        return False
    if hands == Wielding.BOTH_HANDS:
        return len(free) == 2
    return (0 in free and hands != Wielding.OFF_HAND) or (
        1 in free and hands in (Wielding.OFF_HAND, Wielding.EITHER_HAND)
    )


def can_draw(a: Asked, slot: int) -> bool:
    u = unit(a)
    if u.places[slot] == Place.STOWED:
        return bool(u.items[slot]) and finds_hand(a, slot)
    loads = kind(a, a.who, slot) == ItemKind.RANGED and bool(hands_of(int(u.places[slot])))
    return loads and u.ammo[slot] > 0 and u.to_draw[slot] > 0 and holding_hands_work(a, a.who, slot)


def within_reach(a: Asked, slot: int) -> bool:
    """Whether an item is packed, concealed, or lies here and can be picked up."""
    u = unit(a)
    if u.places[slot] == Place.ON_GROUND:
        return bool(u.lies[slot] == u.cell and u.drop_timers[slot] == 0)
    return bool(u.places[slot] in (Place.PACKED, Place.CONCEALED))


# --- borders ---------------------------------------------------------------------------------------------------------


def direction_of(a: Asked) -> int:
    """The direction that is meant: the value, that of a crawl that is upcoming, or that in which the target stands."""
    if a.part == Part.DIRECTION:
        return int(a.value)
    if a.verb in (Verb.CLIMB_UP, Verb.CLIMB_DOWN):
        return HERE
    if a.part == Part.TARGET:
        return next(side for side in SIDES if beyond(a, side) == it(a).cell)
    return int(unit(a).upcoming_direction)


def here(a: Asked) -> int:
    return int(unit(a).cell)


def beyond(a: Asked, side: int) -> int:
    """The cell over a border; -1 where the map ends."""
    x, y = column(here(a)) + (0, 1, 0, -1)[side // 2], row(here(a)) + (-1, 0, 1, 0)[side // 2]
    return y * STRIDE + x if 0 <= x < a.s.board_width and 0 <= y < a.s.board_height else -1


def ground(a: Asked, cell: int) -> int:
    return int(a.field.ground[cell])


def walled(a: Asked, side: int, cell: int | None = None) -> bool:
    return bool(int(a.field.closed[here(a) if cell is None else cell]) >> side & 1)


def toughness(a: Asked, side: int, cell: int | None = None) -> int:
    edge = int(a.field.edge[here(a) if cell is None else cell, side // 2]) - 1
    return int(a.s.edge_toughness[edge]) if edge >= 0 else 0


def challenge(a: Asked, side: int) -> bool:
    return bool(a.field.crossing[here(a), side // 2] > 0)


def at_first_choice(a: Asked, who: int) -> bool:
    turns = [frame for frame in (a.s.stack[k] for k in range(int(a.s.depth))) if frame.kind == Frame.TURN]
    return bool(turns) and turns[-1].step <= FIRST_CHOICE and turns[-1].who == who


def may_still_pass(a: Asked, side: int) -> int:
    """How many units may still pass a border."""
    limit, edge = int(a.field.limit[here(a), side // 2]), int(a.field.edge[here(a), side // 2]) - 1
    if limit == 0 or edge < 0:
        return 99
    over = at_first_choice(a, int(a.s.edge_first[edge]))
    return max(limit - (0 if over else int(a.s.edge_passed[edge])), 0)


def is_climb(a: Asked, low: int, high: int) -> bool:
    return bool(high - low > a.book.free_difference and high - low >= a.book.climb_needed_from_difference)


def in_the_way(a: Asked, side: int) -> bool:
    """Whether an intact structure stands on a border, and the unit not on top of it."""
    climbable = a.field.climb[here(a), side // 2] >= 0
    on_top = climbable and unit(a).elevation >= a.field.structure[here(a), side // 2]
    return toughness(a, side) > 0 and not on_top


def steep(a: Asked, side: int) -> bool:
    is_high = is_climb(a, int(unit(a).elevation), ground(a, beyond(a, side)))
    return toughness(a, side) == 0 and is_high


def lacks_room(a: Asked, cell: int, count: int = 1) -> bool:
    limit = int(a.book.units_per_cell_limit)
    crowd = sum(on_map(a, k) and unit(a, k).cell == cell for k in range(int(a.s.unit_count)))
    return limit > 0 and crowd + count > limit


def uneven(a: Asked, side: int, who: int | None = None) -> bool:
    return bool(abs(ground(a, beyond(a, side)) - int(unit(a, who).elevation)) > a.book.free_difference)


def barred(a: Asked, side: int, who: int | None = None) -> bool:
    return bool(unit(a, who).stumble_timer > 0 and unit(a, who).stumble_direction == side)


def shut(a: Asked, side: int) -> bool:
    """Whether nobody gets over a border as the unit stands."""
    if beyond(a, side) < 0 or walled(a, side) or may_still_pass(a, side) == 0:
        return True
    return in_the_way(a, side) or steep(a, side) or lacks_room(a, beyond(a, side))


def no_run(a: Asked, side: int) -> bool:
    return shut(a, side) or challenge(a, side) or toughness(a, side) > 0 or barred(a, side)


def no_way(a: Asked, side: int) -> bool:
    """Whether a border cannot be crossed by the verb that is asked about."""
    u = unit(a)
    if a.verb == Verb.RUN:
        return no_run(a, side)
    if a.verb == Verb.CRAWL:
        return no_run(a, side) or uneven(a, side)
    if a.verb == Verb.READY_MOVE:
        if beyond(a, side) < 0 or walled(a, side) or steep(a, side):
            return True
        return bool(u.bound_feet > 1) and not challenge(a, side)
    hops_not = u.bound_feet > 0 and not challenge(a, side)
    return barred(a, side) or shut(a, side) or hops_not or elsewhere(a, side) or below(a, side)


def elsewhere(a: Asked, side: int) -> bool:
    """Whether a unit climbs something else than is meant."""
    u = unit(a)
    if u.climbing == Climbing.FEATURE:
        return side != HERE
    return bool(u.climbing == Climbing.BORDER and u.climb_direction != side)


def below(a: Asked, side: int) -> bool:
    return climbing(a) and bool(unit(a).elevation < ground(a, beyond(a, side)))


def no_hold(a: Asked, side: int) -> bool:
    """Whether nothing can be climbed there."""
    if side == HERE:
        return bool(a.field.feature[here(a)] == 0 or a.field.feature_climb[here(a)] < 0)
    return bool(a.field.climb[here(a), side // 2] < 0)


def top(a: Asked, side: int) -> int:
    if side == HERE:
        return int(a.field.feature[here(a)])
    over = ground(a, beyond(a, side))
    return max(int(a.field.structure[here(a), side // 2]), over) if toughness(a, side) > 0 else over


def no_drop(a: Asked, side: int) -> bool:
    """Whether the difference in height is too small for a climb."""
    high = int(unit(a).elevation)
    if a.verb in (Verb.CLIMB_UP, Verb.SCALE_UP):
        return not is_climb(a, high, top(a, side))
    return not is_climb(a, ground(a, beyond(a, side)), high)


def no_climb(a: Asked, side: int) -> bool:
    """Whether a border cannot be climbed by the verb that is asked about."""
    high = int(unit(a).elevation)
    if barred(a, side) or elsewhere(a, side):
        return True
    if a.verb == Verb.SCALE_DOWN and climbing(a):
        return high <= ground(a, here(a))
    if beyond(a, side) < 0 or no_hold(a, side):
        return True
    if a.verb == Verb.SCALE_UP:
        return high >= top(a, side) or (not climbing(a) and toughness(a, side) == 0 and no_drop(a, side))
    is_open = toughness(a, side) == 0 and not walled(a, side) and may_still_pass(a, side) > 0
    return no_drop(a, side) or not is_open or lacks_room(a, beyond(a, side))


# --- distance, sight and concealment ---------------------------------------------------------------------------------


def climb_price(a: Asked, low: int, high: int) -> int:
    if is_climb(a, low, high):
        return (high - low) * int(a.book.climb_cost_per_level)
    return (low - high) * int(a.book.descent_cost) if low > high else 0


def squares(a: Asked, start: int, end: int, high: int, other_high: int) -> int | None:
    """The fewest squares between two places, over borders that somebody could pass."""
    best, todo = {start: 0}, [start]
    while todo:
        cell = todo.pop(0)
        level = high if cell == start else ground(a, cell)
        for side in SIDES:
            x, y = column(cell) + (0, 1, 0, -1)[side // 2], row(cell) + (-1, 0, 1, 0)[side // 2]
            if not (0 <= x < a.s.board_width and 0 <= y < a.s.board_height):
                continue
            there, stands = y * STRIDE + x, toughness(a, side, cell) > 0
            if walled(a, side, cell) or (stands and a.field.climb[cell, side // 2] < 0):
                continue
            over = ground(a, there)
            if stands:
                over = max(int(a.field.structure[cell, side // 2]), over)
            total = best[cell] + int(a.book.border_cost) + climb_price(a, level, over)
            if total < best.get(there, total + 1):
                best[there] = total
                todo.append(there)
    if end not in best:
        return None
    return best[end] + climb_price(a, high if start == end else ground(a, end), other_high)


def in_range(a: Asked, who: int, slot: int, cell: int, high: int) -> bool:
    found = squares(a, int(unit(a, who).cell), cell, int(unit(a, who).elevation), high)
    return found is not None and found <= a.book.items[unit(a, who).items[slot]].range


def in_line(a: Asked, cell: int, high: int) -> bool:
    """Whether some shortest way in steps leads to a cell that no wall and no structure as high as either end bars."""
    high, reached = max(high, int(unit(a).elevation)), {here(a)}
    across, along = (1 if column(cell) > column(here(a)) else -1), (1 if row(cell) > row(here(a)) else -1)
    for _ in range(distance(here(a), cell)):
        ahead = set()
        for at in reached:
            for step, side, left in (
                (across, 2 if across > 0 else 6, column(cell) - column(at)),
                (along * STRIDE, 4 if along > 0 else 0, row(cell) - row(at)),
            ):
                stands = toughness(a, side, at) > 0 and a.field.structure[at, side // 2] > high
                if left and not (stands or walled(a, side, at)):
                    ahead.add(at + step)
        reached = ahead
    return cell in reached


def shot_at(a: Asked, cell: int, high: int) -> bool:
    """Whether the unit's ranged weapon reaches a place."""
    slot = ranged(a, a.who)
    return slot is not None and in_range(a, a.who, slot, cell, high) and in_line(a, cell, high)


def light(a: Asked, cell: int) -> bool:
    """Whether a camp fire or a torch lights a cell up."""
    fires = (y * STRIDE + x for y in range(a.s.board_height) for x in range(a.s.board_width))
    if any(a.field.campfire[k] == 1 and distance(cell, k) <= a.book.campfire_distance for k in fires):
        return True
    for k in range(int(a.s.unit_count)):
        for slot in range(SLOTS):
            if unit(a, k).items[slot] == Item.TORCH:
                carried = on_map(a, k) and unit(a, k).places[slot] in HANDS
                at = int(unit(a, k).cell if carried else unit(a, k).lies[slot])
                if at >= 0 and distance(cell, at) <= a.book.torch_distance:
                    return True
    return False


def gloom(a: Asked) -> int:
    """What darkness and weather conceal of the unit."""
    dark = 0 if light(a, here(a)) else int(a.field.dark[here(a)])
    weather = int(a.book.weather_under_roof if a.field.roof[here(a)] else a.field.weather)
    if not a.field.has_darkness and not a.field.weather:
        return 0
    return min(dark + weather, int(a.book.ambient_most))


def cover_here(a: Asked) -> int:
    return 0 if climbing(a) else int(a.field.cover[here(a)])


def could_hide_from(a: Asked, enemy: int) -> bool:
    """Whether a unit outside clusters could hide from an enemy."""
    u, e = unit(a), unit(a, enemy)
    if int(u.turn_mates) >> enemy & 1 or int(u.shot_by) >> enemy & 1:
        return False
    dx, dy = column(int(e.cell)) - column(here(a)), row(int(e.cell)) - row(here(a))
    towards = [dy < 0, dx > 0, dy > 0, dx < 0]
    sides = not any(towards) or any(towards[k] and a.field.cover_mask[here(a), k] == 1 for k in range(4))
    height = int(a.field.cover_height[here(a)])
    low = 0 <= height < int(e.elevation) - int(u.elevation)
    behind = (cover_here(a) > 0 or u.in_cover == 1) and sides and not low
    cover = int(a.field.cover[here(a)]) if behind else 0
    return bool(cover + gloom(a) >= a.book.hidden_concealment)


# --- single sentences ------------------------------------------------------------------------------------------------


def in_reach(a: Asked, who: int) -> bool:
    """Whether a unit is in the same square, and near enough in height."""
    u, other = unit(a), unit(a, who)
    return bool(u.cell == other.cell) and not apart(a, who)


def apart(a: Asked, who: int) -> bool:
    return bool(abs(int(unit(a).elevation) - int(unit(a, who).elevation)) > a.book.melee_difference)


def off_its_ground(a: Asked, who: int) -> bool:
    other = unit(a, who)
    return bool(abs(int(other.elevation) - ground(a, int(other.cell))) > a.book.melee_difference)


def can_be_charged(a: Asked, who: int) -> bool:
    other = unit(a, who)
    side = next((side for side in SIDES if beyond(a, side) == other.cell), None)
    if side is None or other.ran_from == here(a):
        return False
    return not (no_run(a, side) or uneven(a, side) or off_its_ground(a, who))


def rested(a: Asked) -> bool:
    """Whether a breather leaves fatigue as it is."""
    u = unit(a)
    shields = [
        int(u.items[slot])
        for slot in range(SLOTS)
        if FIRST_SHIELD <= u.items[slot] <= LAST_SHIELD and u.places[slot] == Place.OFF_HAND
    ]
    stamina = int(u.attributes[Attribute.STA]) + sum(int(a.book.items[item].stamina) for item in shields[:1])
    base = max(int(a.book.base_fatigue) - stamina, int(a.book.base_fatigue_least))
    base = min(max(base, int(a.book.fatigue_least)), int(a.book.fatigue_most))
    return bool(a.book.breather_reduction == 0 or u.fatigue <= base)


def on_guard(a: Asked, value: int) -> bool:
    """Whether a unit guards just this."""
    u, kinds = unit(a), GUARDED[Verb(a.verb)]
    what = {GuardKind.ALLY: u.guard_unit, GuardKind.BORDER: u.guard_direction, GuardKind.CELL: value}
    return bool(u.guard == kinds and what[kinds] == value)


def skill_of(a: Asked) -> int:
    if a.part == Part.MODE:
        return int(a.value) - FIRST_SKILL
    return int(Skill.FIRST_AID if a.verb == Verb.FIRST_AID else Skill.RALLY)


def knows_skill(a: Asked, skill: int) -> bool:
    return bool(int(unit(a).skills) >> skill & 1)


def too_dear(a: Asked, skill: int) -> bool:
    u, row_of = unit(a), a.book.skills[skill]
    is_free = row_of.free > 0 and not int(u.free_uses) >> skill & 1
    cost = 0 if is_free else int(row_of.willpower)
    return bool(cost + (int(a.book.extra_skill_cost) if u.weaken_timer > 0 else 0) > u.wp)


def to_be_treated(a: Asked, who: int) -> bool:
    u = unit(a, who)
    is_dying = u.cell == here(a) and u.stabilised == 0 and u.death_timer > 0
    return bool(is_dying) and not beside_enemy(a, who)


def walks(a: Asked, who: int) -> bool:
    return allied(a, a.who, who) and able(a, who) and not tied(a, who) and not leg_hurt(a, who)


def to_be_moved(a: Asked, who: int) -> bool:
    is_known = allied(a, a.who, who) or seen(a, who)
    return bool(unit(a, who).cell == here(a)) and not apart(a, who) and is_known and not walks(a, who)


def needed_for(a: Asked, who: int) -> int:
    """How many it takes to drag a unit."""
    is_willing = allied(a, a.who, who) and able(a, who) and not tied(a, who)
    return int(a.book.move_willing_leg_carriers) if is_willing else carriers_for(a, who)


def too_few(a: Asked, who: int, side: int | None = None) -> bool:
    """Whether the largest group that can carry a unit, or carry it over a border, is too small."""
    reach = int(a.book.melee_difference)
    levels = [int(unit(a, k).elevation) for k in (a.who, who)]
    helpers = [int(unit(a, k).elevation) for k in friends(a) if unit(a, k).assists == who and carries(a, k, side)]
    groups = [[low <= level <= low + reach for level in helpers] for low in range(max(levels) - reach, min(levels) + 1)]
    return 1 + max(map(sum, groups), default=0) < needed_for(a, who)


def carries(a: Asked, who: int, side: int | None) -> bool:
    """Whether a unit here could walk along, over a border if one is given."""
    goes = unit(a, who).cell == here(a) and able(a, who) and free_to_go(a, who) and not climbing(a, who)
    return bool(goes) and not (side is not None and (barred(a, side, who) or uneven(a, side, who)))


def no_drag(a: Asked, who: int, side: int) -> bool:
    if beyond(a, side) < 0 or walled(a, side) or challenge(a, side) or toughness(a, side) > 0:
        return True
    if barred(a, side) or uneven(a, side) or uneven(a, side, who) or too_few(a, who, side):
        return True
    return may_still_pass(a, side) <= needed_for(a, who) or lacks_room(a, beyond(a, side), needed_for(a, who) + 1)


def dragged(a: Asked) -> int:
    """How many more than the unit itself go over a border."""
    return needed_for(a, meant(a)) if a.verb == Verb.DRAG else 0


def parrying_hand(a: Asked) -> int:
    return int(a.verb) - Verb.PARRY_SWORD_HAND


def parries(a: Asked) -> bool:
    """Whether a melee weapon to parry with is wielded in that hand."""
    places = (Place.SWORD_HAND, Place.BOTH_HANDS) if parrying_hand(a) == 0 else (Place.OFF_HAND,)
    return any(
        unit(a).places[slot] in places and kind(a, a.who, slot) == ItemKind.MELEE and wielded(a, a.who, slot)
        for slot in range(SLOTS)
    )


def shield_works(a: Asked) -> bool:
    u = unit(a)
    has_one = any(
        FIRST_SHIELD <= u.items[slot] <= LAST_SHIELD and u.places[slot] == Place.OFF_HAND for slot in range(SLOTS)
    )
    hangs = hangs_on(a, a.who) and not empty(a, a.who, 0)
    return has_one and usable(a, a.who, 1) and not (hangs or clings(a, a.who))


def is_way_of(a: Asked) -> bool:
    """Whether a mode is one of those in which a verb is done."""
    if a.verb == Verb.DROP_ITEMS:
        return Mode.SWORD_HAND <= a.value <= Mode.BOTH_HANDS
    if a.verb == Verb.PRIME_SKILL:
        return FIRST_SKILL <= a.value < FIRST_SKILL + PRIMED
    if a.verb >= Verb.READY_ATTACK:
        return a.value >= FIRST_TRIGGER
    return bool(a.value < (Mode.SWORD_HAND if a.verb in (Verb.BRAWL, Verb.CHARGE_BRAWL) else FIRST_BIND))


def came_from(a: Asked) -> bool:
    """Whether an effect on the unit of the frame came from a direction."""
    cell, side = int(unit(a, int(a.frame.who)).cell), int(a.verb) - A_DIRECTION
    dx, dy = column(here(a)) - column(cell), row(here(a)) - row(cell)
    return (not dx and not dy) or (dy < 0, dx > 0, dy > 0, dx < 0)[side // 2]


def objective(a: Asked) -> int | None:
    return next((k for k in range(int(a.s.objective_count)) if a.s.objective_cell[k] == here(a)), None)


def hand_of(a: Asked) -> tuple[int, ...]:
    return {Mode.SWORD_HAND: (0,), Mode.OFF_HAND: (1,)}.get(Mode(a.value), (0, 1))


def cell_is_off(a: Asked) -> bool:
    return bool(column(a.value) >= a.s.board_width or row(a.value) >= a.s.board_height)


def threatened(a: Asked, who: int) -> bool:
    u = unit(a, who)
    return near(a, who) and in_fight(a, who) and u.sleeping == 0 and bool(u.hp <= 0 or u.wp == 0)


def knows_hidden(a: Asked) -> bool:
    return any(
        not allied(a, a.who, k) and not seen(a, k) and int(unit(a, k).known_hiding) >> a.who & 1 for k in others(a)
    )


def shoots_at_it(a: Asked, who: int) -> bool:
    slot, u = ranged(a, who), unit(a, who)
    if slot is None or not in_fight(a, who) or not missile_ready(a, who) or u.sleeping:
        return False
    if max(int(u.daze_timer), int(u.stumble_timer)) > 1:
        return False
    return in_range(a, who, slot, here(a), int(unit(a).elevation)) and in_line(a, int(u.cell), int(u.elevation))


def is_unopened(a: Asked) -> bool:
    return a.verb not in ASKS.get(Prompt(int(a.s.prompt)), ())


def defenceless(a: Asked) -> bool:
    u = unit(a)
    is_busy = u.grab_target >= 0 and a.book.grabber_defences == 0
    return not able(a, a.who) or bool(u.locked or is_busy)


def flies_off(a: Asked) -> bool:
    return any(a.field.exit[here(a), side // 2] == 1 and not barred(a, side) for side in SIDES)


def bound_beyond(a: Asked) -> bool:
    u = unit(a)
    return bool(u.bound_body > 1 or u.bound_feet > 1 or max(u.bound_legs) > 1)


def can_wait_for(a: Asked, who: int) -> bool:
    u = unit(a, who)
    return bool(u.acted == 0 and u.surrendered == 0) and (allied(a, a.who, who) or seen(a, who))


def all_sides(a: Asked, test: Callable[[Asked, int], bool]) -> bool:
    return all(test(a, side) for side in SIDES)


#: What each refusal says, of the position that it is told in.
HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.TURN_ONLY: lambda a: a.s.prompt != Prompt.TURN,
    Refusal.WHEN_ASKED: is_unopened,
    Refusal.UPCOMING: lambda a: unit(a).upcoming != Upcoming.NOTHING,
    Refusal.NOTHING_UPCOMING: lambda a: unit(a).upcoming == Upcoming.NOTHING,
    Refusal.NO_STANDARD: lambda a: unit(a).standard_left == 0,
    Refusal.FREE_USED: lambda a: unit(a).free_used & FREE_OF.get(Verb(a.verb), Free.OTHER) != 0,
    Refusal.TURN_BEGUN: lambda a: a.frame.step > FIRST_CHOICE,
    Refusal.DELAYED: lambda a: unit(a).delays >= a.book.max_delays_per_round,
    Refusal.NOBODY_TO_COME: lambda a: not any(can_wait_for(a, k) for k in others(a)),
    Refusal.HAS_ACTED: lambda a: it(a).acted == 1 or it(a).surrendered == 1,
    Refusal.STUMBLES: lambda a: unit(a).stumble_timer > 0,
    Refusal.CLIMBS: climbing,
    Refusal.PRONE: lambda a: unit(a).prone == 1,
    Refusal.NOT_PRONE: lambda a: unit(a).prone == 0,
    Refusal.FALLEN: lambda a: unit(a).fall_timer > 0,
    Refusal.FELLED: lambda a: unit(a).prone == 1 and (unit(a).fall_timer > 0 or leg_hurt(a, a.who)),
    Refusal.DAZED: lambda a: unit(a).daze_timer > 0 or unit(a).injuries & Injury.TORSO != 0,
    Refusal.LEG_INJURED: lambda a: leg_hurt(a, a.who),
    Refusal.FEET_BOUND: lambda a: unit(a).bound_feet > 0,
    Refusal.BOUND: lambda a: leg_or_body(a, a.who),
    Refusal.BODY_BOUND: lambda a: body(a, a.who),
    Refusal.STAYS_BOUND: bound_beyond,
    Refusal.HELD: lambda a: held(a, a.who),
    Refusal.HOLDS: lambda a: unit(a).grab_target >= 0,
    Refusal.RESTRAINED: lambda a: restrained(a, a.who),
    Refusal.IN_CLUSTER: lambda a: unit(a).cluster >= 0,
    Refusal.NOT_IN_CLUSTER: lambda a: unit(a).cluster < 0,
    Refusal.RESTED: rested,
    Refusal.HANDS_BOUND: lambda a: unit(a).bound_hands > 0,
    Refusal.HANDS_CLIMB: lambda a: clings(a, a.who),
    Refusal.NO_FREE_HAND: lambda a: spare_hands(a, a.who) <= 0,
    Refusal.NO_HAND_TO_CLIMB: lambda a: len(free_hands(a, a.who)) < a.book.free_hands,
    Refusal.HANDS_EMPTY: lambda a: empty(a, a.who, 0) and empty(a, a.who, 1),
    Refusal.HAND_EMPTY: lambda a: any(empty(a, a.who, hand) for hand in hand_of(a)),
    Refusal.HAND_USELESS: lambda a: (
        not holding_hands_work(a, a.who, a.value)
        if a.part == Part.ITEM
        else not all(usable(a, a.who, hand) for hand in (0, 1))
    ),
    Refusal.NO_HAND_FOR_IT: lambda a: not finds_hand(a, a.value),
    Refusal.NOTHING_THERE: lambda a: unit(a).items[a.value] == Item.BARE_HANDS,
    Refusal.NOTHING_TO_DRAW: lambda a: not any(can_draw(a, slot) for slot in range(SLOTS)),
    Refusal.NOT_STOWED: lambda a: (
        unit(a).places[a.value] != Place.STOWED
        and not (kind(a, a.who, a.value) == ItemKind.RANGED and hands_of(int(unit(a).places[a.value])))
    ),
    Refusal.NO_MISSILES: lambda a: unit(a).ammo[a.value] == 0,
    Refusal.LOADED: lambda a: unit(a).to_draw[a.value] == 0 and unit(a).ammo[a.value] > 0,
    Refusal.NOTHING_TO_PUT_AWAY: lambda a: (
        not any(hands_of(int(unit(a).places[slot])) and holding_hands_work(a, a.who, slot) for slot in range(SLOTS))
    ),
    Refusal.NOT_IN_HAND: lambda a: not hands_of(int(unit(a).places[a.value])),
    Refusal.NOTHING_TO_GET: lambda a: not any(within_reach(a, k) and finds_hand(a, k) for k in range(SLOTS)),
    Refusal.LIES_ELSEWHERE: lambda a: unit(a).lies[a.value] not in (-1, here(a)),
    Refusal.OUT_OF_HAND: lambda a: unit(a).drop_timers[a.value] > 0,
    Refusal.NOT_PACKED: lambda a: unit(a).places[a.value] not in (Place.PACKED, Place.CONCEALED, Place.ON_GROUND),
    Refusal.NOTHING_TO_SWAP: lambda a: not set(HANDS) & set(unit(a).places.tolist()),
    Refusal.NO_MELEE_WEAPON: lambda a: not melee(a, a.who),
    Refusal.NO_RANGED_WEAPON: lambda a: ranged(a, a.who) is None,
    Refusal.NOT_READY: lambda a: not missile_ready(a, a.who),
    Refusal.NOBODY_IN_REACH: lambda a: not any(in_reach(a, k) for k in foes(a)),
    Refusal.NOBODY_OF_CLUSTER: lambda a: (
        unit(a).stumble_timer > 0 and not any(in_reach(a, k) and same_cluster(a, a.who, k) for k in foes(a))
    ),
    Refusal.NOBODY_IN_RANGE: lambda a: (
        not any(shot_at(a, int(unit(a, k).cell), int(unit(a, k).elevation)) for k in foes(a))
    ),
    Refusal.NOBODY_TO_CHARGE: lambda a: not any(can_be_charged(a, k) for k in foes(a)),
    Refusal.NO_HIDDEN_ENEMY: lambda a: not knows_hidden(a),
    Refusal.NO_LUCK_CELL: lambda a: (
        not any(
            shot_at(a, y * STRIDE + x, ground(a, y * STRIDE + x))
            for y in range(a.s.board_height)
            for x in range(a.s.board_width)
        )
    ),
    Refusal.DEFENCELESS: defenceless,
    Refusal.NO_SHIELD: lambda a: not shield_works(a),
    Refusal.NOTHING_TO_PARRY_WITH: lambda a: not parries(a),
    Refusal.HAS_PARRIED: lambda a: (
        unit(a).parries[parrying_hand(a)] + (unit(a).kept == Defence.PARRY_SWORD_HAND + parrying_hand(a))
        >= a.book.parries_per_weapon
    ),
    Refusal.NO_PARRY_OF_SHOTS: lambda a: (
        a.frame.kind == Frame.STRIKE
        and a.frame.marks & Mark.SHOT != 0
        and a.verb in (Verb.PARRY_SWORD_HAND, Verb.PARRY_OFF_HAND)
    ),
    Refusal.GONE: lambda a: not on_map(a, meant(a)),
    Refusal.SELF: lambda a: meant(a) == a.who,
    Refusal.FRIEND: lambda a: allied(a, a.who, meant(a)),
    Refusal.ENEMY: lambda a: not allied(a, a.who, meant(a)),
    Refusal.NOT_SEEN: lambda a: not seen(a, meant(a)),
    Refusal.SURRENDERED: lambda a: it(a).surrendered == 1,
    Refusal.NOT_HERE: lambda a: it(a).cell != here(a),
    Refusal.TOO_HIGH: lambda a: apart(a, meant(a)),
    Refusal.STUMBLES_APART: lambda a: unit(a).stumble_timer > 0 and not same_cluster(a, a.who, meant(a)),
    Refusal.OUT_OF_RANGE: lambda a: not in_range(a, a.who, ranged(a, a.who) or 0, *place_meant(a)),
    Refusal.NO_LINE: lambda a: not in_line(a, *place_meant(a)),
    Refusal.HAS_RUN: lambda a: it(a).ran_from == here(a),
    Refusal.NOT_NEXT: lambda a: all(beyond(a, side) != it(a).cell for side in SIDES),
    Refusal.OFF_THE_GROUND: lambda a: off_its_ground(a, meant(a)),
    Refusal.FAR: lambda a: not near(a, meant(a)),
    Refusal.NO_WAY: lambda a: all_sides(a, no_way),
    Refusal.NO_BORDER: lambda a: (a.value if a.part == Part.DIRECTION else a.verb - A_DIRECTION) % 2 == 1,
    Refusal.MAP_ENDS: lambda a: beyond(a, direction_of(a)) < 0,
    Refusal.OFF_MAP: cell_is_off,
    Refusal.WALLED: lambda a: walled(a, direction_of(a)),
    Refusal.LIMIT: lambda a: may_still_pass(a, direction_of(a)) == 0,
    Refusal.LIMIT_FOR_ALL: lambda a: 0 < may_still_pass(a, direction_of(a)) < 1 + dragged(a),
    Refusal.STRUCTURE: lambda a: toughness(a, direction_of(a)) > 0,
    Refusal.STEEP: lambda a: steep(a, direction_of(a)),
    Refusal.FULL: lambda a: lacks_room(a, beyond(a, direction_of(a)), 1 + dragged(a)),
    Refusal.CHALLENGE: lambda a: challenge(a, direction_of(a)),
    Refusal.BARRED: lambda a: barred(a, direction_of(a)),
    Refusal.NOT_LEVEL: lambda a: (
        uneven(a, direction_of(a)) or (a.verb == Verb.DRAG and uneven(a, direction_of(a), meant(a)))
    ),
    Refusal.HANGS_ELSEWHERE: lambda a: elsewhere(a, direction_of(a)),
    Refusal.NOT_AT_TOP: lambda a: below(a, direction_of(a)),
    Refusal.MOVED_THIS_TURN: lambda a: unit(a).turn_cell != here(a),
    Refusal.NO_EXIT: lambda a: not flies_off(a),
    Refusal.OFF_GROUND: lambda a: abs(int(unit(a).elevation) - ground(a, here(a))) > a.book.free_difference,
    Refusal.NOT_CLIMBABLE: lambda a: no_hold(a, direction_of(a)),
    Refusal.NOTHING_TO_CLIMB: lambda a: all_sides(a, no_climb),
    Refusal.AT_TOP: lambda a: unit(a).elevation >= top(a, direction_of(a)),
    Refusal.NOT_ON_TOP: lambda a: (
        unit(a).elevation <= ground(a, here(a)) or unit(a).elevation != a.field.feature[here(a)]
    ),
    Refusal.AT_BOTTOM: lambda a: unit(a).elevation <= ground(a, here(a)),
    Refusal.SMALL_DIFFERENCE: lambda a: no_drop(a, direction_of(a)),
    Refusal.NO_STEP: lambda a: a.field.feature[here(a)] != ground(a, here(a)) + 1,
    Refusal.NO_HEIGHT: lambda a: unit(a).elevation <= ground(a, here(a)),
    Refusal.NOT_FROM_THERE: lambda a: not came_from(a),
    Refusal.ON_GUARD: lambda a: on_guard(a, int(a.value)),
    Refusal.NO_ALLY_TO_GUARD: lambda a: all(
        on_guard(a, k) for k in friends(a) if unit(a, k).cell == here(a) and unit(a, k).surrendered == 0
    ),
    Refusal.NO_BORDER_TO_GUARD: lambda a: all_sides(
        a,
        lambda a, side: (
            on_guard(a, side) or (a.field.exit[here(a), side // 2] == 0 and (beyond(a, side) < 0 or walled(a, side)))
        ),
    ),
    Refusal.NO_CONCEALMENT: lambda a: (
        not any(could_hide_from(a, k) for k in others(a) if not allied(a, a.who, k) and seen(a, k))
    ),
    Refusal.NO_HIDING_PLACE: lambda a: cover_here(a) + gloom(a) < a.book.hidden_concealment,
    Refusal.NO_COVER: lambda a: a.field.cover[here(a)] == 0,
    Refusal.IN_COVER: lambda a: unit(a).in_cover == 1,
    Refusal.DODGE_READY: lambda a: unit(a).dodge_ready == 1,
    Refusal.NO_SHOOTER: lambda a: not any(shoots_at_it(a, k) for k in foes(a)),
    Refusal.NOT_SO: lambda a: not is_way_of(a),
    Refusal.OUT_OF_BLOWS: lambda a: (
        a.value == Mode.ENEMY_LEAVES and a.verb in (Verb.READY_ATTACK, Verb.READY_HIT, Verb.READY_BIND)
    ),
    Refusal.NO_ALLY: lambda a: all(unit(a, k).surrendered == 1 for k in friends(a)),
    Refusal.NO_ENEMY_NEAR: lambda a: not any(near(a, k) for k in in_view(a)),
    Refusal.NO_ENEMY_SEEN: lambda a: not list(in_view(a)),
    Refusal.NO_THREATS: lambda a: a.book.threaten_enabled == 0,
    Refusal.NOBODY_TO_THREATEN: lambda a: not any(threatened(a, k) for k in foes(a)),
    Refusal.UNCONSCIOUS: lambda a: it(a).unconscious == 1,
    Refusal.UNSHAKEN: lambda a: it(a).hp > 0 and it(a).wp > 0,
    Refusal.NO_SKILL: lambda a: not knows_skill(a, skill_of(a)),
    Refusal.NO_SKILL_TO_PREPARE: lambda a: not any(knows_skill(a, skill) for skill in range(PRIMED)),
    Refusal.NO_OTHER_SKILL: lambda a: all(
        unit(a).primed == skill + 1 or too_dear(a, skill) for skill in range(PRIMED) if knows_skill(a, skill)
    ),
    Refusal.NO_WILLPOWER: lambda a: too_dear(a, skill_of(a)),
    Refusal.PREPARED: lambda a: unit(a).primed == skill_of(a) + 1,
    Refusal.NOBODY_TO_TREAT: lambda a: not any(to_be_treated(a, k) for k in (a.who, *friends(a))),
    Refusal.NOT_DYING: lambda a: it(a).death_timer == 0 or it(a).stabilised == 1,
    Refusal.ENEMY_IN_CLUSTER: lambda a: beside_enemy(a, a.who),
    Refusal.ENEMY_IN_ITS_CLUSTER: lambda a: beside_enemy(a, meant(a)),
    Refusal.NOBODY_TO_RALLY: lambda a: (
        not any(near(a, k) and unit(a, k).unconscious == 0 and unit(a, k).sleeping == 0 for k in friends(a))
    ),
    Refusal.OUT_OF_FIGHT: lambda a: not in_fight(a, meant(a)),
    Refusal.ASLEEP: lambda a: it(a).sleeping == 1,
    Refusal.HOLDS_NOBODY: lambda a: unit(a).grab_target < 0,
    Refusal.HELD_BY_NOBODY: lambda a: not held(a, a.who),
    Refusal.NOBODY_TO_MOVE: lambda a: not any(to_be_moved(a, k) and unit(a).assists != k for k in others(a)),
    Refusal.WALKS: lambda a: walks(a, meant(a)),
    Refusal.ASSISTS: lambda a: unit(a).assists == meant(a),
    Refusal.NOBODY_TO_DRAG: lambda a: all(
        too_few(a, k) or all(no_drag(a, k, side) for side in SIDES) for k in others(a) if to_be_moved(a, k)
    ),
    Refusal.TOO_FEW: lambda a: too_few(a, meant(a)),
    Refusal.TOO_FEW_THAT_WAY: lambda a: too_few(a, meant(a), direction_of(a)),
    Refusal.NO_WAY_FOR_IT: lambda a: all(no_drag(a, meant(a), side) for side in SIDES),
    Refusal.NO_STRUCTURE: lambda a: (
        toughness(a, a.value) == 0 if a.part == Part.DIRECTION else all(toughness(a, side) == 0 for side in SIDES)
    ),
    Refusal.NO_OBJECTIVE: lambda a: objective(a) is None,
    Refusal.OWN_OBJECTIVE: lambda a: a.s.objective_owner[objective(a)] == unit(a).side,
}


def place_meant(a: Asked) -> tuple[int, int]:
    """Cell and height of what is shot at."""
    if a.part == Part.CELL:
        return int(a.value), ground(a, int(a.value))
    return int(it(a).cell), int(it(a).elevation)
