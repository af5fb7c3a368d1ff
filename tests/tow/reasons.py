"""What each reason says, read off the position: whether the sentence is true. Asked by the conformance tests in random play.

Bodies, costs and poses are worked out here once more, from the record alone. Of sight, and of places to charge to, only the
plain cases are looked at: what nothing at all could hide is seen, and where nothing is in the way there is a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tactica.envs.core.state.choosing import Part
from tactica.envs.rulesets.tow.board import STRIDE, count_in
from tactica.envs.rulesets.tow.vocab import (
    FORWARDS,
    REDRESSES,
    REFORMS,
    RESTS,
    TURNS,
    Fate,
    Frame,
    Missile,
    MissileKind,
    Mode,
    Phase,
    Prompt,
    Refusal,
    Spell,
    Terrain,
    Trait,
    Troop,
    Verb,
)

if TYPE_CHECKING:
    from conformance.verdicts import Asked

Rect = tuple[int, int, int, int]  # first column and row, end of the columns and of the rows
RIGHT = {0: (1, 0), 2: (0, 1), 4: (-1, 0), 6: (0, -1)}
BACK = {0: (0, 1), 2: (-1, 0), 4: (0, -1), 6: (1, 0)}
FLAME = 8  # cells that a flame reaches straight ahead
CORNER = 6  # and at an angle
MODES: dict[Verb, Iterable[Mode]] = {
    Verb.FORWARD: list(Mode)[:FORWARDS],
    Verb.REDRESS: list(Mode)[Mode.NARROWER_BY_2 :][:REDRESSES],
    Verb.REFORM: list(Mode)[Mode.FILES_1 :][:REFORMS],
    Verb.SHOOT: (Mode.SINGLE, Mode.MULTIPLE),
    Verb.FLAME: (Mode.STRAIGHT, Mode.LEFT, Mode.RIGHT),
    Verb.CAST_UNIT: (Mode.EMBER_BOLT, Mode.STONE_RAIN, Mode.WARDING_LIGHT, Mode.WITHER, Mode.MEND),
}
FOR_FRIENDS = (Mode.WARDING_LIGHT, Mode.MEND)
MISSILES = (Mode.EMBER_BOLT, Mode.STONE_RAIN)

# --- bodies ----------------------------------------------------------------------------------------------------------


def unit(a: Asked) -> Any:
    """The unit that is asked."""
    return a.s.units[a.who]


def there(s: Any, who: int) -> bool:
    """Whether a unit is on the table."""
    return bool(s.units[who].models > 0 and s.units[who].cell >= 0)


def friends(s: Any, one: int, other: int) -> bool:
    """Whether two units fight on one side."""
    return bool(s.allied[s.units[one].side, s.units[other].side] == 1)


def foes(a: Asked) -> list[int]:
    """The enemies on the table."""
    return [k for k in range(a.s.unit_count) if there(a.s, k) and not friends(a.s, a.who, k)]


def others(a: Asked) -> list[int]:
    """All units on the table but the one that is asked."""
    return [k for k in range(a.s.unit_count) if there(a.s, k) and k != a.who]


def corner(s: Any, who: int) -> tuple[int, int]:
    """Column and row of the front-left corner of a unit."""
    return int(s.units[who].cell) % STRIDE, int(s.units[who].cell) // STRIDE


def piece(x: int, y: int, facing: int, beside: int, wide: int, behind: int, deep: int) -> Rect:
    """A rectangle that begins so far to the right of a cell and behind it."""
    (rx, ry), (bx, by) = RIGHT[facing], BACK[facing]
    ends = [
        (x + rx * i + bx * j, y + ry * i + by * j)
        for i in (beside, beside + wide - 1)
        for j in (behind, behind + deep - 1)
    ]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def body(s: Any, who: int, pose: tuple[int, int, int, int] | None = None) -> list[Rect]:
    """The rectangles of the full ranks and of the short one, where a unit stands or in a pose (column, row, facing, files)."""
    own = s.units[who]
    x, y, facing, files = pose or (*corner(s, who), int(own.facing), int(own.files))
    wide, deep, full, left = int(own.base_width), int(own.base_depth), int(own.models) // files, int(own.models) % files
    found = [piece(x, y, facing, 0, files * wide, 0, full * deep)] if full else []
    if left:
        first = (files - left) * wide if s.from_right else 0
        found.append(piece(x, y, facing, first, left * wide, full * deep, deep))
    return found


def base(s: Any, who: int, model: int) -> Rect:
    """The base of a model."""
    own = s.units[who]
    files, models = int(own.files), int(own.models)
    file, rank = model % files, model // files
    if s.from_right and rank == models // files:
        file += files - models % files
    wide, deep = int(own.base_width), int(own.base_depth)
    return piece(*corner(s, who), int(own.facing), file * wide, wide, rank * deep, deep)


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share a cell."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def gap(one: Iterable[Rect], other: Iterable[Rect]) -> int:
    """The square of the gap between two bodies."""
    other = list(other)
    return min(
        max(b[0] - a[2], a[0] - b[2], 0) ** 2 + max(b[1] - a[3], a[1] - b[3], 0) ** 2 for a in one for b in other
    )


def edge(one: Iterable[Rect], other: Iterable[Rect]) -> bool:
    """Whether two bodies share an edge of a cell."""
    grown = [rect for x, y, z, v in one for rect in ((x - 1, y, z + 1, v), (x, y - 1, z, v + 1))]
    other = list(other)
    return any(overlap(a, b) for a in grown for b in other)


def engaged(s: Any, who: int) -> bool:
    """Whether a unit touches an enemy, neither of them in flight."""
    return any(
        fights(s, who, k) for k in range(s.unit_count) if there(s, who) and there(s, k) and not friends(s, who, k)
    )


def fights(s: Any, who: int, other: int) -> bool:
    """Whether two enemies are in contact."""
    if not there(s, who) or not there(s, other) or s.units[who].fleeing or s.units[other].fleeing:
        return False
    return edge(body(s, who), body(s, other))


def regulars(s: Any, who: int) -> int:
    """Models left beside the character."""
    own = s.units[who]
    return max(int(own.models) - (1 if own.char_alive or own.char_fell else 0) - int(own.fallen), 0)


def alone(s: Any, who: int) -> bool:
    """Whether only the character is left."""
    return bool(s.units[who].char_alive) and regulars(s, who) == 0


def movement(s: Any, who: int) -> int:
    """Inches of an ordinary move."""
    own = s.units[who]
    return int(own.fly) or int(own.char_movement if alone(s, who) else own.movement)


def machine(s: Any, who: int) -> bool:
    """Whether a unit is a war machine."""
    return bool(s.units[who].troop_type == Troop.WAR_MACHINES)


def character(s: Any, who: int) -> int:
    """The model that is the character, or would be: the one in the middle of the front rank."""
    return (int(s.units[who].files) - 1) // 2


# --- moves -----------------------------------------------------------------------------------------------------------


def tried(a: Asked) -> Iterator[tuple[int, int]]:
    """The modes and turns that a question about a manoeuvre is about: all of them, or the one."""
    turns = range(TURNS) if a.verb == Verb.REFORM else range(1)
    if a.part == Part.ITEM:
        yield int(a.frame.mode), a.value
        return
    modes = [a.value] if a.part == Part.MODE else MODES.get(Verb(a.verb), (0,))
    yield from ((int(mode), turn) for mode in modes for turn in turns)


def rough(a: Asked, rect: Rect) -> bool:
    """Whether a rectangle holds difficult ground; what lies off the table does not."""
    x, y, end, last = max(rect[0], 0), max(rect[1], 0), min(rect[2], a.s.board_width), min(rect[3], a.s.board_height)
    return end > x and last > y and count_in(a.field.rough, x, y, end - x, last - y) > 0


def cost(a: Asked, mode: int) -> int:
    """Quarters of an inch that a manoeuvre takes."""
    own, book = unit(a), a.book
    wide = int(own.files) * int(own.base_width)
    if a.verb == Verb.FORWARD:
        cells = int(book.forward_steps[mode].cells)
        strips = [piece(*corner(a.s, a.who), int(own.facing), 0, wide, -k - 1, 1) for k in range(cells)]
        slow = 0 if own.fly else sum(rough(a, strip) for strip in strips)
        return 4 * (cells - slow + slow * int(book.difficult_cost))
    if Verb.BACK <= a.verb <= Verb.SIDE_RIGHT:
        new = {
            (x, y) for r in body(a.s, a.who, pose(a, 0, 0)) for x in range(r[0], r[2]) for y in range(r[1], r[3])
        } - {(x, y) for r in body(a.s, a.who) for x in range(r[0], r[2]) for y in range(r[1], r[3])}
        is_slow = not own.fly and any(rough(a, (x, y, x + 1, y + 1)) for x, y in new)
        return 4 * int(book.back_and_side_cost) * (max(int(book.difficult_cost), 1) if is_slow else 1)
    if a.verb in (Verb.WHEEL_LEFT, Verb.WHEEL_RIGHT):
        return 4 * -(-int(book.wheel_cost_millionths) * wide // 1_000_000)
    if a.verb == Verb.REFORM:
        return int(own.allowance)
    if a.verb != Verb.REDRESS and machine(a.s, a.who):
        return 4 * int(book.war_machine_cost)
    share = int(book.redress_cost_pct if a.verb == Verb.REDRESS else book.turn_cost_pct)
    return -(-movement(a.s, a.who) * 4 * share // 100)


def files_after(a: Asked, mode: int) -> int:
    """Files that a manoeuvre leads to."""
    own, book = unit(a), a.book
    if a.verb == Verb.REDRESS:
        return int(own.files) + int(book.redress_steps[mode - Mode.NARROWER_BY_2].files)
    if a.verb == Verb.REFORM:
        return min(int(book.reform_files[mode - Mode.FILES_1].files), int(own.models))
    ranks = -(-int(own.models) // int(own.files))
    return ranks if a.verb in (Verb.TURN_LEFT, Verb.TURN_RIGHT) else int(own.files)


def pose(a: Asked, mode: int, turn: int, steps: int = 0) -> tuple[int, int, int, int]:
    """Where a manoeuvre leads: column, row, facing, files; forward so many steps, where these are given."""
    own, verb = unit(a), a.verb
    (x, y), facing, files = corner(a.s, a.who), int(own.facing), files_after(a, mode)
    wide, deep = int(own.files) * int(own.base_width), -(-int(own.models) // int(own.files)) * int(own.base_depth)
    beside = behind = turned = 0
    if verb == Verb.FORWARD:
        behind = -(steps or int(a.book.forward_steps[mode].cells))
    elif verb == Verb.BACK:
        behind = 1
    elif verb in (Verb.SIDE_LEFT, Verb.SIDE_RIGHT):
        beside = -1 if verb == Verb.SIDE_LEFT else 1
    elif verb in (Verb.WHEEL_LEFT, Verb.WHEEL_RIGHT):
        beside, behind, turned = (0, -1, 6) if verb == Verb.WHEEL_LEFT else (wide - 1, -wide, 2)
    elif verb == Verb.TURN_LEFT:
        behind, turned = files * int(own.base_width) - 1, 6
    elif verb == Verb.TURN_RIGHT:
        beside, turned = wide - 1, 2
    elif verb == Verb.ABOUT_FACE:
        beside, behind, turned = wide - 1, deep - 1, 4
    elif verb == Verb.REDRESS:
        beside = -((files - int(own.files)) * int(own.base_width) // 2)
    else:
        return reformed(a, files, (facing + 2 * turn) % 8)
    x, y, _, _ = piece(x, y, facing, beside, 1, behind, 1)
    return x, y, (facing + turned) % 8, files


def reformed(a: Asked, files: int, facing: int) -> tuple[int, int, int, int]:
    """Where a reform leads: about the middle of the rectangle."""
    own, now = unit(a), body(a.s, a.who)
    left, top = min(r[0] for r in now), min(r[1] for r in now)
    right, bottom = max(r[2] for r in now), max(r[3] for r in now)
    size = files * int(own.base_width), -(-int(own.models) // files) * int(own.base_depth)
    wide, deep = size if facing in (0, 4) else size[::-1]
    x, y = (left + right - wide) // 2, (top + bottom - deep) // 2
    return x + (wide - 1 if facing in (2, 4) else 0), y + (deep - 1 if facing in (4, 6) else 0), facing, files


def poses(a: Asked) -> Iterator[tuple[int, int, int, int]]:
    """Where the unit would stand, on its way and at its end: where it is deployed, or by the manoeuvre asked for."""
    if a.part == Part.CELL:
        yield a.value % STRIDE, a.value // STRIDE, 0 if unit(a).side == 0 else 4, int(unit(a).files)
        return
    for mode, turn in tried(a):
        if 1 <= files_after(a, mode) <= unit(a).models:
            cells = int(a.book.forward_steps[mode].cells) if a.verb == Verb.FORWARD and not unit(a).fly else 1
            for step in range(1, cells):
                yield pose(a, mode, turn, step)
            yield pose(a, mode, turn)


def is_closed(a: Asked, rect: Rect) -> bool:
    """Whether a rectangle reaches off the table, or over ground the unit may not enter."""
    if rect[0] < 0 or rect[1] < 0 or rect[2] > a.s.board_width or rect[3] > a.s.board_height:
        return True
    closed = a.field.closed_to_all if unit(a).fly else a.field.closed_to_foot
    return count_in(closed, rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]) > 0


def rectangle(rects: list[Rect]) -> Rect:
    """The rectangle around some others."""
    return min(r[0] for r in rects), min(r[1] for r in rects), max(r[2] for r in rects), max(r[3] for r in rects)


def is_taken(a: Asked, rect: Rect, but: int = -1) -> bool:
    """Whether another unit has places in a rectangle, empty or not."""
    return any(overlap(rect, rectangle(body(a.s, k))) for k in others(a) if k != but)


def is_too_near(a: Asked, rects: list[Rect]) -> bool:
    """Whether a pose is too near an enemy, and nearer than the unit is now, or newly edge to edge."""
    least, now = int(a.book.min_gap) ** 2, body(a.s, a.who)
    for k in foes(a):
        foe = body(a.s, k)
        away = gap(rects, foe)
        if away < min(least, gap(now, foe)) or (away == 0 < least and edge(rects, foe) and not edge(now, foe)):
            return True
    return False


def has_no_wheel(a: Asked) -> bool:
    """Whether anything is in the square that the front sweeps."""
    wide = int(unit(a).files) * int(unit(a).base_width)
    square = piece(*corner(a.s, a.who), int(unit(a).facing), 0, wide, -wide, wide)
    return is_closed(a, square) or is_taken(a, square)


# --- sight and range -------------------------------------------------------------------------------------------------


def is_ahead(rect: Rect, facing: int, x: int, y: int) -> bool:
    """Whether the middle of a cell lies in the front quadrant of a base."""
    px, py = 2 * x + 1, 2 * y + 1
    beyond = {0: 2 * rect[1] - py, 2: px - 2 * rect[2], 4: py - 2 * rect[3], 6: 2 * rect[0] - px}
    ahead, right, left = beyond[facing], beyond[(facing + 2) % 8], beyond[(facing + 6) % 8]
    return ahead > 0 and ahead >= max(left, right)


def front(a: Asked) -> range:
    """The models that see."""
    return range(min(int(unit(a).models), int(unit(a).files) * int(a.book.seeing_ranks)))


def is_plain(a: Asked, model: int, x: int, y: int, target: int) -> bool:
    """Whether a model certainly sees a cell of a unit: it lies ahead, and nothing at all is between."""
    own = base(a.s, a.who, model)
    if not is_ahead(own, int(unit(a).facing), x, y):
        return False
    around = min(own[0], x), min(own[1], y), max(own[2], x + 1), max(own[3], y + 1)
    if is_taken(a, around, target):
        return False
    ground = a.field.terrain.reshape(-1, STRIDE)[around[1] : around[3], around[0] : around[2]]
    return bool((ground == Terrain.OPEN).all())


def cells(a: Asked, target: int) -> list[tuple[int, int]]:
    """The cells of a unit."""
    return [(x, y) for r in body(a.s, target) for x in range(r[0], r[2]) for y in range(r[1], r[3])]


def is_plainly_seen(a: Asked, target: int, models: Iterable[int]) -> bool:
    """Whether one of some models certainly sees a unit."""
    return any(is_plain(a, model, x, y, target) for model in models for x, y in cells(a, target))


def weapon(a: Asked) -> Any:
    """The missile weapon of the unit in the table."""
    return a.book.missiles[int(unit(a).missile) - 1]


def skill(a: Asked, model: int) -> int:
    """Ballistic Skill of a model."""
    own = unit(a)
    return int(own.char_ballistic_skill if own.char_alive and model == character(a.s, a.who) else own.ballistic_skill)


def lacks_skill(a: Asked) -> bool:
    """Whether no model has skill; of a weapon that one shoots for all, whether the one in the middle has none."""
    own = unit(a)
    if weapon(a).kind in (MissileKind.FLAME, MissileKind.STONE_THROWER, MissileKind.CANNON):
        return skill(a, character(a.s, a.who)) == 0
    own_skill = own.char_ballistic_skill if own.char_alive else 0
    return own_skill == 0 and (own.ballistic_skill == 0 or regulars(a.s, a.who) == 0)


def shooters(a: Asked, target: int) -> list[int]:
    """Models of the front with skill and a target in range."""
    reach, foe = int(weapon(a).range) ** 2, body(a.s, target)
    return [m for m in front(a) if skill(a, m) > 0 and gap([base(a.s, a.who, m)], foe) <= reach]


def may_be_target(a: Asked, target: int) -> bool:
    """Whether a unit is an enemy outside combat, or the book lets one shoot into combats."""
    return target in foes(a) and bool(a.book.shoot_into_combat or not engaged(a.s, target))


def aim_gap(a: Asked, x: int, y: int) -> int:
    """The square of the gap from the machine that shoots to a cell."""
    return gap([base(a.s, a.who, character(a.s, a.who))], [(x, y, x + 1, y + 1)])


def aim_range(a: Asked) -> tuple[int, int]:
    """Least and greatest range of a machine."""
    book = a.book
    if weapon(a).kind == MissileKind.STONE_THROWER:
        return int(book.stone_thrower_min_range), int(book.stone_thrower_max_range)
    return 0, int(book.cannon_range)


def is_plain_aim(a: Asked, target: int, x: int, y: int) -> bool:
    """Whether a cell of an enemy certainly can be aimed at."""
    least, most = aim_range(a)
    return least**2 <= aim_gap(a, x, y) <= most**2 and is_plain(a, character(a.s, a.who), x, y, target)


def has_nobody_to_shoot(a: Asked) -> bool:
    """Whether nobody certainly can be shot at."""
    targets = [k for k in foes(a) if may_be_target(a, k)]
    if weapon(a).kind in (MissileKind.STONE_THROWER, MissileKind.CANNON):
        return not any(is_plain_aim(a, k, x, y) for k in targets for x, y in cells(a, k))
    return not any(is_plainly_seen(a, k, shooters(a, k)) for k in targets)


def spell(a: Asked) -> Mode:
    """The spell that is asked about."""
    return Mode(a.value if a.part == Part.MODE else int(a.frame.mode))


def spell_range(a: Asked, mode: int) -> int:
    """The range of a spell."""
    names = {Mode.EMBER_BOLT: "bolt", Mode.STONE_RAIN: "rain", Mode.WARDING_LIGHT: "ward", Mode.WITHER: "wither"}
    return int(getattr(a.book, f"{names.get(Mode(mode), 'mend')}_range"))


def may_be_cast_at(a: Asked, mode: Mode, target: int) -> bool:
    """Whether a spell certainly can be cast at a unit."""
    if not there(a.s, target) or friends(a.s, a.who, target) != (mode in FOR_FRIENDS):
        return False
    if gap(body(a.s, a.who), body(a.s, target)) > spell_range(a, mode) ** 2:
        return False
    return mode not in MISSILES or is_plainly_seen(a, target, front(a))


def left_to_cast(a: Asked) -> list[Mode]:
    """The spells at units that this phase is for, and that have not been tried; one alone where it is asked about."""
    modes = [spell(a)] if a.part == Part.MODE else MODES[Verb.CAST_UNIT]
    in_phase = [mode for mode in modes if (mode in MISSILES) == (a.s.phase == Phase.SHOOTING)]
    return [mode for mode in in_phase if not unit(a).spells_cast >> (mode - Mode.EMBER_BOLT) & 1]


def is_out_of_range(a: Asked) -> bool:
    """Whether what is asked about is beyond the range of the spell, the machine or all who shoot."""
    if a.part == Part.CELL:
        x, y = a.value % STRIDE, a.value // STRIDE
        if a.verb == Verb.CAST_CELL:
            return gap(body(a.s, a.who), [(x, y, x + 1, y + 1)]) > int(a.book.sinkhole_range) ** 2
        return aim_gap(a, x, y) > aim_range(a)[1] ** 2
    if a.verb == Verb.CAST_UNIT:
        return gap(body(a.s, a.who), body(a.s, a.value)) > spell_range(a, spell(a)) ** 2
    return not shooters(a, a.value)


def is_unseen(a: Asked) -> bool:
    """Whether no model of the front certainly sees the unit that is asked about."""
    return not is_plainly_seen(a, whom(a), front(a))


def is_seen_out_of_range(a: Asked) -> bool:
    """Whether models with skill are in range, and none of these certainly sees the target."""
    models = shooters(a, a.value)
    return bool(models) and not is_plainly_seen(a, a.value, models)


def is_aim_unseen(a: Asked) -> bool:
    """Whether the machine in the middle of the front does not certainly see the cell that is asked about."""
    return not is_plain(a, character(a.s, a.who), a.value % STRIDE, a.value // STRIDE, whom(a))


def flames(a: Asked, modes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Cells that a flame certainly covers, of the first model that shoots: straight ahead, or along a diagonal."""
    own = unit(a)
    files, wide = int(own.files), int(own.base_width)
    number = min(int(a.book.firing_models), files)
    left = (files - number) // 2 * wide
    for mode in modes if number else ():
        for k in range(FLAME if mode == Mode.STRAIGHT else CORNER):
            beside = {Mode.STRAIGHT: left + (wide - 1) // 2, Mode.LEFT: left - 1 - k}.get(Mode(mode), left + wide + k)
            yield piece(*corner(a.s, a.who), int(own.facing), beside, 1, -1 - k, 1)[:2]


def burns(a: Asked, modes: Iterable[int]) -> list[int]:
    """Enemies that a flame certainly covers."""
    found = set(flames(a, modes))
    return [k for k in foes(a) if found & set(cells(a, k))]


def has_combat_near(a: Asked) -> bool:
    """Whether an enemy in combat is as near as a flame reaches."""
    reach = (2 * FLAME) ** 2
    return not a.book.shoot_into_combat and any(
        engaged(a.s, k) and gap(body(a.s, a.who), body(a.s, k)) <= reach for k in foes(a)
    )


# --- combat ----------------------------------------------------------------------------------------------------------


def is_fought(a: Asked, target: int) -> bool:
    """Whether a unit is in contact, in the combat that is being fought."""
    both = 1 << a.who | 1 << target
    return int(a.s.in_combat) & both == both and fights(a.s, a.who, target) and target in foes(a)


def may_hit_character(a: Asked, target: int) -> bool:
    """Whether a unit has a living character in no challenge."""
    return bool(a.s.units[target].char_alive and a.s.units[target].duel < 0)


def touches(a: Asked, rects: list[Rect]) -> bool:
    """Whether a model that may strike certainly touches some rectangles by an edge."""
    own = unit(a)
    has_character = bool(own.char_alive or own.char_fell)
    is_free = bool(own.char_alive and own.duel < 0 and not own.refused)
    for model in range(int(own.models)):
        is_character = has_character and model == character(a.s, a.who)
        if (is_free if is_character else regulars(a.s, a.who) > 0) and edge([base(a.s, a.who, model)], rects):
            return True
    return False


def is_regiment_touched(a: Asked, target: int) -> bool:
    """Whether a regiment in contact can be struck at."""
    is_open = is_fought(a, target) and (regulars(a.s, target) > 0 or may_hit_character(a, target))
    return is_open and touches(a, body(a.s, target))


def is_character_touched(a: Asked, target: int) -> bool:
    """Whether a character among others, in contact, can be struck at."""
    is_open = is_fought(a, target) and may_hit_character(a, target) and regulars(a.s, target) > 0
    return is_open and touches(a, [base(a.s, target, character(a.s, target))])


def gives_ground(a: Asked) -> bool:
    """Whether the beaten unit gives ground."""
    top = a.s.stack[a.s.depth - 1]
    return bool(top.kind == Frame.AFTERMATH and a.s.units[top.who].fate == Fate.GIVE_GROUND)


# --- charges ---------------------------------------------------------------------------------------------------------


def has_hindrance(a: Asked) -> bool:
    """Whether anything is around the target, or on the way to it: ground, the edge of the table, a third unit."""
    own = unit(a)
    size = int(own.files) * int(own.base_width) + -(-int(own.models) // int(own.files)) * int(own.base_depth)
    target = body(a.s, a.value)
    rects = [*target, *body(a.s, a.who)]
    left, top = min(r[0] for r in rects) - 1, min(r[1] for r in rects) - 1
    right, bottom = max(r[2] for r in rects) + 1, max(r[3] for r in rects) + 1
    left, top = min(left, min(r[0] for r in target) - size), min(top, min(r[1] for r in target) - size)
    right, bottom = max(right, max(r[2] for r in target) + size), max(bottom, max(r[3] for r in target) + size)
    around = left, top, right, bottom
    return is_closed(a, around) or is_taken(a, around, a.value)


def is_kept_by_frenzy(a: Asked) -> bool:
    """Whether it is frenzied when charges are declared, and another enemy is as near as the one asked about."""
    if a.s.phase != Phase.CHARGE or not unit(a).frenzied:
        return False
    own = body(a.s, a.who)
    return a.part == 0 or any(gap(own, body(a.s, k)) <= gap(own, body(a.s, a.value)) for k in foes(a) if k != a.value)


def verb_of_weapon(a: Asked) -> Verb:
    """The verb that the weapon of the unit is shot with."""
    kind = weapon(a).kind
    if kind == MissileKind.FLAME:
        return Verb.FLAME
    return Verb.SHOOT_CELL if kind in (MissileKind.STONE_THROWER, MissileKind.CANNON) else Verb.SHOOT


def charger(a: Asked) -> int:
    """The unit whose charge is to be answered."""
    return int(a.s.stack[a.s.depth - 1].who)


def is_other_spell(a: Asked) -> bool:
    """Whether the phase is not that of the spell, or of no spell at a unit."""
    if a.part == Part.MODE:
        return (spell(a) in MISSILES) != (a.s.phase == Phase.SHOOTING)
    return a.s.prompt not in ((Prompt.SHOOT,) if a.verb == Verb.CAST_CELL else (Prompt.STRATEGY, Prompt.SHOOT))


def was_cast(a: Asked) -> bool:
    """Whether the spell, or all that this phase is for, have been tried this turn."""
    return bool(unit(a).spells_cast & Spell.SINKHOLE) if a.verb == Verb.CAST_CELL else not left_to_cast(a)


def is_same_as_another(a: Asked) -> bool:
    """Whether an order above leads to as many files."""
    mode = a.value if a.part == Part.MODE else int(a.frame.mode)
    return any(files_after(a, earlier) == files_after(a, mode) for earlier in range(Mode.FILES_1, mode))


HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.ASKED_FIRST: lambda a: a.s.prompt not in RESTS or a.verb == Verb.NONE,
    Refusal.CHARGE_PHASE: lambda a: a.s.phase != Phase.CHARGE,
    Refusal.MOVE_PHASE: lambda a: a.s.phase != Phase.MOVEMENT,
    Refusal.SHOOTING_PHASE: lambda a: a.s.phase != Phase.SHOOTING,
    Refusal.OTHER_SPELLS: is_other_spell,
    Refusal.WHEN_CHARGED: lambda a: a.s.prompt != Prompt.REACTION,
    Refusal.WHEN_CAST: lambda a: a.s.prompt != Prompt.DISPEL,
    Refusal.BEFORE_BLOWS: lambda a: a.s.prompt != Prompt.CHALLENGE,
    Refusal.WHEN_CHALLENGED: lambda a: a.s.prompt != Prompt.CHALLENGED,
    Refusal.IN_COMBAT: lambda a: a.s.prompt != Prompt.ATTACK,
    Refusal.AFTER_COMBAT: lambda a: a.s.prompt not in (Prompt.AFTER, Prompt.OVERRUN),
    Refusal.OTHER_ORDER: lambda a: a.part == Part.MODE and a.value not in MODES[Verb(a.verb)],
    Refusal.MUST_CHARGE: is_kept_by_frenzy,
    Refusal.TOO_FAR: lambda a: (
        gap(body(a.s, a.who), body(a.s, a.value)) > (movement(a.s, a.who) + int(a.book.charge_die_max)) ** 2
    ),
    Refusal.NO_CONTACT: has_hindrance,
    Refusal.STOOD_BEFORE: lambda a: unit(a).stood_and_shot == 1,
    Refusal.TOO_NEAR: lambda a: gap(body(a.s, a.who), body(a.s, charger(a))) <= movement(a.s, charger(a)) ** 2,
    Refusal.CHARGER_UNSEEN: lambda a: not is_plainly_seen(a, charger(a), front(a)),
    Refusal.UNBREAKABLE: lambda a: bool(unit(a).traits & Trait.UNBREAKABLE),
    Refusal.NEVER_MOVES: lambda a: movement(a.s, a.who) == 0,
    Refusal.WAR_MACHINE: lambda a: machine(a.s, a.who),
    Refusal.MARCHES: lambda a: unit(a).marched == 1,
    Refusal.MARCH_FAILED: lambda a: unit(a).march_tested == 1 and unit(a).marched == 0,
    Refusal.MARCH_FIRST: lambda a: unit(a).manoeuvred == 1,
    Refusal.REFORM_FIRST: lambda a: unit(a).manoeuvred == 1,
    Refusal.NO_MOVE_LEFT: lambda a: unit(a).allowance <= 0,
    Refusal.TOO_DEAR: lambda a: min(cost(a, mode) for mode, _ in tried(a)) > unit(a).allowance > 0,
    Refusal.FREE_ENOUGH: lambda a: unit(a).free_turns >= TURNS and any(cost(a, mode) == 0 for mode, _ in tried(a)),
    Refusal.TRIPLE_MOVE: lambda a: unit(a).tripled == 1,
    Refusal.TOO_WIDE: lambda a: any(files_after(a, mode) > a.book.max_files for mode, _ in tried(a)),
    Refusal.NO_SUCH_FILES: lambda a: not any(1 <= files_after(a, mode) <= unit(a).models for mode, _ in tried(a)),
    Refusal.NO_OTHER_FILES: lambda a: (
        not any(1 <= files_after(a, mode) <= min(int(unit(a).models), int(a.book.max_files)) for mode, _ in tried(a))
    ),
    Refusal.SAME_FILES: is_same_as_another,
    Refusal.GROUND: lambda a: any(is_closed(a, rect) for pose in poses(a) for rect in body(a.s, a.who, pose)),
    Refusal.OCCUPIED: lambda a: any(is_taken(a, rectangle(body(a.s, a.who, pose))) for pose in poses(a)),
    Refusal.NEAR_ENEMY: lambda a: any(is_too_near(a, body(a.s, a.who, pose)) for pose in poses(a)),
    Refusal.NO_WHEEL: has_no_wheel,
    Refusal.OFF_TABLE: lambda a: a.value % STRIDE >= a.s.board_width or a.value // STRIDE >= a.s.board_height,
    Refusal.OUT_OF_ZONE: lambda a: any(
        not a.field.zone[min(y, a.s.board_height - 1) * STRIDE + min(x, a.s.board_width - 1)] >> unit(a).side & 1
        for pose in poses(a)
        for rect in body(a.s, a.who, pose)
        for x in (rect[0], rect[2] - 1)
        for y in (rect[1], rect[3] - 1)
    ),
    Refusal.NO_MISSILES: lambda a: unit(a).missile == Missile.NOTHING,
    Refusal.OTHER_WEAPON: lambda a: verb_of_weapon(a) != (Verb.SHOOT if a.verb == Verb.STAND_AND_SHOOT else a.verb),
    Refusal.NO_SKILL: lacks_skill,
    Refusal.ENGAGED: lambda a: engaged(a.s, a.who),
    Refusal.SHOT_BEFORE: lambda a: unit(a).shot == 1,
    Refusal.MARCHED: lambda a: unit(a).marched == 1,
    Refusal.REFORMED: lambda a: unit(a).reformed == 1,
    Refusal.CHARGED: lambda a: unit(a).charged == 1 or unit(a).charge_failed == 1 or unit(a).charge_target >= 0,
    Refusal.MOVED: lambda a: unit(a).moved == 1 and (weapon(a).stands == 1 or machine(a.s, a.who)),
    Refusal.MISFIRED: lambda a: unit(a).misfire > 0,
    Refusal.BURNT_OUT: lambda a: unit(a).flame_used == 1 and weapon(a).once == 1,
    Refusal.NOBODY_TO_SHOOT: has_nobody_to_shoot,
    Refusal.NO_FLAME: lambda a: has_combat_near(a) or not burns(a, MODES[Verb.FLAME]),
    Refusal.COVERS_NOBODY: lambda a: not burns(a, [a.value]),
    Refusal.COVERS_COMBAT: has_combat_near,
    Refusal.ONE_SHOT: lambda a: weapon(a).shots < 2,
    Refusal.NO_SHOOTER: lambda a: not any(skill(a, model) > 0 for model in front(a)),
    Refusal.NO_WIZARD: lambda a: unit(a).char_alive == 0 or unit(a).wizard_level == 0,
    Refusal.CAST_ENOUGH: lambda a: int(unit(a).spells_cast).bit_count() >= a.book.max_casts_per_turn,
    Refusal.CAST_BEFORE: was_cast,
    Refusal.NOBODY_TO_CAST_AT: lambda a: (
        not any(may_be_cast_at(a, mode, k) for mode in left_to_cast(a) for k in range(a.s.unit_count))
    ),
    Refusal.GONE: lambda a: not there(a.s, a.value),
    Refusal.FRIEND: lambda a: friends(a.s, a.who, whom(a)),
    Refusal.ENEMY: lambda a: not friends(a.s, a.who, a.value),
    Refusal.TARGET_ENGAGED: lambda a: engaged(a.s, whom(a)),
    Refusal.OUT_OF_RANGE: is_out_of_range,
    Refusal.UNDER_RANGE: lambda a: aim_gap(a, a.value % STRIDE, a.value // STRIDE) < aim_range(a)[0] ** 2,
    Refusal.OUT_OF_ARC: lambda a: (
        not is_ahead(base(a.s, a.who, character(a.s, a.who)), int(unit(a).facing), a.value % STRIDE, a.value // STRIDE)
    ),
    Refusal.NOBODY_THERE: lambda a: whom(a) < 0,
    Refusal.UNSEEN: is_unseen,
    Refusal.NO_SIGHT_IN_RANGE: is_seen_out_of_range,
    Refusal.AIM_UNSEEN: is_aim_unseen,
    Refusal.NO_CHARACTER: lambda a: not any(is_character_touched(a, k) for k in foes(a)),
    Refusal.NOT_FOUGHT: lambda a: not is_fought(a, a.value),
    Refusal.NOBODY_TO_HIT: lambda a: regulars(a.s, a.value) == 0 and not may_hit_character(a, a.value),
    Refusal.UNTOUCHED: lambda a: not is_regiment_touched(a, a.value),
    Refusal.NO_CHARACTER_THERE: lambda a: not may_hit_character(a, a.value),
    Refusal.CHARACTER_ALONE: lambda a: regulars(a.s, a.value) == 0,
    Refusal.CHARACTER_UNTOUCHED: lambda a: not is_character_touched(a, a.value),
    Refusal.GIVES_GROUND: gives_ground,
    Refusal.GIVES_WAY: lambda a: a.s.prompt == Prompt.AFTER and not gives_ground(a),
    Refusal.OVERRUN: lambda a: a.s.prompt == Prompt.OVERRUN and not engaged(a.s, a.who),
}


def whom(a: Asked) -> int:
    """The unit that is asked about, or that stands on the cell that is; -1 nobody."""
    if a.part != Part.CELL:
        return a.value
    rect = a.value % STRIDE, a.value // STRIDE, a.value % STRIDE + 1, a.value // STRIDE + 1
    return next((k for k in range(a.s.unit_count) if there(a.s, k) and any(overlap(rect, r) for r in body(a.s, k))), -1)
