"""What is open in a turn: every verb that can be paid for and leads somewhere, and what stands in the way of the others."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer
from ....core.state.choosing import offer_unless
from ..vocab import GuardKind, Refusal, Skill, Upcoming, Verb
from .abilities import refusal_of_breather
from .aiming import is_in_shot_of, refusal_of_body, refusal_of_shooting
from .charging import refusal_of_charging
from .climbing import DOWN, UP, refusal_of_climb, refusal_of_climbing
from .clusters import refusal_of_leaving_cluster
from .conditions import are_hands_bound, is_first_choice, is_held, is_holding, knows_hidden
from .costs import refusal_of_cost
from .dragging import refusal_of_seizing
from .guarding import is_post, refusal_of_guarding
from .hands import wields_melee
from .heights import HERE, refusal_of_change, refusal_of_jump
from .leaving import refusal_of_flight
from .luck import has_luck_cell
from .menu import has_direction, has_item, has_mode, has_target
from .ordering import refusal_of_delay
from .passing import refusal_of_crawl, refusal_of_crawling, refusal_of_running, refusal_of_walking
from .posture import refusal_of_cover, refusal_of_lying_down, refusal_of_standing_up
from .readying import refusal_of_ready
from .skills import has_skill_to_prime, refusal_of_first_aid, refusal_of_skill
from .tasks import refusal_of_hiding
from .things import refusal_of_swap


@rule("turn.sequence", "action.standard", "action.free", "action.upcoming", "action.upcoming_cancel")
def offer_turn(s, w, who):
    """Turn: one action after the other, until the unit ends its turn or an action does. What is upcoming is completed first, if
    that is still possible, or given up.
    """
    if s.units[who].upcoming != Upcoming.NOTHING:
        offer_unless(s, Verb.CONTINUE, refusal_of_continuing(s, w, who))
        offer(s, Verb.CANCEL)
        return
    offer(s, Verb.END_TURN)
    for verb in range(Verb.WEAPON_ATTACK, Verb.SEIZE + 1):
        if verb != Verb.CONTINUE and verb != Verb.CANCEL:
            offer_unless(s, verb, refusal_of_action(s, w, who, verb))


@rule("action.upcoming", "action.upcoming_cancel")
def refusal_in_turn(s, w, who, verb):
    """Turn: what keeps a unit from a verb of its own turn; an upcoming action can only be continued or cancelled."""
    if s.units[who].upcoming != Upcoming.NOTHING:
        if verb == Verb.CONTINUE:
            return refusal_of_continuing(s, w, who)
        return Refusal.NONE if verb == Verb.CANCEL else Refusal.UPCOMING
    if verb == Verb.CONTINUE or verb == Verb.CANCEL:
        return Refusal.NOTHING_UPCOMING
    return Refusal.NONE if verb == Verb.END_TURN else refusal_of_action(s, w, who, verb)


@rule("action.upcoming", "action.breather", "action.crawl")
def refusal_of_continuing(s, w, who):
    """Upcoming actions: a crawl while the way is open, a breather while it lowers fatigue."""
    unit = s.units[who]
    if unit.upcoming != Upcoming.CRAWL:
        return refusal_of_breather(s, w, who)
    refusal = refusal_of_crawling(s, w, who)
    return refusal if refusal != Refusal.NONE else refusal_of_crawl(s, w, who, int(unit.upcoming_direction))


@kernel
def refusal_of_action(s, w, who, verb):
    """What keeps a unit from an action: that it cannot be paid for, or what the rules say of it."""
    if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
        return refusal_of_delay(s, w, who)
    refusal = refusal_of_cost(s, w, who, verb)
    if refusal != Refusal.NONE:
        return refusal
    if verb <= Verb.LUCK_STRIKE:
        return refusal_of_attack(s, w, who, verb)
    if verb <= Verb.JUMP_DOWN:
        return refusal_of_movement(s, w, who, verb)
    if verb <= Verb.READY_PRONE:
        return refusal_of_post(s, w, who, verb)
    if verb <= Verb.SWAP_ITEMS:
        return refusal_of_thing(s, w, who, verb)
    return refusal_of_sense(s, w, who, verb) if verb <= Verb.RALLY else refusal_of_hold(s, w, who, verb)


@rule("position.hidden_luck", "action.weapon_attack", "attack.weapon")
def refusal_of_attack(s, w, who, verb):
    """Attacks: each needs a target; a unit that knows of a hidden enemy may attack by luck, without a target."""
    unit = s.units[who]
    if verb == Verb.LUCK_SHOT or verb == Verb.LUCK_STRIKE:
        if not knows_hidden(s, who):
            return Refusal.NO_HIDDEN_ENEMY
    if verb == Verb.SHOOT or verb == Verb.LUCK_SHOT:
        refusal = refusal_of_shooting(s, w, who)
        if refusal != Refusal.NONE:
            return refusal
        if verb == Verb.LUCK_SHOT:
            return Refusal.NONE if has_luck_cell(s, w, who) else Refusal.NO_LUCK_CELL
        return Refusal.NONE if has_target(s, w, who, verb) else Refusal.NOBODY_IN_RANGE
    if verb == Verb.LUCK_STRIKE:
        if not wields_melee(s, w, who):
            return Refusal.NO_MELEE_WEAPON
        return Refusal.STUMBLES if unit.stumble_timer > 0 else Refusal.NONE
    is_charge = verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL
    if not has_target(s, w, who, verb):
        if is_charge:
            return Refusal.NOBODY_TO_CHARGE
        return Refusal.NOBODY_OF_CLUSTER if unit.stumble_timer > 0 else Refusal.NOBODY_IN_REACH
    if is_charge:
        return refusal_of_charging(s, w, who, verb)
    if verb == Verb.BRAWL:
        return refusal_of_body(s, w, who, False)
    return Refusal.NONE if wields_melee(s, w, who) else Refusal.NO_MELEE_WEAPON


@kernel
def refusal_of_movement(s, w, who, verb):
    """What keeps a unit from a movement: over borders, out of clusters, up and down."""
    if verb == Verb.FLEE:
        return refusal_of_flight(s, w, who)
    if verb == Verb.LEAVE_CLUSTER:
        return refusal_of_leaving_cluster(s, w, who)
    if verb == Verb.STAND_UP:
        return refusal_of_standing_up(s, who)
    if verb == Verb.DROP_PRONE:
        return refusal_of_lying_down(s, who)
    if verb == Verb.CHANGE_LEVEL:
        return refusal_of_change(s, w, who)
    if verb == Verb.JUMP_DOWN:
        return refusal_of_jump(s, w, who)
    if verb == Verb.CLIMB_UP or verb == Verb.CLIMB_DOWN:
        refusal = refusal_of_climb(s, w, who, HERE, UP if verb == Verb.CLIMB_UP else DOWN)
        return refusal if refusal != Refusal.NONE else refusal_of_climbing(s, w, who)
    if verb == Verb.SCALE_UP or verb == Verb.SCALE_DOWN:
        return refusal_of_climbing(s, w, who) if has_direction(s, w, who, verb) else Refusal.NOTHING_TO_CLIMB
    if verb == Verb.MOVE:
        refusal = refusal_of_walking(s, w, who)
    else:
        refusal = refusal_of_running(s, w, who) if verb == Verb.RUN else refusal_of_crawling(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if has_direction(s, w, who, verb) else Refusal.NO_WAY


@rule("action.guard", "action.dodge", "action.breather", "ready.declare", "action.hide", "c.take_cover")
def refusal_of_post(s, w, who, verb):
    """Preparations: guarding, hiding, dodging, breathing, readying."""
    if verb <= Verb.GUARD_CELL:
        return refusal_of_guard_duty(s, w, who, verb)
    if verb == Verb.HIDE:
        return refusal_of_hiding(s, w, who)
    if verb == Verb.TAKE_COVER:
        return refusal_of_cover(s, w, who)
    if verb == Verb.DODGE:
        return refusal_of_dodge(s, w, who)
    if verb == Verb.BREATHER:
        return refusal_of_breather(s, w, who)
    if verb == Verb.LONG_BREATHER:
        return Refusal.NONE
    refusal = refusal_of_ready(s, w, who, verb)
    if refusal == Refusal.NONE and verb == Verb.READY_MOVE and not has_direction(s, w, who, verb):
        return Refusal.NO_WAY
    return refusal


@rule("action.guard", "guard.basics")
def refusal_of_guard_duty(s, w, who, verb):
    """Guard: an ally, a border or the location, if there is any that the unit does not guard already."""
    refusal = refusal_of_guarding(s, who)
    if refusal != Refusal.NONE:
        return refusal
    if verb == Verb.GUARD:
        return Refusal.NONE if has_target(s, w, who, verb) else Refusal.NO_ALLY_TO_GUARD
    if verb == Verb.GUARD_BORDER:
        return Refusal.NONE if has_direction(s, w, who, verb) else Refusal.NO_BORDER_TO_GUARD
    return Refusal.ON_GUARD if is_post(s, w, who, GuardKind.CELL, NO_UNIT, 0) else Refusal.NONE


@rule("action.dodge", "initiative.delay")
def refusal_of_dodge(s, w, who):
    """Prepared dodge: only if an enemy in view could shoot at the unit. A prepared dodge ends when the turn begins, so the
    first choice of a turn already ignores it.
    """
    if s.units[who].dodge_ready == 1 and not is_first_choice(s, who):
        return Refusal.DODGE_READY
    for other in range(s.unit_count):
        if is_in_shot_of(s, w, who, other):
            return Refusal.NONE
    return Refusal.NO_SHOOTER


@kernel
def refusal_of_thing(s, w, who, verb):
    """What keeps things from being drawn, put away, dropped, picked up, concealed, swapped."""
    if verb == Verb.DROP_ITEMS:
        return Refusal.NONE if has_mode(s, w, who, verb) else Refusal.HANDS_EMPTY
    if verb == Verb.SWAP_ITEMS:
        return refusal_of_swap(s, w, who)
    if are_hands_bound(s, who):
        return Refusal.HANDS_BOUND
    if has_item(s, w, who, verb):
        return Refusal.NONE
    if verb == Verb.DRAW:
        return Refusal.NOTHING_TO_DRAW
    return Refusal.NOTHING_TO_GET if verb == Verb.GET_ITEM else Refusal.NOTHING_TO_PUT_AWAY


@rule("action.observe_cell", "action.speak", "c.speech", "action.use_skill")
def refusal_of_sense(s, w, who, verb):
    """Senses, speech, skills: any square can be searched, and one can always whisper or shout."""
    if verb == Verb.OBSERVE_CELL or verb == Verb.WHISPER or verb == Verb.SHOUT:
        return Refusal.NONE
    if verb == Verb.PRIME_SKILL:
        if has_mode(s, w, who, verb):
            return Refusal.NONE
        return Refusal.NO_OTHER_SKILL if has_skill_to_prime(s, who) else Refusal.NO_SKILL_TO_PREPARE
    if verb == Verb.THREATEN and w.book.threaten_enabled == 0:
        return Refusal.NO_THREATS
    if verb == Verb.FIRST_AID or verb == Verb.RALLY:
        return refusal_of_help(s, w, who, verb)
    if has_target(s, w, who, verb):
        return Refusal.NONE
    if verb == Verb.THREATEN:
        return Refusal.NOBODY_TO_THREATEN
    return Refusal.NO_ENEMY_NEAR if verb == Verb.OBSERVE_ITEM else Refusal.NO_ENEMY_SEEN


@rule("c.first_aid", "c.skills", "action.use_skill")
def refusal_of_help(s, w, who, verb):
    """First aid, rally: a unit needs the skill, and a target at hand."""
    if verb == Verb.FIRST_AID:
        refusal = refusal_of_first_aid(s, w, who)
    else:
        refusal = refusal_of_skill(s, w, who, int(Skill.RALLY))
    if refusal != Refusal.NONE or has_target(s, w, who, verb):
        return refusal
    return Refusal.NOBODY_TO_TREAT if verb == Verb.FIRST_AID else Refusal.NOBODY_TO_RALLY


@kernel
def refusal_of_hold(s, w, who, verb):
    """What keeps a unit from releasing, struggling free, helping to move, dragging, breaking structures, seizing objectives."""
    if verb == Verb.RELEASE_GRAB:
        return Refusal.NONE if is_holding(s, who) else Refusal.HOLDS_NOBODY
    if verb == Verb.STRUGGLE:
        return Refusal.NONE if is_held(s, who) else Refusal.HELD_BY_NOBODY
    if verb == Verb.SEIZE:
        return refusal_of_seizing(s, who)
    if verb == Verb.BASH:
        if not has_direction(s, w, who, verb):
            return Refusal.NO_STRUCTURE
        return Refusal.NONE if wields_melee(s, w, who) else Refusal.NO_MELEE_WEAPON
    if verb == Verb.ASSIST and s.units[who].prone == 1:
        return Refusal.PRONE
    if not has_target(s, w, who, verb):
        return Refusal.NOBODY_TO_MOVE if verb == Verb.ASSIST else Refusal.NOBODY_TO_DRAG
    return Refusal.NONE if verb == Verb.ASSIST else refusal_of_running(s, w, who)
