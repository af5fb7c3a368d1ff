"""Going after who leaves the map, and chases, which fatigue decides."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, base_term, emit, emit_roll, open_total, pop, replace, term
from ..board import STRIDE, distance
from ..vocab import Ability, Attribute, Body, Event, Frame, Mark, Prompt, Refusal, Term, Verb
from .abilities import (
    ability_consistency,
    ability_potential,
    attribute_of,
    is_fresh_enough,
    penalty_of_attribute,
    penalty_of_group,
    resolve_fatigue,
)
from .aiming import refusal_of_body, refusal_of_shooting
from .attacking import start_attack
from .clusters import join_cluster
from .conditions import is_able, is_held, is_present, stumbles_apart
from .edges import count_passage, step_towards
from .hands import ranged_slot, wields_melee
from .leaving import next_pursuer, resolve_escape
from .moving import put_in
from .readying import has_in_range, note_entering, note_leaving, note_range
from .rolling import roll_dice

LOST = -1000  # a roll that fails by fatigue


class Step(IntEnum):
    """Steps of leaving the map, and of a chase."""

    BEGIN = 0
    ASKED = 1
    GROUND = 2
    RUNS = 3
    FOLLOWS = 4
    COMPARE = 5
    OVERTAKES = 6
    STRUCK = 7
    CAUGHT = 8
    END = 9


# --- going after -----------------------------------------------------------------------------------------------------


@kernel
def getaway_step(s, w, frame):
    """Leaving: enemies are asked in the order of initiative; the first to go after it does."""
    runner = int(frame.who)
    if frame.step == Step.ASKED:
        frame.step = Step.BEGIN
        if s.answer == Verb.PURSUE:
            start_chase(s, runner, int(frame.index))
            return
    who = next_pursuer(s, w, frame, runner)
    if who == NO_UNIT:
        pop(s)
        resolve_escape(s, runner)
        return
    frame.asked |= 1 << who
    frame.index = who
    frame.step = Step.ASKED
    ask(s, Prompt.PURSUE, who)


# --- the chase -------------------------------------------------------------------------------------------------------


@rule("chase.start")
def start_chase(s, runner, chaser):
    """Chase: the two roll in turns; the distance counts in squares."""
    frame = replace(s, Frame.CHASE)
    frame.who = chaser
    frame.target = runner
    frame.goal = NO_UNIT
    frame.step = Step.GROUND
    frame.number = distance(int(s.units[chaser].cell), int(s.units[runner].cell))
    emit(s, Event.PURSUES, chaser, runner, 0, 0)


@kernel
def chase_step(s, w, frame):
    """One exchange after the other: the ground, the runner's roll, the chaser's, and the distance."""
    chaser, runner = int(frame.who), int(frame.target)
    if not is_present(s, runner):
        pop(s)
    elif frame.step == Step.GROUND:
        if not can_go_on(s, runner):
            frame.step = Step.END
            return
        if not can_go_on(s, chaser):
            get_away(s, frame, runner)
            return
        frame.step = Step.ASKED
        resolve_next_exchange(s, runner, chaser)
        ask(s, Prompt.CHASE, runner)
    elif frame.step == Step.ASKED:
        frame.mode = ground_chosen(s)
        frame.step = Step.RUNS
    elif frame.step == Step.RUNS:
        frame.amount = chase_roll(s, w, runner, int(frame.mode))
        frame.step = Step.FOLLOWS
    elif frame.step == Step.FOLLOWS:
        frame.potential = chase_roll(s, w, chaser, int(frame.mode))
        frame.step = Step.COMPARE
    elif frame.step == Step.COMPARE:
        compare(s, w, frame, chaser, runner)
    elif frame.step == Step.CAUGHT:
        frame.step = Step.OVERTAKES
        ask(s, Prompt.SURPASS, chaser)
    elif frame.step == Step.OVERTAKES:
        surpass(s, w, frame, chaser, runner)
    elif frame.step == Step.STRUCK:
        s.result = 0
        frame.step = Step.GROUND
        if is_last_exchange(w, frame):
            get_away(s, frame, runner)
    else:
        s.result = 0
        pop(s)


@rule("chase.no_recovery")
def resolve_next_exchange(s, runner, chaser):
    """No recovery: fatigue stays as it is, and in every exchange it may rise once again."""
    s.units[runner].tired = 0
    s.units[chaser].tired = 0


@rule("chase.terrain")
def ground_chosen(s):
    """Terrain: the runner picks it before every exchange: 0 open ground, 1 a climb, 2 a swim."""
    return int(s.answer) - int(Verb.CHASE_RUN)


@rule("chase.surpass", "chase.fatigue_end")
def can_go_on(s, who):
    """Chase: only for a unit that is alive and able, on its feet and not held."""
    return is_able(s, who) and s.units[who].prone == 0 and not is_held(s, who)


@rule("chase.terrain", "c.chase_mode", "fatigue.requirement")
def chase_roll(s, w, who, ground):
    """Chase: running by stamina, climbing by agility, swimming by survival; ``LOST`` if it fails by fatigue."""
    open_total(s)
    ability = int(Ability.AGILITY if ground == 1 else Ability.SURVIVAL)
    consistency = run_consistency(s, w, who) if ground == 0 else ability_consistency(s, w, who, ability)
    natural, six = roll_dice(s, w, who, consistency)
    total = natural + (run_potential(s, w, who) if ground == 0 else ability_potential(s, w, who, ability))
    fresh = is_fresh_enough(s, who, natural)
    resolve_fatigue(s, w, who, six)
    emit_roll(s, Event.CHASE_ROLLED, who, NO_UNIT, total, 0 if fresh else 1)
    return total if fresh else LOST


@rule("c.attribute_check_consistency", "check.situational_penalty", "check.penalty_scope")
def run_consistency(s, w, who):
    """Attribute rolls: how reliable running is, less the penalties on stamina and on the physical group."""
    stamina = int(Attribute.STA)
    penalties = penalty_of_attribute(s, who, stamina) + penalty_of_group(s, who, stamina)
    total = base_term(s, Term.CONSISTENCY, int(w.book.attribute_check_consistency_sta))
    return total + term(s, Term.CIRCUMSTANCES, -penalties)


@rule("check.attribute_roll")
def run_potential(s, w, who):
    """Attribute rolls: running is a roll of stamina, whose value is the potential."""
    return term(s, Term.ATTRIBUTES, attribute_of(s, w, who, int(Attribute.STA)))


@kernel
def compare(s, w, frame, chaser, runner):
    """What an exchange comes to: caught, away, overtaken, or the distance it leaves."""
    runs, follows = int(frame.amount), int(frame.potential)
    frame.index += 1
    frame.step = Step.GROUND
    frame.amount = 0
    frame.potential = 0
    if is_caught(runs, follows, int(frame.number)):
        catch(s, w, frame, chaser, runner)
        return
    if follows == LOST:
        get_away(s, frame, runner)
    else:
        gained = squares_gained(w, runs, follows)
        if may_overtake(w, gained, int(frame.number)):
            frame.step = Step.OVERTAKES
            ask(s, Prompt.SURPASS, chaser)
            return
        frame.number = max(int(frame.number) - gained, 0)
    emit(s, Event.CHASE_DISTANCE, chaser, runner, int(frame.number), 0)
    if frame.step == Step.GROUND and (is_out_of_reach(w, frame) or is_last_exchange(w, frame)):
        get_away(s, frame, runner)


@rule("chase.fatigue_end")
def is_caught(runs, follows, squares):
    """End: a runner who fails by fatigue is reached, unless the chaser fails as well and is not there yet."""
    return runs == LOST and (follows != LOST or squares == 0)


@rule("chase.step")
def squares_gained(w, runs, follows):
    """Exchange: with three more the chaser comes nearer, with three less it falls behind, a number below 0."""
    if follows - runs >= w.book.chase_margin:
        return int(w.book.chase_squares)
    return -int(w.book.chase_squares) if runs - follows >= w.book.chase_margin else 0


@rule("chase.surpass")
def may_overtake(w, gained, squares):
    """Overtaking: in an exchange in which the chaser would get past."""
    return gained > 0 and squares <= w.book.surpass_distance


@rule("c.chase_mode")
def is_out_of_reach(w, frame):
    """Chase: so far away the runner has escaped."""
    return frame.number >= w.book.escape_distance


@rule("c.chase_mode")
def is_last_exchange(w, frame):
    """Chase: after so many exchanges the runner has escaped as well."""
    return frame.index >= w.book.max_exchanges


@kernel
def get_away(s, frame, runner):
    """The runner has escaped."""
    frame.step = Step.END
    resolve_escape(s, runner)


@rule("chase.fatigue_end", "c.escape", "chase.surpass")
def catch(s, w, frame, chaser, runner):
    """Caught: back where it left, in a cluster with the chaser, who has a standard action at it."""
    follow_to(s, w, chaser, runner)
    join_cluster(s, w, chaser, runner)
    emit(s, Event.CAUGHT, chaser, runner, 0, 0)
    frame.step = Step.CAUGHT
    frame.outcome = 1


@rule("c.escape", "env.limit", "blind.melee", "ready.declare")
def follow_to(s, w, chaser, runner):
    """Caught: chaser and runner stand in the runner's last location; who comes from the next one has crossed the border."""
    here, there = int(s.units[chaser].cell), int(s.units[runner].cell)
    in_range = has_in_range(s, w, chaser)
    if here != there:
        count_passage(s, w, here, step_towards(here, there, STRIDE), chaser)
        note_leaving(s, chaser)
        put_in(s, w, chaser, there)
        note_entering(s, chaser)
        s.units[chaser].entered_from = here
    s.units[chaser].elevation = s.units[runner].elevation
    note_range(s, w, chaser, in_range)


@rule("chase.surpass", "effect.stumble_combat")
def refusal_of_surpassing(s, w, who, target, verb):
    """Overtaking: a standard action against the target: weapons, a shot for who wields no melee weapon, or a brawl for a hit or
    a bind.
    """
    if verb == Verb.SURPASS_ATTACK and is_shot_in_chase(s, w, who):
        return refusal_of_shooting(s, w, who)
    if stumbles_apart(s, who, target):
        return Refusal.STUMBLES_APART
    if verb != Verb.SURPASS_ATTACK:
        return refusal_of_body(s, w, who, verb == Verb.SURPASS_BIND)
    return Refusal.NONE if wields_melee(s, w, who) else Refusal.NO_MELEE_WEAPON


@rule("chase.surpass")
def is_shot_in_chase(s, w, who):
    """Overtaking: whether an attack with weapons would be a shot."""
    return not wields_melee(s, w, who) and ranged_slot(s, w, who) >= 0


@rule("chase.surpass")
def surpass(s, w, frame, chaser, runner):
    """Overtaking: the action is made; then, if the runner was caught, it is over."""
    verb = int(s.answer)
    frame.step = Step.END if frame.outcome == 1 else Step.STRUCK
    if verb == Verb.GO_ON:
        return
    marks = int(Mark.SURPASS)
    if verb != Verb.SURPASS_ATTACK:
        marks |= int(Mark.BRAWL)
    elif is_shot_in_chase(s, w, chaser):
        marks |= int(Mark.SHOT)
    if verb == Verb.SURPASS_BIND:
        marks |= int(Mark.BIND)
    follow_to(s, w, chaser, runner)
    start_attack(s, chaser, runner, int(Body.ANYWHERE), marks)
