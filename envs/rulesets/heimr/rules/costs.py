"""What actions cost: the standard action, free actions once each, ongoing and upcoming ones, and what goes together."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Free, Pairing, Refusal, Verb

ANY_NUMBER = 0  # bit of what may be done again and again: another skill may be primed in place of one
STANDARD, FREE, ONGOING = 0, 1, 2  # as the rulebook's knobs name them


@rule(
    "action.weapon_attack", "action.brawl_attack", "action.charge", "action.dodge", "c.struggle", "c.drag", "c.bash",
    "c.objective", "action.breather", "c.escape",
)  # fmt: skip
def cost_of_fighting(w, verb):
    """Action list: attacks and what else is done in a fight."""
    if verb == Verb.WEAPON_ATTACK or verb == Verb.SHOOT or verb == Verb.LUCK_SHOT or verb == Verb.LUCK_STRIKE:
        return int(w.book.weapon_attack_cost)
    if verb == Verb.BRAWL:
        return int(w.book.brawl_attack_cost)
    if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
        return int(w.book.charge_cost)
    if verb == Verb.DODGE:
        return int(w.book.dodge_cost)
    if verb == Verb.STRUGGLE:
        return int(w.book.struggle_cost)
    if verb == Verb.ASSIST or verb == Verb.DRAG:
        return int(w.book.drag_cost)
    if verb == Verb.BREATHER or verb == Verb.FIRST_AID or verb == Verb.FLEE:
        return ONGOING
    return STANDARD


@rule(
    "action.move", "action.run", "action.climb", "action.jump_down", "action.drop_prone", "action.crawl", "c.stand_up",
    "c.change_level",
)  # fmt: skip
def cost_of_moving(w, verb):
    """Action list: movement."""
    if verb == Verb.MOVE or verb == Verb.LEAVE_CLUSTER:
        return int(w.book.move_cost)
    if verb == Verb.RUN:
        return int(w.book.run_cost)
    if verb == Verb.STAND_UP:
        return int(w.book.stand_up_cost)
    if Verb.CLIMB_UP <= verb <= Verb.SCALE_DOWN:
        return int(w.book.climb_cost)
    if verb == Verb.CHANGE_LEVEL:
        return int(w.book.change_level_cost)
    if verb == Verb.JUMP_DOWN:
        return int(w.book.jump_down_cost)
    return int(w.book.drop_prone_cost) if verb == Verb.DROP_PRONE else FREE


@rule(
    "action.guard", "action.hide", "c.take_cover", "action.draw", "action.put_away", "action.drop_items", "action.get_item",
    "action.conceal_item", "action.swap_items", "action.speak",
)  # fmt: skip
def cost_of_rest(w, verb):
    """Action list: guarding, hiding, things, and speech."""
    if Verb.GUARD <= verb <= Verb.GUARD_CELL:
        return int(w.book.guard_cost)
    if verb == Verb.HIDE:
        return int(w.book.hide_cost)
    if verb == Verb.TAKE_COVER:
        return int(w.book.take_cover_cost)
    if verb == Verb.DRAW:
        return int(w.book.draw_cost)
    if verb == Verb.PUT_AWAY:
        return int(w.book.put_away_cost)
    if verb == Verb.DROP_ITEMS:
        return int(w.book.drop_items_cost)
    if verb == Verb.GET_ITEM:
        return int(w.book.get_item_cost)
    if verb == Verb.CONCEAL_ITEM:
        return int(w.book.conceal_item_cost)
    if verb == Verb.SWAP_ITEMS:
        return int(w.book.swap_items_cost)
    return int(w.book.speak_cost) if Verb.WHISPER <= verb <= Verb.THREATEN else FREE


@rule("action.standard", "action.free", "action.ongoing", "action.use_skill", "ready.declare")
def cost_of(w, verb):
    """Action types: standard, free, or ongoing."""
    if Verb.READY_ATTACK <= verb <= Verb.READY_PRONE or verb == Verb.RALLY or verb == Verb.CONTINUE:
        return STANDARD
    if verb <= Verb.LUCK_STRIKE or verb == Verb.DODGE or verb == Verb.BREATHER or verb == Verb.FIRST_AID:
        return cost_of_fighting(w, verb)
    if Verb.STRUGGLE <= verb <= Verb.SEIZE or verb == Verb.FLEE:
        return cost_of_fighting(w, verb)
    return cost_of_moving(w, verb) if verb <= Verb.JUMP_DOWN else cost_of_rest(w, verb)


@rule("action.free")
def free_bit(verb):
    """Free actions: the same not twice in a turn; all modes of one are the same."""
    if Verb.GUARD <= verb <= Verb.GUARD_CELL:
        return int(Free.GUARD)
    if Verb.OBSERVE_CELL <= verb <= Verb.OBSERVE_INSIGHT:
        return int(Free.OBSERVE)
    if Verb.WHISPER <= verb <= Verb.THREATEN:
        return int(Free.SPEAK)
    if verb == Verb.JUMP_DOWN:
        return int(Free.JUMP_DOWN)
    if verb == Verb.DROP_PRONE:
        return int(Free.DROP_PRONE)
    if verb == Verb.HIDE:
        return int(Free.HIDE)
    if verb == Verb.TAKE_COVER:
        return int(Free.TAKE_COVER)
    if verb == Verb.CHANGE_LEVEL:
        return int(Free.CHANGE_LEVEL)
    return rarer_bit(verb)


@kernel
def rarer_bit(verb):
    """The bits of rarer free actions."""
    if verb == Verb.DROP_ITEMS:
        return int(Free.DROP_ITEMS)
    if verb == Verb.SWAP_ITEMS:
        return int(Free.SWAP_ITEMS)
    if verb == Verb.PRIME_SKILL:
        return ANY_NUMBER
    if verb == Verb.RELEASE_GRAB:
        return int(Free.RELEASE_GRAB)
    if verb == Verb.LONG_BREATHER:
        return int(Free.LONG_BREATHER)
    return int(Free.CRAWL) if verb == Verb.CRAWL else int(Free.OTHER)


@rule("action.simultaneous")
def is_move(verb):
    """Together: moves, also out of a cluster and up from the ground."""
    return verb == Verb.MOVE or verb == Verb.LEAVE_CLUSTER or verb == Verb.STAND_UP


@rule("action.simultaneous", "action.draw", "action.put_away")
def is_handling(verb):
    """Together: drawing and putting away."""
    return verb == Verb.DRAW or verb == Verb.PUT_AWAY


@rule("action.simultaneous")
def goes_with_it(s, who, verb):
    """Together: one move with one draw or put away, in either order."""
    pairing = s.units[who].pairing
    return (pairing == Pairing.MOVED and is_handling(verb)) or (pairing == Pairing.HANDLED and is_move(verb))


@rule("action.free", "action.ongoing", "action.simultaneous")
def refusal_of_cost(s, w, who, verb):
    """Action types: whether the turn still has room for it."""
    cost = cost_of(w, verb)
    if cost == FREE:
        return Refusal.NONE if int(s.units[who].free_used) & free_bit(verb) == 0 else Refusal.FREE_USED
    if has_standard_left(s, who) or (cost == STANDARD and goes_with_it(s, who, verb)):
        return Refusal.NONE
    return Refusal.NO_STANDARD


@rule("action.standard")
def has_standard_left(s, who):
    """Standard action: one a turn."""
    return s.units[who].standard_left > 0


@rule("action.standard")
def resolve_standard(s, who):
    """Standard action: taken."""
    s.units[who].standard_left -= 1


@rule("action.free", "action.ongoing", "action.simultaneous")
def pay(s, w, who, verb):
    """Action types: pay the cost of a verb. Returns whether it ends the turn."""
    unit = s.units[who]
    cost = cost_of(w, verb)
    if cost == FREE:
        unit.free_used |= free_bit(verb)
        return False
    if cost == ONGOING:
        resolve_standard(s, who)
        unit.ongoing = 1
        return True
    if goes_with_it(s, who, verb) and not has_standard_left(s, who):
        unit.pairing = Pairing.USED
        return False
    resolve_standard(s, who)
    if w.book.pairings_per_turn > 0 and unit.pairing == Pairing.NOTHING:
        if is_move(verb):
            unit.pairing = Pairing.MOVED
        elif is_handling(verb):
            unit.pairing = Pairing.HANDLED
    return False
