"""Actions that take one roll: hiding, searching, judging, threatening, first aid, struggling, concealing, bashing."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit_roll, open_total, pop, push, term
from ..vocab import FROM_NOBODY, NO_NUMBER, Ability, Climbing, Event, Frame, Place, Refusal, Skill, Task, Term, Verb
from .abilities import is_fresh_enough, resolve_fatigue
from .aiming import ability_of_attack, item_in
from .blow import Outcome
from .checks import spend_willpower, start_check
from .concealment import ambient, is_concealed_enough
from .conditions import is_body_bound, is_foe, is_held, is_present, sees
from .grabs import is_only_tired, is_stopped, start_stopping
from .hands import item_bonus, melee_slot
from .harm import end_grabs_on, is_mutilated, resolve_stabilising, show_to_all
from .readying import push_aftermath
from .rolling import roll_ability
from .searching import roll_insight, roll_observing, roll_search, roll_threat
from .skills import pay_for_skill
from .sounds import LOUD, make_sound, reveal_to


class Step(IntEnum):
    """Steps of a task."""

    BEGIN = 0
    ROLL = 1
    ASKED = 2
    CHECKED = 3
    END = 4


@kernel
def start_task(s, who, task, target, cell, item):
    """Begin a task."""
    frame = push(s, Frame.TASK)
    frame.who = who
    frame.task = task
    frame.target = target
    frame.goal = NO_UNIT
    frame.cell = cell
    frame.item_used = item


@kernel
def is_checked(task):
    """Whether a task is a roll against a known requirement."""
    return task == Task.FIRST_AID or task == Task.STRUGGLING


@kernel
def task_step(s, w, frame):
    """A task: grabbers may stop a physical one; then the roll and its result."""
    who, task = int(frame.who), int(frame.task)
    if frame.step == Step.BEGIN:
        frame.step = Step.ROLL
        physical = task == Task.HIDING or task == Task.CONCEALING or task == Task.BASHING
        if physical and is_held(s, who):
            start_stopping(s, who)
    elif frame.step == Step.ROLL:
        if is_checked(task):
            frame.step = Step.CHECKED
            start_checked(s, w, frame, who, task)
        else:
            frame.step = Step.END
            roll_task(s, w, frame, who, task)
    elif frame.step == Step.ASKED:
        frame.step = Step.END
        if s.answer == Verb.REROLL:
            spend_willpower(s, w, who)
            frame.index += 1
            frame.step = Step.ROLL
    elif frame.step == Step.CHECKED:
        passed = int(s.result)
        s.result = 0
        frame.step = Step.END
        if passed == 1:
            resolve_checked(s, w, frame, who, task)
    else:
        pop(s)
        push_aftermath(s)


@kernel
def roll_task(s, w, frame, who, task):
    """A roll that is no check."""
    if task == Task.HIDING:
        roll_hiding(s, w, frame, who)
    elif task == Task.OBSERVING:
        roll_observing(s, w, frame, who)
    elif task == Task.OBSERVING_ITEM:
        roll_search(s, w, frame, who, int(frame.target))
    elif task == Task.OBSERVING_INSIGHT:
        roll_insight(s, w, who, int(frame.target))
    elif task == Task.THREATENING:
        roll_threat(s, w, who, int(frame.target))
    elif task == Task.CONCEALING:
        roll_concealing(s, w, frame, who)
    elif task == Task.BASHING:
        roll_bash(s, w, frame, who)


@rule("fatigue.requirement", "brawl.grab_stop")
def physical_total(s, w, frame, who, ability, bonus):
    """Fatigue: a physical roll for oneself: its total, far below anything where it fails by fatigue or a holder stops it."""
    open_total(s)
    total, natural, six = roll_ability(s, w, who, ability)
    total += term(s, Term.ITEM, bonus)
    fresh = is_fresh_enough(s, who, natural)
    resolve_fatigue(s, w, who, six)
    frame.outcome = Outcome.NOTHING if fresh else Outcome.TIRED
    if is_stopped(s, frame, who, total, fresh) and not is_only_tired(frame, total, fresh):
        frame.outcome = Outcome.STOPPED
    return total if frame.outcome == Outcome.NOTHING else TOO_LOW


@kernel
def tell_failure(s, frame, who, number):
    """The log's row for a physical task that fails: by fatigue, by a grabber, or by the roll itself."""
    task = int(frame.task)
    if frame.outcome == Outcome.STOPPED:
        emit_roll(s, Event.STOPPED, who, NO_UNIT, 0, task)
    else:
        emit_roll(s, Event.TOO_TIRED if frame.outcome == Outcome.TIRED else Event.FAILED, who, NO_UNIT, number, task)


TOO_LOW = -1000

# --- hiding ----------------------------------------------------------------------------------------------------------


@rule("action.hide", "position.hidden")
def is_eligible(s, w, who, enemy):
    """Hide: not from a unit that shared its cluster as the turn began, nor from one that shot at it in its last turn."""
    unit = s.units[who]
    if not is_present(s, enemy) or not is_foe(s, who, enemy) or (int(unit.turn_mates) >> enemy) & 1 == 1:
        return False
    return (int(unit.shot_by) >> enemy) & 1 == 0 and would_conceal(s, w, who, enemy)


@rule("action.hide", "c.take_cover")
def would_conceal(s, w, who, enemy):
    """Hide: it goes behind the object of the cell, where there is one."""
    unit = s.units[who]
    was = int(unit.in_cover)
    unit.in_cover = 1 if cover_for(s, w, who) > 0 else was
    found = is_concealed_enough(s, w, enemy, who)
    unit.in_cover = was
    return found


@rule("c.take_cover", "position.climbing")
def cover_for(s, w, who):
    """Cover: that of the cell; none for a climber."""
    unit = s.units[who]
    return int(w.field.cover[unit.cell]) if unit.climbing == Climbing.NOT else 0


@rule("action.hide", "effect.bind_body")
def refusal_of_hiding(s, w, who):
    """Hide: outside clusters, not bound to its place, from at least one enemy; if it sees none, where anything conceals it."""
    if s.units[who].cluster != NO_UNIT:
        return Refusal.IN_CLUSTER
    if is_body_bound(s, who):
        return Refusal.BODY_BOUND
    knows_of_any = False
    for enemy in range(s.unit_count):
        if is_present(s, enemy) and is_foe(s, who, enemy) and sees(s, who, enemy):
            if is_eligible(s, w, who, enemy):
                return Refusal.NONE
            knows_of_any = True
    if knows_of_any:
        return Refusal.NO_CONCEALMENT
    return Refusal.NONE if has_hiding_place(s, w, who) else Refusal.NO_HIDING_PLACE


@rule("action.hide")
def has_hiding_place(s, w, who):
    """Hide: a unit that sees no enemy hides where anything conceals it."""
    cell = int(s.units[who].cell)
    return cover_for(s, w, who) + ambient(s, w, cell) >= w.book.hidden_concealment


@rule("action.hide", "position.hidden", "c.take_cover")
def roll_hiding(s, w, frame, who):
    """Hide: perception must reach the survival roll; a unit that could see it until now knows that it hides."""
    unit = s.units[who]
    total = physical_total(s, w, frame, who, int(Ability.SURVIVAL), 0)
    if cover_for(s, w, who) > 0:
        unit.in_cover = 1
    hide_with(s, w, frame, who, total)


@rule("action.hide", "position.hidden")
def hide_with(s, w, frame, who, total):
    """Hide: a new value replaces the old one, for all."""
    unit = s.units[who]
    if total < w.book.min_hide_value:
        tell_failure(s, frame, who, NO_NUMBER)
        show_to_all(s, who)
        return
    unit.hide_value = total
    for enemy in range(s.unit_count):
        if is_eligible(s, w, who, enemy):
            if sees(s, enemy, who):
                unit.known_hiding |= 1 << enemy
            unit.hidden_from |= 1 << enemy
    if unit.hidden_from == 0:
        unit.hide_value = 0
        tell_failure(s, frame, who, FROM_NOBODY)
        return
    emit_roll(s, Event.HID, who, NO_UNIT, total, 0)


@rule("position.hidden", "concealment.total")
def check_hidden(s, w):
    """Hidden: it ends towards every observer that the unit is no longer concealed from."""
    for who in range(s.unit_count):
        hidden = int(s.units[who].hidden_from)
        if hidden == 0:
            continue
        for observer in range(s.unit_count):
            if (hidden >> observer) & 1 == 1:
                if not is_present(s, observer) or not is_concealed_enough(s, w, observer, who):
                    reveal_to(s, who, observer)
        if s.units[who].hidden_from == 0:
            show_to_all(s, who)


# --- things and structures -------------------------------------------------------------------------------------------


@rule("action.conceal_item")
def roll_concealing(s, w, frame, who):
    """Conceal: agility is what perception must reach to find it."""
    slot = int(frame.item_used)
    total = physical_total(s, w, frame, who, int(Ability.AGILITY), 0)
    if total == TOO_LOW:
        tell_failure(s, frame, who, NO_NUMBER)
        return
    unit = s.units[who]
    unit.places[slot] = Place.CONCEALED
    unit.conceal_value[slot] = total
    unit.shown_to[slot] = 0
    s.is_stale = 1
    emit_roll(s, Event.CONCEALED, who, NO_UNIT, total, 0)


@rule("c.bash", "env.structure", "effect.break", "c.sounds")
def roll_bash(s, w, frame, who):
    """Bash: a blow that only has to reach fatigue wears a structure down; stone gives way to the skill alone."""
    slot = melee_slot(s, w, who, 0)
    edge = int(frame.item_used)
    from_skill = int(s.units[who].primed) == Skill.SUNDER + 1
    total = physical_total(s, w, frame, who, ability_of_attack(s, w, who, slot), item_bonus(w, item_in(s, who, slot)))
    make_sound(s, w, who, LOUD)
    if total == TOO_LOW:
        tell_failure(s, frame, who, NO_NUMBER)
        return
    left = int(s.edge_toughness[edge])
    if from_skill:
        s.units[who].primed = 0
        if w.book.skills[Skill.SUNDER].number >= left:
            left = 0
    if left > 0 and (frame.amount == 0 or w.book.stone_immune == 0):
        left = max(left - wear_of(w, item_in(s, who, slot)), 0)
    s.edge_toughness[edge] = left
    emit_roll(s, Event.BASHED, who, NO_UNIT, left, 0)


@rule("c.bash")
def wear_of(w, item):
    """Bash: by how much a blow wears a structure down, which is less than it would hurt."""
    return max(int(w.book.items[item].damage) - int(w.book.bash_offset), 0)


# --- checks ----------------------------------------------------------------------------------------------------------


@kernel
def start_checked(s, w, frame, who, task):
    """Begin the roll of a task against a known requirement."""
    if task == Task.FIRST_AID:
        pay_for_skill(s, w, who, int(Skill.FIRST_AID))
        start_check(s, who, task, int(Ability.MEDICINE), aid_number(s, w, int(frame.target)))
    else:
        start_struggle(s, who)


@rule("c.struggle")
def start_struggle(s, who):
    """Breaking free: a roll of brawl for oneself."""
    start_check(s, who, int(Task.STRUGGLING), int(Ability.BRAWL), STRUGGLE_NUMBER)


STRUGGLE_NUMBER = -99  # only what the grabber sets must be reached


@rule("c.first_aid")
def aid_number(s, w, target):
    """First aid: harder for the mutilated."""
    return int(w.book.cr_mutilated if is_mutilated(s, w, target) else w.book.cr_mangled)


@rule("c.first_aid", "injury.stabilise", "c.struggle", "brawl.grab_end")
def resolve_checked(s, w, frame, who, task):
    """Checks passed: the patient is stable, the held is free."""
    if task == Task.FIRST_AID:
        resolve_stabilising(s, w, int(frame.target))
    else:
        end_grabs_on(s, who)
