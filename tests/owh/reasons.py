"""What each refusal says, asked of the position: written from the sentences, not from the rules that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tactica.envs.core.state.choosing import Part
from tactica.envs.rulesets.owh.board import STRIDE
from tactica.envs.rulesets.owh.vocab import Ability, Ground, Mode, Prompt, Refusal, Trait, Verb, WeaponKind

if TYPE_CHECKING:
    from conformance.verdicts import Asked

NOBODY, NOTHING = -1, 0
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # the directions, from north clockwise
REACTIONS = {
    Prompt.OPPORTUNITY: (Verb.OPPORTUNITY, Verb.LET_GO),
    Prompt.REROLL: (Verb.REROLL, Verb.KEEP_ROLL),
    Prompt.FATE: (Verb.SHAKE_OFF, Verb.KEEP_TOKENS),
    Prompt.SPIRIT: (Verb.RESIST_FEAR, Verb.BEAR_FEAR),
    Prompt.CONSENT: (Verb.AGREE, Verb.DECLINE),
}
FREE = (Verb.FREE_ATTACK, Verb.FREE_EXECUTE, Verb.BERSERK, Verb.SWITCH_WEAPON, Verb.DROP_WEAPON)
ITEMS = {
    Verb.HEAL: "bandage", Verb.USE_POTION: "potion", Verb.USE_ANTIDOTE: "antidote", Verb.USE_WATER: "water",
    Verb.USE_COURAGE: "courage", Verb.COAT_VENOM: "venom", Verb.COAT_SLEEP: "sleep",
}  # fmt: skip
COSTS = dict.fromkeys(ITEMS, "item_cost") | {
    Verb.CAST: "cast_cost", Verb.HIDE: "hide_cost", Verb.EXECUTE: "execute_cost", Verb.LOOT: "loot_cost",
    Verb.INTERACT: "interact_cost", Verb.RELOAD: "reload_cost", Verb.RECOVER_WEAPON: "recover_cost", Verb.ROUSE: "rouse_cost",
}  # fmt: skip
AILMENTS = {
    Mode.BLEEDING: "bleeding", Mode.BLIND: "blind", Mode.DEAFENED: "deafened", Mode.DISEASED: "disease",
    Mode.IGNITED: "ignited", Mode.INSANE: "insane", Mode.PARALYZED: "paralyzed", Mode.POISONED: "poisoned",
    Mode.ROOTED: "rooted", Mode.STUNNED: "stunned", Mode.FEAR: "fear",
}  # fmt: skip
MODES_OF = {
    Verb.ATTACK: range(Mode.NORMAL, Mode.DISARM + 1),
    Verb.CAST: range(Mode.FIREBOLT, Mode.FLASH + 1),
    Verb.SHAKE_OFF: range(Mode.BLEEDING, Mode.FEAR + 1),
}

# --- units -----------------------------------------------------------------------------------------------------------


def unit(a: Asked, row: int) -> Any:
    return a.s["units"][row]


def me(a: Asked) -> Any:
    return a.s["units"][a.who]


def it(a: Asked) -> Any:
    """The unit that is asked about: the value, or the target chosen before."""
    return a.s["units"][aimed_at(a)]


def aimed_at(a: Asked) -> int:
    return a.value if a.part == Part.TARGET else int(a.frame["target"])


def cell_of(a: Asked, row: int) -> int:
    return int(unit(a, row)["cell"])


def is_friend(a: Asked, row: int) -> bool:
    return bool(a.s["allied"][me(a)["side"], unit(a, row)["side"]])


def is_known(a: Asked, row: int) -> bool:
    return is_friend(a, row) or unit(a, row)["hidden"] == 0


def rows(a: Asked) -> Iterator[int]:
    """The units of the battle that this side knows of."""
    return (row for row in range(int(a.s["unit_count"])) if unit(a, row)["present"] == 1 and is_known(a, row))


def foes(a: Asked) -> Iterator[int]:
    return (row for row in rows(a) if not is_friend(a, row))


def friends(a: Asked) -> Iterator[int]:
    return (row for row in rows(a) if is_friend(a, row))


def is_standing(a: Asked, row: int) -> bool:
    one = unit(a, row)
    return one["cell"] >= 0 and not any(one[name] for name in ("dead", "down", "unconscious", "withdrawn"))


def is_able(a: Asked, row: int) -> bool:
    return is_standing(a, row) and unit(a, row)["paralyzed"] == 0


def is_down(a: Asked, row: int) -> bool:
    one = unit(a, row)
    return one["dead"] == 0 and one["cell"] >= 0 and (one["down"] == 1 or one["unconscious"] == 1)


def has_trait(a: Asked, row: int, trait: int) -> bool:
    return bool(unit(a, row)["traits"] & trait)


def hp_limit(a: Asked, row: int) -> int:
    one = unit(a, row)
    return max(int(one["hp_max"]) + int(one["disease"]) * int(a.book["disease_hp"]), 0)


def is_afraid(a: Asked) -> bool:
    return bool(me(a)["fear"] >= a.book["terrified_level"] or me(a)["fatigue"] >= 3)


# --- the board -------------------------------------------------------------------------------------------------------


def xy(cell: int) -> tuple[int, int]:
    return cell % STRIDE, cell // STRIDE


def gap(one: int, other: int) -> int:
    (x, y), (there_x, there_y) = xy(one), xy(other)
    return max(abs(x - there_x), abs(y - there_y))


def is_on_board(a: Asked, x: int, y: int) -> bool:
    return bool(0 <= x < a.s["board_width"] and 0 <= y < a.s["board_height"])


def is_solid(a: Asked, cell: int) -> bool:
    gates = range(int(a.s["gate_count"]))
    return a.field["blocked"][cell] == 1 or any(a.s["gate_cell"][k] == cell and a.s["gate_shut"][k] == 1 for k in gates)


def is_corner_open(a: Asked, one: int, other: int) -> bool:
    (x, y), (there_x, there_y) = xy(one), xy(other)
    if x == there_x or y == there_y:
        return True
    between = (y * STRIDE + there_x, there_y * STRIDE + x)
    return bool(a.book["diagonals"]) and not all(is_solid(a, cell) for cell in between)


def touch(a: Asked, one: int, other: int) -> bool:
    if one < 0 or other < 0 or not 0 < gap(one, other) <= a.book["contact_distance"]:
        return False
    return gap(one, other) > 1 or is_corner_open(a, one, other)


def touches(a: Asked, row: int) -> bool:
    return touch(a, cell_of(a, a.who), cell_of(a, row))


def is_clear(a: Asked, one: int, other: int) -> bool:
    one, other = sorted((one, other))
    (x, y), (there_x, there_y), steps = xy(one), xy(other), gap(one, other)
    for i in range(1, steps):
        along, down = ((2 * i * abs(d) + steps) // (2 * steps) for d in (there_x - x, there_y - y))
        at = (x + (along if there_x > x else -along), y + (down if there_y > y else -down))
        if is_solid(a, at[1] * STRIDE + at[0]):
            return False
    return True


def sees(a: Asked, viewer: int, row: int) -> bool:
    here, there = cell_of(a, viewer), cell_of(a, row)
    eyes = Trait.LOW_LIGHT_VISION | Trait.NIGHT_VISION | Trait.NATURALLY_BLIND
    is_dark = a.field["light"][there] == a.book["dark_code"] and not has_trait(a, viewer, eyes)
    return is_clear(a, here, there) and (not is_dark or touch(a, here, there))


def is_blind_and_deaf(a: Asked) -> bool:
    return bool(me(a)["blind"] > 0 and me(a)["deafened"] > 0)


def can_aim_at(a: Asked, row: int) -> bool:
    if is_blind_and_deaf(a):
        return touches(a, row)
    return is_clear(a, cell_of(a, a.who), cell_of(a, row)) if me(a)["blind"] > 0 else sees(a, a.who, row)


# --- weapons ---------------------------------------------------------------------------------------------------------


def item_of(a: Asked, row: int) -> int:
    wielded = int(unit(a, row)["wielded"])
    return int(unit(a, row)["weapons"][wielded]) if wielded >= 0 else NOTHING


def weapon(a: Asked, column: str, row: int = NOBODY) -> int:
    """A number of the weapon in hand; 0 of bare hands, which are no weapon."""
    item = item_of(a, a.who if row == NOBODY else row)
    return int(a.book["weapons"][item - 1][column]) if item != NOTHING else 0


def is_melee(a: Asked) -> bool:
    return weapon(a, "kind") == WeaponKind.MELEE


def is_loaded(a: Asked) -> bool:
    return weapon(a, "reload") == 0 or me(a)["loaded"][me(a)["wielded"]] == 1


def is_in_reach(a: Asked, row: int) -> bool:
    here, there = cell_of(a, a.who), cell_of(a, row)
    if not is_melee(a):
        return gap(here, there) <= weapon(a, "long") and can_aim_at(a, row)
    contact = int(a.book["melee_distance"])
    reach = max(contact, int(a.book["reach_cells"])) if weapon(a, "reach") else contact
    if gap(here, there) <= contact and touch(a, here, there):
        return True
    return 1 < gap(here, there) <= reach and is_clear(a, here, there)


def can_strike(a: Asked, row: int) -> bool:
    return is_in_reach(a, row) and (touches(a, row) or not is_blind_and_deaf(a))


def is_harmed(a: Asked, row: int) -> bool:
    is_magic = weapon(a, "runic") == 1 or weapon(a, "magical") == 1
    return not has_trait(a, row, Trait.ETHEREAL) or touches(a, row) or is_magic


def nobody_to_hit(a: Asked) -> bool:
    return not any(is_standing(a, row) and can_strike(a, row) and is_harmed(a, row) for row in foes(a))


def works_with_hands(a: Asked, ability: int) -> bool:
    if not me(a)["abilities"] & ability:
        return False
    if ability == Ability.FRENZY:
        return item_of(a, a.who) != NOTHING and is_melee(a)
    if ability == Ability.RAPID_FIRE:
        return not is_melee(a) and is_loaded(a)
    return has_trait(a, a.who, Trait.SHIELD) and weapon(a, "hands") < 2


def can_be_lost(a: Asked, row: int) -> bool:
    return item_of(a, row) != NOTHING and weapon(a, "natural", row) == 0


def can_take(a: Asked, slot: int) -> bool:
    mine = me(a)
    is_there = slot < a.book["weapon_slots"] and mine["weapons"][slot] != NOTHING
    return bool(is_there and slot not in (mine["wielded"], mine["lost_slot"]))


# --- Moves -----------------------------------------------------------------------------------------------------------


def allowance(a: Asked) -> int:
    return int(me(a)["move"]) // (int(a.book["leg_broken_divisor"]) if me(a)["leg_broken"] else 1)


def price(a: Asked, here: int, there: int, closed: set[int]) -> int:
    """What a step costs; 0 where there is none, as into the cells of enemies."""
    flies = has_trait(a, a.who, Trait.FLYING) and me(a)["grounded"] == 0
    is_ghost = has_trait(a, a.who, Trait.ETHEREAL)
    is_diagonal = gap(here, there) == 1 and abs(here - there) not in (1, STRIDE)
    if is_diagonal and a.book["diagonals"] == 0:
        return 0
    if not is_ghost and (is_solid(a, there) or not is_corner_open(a, here, there)):
        return 0
    if there in closed:
        return 0
    if flies:
        return 1
    rise = int(a.field["level"][there]) - int(a.field["level"][here])
    if abs(rise) > min(a.book["max_step_m"], 2):
        return 0
    is_rough = a.field["ground"][there] in (Ground.DIFFICULT, Ground.COVER, Ground.WATER)
    return (int(a.book["difficult_cost"]) if is_rough else 1) + max(rise, 0) * int(a.book["climb_cost"])


LAST: dict[bytes, dict[int, int]] = {}  # what was reached in the position asked about last


def reached(a: Asked) -> dict[int, int]:
    """What each cell costs that one Move gets to."""
    position = b"".join(part.tobytes() for part in (a.s, a.book, a.field))
    if position not in LAST:
        LAST.clear()
        LAST[position] = costs(a)
    return LAST[position]


def costs(a: Asked) -> dict[int, int]:
    """The cheapest way to each cell, one cell after the other."""
    start, most = cell_of(a, a.who), allowance(a)
    closed = {cell_of(a, row) for row in foes(a) if is_standing(a, row)}
    cost, open_cells = {start: 0}, [start]
    while open_cells:
        here = min(open_cells, key=cost.__getitem__)
        open_cells.remove(here)
        for dx, dy in WAYS:
            x, y = xy(here)[0] + dx, xy(here)[1] + dy
            if is_on_board(a, x, y) and (step := price(a, here, y * STRIDE + x, closed)):
                there, total = y * STRIDE + x, cost[here] + step
                if total <= most and total < cost.get(there, most + 1):
                    cost[there] = total
                    open_cells.append(there)
    return cost


def is_occupied(a: Asked, cell: int) -> bool:
    return any(cell_of(a, row) == cell and unit(a, row)["dead"] == 0 for row in rows(a))


def has_way(a: Asked) -> bool:
    return any(not is_occupied(a, cell) and not is_solid(a, cell) for cell in reached(a))


# --- help and spells -------------------------------------------------------------------------------------------------


def is_hurt(a: Asked, row: int) -> bool:
    one = unit(a, row)
    return bool(one["hp"] < hp_limit(a, row) or one["bleeding"] > 0 or is_down(a, row))


def needs(a: Asked, verb: int, row: int) -> bool:
    one = unit(a, row)
    if verb == Verb.HEAL or verb == Verb.CAST:
        return is_hurt(a, row)
    if verb == Verb.USE_POTION:
        return bool(one["hp"] < hp_limit(a, row))
    names = {Verb.USE_ANTIDOTE: ("poisoned", "paralyzed"), Verb.USE_WATER: ("ignited",), Verb.USE_COURAGE: ("fear",)}
    return any(one[name] > 0 for name in names[Verb(verb)])


def can_use_item(a: Asked, row: int) -> bool:
    is_given = a.verb in (Verb.USE_ANTIDOTE, Verb.USE_WATER) and unit(a, row)["unconscious"] == 1
    is_fit = unit(a, row)["dead"] == 0 if a.verb == Verb.HEAL else is_standing(a, row) or is_given
    return (row == a.who or touches(a, row)) and is_fit and needs(a, a.verb, row)


def can_be_woken(a: Asked, row: int) -> bool:
    one = unit(a, row)
    is_asleep = one["unconscious"] == 1 and one["dead"] == 0 and touches(a, row)
    return bool(is_asleep and one["fatigue"] < a.book["fatigue_out_level"] and hp_limit(a, row) > 0)


def is_near(a: Asked, cell: int) -> bool:
    return cell == cell_of(a, a.who) or touch(a, cell_of(a, a.who), cell)


def knows_spell(a: Asked, spell: int) -> bool:
    return bool(int(me(a)["spells"]) >> (spell - Mode.FIREBOLT) & 1)


def has_winds(a: Asked, spell: int) -> bool:
    return bool(me(a)["winds"] >= a.book["spells"][spell - Mode.FIREBOLT]["cost"])


def affects(a: Asked, spell: int, row: int) -> bool:
    if spell == Mode.MEND:
        is_fit = is_friend(a, row) and unit(a, row)["dead"] == 0 and cell_of(a, row) >= 0 and is_hurt(a, row)
    else:
        is_fit = not is_friend(a, row) and is_standing(a, row)
    if not is_fit or (spell == Mode.GUST and unit(a, row)["body_size"] > 3):
        return False
    is_in_range = gap(cell_of(a, a.who), cell_of(a, row)) <= a.book["spells"][spell - Mode.FIREBOLT]["range"]
    return row == a.who or (is_in_range and can_aim_at(a, row))


def affects_nobody(a: Asked, spell: int) -> bool:
    return not any(affects(a, spell, row) for row in rows(a))


def next_in_order(a: Asked) -> int:
    waiting = [
        row
        for row in rows(a)
        if row != a.who and is_standing(a, row) and unit(a, row)["turn_taken"] == 0 and unit(a, row)["card"] >= 0
    ]
    return max(waiting, key=lambda row: int(unit(a, row)["card"]), default=NOBODY)


def has_partner(a: Asked) -> bool:
    row = next_in_order(a)
    if row == NOBODY or not is_friend(a, row):
        return False
    one = unit(a, row)
    if one["stunned"] > 0 or one["insane"] == 1 or one["fear"] >= a.book["horrified_level"]:
        return False
    return bool(is_able(a, row) and one["hidden"] == 1 and one["deafened"] == 0)


def range_of(a: Asked) -> int:
    if a.verb == Verb.CAST:
        return int(a.book["spells"][int(a.frame["mode"]) - Mode.FIREBOLT]["range"])
    return weapon(a, "long")


def has_acted(a: Asked) -> bool:
    return bool(me(a)["attacks"] + me(a)["others"] > 0)


def has_used_action(a: Asked) -> bool:
    mine = me(a)
    return bool(mine["actions_left"] < a.book["standard_actions"] or mine["free_left"] < a.book["free_actions"])


def attacks_allowed(a: Asked) -> int:
    return int(a.book["max_attacks_moved" if me(a)["moves"] > 0 else "max_attacks_unmoved"])


def is_on_edge(a: Asked) -> bool:
    x, y = xy(cell_of(a, a.who))
    return x in (0, a.s["board_width"] - 1) or y in (0, a.s["board_height"] - 1)


def has_lever(a: Asked) -> bool:
    here = cell_of(a, a.who)
    around = [(xy(here)[0] + dx, xy(here)[1] + dy) for dx, dy in WAYS]
    cells = [y * STRIDE + x for x, y in around if is_on_board(a, x, y)]
    return any(a.field["ground"][cell] == Ground.LEVER and is_corner_open(a, here, cell) for cell in cells)


SWINGS = Ability.FRENZY, Ability.RAPID_FIRE, Ability.SHIELD_BASH

#: Whether what a refusal says is so.
HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    # --- when
    Refusal.TURN_ONLY: lambda a: a.s["prompt"] != Prompt.TURN and a.verb < Verb.OPPORTUNITY,
    Refusal.WHEN_ASKED: lambda a: (
        a.verb == Verb.NONE or (a.verb >= Verb.OPPORTUNITY and a.verb not in REACTIONS.get(Prompt(a.s["prompt"]), ()))
    ),
    Refusal.UNABLE: lambda a: not is_able(a, a.who),
    Refusal.STUNNED: lambda a: me(a)["stunned"] > 0,
    Refusal.BOUND: lambda a: me(a)["coordinated_on"] != NOBODY and a.verb not in (Verb.ATTACK, Verb.MOVE, *FREE),
    Refusal.FEW_ACTIONS: lambda a: (
        a.verb not in FREE and me(a)["actions_left"] < max(a.book[COSTS.get(Verb(a.verb), "action_cost")], 1)
    ),
    Refusal.MOVED_TWICE: lambda a: me(a)["moves"] > 1 and a.verb not in (Verb.MOVE, Verb.WITHDRAW, *FREE),
    Refusal.NO_FREE_ACTION: lambda a: (
        a.verb in FREE and (me(a)["free_left"] == 0 or me(a)["free_used"] >= a.book["max_free_events"])
    ),
    Refusal.NOT_FIRST: has_used_action,
    # --- attacks
    Refusal.NO_ATTACKS: lambda a: me(a)["attacks"] >= attacks_allowed(a),
    Refusal.NO_ATTACKS_AFTER_MOVE: lambda a: me(a)["moves"] > 0 and me(a)["attacks"] >= attacks_allowed(a),
    Refusal.NOT_LOADED: lambda a: not is_loaded(a),
    Refusal.NOBODY_IN_REACH: nobody_to_hit,
    Refusal.NOBODY_IN_RANGE: lambda a: not is_melee(a) and nobody_to_hit(a),
    Refusal.NOBODY_IN_CONTACT: lambda a: not any(is_standing(a, row) and touches(a, row) for row in foes(a)),
    Refusal.NO_ABILITY: lambda a: (
        not any(me(a)["abilities"] & ability for ability in ([Ability.BERSERK] if a.verb == Verb.BERSERK else SWINGS))
    ),
    Refusal.UNFIT: lambda a: not any(works_with_hands(a, ability) for ability in SWINGS),
    Refusal.AFRAID: is_afraid,
    Refusal.NOBODY_DOWN: lambda a: not any(is_down(a, row) and touches(a, row) for row in foes(a)),
    # --- Moves
    Refusal.ROOTED: lambda a: me(a)["rooted"] > 0,
    Refusal.NO_MOVES: lambda a: me(a)["moves"] >= a.book["max_moves"],
    Refusal.BLIND: lambda a: me(a)["blind"] > 0 and me(a)["moves"] >= a.book["blind_max_moves"],
    Refusal.LEG: lambda a: me(a)["leg_broken"] == 1 and me(a)["moves"] > 0,
    Refusal.ACTED: lambda a: me(a)["moves"] > 0 and has_acted(a) and a.book["double_move_excludes"] == 1,
    Refusal.NO_WAY: lambda a: not has_way(a),
    Refusal.NOT_ON_EDGE: lambda a: not is_on_edge(a),
    # --- spells
    Refusal.NO_SPELLS: lambda a: me(a)["spells"] == 0,
    Refusal.NO_CASTING: lambda a: me(a)["spells_cast"] >= a.book["max_casts"],
    Refusal.NO_WINDS: lambda a: not any(knows_spell(a, k) and has_winds(a, k) for k in MODES_OF[Verb.CAST]),
    Refusal.NOBODY_TO_CAST_AT: lambda a: all(
        affects_nobody(a, k) for k in MODES_OF[Verb.CAST] if knows_spell(a, k) and has_winds(a, k)
    ),
    # --- items
    Refusal.NO_ITEM_USES: lambda a: me(a)["items_used"] >= a.book["max_items"],
    Refusal.NO_ITEM: lambda a: me(a)[ITEMS[Verb(a.verb)]] == 0,
    Refusal.NOBODY_TO_HELP: lambda a: not any(can_use_item(a, row) for row in friends(a)),
    Refusal.NO_WEAPON: lambda a: item_of(a, a.who) == NOTHING,
    Refusal.NATURAL: lambda a: weapon(a, "natural") == 1,
    Refusal.NO_OTHER_WEAPON: lambda a: not any(can_take(a, slot) for slot in range(len(me(a)["weapons"]))),
    Refusal.LOADED: is_loaded,
    Refusal.NOTHING_LOST: lambda a: me(a)["lost_slot"] < 0,
    Refusal.LOST_FAR_AWAY: lambda a: me(a)["lost_slot"] >= 0 and not is_near(a, int(me(a)["lost_cell"])),
    # --- others
    Refusal.NO_DEFENDING: lambda a: a.book["max_defends"] == 0,
    Refusal.HIDDEN: lambda a: me(a)["hidden"] == 1,
    Refusal.NO_HIDING: lambda a: me(a)["hides"] >= a.book["max_hides"],
    Refusal.WATCHED: lambda a: any(
        is_standing(a, row) and unit(a, row)["blind"] == 0 and sees(a, row, a.who) for row in foes(a)
    ),
    Refusal.NOBODY_ASLEEP: lambda a: not any(can_be_woken(a, row) for row in friends(a)),
    Refusal.NO_CORPSE: lambda a: (
        not any(
            unit(a, row)["dead"] == 1 and unit(a, row)["looted"] == 0 and is_near(a, cell_of(a, row)) for row in foes(a)
        )
    ),
    Refusal.NO_LEVER: lambda a: not has_lever(a),
    Refusal.NOT_BURNING: lambda a: me(a)["ignited"] == 0,
    Refusal.NOT_HIDDEN: lambda a: me(a)["hidden"] == 0,
    Refusal.DEAF: lambda a: me(a)["deafened"] > 0,
    Refusal.DECLINED: lambda a: me(a)["declined"] == 1,
    Refusal.NO_PARTNER: lambda a: not has_partner(a),
    Refusal.NOBODY_TO_STALK: lambda a: not any(is_standing(a, row) for row in foes(a)),
    Refusal.BERSERK_BEFORE: lambda a: me(a)["berserk_used"] == 1,
    # --- of a target
    Refusal.UNKNOWN: lambda a: not is_known(a, a.value) or it(a)["present"] == 0,
    Refusal.NO_ENEMY: lambda a: is_friend(a, a.value),
    Refusal.NO_FRIEND: lambda a: not is_friend(a, a.value),
    Refusal.FALLEN: lambda a: not is_standing(a, a.value),
    Refusal.OUT_OF_REACH: lambda a: is_melee(a) and not is_in_reach(a, a.value),
    Refusal.OUT_OF_RANGE: lambda a: gap(cell_of(a, a.who), cell_of(a, a.value)) > range_of(a),
    Refusal.NOT_SEEN: lambda a: not sees(a, a.who, a.value),
    Refusal.NO_CLEAR_LINE: lambda a: not is_clear(a, cell_of(a, a.who), cell_of(a, a.value)),
    Refusal.ETHEREAL: lambda a: not is_harmed(a, a.value),
    Refusal.NOT_TOUCHING: lambda a: not touches(a, a.value),
    Refusal.NOT_DOWN: lambda a: not is_down(a, a.value),
    Refusal.NO_NEED: lambda a: not needs(a, a.verb, a.value),
    Refusal.NOT_ASLEEP: lambda a: it(a)["unconscious"] == 0 or it(a)["dead"] == 1,
    Refusal.EXHAUSTED: lambda a: it(a)["fatigue"] >= a.book["fatigue_out_level"],
    Refusal.WASTED: lambda a: hp_limit(a, a.value) == 0,
    Refusal.NOT_DEAD: lambda a: it(a)["dead"] == 0,
    Refusal.LOOTED: lambda a: it(a)["looted"] == 1,
    Refusal.TOO_LARGE: lambda a: a.frame["mode"] == Mode.GUST and it(a)["body_size"] > 3,
    Refusal.NOT_PERCEIVED: lambda a: is_blind_and_deaf(a) and not touches(a, a.value),
    # --- of a way to do it
    Refusal.WRONG_MODE: lambda a: a.value not in MODES_OF[Verb(a.verb)],
    Refusal.NOTHING_TO_LOSE: lambda a: not can_be_lost(a, aimed_at(a)),
    Refusal.BLIND_BY_NATURE: lambda a: has_trait(a, aimed_at(a), Trait.NATURALLY_BLIND),
    Refusal.UNKNOWN_SPELL: lambda a: not knows_spell(a, a.value),
    Refusal.NO_WINDS_FOR_IT: lambda a: not has_winds(a, a.value),
    Refusal.NOBODY_FOR_IT: lambda a: affects_nobody(a, a.value),
    Refusal.NOT_SUFFERED: lambda a: me(a)[AILMENTS[Mode(a.value)]] == 0,
    # --- of a weapon
    Refusal.NO_SLOT: lambda a: a.value >= a.book["weapon_slots"],
    Refusal.EMPTY: lambda a: me(a)["weapons"][a.value] == NOTHING,
    Refusal.IN_HAND: lambda a: me(a)["wielded"] == a.value,
    Refusal.ON_THE_GROUND: lambda a: me(a)["lost_slot"] == a.value,
    # --- of a cell
    Refusal.OFF_THE_BOARD: lambda a: not is_on_board(a, *xy(a.value)),
    Refusal.HERE: lambda a: cell_of(a, a.who) == a.value,
    Refusal.SOLID: lambda a: is_solid(a, a.value),
    Refusal.OCCUPIED: lambda a: is_occupied(a, a.value),
    Refusal.TOO_FAR: lambda a: gap(cell_of(a, a.who), a.value) > allowance(a),
    Refusal.NO_WAY_THERE: lambda a: a.value not in reached(a),
}
