"""What is open in a turn: every verb that can be paid for and leads somewhere."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer
from ....core.state.choosing import offer_if
from ..vocab import Frame, GuardKind, Skill, Upcoming, Verb
from .abilities import may_take_breather
from .aiming import is_in_shot_of
from .chasing import may_flee
from .climbing import DOWN, UP, may_climb
from .clusters import may_leave_cluster
from .conditions import frame_of, is_held, is_holding, knows_hidden
from .costs import may_pay
from .dragging import may_seize
from .edges import FIRST_CHOICE
from .guarding import is_post, may_guard_at_all
from .hands import is_ready, melee_slot, ranged_slot
from .heights import HERE, may_change_level, may_jump_down
from .luck import has_luck_cell
from .menu import has_direction, has_item, has_mode, has_target
from .passing import may_crawl
from .posture import may_lie_down, may_stand_up, may_take_cover
from .readying import may_ready
from .skills import has_skill_ready
from .tasks import may_hide
from .things import may_swap


@rule("turn.sequence", "action.standard", "action.free")
def offer_turn(s, w, who, is_first):
    """Turn: one action after the other, until the unit ends its turn or an action does."""
    if is_first and s.units[who].upcoming != Upcoming.NOTHING:
        offer_upcoming(s, w, who)
        return
    offer(s, Verb.END_TURN)
    for verb in range(Verb.WEAPON_ATTACK, Verb.SEIZE + 1):
        if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
            offer_delay(s, w, who, verb, is_first)
        elif may_pay(s, w, who, verb):
            offer_if(s, verb, is_open(s, w, who, verb))


@rule("action.upcoming", "action.upcoming_cancel")
def offer_upcoming(s, w, who):
    """Upcoming actions: at the start of the next turn they are completed, if that is still possible, or given up."""
    offer_if(s, Verb.CONTINUE, may_continue(s, w, who))
    offer(s, Verb.CANCEL)


@rule("action.upcoming", "action.breather", "action.crawl")
def may_continue(s, w, who):
    """Upcoming actions: a crawl while the way is open, a breather while it lowers fatigue."""
    unit = s.units[who]
    if unit.upcoming == Upcoming.CRAWL:
        return may_crawl(s, w, who, int(unit.upcoming_direction))
    return may_take_breather(s, w, who)


@rule("initiative.delay")
def offer_delay(s, w, who, verb, is_first):
    """Delay: with the first choice of a turn."""
    offer_if(s, verb, is_first and has_target(s, w, who, verb))


@kernel
def is_open(s, w, who, verb):
    """Whether a verb that can be paid for is open."""
    if verb <= Verb.LUCK_STRIKE:
        return is_attack_open(s, w, who, verb)
    if verb <= Verb.JUMP_DOWN:
        return is_move_open(s, w, who, verb)
    if verb <= Verb.READY_PRONE:
        return is_post_open(s, w, who, verb)
    if verb <= Verb.SWAP_ITEMS:
        return is_handling_open(s, w, who, verb)
    return is_sense_open(s, w, who, verb) if verb <= Verb.RALLY else is_hold_open(s, w, who, verb)


@rule("position.hidden_luck", "action.weapon_attack", "attack.weapon")
def is_attack_open(s, w, who, verb):
    """Attacks: at whom they can be aimed; whoever knows of a hidden enemy may try its luck, wherever it thinks it is."""
    if verb == Verb.LUCK_STRIKE:
        return knows_hidden(s, who) and melee_slot(s, w, who, 0) >= 0 and s.units[who].stumble_timer == 0
    if verb == Verb.LUCK_SHOT:
        slot = ranged_slot(s, w, who)
        ready = slot >= 0 and is_ready(s, w, who, slot) and s.units[who].stumble_timer == 0
        return ready and knows_hidden(s, who) and has_luck_cell(s, w, who)
    return has_target(s, w, who, verb)


@kernel
def is_move_open(s, w, who, verb):
    """Whether a movement is open: over borders, out of clusters, up and down."""
    if verb == Verb.FLEE:
        return may_flee(s, w, who)
    if verb == Verb.LEAVE_CLUSTER:
        return may_leave_cluster(s, w, who)
    if verb == Verb.STAND_UP:
        return may_stand_up(s, who)
    if verb == Verb.DROP_PRONE:
        return may_lie_down(s, who)
    if verb == Verb.CLIMB_UP:
        return may_climb(s, w, who, HERE, UP)
    if verb == Verb.CLIMB_DOWN:
        return may_climb(s, w, who, HERE, DOWN)
    if verb == Verb.CHANGE_LEVEL:
        return may_change_level(s, w, who)
    if verb == Verb.JUMP_DOWN:
        return may_jump_down(s, w, who)
    return has_direction(s, w, who, verb)


@rule("action.guard", "action.dodge", "action.breather", "ready.declare", "action.hide", "c.take_cover")
def is_post_open(s, w, who, verb):
    """Preparations: guarding, hiding, dodging, breathing, readying."""
    if verb == Verb.GUARD:
        return may_guard_at_all(s, who) and has_target(s, w, who, verb)
    if verb == Verb.GUARD_BORDER:
        return may_guard_at_all(s, who) and has_direction(s, w, who, verb)
    if verb == Verb.GUARD_CELL:
        return may_guard_at_all(s, who) and not is_post(s, w, who, GuardKind.CELL, NO_UNIT, 0)
    if verb == Verb.HIDE:
        return may_hide(s, w, who)
    if verb == Verb.TAKE_COVER:
        return may_take_cover(s, w, who)
    if verb == Verb.DODGE:
        return (s.units[who].dodge_ready == 0 or is_first_choice(s, who)) and is_under_fire(s, w, who)
    if verb == Verb.BREATHER:
        return may_take_breather(s, w, who)
    if verb == Verb.LONG_BREATHER:
        return True
    return verb >= Verb.READY_ATTACK and may_ready(s, w, who, verb)


@rule("action.dodge", "initiative.delay")
def is_first_choice(s, who):
    """Prepared dodge: it ends as the turn really begins; the first choice of the turn looks ahead."""
    k = frame_of(s, Frame.TURN)
    return k >= 0 and s.stack[k].step <= FIRST_CHOICE and s.stack[k].who == who


@rule("action.dodge")
def is_under_fire(s, w, who):
    """Prepared dodge: only where somebody could shoot at the unit."""
    for other in range(s.unit_count):
        if is_in_shot_of(s, w, who, other):
            return True
    return False


@kernel
def is_handling_open(s, w, who, verb):
    """Things: drawn, put away, dropped, picked up, concealed, swapped."""
    if verb == Verb.DROP_ITEMS:
        return has_mode(s, w, who, verb)
    return may_swap(s, w, who) if verb == Verb.SWAP_ITEMS else has_item(s, w, who, verb)


@rule("action.observe_cell", "action.speak", "c.speech", "action.use_skill")
def is_sense_open(s, w, who, verb):
    """Senses, speech, skills: any square can be searched, and one can always whisper or shout."""
    if verb == Verb.OBSERVE_CELL or verb == Verb.WHISPER or verb == Verb.SHOUT:
        return True
    if verb == Verb.PRIME_SKILL:
        return has_mode(s, w, who, verb)
    if verb == Verb.FIRST_AID and not has_skill_ready(s, w, who, int(Skill.FIRST_AID)):
        return False
    if verb == Verb.RALLY and not has_skill_ready(s, w, who, int(Skill.RALLY)):
        return False
    return has_target(s, w, who, verb)


@kernel
def is_hold_open(s, w, who, verb):
    """Holds: letting go, struggling free, helping to move somebody; breaking structures, seizing objectives."""
    if verb == Verb.RELEASE_GRAB:
        return is_holding(s, who)
    if verb == Verb.STRUGGLE:
        return is_held(s, who)
    if verb == Verb.BASH:
        return has_direction(s, w, who, verb)
    return may_seize(s, who) if verb == Verb.SEIZE else has_target(s, w, who, verb)
